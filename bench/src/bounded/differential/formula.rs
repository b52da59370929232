//! Expressions of contracts, written three times as they are made: in JML, and in Java over the state at hand and over the
//! state before. Objects keep what their fields were before in fields whose names begin with `old_`.

use super::quantifier::{Kind, over_constants, over_ints, over_objects};
use super::shape::{CONSTANTS, Shape, Ty};
use crate::generator::random::Random;

#[derive(Clone, Debug)]
pub struct Formula {
    pub jml: String,
    pub now: String,
    pub pre: String,
}

impl Formula {
    pub fn same(text: impl Into<String>) -> Formula {
        let text = text.into();
        Formula {
            jml: text.clone(),
            now: text.clone(),
            pre: text,
        }
    }

    /// Different in JML and in Java, whatever the state.
    pub fn named(jml: &str, java: &str) -> Formula {
        Formula {
            jml: jml.into(),
            now: java.into(),
            pre: java.into(),
        }
    }

    pub fn field(&self, name: &str) -> Formula {
        Formula {
            jml: format!("{}.{name}", self.jml),
            now: format!("{}.{name}", self.now),
            pre: format!("{}.old_{name}", self.pre),
        }
    }

    pub fn length(&self) -> Formula {
        self.wrap("", ".length")
    }

    pub fn element(&self, index: &Formula) -> Formula {
        Formula {
            jml: format!("{}[{}]", self.jml, index.jml),
            now: format!("{}[{}]", self.now, index.now),
            pre: format!("R.old({})[{}]", self.pre, index.pre),
        }
    }

    /// The same text around all.
    pub fn wrap(&self, before: &str, after: &str) -> Formula {
        Formula {
            jml: format!("{before}{}{after}", self.jml),
            now: format!("{before}{}{after}", self.now),
            pre: format!("{before}{}{after}", self.pre),
        }
    }

    pub fn binary(&self, op: &str, other: &Formula) -> Formula {
        let one = |a: &str, b: &str| format!("({a} {op} {b})");
        Formula {
            jml: one(&self.jml, &other.jml),
            now: one(&self.now, &other.now),
            pre: one(&self.pre, &other.pre),
        }
    }

    pub fn implies(&self, other: &Formula) -> Formula {
        let one = |a: &str, b: &str| format!("(!{a} || {b})");
        Formula {
            jml: format!("({} ==> {})", self.jml, other.jml),
            now: one(&self.now, &other.now),
            pre: one(&self.pre, &other.pre),
        }
    }

    pub fn iff(&self, other: &Formula) -> Formula {
        let one = |a: &str, b: &str| format!("({a} == {b})");
        Formula {
            jml: format!("({} <==> {})", self.jml, other.jml),
            now: one(&self.now, &other.now),
            pre: one(&self.pre, &other.pre),
        }
    }

    pub fn not(&self) -> Formula {
        self.wrap("!(", ")")
    }

    pub fn old(&self) -> Formula {
        Formula {
            jml: format!("\\old({})", self.jml),
            now: self.pre.clone(),
            pre: self.pre.clone(),
        }
    }

    pub fn call(&self, name: &str, arguments: &[&Formula]) -> Formula {
        let list = |f: fn(&Formula) -> &str| -> String {
            arguments
                .iter()
                .map(|a| f(a).to_owned())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let more = |text: String| {
            if text.is_empty() {
                text
            } else {
                format!(", {text}")
            }
        };
        Formula {
            jml: format!("{}.{name}({})", self.jml, list(|a| &a.jml)),
            now: format!(
                "Oracle.{name}(false, {}{})",
                self.now,
                more(list(|a| &a.now))
            ),
            pre: format!(
                "Oracle.{name}(true, {}{})",
                self.pre,
                more(list(|a| &a.pre))
            ),
        }
    }
}

/// Where formulas are made: what they can begin with.
#[derive(Clone)]
pub struct Scope<'s> {
    pub shape: &'s Shape,
    pub ints: Vec<Formula>,
    pub bools: Vec<Formula>,
    pub refs: Vec<(Formula, &'static str)>,
    pub int_arrays: Vec<Formula>,
    pub ref_arrays: Vec<Formula>,
    pub lists: Vec<Formula>,
    /// Whether `this` did not exist before.
    pub is_new: bool,
    pub enums: Vec<Formula>,
    /// Whether there is a state before.
    pub after: bool,
    /// Whether pure methods may be called.
    pub calls: bool,
    /// Variables so far.
    pub variables: usize,
}

impl Scope<'_> {
    pub fn add(&mut self, value: Formula, ty: &Ty) {
        match ty {
            Ty::Int => self.ints.push(value),
            Ty::Bool => self.bools.push(value),
            Ty::Ref(class) => self.refs.push((value, class)),
            Ty::Ints => self.int_arrays.push(value),
            Ty::Refs(_) => self.ref_arrays.push(value),
            Ty::List => self.lists.push(value),
            Ty::Enum => self.enums.push(value),
        }
    }

