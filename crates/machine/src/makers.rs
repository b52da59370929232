//! Makes objects that are inputs. A value is asked for at a *site*, a native of the machine's own: it chooses among null,
//! an object that is already there, and the recipes for a fresh one, and a recipe is a small method in register code, so
//! that constructors run like any other code. Fields of plain holders of data stay open until somebody reads them.

use crate::generics::Type;
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::inputs::{InputValue, MadeObject, Role};
use crate::known_types;
use crate::machine::Machine;
use crate::natives::{Call, Return};
use crate::open_fields::{OpenField, OpenSlot, fill_loud};
use crate::recipes::{CallStep, Choice, Choices, Make, Param, Recipe};
use crate::state::{BoundHit, State};
use crate::value::{ClassId, MethodId, Ref, Slot};
use classpath::{Constant, MemberRef};
use ir::synthetic::Builder;
use ir::{ElementKind, Inst, InvokeKind, Kind, Operand};
use logic::Sort;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// What the machine knows about making inputs.
#[derive(Default)]
pub(crate) struct Makers {
    pub sites: HashMap<MethodId, Request>,
    pub choices: HashMap<(Type, bool), Rc<Choices>>,
    pub with_histories: HashMap<(Type, bool), Rc<Choices>>,
    /// Why no value of a type can be made; none if one can.
    pub unmakeable: HashMap<Type, Option<Halt>>,
    /// Types for which that is being found out.
    pub being_tried: HashSet<Type>,
    /// The method of a recipe, by the recipe's address; recipes live as long as `choices`.
    bodies: HashMap<*const Recipe, MethodId>,
    /// The recipe that a method which ends one finishes.
    finishing: HashMap<MethodId, Rc<Recipe>>,
    /// The methods of all recipes: an exception that leaves one means that there is no such object.
    pub recipes: HashMap<MethodId, Rc<Recipe>>,
    /// Methods that fill an open field, by the owner's class and type and the field's slot.
    pub fillers: HashMap<(ClassId, Type, u16), MethodId>,
    pub settling: HashMap<MethodId, OpenField>,
    pub open: HashMap<ClassId, Rc<[OpenSlot]>>,
    pub quiet: HashMap<Type, bool>,
    /// For methods with symbolic arguments: the method that makes those, and where it goes on.
    pub calls: HashMap<MethodId, MethodId>,
    pub entering: HashMap<MethodId, MethodId>,
    /// Methods that yield an object which the program asks for, by its type and whether it may be null.
    pub asked: HashMap<(Type, bool), MethodId>,
}

/// A value that somebody asks for.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub name: Rc<str>,
    pub ty: Type,
    pub nullable: bool,
    pub range: Option<(i32, i32)>,
    /// A string that is this text, or an array without elements.
    pub fixed: Option<Rc<str>>,
    pub role: Role,
}

/// An object under construction.
#[derive(Clone, Debug)]
pub struct Building {
    name: Rc<str>,
    role: Role,
    /// Internal name; empty for a field that is being filled.
    class: Rc<str>,
    /// Whose field is being filled; null otherwise.
    owner: Ref,
    parts: Vec<u32>,
}

impl Building {
    /// A field of `owner` that is about to be filled.
    pub(crate) fn field(name: Rc<str>, owner: Ref) -> Building {
        Building {
            name,
            role: Role::Part,
            class: "".into(),
            owner,
            parts: Vec::new(),
        }
    }

    /// The input that was made last for it.
    pub(crate) fn last_part(&self) -> Option<u32> {
        self.parts.last().copied()
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}

/// An object that is an input, or part of one.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub input: u32,
    pub object: Ref,
}

impl Machine {
    /// A static method without parameters that yields the value asked for.
    pub(crate) fn site(&mut self, request: Request) -> Step<MemberRef> {
        let descriptor = format!("(){}", request.ty.descriptor()).into();
        let site = self.add_native_site("argument", &descriptor, argument)?;
        self.makers.sites.insert(site, request);
        self.expose(site)
    }

