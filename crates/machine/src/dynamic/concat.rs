//! String concatenation (`StringConcatFactory`). Objects are turned into strings first, in order; then the pieces are
//! joined at once. If a number among them is symbolic, its digits are not worked out before somebody looks: the result
//! is a string whose contents are made on first use.

use super::Args;
use crate::class::{kind_of, kinds_of, split_descriptor};
use crate::halt::{Halt, Quote, Step};
use crate::heap::{Cells, Data, SymbolicArray};
use crate::machine::Machine;
use crate::natives::strings::numbers::spelled;
use crate::natives::{Entry, Return};
use crate::state::State;
use crate::value::{MethodId, Ref, Slot};
use classpath::{BootstrapMethod, Constant, DynamicRef, MemberRef, Name};
use ir::synthetic::Builder;
use ir::{ElementKind, Kind, Operand};
use std::rc::Rc;

/// What one site joins.
#[derive(Clone)]
pub struct Concat {
    pieces: Vec<Piece>,
    /// Types of the arguments after objects have become strings.
    types: Vec<u8>,
    /// Does the same with `String.valueOf` for every number, and writes the result into the array that is its first
    /// argument.
    force: MethodId,
}

#[derive(Clone)]
enum Piece {
    Text(Rc<[u16]>),
    Argument(usize),
}

/// A piece of a concatenation that is open: text, or an argument with the first character of its type.
pub(crate) enum Part {
    Text(Rc<[u16]>),
    Argument(u8, Slot),
}

const STRING: &str = "Ljava/lang/String;";
const FORCE: &str = "force";

/// The text of a symbolic number is left open like a concatenation.
pub const NATIVES: &[Entry] = &[
    (
        "java/lang/String",
        "valueOf",
        "(I)Ljava/lang/String;",
        number_text,
    ),
    (
        "java/lang/String",
        "valueOf",
        "(J)Ljava/lang/String;",
        number_text,
    ),
    (
        "java/lang/String",
        "valueOf",
        "(F)Ljava/lang/String;",
        number_text,
    ),
    (
        "java/lang/String",
        "valueOf",
        "(D)Ljava/lang/String;",
        number_text,
    ),
    (
        "java/lang/Integer",
        "toString",
        "(I)Ljava/lang/String;",
        number_text,
    ),
    (
        "java/lang/Long",
        "toString",
        "(J)Ljava/lang/String;",
        number_text,
    ),
    (
        "java/lang/Float",
        "toString",
        "(F)Ljava/lang/String;",
        number_text,
    ),
    (
        "java/lang/Double",
        "toString",
        "(D)Ljava/lang/String;",
        number_text,
    ),
];

