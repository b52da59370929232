//! The heap of one state: objects and arrays in a persistent vector, so that a snapshot shares everything with its
//! origin until one of them writes. References are never symbolic, so object numbers never reach a solver.

use crate::pvec::PVec;
use crate::value::{ClassId, MethodId, Ref, Slot};
use ir::ElementKind;
use logic::Term;
use std::rc::Rc;

/// One entry of the heap.
#[derive(Clone, Default)]
pub struct Object {
    pub class: Option<ClassId>,
    /// The identity hash code, 0 until somebody asks.
    pub hash: u32,
    pub data: Data,
}

#[derive(Clone, Default)]
pub enum Data {
    #[default]
    Free,
    Fields(Rc<[Slot]>),
    /// `byte[]` and `boolean[]`.
    Bytes(Rc<[i8]>),
    Chars(Rc<[u16]>),
    Shorts(Rc<[i16]>),
    Ints(Rc<[i32]>),
    Longs(Rc<[i64]>),
    Floats(Rc<[u32]>),
    Doubles(Rc<[u64]>),
    Refs(Rc<[Ref]>),
    /// References of which some were stored at symbolic indices.
    Pending(Rc<Pending>),
    /// A primitive array that a symbolic value or index has touched.
    Symbolic(Rc<SymbolicArray>),
}

/// An array of references with stores whose places are still open. All indices are within bounds.
#[derive(Clone)]
pub struct Pending {
    pub cells: Rc<[Ref]>,
    /// Index and value, the oldest first.
    pub writes: Vec<(Term, Ref)>,
}

#[derive(Clone)]
pub struct SymbolicArray {
    pub element: ElementKind,
    pub boolean: bool,
    /// An `int`.
    pub length: Slot,
    pub cells: Cells,
}

#[derive(Clone)]
pub enum Cells {
    /// One slot per element, of the element's register kind; the length is concrete.
    Slots(Vec<Slot>),
    /// A term of sort array from `Bv(32)` to the element's own width.
    Array(Term),
    /// The characters of a string whose length, in characters, is a term: as many of `characters` as that says. With
    /// `open`, the name of an input, the string may also be longer than what stands here.
    Text {
        length: Term,
        characters: Rc<[Slot]>,
        open: Option<Rc<str>>,
    },
    /// A concatenation with symbolic numbers: its characters, and its length, are made on first use.
    Deferred { site: MethodId, args: Rc<[Slot]> },
}

impl SymbolicArray {
    fn is_same(&self, other: &SymbolicArray) -> bool {
        let cells = match (&self.cells, &other.cells) {
            (Cells::Slots(a), Cells::Slots(b)) => a == b,
            (Cells::Array(a), Cells::Array(b)) => a == b,
            (
                Cells::Text {
                    length: n,
                    characters: a,
                    open: x,
                },
                Cells::Text {
                    length: m,
                    characters: b,
                    open: y,
                },
            ) => n == m && a == b && x == y,
            (Cells::Deferred { site: s, args: a }, Cells::Deferred { site: t, args: b }) => {
                s == t && a == b
            }
            _ => false,
        };
        cells && self.length == other.length && self.element == other.element
    }
}

#[derive(Clone, Default)]
pub struct Heap {
    objects: PVec<Object>,
    next: u32,
    free: Option<Rc<FreeChunk>>,
    free_left: u32,
    next_hash: u32,
    /// What the objects would roughly take on a JVM; drives collection and `OutOfMemoryError`.
    bytes: u64,
    /// `bytes` at which the next collection is due.
    threshold: u64,
}

/// Numbers freed by a collection, popped from the end; shared between snapshots and never written.
struct FreeChunk {
    numbers: Vec<u32>,
    next: Option<Rc<FreeChunk>>,
}

const FIRST_COLLECTION: u64 = 64 << 20;

impl Heap {
    pub fn new() -> Heap {
        Heap {
            next: 1,
            threshold: FIRST_COLLECTION,
            ..Heap::default()
        }
    }

    pub fn allocate(&mut self, class: ClassId, data: Data) -> Ref {
        self.bytes += data.bytes();
        let number = self.fresh_number();
        *self.objects.get_mut(number) = Object {
            class: Some(class),
            hash: 0,
            data,
        };
        Ref(number)
    }

