//! Law: no text makes the loader of game systems, or a game it makes, panic or hang.

#![no_main]

use game::{Game as _, Rng};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (game, _) = system::load(text, "fuzz");
    let Some(game) = game else { return };
    let mut rng = Rng::new(1);
    let mut state = game.initial();
    let mut moves = Vec::new();
    for _ in 0..20 {
        let Some(mv) = game.pick(&state, &mut rng, &mut moves) else { break };
        game.apply(&mut state, mv);
    }
});
