//! Calls in the graph: bodies are inlined, by the class of the receiver where several can run. What the JVM does
//! itself, and what an exception's constructor keeps for its message, is left out.

use super::build::{Builder, Caller, Calls, Site};
use super::lists::Followed;
use super::{Atom, Cut, End, MapInfo, NodeId, Question, Statement, Test, Value, Var};
use crate::boxes;
use crate::constants::{class_object, is_print, some_class};
use crate::encode::{CharacterMethod, TextMethod};
use crate::lists;
use crate::program::Target;
use crate::universe::{self, TEXT};
use classpath::{ClassFile, MemberRef, MethodDescriptor, Name, access};
use ir::{BlockId, InvokeKind};
use std::collections::HashMap;
use std::sync::Arc;

impl Builder<'_> {
    /// Calls a method; the node after its normal return, none if there is no such return.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn call(
        &mut self,
        node: NodeId,
        kind: InvokeKind,
        method: &MemberRef,
        args: &[Atom],
        dst: Option<Atom>,
        site: &Site,
        exact: &HashMap<Var, Name>,
    ) -> Option<NodeId> {
        let result = match dst {
            Some(Atom::Var(var)) => Some(var),
            _ => None,
        };
        let mut node = node;
        let receiver = match kind {
            InvokeKind::Static => None,
            _ => args.first().copied(),
        };
        let made = match receiver {
            Some(Atom::Var(var)) => exact.get(&var).cloned(),
            _ => None,
        };
        if let Some(receiver) = receiver
            && made.is_none()
        {
            node = self.not_null(node, receiver, site);
        }
        if self.has_no_effect(method) {
            return Some(node);
        }
        if let Some(called) = TextMethod::new(&method.class, &method.name, &method.descriptor)
            && let [text, arguments @ ..] = args
        {
            return Some(self.text_method(
                node,
                called,
                *text,
                arguments.first().copied(),
                result,
                site,
            ));
        }
        if let Some(called) = CharacterMethod::new(&method.class, &method.name, &method.descriptor)
            && let (InvokeKind::Static, [a]) = (kind, args)
        {
            return Some(match result {
                Some(var) => {
                    let (method, a) = (called, *a);
                    let value = Value::OfCharacter { method, a };
                    self.then(node, Statement::Assign { var, value }, site)
                }
                None => node,
            });
        }
        if is_bits(method)
            && let [a] = args
        {
            return Some(match result {
                Some(var) => {
                    let value = Value::Bits { a: *a };
                    self.then(node, Statement::Assign { var, value }, site)
                }
                None => node,
            });
        }
        if &*method.class == "java/lang/Character"
            && &*method.name == "digit"
            && let [code, radix] = args
        {
            return Some(self.digit(node, *code, *radix, result, site));
        }
        if let Some(node) = self.made_text(node, method, args, result, site) {
            return Some(node);
        }
        if lists::checks_index(method)
            && let [index, length, ..] = args
        {
            let node = self.index_below(node, *index, *length, site);
            let Some(var) = result else {
                return Some(node);
            };
            let value = Value::Atom(*index);
            return Some(self.then(node, Statement::Assign { var, value }, site));
        }
        if method.class.starts_with('[')
            && &*method.name == "clone"
            && let (Some(var), [array]) = (result, args)
        {
            return Some(self.copy_of(node, *array, &method.class, None, var, site));
        }
        if boxes::is_value_of(&method.class, method)
            && let [value] = args
        {
            return Some(match result {
                Some(var) => self.boxed(node, &method.class, var, *value, site),
                None => node,
            });
        }
        if &*method.name == "getClass"
            && &*method.descriptor == "()Ljava/lang/Class;"
            && let [object] = args
        {
            let class = made.as_ref().unwrap_or(&method.class);
            return Some(self.class_of(node, *object, class, made.is_some(), result, site));
        }
        if &*method.name == "compareTo"
            && &*method.descriptor == "(Ljava/lang/Enum;)I"
            && let Some(of) = self.program.enum_of(&method.class)
            && let [constant, other] = args
        {
            return Some(self.compared(node, &of, *constant, *other, result, site));
        }
        if kind == InvokeKind::Static
            && &*method.name == "valueOf"
            && method.descriptor.starts_with("(Ljava/lang/String;)")
            && self.program.enum_of(&method.class).as_ref() == Some(&method.class)
            && let Some(constants) = self.program.enum_constants(&method.class)
            && let [text] = args
        {
            return Some(self.constant_of(node, &constants, *text, result, site));
        }
        let after = self.node();
        if &*method.class == TEXT {
            self.unknown(node, method, args, result, after, site);
            return Some(after);
        }
        let of_object = TextMethod::new(TEXT, &method.name, &method.descriptor);
        if self.program.is_subclass(TEXT, &method.class)
            && let (None, [object, arguments @ ..]) = (&made, args)
            && matches!(kind, InvokeKind::Virtual | InvokeKind::Interface)
        {
            let test = Test {
                what: Question::Instance {
                    object: *object,
                    class: TEXT.into(),
                },
                holds: true,
            };
            let text = self.then(node, Statement::Guard(test.clone()), site);
            let argument = arguments.first().copied();
            match of_object {
                Some(called) => {
                    let done = self.text_method(text, called, *object, argument, result, site);
                    let origin = self.origin(site);
                    self.edge(done, after, Statement::Skip, origin);
                }
                // What it has from elsewhere and keeps, as `toString` of objects.
                None => match self.of_string(text, method, args, result, site) {
                    Some(done) => {
                        let origin = self.origin(site);
                        self.edge(done, after, Statement::Skip, origin);
                    }
                    None => self.unknown(text, method, args, result, after, site),
                },
            }
            node = self.then(node, Statement::Guard(test.negated()), site);
        }
        let targets = match (kind, &made) {
            (InvokeKind::Static | InvokeKind::Special, _) => self.only(&method.class, method),
            (_, Some(class)) => self.only(class, method),
            (_, None) => {
                let (name, descriptor) = (&method.name, &method.descriptor);
                let mut made = &self.made;
                let with_boxes;
                // What a list is asked for may well be a box.
                let asking = &self.frames[site.frame as usize].class.name;
                if lists::knows_lists(asking) && &*method.class == "java/lang/Object" {
                    let boxes = boxes::KINDS.iter().map(|kind| Name::from(kind.class));
                    with_boxes = self.made.iter().cloned().chain(boxes).collect();
                    made = &with_boxes;
                } else if is_equals(method) {
                    // Keys and elements are boxes more often than not.
                    let boxes = ["java/lang/Integer", "java/lang/Long"].map(Name::from);
                    with_boxes = self.made.iter().cloned().chain(boxes).collect();
                    made = &with_boxes;
                }
                (self.program).targets(&method.class, name, descriptor, made)
            }
        };
        if targets.is_empty() {
            self.unknown(node, method, args, result, after, site);
            return Some(after);
        }
        let mut is_any = false;
        // Whoever looks into a list knows that it is one.
        let asking = &self.frames[site.frame as usize].class.name.clone();
        let among_lists = lists::knows_lists(asking) && lists::knows_lists(&method.class);
        // Objects of the library that existed before the method are opaque.
        if let (Some(object), None, false) = (receiver, &made, among_lists)
            && matches!(kind, InvokeKind::Virtual | InvokeKind::Interface)
            && !self.program.is_own(&method.class)
            && boxes::of_class(&method.class).is_none()
        {
            let test = Test {
                what: Question::Opaque(object),
                holds: true,
            };
            // Its class may override what is said of this very method only.
            let contract = self.written(method);
            let contract = contract.filter(|c| !c.cases.iter().all(|case| case.code));
            if contract.is_none() && is_equals(method) {
                let end = End::Cut(cut_at(method));
                self.ends(node, Statement::Guard(test.clone()), end, site);
            } else {
                let opaque = self.then(node, Statement::Guard(test.clone()), site);
                match contract {
                    Some(said) => self.by_contract(opaque, &said, args, result, after, site),
                    None => self.unsupported(opaque, format!("a call of {}", called(method)), site),
                }
            }
            node = self.then(node, Statement::Guard(test.negated()), site);
            is_any = true;
        }
        let several = targets.len() > 1;
        if (several || is_any)
            && let Some(object) = receiver
        {
            // Whatever else it may be of has no method here.
            let all = targets.iter().flat_map(|target| target.receivers.iter());
            let test = match lists::knows_lists(asking) {
                // Specifications need to see that there is nothing else.
                true => Test {
                    what: Question::OutOf {
                        object,
                        classes: all.cloned().chain([TEXT.into()]).collect(),
                    },
                    holds: true,
                },
                false => Test {
                    what: Question::ClassIn {
                        object,
                        classes: all.cloned().collect(),
                    },
                    holds: false,
                },
            };
            let end = match is_equals(method) {
                true => End::Cut(cut_at(method)),
                false => {
                    let called = called(method);
                    End::Unsupported(format!("a call of {called} on an object of another class"))
                }
            };
            self.ends(node, Statement::Guard(test), end, site);
            for target in targets
                .iter()
                .filter(|target| self.program.is_own(&target.class.name))
            {
                self.asked.extend(target.receivers.iter().cloned());
            }
        }
        for target in targets {
            let mut start = node;
            if several && let Some(object) = receiver {
                let test = Test {
                    what: Question::ClassIn {
                        object,
                        classes: target.receivers.clone().into(),
                    },
                    holds: true,
                };
                start = self.then(start, Statement::Guard(test), site);
            }
            self.inline(start, &target, args, result, after, site);
        }
        Some(after)
    }

    /// What `Character.digit` returns: of the digits and letters of ASCII, those that are digits to a base of 2 to 36.
    fn digit(
        &mut self,
        node: NodeId,
        code: Atom,
        radix: Atom,
        result: Option<Var>,
        site: &Site,
    ) -> NodeId {
        let Some(var) = result else {
            return node;
        };
        let number = self.temporary("digit", ir::Kind::Int);
        let method = CharacterMethod::GetNumericValue;
        let value = Value::OfCharacter { method, a: code };
        let assigned = Statement::Assign { var: number, value };
        let mut node = self.then(node, assigned, site);
        let after = self.node();
        let number = Atom::Var(number);
        for (condition, a, b) in [
            (ir::Condition::Lt, radix, Atom::Int(2)),
            (ir::Condition::Gt, radix, Atom::Int(36)),
            (ir::Condition::Ge, number, radix),
        ] {
            let kind = ir::Kind::Int;
            let test = Test {
                what: Question::Compare {
                    condition,
                    kind,
                    a,
                    b,
                },
                holds: true,
            };
            let none = self.then(node, Statement::Guard(test.clone()), site);
            let value = Value::Atom(Atom::Int(-1));
            let origin = self.origin(site);
            self.edge(none, after, Statement::Assign { var, value }, origin);
            node = self.then(node, Statement::Guard(test.negated()), site);
        }
        let value = Value::Atom(number);
        let origin = self.origin(site);
        self.edge(node, after, Statement::Assign { var, value }, origin);
        after
    }

    /// The object that stands for the class of an object; it may be of a class below this one, unless it is of this very one.
    fn class_of(
        &mut self,
        node: NodeId,
        object: Atom,
        class: &Name,
        exactly: bool,
        result: Option<Var>,
        site: &Site,
    ) -> NodeId {
        let Some(var) = result else {
            return node;
        };
        if exactly {
            let value = Value::Atom(self.fixed(class_object(class)));
            return self.then(node, Statement::Assign { var, value }, site);
        }
        let mut classes = self.program.concrete_below(class);
        let made = self
            .made
            .iter()
            .filter(|made| self.program.is_subclass(made, class));
        classes.extend(made.cloned());
        classes.retain(|class| !self.program.is_open(class));
        let test = |classes: &[Name], holds: bool| Test {
            what: Question::ClassIn {
                object,
                classes: classes.into(),
            },
            holds,
        };
        let after = self.node();
        let other = self.then(node, Statement::Guard(test(&classes, false)), site);
        let value = Value::Atom(self.fixed(some_class()));
        let origin = self.origin(site);
        self.edge(other, after, Statement::Assign { var, value }, origin);
        for class in classes {
            let is = Statement::Guard(test(std::slice::from_ref(&class), true));
            let start = self.then(node, is, site);
            let value = Value::Atom(self.fixed(class_object(&class)));
            let origin = self.origin(site);
            self.edge(start, after, Statement::Assign { var, value }, origin);
        }
        after
    }

    /// A box of a value. Which object it is is up to the JVM; here it is one of its own, and whoever compares it
    /// takes that into account.
    fn boxed(&mut self, node: NodeId, class: &Name, var: Var, value: Atom, site: &Site) -> NodeId {
        let Some(kind) = boxes::of_class(class) else {
            return node;
        };
        self.made.insert(class.clone());
        // Made aside, so that the value may be in the variable itself.
        let object = self.temporary("box", ir::Kind::Ref);
        let made = Statement::New {
            var: object,
            class: class.clone(),
        };
        let node = self.then(node, made, site);
        let map = self.map(MapInfo::Field {
            class: class.clone(),
            name: kind.field.into(),
            descriptor: kind.descriptor.into(),
        });
        let write = Statement::Write {
            map,
            object: Atom::Var(object),
            value,
        };
        let node = self.then(node, write, site);
        let value = Value::Atom(Atom::Var(object));
        self.then(node, Statement::Assign { var, value }, site)
    }

    /// A call of something that cannot be looked into.
    fn unknown(
        &mut self,
        node: NodeId,
        method: &MemberRef,
        args: &[Atom],
        result: Option<Var>,
        after: NodeId,
        site: &Site,
    ) {
        match self.written(method) {
            Some(contract) => self.by_contract(node, &contract, args, result, after, site),
            None => self.unsupported(node, format!("a call of {}", called(method)), site),
        }
    }

    fn only(&self, class: &str, method: &MemberRef) -> Vec<Target> {
        let found = (self.program).select(class, &method.name, &method.descriptor);
        let target = |(holder, method): (Arc<ClassFile>, usize)| Target {
            class: holder,
            method,
            receivers: vec![Name::from(class)],
        };
        found.map(target).into_iter().collect()
    }

    fn inline(
        &mut self,
        node: NodeId,
        target: &Target,
        args: &[Atom],
        result: Option<Var>,
        after: NodeId,
        site: &Site,
    ) {
        let info = &target.class.methods[target.method];
        let (name, descriptor) = (&info.name, &info.descriptor);
        // They have no fields here, but characters.
        if universe::has_characters(&target.class.name) {
            let called = spelled(&target.class.name, name, descriptor);
            let what = format!("a call of {called}");
            self.unsupported(node, what, site);
            return;
        }
        if !is_factory(&target.class, info.access)
            && self.is_said_by_exception(&target.class.name, name)
        {
            let class = target.class.name.replace('/', ".");
            let what = format!("what an exception keeps ({class}.{name})");
            self.unsupported(node, what, site);
            return;
        }
        if self.bounds.calls == Calls::Contracts
            && boxes::of_class(&target.class.name).is_none()
            && let Some(contract) = self.program.contract(&target.class.name, name, descriptor)
        {
            self.by_contract(node, &contract, args, result, after, site);
            return;
        }
        if lists::knows_lists(&target.class.name) {
            match self.of_lists(node, target, args, result, site) {
                Followed::Code => {}
                Followed::To(node) => {
                    let origin = self.origin(site);
                    self.edge(node, after, Statement::Skip, origin);
                    return;
                }
                Followed::Not => {
                    let called = spelled(&target.class.name, name, descriptor);
                    let what = format!("a call of {called}");
                    self.unsupported(node, what, site);
                    return;
                }
            }
        }
        let (mut depth, mut within) = (0, None);
        let mut frame = Some(site.frame);
        while let Some(at) = frame {
            let known = &self.frames[at as usize];
            if known.class.name == target.class.name && known.method == target.method {
                depth += 1;
                within = within.or(Some(at));
            }
            frame = known.caller.as_ref().map(|caller| caller.site.frame);
        }
        if depth > self.bounds.unroll {
            let cut = Cut::Recursion {
                class: target.class.name.clone(),
                name: info.name.clone(),
            };
            self.ends(node, Statement::Skip, End::Cut(cut), site);
            return;
        }
        let marked = match self.marked(&target.class, target.method) {
            Ok(marked) => marked,
            Err(why) => {
                self.unsupported(node, why, site);
                return;
            }
        };
        let class = marked.as_ref().unwrap_or(&target.class);
        let body = match self.body(class, target.method) {
            Ok(body) => body,
            Err(why) => {
                match self.program.contract(&target.class.name, name, descriptor) {
                    Some(contract) => self.by_contract(node, &contract, args, result, after, site),
                    None => self.unsupported(node, why, site),
                }
                return;
            }
        };
        let mut node = node;
        if self.counts.statements
            && self.program.is_own(&target.class.name)
            && let Some(contract) = self.program.contract(&target.class.name, name, descriptor)
        {
            node = self.demand(node, &contract, args, site);
            if let Some(outer) = within {
                node = match self.measure(node, &contract, outer, args, site) {
                    Ok(node) => node,
                    Err(why) => {
                        self.unsupported(node, why, site);
                        return;
                    }
                };
            }
        }
        let caller = Caller {
            site: site.clone(),
            result,
            after,
        };
        let inner = self.frame(class, target.method, body.clone(), Some(caller), args);
        for (param, argument) in body.body.params.iter().zip(args) {
            let register = self.frames[inner as usize].registers[usize::from(param.0)];
            if let Atom::Var(var) = register
                && register != *argument
            {
                let value = Value::Atom(*argument);
                node = self.then(node, Statement::Assign { var, value }, site);
            }
        }
        let start = self.copy((inner, BlockId(0), Self::no_iterations()));
        let origin = self.origin(site);
        let first = match marked.is_some() || self.is_measured(class, target.method) {
            true => Statement::Enter {
                frame: inner,
                arguments: args.into(),
            },
            false => Statement::Skip,
        };
        self.edge(node, start, first, origin);
    }

    /// Calls that change nothing that anybody can see here.
    fn has_no_effect(&self, method: &MemberRef) -> bool {
        if is_print(self.program, method) {
            return true;
        }
        if &*method.name != "<init>" {
            return false;
        }
        // Others check what they are given, or keep more than a message.
        let simple = method.class.strip_prefix("java/lang/");
        let simple = simple.is_some_and(|simple| !simple.contains('/'));
        let throwable = simple && self.program.is_subclass(&method.class, THROWABLE);
        &*method.class == "java/lang/Object" || throwable
    }

    /// What exceptions of the library keep is not looked at, but for whether one suppresses itself.
    fn is_said_by_exception(&self, class: &str, name: &str) -> bool {
        !matches!(name, "<init>" | "addSuppressed")
            && !self.program.is_own(class)
            && self.program.is_subclass(class, THROWABLE)
    }
}

