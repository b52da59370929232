//! Statements of JML within bodies, found again in code: classes compiled from texts in which every statement is a call
//! of an empty method with its number (`jml::marks`).

use classpath::{ClassFile, Name};
use ir::{BlockId, Body, Cfg, Condition, Inst, MethodBody, Operand, Terminator};
use jml::contract::BodyStatement;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// A method by class, name and descriptor.
pub type Key = [Name; 3];

#[derive(Debug, Default)]
pub struct Marks {
    /// Classes with marks in place of the program's own, with the same members in the same order.
    pub classes: BTreeMap<Name, Arc<ClassFile>>,
    /// By the number of the mark.
    pub statements: Vec<Marked>,
    /// Methods with statements that no place was found for, and why.
    pub refused: BTreeMap<Key, String>,
    /// Methods with a specification of a loop that no place was found for, and why. Nothing rests on it.
    pub aside: BTreeMap<Key, String>,
    /// Bodies without the branches of marks that are part of a condition.
    bodies: Mutex<HashMap<(Name, usize), Arc<MethodBody>>>,
}

/// A statement with the method that it stands in.
#[derive(Debug, Clone)]
pub struct Marked {
    pub method: Key,
    /// How many parameters the descriptor has before the declared ones.
    pub hidden_parameters: usize,
    pub statement: Arc<BodyStatement>,
    /// Whether it is said of the loop that it is anchored at.
    pub of_loop: bool,
}

impl Marks {
    /// The class with marks that stands for a class, if it has any.
    pub fn class(&self, class: &Arc<ClassFile>) -> Option<&Arc<ClassFile>> {
        self.classes.get(&class.name)
    }

    /// Whether this is a class with marks.
    pub fn is_marked(&self, class: &Arc<ClassFile>) -> bool {
        let known = self.classes.get(&class.name);
        known.is_some_and(|known| Arc::ptr_eq(known, class))
    }

    pub fn key(class: &ClassFile, method: usize) -> Key {
        let info = &class.methods[method];
        [
            class.name.clone(),
            info.name.clone(),
            info.descriptor.clone(),
        ]
    }

    /// The body of a method with marks as it would be if those in conditions were statements.
    pub fn body(&self, class: &ClassFile, method: usize, body: Arc<MethodBody>) -> Arc<MethodBody> {
        let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (class.name.clone(), method);
        let known = bodies.entry(key).or_insert_with(|| {
            let mut changed = body.body.clone();
            match settle(&mut changed) {
                true => Arc::new(MethodBody::new(changed)),
                false => body,
            }
        });
        known.clone()
    }
}

/// Takes away the branches of marks in conditions, which are always true; whether there were any. One that makes a block
/// unreachable stays: its mark is then a call whose result is true.
fn settle(body: &mut Body) -> bool {
    let mut found = false;
    for at in 0..body.blocks.len() {
        let block = &body.blocks[at];
        let Some(Inst::Invoke {
            method,
            dst: Some(dst),
            ..
        }) = block.insts.last()
        else {
            continue;
        };
        let Terminator::If {
            condition,
            a: Operand::Reg(tested),
            b: Operand::Int(0),
            then,
            otherwise,
        } = &block.terminator
        else {
            continue;
        };
        let to = match condition {
            Condition::Eq => *otherwise,
            Condition::Ne => *then,
            _ => continue,
        };
        if &*method.class != jml::marks::CLASS || tested != dst {
            continue;
        }
        let branch = std::mem::replace(&mut body.blocks[at].terminator, Terminator::Goto(to));
        if !all_reachable(body) {
            body.blocks[at].terminator = branch;
            continue;
        }
        if let Some(Inst::Invoke { dst, .. }) = body.blocks[at].insts.last_mut() {
            *dst = None;
        }
        found = true;
    }
    found
}

fn all_reachable(body: &Body) -> bool {
    let cfg = Cfg::new(body);
    let mut seen = vec![false; body.blocks.len()];
    let mut work = vec![BlockId(0)];
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut seen[block.0 as usize], true) {
            work.extend(cfg.successors(block).iter().map(|link| link.block));
        }
    }
    seen.into_iter().all(|seen| seen)
}
