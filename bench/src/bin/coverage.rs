//! Writes test suites with `cortado tests` and measures with JaCoCo what they cover.

use bench::coverage::{AIM, PROGRAMS, Setting, measure, table};
use bench::jvm::Jdk;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
coverage: suites of cortado tests, measured by JaCoCo

  coverage [OPTIONS] [-- OPTIONS OF CORTADO]

  --timeout N      seconds for the search of each program (default 300)
  --filter TEXT    only programs whose name contains the text
  --out DIR        where suites and packages go (default target/coverage)
  --root DIR       the repository (default: the current directory)
  --cortado FILE   the program (default: the one beside this one)

The programs are the data structures in examples/ and Debian's libcommons-cli-java. Jars that are not installed (also
JUnit, JaCoCo and ASM) are downloaded with apt-get and unpacked under --out.

The exit status is 1 if a test fails, or a suite takes less than 90 % of the branches that were reached; 2 if something
cannot be run; else 0.
";

fn arguments() -> Result<Option<(Setting, String)>, String> {
    let beside = env::current_exe().ok();
    let beside = beside.as_deref().and_then(Path::parent).map(Path::to_owned);
    let mut setting = Setting {
        jdk: Jdk::find()?,
        cortado: beside.unwrap_or_default().join("cortado"),
        root: PathBuf::from("."),
        out: PathBuf::from("target/coverage"),
        timeout: 300,
        options: Vec::new(),
    };
    let mut filter = String::new();
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .ok_or_else(|| format!("{word} needs a value; --help tells"))
        };
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--timeout" => {
                let text = value()?;
                setting.timeout = text
                    .parse()
                    .map_err(|_| format!("--timeout {text}: not a number of seconds"))?;
            }
            "--filter" => filter = value()?,
            "--out" => setting.out = PathBuf::from(value()?),
            "--root" => setting.root = PathBuf::from(value()?),
            "--cortado" => setting.cortado = PathBuf::from(value()?),
            "--" => {
                setting.options = words.collect();
                break;
            }
            other => return Err(format!("unknown option {other}; --help tells")),
        }
    }
    Ok(Some((setting, filter)))
}

fn run(setting: &Setting, filter: &str) -> Result<bool, String> {
    let mut all = Vec::new();
    for program in PROGRAMS.iter().filter(|name| name.contains(filter)) {
        eprintln!("{program} …");
        all.push(measure(setting, program)?);
    }
    print!("{}", table(&all));
    let met = all.iter().all(|one| one.meets_the_aim());
    println!(
        "aim: all tests pass and take {:.0} % of the branches reached: {}",
        100.0 * AIM,
        if met { "met" } else { "not met" }
    );
    Ok(met && !all.is_empty())
}

fn main() -> ExitCode {
    bench::command_line::main(HELP, arguments(), |(setting, filter)| {
        run(&setting, &filter)
    })
}
