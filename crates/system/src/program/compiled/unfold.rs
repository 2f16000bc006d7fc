//! Unfolding: the goals of a rule are run with the contents of the zones unknown. A goal that only reads known terms is
//! done at once; a test of a content becomes a step; a choice becomes a choice of the tree, and what follows it is unfolded
//! separately in each branch with what the branch has learnt. Anything that cannot be unfolded becomes [`Node::Bail`]: a
//! state that reaches it is left to the logic machine, so giving up is never wrong, only slow.

use super::leaf::{Leaf, Out};
use super::node::{self, Node, Op};
use super::rulebook::{Pred, Rules};
use super::term::{Names, Sym, T, sym};
use super::word::{Constants, Val, Word};
use super::{Memo, Report};
use crate::program::tables::Tables;
use logic::Machine;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The outcome of a step, or why it is left to the logic machine.
pub(crate) type May<R> = Result<R, String>;

/// What is still to be done.
pub(crate) enum Todo {
    /// A goal, and the barrier that a cut in it means.
    Goal(T, u32),
    /// Cuts to a barrier.
    Cut(u32),
    /// The end.
    Leaf(Leaf),
}

/// Goals in order.
pub(crate) struct Frame {
    pub(crate) todo: Todo,
    pub(crate) next: Option<Rest>,
}

/// The goals that follow.
pub(crate) type Rest = Rc<Frame>;

/// How to go on after a goal.
pub(crate) enum Step {
    /// With these goals.
    Go(Rest),
    /// The rest is done: this is the tree.
    Tree(Node),
}

/// What one description may cost at load: steps of unfolding and nodes of the tree.
const STEPS: usize = 800_000;
const NODES: usize = 250_000;
/// How often one predicate is unfolded on one path.
const REPEATS: u32 = 600;
/// Goals on one path.
const LONG: u32 = 12_000;

/// Everything at hand while unfolding.
pub(crate) struct Unfolder<'a> {
    pub(crate) store: super::term::Store,
    pub(crate) names: Names,
    pub(crate) consts: Constants,
    pub(crate) tables: &'a Tables,
    pub(crate) machine: Machine,
    pub(crate) rules: Rules,
    pub(crate) outs: Vec<Out>,
    pub(crate) memos: Vec<Memo>,
    pub(crate) known_lists: HashMap<Vec<Word>, Word>,
    /// Values that are tokens.
    pub(crate) token_words: HashSet<Word>,
    /// Names and arities of compound tokens.
    pub(crate) shapes: HashSet<(Sym, usize)>,
    /// Tokens that are numbers.
    pub(crate) numbers: Vec<i64>,
    /// No list of tokens is longer.
    pub(crate) longest: usize,
    pub(crate) report: Report,
    /// The rule being unfolded, for the report.
    pub(crate) at: Option<(&'static str, usize)>,
    repeats: HashMap<(Sym, usize), u32>,
    /// Nodes of the answers that the logic machine gave.
    pub(crate) answered: usize,
    steps: usize,
    nodes: usize,
    path: u32,
    /// Branches open now, each of which has a part of the stack, and how many may be.
    deep: u32,
    deepest: u32,
}

