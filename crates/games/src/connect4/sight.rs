//! What a solver sees in a Connect Four position without searching: cells that complete a line, forced replies, moves
//! that do not lose at once. The bit tricks are those of P. Pons' public lessons, reimplemented.

use super::{Connect4, STRIDE, State};
use game::{Look, Sharp, Sight};

impl Connect4 {
    /// Whether positions can be looked at: lines of four, and keys that fit.
    pub(super) fn is_sharp(&self) -> bool {
        self.connect == 4 && self.width <= 7
    }

    /// The empty cells that complete a line of four of `discs`.
    #[inline]
    fn completing(&self, discs: u64, all: u64) -> u64 {
        let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
        for d in [STRIDE, STRIDE - 1, STRIDE + 1] {
            let above = (discs << d) & (discs << (2 * d));
            let below = (discs >> d) & (discs >> (2 * d));
            cells |= above & ((discs << (3 * d)) | (discs >> d));
            cells |= below & ((discs << d) | (discs >> (3 * d)));
        }
        cells & self.cells & !all
    }

    /// The same number for a position and its mirror image, different numbers otherwise. Each column of `own + all`
    /// fits into its bits, the spare one included.
    #[inline]
    fn key(&self, s: &State) -> u64 {
        let key = s.own + (s.own | s.opp);
        let column = (1 << STRIDE) - 1;
        let mut rest = key;
        let mut mirror = 0;
        for _ in 0..self.width {
            mirror = mirror << STRIDE | (rest & column);
            rest >>= STRIDE;
        }
        key.min(mirror)
    }

    fn column(&self, cells: u64) -> u8 {
        (cells.trailing_zeros() / STRIDE) as u8
    }
}

impl Sharp<State, u8> for Connect4 {
    fn look(&self, s: &State, out: &mut Vec<u8>) -> Look {
        let all = s.own | s.opp;
        let landings = (all + self.bottom) & self.cells;
        let look =
            |sight| Look { key: self.key(s), rest: self.width * self.height - u32::from(s.made), sight };
        let wins = self.completing(s.own, all) & landings;
        if wins != 0 {
            out.push(self.column(wins));
            return look(Sight::Wins);
        }
        let threats = self.completing(s.opp, all);
        let forced = landings & threats;
        let replies = match forced.count_ones() {
            0 => landings,
            1 => forced,
            _ => 0,
        };
        // A disc just below a threatened cell lifts the opponent up to it.
        let safe = replies & !(threats >> 1);
        if safe == 0 {
            out.push(self.column(landings));
            return look(Sight::Loses);
        }
        let mut rest = safe;
        while rest != 0 {
            out.push(self.column(rest));
            rest &= rest - 1;
        }
        look(Sight::Open)
    }

    fn rank(&self, s: &State, mv: u8) -> i32 {
        let disc = self.landing(s, mv);
        let made = self.completing(s.own | disc, s.own | s.opp | disc).count_ones() as i32;
        let centre = self.width as i32 - 1;
        made * 32 - (2 * i32::from(mv) - centre).abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Options, Rng};

    fn board(text: &str) -> Connect4 {
        Connect4::new(&Options::parse(text, super::super::PARAMETERS).unwrap()).unwrap()
    }

    /// Whether the mover can win with the next move, and the moves after which the opponent cannot.
    fn plainly(game: &Connect4, s: &State) -> (bool, Vec<u8>) {
        let mut moves = Vec::new();
        game.moves(s, &mut moves);
        let after = |s: &State, mv| {
            let mut next = *s;
            game.apply(&mut next, mv);
            next
        };
        let wins = moves.iter().any(|&mv| after(s, mv).won);
        let safe = |&mv: &u8| {
            let next = after(s, mv);
            let mut replies = Vec::new();
            game.moves(&next, &mut replies);
            !replies.iter().any(|&reply| after(&next, reply).won)
        };
        (wins, moves.iter().copied().filter(safe).collect())
    }

    #[test]
    fn a_look_tells_what_two_plies_of_search_tell() {
        let mut seen = [0; 3];
        for game in
            [board(""), board("width=5&height=4"), board("width=4&height=7"), board("width=7&height=7")]
        {
            let mut rng = Rng::new(11);
            for _ in 0..300 {
                let mut s = game.initial();
                while let Some(mv) = game.pick(&s, &mut rng, &mut Vec::new()) {
                    let mut listed = Vec::new();
                    let look = game.sharp().unwrap().look(&s, &mut listed);
                    let (wins, safe) = plainly(&game, &s);
                    listed.sort_unstable();
                    match look.sight {
                        Sight::Wins => {
                            let mut next = s;
                            game.apply(&mut next, listed[0]);
                            assert!(wins && next.won);
                        }
                        Sight::Loses => assert!(!wins && safe.is_empty() && game.legal(&s, listed[0])),
                        Sight::Open => assert!(!wins && safe == listed, "{s:?}: {safe:?} {listed:?}"),
                    }
                    seen[look.sight as usize] += 1;
                    assert_eq!(look.rest, game.width * game.height - u32::from(s.made));
                    game.apply(&mut s, mv);
                }
            }
        }
        assert!(seen.iter().all(|&n| n > 300), "every sight occurs: {seen:?}");
    }

    #[test]
    fn mirror_images_share_a_key_and_nobody_else_does() {
        let game = board("width=5&height=4");
        let mut keys = std::collections::HashMap::new();
        let mut rng = Rng::new(2);
        for _ in 0..2_000 {
            let (mut s, mut m) = (game.initial(), game.initial());
            while let Some(mv) = game.pick(&s, &mut rng, &mut Vec::new()) {
                let key = game.key(&s);
                assert_eq!(key, game.key(&m));
                assert!(key < 1 << 56);
                let (x, y) = *keys.entry(key).or_insert((s, m));
                assert!(s == x || s == y, "two positions share key {key}");
                game.apply(&mut s, mv);
                game.apply(&mut m, 4 - mv);
            }
        }
    }

    #[test]
    fn boards_that_do_not_fit_a_key_have_no_sharp_look() {
        assert!(board("width=8").sharp().is_none());
        assert!(board("connect=3").sharp().is_none());
        assert!(board("width=7&height=7").sharp().is_some());
    }
}
