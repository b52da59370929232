//! What `cortado verify` says of generated methods with contracts is what comes of running them on every heap within the
//! scope. The benchmark `bounded --differential` does this for as many as one likes.

use bench::bounded::differential::{Settings, run};
use std::path::Path;

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
