//! The checks of a description before it runs: what is missing or misspelt, and what is most likely a mistake of the
//! rules although it is good Prolog. Says nothing about plays: dead ends and lost tokens are found by playing.

use crate::coverage::OddOrder;
use crate::diagnostic::Report;
use crate::source::{Ast, Clause};
use logic::Machine;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The predicates of a description with the arities they may have.
const KNOWN: &[(&str, &[usize])] = &[
    ("player", &[1]),
    ("state", &[2]),
    ("turn", &[2, 3]),
    ("next", &[3]),
    ("win", &[2]),
    ("chance", &[4]),
    ("score", &[3]),
    ("team", &[2]),
    ("sees", &[2]),
    ("alike", &[1]),
    ("marker", &[1]),
    ("label", &[2, 3]),
    ("layout", &[2]),
    ("place", &[3]),
    ("looks", &[2]),
    ("owner", &[2]),
];

/// Predicates a game cannot do without.
const NEEDED: &[(&str, &str)] = &[
    ("player", "say who plays: player(ann)."),
    ("state", "say how it starts: state(ann, [stock([a, b]), table([])])."),
    ("turn", "say what may be done: turn(Label, In, Out) :- …"),
    ("win", "say when it is over: win(State, Player), with draw for a draw."),
];

/// Findings of the reader with hints about the usual causes.
pub(crate) fn reading(found: &[logic::Diagnostic], text: &str, report: &mut Report<'_>) {
    let spans = crate::source::spans(text);
    for d in found {
        let error = d.severity == logic::Severity::Error;
        let line = d.line as usize;
        let clause =
            spans.iter().rev().find(|(s, _)| text[..*s].bytes().filter(|&b| b == b'\n').count() < line);
        let said = clause.map_or("", |&(s, e)| &text[s..e]);
        let hint = match () {
            () if !error => "",
            () if variable_name(said) => {
                "a variable cannot be the name of a term: write field(F, Tokens), not field-F(Tokens)"
            }
            () if bars(said) => "a list has one bar: write [A, B | Rest], not [A | B | Rest]",
            () => "",
        };
        report.add(error, line, d.column as usize, d.message.clone(), hint);
    }
}

/// Whether a variable stands directly before a bracket.
fn variable_name(text: &str) -> bool {
    let b = text.as_bytes();
    (1..b.len()).any(|i| {
        if b[i] != b'(' {
            return false;
        }
        let mut k = i;
        while k > 0 && (b[k - 1].is_ascii_alphanumeric() || b[k - 1] == b'_') {
            k -= 1;
        }
        k < i && (b[k].is_ascii_uppercase() || b[k] == b'_' || b[k].is_ascii_digit())
    })
}

/// Whether a list has two bars.
fn bars(text: &str) -> bool {
    let mut open: Vec<u32> = Vec::new();
    for c in text.chars() {
        match c {
            '[' | '(' => open.push(0),
            ']' | ')' => {
                open.pop();
            }
            '|' => {
                if let Some(n) = open.last_mut() {
                    *n += 1;
                    if *n > 1 {
                        return true;
                    }
                }
            }
            _ => {}
        }
    }
    false
}

/// Missing predicates, wrong arities, calls of what does not exist.
pub(crate) fn predicates(clauses: &[Clause], m: &mut Machine, report: &mut Report<'_>) {
    let defined: HashSet<(&str, usize)> = clauses.iter().map(Clause::name).collect();
    for c in clauses {
        let (name, arity) = c.name();
        if let Some((_, arities)) = KNOWN.iter().find(|(n, _)| *n == name)
            && !arities.contains(&arity)
            && !arities.iter().any(|&a| defined.contains(&(name, a)))
        {
            let wanted: Vec<String> = arities.iter().map(|a| format!("{name}/{a}")).collect();
            report.error(c.line, format!("{name}/{arity} should be {}", wanted.join(" or ")), "");
        }
    }
    for (name, hint) in NEEDED {
        if !clauses.iter().any(|c| c.name().0 == *name) {
            report.error(1, format!("the predicate {name} is missing"), hint);
        }
    }
    let players = clauses.iter().filter(|c| c.name() == ("player", 1)).count();
    if players > 1 && !defined.contains(&("next", 3)) && !clauses.iter().any(|c| c.name().0 == "next") {
        report.error(
            1,
            "the predicate next is missing".into(),
            "say who moves next: next(Before, After, Out) :- …",
        );
    }
    let mut asked: HashMap<(String, usize), bool> = HashMap::new();
    for c in clauses {
        for (goal, _) in c.goals() {
            let Some((name, args)) = goal.functor() else { continue };
            if defined.contains(&(name, args.len())) {
                continue;
            }
            let known =
                *asked.entry((name.to_string(), args.len())).or_insert_with(|| exists(m, name, args.len()));
            if !known {
                let near: BTreeSet<String> =
                    defined.iter().filter(|(n, _)| *n == name).map(|(n, a)| format!("{n}/{a}")).collect();
                let hint = near.into_iter().next().map_or(String::new(), |n| format!("there is {n}"));
                report.error(c.line, format!("unknown predicate {name}/{}", args.len()), &hint);
            }
        }
    }
}

