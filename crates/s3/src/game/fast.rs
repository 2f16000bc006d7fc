//! Generating and performing moves from the tables.

use super::reference::{self, made};
use super::state::Move;
use crate::program::code::Failure;
use crate::program::graph::Node;
use crate::program::tables::{ASK, Aim, DONE, NOTHING, Source, TRUE, Tables, Target, Targets};
use crate::program::{NONE, Program};
use smallvec::SmallVec;

/// A visitor says whether to go on.
type Go = bool;

/// Visits the elements that a source offers, with their cells and lists of targets; [`NONE`] for the element where it is
/// whatever lies on the cell.
#[inline]
fn offers<E>(
    p: &Program,
    t: &Tables,
    w: &[u64],
    source: &Source,
    visit: &mut impl FnMut(u16, u16, u32) -> Result<Go, E>,
) -> Result<Go, E> {
    if source.guard != TRUE && t.graph.ask(&p.board, w, source.guard) != TRUE {
        return Ok(true);
    }
    if let (Some(planes), Aim::ByCell(lists)) = (&source.planes, &source.targets) {
        // By cell, whatever the elements are called: equal states list their moves in the same order.
        for (i, word) in planes.words.iter().enumerate() {
            let mut here = planes.here(w, i, word);
            while here != 0 {
                let from = (i * 64) as u16 + here.trailing_zeros() as u16;
                here &= here - 1;
                let list = lists[usize::from(from)];
                if list != NOTHING && !visit(NONE, from, list)? {
                    return Ok(false);
                }
            }
        }
        return Ok(true);
    }
    for (i, &mask) in source.mask.iter().enumerate() {
        let mut here = w[source.set as usize + i] & mask;
        while here != 0 {
            let e = (i * 64) as u16 + here.trailing_zeros() as u16;
            here &= here - 1;
            if source.state.is_some_and(|n| p.board.state(w, e) != n) {
                continue;
            }
            let from = p.board.place(w, e);
            match &source.targets {
                Aim::Alike(list) => return visit(e, from, *list),
                Aim::ByCell(lists) => {
                    let list = lists[usize::from(from)];
                    if list != NOTHING && !visit(e, from, list)? {
                        return Ok(false);
                    }
                }
            }
        }
    }
    Ok(true)
}

/// Visits the distinct moves; stops when told to.
#[inline]
pub(crate) fn scan(
    p: &Program,
    t: &Tables,
    w: &[u64],
    visit: &mut impl FnMut(Move) -> Go,
) -> Result<(), Failure> {
    let player = usize::from(p.board.player(w));
    for source in &t.sources[player - 1] {
        let mut each = |element, from, list: u32| {
            let element = if element == NONE { p.board.content(w, from) } else { element };
            scan_targets(p, t, w, (element, from, source.rule), &t.targets[list as usize], visit)
        };
        if !offers(p, t, w, source, &mut each)? {
            return Ok(());
        }
    }
    Ok(())
}

#[inline]
fn scan_targets(
    p: &Program,
    t: &Tables,
    w: &[u64],
    (element, from, rule): (u16, u16, u16),
    targets: &Targets,
    visit: &mut impl FnMut(Move) -> Go,
) -> Result<Go, Failure> {
    for block in t.blocks(targets) {
        let mut open = t.open(&p.board, w, block);
        while open != 0 {
            let to = block.base + open.trailing_zeros() as u16;
            open &= open - 1;
            if !visit(made(p, element, from, to, rule)) {
                return Ok(false);
            }
        }
    }
    listed(p, t, w, (element, from, rule), targets, &mut |to, rule| visit(made(p, element, from, to, rule)))
}

