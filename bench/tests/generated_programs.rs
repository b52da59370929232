//! Generated programs compile, end, and print the same when they are run again in another order.

use bench::differential::{Settings, run};
use bench::generator::{Features, Options, Profile};

fn check(first_seed: u64, profile: Profile, features: Features) {
    let settings = Settings {
        first_seed,
        count: 12,
        jobs: 1,
        options: Options::new(profile, features),
        keep: std::env::temp_dir().join("cortado-generated-programs"),
        shrink: false,
        java_only: true,
        symbolic: false,
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
    check(4_000, Profile::Language, Features::all());
}

#[test]
fn programs_over_the_core() {
    check(7_000, Profile::Language, Features::core());
}

#[test]
fn programs_over_the_library() {
    check(9_000, Profile::Library, Features::all());
}
