//! What atoms, tests and values of a graph mean in a state, for every encoding alike.

use super::heap::Encoding;
use super::texts::Texts;
use crate::graph::{Atom, Graph, Map, Question, Test, Value};
use crate::reasons::Undecided;
use crate::universe::Universe;
use crate::values;
use ir::Kind;
use logic::Term;

type Result<T> = std::result::Result<T, Undecided>;

pub(super) trait Evaluate: Encoding {
    fn atom(&mut self, graph: &Graph, state: &Self::State, atom: Atom) -> Result<Term> {
        let widths = self.widths();
        let narrow = |value: i64, bits: u32| {
            format!("the number {value} needs more than {bits} bits (--int-bits)")
        };
        Ok(match atom {
            Atom::Var(var) => {
                let info = &graph.vars[var.0 as usize];
                match &info.field {
                    Some((class, name)) => {
                        let descriptor = info.descriptor.clone().unwrap_or_else(|| "I".into());
                        self.global(state, class, name, &descriptor)
                    }
                    None => self.variable(state, graph, var),
                }
            }
            Atom::Int(value) if !widths.holds_int(i64::from(value)) => {
                return Err(narrow(i64::from(value), widths.int).into());
            }
            Atom::Int(value) => widths.int(self.pool(), value),
            Atom::Long(value) if !values::fits(value, widths.long) => {
                return Err(narrow(value, widths.long).into());
            }
            Atom::Long(value) => values::signed(self.pool(), widths.long, i128::from(value)),
            Atom::Float(bits) => self.pool().f32(f32::from_bits(bits)),
            Atom::Double(bits) => self.pool().f64(f64::from_bits(bits)),
            Atom::Null => self.null(),
            Atom::Text(at) => {
                let text = &graph.texts[at as usize];
                let known = self.text(text);
                known.ok_or_else(|| format!("the string {:?}", String::from_utf16_lossy(text)))?
            }
            Atom::Fixed(at) => {
                let (object, _) = &graph.fixed[at as usize];
                let class = object.by.replace('/', ".");
                let known = self.fixed(object);
                known.ok_or_else(|| format!("an object of the initialiser of {class}"))?
            }
        })
    }

    fn test(&mut self, graph: &Graph, state: &Self::State, test: &Test) -> Result<Term> {
        let holds = match &test.what {
            Question::Compare {
                kind: Kind::Ref,
                a,
                b,
                ..
            } => {
                let (a, b) = (self.atom(graph, state, *a)?, self.atom(graph, state, *b)?);
                self.same(state, a, b).0
            }
            Question::Compare {
                condition, a, b, ..
            } => {
                let (a, b) = (self.atom(graph, state, *a)?, self.atom(graph, state, *b)?);
                values::condition(self.pool(), *condition, a, b)
            }
            Question::Null(a) => {
                let (a, null) = (self.atom(graph, state, *a)?, self.null());
                self.pool().eq(a, null)
            }
            Question::Instance { object, class } => {
                let object = self.atom(graph, state, *object)?;
                self.instance(object, class)
            }
            Question::Undecided { object, class } => {
                let object = self.atom(graph, state, *object)?;
                self.undecided(object, class)
            }
            Question::Opaque(object) => {
                let object = self.atom(graph, state, *object)?;
                self.in_classes(object, &|class| class.opaque)
            }
            Question::ClassIn { object, classes } => {
                let object = self.atom(graph, state, *object)?;
                self.of_classes(object, classes)
            }
            Question::OutOf { object, classes } => {
                let object = self.atom(graph, state, *object)?;
                self.in_classes(object, &|class| {
                    class.opaque && !class.is_text() || !class.is_among(classes)
                })
            }
            Question::Inside { array, index } => {
                let array = self.atom(graph, state, *array)?;
                let index = self.atom(graph, state, *index)?;
                let length = self.length(state, array);
                self.pool().ult(index, length)
            }
            Question::Negative(a) => {
                let a = self.atom(graph, state, *a)?;
                let zero = self.widths().int(self.pool(), 0);
                self.pool().slt(a, zero)
            }
            Question::Overflows { op, a, b } => {
                let a = self.atom(graph, state, *a)?;
                let b = match b {
                    Some(b) => Some(self.atom(graph, state, *b)?),
                    None => None,
                };
                values::overflows(self.pool(), *op, a, b)
            }
            Question::Zero { a, .. } => {
                let a = self.atom(graph, state, *a)?;
                let width = self.pool().width(a);
                let zero = self.pool().bv(width, 0);
                self.pool().eq(a, zero)
            }
            Question::OneOf { key, cases } => {
                let key = self.atom(graph, state, *key)?;
                let widths = self.widths();
                let mut found = self.pool().ff();
                let cases = cases
                    .iter()
                    .filter(|case| widths.holds_int(i64::from(**case)));
                for case in cases {
                    let case = widths.int(self.pool(), *case);
                    let same = self.pool().eq(key, case);
                    found = self.pool().or(found, same);
                }
                found
            }
            Question::Precondition { call, arguments } => {
                self.precondition(graph, state, *call, arguments)?
            }
            Question::Readable(read) => self.readable(graph, state, read)?,
            Question::Said { .. } => return Err(super::statements::ONLY_EXPANDED.into()),
            Question::Fits { array, value } => {
                let array = self.atom(graph, state, *array)?;
                let value = self.atom(graph, state, *value)?;
                self.storable(array, value)
            }
        };
        Ok(match test.holds {
            true => holds,
            false => self.pool().not(holds),
        })
    }

