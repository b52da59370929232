//! The states of an execution as Java: statements that build the one before, without running constructors, and
//! statements that say what the one after is expected to be.

use super::Classes;
use super::clause::{dotted, quoted};
use crate::literal::literal;
use classpath::access;
use outcome::{Execution, HeapConstant, HeapContent, HeapObject, HeapStep, HeapValue, InputValue};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Built {
    pub lines: Vec<String>,
    /// The variables of the objects, by number.
    pub variables: BTreeMap<u32, String>,
    pub helpers: BTreeSet<&'static str>,
    taken: BTreeSet<String>,
    /// Boxes that are there already.
    boxes: BTreeSet<String>,
    /// The values of all boxes, by number.
    values: BTreeMap<u32, InputValue>,
}

impl Built {
    /// Statements that build the state before. The error says, for the user, why there can be none.
    pub fn new(execution: &Execution, classes: &Classes) -> Result<Built, String> {
        let mut built = Built {
            lines: Vec::new(),
            variables: BTreeMap::new(),
            helpers: BTreeSet::new(),
            taken: BTreeSet::new(),
            boxes: BTreeSet::new(),
            values: (execution.objects.iter())
                .filter_map(|object| Some((object.number, object.boxed.clone()?)))
                .collect(),
        };
        let before: Vec<(&HeapObject, &HeapContent)> = (execution.objects.iter())
            .filter_map(|object| Some((object, object.before.as_ref()?)))
            .collect();
        for (object, _) in &before {
            let name = built.name(&object.name);
            built.variables.insert(object.number, name);
        }
        // What is given all its parts at once comes after them.
        let late = |object: &HeapObject| object.class.starts_with('[') || classes.is_record(object);
        let mut rest: Vec<_> = Vec::new();
        for (object, content) in before.iter().copied() {
            match late(object) {
                true => rest.push((object, content)),
                false => built.plain(object, classes)?,
            }
        }
        let mut done: BTreeSet<u32> = (before.iter())
            .filter(|(object, _)| !late(object))
            .map(|(object, _)| object.number)
            .collect();
        while !rest.is_empty() {
            let known = done.len();
            let mut open = Vec::new();
            for (object, content) in rest {
                // Arrays can be filled later, records cannot.
                let ready = object.is_array() || is_ready(content, &done);
                match ready {
                    true => {
                        built.whole(object, content, classes)?;
                        done.insert(object.number);
                    }
                    false => open.push((object, content)),
                }
            }
            if done.len() == known {
                return Err("records that contain each other cannot be built".into());
            }
            rest = open;
        }
        for (object, content) in before {
            if object.is_array() {
                built.fill(object, content);
            } else if is_list(object) {
                built.put_into(object, content);
            } else if object.constant.is_some() || !classes.is_record(object) {
                built.fields(object, content, classes)?;
            }
        }
        for field in &execution.statics {
            let value = built.value(&field.before, &field.descriptor);
            built.helpers.insert("set");
            built.lines.push(format!(
                "set(null, {}, {}, {value});",
                quoted(&dotted(&field.class)),
                quoted(&field.name)
            ));
        }
        Ok(built)
    }

    /// A name for a variable that nothing else has.
    pub fn name(&mut self, wanted: &str) -> String {
        let wanted: String = (wanted.chars())
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        let starts = wanted.starts_with(|c: char| c.is_ascii_alphabetic());
        let mut name = match wanted.as_str() {
            "this" => "self".to_owned(),
            _ if !starts || is_taken(&wanted) => format!("its{wanted}"),
            _ => wanted,
        };
        while !self.taken.insert(name.clone()) {
            name.push('x');
        }
        name
    }

