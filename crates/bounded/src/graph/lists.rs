//! Calls of lists in the graph: what makes one longer or shorter is a statement, the rest is the JDK's code, which finds the
//! list itself where it reads the array of a list.

use super::build::{Builder, Site};
use super::{Atom, Change, MapInfo, NodeId, Question, Statement, Test, Value, Var};
use crate::lists::{self, LIST};
use crate::program::Target;
use classpath::MemberRef;
use ir::{BinaryOp, Condition, Kind};

/// What is made of a call of a class that looks into lists.
pub(super) enum Followed {
    /// Its code.
    Code,
    /// Statements that lead to a node.
    To(NodeId),
    Not,
}

const OUTSIDE: &str = "java/lang/IndexOutOfBoundsException";

impl Builder<'_> {
    /// What a field of a list holds.
    pub(super) fn of_list(&self, object: Atom, field: &MemberRef) -> Option<Value> {
        let (class, _) = (self.program).field(&field.class, &field.name, &field.descriptor)?;
        if !self.program.has_lists() || !lists::is_list(&class) {
            return None;
        }
        match &*field.name {
            "size" => Some(Value::Length { array: object }),
            "elementData" => Some(Value::Atom(object)),
            _ => None,
        }
    }

    pub(super) fn of_lists(
        &mut self,
        node: NodeId,
        target: &Target,
        args: &[Atom],
        result: Option<Var>,
        site: &Site,
    ) -> Followed {
        let info = &target.class.methods[target.method];
        let (name, descriptor) = (info.name.clone(), info.descriptor.clone());
        if !self.program.has_lists() || self.counts.reads {
            return Followed::Not;
        }
        if &*target.class.name == LIST
            && let [list, rest @ ..] = args
        {
            let changed = self.changed(node, *list, &name, &descriptor, rest, result, site);
            match changed {
                Some(Some(node)) => return Followed::To(node),
                Some(None) => return Followed::Not,
                None => {}
            }
        }
        match lists::is_followed(&target.class.name, &name) {
            true => Followed::Code,
            false => Followed::Not,
        }
    }

    /// A method that makes a list longer or shorter: where it leads, or nowhere if it has no meaning here; none if it is
    /// no such method.
    #[allow(clippy::too_many_arguments)]
    fn changed(
        &mut self,
        node: NodeId,
        list: Atom,
        name: &str,
        descriptor: &str,
        args: &[Atom],
        result: Option<Var>,
        site: &Site,
    ) -> Option<Option<NodeId>> {
        let mut node = node;
        let change = match (name, descriptor, args) {
            ("<init>", "()V", []) => return Some(Some(node)),
            ("<init>", "(I)V", [capacity]) => {
                let negative = Question::Negative(*capacity);
                let exception = "java/lang/IllegalArgumentException";
                return Some(Some(self.guard(node, negative, true, exception, site)));
            }
            ("<init>", "(Ljava/util/Collection;)V", [other]) => {
                let node = self.another_list(node, *other, site);
                let change = Change::Append(*other);
                let statement = Statement::ChangeList { list, change };
                return Some(Some(self.then(node, statement, site)));
            }
            ("add", "(Ljava/lang/Object;)Z", [value]) => {
                let index = self.size_of(&mut node, list, site);
                let value = *value;
                Change::Insert { index, value }
            }
            ("add", "(ILjava/lang/Object;)V", [index, value]) => {
                let (index, value) = (*index, *value);
                let size = self.size_of(&mut node, list, site);
                let beyond = Question::Compare {
                    condition: Condition::Gt,
                    kind: Kind::Int,
                    a: index,
                    b: size,
                };
                node = self.guard(node, beyond, true, OUTSIDE, site);
                node = self.guard(node, Question::Negative(index), true, OUTSIDE, site);
                Change::Insert { index, value }
            }
            // Whoever calls it has looked at the index.
            ("fastRemove", "([Ljava/lang/Object;I)V", [_, index]) => {
                let index = *index;
                Change::Remove { index }
            }
            ("clear", "()V", []) => Change::Clear,
            ("addAll", "(Ljava/util/Collection;)Z", [other]) => {
                node = self.another_list(node, *other, site);
                Change::Append(*other)
            }
            _ => return None,
        };
        if self.is_within_search(site) {
            return Some(None);
        }
        let some = match change {
            Change::Append(other) => Some(self.size_of(&mut node, other, site)),
            _ => None,
        };
        node = self.count_change(node, list, site);
        let statement = Statement::ChangeList { list, change };
        node = self.then(node, statement, site);
        let Some(var) = result else {
            return Some(Some(node));
        };
        // Whether the list has changed.
        let Some(some) = some else {
            let value = Value::Atom(Atom::Int(1));
            return Some(Some(self.then(
                node,
                Statement::Assign { var, value },
                site,
            )));
        };
        let test = Test {
            what: Question::Zero {
                kind: Kind::Int,
                a: some,
            },
            holds: true,
        };
        let after = self.node();
        for (holds, value) in [(true, 0), (false, 1)] {
            let test = match holds {
                true => test.clone(),
                false => test.clone().negated(),
            };
            let here = self.then(node, Statement::Guard(test), site);
            let value = Value::Atom(Atom::Int(value));
            let origin = self.origin(site);
            self.edge(here, after, Statement::Assign { var, value }, origin);
        }
        Some(Some(after))
    }

    /// Goes on where a collection is a list; others have methods of their own for what is asked of them.
    fn another_list(&mut self, node: NodeId, other: Atom, site: &Site) -> NodeId {
        let node = self.not_null(node, other, site);
        let test = Test {
            what: Question::ClassIn {
                object: other,
                classes: [LIST.into()].into(),
            },
            holds: true,
        };
        let broken = Statement::Guard(test.clone().negated());
        let what = "the elements of a collection that is no ArrayList".to_owned();
        self.ends(node, broken, super::End::Unsupported(what), site);
        self.then(node, Statement::Guard(test), site)
    }

    fn size_of(&mut self, node: &mut NodeId, list: Atom, site: &Site) -> Atom {
        let var = self.temporary("size", Kind::Int);
        let value = Value::Length { array: list };
        *node = self.then(*node, Statement::Assign { var, value }, site);
        Atom::Var(var)
    }

    /// Iterators look at how often a list has changed.
    fn count_change(&mut self, node: NodeId, list: Atom, site: &Site) -> NodeId {
        let map = self.map(MapInfo::Field {
            class: "java/util/AbstractList".into(),
            name: "modCount".into(),
            descriptor: "I".into(),
        });
        let var = self.temporary("changes", Kind::Int);
        let value = Value::Field { map, object: list };
        let node = self.then(node, Statement::Assign { var, value }, site);
        let (op, kind) = (BinaryOp::Add, Kind::Int);
        let (a, b) = (Atom::Var(var), Atom::Int(1));
        let value = Value::Binary { op, kind, a, b };
        let node = self.then(node, Statement::Assign { var, value }, site);
        let write = Statement::Write {
            map,
            object: list,
            value: Atom::Var(var),
        };
        self.then(node, write, site)
    }

    /// Whether a method of the program runs that was called while a list was looked through. The JDK goes on with the array
    /// that the list had then, which here is the list.
    fn is_within_search(&self, site: &Site) -> bool {
        let mut left = false;
        let mut frame = Some(site.frame);
        while let Some(at) = frame {
            let known = &self.frames[at as usize];
            let looks = lists::knows_lists(&known.class.name);
            if left && looks {
                return true;
            }
            left |= !looks;
            frame = known.caller.as_ref().map(|caller| caller.site.frame);
        }
        false
    }

    /// Goes on where an index is below a length.
    pub(super) fn index_below(
        &mut self,
        node: NodeId,
        index: Atom,
        length: Atom,
        site: &Site,
    ) -> NodeId {
        let node = self.guard(node, Question::Negative(index), true, OUTSIDE, site);
        let beyond = Question::Compare {
            condition: Condition::Ge,
            kind: Kind::Int,
            a: index,
            b: length,
        };
        self.guard(node, beyond, true, OUTSIDE, site)
    }
}
