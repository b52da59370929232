//! Instructions in the graph: what each of them does, and what the JVM tests for itself before it.

use super::build::{Builder, Site};
use super::texts::is_concatenation;
use super::{
    Atom, Cut, End, Map, MapInfo, NodeId, Question, Read, Statement, Test, Value, Var, VarInfo,
};
use crate::arrays;
use crate::boxes;
use crate::constants::{self, ObjectId, class_object};
use crate::lists;
use crate::universe::{self, TEXT};
use crate::values::element_kind;
use classpath::{Constant, MemberRef, Name, access};
use ir::{
    BinaryOp, BlockId, Condition, ElementKind, Inst, InvokeKind, Kind, Operand, Reg, Terminator,
};
use jml::contract::Math;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

impl Builder<'_> {
    fn assign(&mut self, node: NodeId, dst: Reg, value: Value, site: &Site) -> Option<NodeId> {
        match self.register(site, dst) {
            Atom::Var(var) => Some(self.then(node, Statement::Assign { var, value }, site)),
            // A register that is assigned is a variable of its own.
            _ => {
                self.unsupported(node, "an assignment to an argument".into(), site);
                None
            }
        }
    }

    /// Goes on where the test fails to hold; where it holds, the exception is thrown.
    pub(super) fn guard(
        &mut self,
        node: NodeId,
        question: Question,
        failing: bool,
        exception: &str,
        site: &Site,
    ) -> NodeId {
        let test = Test {
            what: question,
            holds: failing,
        };
        self.throw_implicitly(node, Statement::Guard(test.clone()), exception, site);
        self.then(node, Statement::Guard(test.negated()), site)
    }

    /// Goes on where a location may be read, if anybody asks.
    fn reads(&mut self, node: NodeId, read: Read, site: &Site) -> NodeId {
        if !self.counts.reads {
            return node;
        }
        let test = Test {
            what: Question::Readable(read),
            holds: true,
        };
        let broken = Statement::Guard(test.clone().negated());
        self.ends(node, broken, End::Read(site.frame, site.pc), site);
        self.then(node, Statement::Guard(test), site)
    }

    /// Goes on where a result of integers fits, if the method is written for another arithmetic than Java's.
    fn in_range(
        &mut self,
        node: NodeId,
        (op, kind): (BinaryOp, Kind),
        a: Atom,
        b: Option<Atom>,
        site: &Site,
    ) -> NodeId {
        let counts = matches!(
            op,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div
        );
        if !counts || !matches!(kind, Kind::Int | Kind::Long) {
            return node;
        }
        let frame = &self.frames[site.frame as usize];
        let (class, method) = (&frame.class.name, &frame.class.methods[frame.method]);
        let specifications = &self.program.specifications;
        let end = match specifications.code_math(class, &method.name, &method.descriptor) {
            Math::Java => return node,
            Math::Safe => End::Overflow(site.frame, site.pc),
            Math::BigInt => End::Cut(Cut::Overflow {
                class: class.clone(),
                name: method.name.clone(),
            }),
        };
        let test = Test {
            what: Question::Overflows { op, a, b },
            holds: true,
        };
        self.ends(node, Statement::Guard(test.clone()), end, site);
        self.then(node, Statement::Guard(test.negated()), site)
    }

    pub(super) fn not_null(&mut self, node: NodeId, object: Atom, site: &Site) -> NodeId {
        self.guard(
            node,
            Question::Null(object),
            true,
            "java/lang/NullPointerException",
            site,
        )
    }

    fn inside(&mut self, node: NodeId, array: Atom, index: Atom, site: &Site) -> NodeId {
        let node = self.not_null(node, array, site);
        self.guard(
            node,
            Question::Inside { array, index },
            false,
            "java/lang/ArrayIndexOutOfBoundsException",
            site,
        )
    }

    pub(super) fn instruction(
        &mut self,
        node: NodeId,
        inst: &Inst,
        site: &Site,
        exact: &mut HashMap<Var, Name>,
    ) -> Option<NodeId> {
        match inst {
            Inst::Load { dst, constant } => match constant {
                Constant::String(text) => {
                    let at = self.text(text);
                    self.assign(node, *dst, Value::Atom(Atom::Text(at)), site)
                }
                Constant::Class(name) => {
                    if self.program.is_own(name) {
                        // Somebody may ask whether an object is of this class.
                        self.asked.insert(name.clone());
                    }
                    let class = self.fixed(class_object(name));
                    self.assign(node, *dst, Value::Atom(class), site)
                }
                other => {
                    self.unsupported(node, format!("the constant {other:?}"), site);
                    None
                }
            },
            Inst::Move { dst, src } => {
                let value = Value::Atom(self.atom(site, *src));
                self.assign(node, *dst, value, site)
            }
            Inst::Binary {
                op,
                kind,
                dst,
                a,
                b,
            } => {
                let (a, b) = (self.atom(site, *a), self.atom(site, *b));
                let mut node = node;
                if matches!(op, BinaryOp::Div | BinaryOp::Rem)
                    && matches!(kind, Kind::Int | Kind::Long)
                {
                    let zero = Question::Zero { kind: *kind, a: b };
                    node = self.guard(node, zero, true, "java/lang/ArithmeticException", site);
                }
                let (op, kind) = (*op, *kind);
                let node = self.in_range(node, (op, kind), a, Some(b), site);
                self.assign(node, *dst, Value::Binary { op, kind, a, b }, site)
            }
            Inst::Negate { kind, dst, src } => {
                let (kind, a) = (*kind, self.atom(site, *src));
                let node = self.in_range(node, (BinaryOp::Sub, kind), a, None, site);
                self.assign(node, *dst, Value::Negate { kind, a }, site)
            }
            Inst::Convert { op, dst, src } => {
                let (op, a) = (*op, self.atom(site, *src));
                self.assign(node, *dst, Value::Convert { op, a }, site)
            }
            Inst::Compare { op, dst, a, b } => {
                let (a, b) = (self.atom(site, *a), self.atom(site, *b));
                self.assign(node, *dst, Value::Compare { op: *op, a, b }, site)
            }
            Inst::ArrayLength { dst, array } => {
                let array = self.atom(site, *array);
                let node = self.not_null(node, array, site);
                self.assign(node, *dst, Value::Length { array }, site)
            }
            Inst::ArrayLoad {
                element,
                dst,
                array,
                index,
            } => {
                let (array, index) = (self.atom(site, *array), self.atom(site, *index));
                let node = self.inside(node, array, index, site);
                let map = self.map(MapInfo::Elements(*element));
                let node = self.reads(node, Read::Element { map, array, index }, site);
                self.assign(node, *dst, Value::Element { map, array, index }, site)
            }
            Inst::ArrayStore {
                element,
                array,
                index,
                value,
            } => {
                let (array, index) = (self.atom(site, *array), self.atom(site, *index));
                let value = self.atom(site, *value);
                let mut node = self.inside(node, array, index, site);
                // The array of a list takes whatever there is.
                let of_list = lists::knows_lists(&self.frames[site.frame as usize].class.name);
                if *element == ElementKind::Ref && value != Atom::Null && !of_list {
                    let fits = Question::Fits { array, value };
                    node = self.guard(node, fits, false, "java/lang/ArrayStoreException", site);
                }
                let map = self.map(MapInfo::Elements(*element));
                let write = Statement::WriteElement {
                    map,
                    array,
                    index,
                    value,
                };
                Some(self.then(node, write, site))
            }
            Inst::New { dst, class } => {
                let Atom::Var(var) = self.register(site, *dst) else {
                    self.unsupported(node, "an assignment to an argument".into(), site);
                    return None;
                };
                let below = self.program.is_subclass(class, lists::LIST);
                let is_strange = below && !(self.program.has_lists() && lists::is_list(class));
                if boxes::of_class(class).is_some() || is_strange {
                    let class = class.replace('/', ".");
                    self.unsupported(node, format!("a new {class}"), site);
                    return None;
                }
                exact.insert(var, class.clone());
                let class = class.clone();
                if !self.program.is_own(&class) && &*class != TEXT {
                    self.made.insert(class.clone());
                }
                Some(self.then(node, Statement::New { var, class }, site))
            }
            Inst::NewArray {
                dst,
                descriptor,
                length,
            } => {
                let length = self.atom(site, *length);
                let negative = Question::Negative(length);
                let exception = "java/lang/NegativeArraySizeException";
                let node = self.guard(node, negative, true, exception, site);
                let Atom::Var(var) = self.register(site, *dst) else {
                    self.unsupported(node, "an assignment to an argument".into(), site);
                    return None;
                };
                let descriptor = descriptor.clone();
                let made = Statement::NewArray {
                    var,
                    descriptor,
                    length,
                };
                Some(self.then(node, made, site))
            }
            Inst::NewMultiArray {
                dst,
                descriptor,
                lengths,
            } => {
                let lengths: Vec<Atom> = lengths.iter().map(|l| self.atom(site, *l)).collect();
                let Atom::Var(var) = self.register(site, *dst) else {
                    self.unsupported(node, "an assignment to an argument".into(), site);
                    return None;
                };
                Some(self.arrays(node, var, descriptor, &lengths, site))
            }
            Inst::GetField { dst, object, field } => {
                let object = self.atom(site, *object);
                let node = self.not_null(node, object, site);
                if let Some(value) = self.of_list(object, field) {
                    return self.assign(node, *dst, value, site);
                }
                let map = self.field(node, field, site)?;
                let node = self.reads(node, Read::Field { map, object }, site);
                self.assign(node, *dst, Value::Field { map, object }, site)
            }
            Inst::PutField {
                object,
                field,
                value,
            } => {
                let (object, value) = (self.atom(site, *object), self.atom(site, *value));
                let node = self.not_null(node, object, site);
                let map = self.field(node, field, site)?;
                Some(self.then(node, Statement::Write { map, object, value }, site))
            }
            Inst::GetStatic { dst, field } => {
                let value = self.static_value(node, field, site)?;
                let of = match value {
                    Atom::Var(var) => self.vars[var.0 as usize].field.clone(),
                    _ => None,
                };
                let node = match of {
                    Some((class, name)) => self.reads(node, Read::Static { class, name }, site),
                    None => node,
                };
                self.assign(node, *dst, Value::Atom(value), site)
            }
            Inst::PutStatic { field, value } => {
                let value = Value::Atom(self.atom(site, *value));
                let var = self.static_field(node, field, site)?;
                Some(self.then(node, Statement::Assign { var, value }, site))
            }
            Inst::Invoke {
                kind,
                method,
                args: operands,
                dst,
                ..
            } => {
                let args: Vec<Atom> = operands.iter().map(|a| self.atom(site, *a)).collect();
                if &*method.class == jml::marks::CLASS {
                    let node = self.mark(node, &args, site)?;
                    let Some(Atom::Var(var)) = dst.map(|reg| self.register(site, reg)) else {
                        return Some(node);
                    };
                    let value = Value::Atom(Atom::Int(1));
                    return Some(self.then(node, Statement::Assign { var, value }, site));
                }
                let dst = dst.map(|reg| self.register(site, reg));
                if arrays::is_copy_of(method)
                    && let (Some(Atom::Var(var)), [array, length]) = (dst, &args[..])
                    && let Some(descriptor) = self.type_of_array(operands[0], site)
                {
                    let node = self.not_null(node, *array, site);
                    let negative = Question::Negative(*length);
                    let exception = "java/lang/NegativeArraySizeException";
                    let node = self.guard(node, negative, true, exception, site);
                    return Some(self.copy_of(node, *array, &descriptor, Some(*length), var, site));
                }
                let node = self.call(node, *kind, method, &args, dst, site, exact)?;
                match self.is_super_call(method, args.first(), site) {
                    true => self.ghosts_begin(node, args[0], site),
                    false => Some(node),
                }
            }
            Inst::InvokeDynamic {
                site: called,
                args,
                dst: Some(dst),
            } if is_concatenation(&called.name, &called.descriptor) => {
                let args: Vec<Atom> = args.iter().map(|a| self.atom(site, *a)).collect();
                let var = self.register(site, *dst);
                self.concatenation(node, called, &args, var, site)
            }
            Inst::InvokeDynamic {
                site: called,
                args,
                dst: Some(dst),
            } if called.name.starts_with("makeConcat") => {
                let args: Vec<Atom> = args.iter().map(|a| self.atom(site, *a)).collect();
                let var = self.register(site, *dst);
                self.concatenation_of_objects(node, called, &args, var, site)
            }
            Inst::InvokeDynamic {
                site: called,
                args,
                dst,
            } => {
                let class = self.frames[site.frame as usize].class.clone();
                let method = match self.program.linked(&class, called) {
                    Ok(method) => method,
                    Err(why) => {
                        self.unsupported(node, why, site);
                        return None;
                    }
                };
                let args: Vec<Atom> = args.iter().map(|a| self.atom(site, *a)).collect();
                let dst = dst.map(|reg| self.register(site, reg));
                self.call(node, InvokeKind::Static, &method, &args, dst, site, exact)
            }
            Inst::CheckCast { dst, src, class } => {
                let object = self.atom(site, *src);
                let node = self.ask(node, object, class, site);
                let is_null = Test {
                    what: Question::Null(object),
                    holds: true,
                };
                let instance = Question::Instance {
                    object,
                    class: class.clone(),
                };
                let after = self.then(node, Statement::Guard(is_null.clone()), site);
                let other = self.then(node, Statement::Guard(is_null.negated()), site);
                let exception = "java/lang/ClassCastException";
                let fits = self.guard(other, instance, false, exception, site);
                let origin = self.origin(site);
                self.edge(fits, after, Statement::Skip, origin);
                self.assign(after, *dst, Value::Atom(object), site)
            }
            Inst::InstanceOf { dst, src, class } => {
                let object = self.atom(site, *src);
                let node = self.ask(node, object, class, site);
                let class = class.clone();
                self.assign(node, *dst, Value::InstanceOf { object, class }, site)
            }
            Inst::MonitorEnter { object } | Inst::MonitorExit { object } => {
                let object = self.atom(site, *object);
                Some(self.not_null(node, object, site))
            }
        }
    }

    /// Makes an array of arrays: all lengths are looked at first, then arrays are made from the outermost on.
    fn arrays(
        &mut self,
        node: NodeId,
        var: Var,
        descriptor: &Name,
        lengths: &[Atom],
        site: &Site,
    ) -> NodeId {
        let mut node = node;
        for length in lengths {
            let exception = "java/lang/NegativeArraySizeException";
            node = self.guard(node, Question::Negative(*length), true, exception, site);
        }
        self.array_of_arrays(node, var, descriptor, lengths, site)
    }

    fn array_of_arrays(
        &mut self,
        node: NodeId,
        var: Var,
        descriptor: &str,
        lengths: &[Atom],
        site: &Site,
    ) -> NodeId {
        let [length, inner @ ..] = lengths else {
            return node;
        };
        // Made aside, so that a length may be in the variable itself.
        let array = self.temporary("array", Kind::Ref);
        let made = Statement::NewArray {
            var: array,
            descriptor: descriptor.into(),
            length: *length,
        };
        let mut node = self.then(node, made, site);
        let done = self.node();
        if !inner.is_empty() {
            let map = self.map(MapInfo::Elements(ElementKind::Ref));
            for index in 0..self.bounds.length {
                let test = Test {
                    what: Question::Inside {
                        array: Atom::Var(array),
                        index: Atom::Int(index as i32),
                    },
                    holds: true,
                };
                let origin = self.origin(site);
                let ends = Statement::Guard(test.clone().negated());
                self.edge(node, done, ends, origin);
                node = self.then(node, Statement::Guard(test), site);
                let element = self.temporary("array", Kind::Ref);
                node = self.array_of_arrays(node, element, &descriptor[1..], inner, site);
                let kept = Statement::WriteElement {
                    map,
                    array: Atom::Var(array),
                    index: Atom::Int(index as i32),
                    value: Atom::Var(element),
                };
                node = self.then(node, kept, site);
            }
            // Longer ones are beyond the scope.
            let more = Test {
                what: Question::Inside {
                    array: Atom::Var(array),
                    index: Atom::Int(self.bounds.length as i32),
                },
                holds: true,
            };
            let what = "an array of several dimensions that is too long".to_owned();
            let end = End::Unsupported(what);
            self.ends(node, Statement::Guard(more.clone()), end, site);
            node = self.then(node, Statement::Guard(more.negated()), site);
        }
        let origin = self.origin(site);
        self.edge(node, done, Statement::Skip, origin);
        let value = Value::Atom(Atom::Var(array));
        self.then(done, Statement::Assign { var, value }, site)
    }

    /// The type that a register is known to have, if that is one of arrays of objects.
    fn type_of_array(&self, array: Operand, site: &Site) -> Option<Name> {
        let frame = &self.frames[site.frame as usize];
        let info = &frame.class.methods[frame.method];
        let body = &frame.body.body;
        let block = &body.blocks[site.block.0 as usize];
        let mut insts = block.insts.iter().zip(&block.pcs);
        let is_it =
            |(inst, pc): (&Inst, &u32)| *pc == site.pc && matches!(inst, Inst::Invoke { .. });
        let at = (site.block.0 as usize, insts.position(is_it)?);
        arrays::type_of(&frame.class, info, body, array, at)
    }

    /// A copy of an array of this type, made element by element: of the same length, or of another one.
    pub(super) fn copy_of(
        &mut self,
        node: NodeId,
        array: Atom,
        descriptor: &Name,
        length: Option<Atom>,
        result: Var,
        site: &Site,
    ) -> NodeId {
        let element = &descriptor[1..];
        let mut node = node;
        if element.starts_with(['L', '[']) {
            // It may be of a more special type, as its copy is then.
            let test = Test {
                what: Question::ClassIn {
                    object: array,
                    classes: [descriptor.clone()].into(),
                },
                holds: true,
            };
            let end = End::Cut(Cut::Copy {
                descriptor: descriptor.clone(),
            });
            self.ends(node, Statement::Guard(test.clone().negated()), end, site);
            node = self.then(node, Statement::Guard(test), site);
        }
        let cut_to = length;
        let length = length.unwrap_or_else(|| {
            let length = self.temporary("length", Kind::Int);
            let value = Value::Length { array };
            node = self.then(node, Statement::Assign { var: length, value }, site);
            Atom::Var(length)
        });
        let copy = self.temporary("copy", Kind::Ref);
        let made = Statement::NewArray {
            var: copy,
            descriptor: descriptor.clone(),
            length,
        };
        node = self.then(node, made, site);
        let kind = element_kind(element);
        let map = self.map(MapInfo::Elements(kind));
        let done = self.node();
        let lengths = self.fixed.iter().filter_map(|(object, _)| {
            let fixed = self.program.fixed(object)?;
            (fixed.class == *descriptor).then_some(fixed.length)
        });
        let most = lengths.max().unwrap_or(0).max(self.bounds.length);
        for index in 0..most {
            let index = Atom::Int(index as i32);
            let other = cut_to.map(|_| Atom::Var(copy));
            for array in [Some(array), other].into_iter().flatten() {
                let test = Test {
                    what: Question::Inside { array, index },
                    holds: true,
                };
                let origin = self.origin(site);
                let ends = Statement::Guard(test.clone().negated());
                self.edge(node, done, ends, origin);
                node = self.then(node, Statement::Guard(test), site);
            }
            node = self.reads(node, Read::Element { map, array, index }, site);
            let var = self.temporary("element", kind.kind());
            let value = Value::Element { map, array, index };
            node = self.then(node, Statement::Assign { var, value }, site);
            let kept = Statement::WriteElement {
                map,
                array: Atom::Var(copy),
                index,
                value: Atom::Var(var),
            };
            node = self.then(node, kept, site);
        }
        // Longer ones are beyond the scope.
        let index = Atom::Int(most as i32);
        let more = Test {
            what: Question::Inside { array, index },
            holds: true,
        };
        let end = End::Unsupported("a copy of an array that is too long".to_owned());
        self.ends(node, Statement::Guard(more.clone()), end, site);
        let origin = self.origin(site);
        self.edge(node, done, Statement::Guard(more.negated()), origin);
        let value = Value::Atom(Atom::Var(copy));
        self.then(done, Statement::Assign { var: result, value }, site)
    }

    /// Asks whether an object is of a type; goes on where that can be told.
    pub(super) fn ask(&mut self, node: NodeId, object: Atom, class: &Name, site: &Site) -> NodeId {
        self.asked.insert(class.clone());
        let test = Test {
            what: Question::Undecided {
                object,
                class: class.clone(),
            },
            holds: true,
        };
        let what = format!(
            "the class of an object of the library ({})",
            class.replace('/', ".")
        );
        self.ends(
            node,
            Statement::Guard(test.clone()),
            End::Unsupported(what),
            site,
        );
        self.then(node, Statement::Guard(test.negated()), site)
    }

    pub(super) fn text(&mut self, text: &Arc<[u16]>) -> u32 {
        let known = self.texts.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.texts.push(text.clone());
            self.texts.len() - 1
        }) as u32
    }

    pub(super) fn fixed(&mut self, object: ObjectId) -> Atom {
        let known = self.fixed.iter().position(|(known, _)| *known == object);
        let at = known.unwrap_or_else(|| {
            let path = self.program.fixed(&object).and_then(|fixed| fixed.path);
            let name = path.map_or_else(|| object.by.to_string(), |path| path.to_string());
            self.fixed.push((object, name));
            self.fixed.len() - 1
        });
        Atom::Fixed(at as u32)
    }

    fn field(&mut self, node: NodeId, field: &MemberRef, site: &Site) -> Option<Map> {
        let found = (self.program).field(&field.class, &field.name, &field.descriptor);
        let Some((class, _)) = found else {
            self.unsupported(
                node,
                format!("the missing field {}.{}", field.class, field.name),
                site,
            );
            return None;
        };
        if universe::has_characters(&class) || lists::is_list(&class) {
            let name = format!("{}.{}", class.replace('/', "."), field.name);
            self.unsupported(node, format!("the field {name}"), site);
            return None;
        }
        Some(self.map(MapInfo::Field {
            class,
            name: field.name.clone(),
            descriptor: field.descriptor.clone(),
        }))
    }

    fn static_value(&mut self, node: NodeId, field: &MemberRef, site: &Site) -> Option<Atom> {
        if &*field.name == "$assertionsDisabled" {
            return Some(Atom::Int(0));
        }
        let found = (self.program).field(&field.class, &field.name, &field.descriptor);
        if let Some((holder, flags)) = &found
            && flags & access::FINAL != 0
        {
            match self.program.static_constant(holder, &field.name) {
                constants::Constant::Int(value) => return Some(Atom::Int(value)),
                constants::Constant::Long(value) => return Some(Atom::Long(value)),
                constants::Constant::Float(bits) => return Some(Atom::Float(bits)),
                constants::Constant::Double(bits) => return Some(Atom::Double(bits)),
                constants::Constant::Null => return Some(Atom::Null),
                constants::Constant::Text(text) => return Some(Atom::Text(self.text(&text))),
                constants::Constant::Object(object) => return Some(self.fixed(object)),
                constants::Constant::Unknown => {
                    let name = format!("{}.{}", holder.replace('/', "."), field.name);
                    self.unsupported(node, format!("the static final field {name}"), site);
                    return None;
                }
            }
        }
        self.static_field(node, field, site).map(Atom::Var)
    }

    fn static_field(&mut self, node: NodeId, field: &MemberRef, site: &Site) -> Option<Var> {
        let found = (self.program).field(&field.class, &field.name, &field.descriptor);
        let Some((class, _)) = found.filter(|(class, _)| self.program.is_own(class)) else {
            let name = format!("{}.{}", field.class.replace('/', "."), field.name);
            self.unsupported(node, format!("the static field {name}"), site);
            return None;
        };
        let key = (class.clone(), field.name.clone());
        if let Some(known) = self.statics.get(&key) {
            return Some(*known);
        }
        let simple = class.rsplit('/').next().unwrap_or(&class);
        let var = self.var(VarInfo {
            name: format!("{simple}.{}", field.name),
            kind: Kind::of_descriptor(&field.descriptor)?,
            descriptor: Some(field.descriptor.clone()),
            field: Some(key.clone()),
        });
        self.statics.insert(key, var);
        Some(var)
    }

    pub(super) fn terminator(
        &mut self,
        node: NodeId,
        terminator: &Terminator,
        site: &Site,
        exact: &HashMap<Var, Name>,
    ) {
        match terminator {
            Terminator::Goto(to) => self.go(node, Statement::Skip, *to, site),
            Terminator::If {
                condition,
                a,
                b,
                then,
                otherwise,
            } => {
                let test = self.comparison(*condition, *a, *b, site);
                self.go(node, Statement::Assume(test.clone()), *then, site);
                self.go(node, Statement::Assume(test.negated()), *otherwise, site);
            }
            Terminator::Switch {
                key,
                cases,
                default,
            } => {
                let key = self.atom(site, *key);
                let mut keys: BTreeMap<BlockId, Vec<i32>> = BTreeMap::new();
                for (value, to) in cases.iter().filter(|(_, to)| to != default) {
                    keys.entry(*to).or_default().push(*value);
                }
                let one_of = |cases: Vec<i32>| Test {
                    what: Question::OneOf {
                        key,
                        cases: cases.into(),
                    },
                    holds: true,
                };
                let all: Vec<i32> = keys.values().flatten().copied().collect();
                for (to, cases) in keys {
                    self.go(node, Statement::Assume(one_of(cases)), to, site);
                }
                self.go(
                    node,
                    Statement::Assume(one_of(all).negated()),
                    *default,
                    site,
                );
            }
            Terminator::Return(value) => {
                let value = value.map(|operand| self.atom(site, operand));
                self.returns(node, value, site);
            }
            Terminator::Throw(operand) => {
                let thrown = self.atom(site, *operand);
                let node = self.not_null(node, thrown, site);
                let class = match thrown {
                    Atom::Var(var) => exact.get(&var).cloned(),
                    _ => None,
                };
                self.throw(node, thrown, class, site);
            }
        }
    }

    fn comparison(&self, condition: Condition, a: Operand, b: Operand, site: &Site) -> Test {
        let kind = self.frames[site.frame as usize].body.body.operand_kind(a);
        let (a, b) = (self.atom(site, a), self.atom(site, b));
        let holds = condition != Condition::Ne;
        let what = match (condition, a, b) {
            (Condition::Eq | Condition::Ne, object, Atom::Null)
            | (Condition::Eq | Condition::Ne, Atom::Null, object) => Question::Null(object),
            (Condition::Eq | Condition::Ne, a, b) => Question::Compare {
                condition: Condition::Eq,
                kind,
                a,
                b,
            },
            (condition, a, b) => Question::Compare {
                condition,
                kind,
                a,
                b,
            },
        };
        Test { what, holds }
    }
}
