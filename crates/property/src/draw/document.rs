//! The drawing as an SVG document: paths, boxes and texts at the places that the layout gave them.

use super::{Drawing, Edge, LINE, MARGIN, NODE_HEIGHT, Point, Rect, SMALL_CHARACTER};
use std::fmt::Write;

impl Drawing<'_> {
    pub(super) fn draw(mut self) -> String {
        for state in 0..self.centre.len() {
            let rect = Rect::around(
                self.centre[state],
                self.width(state) + 8.0,
                NODE_HEIGHT + 8.0,
            );
            self.taken.push(rect);
        }
        for state in 0..self.centre.len() {
            self.draw_message(state);
        }
        let is_loop = |edge: &Edge| edge.from == edge.to;
        for index in (0..self.edges.len())
            .filter(|i| is_loop(&self.edges[*i]))
            .collect::<Vec<_>>()
        {
            self.draw_loop(index);
        }
        for index in (0..self.edges.len())
            .filter(|i| !is_loop(&self.edges[*i]))
            .collect::<Vec<_>>()
        {
            self.draw_edge(index);
        }
        self.draw_start();
        for state in 0..self.centre.len() {
            self.draw_state(state);
        }
        self.finish()
    }

    fn draw_start(&mut self) {
        let start = usize::from(self.property.automaton.initial().0);
        let centre = self.centre[start];
        let edge = centre.x - self.width(start) / 2.0;
        let _ = writeln!(
            self.out,
            r#"<circle cx="{:.1}" cy="{:.1}" r="4" class="dot"/><path class="edge" d="M{:.1} {:.1} L{:.1} {:.1}"/>"#,
            edge - 30.0,
            centre.y,
            edge - 26.0,
            centre.y,
            edge - 3.0,
            centre.y
        );
    }

    fn draw_state(&mut self, state: usize) {
        let centre = self.centre[state];
        let width = self.width(state);
        let (x, y) = (centre.x - width / 2.0, centre.y - NODE_HEIGHT / 2.0);
        let error = self.is_error(state);
        let class = match error {
            true => "state error",
            false => "state",
        };
        let _ = writeln!(
            self.out,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{NODE_HEIGHT}" rx="12" class="{class}"/>"#
        );
        if error {
            let _ = writeln!(
                self.out,
                r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="9" class="inner"/>"#,
                x + 3.5,
                y + 3.5,
                width - 7.0,
                NODE_HEIGHT - 7.0
            );
        }
        let name = escaped(self.name(state));
        let _ = writeln!(
            self.out,
            r#"<text x="{:.1}" y="{:.1}" class="name">{name}</text>"#,
            centre.x,
            centre.y + 4.5
        );
    }

    /// What is wrong in an error state, below it.
    fn draw_message(&mut self, state: usize) {
        let centre = self.centre[state];
        let message = self.property.automaton.states()[state].message.clone();
        for (index, line) in wrapped(message.as_deref().unwrap_or_default(), 24)
            .iter()
            .enumerate()
        {
            let y = centre.y + NODE_HEIGHT / 2.0 + 15.0 + index as f64 * 13.0;
            let half = line.chars().count() as f64 * SMALL_CHARACTER / 2.0;
            self.taken.push(Rect::around(
                Point {
                    x: centre.x,
                    y: y - 4.0,
                },
                half * 2.0,
                13.0,
            ));
            let line = escaped(line);
            let _ = writeln!(
                self.out,
                r#"<text x="{:.1}" y="{y:.1}" class="message">{line}</text>"#,
                centre.x
            );
        }
    }

    fn draw_loop(&mut self, index: usize) {
        let edge = &self.edges[index];
        let centre = self.centre[edge.from];
        // Above, unless an edge within the column comes in there and none below.
        let (from, layer) = (edge.from, self.layer[edge.from]);
        let touched = |above: bool| {
            let other = |e: &Edge| if e.from == from { e.to } else { e.from };
            self.edges.iter().any(|e| {
                let own = e.from == from || e.to == from;
                let level = self.layer[other(e)] == layer && other(e) != from;
                own && level && (self.centre[other(e)].y < centre.y) == above
            })
        };
        let up = match touched(true) && !touched(false) {
            true => -1.0,
            false => 1.0,
        };
        let side = centre.y - up * NODE_HEIGHT / 2.0;
        let names: Vec<&str> = edge
            .events
            .iter()
            .map(|e| &*self.property.event(*e).name)
            .collect();
        let lines = wrapped(&names.join(", "), 22);
        let height = lines.len() as f64 * 13.0;
        let longest = lines
            .iter()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0);
        let label = Point {
            x: centre.x,
            y: side - up * (24.0 + height / 2.0),
        };
        self.taken.push(Rect::around(
            label,
            longest as f64 * SMALL_CHARACTER + 4.0,
            height + 2.0,
        ));
        let loop_height = Point {
            x: centre.x,
            y: side - up * 12.0,
        };
        self.taken.push(Rect::around(loop_height, 30.0, 24.0));
        let _ = writeln!(
            self.out,
            r#"<path class="loop" d="M{:.1} {side:.1} C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}"/>"#,
            centre.x - 9.0,
            centre.x - 22.0,
            side - up * 27.0,
            centre.x + 22.0,
            side - up * 27.0,
            centre.x + 9.0,
            side - up * 3.0
        );
        for (index, line) in lines.iter().enumerate() {
            let y = label.y - height / 2.0 + 10.0 + index as f64 * 13.0;
            let line = escaped(line);
            let _ = writeln!(
                self.out,
                r#"<text x="{:.1}" y="{y:.1}" class="stay">{line}</text>"#,
                centre.x
            );
        }
    }

    fn draw_edge(&mut self, index: usize) {
        let curves = self.curve(index);
        let mut path = String::new();
        for (i, [a, b, c, d]) in curves.iter().enumerate() {
            if i == 0 {
                let _ = write!(path, "M{:.1} {:.1}", a.x, a.y);
            }
            let _ = write!(
                path,
                " C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
                b.x, b.y, c.x, c.y, d.x, d.y
            );
        }
        let class = match self.is_error(self.edges[index].to) {
            true => "edge bad",
            false => "edge",
        };
        let _ = writeln!(self.out, r#"<path class="{class}" d="{path}"/>"#);
        let size = self.label_size(&self.edges[index]);
        let edge = &self.edges[index];
        let twin = self
            .edges
            .iter()
            .any(|e| e.from == edge.to && e.to == edge.from);
        let label = self.free_spot(&curves, size, if twin { 0.64 } else { 0.5 });
        let rect = Rect::around(label, size.0, size.1);
        self.taken.push(rect);
        let _ = writeln!(
            self.out,
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" class="back"/>"#,
            rect.left, rect.top, size.0, size.1
        );
        for (i, line) in self.lines(&self.edges[index]).iter().enumerate() {
            let y = rect.top + 12.0 + i as f64 * LINE;
            let line = escaped(line);
            let _ = writeln!(
                self.out,
                r#"<text x="{:.1}" y="{y:.1}" class="label">{line}</text>"#,
                label.x
            );
        }
    }

    fn finish(mut self) -> String {
        let bounds = self.taken.iter().fold(
            Rect {
                left: 0.0,
                top: f64::MAX,
                right: 320.0,
                bottom: 0.0,
            },
            |all, rect| Rect {
                left: all.left.min(rect.left),
                top: all.top.min(rect.top),
                right: all.right.max(rect.right),
                bottom: all.bottom.max(rect.bottom),
            },
        );
        let heading = 46.0;
        let shift = heading + 16.0 - bounds.top;
        let mut y = bounds.bottom + shift + 34.0;
        let mut legend = String::new();
        let names = self.property.events.iter().map(|e| e.name.chars().count());
        let column = MARGIN + names.max().unwrap_or(0) as f64 * 7.0 + 16.0;
        let mut widest: f64 = 0.0;
        for event in &self.property.events {
            let _ = writeln!(
                legend,
                r#"<text x="{MARGIN}" y="{y:.1}" class="legend"><tspan class="key">{}</tspan></text>"#,
                escaped(&event.name)
            );
            for line in self.property.describe_event(event) {
                let _ = writeln!(
                    legend,
                    r#"<text x="{:.1}" y="{y:.1}" class="legend">{}</text>"#,
                    column,
                    escaped(&line)
                );
                widest = widest.max(line.chars().count() as f64 * 6.7);
                y += 16.0;
            }
            y += 4.0;
        }
        let heading_width = self
            .property
            .title
            .chars()
            .count()
            .max(self.property.name.chars().count());
        let width = (bounds.right + MARGIN)
            .max(column + MARGIN + widest)
            .max(heading_width as f64 * 7.0 + MARGIN * 2.0);
        let height = y + 8.0;
        let body = std::mem::take(&mut self.out);
        let name = escaped(&self.property.name);
        let title = escaped(&self.property.title);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}">
<title>{name}: {title}</title>
<style>
text {{ font: 13px ui-sans-serif, system-ui, sans-serif; fill: #1f2937; }}
.heading {{ font-weight: 600; font-size: 16px; }}
.title, .legend {{ fill: #4b5563; font-size: 12px; }}
.legend {{ font-family: ui-monospace, monospace; font-size: 11px; }}
.key {{ font-weight: 600; fill: #1f2937; }}
.name, .label, .message, .stay {{ text-anchor: middle; }}
.name {{ font-weight: 600; }}
.message {{ font-size: 11px; fill: #b91c1c; }}
.stay {{ font-size: 11px; fill: #6b7280; }}
.state {{ fill: #f8fafc; stroke: #334155; stroke-width: 1.5; }}
.state.error {{ fill: #fef2f2; stroke: #b91c1c; }}
.inner {{ fill: none; stroke: #b91c1c; stroke-width: 1; }}
.edge {{ fill: none; stroke: #334155; stroke-width: 1.4; marker-end: url(#tip); }}
.edge.bad {{ stroke: #b91c1c; marker-end: url(#bad-tip); }}
.loop {{ fill: none; stroke: #9ca3af; stroke-width: 1.1; marker-end: url(#loop-tip); }}
.dot {{ fill: #334155; }}
.back {{ fill: #ffffff; fill-opacity: 0.9; }}
</style>
<defs>
<marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#334155"/></marker>
<marker id="bad-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#b91c1c"/></marker>
<marker id="loop-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#9ca3af"/></marker>
</defs>
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="{MARGIN}" y="28" class="heading">{name}</text>
<text x="{MARGIN}" y="46" class="title">{title}</text>
<g transform="translate(0 {shift:.1})">
{body}</g>
{legend}</svg>
"##
        )
    }
}

/// Words in lines of about a width.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 has no way to write these.
            c if c.is_control() => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
