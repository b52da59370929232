//! What the command line accepts, and the help that teaches it. Options exist because a user decides something; each
//! help text says what happens without it.

use crate::quantities::{self, Limit, Unwind};
use clap::{Args, Parser, Subcommand, ValueEnum};
use explore::{Merge, Search, Strategy};
use std::path::PathBuf;
use std::time::Duration;

/// What bounds on the length of strings and arrays may be.
pub const LONGEST: u32 = 4096;

const AFTER_HELP: &str = "\
Start with one of:
  cortado check examples/BinarySearch.java    find an input that breaks an assertion
  cortado check --help                        all options, with examples
  cortado tests examples/structures           write a JUnit suite that takes every branch
  cortado verify examples/contracts           check methods against their JML contracts
  cortado ir java.lang.Math.abs(int)          see the code that is executed";

const CHECK_EXAMPLES: &str = "\
Examples:
  cortado check BinarySearch.java                       its main, or else every public method
  cortado check target/classes --method acme.Tax.due    one method and its overloads, for all arguments
  cortado check target/classes --class acme.Tax         all public methods of a class
  cortado check app.jar --main acme.Tool -- --verbose   a main and its arguments
  cortado check . --timeout 10m --json result.json      a Maven or Gradle project, for a script
  cortado check Tool.java --symbolic 'Tool.run(sym#con)' an arbitrary first argument at each call of Tool.run
  cortado check Tool.jpf -D root=..                     a configuration of Java PathFinder
  cortado check Parking.java --unwind 50                at most 50 iterations of each loop
  cortado check Parking.java --unwind Parking.fee:5=99  at most 99 iterations of one loop (--list-loops prints names)

What is checked:
  Every `assert` that an execution reaches, and that no exception leaves the entry. Exceptions in its throws clause and
  those given with --allow may leave it; so may, with --method, exceptions that reject an argument and those that its
  Javadoc announces. Inputs are the parameters of a --method, and the results of calls such as cortado.Any.anInt();
  Any.assume(c) restricts them. org.sosy_lab.sv_benchmarks.Verifier, org.cprover.CProver and gov.nasa.jpf.symbc.Debug
  work as well.

Objects that are inputs, receivers included:
  Cortado creates them by constructors with arbitrary arguments, or else by factories; enums by their constants;
  collections and other JDK types by their own methods. Fields with a plain setter, and fields of classes that hide
  nothing, may hold any value: null, an existing object, or a fresh one. References that a caller passes are not null
  unless annotated @Nullable. The verdict lists as bounds what this leaves out; --objects and --lazy widen it.

The last line of standard output, and the exit status:
  verdict: safe                 0   Cortado followed every path to its end
  verdict: safe within bounds   0   the same up to the bounds listed above the verdict
  verdict: violated             1   with inputs, and a JUnit test that Cortado ran on your JVM
  verdict: unknown              3   with reasons
                                2   wrong usage, or input that cannot be read";

const IR_EXAMPLES: &str = "\
Examples:
  cortado ir java.lang.Math.abs                    every overload, from the JDK
  cortado ir 'BinarySearch.middle(int, int)' examples/BinarySearch.java
  cortado ir acme.Tool.run target/classes --dot | dot -Tsvg > run.svg";