fn exists(m: &mut Machine, name: &str, arity: usize) -> bool {
    let quoted = name.replace('\\', "\\\\").replace('\'', "\\'");
    let query = format!("functor(H, '{quoted}', {arity}), predicate_property(H, _)");
    matches!(name, "!" | "true" | "fail" | "false") || matches!(m.once(&query), Ok(Some(_)))
}

/// What is probably a mistake of the rules.
pub(crate) fn rules(clauses: &[Clause], zones: &[String], report: &mut Report<'_>) {
    credited(clauses, report);
    drawn(clauses, report);
    thrown(clauses, report);
    orders(clauses, report);
    for c in clauses {
        patterns(c, zones, report);
    }
}

/// The player in `state(P, _)`.
fn mover(t: &Ast) -> Option<&Ast> {
    match t {
        Ast::Node(n, a) if n == "state" && a.len() == 2 => Some(&a[0]),
        _ => None,
    }
}

/// The win goes to the player to move although `next` has passed the turn on.
fn credited(clauses: &[Clause], report: &mut Report<'_>) {
    let mut nexts = clauses.iter().filter(|c| c.name() == ("next", 3)).peekable();
    let passes = nexts.peek().is_some()
        && nexts.all(|c| match c.head.functor() {
            Some((_, [_, after, out])) => matches!((mover(after), mover(out)), (Some(a), Some(b)) if a != b),
            _ => false,
        });
    if !passes {
        return;
    }
    for c in clauses.iter().filter(|c| c.name() == ("win", 2)) {
        if let Some((_, [state, Ast::Var(p)])) = c.head.functor()
            && mover(state) == Some(&Ast::Var(*p))
        {
            report.warn(
                c.line,
                "win/2 credits the player to move, but next/3 has already passed the turn: the opponent of who made the \
                 last move wins"
                    .into(),
                "if that is not meant, name the other player",
            );
        }
    }
}

/// A clause that denies every other way of winning and yet names a winner.
fn drawn(clauses: &[Clause], report: &mut Report<'_>) {
    let wins: Vec<&Clause> = clauses.iter().filter(|c| c.name() == ("win", 2)).collect();
    for c in &wins {
        let draw = matches!(c.head.functor(), Some((_, [_, Ast::Atom(d)])) if d == "draw");
        let goals = c.goals();
        let denied: BTreeSet<(&str, usize)> =
            goals.iter().filter(|g| g.1).filter_map(|g| g.0.functor()).map(|(n, a)| (n, a.len())).collect();
        let others: BTreeSet<(&str, usize)> = wins
            .iter()
            .filter(|o| o.line != c.line)
            .flat_map(|o| {
                o.goals().into_iter().filter(|g| !g.1).filter_map(|g| g.0.functor()).collect::<Vec<_>>()
            })
            .map(|(n, a)| (n, a.len()))
            .collect();
        if !draw && !denied.is_empty() && denied.is_subset(&others) {
            report.warn(
                c.line,
                "a draw is reported as a win of a player: this clause denies the other ways of winning and yet names a \
                 winner"
                    .into(),
                "write win(State, draw) :- …",
            );
        }
    }
}

/// Chance inside a rule.
fn thrown(clauses: &[Clause], report: &mut Report<'_>) {
    for c in clauses {
        let mut found = None;
        if let Some(b) = &c.body {
            b.each(&mut |t| {
                if let Some((name, args)) = t.functor()
                    && name.starts_with("random")
                {
                    found = Some((name.to_string(), args.first().cloned()));
                }
            });
        }
        let Some((name, arg)) = found else { continue };
        let range = match (name.as_str(), arg) {
            ("random", Some(Ast::Int(n))) => format!("; random({n}) gives 0 to {}", n - 1),
            _ => String::new(),
        };
        let message =
            format!("chance inside a rule: {name} makes the same move lead to different states{range}");
        report.warn(c.line, message, "write chance(Weight, Label, In, Out), one answer for each event");
    }
}

/// Two constant lists of the same things in different orders.
fn orders(clauses: &[Clause], report: &mut Report<'_>) {
    for (first, line, list, other) in differing(clauses) {
        let at = list.iter().zip(&other).position(|(x, y)| x != y).unwrap_or(0);
        let moved = if list[at..].get(1) == other.get(at) { &list[at] } else { &other[at] };
        report.warn(
            line,
            format!(
                "two orders of the same things differ (lines {first} and {line}): `{moved}` has another rank"
            ),
            "say the order once, or check which end the odd one belongs to",
        );
    }
}

