//! From graphs and contracts to formulas. [`Heap`] is what the meaning of JML is written over (`crate::meaning`), and
//! [`Encoding`] what a method needs beyond it. [`Expanded`] implements them without quantifiers, over the finite scope;
//! [`Quantified`] as the thesis does.

mod cells;
mod evaluate;
mod expanded;
mod heap;
mod prestate;
mod quantified;
mod reach;
mod texts;
mod walk;

pub use expanded::{Expanded, State};
pub use heap::{Arrival, Arrivals, Change, Encoding, Heap, Instances};
pub use quantified::{Formula, Quantified, Versions};
pub use texts::{TextMethod, Texts};

use crate::graph::{Map, MapInfo};
use crate::program::Program;
use crate::universe::Universe;
use crate::values::element_kind;

/// All maps of the scope's objects that lead from objects to objects.
fn reference_maps(heap: &mut impl Heap, program: &Program, universe: &Universe) -> Vec<Map> {
    let mut found = Vec::new();
    for class in universe.classes.iter().filter(|class| !class.opaque) {
        if class.is_array() {
            if element_kind(&class.name[1..]) == ir::ElementKind::Ref {
                found.push(heap.map(MapInfo::Elements(ir::ElementKind::Ref)));
            }
            continue;
        }
        for holder in program
            .classpath
            .super_chain(&class.name)
            .unwrap_or_default()
        {
            let fields = holder.fields.iter().filter(|field| {
                field.access & classpath::access::STATIC == 0
                    && field.descriptor.starts_with(['L', '['])
            });
            for field in fields {
                found.push(heap.map(MapInfo::Field {
                    class: holder.name.clone(),
                    name: field.name.clone(),
                    descriptor: field.descriptor.clone(),
                }));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}