/// A verifier for Java programs.
///
/// Cortado executes Java bytecode symbolically, that is, for all inputs at once, the JDK's own classes included. It finds
/// inputs that make an assertion fail or an exception escape, and replays each violation on your JVM before it reports it.
#[derive(Parser, Debug)]
#[command(name = "cortado", version, after_help = AFTER_HELP, max_term_width = 110)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Find assertions that can fail and exceptions that can escape
    ///
    /// Follows every path of a program from its entry, for all inputs at once. Without --main or --method the entry is
    /// the class with a `main`, or else every public method.
    Check(Box<CheckOptions>),
    /// Show the register code of a method
    ///
    /// Prints the code that Cortado executes: typed registers, basic blocks, exceptional edges, and loops with the names that
    /// --unwind accepts.
    Ir(IrOptions),
    /// List, show, check and draw regular properties
    ///
    /// A regular property is a state machine over method calls on one or several related objects: call hasNext before
    /// next, do not read a closed reader. Cortado has a library of them; docs/properties.md explains how to write your own.
    Property(PropertyOptions),
    /// Write a JUnit suite that covers the branches of a program
    ///
    /// Follows the paths of every public method for all arguments, and selects a few that together take every branch it
    /// reached. Each of them becomes a test. Cortado compiles and runs the tests on your JVM before it hands them over.
    Tests(Box<crate::tests_command::TestsOptions>),
    /// Check methods against their JML contracts, within a scope
    ///
    /// Considers every heap with at most --scope objects of each class, and every execution with at most --unroll iterations
    /// of each loop. A violation shows the clause, the heap before and after the call, and the executed lines.
    Verify(Box<crate::verify_command::VerifyOptions>),
    /// The interface of the Software Verification Competition
    ///
    /// Checks one property of the program in the given directories and prints TRUE, FALSE or UNKNOWN as its last line.
    Svcomp(SvcompOptions),
}

/// Where classes come from.
#[derive(Args, Debug)]
#[command(next_help_heading = "Classes")]
pub struct ClassOptions {
    /// Dependencies: jars and directories, separated as in a Java class path; `lib/*` for all jars of a directory
    #[arg(long, visible_alias = "cp", value_name = "PATHS")]
    pub classpath: Vec<String>,
    /// The JDK whose library the program uses [default: JAVA_HOME, or the java on the PATH]
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Compiled classes that replace all others of their name, the JDK's included; the report names them
    #[arg(long, value_name = "DIR")]
    pub stub: Vec<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = CHECK_EXAMPLES, max_term_width = 110)]
pub struct CheckOptions {
    /// What to check: .java and .class files, directories of sources or classes, jars, the root of a Maven or Gradle
    /// project, and .jpf files of Java PathFinder
    #[arg(required = true, value_name = "TARGET")]
    pub targets: Vec<PathBuf>,

