//! The natives of `java.io`: streams over files, `RandomAccessFile`, and what `File` asks the file system.

use super::{close_descriptor, low_byte, number_of, or_throw, range, read_into, refuse, unsigned};
use crate::files::{Answer, Errno, Kind, Mode};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::natives::{Call, Entry, Return, array_of_refs, boolean, int, null, value};
use crate::state::State;
use crate::value::{Ref, Slot};

const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";
const RANDOM: &str = "java/io/RandomAccessFile";
const SYSTEM: &str = "java/io/UnixFileSystem";
const DESCRIPTOR: &str = "java/io/FileDescriptor";
const TEMPORARY: &str = "java/io/File$TempDirectory";

pub const NATIVES: &[Entry] = &[
    (DESCRIPTOR, "getHandle", "*", zero),
    (DESCRIPTOR, "getAppend", "*", zero),
    (DESCRIPTOR, "sync", "*", crate::natives::nothing),
    (DESCRIPTOR, "sync0", "*", crate::natives::nothing),
    (DESCRIPTOR, "close0", "*", close),
    // A descriptor that nobody closes is closed when the collector finds it, which never happens here.
    (
        "java/io/FileCleanable",
        "register",
        "*",
        crate::natives::nothing,
    ),
    (
        "java/io/FileCleanable",
        "unregister",
        "*",
        crate::natives::nothing,
    ),
    (INPUT, "open0", "*", open_input),
    (INPUT, "read0", "*", read),
    (INPUT, "readBytes", "([BII)I", read_bytes),
    (INPUT, "available0", "*", available),
    (INPUT, "skip0", "*", skip),
    (INPUT, "length0", "*", known_length),
    (INPUT, "position0", "*", position),
    (INPUT, "isRegularFile0", "*", is_regular),
    (OUTPUT, "open0", "*", open_output),
    (OUTPUT, "write", "(IZ)V", write),
    (OUTPUT, "writeBytes", "*", write_bytes),
    (RANDOM, "open0", "*", open_random),
    (RANDOM, "read0", "*", read),
    (RANDOM, "readBytes", "([BII)I", read_random),
    (RANDOM, "readBytes0", "*", read_bytes),
    (RANDOM, "write0", "*", write),
    (RANDOM, "writeBytes", "([BII)V", write_random),
    (RANDOM, "writeBytes0", "*", write_bytes),
    (RANDOM, "getFilePointer", "*", position),
    (RANDOM, "seek0", "*", seek),
    (RANDOM, "length", "*", length_random),
    (RANDOM, "length0", "*", length),
    (RANDOM, "setLength", "*", resize_random),
    (RANDOM, "setLength0", "*", resize),
    (SYSTEM, "getBooleanAttributes0", "*", attributes),
    (SYSTEM, "checkAccess", "*", access),
    (SYSTEM, "checkAccess0", "*", access),
    (SYSTEM, "getLastModifiedTime", "*", modified),
    (SYSTEM, "getLastModifiedTime0", "*", modified),
    (SYSTEM, "getLength", "*", size),
    (SYSTEM, "getLength0", "*", size),
    (SYSTEM, "createFileExclusively", "*", create),
    (SYSTEM, "createFileExclusively0", "*", create),
    (SYSTEM, "list", "*", list),
    (SYSTEM, "list0", "*", list),
    (SYSTEM, "createDirectory", "*", create_directory),
    (SYSTEM, "createDirectory0", "*", create_directory),
    (SYSTEM, "delete0", "*", delete),
    (SYSTEM, "rename0", "*", rename),
    (SYSTEM, "canonicalize0", "*", canonical),
    (SYSTEM, "setLastModifiedTime", "*", refuse),
    (SYSTEM, "setLastModifiedTime0", "*", refuse),
    (SYSTEM, "setReadOnly", "*", refuse),
    (SYSTEM, "setReadOnly0", "*", refuse),
    (SYSTEM, "setPermission", "*", refuse),
    (SYSTEM, "setPermission0", "*", refuse),
    (SYSTEM, "getSpace", "*", refuse),
    (SYSTEM, "getSpace0", "*", refuse),
    (SYSTEM, "getNameMax0", "*", longest_name),
    (TEMPORARY, "generateFile", "*", temporary),
    (
        "java/io/DeleteOnExitHook",
        "add",
        "*",
        crate::natives::nothing,
    ),
    ("java/io/Console", "encoding", "*", nobody),
    ("java/io/Console", "istty", "*", zero),
];

