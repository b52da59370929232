//! A seeded generator of random Java 17 programs that terminate, print what they compute, and behave the same on every
//! JVM. A program is one class made of independent units: random functions, random class hierarchies, scenarios filled
//! from templates, and calls of the library drawn from lists. The same seed and options give the same bytes.

mod context;
mod expressions;
mod features;
mod functions;
mod hierarchy;
pub(crate) mod random;
mod references;
mod scenarios;
mod statements;
pub mod symbolic;
mod template;
mod types;
mod unit;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use context::Context;
pub use features::Features;
pub(crate) use random::Random;
use template::Scenario;
use unit::Unit;

/// Which kinds of units a program is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Random functions, random hierarchies and scenarios of the language.
    Language,
    /// Many calls of the library, drawn at random.
    Library,
    /// Both.
    Mixed,
}

impl Profile {
    /// The profile of this name.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text {
            "language" => Ok(Profile::Language),
            "library" => Ok(Profile::Library),
            "mixed" => Ok(Profile::Mixed),
            _ => Err(format!(
                "no profile `{text}`; there are language, library and mixed"
            )),
        }
    }

    fn scenarios(self) -> Vec<Scenario> {
        match self {
            Profile::Language => scenarios::language(),
            Profile::Library => scenarios::library(),
            Profile::Mixed => scenarios::all(),
        }
    }

    /// How many units in 100 are random code rather than scenarios.
    fn random_code(self) -> usize {
        match self {
            Profile::Language => 28,
            Profile::Library => 0,
            Profile::Mixed => 12,
        }
    }

    /// What a program imports besides the collections, the functions and the streams.
    fn imports(self) -> &'static str {
        match self {
            Profile::Language => "",
            Profile::Library | Profile::Mixed => {
                "import java.math.*;\nimport java.text.*;\nimport java.time.*;\nimport java.time.temporal.*;\nimport java.util.regex.*;\n"
            }
        }
    }
}

/// What to generate.
#[derive(Debug, Clone)]
pub struct Options {
    pub profile: Profile,
    pub features: Features,
    /// Only scenarios of this name, if given: for looking at one of them closely.
    pub only: Option<String>,
    /// Units to leave out, by number. The others do not change.
    pub dropped_units: BTreeSet<usize>,
    /// Statements to leave out, by unit and number. The others do not change.
    pub dropped_statements: BTreeMap<usize, BTreeSet<usize>>,
}

impl Options {
    pub fn new(profile: Profile, features: Features) -> Self {
        Options {
            profile,
            features,
            only: None,
            dropped_units: BTreeSet::new(),
            dropped_statements: BTreeMap::new(),
        }
    }
}

/// A generated program.
#[derive(Debug, Clone)]
pub struct Program {
    pub seed: u64,
    /// Name of the class with `main`; the source belongs in a file of that name.
    pub class: String,
    pub source: String,
    /// For each unit, dropped ones included: how many statements could be left out.
    pub units: Vec<usize>,
}

/// The names of all scenarios, in the order of their files.
pub fn scenario_names() -> Vec<&'static str> {
    scenarios::all()
        .into_iter()
        .map(|scenario| scenario.name)
        .collect()
}

/// Writes the program of `seed`.
pub fn generate(seed: u64, options: &Options) -> Program {
    let mut plan = Random::new(seed, 0);
    let available: Vec<Scenario> = options
        .profile
        .scenarios()
        .into_iter()
        .filter(|s| s.features().all(|feature| options.features.has(feature)))
        .filter(|s| options.only.as_ref().is_none_or(|only| only == s.name))
        .collect();
    let unit_count = 4 + plan.below(4);
    let escaping = plan.chance(30);
    let none = BTreeSet::new();
    let class = format!("P{seed}");
    let (mut members, mut calls) = (String::new(), String::new());
    let mut units = Vec::new();
    for number in 0..unit_count {
        // Every choice about a unit comes from the unit's own stream or from `plan` in a fixed order.
        let kind = plan.below(100);
        let chosen = plan.below(available.len());
        let dropped = options.dropped_statements.get(&number).unwrap_or(&none);
        let mut context = Context::new(
            Random::new(seed, number as u64 + 1),
            options.features,
            number,
            dropped,
        );
        let unit = match available.get(chosen) {
            Some(scenario) if kind >= options.profile.random_code() || options.only.is_some() => {
                scenario.expand(&mut context)
            }
            _ if kind % 4 == 3 && options.features.has("classes") => {
                hierarchy::random_hierarchy(&mut context)
            }
            _ => functions::random_functions(&mut context),
        };
        units.push(context.statement_count());
        if options.dropped_units.contains(&number) {
            continue;
        }
        let last = number + 1 == unit_count;
        place_unit(&unit, number, escaping && last, &mut members, &mut calls);
    }
    let escape = if escaping {
        escape(&mut plan)
    } else {
        String::new()
    };
    let source = format!(
        "import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n{}\npublic class {class} {{\n{}\n{members}\n    public static void main(String[] args) throws Throwable {{\n{calls}        line(\"sum \" + sum);\n{escape}    }}\n}}\n",
        options.profile.imports(),
        include_str!("prelude.java"),
    );
    Program {
        seed,
        class,
        source,
        units,
    }
}

