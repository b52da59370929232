//! The control-flow graph in Graphviz's language: a box per block, loops as nested frames, exceptional edges dashed.

use crate::print::condition as symbol;
use crate::{BlockId, Body, Graphs, LoopId, Names, Terminator};
use classpath::{ClassFile, Method};
use std::fmt::Write;

/// The arguments are those of [`print()`](crate::print()).
pub fn dot(class: &ClassFile, method: &Method, body: &Body, graphs: &Graphs) -> String {
    let title = format!(
        "{}.{}{}",
        class.name.replace('/', "."),
        method.name,
        method.descriptor
    );
    let mut out = String::new();
    let _ = writeln!(out, "digraph {} {{", quoted(&title));
    out.push_str("  node [shape=box, fontname=monospace];\n");
    let loop_names = graphs.loops.names(body, class, method);
    let mut drawing = Drawing {
        body,
        graphs,
        names: Names::new(body),
        inner: vec![Vec::new(); graphs.loops.len()],
        own: vec![Vec::new(); graphs.loops.len()],
        loop_names,
        out,
    };
    drawing.draw();
    drawing.out
}

struct Drawing<'a> {
    body: &'a Body,
    graphs: &'a Graphs,
    names: Names<'a>,
    loop_names: Vec<String>,
    /// By loop: the loops directly inside, and the blocks that are in no inner loop.
    inner: Vec<Vec<LoopId>>,
    own: Vec<Vec<BlockId>>,
    out: String,
}

enum Step {
    Open(LoopId),
    Close,
}

impl Drawing<'_> {
    fn draw(&mut self) {
        let mut outermost = Vec::new();
        for (id, l) in self.graphs.loops.iter() {
            match l.parent {
                Some(parent) => self.inner[parent.0 as usize].push(id),
                None => outermost.push(id),
            }
        }
        for block in self.body.block_ids() {
            match self.graphs.loops.innermost(block) {
                Some(id) => self.own[id.0 as usize].push(block),
                None => self.node(block),
            }
        }
        // Loops may be nested as deeply as a class file likes: no recursion.
        let mut steps: Vec<Step> = outermost.into_iter().rev().map(Step::Open).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.out.push_str("  }\n"),
                Step::Open(id) => {
                    let _ = writeln!(self.out, "  subgraph cluster_{} {{", id.0);
                    let label = quoted(&self.loop_names[id.0 as usize]);
                    let _ = writeln!(self.out, "  label={label};");
                    for block in std::mem::take(&mut self.own[id.0 as usize]) {
                        self.node(block);
                    }
                    steps.push(Step::Close);
                    let inner = std::mem::take(&mut self.inner[id.0 as usize]);
                    steps.extend(inner.into_iter().rev().map(Step::Open));
                }
            }
        }
        for block in self.body.block_ids() {
            self.edges(block);
        }
        self.out.push_str("}\n");
    }

    fn node(&mut self, id: BlockId) {
        let block = self.body.block(id);
        let mut lines = vec![format!("b{}", id.0)];
        if let Some(caught) = block.caught {
            lines.push(format!(
                "catch {}",
                self.names.written(caught, block.first_pc())
            ));
        }
        for (inst, pc) in block.insts.iter().zip(&block.pcs) {
            lines.push(self.names.inst(inst, *pc));
        }
        // What the edges do not say.
        match &block.terminator {
            Terminator::Goto(_) => {}
            Terminator::If {
                condition, a, b, ..
            } => {
                let pc = block.terminator_pc;
                lines.push(format!(
                    "if {} {} {}",
                    self.names.operand(*a, pc),
                    symbol(*condition),
                    self.names.operand(*b, pc)
                ));
            }
            Terminator::Switch { key, .. } => {
                lines.push(format!(
                    "switch {}",
                    self.names.operand(*key, block.terminator_pc)
                ));
            }
            other => lines.push(self.names.terminator(other, block.terminator_pc)),
        }
        let label: String = lines.iter().map(|line| escaped(line) + "\\l").collect();
        let _ = writeln!(self.out, "  b{} [label=\"{label}\"];", id.0);
    }

    fn edges(&mut self, id: BlockId) {
        let block = self.body.block(id);
        let from = id.0;
        match &block.terminator {
            Terminator::Goto(target) => {
                let _ = writeln!(self.out, "  b{from} -> b{};", target.0);
            }
            Terminator::If {
                then, otherwise, ..
            } => {
                let _ = writeln!(self.out, "  b{from} -> b{} [label=\"yes\"];", then.0);
                let _ = writeln!(self.out, "  b{from} -> b{} [label=\"no\"];", otherwise.0);
            }
            Terminator::Switch { cases, default, .. } => {
                for (value, target) in cases {
                    let _ = writeln!(self.out, "  b{from} -> b{} [label=\"{value}\"];", target.0);
                }
                let _ = writeln!(self.out, "  b{from} -> b{} [label=\"default\"];", default.0);
            }
            Terminator::Return(_) | Terminator::Throw(_) => {}
        }
        for handler in &block.handlers {
            let class = handler.catch_type.as_deref().unwrap_or("anything");
            let _ = writeln!(
                self.out,
                "  b{from} -> b{} [style=dashed, label={}];",
                handler.target.0,
                quoted(class)
            );
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}