    /// Whether something makes no sense in the state before.
    fn after_only(&self, jml: &str) -> bool {
        let words = ["\\result", "\\old", "\\fresh", "\\not_modified"];
        words.iter().any(|word| jml.contains(word)) || self.is_new && jml.contains("this")
    }

    fn variable(&mut self, stem: &str) -> String {
        self.variables += 1;
        format!("{stem}{}", self.variables)
    }

    pub fn old(&self, random: &mut Random, value: Formula) -> Formula {
        match self.after && random.chance(25) && !self.after_only(&value.jml) {
            true => value.old(),
            false => value,
        }
    }

    /// A value of a field of this type, through an object.
    pub fn through(
        &self,
        random: &mut Random,
        ty: fn(&Ty) -> bool,
        depth: u32,
    ) -> Option<(Formula, Ty)> {
        let (object, class) = self.object(random, depth)?;
        let fields: Vec<_> = (self.shape.fields(class).into_iter())
            .filter(|field| ty(&field.ty))
            .collect();
        if fields.is_empty() {
            return None;
        }
        let field = &fields[random.below(fields.len())];
        Some((object.field(field.name), field.ty.clone()))
    }

    /// An object that is not written as null.
    pub fn object(&self, random: &mut Random, depth: u32) -> Option<(Formula, &'static str)> {
        if self.refs.is_empty() {
            return None;
        }
        let (start, class) = self.refs[random.below(self.refs.len())].clone();
        if depth == 0 || random.chance(50) {
            return Some((start, class));
        }
        if random.chance(12) {
            let below = self.shape.related(class);
            let to = below[random.below(below.len())];
            let cast = start.wrap(&format!("(({to}) "), ")");
            return Some((cast, to));
        }
        if random.chance(30)
            && let Some(element) = self.element_of_list(random, depth - 1)
        {
            return Some((element, "Node"));
        }
        if random.chance(25)
            && let Some(array) = self.ref_array(random, depth - 1)
        {
            let index = self.int(random, depth - 1);
            return Some((array.element(&index), "Node"));
        }
        match self.through(random, |ty| matches!(ty, Ty::Ref(_)), depth - 1) {
            Some((value, Ty::Ref(class))) => Some((self.old(random, value), class)),
            _ => Some((start, class)),
        }
    }

    fn int_array(&self, random: &mut Random, depth: u32) -> Option<Formula> {
        if !self.int_arrays.is_empty() && random.chance(60) {
            return Some(self.int_arrays[random.below(self.int_arrays.len())].clone());
        }
        self.through(random, |ty| *ty == Ty::Ints, depth)
            .map(|(value, _)| value)
    }

    fn ref_array(&self, random: &mut Random, depth: u32) -> Option<Formula> {
        if !self.ref_arrays.is_empty() && random.chance(60) {
            return Some(self.ref_arrays[random.below(self.ref_arrays.len())].clone());
        }
        self.through(random, |ty| matches!(ty, Ty::Refs(_)), depth)
            .map(|(value, _)| value)
    }

    /// A value of the enum, now and then a constant.
    fn constant(&self, random: &mut Random, depth: u32) -> Formula {
        let known = match random.chance(50) && !self.enums.is_empty() {
            true => Some(self.enums[random.below(self.enums.len())].clone()),
            false => (self.through(random, |ty| *ty == Ty::Enum, depth))
                .map(|(value, _)| self.old(random, value)),
        };
        known.unwrap_or_else(|| Formula::same(random.choose(&CONSTANTS)))
    }

