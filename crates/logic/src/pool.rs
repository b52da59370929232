//! The pool: an arena of hash-consed nodes owned by one worker. A node is found or added with one hash lookup; ids
//! are dense and grow, so that children always come before parents. The order of ids is the order of construction: it
//! is reproducible for one worker, and commutative operators are ordered by it (literals last). It does not survive a
//! move to another pool, where import orders operands anew.

use crate::op::{ConstId, FunId, Node, Op, SymbolId, Term, WIDE};
use crate::sort::{ArraySortId, FpSort, Sort, SortId};
use crate::value::Value;
use hashbrown::{HashMap, HashTable};
use std::cell::{Cell, RefCell};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A multiplicative hasher in the manner of Firefox's: keys are a few small integers, and nobody attacks them.
#[derive(Default, Clone)]
pub struct FastHasher(u64);

impl FastHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x51_7c_c1_b7_27_22_0a_95);
    }
}

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        // The table uses the top bits for tags and the low bits for the bucket: both must depend on everything.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.mix(value as u64);
    }
}

pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = FastHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

struct SymbolInfo {
    name: Box<str>,
    sort: Sort,
    term: Term,
}

pub(crate) struct FunInfo {
    pub(crate) name: Box<str>,
    pub(crate) parameters: Box<[Sort]>,
    pub(crate) result: Sort,
    pub(crate) meaning: Option<Meaning>,
}

/// What a declared function computes, for functions that no theory has. Solvers see them as uninterpreted; a model
/// need not list them.
pub type Meaning = fn(&[Value]) -> Option<Value>;

/// What the literal-index stores on top of an array hold, so that reading does not walk the chain.
#[derive(Clone)]
pub(crate) struct StoreIndex {
    pub(crate) base: Term,
    pub(crate) entries: imbl::OrdMap<u128, Term>,
}

/// Reusable marks for walks over the graph.
#[derive(Default)]
pub(crate) struct Marks {
    pub(crate) seen: Vec<u32>,
    pub(crate) stamp: u32,
}

/// The arena. See the crate's documentation for the constructors, which are spread over the files of this crate.
pub struct Pool {
    id: u64,
    nodes: Vec<Node>,
    table: HashTable<Term>,
    wide: Vec<Term>,
    constants: Vec<u128>,
    constant_table: HashTable<ConstId>,
    symbols: Vec<SymbolInfo>,
    symbol_table: HashTable<SymbolId>,
    functions: Vec<FunInfo>,
    function_table: HashTable<FunId>,
    arrays: Vec<(Sort, Sort)>,
    sort_names: Vec<Box<str>>,
    fresh: u64,
    leading_dots: usize,
    /// Whether a floating-point number was made.
    floats: bool,
    /// How many equations are being reduced right now.
    pub(crate) nesting: u32,
    pub(crate) stores: FastMap<Term, StoreIndex>,
    pub(crate) supports: RefCell<FastMap<Term, Rc<[Term]>>>,
    pub(crate) marks: RefCell<Marks>,
    /// How many nodes walks and intervals have looked at.
    pub(crate) looked: Cell<u64>,
}

static NEXT_POOL: AtomicU64 = AtomicU64::new(0);

impl Default for Pool {
    fn default() -> Self {
        Pool::new()
    }
}

impl Pool {
    pub fn new() -> Pool {
        let mut pool = Pool {
            id: NEXT_POOL.fetch_add(1, Ordering::Relaxed),
            nodes: Vec::new(),
            table: HashTable::new(),
            wide: Vec::new(),
            constants: Vec::new(),
            constant_table: HashTable::new(),
            symbols: Vec::new(),
            symbol_table: HashTable::new(),
            functions: Vec::new(),
            floats: false,
            function_table: HashTable::new(),
            arrays: Vec::new(),
            sort_names: Vec::new(),
            fresh: 0,
            leading_dots: 0,
            nesting: 0,
            stores: FastMap::default(),
            supports: RefCell::default(),
            marks: RefCell::default(),
            looked: Cell::new(0),
        };
        let tt = pool.mk(Op::True, Sort::Bool, &[]);
        let ff = pool.mk(Op::False, Sort::Bool, &[]);
        debug_assert!(tt.index() == 0 && ff.index() == 1);
        pool
    }

    /// Distinguishes pools, so that caches keyed by term notice when they are used with another one.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes were looked at so far, by walks over terms and for intervals: a measure of work that does not depend
    /// on the machine it runs on.
    pub fn looked(&self) -> u64 {
        self.looked.get()
    }

    pub(crate) fn look(&self, nodes: u64) {
        self.looked.set(self.looked.get() + nodes);
    }

