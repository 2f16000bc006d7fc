//! Conditions of many targets side by side: bit `t` of a word stands for target `t`, and one step answers the same
//! question (the same bit, seen from the target) for all targets that have come to ask it. Targets near a border skip
//! the questions that have no sense there, so that a whole board is answered in about as many steps as one target.

use super::graph::{Graph, Node};
use super::tables::{FALSE, TRUE};
use smallvec::{SmallVec, smallvec};
use std::collections::HashMap;

/// A question seen from the target: are all (or is one) of these bits of the word set?
type Question = (bool, u32, u64);

/// Where targets go from a question: to a later one or, past the last, to their end; and which of them.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: u16,
    who: u64,
}

/// While making: the target is open.
const YES: u16 = u16::MAX;

/// Questions that one list may have.
const MOST: usize = 512;

/// One question in the order of asking.
#[derive(Clone, Copy, Debug)]
struct Step {
    all: bool,
    /// The first position relative to the target.
    turn: u8,
    word: u32,
    /// Further positions, in `turns`.
    turns: (u16, u16),
    /// Ways of those who answer yes, up to the middle, then of those who answer no.
    ways: (u16, u16, u16),
}

/// The conditions of up to 64 targets.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    /// Word of the occupied plane with the targets, and which bits they are.
    pub(crate) word: u32,
    pub(crate) mask: u64,
    /// The cell of bit 0.
    pub(crate) base: u16,
    steps: Vec<Step>,
    turns: Vec<u8>,
    ways: Vec<Way>,
    /// Ways from the start.
    first: Vec<Way>,
}

impl Slice {
    /// The cell of bit 0 and the word of the occupied plane.
    pub(crate) fn place(&self) -> (u16, u32) {
        (self.base, self.word)
    }

    /// The words it reads.
    pub(crate) fn words(&self) -> impl Iterator<Item = u32> {
        self.steps.iter().map(|s| s.word)
    }

    /// The targets open in a state, as bits, out of those that are free.
    pub(crate) fn open(&self, w: &[u64], free: u64) -> u64 {
        let free = free & self.mask;
        if free == 0 {
            return 0;
        }
        let mut here: SmallVec<[u64; 256]> = smallvec![0; self.steps.len() + 1];
        let here: &mut [u64] = &mut here;
        let go = |here: &mut [u64], ways: &[Way], who: u64| {
            for way in ways {
                here[usize::from(way.to)] |= who & way.who;
            }
        };
        go(here, &self.first, free);
        for (i, step) in self.steps.iter().enumerate() {
            let who = here[i];
            if who == 0 {
                continue;
            }
            let word = w[step.word as usize];
            let mut bits = word.rotate_right(u32::from(step.turn));
            for &turn in &self.turns[usize::from(step.turns.0)..usize::from(step.turns.1)] {
                let more = word.rotate_right(u32::from(turn));
                bits = if step.all { bits & more } else { bits | more };
            }
            let yes = who & bits;
            let (a, b, c) = step.ways;
            if yes != 0 {
                go(here, &self.ways[usize::from(a)..usize::from(b)], yes);
            }
            if yes != who {
                go(here, &self.ways[usize::from(b)..usize::from(c)], who & !yes);
            }
        }
        here[self.steps.len()]
    }
}

/// Targets waiting at one question.
struct Wait {
    question: Question,
    members: HashMap<u8, u32>,
    height: u32,
    done: bool,
}

struct Maker<'g> {
    graph: &'g Graph,
    heights: &'g [u32],
    waits: Vec<Wait>,
}

/// Something else than bits is asked on the way to the end.
const OTHER: u32 = u32::MAX;

/// By node: the longest way to its end, or [`OTHER`].
pub(crate) fn heights(graph: &Graph) -> Vec<u32> {
    // Successors have smaller numbers: nodes are made after what follows them.
    let mut heights: Vec<u32> = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        let height = match *node {
            Node::True | Node::False => 0,
            Node::All { yes, no, .. } | Node::Any { yes, no, .. } => {
                let known = |n: u32| heights.get(n as usize).copied().unwrap_or(OTHER);
                known(yes).max(known(no)).saturating_add(1)
            }
            _ => OTHER,
        };
        heights.push(height);
    }
    heights
}

