//! Register code as text, for people: one line per instruction with its bytecode offset, source lines where they change,
//! and the graphs as comments.

use crate::{
    BinaryOp, Block, BlockId, Body, CompareOp, Condition, Graphs, Inst, InvokeKind, Kind, Operand,
    Reg, Terminator,
};
use classpath::{ClassFile, Constant, MemberRef, Method};
use std::collections::HashMap;
use std::fmt::Write;

/// How registers are called: a letter for the kind, the number, and the variable that lives there, `i3.count`.
pub struct Names<'a> {
    body: &'a Body,
    /// Indices into [`Body::variables`] by register.
    variables: HashMap<Reg, Vec<usize>>,
}

/// A variable's scope starts after the instruction that first stores it; the value may be computed by the one before.
/// Together they take at most this many bytes (`invokeinterface` and `wide astore`).
const STORE_DISTANCE: u32 = 9;

impl<'a> Names<'a> {
    pub fn new(body: &'a Body) -> Names<'a> {
        let mut variables: HashMap<Reg, Vec<usize>> = HashMap::new();
        for (index, variable) in body.variables.iter().enumerate() {
            variables.entry(variable.reg).or_default().push(index);
        }
        Names { body, variables }
    }

    /// `reg` as read at `pc`.
    pub fn read(&self, reg: Reg, pc: u32) -> String {
        self.name(reg, |start, end| start <= pc && pc < end)
    }

    /// `reg` as written at `pc`.
    pub fn written(&self, reg: Reg, pc: u32) -> String {
        self.name(reg, |start, end| {
            start <= pc.saturating_add(STORE_DISTANCE) && pc < end
        })
    }

    fn name(&self, reg: Reg, in_scope: impl Fn(u32, u32) -> bool) -> String {
        let letter = match self.body.registers.get(usize::from(reg.0)) {
            Some(Kind::Int) => 'i',
            Some(Kind::Long) => 'l',
            Some(Kind::Float) => 'f',
            Some(Kind::Double) => 'd',
            Some(Kind::Ref) => 'a',
            None => '?',
        };
        let indices = self.variables.get(&reg).map_or(&[][..], Vec::as_slice);
        let mut variables = indices.iter().map(|index| &self.body.variables[*index]);
        match variables.find(|v| in_scope(v.start_pc, v.end_pc)) {
            Some(variable) => format!("{letter}{}.{}", reg.0, variable.name),
            None => format!("{letter}{}", reg.0),
        }
    }

    pub fn operand(&self, operand: Operand, pc: u32) -> String {
        match operand {
            Operand::Reg(reg) => self.read(reg, pc),
            Operand::Int(value) => value.to_string(),
            Operand::Long(value) => format!("{value}L"),
            Operand::Float(bits) => float(bits),
            Operand::Double(bits) => double(bits),
            Operand::Null => "null".into(),
        }
    }

    /// One instruction, without its offset.
    pub fn inst(&self, inst: &Inst, pc: u32) -> String {
        let text = self.right_side(inst, pc);
        match inst.dst() {
            Some(dst) => format!("{} = {text}", self.written(dst, pc)),
            None => text,
        }
    }

    fn right_side(&self, inst: &Inst, pc: u32) -> String {
        let o = |operand: &Operand| self.operand(*operand, pc);
        let list = |operands: &[Operand]| operands.iter().map(o).collect::<Vec<_>>().join(", ");
        match inst {
            Inst::Load { constant, .. } => constant_text(constant),
            Inst::Move { src, .. } => o(src),
            Inst::Binary { op, a, b, .. } => format!("{} {} {}", o(a), binary(*op), o(b)),
            Inst::Negate { src, .. } => format!("neg {}", o(src)),
            Inst::Convert { op, src, .. } => {
                format!("{} {}", format!("{op:?}").to_lowercase(), o(src))
            }
            Inst::Compare { op, a, b, .. } => format!("{} {}, {}", compare(*op), o(a), o(b)),
            Inst::ArrayLength { array, .. } => format!("length {}", o(array)),
            Inst::ArrayLoad {
                element,
                array,
                index,
                ..
            } => {
                format!(
                    "{} {}[{}]",
                    format!("{element:?}").to_lowercase(),
                    o(array),
                    o(index)
                )
            }
            Inst::ArrayStore {
                element,
                array,
                index,
                value,
            } => {
                let element = format!("{element:?}").to_lowercase();
                format!("{element} {}[{}] = {}", o(array), o(index), o(value))
            }
            Inst::New { class, .. } => format!("new {class}"),
            Inst::NewArray {
                descriptor, length, ..
            } => format!("new {descriptor} ({})", o(length)),
            Inst::NewMultiArray {
                descriptor,
                lengths,
                ..
            } => {
                format!("new {descriptor} ({})", list(lengths))
            }
            Inst::GetField { object, field, .. } => {
                format!("{} -> {}", o(object), field_text(field))
            }
            Inst::PutField {
                object,
                field,
                value,
            } => {
                format!("{} -> {} = {}", o(object), field_text(field), o(value))
            }
            Inst::GetStatic { field, .. } => format!("static {}", field_text(field)),
            Inst::PutStatic { field, value } => {
                format!("static {} = {}", field_text(field), o(value))
            }
            Inst::Invoke {
                kind,
                method,
                interface,
                args,
                ..
            } => {
                let kind = match (kind, interface) {
                    (InvokeKind::Virtual, _) => "virtual",
                    (InvokeKind::Interface, _) => "interface",
                    (InvokeKind::Special, false) => "special",
                    (InvokeKind::Special, true) => "special interface",
                    (InvokeKind::Static, false) => "static",
                    (InvokeKind::Static, true) => "static interface",
                };
                let MemberRef {
                    class,
                    name,
                    descriptor,
                } = &**method;
                format!("call {kind} {class}.{name}{descriptor} ({})", list(args))
            }
            Inst::InvokeDynamic { site, args, .. } => format!(
                "call dynamic #{} {}{} ({})",
                site.bootstrap,
                site.name,
                site.descriptor,
                list(args)
            ),
            Inst::CheckCast { src, class, .. } => format!("cast {} to {class}", o(src)),
            Inst::InstanceOf { src, class, .. } => format!("{} instanceof {class}", o(src)),
            Inst::MonitorEnter { object } => format!("enter {}", o(object)),
            Inst::MonitorExit { object } => format!("exit {}", o(object)),
        }
    }

    pub fn terminator(&self, terminator: &Terminator, pc: u32) -> String {
        let o = |operand: &Operand| self.operand(*operand, pc);
        match terminator {
            Terminator::Goto(target) => format!("goto b{}", target.0),
            Terminator::If {
                condition,
                a,
                b,
                then,
                otherwise,
            } => format!(
                "if {} {} {} goto b{} else b{}",
                o(a),
                self::condition(*condition),
                o(b),
                then.0,
                otherwise.0
            ),
            Terminator::Switch {
                key,
                cases,
                default,
            } => {
                let mut text = format!("switch {} {{ ", o(key));
                for (value, target) in cases {
                    let _ = write!(text, "{value}: b{}, ", target.0);
                }
                let _ = write!(text, "default: b{} }}", default.0);
                text
            }
            Terminator::Return(None) => "return".into(),
            Terminator::Return(Some(value)) => format!("return {}", o(value)),
            Terminator::Throw(value) => format!("throw {}", o(value)),
        }
    }

    /// The thrown object's register and the handlers of a block, in words; empty for most blocks.
    pub(crate) fn exceptional(&self, block: &Block) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(caught) = block.caught {
            lines.push(format!("catch {}", self.written(caught, block.first_pc())));
        }
        for handler in &block.handlers {
            let class = handler.catch_type.as_deref().unwrap_or("anything");
            lines.push(format!("on {class} goto b{}", handler.target.0));
        }
        lines
    }
}

