//! `cortado ir`: the register code of a method, as text or as a drawing.

use crate::arguments::IrOptions;
use crate::check::{class_path, print};
use crate::failure::Failure;
use crate::names;
use ir::MethodBody;

pub fn run(options: &IrOptions) -> Result<u8, Failure> {
    let classpath = class_path(&options.targets, &options.classes)?;
    let (class, methods) = names::methods(&classpath, &options.method)?;
    let mut text = String::new();
    for index in methods {
        let method = &class.methods[index];
        if method.code.is_none() {
            let written = names::written(&class, method);
            eprintln!("note: {written} has no code: it is abstract or native");
            continue;
        }
        let body = ir::lower(&class, method).map_err(Failure::usage)?;
        let body = MethodBody::new(body);
        let show = match options.dot {
            true => ir::dot,
            false => ir::print,
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&show(&class, method, &body.body, body.graphs()));
    }
    print(&text);
    Ok(0)
}