fn place_unit(unit: &Unit, number: usize, bare: bool, members: &mut String, calls: &mut String) {
    members.push_str(&format!("    // unit {number}: {}\n", unit.name));
    members.push_str(&unit.members);
    members.push_str(&format!(
        "    static void unit{number}() throws Throwable {{\n{}    }}\n\n",
        unit.body
    ));
    if bare {
        calls.push_str(&format!("        unit{number}();\n"));
    } else {
        calls.push_str(&format!(
            "        try {{ unit{number}(); }} catch (Throwable t) {{ caught(\"unit{number}\", t); }}\n"
        ));
    }
}

/// A last statement that lets an exception escape from `main`.
fn escape(plan: &mut Random) -> String {
    let statement = plan.pick(&[
        "throw new IllegalStateException(\"end \" + sum);",
        "int[] a = new int[3]; a[(int) (sum & 3) + 1]++; a[5] = 1;",
        "line(\"\" + 10 / (int) (sum - sum));",
        "Object o = \"x\"; Integer i = (Integer) o; line(\"\" + i);",
        "String s = null; line(s.trim());",
        "throw new Error(\"outer\", new RuntimeException(\"inner\"));",
        "assert sum == sum + 1 : \"sum \" + sum;",
        "Object[] o = new String[1]; o[0] = 1;",
        "line(\"\" + new int[(int) (sum - sum) - 4].length);",
        "line(\"abc\".substring(4));",
        "line(\"\" + Integer.parseInt(\"12x\"));",
        "throw null;",
        "line(\"\" + Objects.requireNonNull(null, \"nothing\"));",
        "class Odd extends Exception { Odd(String m) { super(m); } @Override public String getMessage() { return \"odd \" + super.getMessage(); } } throw new Odd(\"one\");",
    ]);
    format!("        {statement}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        let options = Options::new(Profile::Language, Features::all());
        for seed in 0..40 {
            assert_eq!(
                generate(seed, &options).source,
                generate(seed, &options).source
            );
        }
        assert_ne!(generate(1, &options).source, generate(2, &options).source);
    }

    #[test]
    fn no_scenario_has_a_malformed_hole() {
        for name in scenario_names() {
            let mut options = Options::new(Profile::Mixed, Features::all());
            options.only = Some(name.to_string());
            for seed in 0..3 {
                let source = generate(seed, &options).source;
                assert!(!source.contains("malformed hole"), "{name}");
            }
        }
    }

    #[test]
    fn core_programs_use_no_collections() {
        let options = Options::new(Profile::Language, Features::core());
        for seed in 0..60 {
            let source = generate(seed, &options).source;
            for word in [
                "ArrayList",
                "HashMap",
                "Collectors",
                "IntStream",
                "String.format",
                "BigInteger",
            ] {
                assert!(!source.contains(word), "seed {seed} uses {word}");
            }
        }
    }

    #[test]
    fn leaving_out_a_unit_keeps_the_others() {
        let mut options = Options::new(Profile::Language, Features::all());
        let whole = generate(5, &options);
        options.dropped_units.insert(1);
        let part = generate(5, &options);
        assert!(whole.source.contains("// unit 1:") && !part.source.contains("// unit 1:"));
        let unit_2 = |program: &Program| {
            let start = program.source.find("// unit 2:").unwrap_or(0);
            let end = program.source.find("// unit 3:").unwrap_or(0);
            program.source[start..end].to_string()
        };
        assert_eq!(unit_2(&whole), unit_2(&part));
    }
}
