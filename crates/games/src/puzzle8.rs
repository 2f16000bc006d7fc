//! The 8-puzzle: eight numbered tiles and a gap on a 3×3 board; a tile beside the gap slides into it, until the tiles
//! lie as in the goal.
//!
//! The smaller sister of Sam Loyd's fifteen puzzle. From a goal 181,440 boards can be reached, the farthest in 31 moves
//! (A. Reinefeld, IJCAI 1993). Parameters: `start` and `goal`, nine digits row by row with 0 for the gap. One player,
//! score 1 when solved; a play may go on for ever. A move is written as the number of the tile.

use crate::pack::{put, take};
use crate::stage;
use game::{
    Game, Gesture, Heuristic, Lang, Layout, OptionError, Options, Parameter, Perfect, Place, Player, Scene,
    Show, Token, Turn, Values, Words, Zone, words,
};

/// The game's name.
pub const TITLE: Words = words("8-puzzle", "Lišák (osmička)", "Lišiak (osmička)");
/// Where it starts and where it should end.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "start",
        default: "867254301",
        values: Values::Text,
        help: words(
            "the first board, 0 is the gap",
            "výchozí pozice, 0 je mezera",
            "východisková pozícia, 0 je medzera",
        ),
    },
    Parameter {
        name: "goal",
        default: "123456780",
        values: Values::Text,
        help: words("the board to reach", "cílová pozice", "cieľová pozícia"),
    },
];

/// The rules.
#[derive(Clone, Debug)]
pub struct Puzzle8 {
    start: State,
    goal: State,
    /// Where each tile belongs.
    home: [u8; 9],
    id: String,
}

/// A board: four bits a cell, row by row from the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    tiles: u64,
    gap: u8,
}

impl State {
    fn tile(self, cell: u8) -> u8 {
        (self.tiles >> (4 * cell) & 15) as u8
    }

    /// Where a tile lies.
    fn cell(self, tile: u8) -> u8 {
        (0..9).find(|&cell| self.tile(cell) == tile).unwrap_or(self.gap)
    }
}

/// The cells beside a cell: above, left, right, below.
const BESIDE: [&[u8]; 9] =
    [&[1, 3], &[0, 2, 4], &[1, 5], &[0, 4, 6], &[1, 3, 5, 7], &[2, 4, 8], &[3, 7], &[4, 6, 8], &[5, 7]];

impl Puzzle8 {
    /// The rules for these options.
    ///
    /// # Errors
    /// When a board is not a permutation of 0 to 8, or the goal cannot be reached from the start.
    pub fn new(options: &Options) -> Result<Puzzle8, OptionError> {
        let (start, goal) = (board(options, "start")?, board(options, "goal")?);
        if odd(start) != odd(goal) {
            let cause =
                "no sequence of slides leads from the start to the goal; swap any two tiles of one of them";
            return Err(OptionError(cause.into()));
        }
        let mut home = [0; 9];
        (0..9).for_each(|cell| home[usize::from(goal.tile(cell))] = cell);
        Ok(Puzzle8 { start, goal, home, id: options.id("puzzle8") })
    }

    /// Minus the sum of the distances of all tiles from where they belong.
    fn manhattan(&self, s: &State, _: Player) -> i32 {
        let far = |cell: u8| {
            let home = self.home[usize::from(s.tile(cell))];
            i32::from((cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3))
        };
        -(0..9).filter(|&cell| cell != s.gap).map(far).sum::<i32>()
    }

    /// Minus the number of tiles that do not lie where they belong.
    fn misplaced(&self, s: &State, _: Player) -> i32 {
        -((0..9).filter(|&cell| cell != s.gap && self.home[usize::from(s.tile(cell))] != cell).count() as i32)
    }
}

fn board(options: &Options, name: &str) -> Result<State, OptionError> {
    let text = options.text(name);
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
    if text.len() != 9 || !(0..9).all(|tile| digits.contains(&tile)) {
        let cause = format!(
            "parameter '{name}' must be the digits 0 to 8, each once, such as 123456780, not '{text}'"
        );
        return Err(OptionError(cause));
    }
    let tiles = digits.iter().rev().fold(0, |tiles, &tile| tiles << 4 | u64::from(tile));
    let gap = digits.iter().position(|&tile| tile == 0).unwrap_or(0) as u8;
    Ok(State { tiles, gap })
}

/// Whether the tiles, read row by row without the gap, are an odd permutation. No slide changes that on a board three
/// wide: a tile that moves up or down passes two others.
fn odd(s: State) -> bool {
    let tiles: Vec<u8> = (0..9).map(|cell| s.tile(cell)).filter(|&tile| tile != 0).collect();
    let later = |i: usize| tiles[i + 1..].iter().filter(|&&tile| tile < tiles[i]).count();
    (0..8).map(later).sum::<usize>() % 2 == 1
}

impl Game for Puzzle8 {
    type State = State;
    type Move = u8;

    fn players(&self) -> usize {
        1
    }

    fn initial(&self) -> State {
        self.start
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if *s == self.goal { Turn::Over } else { Turn::Player(Player(0)) }
    }

    #[inline]
    fn moves(&self, s: &State, out: &mut Vec<u8>) {
        if *s != self.goal {
            out.extend(BESIDE[usize::from(s.gap)].iter().map(|&cell| s.tile(cell)));
        }
    }

