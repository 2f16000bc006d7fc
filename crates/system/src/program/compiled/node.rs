//! The residual program: a tree of tests, choices and results. Every path from the root to a leaf is one rule that
//! remained of the description for one arrangement of zones; going on after a leaf gives the next answer.
//!
//! Barriers are numbered from the outside in. Running a node ends with the number of the barrier up to which all remaining
//! choices are cut, so cut, once and failure are one mechanism.

use super::word::{Reg, Val, Word};

/// A comparison of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Order {
    Less,
    LessEqual,
    Equal,
    Unequal,
    GreaterEqual,
    Greater,
}

/// An operation on integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
    /// `//`, towards zero.
    Quotient,
    Mod,
    Rem,
    Min,
    Max,
    Abs,
    Negate,
}

/// An integer expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Expr {
    Val(Val),
    Apply(Arith, Box<[Expr]>),
}

/// What a value may be asked to be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sort {
    Integer,
    Atom,
    Atomic,
    Compound,
    List,
}

/// A step with at most one outcome.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    /// The register holds this value (no list but the empty one).
    Is(Reg, Word),
    IsNot(Reg, Word),
    Same(Val, Val),
    Differ(Val, Val),
    /// A list cell: head and tail.
    Cons(Reg, Reg, Reg),
    /// A list of one element: the element.
    Single(Reg, Reg),
    /// A compound constant: name, arity, register of the first argument.
    Functor(Reg, u32, u8, Reg),
    Sort(Sort, Reg),
    Let(Reg, Expr),
    Compare(Order, Expr, Expr),
    Member(Val, Val),
    Length(Reg, Val),
    Last(Reg, Val),
    Reverse(Reg, Val),
    Concat(Reg, Val, Val),
    /// A list of lists as one list.
    Flatten(Reg, Val),
    /// List without the element at a position.
    Without(Reg, Val, Reg),
    /// The element at a position, counted from the given number.
    Nth(Reg, Val, Val, i64),
    /// List without its first elements.
    Drop(Reg, Val, Val),
    /// A value so many times.
    Fill(Reg, Val, Val),
    /// What remains of a list behind a given beginning.
    Behind(Reg, Val, Val),
    List(Reg, Box<[Val]>, Val),
    Struct(Reg, u32, Box<[Val]>),
}

/// A node of the tree.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Node {
    /// No answer here.
    Fail,
    /// The logic machine has to do this state.
    Bail,
    /// An answer: the leaf of that number.
    Emit(u32),
    /// Collects a value.
    Push(Val),
    /// Assigns registers and goes on behind the choice that asked for it.
    Join(u32, Box<[(Reg, Val)]>),
    Ops(Box<[Op]>, Box<Node>),
    Alt(Box<[Node]>),
    /// The branch of the register's value; without one the last node.
    Switch(Reg, Box<[(Word, Node)]>, Box<Node>),
    Barrier(u32, Box<Node>),
    Cut(u32, Box<Node>),
    /// Steps; where they succeed the first node alone, otherwise the second.
    If(Box<[Op]>, Box<Node>, Box<Node>),
    /// The second node if the first one does not cut to this barrier.
    Not(u32, Box<Node>, Box<Node>),
    /// Runs the first node up to a join, then the second.
    Then(u32, Box<Node>, Box<Node>),
    /// Collects what the first node pushes into a list.
    Collect(Reg, Box<Node>, Box<Node>),
    /// Counts what the first node pushes.
    Count(Reg, Box<Node>, Box<Node>),
    /// Exactly one answer, or the logic machine has to do this state.
    One(Box<Node>),
    /// Each element of a list, with its position.
    Each {
        list: Val,
        element: Reg,
        position: Reg,
        next: Box<Node>,
    },
    /// Each way to cut a list into two.
    Split {
        list: Val,
        left: Reg,
        right: Reg,
        next: Box<Node>,
    },
    /// Each integer of a range.
    Between {
        from: Val,
        to: Val,
        out: Reg,
        next: Box<Node>,
    },
    /// Each answer of a predicate about plain values, memoised.
    Memo {
        call: u32,
        args: Box<[Val]>,
        outs: Reg,
        next: Box<Node>,
    },
}

