//! The machine and the JVM agree on random programs over everything that the generator knows.

use bench::differential::{Settings, run};
use bench::generator::{Features, Options, Profile};

#[test]
fn a_hundred_programs_agree() {
    let settings = Settings {
        first_seed: 20_000,
        count: 100,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        options: Options::new(Profile::Language, Features::all()),
        keep: std::env::temp_dir().join("cortado-programs-that-differ"),
        shrink: false,
        java_only: false,
        symbolic: false,
    };
    let summary = match run(&settings, &|text| eprint!("{text}")) {
        Ok(summary) => summary,
        Err(error) => panic!("{error}"),
    };
    assert!(
        summary.is_clean(),
        "different: {:?}\nwithout result: {:#?}\nbroken: {:#?}",
        summary.different,
        summary.without_result,
        summary.broken
    );
    assert_eq!(summary.same, 100);
}
