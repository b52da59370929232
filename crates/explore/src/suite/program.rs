//! What there is to be covered: the sides of the branches of a program's methods, and its lines, as the register code has
//! them. What only the compiler put there is left out.

use classpath::{ClassFile, ClassPath, Method, access};
use ir::{Block, Body, Inst, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// The methods of some classes, by name as in [`super::Pass`].
#[derive(Debug, Default)]
pub struct Program {
    pub methods: BTreeMap<String, MethodShape>,
}

#[derive(Debug)]
pub struct MethodShape {
    /// Internal name.
    pub class: String,
    pub name: String,
    pub branches: Vec<Branch>,
    pub lines: Lines,
    /// Names and descriptors of methods that it calls.
    calls: BTreeSet<String>,
}

pub type Lines = BTreeSet<u32>;

/// One side of a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub from: u32,
    pub to: u32,
    pub line: Option<u32>,
    /// Which side: `case 3`, or true or false by the order in the code.
    pub side: String,
}

impl Program {
    /// Methods with code of these classes, by their internal names.
    pub fn of(classpath: &ClassPath, classes: impl IntoIterator<Item = String>) -> Program {
        let mut program = Program::default();
        for name in classes {
            let Ok(Some(class)) = classpath.find(&name) else {
                continue;
            };
            for method in class.methods.iter().filter(|m| is_written(&class, m)) {
                // What cannot be lowered cannot be run either, and is reported there.
                if let Ok(body) = ir::lower(&class, method) {
                    let key = format!("{}.{}{}", class.name, method.name, method.descriptor);
                    program
                        .methods
                        .insert(key, MethodShape::new(&class, method, &body));
                }
            }
        }
        program
    }
}

impl Program {
    /// How many sides of branches there are in a method and in what it may call, by name alone.
    pub fn branches_below(&self, method: &str) -> usize {
        let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for key in self.methods.keys() {
            if let Some((_, name)) = key.split_once('.') {
                by_name.entry(name).or_default().push(key);
            }
        }
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut work: Vec<&str> = self.methods.get_key_value(method).map_or_else(
            // Inherited, as far as this program is concerned.
            || {
                method.split_once('.').map_or_else(Vec::new, |(_, name)| {
                    by_name.get(name).cloned().unwrap_or_default()
                })
            },
            |(key, _)| vec![key.as_str()],
        );
        let mut count = 0;
        while let Some(key) = work.pop() {
            if !seen.insert(key) {
                continue;
            }
            if let Some(shape) = self.methods.get(key) {
                count += shape.branches.len();
                for call in &shape.calls {
                    work.extend(by_name.get(call.as_str()).into_iter().flatten());
                }
            }
        }
        count
    }
}

impl MethodShape {
    fn new(class: &ClassFile, method: &Method, body: &Body) -> MethodShape {
        let line = |pc: u32| method.code.as_ref().and_then(|code| code.line_at(pc));
        let mut lines = Lines::new();
        let mut branches = Vec::new();
        let mut calls = BTreeSet::new();
        for (from, block) in body.blocks.iter().enumerate() {
            lines.extend(block.pcs.iter().filter_map(|pc| line(*pc)));
            lines.extend(line(block.terminator_pc));
            calls.extend(block.insts.iter().filter_map(|inst| match inst {
                Inst::Invoke { method, .. } => {
                    Some(format!("{}{}", method.name, method.descriptor))
                }
                _ => None,
            }));
            if about_assertions(block) {
                continue;
            }
            let mut sides: Vec<(u32, String)> = match &block.terminator {
                // Compilers jump over the body where the condition in the source is false.
                Terminator::If {
                    then, otherwise, ..
                } => vec![
                    (otherwise.0, "true".to_owned()),
                    (then.0, "false".to_owned()),
                ],
                Terminator::Switch { cases, default, .. } => cases
                    .iter()
                    .map(|(key, to)| (to.0, format!("case {key}")))
                    .chain([(default.0, "default".to_owned())])
                    .collect(),
                _ => continue,
            };
            let mut seen = BTreeSet::new();
            sides.retain(|(to, _)| seen.insert(*to));
            if sides.len() < 2 {
                continue;
            }
            branches.extend(sides.into_iter().map(|(to, side)| Branch {
                from: from as u32,
                to,
                line: line(block.terminator_pc),
                side,
            }));
        }
        MethodShape {
            class: class.name.to_string(),
            name: method.name.to_string(),
            branches,
            lines,
            calls,
        }
    }
}

/// Methods that somebody wrote: lambdas are, bridges and what every enum has are not.
fn is_written(class: &ClassFile, method: &Method) -> bool {
    let lambda = method.name.starts_with("lambda$");
    let of_every_enum = class.access & access::ENUM != 0
        && matches!(&*method.name, "values" | "valueOf" | "$values");
    method.code.is_some() && (lambda || method.access & access::SYNTHETIC == 0) && !of_every_enum
}

/// Whether assertions are enabled is nothing that a test decides.
fn about_assertions(block: &Block) -> bool {
    block.insts.iter().any(|inst| match inst {
        Inst::GetStatic { field, .. } => &*field.name == "$assertionsDisabled",
        Inst::Invoke { method, .. } => &*method.name == "desiredAssertionStatus",
        _ => false,
    })
}
