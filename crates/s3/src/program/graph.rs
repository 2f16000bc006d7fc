//! Decision graphs: the residual program after partial evaluation. A node asks one question about the state (are these
//! bits set?) or makes one change, and names its successors.

use super::board::Board;
use super::code::Failure;
use super::layout::EMPTY;
use super::tables::{ASK, DONE};
use super::upkeep::Upkeep;
use crate::syntax::Binary;
use game::hash::Map;
use std::collections::HashSet;

/// A linear form of the scores: a constant plus multiples of players' scores.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Linear {
    pub(crate) constant: i32,
    pub(crate) terms: Vec<(u8, i32)>,
}

impl Linear {
    pub(crate) fn value(&self, board: &Board, w: &[u64]) -> i32 {
        self.terms.iter().fold(self.constant, |sum, &(p, k)| {
            sum.wrapping_add(k.wrapping_mul(board.score(w, usize::from(p))))
        })
    }

    /// `self + k * other`.
    pub(crate) fn plus(&self, other: &Linear, k: i32) -> Linear {
        let mut sum = self.clone();
        sum.constant = sum.constant.wrapping_add(k.wrapping_mul(other.constant));
        for &(p, x) in &other.terms {
            match sum.terms.iter_mut().find(|t| t.0 == p) {
                Some(t) => t.1 = t.1.wrapping_add(k.wrapping_mul(x)),
                None => sum.terms.push((p, k.wrapping_mul(x))),
            }
        }
        sum.terms.retain(|t| t.1 != 0);
        sum.terms.sort_unstable();
        sum
    }
}

/// A change of the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Change {
    /// Element to cell.
    Carry(u16, u16),
    /// Whatever lies on the first cell to the second.
    CarryFrom(u16, u16),
    SetState(u16, i32),
    /// The state of whatever lies on the cell.
    SetStateAt(u16, i32),
    SetOwner(u16, i32),
    SetOwnerAt(u16, i32),
    SetPlayer(u8),
    /// Adds the linear form of that number to a player's score.
    Score(u8, u32),
}

/// What a many-way node looks at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Look {
    /// The element on a cell; 0 is none.
    Content(u16),
    /// The state of an element.
    State(u16),
    /// The cell of an element.
    Place(u16),
}

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// The evaluation is done; nothing was decided.
    Done,
    /// The value is exactly true.
    True,
    /// The value is anything else.
    False,
    /// The machine must be asked.
    Ask,
    /// Fails.
    Fail(Failure),
    /// The linear form of that number is the winner.
    Winner(u32),
    /// Are all these bits set?
    All { word: u32, mask: u64, yes: u32, no: u32 },
    /// Is one of these bits set?
    Any { word: u32, mask: u64, yes: u32, no: u32 },
    /// Compares two linear forms.
    Compare { op: Binary, left: u32, right: u32, yes: u32, no: u32 },
    /// Does this element stand on this cell?
    At { element: u16, cell: u16, yes: u32, no: u32 },
    /// Successors at `table`, one for each answer; the last for any other.
    Switch { look: Look, table: u32, len: u32 },
    /// Makes a change and goes on.
    Do { change: Change, next: u32 },
    /// Makes the move itself, which the caller knows, and goes on.
    Carry { next: u32 },
    /// Asks a row of masks. Rows follow the tests; what stands for one among them is a test that never holds and leads here, so that
    /// the others need not be asked whether they are rows.
    Row(u32),
}

/// A test of bits as it is walked: are the masked bits these?
#[derive(Clone, Copy, Debug)]
struct Test {
    mask: u64,
    want: u64,
    word: u32,
    yes: u32,
    no: u32,
}

/// A test of a row of masks: are all bits of one of them set?
#[derive(Clone, Copy, Debug)]
struct Row {
    word: u32,
    /// Where its masks begin and end.
    masks: (u32, u32),
    hit: u32,
    miss: u32,
}

/// Masks in all rows, in one, and tests on the way through what becomes one.
const ROWS: usize = 1 << 16;
const LONGEST: usize = 16;
const DEEPEST: u32 = 40;

