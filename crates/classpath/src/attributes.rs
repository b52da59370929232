//! The attributes that the types model (JVMS §4.7). Unknown attributes are skipped, as the specification asks; a known
//! one must be well formed, must end where it says and may occur once unless the specification allows more.

use crate::class_file::*;
use crate::cursor::{Cursor, Parsed};
use crate::descriptor;
use crate::pool::PoolReader;

/// The attributes met so far in one table.
#[derive(Default)]
pub(crate) struct Seen(Vec<&'static str>);

impl Seen {
    fn once(&mut self, name: &'static str, body: &Cursor) -> Parsed<()> {
        if self.0.contains(&name) {
            return body.fail(format!("attribute {name} occurs twice"));
        }
        self.0.push(name);
        Ok(())
    }
}

/// Calls `read` with each attribute's name and body. `read` says whether it consumed the body; what it did not know is
/// skipped.
pub(crate) fn each<'a, 'i>(
    cursor: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, 'i>,
    mut read: impl FnMut(&str, &mut Cursor<'a>, &mut PoolReader<'a, 'i>) -> Parsed<bool>,
) -> Parsed<()> {
    let count = cursor.u2("the attributes")?;
    for _ in 0..count {
        let name = pool.utf8(cursor.u2("an attribute")?, "an attribute's name")?;
        let length = cursor.u4("an attribute's length")? as usize;
        let mut body = cursor.section(length, "an attribute")?;
        if read(&name, &mut body, pool)? {
            body.finish(&format!("attribute {name}"))?;
        }
    }
    Ok(())
}

pub(crate) fn class_attribute<'a>(
    class: &mut ClassFile,
    seen: &mut Seen,
    name: &str,
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<bool> {
    keep_visible(&mut class.visible, name, body);
    match name {
        "SourceFile" => {
            seen.once("SourceFile", body)?;
            class.source_file = Some(pool.utf8(body.u2(name)?, name)?);
        }
        "Signature" => {
            seen.once("Signature", body)?;
            class.signature = Some(pool.utf8(body.u2(name)?, name)?);
        }
        "NestHost" => {
            seen.once("NestHost", body)?;
            class.nest_host = Some(pool.class(body.u2(name)?, name)?);
        }
        "NestMembers" => {
            seen.once("NestMembers", body)?;
            class.nest_members = classes(body, pool, "NestMembers")?;
        }
        "PermittedSubclasses" => {
            seen.once("PermittedSubclasses", body)?;
            class.permitted_subclasses = classes(body, pool, "PermittedSubclasses")?;
        }
        "Module" => {
            seen.once("Module", body)?;
            class.provides = provides(body, pool)?;
        }
        "BootstrapMethods" => {
            seen.once("BootstrapMethods", body)?;
            class.bootstrap_methods = bootstrap_methods(body, pool)?;
        }
        "InnerClasses" => {
            seen.once("InnerClasses", body)?;
            class.inner_classes = inner_classes(body, pool)?;
        }
        "EnclosingMethod" => {
            seen.once("EnclosingMethod", body)?;
            let outer = pool.class(body.u2(name)?, name)?;
            let method = match body.u2(name)? {
                0 => None,
                index => Some(pool.name_and_type(index, name)?),
            };
            class.enclosing_method = Some(EnclosingMethod {
                class: outer,
                method,
            });
        }
        "Record" => {
            seen.once("Record", body)?;
            class.record = Some(record(body, pool)?);
        }
        _ => return annotations(&mut class.annotations, name, body, pool),
    }
    Ok(true)
}

pub(crate) fn field_attribute<'a>(
    field: &mut Field,
    seen: &mut Seen,
    name: &str,
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<bool> {
    keep_visible(&mut field.visible, name, body);
    match name {
        "ConstantValue" => {
            seen.once("ConstantValue", body)?;
            let value = pool.loadable(body.u2(name)?, "a field")?;
            // Ignored on instance fields, as the JVM does (JVMS §4.7.2).
            if field.access & access::STATIC != 0 {
                let fits = matches!(
                    (&*field.descriptor, &value),
                    ("I" | "S" | "C" | "B" | "Z", Constant::Int(_))
                        | ("F", Constant::Float(_))
                        | ("J", Constant::Long(_))
                        | ("D", Constant::Double(_))
                        | ("Ljava/lang/String;", Constant::String(_))
                );
                if !fits {
                    return body.fail(format!(
                        "field {} of type {} has a constant of another type",
                        field.name, field.descriptor
                    ));
                }
                field.constant_value = Some(value);
            } else if field.access & access::FINAL != 0 {
                field.instance_constant = Some(value);
            }
        }
        "Signature" => {
            seen.once("Signature", body)?;
            field.signature = Some(pool.utf8(body.u2(name)?, name)?);
        }
        _ => return annotations(&mut field.annotations, name, body, pool),
    }
    Ok(true)
}

pub(crate) fn method_attribute<'a>(
    method: &mut Method,
    seen: &mut Seen,
    name: &str,
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<bool> {
    keep_visible(&mut method.visible, name, body);
    match name {
        "Code" => {
            seen.once("Code", body)?;
            method.code = Some(code(body, pool)?);
        }
        "Exceptions" => {
            seen.once("Exceptions", body)?;
            method.exceptions = classes(body, pool, "Exceptions")?;
        }
        "Signature" => {
            seen.once("Signature", body)?;
            method.signature = Some(pool.utf8(body.u2(name)?, name)?);
        }
        "MethodParameters" => {
            seen.once("MethodParameters", body)?;
            for _ in 0..body.u1(name)? {
                let index = body.u2(name)?;
                let access = body.u2(name)?;
                method
                    .parameter_names
                    .push(pool.utf8_optional(index, name)?);
                method.parameter_access.push(access);
            }
        }
        "RuntimeVisibleParameterAnnotations" | "RuntimeInvisibleParameterAnnotations" => {
            let count = usize::from(body.u1(name)?);
            if method.parameter_annotations.len() < count {
                method.parameter_annotations.resize(count, Vec::new());
            }
            for parameter in 0..count {
                for _ in 0..body.u2(name)? {
                    let annotation = annotation(body, pool, 0)?;
                    method.parameter_annotations[parameter].push(annotation);
                }
            }
        }
        "AnnotationDefault" => {
            seen.once("AnnotationDefault", body)?;
            element_value(body, pool, 0)?;
        }
        "RuntimeVisibleTypeAnnotations" | "RuntimeInvisibleTypeAnnotations" => {
            nullable_types(&mut method.nullable_parameters, name, body, pool)?;
        }
        _ => return annotations(&mut method.annotations, name, body, pool),
    }
    Ok(true)
}

fn code<'a>(body: &mut Cursor<'a>, pool: &mut PoolReader<'a, '_>) -> Parsed<Code> {
    let max_stack = body.u2("Code")?;
    let max_locals = body.u2("Code")?;
    let length = body.u4("Code")?;
    if length == 0 || length > 65535 {
        return body.fail(format!("the code is {length} bytes long, not 1 to 65535"));
    }
    let bytes = body.take(length as usize, "the code")?.to_vec();
    let mut code = Code {
        max_stack,
        max_locals,
        bytes,
        handlers: Vec::new(),
        lines: Vec::new(),
        locals: Vec::new(),
        ranges: Vec::new(),
    };
    let handlers = body.u2("the exception table")?;
    code.handlers.reserve(body.capacity(handlers, 8));
    for _ in 0..handlers {
        let start_pc = u32::from(body.u2("an exception handler")?);
        let end_pc = u32::from(body.u2("an exception handler")?);
        let handler_pc = u32::from(body.u2("an exception handler")?);
        let catch_type = body.u2("an exception handler")?;
        if start_pc >= end_pc || end_pc > length || handler_pc >= length {
            return body.fail(format!(
                "exception handler at {handler_pc} for {start_pc}..{end_pc} lies outside the code of {length} bytes"
            ));
        }
        code.handlers.push(Handler {
            start_pc,
            end_pc,
            handler_pc,
            catch_type: pool.class_optional(catch_type, "a caught exception")?,
        });
    }
    each(body, pool, |name, body, pool| {
        code_attribute(&mut code, name, body, pool)
    })?;
    // javac writes them in order, but several tables may be interleaved (JVMS §4.7.12).
    code.lines.sort_by_key(|entry| entry.start_pc);
    Ok(code)
}

fn code_attribute<'a>(
    code: &mut Code,
    name: &str,
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<bool> {
    let length = u32::try_from(code.bytes.len()).unwrap_or(u32::MAX);
    match name {
        "LineNumberTable" => {
            let count = body.u2(name)?;
            code.lines.reserve(body.capacity(count, 4));
            for _ in 0..count {
                let start_pc = u32::from(body.u2(name)?);
                let line = u32::from(body.u2(name)?);
                if start_pc >= length {
                    return body.fail(format!(
                        "line {line} starts at {start_pc}, outside the code"
                    ));
                }
                code.lines.push(LineEntry { start_pc, line });
            }
        }
        "LocalVariableTable" => {
            let count = body.u2(name)?;
            code.locals.reserve(body.capacity(count, 10));
            for _ in 0..count {
                code.locals.push(local_variable(code, body, pool)?);
            }
        }
        "CharacterRangeTable" => {
            let count = body.u2(name)?;
            code.ranges.reserve(body.capacity(count, 14));
            for _ in 0..count {
                let start_pc = u32::from(body.u2(name)?);
                let end_pc = u32::from(body.u2(name)?);
                let start = body.u4(name)?;
                let end = body.u4(name)?;
                let flags = body.u2(name)?;
                // The JVM ignores this table, so that a bad row is no reason to refuse the class. Lines have 22 bits,
                // columns 10; zero means unknown.
                if start_pc <= end_pc && end_pc < length && start != 0 && end != 0 {
                    code.ranges.push(CharacterRange {
                        start_pc,
                        end_pc,
                        start_line: start >> 10,
                        start_column: start & 0x3FF,
                        end_line: end >> 10,
                        end_column: end & 0x3FF,
                        flags,
                    });
                }
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn local_variable<'a>(
    code: &Code,
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<LocalVariable> {
    let what = "a local variable";
    let start_pc = u32::from(body.u2(what)?);
    let length = u32::from(body.u2(what)?);
    let name = pool.utf8(body.u2(what)?, what)?;
    let descriptor = pool.utf8(body.u2(what)?, what)?;
    let index = body.u2(what)?;
    if (start_pc + length) as usize > code.bytes.len() {
        return body.fail(format!("local variable {name} lives outside the code"));
    }
    if let Err(reason) = descriptor::check_field(&descriptor) {
        return body.fail(format!(
            "local variable {name} has type `{descriptor}`: {reason}"
        ));
    }
    if index >= code.max_locals {
        return body.fail(format!(
            "local variable {name} is in slot {index}, beyond the frame"
        ));
    }
    Ok(LocalVariable {
        start_pc,
        length,
        name,
        descriptor,
        index,
    })
}

fn classes<'a>(
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
    what: &str,
) -> Parsed<Vec<Name>> {
    let count = body.u2(what)?;
    let mut classes = Vec::with_capacity(body.capacity(count, 2));
    for _ in 0..count {
        classes.push(pool.class(body.u2(what)?, what)?);
    }
    Ok(classes)
}

/// The services that a module provides (JVMS §4.7.25).
fn provides<'a>(body: &mut Cursor<'a>, pool: &mut PoolReader<'a, '_>) -> Parsed<Vec<(Name, Name)>> {
    let what = "Module";
    // Its name, flags and version, and what it requires.
    body.take(6, what)?;
    let requires = body.u2(what)?;
    body.take(6 * usize::from(requires), what)?;
    for _exports_and_opens in 0..2 {
        for _ in 0..body.u2(what)? {
            body.take(4, what)?;
            let to = body.u2(what)?;
            body.take(2 * usize::from(to), what)?;
        }
    }
    let uses = body.u2(what)?;
    body.take(2 * usize::from(uses), what)?;
    let mut provides = Vec::new();
    for _ in 0..body.u2(what)? {
        let service = pool.class(body.u2(what)?, what)?;
        for provider in classes(body, pool, what)? {
            provides.push((service.clone(), provider));
        }
    }
    Ok(provides)
}

fn bootstrap_methods<'a>(
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<Vec<BootstrapMethod>> {
    let what = "a bootstrap method";
    let count = body.u2(what)?;
    let mut methods = Vec::with_capacity(body.capacity(count, 4));
    for _ in 0..count {
        let handle = pool.method_handle(body.u2(what)?, what)?;
        let arguments_count = body.u2(what)?;
        let mut arguments = Vec::with_capacity(body.capacity(arguments_count, 2));
        for _ in 0..arguments_count {
            arguments.push(pool.loadable(body.u2(what)?, what)?);
        }
        methods.push(BootstrapMethod { handle, arguments });
    }
    Ok(methods)
}

fn inner_classes<'a>(
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<Vec<InnerClass>> {
    let what = "InnerClasses";
    let count = body.u2(what)?;
    let mut classes = Vec::with_capacity(body.capacity(count, 8));
    for _ in 0..count {
        let inner = pool.class(body.u2(what)?, what)?;
        let outer = pool.class_optional(body.u2(what)?, what)?;
        let inner_name = pool.utf8_optional(body.u2(what)?, what)?;
        let access = body.u2(what)?;
        classes.push(InnerClass {
            inner,
            outer,
            inner_name,
            access,
        });
    }
    Ok(classes)
}

fn record<'a>(
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<Vec<RecordComponent>> {
    let what = "Record";
    let count = body.u2(what)?;
    let mut components = Vec::with_capacity(body.capacity(count, 6));
    for _ in 0..count {
        let name = pool.utf8(body.u2(what)?, what)?;
        let descriptor = pool.utf8(body.u2(what)?, what)?;
        if !descriptor::is_unqualified_name(&name) || descriptor::check_field(&descriptor).is_err()
        {
            return body.fail(format!(
                "record component `{name}` of type `{descriptor}` is malformed"
            ));
        }
        let mut component = RecordComponent {
            name,
            descriptor,
            signature: None,
            visible: None,
        };
        each(body, pool, |name, body, pool| {
            keep_visible(&mut component.visible, name, body);
            if name == "Signature" {
                component.signature = Some(pool.utf8(body.u2(name)?, name)?);
                return Ok(true);
            }
            annotations(&mut Vec::new(), name, body, pool)
        })?;
        components.push(component);
    }
    Ok(components)
}

/// Keeps the body of an attribute that reflection shows; its reader checks it.
fn keep_visible(visible: &mut Visible, name: &str, body: &Cursor) {
    let keep: fn(&mut VisibleAnnotations) -> &mut Option<Vec<u8>> = match name {
        "RuntimeVisibleAnnotations" => |v| &mut v.declared,
        "RuntimeVisibleParameterAnnotations" => |v| &mut v.parameters,
        "RuntimeVisibleTypeAnnotations" => |v| &mut v.types,
        "AnnotationDefault" => |v| &mut v.default,
        _ => return,
    };
    *keep(visible.get_or_insert_default()) = Some(body.rest().to_vec());
}

/// Declaration annotations, of both retentions.
fn annotations<'a>(
    into: &mut Vec<Annotation>,
    name: &str,
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<bool> {
    if name != "RuntimeVisibleAnnotations" && name != "RuntimeInvisibleAnnotations" {
        return Ok(false);
    }
    for _ in 0..body.u2(name)? {
        into.push(annotation(body, pool, 0)?);
    }
    Ok(true)
}

/// Of the annotations on types in a method's declaration (JVMS §4.7.20), those called `Nullable` on a whole parameter.
fn nullable_types<'a>(
    into: &mut Vec<u8>,
    name: &str,
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<()> {
    for _ in 0..body.u2(name)? {
        let mut parameter = None;
        match body.u1(name)? {
            0x00 | 0x01 => {
                body.u1(name)?;
            }
            0x10 | 0x17 => {
                body.u2(name)?;
            }
            0x11 | 0x12 => {
                body.u2(name)?;
            }
            0x13..=0x15 => {}
            0x16 => parameter = Some(body.u1(name)?),
            target => return body.fail(format!("type annotation target {target:#04x}")),
        }
        let path = body.u1(name)?;
        for _ in 0..path {
            body.u2(name)?;
        }
        let annotation = annotation(body, pool, 0)?;
        let is_nullable = annotation.is_nullable();
        if let (Some(parameter), true, 0) = (parameter, is_nullable, path) {
            into.push(parameter);
        }
    }
    Ok(())
}

/// Element values nest; a real class has a few levels.
const MAX_NESTING: usize = 64;

fn annotation<'a>(
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
    depth: usize,
) -> Parsed<Annotation> {
    let what = "an annotation";
    let type_descriptor = pool.utf8(body.u2(what)?, what)?;
    if let Err(reason) = descriptor::check_field(&type_descriptor) {
        return body.fail(format!("annotation type `{type_descriptor}`: {reason}"));
    }
    for _ in 0..body.u2(what)? {
        pool.utf8(body.u2(what)?, "an annotation's element")?;
        element_value(body, pool, depth + 1)?;
    }
    Ok(Annotation { type_descriptor })
}

fn element_value<'a>(
    body: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
    depth: usize,
) -> Parsed<()> {
    let what = "an annotation's value";
    if depth > MAX_NESTING {
        return body.fail(format!("annotations nest deeper than {MAX_NESTING} levels"));
    }
    match body.u1(what)? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => {
            pool.loadable(body.u2(what)?, what)?;
        }
        b's' | b'c' => {
            // The text of a string value is no name and may hold anything.
            body.u2(what)?;
        }
        b'e' => {
            pool.utf8(body.u2(what)?, what)?;
            pool.utf8(body.u2(what)?, what)?;
        }
        b'@' => {
            annotation(body, pool, depth + 1)?;
        }
        b'[' => {
            for _ in 0..body.u2(what)? {
                element_value(body, pool, depth + 1)?;
            }
        }
        tag => return body.fail(format!("annotation value tag {tag:#04x} does not exist")),
    }
    Ok(())
}
