//! `MessageDigest.getInstance` and `Mac.getInstance`: the digests of the JDK itself, made without the security providers,
//! which would read the JDK's configuration and jars to find the same classes. The digests run as bytecode.

use super::{Call, Entry, Return};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::MethodId;
use classpath::MemberRef;
use ir::synthetic::Builder;
use ir::{Inst, InvokeKind, Kind, Operand};

const DIGEST: &str = "java/security/MessageDigest";
/// Wraps a digest from JDK 17 on; earlier JDKs are left to their bytecode.
const WRAPPER: &str = "java/security/MessageDigest$Delegate$CloneableDelegate";

const WRAPPER_OF: &str =
    "(Ljava/security/MessageDigestSpi;Ljava/lang/String;Ljava/security/Provider;)V";
const MAC: &str = "javax/crypto/Mac";
const MAC_OF: &str = "(Ljavax/crypto/MacSpi;Ljava/security/Provider;Ljava/lang/String;)V";

pub const NATIVES: &[Entry] = &[
    (
        DIGEST,
        "getInstance",
        "(Ljava/lang/String;)Ljava/security/MessageDigest;",
        get_instance,
    ),
    (DIGEST, "getProvider", "*", provider),
    (DIGEST, "toString", "()Ljava/lang/String;", provider),
    (
        MAC,
        "getInstance",
        "(Ljava/lang/String;)Ljavax/crypto/Mac;",
        mac,
    ),
    (MAC, "getProvider", "*", provider),
];

/// Names are compared without regard to case.
const CLASSES: &[(&str, &str)] = &[
    ("MD2", "sun/security/provider/MD2"),
    ("MD5", "sun/security/provider/MD5"),
    ("SHA", "sun/security/provider/SHA"),
    ("SHA1", "sun/security/provider/SHA"),
    ("SHA-1", "sun/security/provider/SHA"),
    ("SHA-224", "sun/security/provider/SHA2$SHA224"),
    ("SHA-256", "sun/security/provider/SHA2$SHA256"),
    ("SHA-384", "sun/security/provider/SHA5$SHA384"),
    ("SHA-512", "sun/security/provider/SHA5$SHA512"),
    ("SHA-512/224", "sun/security/provider/SHA5$SHA512_224"),
    ("SHA-512/256", "sun/security/provider/SHA5$SHA512_256"),
    ("SHA3-224", "sun/security/provider/SHA3$SHA224"),
    ("SHA3-256", "sun/security/provider/SHA3$SHA256"),
    ("SHA3-384", "sun/security/provider/SHA3$SHA384"),
    ("SHA3-512", "sun/security/provider/SHA3$SHA512"),
];

const MACS: &[(&str, &str)] = &[
    ("HMACMD5", "com/sun/crypto/provider/HmacMD5"),
    ("HMACSHA1", "com/sun/crypto/provider/HmacSHA1"),
    ("HMACSHA224", "com/sun/crypto/provider/HmacCore$HmacSHA224"),
    ("HMACSHA256", "com/sun/crypto/provider/HmacCore$HmacSHA256"),
    ("HMACSHA384", "com/sun/crypto/provider/HmacCore$HmacSHA384"),
    ("HMACSHA512", "com/sun/crypto/provider/HmacCore$HmacSHA512"),
];

fn get_instance(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let wrapped = m.classpath().find(WRAPPER);
    if call.reference(0).is_null() || !matches!(wrapped, Ok(Some(_))) {
        return Ok(Return::Bytecode);
    }
    let name = m.string_name(st, call.reference(0), "MessageDigest.getInstance")?;
    let upper = name.to_ascii_uppercase();
    if let Some((_, class)) = CLASSES.iter().find(|(known, _)| *known == upper) {
        let maker = maker(m, "digest", class, WRAPPER, WRAPPER_OF)?;
        return Ok(Return::Call(maker, vec![call.args[0]]));
    }
    // Object identifiers are names, too, and SHAKE is known to later JDKs.
    let other = ["SHAKE", "OID."].iter().any(|p| upper.starts_with(p));
    if other || upper.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(Halt::unsupported(format!(
            "MessageDigest.getInstance of {name}"
        )));
    }
    Err(Halt::throw(
        "java/security/NoSuchAlgorithmException",
        format!("{name} MessageDigest not available"),
    ))
}

fn provider(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(
        "the provider of an algorithm: security providers are not modelled",
    ))
}

/// `static Object make(String name) { return new Wrapper(new …(), name, null); }`, with the arguments in the order of
/// the wrapper's constructor, which leaves the provider null.
fn maker(
    m: &mut Machine,
    what: &'static str,
    class: &str,
    wrapper: &str,
    constructor: &str,
) -> Step<MethodId> {
    let key = (class.to_owned(), what);
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let mut body = Builder::new(&[Kind::Ref]);
    let name = body.param(0);
    let mut make = |class: &str, descriptor: &str, rest: &[Operand]| {
        let made = body.register(Kind::Ref);
        body.push(Inst::New {
            dst: made,
            class: class.into(),
        });
        let constructor = MemberRef {
            class: class.into(),
            name: "<init>".into(),
            descriptor: descriptor.into(),
        };
        let mut args = vec![Operand::Reg(made)];
        args.extend_from_slice(rest);
        body.invoke(InvokeKind::Special, constructor, false, &args, None);
        Operand::Reg(made)
    };
    let inner = make(class, "()V", &[]);
    let rest = match constructor {
        MAC_OF => [inner, Operand::Null, name],
        _ => [inner, name, Operand::Null],
    };
    let wrapped = make(wrapper, constructor, &rest);
    let body = body.finish(Some(wrapped));
    let descriptor = format!("(Ljava/lang/String;)L{wrapper};");
    let made = m.add_synthetic(what, &descriptor, body)?;
    m.throwers.insert(key, made);
    Ok(made)
}

// --- Message authentication ----------------------------------------------------------------------------------------

fn mac(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if call.reference(0).is_null() {
        return Ok(Return::Bytecode);
    }
    let name = m.string_name(st, call.reference(0), "Mac.getInstance")?;
    let upper = name.to_ascii_uppercase();
    let Some((_, class)) = MACS.iter().find(|(known, _)| *known == upper) else {
        return Err(Halt::unsupported(format!("Mac.getInstance of {name}")));
    };
    let maker = maker(m, "mac", class, MAC, MAC_OF)?;
    Ok(Return::Call(maker, vec![call.args[0]]))
}
