//! Replays counterexamples of contracts. One is confirmed if the JVM arrives at the state that was predicted, in every
//! cell, and the test of the broken clause fails there. Where contracts stood for calls, the JVM may arrive elsewhere; the
//! counterexample is confirmed, then, if the test fails there as well.

use crate::contract::{ANY_STATE, Counterexample, How, STATE, Tests};
use crate::entry::Entry;
use crate::generate::Framework;
use crate::inject::Prepared;
use crate::judge::{Answer, describe};
use crate::junit::JUnit;
use crate::jvm::{self, Jvm};
use crate::replayer::{JUNIT_RUNNER, LAUNCHER, LAUNCHER_CLASS, Replayer, write};
use outcome::{HeapEnd, Replay};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What became of one attempt.
enum Attempt {
    Done(Replay),
    /// The clause cannot be evaluated in Java after all.
    ByState,
}

impl Replayer {
    /// Writes the test for a counterexample and runs it. The path is that of the test, if one stays.
    pub fn replay_contract(
        &mut self,
        example: &Counterexample,
        entry: &Entry,
    ) -> (Replay, Option<PathBuf>) {
        let (file, name) = self.name_for(entry);
        self.used.insert(file.clone());
        let mut how = How::Clause;
        loop {
            let (attempt, stays) = self.attempt(example, entry, &file, &name, how);
            match (attempt, how) {
                (Attempt::ByState, How::Clause) => how = How::State,
                (Attempt::ByState, How::State) => {
                    let why = "the generated test cannot be run".to_owned();
                    return (Replay::NotReplayed { why }, self.leave(&file, false));
                }
                (Attempt::Done(replay), _) => return (replay, self.leave(&file, stays)),
            }
        }
    }

    fn leave(&mut self, file: &Path, stays: bool) -> Option<PathBuf> {
        if stays {
            return Some(file.to_path_buf());
        }
        // A file that cannot be removed does no harm: it is marked as generated.
        let _ = fs::remove_file(file);
        self.used.remove(file);
        None
    }

    /// Whether the test should stay is the second part.
    fn attempt(
        &self,
        example: &Counterexample,
        entry: &Entry,
        file: &Path,
        name: &str,
        how: How,
    ) -> (Attempt, bool) {
        let not_replayed = |why: String| Attempt::Done(Replay::NotReplayed { why });
        let framework = match self.config.junit {
            JUnit::Absent => Framework::PlainMain,
            _ => Framework::JUnit5,
        };
        let tests = match example.tests(entry.package(), name, framework, how) {
            Ok(tests) => tests,
            Err(_) if how == How::Clause => return (Attempt::ByState, false),
            Err(why) => return (not_replayed(why), false),
        };
        if let Err(error) = write(file, &tests.test.text) {
            let why = format!("cannot write {}: {error}", file.display());
            return (not_replayed(why), false);
        }
        let jvm = match &self.config.jvm {
            Ok(jvm) if jvm.compiles => jvm,
            Ok(_) => {
                let why = "the Java runtime has no compiler; install a JDK or name one with --jdk";
                return (not_replayed(why.to_owned()), true);
            }
            Err(why) => return (not_replayed(why.clone()), true),
        };
        let mut tests = tests;
        let mut answered = self.run_contract(jvm, file, &tests);
        let mut elsewhere = None;
        let may_differ = example.by_contract || example.unlike.is_some();
        if let (Ok(Ok(answer)), How::Clause, true) = (&answered, how, may_differ)
            && is_elsewhere(answer)
        {
            elsewhere = Some(judge(example, &tests, answer, how, &jvm.version));
            tests.state = ANY_STATE.to_owned();
            answered = self.run_contract(jvm, file, &tests);
        }
        match answered {
            Ok(Ok(answer)) => {
                let judged = judge(example, &tests, &answer, how, &jvm.version);
                match (elsewhere, &judged.0) {
                    (Some(_), Attempt::Done(Replay::Confirmed { .. })) | (None, _) => judged,
                    (Some(elsewhere), _) => elsewhere,
                }
            }
            Ok(Err(why)) => (not_replayed(why), true),
            Err(error) => {
                let why = format!("cannot run {}: {error}", jvm.java.display());
                (not_replayed(why), true)
            }
        }
    }

