//! Decides methods, several at the same time, and hands out what became of them in the order in which they were asked for.
//! Where the bounds that nobody chose leave no execution, they are widened.

use super::arguments::{MathName, SplitName, VerifyOptions};
use super::{Files, Method, record};
use crate::failure::Failure;
use crate::progress::Display;
use crate::{engine, names};
use bounded::graph::Bounds;
use bounded::problem::Subject;
use bounded::program::Program;
use bounded::reasons::Undecided;
use bounded::stop::Stop;
use bounded::universe::Scope;
use bounded::verify::{self, Decision, Narrow, Verified};
use classpath::{ClassFile, ClassPath};
use jml::Specifications;
use jml::contract::{Arithmetic, Math};
use outcome::ReasonKind;
use solver::Interrupter;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Edges beyond which a graph is given up.
const EDGES: usize = 50_000;

/// Iterations, where nobody chose them.
pub const UNROLL: u32 = 3;

/// What iterations and lengths are widened to.
const WIDER: [u32; 3] = [12, 48, 128];

/// Of each thread: specifications may nest deeply.
const STACK: usize = 64 << 20;

/// The time for what is no more than a hint; or twice that of the answer.
const HINT: Duration = Duration::from_secs(5);

/// A method and what became of it.
pub struct Decided<'p> {
    pub name: String,
    pub class: Arc<ClassFile>,
    pub method: usize,
    pub result: Result<Answer<'p>, Given>,
}

/// Why there is no answer.
pub enum Given {
    /// It was not looked at.
    Up,
    Unknown(ReasonKind, String),
    Failed(Failure),
}

pub struct Answer<'p> {
    pub subject: Subject<'p>,
    pub verified: Verified,
    pub scope: Scope,
    pub unroll: u32,
    pub took: Duration,
    /// Whether what is violated holds if integers in specifications do not wrap around.
    pub holds_unbounded: bool,
}

/// Called with each method before it is decided.
pub type Begin<'d> = &'d (dyn Fn(&Subject, &Scope) -> Result<(), Failure> + Sync);

pub struct Deciding<'d> {
    pub options: &'d VerifyOptions,
    pub program: &'d Program,
    pub scope: Scope,
    pub unbounded: &'d Unbounded<'d>,
    pub interrupter: &'d Interrupter,
    pub display: Option<&'d Display>,
    pub begin: Begin<'d>,
}

/// The same program, with specifications whose integers do not wrap around; read when it is first asked for.
pub struct Unbounded<'d> {
    pub classpath: &'d Arc<ClassPath>,
    pub sources: &'d Files,
    pub library: &'d Files,
    pub arithmetic: Arithmetic,
    program: OnceLock<Option<Program>>,
}

impl<'d> Unbounded<'d> {
    pub fn new(
        classpath: &'d Arc<ClassPath>,
        sources: &'d Files,
        library: &'d Files,
        arithmetic: Arithmetic,
    ) -> Unbounded<'d> {
        Unbounded {
            classpath,
            sources,
            library,
            arithmetic,
            program: OnceLock::new(),
        }
    }

    fn program(&self) -> Option<&Program> {
        let read = || {
            let arithmetic = Arithmetic {
                spec: Math::BigInt,
                ..self.arithmetic
            };
            let (specifications, _) =
                Specifications::read_with(self.sources, self.library, self.classpath, arithmetic);
            let marks = super::marks::read(self.classpath, &specifications, self.sources).ok()?;
            let program = Program::new(Arc::clone(self.classpath), Arc::new(specifications));
            Some(program.ok()?.with_marks(marks))
        };
        self.program.get_or_init(read).as_ref()
    }
}

