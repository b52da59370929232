//! Charts of lines as SVG.

use std::fmt::Write;

pub(crate) const WIDTH: f64 = 640.0;
pub(crate) const HEIGHT: f64 = 400.0;
pub(crate) const MARGIN: f64 = 56.0;

/// The least that a logarithmic axis shows.
const LEAST: f64 = 0.01;

pub(crate) struct Line<'a> {
    pub name: &'a str,
    pub colour: &'a str,
    pub points: Vec<(f64, f64)>,
}

pub(crate) struct Chart<'a> {
    pub title: &'a str,
    /// What the axes show.
    pub x: &'a str,
    pub y: &'a str,
    /// The end of the horizontal axis.
    pub right: f64,
    /// Whether each step up is ten times as much.
    pub logarithmic: bool,
    pub lines: &'a [Line<'a>],
}

impl Chart<'_> {
    pub fn svg(&self) -> String {
        let (bottom, top) = (self.bottom(), self.top());
        let height = |y: f64| match self.logarithmic {
            true => (y.max(LEAST) / LEAST).log10() / (top / LEAST).log10(),
            false => (y - bottom) / (top - bottom),
        };
        let at = |(px, py): (f64, f64)| {
            let x = MARGIN + px / self.right.max(1e-9) * (WIDTH - 2.0 * MARGIN);
            (x, HEIGHT - MARGIN - height(py) * (HEIGHT - 2.0 * MARGIN))
        };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        // Writing to a string does not fail, here and below.
        let _ = writeln!(
            out,
            "<text x=\"{MARGIN}\" y=\"24\" font-size=\"15\">{}</text>",
            self.title
        );
        for y in self.levels(bottom, top) {
            let (left, level) = at((0.0, y));
            let _ = writeln!(
                out,
                "<path d=\"M{left:.1} {level:.1}H{:.1}\" stroke=\"#e5e5e5\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - MARGIN,
                left - 6.0,
                level + 4.0,
                number(y),
            );
        }
        for step in 0..=4 {
            let part = self.right * f64::from(step) / 4.0;
            let (x, _) = at((part, 0.0));
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                HEIGHT - MARGIN + 18.0,
                number(part),
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text x=\"16\" y=\"{:.1}\" transform=\"rotate(-90 16 {:.1})\" text-anchor=\"middle\">{}</text>",
            WIDTH / 2.0,
            HEIGHT - 12.0,
            self.x,
            HEIGHT / 2.0,
            HEIGHT / 2.0,
            self.y,
        );
        for (index, line) in self.lines.iter().enumerate() {
            let points = line.points.iter().map(|point| at(*point));
            let path: Vec<String> = points.map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let (colour, level) = (line.colour, 44.0 + 16.0 * index as f64);
            if !path.is_empty() {
                let _ = write!(
                    out,
                    "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                    path.join("L")
                );
            }
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{level:.1}\" fill=\"{colour}\" text-anchor=\"end\">{}</text>",
                WIDTH - 4.0,
                line.name,
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// The end of the vertical axis.
    fn top(&self) -> f64 {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let top = points.map(|(_, y)| *y).fold(1.0, f64::max);
        match self.logarithmic {
            true => 10f64.powf(top.log10().ceil()),
            false => top,
        }
    }

    /// Where the vertical axis begins: at zero, or below if there are negative values.
    fn bottom(&self) -> f64 {
        let points = self.lines.iter().flat_map(|line| &line.points);
        points.map(|(_, y)| *y).fold(0.0, f64::min)
    }

    fn levels(&self, bottom: f64, top: f64) -> Vec<f64> {
        if !self.logarithmic {
            let level = |step| bottom + (top - bottom) * f64::from(step) / 4.0;
            return (0..=4).map(level).collect();
        }
        let mut levels = vec![LEAST];
        while let Some(last) = levels.last().filter(|last| **last < top * 0.99) {
            levels.push(last * 10.0);
        }
        levels
    }
}

/// One below the other.
pub(crate) fn stacked(charts: &[String]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{}\">\n",
        HEIGHT * charts.len() as f64
    );
    for (index, chart) in charts.iter().enumerate() {
        let _ = writeln!(
            out,
            "<g transform=\"translate(0 {})\">{chart}</g>",
            HEIGHT * index as f64
        );
    }
    out.push_str("</svg>\n");
    out
}

fn number(number: f64) -> String {
    match number.abs() >= 10.0 || number.fract() == 0.0 {
        true => format!("{number:.0}"),
        false => format!("{}", (number * 100.0).round() / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis_has_a_line_for_each_power_of_ten() {
        let lines = [Line {
            name: "none",
            colour: "red",
            points: vec![(0.0, 0.01), (10.0, 100.0)],
        }];
        let chart = Chart {
            title: "t",
            x: "inputs",
            y: "seconds",
            right: 10.0,
            logarithmic: true,
            lines: &lines,
        };
        assert_eq!(chart.levels(0.0, chart.top()).len(), 5);
        let svg = chart.svg();
        let (bottom, top) = (HEIGHT - MARGIN, MARGIN);
        let path = format!("M{MARGIN:.1} {bottom:.1}L{:.1} {top:.1}", WIDTH - MARGIN);
        assert!(svg.contains(&path), "{svg}");
        assert!(svg.contains(">0.01<") && svg.contains(">100<"), "{svg}");
        assert_eq!(stacked(&[svg.clone(), svg]).matches("</svg>").count(), 3);
    }
}
