//! Values of clocks and the like in a replay. Classes that asked for one, of the program or of the JDK, are run in a copy
//! in which those calls go to a class of ours that hands out the recorded values. The copy differs in its constant pool
//! and, for calls on an object, in the opcode; nothing moves.

use crate::files::Files;
use outcome::{Input, InputValue, Origin, Violation};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const ENVIRONMENT: &str = include_str!("../java/CortadoEnvironment.java");
const ENVIRONMENT_CLASS: &str = "CortadoEnvironment";
/// Path and text of what [`Injection::classes`] is compiled from.
pub const ENVIRONMENT_SOURCES: &[(&str, &str)] = &[("CortadoEnvironment.java", ENVIRONMENT)];

type Fetch = dyn Fn(&str) -> Option<Original> + Send + Sync;

/// What it takes to choose the environment of a replay.
#[derive(Clone)]
pub struct Injection {
    /// Compiles [`ENVIRONMENT_SOURCES`] and says where the classes are; few replays need them.
    pub classes: Arc<dyn Fn() -> Option<PathBuf> + Send + Sync>,
    /// A class file by its internal name.
    pub fetch: Arc<Fetch>,
}

/// A class as it is.
#[derive(Clone, Debug)]
pub struct Original {
    pub bytes: Vec<u8>,
    /// Of the module `java.base`, rather than of the program.
    pub platform: bool,
}

impl fmt::Debug for Injection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Injection")
    }
}

/// How inputs of the environment are named, and the calls that they answer.
struct Redirected {
    input: &'static str,
    class: &'static str,
    method: &'static str,
    descriptor: &'static str,
    /// Called on an object, which becomes the first argument.
    receiver: bool,
}

const fn of_class(
    input: &'static str,
    class: &'static str,
    method: &'static str,
    descriptor: &'static str,
) -> Redirected {
    Redirected {
        input,
        class,
        method,
        descriptor,
        receiver: false,
    }
}

const fn of_runtime(
    input: &'static str,
    method: &'static str,
    descriptor: &'static str,
) -> Redirected {
    Redirected {
        input,
        class: "java/lang/Runtime",
        method,
        descriptor,
        receiver: true,
    }
}

const SYSTEM: &str = "java/lang/System";
const VM: &str = "jdk/internal/misc/VM";
const CALLS: &[Redirected] = &[
    of_class("System.nanoTime()", SYSTEM, "nanoTime", "()J"),
    of_class(
        "System.currentTimeMillis()",
        SYSTEM,
        "currentTimeMillis",
        "()J",
    ),
    of_class("Clock in seconds", VM, "getNanoTimeAdjustment", "(J)J"),
    of_class(
        "nanoseconds of the Clock",
        VM,
        "getNanoTimeAdjustment",
        "(J)J",
    ),
    of_runtime(
        "Runtime.availableProcessors()",
        "availableProcessors",
        "()I",
    ),
    of_runtime("Runtime.freeMemory()", "freeMemory", "()J"),
    of_runtime("Runtime.totalMemory()", "totalMemory", "()J"),
    of_runtime("Runtime.maxMemory()", "maxMemory", "()J"),
];

/// Drawn when the JVM starts; our class sets it without a call.
const ORDER: &str = "the iteration order of Set.of and Map.of";

/// Properties that a JVM can be told without harm to itself.
const SETTABLE: &[&str] = &[
    "user.name",
    "user.home",
    "user.language",
    "user.country",
    "os.version",
];

/// How a JVM is to be started so that the environment is as recorded.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    pub options: Vec<OsString>,
    /// Environment variables that must not be there.
    pub unset: Vec<String>,
    /// Environment variables that must have this value.
    pub set: Vec<(String, String)>,
    pub no_variables: bool,
    /// Comes first on the class path.
    pub classes: Option<PathBuf>,
    /// An input that could not be arranged for.
    pub left_out: Option<String>,
    /// Why the program must not run.
    pub forbidden: Option<String>,
}

