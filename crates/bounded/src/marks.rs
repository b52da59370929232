//! Statements of JML within bodies, found again in code: classes compiled from texts in which every statement is a call
//! of an empty method with its number (`jml::marks`).

use classpath::{ClassFile, Name};
use jml::contract::BodyStatement;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A method by class, name and descriptor.
pub type Key = [Name; 3];

#[derive(Debug, Default)]
pub struct Marks {
    /// Classes with marks in place of the program's own, with the same members in the same order.
    pub classes: BTreeMap<Name, Arc<ClassFile>>,
    /// By the number of the mark.
    pub statements: Vec<Marked>,
    /// Methods with statements that no place was found for, and why.
    pub refused: BTreeMap<Key, String>,
}

/// A statement with the method that it stands in.
#[derive(Debug, Clone)]
pub struct Marked {
    pub method: Key,
    /// How many parameters the descriptor has before the declared ones.
    pub hidden_parameters: usize,
    pub statement: Arc<BodyStatement>,
}

impl Marks {
    /// The class with marks that stands for a class, if it has any.
    pub fn class(&self, class: &Arc<ClassFile>) -> Option<&Arc<ClassFile>> {
        self.classes.get(&class.name)
    }

    pub fn key(class: &ClassFile, method: usize) -> Key {
        let info = &class.methods[method];
        [
            class.name.clone(),
            info.name.clone(),
            info.descriptor.clone(),
        ]
    }
}
