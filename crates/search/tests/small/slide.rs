//! A sliding puzzle of any size, with the sum of Manhattan distances as a heuristic.

use game::{Game, Heuristic, Perfect, Player, Turn};

/// The rules: `width` by `height`, numbers in order with the gap last; begins with `start`.
pub(crate) struct Slide {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) start: Vec<u8>,
}

impl Slide {
    #[expect(clippy::ptr_arg, reason = "the type of heuristics")]
    fn manhattan(&self, s: &Vec<u8>, _p: Player) -> i32 {
        let far = |(at, &n): (usize, &u8)| {
            let home = usize::from(n) - 1;
            (at % self.width).abs_diff(home % self.width) + (at / self.width).abs_diff(home / self.width)
        };
        -(s.iter().enumerate().filter(|(_, n)| **n != 0).map(far).sum::<usize>() as i32)
    }

    fn solved(&self, s: &[u8]) -> bool {
        s.iter().zip(1..).take(s.len() - 1).all(|(&n, i)| n == i)
    }
}

impl Game for Slide {
    type State = Vec<u8>;
    type Move = u8;

    fn players(&self) -> usize {
        1
    }

    fn initial(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn turn(&self, s: &Vec<u8>) -> Turn {
        if self.solved(s) { Turn::Over } else { Turn::Player(Player(0)) }
    }

    fn moves(&self, s: &Vec<u8>, out: &mut Vec<u8>) {
        if self.solved(s) {
            return;
        }
        let gap = s.iter().position(|&n| n == 0).unwrap_or(0);
        let (x, y) = (gap % self.width, gap / self.width);
        for (fits, at) in [
            (y > 0, gap.wrapping_sub(self.width)),
            (x > 0, gap.wrapping_sub(1)),
            (x + 1 < self.width, gap + 1),
            (y + 1 < self.height, gap + self.width),
        ] {
            if fits {
                out.push(s[at]);
            }
        }
    }

    fn apply(&self, s: &mut Vec<u8>, mv: u8) {
        let find = |n: u8| s.iter().position(|&m| m == n).unwrap_or(0);
        let (gap, tile) = (find(0), find(mv));
        s.swap(gap, tile);
    }

    fn score(&self, s: &Vec<u8>, _p: Player) -> i32 {
        i32::from(self.solved(s))
    }

    fn heuristics(&self) -> Vec<Heuristic<Slide>> {
        vec![("manhattan", Slide::manhattan)]
    }
}

impl Perfect for Slide {}
