//! Values of options: times, sizes, bounds, search orders, first inputs. Each parser's error says what was expected.

use explore::Search;
use std::time::Duration;

/// `90`, `90s`, `2m`, `1h`, `500ms`, `1.5s`; `none` for no limit.
pub fn time(text: &str) -> Result<Limit<Duration>, String> {
    if text == "none" {
        return Ok(Limit(None));
    }
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected_time()),
    };
    let number: f64 = number.parse().map_err(|_| expected_time())?;
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|_| expected_time())?;
    if time.is_zero() {
        return Err("must be more than zero; `none` is for no limit".to_owned());
    }
    Ok(Limit(Some(time)))
}

fn expected_time() -> String {
    "expected a time such as 90, 500ms, 2m or 1h, or `none`".to_owned()
}

/// `200M`, `2G`, `1.5GiB`, or plain bytes; `none` for no limit.
pub fn size(text: &str) -> Result<Limit<u64>, String> {
    if text == "none" {
        return Ok(Limit(None));
    }
    let expected = || "expected a size such as 200M or 2G, or `none`".to_owned();
    let (number, unit) = split_unit(text);
    let lower = unit.to_ascii_lowercase();
    let power = match lower.trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    let bytes = number * 1024f64.powi(power);
    if !(bytes.is_finite() && bytes >= 1.0) {
        return Err(expected());
    }
    Ok(Limit(Some(bytes as u64)))
}

/// A limit or none, where having none is a choice of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit<T>(pub Option<T>);

fn split_unit(text: &str) -> (&str, &str) {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let end = text.find(|c| !digits(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// `5` for every loop, or `Parking.fee:5=20` for one.
#[derive(Clone, Debug, PartialEq)]
pub enum Unwind {
    All(u32),
    One(String, u32),
}

pub fn unwind(text: &str) -> Result<Unwind, String> {
    let expected = || {
        "expected a number of iterations such as 5, or a loop and a number such as Parking.fee:5=20"
            .to_owned()
    };
    match text.rsplit_once('=') {
        None => text.parse().map(Unwind::All).map_err(|_| expected()),
        Some((name, count)) if !name.is_empty() => {
            let count = count.parse().map_err(|_| expected())?;
            Ok(Unwind::One(name.to_owned(), count))
        }
        Some(_) => Err(expected()),
    }
}

/// `mixed`, `dfs`, `bfs`, `random` or `random:SEED`.
pub fn search(text: &str) -> Result<Search, String> {
    match text.split_once(':') {
        None if text == "mixed" => Ok(Search::Mixed),
        None if text == "dfs" => Ok(Search::Dfs),
        None if text == "bfs" => Ok(Search::Bfs),
        None if text == "random" => Ok(Search::Random(0)),
        Some(("random", seed)) => match seed.parse() {
            Ok(seed) => Ok(Search::Random(seed)),
            Err(_) => Err(format!(
                "`{seed}` is no seed: expected a number, as in random:7"
            )),
        },
        _ => Err("expected mixed, dfs, bfs, random or random:SEED".to_owned()),
    }
}

/// The first value of a symbolic input: a number, `true`, `false`, or a character such as `'x'`.
pub fn initial(text: &str) -> Result<i64, String> {
    let text = text.trim();
    let character = text
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''));
    if let Some(character) = character {
        let mut units = character.encode_utf16();
        if let (Some(unit), None) = (units.next(), units.next()) {
            return Ok(i64::from(unit));
        }
    }
    match text {
        "true" => Ok(1),
        "false" | "null" => Ok(0),
        number => number
            .parse()
            .map_err(|error: std::num::ParseIntError| match error.kind() {
                std::num::IntErrorKind::PosOverflow | std::num::IntErrorKind::NegOverflow => {
                    format!("`{number}` does not fit into a long")
                }
                _ => format!("`{number}`: expected whole numbers, true, false or 'c'"),
            }),
    }
}

/// The name of a class, whatever it is; the targets tell whether there is one.
pub fn class_name(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("expected the name of a class, as in acme.Tool".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// `NAME=VALUE`.
pub fn definition(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(time("90"), Ok(Limit(Some(Duration::from_secs(90)))));
        assert_eq!(time("1.5s"), Ok(Limit(Some(Duration::from_millis(1500)))));
        assert_eq!(time("500ms"), Ok(Limit(Some(Duration::from_millis(500)))));
        assert_eq!(time("2m"), Ok(Limit(Some(Duration::from_secs(120)))));
        assert_eq!(time("none"), Ok(Limit(None)));
        for wrong in ["", "x", "5 parsecs", "-3", "0", "1.2.3", "1e400", "s"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(size("200M"), Ok(Limit(Some(200 << 20))));
        assert_eq!(size("2GiB"), Ok(Limit(Some(2 << 30))));
        assert_eq!(size("1.5g"), Ok(Limit(Some(3 << 29))));
        assert_eq!(size("4096"), Ok(Limit(Some(4096))));
        for wrong in ["", "0", "2X", "M", "-1G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn unwinding() {
        assert_eq!(unwind("5"), Ok(Unwind::All(5)));
        let one = Unwind::One("a.B.m:7#2".to_owned(), 3);
        assert_eq!(unwind("a.B.m:7#2=3"), Ok(one));
        for wrong in ["", "x", "=3", "a.B.m:7=", "-1"] {
            assert!(unwind(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn searching() {
        assert_eq!(search("random:7"), Ok(Search::Random(7)));
        assert!(search("astar").is_err());
        assert!(search("random:x").is_err());
        assert!(search("dfs:1").is_err());
    }

    #[test]
    fn first_values() {
        assert_eq!(initial("-3"), Ok(-3));
        assert_eq!(initial("true"), Ok(1));
        assert_eq!(initial("'a'"), Ok(97));
        assert!(initial("abc").is_err());
    }
}
