//! Which definitions and uses of a register belong together. Lowering uses a register for one thing after another, and
//! an analysis that does not look at the order of instructions would mix them up; a *web* is one of these things. Only
//! registers that hold references are looked at.

use crate::hash::FastMap;
use ir::{BlockId, Body, Kind, Operand, Reg};

/// No web: the register holds a number, or nothing is defined here.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone)]
pub struct Webs {
    /// How many there are.
    pub count: u32,
    /// By position and register, for registers that are read there.
    uses: FastMap<(u32, u16), u32>,
    /// By position.
    defs: Vec<u32>,
    /// By register that is a parameter.
    params: Vec<u32>,
    /// By block.
    caught: Vec<u32>,
    /// Of each web.
    registers: Vec<Reg>,
}

impl Webs {
    /// `starts` has the position of each block's first instruction, and the end.
    pub fn new(body: &Body, starts: &[u32]) -> Webs {
        let live = live_at_entry(body);
        let mut build = Build {
            parents: Vec::new(),
            registers: Vec::new(),
        };
        // A web for each register that is live where a block begins.
        let entries: Vec<FastMap<u16, u32>> = live
            .iter()
            .map(|set| {
                let registers = set.iter();
                registers.map(|reg| (reg, build.fresh(reg))).collect()
            })
            .collect();
        let end = starts.last().copied().unwrap_or(0) as usize;
        let mut uses: Vec<(u32, u16, u32)> = Vec::new();
        let mut defs = vec![NONE; end];
        let mut caught = vec![NONE; body.blocks.len()];
        let mut params = vec![NONE; body.params.len()];
        for (number, block) in body.blocks.iter().enumerate() {
            let mut current = entries[number].clone();
            let into = |from: u32, reg: u16, target: BlockId, build: &mut Build| {
                if body.block(target).caught == Some(Reg(reg)) {
                    return;
                }
                if let Some(entry) = entries[target.0 as usize].get(&reg) {
                    build.join(from, *entry);
                }
            };
            if number == 0 {
                for (at, reg) in body.params.iter().enumerate() {
                    if body.kind(*reg) == Kind::Ref {
                        let web = *current.entry(reg.0).or_insert_with(|| build.fresh(reg.0));
                        params[at] = web;
                    }
                }
            }
            if let Some(reg) = block.caught {
                let web = build.fresh(reg.0);
                current.insert(reg.0, web);
                caught[number] = web;
            }
            for (reg, web) in sorted(&current) {
                for handler in &block.handlers {
                    into(web, reg, handler.target, &mut build);
                }
            }
            let mut read = |operand: Operand,
                            position: u32,
                            current: &mut FastMap<u16, u32>,
                            build: &mut Build| {
                if let Some(reg) = operand.reg()
                    && body.kind(reg) == Kind::Ref
                {
                    let web = *current.entry(reg.0).or_insert_with(|| build.fresh(reg.0));
                    uses.push((position, reg.0, web));
                }
            };
            for (index, inst) in block.insts.iter().enumerate() {
                let position = starts[number] + index as u32;
                inst.for_each_operand(|o| read(o, position, &mut current, &mut build));
                if let Some(reg) = inst.dst()
                    && body.kind(reg) == Kind::Ref
                {
                    let web = build.fresh(reg.0);
                    current.insert(reg.0, web);
                    defs[position as usize] = web;
                    for handler in &block.handlers {
                        into(web, reg.0, handler.target, &mut build);
                    }
                }
            }
            let position = starts[number] + block.insts.len() as u32;
            block
                .terminator
                .for_each_operand(|o| read(o, position, &mut current, &mut build));
            block.terminator.for_each_target(|target| {
                for (reg, web) in sorted(&current) {
                    into(web, reg, target, &mut build);
                }
            });
        }
        build.finish(uses, defs, params, caught)
    }

    pub fn used(&self, position: u32, reg: Reg) -> Option<u32> {
        self.uses.get(&(position, reg.0)).copied()
    }

    pub fn defined(&self, position: u32) -> Option<u32> {
        let web = self.defs.get(position as usize).copied()?;
        (web != NONE).then_some(web)
    }

    /// By the number of the parameter, the receiver being the first.
    pub fn param(&self, number: usize) -> Option<u32> {
        let web = self.params.get(number).copied()?;
        (web != NONE).then_some(web)
    }

    pub fn caught(&self, block: BlockId) -> Option<u32> {
        let web = self.caught[block.0 as usize];
        (web != NONE).then_some(web)
    }

