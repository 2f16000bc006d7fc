//! Partial deduction of the rules of one description (J. W. Lloyd, J. C. Shepherdson, *Partial Evaluation in Logic
//! Programming*, 1991). The arrangement of the zones is known at load, only their contents vary; so the rules are unfolded
//! with the contents unknown, and the residual program runs over arrays of token numbers.
//!
//! The stages:
//! 1. [`rulebook`]: clauses as terms; which predicates are pure.
//! 2. [`unfold`], [`goals`], [`lists`], [`memo`], [`unify`]: for each player to move, `win/2`, `turn/2,3` with `next/3`,
//!    `chance/4` and `score/3` are unfolded over the zones with unknown contents ([`term`]). Goals about the list of zones
//!    disappear; what asks about contents remains as a tree of tests and choices ([`node`]). Predicates about plain values
//!    (cards, numbers) remain as memoised calls.
//! 3. [`leaf`]: each answer becomes a record of the zones that change, with a proof that no token is lost where possible.
//! 4. [`exec`], [`steps`], [`emit`] with a thread's [`desk`]: the trees are run over a state; values are words ([`word`]).
//! 5. [`quick`]: random plays on a [`board`] follow decision trees over its cells ([`memory`]), which grow where the
//!    residual program ([`flat`]) is run once with its lists unread ([`trace`], [`seen`]); pieces in a row are asked
//!    again where cells changed ([`rows`]), by graphs without calls ([`straight`]), and the first positions of plays are
//!    kept ([`opening`]).
//!
//! A goal that cannot be unfolded becomes a [`Node::Bail`](node::Node). The logic machine computes every state that reaches
//! one from the start, and every state in which something is wrong: the machine is the authority, this is its fast path.
//! Error messages are therefore made in one place only.

mod board;
mod desk;
mod emit;
mod exec;
mod flat;
mod goals;
mod leaf;
mod lists;
mod memo;
mod memory;
mod node;
mod opening;
mod order;
mod quick;
mod rows;
mod rulebook;
mod seen;
mod steps;
mod straight;
mod term;
mod trace;
mod unfold;
mod unify;
mod word;

pub(crate) use desk::Desk;
pub(crate) use emit::NO_LABEL;
pub(crate) use exec::Found;
pub(crate) use order::Sight;
pub(crate) use quick::Played;

use crate::program::tables::{Shape, State, Tables};
use crate::syntax::{self, Ast, Clause};
use exec::{BAIL, Run};
use leaf::{Leaf, Out};
use logic::{Machine, Program, Term};
use node::Node;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use term::{Kind, NIL, Names, Sym, T, list_with, sym};
use unfold::{Todo, Unfolder, end, then};
use word::{Constants, Word};

/// A legal move or event as the run found it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick {
    /// Its notation; [`NO_LABEL`] if it is still to be computed.
    pub(crate) label: u32,
    /// Where its changes begin.
    pub(crate) at: u32,
    pub(crate) weight: u32,
}

/// An argument of a call whose answers are kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Given {
    Known(Word),
    In(u8),
    Out(u8),
}

/// A predicate about plain values, called with some arguments given.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Memo {
    name: Sym,
    pattern: Vec<Given>,
}

/// The trees for one player to move.
struct Unit {
    win: Node,
    moves: Node,
    events: Option<Node>,
    /// For each player whose score is asked.
    scores: Vec<Node>,
}

/// A compiled description.
pub(crate) struct Code {
    units: Vec<Unit>,
    outs: Vec<Out>,
    labels: Vec<String>,
    /// The notation of each answer that has a fixed one.
    labels_of: Vec<u32>,
    names: Names,
    consts: Constants,
    memos: Vec<Memo>,
    token_words: Vec<Word>,
    player_words: Vec<Word>,
    regs: word::Reg,
    /// The trees with numbered nodes, made when they are first needed.
    forest: std::sync::OnceLock<flat::Forest>,
    /// What was done, for people.
    pub(crate) notes: Vec<String>,
}

/// What is needed of a description.
pub(crate) struct Source<'a> {
    pub(crate) program: &'a Arc<Program>,
    pub(crate) tables: &'a Tables,
    pub(crate) clauses: &'a [Clause],
    pub(crate) limits: logic::Limits,
}

