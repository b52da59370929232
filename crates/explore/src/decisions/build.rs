//! Builds a decision graph: a search for all ways at once, without asking which exist.

use super::{Decided, DecisionId, Decisions, Ending, Next};
use crate::config::{Config, Entry};
use crate::strands;
use classpath::ClassPath;
use logic::{Bounds, Term};
use machine::{BoundHit, ClassId, End, Machine, Plan, Reached, State, Stop};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Instructions between two looks at the limits.
const SLICE: u64 = 100_000;
/// Instructions on all ways.
const INSTRUCTIONS: u64 = 200_000_000;
const DECISIONS: usize = 200_000;
/// Regions within regions, each of which is a recursion of ours; beyond this, ways stay apart.
const NESTING: usize = 200;
/// Ways through a region that may stay apart before they are left to themselves.
const APART: usize = 64;

/// A way that has come so far.
struct Strand {
    state: State,
    bounds: Bounds,
    /// What was decided since the region around it began.
    guard: Vec<Term>,
    /// Answers after which this comes.
    open: Vec<(DecisionId, bool)>,
    /// The instruction that it is at had a question and has the answer.
    answered: bool,
    end: At,
}

/// Where a way through a region is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// Where the sides of the branch meet.
    Met,
    /// Somewhere outside.
    Left,
    /// About to throw something that the region does not catch.
    Throwing,
}

struct Builder {
    machine: Machine,
    graph: Decisions,
    /// The number of the next object, so that no two ways use the same for different ones.
    numbers: u32,
    deadline: Option<Instant>,
    nesting: usize,
    /// A class that must be initialised before the outermost branch.
    hoist: Option<ClassId>,
}

pub fn build(
    classpath: &Arc<ClassPath>,
    entry: &Entry,
    config: &Config,
) -> Result<Decisions, String> {
    let started = Instant::now();
    let mut machine = Machine::new(classpath.clone(), config.machine.clone());
    let mut state = crate::entry::start(&mut machine, entry)?;
    state.heap.keep_all();
    let mut builder = Builder {
        graph: Decisions {
            pool: logic::Pool::new(),
            decisions: Vec::new(),
            first: Next::End(Ending::Returned),
            merged: 0,
            instructions: 0,
            running: Duration::ZERO,
            time: Duration::ZERO,
        },
        machine,
        numbers: 0,
        deadline: config.timeout.map(|time| started + time),
        nesting: 0,
        hoist: None,
    };
    builder.all_from(Strand {
        state,
        bounds: Bounds::default(),
        guard: Vec::new(),
        open: Vec::new(),
        answered: false,
        end: At::Left,
    });
    let mut graph = builder.graph;
    graph.pool = builder.machine.pool;
    graph.time = started.elapsed();
    Ok(graph)
}

/// What a way comes to next.
enum Came {
    /// It asks whether a condition holds.
    Asks(Term),
    /// To the end of the region.
    Out(At),
    /// To its end.
    Ended(Ending),
    /// The region cannot be walked before a class is initialised.
    Hoist,
}

impl Builder {
    /// Everything from a state on that is in no region.
    fn all_from(&mut self, first: Strand) {
        let mut waiting = vec![first];
        while let Some(mut strand) = waiting.pop() {
            let term = match self.run(&mut strand, None) {
                Came::Asks(term) => term,
                Came::Ended(ending) => {
                    self.end(&strand, ending);
                    continue;
                }
                // There is no region here.
                Came::Out(_) | Came::Hoist => continue,
            };
            let ways = self.split_outermost(strand, term);
            waiting.extend(ways.into_iter().rev());
        }
    }

    /// Answers a question both ways; where its sides meet again, they are one from there on.
    fn split_outermost(&mut self, mut strand: Strand, term: Term) -> Vec<Strand> {
        let Some(plan) = self.plan(&strand.state, None) else {
            return self.answers(&mut strand, term).into();
        };
        loop {
            let (decisions, merged) = (self.graph.decisions.len(), self.graph.merged);
            let mut again = strand.fork();
            let ways = self.split(strand, term, &plan);
            let Some(class) = self.hoist.take() else {
                return ways;
            };
            // What was found is of no use: the answers that led there are open again.
            self.graph.decisions.truncate(decisions);
            self.graph.merged = merged;
            let before = again.state.snapshot();
            if !strands::initialize_early(&mut self.machine, &mut again.state, class, term) {
                again.state = before;
                self.machine.comes_in_time(class);
            }
            strand = again;
        }
    }

