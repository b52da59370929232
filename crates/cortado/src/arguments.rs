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
  cortado check Tool.java --symbolic 'Tool.run(sym#con)' any first argument at each call of Tool.run
  cortado check Tool.jpf -D root=..                     a configuration of Java PathFinder
  cortado check Parking.java --unwind 50                further into loops
  cortado check Parking.java --unwind Parking.fee:5=99  further into one loop (--list-loops)

What is checked:
  Every `assert` on the way, and that no exception leaves the entry, except the types in its throws clause, those
  given with --allow, and, with --method, an IllegalArgumentException or Objects.requireNonNull on an argument.
  Inputs are the parameters of a --method, and calls such as cortado.Any.anInt(); Any.assume(c) restricts them.
  org.sosy_lab.sv_benchmarks.Verifier, org.cprover.CProver and gov.nasa.jpf.symbc.Debug work too.

Objects that are inputs, receivers included:
  They come from constructors with any arguments, from factories where there are none, from constants of enums, and, for
  collections and other types of the JDK, from their own methods. Fields that have a plain setter, and those of classes
  that hide nothing, may hold anything: null, an object that is there already, a fresh one. References that a caller
  passes are not null unless annotated @Nullable. What was left out is listed as a bound; --objects and --lazy widen it.

The last line of standard output, and the exit status:
  verdict: safe                 0   every path was followed to its end
  verdict: safe within bounds   0   the same up to the bounds that are listed above it
  verdict: violated             1   with inputs, and a JUnit test that was run on your JVM
  verdict: unknown              3   with reasons
                                2   wrong usage, or input that cannot be read";

const IR_EXAMPLES: &str = "\
Examples:
  cortado ir java.lang.Math.abs                    every overload, from the JDK
  cortado ir 'BinarySearch.middle(int, int)' examples/BinarySearch.java
  cortado ir acme.Tool.run target/classes --dot | dot -Tsvg > run.svg";

/// A verifier for Java programs.
///
/// Cortado executes Java bytecode for all inputs at once, the JDK's own classes included, and finds the inputs that
/// make an assertion fail or an exception escape. What it finds is run on your JVM before it is reported.
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
    /// Prints what the bytecode of a method becomes before it is executed: typed registers, basic blocks, exceptional
    /// edges, loops with the names that --unwind takes.
    Ir(IrOptions),
    /// List, show, check and draw regular properties
    ///
    /// A regular property is a state machine over method calls on one or several related objects: call hasNext before
    /// next, do not read a closed reader. Cortado has a library of them; docs/properties.md tells how to write your own.
    Property(PropertyOptions),
    /// Write a JUnit suite that covers the branches of a program
    ///
    /// Follows the paths of every public method, for all arguments at once, and makes tests of a few of them that together
    /// take every branch that was reached. They are compiled and run on your JVM first.
    Tests(Box<crate::tests_command::TestsOptions>),
    /// Check methods against their JML contracts, within a scope
    ///
    /// Every heap with at most so many objects of each class, and every execution with at most so many iterations of each
    /// loop, is looked at. A violation shows the clause, the heap before and after, and the way through the method.
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
    /// What the program reads from System.in: a file, or else the text itself, in which \n and \t stand for a new line and
    /// a tab [default: any text up to --string-length characters]
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
    /// Replace arguments by any values whenever this method is called: one `sym` or `con` per parameter. May be repeated
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

    /// What to check; the rest is noted, and is no violation [default: assertions,exceptions, or with --property neither]
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
    /// Private fields of objects that are inputs may hold anything, whatever the constructors do [default: objects are
    /// as their constructors make them, and only fields that a class does not hide may hold anything]
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
    /// Report every violation with different causes, to the end of the search
    #[arg(long, overrides_with = "first", help_heading = "What counts")]
    pub all: bool,

    /// Iterations of each loop, and depth of each recursion, that depend on inputs; LOOP=N for one loop. May be
    /// repeated [default: no bound]
    #[arg(long, value_name = "N|LOOP=N", value_parser = quantities::unwind, help_heading = "Bounds")]
    pub unwind: Vec<Unwind>,
    /// Longest string that is an input, where a program needs all of it [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(LONGEST)), help_heading = "Bounds")]
    pub string_length: Option<u32>,
    /// Longest array that is an input
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=i64::from(LONGEST)), help_heading = "Bounds")]
    pub array_length: u32,
    /// Most objects of each class, and elements of each collection, that are inputs
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=64), help_heading = "Bounds")]
    pub objects: u32,
    /// List the loops of the targets with the names that --unwind takes, and end
    #[arg(long, help_heading = "Bounds")]
    pub list_loops: bool,

    /// The order in which paths are taken up: mixed (by turns: depth first, shallow first, and few iterations of each loop first), dfs, bfs, random or random:SEED
    #[arg(long, value_name = "ORDER", default_value = "mixed", value_parser = quantities::search, help_heading = "Search")]
    pub search: Search,
    /// With --property, which branches to follow first, and which not at all
    #[arg(
        long,
        value_name = "STRATEGY",
        value_enum,
        default_value_t = StrategyName::Srv,
        requires = "property",
        help_heading = "Search"
    )]
    pub strategy: StrategyName,
    /// With --property, how many calls that led to an event tell it from another at the same place
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "property",
        help_heading = "Search"
    )]
    pub contexts: u8,
    /// Write a line of comma-separated values for each path: when it ended, how close it came to a violation, and what
    /// became of its branches
    #[arg(
        long,
        value_name = "FILE",
        requires = "property",
        help_heading = "Search"
    )]
    pub dump_paths: Option<PathBuf>,
    /// Which paths become one where they meet again
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        default_value_t = MergeLevel::Full,
        help_heading = "Search"
    )]
    pub merge: MergeLevel,
    /// How the solver is asked along a path; all but auto are for comparison
    #[arg(
        long,
        value_name = "WAY",
        value_enum,
        default_value_t = SolvingMode::Auto,
        help_heading = "Solver"
    )]
    pub solving: SolvingMode,
    /// Write the questions along the paths, as an SMT-LIB script for each entry and worker, so that they can be asked again
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub record: Option<PathBuf>,
    /// Write what the program decides on the way to its ends, as a graph for Graphviz, before it is explored; loops are
    /// unrolled up to --unwind
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dump_decisions: Option<PathBuf>,
    /// Write a line `ms,paths,decided_sides` now and then
    #[arg(long, value_name = "FILE", hide = true)]
    pub dump_timeline: Option<PathBuf>,
    /// Tell for each branch whether paths became one there, and if not, why
    #[arg(long, help_heading = "Output")]
    pub explain_merge: bool,
    /// First values of the symbolic inputs, in the order of their creation: 3,true,'x' [default: 0 and false]
    #[arg(long, value_name = "V1,V2,…", value_delimiter = ',', allow_hyphen_values = true, value_parser = quantities::initial, help_heading = "Search")]
    pub initial: Vec<i64>,
    /// Workers; with one, a run can be repeated to the last count
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Search")]
    pub jobs: u16,
    /// Time for the whole search: 90, 500ms, 2m, none; entries have equal shares, and what quick ones leave goes to the rest
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = quantities::time, help_heading = "Search")]
    pub timeout: Limit<Duration>,
    /// Memory for the whole process: 200M, 2G, none [default: 4G, or three quarters of what there is]
    #[arg(long, value_name = "SIZE", value_parser = quantities::size, help_heading = "Search")]
    pub memory: Option<Limit<u64>>,

    /// Time for one query to the solver
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantities::time, help_heading = "Solver")]
    pub query_timeout: Limit<Duration>,
    /// Write every query as an SMT-LIB file into this directory
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub dump_smt: Option<PathBuf>,
    /// Ask a second solver found on the PATH (z3, cvc5) every question, and stop if they disagree
    #[arg(long, help_heading = "Solver")]
    pub cross_check: bool,

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
    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub color: Color,
    /// Tell how much work it was, which entries were taken, which loops were entered, and every bound
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    /// No progress and no notes
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
}

