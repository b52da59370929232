//! From register code to a verification graph: blocks are copied once per inlined frame and iteration. A loop is followed
//! through so many back edges as its bound says; the last copy of a loop only serves to leave it, so it holds what comes
//! before the first test of an exit, and beyond that only blocks that change nothing but registers.

use super::{
    Atom, Check, ContractCall, Cut, Edge, End, FrameInfo, Graph, Map, MapInfo, NodeId, Origin,
    Said, Statement, Value, Var, VarInfo,
};
use crate::constants::ObjectId;
use crate::program::Program;
use crate::reasons::Undecided;
use crate::stop::Stop;

use classpath::{ClassFile, FieldType, Name, access};
use ir::{BlockId, Inst, Kind, LoopId, MethodBody, Operand, Reg};
use jml::resolved::Local;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// What the graph is bounded by.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// Iterations of each loop, and calls of a method within itself.
    pub unroll: u32,
    /// Edges, beyond which a graph is given up.
    pub edges: usize,
    pub calls: Calls,
    /// The length of arrays.
    pub length: u32,
    pub stop: Stop,
}

/// What a call is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calls {
    /// What its body does; where there is none, what its contract says.
    Inline,
    /// What its contract says, where there is one.
    Contracts,
}

/// Whether an exception of this class may leave the method, as far as its contract tells without looking at states.
pub type Permits<'a> = &'a dyn Fn(&str) -> bool;

/// Where edges lead that end a path; the exit gets its number last.
pub(super) const EXIT: NodeId = NodeId(u32::MAX);

/// One activation of a method in the graph.
pub(super) struct Frame {
    pub class: Arc<ClassFile>,
    pub method: usize,
    pub body: Arc<MethodBody>,
    /// What each register is: a variable, or what the caller passed if the method never assigns it.
    pub registers: Vec<Atom>,
    pub caller: Option<Caller>,
    /// For each loop, the blocks before its first exit test.
    early: Vec<Rc<HashSet<BlockId>>>,
    /// For each loop, whether its test is at the bottom.
    bottom: Vec<bool>,
}

pub(super) struct Caller {
    pub site: Site,
    pub result: Option<Var>,
    pub after: NodeId,
}

/// An instruction in a copy of a block.
#[derive(Debug, Clone)]
pub(super) struct Site {
    pub frame: u32,
    pub block: BlockId,
    pub pc: u32,
    pub iterations: Rc<[(LoopId, u32)]>,
}

type Copy = (u32, BlockId, Rc<[(LoopId, u32)]>);

/// A loop with a frame: the frame of its method, the block that leads to it, and the iterations of that.
type Begun = (u32, BlockId, Vec<(LoopId, u32)>);

pub(super) struct Builder<'a> {
    pub program: &'a Program,
    pub bounds: &'a Bounds,
    pub permits: Permits<'a>,
    pub frames: Vec<Frame>,
    pub nodes: u32,
    pub edges: Vec<Edge>,
    pub vars: Vec<VarInfo>,
    pub maps: Vec<MapInfo>,
    pub statics: BTreeMap<(Name, Name), Var>,
    pub checks: Vec<Check>,
    /// Classes of the library that some statement makes objects of.
    pub made: BTreeSet<Name>,
    pub asked: BTreeSet<Name>,
    pub texts: Vec<Arc<[u16]>>,
    pub fixed: Vec<(ObjectId, String)>,
    pub calls: Vec<ContractCall>,
    pub counts: Counts,
    pub said: Vec<Said>,
    /// Ghost variables by frame.
    pub ghosts: HashMap<(u32, Local), Var>,
    /// The blocks that lead to loops with a frame, by frame and by where the loop is in the text.
    pub before_loops: Vec<(u32, usize, BlockId)>,
    /// Where such loops have begun: the number of what is said.
    pub begun: HashMap<Begun, u32>,
    pub result: Option<Var>,
    pub thrown: Var,
    /// Where all normal returns, and all exceptions that the contract may permit, come together.
    pub returned: NodeId,
    pub left: NodeId,
    copies: HashMap<Copy, NodeId>,
    work: Vec<Copy>,
}

/// The graph of a method, or why there is none. Statements of JML in bodies are no part of it: they change nothing that
/// Java can see.
pub fn build(
    program: &Program,
    class: &Arc<ClassFile>,
    method: usize,
    bounds: &Bounds,
    permits: Permits,
) -> Result<Graph, Undecided> {
    repeat(program, class, method, bounds, permits, Counts::default())
}

