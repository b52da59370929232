//! Objects that are inputs, told as a program makes them: by a constructor, a factory or a constant, by calls that fill
//! them, and by what their fields held at first.

use crate::value::InputValue;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt::{self, Write};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectValue {
    /// Objects and fields of one violation came to be in this order.
    pub time: u32,
    /// Binary name: `acme.Outer$Inner`.
    pub class: String,
    /// The type as Java source writes it, `acme.Outer.Inner` or `java.util.ArrayList<java.lang.String>`; none for a
    /// class that source elsewhere cannot name.
    pub source: Option<String>,
    pub made: Made,
    /// Calls on the object right after it was made.
    pub calls: Vec<MethodCall>,
    /// What its fields held before the entry ran, where that mattered.
    pub fields: Vec<FieldValue>,
    /// Making it threw an error, and nothing came after.
    pub failed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Made {
    /// By a constructor.
    New {
        /// Types of the parameters, as source writes them.
        types: Vec<String>,
        arguments: Vec<InputValue>,
        visibility: Visibility,
        /// A class with an enclosing instance, which is the first argument.
        inner: bool,
    },
    /// By a static method.
    Factory {
        class: String,
        method: String,
        types: Vec<String>,
        arguments: Vec<InputValue>,
        visibility: Visibility,
        /// Declared to give objects of a superclass or interface.
        wider: bool,
    },
    /// By a method without parameters of another object, the only argument.
    Method {
        name: String,
        arguments: Vec<InputValue>,
    },
    /// A static field such as an enum's constant, or, called `class`, a class literal.
    Constant {
        class: String,
        name: String,
        visibility: Visibility,
    },
}

/// Who may name a member or class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Visibility {
    Public,
    Package,
    Private,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodCall {
    pub method: String,
    /// Types of the arguments, as source writes them.
    pub types: Vec<String>,
    pub arguments: Vec<InputValue>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldValue {
    pub time: u32,
    pub name: String,
    /// Binary name of the class that declares it.
    pub class: String,
    /// The type of the value, as source writes it.
    pub ty: String,
    pub visibility: Visibility,
    /// A method that just stores into the field.
    pub setter: Option<String>,
    pub value: InputValue,
}

fn simple(class: &str) -> &str {
    let class = class.split('<').next().unwrap_or(class);
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

fn list(f: &mut fmt::Formatter<'_>, values: &[InputValue]) -> fmt::Result {
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{value}")?;
    }
    Ok(())
}

/// `new Account(5)`, `Node{value=3, next=null}`, `ArrayList[1, 2]`, `Color.RED`.
impl fmt::Display for ObjectValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = simple(&self.class);
        match &self.made {
            Made::New { arguments, .. } => {
                let filled =
                    !self.calls.is_empty() || !self.fields.is_empty() || is_container(name);
                match arguments.is_empty() && filled {
                    true => f.write_str(name)?,
                    false => {
                        write!(f, "new {name}(")?;
                        list(f, arguments)?;
                        f.write_char(')')?;
                    }
                }
            }
            Made::Factory {
                class,
                method,
                arguments,
                ..
            } => {
                write!(f, "{}.{method}(", simple(class))?;
                list(f, arguments)?;
                f.write_char(')')?;
            }
            Made::Method { name, arguments } => {
                list(f, arguments)?;
                write!(f, ".{name}()")?;
            }
            Made::Constant { class, name, .. } => write!(f, "{}.{name}", simple(class))?,
        }
        let pairs = self.calls.iter().any(|call| call.arguments.len() == 2);
        if !self.calls.is_empty() || is_container(name) {
            let pairs = pairs || name.ends_with("Map");
            f.write_char(if pairs { '{' } else { '[' })?;
            for (i, call) in self.calls.iter().enumerate() {
                if i > 0 {
                    f.write_str(", ")?;
                }
                match &call.arguments[..] {
                    [key, value] => write!(f, "{key}={value}")?,
                    other => list(f, other)?,
                }
            }
            f.write_char(if pairs { '}' } else { ']' })?;
        }
        if !self.fields.is_empty() {
            f.write_char('{')?;
            for (i, field) in self.fields.iter().enumerate() {
                if i > 0 {
                    f.write_str(", ")?;
                }
                write!(f, "{}={}", field.name, field.value)?;
            }
            f.write_char('}')?;
        }
        Ok(())
    }
}

