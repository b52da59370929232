//! One solver trait and its backends