#[derive(Args, Debug)]
#[command(after_help = IR_EXAMPLES, max_term_width = 110)]
pub struct IrOptions {
    /// The method; the types tell overloads apart
    #[arg(value_name = "CLASS.NAME[(TYPES)]")]
    pub method: String,
    /// Where its class is, as for check; classes of the JDK need nothing
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
    /// Whether property files can be used; tells what is wrong with them, and where
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
        /// Where the drawing goes
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
    /// Time for compiling and searching: 90, 500ms, 2m, none
    #[arg(long, value_name = "TIME", default_value = "14m", value_parser = quantities::time)]
    pub timeout: Limit<Duration>,
    /// Memory for the whole process: 200M, 2G, none [default: 4G, or three quarters of what there is]
    #[arg(long, value_name = "SIZE", value_parser = quantities::size)]
    pub memory: Option<Limit<u64>>,
    /// Workers
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Longest string that is an input, where a program needs all of it
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=i64::from(LONGEST)))]
    pub string_length: u32,
    /// Longest array that is an input
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=i64::from(LONGEST)))]
    pub array_length: u32,
    /// Trust a violation without running it on the JVM
    #[arg(long)]
    pub no_replay: bool,
    /// Progress, notes and how much work it was, on standard error
    #[arg(long, short)]
    pub verbose: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvingMode {
    /// A new solver for each question
    Baseline,
    /// A new solver, for conditions that depend on each other and were not solved before
    Caching,
    /// The same, with the sets of such conditions kept along a path
    Partitioning,
    /// One solver, whose assertions follow the paths
    Stack,
    /// The same, with each expression stated once
    Shared,
    /// What the model of a path and earlier answers do not tell, on assertion stacks
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
    /// Every branch, the latest first
    Dfs,
    /// Every branch; first those from which most objects can still come to an error
    Guided,
    /// The latest first; no branch on which no event depends
    Sliced,
    /// Guided and sliced; no branch that leads to no violation, or to none that is new
    Srv,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeLevel {
    /// Every path by itself
    None,
    /// Branches without calls, if all their ways meet again
    Basic,
    /// And branches with calls
    Inline,
    /// And branches of which some ways leave: those become paths of their own
    Exits,
    /// And ways that return early
    Returns,
    /// And new objects, references that depend on a branch, loops, exceptions that are caught
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
