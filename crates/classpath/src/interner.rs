//! Shares names between classes: the same few thousand class names, member names and descriptors occur in every pool.

use crate::Name;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Default)]
pub(crate) struct Interner {
    names: Mutex<HashSet<Name>>,
}

impl Interner {
    /// Locked once per constant pool rather than once per name.
    pub fn lock(&self) -> Interning<'_> {
        // A set of names is consistent after any panic.
        Interning(self.names.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(crate) struct Interning<'a>(MutexGuard<'a, HashSet<Name>>);

impl Interning<'_> {
    pub fn name(&mut self, text: &str) -> Name {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let name = Name::from(text);
        self.0.insert(name.clone());
        name
    }
}
