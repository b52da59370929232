//! Classes whose initialisation nobody can tell the moment of. Inside of a region that is walked side by side, a class
//! that one side initialises and the other does not would keep the two apart; if its initialiser only makes objects
//! of its own, it may as well run before the branch.

use crate::class::MethodSource;
use crate::machine::Machine;
use crate::value::{ClassId, MethodId};
use classpath::{MemberRef, Name};
use ir::{BinaryOp, Inst, InvokeKind, Kind, Terminator};

/// How deep methods that an initialiser calls are looked into.
const DEPTH: u32 = 6;

/// Classes of the JDK whose static methods only compute.
const COMPUTING: [&str; 15] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Enum",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/String",
    "java/util/Arrays",
    "java/util/List",
    "java/util/Map",
    "java/util/Set",
];

impl Machine {
    /// Whether a class can be initialised earlier than a program does it without anybody noticing.
    pub(crate) fn can_come_early(&mut self, class: ClassId) -> bool {
        if let Some(&known) = self.early.get(&class) {
            return known;
        }
        // A class that needs itself is decided by the rest of it.
        self.early.insert(class, true);
        let early = self.looks_early(class);
        if !early {
            // What was found out about others may rest on this one.
            self.early.retain(|_, early| !*early);
        }
        self.early.insert(class, early);
        early
    }

    /// A class has turned out to be noticed if it is initialised early.
    pub fn comes_in_time(&mut self, class: ClassId) {
        self.early.retain(|_, early| !*early);
        self.early.insert(class, false);
    }

    fn looks_early(&mut self, class: ClassId) -> bool {
        let linked = self.class(class).clone();
        if is_platform(&linked.name) {
            return true;
        }
        if let Some(parent) = linked.super_class
            && !self.can_come_early(parent)
        {
            return false;
        }
        if !linked.interfaces.iter().all(|i| self.can_come_early(*i)) {
            return false;
        }
        match linked.initializer {
            Some(method) => self.only_makes(method, class, DEPTH),
            None => true,
        }
    }

    /// Whether a method only makes objects, and sets only fields of the class `own`, which nobody has seen yet.
    fn only_makes(&mut self, method: MethodId, own: ClassId, depth: u32) -> bool {
        let linked = self.method(method).clone();
        if depth == 0
            || linked.native.is_some()
            || matches!(linked.source, MethodSource::Synthetic(_))
        {
            return false;
        }
        let Some(body) = self.body(method) else {
            return false;
        };
        body.blocks.iter().all(|block| {
            !matches!(block.terminator, Terminator::Throw(_))
                && block.insts.iter().all(|inst| self.makes(inst, own, depth))
        })
    }

    fn makes(&mut self, inst: &Inst, own: ClassId, depth: u32) -> bool {
        match inst {
            Inst::Binary { op, kind, .. } => {
                !(matches!(op, BinaryOp::Div | BinaryOp::Rem)
                    && matches!(kind, Kind::Int | Kind::Long))
            }
            Inst::New { class, .. } => is_platform(class) || self.is_early_name(class),
            Inst::GetStatic { field, .. } => {
                self.declares(own, field) || is_platform(&field.class) && &*field.name != "out"
            }
            Inst::PutStatic { field, .. } => self.declares(own, field),
            Inst::Invoke { kind, method, .. } => self.call_makes(*kind, method, own, depth),
            // A lambda is made and not called; everything else may call something.
            Inst::InvokeDynamic { site, .. } => {
                site.descriptor.ends_with(';')
                    && !site.name.starts_with("makeConcat")
                    && &*site.name != "toString"
            }
            Inst::MonitorEnter { .. } | Inst::MonitorExit { .. } => false,
            _ => true,
        }
    }

    /// Whether a field is one of the class itself: a subclass may name those of its superclass as its own.
    fn declares(&self, own: ClassId, field: &MemberRef) -> bool {
        let class = self.class(own);
        let declared = class.file.as_ref().is_some_and(|file| {
            let mut fields = file.fields.iter();
            fields.any(|f| f.name == field.name && f.descriptor == field.descriptor)
        });
        class.name == field.class && declared
    }

    fn is_early_name(&mut self, class: &Name) -> bool {
        self.load(class)
            .is_ok_and(|class| self.can_come_early(class))
    }

    fn call_makes(
        &mut self,
        kind: InvokeKind,
        method: &MemberRef,
        own: ClassId,
        depth: u32,
    ) -> bool {
        if is_platform(&method.class) || method.class.starts_with('[') {
            return match kind {
                InvokeKind::Static => COMPUTING.contains(&&*method.class),
                InvokeKind::Special => &*method.name == "<init>",
                _ => matches!(
                    &*method.name,
                    "desiredAssertionStatus" | "clone" | "ordinal"
                ),
            };
        }
        if !matches!(kind, InvokeKind::Static | InvokeKind::Special)
            || !self.is_early_name(&method.class)
        {
            return false;
        }
        let Ok(class) = self.load(&method.class) else {
            return false;
        };
        let signature = self.signature(&method.name, &method.descriptor);
        match self.find_method(class, signature) {
            Some(found) => self.only_makes(found, own, depth - 1),
            None => false,
        }
    }
}

fn is_platform(class: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/"]
        .iter()
        .any(|prefix| class.starts_with(prefix))
}
