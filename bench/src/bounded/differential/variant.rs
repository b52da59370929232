//! Contracts for the method of a program, chosen once it is known which clauses hold: some of them must hold as a whole,
//! some must not.

use super::facts::Facts;
use super::program::{EXCEPTIONS, Program, SIGNALLED};
use super::shape::Ty;
use super::text::{body, classes, header};
use crate::generator::random::Random;
use std::collections::BTreeMap;

/// What the enumeration says of a clause, or of a whole contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// No execution breaks it.
    Never,
    /// Only one that leaves a loop in the iteration after the last one within the bound, which may be looked at or not.
    Late,
    Within,
}

/// What the enumeration found.
#[derive(Clone, Debug)]
pub struct Observed {
    pub heaps: u64,
    pub ended: u64,
    pub ended_late: u64,
    pub facts: Vec<Seen>,
    pub examples: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CaseKind {
    Lightweight,
    Behavior,
    Normal,
    Exceptional,
}

#[derive(Clone, Debug)]
struct Chosen {
    kind: CaseKind,
    ensures: Vec<usize>,
    signals: Vec<usize>,
    /// Numbers in [`SIGNALLED`].
    signals_only: Option<Vec<usize>>,
    frame: Option<usize>,
}

/// A contract: for each case of the program what is taken of it.
#[derive(Clone, Debug)]
pub struct Variant(Vec<Chosen>);

/// What must be said of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Violated,
    Vacuous,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Vacuous => "vacuous",
        }
    }
}

pub const VARIANTS: usize = 4;

/// Contracts of a program; the first one is meant to hold.
pub fn choose(program: &Program, observed: &Observed) -> Vec<Variant> {
    let facts = Facts::new(program);
    let random = &mut Random::new(program.seed, 2);
    let mut variants = Vec::new();
    // Where nothing can be said, once is enough.
    let count = if observed.ended + observed.ended_late == 0 {
        1
    } else {
        VARIANTS
    };
    for number in 0..count {
        let mut cases = Vec::new();
        for case in 0..program.cases.len() {
            cases.push(chosen(random, program, observed, &facts, case, number));
        }
        variants.push(Variant(cases));
    }
    variants
}