fn zero(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    int(0)
}

fn nobody(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    null()
}

fn longest_name(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::long(255))
}

// --- Streams -------------------------------------------------------------------------------------------------------

const A_FILE: &str = "a file whose name is an input";

/// Opens the file of the call's first argument and keeps its number in the receiver's descriptor.
fn open(m: &mut Machine, st: &mut State, call: &Call<'_>, mode: Mode) -> Step<Return> {
    let path = m.string_name(st, call.reference(1), A_FILE)?;
    let number = match open_path(m, st, &path, mode)? {
        Ok(number) => number,
        Err(errno) => {
            let message = format!("{path} ({})", errno.message());
            return Err(Halt::throw("java/io/FileNotFoundException", message));
        }
    };
    let descriptor = m.field(st, call.reference(0), "fd")?.as_ref();
    m.set_field(st, descriptor, "fd", Slot::int(number))?;
    m.set_field(st, descriptor, "append", Slot::boolean(mode.append))?;
    Ok(Return::Void)
}

fn open_path(m: &mut Machine, st: &mut State, path: &str, mode: Mode) -> Answer<i32> {
    let name = crate::files::granted!(m.file_name(st, path));
    if let Ok(node) = m.find_file(st, &name)?
        && m.attributes(st, node).kind != Kind::File
    {
        return Ok(Err(Errno::IS_DIRECTORY));
    }
    m.open_file(st, &name, mode)
}

fn open_input(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let mode = Mode {
        reads: true,
        ..Mode::default()
    };
    open(m, st, call, mode)
}

fn open_output(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let append = m.concrete_int(st, call.args[2])? != 0;
    let mode = Mode {
        writes: true,
        create: true,
        append,
        truncate: !append,
        ..Mode::default()
    };
    open(m, st, call, mode)
}

fn open_random(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    // `O_RDONLY`, or `O_RDWR` with flags about when it is written to the disk.
    let writes = m.concrete_int(st, call.args[2])? & 1 == 0;
    let mode = Mode {
        reads: true,
        writes,
        create: writes,
        ..Mode::default()
    };
    open(m, st, call, mode)
}

/// The number of the file that the receiver has open.
fn open_number(m: &mut Machine, st: &State, call: &Call<'_>) -> Step<i32> {
    let descriptor = m.field(st, call.reference(0), "fd")?.as_ref();
    match number_of(m, st, descriptor)? {
        -1 => Err(Halt::throw("java/io/IOException", "Stream Closed")),
        number @ 0..=2 => Err(Halt::unsupported(format!(
            "the standard stream {number} through a file descriptor"
        ))),
        number => Ok(number),
    }
}

fn position_of(m: &mut Machine, st: &State, call: &Call<'_>) -> Step<(i32, u64, u32)> {
    let number = open_number(m, st, call)?;
    match m.opened_file(st, number) {
        Some((position, node)) => Ok((number, position, node)),
        None => or_throw(Err(Errno::BAD_DESCRIPTOR)),
    }
}

fn close(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    close_descriptor(m, st, call.reference(0))?;
    Ok(Return::Void)
}

fn read(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let number = open_number(m, st, call)?;
    let bytes = or_throw(m.read_file(st, number, None, 1)?)?;
    match bytes.first() {
        Some(byte) => value(unsigned(m, *byte)),
        None => int(-1),
    }
}

fn read_bytes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let into = range(m, st, call)?;
    let number = open_number(m, st, call)?;
    int(or_throw(read_into(m, st, number, into, None)?)?)
}

/// From JDK 21 on there is bytecode around the native.
fn read_random(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    match m.method(call.method).is_native() {
        true => read_bytes(m, st, call),
        false => Ok(Return::Bytecode),
    }
}

