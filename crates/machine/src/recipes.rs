//! How an object that is an input comes to be: through a constructor or a factory of its class, as an enum's constant,
//! or, for types of the JDK, through the few calls that any program would make. Only what a program can make is
//! considered, so every such object can be written down in Java.

use crate::class::Class;
use crate::generics::{Type, Variables};
use crate::halt::{Halt, Step};
use crate::known_types;
use crate::machine::Machine;
use crate::value::ClassId;
use classpath::{ClassFile, Method, access};
use std::rc::Rc;
use std::sync::Arc;

/// How many levels of what an object is made of are looked at to tell whether it can be made.
const DEPTH: u32 = 3;

/// How many factories of an abstract class or interface are looked at.
const FACTORIES: usize = 3;

/// One way to make an object.
#[derive(Debug, PartialEq, Eq)]
pub struct Recipe {
    pub make: Make,
    /// Internal name of the object's class, or an array's descriptor.
    pub class: Rc<str>,
    /// The type that the object was asked for, with its arguments.
    pub ty: Type,
    /// What the constructor or factory takes; for an array its elements.
    pub params: Vec<Param>,
    /// What is called on the object afterwards, such as `add`.
    pub calls: Vec<CallStep>,
    /// The object's mutable fields are inputs as well.
    pub open_fields: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    pub name: Rc<str>,
    pub ty: Type,
    pub nullable: bool,
    /// The values of an `int` that are not refused anyway, first and last.
    pub range: Option<(i32, i32)>,
    /// A string that is this text, or an array without elements: what a value of a JDK class is made of in the one or
    /// two ways that stand for all.
    pub fixed: Option<Rc<str>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Make {
    Constructor {
        descriptor: String,
    },
    Factory {
        class: Rc<str>,
        name: Rc<str>,
        descriptor: String,
        interface: bool,
    },
    /// By a method of another object, which is the first of the parameters, such as a list's `iterator`.
    Method {
        class: Rc<str>,
        name: Rc<str>,
        descriptor: String,
    },
    /// The value of a static field, such as an enum's constant.
    Constant {
        class: Rc<str>,
        name: Rc<str>,
        descriptor: String,
    },
    Array {
        element: Type,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallStep {
    pub name: Rc<str>,
    pub descriptor: String,
    pub params: Vec<Param>,
}

/// One alternative for a value of some type.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A value of this other type, which needs no recipe.
    Value(Type),
    Object(Rc<Recipe>),
}

/// The alternatives for a type, and what is left out by looking at them only.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    pub choices: Vec<Choice>,
    pub left_out: Vec<String>,
}

impl Param {
    pub fn new(name: impl Into<Rc<str>>, ty: Type) -> Param {
        Param {
            name: name.into(),
            ty,
            nullable: false,
            range: None,
            fixed: None,
        }
    }
}

impl Recipe {
    /// As Java writes it: `new Account(int)`.
    pub fn written(&self) -> String {
        let types: Vec<String> = self.params.iter().map(|p| p.ty.java_name()).collect();
        let types = types.join(", ");
        let class = crate::class::java_type_name(&self.class);
        match &self.make {
            Make::Constructor { .. } => format!("new {class}({types})"),
            Make::Factory { class, name, .. } => {
                format!("{}.{name}({types})", crate::class::java_type_name(class))
            }
            Make::Method { class, name, .. } => {
                format!("{}.{name}()", crate::class::java_type_name(class))
            }
            Make::Constant { class, name, .. } => {
                format!("{}.{name}", crate::class::java_type_name(class))
            }
            Make::Array { .. } => class,
        }
    }

    /// Whether making it brings a new object into being.
    pub fn is_fresh(&self) -> bool {
        !matches!(self.make, Make::Constant { .. })
    }
}

impl Machine {
    /// The ways to make a value of a reference type. With `exact`, of this class itself if it has objects of its own.
    pub(crate) fn choices(&mut self, ty: &Type, exact: bool) -> Step<Rc<Choices>> {
        let key = (ty.clone(), exact);
        if let Some(known) = self.makers.choices.get(&key) {
            return Ok(known.clone());
        }
        let found = Rc::new(self.find_choices(ty, exact)?);
        self.makers.choices.insert(key, found.clone());
        Ok(found)
    }