/// Stack for unfolding: about 20 kB for each of the [`DEEP`] branches that may be open at once.
const STACK: usize = 64 << 20;
/// Branches open at once while unfolding.
const DEEP: u32 = 3_000;
/// The same where no thread can be started and the stack is the caller's (1 MB in WebAssembly).
const SHALLOW: u32 = 40;
/// Nested choices in one tree.
const NESTED: usize = 1_500;

/// Compiles a description, or says why not.
pub(crate) fn compile(source: &Source<'_>) -> Result<Code, String> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        match worker.spawn_scoped(scope, || unfolded(source, DEEP)) {
            Ok(handle) => handle.join().unwrap_or_else(|_| Err("the unfolding broke off".into())),
            Err(_) => unfolded(source, SHALLOW),
        }
    })
}

fn unfolded(source: &Source<'_>, deepest: u32) -> Result<Code, String> {
    let mut machine = Machine::new(source.program);
    machine.set_limits(source.limits.clone());
    let mut names = Names::default();
    let prelude = syntax::clauses(rulebook::PRELUDE, &mut machine);
    let rules = rulebook::Rules::new(source.clauses, &prelude, &mut names);
    let tables = source.tables;
    let mut u = Unfolder::new(tables, machine, rules, names, deepest);
    let mut token_words = Vec::new();
    for t in &tables.tokens {
        let t = known(&mut u, &t.term)?;
        if let T::Node(f, args) = &t {
            u.shapes.insert((*f, args.len()));
        }
        if let T::Int(i) = t {
            u.numbers.push(i);
        }
        token_words.push(
            u.word(&t, 0).and_then(|w| if w.is_list() { Err("a list as a token".into()) } else { Ok(w) })?,
        );
    }
    u.token_words = token_words.iter().copied().collect();
    for (i, t) in tables.tokens.iter().enumerate() {
        if let Ok(n) = t.key.parse::<i64>()
            && n.to_string() == t.key
        {
            u.consts.numbers.insert(n, i as u16);
        }
    }
    u.longest = tables.counts.iter().map(|&n| usize::from(n)).sum::<usize>()
        + tables.tokens.iter().filter(|t| t.marker).count();
    let zones = tables.zones.iter().map(|z| shape(&mut u, &z.shape)).collect::<Result<Vec<_>, _>>()?;
    let players = tables.player_terms.iter().map(|p| known(&mut u, p)).collect::<Result<Vec<_>, _>>()?;
    let mut units = Vec::new();
    let mut regs = 0;
    for p in &players {
        units.push(unit(&mut u, p, &players, &zones, source.clauses, &mut regs));
    }
    if u.exhausted() {
        return Err("the description is too large to be unfolded".into());
    }
    finish(u, units, regs, token_words, &players)
}

fn finish(
    mut u: Unfolder<'_>,
    units: Vec<Unit>,
    regs: word::Reg,
    token_words: Vec<Word>,
    players: &[T],
) -> Result<Code, String> {
    let mut total = 0;
    for unit in &units {
        for tree in [&unit.win, &unit.moves].into_iter().chain(&unit.events).chain(&unit.scores) {
            let (size, deep) = node::size(tree);
            total += size;
            if deep > NESTED {
                return Err("the choices of the rules are nested too deeply".into());
            }
        }
    }
    let player_words = players.iter().map(|p| u.word(p, 0)).collect::<Result<Vec<_>, _>>()?;
    u.consts.settle(&u.names, u.tables);
    let mut labels: Vec<String> = Vec::new();
    let mut by_text: HashMap<String, u32> = HashMap::new();
    let mut labels_of = Vec::new();
    for out in &u.outs {
        labels_of.push(match out {
            Out::Land { label: leaf::Label::Given(text), .. } => {
                *by_text.entry(text.clone()).or_insert_with(|| {
                    labels.push(text.clone());
                    labels.len() as u32 - 1
                })
            }
            _ => NO_LABEL,
        });
    }
    let notes = u.report.notes(total, u.outs.len());
    Ok(Code {
        units,
        outs: u.outs,
        labels,
        labels_of,
        names: u.names,
        consts: u.consts,
        memos: u.memos,
        token_words,
        player_words,
        regs,
        forest: std::sync::OnceLock::new(),
        notes,
    })
}