impl<'d> Deciding<'d> {
    /// Decides all of them, and takes each as soon as it and those before it are there.
    pub fn each(
        &self,
        methods: &[Method],
        mut take: impl FnMut(Decided<'d>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let jobs = self.jobs().clamp(1, methods.len().max(1));
        let next = AtomicUsize::new(0);
        let given_up = AtomicBool::new(false);
        let slots: Mutex<Vec<Option<Decided<'d>>>> =
            Mutex::new(methods.iter().map(|_| None).collect());
        let changed = Condvar::new();
        let locked = || slots.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::SeqCst);
                if at >= methods.len() || given_up.load(Ordering::SeqCst) {
                    return;
                }
                let decided = self.decided(methods, at);
                locked()[at] = Some(decided);
                changed.notify_all();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let builder = std::thread::Builder::new().stack_size(STACK);
                if let Err(error) = builder.spawn_scoped(scope, work) {
                    given_up.store(true, Ordering::SeqCst);
                    self.interrupter.interrupt();
                    return Err(Failure::usage(format!("cannot start a thread: {error}")));
                }
            }
            for at in 0..methods.len() {
                let mut slots = locked();
                let decided = loop {
                    if let Some(decided) = slots[at].take() {
                        break decided;
                    }
                    slots = changed.wait(slots).unwrap_or_else(PoisonError::into_inner);
                };
                drop(slots);
                if let Err(failure) = take(decided) {
                    given_up.store(true, Ordering::SeqCst);
                    self.interrupter.interrupt();
                    return Err(failure);
                }
            }
            Ok(())
        })
    }

    /// What is written out while methods are decided would come in any order.
    fn jobs(&self) -> usize {
        let dumps = self.options.dump_graph.is_some() || self.options.dump_smt.is_some();
        match self.options.jobs {
            _ if dumps => 1,
            Some(jobs) => usize::from(jobs),
            None => std::thread::available_parallelism().map_or(1, |n| n.get()),
        }
    }

    fn decided(&self, methods: &[Method], at: usize) -> Decided<'d> {
        let (class, method) = &methods[at];
        let name = names::written(class, &class.methods[*method]);
        if let Some(display) = self.display {
            let (number, all) = (at + 1, methods.len());
            display.other(format!("verifying {name} ({number} of {all})"));
        }
        let result = match self.interrupter.is_set() {
            true => Err(Given::Up),
            false => engine::guarded(|| self.answer(class, *method, methods.len())).unwrap_or_else(
                |message| {
                    let what = "this is a bug in Cortado, please report it with the program";
                    let why = format!("{message}; {what}");
                    Err(Given::Unknown(ReasonKind::Internal, why))
                },
            ),
        };
        Decided {
            name,
            class: class.clone(),
            method: *method,
            result,
        }
    }

    fn answer(
        &self,
        class: &Arc<ClassFile>,
        method: usize,
        methods: usize,
    ) -> Result<Answer<'d>, Given> {
        let begun = Instant::now();
        let asked = Asked {
            class,
            method,
            stop: Stop {
                deadline: self.options.timeout.0.map(|time| begun + time),
                interrupter: self.interrupter.clone(),
            },
            // What `auto` finds first must not depend on the machine.
            jobs: match (self.options.jobs, self.options.split) {
                (None, SplitName::Auto) => 1,
                _ if methods > 1 => 1,
                _ => self.jobs(),
            },
        };
        let (mut scope, mut unroll) = (self.scope.clone(), self.options.unroll.unwrap_or(UNROLL));
        let (subject, options) = (self.posed(self.program, &asked, &scope, unroll))
            .map_err(|why| Given::Unknown(record::kind(&why), why.to_string()))?;
        (self.begin)(&subject, &scope).map_err(Given::Failed)?;
        let mut answer = Answer {
            verified: verify::verify(&subject, &options),
            subject,
            scope: scope.clone(),
            unroll,
            took: Duration::ZERO,
            holds_unbounded: false,
        };
        let mut narrow = answer.verified.narrow;
        let mut is_cut = !answer.verified.cuts.is_empty();
        while let Some(what) = narrow
            && self.widen(what, is_cut, &mut scope, &mut unroll)
            && let Ok((subject, options)) = self.posed(self.program, &asked, &scope, unroll)
        {
            let verified = verify::verify(&subject, &options);
            (narrow, is_cut) = (verified.narrow, !verified.cuts.is_empty());
            // That there are states, and no execution ends, is more than that there are none.
            let is_more = answer.verified.narrow == Some(Narrow::States);
            // That no execution ends within narrow bounds stays so, whatever cannot be told within wider ones.
            let is_lost = narrow.is_none() && matches!(verified.decision, Decision::Unknown(_));
            if is_lost && answer.verified.narrow == Some(Narrow::Ends) {
                break;
            }
            if narrow.is_none() || narrow == Some(Narrow::Ends) && is_more {
                (answer.subject, answer.verified) = (subject, verified);
                (answer.scope, answer.unroll) = (scope.clone(), unroll);
            }
        }
        // Whoever asks for longer arrays expects loops over them to come to their end.
        if scope.length > self.scope.length
            && is_cut
            && self.options.unroll.is_none()
            && unroll < scope.length
            && matches!(answer.verified.decision, Decision::Holds)
            && let Ok((subject, options)) = self.posed(self.program, &asked, &scope, scope.length)
        {
            let verified = verify::verify(&subject, &options);
            if !matches!(verified.decision, Decision::Unknown(_)) {
                (answer.subject, answer.verified) = (subject, verified);
                answer.unroll = scope.length;
            }
        }
        // What surrounds a class within a method may rule the values out that it has captured.
        let mut fields = class.fields.iter();
        if matches!(answer.verified.decision, Decision::Violated(_))
            && let Some(captured) = fields.find_map(|field| field.name.strip_prefix("val$"))
        {
            let why = Undecided::Captured(captured.to_owned());
            answer.verified.decision = Decision::Unknown(vec![why]);
        }
        answer.took = begun.elapsed();
        answer.holds_unbounded = self.holds_unbounded(&answer, asked);
        Ok(answer)
    }

    fn posed<'p>(
        &self,
        program: &'p Program,
        asked: &Asked,
        scope: &Scope,
        unroll: u32,
    ) -> Result<(Subject<'p>, verify::Options), Undecided> {
        let bounds = Bounds {
            unroll,
            edges: EDGES,
            calls: self.options.calls.calls(),
            length: scope.length,
            stop: asked.stop.clone(),
        };
        let options = verify::Options {
            scope: scope.clone(),
            split: self.options.split.split(self.options.rounds),
            encoding: self.options.encoding.choice(),
            jobs: asked.jobs,
        };
        let subject = Subject::new(program, asked.class, asked.method, &bounds)?;
        Ok((subject, options))
    }

    /// Widens a bound that nobody chose, if that may help: that of loops, if one of them is cut off.
    fn widen(&self, narrow: Narrow, is_cut: bool, scope: &mut Scope, unroll: &mut u32) -> bool {
        let (bound, most) = match narrow {
            Narrow::Ends if is_cut && self.options.unroll.is_none() => (unroll, u32::MAX),
            Narrow::Ends if is_cut => return false,
            _ if self.options.array_length.is_none() => {
                (&mut scope.length, super::longest(self.options))
            }
            _ => return false,
        };
        let wider = WIDER
            .into_iter()
            .find(|wider| wider > bound && *wider <= most);
        if let Some(wider) = wider {
            *bound = wider;
        }
        wider.is_some()
    }

    /// Whether what is violated holds if integers in specifications do not wrap around.
    fn holds_unbounded(&self, answer: &Answer, mut asked: Asked) -> bool {
        if !matches!(answer.verified.decision, Decision::Violated(_))
            || self.options.spec_math != MathName::Java
        {
            return false;
        }
        let Some(unbounded) = self.unbounded.program() else {
            return false;
        };
        let info = &asked.class.methods[asked.method];
        let said = |program: &Program| {
            let specifications = &program.specifications;
            let (class, name, descriptor) = (&asked.class.name, &info.name, &info.descriptor);
            (
                specifications.contract(class, name, descriptor),
                specifications.class(class),
            )
        };
        if said(self.program) == said(unbounded) {
            return false;
        }
        // It is only a hint.
        let soon = Instant::now() + HINT.max(answer.took * 2);
        let deadline = asked.stop.deadline;
        asked.stop.deadline = Some(deadline.map_or(soon, |end| end.min(soon)));
        let posed = self.posed(unbounded, &asked, &answer.scope, answer.unroll);
        posed.is_ok_and(|(subject, options)| {
            // What is not looked at there may be what is violated here.
            subject.unchecked == answer.subject.unchecked
                && matches!(verify::verify(&subject, &options).decision, Decision::Holds)
        })
    }
}

/// What is the same for all attempts at a method.
struct Asked<'m> {
    class: &'m Arc<ClassFile>,
    method: usize,
    stop: Stop,
    /// Parts at the same time.
    jobs: usize,
}