/// The same with the statements of JML in the method and in those that are inlined; with `reads`, what may be read is asked.
pub fn build_with_statements(
    program: &Program,
    class: &Arc<ClassFile>,
    method: usize,
    bounds: &Bounds,
    permits: Permits,
    reads: bool,
) -> Result<Graph, Undecided> {
    let counts = Counts {
        statements: true,
        reads,
    };
    repeat(program, class, method, bounds, permits, counts)
}

/// What counts beyond what Java does.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    /// Statements of JML.
    pub statements: bool,
    /// Whether locations may be read.
    pub reads: bool,
}

fn repeat(
    program: &Program,
    class: &Arc<ClassFile>,
    method: usize,
    bounds: &Bounds,
    permits: Permits,
    counts: Counts,
) -> Result<Graph, Undecided> {
    // Which methods a call can run depends on which classes of the library are made, and the other way round.
    let mut made = BTreeSet::new();
    loop {
        let known = made.len();
        let graph = attempt(program, class, method, bounds, permits, counts, &mut made)?;
        if made.len() == known {
            return Ok(super::tidy::tidy(graph));
        }
    }
}

fn attempt(
    program: &Program,
    class: &Arc<ClassFile>,
    method: usize,
    bounds: &Bounds,
    permits: Permits,
    counts: Counts,
    made: &mut BTreeSet<Name>,
) -> Result<Graph, Undecided> {
    let thrown = VarInfo {
        name: "thrown".into(),
        kind: Kind::Ref,
        descriptor: Some("Ljava/lang/Throwable;".into()),
        field: None,
    };
    let mut builder = Builder {
        program,
        bounds,
        permits,
        frames: Vec::new(),
        nodes: 0,
        edges: Vec::new(),
        vars: vec![thrown],
        maps: vec![MapInfo::Length],
        statics: BTreeMap::new(),
        checks: Vec::new(),
        made: made.clone(),
        asked: BTreeSet::new(),
        texts: Vec::new(),
        fixed: Vec::new(),
        calls: Vec::new(),
        counts,
        said: Vec::new(),
        ghosts: HashMap::new(),
        before_loops: Vec::new(),
        begun: HashMap::new(),
        result: None,
        thrown: Var(0),
        returned: NodeId(1),
        left: NodeId(2),
        copies: HashMap::new(),
        work: Vec::new(),
    };
    let entry = builder.node();
    builder.nodes += 2;
    let marked = builder.marked(class, method)?;
    let enters = marked.is_some() || builder.is_measured(class, method);
    let params = builder.root(marked.as_ref().unwrap_or(class), method)?;
    let none: Rc<[(LoopId, u32)]> = Rc::new([]);
    let start = builder.copy((0, BlockId(0), none));
    let origin = Origin {
        frame: 0,
        pc: 0,
        iterations: Box::new([]),
    };
    for (from, end) in [
        (builder.returned, End::Returns),
        (builder.left, End::Throws),
    ] {
        builder.edges.push(Edge {
            from,
            to: EXIT,
            statement: Statement::Refute,
            origin: origin.clone(),
            end: Some(end),
        });
    }
    let first = match enters {
        true => Statement::Enter {
            frame: 0,
            arguments: params.iter().map(|var| Atom::Var(*var)).collect(),
        },
        false => Statement::Skip,
    };
    builder.edge(entry, start, first, origin);
    builder.work()?;
    *made = builder.made;
    let frames = (builder.frames.iter())
        .map(|frame| FrameInfo {
            class: frame.class.clone(),
            method: frame.method,
            caller: (frame.caller.as_ref()).map(|caller| (caller.site.frame, caller.site.pc)),
        })
        .collect();
    let graph = Graph {
        nodes: builder.nodes,
        edges: builder.edges,
        vars: builder.vars,
        maps: builder.maps,
        params,
        result: builder.result,
        thrown: builder.thrown,
        checks: builder.checks,
        frames,
        made: Vec::new(),
        grows: 0,
        asked: builder.asked,
        texts: builder.texts,
        fixed: builder.fixed,
        calls: builder.calls,
        said: builder.said,
    };
    Ok(graph)
}

