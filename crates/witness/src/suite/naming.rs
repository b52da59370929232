//! What tests are called: after the method and what comes of the call.

use super::{Case, Expect};
use crate::generate::identifier;
use outcome::InputValue;

/// Names of methods that a test class has already.
const TAKEN: [&str; 19] = [
    "assertArrayEquals",
    "assertEquals",
    "assertFalse",
    "assertNotNull",
    "assertNull",
    "assertSame",
    "assertThrows",
    "assertTrue",
    "clone",
    "equals",
    "finalize",
    "getClass",
    "hashCode",
    "notify",
    "notifyAll",
    "toString",
    "wait",
    "main",
    "test",
];

/// What a test does, as a name: `popThrowsNoSuchElementException`, `isEmptyReturnsTrue`.
pub fn test_name(case: &Case) -> String {
    let class = case.entry.class();
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    let base = match case.entry.name() {
        "<init>" => format!("new{simple}"),
        name => name.to_owned(),
    };
    let outcome = match &case.expect {
        Expect::Throws(class) => {
            format!("Throws{}", class.rsplit('.').next().unwrap_or(class))
        }
        Expect::Value(InputValue::Boolean(true), _) => "ReturnsTrue".to_owned(),
        Expect::Value(InputValue::Boolean(false), _) => "ReturnsFalse".to_owned(),
        Expect::Value(InputValue::Null, _) => "ReturnsNull".to_owned(),
        Expect::Value(InputValue::Int(value), _) => returns(i64::from(*value)),
        Expect::Value(InputValue::Long(value), _) => returns(*value),
        Expect::Constant(name) => {
            format!("Returns{}", name.rsplit('.').next().unwrap_or(name))
        }
        _ => String::new(),
    };
    let name = format!("{base}{outcome}");
    match TAKEN.contains(&name.as_str()) || identifier(&name).is_none() {
        true => format!("{name}Returns"),
        false => name,
    }
}

fn returns(value: i64) -> String {
    match value {
        0..=999 => format!("Returns{value}"),
        -999..0 => format!("ReturnsMinus{}", -value),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::case;
    use super::*;

    #[test]
    fn tests_are_named_after_what_happens() {
        let check = |name: &str, expect: Expect, expected: &str| {
            assert_eq!(test_name(&case(name, expect)), expected);
        };
        let int = |n: i32| Expect::Value(InputValue::Int(n), "int".to_owned());
        check("due", int(7), "dueReturns7");
        check("due", int(-7), "dueReturnsMinus7");
        check("due", int(i32::MIN), "due");
        let thrown = Expect::Throws("java.io.IOException".to_owned());
        check("due", thrown, "dueThrowsIOException");
        check("<init>", Expect::NotNull, "newTax");
        // Every class has a method of that name, and a test class imports one of this.
        check("toString", Expect::NotNull, "toStringReturns");
        check("assertTrue", Expect::Nothing, "assertTrueReturns");
    }
}
