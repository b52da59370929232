//! SMT-LIB 2 text. Shared subterms are named by `let`; disjunctions, `<=` and `distinct`, which are stored as
//! negations, are written as what they mean. Reading the text back gives the same term.

use crate::floats;
use crate::names;
use crate::op::{Op, Term};
use crate::pool::{FastMap, Pool};
use crate::sort::Sort;
use std::fmt::Write;

impl Pool {
    /// The term as SMT-LIB text.
    pub fn print(&self, t: Term) -> String {
        Printer::new(self).term(t)
    }

    /// The sort as SMT-LIB text.
    pub fn print_sort(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Bool".to_owned(),
            Sort::Int => "Int".to_owned(),
            Sort::Bv(width) => format!("(_ BitVec {width})"),
            Sort::Fp(format) => format!(
                "(_ FloatingPoint {} {})",
                format.exponent, format.significand
            ),
            Sort::Array(id) => {
                let (index, element) = self.array_parts(id);
                format!(
                    "(Array {} {})",
                    self.print_sort(index),
                    self.print_sort(element)
                )
            }
            Sort::Uninterpreted(id) => names::write(self.sort_name(id)),
        }
    }
}

/// Writes terms, declarations and whole scripts.
pub struct Printer<'p> {
    pool: &'p Pool,
    prefix: String,
}

/// What remains to be written.
enum Item {
    Text(&'static str),
    Owned(String),
    /// A term by its local name, if it has one.
    Term(Term),
    /// A node itself.
    Node(Term),
    /// The negation of a term.
    Negation(Term),
    /// A term with local names of its own.
    Scope(Term),
    LeaveScope,
}

#[derive(Default)]
struct Output {
    text: String,
    items: Vec<Item>,
    /// Local names per scope. Inside a quantifier the outer ones are not used: what they stand for may mention a
    /// variable that is bound here.
    scopes: Vec<FastMap<Term, String>>,
    locals: usize,
}

impl Output {
    fn name(&self, t: Term) -> Option<&str> {
        self.scopes.last()?.get(&t).map(String::as_str)
    }
}

impl<'p> Printer<'p> {
    pub fn new(pool: &'p Pool) -> Printer<'p> {
        Printer {
            pool,
            prefix: pool.local_prefix(),
        }
    }

    /// A term.
    pub fn term(&self, t: Term) -> String {
        let mut out = Output {
            items: vec![Item::Scope(t)],
            ..Output::default()
        };
        while let Some(item) = out.items.pop() {
            match item {
                Item::Text(text) => out.text.push_str(text),
                Item::Owned(text) => out.text.push_str(&text),
                Item::Term(t) => match out.name(t) {
                    Some(name) => {
                        let name = name.to_owned();
                        out.text.push_str(&name);
                    }
                    None => self.node(t, &mut out),
                },
                Item::Node(t) => self.node(t, &mut out),
                Item::Negation(t) => self.negation(t, &mut out),
                Item::Scope(t) => self.open(t, &mut out),
                Item::LeaveScope => {
                    out.scopes.pop();
                }
            }
        }
        out.text
    }

    /// Names what is shared within a scope, and schedules the definitions and the body.
    fn open(&self, root: Term, out: &mut Output) {
        let mut uses: FastMap<Term, u32> = FastMap::default();
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            let count = uses.entry(t).or_insert(0);
            *count += 1;
            if *count == 1 && !self.pool.op(t).is_quantifier() {
                stack.extend_from_slice(self.pool.children(t));
            }
        }
        let shared = uses
            .into_iter()
            .filter(|&(t, count)| count > 1 && !self.pool.op(t).is_leaf());
        let mut shared: Vec<Term> = shared.map(|(t, _)| t).collect();
        // Children have smaller ids, so that every definition finds its parts defined.
        shared.sort_unstable();
        let mut items = Vec::with_capacity(3 * shared.len() + 3);
        let mut scope = FastMap::default();
        for &t in &shared {
            let name = format!("{}{}", self.prefix, out.locals);
            out.locals += 1;
            items.push(Item::Owned(format!("(let (({name} ")));
            items.push(Item::Node(t));
            items.push(Item::Text(")) "));
            scope.insert(t, name);
        }
        items.push(Item::Term(root));
        items.push(Item::Owned(")".repeat(shared.len())));
        items.push(Item::LeaveScope);
        out.scopes.push(scope);
        out.items.extend(items.into_iter().rev());
    }

