//! Compares the modes of `--solving` on generated programs, and prints the thesis's figures.

use bench::command_line::{self, list, number};
use bench::solving::programs;
use bench::solving::{self, Mode, Report, Settings, measure};
use bench::spine::trivial;
use serde::Serialize;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
solving: generated programs explored in the modes of --solving

  solving [OPTIONS] [-- OPTIONS OF CORTADO]

  --sizes LIST     lines of the programs (default 5000,10000,20000)
  --count N        programs of each size (default 4)
  --seconds N      for each program and mode (default 15)
  --modes LIST     only these modes, such as baseline,auto
  --seed N         the first program (default 1)
  --json FILE      write all that was measured
  --svg FILE       draw complete paths over time
  --cortado FILE   the program (default: the one beside this one)

solving --replay DIR: path conditions that `cortado check --record DIR` wrote, in each mode, with the embedded solver and
those found on the PATH, such as z3 and cvc5; takes --seconds (for each file, solver and mode), --modes and --json

solving --print N  print the program of --seed of so many lines, and end

The exit status is 1 if modes disagree or a run comes to nothing, 2 if programs cannot be run, else 0.
";

struct Arguments {
    settings: Settings,
    json: Option<PathBuf>,
    svg: Option<PathBuf>,
    print: Option<usize>,
    replay: Option<PathBuf>,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut result = Arguments {
        settings: Settings {
            cortado: trivial::beside_this_program(),
            ..Settings::default()
        },
        json: None,
        svg: None,
        print: None,
        replay: None,
    };
    let settings = &mut result.settings;
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--sizes" => settings.sizes = list(&value()?, size)?,
            "--count" => settings.count = number(&value()?)?.clamp(1, 10_000),
            "--seconds" => {
                settings.limit = Duration::from_secs(number(&value()?)?.clamp(1, 86_400));
            }
            "--modes" => settings.modes = list(&value()?, mode)?,
            "--seed" => settings.seed = number(&value()?)?,
            "--json" => result.json = Some(value()?.into()),
            "--svg" => result.svg = Some(value()?.into()),
            "--cortado" => settings.cortado = value()?.into(),
            "--replay" => result.replay = Some(value()?.into()),
            "--print" => result.print = Some(size(&value()?)?),
            "--" => {
                settings.options = words.collect();
                break;
            }
            _ => return Err(format!("no argument `{word}`; --help lists them")),
        }
    }
    Ok(Some(result))
}

fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok();
    let size = size.filter(|size| (programs::SMALLEST..=programs::LARGEST).contains(size));
    size.ok_or_else(|| {
        let (from, to) = (programs::SMALLEST, programs::LARGEST);
        format!("`{text}` is no number of lines from {from} to {to}")
    })
}

fn mode(name: &str) -> Result<Mode, String> {
    solving::mode(name).ok_or_else(|| format!("no mode `{name}`"))
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let settings = &arguments.settings;
    if let Some(lines) = arguments.print {
        print!("{}", programs::source(settings.seed, lines));
        return Ok(true);
    }
    if let Some(directory) = &arguments.replay {
        return replay(arguments, directory);
    }
    let report = measure(settings, &mut |report| {
        tell(report);
        // What there is already is not lost if the run is stopped.
        save(arguments, report)
    })?;
    let summary = solving::summary(&report);
    print!("{}{}", solving::tables(&report), summary.text);
    Ok(summary.agree)
}

fn replay(arguments: &Arguments, directory: &Path) -> Result<bool, String> {
    let settings = &arguments.settings;
    let replays = solving::replay(directory, &settings.modes, settings.limit, &mut |replay| {
        eprintln!(
            "{:7.2} s  {} {} {}: {} of {} questions",
            replay.seconds.last().unwrap_or(&0.0),
            replay.file.display(),
            replay.solver,
            replay.mode,
            replay.seconds.len(),
            replay.questions
        );
    })?;
    write_json(arguments, &replays)?;
    print!("{}", solving::replay_tables(&replays));
    Ok(replays.iter().all(|replay| replay.different == 0))
}

fn write_json(arguments: &Arguments, all: &impl Serialize) -> Result<(), String> {
    let Some(file) = &arguments.json else {
        return Ok(());
    };
    let text = serde_json::to_string_pretty(all).map_err(|error| error.to_string())?;
    command_line::save(file, &text)
}

fn tell(report: &Report) {
    if let Some(run) = report.runs.last() {
        eprintln!(
            "{:7.2} s  {} lines, seed {}, {}: {} sides, {} paths",
            run.seconds,
            run.lines,
            run.seed,
            run.mode.name(),
            run.decided,
            run.paths
        );
    }
}

fn save(arguments: &Arguments, report: &Report) -> Result<(), String> {
    write_json(arguments, report)?;
    if let Some(file) = &arguments.svg {
        let limit = arguments.settings.limit.as_secs_f64();
        command_line::save(file, &solving::complete_paths(report, limit))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    command_line::main(HELP, arguments(), |arguments| run(&arguments))
}
