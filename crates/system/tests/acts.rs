//! Moves have identity: equal moves are the same act, also where a description gives many moves one label or none, and
//! whether the rules are compiled or run by the logic machine.

use game::{Game, Rng, Show, Turn, walk};
use system::SystemGame;
use testkit::Laws;

/// Four cards are dealt to two hands; whoever is to move plays one of their own. `turn` says how a play is written.
fn hands(turn: &str) -> String {
    format!(
        "player(ann). player(bob).
        state(ann, [deck([a, b, c, d]), hand(ann, []), hand(bob, []), pile([])]).
        chance(1, deal(C), state(P, [deck(D), hand(ann, A) | Z]), state(P, [deck(R), hand(ann, [C | A]) | Z])) :-
            length(A, N), N < 2, select(C, D, R).
        chance(1, deal(C), state(P, [deck(D), hand(ann, [X, Y]), hand(bob, B) | Z]),
               state(P, [deck(R), hand(ann, [X, Y]), hand(bob, [C | B]) | Z])) :-
            select(C, D, R).
        {turn} :-
            select(hand(P, H), Z, Z1), select(pile(L), Z1, Z2), select(C, H, R),
            Out = [hand(P, R), pile([C | L]) | Z2].
        next(_, state(ann, Z), state(bob, Z)).
        next(_, state(bob, Z), state(ann, Z)).
        win(state(_, [deck([]) | Z]), draw) :- member(hand(ann, []), Z), member(hand(bob, []), Z).
        sees(P, Zone) :- Zone \\= deck, \\+ ( Zone = hand(Q), Q \\== P )."
    )
}

fn load(text: &str) -> SystemGame {
    let (game, faults) = system::load(text, "hands");
    game.unwrap_or_else(|| panic!("{faults:?}"))
}

/// The notations of the first player's moves after some deal.
fn notations(game: &SystemGame) -> Vec<String> {
    let (mut s, mut rng) = (game.initial(), Rng::new(5));
    while game.turn(&s) == Turn::Chance {
        let mv = game.pick(&s, &mut rng, &mut Vec::new()).unwrap();
        game.apply(&mut s, mv);
    }
    let mut moves = Vec::new();
    game.moves(&s, &mut moves);
    moves.into_iter().map(|mv| game.text(&s, mv)).collect()
}

#[test]
fn one_label_for_all_cards_still_tells_the_cards_apart() {
    let text = hands("turn(play, state(P, [deck([]) | Z]), state(P, [deck([]) | Out]))");
    for game in [load(&text), load(&text).interpreted()] {
        Laws::new(40, 1).zero_sum().assert(&game);
        let texts = notations(&game);
        assert!(texts.iter().all(|t| t.starts_with("play~") && t.ends_with(":hand(ann)>pile")), "{texts:?}");
    }
}

#[test]
fn moves_without_a_label_are_known_by_what_moves() {
    let text = hands("turn(state(P, [deck([]) | Z]), state(P, [deck([]) | Out]))");
    for game in [load(&text), load(&text).interpreted()] {
        Laws::new(40, 1).zero_sum().assert(&game);
        let texts = notations(&game);
        assert!(texts.iter().all(|t| t.ends_with(":hand(ann)>pile")), "{texts:?}");
    }
}

#[test]
fn a_label_like_the_word_for_chance_is_made_unique() {
    let text = "player(ann). alike(c).
        state(ann, [heap([c, c]), aside([])]).
        turn(throw, state(P, [heap([c | H]), aside(A)]), state(P, [heap(H), aside([c | A])])).
        chance(1, lose(1), state(P, [heap([c | H]), aside(A)]), state(P, [heap(H), aside([c | A])])).
        chance(1, lose(2), state(P, [heap([c, c | H]), aside(A)]), state(P, [heap(H), aside([c, c | A])])).
        next(_, S, S).
        win(state(_, [heap([]) | _]), ann).";
    let (fast, slow) = (load(text), load(text).interpreted());
    for game in [&fast, &slow] {
        Laws::new(20, 1).assert(game);
        assert_eq!(notations_at_start(game), ["throw~c:heap>aside", "throw"]);
    }
    for depth in 1..5 {
        assert_eq!(walk::perft(&fast, &fast.initial(), depth), walk::perft(&slow, &slow.initial(), depth));
    }
}

fn notations_at_start(game: &SystemGame) -> Vec<String> {
    let (s, mut moves) = (game.initial(), Vec::new());
    game.moves(&s, &mut moves);
    moves.into_iter().map(|mv| game.text(&s, mv)).collect()
}
