//! An exact reader of class files (JVMS §4): everything it accepts is resolved and in range, and everything else is
//! refused with a reason and a position. Lengths in the file never decide how much is allocated.

use crate::attributes::{self, Seen};
use crate::class_file::*;
use crate::cursor::{Cursor, Parsed};
use crate::descriptor;
use crate::error::ClassFileError;
use crate::interner::Interner;
use crate::pool::PoolReader;
use std::collections::HashSet;

const MAGIC: u32 = 0xCAFE_BABE;
/// JDK 1.0.2 to 25.
const VERSIONS: std::ops::RangeInclusive<u16> = 45..=69;
const ACC_MODULE: u16 = 0x8000;

impl ClassFile {
    pub fn parse(bytes: &[u8]) -> Result<ClassFile, ClassFileError> {
        parse(bytes, None)
    }

    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    /// `java/util` of `java/util/Map`, empty in the unnamed package.
    pub fn package(&self) -> &str {
        package_of(&self.name)
    }

    pub fn method(&self, name: &str, descriptor: &str) -> Option<&Method> {
        self.methods
            .iter()
            .find(|m| &*m.name == name && &*m.descriptor == descriptor)
    }

    pub fn field(&self, name: &str, descriptor: &str) -> Option<&Field> {
        self.fields
            .iter()
            .find(|f| &*f.name == name && &*f.descriptor == descriptor)
    }
}

pub(crate) fn package_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

pub(crate) fn parse(bytes: &[u8], interner: Option<&Interner>) -> Parsed<ClassFile> {
    let mut cursor = Cursor::new(bytes);
    let magic = cursor.u4("the magic number")?;
    if magic != MAGIC {
        return Err(ClassFileError::new(
            0,
            format!("it starts with {magic:#010x} instead of 0xcafebabe"),
        ));
    }
    let minor = cursor.u2("the version")?;
    let major = cursor.u2("the version")?;
    check_version(&cursor, major, minor)?;

    let mut pool = PoolReader::read(&mut cursor, interner.map(Interner::lock))?;
    let access = cursor.u2("the access flags")?;
    let name = pool.class(cursor.u2("this class")?, "this class")?;
    let super_index = cursor.u2("the super class")?;
    let super_name = pool.class_optional(super_index, "the super class")?;
    if super_name.is_none() && &*name != "java/lang/Object" && access & ACC_MODULE == 0 {
        return cursor.fail(format!("{name} has no super class"));
    }
    let interfaces = read_interfaces(&mut cursor, &mut pool)?;
    let fields = read_fields(&mut cursor, &mut pool)?;
    let methods = read_methods(&mut cursor, &mut pool)?;

    let mut class = ClassFile {
        major,
        minor,
        access,
        name,
        super_name,
        interfaces,
        fields,
        methods,
        pool: ConstantPool::default(),
        bootstrap_methods: Vec::new(),
        source_file: None,
        signature: None,
        nest_host: None,
        nest_members: Vec::new(),
        inner_classes: Vec::new(),
        enclosing_method: None,
        record: None,
        permitted_subclasses: Vec::new(),
        provides: Vec::new(),
        annotations: Vec::new(),
        visible: None,
    };
    let mut seen = Seen::default();
    attributes::each(&mut cursor, &mut pool, |name, body, pool| {
        attributes::class_attribute(&mut class, &mut seen, name, body, pool)
    })?;
    cursor.finish("the class file")?;
    class.pool = pool.resolve()?;
    if let Some(largest) = pool.largest_bootstrap
        && usize::from(largest) >= class.bootstrap_methods.len()
    {
        return cursor.fail(format!(
            "bootstrap method {largest} is used, but there are only {}",
            class.bootstrap_methods.len()
        ));
    }
    Ok(class)
}

fn check_version(cursor: &Cursor, major: u16, minor: u16) -> Parsed<()> {
    if major > *VERSIONS.end() {
        return cursor.fail(format!(
            "class file version {major}.{minor} (Java {}) is newer than this reader knows; the newest is {} (Java {})",
            major - 44,
            VERSIONS.end(),
            VERSIONS.end() - 44
        ));
    }
    if major < *VERSIONS.start() {
        return cursor.fail(format!("class file version {major}.{minor} does not exist"));
    }
    // From Java 12 on, the minor version only says whether preview features are used (JVMS §4.1).
    if major >= 56 && minor != 0 && minor != 65535 {
        return cursor.fail(format!("class file version {major}.{minor} does not exist"));
    }
    Ok(())
}