    /// Both sides of a branch to where they meet, or leave.
    fn split(&mut self, mut strand: Strand, term: Term, plan: &Plan) -> Vec<Strand> {
        let bounds = strand.bounds.clone();
        let base = strand.state.snapshot();
        self.nesting += 1;
        let [one, mut two] = self.answers(&mut strand, term);
        let mut all: Vec<Strand> = Vec::new();
        for done in self.follow(one, plan) {
            self.machine.share_constants(&done.state, &mut two.state);
            self.join(&base, &bounds, &mut all, done);
        }
        if self.hoist.is_none() {
            for done in self.follow(two, plan) {
                self.join(&base, &bounds, &mut all, done);
            }
        }
        self.nesting -= 1;
        all
    }

    /// One way to where the sides of a region meet or leave, splitting and merging in between.
    fn follow(&mut self, first: Strand, plan: &Plan) -> Vec<Strand> {
        let mut ends = Vec::new();
        let mut waiting = vec![first];
        while let Some(mut strand) = waiting.pop() {
            if self.hoist.is_some() {
                return Vec::new();
            }
            let term = match self.run(&mut strand, Some(plan)) {
                Came::Asks(term) => term,
                Came::Ended(ending) => {
                    self.end(&strand, ending);
                    continue;
                }
                Came::Out(at) => {
                    strand.end = at;
                    ends.push(strand);
                    continue;
                }
                Came::Hoist => return Vec::new(),
            };
            let nested = match self.nesting < NESTING {
                true => self.plan(&strand.state, Some(plan)),
                false => None,
            };
            let ways = match &nested {
                Some(nested) => self.split(strand, term, nested),
                None => self.answers(&mut strand, term).into(),
            };
            for way in ways.into_iter().rev() {
                let returns = nested.as_ref().is_some_and(|n| n.returns_as(plan));
                if way.end == At::Met && nested.is_some() && returns || ends.len() > APART {
                    ends.push(way);
                } else {
                    waiting.push(way);
                }
            }
        }
        ends
    }

    /// Runs a way until something is to be done about it.
    fn run(&mut self, strand: &mut Strand, plan: Option<&Plan>) -> Came {
        loop {
            let late = self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
            let large = self.graph.decisions.len() >= DECISIONS;
            if late || large || self.graph.instructions >= INSTRUCTIONS {
                return Came::Ended(Ending::Unknown("a limit of the graph".to_owned()));
            }
            let before = strand.state.instructions;
            strand.state.heap.number_from(self.numbers);
            let started = Instant::now();
            let stop = match plan {
                Some(plan) => {
                    let (state, answered) = (&mut strand.state, strand.answered);
                    self.machine.walk(state, plan, SLICE, answered)
                }
                None => self.machine.run(&mut strand.state, SLICE),
            };
            self.graph.running += started.elapsed();
            self.graph.instructions += strand.state.instructions.saturating_sub(before);
            self.numbers = self.numbers.max(strand.state.heap.next_number());
            // Any other question is answered below.
            strand.answered = !matches!(stop, Stop::Fuel | Stop::Region(_));
            match stop {
                Stop::Fuel => {}
                Stop::Branch(term) | Stop::Guard(term) => {
                    match strand.bounds.decide(&self.machine.pool, term) {
                        Some(holds) => {
                            self.machine.learn(&mut strand.state, term, holds);
                            // A round that inputs decide counts, or one loop could go on for ever.
                            strand.state.forks += 1;
                        }
                        None => return Came::Asks(term),
                    }
                }
                Stop::Value(term) => match strand.bounds.value(&self.machine.pool, term) {
                    Some(value) => self.machine.learn_value(&mut strand.state, term, value),
                    None => {
                        let what = "the program needs the value of a number".to_owned();
                        return Came::Ended(Ending::Unknown(what));
                    }
                },
                Stop::Assume(term) => self.assume(strand, term),
                // Nothing is watched here, and there are no rounds.
                Stop::Calling | Stop::Returned | Stop::Deeper | Stop::Head => {
                    return Came::Ended(Ending::Unknown("a watched call".to_owned()));
                }
                Stop::Region(Reached::Meet) => return Came::Out(At::Met),
                Stop::Region(Reached::Throw) => return Came::Out(At::Throwing),
                Stop::Region(Reached::Initialization(class)) => {
                    self.hoist = Some(class);
                    return Came::Hoist;
                }
                Stop::Region(Reached::Outside | Reached::Return) => return Came::Out(At::Left),
                Stop::End(end) => return Came::Ended(self.ending(&strand.state, end)),
            }
        }
    }

