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
  Each method against its JML contract, on every heap with at most --scope objects of each class, and on every execution
  with at most --unroll iterations of each loop and recursive calls of each method. Objects that the method creates do not
  count. Cortado inlines called methods, assumes invariants before the call and checks them after it, and reports exceptions
  that the contract does not allow. docs/jml.md describes the supported part of JML.

The last line of standard output, and the exit status:
  verdict: safe within bounds   0   every method holds within the scope
  verdict: violated             1   with the clause, the heap before and after, the executed lines, and a test that Cortado
                                    ran on the JVM
  verdict: unknown              3   with reasons; a contract that no execution can satisfy is vacuous
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
    /// Verify methods without a contract as well: that they throw no exception and preserve invariants
    #[arg(long)]
    pub all: bool,

    /// How many objects of each class can exist before the call: N for all classes, or CLASS=N as in `Node=5,int[]=2`, or both
    #[arg(long, value_name = "N|CLASS=N,…", default_value = "3", help_heading = "Scope", allow_negative_numbers = true, value_parser = scope)]
    pub scope: ScopeText,
    /// Maximal number of iterations of each loop, and of recursive calls [default: 3, or more if no execution ends within 3]
    #[arg(
        long,
        value_name = "K",
        help_heading = "Scope",
        allow_negative_numbers = true
    )]
    pub unroll: Option<u32>,
    /// Maximal length of arrays and strings [default: as --scope, or more if the precondition requires more]
    #[arg(long, value_name = "N", help_heading = "Scope", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=256))]
    pub array_length: Option<u32>,
    /// Number of bits of an int, which wraps around; a long has twice as many
    #[arg(long, value_name = "B", default_value_t = 32, help_heading = "Scope", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(2..=32))]
    pub int_bits: u32,

    /// How to treat calls: inline the body, or use the contract
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value = "inline",
        help_heading = "Scope"
    )]
    pub calls: CallsName,

    /// How to evaluate integers in specifications that overflow, unless an annotation of the class or method says so
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        default_value = "java",
        help_heading = "Arithmetic"
    )]
    pub spec_math: MathName,
    /// How to evaluate integers in code that overflow
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        default_value = "java",
        help_heading = "Arithmetic"
    )]
    pub code_math: MathName,

    /// How to split the verification graph of a method into parts that are solved one by one
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        default_value = "auto",
        help_heading = "Solving"
    )]
    pub split: SplitName,
    /// How to encode heaps as formulas
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        default_value = "auto",
        help_heading = "Solving"
    )]
    pub encoding: EncodingName,
    /// How often to split parts again
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Solving")]
    pub rounds: u32,
    /// Number of methods to verify in parallel; for a single method, of its parts [default: number of processors]
    #[arg(long, short, value_name = "N", help_heading = "Solving", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Time limit for each method: 30s, 5m, none
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = quantities::time, help_heading = "Solving")]
    pub timeout: Limit<Duration>,

    #[command(flatten)]
    pub classes: ClassOptions,

    /// Write the result as JSON
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Directory for the JUnit tests that show the violations
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
    /// Draw the heaps before and after each violation as SVG files in this directory
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub svg: Option<PathBuf>,
    /// For each verified method, show the lines and clauses its proof depends on
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
    /// Show the size, time and answer of each part of each method
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    /// Show no progress and no notes
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
    /// Try the smallest parts briefly, then the whole graph; split hard parts by definitions, then by branches
    Auto,
    /// One formula
    Whole,
    /// Split at the branch that leaves the smallest halves
    Branch,
    /// Split by the last definition of a variable
    Vardef,
    /// Each path separately
    Path,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingName {
    /// Expanded, unless the scope has very many objects
    Auto,
    /// No quantifiers: each field of each object is a variable
    Expanded,
    /// Fields are functions, constrained by quantifiers over objects
    Quantified,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallsName {
    /// Inline the body of the called method; use its contract if there is no body
    Inline,
    /// Use the contract of the called method if it has one
    Contract,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MathName {
    /// Integers wrap around
    Java,
    /// Overflow is an error: the clause does not hold, or the code is violated
    Safe,
    /// Specifications use mathematical integers; executions in which code overflows are skipped
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
