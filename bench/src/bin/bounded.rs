//! Holds `cortado verify` against enumeration on a JVM.

use bench::bounded::differential::{self, Settings};
use bench::command_line::{self, number};
use bench::spine::trivial;
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
bounded: what `cortado verify` says, against what is so

  bounded --differential N [OPTIONS] [-- OPTIONS OF CORTADO VERIFY]

N generated methods with four contracts each; a JVM runs them on every heap within the scope, and says what holds.

  --seed N         the first of them (default 1)
  --keep DIR       where programs go of which something wrong is said (default target/bounded)
  --jobs N         batches at the same time (default 1)
  --replay         replay every violation, too: the JVM must confirm it
  --print          print the oracle of the program of --seed, and end
  --cortado FILE   the program (default: the one beside this one)

The exit status is 1 if something wrong is said; 2 if the programs cannot be run; else 0.
";

struct Arguments {
    settings: Settings,
    print: bool,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut result = Arguments {
        settings: Settings {
            cortado: trivial::beside_this_program(),
            first_seed: 1,
            count: 0,
            keep: PathBuf::from("target/bounded"),
            jobs: 1,
            replay: false,
            options: Vec::new(),
        },
        print: false,
    };
    let settings = &mut result.settings;
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--differential" => settings.count = number(&value()?)?,
            "--seed" => settings.first_seed = number(&value()?)?,
            "--keep" => settings.keep = value()?.into(),
            "--jobs" => settings.jobs = number(&value()?)?.clamp(1, 64) as usize,
            "--cortado" => settings.cortado = value()?.into(),
            "--replay" => settings.replay = true,
            "--print" => result.print = true,
            "--" => {
                settings.options = words.collect();
                break;
            }
            _ => return Err(format!("no argument `{word}`; --help lists them")),
        }
    }
    Ok(Some(result))
}

fn run(arguments: Arguments) -> Result<bool, String> {
    let settings = &arguments.settings;
    if arguments.print {
        print!("{}", differential::print(settings.first_seed));
        return Ok(true);
    }
    if settings.count == 0 {
        return Err("nothing to do; --help lists what there is".into());
    }
    let summary = differential::run(settings, &|text| eprintln!("{text}"))?;
    print!("{summary}");
    Ok(summary.is_clean())
}

fn main() -> ExitCode {
    command_line::main(HELP, arguments(), run)
}