    #[inline]
    fn apply(&self, s: &mut State, mv: u8) {
        let from = s.cell(mv);
        let tile = u64::from(mv);
        s.tiles ^= tile << (4 * from) | tile << (4 * s.gap);
        s.gap = from;
    }

    fn score(&self, s: &State, _: Player) -> i32 {
        i32::from(*s == self.goal)
    }

    #[inline]
    fn pick(&self, s: &State, rng: &mut game::Rng, _: &mut Vec<u8>) -> Option<u8> {
        if *s == self.goal {
            return None;
        }
        let cells = BESIDE[usize::from(s.gap)];
        Some(s.tile(cells[rng.below(cells.len())]))
    }

    fn heuristics(&self) -> Vec<Heuristic<Puzzle8>> {
        vec![("manhattan", Puzzle8::manhattan), ("misplaced", Puzzle8::misplaced)]
    }

    fn pack(s: &State, out: &mut Vec<u8>) -> bool {
        put([s.tiles, u64::from(s.gap)], out)
    }

    fn unpack(bytes: &[u8]) -> Option<State> {
        let [tiles, gap] = take(bytes)?;
        Some(State { tiles, gap: u8::try_from(gap).ok()? })
    }
}

impl Perfect for Puzzle8 {}

impl Show for Puzzle8 {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn text(&self, _s: &State, mv: u8) -> String {
        mv.to_string()
    }

    fn label(&self, _s: &State, mv: u8, lang: Lang) -> String {
        format!("{} {mv}", words("tile", "posun:", "posun:").to(lang))
    }

    fn gesture(&self, s: &State, mv: u8) -> Gesture {
        let at = |cell: u8| Place::new("board", cell.into());
        Gesture::carry(format!("tile{mv}"), at(s.cell(mv)), at(s.gap))
    }

    fn scene(&self, s: &State, _who: Option<Player>, lang: Lang) -> Scene {
        let label = words("board", "hrací deska", "hracia doska").to(lang);
        let zone = Zone::new("board", label, Layout::Grid { columns: 3, rows: 3 });
        let token = |cell: u8| {
            let tile = s.tile(cell);
            let kind = format!("tile:{tile}");
            Token::up(format!("tile{tile}"), kind, tile.to_string(), Place::new("board", cell.into()))
        };
        let tokens = (0..9).filter(|&cell| cell != s.gap).map(token).collect();
        stage::scene(vec![zone], tokens, self.turn(s), vec![self.score(s, Player(0))])
    }

    fn drawing(&self, s: &State, _who: Option<Player>, _lang: Lang, colour: bool) -> Option<String> {
        let cell = |cell: u8| match s.tile(cell) {
            0 => "  ".to_string(),
            tile if self.home[usize::from(tile)] == cell => {
                stage::paint(colour, stage::GREEN, &format!(" {tile}"))
            }
            tile => format!(" {tile}"),
        };
        Some((0..3).map(|row| (0..3).map(|x| cell(3 * row + x)).collect::<String>() + "\n").collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn puzzle(options: &str) -> Result<Puzzle8, OptionError> {
        Puzzle8::new(&Options::parse(options, PARAMETERS).unwrap())
    }

    /// Slides from the goal to every board.
    fn distances(goal: State) -> HashMap<State, i32> {
        let mut far = HashMap::from([(goal, 0)]);
        let mut open = std::collections::VecDeque::from([goal]);
        while let Some(s) = open.pop_front() {
            for &cell in BESIDE[usize::from(s.gap)] {
                let tile = u64::from(s.tile(cell));
                let next = State { tiles: s.tiles ^ tile << (4 * cell) ^ tile << (4 * s.gap), gap: cell };
                let steps = far[&s] + 1;
                far.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    steps
                });
            }
        }
        far
    }

    #[test]
    fn the_farthest_of_181440_boards_takes_31_moves() {
        let game = puzzle("").unwrap();
        let far = distances(game.goal);
        assert_eq!(far.len(), 181_440);
        let mut farthest: Vec<&State> = far.iter().filter(|&(_, &d)| d >= 31).map(|(s, _)| s).collect();
        farthest.sort_unstable_by_key(|s| s.tiles);
        assert_eq!(farthest.len(), 2, "two boards are 31 slides away");
        assert!(farthest.contains(&&game.start), "the default start is one of them");
        let humble = far.iter().all(|(s, &d)| {
            let (manhattan, misplaced) = (-game.manhattan(s, Player(0)), -game.misplaced(s, Player(0)));
            misplaced <= manhattan && manhattan <= d
        });
        assert!(humble, "neither estimate is ever too high");
    }

    #[test]
    fn unfit_boards_are_explained() {
        let fault = |text: &str| puzzle(text).unwrap_err().to_string();
        for text in ["12345678", "123456788", "12345678a", "1234567800", "", "žšč123"] {
            let cause = format!(
                "parameter 'start' must be the digits 0 to 8, each once, such as 123456780, not '{text}'"
            );
            assert_eq!(fault(&format!("start={text}")), cause);
        }
        assert!(
            fault("start=213456780").starts_with("no sequence of slides leads from the start to the goal")
        );
        assert!(puzzle("start=123456780").is_ok(), "a solved board is over at once");
    }
}
