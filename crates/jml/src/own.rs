//! What is written about a class itself, resolved: before anything is inherited.

use crate::contract::{
    BodySpec, Case, GhostField, Invariant, Math, ModelField, ModelMethod, ParameterSpec, Place,
    Represents, Unsupported,
};
use crate::resolved::{FieldRef, MethodRef};
use classpath::{FieldType, Name};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct OwnClass {
    pub invariants: Vec<Invariant>,
    pub constraints: Vec<Invariant>,
    pub initially: Vec<Invariant>,
    pub axioms: Vec<Invariant>,
    pub ghost_fields: Vec<GhostField>,
    /// Without what represents them.
    pub model_fields: Vec<ModelField>,
    pub represents: Vec<(FieldRef, Represents)>,
    pub model_methods: Vec<ModelMethod>,
    pub unsupported: Vec<Unsupported>,
    /// By name and descriptor.
    pub methods: BTreeMap<(Name, Name), OwnMethod>,
}

#[derive(Debug)]
pub struct OwnMethod {
    pub method: MethodRef,
    pub is_static: bool,
    pub parameters: Vec<ParameterSpec>,
    pub hidden_parameters: usize,
    pub result: Option<FieldType>,
    pub result_nullable: bool,
    /// Those that were written.
    pub cases: Vec<Case>,
    /// Counts where nobody wrote any.
    pub implicit: Case,
    pub pure: bool,
    pub strictly_pure: bool,
    pub helper: bool,
    pub code_math: Math,
    pub unsupported: Vec<Unsupported>,
    pub body: BodySpec,
    /// Whether the cases begin with `also`, and where they stand.
    pub also: bool,
    pub cases_place: Option<Place>,
}
