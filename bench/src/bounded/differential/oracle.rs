//! The oracle of a program: its classes with a memory of what fields were before, and code that makes every heap within the
//! scope, runs the method, and notes which clauses do not hold. Nothing here knows how `cortado` reads JML.

use super::facts::Facts;
use super::program::{EXCEPTIONS, Program, SIGNALLED};
use super::shape::{Field, Ty};
use super::text::{body, classes, header};
use std::fmt::Write;

pub fn source(program: &Program) -> String {
    let header = header(program, None);
    let method = format!("    {header} {{\n{}    }}\n", body(program, true, "      "));
    let root = match program.inherits {
        true => format!("    abstract {header};\n"),
        false => String::new(),
    };
    let mut text = format!("import java.util.*;\npublic class {} {{\n", program.class());
    text += &classes(program, true, &method, &root);
    text += "  public static class Oracle implements R.Program {\n";
    let _ = writeln!(
        text,
        "    public int facts() {{ return {}; }}",
        Facts::new(program).len()
    );
    follow(program, &mut text);
    pure(program, &mut text);
    concerned(program, &mut text);
    invariants(program, &mut text);
    conditions(program, &mut text);
    once(program, &mut text);
    text += "  }\n}\n";
    text
}

/// The fields that lead from object to object.
fn follow(program: &Program, text: &mut String) {
    *text += "    public R.Follow follow() {\n      return (o, f, pre, into) -> {\n";
    for class in &program.shape.classes {
        for field in class
            .fields
            .iter()
            .filter(|field| matches!(field.ty, Ty::Ref(_)))
        {
            let _ = writeln!(
                text,
                "        if (o instanceof {0} && f.equals(\"{1}\")) into.add(pre ? (({0}) o).old_{1} : (({0}) o).{1});",
                class.name, field.name
            );
        }
    }
    *text += "      };\n    }\n";
}

/// Pure methods in both states, chosen by the class of the receiver.
fn pure(program: &Program, text: &mut String) {
    for pure in &program.pure {
        let parameter = if pure.has_parameter { ", int k" } else { "" };
        let _ = writeln!(
            text,
            "    static {} {}(boolean pre, Node o{parameter}) {{\n      if (o == null) throw new NullPointerException();",
            pure.ty.java(),
            pure.name
        );
        // Classes come after those that they extend.
        for (class, body) in pure.bodies.iter().rev() {
            let _ = writeln!(
                text,
                "      if (o instanceof {class}) {{ {class} self = ({class}) o; return pre ? {} : {}; }}",
                body.pre, body.now
            );
        }
        *text += "      throw new AssertionError();\n    }\n";
    }
}

/// Whether an execution answers for the invariants of an object: it was given, made or changed.
fn concerned(program: &Program, text: &mut String) {
    *text += "    static boolean concerned(Object o, Object... given) {\n      if (o == R.lost) return false;\n      \
              if (R.fresh(o)) return true;\n      for (Object g : given) \
              if (g == o) return true;\n";
    for class in &program.shape.classes {
        for field in &class.fields {
            let _ = writeln!(
                text,
                "      if (o instanceof {0} && (({0}) o).{1} != (({0}) o).old_{1}) return true;",
                class.name, field.name
            );
        }
    }
    *text += "      return false;\n    }\n";
}

