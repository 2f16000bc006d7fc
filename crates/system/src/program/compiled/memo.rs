//! Goals that do not depend on the state are run by the logic machine during unfolding. Predicates about plain values are
//! memoised: their answers are kept at run time.

use super::node::{Node, Op};
use super::rulebook::Pred;
use super::term::{Kind, Names, Sym, T, sym};
use super::unfold::{May, Rest, Step, Unfolder};
use super::word::{Constants, Val, Word};
use super::{Given, Memo};
use logic::{Machine, Term, TermRef, View};
use std::collections::HashMap;
use std::rc::Rc;

/// More answers than this of one goal are not unfolded.
const ANSWERS: usize = 3_000;
/// Nodes of the answers of one goal, and of all goals of a description: parts shared in the machine are written out here.
const NODES: usize = 200_000;
const ALL_NODES: usize = 4_000_000;
/// Inferences of all goals of a description. One slip in a rule can make hundreds of goals run into their limits.
const INFERENCES: u64 = 20_000_000;
/// A predicate of at most this many facts is unfolded rather than memoised.
const FACTS: usize = 16;

impl Unfolder<'_> {
    /// Asks the logic machine for all answers of a goal that does not depend on the state.
    pub(crate) fn ask_machine(&mut self, goal: &T, next: &Rest) -> May<Step> {
        let mut vars: Vec<u32> = Vec::new();
        let full = self.store.full(goal);
        if self.machine.inferences() > INFERENCES || self.answered > ALL_NODES {
            return Err("working out what the rules say takes too long".into());
        }
        if self.exhausted() {
            return Err("the description is too large to be unfolded".into());
        }
        let term = host(&mut self.machine, &self.names, &full, &mut vars);
        let prepared = self.machine.goal(&term);
        let mut left = NODES;
        let found = all_answers(&mut self.machine, &prepared, vars.len(), &mut left);
        self.answered += NODES - left;
        let new = found.map_err(|why| format!("{why} of {}", self.written(goal)))?;
        let mut answers: Vec<Vec<T>> = Vec::new();
        for a in new {
            let base = self.store.block(a.vars);
            answers.push(a.row.iter().map(|t| adopt(t, base, &mut self.names)).collect());
        }
        let mut kids = Vec::new();
        let level = self.store.level;
        if let [only] = answers.as_slice() {
            let mut ops = Vec::new();
            for (v, t) in vars.iter().zip(only) {
                if !self.unify(&T::Var(*v), t, &mut ops)? {
                    return Ok(Step::Tree(Node::Fail));
                }
            }
            return Ok(Step::Go(next.clone()));
        }
        for answer in &answers {
            let tree = self.branch(next, |u, ops| {
                for (v, t) in vars.iter().zip(answer) {
                    if !u.unify(&T::Var(*v), t, ops)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            });
            let last = super::node::cuts(&tree, level);
            kids.push(tree);
            if last {
                break;
            }
        }
        Ok(Step::Tree(super::node::alt(kids)))
    }

    fn written(&self, goal: &T) -> String {
        match self.store.deref(goal) {
            T::Node(f, args) => format!("{}/{}", self.names.text(f), args.len()),
            T::Atom(a) => format!("{}/0", self.names.text(a)),
            _ => "a goal".into(),
        }
    }

    /// A call of a predicate about plain values: its answers are kept by those values.
    pub(crate) fn remembered(
        &mut self,
        f: Sym,
        args: &[T],
        pred: &Rc<Pred>,
        next: &Rest,
        ops: &mut Vec<Op>,
    ) -> May<Option<Step>> {
        let mut given = 0;
        let mut free: Vec<u32> = Vec::new();
        for (i, a) in args.iter().enumerate() {
            match self.store.deref(a) {
                T::Var(v) if self.store.of(v).is_none() => {
                    if free.contains(&v) {
                        return Ok(None);
                    }
                    free.push(v);
                }
                _ if self.store.ground(a) && self.kind(a).scalar() => given |= 1 << i,
                _ => return Ok(None),
            }
        }
        let facts = pred.clauses.iter().all(|c| c.body.is_none()) && pred.clauses.len() <= FACTS;
        if args.len() > 12 || !self.rules.pure(f, args.len()) || (facts && !free.is_empty()) {
            return Ok(None);
        }
        if !self.rules.grounds(f, args.len(), given) {
            return Ok(None);
        }
        let mut pattern = Vec::new();
        let mut values: Vec<Val> = Vec::new();
        let mut outs = 0;
        for (i, a) in args.iter().enumerate() {
            if given >> i & 1 == 0 {
                pattern.push(Given::Out(outs));
                outs += 1;
                continue;
            }
            match self.value(a, ops)? {
                Val::Word(w) => pattern.push(Given::Known(w)),
                v => {
                    pattern.push(Given::In(values.len() as u8));
                    values.push(v);
                }
            }
        }
        if values.len() > 6 {
            return Ok(None);
        }
        let memo = Memo { name: f, pattern };
        let call = match self.memos.iter().position(|m| *m == memo) {
            Some(i) => i,
            None => {
                self.memos.push(memo);
                self.memos.len() - 1
            }
        } as u32;
        self.report.remembered.insert((self.names.text(f).to_string(), args.len()));
        let first = self.store.regs;
        for v in free {
            let (t, _) = self.store.dynamic(Kind::Scalar, 0);
            self.store.bind(v, t);
        }
        let tree = self.run(next.clone());
        Ok(Some(Step::Tree(Node::Memo { call, args: values.into(), outs: first, next: Box::new(tree) })))
    }
}