    /// An object whose fields are set later.
    fn plain(&mut self, object: &HeapObject, classes: &Classes) -> Result<(), String> {
        if let Some(constant) = &object.constant {
            let text = self.constant(constant)?;
            let text = self.known(&text);
            self.declare(object, "Object", &text);
            return Ok(());
        }
        if let Some(value) = &object.boxed {
            let text = literal(&InputValue::Boxed(Box::new(value.clone())), "");
            let text = match self.boxes.insert(text.clone()) {
                true => text,
                // Another object of the same value.
                false => {
                    self.helpers.insert("box");
                    format!("box({text})")
                }
            };
            let text = self.known(&text);
            self.declare(object, "Object", &text);
            return Ok(());
        }
        let class = quoted(&dotted(&object.class));
        let text = match &*object.class {
            LIST if !object.opaque => {
                let text = self.known("new ArrayList<Object>()");
                self.declare(object, "ArrayList<Object>", &text);
                return Ok(());
            }
            "java/lang/Object" if object.opaque => self.known("new Object() {}"),
            "java/lang/Object" => self.known("new Object()"),
            "java/lang/String" => {
                let units = object.text.as_ref().map(|text| text.value.clone());
                let text = literal(&InputValue::String(units.unwrap_or_default()), "");
                match object.text.as_ref().is_some_and(|text| text.constant) {
                    true => self.known(&text),
                    false => self.known(&format!("new String({text})")),
                }
            }
            name => {
                let found = classes.classpath.find(name).ok().flatten();
                let flags = found.map_or(0, |class| class.access);
                // A method of the program's own may be called, which a proxy does not have.
                let is_own = classes.classpath.is_application(name);
                if flags & access::INTERFACE != 0 && !is_own {
                    self.helpers.insert("proxy");
                    format!("proxy({class})")
                } else if flags & (access::ABSTRACT | access::INTERFACE) != 0 {
                    return Err(format!(
                        "an object of {}, which is abstract, cannot be built",
                        dotted(name)
                    ));
                } else {
                    self.helpers.insert("make");
                    format!("make({class})")
                }
            }
        };
        self.declare(object, "Object", &text);
        Ok(())
    }

    /// An object that a class initialiser made; the class has one and makes no other.
    fn constant(&mut self, constant: &HeapConstant) -> Result<String, String> {
        let class = dotted(&constant.class);
        if constant.field.is_empty() {
            return Err(format!("an object of {class} that no field leads to"));
        }
        // The object that stands for a class.
        if &*constant.field == "class" {
            return Ok(format!("Class.forName({})", quoted(&class)));
        }
        self.helpers.insert("get");
        let mut text = format!("get(null, {}, {})", quoted(&class), quoted(&constant.field));
        for step in &constant.steps {
            text = match step {
                HeapStep::Field { class, name } => {
                    format!("get({text}, {}, {})", quoted(&dotted(class)), quoted(name))
                }
                HeapStep::Element(index) => format!("Array.get({text}, {index})"),
            };
        }
        Ok(text)
    }

    fn known(&mut self, text: &str) -> String {
        self.helpers.insert("heap");
        format!("known({text})")
    }

    fn declare(&mut self, object: &HeapObject, ty: &str, text: &str) {
        let name = self.variables[&object.number].clone();
        self.lines.push(format!("{ty} {name} = {text};"));
    }

    /// A record or an array.
    fn whole(
        &mut self,
        object: &HeapObject,
        content: &HeapContent,
        classes: &Classes,
    ) -> Result<(), String> {
        if let Some(constant) = &object.constant {
            let found = self.constant(constant)?;
            let (ty, found) = match primitive(object.class.get(1..).unwrap_or_default()) {
                Some(primitive) if object.is_array() => {
                    let ty = format!("{primitive}[]");
                    let cast = format!("({ty}) {found}");
                    (ty, cast)
                }
                _ => ("Object".to_owned(), found),
            };
            let text = self.known(&found);
            self.declare(object, &ty, &text);
            return Ok(());
        }
        let class = dotted(&object.class);
        if !object.is_array() {
            let found = classes.classpath.find(&object.class).ok().flatten();
            let fields = found.iter().flat_map(|class| &class.fields);
            let mut descriptor = String::from("(");
            let mut values = Vec::new();
            for field in fields.filter(|field| field.access & access::STATIC == 0) {
                descriptor.push_str(&field.descriptor);
                let known = content.fields.iter().find(|one| one.name == *field.name);
                let value = match known {
                    Some(known) => self.value(&known.value, &field.descriptor),
                    None => default(&field.descriptor),
                };
                values.push(match value == "null" {
                    true => "(Object) null".to_owned(),
                    false => value,
                });
            }
            self.helpers.insert("record");
            let mut text = format!(
                "record({}, {}",
                quoted(&class),
                quoted(&(descriptor + ")V"))
            );
            values.iter().for_each(|value| {
                text.push_str(", ");
                text.push_str(value);
            });
            text.push(')');
            self.declare(object, "Object", &text);
            return Ok(());
        }
        let element = &object.class[1..];
        if let Some(primitive) = primitive(element) {
            let text = match content.elements.is_empty() {
                true => format!("new {primitive}[{}]", content.length),
                false => {
                    let values = content.elements.iter();
                    let values: Vec<String> =
                        values.map(|value| self.value(value, element)).collect();
                    format!("new {primitive}[] {{{}}}", values.join(", "))
                }
            };
            let text = self.known(&text);
            self.declare(object, &format!("{primitive}[]"), &text);
            return Ok(());
        }
        // Elements are set when all objects are there.
        self.helpers.insert("array");
        let text = format!("array({}, {})", quoted(&class), content.length);
        self.declare(object, "Object", &text);
        Ok(())
    }

