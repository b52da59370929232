//! What is written about a class, resolved: invariants and other clauses, ghost and model fields, and each of its methods.

use crate::attach::{TypeText, Unit};
use crate::contract::{
    Arithmetic, Clause, GhostField, Invariant, Math, ModelField, Place, Representation, Represents,
    Unsupported,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::methods;
use crate::modifiers::Flags;
use crate::own::OwnClass;
use crate::resolve::{Resolver, Site, Surroundings, integer};
use crate::resolved::{Expr, ExprKind, FieldOrigin, FieldRef, Type};
use crate::scope::{FileScope, Scope, World};
use crate::syntax::{self, TypeClauseKind};
use classpath::{ClassFile, Constant, FieldType, Name, access};
use source::{SourceFile, Span, TypeDeclaration, TypeKind};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// One file with its annotations.
pub struct Input<'s> {
    pub path: Arc<Path>,
    pub source: &'s SourceFile,
    pub unit: Unit,
    pub scope: FileScope,
    /// Declarations without bodies.
    pub library: bool,
    /// Part of this program.
    pub built_in: bool,
    pub arithmetic: Arithmetic,
}

impl Input<'_> {
    /// The internal name of a type; none for local ones.
    pub fn class_name(&self, ty: &TypeDeclaration) -> Option<Name> {
        let name = ty.name.as_ref()?;
        Some(format!("{}{name}", self.scope.package).into())
    }

    /// The type variables that are known within a type, with those of the types around it.
    pub fn type_variables(&self, world: &World, index: usize) -> Vec<(String, FieldType)> {
        let types = self.source.types();
        let span = types[index].span;
        let mut variables = Vec::new();
        for ty in types
            .iter()
            .filter(|t| t.span.start <= span.start && span.end <= t.span.end)
        {
            let Some(class) = self.class_name(ty) else {
                continue;
            };
            let scope = Scope {
                world,
                file: &self.scope,
                class: &class,
                variables: &variables,
            };
            variables = scope.variables_of(&ty.type_parameters);
        }
        variables
    }

    fn nullable_by_default(&self, index: usize) -> bool {
        let types = self.source.types();
        let span = types[index].span;
        let mut nullable = false;
        for (i, ty) in types.iter().enumerate() {
            if ty.span.start <= span.start && span.end <= ty.span.end {
                let words = self.unit.types.get(&i).map_or(&[][..], |t| &t.modifiers);
                nullable = Flags::of(words, &ty.modifiers).nullable_within(nullable);
            }
        }
        nullable
    }

    /// The arithmetic of specifications and of code within a type.
    pub fn math(&self, index: usize) -> (Math, Math) {
        let types = self.source.types();
        let span = types[index].span;
        let Arithmetic { mut spec, mut code } = self.arithmetic;
        for (i, ty) in types.iter().enumerate() {
            if ty.span.start <= span.start && span.end <= ty.span.end {
                let words = self.unit.types.get(&i).map_or(&[][..], |t| &t.modifiers);
                let flags = Flags::of(words, &ty.modifiers);
                spec = flags.spec_math.unwrap_or(spec);
                code = flags.code_math.unwrap_or(code);
            }
        }
        (spec, code)
    }

    pub fn place(&self, span: Span) -> Place {
        Place {
            file: self.path.clone(),
            span,
        }
    }
}

