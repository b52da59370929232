//! Puts the machine before the first instruction of an entry.

use crate::config::Entry;
use machine::{Halt, Machine, State};

pub fn start(machine: &mut Machine, entry: &Entry) -> Result<State, String> {
    let started = match entry {
        Entry::Main { class, args } => {
            let mut state = machine.empty_state();
            machine
                .prepare_main(&mut state, class, args)
                .map(|()| state)
        }
        Entry::Method {
            class,
            name,
            descriptor,
        } => machine.start_method(class, name, descriptor),
    };
    started.map_err(|halt| match halt {
        Halt::Unsupported(what) => what,
        Halt::ThrowNew(class, machine::Message::Text(text)) => format!("{class}: {text}"),
        Halt::Bound(_) => {
            "the bound on loops and recursion leaves nothing to run (--unwind)".to_owned()
        }
        other => format!("{other:?}"),
    })
}