    fn fill(&mut self, object: &HeapObject, content: &HeapContent) {
        for (index, value) in content.elements.iter().enumerate() {
            // One that was there before has elements already.
            if object.constant.is_some() || matches!(value, HeapValue::Object(_)) {
                let array = &self.variables[&object.number];
                let text = self.value(value, &object.class[1..]);
                let line = format!("Array.set({array}, {index}, {text});");
                self.lines.push(line);
            }
        }
    }

    fn put_into(&mut self, object: &HeapObject, content: &HeapContent) {
        let list = self.variables[&object.number].clone();
        let none = HeapValue::Null;
        for index in 0..content.length as usize {
            let value = content.elements.get(index).unwrap_or(&none);
            let text = self.value(value, OBJECT);
            self.lines.push(format!("{list}.add({text});"));
        }
    }

    fn fields(
        &mut self,
        object: &HeapObject,
        content: &HeapContent,
        classes: &Classes,
    ) -> Result<(), String> {
        // A box has its value from the start.
        let fields = match object.boxed.is_some() {
            true => &[][..],
            false => &content.fields[..],
        };
        for field in fields {
            // Objects are made with all fields at these.
            let value = self.value(&field.value, &field.descriptor);
            if value == default(&field.descriptor) && object.constant.is_none() {
                continue;
            }
            if object.constant.is_some() && !(classes.own)(&field.class) {
                continue;
            }
            if !(classes.own)(&field.class) {
                return Err(format!(
                    "the field {} of {} cannot be set",
                    field.name,
                    dotted(&field.class)
                ));
            }
            self.helpers.insert("set");
            self.lines.push(format!(
                "set({}, {}, {}, {value});",
                self.variables[&object.number],
                quoted(&dotted(&field.class)),
                quoted(&field.name)
            ));
        }
        Ok(())
    }

    /// A value of the state before.
    pub fn value(&self, value: &HeapValue, descriptor: &str) -> String {
        match value {
            HeapValue::Null => "null".into(),
            HeapValue::Object(number) => {
                let known = self.variables.get(number).cloned();
                known.unwrap_or_else(|| "null".into())
            }
            HeapValue::Plain(value) => literal(value, java_name(descriptor)),
        }
    }

    /// A value of the state after, as it is expected. Boxes are told by their values, not by which object they are.
    pub fn expected(&self, value: &HeapValue, descriptor: &str) -> String {
        match value {
            HeapValue::Null => "null".to_owned(),
            HeapValue::Object(number) => match self.values.get(number) {
                Some(value) => literal(value, ""),
                None => format!("ref({number})"),
            },
            HeapValue::Plain(value) => literal(value, java_name(descriptor)),
        }
    }

