//! Checks a sample of public methods of libraries that Debian packages, and prints what is said of them.

use bench::command_line;
use bench::field::{self, LIBRARIES, Record, Runner, Subject};
use bench::jvm::Scratch;
use bench::regular::Packages;
use bench::spine::trivial;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
field: public methods of real libraries

  field [OPTIONS] [-- OPTIONS OF cortado check]

  --seconds N      for each method (default 20)
  --count N        methods of each library (default 20)
  --seed N         which methods (default 1)
  --jobs N         methods at a time (default 1)
  --filter TEXT    only libraries whose name contains the text
  --jar FILE       this jar instead of Debian's. May be repeated
  --json FILE      write what became of each method
  --compare FILE   tell what changed since that file
  --from FILE      run nothing; print the tables of that file
  --packages DIR   where Debian's packages are unpacked (default field-packages)
  --cortado FILE   the program (default: the one beside this one)
  --list           print the methods, and end

The exit status is 1 if an aim is not met, 2 if something cannot be run, else 0.
";

struct Arguments {
    runner: Runner,
    count: usize,
    seed: u64,
    jobs: usize,
    filter: String,
    jars: Vec<PathBuf>,
    json: Option<PathBuf>,
    compare: Option<PathBuf>,
    from: Option<PathBuf>,
    packages: PathBuf,
    list: bool,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut result = Arguments {
        runner: Runner {
            cortado: trivial::beside_this_program(),
            limit: Duration::from_secs(20),
            options: Vec::new(),
        },
        count: 20,
        seed: 1,
        jobs: 1,
        filter: String::new(),
        jars: Vec::new(),
        json: None,
        compare: None,
        from: None,
        packages: PathBuf::from("field-packages"),
        list: false,
    };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--" {
            result.runner.options = words.collect();
            break;
        }
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let size = |text: String| -> Result<usize, String> {
            let number = command_line::number(&text)?;
            usize::try_from(number).map_err(|error| error.to_string())
        };
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--seconds" => {
                let seconds = command_line::number(&value()?)?;
                result.runner.limit = Duration::from_secs(seconds.clamp(1, 86_400));
            }
            "--count" => result.count = size(value()?)?,
            "--seed" => result.seed = command_line::number(&value()?)?,
            "--jobs" => result.jobs = size(value()?)?,
            "--filter" => result.filter = value()?,
            "--jar" => result.jars.push(value()?.into()),
            "--json" => result.json = Some(value()?.into()),
            "--compare" => result.compare = Some(value()?.into()),
            "--from" => result.from = Some(value()?.into()),
            "--packages" => result.packages = value()?.into(),
            "--cortado" => result.runner.cortado = value()?.into(),
            "--list" => result.list = true,
            other => return Err(format!("no option `{other}`")),
        }
    }
    Ok(Some(result))
}

fn subjects(arguments: &Arguments) -> Result<Vec<Subject>, String> {
    let mut subjects = Vec::new();
    let mut add = |name: &str, stream: usize, jar: PathBuf, class_path: Vec<PathBuf>| {
        let methods = field::sample(&jar, arguments.count, arguments.seed, stream as u64)?;
        subjects.extend(methods.into_iter().map(|method| Subject {
            library: name.to_owned(),
            jar: jar.clone(),
            class_path: class_path.clone(),
            method,
        }));
        Ok::<(), String>(())
    };
    if !arguments.jars.is_empty() {
        for (stream, jar) in arguments.jars.iter().enumerate() {
            let name = jar.file_stem().unwrap_or_default().to_string_lossy();
            add(&name, stream, jar.clone(), Vec::new())?;
        }
        return Ok(subjects);
    }
    let packages = Packages::new(arguments.packages.clone());
    for (stream, library) in LIBRARIES.iter().enumerate() {
        if !library.name.contains(&arguments.filter) {
            continue;
        }
        let jar = packages.jar(library.package, library.jar)?;
        let needs = library.needs.iter();
        let needs = needs.map(|(package, jar)| packages.jar(package, jar));
        add(
            library.name,
            stream,
            jar,
            needs.collect::<Result<_, String>>()?,
        )?;
    }
    Ok(subjects)
}

fn load(file: &Path) -> Result<Vec<Record>, String> {
    let complain = |error: String| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(|e| complain(e.to_string()))?;
    field::read(&text).map_err(complain)
}

fn run(arguments: Arguments) -> Result<bool, String> {
    let earlier = arguments.compare.as_deref().map(load).transpose()?;
    let records = match &arguments.from {
        Some(file) => load(file)?,
        None => {
            let subjects = subjects(&arguments)?;
            if arguments.list {
                for subject in &subjects {
                    println!("{}: {}", subject.library, subject.method);
                }
                return Ok(true);
            }
            if subjects.is_empty() {
                return Err("there is no such library, or no public method in it".to_owned());
            }
            // Removed when the run is over.
            let scratch = Scratch::new()?;
            field::run_all(
                &arguments.runner,
                &subjects,
                scratch.path(),
                arguments.jobs,
                |record| {
                    let Record {
                        seconds,
                        verdict,
                        method,
                        ..
                    } = record;
                    eprintln!("{seconds:7.2} s  {verdict}: {method}");
                },
            )?
        }
    };
    if let Some(file) = &arguments.json {
        command_line::save(file, &field::write(&records)?)?;
    }
    print!("{}", field::render(&records));
    if let Some(earlier) = earlier {
        print!("\n{}", field::compare(&earlier, &records));
    }
    let (text, met) = field::aims(&records);
    print!("\n{text}");
    Ok(met)
}

fn main() -> ExitCode {
    command_line::main(HELP, arguments(), run)
}
