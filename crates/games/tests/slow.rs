//! The bitboards against second implementations, written from the rules with lists of cells and no bit tricks, and played
//! side by side to the end of random plays.

use game::{Game, Gesture, Lang, Options, Perfect, Player, Scene, Show, Turn};
use games::{Connect4, Morris, Reversi, connect4, morris, reversi};
use testkit::agree;

/// A cell: empty, or a player.
type Cell = Option<u8>;

/// What the agreement needs of `Show`: an id and the notation.
macro_rules! bare_show {
    ($type:ty, $id:literal, $text:expr) => {
        impl Perfect for $type {}
        impl Show for $type {
            fn id(&self) -> String {
                $id.into()
            }
            fn text(&self, _: &Self::State, mv: Self::Move) -> String {
                ($text)(mv)
            }
            fn gesture(&self, s: &Self::State, mv: Self::Move) -> Gesture {
                Gesture::Say(self.text(s, mv))
            }
            fn scene(&self, s: &Self::State, _: Option<Player>, _: Lang) -> Scene {
                Scene { zones: vec![], tokens: vec![], said: vec![], turn: self.turn(s), points: vec![0, 0] }
            }
        }
    };
}

fn square(x: i32, y: i32) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

const RAYS: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];

// ---- Connect Four ----

struct SlowConnect4 {
    width: i32,
    height: i32,
    connect: i32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Columns(Vec<Vec<u8>>);

impl SlowConnect4 {
    fn at(s: &Columns, x: i32, y: i32) -> Cell {
        let column = usize::try_from(x).ok().and_then(|x| s.0.get(x))?;
        usize::try_from(y).ok().and_then(|y| column.get(y)).copied()
    }

    fn winner(&self, s: &Columns) -> Cell {
        for x in 0..self.width {
            for y in 0..self.height {
                let Some(p) = SlowConnect4::at(s, x, y) else { continue };
                let line = |(dx, dy): &(i32, i32)| {
                    (0..self.connect).all(|i| SlowConnect4::at(s, x + i * dx, y + i * dy) == Some(p))
                };
                if RAYS.iter().any(line) {
                    return Some(p);
                }
            }
        }
        None
    }
}

impl Game for SlowConnect4 {
    type State = Columns;
    type Move = usize;

    fn players(&self) -> usize {
        2
    }
    fn initial(&self) -> Columns {
        Columns(vec![Vec::new(); self.width as usize])
    }
    fn turn(&self, s: &Columns) -> Turn {
        let made: usize = s.0.iter().map(Vec::len).sum();
        let over = self.winner(s).is_some() || made as i32 == self.width * self.height;
        if over { Turn::Over } else { Turn::Player(Player((made % 2) as u8)) }
    }
    fn moves(&self, s: &Columns, out: &mut Vec<usize>) {
        if self.turn(s) != Turn::Over {
            out.extend((0..s.0.len()).filter(|&x| (s.0[x].len() as i32) < self.height));
        }
    }
    fn apply(&self, s: &mut Columns, x: usize) {
        if let Turn::Player(p) = self.turn(s) {
            s.0[x].push(p.0);
        }
    }
    fn score(&self, s: &Columns, p: Player) -> i32 {
        self.winner(s).map_or(0, |w| if w == p.0 { 1 } else { -1 })
    }
}

bare_show!(SlowConnect4, "slow connect4", |x| char::from(b'a' + x as u8).to_string());

#[test]
fn connect4_agrees_with_columns_of_discs() {
    for (width, height, connect) in
        [(7, 6, 4), (8, 7, 5), (4, 7, 3), (5, 4, 4), (8, 2, 2), (1, 7, 7), (8, 7, 8)]
    {
        let options = format!("width={width}&height={height}&connect={connect}");
        let fast = Connect4::new(&Options::parse(&options, connect4::PARAMETERS).unwrap()).unwrap();
        agree(&fast, &SlowConnect4 { width, height, connect }, 60, 1);
    }
}

// ---- Reversi ----

struct SlowReversi(i32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Discs {
    cells: Vec<Cell>,
    mover: u8,
    passes: u8,
}

impl SlowReversi {
    fn at(&self, s: &Discs, x: i32, y: i32) -> Cell {
        let inside = (0..self.0).contains(&x) && (0..self.0).contains(&y);
        if inside { s.cells[(y * self.0 + x) as usize] } else { None }
    }

    fn turned(&self, s: &Discs, x: i32, y: i32) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.at(s, x, y).is_some() {
            return all;
        }
        for (dx, dy) in RAYS {
            let far = (1..).find(|i| self.at(s, x + i * dx, y + i * dy) != Some(1 - s.mover)).unwrap_or(1);
            if self.at(s, x + far * dx, y + far * dy) == Some(s.mover) {
                all.extend((1..far).map(|i| (x + i * dx, y + i * dy)));
            }
        }
        all
    }
}

impl Game for SlowReversi {
    type State = Discs;
    type Move = Option<(i32, i32)>;

