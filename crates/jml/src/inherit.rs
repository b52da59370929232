//! What is inherited: an overriding method has the cases of what it overrides as well as its own, and an object has the
//! invariants of all its types (JML reference manual, 9.6.1 and 8.2).

use crate::contract::{Case, CaseKind, ClassSpec, Contract, ParameterSpec, Place};
use crate::diagnostic::{Diagnostic, Severity};
use crate::own::OwnMethod;
use crate::resolved::{Location, LocationKind, MethodRef};
use crate::scope::World;
use crate::specifications::Specifications;
use classpath::{ClassFile, Method, MethodDescriptor, Name, access};
use source::{Position, Span};
use std::path::Path;
use std::sync::Arc;

pub fn contract(
    specifications: &Specifications,
    class: &str,
    name: &str,
    descriptor: &str,
) -> Option<Contract> {
    let world = specifications.world();
    let file = world.class(class)?;
    let compiled =
        (file.methods.iter()).find(|m| &*m.name == name && &*m.descriptor == descriptor)?;
    let own = own_method(specifications, &file.name, compiled);
    let overridden = overridden(&world, &file, compiled);
    let inherited: Vec<&OwnMethod> = overridden
        .iter()
        .filter_map(|(class, method)| own_method(specifications, &class.name, method))
        .collect();
    let mut contract = match own {
        Some(own) => from_own(own),
        None => default_contract(&file, compiled)?,
    };
    contract.unsupported.extend(
        inherited
            .iter()
            .flat_map(|method| method.unsupported.iter().cloned()),
    );
    // What is said about the class concerns each of its methods.
    for ty in world.supertypes(&file.name) {
        if let Some(own) = specifications.classes().get(&ty.name) {
            contract.unsupported.extend(own.unsupported.iter().cloned());
        }
    }
    contract.pure |= inherited.iter().any(|m| m.pure);
    contract.strictly_pure |= inherited.iter().any(|m| m.strictly_pure);
    let cases = inherited
        .iter()
        .flat_map(|method| method.cases.iter().filter(|c| !c.code).cloned());
    contract.cases.extend(cases);
    contract.is_specified = !contract.cases.is_empty();
    inherit_purity(&mut contract);
    if contract.cases.is_empty() {
        let implicit = match (own, inherited.first()) {
            (Some(own), _) => own.implicit.clone(),
            (None, Some(inherited)) => inherited.implicit.clone(),
            (None, None) => implicit(&file, compiled),
        };
        contract.cases.push(implicit);
        inherit_purity(&mut contract);
    }
    Some(contract)
}

/// Purity is inherited (JML reference manual, 7.1.1.3), and with it the frame of cases that have none.
fn inherit_purity(contract: &mut Contract) {
    if !contract.pure || contract.is_constructor {
        return;
    }
    for case in &mut contract.cases {
        let kind = match contract.strictly_pure {
            true => LocationKind::StrictlyNothing,
            false => LocationKind::Nothing,
        };
        let span = case.place.span;
        // A frame beside `pure` allows no more than that word does.
        let allows_nothing = |locations: &Vec<Location>| {
            let mut kinds = locations.iter().map(|location| &location.kind);
            kinds.all(|k| matches!(k, LocationKind::Nothing | LocationKind::StrictlyNothing))
        };
        if !case.assignable.as_ref().is_some_and(allows_nothing) {
            case.assignable = Some(vec![Location { kind, span }]);
        }
    }
}

fn own_method<'s>(
    specifications: &'s Specifications,
    class: &Name,
    method: &Method,
) -> Option<&'s OwnMethod> {
    let key = (method.name.clone(), method.descriptor.clone());
    specifications.classes().get(class)?.methods.get(&key)
}

fn from_own(own: &OwnMethod) -> Contract {
    Contract {
        method: own.method.clone(),
        is_static: own.is_static,
        is_constructor: &*own.method.name == "<init>",
        parameters: own.parameters.clone(),
        hidden_parameters: own.hidden_parameters,
        result: own.result.clone(),
        result_nullable: own.result_nullable,
        cases: own.cases.clone(),
        is_specified: false,
        pure: own.pure,
        strictly_pure: own.strictly_pure,
        helper: own.helper,
        unsupported: own.unsupported.clone(),
    }
}

/// Of a method whose text nobody gave.
fn default_contract(class: &ClassFile, method: &Method) -> Option<Contract> {
    let descriptor = MethodDescriptor::parse(&method.descriptor).ok()?;
    let parameters = (descriptor.params.iter().enumerate())
        .map(|(i, ty)| ParameterSpec {
            name: format!("p{i}").into(),
            ty: ty.clone(),
            nullable: ty.is_reference(),
        })
        .collect();
    Some(Contract {
        method: MethodRef {
            class: class.name.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
        },
        is_static: method.access & access::STATIC != 0,
        is_constructor: &*method.name == "<init>",
        parameters,
        hidden_parameters: 0,
        result: descriptor.ret,
        result_nullable: true,
        cases: Vec::new(),
        is_specified: false,
        pure: false,
        strictly_pure: false,
        helper: false,
        unsupported: Vec::new(),
    })
}

