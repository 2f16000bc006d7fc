//! Every game keeps the laws, counts what its table says and plays as its golden text shows.

use game::{Options, Show};
use games::{Connect4, Kuhn, Ludo, Morris, Nim, Puzzle8, Reversi, TicTacToe};
use games::{connect4, kuhn, ludo, morris, nim, puzzle8, reversi, tictactoe};
use testkit::{Laws, data, golden, perft};

/// Numbers up to this size are counted in tests; larger ones by `cargo run --release -p games --example count`.
const COUNTED: u64 = 1_000_000;

macro_rules! game {
    ($type:ident, $module:ident, $options:expr) => {
        $type::new(&Options::parse($options, $module::PARAMETERS).unwrap()).unwrap()
    };
}

fn counted(game: &impl Show, name: &str) {
    perft(game, data(&format!("{name}/perft.txt")), COUNTED);
}

fn shown(game: &impl Show, name: &str) {
    golden(game, data(&format!("{name}/playthrough.txt")), 1);
}

#[test]
fn tictactoe_keeps_the_laws() {
    let game = game!(TicTacToe, tictactoe, "");
    Laws::new(60, 1).zero_sum().most(9).assert(&game);
    counted(&game, "tictactoe");
    shown(&game, "tictactoe");
}

#[test]
fn connect4_keeps_the_laws() {
    for (options, plays) in [
        ("", 25),
        ("height=3&width=4", 25),
        ("height=4&width=5", 25),
        ("connect=3&height=4&width=4", 25),
        ("connect=5&height=7&width=8", 10),
        ("height=7&width=3", 10),
        ("height=1&width=8", 10),
        ("height=1&width=1", 2),
    ] {
        Laws::new(plays, 2).zero_sum().most(56).assert(&game!(Connect4, connect4, options));
    }
    counted(&game!(Connect4, connect4, ""), "connect4");
    counted(&game!(Connect4, connect4, "height=3&width=4"), "connect4");
    counted(&game!(Connect4, connect4, "height=4&width=5"), "connect4");
    shown(&game!(Connect4, connect4, ""), "connect4");
}

#[test]
fn reversi_keeps_the_laws() {
    for (options, plays) in [("", 10), ("size=4", 25), ("size=6", 10)] {
        Laws::new(plays, 3).zero_sum().most(80).assert(&game!(Reversi, reversi, options));
    }
    counted(&game!(Reversi, reversi, ""), "reversi");
    counted(&game!(Reversi, reversi, "size=4"), "reversi");
    counted(&game!(Reversi, reversi, "size=6"), "reversi");
    shown(&game!(Reversi, reversi, ""), "reversi");
}

#[test]
fn morris_keeps_the_laws() {
    for (options, plays) in [("", 8), ("stones=3", 10), ("flying=no&quiet=30", 8), ("longest=60", 8)] {
        Laws::new(plays, 4).zero_sum().most(2_000).assert(&game!(Morris, morris, options));
    }
    Laws::new(3, 4).zero_sum().endless(400).assert(&game!(Morris, morris, "quiet=0"));
    counted(&game!(Morris, morris, ""), "morris");
    counted(&game!(Morris, morris, "stones=3"), "morris");
    shown(&game!(Morris, morris, ""), "morris");
}

#[test]
fn nim_keeps_the_laws() {
    for options in
        ["", "heaps=1-3-5-7&misere=yes", "heaps=9-8&take=3", "heaps=0-2-0-1", "heaps=99", "heaps=0"]
    {
        Laws::new(20, 5).zero_sum().most(99).assert(&game!(Nim, nim, options));
    }
    counted(&game!(Nim, nim, ""), "nim");
    counted(&game!(Nim, nim, "heaps=9-8&take=3"), "nim");
    shown(&game!(Nim, nim, ""), "nim");
}

#[test]
fn puzzle8_keeps_the_laws() {
    for options in ["", "start=123456708", "goal=012345678&start=123456780", "start=123456780"] {
        Laws::new(4, 6).endless(300).assert(&game!(Puzzle8, puzzle8, options));
    }
    counted(&game!(Puzzle8, puzzle8, ""), "puzzle8");
    shown(&game!(Puzzle8, puzzle8, ""), "puzzle8");
}

#[test]
fn ludo_keeps_the_laws() {
    for options in [
        "",
        "players=3",
        "players=4&finish=all",
        "capture=yes&clear=yes&enter=yes&players=4",
        "again=no&throws=1",
        "exact=no&figures=2&jump=no&players=3",
        "jump=no&safe=yes",
        "figures=1",
    ] {
        Laws::new(2, 7).zero_sum().most(20_000).samples(1).assert(&game!(Ludo, ludo, options));
    }
    counted(&game!(Ludo, ludo, ""), "ludo");
    counted(&game!(Ludo, ludo, "figures=1&throws=1"), "ludo");
    shown(&game!(Ludo, ludo, ""), "ludo");
}

#[test]
fn kuhn_keeps_the_laws() {
    Laws::new(200, 8).zero_sum().most(5).samples(4).assert(&game!(Kuhn, kuhn, ""));
    Laws::new(200, 8).zero_sum().most(8).samples(4).assert(&game!(Kuhn, kuhn, "players=3"));
    counted(&game!(Kuhn, kuhn, ""), "kuhn");
    counted(&game!(Kuhn, kuhn, "players=3"), "kuhn");
    shown(&game!(Kuhn, kuhn, ""), "kuhn");
}

/// Who was shown which card of Kuhn poker, told from the record alone.
struct Cards {
    players: usize,
    hands: Vec<String>,
    /// Who is still in once somebody has bet; everybody before.
    paid: Vec<u8>,
    bet: Option<usize>,
    made: usize,
}

impl testkit::Ledger for Cards {
    fn note(&mut self, mover: Option<game::Player>, text: &str, shown: &mut testkit::Shown) {
        let Some(p) = mover else {
            shown.to(text, self.hands.len() as u8);
            return self.hands.push(text.into());
        };
        self.made += 1;
        match text {
            "bet" => {
                self.bet = Some(self.made);
                self.paid = vec![p.0];
            }
            "call" => self.paid.push(p.0),
            _ => {}
        }
        // Everybody has answered the bet, or everybody has checked: who is still in shows, unless nobody else is.
        let over = self.made == self.bet.map_or(self.players, |bet| bet - 1 + self.players);
        let staying = |p: &usize| self.bet.is_none() || self.paid.contains(&(*p as u8));
        let staying: Vec<usize> = (0..self.players).filter(staying).collect();
        if over && staying.len() > 1 {
            staying.iter().for_each(|&p| shown.to_all(&self.hands[p]));
        }
    }
}

#[test]
fn nobody_sees_or_hears_of_a_card_of_kuhn_poker_they_were_not_shown() {
    for (options, players) in [("", 2), ("players=3", 3)] {
        let start = || Cards { players, hands: Vec::new(), paid: Vec::new(), bet: None, made: 0 };
        testkit::secrets(&game!(Kuhn, kuhn, options), start, 2_000, 1);
    }
}

#[test]
fn a_play_of_kuhn_poker_can_be_followed_from_every_seat() {
    for options in ["", "players=3"] {
        testkit::follows(game!(Kuhn, kuhn, options), (60, 30), 100, 1);
    }
}
