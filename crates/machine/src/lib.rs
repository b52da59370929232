//! The symbolic Java machine: values, heap, frames, natives
