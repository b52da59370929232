//! The message of a `NullPointerException` that an instruction threw (JEP 358): which action failed, and where the null
//! came from. The origin is found as HotSpot finds it, by following for each word on the operand stack the instruction
//! that pushed it, and worded as HotSpot words it.

use crate::lower::decode::{Decoded, Op, decode};
use crate::{Conversion, ElementKind, InvokeKind, Kind, Operand};
use classpath::{
    ClassFile, Code, FieldType, MemberRef, Method, MethodDescriptor, PoolEntry, access,
};

/// How deep a description goes; HotSpot's `_max_cause_detail`.
const DETAIL: u32 = 5;

/// The message for the instruction at `pc`. `None` where there is none: the instruction cannot fail on null, or it calls
/// a constructor, which means that the program made the exception itself.
pub fn null_message(class: &ClassFile, method: &Method, pc: u32) -> Option<String> {
    let code = method.code.as_ref()?;
    let decoded = decode(&code.bytes).ok()?;
    let at = decoded.at(pc)?;
    let mut writer = Writer {
        class,
        method,
        code,
        decoded: &decoded,
        stacks: Vec::new(),
    };
    let (mut text, depth) = writer.failed_action(&decoded.ops[at])?;
    writer.stacks = writer.simulate();
    text.push_str(&writer.cause(at, depth).unwrap_or_default());
    Some(text)
}

/// The operand stack before an instruction.
#[derive(Clone, PartialEq)]
struct Stack {
    /// For each word the instruction that pushed it, where that is one instruction on all ways here.
    words: Vec<Option<usize>>,
    /// Local variables that may have been written to, one bit for each of the first 64.
    written: u64,
}

struct Writer<'a> {
    class: &'a ClassFile,
    method: &'a Method,
    code: &'a Code,
    decoded: &'a Decoded,
    stacks: Vec<Option<Stack>>,
}

