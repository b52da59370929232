//! What it takes to follow both answers to a branch and have their ways become one, whoever follows them: the exploration,
//! region by region (`worker/walk.rs`), and the decision graph (`decisions`).

use logic::{Pool, Term};
use machine::{ClassId, Machine, Merging, State, Status, Stop};

/// Instructions that the initialiser of a class may take.
const INITIALIZER: u64 = 1_000_000;

/// All of them together.
pub fn all(pool: &mut Pool, terms: &[Term]) -> Term {
    let mut all = pool.tt();
    for term in terms {
        all = pool.and(all, *term);
    }
    all
}

/// Two states that have come from one, each with what was decided on its way, as one; with what tells them apart and what
/// holds on both ways together. Or why that cannot be.
pub fn join(
    machine: &mut Machine,
    base: &State,
    one: (&State, &[Term]),
    two: (&State, &[Term]),
    references: bool,
) -> Result<(State, Term, Vec<Term>), &'static str> {
    let (condition, guard) = apart(&mut machine.pool, one.1, two.1);
    let live = machine.live_here(one.0);
    let how = Merging {
        base,
        condition,
        live: &live,
        references,
    };
    let state = machine.merge(&how, one.0, two.0)?;
    Ok((state, condition, guard))
}

/// What tells two ways apart, and what holds on both of them together.
fn apart(pool: &mut Pool, one: &[Term], two: &[Term]) -> (Term, Vec<Term>) {
    let common = one.iter().zip(two).take_while(|(a, b)| a == b).count();
    let (one, rest) = (&one[common..], &two[common..]);
    let mut guard = two[..common].to_vec();
    let first = one.first().copied();
    let opposite = match (first, rest.first()) {
        (Some(a), Some(b)) => pool.not(a) == *b,
        _ => false,
    };
    let condition = match first {
        Some(first) if opposite => first,
        _ => all(pool, one),
    };
    if !(opposite && one.len() == 1 && rest.len() == 1) {
        let (a, b) = (all(pool, one), all(pool, rest));
        let either = pool.or(a, b);
        if pool.as_bool(either) != Some(true) {
            guard.push(either);
        }
    }
    (condition, guard)
}

/// Initialises a class before the branch at which a state is. `false` if that does not come back to the branch as if
/// nothing had happened.
pub fn initialize_early(
    machine: &mut Machine,
    state: &mut State,
    class: ClassId,
    term: Term,
) -> bool {
    let (here, depth) = (state.current(), state.stack.depth());
    let inputs = state.inputs.len();
    if machine.initialize_now(state, class).is_some() {
        return false;
    }
    let stop = machine.run(state, INITIALIZER);
    matches!(stop, Stop::Branch(again) | Stop::Guard(again) if again == term)
        && (state.current(), state.stack.depth()) == (here, depth)
        && state.inputs.len() == inputs
        && state
            .class(class)
            .is_some_and(|class| class.status == Status::Initialized)
}
