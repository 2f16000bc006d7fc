//! Bit-parallel evaluation of the conditions of many targets: bit `t` of a word stands for target `t`, and one step answers
//! the same question (the same bit relative to the target) for all targets that have come to ask it. Targets near a border
//! skip the questions that have no meaning there, so a whole board is answered in about as many steps as one target.

use super::graph::{Graph, Node};
use super::tables::{FALSE, TRUE};
use std::collections::{HashMap, HashSet};

/// A question seen from the target: are all (or is one) of these bits of the word set? The bits after the target (and the
/// target itself), turned right, and those before it: the same bit in different directions is a different question.
type Question = (bool, u32, u64, u64);

/// Where targets go from a question: to a later one or, past the last, to their end; and which of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    to: u16,
    who: u64,
}

/// While making: the target is open, or is not.
const YES: u16 = u16::MAX;
const NO: u16 = u16::MAX - 1;

/// Questions that one list may have, and still has when it is said to have few.
const MOST: usize = LARGE - 2;
const LARGE: usize = 512;
const SMALL: usize = 128;

/// One question in the order of asking.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Those who may answer yes.
    may: u64,
    word: u32,
    /// The first position relative to the target.
    turn: u8,
    all: bool,
    /// Whether that is all, and everybody goes one of two ways.
    plain: bool,
    /// Where those go who answer yes, or no.
    yes: u16,
    no: u16,
    /// Further positions, in `turns`.
    turns: (u16, u16),
    /// Those who go elsewhere: in `ways`, up to the middle with yes, then with no.
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
        if self.steps.len() + 2 <= SMALL { self.ask::<SMALL>(w, free) } else { self.ask::<LARGE>(w, free) }
    }

    /// Asks all questions, in room for `N` of them, a power of two.
    #[inline(always)]
    fn ask<const N: usize>(&self, w: &[u64], free: u64) -> u64 {
        // Who waits at each question, then who is open, then who is not.
        let mut here = [0u64; N];
        for way in &self.first {
            here[usize::from(way.to) % N] |= free & way.who;
        }
        for (i, step) in self.steps.iter().enumerate() {
            let who = here[i % N];
            let word = w[step.word as usize];
            let bits = word.rotate_right(u32::from(step.turn)) & step.may;
            let (mut yes, mut no) = (who & bits, who & !bits);
            if !step.plain {
                (yes, no) = self.ask_more(step, word, who, &mut here);
            }
            here[usize::from(step.yes) % N] |= yes;
            here[usize::from(step.no) % N] |= no;
        }
        here[self.steps.len() % N]
    }

    /// Asks a question of several positions, or with several ways; who is left for the main ways.
    fn ask_more(&self, step: &Step, word: u64, who: u64, here: &mut [u64]) -> (u64, u64) {
        let mut bits = word.rotate_right(u32::from(step.turn));
        for &turn in &self.turns[usize::from(step.turns.0)..usize::from(step.turns.1)] {
            let more = word.rotate_right(u32::from(turn));
            bits = if step.all { bits & more } else { bits | more };
        }
        let bits = bits & step.may;
        let (mut yes, mut no) = (who & bits, who & !bits);
        let (a, b, c) = step.ways;
        for (ways, who) in [(a..b, &mut yes), (b..c, &mut no)] {
            for way in &self.ways[usize::from(ways.start)..usize::from(ways.end)] {
                here[usize::from(way.to)] |= *who & way.who;
                *who &= !way.who;
            }
        }
        (yes, no)
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
    /// By question: how many questions may follow it at most, whatever the target; empty if they follow each other in
    /// circles.
    ranks: HashMap<Question, u32>,
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
        let (all, word, mask) = match self.graph.nodes[node as usize] {
            Node::All { word, mask, .. } => (true, word, mask),
            Node::Any { word, mask, .. } => (false, word, mask),
            _ => return None,
        };
        let after = mask >> target;
        Some((all, word, after, mask.rotate_right(u32::from(target)) ^ after))
    }

    /// Lets a target wait at a node; where.
    fn arrive(&mut self, node: u32, target: u8) -> Option<u16> {
        if node == TRUE {
            return Some(YES);
        }
        if node == FALSE {
            return Some(NO);
        }
        let question = self.question(node, target)?;
        let height = self.heights.get(node as usize).copied().filter(|&h| h != OTHER)?;
        let height = self.ranks.get(&question).copied().unwrap_or(height);
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
        Some(at as u16)
    }

    /// Ways of targets to nodes.
    fn ways(&mut self, list: impl Iterator<Item = (u8, u32)>) -> Option<Vec<Way>> {
        let mut ways: Vec<Way> = Vec::new();
        for (target, node) in list {
            let to = self.arrive(node, target)?;
            match ways.iter_mut().find(|w| w.to == to) {
                Some(way) => way.who |= 1 << target,
                None => ways.push(Way { to, who: 1 << target }),
            }
        }
        Some(ways)
    }
}