/// Does a word have all bits of one of these masks?
#[derive(Clone, Debug)]
struct Cubes {
    word: u32,
    masks: Vec<u64>,
    hit: u32,
    miss: u32,
}

/// What follows a test.
#[derive(Clone, Debug)]
enum Part {
    Exit(u32),
    Cubes(Cubes),
}

/// A test of one of `parts` (masks), followed by these: as masks, if more bits never lead from a hit to a miss.
fn join(word: u32, parts: &[u64], yes: Part, no: Part) -> Option<Part> {
    let with =
        |masks: &[u64]| masks.iter().flat_map(|m| parts.iter().map(move |p| m | p)).collect::<Vec<u64>>();
    let (mut masks, hit, miss) = match (yes, no) {
        (Part::Exit(a), Part::Exit(b)) => (parts.to_vec(), a, b),
        (Part::Exit(a), Part::Cubes(n)) if n.word == word && n.hit == a => {
            (parts.iter().copied().chain(n.masks).collect(), a, n.miss)
        }
        (Part::Cubes(y), Part::Exit(b)) if y.word == word && y.miss == b => (with(&y.masks), y.hit, b),
        (Part::Cubes(y), Part::Cubes(n))
            if (y.word, n.word, y.hit, y.miss) == (word, word, n.hit, n.miss) =>
        {
            let implied = |c: &u64| parts.iter().all(|p| y.masks.iter().any(|d| d & !(c | p) == 0));
            if !n.masks.iter().all(implied) {
                return None;
            }
            (with(&y.masks).into_iter().chain(n.masks).collect(), y.hit, y.miss)
        }
        _ => return None,
    };
    masks.sort_unstable_by_key(|m| (m.count_ones(), *m));
    masks.dedup();
    let least = |i: usize| !masks[..i].iter().any(|m| m & !masks[i] == 0);
    let masks: Vec<u64> = (0..masks.len()).filter(|&i| least(i)).map(|i| masks[i]).collect();
    (hit != miss && masks.len() <= LONGEST).then_some(Part::Cubes(Cubes { word, masks, hit, miss }))
}

/// Nodes below this number are the same in all graphs, and ends.
const FIXED: u32 = ASK + 1;

/// All graphs of a game, sharing nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// Once sealed: the tests, which are the last nodes, from the first one on.
    tests: Vec<Test>,
    first_test: u32,
    rows: Vec<Row>,
    /// The masks of rows.
    masks: Vec<u64>,
    pub(crate) tables: Vec<u32>,
    pub(crate) linears: Vec<Linear>,
    known: Map<Node, u32>,
    known_linears: Map<Linear, u32>,
    known_tables: Map<Vec<u32>, u32>,
}

impl Graph {
    /// The node, made once.
    pub(crate) fn node(&mut self, node: Node) -> u32 {
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        self.known.insert(node, id);
        id
    }

    pub(crate) fn linear(&mut self, linear: Linear) -> u32 {
        if let Some(&id) = self.known_linears.get(&linear) {
            return id;
        }
        let id = self.linears.len() as u32;
        self.linears.push(linear.clone());
        self.known_linears.insert(linear, id);
        id
    }

    /// A test of bits; chains of tests of one word become one test.
    pub(crate) fn test(&mut self, word: u32, mask: u64, yes: u32, no: u32) -> u32 {
        if yes == no {
            return yes;
        }
        match self.nodes[yes as usize] {
            Node::All { word: w, mask: m, yes: y, no: n } if w == word && n == no => {
                return self.node(Node::All { word, mask: mask | m, yes: y, no });
            }
            _ => {}
        }
        match self.nodes[no as usize] {
            Node::Any { word: w, mask: m, yes: y, no: n } if w == word && y == yes => {
                return self.node(Node::Any { word, mask: mask | m, yes, no: n });
            }
            Node::All { word: w, mask: m, yes: y, no: n } if w == word && y == yes && m.is_power_of_two() => {
                return self.node(Node::Any { word, mask: mask | m, yes, no: n });
            }
            _ => {}
        }
        self.node(Node::All { word, mask, yes, no })
    }

