//! Exceptions that may leave the entry: those that it declares or that the user allows, those that its documentation
//! announces, and those by which it rejects an argument.

use crate::checks::Exceptions;
use crate::config::Entry;
use crate::describe::Describer;
use crate::path::Path;
use logic::Term;
use machine::{InputValue, Machine, MethodId, Ref};
use std::collections::BTreeSet;

impl Describer<'_> {
    /// Types in the entry's `throws` clause and in `--allow`.
    pub(crate) fn allowed(&self, machine: &mut Machine, class: machine::ClassId) -> bool {
        let mut allowed: Vec<String> = self
            .config
            .allow
            .iter()
            .map(|name| name.replace('.', "/"))
            .collect();
        let (_, name, descriptor) = self.entry_member();
        // A property that names what may not leave means it, whatever the entry declares.
        if self.config.checks.exceptions == Exceptions::All
            && let Some(method) = self.entry_method(machine)
            && let Some(file) = &machine.class(machine.method(method).class).file
            && let Some(declared) = file.method(name, descriptor)
        {
            allowed.extend(declared.exceptions.iter().map(|e| e.to_string()));
        }
        allowed.iter().any(|name| {
            // `--allow` also takes a name without its package.
            let ancestors = machine.class(class).ancestors.clone();
            ancestors.iter().any(|a| {
                let ancestor = &machine.class(*a).name;
                **ancestor == **name
                    || !name.contains('/') && ancestor.rsplit('/').next() == Some(name.as_str())
            })
        })
    }

    /// Whether the documentation of the entry names what it may throw.
    pub(crate) fn documented(&self, machine: &Machine, class: machine::ClassId) -> bool {
        let (Entry::Method { .. }, Some(documented)) = (self.entry, &self.config.documented) else {
            return false;
        };
        let ancestors = machine.class(class).ancestors.iter();
        let names: Vec<String> = ancestors
            .map(|ancestor| machine.class(*ancestor).java_name())
            .collect();
        documented(self.entry, &names)
    }

    /// For a method entry: an argument that the method refuses, or what it calls with it, is not a fault of the method.
    pub(crate) fn rejected_argument(
        &self,
        machine: &mut Machine,
        path: &Path,
        exception: Ref,
        frames: &[(MethodId, u32)],
    ) -> bool {
        let Entry::Method {
            class: entry_class,
            name,
            descriptor,
        } = self.entry
        else {
            return false;
        };
        if path.state.about_arguments.contains(&exception) {
            return depends_on_arguments(machine, path);
        }
        let Ok(class) = machine.class_of(&path.state, exception) else {
            return false;
        };
        let is_entry = |(method, _): &(MethodId, u32)| {
            let linked = machine.method(*method);
            let class = &machine.class(linked.class).name;
            *linked.name == **name
                && *linked.descriptor == **descriptor
                && (**class == **entry_class
                    || (machine.classpath().declaring(entry_class, name, descriptor))
                        .is_some_and(|declaring| *declaring.name == **class))
        };
        let in_objects = |(method, _): &(MethodId, u32)| {
            let linked = machine.method(*method);
            &*machine.class(linked.class).name == "java/util/Objects"
                && linked.name.starts_with("requireNonNull")
        };
        // A bridge that leads to what a superclass declares has no say of its own.
        let is_bridge = |(method, _): &(MethodId, u32)| {
            let linked = machine.method(*method);
            linked.access & classpath::access::SYNTHETIC != 0
                && *linked.name == **name
                && *linked.descriptor == **descriptor
        };
        let frames = match frames {
            [frames @ .., bridge] if !frames.is_empty() && is_bridge(bridge) => frames,
            all => all,
        };
        // Only the outermost call has the arguments that the caller chose. Without `--nullable` no argument is null, so
        // the null is the method's own.
        let null_pointer = &*machine.class(class).name == "java/lang/NullPointerException";
        match frames {
            [checks @ .., frame] if null_pointer && self.config.machine.nullable => {
                !checks.is_empty() && checks.iter().all(in_objects) && is_entry(frame)
            }
            _ => false,
        }
    }
}

/// Whether a path is taken for some arguments only. That lengths are within bounds holds on every path.
fn depends_on_arguments(machine: &mut Machine, path: &Path) -> bool {
    let mut assumed: BTreeSet<Term> = BTreeSet::new();
    for input in &path.state.inputs {
        let (length, cut) = match &input.value {
            InputValue::String { length, cut, .. } | InputValue::Array { length, cut, .. } => {
                (*length, *cut)
            }
            _ => continue,
        };
        for most in [cut, Some(machine::LONGEST)].into_iter().flatten() {
            let most = machine.pool.bv32(most as i32);
            assumed.insert(machine.pool.ule(length, most));
        }
    }
    path.all_conditions().any(|condition| {
        let support = machine.pool.support(condition);
        let mut symbols = support.iter();
        !assumed.contains(&condition)
            && symbols.any(|symbol| machine.is_of_argument(&path.state, *symbol))
    })
}
