//! Prints what is known about a program:
//! `cargo run -p flow --example facts -- [--classpath LIST] TARGET [--root CLASS.METHOD…] [--show CLASS.METHOD]`.
//! Without a root, every `main` is one, or else every public method.

use classpath::{ClassPath, ClassPathBuilder, Name, access};
use flow::{Program, Root, ifds};
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let mut builder = ClassPathBuilder::new();
    let (mut wanted, mut shown, mut targets) = (Vec::new(), Vec::new(), 0);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--classpath" => builder = builder.classpath_list(&args.next().unwrap_or_default()),
            "--root" => wanted.extend(args.next()),
            "--show" => shown.extend(args.next()),
            _ => {
                builder = builder.target(arg);
                targets += 1;
            }
        }
    }
    if targets == 0 {
        eprintln!("usage: facts [--classpath LIST] TARGET [--root C.M…] [--show C.M…]");
        std::process::exit(2);
    }
    let classpath = match builder.build() {
        Ok(classpath) => classpath,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    let start = Instant::now();
    let roots = roots(&classpath, &wanted);
    let methods = ir::Methods::new();
    let program = Program::new(&classpath, &methods, &roots);
    let elapsed = start.elapsed();
    summary(&program, &roots);
    println!("analysed in {elapsed:.2?}");
    let start = Instant::now();
    let graph = ifds::Graph::new(&program);
    println!(
        "{} nodes in the supergraph, {:.2?}",
        graph.len(),
        start.elapsed()
    );
    for unknown in &program.unknowns {
        println!("unknown: {}", unknown.what);
    }
    for name in shown {
        show(&program, &name.replace('/', "."));
    }
}

fn roots(classpath: &ClassPath, wanted: &[String]) -> Vec<Root> {
    let names: Vec<Name> = classpath.application_classes().unwrap_or_default();
    let mut mains = Vec::new();
    let mut public = Vec::new();
    let mut named = Vec::new();
    for name in names {
        let Ok(Some(class)) = classpath.find(&name) else {
            continue;
        };
        for method in &class.methods {
            let root = Root::new(&name, &method.name, &method.descriptor);
            let full = format!("{}.{}", name.replace('/', "."), method.name);
            if wanted.contains(&full) {
                named.push(root.clone());
            }
            if root == Root::main(&name) {
                mains.push(root.clone());
            }
            if method.access & access::PUBLIC != 0 && method.code.is_some() {
                public.push(root);
            }
        }
    }
    let found = [named, mains, public];
    found
        .into_iter()
        .find(|list| !list.is_empty())
        .unwrap_or_default()
}

fn summary(program: &Program, roots: &[Root]) {
    let (mut calls, mut edges, mut library, mut callbacks, mut pointed, mut most) =
        (0, 0, 0, 0, 0, 0);
    let mut instructions = 0;
    for id in program.method_ids() {
        let method = program.method(id);
        instructions += method.positions();
        for point in program.points(id) {
            let callees = program.callees(point).len();
            calls += usize::from(callees > 0);
            edges += callees;
            library += usize::from(program.library_call(point));
            callbacks += program.callbacks(point).len();
        }
        for reg in 0..method.body().registers.len() {
            let count = program.ever_points_to(id, ir::Reg(reg as u16)).len();
            pointed += count;
            most = most.max(count);
        }
    }
    println!(
        "{} roots, {} methods, {instructions} points",
        roots.len(),
        program.method_count()
    );
    println!("{calls} calls with {edges} edges, {library} library calls, {callbacks} call-backs");
    let objects = program.object_ids().len();
    println!("{objects} objects, {pointed} in registers, at most {most} in one");
    println!(
        "threads: {}, unknowns: {}",
        program.has_threads,
        program.unknowns.len()
    );
}

fn show(program: &Program, name: &str) {
    for id in program.method_ids() {
        let method = program.method(id);
        let full = format!("{}.{}", method.class.name.replace('/', "."), method.name());
        if full != name {
            continue;
        }
        println!("\n{method}");
        for caller in program.callers(id) {
            println!(
                "  called from {} line {:?}",
                program.method(caller.method),
                program.method(caller.method).line(*caller)
            );
        }
        for point in program.points(id) {
            let place = format!("{}:{}", point.block.0, point.index);
            let line = method.line(point).unwrap_or(0);
            for callee in program.callees(point) {
                println!("  {place} line {line} calls {}", program.method(*callee));
            }
            for callee in program.callbacks(point) {
                println!("  {place} line {line} may run {}", program.method(*callee));
            }
            for member in program.referenced(point) {
                println!(
                    "  {place} line {line} by reference {}.{}",
                    member.class, member.name
                );
            }
            if program.library_call(point) {
                let changes = if program.changes_regions(point) {
                    "changes"
                } else {
                    "reads"
                };
                println!(
                    "  {place} line {line} {changes} {:?}",
                    program.regions_at(point)
                );
            }
            let mut operands = Vec::new();
            match (method.inst(point), method.terminator(point)) {
                (Some(inst), _) => inst.for_each_operand(|o| operands.push(o)),
                (_, Some(terminator)) => terminator.for_each_operand(|o| operands.push(o)),
                _ => {}
            }
            for operand in operands {
                let objects = program.operand(point, operand);
                if let (Some(reg), false) = (operand.reg(), objects.is_empty()) {
                    println!(
                        "  {place} line {line} r{} -> {}",
                        reg.0,
                        names(program, objects)
                    );
                }
            }
            for object in program.objects_at(point) {
                let made = program.object(*object);
                println!(
                    "  {place} line {line} makes {} {} many={} {:?}",
                    object.0,
                    made.class,
                    made.many,
                    program.region(*object)
                );
            }
        }
    }
}

fn names(program: &Program, objects: &[flow::ObjectId]) -> String {
    let name = |o: &flow::ObjectId| format!("{}:{}", o.0, program.object(*o).class);
    objects.iter().map(name).collect::<Vec<_>>().join(" ")
}
