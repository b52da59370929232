//! Measures what merging paths saves, and compares generated programs with and without it.

use bench::command_line::{self, list, number};
use bench::jvm::{Jdk, Scratch};
use bench::merging::soundness::{self, Settings};
use bench::merging::{
    self, Jbmc, Level, PROGRAMS, Prepared, Program, Report, Run, Runner, climb, has_levels,
};
use bench::spine::trivial;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
merging: programs explored at each level of --merge

  merging [OPTIONS] [-- OPTIONS OF CORTADO]

  --timeout N      seconds for each run (default 300)
  --filter TEXT    only programs whose name contains the text; may be repeated
  --levels LIST    only these levels, such as none,full
  --size NAME=N    this size of this program, instead of the largest at which none ends; may be repeated
  --json FILE      write all that was measured
  --svg FILE       draw time against the number of inputs for the first two programs
  --external DIR   the programs of this directory instead: .jpf files, or sources with a main
  --sources DIR    the programs (default bench/merging)
  --cortado FILE   the program (default: the one beside this one)

merging --soundness N: N generated programs, of which each level must say what a JVM does

  --seed N         the first of them (default 1)
  --keep DIR       where programs go of which a level says something else (default target/merging)
  --shrink         make these smaller
  --print          print the program of --seed, and end

The exit status is 1 if levels disagree, or with the JVM; 2 if the programs cannot be run; else 0.
";

struct Arguments {
    limit: u64,
    filters: Vec<String>,
    levels: Vec<Level>,
    sizes: Vec<(String, u64)>,
    json: Option<PathBuf>,
    svg: Option<PathBuf>,
    external: Option<PathBuf>,
    sources: PathBuf,
    cortado: PathBuf,
    soundness: Option<u64>,
    seed: u64,
    keep: PathBuf,
    shrink: bool,
    print: bool,
    options: Vec<String>,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut result = Arguments {
        limit: 300,
        filters: Vec::new(),
        levels: Level::ALL.to_vec(),
        sizes: Vec::new(),
        json: None,
        svg: None,
        external: None,
        sources: "bench/merging".into(),
        cortado: trivial::beside_this_program(),
        soundness: None,
        seed: 1,
        keep: "target/merging".into(),
        shrink: false,
        print: false,
        options: Vec::new(),
    };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--timeout" => result.limit = number(&value()?)?.clamp(1, 86_400),
            "--filter" => result.filters.push(value()?),
            "--levels" => result.levels = list(&value()?, level)?,
            "--size" => result.sizes.push(size(&value()?)?),
            "--json" => result.json = Some(value()?.into()),
            "--svg" => result.svg = Some(value()?.into()),
            "--external" => result.external = Some(value()?.into()),
            "--sources" => result.sources = value()?.into(),
            "--cortado" => result.cortado = value()?.into(),
            "--soundness" => result.soundness = Some(number(&value()?)?),
            "--seed" => result.seed = number(&value()?)?,
            "--keep" => result.keep = value()?.into(),
            "--shrink" => result.shrink = true,
            "--print" => result.print = true,
            "--" => {
                result.options = words.collect();
                break;
            }
            _ => return Err(format!("no argument `{word}`; --help lists them")),
        }
    }
    Ok(Some(result))
}

fn level(name: &str) -> Result<Level, String> {
    Level::of(name).ok_or_else(|| format!("no level `{name}`"))
}

fn size(text: &str) -> Result<(String, u64), String> {
    let (name, size) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not NAME=N"))?;
    match PROGRAMS.iter().any(|program| program.name == name) {
        true => Ok((name.to_owned(), number(size)?)),
        false => Err(format!("no program `{name}`")),
    }
}

/// What a whole run needs.
struct Bench<'a> {
    arguments: &'a Arguments,
    jdk: Jdk,
    runner: Runner,
    scratch: &'a Path,
    jbmc: Option<Jbmc>,
    report: Report,
}

