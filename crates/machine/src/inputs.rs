//! Symbolic inputs: what a harness call or a method parameter brings into being. Each is numbered in the order of its
//! creation on the path, and its symbols are named by that number, so that equal paths have equal terms.

use crate::arrays::element_sort;
use crate::generics::Type;
use crate::halt::{Halt, Step};
use crate::heap::{Cells, Data, SymbolicArray};
use crate::machine::Machine;
use crate::recipes::Recipe;
use crate::state::State;
use crate::value::{MethodId, Ref, Slot};
use ir::ElementKind;
use logic::{FpSort, Sort, Term};
use std::rc::Rc;

/// One symbolic input of a path.
#[derive(Clone, Debug)]
pub struct Input {
    /// A parameter's name, or the call that made it.
    pub name: Rc<str>,
    /// The Java type, as source spells it.
    pub ty: Rc<str>,
    pub value: InputValue,
    /// The call that made it; `None` for a parameter.
    pub at: Option<(MethodId, u32)>,
    pub role: Role,
    /// Internal name of the class whose code asked the environment, which may be one of the JDK.
    pub caller: Option<Rc<str>>,
    /// Set for what a field of an object that is an input held at first.
    pub field: Option<FieldOf>,
    /// Where paths have merged: the condition under which there is such an input.
    pub when: Option<Term>,
}

/// What an input is to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A parameter of the entry.
    Parameter,
    /// What the entry is called on.
    Receiver,
    /// The result of a call that brings symbolic values into being.
    Call,
    /// Decided by the world around the program (a clock), not by a harness or a caller.
    Environment,
    /// What `System.in` has.
    Stdin,
    /// Belongs to an input that comes later, or to a field of one.
    Part,
}

/// A field of an object that is an input.
#[derive(Clone, Debug)]
pub struct FieldOf {
    /// The input that is the object.
    pub owner: u32,
    /// Internal name of the class that declares the field.
    pub class: Rc<str>,
    pub name: Rc<str>,
    pub access: u16,
    /// A method that just stores into the field.
    pub setter: Option<Rc<str>>,
}

/// An object made by a recipe.
#[derive(Clone, Debug)]
pub struct MadeObject {
    pub recipe: Rc<Recipe>,
    /// The inputs that went into it, in the order of the recipe; fewer where making it failed.
    pub parts: Vec<u32>,
    /// Null where its constructor threw an error.
    pub object: Ref,
}

#[derive(Clone, Debug)]
pub enum InputValue {
    /// Of the sort of the type itself: `Bv(1)` for boolean, `Bv(8)` for byte, ….
    Primitive(Term),
    Null,
    /// A string that is fixed: what the environment says.
    Text(Rc<str>),
    /// A box around a primitive input.
    Boxed(Term),
    /// `length` is in characters; character `i` is the symbol [`crate::text::character_symbol`]`(symbol, i)`.
    /// `cut` is the option's bound on the length where the program sets none; longer strings are looked at as long
    /// as that takes no more characters than the bound.
    String {
        length: Term,
        symbol: Rc<str>,
        cut: Option<u32>,
        /// Where it is an object; what is in a file is none.
        object: Option<Ref>,
    },
    Array {
        object: Ref,
        length: Term,
        cells: Term,
        element: ElementKind,
        cut: Option<u32>,
    },
    /// The same object as another input.
    Same(u32),
    Made(Rc<MadeObject>),
}

impl Input {
    /// Objects that must stay alive for the input to be described.
    pub fn references(&self) -> impl Iterator<Item = Ref> + use<> {
        let made = match &self.value {
            InputValue::Made(made) => Some(made.object),
            InputValue::Array { object, .. } => Some(*object),
            InputValue::String { object, .. } => *object,
            _ => None,
        };
        made.into_iter()
    }
}

/// Width in bits and signedness of an integral primitive type's descriptor.
fn integral(descriptor: u8) -> Option<(u32, bool)> {
    Some(match descriptor {
        b'Z' => (1, false),
        b'B' => (8, true),
        b'C' => (16, false),
        b'S' => (16, true),
        b'I' => (32, true),
        b'J' => (64, true),
        _ => return None,
    })
}

pub(crate) fn primitive_name(descriptor: u8) -> &'static str {
    crate::link::PRIMITIVES
        .iter()
        .find(|(_, c)| *c == descriptor)
        .map_or("?", |(name, _)| name)
}

const BOXES: [(&str, u8); 8] = [
    ("java/lang/Boolean", b'Z'),
    ("java/lang/Byte", b'B'),
    ("java/lang/Character", b'C'),
    ("java/lang/Short", b'S'),
    ("java/lang/Integer", b'I'),
    ("java/lang/Long", b'J'),
    ("java/lang/Float", b'F'),
    ("java/lang/Double", b'D'),
];

