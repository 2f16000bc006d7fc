//! The search of deals by points: a null-window search whose proofs say on which ranks they rest (see `board::partition`).

use crate::board::partition::{Place, seen};
use crate::board::{Board, Node, from};
use crate::kernel::{Kernel, habit};
use crate::question::{Question, Span};

/// Proofs kept of one kind of position.
const WAYS: usize = 31;

/// The proofs of a bucket lie so far apart.
const STRIDE: usize = 32;

/// One remembered proof: the question is answered with yes from `yes` points on, with no up to `no`, wherever these ranks lie so.
#[derive(Clone, Copy)]
struct Proof {
    check: u64,
    short: u64,
    long: u64,
    /// How many ranks of each suit count (21 bits), and the card that was best (8 bits).
    depths: u32,
    yes: i16,
    no: i16,
}

const NONE: Proof = Proof { check: 0, short: 0, long: 0, depths: 0, yes: i16::MAX, no: i16::MIN };

/// The bits of [`Proof::depths`] that count ranks.
const DEPTHS: u32 = (1 << 21) - 1;

/// A few bits of each proof of a bucket, so that most are never looked at, and where the next one goes.
#[derive(Clone, Copy)]
struct Tags {
    tags: [u16; WAYS],
    next: u16,
}

impl Tags {
    /// The proofs with a tag, a bit each.
    #[inline]
    fn with(&self, tag: u16) -> u32 {
        self.tags.iter().enumerate().fold(0, |found, (i, other)| found | u32::from(*other == tag) << i)
    }
}

/// What was proven so far.
#[derive(Default)]
pub(crate) struct Memory {
    tags: Vec<Tags>,
    proofs: Vec<Proof>,
}

impl Memory {
    /// Makes room for `2^bits` proofs.
    pub(crate) fn ready(&mut self, bits: u32) {
        if self.proofs.is_empty() {
            self.proofs = vec![NONE; 1 << bits];
            self.tags = vec![Tags { tags: [0; WAYS], next: 0 }; (1 << bits) / STRIDE];
        }
    }

    #[inline]
    fn bucket(&self, place: &Place) -> (usize, u16) {
        (place.at as usize & (self.tags.len() - 1), (place.check >> 48) as u16 | 1)
    }

    /// The answer that is known at so many points with the ranks it rests on; else a card that was good.
    #[inline]
    fn find(&self, board: &Board, node: &Node, place: &Place, level: i16) -> Result<(i16, u64), u8> {
        let mut hint = 255;
        let (bucket, tag) = self.bucket(place);
        let mut like = self.tags[bucket].with(tag);
        while like != 0 {
            let proof = &self.proofs[bucket * STRIDE + like.trailing_zeros() as usize];
            like &= like - 1;
            if proof.check != place.check {
                continue;
            }
            if hint == 255 {
                hint = (proof.depths >> 24) as u8;
            }
            let slack = match () {
                () if level >= proof.yes => level.saturating_sub(proof.yes),
                () if level <= proof.no => level.saturating_sub(proof.no) - 1,
                () => continue,
            };
            if proof.covers(place, proof.depths) {
                return Ok((slack, board.ranks(node, place, proof.depths & DEPTHS)));
            }
        }
        Err(hint)
    }

    fn keep(&mut self, place: &Place, depths: u32, best: u8, level: i16, slack: i16) {
        let (bucket, tag) = self.bucket(place);
        let tags = &mut self.tags[bucket];
        let proofs = &mut self.proofs[bucket * STRIDE..][..WAYS];
        let mut like = tags.with(tag);
        let mut at = WAYS;
        while like != 0 && at == WAYS {
            let i = like.trailing_zeros() as usize;
            like &= like - 1;
            let proof = &proofs[i];
            if proof.check == place.check && proof.depths & DEPTHS == depths && proof.covers(place, depths) {
                at = i;
            }
        }
        if at == WAYS {
            at = usize::from(tags.next) % WAYS;
            tags.next = (at + 1) as u16;
            tags.tags[at] = tag;
            let (check, short, long) = (place.check, place.short, place.long);
            proofs[at] = Proof { check, short, long, depths: depths | 255 << 24, ..NONE };
        }
        let proof = &mut proofs[at];
        if best != 255 {
            proof.depths = depths | u32::from(best) << 24;
        }
        if slack >= 0 {
            proof.yes = proof.yes.min(level.saturating_sub(slack));
        } else {
            proof.no = proof.no.max(level.saturating_sub(slack).saturating_sub(1));
        }
    }
}

impl Proof {
    /// Whether so many ranks lie here as they lay where it was proven.
    #[inline]
    fn covers(&self, place: &Place, depths: u32) -> bool {
        let (short, long) = seen(depths);
        (self.short ^ place.short) & short == 0 && (self.long ^ place.long) & long == 0
    }
}

