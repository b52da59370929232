//! What library calls make: new objects by the tables of [`crate::library`], and clones.

use super::variables::Var;
use super::{Analysis, Caller, Nature, Shape, Use, VirtualCall};
use crate::library::{self, Making, Plain, Returned};
use crate::object::{ObjectId, Origin};
use crate::types::TypeId;
use classpath::MemberRef;

/// What a call makes, as far as it is seen.
pub(super) struct Made {
    pub object: Option<ObjectId>,
    /// The result is this object and no other.
    pub fresh: bool,
    /// The result may be an object that the library shares.
    pub shared: bool,
}

impl Analysis<'_> {
    /// Whatever a call at a site makes, about which nothing is known.
    pub(super) fn made(&mut self, site: u32) -> ObjectId {
        let ty = self.object_type;
        self.made_below(site, ty, None)
    }

    pub(super) fn made_below(&mut self, site: u32, ty: TypeId, plain: Option<Plain>) -> ObjectId {
        let known = self.sites[site as usize].made.iter();
        if let Some((.., object)) = known.clone().find(|(t, p, _)| *t == ty && *p == plain) {
            return *object;
        }
        let point = self.site_points[site as usize];
        let shape = match plain {
            Some(_) => Shape::Known(ty),
            None => Shape::Below(ty),
        };
        let object = self.add_object(Origin::Library(point), shape, Nature::Holder);
        self.plains[object.0 as usize] = plain;
        let data = &mut self.sites[site as usize];
        data.made.push((ty, plain, object));
        data.objects.insert(object);
        object
    }

    /// A result that is a value, or a new array of values.
    pub(super) fn made_value(&mut self, site: u32, ty: TypeId) -> ObjectId {
        let name = self.types.name(ty).clone();
        if library::is_value(&name) {
            return self.value(&name);
        }
        let bound = match self.types.is_array(ty) {
            true => ty,
            false => self.object_type,
        };
        let object = self.made_below(site, bound, None);
        if let Some(element) = self.types.element(ty) {
            let name = self.types.name(element).clone();
            if library::is_value(&name) {
                let value = self.value(&name);
                let held = self.region(object);
                self.vars.insert(held, value.0);
            }
        }
        object
    }

    /// What a call makes, as far as it can be seen from outside.
    pub(super) fn makes(
        &mut self,
        site: u32,
        member: &MemberRef,
        receiver: Option<ObjectId>,
        returned: Option<TypeId>,
        how: Returned,
    ) -> Made {
        let plain = self.plain(member, receiver);
        let object_type = self.object_type;
        let of_library =
            returned.filter(|ty| *ty != object_type && !library::is_value(self.types.name(*ty)));
        let nothing = Made {
            object: None,
            fresh: false,
            shared: false,
        };
        let ty = of_library.unwrap_or(object_type);
        match library::making(plain, member) {
            Some(Making::New(sort, shared)) => {
                let object = self.made_below(site, ty, Some(sort));
                self.fresh_objects.insert(object);
                return Made {
                    object: Some(object),
                    fresh: true,
                    shared,
                };
            }
            Some(Making::View(sort)) => {
                return Made {
                    object: Some(self.made_below(site, ty, Some(sort))),
                    ..nothing
                };
            }
            Some(Making::Entries) if of_library.is_none() => {
                let ty = self.types.id("java/util/Map$Entry");
                return Made {
                    object: Some(self.made_below(site, ty, Some(Plain::Entry))),
                    ..nothing
                };
            }
            _ => {}
        }
        match plain {
            Some(_) if of_library.is_none() => nothing,
            _ if how == Returned::Reached => nothing,
            _ => {
                // Of a plain collection's arrays, nothing else that the call makes is seen.
                let ty = match of_library {
                    Some(ty) if plain.is_some() && self.types.is_array(ty) => ty,
                    _ => object_type,
                };
                Made {
                    object: Some(self.made_below(site, ty, None)),
                    fresh: false,
                    shared: true,
                }
            }
        }
    }

    /// What the tables know about the receiver; a constructor's is what it makes.
    pub(super) fn plain(&self, member: &MemberRef, receiver: Option<ObjectId>) -> Option<Plain> {
        match (receiver, &*member.name) {
            (Some(object), _) => self.plains[object.0 as usize],
            (None, "<init>") => library::plain(&member.class),
            _ => None,
        }
    }

    pub(super) fn clone_call(&mut self, call: &VirtualCall, object: ObjectId) {
        self.clone_from(call.caller, Some(object), &call.args, call.result);
    }

    /// `Object.clone`, on one receiver if it has been told apart.
    pub(super) fn clone_from(
        &mut self,
        caller: Caller,
        receiver: Option<ObjectId>,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        let original = args.first().copied().flatten();
        let Some(to) = to else {
            return;
        };
        match caller {
            Caller::At(site) => {
                self.sites[site as usize].library = true;
                self.sites[site as usize].throws = true;
                match (receiver, original) {
                    (Some(object), _) => self.clone_at(site, to, object),
                    (None, Some(var)) => self.add_use(var, Use::CloneAt { site, to }),
                    (None, None) => {}
                }
            }
            // A reference to `clone`: the copy is called after the original.
            Caller::Library(_) => {
                if let Some(object) = receiver {
                    self.vars.insert(to, object.0);
                }
                if let Some(var) = original {
                    self.copy(var, to, None);
                }
            }
        }
    }

    pub(super) fn clone_at(&mut self, site: u32, to: Var, object: ObjectId) {
        let Shape::Exact(class) = self.shapes[object.0 as usize] else {
            let made = self.made(site);
            let (a, b) = (self.region(made), self.region(object));
            self.join(a, b);
            self.vars.insert(to, made.0);
            return;
        };
        let known = self.clones.get(&(site, class)).copied();
        let copy = known.unwrap_or_else(|| {
            let point = self.site_points[site as usize];
            let copy = self.add_exact(Origin::Library(point), class);
            self.sites[site as usize].objects.insert(copy);
            self.clones.insert((site, class), copy);
            copy
        });
        self.vars.insert(to, copy.0);
        for (field, ty) in self.instance_fields(class) {
            if let (Some(from), Some(to)) = (self.field(object, field), self.field(copy, field)) {
                self.copy(from, to, Some(ty));
            }
        }
        if self.is_holder(object) {
            let (from, to) = (self.region(object), self.region(copy));
            if self.types.is_array(class) {
                self.copy(from, to, None);
            } else {
                // The library copies what it keeps behind the object too.
                let inner = self.made(site);
                self.vars.insert(to, inner.0);
                self.join(from, to);
            }
        }
    }
}
