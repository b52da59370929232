//! A unit: one self-contained piece of a generated program. Its members become members of the program's class and its
//! body becomes one static method, so that units can be left out without touching each other.

/// One piece of a program.
#[derive(Debug, Clone)]
pub struct Unit {
    /// What it is, for the comment above it: a scenario's name, `functions` or `hierarchy`.
    pub name: String,
    /// Members of the program's class, indented by one level.
    pub members: String,
    /// Statements of the unit's method, indented by two levels.
    pub body: String,
}
