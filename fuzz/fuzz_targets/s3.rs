//! Law: no text makes the s3 loader or the game it makes panic, hang or grow without bound; formatting what loads loads
//! again.

#![no_main]

use game::{Game as _, Rng};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (game, _) = s3::load(text, "fuzz");
    let Some(game) = game else { return };
    let mut rng = Rng::new(1);
    let mut state = game.initial();
    let mut scratch = Vec::new();
    for _ in 0..50 {
        let Some(mv) = game.pick(&state, &mut rng, &mut scratch) else { break };
        game.apply(&mut state, mv);
    }
    let _ = (game.fault(&state), game.winner(&state));
    if let Ok(formatted) = s3::format(text) {
        assert!(s3::load(&formatted, "fuzz").0.is_some());
    }
});