    fn call(&self, head: String, args: impl DoubleEndedIterator<Item = Item>, out: &mut Output) {
        out.text.push('(');
        out.text.push_str(&head);
        out.items.push(Item::Text(")"));
        for arg in args.rev() {
            out.items.push(arg);
            out.items.push(Item::Text(" "));
        }
    }

    fn node(&self, t: Term, out: &mut Output) {
        let pool = self.pool;
        let children = pool.children(t);
        match pool.op(t) {
            Op::Not => self.negate(children[0], out),
            op @ (Op::Forall | Op::Exists) => {
                let word = if op == Op::Forall { "forall" } else { "exists" };
                let bound = children[..children.len() - 1].iter();
                let bound = bound
                    .map(|&s| format!("({} {})", self.symbol(s), pool.print_sort(pool.sort(s))));
                let _ = write!(
                    out.text,
                    "({word} ({}) ",
                    bound.collect::<Vec<_>>().join(" ")
                );
                out.items.push(Item::Text(")"));
                out.items.push(Item::Scope(children[children.len() - 1]));
            }
            op if op.is_leaf() => {
                let text = self.leaf(t);
                out.text.push_str(&text);
            }
            _ => self.call(
                self.head(t),
                children.iter().map(|&child| Item::Term(child)),
                out,
            ),
        }
    }

    /// The negation of a term: of its name if it has one, or pushed into it.
    fn negate(&self, t: Term, out: &mut Output) {
        if out.name(t).is_some() {
            self.call("not".to_owned(), [Item::Term(t)].into_iter(), out);
        } else {
            self.negation(t, out);
        }
    }

    fn negation(&self, t: Term, out: &mut Output) {
        let children = self.pool.children(t);
        if out.name(t).is_some() {
            return self.negate(t, out);
        }
        let swapped = |head: &str, out: &mut Output| {
            self.call(
                head.to_owned(),
                [children[1], children[0]].into_iter().map(Item::Term),
                out,
            );
        };
        match self.pool.op(t) {
            Op::Not => out.items.push(Item::Term(children[0])),
            Op::And => self.call(
                "or".to_owned(),
                children.iter().map(|&child| Item::Negation(child)),
                out,
            ),
            Op::Eq => self.call(
                "distinct".to_owned(),
                children.iter().map(|&child| Item::Term(child)),
                out,
            ),
            Op::BvUlt => swapped("bvule", out),
            Op::BvSlt => swapped("bvsle", out),
            Op::IntLt => swapped("<=", out),
            _ => self.call("not".to_owned(), [Item::Term(t)].into_iter(), out),
        }
    }

    /// A symbol; with its sort where another symbol has the same name.
    fn symbol(&self, t: Term) -> String {
        names::write(self.pool.symbol_name(t))
    }

    fn leaf(&self, t: Term) -> String {
        let pool = self.pool;
        match pool.op(t) {
            Op::True => "true".to_owned(),
            Op::False => "false".to_owned(),
            Op::Symbol(_) => {
                let name = self.symbol(t);
                if pool.find_symbols(pool.symbol_name(t)).len() > 1 {
                    format!("(as {name} {})", pool.print_sort(pool.sort(t)))
                } else {
                    name
                }
            }
            Op::FpConst(id) => float(pool, t, pool.constant_bits(id)),
            Op::IntConst(id) => integer(pool.constant_bits(id) as i128),
            Op::BvConst(id) => bit_vector(pool.width(t), pool.constant_bits(id)),
            other => format!("{other:?}"),
        }
    }

