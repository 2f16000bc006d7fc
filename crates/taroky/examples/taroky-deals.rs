//! Fixed work for `bench/before.py`: random deals of taroky to their ends, the legal moves listed before each.
//! `taroky-deals COUNT` prints a sum over moves and scores that must not change between revisions. It uses only what every
//! revision has, so that it can be compiled against older ones.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use game::{Game, Player, Rng};
use taroky::Taroky;

fn main() -> Result<(), String> {
    let count: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1000);
    for game in [Taroky::parse("")] {
        let game = game.map_err(|fault| fault.to_string())?;
        let (mut rng, mut moves, mut sum) = (Rng::new(1), Vec::new(), 0u64);
        for _ in 0..count {
            let mut s = game.initial();
            loop {
                moves.clear();
                game.moves(&s, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.below(moves.len())];
                sum = sum.wrapping_mul(31).wrapping_add(moves.len() as u64);
                game.apply(&mut s, mv);
            }
            sum = sum.wrapping_mul(31).wrapping_add(game.score(&s, Player(0)) as u64);
        }
        println!("{sum}");
    }
    Ok(())
}
