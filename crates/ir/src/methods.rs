//! Bodies, built when first asked for and kept. One [`Methods`] serves all threads; whoever runs a method often keeps the
//! `Arc` it got, so that the lock here is taken once per method and not once per call.

use crate::{
    Body, Cfg, ControlDependence, Dominators, Edges, Loops, LowerError, PostDominators, lower,
};
use classpath::ClassFile;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A method's body and, on demand, the graphs over it.
#[derive(Debug)]
pub struct MethodBody {
    pub body: Body,
    graphs: OnceLock<Graphs>,
}

/// Over all edges, except for what says *normal*.
#[derive(Debug)]
pub struct Graphs {
    pub cfg: Cfg,
    pub dominators: Dominators,
    pub post_dominators: PostDominators,
    pub normal_post_dominators: PostDominators,
    pub loops: Loops,
    /// Over normal edges: what a branch decides when nothing is thrown.
    pub control: ControlDependence,
}

impl MethodBody {
    pub fn new(body: Body) -> MethodBody {
        MethodBody {
            body,
            graphs: OnceLock::new(),
        }
    }

    pub fn graphs(&self) -> &Graphs {
        self.graphs.get_or_init(|| Graphs::new(&self.body))
    }
}

impl Graphs {
    pub fn new(body: &Body) -> Graphs {
        let cfg = Cfg::new(body);
        let normal_post_dominators = PostDominators::new(&cfg, Edges::Normal);
        Graphs {
            dominators: Dominators::new(&cfg, Edges::All),
            post_dominators: PostDominators::new(&cfg, Edges::All),
            loops: Loops::new(&cfg),
            control: ControlDependence::new(&cfg, &normal_post_dominators, Edges::Normal),
            normal_post_dominators,
            cfg,
        }
    }
}

type Lowered = Result<Arc<MethodBody>, LowerError>;

/// Classes are told apart by identity, not by name: two versions of a class never share bodies. The entry keeps its class
/// alive, so an address is not reused while it is a key.
struct ClassEntry {
    class: Arc<ClassFile>,
    methods: Box<[OnceLock<Lowered>]>,
}

#[derive(Default)]
pub struct Methods {
    classes: Mutex<HashMap<usize, Arc<ClassEntry>>>,
}

impl Methods {
    pub fn new() -> Methods {
        Methods::default()
    }

    /// The body of `class.methods[index]`. Failures are kept too. Lowering happens outside of the lock; a second thread
    /// that asks for the same method waits for the first.
    pub fn get(&self, class: &Arc<ClassFile>, index: usize) -> Lowered {
        let entry = self.entry(class);
        let (Some(slot), Some(method)) = (entry.methods.get(index), entry.class.methods.get(index))
        else {
            return Err(LowerError {
                method: class.name.replace('/', "."),
                pc: 0,
                reason: format!("the class has no method number {index}"),
            });
        };
        let body = || lower(&entry.class, method).map(|body| Arc::new(MethodBody::new(body)));
        slot.get_or_init(body).clone()
    }

    /// Gives `class.methods[index]` a body that was made, not read; the first one counts.
    pub fn insert(&self, class: &Arc<ClassFile>, index: usize, body: Body) {
        if let Some(slot) = self.entry(class).methods.get(index) {
            slot.get_or_init(|| Ok(Arc::new(MethodBody::new(body))));
        }
    }

    fn entry(&self, class: &Arc<ClassFile>) -> Arc<ClassEntry> {
        // Nothing panics while the map is being changed, so a poisoned one is still whole.
        let mut classes = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = classes
            .entry(Arc::as_ptr(class) as usize)
            .or_insert_with(|| {
                let methods = class.methods.iter().map(|_| OnceLock::new()).collect();
                Arc::new(ClassEntry {
                    class: class.clone(),
                    methods,
                })
            });
        entry.clone()
    }
}
