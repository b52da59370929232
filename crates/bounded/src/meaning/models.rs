//! Model methods in specifications: each call means what the body of the receiver's class says, unfolded as deep as methods of
//! Java are that call themselves. Where a call would go deeper, the execution is beyond the scope.
//!
//! A call is evaluated once for the same arguments in a state, as if nothing around it mattered; what is beyond the scope in
//! it is then noted under the condition under which the call itself matters.

use super::types::models;
use super::{Meaning, Meant, Polarity, Result};
use crate::encode::Heap;
use crate::reasons::Beyond;
use crate::values;
use classpath::FieldType;
use ir::Kind;
use jml::contract::ModelMethod;
use jml::resolved::{Call, MethodRef, Type};
use logic::{Sort, Term};
use std::collections::HashMap;

/// How deep calls of model methods may stand within each other, whatever the bound is.
const DEEPEST: usize = 400;

/// What is known of model methods in the present state.
#[derive(Default)]
pub(super) struct Models {
    /// The methods within which something is evaluated.
    within: Vec<MethodRef>,
    known: HashMap<Asked, Known>,
}

impl Models {
    /// In another state methods have other values.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Asked {
    method: MethodRef,
    object: Option<Term>,
    arguments: Vec<Term>,
    polarity: Polarity,
}

#[derive(Clone)]
struct Known {
    meant: Meant,
    left_out: Vec<(Term, Beyond)>,
    /// How many methods it was within.
    depth: usize,
}

