//! Internet addresses: literal ones are parsed by the JDK itself, and no name is looked up. Whatever opens a connection
//! is unsupported.

use super::{Call, Entry, Return, boolean, nothing};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;

const ADDRESS: &str = "java/net/InetAddress";
const BOTH: &str = "java/net/Inet6AddressImpl";
const OLD: &str = "java/net/Inet4AddressImpl";

pub const NATIVES: &[Entry] = &[
    (ADDRESS, "init", "()V", nothing),
    (ADDRESS, "isIPv4Available", "()Z", yes),
    (ADDRESS, "isIPv6Supported", "()Z", yes),
    ("java/net/Inet4Address", "init", "()V", nothing),
    ("java/net/Inet6Address", "init", "()V", nothing),
    ("java/net/NetworkInterface", "init", "()V", nothing),
    (
        "java/net/InetAddressImplFactory",
        "isIPv6Supported",
        "()Z",
        yes,
    ),
    (BOTH, "lookupAllHostAddr", "*", names),
    (BOTH, "getLocalHostName", "*", names),
    (BOTH, "getHostByAddr", "*", names),
    (OLD, "lookupAllHostAddr", "*", names),
    (OLD, "getLocalHostName", "*", names),
    (OLD, "getHostByAddr", "*", names),
];

fn yes(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(true)
}

fn names(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported("names of hosts are not looked up"))
}