/// Writes what is needed into a directory of the replay, and files of the program's into the one that it runs in.
pub(crate) fn prepare(
    violation: &Violation,
    injection: Option<&Injection>,
    directory: &Path,
    work: &Path,
) -> io::Result<Prepared> {
    let mut prepared = Prepared::default();
    let mut files = Files::default();
    let mut values = String::new();
    let mut wanted: BTreeMap<&str, Vec<&Redirected>> = BTreeMap::new();
    for input in &violation.inputs {
        let Origin::Environment { caller, .. } = &input.origin else {
            continue;
        };
        if files.add(input) {
            continue;
        }
        if let Some(variable) = input.name.strip_prefix("System.getenv(") {
            let variable = variable.trim_end_matches(')').trim_matches('"');
            match &input.value {
                _ if variable.is_empty() => prepared.no_variables = true,
                InputValue::String(text) => match text.to_unicode() {
                    Some(text) if !text.contains('\0') => {
                        // Other characters depend on what encodings the platform has; some names change the JVM.
                        if !text.is_ascii() || crate::jvm::VARIABLES.contains(&variable) {
                            prepared.left_out = Some(input.name.clone());
                        }
                        prepared.set.push((variable.to_owned(), text));
                    }
                    _ => prepared.left_out = Some(input.name.clone()),
                },
                _ => prepared.unset.push(variable.to_owned()),
            }
            continue;
        }
        if let Some(key) = input.name.strip_prefix("System.getProperty(\"") {
            let key = key.trim_end_matches("\")");
            match &input.value {
                InputValue::String(text) if SETTABLE.contains(&key) => {
                    let text = text.to_unicode().unwrap_or_default();
                    prepared.options.push(format!("-D{key}={text}").into());
                }
                InputValue::String(_) => prepared.left_out = Some(input.name.clone()),
                // Nobody sets it.
                _ => {}
            }
            continue;
        }
        let call = CALLS.iter().find(|call| call.input == input.name);
        let (Some(number), true) = (number(input), call.is_some() || input.name == ORDER) else {
            prepared.left_out = Some(input.name.clone());
            continue;
        };
        values.push_str(&format!("{}\t{number}\n", input.name));
        match (call, caller) {
            (Some(call), Some(caller)) => wanted.entry(caller.as_str()).or_default().push(call),
            (Some(_), None) => prepared.left_out = Some(input.name.clone()),
            // Set behind the JVM's back, so there may be code that has not noticed.
            (None, _) => prepared.left_out = Some(input.name.clone()),
        }
    }
    let missing = files.make(work)?;
    prepared.left_out = prepared.left_out.or(missing.left_out);
    prepared.forbidden = missing.forbidden;
    if values.is_empty() {
        return Ok(prepared);
    }
    let classes = injection.and_then(|injection| (injection.classes)());
    let (Some(injection), Some(classes)) = (injection, classes) else {
        prepared.left_out = values.split('\t').next().map(str::to_owned);
        return Ok(prepared);
    };
    let (program, platform) = (directory.join("program"), directory.join("platform"));
    for (caller, calls) in wanted {
        let changed = (injection.fetch)(caller)
            .and_then(|original| Some((redirect(&original.bytes, &calls)?, original.platform)));
        let Some((bytes, in_platform)) = changed else {
            prepared.left_out = calls.first().map(|call| call.input.to_owned());
            continue;
        };
        let root = if in_platform { &platform } else { &program };
        let file = root.join(format!("{caller}.class"));
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, bytes)?;
    }
    let file = directory.join("environment");
    fs::write(&file, values)?;
    let option = |name: &str, path: &Path| {
        let mut option = OsString::from(name);
        option.push(path);
        option
    };
    let classes = std::path::absolute(&classes)?;
    prepared.options.extend([
        option("-Xbootclasspath/a:", &classes),
        option("-Dcortado.environment=", &file),
        "--add-reads=java.base=ALL-UNNAMED".into(),
        "--add-opens=java.base/java.util=ALL-UNNAMED".into(),
    ]);
    if violation.inputs.iter().any(|input| input.name == ORDER) {
        // Compiled code would have the order of the JVM's start in it.
        for command in ["quiet", "exclude,java.util.ImmutableCollections*::*"] {
            let option = format!("-XX:CompileCommand={command}");
            prepared.options.push(option.into());
        }
        let option = "-XX:CompileCommand=dontinline,java.util.ImmutableCollections*::*";
        prepared.options.push(option.into());
    }
    if platform.is_dir() {
        let patch = option("--patch-module=java.base=", &platform);
        prepared.options.push(patch);
    }
    prepared.classes = program.is_dir().then_some(program);
    Ok(prepared)
}

