//! Damaged rule files, for the test of hostile ones and for the example `mutants`.

use game::Rng;

/// A sound file to spoil.
pub(crate) const SOUND: &str =
    "PROLOG { mam([4, 0]). p(X) :- not(mam(X)), X = [A | B], A >= 0, B \\= []. n(3). } // end
SETCARD { IF (true) { add mam(\\CARD). del n(N). add n(\\N + 1). } }
GETTURN { IF (mam(X) AND NOT p(X) OR (n(Y) AND \\Y > 2)) { query write(karta \\X). add return(\\X). } }";

/// Pieces that mean something, to put in.
const PIECES: &[&str] = &[
    "IF",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "|",
    ".",
    ",",
    ":-",
    "AND",
    "OR",
    "NOT",
    "not",
    "add ",
    "del ",
    "query ",
    "\\X",
    "\\",
    "'",
    "\"",
    "//",
    "%",
    "/*",
    "PROLOG {",
    "GETTURN {",
    "X",
    "_",
    "a(",
    "-",
    "=",
    "\\+",
    "write(",
    "\u{e1}",
    "\0",
    "assertz(",
    "retract(",
    "0.5",
    "1e9",
    "call(",
    "=..",
    "repeat",
    "fail",
    "!",
    ";",
    "->",
    "\n",
    "is",
    "+",
];

/// A copy of a text with some of it cut, doubled or replaced.
pub(crate) fn spoil(rng: &mut Rng, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(6) {
        let at = rng.below(chars.len().max(1)).min(chars.len());
        match rng.below(5) {
            0 => {
                let end = (at + rng.below(8)).min(chars.len());
                chars.drain(at..end);
            }
            1 => chars.splice(at..at, PIECES[rng.below(PIECES.len())].chars()).for_each(drop),
            2 => {
                let end = (at + rng.below(20)).min(chars.len());
                let copy: Vec<char> = chars[at..end].to_vec();
                let to = rng.below(chars.len() + 1);
                chars.splice(to..to, copy).for_each(drop);
            }
            3 if at < chars.len() => chars[at] = char::from(rng.below(128) as u8),
            _ => chars.truncate(at.max(chars.len() / 2)),
        }
    }
    chars.into_iter().collect()
}
