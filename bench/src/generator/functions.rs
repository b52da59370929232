//! Units of purely random code: a handful of static functions over every type, calling those before them (or themselves,
//! with a depth that shrinks), and a body that calls them and prints.

use super::context::{Context, Function};
use super::expressions::clipped;
use super::types::{ELEMENTS, SCALARS, Ty};
use super::unit::Unit;

/// Writes a unit of random functions.
pub fn random_functions(c: &mut Context<'_>) -> Unit {
    let unit = c.unit;
    let mut members = String::new();
    box_class(c, &mut members);
    let count = 2 + c.random.below(4);
    for number in 0..count {
        members.push_str(&function(c, &format!("u{unit}_f{number}")));
    }
    let mut body = String::from("        fuel = 700;\n");
    body.push_str(&c.statements(6, 2, 2));
    for function in c.functions.clone() {
        let call = c.call_of(&function.name, &function.parameters, 1);
        if c.keep_statement() {
            let name = &function.name;
            body.push_str(&format!(
                "        fuel = 400;\n        out(\"{name}\", {call});\n"
            ));
        }
    }
    Unit {
        name: "functions".to_string(),
        members,
        body,
    }
}

/// A class with one field of every type, static and per instance: assignments through it are where `dup_x1` and its
/// relatives come from.
fn box_class(c: &mut Context<'_>, members: &mut String) {
    let unit = c.unit;
    members.push_str(&format!("    static class U{unit}Box {{\n"));
    for (number, ty) in SCALARS.iter().enumerate() {
        let (java, value) = (ty.java(), ty.literal(&mut c.random));
        members.push_str(&format!("        {java} f{number} = {value};\n"));
        let value = ty.literal(&mut c.random);
        members.push_str(&format!("        static {java} s{number} = {value};\n"));
    }
    members.push_str(&format!(
        "    }}\n    static U{unit}Box u{unit}_box = new U{unit}Box();\n"
    ));
    for (number, ty) in SCALARS.iter().enumerate() {
        c.declare(&format!("u{unit}_box.f{number}"), *ty, true, true);
        c.declare(&format!("U{unit}Box.s{number}"), *ty, true, true);
    }
    let elem = c.random.choose(&ELEMENTS);
    let ty = Ty::Array(elem);
    let (java, value) = (ty.java(), c.expression(ty, 1));
    members.push_str(&format!("    static {java} u{unit}_array = {value};\n"));
    c.declare(&format!("u{unit}_array"), ty, true, true);
}

fn function(c: &mut Context<'_>, name: &str) -> String {
    let result = c.random.choose(&SCALARS);
    let recursive = c.random.chance(35);
    let mut parameters = Vec::new();
    if recursive {
        parameters.push(Ty::Int);
    }
    for _ in 0..c.random.below(5) {
        parameters.push(match c.random.below(8) {
            0 => Ty::Array(c.random.choose(&ELEMENTS)),
            1 => Ty::Grid,
            _ => c.random.choose(&SCALARS),
        });
    }
    let names: Vec<String> = parameters.iter().map(|_| c.fresh("a")).collect();
    let declared: Vec<String> = parameters
        .iter()
        .zip(&names)
        .map(|(ty, name)| format!("{} {name}", ty.java()))
        .collect();
    let text = c.nested(|c| {
        for (index, (ty, name)) in parameters.iter().zip(&names).enumerate() {
            let depth = recursive && index == 0;
            c.declare(name, *ty, !depth, depth);
        }
        c.returns = Some(result);
        let default = result.literal(&mut c.random);
        let guard = if recursive {
            format!("{} > 4 || {} <= 0 || (fuel -= 5) <= 0", names[0], names[0])
        } else {
            "(fuel -= 3) <= 0".to_string()
        };
        let count = 2 + c.random.below(5);
        let body = c.nested(|c| (0..count).map(|_| c.statement(2, 2)).collect::<String>());
        let mut value = c.expression(result, 3);
        if recursive {
            let again = recursive_call(c, name, &names, &parameters);
            value = match result {
                Ty::Boolean => format!("({value} ^ {again})"),
                Ty::Str => format!("({value} + {again})"),
                _ => format!("({}) ({value} + {again})", result.java()),
            };
        }
        c.returns = None;
        let value = clipped(result, value);
        format!("        if ({guard}) return {default};\n{body}        return {value};\n")
    });
    c.functions.push(Function {
        name: name.to_string(),
        result,
        parameters,
    });
    let java = result.java();
    format!(
        "    static {java} {name}({}) {{\n{text}    }}\n",
        declared.join(", ")
    )
}

fn recursive_call(c: &mut Context<'_>, name: &str, names: &[String], parameters: &[Ty]) -> String {
    let mut arguments = vec![format!("{} - 1", names[0])];
    for ty in &parameters[1..] {
        arguments.push(c.expression(*ty, 1));
    }
    format!("{name}({})", arguments.join(", "))
}