    pub(crate) fn switch(&mut self, look: Look, children: Vec<u32>) -> u32 {
        if children.iter().all(|c| *c == children[0]) {
            return children[0];
        }
        let len = children.len() as u32;
        let table = *self.known_tables.entry(children).or_insert_with_key(|c| {
            let at = self.tables.len() as u32;
            self.tables.extend(c);
            at
        });
        self.node(Node::Switch { look, table, len })
    }

    /// Keeps only what can be reached from these nodes, in the order in which it is walked, tests of bits last; `fixed`
    /// nodes stay where they are.
    pub(crate) fn compact(&mut self, fixed: u32, roots: Vec<&mut u32>) {
        let order = self.reached(fixed, roots.iter().map(|r| **r));
        let is_test = |at: &u32| matches!(self.nodes[*at as usize], Node::All { .. } | Node::Any { .. });
        let (tests, others): (Vec<u32>, Vec<u32>) = order.into_iter().partition(is_test);
        self.first_test = others.len() as u32;
        let mut new: Vec<u32> = vec![u32::MAX; self.nodes.len()];
        let mut kept: Vec<Node> = Vec::new();
        for at in others.into_iter().chain(tests) {
            new[at as usize] = kept.len() as u32;
            kept.push(self.nodes[at as usize]);
        }
        for node in &mut kept {
            match node {
                Node::All { yes, no, .. }
                | Node::Any { yes, no, .. }
                | Node::At { yes, no, .. }
                | Node::Compare { yes, no, .. } => {
                    *yes = new[*yes as usize];
                    *no = new[*no as usize];
                }
                Node::Do { next, .. } | Node::Carry { next } => *next = new[*next as usize],
                _ => {}
            }
        }
        self.tables.iter_mut().for_each(|n| *n = new[*n as usize]);
        self.nodes = kept;
        for root in roots {
            if let Some(&at) = new.get(*root as usize) {
                *root = at;
            }
        }
    }

    /// What can be reached from the `fixed` nodes and these, in the order in which it is walked.
    fn reached(&self, fixed: u32, roots: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut seen = vec![false; self.nodes.len()];
        let mut order = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        for start in (0..fixed).chain(roots.filter(|r| (*r as usize) < self.nodes.len())) {
            open.push(start);
            while let Some(at) = open.pop() {
                if std::mem::replace(&mut seen[at as usize], true) {
                    continue;
                }
                order.push(at);
                match self.nodes[at as usize] {
                    Node::All { yes, no, .. }
                    | Node::Any { yes, no, .. }
                    | Node::At { yes, no, .. }
                    | Node::Compare { yes, no, .. } => open.extend([yes, no]),
                    Node::Switch { table, len, .. } => {
                        open.extend(&self.tables[table as usize..(table + len) as usize]);
                    }
                    Node::Do { next, .. } | Node::Carry { next } => open.push(next),
                    _ => {}
                }
            }
        }
        order
    }

    /// Whether a walk from a node may make a change; `known` keeps the answers.
    pub(crate) fn changes(&self, root: u32, known: &mut Vec<Option<bool>>) -> bool {
        known.resize(self.nodes.len(), None);
        // Successors have smaller numbers: nodes are made after what follows them.
        let mut open = vec![root];
        while let Some(&at) = open.last() {
            if known[at as usize].is_some() {
                open.pop();
                continue;
            }
            let next: Vec<u32> = match self.nodes[at as usize] {
                Node::Do { .. } | Node::Carry { .. } => {
                    known[at as usize] = Some(true);
                    continue;
                }
                Node::All { yes, no, .. }
                | Node::Any { yes, no, .. }
                | Node::At { yes, no, .. }
                | Node::Compare { yes, no, .. } => vec![yes, no],
                Node::Switch { table, len, .. } => {
                    self.tables[table as usize..(table + len) as usize].to_vec()
                }
                _ => Vec::new(),
            };
            let before = open.len();
            open.extend(next.iter().filter(|n| known[**n as usize].is_none()));
            if open.len() == before {
                known[at as usize] = Some(next.iter().any(|n| known[*n as usize] == Some(true)));
            }
        }
        known[root as usize] == Some(true)
    }

