//! Runs a generated suite on a JVM: all classes in one child process with limits, as a build would run them, and what
//! became of each test.

use crate::inject::Prepared;
use crate::junit::JUnit;
use crate::jvm::{self, Ended, Jvm, Limits};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const RUNNER: &str = include_str!("../java/CortadoSuite.java");

/// What runs a suite.
#[derive(Clone, Debug)]
pub struct SuiteRunner {
    pub jvm: Jvm,
    /// The program and its dependencies.
    pub class_path: Vec<PathBuf>,
    pub junit: JUnit,
    pub limits: Limits,
}

/// What became of a suite.
#[derive(Clone, Debug, Default)]
pub struct SuiteResult {
    /// Errors of the compiler: the source, the line and the message.
    pub errors: Vec<(PathBuf, usize, String)>,
    /// By class and method.
    pub tests: BTreeMap<(String, String), TestResult>,
    /// The JVM's time was up, or it ended, while this test ran.
    pub hanging: Option<(String, String)>,
    /// Why there is no complete answer, where no test is to blame.
    pub broken: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestResult {
    Passed,
    /// With what it threw.
    Failed(String),
}

impl SuiteRunner {
    /// Why nothing can be run, if so, in words for the user.
    pub fn obstacle(&self) -> Option<String> {
        if !self.jvm.compiles {
            return Some(
                "the Java runtime has no compiler; install a JDK or name one with --jdk".to_owned(),
            );
        }
        match self.junit {
            JUnit::Platform(_) => None,
            _ => Some(
                "JUnit 5 and its launcher were not found; CORTADO_JUNIT names their jars"
                    .to_owned(),
            ),
        }
    }

    /// Compiles the sources and runs the tests of the classes. A name `class#method` runs that test only.
    pub fn run(&self, suite: &[(PathBuf, String)]) -> io::Result<SuiteResult> {
        let scratch = tempfile::Builder::new().prefix("cortado-suite").tempdir()?;
        let inside = |name: &str| scratch.path().join(name);
        let (classes, work, answer) = (inside("classes"), inside("work"), inside("answer"));
        fs::create_dir(&classes)?;
        fs::create_dir(&work)?;
        let runner = inside("CortadoSuite.java");
        fs::write(&runner, RUNNER)?;
        let mut arguments: Vec<OsString> = vec![answer.clone().into(), classes.clone().into()];
        for (source, class) in suite {
            arguments.push(std::path::absolute(source)?.into());
            arguments.push(class.into());
        }
        let mut class_path = vec![classes];
        for path in self.class_path.iter().chain(self.junit.jars()) {
            class_path.push(std::path::absolute(path)?);
        }
        let ended = jvm::run(
            &self.jvm,
            self.limits,
            &class_path,
            &runner.into_os_string(),
            &arguments,
            &work,
            &Prepared::default(),
        )?;
        let text = fs::read(&answer).unwrap_or_default();
        let mut result = parse(&String::from_utf8_lossy(&text));
        let complete = text.ends_with(b"end\n");
        if !complete && result.hanging.is_none() {
            result.broken = Some(match ended {
                Ended::TimedOut => format!(
                    "the JVM did not finish within {} s",
                    self.limits.time.as_secs_f64()
                ),
                Ended::Exited(output) => {
                    let root = scratch.path().to_string_lossy().into_owned();
                    let line = output.lines().find(|line| !line.trim().is_empty());
                    match line {
                        Some(line) => {
                            format!("the JVM gave no answer: {}", line.trim().replace(&root, ""))
                        }
                        None => "the JVM gave no answer".to_owned(),
                    }
                }
            });
        }
        Ok(result)
    }
}

fn parse(text: &str) -> SuiteResult {
    let mut result = SuiteResult::default();
    for line in text.lines() {
        let mut parts = line.split('\t');
        let mut next = || parts.next().unwrap_or_default().to_owned();
        let what = next();
        match &*what {
            "error" => {
                let (source, line, message) = (next(), next(), next());
                let line = line.parse().unwrap_or(0);
                result.errors.push((PathBuf::from(source), line, message));
            }
            "start" => result.hanging = Some((next(), next())),
            "passed" | "failed" => {
                let test = (next(), next());
                let result_of_test = match &*what {
                    "passed" => TestResult::Passed,
                    _ => TestResult::Failed(next()),
                };
                if result.hanging.as_ref() == Some(&test) {
                    result.hanging = None;
                }
                result.tests.insert(test, result_of_test);
            }
            _ => {}
        }
    }
    result
}

/// Whether there is a file at this place that was not generated.
pub fn is_foreign_file(file: &Path) -> bool {
    crate::replayer::is_foreign(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_line_by_line() {
        let result = parse(
            "start\tATest\ta\npassed\tATest\ta\t\nstart\tATest\tb\nfailed\tATest\tb\tjava.lang.Error: x\nstart\tATest\tc\n",
        );
        let test = |name: &str| ("ATest".to_owned(), name.to_owned());
        assert_eq!(result.tests[&test("a")], TestResult::Passed);
        let failed = TestResult::Failed("java.lang.Error: x".to_owned());
        assert_eq!(result.tests[&test("b")], failed);
        assert_eq!(result.hanging, Some(test("c")));
        let errors = parse("error\t/t/ATest.java\t12\tcannot find symbol symbol: x\nend\n");
        assert_eq!(errors.errors[0].1, 12);
        assert_eq!(errors.hanging, None);
    }
}
