//! Abstract objects: their types, their fields and elements, and the regions of what they hold.

use super::variables::Var;
use super::{Analysis, FieldInfo, Nature, Shape};
use crate::object::{Object, ObjectId, Origin};
use crate::types::{OBJECT, TypeId};
use classpath::Name;

impl Analysis<'_> {
    pub(super) fn add_object(&mut self, origin: Origin, shape: Shape, nature: Nature) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        let (class, exact) = match shape {
            Shape::Exact(class) => (class, true),
            Shape::Below(class) | Shape::Known(class) | Shape::Function(class, _) => (class, false),
        };
        let class = self.types.name(class).clone();
        self.plains.push(match exact {
            true => crate::library::plain(&class),
            false => None,
        });
        self.objects.push(Object {
            origin,
            class,
            exact,
            many: true,
        });
        self.shapes.push(shape);
        self.natures.push(nature);
        self.regions.push(None);
        id
    }

    /// An object of exactly this class, whose nature follows from the class.
    pub(super) fn add_exact(&mut self, origin: Origin, class: TypeId) -> ObjectId {
        let nature = self.nature_of(class);
        self.add_object(origin, Shape::Exact(class), nature)
    }

    pub(super) fn nature_of(&mut self, class: TypeId) -> Nature {
        if self.types.is_array(class) {
            return match self.types.element(class) {
                Some(_) => Nature::Holder,
                None => Nature::Plain,
            };
        }
        let name = self.types.name(class).clone();
        if crate::library::is_value(&name) {
            return Nature::Plain;
        }
        let mut at = Some(name);
        while let Some(name) = at {
            let id = self.types.id(&name);
            if !self.types.is_application(id) {
                let stateless = matches!(&*name, OBJECT | "java/lang/Enum" | "java/lang/Record");
                return match stateless {
                    true => Nature::Plain,
                    false => Nature::Holder,
                };
            }
            at = self.types.file(id).and_then(|file| file.super_name.clone());
        }
        Nature::Holder
    }

    pub(super) fn passes(&mut self, object: ObjectId, ty: TypeId) -> bool {
        let shape = self.shapes[object.0 as usize];
        if let Some(known) = self.passes.get(&(shape, ty)) {
            return *known;
        }
        let types = &mut self.types;
        let answer = types.is_missing(ty)
            || match shape {
                Shape::Exact(class) => types.is_missing(class) || types.is_subtype(class, ty),
                Shape::Below(bound) => types.may_be(bound, ty),
                Shape::Known(bound) => types.is_subtype(bound, ty) || types.is_subtype(ty, bound),
                Shape::Function(interface, more) => {
                    types.is_missing(interface)
                        || types.is_subtype(interface, ty)
                        || more && types.is_interface(ty)
                }
            };
        self.passes.insert((shape, ty), answer);
        answer
    }

    /// The variable of what the library may reach through an object, or of an array's elements.
    pub(super) fn region(&mut self, object: ObjectId) -> Var {
        if let Some(known) = self.regions[object.0 as usize] {
            return self.vars.find(known);
        }
        let var = self.vars.fresh();
        self.regions[object.0 as usize] = Some(var);
        let array = match self.shapes[object.0 as usize] {
            Shape::Exact(class) => self.types.is_array(class),
            _ => false,
        };
        if !array {
            self.vars.set_escaped(var);
            self.vars.insert(var, object.0);
        }
        var
    }

    pub(super) fn is_holder(&self, object: ObjectId) -> bool {
        self.natures[object.0 as usize] == Nature::Holder
    }

    /// Where the elements of an array are, and their type; objects that the library made may be arrays.
    pub(super) fn elements(&mut self, object: ObjectId) -> Option<(Var, Option<TypeId>)> {
        if !self.is_holder(object) {
            return None;
        }
        let element = match self.shapes[object.0 as usize] {
            Shape::Exact(class) if self.types.is_array(class) => Some(self.types.element(class)?),
            Shape::Below(bound) => match self.types.is_array(bound) {
                true => self.types.element(bound),
                false => None,
            },
            _ => return None,
        };
        Some((self.region(object), element))
    }

    pub(super) fn field_number(
        &mut self,
        class: TypeId,
        name: &Name,
        descriptor: &Name,
    ) -> Option<u32> {
        let ty = self.types.of_descriptor(descriptor)?;
        let key = (class, name.clone(), descriptor.clone());
        if let Some(known) = self.field_numbers.get(&key) {
            return Some(*known);
        }
        let number = self.field_infos.len() as u32;
        self.field_infos.push(FieldInfo { class, ty });
        self.field_numbers.insert(key, number);
        Some(number)
    }

    /// The variable of an object's field; a library's field is part of the object's region.
    pub(super) fn field(&mut self, object: ObjectId, field: u32) -> Option<Var> {
        let class = self.field_infos[field as usize].class;
        if !self.passes(object, class) {
            return None;
        }
        if !self.types.is_application(class) {
            return self.is_holder(object).then(|| self.region(object));
        }
        if let Some(known) = self.fields.get(&(object.0, field)) {
            return Some(*known);
        }
        let var = self.vars.fresh();
        self.fields.insert((object.0, field), var);
        Some(var)
    }

    pub(super) fn static_field(&mut self, field: u32) -> Var {
        if let Some(known) = self.statics.get(&field) {
            return *known;
        }
        let var = self.vars.fresh();
        self.statics.insert(field, var);
        var
    }

    /// All fields of the application's classes that an object has.
    pub(super) fn load_all(&mut self, object: ObjectId, to: Var) {
        let Shape::Exact(class) = self.shapes[object.0 as usize] else {
            return;
        };
        for (field, ty) in self.instance_fields(class) {
            if let Some(from) = self.field(object, field) {
                self.copy(from, to, Some(ty));
            }
        }
    }

    pub(super) fn instance_fields(&mut self, class: TypeId) -> Vec<(u32, TypeId)> {
        let mut found = Vec::new();
        let mut at = Some(class);
        while let Some(id) = at {
            if !self.types.is_application(id) {
                break;
            }
            let Some(file) = self.types.file(id).cloned() else {
                break;
            };
            for field in &file.fields {
                if field.access & classpath::access::STATIC != 0 {
                    continue;
                }
                if let Some(number) = self.field_number(id, &field.name, &field.descriptor) {
                    found.push((number, self.field_infos[number as usize].ty));
                }
            }
            at = file.super_name.as_ref().map(|name| self.types.id(name));
        }
        found
    }

    /// Any object of a class of values.
    pub(super) fn value(&mut self, class: &str) -> ObjectId {
        if let Some(known) = self.values.get(class) {
            return *known;
        }
        let id = self.types.id(class);
        let object = self.add_object(Origin::Value, Shape::Exact(id), Nature::Plain);
        self.values.insert(class.into(), object);
        object
    }

    pub(super) fn class_constant(&mut self, class: TypeId) -> ObjectId {
        if let Some(known) = self.class_constants.get(&class) {
            return *known;
        }
        let id = self.types.id("java/lang/Class");
        let object = self.add_object(Origin::Value, Shape::Exact(id), Nature::Plain);
        self.class_constants.insert(class, object);
        self.constant_classes.insert(object, class);
        object
    }
}
