//! The counterexample of a contract as Java. The test that stays builds the state before, calls the method and evaluates
//! the clause that was broken, so that it fails until the method is right. A second class, for the replay only, does the
//! same call and compares the state that the JVM arrives at with the one that was predicted, cell by cell.

mod clause;
mod frame;
mod helpers;
mod models;
mod quantifier;
mod state;
mod test;

use crate::generate::{Framework, Generated, MARK, TestAnnotation, comment, identifier};
use classpath::{ClassPath, Name};
use clause::{both, dotted, quoted};
use jml::Specifications;
use jml::contract::{Case, Clause, Contract, Place};
use outcome::{Execution, HeapArgument, HeapEnd, HeapObject, HeapValue};
use state::Built;
use std::collections::BTreeSet;
use std::fmt::Write;
use test::Body;

/// What is known of the program's classes.
pub struct Classes<'a> {
    pub classpath: &'a ClassPath,
    /// The classes that objects of a type can have, by internal names.
    pub below: &'a dyn Fn(&str) -> Vec<Name>,
    /// Whether a class is the program's own.
    pub own: &'a dyn Fn(&str) -> bool,
}

/// What an execution breaks.
#[derive(Clone, Debug)]
pub enum Broken {
    /// No exception of this kind may leave the method.
    Exception,
    Ensures(Clause),
    Signals(Clause),
    /// The place is that of the list, or of the case without one.
    SignalsOnly(Place),
    /// The same of `assignable`.
    Assignable(Place),
    Invariant(Clause),
    Constraint(Clause),
    Initially(Clause),
}

/// A counterexample with all that a test must know.
pub struct Counterexample<'a> {
    pub execution: &'a Execution,
    /// Internal name.
    pub class: &'a str,
    /// `<init>` for a constructor.
    pub method: &'a str,
    pub descriptor: &'a str,
    pub contract: &'a Contract,
    pub specifications: &'a Specifications,
    pub classes: Classes<'a>,
    pub broken: Broken,
    /// What is broken, in the user's words: `ensures \result > 0`.
    pub claim: String,
    /// Why the JVM may do something else, and be right: `with integers of 4 bits`.
    pub unlike: Option<String>,
    /// Whether contracts stand for calls on its way, which may allow more than the methods do.
    pub by_contract: bool,
}

/// The class that compares states.
pub(crate) const STATE: &str = "CortadoState";

/// One that finds any state right.
pub(crate) const ANY_STATE: &str =
    "public class CortadoState { public static void main(String[] unused) { } }\n";

/// The tests of a counterexample.
pub(crate) struct Tests {
    /// What stays.
    pub test: Generated,
    /// Compares the state after.
    pub state: String,
    /// How the message of the failed test begins; none if an exception is what fails it.
    pub message: Option<String>,
    /// Whether the clause may be about an object that the call makes and that nothing leads to, which no test can see.
    pub about_lost: bool,
}

/// How the test tells that the contract is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// By the clause.
    Clause,
    /// By the state after, where the clause cannot be evaluated.
    State,
}

