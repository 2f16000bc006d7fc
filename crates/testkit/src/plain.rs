//! The value of a small game by plain minimax over everything: slow and obvious, the reference for faster searches.

use game::{Game, Turn};

/// The expected scores when every player takes what is best for them (the first such move in a tie), by visiting the
/// whole tree from `s`. For two players and scores that sum to zero this is the minimax value.
///
/// Meant for games that hide nothing and for trees that fit into a second; it never stops early.
pub fn plain<G: Game>(game: &G, s: &G::State) -> Vec<f64> {
    let turn = game.turn(s);
    if turn == Turn::Over {
        return game::Player::all(game.players()).map(|p| f64::from(game.score(s, p))).collect();
    }
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let mut best: Option<Vec<f64>> = None;
    let mut mean = vec![0.0; game.players()];
    let mut total = 0.0;
    for &mv in &moves {
        let mut next = s.clone();
        game.apply(&mut next, mv);
        let values = plain(game, &next);
        if let Some(p) = turn.player() {
            if best.as_ref().is_none_or(|b| values[p.index()] > b[p.index()]) {
                best = Some(values);
            }
        } else {
            let weight = f64::from(game.weight(s, mv));
            total += weight;
            mean.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
        }
    }
    best.unwrap_or_else(|| mean.iter().map(|sum| sum / total).collect())
}