    fn find_choices(&mut self, ty: &Type, exact: bool) -> Step<Choices> {
        if let Type::Array(element) = ty {
            return Ok(self.arrays_of(ty, element));
        }
        let Type::Class { name, .. } = ty else {
            return Err(Halt::unsupported("an object of a primitive type"));
        };
        if let Some(known) = known_types::choices(ty, self.options.objects) {
            return Ok(known);
        }
        let id = self.load(name)?;
        let class = self.class(id).clone();
        let java = class.java_name();
        let mut found = Choices::default();
        let mut why = String::new();
        let has_objects = !class.is_interface() && !class.is_abstract();
        if class.access & access::ENUM != 0 {
            found.choices = constants(&class, ty);
            if !self.is_value(id, false, 0) {
                let text = format!("objects of {java}: as they are at first");
                found.left_out.push(text);
            }
            return match found.choices.is_empty() {
                true => Err(no_object(&java, "the enum has no constants")),
                false => Ok(found),
            };
        }
        let mut names = Vec::new();
        let factories = match has_objects {
            true => Vec::new(),
            false => self.factories(&class, ty),
        };
        let mut factories: Vec<Rc<Recipe>> = factories
            .into_iter()
            .filter(|recipe| self.not_to_be_made(recipe, 0).is_none())
            .collect();
        // What takes few arguments, and numbers only, is the easiest to make something of; the other ones often do the
        // same in more words.
        factories.sort_by_key(|recipe| {
            let given = |p: &&Param| !matches!(p.ty, Type::Primitive(_));
            let objects = recipe.params.iter().filter(given).count();
            (objects, recipe.params.len())
        });
        factories.truncate(FACTORIES);
        names.extend(factories.iter().map(|recipe| recipe.written()));
        let has_factories = !factories.is_empty();
        found
            .choices
            .extend(factories.into_iter().map(Choice::Object));
        for (class, made_of) in self.classes_of(&class, ty, exact)? {
            // Others get objects of such a class from the factories.
            if has_factories && class.access & access::PUBLIC == 0 {
                continue;
            }
            match self.ways(&class, &made_of) {
                Ok(ways) => {
                    names.push(class.java_name());
                    found.left_out.extend(self.unseen_states(&class, &ways));
                    found.choices.extend(ways.into_iter().map(Choice::Object));
                }
                Err(Halt::Unsupported(what)) => why = what,
                Err(other) => return Err(other),
            }
        }
        if found.choices.is_empty() {
            return Err(match why.is_empty() {
                true => self.no_class(&class),
                false => Halt::Unsupported(why),
            });
        }
        if !exact && is_open(&class) {
            names.dedup();
            found.left_out.push(match names[..] {
                [ref only] if *only == java => format!("objects of {java}: no subclasses"),
                _ => format!("objects of {java}: only {}", names.join(", ")),
            });
        }
        Ok(found)
    }

    /// The classes whose objects have the type, with the type arguments that they have then.
    fn classes_of(
        &mut self,
        class: &Rc<Class>,
        ty: &Type,
        exact: bool,
    ) -> Step<Vec<(Rc<Class>, Type)>> {
        let has_objects = !class.is_interface() && !class.is_abstract();
        let mut found = Vec::new();
        if has_objects {
            found.push((class.clone(), ty.clone()));
        }
        if !(exact && has_objects) {
            for subclass in self.subclasses(class)? {
                // Without type arguments it is an implementation for other ones.
                if let Some(made_of) = self.as_subtype(&subclass, ty) {
                    found.push((subclass, made_of));
                }
            }
        }
        Ok(found)
    }

    /// Public methods of an abstract class or interface that give objects of it.
    fn factories(&mut self, class: &Rc<Class>, ty: &Type) -> Vec<Rc<Recipe>> {
        let (Some(file), Some(_)) = (class.file.clone(), self.classpath.role(&class.name)) else {
            return Vec::new();
        };
        let variables = self.variables_of(&file, ty);
        let mut found = Vec::new();
        for method in &file.methods {
            if method.access & access::PUBLIC != 0 && is_factory(&file, method) {
                let make = by_method(&file, method);
                found.extend(self.recipe(&file, method, make, class, ty, &variables, false));
            }
        }
        found
    }

