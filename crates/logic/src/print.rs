//! SMT-LIB 2 text.
use crate::op::Term;
use crate::pool::Pool;
pub struct Printer;
impl Pool {
    pub fn print(&self, t: Term) -> String {
        format!("{t:?}")
    }
}
