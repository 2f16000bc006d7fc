//! Expressions back to text.

use crate::syntax::{Binary, Dialect, Expr, Kind, Text, Unary};

/// The expression as it was written, with even spacing: parentheses stay where they are.
pub(crate) fn as_written(e: &Expr, dialect: Dialect) -> String {
    match &e.kind {
        Kind::Group(inner) => format!("({})", as_written(inner, dialect)),
        Kind::Unary(Unary::Neg, inner) => format!("-{}", as_written(inner, dialect)),
        Kind::Unary(op, inner) => match &inner.kind {
            Kind::Group(_) if *op == Unary::Abs => format!("ABS{}", as_written(inner, dialect)),
            _ => format!("{} {}", op.sign(), as_written(inner, dialect)),
        },
        Kind::Binary(op, a, b) => {
            format!("{} {} {}", as_written(a, dialect), op.sign(), as_written(b, dialect))
        }
        _ => leaf(e, dialect, &|inner| as_written(inner, dialect)),
    }
}

/// The expression in dialect 2, with the parentheses that its precedence needs.
pub(crate) fn modern(e: &Expr) -> String {
    print(e, 0)
}

fn level(e: &Expr) -> u8 {
    match &e.kind {
        Kind::Binary(op, ..) => op.level(),
        Kind::Unary(Unary::Not, _) => 4,
        Kind::Unary(Unary::Neg, _) => 9,
        _ => 10,
    }
}

fn print(e: &Expr, least: u8) -> String {
    let e = e.bare();
    let text = match &e.kind {
        Kind::Unary(Unary::Abs, inner) => format!("ABS({})", print(inner, 0)),
        Kind::Unary(Unary::Neg, inner) => format!("-{}", print(inner, 10)),
        Kind::Unary(Unary::Not, inner) => format!("NOT {}", print(inner, 5)),
        Kind::Binary(op, a, b) => {
            let own = op.level();
            let (left, right) = match op {
                Binary::Assign => (10, 1),
                // The value of a chain of these does not depend on how it is grouped.
                Binary::And | Binary::Or | Binary::Add => (own, own),
                _ if op.compares() => (own + 1, own + 1),
                _ => (own, own + 1),
            };
            let joins = |side: &Expr| matches!(&side.bare().kind, Kind::Binary(o, ..) if o == op);
            let right = if joins(b) { right } else { own + 1 };
            let right = if *op == Binary::Assign { 1 } else { right };
            format!("{} {} {}", print(a, left), op.sign(), print(b, right))
        }
        _ => leaf(e, Dialect::Two, &|inner| print(inner, 0)),
    };
    if level(e) < least { format!("({text})") } else { text }
}

fn leaf(e: &Expr, dialect: Dialect, inner: &dyn Fn(&Expr) -> String) -> String {
    let list = |l: &[Expr]| l.iter().map(inner).collect::<Vec<_>>().join(",");
    match &e.kind {
        Kind::Int(n) => n.to_string(),
        Kind::Bool(b) => b.to_string(),
        Kind::Text(t) => format!("\"{}\"", pattern(t, dialect)),
        Kind::Var(v) => format!("${v}"),
        Kind::Set(l) if l.is_empty() => "{ }".to_string(),
        Kind::Set(l) => format!("{{ {} }}", list(l).replace(',', ", ")),
        Kind::Call(name, l) if l.is_empty() => name.clone(),
        Kind::Call(name, l) => format!("{name}({})", list(l)),
        Kind::Group(_) | Kind::Unary(..) | Kind::Binary(..) => inner(e),
    }
}

/// A text with its references.
pub(crate) fn pattern(t: &Text, dialect: Dialect) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (offset, var) in &t.refs {
        out.push_str(&t.plain[at..*offset]);
        at = *offset;
        out.push('$');
        out.push_str(var);
        // What follows must not become part of the name; in dialect 1 a blank vanishes.
        let next = t.plain[at..].chars().next();
        if next.is_some_and(|c| !"=!<>+-*/%(),\"$ \t".contains(c)) && dialect == Dialect::One {
            out.push(' ');
        }
    }
    out.push_str(&t.plain[at..]);
    out
}

/// Whether dialect 2 can write the text: nothing may run into the name of a reference.
pub(crate) fn writable(t: &Text) -> bool {
    t.refs.iter().all(|(offset, _)| {
        t.plain[*offset..].chars().next().is_none_or(|c| "=!<>+-*/%(),\"$ \t{}".contains(c))
    })
}
