//! Generated code as a tree, so that parts can be taken out of it.

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    Line(String),
    /// Arms one after the other, such as `if (…) {` and `} else {`, and what comes after the last.
    Block {
        arms: Vec<Arm>,
        tail: String,
    },
}

#[derive(Clone, Debug)]
pub struct Arm {
    pub head: String,
    pub body: Vec<Statement>,
}

/// Statements between two pieces of text that stay.
#[derive(Clone, Debug)]
pub struct Method {
    pub head: String,
    pub body: Vec<Statement>,
    pub tail: String,
}

/// A class that `Shared.java` comes before.
#[derive(Clone, Debug)]
pub struct Program {
    pub seed: u64,
    pub methods: Vec<Method>,
    /// Whether inputs may be any ints; otherwise they are few enough for all of them to be tried.
    pub wide: bool,
}

pub fn line(text: impl Into<String>) -> Statement {
    Statement::Line(text.into())
}

pub fn block(arms: Vec<(String, Vec<Statement>)>, tail: &str) -> Statement {
    let arm = |(head, body)| Arm { head, body };
    Statement::Block {
        arms: arms.into_iter().map(arm).collect(),
        tail: tail.to_owned(),
    }
}

impl Program {
    pub fn class(&self) -> String {
        format!("P{}", self.seed)
    }

    pub fn source(&self) -> String {
        let mut out = format!("class {} extends Shared {{\n", self.class());
        out.push_str(include_str!("run.java"));
        for method in &self.methods {
            out.push('\n');
            indented(&mut out, 1, &method.head);
            print(&mut out, 2, &method.body);
            for text in method.tail.lines() {
                indented(&mut out, 1, text);
            }
        }
        out.push_str("}\n");
        out
    }

    /// How many statements there are, nested ones included.
    pub fn size(&self) -> usize {
        self.methods.iter().map(|method| count(&method.body)).sum()
    }

    /// Without the statement of this number, in the order of the text; or, if `keep` names one of its arms, with the
    /// statements of that arm in its place. None if there is nothing of this kind.
    pub fn without(&self, number: usize, keep: Option<usize>) -> Option<Program> {
        let mut program = self.clone();
        let mut left = number;
        let done = program
            .methods
            .iter_mut()
            .any(|method| remove(&mut method.body, &mut left, keep));
        done.then_some(program)
    }
}

fn indented(out: &mut String, depth: usize, text: &str) {
    out.push_str(&"    ".repeat(depth));
    out.push_str(text);
    out.push('\n');
}

fn print(out: &mut String, depth: usize, statements: &[Statement]) {
    for statement in statements {
        match statement {
            Statement::Line(text) => indented(out, depth, text),
            Statement::Block { arms, tail } => {
                for arm in arms {
                    indented(out, depth, &arm.head);
                    print(out, depth + 1, &arm.body);
                }
                indented(out, depth, tail);
            }
        }
    }
}

fn count(statements: &[Statement]) -> usize {
    let inside = |statement: &Statement| match statement {
        Statement::Line(_) => 0,
        Statement::Block { arms, .. } => arms.iter().map(|arm| count(&arm.body)).sum(),
    };
    statements.iter().map(|s| 1 + inside(s)).sum()
}

fn remove(statements: &mut Vec<Statement>, left: &mut usize, keep: Option<usize>) -> bool {
    for index in 0..statements.len() {
        if *left == 0 {
            let kept = match (&statements[index], keep) {
                (_, None) => Vec::new(),
                (Statement::Block { arms, .. }, Some(arm)) if arm < arms.len() => {
                    arms[arm].body.clone()
                }
                _ => return false,
            };
            statements.splice(index..=index, kept);
            return true;
        }
        *left -= 1;
        if let Statement::Block { arms, .. } = &mut statements[index]
            && arms.iter_mut().any(|arm| remove(&mut arm.body, left, keep))
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_numbered_in_the_order_of_the_text() {
        let branch = block(
            vec![
                ("if (z) {".to_owned(), vec![line("a();"), line("b();")]),
                ("} else {".to_owned(), vec![line("c();")]),
            ],
            "}",
        );
        let program = Program {
            seed: 1,
            methods: vec![Method {
                head: "void f() {".to_owned(),
                body: vec![branch, line("d();")],
                tail: "}".to_owned(),
            }],
            wide: false,
        };
        assert_eq!(program.size(), 5);
        let has = |program: Option<Program>, what: &str| {
            program.is_some_and(|program| program.source().contains(what))
        };
        assert!(!has(program.without(3, None), "c();"));
        assert!(has(program.without(3, None), "else"));
        assert!(!has(program.without(0, None), "else"));
        assert!(has(program.without(0, Some(0)), "b();"));
        assert!(!has(program.without(0, Some(0)), "c();"));
        assert!(program.without(4, Some(0)).is_none());
        assert!(program.without(5, None).is_none());
    }
}
