//! Generated programs compile, end, and print the same when they are run again in another order.

use bench::differential::{Settings, run};
use bench::generator::{Features, Options};

fn check(first_seed: u64, features: Features) {
    let settings = Settings {
        first_seed,
        count: 12,
        jobs: 1,
        options: Options::new(features),
        keep: std::env::temp_dir().join("cortado-generated-programs"),
        shrink: false,
        java_only: true,
    };
    let summary = match run(&settings, &|text| eprint!("{text}")) {
        Ok(summary) => summary,
        Err(error) => panic!("{error}"),
    };
    assert!(summary.is_clean(), "{summary:#?}");
    assert_eq!(summary.same, 12);
}

#[test]
fn programs_over_everything() {
    check(4_000, Features::all());
}

#[test]
fn programs_over_the_core() {
    check(7_000, Features::core());
}
