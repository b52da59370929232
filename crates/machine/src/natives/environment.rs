//! What the world around a program decides. Clocks, memory and processors are inputs, within what every JVM guarantees
//! of them; so are environment variables that the user did not give a value. What else differs from one machine or user
//! to the next (properties, the locale, the time zone) has the value of a plain JVM on Linux; where the program itself
//! asks for it, the verdict says so.

use super::{Call, Entry, Return, value};
use crate::halt::{Halt, Step};
use crate::inputs::{InputValue, Role};
use crate::machine::Machine;
use crate::state::State;
use crate::text::character_symbol;
use crate::value::{Ref, Slot};
use logic::{Sort, Term};
use std::rc::Rc;

const SYSTEM: &str = "java/lang/System";
const RUNTIME: &str = "java/lang/Runtime";
const LOCALE: &str = "java/util/Locale";
const ZONE: &str = "java/util/TimeZone";
const CLOCK: &str = "java/time/Clock";
const FORMAT: &str = "java/text/SimpleDateFormat";

pub const NATIVES: &[Entry] = &[
    (SYSTEM, "currentTimeMillis", "()J", current_time),
    (SYSTEM, "nanoTime", "()J", nano_time),
    (FORMAT, "initializeDefaultCentury", "()V", century),
    (FORMAT, "applyPattern", "(Ljava/lang/String;)V", century),
    (
        FORMAT,
        "applyLocalizedPattern",
        "(Ljava/lang/String;)V",
        century,
    ),
    (FORMAT, "get2DigitYearStart", "*", century),
    ("java/text/DateFormat", "getCalendar", "*", calendar),
    (CLOCK, "currentInstant", "()Ljava/time/Instant;", instant),
    (
        "java/time/Clock$SystemClock",
        "instant",
        "()Ljava/time/Instant;",
        instant,
    ),
    (RUNTIME, "availableProcessors", "()I", processors),
    (RUNTIME, "freeMemory", "()J", memory),
    (RUNTIME, "totalMemory", "()J", memory),
    (RUNTIME, "maxMemory", "()J", memory),
    (
        "java/lang/ProcessEnvironment",
        "environ",
        "()[[B",
        given_variables,
    ),
    // From JDK 19 on the environment takes a character set from it; starting a process has natives of its own.
    ("java/lang/ProcessImpl", "init", "()V", super::nothing),
    (
        SYSTEM,
        "getenv",
        "(Ljava/lang/String;)Ljava/lang/String;",
        variable,
    ),
    (SYSTEM, "getenv", "()Ljava/util/Map;", variable),
    (SYSTEM, "lineSeparator", "*", asked),
    (LOCALE, "getDefault", "*", asked),
    (LOCALE, "setDefault", "*", set),
    (ZONE, "getDefault", "*", asked),
    (ZONE, "setDefault", "*", set),
    (ZONE, "getSystemTimeZoneID", "*", time_zone),
    (ZONE, "getSystemGMTOffsetID", "*", time_zone),
    ("java/time/ZoneId", "systemDefault", "*", asked),
    ("java/nio/charset/Charset", "defaultCharset", "*", asked),
    ("java/lang/Integer", "getInteger", "*", asked),
    ("java/lang/Long", "getLong", "*", asked),
    ("java/lang/Boolean", "getBoolean", "*", asked),
];

/// Where Linux's clock ends: its nanoseconds since 1970 fit into 64 bits, which is until 2262.
const LAST_MILLIS: i64 = i64::MAX / 1_000_000;

/// The middle of 2024, where it makes no difference which time it is.
const PRESENT: i64 = 1_720_000_000_000;

/// More memory than any processor can address.
const MOST_MEMORY: i64 = 1 << 56;

/// An input of the environment of which the conditions hold. All is asked for before it comes into being; its symbol is
/// that of the input about to be made, so that a second run of the call finds it again.
fn choose(
    m: &mut Machine,
    st: &mut State,
    name: &str,
    descriptor: u8,
    conditions: impl FnOnce(&mut Machine, &State, Term) -> Vec<Term>,
) -> Step<Return> {
    let (symbol, _) = m.primitive_symbol(st, name, descriptor);
    let conditions = conditions(m, st, symbol);
    assume(m, st, &conditions)?;
    value(m.environment_primitive(st, name, descriptor))
}

