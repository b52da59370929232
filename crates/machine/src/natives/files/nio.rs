//! The natives below `java.nio.file.Files` and `FileChannel`: system calls by path, and reading and writing through
//! buffers. The methods of `UnixNativeDispatcher` that take a path stand in the table rather than the natives below
//! them, which get its address.

use super::{close_descriptor, get, number_of, or_throw, read_into, refuse};
use crate::files::{Answer, Attributes, Errno, Kind, Mode, Name, WORKING_DIRECTORY, granted};
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::natives::{Call, Entry, Return, boolean, int, nothing, null, value};
use crate::state::State;
use crate::value::{Ref, Slot};

const CALLS: &str = "sun/nio/fs/UnixNativeDispatcher";
const LINUX: &str = "sun/nio/fs/LinuxNativeDispatcher";
const ATTRIBUTES: &str = "sun/nio/fs/UnixFileAttributes";
const IO: &str = "sun/nio/ch/IOUtil";
const CHANNEL: &str = "sun/nio/ch/FileChannelImpl";
/// Up to JDK 20 and from then on.
const DISPATCHER: &str = "sun/nio/ch/FileDispatcherImpl";
const UNIX_DISPATCHER: &str = "sun/nio/ch/UnixFileDispatcherImpl";
const THREAD: &str = "sun/nio/ch/NativeThread";

pub const NATIVES: &[Entry] = &[
    (CALLS, "init", "()I", zero),
    (CALLS, "getcwd", "*", working_directory),
    (CALLS, "strerror", "*", message),
    (CALLS, "open", "*", open),
    (CALLS, "close", "(I)V", close),
    (CALLS, "access", "*", access),
    (CALLS, "exists", "*", exists),
    (CALLS, "stat", "*", stat),
    (CALLS, "stat2", "*", stat),
    (CALLS, "lstat", "*", stat),
    (CALLS, "fstat", "*", stat_open),
    (CALLS, "mkdir", "*", make_directory),
    (CALLS, "rmdir", "*", remove_directory),
    (CALLS, "unlink", "*", remove_file),
    (CALLS, "rename", "*", rename),
    (CALLS, "realpath", "*", real_path),
    (CALLS, "readlink", "*", no_link),
    (CALLS, "opendir", "*", open_directory),
    (CALLS, "readdir", "*", read_directory),
    (CALLS, "closedir", "*", nothing),
    (CALLS, "link", "*", refuse),
    (CALLS, "symlink", "*", refuse),
    (CALLS, "mknod", "*", refuse),
    (CALLS, "chown", "*", refuse),
    (CALLS, "lchown", "*", refuse),
    (CALLS, "chmod", "*", refuse),
    (CALLS, "utimes", "*", refuse),
    (CALLS, "lutimes", "*", refuse),
    (CALLS, "utimensat", "*", refuse),
    (CALLS, "futimes", "*", refuse),
    (CALLS, "futimens", "*", refuse),
    (CALLS, "statvfs", "*", refuse),
    (CALLS, "getpwuid", "*", refuse),
    (CALLS, "getgrgid", "*", refuse),
    (CALLS, "getpwnam", "*", refuse),
    (CALLS, "getgrnam", "*", refuse),
    (CALLS, "fchmodatNoFollowSupported0", "()Z", no),
    (LINUX, "init", "*", nothing),
    (LINUX, "posix_fadvise", "*", zero),
    (LINUX, "directCopy0", "*", copy),
    ("sun/nio/fs/UnixCopyFile", "transfer", "*", copy),
    (ATTRIBUTES, "size", "()J", told_size),
    (ATTRIBUTES, "lastModifiedTime", "*", told_time),
    (ATTRIBUTES, "lastAccessTime", "*", told_time),
    (ATTRIBUTES, "creationTime", "*", told_time),
    (
        "java/nio/file/TempFileHelper",
        "generatePath",
        "*",
        temporary,
    ),
    (IO, "read", "*", read),
    (IO, "write", "*", write),
    (IO, "iovMax", "*", vectors),
    (IO, "writevMax", "*", most),
    (IO, "fdLimit", "*", vectors),
    (IO, "fdVal", "*", number),
    (CHANNEL, "initIDs", "*", page),
    (CHANNEL, "maxDirectTransferSize0", "*", zero),
    (CHANNEL, "transferTo0", "*", unsupported_transfer),
    (CHANNEL, "transferToDirectly", "*", unsupported_transfer),
    (CHANNEL, "transferToDirect", "*", unsupported_transfer),
    (
        CHANNEL,
        "transferToTrustedChannel",
        "*",
        unsupported_transfer,
    ),
    (CHANNEL, "transferFromDirect", "*", unsupported_transfer),
    (CHANNEL, "map", "*", refuse),
    (DISPATCHER, "init", "*", nothing),
    (DISPATCHER, "init0", "*", nothing),
    (DISPATCHER, "size0", "*", size),
    (UNIX_DISPATCHER, "size0", "*", size),
    (DISPATCHER, "seek0", "*", seek),
    (UNIX_DISPATCHER, "seek0", "*", seek),
    (DISPATCHER, "truncate0", "*", truncate),
    (UNIX_DISPATCHER, "truncate0", "*", truncate),
    (DISPATCHER, "force0", "*", zero),
    (UNIX_DISPATCHER, "force0", "*", zero),
    (DISPATCHER, "lock0", "*", zero),
    (UNIX_DISPATCHER, "lock0", "*", zero),
    (DISPATCHER, "release0", "*", nothing),
    (UNIX_DISPATCHER, "release0", "*", nothing),
    (UNIX_DISPATCHER, "isOther0", "*", no),
    (UNIX_DISPATCHER, "available0", "*", available),
    (UNIX_DISPATCHER, "allocationGranularity0", "*", page),
    (DISPATCHER, "canTransferToFromOverlappedMap0", "*", no),
    (DISPATCHER, "close0", "*", close_channel),
    (DISPATCHER, "preClose0", "*", nothing),
    (THREAD, "init", "*", nothing),
    (THREAD, "current", "*", no_thread),
    (THREAD, "current0", "*", no_thread),
    (THREAD, "supportPendingSignals0", "*", no),
    // What a cleaner would do when the collector has found something unused never happens.
    ("jdk/internal/ref/CleanerImpl", "start", "*", nothing),
];

