//! What the monitors on the JVM's side have to know, as text: the properties' automata, and for every reported call the
//! patterns that it may match. `Model.java` reads it.

use property::{
    Argument, Call, CallKind, Candidate, ClassPattern, Matcher, ObjectId, Property, Returned, When,
};
use std::fmt::Write;

pub(crate) struct Data {
    text: String,
    sites: i32,
}

impl Data {
    pub(crate) fn new(properties: &[Property]) -> Data {
        let mut text = String::new();
        for property in properties {
            let automaton = &property.automaton;
            // Writing to a string does not fail, here and below.
            let _ = writeln!(
                text,
                "property\t{}\t{}",
                escape(&property.name),
                automaton.initial().0
            );
            for object in &property.objects {
                let _ = write!(text, "object\t{}", dotted(&object.class));
                for except in &object.except {
                    let _ = write!(text, "\t{}", dotted(except));
                }
                text.push('\n');
            }
            for event in &property.events {
                let domain = event
                    .binds
                    .iter()
                    .fold(0u32, |all, object| all | 1 << object.0);
                let when = match event.when {
                    When::End => "end",
                    _ => "call",
                };
                let _ = writeln!(text, "event\t{}\t{when}\t{domain}", escape(&event.name));
            }
            for id in automaton.state_ids() {
                let state = automaton.state(id);
                let kind = if state.error { "error" } else { "" };
                let message = state.message.as_deref().unwrap_or_default();
                let _ = write!(
                    text,
                    "state\t{}\t{kind}\t{}",
                    escape(&state.name),
                    escape(message)
                );
                for event in automaton.event_ids() {
                    let _ = write!(text, "\t{}", automaton.next(id, event).0);
                }
                text.push('\n');
            }
        }
        Data { text, sites: 0 }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Begins the description of a call and returns its number.
    pub(crate) fn site(
        &mut self,
        class: &str,
        method: &str,
        line: Option<u32>,
        kind: CallKind,
    ) -> i32 {
        let receiver = match kind {
            CallKind::Instance => "receiver",
            CallKind::Static | CallKind::Constructor => "",
        };
        let line = line.unwrap_or(0);
        let (class, method) = (escape(class), escape(method));
        let _ = writeln!(self.text, "site\t{class}\t{method}\t{line}\t{receiver}");
        self.sites += 1;
        self.sites - 1
    }

    /// A pattern that the call begun last may match. With `open`, that depends on the class of the receiver.
    pub(crate) fn candidate(
        &mut self,
        matcher: &Matcher,
        candidate: Candidate,
        arguments: usize,
        open: Option<(&ClassPattern, Vec<&ClassPattern>)>,
    ) {
        let call = matcher.call(candidate);
        let event = matcher.property(candidate.property).event(candidate.event);
        let when = match event.when {
            When::Before => "before",
            _ => "after",
        };
        let returns = match call.returns {
            None => "",
            Some(Returned::True) => "true",
            Some(Returned::False) => "false",
            Some(Returned::Null) => "null",
            Some(Returned::NonNull) => "nonnull",
        };
        let object = |id: Option<ObjectId>| id.map_or(-1, |id| i32::from(id.0));
        let bound = bound(call, arguments).map(|(index, object)| format!("{index} {}", object.0));
        let bound: Vec<String> = bound.collect();
        let (test, except) = match open {
            Some((test, except)) => (test_of(test), except.into_iter().map(test_of).collect()),
            None => (String::new(), Vec::new()),
        };
        let _ = write!(
            self.text,
            "candidate\t{}\t{}\t{when}\t{returns}\t{}\t{}\t{}\t{test}",
            candidate.property.0,
            candidate.event.0,
            object(call.receiver),
            object(call.result),
            bound.join(" "),
        );
        for except in except {
            let _ = write!(self.text, "\t{except}");
        }
        self.text.push('\n');
    }
}

/// The arguments that a call binds, by index.
pub(crate) fn bound(call: &Call, count: usize) -> impl Iterator<Item = (usize, ObjectId)> + '_ {
    let index = move |argument: &Argument| argument.index(count);
    call.arguments
        .iter()
        .filter_map(move |(argument, object)| Some((index(argument)?, *object)))
}

fn test_of(pattern: &ClassPattern) -> String {
    match pattern {
        ClassPattern::Any => String::new(),
        ClassPattern::Subtype(class) => format!("+{}", dotted(class)),
        ClassPattern::Exact(class) => format!("={}", dotted(class)),
    }
}

fn dotted(class: &str) -> String {
    escape(&class.replace('/', "."))
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out
}
