//! The violation witness of the Software Verification Competition: a GraphML automaton with one edge for each value that
//! the program was given, in order, and one for the violation. Validators for Java read the values off the assumptions
//! and run the program with them.

use outcome::InputValue;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A witness, ready to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViolationWitness {
    /// The tool and its version.
    pub producer: String,
    /// The property as its file says.
    pub specification: String,
    /// The source file of the entry, and its SHA-256.
    pub program_file: String,
    pub program_hash: String,
    /// ISO 8601; from outside, so that the same input gives the same text.
    pub creation_time: String,
    /// The values that were given, in order.
    pub steps: Vec<Step>,
    /// Where it goes wrong.
    pub violation: Step,
}

/// What one edge says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The source file, and the line in it.
    pub file: Option<String>,
    pub line: Option<u32>,
    pub assumption: Option<Assumption>,
}

/// A value that a call returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The method that returned it: `nondetInt`.
    pub call: String,
    pub value: InputValue,
    /// The calling method with its descriptor: `java::LMain;.main([Ljava/lang/String;)V`.
    pub scope: String,
}

/// Name, attribute name and type of the keys, by what they are for.
const KEYS: &[(&str, &str, &str, &str)] = &[
    ("graph", "witness-type", "witness-type", "string"),
    ("graph", "sourcecodelang", "sourcecodelang", "string"),
    ("graph", "producer", "producer", "string"),
    ("graph", "specification", "specification", "string"),
    ("graph", "programfile", "programFile", "string"),
    ("graph", "programhash", "programHash", "string"),
    ("graph", "architecture", "architecture", "string"),
    ("graph", "creationtime", "creationTime", "string"),
    ("node", "entry", "isEntryNode", "boolean"),
    ("node", "violation", "isViolationNode", "boolean"),
    ("edge", "originfile", "originFileName", "string"),
    ("edge", "startline", "startline", "int"),
    ("edge", "threadId", "threadId", "string"),
    ("edge", "assumption", "assumption", "string"),
    ("edge", "assumption.scope", "assumption.scope", "string"),
];

impl ViolationWitness {
    pub fn to_graphml(&self) -> String {
        let mut out = String::from(concat!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n",
            "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" ",
            "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
        ));
        // Writing to a string does not fail, here and below.
        for (of, id, name, ty) in KEYS {
            let start =
                format!("  <key id=\"{id}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{ty}\"");
            let _ = match *of {
                "node" => writeln!(out, "{start}><default>false</default></key>"),
                _ => writeln!(out, "{start}/>"),
            };
        }
        out.push_str("  <graph edgedefault=\"directed\">\n");
        let about = [
            ("witness-type", "violation_witness"),
            ("sourcecodelang", "Java"),
            ("producer", &self.producer),
            ("specification", &self.specification),
            ("programfile", &self.program_file),
            ("programhash", &self.program_hash),
            // A JVM's numbers are the same everywhere; the format asks for one of two.
            ("architecture", "64bit"),
            ("creationtime", &self.creation_time),
        ];
        for (key, value) in about {
            data(&mut out, "    ", key, value);
        }
        out.push_str("    <node id=\"n0\">\n");
        data(&mut out, "      ", "entry", "true");
        out.push_str("    </node>\n");
        let last = self.steps.len() + 1;
        for (number, step) in self.steps.iter().chain([&self.violation]).enumerate() {
            let target = number + 1;
            if target == last {
                let _ = writeln!(out, "    <node id=\"n{target}\">");
                data(&mut out, "      ", "violation", "true");
                out.push_str("    </node>\n");
            } else {
                let _ = writeln!(out, "    <node id=\"n{target}\"/>");
            }
            let _ = writeln!(out, "    <edge source=\"n{number}\" target=\"n{target}\">");
            edge(&mut out, step);
            out.push_str("    </edge>\n");
        }
        out.push_str("  </graph>\n</graphml>\n");
        out
    }
}

/// The hexadecimal SHA-256 that a witness names its program by.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn edge(out: &mut String, step: &Step) {
    let mut put = |key: &str, value: &str| data(out, "      ", key, value);
    if let Some(file) = &step.file {
        put("originfile", file);
    }
    if let Some(line) = step.line {
        put("startline", &line.to_string());
    }
    put("threadId", "0");
    if let Some(assumption) = &step.assumption {
        put("assumption", &assumption.text());
        put("assumption.scope", &assumption.scope);
    }
}