    /// Whether a walk from a node may change anything but scores.
    pub(crate) fn more_than_scores(&self, root: u32) -> bool {
        let other = |at: &u32| match self.nodes[*at as usize] {
            Node::Do { change, .. } => !matches!(change, Change::Score(..)),
            _ => false,
        };
        self.reached(0, std::iter::once(root)).iter().any(other)
    }

    /// The words that tests read.
    pub(crate) fn words(&self) -> impl Iterator<Item = u32> {
        self.nodes.iter().filter_map(|node| match *node {
            Node::All { word, .. } | Node::Any { word, .. } => Some(word),
            _ => None,
        })
    }

    /// Forgets what is only needed while building.
    pub(crate) fn seal(&mut self) {
        self.known = Map::default();
        self.known_linears = Map::default();
        self.known_tables = Map::default();
        self.nodes.shrink_to_fit();
        let tests = self.nodes[self.first_test as usize..].iter().filter_map(|node| match *node {
            Node::All { word, mask, yes, no } => Some(Test { mask, want: mask, word, yes, no }),
            Node::Any { word, mask, yes, no } => Some(Test { mask, want: 0, word, yes: no, no: yes }),
            _ => None,
        });
        self.tests = tests.collect();
        self.join_rows();
    }

    /// Tests that together ask whether all bits of one of some masks are set, with nothing to do otherwise, become one: the
    /// masks do not wait for each other. Conditions, which mostly fail at their first test, are asked faster one by one.
    fn join_rows(&mut self) {
        let is_test = |at: &u32| *at >= self.first_test;
        let (mut inner, mut entered) = (HashSet::new(), HashSet::new());
        for node in &self.nodes {
            match *node {
                Node::All { yes, no, .. } | Node::Any { yes, no, .. } => inner.extend([yes, no]),
                Node::At { yes, no, .. } | Node::Compare { yes, no, .. } => entered.extend([yes, no]),
                Node::Do { next, .. } | Node::Carry { next } => {
                    entered.insert(next);
                }
                _ => {}
            }
        }
        let all = self.first_test..self.nodes.len() as u32;
        let entries = all.filter(|at| !inner.contains(at) || entered.contains(at));
        let mut known = Map::default();
        let found: Vec<(u32, Cubes)> = entries
            .filter(is_test)
            .filter_map(|at| match self.cubes(at, 0, &mut known) {
                Some(Part::Cubes(cubes)) if cubes.masks.len() > 1 && cubes.miss == DONE => Some((at, cubes)),
                _ => None,
            })
            .collect();
        for (at, cubes) in found {
            let begin = self.masks.len();
            if begin + cubes.masks.len() > ROWS {
                break;
            }
            self.masks.extend(cubes.masks);
            let no = self.nodes.len() as u32;
            self.nodes.push(Node::Row(self.rows.len() as u32));
            self.tests[(at - self.first_test) as usize] =
                Test { mask: 0, want: 1, word: cubes.word, yes: no, no };
            let masks = (begin as u32, self.masks.len() as u32);
            self.rows.push(Row { word: cubes.word, masks, hit: cubes.hit, miss: cubes.miss });
        }
    }

    /// What a node asks of one word, as masks of which one must be set; `None` if it asks something else.
    fn cubes(&self, at: u32, deep: u32, known: &mut Map<u32, Option<Part>>) -> Option<Part> {
        if at < self.first_test {
            return Some(Part::Exit(at));
        }
        if let Some(found) = known.get(&at) {
            return found.clone();
        }
        let (word, parts, yes, no) = match self.nodes[at as usize] {
            Node::All { word, mask, yes, no } => (word, vec![mask], yes, no),
            Node::Any { word, mask, yes, no } => {
                (word, (0..64).map(|i| mask & 1 << i).filter(|m| *m != 0).collect(), yes, no)
            }
            _ => return None,
        };
        let found = if deep > DEEPEST || parts.len() > 4 {
            None
        } else {
            let sides = (self.cubes(yes, deep + 1, known), self.cubes(no, deep + 1, known));
            match sides {
                (Some(yes), Some(no)) => join(word, &parts, yes, no),
                _ => None,
            }
        };
        known.insert(at, found.clone());
        found
    }

