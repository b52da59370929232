//! Resolved expressions as text, close to JML but with everything said: parameters by number (`$0`), fields and methods
//! with their classes, conversions as casts, operators in parentheses. For tests and for whoever debugs a specification.

use crate::resolved::*;
use classpath::FieldType;
use std::fmt::{self, Display, Formatter};

struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{item}")?;
        }
        Ok(())
    }
}

fn simple(class: &str) -> &str {
    class.rsplit('/').next().unwrap_or(class)
}

fn java(ty: &FieldType) -> String {
    Type::Java(ty.clone()).describe()
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl Display for FieldRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mark = match self.origin {
            FieldOrigin::Java => "",
            FieldOrigin::Ghost => "{ghost}",
            FieldOrigin::Model => "{model}",
        };
        write!(f, "{}::{}{mark}", simple(&self.class), self.name)
    }
}

impl Display for Via {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Via::AllFields => f.write_str("*"),
            Via::Fields(fields) => write!(f, "{{{}}}", List(fields)),
        }
    }
}

impl Display for BoundVariable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let nullable = if self.nullable { "nullable " } else { "" };
        write!(f, "{nullable}{} ?{}", self.ty, self.id.0)
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Boolean(value) => write!(f, "{value}"),
            Literal::Integer(value) => write!(f, "{value}"),
            Literal::Float(value) => write!(f, "{value}f"),
            Literal::Double(value) => write!(f, "{value}d"),
            Literal::String(units) => write!(f, "{:?}", String::from_utf16_lossy(units)),
            Literal::Null => f.write_str("null"),
        }
    }
}

impl BinaryOp {
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Concat => "++",
            BinaryOp::ShiftLeft => "<<",
            BinaryOp::ShiftRight => ">>",
            BinaryOp::ShiftRightUnsigned => ">>>",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Implies => "==>",
            BinaryOp::Iff => "<==>",
            BinaryOp::NotIff => "<=!=>",
        }
    }
}

impl QuantifierKind {
    pub fn word(self) -> &'static str {
        match self {
            QuantifierKind::Forall => "\\forall",
            QuantifierKind::Exists => "\\exists",
            QuantifierKind::Sum => "\\sum",
            QuantifierKind::Product => "\\product",
            QuantifierKind::Min => "\\min",
            QuantifierKind::Max => "\\max",
            QuantifierKind::NumOf => "\\num_of",
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Literal(Literal::Integer(value)) => match &self.ty {
                Type::Java(FieldType::Long) => write!(f, "{value}L"),
                Type::Java(FieldType::Char) => write!(f, "'\\u{value:04x}'"),
                _ => write!(f, "{value}"),
            },
            ExprKind::Literal(literal) => write!(f, "{literal}"),
            ExprKind::This => f.write_str("this"),
            ExprKind::Result => f.write_str("\\result"),
            ExprKind::Thrown => f.write_str("\\thrown"),
            ExprKind::Parameter(index) => write!(f, "${index}"),
            ExprKind::Local(local) if local.ghost => write!(f, "{}{{ghost}}", local.name),
            ExprKind::Local(local) => write!(f, "{}", local.name),
            ExprKind::Bound(id) => write!(f, "?{}", id.0),
            ExprKind::Field { receiver, field } => match receiver {
                Some(receiver) => write!(f, "{receiver}.{field}"),
                None => write!(f, "{field}"),
            },
            ExprKind::Element { array, index } => write!(f, "{array}[{index}]"),
            ExprKind::Length(array) => write!(f, "{array}.length"),
            ExprKind::Unary(op, operand) => {
                let op = match op {
                    UnaryOp::Not => "!",
                    UnaryOp::Negate => "-",
                    UnaryOp::Complement => "~",
                };
                write!(f, "{op}{operand}")
            }
            ExprKind::Binary(op, left, right) => write!(f, "({left} {} {right})", op.symbol()),
            ExprKind::Conditional(condition, yes, no) => {
                write!(f, "({condition} ? {yes} : {no})")
            }
            ExprKind::Let {
                variable,
                value,
                body,
            } => write!(f, "(let ?{} = {value} in {body})", variable.0),
            ExprKind::Provided { condition, value } => write!(f, "({value} if {condition})"),
            ExprKind::Convert(operand) => write!(f, "({}){operand}", self.ty),
            ExprKind::Narrow(operand) => write!(f, "exactly({}){operand}", self.ty),
            ExprKind::Cast(operand) => write!(f, "cast<{}>({operand})", self.ty),
            ExprKind::Unbox(operand) => write!(f, "unbox({operand})"),
            ExprKind::Boxed(operand) => write!(f, "box({operand})"),
            ExprKind::InstanceOf(operand, ty) => write!(f, "({operand} instanceof {})", java(ty)),
            ExprKind::TypeOf(operand) => write!(f, "\\typeof({operand})"),
            ExprKind::TypeLiteral(ty) => {
                let ty = ty.as_ref().map_or_else(|| "void".to_owned(), java);
                write!(f, "\\type({ty})")
            }
            ExprKind::Subtype(left, right) => write!(f, "({left} <: {right})"),
            ExprKind::ElementType(operand) => write!(f, "\\elemtype({operand})"),
            ExprKind::Old(operand, OldState::Pre) => write!(f, "\\old({operand})"),
            ExprKind::Old(operand, OldState::Label(label)) => {
                write!(f, "\\old({operand}, {label})")
            }
            ExprKind::Quantifier(quantifier) => {
                let word = quantifier.kind.word();
                let variables = List(&quantifier.variables);
                write!(
                    f,
                    "({word} {variables}; {}; {})",
                    quantifier.range, quantifier.body
                )
            }
            ExprKind::Call(call) | ExprKind::ModelCall(call) => {
                if let Some(receiver) = &call.receiver {
                    write!(f, "{receiver}.")?;
                }
                let exact = match call.dispatch {
                    Dispatch::Exact => "!",
                    _ => "",
                };
                let method = &call.method;
                write!(
                    f,
                    "{}::{}{exact}{}({})",
                    simple(&method.class),
                    method.name,
                    method.descriptor,
                    List(&call.arguments)
                )
            }
            ExprKind::Fresh(objects) => write!(f, "\\fresh({})", List(objects)),
            ExprKind::Reaches { from, to, via } => write!(f, "\\reaches({from}, {to}, {via})"),
            ExprKind::Reachable { from, class, via } => match class {
                Some(class) => write!(f, "\\reach({from}, {}, {via})", java(class)),
                None => write!(f, "\\reach({from}, {via})"),
            },
            ExprKind::Has { set, element } => write!(f, "{set}.has({element})"),
            ExprKind::SizeOfSet(set) => write!(f, "{set}.size()"),
            ExprKind::NonNullElements(array) => write!(f, "\\nonnullelements({array})"),
            ExprKind::NotModified(locations) => write!(f, "\\not_modified({})", List(locations)),
            ExprKind::InvariantFor(object) => write!(f, "\\invariant_for({object})"),
            ExprKind::StaticInvariantFor(class) => {
                write!(f, "\\static_invariant_for({})", simple(class))
            }
            ExprKind::Locations(location) => write!(f, "{location}"),
            ExprKind::LocSetTest(test, sets) => {
                let word = match test {
                    LocSetTest::Disjoint => "\\disjoint",
                    LocSetTest::Subset => "\\subset",
                    LocSetTest::Equal => "\\equal",
                    LocSetTest::Fresh => "\\fresh",
                    LocSetTest::NewElementsFresh => "\\new_elems_fresh",
                };
                write!(f, "{word}({})", List(sets))
            }
            ExprKind::Unsupported(what) => write!(f, "<unsupported: {what}>"),
        }
    }
}

