//! What is suspicious about a property that can be read: events that no method gives rise to, states that nothing reaches
//! or from which nothing can go wrong, names that are not used.

use crate::automaton::StateId;
use crate::diagnostics::{Diagnostic, Severity, Span, did_you_mean};
use crate::matching::{can_return, types_match};
use crate::model::*;
use crate::monitors::{Plan, domain_of};
use crate::syntax::{Draft, DraftEvent, Language, Machine};
use classpath::{ClassFile, ClassPath, FieldType, Method, MethodDescriptor, access};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Whether the calls of an event exist in the classes that it names.
pub fn methods(
    classpath: &ClassPath,
    language: Language,
    draft: &DraftEvent,
    event: &Event,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut complaints = Vec::new();
    for (call, written) in event.calls.iter().zip(&draft.calls) {
        if let Some(complaint) = unmatched(classpath, call, written.signature.span) {
            complaints.push(complaint);
        }
        for (except, written) in call.except.iter().zip(&written.except) {
            let same = Call {
                signature: except.clone(),
                except: Vec::new(),
                receiver: None,
                arguments: Vec::new(),
                result: None,
                returns: None,
            };
            let complaint = unmatched(classpath, &same, written.span);
            diagnostics.extend(complaint.map(|c| Diagnostic {
                severity: Severity::Warning,
                ..c
            }));
        }
    }
    // Methods of subtypes count too, so an alternative may well have none here; an event without any is a mistake.
    let all = complaints.len() == event.calls.len() && language == Language::Prop;
    for mut complaint in complaints {
        if !all {
            complaint.severity = Severity::Warning;
        }
        diagnostics.push(complaint);
    }
}

/// The class and everything above it.
fn ancestry(classpath: &ClassPath, class: &str) -> Option<Vec<Arc<ClassFile>>> {
    let mut all = classpath.super_chain(class).ok()?;
    for interface in classpath.all_interfaces(class).ok()? {
        all.extend(classpath.find(&interface).ok().flatten());
    }
    all.extend(classpath.find("java/lang/Object").ok().flatten());
    Some(all)
}

/// Whether a class calls only static methods so, or only methods of objects, where a pattern leaves that open.
pub fn target(classpath: &ClassPath, signature: &Signature) -> Target {
    let (Target::Method, Some(class), Some(name)) = (
        signature.target,
        signature.class.class(),
        signature.name.exact(),
    ) else {
        return signature.target;
    };
    let classes = ancestry(classpath, class).unwrap_or_default();
    let methods = classes.iter().flat_map(|class| &class.methods);
    let named = methods.filter(|method| &*method.name == name);
    let mut kinds: Vec<bool> = named.map(|m| m.access & access::STATIC != 0).collect();
    kinds.sort_unstable();
    kinds.dedup();
    match kinds[..] {
        [true] => Target::Static,
        [false] => Target::Instance,
        _ => Target::Method,
    }
}

