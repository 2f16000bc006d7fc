//! What a described game with secrets tells of a move: as people say it, and no more than they see.

use game::{Game, Lang, Layout, Player, Rng, Show, Turn};

const PRSI: &str = include_str!("../../../data/system/prsi/prsi.pl");
const CHESS: &str = include_str!("../../../data/system/smallchess/smallchess.pl");

#[test]
fn cards_laid_are_named_and_cards_drawn_are_counted() {
    let game = system::load(PRSI, "prsi").0.unwrap();
    let (mut drawn, mut laid) = (0, 0);
    for seed in 0..6 {
        let (mut rng, mut s) = (Rng::new(seed), game.initial());
        for _ in 0..120 {
            let mut moves = Vec::new();
            let mv = match game.turn(&s) {
                Turn::Over => break,
                Turn::Chance => game.pick(&s, &mut rng, &mut moves).unwrap(),
                _ => {
                    game.moves(&s, &mut moves);
                    moves[rng.below(moves.len())]
                }
            };
            let (mover, text) = (game.turn(&s).player(), game.text(&s, mv));
            for p in [0, 1].map(Player) {
                let Some(said) = game.heard(&s, mv, Some(p), Lang::Cs) else { continue };
                assert!(!said.contains("ruka hráče") && !said.contains('+'), "{text}: {said}");
                if text == "draw" && mover != Some(p) {
                    assert!(said.contains("bere si kartu") || said.contains(" karty"), "{said}");
                    drawn += 1;
                }
                if text.starts_with("play(") {
                    // The card comes first, as whoever lays it says it.
                    let names = ["sedma", "osma", "devítka", "desítka", "spodek", "král", "eso"];
                    let first = said.split(',').next().unwrap_or_default();
                    assert!(names.iter().any(|name| first.ends_with(name)), "{said}");
                    laid += 1;
                }
            }
            game.apply(&mut s, mv);
        }
    }
    assert!(drawn > 20 && laid > 20, "{drawn} drawn, {laid} laid");
}

#[test]
fn squares_are_called_as_the_description_labels_them() {
    use game::Observe;
    let game = system::load(CHESS, "smallchess").0.unwrap();
    let scene = game.scene(&game.view(&game.initial(), None), None, Lang::Sk);
    let board = scene.zones.iter().find(|z| matches!(z.layout, Layout::Grid { .. })).unwrap();
    assert_eq!((board.names.len(), board.names[0].as_str(), board.names[19].as_str()), (20, "a5", "d1"));
}