/// The whole method. `body` must be the lowered `method` of `class`, and `graphs` those of `body`.
pub fn print(class: &ClassFile, method: &Method, body: &Body, graphs: &Graphs) -> String {
    let names = Names::new(body);
    let mut out = String::new();
    let params: Vec<String> = body.params.iter().map(|reg| names.read(*reg, 0)).collect();
    let _ = writeln!(
        out,
        "{}.{}{} ({})",
        class.name.replace('/', "."),
        method.name,
        method.descriptor,
        params.join(", ")
    );
    for (name, (_, l)) in graphs
        .loops
        .names(body, class, method)
        .iter()
        .zip(graphs.loops.iter())
    {
        let mut notes = format!("; loop {name}: header b{}", l.header.0);
        let _ = write!(notes, ", blocks {}", blocks(&l.blocks));
        let _ = write!(notes, ", back from {}", blocks(&l.back_edges));
        if l.irreducible {
            notes.push_str(", irreducible");
        }
        if l.exceptional {
            notes.push_str(", exceptional");
        }
        let _ = writeln!(out, "{notes}");
    }
    let mut line = None;
    for id in body.block_ids() {
        print_block(&mut out, method, body, graphs, &names, id, &mut line);
    }
    out
}

fn print_block(
    out: &mut String,
    method: &Method,
    body: &Body,
    graphs: &Graphs,
    names: &Names,
    id: BlockId,
    line: &mut Option<u32>,
) {
    let block = body.block(id);
    let _ = write!(out, "b{}:", id.0);
    let notes = block_notes(graphs, id);
    if !notes.is_empty() {
        let _ = write!(out, "  ; {}", notes.join("; "));
    }
    out.push('\n');
    for text in names.exceptional(block) {
        let _ = writeln!(out, "        {text}");
    }
    let mut row = |pc: u32, text: String| {
        let now = method.code.as_ref().and_then(|code| code.line_at(pc));
        let _ = write!(out, "  {pc:>4}  {text}");
        if now != *line
            && let Some(now) = now
        {
            let _ = write!(out, "  ; line {now}");
        }
        *line = now;
        out.push('\n');
    };
    for (inst, pc) in block.insts.iter().zip(&block.pcs) {
        row(*pc, names.inst(inst, *pc));
    }
    row(
        block.terminator_pc,
        names.terminator(&block.terminator, block.terminator_pc),
    );
}

