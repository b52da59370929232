//! The constant pool (JVMS §4.4): read raw first, because entries refer forward, then resolved in one pass over the
//! indices. No entry refers to itself through others, so resolution needs no recursion.

use crate::class_file::*;
use crate::cursor::{Cursor, Parsed};
use crate::descriptor;
use crate::error::ClassFileError;
use crate::interner::Interning;
use crate::mutf8;
use std::sync::Arc;

#[derive(Clone, Copy)]
enum Raw<'a> {
    Unusable,
    Utf8(&'a [u8]),
    Int(i32),
    Float(u32),
    Long(i64),
    Double(u64),
    Class(u16),
    String(u16),
    Field(u16, u16),
    Method(u16, u16),
    InterfaceMethod(u16, u16),
    NameAndType(u16, u16),
    MethodHandle(u8, u16),
    MethodType(u16),
    Dynamic(u16, u16),
    InvokeDynamic(u16, u16),
    Module(u16),
    Package(u16),
}

/// The pool while a class is being read: the attributes look names up here.
pub(crate) struct PoolReader<'a, 'i> {
    raw: Vec<Raw<'a>>,
    /// Where each entry begins, for error messages.
    offsets: Vec<usize>,
    names: Vec<Option<Name>>,
    /// One decoded text per Utf8 entry, however many String entries share it: otherwise a small file could ask for
    /// gigabytes.
    strings: Vec<Option<Arc<[u16]>>>,
    interning: Option<Interning<'i>>,
    pub largest_bootstrap: Option<u16>,
}

impl<'a, 'i> PoolReader<'a, 'i> {
    pub fn read(cursor: &mut Cursor<'a>, interning: Option<Interning<'i>>) -> Parsed<Self> {
        let count = cursor.u2("the constant pool's count")?;
        if count == 0 {
            return cursor.fail("the constant pool's count is 0");
        }
        let room = cursor.capacity(count, 3) * 2 + 2;
        let mut raw = Vec::with_capacity(room.min(usize::from(count)));
        let mut offsets = Vec::with_capacity(raw.capacity());
        raw.push(Raw::Unusable);
        offsets.push(cursor.position());
        while raw.len() < usize::from(count) {
            offsets.push(cursor.position());
            let entry = read_entry(cursor)?;
            let wide = matches!(entry, Raw::Long(_) | Raw::Double(_));
            raw.push(entry);
            if wide {
                offsets.push(cursor.position());
                raw.push(Raw::Unusable);
                if raw.len() > usize::from(count) {
                    return cursor.fail("a long or double constant runs past the constant pool");
                }
            }
        }
        let size = raw.len();
        Ok(PoolReader {
            raw,
            offsets,
            names: vec![None; size],
            strings: vec![None; size],
            interning,
            largest_bootstrap: None,
        })
    }

    fn fail<T>(&self, index: u16, reason: impl Into<String>) -> Parsed<T> {
        let offset = self.offsets.get(usize::from(index)).copied().unwrap_or(0);
        Err(ClassFileError::new(offset, reason))
    }