fn number(input: &Input) -> Option<i64> {
    match input.value {
        InputValue::Int(value) => Some(value.into()),
        InputValue::Long(value) => Some(value),
        _ => None,
    }
}

// --- Class files ---------------------------------------------------------------------------------------------------

/// Reads big-endian numbers; none beyond the end.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn skip(&mut self, count: usize) -> Option<()> {
        let end = self.at.checked_add(count)?;
        self.at = end;
        (end <= self.bytes.len()).then_some(())
    }

    fn u1(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    fn u2(&mut self) -> Option<u16> {
        Some(u16::from(self.u1()?) << 8 | u16::from(self.u1()?))
    }

    fn u4(&mut self) -> Option<u32> {
        Some(u32::from(self.u2()?) << 16 | u32::from(self.u2()?))
    }
}

fn u2_at(bytes: &[u8], at: usize) -> Option<u16> {
    Reader { bytes, at }.u2()
}

/// The class with these calls going to ours; none if it has none of them, or is no class file that we understand.
fn redirect(class: &[u8], calls: &[&Redirected]) -> Option<Vec<u8>> {
    let (entries, end) = constant_pool(class)?;
    let text = |index: u16| {
        let at = *entries.get(usize::from(index))?;
        let length = usize::from(u2_at(class, at + 1)?);
        class.get(at + 3..at + 3 + length)
    };
    let entry = |index: u16| entries.get(usize::from(index)).copied();
    let mut out = class.to_vec();
    let mut pool = out[10..end].to_vec();
    let mut next = entries.len() as u16;
    let mut add = |pool: &mut Vec<u8>, entry: &[&[u8]]| {
        entry.iter().for_each(|part| pool.extend_from_slice(part));
        next += 1;
        next - 1
    };
    let utf8 = |text: &str| {
        let length = (text.len() as u16).to_be_bytes();
        [&[1][..], &length, text.as_bytes()].concat()
    };
    let name = add(&mut pool, &[&utf8(ENVIRONMENT_CLASS)]);
    let ours = add(&mut pool, &[&[7], &name.to_be_bytes()]);
    let mut on_objects = Vec::new();
    let mut found = false;
    for (index, &at) in entries.iter().enumerate().skip(1) {
        if at == 0 || class.get(at) != Some(&10) {
            continue;
        }
        let owner = text(u2_at(class, entry(u2_at(class, at + 1)?)? + 1)?)?;
        let signature = entry(u2_at(class, at + 3)?)?;
        let method_name = u2_at(class, signature + 1)?;
        let descriptor = text(u2_at(class, signature + 3)?)?;
        let method = text(method_name)?;
        let Some(call) = calls.iter().find(|call| {
            call.class.as_bytes() == owner
                && call.method.as_bytes() == method
                && call.descriptor.as_bytes() == descriptor
        }) else {
            continue;
        };
        found = true;
        let at = at - 10;
        pool[at + 1..at + 3].copy_from_slice(&ours.to_be_bytes());
        if call.receiver {
            let with_receiver = call
                .descriptor
                .replacen("(", &format!("(L{};", call.class), 1);
            let descriptor = add(&mut pool, &[&utf8(&with_receiver)]);
            let (name, ty) = (method_name.to_be_bytes(), descriptor.to_be_bytes());
            let signature = add(&mut pool, &[&[12], &name, &ty]);
            pool[at + 3..at + 5].copy_from_slice(&signature.to_be_bytes());
            on_objects.push(index as u16);
            if on_objects.len() > 100 {
                return None;
            }
        }
    }
    if !found {
        return None;
    }
    if !on_objects.is_empty() {
        // A handle to a method of an object (5) becomes one to a static method (6).
        for &at in entries.iter().filter(|at| **at != 0) {
            if class.get(at..at + 2) == Some(&[15, 5])
                && on_objects.contains(&u2_at(class, at + 2)?)
            {
                pool[at - 10 + 1] = 6;
            }
        }
        for at in calls_on(class, end, &on_objects, &text)? {
            out[at] = INVOKESTATIC;
        }
    }
    let count = next.to_be_bytes();
    Some([&out[..8], &count, &pool, &out[end..]].concat())
}

