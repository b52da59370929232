//! A graph as text, one edge per line, and for Graphviz. Variables and maps carry the names of the source.

use super::{
    Atom, Change, Edge, End, Graph, MapInfo, Outcome, Piece, Question, Read, Statement, Test, Value,
};
use ir::{BinaryOp, Condition};
use std::fmt::Write;

impl Graph {
    /// `1 -> 2: e != null`, in the order of the sources.
    pub fn print(&self) -> String {
        let mut text = String::new();
        for edge in &self.edges {
            let _ = write!(
                text,
                "{} -> {}: {}",
                edge.from.0,
                edge.to.0,
                self.label(edge)
            );
            if let Some(end) = &edge.end {
                let _ = write!(text, "  [{}]", self.ending(end));
            }
            text.push('\n');
        }
        text
    }

    pub fn dot(&self) -> String {
        let mut text = String::from("digraph verification {\n");
        for edge in &self.edges {
            let label = self.label(edge).replace('\\', "\\\\").replace('"', "\\\"");
            let (from, to) = (edge.from.0, edge.to.0);
            let style = match edge.end {
                Some(End::Cut(_) | End::Unsupported(_)) => ", style=dashed",
                _ => "",
            };
            let _ = writeln!(text, "  {from} -> {to} [label=\"{label}\"{style}];");
        }
        text.push_str("}\n");
        text
    }

    pub fn ending(&self, end: &End) -> String {
        match end {
            End::Check(at) => self.checks[*at as usize].exception.replace('/', "."),
            End::Precondition(call) => {
                format!(
                    "not the precondition of {}",
                    self.calls[*call as usize].name()
                )
            }
            End::Said(said) => self.said[*said as usize].broken().into(),
            End::Returns => "returns".into(),
            End::Throws => "throws".into(),
            End::Unsupported(what) => format!("unsupported: {what}"),
            End::Cut(_) => "beyond the bound".into(),
            End::Overflow(..) => "overflow".into(),
            End::Read(..) => "not accessible".into(),
        }
    }

    pub fn label(&self, edge: &Edge) -> String {
        match &edge.statement {
            Statement::Skip => "skip".into(),
            Statement::Assume(test) | Statement::Guard(test) => self.test(test),
            Statement::Assign { var, value } => {
                format!("{} = {}", self.atom(Atom::Var(*var)), self.value(value))
            }
            Statement::Write { map, object, value } => format!(
                "{}.{} = {}",
                self.atom(*object),
                self.map_name(map.0),
                self.atom(*value)
            ),
            Statement::WriteElement {
                array,
                index,
                value,
                ..
            } => format!(
                "{}[{}] = {}",
                self.atom(*array),
                self.atom(*index),
                self.atom(*value)
            ),
            Statement::New { var, class } => {
                format!("{} = new {}", self.atom(Atom::Var(*var)), simple(class))
            }
            Statement::NewArray {
                var,
                descriptor,
                length,
            } => format!(
                "{} = new {descriptor} of {}",
                self.atom(Atom::Var(*var)),
                self.atom(*length)
            ),
            Statement::NewText {
                var, class, pieces, ..
            } => format!(
                "{} = new {} of {}",
                self.atom(Atom::Var(*var)),
                simple(class),
                self.pieces(pieces)
            ),
            Statement::ChangeList { list, change } => {
                let list = self.atom(*list);
                match change {
                    Change::Insert { index, value } => {
                        let (index, value) = (self.atom(*index), self.atom(*value));
                        format!("insert {value} at {index} of {list}")
                    }
                    Change::Remove { index } => format!("remove {} of {list}", self.atom(*index)),
                    Change::Clear => format!("clear {list}"),
                    Change::Append(other) => format!("append {} to {list}", self.atom(*other)),
                }
            }
            Statement::SetText { object, pieces } => {
                format!("{} reads {}", self.atom(*object), self.pieces(pieces))
            }
            Statement::Call {
                call,
                arguments,
                outcome,
            } => {
                let passed: Vec<String> = arguments.iter().map(|a| self.atom(*a)).collect();
                let name = self.calls[*call as usize].name();
                let ends = match outcome {
                    Outcome::Returns(None) => String::new(),
                    Outcome::Returns(Some(var)) => format!("{} = ", self.atom(Atom::Var(*var))),
                    Outcome::Throws { class, .. } => format!("throws {} by ", simple(class)),
                };
                format!("{ends}contract of {name}({})", passed.join(", "))
            }
            Statement::Enter { frame, .. } => {
                let frame = &self.frames[*frame as usize];
                format!("enter {}", frame.class.methods[frame.method].name)
            }
            Statement::Begin { said, .. } => {
                format!("loop with the frame of {}", self.said[*said as usize].at())
            }
            Statement::Set { said, to, .. } => {
                let target = match to {
                    super::Place::Var(var) => self.atom(Atom::Var(*var)),
                    super::Place::Map(map) => self.map_name(map.0),
                };
                format!("set {target} by {}", self.said[*said as usize].at())
            }
            Statement::Refute => match edge.end {
                Some(End::Throws) => "not the exceptional post-condition".into(),
                _ => "not the post-condition".into(),
            },
        }
    }

