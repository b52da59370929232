//! Quantifiers as loops: over integers between the bounds that the range gives, over the objects of a type that exist.

use super::clause::{Java, Result, class_text, java_type};
use classpath::FieldType;
use jml::resolved::{
    BinaryOp, BoundId, BoundVariable, Expr, ExprKind, Quantifier, QuantifierKind, Type,
};

/// Texts of the least and the greatest value that can count.
#[derive(Default)]
struct Bounds {
    low: Option<String>,
    high: Option<String>,
}

impl Java<'_> {
    pub(super) fn quantifier(&mut self, quantifier: &Quantifier, ty: &Type) -> Result<String> {
        let kind = quantifier.kind;
        let outer = self.bound.clone();
        let names: Vec<String> = (quantifier.variables.iter())
            .map(|variable| self.fresh(&variable.name))
            .collect();
        let guards = self.guards(quantifier);
        // From the outside in, so that a range can depend on the variables before it.
        let mut heads = Vec::new();
        for (at, (variable, name)) in quantifier.variables.iter().zip(&names).enumerate() {
            heads.push(self.values(quantifier, at, variable)?);
            self.bound.insert(variable.id, read(variable, name));
        }
        let range = self.expr(&quantifier.range);
        let body = self.expr(&quantifier.body);
        self.bound = outer;
        let (range, body) = (range?, body?);
        let mut text = match kind {
            QuantifierKind::Forall => format!("(!({range}) || {body})"),
            QuantifierKind::Exists => format!("!({range} && {body})"),
            QuantifierKind::NumOf => format!("({range} && {body}) ? 1 : 0"),
            QuantifierKind::Sum => format!("{range} ? {body} : 0"),
            QuantifierKind::Product => format!("{range} ? {body} : 1"),
            QuantifierKind::Min | QuantifierKind::Max => {
                format!("{range} ? Long.valueOf({body}) : null")
            }
        };
        let (helper, function) = match kind {
            QuantifierKind::Forall | QuantifierKind::Exists => ("all", "all("),
            QuantifierKind::NumOf | QuantifierKind::Sum => ("sum", "sum("),
            QuantifierKind::Product => ("product", "product("),
            QuantifierKind::Min => ("extreme", "extreme(true, "),
            QuantifierKind::Max => ("extreme", "extreme(false, "),
        };
        self.help(helper);
        for ((variable, name), head) in quantifier.variables.iter().zip(&names).zip(heads).rev() {
            let ty = match java_type(&variable.ty)? {
                ty @ ("long" | "Object") => ty,
                _ => "int",
            };
            text = format!("{function}{head}, ({ty} {name}) -> {text})");
        }
        let integral = matches!(ty, Type::Java(ty) if is_integral(ty));
        let nothing = match kind {
            QuantifierKind::Forall => "true",
            QuantifierKind::Exists => {
                text = format!("!{text}");
                "false"
            }
            QuantifierKind::Product => "1",
            QuantifierKind::NumOf | QuantifierKind::Sum => "0",
            QuantifierKind::Min | QuantifierKind::Max => {
                self.help("some");
                text = format!("(Long) some({text})");
                "(Long) some(null)"
            }
        };
        if !guards.is_empty() {
            text = format!("({} ? {text} : {nothing})", guards.join(" && "));
        }
        Ok(match kind {
            QuantifierKind::Forall | QuantifierKind::Exists => text,
            _ if !integral => return Err("a quantifier of such numbers".into()),
            QuantifierKind::Min | QuantifierKind::Max => {
                format!("(({}) (long) ({text}))", java_type(ty)?)
            }
            _ => format!("(({}) {text})", java_type(ty)?),
        })
    }

    /// Loops around a statement, over the values for which a guard holds.
    pub(super) fn each(
        &mut self,
        variables: &[BoundVariable],
        guard: &Expr,
        statement: &mut dyn FnMut(&mut Self) -> Result<String>,
    ) -> Result<String> {
        let quantifier = Quantifier {
            kind: QuantifierKind::Forall,
            variables: variables.to_vec(),
            range: guard.clone(),
            body: guard.clone(),
        };
        let outer = self.bound.clone();
        let mut heads = Vec::new();
        for (at, variable) in variables.iter().enumerate() {
            let name = self.fresh(&variable.name);
            let values = self.values(&quantifier, at, variable)?;
            self.bound.insert(variable.id, read(variable, &name));
            let ty = java_type(&variable.ty)?;
            heads.push(match (ty, values.split_once(", ")) {
                ("Object", _) => format!("for (Object {name} : {values}) {{ "),
                (_, Some((low, high))) => {
                    let ty = if ty == "long" { "long" } else { "int" };
                    self.help("eachint");
                    let i = self.fresh("i");
                    format!(
                        "for (long {i} = {low}; {i} <= few({low}, {high}); {i}++) {{ {ty} {name} = ({ty}) {i}; "
                    )
                }
                _ => return Err("a variable without values".into()),
            });
        }
        let guard = self.expr(guard);
        let inner = statement(self);
        self.bound = outer;
        let (guard, inner) = (guard?, inner?);
        let closing = "}".repeat(heads.len());
        Ok(format!(
            "{}if ({guard}) {{ {inner} }} {closing}",
            heads.concat()
        ))
    }

    /// Conditions before all others that do not depend on the variables: without them there is nothing to look at.
    fn guards(&mut self, quantifier: &Quantifier) -> Vec<String> {
        let mut found = Vec::new();
        for source in sources(quantifier) {
            let mut conditions = Vec::new();
            conjuncts(source, &mut conditions);
            for condition in conditions {
                if matches!(condition.kind, ExprKind::Literal(_)) {
                    break;
                }
                // Variables have no names yet.
                match self.expr(condition) {
                    Ok(text) => found.push(text),
                    Err(_) => break,
                }
            }
        }
        found
    }

    /// What a variable ranges over, as the first arguments of a loop.
    fn values(
        &mut self,
        quantifier: &Quantifier,
        at: usize,
        variable: &BoundVariable,
    ) -> Result<String> {
        if java_type(&variable.ty)? == "Object" {
            self.help("objects");
            let objects = format!("objects({}, {})", self.old, class_text(&variable.ty)?);
            if variable.nullable {
                self.help("ornull");
                return Ok(format!("orNull({objects})"));
            }
            return Ok(objects);
        }
        let Type::Java(ty) = &variable.ty else {
            return Err("a quantifier over numbers of JML".into());
        };
        if *ty == FieldType::Boolean {
            return Ok("0, 1".into());
        }
        if !is_integral(ty) {
            return Err("a quantifier over such values".into());
        }
        let bounds = self.bounds(quantifier, at, variable, &mut Vec::new())?;
        let least = match ty {
            FieldType::Byte => Some("-128L"),
            FieldType::Short => Some("-32768L"),
            FieldType::Char => Some("0L"),
            _ => None,
        };
        let greatest = match ty {
            FieldType::Byte => Some("127L"),
            FieldType::Short => Some("32767L"),
            FieldType::Char => Some("65535L"),
            _ => None,
        };
        let low = bounds.low.or(least.map(str::to_owned));
        let high = bounds.high.or(greatest.map(str::to_owned));
        match (low, high) {
            (Some(low), Some(high)) => Ok(format!("{low}, {high}")),
            _ => Err(format!("{} without bounds", variable.name)),
        }
    }

    /// The bounds of a variable, while those from `open` on have no values yet.
    fn bounds(
        &mut self,
        quantifier: &Quantifier,
        open: usize,
        variable: &BoundVariable,
        asking: &mut Vec<BoundId>,
    ) -> Result<Bounds> {
        let mut bounds = Bounds::default();
        asking.push(variable.id);
        for source in sources(quantifier) {
            let mut conditions = Vec::new();
            conjuncts(source, &mut conditions);
            for condition in conditions {
                let Some((op, bound)) = comparison(condition, variable.id) else {
                    continue;
                };
                let Some(text) = self.bound_text(quantifier, open, op, bound, asking)? else {
                    continue;
                };
                let (low, high) = match op {
                    BinaryOp::Greater => (Some(format!("{text} + 1")), None),
                    BinaryOp::GreaterEqual => (Some(text), None),
                    BinaryOp::Less => (None, Some(format!("{text} - 1"))),
                    BinaryOp::LessEqual => (None, Some(text)),
                    BinaryOp::Equal => (Some(text.clone()), Some(text)),
                    _ => (None, None),
                };
                tighten(&mut bounds.low, low, "max");
                tighten(&mut bounds.high, high, "min");
            }
        }
        asking.pop();
        Ok(bounds)
    }

    fn bound_text(
        &mut self,
        quantifier: &Quantifier,
        open: usize,
        op: BinaryOp,
        bound: &Expr,
        asking: &mut Vec<BoundId>,
    ) -> Result<Option<String>> {
        let unknown = &quantifier.variables[open..];
        if let ExprKind::Bound(id) = &stripped(bound).kind
            && let Some(other) = unknown.iter().find(|other| other.id == *id)
        {
            if asking.contains(id) {
                return Ok(None);
            }
            let bounds = self.bounds(quantifier, open, other, asking)?;
            return Ok(match op {
                BinaryOp::Less | BinaryOp::LessEqual => bounds.high,
                BinaryOp::Greater | BinaryOp::GreaterEqual => bounds.low,
                _ => None,
            });
        }
        if !matches!(&bound.ty, Type::Java(ty) if is_integral(ty)) {
            return Ok(None);
        }
        // What depends on a variable without a value yet is no bound.
        let text = self.expr(bound).ok();
        Ok(text.map(|text| format!("(long) {text}")))
    }
}

