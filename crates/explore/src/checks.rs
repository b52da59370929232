//! What counts as a violation: which assertions, and which exceptions that leave the entry.

use machine::{ClassId, Machine, Ref, State};

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

/// What left the entry, seen by what is checked.
pub(crate) enum Counts {
    Yes,
    No,
    /// Readings of the property differ; what the question is.
    Unclear(String),
}

impl Checks {
    /// Whether assertions or exceptions are checked at all.
    pub fn any(&self) -> bool {
        self.assertions != Assertions::Off || self.exceptions != Exceptions::Off
    }

    /// Whether something that left the entry is checked. `assertion` says that it comes from an `assert` statement,
    /// `cause` is what a static initialiser threw.
    pub(crate) fn counts(
        &self,
        machine: &Machine,
        class: ClassId,
        assertion: bool,
        cause: Option<ClassId>,
    ) -> Counts {
        let name = |class: ClassId| machine.class(class).name.replace('/', ".");
        if assertion {
            return match self.assertions {
                Assertions::Off => Counts::No,
                Assertions::Escaping | Assertions::Every => Counts::Yes,
            };
        }
        let error = "java.lang.AssertionError";
        if self.assertions == Assertions::Every && is_a(machine, class, error) {
            return match name(class) {
                name if name == error => Counts::Yes,
                name => Counts::Unclear(format!(
                    "whether {name}, a subclass of AssertionError, is a failed assertion"
                )),
            };
        }
        match &self.exceptions {
            Exceptions::Off => Counts::No,
            Exceptions::All => Counts::Yes,
            Exceptions::Of(wanted) if is_a(machine, class, wanted) => Counts::Yes,
            Exceptions::Of(wanted) => match cause {
                Some(cause) if is_a(machine, cause, wanted) => Counts::Unclear(format!(
                    "whether {} counts that left a static initialiser as ExceptionInInitializerError",
                    name(cause)
                )),
                _ => Counts::No,
            },
        }
    }
}

/// The exception that left a static initialiser, of the error that the JVM made of it (JLS 12.4.2).
pub(crate) fn initializer_cause(
    machine: &Machine,
    state: &State,
    class: ClassId,
    exception: Ref,
) -> Option<(ClassId, Ref)> {
    if &*machine.class(class).name != "java/lang/ExceptionInInitializerError" {
        return None;
    }
    let cause = machine.cause(state, exception)?;
    let class = machine.class_of(state, cause).ok()?;
    Some((class, cause))
}

/// Whether a class is, or extends or implements, the one with this Java name.
pub(crate) fn is_a(machine: &Machine, class: ClassId, ancestor: &str) -> bool {
    let ancestor = ancestor.replace('.', "/");
    let ancestors = &machine.class(class).ancestors;
    (ancestors.iter()).any(|a| *machine.class(*a).name == *ancestor)
}
