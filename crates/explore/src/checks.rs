//! What counts as a violation: which assertions, and which exceptions that leave the entry.

/// The default is what `cortado check` checks: assertions whose error leaves the entry, and all other exceptions that
/// do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    pub assertions: Assertions,
    pub exceptions: Exceptions,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assertions {
    /// None counts.
    Off,
    /// An `assert` statement whose error leaves the entry.
    #[default]
    Escaping,
    /// The competition's reading: no `assert` statement may fail at all, and an `AssertionError` thrown by hand is a
    /// failed assertion too. Where readings differ (a failed assertion whose error is caught or wrapped, a subclass of
    /// `AssertionError`), there is no claim.
    Every,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Exceptions {
    /// None counts.
    Off,
    /// Whatever leaves the entry.
    #[default]
    All,
    /// This class, as a Java name, and its subclasses.
    Of(String),
}