impl Machine {
    pub(super) fn link_concat(
        &mut self,
        site: &DynamicRef,
        bootstrap: &BootstrapMethod,
    ) -> Step<MethodId> {
        let malformed =
            || Halt::unsupported(format!("malformed string concatenation {}", site.name));
        let (params, _) = split_descriptor(&site.descriptor).ok_or_else(malformed)?;
        let recipe: Vec<u16> = match bootstrap.arguments.first() {
            Some(Constant::String(recipe))
                if &*bootstrap.handle.member.name == "makeConcatWithConstants" =>
            {
                recipe.to_vec()
            }
            _ => vec![1; params.len()],
        };
        let mut constants = bootstrap.arguments.iter().skip(1);
        let mut pieces = Vec::new();
        let mut text: Vec<u16> = Vec::new();
        let mut next = 0;
        for unit in recipe {
            match unit {
                1 => {
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text).into()));
                    }
                    pieces.push(Piece::Argument(next));
                    next += 1;
                }
                2 => match constants.next() {
                    Some(Constant::String(constant)) => text.extend(constant.iter()),
                    Some(Constant::Int(v)) => text.extend(v.to_string().encode_utf16()),
                    Some(Constant::Long(v)) => text.extend(v.to_string().encode_utf16()),
                    _ => {
                        return Err(Halt::unsupported(
                            "string concatenation with an unusual constant",
                        ));
                    }
                },
                unit => text.push(unit),
            }
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text.into()));
        }
        if next != params.len() {
            return Err(malformed());
        }
        self.concat_method(&params, pieces)
    }

    /// A static method that joins fixed text and arguments of these types; used for records too.
    fn concat_method(&mut self, params: &[&str], pieces: Vec<Piece>) -> Step<MethodId> {
        // Objects become strings by bytecode; the join sees strings and primitives.
        let types: Vec<u8> = params
            .iter()
            .map(|p| if p.len() == 1 { p.as_bytes()[0] } else { b'L' })
            .collect();
        let joined: String = types.iter().map(|t| descriptor_of(*t)).collect();
        let join_descriptor: Name = format!("({joined}){STRING}").into();
        let join = self.join_method(&join_descriptor, types, pieces)?;
        let join_member = self.expose(join)?;

        let kinds: Vec<Kind> = params.iter().filter_map(|p| kind_of(p)).collect();
        let mut b = Builder::new(&kinds);
        let mut args = Vec::new();
        for (i, param) in params.iter().enumerate() {
            let value = b.param(i);
            args.push(if param.len() == 1 || *param == STRING {
                value
            } else {
                let value_of = string_value_of("Ljava/lang/Object;");
                b.invoke_static(value_of, &[value], Some(Kind::Ref))
            });
        }
        let result = b.invoke_static(join_member, &args, Some(Kind::Ref));
        let descriptor = format!("({}){STRING}", params.concat());
        self.add_synthetic("concat", &descriptor, b.finish(Some(result)))
    }

    fn join_method(
        &mut self,
        descriptor: &Name,
        types: Vec<u8>,
        pieces: Vec<Piece>,
    ) -> Step<MethodId> {
        let force = self.force_method(&types, &pieces)?;
        let made = self.add_native_site("join", descriptor, join)?;
        self.dynamic.concats.insert(
            made,
            Concat {
                pieces,
                types,
                force,
            },
        );
        Ok(made)
    }

    /// `static void force(byte[] target, …)`: joins with every number spelled out and fills the target.
    fn force_method(&mut self, types: &[u8], pieces: &[Piece]) -> Step<MethodId> {
        let joined: String = types.iter().map(|t| descriptor_of(*t)).collect();
        let strings: Name = format!("([B{})V", STRING.repeat(types.len())).into();
        let fill = self.add_native_site("fill", &strings, fill)?;
        let none = vec![b'L'; types.len()];
        self.dynamic.concats.insert(
            fill,
            Concat {
                pieces: pieces.to_vec(),
                types: none,
                force: fill,
            },
        );
        let fill_member = self.expose(fill)?;
        let descriptor = format!("([B{joined})V");
        let (kinds, _) =
            kinds_of(&descriptor).ok_or_else(|| Halt::unsupported("malformed concatenation"))?;
        let mut b = Builder::new(&kinds);
        let mut args: Vec<Operand> = vec![b.param(0)];
        for (i, ty) in types.iter().enumerate() {
            let value = b.param(i + 1);
            args.push(if *ty == b'L' {
                value
            } else {
                let value_of = string_value_of(&(printable(*ty) as char).to_string());
                b.invoke_static(value_of, &[value], Some(Kind::Ref))
            });
        }
        b.invoke_static(fill_member, &args, None);
        self.add_synthetic(FORCE, &descriptor, b.finish(None))
    }

    /// Makes a method of the machine's own callable by name from register code.
    pub(crate) fn expose(&mut self, method: MethodId) -> Step<MemberRef> {
        let made = self.method(method).clone();
        let name: Name = format!("cortado/internal/Site{}", method.index()).into();
        let object = self.load("java/lang/Object")?;
        let mut class = crate::class::Class::empty(name.clone());
        class.super_class = Some(object);
        class.ancestors.clone_from(&self.class(object).ancestors);
        class.methods = vec![method];
        class.methods_by_signature.insert(made.signature, method);
        self.add_class(class);
        Ok(MemberRef {
            class: name,
            name: made.name.clone(),
            descriptor: made.descriptor.clone(),
        })
    }

    /// The text of a record, `Name[a=1, b=x]`.
    pub(super) fn record_text(
        &mut self,
        record: &str,
        names: &[&str],
        params: &[&str],
    ) -> Step<MethodId> {
        let text = |s: String| Piece::Text(s.encode_utf16().collect());
        let mut pieces = Vec::new();
        for (i, name) in names.iter().enumerate() {
            let before = if i == 0 {
                format!("{record}[")
            } else {
                ", ".to_owned()
            };
            pieces.push(text(format!("{before}{name}=")));
            pieces.push(Piece::Argument(i));
        }
        pieces.push(text(if names.is_empty() {
            format!("{record}[]")
        } else {
            "]".to_owned()
        }));
        self.concat_method(params, pieces)
    }

    /// What an open concatenation is to be made of, in order; `None` for any other array.
    pub(crate) fn open_concatenation(&self, st: &State, array: Ref) -> Option<Vec<Part>> {
        let Data::Symbolic(symbolic) = &st.heap.get(array)?.data else {
            return None;
        };
        let Cells::Deferred { site, args } = &symbolic.cells else {
            return None;
        };
        let concat = self.dynamic.concats.get(site)?;
        let pieces = concat.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => Part::Text(text.clone()),
            Piece::Argument(i) => Part::Argument(concat.types[*i], args[*i]),
        });
        Some(pieces.collect())
    }

    /// A string that quotes values. With symbolic ones its contents are made on first use.
    pub(crate) fn quoting(&mut self, st: &mut State, quote: &Quote) -> Step<Ref> {
        let types: Vec<u8> = quote.values.iter().map(|(ty, _)| *ty).collect();
        let key = (quote.template.clone(), types);
        let method = match self.dynamic.quotes.get(&key) {
            Some(method) => *method,
            None => {
                let mut pieces = Vec::new();
                for (i, text) in quote.template.split("{}").enumerate() {
                    if i > 0 {
                        pieces.push(Piece::Argument(i - 1));
                    }
                    if !text.is_empty() {
                        pieces.push(Piece::Text(text.encode_utf16().collect()));
                    }
                }
                let joined: String = key.1.iter().map(|ty| descriptor_of(*ty)).collect();
                let descriptor = format!("({joined}){STRING}").into();
                let method = self.join_method(&descriptor, key.1.clone(), pieces)?;
                self.dynamic.quotes.insert(key, method);
                method
            }
        };
        let args: Vec<Slot> = quote.values.iter().map(|(_, value)| *value).collect();
        let call = Args {
            args: &args,
            method,
        };
        match join(self, st, &call)? {
            Return::Value(text) => Ok(text.as_ref()),
            _ => Ok(Ref::OPAQUE),
        }
    }

    /// Makes the contents of a string that a concatenation left open.
    pub(crate) fn force(&mut self, array: Ref, site: MethodId, args: &[Slot]) -> Halt {
        let Some(concat) = self.dynamic.concats.get(&site) else {
            return Halt::unsupported("a concatenation that was not linked");
        };
        let mut all = vec![Slot::reference(array)];
        all.extend(args);
        Halt::CallFirst(concat.force, all)
    }
}

