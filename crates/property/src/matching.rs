//! Which calls are events. A call instruction tells its owner class, name and descriptor; that already rules out nearly
//! everything ([`Matcher::may`]). The rest is decided when the call is made and the classes of its objects are known
//! ([`Matcher::does`], [`Matcher::accepts`]).

use crate::model::{
    Call, CallKind, ClassPattern, EventId, ObjectId, ParameterPattern, Property, Returned,
    Signature, Target, TypePattern, When,
};
use classpath::{ClassPath, FieldType, MethodDescriptor, Name, access};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

/// An index into the properties that a matcher was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropertyId(pub u16);

/// A call pattern that a call instruction may match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    pub property: PropertyId,
    pub event: EventId,
    /// An index into [`crate::Event::calls`].
    pub call: u16,
    /// Whether the class of the receiver makes no difference any more.
    pub certain: bool,
}

/// Answers for all properties of a run; shared between workers.
pub struct Matcher {
    properties: Arc<[Property]>,
    classpath: Arc<ClassPath>,
    /// By method name; the lists are in the order of properties, events and calls.
    exact: HashMap<Box<str>, Vec<Candidate>>,
    wildcards: Vec<Candidate>,
    /// Which of the classes that properties name a class is a subtype of.
    subtypes: RwLock<HashMap<Box<str>, Arc<HashSet<Name>>>>,
    named: Vec<Name>,
}

impl Matcher {
    pub fn new(properties: impl Into<Arc<[Property]>>, classpath: Arc<ClassPath>) -> Matcher {
        let properties = properties.into();
        let mut exact: HashMap<Box<str>, Vec<Candidate>> = HashMap::new();
        let mut wildcards = Vec::new();
        let mut named = Vec::new();
        for (index, property) in properties.iter().enumerate() {
            let objects = property.objects.iter();
            named.extend(objects.flat_map(|o| o.except.iter().chain([&o.class]).cloned()));
            for event in property.event_ids() {
                for (call, pattern) in property.event(event).calls.iter().enumerate() {
                    let signatures = pattern.except.iter().chain([&pattern.signature]);
                    named.extend(signatures.filter_map(|s| s.class.class().cloned()));
                    let candidate = Candidate {
                        property: PropertyId(index as u16),
                        event,
                        call: call as u16,
                        certain: false,
                    };
                    match pattern.signature.name.exact() {
                        Some(name) => exact.entry(name.into()).or_default().push(candidate),
                        None => wildcards.push(candidate),
                    }
                }
            }
        }
        named.sort();
        named.dedup();
        Matcher {
            properties,
            classpath,
            exact,
            wildcards,
            subtypes: RwLock::default(),
            named,
        }
    }

    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    pub fn property(&self, id: PropertyId) -> &Property {
        &self.properties[usize::from(id.0)]
    }

    pub fn property_ids(&self) -> impl Iterator<Item = PropertyId> + use<> {
        (0..self.properties.len()).map(|i| PropertyId(i as u16))
    }

    pub fn call(&self, candidate: Candidate) -> &Call {
        let event = self.property(candidate.property).event(candidate.event);
        &event.calls[usize::from(candidate.call)]
    }

    /// The events at the end of the program.
    pub fn at_end(&self) -> impl Iterator<Item = (PropertyId, EventId)> {
        self.property_ids().flat_map(|id| {
            let property = self.property(id);
            let ends = move |event: &EventId| property.event(*event).when == When::End;
            property
                .event_ids()
                .filter(ends)
                .map(move |event| (id, event))
        })
    }

    /// The patterns that a call instruction may match, in the order of properties, events and alternatives. Nothing that
    /// the call can turn out to be is left out.
    pub fn may(&self, owner: &str, name: &str, descriptor: &str, kind: CallKind) -> Vec<Candidate> {
        let listed = self.exact.get(name).map_or(&[][..], Vec::as_slice);
        let wild = self.wildcards.iter().filter(|candidate| {
            let call = self.call(**candidate);
            call.signature.name.matches(name)
        });
        let mut found: Vec<Candidate> = listed.iter().chain(wild).copied().collect();
        if found.is_empty() {
            return found;
        }
        let Ok(descriptor) = MethodDescriptor::parse(descriptor) else {
            return Vec::new();
        };
        found.retain_mut(|candidate| {
            let call = self.call(*candidate);
            match self.class_and_type(call, owner, name, &descriptor, kind) {
                Fit::No => false,
                fit => {
                    candidate.certain = fit == Fit::Yes;
                    true
                }
            }
        });
        found.sort();
        found
    }