impl Counterexample<'_> {
    fn is_constructor(&self) -> bool {
        self.method == "<init>"
    }

    fn has_receiver(&self) -> bool {
        !self.contract.is_static && !self.is_constructor()
    }

    /// The arguments of the call.
    fn arguments(&self) -> &[HeapArgument] {
        match self.contract.is_static {
            true => &self.execution.arguments,
            false => self.execution.arguments.get(1..).unwrap_or_default(),
        }
    }

    /// Writes both classes; `is_taken` says whether the test's package has a class of a simple name. The error says why
    /// there can be no test, or none of this kind.
    pub(crate) fn tests(
        &self,
        package: &str,
        simple_name: &str,
        framework: Framework,
        how: How,
    ) -> Result<Tests, String> {
        let body = Body::new(self, how)?;
        let class = match package.is_empty() {
            true => simple_name.to_owned(),
            false => format!("{package}.{simple_name}"),
        };
        let method = match framework {
            Framework::JUnit5 => {
                let name = match self.is_constructor() {
                    true => "constructor",
                    false => self.method,
                };
                format!("{}BreaksItsContract", identifier(name).unwrap_or("method"))
            }
            Framework::PlainMain => "main".to_owned(),
        };
        let text = self.class_text(package, simple_name, framework, &method, &body);
        Ok(Tests {
            test: Generated {
                class,
                method,
                text,
            },
            state: self.state_class()?,
            message: body.message,
            about_lost: helpers::bring(&body.helpers, "objects") && loses_objects(self.execution),
        })
    }

    fn class_text(
        &self,
        package: &str,
        simple_name: &str,
        framework: Framework,
        method: &str,
        body: &Body,
    ) -> String {
        let mut helpers = helpers::text(&body.helpers, simple_name);
        for model in &body.models {
            helpers = format!("{helpers}\n\n{model}");
        }
        let indented = |line: &String| match line.is_empty() {
            true => String::new(),
            false => format!("        {line}"),
        };
        let lines: Vec<String> = body.lines.iter().map(indented).collect();
        let lines = lines.join("\n");
        let directory = package.replace('.', "/");
        let is_taken = |name: &str| {
            let class = match directory.is_empty() {
                true => name.to_owned(),
                false => format!("{directory}/{name}"),
            };
            self.classes.classpath.find(&class).ok().flatten().is_some()
        };
        let mut imports = helpers::imports(&format!("{lines}\n{helpers}"), &is_taken);
        let annotation = TestAnnotation::beside([&*lines, &*helpers].into_iter());
        if framework == Framework::JUnit5 {
            imports.extend(annotation.import.map(str::to_owned));
        }
        imports.sort();
        let mut text = String::new();
        // Writing to a string does not fail, here and below.
        let _ = writeln!(
            text,
            "{MARK}: {}.{} breaks its contract: {}.",
            dotted(self.class),
            self.method,
            comment(&self.claim)
        );
        if !package.is_empty() {
            let _ = writeln!(text, "package {package};\n");
        }
        for import in &imports {
            let _ = writeln!(text, "import {import};");
        }
        let head = match framework {
            Framework::JUnit5 => {
                format!(
                    "class {simple_name} {{\n    {}\n    void {method}() throws Throwable {{",
                    annotation.written
                )
            }
            Framework::PlainMain => format!(
                "public class {simple_name} {{\n    public static void main(String[] unused) throws Throwable {{"
            ),
        };
        let _ = writeln!(text, "\n{head}\n{lines}\n    }}\n\n{helpers}\n}}");
        text
    }

    /// The class that says where the state after is not as predicted.
    fn state_class(&self) -> Result<String, String> {
        let mut built = Built::new(self.execution, &self.classes)?;
        let mut lines = built.lines.clone();
        let call = self.call(&mut built);
        let expectations = built.expectations(self.execution, &self.classes);
        lines.push(format!("end = {call};"));
        let mut after = Vec::new();
        for line in expectations {
            match line.starts_with("object(") {
                true => lines.push(line),
                false => after.push(line),
            }
        }
        self.compare_end(&built, &mut after);
        let mut helpers = built.helpers;
        helpers.insert("run");
        helpers.insert("expected");
        let text = format!(
            "public class {STATE} {{\n\
             static class Unbuildable extends RuntimeException {{ Unbuildable(Throwable why) {{ super(why.toString(), why); }} }}\n\
             static class Differs extends RuntimeException {{ Differs(String what) {{ super(what); }} }}\n\
             public static void main(String[] unused) throws Throwable {{\n\
             Object[] end;\n\
             try {{\n{}\n}} catch (Throwable why) {{ throw new Unbuildable(why); }}\n{}\n\
             if (!differences.isEmpty()) {{ throw new Differs(String.join(\"; \", differences)); }}\n\
             }}\n\n{}\n}}\n",
            lines.join("\n"),
            after.join("\n"),
            helpers::text(&helpers, STATE)
        );
        let imports = helpers::imports(&text, &|name| {
            self.classes.classpath.find(name).ok().flatten().is_some()
        });
        let imports: Vec<String> = (imports.iter())
            .map(|import| format!("import {import};\n"))
            .collect();
        Ok(format!("{}{text}", imports.concat()))
    }

    /// Compares how the call ended, and then all objects.
    fn compare_end(&self, built: &Built, lines: &mut Vec<String>) {
        let thrown = match &self.execution.end {
            HeapEnd::Returns => "null".to_owned(),
            HeapEnd::Throws(class) => quoted(class),
        };
        lines.insert(0, format!("compareThrown((Throwable) end[1], {thrown});"));
        let returns = self.execution.end == HeapEnd::Returns;
        let result = self.contract.method.descriptor.rsplit(')').next();
        if let (true, Some(value)) = (returns, &self.execution.result) {
            let expected = built.expected(value, result.unwrap_or_default());
            lines.push(format!("compare(\"the result\", end[0], {expected});"));
        }
        if let (true, true, Some(HeapValue::Object(number))) = (
            returns,
            self.is_constructor(),
            self.execution.arguments.first().map(|this| &this.value),
        ) {
            lines.push(format!("compare(\"this\", end[0], ref({number}));"));
        }
        lines.push("compareObjects();".into());
    }

    /// The call of the method.
    fn call(&self, built: &mut Built) -> String {
        built.helpers.insert("run");
        let receiver = match (self.has_receiver(), self.execution.arguments.first()) {
            (true, Some(this)) => built.value(&this.value, &this.descriptor),
            _ => "null".to_owned(),
        };
        let mut text = format!(
            "run({receiver}, {}, {}, {}",
            quoted(&dotted(self.class)),
            quoted(self.method),
            quoted(self.descriptor)
        );
        for argument in self.arguments() {
            let value = built.value(&argument.value, &argument.descriptor);
            let value = match value == "null" {
                true => "(Object) null".to_owned(),
                false => value,
            };
            text.push_str(", ");
            text.push_str(&value);
        }
        text.push(')');
        text
    }

    fn cases_at(&self, place: &Place, own: impl Fn(&Case) -> Option<&Place>) -> Vec<&Case> {
        let cases = self.contract.cases.iter();
        let here = |case: &&Case| own(case).unwrap_or(&case.place) == place;
        cases.filter(here).collect()
    }

    /// A condition under which an exception is within the contract.
    fn allowed(&self, helpers: &mut BTreeSet<&'static str>) -> String {
        let cases: Vec<&Case> = match &self.broken {
            Broken::SignalsOnly(place) => {
                self.cases_at(place, |case| case.signals_only_place.as_ref())
            }
            _ => self.contract.cases.iter().collect(),
        };
        let mut texts = Vec::new();
        let mut is = |class: &str| {
            helpers.insert("is");
            format!("is(thrown, {})", quoted(&dotted(class)))
        };
        for case in cases {
            let listed: Vec<String> = case.signals_only.iter().map(|class| is(class)).collect();
            if listed.is_empty() {
                continue;
            }
            let forbids = |clause: &Clause| {
                use jml::resolved::{ExprKind, Literal};
                matches!(clause.expr.kind, ExprKind::Literal(Literal::Boolean(false)))
            };
            let forbidden = (case.signals.iter())
                .filter(|signals| signals.clauses.iter().any(forbids))
                .map(|signals| format!("!{}", is(&signals.exception)));
            let mut parts = vec![format!("({})", listed.join(" || "))];
            parts.extend(forbidden);
            let text = both(&parts);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.join(" || ")
    }
}

/// Whether an execution makes an object that nothing leads to in the end.
fn loses_objects(execution: &Execution) -> bool {
    let mut work: Vec<&HeapValue> = execution.result.iter().collect();
    work.extend(execution.arguments.iter().map(|argument| &argument.value));
    work.extend(execution.statics.iter().map(|field| &field.after));
    let mut found: BTreeSet<u32> = BTreeSet::new();
    let existed = |object: &&HeapObject| object.before.is_some();
    let mut objects: Vec<&HeapObject> = execution.objects.iter().filter(existed).collect();
    loop {
        for object in objects.drain(..) {
            if found.insert(object.number) {
                work.extend(object.after.fields.iter().map(|field| &field.value));
                work.extend(&object.after.elements);
            }
        }
        for value in work.drain(..) {
            if let HeapValue::Object(number) = value
                && !found.contains(number)
            {
                let same = |object: &&HeapObject| object.number == *number;
                objects.extend(execution.objects.iter().find(same));
            }
        }
        if objects.is_empty() {
            return found.len() < execution.objects.len();
        }
    }
}