impl Writer<'_> {
    fn member(&self, index: u16) -> Option<&MemberRef> {
        match self.class.pool.get(index)? {
            PoolEntry::Field(member) | PoolEntry::Method { member, .. } => Some(member),
            _ => None,
        }
    }

    /// What could not be done, and how many words down the null lies.
    fn failed_action(&self, op: &Op) -> Option<(String, usize)> {
        Some(match op {
            Op::ArrayLoad(element) => (
                format!("Cannot load from {} array", element_name(*element)),
                1,
            ),
            Op::ArrayStore(element) => {
                let wide = matches!(element, ElementKind::Long | ElementKind::Double);
                let text = format!("Cannot store to {} array", element_name(*element));
                (text, if wide { 3 } else { 2 })
            }
            Op::ArrayLength => ("Cannot read the array length".to_owned(), 0),
            Op::Throw => ("Cannot throw exception".to_owned(), 0),
            Op::MonitorEnter => ("Cannot enter synchronized block".to_owned(), 0),
            Op::MonitorExit => ("Cannot exit synchronized block".to_owned(), 0),
            Op::GetField(index) => (
                format!("Cannot read field \"{}\"", self.member(*index)?.name),
                0,
            ),
            Op::PutField(index) => {
                let field = self.member(*index)?;
                let depth = FieldType::parse(&field.descriptor).ok()?.words();
                (
                    format!("Cannot assign field \"{}\"", field.name),
                    usize::from(depth),
                )
            }
            Op::Invoke(kind, index) if *kind != InvokeKind::Static => {
                let callee = self.member(*index)?;
                if &*callee.name == "<init>" {
                    return None;
                }
                let depth = MethodDescriptor::parse(&callee.descriptor)
                    .ok()?
                    .parameter_words();
                (
                    format!("Cannot invoke \"{}\"", method_name(callee)?),
                    usize::from(depth),
                )
            }
            _ => return None,
        })
    }

    /// The subordinate clause.
    fn cause(&self, at: usize, depth: usize) -> Option<String> {
        let source = self.source(at, depth)?;
        let lead = match self.decoded.ops[source] {
            Op::Invoke(..) => "the return value of ",
            _ => "",
        };
        let text = self.describe(at, depth, DETAIL)?;
        Some(format!(" because {lead}\"{text}\" is null"))
    }

    /// The instruction that pushed the word `depth` words below the top.
    fn source(&self, at: usize, depth: usize) -> Option<usize> {
        let words = &self.stacks[at].as_ref()?.words;
        words[words.len().checked_sub(depth + 1)?]
    }

    fn describe(&self, at: usize, depth: usize, detail: u32) -> Option<String> {
        if detail == 0 {
            return None;
        }
        let source = self.source(at, depth)?;
        Some(match &self.decoded.ops[source] {
            Op::Load(Kind::Int | Kind::Ref, local) => self.local_name(at, source, *local),
            Op::Const(Operand::Null) => "null".to_owned(),
            Op::Const(Operand::Int(value)) => value.to_string(),
            Op::ArrayLoad(ElementKind::Int | ElementKind::Ref) => {
                let array = self
                    .describe(source, 1, detail - 1)
                    .unwrap_or_else(|| "<array>".to_owned());
                let index = self
                    .describe(source, 0, detail)
                    .unwrap_or_else(|| "...".to_owned());
                format!("{array}[{index}]")
            }
            Op::GetStatic(index) => {
                let field = self.member(*index)?;
                format!("{}.{}", class_name(&field.class), field.name)
            }
            Op::GetField(index) => {
                let field = self.member(*index)?;
                match self.describe(source, 0, detail - 1) {
                    Some(object) => format!("{object}.{}", field.name),
                    None => field.name.to_string(),
                }
            }
            Op::Invoke(_, index) => method_name(self.member(*index)?)?,
            _ => return None,
        })
    }

    /// The name of a local variable that `source` loads and `at` uses.
    fn local_name(&self, at: usize, source: usize, local: u16) -> String {
        let pc = self.decoded.pcs[source];
        let named = self.code.locals.iter().find(|variable| {
            variable.index == local
                && (variable.start_pc..variable.start_pc + variable.length).contains(&pc)
        });
        if let Some(variable) = named {
            return variable.name.to_string();
        }
        let written = self.stacks[at]
            .as_ref()
            .is_some_and(|stack| stack.written & bit(local) != 0);
        let is_static = self.method.access & access::STATIC != 0;
        if local == 0 && !is_static && !written {
            return "this".to_owned();
        }
        let mut next = u16::from(!is_static);
        let parameters = MethodDescriptor::parse(&self.method.descriptor)
            .map(|d| d.params)
            .unwrap_or_default();
        for (number, parameter) in parameters.iter().enumerate() {
            if (next..next + parameter.words()).contains(&local) && !written {
                return format!("<parameter{}>", number + 1);
            }
            next += parameter.words();
        }
        format!("<local{local}>")
    }

    /// The stack before every reachable instruction.
    fn simulate(&self) -> Vec<Option<Stack>> {
        let mut stacks: Vec<Option<Stack>> = vec![None; self.decoded.ops.len()];
        let Some(first) = stacks.first_mut() else {
            return stacks;
        };
        *first = Some(Stack {
            words: Vec::new(),
            written: 0,
        });
        let mut work = vec![0];
        for handler in &self.code.handlers {
            if let Some(at) = self.decoded.at(handler.handler_pc) {
                stacks[at] = Some(Stack {
                    words: vec![None],
                    written: 0,
                });
                work.push(at);
            }
        }
        while let Some(at) = work.pop() {
            let Some(before) = stacks[at].clone() else {
                continue;
            };
            let op = &self.decoded.ops[at];
            // Code that makes no sense ends the simulation there; the message then says less.
            let Some(after) = self.step(op, at, before) else {
                continue;
            };
            let mut flow = |to: usize| {
                let Some(target) = stacks.get_mut(to) else {
                    return;
                };
                let merged = match target {
                    Some(known) => merge(known, &after),
                    None => after.clone(),
                };
                if target.as_ref() != Some(&merged) {
                    *target = Some(merged);
                    work.push(to);
                }
            };
            op.for_each_target(|pc| {
                if let Some(to) = self.decoded.at(pc) {
                    flow(to);
                }
            });
            if !op.ends_flow() {
                flow(at + 1);
            }
        }
        stacks
    }

    fn step(&self, op: &Op, at: usize, mut stack: Stack) -> Option<Stack> {
        if let Op::Dup { words, under } = op {
            let (words, under) = (usize::from(*words), usize::from(*under));
            let top = stack.words.len().checked_sub(words)?;
            let copied = stack.words[top..].to_vec();
            let place = top.checked_sub(under)?;
            stack.words.splice(place..place, copied);
            return Some(stack);
        }
        if let Op::Swap = op {
            let top = stack.words.len().checked_sub(1)?;
            stack.words.swap(top.checked_sub(1)?, top);
            return Some(stack);
        }
        match op {
            Op::Store(kind, local) => {
                stack.written |= bit(*local);
                if words(*kind) == 2 {
                    stack.written |= bit(local + 1);
                }
            }
            Op::Iinc(local, _) => stack.written |= bit(*local),
            _ => {}
        }
        let (popped, pushed) = self.effect(op)?;
        stack.words.truncate(stack.words.len().checked_sub(popped)?);
        stack.words.extend(std::iter::repeat_n(Some(at), pushed));
        Some(stack)
    }

    /// Words popped and pushed.
    fn effect(&self, op: &Op) -> Option<(usize, usize)> {
        Some(match op {
            // A cast leaves the very same word.
            Op::Nop | Op::Iinc(..) | Op::Goto(_) | Op::Ret(_) | Op::CheckCast(_) => (0, 0),
            Op::Const(constant) => match constant {
                Operand::Long(_) | Operand::Double(_) => (0, 2),
                _ => (0, 1),
            },
            Op::Ldc { wide, .. } => (0, if *wide { 2 } else { 1 }),
            Op::Load(kind, _) => (0, words(*kind)),
            Op::Store(kind, _) => (words(*kind), 0),
            Op::ArrayLoad(element) => (2, element_words(*element)),
            Op::ArrayStore(element) => (2 + element_words(*element), 0),
            Op::Pop => (1, 0),
            Op::Pop2 => (2, 0),
            Op::Dup { .. } | Op::Swap => return None,
            Op::Binary(op, kind) => {
                use crate::BinaryOp::{Shl, Shr, Ushr};
                let right = if matches!(op, Shl | Shr | Ushr) {
                    1
                } else {
                    words(*kind)
                };
                (words(*kind) + right, words(*kind))
            }
            Op::Negate(kind) => (words(*kind), words(*kind)),
            Op::Convert(conversion) => converted_words(*conversion),
            Op::Compare(op) => {
                use crate::CompareOp::{FloatGreater, FloatLess};
                (
                    if matches!(op, FloatLess | FloatGreater) {
                        2
                    } else {
                        4
                    },
                    1,
                )
            }
            Op::IfZero(..) | Op::IfNull(..) | Op::Switch(_) => (1, 0),
            Op::IfInts(..) | Op::IfRefs(..) => (2, 0),
            Op::Jsr(_) | Op::New(_) => (0, 1),
            Op::Return(kind) => (kind.map_or(0, words), 0),
            Op::GetStatic(index) => (0, self.field_words(*index)?),
            Op::PutStatic(index) => (self.field_words(*index)?, 0),
            Op::GetField(index) => (1, self.field_words(*index)?),
            Op::PutField(index) => (1 + self.field_words(*index)?, 0),
            Op::Invoke(kind, index) => {
                let (arguments, result) = call_words(&self.member(*index)?.descriptor)?;
                (arguments + usize::from(*kind != InvokeKind::Static), result)
            }
            Op::InvokeDynamic(index) => match self.class.pool.get(*index)? {
                PoolEntry::InvokeDynamic(site) => call_words(&site.descriptor)?,
                _ => return None,
            },
            Op::NewArray(_) | Op::ANewArray(_) | Op::ArrayLength | Op::InstanceOf(_) => (1, 1),
            Op::MultiANewArray(_, dimensions) => (usize::from(*dimensions), 1),
            Op::Throw | Op::MonitorEnter | Op::MonitorExit => (1, 0),
        })
    }

    fn field_words(&self, index: u16) -> Option<usize> {
        let words = FieldType::parse(&self.member(index)?.descriptor)
            .ok()?
            .words();
        Some(usize::from(words))
    }
}

