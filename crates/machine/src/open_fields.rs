//! Fields of objects that are inputs which may hold anything: those that a setter just stores into, and all mutable ones
//! of a class that hides none. Numbers become symbols at once; a reference is decided when somebody reads it.

use crate::generics::Type;
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::inputs::{FieldOf, Input, InputValue, Role};
use crate::machine::Machine;
use crate::makers::Building;
use crate::natives::{Call, Return};
use crate::recipes::Param;
use crate::state::State;
use crate::value::{ClassId, MethodId, Ref, Slot};
use classpath::{ClassFile, access};
use ir::Kind;
use ir::synthetic::Builder;
use std::rc::Rc;

/// A field that may hold anything in an object that is an input.
#[derive(Clone, Debug)]
pub(crate) struct OpenSlot {
    /// Internal name of the class that declares it.
    pub class: Rc<str>,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    pub access: u16,
    pub slot: u16,
    own: bool,
    pub setter: Option<Rc<str>>,
}

#[derive(Clone)]
pub(crate) struct OpenField {
    class: Rc<str>,
    name: Rc<str>,
    access: u16,
    setter: Option<Rc<str>>,
    slot: u16,
    ty: Type,
}

impl Machine {
    /// The fields that hold anything in an object that is an input, superclasses included. Those are fields that a
    /// setter just stores into, and all mutable ones of a class that hides none of them: whoever has the object may
    /// store into those.
    pub(crate) fn open_fields_of(&mut self, class: ClassId) -> Rc<[OpenSlot]> {
        if let Some(known) = self.makers.open.get(&class) {
            return known.clone();
        }
        let mut fields: Vec<OpenSlot> = Vec::new();
        let mut hides = false;
        let mut at = Some(class);
        while let Some(id) = at {
            let class = self.class(id).clone();
            for field in &class.fields {
                if field.access & (access::STATIC | access::FINAL) != 0 {
                    continue;
                }
                let setter = match &class.file {
                    Some(file) if class.application => setter(file, &field.name, &field.descriptor),
                    _ => None,
                };
                let hidden = field.access & (access::PRIVATE | access::PROTECTED) != 0;
                hides |= !class.application || hidden && setter.is_none();
                fields.push(OpenSlot {
                    class: (&*class.name).into(),
                    name: (&*field.name).into(),
                    descriptor: (&*field.descriptor).into(),
                    access: field.access,
                    slot: field.slot,
                    own: class.application,
                    setter,
                });
            }
            at = class.super_class;
        }
        if hides {
            let lazy = self.options.lazy;
            fields.retain(|f| f.own && (lazy || f.setter.is_some()));
        }
        let fields: Rc<[OpenSlot]> = fields.into();
        self.makers.open.insert(class, fields.clone());
        fields
    }

    /// Whether everything that can change in an object is open.
    pub(crate) fn all_open(&mut self, class: ClassId) -> bool {
        let open = self.open_fields_of(class).len();
        let mut mutable = 0;
        let mut at = Some(class);
        while let Some(id) = at {
            let class = self.class(id);
            let changes =
                |f: &&crate::class::Field| f.access & (access::STATIC | access::FINAL) == 0;
            mutable += class.fields.iter().filter(changes).count();
            at = class.super_class;
        }
        open == mutable
    }

    /// Whether a class or one of its superclasses has final fields.
    pub(crate) fn has_final_fields(&self, class: ClassId) -> bool {
        let mut at = Some(class);
        while let Some(id) = at {
            let class = self.class(id);
            let wanted = |f: &crate::class::Field| {
                f.access & (access::STATIC | access::FINAL) == access::FINAL
            };
            if class.fields.iter().any(wanted) {
                return true;
            }
            at = class.super_class;
        }
        false
    }