impl Maker<'_> {
    fn question(&self, node: u32, target: u8) -> Option<Question> {
        match self.graph.nodes[node as usize] {
            Node::All { word, mask, .. } => Some((true, word, mask.rotate_right(u32::from(target)))),
            Node::Any { word, mask, .. } => Some((false, word, mask.rotate_right(u32::from(target)))),
            _ => None,
        }
    }

    /// Lets a target wait at a node; where, if it is not at an end that says no.
    fn arrive(&mut self, node: u32, target: u8) -> Option<Option<u16>> {
        if node == TRUE {
            return Some(Some(YES));
        }
        if node == FALSE {
            return Some(None);
        }
        let question = self.question(node, target)?;
        let height = self.heights.get(node as usize).copied().filter(|&h| h != OTHER)?;
        let fits =
            |w: &Wait| !w.done && w.question == question && w.members.get(&target).is_none_or(|&n| n == node);
        let at = match self.waits.iter().position(fits) {
            Some(at) => at,
            None => {
                if self.waits.len() >= MOST {
                    return None;
                }
                self.waits.push(Wait { question, members: HashMap::new(), height: 0, done: false });
                self.waits.len() - 1
            }
        };
        self.waits[at].members.insert(target, node);
        self.waits[at].height = self.waits[at].height.max(height);
        Some(Some(at as u16))
    }

    /// Ways of targets to nodes.
    fn ways(&mut self, list: impl Iterator<Item = (u8, u32)>) -> Option<Vec<Way>> {
        let mut ways: Vec<Way> = Vec::new();
        for (target, node) in list {
            let Some(to) = self.arrive(node, target)? else { continue };
            match ways.iter_mut().find(|w| w.to == to) {
                Some(way) => way.who |= 1 << target,
                None => ways.push(Way { to, who: 1 << target }),
            }
        }
        Some(ways)
    }
}

/// Puts targets (bit and condition) of one word together; `None` if that does not pay.
pub(crate) fn slice(
    graph: &Graph,
    heights: &[u32],
    word: u32,
    base: u16,
    targets: &[(u8, u32)],
) -> Option<Slice> {
    let mut maker = Maker { graph, heights, waits: Vec::new() };
    let mask = targets.iter().fold(0, |m, t| m | 1u64 << t.0);
    let mut first = maker.ways(targets.iter().copied())?;
    let (mut steps, mut turns, mut all_ways) = (Vec::new(), Vec::new(), Vec::new());
    // By question: its place in the order of asking.
    let mut order: HashMap<u16, u16> = HashMap::new();
    loop {
        // The farthest first: whoever is nearer to the end waits for those who will ask the same.
        let open = maker.waits.iter().enumerate().filter(|(_, w)| !w.done);
        let Some(at) = open.max_by_key(|(i, w)| (w.height, std::cmp::Reverse(*i))).map(|(i, _)| i) else {
            break;
        };
        maker.waits[at].done = true;
        let (all, asked, bits) = maker.waits[at].question;
        let mut members: Vec<(u8, u32)> = maker.waits[at].members.iter().map(|(&t, &n)| (t, n)).collect();
        members.sort_unstable();
        let next = |yes_side: bool, n: u32| match graph.nodes[n as usize] {
            Node::All { yes, no, .. } | Node::Any { yes, no, .. } => {
                if yes_side {
                    yes
                } else {
                    no
                }
            }
            _ => FALSE,
        };
        let yes = maker.ways(members.iter().map(|&(t, n)| (t, next(true, n))))?;
        let no = maker.ways(members.iter().map(|&(t, n)| (t, next(false, n))))?;
        let start = turns.len() as u16;
        let turn = bits.trailing_zeros() as u8;
        turns.extend((turn + 1..64).filter(|i| bits >> i & 1 == 1));
        order.insert(at as u16, steps.len() as u16);
        let from = all_ways.len() as u16;
        all_ways.extend(&yes);
        let middle = all_ways.len() as u16;
        all_ways.extend(&no);
        if turns.len() > 60_000 || all_ways.len() > 60_000 {
            return None;
        }
        let (end, last) = (turns.len() as u16, all_ways.len() as u16);
        steps.push(Step { all, turn, word: asked, turns: (start, end), ways: (from, middle, last) });
    }
    // One by one a target asks up to as many questions as its way is long.
    let alone: usize = targets.iter().map(|t| heights[t.1 as usize] as usize).sum();
    let pays = 4 * steps.len() <= alone;
    let last = steps.len() as u16;
    for way in all_ways.iter_mut().chain(&mut first) {
        way.to = order.get(&way.to).copied().unwrap_or(last);
    }
    pays.then_some(Slice { word, mask, base, steps, turns, ways: all_ways, first })
}
