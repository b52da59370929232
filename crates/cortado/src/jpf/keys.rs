//! What the keys of Java PathFinder, of Symbolic PathFinder and of Java Ranger mean to Cortado.

/// What becomes of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It is followed.
    Followed,
    /// It asks for executions that Cortado does not explore: a bound.
    More,
    /// It changes which executions are explored, or it is not known.
    Other,
    /// It has no effect on what holds: output, the choice of a solver or of an order, limits of its own.
    Nothing,
}

const FOLLOWED: &[&str] = &[
    "target",
    "target.args",
    "target_args",
    "classpath",
    "sourcepath",
    "symbolic.method",
    "symbolic.lazy",
    "symbolic.string_length",
    "search.multiple_errors",
];

/// What Cortado always does, as long as the value is true.
const ALWAYS: &[&str] = &["symbolic.strings", "symbolic.arrays"];

const MORE: &[&str] = &["symbolic.fields", "symbolic.class"];

const NOTHING: &[&str] = &[
    "@using",
    "branchCoverageOn",
    "coverageExclusions",
    "coverageMode",
    "jitAnalysis",
    "jvm.insn_factory.class",
    "listener",
    "maxStaticExplorationDepth",
    "native_classpath",
    "performanceMode",
    "printRegionDigest",
    "recursiveDepth",
    "regionDigestPrintName",
    "search.class",
    "search.min_free",
    "simplify",
    "singlePathOptimization",
    "symbolic.bvlength",
    "symbolic.choco_time_bound",
    "symbolic.debug",
    "symbolic.dp",
    "symbolic.fp",
    "symbolic.green",
    // Earlier versions of SPF read these four; since min_int and the like it does not.
    "symbolic.maxint",
    "symbolic.maxreal",
    "symbolic.minint",
    "symbolic.minreal",
    "symbolic.optimizechoices",
    "symbolic.regression_output",
    "symbolic.string_dp",
    "symbolic.string_dp_timeout_ms",
    "symbolic.string_preprocess_only",
    "symbolic.undefined",
    "targetAbsPath",
    "test_classpath",
    "testingMode",
    "type_classpath",
    "veritestRegionExpectedCount",
    "veritestingMode",
    "vm.insn_factory.class",
    "vm.max_transition_length",
    "vm.storage.class",
];

/// Keys of listeners, reports and solvers.
const NOTHING_BELOW: &[&str] = &[
    "coral.",
    "coverage.",
    "dreal.",
    "jpf.",
    "log.",
    "report.",
    "strings.",
    "symbolic.antonio.",
    "symbolic.green.",
    "symbolic.reliability.",
    "symbolic.solver.",
    "symbolic.visualiser.",
    "symbolic.visualizer.",
    "yices.",
];

pub fn meaning(key: &str, value: &str) -> Meaning {
    if FOLLOWED.contains(&key) || range(key).is_some() {
        return Meaning::Followed;
    }
    let always = ALWAYS.contains(&key) && truth(value) == Some(true);
    let below = |prefix: &&str| key.starts_with(*prefix);
    match key {
        _ if MORE.contains(&key) && !value.is_empty() => Meaning::More,
        _ if always || NOTHING.contains(&key) => Meaning::Nothing,
        _ if NOTHING_BELOW.iter().any(below) => Meaning::Nothing,
        _ => Meaning::Other,
    }
}

/// Whether the value of a key matters before it is known what comes of it.
pub fn is_followed(key: &str) -> bool {
    meaning(key, "") == Meaning::Followed
}

/// What is written for true and false.
pub fn truth(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "on" | "1" => Some(true),
        "false" | "f" | "no" | "off" | "0" | "" => Some(false),
        _ => None,
    }
}

/// An end of a range of inputs, as a key names it.
#[derive(Debug, PartialEq)]
pub struct RangeKey<'a> {
    pub most: bool,
    /// Of the types, with the least and the greatest value.
    pub types: &'static str,
    pub limits: Option<(i64, i64)>,
    pub name: Option<&'a str>,
}

/// `symbolic.min_int`, and `symbolic.max_int_NAME` for one input.
pub fn range(key: &str) -> Option<RangeKey<'_>> {
    let rest = key.strip_prefix("symbolic.")?;
    let (most, rest) = match rest.strip_prefix("min_") {
        Some(rest) => (false, rest),
        None => (true, rest.strip_prefix("max_")?),
    };
    let (ty, name) = match rest.split_once('_') {
        Some((ty, name)) => (ty, Some(name)),
        None => (rest, None),
    };
    let all = (i64::MIN, i64::MAX);
    let (types, limits) = match (ty, name) {
        (_, Some("")) => return None,
        ("int", Some(_)) => ("BCSIJ", Some(all)),
        ("double", _) => ("FD", None),
        (_, Some(_)) => return None,
        ("byte", _) => ("B", Some((i8::MIN.into(), i8::MAX.into()))),
        ("char", _) => ("C", Some((0, u16::MAX.into()))),
        ("short", _) => ("S", Some((i16::MIN.into(), i16::MAX.into()))),
        ("int", _) => ("I", Some((i32::MIN.into(), i32::MAX.into()))),
        ("long", _) => ("J", Some(all)),
        _ => return None,
    };
    Some(RangeKey {
        most,
        types,
        limits,
        name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_their_meaning() {
        for (key, value, expected) in [
            ("symbolic.min_int", "3", Meaning::Followed),
            ("symbolic.max_double_speed", "3", Meaning::Followed),
            ("symbolic.max_byte_speed", "3", Meaning::Other),
            ("symbolic.min_int_", "3", Meaning::Other),
            ("symbolic.max_pc_length", "3", Meaning::Other),
            ("symbolic.strings", "true", Meaning::Nothing),
            ("symbolic.strings", "false", Meaning::Other),
            ("symbolic.fields", "static", Meaning::More),
            ("symbolic.fields", "", Meaning::Other),
            ("report.console.finished", "result", Meaning::Nothing),
            ("search.depth_limit", "10", Meaning::Other),
            ("symbolic.metod", "A.f(sym)", Meaning::Other),
        ] {
            assert_eq!(meaning(key, value), expected, "{key}");
        }
    }

    #[test]
    fn ranges() {
        let key = range("symbolic.max_int_wind_speed").expect("it is one");
        assert_eq!((key.most, key.types), (true, "BCSIJ"));
        assert_eq!(key.name, Some("wind_speed"));
        assert_eq!(
            range("symbolic.min_char").and_then(|key| key.limits),
            Some((0, 65535))
        );
        assert_eq!(range("symbolic.min_float"), None);
        assert_eq!(range("symbolic.minint"), None);
    }
}