    pub(crate) fn ask_for(&mut self, b: &mut Builder, param: &Param) -> Step<Operand> {
        let site = self.site(Request {
            name: param.name.clone(),
            ty: param.ty.clone(),
            nullable: param.nullable,
            range: param.range,
            fixed: param.fixed.clone(),
            role: Role::Part,
        })?;
        let kind = crate::class::kind_of(&param.ty.descriptor());
        Ok(b.invoke_static(site, &[], kind))
    }

    /// The register code of a recipe.
    fn recipe_method(&mut self, recipe: &Rc<Recipe>) -> Step<MethodId> {
        if let Some(&known) = self.makers.bodies.get(&Rc::as_ptr(recipe)) {
            return Ok(known);
        }
        let mut b = Builder::new(&[]);
        let object = self.construct(&mut b, recipe)?;
        for call in &recipe.calls {
            self.call_step(&mut b, recipe, call, object)?;
        }
        let finish = self.add_native_site("finish", &"(Ljava/lang/Object;)V".into(), finish)?;
        self.makers.finishing.insert(finish, recipe.clone());
        let finish = self.expose(finish)?;
        b.invoke_static(finish, &[object], None);
        if recipe.open_fields {
            let fill = self.add_native_site("fill", &"(Ljava/lang/Object;)V".into(), fill_loud)?;
            let fill = self.expose(fill)?;
            b.invoke_static(fill, &[object], None);
        }
        let made = self.add_synthetic("make", "()Ljava/lang/Object;", b.finish(Some(object)))?;
        self.makers.bodies.insert(Rc::as_ptr(recipe), made);
        self.makers.recipes.insert(made, recipe.clone());
        Ok(made)
    }

    fn construct(&mut self, b: &mut Builder, recipe: &Recipe) -> Step<Operand> {
        match &recipe.make {
            Make::Constructor { descriptor } => {
                let object = b.register(Kind::Ref);
                b.push(Inst::New {
                    dst: object,
                    class: (&*recipe.class).into(),
                });
                let mut args = vec![Operand::Reg(object)];
                for param in &recipe.params {
                    args.push(self.ask_for(b, param)?);
                }
                let constructor = member(&recipe.class, "<init>", descriptor);
                b.invoke(InvokeKind::Special, constructor, false, &args, None);
                Ok(Operand::Reg(object))
            }
            Make::Factory {
                class,
                name,
                descriptor,
                interface,
            } => {
                let mut args = Vec::new();
                for param in &recipe.params {
                    args.push(self.ask_for(b, param)?);
                }
                let method = member(class, name, descriptor);
                let kind = InvokeKind::Static;
                Ok(b.invoke(kind, method, *interface, &args, Some(Kind::Ref)))
            }
            Make::Method {
                class,
                name,
                descriptor,
            } => {
                let mut args = Vec::new();
                for param in &recipe.params {
                    args.push(self.ask_for(b, param)?);
                }
                let method = member(class, name, descriptor);
                Ok(b.invoke_virtual(method, &args, Some(Kind::Ref)))
            }
            Make::Constant {
                class,
                name,
                descriptor,
            } => {
                let dst = b.register(Kind::Ref);
                b.push(match &**name {
                    // A class literal, which no field can be called (JLS 15.8.2).
                    "class" => Inst::Load {
                        dst,
                        constant: Constant::Class((&**class).into()),
                    },
                    _ => Inst::GetStatic {
                        dst,
                        field: Box::new(member(class, name, descriptor)),
                    },
                });
                Ok(Operand::Reg(dst))
            }
            Make::Array { .. } => {
                let dst = b.register(Kind::Ref);
                b.push(Inst::NewArray {
                    dst,
                    descriptor: (&*recipe.class).into(),
                    length: Operand::Int(recipe.params.len() as i32),
                });
                for (i, param) in recipe.params.iter().enumerate() {
                    let value = self.ask_for(b, param)?;
                    b.push(Inst::ArrayStore {
                        element: ElementKind::Ref,
                        array: Operand::Reg(dst),
                        index: Operand::Int(i as i32),
                        value,
                    });
                }
                Ok(Operand::Reg(dst))
            }
        }
    }

