//! Programs with symbolic inputs that check themselves. A random function over the library is computed for a handful of
//! concrete inputs, and once for inputs that may be any of these; the results must be the same. A second entry expects
//! one wrong value, so that a verifier that skips something is found out as well.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::context::Context;
use super::random::Random;
use super::template::Scenario;
use super::types::Ty;
use super::{Options, Program};

/// Which holes an input fills, and its name. Integers may stand for all integral types but the narrow ones.
const INPUTS: &[(&str, &str)] = &[
    ("Integer", "inA"),
    ("Integer", "inB"),
    ("int", "inA"),
    ("int", "inB"),
    ("Long", "inL"),
    ("long", "inL"),
    ("Character", "inC"),
    ("char", "inC"),
    ("boolean", "inZ"),
    ("String", "inS"),
    ("text", "inS"),
];

const PARAMETERS: &str = "int inA, int inB, long inL, char inC, boolean inZ, String inS";

/// The entry that must be safe, and the one that must be violated.
pub const ENTRIES: [&str; 2] = ["Symbolic", "Broken"];

/// The values that one input may take, as numbers or, for the string, as characters.
struct Inputs {
    a: Vec<i64>,
    b: Vec<i64>,
    l: Vec<i64>,
    c: Vec<i64>,
    z: Vec<i64>,
    text: Vec<u8>,
    /// The place in the text that varies, over this many characters.
    varied: Option<(usize, u8)>,
}

impl Inputs {
    /// At most two inputs vary, so that a program has at most nine runs.
    fn draw(random: &mut Random) -> Inputs {
        let varying = [random.below(7), random.below(7)];
        let mut range = |number: usize, starts: &[i64]| -> Vec<i64> {
            let start = match random.below(3) {
                0 => random.choose(starts),
                _ => random.range(-3, 9),
            };
            let count = if varying.contains(&number) {
                2 + random.below(2) as i64
            } else {
                1
            };
            (0..count).map(|k| start.saturating_add(k)).collect()
        };
        let ints = [
            i64::from(i32::MIN),
            i64::from(i32::MAX) - 3,
            127,
            255,
            65_535,
            -129,
            1000,
        ];
        let a = range(0, &ints);
        let b = range(1, &ints);
        let l = range(2, &[i64::MIN, i64::MAX - 3, 1 << 32, -(1 << 31) - 1]);
        let c = range(3, &[97, 65, 48, 32, 0xe9, 0xd83d, 0x130]);
        let c = match c[0] {
            // A small number stands for a letter.
            -3..=11 => c.iter().map(|k| k + 100).collect(),
            _ => c,
        };
        let z = if varying.contains(&4) {
            vec![0, 1]
        } else {
            vec![random.below(2) as i64]
        };
        let length = random.below(5);
        let text: Vec<u8> = (0..length)
            .map(|_| random.choose(b"abcaAB12-7 ,+xiF"))
            .collect();
        let varied = (varying.contains(&5) && length > 0).then(|| (random.below(length), 2));
        Inputs {
            a,
            b,
            l,
            c,
            z,
            text,
            varied,
        }
    }

    fn texts(&self) -> Vec<String> {
        let Some((place, count)) = self.varied else {
            return vec![String::from_utf8_lossy(&self.text).into_owned()];
        };
        (0..count)
            .map(|k| {
                let mut text = self.text.clone();
                text[place] += k;
                String::from_utf8_lossy(&text).into_owned()
            })
            .collect()
    }

    /// The arguments of every run, in Java.
    fn runs(&self) -> Vec<String> {
        let mut runs = Vec::new();
        for a in &self.a {
            for b in &self.b {
                for l in &self.l {
                    for c in &self.c {
                        for z in &self.z {
                            for s in self.texts() {
                                runs.push(format!(
                                    "{a}, {b}, {}, (char) {c}, {}, \"{s}\"",
                                    long(*l),
                                    *z == 1
                                ));
                            }
                        }
                    }
                }
            }
        }
        runs
    }

    /// Java statements that bring the inputs into being and confine them.
    fn symbolic(&self) -> String {
        let mut text = String::new();
        let mut declare =
            |ty: &str, name: &str, call: &str, values: &[i64], show: &dyn Fn(i64) -> String| {
                let (low, high) = (values[0], values[values.len() - 1]);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "        {ty} {name} = cortado.Any.{call}();");
                let condition = if low == high {
                    format!("{name} == {}", show(low))
                } else {
                    format!("{name} >= {} && {name} <= {}", show(low), show(high))
                };
                let _ = writeln!(text, "        cortado.Any.assume({condition});");
            };
        let plain = |value: i64| value.to_string();
        declare("int", "inA", "anInt", &self.a, &plain);
        declare("int", "inB", "anInt", &self.b, &plain);
        declare("long", "inL", "aLong", &self.l, &long);
        declare("char", "inC", "aChar", &self.c, &plain);
        text.push_str("        boolean inZ = cortado.Any.aBoolean();\n");
        if let [z] = self.z[..] {
            let not = if z == 1 { "" } else { "!" };
            let _ = writeln!(text, "        cortado.Any.assume({not}inZ);");
        }
        let length = self.text.len();
        let _ = writeln!(
            text,
            "        String inS = cortado.Any.aString({});\n        cortado.Any.assume(inS.length() == {length});",
            length + 1
        );
        for (place, unit) in self.text.iter().enumerate() {
            let last = match self.varied {
                Some((varied, count)) if varied == place => unit + count - 1,
                _ => *unit,
            };
            let _ = writeln!(
                text,
                "        cortado.Any.assume(inS.charAt({place}) >= {unit} && inS.charAt({place}) <= {last});"
            );
        }
        text
    }
}

