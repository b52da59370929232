//! From what a file says to a property: classes are looked up, names of objects, events and states become numbers, and the
//! description of the violations becomes an automaton.

use crate::automaton::MAX_EVENTS;
use crate::checks;
use crate::diagnostics::{Diagnostic, Severity, Span, did_you_mean};
use crate::model::*;
use crate::monitors::MAX_OBJECTS;
use crate::names::Names;
use crate::syntax::*;
use classpath::{ClassPath, FieldType, Name};

mod automata;

/// Turns a draft into a property; `None` if a diagnostic is an error.
pub fn resolve(
    draft: &Draft,
    classpath: &ClassPath,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Property> {
    let mut resolver = Resolver {
        draft,
        names: Names::new(classpath, &draft.imports),
        diagnostics,
        objects: Vec::new(),
        unknown: Vec::new(),
        events: Vec::new(),
    };
    resolver.imports();
    resolver.objects();
    resolver.events();
    let automaton = resolver.automaton();
    let property = Property {
        name: draft.name.text.clone(),
        title: draft.title.clone(),
        about: draft.about.trim().to_owned(),
        objects: resolver.objects,
        events: resolver.events,
        automaton: automaton?,
    };
    let broken = |d: &Diagnostic| d.severity == Severity::Error;
    if diagnostics.iter().any(broken) {
        return None;
    }
    checks::automaton(draft, &property, diagnostics);
    (!diagnostics.iter().any(broken)).then_some(property)
}

struct Resolver<'a> {
    draft: &'a Draft,
    names: Names<'a>,
    diagnostics: &'a mut Vec<Diagnostic>,
    objects: Vec<Object>,
    /// Those whose class there is not, so that nothing can be said about their methods.
    unknown: Vec<ObjectId>,
    events: Vec<Event>,
}