    fn call_step(
        &mut self,
        b: &mut Builder,
        recipe: &Recipe,
        call: &CallStep,
        object: Operand,
    ) -> Step<()> {
        let mut args = vec![object];
        for param in &call.params {
            args.push(self.ask_for(b, param)?);
        }
        let result = call.descriptor.rsplit(')').next().unwrap_or("V");
        let method = member(&recipe.class, &call.name, &call.descriptor);
        b.invoke_virtual(method, &args, crate::class::kind_of(result));
        Ok(())
    }

    /// Chooses a value; asks until every choice is made, and only then changes the state.
    fn choose_value(&mut self, st: &mut State, request: &Request) -> Step<Return> {
        let name = &request.name;
        let reference = !matches!(request.ty, Type::Primitive(_));
        if let (Some(text), false) = (&request.fixed, matches!(request.ty, Type::Array(_))) {
            let value = self.intern(st, &text.encode_utf16().collect::<Vec<_>>())?;
            let ty = request.ty.java_name();
            self.record(st, name, &ty, InputValue::Text(text.clone()));
            self.adopt(st, request.role);
            return Ok(Return::Value(Slot::reference(value)));
        }
        if reference && self.may_be_null(st, request)? && self.chosen(st, request, "null", 0)? {
            let ty = request.ty.java_name();
            self.record(st, name, &ty, InputValue::Null);
            self.adopt(st, request.role);
            return Ok(Return::Value(Slot::NULL));
        }
        if reference && let Some(known) = self.chosen_alias(st, request)? {
            let ty = request.ty.java_name();
            self.record(st, name, &ty, InputValue::Same(known.input));
            self.adopt(st, request.role);
            return Ok(Return::Value(Slot::reference(known.object)));
        }
        self.keep_in_range(st, name, &request.ty)?;
        if let Some(range) = request.range {
            self.assume_range(st, name, range)?;
        }
        if let Some(value) = self.direct_value(st, name, &request.ty)? {
            self.adopt(st, request.role);
            if let Type::Array(_) = request.ty {
                self.remember(st, value.as_ref());
            }
            return Ok(Return::Value(value));
        }
        let exact = request.role == Role::Receiver;
        let long = self.options.history > 0 && (exact || request.role == Role::Parameter);
        let choices = match long {
            true => self.choices_with_histories(&request.ty, exact)?,
            false => self.choices(&request.ty, exact)?,
        };
        // The first array is the one without elements.
        let count = match request.fixed {
            Some(_) => 1,
            None => choices.choices.len(),
        };
        let mut picked = count - 1;
        for i in 0..count - 1 {
            if !self.chosen(st, request, "other", i)? {
                picked = i;
                break;
            }
            self.check_way(st, i as u32 + 2)?;
        }
        let recipe = match choices.choices[picked].clone() {
            Choice::Value(ty) => {
                let narrower = Request {
                    ty,
                    ..request.clone()
                };
                let made = match self.direct_value(st, name, &narrower.ty)? {
                    Some(value) => {
                        self.adopt(st, request.role);
                        Ok(Return::Value(value))
                    }
                    None if narrower.ty == request.ty => {
                        return Err(Halt::unsupported("a type that stands for itself"));
                    }
                    None => self.choose_value(st, &narrower),
                }?;
                self.assumptions.extend(choices.left_out.iter().cloned());
                return Ok(made);
            }
            Choice::Object(recipe) => recipe,
        };
        if recipe.is_fresh() && !matches!(recipe.make, Make::Array { .. }) {
            self.check_count(st, &recipe)?;
        }
        let method = self.recipe_method(&recipe)?;
        if request.fixed.is_none() {
            self.assumptions.extend(choices.left_out.iter().cloned());
        }
        st.building.push_back(Building {
            name: name.clone(),
            role: request.role,
            class: recipe.class.clone(),
            owner: Ref::NULL,
            parts: Vec::new(),
        });
        Ok(Return::Call(method, Vec::new()))
    }