/// Where the entries of the constant pool start, 0 where there is none, and where it ends.
fn constant_pool(class: &[u8]) -> Option<(Vec<usize>, usize)> {
    let mut reader = Reader {
        bytes: class,
        at: 8,
    };
    let count = usize::from(reader.u2()?);
    let mut entries = vec![0];
    while entries.len() < count {
        entries.push(reader.at);
        match reader.u1()? {
            1 => {
                let length = reader.u2()?;
                reader.skip(length.into())?;
            }
            3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => reader.skip(4)?,
            5 | 6 => {
                reader.skip(8)?;
                entries.push(0);
            }
            7 | 8 | 16 | 19 | 20 => reader.skip(2)?,
            15 => reader.skip(3)?,
            _ => return None,
        }
    }
    // Room for what is added.
    (count < 65_000).then_some((entries, reader.at))
}

const INVOKEVIRTUAL: u8 = 0xb6;
const INVOKESTATIC: u8 = 0xb8;

/// Offsets of `invokevirtual` with one of these operands.
fn calls_on<'a>(
    class: &[u8],
    pool_end: usize,
    methods: &[u16],
    text: &impl Fn(u16) -> Option<&'a [u8]>,
) -> Option<Vec<usize>> {
    let mut reader = Reader {
        bytes: class,
        at: pool_end,
    };
    reader.skip(6)?;
    let interfaces = reader.u2()?;
    reader.skip(usize::from(interfaces) * 2)?;
    let mut found = Vec::new();
    for methods_now in [false, true] {
        for _ in 0..reader.u2()? {
            reader.skip(6)?;
            for _ in 0..reader.u2()? {
                let name = reader.u2()?;
                let length = reader.u4()? as usize;
                let end = reader.at.checked_add(length)?;
                if methods_now && text(name)? == b"Code" {
                    reader.skip(4)?;
                    let length = reader.u4()? as usize;
                    let code = class.get(reader.at..reader.at.checked_add(length)?)?;
                    let mut at = 0;
                    while at < code.len() {
                        if code[at] == INVOKEVIRTUAL && methods.contains(&u2_at(code, at + 1)?) {
                            found.push(reader.at + at);
                        }
                        at += instruction_length(code, at)?;
                    }
                }
                reader.at = end;
            }
        }
    }
    Some(found)
}

