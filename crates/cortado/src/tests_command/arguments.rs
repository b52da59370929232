//! What `cortado tests` accepts.

use crate::arguments::{ClassOptions, MergeLevel};
use crate::quantities::{self, Limit, Unwind};
use clap::Args;
use explore::Search;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  cortado tests examples/structures                     a suite for every class, in cortado-tests/
  cortado tests app.jar --class acme.Tax -o src/test/java
  cortado tests target/classes --method acme.Tax.due --all-paths

What a test is:
  Every public constructor and method is followed for all arguments at once, on objects as constructors make them and
  after up to --history calls that change them. Of the paths that end, a small set is chosen that takes every side of
  every branch and runs every line that any of them does, and ends in every way they do. A test calls the method with
  the arguments of its path and states the value returned, the exception thrown, and what the object says of itself
  afterwards. It states what the code does today, be that right or wrong; a failed `assert` has a comment.

What is written:
  One class per class under test, in its package: DIR/acme/TaxCortadoTest.java. A file that Cortado did not write is never
  overwritten. The suite is compiled and run on your JVM before you see it. A test that fails there is taken out again
  and named: that is a bug in Cortado, unless the program keeps state from one test to the next.

Standard output has a line per class, the branches that were not taken and why, and last the figures. Exit status:
  0   all tests of the suite pass
  2   wrong usage, or input that cannot be read
  3   the suite could not be run, or there is none, or a test had to be taken out because Cortado was wrong";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, max_term_width = 110)]
pub struct TestsOptions {
    /// What to test: .java files, directories of sources or classes, jars, the root of a Maven or Gradle project
    #[arg(required = true, value_name = "TARGET")]
    pub targets: Vec<PathBuf>,

    /// Test the public constructors and methods of this class [default: of every class of the targets]. May be repeated
    #[arg(long, value_name = "CLASS", value_parser = quantities::class_name, help_heading = "What to test")]
    pub class: Vec<String>,
    /// Test this method, all of its overloads if no types are given. May be repeated
    #[arg(
        long,
        value_name = "CLASS.NAME[(TYPES)]",
        conflicts_with = "class",
        help_heading = "What to test"
    )]
    pub method: Vec<String>,
    /// Reference parameters may be null [default: they are not]
    #[arg(long, help_heading = "What to test")]
    pub nullable: bool,

    /// Where the tests go
    #[arg(
        long,
        short,
        value_name = "DIR",
        default_value = "cortado-tests",
        help_heading = "The suite"
    )]
    pub output: PathBuf,
    /// The package of the tests [default: that of the class under test]
    #[arg(long, value_name = "NAME", value_parser = quantities::class_name, help_heading = "The suite")]
    pub package: Option<String>,
    /// A test for every path, instead of a small set that covers as much
    #[arg(long, help_heading = "The suite")]
    pub all_paths: bool,
    /// The most tests for each class
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        help_heading = "The suite"
    )]
    pub max_tests: usize,
    /// Write the suite but do not run it
    #[arg(long, help_heading = "The suite")]
    pub no_run: bool,
    /// Write what the suite has and covers as JSON
    #[arg(long, value_name = "FILE", help_heading = "The suite")]
    pub json: Option<PathBuf>,

    #[command(flatten)]
    pub classes: ClassOptions,

    /// Calls that change an object before the method is called on it, at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=8), help_heading = "Bounds")]
    pub history: u32,
    /// Iterations of each loop, and depth of each recursion, that depend on inputs; LOOP=N for one loop. May be
    /// repeated [default: no bound]
    #[arg(long, value_name = "N|LOOP=N", value_parser = quantities::unwind, help_heading = "Bounds")]
    pub unwind: Vec<Unwind>,
    /// Longest string that is an input, where a program needs all of it
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=4096), help_heading = "Bounds")]
    pub string_length: u32,
    /// Longest array that is an input
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=4096), help_heading = "Bounds")]
    pub array_length: u32,
    /// Most objects of each class, and elements of each collection, that are inputs
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=64), help_heading = "Bounds")]
    pub objects: u32,

    /// A method is left when so many paths in a row brought nothing new
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Search")]
    pub patience: u64,
    /// Which paths become one where they meet again; each way through such a place is then taken once by itself, which helps
    /// with methods of very many paths
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        default_value_t = MergeLevel::None,
        conflicts_with = "all_paths",
        help_heading = "Search"
    )]
    pub merge: MergeLevel,
    /// The order in which paths are taken up: mixed (depth first and shallow first by turns), dfs, bfs, random or random:SEED
    #[arg(long, value_name = "ORDER", default_value = "mixed", value_parser = quantities::search, help_heading = "Search")]
    pub search: Search,
    /// Time for the whole search, shared among the methods: 90, 500ms, 2m, none. Where it decides, two runs may differ
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = quantities::time, help_heading = "Search")]
    pub timeout: Limit<Duration>,
    /// Memory for the whole process: 200M, 2G, none [default: 4G, or three quarters of what there is]
    #[arg(long, value_name = "SIZE", value_parser = quantities::size, help_heading = "Search")]
    pub memory: Option<Limit<u64>>,
    /// Time for one query to the solver
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantities::time, help_heading = "Search")]
    pub query_timeout: Limit<Duration>,

    /// Tell which methods are tested, and how much work it was
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    /// No progress and no notes
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
}
