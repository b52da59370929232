//! What must hold where an execution ends: the clauses of the cases that apply, their frames, invariants and constraints.

use crate::encode::Encoding;
use crate::meaning::{Cell, Context, Meaning, Polarity};
use crate::problem::{Obligation, Problem, Subject};
use crate::reasons::{Beyond, Undecided};
use classpath::FieldType;
use jml::contract::{Case, Clause};
use logic::Term;

/// Obligations, each with the condition under which it is broken.
type Found = Vec<(Obligation, Term)>;

impl Subject<'_> {
    /// An execution returns, or throws an exception that the contract may permit.
    pub(crate) fn ended<H: Encoding>(
        &self,
        problem: &mut Problem<H>,
        condition: Term,
        context: Context<H::State>,
        cases: &[Term],
        is_whole: bool,
        left_out: &mut Vec<(Term, Beyond)>,
    ) -> Result<(), Undecided> {
        let (heap, program) = (&mut problem.heap, self.program);
        let mut meaning = Meaning::new(heap, program, self.specifications, context);
        let mut found = Vec::new();
        for (case, applies) in self.contract.cases.iter().zip(cases) {
            let asked = meaning.heap.pool().and(condition, *applies);
            match meaning.context.thrown {
                None => each(
                    &mut meaning,
                    asked,
                    &case.ensures,
                    Obligation::Ensures,
                    &mut found,
                )?,
                Some(thrown) => exceptional(&mut meaning, case, asked, thrown, &mut found)?,
            }
            self.frame(&mut meaning, case, asked, &mut found)?;
        }
        let mut elsewhere = Vec::new();
        self.invariants_after(
            &mut meaning,
            condition,
            &mut found,
            is_whole,
            &mut elsewhere,
        )?;
        left_out.append(&mut meaning.left_out);
        problem.elsewhere.append(&mut elsewhere);
        found
            .into_iter()
            .for_each(|(what, term)| problem.add(what, term));
        Ok(())
    }

    fn invariants_after<H: Encoding>(
        &self,
        meaning: &mut Meaning<H>,
        condition: Term,
        found: &mut Found,
        is_whole: bool,
        elsewhere: &mut Vec<(Clause, Term)>,
    ) -> Result<(), Undecided> {
        let mut require = |meaning: &mut Meaning<H>, holds: Term, what: Obligation| {
            let not = meaning.heap.pool().not(holds);
            let broken = meaning.heap.pool().and(condition, not);
            found.push((what, broken));
        };
        let classes = self.own_classes(meaning.heap);
        // A constructor that fails leaves no object behind, unless it has handed it out before.
        let failed = self.is_constructor() && meaning.context.thrown.is_some();
        let concerned = self.concerned(meaning, failed);
        // Where nothing was written, what held still holds.
        let (pre, now) = (&meaning.context.pre, &meaning.context.now);
        let unchanged = !self.is_constructor() && meaning.heap.is_unchanged(pre, now);
        if !self.contract.helper && !unchanged {
            for class in &classes {
                let invariants = match self.is_constructor() {
                    true => self.program.invariants_of_new(class),
                    false => self.program.invariants(class),
                };
                for invariant in invariants {
                    let holds = meaning.under(condition, |meaning| {
                        let mut own = |heap: &mut H, object| concerned.includes(heap, object);
                        meaning.everywhere(class, &invariant, Polarity::Refuted, &mut own)
                    })?;
                    if !invariant.is_static && is_whole {
                        let others = meaning.under(condition, |meaning| {
                            let mut other = |heap: &mut H, object| concerned.excludes(heap, object);
                            meaning.everywhere(class, &invariant, Polarity::Both, &mut other)
                        })?;
                        let not = meaning.heap.pool().not(others);
                        let broken = meaning.heap.pool().and(condition, not);
                        elsewhere.push((invariant.clause.clone(), broken));
                    }
                    require(meaning, holds, Obligation::Invariant(invariant.clause));
                }
            }
            for invariant in self.static_invariants(meaning.heap) {
                let holds = meaning.under(condition, |meaning| {
                    meaning.holds(&invariant.clause.expr, Polarity::Refuted)
                })?;
                require(meaning, holds, Obligation::Invariant(invariant.clause));
            }
        }
        // A helper answers for none of these (JML reference manual, 7.1.1.4).
        if self.contract.helper {
            return Ok(());
        }
        if self.is_constructor() && !failed {
            for invariant in self.specifications.class(&self.class.name).initially {
                let holds = meaning.under(condition, |meaning| {
                    meaning.holds(&invariant.clause.expr, Polarity::Refuted)
                })?;
                require(meaning, holds, Obligation::Initially(invariant.clause));
            }
        }
        for constraint in self.static_constraints(meaning.heap) {
            let holds = meaning.under(condition, |meaning| {
                meaning.holds(&constraint.clause.expr, Polarity::Refuted)
            })?;
            require(meaning, holds, Obligation::Constraint(constraint.clause));
        }
        for class in &classes {
            let said = self.specifications.class(class).constraints.into_iter();
            for constraint in said.filter(|constraint| !constraint.is_static) {
                let mut own = |heap: &mut H, object| concerned.includes(heap, object);
                let all = meaning.constrained(
                    class,
                    &constraint,
                    condition,
                    Polarity::Refuted,
                    &mut own,
                )?;
                if is_whole && !unchanged {
                    let mut other = |heap: &mut H, object| concerned.excludes(heap, object);
                    let others = meaning.constrained(
                        class,
                        &constraint,
                        condition,
                        Polarity::Both,
                        &mut other,
                    )?;
                    let not = meaning.heap.pool().not(others);
                    let broken = meaning.heap.pool().and(condition, not);
                    elsewhere.push((constraint.clause.clone(), broken));
                }
                require(meaning, all, Obligation::Constraint(constraint.clause));
            }
        }
        Ok(())
    }

    /// The objects whose invariants the method answers for at its end.
    fn concerned<H: Encoding>(
        &self,
        meaning: &mut Meaning<H>,
        failed: bool,
    ) -> Concerned<H::State> {
        let lost = (meaning.context.this.filter(|_| failed))
            .map(|this| (this, self.is_lost(meaning, this)));
        let context = &meaning.context;
        let mut given: Vec<Term> = Vec::new();
        let is_reference =
            |ty: &FieldType| matches!(ty, FieldType::Object(_) | FieldType::Array(_));
        for (parameter, value) in self.contract.parameters.iter().zip(&context.params) {
            if is_reference(&parameter.ty) {
                given.push(*value);
            }
        }
        if self.contract.result.as_ref().is_some_and(is_reference) {
            given.extend(context.result);
        }
        if !failed {
            given.extend(context.this);
        }
        Concerned {
            given,
            lost,
            before: context.pre.clone(),
            after: context.now.clone(),
        }
    }

    /// Whether nothing that was there before the method leads to an object that it made, and no exception that it throws.
    fn is_lost<H: Encoding>(&self, meaning: &mut Meaning<H>, made: Term) -> Term {
        let (pre, now) = (meaning.context.pre.clone(), meaning.context.now.clone());
        let thrown = meaning.context.thrown;
        let heap = &mut *meaning.heap;
        let via = heap.reference_maps();
        let mut held = match thrown {
            Some(thrown) => heap.reaches(&now, thrown, made, &via),
            None => heap.pool().ff(),
        };
        for change in heap.changes(&pre, &now) {
            let value = match &change.cell {
                Cell::Of { map, .. } if !heap.descriptor(*map).starts_with(['L', '[']) => continue,
                Cell::Of { map, object, index } => match index {
                    Some(index) => heap.element(&now, *map, *object, *index),
                    None => heap.field(&now, *map, *object),
                },
                Cell::Static { class, name } => {
                    let file = self.program.classpath.find(class).ok().flatten();
                    let fields = file.iter().flat_map(|file| &file.fields);
                    let field = fields.into_iter().find(|field| field.name == *name);
                    let Some(field) = field.filter(|f| f.descriptor.starts_with(['L', '['])) else {
                        continue;
                    };
                    heap.global(&now, class, name, &field.descriptor)
                }
            };
            let leads = heap.reaches(&now, value, made, &via);
            let pool = heap.pool();
            let mut holds = pool.and(change.changed, leads);
            if !change.binders.is_empty() {
                holds = pool.exists(&change.binders, holds);
            }
            held = pool.or(held, holds);
        }
        heap.pool().not(held)
    }

    /// No location that existed before has changed, unless the case allows it.
    fn frame<H: Encoding>(
        &self,
        meaning: &mut Meaning<H>,
        case: &Case,
        asked: Term,
        found: &mut Found,
    ) -> Result<(), Undecided> {
        let Some(locations) = &case.assignable else {
            return Ok(());
        };
        let (pre, now) = (meaning.context.pre.clone(), meaning.context.now.clone());
        let changes = meaning.heap.changes(&pre, &now);
        let mut broken = meaning.heap.pool().ff();
        let state = meaning.switch(pre.clone());
        for change in changes {
            let mut allowed = meaning.heap.pool().ff();
            for location in locations {
                let counts = meaning.heap.pool().and(asked, change.changed);
                let one =
                    meaning.under(counts, |meaning| meaning.allows(location, &change.cell))?;
                allowed = meaning.heap.pool().or(allowed, one);
            }
            // The fields of the object that a constructor makes are its own.
            if self.is_constructor()
                && let (Cell::Of { object, .. }, Some(this)) = (&change.cell, meaning.context.this)
            {
                let own = meaning.heap.pool().eq(*object, this);
                allowed = meaning.heap.pool().or(allowed, own);
            }
            let not = meaning.heap.pool().not(allowed);
            let mut bad = meaning.heap.pool().and(change.changed, not);
            if !change.binders.is_empty() {
                bad = meaning.heap.pool().exists(&change.binders, bad);
            }
            broken = meaning.heap.pool().or(broken, bad);
        }
        meaning.switch(state);
        let broken = meaning.heap.pool().and(asked, broken);
        let place = case
            .assignable_place
            .clone()
            .unwrap_or_else(|| case.place.clone());
        found.push((Obligation::Assignable(place), broken));
        Ok(())
    }
}

