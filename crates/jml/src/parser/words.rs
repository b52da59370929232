//! The words of Java and of JML, by what they are for.

pub fn is_java_keyword(word: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "abstract",
        "assert",
        "boolean",
        "break",
        "byte",
        "case",
        "catch",
        "char",
        "class",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extends",
        "false",
        "final",
        "finally",
        "float",
        "for",
        "goto",
        "if",
        "implements",
        "import",
        "instanceof",
        "int",
        "interface",
        "long",
        "native",
        "new",
        "null",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "short",
        "static",
        "strictfp",
        "super",
        "switch",
        "synchronized",
        "this",
        "throw",
        "throws",
        "transient",
        "true",
        "try",
        "void",
        "volatile",
        "while",
    ];
    KEYWORDS.contains(&word)
}

pub fn is_primitive(word: &str) -> bool {
    const PRIMITIVES: &[&str] = &[
        "boolean", "byte", "char", "double", "float", "int", "long", "short", "void",
    ];
    PRIMITIVES.contains(&word)
}

/// After the backslash.
pub fn is_jml_type(word: &str) -> bool {
    matches!(
        word,
        "bigint" | "real" | "TYPE" | "locset" | "seq" | "map" | "free" | "datagroup"
    )
}

pub fn is_modifier(word: &str) -> bool {
    const MODIFIERS: &[&str] = &[
        "abstract",
        "code_bigint_math",
        "code_java_math",
        "code_safe_math",
        "default",
        "extract",
        "final",
        "function",
        "ghost",
        "helper",
        "heap_free",
        "immutable",
        "inline",
        "instance",
        "model",
        "monitored",
        "native",
        "no_state",
        "non_null",
        "non_null_by_default",
        "nonnull",
        "nullable",
        "nullable_by_default",
        "options",
        "peer",
        "private",
        "protected",
        "public",
        "pure",
        "query",
        "readonly",
        "rep",
        "secret",
        "skipesc",
        "skiprac",
        "spec_bigint_math",
        "spec_java_math",
        "spec_pure",
        "spec_protected",
        "spec_public",
        "spec_safe_math",
        "static",
        "strictfp",
        "strictly_pure",
        "synchronized",
        "transient",
        "two_state",
        "uninitialized",
        "volatile",
    ];
    MODIFIERS.contains(&word)
}

/// What a word that begins a clause, a case or a statement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    Requires,
    Ensures,
    Signals,
    SignalsOnly,
    Assignable,
    Accessible,
    Diverges,
    MeasuredBy,
    /// `old` in a case.
    OldVariable,
    LoopInvariant,
    Decreases,
    LoopAssignable,
    Behavior,
    NormalBehavior,
    ExceptionalBehavior,
    ModelBehavior,
    Also,
    Redundant,
    Code,
    Invariant,
    Constraint,
    Initially,
    Axiom,
    Represents,
    Assert,
    Assume,
    Set,
    Unreachable,
    Reachable,
    /// A clause of a case without a meaning here.
    OtherClause,
    /// A clause among members without a meaning here.
    OtherMember,
    /// `in` and `maps`, which put fields into groups.
    DataGroup,
    /// Executions are looked at up to here.
    Halt,
    /// A statement that tells a tool how to prove or what to print, and says nothing of the program.
    Hint,
    /// A statement without a meaning here.
    OtherStatement,
}

