//! Which assertions a path that was given up could still have come to. The answer errs on the large side: calls are
//! resolved by name and type alone, and library code may call whatever of the program it could know of.

use crate::asserts::{Asserts, body};
use classpath::{Constant, MemberRef, Name};
use ir::{Body, Cfg, Edges, Inst};
use machine::{Machine, MethodId, State};
use std::collections::{BTreeSet, HashMap};

/// An assertion: its method, and the bytecode offset of its test.
pub type Site = (MethodId, u32);

/// Programs with more classes than this are not looked into.
const MOST_CLASSES: usize = 4000;

#[derive(Default)]
pub struct Ahead {
    program: Option<Option<Program>>,
}

/// The methods of the program, as far as calls between them need it.
struct Program {
    by_signature: HashMap<(Name, Name), Vec<MethodId>>,
    /// What library code may call at any time, with all that this leads to.
    called_back: Reached,
}

/// Whole methods that can be entered.
#[derive(Clone, Default)]
struct Reached {
    methods: BTreeSet<MethodId>,
    /// Something that can call any method was reached.
    anything: bool,
    /// An `AssertionError` is made, by an assertion or by hand.
    makes_error: bool,
}

impl Ahead {
    /// The assertions that the state may come to, or be within; `None` if it may be any. Errors of assertions that
    /// are thrown by hand have no such site: where they count and one may be ahead, there is no answer either.
    pub fn of(
        &mut self,
        machine: &mut Machine,
        asserts: &mut Asserts,
        state: &State,
        entry: MethodId,
        by_hand: bool,
    ) -> Option<BTreeSet<Site>> {
        let program = self
            .program
            .get_or_insert_with(|| Program::new(machine))
            .as_ref()?;
        let mut frames = Vec::new();
        state.stack.for_each(|frame, _| {
            frames.push((frame.method, frame.code_pc()));
            true
        });
        // The arguments are still being made.
        if frames.iter().all(|(method, _)| *method != entry) {
            return None;
        }
        let mut reached = program.called_back.clone();
        let mut sites = BTreeSet::new();
        let mut work = Vec::new();
        for (method, pc) in frames {
            let linked = machine.method(method);
            let class = machine.class(linked.class);
            if !class.application {
                reached.anything |= !linked.is_synthetic_frame() && reflects(&class.name);
                continue;
            }
            let body = body(machine, method)?;
            let rest = Rest::new(&body, pc);
            rest.calls(&body, &mut |call| {
                program.enter(call, &mut work, &mut reached)
            });
            for site in asserts.of(machine, method).iter() {
                let within = (site.check_pc..site.end_pc).contains(&pc);
                if within || rest.contains(&body, site.check_pc) {
                    sites.insert((method, site.check_pc));
                }
            }
        }
        program.close(machine, work, &mut reached);
        if reached.anything {
            return None;
        }
        let makes_error = reached.makes_error;
        for method in reached.methods {
            let all = asserts.of(machine, method);
            sites.extend(all.iter().map(|site| (method, site.check_pc)));
        }
        (!by_hand || !makes_error || !sites.is_empty()).then_some(sites)
    }
}

impl Program {
    fn new(machine: &mut Machine) -> Option<Program> {
        let names = machine.classpath().application_classes().ok()?;
        if names.len() > MOST_CLASSES {
            return None;
        }
        let mut by_signature: HashMap<(Name, Name), Vec<MethodId>> = HashMap::new();
        let mut roots = Vec::new();
        let mut files = Vec::new();
        for name in names {
            let class = machine.load(&name).ok()?;
            let class = machine.class(class).clone();
            files.extend(class.file.clone());
            for &id in &class.methods {
                let method = machine.method(id).clone();
                let inherited = class.ancestors.iter().any(|ancestor| {
                    let ancestor = machine.class(*ancestor);
                    !ancestor.application
                        && ancestor
                            .methods_by_signature
                            .contains_key(&method.signature)
                });
                if &*method.name == "<clinit>" || inherited {
                    roots.push(id);
                }
                by_signature
                    .entry((method.name.clone(), method.descriptor.clone()))
                    .or_default()
                    .push(id);
            }
        }
        // Lambdas and method references.
        for bootstrap in files.iter().flat_map(|file| &file.bootstrap_methods) {
            for argument in &bootstrap.arguments {
                if let Constant::MethodHandle(handle) = argument {
                    let member = &handle.member;
                    let key = (member.name.clone(), member.descriptor.clone());
                    roots.extend(by_signature.get(&key).into_iter().flatten());
                }
            }
        }
        let mut program = Program {
            by_signature,
            called_back: Reached::default(),
        };
        let mut called_back = Reached::default();
        called_back.methods.extend(&roots);
        program.close(machine, roots, &mut called_back);
        program.called_back = called_back;
        Some(program)
    }