/// Pairs of constant lists with the same things in different orders: the lines of the earlier and the later one, then
/// the later and the earlier list.
fn differing(clauses: &[Clause]) -> Vec<(usize, usize, Vec<String>, Vec<String>)> {
    let mut lists: Vec<(usize, Vec<String>)> = Vec::new();
    for c in clauses {
        let mut each = |t: &Ast| {
            if let Some((items, true)) = t.list()
                && items.len() >= 4
                && items.iter().all(|i| matches!(i, Ast::Int(_) | Ast::Atom(_)))
            {
                lists.push((c.line, items.iter().map(|i| text(i)).collect()));
            }
        };
        if let Some(b) = &c.body {
            b.each(&mut each);
        }
    }
    let mut out = Vec::new();
    for (i, (line, list)) in lists.iter().enumerate() {
        for (first, other) in &lists[..i] {
            let (mut a, mut b) = (list.clone(), other.clone());
            a.sort_unstable();
            b.sort_unstable();
            let distinct = a.windows(2).all(|pair| pair[0] != pair[1]);
            if a == b && distinct && list != other {
                out.push((*first, *line, list.clone(), other.clone()));
            }
        }
    }
    out
}

/// The lists that differ, each with the neighbours it alone has and the rules that ask for it.
pub(crate) fn odd_orders(clauses: &[Clause]) -> Vec<OddOrder> {
    let mut out = Vec::new();
    for (first, line, list, other) in differing(clauses) {
        for (line, list, other_line, other) in [(first, &other, line, &list), (line, &list, first, &other)] {
            let beside = |x: &String, y: &String| {
                other.windows(2).any(|w| w[0] == *x && w[1] == *y || w[0] == *y && w[1] == *x)
            };
            let callers = callers(clauses, line);
            for w in list.windows(2).filter(|w| !beside(&w[0], &w[1])) {
                let pair = (w[0].clone(), w[1].clone());
                out.push(OddOrder { line, other: other_line, pair, callers: callers.clone() });
            }
        }
    }
    out
}

/// The lines of the clauses of `turn` that call, directly or not, the predicate defined at a line.
fn callers(clauses: &[Clause], line: usize) -> Vec<usize> {
    let mut wanted: HashSet<(&str, usize)> =
        clauses.iter().filter(|c| c.line == line).map(Clause::name).collect();
    let mut calling: Vec<usize> = Vec::new();
    loop {
        let before = wanted.len();
        for c in clauses {
            let calls =
                c.goals().iter().any(|g| g.0.functor().is_some_and(|(n, a)| wanted.contains(&(n, a.len()))));
            if calls && c.name().0 == "turn" {
                calling.push(c.line);
            } else if calls {
                wanted.insert(c.name());
            }
        }
        if wanted.len() == before {
            calling.sort_unstable();
            calling.dedup();
            return calling;
        }
    }
}

/// Zones that a rule looks for and that do not exist.
fn patterns(c: &Clause, zones: &[String], report: &mut Report<'_>) {
    let mut lists: HashSet<usize> = HashSet::new();
    let mut each = |t: &Ast| {
        if let Ast::Node(n, a) = t
            && n == "state"
            && a.len() == 2
            && let Ast::Var(v) = a[1]
        {
            lists.insert(v);
        }
    };
    c.head.each(&mut each);
    if c.name().0 == "state" {
        return;
    }
    for (goal, _) in c.goals() {
        let Some((name, args)) = goal.functor() else { continue };
        let (pattern, list, rest) = match (name, args) {
            ("select", [p, l, r]) | ("selectchk", [p, l, r]) => (p, l, Some(r)),
            ("member" | "memberchk", [p, l]) => (p, l, None),
            _ => continue,
        };
        let Ast::Var(v) = list else { continue };
        if !lists.contains(v) {
            continue;
        }
        if let Some(Ast::Var(r)) = rest {
            lists.insert(*r);
        }
        let Some(wanted) = zone_functor(pattern) else { continue };
        if !zones.contains(&wanted) {
            let name = wanted.split('/').next().unwrap_or("");
            let inside = name.split('_').any(|part| part.starts_with(|ch: char| ch.is_uppercase()));
            let hint = if inside {
                "a variable inside an atom is not replaced: write z(X, Y, Tokens)"
            } else {
                "zones are those of the start state"
            };
            report.warn(c.line, format!("no zone is called `{name}`: this rule never applies"), hint);
        }
    }
}

/// `name/arity` of a zone's term; what stands before a dash is not part of it.
pub(crate) fn zone_functor(t: &Ast) -> Option<String> {
    match t {
        Ast::Node(n, a) if n == "-" && a.len() == 2 && matches!(a[1], Ast::Node(..)) => zone_functor(&a[1]),
        Ast::Node(n, a) => Some(format!("{n}/{}", a.len())),
        _ => None,
    }
}

/// A simple term as text.
pub(crate) fn text(t: &Ast) -> String {
    match t {
        Ast::Int(i) => i.to_string(),
        Ast::Atom(a) | Ast::Other(a) => a.clone(),
        Ast::Var(_) => "_".into(),
        Ast::Node(n, a) if a.len() == 2 && matches!(n.as_str(), "-" | ":" | "/" | "+" | ">") => {
            format!("{}{n}{}", text(&a[0]), text(&a[1]))
        }
        Ast::Node(n, a) => format!("{n}({})", a.iter().map(text).collect::<Vec<_>>().join(",")),
    }
}
