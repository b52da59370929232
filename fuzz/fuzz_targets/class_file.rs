//! Any bytes are either a class file or an error. Run with `cargo +nightly fuzz run class_file`, starting from real
//! classes in `corpus/class_file`.
#![no_main]

use classpath::{ClassFile, FieldType, MethodDescriptor};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(class) = ClassFile::parse(bytes) else {
        return;
    };
    // What the reader accepts must hold what it promises to the crates above it.
    for field in &class.fields {
        FieldType::parse(&field.descriptor).expect("checked by the reader");
    }
    for method in &class.methods {
        MethodDescriptor::parse(&method.descriptor).expect("checked by the reader");
        let Some(code) = &method.code else { continue };
        let end = u32::try_from(code.bytes.len()).expect("at most 65535");
        for handler in &code.handlers {
            assert!(
                handler.start_pc < handler.end_pc
                    && handler.end_pc <= end
                    && handler.handler_pc < end
            );
        }
        for pc in 0..end {
            code.line_at(pc);
        }
        code.range_at(0);
        code.range_at(end - 1);
    }
});
