//! Generated code as a tree, so that it can be indented and parts can be taken out of it.

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Line(String),
    /// Arms one after the other, such as `if (…) {` and `} else {`, and what comes after the last.
    Block {
        arms: Vec<Arm>,
        tail: String,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub head: String,
    pub body: Vec<Statement>,
}

/// Statements between two pieces of text that stay.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub head: String,
    pub body: Vec<Statement>,
    pub tail: String,
}

pub(crate) fn line(text: impl Into<String>) -> Statement {
    Statement::Line(text.into())
}

pub(crate) fn block(arms: Vec<(String, Vec<Statement>)>, tail: &str) -> Statement {
    let arm = |(head, body)| Arm { head, body };
    Statement::Block {
        arms: arms.into_iter().map(arm).collect(),
        tail: tail.to_owned(),
    }
}

impl Method {
    /// As a member of a class.
    pub fn print(&self, out: &mut String) {
        indented(out, 1, &self.head);
        print(out, 2, &self.body);
        for text in self.tail.lines() {
            indented(out, 1, text);
        }
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

pub(crate) fn count(statements: &[Statement]) -> usize {
    let inside = |statement: &Statement| match statement {
        Statement::Line(_) => 0,
        Statement::Block { arms, .. } => arms.iter().map(|arm| count(&arm.body)).sum(),
    };
    statements.iter().map(|s| 1 + inside(s)).sum()
}

/// Takes a statement out, or leaves one of its arms in its place; what `left` counts down to says which.
pub(crate) fn remove(
    statements: &mut Vec<Statement>,
    left: &mut usize,
    keep: Option<usize>,
) -> bool {
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

/// How many lines they take.
pub(crate) fn lines(statements: &[Statement]) -> usize {
    let of = |statement: &Statement| match statement {
        Statement::Line(_) => 1,
        Statement::Block { arms, .. } => {
            1 + arms.iter().map(|arm| 1 + lines(&arm.body)).sum::<usize>()
        }
    };
    statements.iter().map(of).sum()
}
