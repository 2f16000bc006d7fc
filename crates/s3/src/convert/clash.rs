//! Whether it matters how dialect 1 matches and chooses rules: two rules may allow one move, or a rule that is tried for
//! a move may leave its numbers in variables that another one reads. Conservative: says yes when unsure.

use crate::lower::fit;
use crate::syntax::{At, Binary, Dialect, Expr, File, Kind, Rule, Text};
use std::collections::BTreeSet;

/// More rules than this are taken to clash without being compared.
const MOST_COMPARED: usize = 200;

/// Whether some two rules may get in each other's way.
pub(super) fn possible(file: &File) -> bool {
    // Awards are evaluated when the rule is chosen and again when it is followed: what they set may matter.
    let sets = |r: &Rule| r.award_players.iter().chain(&r.with_scores).any(|e| sets(file, e));
    if file.rules.len() > MOST_COMPARED
        || file.rules.iter().any(sets)
        || file.rules.iter().any(|r| lasts(file, r))
    {
        return true;
    }
    let mut after = BTreeSet::new();
    for s in &file.scorings {
        let all = s.players.iter().chain(&s.scores).chain([&s.situation]);
        all.for_each(|e| mentioned(file, e, &mut after, &mut Vec::new()));
    }
    for e in &file.ends {
        e.situation.iter().chain([&e.winner]).for_each(|e| mentioned(file, e, &mut after, &mut Vec::new()));
    }
    let sides: Vec<Side> = file.rules.iter().map(|r| Side::new(file, r, &after)).collect();
    let pairs = (0..sides.len()).flat_map(|i| (0..sides.len()).map(move |j| (i, j)));
    pairs.filter(|(i, j)| i != j).any(|(i, j)| sides[i].clashes(&sides[j]))
}

/// What there is to know of a rule.
struct Side<'a> {
    rule: &'a Rule,
    fits: [Vec<bool>; 3],
    /// Variables of the condition.
    tested: BTreeSet<String>,
    /// Variables of awards, follow-up, scorings and ends.
    used: BTreeSet<String>,
}