    /// Start at the main of this class
    #[arg(
        long,
        value_name = "CLASS",
        conflicts_with = "method",
        value_parser = quantities::class_name,
        help_heading = "Entry"
    )]
    pub main: Option<String>,
    /// Start at this method with any arguments: all of its overloads if no types are given, also if a superclass declares
    /// it; without a class, the one method of the targets of that name. May be repeated
    #[arg(long, value_name = "[CLASS.]NAME[(TYPES)]", help_heading = "Entry")]
    pub method: Vec<String>,
    /// Start at each public method of this class. May be repeated
    #[arg(
        long,
        value_name = "CLASS",
        conflicts_with_all = ["main", "method"],
        value_parser = quantities::class_name,
        help_heading = "Entry"
    )]
    pub class: Vec<String>,
    /// What the program reads from System.in: a file, or else the text itself, in which \n and \t mean a new line and a tab
    /// [default: any text up to --string-length characters]
    #[arg(
        long,
        value_name = "FILE|TEXT",
        allow_hyphen_values = true,
        help_heading = "Entry"
    )]
    pub stdin: Option<String>,
    /// The value of an environment variable. May be repeated [default: not set, or any text; System.getenv() has only these]
    #[arg(long, value_name = "NAME=VALUE", value_parser = quantities::definition, help_heading = "Entry")]
    pub env: Vec<(String, String)>,
    /// Replace arguments by arbitrary values at each call of this method: one `sym` or `con` per parameter. May be repeated
    #[arg(
        long,
        value_name = "CLASS.NAME(sym#con)",
        conflicts_with_all = ["method", "class"],
        help_heading = "Entry"
    )]
    pub symbolic: Vec<String>,
    /// The value of ${NAME} in .jpf files
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = quantities::definition, help_heading = "Entry")]
    pub define: Vec<(String, String)>,
    /// Arguments of the program's main
    #[arg(last = true, value_name = "ARGS", help_heading = "Entry")]
    pub args: Vec<String>,

    #[command(flatten)]
    pub classes: ClassOptions,

    /// What counts as a violation; anything else is a note [default: assertions,exceptions, or with --property neither]
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        value_delimiter = ',',
        help_heading = "What counts"
    )]
    pub check: Vec<CheckKind>,
    /// A regular property of sequences of calls: one of the library (`cortado property list`), or a .prop or .mop file.
    /// May be repeated
    #[arg(long, value_name = "NAME|FILE", help_heading = "What counts")]
    pub property: Vec<String>,
    /// Reference parameters may be null [default: they are not]
    #[arg(long, help_heading = "What counts")]
    pub nullable: bool,
    /// Private fields of input objects may hold any value, whatever the constructors do [default: objects are in the state
    /// after their constructors, and only fields that a class does not hide may hold any value]
    #[arg(long, help_heading = "What counts")]
    pub lazy: bool,
    /// This exception, and its subclasses, may leave the entry. May be repeated
    #[arg(
        long,
        value_name = "EXCEPTION",
        value_delimiter = ',',
        value_parser = quantities::class_name,
        help_heading = "What counts"
    )]
    pub allow: Vec<String>,
    /// Report the first violation of each assertion or exception [default]
    #[arg(long, overrides_with = "all", help_heading = "What counts")]
    pub first: bool,
    /// Report every violation with a different cause, and search to the end
    #[arg(long, overrides_with = "first", help_heading = "What counts")]
    pub all: bool,

    /// Maximal number of iterations of each loop, and depth of each recursion, that depend on inputs; LOOP=N for one loop. May
    /// be repeated [default: no bound]
    #[arg(long, value_name = "N|LOOP=N", value_parser = quantities::unwind, help_heading = "Bounds")]
    pub unwind: Vec<Unwind>,
    /// Maximal length of input strings, where a program needs all characters [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(LONGEST)), help_heading = "Bounds")]
    pub string_length: Option<u32>,
    /// Maximal length of input arrays
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=i64::from(LONGEST)), help_heading = "Bounds")]
    pub array_length: u32,
    /// Maximal number of input objects of each class, and of elements of each input collection
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=64), help_heading = "Bounds")]
    pub objects: u32,
    /// List the loops of the targets with the names that --unwind accepts, and exit
    #[arg(long, help_heading = "Bounds")]
    pub list_loops: bool,

    /// Order of the search: mixed (alternates between depth first, shallow paths first, and few iterations of each loop first),
    /// dfs, bfs, random or random:SEED
    #[arg(long, value_name = "ORDER", default_value = "mixed", value_parser = quantities::search, help_heading = "Search")]
    pub search: Search,
    /// With --property, which branches to prefer, and which to prune
    #[arg(
        long,
        value_name = "STRATEGY",
        value_enum,
        default_value_t = StrategyName::Srv,
        requires = "property",
        help_heading = "Search"
    )]
    pub strategy: StrategyName,
    /// With --property, distinguish events at one place by the last N calls that led there
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "property",
        help_heading = "Search"
    )]
    pub contexts: u8,
    /// Write a line of comma-separated values for each path: when it ended, how close it came to a violation, and what
    /// happened at its branches
    #[arg(
        long,
        value_name = "FILE",
        requires = "property",
        help_heading = "Search"
    )]
    pub dump_paths: Option<PathBuf>,
    /// Which paths to merge where their branches meet again
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        default_value_t = MergeLevel::Full,
        help_heading = "Search"
    )]
    pub merge: MergeLevel,
    /// How to query the solver along a path; all values but auto are for comparison
    #[arg(
        long,
        value_name = "WAY",
        value_enum,
        default_value_t = SolvingMode::Auto,
        help_heading = "Solver"
    )]
    pub solving: SolvingMode,
    /// Write the queries along the paths into this directory, one SMT-LIB script for each entry and worker
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub record: Option<PathBuf>,
    /// Write the program's decisions and their conditions as a graph for Graphviz, before the search; loops are unrolled up to
    /// --unwind
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dump_decisions: Option<PathBuf>,
    /// Write a line `ms,paths,decided_sides` now and then
    #[arg(long, value_name = "FILE", hide = true)]
    pub dump_timeline: Option<PathBuf>,
    /// List for each branch whether paths were merged there, and if not, why
    #[arg(long, help_heading = "Output")]
    pub explain_merge: bool,
    /// Values of the symbolic inputs on the first path, in the order of their creation: 3,true,'x' [default: 0 and false]
    #[arg(long, value_name = "V1,V2,…", value_delimiter = ',', allow_hyphen_values = true, value_parser = quantities::initial, help_heading = "Search")]
    pub initial: Vec<i64>,
    /// Number of workers; with one worker, two runs print the same counts
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Search")]
    pub jobs: u16,
    /// Time limit of the whole run: 90, 500ms, 2m, none; entries share it equally, and fast ones leave the rest to the others
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = quantities::time, help_heading = "Search")]
    pub timeout: Limit<Duration>,
    /// Memory limit of the process: 200M, 2G, none [default: 4G, or three quarters of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = quantities::size, help_heading = "Search")]
    pub memory: Option<Limit<u64>>,

    /// Time limit of one query to the solver
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantities::time, help_heading = "Solver")]
    pub query_timeout: Limit<Duration>,
    /// Write every query as an SMT-LIB file into this directory
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub dump_smt: Option<PathBuf>,
    /// Send every query to a second solver from the PATH (z3, cvc5) as well, and stop if they disagree
    #[arg(long, help_heading = "Solver")]
    pub cross_check: bool,

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
    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub color: Color,
    /// Print statistics, the entries, the loops that were entered, and every bound
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    /// Print no progress and no notes
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
}

