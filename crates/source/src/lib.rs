//! Java source text: syntax tree, spans, statements