impl Machine {
    pub(crate) fn symbol_name(&self, st: &State, name: &str, ty: &str) -> Rc<str> {
        // An object is recorded once it is complete; until then, how deep it is tells its choices from those around it.
        match st.building.len() {
            0 => format!("{}:{name}:{ty}", st.inputs.len()).into(),
            depth => format!("{}.{depth}:{name}:{ty}", st.inputs.len()).into(),
        }
    }

    /// A fresh symbolic primitive, as a register value.
    pub fn symbolic_primitive(&mut self, st: &mut State, name: &str, descriptor: u8) -> Slot {
        let (symbol, slot) = self.primitive_symbol(st, name, descriptor);
        self.record(
            st,
            name,
            primitive_name(descriptor),
            InputValue::Primitive(symbol),
        );
        slot
    }

    /// A value that the world around the program decides: a clock, the size of the memory.
    pub fn environment_primitive(&mut self, st: &mut State, name: &str, descriptor: u8) -> Slot {
        let slot = self.symbolic_primitive(st, name, descriptor);
        let caller = crate::natives::calling_method(self, st);
        let caller = caller.map(|method| self.class(self.method(method).class).name.clone());
        if let Some(input) = st.inputs.back_mut() {
            input.role = Role::Environment;
            input.caller = caller.map(|name| (*name).into());
        }
        slot
    }

    pub(crate) fn primitive_symbol(
        &mut self,
        st: &State,
        name: &str,
        descriptor: u8,
    ) -> (Term, Slot) {
        let full = self.symbol_name(st, name, primitive_name(descriptor));
        match integral(descriptor) {
            Some((width, signed)) => {
                let symbol = self.pool.symbol(&full, Sort::Bv(width));
                let register = if width == 64 { 64 } else { 32 };
                let wide = match width {
                    w if w == register => symbol,
                    _ if signed => self.pool.sext(symbol, register),
                    _ => self.pool.zext(symbol, register),
                };
                (symbol, Slot::symbolic(wide))
            }
            None => {
                let sort = if descriptor == b'F' {
                    FpSort::F32
                } else {
                    FpSort::F64
                };
                let symbol = self.pool.symbol(&full, Sort::Fp(sort));
                (symbol, Slot::symbolic(symbol))
            }
        }
    }

    /// A string of at most `limit` characters, or as many as the options say.
    pub fn symbolic_string(&mut self, st: &mut State, name: &str, limit: Option<u32>) -> Step<Ref> {
        let cut = limit.is_none().then_some(self.options.string_length);
        let limit = limit.unwrap_or(self.options.string_length);
        let symbol = self.symbol_name(st, name, "String");
        // Where the program sets no limit there is only the one of the language: an array has so many elements.
        let most = cut.map_or(limit, |_| crate::text::LONGEST);
        let length = self.bounded_length(st, &symbol, most)?;
        let string = self.open_string(st, length, &symbol, limit as usize, cut.is_some())?;
        st.lone.insert(string);
        self.record(
            st,
            name,
            "java.lang.String",
            InputValue::String {
                length,
                symbol,
                cut,
                object: Some(string),
            },
        );
        Ok(string)
    }

    /// The length of what `System.in` has, and the name of its characters. Where the user gave a text, nobody uses them.
    pub(crate) fn stdin_text(&mut self, st: &mut State, name: &str) -> Step<(Term, Rc<str>)> {
        let symbol = self.symbol_name(st, name, "String");
        let length = self.bounded_length(st, &symbol, crate::text::LONGEST)?;
        let text = InputValue::String {
            length,
            symbol: symbol.clone(),
            cut: Some(self.options.string_length),
            object: None,
        };
        self.record(st, name, "java.lang.String", text);
        if let Some(input) = st.inputs.back_mut() {
            input.role = Role::Stdin;
        }
        st.open_lengths.push_back(crate::state::OpenLength {
            length,
            name: symbol.clone(),
            questions: 0,
        });
        Ok((length, symbol))
    }

    /// A symbolic array of primitives; `descriptor` is that of the array.
    pub fn symbolic_array(
        &mut self,
        st: &mut State,
        name: &str,
        descriptor: &str,
        limit: Option<u32>,
    ) -> Step<Ref> {
        let cut = limit.is_none().then_some(self.options.array_length);
        let limit = limit.unwrap_or(self.options.array_length);
        let class = self.load(descriptor)?;
        let Some(element) = crate::code::Code::element_of(&descriptor[1..]) else {
            return Err(Halt::unsupported(format!(
                "symbolic array of type {descriptor}"
            )));
        };
        let ty = crate::class::java_type_name(descriptor);
        let symbol = self.symbol_name(st, name, &ty);
        let length = self.bounded_length(st, &symbol, limit)?;
        let boolean = descriptor == "[Z";
        let sort = self.pool.array_sort(Sort::Bv(32), element_sort(element));
        let cells = self.pool.symbol(&symbol, sort);
        let array = SymbolicArray {
            element,
            boolean,
            length: Slot::symbolic(length),
            cells: Cells::Array(cells),
        };
        let made = st.heap.allocate(class, Data::Symbolic(Rc::new(array)));
        self.record(
            st,
            name,
            &ty,
            InputValue::Array {
                object: made,
                length,
                cells,
                element,
                cut,
            },
        );
        Ok(made)
    }