impl Kernel {
    /// The slack of a question.
    pub(crate) fn by_points(&mut self, board: &Board, q: &Question, node: &Node, stop_at: u64) -> i16 {
        match node.trick_len {
            0 => self.point_trick(board, q, node, stop_at).0,
            _ => self.point_cards(board, q, node, stop_at, 255).0,
        }
    }

    /// A position between two tricks: the slack, and the ranks it rests on.
    fn point_trick(&mut self, board: &Board, q: &Question, node: &Node, stop_at: u64) -> (i16, u64) {
        let span = q.at(node);
        if let Some(slack) = span.verdict(node, [0, 0]) {
            return (slack, 0);
        }
        if node.left <= 1 {
            self.nodes += u64::from(board.players);
            let end = board.finish(node);
            let slack = q.at(&end).verdict(&end, [0, 0]).unwrap_or(-1);
            return (slack, board.deciding_last(node, end.leader));
        }
        let sure = board.sure(node);
        if let Some(slack) = span.verdict(node, sure.map(|(points, _)| points)) {
            return (slack, if slack >= 0 { sure[0].1 } else { sure[1].1 });
        }
        if !board.parts {
            return (self.point_slot(board, q, node, span, stop_at), 0);
        }
        let place = board.place(node, span.shape());
        let level = span.level(node);
        let hint = match self.memory.find(board, node, &place, level) {
            Ok(found) => return found,
            Err(hint) => hint,
        };
        let (slack, ranks, best) = self.point_cards(board, q, node, stop_at, hint);
        if !self.stopped {
            self.memory.keep(&place, board.depths(node, &place, ranks), best, level, slack);
        }
        (slack, ranks)
    }

    /// The same where ranks are not followed: the position as it is.
    fn point_slot(&mut self, board: &Board, q: &Question, node: &Node, span: Span, stop_at: u64) -> i16 {
        let (at, check) = board.key(node, span.shape());
        let at = at as usize & (self.table.len() - 1);
        let level = span.level(node);
        let slot = self.table[at];
        if let Some(slack) = slot.known(check, level) {
            return slack;
        }
        let (slack, _, best) = self.point_cards(board, q, node, stop_at, slot.hint(check));
        if !self.stopped {
            self.table[at] = slot.learned(check, level, slack, best);
        }
        slack
    }

    /// Tries the cards of the player to move, likely ones first: the slack, the ranks it rests on, and the card that decided.
    fn point_cards(
        &mut self,
        board: &Board,
        q: &Question,
        node: &Node,
        stop_at: u64,
        hint: u8,
    ) -> (i16, u64, u8) {
        let p = node.turn(board);
        let wants = board.side(p) == 0;
        let lawful = if board.parts { board.lawful(node, p) } else { 0 };
        let mut runs = [(0u8, 0u8); 16];
        let count = board.runs(node, p, &mut runs);
        runs[..count].reverse();
        let mut promises = [0i32; 16];
        if count > 1 {
            for (promise, run) in promises.iter_mut().zip(&runs[..count]) {
                *promise = if run.0 == hint { i32::MAX } else { board.promise(node, p, run.0) };
            }
        }
        let habit = habit(u64::from(p) | node.hands[usize::from(p & 3)] << 2);
        if hint == 255
            && node.trick_len == 0
            && let Some(at) = runs[..count].iter().position(|run| run.0 == self.habits[habit])
        {
            promises[at] = i32::MAX;
        }
        let mut found = if wants { i16::MIN } else { i16::MAX };
        let mut all = lawful;
        for i in 0..count {
            let likely = (i..count).max_by_key(|&j| promises[j]).unwrap_or(i);
            promises.swap(i, likely);
            runs.swap(i, likely);
            let (card, lowest) = runs[i];
            self.nodes += 1;
            if self.nodes >= stop_at {
                self.stopped = true;
                return (-1, 0, 255);
            }
            let next = board.play(node, p, card);
            let (slack, ranks) = if next.trick_len == 0 {
                let (slack, ranks) = self.point_trick(board, q, &next, stop_at);
                (slack, ranks | board.deciding(node, card))
            } else {
                let (slack, ranks, _) = self.point_cards(board, q, &next, stop_at, 255);
                (slack, ranks)
            };
            if self.stopped {
                return (-1, 0, 255);
            }
            if (slack >= 0) == wants {
                if node.trick_len == 0 {
                    self.habits[habit] = card;
                }
                return (slack, ranks | lawful, card);
            }
            // Where the rank of a card it stands for counts, so do those of all of them.
            all |= ranks | if ranks & board.tops_run(node, p, card) == 0 { 0 } else { from(lowest) };
            found = if wants { found.max(slack) } else { found.min(slack) };
        }
        (found, all, 255)
    }
}