    /// The ways to make an object of exactly this class, without those that take what cannot be made.
    fn ways(&mut self, class: &Rc<Class>, ty: &Type) -> Step<Vec<Rc<Recipe>>> {
        let mut why = None;
        let mut found = self.all_ways(class, ty)?;
        found.retain(|recipe| {
            let missing = self.not_to_be_made(recipe, 0);
            let makeable = missing.is_none();
            why = why.take().or(missing);
            makeable
        });
        match (found.is_empty(), why) {
            (true, Some(why)) => Err(why),
            _ => Ok(found),
        }
    }

    /// Why a recipe comes to nothing: something that it takes cannot be made.
    fn not_to_be_made(&mut self, recipe: &Recipe, depth: u32) -> Option<Halt> {
        let params = recipe.params.iter().filter(|param| !param.nullable);
        params
            .map(|param| &param.ty)
            .find_map(|ty| self.unmakeable(ty, depth))
    }

    /// Why no value of a type can be made, as far as a few levels of what it is made of tell. Types that take each other
    /// count as makeable: the number of objects ends that.
    fn unmakeable(&mut self, ty: &Type, depth: u32) -> Option<Halt> {
        let Type::Class { name, .. } = ty else {
            return None;
        };
        if depth > DEPTH
            || self.is_direct(ty)
            || known_types::choices(ty, self.options.objects).is_some()
            || self.makers.being_tried.contains(ty)
        {
            return None;
        }
        if let Some(known) = self.makers.unmakeable.get(ty) {
            return known.clone();
        }
        self.makers.being_tried.insert(ty.clone());
        let why = self.find_unmakeable(name, ty, depth);
        self.makers.being_tried.remove(ty);
        self.makers.unmakeable.insert(ty.clone(), why.clone());
        why
    }

    fn find_unmakeable(&mut self, name: &str, ty: &Type, depth: u32) -> Option<Halt> {
        let class = match self.load(name) {
            Ok(id) => self.class(id).clone(),
            Err(other) => return Some(other),
        };
        if class.access & access::ENUM != 0 {
            return None;
        }
        let classes = match self.classes_of(&class, ty, false) {
            Ok(classes) => classes,
            Err(other) => return Some(other),
        };
        let mut ways = self.factories(&class, ty);
        let mut why = None;
        for (class, ty) in classes {
            match self.all_ways(&class, &ty) {
                Ok(found) => ways.extend(found),
                Err(halt) => why = why.or(Some(halt)),
            }
        }
        for recipe in ways {
            match self.not_to_be_made(&recipe, depth + 1) {
                None => return None,
                Some(halt) => why = why.or(Some(halt)),
            }
        }
        Some(why.unwrap_or_else(|| self.no_class(&class)))
    }

    /// Nothing among the targets is of an interface or abstract class.
    fn no_class(&self, class: &Class) -> Halt {
        let why = match self.is_functional(class) {
            true => "a lambda would do, but which one? Write a main that passes it",
            false => "no class among the targets implements or extends it",
        };
        no_object(&class.java_name(), why)
    }

