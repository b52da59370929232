//! Lays a method's register code out flat for the interpreter. Constants become registers of the frame template, so
//! that every operand is a register; blocks keep their order, and an edge to an earlier block is a loop's back edge.

use crate::code::*;
use crate::value::Slot;
use classpath::{MemberRef, Name};
use ir::{BinaryOp, Block, BlockId, Body, Condition, Inst, Kind, Operand, Reg, Terminator};
use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// `None` when a register does not exist, or registers and constants together do not fit the 16 bits that address a
/// frame.
/// With `bounded`, loops also get a check where an iteration begins.
/// With `traced`, each block says that it runs; with `lines`, each line of this code.
pub fn compile(
    body: &Body,
    bounded: bool,
    traced: bool,
    lines: Option<&classpath::Code>,
) -> Option<Code> {
    if !in_range(body) {
        return None;
    }
    let mut c = Compiler {
        ops: Vec::new(),
        pcs: Vec::new(),
        pc: 0,
        kinds: &body.registers,
        constant_registers: HashMap::new(),
        constant_slots: Vec::new(),
        constants: Vec::new(),
        classes: Vec::new(),
        members: Vec::new(),
        calls: Vec::new(),
        dynamics: Vec::new(),
        multi_arrays: Vec::new(),
        switches: Vec::new(),
        block_start: vec![0; body.blocks.len()],
        fixups: Vec::new(),
        trampolines: Vec::new(),
        switch_landings: HashMap::new(),
        loops: Vec::new(),
        loop_of_header: HashMap::new(),
        back_edges: HashMap::new(),
        entries: HashMap::new(),
        lines,
        line: None,
    };
    c.find_loops(body);
    if bounded {
        c.find_entries(body);
    }
    let mut extents = Vec::with_capacity(body.blocks.len());
    for (index, block) in body.blocks.iter().enumerate() {
        let start = c.ops.len() as u32;
        c.block_start[index] = start;
        if traced {
            c.pc = block.first_pc();
            c.emit(Op::Mark {
                block: index as u32,
            });
        }
        c.line = None;
        c.block(index as u32, block);
        extents.push((start, c.ops.len() as u32));
    }
    c.emit_trampolines();
    c.apply_fixups();

    let mut handlers = Vec::new();
    for (index, block) in body.blocks.iter().enumerate() {
        for edge in &block.handlers {
            let target = &body.blocks[edge.target.0 as usize];
            handlers.push(HandlerRange {
                start: extents[index].0,
                end: extents[index].1,
                catch_type: edge.catch_type.clone(),
                target: c.block_start[edge.target.0 as usize],
                caught: target.caught.map_or(R::MAX, |r| r.0),
            });
        }
    }
    let mut template = vec![Slot::ZERO; body.registers.len()];
    template.extend(&c.constant_slots);
    if template.len() >= usize::from(R::MAX) {
        return None;
    }
    let frame_bytes = 64 + 8 * body.registers.len() as u32;
    Some(Code {
        ops: c.ops.into_iter().map(Cell::new).collect(),
        pcs: c.pcs.into(),
        template: template.into(),
        kinds: body.registers.clone().into(),
        params: body.params.iter().map(|r| r.0).collect(),
        handlers: handlers.into(),
        constants: c.constants.into(),
        classes: c.classes.into(),
        members: c.members.into(),
        calls: c.calls.into(),
        dynamics: c.dynamics.into(),
        multi_arrays: c.multi_arrays.into(),
        switches: c.switches.into(),
        loops: c.loops.into(),
        block_starts: c.block_start.into(),
        frame_bytes,
        covered: OnceCell::new(),
    })
}

struct Compiler<'a> {
    ops: Vec<Op>,
    pcs: Vec<u32>,
    pc: u32,
    kinds: &'a [Kind],
    constant_registers: HashMap<Operand, R>,
    constant_slots: Vec<Slot>,
    constants: Vec<classpath::Constant>,
    classes: Vec<Name>,
    members: Vec<MemberRef>,
    calls: Vec<CallSite>,
    dynamics: Vec<DynamicSite>,
    multi_arrays: Vec<MultiArraySite>,
    switches: Vec<SwitchTable>,
    block_start: Vec<u32>,
    /// Ops whose targets are still block numbers.
    fixups: Vec<usize>,
    /// Conditional jumps that do something on the way: the op, what they do, and the block they go to.
    trampolines: Vec<(usize, Passing, BlockId)>,
    /// Where a switch goes instead of a block if something happens on the way.
    switch_landings: HashMap<(u32, u32), u32>,
    loops: Vec<LoopInfo>,
    loop_of_header: HashMap<u32, u16>,
    /// From a block to the header of a loop: where the iterations of this back edge are counted.
    back_edges: HashMap<(u32, u32), u16>,
    /// Edges on which an iteration of a loop begins, after the tests that could have left the loop.
    entries: HashMap<(u32, u32), u16>,
    /// Where lines say that they run, and the latest in the block.
    lines: Option<&'a classpath::Code>,
    line: Option<u32>,
}

