//! The generated programs of `bench/solving` compile, end, and are explored to the same end in two modes.

use bench::jvm::{Jdk, Scratch};
use bench::solving::programs::{CLASS, source};
use bench::solving::{Mode, Settings, complete_paths, measure, summary, tables};
use std::fs;
use std::time::Duration;

#[test]
fn programs_compile_and_end() {
    let (jdk, scratch) = match (Jdk::find(), Scratch::new()) {
        (Ok(jdk), Ok(scratch)) => (jdk, scratch),
        (Err(error), _) | (_, Err(error)) => panic!("{error}"),
    };
    for (seed, lines) in [(1, 100), (2, 1000), (3, 2500)] {
        let text = source(seed, lines);
        assert_eq!(text, source(seed, lines));
        assert_ne!(text, source(seed + 1, lines));
        let count = text.lines().count();
        assert!(
            count * 20 > lines * 13 && count < lines + lines / 10,
            "{count} lines for {lines}"
        );
        let file = scratch.path().join(format!("{CLASS}.java"));
        fs::write(&file, text).expect("the source is written");
        let classes = scratch
            .directory(&format!("classes{seed}"))
            .expect("a directory");
        if let Err(error) = jdk.compile(&[file], &classes) {
            panic!("seed {seed}: {error}");
        }
        let mut results = Vec::new();
        for start in [0, 7, -90] {
            let inputs: Vec<String> = (0..12).map(|n| (start + 11 * n).to_string()).collect();
            let (_, out) = jdk
                .time(&["-Xshare:auto"], &classes, CLASS, &inputs)
                .expect("it ends");
            results.push(out);
        }
        // Inputs decide what is computed.
        results.dedup();
        assert!(results.len() > 1, "{results:?}");
    }
}

#[test]
fn modes_are_measured() {
    let settings = Settings {
        cortado: env!("CARGO_BIN_EXE_cortado").into(),
        sizes: vec![150],
        count: 1,
        limit: Duration::from_secs(2),
        modes: vec![Mode::Baseline, Mode::Auto],
        ..Settings::default()
    };
    let mut told = 0;
    let report = measure(&settings, &mut |_| {
        told += 1;
        Ok(())
    });
    let report = report.expect("programs run");
    assert_eq!((told, report.runs.len()), (2, 2));
    for run in &report.runs {
        assert!(run.decided > 0 && run.stopped.is_none(), "{run:?}");
    }
    let summary = summary(&report);
    assert!(summary.agree, "{}", summary.text);
    let text = tables(&report);
    assert!(
        text.contains("baseline") && text.contains("150 lines, 1 programs"),
        "{text}"
    );
    assert!(complete_paths(&report, 2.0).contains("Complete paths, 150 lines"));
}
