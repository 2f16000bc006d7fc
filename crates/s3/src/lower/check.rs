//! Lints on expressions: what is allowed but probably not meant, and values of the wrong kind.

use super::{Ask, Builtin, Form, Model, Node};
use crate::diagnostic::{Report, Span};
use crate::program::{NONE, Value};
use crate::syntax::{Binary, Dialect, Expr, File, Kind, Unary};

/// Lints on the tree.
pub(crate) fn tree(file: &File, report: &mut Report) {
    for kind in file.location_types.iter().filter(|t| !t.registered) {
        let message = format!("the location type '{}' has no point and so does not exist", kind.name);
        report.warn(kind.span, message, "add point=x,y");
    }
    let functions = file.functions.iter().flat_map(|f| &f.body);
    let scorings =
        file.scorings.iter().flat_map(|s| std::iter::once(&s.situation).chain(&s.players).chain(&s.scores));
    let ends = file.ends.iter().flat_map(|e| e.situation.iter().chain([&e.winner]));
    let rules = file
        .rules
        .iter()
        .flat_map(|r| r.condition.iter().chain(&r.followup).chain(&r.award_players).chain(&r.with_scores));
    for e in functions.chain(scorings).chain(ends).chain(rules).chain(&file.start) {
        if file.dialect == Dialect::One {
            surprises(e, report);
        }
        kind_of(e, file.dialect, report);
    }
    let conditions = file.rules.iter().filter_map(|r| r.condition.as_ref());
    let situations = file
        .scorings
        .iter()
        .map(|s| &s.situation)
        .chain(file.ends.iter().filter_map(|e| e.situation.as_ref()));
    for e in conditions.chain(situations) {
        if matches!(&e.bare().kind, Kind::Binary(Binary::Assign, ..)) {
            report.warn(e.span, "this assigns, so it always holds", "write == to compare");
        }
        let quiet = &mut Report::new("");
        if !matches!(kind_of(e, file.dialect, quiet), Sort::Bool | Sort::Any) {
            report.warn(
                e.span,
                "this is neither true nor false, so it never holds",
                "only exactly true holds",
            );
        }
    }
}

/// Operators that bind otherwise in most languages: without precedence everything to the right belongs together.
fn surprises(e: &Expr, report: &mut Report) {
    let joint = |op: Binary| matches!(op, Binary::And | Binary::Or);
    let sums = |op: Binary| matches!(op, Binary::Add | Binary::Sub);
    let products = |op: Binary| matches!(op, Binary::Mul | Binary::Div | Binary::Rem);
    match &e.kind {
        Kind::Binary(op, _, right) => {
            if let Kind::Binary(next, ..) = &right.kind {
                let odd = op.compares() && (joint(*next) || next.compares())
                    || sums(*op) && (next.compares() || joint(*next))
                    || products(*op) && (sums(*next) || next.compares() || joint(*next))
                    || matches!(op, Binary::Div | Binary::Rem) && products(*next)
                    || *op == Binary::Sub && sums(*next)
                    || *op == Binary::And && *next == Binary::Or;
                if odd {
                    let message = format!(
                        "precedence: '{}' takes everything to its right, the '{}' included",
                        op.sign(),
                        next.sign()
                    );
                    report.warn(e.span, message, "use parentheses to say what belongs together");
                }
            }
        }
        Kind::Unary(op, inner) => {
            if let Kind::Binary(next, ..) = &inner.kind {
                let harmless = *op == Unary::Not && next.compares();
                if !harmless {
                    let message = format!(
                        "precedence: '{}' takes the whole rest, the '{}' included",
                        op.sign(),
                        next.sign()
                    );
                    report.warn(e.span, message, "use parentheses to say what belongs together");
                }
            }
        }
        _ => {}
    }
    e.parts().into_iter().for_each(|p| surprises(p, report));
}

/// What kind of value an expression has, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Any,
    Int,
    Bool,
    Str,
    Set,
}