    /// Statements that say what is expected after, each for an object or a location.
    pub fn expectations(&mut self, execution: &Execution, classes: &Classes) -> Vec<String> {
        self.helpers.insert("expected");
        let mut lines = Vec::new();
        let expected = |value: &HeapValue, descriptor: &str| self.expected(value, descriptor);
        let objects = (execution.objects.iter()).filter(|object| object.boxed.is_none());
        for object in objects.clone() {
            let variable = self.variables.get(&object.number);
            lines.push(format!(
                "object({}, {}, {}, {});",
                object.number,
                quoted(&object.name),
                quoted(shown_class(&dotted(&object.class))),
                variable.map_or("null", String::as_str)
            ));
        }
        for object in objects {
            let content = &object.after;
            if object.is_array() || is_list(object) {
                lines.push(format!(
                    "expect({}, \".length\", {});",
                    object.number, content.length
                ));
            }
            for (index, value) in content.elements.iter().enumerate() {
                let element = object.class.strip_prefix('[').unwrap_or(OBJECT);
                let value = expected(value, element);
                let number = object.number;
                lines.push(format!("expect({number}, \"[{index}]\", {value});"));
            }
            for field in content
                .fields
                .iter()
                .filter(|one| (classes.own)(&one.class))
            {
                let location = format!("{}.{}", dotted(&field.class), field.name);
                lines.push(format!(
                    "expect({}, {}, {});",
                    object.number,
                    quoted(&location),
                    expected(&field.value, &field.descriptor)
                ));
            }
        }
        for field in &execution.statics {
            let class = dotted(&field.class);
            let shown = format!("{class}.{}", field.name);
            lines.push(format!(
                "compare({}, field({}, {}).get(null), {});",
                quoted(&shown),
                quoted(&class),
                quoted(&field.name),
                expected(&field.after, &field.descriptor)
            ));
        }
        lines
    }
}

impl Classes<'_> {
    fn is_record(&self, object: &HeapObject) -> bool {
        let found = self.classpath.find(&object.class).ok().flatten();
        let parent = found.and_then(|class| class.super_name.clone());
        parent.is_some_and(|parent| &*parent == "java/lang/Record")
    }
}

/// The class of lists whose elements are known, and what those are.
const LIST: &str = "java/util/ArrayList";
const OBJECT: &str = "Ljava/lang/Object;";

fn is_list(object: &HeapObject) -> bool {
    object.class == LIST && !object.opaque && object.constant.is_none()
}

/// What of the name of a lambda's class is the same on every JVM.
fn shown_class(class: &str) -> &str {
    const LAMBDA: &str = "$$Lambda";
    class
        .find(LAMBDA)
        .map_or(class, |at| &class[..at + LAMBDA.len()])
}

fn is_ready(content: &HeapContent, done: &BTreeSet<u32>) -> bool {
    let mut values = content.fields.iter().map(|field| &field.value);
    values.all(|value| !matches!(value, HeapValue::Object(number) if !done.contains(number)))
}

/// What fields of a new object are.
fn default(descriptor: &str) -> String {
    let zero = match descriptor.as_bytes().first() {
        Some(b'Z') => InputValue::Boolean(false),
        Some(b'B') => InputValue::Byte(0),
        Some(b'C') => InputValue::Char(0),
        Some(b'S') => InputValue::Short(0),
        Some(b'I') => InputValue::Int(0),
        Some(b'J') => InputValue::Long(0),
        Some(b'F') => InputValue::Float(0),
        Some(b'D') => InputValue::Double(0),
        _ => return "null".into(),
    };
    literal(&zero, java_name(descriptor))
}

fn primitive(descriptor: &str) -> Option<&'static str> {
    match java_name(descriptor) {
        "Object" => None,
        name => Some(name),
    }
}

/// Of a type, as far as a test has to know it.
pub(super) fn java_name(descriptor: &str) -> &'static str {
    match descriptor.as_bytes().first() {
        Some(b'Z') => "boolean",
        Some(b'B') => "byte",
        Some(b'C') => "char",
        Some(b'S') => "short",
        Some(b'I') => "int",
        Some(b'J') => "long",
        Some(b'F') => "float",
        Some(b'D') => "double",
        _ => "Object",
    }
}

/// Whether a variable of a test cannot or should not have a name.
fn is_taken(name: &str) -> bool {
    jml::is_java_keyword(name) || RESERVED.contains(&name)
}

/// Names that a variable of a test should not have: what the test itself says.
const RESERVED: &[&str] = &[
    "var",
    "yield",
    "record",
    "result",
    "thrown",
    "end",
    "self",
    "heap",
    "before",
    "holders",
    "assignable",
    "numbered",
    "names",
    "types",
    "expected",
    "differences",
    "unused",
    "holds",
    "object",
    "changed",
];