    /// What a test of set bits asks of which word, and what follows a hit, if nothing follows a miss; for a sealed graph.
    pub(super) fn row(&self, at: u32) -> Option<(u32, Vec<u64>, u32)> {
        let test = self.tests.get(at.wrapping_sub(self.first_test) as usize)?;
        if let Some(Node::Row(row)) = self.nodes.get(test.no as usize) {
            let row = self.rows.get(*row as usize)?;
            return (row.miss == DONE).then_some((row.word, self.masks_of(row).to_vec(), row.hit));
        }
        (test.want == test.mask && test.no == DONE).then_some((test.word, vec![test.mask], test.yes))
    }

    fn masks_of(&self, row: &Row) -> &[u64] {
        self.masks.get(row.masks.0 as usize..row.masks.1 as usize).unwrap_or(&[])
    }

    /// Follows tests of bits up to a node that is none; for a sealed graph.
    #[inline(always)]
    fn tested(&self, w: &[u64], mut at: u32) -> u32 {
        while let Some(test) = self.tests.get(at.wrapping_sub(self.first_test) as usize) {
            at = if w[test.word as usize] & test.mask == test.want { test.yes } else { test.no };
        }
        at
    }

    /// Asks a row of masks.
    #[inline]
    fn asked(&self, w: &[u64], row: u32) -> u32 {
        let row = &self.rows[row as usize];
        let bits = w[row.word as usize];
        if self.masks_of(row).iter().any(|mask| bits & mask == *mask) { row.hit } else { row.miss }
    }

    /// Follows questions up to a node that is none; for a sealed graph.
    #[inline(always)]
    pub(crate) fn ask(&self, board: &Board, w: &[u64], at: u32) -> u32 {
        let at = self.tested(w, at);
        if at < FIXED { at } else { self.ask_on(board, w, at) }
    }

    /// Follows questions of all kinds.
    #[inline(never)]
    fn ask_on(&self, board: &Board, w: &[u64], mut at: u32) -> u32 {
        loop {
            match self.nodes[at as usize] {
                Node::Compare { op, left, right, yes, no } => {
                    at = if self.compare(board, w, op, left, right) { yes } else { no };
                }
                Node::Switch { look, table, len } => at = self.branch(board, w, look, table, len),
                Node::At { element, cell, yes, no } => {
                    at = if board.place(w, element) == cell { yes } else { no };
                }
                Node::Row(row) => at = self.asked(w, row),
                _ => return at,
            }
            at = self.tested(w, at);
        }
    }

    #[cold]
    fn compare(&self, board: &Board, w: &[u64], op: Binary, left: u32, right: u32) -> bool {
        let x = self.linears[left as usize].value(board, w);
        let y = self.linears[right as usize].value(board, w);
        match op {
            Binary::Eq => x == y,
            Binary::Ne => x != y,
            Binary::Lt => x < y,
            Binary::Le => x <= y,
            Binary::Gt => x > y,
            _ => x >= y,
        }
    }

    #[inline]
    fn branch(&self, board: &Board, w: &[u64], look: Look, table: u32, len: u32) -> u32 {
        let answer = match look {
            Look::Content(cell) => u32::from(board.content(w, cell).wrapping_add(1)),
            Look::State(e) => board.state(w, e) as u32,
            Look::Place(e) => u32::from(board.place(w, e)),
        };
        self.tables[(table + answer.min(len - 1)) as usize]
    }

    /// Runs a graph with changes to its end.
    #[inline(always)]
    pub(crate) fn run(&self, board: &Board, upkeep: &Upkeep, w: &mut [u64], at: u32) -> Node {
        let at = self.tested(w, at);
        if at == DONE { Node::Done } else { self.run_on(board, upkeep, w, at) }
    }

