//! Merging paths changes no outcome: of generated programs, exploration with it and without it says what a JVM does. The
//! benchmark `merging --soundness` does this for as many programs as one likes, at all levels.

use bench::merging::soundness::{Settings, run};
use std::path::Path;
use std::time::Duration;

#[test]
fn what_is_said_of_generated_programs_is_what_a_jvm_does() {
    let settings = Settings {
        cortado: env!("CARGO_BIN_EXE_cortado").into(),
        first_seed: 20_000,
        count: 50,
        limit: Duration::from_secs(2),
        keep: Path::new(env!("CARGO_TARGET_TMPDIR")).join("merging"),
        ..Settings::default()
    };
    let summary = match run(&settings, &mut |text| eprintln!("{text}")) {
        Ok(summary) => summary,
        Err(error) => panic!("{error}"),
    };
    assert!(summary.is_clean(), "{summary}");
    for (level, counts) in &summary.levels {
        // Some depend on how fast this machine is.
        assert!(counts.right >= 40, "{level:?}\n{summary}");
    }
}
