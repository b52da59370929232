//! The world outside: files, sockets, processes. None of it is modelled, and every way in says so by name. What only
//! describes the platform, such as the file separator, is answered for Linux.

use super::{Call, Entry, Return};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;

const FILES: &str = "files are not modelled";
const INPUT: &str = "standard input and files are not modelled";

pub const NATIVES: &[Entry] = &[
    ("java/io/FileDescriptor", "getHandle", "*", zero),
    ("java/io/FileDescriptor", "getAppend", "*", zero),
    ("java/io/FileDescriptor", "sync0", "*", files),
    ("java/io/FileInputStream", "isRegularFile0", "*", files),
    ("java/io/FileInputStream", "read0", "*", input),
    ("java/io/FileInputStream", "readBytes", "*", input),
    ("java/io/FileInputStream", "available0", "*", input),
    ("java/io/FileInputStream", "skip0", "*", input),
    ("java/io/FileInputStream", "length0", "*", input),
    ("java/io/FileInputStream", "position0", "*", input),
    ("java/io/FileInputStream", "read", "()I", input),
    ("java/io/FileInputStream", "read", "([B)I", input),
    ("java/io/FileInputStream", "skip", "(J)J", input),
    ("java/io/FileOutputStream", "open0", "*", files),
    ("java/io/FileOutputStream", "write", "(IZ)V", files),
    ("java/io/FileOutputStream", "writeBytes", "*", files),
    ("java/io/RandomAccessFile", "open0", "*", files),
    (
        "java/io/UnixFileSystem",
        "getBooleanAttributes0",
        "*",
        files,
    ),
    ("java/io/UnixFileSystem", "checkAccess", "*", files),
    ("java/io/UnixFileSystem", "getLastModifiedTime", "*", files),
    ("java/io/UnixFileSystem", "getLength", "*", files),
    (
        "java/io/UnixFileSystem",
        "createFileExclusively",
        "*",
        files,
    ),
    ("java/io/UnixFileSystem", "checkAccess0", "*", files),
    ("java/io/UnixFileSystem", "getLastModifiedTime0", "*", files),
    ("java/io/UnixFileSystem", "getLength0", "*", files),
    (
        "java/io/UnixFileSystem",
        "createFileExclusively0",
        "*",
        files,
    ),
    ("java/io/UnixFileSystem", "list0", "*", files),
    ("java/io/UnixFileSystem", "createDirectory0", "*", files),
    ("java/io/UnixFileSystem", "delete0", "*", files),
    ("java/io/UnixFileSystem", "list", "*", files),
    ("java/io/UnixFileSystem", "createDirectory", "*", files),
    ("java/io/UnixFileSystem", "rename0", "*", files),
    ("java/io/UnixFileSystem", "canonicalize0", "*", files),
    ("java/io/Console", "encoding", "*", console),
    ("java/io/Console", "istty", "*", zero),
];

fn name(m: &Machine, call: &Call<'_>) -> String {
    let method = m.method(call.method);
    format!("{}.{}", m.class(method.class).java_name(), method.name)
}

pub(super) fn files(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(format!("{}: {FILES}", name(m, call))))
}

pub(super) fn input(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(format!("{}: {INPUT}", name(m, call))))
}

fn zero(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    super::int(0)
}

fn console(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    super::null()
}
