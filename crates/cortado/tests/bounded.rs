//! What `cortado verify` says of generated methods with contracts is what comes of running them on every heap within the
//! scope. The benchmark `bounded --differential` does this for as many as one likes, and `bounded --mutants` for all mutants
//! of its programs what is done here for a few.

use bench::bounded::differential::{Settings, run};
use bench::bounded::mutants;
use std::path::Path;
use std::time::Duration;

#[test]
fn verdicts_on_generated_contracts_are_those_of_enumeration() {
    let settings = Settings {
        cortado: env!("CARGO_BIN_EXE_cortado").into(),
        first_seed: 5_000,
        count: 20,
        keep: Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounded"),
        jobs: 1,
        replay: false,
        options: Vec::new(),
    };
    let summary = match run(&settings, &|text| eprintln!("{text}")) {
        Ok(summary) => summary,
        Err(error) => panic!("{error}"),
    };
    assert!(summary.is_clean(), "{summary}");
    let decided: u64 = summary.same.values().sum();
    // Some depend on how fast this machine is.
    assert!(decided >= 40, "{summary}");
}

#[test]
fn mutants_are_refuted_or_accounted_for() {
    let settings = mutants::Settings {
        cortado: env!("CARGO_BIN_EXE_cortado").into(),
        directory: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/bounded"),
        filter: String::new(),
        every: 63,
        limit: Duration::from_secs(120),
        jobs: 1,
    };
    let summary = match mutants::run(&settings, &|text| eprintln!("{text}")) {
        Ok(summary) => summary,
        Err(error) => panic!("{error}"),
    };
    assert!(summary.is_clean(), "{summary}");
    assert!(summary.refuted >= 6, "{summary}");
}
