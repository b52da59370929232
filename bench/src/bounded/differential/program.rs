//! A generated program: its classes, one method, and what may be said of it: preconditions, and candidates for all other
//! clauses, of which the enumeration finds out which hold.

use super::Bounds;
use super::body::Body;
use super::formula::{Formula, Scope};
use super::quantifier::{Kind, over_ints, over_objects};
use super::shape::{Shape, Ty};
use crate::generator::random::Random;

/// Exceptions that executions end with.
pub const EXCEPTIONS: [&str; 11] = [
    "NullPointerException",
    "ArrayIndexOutOfBoundsException",
    "NegativeArraySizeException",
    "ArithmeticException",
    "ClassCastException",
    "ArrayStoreException",
    "IllegalStateException",
    "IllegalArgumentException",
    "IndexOutOfBoundsException",
    "ConcurrentModificationException",
    "NoSuchElementException",
];

/// What `signals` and `signals_only` name, with the numbers of the exceptions below.
pub const SIGNALLED: [(&str, &[usize]); 7] = [
    ("NullPointerException", &[0]),
    ("IndexOutOfBoundsException", &[1, 8]),
    ("ArithmeticException", &[3]),
    ("ClassCastException", &[4]),
    ("IllegalStateException", &[6]),
    ("ConcurrentModificationException", &[9]),
    ("RuntimeException", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
];

#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    pub ty: Ty,
    pub nullable: bool,
}

