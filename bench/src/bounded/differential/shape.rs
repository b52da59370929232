//! The classes of a generated program: what fields they have, which values these take, and how many objects there are.

use crate::generator::random::Random;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Int,
    Bool,
    Ref(&'static str),
    Ints,
    Refs(&'static str),
    /// A list of nodes, an `ArrayList`.
    List,
    /// The enum `Color`.
    Enum,
}

impl Ty {
    pub fn java(&self) -> String {
        match self {
            Ty::Int => "int".into(),
            Ty::Bool => "boolean".into(),
            Ty::Ref(class) => (*class).into(),
            Ty::Ints => "int[]".into(),
            Ty::Refs(class) => format!("{class}[]"),
            Ty::List => "List<Node>".into(),
            Ty::Enum => "Color".into(),
        }
    }

    pub fn is_reference(&self) -> bool {
        !matches!(self, Ty::Int | Ty::Bool)
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: &'static str,
    pub ty: Ty,
    pub nullable: bool,
}

#[derive(Clone, Debug)]
pub struct Class {
    pub name: &'static str,
    pub parent: Option<&'static str>,
    pub is_abstract: bool,
    pub fields: Vec<Field>,
    /// Objects before.
    pub objects: u32,
}

/// The constants of the enum; the second one has a body.
pub const CONSTANTS: [&str; 3] = ["Color.RED", "Color.GREEN", "Color.BLUE"];

/// The enum, and a table that nobody writes to.
pub const CONSTANT_CLASSES: &str = "  enum Color {
    RED(1), GREEN(0) { /*@ pure @*/ int f() { return 2; } }, BLUE(-1);
    final int level;
    Color(int level) { this.level = level; }
    /*@ pure @*/ int f() { return level; }
  }
  private static final int[] TABLE = {1, 0, 2};
";

/// All classes of a program.
#[derive(Clone, Debug)]
pub struct Shape {
    pub classes: Vec<Class>,
    /// What integers are before the method, both included.
    pub low: i64,
    pub high: i64,
    pub int_arrays: u32,
    pub ref_arrays: u32,
    pub lists: u32,
    /// Static fields, of the class around all others.
    pub statics: Vec<Field>,
    /// Whether there are an enum and a table that only the program sees.
    pub has_enum: bool,
}

impl Shape {
    pub fn random(random: &mut Random, has_lists: bool) -> Shape {
        let field = |name: &'static str, ty: Ty| Field {
            name,
            ty,
            nullable: true,
        };
        let class = |name: &'static str, parent: Option<&'static str>, fields: Vec<Field>| Class {
            name,
            parent,
            is_abstract: false,
            fields,
            objects: 3,
        };
        let node = Ty::Ref("Node");
        let list = || vec![field("v", Ty::Int), field("next", node.clone())];
        let mut classes =
            match random.weighted(&[4, 5, 3, 4, 3, 4, 2, 2, 3, if has_lists { 12 } else { 0 }]) {
                0 => vec![class("Node", None, list())],
                1 => {
                    let extra = match random.below(3) {
                        0 => vec![],
                        1 => vec![field("w", Ty::Bool)],
                        _ => vec![field("other", node.clone())],
                    };
                    vec![
                        class("Node", None, list()),
                        class("Sub", Some("Node"), extra),
                    ]
                }
                2 => {
                    let fields = vec![
                        field("v", Ty::Int),
                        field("left", node.clone()),
                        field("right", node.clone()),
                    ];
                    vec![class("Node", None, fields)]
                }
                3 => {
                    let mut fields = vec![field("head", node.clone())];
                    if random.chance(50) {
                        fields.push(field("size", Ty::Int));
                    }
                    vec![class("Holder", None, fields), class("Node", None, list())]
                }
                4 => {
                    let fields = vec![field("data", Ty::Ints), field("size", Ty::Int)];
                    vec![class("Holder", None, fields)]
                }
                5 => {
                    let fields = vec![field("items", Ty::Refs("Node"))];
                    vec![
                        class("Holder", None, fields),
                        class("Node", None, vec![field("v", Ty::Int)]),
                    ]
                }
                6 => {
                    let fields = vec![field("b", Ty::Bool), field("next", node.clone())];
                    vec![class("Node", None, fields)]
                }
                7 => vec![class("Node", None, vec![field("v", Ty::Int)])],
                9 => vec![
                    class("Holder", None, vec![field("list", Ty::List)]),
                    class("Node", None, vec![field("v", Ty::Int)]),
                ],
                _ => {
                    let mut base = class("Node", None, list());
                    base.is_abstract = true;
                    vec![
                        base,
                        class("One", Some("Node"), vec![]),
                        class("Two", Some("Node"), vec![field("w", Ty::Int)]),
                    ]
                }
            };
        for class in &mut classes {
            for field in &mut class.fields {
                field.nullable = !field.ty.is_reference() || random.chance(85);
            }
        }
        let (low, high) = random.choose(&[(0, 1), (0, 1), (-1, 1), (0, 2), (-1, 0)]);
        Shape {
            classes,
            low,
            high,
            int_arrays: 0,
            ref_arrays: 0,
            lists: 0,
            statics: Vec::new(),
            has_enum: false,
        }
    }

    /// Gives some programs static fields.
    pub fn with_statics(&mut self, random: &mut Random) {
        let field = |name: &'static str, ty: Ty| Field {
            name,
            ty,
            nullable: true,
        };
        if random.chance(35) {
            self.statics.push(field("g", Ty::Int));
            if random.chance(50) && self.class("Node").is_some() {
                self.statics.push(field("h", Ty::Ref("Node")));
            }
        }
    }

    /// Gives some programs an enum, by choices of their own.
    pub fn with_enum(&mut self, random: &mut Random) {
        self.has_enum = random.chance(30);
        if self.has_enum {
            let at = random.below(self.classes.len());
            self.classes[at].fields.push(Field {
                name: "c",
                ty: Ty::Enum,
                nullable: random.chance(60),
            });
        }
    }

    pub fn class(&self, name: &str) -> Option<&Class> {
        self.classes.iter().find(|class| class.name == name)
    }

    pub fn is_subclass(&self, a: &str, b: &str) -> bool {
        a == b
            || self
                .class(a)
                .and_then(|class| class.parent)
                .is_some_and(|parent| self.is_subclass(parent, b))
    }

    /// Classes that objects can be of, below this one.
    pub fn concrete_below(&self, name: &str) -> Vec<&'static str> {
        let below = |class: &&Class| !class.is_abstract && self.is_subclass(class.name, name);
        self.classes
            .iter()
            .filter(below)
            .map(|class| class.name)
            .collect()
    }

    /// Own and inherited fields.
    pub fn fields(&self, name: &str) -> Vec<Field> {
        let Some(class) = self.class(name) else {
            return Vec::new();
        };
        let mut fields = class
            .parent
            .map(|parent| self.fields(parent))
            .unwrap_or_default();
        fields.extend(class.fields.iter().cloned());
        fields
    }

    /// Classes that something of this class can be cast to: those above and below.
    pub fn related(&self, name: &str) -> Vec<&'static str> {
        let related = |class: &&Class| {
            self.is_subclass(class.name, name) || self.is_subclass(name, class.name)
        };
        self.classes
            .iter()
            .filter(related)
            .map(|class| class.name)
            .collect()
    }

    /// The class that a hierarchy begins with.
    pub fn root(&self, name: &'static str) -> &'static str {
        match self.class(name).and_then(|class| class.parent) {
            Some(parent) => self.root(parent),
            None => name,
        }
    }

    /// Whether nodes form lists of integers, whose sum a method that calls itself gives.
    pub fn has_sum(&self) -> bool {
        let fields = self.fields("Node");
        ["v", "next"]
            .iter()
            .all(|name| fields.iter().any(|field| field.name == *name))
    }

    fn ints(&self) -> f64 {
        (self.high - self.low + 1) as f64
    }

    /// How many values a type has, given how many objects of each class there are.
    fn values(&self, ty: &Ty, counts: &[u32], ints: u32, refs: u32, lists: u32) -> f64 {
        match ty {
            Ty::Int => self.ints(),
            Ty::Bool => 2.0,
            Ty::Ints => f64::from(ints + 1),
            Ty::Refs(_) => f64::from(refs + 1),
            Ty::List => f64::from(lists + 1),
            Ty::Enum => CONSTANTS.len() as f64 + 1.0,
            Ty::Ref(class) => {
                let below = |at: &usize| self.is_subclass(self.classes[*at].name, class);
                let count: u32 = (0..counts.len()).filter(below).map(|at| counts[at]).sum();
                f64::from(count + 1)
            }
        }
    }

    /// About how many heaps and arguments there are within the scope.
    pub fn heaps(&self, params: &[Ty], length: u32) -> f64 {
        let mut total = 0.0;
        let mut counts = vec![0; self.classes.len()];
        loop {
            for ints in 0..=self.int_arrays {
                for refs in 0..=self.ref_arrays {
                    for lists in 0..=self.lists {
                        let values = |ty: &Ty| self.values(ty, &counts, ints, refs, lists);
                        let elements = |values: f64| -> f64 {
                            (0..=length).map(|n| values.powi(n as i32)).sum()
                        };
                        let mut product = elements(self.ints()).powi(ints as i32);
                        let of = values(&Ty::Ref("Node"));
                        product *= elements(of).powi((refs + lists) as i32);
                        for (at, class) in self.classes.iter().enumerate() {
                            for field in self.fields(class.name) {
                                product *= values(&field.ty).powi(counts[at] as i32);
                            }
                        }
                        for ty in params
                            .iter()
                            .chain(self.statics.iter().map(|field| &field.ty))
                        {
                            product *= values(ty);
                        }
                        total += product;
                    }
                }
            }
            let Some(at) = (0..counts.len()).find(|at| counts[*at] < self.most(*at)) else {
                return total;
            };
            counts[at] += 1;
            counts[..at].fill(0);
        }
    }

    fn most(&self, at: usize) -> u32 {
        match self.classes[at].is_abstract {
            true => 0,
            false => self.classes[at].objects,
        }
    }

    /// Takes objects away until there are not too many heaps.
    pub fn fit(&mut self, random: &mut Random, params: &[Ty], length: u32, most: f64) {
        while self.heaps(params, length) > most {
            let large: Vec<usize> = (0..self.classes.len())
                .filter(|at| self.most(*at) > 1)
                .collect();
            if self.ref_arrays > 1 && random.chance(40) {
                self.ref_arrays -= 1;
            } else if !large.is_empty() {
                let at = random.choose(&large);
                self.classes[at].objects -= 1;
            } else if self.high > self.low + 1 {
                self.high -= 1;
            } else if self.ref_arrays > 1 {
                self.ref_arrays -= 1;
            } else {
                return;
            }
        }
    }
}
