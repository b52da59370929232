//! `System.out` and `System.err`: two objects of class `PrintStream` that collect what is printed on this path.
//! Any other `PrintStream` runs its own code.

use super::{Call, Entry, Return};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::{Printed, State};
use crate::value::{ClassId, Ref, Slot};
use std::rc::Rc;

const STREAM: &str = "java/io/PrintStream";

pub const NATIVES: &[Entry] = &[
    (STREAM, "println", "()V", println_nothing),
    (STREAM, "println", "(Ljava/lang/String;)V", println_string),
    (STREAM, "println", "(Z)V", println_value),
    (STREAM, "println", "(C)V", println_value),
    (STREAM, "println", "(I)V", println_value),
    (STREAM, "println", "(J)V", println_value),
    (STREAM, "println", "(F)V", println_value),
    (STREAM, "println", "(D)V", println_value),
    (STREAM, "println", "([C)V", println_value),
    (STREAM, "println", "(Ljava/lang/Object;)V", println_value),
    (STREAM, "print", "(Ljava/lang/String;)V", print_string),
    (STREAM, "print", "(Z)V", print_value),
    (STREAM, "print", "(C)V", print_value),
    (STREAM, "print", "(I)V", print_value),
    (STREAM, "print", "(J)V", print_value),
    (STREAM, "print", "(F)V", print_value),
    (STREAM, "print", "(D)V", print_value),
    (STREAM, "print", "([C)V", print_value),
    (STREAM, "print", "(Ljava/lang/Object;)V", print_value),
    (STREAM, "write", "(I)V", write_byte),
    (STREAM, "write", "([BII)V", write_bytes),
    (
        STREAM,
        "format",
        "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
        format,
    ),
    (
        STREAM,
        "format",
        "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
        format,
    ),
    (STREAM, "flush", "()V", flush),
    (STREAM, "close", "()V", flush),
    (STREAM, "checkError", "()Z", check_error),
];

/// Called once `System` is initialised.
pub fn set_streams(m: &mut Machine, st: &mut State, system: ClassId) -> Step<()> {
    let class = m.load(STREAM)?;
    for name in ["out", "err"] {
        let stream = m.allocate(st, class);
        st.singletons.insert(name, stream);
        m.set_static(st, system, name, Slot::reference(stream))?;
    }
    Ok(())
}

fn is_console(st: &State, stream: Ref) -> bool {
    st.singletons.get("out") == Some(&stream) || st.singletons.get("err") == Some(&stream)
}

fn print(st: &mut State, stream: Ref, text: Printed) {
    let to = if st.singletons.get("err") == Some(&stream) {
        &mut st.console.err
    } else {
        &mut st.console.out
    };
    to.push_back(text);
}

fn line(m: &mut Machine, st: &mut State, string: Ref, end: &str) -> Step<Printed> {
    if string.is_null() {
        return Ok(Printed::Text(format!("null{end}").into()));
    }
    // A text with inputs that is not put together yet need not be: the program cannot read it back.
    if crate::dynamic::concat::awaits_inputs(m, st, string) {
        return Ok(Printed::Symbolic);
    }
    Ok(match m.string_text(st, string)? {
        Some(text) => Printed::Text(Rc::from(String::from_utf16_lossy(&text) + end)),
        None => Printed::Symbolic,
    })
}

fn println_nothing(_: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let stream = call.reference(0);
    if !is_console(st, stream) {
        return Ok(Return::Bytecode);
    }
    print(st, stream, Printed::Text("\n".into()));
    Ok(Return::Void)
}

fn println_string(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    string(m, st, call, "\n")
}

fn print_string(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    string(m, st, call, "")
}

fn string(m: &mut Machine, st: &mut State, call: &Call<'_>, end: &str) -> Step<Return> {
    let stream = call.reference(0);
    if !is_console(st, stream) {
        return Ok(Return::Bytecode);
    }
    let text = line(m, st, call.reference(1), end)?;
    print(st, stream, text);
    Ok(Return::Void)
}

fn println_value(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    value(m, st, call, "println")
}

fn print_value(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    value(m, st, call, "print")
}

/// `println(x)` is `println(String.valueOf(x))`; nothing is composed where nobody could read it.
fn value(m: &mut Machine, st: &mut State, call: &Call<'_>, name: &'static str) -> Step<Return> {
    let stream = call.reference(0);
    if !is_console(st, stream) {
        return Ok(Return::Bytecode);
    }
    if call.args[1].is_symbolic() {
        print(st, stream, Printed::Symbolic);
        return Ok(Return::Void);
    }
    let descriptor = m.method(call.method).descriptor.clone();
    let next = m.printer(name, &descriptor)?;
    Ok(Return::Call(next, call.args.to_vec()))
}

fn write_byte(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let stream = call.reference(0);
    if !is_console(st, stream) {
        return Ok(Return::Bytecode);
    }
    let byte = call.args[1];
    let _ = m;
    let text = match byte.is_symbolic() {
        true => Printed::Symbolic,
        false => Printed::Text(String::from_utf8_lossy(&[byte.as_int() as u8]).into()),
    };
    print(st, stream, text);
    Ok(Return::Void)
}

