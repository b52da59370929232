//! What library methods may do, without looking into them.
