//! What a JVM says of a program, as claims that a verifier must confirm or refute one by one: a second class for each
//! program, with inputs, assertions that hold and assertions that fail.

use super::program::Program;
use crate::generator::random::Random;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many values each input has if there are few, and how many of all the inputs are shown to be reached.
const VALUES: i32 = 4;
const REACHED: usize = 6;

/// Values at which arithmetic is special.
const SPECIAL: [i32; 8] = [0, 1, -1, i32::MIN, i32::MAX, 2, 255, -128];

/// What a JVM made of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The digest of all that there is in the end.
    pub value: i64,
    /// What `f` threw, and where.
    pub thrown: Option<String>,
}

/// A program's inputs.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The least value of each, if they are few.
    lows: Option<[i32; 3]>,
    pub vectors: Vec<[i32; 3]>,
    /// Which of the vectors are shown to be reached.
    reached: Vec<usize>,
}

impl Inputs {
    pub fn of(program: &Program) -> Inputs {
        let mut random = Random::new(program.seed, 7_001);
        if program.wide {
            let mut value = || match random.below(3) {
                0 => random.choose(&SPECIAL),
                1 => random.range(-4, 9) as i32,
                _ => random.next() as i32,
            };
            let vectors: BTreeSet<[i32; 3]> =
                (0..REACHED).map(|_| [value(), value(), value()]).collect();
            return Inputs {
                lows: None,
                reached: (0..vectors.len()).collect(),
                vectors: vectors.into_iter().collect(),
            };
        }
        let lows = [(); 3].map(|()| random.range(-2, 1) as i32);
        let mut vectors = Vec::new();
        for a in 0..VALUES {
            for b in 0..VALUES {
                for c in 0..VALUES {
                    vectors.push([lows[0] + a, lows[1] + b, lows[2] + c]);
                }
            }
        }
        let reached: BTreeSet<usize> = (0..REACHED).map(|_| random.below(vectors.len())).collect();
        Inputs {
            lows: Some(lows),
            vectors,
            reached: reached.into_iter().collect(),
        }
    }
}

/// The second class, and which of its claims must turn out how.
#[derive(Clone, Debug)]
pub struct Claims {
    pub class: String,
    pub source: String,
    /// Violations that must be found, as `Claims::violation` writes them.
    pub expected: BTreeSet<String>,
    /// Whether there may be further exceptions, of inputs that were not tried.
    open: bool,
}

impl Claims {
    /// `observed` has an entry for each of the vectors.
    pub fn new(program: &Program, inputs: &Inputs, observed: &[Observed]) -> Claims {
        let class = format!("C{}", program.seed);
        let mut text = Text::default();
        let parameters = "int a, int b, int c";
        text.line(format!("class {class} {{"));
        if inputs.lows.is_some() {
            let values: Vec<String> = observed.iter().map(|o| format!("{}L", o.value)).collect();
            text.line(format!(
                "    static final long[] WANTED = {{{}}};",
                values
                    .join(", ")
                    .replace("-9223372036854775808L", "Long.MIN_VALUE")
            ));
        }
        let mut expected = BTreeSet::new();
        text.line(format!("    static void check({parameters}) {{"));
        text.assume(inputs);
        text.line(format!(
            "        long r = {}.run(a, b, c);",
            program.class()
        ));
        if let Some([a, b, c]) = inputs.lows {
            let index = format!("((a - ({a})) * {VALUES} + b - ({b})) * {VALUES} + c - ({c})");
            text.line(format!("        int k = {index};"));
            text.line("        assert r == WANTED[k];");
        }
        for k in &inputs.reached {
            let ([a, b, c], value) = (inputs.vectors[*k], observed[*k].value);
            text.line(format!("        if (a == {a} && b == {b} && c == {c}) {{"));
            if inputs.lows.is_none() {
                let value = format!("{value}L").replace("-9223372036854775808L", "Long.MIN_VALUE");
                text.line(format!("            assert r == {value};"));
            }
            let number = text.line("            assert false;");
            let failure = format!("java.lang.AssertionError at {class}.check:{number}");
            expected.insert(Claims::violation("check", &failure));
            text.line("        }");
        }
        text.line("    }");
        text.line(format!("    static void escape({parameters}) {{"));
        text.assume(inputs);
        text.line(format!("        {}.f(a, b, c);", program.class()));
        text.line("    }");
        text.line("}");
        let thrown = observed.iter().filter_map(|o| o.thrown.as_deref());
        expected.extend(thrown.map(|thrown| Claims::violation("escape", thrown)));
        Claims {
            class,
            source: text.out,
            expected,
            open: inputs.lows.is_none(),
        }
    }

