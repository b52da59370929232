//! Merging paths: how many are left, and that nothing else changes. Each program of `merging/Programs.java` has a feature
//! that a region may contain.

use classpath::{ClassPath, ClassPathBuilder};
use explore::{Config, Entry, Merge, Search, explore};
use outcome::{Outcome, Stat, Verdict};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

const LEVELS: [Merge; 6] = [
    Merge::None,
    Merge::Basic,
    Merge::Inline,
    Merge::Exits,
    Merge::Returns,
    Merge::Full,
];

static PROGRAMS: LazyLock<Arc<ClassPath>> = LazyLock::new(|| {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    compiled(&here.join("tests/merging/Programs.java"))
});

fn compiled(target: &Path) -> Arc<ClassPath> {
    let classpath = ClassPathBuilder::new().target(target).build();
    Arc::new(classpath.expect("the program compiles"))
}

fn config(merge: Merge) -> Config {
    Config {
        search: Search::Dfs,
        merge,
        all: true,
        no_other_arguments: true,
        timeout: Some(Duration::from_secs(60)),
        ..Config::default()
    }
}

fn main_of(class: &str, args: &[&str]) -> Entry {
    Entry::Main {
        class: class.to_owned(),
        args: args.iter().map(|a| (*a).to_owned()).collect(),
    }
}

fn run(program: &str, args: &[&str], config: &Config) -> Outcome {
    let entry = main_of(&format!("Programs${program}"), args);
    explore(PROGRAMS.clone(), &entry, config)
}

/// The values of the inputs that lead to each violation.
fn inputs(outcome: &Outcome) -> Vec<String> {
    let of = |violation: &outcome::Violation| {
        let values = violation.inputs.iter().map(|input| input.value.to_string());
        values.collect::<Vec<_>>().join(" ")
    };
    outcome.violations().iter().map(of).collect()
}

/// The program has so many paths without merging and at most so many with it, and its variant breaks for these inputs
/// alone; a star stands for any.
#[track_caller]
fn check(program: &str, apart: u64, merged: u64, breaks: &str) {
    check_with(program, apart, merged, breaks, |config| config);
}

#[track_caller]
fn check_with(program: &str, apart: u64, merged: u64, breaks: &str, adapt: fn(Config) -> Config) {
    let (mut paths, mut first) = (Vec::new(), None);
    for level in LEVELS {
        let config = adapt(config(level));
        let outcome = run(program, &[], &config);
        let verdict = outcome.verdict();
        assert_eq!(outcome.reasons(), [], "{level:?}");
        assert_eq!(
            verdict.exit_status(),
            Verdict::Safe.exit_status(),
            "{level:?}"
        );
        // Merging hits no bound and takes none away.
        assert_eq!(*first.get_or_insert(verdict), verdict, "{level:?}");
        paths.push(outcome.stats().paths);
        for jobs in [1, 2] {
            let config = Config {
                jobs,
                ..config.clone()
            };
            let outcome = run(program, &["bad"], &config);
            assert_eq!(
                outcome.verdict(),
                Verdict::Violated,
                "{level:?}, {jobs} jobs"
            );
            assert_eq!(outcome.reasons(), [], "{level:?}, {jobs} jobs");
            let found = inputs(&outcome);
            let [found] = &found[..] else {
                panic!("{level:?}, {jobs} jobs: {found:?}");
            };
            let same = found.split(' ').count() == breaks.split(' ').count()
                && (found.split(' ').zip(breaks.split(' '))).all(|(a, b)| b == "*" || a == b);
            assert!(same, "{level:?}, {jobs} jobs: {found}, not {breaks}");
        }
    }
    assert_eq!(paths[0], apart, "{paths:?}");
    assert!(paths[5] <= merged, "{paths:?}");
    assert!(paths.is_sorted_by(|a, b| a >= b), "{paths:?}");
}

fn count(outcome: &Outcome, name: &str) -> u64 {
    match outcome.stats().extra.get(name) {
        Some(Stat::Count(count)) => *count,
        other => panic!("{name}: {other:?}"),
    }
}

/// The example of the paper.
#[test]
fn words_are_counted_on_as_many_paths_as_there_are_elements() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let classpath = compiled(&here.join("../../bench/merging/programs/wordcount"));
    let words = |elements: &str, merge| {
        let entry = main_of("Main", &[elements]);
        explore(classpath.clone(), &entry, &config(merge))
    };
    let all = LEVELS.map(|level| words("7", level));
    for outcome in &all {
        assert_eq!(outcome.verdict(), Verdict::Violated);
        assert_eq!(outcome.reasons(), []);
        assert_eq!(outcome.violations().len(), 1);
    }
    let paths: Vec<u64> = all.iter().map(|outcome| outcome.stats().paths).collect();
    assert_eq!(paths[0], 255);
    assert!(paths.is_sorted_by(|a, b| a >= b), "{paths:?}");
    for (elements, most) in [("7", 9), ("15", 17), ("31", 33)] {
        let outcome = words(elements, Merge::Full);
        assert_eq!(outcome.verdict(), Verdict::Violated);
        assert_eq!(outcome.reasons(), []);
        let stats = outcome.stats();
        assert!(stats.paths <= most, "{elements}: {} paths", stats.paths);
        let first = stats.first_violation_iteration;
        assert!(first.is_some_and(|n| n <= 2), "{elements}: {first:?}");
        assert!(count(&outcome, "merged_regions") > 0);
        assert!(count(&outcome, "inlined_calls") > 0);
    }
}

