//! Runs `main` of a class concretely: `cargo run -p machine --example run -- [--jdk HOME] TARGET CLASS [ARGS]`.

use std::sync::Arc;

fn main() {
    let mut args = std::env::args().skip(1).peekable();
    let mut builder = classpath::ClassPathBuilder::new();
    if args.next_if(|arg| arg == "--jdk").is_some() {
        let Some(home) = args.next() else { usage() };
        builder = builder.jdk(home);
    }
    let (Some(target), Some(class)) = (args.next(), args.next()) else {
        usage()
    };
    let classpath = match builder.target(target).build() {
        Ok(classpath) => classpath,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    let mut machine = machine::Machine::new(Arc::new(classpath), machine::Options::default());
    let args: Vec<String> = args.collect();
    let run = machine.run_main(&class.replace('.', "/"), &args);
    print!("{}", run.out);
    eprint!("{}", run.err);
    for call in &run.trace {
        eprintln!("  at {call}");
    }
    eprintln!("{:?} after {} instructions", run.end, run.instructions);
}

fn usage() -> ! {
    eprintln!("usage: run [--jdk HOME] TARGET CLASS [ARGS]");
    std::process::exit(2);
}
