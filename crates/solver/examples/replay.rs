//! Asks recorded questions again: `cargo run --release -p solver --example replay -- FILE [MODE…]`, where `FILE` was written
//! by `cortado check --record`. Prints what each mode takes for the same work.

use solver::asking::Asking;
use solver::{Budget, Mode, Solver, record};
use std::time::{Duration, Instant};

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("which file?")?;
    let names: Vec<String> = args.collect();
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
    let mut pool = logic::Pool::new();
    let questions = record::read(&text, &mut pool).map_err(|e| format!("{file}:{e}"))?;
    println!("{} questions", questions.len());
    for mode in Mode::ALL {
        if !names.is_empty() && !names.iter().any(|name| name == mode.name()) {
            continue;
        }
        let factory = move || Box::new(mode.solver()) as Box<dyn Solver>;
        let mut asking: Box<dyn Asking> = mode.asking(Box::new(factory));
        let start = Instant::now();
        let budget = Budget::time(Duration::from_secs(10));
        let replayed = record::replay(&pool, &questions, mode, &mut *asking, &budget, |_| true);
        let spent = start.elapsed().as_secs_f64();
        let stats = asking.stats();
        println!(
            "{:<13} {:>8.1} questions/s, {} by the model, {} by others, {} queries, {} unknown, {} different, {:.3} s for expressions",
            mode.name(),
            replayed.answered as f64 / spent,
            replayed.by_model,
            stats.hits,
            stats.queries,
            replayed.unknown,
            replayed.different,
            stats.expressions.as_secs_f64(),
        );
    }
    Ok(())
}