#[test]
fn branches_say_what_became_of_them() {
    let explained = |program: &str, merge| {
        let config = Config {
            explain_merge: true,
            ..config(merge)
        };
        let outcome = run(program, &[], &config);
        let branches = outcome.merging().expect("it was asked for");
        let own = branches.into_iter().filter(|branch| !branch.library);
        own.cloned().collect::<Vec<_>>()
    };
    let merged = explained("EarlyReturns", Merge::Full);
    assert_eq!(merged.len(), 2, "{merged:?}");
    assert!(merged.iter().all(|b| b.merged == 3 && b.apart.is_empty()));
    let apart = explained("LoopsInside", Merge::Returns);
    assert_eq!(apart.len(), 1, "{apart:?}");
    assert_eq!(apart[0].merged, 0);
    assert_eq!(apart[0].apart[0].why, "a side has a loop");
    let none = run("EarlyReturns", &[], &config(Merge::Full));
    assert_eq!(none.merging(), None);
}

#[test]
fn early_returns() {
    check("EarlyReturns", 27, 1, "6 5 6");
}

#[test]
fn returns_in_loops() {
    check("NestedReturns", 36, 1, "2 1");
}

#[test]
fn values_in_fields() {
    check("Fields", 2, 1, "17 -3");
}

#[test]
fn elements_of_arrays() {
    check("IntArrays", 3, 1, "258 0");
}

#[test]
fn elements_that_are_references() {
    check("ReferenceArrays", 2, 1, "-7");
}

#[test]
fn rows_of_arrays() {
    check("TwoDimensions", 4, 3, "1 1");
}

#[test]
fn wide_and_narrow_values() {
    check("Longs", 4, 1, "68719476736 'y'");
}

#[test]
fn floating_point() {
    check("Floats", 2, 1, "7");
}

#[test]
fn references_that_a_branch_chooses() {
    check("ChosenReference", 2, 1, "3");
}

#[test]
fn references_that_a_method_chooses() {
    check("LocalChoice", 4, 2, "1 1");
}

#[test]
fn arrays_that_a_branch_chooses() {
    check("ChosenArray", 2, 1, "3");
}

#[test]
fn calls_of_a_chosen_receiver() {
    check("VirtualCall", 2, 1, "1 0");
}

#[test]
fn lambdas_that_a_branch_chooses() {
    check("Lambdas", 3, 1, "4 29");
}

#[test]
fn constants_of_an_enumeration() {
    check("Enums", 3, 1, "2");
}

#[test]
fn objects_made_on_one_side() {
    check("Created", 16, 1, "0 1 2 3");
}

#[test]
fn exceptions_caught_within() {
    check("Caught", 16, 4, "3 4");
}

#[test]
fn exceptions_caught_around() {
    check("CaughtAround", 9, 9, "3 4");
}

#[test]
fn exceptions_of_instructions() {
    check("CaughtArithmetic", 4, 1, "0");
}

#[test]
fn exceptions_that_a_branch_chooses() {
    check("Thrown", 2, 2, "5");
}

#[test]
fn exceptions_that_nothing_catches() {
    check("Uncaught", 3, 2, "77");
}

#[test]
fn blocks_with_finally() {
    check("Finally", 4, 1, "* 4");
}

#[test]
fn loops_within() {
    check("LoopsInside", 2, 1, "-1");
}

#[test]
fn loops_that_are_left() {
    check("Breaks", 121, 5, "0 0 0 2");
}

#[test]
fn recursion() {
    check("Recursion", 4, 1, "1 2");
}

#[test]
fn casts() {
    check("Casts", 2, 1, "7");
}

#[test]
fn casts_that_fail() {
    check("WrongCast", 2, 1, "7");
}

#[test]
fn null_on_one_side() {
    check("Nulls", 2, 1, "12");
}

#[test]
fn identity() {
    check("Hashes", 2, 1, "5");
}

#[test]
fn boxes() {
    check("Boxed", 2, 1, "5");
}

#[test]
fn strings() {
    check("Strings", 2, 1, "2");
}

#[test]
fn string_builders() {
    check("Builders", 8, 4, "8 * 8");
}

#[test]
fn copies_of_arrays() {
    check("Copies", 2, 1, "5");
}

#[test]
fn lists() {
    check("Lists", 8, 8, "* 5 5");
}

#[test]
fn maps() {
    check("Maps", 2, 1, "5");
}

#[test]
fn switches() {
    check("Switches", 25, 1, "1 1000");
}

#[test]
fn static_fields() {
    check("Statics", 8, 1, "true false true");
}

#[test]
fn initialisers_that_nobody_notices() {
    check("PureInitializer", 2, 1, "9");
}

