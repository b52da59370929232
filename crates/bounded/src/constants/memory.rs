//! The heap and the static fields of initialisers under way.

use super::evaluate::{ELEMENTS, Evaluator, Made, Result, Stopped};
use super::{Constant, ObjectId};
use crate::universe::TEXT;
use crate::values;
use classpath::{MemberRef, Name, access};
use std::collections::BTreeMap;

impl Evaluator<'_> {
    /// An object of the initialiser that runs.
    pub(super) fn made(&mut self, object: &ObjectId) -> Option<&mut Made> {
        let init = self.under_way.last_mut()?;
        match init.class.name == object.by {
            true => init.objects.get_mut(object.at as usize),
            false => None,
        }
    }

    pub(super) fn class_of(&mut self, value: &Constant) -> Option<Name> {
        match value {
            Constant::Text(_) => Some(TEXT.into()),
            Constant::Object(object) => {
                if let Some(made) = self.made(object) {
                    return Some(made.class.clone());
                }
                let owner = self.done.get(&object.by)?;
                Some(owner.objects.get(object.at as usize)?.class.clone())
            }
            _ => None,
        }
    }

    pub(super) fn make(&mut self, class: &str, elements: Vec<Constant>) -> Result<Constant> {
        let top = self.top()?;
        top.elements += elements.len();
        if top.elements > ELEMENTS {
            return Err(Stopped);
        }
        top.objects.push(Made {
            class: class.into(),
            fields: BTreeMap::new(),
            elements,
            escaped: false,
            exposed: false,
        });
        Ok(Constant::Object(ObjectId {
            by: top.class.name.clone(),
            at: top.objects.len() as u32 - 1,
        }))
    }

    /// Somebody unknown has an object from now on, and all that it leads to.
    pub(super) fn escape(&mut self, value: &Constant) {
        self.open(value, true);
    }

    pub(super) fn open(&mut self, value: &Constant, escapes: bool) {
        let mut work = vec![value.clone()];
        while let Some(value) = work.pop() {
            if let Constant::Object(object) = &value
                && let Some(made) = self.made(object)
            {
                let known = match escapes {
                    true => std::mem::replace(&mut made.escaped, true),
                    false => std::mem::replace(&mut made.exposed, true),
                };
                if known {
                    continue;
                }
                work.extend(made.fields.values().cloned());
                work.extend(made.elements.iter().cloned());
            }
        }
    }

    /// None if the array is unknown.
    pub(super) fn length(&mut self, array: &Constant) -> Result<Option<usize>> {
        match array {
            Constant::Object(object) => {
                if let Some(made) = self.made(object) {
                    return Ok(Some(made.elements.len()));
                }
                let owner = self.done.get(&object.by);
                let fixed = owner.and_then(|owner| owner.objects.get(object.at as usize));
                Ok(fixed.map(|fixed| fixed.length as usize))
            }
            Constant::Unknown => Ok(None),
            _ => Err(Stopped),
        }
    }

    pub(super) fn load(&mut self, array: &Constant, index: &Constant) -> Result<Constant> {
        let (Some(length), Constant::Object(object)) = (self.length(array)?, array) else {
            return Ok(Constant::Unknown);
        };
        let Constant::Int(index) = index else {
            // It may be any of them.
            self.escape(array);
            return Ok(Constant::Unknown);
        };
        let index = usize::try_from(*index).ok().filter(|index| *index < length);
        let index = index.ok_or(Stopped)?;
        if let Some(made) = self.made(object) {
            return Ok(match made.is_open() {
                true => Constant::Unknown,
                false => made.elements[index].clone(),
            });
        }
        let owner = self.done.get(&object.by);
        let fixed = owner.and_then(|owner| owner.objects.get(object.at as usize));
        let element = fixed.and_then(|fixed| fixed.elements.as_ref()?.get(index));
        Ok(element.cloned().unwrap_or(Constant::Unknown))
    }

    pub(super) fn store(
        &mut self,
        array: &Constant,
        index: &Constant,
        value: Constant,
    ) -> Result<()> {
        let length = self.length(array)?;
        let Constant::Object(object) = array else {
            self.escape(&value);
            return Ok(());
        };
        let Some(made) = self.made(object) else {
            self.escape(&value);
            return Ok(());
        };
        let (escaped, exposed) = (made.escaped, made.exposed);
        match index {
            Constant::Int(index) => {
                let index = usize::try_from(*index).map_err(|_| Stopped)?;
                if length.is_none_or(|length| index >= length) {
                    return Err(Stopped);
                }
                made.elements[index] = value.clone();
                if escaped || exposed {
                    self.open(&value, escaped);
                }
            }
            _ => {
                self.escape(array);
                self.escape(&value);
            }
        }
        Ok(())
    }

    pub(super) fn array(&mut self, descriptor: &str, length: i32) -> Result<Constant> {
        let length = usize::try_from(length).map_err(|_| Stopped)?;
        if length > ELEMENTS {
            return Err(Stopped);
        }
        let element = Constant::default(&descriptor[1..]);
        self.make(descriptor, vec![element; length])
    }

    pub(super) fn arrays(&mut self, descriptor: &str, lengths: &[Constant]) -> Result<Constant> {
        let [Constant::Int(length), inner @ ..] = lengths else {
            return Err(Stopped);
        };
        let outer = self.array(descriptor, *length)?;
        if !inner.is_empty() {
            for index in 0..*length {
                let part = self.arrays(&descriptor[1..], inner)?;
                self.store(&outer, &Constant::Int(index), part)?;
            }
        }
        Ok(outer)
    }

    pub(super) fn get_field(&mut self, object: &Constant, field: &MemberRef) -> Result<Constant> {
        let object = match object {
            Constant::Object(object) => object,
            Constant::Null => return Err(Stopped),
            _ => return Ok(Constant::Unknown),
        };
        let found = (self.program).field(&field.class, &field.name, &field.descriptor);
        let (holder, flags) = found.ok_or(Stopped)?;
        let key = (holder, field.name.clone());
        if let Some(made) = self.made(object) {
            if made.is_open() && flags & access::FINAL == 0 {
                return Ok(Constant::Unknown);
            }
            let value = made.fields.get(&key).cloned();
            return Ok(value.unwrap_or_else(|| Constant::default(&field.descriptor)));
        }
        let owner = self.done.get(&object.by);
        let fixed = owner.and_then(|owner| owner.objects.get(object.at as usize));
        let value = fixed.and_then(|fixed| fixed.fields.get(&key));
        Ok(value.cloned().unwrap_or(Constant::Unknown))
    }

    pub(super) fn put_field(
        &mut self,
        object: &Constant,
        field: &MemberRef,
        value: Constant,
    ) -> Result<()> {
        if *object == Constant::Null {
            return Err(Stopped);
        }
        let found = (self.program).field(&field.class, &field.name, &field.descriptor);
        let (holder, _) = found.ok_or(Stopped)?;
        let value = narrowed(&field.descriptor, value);
        if let Constant::Object(object) = object
            && let Some(made) = self.made(object)
        {
            made.fields
                .insert((holder, field.name.clone()), value.clone());
            let (escaped, exposed) = (made.escaped, made.exposed);
            if escaped || exposed {
                self.open(&value, escaped);
            }
            return Ok(());
        }
        self.escape(&value);
        Ok(())
    }

    pub(super) fn get_static(&mut self, field: &MemberRef) -> Result<Constant> {
        if &*field.name == "$assertionsDisabled" {
            return Ok(Constant::Int(0));
        }
        let found = (self.program).field(&field.class, &field.name, &field.descriptor);
        let (holder, flags) = found.ok_or(Stopped)?;
        if flags & access::FINAL != 0
            && let Some(value) = self.program.written_constant(&holder, &field.name)
        {
            return Ok(value);
        }
        self.trigger(&holder)?;
        let top = self.top()?;
        if top.class.name == holder {
            if top.wild && flags & access::FINAL == 0 {
                return Ok(Constant::Unknown);
            }
            let value = top.statics.get(&field.name).cloned();
            return Ok(value.unwrap_or_else(|| Constant::default(&field.descriptor)));
        }
        Ok(match self.done.get(&holder) {
            Some(known) if flags & access::FINAL != 0 => known.get(&field.name),
            _ => Constant::Unknown,
        })
    }

    pub(super) fn put_static(&mut self, field: &MemberRef, value: Constant) -> Result<()> {
        let found = (self.program).field(&field.class, &field.name, &field.descriptor);
        let (holder, flags) = found.ok_or(Stopped)?;
        self.trigger(&holder)?;
        let value = narrowed(&field.descriptor, value);
        let top = self.top()?;
        let own = top.class.name == holder;
        if !own || (top.wild && flags & access::FINAL == 0) {
            self.open(&value, !own);
        }
        let top = self.top()?;
        if own {
            top.statics.insert(field.name.clone(), value);
        }
        Ok(())
    }
}

/// What a field of a small type keeps of an `int`.
fn narrowed(descriptor: &str, value: Constant) -> Constant {
    let Constant::Int(value) = value else {
        return value;
    };
    Constant::Int(match descriptor {
        "Z" => value & 1,
        "B" => i32::from(value as i8),
        "C" => i32::from(value as u16),
        "S" => i32::from(value as i16),
        _ => value,
    })
}

pub(super) fn narrow(element: ir::ElementKind, value: Constant) -> Constant {
    narrowed(values::element_descriptor(element), value)
}