    fn players(&self) -> usize {
        2
    }
    fn initial(&self) -> Discs {
        let (n, h) = (self.0, self.0 / 2);
        let mut cells = vec![None; (n * n) as usize];
        for (x, y, p) in [(h, h - 1, 0), (h - 1, h, 0), (h - 1, h - 1, 1), (h, h, 1)] {
            cells[(y * n + x) as usize] = Some(p);
        }
        Discs { cells, mover: 0, passes: 0 }
    }
    fn turn(&self, s: &Discs) -> Turn {
        let over = s.passes == 2 || s.cells.iter().all(Option::is_some);
        if over { Turn::Over } else { Turn::Player(Player(s.mover)) }
    }
    fn moves(&self, s: &Discs, out: &mut Vec<Self::Move>) {
        if self.turn(s) == Turn::Over {
            return;
        }
        let squares = (0..self.0).flat_map(|y| (0..self.0).map(move |x| (x, y)));
        out.extend(squares.filter(|&(x, y)| !self.turned(s, x, y).is_empty()).map(Some));
        if out.is_empty() {
            out.push(None);
        }
    }
    fn apply(&self, s: &mut Discs, mv: Self::Move) {
        s.passes += 1;
        if let Some((x, y)) = mv {
            s.passes = 0;
            for (x, y) in self.turned(s, x, y).into_iter().chain([(x, y)]) {
                s.cells[(y * self.0 + x) as usize] = Some(s.mover);
            }
        }
        s.mover = 1 - s.mover;
    }
    fn score(&self, s: &Discs, p: Player) -> i32 {
        let count = |p| s.cells.iter().filter(|&&c| c == Some(p)).count() as i32;
        (count(p.0) - count(1 - p.0)).signum()
    }
}

bare_show!(SlowReversi, "slow reversi", |mv: Option<(i32, i32)>| {
    mv.map_or("pass".to_string(), |(x, y)| square(x, y))
});

#[test]
fn reversi_agrees_with_rows_of_discs() {
    for (size, plays) in [(4, 300), (6, 100), (8, 50)] {
        let options = format!("size={size}");
        let fast = Reversi::new(&Options::parse(&options, reversi::PARAMETERS).unwrap()).unwrap();
        agree(&fast, &SlowReversi(size), plays, 2);
    }
}

// ---- Nine Men's Morris ----

struct SlowMorris {
    stones: u8,
    flying: bool,
    quiet: u32,
}

/// The sixteen lines as people name their points.
const LINES: [[&str; 3]; 16] = [
    ["a1", "d1", "g1"],
    ["g1", "g4", "g7"],
    ["g7", "d7", "a7"],
    ["a7", "a4", "a1"],
    ["b2", "d2", "f2"],
    ["f2", "f4", "f6"],
    ["f6", "d6", "b6"],
    ["b6", "b4", "b2"],
    ["c3", "d3", "e3"],
    ["e3", "e4", "e5"],
    ["e5", "d5", "c5"],
    ["c5", "c4", "c3"],
    ["a4", "b4", "c4"],
    ["d1", "d2", "d3"],
    ["e4", "f4", "g4"],
    ["d5", "d6", "d7"],
];

type Name = &'static str;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Stones {
    on: std::collections::BTreeMap<Name, u8>,
    hand: [u8; 2],
    mover: u8,
    quiet: u32,
}