/// Each clause must hold where those before it do.
fn each<H: Encoding>(
    meaning: &mut Meaning<H>,
    asked: Term,
    clauses: &[Clause],
    obligation: impl Fn(Clause) -> Obligation,
    found: &mut Found,
) -> Result<(), Undecided> {
    let mut earlier = asked;
    for clause in clauses {
        let holds = meaning.under(earlier, |meaning| {
            meaning.holds(&clause.expr, Polarity::Refuted)
        })?;
        let not = meaning.heap.pool().not(holds);
        let broken = meaning.heap.pool().and(earlier, not);
        earlier = meaning.heap.pool().and(earlier, holds);
        found.push((obligation(clause.clone()), broken));
    }
    Ok(())
}

/// What a case says of an exception.
fn exceptional<H: Encoding>(
    meaning: &mut Meaning<H>,
    case: &Case,
    asked: Term,
    thrown: Term,
    found: &mut Found,
) -> Result<(), Undecided> {
    let mut listed = meaning.heap.pool().ff();
    for class in &case.signals_only {
        let is = meaning.heap.instance(thrown, class);
        listed = meaning.heap.pool().or(listed, is);
    }
    let not = meaning.heap.pool().not(listed);
    let broken = meaning.heap.pool().and(asked, not);
    let place = case.signals_only_place.clone();
    let place = place.unwrap_or_else(|| case.place.clone());
    found.push((Obligation::SignalsOnly(place), broken));
    for signals in &case.signals {
        let is = meaning.heap.instance(thrown, &signals.exception);
        let asked = meaning.heap.pool().and(asked, is);
        each(meaning, asked, &signals.clauses, Obligation::Signals, found)?;
    }
    Ok(())
}