fn read_interfaces<'a>(
    cursor: &mut Cursor<'a>,
    pool: &mut PoolReader<'a, '_>,
) -> Parsed<Vec<Name>> {
    let count = cursor.u2("the interfaces")?;
    let mut interfaces: Vec<Name> = Vec::with_capacity(cursor.capacity(count, 2));
    let mut known = HashSet::new();
    for _ in 0..count {
        let name = pool.class(cursor.u2("an interface")?, "an interface")?;
        if count > 1 && !known.insert(name.clone()) {
            return cursor.fail(format!("interface {name} is listed twice"));
        }
        interfaces.push(name);
    }
    Ok(interfaces)
}

fn read_fields<'a>(cursor: &mut Cursor<'a>, pool: &mut PoolReader<'a, '_>) -> Parsed<Vec<Field>> {
    let count = cursor.u2("the fields")?;
    let mut fields = Vec::with_capacity(cursor.capacity(count, 8));
    let mut known = HashSet::new();
    for _ in 0..count {
        let access = cursor.u2("a field")?;
        let name = pool.utf8(cursor.u2("a field")?, "a field's name")?;
        let descriptor = pool.utf8(cursor.u2("a field")?, "a field's descriptor")?;
        if !descriptor::is_unqualified_name(&name) {
            return cursor.fail(format!("`{name}` is not a field name"));
        }
        if let Err(reason) = descriptor::check_field(&descriptor) {
            return cursor.fail(format!("field {name} has type `{descriptor}`: {reason}"));
        }
        if !known.insert((name.clone(), descriptor.clone())) {
            return cursor.fail(format!("field {name} of type {descriptor} occurs twice"));
        }
        let mut field = Field {
            access,
            name,
            descriptor,
            constant_value: None,
            instance_constant: None,
            signature: None,
            annotations: Vec::new(),
            visible: None,
        };
        let mut seen = Seen::default();
        attributes::each(cursor, pool, |name, body, pool| {
            attributes::field_attribute(&mut field, &mut seen, name, body, pool)
        })?;
        fields.push(field);
    }
    Ok(fields)
}

fn read_methods<'a>(cursor: &mut Cursor<'a>, pool: &mut PoolReader<'a, '_>) -> Parsed<Vec<Method>> {
    let count = cursor.u2("the methods")?;
    let mut methods = Vec::with_capacity(cursor.capacity(count, 8));
    let mut known = HashSet::new();
    for _ in 0..count {
        let access = cursor.u2("a method")?;
        let name = pool.utf8(cursor.u2("a method")?, "a method's name")?;
        let descriptor = pool.utf8(cursor.u2("a method")?, "a method's descriptor")?;
        if !descriptor::is_method_name(&name) {
            return cursor.fail(format!("`{name}` is not a method name"));
        }
        if let Err(reason) = descriptor::check_method(&descriptor) {
            return cursor.fail(format!("method {name} has type `{descriptor}`: {reason}"));
        }
        if !known.insert((name.clone(), descriptor.clone())) {
            return cursor.fail(format!("method {name}{descriptor} occurs twice"));
        }
        let mut method = Method {
            access,
            name,
            descriptor,
            code: None,
            exceptions: Vec::new(),
            signature: None,
            annotations: Vec::new(),
            parameter_annotations: Vec::new(),
            nullable_parameters: Vec::new(),
            parameter_names: Vec::new(),
            parameter_access: Vec::new(),
            visible: None,
        };
        let mut seen = Seen::default();
        attributes::each(cursor, pool, |name, body, pool| {
            attributes::method_attribute(&mut method, &mut seen, name, body, pool)
        })?;
        let wants_code = access & (access::NATIVE | access::ABSTRACT) == 0;
        if wants_code != method.code.is_some() {
            return cursor.fail(format!(
                "method {}{} {}",
                method.name,
                method.descriptor,
                match wants_code {
                    true => "has no code, though it is neither native nor abstract",
                    false => "has code, though it is native or abstract",
                }
            ));
        }
        methods.push(method);
    }
    Ok(methods)
}
