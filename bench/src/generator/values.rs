//! Values for programs over the library: texts beyond ASCII, numerals well and ill formed, regular expressions, format
//! specifiers, and for each element type of a collection its values, comparators, predicates and functions. Values are
//! drawn from small sets, so that equal elements meet.

use super::random::Random;
use super::types::word;

const TABLE: &str = include_str!("values.txt");

/// The hole called `head` with the argument `tail`, if there is one of that name.
pub fn value(head: &str, tail: &str, random: &mut Random) -> Option<String> {
    Some(match head {
        "text" => text(random),
        "decimal" => decimal(random),
        "digits" => digits(random),
        "regex" => format!("\"{}\"", regex(random, 2)),
        "subject" => subject(random),
        "format" => format_specifier(tail, random)?,
        "v" => element(tail, random)?,
        _ => {
            let choices = listed(&[head, tail].join(" "));
            if choices.is_empty() {
                return None;
            }
            random.pick(&choices).to_string()
        }
    })
}

/// The choices that `values.txt` lists for a hole.
fn listed(hole: &str) -> Vec<&'static str> {
    let name = hole.trim_end();
    TABLE
        .lines()
        .skip_while(|line| *line != name)
        .skip(1)
        .map_while(|line| line.strip_prefix("    "))
        .collect()
}

/// A literal of a text of up to eight pieces; one in three is plain ASCII.
fn text(random: &mut Random) -> String {
    let count = random.below(8);
    let plain = random.chance(33);
    let pieces = listed(if plain { "ascii" } else { "piece" });
    // Written between marks, because some are blank.
    let text: String = (0..count)
        .map(|_| random.pick(&pieces).trim_matches(['«', '»']))
        .collect();
    format!("\"{text}\"")
}

fn decimal(random: &mut Random) -> String {
    let whole = match random.below(4) {
        0 => 0,
        1 => random.range(-9, 9),
        2 => random.range(-99_999, 99_999),
        _ => random.next() as i64 / 3,
    };
    let fraction = match random.below(4) {
        0 => String::new(),
        1 => ".5".to_string(),
        2 => format!(".{}", random.range(0, 9999)),
        _ => format!(
            ".{}{}",
            "0".repeat(random.below(6)),
            random.range(0, 999_999_999)
        ),
    };
    let exponent = if random.chance(12) {
        format!("e{}", random.range(-12, 12))
    } else {
        String::new()
    };
    format!("\"{whole}{fraction}{exponent}\"")
}

/// A long run of digits with a sign, as a literal of a string.
fn digits(random: &mut Random) -> String {
    let sign = if random.chance(30) { "-" } else { "" };
    let length = match random.below(4) {
        0 => 1 + random.below(4),
        1 => 9 + random.below(12),
        2 => 20 + random.below(30),
        _ => 60 + random.below(120),
    };
    let digits: String = (0..length)
        .map(|_| char::from(b'0' + random.below(10) as u8))
        .collect();
    format!("\"{sign}{digits}\"")
}

/// A text over the alphabet of [`regex`], as a literal.
fn subject(random: &mut Random) -> String {
    let count = random.below(16);
    let text: String = (0..count)
        .map(|_| {
            random.pick(&[
                "a",
                "b",
                "c",
                "a",
                "b",
                "ab",
                "1",
                "2",
                " ",
                ",",
                "-",
                "A",
                "B",
                "\\n",
                "\\u00e9",
                "\\ud83d\\ude00",
                "aa",
                "=",
                "x",
                ".",
            ])
        })
        .collect();
    format!("\"{text}\"")
}

/// The text of a regular expression, escaped for a Java literal. Repetitions are not nested, so that none explodes.
fn regex(random: &mut Random, depth: usize) -> String {
    let count = 1 + random.below(3);
    let mut text = String::new();
    for _ in 0..count {
        text.push_str(&regex_atom(random, depth));
    }
    if depth > 0 && random.chance(18) {
        text = format!("{text}|{}", regex(random, depth - 1));
    }
    if depth == 2 {
        let prefix = random.weighted(&[14, 1, 1, 1, 1]);
        text.insert_str(0, ["", "(?i)", "^", "(?s)", "(?m)^"][prefix]);
        if random.chance(8) {
            text.push('$');
        }
    }
    text
}