fn chosen(
    random: &mut Random,
    program: &Program,
    observed: &Observed,
    facts: &Facts,
    case: usize,
    number: usize,
) -> Chosen {
    let seen = |fact: usize| observed.facts[fact];
    let of = &program.cases[case];
    let thrown: Vec<usize> = (0..EXCEPTIONS.len())
        .filter(|n| seen(facts.throws(case, *n)) != Seen::Never)
        .collect();
    let returns = seen(facts.returns(case)) != Seen::Never;
    // Mistakes are put in by the later ones, mostly one at a time.
    let mistake = match number {
        0 => 0,
        _ => 1 + random.below(4),
    };
    let kind = match (mistake == 4, thrown.is_empty(), returns) {
        (true, ..) => random.choose(&[
            CaseKind::Normal,
            CaseKind::Exceptional,
            CaseKind::Lightweight,
        ]),
        (_, true, _) => {
            random.choose(&[CaseKind::Normal, CaseKind::Lightweight, CaseKind::Behavior])
        }
        (_, _, false) => random.choose(&[CaseKind::Exceptional, CaseKind::Behavior]),
        _ => random.choose(&[CaseKind::Lightweight, CaseKind::Behavior]),
    };
    let take = |random: &mut Random, count: usize, fact: &dyn Fn(usize) -> usize, wrong: bool| {
        let (mut right, mut others) = (Vec::new(), Vec::new());
        for n in 0..count {
            match seen(fact(n)) {
                Seen::Never => right.push(n),
                Seen::Within => others.push(n),
                Seen::Late => {}
            }
        }
        let mut taken: Vec<usize> = right
            .into_iter()
            .filter(|_| random.chance(if number == 0 { 90 } else { 50 }))
            .collect();
        if wrong && !others.is_empty() {
            taken.push(random.choose(&others));
        }
        taken.sort_unstable();
        taken
    };
    let mut ensures = take(
        random,
        of.ensures.len(),
        &|n| facts.ensures(case, n),
        mistake == 1,
    );
    let mut signals = take(
        random,
        of.signals.len(),
        &|n| facts.signals(case, n),
        mistake == 2,
    );
    let frames = take(
        random,
        of.frames.len(),
        &|n| facts.frame(case, n),
        mistake == 3,
    );
    // A frame that is wrong comes last.
    let mut frame = match mistake == 3 {
        true => frames
            .iter()
            .copied()
            .max_by_key(|n| seen(facts.frame(case, *n))),
        false => frames.first().copied(),
    };
    if mistake != 3 && random.chance(30) {
        frame = None;
    }
    let mut signals_only = None;
    match kind {
        CaseKind::Normal => signals.clear(),
        CaseKind::Exceptional => ensures.clear(),
        _ => {}
    }
    if kind != CaseKind::Normal {
        let below = |n: usize| SIGNALLED[n].1;
        let covered = signals
            .iter()
            .flat_map(|n| below(of.signals[*n].0))
            .copied()
            .collect::<Vec<usize>>();
        let all = thrown.iter().all(|n| covered.contains(n));
        if !all && mistake != 4 || random.chance(20) {
            let mut list: Vec<usize> = (0..SIGNALLED.len() - 1)
                .filter(|n| below(*n).iter().any(|e| thrown.contains(e)))
                .collect();
            let rest = |e: &usize| !list.iter().any(|n| below(*n).contains(e));
            if thrown.iter().any(rest) || random.chance(20) {
                list = vec![SIGNALLED.len() - 1];
            }
            if mistake == 4 && !list.is_empty() {
                list.pop();
            }
            signals_only = Some(list);
        }
    }
    Chosen {
        kind,
        ensures,
        signals,
        signals_only,
        frame,
    }
}

impl Variant {
    /// The verdict; none if it depends on executions that may be looked at or not.
    pub fn verdict(&self, program: &Program, observed: &Observed) -> Option<Verdict> {
        let facts = Facts::new(program);
        let mut worst = (facts.everywhere())
            .map(|at| observed.facts[at])
            .max()
            .unwrap_or(Seen::Never);
        for (at, _) in self.0.iter().enumerate() {
            worst = worst.max(self.case(program, observed, &facts, at));
        }
        match worst {
            Seen::Within => Some(Verdict::Violated),
            Seen::Late => None,
            Seen::Never if observed.ended > 0 => Some(Verdict::Holds),
            Seen::Never if observed.ended_late > 0 => None,
            Seen::Never => Some(Verdict::Vacuous),
        }
    }

    fn case(&self, program: &Program, observed: &Observed, facts: &Facts, at: usize) -> Seen {
        let seen = |fact: usize| observed.facts[fact];
        let chosen = &self.0[at];
        let mut worst = Seen::Never;
        let mut add = |fact: usize| worst = worst.max(seen(fact));
        chosen
            .ensures
            .iter()
            .for_each(|n| add(facts.ensures(at, *n)));
        chosen
            .signals
            .iter()
            .for_each(|n| add(facts.signals(at, *n)));
        chosen.frame.iter().for_each(|n| add(facts.frame(at, *n)));
        match chosen.kind {
            CaseKind::Exceptional => add(facts.returns(at)),
            _ => {
                if program.result.as_ref().is_some_and(Ty::is_reference) && !program.result_nullable
                {
                    add(facts.null(at));
                }
            }
        }
        let of = &program.cases[at];
        let named: Vec<usize> = match (&chosen.signals_only, chosen.kind) {
            (_, CaseKind::Normal) => Vec::new(),
            (Some(list), _) => list.clone(),
            (None, CaseKind::Exceptional) if chosen.signals.is_empty() => vec![SIGNALLED.len() - 1],
            (None, _) => chosen.signals.iter().map(|n| of.signals[*n].0).collect(),
        };
        for exception in 0..EXCEPTIONS.len() {
            if !named.iter().any(|n| SIGNALLED[*n].1.contains(&exception)) {
                add(facts.throws(at, exception));
            }
        }
        worst
    }