    fn class_and_type(
        &self,
        call: &Call,
        owner: &str,
        name: &str,
        descriptor: &MethodDescriptor,
        kind: CallKind,
    ) -> Fit {
        if call
            .returns
            .is_some_and(|returned| !can_return(descriptor, returned))
        {
            return Fit::No;
        }
        let bindable = |argument: crate::model::Argument| {
            let index = argument.index(descriptor.params.len());
            index.is_some_and(|index| descriptor.params[index].is_reference())
        };
        if !call
            .arguments
            .iter()
            .all(|(argument, _)| bindable(*argument))
        {
            return Fit::No;
        }
        let reference = descriptor.ret.as_ref().is_some_and(FieldType::is_reference);
        if call.result.is_some() && kind != CallKind::Constructor && !reference {
            return Fit::No;
        }
        if !self.shape(&call.signature, name, descriptor, kind) {
            return Fit::No;
        }
        let mut fit = self.class(&call.signature.class, owner, kind);
        for except in &call.except {
            if fit != Fit::No && self.shape(except, name, descriptor, kind) {
                let always = except.class == call.signature.class;
                fit = match self.class(&except.class, owner, kind) {
                    _ if always => Fit::No,
                    Fit::Yes => Fit::No,
                    Fit::Maybe => Fit::Maybe,
                    Fit::No => fit,
                };
            }
        }
        fit
    }

    /// Everything but the class.
    fn shape(
        &self,
        signature: &Signature,
        name: &str,
        descriptor: &MethodDescriptor,
        kind: CallKind,
    ) -> bool {
        let target = match signature.target {
            Target::Instance => kind == CallKind::Instance,
            Target::Static => kind == CallKind::Static,
            Target::Method => kind != CallKind::Constructor,
            Target::Constructor => kind == CallKind::Constructor,
        };
        target && signature.name.matches(name) && self.types(signature, descriptor)
    }

    pub(crate) fn types(&self, signature: &Signature, descriptor: &MethodDescriptor) -> bool {
        types_match(&self.classpath, signature, descriptor)
    }

    /// What the owner of a call tells about the class that it is about.
    fn class(&self, pattern: &ClassPattern, owner: &str, kind: CallKind) -> Fit {
        let (class, exact) = match pattern {
            ClassPattern::Any => return Fit::Yes,
            ClassPattern::Subtype(class) => (class, false),
            ClassPattern::Exact(class) => (class, true),
        };
        if exact && kind != CallKind::Instance {
            return Fit::from(&**class == owner);
        }
        match self.classpath.is_subclass(owner, class) {
            Ok(true) if !exact => return Fit::Yes,
            // A class that cannot be read may be anything.
            Err(_) if kind != CallKind::Instance => return Fit::Maybe,
            Ok(_) if kind != CallKind::Instance => return Fit::No,
            _ => {}
        }
        // The receiver is of a subtype of the owner. It may be of the class too, unless both are classes that have no
        // common subtype.
        let related = !matches!(self.classpath.is_subclass(class, owner), Ok(false));
        if related || exact && &**class == owner {
            return Fit::Maybe;
        }
        let open = |name: &str| match self.classpath.find(name) {
            Ok(Some(file)) => file.access & access::INTERFACE != 0,
            _ => true,
        };
        let sealed = |name: &str| match self.classpath.find(name) {
            Ok(Some(file)) => file.access & access::FINAL != 0,
            _ => name.starts_with('['),
        };
        let common = (open(owner) && !sealed(class)) || (open(class) && !sealed(owner));
        match common {
            true => Fit::Maybe,
            false => Fit::No,
        }
    }

    /// Whether a candidate of [`Matcher::may`] matches, now that the class of the receiver is known; `owner` and the rest
    /// are those of the instruction. For static calls and constructors the class makes no difference.
    ///
    /// What the call binds is the caller's to compare: each bound object must be non-null and [`Matcher::accepts`]ed.
    pub fn does(
        &self,
        candidate: Candidate,
        owner: &str,
        name: &str,
        descriptor: &str,
        kind: CallKind,
        receiver: Option<&str>,
    ) -> bool {
        if candidate.certain {
            return true;
        }
        let class = match kind {
            CallKind::Instance => receiver.unwrap_or(owner),
            CallKind::Static | CallKind::Constructor => owner,
        };
        let call = self.call(candidate);
        if !self.is_of(&call.signature.class, class) {
            return false;
        }
        if call.except.is_empty() {
            return true;
        }
        let Ok(descriptor) = MethodDescriptor::parse(descriptor) else {
            return false;
        };
        let excepted = |except: &Signature| {
            self.shape(except, name, &descriptor, kind) && self.is_of(&except.class, class)
        };
        !call.except.iter().any(excepted)
    }