fn regex_atom(random: &mut Random, depth: usize) -> String {
    if depth > 0 && random.chance(28) {
        let inner = regex(random, 0);
        let open = random.pick(&["(", "(", "(", "(?:", "(?=", "(?!", "(?<=b", "(?>"]);
        let quantifier = random.pick(&["", "", "?", "{0,2}", "*?"]);
        // A group whose body may repeat is itself taken at most twice.
        return match open {
            "(?=" | "(?!" | "(?<=b" => match open {
                "(?<=b" => "(?<=b)".to_string(),
                _ => format!("{open}{inner})"),
            },
            _ => format!(
                "{open}{inner}){}",
                if quantifier == "*?" { "??" } else { quantifier }
            ),
        };
    }
    let atom = random.pick(&[
        "a",
        "b",
        "c",
        "1",
        "ab",
        ".",
        "[abc]",
        "[^a]",
        "[a-c1-9]",
        "\\\\d",
        "\\\\w",
        "\\\\s",
        "\\\\W",
        "\\\\D",
        "\\\\S",
        "\\\\b",
        "[a-z&&[^b]]",
        "\\\\p{Alpha}",
        "\\\\p{L}",
        "\\\\p{Lu}",
        "\\\\.",
        "[,=]",
        "\\\\u00e9",
        "\\\\x61",
        "[\\\\w-]",
        "\\\\p{Punct}",
        "\\\\P{L}",
        "\\\\Qa.\\\\E",
        "\\\\h",
        "\\\\R",
        "\\\\X",
    ]);
    let quantifier = match atom {
        "\\\\b" => "",
        "ab" | "\\\\Qa.\\\\E" => "",
        _ => random.pick(&[
            "", "", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "+?", "??", "*+", "++", "{2,}",
        ]),
    };
    format!("{atom}{quantifier}")
}

/// A format specifier of a conversion's family: `d` for integers, `f` for floats, `s` for anything, `c` for characters.
fn format_specifier(family: &str, random: &mut Random) -> Option<String> {
    let conversions: &[&str] = match family {
        "d" => &["d", "d", "d", "x", "X", "o", "s", "h"],
        "f" => &["f", "f", "f", "e", "E", "g", "G", "s", "a"],
        "s" => &["s", "s", "S", "b", "B", "h", "s"],
        "c" => &["c", "C", "s"],
        _ => return None,
    };
    let mut text = String::from("%");
    for flag in ["-", "+", " ", "0", ",", "(", "#"] {
        if random.chance(if matches!(flag, "+" | "-" | "0" | ",") {
            17
        } else {
            6
        }) {
            text.push_str(flag);
        }
    }
    if random.chance(50) || text.contains('-') || text.contains('0') {
        text.push_str(&random.range(1, 18).to_string());
    }
    if family == "f" && random.chance(60) || random.chance(8) {
        text.push_str(&format!(".{}", random.below(9)));
    }
    text.push_str(random.pick(conversions));
    Some(text)
}

/// A value of a type that collections hold.
fn element(ty: &str, random: &mut Random) -> Option<String> {
    Some(match ty {
        "Integer" => match random.below(8) {
            0 => random
                .pick(&[
                    "Integer.MIN_VALUE",
                    "Integer.MAX_VALUE",
                    "1000",
                    "(-129)",
                    "65536",
                ])
                .to_string(),
            _ => format!("({})", random.range(-3, 9)),
        },
        "Long" => match random.below(6) {
            0 => random
                .pick(&["Long.MIN_VALUE", "Long.MAX_VALUE", "(1L << 40)"])
                .to_string(),
            _ => format!("({}L)", random.range(-3, 9)),
        },
        "Double" => random
            .pick(&[
                "0.0",
                "(-0.0)",
                "1.0",
                "2.5",
                "(-1.5)",
                "Double.NaN",
                "1e9",
                "0.1",
                "3.0",
                "(-7.25)",
            ])
            .to_string(),
        "Character" => format!(
            "'{}'",
            random.pick(&["a", "b", "c", "z", "A", "0", " ", "\\u00e9"])
        ),
        "String" => match random.below(9) {
            0 => format!("\"{}\"", word(random)),
            1 => random
                .pick(&["\"\"", "\"\\u00e9\"", "\"AaBB\"", "\"BBAa\"", "\"BBBB\""])
                .to_string(),
            _ => format!(
                "\"{}\"",
                random.pick(&[
                    "fig", "pear", "Fig", "apple", "kiwi", "nut", "date", "Aa", "BB"
                ])
            ),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hole_has_a_value_for_every_element_type() {
        let mut random = Random::new(3, 1);
        for ty in ["Integer", "Long", "Double", "Character", "String"] {
            for head in ["v", "cmp", "pred", "fn", "key", "op"] {
                assert!(value(head, ty, &mut random).is_some(), "{head} {ty}");
            }
        }
        for family in ["d", "f", "s", "c"] {
            assert!(value("format", family, &mut random).is_some());
        }
        assert_eq!(value("v", "Widget", &mut random), None);
    }
}