/// Nodes of all targets together that are looked at.
const MOST_NODES: usize = 50_000;

/// By question: how many questions may follow it at most, for any of the targets. Nothing if that has no end.
fn ranks(maker: &Maker<'_>, targets: &[(u8, u32)]) -> HashMap<Question, u32> {
    // Which questions follow which, by number.
    let mut numbers: HashMap<Question, usize> = HashMap::new();
    let mut follow: Vec<Vec<usize>> = Vec::new();
    let mut looked = 0;
    for &(target, root) in targets {
        let mut seen = HashSet::from([root]);
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let Some(question) = maker.question(node, target) else { continue };
            looked += 1;
            if looked > MOST_NODES {
                return HashMap::new();
            }
            let mut number = |q: Question, follow: &mut Vec<Vec<usize>>| {
                *numbers.entry(q).or_insert_with(|| {
                    follow.push(Vec::new());
                    follow.len() - 1
                })
            };
            let here = number(question, &mut follow);
            for next in successors(maker.graph, node) {
                let Some(q) = maker.question(next, target) else { continue };
                let there = number(q, &mut follow);
                if !follow[here].contains(&there) {
                    follow[here].push(there);
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
    }
    let Some(ranks) = longest(&follow) else { return HashMap::new() };
    numbers.into_iter().map(|(q, at)| (q, ranks[at])).collect()
}

fn successors(graph: &Graph, node: u32) -> impl Iterator<Item = u32> {
    let both = match graph.nodes[node as usize] {
        Node::All { yes, no, .. } | Node::Any { yes, no, .. } => [Some(yes), Some(no)],
        _ => [None, None],
    };
    both.into_iter().flatten()
}

/// The longest way from each place, or nothing if there are circles.
fn longest(follow: &[Vec<usize>]) -> Option<Vec<u32>> {
    let mut before = vec![0usize; follow.len()];
    follow.iter().flatten().for_each(|&at| before[at] += 1);
    let mut order: Vec<usize> = (0..follow.len()).filter(|&at| before[at] == 0).collect();
    let mut done = 0;
    while let Some(&at) = order.get(done) {
        done += 1;
        for &next in &follow[at] {
            before[next] -= 1;
            if before[next] == 0 {
                order.push(next);
            }
        }
    }
    let mut ranks = vec![0; follow.len()];
    for &at in order.iter().rev() {
        ranks[at] = follow[at].iter().map(|&next| ranks[next] + 1).max().unwrap_or(0);
    }
    (order.len() == follow.len()).then_some(ranks)
}

/// A question with the ways from it, while making.
struct Made {
    question: Question,
    who: u64,
    yes: Vec<Way>,
    no: Vec<Way>,
}

/// Where most go.
fn main_way(ways: &[Way]) -> u16 {
    ways.iter().max_by_key(|w| (w.who.count_ones(), std::cmp::Reverse(w.to))).map_or(NO, |w| w.to)
}

/// The questions passed on the way from one to another by those who only say no, if `who` may go that way: they are
/// asked none of them otherwise.
fn stops(made: &[Made], from: u16, to: u16, who: u64) -> Option<Vec<u16>> {
    let mut stops = Vec::new();
    let mut at = from;
    while at != to {
        let next = made.get(usize::from(at)).filter(|next| next.who & who == 0 && stops.len() < 16)?;
        stops.push(at);
        at = main_way(&next.no);
    }
    Some(stops)
}

/// Targets that would pass by a question, to where those go who answer it with no, go there too: they cannot answer yes,
/// and fewer ways are left.
fn detour(made: &mut [Made], at: usize, yes: bool) {
    let mut ways: Vec<Way> = if yes { made[at].yes.clone() } else { made[at].no.clone() };
    loop {
        let pairs = ways.iter().flat_map(|a| ways.iter().map(move |b| (*a, *b))).filter(|(a, b)| a.to < b.to);
        let found = pairs.into_iter().find_map(|(a, b)| Some((a, b, stops(made, a.to, b.to, b.who)?)));
        let Some((near, far, stops)) = found else { break };
        for &s in &stops {
            let next = &mut made[usize::from(s)];
            let on = main_way(&next.no);
            if let Some(w) = next.no.iter_mut().find(|w| w.to == on) {
                w.who |= far.who;
            }
        }
        ways.retain(|w| w.to != far.to);
        if let Some(w) = ways.iter_mut().find(|w| w.to == near.to) {
            w.who |= far.who;
        }
    }
    *(if yes { &mut made[at].yes } else { &mut made[at].no }) = ways;
}

/// Puts targets (bit and condition) of one word together; `None` if that does not pay.
pub(crate) fn slice(
    graph: &Graph,
    heights: &[u32],
    word: u32,
    base: u16,
    targets: &[(u8, u32)],
) -> Option<Slice> {
    let mut maker = Maker { graph, heights, ranks: HashMap::new(), waits: Vec::new() };
    maker.ranks = ranks(&maker, targets);
    let mask = targets.iter().fold(0, |m, t| m | 1u64 << t.0);
    let mut first = maker.ways(targets.iter().copied())?;
    let mut made: Vec<Made> = Vec::new();
    // By question: its place in the order of asking.
    let mut order: HashMap<u16, u16> = HashMap::new();
    loop {
        // The farthest first: targets nearer to the end wait for those that will ask the same.
        let open = maker.waits.iter().enumerate().filter(|(_, w)| !w.done);
        let Some(at) = open.max_by_key(|(i, w)| (w.height, std::cmp::Reverse(*i))).map(|(i, _)| i) else {
            break;
        };
        maker.waits[at].done = true;
        let question = maker.waits[at].question;
        let mut members: Vec<(u8, u32)> = maker.waits[at].members.iter().map(|(&t, &n)| (t, n)).collect();
        members.sort_unstable();
        let next = |yes_side: bool, n: u32| {
            let side = if yes_side { 0 } else { 1 };
            successors(graph, n).nth(side).unwrap_or(FALSE)
        };
        let yes = maker.ways(members.iter().map(|&(t, n)| (t, next(true, n))))?;
        let no = maker.ways(members.iter().map(|&(t, n)| (t, next(false, n))))?;
        order.insert(at as u16, made.len() as u16);
        made.push(Made { question, who: members.iter().fold(0, |m, t| m | 1 << t.0), yes, no });
    }
    for ways in made.iter_mut().flat_map(|m| [&mut m.yes, &mut m.no]).chain([&mut first]) {
        for way in ways {
            way.to = order.get(&way.to).copied().unwrap_or(way.to);
        }
    }
    let may: Vec<u64> = made.iter().map(|m| m.who).collect();
    for at in 0..made.len() {
        detour(&mut made, at, true);
        detour(&mut made, at, false);
    }
    // One by one a target asks up to as many questions as its way is long.
    let alone: usize = targets.iter().map(|t| heights[t.1 as usize] as usize).sum();
    if 4 * made.len() > alone {
        return None;
    }
    lay_out(&made, &may, first, (word, mask, base))
}

/// The questions as they are asked.
fn lay_out(
    made: &[Made],
    may: &[u64],
    first: Vec<Way>,
    (word, mask, base): (u32, u64, u16),
) -> Option<Slice> {
    let (mut steps, mut turns, mut all_ways) = (Vec::new(), Vec::new(), Vec::new());
    let last = made.len() as u16;
    let place = |to: u16| match to {
        YES => last,
        NO => last + 1,
        at => at,
    };
    for (m, &may) in made.iter().zip(may) {
        let (all, asked, after, before) = m.question;
        let bits = after | before;
        let start = turns.len() as u16;
        let turn = bits.trailing_zeros() as u8;
        turns.extend((turn + 1..64).filter(|i| bits >> i & 1 == 1));
        let (yes, no) = (main_way(&m.yes), main_way(&m.no));
        let others = |ways: &[Way], main: u16| -> Vec<Way> {
            ways.iter().filter(|w| w.to != main).map(|w| Way { to: place(w.to), who: w.who }).collect()
        };
        let from = all_ways.len() as u16;
        all_ways.extend(others(&m.yes, yes));
        let middle = all_ways.len() as u16;
        all_ways.extend(others(&m.no, no));
        if turns.len() > 60_000 || all_ways.len() > 60_000 {
            return None;
        }
        let (end, to) = (turns.len() as u16, all_ways.len() as u16);
        let (yes, no) = (place(yes), place(no));
        steps.push(Step {
            may,
            word: asked,
            turn,
            all,
            plain: start == end && from == to,
            yes,
            no,
            turns: (start, end),
            ways: (from, middle, to),
        });
    }
    let first = first.into_iter().map(|w| Way { to: place(w.to), who: w.who }).collect();
    Some(Slice { word, mask, base, steps, turns, ways: all_ways, first })
}

#[cfg(test)]
mod tests;
