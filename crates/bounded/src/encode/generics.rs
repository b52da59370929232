//! Type arguments in the expanded encoding: each object of a generic class has a number for each type variable of it, which
//! says what that stands for, and holds what is of that type. Nobody can see these numbers.

use super::expanded::{Expanded, State};
use super::heap::Heap;
use super::prestate::Numbers;
use crate::boxes;
use crate::generics::{self, Argument, Generic, Variable, Written};
use crate::graph::MapInfo;
use crate::lists;
use crate::universe::COMPARABLE;
use ir::ElementKind;
use logic::{Sort, Term};

/// How deep classes are looked for above others.
const DEEP: u32 = 16;

/// What a type variable stands for.
enum Meant {
    /// One of the types of the universe, by number from 1 on; with 0 for any other.
    One(Term),
    /// One of several.
    Among(Vec<u32>),
    Any,
}

impl Expanded<'_> {
    /// Where a condition holds, a value of the state before has the type arguments that a type says, which may speak of the type
    /// variables of the object that holds the value.
    pub(super) fn conforms(
        &mut self,
        condition: Term,
        value: Term,
        ty: &Generic,
        holder: Option<u32>,
    ) {
        if self.universe.arguments.is_empty() || self.tick().is_err() {
            // Whoever asked is told at its own next step.
            return;
        }
        match &ty.written {
            Written::Unknown => {}
            Written::Variable(variable) => {
                if let Meant::One(stands_for) = self.stands_for(holder, variable, 0) {
                    self.is_of(condition, value, stands_for);
                }
            }
            Written::Type(arguments) => {
                for number in self.candidates(value).to_vec() {
                    if !self.is_free(number) {
                        continue;
                    }
                    let is = self.pool.eq_number(value, number, self.universe.width);
                    let is = self.pool.and(condition, is);
                    if self.pool.as_bool(is) == Some(false) {
                        continue;
                    }
                    for (class, arguments) in arguments {
                        let variables = generics::variables(self.program, class);
                        let own = |v: &&Variable| v.class.as_ref() == Some(class);
                        let variables: Vec<&Variable> = variables.iter().filter(own).collect();
                        for (variable, argument) in variables.into_iter().zip(arguments) {
                            self.has_argument(is, number, variable, argument, holder);
                        }
                    }
                    if let Some(of) = &ty.of {
                        self.elements_conform(is, number, of, holder);
                    }
                }
            }
        }
    }

    /// Whether an object is there before, and nobody knows what it is.
    fn is_free(&self, number: u32) -> bool {
        let class = self.universe.class_of(number);
        class.is_some_and(|class| !class.constants && class.numbers_before().contains(&number))
    }

    fn has_argument(
        &mut self,
        condition: Term,
        object: u32,
        variable: &Variable,
        argument: &Argument,
        holder: Option<u32>,
    ) {
        let wanted = self.meant(argument, holder, 0);
        let Meant::One(actual) = self.stands_for(Some(object), variable, 0) else {
            return;
        };
        let fits = match wanted {
            Meant::Any => return,
            Meant::One(wanted) => self.pool.eq(actual, wanted),
            Meant::Among(numbers) => {
                let mut some = self.pool.ff();
                for number in numbers {
                    let number = self.argument_number(number);
                    let is = self.pool.eq(actual, number);
                    some = self.pool.or(some, is);
                }
                some
            }
        };
        let fact = self.pool.implies(condition, fits);
        self.facts.push(fact);
    }

    /// What an array or a list holds has the type arguments of its elements.
    fn elements_conform(
        &mut self,
        condition: Term,
        object: u32,
        of: &Generic,
        holder: Option<u32>,
    ) {
        let class = self.universe.class_of(object);
        let is_list = self.is_list(object);
        let is_row = class.is_some_and(|class| class.is_array() && class.name.ends_with(';'));
        let says_nothing = match &of.written {
            Written::Type(arguments) => arguments.is_empty() && of.of.is_none(),
            Written::Variable(_) => false,
            Written::Unknown => true,
        };
        if says_nothing || !(is_list || is_row) {
            return;
        }
        let map = self.map(MapInfo::Elements(ElementKind::Ref));
        let start = State::default();
        let row = self.pool.number(object, self.universe.width);
        for index in 0..self.scope.length {
            let at = self.widths.int(&mut self.pool, index as i32);
            let cell = self.element(&start, map, row, at);
            self.conforms(condition, cell, of, holder);
        }
    }

    /// A value is null or of the type that a number stands for.
    fn is_of(&mut self, condition: Term, value: Term, stands_for: Term) {
        for (at, ty) in self.universe.arguments.clone().iter().enumerate() {
            let number = self.argument_number(at as u32 + 1);
            let is = self.pool.eq(stands_for, number);
            let here = self.pool.and(condition, is);
            if self.pool.as_bool(here) == Some(false) {
                continue;
            }
            let Some(class) = ty.class().filter(|class| *class != "java/lang/Object") else {
                continue;
            };
            let null = self.pool.eq_number(value, 0, self.universe.width);
            let instance = self.instance(value, class);
            let fits = self.pool.or(null, instance);
            let fact = self.pool.implies(here, fits);
            self.facts.push(fact);
            self.conforms(here, value, ty, None);
        }
    }

    fn argument_width(&self) -> u32 {
        let end = self.universe.arguments.len() as u32 + 1;
        32 - end.leading_zeros()
    }

    fn argument_number(&mut self, number: u32) -> Term {
        let width = self.argument_width();
        self.pool.bv(width, u128::from(number))
    }

    /// What an argument means, of which variables are those of an object.
    fn meant(&mut self, argument: &Argument, holder: Option<u32>, depth: u32) -> Meant {
        match argument {
            Argument::Any => Meant::Any,
            Argument::Is(ty) => match &ty.written {
                Written::Variable(variable) => self.stands_for(holder, variable, depth + 1),
                _ => {
                    let known = self.universe.arguments.iter().position(|known| known == ty);
                    match known {
                        Some(at) => Meant::One(self.argument_number(at as u32 + 1)),
                        None => Meant::Any,
                    }
                }
            },
            Argument::Super(ty) => match ty.class() {
                Some(bound) if ty.is_closed() => {
                    let all = self.universe.arguments.iter().enumerate();
                    let above = all.filter(|(_, known)| {
                        let class = known.class();
                        class.is_some_and(|class| self.program.is_subclass(bound, class))
                    });
                    // Or one of the others.
                    let above = above.map(|(at, _)| at as u32 + 1);
                    Meant::Among(above.chain([0]).collect())
                }
                _ => Meant::Any,
            },
            Argument::Extends(ty) => match ty.class() {
                Some("java/lang/Object") | None => Meant::Any,
                Some(_) if !matches!(ty.written, Written::Type(_)) => Meant::Any,
                // Others may come in through a type that is not among those that are known.
                Some(_) if !self.universe.arguments.contains(ty) => Meant::Any,
                Some(bound) => {
                    let all = self.universe.arguments.iter().enumerate();
                    let below = all.filter(|(_, known)| {
                        let class = known.class();
                        class.is_some_and(|class| self.program.is_subclass(class, bound))
                    });
                    Meant::Among(below.map(|(at, _)| at as u32 + 1).collect())
                }
            },
        }
    }

    /// What a type variable stands for: of the method, of the class of an object, or of one above.
    fn stands_for(&mut self, object: Option<u32>, variable: &Variable, depth: u32) -> Meant {
        let Some(of) = &variable.class else {
            return self.chosen("", variable);
        };
        let number = object.unwrap_or(0);
        let class = self.universe.class_of(number);
        let Some(class) = class.map(|class| class.name.clone()) else {
            return Meant::Any;
        };
        let is_known = self.program.is_own(&class) || boxes::of_class(&class).is_some();
        if depth > DEEP || !is_known {
            return Meant::Any;
        }
        if generics::variables(self.program, &class).contains(variable) {
            return self.chosen(&format!("{number}].{of}["), variable);
        }
        match generics::handed_on(self.program, &class, variable) {
            Some(argument) => self.meant(&argument, object, depth),
            None => Meant::Any,
        }
    }

    /// A number for a type variable, within its bound.
    fn chosen(&mut self, of: &str, variable: &Variable) -> Meant {
        let sort = Sort::Bv(self.argument_width());
        // No field has a name like this.
        let name = format!("argument![{of}{}]", variable.index);
        if let Some(known) = self.pool.find_symbols(&name).first() {
            return Meant::One(*known);
        }
        let symbol = self.pool.symbol(&name, sort);
        let bound = lists::class_of(&variable.bound).unwrap_or_default();
        let mut fits = self.pool.ff();
        for (at, ty) in self.universe.arguments.clone().iter().enumerate() {
            let is_below = |class: &str| self.program.is_subclass(class, bound);
            let is_ordered = |class: &str| self.program.is_subclass(class, COMPARABLE);
            let is_wrong = variable.is_ordered && !ty.class().is_some_and(is_ordered);
            if ty.class().is_some_and(is_below) && !is_wrong {
                let number = self.argument_number(at as u32 + 1);
                let is = self.pool.eq(symbol, number);
                fits = self.pool.or(fits, is);
            }
        }
        // Others may come in, unless what is known goes up to the bound. What has an order is of one type.
        let is_all = variable.is_ordered || {
            let whole = Generic::plain(&variable.bound);
            self.universe.arguments.contains(&whole)
        };
        if !is_all || self.pool.as_bool(fits) == Some(false) {
            let other = self.argument_number(0);
            let is = self.pool.eq(symbol, other);
            fits = self.pool.or(fits, is);
        }
        self.facts.push(fits);
        Meant::One(symbol)
    }
}