/// A term of the tables.
fn known(u: &mut Unfolder<'_>, t: &Term) -> Result<T, String> {
    let tree: Option<Ast> = syntax::tree(&mut u.machine, t);
    let t = tree.and_then(|t| rulebook::term(&t, &mut HashMap::new(), &mut u.names));
    t.ok_or_else(|| "strings or floats in players, zones or tokens".into())
}

/// The name of a zone around its content.
struct Around {
    left: Option<T>,
    name: Sym,
    args: Vec<T>,
}

fn shape(u: &mut Unfolder<'_>, s: &Shape) -> Result<Around, String> {
    let (left, name, args) = match s {
        Shape::Plain(n, args) => (None, n, args),
        Shape::Dashed(l, n, args) => (Some(known(u, l)?), n, args),
    };
    let args = args.iter().map(|a| known(u, a)).collect::<Result<Vec<_>, _>>()?;
    Ok(Around { left, name: u.names.sym(name), args })
}

/// The trees for one player.
fn unit(
    u: &mut Unfolder<'_>,
    p: &T,
    players: &[T],
    zones: &[Around],
    clauses: &[Clause],
    regs: &mut word::Reg,
) -> Unit {
    let has = |name: &str, arity: usize| clauses.iter().any(|c| c.name() == (name, arity));
    let mut tree = |u: &mut Unfolder<'_>, goal: &dyn Fn(&mut Unfolder<'_>, T) -> (T, Leaf)| {
        u.store.restart();
        u.at = None;
        // Level 1 means that the answer is known; barriers begin behind it.
        u.store.level = 1;
        let mut list = Vec::new();
        for z in zones {
            let reg = u.store.reg();
            let content = u.store.held(reg, Kind::Tokens, 0);
            let mut args = z.args.clone();
            args.push(content);
            let plain = T::Node(z.name, args.into());
            list.push(match &z.left {
                None => plain,
                Some(l) => T::Node(sym::MINUS, Rc::new([l.clone(), plain])),
            });
        }
        let state = T::Node(sym::STATE, Rc::new([p.clone(), list_with(&list, NIL)]));
        let (goal, leaf) = goal(u, state);
        let tree = u.run(then(Todo::Goal(goal, 1), &end(leaf)));
        *regs = (*regs).max(u.store.most_regs);
        tree
    };
    let call = |u: &mut Unfolder<'_>, name: &str, args: &[T]| T::Node(u.names.sym(name), args.into());
    let win = tree(u, &|u, s| {
        let who = u.store.fresh();
        (call(u, "win", &[s, who.clone()]), Leaf::Win(who))
    });
    let nexts = has("next", 3);
    let ended = |label: T, before: T, after: T| Leaf::Turn { label, before, after, nexts };
    let mut moves = Vec::new();
    if has("turn", 3) {
        moves.push(tree(u, &|u, s| {
            let (label, out) = (u.store.fresh(), u.store.fresh());
            (call(u, "turn", &[label.clone(), s.clone(), out.clone()]), ended(label, s, out))
        }));
    }
    if has("turn", 2) {
        moves.push(tree(u, &|u, s| {
            let out = u.store.fresh();
            (call(u, "turn", &[s.clone(), out.clone()]), ended(T::Atom(sym::NONE), s, out))
        }));
    }
    let events = has("chance", 4).then(|| {
        tree(u, &|u, s| {
            let (weight, label, out) = (u.store.fresh(), u.store.fresh(), u.store.fresh());
            let goal = call(u, "chance", &[weight.clone(), label.clone(), s, out.clone()]);
            (goal, Leaf::Event { weight, label, out })
        })
    });
    let mut scores = Vec::new();
    if has("score", 3) {
        for q in players {
            scores.push(tree(u, &|u, s| {
                let n = u.store.fresh();
                (call(u, "score", &[s, q.clone(), n.clone()]), Leaf::Score(n))
            }));
        }
    }
    Unit { win, moves: node::alt(moves), events, scores }
}