fn assume(m: &Machine, st: &State, conditions: &[Term]) -> Step<()> {
    for condition in conditions {
        let known = m.pool.as_bool(*condition) == Some(true);
        if !known && st.facts.get(condition) != Some(&1) {
            return Err(Halt::Assume(*condition));
        }
    }
    Ok(())
}

/// Earlier readings on this path, the last one first.
fn earlier(st: &State, name: &str) -> Vec<Term> {
    let readings = st.inputs.iter().rev().filter_map(|input| {
        let own = input.role == Role::Environment && &*input.name == name;
        match &input.value {
            InputValue::Primitive(term) if own => Some(*term),
            _ => None,
        }
    });
    readings.collect()
}

fn called_by_program(m: &Machine, st: &State) -> bool {
    super::caller(m, st, 0).is_some_and(|class| super::module::from_program(m, class))
}

// --- Clocks --------------------------------------------------------------------------------------------------------

/// It may be set, back as well as forth.
fn current_time(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    // `Clock` counts from an offset near the present, which no result shows. The zones of `java.util` look at what their
    // rules are at present; they say so themselves where that matters.
    if stamps_properties(m, st) {
        m.approximations
            .insert("Properties.store: the comment with the time is of the middle of 2024");
        return value(Slot::long(PRESENT));
    }
    let asking = super::calling_method(m, st).map(|method| m.method(method).clone());
    let mut only_inside = asking.is_some_and(|method| {
        let class = &m.class(method.class).name;
        let tables = class.starts_with(CLOCK) || &**class == "sun/util/calendar/ZoneInfoFile";
        &*method.name == "<clinit>" && tables
    });
    // The calendar of a format has the time that the format is made at until it is set to another.
    st.stack.for_each(|frame, _| {
        let method = m.method(frame.method);
        let makes_format = matches!(
            &*method.name,
            "initializeCalendar" | "initializeDefaultCentury"
        );
        only_inside |= makes_format && &*m.class(method.class).name == FORMAT;
        !makes_format
    });
    if only_inside {
        return value(Slot::long(PRESENT));
    }
    choose(m, st, "System.currentTimeMillis()", b'J', |m, _, now| {
        let (first, last) = (m.pool.bv64(0), m.pool.bv64(LAST_MILLIS));
        vec![m.pool.sle(first, now), m.pool.sle(now, last)]
    })
}

/// `Properties.store` writes a comment with the time, which hardly any program reads.
fn stamps_properties(m: &Machine, st: &State) -> bool {
    let mut depth = 0;
    let mut stamps = false;
    st.stack.for_each(|frame, _| {
        let method = m.method(frame.method);
        depth += 1;
        stamps = &*m.class(method.class).name == "java/util/Properties"
            && matches!(
                &*method.name,
                "store0" | "getFormattedTimestamp" | "writeDateComment"
            );
        !stamps && depth < 8 && !super::module::from_program(m, method.class)
    });
    stamps
}

/// Which years are meant by two digits depends on when the format was made: `(SimpleDateFormat this, …)`.
fn century(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let pattern = match call.args {
        [_, pattern] => *pattern,
        _ => m.field(st, call.reference(0), "pattern")?,
    };
    let text = match pattern.as_ref().is_null() {
        true => None,
        false => m.string_text(st, pattern.as_ref())?,
    };
    let text = text.map(|text| String::from_utf16_lossy(&text));
    let mut years = text
        .iter()
        .flat_map(|text| text.split(|c| c != 'y' && c != 'Y'));
    let short = years.any(|run| matches!(run.len(), 1 | 2));
    let asked = &*m.method(call.method).name == "get2DigitYearStart";
    if short || asked || text.is_none() {
        m.approximations
            .insert("SimpleDateFormat: years of two digits are of 1944 to 2043");
    }
    Ok(Return::Bytecode)
}

fn calendar(m: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    m.approximations
        .insert("DateFormat.getCalendar(): of a format made in the middle of 2024");
    Ok(Return::Bytecode)
}

/// Counts from anywhere, never back, and no run takes the 292 years after which a difference overflows.
fn nano_time(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    const NAME: &str = "System.nanoTime()";
    choose(m, st, NAME, b'J', |m, st, now| {
        let readings = earlier(st, NAME);
        let (Some(&before), Some(&first)) = (readings.first(), readings.last()) else {
            return vec![];
        };
        let elapsed = m.pool.sub(now, first);
        let zero = m.pool.bv64(0);
        vec![m.pool.sle(before, now), m.pool.sle(zero, elapsed)]
    })
}

