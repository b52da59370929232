//! What a path passed of the program: the edges between blocks of its methods and the lines. Each path has its own record,
//! shared with the paths that it was split from; only with [`crate::Options::passed`].

use crate::machine::Machine;
use crate::state::State;
use crate::value::MethodId;

/// Stands for the block before the first one of a method.
pub const OUTSIDE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Passed {
    /// From one block of the method's register code to another, also by an exception; from [`OUTSIDE`] at a call.
    Edge {
        method: MethodId,
        from: u32,
        to: u32,
    },
    Line {
        method: MethodId,
        line: u32,
    },
}

impl Machine {
    /// Writes down that a block of the running frame begins.
    pub(crate) fn pass(&self, st: &mut State, block: u32) {
        let Some(frame) = st.stack.frames.last_mut() else {
            return;
        };
        let passed = Passed::Edge {
            method: frame.method,
            from: frame.block,
            to: block,
        };
        frame.block = block;
        if !st.passed.contains(&passed) {
            st.passed.insert(passed);
        }
    }

    /// Forgets what making the arguments passed, which is not what the entry does. Static initialisers ran whoever came
    /// first.
    pub(crate) fn forget_making(&self, st: &mut State) {
        let stays = |passed: &Passed| {
            let (Passed::Edge { method, .. } | Passed::Line { method, .. }) = passed;
            let method = self.method(*method);
            let of_enum = self.class(method.class).access & classpath::access::ENUM != 0;
            &*method.name == "<clinit>" || of_enum && &*method.name == "<init>"
        };
        st.passed = st.passed.iter().copied().filter(stays).collect();
    }

    /// Writes down that a line begins in the running frame.
    pub(crate) fn pass_line(&self, st: &mut State, line: u32) {
        if let Some(frame) = st.stack.frames.last() {
            let passed = Passed::Line {
                method: frame.method,
                line,
            };
            if !st.passed.contains(&passed) {
                st.passed.insert(passed);
            }
        }
    }
}
