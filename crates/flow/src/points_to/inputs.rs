//! What whoever starts the program may pass to it: any object of the declared type, made by any constructor or factory,
//! with anything in its fields.

use super::variables::Var;
use super::{Analysis, Caller, InputKey, Nature, Shape};
use crate::library;
use crate::object::{ObjectId, Origin};
use crate::program::{MethodId, Root};
use crate::types::{Member, OBJECT, TypeId};
use classpath::{MemberRef, Name, access};

impl Analysis<'_> {
    pub(super) fn add_root(&mut self, root: &Root) {
        let class = self.types.id(&root.class);
        let index = self.types.file(class).and_then(|file| {
            let mut methods = file.methods.iter();
            methods.position(|m| m.name == root.name && m.descriptor == root.descriptor)
        });
        let member = index.map(|index| Member {
            class,
            index: index as u32,
        });
        let application = self.types.is_application(class);
        let method = member.filter(|_| application);
        let Some(method) = method.and_then(|member| self.method(member)) else {
            let name = format!("{}.{}", root.class.replace('/', "."), root.name);
            self.unknown(
                format!("{name} is no method of the application with code"),
                None,
            );
            return;
        };
        if !self.roots.contains(&method) {
            self.roots.push(method);
        }
        // The class is initialised before the first instruction, which counts as a part of it.
        let initializers = self.initializers(class);
        self.run_before(method, &initializers);
        self.call_with_inputs(method, None);
    }

    /// Methods that may run before the first instruction of another, which counts them in.
    pub(super) fn run_before(&mut self, method: MethodId, others: &[MethodId]) {
        if !others.is_empty() {
            let first = self.methods[method.0 as usize].at(method, 0);
            let site = self.site(first);
            self.sites[site as usize].initializers.extend(others);
        }
    }

    /// A method that is called with any arguments, on the object or, if there is none, on any.
    fn call_with_inputs(&mut self, method: MethodId, receiver: Option<ObjectId>) {
        let declared = &self.methods[method.0 as usize];
        let is_static = declared.is_static();
        let class = declared.class.name.clone();
        let descriptor = declared.descriptor().clone();
        let signature = declared.class.methods[declared.index].signature.clone();
        let types = self.parameters(&descriptor);
        if !is_static && let Some(this) = self.param(method, 0) {
            match receiver {
                Some(object) => {
                    self.vars.insert(this, object.0);
                }
                None => {
                    let class = self.types.id(&class);
                    let any = self.input(class, None);
                    self.copy(any, this, Some(class));
                }
            }
        }
        let first = usize::from(!is_static);
        for (at, ty) in types.into_iter().enumerate() {
            let (Some(ty), Some(param)) = (ty, self.param(method, at + first)) else {
                continue;
            };
            let any = self.input(ty, signature.clone());
            self.copy(any, param, Some(ty));
        }
    }

    /// Any input of a type. The signature is that of the declaration, and says what a collection may hold.
    pub(super) fn input(&mut self, ty: TypeId, signature: Option<Name>) -> Var {
        let name = self.types.name(ty).clone();
        let matters = !self.types.is_application(ty) && !library::is_value(&name);
        let key = InputKey {
            ty,
            signature: signature.filter(|_| matters),
        };
        if let Some(known) = self.inputs.get(&key) {
            return *known;
        }
        let var = self.vars.fresh();
        self.inputs.insert(key.clone(), var);
        if library::is_value(&name) {
            let value = self.value(&name);
            self.vars.insert(var, value.0);
            return var;
        }
        if self.types.is_array(ty) {
            let array = self.add_exact(Origin::Input, ty);
            self.vars.insert(var, array.0);
            if let Some(element) = self.types.element(ty) {
                let elements = self.region(array);
                let any = self.input(element, key.signature);
                self.copy(any, elements, Some(element));
            }
            return var;
        }
        for class in self.all_classes().iter() {
            if self.types.is_subtype(*class, ty) {
                self.input_of(*class, var);
            }
        }
        if self.types.is_application(ty) {
            return var;
        }
        if &*name == OBJECT {
            for class in ["java/lang/String", "java/lang/Integer"] {
                let value = self.value(class);
                self.vars.insert(var, value.0);
            }
        }
        // An object of the library's, which may hold what its type arguments say.
        let object = self.add_object(Origin::Input, Shape::Below(ty), Nature::Holder);
        self.vars.insert(var, object.0);
        let region = self.region(object);
        match &key.signature {
            Some(signature) => {
                let (classes, variables) = mentioned(signature);
                let anything = variables.then(|| OBJECT.into());
                for class in classes.into_iter().chain(anything) {
                    let class = self.types.id(&class);
                    if class != ty {
                        let held = self.input(class, None);
                        self.copy(held, region, None);
                    }
                }
            }
            None if &*name == OBJECT => {}
            None => {
                let anything = self.types.id(OBJECT);
                let held = self.input(anything, None);
                self.copy(held, region, None);
            }
        }
        var
    }

    /// Inputs of a class of the application: objects of exactly this class, and what its factories and constants give.
    fn input_of(&mut self, class: TypeId, to: Var) {
        let known = self.input_classes.get(&class).copied();
        let any = known.unwrap_or_else(|| {
            let any = self.vars.fresh();
            self.input_classes.insert(class, any);
            self.new_inputs.push((class, any));
            any
        });
        self.copy(any, to, None);
    }

    /// How inputs of a class come to be, and what they may hold.
    pub(super) fn make_input(&mut self, class: TypeId, any: Var) {
        let Some(file) = self.types.file(class).cloned() else {
            return;
        };
        // There are no constants of an enum but its own.
        let constructed = self.types.is_concrete(class) && !self.is_enum_constant(class);
        let object = constructed.then(|| self.add_exact(Origin::Input, class));
        let initializers = self.initializers(class);
        self.extra_roots.extend(initializers.iter());
        let own = format!(")L{};", file.name);
        // A class around it may have its factories, too.
        let mut holders = vec![class];
        let mut name: &str = &file.name;
        while let Some((outer, _)) = name.rsplit_once('$') {
            holders.push(self.types.id(outer));
            name = outer;
        }
        for holder in holders {
            let Some(file) = self.types.file(holder).cloned() else {
                continue;
            };
            for (index, method) in file.methods.iter().enumerate() {
                let is_static = method.access & access::STATIC != 0;
                let constructor = holder == class && &*method.name == "<init>" && constructed;
                let factory = is_static && method.descriptor.ends_with(&own);
                if !constructor && !factory {
                    continue;
                }
                let member = Member {
                    class: holder,
                    index: index as u32,
                };
                let Some(method) = self.method(member) else {
                    continue;
                };
                self.extra_roots.insert(method);
                self.call_with_inputs(method, object.filter(|_| constructor));
                if factory {
                    let result = self.result(method);
                    self.copy(result, any, Some(class));
                }
            }
        }
        for field in &file.fields {
            let number = self.field_number(class, &field.name, &field.descriptor);
            let Some(number) = number else {
                continue;
            };
            if field.access & access::STATIC != 0 {
                let held = self.static_field(number);
                self.copy(held, any, Some(class));
            }
        }
        let Some(object) = object else {
            return;
        };
        self.vars.insert(any, object.0);
        let mut at = Some(class);
        while let Some(id) = at {
            let Some(file) = self.types.file(id).cloned() else {
                break;
            };
            if !self.types.is_application(id) {
                break;
            }
            for field in &file.fields {
                if field.access & access::STATIC != 0 {
                    continue;
                }
                if let Some(number) = self.field_number(id, &field.name, &field.descriptor) {
                    let ty = self.field_infos[number as usize].ty;
                    let held = self.input(ty, field.signature.clone());
                    if let Some(field) = self.field(object, number) {
                        self.copy(held, field, Some(ty));
                    }
                }
            }
            at = file.super_name.as_ref().map(|name| self.types.id(name));
        }
    }

    fn is_enum_constant(&mut self, class: TypeId) -> bool {
        let ancestors: Vec<TypeId> = self.types.ancestors(class).iter().copied().collect();
        ancestors.into_iter().any(|a| self.types.is_enum(a))
    }

    pub(super) fn all_classes(&mut self) -> std::sync::Arc<[TypeId]> {
        if let Some(known) = &self.all_classes {
            return known.clone();
        }
        let names = self.types.classpath().application_classes();
        let names = names.unwrap_or_default();
        let all: std::sync::Arc<[TypeId]> = names.iter().map(|name| self.types.id(name)).collect();
        self.all_classes = Some(all.clone());
        all
    }

    /// Harness calls that make objects of whatever type the caller takes the result for.
    pub(super) fn harness(&mut self, caller: Caller, member: &MemberRef, to: Option<Var>) -> bool {
        let makes =
            &*member.class == "org/cprover/CProver" && member.name.starts_with("nondetWith");
        if !makes {
            return false;
        }
        if let Caller::At(site) = caller {
            self.sites[site as usize].library = true;
            self.sites[site as usize].throws = true;
        }
        if let Some(to) = to {
            let object = self.object_type;
            let any = self.input(object, None);
            self.copy(any, to, None);
        }
        true
    }
}