    pub fn register(&self, web: u32) -> Reg {
        self.registers[web as usize]
    }
}

fn sorted(current: &FastMap<u16, u32>) -> Vec<(u16, u32)> {
    let mut list: Vec<(u16, u32)> = current.iter().map(|(reg, web)| (*reg, *web)).collect();
    list.sort_unstable();
    list
}

struct Build {
    parents: Vec<u32>,
    registers: Vec<Reg>,
}

impl Build {
    fn fresh(&mut self, reg: u16) -> u32 {
        self.parents.push(self.parents.len() as u32);
        self.registers.push(Reg(reg));
        self.parents.len() as u32 - 1
    }

    fn find(&mut self, web: u32) -> u32 {
        let mut at = web;
        while self.parents[at as usize] != at {
            let up = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = up;
            at = up;
        }
        at
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// Numbers the webs densely.
    fn finish(
        mut self,
        uses: Vec<(u32, u16, u32)>,
        mut defs: Vec<u32>,
        mut params: Vec<u32>,
        mut caught: Vec<u32>,
    ) -> Webs {
        let mut numbers = vec![NONE; self.parents.len()];
        let mut registers = Vec::new();
        let mut number = |web: u32| {
            if web == NONE {
                return NONE;
            }
            let root = self.find(web);
            let known = &mut numbers[root as usize];
            if *known == NONE {
                *known = registers.len() as u32;
                registers.push(self.registers[root as usize]);
            }
            *known
        };
        for web in params.iter_mut().chain(&mut caught).chain(&mut defs) {
            *web = number(*web);
        }
        let uses = uses
            .into_iter()
            .map(|(position, reg, web)| ((position, reg), number(web)))
            .collect();
        Webs {
            count: registers.len() as u32,
            uses,
            defs,
            params,
            caught,
            registers,
        }
    }
}

/// A set of registers.
#[derive(Clone, PartialEq, Eq)]
struct Registers(Vec<u64>);

impl Registers {
    fn new(count: usize) -> Registers {
        Registers(vec![0; count.div_ceil(64)])
    }

    fn insert(&mut self, reg: u16) {
        self.0[usize::from(reg) / 64] |= 1 << (reg % 64);
    }

    fn contains(&self, reg: u16) -> bool {
        self.0[usize::from(reg) / 64] & (1 << (reg % 64)) != 0
    }

    fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        let all = 0..(self.0.len() * 64) as u32;
        all.map(|reg| reg as u16).filter(|reg| self.contains(*reg))
    }
}

/// The registers that are read before they are written, in the block or after it.
fn live_at_entry(body: &Body) -> Vec<Registers> {
    let count = body.registers.len();
    let blocks = body.blocks.len();
    let mut read: Vec<Registers> = Vec::with_capacity(blocks);
    let mut written: Vec<Registers> = Vec::with_capacity(blocks);
    for block in &body.blocks {
        let (mut uses, mut defs) = (Registers::new(count), Registers::new(count));
        let note = |operand: Operand, uses: &mut Registers, defs: &Registers| {
            if let Some(reg) = operand.reg()
                && body.kind(reg) == Kind::Ref
                && !defs.contains(reg.0)
            {
                uses.insert(reg.0);
            }
        };
        if let Some(reg) = block.caught {
            defs.insert(reg.0);
        }
        for inst in &block.insts {
            inst.for_each_operand(|o| note(o, &mut uses, &defs));
            if let Some(reg) = inst.dst() {
                defs.insert(reg.0);
            }
        }
        block
            .terminator
            .for_each_operand(|o| note(o, &mut uses, &defs));
        read.push(uses);
        written.push(defs);
    }
    let mut live = read.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..blocks).rev() {
            let block = &body.blocks[at];
            let mut now = live[at].clone();
            block.terminator.for_each_target(|target| {
                let next = &live[target.0 as usize];
                for (word, out) in now.0.iter_mut().enumerate() {
                    *out |= next.0[word] & !written[at].0[word];
                }
            });
            // An instruction before the writes may throw; the object that arrives is written by the edge.
            for handler in &block.handlers {
                let next = &live[handler.target.0 as usize];
                for (word, out) in now.0.iter_mut().enumerate() {
                    *out |= next.0[word];
                }
            }
            // What this block catches is not read from before.
            if let Some(reg) = block.caught
                && !live[at].contains(reg.0)
            {
                now.0[usize::from(reg.0) / 64] &= !(1 << (reg.0 % 64));
            }
            if now != live[at] {
                live[at] = now;
                changed = true;
            }
        }
    }
    live
}