fn invariants(program: &Program, text: &mut String) {
    let mut all: Vec<(&str, String, String)> = Vec::new();
    for class in &program.shape.classes {
        for field in class
            .fields
            .iter()
            .filter(|field| field.ty.is_reference() && !field.nullable)
        {
            let name = field.name;
            all.push((
                class.name,
                format!("self.{name} != null"),
                format!("self.old_{name} != null"),
            ));
        }
    }
    for (class, invariant) in &program.invariants {
        all.push((class, invariant.now.clone(), invariant.pre.clone()));
    }
    for (at, (class, now, pre)) in all.iter().enumerate() {
        let _ = writeln!(
            text,
            "    static boolean invariant{at}(boolean pre, {class} self) {{\n      try {{ return pre ? {pre} : {now}; }} catch \
             (RuntimeException e) {{ return false; }}\n    }}\n    static boolean invariant{at}() {{\n      for ({class} self : \
             R.all({class}.class)) if (!invariant{at}(false, self)) return false;\n      return true;\n    }}\n    \
             static boolean kept{at}(Object... given) {{\n      for ({class} self : R.all({class}.class)) if (concerned(self, given) \
             && !invariant{at}(false, self)) return false;\n      return true;\n    }}"
        );
    }
    *text += "    static boolean invariantFor(boolean pre, Object o) {\n      if (o == null) throw new NullPointerException();\n      \
              boolean all = true;\n";
    for (at, (class, ..)) in all.iter().enumerate() {
        let _ = writeln!(
            text,
            "      if (o instanceof {class}) all &= invariant{at}(pre, ({class}) o);"
        );
    }
    *text += "      return all;\n    }\n";
    for (at, (class, constraint)) in program.constraints.iter().enumerate() {
        let _ = writeln!(
            text,
            "    static boolean constraint{at}(Object... given) {{\n      for ({class} self : R.all({class}.class))\n        try {{ if \
             (!R.fresh(self) && concerned(self, given) && !({})) return false; }} catch (RuntimeException e) {{ return false; }}\n      return true;\n    }}",
            constraint.now
        );
    }
}

/// What a clause sees in Java, `self` as far as it is there.
fn declared(program: &Program, more: &str) -> String {
    seen(program, program.has_receiver(), more)
}

fn seen(program: &Program, with_self: bool, more: &str) -> String {
    let mut list: Vec<String> = Vec::new();
    if let Some(class) = program.host.filter(|_| with_self) {
        list.push(format!("{class} self"));
    }
    list.extend(
        program
            .params
            .iter()
            .map(|param| format!("{} {}", param.ty.java(), param.name)),
    );
    if !more.is_empty() {
        list.push(more.to_owned());
    }
    list.join(", ")
}

fn passed(program: &Program, more: &str) -> String {
    shown(program, program.has_receiver(), more)
}

fn shown(program: &Program, with_self: bool, more: &str) -> String {
    let mut list: Vec<String> = Vec::new();
    if program.host.is_some() && with_self {
        list.push("self".into());
    }
    list.extend(program.params.iter().map(|param| param.name.clone()));
    if !more.is_empty() {
        list.push(more.to_owned());
    }
    list.join(", ")
}

/// Every clause is a method, in which what has no value is false.
fn conditions(program: &Program, text: &mut String) {
    let mut condition = |name: String, declared: String, expression: &str| {
        let _ = writeln!(
            text,
            "    static boolean {name}({declared}) {{\n      try {{ return {expression}; }} catch (RuntimeException e) {{ return \
             false; }}\n    }}"
        );
    };
    let result = match &program.result {
        Some(ty) => format!("{} result", ty.java()),
        None => String::new(),
    };
    for (at, (_, said)) in program.initially.iter().enumerate() {
        let class = program.host.unwrap_or("Node");
        condition(format!("initially{at}"), format!("{class} self"), &said.now);
    }
    for (at, said) in program.static_invariants.iter().enumerate() {
        condition(format!("staticInvariant{at}"), String::new(), &said.now);
    }
    for (at, said) in program.static_constraints.iter().enumerate() {
        condition(format!("staticConstraint{at}"), String::new(), &said.now);
    }
    for (at, case) in program.cases.iter().enumerate() {
        for (n, clause) in case.requires.iter().enumerate() {
            condition(
                format!("requires{at}_{n}"),
                declared(program, ""),
                &clause.now,
            );
        }
        for (n, clause) in case.ensures.iter().enumerate() {
            condition(
                format!("ensures{at}_{n}"),
                seen(program, true, &result),
                &clause.now,
            );
        }
        for (n, (_, clause)) in case.signals.iter().enumerate() {
            condition(
                format!("signals{at}_{n}"),
                declared(program, ""),
                &clause.now,
            );
        }
        for (n, frame) in case.frames.iter().enumerate() {
            for (m, location) in frame.iter().enumerate() {
                let more = "Object o, String f, int i";
                condition(
                    format!("location{at}_{n}_{m}"),
                    declared(program, more),
                    &location.java,
                );
            }
        }
    }
}