    fn raw(&self, index: u16, wanted: &str) -> Parsed<Raw<'a>> {
        match self.raw.get(usize::from(index)) {
            Some(raw) => Ok(*raw),
            None => self.fail(
                index,
                format!(
                    "{wanted} is at constant pool index {index}, but the pool ends before {}",
                    self.raw.len()
                ),
            ),
        }
    }

    fn wrong<T>(&self, index: u16, wanted: &str) -> Parsed<T> {
        self.fail(
            index,
            format!("constant pool entry {index} is not {wanted}"),
        )
    }

    /// The text of a Utf8 entry as a name.
    pub fn utf8(&mut self, index: u16, what: &str) -> Parsed<Name> {
        if let Some(Some(name)) = self.names.get(usize::from(index)) {
            return Ok(name.clone());
        }
        let Raw::Utf8(bytes) = self.raw(index, what)? else {
            return self.wrong(index, &format!("the text that {what} needs"));
        };
        let Some(name) = self.decode(index, bytes)? else {
            return self.fail(index, format!("{what} holds an unpaired surrogate"));
        };
        self.names[usize::from(index)] = Some(name.clone());
        Ok(name)
    }

    pub fn utf8_optional(&mut self, index: u16, what: &str) -> Parsed<Option<Name>> {
        match index {
            0 => Ok(None),
            _ => self.utf8(index, what).map(Some),
        }
    }

    fn decode(&mut self, index: u16, bytes: &[u8]) -> Parsed<Option<Name>> {
        let decoded;
        let text = if mutf8::is_plain_ascii(bytes) {
            std::str::from_utf8(bytes).unwrap_or_default()
        } else {
            match mutf8::decode_utf16(bytes) {
                Err(at) => {
                    return self.fail(
                        index,
                        format!("malformed modified UTF-8, byte {at} of the text"),
                    );
                }
                Ok(units) => match String::from_utf16(&units) {
                    Ok(text) => {
                        decoded = text;
                        decoded.as_str()
                    }
                    Err(_) => return Ok(None),
                },
            }
        };
        Ok(Some(match &mut self.interning {
            Some(interning) => interning.name(text),
            None => Name::from(text),
        }))
    }

    /// A class's internal name or, where an array type may stand, an array descriptor.
    pub fn class_or_array(&mut self, index: u16, what: &str) -> Parsed<Name> {
        let Raw::Class(name) = self.raw(index, what)? else {
            return self.wrong(index, &format!("the class that {what} needs"));
        };
        let name = self.utf8(name, what)?;
        let valid = match name.starts_with('[') {
            true => descriptor::check_field(&name).is_ok(),
            false => descriptor::is_class_name(&name),
        };
        match valid {
            true => Ok(name),
            false => self.fail(index, format!("`{name}` is not a class name")),
        }
    }

    pub fn class(&mut self, index: u16, what: &str) -> Parsed<Name> {
        let name = self.class_or_array(index, what)?;
        match name.starts_with('[') {
            false => Ok(name),
            true => self.fail(index, format!("{what} is the array type `{name}`")),
        }
    }

    pub fn class_optional(&mut self, index: u16, what: &str) -> Parsed<Option<Name>> {
        match index {
            0 => Ok(None),
            _ => self.class(index, what).map(Some),
        }
    }

    pub fn name_and_type(&mut self, index: u16, what: &str) -> Parsed<(Name, Name)> {
        let Raw::NameAndType(name, descriptor) = self.raw(index, what)? else {
            return self.wrong(index, &format!("the name and type that {what} needs"));
        };
        Ok((self.utf8(name, what)?, self.utf8(descriptor, what)?))
    }

    fn member(&mut self, class: u16, name_and_type: u16, field: bool) -> Parsed<MemberRef> {
        let what = if field {
            "a field reference"
        } else {
            "a method reference"
        };
        // `int[].clone()` names the array type itself.
        let class = self.class_or_array(class, what)?;
        let (name, descriptor) = self.name_and_type(name_and_type, what)?;
        let valid = match field {
            true => {
                descriptor::is_unqualified_name(&name)
                    && descriptor::check_field(&descriptor).is_ok()
            }
            false => {
                descriptor::is_method_name(&name)
                    && &*name != "<clinit>"
                    && descriptor::check_method(&descriptor).is_ok()
            }
        };
        match valid {
            true => Ok(MemberRef {
                class,
                name,
                descriptor,
            }),
            false => self.fail(
                name_and_type,
                format!("{what} to {class} is malformed: `{name}` `{descriptor}`"),
            ),
        }
    }

    pub fn method_handle(&mut self, index: u16, what: &str) -> Parsed<MethodHandle> {
        let Raw::MethodHandle(kind, reference) = self.raw(index, what)? else {
            return self.wrong(index, &format!("the method handle that {what} needs"));
        };
        let kind = match kind {
            1 => HandleKind::GetField,
            2 => HandleKind::GetStatic,
            3 => HandleKind::PutField,
            4 => HandleKind::PutStatic,
            5 => HandleKind::InvokeVirtual,
            6 => HandleKind::InvokeStatic,
            7 => HandleKind::InvokeSpecial,
            8 => HandleKind::NewInvokeSpecial,
            9 => HandleKind::InvokeInterface,
            _ => return self.fail(index, format!("method handle kind {kind} does not exist")),
        };
        let (class, member, field, interface) =
            match self.raw(reference, "a method handle's member")? {
                Raw::Field(c, m) => (c, m, true, false),
                Raw::Method(c, m) => (c, m, false, false),
                Raw::InterfaceMethod(c, m) => (c, m, false, true),
                _ => return self.wrong(reference, "the member that a method handle needs"),
            };
        use HandleKind::*;
        let fits = match kind {
            GetField | GetStatic | PutField | PutStatic => field,
            InvokeVirtual | NewInvokeSpecial => !field && !interface,
            InvokeStatic | InvokeSpecial => !field,
            InvokeInterface => interface,
        };
        if !fits {
            return self.fail(
                index,
                format!("a {kind:?} method handle refers to the wrong kind of member"),
            );
        }
        let member = self.member(class, member, field)?;
        if (&*member.name == "<init>") != (kind == NewInvokeSpecial) && !field {
            return self.fail(
                index,
                format!("a {kind:?} method handle refers to {}", member.name),
            );
        }
        Ok(MethodHandle {
            kind,
            member,
            interface,
        })
    }

    fn string(&mut self, index: u16) -> Parsed<Arc<[u16]>> {
        if let Some(Some(known)) = self.strings.get(usize::from(index)) {
            return Ok(known.clone());
        }
        let Raw::Utf8(bytes) = self.raw(index, "a string")? else {
            return self.wrong(index, "the text that a string needs");
        };
        let units: Arc<[u16]> = match mutf8::decode_utf16(bytes) {
            Ok(units) => units.into(),
            Err(at) => {
                return self.fail(
                    index,
                    format!("malformed modified UTF-8, byte {at} of the text"),
                );
            }
        };
        self.strings[usize::from(index)] = Some(units.clone());
        Ok(units)
    }

    fn dynamic(
        &mut self,
        bootstrap: u16,
        name_and_type: u16,
        call_site: bool,
    ) -> Parsed<DynamicRef> {
        let what = if call_site {
            "an invokedynamic"
        } else {
            "a dynamic constant"
        };
        let (name, descriptor) = self.name_and_type(name_and_type, what)?;
        let valid = match call_site {
            true => {
                descriptor::is_method_name(&name) && descriptor::check_method(&descriptor).is_ok()
            }
            false => {
                descriptor::is_unqualified_name(&name)
                    && descriptor::check_field(&descriptor).is_ok()
            }
        };
        if !valid {
            return self.fail(
                name_and_type,
                format!("{what} has a malformed type: `{name}` `{descriptor}`"),
            );
        }
        self.largest_bootstrap = self.largest_bootstrap.max(Some(bootstrap));
        Ok(DynamicRef {
            bootstrap,
            name,
            descriptor,
        })
    }

    /// A constant that `ldc` may load or a bootstrap method may take; `None` for the other kinds.
    fn constant(&mut self, index: u16) -> Parsed<Option<Constant>> {
        Ok(Some(match self.raw(index, "a constant")? {
            Raw::Int(v) => Constant::Int(v),
            Raw::Float(v) => Constant::Float(v),
            Raw::Long(v) => Constant::Long(v),
            Raw::Double(v) => Constant::Double(v),
            Raw::String(text) => Constant::String(self.string(text)?),
            Raw::Class(_) => Constant::Class(self.class_or_array(index, "a class constant")?),
            Raw::MethodType(text) => {
                let descriptor = self.utf8(text, "a method type")?;
                if let Err(reason) = descriptor::check_method(&descriptor) {
                    return self.fail(index, format!("method type `{descriptor}`: {reason}"));
                }
                Constant::MethodType(descriptor)
            }
            Raw::MethodHandle(..) => {
                Constant::MethodHandle(Box::new(self.method_handle(index, "a constant")?))
            }
            Raw::Dynamic(bootstrap, name_and_type) => {
                Constant::Dynamic(Box::new(self.dynamic(bootstrap, name_and_type, false)?))
            }
            _ => return Ok(None),
        }))
    }

    pub fn loadable(&mut self, index: u16, what: &str) -> Parsed<Constant> {
        match self.constant(index)? {
            Some(constant) => Ok(constant),
            None => self.wrong(index, &format!("a constant that {what} may take")),
        }
    }

    fn entry(&mut self, index: u16) -> Parsed<PoolEntry> {
        if let Some(constant) = self.constant(index)? {
            return Ok(PoolEntry::Loadable(constant));
        }
        Ok(match self.raw(index, "an entry")? {
            Raw::Utf8(bytes) => match self.names[usize::from(index)].clone() {
                Some(name) => PoolEntry::Utf8(name),
                None => match self.decode(index, bytes)? {
                    Some(name) => PoolEntry::Utf8(name),
                    None => PoolEntry::Unusable,
                },
            },
            Raw::Field(class, member) => PoolEntry::Field(self.member(class, member, true)?),
            Raw::Method(class, member) => PoolEntry::Method {
                member: self.member(class, member, false)?,
                interface: false,
            },
            Raw::InterfaceMethod(class, member) => PoolEntry::Method {
                member: self.member(class, member, false)?,
                interface: true,
            },
            Raw::NameAndType(name, descriptor) => PoolEntry::NameAndType(
                self.utf8(name, "a name and type")?,
                self.utf8(descriptor, "a name and type")?,
            ),
            Raw::InvokeDynamic(bootstrap, member) => {
                PoolEntry::InvokeDynamic(self.dynamic(bootstrap, member, true)?)
            }
            Raw::Module(name) => {
                self.utf8(name, "a module name")?;
                PoolEntry::Unusable
            }
            Raw::Package(name) => {
                self.utf8(name, "a package name")?;
                PoolEntry::Unusable
            }
            _ => PoolEntry::Unusable,
        })
    }

    /// Resolves every entry; text that is no name stays out of the interner.
    pub fn resolve(&mut self) -> Parsed<ConstantPool> {
        let count = u16::try_from(self.raw.len()).unwrap_or(u16::MAX);
        let mut entries = vec![PoolEntry::Unusable; self.raw.len()];
        let is_text = |raw: &Raw| matches!(raw, Raw::Utf8(_));
        for texts in [false, true] {
            if texts {
                self.interning = None;
            }
            for index in 0..count {
                if is_text(&self.raw[usize::from(index)]) == texts {
                    entries[usize::from(index)] = self.entry(index)?;
                }
            }
        }
        Ok(ConstantPool { entries })
    }
}

