//! AspectJ's pointcuts as far as they are calls: `call`, `target`, `args` and conditions on what was returned, with `&&`,
//! `||` and `!`. Everything else is named as not supported.

use crate::cursor::{Cursor, Parsed};
use crate::diagnostics::{Diagnostic, Span};
use crate::lexer::Kind;
use crate::model::{Argument, Returned, Target};
use crate::syntax::*;

/// What a pointcut amounts to.
pub enum Meaning {
    Calls(Vec<DraftCall>),
    EndOfProgram,
}

/// The parameters of an event, and what is returned to it.
pub struct Context<'a> {
    pub objects: &'a [DraftObject],
    pub parameters: &'a [(TypeName, Spanned)],
    pub returning: Option<&'a (TypeName, Spanned)>,
}

#[derive(Clone)]
enum Point {
    Call(Box<DraftSignature>),
    /// A name or a type.
    Target(TypeName),
    Args(Vec<DraftParameter>, Span),
    Condition(Returned),
    EndOfProgram(Span),
    Not(Box<Point>, Span),
    All(Vec<Point>),
    Any(Vec<Point>),
}

/// Alternatives that a pointcut may have once it is multiplied out.
const MAX_ALTERNATIVES: usize = 256;
/// Parentheses and negations within each other.
const MAX_DEPTH: usize = 60;

pub fn parse(cursor: &mut Cursor, context: &Context) -> Parsed<Meaning> {
    let start = cursor.peek().span;
    let mut parser = Parser {
        cursor,
        context,
        depth: 0,
    };
    let point = parser.any()?;
    let Some(alternatives) = alternatives(&point) else {
        let message = "the pointcut has too many alternatives";
        return cursor.fail(Diagnostic::error(start, message));
    };
    if let [only] = &alternatives[..]
        && let [Point::EndOfProgram(_)] = only[..]
    {
        return Ok(Meaning::EndOfProgram);
    }
    let mut calls = Vec::new();
    for alternative in alternatives {
        calls.push(conjunction(cursor, context, alternative, start)?);
    }
    Ok(Meaning::Calls(calls))
}

/// Disjunctive normal form.
fn alternatives(point: &Point) -> Option<Vec<Vec<Point>>> {
    let found = match point {
        Point::Any(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(alternatives(part)?);
            }
            all
        }
        Point::All(parts) => {
            let mut all: Vec<Vec<Point>> = vec![Vec::new()];
            for part in parts {
                let right = alternatives(part)?;
                let pairs = all.iter().flat_map(|left| {
                    let join = |right: &Vec<Point>| left.iter().chain(right).cloned().collect();
                    right.iter().map(join)
                });
                all = pairs.take(MAX_ALTERNATIVES + 1).collect();
            }
            all
        }
        Point::Not(inner, span) => match &**inner {
            // De Morgan; what cannot be negated is found when the parts are put together.
            Point::Any(parts) => {
                let not = |part: &Point| Point::Not(Box::new(part.clone()), *span);
                alternatives(&Point::All(parts.iter().map(not).collect()))?
            }
            Point::All(parts) => {
                let not = |part: &Point| Point::Not(Box::new(part.clone()), *span);
                alternatives(&Point::Any(parts.iter().map(not).collect()))?
            }
            Point::Not(inner, _) => alternatives(inner)?,
            _ => vec![vec![point.clone()]],
        },
        _ => vec![vec![point.clone()]],
    };
    (found.len() <= MAX_ALTERNATIVES).then_some(found)
}

fn unsupported<T>(cursor: &mut Cursor, span: Span, what: &str) -> Parsed<T> {
    cursor.fail(Diagnostic::error(span, format!("{what} is not supported")))
}

