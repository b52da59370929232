//! Library calls, by the rule and the tables of [`crate::library`].

use super::variables::{Var, View, ViewNames};
use super::{Analysis, Called, Caller, Shape};
use crate::library::{self, CallBacks, Returned};
use crate::object::ObjectId;
use crate::program::MethodId;
use crate::types::{Member, Target, TypeId};
use classpath::{MemberRef, Role, access};
use std::sync::Arc;

const TO_STRING: ViewNames = &["toString", "formatTo", "hashCode"];

impl Analysis<'_> {
    /// A call of a library method, on one receiver if it has been told apart. The receiver is among the arguments.
    pub(super) fn library_call(
        &mut self,
        caller: Caller,
        member: &MemberRef,
        receiver: Option<ObjectId>,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        if let Some(what) = library::unknown(member) {
            let point = self.caller_point(caller);
            self.unknown(what, point);
        }
        let sets_stream = matches!(&*member.name, "setIn" | "setOut" | "setErr");
        if sets_stream && &*member.class == "java/lang/System" {
            let streams = self.streams;
            for arg in args.iter().flatten() {
                self.copy(*arg, streams, None);
            }
        }
        self.has_threads |= library::starts_thread(member);
        let summary = library::summary(member);
        let site = match caller {
            Caller::At(site) => site,
            Caller::Library(region) => {
                self.call_within(region, member, receiver, args, to);
                return;
            }
        };
        let plain = self.plain(member, receiver);
        let quiet = plain.is_some_and(|plain| {
            library::is_quiet(plain, &member.class, &member.name, &member.descriptor)
        });
        let class = member
            .class
            .trim_start_matches(['[', 'L'])
            .trim_end_matches(';');
        let role = self.types.classpath().role(class);
        let foreign = matches!(role, Some(Role::Dependency | Role::Stub));
        let data = &mut self.sites[site as usize];
        data.library = true;
        data.foreign |= foreign;
        data.loud |= !quiet;
        data.throws |= !library::never_throws(plain, member);
        data.changes |= !library::is_pure(member) || library::may_fetch(plain, member);
        match receiver {
            Some(object) => {
                data.handed_objects.insert(object);
                data.handed.extend(args.iter().skip(1).flatten());
            }
            None => data.handed.extend(args.iter().flatten()),
        }
        let receiver_var = args.first().copied().flatten();
        let is_instance = receiver.is_some();
        let hand_over = |this: &mut Self, to: Var, from: usize| {
            for (at, arg) in args.iter().enumerate().skip(from) {
                match (at, receiver) {
                    (0, Some(object)) => {
                        this.vars.insert(to, object.0);
                    }
                    _ => {
                        if let Some(arg) = arg {
                            this.copy(*arg, to, None);
                        }
                    }
                }
            }
        };
        match summary.callbacks {
            CallBacks::None => {}
            CallBacks::Only(names) => {
                let view = self.view_of(site, names);
                hand_over(self, view, 0);
            }
            CallBacks::All if summary.prints_arguments && is_instance => {
                let view = self.view_of(site, TO_STRING);
                hand_over(self, view, 1);
                let work = self.work_of(site);
                if let Some(object) = receiver {
                    self.vars.insert(work, object.0);
                }
            }
            CallBacks::All => {
                let work = self.work_of(site);
                hand_over(self, work, 0);
                if summary.world {
                    let world = self.region(self.world);
                    self.join(work, world);
                    let object = self.world;
                    self.vars.insert(work, object.0);
                }
            }
        }
        let returned = self.returned(&member.descriptor);
        self.cause_of(member, returned, to);
        match summary.returned {
            Returned::Argument(at) => {
                let Some(to) = to else {
                    return;
                };
                match (at, receiver) {
                    (0, Some(object)) => {
                        self.vars.insert(to, object.0);
                    }
                    (0, None) => {
                        if let Some(from) = receiver_var {
                            self.copy(from, to, returned);
                        }
                    }
                    _ => {
                        if let Some(from) = args.get(at).copied().flatten() {
                            self.copy(from, to, returned);
                        }
                    }
                }
            }
            Returned::Value => {
                if let (Some(to), Some(ty)) = (to, returned) {
                    let value = self.made_value(site, ty);
                    self.vars.insert(to, value.0);
                }
            }
            Returned::Reached | Returned::Anything => {
                let made = self.makes(site, member, receiver, returned, summary.returned);
                let work = self.work_of(site);
                if let Some(object) = made.object {
                    self.vars.insert(work, object.0);
                }
                let (Some(to), Some(ty)) = (to, returned) else {
                    return;
                };
                let shared = made.shared && self.passes(self.shared, ty);
                if shared {
                    let shared = self.shared;
                    self.vars.insert(to, shared.0);
                }
                if made.fresh {
                    if let Some(object) = made.object {
                        self.vars.insert(to, object.0);
                    }
                    return;
                }
                let name = self.types.name(ty).clone();
                if library::is_value(&name) {
                    let value = self.value(&name);
                    self.vars.insert(to, value.0);
                }
                self.copy(work, to, Some(ty));
            }
        }
    }

    /// A library method that is called through a method reference while library code works in a region.
    fn call_within(
        &mut self,
        region: Var,
        member: &MemberRef,
        receiver: Option<ObjectId>,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        let summary = library::summary(member);
        self.vars
            .add_called(region, Called::Reference(member.clone()));
        if summary.callbacks != CallBacks::None {
            if let Some(object) = receiver {
                self.vars.insert(region, object.0);
            }
            for arg in args.iter().flatten() {
                self.copy(*arg, region, None);
            }
        }
        if summary.world {
            let world = self.region(self.world);
            self.join(region, world);
        }
        if let (Some(ty), Some(to)) = (self.returned(&member.descriptor), to) {
            let name = self.types.name(ty).clone();
            if library::is_value(&name) {
                let value = self.value(&name);
                self.vars.insert(to, value.0);
            }
            self.copy(region, to, Some(ty));
        }
    }

    /// The cause of a throwable of the library's may be anything that was thrown.
    fn cause_of(&mut self, member: &MemberRef, returned: Option<TypeId>, to: Option<Var>) {
        let (Some(ty), Some(to)) = (returned, to) else {
            return;
        };
        let throwable = self.types.id("java/lang/Throwable");
        let class = self.types.id(&member.class);
        if self.types.is_subtype(class, throwable) && self.types.is_subtype(ty, throwable) {
            let thrown = self.thrown;
            self.copy(thrown, to, Some(ty));
        }
    }

    /// The variable of all that a library call at a site can reach.
    pub(super) fn work_of(&mut self, site: u32) -> Var {
        if let Some(known) = self.sites[site as usize].work {
            return known;
        }
        let var = self.vars.fresh();
        self.vars.set_escaped(var);
        let data = &mut self.sites[site as usize];
        data.work = Some(var);
        data.regions.push(var);
        var
    }

    /// The variable of all that a call at a site looks at without keeping it.
    pub(super) fn view_of(&mut self, site: u32, names: ViewNames) -> Var {
        let known = self.sites[site as usize].views.iter();
        if let Some((_, var)) = known.clone().find(|(known, _)| *known == names) {
            return *var;
        }
        let (var, deep) = (self.vars.fresh(), self.vars.fresh());
        self.vars.set_view(var, View { names, deep });
        self.vars.set_view(deep, View { names: &[], deep });
        let data = &mut self.sites[site as usize];
        data.views.push((names, var));
        data.regions.extend([var, deep]);
        var
    }

    /// Regions that may hold each other become one, as soon as nothing else is going on.
    pub(super) fn join(&mut self, a: Var, b: Var) {
        self.to_join.push_back((a, b));
    }

    pub(super) fn join_now(&mut self, a: Var, b: Var) {
        let Some(joined) = self.vars.unify(a, b) else {
            return;
        };
        for (to, filter) in &joined.copies {
            self.pour(*to, &joined.before, *filter);
        }
        for used in &joined.uses {
            for object in &joined.before {
                self.apply(used, *object);
            }
        }
        for object in &joined.unseen {
            self.in_library(joined.kept, ObjectId(*object));
        }
    }

    /// An object that library code has come to know in a region.
    pub(super) fn in_library(&mut self, region: Var, object: ObjectId) {
        if self.is_holder(object) {
            let own = self.region(object);
            self.join(region, own);
        }
        match self.shapes[object.0 as usize] {
            Shape::Exact(class) => {
                for member in self.overrides(class).iter() {
                    self.call_back(region, object, *member, region);
                }
                let throwable = self.types.id("java/lang/Throwable");
                if self.types.is_subtype(class, throwable) {
                    // It may be thrown from there, as by `orElseThrow`.
                    let thrown = self.thrown;
                    self.vars.insert(thrown, object.0);
                }
                if self.types.is_enum(class) && self.types.is_application(class) {
                    self.constants_of(region, class);
                }
                for class in self.constants_named(object) {
                    self.constants_of(region, class);
                }
            }
            Shape::Function(..) => self.call_function_within(region, object),
            Shape::Below(_) | Shape::Known(_) => {}
        }
    }

    /// The library finds the constants of an enum by calling its `values`.
    fn constants_of(&mut self, region: Var, class: TypeId) {
        let Some(file) = self.types.file(class).cloned() else {
            return;
        };
        for method in self.initializers(class).iter() {
            self.vars.add_called(region, Called::Method(*method));
        }
        let descriptor = format!("()[L{};", file.name);
        let values = file.methods.iter().position(|m| {
            &*m.name == "values" && *m.descriptor == *descriptor && m.access & access::STATIC != 0
        });
        let member = values.map(|index| Member {
            class,
            index: index as u32,
        });
        if let Some(method) = member.and_then(|member| self.method(member)) {
            self.vars.add_called(region, Called::Method(method));
            self.connect(method, None, &[], Some(region));
        }
    }

    /// The enums whose class object this may be.
    fn constants_named(&mut self, object: ObjectId) -> Vec<TypeId> {
        let any = self.values.get("java/lang/Class") == Some(&object);
        let classes: Arc<[TypeId]> = match self.constant_classes.get(&object) {
            Some(class) => Arc::new([*class]),
            None if any => self.all_classes(),
            None => return Vec::new(),
        };
        let classes = classes.iter().copied();
        classes
            .filter(|class| self.types.is_enum(*class) && self.types.is_application(*class))
            .collect()
    }

    /// An object that a call looks at, together with what it holds. A collection of the JDK's that the tables know does
    /// the same with its elements; what any other object does with what it holds, nobody knows. The same goes for an
    /// object of the application's that inherits from the library.
    pub(super) fn viewed(&mut self, var: Var, object: ObjectId, view: View) {
        let shape = self.shapes[object.0 as usize];
        let all = view.names.is_empty();
        if self.is_holder(object) {
            let array = match shape {
                Shape::Exact(class) => self.types.is_array(class),
                _ => false,
            };
            let known = array || self.plains[object.0 as usize].is_some();
            if !known && !all {
                self.vars.insert(view.deep, object.0);
                return;
            }
            let held = self.region(object);
            self.copy(held, var, None);
        }
        match shape {
            Shape::Exact(class) => {
                for member in self.overrides(class).iter() {
                    let declared = self.types.method(*member);
                    if all || declared.is_some_and(|m| view.names.contains(&&*m.name)) {
                        self.call_back(var, object, *member, var);
                    }
                }
            }
            Shape::Function(..) if all => self.call_function_within(var, object),
            _ => {}
        }
    }

    /// The library calls a method of the application's, with arguments from what it knows.
    fn call_back(&mut self, region: Var, object: ObjectId, member: Member, known: Var) {
        let Some(method) = self.method(member) else {
            return;
        };
        if !self
            .called_back
            .insert((self.vars.find(region), method, object))
        {
            return;
        }
        self.note_call(Caller::Library(region), method);
        let count = self.methods[method.0 as usize].body().params.len();
        let args = vec![Some(known); count];
        self.connect(method, Some(object), &args, Some(known));
        self.surprise(method);
    }

    /// Arguments that the library makes itself: values, and exceptions that it has caught.
    fn surprise(&mut self, method: MethodId) {
        let declared = &self.methods[method.0 as usize];
        let skip = usize::from(!declared.is_static());
        self.surprise_from(method, skip);
    }

    /// The same for a function that has captured its first arguments, the receiver counting as one.
    pub(super) fn surprise_from(&mut self, method: MethodId, skip: usize) {
        let declared = &self.methods[method.0 as usize];
        let receiver = usize::from(!declared.is_static());
        let skip = skip.max(receiver);
        let descriptor = declared.descriptor().clone();
        let throwable = self.types.id("java/lang/Throwable");
        let types = self.parameters(&descriptor);
        let types = types.into_iter().skip(skip - receiver);
        for (at, ty) in types.enumerate() {
            let (Some(ty), Some(param)) = (ty, self.param(method, at + skip)) else {
                continue;
            };
            self.boxed(param, ty);
            if self.types.is_subtype(ty, throwable) {
                let thrown = self.thrown;
                self.copy(thrown, param, Some(ty));
            }
        }
    }

    /// The methods of the application that the library may call on an object of this class: those that override or
    /// implement a method of the library's. Finalisers do not run, here as on the machine.
    pub(super) fn overrides(&mut self, class: TypeId) -> Arc<[Member]> {
        if let Some(known) = self.overrides.get(&class) {
            return known.clone();
        }
        let mut found = std::collections::BTreeSet::new();
        let ancestors: Vec<TypeId> = self.types.ancestors(class).iter().copied().collect();
        let application = ancestors.iter().any(|a| self.types.is_application(*a));
        for ancestor in ancestors {
            if !application || self.types.is_application(ancestor) {
                continue;
            }
            let Some(file) = self.types.file(ancestor).cloned() else {
                continue;
            };
            for method in &file.methods {
                let fixed = access::STATIC | access::PRIVATE | access::FINAL;
                let skipped = method.name.starts_with('<') || &*method.name == "finalize";
                if method.access & fixed != 0 || skipped {
                    continue;
                }
                for target in self.types.select(class, &method.name, &method.descriptor) {
                    let Target::Application(member) = target else {
                        continue;
                    };
                    found.insert(member);
                }
            }
        }
        let found: Arc<[Member]> = found.into_iter().collect();
        self.overrides.insert(class, found.clone());
        found
    }
}