fn long(value: i64) -> String {
    match value {
        i64::MIN => "Long.MIN_VALUE".to_string(),
        _ => format!("{value}L"),
    }
}

/// Writes the program of `seed`. Its `main` prints the concrete runs.
pub fn generate(seed: u64, options: &Options) -> Program {
    let mut plan = Random::new(seed, 100);
    let available: Vec<Scenario> = super::scenarios::library()
        .into_iter()
        .filter(|s| s.features().all(|feature| options.features.has(feature)))
        .filter(|s| options.only.as_ref().is_none_or(|only| only == s.name))
        .collect();
    let inputs = Inputs::draw(&mut plan);
    let none = BTreeSet::new();
    let dropped = options.dropped_statements.get(&0).unwrap_or(&none);
    let mut context = Context::new(Random::new(seed, 101), options.features, 0, dropped);
    context.inputs = INPUTS;
    for (name, ty) in [
        ("inA", Ty::Int),
        ("inB", Ty::Int),
        ("inL", Ty::Long),
        ("inC", Ty::Char),
        ("inZ", Ty::Boolean),
        ("inS", Ty::Str),
    ] {
        context.declare(name, ty, false, true);
    }
    let chosen = plan.below(available.len());
    let (members, body) = match available.get(chosen) {
        Some(scenario) => {
            let unit = scenario.expand(&mut context);
            (format!("    // {}\n{}", unit.name, unit.members), unit.body)
        }
        None => Default::default(),
    };
    let class = format!("S{seed}");
    let runs = inputs.runs();
    let mut wanted = String::new();
    for (k, run) in runs.iter().enumerate() {
        let _ = writeln!(wanted, "        wanted[{k}] = run({run});");
    }
    let mut checks = String::new();
    for (k, run) in runs.iter().enumerate() {
        let _ = writeln!(
            checks,
            "        if (same(inA, inB, inL, inC, inZ, inS, {run})) check(got, wanted[{k}]);"
        );
    }
    let (wrong, place) = (plan.below(runs.len()), plan.below(1000));
    let prelude = include_str!("symbolic.java");
    let imports = options.profile.imports();
    let source = format!(
        r#"import java.util.*;
import java.util.function.*;
import java.util.stream.*;
{imports}
public class {class} {{
{prelude}
{members}
    static Values run({PARAMETERS}) {{
        values = new Values();
        try {{
            unit0(inA, inB, inL, inC, inZ, inS);
        }} catch (Throwable t) {{
            caught("unit", t);
        }}
        return values;
    }}

    static void unit0({PARAMETERS}) throws Throwable {{
{body}    }}

    static boolean same({PARAMETERS}, int a, int b, long l, char c, boolean z, String s) {{
        return inA == a && inB == b && inL == l && inC == c && inZ == z && inS.equals(s);
    }}

    static Values[] wanted() {{
        Values[] wanted = new Values[{count}];
{wanted}        return wanted;
    }}

    static void symbolic(Values[] wanted) {{
{symbolic}        Values got = run(inA, inB, inL, inC, inZ, inS);
{checks}    }}

    public static void main(String[] args) {{
        for (Values values : wanted()) values.print();
    }}
}}

class {class}Symbolic {{
    public static void main(String[] args) {{
        {class}.symbolic({class}.wanted());
    }}
}}

class {class}Broken {{
    public static void main(String[] args) {{
        {class}.Values[] wanted = {class}.wanted();
        {class}.Values wrong = wanted[{wrong}];
        if (wrong.size == 0) wrong.size = 1;
        else if (wrong.texts[{place} % wrong.size].isEmpty()) wrong.numbers[{place} % wrong.size] ^= 1;
        else wrong.texts[{place} % wrong.size] += "?";
        {class}.symbolic(wanted);
    }}
}}
"#,
        count = runs.len(),
        symbolic = inputs.symbolic(),
    );
    Program {
        seed,
        class,
        source,
        units: vec![context.statement_count()],
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Features, Profile};
    use super::*;

    #[test]
    fn programs_are_the_same_every_time_and_have_few_runs() {
        let options = Options::new(Profile::Library, Features::all());
        for seed in 0..50 {
            let program = generate(seed, &options);
            assert_eq!(program.source, generate(seed, &options).source);
            let mut random = Random::new(seed, 100);
            assert!((1..=9).contains(&Inputs::draw(&mut random).runs().len()));
        }
    }
}
