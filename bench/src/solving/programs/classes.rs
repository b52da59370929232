//! Classes, their methods, and the method that calls them all.

use super::grammar;
use super::scope::{Callee, Scope, Style};
use crate::code::{Method, block, line};
use crate::generator::random::Random;
use std::fmt::Write;

/// Where a program starts: a method whose parameters are the inputs.
pub const CLASS: &str = "Program";
pub const METHOD: &str = "run";

/// A class that is done.
struct Class {
    name: String,
    /// Of its constructor.
    parameters: usize,
    fields: Vec<String>,
    callees: Vec<Callee>,
    /// Methods that call nothing, which a subclass may override without making anything recursive.
    leaves: Vec<Callee>,
    /// What a program calls.
    start: Callee,
    text: String,
}

/// The text of a program of about so many lines.
pub fn source(seed: u64, size: usize) -> String {
    styled(seed, size, Style::Capped)
}

/// The same with loops that only inputs end, for bounds to unroll.
pub fn source_with_open_loops(seed: u64, size: usize) -> String {
    styled(seed, size, Style::Open)
}

fn styled(seed: u64, size: usize, style: Style) -> String {
    let mut random = Random::new(seed, 11_000);
    let mut classes: Vec<Class> = Vec::new();
    let mut so_far = 0;
    loop {
        // What the driver will take: a line for a class, and its frame.
        let left = size.saturating_sub(so_far + classes.len() + FRAME);
        if left < WORTH && !classes.is_empty() {
            break;
        }
        let class = class(&mut random, &classes, left, style);
        so_far += class.text.lines().count();
        classes.push(class);
    }
    let mut out = format!("// {size} lines, seed {seed}.\n");
    out.push_str(&driver(&mut random, &classes, style));
    for class in &classes {
        out.push('\n');
        out.push_str(&class.text);
    }
    out
}

/// Lines of the driver besides those for classes.
const FRAME: usize = 14;
/// Lines for which another class is worth it.
const WORTH: usize = 30;

fn class(random: &mut Random, earlier: &[Class], left: usize, style: Style) -> Class {
    let name = format!("C{}", earlier.len());
    let bases: Vec<&Class> = earlier.iter().filter(|c| !c.leaves.is_empty()).collect();
    let extends = !bases.is_empty() && random.chance(grammar::EXTENDS);
    let base = extends.then(|| random.choose(&bases));
    let own = random.range(grammar::FIELDS.0, grammar::FIELDS.1) as usize;
    let inherited = base.map_or(Vec::new(), |base| base.fields.clone());
    let own: Vec<String> = (0..own)
        .map(|n| format!("f{}_{n}", earlier.len()))
        .collect();
    let mut text = match base {
        Some(base) => format!("class {name} extends {} {{\n", base.name),
        None => format!("class {name} {{\n"),
    };
    for field in &own {
        // Writing to a string does not fail, here and below.
        let _ = writeln!(text, "    int {field};");
    }
    let constructor = constructor(random, &name, base, &own);
    text.push('\n');
    constructor.0.print(&mut text);
    let fields = [inherited, own].concat();
    let outside = outside(random, earlier);
    let count = random.range(grammar::METHODS.0, grammar::METHODS.1) as usize;
    let mut inside: Vec<Callee> = Vec::new();
    let mut leaves = Vec::new();
    for number in 0..count {
        let so_far = text.lines().count() + count;
        let room = left.saturating_sub(so_far + 20);
        if number > 0 && room < grammar::LINES.0 as usize {
            break;
        }
        let overrides = base
            .filter(|_| number == 0)
            .map(|base| base.leaves[0].clone());
        let callees: Vec<Callee> = match &overrides {
            Some(_) => Vec::new(),
            None => inside.iter().chain(&outside).cloned().collect(),
        };
        let name = match &overrides {
            Some(callee) => callee.name.clone(),
            None => format!("m{}_{number}", earlier.len()),
        };
        let parameters = match &overrides {
            Some(callee) => callee.parameters,
            None => random.range(grammar::PARAMETERS.0, grammar::PARAMETERS.1) as usize,
        };
        // The first method of each class calls nothing.
        let callees = if number == 0 { &[] } else { callees.as_slice() };
        let mut scope = Scope::new(random, parameters, fields.clone(), callees);
        scope.style = style;
        let (method, decisions) = method(scope, &name, room);
        text.push('\n');
        method.print(&mut text);
        let callee = Callee {
            class: None,
            name,
            parameters,
            // Which of the two is called is not known where it is called.
            decisions: overrides.map_or(decisions, |o| o.decisions.max(decisions)),
        };
        if number == 0 {
            leaves.push(callee.clone());
        }
        inside.push(callee);
    }
    let (method, start) = start(random, earlier.len(), &fields, &inside, style);
    text.push('\n');
    method.print(&mut text);
    text.push_str("}\n");
    Class {
        name,
        parameters: constructor.1,
        fields,
        callees: inside,
        leaves,
        start,
        text,
    }
}