/// The classes that a generic signature names, and whether it names type variables (JVMS §4.7.9.1). It is checked by
/// nobody, so whatever is malformed is skipped.
fn mentioned(signature: &str) -> (Vec<Name>, bool) {
    let mut scan = Scan {
        text: signature,
        at: 0,
        classes: Vec::new(),
        variables: false,
    };
    if scan.peek() == b'<' {
        scan.at += 1;
        while !matches!(scan.peek(), b'>' | 0) {
            scan.skip_to(b":");
            while scan.peek() == b':' {
                scan.at += 1;
                if scan.peek() != b':' {
                    scan.ty();
                }
            }
        }
        scan.at += 1;
    }
    while scan.peek() != 0 {
        scan.ty();
    }
    scan.classes.sort();
    scan.classes.dedup();
    (scan.classes, scan.variables)
}

struct Scan<'s> {
    text: &'s str,
    at: usize,
    classes: Vec<Name>,
    variables: bool,
}

impl Scan<'_> {
    /// Zero at the end.
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn skip_to(&mut self, ends: &[u8]) {
        while self.peek() != 0 && !ends.contains(&self.peek()) {
            self.at += 1;
        }
    }

    /// A type, or whatever else is between types.
    fn ty(&mut self) {
        let first = self.peek();
        self.at += 1;
        match first {
            b'T' => {
                self.variables = true;
                self.skip_to(b";");
                self.at += 1;
            }
            b'L' => {
                let start = self.at;
                self.skip_to(b";<.");
                if let Some(name) = self.text.get(start..self.at) {
                    self.classes.push(name.into());
                }
                loop {
                    let next = self.peek();
                    self.at += 1;
                    match next {
                        b'<' => {
                            while !matches!(self.peek(), b'>' | 0) {
                                self.ty();
                            }
                            self.at += 1;
                        }
                        b'.' => self.skip_to(b";<."),
                        _ => return,
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mentioned;

    fn check(signature: &str, classes: &[&str], variables: bool) {
        let (found, vars) = mentioned(signature);
        let found: Vec<&str> = found.iter().map(|name| &**name).collect();
        assert_eq!(found, classes, "{signature}");
        assert_eq!(vars, variables, "{signature}");
    }

    #[test]
    fn signatures_name_classes() {
        check(
            "Ljava/util/List<LNode;>;",
            &["Node", "java/util/List"],
            false,
        );
        check(
            "(Ljava/util/Map<-[TLink;+LLeaf;>.Entry<*>;I)V",
            &["Leaf", "java/util/Map"],
            true,
        );
        check(
            "<Link::Ljava/lang/Runnable;T:LA;>(TT;)LB;^LC;",
            &["A", "B", "C", "java/lang/Runnable"],
            true,
        );
        check("Lx<", &["x"], false);
        check("(((", &[], false);
    }
}
