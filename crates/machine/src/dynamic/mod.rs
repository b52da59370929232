//! `invokedynamic` and loadable constants, linked by the machine itself: running the JDK's bootstrap machinery would
//! initialise hundreds of classes to produce what a few lines of register code say.

use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{MethodId, Slot};
use classpath::{Constant, DynamicRef};

impl Machine {
    /// The method that a call site stands for; it takes the site's arguments and returns its result.
    pub(crate) fn link_call_site(&mut self, st: &State, site: &DynamicRef) -> Step<MethodId> {
        let _ = st;
        Err(Halt::unsupported(format!("invokedynamic {}", site.name)))
    }

    pub(crate) fn load_constant(&mut self, st: &mut State, constant: &Constant) -> Step<Slot> {
        match constant {
            Constant::Int(v) => Ok(Slot::int(*v)),
            Constant::Long(v) => Ok(Slot::long(*v)),
            Constant::Float(bits) => Ok(Slot { bits: u64::from(*bits), term: None }),
            Constant::Double(bits) => Ok(Slot { bits: *bits, term: None }),
            Constant::String(text) => self.intern(st, text).map(Slot::reference),
            Constant::Class(name) => {
                let class = self.load(name)?;
                self.mirror(st, class).map(Slot::reference)
            }
            Constant::MethodType(_) => Err(Halt::unsupported("a method type constant")),
            Constant::MethodHandle(_) => Err(Halt::unsupported("a method handle constant")),
            Constant::Dynamic(_) => Err(Halt::unsupported("a dynamic constant")),
        }
    }
}