impl Bench<'_> {
    fn wanted(&self, name: &str) -> bool {
        let filters = &self.arguments.filters;
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter))
    }

    fn level_is_wanted(&self, level: Level) -> bool {
        self.arguments.levels.contains(&level) && (self.runner.levels || level == Level::None)
    }

    fn run(
        &self,
        program: &Program,
        prepared: &Prepared,
        size: u64,
        level: Level,
    ) -> Result<Run, String> {
        let mut run = self.runner.run(prepared, size, level)?;
        run.inputs = Some(size * program.inputs);
        tell(&run);
        Ok(run)
    }

    fn program(&mut self, program: &Program) -> Result<(), String> {
        let prepared = merging::prepare(
            &self.jdk,
            &self.arguments.sources,
            self.scratch,
            program.name,
        )?;
        let fixed = self
            .arguments
            .sizes
            .iter()
            .find(|(name, _)| name == program.name);
        let size = match fixed {
            Some((_, size)) => {
                if self.level_is_wanted(Level::None) {
                    let run = self.run(program, &prepared, *size, Level::None)?;
                    self.report.compared.push(run);
                }
                *size
            }
            None => {
                let limit = self.arguments.limit as f64;
                let mut runs = climb(program.ladder, limit, |size| {
                    self.run(program, &prepared, size, Level::None)
                })?;
                let last = runs.iter().rposition(Run::is_complete);
                let Some(last) = last else {
                    self.report.compared.append(&mut runs);
                    return Ok(());
                };
                let run = runs.remove(last);
                let size = run.size.unwrap_or(0);
                self.report.compared.push(run);
                self.report.others.append(&mut runs);
                size
            }
        };
        for level in &Level::ALL[1..] {
            if self.level_is_wanted(*level) {
                let run = self.run(program, &prepared, size, *level)?;
                self.report.compared.push(run);
            }
        }
        if self.level_is_wanted(Level::Full) {
            for beyond in program.beyond.iter().filter(|beyond| **beyond != size) {
                let run = self.run(program, &prepared, *beyond, Level::Full)?;
                self.report.others.push(run);
            }
        }
        if let Some(jbmc) = &self.jbmc {
            let sources = &self.arguments.sources;
            let seconds = jbmc.run(&self.jdk, sources, self.scratch, &prepared, size);
            self.report.jbmc.push((program.name.to_owned(), seconds));
        }
        Ok(())
    }

    fn external(&mut self, directory: &Path) -> Result<(), String> {
        for program in merging::find(directory)? {
            if !self.wanted(&program.name) {
                continue;
            }
            program.prepare(&self.runner)?;
            for level in Level::ALL {
                if self.level_is_wanted(level) {
                    let run = program.run(&self.runner, level)?;
                    tell(&run);
                    self.report.compared.push(run);
                }
            }
        }
        Ok(())
    }
}

fn tell(run: &Run) {
    let size = run.size.map_or(String::new(), |size| format!(" {size}"));
    eprintln!(
        "{:7.2} s  {}{size} {}: {:?}, {}, {} paths",
        run.seconds,
        run.program,
        run.level.name(),
        run.ending,
        run.verdict,
        run.paths
    );
    if run.level == Level::None && run.size.is_none() {
        for note in &run.notes {
            eprintln!("           note: {note}");
        }
    }
}

fn measure(arguments: &Arguments) -> Result<bool, String> {
    let scratch = Scratch::new()?;
    let limit = Duration::from_secs(arguments.limit);
    let runner = Runner {
        cortado: arguments.cortado.clone(),
        limit,
        options: arguments.options.clone(),
        scratch: scratch.path().to_owned(),
        levels: has_levels(&arguments.cortado)?,
    };
    if !runner.levels {
        eprintln!("this cortado has no --merge; only `none` is run");
    }
    let mut bench = Bench {
        arguments,
        jdk: Jdk::find()?,
        runner,
        scratch: scratch.path(),
        jbmc: Jbmc::find(limit),
        report: Report::default(),
    };
    match &arguments.external {
        Some(directory) => bench.external(directory)?,
        None => {
            for program in PROGRAMS.iter() {
                if bench.wanted(program.name) {
                    bench.program(program)?;
                    // What there is already is not lost if the run is stopped.
                    save(arguments, &bench.report)?;
                }
            }
        }
    }
    let report = bench.report;
    if report.compared.is_empty() {
        return Err("no program of this name".to_owned());
    }
    save(arguments, &report)?;
    let summary = merging::summary(&report);
    print!("{}{}", merging::tables(&report), summary.text);
    if bench.jbmc.is_none() {
        println!("no jbmc on the PATH");
    }
    Ok(summary.agree)
}

fn save(arguments: &Arguments, report: &Report) -> Result<(), String> {
    if let Some(file) = &arguments.json {
        let text = serde_json::to_string_pretty(report).map_err(|error| error.to_string())?;
        command_line::save(file, &text)?;
    }
    if let Some(file) = &arguments.svg {
        command_line::save(file, &merging::growth(report))?;
    }
    Ok(())
}

fn check_soundness(arguments: &Arguments, count: u64) -> Result<bool, String> {
    let known = has_levels(&arguments.cortado)?;
    let mut levels = arguments.levels.clone();
    if !known {
        eprintln!("this cortado has no --merge; only `none` is compared with the JVM");
        levels = vec![Level::None];
    }
    let settings = Settings {
        cortado: arguments.cortado.clone(),
        first_seed: arguments.seed,
        count,
        levels,
        pass_level: known,
        keep: arguments.keep.clone(),
        shrink: arguments.shrink,
        options: arguments.options.clone(),
        ..Settings::default()
    };
    let summary = soundness::run(&settings, &mut |text| eprintln!("{text}"))?;
    print!("{summary}");
    Ok(summary.is_clean())
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    if arguments.print {
        print!("{}", soundness::source(arguments.seed));
        return Ok(true);
    }
    match arguments.soundness {
        Some(count) => check_soundness(arguments, count),
        None => measure(arguments),
    }
}

fn main() -> ExitCode {
    command_line::main(HELP, arguments(), |arguments| run(&arguments))
}