    /// A length between 0 and the limit; asks for that to be assumed the first time.
    fn bounded_length(&mut self, st: &State, symbol: &str, limit: u32) -> Step<Term> {
        let length = self.pool.symbol(&format!("{symbol}.length"), Sort::Bv(32));
        let most = self.pool.bv32(limit as i32);
        let within = self.pool.ule(length, most);
        if let Some(known) = self.pool.as_bool(within) {
            debug_assert!(known);
            return Ok(length);
        }
        if st.facts.get(&within) == Some(&1) {
            Ok(length)
        } else {
            Err(Halt::Assume(within))
        }
    }

    /// The innermost frame of the program, or of whatever runs; none for an argument of the entry.
    pub(crate) fn asked_from(&self, st: &State) -> Option<(MethodId, u32)> {
        let mut own = None;
        let mut any = None;
        st.stack.for_each(|frame, _| {
            let method = self.method(frame.method);
            if !method.is_synthetic_frame() {
                any = any.or(Some((frame.method, frame.code_pc())));
                if self.class(method.class).application {
                    own = Some((frame.method, frame.code_pc()));
                }
            }
            own.is_none()
        });
        own.or(any)
    }

    pub(crate) fn record(&mut self, st: &mut State, name: &str, ty: &str, value: InputValue) {
        let at = self.asked_from(st);
        st.inputs.push_back(Input {
            name: name.into(),
            ty: ty.into(),
            value,
            at,
            role: match at {
                Some(_) => Role::Call,
                None => Role::Parameter,
            },
            caller: None,
            field: None,
            when: None,
        });
    }

    /// A symbolic value of the type of a method parameter that needs no constructor to run.
    pub fn symbolic_parameter(
        &mut self,
        st: &mut State,
        name: &str,
        descriptor: &str,
    ) -> Step<Slot> {
        let Some(ty) = Type::of_descriptor(descriptor) else {
            return Err(Halt::unsupported(format!("malformed type {descriptor}")));
        };
        match self.direct_value(st, name, &ty)? {
            Some(value) => Ok(value),
            None => Err(Halt::unsupported(format!(
                "symbolic input of type {}",
                ty.java_name()
            ))),
        }
    }

    /// A value of a type whose values are described by terms: primitives, their boxes, strings, arrays of primitives.
    pub(crate) fn direct_value(
        &mut self,
        st: &mut State,
        name: &str,
        ty: &Type,
    ) -> Step<Option<Slot>> {
        Ok(Some(match ty {
            Type::Primitive(primitive) => self.symbolic_primitive(st, name, *primitive),
            Type::Array(element) if matches!(**element, Type::Primitive(_)) => {
                let made = self.symbolic_array(st, name, &ty.descriptor(), None)?;
                Slot::reference(made)
            }
            Type::Class { name: class, .. } if &**class == "java/lang/String" => {
                Slot::reference(self.symbolic_string(st, name, None)?)
            }
            Type::Class { name: class, .. } if is_box(class) => {
                self.symbolic_box(st, name, class)?
            }
            _ => return Ok(None),
        }))
    }

    fn symbolic_box(&mut self, st: &mut State, name: &str, class: &str) -> Step<Slot> {
        let Some(&(class, primitive)) = BOXES.iter().find(|(c, _)| *c == class) else {
            return Err(Halt::unsupported("a box of an unknown kind"));
        };
        let id = self.load(class)?;
        self.ensure_initialized(st, id)?;
        let (symbol, slot) = self.primitive_symbol(st, name, primitive);
        let made = self.allocate(st, id);
        self.set_field(st, made, "value", slot)?;
        st.lone.insert(made);
        let ty = crate::class::java_type_name(class);
        self.record(st, name, &ty, InputValue::Boxed(symbol));
        Ok(Slot::reference(made))
    }
}

pub(crate) fn is_box(class: &str) -> bool {
    box_of(class).is_some()
}

/// The descriptor of the primitive type whose values a class boxes.
pub(crate) fn box_of(class: &str) -> Option<u8> {
    let known = BOXES.iter().find(|(c, _)| *c == class);
    known.map(|(_, primitive)| *primitive)
}
