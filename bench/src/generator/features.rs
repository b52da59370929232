//! The areas of Java that a generated program may use, as a set that options choose from. A scenario names the features
//! it needs and is left out when one of them is off.

use std::fmt;

/// Every feature with its name on the command line, whether `core` includes it, and what it covers.
const TABLE: &[(&str, bool, &str)] = &[
    ("integers", true, "integer arithmetic of all widths"),
    ("floats", true, "float and double arithmetic"),
    ("arrays", true, "arrays and java.util.Arrays"),
    ("classes", true, "classes, interfaces, dispatch, nesting"),
    ("init", true, "class and instance initialisation order"),
    ("exceptions", true, "throw, catch, finally, resources"),
    ("strings", true, "String and StringBuilder"),
    ("switches", true, "switch statements and expressions"),
    ("control", true, "loops, labels, recursion"),
    ("enums", true, "enums"),
    ("records", true, "records"),
    ("boxing", true, "boxes, varargs"),
    ("generics", true, "generics and bridge methods"),
    ("lambdas", true, "lambdas and method references"),
    ("patterns", true, "instanceof patterns, sealed types"),
    ("sync", true, "synchronized blocks, one thread"),
    ("limits", true, "stack overflow, huge arrays"),
    ("collections", false, "java.util collections"),
    ("streams", false, "java.util.stream"),
    (
        "library",
        false,
        "other library classes: BigInteger, Random, Optional",
    ),
    ("format", false, "String.format"),
    ("regex", false, "regular expressions"),
    ("big", false, "BigInteger and BigDecimal"),
    ("time", false, "java.time"),
];

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// Everything the generator knows.
    pub fn all() -> Self {
        Features((1 << TABLE.len()) - 1)
    }

    /// The language and `java.lang`, without collections, streams and formatting.
    pub fn core() -> Self {
        let mut set = Features(0);
        for (bit, (_, core, _)) in TABLE.iter().enumerate() {
            if *core {
                set.0 |= 1 << bit;
            }
        }
        set
    }

    /// Reads a comma-separated list: `all`, `core`, a feature to add, or `-feature` to take away. A list that starts
    /// with a `-feature` starts from `all`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut set = if text.starts_with('-') {
            Features::all()
        } else {
            Features(0)
        };
        for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            match word {
                "all" => set.0 |= Features::all().0,
                "core" => set.0 |= Features::core().0,
                _ => match word.strip_prefix('-') {
                    Some(name) => set.0 &= !Features::bit(name)?,
                    None => set.0 |= Features::bit(word)?,
                },
            }
        }
        if set.0 == 0 {
            return Err(format!("no feature left in `{text}`"));
        }
        Ok(set)
    }

    /// Whether the feature called `name` is in the set.
    pub fn has(self, name: &str) -> bool {
        Features::bit(name).is_ok_and(|bit| self.0 & bit != 0)
    }

    /// One line per feature, for `--help`.
    pub fn help() -> String {
        let mut text = String::new();
        for (name, core, what) in TABLE {
            let core = if *core { "core" } else { "" };
            text.push_str(&format!("  {name:<12} {core:<5} {what}\n"));
        }
        text
    }

    fn bit(name: &str) -> Result<u32, String> {
        match TABLE.iter().position(|(known, ..)| *known == name) {
            Some(bit) => Ok(1 << bit),
            None => {
                let known: Vec<&str> = TABLE.iter().map(|(known, ..)| *known).collect();
                Err(format!(
                    "unknown feature `{name}`; known: all, core, {}",
                    known.join(", ")
                ))
            }
        }
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = TABLE.iter().map(|(name, ..)| *name);
        f.debug_set()
            .entries(names.filter(|n| self.has(n)))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Features;

    #[test]
    fn lists_add_and_take_away() {
        assert_eq!(Features::parse("all").unwrap(), Features::all());
        assert!(!Features::parse("core").unwrap().has("streams"));
        assert!(!Features::parse("-format").unwrap().has("format"));
        assert!(Features::parse("-format").unwrap().has("streams"));
        assert!(Features::parse("core,streams").unwrap().has("streams"));
        assert!(Features::parse("colections").is_err());
        assert!(Features::parse("core,-").is_err());
    }
}
