//! Straight-line bytecode to insert.

use super::Pool;
use classpath::FieldType;

/// Instructions in the making, for a class with this pool.
pub(crate) struct Snippet<'p> {
    pool: &'p mut Pool,
    bytes: Vec<u8>,
}

impl<'p> Snippet<'p> {
    pub fn new(pool: &'p mut Pool) -> Snippet<'p> {
        Snippet {
            pool,
            bytes: Vec::new(),
        }
    }

    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    /// Pushes a local variable.
    pub fn load(&mut self, ty: &FieldType, local: u16) {
        self.local(0x15 + kind(ty), local);
    }

    /// Pops into a local variable.
    pub fn store(&mut self, ty: &FieldType, local: u16) {
        self.local(0x36 + kind(ty), local);
    }

    pub fn load_reference(&mut self, local: u16) {
        self.local(0x19, local);
    }

    pub fn store_reference(&mut self, local: u16) {
        self.local(0x3a, local);
    }

    fn local(&mut self, opcode: u8, local: u16) {
        match u8::try_from(local) {
            Ok(local) => self.bytes.extend([opcode, local]),
            Err(_) => {
                let [high, low] = local.to_be_bytes();
                self.bytes.extend([0xc4, opcode, high, low]);
            }
        }
    }

    pub fn null(&mut self) {
        self.bytes.push(0x01);
    }

    pub fn dup(&mut self) {
        self.bytes.push(0x59);
    }

    pub fn int(&mut self, value: i32) {
        if let Ok(small) = i8::try_from(value) {
            self.bytes.extend([0x10, small as u8]);
        } else if let Ok(short) = i16::try_from(value) {
            let [high, low] = short.to_be_bytes();
            self.bytes.extend([0x11, high, low]);
        } else {
            let index = self.pool.integer(value);
            self.indexed(0x13, index);
        }
    }

    /// Pops a length and pushes an array of objects.
    pub fn new_array(&mut self, class: &str) {
        let index = self.pool.class(class);
        self.indexed(0xbd, index);
    }

    /// Pops an element, an index and an array of references.
    pub fn store_element(&mut self) {
        self.bytes.push(0x53);
    }

    /// Takes the topmost reference for one of this type.
    pub fn cast(&mut self, ty: &FieldType) {
        let index = match ty {
            FieldType::Object(name) => self.pool.class(name),
            other => self.pool.class(&other.to_string()),
        };
        self.indexed(0xc0, index);
    }

    pub fn call_static(&mut self, class: &str, name: &str, descriptor: &str) {
        let index = self.pool.method(class, name, descriptor);
        self.indexed(0xb8, index);
    }

    fn indexed(&mut self, opcode: u8, index: u16) {
        let [high, low] = index.to_be_bytes();
        self.bytes.extend([opcode, high, low]);
    }
}

/// The instructions for local variables come in this order: int, long, float, double, reference.
fn kind(ty: &FieldType) -> u8 {
    match ty {
        FieldType::Long => 1,
        FieldType::Float => 2,
        FieldType::Double => 3,
        FieldType::Object(_) | FieldType::Array(_) => 4,
        _ => 0,
    }
}
