//! The counterexample of a contract as Java. The test that stays builds the state before, calls the method and evaluates
//! the clause that was broken, so that it fails until the method is right. A second class, for the replay only, does the
//! same call and compares the state that the JVM arrives at with the one that was predicted, cell by cell.

mod clause;
mod frame;
mod helpers;
mod quantifier;
mod state;

use crate::generate::{Framework, Generated, MARK, comment, identifier};
use classpath::{ClassPath, Name};
use clause::{Java, both, dotted, quoted};
use jml::Specifications;
use jml::contract::{Case, Clause, Contract, Invariant, Place};
use jml::resolved::LocationKind;
use outcome::{Execution, HeapArgument, HeapEnd, HeapObject, HeapValue};
use state::{Built, java_name};
use std::collections::BTreeSet;
use std::fmt::Write;

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
}

/// The class that compares states.
pub(crate) const STATE: &str = "CortadoState";

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
        let mut body = Body::new(self)?;
        body.olds_and_call(self, how)?;
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
        let helpers = helpers::text(&body.helpers, simple_name);
        let lines = body.lines.join("\n        ");
        let directory = package.replace('.', "/");
        let is_taken = |name: &str| {
            let class = match directory.is_empty() {
                true => name.to_owned(),
                false => format!("{directory}/{name}"),
            };
            self.classes.classpath.find(&class).ok().flatten().is_some()
        };
        let mut imports = helpers::imports(&format!("{lines}\n{helpers}"), &is_taken);
        if framework == Framework::JUnit5 {
            imports.push("org.junit.jupiter.api.Test".to_owned());
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
                    "class {simple_name} {{\n    @Test\n    void {method}() throws Throwable {{"
                )
            }
            Framework::PlainMain => format!(
                "public class {simple_name} {{\n    public static void main(String[] unused) throws Throwable {{"
            ),
        };
        let _ = writeln!(text, "\n{head}\n        {lines}\n    }}\n\n{helpers}\n}}");
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
        lines.insert(
            0,
            format!(
                "compare(\"the exception\", end[1] == null ? null : end[1].getClass().getName(), {thrown});"
            ),
        );
        let returns = self.execution.end == HeapEnd::Returns;
        let result = self.contract.method.descriptor.rsplit(')').next();
        if let (true, Some(value)) = (returns, &self.execution.result) {
            let expected = match value {
                HeapValue::Object(number) => format!("ref({number})"),
                other => built.value(other, result.unwrap_or_default()),
            };
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

/// The statements of a test.
struct Body {
    built: Built,
    lines: Vec<String>,
    helpers: BTreeSet<&'static str>,
    message: Option<String>,
    /// The variables of all arguments.
    arguments: Vec<String>,
}

impl Body {
    fn new(example: &Counterexample) -> Result<Body, String> {
        let mut built = Built::new(example.execution, &example.classes)?;
        let mut lines = vec!["// The state before.".to_owned()];
        lines.append(&mut built.lines);
        let mut arguments = Vec::new();
        for argument in example.arguments() {
            let value = built.value(&argument.value, &argument.descriptor);
            if built.variables.values().any(|known| *known == value) {
                arguments.push(value);
                continue;
            }
            let name = built.name(&argument.name);
            let ty = java_name(&argument.descriptor);
            lines.push(format!("{ty} {name} = {value};"));
            arguments.push(name);
        }
        if lines.len() == 1 {
            lines.clear();
        }
        Ok(Body {
            built,
            lines,
            helpers: BTreeSet::new(),
            message: None,
            arguments,
        })
    }

    fn olds_and_call(&mut self, example: &Counterexample, how: How) -> Result<(), String> {
        let mut java = Java::new(example.specifications, &example.classes);
        java.parameters = self
            .arguments
            .get(example.contract.hidden_parameters..)
            .unwrap_or_default()
            .to_vec();
        java.this = match (example.has_receiver(), example.execution.arguments.first()) {
            (true, Some(this)) => Some(self.built.value(&this.value, &this.descriptor)),
            _ if example.is_constructor() => Some("self".to_owned()),
            _ => None,
        };
        let mut frame = Vec::new();
        let checks = match how {
            How::Clause => checks(example, &mut java, &mut frame)?,
            How::State => self.same_state(example),
        };
        self.helpers.append(&mut java.helpers);
        self.helpers.extend(self.built.helpers.iter().copied());
        self.helpers.insert("run");
        if helpers::bring(&self.helpers, "remember") {
            let own = example.execution.statics.iter();
            java.statics.extend(own.map(|field| dotted(&field.class)));
            let names: Vec<String> = java.statics.iter().map(|class| quoted(class)).collect();
            self.lines.push(format!("remember({});", names.join(", ")));
        }
        self.lines.append(&mut java.olds);
        self.lines.append(&mut frame);
        self.lines.push(String::new());
        self.lines.push("// The call.".to_owned());
        let receiver = match example.has_receiver() {
            true => java.this.clone().unwrap_or_else(|| "null".into()),
            false => "null".to_owned(),
        };
        let mut call = format!(
            "Object[] end = run({receiver}, {}, {}, {}",
            quoted(&dotted(example.class)),
            quoted(example.method),
            quoted(example.descriptor)
        );
        for argument in &self.arguments {
            call.push_str(", ");
            call.push_str(argument);
        }
        self.lines.push(format!("{call});"));
        self.lines
            .push("Throwable thrown = (Throwable) end[1];".to_owned());
        if !checks.is_empty() {
            self.message = Some(example.claim.clone());
            self.result(example);
            self.lines.push(String::new());
            self.lines.push("// What must hold.".to_owned());
            self.lines.extend(checks);
        }
        let allowed = example.allowed(&mut self.helpers);
        self.lines.push(match allowed.is_empty() {
            true => "if (thrown != null) {".to_owned(),
            false => format!("if (thrown != null && !({allowed})) {{"),
        });
        self.lines.push("    throw thrown;".to_owned());
        self.lines.push("}".to_owned());
        Ok(())
    }

    /// Gives names to what the call returned.
    fn result(&mut self, example: &Counterexample) {
        let known = helpers::bring(&self.helpers, "heap");
        let mut name = |name: &str, ty: &str| {
            self.lines.push(match ty {
                "Object" => format!("Object {name} = end[0];"),
                "boolean" => format!("boolean {name} = thrown == null && (boolean) end[0];"),
                ty => format!("{ty} {name} = thrown == null ? ({ty}) end[0] : ({ty}) 0;"),
            });
            if known && ty == "Object" {
                self.lines.push(format!("known({name});"));
            }
        };
        match (example.is_constructor(), &example.contract.result) {
            (true, _) => name("self", "Object"),
            (false, Some(ty)) => name("result", java_name(&ty.to_string())),
            (false, None) => {}
        }
    }

    /// Fails as long as the state after is the one that breaks the contract.
    fn same_state(&mut self, example: &Counterexample) -> Vec<String> {
        if matches!(example.broken, Broken::Exception | Broken::SignalsOnly(_)) {
            return Vec::new();
        }
        let mut lines = self.built.expectations(example.execution, &example.classes);
        let (objects, mut rest): (Vec<String>, Vec<String>) =
            (lines.drain(..)).partition(|line| line.starts_with("object("));
        example.compare_end(&self.built, &mut rest);
        let mut lines = objects;
        lines.append(&mut rest);
        lines.push("if (differences.isEmpty()) {".to_owned());
        lines.push(format!(
            "    throw new AssertionError({});",
            quoted(&format!("{}: the state after breaks it", example.claim))
        ));
        lines.push("}".to_owned());
        lines
    }
}

/// The statements after the call that check what was broken.
fn checks(
    example: &Counterexample,
    java: &mut Java,
    frame: &mut Vec<String>,
) -> Result<Vec<String>, String> {
    let claim = quoted(&example.claim);
    let check = |java: &mut Java, condition: String| {
        java.help("check");
        format!("check({claim}, () -> {condition});")
    };
    Ok(match &example.broken {
        Broken::Exception | Broken::SignalsOnly(_) => Vec::new(),
        Broken::Ensures(clause) | Broken::Initially(clause) => {
            let condition = java.expr(&clause.expr)?;
            let line = check(java, condition);
            vec![
                "if (thrown == null) {".into(),
                format!("    {line}"),
                "}".into(),
            ]
        }
        Broken::Signals(clause) => {
            let cases = example.contract.cases.iter();
            let mut signals = cases.flat_map(|case| &case.signals);
            let signals = signals.find(|signals| signals.clauses.contains(clause));
            let signals = signals.ok_or("a clause of no case")?;
            let condition = java.expr(&clause.expr)?;
            let line = check(java, condition);
            java.help("is");
            let class = quoted(&dotted(&signals.exception));
            vec![
                format!("if (is(thrown, {class})) {{"),
                format!("    {line}"),
                "}".into(),
            ]
        }
        Broken::Assignable(place) => {
            for case in example.cases_at(place, |case| case.assignable_place.as_ref()) {
                let locations = case.assignable.as_deref().unwrap_or_default();
                let all = |location: &jml::resolved::Location| {
                    matches!(location.kind, LocationKind::Everything)
                };
                if locations.iter().any(all) {
                    return Err("everything may change".into());
                }
                java.before = true;
                let lines = java.frame(locations);
                java.before = false;
                frame.append(&mut lines?);
            }
            let line = format!(
                "String changed = changed();\nif (changed != null) {{\n    throw new AssertionError({claim} + \" does not hold: \" + changed);\n}}"
            );
            line.lines().map(str::to_owned).collect()
        }
        Broken::Invariant(clause) => {
            let said = |class: &str| example.specifications.class(class).invariants;
            each_object(example, java, clause, &said, false)?
        }
        Broken::Constraint(clause) => {
            let said = |class: &str| example.specifications.class(class).constraints;
            each_object(example, java, clause, &said, true)?
        }
    })
}

/// A clause that holds for all objects of a class.
fn each_object(
    example: &Counterexample,
    java: &mut Java,
    clause: &Clause,
    said: &dyn Fn(&str) -> Vec<Invariant>,
    old: bool,
) -> Result<Vec<String>, String> {
    let claim = quoted(&example.claim);
    java.help("check");
    let mut classes = (example.classes.below)("java/lang/Object");
    classes.push(Name::from(example.class));
    let mut all = classes.iter().flat_map(|class| said(class));
    let found = all.find(|said| said.clause == *clause);
    drop(all);
    let found = match found {
        Some(found) => found,
        // Of a class without objects, such as one with static members only.
        None => {
            let statics = example.execution.statics.iter();
            let mut all = statics.flat_map(|field| said(&field.class));
            let found = all.find(|said| said.clause == *clause);
            found.ok_or("a clause of no class")?
        }
    };
    if found.is_static {
        let condition = java.expr(&clause.expr)?;
        return Ok(vec![format!("check({claim}, () -> {condition});")]);
    }
    java.help("objects");
    java.help("all");
    java.help("concerned");
    let condition = java.about_each("o", &clause.expr)?;
    let class = quoted(&dotted(&found.class));
    // The method answers for what it got, made or changed; a constructor that fails leaves no object behind.
    let objects = format!("objects({old}, {class})");
    let mut given: Vec<String> = java.parameters.clone();
    given.extend(java.this.clone());
    given.extend(
        example
            .contract
            .result
            .as_ref()
            .map(|_| "result".to_owned()),
    );
    let given = format!("new Object[] {{{}}}", given.join(", "));
    Ok(vec![format!(
        "check({claim}, () -> all({objects}, (Object o) -> !concerned(o, {given}) || {condition}));"
    )])
}