/// The objects that a method was given, made or wrote to.
struct Concerned<S> {
    given: Vec<Term>,
    /// One that nobody will see, where this holds.
    lost: Option<(Term, Term)>,
    before: S,
    after: S,
}

impl<S> Concerned<S> {
    fn includes<H: Encoding<State = S>>(&self, heap: &mut H, object: Term) -> Term {
        let existed = heap.exists(&self.before, object);
        let mut found = heap.pool().not(existed);
        for given in &self.given {
            let same = heap.pool().eq(object, *given);
            found = heap.pool().or(found, same);
        }
        let written = heap.is_written(&self.before, &self.after, object);
        found = heap.pool().or(found, written);
        let counts = self.counts(heap, object);
        heap.pool().and(found, counts)
    }

    fn excludes<H: Encoding<State = S>>(&self, heap: &mut H, object: Term) -> Term {
        let mut others = self.includes(heap, object);
        others = heap.pool().not(others);
        let counts = self.counts(heap, object);
        heap.pool().and(others, counts)
    }

    fn counts<H: Encoding<State = S>>(&self, heap: &mut H, object: Term) -> Term {
        let Some((lost, is_lost)) = self.lost else {
            return heap.pool().tt();
        };
        let other = heap.pool().distinct(object, lost);
        let held = heap.pool().not(is_lost);
        heap.pool().or(other, held)
    }
}
