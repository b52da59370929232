//! Sets of small numbers.