/// Steps before a node.
pub(crate) fn ops(mut steps: Vec<Op>, node: Node) -> Node {
    if steps.is_empty() || matches!(node, Node::Fail) {
        return node;
    }
    match node {
        Node::Ops(more, next) => {
            steps.extend(more);
            Node::Ops(merge(steps), next)
        }
        node => Node::Ops(merge(steps), Box::new(node)),
    }
}

/// A list cell with an empty tail is one step.
fn merge(steps: Vec<Op>) -> Box<[Op]> {
    let mut out: Vec<Op> = Vec::with_capacity(steps.len());
    for op in steps {
        match (out.last(), &op) {
            (Some(&Op::Cons(list, head, tail)), &Op::Is(r, w)) if r == tail && w == Word::NIL => {
                out.pop();
                out.push(Op::Single(list, head));
            }
            _ => out.push(op),
        }
    }
    out.into()
}

/// Choices in order.
pub(crate) fn alt(children: Vec<Node>) -> Node {
    let mut kids: Vec<Node> = Vec::with_capacity(children.len());
    for c in children {
        match c {
            Node::Fail => {}
            Node::Alt(more) => kids.extend(more),
            c => kids.push(c),
        }
    }
    let mut kids = switches(kids);
    match kids.len() {
        0 => Node::Fail,
        1 => kids.pop().unwrap_or(Node::Fail),
        _ => Node::Alt(kids.into()),
    }
}

/// The register and value that a node asks for first, and what follows.
fn asked(n: &Node) -> Option<(Reg, Word)> {
    match n {
        Node::Ops(steps, _) => match steps[0] {
            Op::Is(r, w) => Some((r, w)),
            _ => None,
        },
        _ => None,
    }
}

fn without_first(n: Node) -> Node {
    match n {
        Node::Ops(steps, next) => ops(steps.into_vec().split_off(1), *next),
        n => n,
    }
}

/// Neighbours that ask for values of the same register become one switch: at most one of the values can be there, so the
/// order among the others does not matter.
fn switches(kids: Vec<Node>) -> Vec<Node> {
    let mut out: Vec<Node> = Vec::with_capacity(kids.len());
    let mut run: Vec<(Word, Vec<Node>)> = Vec::new();
    let mut of: Option<Reg> = None;
    let flush = |run: &mut Vec<(Word, Vec<Node>)>, of: Option<Reg>, out: &mut Vec<Node>| {
        let Some(reg) = of else { return };
        if run.len() == 1 && run[0].1.len() == 1 {
            if let Some((w, mut nodes)) = run.pop() {
                out.extend(nodes.pop().map(|n| ops(vec![Op::Is(reg, w)], n)));
            }
            return;
        }
        let mut cases: Vec<(Word, Node)> = run.drain(..).map(|(w, n)| (w, alt(n))).collect();
        cases.sort_by_key(|c| c.0.0);
        out.push(Node::Switch(reg, cases.into(), Box::new(Node::Fail)));
    };
    for k in kids {
        match asked(&k) {
            Some((r, w)) => {
                if of != Some(r) {
                    flush(&mut run, of, &mut out);
                    of = Some(r);
                }
                let k = without_first(k);
                match run.iter_mut().find(|c| c.0 == w) {
                    Some(c) => c.1.push(k),
                    None => run.push((w, vec![k])),
                }
            }
            None => {
                flush(&mut run, of, &mut out);
                of = None;
                out.push(k);
            }
        }
    }
    flush(&mut run, of, &mut out);
    out
}

/// Whether running the node always cuts to the barrier or beyond.
pub(crate) fn cuts(n: &Node, b: u32) -> bool {
    match n {
        Node::Cut(to, _) => *to <= b,
        Node::Bail => true,
        _ => false,
    }
}