/// What happens on an edge besides going there.
#[derive(Clone, Copy)]
enum Passing {
    Back { index: u16, edge: u16 },
    Enter(u16),
}

impl Compiler<'_> {
    fn find_loops(&mut self, body: &Body) {
        let mut sources: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for (index, block) in body.blocks.iter().enumerate() {
            block.terminator.for_each_target(|target| {
                if target.0 <= index as u32 {
                    sources.entry(target.0).or_default().insert(index as u32);
                }
            });
        }
        let last = |of: &BTreeSet<u32>| of.last().copied().unwrap_or(0);
        let mut counts = sources.len() as u16;
        for (number, (&header, from)) in sources.iter().enumerate() {
            let inner = sources
                .range(header + 1..)
                .take_while(|(h, _)| **h <= last(from))
                .count();
            let block = &body.blocks[header as usize];
            let first_edge = counts;
            for source in from {
                self.back_edges.insert((*source, header), counts);
                counts += 1;
            }
            self.loop_of_header.insert(header, number as u16);
            self.loops.push(LoopInfo {
                pc: block.pcs.first().copied().unwrap_or(block.terminator_pc),
                first_inner: number as u16 + 1,
                after_inner: (number + 1 + inner) as u16,
                edges: (first_edge, counts),
                tested: false,
                last: last(from),
            });
        }
    }

    /// Follows the tests at the top of each loop: an iteration begins behind the last of them.
    fn find_entries(&mut self, body: &Body) {
        for (&header, &number) in &self.loop_of_header {
            let last = self.loops[usize::from(number)].last;
            let inside = |b: BlockId| (header..=last).contains(&b.0);
            let mut at = header;
            let mut entry = None;
            while let Terminator::If {
                then, otherwise, ..
            } = &body.blocks[at as usize].terminator
            {
                let next = match (inside(*then), inside(*otherwise)) {
                    (true, false) => then.0,
                    (false, true) => otherwise.0,
                    _ => break,
                };
                entry = Some((at, next));
                if next <= at || !body.blocks[next as usize].insts.iter().all(only_reads) {
                    break;
                }
                at = next;
            }
            if let Some((from, to)) = entry
                && to > from
            {
                self.loops[usize::from(number)].tested = true;
                self.entries.insert((from, to), number);
            }
        }
    }

    fn emit(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.pcs.push(self.pc);
        self.ops.len() - 1
    }

    fn operand(&mut self, operand: Operand) -> R {
        if let Operand::Reg(Reg(r)) = operand {
            return r;
        }
        if let Some(&r) = self.constant_registers.get(&operand) {
            return r;
        }
        let slot = match operand {
            Operand::Reg(_) | Operand::Null => Slot::NULL,
            Operand::Int(v) => Slot::int(v),
            Operand::Long(v) => Slot::long(v),
            Operand::Float(bits) => Slot {
                bits: u64::from(bits),
                term: None,
            },
            Operand::Double(bits) => Slot { bits, term: None },
        };
        let r = (self.kinds.len() + self.constant_slots.len()) as R;
        self.constant_slots.push(slot);
        self.constant_registers.insert(operand, r);
        r
    }

    fn operands(&mut self, operands: &[Operand]) -> Box<[R]> {
        operands.iter().map(|o| self.operand(*o)).collect()
    }

    fn class(&mut self, name: &Name) -> u32 {
        let found = self.classes.iter().position(|c| c == name);
        found.unwrap_or_else(|| {
            self.classes.push(name.clone());
            self.classes.len() - 1
        }) as u32
    }

    fn member(&mut self, member: &MemberRef) -> u32 {
        self.members.push(member.clone());
        self.members.len() as u32 - 1
    }

    fn block(&mut self, index: u32, block: &Block) {
        for (inst, &pc) in block.insts.iter().zip(&block.pcs) {
            self.pc = pc;
            self.begin_line();
            self.inst(inst);
        }
        self.pc = block.terminator_pc;
        self.begin_line();
        self.terminator(index, &block.terminator);
    }

    fn begin_line(&mut self) {
        let line = self.lines.and_then(|code| code.line_at(self.pc));
        if let Some(line) = line.filter(|_| line != self.line) {
            self.line = Some(line);
            self.emit(Op::MarkLine { line });
        }
    }

    fn inst(&mut self, inst: &Inst) {
        let op = match inst {
            Inst::Load { dst, constant } => {
                self.constants.push(constant.clone());
                Op::Load {
                    d: dst.0,
                    constant: self.constants.len() as u32 - 1,
                }
            }
            Inst::Move { dst, src } => Op::Move {
                d: dst.0,
                a: self.operand(*src),
            },
            Inst::Binary {
                op,
                kind,
                dst,
                a,
                b,
            } => {
                let (d, a, b) = (dst.0, self.operand(*a), self.operand(*b));
                binary(*op, *kind, d, a, b)
            }
            Inst::Negate { kind, dst, src } => Op::Negate {
                kind: *kind,
                d: dst.0,
                a: self.operand(*src),
            },
            Inst::Convert { op, dst, src } => Op::Convert {
                op: *op,
                d: dst.0,
                a: self.operand(*src),
            },
            Inst::Compare { op, dst, a, b } => Op::Compare {
                op: *op,
                d: dst.0,
                a: self.operand(*a),
                b: self.operand(*b),
            },
            Inst::ArrayLength { dst, array } => Op::ArrayLength {
                d: dst.0,
                a: self.operand(*array),
            },
            Inst::ArrayLoad {
                dst, array, index, ..
            } => Op::ArrayLoad {
                d: dst.0,
                a: self.operand(*array),
                i: self.operand(*index),
            },
            Inst::ArrayStore {
                array,
                index,
                value,
                ..
            } => Op::ArrayStore {
                a: self.operand(*array),
                i: self.operand(*index),
                v: self.operand(*value),
            },
            Inst::New { dst, class } => Op::New {
                d: dst.0,
                class: self.class(class),
            },
            Inst::NewArray {
                dst,
                descriptor,
                length,
            } => Op::NewArray {
                d: dst.0,
                n: self.operand(*length),
                class: self.class(descriptor),
            },
            Inst::NewMultiArray {
                dst,
                descriptor,
                lengths,
            } => {
                let lengths = self.operands(lengths);
                self.multi_arrays.push(MultiArraySite {
                    dst: dst.0,
                    descriptor: descriptor.clone(),
                    lengths,
                });
                Op::NewMultiArray {
                    site: self.multi_arrays.len() as u32 - 1,
                }
            }
            Inst::GetField { dst, object, field } => Op::GetField {
                d: dst.0,
                a: self.operand(*object),
                field: self.member(field),
            },
            Inst::PutField {
                object,
                field,
                value,
            } => Op::PutField {
                a: self.operand(*object),
                v: self.operand(*value),
                field: self.member(field),
            },
            Inst::GetStatic { dst, field } => Op::GetStatic {
                d: dst.0,
                field: self.member(field),
            },
            Inst::PutStatic { field, value } => Op::PutStatic {
                v: self.operand(*value),
                field: self.member(field),
            },
            Inst::Invoke {
                kind,
                method,
                interface,
                args,
                dst,
            } => {
                let args = self.operands(args);
                self.calls.push(CallSite {
                    kind: *kind,
                    method: (**method).clone(),
                    interface: *interface,
                    args,
                    dst: dst.map(|d| d.0),
                    cache: Cell::new(None),
                    watched: Cell::new(None),
                });
                Op::Invoke {
                    site: self.calls.len() as u32 - 1,
                }
            }
            Inst::InvokeDynamic { site, args, dst } => {
                let args = self.operands(args);
                self.dynamics.push(DynamicSite {
                    site: (**site).clone(),
                    args,
                    dst: dst.map(|d| d.0),
                    linked: OnceCell::new(),
                });
                Op::InvokeDynamic {
                    site: self.dynamics.len() as u32 - 1,
                }
            }
            Inst::CheckCast { dst, src, class } => Op::CheckCast {
                d: dst.0,
                a: self.operand(*src),
                class: self.class(class),
            },
            Inst::InstanceOf { dst, src, class } => Op::InstanceOf {
                d: dst.0,
                a: self.operand(*src),
                class: self.class(class),
            },
            Inst::MonitorEnter { object } => Op::MonitorEnter {
                a: self.operand(*object),
            },
            Inst::MonitorExit { object } => Op::MonitorExit {
                a: self.operand(*object),
            },
        };
        self.emit(op);
    }

    fn terminator(&mut self, index: u32, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(to) => self.jump(index, *to),
            Terminator::If {
                condition,
                a,
                b,
                then,
                otherwise,
            } => {
                let refs =
                    matches!(a, Operand::Null) || matches!(b, Operand::Null) || self.is_ref(*a);
                let (a, b) = (self.operand(*a), self.operand(*b));
                let to = then.0;
                let op = match (condition, refs) {
                    (Condition::Eq, true) => Op::JumpSame { a, b, to },
                    (Condition::Ne, true) => Op::JumpNotSame { a, b, to },
                    (Condition::Eq, false) => Op::JumpEq { a, b, to },
                    (Condition::Ne, false) => Op::JumpNe { a, b, to },
                    (Condition::Lt, _) => Op::JumpLt { a, b, to },
                    (Condition::Ge, _) => Op::JumpGe { a, b, to },
                    (Condition::Gt, _) => Op::JumpGt { a, b, to },
                    (Condition::Le, _) => Op::JumpLe { a, b, to },
                };
                let at = self.emit(op);
                match self.passing(index, *then) {
                    Some(passing) => self.trampolines.push((at, passing, *then)),
                    None => self.fixups.push(at),
                }
                self.jump(index, *otherwise);
            }
            Terminator::Switch {
                key,
                cases,
                default,
            } => {
                let a = self.operand(*key);
                let table = SwitchTable {
                    cases: cases.iter().map(|(k, b)| (*k, b.0)).collect(),
                    default: default.0,
                    dense: None,
                };
                self.switches.push(table);
                let at = self.emit(Op::Switch {
                    a,
                    table: self.switches.len() as u32 - 1,
                });
                self.fixups.push(at);
                let mut targets: BTreeSet<u32> = cases.iter().map(|(_, b)| b.0).collect();
                targets.insert(default.0);
                for to in targets {
                    if let Some(passing) = self.passing(index, BlockId(to)) {
                        self.trampolines.push((at, passing, BlockId(to)));
                    }
                }
            }
            Terminator::Return(Some(value)) => {
                let a = self.operand(*value);
                self.emit(Op::Return { a });
            }
            Terminator::Return(None) => {
                self.emit(Op::ReturnVoid);
            }
            Terminator::Throw(value) => {
                let a = self.operand(*value);
                self.emit(Op::Throw { a });
            }
        }
    }

    fn is_ref(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Reg(r) if self.kinds.get(usize::from(r.0)) == Some(&Kind::Ref))
    }

    fn passing(&self, from: u32, to: BlockId) -> Option<Passing> {
        if let Some(&edge) = self.back_edges.get(&(from, to.0)) {
            let index = self.loop_of_header[&to.0];
            return Some(Passing::Back { index, edge });
        }
        self.entries.get(&(from, to.0)).map(|n| Passing::Enter(*n))
    }

    fn jump(&mut self, index: u32, to: BlockId) {
        match self.passing(index, to) {
            Some(passing) => self.pass(passing, to),
            None if to.0 == index + 1 => {}
            None => {
                let at = self.emit(Op::Jump { to: to.0 });
                self.fixups.push(at);
            }
        }
    }

    fn pass(&mut self, passing: Passing, to: BlockId) {
        let at = self.emit(match passing {
            Passing::Back { index, edge } => Op::LoopBack {
                to: to.0,
                index,
                edge,
            },
            Passing::Enter(index) => Op::LoopEnter { to: to.0, index },
        });
        self.fixups.push(at);
    }

    /// A conditional jump that does something on its way goes through an op of its own behind the last block.
    fn emit_trampolines(&mut self) {
        for (at, passing, to) in std::mem::take(&mut self.trampolines) {
            self.pc = self.pcs[at];
            let landing = self.ops.len() as u32;
            self.pass(passing, to);
            if let Op::Switch { table, .. } = self.ops[at] {
                self.switch_landings.insert((table, to.0), landing);
            } else if let Some(to) = target_mut(&mut self.ops[at]) {
                *to = landing;
            }
        }
    }

    fn apply_fixups(&mut self) {
        for at in std::mem::take(&mut self.fixups) {
            if let Op::Switch { table, .. } = self.ops[at] {
                let (starts, landings) = (&self.block_start, &self.switch_landings);
                let place = |block: u32| match landings.get(&(table, block)) {
                    Some(landing) => *landing,
                    None => starts[block as usize],
                };
                let table = &mut self.switches[table as usize];
                table.default = place(table.default);
                for (_, to) in &mut table.cases {
                    *to = place(*to);
                }
                table.make_dense();
            } else if let Some(to) = target_mut(&mut self.ops[at]) {
                *to = self.block_start[*to as usize];
            }
        }
    }
}

