//! Statements of JML within bodies, found again in code: classes compiled from texts in which every statement is a call
//! of an empty method with its number (`jml::marks`).

use classpath::{ClassFile, MemberRef, Name};
use ir::{BlockId, Body, Cfg, Condition, Inst, InvokeKind, MethodBody, Operand, Terminator};
use jml::contract::{BodyStatement, BodyStatementKind};
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
    /// Bodies whose marks are statements only.
    bodies: Mutex<HashMap<(Name, usize), Arc<MethodBody>>>,
}

/// A statement with the method that it stands in.
#[derive(Debug, Clone)]
pub struct Marked {
    pub method: Key,
    /// How many parameters the descriptor has before the declared ones.
    pub hidden_parameters: usize,
    pub statement: Arc<BodyStatement>,
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

    /// The body of a method with marks as it would be if those in conditions and around elements were statements.
    pub fn body(&self, class: &ClassFile, method: usize, body: Arc<MethodBody>) -> Arc<MethodBody> {
        let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (class.name.clone(), method);
        let known = bodies.entry(key).or_insert_with(|| {
            let mut changed = body.body.clone();
            let settled = settle(&mut changed);
            match self.settle_elements(&mut changed) || settled {
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

impl Marks {
    /// Takes away the marks around what loops run over, and puts statements in their place to where control comes to the
    /// test of the loop; whether there were any. One whose test is not found stays, and has no meaning. A frame also counts
    /// before there is an iterator, which then is a new object.
    fn settle_elements(&self, body: &mut Body) -> bool {
        let mut found = false;
        for at in 0..body.blocks.len() {
            let insts = &body.blocks[at].insts;
            let marks: Vec<(usize, Operand)> = (insts.iter().enumerate())
                .filter_map(|(place, inst)| Some((place, around_elements(inst)?)))
                .collect();
            if marks.is_empty() {
                continue;
            }
            let Some((test, before)) = test_of_elements(body, BlockId(at as u32)) else {
                continue;
            };
            found = true;
            let test = &mut body.blocks[test.0 as usize];
            let pc = *test.pcs.get(before).unwrap_or(&test.terminator_pc);
            for (_, mark) in marks.iter().rev() {
                test.insts.insert(before, statement(*mark));
                test.pcs.insert(before, pc);
            }
            // Where the loop is never repeated, its test is in the same block, behind the marks.
            let block = &mut body.blocks[at];
            for (place, mark) in marks.into_iter().rev() {
                let casts = take_away(&mut block.insts, place);
                if self.is_frame(mark) {
                    let behind = place + 1 + usize::from(casts);
                    block.insts.insert(behind, statement(mark));
                    block.pcs.insert(behind, block.pcs[place]);
                }
            }
        }
        found
    }

    fn is_frame(&self, mark: Operand) -> bool {
        let Operand::Int(mark) = mark else {
            return false;
        };
        let marked = usize::try_from(mark)
            .ok()
            .and_then(|at| self.statements.get(at));
        marked.is_some_and(|m| matches!(m.statement.kind, BodyStatementKind::Frame(_)))
    }
}

/// The number of a mark around the elements of a loop.
fn around_elements(inst: &Inst) -> Option<Operand> {
    match inst {
        Inst::Invoke { method, args, .. }
            if &*method.class == jml::marks::CLASS && &*method.name == jml::marks::OVER =>
        {
            args.get(1).copied()
        }
        _ => None,
    }
}

fn statement(mark: Operand) -> Inst {
    Inst::Invoke {
        kind: InvokeKind::Static,
        method: Box::new(MemberRef {
            class: jml::marks::CLASS.into(),
            name: jml::marks::METHOD.into(),
            descriptor: "(I)V".into(),
        }),
        interface: false,
        args: Box::new([mark]),
        dst: None,
    }
}

/// A mark around elements, and the cast behind it, become what they return; whether there is a cast.
fn take_away(insts: &mut [Inst], at: usize) -> bool {
    let Inst::Invoke {
        args,
        dst: Some(dst),
        ..
    } = &insts[at]
    else {
        return false;
    };
    let (dst, src) = (*dst, args[0]);
    insts[at] = Inst::Move { dst, src };
    if let Some(cast) = insts.get_mut(at + 1)
        && let Inst::CheckCast {
            dst: to,
            src: Operand::Reg(from),
            ..
        } = *cast
        && from == dst
    {
        *cast = Inst::Move {
            dst: to,
            src: Operand::Reg(dst),
        };
        return true;
    }
    false
}

/// The block that tests whether there is another element, for the elements that are known at the end of a block, and the
/// instruction in it with which the test begins.
fn test_of_elements(body: &Body, from: BlockId) -> Option<(BlockId, usize)> {
    let mut at = from;
    // There is nothing but the making of an iterator, or the first index, in between.
    for _ in 0..body.blocks.len() {
        let block = body.block(at);
        match &block.terminator {
            Terminator::Goto(to) => at = *to,
            Terminator::If { condition, .. } => {
                let asks = block.insts.last().is_some_and(|inst| {
                    matches!(inst, Inst::Invoke { method, .. } if &*method.name == "hasNext")
                });
                let end = block.insts.len();
                return match (asks, condition) {
                    (true, _) => Some((at, end - 1)),
                    (false, Condition::Ge) => Some((at, end)),
                    _ => None,
                };
            }
            _ => return None,
        }
    }
    None
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