#[derive(Args, Debug)]
#[command(after_help = IR_EXAMPLES, max_term_width = 110)]
pub struct IrOptions {
    /// The method; types select an overload
    #[arg(value_name = "CLASS.NAME[(TYPES)]")]
    pub method: String,
    /// Where its class is, as for check; not needed for classes of the JDK
    #[arg(value_name = "TARGET")]
    pub targets: Vec<PathBuf>,
    /// Draw the control flow for Graphviz
    #[arg(long)]
    pub dot: bool,
    #[command(flatten)]
    pub classes: ClassOptions,
}

const PROPERTY_EXAMPLES: &str = "\
Examples:
  cortado property list                              what the library has
  cortado property show map-iterator                 what one means: objects, events, transitions
  cortado property check mine.prop UnsafeIterator.mop --classpath target/classes
  cortado property draw safe-iteration --svg safe-iteration.svg";

#[derive(Args, Debug)]
#[command(after_help = PROPERTY_EXAMPLES, max_term_width = 110)]
pub struct PropertyOptions {
    #[command(subcommand)]
    pub command: PropertyCommand,
}

#[derive(Subcommand, Debug)]
pub enum PropertyCommand {
    /// The properties of the library
    List,
    /// What a property means: its objects, events and transitions
    Show {
        /// A property of the library, or a .prop or .mop file
        #[arg(value_name = "NAME|FILE")]
        property: String,
        #[command(flatten)]
        classes: ClassOptions,
    },
    /// Check property files, and report what is wrong with them and where
    Check {
        /// Files: .prop, or .mop of JavaMOP with the logics fsm and ere
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        #[command(flatten)]
        classes: ClassOptions,
    },
    /// Draw the automaton of a property
    Draw {
        /// A property of the library, or a .prop or .mop file
        #[arg(value_name = "NAME|FILE")]
        property: String,
        /// File for the drawing
        #[arg(long, value_name = "FILE", required = true)]
        svg: PathBuf,
        #[command(flatten)]
        classes: ClassOptions,
    },
}

const SVCOMP_HELP: &str = "\
Example:
  cortado svcomp --property assert_java.prp --witness witness.graphml common arrays/Sum-1

Properties:
  CHECK( init(Main.main()), LTL(G assert) )
  CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )

The last line of standard output, and the exit status:
  TRUE                0   the property holds
  FALSE               1   it does not; the inputs are above, and in the witness
  UNKNOWN (reason)    3   not decided, or only up to a bound
                      2   wrong usage, or input that cannot be read";

