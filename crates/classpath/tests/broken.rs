//! Broken class files: every one gets an error with a reason, none a panic.

mod common;
use classpath::*;
use common::*;

/// Builds class files byte by byte, right or wrong.
#[derive(Clone)]
struct Maker {
    major: u16,
    entries: Vec<Vec<u8>>,
    tail: Vec<u8>,
}

impl Maker {
    /// `class A extends java.lang.Object` without members; entries 1 to 4 are taken.
    fn new() -> Maker {
        let mut maker = Maker {
            major: 61,
            entries: Vec::new(),
            tail: Vec::new(),
        };
        let name = maker.utf8("A");
        let class = maker.add(7, &[name]);
        let parent = maker.utf8("java/lang/Object");
        let parent = maker.add(7, &[parent]);
        assert_eq!((class, parent), (2, 4));
        maker
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let mut entry = vec![1];
        entry.extend((text.len() as u16).to_be_bytes());
        entry.extend(text.as_bytes());
        self.raw(entry)
    }

    fn add(&mut self, tag: u8, indices: &[u16]) -> u16 {
        let mut entry = vec![tag];
        entry.extend(indices.iter().flat_map(|i| i.to_be_bytes()));
        self.raw(entry)
    }

    fn raw(&mut self, entry: Vec<u8>) -> u16 {
        self.entries.push(entry);
        self.entries.len() as u16
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
        bytes.extend(self.major.to_be_bytes());
        bytes.extend((self.entries.len() as u16 + 1).to_be_bytes());
        bytes.extend(self.entries.concat());
        match self.tail.is_empty() {
            // access, this, super, no interfaces, fields, methods, attributes
            true => bytes.extend([0, 0x21, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]),
            false => bytes.extend(&self.tail),
        }
        bytes
    }

    /// A static method `()V` with the given Code attribute body.
    fn with_code(&mut self, code: &[u8]) {
        let (name, descriptor, attribute) = (self.utf8("m"), self.utf8("()V"), self.utf8("Code"));
        let mut tail = vec![0, 0x21, 0, 2, 0, 4, 0, 0, 0, 0, 0, 1, 0, 8];
        tail.extend(name.to_be_bytes());
        tail.extend(descriptor.to_be_bytes());
        tail.extend([0, 1]);
        tail.extend(attribute.to_be_bytes());
        tail.extend((code.len() as u32).to_be_bytes());
        tail.extend(code);
        tail.extend([0, 0]);
        self.tail = tail;
    }

    fn with_attribute(&mut self, name: &str, body: &[u8]) {
        let name = self.utf8(name);
        let mut tail = vec![0, 0x21, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1];
        tail.extend(name.to_be_bytes());
        tail.extend((body.len() as u32).to_be_bytes());
        tail.extend(body);
        self.tail = tail;
    }
}

#[track_caller]
fn refused(bytes: &[u8], reason: &str) {
    let error = ClassFile::parse(bytes).expect_err(reason).to_string();
    assert!(error.contains(reason), "expected `{reason}` in `{error}`");
}

#[test]
fn the_smallest_class_parses() {
    let class = parse(&Maker::new().bytes());
    assert_eq!(&*class.name, "A");
    assert!(class.methods.is_empty());
}

#[test]
fn magic_version_and_ends() {
    let good = Maker::new().bytes();
    refused(b"PK\x03\x04....", "instead of 0xcafebabe");
    refused(b"", "truncated");
    let mut newer = Maker::new();
    newer.major = 70;
    refused(&newer.bytes(), "version 70.0 (Java 26) is newer");
    newer.major = 44;
    refused(&newer.bytes(), "does not exist");
    let mut trailing = good.clone();
    trailing.push(0);
    refused(
        &trailing,
        "1 bytes are left over at the end of the class file",
    );
    for end in 0..good.len() {
        assert!(ClassFile::parse(&good[..end]).is_err(), "{end}");
    }
}