    pub fn map_name(&self, map: u32) -> String {
        match &self.maps[map as usize] {
            MapInfo::Field { name, .. } => name.to_string(),
            MapInfo::Elements(kind) => format!("{kind:?}").to_lowercase() + "[]",
            MapInfo::Length => "length".into(),
        }
    }

    pub fn atom(&self, atom: Atom) -> String {
        match atom {
            Atom::Var(var) => self.vars[var.0 as usize].name.clone(),
            Atom::Int(value) => value.to_string(),
            Atom::Long(value) => format!("{value}L"),
            Atom::Float(bits) => format!("{}f", f32::from_bits(bits)),
            Atom::Double(bits) => format!("{}", f64::from_bits(bits)),
            Atom::Null => "null".into(),
            Atom::Text(at) => format!("{:?}", String::from_utf16_lossy(&self.texts[at as usize])),
            Atom::Fixed(at) => self.fixed[at as usize].1.clone(),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Atom(atom) => self.atom(*atom),
            Value::Binary { op, a, b, .. } => {
                format!("{} {} {}", self.atom(*a), operator(*op), self.atom(*b))
            }
            Value::Negate { a, .. } => format!("-{}", self.atom(*a)),
            Value::Convert { op, a } => format!("{op:?}({})", self.atom(*a)),
            Value::Compare { a, b, .. } => {
                format!("compare({}, {})", self.atom(*a), self.atom(*b))
            }
            Value::Field { map, object } => {
                format!("{}.{}", self.atom(*object), self.map_name(map.0))
            }
            Value::Element { array, index, .. } => {
                format!("{}[{}]", self.atom(*array), self.atom(*index))
            }
            Value::Length { array } => format!("{}.length", self.atom(*array)),
            Value::OfText {
                method,
                text,
                argument,
            } => {
                let argument = argument.map(|argument| self.atom(argument));
                let called = method.name();
                format!(
                    "{}.{called}({})",
                    self.atom(*text),
                    argument.unwrap_or_default()
                )
            }
            Value::Bits { a } => format!("bits({})", self.atom(*a)),
            Value::OfCharacter { method, a } => {
                format!("Character.{}({})", method.name(), self.atom(*a))
            }
            Value::InstanceOf { object, class } => {
                format!("{} instanceof {}", self.atom(*object), simple(class))
            }
        }
    }

    fn pieces(&self, pieces: &[Piece]) -> String {
        let one = |piece: &Piece| match piece {
            Piece::Text(a) | Piece::Boolean { a, .. } | Piece::Char(a) | Piece::Number(a) => {
                self.atom(*a)
            }
            Piece::Range { of, from, to } => {
                let to = to.map(|to| self.atom(to)).unwrap_or_default();
                format!("{}[{}..{to}]", self.atom(*of), self.atom(*from))
            }
            Piece::Reversed(a) => format!("{} in reverse", self.atom(*a)),
            Piece::Cased { of, upper: true } => format!("{} in upper case", self.atom(*of)),
            Piece::Cased { of, upper: false } => format!("{} in lower case", self.atom(*of)),
            Piece::Replaced { of, old, new } => format!(
                "{} with {} for {}",
                self.atom(*of),
                self.atom(*new),
                self.atom(*old)
            ),
            Piece::Repeated { of, count } => {
                format!("{} {} times", self.atom(*of), self.atom(*count))
            }
            Piece::Unknown(what) => (*what).to_owned(),
        };
        match pieces {
            [] => "nothing".to_owned(),
            _ => pieces.iter().map(one).collect::<Vec<_>>().join(" + "),
        }
    }

