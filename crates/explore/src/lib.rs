//! Drives the machine along paths