    /// The entry at which an exploration began, and what was thrown where.
    pub fn violation(entry: &str, thrown: &str) -> String {
        format!("{entry}: {thrown}")
    }

    /// The entries, as `--method` takes them.
    pub fn entries(&self) -> [String; 2] {
        ["check", "escape"].map(|entry| format!("{}.{entry}", self.class))
    }

    /// What is wrong with the violations that were found.
    pub fn complaint(&self, found: &BTreeSet<String>) -> Option<String> {
        let missing: Vec<&String> = self.expected.difference(found).collect();
        let wrong: Vec<&String> = found
            .difference(&self.expected)
            .filter(|violation| !self.open || !violation.starts_with("escape"))
            .collect();
        if missing.is_empty() && wrong.is_empty() {
            return None;
        }
        let mut text = String::new();
        for (what, violations) in [("missing", missing), ("wrong", wrong)] {
            for violation in violations {
                // Writing to a string does not fail.
                let _ = write!(
                    text,
                    "{}{what} {violation}",
                    if text.is_empty() { "" } else { "; " }
                );
            }
        }
        Some(text)
    }
}

/// Text whose lines are counted.
#[derive(Default)]
struct Text {
    out: String,
    lines: usize,
}

impl Text {
    /// Its number.
    fn line(&mut self, text: impl AsRef<str>) -> usize {
        self.out.push_str(text.as_ref());
        self.out.push('\n');
        self.lines += 1;
        self.lines
    }

    fn assume(&mut self, inputs: &Inputs) {
        let Some(lows) = inputs.lows else { return };
        for (name, low) in ["a", "b", "c"].into_iter().zip(lows) {
            let high = low + VALUES - 1;
            self.line(format!(
                "        cortado.Any.assume({name} >= {low} && {name} <= {high});"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::statements::generate;
    use super::*;

    #[test]
    fn claims_know_their_lines() {
        for seed in 0..20 {
            let program = generate(seed);
            let inputs = Inputs::of(&program);
            let observed = Observed {
                value: i64::MIN,
                thrown: Some("E at P.f:1".to_owned()),
            };
            let observed = vec![observed; inputs.vectors.len()];
            let claims = Claims::new(&program, &inputs, &observed);
            let lines: Vec<&str> = claims.source.lines().collect();
            let mut checked = 0;
            for expected in claims.expected.iter().filter(|e| e.starts_with("check")) {
                let line: usize = expected
                    .rsplit(':')
                    .next()
                    .and_then(|n| n.parse().ok())
                    .expect("a line");
                assert_eq!(lines[line - 1].trim(), "assert false;");
                checked += 1;
            }
            assert!(checked > 0 && claims.expected.contains("escape: E at P.f:1"));
            assert_eq!(claims.complaint(&claims.expected), None);
            assert!(
                claims
                    .complaint(&BTreeSet::new())
                    .is_some_and(|c| c.contains("missing escape"))
            );
            let mut more = claims.expected.clone();
            more.insert("check: java.lang.AssertionError at C.check:1".to_owned());
            assert!(
                claims
                    .complaint(&more)
                    .is_some_and(|c| c.starts_with("wrong check"))
            );
        }
    }
}
