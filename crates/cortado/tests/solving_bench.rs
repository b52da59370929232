//! The benchmark of ways to ask solvers: its programs compile and end, and all modes and decision graphs agree on them.

use bench::jvm::{Jdk, Scratch};
use bench::solving::programs::{CLASS, source};
use bench::solving::{self, Mode, Settings, complete_paths, measure, summary, tables};
use std::fs;
use std::process::{Command, Stdio};
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

const LIMIT: Duration = Duration::from_secs(100);

fn settings(modes: &[Mode], lines: usize, count: u64) -> Settings {
    Settings {
        cortado: env!("CARGO_BIN_EXE_cortado").into(),
        sizes: vec![lines],
        count,
        // Far more than it takes, even where much else runs.
        limit: LIMIT,
        modes: modes.to_vec(),
        // Its programs have few paths.
        seed: 2,
        ..Settings::default()
    }
}

/// Small programs are explored to the end, and each mode and the decision graph have the same paths.
#[test]
fn modes_and_graphs_agree() {
    let mut told = 0;
    let report = measure(&settings(&Mode::ALL, 100, 2), &mut |_| {
        told += 1;
        Ok(())
    });
    let report = report.expect("programs run");
    assert_eq!((told, report.runs.len()), (12, 12));
    for run in &report.runs {
        assert!(run.decided > 0 && run.complete, "{run:?}");
    }
    let summary = summary(&report);
    assert!(summary.agree, "{}", summary.text);
    let text = tables(&report);
    assert!(text.contains("partitioning"), "{text}");
    assert!(text.contains("100 lines, 2 programs"), "{text}");
    assert!(complete_paths(&report, 2.0).contains("Complete paths, 100 lines"));

    let graphs = solving::graphs(&settings(&[], 100, 2), true, &mut |_| {});
    let graphs = graphs.expect("graphs are made");
    for graph in &graphs {
        assert!(graph.whole, "{graph:?}");
        if graph.bound.is_none() {
            let run = report.runs.iter().find(|run| run.seed == graph.seed);
            assert_eq!(Some(graph.paths), run.map(|run| run.paths), "{graph:?}");
        }
    }
    assert!(solving::graph_table(&graphs).contains("100 lines"));
}

#[test]
fn recorded_questions_are_asked_again() {
    let (jdk, scratch) = match (Jdk::find(), Scratch::new()) {
        (Ok(jdk), Ok(scratch)) => (jdk, scratch),
        (Err(error), _) | (_, Err(error)) => panic!("{error}"),
    };
    let file = scratch.path().join(format!("{CLASS}.java"));
    fs::write(&file, source(3, 100)).expect("the source is written");
    let classes = scratch.directory("classes").expect("a directory");
    jdk.compile(&[file], &classes).expect("it compiles");
    let record = scratch.path().join("record");
    let status = Command::new(env!("CARGO_BIN_EXE_cortado"))
        .arg("check")
        .arg(&classes)
        .args(["--method", "Program.run", "--merge", "none", "--solving"])
        .args(["stack", "--quiet", "--record"])
        .arg(&record)
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("cortado runs").success());
    let modes = [Mode::Baseline, Mode::Shared];
    let replays =
        solving::replay(&record, &modes, LIMIT, &mut |_| {}).expect("there is a recording");
    for replay in &replays {
        assert_eq!(replay.different, 0, "{replay:?}");
        assert_eq!(replay.seconds.len(), replay.questions, "{replay:?}");
    }
    assert!(solving::replay_tables(&replays).contains("bitwuzla: recorded"));
    let empty = scratch.directory("empty").expect("a directory");
    assert!(solving::replay(&empty, &modes, LIMIT, &mut |_| {}).is_err());
}