/// Makes a heap by choices, runs the method, notes what does not hold.
fn once(program: &Program, text: &mut String) {
    *text += "    public int once() {\n";
    heap(program, text);
    let facts = Facts::new(program);
    let arguments = passed(program, "");
    for at in facts.invariants() {
        let _ = writeln!(text, "      if (!invariant{at}()) return 0;");
    }
    for at in 0..program.static_invariants.len() {
        let _ = writeln!(text, "      if (!staticInvariant{at}()) return 0;");
    }
    let mut some = Vec::new();
    for (at, case) in program.cases.iter().enumerate() {
        let all: Vec<String> = std::iter::once("true".to_owned())
            .chain((0..case.requires.len()).map(|n| format!("requires{at}_{n}({arguments})")))
            .chain(
                (program.params.iter())
                    .filter(|param| param.ty.is_reference() && !param.nullable)
                    .map(|param| format!("{} != null", param.name)),
            )
            .collect();
        let _ = writeln!(text, "      boolean case{at} = {};", all.join(" && "));
        some.push(format!("case{at}"));
    }
    let _ = writeln!(text, "      if (!({})) return 0;", some.join(" || "));
    *text += "      for (Object o : R.all(Object.class)) {\n";
    for class in program
        .shape
        .classes
        .iter()
        .filter(|class| class.parent.is_none())
    {
        let _ = writeln!(
            text,
            "        if (o instanceof {0}) (({0}) o).save();",
            class.name
        );
    }
    *text += "      }\n";
    for field in &program.shape.statics {
        let _ = writeln!(text, "      old_{0} = {0};", field.name);
    }
    *text += "      R.save();\n";
    let _ = writeln!(text, "      R.arguments({arguments});");
    let mut actual: Vec<&str> = program
        .params
        .iter()
        .map(|param| param.name.as_str())
        .collect();
    let call = match (program.host, program.is_constructor) {
        (Some(class), true) => {
            actual.insert(0, "(byte) 0");
            format!("new {class}({})", actual.join(", "))
        }
        (Some(_), false) => format!("self.test({})", actual.join(", ")),
        (None, _) => format!("test({})", actual.join(", ")),
    };
    let (declared, assigned) = match &program.result {
        Some(ty) => {
            let default = match ty {
                Ty::Int => "0",
                Ty::Bool => "false",
                _ => "null",
            };
            (
                format!("      {} result = {default};\n", ty.java()),
                "result = ",
            )
        }
        None => (String::new(), ""),
    };
    *text += &declared;
    let _ = writeln!(
        text,
        "      Throwable thrown = null;\n      try {{ {assigned}{call}; }} catch (R.Cut cut) {{ return 1; }} catch (Throwable t) {{ \
         thrown = t; }}\n      if (R.cut) return 1;"
    );
    if let (Some(class), true) = (program.host, program.is_constructor) {
        let statics: Vec<&str> = (program.shape.statics.iter())
            .map(|field| field.name)
            .collect();
        let statics = statics.join(", ");
        let _ = writeln!(
            text,
            "      {class} self = ({class}) R.first();\n      R.lost = thrown != null && !R.held(self, new Object[] {{ {statics} }}) ? self : null;"
        );
        for (n, at) in facts.initially().enumerate() {
            let _ = writeln!(
                text,
                "      if (thrown == null && !initially{n}(self)) R.fact({at});"
            );
        }
    }
    for (n, at) in facts.static_invariants().enumerate() {
        let _ = writeln!(text, "      if (!staticInvariant{n}()) R.fact({at});");
    }
    for (n, at) in facts.static_constraints().enumerate() {
        let _ = writeln!(text, "      if (!staticConstraint{n}()) R.fact({at});");
    }
    let given = match &program.result {
        Some(ty) if ty.is_reference() => passed(program, "result"),
        _ => arguments.clone(),
    };
    let given = match given.is_empty() {
        true => "new Object[0]".to_owned(),
        false => format!("new Object[] {{ {given} }}"),
    };
    for at in facts.invariants() {
        let _ = writeln!(text, "      if (!kept{at}({given})) R.fact({at});");
    }
    for (n, at) in facts.constraints().enumerate() {
        let _ = writeln!(text, "      if (!constraint{n}({given})) R.fact({at});");
    }
    for case in 0..program.cases.len() {
        let _ = writeln!(
            text,
            "      if (case{case}) after{case}({});",
            after_arguments(program)
        );
    }
    *text += "      return 2;\n    }\n";
    for case in 0..program.cases.len() {
        after(program, &facts, case, text);
    }
}