fn implicit(class: &ClassFile, method: &Method) -> Case {
    let start = Position { line: 1, column: 1 };
    let nowhere = Span {
        start: 0,
        end: 0,
        from: start,
        to: start,
    };
    let file = match &class.source_file {
        Some(file) => Arc::from(Path::new(&**file)),
        None => Arc::from(Path::new("")),
    };
    Case {
        kind: CaseKind::Implicit,
        class: class.name.clone(),
        code: false,
        place: Place {
            file,
            span: nowhere,
        },
        requires: Vec::new(),
        ensures: Vec::new(),
        signals: Vec::new(),
        signals_only: method.exceptions.clone(),
        signals_only_place: None,
        assignable: None,
        assignable_place: None,
        accessible: None,
        diverges: Vec::new(),
        measured_by: Vec::new(),
    }
}

/// The methods that a method overrides (JLS 8.4.8.1), nearest first.
fn overridden(
    world: &World,
    class: &Arc<ClassFile>,
    method: &Method,
) -> Vec<(Arc<ClassFile>, Method)> {
    if method.access & (access::STATIC | access::PRIVATE) != 0 || method.name.starts_with('<') {
        return Vec::new();
    }
    // Where type variables stood for something, the compiler has put a bridge in the overridden method's place.
    let shape = |m: &Method| {
        MethodDescriptor::parse(&m.descriptor)
            .ok()
            .map(|d| d.params)
    };
    let mut shapes = vec![shape(method)];
    let bridges =
        (class.methods.iter()).filter(|m| m.name == method.name && m.access & access::BRIDGE != 0);
    for bridge in bridges {
        if leads_to(class, bridge, method) {
            shapes.push(shape(bridge));
        }
    }
    let mut found = Vec::new();
    for super_type in world.supertypes(&class.name).into_iter().skip(1) {
        let own = (super_type.methods.iter()).find(|m| {
            let hidden = m.access & (access::STATIC | access::PRIVATE | access::SYNTHETIC) != 0;
            m.name == method.name && !hidden && shapes.contains(&shape(m))
        });
        if let Some(own) = own.cloned()
            && visible(&own, &super_type, class)
        {
            found.push((super_type, own));
        }
    }
    found
}

/// A method that only its package sees is overridden only there.
fn visible(method: &Method, declared: &ClassFile, class: &ClassFile) -> bool {
    let package = |name: &str| name.rfind('/').map(|i| name[..i].to_owned());
    method.access & (access::PUBLIC | access::PROTECTED) != 0
        || package(&declared.name) == package(&class.name)
}

/// Whether a bridge can stand for a method: each parameter of the method is below the bridge's, which only types of
/// references can differ in. With several methods of the same number of parameters, all that fit are taken.
fn leads_to(class: &ClassFile, bridge: &Method, method: &Method) -> bool {
    let (Ok(from), Ok(to)) = (
        MethodDescriptor::parse(&bridge.descriptor),
        MethodDescriptor::parse(&method.descriptor),
    ) else {
        return false;
    };
    let same_kind = from.params.len() == to.params.len()
        && (from.params.iter().zip(&to.params))
            .all(|(a, b)| a == b || (a.is_reference() && b.is_reference()));
    // The bridge calls the method by its descriptor, which is then in the constant pool.
    same_kind
        && class.pool.methods().any(|m| {
            m.class == class.name && m.name == method.name && m.descriptor == method.descriptor
        })
}

pub fn class(specifications: &Specifications, class: &str) -> ClassSpec {
    let world = specifications.world();
    let mut spec = ClassSpec::default();
    let types = world.supertypes(class);
    for ty in types.iter().rev() {
        let Some(own) = specifications.classes().get(&ty.name) else {
            continue;
        };
        spec.invariants.extend(own.invariants.iter().cloned());
        spec.constraints.extend(own.constraints.iter().cloned());
        spec.initially.extend(own.initially.iter().cloned());
        spec.axioms.extend(own.axioms.iter().cloned());
        spec.ghost_fields.extend(own.ghost_fields.iter().cloned());
        spec.model_fields.extend(own.model_fields.iter().cloned());
        spec.model_methods.extend(own.model_methods.iter().cloned());
        spec.unsupported.extend(own.unsupported.iter().cloned());
    }
    for ty in types.iter().rev() {
        let Some(own) = specifications.classes().get(&ty.name) else {
            continue;
        };
        for (field, represents) in &own.represents {
            let model = spec.model_fields.iter_mut().find(|m| m.field == *field);
            if let Some(model) = model {
                model.represents.push(represents.clone());
            }
        }
    }
    spec
}

/// Cases of an overriding method extend those that it inherits, which `also` reminds the reader of.
pub fn check_also(specifications: &Specifications, diagnostics: &mut Vec<Diagnostic>) {
    let world = specifications.world();
    for method in specifications.methods() {
        let Some(class) = world.class(&method.class) else {
            continue;
        };
        let compiled = (class.methods.iter())
            .find(|m| m.name == method.name && m.descriptor == method.descriptor);
        let Some(compiled) = compiled else { continue };
        let Some(own) = own_method(specifications, &class.name, compiled) else {
            continue;
        };
        let Some(place) = own.cases_place.clone().filter(|_| !own.also) else {
            continue;
        };
        let from = overridden(&world, &class, compiled)
            .into_iter()
            .find(|(class, m)| {
                own_method(specifications, &class.name, m)
                    .is_some_and(|m| m.cases.iter().any(|c| !c.code))
            });
        if let Some((from, _)) = from {
            let name = from.name.replace(['/', '$'], ".");
            diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                message: format!("this adds to the cases that are inherited from `{name}`"),
                place,
                help: Some("begin with `also`".to_owned()),
            });
        }
    }
}
