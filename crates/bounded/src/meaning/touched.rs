//! What a method may change of what a specification speaks of: invariants of classes that the method does not know may
//! break, too, where they rest on what it writes or makes.

use super::class_file_name;
use super::types::{collect_reads, visit};
use crate::graph::{Bounds, Graph, MapInfo, Place, Statement};
use crate::program::Program;
use classpath::Name;
use ir::ElementKind;
use jml::Specifications;
use jml::resolved::{Expr, ExprKind, Via};
use std::collections::BTreeSet;

/// The locations that a graph writes and the classes that it makes objects of.
pub struct Written {
    maps: Vec<MapInfo>,
    statics: BTreeSet<(Name, Name)>,
    made: BTreeSet<Name>,
    /// A call by its contract may write whatever that allows.
    anything: bool,
}

impl Written {
    /// Whether something is written to that is no part of an exception.
    pub fn is_something(&self, program: &Program) -> bool {
        let kept = |info: &MapInfo| match info {
            MapInfo::Field { class, .. } => !program.is_subclass(class, "java/lang/Throwable"),
            _ => true,
        };
        self.anything || !self.statics.is_empty() || self.maps.iter().any(kept)
    }

    pub fn new(graph: &Graph) -> Written {
        let mut written = Written {
            maps: Vec::new(),
            statics: BTreeSet::new(),
            made: graph.made.iter().map(|(class, _)| class.clone()).collect(),
            anything: false,
        };
        for edge in &graph.edges {
            match &edge.statement {
                Statement::Write { map, .. } | Statement::WriteElement { map, .. } => {
                    let info = &graph.maps[map.0 as usize];
                    if !written.maps.contains(info) {
                        written.maps.push(info.clone());
                    }
                }
                Statement::Assign { var, .. } => {
                    written
                        .statics
                        .extend(graph.vars[var.0 as usize].field.clone());
                }
                Statement::Set { to, .. } => match to {
                    Place::Var(var) => {
                        written
                            .statics
                            .extend(graph.vars[var.0 as usize].field.clone());
                    }
                    Place::Map(map) => {
                        let info = &graph.maps[map.0 as usize];
                        if !written.maps.contains(info) {
                            written.maps.push(info.clone());
                        }
                    }
                },
                Statement::ChangeList { .. } => {
                    let info = MapInfo::Elements(ElementKind::Ref);
                    if !written.maps.contains(&info) {
                        written.maps.push(info);
                    }
                }
                Statement::Call { .. } => written.anything = true,
                _ => {}
            }
        }
        written
    }

    fn is_nothing(&self) -> bool {
        self.maps.is_empty() && self.statics.is_empty() && self.made.is_empty()
    }

    /// Whether the value of an expression may change; what it rests on indirectly counts as changed.
    pub fn touches(&self, program: &Program, expr: &Expr) -> bool {
        self.anything || self.rests(program, expr, true)
    }

    /// The same, calls by contract aside; what the expression calls counts as far as it reads what is written.
    pub fn disturbs(
        &self,
        program: &Program,
        specifications: &Specifications,
        expr: &Expr,
        bounds: &Bounds,
    ) -> bool {
        if self.rests(program, expr, false) {
            return true;
        }
        if !self.rests(program, expr, true) {
            return false;
        }
        let reads = collect_reads(program, specifications, expr, bounds);
        let is_read = |map: &MapInfo| match map {
            MapInfo::Field { class, name, .. } => {
                reads.fields.contains(&(class.clone(), name.clone()))
            }
            _ => reads.elements,
        };
        let mut statics = self.statics.iter();
        reads.anything
            || self.maps.iter().any(is_read)
            || statics.any(|field| reads.fields.contains(field))
    }

    /// Whether the value may change by what is written, where methods and model fields read all of that or nothing.
    fn rests(&self, program: &Program, expr: &Expr, through_calls: bool) -> bool {
        if self.is_nothing() {
            return false;
        }
        let elements = self
            .maps
            .iter()
            .any(|map| matches!(map, MapInfo::Elements(_)));
        let field = |class: &Name, name: &Name| {
            self.statics.contains(&(class.clone(), name.clone()))
                || self.maps.iter().any(|map| {
                    matches!(map, MapInfo::Field { class: holder, name: known, .. } if known == name && holder == class)
                })
        };
        let makes = |ty: &str| self.made.iter().any(|made| program.is_subclass(made, ty));
        let mut found = false;
        visit(expr, &mut |e| {
            found |= match &e.kind {
                ExprKind::Field { field: read, .. } => {
                    through_calls && read.origin == jml::resolved::FieldOrigin::Model
                        || field(&read.class, &read.name)
                }
                ExprKind::Element { .. } | ExprKind::NonNullElements(_) => elements,
                ExprKind::Reaches { via, .. } | ExprKind::Reachable { via, .. } => match via {
                    Via::Fields(fields) => fields.iter().any(|f| field(&f.class, &f.name)),
                    Via::AllFields => true,
                },
                ExprKind::Quantifier(quantifier) => (quantifier.variables.iter())
                    .any(|variable| class_file_name(&variable.ty).is_some_and(|ty| makes(&ty))),
                ExprKind::Call(_) | ExprKind::ModelCall(_) => through_calls,
                ExprKind::InvariantFor(_)
                | ExprKind::StaticInvariantFor(_)
                | ExprKind::SizeOfSet(_) => true,
                _ => false,
            };
        });
        found
    }
}
