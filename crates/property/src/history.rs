//! What a monitor has been through: the events that changed its state, newest first, shared between the monitors and the
//! paths that have them in common.

use crate::automaton::StateId;
use crate::model::EventId;
use std::fmt;
use std::sync::Arc;

/// A persistent list of changes of state. Events that leave a state where it is are not in it, so that two histories
/// that end in an error are equivalent in the sense of Definition 3.1 (000) exactly when their events are equal.
#[derive(Clone, Default)]
pub struct History {
    last: Option<Arc<Node>>,
}

struct Node {
    change: Change,
    length: u32,
    before: History,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change {
    pub event: EventId,
    pub from: StateId,
    pub to: StateId,
    /// Where, in terms of whoever steps the monitor.
    pub site: u32,
}

impl History {
    pub fn push(&mut self, change: Change) {
        let length = self.len() as u32 + 1;
        let before = std::mem::take(self);
        self.last = Some(Arc::new(Node {
            change,
            length,
            before,
        }));
    }

    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |node| node.length as usize)
    }

    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Newest first.
    pub fn backwards(&self) -> impl Iterator<Item = Change> + '_ {
        std::iter::successors(self.last.as_deref(), |node| node.before.last.as_deref())
            .map(|node| node.change)
    }

    /// Oldest first.
    pub fn changes(&self) -> Vec<Change> {
        let mut changes: Vec<Change> = self.backwards().collect();
        changes.reverse();
        changes
    }

    /// Whether two histories are one and the same list.
    pub fn is_shared_with(&self, other: &History) -> bool {
        match (&self.last, &other.last) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// Without recursion: an iteration over a long list makes a long history.
impl Drop for History {
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next.and_then(Arc::into_inner) {
            let mut node = node;
            next = node.before.last.take();
        }
    }
}

impl PartialEq for History {
    fn eq(&self, other: &History) -> bool {
        self.len() == other.len() && {
            let mut pair = (self.last.as_ref(), other.last.as_ref());
            loop {
                match pair {
                    (Some(a), Some(b)) if Arc::ptr_eq(a, b) => return true,
                    (Some(a), Some(b)) if a.change == b.change => {
                        pair = (a.before.last.as_ref(), b.before.last.as_ref());
                    }
                    (None, None) => return true,
                    _ => return false,
                }
            }
        }
    }
}

impl Eq for History {}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.changes()).finish()
    }
}
