//! Lints on whole rules: a turn that is never passed, a player or a location that does not exist, variables that nothing
//! sets where they are read, an END that was forgotten. Such a file loads, but does not play as its author meant.

use super::{Ask, Builtin, Form, Model, Node};
use crate::diagnostic::{Report, Span};
use crate::program::{Value, walk};
use crate::syntax::{Dialect, File, Function, Kind, Unary};
use std::collections::BTreeSet;

/// All of them.
pub(crate) fn slips(model: &Model, report: &mut Report) {
    crate::syntax::unused_labels(&model.file, report);
    players(model, report);
    places(model, report);
    let mut nodes = 0usize;
    crate::program::every(model, &mut |_| nodes += 1);
    if nodes * (model.rules.len() + model.ends.len() + model.scorings.len()) <= MOST {
        unset(model, report);
        turns(model, report);
    }
}

/// Expressions times rules: larger files, which no person writes, are not looked at so closely.
const MOST: usize = 50_000_000;

fn two(model: &Model) -> bool {
    model.file.dialect == Dialect::Two
}

/// Wrong for certain: an error in dialect 2, which is strict, and a warning in dialect 1.
fn wrong(model: &Model, report: &mut Report, span: Span, message: String, hint: &str) {
    if two(model) {
        report.error_hint(span, message, hint);
    } else {
        report.warn(span, message, hint);
    }
}

/// The values an expression may have, as far as they are written out: both branches of an IF.
fn values<'n>(node: &'n Node, out: &mut Vec<&'n Node>) {
    match &node.kind {
        Form::If(parts) => {
            values(&parts[1], out);
            values(&parts[2], out);
        }
        _ => out.push(node),
    }
}

/// Winners, owners of scores and elements that are not players.
fn players(model: &Model, report: &mut Report) {
    let last = model.file.players.len() as i32;
    let mut asked: Vec<(&Node, i32, &str)> = Vec::new();
    for (_, winner) in &model.ends {
        asked.push((winner, 0, "the winner"));
    }
    for (player, _) in
        model.scorings.iter().flat_map(|s| &s.1).chain(model.rules.iter().flat_map(|r| &r.awards))
    {
        asked.push((player, 1, "who scores"));
    }
    let mut inside: Vec<(Node, i32, &str)> = Vec::new();
    crate::program::every(model, &mut |n| match &n.kind {
        Form::Builtin(Builtin::Score, parts) => inside.extend(parts.first().map(|p| (p.clone(), 1, "SCORE"))),
        Form::Builtin(Builtin::SetOwner, parts) => {
            inside.extend(parts.get(1).map(|p| (p.clone(), 0, "the owner")))
        }
        Form::Builtin(Builtin::SetPlayer, parts) => {
            inside.extend(parts.first().map(|p| (p.clone(), 1, "SETPLAYER")));
        }
        _ => {}
    });
    let mut found: Vec<(Span, String, String)> = Vec::new();
    for (node, least, what) in asked.into_iter().chain(inside.iter().map(|(n, l, w)| (n, *l, *w))) {
        let mut list = Vec::new();
        values(node, &mut list);
        for n in list {
            let number = match &n.kind {
                Form::Const(Value::Int(p)) => Some(*p),
                Form::Unary(Unary::Neg, inner) => match inner.kind {
                    Form::Const(Value::Int(p)) => p.checked_neg(),
                    _ => None,
                },
                _ => None,
            };
            if let Some(p) = number.filter(|p| !(least..=last).contains(p)) {
                let draw = if what == "the winner" { "; 0 is a draw" } else { "" };
                let hint = match last {
                    1 => format!("the only player is 1{draw}"),
                    _ => format!("the players are 1 to {last}{draw}"),
                };
                found.push((n.span, format!("{what} is player {p}, and there is no player {p}"), hint));
            }
        }
    }
    for (span, message, hint) in found {
        wrong(model, report, span, message, &hint);
    }
}

