//! Fixed work for `bench/before.py`: every sequence of moves of a native game to a depth, counted.
//! `games-perft GAME DEPTH` prints the number. It uses only what every revision has, so that it can be compiled against older ones.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use game::{Game, Options};
use games::{Connect4, Morris, Reversi, connect4, morris, reversi};

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, depth] = &words[..] else { return Err("games-perft connect4|reversi|morris DEPTH".into()) };
    let depth = depth.parse().map_err(|_| format!("'{depth}' is not a depth"))?;
    let fault = |e: game::OptionError| e.to_string();
    let count = match name.as_str() {
        "connect4" => perft(
            &Options::parse("", connect4::PARAMETERS).and_then(|o| Connect4::new(&o)).map_err(fault)?,
            depth,
        ),
        "reversi" => perft(
            &Options::parse("", reversi::PARAMETERS).and_then(|o| Reversi::new(&o)).map_err(fault)?,
            depth,
        ),
        "morris" => perft(
            &Options::parse("", morris::PARAMETERS).and_then(|o| Morris::new(&o)).map_err(fault)?,
            depth,
        ),
        _ => return Err(format!("there is no game '{name}' here")),
    };
    println!("{count}");
    Ok(())
}

fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    fn below<G: Game>(game: &G, s: &G::State, depth: u32, lists: &mut Vec<Vec<G::Move>>) -> u64 {
        let mut moves = lists.pop().unwrap_or_default();
        moves.clear();
        game.moves(s, &mut moves);
        let count = if depth <= 1 {
            moves.len() as u64
        } else {
            let after = |mv: &G::Move| {
                let mut next = s.clone();
                game.apply(&mut next, *mv);
                below(game, &next, depth - 1, lists)
            };
            moves.iter().map(after).sum()
        };
        lists.push(moves);
        count
    }
    below(game, &game.initial(), depth, &mut Vec::new())
}