    /// Numbers become symbols at once, which costs nothing; references are left open until somebody reads them. What
    /// the constructor made stays.
    pub(crate) fn open_fields(&mut self, st: &mut State, object: Ref) {
        let owner = st.inputs.len() as u32 - 1;
        let Some(class) = st.heap.class_of(object) else {
            return;
        };
        for field in self.open_fields_of(class).iter() {
            let slot = usize::from(field.slot);
            let value = match field.descriptor.as_bytes() {
                [primitive] => {
                    let value = self.symbolic_primitive(st, &field.name, *primitive);
                    if let Some(input) = st.inputs.back_mut() {
                        input.role = Role::Part;
                        input.at = None;
                        input.field = Some(FieldOf {
                            owner,
                            class: field.class.clone(),
                            name: field.name.clone(),
                            access: field.access,
                            setter: field.setter.clone(),
                        });
                    }
                    value
                }
                _ => Slot::reference(Ref::OPEN),
            };
            let Data::Fields(fields) = &mut st.heap.get_mut(object).data else {
                continue;
            };
            let before = fields[slot].as_ref();
            if value.is_symbolic() || before.is_null() {
                crate::heap::unshared(fields)[slot] = value;
            } else if !st.made.iter().any(|known| known.object == before)
                && !st.lone.contains(&before)
            {
                let class = crate::class::java_type_name(&field.class);
                let text = format!("field {class}.{}: as the constructor makes it", field.name);
                self.assumptions.insert(text);
            }
        }
    }

    /// What an instruction does that reads a field which is still open: the field is filled first. A number that looks
    /// like the mark is just a number.
    #[cold]
    pub(crate) fn fill_first(&mut self, st: &State, object: Ref, slot: u16) -> Step<()> {
        let class = self.class_of(st, object)?;
        if self.class(class).instance_slots.get(usize::from(slot)) != Some(&Kind::Ref) {
            return Ok(());
        }
        let known = st.made.iter().find(|known| known.object == object);
        let made = known.and_then(|known| st.inputs.get(known.input as usize));
        let ty = match made.map(|input| &input.value) {
            Some(InputValue::Made(made)) => made.recipe.ty.clone(),
            _ => Type::class(&self.class(class).name),
        };
        let filler = self.filler(class, ty, slot)?;
        Err(Halt::CallFirst(filler, vec![Slot::reference(object)]))
    }

    /// `static void fill(Object owner)`: asks for the field's value and stores it.
    fn filler(&mut self, class: ClassId, ty: Type, slot: u16) -> Step<MethodId> {
        let key = (class, ty, slot);
        if let Some(&known) = self.makers.fillers.get(&key) {
            return Ok(known);
        }
        let field = self.open_field(class, &key.1, slot)?;
        let object = "(Ljava/lang/Object;)V".into();
        let begin = self.add_native_site("open", &object, open)?;
        self.makers.settling.insert(begin, field.clone());
        let settle = "(Ljava/lang/Object;Ljava/lang/Object;)V".into();
        let settle = self.add_native_site("settle", &settle, settle_field)?;
        self.makers.settling.insert(settle, field.clone());
        let (begin, settle) = (self.expose(begin)?, self.expose(settle)?);
        let mut b = Builder::new(&[Kind::Ref]);
        let owner = b.param(0);
        b.invoke_static(begin, &[owner], None);
        let param = Param {
            name: field.name.clone(),
            ty: field.ty.clone(),
            nullable: true,
            range: None,
            fixed: None,
        };
        let value = self.ask_for(&mut b, &param)?;
        b.invoke_static(settle, &[owner, value], None);
        let made = self.add_synthetic("fill", "(Ljava/lang/Object;)V", b.finish(None))?;
        self.makers.fillers.insert(key, made);
        Ok(made)
    }

    fn open_field(&mut self, class: ClassId, ty: &Type, slot: u16) -> Step<OpenField> {
        let slots = self.open_fields_of(class);
        let mut at = Some(class);
        while let Some(id) = at {
            let class = self.class(id).clone();
            let is_it = |f: &&crate::class::Field| f.access & access::STATIC == 0 && f.slot == slot;
            if let (Some(field), Some(file)) = (class.fields.iter().find(is_it), &class.file) {
                let variables = self.variables_at(ty, &class.name);
                let signature = file.fields[usize::from(field.index)].signature.as_deref();
                let ty = variables.field(signature, &field.descriptor);
                return Ok(OpenField {
                    class: (&*class.name).into(),
                    name: (&*field.name).into(),
                    access: field.access,
                    setter: slots
                        .iter()
                        .find(|s| s.slot == slot)
                        .and_then(|s| s.setter.clone()),
                    slot,
                    ty: ty.ok_or_else(|| Halt::unsupported("a field without a type"))?,
                });
            }
            at = class.super_class;
        }
        Err(Halt::unsupported("an open field that no class declares"))
    }

