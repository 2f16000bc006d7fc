//! The rules as the machine is asked about them: each clause of `turn`, `next`, `win` and `chance` once more with its line as
//! first argument, so that an answer says which rule gave it, and the driver that asks everything about a state at once.
//! Clauses are rewritten as terms: those the machine has loaded, whatever the text looks like.

use super::has;
use crate::syntax::{Ast, Clause};
use logic::{ClauseTerm, Machine};

/// The predicates that are asked with the line.
const ASKED: [(&str, usize); 5] = [("turn", 3), ("turn", 2), ("next", 3), ("win", 2), ("chance", 4)];

/// Asked about every state. A turn never changes the player: that is the business of `next/3`.
const ALL: &str = "
'$passes'(state(P, _), state(Q, _)) :- nonvar(Q), P \\== Q.
'$all'(S, R) :- '$win'(_, S, _), !, '$win'(N, S, P), R = w(N, P).
'$all'(S, R) :- '$move'(S, R).
'$all'(S, R) :- '$more'(S, R).
";
const LABELLED: &str = "'$step'(N, L, S, O) :- '$turn'(N, L, S, O).\n";
const UNLABELLED: &str = "'$step'(N, '$none', S, O) :- '$turn'(N, S, O).\n";
const ALONE: &str = "
'$move'(S, R) :- '$step'(N, L, S, O), ( '$passes'(S, O) -> R = x(N, L, O) ; R = u(N, L, O) ).
";
const ONE_NEXT: &str = "
'$move'(S, R) :- '$step'(N, L, S, M),
    ( '$passes'(S, M) -> R = x(N, L, M) ; '$next'(K, S, M, O), R = t(N, L, [K-O]) ).
";
const ALL_NEXT: &str = "
'$move'(S, R) :- '$step'(N, L, S, M),
    ( '$passes'(S, M) -> R = x(N, L, M) ; findall(K-O, '$next'(K, S, M, O), Os), R = t(N, L, Os) ).
";
const CHANCE: &str = "
'$events'(S, c(N, W, L, O)) :- '$chance'(N, W, L, S, O).
'$more'(S, R) :- '$events'(S, R).
";
const NO_CHANCE: &str = "'$more'(_, _) :- fail.\n";

/// Adds both to a machine that has loaded the text; returns what there is to say about it.
pub(super) fn add(m: &mut Machine, clauses: &[Clause], file: &str) -> Vec<String> {
    let rules: Vec<ClauseTerm> =
        ASKED.iter().flat_map(|(name, arity)| numbered(m, clauses, name, *arity)).collect();
    m.consult_clauses(&rules, file);
    let nexts = has(clauses, "next", 3);
    let (moves, said) = match nexts {
        false => (ALONE, "next/3 is not given: the same player always moves"),
        true if exclusive(clauses) => (
            ONE_NEXT,
            "next/3 is deterministic (its clauses ask for different players): applied without collecting answers",
        ),
        true => (ALL_NEXT, "next/3 may have several answers: all are collected and compared"),
    };
    let (events, told) = match has(clauses, "chance", 4) {
        true => (CHANCE, "chance/4 is asked in every state"),
        false => (NO_CHANCE, "there is no chance/4: it is never asked"),
    };
    let mut driver = String::from(ALL);
    for (arity, step) in [(3, LABELLED), (2, UNLABELLED)] {
        if has(clauses, "turn", arity) {
            driver.push_str(step);
        }
    }
    driver.push_str(moves);
    driver.push_str(events);
    m.consult_text(&driver, DRIVER);
    vec![said.into(), told.into()]
}

/// The name under which the driver is loaded.
const DRIVER: &str = "$driver";

/// The clauses of a predicate with the line before the arguments: `turn(L, S, O) :- B` at line 7 is also
/// `'$turn'(7, L, S, O) :- B`.
fn numbered(m: &mut Machine, clauses: &[Clause], name: &str, arity: usize) -> Vec<ClauseTerm> {
    let Some(first) = clauses.iter().find(|c| c.name() == (name, arity)) else { return Vec::new() };
    let mut rules = m.clauses(name, arity);
    if rules.is_empty() {
        // The clauses are not those of the predicate itself (it is tabled, say): its answers count as the first one's.
        let args: Vec<_> = (0..arity as u32).map(|i| m.variable(i)).collect();
        let head = m.compound(name, &args);
        rules.push(ClauseTerm { body: head.clone(), head, line: first.line as u32 });
    }
    let asked = format!("${name}");
    for rule in &mut rules {
        let mut args = rule.head.args();
        args.insert(0, m.int(i64::from(rule.line)));
        rule.head = m.compound(&asked, &args);
    }
    rules
}

/// Whether the clauses of `next` name different players as those who moved, so that at most one applies.
fn exclusive(clauses: &[Clause]) -> bool {
    let mut seen: Vec<&Ast> = Vec::new();
    for c in clauses.iter().filter(|c| c.name() == ("next", 3)) {
        let Some((_, [_, Ast::Node(_, after), _])) = c.head.functor() else { return false };
        match after.first() {
            Some(p @ (Ast::Atom(_) | Ast::Int(_))) if !seen.contains(&p) && c.body.is_none() => seen.push(p),
            _ => return false,
        }
    }
    // Each player of the game is asked for: one answer, neither none nor two.
    clauses
        .iter()
        .filter(|c| c.name() == ("player", 1))
        .all(|c| c.body.is_none() && matches!(c.head.functor(), Some((_, [p])) if seen.contains(&p)))
}

#[cfg(test)]
mod tests {
    use game::{Game, Show};

    /// Rules that a rewriting of the text would miss or mistake: a quoted name, a clause that is not compiled in, a helper
    /// of the same name, another notation of strings, a tabled predicate.
    #[test]
    fn the_rules_asked_are_those_that_were_loaded() {
        let text = "player(ann).
player(bob).
alike(c).
state(ann, [heap([c, c, c]), aside([])]).
:- if(fail).
turn(never, S, S).
:- endif.
:- set_prolog_flag(double_quotes, atom).
'turn'(L, state(P, [heap([c|H]), aside(A)]), state(P, [heap(H), aside([c|A])])) :- turn(L, 1.5, 1, x).
turn(\"take\", 1.5, _, _).
:- table(win/2).
win(state(P, [heap([])|_]), P).
next(_, state(ann, Z), state(bob, Z)).
next(_, state(bob, Z), state(ann, Z)).
";
        let (game, findings) = crate::load(text, "odd");
        let game = game.unwrap_or_else(|| panic!("{findings:?}"));
        let (mut s, mut moves) = (game.initial(), Vec::new());
        for _ in 0..3 {
            moves.clear();
            game.moves(&s, &mut moves);
            assert_eq!(moves.iter().map(|&m| game.text(&s, m)).collect::<Vec<_>>(), ["take"]);
            game.apply(&mut s, moves[0]);
        }
        assert_eq!((game.turn(&s), game.defect(&s)), (game::Turn::Over, None));
        assert_eq!(game.score(&s, game::Player(1)), 1);
    }
}
