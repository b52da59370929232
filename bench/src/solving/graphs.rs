//! What decision graphs cost as programs and bounds grow (004, Fig. 7.8), and what exploring them comes to.

use super::programs::{self, CLASS, METHOD};
use super::{Settings, write_program};
use crate::columns::table;
use crate::jvm::{Jdk, Scratch};
use classpath::{ClassPath, ClassPathBuilder};
use explore::{Config, Decisions, Ending, Entry};
use serde::Serialize;
use solver::{Budget, Mode, Solver};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Rounds to which open loops are unrolled.
pub const BOUNDS: [u32; 4] = [3, 5, 10, 20];

/// One graph.
#[derive(Clone, Debug, Serialize)]
pub struct Graph {
    pub lines: usize,
    pub seed: u64,
    /// None for a program whose loops have a constant number of rounds.
    pub bound: Option<u32>,
    pub decisions: usize,
    /// The decimal logarithm of the number of ways through it, possible or not.
    pub log_ways: f64,
    /// Whether all of the program is in it, up to the bound.
    pub whole: bool,
    /// Spent on running the program, which inlines and unrolls, and on what else it takes to make the graph.
    pub unrolling_seconds: f64,
    pub building_seconds: f64,
    /// Sides decided on it and complete paths found, in so many seconds, if it was explored.
    pub sides: u64,
    pub paths: u64,
    pub exploring_seconds: f64,
}

/// Makes the graphs of the programs, with capped loops and with open ones under each bound. Those of capped ones are
/// explored, if that is wanted.
pub fn graphs(
    settings: &Settings,
    exploring: bool,
    done: &mut dyn FnMut(&Graph),
) -> Result<Vec<Graph>, String> {
    let (jdk, scratch) = (Jdk::find()?, Scratch::new()?);
    let mut graphs = Vec::new();
    for lines in &settings.sizes {
        for seed in (0..settings.count).map(|n| settings.seed.wrapping_add(n)) {
            let work = scratch.path();
            let capped = load(&jdk, work, "capped", &programs::source(seed, *lines))?;
            let open = programs::source_with_open_loops(seed, *lines);
            let open = load(&jdk, work, "open", &open)?;
            for bound in [None].into_iter().chain(BOUNDS.map(Some)) {
                let classpath = if bound.is_some() { &open } else { &capped };
                let exploring = exploring && bound.is_none();
                let mut graph = make(classpath, bound, settings.limit, exploring)?;
                (graph.lines, graph.seed) = (*lines, seed);
                done(&graph);
                graphs.push(graph);
            }
        }
    }
    Ok(graphs)
}

fn load(jdk: &Jdk, work: &Path, name: &str, text: &str) -> Result<Arc<ClassPath>, String> {
    let classes = write_program(jdk, &work.join(name), text)?;
    let classpath = ClassPathBuilder::new().target(classes).build();
    Ok(Arc::new(classpath.map_err(|error| error.to_string())?))
}

fn make(
    classpath: &Arc<ClassPath>,
    bound: Option<u32>,
    limit: Duration,
    exploring: bool,
) -> Result<Graph, String> {
    let mut config = Config {
        timeout: Some(limit),
        ..Config::default()
    };
    config.machine.unwind = bound;
    let entry = Entry::Method {
        class: CLASS.to_owned(),
        name: METHOD.to_owned(),
        descriptor: descriptor(classpath)?,
    };
    Decisions::with(classpath, &entry, &config, |graph| {
        let unknown = |ending: &Ending| matches!(ending, Ending::Unknown(_));
        let mut made = Graph {
            lines: 0,
            seed: 0,
            bound,
            decisions: graph.decisions.len(),
            log_ways: graph.log_ways(),
            whole: !graph.endings().into_keys().any(unknown),
            unrolling_seconds: graph.running.as_secs_f64(),
            building_seconds: (graph.time.saturating_sub(graph.running)).as_secs_f64(),
            sides: 0,
            paths: 0,
            exploring_seconds: 0.0,
        };
        if exploring {
            let started = Instant::now();
            let factory = || Box::new(Mode::Shared.solver()) as Box<dyn Solver>;
            let mut asking = Mode::Shared.asking(Box::new(factory));
            let explored = graph.explore(&mut *asking, &Budget::time(limit), |_| {
                started.elapsed() < limit
            });
            made.sides = explored.sides;
            made.paths = explored.paths.values().sum();
            made.exploring_seconds = started.elapsed().as_secs_f64();
        }
        made
    })
}

/// Of the method that a program starts at.
fn descriptor(classpath: &ClassPath) -> Result<String, String> {
    let class = classpath.find(CLASS).map_err(|error| error.to_string())?;
    let class = class.ok_or("the program has no entry")?;
    let method = class.methods.iter().find(|method| &*method.name == METHOD);
    Ok(method
        .ok_or("the program has no entry")?
        .descriptor
        .to_string())
}

/// The mean over the programs of each size.
pub fn graph_table(graphs: &[Graph]) -> String {
    let mut rows: Vec<(usize, Option<u32>)> = Vec::new();
    for graph in graphs {
        if !rows.contains(&(graph.lines, graph.bound)) {
            rows.push((graph.lines, graph.bound));
        }
    }
    let lines = rows.into_iter().map(|(lines, bound)| {
        let all = graphs
            .iter()
            .filter(|g| (g.lines, g.bound) == (lines, bound));
        let all: Vec<&Graph> = all.collect();
        let mean = |of: &dyn Fn(&Graph) -> f64| {
            all.iter().map(|graph| of(graph)).sum::<f64>() / all.len().max(1) as f64
        };
        let seconds = mean(&|g| g.exploring_seconds);
        let speed = match seconds > 0.0 {
            true => format!("{:.1}", mean(&|g| g.sides as f64) / seconds),
            false => "-".to_owned(),
        };
        let cells = vec![
            bound.map_or("-".to_owned(), |bound| bound.to_string()),
            format!("{:.0}", mean(&|g| g.decisions as f64)),
            format!("{:.1}", mean(&|g| g.log_ways)),
            format!("{:.2}", mean(&|g| g.unrolling_seconds)),
            format!("{:.2}", mean(&|g| g.building_seconds)),
            format!("{}/{}", all.iter().filter(|g| g.whole).count(), all.len()),
            speed,
        ];
        (format!("{lines} lines"), cells)
    });
    let lines = lines.collect();
    let columns = [
        "bound",
        "decisions",
        "log10 ways",
        "unrolling s",
        "building s",
        "whole",
        "sides/s",
    ];
    let title = "decision graphs: bounds for loops that inputs end, without bound for those of constant rounds";
    let mut out = String::new();
    table(&mut out, title, &columns, lines);
    out.push_str(
        "The thesis needed 34 s for 20 thousand lines with loops unrolled 3 times, and 144 s for 20 times (Fig. 7.8).\n",
    );
    out
}