    fn test(&self, test: &Test) -> String {
        let positive = match &test.what {
            Question::Compare {
                condition, a, b, ..
            } => {
                let sign = sign(*condition, test.holds);
                return format!("{} {sign} {}", self.atom(*a), self.atom(*b));
            }
            Question::Null(a) => {
                let sign = sign(Condition::Eq, test.holds);
                return format!("{} {sign} null", self.atom(*a));
            }
            Question::Instance { object, class } => {
                format!("{} instanceof {}", self.atom(*object), simple(class))
            }
            Question::Undecided { object, class } => {
                format!("{} may be a {}", self.atom(*object), simple(class))
            }
            Question::Opaque(object) => format!("{} is opaque", self.atom(*object)),
            Question::ClassIn { object, classes } => {
                let names: Vec<&str> = classes.iter().map(|class| simple(class)).collect();
                format!("{} is a {}", self.atom(*object), names.join(" or "))
            }
            Question::OutOf { object, classes } => {
                let names: Vec<&str> = classes.iter().map(|class| simple(class)).collect();
                format!("{} is no {}", self.atom(*object), names.join(" or "))
            }
            Question::Inside { array, index } => {
                format!(
                    "{1} is an index of {0}",
                    self.atom(*array),
                    self.atom(*index)
                )
            }
            Question::Negative(a) => {
                let sign = sign(Condition::Lt, test.holds);
                return format!("{} {sign} 0", self.atom(*a));
            }
            Question::Readable(read) => match read {
                Read::Field { object, .. } => {
                    format!("a field of {} is accessible", self.atom(*object))
                }
                Read::Element { array, index, .. } => {
                    format!("{}[{}] is accessible", self.atom(*array), self.atom(*index))
                }
                Read::Static { class, name } => format!("{}.{name} is accessible", simple(class)),
            },
            Question::Overflows { op, a, b } => {
                let operands: Vec<String> = [Some(*a), *b]
                    .into_iter()
                    .flatten()
                    .map(|a| self.atom(a))
                    .collect();
                format!("{op:?}({}) overflows", operands.join(", ")).to_lowercase()
            }
            Question::Zero { a, .. } => {
                let sign = sign(Condition::Eq, test.holds);
                return format!("{} {sign} 0", self.atom(*a));
            }
            Question::OneOf { key, cases } => {
                let cases: Vec<String> = cases.iter().map(i32::to_string).collect();
                format!("{} in {{{}}}", self.atom(*key), cases.join(", "))
            }
            Question::Precondition { call, arguments } => {
                let passed: Vec<String> = arguments.iter().map(|a| self.atom(*a)).collect();
                let name = self.calls[*call as usize].name();
                format!("precondition of {name}({})", passed.join(", "))
            }
            Question::Said { said, .. } => {
                let said = &self.said[*said as usize];
                format!("{} at {}", said.word(), said.at())
            }
            Question::Fits { array, value } => {
                format!("{1} fits into {0}", self.atom(*array), self.atom(*value))
            }
        };
        match test.holds {
            true => positive,
            false => format!("not ({positive})"),
        }
    }
}

fn simple(class: &str) -> &str {
    class.rsplit('/').next().unwrap_or(class)
}

fn sign(condition: Condition, holds: bool) -> &'static str {
    match (condition, holds) {
        (Condition::Eq, true) | (Condition::Ne, false) => "==",
        (Condition::Ne, true) | (Condition::Eq, false) => "!=",
        (Condition::Lt, true) | (Condition::Ge, false) => "<",
        (Condition::Ge, true) | (Condition::Lt, false) => ">=",
        (Condition::Gt, true) | (Condition::Le, false) => ">",
        (Condition::Le, true) | (Condition::Gt, false) => "<=",
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Ushr => ">>>",
    }
}