impl SwitchTable {
    fn make_dense(&mut self) {
        let (Some(first), Some(last)) = (self.cases.first(), self.cases.last()) else {
            return;
        };
        let span = i64::from(last.0) - i64::from(first.0) + 1;
        if span > 4 * self.cases.len() as i64 + 8 {
            return;
        }
        let mut targets = vec![self.default; span as usize];
        for (key, to) in &self.cases {
            targets[(i64::from(*key) - i64::from(first.0)) as usize] = *to;
        }
        self.dense = Some((first.0, targets.into()));
    }
}

fn target_mut(op: &mut Op) -> Option<&mut Target> {
    match op {
        Op::Jump { to }
        | Op::LoopBack { to, .. }
        | Op::LoopEnter { to, .. }
        | Op::JumpEq { to, .. }
        | Op::JumpNe { to, .. }
        | Op::JumpLt { to, .. }
        | Op::JumpGe { to, .. }
        | Op::JumpGt { to, .. }
        | Op::JumpLe { to, .. }
        | Op::JumpSame { to, .. }
        | Op::JumpNotSame { to, .. } => Some(to),
        _ => None,
    }
}

/// Whether every register that the body names exists; the interpreter does not check again.
fn in_range(body: &Body) -> bool {
    let count = body.registers.len();
    let mut fine = true;
    let mut check = |reg: Option<Reg>| fine &= reg.is_none_or(|r| usize::from(r.0) < count);
    for block in &body.blocks {
        for inst in &block.insts {
            check(inst.dst());
            inst.for_each_operand(|operand| check(operand.reg()));
        }
        block
            .terminator
            .for_each_operand(|operand| check(operand.reg()));
        check(block.caught);
    }
    body.params.iter().for_each(|r| check(Some(*r)));
    fine
}

