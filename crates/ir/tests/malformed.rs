//! Code that no compiler makes: each fault is named with its place, and nothing panics or runs on forever.

mod support;

use classpath::{ClassFile, Handler, Jdk, Method};
use std::time::{Duration, Instant};
use support::assembler::Assembled;
use support::random::Random;

fn fault(code: &[u8]) -> String {
    let class = Assembled {
        descriptor: "(IJ)I",
        max_stack: 4,
        max_locals: 5,
        code: code.to_vec(),
        handlers: Vec::new(),
    }
    .class();
    match ir::lower(&class, &class.methods[0]) {
        Ok(_) => "none".into(),
        Err(e) => {
            assert_eq!(e.method, "T.run(IJ)I");
            format!("{}: {}", e.pc, e.reason)
        }
    }
}

#[test]
fn every_fault_has_a_place_and_a_reason() {
    let cases: &[(&[u8], &str)] = &[
        (&[0x1a, 0xac], "none"),
        (&[0xca], "0: 0xca is not an instruction"),
        (
            &[0x1a, 0x11, 0],
            "1: the instruction is cut off by the end of the code",
        ),
        (
            &[0xa7, 0, 4, 0x11, 0, 0, 0xac],
            "0: jumps to 4, where no instruction starts",
        ),
        (
            &[0xa7, 0xff, 0xff],
            "0: jumps to -1, before the start of the code",
        ),
        (&[0xa7, 0, 3], "0: jumps to 3, where no instruction starts"),
        (&[0x57, 0x1a, 0xac], "0: the operand stack is empty"),
        (
            &[0x1a, 0x59, 0x59, 0x59, 0x59],
            "4: the operand stack grows beyond the declared 4 words",
        ),
        (&[0x1a], "0: execution can run past the end of the code"),
        (
            &[0x1a, 0x99, 0xff, 0xff],
            "1: execution can run past the end of the code",
        ),
        (
            &[0x1f, 0xac],
            "1: expects an int on the stack but finds a long",
        ),
        (
            &[0x1f, 0x57, 0x1a, 0xac],
            "1: splits a long or double on the stack",
        ),
        (
            &[0x1f, 0xad],
            "1: returns another type than the method declares",
        ),
        (
            &[0x1e, 0x88, 0xac],
            "0: expects a long in local variable 0 but finds an int",
        ),
        (
            &[0x1c, 0xac],
            "0: expects an int in local variable 2 but finds the second half of a long or double",
        ),
        (
            &[0x1d, 0xac],
            "0: expects an int in local variable 3 but finds no usable value",
        ),
        (&[0x15, 5, 0xac], "0: local variable 5 does not exist"),
        (
            &[0x1f, 0x37, 4, 0x1a, 0xac],
            "1: local variable 4 does not exist",
        ),
        // A store into the second half of a long makes it unusable.
        (
            &[0x1a, 0x3d, 0x1f, 0x88, 0xac],
            "2: expects a long in local variable 1 but finds no usable value",
        ),
        (
            &[0x1a, 0x99, 0, 4, 0x1a, 0x1a, 0xac],
            "4: paths meet with 0 and 1 values on the operand stack",
        ),
        (
            &[0xa9, 0],
            "0: ret expects a return address in local variable 0 but finds an int",
        ),
        (
            &[0xa8, 0, 3, 0xac],
            "3: expects an int on the stack but finds a return address",
        ),
        (&[0xc4, 0x60, 0, 0], "0: wide does not apply to 0x60"),
        (
            &[0x12, 1, 0xac],
            "0: constant pool entry 1 is not a loadable constant",
        ),
        (
            &[0x12, 99, 0xac],
            "0: constant pool entry 99 is not a loadable constant",
        ),
        (
            &[0x14, 0, 7, 0xad],
            "0: constant pool entry 7 is not a constant of two words",
        ),
        (
            &[0xb2, 0, 7, 0xac],
            "0: constant pool entry 7 is not a field",
        ),
        (
            &[0xb8, 0, 7, 0xac],
            "0: constant pool entry 7 is not a method",
        ),
        (
            &[0xba, 0, 7, 0, 0, 0xac],
            "0: constant pool entry 7 is not a dynamic call site",
        ),
        (
            &[0xba, 0, 7, 0, 1, 0xac],
            "0: invokedynamic has malformed operands",
        ),
        (
            &[0xbb, 0, 1, 0xac],
            "0: constant pool entry 1 is not a class",
        ),
        (&[0x1a, 0xbc, 3, 0xac], "1: 3 is no primitive array type"),
        (
            &[0x1a, 0xc5, 0, 7, 1, 0xac],
            "1: makes 1 dimensions of an array of type T",
        ),
        (
            &[0xaa, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
            "0: tableswitch has a low key above its high key",
        ),
        (
            &[
                0xaa, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff,
            ],
            "0: the instruction is cut off by the end of the code",
        ),
        (
            &[0xab, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
            "0: lookupswitch has a negative number of pairs",
        ),
        // Unreachable code must still be instructions, but is not executed.
        (&[0x1a, 0xac, 0x57, 0x57], "none"),
    ];
    for (code, expected) in cases {
        assert_eq!(fault(code), *expected, "{code:02x?}");
    }
}

#[test]
fn bad_exception_ranges() {
    let with = |handlers: Vec<(u16, u16, u16, bool)>| {
        let class = Assembled {
            descriptor: "(I)I",
            max_stack: 2,
            max_locals: 1,
            code: vec![0x10, 5, 0x1a, 0x6c, 0xac, 0x57, 0x1a, 0xac],
            handlers,
        };
        // The class reader may well refuse such a table itself.
        let mut class = class;
        let handlers = std::mem::take(&mut class.handlers);
        let mut class = class.class();
        let code = class.methods[0].code.as_mut().unwrap();
        code.handlers = handlers
            .iter()
            .map(|(start, end, handler, _)| Handler {
                start_pc: u32::from(*start),
                end_pc: u32::from(*end),
                handler_pc: u32::from(*handler),
                catch_type: None,
            })
            .collect();
        let body = ir::lower(&class, &class.methods[0]);
        body.map(|body| ir::check(&body).unwrap())
            .map_err(|e| e.reason)
    };
    assert_eq!(with(vec![(0, 5, 5, false)]), Ok(()));
    assert_eq!(with(vec![(0, 8, 5, false)]), Ok(()));
    let bad = with(vec![(1, 5, 5, false)]).unwrap_err();
    assert_eq!(
        bad,
        "the exception range 1..5 does not begin and end at instructions"
    );
    assert!(with(vec![(0, 9, 5, false)]).is_err());
    assert_eq!(
        with(vec![(2, 2, 5, false)]).unwrap_err(),
        "an exception range is empty"
    );
    assert_eq!(
        with(vec![(0, 5, 1, false)]).unwrap_err(),
        "an exception handler does not begin at an instruction"
    );
    // A handler that the code also falls into, with something else on the stack.
    assert!(with(vec![(2, 4, 4, false)]).is_err());
}

#[test]
fn a_method_without_code() {
    let class = support::compile("Empty", "abstract class Empty { abstract void f(); }");
    let method = class.method("f", "()V").unwrap();
    let error = ir::lower(&class, method).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Empty.f()V: bytecode offset 0: the method has no code: it is abstract or native"
    );
}

/// Towers of subroutines, each calling the next one twice, would be copied 2ⁿ times.
#[test]
fn subroutines_do_not_grow_without_bound() {
    let mut code = vec![0xa8, 0, 5, 0x1a, 0xac];
    let levels = 40;
    for level in 0..levels {
        let local = 1 + level as u8;
        code.extend([0x3a, local]);
        if level + 1 < levels {
            // Two calls of the next level, which starts right after this one's `ret`.
            code.extend([0xa8, 0, 8, 0xa8, 0, 5]);
        }
        code.extend([0xa9, local]);
    }
    let class = Assembled {
        descriptor: "(I)I",
        max_stack: 4,
        max_locals: 64,
        code,
        handlers: Vec::new(),
    }
    .class();
    let start = Instant::now();
    let error = ir::lower(&class, &class.methods[0]).unwrap_err();
    assert!(error.reason.contains("subroutines"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Many locals, many blocks, and types that are lost one at a time.
#[test]
fn work_is_limited() {
    let mut code = vec![];
    for local in 0..3_000u16 {
        let [high, low] = local.to_be_bytes();
        code.extend([0x03, 0xc4, 0x36, high, low]);
    }
    let top = code.len();
    for local in 0..3_000u16 {
        let [high, low] = local.to_be_bytes();
        code.extend([0x1a, 0x99, 0, 3, 0x01, 0xc4, 0x3a, high, low, 0x03, 0x57]);
    }
    let back = (top as i64 - code.len() as i64) as i32;
    code.push(0xc8);
    code.extend(back.to_be_bytes());
    let class = Assembled {
        descriptor: "(I)I",
        max_stack: 4,
        max_locals: 3_000,
        code,
        handlers: Vec::new(),
    }
    .class();
    let start = Instant::now();
    let _ = ir::lower(&class, &class.methods[0]);
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

fn some_classes() -> Vec<ClassFile> {
    let jdk = Jdk::locate(None).expect("a JDK");
    let names = jdk.classes_of_module("java.base").expect("java.base");
    let names = names.iter().step_by(101);
    let bytes = names.filter_map(|name| jdk.class_bytes_in("java.base", name).ok().flatten());
    bytes
        .map(|bytes| ClassFile::parse(&bytes).expect("the JDK's classes are readable"))
        .collect()
}

/// Whatever the lowering accepts is well formed, and nothing makes it panic.
#[test]
fn mutated_methods_do_not_panic() {
    let mut random = Random(2026);
    let (mut accepted, mut refused) = (0u32, 0u32);
    let rounds = if cfg!(debug_assertions) { 8 } else { 80 };
    for class in some_classes() {
        for method in class.methods.iter().filter(|m| m.code.is_some()) {
            for _ in 0..rounds {
                let mut method = method.clone();
                mutate(&mut method, &mut random);
                match ir::lower(&class, &method) {
                    Err(_) => refused += 1,
                    Ok(body) => {
                        accepted += 1;
                        if let Err(e) = ir::check(&body) {
                            panic!("{}.{}{}: {e}", class.name, method.name, method.descriptor);
                        }
                        ir::print(&class, &method, &body, &ir::Graphs::new(&body));
                    }
                }
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    // Both sides of the lowering were tried.
    assert!(accepted > 20 * rounds && refused > 20 * rounds);
}

fn mutate(method: &mut Method, random: &mut Random) {
    let Some(code) = method.code.as_mut() else {
        return;
    };
    for _ in 0..1 + random.below(3) {
        let length = code.bytes.len();
        match random.below(10) {
            0..=5 => code.bytes[random.below(length)] = random.next() as u8,
            6 => {
                let (a, b) = (random.below(length), random.below(length));
                code.bytes.swap(a, b);
            }
            7 => {
                let at = random.below(code.handlers.len().max(1));
                let pc = random.below(length + 1) as u32;
                match (code.handlers.get_mut(at), random.below(3)) {
                    (Some(handler), 0) => handler.start_pc = pc,
                    (Some(handler), 1) => handler.end_pc = pc,
                    (Some(handler), _) => handler.handler_pc = pc,
                    (None, _) => code.handlers.push(Handler {
                        start_pc: 0,
                        end_pc: length as u32,
                        handler_pc: pc,
                        catch_type: None,
                    }),
                }
            }
            8 => code.max_stack = random.below(12) as u16,
            _ => code.max_locals = random.below(12) as u16,
        }
    }
}
