//! Tokens to expressions. Dialect 1 has no precedence: a binary operator takes one operand on its left and the whole
//! rest on its right, a prefix operator takes the whole rest. Dialect 2 has the usual precedence and associativity.

use super::lex::{self, Token};
use super::tree::{Binary, Dialect, Expr, Kind, Unary};
use crate::diagnostic::{Report, Span};

/// Nesting and chains of operators deeper than this are refused.
const DEEPEST: u32 = 400;

struct Parser<'a> {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: u32,
    dialect: Dialect,
    report: &'a mut Report,
    whole: Span,
}

/// Parses `text`, which stands at byte `base` of the file, as one expression; `None` after an error, which is filed.
pub fn expression(text: &str, base: usize, dialect: Dialect, report: &mut Report) -> Option<Expr> {
    let whole = Span::new(base, base + text.len());
    let tokens = lex::tokens(text, base, dialect, report)?;
    let mut parser = Parser { tokens, at: 0, depth: 0, dialect, report, whole };
    let expr = parser.whole_expr()?;
    if parser.at < parser.tokens.len() {
        let span = parser.tokens[parser.at].1;
        let (message, hint) = match &parser.tokens[parser.at].0 {
            Token::Name(name) if meant(name).is_some() => {
                ("an operator is missing here", meant(name).unwrap_or_default())
            }
            Token::Comma => ("a comma outside parentheses", "commas separate arguments and members of sets"),
            Token::Close | Token::CloseSet => ("a closing bracket that nothing opened", "remove it"),
            _ => ("an operator is missing here", "two values cannot stand side by side"),
        };
        parser.report.error_hint(span, message, hint);
        return None;
    }
    Some(expr)
}

