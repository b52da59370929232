//! `java.util.logging` and `System.Logger`. Loggers, levels and handlers run as they are. What goes to the console is
//! neither formatted nor printed unless the program has a part in it: a formatter or a filter of its own.

use super::{Call, Entry, Return, module, value};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{MethodId, Ref, Slot};
use classpath::MemberRef;
use ir::synthetic::Builder;
use ir::{Inst, InvokeKind, Kind, Operand};

const MANAGER: &str = "java/util/logging/LogManager";
const CONSOLE: &str = "java/util/logging/ConsoleHandler";
const RECORD: &str = "java/util/logging/LogRecord";
const LAZY: &str = "jdk/internal/logger/LazyLoggers";
const LOGGER: &str = "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/System$Logger;";

pub const NATIVES: &[Entry] = &[
    (MANAGER, "createLoggerHandlers", "*", handlers),
    (MANAGER, "getFormatterProperty", "*", formatter),
    (CONSOLE, "publish", "*", publish),
    (RECORD, "getInstant", "*", time_of_record),
    (RECORD, "getMillis", "*", time_of_record),
    (LAZY, "getLogger", LOGGER, system_logger),
    // There are none: see `system_logger`.
    (
        "jdk/internal/logger/BootstrapLogger",
        "redirectTemporaryLoggers",
        "*",
        super::nothing,
    ),
    (
        "jdk/internal/logger/LoggerFinderLoader",
        "getLoggerFinder",
        "*",
        finder,
    ),
];

fn member(class: &str, name: &str, descriptor: &str) -> MemberRef {
    MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    }
}

/// What the JDK's own configuration has: the root logger writes to the console, and no other has a handler.
fn handlers(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let property = m.string_name(st, call.reference(2), "the handlers of a logger")?;
    Ok(Return::Call(
        list_of_handlers(m, property == "handlers")?,
        vec![],
    ))
}

/// `static List handlers() { List list = new ArrayList(); list.add(new ConsoleHandler()); return list; }`
fn list_of_handlers(m: &mut Machine, of_root: bool) -> Step<MethodId> {
    const LIST: &str = "java/util/ArrayList";
    let key = (MANAGER.to_owned(), if of_root { "root" } else { "other" });
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let mut body = Builder::new(&[]);
    let create = |body: &mut Builder, class: &str| {
        let dst = body.register(Kind::Ref);
        body.push(Inst::New {
            dst,
            class: class.into(),
        });
        let made = Operand::Reg(dst);
        let constructor = member(class, "<init>", "()V");
        body.invoke(InvokeKind::Special, constructor, false, &[made], None);
        made
    };
    let list = create(&mut body, LIST);
    if of_root {
        let handler = create(&mut body, CONSOLE);
        let add = member(LIST, "add", "(Ljava/lang/Object;)Z");
        body.invoke_virtual(add, &[list, handler], Some(Kind::Int));
    }
    let body = body.finish(Some(list));
    let made = m.add_synthetic("handlers", "()Ljava/util/List;", body)?;
    m.throwers.insert(key, made);
    Ok(made)
}

/// `getFormatterProperty(name, default)`
fn formatter(_: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    value(call.args[2])
}

/// Whether a field of a handler holds an object of a class of the program's.
fn is_own(m: &Machine, st: &State, handler: Ref, field: &str) -> Step<bool> {
    let object = m.field(st, handler, field)?.as_ref();
    if object.is_null() {
        return Ok(false);
    }
    let class = m.class_of(st, object)?;
    Ok(module::from_program(m, class) || !m.class(class).name.starts_with("java/"))
}

fn publish(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let handler = call.reference(0);
    let takes_part = is_own(m, st, handler, "formatter")? || is_own(m, st, handler, "filter")?;
    Ok(match takes_part {
        true => Return::Bytecode,
        false => Return::Void,
    })
}

/// A record is made at one time whenever that is, so that it takes no clock to log something.
fn time_of_record(m: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    m.approximations.insert("log records: made at one time");
    Ok(Return::Bytecode)
}

/// A logger for the program is there at once; the JDK itself has simple ones, which log nothing about details.
fn system_logger(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let asking = super::caller(m, st, 1);
    if !asking.is_some_and(|class| module::from_program(m, class)) {
        let simple = "jdk/internal/logger/SimpleConsoleLogger";
        let make = format!("(Ljava/lang/String;)L{simple};");
        let make = m.lookup(simple, "makeSimpleLogger", &make)?;
        return Ok(Return::Call(make, vec![call.args[0]]));
    }
    let found = m.lookup(LAZY, "getLoggerFromFinder", LOGGER)?;
    Ok(Return::Call(found, call.args.to_vec()))
}

/// The finder of the module `java.logging`.
fn finder(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    const KEY: &str = "logger finder";
    if let Some(&known) = st.singletons.get(KEY) {
        return value(Slot::reference(known));
    }
    let class = m.load("sun/util/logging/internal/LoggingProviderImpl")?;
    m.ensure_initialized(st, class)?;
    let made = m.allocate(st, class);
    st.singletons.insert(KEY, made);
    value(Slot::reference(made))
}
