//! A generated program, which can be made smaller.

use crate::code::{Method, count, remove};

/// A class that `Shared.java` comes before.
#[derive(Clone, Debug)]
pub struct Program {
    pub seed: u64,
    pub methods: Vec<Method>,
    /// Whether inputs may be any ints; otherwise they are few enough for all of them to be tried.
    pub wide: bool,
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
            method.print(&mut out);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{block, line};

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