/// A pure method of the hierarchy of `Node`: what each class says it is.
#[derive(Clone, Debug)]
pub struct Pure {
    pub name: &'static str,
    pub ty: Ty,
    /// Whether it has an `int` parameter, `k`.
    pub has_parameter: bool,
    pub bodies: Vec<(&'static str, Formula)>,
}

/// A specification case, with everything that might be in it.
#[derive(Clone, Debug)]
pub struct Case {
    pub requires: Vec<Formula>,
    pub ensures: Vec<Formula>,
    /// The number of the class in [`SIGNALLED`], and what holds then.
    pub signals: Vec<(usize, Formula)>,
    pub frames: Vec<Vec<Location>>,
}

/// A location set of a frame: in JML, and whether a cell is in it in Java, where `o` is the object, `f` the field's name and
/// `i` the index.
#[derive(Clone, Debug)]
pub struct Location {
    pub jml: String,
    pub java: String,
}

/// Where a clause is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Before,
    Returned,
    /// The same, and there may be a result to speak of.
    Result,
    Thrown,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub seed: u64,
    pub shape: Shape,
    /// The class of the method; none for a static method of the outer class.
    pub host: Option<&'static str>,
    /// Whether it is a constructor.
    pub is_constructor: bool,
    pub params: Vec<Param>,
    pub result: Option<Ty>,
    pub result_nullable: bool,
    pub body: Vec<String>,
    pub pure: Vec<Pure>,
    /// What `set` does, by class.
    pub setters: Vec<(&'static str, String)>,
    /// Written invariants, by class.
    pub invariants: Vec<(&'static str, Formula)>,
    /// What every method keeps to, by class.
    pub constraints: Vec<(&'static str, Formula)>,
    /// What new objects are, by class.
    pub initially: Vec<(&'static str, Formula)>,
    /// What is said of static fields: of every state, and of every step.
    pub static_invariants: Vec<Formula>,
    pub static_constraints: Vec<Formula>,
    /// What constructors without parameters do, by class.
    pub setups: Vec<(&'static str, String)>,
    pub cases: Vec<Case>,
    /// Whether the first case is written at the method of the abstract class that the method implements.
    pub inherits: bool,
}

/// More heaps than this are not enumerated.
const HEAPS: f64 = 150_000.0;

impl Program {
    pub fn class_of(seed: u64) -> String {
        format!("P{seed}")
    }

    pub fn class(&self) -> String {
        Program::class_of(self.seed)
    }

    /// The class that has the method, by its name in class files.
    pub fn host_class(&self) -> String {
        match self.host {
            Some(host) => format!("{}${host}", self.class()),
            None => self.class(),
        }
    }

    pub fn generate(seed: u64, bounds: Bounds) -> Program {
        let random = &mut Random::new(seed, 1);
        let mut shape = Shape::random(random, bounds.lists > 0);
        let extra = &mut Random::new(seed, 3);
        shape.with_enum(extra);
        shape.with_statics(extra);
        let concrete: Vec<&'static str> = (shape.classes.iter())
            .filter(|c| !c.is_abstract)
            .map(|c| c.name)
            .collect();
        let host = match random.chance(75) {
            true => Some(match random.chance(25) {
                // Methods of an abstract class run on objects of the classes below.
                true => shape.classes[0].name,
                false => random.choose(&concrete),
            }),
            false => None,
        };
        let is_constructor = host.is_some_and(|host| concrete.contains(&host)) && extra.chance(30);
        let mut params = params(random, &shape, host);
        if shape.has_enum && extra.chance(60) {
            params.push(Param {
                name: "s".to_owned(),
                nullable: extra.chance(60),
                ty: Ty::Enum,
            });
        }
        let mut result = match random.below(6) {
            0 | 1 => None,
            2 | 3 => Some(Ty::Int),
            4 => Some(Ty::Bool),
            _ => Some(Ty::Ref(if shape.class("Node").is_some() {
                "Node"
            } else {
                "Holder"
            })),
        };
        if shape.has_enum && extra.chance(20) {
            result = Some(Ty::Enum);
        }
        if is_constructor {
            result = None;
        }
        let result_nullable = random.chance(70);
        let types: Vec<Ty> = params.iter().map(|param| param.ty.clone()).collect();
        let mut everything = types.clone();
        everything.extend(
            shape
                .classes
                .iter()
                .flat_map(|class| class.fields.iter().map(|field| field.ty.clone())),
        );
        shape.int_arrays = if everything.contains(&Ty::Ints) {
            bounds.int_arrays
        } else {
            0
        };
        shape.ref_arrays = if everything.contains(&Ty::Refs("Node")) {
            2
        } else {
            0
        };
        shape.lists = if everything.contains(&Ty::List) {
            bounds.lists
        } else {
            0
        };
        for class in &mut shape.classes {
            class.objects = 1 + random.below(3) as u32;
        }
        shape.fit(random, &types, bounds.length, HEAPS);
        let outer = Program::class_of(seed);
        let named: Vec<(String, Ty)> = params
            .iter()
            .map(|p| (p.name.clone(), p.ty.clone()))
            .collect();
        let body = Body::generate(random, &shape, &outer, host, &named, result.clone());
        let mut program = Program {
            seed,
            host,
            is_constructor,
            params,
            result,
            result_nullable,
            body,
            pure: Vec::new(),
            setters: Vec::new(),
            invariants: Vec::new(),
            constraints: Vec::new(),
            initially: Vec::new(),
            static_invariants: Vec::new(),
            static_constraints: Vec::new(),
            setups: Vec::new(),
            cases: Vec::new(),
            inherits: !is_constructor
                && host.is_some_and(|host| {
                    shape
                        .class(shape.root(host))
                        .is_some_and(|root| root.is_abstract && root.name != host)
                }),
            shape,
        };
        program.methods(random);
        program.specify(random);
        program.set_up(extra);
        program.say_of_new(extra);
        program.say_of_statics(extra);
        program
    }

    /// Where formulas about one object are made.
    pub fn of_object(&self, class: &'static str) -> Scope<'_> {
        let this = Formula::named("this", "self");
        Scope {
            shape: &self.shape,
            ints: Vec::new(),
            bools: Vec::new(),
            refs: vec![(this, class)],
            int_arrays: Vec::new(),
            ref_arrays: Vec::new(),
            lists: Vec::new(),
            enums: Vec::new(),
            is_new: false,
            after: false,
            calls: false,
            variables: 0,
        }
    }

    /// Where clauses of a case are made.
    fn scope(&self, case: usize, state: State) -> Scope<'_> {
        let after = state != State::Before;
        let returned = matches!(state, State::Returned | State::Result);
        let host = self.host.unwrap_or("Node");
        let host = if self.inherits && case == 0 {
            self.shape.root(host)
        } else {
            host
        };
        let mut scope = self.of_object(host);
        if Some(host) != self.host
            && let Some((this, _)) = scope.refs.first_mut()
        {
            *this = Formula::named("this", &format!("(({host}) self)"));
        }
        scope.after = after;
        scope.is_new = self.is_constructor;
        scope.calls = self.shape.class("Node").is_some();
        // A constructor that fails leaves no object to speak of.
        if self.host.is_none() || self.is_constructor && !returned {
            scope.refs.clear();
        }
        for param in &self.params {
            scope.add(Formula::same(&param.name), &param.ty);
        }
        self.add_statics(&mut scope);
        if state == State::Result
            && let Some(ty) = &self.result
        {
            for _ in 0..2 {
                scope.add(Formula::named("\\result", "result"), ty);
            }
        }
        scope
    }

    fn methods(&mut self, random: &mut Random) {
        let hierarchy: Vec<&'static str> = (self.shape.classes.iter())
            .filter(|class| self.shape.root(class.name) == "Node")
            .map(|class| class.name)
            .collect();
        let mut get = Vec::new();
        let mut is = Vec::new();
        for class in hierarchy {
            if class != "Node" && random.chance(40) {
                continue;
            }
            let simple = Plain(&self.shape, class);
            get.push((class, simple.int(random)));
            let a = simple.int(random);
            let b = match random.chance(70) {
                true => Formula::same("k"),
                false => simple.int(random),
            };
            is.push((class, a.binary(random.choose(&["==", "<", ">=", "!="]), &b)));
            let field = self
                .shape
                .fields(class)
                .into_iter()
                .find(|field| field.ty == Ty::Int);
            let what = match (field, random.below(3)) {
                (Some(field), 0) => format!("this.{} = k + 1;", field.name),
                (Some(field), 1) => format!("if (k > 0) this.{} = k;", field.name),
                (Some(field), _) => format!("this.{} = k;", field.name),
                (None, _) => "this.b = k > 0;".to_owned(),
            };
            self.setters.push((class, what));
        }
        if get.is_empty() {
            return;
        }
        self.pure.push(Pure {
            name: "get",
            ty: Ty::Int,
            has_parameter: false,
            bodies: get,
        });
        self.pure.push(Pure {
            name: "is",
            ty: Ty::Bool,
            has_parameter: true,
            bodies: is,
        });
    }

    /// What keeps all integers small.
    fn small(&self) -> Vec<Formula> {
        let mut found = Vec::new();
        let within = |value: &Formula| {
            let low = Formula::same(self.shape.low.to_string()).binary("<=", value);
            low.binary(
                "&&",
                &value.binary("<=", &Formula::same(self.shape.high.to_string())),
            )
        };
        let elements = |array: &Formula| {
            let i = Formula::same("i0");
            let range = Formula::same("0")
                .binary("<=", &i)
                .binary("&&", &i.binary("<", &array.length()));
            let body = within(&array.element(&i));
            let all = over_ints(Kind::Forall, "i0", &range, &body);
            array
                .binary("==", &Formula::same("null"))
                .binary("||", &all)
        };
        for class in &self.shape.classes {
            let object = Formula::same("n0");
            for field in &class.fields {
                let value = object.field(field.name);
                let body = match field.ty {
                    Ty::Int => within(&value),
                    Ty::Ints => elements(&value),
                    _ => continue,
                };
                found.push(over_objects(Kind::Forall, class.name, "n0", None, &body));
            }
        }
        for param in &self.params {
            match param.ty {
                Ty::Int => found.push(within(&Formula::same(&param.name))),
                Ty::Ints => found.push(elements(&Formula::same(&param.name))),
                _ => {}
            }
        }
        for field in self
            .shape
            .statics
            .iter()
            .filter(|field| field.ty == Ty::Int)
        {
            found.push(within(&self.static_field(field)));
        }
        found
    }

    fn specify(&mut self, random: &mut Random) {
        if random.chance(35) {
            let class = self.shape.classes[random.below(self.shape.classes.len())].name;
            let invariant = self.of_object(class).condition(random, 2);
            self.invariants.push((class, invariant));
        }
        // Of other classes it may be false without any change.
        if let Some(class) = self.host
            && random.chance(15)
        {
            let mut scope = self.of_object(class);
            scope.after = true;
            let constraint = scope.condition(random, 2);
            self.constraints.push((class, constraint));
        }
        let small = self.small();
        let count = if random.chance(30) || self.inherits {
            2
        } else {
            1
        };
        let mut cases = Vec::new();
        for at in 0..count {
            let mut requires = small.clone();
            let mut extra = if at == 0 { 40 } else { 70 };
            while random.chance(extra) {
                requires.push(self.scope(at, State::Before).condition(random, 2));
                extra /= 2;
            }
            let ensures = (0..9).map(|_| self.ensures(random, at)).collect();
            let signals = (0..4)
                .map(|_| {
                    (
                        random.below(SIGNALLED.len()),
                        self.scope(at, State::Thrown).condition(random, 2),
                    )
                })
                .collect();
            let frames = (0..4).map(|size| self.frame(random, at, size)).collect();
            cases.push(Case {
                requires,
                ensures,
                signals,
                frames,
            });
        }
        self.cases = cases;
    }

    fn ensures(&self, random: &mut Random, case: usize) -> Formula {
        let scope = self.scope(case, State::Result);
        match (random.below(5), &self.result) {
            (0, Some(Ty::Int)) => {
                let op = random.choose(&["==", ">=", "<="]);
                Formula::named("\\result", "result")
                    .binary(op, &self.scope(case, State::Returned).int(random, 2))
            }
            (0, Some(Ty::Bool)) => {
                let condition = self.scope(case, State::Returned).condition(random, 2);
                Formula::named("\\result", "result").iff(&condition)
            }
            (1, _) => {
                let before = self.scope(case, State::Before).condition(random, 1).old();
                before.implies(&scope.condition(random, 2))
            }
            _ => scope.condition(random, 3),
        }
    }

    /// One that names more the later it comes; the first one allows nothing.
    fn frame(&self, random: &mut Random, case: usize, size: usize) -> Vec<Location> {
        let mut locations = Vec::new();
        let scope = self.scope(case, State::Before);
        for _ in 0..size * 2 {
            locations.extend(self.location(random, &scope));
        }
        if locations.is_empty() {
            locations.push(Location {
                jml: "\\nothing".into(),
                java: "false".into(),
            });
        }
        locations
    }

    fn location(&self, random: &mut Random, scope: &Scope) -> Option<Location> {
        if !self.shape.statics.is_empty() && random.chance(20) {
            let field = &self.shape.statics[random.below(self.shape.statics.len())];
            return Some(Location {
                jml: self.static_field(field).jml,
                java: format!("f == \"{}\"", field.name),
            });
        }
        // The object of a constructor is its own, named or not.
        if self.is_constructor && random.chance(10) {
            return Some(Location {
                jml: "this.*".into(),
                java: "false".into(),
            });
        }
        if random.chance(30)
            && let Some(list) = scope.list(random, 1)
        {
            return Some(Location {
                jml: format!("{}.*", list.jml),
                java: format!("f == \"[]\" && o != null && o == {}", list.pre),
            });
        }
        if random.chance(30)
            && let Some(array) = (scope.int_arrays.iter().chain(&scope.ref_arrays)).next()
        {
            return Some(self.of_array(random, scope, array));
        }
        let (object, class) = scope.object(random, 1)?;
        if random.chance(20) {
            return Some(Location {
                jml: format!("{}.*", object.jml),
                java: format!("o != null && o == {}", object.pre),
            });
        }
        let fields = self.shape.fields(class);
        if fields.is_empty() {
            return None;
        }
        let field = &fields[random.below(fields.len())];
        if matches!(field.ty, Ty::Ints | Ty::Refs(_)) && random.chance(60) {
            return Some(self.of_array(random, scope, &object.field(field.name)));
        }
        Some(Location {
            jml: format!("{}.{}", object.jml, field.name),
            java: format!("f == \"{}\" && o == {}", field.name, object.pre),
        })
    }

    fn of_array(&self, random: &mut Random, scope: &Scope, array: &Formula) -> Location {
        let is = format!("f == \"[]\" && o == {}", array.pre);
        match random.below(3) {
            0 => {
                let index = scope.int(random, 1);
                Location {
                    jml: format!("{}[{}]", array.jml, index.jml),
                    java: format!("{is} && i == {}", index.pre),
                }
            }
            1 => {
                let (low, high) = (scope.int(random, 0), scope.int(random, 1));
                Location {
                    jml: format!("{}[{}..{}]", array.jml, low.jml, high.jml),
                    java: format!("{is} && {} <= i && i <= {}", low.pre, high.pre),
                }
            }
            _ => Location {
                jml: format!("{}[*]", array.jml),
                java: is,
            },
        }
    }

    /// Whether there is an object to speak of before the method.
    pub fn has_receiver(&self) -> bool {
        self.host.is_some() && !self.is_constructor
    }

    /// The parameters, as declared.
    pub fn signature(&self) -> String {
        let params: Vec<String> = (self.params.iter())
            .map(|param| {
                let nullable = if param.nullable && param.ty.is_reference() {
                    "/*@ nullable @*/ "
                } else {
                    ""
                };
                format!("{nullable}{} {}", param.ty.java(), param.name)
            })
            .collect();
        params.join(", ")
    }
}

/// Integers that a class's own fields give; bodies of pure methods, the same in Java and JML.
struct Plain<'s>(&'s Shape, &'static str);

impl Plain<'_> {
    fn int(&self, random: &mut Random) -> Formula {
        let this = Formula::named("this", "self");
        let fields: Vec<_> = (self.0.fields(self.1).into_iter())
            .filter(|field| matches!(field.ty, Ty::Int | Ty::Bool | Ty::Ref(_)))
            .collect();
        if fields.is_empty() {
            return Formula::same("1");
        }
        let field = &fields[random.below(fields.len())];
        let value = this.field(field.name);
        match field.ty {
            Ty::Int => match random.below(3) {
                0 => value,
                1 => value.binary("+", &Formula::same("1")),
                // Has no value for some.
                _ => Formula::same("2").binary("/", &value),
            },
            Ty::Bool => value.wrap("(", " ? 1 : 0)"),
            _ => {
                let inner = Formula::same("0");
                let test = value.binary("==", &Formula::same("null"));
                let some = self
                    .0
                    .fields("Node")
                    .into_iter()
                    .find(|field| field.ty == Ty::Int);
                let other = match some {
                    Some(known) => value.field(known.name),
                    None => Formula::same("1"),
                };
                Formula {
                    jml: format!("({} ? {} : {})", test.jml, inner.jml, other.jml),
                    now: format!("({} ? {} : {})", test.now, inner.now, other.now),
                    pre: format!("({} ? {} : {})", test.pre, inner.pre, other.pre),
                }
            }
        }
    }
}

fn params(random: &mut Random, shape: &Shape, host: Option<&'static str>) -> Vec<Param> {
    let mut params = Vec::new();
    let least = usize::from(host.is_none());
    for at in 0..least + random.below(3 - least) {
        let ty = match random.below(6) {
            _ if shape
                .class("Holder")
                .is_some_and(|holder| holder.fields[0].ty == Ty::List)
                && random.chance(40) =>
            {
                Ty::List
            }
            0 | 1 => Ty::Int,
            2 => Ty::Bool,
            3 | 4 => Ty::Ref(shape.classes[random.below(shape.classes.len())].name),
            _ => Ty::Ints,
        };
        params.push(Param {
            name: ["q", "r"][at].to_owned(),
            nullable: random.chance(60),
            ty,
        });
    }
    params
}
