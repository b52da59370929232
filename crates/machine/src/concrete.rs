//! Running a program on the machine without symbolic inputs, as the differential tests and the benchmarks do.

use crate::halt::Halt;
use crate::interpret::{End, Stop};
use crate::machine::Machine;
use crate::state::{OnReturn, Printed, State};
use crate::value::{Ref, Slot};
use logic::{Evaluator, Model, Value};

/// What a concrete run printed and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub out: String,
    pub err: String,
    pub end: RunEnd,
    /// Where the machine stopped, if it could not go on: the calls, innermost first.
    pub trace: Vec<String>,
    pub instructions: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunEnd {
    Returned,
    /// Binary name of the exception's class and its message (`None` is Java's null).
    Threw {
        class: String,
        message: Option<String>,
    },
    /// The machine could not go on.
    Stopped(String),
}

impl Machine {
    /// Runs `main(String[])` of a class to its end.
    pub fn run_main(&mut self, class: &str, args: &[String]) -> Run {
        self.run_main_within(class, args, u64::MAX / 2)
    }

    /// The same, stopping after about `limit` instructions.
    pub fn run_main_within(&mut self, class: &str, args: &[String], limit: u64) -> Run {
        let mut st = State::new();
        let end = match self.prepare_main(&mut st, class, args) {
            Ok(()) => self.finish(&mut st, limit),
            Err(halt) => RunEnd::Stopped(format!("{halt:?}")),
        };
        let trace = match end {
            RunEnd::Stopped(_) => self.calls(&st),
            RunEnd::Returned | RunEnd::Threw { .. } => Vec::new(),
        };
        Run {
            out: text(&st.console.out),
            err: text(&st.console.err),
            end,
            trace,
            instructions: st.instructions,
        }
    }

    /// The calls under way, innermost first; of a deep recursion only the first.
    fn calls(&self, st: &State) -> Vec<String> {
        let mut calls = Vec::new();
        st.stack.for_each(|frame, _| {
            if !self.method(frame.method).is_synthetic_frame() {
                calls.push(self.loop_name(frame.method, frame.code_pc()));
            }
            calls.len() < 60
        });
        calls
    }

    /// Pushes a call of `main` with these arguments.
    pub fn prepare_main(
        &mut self,
        st: &mut State,
        class: &str,
        args: &[String],
    ) -> Result<(), Halt> {
        let main = self.lookup(class, "main", "([Ljava/lang/String;)V")?;
        let array_class = self.load("[Ljava/lang/String;")?;
        let array = self.allocate_array(st, array_class, args.len())?;
        for (i, arg) in args.iter().enumerate() {
            let string = self.new_java_string(st, arg)?;
            st.heap
                .get_mut(array)
                .data
                .store(i, Slot::reference(string));
        }
        let arguments = [Slot::reference(array)];
        if !self.is_symbolic_entry(main) {
            return self.push_entry(st, main, &arguments);
        }
        // It is the JVM that calls it, which is a call like any other.
        let with = self.with_symbolic_arguments(main)?;
        self.push_call(st, with, &arguments, OnReturn::Discard)?;
        let class = self.method(main).class;
        if !st.is_initialized(class) {
            self.begin_initialization(st, class)?;
        }
        Ok(())
    }

    /// Pushes the entry's frame, with the initialisation of its class on top.
    pub fn push_entry(
        &mut self,
        st: &mut State,
        method: crate::value::MethodId,
        args: &[Slot],
    ) -> Result<(), Halt> {
        let class = self.method(method).class;
        self.push_call(st, method, args, OnReturn::Discard)?;
        if !st.is_initialized(class) {
            self.begin_initialization(st, class)?;
        }
        Ok(())
    }