impl Display for Location {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            LocationKind::Nothing => f.write_str("\\nothing"),
            LocationKind::StrictlyNothing => f.write_str("\\strictly_nothing"),
            LocationKind::Everything => f.write_str("\\everything"),
            LocationKind::Field { receiver, field } => match receiver {
                Some(receiver) => write!(f, "{receiver}.{field}"),
                None => write!(f, "{field}"),
            },
            LocationKind::Element { array, index } => write!(f, "{array}[{index}]"),
            LocationKind::Range { array, low, high } => match (low, high) {
                (None, None) => write!(f, "{array}[*]"),
                (low, high) => {
                    write!(f, "{array}[")?;
                    if let Some(low) = low {
                        write!(f, "{low}")?;
                    }
                    f.write_str(" .. ")?;
                    if let Some(high) = high {
                        write!(f, "{high}")?;
                    }
                    f.write_str("]")
                }
            },
            LocationKind::AllFields(object) => write!(f, "{object}.*"),
            LocationKind::AllStatic(class) => write!(f, "{}::*", simple(class)),
            LocationKind::EachOf { objects, field } => match field {
                Some(field) => write!(f, "{objects}.{field}"),
                None => write!(f, "{objects}.*"),
            },
            LocationKind::Local(variable) => write!(f, "{variable}"),
            LocationKind::Value(value) => write!(f, "value({value})"),
            LocationKind::Union(sets) => write!(f, "\\set_union({})", List(sets)),
            LocationKind::Intersection(sets) => write!(f, "\\intersect({})", List(sets)),
            LocationKind::Difference(left, right) => write!(f, "\\set_minus({left}, {right})"),
            LocationKind::Each {
                variables,
                guard,
                of,
            } => write!(f, "\\infinite_union({}; {guard}; {of})", List(variables)),
            LocationKind::Conditional { condition, yes, no } => {
                write!(f, "({condition} ? {yes} : {no})")
            }
            LocationKind::FreshLocations => f.write_str("\\fresh_locs"),
            LocationKind::Unsupported(what) => write!(f, "<unsupported: {what}>"),
        }
    }
}