    /// The contract as lines, with the facts that those with one clause state.
    fn lines(
        &self,
        program: &Program,
        cases: std::ops::Range<usize>,
    ) -> Vec<(String, Option<usize>)> {
        let facts = Facts::new(program);
        let mut lines = Vec::new();
        for at in cases {
            let (of, chosen) = (&program.cases[at], &self.0[at]);
            if at > 0 {
                lines.push(("also".to_owned(), None));
            }
            match chosen.kind {
                CaseKind::Lightweight => {}
                CaseKind::Behavior => lines.push(("behavior".to_owned(), None)),
                CaseKind::Normal => lines.push(("normal_behavior".to_owned(), None)),
                CaseKind::Exceptional => lines.push(("exceptional_behavior".to_owned(), None)),
            }
            for clause in &of.requires {
                lines.push((format!("requires {};", clause.jml), None));
            }
            for n in &chosen.ensures {
                let fact = Some(facts.ensures(at, *n));
                lines.push((format!("ensures {};", of.ensures[*n].jml), fact));
            }
            for n in &chosen.signals {
                let (class, clause) = &of.signals[*n];
                let fact = Some(facts.signals(at, *n));
                lines.push((
                    format!("signals ({}) {};", SIGNALLED[*class].0, clause.jml),
                    fact,
                ));
            }
            if let Some(list) = &chosen.signals_only {
                let names: Vec<&str> = list.iter().map(|n| SIGNALLED[*n].0).collect();
                let text = match names.is_empty() {
                    true => "\\nothing".to_owned(),
                    false => names.join(", "),
                };
                lines.push((format!("signals_only {text};"), None));
            }
            if let Some(n) = chosen.frame {
                let names: Vec<&str> = of.frames[n]
                    .iter()
                    .map(|location| location.jml.as_str())
                    .collect();
                let fact = Some(facts.frame(at, n));
                lines.push((format!("assignable {};", names.join(", ")), fact));
            }
        }
        lines
    }
}

/// The program as `cortado` gets it, one method for each contract, and the facts by lines.
pub fn source(program: &Program, variants: &[Variant]) -> (String, BTreeMap<u64, usize>) {
    // A frame's clauses in an inherited case are about another place; only those of the method itself are marked.
    let own = usize::from(program.inherits);
    let (mut methods, mut root) = (String::new(), String::new());
    let mut marks = Vec::new();
    for (number, variant) in variants.iter().enumerate() {
        let header = header(program, Some(number));
        methods += "    /*@\n";
        for (line, fact) in variant.lines(program, own..program.cases.len()) {
            methods += &format!("      @ {line}\n");
            if let Some(fact) = fact {
                marks.push((methods.lines().count() as u64, fact));
            }
        }
        methods += "      @*/\n";
        methods += &format!(
            "    {header} {{\n{}    }}\n",
            body(program, false, "      ")
        );
        if program.inherits {
            root += "    /*@\n";
            for (line, _) in variant.lines(program, 0..1) {
                root += &format!("      @ {line}\n");
            }
            root += &format!("      @*/\n    abstract {header};\n");
        }
    }
    // Classes beside it have all of them.
    for number in variants.len()..VARIANTS {
        if program.inherits {
            let header = header(program, Some(number));
            root += &format!("    abstract {header};\n");
            methods += &format!("    {header} {{ throw new IllegalStateException(); }}\n");
        }
    }
    const HERE: &str = "    // methods\n";
    let text = format!(
        "import java.util.*;\npublic class {} {{\n{}}}\n",
        program.class(),
        classes(program, false, HERE, &root)
    );
    let before = text.split(HERE).next().unwrap_or_default().lines().count() as u64;
    let marks = marks
        .into_iter()
        .map(|(line, fact)| (before + line, fact))
        .collect();
    (text.replace(HERE, &methods), marks)
}