fn zero(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    int(0)
}

fn no(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(false)
}

fn vectors(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    int(1024)
}

fn most(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::long(i64::from(i32::MAX)))
}

fn page(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::long(4096))
}

fn no_thread(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::long(0))
}

/// `IOStatus.UNSUPPORTED`: then it goes through a buffer.
fn unsupported_transfer(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::long(-4))
}

fn bytes_of(m: &mut Machine, st: &mut State, text: &str) -> Step<Return> {
    let class = m.load("[B")?;
    let bytes = text.bytes().map(|b| b as i8).collect();
    value(Slot::reference(st.heap.allocate(class, Data::Bytes(bytes))))
}

fn working_directory(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    bytes_of(m, st, WORKING_DIRECTORY)
}

fn message(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let errno = Errno(m.concrete_int(st, call.args[0])?);
    bytes_of(m, st, errno.message())
}

// --- By path -------------------------------------------------------------------------------------------------------

/// The text of a `UnixPath`.
fn path(m: &mut Machine, st: &mut State, call: &Call<'_>, index: usize) -> Step<String> {
    let bytes = m.field(st, call.reference(index), "path")?.as_ref();
    let bytes = m.array_slots(st, bytes)?;
    if bytes.iter().any(|byte| byte.is_symbolic()) {
        return Err(Halt::unsupported("a file whose name is an input"));
    }
    let bytes: Vec<u8> = bytes.iter().map(|byte| byte.as_int() as u8).collect();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn named(m: &mut Machine, st: &mut State, call: &Call<'_>, index: usize) -> Answer<Name> {
    let path = path(m, st, call, index)?;
    m.file_name(st, &path)
}

fn found(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Answer<u32> {
    let name = granted!(named(m, st, call, 0));
    m.find_file(st, &name)
}

/// Throws the exception that all of `sun.nio.fs` translates into one of those that users see.
fn or_fail<T>(m: &mut Machine, st: &mut State, answer: Result<T, Errno>) -> Step<T> {
    match answer {
        Ok(value) => Ok(value),
        Err(Errno(number)) => {
            let class = m.load("sun/nio/fs/UnixException")?;
            m.ensure_initialized(st, class)?;
            let exception = m.allocate(st, class);
            m.set_field(st, exception, "errno", Slot::int(number))?;
            Err(Halt::Throw(exception))
        }
    }
}

/// Calls that give back an error number in some JDKs throw it in others.
fn told(
    m: &mut Machine,
    st: &mut State,
    call: &Call<'_>,
    answer: Result<(), Errno>,
) -> Step<Return> {
    if m.method(call.method).result.is_some() {
        return int(answer.map_or_else(|errno| errno.0, |()| 0));
    }
    or_fail(m, st, answer)?;
    Ok(Return::Void)
}

fn open(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let flags = m.concrete_int(st, call.args[1])?;
    let has = |flag: i32| flags & flag != 0;
    let mode = Mode {
        reads: flags & 3 != 1,
        writes: flags & 3 != 0,
        create: has(0o100),
        exclusive: has(0o200),
        truncate: has(0o1000),
        append: has(0o2000),
    };
    let opened = match named(m, st, call, 0)? {
        Ok(name) => m.open_file(st, &name, mode)?,
        Err(errno) => Err(errno),
    };
    int(or_fail(m, st, opened)?)
}

fn close(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let number = m.concrete_int(st, call.args[0])?;
    m.close_file(st, number);
    Ok(Return::Void)
}

fn access(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let wanted = m.concrete_int(st, call.args[1])?;
    let answer = may_access(m, st, call, wanted)?;
    told(m, st, call, answer)
}

fn may_access(m: &mut Machine, st: &mut State, call: &Call<'_>, wanted: i32) -> Answer<()> {
    let name = granted!(named(m, st, call, 0));
    granted!(m.find_file(st, &name));
    for (bit, question) in [(4, "isReadable"), (2, "isWritable"), (1, "isExecutable")] {
        if wanted & bit != 0 && !granted!(m.may_access(st, &name, question)) {
            return Ok(Err(Errno::NO_ACCESS));
        }
    }
    Ok(Ok(()))
}

fn exists(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    boolean(found(m, st, call)?.is_ok())
}

fn permissions(kind: &Kind) -> i32 {
    match kind {
        Kind::Directory { .. } => 0o040_755,
        Kind::File => 0o100_644,
    }
}

/// `stat(path)` gives the mode back, 0 if there is nothing; the others fill in attributes.
fn stat(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let answer = found(m, st, call)?;
    if call.args.len() == 1 {
        return int(answer.map_or(0, |node| permissions(&m.attributes(st, node).kind)));
    }
    let answer = match answer {
        Ok(node) => {
            fill(m, st, call.reference(1), node)?;
            Ok(())
        }
        Err(errno) => Err(errno),
    };
    told(m, st, call, answer)
}

fn stat_open(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let number = m.concrete_int(st, call.args[0])?;
    let Some((_, node)) = m.opened_file(st, number) else {
        return told(m, st, call, Err(Errno::BAD_DESCRIPTOR));
    };
    fill(m, st, call.reference(1), node)?;
    told(m, st, call, Ok(()))
}

fn fill(m: &mut Machine, st: &mut State, into: Ref, node: u32) -> Step<()> {
    let Attributes {
        kind,
        node,
        size,
        original,
    } = m.attributes(st, node);
    let time = m.file_time(st, original.as_deref())?;
    let values = [
        ("st_mode", Slot::int(permissions(&kind))),
        ("st_ino", Slot::long(i64::from(node) + 1)),
        ("st_dev", Slot::long(1)),
        ("st_nlink", Slot::int(1)),
        ("st_size", size),
        ("st_atime_sec", time),
        ("st_mtime_sec", time),
        ("st_ctime_sec", time),
        ("st_birthtime_sec", time),
    ];
    for (field, value) in values {
        m.set_field(st, into, field, value)?;
    }
    Ok(())
}

/// The node whose attributes these are.
fn node_of(m: &mut Machine, st: &State, attributes: Ref) -> Step<u32> {
    let inode = m.field(st, attributes, "st_ino")?;
    let inode = m.concrete_long(st, inode)?;
    Ok((inode - 1).max(0) as u32)
}

/// A size or a time becomes an input where somebody looks at it.
fn told_size(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let size = m.field(st, call.reference(0), "st_size")?;
    if size.is_symbolic() {
        let node = node_of(m, st, call.reference(0))?;
        m.initial_content(st, node)?;
    }
    Ok(Return::Bytecode)
}

fn told_time(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let time = m.field(st, call.reference(0), "st_mtime_sec")?;
    if let Some(term) = time.term {
        m.tell_file_time(st, term);
    }
    Ok(Return::Bytecode)
}

fn make_directory(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let made = match named(m, st, call, 0)? {
        Ok(name) => m.make_directory(st, &name)?,
        Err(errno) => Err(errno),
    };
    or_fail(m, st, made)?;
    Ok(Return::Void)
}

fn remove_directory(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    remove(m, st, call, true)
}

fn remove_file(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    remove(m, st, call, false)
}

fn remove(m: &mut Machine, st: &mut State, call: &Call<'_>, directory: bool) -> Step<Return> {
    let gone = match named(m, st, call, 0)? {
        Ok(name) => m.remove_file(st, &name, Some(directory))?,
        Err(errno) => Err(errno),
    };
    or_fail(m, st, gone)?;
    Ok(Return::Void)
}

fn rename(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (from, to) = (named(m, st, call, 0)?, named(m, st, call, 1)?);
    let renamed = match (from, to) {
        (Ok(from), Ok(to)) => m.rename_file(st, &from, &to)?,
        (Err(errno), _) | (_, Err(errno)) => Err(errno),
    };
    or_fail(m, st, renamed)?;
    Ok(Return::Void)
}

fn real_path(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let name = named(m, st, call, 0)?;
    let there = match name {
        Ok(name) => m.find_file(st, &name)?.map(|_| name),
        Err(errno) => Err(errno),
    };
    let name = or_fail(m, st, there)?;
    let text = match &*name {
        "" => WORKING_DIRECTORY.to_owned(),
        name if name.starts_with('/') => name.to_owned(),
        name => format!("{WORKING_DIRECTORY}/{name}"),
    };
    bytes_of(m, st, &text)
}

fn no_link(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let answer = found(m, st, call)?.and(Err::<(), Errno>(Errno::INVALID));
    or_fail(m, st, answer)?;
    null()
}

fn open_directory(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let names = match named(m, st, call, 0)? {
        Ok(name) => m.list_files(st, &name)?,
        Err(errno) => Err(errno),
    };
    let names = or_fail(m, st, names)?;
    m.approximations.insert(super::io::ORDER);
    value(Slot::long(m.begin_listing(st, names)))
}

fn read_directory(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let number = m.concrete_long(st, call.args[0])?;
    match m.next_listed(st, number) {
        Some(name) => bytes_of(m, st, &name),
        None => null(),
    }
}

/// The bytes of one open file into another.
fn copy(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let to = m.concrete_int(st, call.args[0])?;
    let from = m.concrete_int(st, call.args[1])?;
    let bytes = m.read_file(st, from, None, usize::MAX)?;
    let bytes = or_fail(m, st, bytes)?;
    let written = m.write_file(st, to, None, &bytes)?;
    or_fail(m, st, written)?;
    match m.method(call.method).result {
        Some(_) => int(0),
        None => Ok(Return::Void),
    }
}

/// `generatePath(prefix, suffix, directory)`, without the random number.
fn temporary(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let what = "a file whose name is an input";
    let prefix = match call.reference(0).is_null() {
        true => String::new(),
        false => m.string_name(st, call.reference(0), what)?,
    };
    let suffix = match call.reference(1).is_null() {
        true => ".tmp".to_owned(),
        false => m.string_name(st, call.reference(1), what)?,
    };
    if prefix.contains('/') || suffix.contains('/') {
        return Ok(Return::Bytecode);
    }
    let directory = path(m, st, call, 2)?;
    let name = match m.temporary_name(st, &directory, &prefix, &suffix)? {
        Ok(name) => name,
        // Making the file says what is wrong with the directory.
        Err(_) => format!("{prefix}1000000000{suffix}"),
    };
    let name = m.new_java_string(st, &name)?;
    let resolve = m.lookup(
        "java/nio/file/Path",
        "resolve",
        "(Ljava/lang/String;)Ljava/nio/file/Path;",
    )?;
    Ok(Return::Call(
        resolve,
        vec![call.args[2], Slot::reference(name)],
    ))
}

// --- Channels ------------------------------------------------------------------------------------------------------

/// A buffer with an array, and the room in it: the array, where the room starts, how much there is, and the position.
fn buffer(m: &mut Machine, st: &State, buffer: Ref) -> Step<(Ref, usize, usize, i32)> {
    let array = m.field(st, buffer, "hb")?.as_ref();
    if array.is_null() {
        return Err(Halt::unsupported("a direct ByteBuffer"));
    }
    let mut field = |name: &str| {
        let slot = m.field(st, buffer, name)?;
        m.concrete_int(st, slot)
    };
    let (offset, position, limit) = (field("offset")?, field("position")?, field("limit")?);
    let start = (offset + position).max(0) as usize;
    Ok((array, start, (limit - position).max(0) as usize, position))
}

/// The file, the buffer and the place in the file of a transfer; none for those that take several buffers.
type Transfer = (i32, Ref, Option<u64>);

fn transfer(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Transfer> {
    if m.method(call.method).descriptor.contains("[Ljava/nio") {
        return Err(Halt::unsupported(
            "reading or writing several buffers at once",
        ));
    }
    let number = number_of(m, st, call.reference(0))?;
    if m.opened_file(st, number).is_none() {
        return Err(Halt::unsupported("a channel that is not one of a file"));
    }
    let at = m.concrete_long(st, call.args[2])?;
    Ok((number, call.reference(1), u64::try_from(at).ok()))
}

fn read(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (number, into, at) = transfer(m, st, call)?;
    let (array, start, room, position) = buffer(m, st, into)?;
    let count = or_throw(read_into(m, st, number, (array, start, room), at)?)?;
    m.set_field(st, into, "position", Slot::int(position + count.max(0)))?;
    int(count)
}

fn write(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (number, from, at) = transfer(m, st, call)?;
    let (array, start, count, position) = buffer(m, st, from)?;
    let bytes = get(m, st, array, start, count)?;
    or_throw(m.write_file(st, number, at, &bytes)?)?;
    m.set_field(st, from, "position", Slot::int(position + count as i32))?;
    int(count as i32)
}

fn number(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    int(number_of(m, st, call.reference(0))?)
}

/// The number, position and node of the file behind a descriptor.
fn channel(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<(i32, u64, u32)> {
    let number = number_of(m, st, call.reference(0))?;
    match m.opened_file(st, number) {
        Some((position, node)) => Ok((number, position, node)),
        None => or_throw(Err(Errno::BAD_DESCRIPTOR)),
    }
}

fn size(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (_, _, node) = channel(m, st, call)?;
    let size = m.file_size(st, node)?;
    // Those who ask make arrays of it.
    value(Slot::long(m.concrete_long(st, size)?))
}

fn available(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (_, position, node) = channel(m, st, call)?;
    let size = m.file_size(st, node)?;
    let left = m.concrete_long(st, size)? - position as i64;
    int(left.clamp(0, i64::from(i32::MAX)) as i32)
}

/// Where the file stands if the new position is negative.
fn seek(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (number, position, _) = channel(m, st, call)?;
    let to = m.concrete_long(st, call.args[1])?;
    let Ok(to) = u64::try_from(to) else {
        return value(Slot::long(position as i64));
    };
    m.seek_file(st, number, to);
    value(Slot::long(to as i64))
}

fn truncate(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (number, _, _) = channel(m, st, call)?;
    let size = m.concrete_long(st, call.args[1])?;
    or_throw(m.resize_file(st, number, size.max(0) as u64)?)?;
    int(0)
}

fn close_channel(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    close_descriptor(m, st, call.reference(0))?;
    Ok(Return::Void)
}
