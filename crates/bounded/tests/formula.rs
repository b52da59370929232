//! The graph and the formulas of the thesis's example, and that splitting loses and repeats no path.

use bounded::graph::{Bounds, EdgeId, Part};
use bounded::literals::{Literals, Tag};
use bounded::problem::Subject;
use bounded::program::Program;
use bounded::split::Splitter;
use bounded::universe::Scope;
use bounded::verify::{Choice, Decision, Options, Split, script, verify};
use classpath::{ClassFile, ClassPathBuilder};
use jml::Specifications;
use solver::{Bitwuzla, Solver};
use source::SourceFile;
use std::collections::BTreeMap;
use std::sync::Arc;

const ENTRY: &str = r"
    class Entry {
        /*@ nullable @*/ Data data;
        /*@ nullable @*/ Entry next;

        /*@ ensures (\forall Entry o; \reach(this, o, next); o.data == d); @*/
        void setAll(Data d) {
            Entry e = this;
            while (e != null) {
                e.data = d;
                e = e.next;
            }
        }

        /*@ ensures (\forall Entry o; \reach(this, o, next); o.data == d); @*/
        void setOthers(Data d) {
            Entry e = this.next;
            while (e != null) {
                e.data = d;
                e = e.next;
            }
        }
    }
    class Data {}
";

/// A source compiled and its specifications read.
struct Loaded {
    program: Program,
}

impl Loaded {
    fn new(name: &str, text: &str) -> Loaded {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join(format!("{name}.java"));
        std::fs::write(&file, text).expect("a file");
        let classpath = ClassPathBuilder::new()
            .target(&file)
            .build()
            .expect("classes");
        let classpath = Arc::new(classpath);
        let files = [(file, SourceFile::parse(text))];
        let (specifications, diagnostics) = Specifications::read(&files, &[], &classpath);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        Loaded {
            program: Program::new(classpath, Arc::new(specifications)).expect("a program"),
        }
    }

    fn class(&self, name: &str) -> Arc<ClassFile> {
        let found = self.program.classpath.find(name).expect("a class path");
        found.expect("the class")
    }
}

fn subject<'a>(loaded: &'a Loaded, method: &str, unroll: u32) -> Subject<'a> {
    let class = loaded.class("Entry");
    let at = class
        .methods
        .iter()
        .position(|m| &*m.name == method)
        .expect("the method");
    let bounds = Bounds {
        unroll,
        edges: 10_000,
        calls: bounded::graph::Calls::Inline,
        length: 3,
        stop: bounded::stop::Stop::default(),
    };
    Subject::new(&loaded.program, &class, at, &bounds).expect("a subject")
}

/// Fig. 3.3 of the thesis; the path that goes on beyond the bound is not in the figure.
#[test]
fn graph_of_set_all() {
    let loaded = Loaded::new("Entry", ENTRY);
    assert_eq!(
        subject(&loaded, "setAll", 1).graph.print(),
        "0 -> 1: e = this
1 -> 5: e == null
1 -> 2: e != null
2 -> 3: e.data = d
3 -> 4: e = e.next
4 -> 5: e == null
4 -> 6: e != null  [beyond the bound]
5 -> 6: not the post-condition  [returns]
"
    );
}

fn section<'t>(text: &'t str, title: &str) -> Vec<&'t str> {
    let lines = text
        .lines()
        .skip_while(|line| *line != format!("; {title}"));
    lines
        .skip(1)
        .take_while(|line| line.starts_with("(assert"))
        .collect()
}

/// Figs. 3.5 and 3.7 of the thesis, for one iteration.
#[test]
fn control_flow_and_data_flow_of_set_all() {
    let loaded = Loaded::new("Entry", ENTRY);
    let text = script(
        &subject(&loaded, "setAll", 1),
        &Scope::new(3),
        Choice::Quantified,
    )
    .expect("a script");
    assert_eq!(
        section(&text, "control flow"),
        [
            "(assert E_0_1)",
            "(assert (=> E_0_1 (or E_1_5 E_1_2)))",
            "(assert (=> E_1_5 E_5_6))",
            "(assert (=> E_1_2 E_2_3))",
            "(assert (=> E_2_3 E_3_4))",
            "(assert (=> E_3_4 E_4_5))",
            "(assert (=> E_4_5 E_5_6))",
        ]
    );
    let data = section(&text, "data flow");
    let starts = [
        "(assert (=> E_0_1 (= this e_0)))",
        "(assert (=> E_1_5 (= e_0 #b000)))",
        "(assert (=> E_1_2 (distinct e_0 #b000)))",
        "(assert (=> E_2_3 (forall ((",
        "(assert (=> E_3_4 (= (next_0 e_0) e_1)))",
        "(assert (=> E_4_5 (= e_1 #b000)))",
        "(assert (=> E_1_5 (forall ((",
    ];
    assert_eq!(data.len(), starts.len(), "{data:#?}");
    for (line, start) in data.iter().zip(starts) {
        assert!(
            line.starts_with(start),
            "{line} does not begin with {start}"
        );
    }
    assert!(
        data[3].contains("(data_1 ") && data[3].contains("(ite (= e_0 "),
        "{}",
        data[3]
    );
    assert!(
        data[6].contains("(data_1 ") && data[6].contains("(data_0 "),
        "{}",
        data[6]
    );
    let broken = section(&text, "what is broken");
    assert_eq!(broken.len(), 1, "{broken:#?}");
    assert!(broken[0].starts_with("(assert (=> E_5_6 "), "{}", broken[0]);
    assert!(broken[0].contains("reach_next_0"), "{}", broken[0]);
}