fn write_bytes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let stream = call.reference(0);
    if !is_console(st, stream) {
        return Ok(Return::Bytecode);
    }
    let bytes = m.array_slots(st, call.reference(1))?;
    let (from, length) = (
        m.concrete_int(st, call.args[2])?,
        m.concrete_int(st, call.args[3])?,
    );
    let range = usize::try_from(from).ok().zip(usize::try_from(length).ok());
    let Some(bytes) = range.and_then(|(f, n)| bytes.get(f..f.checked_add(n)?)) else {
        return Err(crate::halt::Halt::throw_plain(
            "java/lang/IndexOutOfBoundsException",
        ));
    };
    let text = if bytes.iter().any(|b| b.is_symbolic()) {
        Printed::Symbolic
    } else {
        let bytes: Vec<u8> = bytes.iter().map(|b| b.as_int() as u8).collect();
        Printed::Text(String::from_utf8_lossy(&bytes).into())
    };
    print(st, stream, text);
    Ok(Return::Void)
}

/// Formatted output piece by piece, so that what comes before a bad conversion is printed.
fn format(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !is_console(st, call.reference(0)) {
        return Ok(Return::Bytecode);
    }
    let descriptor = m.method(call.method).descriptor.clone();
    let next = m.formatter(&descriptor)?;
    Ok(Return::Call(next, call.args.to_vec()))
}

fn flush(_: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    Ok(if is_console(st, call.reference(0)) {
        Return::Void
    } else {
        Return::Bytecode
    })
}

fn check_error(_: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    Ok(if is_console(st, call.reference(0)) {
        Return::Value(Slot::int(0))
    } else {
        Return::Bytecode
    })
}

impl Machine {
    /// `static PrintStream format(PrintStream s, …) { new Formatter(s).format(…); return s; }`
    fn formatter(&mut self, descriptor: &str) -> Step<crate::value::MethodId> {
        const FORMATTER: &str = "java/util/Formatter";
        let key = (descriptor.to_owned(), "formatter");
        if let Some(&known) = self.throwers.get(&key) {
            return Ok(known);
        }
        let Some((params, _)) = crate::class::split_descriptor(descriptor) else {
            return Err(crate::halt::Halt::unsupported(
                "PrintStream.format of an unknown form",
            ));
        };
        let member = |name: &str, descriptor: &str| classpath::MemberRef {
            class: FORMATTER.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        };
        let kinds = vec![ir::Kind::Ref; params.len() + 1];
        let mut body = ir::synthetic::Builder::new(&kinds);
        let made = body.register(ir::Kind::Ref);
        body.push(ir::Inst::New {
            dst: made,
            class: FORMATTER.into(),
        });
        let constructor = member("<init>", "(Ljava/lang/Appendable;)V");
        let stream = body.param(0);
        let special = ir::InvokeKind::Special;
        body.invoke(
            special,
            constructor,
            false,
            &[ir::Operand::Reg(made), stream],
            None,
        );
        let parameters = params.concat();
        let format = member("format", &format!("({parameters})L{FORMATTER};"));
        let mut args = vec![ir::Operand::Reg(made)];
        args.extend((1..=params.len()).map(|i| body.param(i)));
        body.invoke_virtual(format, &args, Some(ir::Kind::Ref));
        let body = body.finish(Some(stream));
        let made = self.add_synthetic(
            "format",
            &format!("(L{STREAM};{parameters})L{STREAM};"),
            body,
        )?;
        self.throwers.insert(key, made);
        Ok(made)
    }

    /// `static void print(PrintStream s, T x) { s.print(String.valueOf(x)); }` for one `T`.
    fn printer(&mut self, name: &'static str, descriptor: &str) -> Step<crate::value::MethodId> {
        let key = format!("{name}{descriptor}");
        if let Some(&known) = self.throwers.get(&(key.clone(), "printer")) {
            return Ok(known);
        }
        let parameter = &descriptor[1..descriptor.len() - 2];
        let value_of = classpath::MemberRef {
            class: "java/lang/String".into(),
            name: "valueOf".into(),
            descriptor: format!(
                "({})Ljava/lang/String;",
                if parameter.len() == 1 {
                    value_parameter(parameter)
                } else {
                    parameter
                }
            )
            .into(),
        };
        let print = classpath::MemberRef {
            class: STREAM.into(),
            name: name.into(),
            descriptor: "(Ljava/lang/String;)V".into(),
        };
        let kind = crate::class::kind_of(parameter).unwrap_or(ir::Kind::Ref);
        let mut body = ir::synthetic::Builder::new(&[ir::Kind::Ref, kind]);
        let text = body.invoke_static(value_of, &[body.param(1)], Some(ir::Kind::Ref));
        body.invoke_virtual(print, &[body.param(0), text], None);
        let body = body.finish(None);
        let made = self.add_synthetic(name, &format!("(L{STREAM};{parameter})V"), body)?;
        self.throwers.insert((key, "printer"), made);
        Ok(made)
    }
}

/// `String.valueOf` has no overloads for `byte` and `short`.
fn value_parameter(parameter: &str) -> &str {
    if matches!(parameter, "B" | "S") {
        "I"
    } else {
        parameter
    }
}