impl Assumption {
    /// A condition in Java's words. Validators look for what follows `= `, or for the text in `equals`, `parseFloat` and
    /// `parseDouble`; a number with an exponent would be cut short behind `= `.
    fn text(&self) -> String {
        let call = &self.call;
        match &self.value {
            InputValue::Char(unit) => format!("{call}() = {unit}"),
            InputValue::Float(bits) => {
                let value = f64::from(f32::from_bits(*bits));
                let shortest = format!("{:?}", f32::from_bits(*bits));
                format!(
                    "Float.parseFloat(\"{}\") == {call}()",
                    named(value, shortest)
                )
            }
            InputValue::Double(bits) => {
                let value = f64::from_bits(*bits);
                let shortest = format!("{value:?}");
                format!(
                    "Double.parseDouble(\"{}\") == {call}()",
                    named(value, shortest)
                )
            }
            InputValue::String(text) => format!("{call}.equals({text})"),
            InputValue::Byte(value) => format!("{call}() = {value}"),
            InputValue::Short(value) => format!("{call}() = {value}"),
            InputValue::Int(value) => format!("{call}() = {value}"),
            InputValue::Long(value) => format!("{call}() = {value}"),
            value => format!("{call}() = {}", crate::initializer(value, "")),
        }
    }
}

/// A floating-point value as `parseDouble` reads it.
fn named(value: f64, shortest: String) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        let sign = if value < 0.0 { "-" } else { "" };
        format!("{sign}Infinity")
    } else {
        shortest
    }
}

fn data(out: &mut String, indent: &str, key: &str, value: &str) {
    let _ = writeln!(out, "{indent}<data key=\"{key}\">{}</data>", escaped(value));
}

/// XML 1.0 text. Characters that it cannot hold at all are shown as Unicode's replacement character; Java literals spell
/// them as escapes, so that only a file's name could have any.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' => out.push(c),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assumption(call: &str, value: InputValue) -> String {
        let scope = "java::LMain;.main([Ljava/lang/String;)V".to_owned();
        let call = call.to_owned();
        Assumption { call, value, scope }.text()
    }

    #[test]
    fn values_are_what_validators_read() {
        assert_eq!(
            assumption("nondetInt", InputValue::Int(i32::MIN)),
            "nondetInt() = -2147483648"
        );
        assert_eq!(
            assumption("nondetChar", InputValue::Char(65)),
            "nondetChar() = 65"
        );
        assert_eq!(
            assumption("nondetBoolean", InputValue::Boolean(true)),
            "nondetBoolean() = true"
        );
        assert_eq!(
            assumption("nondetDouble", InputValue::Double(1e300f64.to_bits())),
            "Double.parseDouble(\"1e300\") == nondetDouble()"
        );
        assert_eq!(
            assumption(
                "nondetFloat",
                InputValue::Float(f32::NEG_INFINITY.to_bits())
            ),
            "Float.parseFloat(\"-Infinity\") == nondetFloat()"
        );
        assert_eq!(
            assumption("nondetString", InputValue::string("a\"<b>\n")),
            "nondetString.equals(\"a\\\"<b>\\n\")"
        );
    }

    #[test]
    fn a_witness_is_a_chain_from_entry_to_violation() {
        let scope = "java::LMain;.<init>()V".to_owned();
        let witness = ViolationWitness {
            program_file: "a&b/Main.java".to_owned(),
            steps: vec![Step {
                file: Some("a&b/Main.java".to_owned()),
                line: Some(7),
                assumption: Some(Assumption {
                    call: "nondetInt".to_owned(),
                    value: InputValue::Int(5),
                    scope,
                }),
            }],
            violation: Step {
                file: Some("a&b/Main.java".to_owned()),
                line: Some(9),
                assumption: None,
            },
            ..ViolationWitness::default()
        };
        let text = witness.to_graphml();
        let expected = "    <node id=\"n0\">
      <data key=\"entry\">true</data>
    </node>
    <node id=\"n1\"/>
    <edge source=\"n0\" target=\"n1\">
      <data key=\"originfile\">a&amp;b/Main.java</data>
      <data key=\"startline\">7</data>
      <data key=\"threadId\">0</data>
      <data key=\"assumption\">nondetInt() = 5</data>
      <data key=\"assumption.scope\">java::LMain;.&lt;init&gt;()V</data>
    </edge>
    <node id=\"n2\">
      <data key=\"violation\">true</data>
    </node>
    <edge source=\"n1\" target=\"n2\">
      <data key=\"originfile\">a&amp;b/Main.java</data>
      <data key=\"startline\">9</data>
      <data key=\"threadId\">0</data>
    </edge>
  </graph>
</graphml>
";
        assert!(text.ends_with(expected), "{text}");
        for (_, id, _, _) in KEYS {
            assert!(text.contains(&format!("<key id=\"{id}\"")));
        }
        for line in text.lines().filter(|line| line.contains("<data key=")) {
            let key = line.split('"').nth(1).unwrap_or_default();
            assert!(KEYS.iter().any(|(_, id, _, _)| *id == key), "{line}");
        }
    }
}
