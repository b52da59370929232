//! Parses every class of a JDK module and prints how long that took: `load_all [JDK] [MODULE]`.

use classpath::{ClassFile, ClassPathBuilder, Error};
use std::time::Instant;

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let mut builder = ClassPathBuilder::new();
    if let Some(home) = arguments.next() {
        builder = builder.jdk(home);
    }
    let module = arguments.next().unwrap_or_else(|| "java.base".into());
    let start = Instant::now();
    let path = builder.build()?;
    path.find("java/lang/Object")?;
    println!(
        "JDK {}: first class after {:?}",
        path.jdk().version,
        start.elapsed()
    );
    let names = path.jdk().classes_of_module(&module)?;
    println!("{} names after {:?}", names.len(), start.elapsed());
    let (mut methods, mut code) = (0, 0);
    for name in &names {
        let Some(class) = path.find(name)? else {
            if let Some(bytes) = path.jdk().class_bytes_in(&module, name)? {
                println!(
                    "{name}: {:?}",
                    ClassFile::parse(&bytes).map(|class| class.name)
                );
            }
            continue;
        };
        methods += class.methods.len();
        code += class
            .methods
            .iter()
            .filter_map(|m| m.code.as_ref())
            .map(|c| c.bytes.len())
            .sum::<usize>();
    }
    println!(
        "{methods} methods, {code} bytes of code after {:?}",
        start.elapsed()
    );
    Ok(())
}