pub fn keyword(word: &str) -> Option<Keyword> {
    use Keyword::*;
    // What is redundant must hold as well.
    let word = word.strip_suffix("_redundantly").unwrap_or(word);
    Some(match word {
        "requires" | "pre" => Requires,
        "ensures" | "post" => Ensures,
        "signals" | "exsures" => Signals,
        "signals_only" => SignalsOnly,
        "assignable" | "assigns" | "modifies" | "modifiable" | "writes" => Assignable,
        "accessible" | "reads" => Accessible,
        "diverges" => Diverges,
        "measured_by" => MeasuredBy,
        "old" => OldVariable,
        "loop_invariant" | "maintaining" => LoopInvariant,
        "decreases" | "decreasing" | "loop_decreases" | "loop_variant" => Decreases,
        "loop_assignable" | "loop_assigns" | "loop_modifies" | "loop_writes" => LoopAssignable,
        "behavior" | "behaviour" => Behavior,
        "normal_behavior" | "normal_behaviour" => NormalBehavior,
        "exceptional_behavior" | "exceptional_behaviour" => ExceptionalBehavior,
        "model_behavior" | "model_behaviour" => ModelBehavior,
        "also" => Also,
        "implies_that" | "for_example" => Redundant,
        "code" => Code,
        "invariant" => Invariant,
        "constraint" => Constraint,
        "initially" => Initially,
        "axiom" => Axiom,
        "represents" | "depends" => Represents,
        "assert" | "check" => Assert,
        "assume" => Assume,
        "set" => Set,
        "unreachable" => Unreachable,
        "reachable" => Reachable,
        "callable"
        | "captures"
        | "when"
        | "working_space"
        | "duration"
        | "forall"
        | "requires_free"
        | "assignable_free"
        | "accessible_free"
        | "return_behavior"
        | "ensures_free"
        | "determines"
        | "separates"
        | "respects"
        | "returns"
        | "breaks"
        | "continues"
        | "returns_behavior"
        | "break_behavior"
        | "continue_behavior"
        | "model_program"
        | "choose"
        | "mbody"
        | "join_proc"
        | "normal_example"
        | "exceptional_example"
        | "example"
        | "recommends" => OtherClause,
        "readable" | "writable" | "monitors_for" | "invariant_free" => OtherMember,
        "in" | "maps" => DataGroup,
        "halt" => Halt,
        "comment" | "merge_point" | "show" | "split" => Hint,
        "loop_invariant_free"
        | "hence_by"
        | "debug"
        | "havoc"
        | "refining"
        | "use"
        | "begin"
        | "end"
        | "choose_if"
        | "loop_contract"
        | "inlined_loop"
        | "loop_determines" => OtherStatement,
        _ => return None,
    })
}

/// Words that may have been meant where another one begins a clause of a method.
pub const OF_METHODS: &[&str] = &[
    "also",
    "accessible",
    "assignable",
    "assigns",
    "behavior",
    "diverges",
    "ensures",
    "exceptional_behavior",
    "measured_by",
    "modifies",
    "normal_behavior",
    "requires",
    "signals",
    "signals_only",
];

/// The same of classes.
pub const OF_CLASSES: &[&str] = &[
    "axiom",
    "constraint",
    "ghost",
    "initially",
    "instance",
    "invariant",
    "model",
    "represents",
];

/// The same of bodies.
pub const OF_BODIES: &[&str] = &[
    "assert",
    "assume",
    "decreases",
    "decreasing",
    "ghost",
    "loop_assigns",
    "loop_invariant",
    "loop_modifies",
    "maintaining",
    "set",
    "unreachable",
];

/// Of modifiers.
pub const OF_DECLARATIONS: &[&str] = &[
    "helper",
    "non_null",
    "nullable",
    "pure",
    "spec_public",
    "spec_protected",
];

/// Whether a word begins something new at the beginning of a line.
pub fn begins_clause(word: &str) -> bool {
    // These are common names of variables as well.
    let doubtful = matches!(
        word,
        "in" | "end"
            | "use"
            | "split"
            | "begin"
            | "comment"
            | "old"
            | "code"
            | "pre"
            | "post"
            | "show"
            | "halt"
            | "set"
            | "check"
            | "options"
            | "query"
            | "rep"
            | "peer"
            | "example"
            | "choose"
            | "returns"
    );
    !doubtful && (keyword(word).is_some() || is_modifier(word))
}
