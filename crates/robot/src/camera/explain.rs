//! From what was before and what is seen to the move: the legal move that explains the picture best, with a margin.
//!
//! The original takes the one spot where a piece vanished and the one where a piece appeared, and gives up in all other cases. Here
//! every legal move brings the table it leads to; each spot of the picture costs something under each of them, and the
//! cheapest wins if the next one clearly costs more, if every spot it changes is clearly seen, and if no spot contradicts it.

use super::board::{Board, Layer};
use super::look::{ABSENT, PRESENT, Reading, Seen, View, Why};
use super::reference::Reference;

/// The next best explanation must cost this much more.
pub const MARGIN: f32 = 4.0;
/// What one spot can cost at most: one contradiction outweighs everything else.
const MOST: f32 = 8.0;
/// A hand is over the board when something foreign hides so many areas of a piece, counted between the places and without
/// edges. A pen is too thin for that, an eraser too small: the move may still be clear.
pub const HAND: f32 = 0.5;

/// What a picture says about a person's turn.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// The table looks as before.
    Same,
    /// This legal move was made; the next best explanation costs so much more.
    Move {
        /// The number of the move in the list of legal ones.
        choice: usize,
        /// How much more the next best explanation costs.
        margin: f32,
    },
    /// A hand, or something else that is not a piece, is over the board.
    Hand {
        /// How much of the bare board it hides, in areas of a piece.
        areas: f32,
    },
    /// Two legal moves explain it almost equally well.
    Ambiguous {
        /// The better one.
        first: usize,
        /// The other one.
        second: usize,
    },
    /// What is seen is clear, but no legal move leads there.
    Impossible {
        /// The spots that changed.
        changes: Vec<Change>,
        /// The legal move that comes nearest, and the spots that contradict it.
        nearest: Option<(usize, Vec<Change>)>,
    },
    /// Some spots cannot be judged.
    Unclear {
        /// Which, and why.
        doubts: Vec<Doubt>,
    },
}

/// A spot that is not as it was, or not as it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The spot.
    pub spot: usize,
    /// What should be there.
    pub was: Option<usize>,
    /// What is there.
    pub is: Option<usize>,
}

/// Why a picture is not clear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// A spot cannot be judged.
    Spot(usize, Why),
    /// A piece of the colour lies between spots, nearest to this one.
    Between(usize, usize),
    /// A region of the colour is too large for one piece, near this spot.
    Large(usize, usize),
    /// The spot is too dark to tell that it is empty.
    Dark(usize),
}

/// What a spot costs when `expected` should lie there: minus the logarithm of how well that agrees with its reading.
fn cost(reading: &Reading, expected: Option<usize>) -> f32 {
    if reading.seen == Seen::Unsure(Why::Outside) {
        return std::f32::consts::LN_2;
    }
    let most = reading.shares.iter().copied().fold(0.0, f32::max);
    let evidence = match expected {
        Some(colour) => {
            let own = reading.shares.get(colour).copied().unwrap_or(0.0);
            let others = reading.shares.iter().sum::<f32>() - own;
            // What hides a piece cannot speak against it as loudly as bare board does.
            16.0 * (own + 0.35 * reading.foreign - 0.32) - 14.0 * (others - 0.2).max(0.0)
        }
        None => 16.0 * (0.28 - most) - 10.0 * (reading.foreign - 0.2).max(0.0),
    };
    // -ln of the logistic function, in the form that cannot overflow.
    let loss = if evidence > 0.0 { (-evidence).exp().ln_1p() } else { evidence.exp().ln_1p() - evidence };
    loss.min(MOST)
}

/// What a whole table costs. Heaps are not compared spot by spot.
fn total(view: &View, board: &Board, layer: &Layer) -> f32 {
    let spots = board.spots.iter().zip(&view.readings).zip(layer);
    spots.filter(|((s, _), _)| !s.heap).map(|((_, r), expected)| cost(r, *expected)).sum()
}

/// How far the heaps are from what they should hold: pieces too many or too few.
fn heaps(view: &View, board: &Board, layer: &Layer) -> usize {
    let seen: Layer = view
        .readings
        .iter()
        .map(|r| match r.seen {
            Seen::Piece(c) => Some(c),
            _ => None,
        })
        .collect();
    board.heaps(&seen).iter().zip(board.heaps(layer)).map(|(a, b)| a.abs_diff(b)).sum()
}

/// The same board, whatever lies in heaps.
fn same_board(board: &Board, a: &Layer, b: &Layer) -> bool {
    board.spots.iter().zip(a.iter().zip(b)).all(|(s, (a, b))| s.heap || a == b)
}

/// The spots (no heaps) that are clearly something else than expected.
fn contradictions(view: &View, board: &Board, layer: &Layer) -> Vec<Change> {
    let mut list = Vec::new();
    for (spot, ((s, reading), &was)) in board.spots.iter().zip(&view.readings).zip(layer).enumerate() {
        let is = match reading.seen {
            Seen::Piece(c) => Some(c),
            Seen::Empty => None,
            Seen::Unsure(_) => continue,
        };
        if !s.heap && is != was {
            list.push(Change { spot, was, is });
        }
    }
    list
}