    fn finish(&mut self, st: &mut State, limit: u64) -> RunEnd {
        match self.run_settled(st, limit) {
            Stop::Fuel => RunEnd::Stopped(format!("did not end within {limit} instructions")),
            Stop::End(End::Returned(_) | End::Exited) => RunEnd::Returned,
            Stop::End(End::Threw(exception)) => {
                let class = match self.class_of(st, exception) {
                    Ok(class) => self.class(class).name.clone(),
                    Err(halt) => return RunEnd::Stopped(format!("{halt:?}")),
                };
                let message = self.call_get_message(st, &class, exception, limit);
                RunEnd::Threw {
                    class: crate::class::binary_name(&class),
                    message,
                }
            }
            Stop::End(End::Unsupported { what, at }) => {
                let place = at.map(|(method, pc)| self.loop_name(method, pc));
                RunEnd::Stopped(format!(
                    "unsupported: {what} at {}",
                    place.unwrap_or_default()
                ))
            }
            other => RunEnd::Stopped(format!("{other:?}")),
        }
    }

    /// Runs on when a question comes up. Values from clocks and unseeded random numbers are all that is symbolic here;
    /// each is taken to be zero.
    fn run_settled(&mut self, st: &mut State, limit: u64) -> Stop {
        self.run_as(st, &mut Evaluator::new(), &mut Model::new(), limit)
    }

    /// Runs on with the inputs that a model gives; it is extended by what a program defines on the way. Comes back with
    /// a question only where the model does not answer it.
    pub fn run_as(
        &mut self,
        st: &mut State,
        evaluator: &mut Evaluator,
        model: &mut Model,
        limit: u64,
    ) -> Stop {
        let end = st.instructions.saturating_add(limit);
        loop {
            let stop = self.run(st, end.saturating_sub(st.instructions));
            let (Stop::Branch(term) | Stop::Guard(term) | Stop::Value(term) | Stop::Assume(term)) =
                stop
            else {
                return stop;
            };
            if matches!(stop, Stop::Assume(_)) {
                self.define(evaluator, model, term);
            }
            match (evaluator.eval(&self.pool, model, term), &stop) {
                (Ok(Value::Bool(holds)), Stop::Branch(_) | Stop::Guard(_)) => {
                    self.learn(st, term, holds)
                }
                (Ok(Value::Bool(true)), Stop::Assume(_)) => self.learn(st, term, true),
                (Ok(Value::Bv { bits, .. }), Stop::Value(_)) => self.learn_value(st, term, bits),
                _ => return stop,
            }
        }
    }

    /// What `getMessage` says, which a program may override.
    fn call_get_message(
        &mut self,
        st: &mut State,
        class: &str,
        exception: Ref,
        limit: u64,
    ) -> Option<String> {
        let method = self
            .lookup(class, "getMessage", "()Ljava/lang/String;")
            .ok()?;
        self.push_call(st, method, &[Slot::reference(exception)], OnReturn::Discard)
            .ok()?;
        let Stop::End(End::Returned(Some(text))) = self.run_settled(st, limit) else {
            return None;
        };
        if text.as_ref().is_null() {
            return None;
        }
        let text = self.string_text(st, text.as_ref()).ok()??;
        Some(String::from_utf16_lossy(&text))
    }

    /// The message that a throwable was made with, where it is known.
    pub fn message(&mut self, st: &mut State, exception: Ref) -> Option<String> {
        let message = self.field(st, exception, "detailMessage").ok()?.as_ref();
        if message.is_null() {
            return None;
        }
        let text = self.string_text(st, message).ok()??;
        Some(String::from_utf16_lossy(&text))
    }

    /// What a throwable names as its cause, where it names one.
    pub fn cause(&self, st: &State, exception: Ref) -> Option<Ref> {
        // ExceptionInInitializerError had a field of its own before JDK 12.
        let fields = ["cause", "exception"];
        fields.into_iter().find_map(|name| {
            let cause = self.field(st, exception, name).ok()?.as_ref();
            (!cause.is_null() && cause != exception).then_some(cause)
        })
    }
}

pub fn text(printed: &imbl::Vector<Printed>) -> String {
    printed
        .iter()
        .map(|p| match p {
            Printed::Text(text) => &**text,
            Printed::Symbolic => "<symbolic>",
        })
        .collect()
}
