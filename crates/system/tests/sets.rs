//! Zones that are sets: the rules play the same whatever the order of the tokens, and states are counted as sets.

use formal::{Budget, explore};
use game::{Game, Player, Rng, Show};
use std::path::{Path, PathBuf};
use system::{SystemGame, load};

/// What is taken is put before or after the piece that takes in a notation made from what moved, as the zones come.
#[test]
fn games_whose_moves_have_no_labels_are_symmetric_too() {
    let hexapawn = game(include_str!("data/hexapawn.pl"));
    let (a, findings) = formal::check(&hexapawn, &Budget::default());
    assert_eq!(a.len(), 135);
    assert_eq!(findings.of(formal::Property::Symmetric).decided(), Some(true));
    // Without a move for one of them they are not.
    let lame =
        include_str!("data/hexapawn.pl").replace("1 is abs(X - U)", "1 is abs(X - U), (P == white ; X > U)");
    let findings = formal::check(&game(&lame), &Budget::default()).1;
    assert_eq!(findings.of(formal::Property::Symmetric).decided(), Some(false));
}

fn game(text: &str) -> SystemGame {
    let (game, findings) = load(text, "test");
    game.unwrap_or_else(|| panic!("{findings:?}"))
}

/// Everything the rules say about a state, with results as sets.
fn said(game: &SystemGame, s: &system::State) -> String {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let mut list: Vec<String> = moves
        .iter()
        .map(|&mv| {
            let mut to = s.clone();
            game.apply(&mut to, mv);
            format!("{} {} {:?}", game.text(s, mv), game.weight(s, mv), game.settled(&to))
        })
        .collect();
    list.sort();
    let scores: Vec<i32> = Player::all(game.players()).map(|p| game.score(s, p)).collect();
    format!("{:?} {} {:?} {scores:?}\n{}", game.turn(s), game.stuck(s), game.defect(s), list.join("\n"))
}

fn descriptions() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = std::fs::read_dir(root.join("../../data/system")).unwrap().map(|folder| {
        let folder = folder.unwrap().path();
        folder.join(format!("{}.pl", folder.file_name().unwrap().to_string_lossy()))
    });
    let small = std::fs::read_dir(root.join("../cli/tests/data/broken")).unwrap().map(|f| f.unwrap().path());
    own.chain(small).filter(|p| p.extension().is_some_and(|e| e == "pl")).collect()
}

#[test]
fn rules_play_the_same_whatever_the_order_in_a_set() {
    let mut compared = 0;
    for path in descriptions() {
        let game = game(&std::fs::read_to_string(&path).unwrap());
        let (mut rng, mut scratch) = (Rng::new(4), Vec::new());
        for _ in 0..6 {
            let mut s = game.initial();
            for _ in 0..120 {
                let other = game.shuffled(&s, &mut rng);
                if other != s {
                    assert_eq!(said(&game, &other), said(&game, &s), "{}", path.display());
                    compared += 1;
                }
                let Some(mv) = game.pick(&s, &mut rng, &mut scratch) else { break };
                game.apply(&mut s, mv);
                assert_eq!(game.settled(&s), s, "{}: states are kept in order", path.display());
            }
        }
    }
    assert!(compared > 200, "some games have sets that hold several tokens: {compared}");
}

/// Twelve cards dealt to three hands of four: the state counts hands as sets.
const DEAL: &str = "
    player(ann). player(bob). player(cyril).
    state(ann, [deck(Cards), hand(ann, []), hand(bob, []), hand(cyril, [])]) :- numlist(1, 12, Cards).
    chance(1, C, state(P, [deck(Deck) | In]), state(P, [deck(Rest), hand(Q, [C | H]) | Z])) :-
        length(Deck, N), N > 0,
        I is (12 - N) // 4, nth0(I, [ann, bob, cyril], Q),
        select(hand(Q, H), In, Z),
        select(C, Deck, Rest).
    turn(show(C), state(P, [deck([]) | In]), state(P, [deck([C]), hand(P, H) | Z])) :-
        select(hand(P, L), In, Z), select(C, L, H), fail.
    next(_, S, S).
    win(state(_, [deck([]) | _]), draw).
";

#[test]
fn a_deal_of_twelve_cards_has_34650_ends() {
    let game = game(DEAL);
    let a = explore(&game, &Budget::default(), &mut |_| {});
    assert!(a.complete());
    let ends = a.nodes().filter(|&n| a.over(&game, n)).count();
    assert_eq!(ends, 34_650, "12! / (4!)^3");
}

/// A heap of three different tokens, taken by the clause given; how many states there are.
fn heap(take: &str, more: &str) -> usize {
    let text = format!(
        "player(ann). player(bob).
         state(ann, [heap([a, b, c]), pool([])]).
         {take}
         next(_, state(ann, Z), state(bob, Z)).
         next(_, state(bob, Z), state(ann, Z)).
         {more}"
    );
    let game = game(&text);
    explore(&game, &Budget::default(), &mut |_| {}).len()
}

const ANY: &str =
    "turn(T, state(P, [heap(H), pool(L)]), state(P, [heap(R), pool([T | L])])) :- select(T, H, R).";
const END: &str = "win(state(_, [heap([]) | _]), draw).";

#[test]
fn what_nobody_can_see_is_not_counted() {
    // After k tokens there are C(3, k) pools: 1 + 3 + 3 + 1.
    assert_eq!(heap(ANY, END), 8);
    // Where the last one taken decides, the order is seen: 1 + 3 + 6 + 6.
    let last = "win(state(_, [heap([]), pool([T | _])]), W) :- ( T == a -> W = ann ; W = draw ).";
    assert_eq!(heap(ANY, last), 16);
    // Whether a token is there, how many there are, and each of them may be asked.
    let blind = "win(state(_, [heap([]), pool(L)]), W) :-
        length(L, 3), memberchk(a, L), \\+ member(d, L), ( memberchk(c, L) -> W = ann ; W = draw ).";
    assert_eq!(heap(ANY, blind), 8);
}

#[test]
fn the_author_has_the_last_word() {
    assert_eq!(heap(ANY, &format!("{END}\nordered(pool).")), 16);
    let last = "win(state(_, [heap([]), pool([T | _])]), W) :- ( T == a -> W = ann ; W = draw ).\nset(pool).";
    assert_eq!(heap(ANY, last), 8);
}

#[test]
fn a_choice_cut_at_the_first_token_sees_the_order() {
    let first = "turn(T, state(P, [heap(H), pool(L)]), state(P, [heap(R), pool([T | L])])) :- first(H, T, R).
         first(H, T, R) :- select(T, H, R), !.";
    // Only one way through the heap.
    assert_eq!(heap(first, END), 4);
}
