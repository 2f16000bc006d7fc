//! What the scenes and drawings of board games share: stones named after their place, stacks of spare ones, names of
//! squares, boards in characters.

use game::{Lang, Place, Player, Scene, Token, Turn, Words, Zone};

/// Red, in a terminal.
pub(crate) const RED: &str = "31";
/// Yellow, in a terminal.
pub(crate) const YELLOW: &str = "33";
/// Green, in a terminal.
pub(crate) const GREEN: &str = "32";
/// Blue, in a terminal.
pub(crate) const BLUE: &str = "34";
/// Cyan, in a terminal.
pub(crate) const CYAN: &str = "36";
/// Bold, in a terminal.
pub(crate) const BOLD: &str = "1";
/// Faint, in a terminal.
pub(crate) const FAINT: &str = "2";

/// `text` in a colour, or as it is.
pub(crate) fn paint(colour: bool, code: &str, text: &str) -> String {
    if colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

/// A stone that looks like its fellows: it is named after where it lies.
pub(crate) fn stone(zone: &str, slot: usize, kind: &str, label: &str) -> Token {
    Token::up(format!("{zone}.{slot}"), kind, label, Place::new(zone, slot))
}

/// `n` stones in a stack.
pub(crate) fn stack(zone: &str, n: usize, kind: &str, label: &str, owner: Option<Player>) -> Vec<Token> {
    (0..n).map(|slot| Token { owner, ..stone(zone, slot, kind, label) }).collect()
}

/// The letter of a column.
pub(crate) fn letter(column: usize) -> char {
    char::from(b'a' + (column % 26) as u8)
}

/// The names of the squares of a grid, top row first; rows are counted from the bottom or from the top.
pub(crate) fn names(columns: usize, rows: usize, from_bottom: bool) -> Vec<String> {
    let row = |y: usize| if from_bottom { rows - y } else { y + 1 };
    (0..rows).flat_map(|y| (0..columns).map(move |x| format!("{}{}", letter(x), row(y)))).collect()
}

/// A board in characters: `cell(column, row)` with rows from the top; numbers at the side, letters below.
pub(crate) fn board(
    columns: usize,
    rows: usize,
    from_bottom: bool,
    colour: bool,
    cell: impl Fn(usize, usize) -> String,
) -> String {
    let mut text = String::new();
    for y in 0..rows {
        let number = if from_bottom { rows - y } else { y + 1 };
        text += &paint(colour, FAINT, &format!("{number:>2}"));
        for x in 0..columns {
            text += " ";
            text += &cell(x, y);
        }
        text += "\n";
    }
    let letters: String = (0..columns).map(|x| format!(" {}", letter(x))).collect();
    text + &paint(colour, FAINT, &format!("  {letters}")) + "\n"
}

/// Who is to move or who has won, in a line.
pub(crate) fn status(turn: Turn, scores: &[i32], names: &[&str], lang: Lang) -> String {
    const MOVES: Words = game::words("to move:", "na tahu:", "na ťahu:");
    const WINS: Words = game::words("wins:", "vítěz:", "víťaz:");
    const DRAW: Words = game::words("a draw", "remíza", "remíza");
    match turn {
        Turn::Player(p) => {
            format!("{} {}\n", MOVES.to(lang), names.get(p.index()).copied().unwrap_or_default())
        }
        Turn::Chance => String::new(),
        Turn::Over => match game::outcome(scores)[..] {
            [] => format!("{}\n", DRAW.to(lang)),
            [p, ..] => format!("{} {}\n", WINS.to(lang), names.get(p.index()).copied().unwrap_or_default()),
        },
    }
}

/// A scene where nothing is said.
pub(crate) fn scene(zones: Vec<Zone>, tokens: Vec<Token>, turn: Turn, points: Vec<i32>) -> Scene {
    Scene { zones, tokens, said: Vec::new(), turn, points }
}
