//! `cortado verify` on strings that methods and specifications put together. What Java computes for small strings is asked
//! of the JVM, and must be what contracts can say of it; a contract with one wrong value must be violated.

mod common;

use common::{Scratch, check, check_replayed};
use std::fmt::Write;
use std::process::Command;

const STRINGS: [&str; 7] = ["", "a", "b", "ab", "ba", "aa", "aab"];
const SPACED: [&str; 7] = ["", " ", " a", "a ", "Ab", "aB", "b\t"];
const INDICES: [i32; 5] = [-1, 0, 1, 2, 4];
const NUMBERS: [i32; 8] = [0, 7, -3, 10, 99, 100, -12, 2048];
const CHARACTERS: [char; 9] = ['a', 'Z', '0', '9', ' ', '\t', '_', 'z', '\u{1c}'];

/// An operation of Java: what it is called here, its parameters, what it returns, and the expression.
type Operation = (&'static str, &'static str, &'static str, &'static str);

/// Parameters: `a` and `b` strings, `i` and `j` indices, `n` a number, `m` a long, `c` a character, `t` a boolean, `s` and
/// `u` strings with spaces and capitals.
const IN_BOTH: [Operation; 43] = [
    ("plus", "ab", "String", "a + b"),
    ("plusChar", "ac", "String", "a + c"),
    ("charPlus", "ac", "String", "c + a"),
    ("plusNumber", "n", "String", r#""" + n"#),
    ("numberPlus", "n", "String", r#"n + "x""#),
    ("plusLong", "m", "String", r#""" + m"#),
    ("plusFlag", "t", "String", r#""-" + t"#),
    ("between", "ab", "String", r#"a + "-" + b"#),
    ("concat", "ab", "String", "a.concat(b)"),
    ("from", "ai", "String", "a.substring(i)"),
    ("fromTo", "aij", "String", "a.substring(i, j)"),
    ("valueOfChar", "c", "String", "String.valueOf(c)"),
    ("valueOfInt", "n", "String", "String.valueOf(n)"),
    ("digits", "n", "String", "Integer.toString(n)"),
    ("indexOf", "ac", "int", "a.indexOf(c)"),
    ("lastIndexOf", "ac", "int", "a.lastIndexOf(c)"),
    ("indexOfText", "ab", "int", "a.indexOf(b)"),
    ("compare", "ab", "int", "a.compareTo(b)"),
    ("starts", "ab", "boolean", "a.startsWith(b)"),
    ("ends", "ab", "boolean", "a.endsWith(b)"),
    ("contains", "ab", "boolean", "a.contains(b)"),
    ("hash", "ab", "int", "(a + b).hashCode()"),
    ("at", "abi", "int", "(a + b).charAt(i)"),
    ("equal", "ab", "boolean", r#"(a + b).equals("aab")"#),
    ("digit", "c", "boolean", "Character.isDigit(c)"),
    ("letter", "c", "boolean", "Character.isLetter(c)"),
    ("either", "c", "boolean", "Character.isLetterOrDigit(c)"),
    ("upper", "c", "boolean", "Character.isUpperCase(c)"),
    ("lower", "c", "boolean", "Character.isLowerCase(c)"),
    ("white", "c", "boolean", "Character.isWhitespace(c)"),
    ("toUpper", "c", "int", "Character.toUpperCase(c)"),
    ("toLower", "c", "int", "Character.toLowerCase(c)"),
    ("numeric", "c", "int", "Character.getNumericValue(c)"),
    ("trim", "s", "String", "s.trim()"),
    ("strip", "s", "String", "s.strip()"),
    ("stripFirst", "s", "String", "s.stripLeading()"),
    ("stripLast", "s", "String", "s.stripTrailing()"),
    ("blank", "s", "boolean", "s.isBlank()"),
    ("upperCase", "s", "String", "s.toUpperCase()"),
    ("lowerCase", "s", "String", "s.toLowerCase()"),
    ("replace", "s", "String", "s.replace('a', '-')"),
    ("twice", "a", "String", "a.repeat(2)"),
    ("ignoreCase", "su", "boolean", "s.equalsIgnoreCase(u)"),
];

/// Those that make objects other than strings.
const IN_BODIES: [Operation; 13] = [
    ("array", "a", "String", "new String(a.toCharArray())"),
    ("part", "aij", "String", "new String(a.toCharArray(), i, j)"),
    ("copy", "a", "String", "String.valueOf(a.toCharArray())"),
    ("last", "a", "int", "a.toCharArray().length"),
    (
        "reverse",
        "ab",
        "String",
        "new StringBuilder(a).append(b).reverse().toString()",
    ),
    (
        "append",
        "an",
        "String",
        "new StringBuilder().append(a).append(n).toString()",
    ),
    (
        "appendFlag",
        "at",
        "String",
        "new StringBuffer(a).append(t).toString()",
    ),
    (
        "insert",
        "aci",
        "String",
        "new StringBuilder(a).insert(i, c).toString()",
    ),
    (
        "delete",
        "ai",
        "String",
        "new StringBuilder(a).deleteCharAt(i).toString()",
    ),
    (
        "length",
        "ab",
        "int",
        "new StringBuilder(a).append(b).length()",
    ),
    ("charOf", "ai", "int", "new StringBuilder(a).charAt(i)"),
    (
        "equalBuilt",
        "ab",
        "boolean",
        "new StringBuilder(a).toString().equals(b)",
    ),
    ("identical", "ab", "boolean", "(a + b) == (a + b)"),
];

/// Values of a parameter, as Java writes them.
fn values(parameter: char) -> Vec<String> {
    match parameter {
        'a' | 'b' => STRINGS.iter().map(|s| format!("{s:?}")).collect(),
        's' | 'u' => SPACED.iter().map(|s| format!("{s:?}")).collect(),
        'i' | 'j' => INDICES.iter().map(|i| i.to_string()).collect(),
        'n' => NUMBERS.iter().map(|n| n.to_string()).collect(),
        'm' => NUMBERS.iter().map(|n| format!("{n}L")).collect(),
        'c' => (CHARACTERS.iter())
            .map(|c| format!("(char) {}", u32::from(*c)))
            .collect(),
        _ => vec!["true".into(), "false".into()],
    }
}

fn parameters(names: &str) -> String {
    let one = |name: char| match name {
        'a' | 'b' | 's' | 'u' => format!("String {name}"),
        'm' => "long m".to_owned(),
        'c' => "char c".to_owned(),
        't' => "boolean t".to_owned(),
        name => format!("int {name}"),
    };
    names.chars().map(one).collect::<Vec<_>>().join(", ")
}

/// All choices of values for some parameters.
fn inputs(names: &str) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for name in names.chars() {
        let longer = |known: &Vec<String>| {
            let known = known.clone();
            values(name).into_iter().map(move |value| {
                let mut next = known.clone();
                next.push(value);
                next
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// What an operation does where an index is outside.
fn otherwise(result: &str) -> &'static str {
    match result {
        "String" => r#""!""#,
        "int" => "-99",
        _ => "false",
    }
}

fn body((name, names, result, expr): &Operation) -> String {
    format!(
        "static {result} {name}({}) {{ try {{ return {expr}; }} catch (StringIndexOutOfBoundsException e) {{ return {}; }} }}\n",
        parameters(names),
        otherwise(result)
    )
}

/// What Java returns for all inputs of all operations, as Java writes it.
fn computed(operations: &[Operation]) -> Vec<Vec<String>> {
    let mut source = "public class Run {\n".to_owned();
    let mut calls = String::new();
    for operation in operations {
        source += &body(operation);
        let name = operation.0;
        for (at, input) in inputs(operation.1).iter().enumerate() {
            let input = input.join(", ");
            if at % 100 == 0 {
                let _ = write!(calls, "}}\nstatic void {name}{at}() {{\n");
            }
            let _ = writeln!(calls, "System.out.println({name}({input}));");
        }
    }
    source += "static void none() {";
    source += &calls;
    source += "}\npublic static void main(String[] args) {\n";
    for (name, names, ..) in operations {
        for at in (0..inputs(names).len()).step_by(100) {
            let _ = writeln!(source, "{name}{at}();");
        }
    }
    source += "} }";
    let scratch = Scratch::new();
    scratch.file("Run.java", source);
    scratch.javac(&["Run.java"]);
    let mut java = Command::new("java");
    let run = java
        .args(["-cp", "classes", "Run"])
        .current_dir(scratch.path());
    let output = run.output().expect("java runs");
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    let mut lines = text.split('\n');
    let mut all = Vec::new();
    for (_, names, result, _) in operations {
        let one = |_| {
            let line = lines.next().expect("a line for each call").to_owned();
            match *result {
                "String" => format!("{:?}", line.replace('\u{1c}', "#")),
                _ => line,
            }
        };
        all.push(inputs(names).iter().map(one).collect());
    }
    all
}

/// Another value than this one.
fn other(value: &str) -> String {
    match value {
        "true" => "false".into(),
        "false" => "true".into(),
        _ if value.starts_with('"') => r#""ca""#.into(),
        number => format!("{}", number.parse::<i64>().expect("a number") + 1),
    }
}

/// Contracts that say what is computed for each input, and such with one wrong value.
fn source(operations: &[Operation], in_specifications: bool, longest: usize) -> String {
    let mut source = "class Small {\n".to_owned();
    for (operation, expected) in operations.iter().zip(computed(operations)) {
        let (name, names, result, expr) = operation;
        let mut clauses = Vec::new();
        for (input, expected) in inputs(names).iter().zip(&expected) {
            // Characters that a literal of JML does not write as Rust does, and what is beyond the scope.
            let skips = expected.contains(['#', '\\']) || expected.len() > longest + 2;
            let throws = expected == otherwise(result) && *result != "boolean";
            if skips && *result == "String" || in_specifications && throws {
                continue;
            }
            let is = |(name, value): (char, &String)| match name {
                'a' | 'b' | 's' | 'u' => format!("{name}.equals({value})"),
                't' if value == "true" => "t".to_owned(),
                't' => "!t".to_owned(),
                name => format!("{name} == {value}"),
            };
            let condition: Vec<String> = names.chars().zip(input).map(is).collect();
            let said = if in_specifications { expr } else { "\\result" };
            let said = |value: &str| match *result {
                "String" => format!("({said}).equals({value})"),
                _ => format!("({said}) == {value}"),
            };
            let condition = condition.join(" && ");
            let right = format!("{condition} ==> {}", said(expected));
            let wrong = format!("{condition} ==> {}", said(&other(expected)));
            clauses.push((right, wrong));
        }
        let parameters = parameters(names);
        let whole = match in_specifications {
            true => format!("static void {name}({parameters}) {{ }}\n"),
            false => body(operation),
        };
        // Each time another input has the wrong value.
        let chosen = (name.len() * 7 + names.len()) % clauses.len();
        for (suffix, decision) in [("", "holds"), ("Wrong", "violated")] {
            let _ = writeln!(source, "// {decision}");
            for (at, (right, wrong)) in clauses.iter().enumerate() {
                let clause = match suffix.is_empty() || at != chosen {
                    true => right,
                    false => wrong,
                };
                let _ = writeln!(source, "//@ ensures {clause};");
            }
            source += &whole.replacen(&format!(" {name}("), &format!(" {name}{suffix}("), 1);
        }
    }
    source += "}\n";
    source
}

/// Bodies compute what Java does.
#[test]
fn bodies_agree_with_java() {
    let mut all = IN_BOTH.to_vec();
    all.extend(IN_BODIES);
    for part in all.chunks(12) {
        let source = source(part, false, 5);
        check_replayed(
            "Small",
            &source,
            &["--array-length", "5", "--timeout", "120"],
        );
    }
}

/// So do specifications.
#[test]
fn specifications_agree_with_java() {
    for part in IN_BOTH.chunks(12) {
        let source = source(part, true, 5);
        check_replayed(
            "Small",
            &source,
            &["--array-length", "5", "--timeout", "120"],
        );
    }
}

/// A string that is made is an object of its own; constants are the same everywhere.
#[test]
fn identity() {
    let source = r#"
        class Identity {
            /*@ spec_public nullable @*/ String kept;

            // holds
            //@ ensures \result != a && \result != b && \fresh(\result);
            static String fresh(String a, String b) { return a + b; }

            // violated
            //@ ensures \result == a;
            static String same(String a) { return a + ""; }

            // holds
            //@ ensures !\result;
            static boolean constants(String a) { return ("x" + a) == "xy"; }

            // violated
            //@ requires a != null; ensures !\result;
            static boolean equal(String a) { return ("x" + a).equals("xy"); }

            // holds
            //@ ensures \result;
            static boolean folded() { return "x" + "y" == "xy"; }

            // holds
            //@ ensures \result == a;
            static String whole(String a) { return a.substring(0, a.length()); }

            // holds
            //@ ensures \result == a;
            static String nothingAdded(String a) { return a.concat(""); }

            // holds
            //@ requires a.length() > 1; ensures \result != a && \fresh(\result);
            static String tail(String a) { return a.substring(1); }

            // holds
            //@ ensures \result != a && \result.equals(a);
            static String copy(String a) { return new String(a); }

            // violated
            //@ ensures \result == a;
            static String notCopied(String a) { return new String(a); }

            // holds
            //@ ensures !\result;
            static boolean twice(String a) { String x = a + "!"; String y = a + "!"; return x == y; }

            // violated
            //@ assignable kept; ensures kept == \old(kept);
            void keep(String a) { kept = a + "!"; }

            // violated
            //@ assignable \nothing;
            void frame(String a) { kept = a + "!"; }

            // unknown
            //@ ensures \result == a + "";
            static String ofSpecification(String a) { return a; }

            // unknown
            //@ ensures \result == "a";
            static String interned(String a) { return ("a" + a).intern(); }
        }"#;
    check_replayed("Identity", source, &[]);
    // Whether an empty string is a constant is up to the JDK.
    let source = r#"
        class Empty {
            // holds
            //@ requires a.length() > 0; ensures \result.equals("") && \result != a;
            static String end(String a) { return a.substring(a.length()); }

            // violated
            //@ requires a.length() > 0; ensures \result == "";
            static String constant(String a) { return a.substring(a.length()); }

            // violated
            //@ requires a.length() > 0; ensures \result != "";
            static String noConstant(String a) { return a.substring(a.length()); }
        }"#;
    check("Empty", source, &[]);
}

/// What is longer than the scope has room for is beyond it, and the verdict says so.
#[test]
fn bounds() {
    let source = r#"
        class Long {
            // holds
            //@ ensures \result.length() < 4;
            static String beyond(String a, String b) { return a + b; }

            // holds
            //@ ensures \result.length() < 4;
            static String digits(int n) { return "" + n; }

            // holds
            //@ ensures \result.length < 4;
            static char[] array(String a, String b) { return (a + b).toCharArray(); }

            // holds
            //@ ensures \result < 4;
            static int builder(StringBuilder given, int n) {
                StringBuilder built = new StringBuilder();
                for (int i = 0; i < n; i++) built.append("ab");
                return built.length();
            }

            // violated
            //@ ensures \result.length() < 3;
            static String within(String a, String b) { return a + b; }

            // violated
            //@ ensures \result != 'A';
            static char upper(char c) { return Character.toUpperCase(c); }

            // holds
            //@ ensures \result == Character.isDigit(c);
            static boolean digit(char c) { return '0' <= c && c <= '9'; }
        }"#;
    let text = check_replayed("Long", source, &[]);
    for (method, told) in [
        ("beyond", "strings longer than 3"),
        ("digits", "strings longer than 3"),
        ("array", "strings longer than 3"),
        ("builder", "strings longer than 3"),
        ("digit", "characters beyond ASCII in Character.isDigit"),
    ] {
        let told = format!("  beyond the scope: {told}");
        let mut lines = text.lines();
        lines.find(|line| line.starts_with(&format!("Long.{method}(")));
        assert!(lines.take(3).any(|line| line.starts_with(&told)), "{text}");
    }
    // With more room it is found.
    let source = source.replace(
        "// holds\n            //@ ensures \\result.length() < 4;",
        "// violated\n            //@ ensures \\result.length() < 4;",
    );
    let source = source.replace(
        "// holds\n            //@ ensures \\result.length < 4;",
        "// violated\n            //@ ensures \\result.length < 4;",
    );
    let source = source.replace(
        "// holds\n            //@ ensures \\result < 4;",
        "// violated\n            //@ ensures \\result < 4;",
    );
    check_replayed("Long", &source, &["--array-length", "4"]);
}

/// Loops make several strings; exceptions of methods of strings are violations like others.
#[test]
fn loops_and_exceptions() {
    let source = r#"
        class Loops {
            // holds
            /*@ ensures \result.length() == s.length();
              @ ensures (\forall int i; 0 <= i && i < s.length(); \result.charAt(i) == s.charAt(s.length() - 1 - i)); @*/
            static String reversed(String s) {
                String r = "";
                for (int i = 0; i < s.length(); i++) r = s.charAt(i) + r;
                return r;
            }

            // violated
            //@ ensures (\forall int i; 0 <= i && i < s.length(); \result.charAt(i) == s.charAt(s.length() - 1 - i));
            static String notReversed(String s) {
                String r = "";
                for (int i = 0; i < s.length(); i++) r = i == 2 ? r + s.charAt(i) : s.charAt(i) + r;
                return r;
            }

            // holds
            //@ ensures \result <==> (\forall int i; 0 <= i && i < s.length(); s.charAt(i) == s.charAt(s.length() - 1 - i));
            static boolean palindrome(String s) {
                char[] c = s.toCharArray();
                for (int i = 0, j = c.length - 1; i < j; i++, j--) if (c[i] != c[j]) return false;
                return true;
            }

            // violated
            //@ ensures \result <==> (\forall int i; 0 <= i && i < s.length(); s.charAt(i) == s.charAt(s.length() - 1 - i));
            static boolean byBuilder(String s) { return new StringBuilder(s).reverse().toString().equals(s); }

            // holds
            /*@ requires (\forall int i; 0 <= i && i < s.length(); s.charAt(i) < 0xD800);
              @ ensures \result <==> (\forall int i; 0 <= i && i < s.length(); s.charAt(i) == s.charAt(s.length() - 1 - i)); @*/
            static boolean withoutPairs(String s) { return new StringBuilder(s).reverse().toString().equals(s); }

            // violated
            //@ ensures true;
            static String outside(String s) { return s.substring(1); }

            // violated
            //@ ensures true;
            static String order(String s) { return s.substring(2, 1); }

            // violated
            //@ ensures true;
            static boolean absent(String s, /*@ nullable @*/ String t) { return s.startsWith(t); }

            // violated
            //@ ensures true;
            static String absentArray(char /*@ nullable @*/ [] c) { return new String(c); }

            // holds
            //@ signals_only StringIndexOutOfBoundsException; signals (Exception e) s.length() < 2;
            static String allowed(String s) { return s.substring(1, 2); }

            // holds
            //@ ensures \result == (t == null);
            static boolean word(/*@ nullable @*/ String t) { return ("" + t).equals("null") && t == null; }

            // violated
            //@ ensures !\result;
            static boolean wordFound(/*@ nullable @*/ String t) { return ("" + t).equals("null"); }

            // holds
            //@ ensures \result.length == s.length() && \fresh(\result);
            static char[] own(String s) { char[] c = s.toCharArray(); if (c.length > 0) c[0] = 'x'; return c; }

            // violated
            //@ ensures \result.length == 0 || \result[0] == s.charAt(0);
            static char[] changed(String s) { char[] c = s.toCharArray(); if (c.length > 0) c[0] = 'x'; return c; }

            // violated
            //@ requires x < 0; ensures true;
            static int message(int x, double y) { throw new IllegalStateException("a message that is long: " + x + y); }

            // unknown
            //@ ensures \result.length() > 0;
            static String fraction(double x) { return "x" + x; }

            // violated
            //@ ensures \result.length() > 0;
            static String sometimes(boolean b, double x) { return b ? "" : "x"; }

            // unknown
            //@ ensures \result.length() > 0;
            static String object(Object o) { return "x" + o; }

            // unknown
            //@ ensures \result >= 0;
            static int given(StringBuilder b) { return b.length(); }

            // unknown
            //@ ensures \result >= 0;
            static int sequence(String s) { CharSequence c = new StringBuilder(s); return c.length(); }

            // holds
            //@ ensures \result == s.length() + 1;
            static int sequenceOfString(String s) { CharSequence c = s + "x"; return c.length(); }

            // holds
            //@ ensures \result == o;
            static String ofObject(String o) { Object x = o; return x.toString(); }

            // holds
            //@ ensures \result == (s.length() == 0);
            static boolean emptied(String s) { return new StringBuilder(s).isEmpty(); }

            // violated
            //@ ensures \result == null;
            static StringBuilder returned(String s) { return new StringBuilder(s).append('x'); }
        }"#;
    check_replayed("Loops", source, &["--array-length", "4"]);
}

/// A method that is not looked into may change a builder that it is given, and never a string.
#[test]
fn builders_and_contracts() {
    let source = r#"
        class Given {
            // holds
            //@ assignable \everything; ensures true;
            void any(StringBuilder b) { }

            // holds
            //@ assignable \nothing; ensures true;
            void none(StringBuilder b, String s) { }

            // violated
            //@ ensures \result == 1;
            static int length(Given g) { StringBuilder b = new StringBuilder("x"); g.any(b); return b.length(); }

            // violated
            //@ ensures \result != 'y';
            static char changed(Given g) { StringBuilder b = new StringBuilder("x"); g.any(b); return b.length() == 1 ? b.charAt(0) : 'x'; }

            // holds
            //@ ensures \result.equals("x" + s);
            static String kept(Given g, String s) {
                StringBuilder b = new StringBuilder("x");
                String t = b.append(s).toString();
                g.none(b, t);
                return b.length() == t.length() ? t : null;
            }
        }"#;
    check("Given", source, &["--calls", "contract"]);
}

/// `Integer.parseInt` is the JDK's code; the digits that it looks up are those of ASCII.
#[test]
fn numbers_are_read() {
    let source = r"
        class Parse {
            // holds
            //@ requires 0 <= a && a <= 99;
            //@ ensures \result == a;
            static int roundTrip(int a) { return Integer.parseInt(Integer.toString(a)); }

            // violated
            //@ ensures \result >= 0;
            //@ signals_only NumberFormatException;
            static int negative(String s) { return Integer.parseInt(s); }

            // violated
            //@ ensures \result != 7;
            static int caught(String s) { try { return Integer.parseInt(s); } catch (NumberFormatException e) { return -1; } }

            // holds
            //@ requires c < 128;
            //@ ensures \result == ('0' <= c && c <= '9' ? c - '0' : 'a' <= c && c <= 'f' ? c - 'a' + 10 : 'A' <= c && c <= 'F' ? c - 'A' + 10 : -1);
            static int hex(char c) { return Character.digit(c, 16); }

            // holds
            //@ requires c < 128 && (radix < 2 || radix > 36);
            //@ ensures \result == -1;
            static int strange(char c, int radix) { return Character.digit(c, radix); }
        }";
    check_replayed("Parse", source, &[]);
}
