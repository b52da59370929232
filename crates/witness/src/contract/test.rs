//! The statements of a test: the state before, values that `\old` needs, the call, and the check of what was broken.

use super::clause::{Java, dotted, quoted};
use super::state::{Built, java_name};
use super::{Broken, Counterexample, How, helpers};
use classpath::Name;
use jml::contract::{Clause, Invariant};
use jml::resolved::{Location, LocationKind};
use outcome::HeapEnd;
use std::collections::BTreeSet;

/// The statements of a test.
pub(super) struct Body {
    built: Built,
    pub lines: Vec<String>,
    pub helpers: BTreeSet<&'static str>,
    /// Methods that model methods have become.
    pub models: Vec<String>,
    /// How the message of the failed test begins.
    pub message: Option<String>,
    /// The variables of all arguments.
    arguments: Vec<String>,
}

impl Body {
    pub fn new(example: &Counterexample, how: How) -> Result<Body, String> {
        let mut body = Body::before(example)?;
        body.call(example, how)?;
        Ok(body)
    }

    fn before(example: &Counterexample) -> Result<Body, String> {
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
            models: Vec::new(),
            message: None,
            arguments,
        })
    }

    fn call(&mut self, example: &Counterexample, how: How) -> Result<(), String> {
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
        self.models = java.models.texts();
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
            // Long messages are cut off on the way.
            self.message = Some(example.claim.chars().take(500).collect());
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
        // An exception of the program may lead to objects, too.
        if let HeapEnd::Throws(class) = &example.execution.end
            && known
            && (example.classes.own)(&class.replace('.', "/"))
        {
            self.lines.push("known(thrown);".to_owned());
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
                let all = |location: &Location| matches!(location.kind, LocationKind::Everything);
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