#[test]
fn the_constant_pool_is_checked() {
    let check = |build: &dyn Fn(&mut Maker) -> u16, reason: &str| {
        let mut maker = Maker::new();
        build(&mut maker);
        refused(&maker.bytes(), reason);
    };
    check(&|m| m.add(2, &[]), "tag 2 does not exist");
    check(&|m| m.add(7, &[99]), "index 99");
    check(&|m| m.add(7, &[2]), "entry 2 is not the text");
    check(&|m| m.add(8, &[0]), "entry 0 is not the text");
    check(&|m| m.add(9, &[2, 2]), "entry 2 is not the name and type");
    check(
        &|m| m.raw(vec![5, 0, 0, 0, 0, 0, 0, 0, 0]),
        "runs past the constant pool",
    );
    check(&|m| m.raw(vec![1, 0, 1, 0]), "malformed modified UTF-8");
    check(&|m| m.raw(vec![15, 11, 0, 1]), "kind 11 does not exist");
    check(
        &|m| m.raw(vec![15, 6, 0, 1]),
        "the member that a method handle needs",
    );
    check(
        &|m| {
            let t = m.utf8("(V)V");
            m.add(16, &[t])
        },
        "method type",
    );
    check(
        &|m| {
            let t = m.utf8("a.b");
            m.add(7, &[t])
        },
        "not a class name",
    );
    check(
        &|m| {
            let t = m.utf8("../x");
            m.add(7, &[t])
        },
        "not a class name",
    );
    let member = |m: &mut Maker, name: &str, descriptor: &str| {
        let (name, descriptor) = (m.utf8(name), m.utf8(descriptor));
        m.add(12, &[name, descriptor])
    };
    check(
        &|m| {
            let n = member(m, "f", "()V");
            m.add(9, &[2, n])
        },
        "malformed",
    );
    check(
        &|m| {
            let n = member(m, "f", "I");
            m.add(10, &[2, n])
        },
        "malformed",
    );
    check(
        &|m| {
            let n = member(m, "<clinit>", "()V");
            m.add(10, &[2, n])
        },
        "malformed",
    );
    // A call site without bootstrap methods.
    check(
        &|m| {
            let n = member(m, "f", "()V");
            m.add(18, &[0, n])
        },
        "bootstrap method 0 is used",
    );
}

#[test]
fn a_text_with_an_unpaired_surrogate_is_a_string_but_no_name() {
    let mut maker = Maker::new();
    let text = maker.raw(vec![1, 0, 3, 0xED, 0xA0, 0x80]);
    let string = maker.add(8, &[text]);
    let class = parse(&maker.bytes());
    let Some(PoolEntry::Loadable(Constant::String(units))) = class.pool.get(string) else {
        panic!("no string");
    };
    assert_eq!(&**units, [0xD800]);
    maker.add(7, &[text]);
    refused(&maker.bytes(), "unpaired surrogate");
}

#[test]
fn a_dynamic_constant_may_be_a_bootstrap_argument() {
    let mut maker = Maker::new();
    let (name, descriptor) = (maker.utf8("b"), maker.utf8("()Ljava/lang/Object;"));
    let method = maker.add(12, &[name, descriptor]);
    let method = maker.add(10, &[2, method]);
    let handle = maker.raw([&[15, 6][..], &method.to_be_bytes()].concat());
    let (name, descriptor) = (maker.utf8("c"), maker.utf8("Ljava/lang/Object;"));
    let constant = maker.add(12, &[name, descriptor]);
    let constant = maker.add(17, &[0, constant]);
    let mut body = vec![0, 1];
    body.extend(handle.to_be_bytes());
    body.extend([0, 1]);
    body.extend(constant.to_be_bytes());
    maker.with_attribute("BootstrapMethods", &body);
    let class = parse(&maker.bytes());
    let Constant::Dynamic(dynamic) = &class.bootstrap_methods[0].arguments[0] else {
        panic!("not dynamic");
    };
    assert_eq!((dynamic.bootstrap, &*dynamic.name), (0, "c"));
}

#[test]
fn attributes_are_checked() {
    let check = |name: &str, body: &[u8], reason: &str| {
        let mut maker = Maker::new();
        maker.with_attribute(name, body);
        refused(&maker.bytes(), reason);
    };
    check(
        "SourceFile",
        &[0, 1, 0],
        "left over at the end of attribute SourceFile",
    );
    check("SourceFile", &[0], "truncated");
    check("SourceFile", &[0, 2], "entry 2 is not the text");
    check("NestHost", &[0, 1], "entry 1 is not the class");
    check("NestMembers", &[0xFF, 0xFF], "truncated");
    check(
        "RuntimeVisibleAnnotations",
        &[0, 1, 0, 1, 0, 0],
        "annotation type `A`",
    );
    let mut unknown = Maker::new();
    unknown.with_attribute("Unheard", &[1, 2, 3]);
    parse(&unknown.bytes());
    // A length that lies far beyond the file decides nothing.
    let mut lying = unknown.bytes();
    let at = lying.len() - 7;
    lying[at..at + 4].copy_from_slice(&[0xFF; 4]);
    refused(&lying, "truncated");
}

#[test]
fn deep_annotations_end() {
    let mut maker = Maker::new();
    let annotation = maker.utf8("La;");
    let mut body = vec![0, 1];
    body.extend(annotation.to_be_bytes());
    body.extend([0, 1, 0, 1]);
    body.extend([b'[', 0, 1].repeat(20_000));
    maker.with_attribute("RuntimeVisibleAnnotations", &body);
    refused(&maker.bytes(), "nest deeper");
}

/// max_stack, max_locals, one `return`, and an exception table.
fn code(bytes: &[u8], handlers: &[[u16; 4]]) -> Vec<u8> {
    let mut body = vec![0, 1, 0, 1];
    body.extend((bytes.len() as u32).to_be_bytes());
    body.extend(bytes);
    body.extend((handlers.len() as u16).to_be_bytes());
    body.extend(handlers.iter().flatten().flat_map(|v| v.to_be_bytes()));
    body.extend([0, 0]);
    body
}