fn conjunction(
    cursor: &mut Cursor,
    context: &Context,
    points: Vec<Point>,
    start: Span,
) -> Parsed<DraftCall> {
    let mut call: Option<DraftSignature> = None;
    let mut except = Vec::new();
    let mut returns = None;
    let mut receiver = None;
    let mut target_type = None;
    let mut args = None;
    for point in points {
        match point {
            Point::Call(signature) if call.is_none() => call = Some(*signature),
            Point::Call(signature) => {
                return unsupported(cursor, signature.span, "`call(..) && call(..)`");
            }
            Point::Not(inner, span) => match *inner {
                Point::Call(signature) => except.push(*signature),
                Point::Condition(returned) => returns = Some(negated(returned)),
                Point::Target(ty) if is_type(context, &ty) => except.push(DraftSignature {
                    span: ty.name.span,
                    name: Spanned {
                        text: "*".into(),
                        span: ty.name.span,
                    },
                    class: DraftClass::Type {
                        name: ty,
                        exact: false,
                    },
                    target: Target::Instance,
                    parameters: None,
                    returns: None,
                    also: None,
                }),
                _ => {
                    return unsupported(
                        cursor,
                        span,
                        "`!` of anything but a call or the type of its target",
                    );
                }
            },
            Point::Condition(returned) => returns = Some(returned),
            Point::Target(ty) => {
                let name = &ty.name;
                let object = |object: &&DraftObject| object.name.text == name.text;
                match context.objects.iter().find(object) {
                    Some(_) => receiver = Some(name.clone()),
                    None => target_type = Some(ty),
                }
            }
            Point::Args(parameters, span) => args = Some((parameters, span)),
            Point::EndOfProgram(span) => {
                return unsupported(cursor, span, "`endProgram()` together with other pointcuts");
            }
            Point::All(_) | Point::Any(_) => {}
        }
    }
    let Some(mut signature) = call else {
        return unsupported(cursor, start, "a pointcut without a `call`");
    };
    for except in &except {
        if except.target == Target::Constructor && signature.target != Target::Constructor {
            return unsupported(
                cursor,
                except.span,
                "the exception of a constructor from methods",
            );
        }
    }
    if receiver.is_some() || target_type.is_some() {
        signature.target = Target::Instance;
    }
    if let Some(ty) = target_type {
        let declared = context.parameters.iter().find(|p| p.1.text == ty.name.text);
        let ty = declared.map_or(ty.clone(), |(ty, _)| ty.clone());
        match &signature.class {
            DraftClass::Type { name, .. } if name.name.text == ty.name.text => {}
            DraftClass::Any => {
                signature.class = DraftClass::Type {
                    name: ty,
                    exact: false,
                };
            }
            // Which of the two is the narrower one is found out with the classes at hand.
            _ => signature.also = Some(ty),
        }
    }
    let mut arguments = Vec::new();
    if let Some((parameters, span)) = args {
        arguments = arguments_of(cursor, context, &mut signature, &parameters, span)?;
    }
    let result = context.returning.filter(|(_, name)| {
        let mut objects = context.objects.iter();
        objects.any(|object| object.name.text == name.text)
    });
    Ok(DraftCall {
        span: signature.span,
        signature,
        except,
        receiver,
        arguments,
        result: result.map(|(_, name)| name.clone()),
        returns,
    })
}

/// Whether a name in `target` or `args` stands for a type.
fn is_type(context: &Context, ty: &TypeName) -> bool {
    let object = context.objects.iter().any(|o| o.name.text == ty.name.text);
    let parameter = context.parameters.iter().any(|p| p.1.text == ty.name.text);
    !object && !parameter
}

fn negated(returned: Returned) -> Returned {
    match returned {
        Returned::True => Returned::False,
        Returned::False => Returned::True,
        Returned::Null => Returned::NonNull,
        Returned::NonNull => Returned::Null,
    }
}