/// Texts with variables that name a location or an element, and none has such a name whatever the variables are.
fn places(model: &Model, report: &mut Report) {
    let mut found: Vec<(Span, String)> = Vec::new();
    crate::program::every(model, &mut |n| {
        let (parts, elements): (&[Node], bool) = match &n.kind {
            Form::Builtin(Builtin::Empty | Builtin::Content | Builtin::LocType, parts) => (parts, false),
            Form::Builtin(
                Builtin::State
                | Builtin::ElType
                | Builtin::Location
                | Builtin::Owner
                | Builtin::SetState
                | Builtin::SetOwner,
                parts,
            ) => (parts.get(..1).unwrap_or_default(), true),
            Form::Move(parts) => (&parts[1..], false),
            _ => return,
        };
        for part in parts {
            let Form::Template(t) = &part.kind else { continue };
            let pieces = &model.templates[*t as usize].pieces;
            let fits = match elements {
                true => model.elements.iter().any(|e| between(model.names.text(e.name), pieces)),
                false => model.cells.iter().any(|c| between(model.names.text(c.name), pieces)),
            };
            if !fits {
                let what = if elements { "element" } else { "location" };
                found.push((part.span, format!("no {what} has such a name, whatever the variables are")));
            }
        }
    });
    for (span, message) in found {
        report.warn(span, message, "compare it with the names declared");
    }
}

/// Whether a name has these pieces, one after another, from its beginning to its end.
fn between(name: &str, pieces: &[String]) -> bool {
    let [first, middle @ .., last] = pieces else { return pieces.first().is_none_or(|p| p == name) };
    let Some(mut rest) = name.strip_prefix(first.as_str()) else { return false };
    for piece in middle {
        match rest.find(piece.as_str()) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}

/// What is read and set by some expressions, calls included.
#[derive(Default)]
struct Uses {
    set: BTreeSet<u16>,
    read: Vec<(u16, Span)>,
    called: BTreeSet<u32>,
    passes: bool,
}

impl Uses {
    fn of<'n>(model: &Model, roots: impl Iterator<Item = &'n Node>) -> Uses {
        let mut uses = Uses::default();
        let mut waiting: Vec<u32> = Vec::new();
        for root in roots {
            uses.look(model, root, &mut waiting);
        }
        while let Some(f) = waiting.pop() {
            if uses.called.insert(f) {
                let function = &model.functions[f as usize];
                uses.set.extend(&function.formals);
                for node in &function.body {
                    uses.look(model, node, &mut waiting);
                }
            }
        }
        uses
    }

    fn look(&mut self, model: &Model, node: &Node, waiting: &mut Vec<u32>) {
        walk(node, &mut |n| match &n.kind {
            Form::Assign(v, _) | Form::Loop { var: v, .. } => {
                self.set.insert(*v);
            }
            Form::Var(v) => self.read.push((*v, n.span)),
            Form::Template(t) => {
                self.read.extend(model.templates[*t as usize].vars.iter().map(|&v| (v, n.span)));
            }
            Form::Call(f, _) => waiting.push(*f),
            Form::Builtin(Builtin::NextPlayer | Builtin::SetPlayer, _) => self.passes = true,
            _ => {}
        });
    }
}