impl Builder<'_> {
    fn root(&mut self, class: &Arc<ClassFile>, method: usize) -> Result<Vec<Var>, String> {
        let info = &class.methods[method];
        let descriptor = classpath::MethodDescriptor::parse(&info.descriptor)
            .map_err(|error| format!("the descriptor {}: {error}", info.descriptor))?;
        let body = self.body(class, method)?;
        let mut types: Vec<Name> = Vec::new();
        if info.access & access::STATIC == 0 {
            types.push(FieldType::Object(class.name.clone()).to_string().into());
        }
        types.extend(descriptor.params.iter().map(|p| p.to_string().into()));
        if let Some(result) = &descriptor.ret {
            let written = result.to_string();
            self.result = Some(self.var(VarInfo {
                name: "result".into(),
                kind: Kind::of_descriptor(&written).unwrap_or(Kind::Ref),
                descriptor: Some(written.into()),
                field: None,
            }));
        }
        let frame = self.frame(class, method, body, None, &[]);
        let registers = self.frames[frame as usize].registers.clone();
        let mut params = Vec::new();
        for (at, ty) in types.into_iter().enumerate() {
            if let Some(Atom::Var(var)) = registers.get(at) {
                self.vars[var.0 as usize].descriptor = Some(ty);
                params.push(*var);
            }
        }
        Ok(params)
    }

    pub(super) fn body(
        &self,
        class: &Arc<ClassFile>,
        method: usize,
    ) -> Result<Arc<MethodBody>, String> {
        let info = &class.methods[method];
        let named = || format!("{}.{}", class.name.replace('/', "."), info.name);
        if info.code.is_none() {
            let what = match info.access & access::NATIVE != 0 {
                true => "native method",
                false => "abstract method",
            };
            return Err(format!("{what} {}", named()));
        }
        let mut body =
            (self.program.methods.get(class, method)).map_err(|error| error.to_string())?;
        if self.program.marks.is_marked(class) {
            body = self.program.marks.body(class, method, body);
        }
        if (body.graphs().loops.iter()).any(|(_, l)| l.irreducible) {
            return Err(format!("a loop with several entries in {}", named()));
        }
        Ok(body)
    }

    /// A frame; registers that only hold a parameter are what the caller passes.
    pub(super) fn frame(
        &mut self,
        class: &Arc<ClassFile>,
        method: usize,
        body: Arc<MethodBody>,
        caller: Option<Caller>,
        arguments: &[Atom],
    ) -> u32 {
        let code = &body.body;
        let mut assigned = vec![false; code.registers.len()];
        for block in &code.blocks {
            let mut mark = |reg: Reg| assigned[usize::from(reg.0)] = true;
            block.insts.iter().filter_map(Inst::dst).for_each(&mut mark);
            block.caught.into_iter().for_each(&mut mark);
        }
        let number = self.frames.len();
        let mut registers = Vec::with_capacity(code.registers.len());
        for (at, kind) in code.registers.iter().enumerate() {
            let passed = (code.params.iter()).position(|param| usize::from(param.0) == at);
            if let Some(argument) = passed.and_then(|p| arguments.get(p))
                && !assigned[at]
            {
                registers.push(*argument);
                continue;
            }
            let reg = Reg(at as u16);
            let named = (code.variables.iter()).find(|v| v.reg == reg);
            let mut name = match named {
                Some(variable) => variable.name.to_string(),
                None => format!("r{at}"),
            };
            if number > 0 {
                name = format!("{name}@{number}");
            }
            registers.push(Atom::Var(self.var(VarInfo {
                name,
                kind: *kind,
                descriptor: named.map(|v| v.descriptor.clone()),
                field: None,
            })));
        }
        let graphs = body.graphs();
        let early = (graphs.loops.iter()).map(|(id, _)| Rc::new(early_blocks(&body, id)));
        let early: Vec<_> = early.collect();
        let bottom = (graphs.loops.iter())
            .map(|(id, l)| {
                let exits = |b: &BlockId| {
                    let out = graphs.cfg.successors(*b).iter();
                    out.clone()
                        .any(|link| !graphs.loops.contains(id, link.block))
                };
                let tests: Vec<_> = early[id.0 as usize].iter().filter(|b| exits(b)).collect();
                !tests.is_empty() && tests.iter().all(|b| l.back_edges.contains(b))
            })
            .collect();
        self.frames.push(Frame {
            class: class.clone(),
            method,
            body,
            registers,
            caller,
            early,
            bottom,
        });
        number as u32
    }

    pub(super) fn var(&mut self, info: VarInfo) -> Var {
        self.vars.push(info);
        Var(self.vars.len() as u32 - 1)
    }

    pub(super) fn temporary(&mut self, name: &str, kind: Kind) -> Var {
        self.var(VarInfo {
            name: name.into(),
            kind,
            descriptor: None,
            field: None,
        })
    }

    pub(super) fn map(&mut self, info: MapInfo) -> Map {
        if let Some(at) = self.maps.iter().position(|known| *known == info) {
            return Map(at as u32);
        }
        self.maps.push(info);
        Map(self.maps.len() as u32 - 1)
    }

    pub(super) fn node(&mut self) -> NodeId {
        self.nodes += 1;
        NodeId(self.nodes - 1)
    }

    pub(super) fn edge(&mut self, from: NodeId, to: NodeId, statement: Statement, origin: Origin) {
        self.edges.push(Edge {
            from,
            to,
            statement,
            origin,
            end: None,
        });
    }

    /// An edge to a new node.
    pub(super) fn then(&mut self, from: NodeId, statement: Statement, site: &Site) -> NodeId {
        let to = self.node();
        let origin = self.origin(site);
        self.edge(from, to, statement, origin);
        to
    }

    pub(super) fn ends(&mut self, from: NodeId, statement: Statement, end: End, site: &Site) {
        let end = match end {
            End::Unsupported(what) => End::Unsupported(match self.place(site) {
                Some(place) => format!("{what} ({place})"),
                None => what,
            }),
            end => end,
        };
        let origin = self.origin(site);
        self.edges.push(Edge {
            from,
            to: EXIT,
            statement,
            origin,
            end: Some(end),
        });
    }

    /// The line of the program that led here.
    fn place(&self, site: &Site) -> Option<String> {
        let (mut frame, mut pc) = (site.frame, site.pc);
        loop {
            let at = &self.frames[frame as usize];
            let code = at.class.methods[at.method].code.as_ref();
            if self.program.is_own(&at.class.name)
                && let Some(line) = code.and_then(|code| code.line_at(pc))
            {
                let file = at.class.source_file.as_deref()?;
                return Some(format!("{file}:{line}"));
            }
            let caller = at.caller.as_ref()?;
            (frame, pc) = (caller.site.frame, caller.site.pc);
        }
    }

    pub(super) fn unsupported(&mut self, from: NodeId, what: String, site: &Site) {
        self.ends(from, Statement::Skip, End::Unsupported(what), site);
    }

    pub(super) fn origin(&self, site: &Site) -> Origin {
        let loops = &self.frames[site.frame as usize].body.graphs().loops;
        let header = |(id, count): &(LoopId, u32)| (loops.get(*id).header.0, *count);
        Origin {
            frame: site.frame,
            pc: site.pc,
            iterations: site.iterations.iter().map(header).collect(),
        }
    }

    /// The node at the start of a copy of a block.
    pub(super) fn copy(&mut self, copy: Copy) -> NodeId {
        if let Some(known) = self.copies.get(&copy) {
            return *known;
        }
        let node = self.node();
        self.copies.insert(copy.clone(), node);
        self.work.push(copy);
        node
    }

    fn work(&mut self) -> Result<(), Undecided> {
        while let Some(copy) = self.work.pop() {
            self.bounds.stop.check()?;
            if self.edges.len() > self.bounds.edges {
                let limit = self.bounds.edges;
                return Err(Undecided::TooManyEdges(limit));
            }
            let node = self.copies[&copy];
            self.block(node, copy);
        }
        Ok(())
    }

    /// Where control goes from `site` to a block of the same frame, or the bound that ends the path there.
    fn target(&mut self, site: &Site, to: BlockId) -> Result<NodeId, Cut> {
        let body = self.frames[site.frame as usize].body.clone();
        let loops = &body.graphs().loops;
        let back = loops.back_edge(site.block, to);
        let mut around = Vec::new();
        let mut inner = loops.innermost(to);
        while let Some(id) = inner {
            let known = site.iterations.iter().find(|(known, _)| *known == id);
            let mut count = match known {
                Some((_, count)) if loops.contains(id, site.block) => *count,
                _ => 0,
            };
            if back == Some(id) {
                count += 1;
            }
            around.push((id, count));
            inner = loops.get(id).parent;
        }
        around.reverse();
        for (id, count) in &around {
            if self.is_beyond(site.frame, *id, *count, to) {
                let header = loops.get(*id).header.0;
                let frame = site.frame;
                let cut = Cut::Loop { frame, header };
                return Err(cut);
            }
        }
        Ok(self.copy((site.frame, to, around.into())))
    }

    /// Whether a block lies beyond the bound of a loop around it in this iteration.
    fn is_beyond(&self, frame: u32, id: LoopId, count: u32, block: BlockId) -> bool {
        let frame = &self.frames[frame as usize];
        let bottom = frame.bottom[id.0 as usize];
        let bound = self.bounds.unroll.max(u32::from(bottom)) - u32::from(bottom);
        match count.cmp(&bound) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal if bottom => false,
            std::cmp::Ordering::Equal => {
                let loops = &frame.body.graphs().loops;
                let leaves = frame.early[id.0 as usize].contains(&block);
                let quiet = loops.innermost(block) == Some(id) && is_quiet(&frame.body, block);
                !leaves && !quiet
            }
        }
    }

    fn block(&mut self, mut node: NodeId, (frame, block, iterations): Copy) {
        let body = self.frames[frame as usize].body.clone();
        let code = body.body.block(block);
        let mut site = Site {
            frame,
            block,
            pc: 0,
            iterations,
        };
        let mut exact: HashMap<Var, Name> = HashMap::new();
        for (inst, pc) in code.insts.iter().zip(&code.pcs) {
            site.pc = *pc;
            if let Some(dst) = inst.dst()
                && let Atom::Var(var) = self.register(&site, dst)
                && !matches!(inst, Inst::New { .. })
            {
                exact.remove(&var);
            }
            match self.instruction(node, inst, &site, &mut exact) {
                Some(next) => node = next,
                None => return,
            }
        }
        site.pc = code.terminator_pc;
        self.terminator(node, &code.terminator, &site, &exact);
    }

    pub(super) fn register(&self, site: &Site, reg: Reg) -> Atom {
        self.frames[site.frame as usize].registers[usize::from(reg.0)]
    }

    pub(super) fn atom(&self, site: &Site, operand: Operand) -> Atom {
        match operand {
            Operand::Reg(reg) => self.register(site, reg),
            Operand::Int(value) => Atom::Int(value),
            Operand::Long(value) => Atom::Long(value),
            Operand::Float(bits) => Atom::Float(bits),
            Operand::Double(bits) => Atom::Double(bits),
            Operand::Null => Atom::Null,
        }
    }

    pub(super) fn go(&mut self, node: NodeId, statement: Statement, to: BlockId, site: &Site) {
        let origin = self.origin(site);
        match self.target(site, to) {
            Ok(target) => self.edge(node, target, statement, origin),
            Err(cut) => self.ends(node, statement, End::Cut(cut), site),
        }
    }

    pub(super) fn returns(&mut self, node: NodeId, value: Option<Atom>, site: &Site) {
        let caller = self.frames[site.frame as usize].caller.as_ref();
        let (result, after) = match caller {
            Some(caller) => (caller.result, caller.after),
            None => (self.result, self.returned),
        };
        let statement = match (result, value) {
            (Some(var), Some(value)) => Statement::Assign {
                var,
                value: Value::Atom(value),
            },
            _ => Statement::Skip,
        };
        let origin = self.origin(site);
        self.edge(node, after, statement, origin);
    }
}