    /// The ways to make an object of exactly this class.
    fn all_ways(&mut self, class: &Rc<Class>, ty: &Type) -> Step<Vec<Rc<Recipe>>> {
        let java = class.java_name();
        let Some(file) = class.file.clone() else {
            return Err(no_object(&java, "it has no class file"));
        };
        if class.access & access::ENUM != 0 {
            let of_type = constants(class, ty);
            let recipes = of_type.into_iter().filter_map(|c| match c {
                Choice::Object(recipe) => Some(recipe),
                Choice::Value(_) => None,
            });
            return Ok(recipes.collect());
        }
        if self.classpath.role(&class.name).is_none() && !known_types::is_throwable(self, class) {
            return Err(no_object(&java, "nothing says how to make one"));
        }
        let variables = self.variables_of(&file, ty);
        let open_fields = !self.open_fields_of(class.id).is_empty();
        let mut recipes: Vec<Rc<Recipe>> = Vec::new();
        let of_jdk = self.classpath.role(&class.name).is_none();
        for method in constructors(&file, class) {
            // A throwable of the JDK: with a message, or without if it takes none.
            let wanted = "(Ljava/lang/String;)V";
            let with_message = file.method("<init>", wanted).is_some();
            let simple = if with_message { wanted } else { "()V" };
            if of_jdk && *method.descriptor != *simple {
                continue;
            }
            let make = Make::Constructor {
                descriptor: method.descriptor.to_string(),
            };
            recipes.extend(self.recipe(&file, method, make, class, ty, &variables, open_fields));
        }
        // Where constructors are not for others, factories come first.
        let is_public = class.access & access::PUBLIC != 0;
        let for_others = |recipe: &Rc<Recipe>| match &recipe.make {
            Make::Constructor { descriptor } => {
                let method = file.method("<init>", descriptor);
                method.is_some_and(|m| m.access & access::PUBLIC != 0)
            }
            _ => true,
        };
        if !of_jdk && is_public && !recipes.is_empty() && !recipes.iter().any(for_others) {
            let mut all = self.factories(class, ty);
            all.append(&mut recipes);
            recipes = all;
        }
        // A builder's factory is often one of the class around it.
        let outer = file.inner_classes.iter().find(|i| i.inner == file.name);
        let outer = outer.and_then(|inner| inner.outer.as_deref());
        let outer = outer.and_then(|outer| self.classpath.find(outer).ok().flatten());
        for maker in [Some(file.clone()), outer].into_iter().flatten() {
            if !recipes.is_empty() {
                break;
            }
            for method in &maker.methods {
                if is_factory(&file, method) {
                    let make = by_method(&maker, method);
                    recipes.extend(self.recipe(
                        &maker,
                        method,
                        make,
                        class,
                        ty,
                        &variables,
                        open_fields,
                    ));
                }
            }
        }
        if recipes.is_empty() {
            let singletons = file.fields.iter().filter(|f| {
                let wanted = access::STATIC | access::FINAL;
                f.access & (wanted | access::PRIVATE) == wanted
                    && *f.descriptor == *format!("L{};", file.name)
            });
            recipes.extend(singletons.map(|f| constant(class, ty, &f.name)));
        }
        if recipes.is_empty() {
            // One that says no more than what the object can do; what it gives must be of the class then.
            for method in &file.methods {
                if self.is_wider_factory(&file, method) {
                    let make = by_method(&file, method);
                    let made = self.recipe(&file, method, make, class, ty, &variables, false);
                    recipes.extend(made);
                }
            }
        }
        if recipes.is_empty() {
            return Err(no_object(
                &java,
                "it has no constructor, factory or constant that others may use",
            ));
        }
        if open_fields && !self.has_final_fields(class.id) && self.all_open(class.id) {
            // Whatever the constructors store, the fields may hold anything.
            recipes.sort_by_key(|r| r.params.len());
            recipes.truncate(1);
        }
        Ok(recipes)
    }

    #[allow(clippy::too_many_arguments)]
    fn recipe(
        &mut self,
        file: &ClassFile,
        method: &Method,
        make: Make,
        class: &Rc<Class>,
        ty: &Type,
        variables: &Variables,
        open_fields: bool,
    ) -> Option<Rc<Recipe>> {
        let types = variables.parameters(method.signature.as_deref(), &method.descriptor)?;
        let id = self
            .lookup(&file.name, &method.name, &method.descriptor)
            .ok()?;
        let names = self.parameter_names(id, types.len());
        let params = names.into_iter().zip(types).enumerate();
        let params: Vec<Param> = params
            .map(|(i, (name, ty))| Param {
                name: name.as_str().into(),
                nullable: is_nullable(method, i),
                ty,
                range: None,
                fixed: None,
            })
            .collect();
        // A copy of an object is like another one.
        if let [only] = &params[..]
            && only.ty.internal() == *class.name
            && file.methods.iter().filter(|m| &*m.name == "<init>").count() > 1
        {
            return None;
        }
        Some(Rc::new(Recipe {
            make,
            class: (&*class.name).into(),
            ty: ty.clone(),
            params,
            calls: Vec::new(),
            open_fields,
        }))
    }