const THROWABLE: &str = "java/lang/Throwable";

/// Whether a method of an exception's class looks at no exception's state: it is static, and there is none but what all have.
fn is_factory(class: &ClassFile, flags: u16) -> bool {
    let mut fields = class.fields.iter();
    let is_instance = |field: &classpath::Field| field.access & access::STATIC == 0;
    flags & access::STATIC != 0 && &*class.name != THROWABLE && !fields.any(is_instance)
}

/// `equals`, which every object has.
fn is_equals(method: &MemberRef) -> bool {
    &*method.class == "java/lang/Object"
        && &*method.name == "equals"
        && &*method.descriptor == "(Ljava/lang/Object;)Z"
}

fn cut_at(method: &MemberRef) -> Cut {
    Cut::Receiver {
        class: method.class.clone(),
        name: method.name.clone(),
    }
}

fn called(method: &MemberRef) -> String {
    let MemberRef {
        class,
        name,
        descriptor,
    } = method;
    spelled(class, name, descriptor)
}

/// A method as Java writes it: `java.util.Map.get(java.lang.Object)`.
fn spelled(class: &str, name: &str, descriptor: &str) -> String {
    let class = class.replace('/', ".");
    match MethodDescriptor::parse(descriptor) {
        Ok(parsed) => {
            let types: Vec<String> = parsed.params.iter().map(|ty| ty.java_name()).collect();
            format!("{class}.{name}({})", types.join(", "))
        }
        Err(_) => format!("{class}.{name}{descriptor}"),
    }
}

/// Whether a method returns the bits of a fraction; of those that return the bits of every NaN as they are nothing is known.
fn is_bits(method: &MemberRef) -> bool {
    matches!(
        (&*method.class, &*method.name),
        ("java/lang/Double", "doubleToLongBits") | ("java/lang/Float", "floatToIntBits")
    )
}