    /// A condition of values of the enum.
    fn of_constants(&self, random: &mut Random, depth: u32) -> Formula {
        let value = self.constant(random, depth);
        let op = random.choose(&["==", "!="]);
        match random.below(4) {
            0 => value.binary(op, &Formula::same("null")),
            1 => value.binary(op, &self.constant(random, depth)),
            2 => {
                // Over all constants, which are not null.
                let mut inner = self.clone();
                let name = inner.variable("k");
                inner.enums = vec![Formula::named(&name, &format!("Color.values()[{name}]"))];
                let body = inner.of_constants(random, 0);
                let kind = random.choose(&[Kind::Forall, Kind::Exists]);
                over_constants(kind, &name, &body)
            }
            _ => value.binary(op, &Formula::same(random.choose(&CONSTANTS))),
        }
    }

    pub fn int(&self, random: &mut Random, depth: u32) -> Formula {
        if self.shape.lists > 0
            && random.chance(20)
            && let Some(value) = self.int_of_list(random, depth)
        {
            return value;
        }
        if self.shape.has_enum && random.chance(12) {
            let value = self.constant(random, depth);
            return value.wrap("", random.choose(&[".ordinal()", ".level", ".f()"]));
        }
        let literal = |random: &mut Random| {
            Formula::same(
                random
                    .range(self.shape.low, self.shape.high + 1)
                    .to_string(),
            )
        };
        let choice = match depth {
            0 => random.weighted(&[3, 6, 6]),
            _ => random.weighted(&[3, 5, 8, 3, 3, 4, 2, 2, 1, 1]),
        };
        let found = match choice {
            0 => None,
            1 if !self.ints.is_empty() => Some(self.ints[random.below(self.ints.len())].clone()),
            1 | 2 => (self.through(random, |ty| *ty == Ty::Int, depth))
                .map(|(value, _)| self.old(random, value)),
            3 => self
                .int_array(random, depth - 1)
                .map(|array| array.length()),
            4 => self.int_array(random, depth - 1).map(|array| {
                let index = self.int(random, depth - 1);
                self.old(random, array.element(&index))
            }),
            5 => {
                let op = random.choose(&["+", "-", "*", "/", "%"]);
                let (a, b) = (self.int(random, depth - 1), self.int(random, depth - 1));
                Some(a.binary(op, &b))
            }
            6 if self.calls => match self.object(random, depth - 1) {
                Some((object, class)) if self.shape.root(class) == "Node" => {
                    Some(self.old(random, object.call("get", &[])))
                }
                _ => None,
            },
            7 => {
                let (condition, a, b) = (
                    self.condition(random, depth - 1),
                    self.int(random, depth - 1),
                    self.int(random, depth - 1),
                );
                let one = |c: &str, a: &str, b: &str| format!("({c} ? {a} : {b})");
                Some(Formula {
                    jml: one(&condition.jml, &a.jml, &b.jml),
                    now: one(&condition.now, &a.now, &b.now),
                    pre: one(&condition.pre, &a.pre, &b.pre),
                })
            }
            8 => {
                let kind = random.choose(&[Kind::Count, Kind::Sum, Kind::Min, Kind::Max]);
                let mut inner = self.clone();
                let name = inner.variable("i");
                let range = inner.range(random, &name, depth - 1);
                inner.ints.push(Formula::same(&name));
                let body = match kind {
                    Kind::Count => inner.condition(random, depth - 1),
                    _ => inner.int(random, depth - 1),
                };
                Some(over_ints(kind, &name, &range, &body))
            }
            _ => {
                let class = self.shape.classes[random.below(self.shape.classes.len())].name;
                let mut inner = self.clone();
                let name = inner.variable("n");
                inner.refs.push((Formula::same(&name), class));
                let body = inner.condition(random, depth - 1);
                Some(over_objects(Kind::Count, class, &name, None, &body))
            }
        };
        found.unwrap_or_else(|| literal(random))
    }

