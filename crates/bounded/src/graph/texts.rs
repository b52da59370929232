//! Strings that are put together: by `+`, by methods of `String` that return one, and by builders of strings, which are
//! objects with characters here and not what the JDK writes. The JVM's tests come before, as for other instructions.

use super::build::{Builder, Site};
use super::{Atom, Cut, End, NodeId, Piece, Question, Reuse, Statement, Test, Value, Var};
use crate::encode::TextMethod;
use crate::lists;
use crate::universe::{self, TEXT};
use classpath::{Constant, DynamicRef, MemberRef};
use ir::{BinaryOp, Condition, InvokeKind, Kind};
use std::collections::HashMap;

const OUTSIDE: &str = "java/lang/StringIndexOutOfBoundsException";
const CHARACTERS: &str = "[C";
const TO_TEXT: &str = "()Ljava/lang/String;";

impl Builder<'_> {
    /// A string that `+` makes. Where it is not looked at, as in messages, it may have pieces without a meaning.
    pub(super) fn concatenation(
        &mut self,
        node: NodeId,
        called: &DynamicRef,
        args: &[Atom],
        result: Atom,
        site: &Site,
    ) -> Option<NodeId> {
        let class = self.frames[site.frame as usize].class.clone();
        let bootstrap = class.bootstrap_methods.get(usize::from(called.bootstrap));
        let constants = bootstrap.map_or(&[][..], |bootstrap| &bootstrap.arguments);
        let pieces = self.recipe(called, constants, args);
        let (Some(pieces), Atom::Var(var)) = (pieces, result) else {
            self.unsupported(node, "a strange concatenation".into(), site);
            return None;
        };
        if let [Piece::Boolean { .. }] = pieces[..] {
            // Some JDKs return the constant, against the letter of Java.
            self.unsupported(node, "a string of nothing but a boolean".into(), site);
            return None;
        }
        Some(self.new_text(node, var, TEXT, pieces, Reuse::default(), site))
    }

    /// A concatenation with objects, each of which says first which string it is.
    pub(super) fn concatenation_of_objects(
        &mut self,
        node: NodeId,
        called: &DynamicRef,
        args: &[Atom],
        result: Atom,
        site: &Site,
    ) -> Option<NodeId> {
        let strange = "a strange concatenation";
        let (Some((types, _)), true) = (
            ir::split_descriptor(&called.descriptor),
            called.name.starts_with("makeConcat"),
        ) else {
            self.unsupported(node, strange.into(), site);
            return None;
        };
        let (mut node, mut texts) = (node, Vec::new());
        let mut descriptor = String::from("(");
        for (ty, a) in types.iter().zip(args) {
            let class = lists::class_of(ty).filter(|class| *class != TEXT);
            let Some(class) = class else {
                descriptor += ty;
                texts.push(*a);
                continue;
            };
            let class = if class.starts_with('[') {
                "java/lang/Object"
            } else {
                class
            };
            let var = self.temporary("text", Kind::Ref);
            node = self.text_of_object(node, *a, class, var, site);
            descriptor += "Ljava/lang/String;";
            texts.push(Atom::Var(var));
        }
        descriptor += ")Ljava/lang/String;";
        let called = DynamicRef {
            descriptor: descriptor.into(),
            ..called.clone()
        };
        self.concatenation(node, &called, &texts, result, site)
    }

    /// The pieces of a concatenation: the characters 1 and 2 of the recipe stand for arguments and for constants that
    /// cannot be written in it.
    fn recipe(
        &mut self,
        called: &DynamicRef,
        constants: &[Constant],
        args: &[Atom],
    ) -> Option<Vec<Piece>> {
        let parameters = called.descriptor.strip_prefix('(')?.split(')').next()?;
        let mut arguments = self.pieces_of(parameters, args)?.into_iter();
        if &*called.name == "makeConcat" {
            return Some(arguments.collect());
        }
        let Some((Constant::String(recipe), constants)) = constants.split_first() else {
            return None;
        };
        let mut constants = constants.iter();
        let mut pieces = Vec::new();
        let mut written: Vec<u16> = Vec::new();
        for unit in recipe.iter() {
            match unit {
                1 => {
                    self.spelled(&mut pieces, &mut written);
                    pieces.push(arguments.next()?);
                }
                2 => {
                    let Constant::String(text) = constants.next()? else {
                        return None;
                    };
                    written.extend(text.iter());
                }
                unit => written.push(*unit),
            }
        }
        self.spelled(&mut pieces, &mut written);
        arguments.next().is_none().then_some(pieces)
    }

    fn spelled(&mut self, pieces: &mut Vec<Piece>, written: &mut Vec<u16>) {
        if !written.is_empty() {
            let text = std::mem::take(written);
            pieces.push(Piece::Text(Atom::Text(self.text(&text.into()))));
        }
    }

    fn new_text(
        &mut self,
        node: NodeId,
        var: Var,
        class: &str,
        pieces: Vec<Piece>,
        reuse: Reuse,
        site: &Site,
    ) -> NodeId {
        let made = Statement::NewText {
            var,
            class: class.into(),
            pieces: pieces.into(),
            reuse,
        };
        self.then(node, made, site)
    }

    fn empty(&mut self) -> Option<Atom> {
        Some(Atom::Text(self.text(&[].into())))
    }

    /// What a method of a string tells of it.
    pub(super) fn text_method(
        &mut self,
        node: NodeId,
        method: TextMethod,
        text: Atom,
        argument: Option<Atom>,
        result: Option<Var>,
        site: &Site,
    ) -> NodeId {
        let mut node = node;
        if method.is_of_ascii() {
            node = self.of_ascii(node, text, method.name(), site);
        }
        match (method, argument) {
            (TextMethod::EqualsIgnoreCase, Some(other)) => {
                let null = Test {
                    what: Question::Null(other),
                    holds: true,
                };
                let after = self.node();
                let origin = self.origin(site);
                self.edge(node, after, Statement::Guard(null.clone()), origin);
                let some = self.then(node, Statement::Guard(null.negated()), site);
                let some = self.of_ascii(some, other, method.name(), site);
                let origin = self.origin(site);
                self.edge(some, after, Statement::Skip, origin);
                node = after;
            }
            (TextMethod::CharAt, Some(index)) => {
                let inside = Question::Inside { array: text, index };
                node = self.guard(node, inside, false, OUTSIDE, site);
            }
            (method, Some(other)) if method.takes_text() => {
                node = self.not_null(node, other, site);
                // Sequences of characters may be anything.
                let is_text = Test {
                    what: Question::Instance {
                        object: other,
                        class: TEXT.into(),
                    },
                    holds: true,
                };
                if method == TextMethod::Contains {
                    let what = "a sequence of characters that is no string".to_owned();
                    let not = Statement::Guard(is_text.clone().negated());
                    self.ends(node, not, End::Unsupported(what), site);
                    node = self.then(node, Statement::Guard(is_text), site);
                }
            }
            _ => {}
        }
        let Some(var) = result else {
            return node;
        };
        let value = Value::OfText {
            method,
            text,
            argument,
        };
        self.then(node, Statement::Assign { var, value }, site)
    }

    /// A call that makes a string, an array of characters, or changes a builder; none if it is no such call.
    pub(super) fn made_text(
        &mut self,
        node: NodeId,
        method: &MemberRef,
        args: &[Atom],
        result: Option<Var>,
        site: &Site,
    ) -> Option<NodeId> {
        match &*method.class {
            TEXT => self.of_string(node, method, args, result, site),
            class if universe::is_builder(class) => {
                self.of_builder(node, method, args, result, site)
            }
            "java/lang/Integer" | "java/lang/Long" | "java/lang/Character"
                if &*method.name == "toString" =>
            {
                let piece = match (&*method.descriptor, args) {
                    ("(I)Ljava/lang/String;" | "(J)Ljava/lang/String;", [a]) => Piece::Number(*a),
                    ("(C)Ljava/lang/String;", [a]) => Piece::Char(*a),
                    _ => return None,
                };
                Some(self.wanted(node, result, TEXT, vec![piece], Reuse::default(), site))
            }
            _ => None,
        }
    }

    /// A new object, if anybody wants it.
    fn wanted(
        &mut self,
        node: NodeId,
        result: Option<Var>,
        class: &str,
        pieces: Vec<Piece>,
        reuse: Reuse,
        site: &Site,
    ) -> NodeId {
        match result {
            Some(var) => self.new_text(node, var, class, pieces, reuse, site),
            None => node,
        }
    }

    pub(super) fn of_string(
        &mut self,
        node: NodeId,
        method: &MemberRef,
        args: &[Atom],
        result: Option<Var>,
        site: &Site,
    ) -> Option<NodeId> {
        let (name, descriptor) = (&*method.name, &*method.descriptor);
        let mut node = node;
        let all = |of: Atom| Piece::Range {
            of,
            from: Atom::Int(0),
            to: None,
        };
        Some(match (name, descriptor, args) {
            ("<init>", "()V", [_]) => node,
            ("<init>", "(Ljava/lang/String;)V" | "([C)V", [text, of]) => {
                node = self.not_null(node, *of, site);
                node = self.reads_characters(node, descriptor, site)?;
                self.set_text(node, *text, vec![all(*of)], site)
            }
            ("<init>", "([CII)V", [text, of, from, count]) => {
                node = self.not_null(node, *of, site);
                node = self.reads_characters(node, descriptor, site)?;
                for number in [from, count] {
                    node = self.guard(node, Question::Negative(*number), true, OUTSIDE, site);
                }
                let (left, length) = self.length(node, *of, site);
                let (left, last) = self.sum(left, BinaryOp::Sub, length, *count, site);
                let beyond = more(*from, last);
                node = self.guard(left, beyond, true, OUTSIDE, site);
                let (node, to) = self.sum(node, BinaryOp::Add, *from, *count, site);
                let piece = Piece::Range {
                    of: *of,
                    from: *from,
                    to: Some(to),
                };
                self.set_text(node, *text, vec![piece], site)
            }
            ("toCharArray", "()[C", [text]) => self.wanted(
                node,
                result,
                CHARACTERS,
                vec![all(*text)],
                Reuse::default(),
                site,
            ),
            ("toString", "()Ljava/lang/String;", [text]) => match result {
                Some(var) => {
                    let value = Value::Atom(*text);
                    self.then(node, Statement::Assign { var, value }, site)
                }
                None => node,
            },
            ("valueOf" | "copyValueOf", "([C)Ljava/lang/String;", [of]) => {
                node = self.not_null(node, *of, site);
                node = self.reads_characters(node, descriptor, site)?;
                self.wanted(node, result, TEXT, vec![all(*of)], Reuse::default(), site)
            }
            ("valueOf", "(Z)Ljava/lang/String;", [a]) => {
                let Some(var) = result else {
                    return Some(node);
                };
                let Piece::Boolean { yes, no, .. } = self.flag(*a) else {
                    return None;
                };
                let zero = Test {
                    what: Question::Zero {
                        kind: Kind::Int,
                        a: *a,
                    },
                    holds: true,
                };
                let after = self.node();
                for (test, text) in [(zero.clone(), no), (zero.negated(), yes)] {
                    let start = self.then(node, Statement::Guard(test), site);
                    let value = Value::Atom(text);
                    let origin = self.origin(site);
                    self.edge(start, after, Statement::Assign { var, value }, origin);
                }
                after
            }
            ("valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", [object]) => {
                let var = result.unwrap_or_else(|| self.temporary("text", Kind::Ref));
                self.text_of_object(node, *object, "java/lang/Object", var, site)
            }
            ("valueOf", "(C)Ljava/lang/String;", [a]) => {
                let pieces = vec![Piece::Char(*a)];
                self.wanted(node, result, TEXT, pieces, Reuse::default(), site)
            }
            ("valueOf", "(I)Ljava/lang/String;" | "(J)Ljava/lang/String;", [a]) => {
                let pieces = vec![Piece::Number(*a)];
                self.wanted(node, result, TEXT, pieces, Reuse::default(), site)
            }
            ("concat", "(Ljava/lang/String;)Ljava/lang/String;", [text, other]) => {
                node = self.not_null(node, *other, site);
                let reuse = Reuse {
                    whole: Some(*text),
                    ..Reuse::default()
                };
                let pieces = vec![all(*text), all(*other)];
                self.wanted(node, result, TEXT, pieces, reuse, site)
            }
            (
                "substring",
                "(I)Ljava/lang/String;" | "(II)Ljava/lang/String;",
                [text, from, to @ ..],
            ) => {
                node = self.guard(node, Question::Negative(*from), true, OUTSIDE, site);
                let (after, length) = self.length(node, *text, site);
                node = after;
                let to = to.first().copied();
                let beyond = more(*from, to.unwrap_or(length));
                node = self.guard(node, beyond, true, OUTSIDE, site);
                if let Some(to) = to {
                    node = self.guard(node, more(to, length), true, OUTSIDE, site);
                }
                let piece = Piece::Range {
                    of: *text,
                    from: *from,
                    to,
                };
                let reuse = Reuse {
                    whole: Some(*text),
                    empty: self.empty(),
                    ..Reuse::default()
                };
                self.wanted(node, result, TEXT, vec![piece], reuse, site)
            }
            ("trim" | "strip" | "stripLeading" | "stripTrailing", TO_TEXT, [text]) => {
                let strips = name != "trim";
                if strips {
                    node = self.of_ascii(node, *text, name, site);
                }
                let (mut from, mut to) = (Atom::Int(0), None);
                if name != "stripTrailing" {
                    (node, from) = self.told(node, TextMethod::Start { strips }, *text, site);
                }
                if name != "stripLeading" {
                    let both = name != "stripTrailing";
                    let end = TextMethod::End { strips, both };
                    let (after, last) = self.told(node, end, *text, site);
                    (node, to) = (after, Some(last));
                }
                let piece = Piece::Range {
                    of: *text,
                    from,
                    to,
                };
                // What `strip` makes of an empty string is up to the JDK.
                let reuse = Reuse {
                    whole: (!strips).then_some(*text),
                    same: strips.then_some(*text),
                    empty: self.empty(),
                };
                self.wanted(node, result, TEXT, vec![piece], reuse, site)
            }
            ("toUpperCase" | "toLowerCase", TO_TEXT, [text]) => {
                node = self.of_ascii(node, *text, name, site);
                let piece = Piece::Cased {
                    of: *text,
                    upper: name == "toUpperCase",
                };
                let reuse = Reuse {
                    same: Some(*text),
                    ..Reuse::default()
                };
                self.wanted(node, result, TEXT, vec![piece], reuse, site)
            }
            ("replace", "(CC)Ljava/lang/String;", [text, old, new]) => {
                let piece = Piece::Replaced {
                    of: *text,
                    old: *old,
                    new: *new,
                };
                let reuse = Reuse {
                    same: Some(*text),
                    ..Reuse::default()
                };
                self.wanted(node, result, TEXT, vec![piece], reuse, site)
            }
            ("repeat", "(I)Ljava/lang/String;", [text, count]) => {
                let exception = "java/lang/IllegalArgumentException";
                node = self.guard(node, Question::Negative(*count), true, exception, site);
                let Some(var) = result else {
                    return Some(node);
                };
                let once = Test {
                    what: Question::Compare {
                        condition: Condition::Eq,
                        kind: Kind::Int,
                        a: *count,
                        b: Atom::Int(1),
                    },
                    holds: true,
                };
                let after = self.node();
                let itself = self.then(node, Statement::Guard(once.clone()), site);
                let value = Value::Atom(*text);
                let origin = self.origin(site);
                self.edge(itself, after, Statement::Assign { var, value }, origin);
                let other = self.then(node, Statement::Guard(once.negated()), site);
                let piece = Piece::Repeated {
                    of: *text,
                    count: *count,
                };
                let reuse = Reuse {
                    empty: self.empty(),
                    ..Reuse::default()
                };
                let made = self.new_text(other, var, TEXT, vec![piece], reuse, site);
                let origin = self.origin(site);
                self.edge(made, after, Statement::Skip, origin);
                after
            }
            _ => return None,
        })
    }

    /// Calls of builders that the method, or one that it calls, has made. Of others nothing is known.
    fn of_builder(
        &mut self,
        node: NodeId,
        method: &MemberRef,
        args: &[Atom],
        result: Option<Var>,
        site: &Site,
    ) -> Option<NodeId> {
        let (name, descriptor) = (&*method.name, &*method.descriptor);
        let [builder, rest @ ..] = args else {
            return None;
        };
        let parameters = descriptor.strip_prefix('(')?.split(')').next()?;
        let known = match name {
            "<init>" => matches!(parameters, "" | "I" | "Ljava/lang/String;"),
            "append" => self.pieces_of(parameters, rest).is_some() || parameters == "[C",
            "insert" => {
                let inserted = parameters.strip_prefix('I');
                inserted.is_some_and(|p| self.pieces_of(p, rest.get(1..).unwrap_or(&[])).is_some())
            }
            "toString" | "length" | "isEmpty" | "reverse" => parameters.is_empty(),
            "charAt" | "deleteCharAt" => parameters == "I",
            "setCharAt" => parameters == "IC",
            _ => false,
        };
        if !known {
            return None;
        }
        let mut node = node;
        if name != "<init>" {
            let test = Test {
                what: Question::Opaque(*builder),
                holds: true,
            };
            let what = "a builder of strings that was there before".to_owned();
            let opaque = Statement::Guard(test.clone());
            self.ends(node, opaque, End::Unsupported(what), site);
            node = self.then(node, Statement::Guard(test.negated()), site);
        }
        let part = |from: Atom, to: Option<Atom>| Piece::Range {
            of: *builder,
            from,
            to,
        };
        let whole = part(Atom::Int(0), None);
        let pieces = match (name, rest) {
            ("<init>", []) => return Some(node),
            ("<init>", [capacity]) if parameters == "I" => {
                let exception = "java/lang/NegativeArraySizeException";
                let negative = Question::Negative(*capacity);
                return Some(self.guard(node, negative, true, exception, site));
            }
            ("<init>", [text]) => {
                node = self.not_null(node, *text, site);
                vec![Piece::Text(*text)]
            }
            ("append", [of]) if parameters == "[C" => {
                node = self.not_null(node, *of, site);
                node = self.reads_characters(node, descriptor, site)?;
                let piece = Piece::Range {
                    of: *of,
                    from: Atom::Int(0),
                    to: None,
                };
                vec![whole, piece]
            }
            ("append", _) => {
                let mut pieces = vec![whole];
                pieces.extend(self.pieces_of(parameters, rest)?);
                pieces
            }
            ("reverse", []) => vec![Piece::Reversed(*builder)],
            ("toString", []) => {
                let reuse = Reuse {
                    empty: self.empty(),
                    ..Reuse::default()
                };
                return Some(self.wanted(node, result, TEXT, vec![whole], reuse, site));
            }
            ("length" | "isEmpty", []) => {
                let Some(var) = result else {
                    return Some(node);
                };
                let method = match name {
                    "length" => TextMethod::Length,
                    _ => TextMethod::IsEmpty,
                };
                let value = Value::OfText {
                    method,
                    text: *builder,
                    argument: None,
                };
                return Some(self.then(node, Statement::Assign { var, value }, site));
            }
            ("insert", [at, inserted @ ..]) => {
                node = self.guard(node, Question::Negative(*at), true, OUTSIDE, site);
                let (after, length) = self.length(node, *builder, site);
                node = self.guard(after, more(*at, length), true, OUTSIDE, site);
                let mut pieces = vec![part(Atom::Int(0), Some(*at))];
                pieces.extend(self.pieces_of(&parameters[1..], inserted)?);
                pieces.push(part(*at, None));
                pieces
            }
            (_, [index, rest @ ..]) => {
                // The length changes, so that this is no question about the object.
                node = self.guard(node, Question::Negative(*index), true, OUTSIDE, site);
                let (after, length) = self.length(node, *builder, site);
                node = self.guard(after, no_less(*index, length), true, OUTSIDE, site);
                let (after, next) = self.sum(node, BinaryOp::Add, *index, Atom::Int(1), site);
                if name == "charAt" {
                    let Some(var) = result else {
                        return Some(node);
                    };
                    let value = Value::OfText {
                        method: TextMethod::CharAt,
                        text: *builder,
                        argument: Some(*index),
                    };
                    return Some(self.then(node, Statement::Assign { var, value }, site));
                }
                node = after;
                let mut pieces = vec![part(Atom::Int(0), Some(*index))];
                pieces.extend(rest.iter().map(|a| Piece::Char(*a)));
                pieces.push(part(next, None));
                pieces
            }
            _ => return None,
        };
        node = self.set_text(node, *builder, pieces, site);
        if let Some(var) = result {
            let value = Value::Atom(*builder);
            node = self.then(node, Statement::Assign { var, value }, site);
        }
        Some(node)
    }

    /// Arguments as pieces of a string, by their types; none if one has a method of its own to be called for that.
    fn pieces_of(&mut self, parameters: &str, args: &[Atom]) -> Option<Vec<Piece>> {
        let mut rest = parameters;
        let mut pieces = Vec::new();
        for a in args {
            let (piece, left) = match rest.as_bytes().first()? {
                b'Z' => (self.flag(*a), &rest[1..]),
                b'C' => (Piece::Char(*a), &rest[1..]),
                b'B' | b'S' | b'I' | b'J' => (Piece::Number(*a), &rest[1..]),
                b'F' => (
                    Piece::Unknown("a string with the digits of a float"),
                    &rest[1..],
                ),
                b'D' => (
                    Piece::Unknown("a string with the digits of a double"),
                    &rest[1..],
                ),
                _ => (Piece::Text(*a), rest.strip_prefix("Ljava/lang/String;")?),
            };
            pieces.push(piece);
            rest = left;
        }
        rest.is_empty().then_some(pieces)
    }

    fn flag(&mut self, a: Atom) -> Piece {
        let mut word = |word: &str| {
            let units: Vec<u16> = word.encode_utf16().collect();
            Atom::Text(self.text(&units.into()))
        };
        let (yes, no) = (word("true"), word("false"));
        Piece::Boolean { a, yes, no }
    }

    fn set_text(&mut self, node: NodeId, object: Atom, pieces: Vec<Piece>, site: &Site) -> NodeId {
        let pieces = pieces.into();
        self.then(node, Statement::SetText { object, pieces }, site)
    }

    /// Goes on where nobody asks which elements of an array are read.
    fn reads_characters(&mut self, node: NodeId, descriptor: &str, site: &Site) -> Option<NodeId> {
        if self.counts.reads && descriptor.contains(CHARACTERS) {
            let what = "a string of the elements of an array, with `accessible`".to_owned();
            self.unsupported(node, what, site);
            return None;
        }
        Some(node)
    }

    /// The string that an object says it is, or `null`.
    fn text_of_object(
        &mut self,
        node: NodeId,
        object: Atom,
        class: &str,
        var: Var,
        site: &Site,
    ) -> NodeId {
        let null = Test {
            what: Question::Null(object),
            holds: true,
        };
        let word: Vec<u16> = "null".encode_utf16().collect();
        let value = Value::Atom(Atom::Text(self.text(&word.into())));
        let after = self.node();
        let none = self.then(node, Statement::Guard(null.clone()), site);
        let origin = self.origin(site);
        self.edge(none, after, Statement::Assign { var, value }, origin);
        let some = self.then(node, Statement::Guard(null.negated()), site);
        let method = MemberRef {
            class: class.into(),
            name: "toString".into(),
            descriptor: TO_TEXT.into(),
        };
        let (kind, dst) = (InvokeKind::Virtual, Some(Atom::Var(var)));
        let exact = HashMap::new();
        if let Some(told) = self.call(some, kind, &method, &[object], dst, site, &exact) {
            let origin = self.origin(site);
            self.edge(told, after, Statement::Skip, origin);
        }
        after
    }

    /// Goes on where a string is of ASCII: of other characters, what a method does with them is not known.
    fn of_ascii(&mut self, node: NodeId, text: Atom, name: &str, site: &Site) -> NodeId {
        let (node, is) = self.told(node, TextMethod::IsAscii, text, site);
        let test = Test {
            what: Question::Zero {
                kind: Kind::Int,
                a: is,
            },
            holds: true,
        };
        let cut = Cut::Characters { name: name.into() };
        self.ends(node, Statement::Guard(test.clone()), End::Cut(cut), site);
        self.then(node, Statement::Guard(test.negated()), site)
    }

    fn told(
        &mut self,
        node: NodeId,
        method: TextMethod,
        text: Atom,
        site: &Site,
    ) -> (NodeId, Atom) {
        let var = self.temporary("of text", Kind::Int);
        let argument = None;
        let value = Value::OfText {
            method,
            text,
            argument,
        };
        let node = self.then(node, Statement::Assign { var, value }, site);
        (node, Atom::Var(var))
    }

    fn length(&mut self, node: NodeId, array: Atom, site: &Site) -> (NodeId, Atom) {
        let var = self.temporary("length", Kind::Int);
        let value = Value::Length { array };
        let node = self.then(node, Statement::Assign { var, value }, site);
        (node, Atom::Var(var))
    }

    fn sum(&mut self, node: NodeId, op: BinaryOp, a: Atom, b: Atom, site: &Site) -> (NodeId, Atom) {
        let var = self.temporary("index", Kind::Int);
        let kind = Kind::Int;
        let value = Value::Binary { op, kind, a, b };
        let node = self.then(node, Statement::Assign { var, value }, site);
        (node, Atom::Var(var))
    }
}

fn more(a: Atom, b: Atom) -> Question {
    Question::Compare {
        condition: Condition::Gt,
        kind: Kind::Int,
        a,
        b,
    }
}

fn no_less(a: Atom, b: Atom) -> Question {
    Question::Compare {
        condition: Condition::Ge,
        kind: Kind::Int,
        a,
        b,
    }
}

/// Whether a dynamic call puts together a string of what has no methods of its own to be called for that (JLS 15.18.1).
pub(crate) fn is_concatenation(name: &str, descriptor: &str) -> bool {
    let mut rest = descriptor
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(")Ljava/lang/String;"));
    while let Some(parameters) = rest.filter(|parameters| !parameters.is_empty()) {
        rest = match parameters.as_bytes()[0] {
            b'L' => parameters.strip_prefix("Ljava/lang/String;"),
            b'[' => None,
            _ => parameters.get(1..),
        };
    }
    rest.is_some() && matches!(name, "makeConcatWithConstants" | "makeConcat")
}
