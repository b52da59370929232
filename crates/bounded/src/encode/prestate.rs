//! The state before the method in the expanded encoding: one symbol per field of each object that can exist, typed, with
//! objects in a canonical order.

use super::expanded::{Domain, Expanded, State};
use super::heap::Heap;
use super::is_outer;
use super::order::{Seen, Slot};
use crate::constants::Constant;
use crate::generics;
use crate::graph::{Map, MapInfo};
use crate::lists;
use crate::records::{self, Record};
use crate::universe::{ObjectClass, TEXT};
use crate::values::{self, element_descriptor};
use classpath::Name;
use ir::ElementKind;
use logic::{Sort, Term};
use std::rc::Rc;

impl Expanded<'_> {
    /// The cells of a map before the method runs.
    pub(super) fn initial(&mut self, map: Map) -> Rc<Vec<Term>> {
        if let Some(known) = self.initial.get(&map) {
            return known.clone();
        }
        let info = self.maps[map.0 as usize].clone();
        let domain = self.domains[map.0 as usize].clone();
        let cells = match &info {
            MapInfo::Field {
                class,
                name,
                descriptor,
            } => {
                let cells = self.fields_before(&info, (class, name), descriptor, &domain);
                self.found(&info, &domain, &cells);
                cells
            }
            MapInfo::Elements(kind) => {
                let sort = (self.widths).cell(element_descriptor(*kind), self.universe.width);
                self.elements_before(&info, sort, &domain)
            }
            MapInfo::Length => self.lengths_before(&domain),
        };
        let cells = Rc::new(cells);
        self.initial.insert(map, cells.clone());
        cells
    }

    fn fields_before(
        &mut self,
        info: &MapInfo,
        (class, name): (&Name, &Name),
        descriptor: &str,
        domain: &Domain,
    ) -> Vec<Term> {
        let key = (class.clone(), name.clone());
        let sort = self.widths.cell(descriptor, self.universe.width);
        // A constant (JLS 4.12.4) is in the code wherever it is read.
        let written = self.program.written_constant(class, name);
        let written = written.filter(|value| match value {
            Constant::Int(value) => self.widths.holds_int(i64::from(*value)),
            Constant::Long(value) => values::fits(*value, self.widths.long),
            Constant::Text(text) => self.universe.text(text).is_some(),
            _ => true,
        });
        let written = written.as_ref();
        let typed = descriptor.starts_with(['L', '[']).then(|| {
            let ty = match is_outer(name) {
                true => generics::outer(self.program, descriptor),
                false => generics::of_field(self.program, class, name),
            };
            ty.filter(|_| self.universe.gives_lists() || !self.universe.arguments.is_empty())
        });
        let typed = typed.flatten();
        let mut cells = Vec::with_capacity(domain.objects.len());
        let counts_changes = lists::counts_changes(info);
        for object in domain.objects.iter() {
            // How often a list has changed by now, nobody can tell: only how often since.
            let is_count = counts_changes && self.is_list(*object);
            if is_count || !self.is_before(*object) {
                cells.push(values::default(&mut self.pool, sort));
                continue;
            }
            let fixed = self.universe.fixed_at(*object);
            let value = fixed.and_then(|fixed| fixed.fields.get(&key)).cloned();
            if let Some(cell) = value.and_then(|value| self.constant_cell(&value, descriptor)) {
                cells.push(cell);
                continue;
            }
            if let Some(cell) = written.and_then(|value| self.constant_cell(value, descriptor)) {
                cells.push(cell);
                continue;
            }
            let cell = self.field_symbol((class, name), *object, sort);
            let cell = self.constrain_slot(cell, descriptor, (*object, info.clone(), 0));
            if let Some(ty) = &typed {
                let always = self.pool.tt();
                if self.universe.gives_lists() {
                    self.typed_where(always, cell, ty);
                }
                self.conforms(always, cell, ty, Some(*object));
            }
            if is_outer(name) {
                let holder = self.pool.number(*object, self.universe.width);
                let exists = self.exists(&State::default(), holder);
                let null = self.pool.eq_number(cell, 0, self.universe.width);
                let something = self.pool.not(null);
                let fact = self.pool.implies(exists, something);
                self.facts.push(fact);
            }
            cells.push(cell);
        }
        cells
    }

    /// A symbol for a field of an object. A field that another one of the same name hides (JLS 8.3) is told by its class.
    fn field_symbol(&mut self, (class, name): (&Name, &Name), object: u32, sort: Sort) -> Term {
        let short = format!("{name}[{object}]");
        if self.pool.find_symbols(&short).is_empty() {
            return self.pool.symbol(&short, sort);
        }
        let class = class.replace('/', ".");
        (self.pool).symbol(&format!("{class}.{short}"), sort)
    }

    fn elements_before(&mut self, info: &MapInfo, sort: Sort, domain: &Domain) -> Vec<Term> {
        let mut cells = Vec::new();
        let is_ref = *info == MapInfo::Elements(ElementKind::Ref);
        for object in domain.objects.iter() {
            let class = self
                .universe
                .class_of(*object)
                .map(|class| class.name.clone());
            let class = class.unwrap_or_else(|| "[I".into());
            if lists::is_list(&class) {
                self.list_before(*object, info, domain.stride, &mut cells);
                continue;
            }
            let element = match &*class {
                TEXT => "C",
                array => &array[1..],
            };
            let constant = self.universe.text_of(*object).map(<[u16]>::to_vec);
            let fixed = self.universe.fixed_at(*object);
            let elements = fixed.and_then(|fixed| fixed.elements.clone());
            for index in 0..domain.stride {
                if let Some(elements) = &elements {
                    let known = elements.get(index as usize).cloned();
                    let cell = known.and_then(|value| self.constant_cell(&value, element));
                    let cell = cell.unwrap_or_else(|| values::default(&mut self.pool, sort));
                    cells.push(cell);
                    continue;
                }
                if let Some(text) = &constant {
                    let unit = text.get(index as usize).copied().unwrap_or(0);
                    let width = 16.min(self.widths.int);
                    cells.push(self.pool.bv(width, u128::from(unit)));
                    continue;
                }
                // No array is as long as lists may become.
                if !self.is_before(*object) || is_ref && index >= self.scope.length {
                    cells.push(values::default(&mut self.pool, sort));
                    continue;
                }
                let cell = (self.pool).symbol(&format!("array[{object}][{index}]"), sort);
                let cell = self.constrain_slot(cell, element, (*object, info.clone(), index));
                if element == "Z" {
                    let one = self.pool.bv(8.min(self.widths.int), 1);
                    let fact = self.pool.ule(cell, one);
                    self.facts.push(fact);
                }
                cells.push(cell);
            }
        }
        cells
    }

    fn lengths_before(&mut self, domain: &Domain) -> Vec<Term> {
        let width = self.widths.int;
        let mut cells = Vec::new();
        for object in domain.objects.iter() {
            if !self.is_before(*object) {
                cells.push(self.pool.bv(width, 0));
                continue;
            }
            if let Some(text) = self.universe.text_of(*object) {
                let length = text.len() as u128;
                cells.push(self.pool.bv(width, length));
                continue;
            }
            if let Some(fixed) = self.universe.fixed_at(*object) {
                let length = u128::from(fixed.length);
                cells.push(self.pool.bv(width, length));
                continue;
            }
            let cell = (self.pool).symbol(&format!("length[{object}]"), Sort::Bv(width));
            let class = self.universe.class_of(*object);
            let most = match class.is_some_and(ObjectClass::is_text) {
                true => self.universe.longest(self.scope.length),
                false => self.scope.length,
            };
            let most = self.pool.bv(width, u128::from(most));
            let fact = self.pool.ule(cell, most);
            self.facts.push(fact);
            cells.push(cell);
        }
        cells
    }

    /// What a cell of an object of a static final field holds for good; none if that is not known.
    fn constant_cell(&mut self, value: &Constant, descriptor: &str) -> Option<Term> {
        let widths = self.widths;
        let value = match value {
            Constant::Int(value) => widths.int(&mut self.pool, *value),
            Constant::Long(value) => {
                values::signed(&mut self.pool, widths.long, i128::from(*value))
            }
            Constant::Float(bits) => self.pool.f32(f32::from_bits(*bits)),
            Constant::Double(bits) => self.pool.f64(f64::from_bits(*bits)),
            Constant::Null => return Some(self.pool.number(0, self.universe.width)),
            // What is not among the objects is nothing that anybody looks at.
            Constant::Text(text) => {
                let number = self.universe.text(text).unwrap_or(0);
                return Some(self.pool.number(number, self.universe.width));
            }
            Constant::Object(object) => {
                let number = self.universe.number_of(object)?;
                return Some(self.pool.number(number, self.universe.width));
            }
            Constant::Unknown => return None,
        };
        Some(widths.store(&mut self.pool, descriptor, value))
    }

    /// Says that components of records are there before them. Each record has a rank, above those of its components.
    pub(super) fn found(&mut self, info: &MapInfo, domain: &Domain, cells: &[Term]) {
        let always = vec![self.pool.tt(); cells.len()];
        self.found_where(info, domain, cells, &always);
    }

    /// The same of some cells, each where its condition holds.
    pub(super) fn found_where(
        &mut self,
        info: &MapInfo,
        domain: &Domain,
        cells: &[Term],
        conditions: &[Term],
    ) {
        let MapInfo::Field {
            class, descriptor, ..
        } = info
        else {
            return;
        };
        let Some(record) = self.record(class) else {
            return;
        };
        if !descriptor.starts_with('L') {
            return;
        }
        for (place, object) in domain.objects.iter().enumerate() {
            let (cell, condition) = (cells[place], conditions[place]);
            if self.pool.as_bool(condition) == Some(false) {
                continue;
            }
            for number in self.candidates(cell).iter() {
                let class = self
                    .universe
                    .class_of(*number)
                    .map(|class| class.name.clone());
                let component = class.and_then(|class| self.record(&class));
                let Some(component) = component else {
                    continue;
                };
                let is = self.pool.eq_number(cell, *number, self.universe.width);
                let is = self.pool.and(is, condition);
                let (low, high) = (self.rank(*number), self.rank(*object));
                let below = self.pool.ult(low, high);
                let above = self.pool.not(below);
                let cyclic = self.pool.and(is, above);
                if (record, component) == (Record::Founded, Record::Founded) {
                    let fact = self.pool.not(cyclic);
                    self.facts.push(fact);
                } else if self.pool.as_bool(cyclic) != Some(false) {
                    let what = "records that contain themselves";
                    self.beyond.push((cyclic, what.into()));
                }
            }
        }
    }

    fn record(&mut self, class: &Name) -> Option<Record> {
        let program = self.program;
        let known = self.records.entry(class.clone());
        *known.or_insert_with(|| records::of(program, class))
    }

    fn rank(&mut self, object: u32) -> Term {
        let sort = Sort::Bv(self.universe.width);
        // No field has a name like this.
        self.pool.symbol(&format!("rank![{object}]"), sort)
    }

    pub(super) fn is_before(&self, object: u32) -> bool {
        let class = self.universe.class_of(object);
        class.is_some_and(|class| class.numbers_before().contains(&object))
    }

    /// A symbol for what a variable holds before, of its type; an array may also be of a type that nothing declares, if so.
    pub(super) fn declared(&mut self, name: &str, descriptor: &str, special: bool) -> Term {
        let cell = self.widths.cell(descriptor, self.universe.width);
        let symbol = self.pool.symbol(name, cell);
        if let Some(classes) = self.classes_of(descriptor, special) {
            self.constrain_to(symbol, classes, None, None);
        }
        let widths = self.widths;
        widths.load(&mut self.pool, descriptor, symbol)
    }

    /// The same of what a place holds, which is among what the walk can have seen by then. A number if there is but one.
    fn constrain_slot(&mut self, value: Term, descriptor: &str, slot: Slot) -> Term {
        let special = self.universe.holds_special(self.program, &slot.1);
        let Some(mut classes) = self.classes_of(descriptor, special) else {
            return value;
        };
        if self.program.holds_its_own_arrays(&slot.1) {
            classes.retain(|at| *self.universe.classes[*at].name == *descriptor);
        }
        let most = self.order.most(&slot);
        let tight = self.tight.as_ref();
        let tight = tight.and_then(|tight| tight.places.get(&slot)).cloned();
        self.constrain_to(value, classes, most, tight.as_deref());
        match self.candidates(value)[..] {
            [only] => self.pool.number(only, self.universe.width),
            _ => value,
        }
    }

    /// The classes of what a reference can lead to, by their places in the universe; none for numbers.
    fn classes_of(&self, descriptor: &str, special: bool) -> Option<Vec<usize>> {
        let ty = match descriptor.as_bytes().first() {
            Some(b'L') => &descriptor[1..descriptor.len() - 1],
            Some(b'[') => descriptor,
            _ => return None,
        };
        let classes = self.universe.classes.iter().enumerate();
        let special = special && ty.starts_with('[');
        let fits = |class: &ObjectClass| {
            !class.hidden
                && (special || !class.special)
                && self.program.is_subclass(&class.name, ty)
        };
        let fitting = classes.filter(|(_, class)| fits(class));
        Some(fitting.map(|(at, _)| at).collect())
    }

    /// Says that a value is null or an object of some classes that exists before: of the first that have been seen, and of
    /// those that are possible, if something is said of that.
    pub(super) fn constrain_to(
        &mut self,
        value: Term,
        classes: Vec<usize>,
        most: Option<Seen>,
        possible: Option<&[u32]>,
    ) {
        let is_possible = |number: &u32| possible.is_none_or(|possible| possible.contains(number));
        let mut candidates: Vec<u32> = [0].into_iter().filter(is_possible).collect();
        let mut fits = match candidates.is_empty() {
            true => self.pool.ff(),
            false => self.pool.eq_number(value, 0, self.universe.width),
        };
        for at in classes {
            let mut numbers = self.universe.classes[at].numbers_before();
            if let Some(most) = &most {
                numbers.end = numbers.start + most[at];
            }
            let numbers: Vec<u32> = numbers.filter(is_possible).collect();
            if numbers.is_empty() {
                continue;
            }
            let mut within = self.pool.ff();
            for run in numbers.chunk_by(|a, b| a + 1 == *b) {
                let run = self.within(value, run[0], run[run.len() - 1]);
                within = self.pool.or(within, run);
            }
            candidates.extend(numbers);
            if let Some(count) = self.counts[at] {
                let last = self.last_before(at, count);
                let exists = self.pool.ule(value, last);
                within = self.pool.and(within, exists);
            }
            fits = self.pool.or(fits, within);
        }
        self.facts.push(fits);
        self.candidates.insert(value, candidates.into());
    }

    /// The largest number of an object of a class that exists before, given how many there are.
    pub(super) fn last_before(&mut self, class: usize, count: Term) -> Term {
        let first = u128::from(self.universe.classes[class].first);
        let below = self.pool.bv(self.universe.width, first - 1);
        self.pool.add(count, below)
    }

    /// Makes the number of objects of a class that exist before a part of the state.
    pub(super) fn count_objects(&mut self, class: usize) {
        let info = &self.universe.classes[class];
        self.spoken_of[class] |= info.constants && !info.is_text();
        if self.counts[class].is_some() || info.before == 0 || info.constants {
            return;
        }
        let (name, before) = (info.name.clone(), info.before);
        let sort = Sort::Bv(self.universe.width);
        let count = self.pool.symbol(&format!("count[{name}]"), sort);
        let most = self.pool.bv(self.universe.width, u128::from(before));
        let fact = self.pool.ule(count, most);
        self.facts.push(fact);
        self.counts[class] = Some(count);
    }
}

/// Comparisons with the number of an object.
pub(super) trait Numbers {
    fn number(&mut self, object: u32, width: u32) -> Term;
    fn eq_number(&mut self, value: Term, object: u32, width: u32) -> Term;
}

impl Numbers for logic::Pool {
    fn number(&mut self, object: u32, width: u32) -> Term {
        self.bv(width, u128::from(object))
    }

    fn eq_number(&mut self, value: Term, object: u32, width: u32) -> Term {
        let number = self.number(object, width);
        self.eq(value, number)
    }
}
