//! From graphs and contracts to formulas. [`Heap`] is what the meaning of JML is written over (`crate::meaning`), and
//! [`Encoding`] what a method needs beyond it. [`Expanded`] implements them without quantifiers, over the finite scope;
//! [`Quantified`] as the thesis does.

mod ascii;
mod boxes;
mod cells;
mod contracts;
mod evaluate;
mod expanded;
mod fractions;
mod generics;
mod heap;
mod lists;
mod new_texts;
mod order;
mod prestate;
mod quantified;
mod reach;
mod reads;
mod statements;
mod text_values;
mod texts;
mod tight;
mod walk;

pub use ascii::{Ascii, CharacterMethod};
pub use expanded::{Expanded, State};
pub use heap::{Arrival, Arrivals, Change, Encoding, Heap, Instances};
pub use quantified::{Formula, Quantified, Versions};
pub use reads::Reading;
pub use text_values::{Text, TextArgument, TextValues};
pub use texts::{TextMethod, Texts};
pub use tight::Tight;

use crate::graph::{Map, MapInfo};
use crate::program::Program;
use crate::universe::{Universe, has_characters};
use crate::values::element_kind;

/// Whether a field is the one in which an inner object keeps the object around it, which is never null once it is made.
fn is_outer(name: &str) -> bool {
    name.starts_with("this$")
}

/// All maps of the scope's objects that lead from objects to objects.
fn reference_maps(heap: &mut impl Heap, program: &Program, universe: &Universe) -> Vec<Map> {
    let mut all = all_maps(program, universe);
    all.retain(MapInfo::leads_on);
    let mut found: Vec<Map> = all.into_iter().map(|info| heap.map(info)).collect();
    found.sort();
    found.dedup();
    found
}

/// All that can lead from one of the scope's objects to another, ghost fields included.
pub fn all_reference_maps(program: &Program, universe: &Universe) -> Vec<MapInfo> {
    let mut found = all_maps(program, universe);
    found.extend(ghost_maps(program, universe));
    found.retain(MapInfo::leads_on);
    found
}

/// The fields and elements of the scope's objects.
fn all_maps(program: &Program, universe: &Universe) -> Vec<MapInfo> {
    let mut found = Vec::new();
    for class in &universe.classes {
        if has_characters(&class.name) {
            found.push(MapInfo::Elements(ir::ElementKind::Char));
        } else if class.is_array() {
            found.push(MapInfo::Elements(element_kind(&class.name[1..])));
        }
        if class.is_list() {
            found.push(MapInfo::Elements(ir::ElementKind::Ref));
            continue;
        }
        if class.opaque || class.is_array() || has_characters(&class.name) {
            continue;
        }
        let chain = program.classpath.super_chain(&class.name);
        for holder in chain.unwrap_or_default() {
            let fields = holder.fields.iter();
            for field in fields.filter(|f| f.access & classpath::access::STATIC == 0) {
                found.push(MapInfo::Field {
                    class: holder.name.clone(),
                    name: field.name.clone(),
                    descriptor: field.descriptor.clone(),
                });
            }
        }
    }
    found
}

/// The ghost fields of the scope's objects, of types that Java has.
fn ghost_maps(program: &Program, universe: &Universe) -> Vec<MapInfo> {
    let mut found = Vec::new();
    let classes = universe.classes.iter();
    for class in classes.filter(|class| !class.opaque && !class.is_array()) {
        for ghost in program.specifications.class(&class.name).ghost_fields {
            let field = ghost.field;
            if let (false, Some(descriptor)) = (field.is_static, field.descriptor()) {
                found.push(MapInfo::Field {
                    class: field.class,
                    name: field.name,
                    descriptor: descriptor.into(),
                });
            }
        }
    }
    found
}
