//! What `cortado verify` accepts.

use crate::arguments::{ClassOptions, Color};
use crate::quantities::{self, Limit};
use bounded::graph::Calls;
use bounded::split::Splitter;
use bounded::verify::{Choice, Split};
use clap::{Args, ValueEnum};
use jml::contract::Math;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  cortado verify examples/contracts                     every method with a contract, on up to 3 objects of each class
  cortado verify List.java --method List.add            one method, with all its overloads
  cortado verify Tree.java --scope 5 --unroll 4         larger heaps, longer loops
  cortado verify Heap.java --scope Heap=1,Entry=6 --int-bits 5
  cortado verify List.java --method List.add --dump-graph -

What is checked:
  A method against its JML contract, on every heap with at most so many objects of each class (--scope), and on every
  execution with at most so many iterations of each loop and so many calls of a method within itself (--unroll). Objects
  that the method makes come on top. Called methods are looked into. Invariants are assumed before and checked after,
  and exceptions that the contract does not allow are violations. docs/jml.md says what of JML has a meaning.

The last line of standard output, and the exit status:
  verdict: safe within bounds   0   every method holds within the scope
  verdict: violated             1   with the clause, the heap before and after, the way through the method, and a test
                                    that was run on the JVM
  verdict: unknown              3   with reasons; a contract that no execution can fulfil is vacuous
                                2   wrong usage, or input that cannot be read";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, max_term_width = 110)]
pub struct VerifyOptions {
    /// What to verify: .java files, directories of sources, the root of a Maven or Gradle project
    #[arg(required = true, value_name = "TARGET")]
    pub targets: Vec<PathBuf>,

    /// Verify this method, or the constructors with CLASS.CLASS [default: every method of the targets that has a contract].
    /// May be repeated
    #[arg(long, value_name = "CLASS.NAME[(TYPES)]")]
    pub method: Vec<String>,
    /// Files or directories with specifications of other classes (*.jml). May be repeated
    #[arg(long, value_name = "PATH")]
    pub specs: Vec<PathBuf>,
    /// Verify methods without a contract of their own, too: for exceptions and invariants
    #[arg(long)]
    pub all: bool,

    /// How many objects of each class can exist before the method: N, or some classes, `Node=5,int[]=2`; both may be given
    #[arg(long, value_name = "N|CLASS=N,…", default_value = "3", help_heading = "Scope", allow_negative_numbers = true, value_parser = scope)]
    pub scope: ScopeText,
    /// How often a loop is gone through, and a method called within itself [default: 3, or more where no execution ends]
    #[arg(
        long,
        value_name = "K",
        help_heading = "Scope",
        allow_negative_numbers = true
    )]
    pub unroll: Option<u32>,
    /// The length of arrays and of strings [default: as --scope, or more where the precondition needs more]
    #[arg(long, value_name = "N", help_heading = "Scope", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=256))]
    pub array_length: Option<u32>,
    /// The bits of an int, which wraps there; a long has twice as many
    #[arg(long, value_name = "B", default_value_t = 32, help_heading = "Scope", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(2..=32))]
    pub int_bits: u32,

    /// What a call is
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value = "inline",
        help_heading = "Scope"
    )]
    pub calls: CallsName,

    /// What becomes of integers in specifications that do not fit their type, unless a class or method says so itself
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        default_value = "java",
        help_heading = "Arithmetic"
    )]
    pub spec_math: MathName,
    /// The same in code
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        default_value = "java",
        help_heading = "Arithmetic"
    )]
    pub code_math: MathName,

    /// How the graph of a method is split into parts that are solved one by one
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        default_value = "auto",
        help_heading = "Solving"
    )]
    pub split: SplitName,
    /// How heaps become formulas
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        default_value = "auto",
        help_heading = "Solving"
    )]
    pub encoding: EncodingName,
    /// How often parts are split again
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Solving")]
    pub rounds: u32,
    /// Methods that are verified at the same time; with one method, its parts [default: as many as there are processors]
    #[arg(long, short, value_name = "N", help_heading = "Solving", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// The time for each method: 30s, 5m, none
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = quantities::time, help_heading = "Solving")]
    pub timeout: Limit<Duration>,

    #[command(flatten)]
    pub classes: ClassOptions,

    /// Write the result as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Where the JUnit tests go that show the violations
    #[arg(
        long,
        value_name = "DIR",
        default_value = "cortado-out",
        help_heading = "Output"
    )]
    pub junit: PathBuf,
    /// Write the tests but do not run them
    #[arg(long, help_heading = "Output")]
    pub no_replay: bool,
    /// Write pictures of heaps before and after as SVG files into this directory
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub svg: Option<PathBuf>,
    /// Of a method that holds, show the lines and clauses without which that would not be shown
    #[arg(long, help_heading = "Output")]
    pub why: bool,
    /// Write the verification graphs of the methods, `-` for standard output; a name that ends in .dot is for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dump_graph: Option<PathBuf>,
    /// Write the formulas of the whole methods as SMT-LIB, `-` for standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dump_smt: Option<PathBuf>,
    /// Colours in the output
    #[arg(
        long,
        value_enum,
        default_value = "auto",
        value_name = "WHEN",
        help_heading = "Output"
    )]
    pub color: Color,
    /// Show how each part of each method went
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    /// No progress and no notes
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// A scope as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeText {
    pub all: Option<u32>,
    pub classes: Vec<(String, u32)>,
}