fn string_value_of(parameter: &str) -> MemberRef {
    MemberRef {
        class: "java/lang/String".into(),
        name: "valueOf".into(),
        descriptor: format!("({parameter}){STRING}").into(),
    }
}

/// `String.valueOf` has no overloads for `byte` and `short`.
fn printable(ty: u8) -> u8 {
    if matches!(ty, b'B' | b'S') { b'I' } else { ty }
}

fn descriptor_of(ty: u8) -> String {
    if ty == b'L' {
        STRING.to_owned()
    } else {
        (ty as char).to_string()
    }
}

/// Joins strings and primitives.
fn join(m: &mut Machine, st: &mut State, call: &Args<'_>) -> Step<Return> {
    let Some(concat) = m.dynamic.concats.get(&call.method).cloned() else {
        return Err(Halt::unsupported("a concatenation that was not linked"));
    };
    let numbers = concat
        .types
        .iter()
        .zip(call.args)
        .filter(|(ty, _)| !matches!(**ty, b'L' | b'C'));
    let mut later = false;
    for (ty, arg) in numbers {
        later |= arg.is_symbolic() || matches!(*ty, b'F' | b'D');
    }
    for (ty, arg) in concat.types.iter().zip(call.args) {
        later |= *ty == b'L' && is_open(m, st, arg.as_ref());
    }
    if later {
        return defer(m, st, call);
    }
    let mut characters: Vec<Slot> = Vec::new();
    for piece in &concat.pieces {
        match piece {
            Piece::Text(text) => characters.extend(text.iter().map(|c| Slot::int(i32::from(*c)))),
            Piece::Argument(i) => spell(m, st, concat.types[*i], call.args[*i], &mut characters)?,
        }
    }
    let made = m.new_string_of(st, &characters)?;
    Ok(Return::Value(Slot::reference(made)))
}

fn spell(m: &mut Machine, st: &mut State, ty: u8, arg: Slot, to: &mut Vec<Slot>) -> Step<()> {
    let mut text = |s: &str| to.extend(s.encode_utf16().map(|c| Slot::int(i32::from(c))));
    match ty {
        b'L' if arg.as_ref().is_null() => text("null"),
        b'L' => to.extend(m.string_characters(st, arg.as_ref())?),
        b'C' => to.push(arg),
        b'Z' => text(if arg.as_int() != 0 { "true" } else { "false" }),
        b'J' => text(&arg.as_long().to_string()),
        _ => text(&arg.as_int().to_string()),
    }
    Ok(())
}