#[test]
fn initialisers_that_somebody_notices() {
    check("LoudInitializer", 2, 2, "9");
}

#[test]
fn inputs_of_one_side() {
    check("OneSidedInput", 2, 1, "1 7 9");
}

#[test]
fn inputs_of_the_other_side() {
    check("NoInput", 2, 1, "* 9");
}

#[test]
fn monitors() {
    check("Monitors", 2, 1, "6");
}

#[test]
fn output_on_one_side() {
    check("Console", 2, 1, "6");
}

#[test]
fn assumptions() {
    check("Assumed", 2, 1, "9");
}

#[test]
fn exits_of_the_program() {
    check("Exits", 3, 2, "3");
}

#[test]
fn loops_up_to_a_bound() {
    check_with("Unwound", 27, 7, "3 1", |mut config| {
        config.machine.unwind = Some(5);
        config
    });
}

#[test]
fn initialisers_that_change_a_superclass() {
    check("InheritedCounter", 2, 2, "9");
}

#[test]
fn initialisers_that_need_each_other() {
    check("Cycle", 4, 4, "* 8");
}

#[test]
fn initialisers_that_call_others() {
    check("Tickets", 2, 2, "9");
}

#[test]
fn initialisers_that_fail() {
    check("FailingInitializer", 2, 2, "9");
}

/// Workers that take over a path come by the same ways, whatever their models.
#[test]
fn walks_that_are_repeated() {
    check_with("Questions", 62, 31, "* * 17", |mut config| {
        config.machine.initial = vec![0, 5];
        config
    });
}

#[test]
fn elements_that_an_input_chooses() {
    check("ElementsByInput", 4, 1, "1");
}

#[test]
fn elements_that_are_missing() {
    check("MissingElement", 3, 1, "1");
}

/// There are no more paths than objects, however many conditions choose one.
#[test]
fn many_choices_among_few_objects() {
    let outcome = run("Swaps", &[], &config(Merge::Full));
    assert_eq!(outcome.verdict(), Verdict::Safe);
    assert!(
        outcome.stats().paths <= 2,
        "{} paths",
        outcome.stats().paths
    );
}

/// The first path takes the values that it was given, also for inputs of one side.
#[test]
fn initial_values_of_one_side() {
    for level in LEVELS {
        let mut config = config(level);
        config.machine.initial = vec![7, 4];
        let outcome = run("Given", &[], &config);
        assert_eq!(inputs(&outcome), ["7 4"], "{level:?}");
        let first = outcome.stats().first_violation_iteration;
        assert_eq!(first, Some(1), "{level:?}");
    }
}

/// What a verdict rests on counts even if a walk that came to it first was given up.
#[test]
fn assumptions_of_walks_that_are_given_up() {
    let entry = Entry::Method {
        class: "Programs$First".to_owned(),
        name: "read".to_owned(),
        descriptor: "(I)I".to_owned(),
    };
    for level in LEVELS {
        let outcome = explore(PROGRAMS.clone(), &entry, &config(level));
        assert_eq!(outcome.reasons(), [], "{level:?}");
        assert_eq!(outcome.verdict(), Verdict::SafeWithinBounds, "{level:?}");
    }
}

/// Where merging does not pay off it is given up, and nothing is lost.
#[test]
fn merging_that_does_not_pay_off() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let classpath = compiled(&here.join("../../bench/merging/programs/scheduler"));
    let entry = main_of("Main", &["4"]);
    for jobs in [1, 2] {
        let [apart, merged] = [Merge::None, Merge::Full].map(|merge| {
            let config = Config {
                jobs,
                ..config(merge)
            };
            explore(classpath.clone(), &entry, &config)
        });
        for outcome in [&apart, &merged] {
            assert_eq!(outcome.verdict(), Verdict::Safe, "{jobs} jobs");
            assert_eq!(outcome.reasons(), [], "{jobs} jobs");
        }
        let given_up = merged.stats().extra.contains_key("merging_given_up");
        let (apart, merged) = (apart.stats(), merged.stats());
        if given_up {
            assert_eq!(apart.paths, merged.paths);
        } else {
            assert!(5 * merged.paths <= apart.paths, "{} paths", merged.paths);
        }
        assert!(merged.instructions <= 2 * apart.instructions);
    }
}

/// A program that merging makes slower is soon explored without: few questions are asked before that.
#[test]
fn merging_that_loses_is_given_up_in_time() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let classpath = compiled(&here.join("tests/merging/substitute"));
    let entry = main_of("Main", &["2", "3", "4"]);
    let [apart, merged] =
        [Merge::None, Merge::Full].map(|merge| explore(classpath.clone(), &entry, &config(merge)));
    for outcome in [&apart, &merged] {
        assert_eq!(outcome.verdict(), Verdict::Safe);
        assert_eq!(outcome.reasons(), []);
    }
    let (apart, merged) = (apart.stats(), merged.stats());
    assert!(merged.extra.contains_key("merging_given_up"));
    assert_eq!(apart.paths, merged.paths);
    assert!(10 * merged.instructions <= 11 * apart.instructions);
    assert!(merged.queries <= apart.queries + 500, "{}", merged.queries);
}