const SECONDS: &str = "Clock in seconds";
const NANOS: &str = "nanoseconds of the Clock";

/// `Instant.now()` and its kin. A JVM gives the time as nanoseconds from some second; as two numbers, nothing needs to be
/// divided by a thousand million.
fn instant(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.method(call.method).class;
    let asking = m.class(class).name.clone();
    let clock = m.load(CLOCK)?;
    let signature = m.signature(&"currentInstant".into(), &"()Ljava/time/Instant;".into());
    if class != clock && m.find_method(clock, signature).is_some() {
        return Ok(Return::Bytecode);
    }
    // See `logging`, which tells where somebody looks at it.
    let of_record = |depth| {
        let class = super::caller(m, st, depth).map(|class| m.class(class).name.clone());
        class.is_some_and(|name| &*name == "java/util/logging/LogRecord")
    };
    if (0..4).any(of_record) {
        let made = m.load("java/time/Instant")?;
        m.ensure_initialized(st, made)?;
        let create = m.lookup("java/time/Instant", "create", "(JI)Ljava/time/Instant;")?;
        return Ok(Return::Call(
            create,
            vec![Slot::long(PRESENT / 1000), Slot::int(0)],
        ));
    }
    let (first, last) = (m.pool.bv64(0), m.pool.bv64(LAST_MILLIS / 1000));
    let (seconds, slot) = m.primitive_symbol(st, SECONDS, b'J');
    let facts = [m.pool.sle(first, seconds), m.pool.sle(seconds, last)];
    assume(m, st, &facts)?;
    // The second number's name is that of the next input.
    let mut probe = st.clone();
    m.environment_primitive(&mut probe, SECONDS, b'J');
    let (nanos, rest) = m.primitive_symbol(&probe, NANOS, b'I');
    let (zero, most) = (m.pool.bv32(0), m.pool.bv32(999_999_999));
    let facts = [m.pool.sle(zero, nanos), m.pool.sle(nanos, most)];
    assume(m, st, &facts)?;
    let made = m.load("java/time/Instant")?;
    m.ensure_initialized(st, made)?;
    let create = m.lookup("java/time/Instant", "create", "(JI)Ljava/time/Instant;")?;
    for (name, descriptor) in [(SECONDS, b'J'), (NANOS, b'I')] {
        m.environment_primitive(st, name, descriptor);
        if let Some(input) = st.inputs.back_mut() {
            input.caller = Some((*asking).into());
        }
    }
    Ok(Return::Call(create, vec![slot, rest]))
}

// --- The size of the machine ---------------------------------------------------------------------------------------

/// The JDK sizes its tables and spins by it, which no result shows; a program that asks gets any positive number.
fn processors(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    if !called_by_program(m, st) {
        return value(Slot::int(1));
    }
    choose(
        m,
        st,
        "Runtime.availableProcessors()",
        b'I',
        |m, _, count| {
            let zero = m.pool.bv32(0);
            vec![m.pool.slt(zero, count)]
        },
    )
}

const FREE: &str = "Runtime.freeMemory()";
const TOTAL: &str = "Runtime.totalMemory()";
const MAX: &str = "Runtime.maxMemory()";

/// What is free is part of what there is, and that of what there may be, which does not change.
fn memory(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let name = match &*m.method(call.method).name {
        "freeMemory" => FREE,
        "totalMemory" => TOTAL,
        _ => MAX,
    };
    let other = if name == FREE { TOTAL } else { FREE };
    if name != MAX && !earlier(st, other).is_empty() {
        m.approximations
            .insert("memory: a heap that does not change its size between two readings");
    }
    choose(m, st, name, b'J', |m, st, size| {
        let least = m.pool.bv64(if name == FREE { 0 } else { 1 });
        let mut facts = vec![m.pool.sle(least, size)];
        if name != MAX {
            let most = m.pool.bv64(MOST_MEMORY);
            facts.push(m.pool.sle(size, most));
        }
        let order = [FREE, TOTAL, MAX];
        let rank = order.iter().position(|o| *o == name);
        for (i, other) in order.iter().enumerate() {
            for reading in earlier(st, other) {
                match Some(i).cmp(&rank) {
                    std::cmp::Ordering::Less => facts.push(m.pool.sle(reading, size)),
                    std::cmp::Ordering::Greater => facts.push(m.pool.sle(size, reading)),
                    std::cmp::Ordering::Equal if name == MAX => {
                        facts.push(m.pool.eq(size, reading));
                    }
                    std::cmp::Ordering::Equal => {}
                }
            }
        }
        facts
    })
}

