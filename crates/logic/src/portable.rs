//! Terms on the move: a self-contained copy that can be sent to another worker and rebuilt in its pool.

use crate::op::{FunId, Op, Term};
use crate::pool::{FastMap, Pool};
use crate::sort::{FpSort, Sort};

/// A sort that does not refer to a pool.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PortableSort {
    Bool,
    Bv(u32),
    Fp(FpSort),
    Int,
    /// Positions of index and element sort in the table.
    Array(u32, u32),
    Uninterpreted(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    Symbol(String),
    Bits(u128),
    /// Position in the table of functions.
    Apply(u32),
    Plain(Op),
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct PortableNode {
    content: Content,
    sort: u32,
    children: Vec<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct PortableFun {
    name: String,
    parameters: Vec<u32>,
    result: u32,
}

/// Terms outside of any pool. Import rebuilds them with the constructors, so that operand order follows the new pool.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Portable {
    sorts: Vec<PortableSort>,
    functions: Vec<PortableFun>,
    nodes: Vec<PortableNode>,
    roots: Vec<u32>,
}

impl Portable {
    /// The number of terms that were exported.
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }
}

#[derive(Default)]
struct Export {
    out: Portable,
    sorts: FastMap<Sort, u32>,
    functions: FastMap<FunId, u32>,
}

impl Export {
    fn sort(&mut self, pool: &Pool, sort: Sort) -> u32 {
        if let Some(&known) = self.sorts.get(&sort) {
            return known;
        }
        let portable = match sort {
            Sort::Bool => PortableSort::Bool,
            Sort::Bv(width) => PortableSort::Bv(width),
            Sort::Fp(format) => PortableSort::Fp(format),
            Sort::Int => PortableSort::Int,
            Sort::Array(_) => {
                // Sorts nest only as deep as somebody wrote them down.
                let (index, element) = pool.as_array_sort(sort).unwrap_or((Sort::Bool, Sort::Bool));
                PortableSort::Array(self.sort(pool, index), self.sort(pool, element))
            }
            Sort::Uninterpreted(id) => PortableSort::Uninterpreted(pool.sort_name(id).to_owned()),
        };
        self.out.sorts.push(portable);
        let position = self.out.sorts.len() as u32 - 1;
        self.sorts.insert(sort, position);
        position
    }

    fn function(&mut self, pool: &Pool, f: FunId) -> u32 {
        if let Some(&known) = self.functions.get(&f) {
            return known;
        }
        let parameters = pool
            .fun_parameters(f)
            .iter()
            .map(|&sort| self.sort(pool, sort))
            .collect();
        let result = self.sort(pool, pool.fun_result(f));
        self.out.functions.push(PortableFun {
            name: pool.fun_name(f).to_owned(),
            parameters,
            result,
        });
        let position = self.out.functions.len() as u32 - 1;
        self.functions.insert(f, position);
        position
    }
}

impl Pool {
    /// Copies terms and all they consist of.
    pub fn export(&self, terms: &[Term]) -> Portable {
        let mut nodes = Vec::new();
        self.visit(terms, |t| nodes.push(t));
        // Ids grow from children to parents.
        nodes.sort_unstable();
        let mut export = Export::default();
        let mut positions: FastMap<Term, u32> = FastMap::default();
        for (position, &t) in nodes.iter().enumerate() {
            let content = match self.op(t) {
                Op::Symbol(_) => Content::Symbol(self.symbol_name(t).to_owned()),
                Op::BvConst(id) | Op::FpConst(id) | Op::IntConst(id) => {
                    Content::Bits(self.constant_bits(id))
                }
                Op::Apply(f) => Content::Apply(export.function(self, f)),
                op => Content::Plain(op),
            };
            let sort = export.sort(self, self.sort(t));
            let children = self
                .children(t)
                .iter()
                .map(|child| positions[child])
                .collect();
            export.out.nodes.push(PortableNode {
                content,
                sort,
                children,
            });
            positions.insert(t, position as u32);
        }
        export.out.roots = terms.iter().map(|t| positions[t]).collect();
        export.out
    }

    /// Rebuilds exported terms in this pool, in the order in which they were exported.
    pub fn import(&mut self, portable: &Portable) -> Vec<Term> {
        let mut sorts: Vec<Sort> = Vec::with_capacity(portable.sorts.len());
        for sort in &portable.sorts {
            let sort = match sort {
                PortableSort::Bool => Sort::Bool,
                PortableSort::Bv(width) => Sort::Bv(*width),
                PortableSort::Fp(format) => Sort::Fp(*format),
                PortableSort::Int => Sort::Int,
                PortableSort::Array(index, element) => {
                    self.array_sort(sorts[*index as usize], sorts[*element as usize])
                }
                PortableSort::Uninterpreted(name) => self.uninterpreted_sort(name),
            };
            sorts.push(sort);
        }
        let mut functions = Vec::with_capacity(portable.functions.len());
        for f in &portable.functions {
            let parameters: Vec<Sort> = f
                .parameters
                .iter()
                .map(|&sort| sorts[sort as usize])
                .collect();
            functions.push(self.declare_fun(&f.name, &parameters, sorts[f.result as usize]));
        }
        let mut terms: Vec<Term> = Vec::with_capacity(portable.nodes.len());
        let mut children = Vec::new();
        for node in &portable.nodes {
            children.clear();
            children.extend(node.children.iter().map(|&child| terms[child as usize]));
            let sort = sorts[node.sort as usize];
            let term = match &node.content {
                Content::Symbol(name) => self.symbol(name, sort),
                Content::Bits(bits) => match sort {
                    Sort::Bv(width) => self.bv(width, *bits),
                    Sort::Fp(format) => self.fp_bits(format, *bits),
                    _ => self.int(*bits as i128),
                },
                Content::Apply(f) => self.apply(functions[*f as usize], &children),
                Content::Plain(Op::True) => self.tt(),
                Content::Plain(Op::False) => self.ff(),
                Content::Plain(op) => self.build(*op, sort, &children),
            };
            terms.push(term);
        }
        portable
            .roots
            .iter()
            .map(|&root| terms[root as usize])
            .collect()
    }
}