/// Whether a string's contents or length are not known yet, so that joining it now would fork.
pub(crate) fn is_open(m: &Machine, st: &State, string: Ref) -> bool {
    let Ok(array) = m.field(st, string, "value") else {
        return string == Ref::OPAQUE;
    };
    match st.heap.get(array.as_ref()).map(|o| &o.data) {
        Some(Data::Symbolic(symbolic)) => {
            matches!(symbolic.cells, Cells::Text { .. } | Cells::Deferred { .. })
        }
        _ => false,
    }
}

/// Whether a string's contents are not known yet because of inputs. A concatenation of concrete fractions is open, too, but
/// needs none.
pub(crate) fn awaits_inputs(m: &Machine, st: &State, string: Ref) -> bool {
    let Ok(array) = m.field(st, string, "value") else {
        return string == Ref::OPAQUE;
    };
    let Some(Data::Symbolic(symbolic)) = st.heap.get(array.as_ref()).map(|o| &o.data) else {
        return false;
    };
    match &symbolic.cells {
        Cells::Text { .. } => true,
        Cells::Deferred { site, args } => {
            let Some(concat) = m.dynamic.concats.get(site) else {
                return true;
            };
            let mut parts = concat.types.iter().zip(args.iter());
            parts.any(|(ty, arg)| match ty {
                b'L' => !arg.as_ref().is_null() && awaits_inputs(m, st, arg.as_ref()),
                _ => arg.is_symbolic(),
            })
        }
        _ => false,
    }
}

/// A string that remembers what it is to be made of.
fn defer(m: &mut Machine, st: &mut State, call: &Args<'_>) -> Step<Return> {
    let unknown = m.pool.bv32(0);
    let array = SymbolicArray {
        element: ElementKind::Byte,
        boolean: false,
        length: Slot::symbolic(unknown),
        cells: Cells::Deferred {
            site: call.method,
            args: call.args.into(),
        },
    };
    let made = m.string_over(st, Data::Symbolic(Rc::new(array)))?;
    Ok(Return::Value(Slot::reference(made)))
}

fn number_text(m: &mut Machine, st: &mut State, call: &Args<'_>) -> Step<Return> {
    if !call.args[0].is_symbolic() {
        return Ok(Return::Bytecode);
    }
    let ty = m.method(call.method).descriptor.as_bytes()[1];
    if is_forcing(m, st) {
        if matches!(ty, b'F' | b'D') {
            return Ok(Return::Bytecode);
        }
        let digits = spelled(m, st, call.args[0], ty == b'J')?;
        let made = m.new_string_of(st, &digits)?;
        return Ok(Return::Value(Slot::reference(made)));
    }
    let site = match m.dynamic.numbers.get(&ty) {
        Some(site) => *site,
        None => {
            let descriptor = format!("({}){STRING}", ty as char).into();
            let site = m.join_method(&descriptor, vec![ty], vec![Piece::Argument(0)])?;
            m.dynamic.numbers.insert(ty, site);
            site
        }
    };
    defer(
        m,
        st,
        &Args {
            args: call.args,
            method: site,
        },
    )
}

/// Whether the call comes, directly or through one library method, from the code that spells a number out.
fn is_forcing(m: &Machine, st: &State) -> bool {
    let mut frames = 0;
    let mut found = false;
    st.stack.for_each(|frame, _| {
        let method = m.method(frame.method);
        found |= method.is_synthetic_frame() && &*method.name == FORCE;
        frames += 1;
        frames < 2 && !found
    });
    found
}

/// Writes a finished concatenation into the array that stood for it.
fn fill(m: &mut Machine, st: &mut State, call: &Args<'_>) -> Step<Return> {
    let Some(concat) = m.dynamic.concats.get(&call.method).cloned() else {
        return Err(Halt::unsupported("a concatenation that was not linked"));
    };
    let mut characters: Vec<Slot> = Vec::new();
    for piece in &concat.pieces {
        match piece {
            Piece::Text(text) => characters.extend(text.iter().map(|c| Slot::int(i32::from(*c)))),
            Piece::Argument(i) => spell(m, st, b'L', call.args[*i + 1], &mut characters)?,
        }
    }
    let made = m.new_string_of(st, &characters)?;
    let value = m.field(st, made, "value")?.as_ref();
    let data = st
        .heap
        .get(value)
        .map(|o| o.data.clone())
        .unwrap_or_default();
    st.heap.get_mut(call.reference(0)).data = data;
    Ok(Return::Void)
}
