//! The clauses of the description as terms, and two analyses of predicates: whether they are pure (then answers can be
//! memoised), and whether they ground their arguments (then answers can be kept as plain values).

use super::term::{Names, Sym, T};
use crate::syntax::{Ast, Clause};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A clause.
pub(crate) struct Rule {
    pub(crate) vars: u32,
    pub(crate) args: Vec<T>,
    pub(crate) body: Option<T>,
    pub(crate) line: usize,
}

/// A predicate.
pub(crate) struct Pred {
    pub(crate) clauses: Vec<Rule>,
    /// Something in it cannot be written as a term here.
    pub(crate) opaque: bool,
    /// Its name, if it is one of the predicates that the game asks.
    pub(crate) kind: Option<&'static str>,
}

/// Name and arity.
type Key = (Sym, usize);

/// All predicates.
pub(crate) struct Rules {
    user: HashMap<Key, Rc<Pred>>,
    prelude: HashMap<Key, Rc<Pred>>,
    pure: HashSet<Key>,
    names: HashMap<String, Sym>,
    grounding: RefCell<HashMap<(Key, u64), bool>>,
}

/// Predicates of the library that go through lists, defined as there: with these clauses they unfold over zones.
pub(crate) const PRELUDE: &str = "
selectchk(X, L, R) :- select(X, L, R), !.
select(X, [X|Xs], Y, [Y|Xs]).
select(X, [Z|Xs], Y, [Z|Ys]) :- select(X, Xs, Y, Ys).
subtract([], _, []).
subtract([X|Xs], Del, R) :- ( memberchk(X, Del) -> subtract(Xs, Del, R) ; R = [X|R1], subtract(Xs, Del, R1) ).
subset([], _).
subset([X|Xs], Ys) :- memberchk(X, Ys), subset(Xs, Ys).
delete([], _, []).
delete([X|Xs], Del, R) :- ( X \\= Del -> R = [X|R1], delete(Xs, Del, R1) ; delete(Xs, Del, R) ).
maplist(_, []).
maplist(G, [A|As]) :- call(G, A), maplist(G, As).
maplist(_, [], []).
maplist(G, [A|As], [B|Bs]) :- call(G, A, B), maplist(G, As, Bs).
maplist(_, [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs]) :- call(G, A, B, C), maplist(G, As, Bs, Cs).
foldl(_, [], V, V).
foldl(G, [A|As], V0, V) :- call(G, A, V0, V1), foldl(G, As, V1, V).
include(_, [], []).
include(G, [X|Xs], R) :- ( call(G, X) -> R = [X|R1], include(G, Xs, R1) ; include(G, Xs, R) ).
exclude(_, [], []).
exclude(G, [X|Xs], R) :- ( call(G, X) -> exclude(G, Xs, R) ; R = [X|R1], exclude(G, Xs, R1) ).
sum_list(Xs, S) :- '$sum'(Xs, 0, S).
sumlist(Xs, S) :- '$sum'(Xs, 0, S).
'$sum'([], S, S).
'$sum'([X|Xs], S0, S) :- S1 is S0 + X, '$sum'(Xs, S1, S).
permutation([], []).
permutation([X|Xs], [Y|Ys]) :- select(Y, [X|Xs], R), permutation(R, Ys).
";

/// Built-in and library predicates that only compute and always ground what they give, when what they get is ground.
const PURE: &[&str] = &[
    "=/2",
    "\\=/2",
    "==/2",
    "\\==/2",
    "@</2",
    "@>/2",
    "@=</2",
    "@>=/2",
    "compare/3",
    "is/2",
    "=:=/2",
    "=\\=/2",
    "</2",
    ">/2",
    "=</2",
    ">=/2",
    "true/0",
    "fail/0",
    "false/0",
    "!/0",
    "atom/1",
    "atomic/1",
    "integer/1",
    "number/1",
    "compound/1",
    "callable/1",
    "is_list/1",
    "ground/1",
    "var/1",
    "nonvar/1",
    "between/3",
    "succ/2",
    "plus/3",
    "length/2",
    "append/3",
    "append/2",
    "member/2",
    "memberchk/2",
    "select/3",
    "selectchk/3",
    "select/4",
    "subtract/3",
    "subset/2",
    "permutation/2",
    "delete/3",
    "exclude/3",
    "include/3",
    "nth0/3",
    "nth1/3",
    "last/2",
    "reverse/2",
    "msort/2",
    "sort/2",
    "sort/4",
    "predsort/3",
    "sum_list/2",
    "sumlist/2",
    "max_list/2",
    "min_list/2",
    "max_member/2",
    "min_member/2",
    "numlist/3",
    "list_to_set/2",
    "intersection/3",
    "union/3",
    "functor/3",
    "arg/3",
    "=../2",
    "copy_term/2",
    "atom_concat/3",
    "atom_length/2",
    "atom_chars/2",
    "atom_codes/2",
    "atom_number/2",
    "number_codes/2",
    "char_code/2",
    "sub_atom/5",
    "upcase_atom/2",
    "term_to_atom/2",
    "atomic_list_concat/2",
    "atomic_list_concat/3",
    "pairs_keys/2",
    "pairs_values/2",
    "pairs_keys_values/3",
    "findall/3",
    "aggregate_all/3",
    "forall/2",
    "maplist/2",
    "maplist/3",
    "maplist/4",
    "foldl/4",
    "ignore/1",
    "once/1",
    "\\+/1",
    "not/1",
    "call/1",
    "exclude/3",
    "last/2",
    "sumlist/2",
];

