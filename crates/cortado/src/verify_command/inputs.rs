//! What a counterexample starts from, as inputs for scripts: the receiver and the parameters, objects with their fields.

use classpath::FieldType;
use outcome::{
    Execution, FieldValue, HeapConstant, HeapObject, HeapStep, HeapValue, Input, InputValue, Made,
    ObjectValue, Origin, Visibility,
};
use std::collections::BTreeMap;

/// The inputs of an execution; a constructor has no receiver.
pub fn inputs(execution: &Execution, is_static: bool, is_constructor: bool) -> Vec<Input> {
    let objects = execution.objects.iter();
    let mut reader = Reader {
        objects: objects.map(|object| (object.number, object)).collect(),
        paths: BTreeMap::new(),
    };
    let mut inputs = Vec::new();
    for (at, argument) in execution.arguments.iter().enumerate() {
        let is_receiver = at == 0 && !is_static;
        if is_receiver && is_constructor {
            continue;
        }
        inputs.push(Input {
            name: argument.name.clone(),
            ty: source_type(&argument.descriptor),
            value: reader.value(&argument.value, &argument.name),
            origin: match is_receiver {
                true => Origin::Receiver,
                false => Origin::Parameter,
            },
        });
    }
    inputs
}

fn source_type(descriptor: &str) -> String {
    match FieldType::parse(descriptor) {
        Ok(ty) => ty.java_name(),
        Err(_) => descriptor.to_owned(),
    }
}

struct Reader<'e> {
    objects: BTreeMap<u32, &'e HeapObject>,
    /// How a reader finds objects that have been told.
    paths: BTreeMap<u32, String>,
}

impl Reader<'_> {
    /// A value that is found at `path`.
    fn value(&mut self, value: &HeapValue, path: &str) -> InputValue {
        let number = match value {
            HeapValue::Null => return InputValue::Null,
            HeapValue::Plain(value) => return value.clone(),
            HeapValue::Object(number) => *number,
        };
        if let Some(name) = self.paths.get(&number) {
            let name = name.clone();
            return InputValue::Same { time: number, name };
        }
        let Some(object) = self.objects.get(&number).copied() else {
            return InputValue::Null;
        };
        if let Some(text) = &object.text {
            return InputValue::String(text.value.clone());
        }
        if let Some(value) = &object.boxed {
            return InputValue::boxed(value.clone());
        }
        self.paths.insert(number, path.to_owned());
        let before = object.before.clone().unwrap_or_default();
        let element = object.class.strip_prefix('[');
        if let (Some(element), None) = (element, &object.constant) {
            let mut elements: Vec<InputValue> = (before.elements.iter().enumerate())
                .map(|(at, value)| self.value(value, &format!("{path}[{at}]")))
                .collect();
            elements.resize(before.length as usize, zero(element));
            return InputValue::Array(elements);
        }
        let mut fields = Vec::new();
        for field in &before.fields {
            fields.push(FieldValue {
                time: number,
                name: field.name.clone(),
                class: dotted(&field.class),
                ty: source_type(&field.descriptor),
                visibility: Visibility::Private,
                setter: None,
                value: self.value(&field.value, &format!("{path}.{}", field.name)),
            });
        }
        // Of a list.
        for (at, value) in before.elements.iter().enumerate() {
            fields.push(FieldValue {
                time: number,
                name: format!("[{at}]"),
                class: dotted(&object.class),
                ty: "java.lang.Object".to_owned(),
                visibility: Visibility::Private,
                setter: None,
                value: self.value(value, &format!("{path}[{at}]")),
            });
        }
        InputValue::Object(Box::new(ObjectValue {
            time: number,
            class: dotted(&object.class),
            source: None,
            made: match &object.constant {
                Some(constant) if !constant.field.is_empty() => made(constant),
                _ => Made::New {
                    types: Vec::new(),
                    arguments: Vec::new(),
                    visibility: Visibility::Private,
                    inner: false,
                },
            },
            calls: Vec::new(),
            fields,
            failed: false,
        }))
    }
}

/// An object of a static final field, or what leads from there to it.
fn made(constant: &HeapConstant) -> Made {
    let mut name = constant.field.clone();
    for step in &constant.steps {
        name += &match step {
            HeapStep::Field { name, .. } => format!(".{name}"),
            HeapStep::Element(at) => format!("[{at}]"),
        };
    }
    let class = dotted(&constant.class);
    Made::Constant {
        class,
        name,
        visibility: Visibility::Public,
    }
}

fn zero(descriptor: &str) -> InputValue {
    match descriptor.as_bytes().first() {
        Some(b'Z') => InputValue::Boolean(false),
        Some(b'B') => InputValue::Byte(0),
        Some(b'S') => InputValue::Short(0),
        Some(b'C') => InputValue::Char(0),
        Some(b'I') => InputValue::Int(0),
        Some(b'J') => InputValue::Long(0),
        Some(b'F') => InputValue::Float(0),
        Some(b'D') => InputValue::Double(0),
        _ => InputValue::Null,
    }
}

fn dotted(internal: &str) -> String {
    internal.replace('/', ".")
}
