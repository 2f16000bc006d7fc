//! Which rules of a description apply in a state, clause by clause, and the questions by which a checker confirms mistakes
//! that the checks at load suspect. Asked of the logic machine, one goal for each kind of rule; slow, and never used in play.

use crate::SystemGame;
use crate::game::Move;
use crate::lower::lint;
use crate::program::tables::{State, Work};
use game::{Game, Rule, Turn};
use logic::Term;

/// The predicates whose clauses are rules.
const RULES: [&str; 4] = ["turn", "next", "win", "chance"];

/// Answers of one goal that are looked at.
const MOST: usize = 4_000;

/// Two constant lists order the same things differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OddOrder {
    /// The line of the list.
    pub line: usize,
    /// The line of the other list.
    pub other: usize,
    /// Neighbours in this list and not in the other.
    pub pair: (String, String),
    /// The lines of the rules that ask for this order.
    pub(crate) callers: Vec<usize>,
}

impl SystemGame {
    /// The clauses of turn, next, win and chance.
    pub(crate) fn rule_list(&self) -> Vec<Rule> {
        let rules = self.clauses.iter().filter(|c| RULES.contains(&c.name().0));
        rules.map(|c| Rule { name: format!("{}/{}", c.name().0, c.name().1), line: c.line }).collect()
    }

    /// The places in the list of rules of those that apply in a state.
    pub(crate) fn rules_applied(&self, s: &State, out: &mut Vec<usize>) {
        if s.note.is_some() {
            return;
        }
        let mut lines: Vec<(&str, usize)> = Vec::new();
        if !s.called() {
            self.ask(s, "win", &mut lines);
            if lines.is_empty() {
                self.ask(s, "turn", &mut lines);
                self.ask(s, "next", &mut lines);
            }
        }
        if !lines.iter().any(|l| l.0 == "win") {
            self.ask(s, "chance", &mut lines);
        }
        let rules = self.clauses.iter().filter(|c| RULES.contains(&c.name().0));
        out.extend(rules.enumerate().filter(|(_, c)| lines.contains(&(c.name().0, c.line))).map(|(i, _)| i));
    }

    /// The lines of the clauses of one predicate that have an answer in a state.
    fn ask(&self, s: &State, name: &'static str, out: &mut Vec<(&'static str, usize)>) {
        if !self.clauses.iter().any(|c| c.name().0 == name) {
            return;
        }
        self.answers(s, name, &mut |line, _| {
            if !out.contains(&(name, line)) {
                out.push((name, line));
            }
        });
    }

    /// Every answer of the clauses of one predicate: the line, and for `turn` the state it leads to.
    pub(crate) fn answers(&self, s: &State, name: &str, each: &mut dyn FnMut(usize, Option<State>)) {
        self.engine.with(|w| {
            let state = self.tables.term(&mut w.machine, &mut w.terms, s);
            let v: Vec<Term> = (0..5).map(|i| w.machine.variable(i)).collect();
            let step = |m: &mut logic::Machine| {
                m.compound("$step", &[v[0].clone(), v[1].clone(), state.clone(), v[2].clone()])
            };
            let goal = match name {
                "win" => w.machine.compound("$win", &[v[0].clone(), state.clone(), v[1].clone()]),
                "turn" => step(&mut w.machine),
                "next" => {
                    let step = step(&mut w.machine);
                    let args = [v[3].clone(), state.clone(), v[2].clone(), v[4].clone()];
                    let next = w.machine.compound("$next", &args);
                    w.machine.compound(",", &[step, next])
                }
                _ => {
                    let args = [v[0].clone(), v[1].clone(), v[2].clone(), state.clone(), v[3].clone()];
                    w.machine.compound("$chance", &args)
                }
            };
            let goal = w.machine.goal(&goal);
            let line_at = goal_variable(name);
            let (mut buf, mut work) = (String::new(), Work::default());
            let mut answers = w.machine.solve(&goal);
            for _ in 0..MOST {
                if !matches!(answers.advance(), Ok(true)) {
                    break;
                }
                let Some(line) = answers.get(line_at).and_then(|t| t.as_int()) else { continue };
                let to = match name {
                    "turn" => answers.get(2).and_then(|t| self.tables.read(t, &mut buf, &mut work).ok()),
                    _ => None,
                };
                each(line as usize, to);
            }
        });
    }

    /// The state with the tokens of its sets in another order, as rules that saw the order could tell it: what a checker
    /// compares with the state itself.
    pub fn shuffled(&self, s: &State, rng: &mut game::Rng) -> State {
        let mut cells = s.cells.to_vec();
        let mut at = crate::program::tables::ZONES_AT;
        for zone in 0..self.tables.zones.len() {
            let end = at + 1 + usize::from(cells[at]);
            if self.tables.is_set(zone) {
                rng.shuffle(&mut cells[at + 1..end]);
            }
            at = end;
        }
        State { cells: cells.into(), ..s.clone() }
    }

    /// The state with the tokens of its sets in order.
    pub fn settled(&self, s: &State) -> State {
        let mut cells = s.cells.to_vec();
        self.tables.settle(&mut cells);
        State { cells: cells.into(), ..s.clone() }
    }

    /// The lists of the description that order the same things differently, each with the neighbours it alone has.
    pub fn odd_orders(&self) -> Vec<OddOrder> {
        lint::odd_orders(&self.clauses)
    }

    /// A legal move that a rule with this order allows and that brings the pair together in one zone.
    pub fn joins(&self, s: &State, order: &OddOrder) -> Option<Move> {
        if self.turn(s) == Turn::Over || s.note.is_some() {
            return None;
        }
        let mut reached: Vec<State> = Vec::new();
        self.answers(s, "turn", &mut |line, to| {
            if let Some(to) = to.filter(|to| order.callers.contains(&line) && self.meet(s, to, &order.pair)) {
                reached.push(to);
            }
        });
        if reached.is_empty() {
            return None;
        }
        let mut moves = Vec::new();
        self.moves(s, &mut moves);
        moves.into_iter().find(|&mv| {
            let mut after = s.clone();
            self.apply(&mut after, mv);
            reached.iter().any(|to| to.zones().eq(after.zones()))
        })
    }

    /// Whether the two lie next to each other after a move and did not before.
    fn meet(&self, before: &State, after: &State, pair: &(String, String)) -> bool {
        let is = |t: u16, what: &str| self.tables.token(t).split('-').any(|part| part == what);
        let joined =
            |w: &[u16]| is(w[0], &pair.0) && is(w[1], &pair.1) || is(w[0], &pair.1) && is(w[1], &pair.0);
        let count = |s: &State| s.zones().map(|z| z.windows(2).filter(|w| joined(w)).count()).sum::<usize>();
        count(after) > count(before)
    }
}

/// Which variable of a goal is the line.
fn goal_variable(name: &str) -> usize {
    if name == "next" { 3 } else { 0 }
}