impl<H: Heap> Meaning<'_, H> {
    pub(super) fn model_call(
        &mut self,
        call: &Call,
        ty: &Type,
        polarity: Polarity,
    ) -> Result<Meant> {
        let name = &call.method.name;
        let mut defined = self.heap.pool().tt();
        let mut object = None;
        if let Some(receiver) = &call.receiver {
            let meant = self.eval(receiver, Polarity::Both)?;
            let exists = self.not_null(meant.value);
            defined = self.heap.pool().and(meant.defined, exists);
            object = Some(meant.value);
        }
        let mut arguments = Vec::new();
        for argument in &call.arguments {
            let meant = self.eval(argument, Polarity::Both)?;
            defined = self.heap.pool().and(defined, meant.defined);
            arguments.push(meant.value);
        }
        let targets = models(self.program, self.specifications, call);
        let several = targets.len() > 1;
        let mut found: Option<Meant> = None;
        for (model, classes) in targets {
            let runs = match object {
                Some(object) if several => self.heap.of_classes(object, &classes),
                _ => self.heap.pool().tt(),
            };
            let asked = self.heap.pool().and(defined, runs);
            let meant = self.under(asked, |this| {
                this.model_value(&model, ty, object, &arguments, polarity)
            })?;
            found = Some(match found {
                None => meant,
                Some(other) => self.either(runs, meant, other),
            });
        }
        let meant = found.ok_or_else(|| format!("the model method {name} without a body"))?;
        let defined = self.heap.pool().and(defined, meant.defined);
        Ok(Meant { defined, ..meant })
    }

    /// What one body says, where that matters.
    fn model_value(
        &mut self,
        model: &ModelMethod,
        ty: &Type,
        object: Option<Term>,
        arguments: &[Term],
        polarity: Polarity,
    ) -> Result<Meant> {
        let within = &self.models.within;
        let times = within.iter().filter(|m| **m == model.method).count();
        let depth = within.len();
        if times > 0 && self.heap.pool().as_bool(self.reached) == Some(false) {
            let value = self.no_value(ty, false)?;
            return Ok(self.sure(value));
        }
        let asked = Asked {
            method: model.method.clone(),
            object,
            arguments: arguments.to_vec(),
            polarity,
        };
        // What was evaluated deeper may have left out more.
        let enough = |known: &&Known| known.left_out.is_empty() || known.depth <= depth;
        let known = self.models.known.get(&asked).filter(enough).cloned();
        let known = match known {
            Some(known) => known,
            None => {
                let unroll = self.heap.unroll();
                if times > unroll as usize {
                    self.too_deep(model, unroll)?;
                    let value = self.no_value(ty, true)?;
                    return Ok(self.sure(value));
                }
                if depth >= DEEPEST {
                    let name = &model.method.name;
                    return Err(format!("model methods that call each other deeply, {name}").into());
                }
                let known = self.unfolded(model, &asked)?;
                self.models.known.insert(asked, known.clone());
                known
            }
        };
        for (condition, what) in known.left_out {
            let matters = self.heap.pool().and(self.reached, condition);
            if self.heap.pool().as_bool(matters) != Some(false) {
                self.left_out.push((matters, what));
            }
        }
        Ok(known.meant)
    }

    /// A body's value, as if nothing around it mattered.
    fn unfolded(&mut self, model: &ModelMethod, asked: &Asked) -> Result<Known> {
        if let Some(first) = model.unsupported.first() {
            return Err(first.what.clone().into());
        }
        let name = &model.method.name;
        let body = model.body.as_ref();
        let body = body.ok_or_else(|| format!("the model method {name} without a body"))?;
        let depth = self.models.within.len();
        self.models.within.push(model.method.clone());
        let always = self.heap.pool().tt();
        let reached = std::mem::replace(&mut self.reached, always);
        let outer = std::mem::take(&mut self.left_out);
        let meant = self.inside(asked.object, asked.arguments.clone(), |this| {
            let mut holds = this.heap.pool().tt();
            for clause in &model.requires {
                let one = this.under(holds, |this| this.holds(&clause.expr, Polarity::Both))?;
                holds = this.heap.pool().and(holds, one);
            }
            let meant = this.under(holds, |this| this.eval(body, asked.polarity))?;
            let defined = this.heap.pool().and(meant.defined, holds);
            Ok(Meant { defined, ..meant })
        });
        self.reached = reached;
        self.models.within.pop();
        let mut left_out: Vec<(Term, Beyond)> = Vec::new();
        for (condition, what) in std::mem::replace(&mut self.left_out, outer) {
            match left_out.iter_mut().find(|(_, known)| *known == what) {
                Some((known, _)) => *known = self.heap.pool().or(*known, condition),
                None => left_out.push((condition, what)),
            }
        }
        Ok(Known {
            meant: meant?,
            left_out,
            depth,
        })
    }

    /// Notes that a method would have to be unfolded once more.
    fn too_deep(&mut self, model: &ModelMethod, unroll: u32) -> Result<()> {
        let class = model.method.class.replace('/', ".");
        let named = format!("the model method {class}.{}", model.method.name);
        let what = format!("more than {unroll} calls of {named} within itself");
        if !self.heap.tells_beyond() {
            return Err(format!("{what}, in the quantified encoding").into());
        }
        self.left_out.push((self.reached, what.into()));
        Ok(())
    }

    /// What stands for a value that nobody asks for, or for one that is beyond the scope. The latter may be any: otherwise an
    /// assumption could rule out what is beyond the scope, and nobody would be told of it.
    fn no_value(&mut self, ty: &Type, beyond: bool) -> Result<Term> {
        let widths = self.heap.widths();
        let reference = self.heap.reference();
        let sort = match ty {
            Type::Java(FieldType::Boolean) => Sort::Bool,
            Type::Java(ty) => {
                let kind = Kind::of_descriptor(&ty.to_string()).ok_or("a value of no type")?;
                widths.of(kind, reference)
            }
            Type::BigInt => Sort::Bv(widths.long),
            _ => return Err("a model method of such a type that calls itself".into()),
        };
        let pool = self.heap.pool();
        Ok(match beyond {
            true => pool.fresh_symbol("beyond", sort),
            false => values::default(pool, sort),
        })
    }
}
