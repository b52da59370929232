//! An automaton as a drawing: states in layers from left to right by their distance from the start, errors last. Edges
//! between the same two states are one, with all their events; what leaves a state where it is is one small loop.

use crate::automaton::StateId;
use crate::model::{EventId, Property};
use std::collections::{BTreeMap, VecDeque};

mod document;

const CHARACTER: f64 = 7.4;
const SMALL_CHARACTER: f64 = 6.4;
const NODE_HEIGHT: f64 = 38.0;
const ROW: f64 = 112.0;
const MARGIN: f64 = 28.0;
const LINE: f64 = 15.0;

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy)]
struct Rect {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Rect {
    fn around(centre: Point, width: f64, height: f64) -> Rect {
        Rect {
            left: centre.x - width / 2.0,
            top: centre.y - height / 2.0,
            right: centre.x + width / 2.0,
            bottom: centre.y + height / 2.0,
        }
    }

    fn overlaps(&self, other: &Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// All events between two states.
struct Edge {
    from: usize,
    to: usize,
    events: Vec<EventId>,
}

/// A state, or where an edge passes through a layer on its way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    State(usize),
    Bend(usize),
}

struct Drawing<'a> {
    property: &'a Property,
    edges: Vec<Edge>,
    layer: Vec<usize>,
    centre: Vec<Point>,
    /// Where an edge bends in the layers between its ends, from left to right.
    bends: BTreeMap<usize, Vec<Point>>,
    taken: Vec<Rect>,
    out: String,
}

/// The drawing as an SVG document.
pub fn svg(property: &Property) -> String {
    let automaton = &property.automaton;
    let mut joined: BTreeMap<(usize, usize), Vec<EventId>> = BTreeMap::new();
    for state in automaton.state_ids().filter(|s| !automaton.is_error(*s)) {
        for event in automaton.event_ids() {
            let to = automaton.next(state, event);
            let key = (usize::from(state.0), usize::from(to.0));
            joined.entry(key).or_default().push(event);
        }
    }
    let edges = joined
        .into_iter()
        .map(|((from, to), events)| Edge { from, to, events });
    let mut drawing = Drawing {
        property,
        edges: edges.collect(),
        layer: Vec::new(),
        centre: Vec::new(),
        bends: BTreeMap::new(),
        taken: Vec::new(),
        out: String::new(),
    };
    drawing.layers();
    drawing.place();
    drawing.draw()
}

impl Drawing<'_> {
    fn name(&self, state: usize) -> &str {
        &self.property.automaton.states()[state].name
    }

    fn is_error(&self, state: usize) -> bool {
        self.property.automaton.states()[state].error
    }

    fn width(&self, state: usize) -> f64 {
        let characters = self.name(state).chars().count() as f64;
        (characters * CHARACTER + 28.0).max(64.0)
    }

    /// Distances from the start; errors behind everything else.
    fn layers(&mut self) {
        let automaton = &self.property.automaton;
        let count = automaton.states().len();
        let mut layer = vec![usize::MAX; count];
        let start = usize::from(automaton.initial().0);
        layer[start] = 0;
        let mut pending = VecDeque::from([start]);
        while let Some(state) = pending.pop_front() {
            for event in automaton.event_ids() {
                let next = usize::from(automaton.next(StateId(state as u8), event).0);
                if layer[next] == usize::MAX {
                    layer[next] = layer[state] + 1;
                    pending.push_back(next);
                }
            }
        }
        let inner = (0..count).filter(|s| !self.is_error(*s) && layer[*s] != usize::MAX);
        let last = inner.map(|s| layer[s]).max().unwrap_or(0);
        for (state, layer) in layer.iter_mut().enumerate() {
            if self.is_error(state) {
                *layer = last + 1;
            } else if *layer == usize::MAX {
                // Nothing leads there; it is drawn all the same.
                *layer = 0;
            }
        }
        self.layer = layer;
    }