/// Visits the targets that are tested one by one, each with the rule that a move there follows.
fn listed(
    p: &Program,
    t: &Tables,
    w: &[u64],
    (element, from, rule): (u16, u16, u16),
    targets: &Targets,
    visit: &mut dyn FnMut(u16, u16) -> Go,
) -> Result<Go, Failure> {
    let mut crowds = 0u64;
    for target in &targets.list {
        // Of interchangeable targets the first one stands for all.
        if target.crowd > 0 && crowds >> (target.crowd % 64) & 1 == 1 && p.board.layout.crowds <= 64 {
            continue;
        }
        if !p.board.empty(w, target.cell) {
            continue;
        }
        let follows = if target.many { Move::ANY } else { rule };
        if target.node != TRUE && !holds(p, t, w, target, made(p, element, from, target.cell, follows), rule)?
        {
            continue;
        }
        crowds |= u64::from(target.crowd > 0) << (target.crowd % 64);
        if !visit(target.cell, follows) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether what remains of a condition holds.
#[inline]
fn holds(p: &Program, t: &Tables, w: &[u64], target: &Target, mv: Move, rule: u16) -> Result<bool, Failure> {
    if target.node == ASK {
        return reference::rule_allows(p, w, usize::from(rule), mv);
    }
    let end = t.graph.ask(&p.board, w, target.node);
    match t.graph.nodes[end as usize] {
        Node::True => Ok(true),
        Node::Fail(failure) => Err(failure),
        _ => Ok(false),
    }
}

/// Performs a move by the tables; `false` (and nothing done) if they do not know it.
#[inline(always)]
pub(crate) fn perform(p: &Program, t: &Tables, w: &mut [u64], mv: Move) -> bool {
    let Some(after) = t.after.get(usize::from(mv.rule)) else { return false };
    let Some(sequel) = after.of(p.board.player(w), mv) else { return false };
    if sequel.awards != DONE {
        match t.graph.run(&p.board, &t.upkeep, w, sequel.awards) {
            Node::Done => {}
            Node::Carry { next } => {
                t.upkeep.carry(&p.board, w, mv.element, mv.to);
                follow(p, t, w, next);
                return true;
            }
            Node::Fail(failure) => {
                p.board.fail(w, failure);
                return true;
            }
            // Another rule allows the move too: nothing was done.
            _ => return false,
        }
    }
    t.upkeep.carry(&p.board, w, mv.element, mv.to);
    if sequel.player != 0 {
        p.board.set_player(w, sequel.player);
    }
    follow(p, t, w, sequel.node);
    true
}

/// Runs what follows a move; a failure is marked in the state.
#[inline(always)]
fn follow(p: &Program, t: &Tables, w: &mut [u64], node: u32) {
    if let Node::Fail(failure) = t.graph.run(&p.board, &t.upkeep, w, node) {
        p.board.fail(w, failure);
    }
}

/// Open targets of one element ([`NONE`]: of what lies on the cell) in one word.
#[derive(Clone, Copy)]
struct Offer {
    open: u64,
    count: u32,
    element: u16,
    from: u16,
    rule: u16,
    base: u16,
}

/// All moves of a state, in the order in which they are listed, without being listed.
#[derive(Default)]
struct Offers {
    list: SmallVec<[Offer; 24]>,
    count: u32,
    failed: bool,
}

impl Offers {
    #[inline(always)]
    fn add(&mut self, offer: Offer) {
        self.count += offer.count;
        self.list.push(offer);
    }

    /// The moves of one element.
    #[inline(always)]
    fn gather(
        &mut self,
        p: &Program,
        t: &Tables,
        w: &[u64],
        (element, from, rule): (u16, u16, u16),
        list: u32,
    ) {
        let targets = &t.targets[list as usize];
        for block in t.blocks(targets) {
            let open = t.open(&p.board, w, block);
            if open != 0 {
                self.add(Offer { open, count: open.count_ones(), element, from, rule, base: block.base });
            }
        }
        if !targets.list.is_empty() {
            self.one_by_one(p, t, w, (element, from, rule), targets);
        }
    }

    #[inline(never)]
    fn one_by_one(
        &mut self,
        p: &Program,
        t: &Tables,
        w: &[u64],
        (element, from, rule): (u16, u16, u16),
        targets: &Targets,
    ) {
        let mover = if element == NONE { p.board.content(w, from) } else { element };
        let done = listed(p, t, w, (mover, from, rule), targets, &mut |to, rule| {
            self.add(Offer { open: 1, count: 1, element, from, rule, base: to });
            true
        });
        self.failed |= done.is_err();
    }

    /// The moves of a source. The loops of [`offers`] once more: through a visitor of it a play of mill takes 9 % more
    /// instructions, one of tic-tac-toe 2 %.
    #[inline(always)]
    fn of(&mut self, p: &Program, t: &Tables, w: &[u64], source: &Source) {
        if source.guard != TRUE && t.graph.ask(&p.board, w, source.guard) != TRUE {
            return;
        }
        if let (Some(planes), Aim::ByCell(lists)) = (&source.planes, &source.targets) {
            for (i, word) in planes.words.iter().enumerate() {
                let mut here = planes.here(w, i, word);
                while here != 0 {
                    let from = (i * 64) as u16 + here.trailing_zeros() as u16;
                    here &= here - 1;
                    let list = lists[usize::from(from)];
                    if list != NOTHING {
                        self.gather(p, t, w, (NONE, from, source.rule), list);
                    }
                }
            }
            return;
        }
        for (i, &mask) in source.mask.iter().enumerate() {
            let mut here = w[source.set as usize + i] & mask;
            while here != 0 {
                let e = (i * 64) as u16 + here.trailing_zeros() as u16;
                here &= here - 1;
                if source.state.is_some_and(|n| p.board.state(w, e) != n) {
                    continue;
                }
                let from = p.board.place(w, e);
                let (list, alike) = match &source.targets {
                    Aim::Alike(list) => (*list, true),
                    Aim::ByCell(lists) => (lists[usize::from(from)], false),
                };
                if list != NOTHING {
                    self.gather(p, t, w, (e, from, source.rule), list);
                }
                if alike {
                    return;
                }
            }
        }
    }
}

/// The move that `choose` names by its number, out of so many; for tables in which no move comes twice.
#[inline]
pub(crate) fn nth(p: &Program, t: &Tables, w: &[u64], choose: impl FnOnce(usize) -> usize) -> Option<Move> {
    let mut offers = Offers::default();
    for source in &t.sources[usize::from(p.board.player(w)) - 1] {
        offers.of(p, t, w, source);
    }
    if offers.count == 0 || offers.failed {
        return None;
    }
    let mut left = choose(offers.count as usize) as u32;
    for offer in &offers.list {
        if left >= offer.count {
            left -= offer.count;
            continue;
        }
        let open = (0..left).fold(offer.open, |open, _| open & (open - 1));
        let to = offer.base + open.trailing_zeros() as u16;
        let element = if offer.element == NONE { p.board.content(w, offer.from) } else { offer.element };
        return Some(made(p, element, offer.from, to, offer.rule));
    }
    None
}