    fn head(&self, t: Term) -> String {
        let pool = self.pool;
        let children = pool.children(t);
        let format = |t: Term| match pool.sort(t) {
            Sort::Fp(format) => format!("{} {}", format.exponent, format.significand),
            _ => String::new(),
        };
        let width = |t: Term| pool.sort(t).bv_width().unwrap_or(0);
        let word = match pool.op(t) {
            Op::And => "and",
            Op::Ite => "ite",
            Op::Eq => "=",
            Op::BvNeg => "bvneg",
            Op::BvAdd => "bvadd",
            Op::BvSub => "bvsub",
            Op::BvMul => "bvmul",
            Op::BvUdiv => "bvudiv",
            Op::BvUrem => "bvurem",
            Op::BvSdiv => "bvsdiv",
            Op::BvSrem => "bvsrem",
            Op::BvNot => "bvnot",
            Op::BvAnd => "bvand",
            Op::BvOr => "bvor",
            Op::BvXor => "bvxor",
            Op::BvShl => "bvshl",
            Op::BvLshr => "bvlshr",
            Op::BvAshr => "bvashr",
            Op::BvConcat => "concat",
            Op::BvExtract { hi, lo } => return format!("(_ extract {hi} {lo})"),
            Op::BvZext => return format!("(_ zero_extend {})", width(t) - width(children[0])),
            Op::BvSext => return format!("(_ sign_extend {})", width(t) - width(children[0])),
            Op::BvUlt => "bvult",
            Op::BvSlt => "bvslt",
            Op::FpAdd => "fp.add RNE",
            Op::FpSub => "fp.sub RNE",
            Op::FpMul => "fp.mul RNE",
            Op::FpDiv => "fp.div RNE",
            Op::FpRem => "fp.rem",
            Op::FpSqrt => "fp.sqrt RNE",
            Op::FpFma => "fp.fma RNE",
            Op::FpNeg => "fp.neg",
            Op::FpAbs => "fp.abs",
            Op::FpRound(mode) => return format!("fp.roundToIntegral {}", names::mode(mode)),
            Op::FpLt => "fp.lt",
            Op::FpLe => "fp.leq",
            Op::FpEq => "fp.eq",
            Op::FpIsNan => "fp.isNaN",
            Op::FpIsInf => "fp.isInfinite",
            Op::FpIsZero => "fp.isZero",
            Op::FpIsNormal => "fp.isNormal",
            Op::FpIsSubnormal => "fp.isSubnormal",
            Op::FpIsNegative => "fp.isNegative",
            Op::FpToFp | Op::FpFromSbv => return format!("(_ to_fp {}) RNE", format(t)),
            Op::FpFromUbv => return format!("(_ to_fp_unsigned {}) RNE", format(t)),
            Op::FpFromIeee => return format!("(_ to_fp {})", format(t)),
            Op::FpToSbv => return format!("(_ fp.to_sbv {}) RTZ", width(t)),
            Op::FpToUbv => return format!("(_ fp.to_ubv {}) RTZ", width(t)),
            Op::ConstArray => return format!("(as const {})", pool.print_sort(pool.sort(t))),
            Op::Select => "select",
            Op::Store => "store",
            Op::IntNeg | Op::IntSub => "-",
            Op::IntAdd => "+",
            Op::IntMul => "*",
            Op::IntDiv => "div",
            Op::IntMod => "mod",
            Op::IntLt => "<",
            Op::BvToInt => "bv2nat",
            Op::IntToBv => return format!("(_ int2bv {})", width(t)),
            Op::Apply(f) => {
                let name = names::write(pool.fun_name(f));
                let parameters = pool.fun_parameters(f);
                let others = pool.find_functions(pool.fun_name(f));
                let ambiguous = others
                    .iter()
                    .filter(|&&other| pool.fun_parameters(other) == parameters)
                    .count()
                    > 1;
                return if ambiguous {
                    format!("(as {name} {})", pool.print_sort(pool.sort(t)))
                } else {
                    name
                };
            }
            other => return format!("{other:?}"),
        };
        word.to_owned()
    }