    /// Never true: the two boolean literals are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, t: Term) -> &Node {
        &self.nodes[t.index() as usize]
    }

    pub fn op(&self, t: Term) -> Op {
        self.node(t).op
    }

    pub fn sort(&self, t: Term) -> Sort {
        self.node(t).sort
    }

    pub fn children(&self, t: Term) -> &[Term] {
        let node = self.node(t);
        if node.arity == WIDE {
            let start = node.args[0].index() as usize;
            &self.wide[start..start + node.args[1].index() as usize]
        } else {
            &node.args[..usize::from(node.arity)]
        }
    }

    /// The width of a bit-vector term.
    ///
    /// # Panics
    /// If the term is not a bit-vector.
    #[track_caller]
    pub fn width(&self, t: Term) -> u32 {
        match self.sort(t) {
            Sort::Bv(width) => width,
            other => panic!("expected a bit-vector, found a term of sort {other:?}"),
        }
    }

    /// Child `i` of a node that is known to have it and not to be wide.
    pub(crate) fn arg(&self, t: Term, i: usize) -> Term {
        self.node(t).args[i]
    }

    /// The children of a binary node with the given operator.
    pub(crate) fn binary(&self, t: Term, op: Op) -> Option<(Term, Term)> {
        let node = self.node(t);
        (node.op == op).then(|| (node.args[0], node.args[1]))
    }

    /// The child of a unary node with the given operator.
    pub(crate) fn unary(&self, t: Term, op: Op) -> Option<Term> {
        let node = self.node(t);
        (node.op == op).then(|| node.args[0])
    }

    /// Finds or adds a node as it stands, without any rule.
    pub(crate) fn mk(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        if args.len() > 3 {
            return self.mk_wide(op, sort, args);
        }
        let filler = Term::from_index(0);
        let mut slots = [filler; 3];
        slots[..args.len()].copy_from_slice(args);
        let node = Node {
            op,
            sort,
            arity: args.len() as u8,
            args: slots,
        };
        let hash = hash_of((op, sort, slots));
        if let Some(&found) = self
            .table
            .find(hash, |t| self.nodes[t.index() as usize] == node)
        {
            return found;
        }
        self.insert(hash, node)
    }

    fn mk_wide(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let hash = hash_of((op, sort, args));
        let found = self.table.find(hash, |&t| {
            let node = &self.nodes[t.index() as usize];
            node.op == op && node.sort == sort && self.children(t) == args
        });
        if let Some(&found) = found {
            return found;
        }
        let start = self.wide.len() as u32;
        self.wide.extend_from_slice(args);
        let slots = [
            Term::from_index(start),
            Term::from_index(args.len() as u32),
            Term::from_index(0),
        ];
        self.insert(
            hash,
            Node {
                op,
                sort,
                arity: WIDE,
                args: slots,
            },
        )
    }

    fn insert(&mut self, hash: u64, node: Node) -> Term {
        let index = u32::try_from(self.nodes.len())
            .ok()
            .filter(|&i| i < u32::MAX - 1);
        let term = Term::from_index(index.expect("a pool holds fewer than 2^32 - 2 terms"));
        self.floats |= matches!(node.sort, Sort::Fp(_));
        self.nodes.push(node);
        let (nodes, wide) = (&self.nodes, &self.wide);
        self.table.insert_unique(hash, term, |t| {
            let node = &nodes[t.index() as usize];
            if node.arity == WIDE {
                let start = node.args[0].index() as usize;
                hash_of((
                    node.op,
                    node.sort,
                    &wide[start..start + node.args[1].index() as usize],
                ))
            } else {
                hash_of((node.op, node.sort, node.args))
            }
        });
        term
    }

    pub(crate) fn constant(&mut self, value: u128) -> ConstId {
        let hash = hash_of((value as u64, (value >> 64) as u64));
        if let Some(&found) = self
            .constant_table
            .find(hash, |c| self.constants[c.0 as usize] == value)
        {
            return found;
        }
        let id = ConstId(self.constants.len() as u32);
        self.constants.push(value);
        let constants = &self.constants;
        self.constant_table.insert_unique(hash, id, |c| {
            let value = constants[c.0 as usize];
            hash_of((value as u64, (value >> 64) as u64))
        });
        id
    }

    /// The bits of an interned literal.
    pub fn constant_bits(&self, id: ConstId) -> u128 {
        self.constants[id.0 as usize]
    }

    // --- sorts -------------------------------------------------------------------------------------------------

    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        let position = self
            .arrays
            .iter()
            .position(|&parts| parts == (index, element));
        let position = position.unwrap_or_else(|| {
            self.arrays.push((index, element));
            self.arrays.len() - 1
        });
        Sort::Array(ArraySortId(position as u32))
    }

    /// Index and element sort.
    pub fn array_parts(&self, id: ArraySortId) -> (Sort, Sort) {
        self.arrays[id.0 as usize]
    }

    /// Index and element sort of an array sort.
    pub fn as_array_sort(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match sort {
            Sort::Array(id) => Some(self.array_parts(id)),
            _ => None,
        }
    }

    pub fn uninterpreted_sort(&mut self, name: &str) -> Sort {
        let position = self.sort_names.iter().position(|known| &**known == name);
        let position = position.unwrap_or_else(|| {
            self.sort_names.push(name.into());
            self.sort_names.len() - 1
        });
        Sort::Uninterpreted(SortId(position as u32))
    }

    pub fn sort_name(&self, id: SortId) -> &str {
        &self.sort_names[id.0 as usize]
    }

    /// The uninterpreted sort of that name, if it was declared.
    pub fn find_sort(&self, name: &str) -> Option<Sort> {
        let position = self.sort_names.iter().position(|known| &**known == name)?;
        Some(Sort::Uninterpreted(SortId(position as u32)))
    }

    // --- symbols and functions ---------------------------------------------------------------------------------

    /// The symbol of that name and sort, the same term every time.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> Term {
        let hash = hash_of(name);
        let found = self.symbol_table.find(hash, |s| {
            let info = &self.symbols[s.0 as usize];
            &*info.name == name && info.sort == sort
        });
        if let Some(found) = found {
            return self.symbols[found.0 as usize].term;
        }
        let id = SymbolId(self.symbols.len() as u32);
        let term = self.mk(Op::Symbol(id), sort, &[]);
        self.note_name(name);
        self.symbols.push(SymbolInfo {
            name: name.into(),
            sort,
            term,
        });
        let symbols = &self.symbols;
        self.symbol_table
            .insert_unique(hash, id, |s| hash_of(&*symbols[s.0 as usize].name));
        term
    }

    /// A symbol whose name, starting with the prefix, is not used by any other symbol of this pool.
    pub fn fresh_symbol(&mut self, prefix: &str, sort: Sort) -> Term {
        loop {
            let name = format!("{prefix}!{}", self.fresh);
            self.fresh += 1;
            if self.find_symbols(&name).is_empty() {
                return self.symbol(&name, sort);
            }
        }
    }

    /// The name of a symbol term.
    ///
    /// # Panics
    /// If the term is not a symbol.
    #[track_caller]
    pub fn symbol_name(&self, t: Term) -> &str {
        match self.op(t) {
            Op::Symbol(id) => &self.symbols[id.0 as usize].name,
            other => panic!("expected a symbol, found {other:?}"),
        }
    }

    pub fn is_symbol(&self, t: Term) -> bool {
        matches!(self.op(t), Op::Symbol(_))
    }

    /// All symbols of that name, one per sort, oldest first.
    pub fn find_symbols(&self, name: &str) -> Vec<Term> {
        let hash = hash_of(name);
        let ids = self
            .symbol_table
            .iter_hash(hash)
            .filter(|s| &*self.symbols[s.0 as usize].name == name);
        let mut terms: Vec<Term> = ids.map(|s| self.symbols[s.0 as usize].term).collect();
        terms.sort_unstable();
        terms
    }

    /// The function of that name and signature, the same id every time.
    pub fn declare_fun(&mut self, name: &str, parameters: &[Sort], result: Sort) -> FunId {
        let hash = hash_of(name);
        let found = self.function_table.find(hash, |f| {
            let info = &self.functions[f.0 as usize];
            &*info.name == name && &*info.parameters == parameters && info.result == result
        });
        if let Some(&found) = found {
            return found;
        }
        let id = FunId(self.functions.len() as u32);
        self.note_name(name);
        self.functions.push(FunInfo {
            name: name.into(),
            parameters: parameters.into(),
            result,
            meaning: None,
        });
        let functions = &self.functions;
        self.function_table
            .insert_unique(hash, id, |f| hash_of(&*functions[f.0 as usize].name));
        id
    }

    /// Says what a function computes.
    pub fn set_meaning(&mut self, f: FunId, meaning: Meaning) {
        self.functions[f.0 as usize].meaning = Some(meaning);
    }

    /// Whether any term is a floating-point number.
    pub fn has_floats(&self) -> bool {
        self.floats
    }

    /// Whether any function has a meaning.
    pub fn has_meanings(&self) -> bool {
        self.functions.iter().any(|f| f.meaning.is_some())
    }

    pub fn meaning(&self, f: FunId) -> Option<Meaning> {
        self.functions[f.0 as usize].meaning
    }

    pub fn fun_name(&self, f: FunId) -> &str {
        &self.functions[f.0 as usize].name
    }

    pub fn fun_parameters(&self, f: FunId) -> &[Sort] {
        &self.functions[f.0 as usize].parameters
    }

    pub fn fun_result(&self, f: FunId) -> Sort {
        self.functions[f.0 as usize].result
    }

    /// All functions of that name, oldest first.
    pub fn find_functions(&self, name: &str) -> Vec<FunId> {
        let hash = hash_of(name);
        let found = self
            .function_table
            .iter_hash(hash)
            .filter(|f| &*self.functions[f.0 as usize].name == name);
        let mut found: Vec<FunId> = found.copied().collect();
        found.sort_unstable();
        found
    }

    fn note_name(&mut self, name: &str) {
        let dots = name.bytes().take_while(|&b| b == b'.').count();
        self.leading_dots = self.leading_dots.max(dots);
    }

    /// A prefix for local names that no declared name starts with.
    pub(crate) fn local_prefix(&self) -> String {
        ".".repeat(self.leading_dots + 1)
    }

    // --- literals ----------------------------------------------------------------------------------------------

    pub fn tt(&self) -> Term {
        Term::from_index(0)
    }

    pub fn ff(&self) -> Term {
        Term::from_index(1)
    }

    pub fn bool(&self, value: bool) -> Term {
        if value { self.tt() } else { self.ff() }
    }

    /// A bit-vector literal; bits beyond the width are dropped.
    #[track_caller]
    pub fn bv(&mut self, width: u32, value: u128) -> Term {
        assert!(
            (1..=128).contains(&width),
            "a bit-vector has 1 to 128 bits, not {width}"
        );
        let id = self.constant(value & crate::bits::mask(width));
        self.mk(Op::BvConst(id), Sort::Bv(width), &[])
    }

    pub fn bv32(&mut self, value: i32) -> Term {
        self.bv(32, u128::from(value as u32))
    }

    pub fn bv64(&mut self, value: i64) -> Term {
        self.bv(64, u128::from(value as u64))
    }

    /// A floating-point literal by the bits of its interchange format. SMT-LIB has a single NaN, so every NaN becomes
    /// the canonical quiet one.
    #[track_caller]
    pub fn fp_bits(&mut self, sort: FpSort, bits: u128) -> Term {
        assert!(
            sort.is_supported(),
            "unsupported floating-point format {sort:?}"
        );
        let id = self.constant(crate::floats::canonical(sort, bits));
        self.mk(Op::FpConst(id), Sort::Fp(sort), &[])
    }

    pub fn f32(&mut self, value: f32) -> Term {
        self.fp_bits(FpSort::F32, u128::from(value.to_bits()))
    }

    pub fn f64(&mut self, value: f64) -> Term {
        self.fp_bits(FpSort::F64, u128::from(value.to_bits()))
    }

    pub fn int(&mut self, value: i128) -> Term {
        let id = self.constant(value as u128);
        self.mk(Op::IntConst(id), Sort::Int, &[])
    }

    pub fn is_const(&self, t: Term) -> bool {
        self.op(t).is_const()
    }

    pub fn as_bool(&self, t: Term) -> Option<bool> {
        match self.op(t) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    pub fn as_bv(&self, t: Term) -> Option<u128> {
        match self.op(t) {
            Op::BvConst(id) => Some(self.constant_bits(id)),
            _ => None,
        }
    }

    /// The value of a 32-bit literal.
    pub fn as_i32(&self, t: Term) -> Option<i32> {
        if self.sort(t) == Sort::Bv(32) {
            self.as_bv(t).map(|v| v as u32 as i32)
        } else {
            None
        }
    }

    /// The value of a 64-bit literal.
    pub fn as_i64(&self, t: Term) -> Option<i64> {
        if self.sort(t) == Sort::Bv(64) {
            self.as_bv(t).map(|v| v as u64 as i64)
        } else {
            None
        }
    }

    pub fn as_fp_bits(&self, t: Term) -> Option<u128> {
        match self.op(t) {
            Op::FpConst(id) => Some(self.constant_bits(id)),
            _ => None,
        }
    }

    pub fn as_int(&self, t: Term) -> Option<i128> {
        match self.op(t) {
            Op::IntConst(id) => Some(self.constant_bits(id) as i128),
            _ => None,
        }
    }
}
