//! Generating and performing moves from the tables.

use super::reference::{self, made};
use super::state::Move;
use crate::program::Program;
use crate::program::code::Failure;
use crate::program::graph::Node;
use crate::program::tables::{ASK, Aim, DONE, NOTHING, Source, TRUE, Tables, Target, Targets};

/// A visitor says whether to go on.
type Go = bool;

/// Visits the elements that a source offers, with their cells and lists of targets.
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
            let mut here = word.iter().fold(0, |bits, &at| bits | w[at as usize]);
            if let Some(&at) = planes.states.get(i) {
                here &= w[at as usize];
            }
            while here != 0 {
                let from = (i * 64) as u16 + here.trailing_zeros() as u16;
                here &= here - 1;
                let list = lists[usize::from(from)];
                if list != NOTHING && !visit(p.board.content(w, from), from, list)? {
                    return Ok(false);
                }
            }
        }
        return Ok(true);
    }
    let l = &p.board.layout;
    let crowd = l.crowd_at + usize::from(source.crowd) * l.crowd_words;
    for (i, &mask) in source.mask.iter().enumerate() {
        let mut here = w[crowd + i] & mask;
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
    let groups = targets.groups.iter().map(|g| (g.base, g.open(&p.board, &t.graph, w)));
    let slices = targets.slices.iter().map(|s| (s.base, s.open(w)));
    for (base, mut open) in groups.chain(slices) {
        while open != 0 {
            let to = base + open.trailing_zeros() as u16;
            open &= open - 1;
            if !visit(made(p, element, from, to, rule)) {
                return Ok(false);
            }
        }
    }
    let mut crowds = 0u64;
    for target in &targets.list {
        // Of targets that are not told apart the first one stands for all.
        if target.crowd > 0 && crowds >> (target.crowd % 64) & 1 == 1 && p.board.layout.crowds <= 64 {
            continue;
        }
        if !p.board.empty(w, target.cell) {
            continue;
        }
        let mv = made(p, element, from, target.cell, if target.many { Move::ANY } else { rule });
        if target.node != TRUE && !holds(p, t, w, target, mv, rule)? {
            continue;
        }
        crowds |= u64::from(target.crowd > 0) << (target.crowd % 64);
        if !visit(mv) {
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
#[inline]
pub(crate) fn perform(p: &Program, t: &Tables, w: &mut [u64], mv: Move) -> bool {
    let Some(after) = t.after.get(usize::from(mv.rule)).filter(|a| !a.entry.is_empty()) else { return false };
    let (eg, fg) = (after.element[usize::from(mv.element)], after.from[usize::from(mv.from)]);
    let at = after.at(p.board.player(w), eg, fg, mv.to, p.cell_names.len());
    let (awards, sequel) = after.entry[at];
    if sequel == NOTHING {
        return false;
    }
    if awards != DONE
        && let Node::Fail(failure) = t.graph.run(&p.board, w, awards)
    {
        p.board.fail(w, failure);
        return true;
    }
    p.board.carry(w, mv.element, mv.to);
    if let Node::Fail(failure) = t.graph.run(&p.board, w, sequel) {
        p.board.fail(w, failure);
    }
    true
}

/// Open targets of one element.
#[derive(Clone, Copy)]
struct Offer {
    open: u64,
    count: u32,
    element: u16,
    from: u16,
    rule: u16,
    base: u16,
}

impl Offer {
    const NONE: Offer = Offer { open: 0, count: 0, element: 0, from: 0, rule: 0, base: 0 };
}

/// Offers that need no memory of their own.
const FEW: usize = 4;

/// The move that `choose` names by its number, out of so many; for tables whose targets are never listed one by one.
#[inline]
pub(crate) fn nth(p: &Program, t: &Tables, w: &[u64], choose: impl FnOnce(usize) -> usize) -> Option<Move> {
    let sources = &t.sources[usize::from(p.board.player(w)) - 1];
    let mut few = [Offer::NONE; FEW];
    let mut many: Vec<Offer> = Vec::new();
    let (mut found, mut count) = (0, 0);
    for source in sources {
        let done: Result<Go, ()> = offers(p, t, w, source, &mut |element, from, list| {
            let targets = &t.targets[list as usize];
            let mut add = |open: u64, base: u16| {
                if open != 0 {
                    let here = open.count_ones();
                    count += here;
                    let offer = Offer { open, count: here, element, from, rule: source.rule, base };
                    match few.get_mut(found) {
                        Some(place) => *place = offer,
                        None => many.push(offer),
                    }
                    found += 1;
                }
            };
            for group in &targets.groups {
                add(group.open(&p.board, &t.graph, w), group.base);
            }
            for slice in &targets.slices {
                add(slice.open(w), slice.base);
            }
            Ok(true)
        });
        done.ok()?;
    }
    if count == 0 {
        return None;
    }
    let mut left = choose(count as usize) as u32;
    for offer in few[..found.min(FEW)].iter().chain(&many) {
        if left >= offer.count {
            left -= offer.count;
            continue;
        }
        let open = (0..left).fold(offer.open, |open, _| open & (open - 1));
        let to = offer.base + open.trailing_zeros() as u16;
        return Some(made(p, offer.element, offer.from, to, offer.rule));
    }
    None
}
