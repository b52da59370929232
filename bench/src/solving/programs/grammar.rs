//! How often each rule of the grammar is used, and how large things get: the settings of a generated program. They are in
//! the range of those that the thesis's generator (RUGRAT) is run with: `int` alone, constants of a few digits, branches
//! that nest two or three deep, loops of up to five rounds, up to ten methods to a class and no recursion.

/// The largest constant.
pub const CONSTANT: i64 = 1000;
/// Rounds of a loop.
pub const ROUNDS: i64 = 5;
/// How deep branches and loops nest.
pub const NESTING: usize = 3;
pub const METHODS: (i64, i64) = (5, 9);
/// Of a method.
pub const PARAMETERS: (i64, i64) = (3, 6);
/// Of the program.
pub const INPUTS: (i64, i64) = (7, 12);
pub const FIELDS: (i64, i64) = (1, 3);
/// Methods among which a class chooses by conditions.
pub const ALTERNATIVES: usize = 4;
/// Lines of a method's body.
pub const LINES: (i64, i64) = (18, 50);

/// Decisions that a path takes in a method at most, those in the methods that it calls included. Paths thus grow with the
/// number of methods, not with the depth of calls.
pub const DECISIONS: u32 = 8;

/// What the coefficients of a variable may add up to, in terms of the parameters of its method. Unlike the thesis's, our
/// integers are those of Java: sums of sums of sums would soon have coefficients all over the 32 bits, and branches
/// about them are hash functions rather than arithmetic.
pub const WEIGHT: u32 = 3;
/// The same of what a field holds, and of what a method returns.
pub const FIELD_WEIGHT: u32 = 2;
pub const RESULT_WEIGHT: u32 = 2;

/// Kinds of statements: assignment, to a field, branch, loop, call.
pub const STATEMENTS: [usize; 5] = [40, 8, 34, 6, 12];
/// Kinds of expressions: a leaf, sum, difference, multiple, product, quotient, remainder.
pub const EXPRESSIONS: [usize; 7] = [245, 345, 265, 115, 3, 1, 2];
/// Kinds of leaves: variable, field, constant.
pub const LEAVES: [usize; 3] = [72, 10, 18];
/// What an expression is compared with: a constant, a leaf, another expression.
pub const COMPARED: [usize; 3] = [50, 30, 20];
/// `<`, `<=`, `>`, `>=`, `==`, `!=`.
pub const RELATIONS: [usize; 6] = [5, 4, 5, 4, 1, 2];
/// Percent of conditions that are two with `&&` or `||` between.
pub const CONNECTED: usize = 12;
/// Percent of branches with `else if`, and with `else`.
pub const ELSE_IF: usize = 15;
pub const ELSE: usize = 55;
/// Percent of loops that an input may end early.
pub const OPEN_LOOPS: usize = 30;
/// Percent of classes that extend another.
pub const EXTENDS: usize = 30;
