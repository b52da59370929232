//! What is measured: the methods of 003 and of the thesis's Table 3.1 (004), in their scopes, with the papers' figures.

/// A size in which a method is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub scope: u32,
    pub bits: u32,
    pub unroll: u32,
    /// What the paper says of it, if something.
    pub paper: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// As it is called in the tables.
    pub name: &'static str,
    pub directory: &'static str,
    pub method: &'static str,
    /// The class that there is only one object of, if so.
    pub only: Option<&'static str>,
    /// Of 003, which is about splitting.
    pub is_split: bool,
    pub sizes: &'static [Size],
}

const fn size(scope: u32, bits: u32, unroll: u32, paper: &'static str) -> Size {
    Size {
        scope,
        bits,
        unroll,
        paper,
    }
}

/// The papers' figures: of 003, how many times as fast as WHOLE a splitter is; of the thesis, seconds to encode and to solve.
pub const SUBJECTS: [Subject; 11] = [
    Subject {
        name: "list contains",
        directory: "lists",
        method: "IntList.contains",
        only: Some("IntList"),
        is_split: true,
        sizes: &[
            size(8, 5, 1, "all below 1x"),
            size(8, 5, 2, "all below 1x"),
            size(8, 5, 3, ""),
            size(8, 5, 4, ""),
            size(8, 5, 6, ""),
            size(8, 5, 8, ""),
        ],
    },
    Subject {
        name: "tree contains",
        directory: "trees",
        method: "Tree.contains",
        only: Some("Tree"),
        is_split: true,
        sizes: &[
            size(7, 5, 1, ""),
            size(7, 5, 2, ""),
            size(7, 5, 3, ""),
            size(7, 5, 4, ""),
            size(7, 5, 5, ""),
        ],
    },
    Subject {
        name: "tree add",
        directory: "trees",
        method: "Tree.add",
        only: Some("Tree"),
        is_split: true,
        sizes: &[
            size(7, 5, 1, ""),
            size(7, 5, 2, ""),
            size(7, 5, 3, ""),
            size(7, 5, 4, "vardef 147x, path 60x, branch 2.7x"),
        ],
    },
    Subject {
        name: "dag sort, faulty",
        directory: "graphs-fault",
        method: "Dag.sort",
        only: Some("Dag"),
        is_split: true,
        sizes: &[
            size(8, 5, 1, ""),
            size(8, 5, 2, ""),
            size(8, 5, 3, ""),
            size(8, 5, 4, ""),
            size(8, 5, 8, "vardef 540x"),
        ],
    },
    Subject {
        name: "red-black insert",
        directory: "redblack",
        method: "RedBlackTree.insert",
        only: Some("RedBlackTree"),
        is_split: true,
        sizes: &[
            size(4, 5, 1, "path: no end in 7 h"),
            size(4, 5, 2, ""),
            size(4, 5, 3, "scope 3: vardef 43x"),
            size(4, 5, 4, ""),
        ],
    },
    Subject {
        name: "heap decreaseKey",
        directory: "heap",
        method: "BinaryHeap.decreaseKey",
        only: Some("BinaryHeap"),
        is_split: false,
        sizes: &[
            size(3, 3, 3, "1.5+0.4"),
            size(4, 4, 4, "1.5+8.7"),
            size(5, 5, 5, "1.5+31.3"),
            size(6, 6, 6, "1.5+117.1"),
            size(7, 7, 5, "1.5+357.6"),
            size(7, 7, 6, "1.6+507.5"),
        ],
    },
    Subject {
        name: "heap deleteMin",
        directory: "heap",
        method: "BinaryHeap.deleteMin",
        only: Some("BinaryHeap"),
        is_split: false,
        sizes: &[
            size(3, 3, 3, "1.7+0.2"),
            size(4, 4, 4, "1.7+3.4"),
            size(5, 5, 5, "1.7+52.5"),
            size(6, 6, 6, "1.7+133.4"),
        ],
    },
    Subject {
        name: "heap insert",
        directory: "heap",
        method: "BinaryHeap.insert",
        only: Some("BinaryHeap"),
        is_split: false,
        sizes: &[
            size(3, 3, 3, "1.6+0.4"),
            size(4, 4, 4, "1.6+5.4"),
            size(5, 5, 5, "1.6+86.8"),
            size(6, 6, 6, "1.6+110.0"),
            size(7, 7, 6, "1.6+311.4"),
        ],
    },
    Subject {
        name: "heap minElement",
        directory: "heap",
        method: "BinaryHeap.minElement",
        only: Some("BinaryHeap"),
        is_split: false,
        sizes: &[
            size(4, 4, 4, "1.4+0.0"),
            size(6, 6, 6, "1.4+0.0"),
            size(7, 7, 7, "1.4+0.0"),
            size(8, 8, 8, "1.4+0.0"),
            size(10, 10, 10, "1.4+0.0"),
            size(11, 11, 11, "1.4+0.0"),
        ],
    },
    Subject {
        name: "heap insert, many heaps",
        directory: "heap",
        method: "BinaryHeap.insert",
        only: None,
        is_split: false,
        sizes: &[
            size(3, 3, 3, "1.6+0.4"),
            size(4, 4, 4, "1.6+5.4"),
            size(5, 5, 5, "1.6+86.8"),
            size(7, 7, 6, "1.6+311.4"),
        ],
    },
    Subject {
        name: "heap minElement, many heaps",
        directory: "heap",
        method: "BinaryHeap.minElement",
        only: None,
        is_split: false,
        sizes: &[
            size(4, 4, 4, "1.4+0.0"),
            size(7, 7, 7, "1.4+0.0"),
            size(11, 11, 11, "1.4+0.0"),
        ],
    },
];

impl Subject {
    /// The options of `cortado verify` that say it.
    pub fn options(&self, size: &Size) -> Vec<String> {
        let mut scope = size.scope.to_string();
        if let Some(class) = self.only {
            scope.push_str(&format!(",{class}=1"));
        }
        let all = [
            ("--method", self.method.to_owned()),
            ("--scope", scope),
            ("--int-bits", size.bits.to_string()),
            ("--unroll", size.unroll.to_string()),
        ];
        let words = all.into_iter();
        words
            .flat_map(|(name, value)| [name.to_owned(), value])
            .collect()
    }
}