fn after_arguments(program: &Program) -> String {
    let more = if program.result.is_some() {
        "result, thrown"
    } else {
        "thrown"
    };
    shown(program, true, more)
}

/// What a case says of the end of an execution.
fn after(program: &Program, facts: &Facts, at: usize, text: &mut String) {
    let case = &program.cases[at];
    let more = match &program.result {
        Some(ty) => format!("{} result, Throwable thrown", ty.java()),
        None => "Throwable thrown".to_owned(),
    };
    let _ = writeln!(
        text,
        "    static void after{at}({}) {{",
        seen(program, true, &more)
    );
    let result = if program.result.is_some() {
        "result"
    } else {
        ""
    };
    *text += "      if (thrown == null) {\n";
    let _ = writeln!(text, "        R.fact({});", facts.returns(at));
    if program.result.as_ref().is_some_and(Ty::is_reference) {
        let _ = writeln!(
            text,
            "        if (result == null) R.fact({});",
            facts.null(at)
        );
    }
    for n in 0..case.ensures.len() {
        let fact = facts.ensures(at, n);
        let _ = writeln!(
            text,
            "        if (!ensures{at}_{n}({})) R.fact({fact});",
            shown(program, true, result)
        );
    }
    *text += "      }\n";
    for (n, class) in EXCEPTIONS.iter().enumerate() {
        let _ = writeln!(
            text,
            "      if (thrown != null && thrown.getClass() == {class}.class) R.fact({});",
            facts.throws(at, n)
        );
    }
    for (n, (class, _)) in case.signals.iter().enumerate() {
        let class = SIGNALLED[*class].0;
        let _ = writeln!(
            text,
            "      if (thrown instanceof {class} && !signals{at}_{n}({})) R.fact({});",
            passed(program, ""),
            facts.signals(at, n)
        );
    }
    for (n, frame) in case.frames.iter().enumerate() {
        let fact = facts.frame(at, n);
        let allowed = |object: &str, field: &str, index: &str| {
            let more = format!("{object}, \"{field}\", {index}");
            let one = |m: usize| format!("location{at}_{n}_{m}({})", passed(program, &more));
            (0..frame.len()).map(one).collect::<Vec<_>>().join(" || ")
        };
        for class in &program.shape.classes {
            for Field { name, .. } in &class.fields {
                let _ = writeln!(
                    text,
                    "      for ({0} o : R.all({0}.class)) if (!R.fresh(o) && o.{name} != o.old_{name} && !({1})) R.fact({fact});",
                    class.name,
                    allowed("o", name, "0")
                );
            }
        }
        for Field { name, .. } in &program.shape.statics {
            let _ = writeln!(
                text,
                "      if ({name} != old_{name} && !({})) R.fact({fact});",
                allowed("null", name, "0")
            );
        }
        let _ = writeln!(text, "      for (Object o : R.oldArrays()) {{");
        for ty in ["int[]", "Object[]"] {
            let _ = writeln!(
                text,
                "        if (o instanceof {ty}) for (int i = 0; i < (({ty}) o).length; i++)\n          if ((({ty}) o)[i] != (({ty}) \
                 R.old(o))[i] && !({})) R.fact({fact});",
                allowed("o", "[]", "i")
            );
        }
        let _ = writeln!(
            text,
            "        if (o instanceof List && !R.sameElements((List<?>) o, (List<?>) R.old(o)) && !({})) R.fact({fact});",
            allowed("o", "[]", "0")
        );
        *text += "      }\n";
    }
    *text += "    }\n";
}