    fn fresh_number(&mut self) -> u32 {
        while let Some(chunk) = &self.free {
            if self.free_left > 0 {
                self.free_left -= 1;
                return chunk.numbers[self.free_left as usize];
            }
            let next = chunk.next.clone();
            self.free_left = next.as_ref().map_or(0, |c| c.numbers.len() as u32);
            self.free = next;
        }
        self.next += 1;
        self.next - 1
    }

    /// `None` for null, for [`Ref::OPAQUE`] and for numbers that were never allocated.
    #[inline]
    pub fn get(&self, at: Ref) -> Option<&Object> {
        self.objects.get(at.0).filter(|o| o.class.is_some())
    }

    /// The object at a reference that is known to be allocated.
    #[inline]
    pub fn get_mut(&mut self, at: Ref) -> &mut Object {
        self.objects.get_mut(at.0)
    }

    #[inline]
    pub fn class_of(&self, at: Ref) -> Option<ClassId> {
        self.objects.get(at.0).and_then(|o| o.class)
    }

    pub fn identity_hash(&mut self, at: Ref) -> i32 {
        if self.get(at).is_none() {
            return 0;
        }
        if self.get_mut(at).hash == 0 {
            // Any sequence of hash codes is a legal one; this one spreads and never gives 0 or a negative number.
            self.next_hash += 1;
            let hash = self.next_hash.wrapping_mul(0x9E37_79B1) >> 4 | 1;
            self.get_mut(at).hash = hash;
        }
        self.get_mut(at).hash as i32
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn account(&mut self, extra: u64) {
        self.bytes += extra;
    }

    pub fn collection_due(&self) -> bool {
        self.bytes > self.threshold
    }

    /// Frees every object that `marked` does not hold.
    pub fn sweep(&mut self, marked: &[bool]) {
        let mut live = 0;
        let mut dead = Vec::new();
        self.objects.for_each(&mut |number, object| {
            if object.class.is_some() {
                if marked.get(number as usize).copied().unwrap_or(false) {
                    live += object.data.bytes();
                } else {
                    dead.push(number);
                }
            }
        });
        for &number in &dead {
            *self.objects.get_mut(number) = Object::default();
        }
        dead.reverse();
        // What was left of the previous list keeps its place behind the new one.
        if self.free_left > 0
            && let Some(chunk) = self.free.take()
        {
            let rest = chunk.numbers[..self.free_left as usize].to_vec();
            self.free = Some(Rc::new(FreeChunk {
                numbers: rest,
                next: chunk.next.clone(),
            }));
        }
        self.free_left = dead.len() as u32;
        self.free = Some(Rc::new(FreeChunk {
            numbers: dead,
            next: self.free.take(),
        }));
        self.bytes = live;
        self.threshold = (live * 2).max(FIRST_COLLECTION);
    }

    /// Visits every object.
    pub fn for_each(&self, visit: &mut impl FnMut(Ref, &Object)) {
        self.objects.for_each(&mut |number, object| {
            if object.class.is_some() {
                visit(Ref(number), object);
            }
        });
    }

    /// Where this heap and another may differ.
    pub fn differences(&self, other: &Heap) -> Vec<Ref> {
        let found = self.objects.differences(&other.objects);
        found.into_iter().map(Ref).collect()
    }

    /// New objects get numbers that neither this heap nor the other has used.
    pub fn continue_behind(&mut self, other: &Heap) {
        self.next = self.next.max(other.next);
        self.next_hash = self.next_hash.max(other.next_hash);
        self.bytes = self.bytes.max(other.bytes);
    }

    /// From here on nothing is collected and no number is used again, so that the sides of a branch do not use the same
    /// number for different objects.
    pub fn keep_all(&mut self) {
        self.free = None;
        self.free_left = 0;
        self.threshold = u64::MAX;
    }

    /// Collects again as another heap does, of which this one has all that it had.
    pub fn collect_as(&mut self, other: &Heap) {
        self.free = other.free.clone();
        self.free_left = other.free_left;
        self.threshold = other.threshold;
    }

    /// New objects get numbers from here on, or later.
    pub fn number_from(&mut self, number: u32) {
        self.next = self.next.max(number);
    }

    /// The number that the next object gets, unless one is used again.
    pub fn next_number(&self) -> u32 {
        self.next
    }

    pub fn size_hint(&self) -> usize {
        self.next as usize
    }

    pub fn unshared_bytes(&self, other: &Heap) -> usize {
        self.objects.unshared_bytes(&other.objects)
    }
}

impl Data {
    /// Roughly what HotSpot would use: a 16-byte header and the elements.
    pub fn bytes(&self) -> u64 {
        16 + match self {
            Data::Free => 0,
            Data::Fields(f) => 8 * f.len() as u64,
            Data::Bytes(a) => a.len() as u64,
            Data::Chars(a) => 2 * a.len() as u64,
            Data::Shorts(a) => 2 * a.len() as u64,
            Data::Ints(a) => 4 * a.len() as u64,
            Data::Longs(a) => 8 * a.len() as u64,
            Data::Floats(a) => 4 * a.len() as u64,
            Data::Doubles(a) => 8 * a.len() as u64,
            Data::Refs(a) => 4 * a.len() as u64,
            Data::Pending(a) => 4 * a.cells.len() as u64,
            Data::Symbolic(a) => match &a.cells {
                Cells::Slots(slots) => 16 * slots.len() as u64,
                Cells::Text { characters, .. } => 64 + 16 * characters.len() as u64,
                Cells::Array(_) | Cells::Deferred { .. } => 64,
            },
        }
    }