    #[inline(never)]
    fn run_on(&self, board: &Board, upkeep: &Upkeep, w: &mut [u64], mut at: u32) -> Node {
        loop {
            match self.nodes[at as usize] {
                Node::Do { change, next } => {
                    self.change(board, upkeep, w, change);
                    at = next;
                }
                Node::Compare { op, left, right, yes, no } => {
                    at = if self.compare(board, w, op, left, right) { yes } else { no };
                }
                Node::Switch { look, table, len } => at = self.branch(board, w, look, table, len),
                Node::At { element, cell, yes, no } => {
                    at = if board.place(w, element) == cell { yes } else { no };
                }
                Node::Row(row) => at = self.asked(w, row),
                Node::Winner(linear) => {
                    let winner = self.linears[linear as usize].value(board, w);
                    board.set_winner(w, winner);
                    return Node::Done;
                }
                other => return other,
            }
            at = self.tested(w, at);
        }
    }

    #[inline]
    fn change(&self, board: &Board, upkeep: &Upkeep, w: &mut [u64], change: Change) {
        let on = |w: &[u64], cell: u16| Some(board.content(w, cell)).filter(|&e| e != EMPTY);
        match change {
            Change::SetPlayer(p) => board.set_player(w, p),
            Change::Carry(e, to) => upkeep.carry(board, w, e, to),
            Change::CarryFrom(from, to) => {
                if let Some(e) = on(w, from) {
                    upkeep.carry(board, w, e, to);
                }
            }
            Change::SetState(e, n) => board.set_state(w, e, n),
            Change::SetStateAt(cell, n) => upkeep.set_state_at(board, w, cell, n),
            Change::SetOwner(e, n) => board.set_owner(w, e, n),
            Change::SetOwnerAt(cell, n) => {
                if let Some(e) = on(w, cell) {
                    board.set_owner(w, e, n);
                }
            }
            Change::Score(p, linear) => {
                let x = self.linears[linear as usize].value(board, w);
                board.add_score(w, usize::from(p), x);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    /// Follows tests one by one.
    fn plainly(graph: &Graph, w: u64, mut at: u32) -> u32 {
        loop {
            at = match graph.nodes[at as usize] {
                Node::All { mask, yes, no, .. } => {
                    if w & mask == mask {
                        yes
                    } else {
                        no
                    }
                }
                Node::Any { mask, yes, no, .. } => {
                    if w & mask != 0 {
                        yes
                    } else {
                        no
                    }
                }
                _ => return at,
            };
        }
    }

    /// Follows tests and rows as they are walked.
    fn quickly(graph: &Graph, w: u64, at: u32) -> u32 {
        let at = graph.tested(&[w], at);
        match graph.nodes[at as usize] {
            Node::Row(row) => quickly(graph, w, graph.asked(&[w], row)),
            _ => at,
        }
    }

    #[test]
    fn joined_tests_lead_where_single_ones_do() {
        let mut rng = Rng::new(4);
        let mut joined = 0;
        for _ in 0..20_000 {
            let mut graph = Graph::default();
            for node in [Node::Done, Node::True, Node::False, Node::Ask] {
                graph.node(node);
            }
            let mut made = vec![0u32, 1];
            for _ in 0..1 + rng.below(7) {
                let (yes, no) = (made[rng.below(made.len())], made[rng.below(made.len())]);
                let mask = 1 << rng.below(6) | u64::from(rng.below(3) == 0) << rng.below(6);
                let node = match rng.below(4) {
                    0 => Node::Any { word: 0, mask, yes, no },
                    _ => Node::All { word: 0, mask, yes, no },
                };
                made.push(graph.node(node));
            }
            let mut root = made[made.len() - 1];
            graph.compact(FIXED, vec![&mut root]);
            graph.seal();
            joined += usize::from(!graph.rows.is_empty());
            for w in 0..64 {
                assert_eq!(quickly(&graph, w, root), plainly(&graph, w, root), "{:?}, {w:b}", graph.nodes);
            }
        }
        assert!(joined > 100, "only {joined} graphs had tests to join");
    }
}
