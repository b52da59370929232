//! The statements that make the objects among the inputs, in the order in which they came to be: constructors and
//! factories in plain Java, reflection only for what a test in the entry's package may not name.

use crate::generate::{Body, identifier, short_type, simple};
use crate::literal::{array_with, initializer, literal, short_name};
use outcome::{FieldValue, Input, InputValue, Made, ObjectValue, Visibility};
use std::collections::{BTreeMap, BTreeSet};

/// What is made already, by when it came to be.
#[derive(Default)]
pub(crate) struct Objects {
    /// An expression that may be written once, or the name of a variable.
    expressions: BTreeMap<u32, String>,
    variables: BTreeSet<u32>,
    /// Held by variables of type `Object`, because source may not name their class.
    opaque: BTreeSet<u32>,
    /// Making one of them throws, so that nothing comes after it.
    pub failed: bool,
    /// Whether objects that are arguments are cast to the declared types, which selects an overload where Java finds several.
    pub exact: bool,
}

enum Event<'a> {
    Object(&'a ObjectValue),
    Shared(&'a InputValue, String),
    Field(u32, &'a FieldValue),
}

impl Objects {
    /// The name of the variable that holds a value, if there is one.
    pub fn variable(&self, value: &InputValue) -> Option<&str> {
        let time = match value {
            InputValue::Object(object) => object.time,
            InputValue::Shared { time, .. } | InputValue::Same { time, .. } => *time,
            _ => return None,
        };
        let known = self.variables.contains(&time);
        known.then(|| self.expressions.get(&time).map(String::as_str))?
    }

    /// An expression for a value of the declared type `ty`, fit for `Object` too.
    pub fn expression(&self, value: &InputValue, ty: &str) -> String {
        match value {
            InputValue::Object(object) => self.made(object.time),
            InputValue::Shared { time, .. } | InputValue::Same { time, .. } => self.made(*time),
            InputValue::Array(elements) => self.array(elements, ty),
            other => literal(other, ty),
        }
    }

    /// The same where the declared type makes constants narrow and box by themselves.
    pub fn initializer(&self, value: &InputValue, ty: &str) -> String {
        match value {
            InputValue::Object(_)
            | InputValue::Shared { .. }
            | InputValue::Same { .. }
            | InputValue::Array(_) => self.expression(value, ty),
            other => initializer(other, ty),
        }
    }

    /// An expression for an argument of the declared type `ty`: what a variable of type `Object` holds takes a cast.
    pub fn argument(&self, value: &InputValue, ty: &str) -> String {
        let text = self.expression(value, ty);
        if ty.is_empty() || ty == "java.lang.Object" {
            return text;
        }
        let is_object = matches!(value, InputValue::Object(_) | InputValue::Same { .. });
        if self.exact && is_object {
            let ty = ty.replace("...", "[]").replace('$', ".");
            return format!("({}) {text}", short_type(&ty));
        }
        match !ty.contains('$') && self.is_opaque(value) {
            true => format!("({}) {text}", short_type(&ty.replace("...", "[]"))),
            false => text,
        }
    }

    fn array(&self, elements: &[InputValue], ty: &str) -> String {
        array_with(elements, ty, &|value, ty| match value {
            InputValue::Object(_)
            | InputValue::Shared { .. }
            | InputValue::Same { .. }
            | InputValue::Array(_) => self.argument(value, ty),
            other => initializer(other, ty),
        })
    }

    /// Whether source knows the value as an `Object` only.
    pub fn is_opaque(&self, value: &InputValue) -> bool {
        match value {
            InputValue::Object(object) => self.opaque.contains(&object.time),
            InputValue::Shared { time, .. } | InputValue::Same { time, .. } => {
                self.opaque.contains(time)
            }
            _ => false,
        }
    }

    fn made(&self, time: u32) -> String {
        self.expressions
            .get(&time)
            .cloned()
            .unwrap_or_else(|| "null".to_owned())
    }
}

impl Body {
    /// Writes the statements that make every object of the inputs.
    pub(crate) fn construct(&mut self, inputs: &[Input], package: &str) -> Result<(), String> {
        let mut events: Vec<(u32, Event<'_>)> = Vec::new();
        let mut names: BTreeMap<u32, String> = BTreeMap::new();
        let mut shared = BTreeSet::new();
        for input in inputs {
            collect(&input.value, &input.ty, &mut events, &mut shared);
            if let (Some(time), Some(name)) = (time_of(&input.value), identifier(&input.name)) {
                names.insert(time, name.to_owned());
            }
        }
        // An object is made before anything is stored into it.
        events.sort_by_key(|(time, event)| (*time, matches!(event, Event::Field(..))));
        for (time, event) in events {
            match event {
                Event::Object(object) => {
                    let keep = shared.contains(&time) || names.contains_key(&time);
                    let name = names.get(&time).map(String::as_str);
                    self.make(object, keep, name, package)?;
                    if object.failed {
                        self.objects.failed = true;
                        return Ok(());
                    }
                }
                Event::Shared(value, ty) => {
                    let wanted = names.get(&time).map_or("shared", String::as_str);
                    let name = self.fresh(wanted);
                    let text = self.objects.initializer(value, &ty);
                    let ty = short_type(&ty);
                    self.lines.push(format!("{ty} {name} = {text};"));
                    self.objects.expressions.insert(time, name);
                    self.objects.variables.insert(time);
                }
                Event::Field(owner, field) => self.store(owner, field, package),
            }
        }
        Ok(())
    }

    fn make(
        &mut self,
        object: &ObjectValue,
        keep: bool,
        name: Option<&str>,
        package: &str,
    ) -> Result<(), String> {
        let source = object.source.as_deref().map(|s| simple(s, package));
        let own_package = package_of(&object.class);
        let text = match &object.made {
            Made::Constant {
                class,
                name: field,
                visibility,
            } => {
                if !is_reachable(*visibility, own_package, package) {
                    self.constant_by_reflection(object, class, field, name);
                    return Ok(());
                }
                let class = class.replace('$', ".");
                format!("{}.{field}", simple(short_name(&class), package))
            }
            Made::Method {
                name: method,
                arguments,
            } => {
                // Java would infer other type arguments for the object in front.
                let of = self.arguments(arguments, &[]);
                let ty = short_type(source.unwrap_or(&object.class));
                format!("(({ty}) {of}.{method}())")
            }
            Made::Factory {
                class,
                method,
                arguments,
                types,
                visibility,
                wider,
            } => {
                if !is_reachable(*visibility, own_package, package) {
                    self.call_by_reflection(object, (class, method), types, arguments, name);
                    return Ok(());
                }
                let arguments = self.arguments(arguments, types);
                let class = simple(short_name(class), package);
                let call = format!("{class}.{method}({arguments})");
                match source.filter(|_| *wider && !object.failed) {
                    Some(source) => format!("(({}) {call})", short_type(source)),
                    None => call,
                }
            }
            Made::New {
                types,
                arguments,
                visibility,
                inner,
            } => {
                let reachable = is_reachable(*visibility, own_package, package);
                let inner = *inner && !arguments.is_empty();
                match source.filter(|_| reachable) {
                    Some(source) if inner => {
                        let outer = self.objects.expression(&arguments[0], "");
                        let class = source.rsplit('.').next().unwrap_or(source);
                        let rest = self.arguments(&arguments[1..], types.get(1..).unwrap_or(&[]));
                        format!("{outer}.new {class}({rest})")
                    }
                    Some(source) => {
                        let class = match source.split_once('<') {
                            Some((class, _)) => format!("{}<>", short_name(class)),
                            None => short_name(source).to_owned(),
                        };
                        format!("new {class}({})", self.arguments(arguments, types))
                    }
                    None => return self.make_by_reflection(object, types, arguments, name),
                }
            }
        };
        if object.failed {
            self.lines.push(format!("{text};"));
            return Ok(());
        }
        let plain = object.calls.is_empty() && object.fields.is_empty();
        if plain && !keep {
            self.objects.expressions.insert(object.time, text);
            return Ok(());
        }
        let wanted = variable_name(object, name);
        let variable = self.fresh(&wanted);
        let ty = source.map_or_else(|| "Object".to_owned(), |s| short_name(s).to_owned());
        self.lines.push(format!("{ty} {variable} = {text};"));
        if source.is_none() {
            self.objects.opaque.insert(object.time);
        }
        for call in &object.calls {
            let arguments = self.arguments(&call.arguments, &call.types);
            self.lines
                .push(format!("{variable}.{}({arguments});", call.method));
        }
        self.objects.expressions.insert(object.time, variable);
        self.objects.variables.insert(object.time);
        Ok(())
    }

    fn make_by_reflection(
        &mut self,
        object: &ObjectValue,
        types: &[String],
        arguments: &[InputValue],
        name: Option<&str>,
    ) -> Result<(), String> {
        self.imports.insert("java.lang.reflect.Constructor");
        let class = literal(&InputValue::string(&object.class), "");
        let types: Vec<String> = types.iter().map(|ty| class_literal(ty)).collect();
        let maker = self.fresh("constructor");
        self.lines.push(format!(
            "Constructor<?> {maker} = Class.forName({class}).getDeclaredConstructor({});",
            types.join(", ")
        ));
        self.lines.push(format!("{maker}.setAccessible(true);"));
        let values = self.arguments(arguments, &[]);
        let made = format!("{maker}.newInstance(new Object[] {{{values}}})");
        self.keep_opaque(object, &made, name);
        Ok(())
    }

    fn constant_by_reflection(
        &mut self,
        object: &ObjectValue,
        class: &str,
        field: &str,
        name: Option<&str>,
    ) {
        let class = literal(&InputValue::string(binary_name(object, class)), "");
        if field == "class" {
            let looked_up = format!("Class.forName({class})");
            self.objects.expressions.insert(object.time, looked_up);
            return;
        }
        self.imports.insert("java.lang.reflect.Field");
        let field = literal(&InputValue::string(field), "");
        let variable = self.fresh("constant");
        self.lines.push(format!(
            "Field {variable} = Class.forName({class}).getDeclaredField({field});"
        ));
        self.lines.push(format!("{variable}.setAccessible(true);"));
        self.keep_opaque(object, &format!("{variable}.get(null)"), name);
    }

    fn call_by_reflection(
        &mut self,
        object: &ObjectValue,
        (class, method): (&str, &str),
        types: &[String],
        arguments: &[InputValue],
        name: Option<&str>,
    ) {
        self.imports.insert("java.lang.reflect.Method");
        let class = literal(&InputValue::string(binary_name(object, class)), "");
        let mut lookup = vec![literal(&InputValue::string(method), "")];
        lookup.extend(types.iter().map(|ty| class_literal(ty)));
        let variable = self.fresh("factory");
        self.lines.push(format!(
            "Method {variable} = Class.forName({class}).getDeclaredMethod({});",
            lookup.join(", ")
        ));
        self.lines.push(format!("{variable}.setAccessible(true);"));
        let values = self.arguments(arguments, &[]);
        let made = format!("{variable}.invoke(null, new Object[] {{{values}}})");
        self.keep_opaque(object, &made, name);
    }

    /// Keeps an object in a variable of type `Object`.
    fn keep_opaque(&mut self, object: &ObjectValue, made: &str, name: Option<&str>) {
        let variable = self.fresh(&variable_name(object, name));
        self.lines.push(format!("Object {variable} = {made};"));
        self.objects.expressions.insert(object.time, variable);
        self.objects.variables.insert(object.time);
        self.objects.opaque.insert(object.time);
    }

    fn store(&mut self, owner: u32, field: &FieldValue, package: &str) {
        let Some(object) = self.objects.expressions.get(&owner).cloned() else {
            return;
        };
        let opaque = self.objects.opaque.contains(&owner);
        let reachable = is_reachable(field.visibility, package_of(&field.class), package);
        let named = identifier(&field.name).is_some();
        if let Some(setter) = field.setter.as_deref().and_then(identifier)
            && !opaque
        {
            let value = self.arguments(
                std::slice::from_ref(&field.value),
                std::slice::from_ref(&field.ty),
            );
            self.lines.push(format!("{object}.{setter}({value});"));
            return;
        }
        if reachable && named && !opaque {
            let value = match self.objects.is_opaque(&field.value) {
                true => self.objects.argument(&field.value, &field.ty),
                false => self.objects.initializer(&field.value, &field.ty),
            };
            self.lines
                .push(format!("{object}.{} = {value};", field.name));
            return;
        }
        self.imports.insert("java.lang.reflect.Field");
        let value = self.objects.expression(&field.value, &field.ty);
        let class = literal(&InputValue::string(&field.class), "");
        let name = literal(&InputValue::string(&field.name), "");
        let variable = self.fresh("field");
        self.lines.push(format!(
            "Field {variable} = Class.forName({class}).getDeclaredField({name});"
        ));
        self.lines.push(format!("{variable}.setAccessible(true);"));
        self.lines
            .push(format!("{variable}.set({object}, {value});"));
    }

    pub(crate) fn arguments(&self, values: &[InputValue], types: &[String]) -> String {
        let texts = values.iter().enumerate().map(|(i, value)| {
            let ty = types.get(i).map_or("", String::as_str);
            match value {
                // Which overload is meant depends on the type.
                InputValue::Null if !ty.is_empty() && !ty.contains('$') => {
                    format!("({}) null", short_type(ty))
                }
                _ => self.objects.argument(value, ty),
            }
        });
        let texts: Vec<String> = texts.collect();
        texts.join(", ")
    }
}

fn time_of(value: &InputValue) -> Option<u32> {
    match value {
        InputValue::Object(object) => Some(object.time),
        InputValue::Shared { time, .. } => Some(*time),
        _ => None,
    }
}

fn collect<'a>(
    value: &'a InputValue,
    ty: &str,
    events: &mut Vec<(u32, Event<'a>)>,
    shared: &mut BTreeSet<u32>,
) {
    match value {
        InputValue::Shared { time, value } => {
            shared.insert(*time);
            match &**value {
                InputValue::Object(_) => {}
                other => events.push((*time, Event::Shared(other, ty.to_owned()))),
            }
            collect(value, ty, events, shared);
        }
        InputValue::Array(elements) => {
            let element = ty.strip_suffix("[]").unwrap_or("");
            for value in elements {
                collect(value, element, events, shared);
            }
        }
        InputValue::Object(object) => {
            events.push((object.time, Event::Object(object)));
            let no_types = Vec::new();
            let (arguments, types) = match &object.made {
                Made::New {
                    arguments, types, ..
                } => (&arguments[..], types),
                Made::Factory {
                    arguments, types, ..
                } => (&arguments[..], types),
                Made::Method { arguments, .. } => (&arguments[..], &no_types),
                Made::Constant { .. } => (&[][..], &no_types),
            };
            for (i, value) in arguments.iter().enumerate() {
                let ty = types.get(i).map_or("", String::as_str);
                collect(value, ty, events, shared);
            }
            for call in &object.calls {
                for (i, value) in call.arguments.iter().enumerate() {
                    let ty = call.types.get(i).map_or("", String::as_str);
                    collect(value, ty, events, shared);
                }
            }
            for field in &object.fields {
                events.push((field.time, Event::Field(object.time, field)));
                collect(&field.value, &field.ty, events, shared);
            }
        }
        _ => {}
    }
}

fn is_reachable(visibility: Visibility, own: &str, package: &str) -> bool {
    match visibility {
        Visibility::Public => true,
        Visibility::Package => own == package,
        Visibility::Private => false,
    }
}

/// The binary name of the class that makes an object, which is the object's own class or one around it.
fn binary_name<'a>(object: &'a ObjectValue, class: &'a str) -> &'a str {
    let mut around = Some(&*object.class);
    while let Some(binary) = around {
        if binary.replace('$', ".") == class {
            return binary;
        }
        around = binary.rsplit_once('$').map(|(outer, _)| outer);
    }
    class
}

fn package_of(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// The `Class` object of a type; one that source cannot name is looked up.
pub(crate) fn class_literal(ty: &str) -> String {
    let ty = ty.replace("...", "[]");
    match ty.contains('$') {
        true => {
            let element = ty.trim_end_matches("[]");
            let depth = (ty.len() - element.len()) / 2;
            let name = match depth {
                0 => element.to_owned(),
                _ => format!("{}L{element};", "[".repeat(depth)),
            };
            format!("Class.forName({})", literal(&InputValue::string(&name), ""))
        }
        false => format!("{}.class", short_type(&ty)),
    }
}

/// The parameter's name, or the class's with a small letter.
fn variable_name(object: &ObjectValue, name: Option<&str>) -> String {
    let simple = object.class.rsplit(['.', '$']).next().unwrap_or("object");
    let mut small = String::new();
    for (i, c) in simple.chars().enumerate() {
        match i {
            0 => small.extend(c.to_lowercase()),
            _ => small.push(c),
        }
    }
    match name {
        Some("this") => "target".to_owned(),
        Some(name) => name.to_owned(),
        None => identifier(&small).unwrap_or("object").to_owned(),
    }
}