    /// Asks for the `int` that is made next to be within a range.
    fn assume_range(&mut self, st: &State, name: &str, (first, last): (i32, i32)) -> Step<()> {
        let (symbol, _) = self.primitive_symbol(st, name, b'I');
        let (first, last) = (self.pool.bv32(first), self.pool.bv32(last));
        for within in [self.pool.sle(first, symbol), self.pool.sle(symbol, last)] {
            let known = self.pool.as_bool(within) == Some(true);
            if !known && st.facts.get(&within) != Some(&1) {
                return Err(Halt::Assume(within));
            }
        }
        Ok(())
    }

    /// References that a caller passes are not null unless something says so; one inside of an object of its own kind
    /// has to be, somewhere.
    fn may_be_null(&mut self, st: &State, request: &Request) -> Step<bool> {
        if request.nullable || self.options.nullable && request.role != Role::Receiver {
            return Ok(true);
        }
        if request.role != Role::Part {
            return Ok(false);
        }
        // What wraps a list or a reader gets a real one.
        let ty = request.ty.internal();
        let known = known_types::choices(&request.ty, self.options.objects).is_some();
        if known && ty != "java/lang/Comparable" {
            return Ok(false);
        }
        for building in &st.building {
            let within = &building.class;
            if within.is_empty() || within.starts_with('[') || ty.starts_with('[') {
                continue;
            }
            // Elements of collections are not null even in a list of lists.
            if self.classpath.role(within).is_some()
                && matches!(self.classpath.is_subclass(within, &ty), Ok(true))
                && ty != "java/lang/Object"
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One of the choices about the next input, by a symbol of its own; false is looked at first.
    fn chosen(&mut self, st: &State, request: &Request, what: &str, index: usize) -> Step<bool> {
        let full = match what {
            "null" => self.symbol_name(st, &request.name, "null"),
            // A choice may lead to one among the alternatives for another type.
            _ => {
                let choice = format!("{what}{index} of {}", request.ty.internal());
                self.symbol_name(st, &request.name, &choice)
            }
        };
        let symbol = self.pool.symbol(&full, Sort::Bool);
        self.decide(st, symbol)
    }

    /// An object that is there already, if the value is to be the same one.
    fn chosen_alias(&mut self, st: &State, request: &Request) -> Step<Option<Known>> {
        if request.role == Role::Receiver || !self.has_identity(&request.ty) {
            return Ok(None);
        }
        let class = self.load(&request.ty.internal())?;
        let candidates: Vec<Known> = st
            .made
            .iter()
            .filter(|known| self.is_instance(st, known.object, class))
            .copied()
            .collect();
        // Whatever is made for a field ends up behind the field's owner.
        let owners: Vec<Ref> = st
            .building
            .iter()
            .map(|b| b.owner)
            .filter(|r| !r.is_null())
            .collect();
        for (i, known) in candidates.into_iter().enumerate() {
            // Most code that walks along fields would never come to an end on a cycle.
            let closes = |owner: &Ref| reaches(st, known.object, *owner);
            if !self.options.lazy && owners.iter().any(closes) {
                let class = request.ty.java_name();
                self.assumptions
                    .insert(format!("objects of {class}: no cycles (--lazy)"));
                continue;
            }
            if self.chosen(st, request, "same", i)? {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    /// Whether it matters that two values are one object: it does not for strings, boxes and enums, whose identity is
    /// not for programs to rely on or known by their value.
    fn has_identity(&self, ty: &Type) -> bool {
        match ty {
            Type::Class { name, .. } => {
                !crate::inputs::is_box(name)
                    && !matches!(
                        &**name,
                        "java/lang/String" | "java/lang/CharSequence" | "java/lang/Number"
                    )
            }
            Type::Array(_) => true,
            Type::Primitive(_) => false,
        }
    }

    fn check_count(&mut self, st: &State, recipe: &Recipe) -> Step<()> {
        let class = self.load(&recipe.class)?;
        let finished = st
            .made
            .iter()
            .filter(|known| st.heap.class_of(known.object) == Some(class))
            .count();
        let unfinished = st
            .building
            .iter()
            .filter(|building| building.class == recipe.class)
            .count();
        let limit = self.options.objects;
        if (finished + unfinished) as u64 >= u64::from(limit) {
            return Err(Halt::Bound(BoundHit::Objects { limit, class }));
        }
        Ok(())
    }

    /// Makes the input recorded last a part of what is being built, or gives it its role.
    fn adopt(&mut self, st: &mut State, role: Role) {
        let index = st.inputs.len() as u32 - 1;
        if let Some(input) = st.inputs.back_mut() {
            input.role = role;
            if role != Role::Call {
                input.at = None;
            }
        }
        if role == Role::Part
            && let Some(building) = st.building.back_mut()
        {
            building.parts.push(index);
        }
    }

    fn remember(&mut self, st: &mut State, object: Ref) {
        let input = st.inputs.len() as u32 - 1;
        st.made.push_back(Known { input, object });
    }

    /// Records what was under construction as made; `object` is null where its constructor failed.
    pub(crate) fn finish_building(&mut self, st: &mut State, recipe: &Rc<Recipe>, object: Ref) {
        let Some(building) = st.building.pop_back() else {
            return;
        };
        let made = MadeObject {
            recipe: recipe.clone(),
            parts: building.parts,
            object,
        };
        let ty = recipe.ty.java_name();
        self.record(st, &building.name, &ty, InputValue::Made(Rc::new(made)));
        self.adopt(st, building.role);
        if recipe.is_fresh() && !object.is_null() {
            self.remember(st, object);
            if recipe.open_fields {
                self.open_fields(st, object);
            }
        }
    }

    /// An exception left the method of a recipe. One that a constructor throws on purpose, or because the object would be
    /// too large for the heap, means that there is no such object; another `Error` is a matter of the program's.
    pub(crate) fn leave_recipe(
        &mut self,
        st: &mut State,
        method: MethodId,
        exception: ClassId,
    ) -> Step<()> {
        let error = self.load("java/lang/Error")?;
        let Some(recipe) = self.makers.recipes.get(&method).cloned() else {
            return Ok(());
        };
        let too_large = &*self.class(exception).name == "java/lang/OutOfMemoryError";
        if self.class(exception).is_subclass_of(error) && !too_large {
            self.finish_building(st, &recipe, Ref::NULL);
            return Ok(());
        }
        let thrown = self.class(exception).java_name();
        let text = format!(
            "some arguments of {} are refused: {thrown}",
            recipe.written()
        );
        self.rejections.insert(text);
        Err(Halt::Infeasible)
    }
}

/// Whether one object leads to another through fields and elements.
fn reaches(st: &State, from: Ref, to: Ref) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        if at == to {
            return true;
        }
        let Some(object) = st.heap.get(at) else {
            continue;
        };
        // Numbers among the fields lead nowhere or to too much, which only leaves out a choice.
        let next: Vec<Ref> = match &object.data {
            Data::Fields(fields) => fields.iter().map(|slot| slot.as_ref()).collect(),
            Data::Refs(refs) => refs.to_vec(),
            _ => continue,
        };
        work.extend(next.into_iter().filter(|r| seen.insert(*r)));
    }
    false
}

fn member(class: &str, name: &str, descriptor: &str) -> MemberRef {
    MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    }
}

fn argument(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let Some(request) = m.makers.sites.get(&call.method).cloned() else {
        return Ok(Return::Value(Slot::ZERO));
    };
    m.choose_value(st, &request)
}

fn finish(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if let Some(recipe) = m.makers.finishing.get(&call.method).cloned() {
        // A factory need not give an object, nor one of the class that is wanted.
        let object = call.reference(0);
        let wanted = match recipe.make {
            Make::Factory { .. } => Some(m.load(&recipe.class)?),
            _ => None,
        };
        if object.is_null() || wanted.is_some_and(|class| !m.is_instance(st, object, class)) {
            return Err(Halt::Infeasible);
        }
        m.finish_building(st, &recipe, call.reference(0));
    }
    Ok(Return::Void)
}
