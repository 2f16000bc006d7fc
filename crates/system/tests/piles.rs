//! Piles of cards on a board, as a patience is drawn: zones that lie in the slots of another one, counted from below, with
//! the pictures and names the description gives its cards.

use game::{Face, Game, Gesture, Lang, Observe, Player, Rng, Show, Turn};

const KLONDIKE: &str = include_str!("../../../data/system/klondike/klondike.pl");

#[test]
fn klondike_lies_on_a_board_of_piles() {
    let (game, faults) = system::load(KLONDIKE, "klondike");
    assert!(faults.iter().all(|f| !f.is_error()), "{faults:?}");
    let game = game.unwrap();
    let mut rng = Rng::new(3);
    let mut s = game.initial();
    let mut told = 0;
    while game.turn(&s) == Turn::Chance {
        let mv = game.pick(&s, &mut rng, &mut Vec::new()).unwrap();
        told += usize::from(game.heard(&s, mv, Some(Player(0)), Lang::En).is_some());
        game.apply(&mut s, mv);
    }
    assert_eq!(told, 7, "of the deal only the open cards are told");
    let scene = game.scene(&game.view(&s, Some(Player(0))), Some(Player(0)), Lang::Cs);
    let slot = |id: &str| scene.zones.iter().find(|z| z.id == id).unwrap().within.clone().unwrap().slot;
    assert_eq!([slot("stock"), slot("waste"), slot("foundation_c"), slot("foundation_s")], [0, 1, 3, 6]);
    assert_eq!([slot("closed_1"), slot("open_1"), slot("closed_7"), slot("open_7")], [7, 7, 13, 13]);
    for token in &scene.tokens {
        let open = token.place.zone.starts_with("open");
        assert_eq!(token.face == Face::Up, open, "{token:?}");
        assert_eq!(token.kind.starts_with("card:"), open, "{token:?}");
        assert!(!open || token.label.starts_with(['♣', '♦', '♥', '♠']), "{token:?}");
    }
    let ids: std::collections::BTreeSet<&String> = scene.tokens.iter().map(|t| &t.id).collect();
    assert_eq!((ids.len(), scene.tokens.len()), (52, 52), "no two tokens have the same id");
}

#[test]
fn a_run_is_grasped_by_its_lowest_card_and_lands_on_top() {
    let (game, _) = system::load(KLONDIKE, "klondike");
    let game = game.unwrap();
    let mut runs = 0;
    for seed in 0..4 {
        let mut rng = Rng::new(seed);
        let mut s = game.initial();
        for _ in 0..400 {
            let mut moves = Vec::new();
            game.moves(&s, &mut moves);
            for &mv in moves.iter().filter(|&&mv| game.text(&s, mv).starts_with("run(")) {
                let Gesture::Carry(carries) = game.gesture(&s, mv) else { panic!("a run is carried") };
                let named = format!("run({},", carries[0].token);
                assert!(
                    game.text(&s, mv).starts_with(&named),
                    "{} is grasped by {}",
                    game.text(&s, mv),
                    carries[0].token
                );
                let view = game.view(&s, Some(Player(0)));
                let scene = game.scene(&view, Some(Player(0)), Lang::En);
                let lie = scene.tokens.iter().filter(|t| t.place.zone == carries[0].to.zone).count();
                let slots: Vec<usize> = carries.iter().map(|c| usize::from(c.to.slot)).collect();
                assert_eq!(slots, (lie..lie + carries.len()).collect::<Vec<_>>());
                runs += usize::from(carries.len() > 1);
            }
            let Some(mv) = game.pick(&s, &mut rng, &mut moves) else { break };
            game.apply(&mut s, mv);
        }
    }
    assert!(runs > 0, "longer runs were met");
}