    fn ending(&self, state: &State, end: End) -> Ending {
        match end {
            End::Returned(_) | End::Exited => Ending::Returned,
            End::Threw(thrown) => match self.machine.class_of(state, thrown) {
                Ok(class) => Ending::Threw(self.machine.class(class).name.replace('/', ".")),
                Err(_) => Ending::Unknown("an exception".to_owned()),
            },
            End::Infeasible => Ending::RuledOut,
            End::Unsupported { what, .. } => Ending::Unknown(what),
            End::Bound(hit) => Ending::Bound(match hit {
                BoundHit::Loop { .. } | BoundHit::Recursion { .. } => "--unwind",
                BoundHit::StringLength { .. } => "--string-length",
                BoundHit::ArrayLength { .. } => "--array-length",
                BoundHit::Objects { .. } => "--objects",
            }),
        }
    }

    /// The region to follow both sides of a branch in. Unlike an exploration, the graph has loops unrolled within it.
    fn plan(&mut self, state: &State, outer: Option<&Plan>) -> Option<Plan> {
        let plans = self.machine.plans(state);
        let depth = state.stack.depth();
        let mut good = plans.iter().filter(|plan| {
            let has = &plan.contents;
            let meets = has.meeting >= 2 || has.decides_loop;
            meets && !(plan.instruction || plan.at_return && depth < 2)
        });
        good.find_map(|plan| match outer {
            None => Some(plan.clone()),
            Some(outer) => plan.clone().inside(outer),
        })
    }

    /// Makes a decision of a question, and gives both answers.
    fn answers(&mut self, strand: &mut Strand, term: Term) -> [Strand; 2] {
        let id = self.decision(strand, term);
        let narrow = strand.bounds.narrowed(&mut self.machine.pool, term);
        [true, false].map(|holds| {
            let mut side = strand.fork();
            self.machine.learn(&mut side.state, term, holds);
            side.bounds.learn(&self.machine.pool, term, holds);
            side.state.forks += 1;
            let guard = match holds {
                true => narrow,
                false => self.machine.pool.not(narrow),
            };
            side.guard.push(guard);
            side.open = vec![(id, holds)];
            side.answered = true;
            side
        })
    }

    /// The way goes on where the condition holds.
    fn assume(&mut self, strand: &mut Strand, term: Term) {
        self.machine.learn(&mut strand.state, term, true);
        if strand.bounds.decide(&self.machine.pool, term) == Some(true) {
            return;
        }
        let id = self.decision(strand, term);
        self.graph.decisions[id.0 as usize].then[0] = Next::End(Ending::RuledOut);
        strand.bounds.learn(&self.machine.pool, term, true);
        strand.guard.push(term);
        strand.open = vec![(id, true)];
    }

    fn decision(&mut self, strand: &Strand, term: Term) -> DecisionId {
        let id = DecisionId(self.graph.decisions.len() as u32);
        let place = strand.state.current().map(|(method, pc)| {
            let linked = self.machine.method(method);
            if linked.is_synthetic_frame() {
                return "an input".to_owned();
            }
            let class = self.machine.class(linked.class).name.replace('/', ".");
            let line = self.machine.line(method, pc);
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            format!("{class}.{}{line}", linked.name)
        });
        let conditions = [self.machine.pool.not(term), term];
        self.graph.decisions.push(Decided {
            conditions,
            place: place.unwrap_or_default(),
            then: [Next::End(Ending::Returned), Next::End(Ending::Returned)],
        });
        self.lead(strand, &Next::Decision(id));
        id
    }

    fn end(&mut self, strand: &Strand, ending: Ending) {
        self.lead(strand, &Next::End(ending));
    }

    /// Has what the way comes after lead here.
    fn lead(&mut self, strand: &Strand, next: &Next) {
        if strand.open.is_empty() {
            self.graph.first = next.clone();
        }
        for (id, holds) in &strand.open {
            let decided = &mut self.graph.decisions[id.0 as usize];
            decided.then[usize::from(*holds)] = next.clone();
        }
    }

    /// Adds a way to those that have come to the end of a region, as one with another if that can be.
    fn join(&mut self, base: &State, bounds: &Bounds, all: &mut Vec<Strand>, strand: Strand) {
        for known in all.iter_mut() {
            // What is about to throw is still at the instruction that told the two apart.
            if known.end != strand.end || known.end == At::Throwing {
                continue;
            }
            let one = (&known.state, &known.guard[..]);
            let two = (&strand.state, &strand.guard[..]);
            let joined = strands::join(&mut self.machine, base, one, two, true);
            if let Ok((state, _, guard)) = joined {
                self.graph.merged += 1;
                known.state = state;
                known.bounds = bounds.clone();
                known.guard = guard;
                known.open.extend(strand.open);
                known.answered = false;
                return;
            }
        }
        all.push(strand);
    }
}

impl Strand {
    fn fork(&mut self) -> Strand {
        Strand {
            state: self.state.snapshot(),
            bounds: self.bounds.clone(),
            guard: self.guard.clone(),
            open: self.open.clone(),
            answered: self.answered,
            end: At::Left,
        }
    }
}
