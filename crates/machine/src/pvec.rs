//! A persistent vector: cloning costs one reference count, and a write copies the nodes on one path that are shared.
//! It holds the heap and the per-class state, so that a snapshot costs no more than what is touched after it.

use std::rc::Rc;

const BITS: u32 = 5;
const FANOUT: usize = 1 << BITS;
const MASK: u32 = (FANOUT - 1) as u32;

/// Leaves are narrower than inner nodes: their entries are larger, and a write copies a whole leaf.
const LEAF_BITS: u32 = 3;
const LEAF_SIZE: usize = 1 << LEAF_BITS;
const LEAF_MASK: u32 = (LEAF_SIZE - 1) as u32;

#[derive(Clone)]
// The lint sees no size of `T`; for what the machine keeps, both variants have 256 bytes.
#[allow(clippy::large_enum_variant)]
enum Node<T> {
    Inner([Option<Rc<Node<T>>>; FANOUT]),
    Leaf([T; LEAF_SIZE]),
}

/// Indices that were never written hold `T::default()`.
#[derive(Clone)]
pub struct PVec<T> {
    root: Option<Rc<Node<T>>>,
    /// How far the index is shifted to find a child of the root; 0 when the root is a leaf.
    shift: u32,
}

/// Whether a root with this shift has a place for the index.
#[inline]
fn reaches(shift: u32, index: u32) -> bool {
    let bits = if shift == 0 { LEAF_BITS } else { shift + BITS };
    bits >= u32::BITS || index >> bits == 0
}

/// The shift one level down.
#[inline]
fn below(shift: u32) -> u32 {
    if shift == LEAF_BITS { 0 } else { shift - BITS }
}

impl<T> Default for PVec<T> {
    fn default() -> Self {
        PVec {
            root: None,
            shift: 0,
        }
    }
}

impl<T: Clone + Default> PVec<T> {
    /// `None` when no index near this one was ever written.
    #[inline]
    pub fn get(&self, index: u32) -> Option<&T> {
        let mut node = self.root.as_deref()?;
        let mut shift = self.shift;
        if !reaches(shift, index) {
            return None;
        }
        loop {
            match node {
                Node::Inner(children) => {
                    node = children[(index >> shift & MASK) as usize].as_deref()?;
                    shift = below(shift);
                }
                Node::Leaf(items) => return Some(&items[(index & LEAF_MASK) as usize]),
            }
        }
    }

    /// The entry at `index`, to be changed: nodes shared with snapshots are copied first.
    #[inline]
    pub fn get_mut(&mut self, index: u32) -> &mut T {
        while !reaches(self.shift, index) {
            self.grow();
        }
        let mut shift = self.shift;
        let mut node = self.root.get_or_insert_with(|| Rc::new(Self::empty(shift)));
        loop {
            match Rc::make_mut(node) {
                Node::Inner(children) => {
                    let child = &mut children[(index >> shift & MASK) as usize];
                    shift = below(shift);
                    node = child.get_or_insert_with(|| Rc::new(Self::empty(shift)));
                }
                Node::Leaf(items) => return &mut items[(index & LEAF_MASK) as usize],
            }
        }
    }

    fn grow(&mut self) {
        self.shift = if self.shift == 0 {
            LEAF_BITS
        } else {
            self.shift + BITS
        };
        if let Some(old) = self.root.take() {
            let mut children = [const { None }; FANOUT];
            children[0] = Some(old);
            self.root = Some(Rc::new(Node::Inner(children)));
        }
    }

    fn empty(shift: u32) -> Node<T> {
        if shift == 0 {
            Node::Leaf(std::array::from_fn(|_| T::default()))
        } else {
            Node::Inner([const { None }; FANOUT])
        }
    }

    /// Calls `visit` for every entry of every leaf that exists, in order of index.
    pub fn for_each(&self, visit: &mut impl FnMut(u32, &T)) {
        fn walk<T>(node: &Node<T>, base: u32, shift: u32, visit: &mut impl FnMut(u32, &T)) {
            match node {
                Node::Inner(children) => {
                    for (i, child) in children.iter().enumerate() {
                        if let Some(child) = child {
                            walk(child, base | (i as u32) << shift, below(shift), visit);
                        }
                    }
                }
                Node::Leaf(items) => {
                    for (i, item) in items.iter().enumerate() {
                        visit(base | i as u32, item);
                    }
                }
            }
        }
        if let Some(root) = &self.root {
            walk(root, 0, self.shift, visit);
        }
    }

