//! Randomness that no result shows: where the JDK rolls dice for balance or speed, fixed dice are as good. What a
//! program itself draws without a seed stays symbolic, through the clock that seeds it, and so does what is to be secure.

use super::{Call, Entry, Return, int};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{MethodId, Slot};
use classpath::MemberRef;
use ir::synthetic::Builder;
use ir::{Inst, InvokeKind, Kind, Operand};

pub const NATIVES: &[Entry] = &[
    (
        "java/util/concurrent/ThreadLocalRandom",
        "nextSecondarySeed",
        "()I",
        next_secondary_seed,
    ),
    (
        "java/math/BigInteger",
        "passesMillerRabin",
        "(ILjava/util/Random;)Z",
        passes_miller_rabin,
    ),
    (SECURE, "getDefaultPRNG", "*", super::nothing),
    (SECURE, "nextBytes", "([B)V", secure_bytes),
    (SECURE, "generateSeed", "(I)[B", secure_seed),
    // A seed adds to what the system gives, so that any value is as good as before.
    (SECURE, "setSeed", "([B)V", super::nothing),
    (SECURE, "nextBytes", "*", secure_provider),
    (SECURE, "reseed", "*", secure_provider),
    (SECURE, "getParameters", "*", secure_provider),
    (SECURE, "getAlgorithm", "*", secure_provider),
    (SECURE, "getProvider", "*", secure_provider),
    (SECURE, "toString", "*", secure_provider),
];

const SECURE: &str = "java/security/SecureRandom";

/// Every byte is an input.
fn secure_bytes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let array = call.reference(1);
    let length = m.array_slots(st, array)?.len();
    for at in 0..length {
        let byte = m.environment_primitive(st, "a byte of SecureRandom", b'B');
        m.array_store(st, array, Slot::int(at as i32), byte)?;
    }
    Ok(Return::Void)
}

fn secure_seed(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let length = m.concrete_int(st, call.args[1])?;
    if length < 0 {
        return Err(Halt::throw(
            "java/lang/IllegalArgumentException",
            "numBytes cannot be negative",
        ));
    }
    let class = m.load("[B")?;
    let array = m.allocate_array(st, class, length as usize)?;
    let random = call.args[0];
    secure_bytes(
        m,
        st,
        &Call {
            args: &[random, Slot::reference(array)],
            method: call.method,
        },
    )?;
    super::value(Slot::reference(array))
}

fn secure_provider(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(
        "SecureRandom: the algorithm and its parameters are not modelled",
    ))
}

/// The levels of skip lists and the spinning of queues: the JDK's own generator, from a fixed start.
fn next_secondary_seed(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    let thread = super::thread::main_thread(m, st)?;
    let seed = m
        .field(st, thread, "threadLocalRandomSecondarySeed")?
        .as_int();
    let next = if seed == 0 {
        0x7f4a_7c15
    } else {
        let seed = seed ^ (seed << 13);
        let seed = seed ^ ((seed as u32) >> 17) as i32;
        seed ^ (seed << 5)
    };
    m.set_field(
        st,
        thread,
        "threadLocalRandomSecondarySeed",
        Slot::int(next),
    )?;
    int(next)
}

/// A test of primality errs, if at all, with a probability that the caller chose as negligible.
fn passes_miller_rabin(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    if !call.reference(2).is_null() {
        return Ok(Return::Bytecode);
    }
    let next = seeded(m)?;
    Ok(Return::Call(next, call.args[..2].to_vec()))
}

/// `static boolean test(BigInteger n, int rounds) { return n.passesMillerRabin(rounds, new Random(1)); }`
fn seeded(m: &mut Machine) -> Step<MethodId> {
    const RANDOM: &str = "java/util/Random";
    let key = ("BigInteger.passesMillerRabin".to_owned(), "seeded");
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let member = |class: &str, name: &str, descriptor: &str| MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    };
    let mut body = Builder::new(&[Kind::Ref, Kind::Int]);
    let random = body.register(Kind::Ref);
    body.push(Inst::New {
        dst: random,
        class: RANDOM.into(),
    });
    let special = InvokeKind::Special;
    let random_args = [Operand::Reg(random), Operand::Long(1)];
    body.invoke(
        special,
        member(RANDOM, "<init>", "(J)V"),
        false,
        &random_args,
        None,
    );
    let test = member(
        "java/math/BigInteger",
        "passesMillerRabin",
        "(ILjava/util/Random;)Z",
    );
    let args = [body.param(0), body.param(1), Operand::Reg(random)];
    let passed = body.invoke(special, test, false, &args, Some(Kind::Int));
    let body = body.finish(Some(passed));
    let made = m.add_synthetic("test", "(Ljava/math/BigInteger;I)Z", body)?;
    m.throwers.insert(key, made);
    Ok(made)
}
