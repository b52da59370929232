//! The text of a test suite: a class for each class under test, a method for each path that was chosen. A test makes its
//! objects and calls the method as anybody would, and states what comes of it: the value, the exception, and what the
//! object says of itself afterwards.

mod naming;

use crate::construct::Objects;
use crate::entry::{Access, Entry};
use crate::generate::{Body, MARK, TestAnnotation, identifier, simple};
use crate::imports::shorten;
use crate::literal::{literal, short_name};
use naming::test_name;
use outcome::{Input, InputValue, JavaString, Made, Origin};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// One path, as a test sees it.
#[derive(Clone, Debug)]
pub struct Case {
    pub entry: Entry,
    pub inputs: Vec<Input>,
    pub expect: Expect,
    /// Of the object that it returns, its type in source, methods without parameters, and what they say.
    pub inside: Option<(String, Vec<(String, Expect)>)>,
    /// Parameters that are arrays, and their elements afterwards.
    pub arrays: Vec<(String, InputValue)>,
    /// Methods without parameters to be asked afterwards, and what they say.
    pub observed: Vec<(String, Expect)>,
    /// Whether something on the way declares checked exceptions.
    pub declares: bool,
    /// For the reader, above the call.
    pub note: Option<String>,
}

/// What a call comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// There is nothing to say but that it returns.
    Nothing,
    /// A value that can be written down; the type as source has it.
    Value(InputValue, String),
    /// The object that it was called on.
    Receiver,
    /// The argument of that name.
    Argument(String),
    /// A constant, with its class.
    Constant(String),
    /// Something that is equal to this.
    Equal(Like),
    /// Something whose `toString` is this.
    Says(JavaString),
    NotNull,
    /// An exception, by the name of its class in source.
    Throws(String),
}

/// A value that source makes to compare another with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Like {
    /// Null, a number, a string or a box.
    Value(InputValue),
    /// A constant, with its class.
    Constant(String),
    List(Vec<Like>),
    Set(Vec<Like>),
    Map(Vec<(Like, Like)>),
    Optional(Option<Box<Like>>),
    /// An object of the class, made of a text.
    Parsed(String, JavaString),
}

/// The text of a test class.
#[derive(Clone, Debug)]
pub struct TestClass {
    /// Binary name.
    pub class: String,
    pub text: String,
    pub tests: Vec<WrittenTest>,
    /// Cases for which there is no test, by their number, and why.
    pub left_out: Vec<(usize, String)>,
}

#[derive(Clone, Debug)]
pub struct WrittenTest {
    /// The number of its case.
    pub case: usize,
    pub method: String,
    /// First and last line, counted from one.
    pub lines: (usize, usize),
}

/// Writes the class `name` with a test for each case. `subject` is the class under test, for the reader.
pub fn write_tests(
    package: &str,
    name: &str,
    subject: &str,
    cases: &[(usize, &Case)],
) -> TestClass {
    let mut bodies = Vec::new();
    let mut left_out = Vec::new();
    let mut imports: BTreeSet<String> = BTreeSet::new();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for (number, case) in cases {
        match Test::of(case, package) {
            Ok(test) => {
                imports.extend(test.imports.iter().cloned());
                let base = test_name(case);
                let count = names.entry(base.clone()).or_default();
                *count += 1;
                let method = match *count {
                    1 => base,
                    n if base.ends_with(|c: char| c.is_ascii_digit()) => format!("{base}_{n}"),
                    n => format!("{base}{n}"),
                };
                bodies.push((*number, method, test));
            }
            Err(why) => left_out.push((*number, why)),
        }
    }
    let mut lines: Vec<&mut String> = bodies
        .iter_mut()
        .flat_map(|(_, _, test): &mut (usize, String, Test)| &mut test.lines)
        .collect();
    imports.extend(shorten(&mut lines, package));
    let mut text = String::new();
    // Writing to a string does not fail, here and below.
    let _ = writeln!(text, "{MARK}: tests of {subject}.");
    let _ = writeln!(
        text,
        "// Each test takes another way through the code and states what it does today. cortado tests writes this file anew."
    );
    if !package.is_empty() {
        let _ = writeln!(text, "package {package};");
    }
    text.push('\n');
    let (fixed, plain): (Vec<&String>, Vec<&String>) =
        imports.iter().partition(|i| i.starts_with("static "));
    for import in &fixed {
        let _ = writeln!(text, "import {import};");
    }
    if !fixed.is_empty() {
        text.push('\n');
    }
    let lines = bodies.iter().flat_map(|(_, _, test)| &test.lines);
    let annotation = TestAnnotation::beside(lines.map(String::as_str));
    let test_import = annotation.import.map(str::to_owned);
    let mut plain = plain;
    plain.extend(&test_import);
    plain.sort();
    for import in plain {
        let _ = writeln!(text, "import {import};");
    }
    let _ = writeln!(text, "\nclass {name} {{");
    let mut tests = Vec::new();
    for (i, (case, method, test)) in bodies.into_iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        let first = text.lines().count() + 1;
        let throws = if test.throws { " throws Exception" } else { "" };
        let _ = writeln!(
            text,
            "    {}\n    void {method}(){throws} {{",
            annotation.written
        );
        for line in &test.lines {
            let _ = writeln!(text, "        {line}");
        }
        text.push_str("    }\n");
        let lines = (first, text.lines().count());
        tests.push(WrittenTest {
            case,
            method,
            lines,
        });
    }
    text.push_str("}\n");
    let class = match package.is_empty() {
        true => name.to_owned(),
        false => format!("{package}.{name}"),
    };
    TestClass {
        class,
        text,
        tests,
        left_out,
    }
}