/// Variables that are read where nothing has set them. Variables do not outlast the move they were set in; scorings and ends
/// are looked at after the rule that allowed it.
fn unset(model: &Model, report: &mut Report) {
    let mut told: BTreeSet<(u32, u16)> = BTreeSet::new();
    let mut tell = |uses: &Uses, bound: &BTreeSet<u16>, report: &mut Report, whose: &str| {
        for &(v, span) in &uses.read {
            if uses.set.contains(&v) || bound.contains(&v) || !told.insert((span.start, v)) {
                continue;
            }
            let name = &model.vars[usize::from(v)];
            let near = bound.iter().chain(&uses.set).map(|&v| model.vars[usize::from(v)].as_str());
            let hint = game::nearest(name, near).filter(|n| *n != name.as_str());
            let hint = hint.map_or("evaluating this fails".to_string(), |n| format!("did you mean ${n}?"));
            report.warn(span, format!("the variable ${name} is read but never set{whose}"), hint);
        }
    };
    let mut after: BTreeSet<u16> = BTreeSet::new();
    for (rule, source) in model.rules.iter().zip(&model.file.rules) {
        let mut bound: BTreeSet<u16> = BTreeSet::new();
        for fits in [&rule.element, &rule.from, &rule.to].into_iter().flatten() {
            bound.extend(fits.iter().flatten().flat_map(|f| f.iter().map(|b| b.0)));
        }
        let asks = [&rule.state, &rule.player];
        bound.extend(asks.iter().filter_map(|a| if let Ask::Bind(v) = a { Some(*v) } else { None }));
        // A pattern that fits nothing binds nothing, and is reported separately.
        if [&rule.element, &rule.from, &rule.to]
            .iter()
            .any(|f| f.as_ref().is_none_or(|f| f.iter().all(Option::is_none)))
        {
            continue;
        }
        let awards = rule.awards.iter().flat_map(|(a, b)| [a, b]);
        let evaluated = asks.iter().filter_map(|a| if let Ask::Eval(n) = a { Some(n) } else { None });
        let roots = rule.condition.iter().chain(&rule.followup).chain(awards).chain(evaluated);
        let uses = Uses::of(model, roots);
        tell(&uses, &bound, report, &format!(" in the rule '{}'", source.name));
        after.extend(bound.iter().chain(&uses.set));
    }
    for (situation, winner) in &model.ends {
        tell(&Uses::of(model, [situation, winner].into_iter()), &after, report, " in this end");
    }
    for (situation, pairs) in &model.scorings {
        let roots = std::iter::once(situation).chain(pairs.iter().flat_map(|(a, b)| [a, b]));
        tell(&Uses::of(model, roots), &after, report, " in this scoring");
    }
    tell(&Uses::of(model, model.start.iter()), &BTreeSet::new(), report, " at the start");
    let mut called: BTreeSet<u32> = BTreeSet::new();
    crate::program::every(model, &mut |n| {
        if let Form::Call(f, _) = n.kind {
            called.insert(f);
        }
    });
    // Expressions that nothing calls are looked at by themselves.
    for (i, f) in model.functions.iter().enumerate().filter(|(i, _)| !called.contains(&(*i as u32))) {
        let uses = Uses::of(model, f.body.iter());
        let bound: BTreeSet<u16> = f.formals.iter().copied().collect();
        let name = &model.file.functions[i].name;
        tell(&uses, &bound, report, &format!(" in the expression '{name}'"));
    }
}

/// A turn that is never passed.
fn turns(model: &Model, report: &mut Report) {
    if model.file.players.len() < 2 || model.rules.is_empty() {
        return;
    }
    let passes = |r: &super::Rule| {
        let awards = r.awards.iter().flat_map(|(a, b)| [a, b]);
        Uses::of(model, r.followup.iter().chain(&r.condition).chain(awards)).passes
    };
    let kept: Vec<usize> = (0..model.rules.len()).filter(|&i| !passes(&model.rules[i])).collect();
    if kept.len() == model.rules.len() {
        let message = "no rule passes the turn: player 1 always moves";
        report.warn(model.rules[0].span, message, "write followup=NEXTPLAYER");
        return;
    }
    for i in kept {
        let (rule, source) = (&model.rules[i], &model.file.rules[i]);
        // A rule that says what follows was thought about; one that says nothing may have been forgotten.
        if rule.followup.is_none() {
            let message = format!(
                "after the rule '{}' the same player moves again: nothing passes the turn",
                source.name
            );
            report.warn(source.span, message, "write followup=NEXTPLAYER, or followup=true if that is meant");
        }
    }
}

/// The expression whose END was forgotten before the header of this one, if it looks like that: a line of another
/// expression that is written like a header.
pub(crate) fn swallowed<'f>(file: &'f File, name: &str) -> Option<&'f Function> {
    file.functions.iter().find(|f| {
        f.body.iter().skip(1).any(|line| match &line.kind {
            Kind::Call(called, arguments) => {
                called == name && arguments.iter().all(|a| matches!(a.kind, Kind::Var(_)))
            }
            _ => false,
        })
    })
}