fn read_entry<'a>(cursor: &mut Cursor<'a>) -> Parsed<Raw<'a>> {
    const WHAT: &str = "a constant pool entry";
    let tag = cursor.u1(WHAT)?;
    Ok(match tag {
        1 => {
            let length = cursor.u2(WHAT)?;
            Raw::Utf8(cursor.take(usize::from(length), "a constant pool text")?)
        }
        3 => Raw::Int(cursor.u4(WHAT)?.cast_signed()),
        4 => Raw::Float(cursor.u4(WHAT)?),
        5 => Raw::Long(read_u8(cursor)?.cast_signed()),
        6 => Raw::Double(read_u8(cursor)?),
        7 => Raw::Class(cursor.u2(WHAT)?),
        8 => Raw::String(cursor.u2(WHAT)?),
        9 => Raw::Field(cursor.u2(WHAT)?, cursor.u2(WHAT)?),
        10 => Raw::Method(cursor.u2(WHAT)?, cursor.u2(WHAT)?),
        11 => Raw::InterfaceMethod(cursor.u2(WHAT)?, cursor.u2(WHAT)?),
        12 => Raw::NameAndType(cursor.u2(WHAT)?, cursor.u2(WHAT)?),
        15 => Raw::MethodHandle(cursor.u1(WHAT)?, cursor.u2(WHAT)?),
        16 => Raw::MethodType(cursor.u2(WHAT)?),
        17 => Raw::Dynamic(cursor.u2(WHAT)?, cursor.u2(WHAT)?),
        18 => Raw::InvokeDynamic(cursor.u2(WHAT)?, cursor.u2(WHAT)?),
        19 => Raw::Module(cursor.u2(WHAT)?),
        20 => Raw::Package(cursor.u2(WHAT)?),
        _ => return cursor.fail(format!("constant pool tag {tag} does not exist")),
    })
}

fn read_u8(cursor: &mut Cursor) -> Parsed<u64> {
    let high = u64::from(cursor.u4("a constant pool entry")?);
    let low = u64::from(cursor.u4("a constant pool entry")?);
    Ok(high << 32 | low)
}
