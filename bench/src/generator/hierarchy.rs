//! Units that are a random class hierarchy: an interface with default methods, an abstract class, subclasses that
//! override some methods, call `super`, and hide or share fields; then virtual calls on an array of instances.

use super::context::Context;
use super::expressions::clipped;
use super::types::{SCALARS, Ty};
use super::unit::Unit;

struct Method {
    name: String,
    result: Ty,
    parameters: Vec<Ty>,
    /// Declared without a body in the abstract class, so that every direct subclass writes one.
    is_abstract: bool,
}

/// Writes a unit with a random hierarchy.
pub fn random_hierarchy(c: &mut Context<'_>) -> Unit {
    let unit = c.unit;
    let methods: Vec<Method> = (0..2 + c.random.below(3))
        .map(|number| Method {
            // Two methods may share a name and differ in their parameters: overloads.
            name: format!("m{}", number / 2),
            result: c.random.choose(&SCALARS),
            parameters: (0..=number).map(|_| c.random.choose(&SCALARS)).collect(),
            is_abstract: c.random.chance(40),
        })
        .collect();
    let mut members = String::new();
    members.push_str(&interface(c, &methods[0]));
    members.push_str(&class(c, "A", None, &methods, true));
    let mut names = vec!["A".to_string()];
    for number in 0..2 + c.random.below(3) {
        let name = ((b'B' + number as u8) as char).to_string();
        let parent = names[c.random.below(names.len())].clone();
        members.push_str(&class(c, &name, Some(&parent), &methods, false));
        names.push(name);
    }
    let mut body = String::from("        fuel = 500;\n");
    let instances: Vec<String> = (0..4)
        .map(|_| {
            let name = &names[1 + c.random.below(names.len() - 1)];
            format!("new U{unit}{name}({})", c.expression(Ty::Int, 1))
        })
        .collect();
    body.push_str(&format!(
        "        U{unit}A[] all = {{{}}};\n",
        instances.join(", ")
    ));
    body.push_str(&format!("        for (U{unit}A one : all) {{\n"));
    for method in &methods {
        let call = c.call_of(&format!("one.{}", method.name), &method.parameters, 1);
        body.push_str(&format!("            out(\"{}\", {call});\n", method.name));
    }
    body.push_str(&format!(
        "            out(\"extra\", ((U{unit}I) one).extra({}));\n",
        c.random.range(-5, 5)
    ));
    body.push_str("            out(\"field\", one.f0 + one.f1 + \" \" + one);\n        }\n");
    let last = names.last().map_or("A", String::as_str);
    body.push_str(&format!(
        "        for (Object o : all) if (o instanceof U{unit}{last} it) out(\"last\", it.f0 + \" \" + ((U{unit}A) it).f0);\n"
    ));
    Unit {
        name: "hierarchy".to_string(),
        members,
        body,
    }
}

fn interface(c: &mut Context<'_>, first: &Method) -> String {
    let unit = c.unit;
    let (java, name) = (first.result.java(), &first.name);
    let parameters = declared(&first.parameters);
    let value = c.expression(Ty::Int, 2);
    format!(
        "    interface U{unit}I {{\n        int K = note(\"U{unit}I\", {value});\n        {java} {name}({parameters});\n        default int extra(int x) {{ return twice(x) + tag(); }}\n        private int twice(int x) {{ return x * 2; }}\n        default int tag() {{ return K; }}\n    }}\n"
    )
}

fn declared(parameters: &[Ty]) -> String {
    let list: Vec<String> = parameters
        .iter()
        .enumerate()
        .map(|(index, ty)| format!("{} p{index}", ty.java()))
        .collect();
    list.join(", ")
}

fn class(
    c: &mut Context<'_>,
    name: &str,
    parent: Option<&str>,
    methods: &[Method],
    root: bool,
) -> String {
    let unit = c.unit;
    let head = match parent {
        None => format!("static abstract class U{unit}{name} implements U{unit}I"),
        Some(parent) => format!("static class U{unit}{name} extends U{unit}{parent}"),
    };
    let mut text = format!("    {head} {{\n");
    text.push_str(&format!(
        "        static {{ line(\"init U{unit}{name}\"); }}\n"
    ));
    if root || c.random.chance(40) {
        // A field of the same name in a subclass hides the parent's.
        text.push_str(&format!(
            "        int f0 = note(\"{name}.f0\", {});\n",
            c.random.range(-9, 99)
        ));
    }
    if root {
        text.push_str("        protected long f1;\n        static int made;\n");
    }
    let seed = c.random.range(1, 9);
    match parent {
        None => text.push_str(&format!(
            "        U{unit}{name}(int x) {{ f1 = x * {seed}L; made++; line(\"made \" + this.getClass().getSimpleName()); }}\n"
        )),
        Some(_) => text.push_str(&format!("        U{unit}{name}(int x) {{ super(x + {seed}); f1 ^= f0; }}\n")),
    }
    for (index, method) in methods.iter().enumerate() {
        let direct = parent == Some("A");
        let (java, parameters) = (method.result.java(), declared(&method.parameters));
        let head = format!("public {java} {}({parameters})", method.name);
        if root && method.is_abstract {
            text.push_str(&format!(
                "        public abstract {java} {}({parameters});\n",
                method.name
            ));
            continue;
        }
        let needed = root || (direct && method.is_abstract);
        if !needed && c.random.chance(45) {
            continue;
        }
        let inherited = !(root || direct && method.is_abstract);
        let with_super = inherited && c.random.chance(50);
        text.push_str(&format!("        {head} {{\n"));
        text.push_str(&method_body(c, method, index, with_super));
        text.push_str("        }\n");
    }
    if c.random.chance(40) {
        text.push_str(&format!(
            "        @Override public int tag() {{ return made + {seed}; }}\n"
        ));
    }
    if root || c.random.chance(40) {
        text.push_str(&format!(
            "        @Override public String toString() {{ return \"{name}<\" + f0 + \">\"; }}\n"
        ));
    }
    text.push_str("    }\n");
    text
}

fn method_body(c: &mut Context<'_>, method: &Method, index: usize, with_super: bool) -> String {
    c.nested(|c| {
        c.declare("f0", Ty::Int, true, true);
        c.declare("this.f1", Ty::Long, true, true);
        c.declare("made", Ty::Int, true, true);
        for (index, ty) in method.parameters.iter().enumerate() {
            c.declare(&format!("p{index}"), *ty, true, false);
        }
        c.returns = Some(method.result);
        let default = method.result.literal(&mut c.random);
        let count = 1 + index.min(2);
        let statements = c.nested(|c| (0..count).map(|_| c.statement(1, 3)).collect::<String>());
        let mut value = c.expression(method.result, 2);
        if with_super {
            let arguments: Vec<String> = (0..method.parameters.len()).map(|i| format!("p{i}")).collect();
            let call = format!("super.{}({})", method.name, arguments.join(", "));
            value = match method.result {
                Ty::Boolean => format!("({value} != {call})"),
                Ty::Str => format!("({value} + {call})"),
                ty => format!("({}) ({value} - {call})", ty.java()),
            };
        }
        c.returns = None;
        let value = clipped(method.result, value);
        format!("            if (fuel-- <= 0) return {default};\n{statements}            return {value};\n")
    })
}
