//! Events in words, in the syntax of `.prop` files, for listings and reports.

use crate::model::*;
use classpath::{FieldType, Name};
use std::fmt::Write;

impl Property {
    /// `after i.hasNext()`, with all alternatives.
    pub fn describe_event(&self, event: &Event) -> Vec<String> {
        let when = match event.when {
            When::Before => "before",
            When::After => "after",
            When::End => return vec!["end of program".into()],
        };
        let calls = event.calls.iter();
        calls
            .map(|call| format!("{when} {}", self.describe_call(call)))
            .collect()
    }

    /// `i := c.iterator()`
    pub fn describe_call(&self, call: &Call) -> String {
        let name = |object: ObjectId| &self.object(object).name;
        let mut out = String::new();
        if let Some(result) = call.result {
            let _ = write!(out, "{} := ", name(result));
        }
        let signature = &call.signature;
        let class = match &signature.class {
            ClassPattern::Any => "*".to_owned(),
            ClassPattern::Subtype(class) | ClassPattern::Exact(class) => simple(class),
        };
        match (signature.target, call.receiver) {
            (Target::Constructor, _) => {
                let _ = write!(out, "new {class}");
            }
            (_, Some(receiver)) => {
                let own = &self.object(receiver).class;
                let named = signature.class.class().is_none_or(|class| class == own);
                let _ = match named {
                    true => write!(out, "{}", name(receiver)),
                    false => write!(out, "({} : {class})", name(receiver)),
                };
                let _ = write!(out, ".{}", signature.name.as_str());
            }
            (_, None) => {
                let _ = write!(out, "{class}.{}", signature.name.as_str());
            }
        }
        out.push_str(&self.describe_parameters(signature, &call.arguments));
        if let Some(returned) = call.returns {
            let _ = write!(out, " returns {}", returned.as_str());
        }
        for (index, except) in call.except.iter().enumerate() {
            let word = match index {
                0 => " except ",
                _ => ", ",
            };
            let class = match except.class == signature.class {
                true => String::new(),
                false => format!("{}.", except.class.class().map_or("*".into(), simple)),
            };
            let parameters = self.describe_parameters(except, &[]);
            let _ = write!(out, "{word}{class}{}{parameters}", except.name.as_str());
        }
        out
    }

    fn describe_parameters(&self, signature: &Signature, bound: &[(Argument, ObjectId)]) -> String {
        let Some(patterns) = &signature.parameters else {
            return "(..)".into();
        };
        let count = patterns.len();
        let object = |index: usize| {
            let at = |argument: &Argument| match argument {
                Argument::FromStart(i) => usize::from(*i) == index,
                Argument::FromEnd(i) => usize::from(*i) + index + 1 == count,
            };
            let found = bound.iter().find(|(argument, _)| at(argument));
            found.map(|(_, object)| self.object(*object).name.clone())
        };
        let shown: Vec<String> = patterns
            .iter()
            .enumerate()
            .map(|(index, pattern)| match pattern {
                ParameterPattern::Rest => "..".into(),
                ParameterPattern::One(ty) => object(index).unwrap_or_else(|| ty.describe()),
            })
            .collect();
        format!("({})", shown.join(", "))
    }
}

impl Returned {
    pub fn as_str(self) -> &'static str {
        match self {
            Returned::True => "true",
            Returned::False => "false",
            Returned::Null => "null",
            Returned::NonNull => "non-null",
        }
    }
}

impl TypePattern {
    fn describe(&self) -> String {
        match self {
            TypePattern::Any => "*".into(),
            TypePattern::Exact(None) => "void".into(),
            TypePattern::Exact(Some(ty)) => simple_type(ty),
            TypePattern::Subtype(class) => simple(class) + "+",
        }
    }
}

fn simple_type(ty: &FieldType) -> String {
    match ty {
        FieldType::Object(name) => simple(name),
        FieldType::Array(element) => simple_type(element) + "[]",
        primitive => primitive.java_name(),
    }
}

/// `Map.Entry` for `java/util/Map$Entry`.
pub(crate) fn simple(class: &Name) -> String {
    match FieldType::parse(class) {
        Ok(array @ FieldType::Array(_)) => simple_type(&array),
        _ => {
            let last = class.rsplit('/').next().unwrap_or(class);
            last.replace('$', ".")
        }
    }
}