    /// The length of an array, a concrete `int` or a term; `None` for an object with fields.
    #[inline]
    pub fn length(&self) -> Option<Slot> {
        let length = match self {
            Data::Free | Data::Fields(_) => return None,
            Data::Bytes(a) => a.len(),
            Data::Chars(a) => a.len(),
            Data::Shorts(a) => a.len(),
            Data::Ints(a) => a.len(),
            Data::Longs(a) => a.len(),
            Data::Floats(a) => a.len(),
            Data::Doubles(a) => a.len(),
            Data::Refs(a) => a.len(),
            Data::Pending(a) => a.cells.len(),
            Data::Symbolic(a) => return Some(a.length),
        };
        Some(Slot::int(length as i32))
    }

    /// Whether two arrays surely hold the same.
    pub fn is_same(&self, other: &Data) -> bool {
        match (self, other) {
            (Data::Free, Data::Free) => true,
            (Data::Fields(a), Data::Fields(b)) => Rc::ptr_eq(a, b) || a == b,
            (Data::Bytes(a), Data::Bytes(b)) => a == b,
            (Data::Chars(a), Data::Chars(b)) => a == b,
            (Data::Shorts(a), Data::Shorts(b)) => a == b,
            (Data::Ints(a), Data::Ints(b)) => a == b,
            (Data::Longs(a), Data::Longs(b)) => a == b,
            (Data::Floats(a), Data::Floats(b)) => a == b,
            (Data::Doubles(a), Data::Doubles(b)) => a == b,
            (Data::Refs(a), Data::Refs(b)) => a == b,
            (Data::Pending(a), Data::Pending(b)) => {
                Rc::ptr_eq(a, b) || a.cells == b.cells && a.writes == b.writes
            }
            (Data::Symbolic(a), Data::Symbolic(b)) => Rc::ptr_eq(a, b) || a.is_same(b),
            _ => false,
        }
    }

    /// A zeroed array; the length has been checked.
    pub fn zeroed(element: ElementKind, length: usize) -> Data {
        /// Untouched pages of a large array cost nothing this way.
        fn zeros<T: Copy + Zero>(n: usize) -> Rc<[T]> {
            // SAFETY: `Zero` marks types for which all bits zero is a value.
            unsafe { Rc::<[T]>::new_zeroed_slice(n).assume_init() }
        }
        match element {
            ElementKind::Byte => Data::Bytes(zeros(length)),
            ElementKind::Char => Data::Chars(zeros(length)),
            ElementKind::Short => Data::Shorts(zeros(length)),
            ElementKind::Int => Data::Ints(zeros(length)),
            ElementKind::Long => Data::Longs(zeros(length)),
            ElementKind::Float => Data::Floats(zeros(length)),
            ElementKind::Double => Data::Doubles(zeros(length)),
            ElementKind::Ref => Data::Refs(zeros(length)),
        }
    }