impl<'a> Unfolder<'a> {
    pub(crate) fn new(
        tables: &'a Tables,
        machine: Machine,
        rules: Rules,
        names: Names,
        deepest: u32,
    ) -> Unfolder<'a> {
        Unfolder {
            store: super::term::Store::default(),
            names,
            consts: Constants::default(),
            tables,
            machine,
            rules,
            outs: Vec::new(),
            memos: Vec::new(),
            known_lists: HashMap::new(),
            token_words: HashSet::new(),
            shapes: HashSet::new(),
            numbers: Vec::new(),
            longest: 0,
            report: Report::default(),
            at: None,
            repeats: HashMap::new(),
            answered: 0,
            steps: 0,
            nodes: 0,
            path: 0,
            deep: 0,
            deepest,
        }
    }

    /// Whether the whole description was too large.
    pub(crate) fn exhausted(&self) -> bool {
        self.steps > STEPS || self.nodes > NODES || self.store.spent()
    }

    /// The tree of the goals. What is learnt on the way is not undone.
    pub(crate) fn run(&mut self, goals: Rest) -> Node {
        let mut ops: Vec<Op> = Vec::new();
        let mut goals = goals;
        let before = self.path;
        self.nodes += 1;
        if self.deep == self.deepest {
            return self.bail("the choices of the rules are nested too deeply".into());
        }
        self.deep += 1;
        let tree = loop {
            self.steps += 1;
            self.path += 1;
            if self.exhausted() {
                break self.bail("the description is too large to be unfolded".into());
            }
            if self.path > LONG {
                break self.bail("rules call each other too deeply".into());
            }
            let step = match &goals.todo {
                Todo::Leaf(leaf) => self.leaf(leaf, &mut ops).map(Step::Tree),
                Todo::Cut(b) => {
                    let b = *b;
                    let next = goals.next.clone();
                    let tree = next.map_or(Node::Fail, |n| self.run(n));
                    Ok(Step::Tree(Node::Cut(b, Box::new(tree))))
                }
                Todo::Goal(goal, cut) => match &goals.next {
                    Some(next) => self.goal(goal, *cut, next, &mut ops),
                    None => Err("a goal without an end".into()),
                },
            };
            match step {
                Ok(Step::Go(next)) => goals = next,
                Ok(Step::Tree(tree)) => break tree,
                Err(why) => break self.bail(why),
            }
        };
        self.path = before;
        self.deep -= 1;
        self.nodes += ops.len();
        node::ops(ops, tree)
    }

    /// A place left to the logic machine, noted for the report.
    pub(crate) fn bail(&mut self, why: String) -> Node {
        self.report.left(self.at, why);
        Node::Bail
    }

    /// Runs the goals in a branch of their own.
    pub(crate) fn branch(
        &mut self,
        rest: &Rest,
        prepare: impl FnOnce(&mut Self, &mut Vec<Op>) -> May<bool>,
    ) -> Node {
        let mark = self.store.mark();
        let mut ops = Vec::new();
        let tree = match prepare(self, &mut ops) {
            Ok(true) => self.run(rest.clone()),
            Ok(false) => Node::Fail,
            Err(why) => self.bail(why),
        };
        self.store.undo(mark);
        node::ops(ops, tree)
    }

    /// Runs goals on the side, up to a leaf of their own; what they learn is undone.
    pub(crate) fn aside(&mut self, goal: &T, leaf: Leaf) -> Node {
        let mark = self.store.mark();
        self.store.level += 1;
        let b = self.store.level;
        let tree = self.run(then(Todo::Goal(goal.clone(), b), &end(leaf)));
        self.store.undo(mark);
        node::barrier(b, tree)
    }

    /// One goal.
    fn goal(&mut self, goal: &T, cut: u32, next: &Rest, ops: &mut Vec<Op>) -> May<Step> {
        let goal = self.store.deref(goal);
        let (f, args): (Sym, Rc<[T]>) = match &goal {
            T::Atom(a) => (*a, Rc::new([])),
            T::Node(f, args) => (*f, args.clone()),
            T::Var(_) => return Err("a goal that is not known".into()),
            T::Int(_) => return Err("a number as a goal".into()),
        };
        let name = self.names.text(f).to_string();
        if let Some(step) = self.control(&name, &args, cut, next)? {
            return Ok(step);
        }
        let user = self.rules.get(f, args.len());
        if user.is_none()
            && let Some(step) = self.builtin(&name, &args, next, ops)?
        {
            return Ok(step);
        }
        let fixed = args.iter().all(|a| self.store.fixed(a));
        if fixed && self.rules.pure(f, args.len()) {
            return self.ask_machine(&goal, next);
        }
        if user.is_none()
            && let Some(step) = self.list_goal(&name, &args, next, ops)?
        {
            return Ok(step);
        }
        match user.or_else(|| self.rules.prelude(f, args.len())) {
            Some(pred) => {
                if let Some(step) = self.remembered(f, &args, &pred, next, ops)? {
                    return Ok(step);
                }
                self.call(f, &args, &pred, next)
            }
            None => Err(format!("{name}/{} about what lies in a zone", args.len())),
        }
    }

    /// Control constructs.
    fn control(&mut self, name: &str, args: &[T], cut: u32, next: &Rest) -> May<Option<Step>> {
        let step = match (name, args) {
            ("true" | "otherwise", []) => Step::Go(next.clone()),
            ("fail" | "false", []) => Step::Tree(Node::Fail),
            ("!", []) => Step::Go(then(Todo::Cut(cut), next)),
            (",", [a, b]) => {
                Step::Go(then(Todo::Goal(a.clone(), cut), &then(Todo::Goal(b.clone(), cut), next)))
            }
            (";", [c, e]) => match self.store.deref(c) {
                T::Node(f, inner) if self.names.text(f) == "->" && inner.len() == 2 => {
                    Step::Tree(self.choose(&inner[0], &inner[1], e, cut, next)?)
                }
                T::Node(f, _) if self.names.text(f) == "*->" => return Err("*->/2".into()),
                _ => {
                    let first = self.branch(&then(Todo::Goal(c.clone(), cut), next), |_, _| Ok(true));
                    let mut kids = vec![first];
                    if !node::cuts(&kids[0], self.store.level) {
                        kids.push(self.branch(&then(Todo::Goal(e.clone(), cut), next), |_, _| Ok(true)));
                    }
                    Step::Tree(node::alt(kids))
                }
            },
            ("->", [c, t]) => {
                let fail = T::Atom(self.names.sym("fail"));
                Step::Tree(self.choose(c, t, &fail, cut, next)?)
            }
            ("once", [g]) => {
                let fail = T::Atom(self.names.sym("fail"));
                Step::Tree(self.choose(g, &T::Atom(sym::TRUE), &fail, cut, next)?)
            }
            ("ignore", [g]) => {
                let t = T::Atom(sym::TRUE);
                Step::Tree(self.choose(g, &t, &t, cut, next)?)
            }
            ("\\+" | "not", [g]) => Step::Tree(self.negate(g, next)),
            ("call", [g, more @ ..]) => {
                let g = self.extend(g, more)?;
                self.store.level += 1;
                let b = self.store.level;
                let tree = self.run(then(Todo::Goal(g, b), next));
                Step::Tree(node::barrier(b, tree))
            }
            ("forall", [c, a]) => {
                let not = self.names.sym("\\+");
                let inner = T::Node(not, Rc::new([a.clone()]));
                let both = T::Node(sym::COMMA, Rc::new([c.clone(), inner]));
                Step::Tree(self.negate(&both, next))
            }
            ("findall", [template, g, out]) => Step::Tree(self.collect(template, g, out, next)?),
            ("aggregate_all", [what, g, out]) => Step::Tree(self.aggregate(what, g, out, next)?),
            _ => return Ok(None),
        };
        Ok(Some(step))
    }

    /// A goal with further arguments.
    pub(crate) fn extend(&mut self, g: &T, more: &[T]) -> May<T> {
        match self.store.deref(g) {
            g if more.is_empty() => Ok(g),
            T::Atom(f) => Ok(T::Node(f, more.into())),
            T::Node(f, args) if self.names.text(f) != ">>" => {
                Ok(T::Node(f, args.iter().chain(more).cloned().collect()))
            }
            _ => Err("a goal that is not known".into()),
        }
    }

    /// If, then, else.
    fn choose(&mut self, c: &T, t: &T, e: &T, cut: u32, next: &Rest) -> May<Node> {
        if let Some(tree) = self.joined(c, t, e, next) {
            return Ok(tree);
        }
        let mark = self.store.mark();
        self.store.level += 1;
        let b = self.store.level;
        self.store.level += 1;
        let inner = self.store.level;
        let yes = then(Todo::Cut(b), &then(Todo::Goal(t.clone(), cut), next));
        let first = self.run(then(Todo::Goal(c.clone(), inner), &yes));
        let first = node::barrier(inner, first);
        self.store.undo(mark);
        self.store.level += 1;
        if node::cuts(&first, b) {
            return Ok(node::barrier(b, first));
        }
        let second = self.branch(&then(Todo::Goal(e.clone(), cut), next), |_, _| Ok(true));
        Ok(node::barrier(b, node::alt(vec![first, second])))
    }

    /// A choice whose outcomes only give values to variables: what follows is unfolded once, after both.
    fn joined(&mut self, c: &T, t: &T, e: &T, next: &Rest) -> Option<Node> {
        if !self.simple(t) || !self.simple(e) {
            return None;
        }
        let mark = self.store.mark();
        // What the condition binds must not be seen outside, and it must not be decided already.
        self.store.level += 1;
        let (b, saved) = (self.store.level, self.report.clone());
        let tree = self.aside(c, Leaf::Done(b));
        if matches!(tree, Node::Cut(..) | Node::Fail | Node::Bail) || self.binds(c) {
            self.report = saved;
            self.store.undo(mark);
            return None;
        }
        let mut sides = Vec::new();
        for side in [t, e] {
            let m = self.store.mark();
            let mut ops = Vec::new();
            let ok = self.settle(side, &mut ops);
            let bound = self.store.bound_since(m);
            sides.push((ok, ops, bound, m));
            if sides.len() == 1 {
                self.store.undo(m);
            }
        }
        let vars: Vec<u32> = match (sides[0].0, sides[1].0) {
            (true, true) if same_set(&sides[0].2, &sides[1].2) && !sides[0].2.is_empty() => {
                sides[0].2.clone()
            }
            _ => {
                self.report = saved;
                self.store.undo(mark);
                return None;
            }
        };
        let m = sides.last().map(|s| s.3)?;
        self.store.undo(m);
        let regs: Vec<_> = vars.iter().map(|_| self.store.reg()).collect();
        let mut trees = Vec::new();
        let mut kinds = Vec::new();
        for side in [t, e] {
            let m = self.store.mark();
            let mut ops = Vec::new();
            let ok = self.settle(side, &mut ops);
            let kind: Vec<_> = vars.iter().map(|&v| self.kind(&T::Var(v))).collect();
            let values: May<Vec<Val>> = vars.iter().map(|&v| self.value(&T::Var(v), &mut ops)).collect();
            self.store.undo(m);
            let (true, Ok(values)) = (ok, values) else {
                self.report = saved;
                self.store.undo(mark);
                return None;
            };
            kinds.push(kind);
            let join = Node::Join(b, regs.iter().copied().zip(values).collect());
            trees.push(node::ops(ops, join));
        }
        // The condition again, now with what follows it.
        let no = trees.pop()?;
        let yes = trees.pop()?;
        self.store.level += 1;
        let pick = self.store.level;
        let cond = self.aside(c, Leaf::Tree(Box::new(Node::Cut(pick, Box::new(yes)))));
        let choice = node::barrier(pick, node::alt(vec![cond, no]));
        for (i, (&v, &r)) in vars.iter().zip(&regs).enumerate() {
            let kind = if kinds[0][i] == kinds[1][i] { kinds[0][i] } else { wider(kinds[0][i], kinds[1][i]) };
            let held = self.store.held(r, kind, 0);
            self.store.bind(v, held);
        }
        let rest = self.run(next.clone());
        Some(Node::Then(b, Box::new(choice), Box::new(rest)))
    }

    /// Only unifications, so that it can be run on the spot.
    fn simple(&self, g: &T) -> bool {
        match self.store.deref(g) {
            T::Node(f, args) if args.len() == 2 => match self.names.text(f) {
                "," => self.simple(&args[0]) && self.simple(&args[1]),
                "=" => true,
                _ => false,
            },
            T::Atom(sym::TRUE) => true,
            _ => false,
        }
    }

    fn settle(&mut self, g: &T, ops: &mut Vec<Op>) -> bool {
        match self.store.deref(g) {
            T::Node(f, args) if args.len() == 2 => match self.names.text(f) {
                "," => self.settle(&args[0], ops) && self.settle(&args[1], ops),
                _ => self.unify(&args[0], &args[1], ops) == Ok(true) && ops.is_empty(),
            },
            _ => true,
        }
    }

    /// Whether a goal may give values to free variables.
    fn binds(&self, g: &T) -> bool {
        !self.store.ground(g)
    }

    fn negate(&mut self, g: &T, next: &Rest) -> Node {
        let mark = self.store.mark();
        self.store.level += 1;
        let b = self.store.level;
        let inner = self.aside(g, Leaf::Done(b));
        self.store.undo(mark);
        match inner {
            Node::Fail => self.run(next.clone()),
            Node::Cut(..) => Node::Fail,
            Node::Bail => Node::Bail,
            Node::Ops(steps, tail) if steps.len() == 1 && matches!(*tail, Node::Cut(..)) => {
                let opposite = match steps[0].clone() {
                    Op::Is(r, w) => Some(Op::IsNot(r, w)),
                    Op::Same(a, b) => Some(Op::Differ(a, b)),
                    _ => None,
                };
                self.store.level += 1;
                let rest = self.run(next.clone());
                match opposite {
                    Some(op) => node::ops(vec![op], rest),
                    None => Node::If(steps, Box::new(Node::Fail), Box::new(rest)),
                }
            }
            inner => {
                self.store.level += 1;
                let rest = self.run(next.clone());
                Node::Not(b, Box::new(inner), Box::new(rest))
            }
        }
    }

    /// The clauses of a predicate, one branch each.
    fn call(&mut self, f: Sym, args: &[T], pred: &Rc<Pred>, next: &Rest) -> May<Step> {
        if pred.opaque {
            return Err(format!("{}/{}", self.names.text(f), args.len()));
        }
        let n = self.repeats.entry((f, args.len())).or_default();
        *n += 1;
        if *n > REPEATS {
            *n -= 1;
            return Err(format!("{}/{} calls itself too often", self.names.text(f), args.len()));
        }
        let mark = self.store.mark();
        self.store.level += 1;
        let b = self.store.level;
        let outer = self.at;
        let mut kids = Vec::new();
        for clause in &pred.clauses {
            if let (None, Some(kind)) = (outer, pred.kind) {
                self.at = Some((kind, clause.line));
            }
            let m = self.store.mark();
            let base = self.store.block(clause.vars);
            let mut ops = Vec::new();
            let mut matches = Ok(true);
            for (a, h) in args.iter().zip(clause.args.iter()) {
                let h = rename(h, base);
                matches = self.unify(a, &h, &mut ops);
                if matches != Ok(true) {
                    break;
                }
            }
            let tree = match matches {
                Ok(true) => match &clause.body {
                    Some(body) => self.run(then(Todo::Goal(rename(body, base), b), next)),
                    None => self.run(next.clone()),
                },
                Ok(false) => Node::Fail,
                Err(why) => self.bail(why),
            };
            self.store.undo(m);
            let tree = node::ops(ops, tree);
            let last = node::cuts(&tree, b);
            kids.push(tree);
            if last {
                break;
            }
        }
        self.at = outer;
        self.store.undo(mark);
        if let Some(n) = self.repeats.get_mut(&(f, args.len())) {
            *n -= 1;
        }
        Ok(Step::Tree(node::barrier(b, node::alt(kids))))
    }
}

/// A goal before others.
pub(crate) fn then(todo: Todo, next: &Rest) -> Rest {
    Rc::new(Frame { todo, next: Some(next.clone()) })
}

/// A leaf as the only thing to be done.
pub(crate) fn end(leaf: Leaf) -> Rest {
    Rc::new(Frame { todo: Todo::Leaf(leaf), next: None })
}

/// A term of a clause with variables of its own.
pub(crate) fn rename(t: &T, base: u32) -> T {
    match t {
        T::Var(v) => T::Var(base + v),
        T::Node(f, args) => T::Node(*f, args.iter().map(|a| rename(a, base)).collect()),
        t => t.clone(),
    }
}

fn same_set(a: &[u32], b: &[u32]) -> bool {
    a.len() == b.len() && a.iter().all(|v| b.contains(v))
}

fn wider(a: super::term::Kind, b: super::term::Kind) -> super::term::Kind {
    use super::term::Kind;
    match (a.list() && b.list(), a.scalar() && b.scalar()) {
        (true, _) => Kind::List,
        (_, true) => Kind::Scalar,
        _ => Kind::Any,
    }
}