/// How long a reader takes: lines, and what stands in them.
pub fn reading_cost(case: &Case, package: &str) -> usize {
    match Test::of(case, package) {
        Ok(test) => {
            let characters: usize = test.lines.iter().map(String::len).sum();
            10 * test.lines.len() + characters
        }
        Err(_) => usize::MAX / 2,
    }
}

/// Why there can be no test for a case, if so.
pub fn cannot_write(case: &Case, package: &str) -> Option<String> {
    Test::of(case, package).err()
}

struct Test {
    package: String,
    lines: Vec<String>,
    imports: BTreeSet<String>,
    throws: bool,
}

impl Test {
    fn of(case: &Case, package: &str) -> Result<Test, String> {
        let Entry::Method {
            source_class,
            name,
            parameter_types,
            access,
            ..
        } = &case.entry
        else {
            return Err("a main is no method to test".to_owned());
        };
        let class = (source_class.as_deref())
            .filter(|class| class.split('.').all(|part| identifier(part).is_some()))
            .ok_or("source cannot name its class")?;
        let class = simple(class, package);
        let constructor = name == "<init>";
        if *access == Access::Private || !constructor && identifier(name).is_none() {
            return Err("source cannot call it".to_owned());
        }
        let own = lower_first(class.rsplit('.').next().unwrap_or(class));
        let mut inputs = case.inputs.clone();
        for input in &mut inputs {
            if input.origin == Origin::Receiver {
                input.name = match identifier(&own) {
                    Some(name) => name.to_owned(),
                    None => "target".to_owned(),
                };
            }
        }
        if inputs.iter().any(|input| is_hidden(&input.value)) {
            return Err("source cannot name the class of an argument".to_owned());
        }
        let mut body = Body::empty();
        // The receiver's name is the one that a reader looks for.
        inputs.sort_by_key(|input| input.origin != Origin::Receiver);
        body.construct(&inputs, package)?;
        if body.objects.failed {
            return Err("an argument cannot be made".to_owned());
        }
        body.feed_calls(&inputs);
        if inputs
            .iter()
            .any(|input| is_shared_argument(input, &body.objects))
        {
            return Err("source cannot write its arguments".to_owned());
        }
        let arguments: Vec<&Input> = (inputs.iter())
            .filter(|input| input.origin == Origin::Parameter)
            .collect();
        if arguments.len() != parameter_types.len() {
            return Err(format!(
                "the method takes {} arguments, but {} are known",
                parameter_types.len(),
                arguments.len()
            ));
        }
        if parameter_types.iter().any(|ty| ty.contains('$')) {
            return Err("source cannot name the type of a parameter".to_owned());
        }
        let values: Vec<InputValue> = arguments.iter().map(|i| i.value.clone()).collect();
        let types: Vec<String> = (parameter_types.iter())
            .map(|ty| ty.replace("...", "[]"))
            .collect();
        // An array that changes needs a name.
        let mut changed: Vec<(String, &InputValue, &str)> = Vec::new();
        let mut texts = Vec::with_capacity(values.len());
        for ((input, value), ty) in arguments.iter().zip(&values).zip(&types) {
            let text = body.arguments(std::slice::from_ref(value), std::slice::from_ref(ty));
            let after = case.arrays.iter().find(|(name, _)| *name == input.name);
            match (after, identifier(&input.name)) {
                (Some((_, after)), Some(name)) if ty.ends_with("[]") => {
                    let variable = body.fresh(name);
                    body.lines.push(format!("{ty} {variable} = {text};"));
                    changed.push((variable.clone(), after, ty));
                    texts.push(variable);
                }
                _ => texts.push(text),
            }
        }
        let list = texts.join(", ");
        let receiver = (inputs.iter())
            .find(|input| input.origin == Origin::Receiver)
            .map(|input| body.objects.expression(&input.value, &input.ty));
        let is_static = matches!(
            &case.entry,
            Entry::Method {
                receiver: crate::entry::Receiver::None,
                ..
            }
        );
        let call = match &receiver {
            _ if constructor => format!("new {class}({list})"),
            _ if is_static => format!("{class}.{name}({list})"),
            Some(receiver) => format!("{receiver}.{name}({list})"),
            None => return Err("there is no object to call it on".to_owned()),
        };
        if body.lines.iter().any(|line| line.contains("setAccessible")) {
            return Err("its objects take reflection to make".to_owned());
        }
        let mut test = Test {
            package: package.to_owned(),
            lines: std::mem::take(&mut body.lines),
            imports: body.imports.iter().map(|i| (*i).to_owned()).collect(),
            throws: case.declares,
        };
        if let Some(note) = &case.note {
            test.lines.push(format!("// {note}"));
        }
        // A new object needs a name where it is asked about afterwards.
        let (call, asked) = match constructor && !case.observed.is_empty() {
            true => {
                let variable = body.fresh(identifier(&own).unwrap_or("made"));
                test.lines.push(format!("{class} {variable} = {call};"));
                (None, Some(variable))
            }
            false => (Some(call), receiver),
        };
        let inside = case.inside.as_ref().filter(|(ty, _)| !ty.contains('$'));
        let result = body.fresh("result");
        let argument = |name: &str| {
            let input = arguments.iter().find(|input| input.name == name)?;
            body.objects.variable(&input.value).map(str::to_owned)
        };
        if let (Some(call), Some((ty, said))) = (&call, inside) {
            let variable = &result;
            let ty = test.named(ty).to_owned();
            test.lines.push(format!("{ty} {variable} = {call};"));
            for (method, expect) in said {
                let call = format!("{variable}.{method}()");
                test.state(&call, expect, None, false, &argument);
            }
        } else if let Some(call) = call {
            test.state(
                &call,
                &case.expect,
                asked.as_deref(),
                constructor,
                &argument,
            );
        }
        for (variable, after, ty) in changed {
            let expect = Expect::Value(after.clone(), ty.to_owned());
            test.state(&variable, &expect, None, false, &argument);
        }
        if let Some(object) = &asked {
            for (method, expect) in &case.observed {
                test.state(
                    &format!("{object}.{method}()"),
                    expect,
                    None,
                    false,
                    &argument,
                );
            }
        }
        Ok(test)
    }