    /// In words, what objects of a class the recipes cannot give.
    fn unseen_states(&mut self, class: &Rc<Class>, ways: &[Rc<Recipe>]) -> Option<String> {
        let constructors = class.file.as_ref().map_or(0, |f| {
            f.methods.iter().filter(|m| &*m.name == "<init>").count()
        });
        let by_constructors = ways.len() == constructors
            && ways
                .iter()
                .all(|r| matches!(r.make, Make::Constructor { .. }));
        let constants = ways.iter().all(|r| !r.is_fresh());
        let open = ways.iter().any(|r| r.open_fields) && self.all_open(class.id);
        let finals = by_constructors || constants || open && !self.has_final_fields(class.id);
        if class.instance_slots.is_empty() || finals && self.is_value(class.id, open, 0) {
            return None;
        }
        let written: Vec<String> = ways.iter().map(|r| r.written()).collect();
        Some(format!(
            "objects of {}: as {} makes them",
            class.java_name(),
            written.join(" or ")
        ))
    }

    /// Whether an object never changes after its constructor: final fields of types that do not change either. Mutable
    /// fields do not matter where all of them are `open` to begin with.
    fn is_value(&mut self, class: ClassId, open: bool, depth: u32) -> bool {
        let class = self.class(class).clone();
        if depth > 4 {
            return false;
        }
        for field in &class.fields {
            if field.access & access::STATIC != 0 {
                continue;
            }
            if field.access & access::FINAL == 0 {
                match open {
                    true => continue,
                    false => return false,
                }
            }
            let value = match field.descriptor.as_bytes() {
                [_] => true,
                [b'L', ..] => {
                    let name = &field.descriptor[1..field.descriptor.len() - 1];
                    name == "java/lang/String"
                        || crate::inputs::is_box(name)
                        || match self.load(name) {
                            Ok(id) => {
                                let flags = self.class(id).access;
                                flags & (access::FINAL | access::ENUM) != 0
                                    && self.class(id).application
                                    && self.is_value(id, false, depth + 1)
                            }
                            Err(_) => false,
                        }
                }
                _ => false,
            };
            if !value {
                return false;
            }
        }
        match class.super_class {
            Some(parent) => self.is_value(parent, open, depth),
            None => true,
        }
    }

    /// Whether a method may give objects of its class, but is declared to give those of a superclass or interface.
    fn is_wider_factory(&self, file: &ClassFile, method: &Method) -> bool {
        let hidden = access::PRIVATE | access::PROTECTED | access::SYNTHETIC;
        let result = method.descriptor.rsplit(')').next();
        let result = result.and_then(|ty| ty.strip_prefix('L')?.strip_suffix(';'));
        method.access & (access::STATIC | hidden) == access::STATIC
            && result.is_some_and(|wide| {
                wide != "java/lang/Object"
                    && *wide != *file.name
                    && matches!(self.classpath.is_subclass(&file.name, wide), Ok(true))
            })
    }

    /// Whether a value of the type needs no recipe.
    fn is_direct(&self, ty: &Type) -> bool {
        match ty {
            Type::Class { name, .. } => {
                &**name == "java/lang/String" || crate::inputs::is_box(name)
            }
            _ => true,
        }
    }

    fn is_functional(&self, class: &Class) -> bool {
        let abstract_methods = |c: &Class| {
            c.file.as_ref().map_or(0, |f| {
                let of_object =
                    |m: &&Method| matches!(&*m.name, "equals" | "hashCode" | "toString");
                f.methods
                    .iter()
                    .filter(|m| m.access & access::ABSTRACT != 0 && !of_object(m))
                    .count()
            })
        };
        class.is_interface() && abstract_methods(class) == 1
    }

    fn arrays_of(&self, ty: &Type, element: &Type) -> Choices {
        let simple = |ty: &Type| match ty {
            Type::Class { name, .. } => {
                &**name == "java/lang/String" || crate::inputs::is_box(name)
            }
            _ => false,
        };
        let (limit, option) = match simple(element) {
            true => (self.options.array_length, "--array-length"),
            false => (
                self.options.objects.min(self.options.array_length),
                "--objects",
            ),
        };
        let choices = (0..=limit).map(|length| {
            Choice::Object(Rc::new(Recipe {
                make: Make::Array {
                    element: element.clone(),
                },
                class: ty.internal().as_str().into(),
                ty: ty.clone(),
                params: (0..length)
                    .map(|i| Param::new(format!("[{i}]"), element.clone()))
                    .collect(),
                calls: Vec::new(),
                open_fields: false,
            }))
        });
        Choices {
            choices: choices.collect(),
            left_out: {
                let name = element.java_name();
                let mut left_out = vec![format!(
                    "arrays of {name}: at most {limit} elements ({option})"
                )];
                if !self.is_final(element) {
                    left_out.push(format!("arrays of {name}: not made for a subclass"));
                }
                left_out
            },
        }
    }