#[derive(Args, Debug)]
#[command(after_help = SVCOMP_HELP, max_term_width = 110)]
pub struct SvcompOptions {
    /// The sources: directories and .java files, compiled together
    #[arg(required = true, value_name = "DIR")]
    pub sources: Vec<PathBuf>,
    /// The property file
    #[arg(long, value_name = "FILE.prp")]
    pub property: PathBuf,
    /// Write a violation witness (GraphML) on FALSE
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Dependencies: jars and directories, separated as in a Java class path
    #[arg(long, visible_alias = "cp", value_name = "PATHS")]
    pub classpath: Vec<String>,
    /// The JDK whose library the program uses [default: JAVA_HOME, or the java on the PATH]
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Time limit for compiling and searching: 90, 500ms, 2m, none
    #[arg(long, value_name = "TIME", default_value = "14m", value_parser = quantities::time)]
    pub timeout: Limit<Duration>,
    /// Memory limit of the process: 200M, 2G, none [default: 4G, or three quarters of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = quantities::size)]
    pub memory: Option<Limit<u64>>,
    /// Number of workers
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Maximal length of input strings, where a program needs all characters
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=i64::from(LONGEST)))]
    pub string_length: u32,
    /// Maximal length of input arrays
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=i64::from(LONGEST)))]
    pub array_length: u32,
    /// Trust a violation without running it on the JVM
    #[arg(long)]
    pub no_replay: bool,
    /// Print progress, notes and statistics to standard error
    #[arg(long, short)]
    pub verbose: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvingMode {
    /// A new solver for each query
    Baseline,
    /// A new solver for each set of dependent conditions that was not solved before
    Caching,
    /// Like caching, and keep the sets of dependent conditions along a path
    Partitioning,
    /// One solver, whose assertion stack follows the paths
    Stack,
    /// Like stack, and translate each expression once
    Shared,
    /// Use the path's model and earlier answers first; query assertion stacks for the rest
    Auto,
}

impl SolvingMode {
    pub fn mode(self) -> explore::Solving {
        use explore::Solving;
        match self {
            SolvingMode::Baseline => Solving::Baseline,
            SolvingMode::Caching => Solving::Caching,
            SolvingMode::Partitioning => Solving::Partitioning,
            SolvingMode::Stack => Solving::Stack,
            SolvingMode::Shared => Solving::Shared,
            SolvingMode::Auto => Solving::Auto,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyName {
    /// Follow every branch, the most recent first
    Dfs,
    /// Follow every branch; first those from which most objects can still reach an error state
    Guided,
    /// Follow the most recent branch first; skip branches on which no event depends
    Sliced,
    /// Guided and sliced; also skip branches that lead to no violation, or to no new one
    Srv,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeLevel {
    /// Merge nothing
    None,
    /// Merge branches without calls, if all their paths meet again
    Basic,
    /// Also merge branches with calls
    Inline,
    /// Also merge branches that some paths leave; those paths continue separately
    Exits,
    /// Also merge early returns
    Returns,
    /// Also merge new objects, references that depend on a branch, loops, and caught exceptions
    Full,
}

impl MergeLevel {
    pub fn level(self) -> Merge {
        match self {
            MergeLevel::None => Merge::None,
            MergeLevel::Basic => Merge::Basic,
            MergeLevel::Inline => Merge::Inline,
            MergeLevel::Exits => Merge::Exits,
            MergeLevel::Returns => Merge::Returns,
            MergeLevel::Full => Merge::Full,
        }
    }
}

impl StrategyName {
    pub fn strategy(self) -> Strategy {
        match self {
            StrategyName::Dfs => Strategy::Dfs,
            StrategyName::Guided => Strategy::Guided,
            StrategyName::Sliced => Strategy::Sliced,
            StrategyName::Srv => Strategy::Srv,
        }
    }
}

/// One of the things that `--check` names.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckKind {
    /// `assert` statements
    Assertions,
    /// Exceptions that leave the entry
    Exceptions,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_later_of_first_and_all_wins() {
        let parse = |line: &str| {
            let arguments = Arguments::try_parse_from(line.split(' ')).expect("a valid line");
            match arguments.command {
                Command::Check(options) => options.all,
                _ => panic!("not a check"),
            }
        };
        assert!(!parse("cortado check A.java"));
        assert!(parse("cortado check --first --all A.java"));
        assert!(!parse("cortado check --all --first A.java"));
    }
}
