//! The body of a generated method: branches, loops, writes, calls, exceptions. Loops carry marks in comments, which the
//! oracle's copy has counters for, and so do the lengths of new arrays.

use super::shape::{CONSTANTS, Shape, Ty};
use crate::generator::random::Random;

pub struct Body<'s> {
    shape: &'s Shape,
    outer: &'s str,
    /// The class of `this`, if there is one.
    this: Option<&'static str>,
    result: Option<Ty>,
    /// Local variables in scope, and whether they may be assigned.
    pub(super) locals: Vec<(String, Ty)>,
    next: usize,
    lines: Vec<String>,
    pub(super) indent: usize,
    pub(super) loops: usize,
    /// Within loops of which each multiplies the paths.
    pub(super) nested: u32,
}

/// Exceptions that bodies catch.
const CAUGHT: [&str; 5] = [
    "NullPointerException",
    "RuntimeException",
    "ArithmeticException",
    "ClassCastException",
    "IndexOutOfBoundsException",
];

impl<'s> Body<'s> {
    pub fn generate(
        random: &mut Random,
        shape: &'s Shape,
        outer: &'s str,
        this: Option<&'static str>,
        params: &[(String, Ty)],
        result: Option<Ty>,
    ) -> Vec<String> {
        let mut body = Body {
            shape,
            outer,
            this,
            result,
            locals: params.to_vec(),
            next: 0,
            lines: Vec::new(),
            indent: 0,
            loops: 0,
            nested: 0,
        };
        for _ in 0..1 + random.below(4) {
            body.statement(random, 2);
        }
        if body.result.is_some() {
            let value = body.result_value(random);
            body.line(format!("return {value};"));
        }
        body.lines
    }

    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.lines
            .push(format!("{}{}", "  ".repeat(self.indent), text.as_ref()));
    }

    fn result_value(&self, random: &mut Random) -> String {
        match self.result.clone() {
            Some(ty) => self.value(random, &ty, 2),
            None => String::new(),
        }
    }

    fn value(&self, random: &mut Random, ty: &Ty, depth: u32) -> String {
        match ty {
            Ty::Int => self.int(random, depth),
            Ty::Bool => self.condition(random, depth),
            Ty::Ref(class) => self.reference(random, class, depth),
            Ty::Ints => self.ints(random, depth),
            Ty::Refs(_) => self.refs(random, depth),
            Ty::List => self.list(random, depth),
            Ty::Enum => self.constant(random, depth),
        }
    }

    pub(super) fn local(&self, random: &mut Random, fits: impl Fn(&Ty) -> bool) -> Option<String> {
        let fitting: Vec<&String> = (self.locals.iter())
            .filter(|(_, ty)| fits(ty))
            .map(|(name, _)| name)
            .collect();
        match fitting.is_empty() {
            true => None,
            false => Some(fitting[random.below(fitting.len())].clone()),
        }
    }

    pub(super) fn fresh_local(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}{}", self.next)
    }

    /// Something with fields, and its static class.
    fn object(&self, random: &mut Random, depth: u32) -> Option<(String, &'static str)> {
        let mut roots: Vec<(String, &'static str)> = Vec::new();
        for (name, ty) in &self.locals {
            if let Ty::Ref(class) = ty {
                roots.push((name.clone(), class));
            }
        }
        for field in &self.shape.statics {
            if let Ty::Ref(class) = field.ty {
                roots.push((format!("{}.{}", self.outer, field.name), class));
            }
        }
        if let Some(class) = self.this {
            roots.push(("this".into(), class));
            roots.push(("this".into(), class));
        }
        if roots.is_empty() {
            return None;
        }
        let (root, class) = roots[random.below(roots.len())].clone();
        if depth == 0 || random.chance(55) {
            return Some((root, class));
        }
        if self.shape.lists > 0
            && random.chance(30)
            && let Some(element) = self.list_element(random, depth - 1)
        {
            return Some((element, "Node"));
        }
        if random.chance(15) {
            let below = self.shape.related(class);
            let to = below[random.below(below.len())];
            return Some((format!("(({to}) {root})"), to));
        }
        let links: Vec<_> = (self.shape.fields(class).into_iter())
            .filter(|field| matches!(field.ty, Ty::Ref(_) | Ty::Refs(_)))
            .collect();
        if links.is_empty() {
            return Some((root, class));
        }
        let link = &links[random.below(links.len())];
        match link.ty {
            Ty::Refs(class) => {
                let index = self.int(random, depth - 1);
                Some((format!("{root}.{}[{index}]", link.name), class))
            }
            Ty::Ref(class) => Some((format!("{root}.{}", link.name), class)),
            _ => Some((root, class)),
        }
    }

    pub(super) fn through(
        &self,
        random: &mut Random,
        depth: u32,
        fits: impl Fn(&Ty) -> bool,
    ) -> Option<String> {
        let (object, class) = self.object(random, depth)?;
        let fields: Vec<_> = (self.shape.fields(class).into_iter())
            .filter(|field| fits(&field.ty))
            .collect();
        match fields.is_empty() {
            true => None,
            false => Some(format!(
                "{object}.{}",
                fields[random.below(fields.len())].name
            )),
        }
    }

    fn ints(&self, random: &mut Random, depth: u32) -> String {
        let found = match random.chance(60) {
            true => self.local(random, |ty| *ty == Ty::Ints),
            false => self.through(random, depth.min(1), |ty| *ty == Ty::Ints),
        };
        let found = found.or_else(|| self.local(random, |ty| *ty == Ty::Ints));
        found.unwrap_or_else(|| format!("new int[/*len*/({})]", self.int(random, 0)))
    }

    fn refs(&self, random: &mut Random, depth: u32) -> String {
        let found = match random.chance(40) {
            true => self.local(random, |ty| matches!(ty, Ty::Refs(_))),
            false => self.through(random, depth.min(1), |ty| matches!(ty, Ty::Refs(_))),
        };
        found.unwrap_or_else(|| format!("new Node[/*len*/({})]", self.int(random, 0)))
    }

    /// An array that exists, if the program has such.
    fn some_array(&self, random: &mut Random) -> Option<(String, Ty)> {
        let ints = |ty: &Ty| *ty == Ty::Ints;
        let refs = |ty: &Ty| matches!(ty, Ty::Refs(_));
        let first = self
            .local(random, ints)
            .or_else(|| self.through(random, 1, ints));
        let second = self
            .local(random, refs)
            .or_else(|| self.through(random, 1, refs));
        match (first, second) {
            (Some(array), Some(_)) if random.chance(50) => Some((array, Ty::Ints)),
            (_, Some(array)) => Some((array, Ty::Refs("Node"))),
            (Some(array), None) => Some((array, Ty::Ints)),
            (None, None) => None,
        }
    }

    fn constant(&self, random: &mut Random, depth: u32) -> String {
        let found = match random.below(8) {
            0 => Some("null".to_owned()),
            1 => Some(format!("Color.values()[{}]", self.int(random, 0))),
            2 | 3 => self.local(random, |ty| *ty == Ty::Enum),
            4 | 5 => self.through(random, depth, |ty| *ty == Ty::Enum),
            _ => None,
        };
        found.unwrap_or_else(|| random.choose(&CONSTANTS).to_owned())
    }

    /// An integer from an enum, a table or a box.
    fn of_constants(&self, random: &mut Random, depth: u32) -> String {
        let down = depth.saturating_sub(1);
        let value = |random: &mut Random| match self.constant(random, down) {
            null if null == "null" => "((Color) null)".to_owned(),
            value => value,
        };
        match random.below(5) {
            0 => format!("{}.ordinal()", value(random)),
            1 => format!("{}.f()", value(random)),
            2 => format!("{}.level", value(random)),
            3 => format!("Integer.valueOf({}).intValue()", self.int(random, 0)),
            _ => format!("{}.TABLE[{}]", self.outer, self.int(random, 0)),
        }
    }

    pub(super) fn int(&self, random: &mut Random, depth: u32) -> String {
        if self.shape.has_enum && depth > 0 && random.chance(15) {
            return self.of_constants(random, depth);
        }
        if self.shape.lists > 0
            && depth > 0
            && random.chance(25)
            && let Some(value) = self.int_of_list(random, depth - 1)
        {
            return value;
        }
        let literal = |random: &mut Random| {
            random
                .range(self.shape.low, self.shape.high + 1)
                .to_string()
        };
        let choice = match depth {
            0 => random.weighted(&[2, 5, 5]),
            _ => random.weighted(&[3, 5, 6, 3, 3, 5, 3, 1, 1]),
        };
        let found = match choice {
            0 => None,
            8 => match self.object(random, depth - 1) {
                Some((object, class))
                    if self.shape.has_sum() && self.shape.root(class) == "Node" =>
                {
                    Some(format!("{object}.sum()"))
                }
                _ => None,
            },
            1 => self.local(random, |ty| *ty == Ty::Int),
            2 => self.through(random, depth, |ty| *ty == Ty::Int),
            3 => self
                .some_array(random)
                .map(|(array, _)| format!("{array}.length")),
            4 => match self.some_array(random) {
                Some((array, Ty::Ints)) => {
                    Some(format!("{array}[{}]", self.int(random, depth - 1)))
                }
                _ => None,
            },
            5 => {
                let op = random.choose(&["+", "+", "-", "*", "/", "%"]);
                Some(format!(
                    "({} {op} {})",
                    self.int(random, depth - 1),
                    self.int(random, depth - 1)
                ))
            }
            6 => match self.object(random, depth - 1) {
                Some((object, class)) if self.shape.root(class) == "Node" => {
                    Some(format!("{object}.get()"))
                }
                _ => None,
            },
            _ if !self.shape.statics.is_empty() => Some(format!("{}.g", self.outer)),
            _ => None,
        };
        found.unwrap_or_else(|| literal(random))
    }

    pub(super) fn condition(&self, random: &mut Random, depth: u32) -> String {
        if self.shape.has_enum && random.chance(15) {
            let (a, b) = (self.constant(random, 1), random.choose(&CONSTANTS));
            return format!("({a} {} {b})", random.choose(&["==", "!="]));
        }
        let down = depth.saturating_sub(1);
        if self.shape.lists > 0
            && random.chance(20)
            && let Some(condition) = self.condition_of_list(random, down)
        {
            return condition;
        }
        let choice = match depth {
            0 => random.weighted(&[5, 3, 1]),
            _ => random.weighted(&[8, 6, 2, 3, 3, 2, 2, 3, 2]),
        };
        let found = match choice {
            0 => None,
            1 => (self.object(random, depth))
                .map(|(object, _)| format!("{object} {} null", random.choose(&["==", "!="]))),
            2 => (self.local(random, |ty| *ty == Ty::Bool))
                .or_else(|| self.through(random, depth, |ty| *ty == Ty::Bool)),
            3 => Some(format!(
                "({} && {})",
                self.condition(random, down),
                self.condition(random, down)
            )),
            4 => Some(format!(
                "({} || {})",
                self.condition(random, down),
                self.condition(random, down)
            )),
            5 => Some(format!("!({})", self.condition(random, down))),
            6 => self.object(random, down).map(|(object, class)| {
                let below = self.shape.related(class);
                format!("({object} instanceof {})", below[random.below(below.len())])
            }),
            7 => match (self.object(random, down), self.object(random, down)) {
                (Some((a, first)), Some((b, second)))
                    if self.shape.is_subclass(first, second)
                        || self.shape.is_subclass(second, first) =>
                {
                    Some(format!("({a} {} {b})", random.choose(&["==", "!="])))
                }
                _ => None,
            },
            _ => match self.object(random, down) {
                Some((object, class)) if self.shape.root(class) == "Node" => {
                    Some(format!("{object}.is({})", self.int(random, down)))
                }
                _ => None,
            },
        };
        found.unwrap_or_else(|| {
            let op = random.choose(&["==", "!=", "<", "<=", ">", ">="]);
            format!(
                "({} {op} {})",
                self.int(random, down),
                self.int(random, down)
            )
        })
    }

    pub(super) fn reference(&self, random: &mut Random, class: &str, depth: u32) -> String {
        let fits = |ty: &Ty| matches!(ty, Ty::Ref(known) if self.shape.is_subclass(known, class));
        let concrete = self.shape.concrete_below(class);
        match random.below(10) {
            0 => "null".into(),
            1 | 2 if !concrete.is_empty() => {
                format!("new {}()", concrete[random.below(concrete.len())])
            }
            3..=6 => {
                let found = self.through(random, depth, fits);
                let found = found.or_else(|| self.local(random, fits));
                found.unwrap_or_else(|| "null".into())
            }
            7 if self
                .this
                .is_some_and(|this| self.shape.is_subclass(this, class)) =>
            {
                "this".into()
            }
            _ => match self.object(random, depth) {
                Some((object, other)) if self.shape.is_subclass(other, class) => object,
                Some((object, other)) if self.shape.is_subclass(class, other) => {
                    format!("(({class}) {object})")
                }
                _ => self.local(random, fits).unwrap_or_else(|| "null".into()),
            },
        }
    }

    pub(super) fn block(&mut self, random: &mut Random, depth: u32, statements: usize) {
        let known = self.locals.len();
        self.indent += 1;
        for _ in 0..statements {
            self.statement(random, depth);
        }
        self.indent -= 1;
        self.locals.truncate(known);
    }

    /// The end of a branch: often a return or a throw.
    fn leave(&mut self, random: &mut Random) {
        self.indent += 1;
        if random.chance(20) {
            let class = random.choose(&["IllegalStateException", "IllegalArgumentException"]);
            self.line(format!("throw new {class}();"));
        } else {
            let value = self.result_value(random);
            match value.is_empty() {
                true => self.line("return;"),
                false => self.line(format!("return {value};")),
            }
        }
        self.indent -= 1;
    }

    fn statement(&mut self, random: &mut Random, depth: u32) {
        if self.shape.has_enum && depth > 0 && random.chance(12) {
            return self.switch(random, depth - 1);
        }
        if self.shape.lists > 0 && random.chance(45) {
            return match depth > 0 && random.chance(30) {
                true => self.iterate(random, depth - 1),
                false => self.change_list(random),
            };
        }
        let choice = match depth {
            0 => random.weighted(&[6, 3, 2, 3]),
            _ => random.weighted(&[9, 4, 3, 4, 7, 4, 4, 3, 2]),
        };
        match choice {
            0 => self.write_field(random),
            1 => self.write_array(random),
            2 => self.write_local(random),
            3 => self.call(random),
            4 => self.branch(random, depth - 1),
            5 => self.follow(random, depth - 1),
            6 => self.count(random, depth - 1),
            8 => self.switch(random, depth - 1),
            _ => self.try_catch(random, depth - 1),
        }
    }

    fn write_field(&mut self, random: &mut Random) {
        if !self.shape.statics.is_empty() && random.chance(20) {
            let shape = self.shape;
            let field = &shape.statics[random.below(shape.statics.len())];
            let value = self.value(random, &field.ty, 1);
            self.line(format!("{}.{} = {value};", self.outer, field.name));
            return;
        }
        let Some((object, class)) = self.object(random, 1) else {
            return self.write_array(random);
        };
        let fields = self.shape.fields(class);
        if fields.is_empty() {
            return;
        }
        let field = &fields[random.below(fields.len())];
        let value = self.value(random, &field.ty, 1);
        let op = match field.ty {
            Ty::Int => random.choose(&["=", "=", "=", "+=", "-=", "*="]),
            Ty::Bool => random.choose(&["=", "=", "^=", "|="]),
            _ => "=",
        };
        self.line(format!("{object}.{} {op} {value};", field.name));
    }

    fn write_array(&mut self, random: &mut Random) {
        let Some((array, ty)) = self.some_array(random) else {
            return self.write_local(random);
        };
        let index = self.int(random, 1);
        let value = match ty {
            Ty::Ints => self.int(random, 1),
            _ => self.reference(random, "Node", 1),
        };
        let op = match ty {
            Ty::Ints => random.choose(&["=", "=", "+=", "/="]),
            _ => "=",
        };
        self.line(format!("{array}[{index}] {op} {value};"));
    }

    fn write_local(&mut self, random: &mut Random) {
        if random.chance(50) && !self.locals.is_empty() {
            let (name, ty) = self.locals[random.below(self.locals.len())].clone();
            // A loop's own variable is left alone.
            if !name.starts_with('i') {
                let value = self.value(random, &ty, 2);
                self.line(format!("{name} = {value};"));
            }
            return;
        }
        let root = self.shape.classes[random.below(self.shape.classes.len())].name;
        let ty = match random.below(4) {
            0 | 1 => Ty::Int,
            2 => Ty::Bool,
            _ => Ty::Ref(root),
        };
        let value = self.value(random, &ty, 2);
        let name = self.fresh_local("x");
        self.line(format!("{} {name} = {value};", ty.java()));
        self.locals.push((name, ty));
    }

    fn call(&mut self, random: &mut Random) {
        match self.object(random, 1) {
            Some((object, class)) if self.shape.root(class) == "Node" => {
                let argument = self.int(random, 1);
                self.line(format!("{object}.set({argument});"));
            }
            _ => self.write_field(random),
        }
    }

    pub(super) fn branch(&mut self, random: &mut Random, depth: u32) {
        let condition = self.condition(random, 2);
        self.line(format!("if ({condition}) {{"));
        let statements = random.below(3);
        self.block(random, depth, statements);
        if random.chance(35) {
            self.leave(random);
        }
        if random.chance(35) {
            self.line("} else {");
            let statements = 1 + random.below(2);
            self.block(random, depth, statements);
        }
        self.line("}");
    }

    /// A loop along a field of objects.
    fn follow(&mut self, random: &mut Random, depth: u32) {
        let links: Vec<&'static str> = (self.shape.fields("Node").into_iter())
            .filter(|field| field.ty == Ty::Ref("Node"))
            .map(|field| field.name)
            .collect();
        if links.is_empty() || self.nested > 0 {
            return self.branch(random, depth);
        }
        let link = random.choose(&links);
        let start = self.reference(random, "Node", 1);
        let name = self.fresh_local("p");
        self.line(format!("Node {name} = {start};"));
        self.locals.push((name.clone(), Ty::Ref("Node")));
        let id = self.loops;
        self.loops += 1;
        let more = match random.chance(30) {
            true => format!(" && {}", self.condition(random, 1)),
            false => String::new(),
        };
        self.line(format!("/*loop {id}*/"));
        self.line(format!("while ({name} != null{more}) {{"));
        self.nested += 1;
        self.indent += 1;
        self.line(format!("/*tick {id}*/"));
        self.indent -= 1;
        let statements = 1 + random.below(2);
        self.block(random, depth, statements);
        self.nested -= 1;
        self.indent += 1;
        if random.chance(10) {
            self.line(format!("if ({name} == {name}.{link}) break;"));
        }
        self.line(format!("{name} = {name}.{link};"));
        self.indent -= 1;
        self.line("}");
    }

    /// A loop over numbers.
    fn count(&mut self, random: &mut Random, depth: u32) {
        if self.nested > 0 && random.chance(60) {
            return self.branch(random, depth);
        }
        let end = match self.some_array(random) {
            Some((array, _)) => format!("{array}.length"),
            None => self.int(random, 1),
        };
        let name = self.fresh_local("i");
        let id = self.loops;
        self.loops += 1;
        self.line(format!("/*loop {id}*/"));
        let bottom = random.chance(15);
        match bottom {
            true => {
                self.line(format!("int {name} = 0;"));
                self.line("do {");
            }
            false => self.line(format!("for (int {name} = 0; {name} < {end}; {name}++) {{")),
        }
        self.locals.push((name.clone(), Ty::Int));
        self.nested += 1;
        self.indent += 1;
        self.line(format!("/*tick {id}*/"));
        self.indent -= 1;
        let statements = 1 + random.below(2);
        self.block(random, depth, statements);
        self.nested -= 1;
        match bottom {
            true => self.line(format!("}} while (++{name} < {end});")),
            false => {
                self.line("}");
                self.locals.pop();
            }
        }
    }

    fn switch(&mut self, random: &mut Random, depth: u32) {
        let (value, labels) = match self.shape.has_enum && random.chance(70) {
            true => {
                let value = match self.constant(random, 1) {
                    null if null == "null" => "Color.RED".to_owned(),
                    value => value,
                };
                (value, ["case RED:", "case BLUE:", "default:"])
            }
            false => (self.int(random, 1), ["case 0:", "case 1:", "default:"]),
        };
        self.line(format!("switch ({value}) {{"));
        for label in labels {
            self.line(format!("{label} {{"));
            let statements = random.below(2);
            self.block(random, depth, statements);
            let falls = random.chance(30);
            self.line(if falls { "}" } else { "} break;" });
        }
        self.line("}");
    }

    fn try_catch(&mut self, random: &mut Random, depth: u32) {
        self.line("try {");
        let statements = 1 + random.below(2);
        self.block(random, depth, statements);
        if random.chance(25) {
            self.line("} finally {");
            self.block(random, 0, 1);
            self.line("}");
            return;
        }
        self.line(format!("}} catch ({} e) {{", random.choose(&CAUGHT)));
        let statements = random.below(2);
        self.block(random, 0, statements);
        if random.chance(40) {
            self.leave(random);
        }
        self.line("}");
    }
}