/// Ghost and model fields of one type.
pub fn declare(
    input: &Input,
    index: usize,
    class: &ClassFile,
    world: &World,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<FieldRef> {
    let Some(text) = input.unit.types.get(&index) else {
        return Vec::new();
    };
    let variables = input.type_variables(world, index);
    let scope = Scope {
        world,
        file: &input.scope,
        class: &class.name,
        variables: &variables,
    };
    let interface = input.source.types()[index].kind == TypeKind::Interface;
    let mut fields = Vec::new();
    for field in &text.fields {
        let flags = Flags::of(&field.modifiers, &[]);
        let ty = match field.ty.name.as_str() {
            // What speaks of the field is unknown, and nothing else.
            "\\seq" | "\\map" | "\\free" | "\\datagroup" | "JMLDataGroup" => Some(Type::Unknown),
            name => scope.resolve(name, field.ty.dimensions),
        };
        let Some(ty) = ty else {
            diagnostics.push(Diagnostic {
                severity: Severity::Error,
                message: format!("there is no type `{}` here", field.ty.name),
                place: input.place(field.ty.span),
                help: None,
            });
            continue;
        };
        fields.push(FieldRef {
            class: class.name.clone(),
            name: field.name.text.as_str().into(),
            ty,
            is_static: flags.is_static || (interface && !flags.instance),
            is_final: field.modifiers.iter().any(|w| w.text == "final"),
            origin: match flags.model {
                true => FieldOrigin::Model,
                false => FieldOrigin::Ghost,
            },
        });
    }
    fields
}

/// The values of static final ghost fields that are declared with a literal: what a field of Java would be a constant with
/// (JLS 4.12.4).
pub fn constants(input: &Input, index: usize, fields: &[FieldRef]) -> Vec<(String, Constant)> {
    let text = input.unit.types.get(&index);
    let declared = text.into_iter().flat_map(|text| &text.fields);
    let mut found = Vec::new();
    for declaration in declared {
        let name = &declaration.name.text;
        let field = fields.iter().find(|f| *f.name == **name);
        let field = field.filter(|f| f.is_static && f.is_final && f.origin == FieldOrigin::Ghost);
        let (Some(field), Some(initial)) = (field, &declaration.initial) else {
            continue;
        };
        if let Some(value) = constant(initial, &field.ty) {
            found.push((name.clone(), value));
        }
    }
    found
}

/// A literal as a value of a type that it fits.
fn constant(initial: &syntax::Expr, ty: &Type) -> Option<Constant> {
    let Type::Java(ty) = ty else {
        return None;
    };
    let value = match &initial.kind {
        syntax::ExprKind::Parenthesized(inner) => return constant(inner, &Type::Java(ty.clone())),
        syntax::ExprKind::Boolean(is) => {
            return (*ty == FieldType::Boolean).then_some(Constant::Int((*is).into()));
        }
        syntax::ExprKind::Character(unit) => i64::from(*unit),
        syntax::ExprKind::Number(digits) => integer(digits)?,
        _ => return None,
    };
    let within = |low: i64, high: i64| (low..=high).contains(&value);
    let fits = match ty {
        FieldType::Byte => within(i8::MIN.into(), i8::MAX.into()),
        FieldType::Short => within(i16::MIN.into(), i16::MAX.into()),
        FieldType::Char => within(0, u16::MAX.into()),
        FieldType::Int => true,
        FieldType::Long => return Some(Constant::Long(value)),
        _ => false,
    };
    i32::try_from(value)
        .ok()
        .filter(|_| fits)
        .map(Constant::Int)
}

/// Resolves what is written about one type of a file and its members.
pub struct ClassReader<'a> {
    pub input: &'a Input<'a>,
    pub index: usize,
    pub class: &'a ClassFile,
    pub world: &'a World<'a>,
    pub diagnostics: &'a mut Vec<Diagnostic>,
    pub next_bound: &'a mut u32,
}

