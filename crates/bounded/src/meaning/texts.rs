//! Strings that a specification puts together: no object is made for them, so only their characters have a meaning. What
//! asks for more of such a string than its methods tell, as `==` does, has none.

use super::{Meaning, Meant, Polarity, Result};
use crate::encode::{Ascii, CharacterMethod, Heap, Text, TextArgument, TextMethod, TextValues};
use crate::universe::TEXT;
use classpath::FieldType;
use jml::resolved::{BinaryOp, Call, Dispatch, Expr, ExprKind, OldState, Type};
use logic::{Sort, Term};

/// No specification makes longer strings.
const MOST: u32 = 1000;
/// The characters of the longest `long`.
const LONG: u32 = 20;

struct MeantText {
    text: Text,
    /// Whether it is null; its characters are anything then.
    null: Term,
    defined: Term,
}

/// The methods that return strings which have a meaning here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Maker {
    Substring,
    Concat,
    ToString,
    ValueOf,
    /// Without what is left out at the start or at the end.
    Ends {
        strips: bool,
        first: bool,
        last: bool,
    },
    Cased {
        upper: bool,
    },
    Replace,
    Repeat,
}

fn maker(call: &Call) -> Option<Maker> {
    let method = &call.method;
    let (class, name) = (&*method.class, &*method.name);
    Some(match (class, name, &*method.descriptor) {
        (TEXT, "substring", _) => Maker::Substring,
        (TEXT, "concat", _) => Maker::Concat,
        (TEXT, "trim" | "strip" | "stripLeading" | "stripTrailing", _) => Maker::Ends {
            strips: name != "trim",
            first: name != "stripTrailing",
            last: name != "stripLeading",
        },
        (TEXT, "toUpperCase" | "toLowerCase", "()Ljava/lang/String;") => Maker::Cased {
            upper: name == "toUpperCase",
        },
        (TEXT, "replace", "(CC)Ljava/lang/String;") => Maker::Replace,
        (TEXT, "repeat", _) => Maker::Repeat,
        (TEXT, "toString", _) if makes_text(call.receiver.as_ref()?) => Maker::ToString,
        (
            TEXT,
            "valueOf",
            "(C)Ljava/lang/String;"
            | "(I)Ljava/lang/String;"
            | "(J)Ljava/lang/String;"
            | "(Z)Ljava/lang/String;",
        )
        | ("java/lang/Integer", "toString", "(I)Ljava/lang/String;")
        | ("java/lang/Long", "toString", "(J)Ljava/lang/String;")
        | ("java/lang/Character", "toString", "(C)Ljava/lang/String;") => Maker::ValueOf,
        _ => return None,
    })
}

/// Whether an expression is, or may be, a string that it puts together.
fn makes_text(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Concat, ..) => true,
        ExprKind::Call(call) => maker(call).is_some(),
        ExprKind::Conditional(_, a, b) => makes_text(a) || makes_text(b),
        ExprKind::Old(inner, OldState::Pre) => makes_text(inner),
        _ => false,
    }
}