    /// `0 <= i && i < n`
    fn range(&self, random: &mut Random, name: &str, depth: u32) -> Formula {
        let variable = Formula::same(name);
        let array = match random.chance(50) {
            true => self
                .int_array(random, depth)
                .or_else(|| self.ref_array(random, depth)),
            false => self
                .ref_array(random, depth)
                .or_else(|| self.int_array(random, depth)),
        };
        let end = match array {
            Some(array) if random.chance(75) => array.length(),
            _ => match random.chance(50) {
                true => Formula::same("3"),
                false => self.int(random, 0),
            },
        };
        let low = Formula::same(random.choose(&["0", "0", "0", "1", "-1"]));
        let above = low.binary("<=", &variable);
        let below = variable.binary(random.choose(&["<", "<", "<", "<="]), &end);
        above.binary("&&", &below)
    }

    pub fn condition(&self, random: &mut Random, depth: u32) -> Formula {
        if self.shape.lists > 0
            && random.chance(25)
            && let Some(said) = self.of_list(random, depth)
        {
            return said;
        }
        if self.shape.has_enum && random.chance(15) {
            return self.of_constants(random, depth);
        }
        let compare = |random: &mut Random| {
            let op = random.choose(&["==", "!=", "<", "<=", ">", ">="]);
            let down = depth.saturating_sub(1);
            self.int(random, down).binary(op, &self.int(random, down))
        };
        let choice = match depth {
            0 => random.weighted(&[5, 4, 3, 2]),
            _ => random.weighted(&[8, 7, 5, 3, 4, 4, 3, 3, 2, 6, 5, 4, 2, 2, 2, 2, 2, 1, 1]),
        };
        let down = depth.saturating_sub(1);
        let found = match choice {
            0 => None,
            1 => self.object(random, depth).map(|(object, _)| {
                object.binary(random.choose(&["==", "!="]), &Formula::same("null"))
            }),
            2 => self.same_objects(random, depth),
            3 if !self.bools.is_empty() => Some(self.bools[random.below(self.bools.len())].clone()),
            3 => (self.through(random, |ty| *ty == Ty::Bool, depth))
                .map(|(value, _)| self.old(random, value)),
            4 => Some(
                self.condition(random, down)
                    .binary("&&", &self.condition(random, down)),
            ),
            5 => Some(
                self.condition(random, down)
                    .binary("||", &self.condition(random, down)),
            ),
            6 => Some(
                self.condition(random, down)
                    .implies(&self.condition(random, down)),
            ),
            7 => Some(self.condition(random, down).not()),
            8 => Some(
                self.condition(random, down)
                    .iff(&self.condition(random, down)),
            ),
            9 => Some(self.of_objects(random, down)),
            10 => Some(self.of_ints(random, down)),
            11 => self.reach(random, down),
            12 => self.object(random, down).map(|(object, class)| {
                let below = self.shape.related(class);
                let other = below[random.below(below.len())];
                object.wrap("(", &format!(" instanceof {other})"))
            }),
            13 if self.after => self.object(random, down).map(|(object, _)| Formula {
                jml: format!("\\fresh({})", object.jml),
                now: format!("R.fresh({})", object.now),
                // Nothing was fresh before.
                pre: format!("R.fresh({})", object.now),
            }),
            14 if self.calls => match self.object(random, down) {
                Some((object, class)) if self.shape.root(class) == "Node" => {
                    let argument = self.int(random, down);
                    Some(object.call("is", &[&argument]))
                }
                _ => None,
            },
            15 => self.object(random, down).map(|(object, class)| {
                let related = self.shape.related(class);
                let other = related[random.below(related.len())];
                let java = |text: &str| format!("R.typed({text}, {other}.class)");
                Formula {
                    jml: format!("(\\typeof({}) <: \\type({other}))", object.jml),
                    now: java(&object.now),
                    pre: java(&object.pre),
                }
            }),
            16 => self.ref_array(random, down).map(|array| Formula {
                jml: format!("\\nonnullelements({})", array.jml),
                now: format!("R.filled(false, {})", array.now),
                pre: format!("R.filled(true, {})", array.pre),
            }),
            17 if self.after => self.object(random, down).and_then(|(object, class)| {
                let fields = self.shape.fields(class);
                if fields.is_empty() || self.after_only(&object.jml) {
                    return None;
                }
                let value = object.field(fields[random.below(fields.len())].name);
                let same = value.binary("==", &value.old());
                let jml = format!("\\not_modified({})", value.jml);
                Some(Formula { jml, ..same })
            }),
            18 if self.calls => self.object(random, down).map(|(object, _)| Formula {
                jml: format!("\\invariant_for({})", object.jml),
                now: format!("Oracle.invariantFor(false, {})", object.now),
                pre: format!("Oracle.invariantFor(true, {})", object.pre),
            }),
            _ => None,
        };
        let found = found.unwrap_or_else(|| compare(random));
        match self.after && random.chance(6) && !self.after_only(&found.jml) {
            true => found.old(),
            false => found,
        }
    }

