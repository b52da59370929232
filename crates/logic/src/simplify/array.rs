//! Arrays. Reading looks through writes at other indices; writes at literal indices are kept in ascending order and
//! indexed on the side, so that reading a literal index never walks a chain.

use crate::bits::mask;
use crate::op::{Op, Term};
use crate::pool::{Pool, StoreIndex};
use crate::sort::Sort;

/// How many writes at symbolic indices a read looks through, and how far a write is moved to its place.
const WALK: usize = 32;

/// How deep a read is pushed into if-then-elses.
const BRANCHES: u32 = 4;

impl Pool {
    #[track_caller]
    fn expect_array(&self, t: Term) -> (Sort, Sort) {
        match self.as_array_sort(self.sort(t)) {
            Some(parts) => parts,
            None => panic!("expected an array, found a term of sort {:?}", self.sort(t)),
        }
    }

    /// The array of a sort that holds an element everywhere.
    #[track_caller]
    pub fn const_array(&mut self, sort: Sort, element: Term) -> Term {
        let parts = self.as_array_sort(sort);
        assert!(
            parts.is_some_and(|(_, inner)| inner == self.sort(element)),
            "an array of sort {sort:?} cannot hold an element of sort {:?}",
            self.sort(element)
        );
        self.mk(Op::ConstArray, sort, &[element])
    }

    /// A literal index as a key. Literals of one sort differ in their bits.
    fn index_key(&self, t: Term) -> Option<u128> {
        match self.op(t) {
            Op::BvConst(id) | Op::FpConst(id) | Op::IntConst(id) => Some(self.constant_bits(id)),
            Op::True => Some(1),
            Op::False => Some(0),
            _ => None,
        }
    }

    /// Whether two indices are known to differ: different literals, or different offsets of one term.
    fn surely_different(&self, a: Term, b: Term) -> bool {
        if self.is_const(a) && self.is_const(b) {
            return a != b;
        }
        let Sort::Bv(width) = self.sort(a) else {
            return false;
        };
        let parts = |t: Term| match self.binary(t, Op::BvAdd) {
            Some((x, c)) => self.as_bv(c).map_or((t, 0), |c| (x, c)),
            None => (t, 0),
        };
        let ((x, c), (y, d)) = (parts(a), parts(b));
        (x == y && (c ^ d) & mask(width) != 0) || self.ranges_apart(a, b)
    }

    fn ranges_apart(&self, a: Term, b: Term) -> bool {
        let (a, b) = (self.unsigned_range(a), self.unsigned_range(b));
        a.1 < b.0 || b.1 < a.0
    }

    #[track_caller]
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let (index_sort, _) = self.expect_array(array);
        assert!(
            self.sort(index) == index_sort,
            "an index of sort {:?}, not {index_sort:?}",
            self.sort(index)
        );
        self.select_within(array, index, BRANCHES)
    }

    fn select_within(&mut self, array: Term, index: Term, branches: u32) -> Term {
        let (_, element) = self.expect_array(array);
        let mut at = array;
        let key = self.index_key(index);
        for _ in 0..WALK {
            match self.op(at) {
                Op::ConstArray => return self.arg(at, 0),
                Op::Store => {
                    let [below, i, value] = self.node(at).args;
                    if i == index {
                        return value;
                    }
                    if let Some(key) = key
                        && let Some(stores) = self.stores.get(&at)
                    {
                        match stores.entries.get(&key) {
                            Some(&value) => return value,
                            None => at = stores.base,
                        }
                    } else if self.surely_different(i, index) {
                        at = below;
                    } else {
                        break;
                    }
                }
                Op::Ite if branches > 0 => {
                    let [c, a, b] = self.node(at).args;
                    let left = self.select_within(a, index, branches - 1);
                    let right = self.select_within(b, index, branches - 1);
                    // Worth it only if reading got rid of an array.
                    if self.op(left) != Op::Select || self.op(right) != Op::Select {
                        return self.ite(c, left, right);
                    }
                    break;
                }
                _ => break,
            }
        }
        self.mk(Op::Select, element, &[at, index])
    }

    #[track_caller]
    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        let (index_sort, element) = self.expect_array(array);
        assert!(
            self.sort(index) == index_sort,
            "an index of sort {:?}, not {index_sort:?}",
            self.sort(index)
        );
        assert!(
            self.sort(value) == element,
            "an element of sort {:?}, not {element:?}",
            self.sort(value)
        );
        if self.select(array, index) == value {
            return array;
        }
        // Writes at larger literal indices are lifted off, the write put below them, and they are put back.
        let mut at = array;
        let mut lifted = Vec::new();
        if let Some(key) = self.index_key(index) {
            while lifted.len() < WALK
                && let Some([below, i, v]) = self.ternary(at, Op::Store)
                && let Some(other) = self.index_key(i)
                && other > key
            {
                lifted.push((i, v));
                at = below;
            }
            if lifted.len() == WALK {
                lifted.clear();
                at = array;
            }
        }
        if let Some([below, i, _]) = self.ternary(at, Op::Store)
            && i == index
        {
            at = below;
        }
        // What was overwritten may have hidden that the value is there already.
        let known = self.select(at, index) == value;
        let mut result = if known {
            at
        } else {
            self.plain_store(at, index, value)
        };
        while let Some((i, v)) = lifted.pop() {
            result = self.plain_store(result, i, v);
        }
        result
    }

    fn plain_store(&mut self, array: Term, index: Term, value: Term) -> Term {
        let known = self.len();
        let sort = self.sort(array);
        let term = self.mk(Op::Store, sort, &[array, index, value]);
        if self.len() > known
            && let Some(key) = self.index_key(index)
        {
            let mut stores = match self.stores.get(&array) {
                Some(below) => below.clone(),
                None => StoreIndex {
                    base: array,
                    entries: imbl::OrdMap::new(),
                },
            };
            stores.entries.insert(key, value);
            self.stores.insert(term, stores);
        }
        term
    }
}