    fn run_contract(
        &self,
        jvm: &Jvm,
        file: &Path,
        tests: &Tests,
    ) -> io::Result<Result<Answer, String>> {
        let config = &self.config;
        let scratch = tempfile::Builder::new()
            .prefix("cortado-replay")
            .tempdir()?;
        let inside = |name: &str| scratch.path().join(name);
        let (classes, work) = (inside("classes"), inside("work"));
        for directory in [&classes, &work] {
            fs::create_dir(directory)?;
        }
        let launcher: OsString = match &config.launcher {
            Some(_) => LAUNCHER_CLASS.into(),
            None => {
                let file = inside("CortadoReplay.java");
                fs::write(&file, LAUNCHER)?;
                file.into()
            }
        };
        let (answer, state) = (inside("answer"), inside(&format!("{STATE}.java")));
        fs::write(&state, &tests.state)?;
        let mut arguments: Vec<OsString> = vec![
            answer.clone().into(),
            "--state".into(),
            state.into(),
            classes.clone().into(),
            (&tests.test.class).into(),
            (&tests.test.method).into(),
            std::path::absolute(file)?.into(),
        ];
        if matches!(config.junit, JUnit::Platform(_)) {
            let runner = inside("CortadoJUnit.java");
            fs::write(&runner, JUNIT_RUNNER)?;
            arguments.push(runner.into());
        }
        let mut class_path = vec![classes];
        let paths = (config.class_path.iter())
            .chain(config.junit.jars())
            .chain(&config.launcher);
        for path in paths {
            class_path.push(std::path::absolute(path)?);
        }
        let prepared = Prepared::default();
        let ended = jvm::run(
            jvm,
            config.limits,
            &class_path,
            &launcher,
            &arguments,
            &work,
            &prepared,
        )?;
        let answered = self.answer(ended, &answer, scratch.path(), prepared);
        Ok(answered.map(|(answer, _)| answer))
    }
}

/// Whether the JVM arrived at another state than was predicted.
fn is_elsewhere(answer: &Answer) -> bool {
    match answer {
        Answer::Thrown(chain) => (chain.first())
            .is_some_and(|top| top.class.starts_with(STATE) && top.class.ends_with("$Differs")),
        _ => false,
    }
}

/// What the answer means, and whether the test should stay.
fn judge(
    example: &Counterexample,
    tests: &Tests,
    answer: &Answer,
    how: How,
    jdk: &str,
) -> (Attempt, bool) {
    let not_replayed = |why: String| (Attempt::Done(Replay::NotReplayed { why }), false);
    let confirmed = Attempt::Done(Replay::Confirmed {
        jdk: jdk.to_owned(),
    });
    let refuted = |why: String| match &example.unlike {
        Some(unlike) => not_replayed(format!(
            "{unlike} the method does not do what it does on the JVM: {why}"
        )),
        None => {
            let why = format!("the replay did not confirm it: {why}");
            (Attempt::Done(Replay::Refuted { why }), false)
        }
    };
    let chain = match answer {
        Answer::Normal if how == How::Clause && tests.about_lost => {
            return (Attempt::ByState, false);
        }
        Answer::Normal => {
            let why = "the JVM arrives at the same state, where the test passes";
            return refuted(why.to_owned());
        }
        // No method with a meaning does so; an initialiser may.
        Answer::Exit => return not_replayed("the program ended the JVM".to_owned()),
        Answer::Uncompilable(_) if how == How::Clause => return (Attempt::ByState, false),
        Answer::Uncompilable(errors) => {
            return not_replayed(format!("the generated test does not compile: {errors}"));
        }
        Answer::Thrown(chain) => chain,
    };
    let Some(top) = chain.first() else {
        return refuted("nothing was thrown".to_owned());
    };
    let message = top.message.clone().unwrap_or_default();
    let expected = match &example.execution.end {
        HeapEnd::Throws(class) => class.as_str(),
        HeapEnd::Returns => "",
    };
    match top.class.rsplit('$').next().unwrap_or_default() {
        "Unbuildable" if top.class.starts_with(STATE) => {
            return not_replayed(format!("the state before cannot be built: {message}"));
        }
        "Differs" if top.class.starts_with(STATE) => return refuted(message),
        "TooMany" if how == How::Clause => return (Attempt::ByState, false),
        _ => {}
    }
    if top.class == "java.lang.OutOfMemoryError" && top.class != expected {
        return not_replayed("the JVM of the replay has too little memory".to_owned());
    }
    let shows = match &tests.message {
        Some(claim) => top.class == "java.lang.AssertionError" && message.starts_with(claim),
        None => top.class == expected,
    };
    match shows {
        true => (confirmed, true),
        false => refuted(format!(
            "the JVM arrives at the same state, but the test ends with {}",
            describe(top)
        )),
    }
}
