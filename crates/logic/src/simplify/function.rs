//! Applications of declared functions, and quantifiers. Bound variables are ordinary symbols that the quantifier lists.

use crate::op::{FunId, Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

impl Pool {
    #[track_caller]
    pub fn apply(&mut self, f: FunId, args: &[Term]) -> Term {
        let expected = self.fun_parameters(f);
        assert!(
            expected.len() == args.len()
                && expected
                    .iter()
                    .zip(args)
                    .all(|(&sort, &arg)| sort == self.sort(arg)),
            "arguments of {} do not fit its parameters {expected:?}",
            self.fun_name(f)
        );
        let result = self.fun_result(f);
        // A function without parameters is a symbol; SMT-LIB declares both the same way.
        if args.is_empty() {
            let name = self.fun_name(f).to_owned();
            return self.symbol(&name, result);
        }
        self.mk(Op::Apply(f), result, args)
    }

    #[track_caller]
    pub fn forall(&mut self, bound: &[Term], body: Term) -> Term {
        self.quantify(Op::Forall, bound, body)
    }

    #[track_caller]
    pub fn exists(&mut self, bound: &[Term], body: Term) -> Term {
        self.quantify(Op::Exists, bound, body)
    }

    #[track_caller]
    fn quantify(&mut self, op: Op, bound: &[Term], body: Term) -> Term {
        assert!(
            self.sort(body) == Sort::Bool,
            "a quantifier's body is boolean, not {:?}",
            self.sort(body)
        );
        assert!(
            bound.iter().all(|&t| self.is_symbol(t)),
            "a quantifier binds symbols"
        );
        // No sort is empty, so that a variable that does not occur can go.
        let free = self.symbols(body);
        let mut children = Vec::with_capacity(bound.len() + 1);
        for &symbol in bound {
            if free.binary_search(&symbol).is_ok() && !children.contains(&symbol) {
                children.push(symbol);
            }
        }
        if children.is_empty() {
            return body;
        }
        children.push(body);
        self.mk(op, Sort::Bool, &children)
    }
}