impl<'a> Side<'a> {
    fn new(file: &File, rule: &'a Rule, after: &BTreeSet<String>) -> Side<'a> {
        let elements: Vec<&str> = file.elements.iter().map(|e| e.name.as_str()).collect();
        let locations: Vec<&str> = file.locations.iter().map(|l| l.name.as_str()).collect();
        let fits = |p: &Option<At<Text>>, names: &[&str]| -> Vec<bool> {
            let one = |n: &&str| p.as_ref().is_some_and(|p| fit(&p.value, n, Dialect::One).is_some());
            names.iter().map(one).collect()
        };
        let fits = [fits(&rule.element, &elements), fits(&rule.from, &locations), fits(&rule.to, &locations)];
        let (mut tested, mut used) = (BTreeSet::new(), after.clone());
        rule.condition.iter().for_each(|e| mentioned(file, e, &mut tested, &mut Vec::new()));
        let sequel = rule.award_players.iter().chain(&rule.with_scores).chain(&rule.followup);
        sequel.for_each(|e| mentioned(file, e, &mut used, &mut Vec::new()));
        Side { rule, fits, tested, used }
    }

    /// Whether a move by this rule may go another way because the other rule is there.
    fn clashes(&self, other: &Side<'_>) -> bool {
        let both = |i: usize| self.fits[i].iter().zip(&other.fits[i]).any(|(a, b)| *a && *b);
        let apart =
            differ(&self.rule.player, &other.rule.player) || differ(&self.rule.state, &other.rule.state);
        if !both(0) {
            return false;
        }
        let overlap = !apart && both(1) && both(2);
        overlap || other.left().iter().any(|v| self.used.contains(v) && !self.same(other, v))
    }

    /// The variables that trying the rule may leave changed.
    fn left(&self) -> BTreeSet<String> {
        let patterns = [&self.rule.element, &self.rule.from, &self.rule.to].into_iter().flatten();
        let mut left = self.tested.clone();
        left.extend(patterns.flat_map(|p| p.value.refs.iter().map(|r| r.1.clone())));
        for ask in [&self.rule.state, &self.rule.player].into_iter().flatten() {
            if let Kind::Var(v) = &ask.bare().kind {
                left.insert(v.clone());
            }
        }
        left
    }

    /// Whether the other rule gives a variable the value that this one gives it: the same patterns ask for it.
    fn same(&self, other: &Side<'_>, v: &str) -> bool {
        fn texts(r: &Rule) -> [Option<&Text>; 3] {
            [&r.element, &r.from, &r.to].map(|p| p.as_ref().map(|p| &p.value))
        }
        let asked = |r: &Rule| {
            let asks = [&r.state, &r.player].into_iter().flatten();
            asks.into_iter().any(|e| matches!(&e.bare().kind, Kind::Var(name) if name == v))
        };
        texts(self.rule) == texts(other.rule)
            && !other.tested.contains(v)
            && !asked(self.rule)
            && !asked(other.rule)
    }
}

/// Whether two rules ask for different numbers.
fn differ(a: &Option<Expr>, b: &Option<Expr>) -> bool {
    let number = |e: &Option<Expr>| match e.as_ref().map(|e| &e.bare().kind) {
        Some(Kind::Int(n)) => Some(*n),
        _ => None,
    };
    number(a).zip(number(b)).is_some_and(|(a, b)| a != b)
}

/// Whether the condition of a rule may set a variable of its own patterns, which the next trial then reads.
fn lasts(file: &File, rule: &Rule) -> bool {
    let Some(condition) = &rule.condition else { return false };
    let patterns = [&rule.element, &rule.from].into_iter().flatten();
    let mut bound: Vec<&str> = patterns.flat_map(|p| p.value.refs.iter().map(|r| r.1.as_str())).collect();
    for ask in [&rule.state, &rule.player].into_iter().flatten() {
        if let Kind::Var(v) = &ask.bare().kind {
            bound.push(v);
        }
    }
    let mut written = BTreeSet::new();
    set_by(file, condition, &mut written, &mut Vec::new());
    bound.iter().any(|v| written.contains(*v))
}

/// Every variable that an expression, or what it calls, may set.
fn set_by(file: &File, e: &Expr, out: &mut BTreeSet<String>, open: &mut Vec<String>) {
    let mut set = |e: &Expr| {
        if let Kind::Var(v) = &e.bare().kind {
            out.insert(v.clone());
        }
    };
    match &e.kind {
        Kind::Binary(Binary::Assign, left, _) => set(left),
        Kind::Call(name, list) if name == "FORALL" || name == "FORSOME" => {
            list.first().into_iter().for_each(set)
        }
        Kind::Call(name, _) if !open.contains(name) => {
            if let Some(f) = file.functions.iter().find(|f| f.name == *name) {
                open.push(name.clone());
                out.extend(f.formals.iter().cloned());
                f.body.iter().for_each(|line| set_by(file, line, out, open));
            }
        }
        _ => {}
    }
    e.parts().into_iter().for_each(|p| set_by(file, p, out, open));
}

/// Whether an expression may set a variable: an assignment, a loop, or a call, whose formals are variables.
fn sets(file: &File, e: &Expr) -> bool {
    let here = match &e.kind {
        Kind::Binary(Binary::Assign, ..) => true,
        Kind::Call(name, _) => {
            matches!(name.as_str(), "FORALL" | "FORSOME") || file.functions.iter().any(|f| f.name == *name)
        }
        _ => false,
    };
    here || e.parts().into_iter().any(|p| sets(file, p))
}

/// Every variable of an expression and of what it calls.
fn mentioned(file: &File, e: &Expr, out: &mut BTreeSet<String>, open: &mut Vec<String>) {
    match &e.kind {
        Kind::Var(v) => {
            out.insert(v.clone());
        }
        Kind::Text(t) => out.extend(t.refs.iter().map(|r| r.1.clone())),
        Kind::Call(name, _) if !open.contains(name) => {
            if let Some(f) = file.functions.iter().find(|f| f.name == *name) {
                open.push(name.clone());
                out.extend(f.formals.iter().cloned());
                f.body.iter().for_each(|line| mentioned(file, line, out, open));
            }
        }
        _ => {}
    }
    e.parts().into_iter().for_each(|p| mentioned(file, p, out, open));
}
