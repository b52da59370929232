//! Counterexamples made useful: replay on a JVM and JUnit tests
