//! What modifiers say, whether they are words of JML or annotations of Java with the same names.

use crate::contract::Math;
use crate::syntax::Word;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub pure: bool,
    pub strictly_pure: bool,
    pub helper: bool,
    pub nullable: bool,
    pub non_null: bool,
    pub nullable_by_default: bool,
    pub non_null_by_default: bool,
    pub is_static: bool,
    pub instance: bool,
    pub ghost: bool,
    pub model: bool,
    pub code_math: Option<Math>,
    pub spec_math: Option<Math>,
}

impl Flags {
    /// From words of JML, and from Java's modifiers with `@` before annotations.
    pub fn of(words: &[Word], java: &[String]) -> Flags {
        let mut flags = Flags::default();
        for word in words {
            match word.text.strip_prefix('@') {
                Some(annotation) => flags.annotation(annotation),
                None => flags.word(&word.text),
            }
        }
        for modifier in java {
            match modifier.strip_prefix('@') {
                Some(annotation) => flags.annotation(annotation),
                None => flags.is_static |= modifier == "static",
            }
        }
        flags
    }

    fn word(&mut self, word: &str) {
        match word {
            "pure" | "spec_pure" => self.pure = true,
            "strictly_pure" => {
                self.pure = true;
                self.strictly_pure = true;
            }
            "helper" => self.helper = true,
            "nullable" => self.nullable = true,
            "non_null" | "nonnull" => self.non_null = true,
            "nullable_by_default" => self.nullable_by_default = true,
            "non_null_by_default" => self.non_null_by_default = true,
            "static" => self.is_static = true,
            "instance" => self.instance = true,
            "ghost" => self.ghost = true,
            "model" => self.model = true,
            "code_java_math" => self.code_math = Some(Math::Java),
            "code_safe_math" => self.code_math = Some(Math::Safe),
            "code_bigint_math" => self.code_math = Some(Math::BigInt),
            "spec_java_math" => self.spec_math = Some(Math::Java),
            "spec_safe_math" => self.spec_math = Some(Math::Safe),
            "spec_bigint_math" => self.spec_math = Some(Math::BigInt),
            _ => {}
        }
    }

    fn annotation(&mut self, annotation: &str) {
        let name = annotation.split('(').next().unwrap_or("").trim();
        match name.rsplit('.').next().unwrap_or("") {
            "Pure" => self.pure = true,
            "StrictlyPure" => {
                self.pure = true;
                self.strictly_pure = true;
            }
            "Helper" => self.helper = true,
            "Nullable" | "CheckForNull" => self.nullable = true,
            "NonNull" | "Nonnull" | "NotNull" => self.non_null = true,
            "NullableByDefault" => self.nullable_by_default = true,
            "Instance" => self.instance = true,
            "NonNullByDefault" => self.non_null_by_default = true,
            "CodeJavaMath" => self.code_math = Some(Math::Java),
            "CodeSafeMath" => self.code_math = Some(Math::Safe),
            "CodeBigintMath" => self.code_math = Some(Math::BigInt),
            "SpecJavaMath" => self.spec_math = Some(Math::Java),
            "SpecSafeMath" => self.spec_math = Some(Math::Safe),
            "SpecBigintMath" => self.spec_math = Some(Math::BigInt),
            _ => {}
        }
    }

    /// Whether a reference may be null, given what holds around.
    pub fn may_be_null(&self, by_default: bool) -> bool {
        self.nullable || (by_default && !self.non_null)
    }

    /// What holds by default within.
    pub fn nullable_within(&self, around: bool) -> bool {
        self.nullable_by_default || (around && !self.non_null_by_default)
    }
}
