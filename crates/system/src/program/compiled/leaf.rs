//! Leaves of the tree: an answer of the rules becomes a record of what changes. The zones of the result are compared with
//! the zones of the state here, once; where it can be proved that the same tokens lie in the changed zones before and
//! after, nothing is counted at run time.

use super::node::{Node, Op};
use super::term::{NIL, Part, T, sym};
use super::unfold::{May, Todo, Unfolder, end, then};
use super::word::{Reg, Val, Word};
use std::fmt::Write as _;
use std::rc::Rc;

/// What is done with an answer.
#[derive(Clone)]
pub(crate) enum Leaf {
    /// Cuts to a barrier: the goal holds.
    Done(u32),
    /// Goes on with a tree made before.
    Tree(Box<Node>),
    /// Collects the value of a term.
    Push(T),
    /// A turn was made: asks `next/3`, if there is one.
    Turn { label: T, before: T, after: T, nexts: bool },
    /// A move with its result.
    Move { label: T, out: T },
    /// A chance event with its result.
    Event { weight: T, label: T, out: T },
    /// A winner.
    Win(T),
    /// A score.
    Score(T),
}

/// A stretch of the content of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Piece {
    Token(u16),
    Element(Reg),
    List(Reg),
}

/// A stretch of a notation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Text {
    Said(String),
    Value(Reg),
}

/// The notation of a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Label {
    /// Worked out from what moved.
    Derived,
    Given(String),
    Made(Box<[Text]>),
}

/// The record of an answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Out {
    /// A move or an event: notation, weight, who is to move, what lies where.
    Land {
        label: Label,
        weight: Val,
        player: Val,
        zones: Box<[(u16, Box<[Piece]>)]>,
        proved: bool,
    },
    Win(Val),
    Score(Val),
}

/// Values in one notation.
pub(crate) const LABEL_VALUES: usize = 4;