    fn same_objects(&self, random: &mut Random, depth: u32) -> Option<Formula> {
        let (a, first) = self.object(random, depth)?;
        let (b, second) = self.object(random, depth)?;
        let related =
            self.shape.is_subclass(first, second) || self.shape.is_subclass(second, first);
        let op = random.choose(&["==", "!="]);
        related.then(|| a.binary(op, &b))
    }

    fn of_objects(&self, random: &mut Random, depth: u32) -> Formula {
        let class = self.shape.classes[random.below(self.shape.classes.len())].name;
        let mut inner = self.clone();
        let name = inner.variable("n");
        // What is said of the variable comes up more often than the rest.
        for _ in 0..2 {
            inner.refs.push((Formula::same(&name), class));
        }
        let range = match random.chance(50) {
            true => Some(inner.condition(random, 0)),
            false => None,
        };
        let body = match random.chance(30) && self.after {
            // Nothing changes.
            true => {
                let fields = self.shape.fields(class);
                match fields.is_empty() {
                    true => inner.condition(random, depth),
                    false => {
                        let field = &fields[random.below(fields.len())];
                        let value = Formula::same(&name).field(field.name);
                        value.binary("==", &value.old())
                    }
                }
            }
            false => inner.condition(random, depth),
        };
        let kind = random.choose(&[Kind::Forall, Kind::Forall, Kind::Exists]);
        over_objects(kind, class, &name, range.as_ref(), &body)
    }

    fn of_ints(&self, random: &mut Random, depth: u32) -> Formula {
        let mut inner = self.clone();
        let name = inner.variable("i");
        let range = inner.range(random, &name, depth);
        for _ in 0..2 {
            inner.ints.push(Formula::same(&name));
        }
        let body = inner.condition(random, depth.max(1));
        over_ints(
            random.choose(&[Kind::Forall, Kind::Exists]),
            &name,
            &range,
            &body,
        )
    }

    fn reach(&self, random: &mut Random, depth: u32) -> Option<Formula> {
        let (from, class) = self.object(random, depth)?;
        let fields: Vec<&'static str> = (self.shape.fields(class).into_iter())
            .filter(|field| field.ty == Ty::Ref(self.shape.root(class)))
            .map(|field| field.name)
            .collect();
        if fields.is_empty() {
            return None;
        }
        let (mut to, mut target) = self.object(random, depth)?;
        if self.shape.root(target) != self.shape.root(class) {
            (to, target) = (from.clone(), class);
        }
        let _ = target;
        let names: Vec<String> = fields.iter().map(|name| format!("\"{name}\"")).collect();
        let java = |pre: bool, from: &str, to: &str| {
            format!("R.reach({pre}, {from}, {to}, {})", names.join(", "))
        };
        let value = match random.chance(25) {
            false => Formula {
                jml: format!(
                    "\\reach({}, {}, {{{}}})",
                    from.jml,
                    to.jml,
                    fields.join(", ")
                ),
                now: java(false, &from.now, &to.now),
                pre: java(true, &from.pre, &to.pre),
            },
            // As a set, in which null never is.
            true => {
                let root = self.shape.root(class);
                let has = |pre, from: &str, to: &str| {
                    format!("R.has({pre}, {from}, {to}, {})", names.join(", "))
                };
                Formula {
                    jml: format!(
                        "\\reach({}, {root}, {}).has({})",
                        from.jml,
                        fields.join(", "),
                        to.jml
                    ),
                    now: has(false, &from.now, &to.now),
                    pre: has(true, &from.pre, &to.pre),
                }
            }
        };
        Some(self.old(random, value))
    }
}