/// What speaks against reading the picture at all: pieces between spots, two pieces on one.
fn loose(view: &View, board: &Board) -> Vec<Doubt> {
    // Pieces of a heap may touch, and lie as they like.
    let strays = view.strays.iter().filter(|s| !board.spots[s.near].heap);
    let between = strays
        .map(|s| if s.large { Doubt::Large(s.near, s.colour) } else { Doubt::Between(s.near, s.colour) });
    let shared = board.spots.iter().zip(&view.readings).enumerate().filter_map(|(i, (s, r))| match r.seen {
        Seen::Unsure(why @ Why::Two(..)) if !s.heap => Some(Doubt::Spot(i, why)),
        _ => None,
    });
    between.chain(shared).collect()
}

/// The spots that a move changes and that are not clearly seen so.
fn unproven(
    view: &View,
    board: &Board,
    before: &Layer,
    after: &Layer,
    reference: Option<&Reference>,
) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let appears =
        before.iter().zip(after).zip(&board.spots).any(|((b, a), s)| !s.heap && b != a && a.is_some());
    for (spot, s) in board.spots.iter().enumerate() {
        if s.heap || before[spot] == after[spot] {
            continue;
        }
        let reading = &view.readings[spot];
        match (after[spot], reading.seen) {
            (Some(c), Seen::Piece(seen)) if seen == c && reading.shares[c] >= PRESENT => {}
            (None, Seen::Empty) if reading.shares.iter().all(|&x| x <= ABSENT) => {
                if !appears && reference.is_some_and(|r| r.island(spot, reading)) {
                    doubts.push(Doubt::Dark(spot));
                }
            }
            (_, Seen::Unsure(why)) => doubts.push(Doubt::Spot(spot, why)),
            (Some(c), _) => doubts.push(Doubt::Spot(spot, Why::Partly(c))),
            (None, _) => doubts.push(Doubt::Spot(spot, Why::Covered)),
        }
    }
    doubts
}

/// What a picture says about a turn: `before` lay on the spots, and each legal move leads to one of `after`.
pub fn explain(
    view: &View,
    board: &Board,
    before: &Layer,
    after: &[Layer],
    reference: Option<&Reference>,
) -> Verdict {
    // A sleeve may have the colour of a piece, but not its size.
    let large = view.strays.iter().any(|s| s.large && !board.spots[s.near].heap);
    if view.hidden >= HAND || large {
        return Verdict::Hand { areas: view.hidden };
    }
    let doubts = loose(view, board);
    if !doubts.is_empty() {
        return Verdict::Unclear { doubts };
    }
    let still = total(view, board, before);
    let costs: Vec<f32> = after.iter().map(|layer| total(view, board, layer)).collect();
    let visible: Vec<usize> = (0..after.len()).filter(|&i| !same_board(board, before, &after[i])).collect();
    let cheaper = |&a: &usize, &b: &usize| {
        let by_heap = || heaps(view, board, &after[a]).cmp(&heaps(view, board, &after[b]));
        if same_board(board, &after[a], &after[b]) {
            by_heap().then(a.cmp(&b))
        } else {
            costs[a].total_cmp(&costs[b]).then(a.cmp(&b))
        }
    };
    let best = visible.iter().copied().min_by(cheaper);
    let Some(best) = best.filter(|&b| costs[b] < still) else {
        return unchanged(view, board, before, after, best);
    };
    let contrary = contradictions(view, board, &after[best]);
    if !contrary.is_empty() {
        let changes = contradictions(view, board, before);
        return Verdict::Impossible { changes, nearest: Some((best, contrary)) };
    }
    let doubts = unproven(view, board, before, &after[best], reference);
    if !doubts.is_empty() {
        return Verdict::Unclear { doubts };
    }
    let rival =
        visible.iter().copied().filter(|&i| !same_board(board, &after[i], &after[best])).min_by(cheaper);
    if let Some(second) = rival.filter(|&r| costs[r] - costs[best] < MARGIN) {
        return Verdict::Ambiguous { first: best, second };
    }
    let margin = rival.map_or(f32::INFINITY, |r| costs[r]).min(still) - costs[best];
    if margin < MARGIN {
        return Verdict::Unclear { doubts: unsure(view, board) };
    }
    Verdict::Move { choice: best, margin }
}

/// The verdict when no move explains the picture better than that nothing happened.
fn unchanged(view: &View, board: &Board, before: &Layer, after: &[Layer], best: Option<usize>) -> Verdict {
    let changes = contradictions(view, board, before);
    if !changes.is_empty() {
        let nearest = best.map(|b| (b, contradictions(view, board, &after[b])));
        return Verdict::Impossible { changes, nearest: nearest.filter(|(_, c)| !c.is_empty()) };
    }
    // A spot that cannot be judged may hide the move.
    let doubts = unsure(view, board);
    let lost: Vec<Doubt> = doubts
        .iter()
        .copied()
        .filter(|d| match *d {
            Doubt::Spot(spot, _) => cost(&view.readings[spot], before[spot]) > 1.0,
            _ => true,
        })
        .collect();
    if lost.is_empty() { Verdict::Same } else { Verdict::Unclear { doubts: lost } }
}

/// The spots (no heaps) that cannot be judged.
pub fn unsure(view: &View, board: &Board) -> Vec<Doubt> {
    let mut doubts = loose(view, board);
    for (spot, (s, reading)) in board.spots.iter().zip(&view.readings).enumerate() {
        if let (false, Seen::Unsure(why)) = (s.heap, reading.seen)
            && !matches!(why, Why::Two(..))
        {
            doubts.push(Doubt::Spot(spot, why));
        }
    }
    doubts
}