// --- What differs from machine to machine --------------------------------------------------------------------------

fn time_zone(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::reference(m.new_java_string(st, "UTC")?))
}

/// The environment as a whole has what the user named, `NAME` and `VALUE` by turns.
fn given_variables(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    let given = m.options.env.clone();
    let class = m.load("[B")?;
    let mut parts = Vec::with_capacity(2 * given.len());
    for text in given.iter().flat_map(|(name, text)| [name, text]) {
        let bytes = text.bytes().map(|b| b as i8).collect();
        parts.push(st.heap.allocate(class, crate::heap::Data::Bytes(bytes)));
    }
    value(Slot::reference(super::array_of_refs(m, st, "[[B", parts)?))
}

const ALL_VARIABLES: &str = "System.getenv()";

/// One variable is an input unless the user gave its value: null or any string, the same one whenever it is asked for.
fn variable(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let key = match call.args.first() {
        None => return all_variables(m, st),
        Some(key) if key.as_ref().is_null() => return Ok(Return::Bytecode),
        Some(key) => m.string_name(st, key.as_ref(), "System.getenv")?,
    };
    if let Some(&known) = st.variables.get(&*key) {
        return value(Slot::reference(known));
    }
    let name = format!("System.getenv(\"{key}\")");
    if !m.options.env.contains_key(&key) && asked_by_jdk(m, st) {
        note(m, st, format!("{name} is not set, which the JDK asks for"));
        return value(Slot::NULL);
    }
    let asked_for_all = st.inputs.iter().any(|input| &*input.name == ALL_VARIABLES);
    if let Some(text) = m.options.env.get(&key).cloned() {
        answered(m, st, &name, InputValue::Text(text.into()));
        return Ok(Return::Bytecode);
    }
    // No name of a variable; or the bound on all variables rules it out.
    if key.is_empty() || key.contains(['=', '\0']) || asked_for_all {
        return Ok(Return::Bytecode);
    }
    let found = any_value(m, st, &name)?;
    st.variables.insert(key.into(), found);
    value(Slot::reference(found))
}

/// Whether a class of the JDK asks for its own sake. A reference to the method (`System::getenv`) is the program's.
fn asked_by_jdk(m: &Machine, st: &State) -> bool {
    let mut by_jdk = false;
    st.stack.for_each(|frame, _| {
        let method = m.method(frame.method);
        by_jdk = !method.is_synthetic_frame() && !super::module::from_program(m, method.class);
        false
    });
    by_jdk
}

fn any_value(m: &mut Machine, st: &mut State, name: &str) -> Step<Ref> {
    let choice = m.symbol_name(st, name, "null");
    let choice = m.pool.symbol(&choice, Sort::Bv(1));
    let one = m.pool.bv(1, 1);
    let null = m.pool.eq(choice, one);
    if m.decide(st, null)? {
        answered(m, st, name, InputValue::Null);
        return Ok(Ref::NULL);
    }
    // A value is a C string in the encoding of the platform: no character 0, and no half of a pair without the other.
    let symbol = m.symbol_name(st, name, "String");
    let [first, low, high] = [1, 0xd800, 0xe000].map(|c| m.pool.bv(16, c));
    let mut possible = m.pool.bool(true);
    for i in 0..m.options.string_length as usize {
        let character = character_symbol(&symbol, i);
        let character = m.pool.symbol(&character, Sort::Bv(16));
        let (below, above) = (m.pool.ult(character, low), m.pool.ule(high, character));
        let whole = m.pool.or(below, above);
        let not_zero = m.pool.ule(first, character);
        let both = m.pool.and(whole, not_zero);
        possible = m.pool.and(possible, both);
    }
    assume(m, st, &[possible])?;
    let string = m.symbolic_string(st, name, None)?;
    if let Some(input) = st.inputs.back_mut() {
        input.role = Role::Environment;
    }
    Ok(string)
}