    /// Whether a reference may be stored in an array of references: null, or of the array's element type.
    fn storable(&mut self, array: Term, value: Term) -> Term {
        let null = self.null();
        let is_null = self.pool().eq(value, null);
        let mut fits = self.pool().tt();
        let universe: Universe = self.universe().clone();
        for class in universe.classes.iter().filter(|class| class.is_array()) {
            let element = &class.name[1..];
            if !element.starts_with(['L', '[']) {
                continue;
            }
            let here = self.in_classes(array, &|known| known.name == class.name);
            if self.pool().as_bool(here) == Some(false) {
                continue;
            }
            let named = element
                .strip_prefix('L')
                .map(|name| name.trim_end_matches(';'));
            let instance = self.instance(value, named.unwrap_or(element));
            let stored = self.pool().or(is_null, instance);
            let implied = self.pool().implies(here, stored);
            fits = self.pool().and(fits, implied);
        }
        fits
    }

    fn value(
        &mut self,
        graph: &Graph,
        maps: &[Map],
        state: &Self::State,
        value: &Value,
    ) -> Result<Term> {
        let widths = self.widths();
        Ok(match value {
            Value::Atom(atom) => self.atom(graph, state, *atom)?,
            Value::Binary { op, kind, a, b } => {
                let (a, b) = (self.atom(graph, state, *a)?, self.atom(graph, state, *b)?);
                values::binary(self.pool(), *op, *kind, a, b)
                    .ok_or_else(|| format!("the operator {op:?} on {kind:?}").to_lowercase())?
            }
            Value::Negate { kind, a } => {
                let a = self.atom(graph, state, *a)?;
                values::negate(self.pool(), *kind, a)
            }
            Value::Convert { op, a } => {
                let a = self.atom(graph, state, *a)?;
                values::convert(self.pool(), widths, *op, a)
            }
            Value::Compare { op, a, b } => {
                let (a, b) = (self.atom(graph, state, *a)?, self.atom(graph, state, *b)?);
                values::three_way(self.pool(), widths, *op, a, b)
            }
            Value::Field { map, object } => {
                let object = self.atom(graph, state, *object)?;
                let map = maps[map.0 as usize];
                let cell = self.field(state, map, object);
                let descriptor = self.descriptor(map);
                widths.load(self.pool(), &descriptor, cell)
            }
            Value::Element { map, array, index } => {
                let array = self.atom(graph, state, *array)?;
                let index = self.atom(graph, state, *index)?;
                let map = maps[map.0 as usize];
                let cell = self.element(state, map, array, index);
                let descriptor = self.descriptor(map);
                widths.load(self.pool(), &descriptor, cell)
            }
            Value::Length { array } => {
                let array = self.atom(graph, state, *array)?;
                self.length(state, array)
            }
            Value::OfText {
                method,
                text,
                argument,
            } => {
                let text = self.atom(graph, state, *text)?;
                let argument = match argument {
                    Some(argument) => Some(self.atom(graph, state, *argument)?),
                    None => None,
                };
                let called = self.of_text(state, *method, text, argument);
                let name = method.name();
                let bits = widths.int;
                called
                    .ok_or_else(|| format!("String.{name}, with an int of {bits} bits"))?
                    .0
            }
            Value::Bits { .. } => {
                return Err("the bits of a fraction, in the quantified encoding".into());
            }
            Value::OfCharacter { method, .. } => {
                let name = method.name();
                return Err(format!("Character.{name}, in the quantified encoding").into());
            }
            Value::InstanceOf { object, class } => {
                let object = self.atom(graph, state, *object)?;
                let holds = self.instance(object, class);
                values::flag(self.pool(), widths, holds)
            }
        })
    }
}

impl<E: Encoding> Evaluate for E {}