    /// Declarations of all sorts, symbols and functions that these terms use, in the order of their creation.
    pub fn declarations(&self, roots: &[Term]) -> String {
        let pool = self.pool;
        let mut symbols: Vec<Term> = roots.iter().flat_map(|&root| pool.symbols(root)).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let mut functions = Vec::new();
        let mut sorts = Vec::new();
        pool.visit(roots, |t| {
            sorts.push(pool.sort(t));
            if let Op::Apply(f) = pool.op(t) {
                functions.push(f);
            }
        });
        functions.sort_unstable();
        functions.dedup();
        for &f in &functions {
            sorts.extend_from_slice(pool.fun_parameters(f));
        }
        sorts.sort_unstable();
        sorts.dedup();
        let mut text = String::new();
        for name in self.sort_names(sorts) {
            let _ = writeln!(text, "(declare-sort {name} 0)");
        }
        for symbol in symbols {
            let _ = writeln!(
                text,
                "(declare-const {} {})",
                self.symbol(symbol),
                pool.print_sort(pool.sort(symbol))
            );
        }
        for f in functions {
            let parameters = pool
                .fun_parameters(f)
                .iter()
                .map(|&sort| pool.print_sort(sort));
            let parameters = parameters.collect::<Vec<_>>().join(" ");
            let result = pool.print_sort(pool.fun_result(f));
            let _ = writeln!(
                text,
                "(declare-fun {} ({parameters}) {result})",
                names::write(pool.fun_name(f))
            );
        }
        text
    }

    /// The uninterpreted sorts within these sorts.
    fn sort_names(&self, mut sorts: Vec<Sort>) -> Vec<String> {
        let mut found = Vec::new();
        while let Some(sort) = sorts.pop() {
            match sort {
                Sort::Uninterpreted(id) => found.push(id),
                Sort::Array(id) => {
                    let (index, element) = self.pool.array_parts(id);
                    sorts.extend([index, element]);
                }
                _ => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found
            .into_iter()
            .map(|id| names::write(self.pool.sort_name(id)))
            .collect()
    }

    /// A script that declares what it needs, asserts the terms and asks for satisfiability.
    pub fn script(&self, logic: &str, assertions: &[Term]) -> String {
        let mut text = format!("(set-logic {logic})\n");
        text.push_str(&self.declarations(assertions));
        for &assertion in assertions {
            let _ = writeln!(text, "(assert {})", self.term(assertion));
        }
        text.push_str("(check-sat)\n");
        text
    }
}

fn bit_vector(width: u32, bits: u128) -> String {
    if width.is_multiple_of(4) {
        format!("#x{bits:0digits$x}", digits = width as usize / 4)
    } else {
        format!("#b{bits:0digits$b}", digits = width as usize)
    }
}

fn float(pool: &Pool, t: Term, bits: u128) -> String {
    let sort = pool.fp_sort(t);
    if floats::is_nan(sort, bits) {
        return format!("(_ NaN {} {})", sort.exponent, sort.significand);
    }
    let fraction = (sort.significand - 1) as usize;
    let digits = format!("{bits:0width$b}", width = sort.width() as usize);
    let (sign, rest) = digits.split_at(1);
    let (exponent, fraction) = rest.split_at(rest.len() - fraction);
    format!("(fp #b{sign} #b{exponent} #b{fraction})")
}

fn integer(value: i128) -> String {
    match value.checked_neg() {
        _ if value >= 0 => value.to_string(),
        Some(magnitude) => format!("(- {magnitude})"),
        // The magnitude of the least literal is not a literal.
        None => format!("(- (- {}) 1)", i128::MAX),
    }
}