/// What was done to each rule.
#[derive(Clone, Default)]
pub(crate) struct Report {
    answers: BTreeMap<(&'static str, usize), usize>,
    left: BTreeMap<(&'static str, usize), BTreeMap<String, usize>>,
    pub(crate) remembered: BTreeSet<(String, usize)>,
    /// Moves and events, and those in which no token can be lost.
    pub(crate) landed: usize,
    pub(crate) proved: usize,
}

impl Report {
    fn count(&mut self, at: Option<(&'static str, usize)>) {
        *self.answers.entry(at.unwrap_or(("rules", 0))).or_default() += 1;
    }

    fn left(&mut self, at: Option<(&'static str, usize)>, why: String) {
        *self.left.entry(at.unwrap_or(("rules", 0))).or_default().entry(why).or_default() += 1;
    }

    /// Lines for people.
    fn notes(&self, size: usize, answers: usize) -> Vec<String> {
        let mut out = vec![format!(
            "the rules are unfolded over the zones, for each player to move: {answers} results behind {size} tests and choices"
        )];
        out.push(format!(
            "that no token is lost is proved for {} of {} moves and events; in the others tokens are counted",
            self.proved, self.landed
        ));
        if !self.remembered.is_empty() {
            let list: Vec<String> = self.remembered.iter().map(|(n, a)| format!("{n}/{a}")).collect();
            out.push(format!("answers about plain values are kept once worked out: {}", list.join(", ")));
        }
        let mut places: Vec<(&'static str, usize)> =
            self.answers.keys().chain(self.left.keys()).copied().collect();
        places.sort_by_key(|p| (p.1, p.0));
        places.dedup();
        for at in places {
            let n = self.answers.get(&at).copied().unwrap_or(0);
            let mut line = format!("{} at line {}: {n} results", at.0, at.1);
            if let Some(left) = self.left.get(&at) {
                let why: Vec<String> = left.iter().map(|(why, n)| format!("{why} ({n}×)")).collect();
                line.push_str(&format!("; left to the logic machine: {}", why.join(", ")));
            }
            out.push(line);
        }
        out
    }
}

/// How a state was done.
pub(crate) enum Done {
    /// The play is over: this value won.
    Won(String),
    /// The moves, of which so many are turns and the others events.
    Moves(usize),
}

impl Code {
    /// Runs the rules over a state; none if the logic machine has to do it.
    pub(crate) fn expand(
        &self,
        tables: &Tables,
        machine: &mut Machine,
        desk: &mut Desk,
        found: &mut Found,
        s: &State,
        checked: bool,
    ) -> Option<Done> {
        found.clear();
        let unit = self.units.get(s.player())?;
        let mut run = Run::new(self, tables, machine, desk, found, &s.cells, checked);
        let done = self.ask(&mut run, unit, s.called());
        let steps = run.steps_made();
        desk.steps += steps;
        done
    }

    /// Who has won, or else the moves and events.
    fn ask(&self, run: &mut Run<'_>, unit: &Unit, called: bool) -> Option<Done> {
        if !called {
            if run.exec(&unit.win) == BAIL {
                return None;
            }
            if let Some(w) = run.found.winner {
                let mut text = String::new();
                return self.consts_text(run.desk, w, &mut text).then_some(Done::Won(text));
            }
            run.desk.turn_page();
            if run.exec(&unit.moves) == BAIL {
                return None;
            }
        }
        let turns = run.found.picks.len();
        if let Some(events) = &unit.events {
            run.desk.turn_page();
            if run.exec(events) == BAIL {
                return None;
            }
        }
        Some(Done::Moves(turns))
    }

    fn consts_text(&self, desk: &Desk, w: Word, out: &mut String) -> bool {
        desk.consts.text(w, &desk.names, out)
    }

    /// The score of a player; none if the logic machine has to say it.
    pub(crate) fn score(
        &self,
        tables: &Tables,
        machine: &mut Machine,
        desk: &mut Desk,
        found: &mut Found,
        s: &State,
        p: usize,
    ) -> Option<i64> {
        found.clear();
        let tree = self.units.get(s.player())?.scores.get(p)?;
        let mut run = Run::new(self, tables, machine, desk, found, &s.cells, false);
        if run.exec(tree) == BAIL {
            return None;
        }
        Some(found.score.and_then(Word::as_int).unwrap_or(0))
    }
}
