//! Checks regular properties of real programs in four modes, and prints the papers' tables.

use bench::command_line::{self, list};
use bench::jvm::{Jdk, Scratch};
use bench::regular::{self, Mode, PROGRAMS, Packages, Run, Runner, Task};
use bench::spine::trivial;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
regular: regular properties of real programs, in the modes dfs, guided, sliced and srv

  regular [OPTIONS] [-- OPTIONS OF CORTADO]

  --timeout N      seconds for each task and mode (default 60)
  --seed N         chooses the branches at which events are put in (default 1)
  --filter TEXT    only tasks whose name contains the text; may be repeated
  --modes LIST     only these modes, such as dfs,srv
  --list           list the tasks and where their events are, and end
  --out DIR        write results.csv and the figures there (default regular-out)
  --from FILE      print the tables of an earlier results.csv, draw the figures in --out again, and end
  --sources DIR    the drivers and properties (default bench/regular)
  --cortado FILE   the program (default: the one beside this one)

The jars come from Debian: what is not installed is downloaded with apt-get and unpacked under --out.
The exit status is 1 if modes that completed a task disagree, 2 if the tasks cannot be run, else 0.
";

struct Arguments {
    limit: u64,
    seed: u64,
    filters: Vec<String>,
    modes: Vec<Mode>,
    list: bool,
    out: PathBuf,
    from: Option<PathBuf>,
    sources: PathBuf,
    cortado: PathBuf,
    options: Vec<String>,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut result = Arguments {
        limit: 60,
        seed: 1,
        filters: Vec::new(),
        modes: Mode::ALL.to_vec(),
        list: false,
        out: "regular-out".into(),
        from: None,
        sources: "bench/regular".into(),
        cortado: trivial::beside_this_program(),
        options: Vec::new(),
    };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |text: String| {
            let number = text
                .parse::<u64>()
                .ok()
                .filter(|n| (1..=86_400).contains(n));
            number.ok_or_else(|| format!("`{text}` is no number from 1 to 86400"))
        };
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--timeout" => result.limit = number(value()?)?,
            "--seed" => result.seed = number(value()?)?,
            "--filter" => result.filters.push(value()?),
            "--modes" => result.modes = list(&value()?, mode)?,
            "--list" => result.list = true,
            "--out" => result.out = value()?.into(),
            "--from" => result.from = Some(value()?.into()),
            "--sources" => result.sources = value()?.into(),
            "--cortado" => result.cortado = value()?.into(),
            "--" => {
                result.options = words.collect();
                break;
            }
            _ => return Err(format!("no argument `{word}`; --help lists them")),
        }
    }
    Ok(Some(result))
}

fn mode(name: &str) -> Result<Mode, String> {
    Mode::of(name).ok_or_else(|| format!("no mode `{name}`"))
}

fn tasks(arguments: &Arguments) -> Result<Vec<Task>, String> {
    let jdk = Jdk::find()?;
    let packages = Packages::new(arguments.out.join("packages"));
    let mut tasks = Vec::new();
    for program in &PROGRAMS {
        let (sources, work) = (&arguments.sources, &arguments.out);
        tasks.extend(regular::prepare(
            &jdk,
            &packages,
            sources,
            work,
            program,
            arguments.seed,
        )?);
    }
    let filters = &arguments.filters;
    let wanted = |task: &Task| filters.is_empty() || filters.iter().any(|f| task.name.contains(f));
    tasks.retain(wanted);
    match tasks.is_empty() {
        true => Err("no task of this name".to_owned()),
        false => Ok(tasks),
    }
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    if let Some(file) = &arguments.from {
        let complain = |error: String| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| complain(error.to_string()))?;
        let runs = regular::read(&text).map_err(complain)?;
        draw(&runs, arguments)?;
        return Ok(report(&runs, arguments.limit));
    }
    let tasks = tasks(arguments)?;
    if arguments.list {
        for task in tasks {
            println!("{}  {}", task.name, task.injected.unwrap_or_default());
        }
        return Ok(true);
    }
    let scratch = Scratch::new()?;
    let runner = Runner {
        cortado: arguments.cortado.clone(),
        limit: Duration::from_secs(arguments.limit),
        options: arguments.options.clone(),
        out: arguments.out.clone(),
        scratch: scratch.path().to_owned(),
    };
    let paths = arguments.out.join("paths");
    fs::create_dir_all(&paths).map_err(|error| format!("{}: {error}", paths.display()))?;
    let mut runs = Vec::new();
    for task in &tasks {
        for mode in &arguments.modes {
            let run = runner.run(task, *mode)?;
            eprintln!(
                "{:7.2} s  {} {}: {} violations, {} iterations",
                run.seconds,
                run.task,
                mode.name(),
                run.violations.len(),
                run.iterations
            );
            runs.push(run);
            // What there is already is not lost if the run is stopped.
            write(&arguments.out, "results.csv", &regular::write(&runs))?;
        }
    }
    draw(&runs, arguments)?;
    Ok(report(&runs, arguments.limit))
}

/// The papers' figures.
fn draw(runs: &[Run], arguments: &Arguments) -> Result<(), String> {
    let (out, limit) = (&arguments.out, arguments.limit as f64);
    write(
        out,
        "completed.svg",
        &regular::completed_over_time(runs, limit),
    )?;
    let paths = regular::read_paths(out, runs);
    for (name, figure) in regular::figures(&paths, limit) {
        write(out, name, &figure)?;
    }
    Ok(())
}

fn report(runs: &[Run], limit: u64) -> bool {
    let summary = regular::summary(runs, limit as f64);
    print!("{}{summary}", regular::tables(runs));
    !summary.contains("DISAGREE")
}

fn write(directory: &Path, name: &str, text: &str) -> Result<(), String> {
    command_line::save(&directory.join(name), text)
}

fn main() -> ExitCode {
    command_line::main(HELP, arguments(), |arguments| run(&arguments))
}