/// Whether a cut to the barrier is somewhere in the tree.
fn has_cut(n: &Node, b: u32) -> bool {
    match n {
        Node::Cut(to, next) => *to == b || has_cut(next, b),
        Node::Fail | Node::Bail | Node::Emit(_) | Node::Push(_) | Node::Join(..) => false,
        Node::Ops(_, n) | Node::Barrier(_, n) | Node::One(n) => has_cut(n, b),
        Node::Each { next, .. } | Node::Split { next, .. } => has_cut(next, b),
        Node::Between { next, .. } | Node::Memo { next, .. } => has_cut(next, b),
        Node::Alt(kids) => kids.iter().any(|k| has_cut(k, b)),
        Node::Switch(_, cases, other) => cases.iter().any(|c| has_cut(&c.1, b)) || has_cut(other, b),
        Node::If(_, x, y) | Node::Not(_, x, y) | Node::Then(_, x, y) => has_cut(x, b) || has_cut(y, b),
        Node::Collect(_, x, y) | Node::Count(_, x, y) => has_cut(x, b) || has_cut(y, b),
    }
}

/// A barrier around a node, left out where nothing can be cut.
pub(crate) fn barrier(b: u32, n: Node) -> Node {
    match n {
        Node::Cut(to, next) if to == b => barrier(b, *next),
        Node::Ops(steps, next) if matches!(*next, Node::Cut(to, _) if to == b) => match *next {
            Node::Cut(_, next) => ops(steps.into_vec(), barrier(b, *next)),
            next => Node::Ops(steps, Box::new(next)),
        },
        Node::Alt(kids) => {
            // All that stand before the first cut at once: one by one, thousands of choices cost the square of their number.
            let mut kids = kids.into_vec();
            let plain = kids.iter().take_while(|kid| !has_cut(kid, b)).count();
            if plain == kids.len() {
                return Node::Alt(kids.into());
            }
            if plain > 0 {
                let rest = kids.split_off(plain);
                kids.push(barrier(b, alt(rest)));
                return alt(kids);
            }
            match kids.remove(0) {
                Node::Ops(steps, next) if matches!(*next, Node::Cut(to, _) if to == b) => {
                    let Node::Cut(_, then) = *next else { return Node::Bail };
                    let rest = barrier(b, alt(kids));
                    Node::If(steps, Box::new(barrier(b, *then)), Box::new(rest))
                }
                first => {
                    kids.insert(0, first);
                    close(b, Node::Alt(kids.into()))
                }
            }
        }
        n => close(b, n),
    }
}

fn close(b: u32, n: Node) -> Node {
    if has_cut(&n, b) { Node::Barrier(b, Box::new(n)) } else { n }
}

/// How many nodes and steps a tree has, and how deep choices are nested.
pub(crate) fn size(n: &Node) -> (usize, usize) {
    let two = |x: &Node, y: &Node| {
        let ((a, d), (b, e)) = (size(x), size(y));
        (a + b + 1, d.max(e) + 1)
    };
    let one = |x: &Node, k: usize| {
        let (a, d) = size(x);
        (a + k, d + 1)
    };
    match n {
        Node::Fail | Node::Bail | Node::Emit(_) | Node::Push(_) | Node::Join(..) => (1, 1),
        Node::Ops(steps, n) => one(n, steps.len()),
        Node::Barrier(_, n) | Node::Cut(_, n) | Node::One(n) => one(n, 1),
        Node::Each { next, .. } | Node::Split { next, .. } => one(next, 1),
        Node::Between { next, .. } | Node::Memo { next, .. } => one(next, 1),
        Node::Alt(kids) => kids.iter().map(size).fold((1, 1), |(a, d), (b, e)| (a + b, d.max(e + 1))),
        Node::Switch(_, cases, other) => {
            let (a, d) = one(other, 1);
            cases.iter().map(|c| size(&c.1)).fold((a, d), |(a, d), (b, e)| (a + b, d.max(e + 1)))
        }
        Node::If(steps, x, y) => {
            let (a, d) = two(x, y);
            (a + steps.len(), d)
        }
        Node::Not(_, x, y) | Node::Then(_, x, y) => two(x, y),
        Node::Collect(_, x, y) | Node::Count(_, x, y) => two(x, y),
    }
}
