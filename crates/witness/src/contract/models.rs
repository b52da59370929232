//! Model methods as methods of the test: a body becomes statements, so that a method can call itself.

use super::clause::{Java, Result, java_type};
use jml::contract::ModelMethod;
use jml::resolved::{Call, Dispatch, Expr, ExprKind, MethodRef, Type};
use std::fmt::Write;

/// The methods of a test that stand for model methods.
#[derive(Default)]
pub(super) struct Models {
    /// Each with its name in the test, and with its text once that is known.
    known: Vec<(MethodRef, String, String)>,
}

impl Models {
    pub fn texts(self) -> Vec<String> {
        self.known.into_iter().map(|(_, _, text)| text).collect()
    }
}

impl Java<'_> {
    pub(super) fn model_call(&mut self, call: &Call) -> Result<String> {
        if self.old {
            return Err("a model method in the state before".into());
        }
        let model = self.model(call)?;
        let mut arguments = Vec::new();
        let mut parameters = Vec::new();
        if let Some(receiver) = &call.receiver {
            self.help("some");
            arguments.push(format!("some({})", self.expr(receiver)?));
        }
        for argument in &call.arguments {
            arguments.push(self.expr(argument)?);
            parameters.push(java_type(&argument.ty)?);
        }
        let known = self.models.known.iter();
        let mut known = known.filter(|(method, ..)| *method == model.method);
        let name = match known.next() {
            Some((_, name, _)) => name.clone(),
            None => self.model_method(&model, &parameters)?,
        };
        Ok(format!("{name}({})", arguments.join(", ")))
    }

    /// The one model method that a call means, whichever class the receiver has.
    fn model(&self, call: &Call) -> Result<ModelMethod> {
        let method = &call.method;
        let of = |class: &str| {
            let mut all = self.specifications.class(class).model_methods;
            all.retain(|m| {
                m.method.name == method.name && m.method.descriptor == method.descriptor
            });
            all.pop()
        };
        let mut found: Vec<ModelMethod> = match call.dispatch {
            Dispatch::Virtual => (self.classes.below)(&method.class)
                .iter()
                .filter_map(|class| of(class))
                .collect(),
            _ => of(&method.class).into_iter().collect(),
        };
        found.dedup_by(|a, b| a.method == b.method);
        let name = &method.name;
        match (found.pop(), found.is_empty()) {
            (Some(only), true) if only.unsupported.is_empty() => Ok(only),
            (Some(_), false) => Err(format!("the model method {name} of several classes")),
            _ => Err(format!("the model method {name} without a body")),
        }
    }

    /// Writes a model method as a method of the test; its name.
    fn model_method(&mut self, model: &ModelMethod, parameters: &[&str]) -> Result<String> {
        let name = self.fresh("model");
        let at = self.models.known.len();
        let known = (model.method.clone(), name.clone(), String::new());
        self.models.known.push(known);
        let body = model.body.as_ref();
        let body = body.ok_or_else(|| format!("the model method {name} without a body"))?;
        let names: Vec<String> = parameters.iter().map(|_| self.fresh("p")).collect();
        let mut declared: Vec<String> = (parameters.iter().zip(&names))
            .map(|(ty, name)| format!("{ty} {name}"))
            .collect();
        let this = (!model.is_static).then(|| self.fresh("self"));
        if let Some(this) = &this {
            declared.insert(0, format!("Object {this}"));
        }
        // Nothing of what is around the call is known in it.
        let outer_this = std::mem::replace(&mut self.this, this);
        let outer_names = std::mem::replace(&mut self.parameters, names);
        let outer_bound = std::mem::take(&mut self.bound);
        let outer_about = std::mem::take(&mut self.about);
        let mut text = String::new();
        // Writing to a string does not fail, here and below.
        let _ = writeln!(text, "    /** The model method {}. */", model.method.name);
        let _ = writeln!(
            text,
            "    private static {} {name}({}) throws Throwable {{",
            java_type(&model.result)?,
            declared.join(", ")
        );
        for clause in &model.requires {
            self.no_value_unless(&clause.expr, 2, &mut text)?;
        }
        self.statements(body, &model.result, 2, &mut text)?;
        text.push_str("    }");
        self.this = outer_this;
        self.parameters = outer_names;
        self.bound = outer_bound;
        self.about = outer_about;
        self.models.known[at].2 = text;
        Ok(name)
    }

    /// What returns the value of an expression.
    fn statements(
        &mut self,
        expr: &Expr,
        result: &Type,
        depth: usize,
        text: &mut String,
    ) -> Result<()> {
        let indent = "    ".repeat(depth);
        match &expr.kind {
            ExprKind::Conditional(condition, yes, no) => {
                let condition = self.expr(condition)?;
                let _ = writeln!(text, "{indent}if ({condition}) {{");
                self.statements(yes, result, depth + 1, text)?;
                let _ = writeln!(text, "{indent}}} else {{");
                self.statements(no, result, depth + 1, text)?;
                let _ = writeln!(text, "{indent}}}");
            }
            ExprKind::Let {
                variable,
                value,
                body,
            } => {
                let ty = java_type(&value.ty)?;
                let value = self.expr(value)?;
                let name = self.fresh("local");
                let _ = writeln!(text, "{indent}{ty} {name} = ({ty}) ({value});");
                self.bound.insert(*variable, name);
                self.statements(body, result, depth, text)?;
            }
            ExprKind::Provided { condition, value } => {
                self.no_value_unless(condition, depth, text)?;
                self.statements(value, result, depth, text)?;
            }
            _ => {
                let (ty, value) = (java_type(result)?, self.expr(expr)?);
                let _ = writeln!(text, "{indent}return ({ty}) ({value});");
            }
        }
        Ok(())
    }

    fn no_value_unless(&mut self, condition: &Expr, depth: usize, text: &mut String) -> Result<()> {
        let indent = "    ".repeat(depth);
        let condition = self.expr(condition)?;
        let _ = writeln!(text, "{indent}if (!({condition})) {{");
        let _ = writeln!(
            text,
            "{indent}    throw new IllegalStateException(\"no value\");"
        );
        let _ = writeln!(text, "{indent}}}");
        Ok(())
    }
}