impl Resolver<'_> {
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn imports(&mut self) {
        for import in self.draft.imports.iter().filter(|import| !import.all) {
            // JavaMOP's files import what only the code of their handlers needs.
            if self.draft.language == Language::Prop && self.names.class(&import.path).is_none() {
                let message = format!("there is no class `{}`", import.path);
                let hint = "classes of your own need --classpath";
                self.complain(Diagnostic::error(import.span, message).hint(hint));
            }
        }
    }

    fn objects(&mut self) {
        if self.draft.objects.len() > MAX_OBJECTS {
            let span = self.draft.objects[MAX_OBJECTS].name.span;
            let message = format!("a property relates at most {MAX_OBJECTS} objects");
            self.complain(Diagnostic::error(span, message));
        }
        for (index, object) in self.draft.objects.iter().enumerate() {
            let same = |other: &DraftObject| other.name.text == object.name.text;
            if self.draft.objects[..index].iter().any(same) {
                let message = format!("the object `{}` is declared twice", object.name.text);
                self.complain(Diagnostic::error(object.name.span, message));
            }
            let class = self.names.field_type(&object.class, self.diagnostics);
            let class = match class {
                Some(Some(FieldType::Object(name))) => name,
                Some(Some(array @ FieldType::Array(_))) => Name::from(array.to_string()),
                Some(_) => {
                    let message = format!(
                        "`{}` is of the type {}, and only objects can be followed",
                        object.name.text, object.class.name.text
                    );
                    self.complain(Diagnostic::error(object.class.name.span, message));
                    Name::from("java/lang/Object")
                }
                None => {
                    self.unknown.push(ObjectId(index.min(255) as u8));
                    Name::from("java/lang/Object")
                }
            };
            let except = object.except.iter();
            let except = except.filter_map(|ty| self.names.known_class(ty, self.diagnostics));
            let except = except.collect();
            self.objects.push(Object {
                name: object.name.text.clone(),
                class,
                except,
            });
        }
        self.objects.truncate(MAX_OBJECTS);
    }

    fn object(&mut self, name: &Spanned) -> Option<ObjectId> {
        let found = self.objects.iter().position(|o| o.name == name.text);
        if found.is_none() {
            let message = format!("there is no object `{}`", name.text);
            let known = self.objects.iter().map(|object| &*object.name);
            let hint = did_you_mean(&name.text, known);
            let usual = format!("declare it: `object {} : TYPE`", name.text);
            let diagnostic = Diagnostic::error(name.span, message);
            self.complain(diagnostic.hint(usual).maybe_hint(hint));
        }
        found.map(|index| ObjectId(index as u8))
    }

    fn events(&mut self) {
        if self.draft.events.len() > MAX_EVENTS {
            let span = self.draft.events[MAX_EVENTS].name.span;
            let message = format!("a property has at most {MAX_EVENTS} events");
            self.complain(Diagnostic::error(span, message));
        }
        for (index, draft) in self.draft.events.iter().take(MAX_EVENTS).enumerate() {
            let same = |other: &DraftEvent| other.name.text == draft.name.text;
            if self.draft.events[..index].iter().any(same) {
                let message = format!("the event `{}` is declared twice", draft.name.text);
                let hint = "alternatives are separated by `|` within one event";
                self.complain(Diagnostic::error(draft.name.span, message).hint(hint));
            }
            let mut event = Event {
                name: draft.name.text.clone(),
                when: draft.when,
                calls: Vec::new(),
                binds: Vec::new(),
            };
            let before = self.diagnostics.len();
            for call in &draft.calls {
                if let Some(call) = self.call(call) {
                    event.calls.push(call);
                }
            }
            if self.diagnostics.len() == before {
                self.bindings(draft, &mut event);
            }
            let known = !event
                .binds
                .iter()
                .any(|object| self.unknown.contains(object));
            if self.diagnostics.len() == before && known {
                checks::methods(
                    self.names.classpath,
                    self.draft.language,
                    draft,
                    &event,
                    self.diagnostics,
                );
            }
            self.events.push(event);
        }
    }

    /// All alternatives of an event bind the same objects, so that it concerns the same tuples.
    fn bindings(&mut self, draft: &DraftEvent, event: &mut Event) {
        let binds: Vec<Vec<ObjectId>> = event.calls.iter().map(bound).collect();
        let Some(first) = binds.first() else {
            return;
        };
        for (other, call) in binds.iter().zip(&draft.calls) {
            let missing = first.iter().find(|object| !other.contains(object));
            let missing = missing.or_else(|| other.iter().find(|object| !first.contains(object)));
            if let Some(missing) = missing {
                let message = format!(
                    "not every alternative of `{}` binds the object `{}`",
                    event.name,
                    self.objects[usize::from(missing.0)].name
                );
                let hint = "make two events of it";
                self.complain(Diagnostic::error(call.span, message).hint(hint));
            }
            let twice = other.windows(2).find(|pair| pair[0] == pair[1]);
            if let Some([object, _]) = twice {
                let name = &self.objects[usize::from(object.0)].name;
                let message = format!("the call binds the object `{name}` twice");
                self.complain(Diagnostic::error(call.span, message));
            }
        }
        event.binds = first.clone();
    }

    fn call(&mut self, draft: &DraftCall) -> Option<Call> {
        let signature = self.signature(&draft.signature);
        let except: Option<Vec<Signature>> =
            draft.except.iter().map(|s| self.signature(s)).collect();
        let receiver = draft.receiver.as_ref().map(|name| self.object(name));
        let result = draft.result.as_ref().map(|name| self.object(name));
        let mut arguments = Vec::new();
        for (argument, name) in &draft.arguments {
            arguments.push((*argument, self.object(name)?));
        }
        // Written out so that each part has had its chance to complain.
        let receiver = match receiver {
            Some(None) => return None,
            receiver => receiver.flatten(),
        };
        let result = match result {
            Some(None) => return None,
            result => result.flatten(),
        };
        Some(Call {
            signature: signature?,
            except: except?,
            receiver,
            arguments,
            result,
            returns: draft.returns,
        })
    }

    fn signature(&mut self, draft: &DraftSignature) -> Option<Signature> {
        let class = match &draft.class {
            DraftClass::Any => ClassPattern::Any,
            DraftClass::Object(name) => {
                let object = self.object(name)?;
                ClassPattern::Subtype(self.objects[usize::from(object.0)].class.clone())
            }
            DraftClass::Type { name, exact } => {
                let known = self.names.known_class(name, self.diagnostics);
                let written = &name.name.text;
                if known.is_none()
                    && written.starts_with(char::is_lowercase)
                    && !written.contains('.')
                    && let Some(last) = self.diagnostics.last_mut()
                {
                    let declared = self.draft.objects.iter().map(|o| &*o.name.text);
                    let close = did_you_mean(written, declared);
                    let usual = format!("declare it: `object {written} : TYPE`");
                    last.message = format!("there is no object `{written}`");
                    last.hint = close.or(Some(usual));
                }
                match exact {
                    true => ClassPattern::Exact(known?),
                    false => ClassPattern::Subtype(known?),
                }
            }
        };
        let class = match &draft.also {
            None => class,
            Some(also) => self.narrower(class, also)?,
        };
        let mut parameters = None;
        if let Some(drafts) = &draft.parameters {
            let mut found = Vec::new();
            for parameter in drafts {
                found.push(match parameter {
                    DraftParameter::Rest => ParameterPattern::Rest,
                    DraftParameter::One(ty) => ParameterPattern::One(self.ty(ty)?),
                });
            }
            parameters = Some(found);
        }
        let returns = match &draft.returns {
            None => None,
            Some(ty) => Some(self.ty(ty)?),
        };
        let mut signature = Signature {
            class,
            target: draft.target,
            name: NamePattern::new(&*draft.name.text),
            parameters,
            returns,
        };
        signature.target = checks::target(self.names.classpath, &signature);
        Some(signature)
    }

    /// The class of receivers that are of both classes.
    fn narrower(&mut self, class: ClassPattern, also: &TypeName) -> Option<ClassPattern> {
        let other = self.names.known_class(also, self.diagnostics)?;
        let ClassPattern::Subtype(own) = &class else {
            return Some(class);
        };
        let within = |a: &Name, b: &Name| self.names.classpath.is_subclass(a, b).unwrap_or(false);
        if within(&other, own) {
            return Some(ClassPattern::Subtype(other));
        }
        if !within(own, &other) {
            let message = format!(
                "a receiver that is both a {} and a {} is not supported",
                own.replace('/', "."),
                other.replace('/', ".")
            );
            self.complain(Diagnostic::error(also.name.span, message));
            return None;
        }
        Some(class)
    }

    fn ty(&mut self, draft: &DraftType) -> Option<TypePattern> {
        match draft {
            DraftType::Any => Some(TypePattern::Any),
            DraftType::Type(ty) => {
                let found = self.names.field_type(ty, self.diagnostics)?;
                Some(match found {
                    Some(FieldType::Object(name)) if ty.subtypes => TypePattern::Subtype(name),
                    other => TypePattern::Exact(other),
                })
            }
        }
    }

    pub(super) fn find_event(&self, name: &str) -> Option<EventId> {
        let found = self.events.iter().position(|event| event.name == name);
        found.map(|index| EventId(index as u8))
    }

    pub(super) fn event(&mut self, name: &str, span: Span) -> Option<EventId> {
        let found = self.find_event(name);
        let unreadable = self.draft.unreadable.iter().any(|other| other == name);
        if found.is_none() && !unreadable {
            let declared = self.draft.events.iter().map(|event| &*event.name.text);
            let message = format!("there is no event `{name}`");
            let hint = did_you_mean(name, declared);
            self.complain(Diagnostic::error(span, message).maybe_hint(hint));
        }
        found
    }
}

fn bound(call: &Call) -> Vec<ObjectId> {
    let arguments = call.arguments.iter().map(|(_, object)| *object);
    let mut all: Vec<ObjectId> = call
        .receiver
        .into_iter()
        .chain(call.result)
        .chain(arguments)
        .collect();
    all.sort();
    all
}
