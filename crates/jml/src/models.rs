//! Model methods: methods that only specifications call. One means what its body returns, or else what its contract says that
//! its result equals. The statements of a body become one expression (`model_bodies`).

use crate::classes::{ClassReader, Input};
use crate::contract::{Clause, ModelMethod, Unsupported};
use crate::diagnostic::{Diagnostic, Severity};
use crate::modifiers::Flags;
use crate::own::OwnClass;
use crate::resolve::{Resolver, Site, Surroundings};
use crate::resolved::{Expr, MethodRef, Type};
use crate::scope::{Scope, World};
use crate::syntax::{self, BinaryOp, ClauseKind, ExprKind, ModelBody, ModelStatement};
use classpath::{ClassFile, FieldType};

/// What a call of a model method needs to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    pub method: MethodRef,
    pub is_static: bool,
    pub is_private: bool,
    pub parameters: Vec<Type>,
    pub result: Type,
}

/// The signatures of a type's model methods, in the order of the text; types that are not found are unknown.
pub fn signatures(input: &Input, index: usize, class: &ClassFile, world: &World) -> Vec<Signature> {
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
    let known = |ty: &syntax::TypeName| {
        let found = scope.resolve(&ty.name, ty.dimensions);
        found.unwrap_or(Type::Unknown)
    };
    let one = |method: &syntax::ModelMethod| {
        let parameters: Vec<Type> = method.parameters.iter().map(|p| known(&p.ty)).collect();
        let names: Vec<String> = (method.parameters.iter().zip(&parameters))
            .map(|(written, ty)| match ty {
                Type::Unknown => written.ty.name.clone(),
                ty => ty.describe(),
            })
            .collect();
        Signature {
            method: MethodRef {
                class: class.name.clone(),
                name: method.name.text.as_str().into(),
                descriptor: format!("model({})", names.join(",")).into(),
            },
            is_static: Flags::of(&method.modifiers, &[]).is_static,
            is_private: method.modifiers.iter().any(|w| w.text == "private"),
            parameters,
            result: method.ty.as_ref().map_or(Type::Unknown, known),
        }
    };
    text.model_methods.iter().map(one).collect()
}