/// Whether an instruction at the top of a loop may belong to its test.
fn only_reads(inst: &Inst) -> bool {
    !matches!(
        inst,
        Inst::Invoke { .. }
            | Inst::InvokeDynamic { .. }
            | Inst::PutField { .. }
            | Inst::PutStatic { .. }
            | Inst::ArrayStore { .. }
            | Inst::New { .. }
            | Inst::NewArray { .. }
            | Inst::NewMultiArray { .. }
            | Inst::MonitorEnter { .. }
            | Inst::MonitorExit { .. }
    )
}

fn binary(op: BinaryOp, kind: Kind, d: R, a: R, b: R) -> Op {
    match (kind, op) {
        (Kind::Float, op) => Op::Float { op, d, a, b },
        (Kind::Double, op) => Op::Double { op, d, a, b },
        (Kind::Long, BinaryOp::Add) => Op::AddL { d, a, b },
        (Kind::Long, BinaryOp::Sub) => Op::SubL { d, a, b },
        (Kind::Long, BinaryOp::Mul) => Op::MulL { d, a, b },
        (Kind::Long, BinaryOp::Div) => Op::DivL { d, a, b },
        (Kind::Long, BinaryOp::Rem) => Op::RemL { d, a, b },
        (Kind::Long, BinaryOp::And) => Op::AndL { d, a, b },
        (Kind::Long, BinaryOp::Or) => Op::OrL { d, a, b },
        (Kind::Long, BinaryOp::Xor) => Op::XorL { d, a, b },
        (Kind::Long, BinaryOp::Shl) => Op::ShlL { d, a, b },
        (Kind::Long, BinaryOp::Shr) => Op::ShrL { d, a, b },
        (Kind::Long, BinaryOp::Ushr) => Op::UshrL { d, a, b },
        (_, BinaryOp::Add) => Op::AddI { d, a, b },
        (_, BinaryOp::Sub) => Op::SubI { d, a, b },
        (_, BinaryOp::Mul) => Op::MulI { d, a, b },
        (_, BinaryOp::Div) => Op::DivI { d, a, b },
        (_, BinaryOp::Rem) => Op::RemI { d, a, b },
        (_, BinaryOp::And) => Op::AndI { d, a, b },
        (_, BinaryOp::Or) => Op::OrI { d, a, b },
        (_, BinaryOp::Xor) => Op::XorI { d, a, b },
        (_, BinaryOp::Shl) => Op::ShlI { d, a, b },
        (_, BinaryOp::Shr) => Op::ShrI { d, a, b },
        (_, BinaryOp::Ushr) => Op::UshrI { d, a, b },
    }
}