fn unmatched(classpath: &ClassPath, call: &Call, span: Span) -> Option<Diagnostic> {
    let class = call.signature.class.class()?;
    let classes = ancestry(classpath, class)?;
    let own = &classes[0];
    let constructor = call.signature.target == Target::Constructor;
    let abstracted = own.access & (access::ABSTRACT | access::INTERFACE) != 0;
    let subtypes = matches!(call.signature.class, ClassPattern::Subtype(_));
    if constructor && abstracted && subtypes {
        // Only subclasses are ever made.
        return None;
    }
    let candidates: Vec<&Method> = match constructor {
        true => own.methods.iter().collect(),
        false => classes.iter().flat_map(|class| &class.methods).collect(),
    };
    let named: Vec<&&Method> = candidates
        .iter()
        .filter(|method| {
            let is_static = method.access & access::STATIC != 0;
            let target = match call.signature.target {
                Target::Instance => !is_static,
                Target::Static => is_static,
                Target::Method => &*method.name != "<init>",
                Target::Constructor => &*method.name == "<init>",
            };
            target && &*method.name != "<clinit>" && call.signature.name.matches(&method.name)
        })
        .collect();
    let shown = class.replace(['/', '$'], ".");
    let written = call.signature.name.as_str();
    if named.is_empty() {
        let message = format!("no method of {shown} is called `{written}`");
        let known = candidates.iter().map(|method| &*method.name);
        let hint = did_you_mean(written, known.filter(|name| !name.starts_with('<')));
        return Some(Diagnostic::error(span, message).maybe_hint(hint));
    }
    let typed: Vec<MethodDescriptor> = named
        .iter()
        .filter_map(|method| MethodDescriptor::parse(&method.descriptor).ok())
        .collect();
    let fitting: Vec<&MethodDescriptor> = typed
        .iter()
        .filter(|descriptor| types_match(classpath, &call.signature, descriptor))
        .collect();
    let subject = match constructor {
        true => format!("constructor of {shown}"),
        false => format!("method `{written}` of {shown}"),
    };
    if fitting.is_empty() {
        let message = format!("no {subject} has these parameters");
        let mut overloads: Vec<String> = typed.iter().map(|d| parameters(classpath, d)).collect();
        overloads.sort();
        overloads.dedup();
        overloads.truncate(8);
        let hint = format!("there is {}", overloads.join(", "));
        return Some(Diagnostic::error(span, message).hint(hint));
    }
    let reference = |ty: &FieldType| ty.is_reference();
    if let Some(wanted) = call.returns
        && !fitting.iter().any(|d| can_return(d, wanted))
    {
        let what = match wanted {
            Returned::True | Returned::False => "a boolean",
            Returned::Null | Returned::NonNull => "an object",
        };
        let message = format!("no {subject} returns {what}");
        return Some(Diagnostic::error(span, message));
    }
    let returned = fitting
        .iter()
        .any(|d| d.ret.as_ref().is_some_and(reference));
    if call.result.is_some() && !constructor && !returned {
        let message = format!("no {subject} returns an object");
        return Some(Diagnostic::error(span, message));
    }
    let takes = |d: &&MethodDescriptor| {
        call.arguments.iter().all(|(argument, _)| {
            let index = argument.index(d.params.len());
            index.is_some_and(|index| reference(&d.params[index]))
        })
    };
    if !fitting.iter().any(takes) {
        let message = format!("no {subject} takes an object there");
        return Some(Diagnostic::error(span, message));
    }
    None
}

fn parameters(classpath: &ClassPath, descriptor: &MethodDescriptor) -> String {
    let types: Vec<String> = descriptor
        .params
        .iter()
        .map(|ty| {
            let full = classpath.source_type(ty);
            full.rsplit('.').next().unwrap_or(&full).to_owned()
        })
        .collect();
    format!("({})", types.join(", "))
}

