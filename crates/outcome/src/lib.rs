//! Verdicts, obligations, violations, bounds, reasons; the JSON schema
