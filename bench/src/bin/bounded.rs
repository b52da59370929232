//! Measures `cortado verify` on the programs of `bench/bounded`, and holds it against mutants and enumeration on a JVM.

use bench::bounded::{self, Report, Run, differential, mutants};
use bench::command_line::{self, number};
use bench::spine::trivial;
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
bounded: what `cortado verify` says and costs, against what is so and what papers report

  bounded [OPTIONS]
      the subjects of bench/bounded/programs in growing sizes, with each splitter and encoding; tables, and the aims
  bounded --case-study [OPTIONS]
      every method of the vote-counting system, with every splitter
  bounded --mutants [OPTIONS]
      mutants of the programs: each is to be refuted, or is listed in bench/bounded/survivors.txt with a reason
  bounded --differential N [OPTIONS] [-- OPTIONS OF CORTADO VERIFY]
      N generated methods with four contracts each; a JVM runs them on every heap within the scope, and says what holds

  --filter TEXT    only subjects, or mutants, with this in their name
  --timeout N      seconds for a method (default 15; mutants 60)
  --jobs N         runs at the same time (default: all cores; --differential: 1)
  --json FILE      write all that was measured
  --svg FILE       draw times over unrollings and scopes
  --every N        only every N-th mutant
  --seed N         the first generated method (default 1)
  --keep DIR       where generated programs go of which something wrong is said (default target/bounded)
  --replay         replay every violation of a generated method, too: the JVM must confirm it
  --print          print the oracle of the program of --seed, and end
  --programs DIR   the directory of this benchmark (default bench/bounded)
  --cortado FILE   the program (default: the one beside this one)

The exit status is 1 if something wrong is said, runs of one subject disagree, or a mutant escapes; 2 if programs cannot
be run; else 0.
";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Tables,
    CaseStudy,
    Mutants,
    Differential,
    Print,
}

struct Arguments {
    mode: Mode,
    differential: differential::Settings,
    directory: PathBuf,
    filter: String,
    seconds: Option<u64>,
    jobs: Option<usize>,
    every: usize,
    json: Option<PathBuf>,
    svg: Option<PathBuf>,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut result = Arguments {
        mode: Mode::Tables,
        differential: differential::Settings {
            cortado: trivial::beside_this_program(),
            first_seed: 1,
            count: 0,
            keep: PathBuf::from("target/bounded"),
            jobs: 1,
            replay: false,
            options: Vec::new(),
        },
        directory: PathBuf::from("bench/bounded"),
        filter: String::new(),
        seconds: None,
        jobs: None,
        every: 1,
        json: None,
        svg: None,
    };
    let settings = &mut result.differential;
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--case-study" => result.mode = Mode::CaseStudy,
            "--mutants" => result.mode = Mode::Mutants,
            "--differential" => {
                result.mode = Mode::Differential;
                settings.count = number(&value()?)?;
            }
            "--print" => result.mode = Mode::Print,
            "--filter" => result.filter = value()?,
            "--timeout" => result.seconds = Some(number(&value()?)?.clamp(1, 86_400)),
            "--jobs" => result.jobs = Some(number(&value()?)?.clamp(1, 64) as usize),
            "--json" => result.json = Some(value()?.into()),
            "--svg" => result.svg = Some(value()?.into()),
            "--every" => result.every = number(&value()?)?.max(1) as usize,
            "--seed" => settings.first_seed = number(&value()?)?,
            "--keep" => settings.keep = value()?.into(),
            "--programs" => result.directory = value()?.into(),
            "--cortado" => settings.cortado = value()?.into(),
            "--replay" => settings.replay = true,
            "--" => {
                settings.options = words.collect();
                break;
            }
            _ => return Err(format!("no argument `{word}`; --help lists them")),
        }
    }
    Ok(Some(result))
}

impl Arguments {
    fn limit(&self, otherwise: u64) -> Duration {
        Duration::from_secs(self.seconds.unwrap_or(otherwise))
    }

    fn all_cores(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or_else(cores)
    }

    fn settings(&self) -> bounded::Settings {
        bounded::Settings {
            cortado: self.differential.cortado.clone(),
            directory: self.directory.clone(),
            filter: self.filter.clone(),
            limit: self.limit(15),
            jobs: self.all_cores(),
        }
    }
}

fn run(mut arguments: Arguments) -> Result<bool, String> {
    match arguments.mode {
        Mode::Tables => tables(&arguments),
        Mode::CaseStudy => {
            let tell = |text: &str| eprintln!("{text}");
            let (hold, text) = bounded::case_study(&arguments.settings(), &tell)?;
            print!("{text}");
            Ok(hold)
        }
        Mode::Mutants => {
            let settings = mutants::Settings {
                cortado: arguments.differential.cortado.clone(),
                directory: arguments.directory.clone(),
                filter: arguments.filter.clone(),
                every: arguments.every,
                limit: arguments.limit(60),
                jobs: arguments.all_cores(),
            };
            let summary = mutants::run(&settings, &|text| eprintln!("{text}"))?;
            print!("{summary}");
            Ok(summary.is_clean())
        }
        Mode::Print => {
            print!("{}", differential::print(arguments.differential.first_seed));
            Ok(true)
        }
        Mode::Differential => {
            arguments.differential.jobs = arguments.jobs.unwrap_or(1);
            let settings = &arguments.differential;
            let summary = differential::run(settings, &|text| eprintln!("{text}"))?;
            print!("{summary}");
            Ok(summary.is_clean())
        }
    }
}

fn tables(arguments: &Arguments) -> Result<bool, String> {
    let report = bounded::measure(&arguments.settings(), &|run| tell(run))?;
    save(arguments, &report)?;
    print!("{}", bounded::tables(&report));
    let (agree, text) = bounded::summary(&report);
    print!("{text}");
    Ok(agree)
}

fn tell(run: &Run) {
    let verified = &run.verified;
    eprintln!(
        "{:7.2} s  {}, scope {}, {} unrollings, {} {}: {}",
        verified.encoding() + verified.solving(),
        run.subject,
        run.scope,
        run.unroll,
        run.encoding,
        run.splitter,
        verified.verdict
    );
}

fn save(arguments: &Arguments, report: &Report) -> Result<(), String> {
    if let Some(file) = &arguments.json {
        let text = serde_json::to_string_pretty(report).map_err(|error| error.to_string())?;
        command_line::save(file, &text)?;
    }
    if let Some(file) = &arguments.svg {
        command_line::save(file, &bounded::charts(report))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    command_line::main(HELP, arguments(), run)
}