fn is_container(name: &str) -> bool {
    ["List", "Set", "Map", "Deque", "Queue", "Vector", "Stack"]
        .iter()
        .any(|end| name.ends_with(end))
}

impl Serialize for ObjectValue {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        match &self.made {
            Made::New { arguments, .. } => {
                map.serialize_entry("new", &self.class)?;
                map.serialize_entry("arguments", arguments)?;
            }
            Made::Factory {
                class,
                method,
                arguments,
                ..
            } => {
                map.serialize_entry("call", &format!("{class}.{method}"))?;
                map.serialize_entry("arguments", arguments)?;
            }
            Made::Method { name, arguments } => {
                map.serialize_entry("call", name)?;
                map.serialize_entry("arguments", arguments)?;
            }
            Made::Constant { class, name, .. } => {
                map.serialize_entry("constant", &format!("{class}.{name}"))?;
            }
        }
        if !self.calls.is_empty() {
            let calls: Vec<CallJson> = self.calls.iter().map(CallJson).collect();
            map.serialize_entry("calls", &calls)?;
        }
        if !self.fields.is_empty() {
            map.serialize_entry("fields", &FieldsJson(&self.fields))?;
        }
        map.end()
    }
}

struct CallJson<'a>(&'a MethodCall);

impl Serialize for CallJson<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(Some(2))?;
        map.serialize_entry("method", &self.0.method)?;
        map.serialize_entry("arguments", &self.0.arguments)?;
        map.end()
    }
}

struct FieldsJson<'a>(&'a [FieldValue]);

impl Serialize for FieldsJson<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.0.iter().map(|field| (&field.name, &field.value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(class: &str, arguments: Vec<InputValue>) -> ObjectValue {
        ObjectValue {
            time: 0,
            class: class.to_owned(),
            source: Some(class.replace('$', ".")),
            made: Made::New {
                types: vec!["int".to_owned(); arguments.len()],
                arguments,
                visibility: Visibility::Public,
                inner: false,
            },
            calls: Vec::new(),
            fields: Vec::new(),
            failed: false,
        }
    }

    #[test]
    fn objects_read_like_java() {
        let check = |object: &ObjectValue, shown: &str, json: &str| {
            assert_eq!(object.to_string(), shown);
            assert_eq!(serde_json::to_string(object).expect("serialises"), json);
        };
        let account = object("acme.Bank$Account", vec![InputValue::Int(5)]);
        check(
            &account,
            "new Account(5)",
            r#"{"new":"acme.Bank$Account","arguments":[5]}"#,
        );
        let mut node = object("Node", vec![]);
        node.fields.push(FieldValue {
            time: 1,
            name: "next".to_owned(),
            class: "Node".to_owned(),
            ty: "Node".to_owned(),
            setter: None,
            visibility: Visibility::Package,
            value: InputValue::Same {
                time: 0,
                name: "list".to_owned(),
            },
        });
        check(
            &node,
            "Node{next=list}",
            r#"{"new":"Node","arguments":[],"fields":{"next":{"same":"list"}}}"#,
        );
        let mut list = object("java.util.ArrayList", vec![]);
        check(
            &list,
            "ArrayList[]",
            r#"{"new":"java.util.ArrayList","arguments":[]}"#,
        );
        list.calls.push(MethodCall {
            method: "add".to_owned(),
            types: vec!["java.lang.Integer".to_owned()],
            arguments: vec![InputValue::Int(1)],
        });
        assert_eq!(list.to_string(), "ArrayList[1]");
    }
}
