//! Compares the machine with the JVM on random programs and prints where they differ, how many agreed, and which opcodes
//! and natives were exercised.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

use bench::differential::{Settings, Summary, run};
use bench::generator::{Features, Options, Profile, generate, scenario_names, symbolic};
use bench::opcodes::emitted;

const HELP: &str = "\
differential: run random Java programs on the machine and on the JVM, and compare

  --seed N         first seed (default 1); program number k has seed N + k
  --count N        how many programs (default 100)
  --jobs N         workers (default: one per core)
  --profile NAME   language, library or mixed (default)
  --features LIST  all (default), core, or names, comma-separated; -name takes one away
  --scenario NAME  only this scenario
  --keep DIR       where programs that differ are kept (default target/differential)
  --shrink         make programs that differ smaller
  --java-only      compare the JVM with itself: checks the generator
  --symbolic       programs with symbolic inputs: what is safe and what is violated must come out so
  --print          print the program of --seed and stop
  --scenarios      list the scenarios and stop

features:
";

struct Arguments {
    settings: Settings,
    print: bool,
    list: bool,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut settings = Settings {
        first_seed: 1,
        count: 100,
        jobs,
        options: Options::new(Profile::Mixed, Features::all()),
        keep: PathBuf::from("target/differential"),
        shrink: false,
        java_only: false,
        symbolic: false,
    };
    let (mut print, mut list) = (false, false);
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--seed" => settings.first_seed = number(&word, &value()?)?,
            "--count" => settings.count = number(&word, &value()?)?,
            "--jobs" => settings.jobs = number(&word, &value()?)?,
            "--features" => settings.options.features = Features::parse(&value()?)?,
            "--profile" => settings.options.profile = Profile::parse(&value()?)?,
            "--keep" => settings.keep = PathBuf::from(value()?),
            "--scenario" => {
                let name = value()?;
                if !scenario_names().contains(&name.as_str()) {
                    return Err(format!("no scenario `{name}`; --scenarios lists them"));
                }
                settings.options.only = Some(name);
            }
            "--shrink" => settings.shrink = true,
            "--symbolic" => settings.symbolic = true,
            "--java-only" => settings.java_only = true,
            "--print" => print = true,
            "--scenarios" => list = true,
            "--help" | "-h" => return Ok(None),
            _ => return Err(format!("unknown argument `{word}`; --help lists them")),
        }
    }
    Ok(Some(Arguments {
        settings,
        print,
        list,
    }))
}

fn number<T: FromStr>(name: &str, text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{name} needs a number, not `{text}`"))
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{HELP}{}", Features::help());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("differential: {error}");
            return ExitCode::from(2);
        }
    };
    if arguments.list {
        for name in scenario_names() {
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    }
    let settings = arguments.settings;
    if arguments.print {
        let program = if settings.symbolic {
            symbolic::generate(settings.first_seed, &settings.options)
        } else {
            generate(settings.first_seed, &settings.options)
        };
        print!("{}", program.source);
        return ExitCode::SUCCESS;
    }
    let start = Instant::now();
    match run(&settings, &|text| eprint!("{text}")) {
        Ok(summary) => {
            print_summary(&summary, &settings);
            eprintln!("took {:.1} s", start.elapsed().as_secs_f64());
            if summary.is_clean() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => {
            eprintln!("differential: {error}");
            ExitCode::from(2)
        }
    }
}

fn print_summary(summary: &Summary, settings: &Settings) {
    for (seed, error) in &summary.broken {
        println!("seed {seed}: broken program: {error}");
    }
    for (reason, seeds) in &summary.without_result {
        let shown: Vec<String> = seeds.iter().take(8).map(u64::to_string).collect();
        println!(
            "no result: {reason}: {} programs, seeds {}",
            seeds.len(),
            shown.join(" ")
        );
    }
    for (seed, what) in &summary.wrong_verdicts {
        println!("seed {seed}: wrong verdict: {what}");
    }
    for (reason, seeds) in &summary.undecided {
        let shown: Vec<String> = seeds.iter().take(8).map(u64::to_string).collect();
        println!(
            "undecided: {reason}: {} programs, seeds {}",
            seeds.len(),
            shown.join(" ")
        );
    }
    if settings.symbolic {
        println!(
            "verdicts: {} wrong, {} undecided",
            summary.wrong_verdicts.len(),
            summary.undecided.values().map(Vec::len).sum::<usize>()
        );
    }
    let other = if settings.java_only {
        "JVM again"
    } else {
        "machine"
    };
    println!(
        "{} programs, JVM against {other}: {} same, {} different, {} without result, {} broken; {} let an exception escape",
        summary.programs,
        summary.same,
        summary.different.len(),
        summary.without_result.values().map(Vec::len).sum::<usize>(),
        summary.broken.len(),
        summary.escaping,
    );
    if let Some((time, seed)) = summary.slowest {
        eprintln!(
            "slowest on the JVM: {:.0} ms, seed {seed}",
            time.as_secs_f64() * 1000.0
        );
    }
    if !settings.java_only {
        let reached = &summary.opcodes;
        list("opcodes exercised", reached.iter().copied());
        list(
            "opcodes not exercised",
            emitted().filter(|name| !reached.contains(name)),
        );
        list(
            "natives exercised",
            summary.natives.iter().map(String::as_str),
        );
    }
}

fn list<'a>(what: &str, names: impl Iterator<Item = &'a str>) {
    let names: Vec<&str> = names.collect();
    println!("{} {what}:", names.len());
    for name in names {
        println!("  {name}");
    }
}
