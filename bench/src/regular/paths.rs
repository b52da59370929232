//! The single paths of a run, as `cortado check --dump-paths` writes them, and the figures that the papers draw of them.

use super::plot::line;
use super::{Mode, Run};
use crate::chart::{Chart, Line};
use crate::csv::rows;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A path that was followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathLine {
    pub milliseconds: u64,
    pub events: u64,
    pub transitions: u64,
    pub distance: u64,
    pub promising: u64,
}

/// The paths of each task, by mode.
pub type Paths = BTreeMap<(String, Mode), Vec<PathLine>>;

/// The paths that 000 shows in Fig. 7, and 001 in Figs. 7 and 8.
const PRUNING: usize = 2_000;
const COMPARED: usize = 10_000;

/// Where the paths of a run are kept.
pub fn file(out: &Path, task: &str, mode: Mode) -> PathBuf {
    let name = format!("{}.{}.csv", task.replace('/', "-"), mode.name());
    out.join("paths").join(name)
}

/// The paths of these runs, as far as they are there.
pub fn read_paths(out: &Path, runs: &[Run]) -> Paths {
    let mut paths = Paths::new();
    for run in runs {
        let text = std::fs::read_to_string(file(out, &run.task, run.mode)).unwrap_or_default();
        paths.insert((run.task.clone(), run.mode), parse(&text));
    }
    paths
}

/// Lines that are not whole are left out: a run may have been stopped while it wrote.
fn parse(text: &str) -> Vec<PathLine> {
    let mut rows = rows(text).into_iter();
    let head = rows.next().unwrap_or_default();
    let column = |name: &str| head.iter().position(|known| known == name);
    let line = |row: Vec<String>| {
        let number = |name: &str| row.get(column(name)?)?.parse::<u64>().ok();
        Some(PathLine {
            milliseconds: number("milliseconds")?,
            events: number("events")?,
            transitions: number("transitions")?,
            distance: number("distance")?,
            promising: number("promising")?,
        })
    };
    rows.filter_map(line).collect()
}

/// The figures of single paths: the name of a file, and the drawing.
pub fn figures(paths: &Paths, limit: f64) -> Vec<(&'static str, String)> {
    vec![
        ("pruned.svg", pruned(paths)),
        ("relevant.svg", relevant(paths, limit)),
        ("transitions.svg", transitions(paths)),
        ("distances.svg", distances(paths)),
    ]
}

/// How many branches of the paths that were followed first, second and so on, were pruned though guiding would have taken
/// them, over all tasks (000, Fig. 7).
fn pruned(paths: &Paths) -> String {
    let mut sums = vec![0.0; PRUNING];
    for ((_, mode), lines) in paths {
        if *mode == Mode::Srv {
            for (sum, line) in sums.iter_mut().zip(lines) {
                *sum += line.promising as f64;
            }
        }
    }
    let shown = sums
        .iter()
        .rposition(|sum| *sum > 0.0)
        .map_or(1, |at| at + 1);
    let line = line(Mode::Srv, numbered(&sums[..shown]));
    let title = "Branches pruned by slicing that guiding would have taken";
    chart(title, "path", "branches", shown as f64, &[line])
}

/// How many relevant paths were followed in each second, over all tasks (001, Fig. 6).
fn relevant(paths: &Paths, limit: f64) -> String {
    let seconds = limit.ceil().max(1.0) as usize;
    let lines = Mode::ALL.map(|mode| {
        let mut counts = vec![0.0; seconds];
        for ((_, of), lines) in paths {
            for line in lines.iter().filter(|line| *of == mode && line.events > 0) {
                let second = (line.milliseconds / 1000) as usize;
                if let Some(count) = counts.get_mut(second) {
                    *count += 1.0;
                }
            }
        }
        line(mode, numbered(&counts))
    });
    chart("Relevant paths", "second", "paths", seconds as f64, &lines)
}

/// How many more transitions the monitors made on the paths that a guided search followed first, second and so on than on
/// those of a plain one, over the tasks in which both have such a path (001, Fig. 7).
fn transitions(paths: &Paths) -> String {
    let sums = compared(paths, |line| line.transitions);
    let values: Vec<f64> = sums.iter().map(|(plain, guided)| guided - plain).collect();
    let mut line = line(Mode::Guided, numbered(&thinned(&values)));
    stretch(&mut line, values.len());
    let title = "More transitions on guided paths than on plain ones";
    chart(title, "path", "transitions", values.len() as f64, &[line])
}