/// Sets the fields from parameters; tells how many those are.
fn constructor(
    random: &mut Random,
    name: &str,
    base: Option<&Class>,
    own: &[String],
) -> (Method, usize) {
    let inherited = base.map_or(0, |base| base.parameters);
    let parameters = inherited + own.len();
    let mut body = Vec::new();
    if base.is_some() {
        let handed: Vec<String> = (0..inherited).map(|n| format!("p{n}")).collect();
        body.push(line(format!("super({});", handed.join(", "))));
    }
    for (index, field) in own.iter().enumerate() {
        let offset = match random.chance(40) {
            true => format!(" + {}", random.range(1, grammar::CONSTANT)),
            false => String::new(),
        };
        body.push(line(format!("{field} = p{}{offset};", inherited + index)));
    }
    let method = Method {
        head: format!("{name}({}) {{", declared(parameters)),
        body,
        tail: "}".to_owned(),
    };
    (method, parameters)
}

/// Methods of a few earlier classes, each called on an object of its own.
fn outside(random: &mut Random, earlier: &[Class]) -> Vec<Callee> {
    let mut callees = Vec::new();
    for _ in 0..earlier.len().min(3) {
        let class = &earlier[random.below(earlier.len())];
        let callee = &class.callees[random.below(class.callees.len())];
        callees.push(Callee {
            class: Some((class.name.clone(), class.parameters)),
            ..callee.clone()
        });
    }
    callees
}

fn method(mut scope: Scope<'_>, name: &str, room: usize) -> (Method, u32) {
    let wanted = scope.random.range(grammar::LINES.0, grammar::LINES.1) as usize;
    let mut body = scope.locals();
    let rest = wanted.min(room.max(4)).saturating_sub(body.len());
    body.extend(scope.statements(rest));
    let result = scope.expression(grammar::RESULT_WEIGHT).text;
    let decisions = grammar::DECISIONS - scope.decisions;
    let method = Method {
        head: format!("int {name}({}) {{", declared(scope.parameters)),
        body,
        tail: format!("    return {result};\n}}"),
    };
    (method, decisions)
}

/// Calls the methods of a class: a few at a time, of which conditions choose one, or none.
fn start(
    random: &mut Random,
    number: usize,
    fields: &[String],
    methods: &[Callee],
    style: Style,
) -> (Method, Callee) {
    let parameters = grammar::PARAMETERS.1 as usize;
    let mut scope = Scope::new(random, parameters, fields.to_vec(), &[]);
    scope.decisions = u32::MAX;
    scope.style = style;
    let mut body = vec![line("int r = 0;")];
    let mut left = methods;
    while !left.is_empty() {
        let count = 1 + scope.random.below(grammar::ALTERNATIVES.min(left.len()));
        let (some, rest) = left.split_at(count);
        left = rest;
        let certain = scope.random.chance(50);
        let mut arms = Vec::new();
        for (index, callee) in some.iter().enumerate() {
            let head = match (index, index + 1 == count && certain) {
                (0, _) => format!("if ({}) {{", scope.condition()),
                (_, true) => "} else {".to_owned(),
                (_, false) => format!("}} else if ({}) {{", scope.condition()),
            };
            arms.push((head, vec![line(format!("r += {};", scope.call_of(callee)))]));
        }
        body.push(match (count, certain) {
            (1, true) => line(format!("r += {};", scope.call_of(&some[0]))),
            _ => block(arms, "}"),
        });
    }
    let method = Method {
        head: format!("int start{number}({}) {{", declared(parameters)),
        body,
        tail: "    return r;\n}".to_owned(),
    };
    let callee = Callee {
        class: None,
        name: format!("start{number}"),
        parameters,
        decisions: 0,
    };
    (method, callee)
}

/// The class with the entry; its `main` is for a JVM.
fn driver(random: &mut Random, classes: &[Class], style: Style) -> String {
    let inputs = random.range(grammar::INPUTS.0, grammar::INPUTS.1) as usize;
    let mut body = vec![line("int r = 0;")];
    {
        let mut scope = Scope::new(random, inputs, Vec::new(), &[]);
        scope.style = style;
        for class in classes {
            let start = Callee {
                class: Some((class.name.clone(), class.parameters)),
                ..class.start.clone()
            };
            let call = scope.call_of(&start);
            body.push(line(format!("r = 31 * r + {call};")));
        }
    }
    let run = Method {
        head: format!("static int {METHOD}({}) {{", declared(inputs)),
        body,
        tail: "    return r;\n}".to_owned(),
    };
    let words: Vec<String> = (0..inputs)
        .map(|n| format!("Integer.parseInt(args[{n}])"))
        .collect();
    let main = Method {
        head: "public static void main(String[] args) {".to_owned(),
        body: vec![line(format!(
            "System.out.println({METHOD}({}));",
            words.join(", ")
        ))],
        tail: "}".to_owned(),
    };
    let mut text = format!("public class {CLASS} {{\n");
    run.print(&mut text);
    text.push('\n');
    main.print(&mut text);
    text.push_str("}\n");
    text
}

fn declared(parameters: usize) -> String {
    let one = |n| format!("int p{n}");
    (0..parameters).map(one).collect::<Vec<_>>().join(", ")
}
