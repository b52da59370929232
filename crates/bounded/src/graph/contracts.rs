//! Calls that are what their contracts say: the precondition must hold, then everything that may be assigned can have any
//! value with which the rest of the contract holds, and each exception that the contract allows may be thrown.

use super::build::{Builder, Site};
use super::{Atom, ContractCall, Cut, End, NodeId, Outcome, Question, Statement, Test, Var};
use crate::boxes;
use crate::meaning::{class_file_name, visit};
use crate::problem::expressions_of;
use crate::universe::TEXT;
use classpath::{FieldType, MemberRef, Name, access};
use ir::{Inst, Kind, Operand};
use jml::contract::Contract;
use jml::resolved::{ExprKind, Location, LocationKind, Type};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Builder<'_> {
    /// What is written about a method that a call names.
    pub(super) fn written(&self, method: &MemberRef) -> Option<Arc<Contract>> {
        let (name, descriptor) = (&method.name, &method.descriptor);
        let (holder, _) = self.program.select(&method.class, name, descriptor)?;
        self.program.contract(&holder.name, name, descriptor)
    }

    /// A call by contract; `after` is where its normal return leads.
    pub(super) fn by_contract(
        &mut self,
        node: NodeId,
        contract: &Arc<Contract>,
        arguments: &[Atom],
        result: Option<Var>,
        after: NodeId,
        site: &Site,
    ) {
        if let Some(first) = contract.unsupported.first() {
            self.unsupported(node, first.what.clone(), site);
            return;
        }
        if let Some(FieldType::Object(class)) = &contract.result
            && self.program.gives_lists(class)
        {
            let what = format!(
                "the list that {} returns by its contract",
                contract.method.name
            );
            self.unsupported(node, what, site);
            return;
        }
        if tells_its_object_apart(contract) {
            let what = "a constructor's contract that says which objects there are".to_owned();
            self.unsupported(node, what, site);
            return;
        }
        if self.counts.reads {
            let what = format!("what {} reads, under `accessible`", contract.method.name);
            self.unsupported(node, what, site);
            return;
        }
        let call = self.calls.len() as u32;
        self.calls.push(ContractCall {
            contract: contract.clone(),
            frame: site.frame,
            pc: site.pc,
            makes: self.makes(contract),
            lists: self.open_below(contract),
        });
        let test = Test {
            what: Question::Precondition {
                call,
                arguments: arguments.into(),
            },
            holds: true,
        };
        let broken = Statement::Guard(test.clone().negated());
        self.ends(node, broken, End::Precondition(call), site);
        let node = self.then(node, Statement::Guard(test), site);
        let ends = |outcome| Statement::Call {
            call,
            arguments: arguments.into(),
            outcome,
        };
        match result.and_then(|var| Some((var, self.generic_result(contract, site)?))) {
            None => {
                let origin = self.origin(site);
                self.edge(node, after, ends(Outcome::Returns(result)), origin);
            }
            Some((var, class)) => {
                let returned = self.then(node, ends(Outcome::Returns(result)), site);
                self.is_of(returned, Atom::Var(var), class, contract, after, site);
            }
        }
        for class in self.thrown_by(contract, site) {
            let var = self.temporary("exception", Kind::Ref);
            let outcome = Outcome::Throws {
                var,
                class: class.clone(),
            };
            let thrown = self.then(node, ends(outcome), site);
            self.throw(thrown, Atom::Var(var), Some(class), site);
        }
    }

    /// The class that the result of a generic method is cast to right behind its call. The compiler writes such a cast where
    /// a type variable stands for the class, and contracts do not know what type variables stand for.
    fn generic_result(&self, contract: &Contract, site: &Site) -> Option<Name> {
        let method = &contract.method;
        let class = self.program.classpath.find(&method.class).ok().flatten()?;
        let mut methods = class.methods.iter();
        let found = methods.find(|m| m.name == method.name && m.descriptor == method.descriptor)?;
        let signature = found.signature.as_ref()?;
        if !signature.rsplit(')').next()?.starts_with('T') {
            return None;
        }
        let block = self.frames[site.frame as usize].body.body.block(site.block);
        let at = block
            .pcs
            .iter()
            .zip(&block.insts)
            .position(|(pc, inst)| *pc == site.pc && matches!(inst, Inst::Invoke { .. }))?;
        match (&block.insts[at], block.insts.get(at + 1)?) {
            (Inst::Invoke { dst: Some(dst), .. }, Inst::CheckCast { src, class, .. })
                if *src == Operand::Reg(*dst) =>
            {
                Some(class.clone())
            }
            _ => None,
        }
    }

    /// Goes on where an object is null or of a class; anything else is beyond the scope.
    fn is_of(
        &mut self,
        node: NodeId,
        object: Atom,
        class: Name,
        contract: &Contract,
        after: NodeId,
        site: &Site,
    ) {
        let node = self.ask(node, object, &class, site);
        let is_null = Test {
            what: Question::Null(object),
            holds: true,
        };
        let instance = Test {
            what: Question::Instance { object, class },
            holds: true,
        };
        let origin = self.origin(site);
        self.edge(
            node,
            after,
            Statement::Guard(is_null.clone()),
            origin.clone(),
        );
        let other = self.then(node, Statement::Guard(is_null.negated()), site);
        self.edge(other, after, Statement::Guard(instance.clone()), origin);
        let cut = Cut::Generic {
            class: contract.method.class.clone(),
            name: contract.method.name.clone(),
        };
        self.ends(
            other,
            Statement::Guard(instance.negated()),
            End::Cut(cut),
            site,
        );
    }

    /// The classes of exceptions that a contract allows, as far as anybody tells them apart: those that it names, those
    /// below that some handler names, and the program's own.
    fn thrown_by(&self, contract: &Contract, site: &Site) -> BTreeSet<Name> {
        let mut handled: BTreeSet<Name> = BTreeSet::new();
        let mut place = Some(site.clone());
        while let Some(site) = place {
            let frame = &self.frames[site.frame as usize];
            let handlers = &frame.body.body.block(site.block).handlers;
            handled.extend(handlers.iter().filter_map(|edge| edge.catch_type.clone()));
            place = frame.caller.as_ref().map(|caller| caller.site.clone());
        }
        // What is said of exceptions may tell them apart, too.
        let said = contract.cases.iter().flat_map(|case| &case.signals);
        for signals in said {
            handled.insert(signals.exception.clone());
            for clause in &signals.clauses {
                visit(&clause.expr, &mut |e| {
                    if let ExprKind::InstanceOf(_, FieldType::Object(class)) = &e.kind {
                        handled.insert(class.clone());
                    }
                });
            }
        }
        let named = contract.cases.iter().flat_map(|case| &case.signals_only);
        let mut found = BTreeSet::new();
        for class in named {
            let below = (handled.iter()).filter(|other| self.program.is_subclass(other, class));
            found.extend(below.cloned());
            found.extend(self.program.concrete_below(class));
            found.insert(class.clone());
            if matches!(&**class, "java/lang/Exception" | "java/lang/Throwable") {
                found.insert("java/lang/RuntimeException".into());
            }
        }
        found.retain(|class| {
            let file = self.program.classpath.find(class).ok().flatten();
            file.is_none_or(|file| file.access & access::ABSTRACT == 0)
        });
        found
    }

    /// The classes of exceptions that a contract lists, but for final ones.
    fn open_below(&self, contract: &Contract) -> Vec<Name> {
        let listed = contract.cases.iter().flat_map(|case| &case.signals_only);
        let mut found: BTreeSet<Name> = listed.cloned().collect();
        found.retain(|class| {
            let file = self.program.classpath.find(class).ok().flatten();
            file.is_none_or(|file| file.access & access::FINAL == 0)
        });
        found.into_iter().collect()
    }

    /// Classes that a call may make an object of that somebody sees: through its result, or what it assigns.
    fn makes(&self, contract: &Contract) -> Vec<Name> {
        if contract.strictly_pure {
            return Vec::new();
        }
        let mut types: Vec<FieldType> = contract.result.iter().cloned().collect();
        for case in &contract.cases {
            match &case.assignable {
                Some(locations) => {
                    let all = locations.iter();
                    all.for_each(|location| self.assigned(location, &mut types));
                }
                None => self.held_by_fields(&mut types),
            }
        }
        // What is new by the contract's own words must be able to be.
        let promised = contract.cases.iter().flat_map(|case| {
            let signals = case.signals.iter().flat_map(|signals| &signals.clauses);
            case.ensures.iter().chain(signals)
        });
        for clause in promised {
            visit(&clause.expr, &mut |e| {
                if let ExprKind::Fresh(objects) = &e.kind {
                    types.extend(objects.iter().filter_map(|object| match &object.ty {
                        Type::Java(ty) => Some(ty.clone()),
                        _ => None,
                    }));
                }
            });
        }
        let mut classes = BTreeSet::new();
        for ty in types {
            match ty {
                FieldType::Array(_) => {
                    classes.insert(Name::from(ty.to_string()));
                }
                FieldType::Object(name) if &*name == TEXT || boxes::of_class(&name).is_some() => {
                    classes.insert(name);
                }
                // The library knows nothing of the program's classes.
                FieldType::Object(name) if self.program.is_own(&contract.method.class) => {
                    let mut below = self.program.concrete_below(&name);
                    // An enum has its constants and nothing else.
                    below.retain(|class| self.program.enum_of(class).is_none());
                    classes.extend(below);
                }
                _ => {}
            }
        }
        classes.into_iter().collect()
    }

    /// The types of what a location set lets somebody assign.
    fn assigned(&self, location: &Location, types: &mut Vec<FieldType>) {
        let java = |ty: &Type| match ty {
            Type::Java(ty) => Some(ty.clone()),
            _ => None,
        };
        match &location.kind {
            LocationKind::Nothing | LocationKind::StrictlyNothing | LocationKind::Local(_) => {}
            LocationKind::Field { field, .. }
            | LocationKind::EachOf {
                field: Some(field), ..
            } => types.extend(java(&field.ty)),
            LocationKind::Element { array, .. } | LocationKind::Range { array, .. } => {
                if let Type::Java(FieldType::Array(element)) = &array.ty {
                    types.push((**element).clone());
                }
            }
            LocationKind::Union(all) => all.iter().for_each(|one| self.assigned(one, types)),
            LocationKind::Each { of, .. } => self.assigned(of, types),
            _ => self.held_by_fields(types),
        }
    }

    /// The types of all fields of the program.
    fn held_by_fields(&self, types: &mut Vec<FieldType>) {
        for class in self.program.concrete_below("java/lang/Object") {
            let file = self.program.classpath.find(&class).ok().flatten();
            let fields = file.iter().flat_map(|file| &file.fields);
            let held = fields.filter_map(|field| FieldType::parse(&field.descriptor).ok());
            let held: Vec<FieldType> = held.filter(FieldType::is_reference).collect();
            types.extend(held);
        }
    }
}

/// Whether a constructor's contract depends on its object not being there before, which it is where a contract is called:
/// it speaks of all objects, or of new ones.
fn tells_its_object_apart(contract: &Contract) -> bool {
    let mut found = false;
    for expr in &expressions_of(contract) {
        visit(expr, &mut |e| match &e.kind {
            ExprKind::Fresh(objects) => {
                found |= objects.iter().any(|object| object.kind == ExprKind::This);
            }
            ExprKind::Quantifier(quantifier) => {
                let mut types = quantifier.variables.iter();
                found |= types.any(|variable| class_file_name(&variable.ty).is_some());
            }
            _ => {}
        });
    }
    contract.is_constructor && found
}
