//! What dialect 2 adds: chance as events, hidden contents, local variables, several players; and the laws on all games.

use game::{Game as _, Observe as _, Player, Rng, Show as _, Turn};
use s3::{S3Game, load};
use testkit::Laws;

fn described(name: &str) -> S3Game {
    let path = format!("{}/../../data/s3/{name}/{name}.s3", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the description is there");
    load(&text, name).0.expect("our own games load")
}

#[test]
fn a_random_code_is_three_events_of_six_equal_outcomes() {
    let game = described("mastermind");
    let mut state = game.initial();
    for _ in 0..3 {
        assert_eq!(game.turn(&state), Turn::Chance);
        let mut events = Vec::new();
        game.moves(&state, &mut events);
        assert_eq!(events.len(), 6);
        assert!(events.iter().all(|&e| game.weight(&state, e) == 1));
        game.apply(&mut state, events[2]);
    }
    assert_eq!(game.turn(&state), Turn::Player(Player(0)));
    // The code is 3 3 3, whatever the guesser sees.
    let view = game.view(&state, Some(Player(0)));
    let scene = game.scene(&view, Some(Player(0)), game::Lang::En);
    assert_eq!(scene.tokens.iter().filter(|t| t.face == game::Face::Down).count(), 3);
    for _ in 0..3 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let third =
            moves.iter().copied().find(|&mv| game.text(&state, mv).contains("p(3,")).expect("a third colour");
        game.apply(&mut state, third);
    }
    assert_eq!(game.winner(&state), 1);
}

#[test]
fn views_hide_what_they_should_and_samples_fit_them() {
    let game = described("mastermind");
    assert!(game.hidden());
    let mut rng = Rng::new(3);
    let mut state = game.initial();
    for _ in 0..7 {
        let mv = game.pick(&state, &mut rng, &mut Vec::new()).expect("the game goes on");
        game.apply(&mut state, mv);
        for who in [Some(Player(0)), None] {
            let view = game.view(&state, who);
            let sample = game.sample(&view, &mut rng).unwrap();
            assert_eq!(game.view(&sample, who), view);
        }
        assert_eq!(game.view(&state, Some(Player(0))).clone(), game.view(&state, Some(Player(0))));
    }
}

#[test]
fn the_laws_hold_for_every_described_game() {
    let folder = format!("{}/../../data/s3", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the descriptions are there")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().to_string())
        .collect();
    names.sort();
    assert_eq!(names.len(), 14);
    for name in names {
        // Only these can go on for ever.
        let endless = matches!(name.as_str(), "puzzle8" | "alquerque" | "rivercrossing");
        let laws = Laws::new(3, 1);
        let laws = if endless { laws.endless(150) } else { laws.most(700) };
        laws.assert(&described(&name));
    }
}

#[test]
fn formals_are_local_and_calls_may_call_themselves() {
    let game = "[S3 2]\n[PLAYER NAMES]\n1=a\n2=b\n3=c\n[EXPRESSIONS]\nFact($N)\n  IF($N < 2,1,$N * Fact($N - 1))\nEND\n\
                Keep($A)\n  LOCAL $B\n  $B = $A + 1\n  $B\nEND\n";
    let texts =
        ["Fact(6)", "$A = 5", "$B = 6", "Keep(1)", "$A + $B", "WEIGHTED(1)", "SETPLAYER(3)", "PLAYER"];
    let values = s3::probe(game, &texts).expect("it loads");
    assert_eq!(values[0], s3::Probe::Int(720));
    assert_eq!(values[3], s3::Probe::Int(2));
    assert_eq!(values[4], s3::Probe::Int(11));
    assert!(matches!(values[5], s3::Probe::Failed(_)), "chance has no business here");
    assert_eq!(values[7], s3::Probe::Int(3));
}

#[test]
fn endless_evaluations_are_stopped() {
    let game = "[PLAYER NAMES]\n1=a\n[EXPRESSIONS]\nAgain\nAgain\nEND\nLong\nFORALL($I,1,100000,FORALL($J,1,100000,true))\nEND\n";
    let values = s3::probe(game, &["Again", "Long"]).expect("it loads");
    assert!(values.iter().all(|v| matches!(v, s3::Probe::Failed(_))));
}
