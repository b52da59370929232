//! Quantifiers: over the objects of a type, over integers between bounds that the range gives, over booleans.

use super::bounds::{Bounds, conjuncts, has_quantifier, mentions, sources};
use super::{Meaning, Meant, Polarity, Result, class_file_name};
use crate::encode::{Heap, Instances};
use crate::reasons::Beyond;
use crate::values;
use classpath::FieldType;
use jml::resolved::{
    BoundId, BoundVariable, Expr, ExprKind, Literal, Quantifier, QuantifierKind, Type,
};
use logic::Term;

/// One choice of values: what the range says of it, and what the body is.
struct Instance {
    /// The guard of the values and the range; it is defined where `defined` holds.
    counts: Term,
    defined: Term,
    body: Meant,
}

/// Conditions under which values of variables are left out.
#[derive(Default)]
struct Missing {
    /// Whether that is so in every state.
    always: bool,
    counting: Vec<Term>,
    /// Where a bound has no value: then the range has none for any of them, or they do not count.
    valueless: Vec<Term>,
}

impl<H: Heap> Meaning<'_, H> {
    pub(super) fn quantifier(
        &mut self,
        quantifier: &Quantifier,
        ty: &Type,
        polarity: Polarity,
    ) -> Result<Meant> {
        let mut instances = Vec::new();
        let mut binders = Vec::new();
        let mut missing = Missing::default();
        let guard = self.heap.pool().tt();
        // What is refuted of all, or assumed of some, is a matter of one choice of values.
        let witness = matches!(
            (quantifier.kind, polarity),
            (QuantifierKind::Forall, Polarity::Refuted)
                | (QuantifierKind::Exists, Polarity::Assumed)
        );
        if !witness
            && (quantifier.variables.iter()).any(|v| class_file_name(&v.ty).is_some())
            && let Some(field) = &self.heap.universe().unlisted
        {
            return Err(format!("a quantifier over objects that {field} may hold").into());
        }
        self.instantiate(
            quantifier,
            0,
            guard,
            witness,
            polarity,
            &mut instances,
            &mut binders,
            &mut missing,
        )?;
        if !binders.is_empty()
            && !matches!(
                quantifier.kind,
                QuantifierKind::Forall | QuantifierKind::Exists
            )
        {
            return Err("a sum or a count that is not listed".into());
        }
        let universal = match quantifier.kind {
            QuantifierKind::Forall => true,
            QuantifierKind::Exists => false,
            _ => {
                let meant = self.of_instances(quantifier, ty, &instances)?;
                // Where an instance has no value the whole has none, whatever the instances left out are.
                let all = [missing.counting, missing.valueless].concat();
                let what = self.beyond(quantifier, missing.always);
                self.leave_out(quantifier, all, meant.defined, what)?;
                return Ok(meant);
            }
        };
        let (meant, settled, complete) = self.all(&instances, &binders, universal);
        let pool = self.heap.pool();
        let open = pool.not(settled);
        // One more without a value changes nothing where another has none.
        let valueless = pool.or_all(&missing.valueless);
        let valueless = pool.and(valueless, complete);
        missing.counting.push(valueless);
        let what = self.beyond(quantifier, missing.always);
        self.leave_out(quantifier, missing.counting, open, what)?;
        Ok(meant)
    }

    fn of_instances(
        &mut self,
        quantifier: &Quantifier,
        ty: &Type,
        instances: &[Instance],
    ) -> Result<Meant> {
        match quantifier.kind {
            QuantifierKind::Forall | QuantifierKind::Exists => {
                Err("a quantifier that has no number".into())
            }
            QuantifierKind::NumOf => self.sum(instances, ty, |this, instance| {
                let width = this.number_width(ty)?;
                let pool = this.heap.pool();
                let (one, zero) = (pool.bv(width, 1), pool.bv(width, 0));
                let counts = pool.and(instance.counts, instance.body.value);
                Ok(pool.ite(counts, one, zero))
            }),
            QuantifierKind::Sum => self.sum(instances, ty, |this, instance| {
                let width = this.heap.pool().width(instance.body.value);
                let pool = this.heap.pool();
                let zero = pool.bv(width, 0);
                Ok(pool.ite(instance.counts, instance.body.value, zero))
            }),
            QuantifierKind::Product => self.product(instances, ty),
            QuantifierKind::Min => self.extreme(instances, ty, true),
            QuantifierKind::Max => self.extreme(instances, ty, false),
        }
    }

    pub(super) fn number_width(&mut self, ty: &Type) -> Result<u32> {
        let widths = self.heap.widths();
        match ty {
            Type::Java(FieldType::Long) => Ok(widths.long),
            Type::Java(FieldType::Int | FieldType::Short | FieldType::Byte | FieldType::Char) => {
                Ok(widths.int)
            }
            Type::BigInt => Ok(64),
            _ => Err("a quantifier of such numbers".into()),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn instantiate(
        &mut self,
        quantifier: &Quantifier,
        at: usize,
        guard: Term,
        witness: bool,
        polarity: Polarity,
        into: &mut Vec<Instance>,
        binders: &mut Vec<Term>,
        missing: &mut Missing,
    ) -> Result<()> {
        let Some(variable) = quantifier.variables.get(at) else {
            // The range of `\forall` stands to the left of an implication.
            let range_polarity = match quantifier.kind {
                QuantifierKind::Forall => polarity.flipped(),
                QuantifierKind::Exists => polarity,
                _ => Polarity::Both,
            };
            let body_polarity = match quantifier.kind {
                QuantifierKind::Forall | QuantifierKind::Exists => polarity,
                _ => Polarity::Both,
            };
            let range = self.under(guard, |this| this.eval(&quantifier.range, range_polarity))?;
            let pool = self.heap.pool();
            let counts = pool.and(guard, range.value);
            if pool.as_bool(counts) == Some(false) && pool.as_bool(range.defined) == Some(true) {
                return Ok(());
            }
            let asked = self.heap.pool().and(counts, range.defined);
            let body = self.under(asked, |this| this.eval(&quantifier.body, body_polarity))?;
            let defined = self.heap.pool().implies(guard, range.defined);
            into.push(Instance {
                counts,
                defined,
                body,
            });
            return Ok(());
        };
        let (listed, defined) = self.values(quantifier, at, variable, witness)?;
        binders.extend(listed.binder);
        for (value, counts) in listed.values {
            let guard = self.heap.pool().and(guard, counts);
            let before = self.bound.insert(variable.id, value);
            let done = self.instantiate(
                quantifier,
                at + 1,
                guard,
                witness,
                polarity,
                into,
                binders,
                missing,
            );
            match before {
                Some(value) => self.bound.insert(variable.id, value),
                None => self.bound.remove(&variable.id),
            };
            done?;
        }
        let pool = self.heap.pool();
        missing.always |= pool.as_bool(listed.left_out) == Some(true);
        let left_out = pool.and(guard, listed.left_out);
        missing.counting.push(pool.and(left_out, defined));
        let not = pool.not(defined);
        missing.valueless.push(pool.and(left_out, not));
        Ok(())
    }

    /// What is left out. That assumptions are looked at for a part of their integers only leaves executions out; of promises
    /// nothing is known then.
    fn beyond(&self, quantifier: &Quantifier, always: bool) -> Beyond {
        match always && !self.assuming {
            true => Beyond::UnlistedIntegers {
                line: quantifier.body.span.from.line,
            },
            false => Beyond::Integers,
        }
    }

    /// Notes that values of variables are missing, where that matters.
    fn leave_out(
        &mut self,
        quantifier: &Quantifier,
        missing: Vec<Term>,
        matters: Term,
        what: Beyond,
    ) -> Result<()> {
        let missing = self.heap.pool().or_all(&missing);
        if self.heap.pool().as_bool(missing) == Some(false) {
            return Ok(());
        }
        let mut matters = self.heap.pool().and(matters, self.reached);
        let variables: Vec<BoundId> = quantifier.variables.iter().map(|v| v.id).collect();
        // Conditions that do not depend on the variables, like `a != null && 0 <= i && i < a.length` begins with.
        for source in sources(quantifier) {
            let mut first = Vec::new();
            conjuncts(source, &mut first);
            for condition in first {
                if mentions(condition, &variables) || has_quantifier(condition) {
                    break;
                }
                let meant = self.eval(condition, Polarity::Both)?;
                let pool = self.heap.pool();
                let undefined = pool.not(meant.defined);
                let may = pool.or(meant.value, undefined);
                matters = pool.and(matters, may);
            }
        }
        let missing = self.heap.pool().and(missing, matters);
        if self.heap.pool().as_bool(missing) != Some(false) {
            self.left_out.push((missing, what));
        }
        Ok(())
    }

    /// Whether something holds for some values of variables for which a guard does.
    pub(super) fn some(
        &mut self,
        variables: &[BoundVariable],
        guard: &Expr,
        holds: &mut dyn FnMut(&mut Self) -> Result<Term>,
    ) -> Result<Term> {
        let always = Expr {
            kind: ExprKind::Literal(Literal::Boolean(true)),
            ty: guard.ty.clone(),
            span: guard.span,
        };
        let quantifier = Quantifier {
            kind: QuantifierKind::Exists,
            variables: variables.to_vec(),
            range: guard.clone(),
            body: always,
        };
        let all = self.heap.pool().tt();
        let mut missing = Vec::new();
        let value = self.some_from(&quantifier, 0, all, &mut missing, holds)?;
        let what = self.beyond(&quantifier, false);
        self.leave_out(&quantifier, missing, all, what)?;
        Ok(value)
    }

    fn some_from(
        &mut self,
        quantifier: &Quantifier,
        at: usize,
        counts: Term,
        missing: &mut Vec<Term>,
        holds: &mut dyn FnMut(&mut Self) -> Result<Term>,
    ) -> Result<Term> {
        let Some(variable) = quantifier.variables.get(at) else {
            let range = self.eval(&quantifier.range, Polarity::Both)?;
            let pool = self.heap.pool();
            let within = pool.and(range.value, range.defined);
            let counts = pool.and(counts, within);
            if pool.as_bool(counts) == Some(false) {
                return Ok(counts);
            }
            let value = holds(self)?;
            return Ok(self.heap.pool().and(counts, value));
        };
        let (listed, defined) = self.values(quantifier, at, variable, false)?;
        let mut any = self.heap.pool().ff();
        for (value, exists) in listed.values {
            let before = self.bound.insert(variable.id, value);
            let one = self.some_from(quantifier, at + 1, exists, missing, holds);
            match before {
                Some(value) => self.bound.insert(variable.id, value),
                None => self.bound.remove(&variable.id),
            };
            any = self.heap.pool().or(any, one?);
        }
        if let Some(binder) = listed.binder {
            any = self.heap.pool().exists(&[binder], any);
        }
        // Where a bound has no value the guard has none either, and nothing counts.
        let bounded = self.heap.pool().and(listed.left_out, defined);
        missing.push(self.heap.pool().and(counts, bounded));
        Ok(self.heap.pool().and(counts, any))
    }

    /// The values of a variable, and the condition under which the bounds of an integer have values themselves.
    fn values(
        &mut self,
        quantifier: &Quantifier,
        at: usize,
        variable: &BoundVariable,
        witness: bool,
    ) -> Result<(Instances, Term)> {
        let defined = self.heap.pool().tt();
        if let Some(class) = class_file_name(&variable.ty) {
            let now = self.context.now.clone();
            let mut listed = self.heap.objects(&now, &class);
            if variable.nullable {
                let null = self.heap.null();
                let always = self.heap.pool().tt();
                listed.values.push((null, always));
            }
            return Ok((listed, defined));
        }
        if variable.ty == Type::Java(FieldType::Boolean) {
            let pool = self.heap.pool();
            let values = vec![(pool.ff(), pool.tt()), (pool.tt(), pool.tt())];
            let left_out = pool.ff();
            let listed = Instances {
                values,
                binder: None,
                left_out,
            };
            return Ok((listed, defined));
        }
        let width = self.number_width(&variable.ty)?;
        let Bounds { low, high, defined } =
            self.bounds(quantifier, at, variable, width, &mut Vec::new())?;
        let half = 1i128 << (width - 1);
        let smallest = values::signed(self.heap.pool(), width, -half);
        let largest = values::signed(self.heap.pool(), width, half - 1);
        let (mut smallest, mut largest) = (smallest, largest);
        match &variable.ty {
            Type::Java(FieldType::Byte) if width > 8 => {
                smallest = values::signed(self.heap.pool(), width, -128);
                largest = values::signed(self.heap.pool(), width, 127);
            }
            Type::Java(FieldType::Short) if width > 16 => {
                smallest = values::signed(self.heap.pool(), width, -32768);
                largest = values::signed(self.heap.pool(), width, 32767);
            }
            Type::Java(FieldType::Char) if width > 16 => {
                smallest = values::signed(self.heap.pool(), width, 0);
                largest = values::signed(self.heap.pool(), width, 65535);
            }
            _ => {}
        }
        if variable.ty == Type::BigInt && (low.is_none() || high.is_none()) {
            return Err("a quantifier over all numbers of `\\bigint`".into());
        }
        let (mut low, mut high) = (low.unwrap_or(smallest), high.unwrap_or(largest));
        if matches!(
            variable.ty,
            Type::Java(FieldType::Byte | FieldType::Short | FieldType::Char)
        ) {
            // Whatever the bounds are, there are no other values of the type.
            let pool = self.heap.pool();
            let below = pool.slt(low, smallest);
            low = pool.ite(below, smallest, low);
            let above = pool.sgt(high, largest);
            high = pool.ite(above, largest, high);
        }
        let mut listed = self.heap.integers(low, high);
        if witness && self.heap.pool().as_bool(listed.left_out) != Some(false) {
            // One more, anywhere between the bounds.
            let name = format!("{}?", variable.name);
            let any = self.heap.pool().fresh_symbol(&name, logic::Sort::Bv(width));
            let pool = self.heap.pool();
            let above = pool.sle(low, any);
            let below = pool.sle(any, high);
            let counts = pool.and(above, below);
            // Where those that are listed are never all, this one stands for them, too.
            if pool.as_bool(listed.left_out) == Some(true) {
                listed.values.clear();
            }
            listed.values.push((any, counts));
            listed.left_out = pool.ff();
        }
        Ok((listed, defined))
    }

    /// Universal or existential: where an instance counts, its body holds. One instance can settle it, whatever the others
    /// are and whether they have a value: for all, one that does not hold; for some, one that does. Also whether one does,
    /// and whether all have a value.
    fn all(
        &mut self,
        instances: &[Instance],
        binders: &[Term],
        universal: bool,
    ) -> (Meant, Term, Term) {
        let pool = self.heap.pool();
        let (mut settled, mut complete) = (pool.ff(), pool.tt());
        for instance in instances {
            let has = pool.implies(instance.counts, instance.body.defined);
            let has = pool.and(instance.defined, has);
            complete = pool.and(complete, has);
            let settles = match universal {
                true => pool.not(instance.body.value),
                false => instance.body.value,
            };
            let counts = pool.and(instance.counts, has);
            let settles = pool.and(counts, settles);
            settled = pool.or(settled, settles);
        }
        if !binders.is_empty() {
            settled = pool.exists(binders, settled);
            complete = pool.forall(binders, complete);
        }
        let value = match universal {
            true => pool.not(settled),
            false => settled,
        };
        let defined = pool.or(settled, complete);
        (Meant { value, defined }, settled, complete)
    }

    fn defined(&mut self, instances: &[Instance]) -> Term {
        let pool = self.heap.pool();
        let mut defined = pool.tt();
        for instance in instances {
            let has = pool.implies(instance.counts, instance.body.defined);
            let has = pool.and(instance.defined, has);
            defined = pool.and(defined, has);
        }
        defined
    }

    fn sum(
        &mut self,
        instances: &[Instance],
        ty: &Type,
        part: impl Fn(&mut Self, &Instance) -> Result<Term>,
    ) -> Result<Meant> {
        let mut width = self.number_width(ty)?;
        let mut parts = Vec::new();
        for instance in instances {
            parts.push(part(self, instance)?);
        }
        if *ty == Type::BigInt {
            let widest = parts.iter().map(|part| self.heap.pool().width(*part)).max();
            let room = u32::BITS - (parts.len() as u32).leading_zeros();
            width = widest.unwrap_or(1) + room;
            if width > 128 {
                return Err("a sum of more than 128 bits".into());
            }
        }
        let mut value = self.heap.pool().bv(width, 0);
        for part in parts {
            let pool = self.heap.pool();
            let part = fitted(pool, part, width);
            value = pool.add(value, part);
        }
        let defined = self.defined(instances);
        Ok(Meant { value, defined })
    }

    fn product(&mut self, instances: &[Instance], ty: &Type) -> Result<Meant> {
        if *ty == Type::BigInt {
            return Err("a product of \\bigint".into());
        }
        let width = self.number_width(ty)?;
        let pool = self.heap.pool();
        let one = pool.bv(width, 1);
        let mut value = one;
        if is_chain(pool, instances) {
            let mut product = one;
            for instance in instances {
                let body = fitted(pool, instance.body.value, width);
                product = pool.mul(product, body);
                value = pool.ite(instance.counts, product, value);
            }
        } else {
            for instance in instances {
                let body = fitted(pool, instance.body.value, width);
                let factor = pool.ite(instance.counts, body, one);
                value = pool.mul(value, factor);
            }
        }
        let defined = self.defined(instances);
        Ok(Meant { value, defined })
    }

    /// The smallest or largest value. Of nothing it is undefined here; manuals differ on what it should be.
    fn extreme(&mut self, instances: &[Instance], ty: &Type, smallest: bool) -> Result<Meant> {
        let width = self.number_width(ty)?;
        let mut value = self.heap.pool().bv(width, 0);
        let mut any = self.heap.pool().ff();
        for instance in instances {
            let pool = self.heap.pool();
            let body = fitted(pool, instance.body.value, width);
            let better = match smallest {
                true => pool.slt(body, value),
                false => pool.sgt(body, value),
            };
            let first = pool.not(any);
            let better = pool.or(first, better);
            let better = pool.and(instance.counts, better);
            value = pool.ite(better, body, value);
            any = pool.or(any, instance.counts);
        }
        let defined = self.defined(instances);
        let defined = self.heap.pool().and(defined, any);
        Ok(Meant { value, defined })
    }
}

fn fitted(pool: &mut logic::Pool, value: Term, width: u32) -> Term {
    let have = pool.width(value);
    match have < width {
        true => pool.sext(value, width),
        false => pool.extract(value, width - 1, 0),
    }
}

/// Whether each instance counts only if the one before it does, as those of a range do that begins at a known number. A
/// product of such is one of the products of the first few, which programs make as well; factors that may be one are
/// nothing that solvers find in them.
fn is_chain(pool: &logic::Pool, instances: &[Instance]) -> bool {
    instances.windows(2).all(|pair| {
        let mut known = logic::Bounds::default();
        known.learn(pool, pair[1].counts, true);
        known.decide(pool, pair[0].counts) == Some(true)
    })
}