impl ClassReader<'_> {
    pub fn read(&mut self, own: &mut OwnClass) {
        let variables = self.input.type_variables(self.world, self.index);
        let nullable = self.input.nullable_by_default(self.index);
        self.implied_invariants(nullable, own);
        if let Some(text) = self.input.unit.types.get(&self.index) {
            self.fields(text, nullable, &variables, own);
            self.clauses(text, &variables, own);
            self.model_methods(&text.model_methods, &variables, own);
        }
        let declared = &self.input.source.types()[self.index].name;
        for (i, method) in self.input.source.methods().iter().enumerate() {
            if method.class == *declared && method.class.is_some() {
                self.method(i, nullable, &variables, own);
            }
        }
    }

    pub(crate) fn unsupported(&self, found: Vec<(String, Span)>) -> Vec<Unsupported> {
        let entry = |(what, span)| Unsupported {
            what,
            place: self.input.place(span),
        };
        found.into_iter().map(entry).collect()
    }

    /// Runs something with a resolver for expressions outside of methods.
    fn outside<T>(
        &mut self,
        is_static: bool,
        site: Site,
        variables: &[(String, FieldType)],
        run: impl FnOnce(&mut Resolver) -> T,
    ) -> (T, Vec<Unsupported>) {
        let around = Surroundings {
            file: self.input.source,
            path: &self.input.path,
            is_static,
            parameters: &[],
            result: None,
            signature: None,
            labels: &[],
        };
        let scope = Scope {
            world: self.world,
            file: &self.input.scope,
            class: &self.class.name,
            variables,
        };
        let mut resolver = Resolver::new(scope, &around, self.diagnostics, self.next_bound, site);
        resolver.math = self.input.math(self.index).0;
        let result = run(&mut resolver);
        let found = std::mem::take(&mut resolver.unsupported);
        (result, self.unsupported(found))
    }

    /// Fields are not null unless they are declared to be.
    fn implied_invariants(&mut self, nullable: bool, own: &mut OwnClass) {
        let empty = Vec::new();
        let declared = &self.input.source.types()[self.index];
        let text = self.input.unit.types.get(&self.index);
        for (i, component) in declared.components.iter().enumerate() {
            let words = text.and_then(|t| t.components.get(&i)).unwrap_or(&empty);
            if !Flags::of(words, &component.modifiers).may_be_null(nullable) {
                own.invariants
                    .extend(self.field_never_null(&component.name, component.span));
            }
        }
        for (i, declaration) in self.input.source.fields().iter().enumerate() {
            if declaration.class != declared.name || declaration.class.is_none() {
                continue;
            }
            let words = self.input.unit.fields.get(&i).unwrap_or(&empty);
            if Flags::of(words, &declaration.modifiers).may_be_null(nullable) {
                continue;
            }
            for declarator in &declaration.declarators {
                let invariant = self.field_never_null(&declarator.name, declarator.name_span);
                own.invariants.extend(invariant);
            }
        }
    }

    /// That a field of the class file is not null, if it could be.
    fn field_never_null(&self, name: &str, span: Span) -> Option<Invariant> {
        let compiled = self.class.fields.iter().find(|f| *f.name == *name)?;
        let ty = FieldType::parse(&compiled.descriptor).ok()?;
        // A constant of a class file is never null.
        if !ty.is_reference() || compiled.constant_value.is_some() {
            return None;
        }
        let field = FieldRef {
            class: self.class.name.clone(),
            name: compiled.name.clone(),
            ty: Type::Java(ty),
            is_static: compiled.access & access::STATIC != 0,
            is_final: compiled.access & access::FINAL != 0,
            origin: FieldOrigin::Java,
        };
        Some(self.never_null(field, span))
    }

    fn never_null(&self, field: FieldRef, span: Span) -> Invariant {
        let is_static = field.is_static;
        let what = format!("field {}", field.name);
        let this = Expr {
            kind: ExprKind::This,
            ty: Type::Java(FieldType::Object(self.class.name.clone())),
            span,
        };
        let ty = field.ty.clone();
        let kind = ExprKind::Field {
            receiver: (!is_static).then(|| Box::new(this)),
            field,
        };
        let value = Expr { kind, ty, span };
        Invariant {
            class: self.class.name.clone(),
            is_static,
            clause: methods::non_null(value, what, self.input.place(span)),
        }
    }

    fn fields(
        &mut self,
        text: &TypeText,
        nullable_by_default: bool,
        variables: &[(String, FieldType)],
        own: &mut OwnClass,
    ) {
        for declared in &text.fields {
            let known = self.world.fields.get(&self.class.name);
            let Some(field) = known.and_then(|k| k.get(&declared.name.text)).cloned() else {
                own.unsupported.push(Unsupported {
                    what: format!("the field `{}`", declared.name.text),
                    place: self.input.place(declared.span),
                });
                continue;
            };
            let flags = Flags::of(&declared.modifiers, &[]);
            let nullable = flags.may_be_null(nullable_by_default);
            let place = self.input.place(declared.span);
            // Of a model field that nothing represents there is no value to speak of.
            let has_value =
                field.origin != FieldOrigin::Model || self.world.groups.is_represented(&field);
            if field.ty.is_reference() && !nullable && has_value {
                let invariant = self.never_null(field.clone(), declared.name.span);
                own.invariants.push(invariant);
            }
            if field.origin == FieldOrigin::Model {
                own.model_fields.push(ModelField {
                    field,
                    nullable,
                    represents: Vec::new(),
                    place,
                });
                continue;
            }
            let mut initial = None;
            if let Some(value) = &declared.initial {
                let (value, unsupported) =
                    self.outside(field.is_static, Site::Invariant, variables, |r| {
                        let value = r.expr(value);
                        r.assigned_or_error(value, &field.ty)
                    });
                // Only what makes objects needs the value, and finds there that it has none.
                for found in unsupported {
                    let message = format!("the first value of a ghost field: {}", found.what);
                    self.diagnostics.push(Diagnostic {
                        severity: Severity::Warning,
                        message,
                        place: found.place,
                        help: None,
                    });
                }
                initial = Some(value);
            }
            own.ghost_fields.push(GhostField {
                field,
                nullable,
                initial,
                place,
            });
        }
    }

    fn clauses(&mut self, text: &TypeText, variables: &[(String, FieldType)], own: &mut OwnClass) {
        for clause in &text.clauses {
            let is_static = Flags::of(&clause.modifiers, &[]).is_static;
            let (condition, site) = match &clause.kind {
                TypeClauseKind::Invariant(e)
                | TypeClauseKind::Initially(e)
                | TypeClauseKind::Axiom(e) => (e, Site::Invariant),
                TypeClauseKind::Constraint(e) => (e, Site::Constraint),
                TypeClauseKind::Represents {
                    target,
                    such_that,
                    value,
                } => {
                    self.represents(clause, target, *such_that, value, variables, own);
                    continue;
                }
                // Only frames that name the group are concerned.
                TypeClauseKind::Group { .. } => continue,
                TypeClauseKind::Unsupported(what) => {
                    own.unsupported.push(Unsupported {
                        what: what.clone(),
                        place: self.input.place(clause.span),
                    });
                    continue;
                }
            };
            let (conjuncts, unsupported) =
                self.outside(is_static, site, variables, |r| r.conjuncts(condition));
            own.unsupported.extend(unsupported);
            let class = self.class.name.clone();
            let entry = |clause: Clause| Invariant {
                class: class.clone(),
                is_static,
                clause,
            };
            let list = match &clause.kind {
                TypeClauseKind::Invariant(_) => &mut own.invariants,
                TypeClauseKind::Initially(_) => &mut own.initially,
                TypeClauseKind::Axiom(_) => &mut own.axioms,
                _ => &mut own.constraints,
            };
            list.extend(conjuncts.into_iter().map(entry));
        }
    }

    fn represents(
        &mut self,
        clause: &syntax::TypeClause,
        target: &syntax::Expr,
        such_that: bool,
        value: &syntax::Expr,
        variables: &[(String, FieldType)],
        own: &mut OwnClass,
    ) {
        let is_static = Flags::of(&clause.modifiers, &[]).is_static;
        let (resolved, unsupported) = self.outside(is_static, Site::Invariant, variables, |r| {
            let target = r.expr(target);
            let meaning = match such_that {
                true => Representation::SuchThat(r.condition(value)),
                false if target.ty == Type::LocSet => {
                    let location = r.location(value);
                    let span = location.span;
                    let kind = ExprKind::Locations(Box::new(location));
                    Representation::Value(Expr {
                        kind,
                        ty: Type::LocSet,
                        span,
                    })
                }
                false => {
                    let value = r.expr(value);
                    Representation::Value(r.assigned_or_error(value, &target.ty))
                }
            };
            (target, meaning)
        });
        own.unsupported.extend(unsupported);
        let (target, meaning) = resolved;
        match target.kind {
            ExprKind::Field { field, .. } if field.origin == FieldOrigin::Model => {
                let represents = Represents {
                    class: self.class.name.clone(),
                    meaning,
                    place: self.input.place(clause.span),
                };
                own.represents.push((field, represents));
            }
            ExprKind::Unsupported(_) => {}
            _ => {
                let message = "only a model field is represented by something";
                self.diagnostics.push(Diagnostic {
                    severity: Severity::Error,
                    message: message.to_owned(),
                    place: self.input.place(target.span),
                    help: None,
                });
                own.unsupported.push(Unsupported {
                    what: message.to_owned(),
                    place: self.input.place(target.span),
                });
            }
        }
    }
}

/// The classes of all inputs by name.
pub type Classes = HashMap<Name, OwnClass>;
