//! Pattern switches (`SwitchBootstraps`): which label the selector matches first, from a given one on.

use super::{Args, value};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::natives::Return;
use crate::state::State;
use crate::value::{MethodId, Ref, Slot};
use classpath::{BootstrapMethod, Constant, DynamicRef};

impl Machine {
    pub(super) fn link_switch(
        &mut self,
        site: &DynamicRef,
        bootstrap: &BootstrapMethod,
    ) -> Step<MethodId> {
        let is_enum = &*bootstrap.handle.member.name == "enumSwitch";
        let native = if is_enum { enum_switch } else { type_switch };
        let made = self.add_native_site(&bootstrap.handle.member.name, &site.descriptor, native)?;
        self.dynamic
            .switches
            .insert(made, bootstrap.arguments.clone());
        Ok(made)
    }
}

fn type_switch(m: &mut Machine, st: &mut State, call: &Args<'_>) -> Step<Return> {
    switch(m, st, call, false)
}

fn enum_switch(m: &mut Machine, st: &mut State, call: &Args<'_>) -> Step<Return> {
    switch(m, st, call, true)
}

fn switch(m: &mut Machine, st: &mut State, call: &Args<'_>, names: bool) -> Step<Return> {
    let (target, restart) = (call.reference(0), m.concrete_int(st, call.args[1])?);
    if target.is_null() {
        return value(Slot::int(-1));
    }
    let labels = m
        .dynamic
        .switches
        .get(&call.method)
        .cloned()
        .unwrap_or_default();
    for (i, label) in labels.iter().enumerate().skip(restart.max(0) as usize) {
        if matches(m, st, target, label, names)? {
            return value(Slot::int(i as i32));
        }
    }
    value(Slot::int(labels.len() as i32))
}

fn matches(
    m: &mut Machine,
    st: &mut State,
    target: Ref,
    label: &Constant,
    names: bool,
) -> Step<bool> {
    match label {
        Constant::Class(name) => {
            let class = m.load(name)?;
            Ok(m.is_instance(st, target, class))
        }
        // The labels of an enum switch are the names of its constants.
        Constant::String(text) if names => {
            let name = m.field(st, target, "name")?.as_ref();
            Ok(m.string_text(st, name)?.as_deref() == Some(&text[..]))
        }
        Constant::String(text) => {
            let string = m.load("java/lang/String")?;
            if !m.is_instance(st, target, string) {
                return Ok(false);
            }
            let characters = m.string_characters(st, target)?;
            if characters.len() != text.len() {
                return Ok(false);
            }
            let mut all = m.pool.tt();
            for (character, unit) in characters.iter().zip(text.iter()) {
                let (a, b) = (m.int_term(*character), m.pool.bv32(i32::from(*unit)));
                let same = m.pool.eq(a, b);
                all = m.pool.and(all, same);
            }
            m.decide(st, all)
        }
        Constant::Int(number) => {
            let class = m.class_of(st, target)?;
            if !matches!(
                &*m.class(class).name,
                "java/lang/Integer" | "java/lang/Character" | "java/lang/Byte" | "java/lang/Short"
            ) {
                return Ok(false);
            }
            let boxed = m.field(st, target, "value")?;
            let (a, b) = (m.int_term(boxed), m.pool.bv32(*number));
            let same = m.pool.eq(a, b);
            m.decide(st, same)
        }
        _ => Err(Halt::unsupported("a pattern switch with an unusual label")),
    }
}