/// JVMS 6.5.
fn instruction_length(code: &[u8], at: usize) -> Option<usize> {
    let padded = (at / 4 + 1) * 4;
    let word = |at: usize| Reader { bytes: code, at }.u4().map(|w| w as i32);
    let table = |size: i64| usize::try_from(size).ok();
    Some(match code[at] {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 => 3,
        0xc6 | 0xc7 => 3,
        0xc5 => 4,
        0xb9 | 0xba | 0xc8 | 0xc9 => 5,
        0xc4 if *code.get(at + 1)? == 0x84 => 6,
        0xc4 => 4,
        0xaa => {
            let (low, high) = (i64::from(word(padded + 4)?), i64::from(word(padded + 8)?));
            padded + 12 + table((high - low + 1).checked_mul(4)?)? - at
        }
        0xab => padded + 8 + table(i64::from(word(padded + 4)?).checked_mul(8)?)? - at,
        0x00..=0xc9 => 1,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class that calls `System.nanoTime` and `Runtime.freeMemory`, the second in a method and through a handle.
    fn class() -> Vec<u8> {
        let utf8 = |text: &str| [&[1, 0, text.len() as u8][..], text.as_bytes()].concat();
        let code = [0x2a, 0xb6, 0, 14, 0x58, 0xb8, 0, 7, 0x58, 0xb1];
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 20];
        for entry in [
            utf8("java/lang/System"),
            vec![7, 0, 1],
            utf8("nanoTime"),
            utf8("()J"),
            vec![12, 0, 3, 0, 4],
            utf8("filler"),
            vec![10, 0, 2, 0, 5],
            utf8("java/lang/Runtime"),
            vec![7, 0, 8],
            utf8("freeMemory"),
            vec![12, 0, 10, 0, 4],
            utf8("Code"),
            utf8("m"),
            vec![10, 0, 9, 0, 11],
            vec![15, 5, 0, 14],
            utf8("A"),
            vec![7, 0, 16],
            vec![6, 0, 0, 0, 0, 0, 0, 0, 9],
        ] {
            bytes.extend(entry);
        }
        bytes.extend([0, 1, 0, 17, 0, 0, 0, 0, 0, 0, 0, 1]);
        bytes.extend([0, 1, 0, 13, 0, 4, 0, 1, 0, 12, 0, 0, 0, 22]);
        bytes.extend([0, 2, 0, 2, 0, 0, 0, code.len() as u8]);
        bytes.extend(code);
        bytes.extend([0, 0, 0, 0, 0, 0]);
        bytes
    }

    fn all() -> Vec<&'static Redirected> {
        CALLS.iter().collect()
    }

    #[test]
    fn calls_are_redirected() {
        let changed = redirect(&class(), &all()).expect("a class with calls");
        let (entries, _) = constant_pool(&changed).expect("a constant pool");
        let at = |index: usize, byte: usize| changed[entries[index] + byte];
        // Both methods belong to the class that was added, and the handle is one to a static method.
        assert_eq!(at(7, 2), at(14, 2));
        assert_eq!(changed[entries[usize::from(at(7, 2))]], 7);
        assert_eq!(at(15, 1), 6);
        let signature = usize::from(at(14, 4));
        let descriptor = entries[usize::from(at(signature, 4))];
        assert!(changed[descriptor + 3..].starts_with(b"(Ljava/lang/Runtime;)J"));
        let code = changed.windows(4).position(|w| w == [0x2a, 0xb8, 0, 14]);
        assert!(code.is_some(), "invokevirtual became invokestatic");
        // Without such calls there is nothing to change.
        let clock: Vec<_> = CALLS
            .iter()
            .filter(|c| c.input.starts_with("Clock"))
            .collect();
        assert!(redirect(&class(), &clock).is_none());
    }

    #[test]
    fn broken_classes_are_left_alone() {
        let whole = class();
        // What comes after the code is only copied.
        for end in 0..whole.len() - 6 {
            assert!(redirect(&whole[..end], &all()).is_none(), "{end}");
        }
        for at in 0..whole.len() {
            for byte in [0, 0x7f, 0xaa, 0xab, 0xc4, 0xff] {
                let mut broken = whole.clone();
                broken[at] = byte;
                // Any answer will do, as long as there is one.
                let _ = redirect(&broken, &all());
            }
        }
    }
}
