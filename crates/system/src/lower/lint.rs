//! Lints before a description runs: what is missing or misspelt, and what is valid Prolog but most likely a mistake in the
//! rules. Says nothing about plays: dead ends and lost tokens are found by playing.

use crate::diagnostic::Report;
use crate::game::coverage::OddOrder;
use crate::syntax::{Ast, Clause};
use game::nearest;
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
    ("parameter", &[2]),
    ("repetition", &[2]),
    ("values", &[2]),
];

/// Predicates the logic machine asks for itself.
const HOOKS: &[&str] = &["term_expansion", "goal_expansion", "portray", "user_portray", ":-"];

/// Names of library predicates that descriptions use, for suggestions.
const LIBRARY: &[&str] = &[
    "append",
    "atom_number",
    "atomic_list_concat",
    "between",
    "delete",
    "exclude",
    "findall",
    "foldl",
    "forall",
    "functor",
    "include",
    "integer",
    "last",
    "length",
    "maplist",
    "max_list",
    "max_member",
    "member",
    "memberchk",
    "min_list",
    "min_member",
    "msort",
    "nth0",
    "nth1",
    "number",
    "numlist",
    "once",
    "permutation",
    "predsort",
    "reverse",
    "select",
    "selectchk",
    "setof",
    "sort",
    "subtract",
    "succ",
    "sum_list",
    "aggregate_all",
    "bagof",
];

/// Predicates a game cannot do without.
const NEEDED: &[(&str, &str)] = &[
    ("player", "say who plays: player(ann)."),
    ("state", "say how it starts: state(ann, [stock([a, b]), table([])])."),
    ("turn", "say what may be done: turn(Label, In, Out) :- …"),
    ("win", "say when it is over: win(State, Player), with draw for a draw."),
];

/// Missing predicates, wrong arities, calls of what does not exist. What begins a line of a clause that could not be read is
/// not missing.
pub(crate) fn predicates(
    clauses: &[Clause],
    found: &[logic::Diagnostic],
    text: &str,
    m: &mut Machine,
    report: &mut Report<'_>,
) {
    let defined: HashSet<(&str, usize)> = clauses.iter().map(Clause::name).collect();
    let begun = crate::syntax::reading::begun(found, text);
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
    let missing = |name: &str| !clauses.iter().any(|c| c.name().0 == name) && !begun.contains(name);
    let meant = |name: &str, hint: &str| match unasked(clauses, name) {
        Some(c) => (c.line, format!("did you mean it by {}/{} here?", c.name().0, c.name().1)),
        None => (1, hint.to_string()),
    };
    for (name, hint) in NEEDED {
        if missing(name) {
            let (line, hint) = meant(name, hint);
            report.error(line, format!("the predicate {name} is missing"), &hint);
        }
    }
    let players = clauses.iter().filter(|c| c.name() == ("player", 1)).count();
    if players > 1 && missing("next") {
        let (line, hint) = meant("next", "say who moves next: next(Before, After, Out) :- …");
        report.error(line, "the predicate next is missing".into(), &hint);
    }
    let mut asked: HashMap<(String, usize), bool> = HashMap::new();
    for c in clauses {
        for (goal, _) in c.goals() {
            let Some((name, args)) = goal.functor() else { continue };
            if defined.contains(&(name, args.len())) || begun.contains(name) {
                continue;
            }
            let known =
                *asked.entry((name.to_string(), args.len())).or_insert_with(|| exists(m, name, args.len()));
            if !known {
                let hint = instead(name, args.len(), &defined, m);
                report.error(c.line, format!("unknown predicate {name}/{}", args.len()), &hint);
            }
        }
    }
}

/// What somebody meant who calls a predicate that does not exist.
fn instead(name: &str, arity: usize, defined: &HashSet<(&str, usize)>, m: &mut Machine) -> String {
    let mut same: Vec<usize> = defined.iter().filter(|(n, _)| *n == name).map(|(_, a)| *a).collect();
    same.extend((0..8).filter(|&a| a != arity && exists(m, name, a)));
    same.sort_unstable();
    if let Some(a) = same.first() {
        return format!("there is {name}/{a}");
    }
    let names: BTreeSet<&str> = defined.iter().map(|d| d.0).chain(LIBRARY.iter().copied()).collect();
    nearest(name, names.into_iter()).map_or(String::new(), |near| format!("did you mean {near}?"))
}

/// The first clause of a predicate nobody asks for whose name is nearly this one.
fn unasked<'c>(clauses: &'c [Clause], name: &str) -> Option<&'c Clause> {
    let used = mentioned(clauses);
    clauses.iter().find(|c| {
        let own = c.name().0;
        KNOWN.iter().all(|k| k.0 != own) && !used.contains(own) && nearest(own, [name].into_iter()).is_some()
    })
}

/// Every name that stands in the body of a clause of another predicate.
fn mentioned(clauses: &[Clause]) -> HashSet<&str> {
    let mut used = HashSet::new();
    for c in clauses {
        if let Some(b) = &c.body {
            b.each(&mut |t| {
                if let Some((n, _)) = t.functor()
                    && n != c.name().0
                {
                    used.insert(n);
                }
            });
        }
    }
    used
}

/// Predicates that nothing asks for: most likely one of the game's, misspelt.
fn idle(clauses: &[Clause], report: &mut Report<'_>) {
    let used = mentioned(clauses);
    let mut told: HashSet<(&str, usize)> = HashSet::new();
    for c in clauses {
        let (name, arity) = c.name();
        if KNOWN.iter().any(|k| k.0 == name) || HOOKS.contains(&name) || used.contains(name) {
            continue;
        }
        if told.insert((name, arity)) {
            let near = nearest(name, KNOWN.iter().map(|k| k.0));
            let hint = near.map_or("remove it, or call it".to_string(), |n| format!("did you mean {n}?"));
            report.warn(c.line, format!("nothing asks for {name}/{arity}, so it has no effect"), &hint);
        }
    }
}

/// A turn that hands the move to somebody else: that is what `next/3` is for.
fn passing(clauses: &[Clause], report: &mut Report<'_>) {
    for c in clauses.iter().filter(|c| c.name().0 == "turn") {
        let Some((_, [.., before, after])) = c.head.functor() else { continue };
        let (Some(a), Some(b)) = (mover(before), mover(after)) else { continue };
        if a == b {
            continue;
        }
        // `Q = P` in the body says that they are the same.
        let same = c.goals().iter().any(|(g, _)| match g.functor() {
            Some(("=" | "==", [x, y])) => x == a && y == b || x == b && y == a,
            _ => false,
        });
        if !same {
            report.warn(
                c.line,
                "this turn changes the player to move".into(),
                "leave the player as it is; next(Before, After, Out) says who moves then",
            );
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
    idle(clauses, report);
    passing(clauses, report);
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
