//! The benchmark of the foundation: how much slower than `java -Xint` the machine is on concrete code, how many queries
//! a branch costs, what a snapshot costs, and what a trivial program costs.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bench::command_line;
use bench::jvm::{Jdk, Scratch};
use bench::kernels::{EMPTY, KERNELS, Kernel, compile_all};
use bench::machine_run::Classes;
use bench::spine::{Row, branches, snapshots, trivial};

const HELP: &str = "\
spine: measure the foundation

  --runs N       runs per kernel and side, the fastest counts (default 3)
  --kernel NAME  only this kernel; `none` leaves them all out
  --size N       pass this size to the kernels instead of their default; for trying things out
  --cortado FILE the program to time (default: the one beside this one)
";

/// What a kernel should take under `-Xint` for its ratio to mean something.
const LEAST: Duration = Duration::from_secs(2);

struct Arguments {
    runs: usize,
    kernels: Vec<Kernel>,
    size: Vec<String>,
    cortado: PathBuf,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut result = Arguments {
        runs: 3,
        kernels: KERNELS.to_vec(),
        size: Vec::new(),
        cortado: trivial::beside_this_program(),
    };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--runs" => {
                let text = value()?;
                result.runs = match text.parse() {
                    Ok(runs) if runs > 0 => runs,
                    _ => return Err(format!("--runs needs a positive number, not `{text}`")),
                };
            }
            "--kernel" => {
                let name = value()?;
                result.kernels.retain(|kernel| kernel.class == name);
                if result.kernels.is_empty() && name != "none" {
                    let known = KERNELS.map(|kernel| kernel.class).join(", ");
                    return Err(format!("no kernel `{name}`; there are {known}"));
                }
            }
            "--cortado" => result.cortado = PathBuf::from(value()?),
            "--size" => {
                let text = value()?;
                if text.parse::<i32>().is_err() {
                    return Err(format!("--size needs a number, not `{text}`"));
                }
                result.size = vec![text];
            }
            "--help" | "-h" => return Ok(None),
            _ => return Err(format!("unknown argument `{word}`; --help lists them")),
        }
    }
    Ok(Some(result))
}

fn main() -> ExitCode {
    command_line::main(HELP, arguments(), |arguments| run(&arguments))
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let jdk = Jdk::find()?;
    let scratch = Scratch::new()?;
    compile_all(&jdk, scratch.path())?;
    let rest = scratch.directory("rest")?;
    // First of all: the kernel counts a parent's memory at the time of the fork towards the child's peak.
    let trivial = trivial::measure(&jdk, &arguments.cortado, &rest)
        .unwrap_or_else(|reason| Row::new("trivial program", reason));
    if !arguments.kernels.is_empty() {
        kernels(arguments, &jdk, scratch.path())?;
        println!();
    }
    let mut rows = branches::measure(&[4, 8, 10], &rest)?;
    rows.extend(snapshots::measure(&jdk, &[1, 10, 100], &rest)?);
    rows.push(trivial);
    let width = rows.iter().map(|row| row.what.len()).max().unwrap_or(0);
    for row in rows {
        println!("{:<width$}  {}", row.what, row.result);
    }
    Ok(true)
}

fn kernels(arguments: &Arguments, jdk: &Jdk, classes: &Path) -> Result<(), String> {
    let java_start = fastest(arguments.runs.max(3), || {
        jdk.time(&["-Xint"], classes, EMPTY.class, &[])
    })?
    .0;
    let machine_start = fastest(arguments.runs, || on_machine(classes, EMPTY.class, &[]));
    println!(
        "java -Xint start-up {:.0} ms, subtracted below",
        milliseconds(java_start)
    );
    match &machine_start {
        Ok((time, _)) => println!(
            "machine start-up {:.0} ms, subtracted below",
            milliseconds(*time)
        ),
        Err(error) => println!("machine: {error}"),
    }
    println!(
        "{:<16} {:>12} {:>12} {:>8}",
        "kernel", "-Xint s", "machine s", "ratio"
    );
    let mut ratios = Vec::new();
    for kernel in &arguments.kernels {
        let (java, expected) = fastest(arguments.runs, || {
            jdk.time(&["-Xint"], classes, kernel.class, &arguments.size)
        })?;
        let java = java.saturating_sub(java_start);
        let machine = match &machine_start {
            Ok((start, _)) => fastest(arguments.runs, || {
                on_machine(classes, kernel.class, &arguments.size)
            })
            .map(|(time, output)| (time.saturating_sub(*start), output)),
            Err(error) => Err(error.clone()),
        };
        let short = if java < LEAST {
            "  (under 2 s on -Xint)"
        } else {
            ""
        };
        match machine {
            Ok((_, output)) if output != expected => {
                println!(
                    "{:<16} prints `{}` on java, `{}` on the machine",
                    kernel.class,
                    expected.trim(),
                    output.trim()
                );
            }
            Ok((machine, _)) => {
                let ratio = machine.as_secs_f64() / java.as_secs_f64().max(1e-9);
                ratios.push(ratio);
                println!(
                    "{:<16} {:>12.2} {:>12.2} {:>7.1}x{short}",
                    kernel.class,
                    java.as_secs_f64(),
                    machine.as_secs_f64(),
                    ratio
                );
            }
            Err(error) => println!(
                "{:<16} {:>12.2} {error}{short}",
                kernel.class,
                java.as_secs_f64()
            ),
        }
    }
    match geometric_mean(&ratios) {
        Some(mean) if ratios.len() == arguments.kernels.len() => {
            println!("geometric mean {mean:.1}x")
        }
        Some(mean) => println!(
            "geometric mean {mean:.1}x, of {} kernels only",
            ratios.len()
        ),
        None => println!("geometric mean: no kernel has a ratio"),
    }
    Ok(())
}

fn on_machine(
    classes: &Path,
    class: &str,
    arguments: &[String],
) -> Result<(Duration, String), String> {
    let start = Instant::now();
    let result = Classes::open(classes)?.run(class, arguments, u64::MAX / 2, false)?;
    let time = start.elapsed();
    match result.exception {
        None => Ok((time, result.stdout)),
        Some(escaped) => Err(format!("{} escaped", escaped.class)),
    }
}

/// The fastest of several runs and what it printed.
fn fastest(
    runs: usize,
    mut once: impl FnMut() -> Result<(Duration, String), String>,
) -> Result<(Duration, String), String> {
    let mut best = once()?;
    for _ in 1..runs {
        best = best.min(once()?);
    }
    Ok(best)
}

fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    if ratios.is_empty() {
        return None;
    }
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    Some((sum / ratios.len() as f64).exp())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
