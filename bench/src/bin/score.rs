//! Runs a directory of tasks of the competition's kind and prints the score.

use bench::command_line;
use bench::jvm::Scratch;
use bench::score::{self, Runner, Tally};
use bench::spine::trivial;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
score: the competition's score over tasks

  score [OPTIONS] DIR|TASK.yml...

  --timeout TIME   for each task: 60s, 2m (default 60s)
  --jobs N         tasks at a time (default 1)
  --filter TEXT    only tasks whose name contains the text
  --csv FILE       write a line for each task
  --compare FILE   tell what changed since that CSV
  --twice          run each task twice on an empty cache: with javac, and from the class cache
  --cortado FILE   the program (default: the one beside this one)
  --verbose        a line for each task as it ends

The exit status is 1 if an answer is wrong, 2 if the tasks cannot be run, else 0.
";

struct Arguments {
    roots: Vec<PathBuf>,
    runner: Runner,
    jobs: usize,
    filter: String,
    csv: Option<PathBuf>,
    compare: Option<PathBuf>,
    verbose: bool,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut result = Arguments {
        roots: Vec::new(),
        runner: Runner {
            cortado: trivial::beside_this_program(),
            limit: Duration::from_secs(60),
            cache: None,
            twice: false,
        },
        jobs: 1,
        filter: String::new(),
        csv: None,
        compare: None,
        verbose: false,
    };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--timeout" => result.runner.limit = time(&value()?)?,
            "--jobs" => {
                let text = value()?;
                result.jobs = match text.parse() {
                    Ok(jobs) if jobs > 0 => jobs,
                    _ => return Err(format!("--jobs needs a positive number, not `{text}`")),
                };
            }
            "--filter" => result.filter = value()?,
            "--csv" => result.csv = Some(value()?.into()),
            "--compare" => result.compare = Some(value()?.into()),
            "--twice" => result.runner.twice = true,
            "--cortado" => result.runner.cortado = value()?.into(),
            "--verbose" => result.verbose = true,
            option if option.starts_with('-') => return Err(format!("no option `{option}`")),
            root => result.roots.push(root.into()),
        }
    }
    match result.roots.is_empty() {
        true => Err("name a directory of tasks".to_owned()),
        false => Ok(Some(result)),
    }
}

fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time such as 60s or 2m");
    let (number, unit) = match text.find(|c: char| !c.is_ascii_digit()) {
        Some(at) => text.split_at(at),
        None => (text, "s"),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" => Some(number),
        "m" | "min" => number.checked_mul(60),
        _ => None,
    };
    let seconds = seconds
        .filter(|s| (1..=86_400).contains(s))
        .ok_or_else(wrong)?;
    Ok(Duration::from_secs(seconds))
}

fn run(mut arguments: Arguments) -> Result<bool, String> {
    let earlier = match &arguments.compare {
        Some(file) => {
            let complain = |error: String| format!("{}: {error}", file.display());
            let text = std::fs::read_to_string(file).map_err(|e| complain(e.to_string()))?;
            Some(score::read(&text).map_err(complain)?)
        }
        None => None,
    };
    let mut tasks = Vec::new();
    for root in &arguments.roots {
        tasks.extend(score::find(root)?);
    }
    tasks.retain(|task| task.name.contains(&arguments.filter));
    if tasks.is_empty() {
        return Err("no task with an expected verdict there".to_owned());
    }
    // Removed when the run is over.
    let scratch = Scratch::new()?;
    if arguments.runner.twice {
        arguments.runner.cache = Some(scratch.path().join("cache"));
        warm_up(&arguments.runner, scratch.path())?;
    }
    let records = score::score_all(&arguments.runner, &tasks, arguments.jobs, |record| {
        if arguments.verbose {
            eprintln!(
                "{:7.2} s  {}: {} ({})",
                record.time.wall,
                record.mark.words(),
                record.task,
                record.property
            );
        }
    })?;
    print!("{}", score::render(&records));
    if let Some(earlier) = earlier {
        print!("\n{}", score::compare(&earlier, &records));
    }
    if let Some(file) = &arguments.csv {
        std::fs::write(file, score::write(&records))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(Tally::of(&records).wrong() == 0)
}

/// What is compiled once and for all, our own Java classes, is no part of any task's time.
fn warm_up(runner: &Runner, scratch: &Path) -> Result<(), String> {
    let file = scratch.join("Main.java");
    let program =
        "public class Main { public static void main(String[] a) { assert a.length > 0; } }";
    let property = scratch.join("assert.prp");
    let write = |path: &Path, text: &str| {
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    write(&file, program)?;
    write(&property, "CHECK( init(Main.main()), LTL(G assert) )")?;
    let task = score::Task {
        name: "warm-up".to_owned(),
        property: "assert".to_owned(),
        property_file: property,
        inputs: vec![file],
        expected: false,
    };
    let records = score::score_all(runner, &[task], 1, |_| {})?;
    match records.iter().all(|r| r.answer == score::Answer::False) {
        true => Ok(()),
        false => Err(format!("the warm-up went wrong: {:?}", records)),
    }
}

fn main() -> ExitCode {
    command_line::main(HELP, arguments(), run)
}