impl Sort {
    fn words(self) -> &'static str {
        match self {
            Sort::Any => "anything",
            Sort::Int => "a number",
            Sort::Bool => "true or false",
            Sort::Str => "a text",
            Sort::Set => "a set",
        }
    }
}

fn want(e: &Expr, wanted: Sort, by: &str, dialect: Dialect, report: &mut Report) {
    let found = kind_of(e, dialect, report);
    if found == Sort::Any || found == wanted {
        return;
    }
    let message = format!("{by} needs {} and gets {}", wanted.words(), found.words());
    match dialect {
        Dialect::One => report.warn(e.span, message, "evaluating this fails"),
        Dialect::Two => report.error_hint(e.span, message, "evaluating this would fail"),
    }
}

fn kind_of(e: &Expr, dialect: Dialect, report: &mut Report) -> Sort {
    match &e.kind {
        Kind::Int(_) => Sort::Int,
        Kind::Bool(_) => Sort::Bool,
        Kind::Text(_) => Sort::Str,
        Kind::Var(_) => Sort::Any,
        Kind::Group(inner) => kind_of(inner, dialect, report),
        Kind::Set(members) => {
            members.iter().for_each(|m| {
                kind_of(m, dialect, report);
            });
            Sort::Set
        }
        Kind::Unary(op, inner) => {
            let sort = if *op == Unary::Not { Sort::Bool } else { Sort::Int };
            want(inner, sort, op.sign(), dialect, report);
            sort
        }
        Kind::Binary(op, a, b) => {
            let sign = op.sign();
            match op {
                Binary::And | Binary::Or => {
                    want(a, Sort::Bool, sign, dialect, report);
                    want(b, Sort::Bool, sign, dialect, report);
                    Sort::Bool
                }
                Binary::Eq | Binary::Ne | Binary::Assign => {
                    kind_of(a, dialect, report);
                    kind_of(b, dialect, report);
                    Sort::Bool
                }
                Binary::In | Binary::Subset => {
                    kind_of(a, dialect, report);
                    want(b, Sort::Set, sign, dialect, report);
                    Sort::Bool
                }
                Binary::SetMinus | Binary::Union | Binary::Intersect => {
                    want(a, Sort::Set, sign, dialect, report);
                    want(b, Sort::Set, sign, dialect, report);
                    Sort::Set
                }
                _ => {
                    want(a, Sort::Int, sign, dialect, report);
                    want(b, Sort::Int, sign, dialect, report);
                    if op.compares() { Sort::Bool } else { Sort::Int }
                }
            }
        }
        Kind::Call(name, arguments) => call_kind(name, arguments, dialect, report),
    }
}

fn call_kind(name: &str, arguments: &[Expr], dialect: Dialect, report: &mut Report) -> Sort {
    let takes: (&[Sort], Sort) = match name {
        "IF" => (&[Sort::Bool], Sort::Any),
        "FORALL" | "FORSOME" => (&[Sort::Any, Sort::Int, Sort::Int, Sort::Bool], Sort::Bool),
        "LOCTYPE" | "ELTYPE" | "LOCATION" | "CONTENT" | "UNINDEX" => (&[Sort::Str], Sort::Str),
        "STATE" | "OWNER" | "ZINDEX" | "INDEX" => (&[Sort::Str], Sort::Int),
        "EMPTY" => (&[Sort::Str], Sort::Bool),
        "INDEXA" => (&[Sort::Int, Sort::Str], Sort::Int),
        "PLAYER" => (&[], Sort::Int),
        "SCORE" => (&[Sort::Int], Sort::Int),
        "MOVE" => (&[Sort::Str, Sort::Str, Sort::Str], Sort::Bool),
        "SETOWNER" | "SETSTATE" | "SETZINDEX" => (&[Sort::Str, Sort::Int], Sort::Bool),
        "NEXTPLAYER" => (&[], Sort::Bool),
        _ => (&[], Sort::Any),
    };
    for (i, argument) in arguments.iter().enumerate() {
        match takes.0.get(i) {
            Some(&sort) if sort != Sort::Any => want(argument, sort, name, dialect, report),
            _ => {
                kind_of(argument, dialect, report);
            }
        }
    }
    takes.1
}