/// More objects than this are no small scope.
const MOST: u32 = 64;

fn scope(text: &str) -> Result<ScopeText, String> {
    let mut result = ScopeText {
        all: None,
        classes: Vec::new(),
    };
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (class, number) = match part.rsplit_once('=') {
            None => (None, part),
            Some((class, number)) => (Some(class.trim()), number.trim()),
        };
        let number: u32 = number
            .parse()
            .ok()
            .filter(|number| *number <= MOST)
            .ok_or_else(|| format!("`{number}` is no number of objects from 0 to {MOST}"))?;
        match class {
            None => result.all = Some(number),
            Some("") => return Err(format!("`{part}` has no class before the `=`")),
            Some(class) => result.classes.push((class.to_owned(), number)),
        }
    }
    if result.all.is_none() && result.classes.is_empty() {
        return Err("expected a number, or CLASS=N".into());
    }
    Ok(result)
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitName {
    /// The smallest parts get a short look, then the whole; hard parts are split by definitions, then by branches
    Auto,
    /// One formula
    Whole,
    /// Through or around the branch that leaves the smallest halves
    Branch,
    /// By the definition that a variable has last
    Vardef,
    /// Every path by itself
    Path,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingName {
    /// Expanded, unless there are very many objects
    Auto,
    /// Without quantifiers: every field of every object is a variable
    Expanded,
    /// Fields are functions, and what changes them is quantified over objects
    Quantified,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallsName {
    /// What the called method does; what its contract says where it cannot be looked into
    Inline,
    /// What the contract of the called method says, where it has one
    Contract,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MathName {
    /// They wrap around
    Java,
    /// They are errors: a clause does not hold, code is violated
    Safe,
    /// Those of specifications are right all the same; code that comes to one is not looked at
    Bigint,
}

impl MathName {
    pub fn math(self) -> Math {
        match self {
            MathName::Java => Math::Java,
            MathName::Safe => Math::Safe,
            MathName::Bigint => Math::BigInt,
        }
    }
}

impl CallsName {
    pub fn calls(self) -> Calls {
        match self {
            CallsName::Inline => Calls::Inline,
            CallsName::Contract => Calls::Contracts,
        }
    }
}

impl EncodingName {
    pub fn choice(self) -> Choice {
        match self {
            EncodingName::Auto => Choice::Auto,
            EncodingName::Expanded => Choice::Expanded,
            EncodingName::Quantified => Choice::Quantified,
        }
    }
}

impl SplitName {
    pub fn split(self, rounds: u32) -> Split {
        let splitter = match self {
            SplitName::Auto => return Split::Auto,
            SplitName::Whole => Splitter::Whole,
            SplitName::Branch => Splitter::Branch,
            SplitName::Vardef => Splitter::VarDef,
            SplitName::Path => Splitter::Path,
        };
        Split::Fixed { splitter, rounds }
    }
}
