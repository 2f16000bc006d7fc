//! Connect `line` discs on a small board, written for clarity, and its twin with a sharp look.

use game::{Game, Look, Perfect, Player, Sharp, Sight, Turn};

/// The rules; `keen` offers the sharp look.
pub(crate) struct Connect {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) keen: bool,
}

/// Discs of the player to move, all discs, whether the last disc won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    own: u64,
    all: u64,
    won: bool,
}

impl Connect {
    fn stride(&self) -> u32 {
        self.height + 1
    }

    fn bottom(&self) -> u64 {
        (0..self.width).fold(0, |cells, x| cells | 1 << (x * self.stride()))
    }

    fn cells(&self) -> u64 {
        self.bottom() * ((1 << self.height) - 1)
    }

    fn column(&self, x: u8) -> u64 {
        ((1 << self.height) - 1) << (u32::from(x) * self.stride())
    }

    /// The empty cells that complete four of these discs.
    fn threats(&self, discs: u64, all: u64) -> u64 {
        let mut found = (discs << 1) & (discs << 2) & (discs << 3);
        for d in [self.stride() - 1, self.stride(), self.stride() + 1] {
            let up = (discs << d) & (discs << (2 * d));
            let down = (discs >> d) & (discs >> (2 * d));
            found |= up & (discs << (3 * d)) | up & (discs >> d);
            found |= down & (discs >> (3 * d)) | down & (discs << d);
        }
        found & self.cells() & !all
    }

    fn landings(&self, all: u64) -> u64 {
        (all + self.bottom()) & self.cells()
    }

    fn key(&self, s: &Board) -> u64 {
        let plain = s.own + s.all + self.bottom();
        let mut mirror = 0;
        let mask = (1u64 << self.stride()) - 1;
        for x in 0..self.width {
            mirror |= (plain >> (x * self.stride()) & mask) << ((self.width - 1 - x) * self.stride());
        }
        plain.min(mirror)
    }

    /// The state after these columns, counted from 1.
    pub(crate) fn after(&self, columns: &str) -> Board {
        let mut s = self.initial();
        for c in columns.bytes() {
            game::play(self, &mut s, c - b'1').expect("a legal column");
        }
        s
    }
}

impl Game for Connect {
    type State = Board;
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn initial(&self) -> Board {
        Board { own: 0, all: 0, won: false }
    }

    fn turn(&self, s: &Board) -> Turn {
        if s.won || s.all == self.cells() {
            return Turn::Over;
        }
        Turn::Player(Player(s.all.count_ones() as u8 & 1))
    }

    fn moves(&self, s: &Board, out: &mut Vec<u8>) {
        if !s.won {
            out.extend((0..self.width as u8).filter(|&x| self.landings(s.all) & self.column(x) != 0));
        }
    }

    fn apply(&self, s: &mut Board, x: u8) {
        let disc = self.landings(s.all) & self.column(x);
        let won = self.threats(s.own, s.all) & disc != 0;
        *s = Board { own: s.all ^ s.own, all: s.all | disc, won };
    }

    fn score(&self, s: &Board, p: Player) -> i32 {
        let mover = s.all.count_ones() as u8 & 1;
        i32::from(s.won) * if p.0 == mover { -1 } else { 1 }
    }

    fn sharp(&self) -> Option<&dyn Sharp<Board, u8>> {
        if self.keen { Some(self) } else { None }
    }
}

impl Perfect for Connect {}

impl Sharp<Board, u8> for Connect {
    fn look(&self, s: &Board, out: &mut Vec<u8>) -> Look {
        let landings = self.landings(s.all);
        let rest = (self.cells() & !s.all).count_ones();
        let column = |cell: u64| (cell.trailing_zeros() / self.stride()) as u8;
        let look = |sight| Look { key: self.key(s), rest, sight };
        let wins = landings & self.threats(s.own, s.all);
        if wins != 0 {
            out.push(column(wins));
            return look(Sight::Wins);
        }
        let danger = self.threats(s.all ^ s.own, s.all);
        let forced = landings & danger;
        let mut good = if forced == 0 { landings } else { forced };
        if forced & forced.wrapping_sub(1) != 0 {
            good = 0;
        }
        good &= !(danger >> 1);
        if good == 0 {
            out.push(column(landings));
            return look(Sight::Loses);
        }
        // The middle first.
        for i in 0..self.width {
            let x = (self.width / 2) as i32 + (1 - 2 * (i as i32 % 2)) * (i as i32 + 1) / 2;
            let x = x.rem_euclid(self.width as i32) as u8;
            if good & self.column(x) != 0 {
                out.push(x);
            }
        }
        look(Sight::Open)
    }

    fn rank(&self, s: &Board, x: u8) -> i32 {
        let disc = self.landings(s.all) & self.column(x);
        self.threats(s.own | disc, s.all).count_ones() as i32
    }
}