fn heap(program: &Program, text: &mut String) {
    let shape = &program.shape;
    for class in shape.classes.iter().filter(|class| !class.is_abstract) {
        let _ = writeln!(
            text,
            "      for (int n = R.choose({}); n > 0; n--) new {}();",
            class.objects + 1,
            class.name
        );
    }
    let ints = shape.high - shape.low + 1;
    let int = format!("({} + R.choose({ints}))", shape.low);
    if shape.int_arrays > 0 {
        let _ = writeln!(
            text,
            "      List<int[]> ints = new ArrayList<>();\n      for (int n = R.choose({}); n > 0; n--) ints.add(new \
             int[R.choose(R.length + 1)]);\n      for (int[] a : ints) for (int i = 0; i < a.length; i++) a[i] = {int};",
            shape.int_arrays + 1
        );
    }
    if shape.ref_arrays > 0 {
        let _ = writeln!(
            text,
            "      List<Node[]> refs = new ArrayList<>();\n      for (int n = R.choose({}); n > 0; n--) refs.add(new \
             Node[R.choose(R.length + 1)]);\n      for (Node[] a : refs) for (int i = 0; i < a.length; i++) a[i] = \
             R.pick(R.all(Node.class));",
            shape.ref_arrays + 1
        );
    }
    if shape.lists > 0 {
        let _ = writeln!(
            text,
            "      List<List<Node>> lists = new ArrayList<>();\n      for (int n = R.choose({}); n > 0; n--) lists.add(new \
             R.Bounded<Node>());\n      for (List<Node> a : lists) for (int n = R.choose(R.length + 1); n > 0; n--) \
             a.add(R.pick(R.all(Node.class)));",
            shape.lists + 1
        );
    }
    let value = |ty: &Ty| match ty {
        Ty::Int => int.clone(),
        Ty::Bool => "R.choose(2) == 1".to_owned(),
        Ty::Ref(class) => format!("R.pick(R.all({class}.class))"),
        Ty::Ints => "R.pick(ints)".to_owned(),
        Ty::Refs(_) => "R.pick(refs)".to_owned(),
        Ty::List => "R.pick(lists)".to_owned(),
        Ty::Enum => "R.pick(List.of(Color.values()))".to_owned(),
    };
    for class in &shape.classes {
        for field in &class.fields {
            let _ = writeln!(
                text,
                "      for ({0} o : R.all({0}.class)) o.{1} = {2};",
                class.name,
                field.name,
                value(&field.ty)
            );
        }
    }
    for field in &shape.statics {
        let _ = writeln!(text, "      {} = {};", field.name, value(&field.ty));
    }
    if let Some(class) = program.host.filter(|_| !program.is_constructor) {
        // Which of the objects of a class it is makes no difference.
        let _ = writeln!(text, "      List<{class}> receivers = new ArrayList<>();");
        for concrete in shape.concrete_below(class) {
            let _ = writeln!(
                text,
                "      for ({class} o : R.all({class}.class)) if (o.getClass() == {concrete}.class) {{ receivers.add(o); break; }}"
            );
        }
        let _ = writeln!(
            text,
            "      if (receivers.isEmpty()) return 0;\n      {class} self = receivers.get(R.choose(receivers.size()));"
        );
    }
    for param in &program.params {
        let _ = writeln!(
            text,
            "      {} {} = {};",
            param.ty.java(),
            param.name,
            value(&param.ty)
        );
    }
    if shape.int_arrays > 0 {
        *text += "      for (int[] a : ints) R.saveArray(a);\n";
    }
    if shape.ref_arrays > 0 {
        *text += "      for (Node[] a : refs) R.saveArray(a);\n";
    }
    if shape.lists > 0 {
        *text += "      for (List<Node> a : lists) R.saveList(a);\n";
    }
}