    /// Fields of an object that are still open, for those who look at all of them.
    pub(crate) fn fill_all(&mut self, st: &State, object: Ref) -> Step<()> {
        let Some(found) = st.heap.get(object) else {
            return Ok(());
        };
        let Data::Fields(fields) = &found.data else {
            return Ok(());
        };
        for (slot, value) in fields.iter().enumerate() {
            if value.as_ref() == Ref::OPEN {
                self.fill_first(st, object, slot as u16)?;
            }
        }
        Ok(())
    }
}

/// The public method `setName` that does nothing but store its argument into a field.
fn setter(file: &ClassFile, field: &str, descriptor: &str) -> Option<Rc<str>> {
    let mut letters = field.chars();
    let first = letters.next()?;
    let name = format!("set{}{}", first.to_uppercase(), letters.as_str());
    let method = file.method(&name, &format!("({descriptor})V"))?;
    if method.access & (access::PUBLIC | access::STATIC) != access::PUBLIC {
        return None;
    }
    // aload_0; iload_1 and its kin; putfield; return
    match method.code.as_ref()?.bytes[..] {
        [
            0x2a,
            0x1b | 0x1f | 0x23 | 0x27 | 0x2b,
            0xb5,
            high,
            low,
            0xb1,
        ] => {
            let stored = file.pool.get(u16::from_be_bytes([high, low]))?;
            match stored {
                classpath::PoolEntry::Field(member) if *member.name == *field => {
                    Some(name.as_str().into())
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Fills those open fields at once whose objects could tell when they were made.
pub(crate) fn fill_loud(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let object = call.reference(0);
    let class = m.class_of(st, object)?;
    let known = st.made.iter().find(|known| known.object == object);
    let made = known.and_then(|known| st.inputs.get(known.input as usize));
    let Some(InputValue::Made(made)) = made.map(|input| input.value.clone()) else {
        return Ok(Return::Void);
    };
    for open in m.open_fields_of(class).iter() {
        let Some(Data::Fields(fields)) = st.heap.get(object).map(|o| &o.data) else {
            continue;
        };
        if fields[usize::from(open.slot)].as_ref() != Ref::OPEN || open.descriptor.len() == 1 {
            continue;
        }
        let field = m.open_field(class, &made.recipe.ty, open.slot)?;
        if !m.is_quiet(&field.ty) {
            m.fill_first(st, object, open.slot)?;
        }
    }
    Ok(Return::Void)
}

fn open(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if let Some(field) = m.makers.settling.get(&call.method) {
        st.building
            .push_back(Building::field(field.name.clone(), call.reference(0)));
    }
    Ok(Return::Void)
}

fn settle_field(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let Some(field) = m.makers.settling.get(&call.method).cloned() else {
        return Ok(Return::Void);
    };
    let (owner, value) = (call.reference(0), call.args[1]);
    let built = st.building.pop_back();
    let part = built.and_then(|b| b.last_part());
    let known = st.made.iter().find(|known| known.object == owner).copied();
    if let (Some(part), Some(known)) = (part, known) {
        let input: Option<&mut Input> = st.inputs.get_mut(part as usize);
        if let Some(input) = input {
            input.field = Some(FieldOf {
                owner: known.input,
                class: field.class,
                name: field.name,
                access: field.access,
                setter: field.setter,
            });
        }
    }
    if st.heap.get(owner).is_some()
        && let Data::Fields(fields) = &mut st.heap.get_mut(owner).data
    {
        crate::heap::unshared(fields)[usize::from(field.slot)] = value;
    }
    Ok(Return::Void)
}