    /// The indices at which this vector and another may differ, in order: those in leaves that they do not share.
    pub fn differences(&self, other: &PVec<T>) -> Vec<u32> {
        fn all<T>(node: &Node<T>, base: u32, shift: u32, found: &mut Vec<u32>) {
            match node {
                Node::Inner(children) => {
                    for (i, child) in children.iter().enumerate() {
                        if let Some(child) = child {
                            all(child, base | (i as u32) << shift, below(shift), found);
                        }
                    }
                }
                Node::Leaf(items) => found.extend((0..items.len() as u32).map(|i| base | i)),
            }
        }
        fn walk<T>(
            a: Option<&Rc<Node<T>>>,
            b: Option<&Rc<Node<T>>>,
            base: u32,
            shift: u32,
            found: &mut Vec<u32>,
        ) {
            match (a, b) {
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => {}
                (Some(a), Some(b)) => match (&**a, &**b) {
                    (Node::Inner(a), Node::Inner(b)) => {
                        for (i, (a, b)) in a.iter().zip(b).enumerate() {
                            let base = base | (i as u32) << shift;
                            walk(a.as_ref(), b.as_ref(), base, below(shift), found);
                        }
                    }
                    (a, _) => all(a, base, shift, found),
                },
                (Some(node), None) | (None, Some(node)) => all(node, base, shift, found),
                (None, None) => {}
            }
        }
        // The shallower one grows to the other's height first.
        let (mut a, mut b) = (self.clone(), other.clone());
        while a.shift < b.shift {
            a.grow();
        }
        while b.shift < a.shift {
            b.grow();
        }
        let mut found = Vec::new();
        walk(a.root.as_ref(), b.root.as_ref(), 0, a.shift, &mut found);
        found
    }

    /// Bytes of the nodes that this vector does not share with `other`, what its entries own not counted.
    pub fn unshared_bytes(&self, other: &PVec<T>) -> usize {
        fn walk<T>(a: &Rc<Node<T>>, b: Option<&Rc<Node<T>>>) -> usize {
            if b.is_some_and(|b| Rc::ptr_eq(a, b)) {
                return 0;
            }
            let below = match (&**a, b.map(|b| &**b)) {
                (Node::Inner(a), Some(Node::Inner(b))) => a
                    .iter()
                    .zip(b)
                    .filter_map(|(a, b)| a.as_ref().map(|a| walk(a, b.as_ref())))
                    .sum(),
                (Node::Inner(a), _) => a.iter().flatten().map(|a| walk(a, None)).sum(),
                (Node::Leaf(_), _) => 0,
            };
            below + std::mem::size_of::<Node<T>>()
        }
        self.root
            .as_ref()
            .map_or(0, |root| walk(root, other.root.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_was_written_at_any_distance() {
        let mut v = PVec::<u64>::default();
        for i in [
            0,
            1,
            7,
            8,
            31,
            32,
            33,
            255,
            256,
            1023,
            1024,
            40_000,
            5_000_000,
            u32::MAX - 1,
        ] {
            *v.get_mut(i) = u64::from(i) + 7;
        }
        for i in [
            0,
            1,
            7,
            8,
            31,
            32,
            33,
            255,
            256,
            1023,
            1024,
            40_000,
            5_000_000,
            u32::MAX - 1,
        ] {
            assert_eq!(v.get(i), Some(&(u64::from(i) + 7)));
        }
        assert_eq!(v.get(2), Some(&0));
        assert_eq!(v.get(100_000), None);
    }

    #[test]
    fn a_clone_does_not_see_later_writes() {
        let mut v = PVec::<u32>::default();
        for i in 0..10_000 {
            *v.get_mut(i) = i;
        }
        let before = v.clone();
        *v.get_mut(5_000) = 1;
        assert_eq!(before.get(5_000), Some(&5_000));
        assert_eq!(v.get(5_000), Some(&1));
        let copied = v.unshared_bytes(&before);
        assert!(
            copied > 0 && copied < 4096,
            "one path of nodes was copied, not the vector: {copied}"
        );
    }

    #[test]
    fn differences_are_where_somebody_wrote() {
        let mut v = PVec::<u32>::default();
        for i in 0..1000 {
            *v.get_mut(i) = i + 1;
        }
        let mut other = v.clone();
        assert_eq!(v.differences(&other), []);
        *other.get_mut(500) = 7;
        *v.get_mut(3) = 7;
        *other.get_mut(70_000) = 7;
        let found = v.differences(&other);
        for i in [3, 500, 70_000] {
            assert!(found.contains(&i), "{i}");
        }
        assert!(found.len() <= 3 * LEAF_SIZE);
        assert_eq!(found, other.differences(&v));
    }

    #[test]
    fn visits_in_order() {
        let mut v = PVec::<u32>::default();
        for i in [70, 3, 2000] {
            *v.get_mut(i) = i;
        }
        let mut seen = Vec::new();
        v.for_each(&mut |i, x| {
            if *x != 0 {
                assert_eq!(i, *x);
                seen.push(i);
            }
        });
        assert_eq!(seen, [3, 70, 2000]);
    }
}
