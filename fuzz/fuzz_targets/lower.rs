//! Whatever class file the reader accepts, lowering its methods gives a well-formed body or a reason, and the graphs and
//! the printer cope with the result.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(class) = classpath::ClassFile::parse(bytes) else {
        return;
    };
    for method in &class.methods {
        if let Ok(body) = ir::lower(&class, method) {
            if let Err(fault) = ir::check(&body) {
                panic!("{}{}: {fault}", method.name, method.descriptor);
            }
            ir::print(&class, method, &body, &ir::Graphs::new(&body));
        }
    }
});