/// A variable as an expression: booleans are counted through as numbers.
fn read(variable: &BoundVariable, name: &str) -> String {
    match variable.ty == Type::Java(FieldType::Boolean) {
        true => format!("({name} == 1)"),
        false => name.to_owned(),
    }
}

fn tighten(known: &mut Option<String>, other: Option<String>, function: &str) {
    *known = match (known.take(), other) {
        (Some(known), Some(other)) => Some(format!("Math.{function}({known}, {other})")),
        (known, other) => known.or(other),
    };
}

fn is_integral(ty: &FieldType) -> bool {
    matches!(
        ty,
        FieldType::Byte | FieldType::Char | FieldType::Short | FieldType::Int | FieldType::Long
    )
}

fn stripped(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) => stripped(inner),
        _ => expr,
    }
}

/// What a condition compares a variable with, and how, seen from the variable.
fn comparison(condition: &Expr, variable: BoundId) -> Option<(BinaryOp, &Expr)> {
    let ExprKind::Binary(op, a, b) = &condition.kind else {
        return None;
    };
    let is_variable =
        |e: &Expr| matches!(&stripped(e).kind, ExprKind::Bound(id) if *id == variable);
    match (is_variable(a), is_variable(b)) {
        (true, false) => Some((*op, b)),
        (false, true) => {
            let op = match op {
                BinaryOp::Less => BinaryOp::Greater,
                BinaryOp::LessEqual => BinaryOp::GreaterEqual,
                BinaryOp::Greater => BinaryOp::Less,
                BinaryOp::GreaterEqual => BinaryOp::LessEqual,
                other => *other,
            };
            Some((op, a))
        }
        _ => None,
    }
}

/// The conditions that say which values of variables count.
fn sources(quantifier: &Quantifier) -> Vec<&Expr> {
    let mut sources = vec![&quantifier.range];
    match quantifier.kind {
        QuantifierKind::Forall => {
            if let ExprKind::Binary(BinaryOp::Implies, left, _) = &quantifier.body.kind {
                sources.push(left);
            }
        }
        QuantifierKind::Exists | QuantifierKind::NumOf => sources.push(&quantifier.body),
        _ => {}
    }
    sources
}

/// What a conjunction consists of, in order.
fn conjuncts<'e>(condition: &'e Expr, into: &mut Vec<&'e Expr>) {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, into);
            conjuncts(b, into);
        }
        _ => into.push(condition),
    }
}