    fn enter(&self, call: &MemberRef, work: &mut Vec<MethodId>, reached: &mut Reached) {
        let harness = !of_the_jdk(&call.class)
            && machine::natives::find(&call.class, &call.name, &call.descriptor).is_some();
        if harness {
            return;
        }
        reached.makes_error |= &*call.class == "java/lang/AssertionError";
        reached.anything |= reflects(&call.class)
            || &*call.name == "newInstance"
            || !of_the_jdk(&call.class) && !self.has(call);
        let key = (call.name.clone(), call.descriptor.clone());
        for &method in self.by_signature.get(&key).into_iter().flatten() {
            if reached.methods.insert(method) {
                work.push(method);
            }
        }
    }

    /// Whether the program has a method of this name and type. A dependency's methods are not known to it.
    fn has(&self, call: &MemberRef) -> bool {
        let key = (call.name.clone(), call.descriptor.clone());
        self.by_signature.contains_key(&key)
    }

    fn close(&self, machine: &Machine, mut work: Vec<MethodId>, reached: &mut Reached) {
        while let Some(method) = work.pop() {
            let Some(body) = body(machine, method) else {
                // Without a body it calls nothing, unless it is native.
                reached.anything |= machine.method(method).is_native();
                continue;
            };
            Rest::all(&body).calls(&body, &mut |call| self.enter(call, &mut work, reached));
        }
    }
}

/// What of a method can run from an offset on: whole blocks, and a part of the block that it is in.
struct Rest {
    blocks: BTreeSet<usize>,
    /// Blocks that run from the offset on.
    begun: Vec<usize>,
    from: u32,
}

impl Rest {
    fn all(body: &Body) -> Rest {
        Rest {
            blocks: (0..body.blocks.len()).collect(),
            begun: Vec::new(),
            from: 0,
        }
    }

    fn new(body: &Body, pc: u32) -> Rest {
        let numbered = body.blocks.iter().enumerate();
        let begun: Vec<usize> = numbered
            .filter(|(_, block)| block.pcs.contains(&pc) || block.terminator_pc == pc)
            .map(|(number, _)| number)
            .collect();
        if begun.is_empty() {
            return Rest::all(body);
        }
        let cfg = Cfg::new(body);
        let mut blocks = BTreeSet::new();
        let mut work = begun.clone();
        while let Some(block) = work.pop() {
            for next in cfg.successors_along(ir::BlockId(block as u32), Edges::All) {
                if blocks.insert(next.0 as usize) {
                    work.push(next.0 as usize);
                }
            }
        }
        Rest {
            blocks,
            begun,
            from: pc,
        }
    }

    /// Offsets and instructions, block by block.
    fn insts<'b>(&'b self, body: &'b Body) -> impl Iterator<Item = (u32, &'b Inst)> {
        let whole = self.blocks.iter().map(|number| (*number, 0));
        let begun = self.begun.iter().map(|number| (*number, self.from));
        whole.chain(begun).flat_map(|(number, from)| {
            let block = &body.blocks[number];
            let pcs = block.pcs.iter().copied();
            pcs.zip(&block.insts).skip_while(move |(pc, _)| *pc < from)
        })
    }

    fn calls(&self, body: &Body, visit: &mut dyn FnMut(&MemberRef)) {
        for (_, inst) in self.insts(body) {
            if let Inst::Invoke { method, .. } = inst {
                visit(method);
            }
        }
    }

    /// Whether the instruction at an offset, which is not a block's last, can run.
    fn contains(&self, body: &Body, pc: u32) -> bool {
        self.insts(body).any(|(at, _)| at == pc)
    }
}

/// Classes through which any method can be called.
fn reflects(class: &str) -> bool {
    class.starts_with("java/lang/reflect/")
        || class.starts_with("jdk/internal/reflect/")
        || class.starts_with("java/lang/invoke/")
        || class == "java/util/ServiceLoader"
}

fn of_the_jdk(class: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/", "com/sun/", "["]
        .iter()
        .any(|prefix| class.starts_with(prefix))
}