/// How far the paths that were followed first, second and so on were from a violation in the end, in the same tasks (001,
/// Fig. 8).
fn distances(paths: &Paths) -> String {
    let sums = compared(paths, |line| line.distance);
    let (plain, guided): (Vec<f64>, Vec<f64>) = sums.iter().copied().unzip();
    let lines = [(Mode::Dfs, plain), (Mode::Guided, guided)].map(|(mode, values)| {
        let mut line = line(mode, numbered(&thinned(&values)));
        stretch(&mut line, values.len());
        line
    });
    let title = "Events to the nearest violation";
    chart(title, "path", "events", sums.len() as f64, &lines)
}

fn chart(title: &str, x: &str, y: &str, right: f64, lines: &[Line<'_>]) -> String {
    let chart = Chart {
        title,
        x,
        y,
        right,
        logarithmic: false,
        lines,
    };
    chart.svg()
}

/// Of the first, second and so on path, a sum over the tasks in which both a plain and a guided search have it.
fn compared(paths: &Paths, value: impl Fn(&PathLine) -> u64) -> Vec<(f64, f64)> {
    let mut sums = Vec::new();
    for ((task, mode), plain) in paths {
        let guided = paths.get(&(task.clone(), Mode::Guided));
        let (Mode::Dfs, Some(guided)) = (mode, guided) else {
            continue;
        };
        for (at, (plain, guided)) in plain.iter().zip(guided).take(COMPARED).enumerate() {
            if sums.len() == at {
                sums.push((0.0, 0.0));
            }
            sums[at].0 += value(plain) as f64;
            sums[at].1 += value(guided) as f64;
        }
    }
    sums
}

fn numbered(values: &[f64]) -> Vec<(f64, f64)> {
    let numbers = (1..).map(f64::from);
    numbers.zip(values.iter().copied()).collect()
}

/// Means of as many neighbours as it takes to come to no more than a point per pixel.
fn thinned(values: &[f64]) -> Vec<f64> {
    let group = values.len().div_ceil(500).max(1);
    let groups = values.chunks(group);
    groups
        .map(|g| g.iter().sum::<f64>() / g.len() as f64)
        .collect()
}

/// Puts thinned points where they belong.
fn stretch(line: &mut Line<'_>, length: usize) {
    let group = length.div_ceil(500).max(1) as f64;
    for point in &mut line.points {
        point.0 *= group;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "path,milliseconds,events,transitions,distance,violation,branches,hopeless,seen,sliced,promising
1,7,14,10,2,false,6,2,1,1,2
2,1200,0,10,1,true,3,2,0,0,0
3,13";

    #[test]
    fn whole_lines_are_read() {
        let lines = parse(TEXT);
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[0].promising, lines[1].distance), (2, 1));
        assert!(parse("").is_empty());
    }

    #[test]
    fn paths_are_compared_where_both_searches_have_them() {
        let plain = parse(TEXT);
        let mut guided = plain.clone();
        guided[0].transitions = 13;
        guided.truncate(1);
        let mut paths = Paths::from([
            (("a".to_owned(), Mode::Dfs), plain.clone()),
            (("a".to_owned(), Mode::Guided), guided),
            (("b".to_owned(), Mode::Dfs), plain.clone()),
        ]);
        assert_eq!(compared(&paths, |line| line.transitions), [(10.0, 13.0)]);
        paths.insert(("b".to_owned(), Mode::Guided), plain);
        let sums = compared(&paths, |line| line.transitions);
        assert_eq!(sums, [(20.0, 23.0), (10.0, 10.0)]);
        for (_, figure) in figures(&paths, 60.0) {
            assert!(figure.ends_with("</svg>\n"));
        }
        assert!(figures(&Paths::new(), 60.0).len() == 4);
    }

    #[test]
    fn many_values_become_means() {
        let values: Vec<f64> = (0..1500).map(f64::from).collect();
        let thin = thinned(&values);
        assert_eq!((thin.len(), thin[0]), (500, 1.0));
    }
}