    /// Orders each layer by the middle of what its members are joined to, and gives everything a place.
    fn place(&mut self) {
        let depth = self.layer.iter().max().map_or(0, |last| last + 1);
        let mut columns: Vec<Vec<Place>> = vec![Vec::new(); depth];
        for state in 0..self.layer.len() {
            columns[self.layer[state]].push(Place::State(state));
        }
        let mut links: Vec<(Place, Place)> = Vec::new();
        for (index, edge) in self.edges.iter().enumerate() {
            let (low, high) = match self.layer[edge.from] <= self.layer[edge.to] {
                true => (edge.from, edge.to),
                false => (edge.to, edge.from),
            };
            let mut last = Place::State(low);
            for column in columns
                .iter_mut()
                .take(self.layer[high])
                .skip(self.layer[low] + 1)
            {
                column.push(Place::Bend(index));
                links.push((last, Place::Bend(index)));
                last = Place::Bend(index);
            }
            links.push((last, Place::State(high)));
        }
        for round in 0..8 {
            let order: Vec<usize> = match round % 2 {
                0 => (1..depth).collect(),
                _ => (0..depth.saturating_sub(1)).rev().collect(),
            };
            for index in order {
                let other = match round % 2 {
                    0 => index - 1,
                    _ => index + 1,
                };
                let position = |place: Place| columns[other].iter().position(|p| *p == place);
                let middle = |place: Place, own: usize| {
                    let ends = links.iter().filter_map(|(a, b)| match () {
                        () if *a == place => position(*b),
                        () if *b == place => position(*a),
                        () => None,
                    });
                    let ends: Vec<f64> = ends.map(|p| p as f64).collect();
                    match ends.is_empty() {
                        true => own as f64,
                        false => ends.iter().sum::<f64>() / ends.len() as f64,
                    }
                };
                let mut keyed: Vec<(f64, usize, Place)> = columns[index]
                    .iter()
                    .enumerate()
                    .map(|(own, place)| (middle(*place, own), own, *place))
                    .collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                columns[index] = keyed.into_iter().map(|(_, _, place)| place).collect();
            }
        }
        self.coordinates(&columns);
    }

    fn coordinates(&mut self, columns: &[Vec<Place>]) {
        let tallest = columns.iter().map(Vec::len).max().unwrap_or(1);
        let middle = tallest as f64 * ROW / 2.0;
        self.centre = vec![Point { x: 0.0, y: 0.0 }; self.layer.len()];
        let mut x = MARGIN + 30.0;
        for (index, column) in columns.iter().enumerate() {
            let widths = column.iter().map(|place| match place {
                Place::State(state) => self.width(*state),
                Place::Bend(_) => 0.0,
            });
            let width = widths.fold(64.0, f64::max);
            let top = middle - column.len() as f64 * ROW / 2.0;
            for (row, place) in column.iter().enumerate() {
                let at = Point {
                    x: x + width / 2.0,
                    y: top + (row as f64 + 0.5) * ROW + 40.0,
                };
                match place {
                    Place::State(state) => self.centre[*state] = at,
                    Place::Bend(edge) => self.bends.entry(*edge).or_default().push(at),
                }
            }
            // Room for the widest label that crosses to the next column.
            let crossing = self.edges.iter().filter(|edge| {
                let (a, b) = (self.layer[edge.from], self.layer[edge.to]);
                a.min(b) <= index && index < a.max(b)
            });
            let label = crossing
                .map(|edge| self.label_size(edge).0)
                .fold(40.0, f64::max);
            x += width + label + 56.0;
        }
    }

    /// The names of the events of an edge, a line each.
    fn lines(&self, edge: &Edge) -> Vec<String> {
        let name = |event: &EventId| self.property.event(*event).name.clone();
        let mut lines: Vec<String> = Vec::new();
        for name in edge.events.iter().map(name) {
            match lines.last_mut() {
                Some(line) if edge.events.len() > 3 && line.len() + name.len() < 24 => {
                    line.push_str(", ");
                    line.push_str(&name);
                }
                _ => lines.push(name),
            }
        }
        lines
    }

    fn label_size(&self, edge: &Edge) -> (f64, f64) {
        let lines = self.lines(edge);
        let longest = lines.iter().map(|line| line.chars().count()).max();
        let width = longest.unwrap_or(0) as f64 * CHARACTER + 8.0;
        (width, lines.len() as f64 * LINE + 2.0)
    }

