//! What a file declares, for those who attach specifications to it: package and imports, types, fields, methods with
//! their modifiers, local variables with their scopes, blocks, labels, comments.

use crate::collect::{Collector, Parameter, is_comment, named_children, squeeze};
use crate::text::Span;
use tree_sitter::Node;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// `java.util.List`; without the star.
    pub path: String,
    pub is_static: bool,
    pub on_demand: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    pub name: String,
    /// The first bound, as written.
    pub bound: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDeclaration {
    /// `Outer$Inner` without the package; none for local classes, whose names the compiler makes.
    pub name: Option<String>,
    pub kind: TypeKind,
    pub span: Span,
    pub name_span: Span,
    /// With its braces.
    pub body: Span,
    /// Keywords, and annotations with their `@`.
    pub modifiers: Vec<String>,
    pub type_parameters: Vec<TypeParameter>,
    /// Of a record.
    pub components: Vec<Parameter>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declarator {
    pub name: String,
    pub name_span: Span,
    /// As written, white space squeezed, with the dimensions behind the name.
    pub ty: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDeclaration {
    /// As in [`crate::Method::class`].
    pub class: Option<String>,
    pub span: Span,
    pub declarators: Vec<Declarator>,
    pub modifiers: Vec<String>,
}

/// A local variable; parameters of methods are in [`crate::Method`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    pub name: String,
    /// As written; may be `var`.
    pub ty: String,
    pub name_span: Span,
    /// Where the name means this variable.
    pub scope: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub name: String,
    /// The statement behind the colon.
    pub statement: Span,
}

#[derive(Default, Clone, Debug)]
pub(crate) struct Declarations {
    pub(crate) package: Option<String>,
    pub(crate) imports: Vec<Import>,
    pub(crate) types: Vec<TypeDeclaration>,
    pub(crate) fields: Vec<FieldDeclaration>,
    pub(crate) locals: Vec<LocalVariable>,
    pub(crate) labels: Vec<Label>,
    pub(crate) blocks: Vec<Span>,
    pub(crate) initializers: Vec<Span>,
    pub(crate) comments: Vec<Span>,
    pub(crate) lambdas: Vec<Span>,
}

impl Collector<'_> {
    pub(crate) fn declaration(&mut self, node: Node) {
        match node.kind() {
            "package_declaration" => {
                let name = named_children(node)
                    .find(|c| matches!(c.kind(), "identifier" | "scoped_identifier"));
                self.found.declarations.package = name.map(|n| squeeze(self.text_of(n)));
            }
            "import_declaration" => self.import(node),
            "field_declaration" | "constant_declaration" => self.field(node),
            "local_variable_declaration" => self.local_declaration(node),
            "enhanced_for_statement" | "resource" => {
                let scope = match node.kind() {
                    // try ( resource; … ) body: from here to the end of the statement, which is a little too much.
                    "resource" => node.parent().and_then(|p| p.parent()),
                    _ => Some(node),
                };
                if let (Some(name), Some(ty)) = (
                    node.child_by_field_name("name"),
                    node.child_by_field_name("type"),
                ) {
                    self.local(name, ty, node, scope.unwrap_or(node));
                }
            }
            "catch_formal_parameter" => {
                let ty = named_children(node).find(|c| c.kind() == "catch_type");
                if let (Some(name), Some(ty), Some(clause)) =
                    (node.child_by_field_name("name"), ty, node.parent())
                {
                    self.local(name, ty, node, clause);
                }
            }
            "instanceof_expression" => {
                if let (Some(name), Some(ty)) = (
                    node.child_by_field_name("name"),
                    node.child_by_field_name("right"),
                ) {
                    self.pattern(name, ty, node);
                }
            }
            "type_pattern" | "record_pattern_component" => {
                let parts: Vec<Node> = named_children(node).filter(|c| !is_comment(c)).collect();
                if let [.., ty, name] = parts[..]
                    && name.kind() == "identifier"
                {
                    self.pattern(name, ty, node);
                }
            }
            "labeled_statement" => {
                let mut parts = named_children(node).filter(|c| !is_comment(c));
                if let (Some(name), Some(statement)) = (parts.next(), parts.next()) {
                    let label = Label {
                        name: self.text_of(name).to_owned(),
                        statement: self.span(statement),
                    };
                    self.found.declarations.labels.push(label);
                }
            }
            "block" | "constructor_body" | "switch_block_statement_group" => {
                let span = self.span(node);
                self.found.declarations.blocks.push(span);
                let initializer = node.parent().is_some_and(|p| {
                    matches!(
                        p.kind(),
                        "class_body" | "static_initializer" | "enum_body_declarations"
                    )
                });
                if initializer {
                    self.found.declarations.initializers.push(span);
                }
            }
            "lambda_expression" => {
                let span = self.span(node);
                self.found.declarations.lambdas.push(span);
            }
            "line_comment" | "block_comment" => {
                let span = self.span(node);
                self.found.declarations.comments.push(span);
            }
            _ => {}
        }
    }

    fn import(&mut self, node: Node) {
        let path = named_children(node)
            .find(|c| matches!(c.kind(), "identifier" | "scoped_identifier"))
            .map(|n| squeeze(self.text_of(n)));
        let Some(path) = path else { return };
        let mut cursor = node.walk();
        let is_static = node.children(&mut cursor).any(|c| c.kind() == "static");
        let on_demand = named_children(node).any(|c| c.kind() == "asterisk");
        self.found.declarations.imports.push(Import {
            path,
            is_static,
            on_demand,
        });
    }

    pub(crate) fn type_declaration(&mut self, node: Node, name: Option<String>) {
        let kind = match node.kind() {
            "interface_declaration" => TypeKind::Interface,
            "enum_declaration" => TypeKind::Enum,
            "record_declaration" => TypeKind::Record,
            "annotation_type_declaration" => TypeKind::Annotation,
            _ => TypeKind::Class,
        };
        let (Some(name_node), Some(body)) = (
            node.child_by_field_name("name"),
            node.child_by_field_name("body"),
        ) else {
            return;
        };
        let declaration = TypeDeclaration {
            name,
            kind,
            span: self.span(node),
            name_span: self.span(name_node),
            body: self.span(body),
            modifiers: self.modifiers(node),
            type_parameters: self.type_parameters(node),
            components: match (kind, node.child_by_field_name("parameters")) {
                (TypeKind::Record, Some(list)) => self.parameter_list(list),
                _ => Vec::new(),
            },
        };
        self.found.declarations.types.push(declaration);
    }

    pub(crate) fn modifiers(&self, node: Node) -> Vec<String> {
        let Some(modifiers) = named_children(node).find(|c| c.kind() == "modifiers") else {
            return Vec::new();
        };
        let mut cursor = modifiers.walk();
        (modifiers.children(&mut cursor))
            .filter(|c| !is_comment(c))
            .map(|c| squeeze(self.text_of(c)))
            .collect()
    }

    pub(crate) fn type_parameters(&self, node: Node) -> Vec<TypeParameter> {
        let Some(list) = node.child_by_field_name("type_parameters") else {
            return Vec::new();
        };
        named_children(list)
            .filter(|c| c.kind() == "type_parameter")
            .filter_map(|parameter| {
                let name = named_children(parameter)
                    .find(|c| matches!(c.kind(), "type_identifier" | "identifier"))?;
                let bound = named_children(parameter).find(|c| c.kind() == "type_bound");
                let bound = bound.and_then(|b| named_children(b).find(|c| !is_comment(c)));
                Some(TypeParameter {
                    name: self.text_of(name).to_owned(),
                    bound: bound.map(|b| squeeze(self.text_of(b))),
                })
            })
            .collect()
    }

    fn declarators(&self, node: Node) -> Vec<Declarator> {
        let Some(ty) = node.child_by_field_name("type") else {
            return Vec::new();
        };
        let ty = squeeze(self.text_of(ty));
        named_children(node)
            .filter(|c| c.kind() == "variable_declarator")
            .filter_map(|declarator| {
                let name = declarator.child_by_field_name("name")?;
                let dimensions = self.field_text(declarator, "dimensions").unwrap_or("");
                Some(Declarator {
                    name: self.text_of(name).to_owned(),
                    name_span: self.span(name),
                    ty: ty.clone() + &squeeze(dimensions),
                })
            })
            .collect()
    }

    fn field(&mut self, node: Node) {
        let declaration = FieldDeclaration {
            class: self.classes.last().and_then(|(_, name)| name.clone()),
            span: self.span(node),
            declarators: self.declarators(node),
            modifiers: self.modifiers(node),
        };
        self.found.declarations.fields.push(declaration);
    }

    /// The scope of a local variable goes from its declarator to the end of the block, or of the `for` statement whose
    /// head declares it (JLS 6.3).
    fn local_declaration(&mut self, node: Node) {
        let Some(mut parent) = node.parent() else {
            return;
        };
        // What one group of a `switch` declares is known in the next.
        if parent.kind() == "switch_block_statement_group"
            && let Some(switch) = parent.parent()
        {
            parent = switch;
        }
        for declarator in self.declarators(node) {
            let scope = (self.lines).span(self.text, declarator.name_span.start, parent.end_byte());
            self.found.declarations.locals.push(LocalVariable {
                name: declarator.name,
                ty: declarator.ty,
                name_span: declarator.name_span,
                scope,
            });
        }
    }

    /// Where the variable of a pattern is known depends on what its statement does (JLS 6.3.1); never beyond the block.
    fn pattern(&mut self, name: Node, ty: Node, node: Node) {
        let mut scope = node;
        while let Some(parent) = scope.parent() {
            scope = parent;
            if matches!(scope.kind(), "block" | "constructor_body" | "switch_block") {
                break;
            }
        }
        self.local(name, ty, node, scope);
    }

    fn local(&mut self, name: Node, ty: Node, node: Node, scope: Node) {
        let dimensions = self.field_text(node, "dimensions").unwrap_or("");
        let local = LocalVariable {
            name: self.text_of(name).to_owned(),
            ty: squeeze(self.text_of(ty)) + &squeeze(dimensions),
            name_span: self.span(name),
            scope: (self.lines).span(self.text, name.start_byte(), scope.end_byte()),
        };
        self.found.declarations.locals.push(local);
    }
}