#[test]
fn handlers_stay_inside_the_code() {
    let made = |handler: [u16; 4]| {
        let mut maker = Maker::new();
        maker.with_code(&code(&[0, 0, 0xB1], &[handler]));
        maker.bytes()
    };
    // A range may end where the code ends.
    let class = parse(&made([0, 3, 2, 0]));
    let handler = &class.methods[0].code.as_ref().unwrap().handlers[0];
    assert_eq!((handler.start_pc, handler.end_pc), (0, 3));
    for bad in [[0, 4, 0, 0], [0, 2, 3, 0], [2, 2, 0, 0], [2, 1, 0, 0]] {
        refused(&made(bad), "outside the code");
    }
    let mut empty = Maker::new();
    empty.with_code(&code(&[], &[]));
    refused(&empty.bytes(), "0 bytes long");
}

#[test]
fn members_occur_once() {
    let mut maker = Maker::new();
    let (name, descriptor) = (maker.utf8("f"), maker.utf8("I"));
    let field = [
        &[0, 1][..],
        &name.to_be_bytes(),
        &descriptor.to_be_bytes(),
        &[0, 0],
    ]
    .concat();
    let mut tail = vec![0, 0x21, 0, 2, 0, 4, 0, 0, 0, 2];
    tail.extend(field.repeat(2));
    tail.extend([0, 0, 0, 0]);
    maker.tail = tail;
    refused(&maker.bytes(), "field f of type I occurs twice");
    let mut interfaces = Maker::new();
    interfaces.tail = vec![0, 0x21, 0, 2, 0, 4, 0, 2, 0, 4, 0, 4, 0, 0, 0, 0, 0, 0];
    refused(&interfaces.bytes(), "listed twice");
    let mut without_code = Maker::new();
    let (name, descriptor) = (without_code.utf8("m"), without_code.utf8("()V"));
    let method = [
        &[0, 1][..],
        &name.to_be_bytes(),
        &descriptor.to_be_bytes(),
        &[0, 0],
    ]
    .concat();
    without_code.tail = [
        &[0, 0x21, 0, 2, 0, 4, 0, 0, 0, 0, 0, 1][..],
        &method,
        &[0, 0],
    ]
    .concat();
    refused(&without_code.bytes(), "has no code");
    let mut orphan = Maker::new();
    orphan.tail = vec![0, 0x21, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    refused(&orphan.bytes(), "has no super class");
}

const REAL: &str = r#"
import java.util.*;
class Real<T extends Comparable<T>> {
    static final String S = "text"; long l = 5_000_000_000L; double d = 0.5;
    record P(int a, @Deprecated String b) {}
    enum E { X, Y { int v() { return 2; } }; int v() { return 1; } }
    int f(List<? extends T> list, Object o) {
        int n = 0;
        try { for (T t : list) n += t.hashCode(); } catch (RuntimeException e) { n = -1; } finally { n++; }
        Runnable r = () -> System.out.println("n" + o);
        r.run();
        switch (S + n) { case "a": return 1; case "b": return 2; default: return n; }
    }
}
"#;

fn real_classes() -> Vec<Vec<u8>> {
    let directory = TempDir::new();
    compile(&[("Real.java", REAL)], directory.path());
    ["Real", "Real$P", "Real$E", "Real$E$1"]
        .iter()
        .map(|name| std::fs::read(directory.path().join(format!("{name}.class"))).unwrap())
        .collect()
}

#[test]
fn every_truncation_of_real_classes_is_refused() {
    for bytes in real_classes() {
        parse(&bytes);
        for end in 0..bytes.len() {
            assert!(ClassFile::parse(&bytes[..end]).is_err(), "cut at {end}");
        }
    }
}

/// Flips, overwrites, inserts and removes bytes, many thousand times from one seed. The fuzz target goes on from
/// here.
#[test]
fn mutations_of_real_classes_do_not_panic() {
    let classes = real_classes();
    let mut random = Random(0x5EED);
    let rounds = if cfg!(debug_assertions) {
        60_000
    } else {
        500_000
    };
    let mut accepted = 0;
    for _ in 0..rounds {
        let mut bytes = classes[random.below(classes.len())].clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            match random.below(5) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => bytes[at] = random.next() as u8,
                2 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][random.below(5)],
                3 => bytes.insert(at, random.next() as u8),
                _ => drop(bytes.remove(at)),
            }
        }
        if let Ok(class) = ClassFile::parse(&bytes) {
            accepted += 1;
            for code in class.methods.iter().filter_map(|m| m.code.as_ref()) {
                code.line_at(7);
                code.range_at(7);
            }
        }
    }
    // Changed code bytes, constants and flags are still class files.
    assert!(accepted > rounds / 100, "{accepted}");
}