    /// The control points of an edge: a chain of Bézier curves through its bends.
    fn curve(&self, index: usize) -> Vec<[Point; 4]> {
        let edge = &self.edges[index];
        let (from, to) = (self.centre[edge.from], self.centre[edge.to]);
        let half = |state: usize| self.width(state) / 2.0;
        let forward = self.layer[edge.from] < self.layer[edge.to];
        let level = self.layer[edge.from] == self.layer[edge.to];
        // Two edges between the same states keep apart.
        let twin = self
            .edges
            .iter()
            .any(|e| e.from == edge.to && e.to == edge.from);
        let shift = match (twin, forward || level && from.y < to.y) {
            (false, _) => 0.0,
            (true, true) => -9.0,
            (true, false) => 9.0,
        };
        if level {
            let down = if from.y < to.y { 1.0 } else { -1.0 };
            let start = Point {
                x: from.x + shift * 1.6,
                y: from.y + down * NODE_HEIGHT / 2.0,
            };
            let end = Point {
                x: to.x + shift * 1.6,
                y: to.y - down * (NODE_HEIGHT / 2.0 + 3.0),
            };
            let bow = match (start.y - end.y).abs() > ROW {
                true => half(edge.from).max(half(edge.to)) + 34.0,
                false => shift * 1.5,
            };
            let pull = (end.y - start.y) * 0.35;
            return vec![[
                start,
                Point {
                    x: start.x + bow,
                    y: start.y + pull,
                },
                Point {
                    x: end.x + bow,
                    y: end.y - pull,
                },
                end,
            ]];
        }
        let side = if forward { 1.0 } else { -1.0 };
        let start = Point {
            x: from.x + side * half(edge.from),
            y: from.y + shift,
        };
        let end = Point {
            x: to.x - side * (half(edge.to) + 3.0),
            y: to.y + shift,
        };
        let mut stops = vec![start];
        let bends = self.bends.get(&index).cloned().unwrap_or_default();
        match forward {
            true => stops.extend(bends),
            false => stops.extend(bends.into_iter().rev()),
        }
        stops.push(end);
        // Level where it leaves and arrives, and straight on where it bends.
        let slope = |i: usize| match i == 0 || i + 1 == stops.len() {
            true => 0.0,
            false => (stops[i + 1].y - stops[i - 1].y) / (stops[i + 1].x - stops[i - 1].x),
        };
        let curve = |i: usize| {
            let (a, b) = (stops[i], stops[i + 1]);
            let pull = (b.x - a.x) * 0.4;
            [
                a,
                Point {
                    x: a.x + pull,
                    y: a.y + pull * slope(i),
                },
                Point {
                    x: b.x - pull,
                    y: b.y - pull * slope(i + 1),
                },
                b,
            ]
        };
        (0..stops.len() - 1).map(curve).collect()
    }

    /// The place along a curve, the nearer to the best the better, where a label covers nothing.
    fn free_spot(&self, curves: &[[Point; 4]], size: (f64, f64), best: f64) -> Point {
        let at = |t: f64| {
            let scaled = t * curves.len() as f64;
            let index = (scaled as usize).min(curves.len() - 1);
            bezier(&curves[index], scaled - index as f64)
        };
        let steps = (0..17).map(|i| {
            let away = f64::from((i + 1) / 2) * 0.05;
            let t: f64 = match i % 2 {
                0 => best - away,
                _ => best + away,
            };
            t.clamp(0.05, 0.95)
        });
        let spots: Vec<Point> = steps.map(at).collect();
        let nudged = [0.0, -14.0, 14.0, -28.0, 28.0].into_iter().flat_map(|dy| {
            spots.iter().map(move |p| Point {
                x: p.x,
                y: p.y + dy,
            })
        });
        let free = |point: &Point| {
            let rect = Rect::around(*point, size.0, size.1);
            !self.taken.iter().any(|other| rect.overlaps(other))
        };
        let mut all = nudged;
        all.find(free).unwrap_or(spots[0])
    }
}

fn bezier([a, b, c, d]: &[Point; 4], t: f64) -> Point {
    let s = 1.0 - t;
    let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    let mix = |pick: fn(&Point) -> f64| {
        let values = [pick(a), pick(b), pick(c), pick(d)];
        values.iter().zip(weights).map(|(v, w)| v * w).sum()
    };
    Point {
        x: mix(|p| p.x),
        y: mix(|p| p.y),
    }
}