/// All variables at once: only those that the user named, which is a bound.
fn all_variables(m: &mut Machine, st: &mut State) -> Step<Return> {
    note(m, st, format!("{ALL_VARIABLES} has only what --env names"));
    let others =
        |(name, found): (&Rc<str>, &Ref)| !found.is_null() && !m.options.env.contains_key(&**name);
    if st.variables.iter().any(others) {
        return Err(Halt::Infeasible);
    }
    for (name, text) in m.options.env.clone() {
        let name = format!("System.getenv(\"{name}\")");
        answered(m, st, &name, InputValue::Text(text.into()));
    }
    answered(m, st, ALL_VARIABLES, InputValue::Null);
    Ok(Return::Bytecode)
}

/// Records, once a path, what the environment said, so that a replay can arrange for it.
fn answered(m: &mut Machine, st: &mut State, name: &str, answer: InputValue) {
    if !st.inputs.iter().any(|input| *input.name == *name) {
        m.record(st, name, "java.lang.String", answer);
        if let Some(input) = st.inputs.back_mut() {
            input.role = Role::Environment;
        }
    }
}

/// Where the program itself asks for something that is fixed here, unless it set that before.
fn asked(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !called_by_program(m, st) {
        return Ok(Return::Bytecode);
    }
    let method = m.method(call.method).clone();
    let class = m.class(method.class).name.clone();
    let text = match (&*class, &*method.name) {
        (LOCALE, _) if !st.set_by_program.contains(LOCALE) => "Locale.getDefault() is en_US",
        (ZONE, _) if !st.set_by_program.contains(ZONE) => "TimeZone.getDefault() is UTC",
        ("java/time/ZoneId", _) if !st.set_by_program.contains(ZONE) => {
            "ZoneId.systemDefault() is UTC"
        }
        ("java/nio/charset/Charset", _) => "Charset.defaultCharset() is UTF-8",
        (SYSTEM, "lineSeparator") => "System.lineSeparator() is a newline",
        ("java/lang/Integer" | "java/lang/Long" | "java/lang/Boolean", _) => {
            return asked_property(m, st, call);
        }
        _ => return Ok(Return::Bytecode),
    };
    note(m, st, text.to_owned());
    Ok(Return::Bytecode)
}

/// The verdict holds for this answer of the environment.
fn note(m: &mut Machine, st: &State, answer: String) {
    let place = m.asked_from(st);
    m.asked.entry(answer).or_insert(place);
}

fn set(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.class(m.method(call.method).class).name.clone();
    st.set_by_program.insert((*class).into());
    Ok(Return::Bytecode)
}

/// Which property a call is about; none for all of them or one whose name is an input.
fn property(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Option<Rc<str>>> {
    match call.args.first() {
        Some(key) if !key.as_ref().is_null() => {
            let text = m.string_text(st, key.as_ref())?;
            Ok(text.map(|text| String::from_utf16_lossy(&text).into()))
        }
        _ => Ok(None),
    }
}

/// The program asks for a system property.
pub(super) fn asked_property(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !called_by_program(m, st) {
        return Ok(Return::Bytecode);
    }
    let key = property(m, st, call)?;
    let text = match &key {
        Some(key) if of_the_jdk(key) || st.set_by_program.contains(key) => {
            return Ok(Return::Bytecode);
        }
        _ if st.set_by_program.contains(ALL_PROPERTIES) => return Ok(Return::Bytecode),
        Some(key) => {
            let name = format!("System.getProperty(\"{key}\")");
            let known = super::system::FIXED
                .iter()
                .find(|(name, _)| **name == **key);
            let (answer, text) = match known {
                Some((_, text)) => (InputValue::Text((*text).into()), format!("is {text:?}")),
                None => (InputValue::Null, "is not set".to_owned()),
            };
            answered(m, st, &name, answer);
            format!("property {key} {text}")
        }
        None => "system properties are those of a plain JVM on Linux".to_owned(),
    };
    note(m, st, text);
    Ok(Return::Bytecode)
}

const ALL_PROPERTIES: &str = "System.setProperties";

/// The program sets or removes a system property, or all of them.
pub(super) fn set_property(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<()> {
    let key = match call.args.len() {
        1 if &*m.method(call.method).name == "setProperties" => Some(ALL_PROPERTIES.into()),
        _ => property(m, st, call)?,
    };
    st.set_by_program.extend(key);
    Ok(())
}

/// Follows from the JDK with which the program was looked at.
fn of_the_jdk(key: &str) -> bool {
    [
        "java.specification.",
        "java.vm.specification.",
        "java.version",
        "java.class.version",
    ]
    .iter()
    .any(|prefix| key.starts_with(prefix))
}