fn block_notes(graphs: &Graphs, id: BlockId) -> Vec<String> {
    let mut notes = Vec::new();
    let predecessors = graphs.cfg.predecessors(id);
    if !predecessors.is_empty() {
        let text: Vec<String> = predecessors
            .iter()
            .map(|link| {
                format!(
                    "b{}{}",
                    link.block.0,
                    if link.exceptional { "!" } else { "" }
                )
            })
            .collect();
        notes.push(format!("from {}", text.join(" ")));
    }
    if let Some(dominator) = graphs.dominators.immediate(id) {
        notes.push(format!("idom b{}", dominator.0));
    }
    if let Some(dominator) = graphs.normal_post_dominators.immediate(id) {
        notes.push(format!("ipdom b{}", dominator.0));
    }
    let control = graphs.control.of(id);
    if !control.is_empty() {
        let text: Vec<String> = control
            .iter()
            .map(|d| format!("b{}→b{}", d.branch.0, d.taken.0))
            .collect();
        notes.push(format!("depends on {}", text.join(" ")));
    }
    notes
}

fn blocks(ids: &[BlockId]) -> String {
    ids.iter()
        .map(|id| format!("b{}", id.0))
        .collect::<Vec<_>>()
        .join(" ")
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Ushr => ">>>",
    }
}

pub(crate) fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::Eq => "==",
        Condition::Ne => "!=",
        Condition::Lt => "<",
        Condition::Ge => ">=",
        Condition::Gt => ">",
        Condition::Le => "<=",
    }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Long => "lcmp",
        CompareOp::FloatLess => "fcmpl",
        CompareOp::FloatGreater => "fcmpg",
        CompareOp::DoubleLess => "dcmpl",
        CompareOp::DoubleGreater => "dcmpg",
    }
}

fn field_text(field: &MemberRef) -> String {
    format!("{}.{} {}", field.class, field.name, field.descriptor)
}

/// NaNs keep their bits: two of them may differ.
fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    match value.is_nan() {
        true => format!("NaN({bits:#x})f"),
        false => format!("{value:?}f"),
    }
}

fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    match value.is_nan() {
        true => format!("NaN({bits:#x})"),
        false => format!("{value:?}"),
    }
}

/// Longer strings are cut: this is a listing, not a dump.
const MAX_STRING: usize = 60;

fn constant_text(constant: &Constant) -> String {
    match constant {
        Constant::Int(value) => value.to_string(),
        Constant::Long(value) => format!("{value}L"),
        Constant::Float(bits) => float(*bits),
        Constant::Double(bits) => double(*bits),
        Constant::String(units) => {
            let shown = &units[..units.len().min(MAX_STRING)];
            let text: String = char::decode_utf16(shown.iter().copied())
                .map(|unit| match unit {
                    Ok(c) => c.escape_debug().to_string(),
                    Err(unpaired) => format!("\\u{{{:x}}}", unpaired.unpaired_surrogate()),
                })
                .collect();
            let more = if units.len() > MAX_STRING { "…" } else { "" };
            format!("\"{text}{more}\"")
        }
        Constant::Class(name) => format!("class {name}"),
        Constant::MethodType(descriptor) => format!("type {descriptor}"),
        Constant::MethodHandle(handle) => {
            let MemberRef {
                class,
                name,
                descriptor,
            } = &handle.member;
            format!("handle {:?} {class}.{name} {descriptor}", handle.kind)
        }
        Constant::Dynamic(dynamic) => {
            format!(
                "dynamic #{} {} {}",
                dynamic.bootstrap, dynamic.name, dynamic.descriptor
            )
        }
    }
}
