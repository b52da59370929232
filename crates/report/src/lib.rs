//! Verdicts for people and programs: terminal and JSON