/// `args(c, ..)`: which arguments are which objects, and how many there are.
fn arguments_of(
    cursor: &mut Cursor,
    context: &Context,
    signature: &mut DraftSignature,
    args: &[DraftParameter],
    span: Span,
) -> Parsed<Vec<(Argument, Spanned)>> {
    let is_rest = |p: &DraftParameter| matches!(p, DraftParameter::Rest);
    let rests = args.iter().filter(|p| is_rest(p)).count();
    let declared = signature
        .parameters
        .clone()
        .unwrap_or_else(|| vec![DraftParameter::Rest]);
    let mut bound = Vec::new();
    for (index, arg) in args.iter().enumerate() {
        let DraftParameter::One(DraftType::Type(ty)) = arg else {
            continue;
        };
        let after_rest = args[..index].iter().any(is_rest);
        let position = match after_rest {
            false => Argument::FromStart(index.min(255) as u8),
            true if rests == 1 => Argument::FromEnd((args.len() - 1 - index).min(255) as u8),
            true => return unsupported(cursor, span, "`args` with more than one `..`"),
        };
        if context.objects.iter().any(|o| o.name.text == ty.name.text) {
            bound.push((position, ty.name.clone()));
            continue;
        }
        // A test of an argument's type, which the declared parameter must make unnecessary.
        let named = context.parameters.iter().find(|p| p.1.text == ty.name.text);
        let expected = named.map_or(ty, |(ty, _)| ty);
        let fixed = !declared.iter().any(is_rest);
        let parameter = match position {
            Argument::FromStart(i) if fixed => declared.get(usize::from(i)),
            Argument::FromEnd(i) if fixed => declared
                .len()
                .checked_sub(usize::from(i) + 1)
                .and_then(|i| declared.get(i)),
            _ => None,
        };
        let same = match parameter {
            Some(DraftParameter::One(DraftType::Type(own))) => {
                own.name.text == expected.name.text && own.dimensions == expected.dimensions
            }
            _ => false,
        };
        let open = declared.len() == 1 && is_rest(&declared[0]);
        let counted = open && rests == 0 && is_primitive(expected);
        if !same && !counted {
            return unsupported(cursor, ty.name.span, "a test of the type of an argument");
        }
    }
    if rests == 0 {
        // The number of arguments is known: what `..` stands for is known too.
        let others = declared.iter().filter(|p| !is_rest(p)).count();
        let room = args.len().checked_sub(others);
        let open = declared.iter().any(is_rest);
        let Some(room) = room.filter(|room| open || *room == 0) else {
            let message = "`args` has another number of arguments than the call";
            return cursor.fail(Diagnostic::error(span, message));
        };
        let mut first = true;
        let mut exact = Vec::new();
        for parameter in &declared {
            if !is_rest(parameter) {
                exact.push(parameter.clone());
            } else if std::mem::take(&mut first) {
                exact.extend((0..room).map(|_| DraftParameter::One(DraftType::Any)));
            }
        }
        if declared.len() == 1 && open {
            // Nothing but `..` was said about the parameters, so that the types of `args` are all there is.
            for (own, arg) in exact.iter_mut().zip(args) {
                if let DraftParameter::One(DraftType::Type(ty)) = arg {
                    let named = context.parameters.iter().find(|p| p.1.text == ty.name.text);
                    let ty = named.map_or(ty, |(ty, _)| ty);
                    if is_primitive(ty) {
                        *own = DraftParameter::One(DraftType::Type(ty.clone()));
                    }
                }
            }
        }
        signature.parameters = Some(exact);
    }
    Ok(bound)
}

fn is_primitive(ty: &TypeName) -> bool {
    let names = [
        "int", "long", "short", "byte", "char", "boolean", "float", "double",
    ];
    ty.dimensions == 0 && names.contains(&&*ty.name.text)
}

struct Parser<'p, 'a> {
    cursor: &'p mut Cursor<'a>,
    context: &'p Context<'p>,
    depth: usize,
}

