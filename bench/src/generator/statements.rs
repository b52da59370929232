//! Random statements. Every loop burns fuel from one counter per unit, so that a program ends whatever its conditions
//! say; jumps and returns stand behind an `if`, so that no statement is unreachable in the sense of JLS 14.22.

use super::context::Context;
use super::expressions::clipped;
use super::types::{ELEMENTS, Elem, SCALARS, Ty};

impl Context<'_> {
    /// `count` random statements in a scope of their own, one per line, indented by `indent` levels.
    pub fn statements(&mut self, count: usize, depth: usize, indent: usize) -> String {
        self.nested(|c| {
            (0..count)
                .map(|_| c.statement(depth, indent))
                .collect::<String>()
        })
    }

    fn block(&mut self, depth: usize, indent: usize) -> String {
        let count = 1 + self.random.below(3);
        self.statements(count, depth, indent + 1)
    }

    /// A random statement with its newline.
    pub fn statement(&mut self, depth: usize, indent: usize) -> String {
        let pad = "    ".repeat(indent);
        if self.random.chance(24) {
            // Declarations are never dropped: what follows may use them.
            return self.declaration(&pad);
        }
        let text = if depth == 0 {
            self.simple(&pad)
        } else {
            match self.random.weighted(&[46, 14, 8, 5, 4, 6, 5, 5, 4, 3]) {
                0 => self.simple(&pad),
                1 => self.branch(depth, indent, &pad),
                2 => self.counted_loop(depth, indent, &pad),
                3 => self.while_loop(depth, indent, &pad),
                4 => self.for_each(depth, indent, &pad),
                5 => self.switch(depth, indent, &pad),
                6 => self.arrow_switch(depth, indent, &pad),
                7 => self.try_block(depth, indent, &pad),
                8 => self.jump(&pad),
                _ => self.synchronized(depth, indent, &pad),
            }
        };
        if self.keep_statement() {
            text
        } else {
            String::new()
        }
    }

    fn declaration(&mut self, pad: &str) -> String {
        let ty = match self.random.below(10) {
            0 | 1 => Ty::Array(self.random.choose(&ELEMENTS)),
            2 => Ty::Grid,
            _ => self.random.choose(&SCALARS),
        };
        let value = self.expression(ty, 2);
        let name = self.fresh("v");
        let (java, constant) = match self.random.below(6) {
            0 => ("var", false),
            1 | 2 => (ty.java(), true),
            _ => (ty.java(), false),
        };
        self.declare(&name, ty, !constant, constant);
        let modifier = if constant { "final " } else { "" };
        format!("{pad}{modifier}{java} {name} = {};\n", clipped(ty, value))
    }

    fn simple(&mut self, pad: &str) -> String {
        match self.random.below(12) {
            0 | 1 => {
                let label = self.fresh("x");
                let value = self.scalar(3);
                format!("{pad}out(\"{label}\", {value});\n")
            }
            2 => {
                if let Some(function) =
                    (!self.functions.is_empty()).then(|| self.random.below(self.functions.len()))
                {
                    let function = self.functions[function].clone();
                    return format!(
                        "{pad}{};\n",
                        self.call_of(&function.name, &function.parameters, 2)
                    );
                }
                format!("{pad}mix({});\n", self.expression(Ty::Long, 3))
            }
            3 => format!("{pad}mix({});\n", self.scalar(3)),
            4 => {
                let ty = self.random.choose(&[
                    Ty::Int,
                    Ty::Long,
                    Ty::Byte,
                    Ty::Char,
                    Ty::Double,
                    Ty::Float,
                ]);
                match self.place(ty, 2) {
                    Some(place) => {
                        let operator = self.random.pick(&["++", "--"]);
                        format!("{pad}{place}{operator};\n")
                    }
                    None => format!("{pad}mix({});\n", self.expression(ty, 2)),
                }
            }
            5 => {
                let condition = self.expression(Ty::Boolean, 2);
                format!(
                    "{pad}assert {condition} || fuel > -{} : \"never\";\n",
                    1_000_000
                )
            }
            6 => {
                let array = Ty::Array(self.random.choose(&ELEMENTS));
                match self.variable(|var| var.ty == array) {
                    Some(var) => {
                        let label = self.fresh("a");
                        format!(
                            "{pad}out(\"{label}\", java.util.Arrays.toString({}));\n",
                            var.name
                        )
                    }
                    None => format!("{pad}mix({});\n", self.scalar(2)),
                }
            }
            _ => self.assignment(pad),
        }
    }

    fn assignment(&mut self, pad: &str) -> String {
        let ty = match self.random.below(12) {
            0 => Ty::Array(self.random.choose(&ELEMENTS)),
            _ => self.random.choose(&SCALARS),
        };
        let Some(place) = self.place(ty, 2) else {
            return format!("{pad}mix({});\n", self.scalar(3));
        };
        if ty.is_numeric() && self.random.chance(40) {
            let operator = self.random.pick(&["+=", "-=", "*=", "/=", "%="]);
            let operand = self.random.choose(&SCALARS[..8]);
            let operand = if operand == Ty::Boolean { ty } else { operand };
            let mut value = self.expression(operand, 2);
            if matches!(operator, "/=" | "%=")
                && !matches!(operand, Ty::Float | Ty::Double)
                && self.random.chance(85)
            {
                value = format!("({value} | 1)");
            }
            return format!("{pad}{place} {operator} {value};\n");
        }
        let value = self.expression(ty, 3);
        format!("{pad}{place} = {};\n", clipped(ty, value))
    }

    fn branch(&mut self, depth: usize, indent: usize, pad: &str) -> String {
        let condition = self.expression(Ty::Boolean, 3);
        let yes = self.block(depth - 1, indent);
        let mut text = format!("{pad}if ({condition}) {{\n{yes}{pad}}}");
        if self.random.chance(50) {
            let no = self.block(depth - 1, indent);
            text.push_str(&format!(" else {{\n{no}{pad}}}"));
        }
        text.push('\n');
        text
    }

    fn in_loop(&mut self, label: &str, depth: usize, indent: usize) -> String {
        self.loops.push(label.to_string());
        let body = self.block(depth - 1, indent);
        self.loops.pop();
        body
    }

    fn counted_loop(&mut self, depth: usize, indent: usize, pad: &str) -> String {
        let (label, counter) = (self.fresh("loop"), self.fresh("i"));
        let (ty, step, test) = match self.random.below(5) {
            0 => (Ty::Long, "++", "<"),
            1 => (Ty::Int, " += 2", "<"),
            2 => (Ty::Byte, "++", "<="),
            3 => (Ty::Int, "--", ">="),
            _ => (Ty::Int, "++", "<"),
        };
        let (from, to) = if step == "--" {
            (self.random.range(2, 7), 0)
        } else {
            (0, self.random.range(2, 7))
        };
        let body = self.nested(|c| {
            c.declare(&counter, ty, false, false);
            c.in_loop(&label, depth, indent)
        });
        let java = ty.java();
        format!(
            "{pad}{label}: for ({java} {counter} = {from}; {counter} {test} {to} && fuel-- > 0; {counter}{step}) {{\n{body}{pad}}}\n"
        )
    }

    fn while_loop(&mut self, depth: usize, indent: usize, pad: &str) -> String {
        let label = self.fresh("loop");
        let condition = self.expression(Ty::Boolean, 2);
        let body = self.in_loop(&label, depth, indent);
        match self.random.below(3) {
            0 => format!(
                "{pad}{label}: do {{\n{body}{pad}}} while ({condition} && (fuel -= 7) > 0);\n"
            ),
            1 => {
                format!("{pad}{label}: while ((fuel -= 9) > 0 && {condition}) {{\n{body}{pad}}}\n")
            }
            _ => format!(
                "{pad}{label}: for (;;) {{\n{pad}    if ((fuel -= 11) < 0 || {condition}) break;\n{body}{pad}}}\n"
            ),
        }
    }

    fn for_each(&mut self, depth: usize, indent: usize, pad: &str) -> String {
        let elem = self.random.choose(&ELEMENTS);
        let array = self.expression(Ty::Array(elem), 2);
        let (label, item) = (self.fresh("loop"), self.fresh("e"));
        let body = self.nested(|c| {
            c.declare(&item, elem.ty(), false, true);
            c.in_loop(&label, depth, indent)
        });
        let java = elem.ty().java();
        format!(
            "{pad}{label}: for ({java} {item} : {array}) {{\n{pad}    if (fuel-- < 0) break;\n{body}{pad}}}\n"
        )
    }

    fn switch(&mut self, depth: usize, indent: usize, pad: &str) -> String {
        let (selector, labels): (String, Vec<String>) = match self.random.below(3) {
            0 => {
                let words = ["\"Aa\"", "\"BB\"", "\"\"", "\"q\"", "\"abc\"", "\"a\\tb\""];
                (
                    self.expression(Ty::Str, 2),
                    words.iter().map(|w| w.to_string()).collect(),
                )
            }
            1 => {
                let value = self.expression(Ty::Int, 2);
                (
                    format!("{value} % 7"),
                    (-1..4).map(|n| n.to_string()).collect(),
                )
            }
            _ => {
                let value = self.expression(Ty::Int, 2);
                let sparse = [
                    "-2147483648",
                    "-5",
                    "0",
                    "7",
                    "1000",
                    "100000",
                    "2147483647",
                ];
                (
                    format!("(int) {value}"),
                    sparse.iter().map(|w| w.to_string()).collect(),
                )
            }
        };
        let mut text = format!("{pad}switch ({selector}) {{\n");
        for label in labels {
            if self.random.chance(25) {
                continue;
            }
            let body = self.statements(1, depth - 1, indent + 2);
            let leave = if self.random.chance(70) {
                "break;"
            } else {
                "// falls through"
            };
            text.push_str(&format!(
                "{pad}    case {label}: {{\n{body}{pad}    }}\n{pad}    {leave}\n"
            ));
        }
        let body = self.statements(1, depth - 1, indent + 2);
        text.push_str(&format!(
            "{pad}    default: {{\n{body}{pad}    }}\n{pad}}}\n"
        ));
        text
    }

    fn arrow_switch(&mut self, depth: usize, indent: usize, pad: &str) -> String {
        let selector = self.expression(Ty::Char, 2);
        let mut text = format!("{pad}switch ((char) ({selector} & 7 | 'a')) {{\n");
        for label in ["'a'", "'b', 'c'", "'e'", "'g', 'x'"] {
            let body = self.statements(1, depth - 1, indent + 2);
            text.push_str(&format!("{pad}    case {label} -> {{\n{body}{pad}    }}\n"));
        }
        let body = self.statements(1, depth - 1, indent + 2);
        text.push_str(&format!(
            "{pad}    default -> {{\n{body}{pad}    }}\n{pad}}}\n"
        ));
        text
    }

    fn try_block(&mut self, depth: usize, indent: usize, pad: &str) -> String {
        let body = self.block(depth - 1, indent);
        let risk = match self.random.below(5) {
            0 => format!(
                "mix({} / {});",
                self.expression(Ty::Int, 1),
                self.expression(Ty::Int, 1)
            ),
            1 => {
                let array = self.leaf(Ty::Array(Elem::Int));
                format!("mix(({array})[{}]);", self.random.range(-1, 7))
            }
            2 => format!(
                "mix({}.charAt({}));",
                self.leaf(Ty::Str),
                self.random.range(-1, 5)
            ),
            3 => {
                let condition = self.expression(Ty::Boolean, 1);
                format!(
                    "if ({condition}) throw new IllegalStateException(clip({}));",
                    self.leaf(Ty::Str)
                )
            }
            _ => format!("mix(Integer.parseInt({}));", self.leaf(Ty::Str)),
        };
        let (error, label) = (self.fresh("ex"), self.fresh("t"));
        let kind = self.random.pick(&[
            "ArithmeticException",
            "RuntimeException",
            "IndexOutOfBoundsException",
            "ArithmeticException | IndexOutOfBoundsException",
            "IllegalStateException | NumberFormatException",
        ]);
        let handler = self.statements(1, depth - 1, indent + 1);
        let mut text = format!(
            "{pad}try {{\n{body}{pad}    {risk}\n{pad}}} catch ({kind} {error}) {{\n{pad}    caught(\"{label}\", {error});\n{handler}{pad}}}"
        );
        if self.random.chance(50) {
            let last = self.statements(1, depth - 1, indent + 1);
            text.push_str(&format!(" finally {{\n{last}{pad}}}"));
        }
        text.push('\n');
        text
    }

    fn jump(&mut self, pad: &str) -> String {
        let condition = self.expression(Ty::Boolean, 2);
        if let Some(label) = (!self.loops.is_empty()).then(|| self.random.below(self.loops.len())) {
            let label = self.loops[label].clone();
            return match self.random.below(4) {
                0 => format!("{pad}if ({condition}) break;\n"),
                1 => format!("{pad}if ({condition}) continue;\n"),
                2 => format!("{pad}if ({condition}) break {label};\n"),
                _ => format!("{pad}if ({condition}) continue {label};\n"),
            };
        }
        match self.returns {
            Some(ty) => {
                let value = self.expression(ty, 2);
                format!("{pad}if ({condition}) return {value};\n")
            }
            None => self.simple(pad),
        }
    }

    fn synchronized(&mut self, depth: usize, indent: usize, pad: &str) -> String {
        if !self.features.has("sync") {
            return self.branch(depth, indent, pad);
        }
        let body = self.block(depth - 1, indent);
        format!("{pad}synchronized (LOCK) {{\n{body}{pad}}}\n")
    }
}