    /// The classes that a call must not be about for a candidate of [`Matcher::may`] to match, as far as the rest of the
    /// instruction does not rule them out.
    pub fn excepted(
        &self,
        candidate: Candidate,
        name: &str,
        descriptor: &str,
        kind: CallKind,
    ) -> Vec<&ClassPattern> {
        let Ok(descriptor) = MethodDescriptor::parse(descriptor) else {
            return Vec::new();
        };
        let except = self.call(candidate).except.iter();
        let except = except.filter(|except| self.shape(except, name, &descriptor, kind));
        except.map(|except| &except.class).collect()
    }

    fn is_of(&self, pattern: &ClassPattern, class: &str) -> bool {
        match pattern {
            ClassPattern::Any => true,
            ClassPattern::Subtype(name) => self.is_subtype(class, name),
            ClassPattern::Exact(name) => &**name == class,
        }
    }

    /// Whether an object of this class may be bound.
    pub fn accepts(&self, property: PropertyId, object: ObjectId, class: &str) -> bool {
        let object = self.property(property).object(object);
        let excepted = |except: &Name| self.is_subtype(class, except);
        self.is_subtype(class, &object.class) && !object.except.iter().any(excepted)
    }

    fn is_subtype(&self, class: &str, of: &Name) -> bool {
        let known = self.subtypes.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(class) {
            return found.contains(of);
        }
        drop(known);
        let holds = |name: &&Name| matches!(self.classpath.is_subclass(class, name), Ok(true));
        let found: HashSet<Name> = self.named.iter().filter(holds).cloned().collect();
        let answer = found.contains(of);
        let mut known = self
            .subtypes
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        known.insert(class.into(), Arc::new(found));
        answer
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Yes,
    Maybe,
    No,
}

impl From<bool> for Fit {
    fn from(holds: bool) -> Fit {
        match holds {
            true => Fit::Yes,
            false => Fit::No,
        }
    }
}

/// Whether a condition on what is returned can be true of a method.
pub(crate) fn can_return(descriptor: &MethodDescriptor, returned: Returned) -> bool {
    match (returned, &descriptor.ret) {
        (Returned::True | Returned::False, ret) => *ret == Some(FieldType::Boolean),
        (Returned::Null | Returned::NonNull, Some(ret)) => ret.is_reference(),
        (Returned::Null | Returned::NonNull, None) => false,
    }
}

/// Whether the parameters and the result of a method are those of a signature.
pub(crate) fn types_match(
    classpath: &ClassPath,
    signature: &Signature,
    descriptor: &MethodDescriptor,
) -> bool {
    let result = match &signature.returns {
        None => true,
        Some(pattern) => type_matches(classpath, pattern, descriptor.ret.as_ref()),
    };
    let parameters = match &signature.parameters {
        None => true,
        Some(patterns) => parameters_match(classpath, patterns, &descriptor.params),
    };
    result && parameters
}

fn parameters_match(
    classpath: &ClassPath,
    patterns: &[ParameterPattern],
    params: &[FieldType],
) -> bool {
    match (patterns, params) {
        ([], _) => params.is_empty(),
        ([ParameterPattern::Rest, rest @ ..], _) => {
            (0..=params.len()).any(|skip| parameters_match(classpath, rest, &params[skip..]))
        }
        ([ParameterPattern::One(_), ..], []) => false,
        ([ParameterPattern::One(pattern), rest @ ..], [param, params @ ..]) => {
            type_matches(classpath, pattern, Some(param))
                && parameters_match(classpath, rest, params)
        }
    }
}

fn type_matches(classpath: &ClassPath, pattern: &TypePattern, ty: Option<&FieldType>) -> bool {
    match (pattern, ty) {
        (TypePattern::Any, _) => true,
        (TypePattern::Exact(expected), _) => expected.as_ref() == ty,
        (TypePattern::Subtype(class), Some(FieldType::Object(name))) => {
            !matches!(classpath.is_subclass(name, class), Ok(false))
        }
        (TypePattern::Subtype(class), Some(array @ FieldType::Array(_))) => {
            matches!(classpath.is_subclass(&array.to_string(), class), Ok(true))
        }
        (TypePattern::Subtype(_), _) => false,
    }
}