impl Unfolder<'_> {
    pub(crate) fn leaf(&mut self, leaf: &Leaf, ops: &mut Vec<Op>) -> May<Node> {
        match leaf {
            Leaf::Done(b) => Ok(Node::Cut(*b, Box::new(Node::Fail))),
            Leaf::Tree(tree) => Ok((**tree).clone()),
            Leaf::Push(t) => Ok(Node::Push(self.value(t, ops)?)),
            Leaf::Turn { label, before, after, nexts } => {
                if !self.same_player(before, after) {
                    return Err("a turn that may change the player".into());
                }
                if !nexts {
                    return self.leaf(&Leaf::Move { label: label.clone(), out: after.clone() }, ops);
                }
                let out = self.store.fresh();
                let next = self.names.sym("next");
                let goal = T::Node(next, Rc::new([before.clone(), after.clone(), out.clone()]));
                let mark = self.store.mark();
                let tree =
                    self.run(then(Todo::Goal(goal, 0), &end(Leaf::Move { label: label.clone(), out })));
                self.store.undo(mark);
                Ok(match tree {
                    Node::Emit(i) => Node::Emit(i),
                    Node::Bail => Node::Bail,
                    // A turn after which nobody is next, or more than one: the machine says what is wrong.
                    tree => Node::One(Box::new(tree)),
                })
            }
            Leaf::Move { label, out } => {
                let one = Val::Word(Word::int(1).ok_or("a large number")?);
                self.land(label, one, out, ops)
            }
            Leaf::Event { weight, label, out } => {
                if let T::Int(w) = self.store.deref(weight)
                    && u32::try_from(w).is_ok_and(|w| w > 0)
                {
                    let weight = Val::Word(self.word(&T::Int(w), 0)?);
                    return self.land(label, weight, out, ops);
                }
                match self.store.place(weight) {
                    Some(p) => self.land(label, Val::Reg(p.reg), out, ops),
                    None => Err("a weight that is not a positive number".into()),
                }
            }
            Leaf::Win(who) => {
                let who = self.value(who, ops)?;
                Ok(self.out(Out::Win(who)))
            }
            Leaf::Score(n) => {
                let n = self.value(n, ops)?;
                Ok(self.out(Out::Score(n)))
            }
        }
    }

    /// Whether two states certainly have the same player to move.
    fn same_player(&mut self, before: &T, after: &T) -> bool {
        let player = |s: &T| match self.store.deref(s) {
            T::Node(sym::STATE, parts) => parts.first().map(|p| self.store.deref(p)),
            _ => None,
        };
        let (a, b) = (player(before), player(after));
        a.is_some() && a == b && !matches!(a, Some(T::Var(_)))
    }

    fn out(&mut self, out: Out) -> Node {
        self.report.count(self.at);
        self.outs.push(out);
        Node::Emit(self.outs.len() as u32 - 1)
    }

    fn land(&mut self, label: &T, weight: Val, out: &T, ops: &mut Vec<Op>) -> May<Node> {
        let T::Node(sym::STATE, parts) = self.store.deref(out) else {
            return Err("a result that is not a state".into());
        };
        let [who, zones] = &*parts else { return Err("a result that is not a state".into()) };
        let player = match self.value(who, ops)? {
            Val::Word(_) => {
                let mut text = String::new();
                self.key(who, &mut text, 0)?;
                let Some(&p) = self.tables.player_index.get(&text) else {
                    return Err("no player is next".into());
                };
                Val::Word(Word::int(i64::from(p)).ok_or("a large number")?)
            }
            reg => reg,
        };
        let label = self.label(label)?;
        let (items, rest) = self.store.list(zones);
        if rest != NIL {
            return Err("zones that are not a list".into());
        }
        let mut held: Vec<Option<T>> = vec![None; self.tables.zones.len()];
        for item in &items {
            let mut key = String::new();
            let content = self.zone(item, &mut key)?;
            let Some(&z) = self.tables.zone_index.get(&key) else {
                return Err("a zone that is not there".into());
            };
            if held[usize::from(z)].replace(content).is_some() {
                return Err("a zone that is there twice".into());
            }
        }
        let mut changed = Vec::new();
        for (z, content) in held.into_iter().enumerate() {
            let Some(content) = content else { return Err("a zone that is lost".into()) };
            // The first variables are the contents of the zones.
            if self.store.full(&content) != self.store.full(&T::Var(z as u32)) {
                changed.push((z as u16, content));
            }
        }
        let mut zones = Vec::new();
        for (z, content) in &changed {
            zones.push((*z, self.pieces(content, ops)?));
        }
        let proved = self.conserved(&changed);
        self.report.landed += 1;
        self.report.proved += usize::from(proved);
        Ok(self.out(Out::Land { label, weight, player, zones: zones.into(), proved }))
    }

    /// The key of a zone; returns its content.
    fn zone(&mut self, t: &T, out: &mut String) -> May<T> {
        let T::Node(f, args) = self.store.deref(t) else { return Err("a zone that is not a zone".into()) };
        let Some((last, others)) = args.split_last() else { return Err("a zone that is not a zone".into()) };
        let listed = match self.store.deref(last) {
            T::Atom(sym::NIL) | T::Node(sym::DOT, _) => true,
            T::Var(v) => match self.store.of(v) {
                Some(d) if d.kind.list() => true,
                Some(d) if d.kind.scalar() => false,
                _ => return Err("a zone whose content is not known to be a list".into()),
            },
            _ => false,
        };
        if listed {
            out.push_str(self.names.text(f));
            for (i, a) in others.iter().enumerate() {
                out.push(if i == 0 { '(' } else { ',' });
                self.key(a, out, 0)?;
            }
            if !others.is_empty() {
                out.push(')');
            }
            return Ok(last.clone());
        }
        if f == sym::MINUS && args.len() == 2 {
            self.key(&args[0], out, 0)?;
            out.push('-');
            return self.zone(last, out);
        }
        Err("a zone that is not a zone".into())
    }

    /// The key of a known term, as the tables write it.
    fn key(&self, t: &T, out: &mut String, depth: usize) -> May<()> {
        match self.store.deref(t) {
            _ if depth > 12 => Err("a term nested too deeply".into()),
            T::Int(i) => write!(out, "{i}").map_err(|_| "a large number".into()),
            T::Atom(a) => {
                out.push_str(self.names.text(a));
                Ok(())
            }
            T::Node(sym::DOT | sym::HOLES, _) => Err("a list in a name".into()),
            T::Node(f, args) if args.len() == 2 && infix(self.names.text(f)) => {
                self.key(&args[0], out, depth + 1)?;
                out.push_str(self.names.text(f));
                self.key(&args[1], out, depth + 1)
            }
            T::Node(f, args) => {
                out.push_str(self.names.text(f));
                out.push('(');
                for (i, a) in args.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    self.key(a, out, depth + 1)?;
                }
                out.push(')');
                Ok(())
            }
            T::Var(v) if self.store.of(v).is_some() => Err("a name that depends on the state".into()),
            T::Var(_) => Err("an unbound variable in a name".into()),
        }
    }

    fn label(&mut self, t: &T) -> May<Label> {
        if self.store.deref(t) == T::Atom(sym::NONE) || !self.store.ground(t) {
            return Ok(Label::Derived);
        }
        if self.store.fixed(t) {
            let mut text = String::new();
            self.key(t, &mut text, 0)?;
            return Ok(if text.is_empty() { Label::Derived } else { Label::Given(clean(text)) });
        }
        let mut parts = vec![Text::Said(String::new())];
        self.text(t, &mut parts, 0)?;
        let values = parts.iter().filter(|p| matches!(p, Text::Value(_))).count();
        if values > LABEL_VALUES {
            return Err("a notation with too many values".into());
        }
        Ok(Label::Made(parts.into()))
    }

    /// A notation in which values of the state occur.
    fn text(&mut self, t: &T, out: &mut Vec<Text>, depth: usize) -> May<()> {
        let say = |s: &str, out: &mut Vec<Text>| match out.last_mut() {
            Some(Text::Said(text)) => text.push_str(s),
            _ => out.push(Text::Said(s.into())),
        };
        let d = self.store.deref(t);
        if self.store.fixed(&d) {
            let mut text = String::new();
            self.key(&d, &mut text, depth)?;
            say(&text, out);
            return Ok(());
        }
        if depth > 3 || !self.kind(t).scalar() {
            return Err("a list in a notation".into());
        }
        if let Some(p) = self.store.place(t) {
            out.push(Text::Value(p.reg));
            return Ok(());
        }
        let T::Node(f, args) = d else { return Err("a notation that is not known".into()) };
        let name = self.names.text(f).to_string();
        let between = infix(&name) && args.len() == 2;
        if !between {
            say(&name, out);
            say("(", out);
        }
        for (i, a) in args.iter().enumerate() {
            if i > 0 {
                say(if between { &name } else { "," }, out);
            }
            self.text(a, out, depth + 1)?;
        }
        if !between {
            say(")", out);
        }
        Ok(())
    }

    /// The content of a zone in pieces.
    fn pieces(&mut self, content: &T, ops: &mut Vec<Op>) -> May<Box<[Piece]>> {
        let (items, rest) = self.open(content);
        let mut out = Vec::new();
        for item in &items {
            out.push(match self.value(item, ops)? {
                Val::Reg(r) => Piece::Element(r),
                Val::Word(w) => Piece::Token(self.token(w)?),
            });
        }
        if rest == NIL {
            return Ok(out.into());
        }
        match self.value(&rest, ops)? {
            Val::Reg(r) if self.kind(&rest).list() => out.push(Piece::List(r)),
            _ => return Err("a content that is not a list".into()),
        }
        Ok(out.into())
    }

    fn token(&mut self, w: Word) -> May<u16> {
        self.consts.settle(&self.names, self.tables);
        self.consts.token(w).ok_or_else(|| "a token that is invented".into())
    }

    /// Whether the changed zones hold the same tokens before and after, whatever the state is. Markers do not count.
    fn conserved(&mut self, changed: &[(u16, T)]) -> bool {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (z, content) in changed {
            if !self.spread(&T::Var(u32::from(*z)), &mut before) || !self.spread(content, &mut after) {
                return false;
            }
        }
        before.sort_unstable();
        after.sort_unstable();
        before == after
    }

    /// The tokens of a list, as far as they are known: signs for tokens and for lists of tokens.
    fn spread(&mut self, t: &T, out: &mut Vec<String>) -> bool {
        match self.store.deref(t) {
            T::Atom(sym::NIL) => true,
            T::Node(sym::DOT, args) if args.len() == 2 => {
                self.sign(&args[0], out) && self.spread(&args[1], out)
            }
            T::Var(v) => match self.store.parts(v) {
                Some(parts) => parts.iter().all(|p| match p {
                    Part::One(t) => self.sign(t, out),
                    Part::Many(t) => self.spread(t, out),
                }),
                None => {
                    out.push(format!("v{v}"));
                    true
                }
            },
            _ => false,
        }
    }

    fn sign(&mut self, t: &T, out: &mut Vec<String>) -> bool {
        if self.store.fixed(t) {
            let Some(token) = self.word(t, 0).ok().and_then(|w| self.token(w).ok()) else { return false };
            if !self.tables.tokens[usize::from(token)].marker {
                out.push(format!("t{token}"));
            }
        } else {
            out.push(format!("{:?}", self.store.full(t)));
        }
        true
    }
}

fn infix(name: &str) -> bool {
    matches!(name, "-" | ":" | "/" | "+" | ">")
}

/// A notation without what would tear it apart in a list of moves.
pub(crate) fn clean(text: String) -> String {
    let torn = |c: char| c.is_whitespace() || c.is_control() || c == ';';
    if text.contains(torn) { text.replace(torn, "_") } else { text }
}
