//! What decided a play: the tokens that made the win, found without a word in the file. The last move is found by taking
//! moves back and making them again; then the ends are asked with tokens of the winner left out.

use super::state::Move;
use super::{S3Game, State, reference};
use crate::program::machine::{FUEL, Machine};
use game::Game as _;

/// Moves tried that may have been the last one.
const MOST: usize = 4_000;

/// The tokens that made a win by a move, and whether the win falls with the one that was moved.
#[derive(Default)]
struct Made {
    tokens: Vec<u16>,
    needed: bool,
}

impl S3Game {
    /// The cells whose tokens made the win, ascending.
    pub(super) fn decisive(&self, s: &State) -> Vec<u16> {
        let board = &self.p.board;
        let winner = board.winner(&s.w);
        let players = board.layout.players as i32;
        if self.hides || self.chance() || players < 2 || !(1..=players).contains(&winner) {
            return Vec::new();
        }
        let on_board = |e: &u16| {
            let cell = board.place(&s.w, *e);
            board.layout.crowd[usize::from(cell)] == 0 && board.content(&s.w, cell) == *e
        };
        let of = |owner: i32| {
            let owned = move |e: &u16| board.owner(&s.w, *e) == owner;
            (0..board.elements.len() as u16).filter(on_board).filter(owned).collect::<Vec<u16>>()
        };
        // Where nobody owns what is played with, anything may have made the win.
        let tokens = Some(of(winner)).filter(|own| !own.is_empty()).unwrap_or_else(|| of(0));
        let found: Vec<(u16, Made)> = self
            .last_moves(s)
            .into_iter()
            .map(|(before, mv)| (mv.element, self.made_by(s, before, mv, &tokens)))
            .collect();
        // Any token of a line may have come last: it is in a line of another, or the win does not stand without it. A move
        // of which neither is true (a pass) made nothing.
        let of_another = |e: u16| found.iter().any(|(last, made)| *last != e && made.tokens.contains(&e));
        let makers = found.iter().filter(|(last, made)| made.needed || of_another(*last));
        let makes = makers.flat_map(|(_, made)| &made.tokens);
        let mut cells: Vec<u16> = makes.map(|e| board.place(&s.w, *e)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// What the last move may have been, as far as a piece taken back tells, each with the words before it.
    fn last_moves(&self, s: &State) -> Vec<(Vec<u64>, Move)> {
        let (p, board) = (&self.p, &self.p.board);
        let mut list: Vec<(Vec<u64>, Move)> = Vec::new();
        for e in 0..board.elements.len() as u16 {
            let to = board.place(&s.w, e);
            if board.content(&s.w, to) != e {
                continue;
            }
            let mut origins: Vec<u16> = Vec::new();
            for rule in &p.rules {
                let fits = |fits: &Option<crate::lower::Fits>, i: u16| {
                    fits.as_ref().is_some_and(|f| f[usize::from(i)].is_some())
                };
                if fits(&rule.element, e) && fits(&rule.to, to) {
                    let free = |c: &u16| {
                        fits(&rule.from, *c) && board.empty(&s.w, *c) && p.declared[usize::from(*c)]
                    };
                    origins.extend((0..p.cell_names.len() as u16).filter(free));
                }
            }
            origins.sort_unstable();
            origins.dedup();
            // Of interchangeable origins one stands for all.
            let mut crowds: Vec<u16> = Vec::new();
            origins.retain(|&c| {
                let crowd = board.layout.crowd[usize::from(c)];
                let new = crowd == 0 || !crowds.contains(&crowd);
                crowds.push(crowd);
                new
            });
            for from in origins {
                for player in 1..=board.layout.players as u8 {
                    let mut w = s.w.to_vec();
                    board.set_winner(&mut w, -1);
                    board.set_player(&mut w, player);
                    board.carry(&mut w, e, from);
                    list.push((w, reference::made(p, e, from, to, Move::ANY)));
                    if list.len() >= MOST {
                        return list;
                    }
                }
            }
        }
        list
    }

    /// The tokens that made the win by a move, if it leads from these words to the state. What was moved counts as one of
    /// them: before the move nobody had won.
    fn made_by(&self, s: &State, mut before: Vec<u64>, mv: Move, tokens: &[u16]) -> Made {
        let (p, board) = (&self.p, &self.p.board);
        let (winner, key) = (board.winner(&s.w), board.layout.key);
        // What the move brought in points is known when it has been made once.
        for _ in 0..2 {
            let start = before.clone();
            let mut m = Machine::new(p, &mut before);
            let Ok(entry) = reference::carry_out(p, &mut m, mv) else { return Made::default() };
            if m.run_to(entry, p.code.tail).is_err() {
                return Made::default();
            }
            let (w, vars, heap) = (m.w.to_vec(), m.vars.clone(), m.heap.clone());
            let end = |m: &mut Machine<'_>, without: &mut dyn Iterator<Item = u16>| {
                m.w.copy_from_slice(&w);
                without.for_each(|e| board.remove(m.w, e));
                (m.vars, m.heap, m.fuel) = (vars.clone(), heap.clone(), FUEL);
                m.run(p.code.tail).is_ok()
            };
            if !end(&mut m, &mut std::iter::empty()) {
                return Made::default();
            }
            if m.w[..key] == s.w[..key] {
                let mut stands = |without: &mut dyn Iterator<Item = u16>| {
                    end(&mut m, without) && board.winner(m.w) == winner
                };
                let needed = !stands(&mut std::iter::once(mv.element));
                let made = game::decisive(tokens.len(), |there| {
                    let gone = || tokens.iter().zip(there).filter(|(_, there)| !**there).map(|(e, _)| *e);
                    !gone().any(|e| e == mv.element) && stands(&mut gone())
                });
                return Made { tokens: made.into_iter().map(|i| tokens[i]).collect(), needed };
            }
            let gained: Vec<i32> = (0..board.layout.players)
                .map(|i| board.score(&s.w, i).wrapping_sub(board.score(m.w, i)))
                .collect();
            if gained.iter().all(|x| *x == 0) {
                return Made::default();
            }
            before = start;
            gained.iter().enumerate().for_each(|(i, x)| board.add_score(&mut before, i, *x));
        }
        Made::default()
    }
}
