//! Expressions, by precedence climbing. The levels are those of the JML reference manual, 12.2: Java's, with `<:` among the
//! comparisons, and below `||` first `==>` and `<==`, then `<==>` and `<=!=>`, then `?:`.

use super::words::{begins_clause, is_java_keyword, is_jml_type, is_primitive};
use super::{DEEPEST, Failed, LEVEL, Parsed, Parser};
use crate::diagnostic::Severity;
use crate::lexer::TokenKind;
use crate::syntax::{Argument, BinaryOp, Expr, ExprKind, TypeName, UnaryOp, Word};
use source::Span;

/// Of `==>`, the only operator that groups to the right.
const IMPLIES: u8 = 2;

/// Up to this many conditions are grouped from the left, as they are written.
const FEW: usize = 64;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let expr = self.pure_expression()?;
        let symbol = match self.peek().kind {
            TokenKind::Symbol(symbol) => symbol,
            TokenKind::Word(_) => return self.no_operator(expr),
            _ => return Ok(expr),
        };
        let arrow = self.is_ahead(1, ">") && self.ahead(1).start == self.peek().end;
        let help = match symbol {
            "=" if arrow => Some("to imply, write `==>`".to_owned()),
            "=" => Some("to compare, write `==`".to_owned()),
            "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | "++" | "--" => None,
            _ => return Ok(expr),
        };
        let token = self.peek();
        let span = self.span(token.start, token.end);
        let message = "an expression of JML changes nothing".to_owned();
        self.report(Severity::Error, message, span, help);
        Err(Failed)
    }

    /// Other languages write words between conditions.
    fn no_operator(&mut self, expr: Expr) -> Parsed<Expr> {
        let symbol = match self.word() {
            Some("and") => "&&",
            Some("or") => "||",
            Some("implies") => "==>",
            Some("iff") => "<==>",
            _ => return Ok(expr),
        };
        let help = format!("write `{symbol}`");
        Err(self.unexpected_with("an operator", Some(help)))
    }

    /// An expression that an `=` may follow.
    pub(super) fn pure_expression(&mut self) -> Parsed<Expr> {
        self.deeper(|p| {
            let condition = p.binary(0, None)?;
            if !p.eat("?") {
                return Ok(condition);
            }
            let yes = p.pure_expression()?;
            p.expect(":")?;
            let no = p.pure_expression()?;
            let span = between(p, &condition, &no);
            let kind = ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
            p.make(kind, span)
        })
    }

    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&mut self) -> Failed {
        let token = self.peek();
        let span = self.span(token.start, token.end);
        self.error("this expression is nested too deeply", span)
    }

    /// Makes a node, unless the tree becomes too high.
    pub(super) fn make(&mut self, kind: ExprKind, span: Span) -> Parsed<Expr> {
        let height = match &kind {
            // `a + b + c` is long rather than high.
            ExprKind::Binary(op, left, right) if is_long(*op, left) => {
                (left.height + 1).max(right.height + LEVEL)
            }
            kind => {
                let below = children(kind).iter().map(|e| e.height).max();
                below.unwrap_or(0) + LEVEL
            }
        };
        match height <= DEEPEST * LEVEL {
            true => Ok(Expr { kind, span, height }),
            false => Err(self.too_deep()),
        }
    }

    /// `before` is the implication that this is the right side of.
    fn binary(&mut self, lowest: u8, before: Option<BinaryOp>) -> Parsed<Expr> {
        let mut left = self.unary()?;
        let mut last_implication = before;
        loop {
            if self.word() == Some("instanceof") && lowest <= 9 {
                left = self.instance_of(left)?;
                continue;
            }
            let Some((op, level, tokens)) = self.operator() else {
                return Ok(left);
            };
            if level < lowest {
                return Ok(left);
            }
            let at = self.peek().start;
            if level == IMPLIES && last_implication.is_some_and(|last| last != op) {
                let span = self.span(at, self.peek().end);
                return Err(self.error(
                    "`==>` and `<==` do not mix; put one of them in parentheses",
                    span,
                ));
            }
            self.at += tokens;
            let right = match op {
                BinaryOp::Implies => self.deeper(|p| p.binary(level, Some(op)))?,
                _ => self.deeper(|p| p.binary(level + 1, None))?,
            };
            if level == IMPLIES {
                last_implication = Some(op);
            }
            if !matches!(op, BinaryOp::And | BinaryOp::Or) {
                left = self.combined(op, left, right)?;
                continue;
            }
            let mut operands = vec![left, right];
            while self.operator() == Some((op, level, tokens)) {
                self.at += tokens;
                operands.push(self.deeper(|p| p.binary(level + 1, None))?);
            }
            left = self.joined(op, operands)?;
        }
    }

    /// `a && b && …`. How they are grouped does not matter, so that many of them need not make a high tree.
    fn joined(&mut self, op: BinaryOp, mut operands: Vec<Expr>) -> Parsed<Expr> {
        while operands.len() > FEW {
            let mut pairs = Vec::new();
            let mut rest = operands.into_iter();
            while let Some(left) = rest.next() {
                pairs.push(match rest.next() {
                    Some(right) => self.combined(op, left, right)?,
                    None => left,
                });
            }
            operands = pairs;
        }
        let mut operands = operands.into_iter();
        let Some(mut all) = operands.next() else {
            return Err(Failed);
        };
        for next in operands {
            all = self.combined(op, all, next)?;
        }
        Ok(all)
    }

    pub(super) fn combined(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Parsed<Expr> {
        let span = between(self, &left, &right);
        // `0 <= i < n` means `0 <= i && i < n`.
        if compares(op)
            && let Some(middle) = last_compared(&left)
        {
            let middle = middle.clone();
            let part = between(self, &middle, &right);
            let kind = ExprKind::Binary(op, Box::new(middle), Box::new(right));
            let right = self.make(kind, part)?;
            let kind = ExprKind::Binary(BinaryOp::And, Box::new(left), Box::new(right));
            return self.make(kind, span);
        }
        self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
    }

    /// The operator here, its level and its number of tokens.
    fn operator(&self) -> Option<(BinaryOp, u8, usize)> {
        use BinaryOp::*;
        let TokenKind::Symbol(symbol) = self.peek().kind else {
            return None;
        };
        let joined =
            |by: usize| self.is_ahead(by, ">") && self.ahead(by).start == self.ahead(by - 1).end;
        Some(match symbol {
            "<==>" => (Iff, 1, 1),
            "<=!=>" => (NotIff, 1, 1),
            "==>" => (Implies, IMPLIES, 1),
            "<==" => (ImpliedBy, IMPLIES, 1),
            "||" => (Or, 3, 1),
            "&&" => (And, 4, 1),
            "|" => (BitOr, 5, 1),
            "^" => (BitXor, 6, 1),
            "&" => (BitAnd, 7, 1),
            "==" => (Equal, 8, 1),
            "!=" => (NotEqual, 8, 1),
            ">" if joined(1) && joined(2) => (ShiftRightUnsigned, 10, 3),
            ">" if joined(1) => (ShiftRight, 10, 2),
            "<" => (Less, 9, 1),
            "<=" => (LessEqual, 9, 1),
            ">" => (Greater, 9, 1),
            ">=" => (GreaterEqual, 9, 1),
            "<:" => (Subtype, 9, 1),
            "<<" => (ShiftLeft, 10, 1),
            "+" => (Add, 11, 1),
            "-" => (Subtract, 11, 1),
            // `a[*]` and `o.*` are read elsewhere.
            "*" => (Multiply, 12, 1),
            "/" => (Divide, 12, 1),
            "%" => (Remainder, 12, 1),
            _ => return None,
        })
    }

    fn instance_of(&mut self, left: Expr) -> Parsed<Expr> {
        self.bump();
        self.eat_word("final");
        let ty = self.type_name()?;
        let span = self.span(left.span.start, ty.span.end);
        if self.word().is_some_and(|w| !is_java_keyword(w)) {
            let word = self.identifier()?;
            return Err(self.error("a pattern variable has no meaning here", word.span));
        }
        self.make(ExprKind::InstanceOf(Box::new(left), ty), span)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let token = self.peek().clone();
        let op = match token.kind {
            TokenKind::Symbol("!") => UnaryOp::Not,
            TokenKind::Symbol("~") => UnaryOp::Complement,
            TokenKind::Symbol("-") => UnaryOp::Minus,
            TokenKind::Symbol("+") => UnaryOp::Plus,
            TokenKind::Symbol("++" | "--") => {
                let span = self.span(token.start, token.end);
                return Err(self.error("an expression of JML changes nothing", span));
            }
            _ => return self.cast_or_postfix(),
        };
        self.bump();
        let operand = self.deeper(Parser::unary)?;
        // The smallest `int` and `long` are literals only together with their sign (JLS 3.10.1).
        let span = self.span(token.start, operand.span.end);
        if let (UnaryOp::Minus, ExprKind::Number(digits)) = (op, &operand.kind)
            && !digits.starts_with('-')
        {
            let kind = ExprKind::Number(format!("-{digits}"));
            return self.make(kind, span);
        }
        self.make(ExprKind::Unary(op, Box::new(operand)), span)
    }

    fn cast_or_postfix(&mut self) -> Parsed<Expr> {
        if self.is("(") && self.is_cast() {
            let start = self.bump().start;
            let ty = self.type_name()?;
            while self.eat("&") {
                self.type_name()?;
            }
            self.expect(")")?;
            let operand = self.deeper(Parser::unary)?;
            let span = self.span(start, operand.span.end);
            return self.make(ExprKind::Cast(ty, Box::new(operand)), span);
        }
        self.postfix()
    }

    /// Whether the parenthesis here begins a cast: a primitive type, or a name behind whose parenthesis an operand
    /// without a sign begins (JLS 15.16).
    fn is_cast(&self) -> bool {
        let primitive = match &self.ahead(1).kind {
            TokenKind::Word(word) => is_primitive(word),
            TokenKind::Backslash(word) => is_jml_type(word),
            _ => return false,
        };
        let named = self.word_ahead(1).is_some_and(|w| !is_java_keyword(w));
        if !primitive && !named {
            return false;
        }
        let mut i = 2;
        loop {
            if self.is_ahead(i, "<") {
                match self.type_arguments_end(i) {
                    Some(tokens) => i += tokens,
                    None => return false,
                }
            }
            let dotted = self.is_ahead(i, ".") || self.is_ahead(i, "&");
            if dotted && self.word_ahead(i + 1).is_some() {
                i += 2;
            } else {
                break;
            }
        }
        while self.is_ahead(i, "[") && self.is_ahead(i + 1, "]") {
            i += 2;
        }
        if !self.is_ahead(i, ")") {
            return false;
        }
        if primitive {
            return !self.is_ahead(i + 1, ".");
        }
        match &self.ahead(i + 1).kind {
            // Where a `;` was forgotten, the next clause is no operand.
            TokenKind::Word(word) => {
                let clause = self.ahead(i + 1).first && begins_clause(word);
                word != "instanceof" && !clause
            }
            TokenKind::Backslash(_)
            | TokenKind::Number(_)
            | TokenKind::Character(_)
            | TokenKind::String(_) => true,
            TokenKind::Symbol(symbol) => matches!(*symbol, "(" | "!" | "~"),
            _ => false,
        }
    }

    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let mut expr = self.primary()?;
        loop {
            let start = expr.span.start;
            if self.eat(".") {
                if self.eat("*") {
                    let span = self.since(start);
                    expr = self.make(ExprKind::AllFields(Box::new(expr)), span)?;
                    continue;
                }
                expr = self.selection(expr)?;
            } else if self.eat("[") {
                expr = self.subscript(expr)?;
            } else {
                return Ok(expr);
            }
        }
    }

    fn selection(&mut self, target: Expr) -> Parsed<Expr> {
        let start = target.span.start;
        let token = self.peek().clone();
        let text = match &token.kind {
            TokenKind::Backslash(word) if word == "inv" => "\\inv".to_owned(),
            TokenKind::Word(word) if matches!(word.as_str(), "this" | "super" | "class") => {
                word.clone()
            }
            TokenKind::Word(word) if !is_java_keyword(word) => word.clone(),
            TokenKind::Symbol("<") => {
                // Explicit type arguments of a call: erased.
                self.type_arguments()?;
                return self.selection(target);
            }
            TokenKind::Word(word) if word == "new" => return Err(self.no_new()),
            _ => return Err(self.unexpected("a name")),
        };
        self.bump();
        let name = Word {
            text,
            span: self.span(token.start, token.end),
        };
        if self.is("(") {
            let arguments = self.arguments()?;
            let span = self.since(start);
            let target = Some(Box::new(target));
            return self.make(
                ExprKind::Call {
                    target,
                    name,
                    arguments,
                },
                span,
            );
        }
        let span = self.since(start);
        if name.text == "class" {
            let ty = self.as_type(&target, 0);
            return match ty {
                Some(ty) => self.make(ExprKind::ClassLiteral(ty), span),
                None => Err(self.error("expected a type before `.class`", target.span)),
            };
        }
        self.make(ExprKind::Select(Box::new(target), name), span)
    }

    /// A chain of names as the name of a type.
    fn as_type(&self, expr: &Expr, dimensions: usize) -> Option<TypeName> {
        let name = dotted(expr)?;
        Some(TypeName {
            name,
            dimensions,
            span: expr.span,
        })
    }

    fn no_new(&mut self) -> Failed {
        let token = self.peek();
        let span = self.span(token.start, token.end);
        self.error("an expression of JML makes no objects", span)
    }

    /// `new C(x)`, `new int[3]` and `new int[] {1, 2}`.
    fn new_object(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        self.type_name()?;
        let mut of = Vec::new();
        if self.is("(") {
            of = self.arguments()?;
            if self.is("{") {
                return Err(self.unexpected("an operator; a class has no meaning here,"));
            }
        } else if self.is("{") {
            of.push(self.array_initialiser()?);
        } else {
            self.expect("[")?;
            of.push(self.expression()?);
            self.expect("]")?;
            while self.is("[") {
                self.bump();
                if !self.is("]") {
                    of.push(self.expression()?);
                }
                self.expect("]")?;
            }
        }
        let span = self.since(start);
        self.make(ExprKind::New(of), span)
    }

    /// `{1, 2}`, where a new array may be written like this.
    pub(super) fn array_initialiser(&mut self) -> Parsed<Expr> {
        let start = self.peek().start;
        self.expect("{")?;
        let mut of = Vec::new();
        while !self.is("}") {
            of.push(match self.is("{") {
                true => self.deeper(Parser::array_initialiser)?,
                false => self.expression()?,
            });
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        let span = self.since(start);
        self.make(ExprKind::New(of), span)
    }

    fn subscript(&mut self, array: Expr) -> Parsed<Expr> {
        let start = array.span.start;
        if self.is("]") {
            // `Type[].class`
            let mut dimensions = 1;
            self.bump();
            dimensions += self.dimensions();
            let ty = self.as_type(&array, dimensions);
            self.expect(".")?;
            return match (ty, self.eat_word("class")) {
                (Some(ty), true) => {
                    let span = self.since(start);
                    self.make(ExprKind::ClassLiteral(ty), span)
                }
                _ => Err(self.unexpected("`class`")),
            };
        }
        if self.is("*") && self.is_ahead(1, "]") {
            self.bump();
            self.bump();
            let span = self.since(start);
            let kind = ExprKind::Range {
                array: Box::new(array),
                low: None,
                high: None,
            };
            return self.make(kind, span);
        }
        let index = self.expression()?;
        if self.eat("..") {
            let high = match self.eat("*") {
                true => None,
                false => Some(Box::new(self.expression()?)),
            };
            self.expect("]")?;
            let span = self.since(start);
            let kind = ExprKind::Range {
                array: Box::new(array),
                low: Some(Box::new(index)),
                high,
            };
            return self.make(kind, span);
        }
        self.expect("]")?;
        let span = self.since(start);
        self.make(ExprKind::Index(Box::new(array), Box::new(index)), span)
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.expect("(")?;
        if self.eat(")") {
            return Ok(Vec::new());
        }
        let arguments = self.expressions()?;
        self.expect(")")?;
        Ok(arguments)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.peek().clone();
        let span = self.span(token.start, token.end);
        let kind = match token.kind {
            TokenKind::Number(digits) => ExprKind::Number(digits),
            TokenKind::Character(unit) => ExprKind::Character(unit),
            TokenKind::String(units) => ExprKind::String(units),
            TokenKind::Informal => ExprKind::Informal,
            TokenKind::Symbol("(") => return self.deeper(Parser::parenthesized),
            TokenKind::Backslash(word) => return self.deeper(|p| p.backslash(word)),
            TokenKind::Word(word) => match word.as_str() {
                "true" => ExprKind::Boolean(true),
                "false" => ExprKind::Boolean(false),
                "null" => ExprKind::Null,
                "this" => ExprKind::This,
                "super" => ExprKind::Super,
                "new" => return self.deeper(Parser::new_object),
                word if is_primitive(word) => return self.primitive_class(),
                word if is_java_keyword(word) => return Err(self.unexpected("an expression")),
                _ => return self.name_or_call(),
            },
            _ => return Err(self.unexpected("an expression")),
        };
        self.bump();
        self.make(kind, span)
    }

    fn parenthesized(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        // (\lblneg NAME e) means e.
        if let TokenKind::Backslash(word) = &self.peek().kind
            && matches!(word.as_str(), "lbl" | "lblpos" | "lblneg")
        {
            self.bump();
            self.identifier()?;
            self.eat(",");
        }
        let inner = self.expression()?;
        self.expect(")")?;
        let span = self.since(start);
        self.make(ExprKind::Parenthesized(Box::new(inner)), span)
    }

    /// `int.class`.
    fn primitive_class(&mut self) -> Parsed<Expr> {
        let start = self.peek().start;
        let ty = self.type_name()?;
        self.expect(".")?;
        if !self.eat_word("class") {
            return Err(self.unexpected("`class`"));
        }
        let span = self.since(start);
        self.make(ExprKind::ClassLiteral(ty), span)
    }

    fn name_or_call(&mut self) -> Parsed<Expr> {
        let name = self.identifier()?;
        if self.is("->") {
            return Err(self.unexpected("an operator; a lambda has no meaning here,"));
        }
        if self.is("::") {
            return Err(self.unexpected("an operator; a method reference has no meaning here,"));
        }
        if !self.is("(") {
            let span = name.span;
            return self.make(ExprKind::Name(name.text), span);
        }
        let start = name.span.start;
        let arguments = self.arguments()?;
        let span = self.since(start);
        let kind = ExprKind::Call {
            target: None,
            name,
            arguments,
        };
        self.make(kind, span)
    }
}