fn write_random(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    match m.method(call.method).is_native() {
        true => write_bytes(m, st, call),
        false => Ok(Return::Bytecode),
    }
}

fn length_random(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    match m.method(call.method).is_native() {
        true => length(m, st, call),
        false => Ok(Return::Bytecode),
    }
}

fn resize_random(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    match m.method(call.method).is_native() {
        true => resize(m, st, call),
        false => Ok(Return::Bytecode),
    }
}

fn write(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let number = open_number(m, st, call)?;
    let byte = low_byte(m, call.args[1]);
    or_throw(m.write_file(st, number, None, &[byte])?)?;
    Ok(Return::Void)
}

fn write_bytes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (array, offset, count) = range(m, st, call)?;
    let number = open_number(m, st, call)?;
    let bytes = super::get(m, st, array, offset, count)?;
    or_throw(m.write_file(st, number, None, &bytes)?)?;
    Ok(Return::Void)
}

fn length(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (_, _, node) = position_of(m, st, call)?;
    value(m.file_size(st, node)?)
}

/// Reading all of a file makes an array of its size.
fn known_length(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (_, _, node) = position_of(m, st, call)?;
    let size = m.file_size(st, node)?;
    value(Slot::long(m.concrete_long(st, size)?))
}

fn position(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (_, position, _) = position_of(m, st, call)?;
    value(Slot::long(position as i64))
}