/// Whether every name of a property means something, and whether it can be violated at all.
pub fn automaton(draft: &Draft, property: &Property, diagnostics: &mut Vec<Diagnostic>) {
    let automaton = &property.automaton;
    let reachable = automaton.reachable();
    if !automaton.can_fail(automaton.initial()) {
        let message = "no sequence of events is a violation";
        let hint = "no error state can be reached from the first state";
        diagnostics.push(Diagnostic::error(draft.name.span, message).hint(hint));
        return;
    }
    for (index, object) in draft.objects.iter().enumerate() {
        let id = ObjectId(index as u8);
        let used = property
            .events
            .iter()
            .any(|event| event.binds.contains(&id));
        if !used {
            let message = format!("the object `{}` is in no event", object.name.text);
            diagnostics.push(Diagnostic::warning(object.name.span, message));
        }
    }
    for id in property.event_ids() {
        let idle = reachable
            .iter()
            .all(|state| automaton.is_self_loop(state, id));
        let written = draft
            .events
            .iter()
            .find(|e| e.name.text == property.event(id).name);
        if let (true, Some(event)) = (idle, written) {
            let message = format!("the event `{}` changes nothing", event.name.text);
            let hint = "no transition that can be reached mentions it";
            diagnostics.push(Diagnostic::warning(event.name.span, message).hint(hint));
        }
    }
    if let Machine::States(states) = &draft.machine {
        for state in &states.states {
            let named = |id: &StateId| automaton.state(*id).name == state.name.text;
            let id = automaton.state_ids().find(named);
            let name = &state.name.text;
            let message = match id {
                Some(id) if reachable.contains(id) && automaton.can_fail(id) => {
                    if state.safe {
                        let message =
                            format!("the state `{name}` is declared safe, but an error can follow");
                        diagnostics.push(Diagnostic::error(state.name.span, message));
                    }
                    continue;
                }
                Some(id) if reachable.contains(id) && state.safe => continue,
                Some(id) if reachable.contains(id) => {
                    format!("nothing can go wrong any more once the state `{name}` is reached")
                }
                _ if state.error => format!("nothing leads to the error state `{name}`"),
                _ => format!("nothing leads to the state `{name}`"),
            };
            diagnostics.push(Diagnostic::warning(state.name.span, message));
        }
    }
    unrelated(draft, property, diagnostics);
    modifiers(draft, property, diagnostics);
}

/// An error that is reached by events on objects that no event brings together concerns every pair of such objects, which
/// is rarely meant.
fn unrelated(draft: &Draft, property: &Property, diagnostics: &mut Vec<Diagnostic>) {
    let Some(groups) = apart(property) else {
        return;
    };
    let names = |domain: u8| -> Vec<String> {
        let bound = property.object_ids().filter(|o| domain >> o.0 & 1 == 1);
        bound
            .map(|o| format!("`{}`", property.object(o).name))
            .collect()
    };
    let groups: Vec<String> = groups
        .iter()
        .map(|group| names(*group).join(" and "))
        .collect();
    let groups = groups.join(" and ");
    let message = format!("a violation is possible before any event has brought {groups} together");
    let hint = "it counts for every such pair of objects; bind them in one event, as in `i := c.iterator()`";
    diagnostics.push(Diagnostic::warning(draft.name.span, message).hint(hint));
}

/// Groups of objects with nothing in common that have an error between them, if there are any.
fn apart(property: &Property) -> Option<Vec<u8>> {
    let automaton = &property.automaton;
    let start: (StateId, Vec<u8>) = (automaton.initial(), Vec::new());
    let mut seen = BTreeSet::from([start.clone()]);
    let mut pending = vec![start];
    while let Some((state, groups)) = pending.pop() {
        if automaton.is_error(state) {
            if groups.len() > 1 {
                return Some(groups);
            }
            continue;
        }
        for event in property
            .event_ids()
            .filter(|e| !automaton.is_self_loop(state, *e))
        {
            let mut joined = domain_of(&property.event(event).binds);
            let mut after = Vec::new();
            for group in &groups {
                match group & joined {
                    0 => after.push(*group),
                    _ => joined |= group,
                }
            }
            if joined != 0 {
                after.push(joined);
            }
            after.sort_unstable();
            let next = (automaton.next(state, event), after);
            if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    None
}

/// JavaMOP's restrictions, where they would make a difference.
fn modifiers(draft: &Draft, property: &Property, diagnostics: &mut Vec<Diagnostic>) {
    for modifier in &draft.modifiers {
        let differs = match &*modifier.text {
            "full-binding" => Plan::new(property).fails_with_fewer(),
            "connected" => apart(property).is_some(),
            _ => false,
        };
        if differs {
            let message = format!(
                "`{}` is not supported where it makes a difference",
                modifier.text
            );
            diagnostics.push(Diagnostic::error(modifier.span, message));
        }
    }
}