fn compares(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Less | LessEqual | Greater | GreaterEqual)
}

/// The right side of a comparison without parentheses, or of the last one of a chain of them.
fn last_compared(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Binary(op, _, right) if compares(*op) => Some(right),
        ExprKind::Binary(BinaryOp::And, _, last) => last_compared(last),
        _ => None,
    }
}

fn between(parser: &Parser, left: &Expr, right: &Expr) -> Span {
    parser.span(left.span.start, right.span.end)
}

/// `a.b.C` as text, if the expression is nothing but names.
pub fn dotted(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Select(target, word) if !word.text.starts_with('\\') => {
            Some(dotted(target)? + "." + &word.text)
        }
        _ => None,
    }
}

/// Whether an operation adds to a chain of operators on numbers, which is looked at from one end to the other.
fn is_long(op: BinaryOp, left: &Expr) -> bool {
    use BinaryOp::*;
    let of_numbers = |op| !matches!(op, And | Or | Implies | ImpliedBy | Iff | NotIff);
    of_numbers(op) && matches!(left.kind, ExprKind::Binary(op, ..) if of_numbers(op))
}

fn children(kind: &ExprKind) -> Vec<&Expr> {
    match kind {
        ExprKind::Select(e, _)
        | ExprKind::Unary(_, e)
        | ExprKind::Parenthesized(e)
        | ExprKind::Cast(_, e)
        | ExprKind::InstanceOf(e, _)
        | ExprKind::AllFields(e) => vec![e],
        ExprKind::New(of) => of.iter().collect(),
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Conditional(a, b, c) => vec![a, b, c],
        ExprKind::Call {
            target, arguments, ..
        } => target.as_deref().into_iter().chain(arguments).collect(),
        ExprKind::Function { arguments, .. } => (arguments.iter())
            .filter_map(|a| match a {
                Argument::Expr(e) => Some(e),
                _ => None,
            })
            .collect(),
        ExprKind::Quantifier(q) => q.range.iter().chain([&q.body]).collect(),
        ExprKind::Range { array, low, high } => {
            let bounds = low.as_deref().into_iter().chain(high.as_deref());
            bounds.chain([&**array]).collect()
        }
        _ => Vec::new(),
    }
}
