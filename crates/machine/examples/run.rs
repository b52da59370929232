//! Runs `main` of a class concretely: `cargo run -p machine --example run -- TARGET CLASS [ARGS]`.

use std::sync::Arc;

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(target), Some(class)) = (args.next(), args.next()) else {
        eprintln!("usage: run TARGET CLASS [ARGS]");
        std::process::exit(2);
    };
    let classpath = match classpath::ClassPathBuilder::new().target(target).build() {
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
    eprintln!("{:?} after {} instructions", run.end, run.instructions);
}