impl Parser<'_, '_> {
    fn any(&mut self) -> Parsed<Point> {
        let mut parts = vec![self.all()?];
        while self.cursor.eat("||") {
            parts.push(self.all()?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Point::Any(parts),
        })
    }

    fn all(&mut self) -> Parsed<Point> {
        let mut parts = vec![self.unary()?];
        while self.cursor.eat("&&") {
            parts.push(self.unary()?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Point::All(parts),
        })
    }

    fn unary(&mut self) -> Parsed<Point> {
        let token = self.cursor.peek().clone();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = "parentheses are nested too deep";
            return self.cursor.fail(Diagnostic::error(token.span, message));
        }
        let found = match token.text {
            "!" => {
                self.cursor.next();
                Point::Not(Box::new(self.unary()?), token.span)
            }
            "(" => {
                self.cursor.next();
                let inner = self.any()?;
                self.cursor.expect(")")?;
                inner
            }
            _ => self.primitive()?,
        };
        self.depth -= 1;
        Ok(found)
    }

    fn primitive(&mut self) -> Parsed<Point> {
        let name = self.cursor.word("a pointcut such as `call(..)`")?;
        match &*name.text {
            "call" => {
                self.cursor.expect("(")?;
                let signature = self.signature(name.span)?;
                Ok(Point::Call(Box::new(signature)))
            }
            "target" => {
                self.cursor.expect("(")?;
                let ty = self.cursor.type_name("a parameter or a type")?;
                self.cursor.expect(")")?;
                Ok(Point::Target(ty))
            }
            "args" => {
                self.cursor.expect("(")?;
                let parameters = self.list()?;
                Ok(Point::Args(
                    parameters,
                    name.span.to(self.cursor.last_span()),
                ))
            }
            "condition" => self.condition(name.span),
            "endProgram" => {
                self.cursor.expect("(")?;
                self.cursor.expect(")")?;
                Ok(Point::EndOfProgram(name.span))
            }
            other => {
                let what = format!("the pointcut `{other}`");
                unsupported(self.cursor, name.span, &what)
            }
        }
    }

    /// Types up to the closing parenthesis.
    fn list(&mut self) -> Parsed<Vec<DraftParameter>> {
        let mut parameters = Vec::new();
        while !self.cursor.is(")") {
            parameters.push(self.cursor.parameter()?);
            if !self.cursor.is(")") {
                self.cursor.expect(",")?;
            }
        }
        self.cursor.next();
        Ok(parameters)
    }

    /// `condition(b)` and `condition(!b)` for the returned boolean; no other code.
    fn condition(&mut self, start: Span) -> Parsed<Point> {
        self.cursor.expect("(")?;
        let mut depth = 1;
        let mut code: Vec<String> = Vec::new();
        while depth > 0 {
            let token = self.cursor.next();
            match token.text {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ if token.kind == Kind::End => {
                    return self.cursor.unexpected("`)`");
                }
                _ => {}
            }
            if depth > 0 {
                code.push(token.text.to_owned());
            }
        }
        let returned = self
            .context
            .returning
            .filter(|(ty, _)| ty.name.text == "boolean");
        let code: Vec<&str> = code.iter().map(String::as_str).collect();
        let is = |name: &str| returned.is_some_and(|(_, known)| known.text == name);
        match code[..] {
            [name] | [name, "==", "true"] | [name, "!=", "false"] if is(name) => {
                Ok(Point::Condition(Returned::True))
            }
            ["!", name] | [name, "==", "false"] | [name, "!=", "true"] if is(name) => {
                Ok(Point::Condition(Returned::False))
            }
            _ => {
                let span = start.to(self.cursor.last_span());
                let what = "a `condition` on anything but the returned boolean";
                unsupported(self.cursor, span, what)
            }
        }
    }

    /// `* Iterator+.next()`, `Socket.new(..)`; to the parenthesis that closes the `call`.
    fn signature(&mut self, start: Span) -> Parsed<DraftSignature> {
        while self.cursor.is_any(&[
            "public",
            "private",
            "protected",
            "static",
            "final",
            "synchronized",
        ]) {
            let token = self.cursor.next();
            if token.is("static") || token.is("private") || token.is("protected") {
                let what = format!("the modifier `{}` in a pointcut", token.text);
                return unsupported(self.cursor, token.span, &what);
            }
        }
        let (first, first_dimensions) = self.pattern()?;
        let (returns, path) = match self.cursor.is("(") {
            true => (None, first),
            false => {
                let (second, _) = self.pattern()?;
                (Some((first, first_dimensions)), second)
            }
        };
        self.cursor.expect("(")?;
        let parameters = self.list()?;
        self.cursor.expect(")")?;
        let span = start.to(self.cursor.last_span());
        let mut path = path;
        let Some((name, _)) = path.pop() else {
            return self.cursor.unexpected("a method");
        };
        let constructor = name.text == "new";
        let subtypes = path.last().is_some_and(|(_, plus)| *plus);
        let class = self.class(&path, constructor && !subtypes)?;
        let returns = match returns {
            None => None,
            Some((parts, dimensions)) => self.returned(&parts, dimensions)?,
        };
        Ok(DraftSignature {
            class,
            target: match constructor {
                true => Target::Constructor,
                false => Target::Method,
            },
            name: match constructor {
                true => Spanned {
                    text: "<init>".into(),
                    span: name.span,
                },
                false => name,
            },
            parameters: Some(parameters),
            returns,
            also: None,
            span,
        })
    }

    fn class(&mut self, path: &[(Spanned, bool)], exact: bool) -> Parsed<DraftClass> {
        let (Some((first, _)), Some((last, subtypes))) = (path.first(), path.last()) else {
            return Ok(DraftClass::Any);
        };
        let span = first.span.to(last.span);
        let parts: Vec<&str> = path.iter().map(|(part, _)| &*part.text).collect();
        let text = parts.join(".");
        if text == "*" || text == "Object" && *subtypes {
            return Ok(DraftClass::Any);
        }
        if text.contains('*') {
            return unsupported(self.cursor, span, "a pattern for the names of classes");
        }
        Ok(DraftClass::Type {
            name: TypeName {
                name: Spanned { text, span },
                dimensions: 0,
                subtypes: *subtypes,
            },
            exact,
        })
    }

    fn returned(
        &mut self,
        path: &[(Spanned, bool)],
        dimensions: usize,
    ) -> Parsed<Option<DraftType>> {
        let (Some((first, _)), Some((last, subtypes))) = (path.first(), path.last()) else {
            return Ok(None);
        };
        let parts: Vec<&str> = path.iter().map(|(part, _)| &*part.text).collect();
        let text = parts.join(".");
        let span = first.span.to(last.span);
        if text == "*" && dimensions == 0 {
            return Ok(None);
        }
        if text.contains('*') {
            return unsupported(self.cursor, span, "a pattern for the names of classes");
        }
        Ok(Some(DraftType::Type(TypeName {
            name: Spanned { text, span },
            dimensions,
            subtypes: *subtypes,
        })))
    }

    /// Names with `*`, each with `+` or not, separated by dots; and the dimensions of an array.
    #[allow(clippy::type_complexity)]
    fn pattern(&mut self) -> Parsed<(Vec<(Spanned, bool)>, usize)> {
        let mut parts = Vec::new();
        loop {
            let name = self.cursor.name_pattern("a type or a method")?;
            let suffix = self.cursor.type_suffix(name)?;
            let (dimensions, plus) = (suffix.dimensions, suffix.subtypes);
            parts.push((suffix.name, plus));
            if self.cursor.is("..") {
                let span = self.cursor.peek().span;
                return unsupported(self.cursor, span, "`..` in the name of a class");
            }
            if !self.cursor.eat(".") {
                return Ok((parts, dimensions));
            }
        }
    }
}