impl<H: Heap> Meaning<'_, H> {
    /// What a method of strings returns, if one of them is put together here.
    pub(super) fn text_call(&mut self, call: &Call, ty: &Type) -> Result<Option<Meant>> {
        let method = &call.method;
        let called = TextMethod::new(&method.class, &method.name, &method.descriptor);
        let (Some(called), Some(receiver)) = (called, &call.receiver) else {
            return Ok(None);
        };
        let argument = call.arguments.first();
        let of_ascii = called.is_of_ascii();
        if !makes_text(receiver) && !argument.is_some_and(makes_text) && !of_ascii {
            return Ok(None);
        }
        let is_equality = matches!(called, TextMethod::Equals | TextMethod::EqualsIgnoreCase);
        let this = self.text(receiver)?;
        if of_ascii {
            self.ascii_only(&this, called.name())?;
        }
        let pool = self.heap.pool();
        let exists = pool.not(this.null);
        let mut defined = pool.and(this.defined, exists);
        let mut is_text = pool.tt();
        let returned = match argument {
            None => (self.heap).of_text_value(called, &this.text, TextArgument::Nothing),
            Some(argument) if called.takes_text() || is_equality => {
                let other = match makes_text(argument) {
                    true => self.text(argument)?,
                    false => {
                        let meant = self.eval(argument, Polarity::Both)?;
                        let is = self.is_instance(meant.value, TEXT)?;
                        if is_equality {
                            is_text = is;
                        } else {
                            defined = self.heap.pool().and(defined, is);
                        }
                        self.text_of(meant)
                    }
                };
                if of_ascii {
                    self.ascii_only(&other, called.name())?;
                }
                let pool = self.heap.pool();
                defined = pool.and(defined, other.defined);
                let exists = pool.not(other.null);
                if is_equality {
                    is_text = pool.and(is_text, exists);
                } else {
                    defined = pool.and(defined, exists);
                }
                let other = TextArgument::Text(&other.text);
                self.heap.of_text_value(called, &this.text, other)
            }
            Some(argument) => {
                let meant = self.eval(argument, Polarity::Both)?;
                defined = self.heap.pool().and(defined, meant.defined);
                let value = TextArgument::Plain(self.as_register(meant.value));
                self.heap.of_text_value(called, &this.text, value)
            }
        };
        let (value, returns) = returned.ok_or("a method of a string without its argument")?;
        let mut value = self.read_register(value, ty);
        if self.heap.pool().sort(value) == Sort::Bool {
            value = self.heap.pool().and(value, is_text);
        }
        let defined = self.heap.pool().and(defined, returns);
        Ok(Some(Meant { value, defined }))
    }

    /// Leaves out texts with characters beyond ASCII, of which it is not known what a method does with them.
    fn ascii_only(&mut self, text: &MeantText, name: &str) -> Result<()> {
        let ascii = self.heap.is_ascii(&text.text);
        let pool = self.heap.pool();
        let (not, exists) = (pool.not(ascii), pool.not(text.null));
        let beyond = pool.and_all(&[self.reached, text.defined, exists, not]);
        let what = format!("characters beyond ASCII in String.{name}");
        self.heap.leave_out(beyond, what.into())
    }

    /// What a static method of `Character` returns.
    pub(super) fn character_call(&mut self, call: &Call, ty: &Type) -> Result<Option<Meant>> {
        let method = &call.method;
        let called = CharacterMethod::new(&method.class, &method.name, &method.descriptor);
        let (Some(called), Dispatch::Static, [argument]) =
            (called, call.dispatch, &call.arguments[..])
        else {
            return Ok(None);
        };
        let meant = self.eval(argument, Polarity::Both)?;
        let code = self.as_register(meant.value);
        let (value, known) = self.heap.of_character(called, code)?;
        let pool = self.heap.pool();
        let other = pool.not(known);
        let reached = pool.and(self.reached, meant.defined);
        let beyond = self.heap.pool().and(reached, other);
        self.heap.leave_out(beyond, called.beyond().into())?;
        let value = self.read_register(value, ty);
        let defined = meant.defined;
        Ok(Some(Meant { value, defined }))
    }

    /// The characters of a string.
    fn text(&mut self, expr: &Expr) -> Result<MeantText> {
        match &expr.kind {
            _ if !makes_text(expr) => {
                let meant = self.eval(expr, Polarity::Both)?;
                Ok(self.text_of(meant))
            }
            ExprKind::Binary(BinaryOp::Concat, a, b) => {
                let (a, b) = (self.piece(a)?, self.piece(b)?);
                self.both(a, b)
            }
            ExprKind::Conditional(condition, a, b) => {
                let condition = self.eval(condition, Polarity::Both)?;
                let (yes, no) = (condition.value, self.heap.pool().not(condition.value));
                let a = self.under(yes, |this| this.text(a))?;
                let b = self.under(no, |this| this.text(b))?;
                let text = self.heap.either_text(yes, &a.text, &b.text);
                let pool = self.heap.pool();
                let chosen = pool.ite(yes, a.defined, b.defined);
                Ok(MeantText {
                    text,
                    null: pool.ite(yes, a.null, b.null),
                    defined: pool.and(condition.defined, chosen),
                })
            }
            ExprKind::Old(inner, OldState::Pre) => self.before(|this| this.text(inner)),
            ExprKind::Call(call) => self.made_text(call),
            _ => Err("a string of a specification".into()),
        }
    }

    fn made_text(&mut self, call: &Call) -> Result<MeantText> {
        let maker = maker(call).ok_or("a string of a specification")?;
        let this = match &call.receiver {
            Some(receiver) => {
                let this = self.text(receiver)?;
                let pool = self.heap.pool();
                let exists = pool.not(this.null);
                let defined = pool.and(this.defined, exists);
                let null = pool.ff();
                Some(MeantText {
                    null,
                    defined,
                    ..this
                })
            }
            None => None,
        };
        match (maker, this, &call.arguments[..]) {
            (Maker::ToString, Some(this), _) => Ok(this),
            (Maker::ValueOf, None, [argument]) => self.piece(argument),
            (Maker::Concat, Some(this), [argument]) => {
                let other = self.text(argument)?;
                let exists = self.heap.pool().not(other.null);
                let defined = self.heap.pool().and(other.defined, exists);
                self.both(this, MeantText { defined, ..other })
            }
            (
                Maker::Ends {
                    strips,
                    first,
                    last,
                },
                Some(this),
                [],
            ) => {
                if strips {
                    self.ascii_only(&this, &call.method.name)?;
                }
                let zero = self.heap.widths().int(self.heap.pool(), 0);
                let ends = self.heap.ends(&this.text, strips, first && last);
                let (from, to) = ends.ok_or("a string that is stripped, with so few bits")?;
                let from = if first { from } else { zero };
                let to = if last { to } else { this.text.length };
                let text = self.heap.slice(&this.text, from, to);
                Ok(MeantText { text, ..this })
            }
            (Maker::Cased { upper }, Some(this), []) => {
                self.ascii_only(&this, &call.method.name)?;
                let text = self.heap.in_case(&this.text, upper)?;
                Ok(MeantText { text, ..this })
            }
            (Maker::Replace, Some(this), [old, new]) => {
                let (old, new) = (
                    self.eval(old, Polarity::Both)?,
                    self.eval(new, Polarity::Both)?,
                );
                let text = self.heap.replaced(&this.text, old.value, new.value);
                let given = self.heap.pool().and(old.defined, new.defined);
                let defined = self.heap.pool().and(this.defined, given);
                Ok(MeantText {
                    text,
                    defined,
                    ..this
                })
            }
            (Maker::Repeat, Some(this), [count]) => {
                let count = self.eval(count, Polarity::Both)?;
                let most = 2 * self.heap.longest();
                let text = self.heap.repeated(&this.text, count.value, most)?;
                let zero = self.heap.widths().int(self.heap.pool(), 0);
                let pool = self.heap.pool();
                let enough = pool.sge(count.value, zero);
                let defined = pool.and_all(&[this.defined, count.defined, enough]);
                let beyond = pool.and_all(&[self.reached, defined, text.longer]);
                let what = format!("strings longer than {most} in a specification");
                self.heap.leave_out(beyond, what.into())?;
                Ok(MeantText {
                    text,
                    defined,
                    ..this
                })
            }
            (Maker::Substring, Some(this), [from, to @ ..]) => {
                let from = self.eval(from, Polarity::Both)?;
                let mut defined = self.heap.pool().and(this.defined, from.defined);
                let mut end = this.text.length;
                if let Some(to) = to.first() {
                    let to = self.eval(to, Polarity::Both)?;
                    defined = self.heap.pool().and(defined, to.defined);
                    end = to.value;
                }
                let text = self.heap.slice(&this.text, from.value, end);
                let zero = self.heap.widths().int(self.heap.pool(), 0);
                let pool = self.heap.pool();
                let low = pool.sle(zero, from.value);
                let order = pool.sle(from.value, end);
                let high = pool.sle(end, this.text.length);
                Ok(MeantText {
                    text,
                    null: pool.ff(),
                    defined: pool.and_all(&[defined, low, order, high]),
                })
            }
            _ => Err("a string of a specification".into()),
        }
    }

    fn both(&mut self, a: MeantText, b: MeantText) -> Result<MeantText> {
        if a.text.units.len() + b.text.units.len() > MOST as usize {
            return Err("a long string in a specification".into());
        }
        let text = self.heap.joined(&a.text, &b.text, MOST)?;
        let pool = self.heap.pool();
        Ok(MeantText {
            text,
            null: pool.ff(),
            defined: pool.and(a.defined, b.defined),
        })
    }

    /// A string of the heap.
    fn text_of(&mut self, meant: Meant) -> MeantText {
        let now = self.context.now.clone();
        let text = self.heap.text_at(&now, meant.value);
        let null = self.is_null(meant.value);
        MeantText {
            text,
            null,
            defined: meant.defined,
        }
    }

    /// What a value reads as in a string.
    fn piece(&mut self, expr: &Expr) -> Result<MeantText> {
        let is_text = makes_text(expr) || expr.ty.is_string() || expr.ty == Type::Null;
        if is_text {
            let MeantText {
                text,
                null,
                defined,
            } = self.text(expr)?;
            let mut text = text;
            if self.heap.pool().as_bool(null) != Some(false) {
                let word: Vec<u16> = "null".encode_utf16().collect();
                let word = self.heap.constant_text(&word)?;
                text = self.heap.either_text(null, &word, &text);
            }
            let null = self.heap.pool().ff();
            return Ok(MeantText {
                text,
                null,
                defined,
            });
        }
        let meant = self.eval(expr, Polarity::Both)?;
        let text = match &expr.ty {
            Type::Java(FieldType::Boolean) => self.heap.flag_text(meant.value)?,
            Type::Java(FieldType::Char) => self.heap.unit_text(meant.value),
            Type::Java(FieldType::Byte | FieldType::Short | FieldType::Int | FieldType::Long) => {
                // The same digits as in bodies where there are few.
                let longest = self.heap.longest();
                let few = self.heap.number_text(meant.value, longest)?;
                match self.heap.pool().as_bool(few.longer) {
                    Some(false) => few,
                    _ => {
                        let all = self.heap.number_text(meant.value, LONG)?;
                        self.heap.either_text(few.longer, &all, &few)
                    }
                }
            }
            _ => {
                return Err(
                    "a concatenation with an object or a fraction in a specification".into(),
                );
            }
        };
        let null = self.heap.pool().ff();
        Ok(MeantText {
            text,
            null,
            defined: meant.defined,
        })
    }
}