/// The predicates a game asks.
const ASKED: &[(&str, usize)] =
    &[("turn", 2), ("turn", 3), ("next", 3), ("win", 2), ("chance", 4), ("score", 3)];

impl Rules {
    pub(crate) fn new(clauses: &[Clause], prelude: &[Clause], names: &mut Names) -> Rules {
        for name in PURE {
            names.sym(name.rsplit_once('/').map_or(name, |(n, _)| n));
        }
        let user = predicates(clauses, names);
        let prelude = predicates(prelude, names);
        let pure = purity(clauses, names);
        Rules { user, prelude, pure, names: HashMap::new(), grounding: RefCell::default() }.index(names)
    }

    fn index(mut self, names: &mut Names) -> Rules {
        for n in [",", ";", "->", "\\+", "is", "=", "findall", "!"] {
            self.names.insert(n.into(), names.sym(n));
        }
        self
    }

    pub(crate) fn get(&self, f: Sym, n: usize) -> Option<Rc<Pred>> {
        self.user.get(&(f, n)).cloned()
    }

    pub(crate) fn prelude(&self, f: Sym, n: usize) -> Option<Rc<Pred>> {
        self.prelude.get(&(f, n)).cloned()
    }

    /// Whether a predicate only computes.
    pub(crate) fn pure(&self, f: Sym, n: usize) -> bool {
        self.pure.contains(&(f, n))
    }

    /// Whether every answer of a predicate is ground when the arguments in `given` are.
    pub(crate) fn grounds(&self, f: Sym, n: usize, given: u64) -> bool {
        let key = ((f, n), given);
        if let Some(&known) = self.grounding.borrow().get(&key) {
            return known;
        }
        let Some(pred) = self.user.get(&(f, n)) else { return self.pure.contains(&(f, n)) };
        // Recursive calls are taken to do so while the clauses are looked at.
        self.grounding.borrow_mut().insert(key, true);
        let all = !pred.opaque && pred.clauses.iter().all(|c| self.clause_grounds(c, given));
        self.grounding.borrow_mut().insert(key, all);
        all
    }

    fn clause_grounds(&self, c: &Rule, given: u64) -> bool {
        let mut known = HashSet::new();
        for (i, a) in c.args.iter().enumerate() {
            if given >> i & 1 == 1 {
                vars(a, &mut |v| {
                    known.insert(v);
                });
            }
        }
        if let Some(b) = &c.body {
            self.body_grounds(b, &mut known);
        }
        c.args.iter().all(|a| covered(a, &known))
    }

    /// Adds the variables that a goal grounds.
    fn body_grounds(&self, g: &T, known: &mut HashSet<u32>) {
        let T::Node(f, args) = g else { return };
        let named = |n: &str| self.names.get(n) == Some(f);
        let learn = |t: &T, known: &mut HashSet<u32>| {
            vars(t, &mut |v| {
                known.insert(v);
            });
        };
        if named(",") || named("->") {
            args.iter().for_each(|a| self.body_grounds(a, known));
        } else if named(";") {
            let (mut a, mut b) = (known.clone(), known.clone());
            self.body_grounds(&args[0], &mut a);
            self.body_grounds(&args[1], &mut b);
            known.extend(a.intersection(&b));
        } else if named("\\+") {
        } else if named("is") {
            learn(&args[0], known);
        } else if named("=") {
            for (a, b) in [(0, 1), (1, 0)] {
                if covered(&args[a], known) {
                    learn(&args[b], known);
                }
            }
        } else if named("findall") && args.len() == 3 {
            let mut inner = known.clone();
            self.body_grounds(&args[1], &mut inner);
            if covered(&args[0], &inner) {
                learn(&args[2], known);
            }
        } else {
            let key = (*f, args.len());
            let mut mask = 0;
            for (i, a) in args.iter().enumerate().take(64) {
                mask |= u64::from(covered(a, known)) << i;
            }
            if self.user.contains_key(&key) {
                if self.grounds(*f, args.len(), mask) {
                    args.iter().for_each(|a| learn(a, known));
                }
            } else if args.iter().any(|a| covered(a, known) && matches!(a, T::Var(_) | T::Node(..))) {
                // A library predicate that got something ground: append, nth1, member, between, ...
                let open = args.iter().filter(|a| !covered(a, known)).count();
                if open <= 1 || args.len() - open >= 2 {
                    args.iter().for_each(|a| learn(a, known));
                }
            } else if args.iter().filter(|a| covered(a, known)).count() + 1 >= args.len() {
                args.iter().for_each(|a| learn(a, known));
            }
        }
    }
}