impl Stones {
    fn mill(&self, point: Name) -> bool {
        let whole = |line: &&[Name; 3]| line.iter().all(|p| self.on.get(p) == self.on.get(point));
        LINES.iter().filter(|line| line.contains(&point)).any(|line| whole(&line))
    }

    fn of(&self, p: u8) -> Vec<Name> {
        self.on.iter().filter(|&(_, &owner)| owner == p).map(|(&point, _)| point).collect()
    }
}

impl SlowMorris {
    fn steps(&self, s: &Stones) -> Vec<(Option<Name>, Name)> {
        let mut free: Vec<Name> = LINES.iter().flatten().copied().filter(|p| !s.on.contains_key(p)).collect();
        free.sort_unstable();
        free.dedup();
        let own = s.of(s.mover);
        if s.hand[usize::from(s.mover)] > 0 {
            return free.into_iter().map(|to| (None, to)).collect();
        }
        let beside = |a: Name, b: Name| {
            LINES.iter().any(|l| l.windows(2).any(|w| (w[0] == a && w[1] == b) || (w[0] == b && w[1] == a)))
        };
        let flies = self.flying && own.len() <= 3;
        let pairs = own.iter().flat_map(|&from| free.iter().map(move |&to| (from, to)));
        pairs.filter(|&(from, to)| flies || beside(from, to)).map(|(from, to)| (Some(from), to)).collect()
    }

    fn lost(&self, s: &Stones) -> bool {
        s.of(s.mover).len() + usize::from(s.hand[usize::from(s.mover)]) < 3 || self.steps(s).is_empty()
    }
}

impl Game for SlowMorris {
    type State = Stones;
    type Move = (Option<Name>, Name, Option<Name>);

    fn players(&self) -> usize {
        2
    }
    fn initial(&self) -> Stones {
        Stones { on: Default::default(), hand: [self.stones; 2], mover: 0, quiet: 0 }
    }
    fn turn(&self, s: &Stones) -> Turn {
        let over = self.lost(s) || s.quiet >= self.quiet;
        if over { Turn::Over } else { Turn::Player(Player(s.mover)) }
    }
    fn moves(&self, s: &Stones, out: &mut Vec<Self::Move>) {
        if self.turn(s) == Turn::Over {
            return;
        }
        for (from, to) in self.steps(s) {
            let mut after = s.clone();
            from.map(|from| after.on.remove(from));
            after.on.insert(to, s.mover);
            if !after.mill(to) {
                out.push((from, to, None));
                continue;
            }
            let theirs = after.of(1 - s.mover);
            let loose: Vec<Name> = theirs.iter().copied().filter(|p| !after.mill(p)).collect();
            let prey = if loose.is_empty() { theirs } else { loose };
            out.extend(prey.into_iter().map(|take| (from, to, Some(take))));
        }
    }
    fn apply(&self, s: &mut Stones, (from, to, take): Self::Move) {
        match from {
            Some(from) => s.on.remove(from).map_or((), |_| s.quiet += 1),
            None => s.hand[usize::from(s.mover)] -= 1,
        }
        s.on.insert(to, s.mover);
        if let Some(take) = take {
            s.on.remove(take);
            s.quiet = 0;
        }
        s.mover = 1 - s.mover;
    }
    fn score(&self, s: &Stones, p: Player) -> i32 {
        match self.lost(s) {
            true if s.mover == p.0 => -1,
            true => 1,
            false => 0,
        }
    }
}

bare_show!(SlowMorris, "slow morris", |(from, to, take): (Option<Name>, Name, Option<Name>)| {
    let from = from.map_or(String::new(), |p| format!("{p}-"));
    let take = take.map_or(String::new(), |p| format!("x{p}"));
    format!("{from}{to}{take}")
});

#[test]
fn morris_agrees_with_named_points() {
    for (stones, flying, quiet, plays) in
        [(9, true, 100, 25), (9, false, 40, 10), (3, true, 60, 15), (5, true, 100, 15)]
    {
        let flag = if flying { "yes" } else { "no" };
        let options = format!("stones={stones}&flying={flag}&quiet={quiet}");
        let fast = Morris::new(&Options::parse(&options, morris::PARAMETERS).unwrap()).unwrap();
        agree(&fast, &SlowMorris { stones, flying, quiet }, plays, 3);
    }
}