/// An answer of the machine before its names are known here.
struct Answered {
    row: Vec<Loose>,
    vars: u32,
}

enum Loose {
    Var(u32),
    Int(i64),
    Atom(String),
    Node(String, Vec<Loose>),
}

/// All answers of a goal of so many variables.
fn all_answers(
    machine: &mut Machine,
    goal: &logic::Goal,
    vars: usize,
    left: &mut usize,
) -> Result<Vec<Answered>, &'static str> {
    let mut new: Vec<Answered> = Vec::new();
    let mut solutions = machine.solve(goal);
    while solutions.advance().map_err(|_| "an error")? {
        let mut map = HashMap::new();
        let row = (0..vars).map(|i| solutions.get(i).and_then(|t| answered(t, &mut map, 0, left)));
        let row = row.collect::<Option<Vec<Loose>>>();
        let row = row.ok_or("a string, a float, a large number or a large term as an answer")?;
        new.push(Answered { row, vars: map.len() as u32 });
        if new.len() > ANSWERS {
            return Err("too many answers");
        }
    }
    Ok(new)
}

fn answered(t: TermRef<'_>, map: &mut HashMap<usize, u32>, depth: usize, left: &mut usize) -> Option<Loose> {
    if depth > 4_000 || *left == 0 {
        return None;
    }
    *left -= 1;
    Some(match t.view() {
        View::Var(v) => {
            let n = map.len() as u32;
            Loose::Var(*map.entry(v).or_insert(n))
        }
        View::Int(i) => Loose::Int(i),
        View::Atom(a) => Loose::Atom(a.into()),
        View::Compound(name, n) => {
            let args =
                (0..n).map(|i| answered(t.arg(i)?, map, depth + 1, left)).collect::<Option<Vec<_>>>()?;
            Loose::Node(name.into(), args)
        }
        _ => return None,
    })
}

fn adopt(t: &Loose, base: u32, names: &mut Names) -> T {
    match t {
        Loose::Var(v) => T::Var(base + v),
        Loose::Int(i) => T::Int(*i),
        Loose::Atom(a) => T::Atom(names.sym(a)),
        Loose::Node(n, args) => T::Node(names.sym(n), args.iter().map(|a| adopt(a, base, names)).collect()),
    }
}

/// A term for the machine; free variables are numbered in `vars`.
fn host(m: &mut Machine, names: &Names, t: &T, vars: &mut Vec<u32>) -> Term {
    match t {
        T::Var(v) => {
            let i = match vars.iter().position(|x| x == v) {
                Some(i) => i,
                None => {
                    vars.push(*v);
                    vars.len() - 1
                }
            };
            m.variable(i as u32)
        }
        T::Int(i) => m.int(*i),
        T::Atom(a) => m.atom_term(names.text(*a)),
        T::Node(f, args) => {
            let args: Vec<Term> = args.iter().map(|a| host(m, names, a, vars)).collect();
            m.compound(name_of(names, *f), &args)
        }
    }
}

/// The name of a functor for the machine.
fn name_of(names: &Names, f: Sym) -> &str {
    if f == sym::DOT { "." } else { names.text(f) }
}

/// A constant or number for the machine.
pub(crate) fn host_word(m: &mut Machine, names: &Names, consts: &Constants, w: Word) -> Option<Term> {
    if let Some(i) = w.as_int() {
        return Some(m.int(i));
    }
    if w == Word::NIL {
        return Some(m.list(&[]));
    }
    let c = &consts.items[w.as_const()?];
    if c.args.is_empty() {
        return Some(m.atom_term(names.text(c.name)));
    }
    let args: Option<Vec<Term>> = c.args.iter().map(|&a| host_word(m, names, consts, a)).collect();
    Some(m.compound(name_of(names, c.name), &args?))
}

/// A term of the machine as a constant or number; none for lists, variables and the like.
pub(crate) fn word_of(
    t: TermRef<'_>,
    names: &mut Names,
    consts: &mut Constants,
    depth: usize,
) -> Option<Word> {
    if depth > 8 {
        return None;
    }
    match t.view() {
        View::Int(i) => Word::int(i),
        View::Atom("[]") => None,
        View::Atom(a) => {
            let s = names.sym(a);
            Some(consts.enter(s, &[]))
        }
        View::Compound(n, k) => {
            let s = names.sym(n);
            if s == sym::DOT {
                return None;
            }
            let args =
                (0..k).map(|i| word_of(t.arg(i)?, names, consts, depth + 1)).collect::<Option<Vec<_>>>()?;
            Some(consts.enter(s, &args))
        }
        _ => None,
    }
}