fn vars(t: &T, f: &mut impl FnMut(u32)) {
    match t {
        T::Var(v) => f(*v),
        T::Node(_, args) => args.iter().for_each(|a| vars(a, f)),
        _ => {}
    }
}

fn covered(t: &T, known: &HashSet<u32>) -> bool {
    let mut all = true;
    vars(t, &mut |v| all &= known.contains(&v));
    all
}

fn predicates(clauses: &[Clause], names: &mut Names) -> HashMap<Key, Rc<Pred>> {
    let mut found: HashMap<Key, Pred> = HashMap::new();
    for c in clauses {
        let (name, arity) = c.name();
        let kind = ASKED.iter().find(|k| **k == (name, arity)).map(|k| k.0);
        let key = (names.sym(name), arity);
        let pred = found.entry(key).or_insert(Pred { clauses: Vec::new(), opaque: false, kind });
        let mut map = HashMap::new();
        let args: Option<Vec<T>> = match &c.head {
            Ast::Node(_, args) => args.iter().map(|a| term(a, &mut map, names)).collect(),
            _ => Some(Vec::new()),
        };
        let body = c.body.as_ref().map(|b| term(b, &mut map, names));
        match (args, body) {
            (Some(args), None) => {
                pred.clauses.push(Rule { vars: map.len() as u32, args, body: None, line: c.line });
            }
            (Some(args), Some(Some(body))) => {
                pred.clauses.push(Rule { vars: map.len() as u32, args, body: Some(body), line: c.line });
            }
            _ => pred.opaque = true,
        }
    }
    found.into_iter().map(|(k, p)| (k, Rc::new(p))).collect()
}

/// A tree as a term; none if it has strings or the like.
pub(crate) fn term(t: &Ast, map: &mut HashMap<usize, u32>, names: &mut Names) -> Option<T> {
    Some(match t {
        Ast::Var(v) => {
            let n = map.len() as u32;
            T::Var(*map.entry(*v).or_insert(n))
        }
        Ast::Int(i) => T::Int(*i),
        Ast::Atom(a) => T::Atom(names.sym(a)),
        Ast::Node(n, args) => T::Node(
            names.sym(n),
            args.iter().map(|a| term(a, map, names)).collect::<Option<Vec<T>>>()?.into(),
        ),
        Ast::Other(_) => return None,
    })
}

/// The predicates that only compute: known ones, and those whose clauses call nothing else.
fn purity(clauses: &[Clause], names: &mut Names) -> HashSet<Key> {
    let mut pure: HashSet<Key> = HashSet::new();
    for name in PURE {
        if let Some((n, a)) = name.rsplit_once('/') {
            pure.insert((names.sym(n), a.parse().unwrap_or(0)));
        }
    }
    let mut calls: HashMap<Key, Vec<Option<Key>>> = HashMap::new();
    for c in clauses {
        let (name, arity) = c.name();
        let out = calls.entry((names.sym(name), arity)).or_default();
        if let Some(b) = &c.body {
            called(b, names, out);
        }
    }
    pure.extend(calls.keys().copied());
    loop {
        let bad: Vec<Key> = calls
            .iter()
            .filter(|(k, goals)| {
                pure.contains(k) && goals.iter().any(|g| g.is_none_or(|g| !pure.contains(&g)))
            })
            .map(|(k, _)| *k)
            .collect();
        if bad.is_empty() {
            return pure;
        }
        for k in bad {
            pure.remove(&k);
        }
    }
}

/// The predicates that a body calls; none stands for one that is not known.
fn called(b: &Ast, names: &mut Names, out: &mut Vec<Option<Key>>) {
    let Some((n, args)) = b.functor() else {
        out.push(None);
        return;
    };
    match (n, args.len()) {
        ("," | ";" | "->" | "forall", 2) | ("\\+" | "not" | "once" | "ignore", 1) => {
            args.iter().for_each(|a| called(a, names, out));
        }
        ("findall" | "aggregate_all", 3) => called(&args[1], names, out),
        ("call" | "maplist" | "foldl" | "include" | "exclude", k) if k > 0 => {
            let more = k - 1;
            let more = if n == "foldl" || n == "maplist" || n == "call" { more } else { 1 };
            out.push(args[0].functor().map(|(f, a)| (names.sym(f), a.len() + more)));
        }
        (n, k) => out.push(Some((names.sym(n), k))),
    }
}