    /// Whether no other class can be a value of the type.
    fn is_final(&self, ty: &Type) -> bool {
        match ty {
            Type::Primitive(_) => true,
            Type::Array(element) => self.is_final(element),
            Type::Class { name, .. } => {
                let file = self.classpath().find(name).ok().flatten();
                file.is_some_and(|file| file.access & classpath::access::FINAL != 0)
            }
        }
    }
}

fn no_object(class: &str, why: &str) -> Halt {
    Halt::unsupported(format!("an object of type {class} as an input: {why}"))
}

/// An annotation of any package that is called `Nullable`, on the parameter or on its type.
pub fn is_nullable(method: &Method, index: usize) -> bool {
    // Parameters that the compiler adds come first and have no annotations (JVMS §4.7.18).
    let declared = crate::class::split_descriptor(&method.descriptor).map_or(0, |(p, _)| p.len());
    let annotated = |lists: &[Vec<classpath::Annotation>]| {
        let added = declared.saturating_sub(lists.len());
        let list = index.checked_sub(added).and_then(|i| lists.get(i));
        list.is_some_and(|list| list.iter().any(classpath::Annotation::is_nullable))
    };
    annotated(&method.parameter_annotations) || method.nullable_parameters.contains(&(index as u8))
}

/// Others can have subclasses of it that are not among the targets.
fn is_open(class: &Class) -> bool {
    let Some(file) = &class.file else {
        return false;
    };
    let sealed = !file.permitted_subclasses.is_empty();
    let closed = class.access & access::FINAL != 0
        || sealed
        || !class.is_interface()
            && file
                .methods
                .iter()
                .filter(|m| &*m.name == "<init>")
                .all(|m| m.access & access::PRIVATE != 0);
    !closed
}

/// Those that others use: the public ones, or, where there are none, all that are not private.
fn constructors<'a>(file: &'a Arc<ClassFile>, class: &Class) -> Vec<&'a Method> {
    let all = file
        .methods
        .iter()
        .filter(|m| &*m.name == "<init>" && m.access & (access::PRIVATE | access::SYNTHETIC) == 0);
    let (public, others): (Vec<&Method>, Vec<&Method>) =
        all.partition(|m| m.access & access::PUBLIC != 0);
    let is_public = class.access & access::PUBLIC != 0;
    match (public.is_empty(), is_public) {
        (false, true) => public,
        (true, _) => others,
        (false, false) => public.into_iter().chain(others).collect(),
    }
}

fn is_factory(file: &ClassFile, method: &Method) -> bool {
    let own = format!("L{};", file.name);
    let hidden = access::PRIVATE | access::PROTECTED | access::SYNTHETIC;
    method.access & (access::STATIC | hidden) == access::STATIC
        && method.descriptor.ends_with(&format!("){own}"))
        && !method.descriptor[..method.descriptor.len() - own.len()].contains(&own)
}

fn by_method(maker: &ClassFile, method: &Method) -> Make {
    Make::Factory {
        class: (&*maker.name).into(),
        name: (&*method.name).into(),
        descriptor: method.descriptor.to_string(),
        interface: maker.is_interface(),
    }
}

fn constants(class: &Rc<Class>, ty: &Type) -> Vec<Choice> {
    let Some(file) = &class.file else {
        return Vec::new();
    };
    let constants = file.fields.iter().filter(|f| f.access & access::ENUM != 0);
    constants
        .map(|f| Choice::Object(constant(class, ty, &f.name)))
        .collect()
}

fn constant(class: &Rc<Class>, ty: &Type, name: &str) -> Rc<Recipe> {
    Rc::new(Recipe {
        make: Make::Constant {
            class: (&*class.name).into(),
            name: name.into(),
            descriptor: format!("L{};", class.name),
        },
        class: (&*class.name).into(),
        ty: ty.clone(),
        params: Vec::new(),
        calls: Vec::new(),
        open_fields: false,
    })
}