impl ClassReader<'_> {
    /// Gives each model method of the class its meaning. What has none makes unknown what calls the method, and nothing else.
    pub(crate) fn model_methods(
        &mut self,
        methods: &[syntax::ModelMethod],
        variables: &[(String, FieldType)],
        own: &mut OwnClass,
    ) {
        // The same text gives the same signatures.
        let known = signatures(self.input, self.index, self.class, self.world);
        for (method, signature) in methods.iter().zip(&known) {
            let place = self.input.place(method.name.span);
            let same = |other: &&Signature| other.method == signature.method;
            let several = known.iter().filter(same).count() > 1;
            let mut model = ModelMethod {
                method: signature.method.clone(),
                is_static: signature.is_static,
                result: signature.result.clone(),
                requires: Vec::new(),
                body: None,
                unsupported: Vec::new(),
                place,
            };
            let meaning = match several {
                true => Err("another model method has this name and these types".to_owned()),
                false => self.model_body(method, signature, variables),
            };
            match meaning {
                Ok((requires, body, unsupported)) => {
                    model.requires = requires;
                    model.body = body;
                    model.unsupported = unsupported;
                }
                Err(message) => {
                    self.warn(&message, method);
                    model.unsupported.push(Unsupported {
                        what: format!("the model method `{}`: {message}", method.name.text),
                        place: model.place.clone(),
                    });
                }
            }
            own.model_methods.push(model);
        }
    }

    fn warn(&mut self, message: &str, method: &syntax::ModelMethod) {
        self.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            message: message.to_owned(),
            place: self.input.place(method.name.span),
            help: None,
        });
    }

    #[expect(clippy::type_complexity, reason = "taken apart at once")]
    fn model_body(
        &mut self,
        method: &syntax::ModelMethod,
        signature: &Signature,
        variables: &[(String, FieldType)],
    ) -> Result<(Vec<Clause>, Option<Expr>, Vec<Unsupported>), String> {
        if method.modifiers.iter().any(|w| w.text == "two_state") {
            return Err("methods of two states have no meaning".to_owned());
        }
        let mut named = Vec::new();
        for (written, ty) in method.parameters.iter().zip(&signature.parameters) {
            let Type::Java(ty) = ty else {
                return Err("a parameter of a type that Java does not have".to_owned());
            };
            named.push((written.name.text.clone(), ty.clone()));
        }
        if signature.result == Type::Unknown {
            return Err("the type of the result".to_owned());
        }
        let mut requires = Vec::new();
        let statements = match &method.body {
            ModelBody::Statements(statements) => statements.clone(),
            ModelBody::None => {
                let (conditions, value) = defined_by(&method.cases)?;
                requires = conditions;
                let value = value.map(|value| ModelStatement::Return(value.clone()));
                value.into_iter().collect()
            }
            ModelBody::Other(what) => {
                return Err(format!("what is in its body has no meaning: {what}"));
            }
        };
        if matches!(method.body, ModelBody::Statements(_)) && !method.cases.is_empty() {
            self.warn(
                "that a model method fulfils its contract is not checked",
                method,
            );
        }
        if statements.is_empty() && method.body == ModelBody::None {
            return Ok((Vec::new(), None, Vec::new()));
        }
        let around = Surroundings {
            file: self.input.source,
            path: &self.input.path,
            is_static: signature.is_static,
            parameters: &named,
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
        let mut resolver = Resolver::new(
            scope,
            &around,
            self.diagnostics,
            self.next_bound,
            Site::Requires,
        );
        let flags = Flags::of(&method.modifiers, &[]);
        resolver.math = flags.spec_math.unwrap_or(self.input.math(self.index).0);
        let mut conditions = Vec::new();
        for condition in requires {
            conditions.extend(resolver.conjuncts(condition));
        }
        let value = resolver.model_value(&statements, &signature.result)?;
        let found = std::mem::take(&mut resolver.unsupported);
        Ok((conditions, Some(value), self.unsupported(found)))
    }
}

/// The preconditions and the expression that a contract says the result to equal, if it says just that.
type Defined<'t> = (Vec<&'t syntax::Expr>, Option<&'t syntax::Expr>);

fn defined_by(cases: &[syntax::Case]) -> Result<Defined<'_>, &'static str> {
    let [case] = cases else {
        return match cases {
            [] => Ok((Vec::new(), None)),
            _ => Err("without a body, only a contract of one case has a meaning"),
        };
    };
    let mut requires = Vec::new();
    let mut value = None;
    for clause in &case.clauses {
        match &clause.kind {
            ClauseKind::Requires(condition) => requires.push(condition),
            ClauseKind::Ensures(condition) if value.is_none() => {
                value = Some(equal_to_result(condition).ok_or(WITHOUT_BODY)?);
            }
            ClauseKind::Assignable(_)
            | ClauseKind::Accessible(_)
            | ClauseKind::MeasuredBy(_)
            | ClauseKind::SignalsOnly(_) => {}
            _ => return Err(WITHOUT_BODY),
        }
    }
    match case.nested.is_empty() {
        true => Ok((requires, value)),
        false => Err(WITHOUT_BODY),
    }
}

const WITHOUT_BODY: &str = "without a body, only a contract `ensures \\result == …` has a meaning";

/// `e` in `\result == e`, `e == \result`, `\result <==> e` and so on.
fn equal_to_result(condition: &syntax::Expr) -> Option<&syntax::Expr> {
    match &condition.kind {
        ExprKind::Parenthesized(inner) => equal_to_result(inner),
        ExprKind::Binary(BinaryOp::Equal | BinaryOp::Iff, left, right) => {
            match (is_result(left), is_result(right)) {
                (true, false) => Some(right),
                (false, true) => Some(left),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_result(expr: &syntax::Expr) -> bool {
    match &expr.kind {
        ExprKind::Parenthesized(inner) => is_result(inner),
        ExprKind::Keyword(word) => word == "result",
        _ => false,
    }
}