/// What somebody meant who writes an operator as other languages do.
fn meant(name: &str) -> Option<&'static str> {
    match name.to_lowercase().as_str() {
        "&&" | "&" | "and" => Some("write AND in capitals"),
        "||" | "|" | "or" => Some("write OR in capitals"),
        "in" => Some("write IN in capitals"),
        _ => None,
    }
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|t| &t.0)
    }

    fn here(&self) -> Span {
        let end = Span { start: self.whole.end, end: self.whole.end };
        self.tokens.get(self.at).map_or(end, |t| t.1)
    }

    fn fail<T>(&mut self, span: Span, message: &str, hint: &str) -> Option<T> {
        self.report.error_hint(span, message, hint);
        None
    }

    fn deeper(&mut self) -> Option<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let span = self.here();
            return self.fail(
                span,
                "this is nested too deeply",
                "name parts of it as expressions of their own",
            );
        }
        Some(())
    }

    fn whole_expr(&mut self) -> Option<Expr> {
        match self.dialect {
            Dialect::One => self.right(),
            Dialect::Two => self.level(1),
        }
    }

    fn prefix(&self) -> Option<Unary> {
        match self.peek()? {
            Token::Not => Some(Unary::Not),
            Token::Abs => Some(Unary::Abs),
            Token::Op(Binary::Sub) => Some(Unary::Neg),
            _ => None,
        }
    }

    /// Dialect 1: everything associates to the right.
    fn right(&mut self) -> Option<Expr> {
        self.deeper()?;
        let from = self.here();
        let expr = if let Some(op) = self.prefix() {
            self.at += 1;
            let inner = self.right()?;
            let span = from.to(inner.span);
            Expr { kind: Kind::Unary(op, Box::new(inner)), span }
        } else {
            let left = self.primary()?;
            match self.peek() {
                Some(Token::Op(op)) => {
                    let op = *op;
                    self.at += 1;
                    let rest = self.right()?;
                    let span = left.span.to(rest.span);
                    Expr { kind: Kind::Binary(op, Box::new(left), Box::new(rest)), span }
                }
                Some(Token::Not | Token::Abs) => self.left_only(left)?,
                _ => left,
            }
        };
        self.depth -= 1;
        Some(expr)
    }

    /// `a NOT b` and `a ABS b`: the original reads what follows and then works on what stands before.
    fn left_only(&mut self, left: Expr) -> Option<Expr> {
        let op = if self.peek() == Some(&Token::Not) { Unary::Not } else { Unary::Abs };
        let sign = self.here();
        self.at += 1;
        let rest = self.right()?;
        let hint = "put AND or OR between";
        self.report.warn(sign.to(rest.span), "NOT and ABS after a value ignore what follows", hint);
        let span = left.span;
        Some(Expr { kind: Kind::Unary(op, Box::new(left)), span })
    }

    /// Dialect 2: operators of at least this level.
    fn level(&mut self, least: u8) -> Option<Expr> {
        self.deeper()?;
        let from = self.here();
        let mut left = match self.prefix() {
            Some(op) => {
                self.at += 1;
                let inner = self.level(if op == Unary::Not { 5 } else { 9 })?;
                let span = from.to(inner.span);
                Expr { kind: Kind::Unary(op, Box::new(inner)), span }
            }
            None => self.primary()?,
        };
        let before = self.depth;
        while let Some(&Token::Op(op)) = self.peek() {
            if op.level() < least {
                break;
            }
            // A chain leans to the left: each operator makes the tree one deeper.
            self.deeper()?;
            self.at += 1;
            let rest = self.level(if op == Binary::Assign { 1 } else { op.level() + 1 })?;
            if op.compares() && matches!(&left.kind, Kind::Binary(o, ..) if o.compares()) {
                let hint = "join the comparisons with AND, or use parentheses";
                return self.fail(left.span.to(rest.span), "comparisons cannot be chained", hint);
            }
            let span = left.span.to(rest.span);
            left = Expr { kind: Kind::Binary(op, Box::new(left), Box::new(rest)), span };
        }
        self.depth = before - 1;
        Some(left)
    }

    fn primary(&mut self) -> Option<Expr> {
        let span = self.here();
        let Some(token) = self.peek().cloned() else {
            return self.fail(span, "an expression is missing here", "write a value");
        };
        self.at += 1;
        let kind = match token {
            Token::Int(n) => Kind::Int(n),
            Token::Bool(b) => Kind::Bool(b),
            Token::Text(t) => Kind::Text(t),
            Token::Var(v) => Kind::Var(v),
            Token::Open => {
                let (inner, end) = self.group(&Token::Close, span)?;
                if inner.len() != 1 {
                    return self.fail(
                        span.to(end),
                        "a comma outside a call",
                        "only arguments are separated by commas",
                    );
                }
                let only = inner.into_iter().next()?;
                return Some(Expr { kind: Kind::Group(Box::new(only)), span: span.to(end) });
            }
            Token::OpenSet => {
                let (members, end) = self.group(&Token::CloseSet, span)?;
                return Some(Expr { kind: Kind::Set(members), span: span.to(end) });
            }
            Token::Name(name) => return self.call(name, span),
            Token::Op(_) | Token::Not | Token::Abs => {
                return self.fail(span, "a value is missing before this operator", "write what it works on");
            }
            Token::Close | Token::CloseSet => {
                return self.fail(
                    span,
                    "a value is missing before this bracket",
                    "an empty group has no value",
                );
            }
            Token::Comma => {
                return self.fail(span, "a value is missing before this comma", "remove the comma");
            }
        };
        Some(Expr { kind, span })
    }

    fn call(&mut self, name: String, span: Span) -> Option<Expr> {
        if self.peek() != Some(&Token::Open) {
            return Some(Expr { kind: Kind::Call(name, Vec::new()), span });
        }
        let open = self.here();
        self.at += 1;
        if self.dialect == Dialect::Two && self.peek() == Some(&Token::Close) {
            let end = self.here();
            self.at += 1;
            return Some(Expr { kind: Kind::Call(name, Vec::new()), span: span.to(end) });
        }
        let (arguments, end) = self.group(&Token::Close, open)?;
        if self.dialect == Dialect::One {
            self.swallow()?;
        }
        Some(Expr { kind: Kind::Call(name, arguments), span: span.to(end) })
    }

    /// The original ignores whatever follows a call up to the end of the group, unless it is an operator.
    fn swallow(&mut self) -> Option<()> {
        let from = self.here();
        let mut last = from;
        let mut open: Vec<Token> = Vec::new();
        let start = self.at;
        while let Some(token) = self.peek() {
            match token {
                Token::Op(_) | Token::Not | Token::Abs if self.at == start => return Some(()),
                Token::Comma | Token::Close | Token::CloseSet if open.is_empty() => break,
                Token::Open => open.push(Token::Close),
                Token::OpenSet => open.push(Token::CloseSet),
                Token::Close | Token::CloseSet if open.pop().as_ref() != Some(token) => return Some(()),
                _ => {}
            }
            last = self.here();
            self.at += 1;
        }
        if !open.is_empty() {
            return self.fail(from, "this bracket is never closed", "add the closing bracket");
        }
        if self.at > start {
            let hint = "remove it, or put an operator between";
            self.report.warn(from.to(last), "this is ignored: it follows a complete call", hint);
        }
        Some(())
    }

    /// Expressions separated by commas up to `close`; the opening bracket is already taken.
    fn group(&mut self, close: &Token, open: Span) -> Option<(Vec<Expr>, Span)> {
        let mut list = Vec::new();
        if self.dialect == Dialect::Two && *close == Token::CloseSet && self.peek() == Some(close) {
            let end = self.here();
            self.at += 1;
            return Some((list, end));
        }
        loop {
            self.deeper()?;
            list.push(self.whole_expr()?);
            self.depth -= 1;
            let end = self.here();
            match self.peek() {
                Some(Token::Comma) => self.at += 1,
                Some(token) if token == close => {
                    self.at += 1;
                    return Some((list, end));
                }
                None => return self.fail(open, "this bracket is never closed", "add the closing bracket"),
                Some(Token::Close | Token::CloseSet) => {
                    return self.fail(
                        end,
                        "this bracket closes another kind of bracket",
                        "( ) and { } go in pairs",
                    );
                }
                Some(token) => {
                    let meant = if let Token::Name(name) = token { meant(name) } else { None };
                    let hint = meant.unwrap_or("two values cannot stand side by side");
                    return self.fail(end, "an operator or a comma is missing here", hint);
                }
            }
        }
    }
}