/// Lints on what the names stand for.
pub(crate) fn model(model: &Model, report: &mut Report) {
    let players = model.file.players.len();
    for (rule, source) in model.rules.iter().zip(&model.file.rules) {
        let unused = |report: &mut Report, span: Span, why: String| {
            report.warn(span, format!("the rule '{}' can never be used: {why}", source.name), "");
        };
        if let (Ask::Is(n), Some(e)) = (&rule.player, &source.player)
            && !usize::try_from(*n).is_ok_and(|n| (1..=players).contains(&n))
        {
            unused(report, e.span, format!("there is no player {n}"));
        }
        if let (Ask::Is(n), Some(e), Some(fits)) = (&rule.state, &source.state, &rule.element) {
            let fitting = fits.iter().zip(&model.elements).filter(|(f, _)| f.is_some());
            if fitting.clone().count() > 0
                && !fitting.clone().any(|(_, e)| (1..=e.states).contains(n) || e.state == *n)
            {
                unused(report, e.span, format!("none of its elements has a state {n}"));
            }
        }
        if let Some(Node { kind: Form::Const(value), span }) = &rule.condition
            && *value != Value::Bool(true)
        {
            unused(report, *span, "its condition never holds".to_string());
        }
    }
    super::slips::slips(model, report);
    strangers(model, report);
    if model.rules.is_empty() {
        report.warn(Span::default(), "the game has no rules, so nobody can ever move", "add [GAME RULES]");
    }
}

/// Names written out that nothing has, and states that an element cannot have.
fn strangers(model: &Model, report: &mut Report) {
    let fixed = |n: &Node| match n.kind {
        Form::Const(Value::Str(id)) if id != model.empty => Some(id),
        _ => None,
    };
    let mut found: Vec<(Span, String, &str)> = Vec::new();
    crate::program::every(model, &mut |n| {
        let (elements, cells): (Vec<&Node>, Vec<&Node>) = match &n.kind {
            Form::Builtin(
                Builtin::State
                | Builtin::ElType
                | Builtin::Location
                | Builtin::Owner
                | Builtin::ZIndex
                | Builtin::SetState
                | Builtin::SetOwner
                | Builtin::SetZIndex,
                parts,
            ) => (parts.first().into_iter().collect(), Vec::new()),
            Form::Builtin(Builtin::Empty | Builtin::Content | Builtin::LocType, parts) => {
                (Vec::new(), parts.first().into_iter().collect())
            }
            Form::Move(parts) => (vec![&parts[0]], vec![&parts[1], &parts[2]]),
            _ => return,
        };
        for (node, what, none) in elements
            .iter()
            .map(|e| (*e, "element", fixed(e).is_some_and(|id| model.names.element(id) == NONE)))
            .chain(
                cells
                    .iter()
                    .map(|c| (*c, "location", fixed(c).is_some_and(|id| model.names.cell(id) == NONE))),
            )
        {
            if let Some(id) = fixed(node).filter(|_| none) {
                let message = format!("no {what} is called '{}'", model.names.text(id));
                found.push((node.span, message, "compare it with the names declared"));
            }
        }
        if let Form::Builtin(Builtin::SetState, parts) = &n.kind
            && let [e, Node { kind: Form::Const(Value::Int(state)), span }] = parts.as_slice()
            && let Some(elem) =
                fixed(e).and_then(|id| model.elements.get(usize::from(model.names.element(id))))
            && !(1..=elem.states).contains(state)
        {
            let message = format!("there is no state {state}: its type has {}", elem.states);
            found.push((*span, message, "evaluating this fails"));
        }
    });
    for (span, message, hint) in found {
        report.warn(span, message, hint);
    }
}
