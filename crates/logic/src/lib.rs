//! Terms: hash-consed, simplified, evaluated, printed
