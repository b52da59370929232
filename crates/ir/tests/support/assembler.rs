//! A class file with one static method, from raw code: for what `javac` does not emit, such as `jsr`.

use classpath::ClassFile;

pub struct Assembled {
    pub descriptor: &'static str,
    pub max_stack: u16,
    pub max_locals: u16,
    pub code: Vec<u8>,
    /// Start, end, handler and whether only `ArithmeticException` is caught.
    pub handlers: Vec<(u16, u16, u16, bool)>,
}

impl Assembled {
    pub fn class(&self) -> ClassFile {
        ClassFile::parse(&self.bytes()).expect("the assembled class is readable")
    }

    /// Version 49: the last but one that allows `jsr`, and without stack maps.
    fn bytes(&self) -> Vec<u8> {
        let mut out = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 49];
        let utf8 = [
            "T",
            "java/lang/Object",
            "run",
            self.descriptor,
            "Code",
            "java/lang/ArithmeticException",
        ];
        // Entries 1 to 6 are the texts, 7 to 9 the classes.
        put16(&mut out, 10);
        for text in utf8 {
            out.push(1);
            put16(&mut out, text.len() as u16);
            out.extend(text.as_bytes());
        }
        for name in [1, 2, 6] {
            out.push(7);
            put16(&mut out, name);
        }
        for value in [0x20, 7, 8, 0, 0, 1] {
            put16(&mut out, value);
        }
        for value in [0x08, 3, 4, 1, 5] {
            put16(&mut out, value);
        }
        let length = 12 + self.code.len() + 8 * self.handlers.len();
        out.extend((length as u32).to_be_bytes());
        put16(&mut out, self.max_stack);
        put16(&mut out, self.max_locals);
        out.extend((self.code.len() as u32).to_be_bytes());
        out.extend(&self.code);
        put16(&mut out, self.handlers.len() as u16);
        for (start, end, handler, arithmetic) in &self.handlers {
            for value in [*start, *end, *handler, if *arithmetic { 9 } else { 0 }] {
                put16(&mut out, value);
            }
        }
        put16(&mut out, 0);
        put16(&mut out, 0);
        out
    }
}

fn put16(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}