fn remaining(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<(i32, u64, i64)> {
    let (number, position, node) = position_of(m, st, call)?;
    let size = m.file_size(st, node)?;
    let size = m.concrete_long(st, size)?;
    Ok((number, position, size - position as i64))
}

fn available(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (_, _, left) = remaining(m, st, call)?;
    int(left.clamp(0, i64::from(i32::MAX)) as i32)
}

/// Seeks, also behind the end.
fn skip(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (number, position, _) = position_of(m, st, call)?;
    let count = m.concrete_long(st, call.args[1])?;
    let Some(to) = position.checked_add_signed(count) else {
        return or_throw(Err(Errno::INVALID));
    };
    m.seek_file(st, number, to);
    value(Slot::long(count))
}

fn seek(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let number = open_number(m, st, call)?;
    let to = m.concrete_long(st, call.args[1])?;
    match u64::try_from(to) {
        Ok(to) => m.seek_file(st, number, to),
        Err(_) => return Err(Halt::throw("java/io/IOException", "Negative seek offset")),
    }
    Ok(Return::Void)
}

fn resize(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (number, position, _) = position_of(m, st, call)?;
    let size = m.concrete_long(st, call.args[1])?;
    let Ok(size) = u64::try_from(size) else {
        return or_throw(Err(Errno::INVALID));
    };
    or_throw(m.resize_file(st, number, size)?)?;
    m.seek_file(st, number, position.min(size));
    Ok(Return::Void)
}

fn is_regular(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(true)
}

// --- What `File` asks ----------------------------------------------------------------------------------------------

/// The name that an object of class `File` stands for.
fn file(
    m: &mut Machine,
    st: &mut State,
    call: &Call<'_>,
    index: usize,
) -> Answer<crate::files::Name> {
    let path = m.field(st, call.reference(index), "path")?.as_ref();
    let path = m.string_name(st, path, A_FILE)?;
    if path.is_empty() {
        return Ok(Err(Errno::NO_ENTRY));
    }
    m.file_name(st, &path)
}

fn found(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Answer<u32> {
    let name = crate::files::granted!(file(m, st, call, 1));
    m.find_file(st, &name)
}

fn attributes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let node = found(m, st, call)?;
    int(match node.map(|node| m.attributes(st, node).kind) {
        Ok(Kind::File) => 1 | 2,
        Ok(Kind::Directory { .. }) => 1 | 4,
        Err(_) => 0,
    })
}

fn access(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let question = match m.concrete_int(st, call.args[2])? {
        4 => "isReadable",
        2 => "isWritable",
        1 => "isExecutable",
        _ => return refuse(m, st, call),
    };
    let allowed = match file(m, st, call, 1)? {
        Ok(name) => m.may_access(st, &name, question)?,
        Err(errno) => Err(errno),
    };
    boolean(allowed == Ok(true))
}

fn modified(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let Ok(node) = found(m, st, call)? else {
        return value(Slot::long(0));
    };
    let original = m.attributes(st, node).original;
    let seconds = m.file_time(st, original.as_deref())?;
    value(match seconds.term {
        None => Slot::long(seconds.as_long() * 1000),
        Some(term) => {
            m.tell_file_time(st, term);
            let thousand = m.pool.bv64(1000);
            let millis = m.pool.mul(term, thousand);
            m.slot(millis)
        }
    })
}

fn size(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    match found(m, st, call)? {
        Ok(node) => value(m.file_size(st, node)?),
        Err(_) => value(Slot::long(0)),
    }
}

/// Whether the file was made; that there is one already is no error.
fn create(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let path = m.string_name(st, call.reference(1), A_FILE)?;
    let made = match m.file_name(st, &path)? {
        Ok(name) => match m.find_file(st, &name)? {
            Ok(_) => Err(Errno::EXISTS),
            Err(Errno::NO_ENTRY) => m.make_file(st, &name, Kind::File)?,
            Err(errno) => Err(errno),
        },
        Err(errno) => Err(errno),
    };
    match made {
        Ok(_) => boolean(true),
        Err(Errno::EXISTS) => boolean(false),
        Err(errno) => or_throw(Err(errno)),
    }
}

fn create_directory(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let made = match file(m, st, call, 1)? {
        Ok(name) => m.make_directory(st, &name)?,
        Err(errno) => Err(errno),
    };
    boolean(made.is_ok())
}

fn delete(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let gone = match file(m, st, call, 1)? {
        Ok(name) => m.remove_file(st, &name, None)?,
        Err(errno) => Err(errno),
    };
    boolean(gone.is_ok())
}

fn rename(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (from, to) = (file(m, st, call, 1)?, file(m, st, call, 2)?);
    boolean(match (from, to) {
        (Ok(from), Ok(to)) => m.rename_file(st, &from, &to)?.is_ok(),
        _ => false,
    })
}

fn list(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let names = match file(m, st, call, 1)? {
        Ok(name) => m.list_files(st, &name)?,
        Err(errno) => Err(errno),
    };
    let Ok(names) = names else {
        return null();
    };
    m.approximations.insert(ORDER);
    let mut strings: Vec<Ref> = Vec::with_capacity(names.len());
    for name in names {
        strings.push(m.new_java_string(st, &name)?);
    }
    let array = array_of_refs(m, st, "[Ljava/lang/String;", strings)?;
    value(Slot::reference(array))
}

pub(super) const ORDER: &str = "files: directories are listed in the order of the names";

/// Without links, the canonical name is the absolute one without dots; the caller made it absolute.
fn canonical(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let path = m.string_name(st, call.reference(1), A_FILE)?;
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let text = format!("/{}", parts.join("/"));
    value(Slot::reference(m.new_java_string(st, &text)?))
}

/// `generateFile(prefix, suffix, directory)`, without the random number.
fn temporary(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let prefix = m.string_name(st, call.reference(0), A_FILE)?;
    let suffix = m.string_name(st, call.reference(1), A_FILE)?;
    let directory = m.field(st, call.reference(2), "path")?.as_ref();
    let directory = m.string_name(st, directory, A_FILE)?;
    let name = or_throw(m.temporary_name(st, &directory, &prefix, &suffix)?)?;
    let class = m.load("java/io/File")?;
    m.ensure_initialized(st, class)?;
    let made = m.allocate(st, class);
    let text = match directory.ends_with('/') {
        true => format!("{directory}{name}"),
        false => format!("{directory}/{name}"),
    };
    let path = m.new_java_string(st, &text)?;
    m.set_field(st, made, "path", Slot::reference(path))?;
    let prefix_length = i32::from(text.starts_with('/'));
    m.set_field(st, made, "prefixLength", Slot::int(prefix_length))?;
    value(Slot::reference(made))
}