fn merge(a: &Stack, b: &Stack) -> Stack {
    let words = a
        .words
        .iter()
        .zip(&b.words)
        .map(|(a, b)| if a == b { *a } else { None });
    Stack {
        words: words.collect(),
        written: a.written | b.written,
    }
}

fn bit(local: u16) -> u64 {
    1u64.checked_shl(u32::from(local)).unwrap_or(0)
}

fn words(kind: Kind) -> usize {
    match kind {
        Kind::Long | Kind::Double => 2,
        _ => 1,
    }
}

fn element_words(element: ElementKind) -> usize {
    match element {
        ElementKind::Long | ElementKind::Double => 2,
        _ => 1,
    }
}

fn converted_words(conversion: Conversion) -> (usize, usize) {
    use Conversion::{D2F, D2I, D2L, F2D, F2L, I2D, I2L, L2D, L2F, L2I};
    match conversion {
        I2L | I2D | F2L | F2D => (1, 2),
        L2I | L2F | D2I | D2F => (2, 1),
        L2D | D2L => (2, 2),
        _ => (1, 1),
    }
}

fn call_words(descriptor: &str) -> Option<(usize, usize)> {
    let descriptor = MethodDescriptor::parse(descriptor).ok()?;
    let result = descriptor.ret.as_ref().map_or(0, FieldType::words);
    Some((
        usize::from(descriptor.parameter_words()),
        usize::from(result),
    ))
}

fn element_name(element: ElementKind) -> &'static str {
    match element {
        ElementKind::Byte => "byte/boolean",
        ElementKind::Char => "char",
        ElementKind::Short => "short",
        ElementKind::Int => "int",
        ElementKind::Long => "long",
        ElementKind::Float => "float",
        ElementKind::Double => "double",
        ElementKind::Ref => "object",
    }
}

/// The two best-known classes go without their package.
fn class_name(internal: &str) -> String {
    match internal {
        "java/lang/Object" => "Object".to_owned(),
        "java/lang/String" => "String".to_owned(),
        _ => internal.replace('/', "."),
    }
}

fn method_name(method: &MemberRef) -> Option<String> {
    let parameters = MethodDescriptor::parse(&method.descriptor).ok()?.params;
    let names: Vec<String> = parameters.iter().map(type_name).collect();
    Some(format!(
        "{}.{}({})",
        class_name(&method.class),
        method.name,
        names.join(", ")
    ))
}

fn type_name(of: &FieldType) -> String {
    match of {
        FieldType::Object(name) => class_name(name),
        FieldType::Array(element) => format!("{}[]", type_name(element)),
        _ => of.java_name(),
    }
}
