//! Generating and performing moves from the tables.

use super::reference;
use super::state::Move;
use crate::program::Program;
use crate::program::code::Failure;
use crate::program::graph::Node;
use crate::program::tables::{ASK, Aim, DONE, NOTHING, Source, TRUE, Tables, Target, Targets};

/// A visitor says whether to go on.
type Go = bool;

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
        if source.guard != TRUE && t.graph.ask(&p.board, w, source.guard) != TRUE {
            continue;
        }
        if !scan_source(p, t, w, source, visit)? {
            return Ok(());
        }
    }
    Ok(())
}

#[inline]
fn scan_source(
    p: &Program,
    t: &Tables,
    w: &[u64],
    source: &Source,
    visit: &mut impl FnMut(Move) -> Go,
) -> Result<Go, Failure> {
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
                Aim::Alike(list) => {
                    return scan_targets(p, t, w, (e, from, source.rule), &t.targets[*list as usize], visit);
                }
                Aim::ByCell(lists) => {
                    let list = lists[usize::from(from)];
                    if list != NOTHING
                        && !scan_targets(p, t, w, (e, from, source.rule), &t.targets[list as usize], visit)?
                    {
                        return Ok(false);
                    }
                }
            }
        }
    }
    Ok(true)
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
    for group in &targets.groups {
        let mut open = group.open(&p.board, &t.graph, w);
        while open != 0 {
            let to = group.base + open.trailing_zeros() as u16;
            open &= open - 1;
            if !visit(Move { element, from, to, rule }) {
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
        let mv = Move { element, from, to: target.cell, rule: if target.many { Move::ANY } else { rule } };
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

/// The element (and its cell and list) that a source offers, one by one; for tables whose targets are all in groups.
#[inline]
fn offers(
    p: &Program,
    t: &Tables,
    w: &[u64],
    source: &Source,
    visit: &mut impl FnMut(u16, u16, u32) -> Go,
) -> Go {
    if source.guard != TRUE && t.graph.ask(&p.board, w, source.guard) != TRUE {
        return true;
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
                    if list != NOTHING && !visit(e, from, list) {
                        return false;
                    }
                }
            }
        }
    }
    true
}

/// How many moves there are, and (for tables whose targets are all in groups) the one `choose` names by its number.
#[inline]
pub(crate) fn nth(p: &Program, t: &Tables, w: &[u64], choose: impl FnOnce(usize) -> usize) -> Option<Move> {
    let sources = &t.sources[usize::from(p.board.player(w)) - 1];
    let mut count = 0;
    for source in sources {
        offers(p, t, w, source, &mut |_, _, list| {
            count += t.targets[list as usize]
                .groups
                .iter()
                .map(|g| g.open(&p.board, &t.graph, w).count_ones())
                .sum::<u32>();
            true
        });
    }
    if count == 0 {
        return None;
    }
    let mut left = choose(count as usize) as u32;
    let mut found = None;
    for source in sources {
        let go = offers(p, t, w, source, &mut |element, from, list| {
            for group in &t.targets[list as usize].groups {
                let mut open = group.open(&p.board, &t.graph, w);
                let here = open.count_ones();
                if left >= here {
                    left -= here;
                    continue;
                }
                for _ in 0..left {
                    open &= open - 1;
                }
                let to = group.base + open.trailing_zeros() as u16;
                found = Some(Move { element, from, to, rule: source.rule });
                return false;
            }
            true
        });
        if !go {
            break;
        }
    }
    found
}