    /// A class, or what is in one, by its shortest name.
    fn named<'n>(&self, name: &'n str) -> &'n str {
        short_name(simple(name, &self.package))
    }

    /// An expression for something to compare with.
    fn copy(&self, copy: &Like) -> String {
        let all = |copies: &[Like]| -> String {
            let texts: Vec<String> = copies.iter().map(|copy| self.copy(copy)).collect();
            texts.join(", ")
        };
        match copy {
            Like::Value(value) => literal(value, ""),
            Like::Constant(name) => self.named(name).to_owned(),
            // Alone, null would be taken for the array of elements.
            Like::List(values) if values[..] == [Like::Value(InputValue::Null)] => {
                "java.util.Collections.singletonList(null)".to_owned()
            }
            Like::List(values) => format!("java.util.Arrays.asList({})", all(values)),
            Like::Set(values) => format!("java.util.Set.of({})", all(values)),
            Like::Map(entries) => {
                let each = entries.iter();
                let texts: Vec<String> = each
                    .map(|(key, value)| format!("{}, {}", self.copy(key), self.copy(value)))
                    .collect();
                format!("java.util.Map.of({})", texts.join(", "))
            }
            Like::Optional(None) => "java.util.Optional.empty()".to_owned(),
            Like::Optional(Some(value)) => format!("java.util.Optional.of({})", self.copy(value)),
            Like::Parsed(class, text) => {
                let text = literal(&InputValue::String(text.clone()), "");
                format!("new {class}({text})")
            }
        }
    }

    /// Writes a call and what it comes to.
    fn state(
        &mut self,
        call: &str,
        expect: &Expect,
        receiver: Option<&str>,
        constructor: bool,
        argument: &dyn Fn(&str) -> Option<String>,
    ) {
        let (function, line) = match expect {
            Expect::Throws(class) => (
                "assertThrows",
                format!("assertThrows({}.class, () -> {call});", self.named(class)),
            ),
            Expect::Value(InputValue::Boolean(true), _) => {
                ("assertTrue", format!("assertTrue({call});"))
            }
            Expect::Value(InputValue::Boolean(false), _) => {
                ("assertFalse", format!("assertFalse({call});"))
            }
            Expect::Value(InputValue::Null, _) => ("assertNull", format!("assertNull({call});")),
            Expect::Value(value @ InputValue::Array(_), ty) if ty.ends_with("[]") => (
                "assertArrayEquals",
                format!("assertArrayEquals({}, {call});", literal(value, ty)),
            ),
            Expect::Value(InputValue::Array(_), _) => {
                ("assertNotNull", format!("assertNotNull({call});"))
            }
            Expect::Value(value, ty) => (
                "assertEquals",
                format!("assertEquals({}, {call});", literal(value, ty)),
            ),
            Expect::Receiver if receiver.is_some() => (
                "assertSame",
                format!("assertSame({}, {call});", receiver.unwrap_or_default()),
            ),
            Expect::Argument(name) if argument(name).is_some() => (
                "assertSame",
                format!(
                    "assertSame({}, {call});",
                    argument(name).unwrap_or_default()
                ),
            ),
            Expect::Constant(constant) => (
                "assertSame",
                format!("assertSame({}, {call});", self.named(constant)),
            ),
            Expect::Equal(copy) => (
                "assertEquals",
                format!("assertEquals({}, {call});", self.copy(copy)),
            ),
            Expect::Says(text) => {
                let text = literal(&InputValue::String(text.clone()), "");
                (
                    "assertEquals",
                    format!("assertEquals({text}, {call}.toString());"),
                )
            }
            Expect::NotNull if constructor => ("", format!("{call};")),
            Expect::NotNull | Expect::Receiver | Expect::Argument(_) => {
                ("assertNotNull", format!("assertNotNull({call});"))
            }
            Expect::Nothing => ("", format!("{call};")),
        };
        if !function.is_empty() {
            let import = format!("static org.junit.jupiter.api.Assertions.{function}");
            self.imports.insert(import);
        }
        self.lines.push(line);
    }
}

