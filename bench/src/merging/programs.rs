//! The programs in `bench/merging/programs`, and the sizes at which they are explored.

/// A program whose `Main` takes its size as its only argument.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its directory.
    pub name: &'static str,
    /// How many inputs there are for each unit of the size.
    pub inputs: u64,
    /// Sizes to climb until `none` does not end in time.
    pub ladder: &'static [u64],
    /// Further sizes for `full` alone.
    pub beyond: &'static [u64],
    /// Whether `full` is to follow a single path, whatever the size, in time that grows about as the size does.
    pub single_path: bool,
    /// Whether `full` is to find a violation at once, and to end within two paths more than there are inputs.
    pub counts_words: bool,
}

const UP: &[u64] = &[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 28, 32,
];

const fn program(name: &'static str) -> Program {
    Program {
        name,
        inputs: 1,
        ladder: UP,
        beyond: &[],
        single_path: false,
        counts_words: false,
    }
}

const STEPS: &[u64] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

pub const PROGRAMS: [Program; 11] = [
    Program {
        inputs: 3,
        ladder: STEPS,
        beyond: STEPS,
        single_path: true,
        ..program("wheelbrake")
    },
    Program {
        inputs: 12,
        ladder: STEPS,
        beyond: STEPS,
        single_path: true,
        ..program("collision")
    },
    program("replace"),
    program("xml"),
    program("events"),
    program("scheduler"),
    program("lexer"),
    program("commandline"),
    program("arbiter"),
    Program {
        ladder: &[2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
        ..program("adventure")
    },
    Program {
        ladder: &[3, 5, 7, 9, 11, 13, 15, 17, 19],
        beyond: &[7, 15, 31],
        counts_words: true,
        ..program("wordcount")
    },
];