    pub fn element(&self) -> Option<ElementKind> {
        Some(match self {
            Data::Free | Data::Fields(_) => return None,
            Data::Bytes(_) => ElementKind::Byte,
            Data::Chars(_) => ElementKind::Char,
            Data::Shorts(_) => ElementKind::Short,
            Data::Ints(_) => ElementKind::Int,
            Data::Longs(_) => ElementKind::Long,
            Data::Floats(_) => ElementKind::Float,
            Data::Doubles(_) => ElementKind::Double,
            Data::Refs(_) | Data::Pending(_) => ElementKind::Ref,
            Data::Symbolic(a) => a.element,
        })
    }

    /// The element at a concrete index within bounds of an array without symbolic parts.
    #[inline]
    pub fn load(&self, index: usize) -> Option<Slot> {
        Some(match self {
            Data::Ints(a) => Slot::int(*a.get(index)?),
            Data::Bytes(a) => Slot::int(i32::from(*a.get(index)?)),
            Data::Refs(a) => Slot::reference(*a.get(index)?),
            Data::Chars(a) => Slot::int(i32::from(*a.get(index)?)),
            Data::Longs(a) => Slot::long(*a.get(index)?),
            Data::Doubles(a) => Slot {
                bits: *a.get(index)?,
                term: None,
            },
            Data::Floats(a) => Slot {
                bits: u64::from(*a.get(index)?),
                term: None,
            },
            Data::Shorts(a) => Slot::int(i32::from(*a.get(index)?)),
            Data::Symbolic(a) => match &a.cells {
                Cells::Slots(slots) => *slots.get(index)?,
                Cells::Array(_) | Cells::Text { .. } | Cells::Deferred { .. } => return None,
            },
            Data::Free | Data::Fields(_) | Data::Pending(_) => return None,
        })
    }

    /// Stores a concrete value at a concrete index; `false` when this array cannot take it this way.
    #[inline]
    pub fn store(&mut self, index: usize, value: Slot) -> bool {
        fn put<T: Clone>(array: &mut Rc<[T]>, index: usize, value: T) -> bool {
            match unshared(array).get_mut(index) {
                Some(cell) => {
                    *cell = value;
                    true
                }
                None => false,
            }
        }
        if value.is_symbolic() && !matches!(self, Data::Symbolic(_)) {
            return false;
        }
        match self {
            Data::Ints(a) => put(a, index, value.as_int()),
            Data::Bytes(a) => put(a, index, value.as_int() as i8),
            Data::Refs(a) => put(a, index, value.as_ref()),
            Data::Chars(a) => put(a, index, value.as_int() as u16),
            Data::Longs(a) => put(a, index, value.as_long()),
            Data::Doubles(a) => put(a, index, value.bits),
            Data::Floats(a) => put(a, index, value.bits as u32),
            Data::Shorts(a) => put(a, index, value.as_int() as i16),
            Data::Symbolic(a) => match &mut Rc::make_mut(a).cells {
                Cells::Slots(slots) if index < slots.len() => {
                    slots[index] = value;
                    true
                }
                _ => false,
            },
            Data::Free | Data::Fields(_) | Data::Pending(_) => false,
        }
    }
}

/// Types for which all bits zero is a valid value, and Java's default.
///
/// # Safety
/// Implement it only for such types.
unsafe trait Zero {}

// SAFETY: integers, and a reference, which is one.
unsafe impl Zero for i8 {}
unsafe impl Zero for u16 {}
unsafe impl Zero for i16 {}
unsafe impl Zero for i32 {}
unsafe impl Zero for u32 {}
unsafe impl Zero for i64 {}
unsafe impl Zero for u64 {}
unsafe impl Zero for Ref {}

/// The contents of a shared slice, copied first if somebody else holds it.
#[inline]
pub fn unshared<T: Clone>(slice: &mut Rc<[T]>) -> &mut [T] {
    if Rc::get_mut(slice).is_none() {
        *slice = Rc::from(&slice[..]);
    }
    Rc::get_mut(slice).expect("a fresh copy has one owner")
}