/// Whether something in a value comes from a class that source cannot name, whose name is a binary one then.
fn is_hidden(value: &InputValue) -> bool {
    match value {
        InputValue::Object(object) => {
            let (class, arguments): (&str, &[InputValue]) = match &object.made {
                Made::Constant { class, .. } => (class, &[]),
                Made::Factory {
                    class, arguments, ..
                } => (class, arguments),
                Made::New { arguments, .. } | Made::Method { arguments, .. } => ("", arguments),
            };
            let fields = object.fields.iter().map(|field| &field.value);
            let calls = object.calls.iter().flat_map(|call| &call.arguments);
            class.contains('$') || arguments.iter().chain(calls).chain(fields).any(is_hidden)
        }
        InputValue::Array(values) => values.iter().any(is_hidden),
        InputValue::Shared { value, .. } | InputValue::Fresh(value) => is_hidden(value),
        _ => false,
    }
}

/// Whether an argument is the same object as something that has no name.
fn is_shared_argument(input: &Input, objects: &Objects) -> bool {
    matches!(input.value, InputValue::Same { .. }) && objects.variable(&input.value).is_none()
}

fn lower_first(name: &str) -> String {
    let mut characters = name.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Receiver;

    pub fn case(name: &str, expect: Expect) -> Case {
        Case {
            entry: Entry::Method {
                class: "acme.Tax".to_owned(),
                source_class: Some("acme.Tax".to_owned()),
                declared_in: None,
                name: name.to_owned(),
                parameter_types: Vec::new(),
                access: Access::Package,
                receiver: Receiver::None,
            },
            inputs: Vec::new(),
            expect,
            inside: None,
            arrays: Vec::new(),
            observed: Vec::new(),
            declares: false,
            note: None,
        }
    }

    #[test]
    fn a_class_has_a_test_for_each_case_and_says_where() {
        let cases = [
            case("due", Expect::Value(InputValue::Int(1), "int".to_owned())),
            case("due", Expect::Value(InputValue::Int(1), "int".to_owned())),
            case("pay it", Expect::Nothing),
            case("fail", Expect::Throws("acme.Refused".to_owned())),
        ];
        let cases: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
        let written = write_tests("acme", "TaxTest", "acme.Tax", &cases);
        assert_eq!(written.class, "acme.TaxTest");
        assert_eq!(written.left_out, [(2, "source cannot call it".to_owned())]);
        let names: Vec<&str> = written.tests.iter().map(|t| t.method.as_str()).collect();
        assert_eq!(names, ["dueReturns1", "dueReturns1_2", "failThrowsRefused"]);
        let lines: Vec<&str> = written.text.lines().collect();
        for test in &written.tests {
            assert_eq!(lines[test.lines.0 - 1], "    @Test");
            assert_eq!(lines[test.lines.1 - 1], "    }");
        }
        assert!(
            written
                .text
                .contains("assertThrows(Refused.class, () -> Tax.fail());")
        );
    }
}