/// The blocks of a loop that can be reached from its header before any block that can leave it has been left.
fn early_blocks(body: &MethodBody, id: LoopId) -> HashSet<BlockId> {
    let graphs = body.graphs();
    let (loops, cfg) = (&graphs.loops, &graphs.cfg);
    let mut found = HashSet::new();
    let mut work = vec![loops.get(id).header];
    while let Some(block) = work.pop() {
        if !found.insert(block) {
            continue;
        }
        let out = cfg.successors(block);
        let leaves = |link: &ir::Link| !link.exceptional && !loops.contains(id, link.block);
        if out.iter().any(leaves) {
            continue;
        }
        work.extend(
            out.iter()
                .map(|l| l.block)
                .filter(|b| loops.contains(id, *b)),
        );
    }
    found
}

/// Whether a block changes nothing but registers and calls nothing.
fn is_quiet(body: &MethodBody, block: BlockId) -> bool {
    body.body.block(block).insts.iter().all(|inst| {
        matches!(
            inst,
            Inst::Move { .. }
                | Inst::Binary { .. }
                | Inst::Negate { .. }
                | Inst::Convert { .. }
                | Inst::Compare { .. }
                | Inst::ArrayLength { .. }
                | Inst::ArrayLoad { .. }
                | Inst::GetField { .. }
                | Inst::GetStatic { .. }
                | Inst::InstanceOf { .. }
        )
    })
}
