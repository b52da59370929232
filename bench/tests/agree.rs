//! The machine and the JVM agree on random programs over everything that the generator knows: a hundred programs in all,
//! and a few with symbolic inputs whose verdicts are known.

use bench::differential::{Settings, Summary, run};
use bench::generator::{Features, Options, Profile};

fn compare(profile: Profile, first_seed: u64, count: usize, symbolic: bool) -> Summary {
    let settings = Settings {
        first_seed,
        count,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        options: Options::new(profile, Features::all()),
        keep: std::env::temp_dir().join("cortado-programs-that-differ"),
        shrink: false,
        java_only: false,
        symbolic,
    };
    let summary = match run(&settings, &|text| eprint!("{text}")) {
        Ok(summary) => summary,
        Err(error) => panic!("{error}"),
    };
    assert!(
        summary.is_clean(),
        "different: {:?}\nwithout result: {:#?}\nbroken: {:#?}\nwrong verdicts: {:#?}",
        summary.different,
        summary.without_result,
        summary.broken,
        summary.wrong_verdicts
    );
    assert_eq!(summary.same, count);
    summary
}

#[test]
fn programs_over_the_language_agree() {
    compare(Profile::Language, 20_000, 50, false);
}

#[test]
fn programs_over_the_library_agree() {
    compare(Profile::Library, 30_000, 30, false);
}

#[test]
fn programs_over_both_agree() {
    compare(Profile::Mixed, 40_000, 20, false);
}

#[test]
fn verdicts_with_inputs_are_those_of_the_concrete_runs() {
    let summary = compare(Profile::Library, 50_000, 12, true);
    let undecided: usize = summary.undecided.values().map(Vec::len).sum();
    // Of 24; some depend on how fast this machine is.
    assert!(undecided < 12, "{:#?}", summary.undecided);
}