fn decide(loaded: &Loaded, method: &str, split: Split) -> Decision {
    let options = Options {
        scope: Scope::new(3),
        split,
        encoding: Choice::Expanded,
        jobs: 2,
    };
    verify(&subject(loaded, method, 3), &options).decision
}

#[test]
fn set_all_holds_and_a_wrong_variant_does_not() {
    let loaded = Loaded::new("Entry", ENTRY);
    for splitter in [
        Splitter::Whole,
        Splitter::Branch,
        Splitter::VarDef,
        Splitter::Path,
    ] {
        let split = Split::Fixed {
            splitter,
            rounds: 2,
        };
        let right = decide(&loaded, "setAll", split);
        assert!(matches!(right, Decision::Holds), "{splitter:?}: {right:?}");
        let Decision::Violated(found) = decide(&loaded, "setOthers", split) else {
            panic!("{splitter:?} finds nothing wrong");
        };
        // The entry itself is left out; the state before shows it with other data.
        let before = &found[0].before;
        let this = before
            .iter()
            .find(|object| object.name == "this")
            .expect("the receiver");
        let data = this
            .fields
            .iter()
            .find(|field| field.name == "data")
            .expect("its data");
        assert_ne!(data.value, "d");
    }
}

/// How often each path is in a list of parts, as the edges it takes.
fn paths(parts: &[Part]) -> BTreeMap<Vec<u32>, u32> {
    let mut counts = BTreeMap::new();
    for part in parts {
        let exit = part.graph().exit();
        let mut work = vec![(part.graph().entry(), Vec::new())];
        while let Some((node, path)) = work.pop() {
            if node == exit {
                *counts.entry(path).or_insert(0) += 1;
                continue;
            }
            for (id, edge) in part.edges().filter(|(_, edge)| edge.from == node) {
                let mut longer = path.clone();
                longer.push(id.0);
                work.push((edge.to, longer));
            }
        }
    }
    counts
}

#[test]
fn parts_have_every_path_of_the_whole_once() {
    let loaded = Loaded::new("Entry", ENTRY);
    for method in ["setAll", "setOthers"] {
        let subject = subject(&loaded, method, 3);
        let whole = Part::violations(&subject.graph);
        let all = paths(std::slice::from_ref(&whole));
        assert!(all.len() > 3, "{all:?}");
        for splitter in [
            Splitter::Whole,
            Splitter::Branch,
            Splitter::VarDef,
            Splitter::Path,
        ] {
            for rounds in 1..4 {
                let parts = splitter.split(&whole, rounds);
                assert_eq!(paths(&parts), all, "{method}, {splitter:?}, {rounds}");
            }
        }
    }
}

/// With all literals assumed a formula is what it is without them; without that of an edge, what the edge defines is free.
#[test]
fn literals_of_edges() {
    let loaded = Loaded::new("Entry", ENTRY);
    let subject = subject(&loaded, "setAll", 2);
    let whole = Part::violations(&subject.graph);
    let scope = Scope::new(2);
    let written = subject.graph.edge_ids().filter(|id| {
        matches!(
            subject.graph.edge(*id).statement,
            bounded::graph::Statement::Write { .. }
        )
    });
    let written: Vec<_> = written.collect();
    assert!(written.len() > 1, "an edge for each round");
    let budget = solver::Budget::default();
    let mut problem =
        (subject.expanded_with(&whole, &scope, Literals::new(true))).expect("a formula");
    let broken: Vec<_> = problem.obligations.iter().map(|(_, term)| *term).collect();
    let broken = problem.heap.pool.or_all(&broken);
    let mut solver = Bitwuzla::new();
    problem
        .assumed
        .iter()
        .for_each(|term| solver.assert(&problem.heap.pool, *term));
    solver.assert(&problem.heap.pool, broken);
    let all = problem.heap.literals.all().to_vec();
    let without = |left_out: Option<EdgeId>| -> Vec<logic::Term> {
        let kept = all
            .iter()
            .filter(|(tag, _)| left_out.is_none_or(|id| *tag != Tag::Edge(id)));
        kept.map(|(_, literal)| *literal).collect()
    };
    assert!(
        solver
            .check(&problem.heap.pool, &without(None), &budget)
            .is_unsat()
    );
    for id in &written {
        assert!(
            solver
                .check(&problem.heap.pool, &without(Some(*id)), &budget)
                .is_sat(),
            "{id:?}"
        );
    }
    let quantified = subject
        .quantified_with(&whole, &scope, Literals::new(true))
        .expect("a formula");
    for id in written {
        let tag = Tag::Edge(id);
        assert!(
            quantified
                .heap
                .literals
                .all()
                .iter()
                .any(|(known, _)| *known == tag),
            "{id:?}"
        );
    }
    let core = bounded::core::core(&subject, &scope).expect("it holds");
    assert!(core.len() < all.len());
}

/// Variables and functions have one space of names in SMT-LIB.
#[test]
fn a_parameter_may_be_called_like_a_field() {
    let text = r"
        class Entry {
            int key;

            /*@ ensures this.key == key; assignable this.key; @*/
            void set(int key) {
                this.key = key;
                key = key + 1;
            }
        }
    ";
    let loaded = Loaded::new("Entry", text);
    let scope = Scope::new(2);
    let script = script(&subject(&loaded, "set", 1), &scope, Choice::Quantified).expect("a script");
    let declared = script.lines().filter(|line| line.starts_with("(declare-"));
    let mut names: Vec<&str> = declared
        .filter_map(|line| line.split_whitespace().nth(1))
        .collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "{script}");
    assert!(count > 2, "{script}");
}
