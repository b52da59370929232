//! The statements of a model method as one expression: branches become conditional expressions, variables stand for values
//! that are computed once, and where an `assert` or an `assume` does not hold there is no value.

use super::Resolver;
use crate::resolved::{Expr, ExprKind, Type};
use crate::syntax::ModelStatement;

type Result<T> = std::result::Result<T, String>;

/// More paths are refused: what follows a branch that goes on is repeated behind it.
const PATHS: usize = 100;

/// The statements of a block, and what comes behind it.
#[derive(Clone, Copy)]
struct Rest<'s> {
    statements: &'s [ModelStatement],
    /// How many variables are known where it begins.
    known: usize,
    then: Option<&'s Rest<'s>>,
}

impl Resolver<'_, '_> {
    /// What a body returns.
    pub fn model_value(&mut self, body: &[ModelStatement], result: &Type) -> Result<Expr> {
        if *result == Type::LocSet {
            let [ModelStatement::Return(value)] = body else {
                return Err("of location sets only a body with one `return` has a meaning".into());
            };
            let location = self.location(value);
            let span = location.span;
            let kind = ExprKind::Locations(Box::new(location));
            return Ok(self.node(kind, Type::LocSet, span));
        }
        let body = Rest {
            statements: body,
            known: 0,
            then: None,
        };
        self.path(body, result, &mut 0)
    }

    fn path(&mut self, rest: Rest, result: &Type, paths: &mut usize) -> Result<Expr> {
        let Some((first, statements)) = rest.statements.split_first() else {
            let then = rest.then.ok_or("a path without `return`")?;
            self.bound.truncate(then.known);
            return self.path(*then, result, paths);
        };
        let known = self.bound.len();
        let behind = Rest {
            statements,
            known,
            ..rest
        };
        let within = |statements| Rest {
            statements,
            known,
            then: Some(&behind),
        };
        match first {
            ModelStatement::Return(value) => {
                if !statements.is_empty() {
                    return Err("statements behind a `return`".into());
                }
                *paths += 1;
                if *paths > PATHS {
                    return Err(format!("more than {PATHS} paths"));
                }
                let value = self.expr(value);
                Ok(self.assigned_or_error(value, result))
            }
            ModelStatement::Block(inner) => self.path(within(inner), result, paths),
            ModelStatement::If { condition, yes, no } => {
                let span = condition.span;
                let condition = self.condition(condition);
                let mut branches = Vec::new();
                for statements in [yes, no] {
                    let variables = self.bound.clone();
                    let value = self.path(within(statements), result, paths);
                    self.bound = variables;
                    branches.push(Box::new(value?));
                }
                let no = branches.pop().ok_or("a branch that is missing")?;
                let yes = branches.pop().ok_or("a branch that is missing")?;
                if let Some(bad) = [&condition, &yes, &no].into_iter().find(|e| is_bad(e)) {
                    return Ok(self.poisoned(bad, span));
                }
                let kind = ExprKind::Conditional(Box::new(condition), yes, no);
                Ok(self.node(kind, result.clone(), span))
            }
            ModelStatement::Local { ty, name, value } => {
                let span = value.span;
                let known = self.scope.resolve(&ty.name, ty.dimensions);
                let known = known.filter(|ty| *ty != Type::Unknown);
                let ty = known.ok_or_else(|| format!("the type `{}`", ty.name))?;
                let value = self.expr(value);
                let value = self.assigned_or_error(value, &ty);
                let variable = self.fresh_bound();
                self.bound.push((name.text.clone(), variable, ty));
                let body = self.path(behind, result, paths)?;
                if let Some(bad) = [&value, &body].into_iter().find(|e| is_bad(e)) {
                    return Ok(self.poisoned(bad, span));
                }
                let kind = ExprKind::Let {
                    variable,
                    value: Box::new(value),
                    body: Box::new(body),
                };
                Ok(self.node(kind, result.clone(), span))
            }
            ModelStatement::Check(condition) => {
                let span = condition.span;
                let condition = self.condition(condition);
                let value = self.path(behind, result, paths)?;
                if let Some(bad) = [&condition, &value].into_iter().find(|e| is_bad(e)) {
                    return Ok(self.poisoned(bad, span));
                }
                let kind = ExprKind::Provided {
                    condition: Box::new(condition),
                    value: Box::new(value),
                };
                Ok(self.node(kind, result.clone(), span))
            }
        }
    }
}

fn is_bad(expr: &Expr) -> bool {
    expr.ty == Type::Unknown
}
