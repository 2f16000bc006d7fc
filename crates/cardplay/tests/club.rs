//! What every club player knows: positions in which the expert has to find the one sensible move, with a limit of positions
//! and whatever its seed.

use cardplay::Expert;
use cards::{Phase, TrickTaking};
use game::{Agent, Encode, Game, Limit, Player, Rng, Show, Turn};
use marias::Marias;
use snaps::Snaps;
use taroky::Taroky;

const SEEDS: [u64; 3] = [1, 2, 3];

/// What the expert does with each seed in a state.
fn answers<G: TrickTaking + Encode + Show + Clone + 'static>(
    game: &G,
    s: &G::State,
    nodes: u64,
) -> Vec<String> {
    let Turn::Player(p) = game.turn(s) else { panic!("nobody is to move in {s:?}") };
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    assert!(moves.len() > 1, "nothing to decide");
    let choose = |seed: u64| {
        let mut expert = Expert::master(game, seed);
        let view = game.view(s, Some(p));
        game.text(s, expert.choose(game, p, &view, &moves, &Limit::nodes(nodes)).unwrap().best)
    };
    SEEDS.map(choose).to_vec()
}

/// Deals what chance deals.
fn dealt<G: TrickTaking>(game: &G, mut s: G::State) -> G::State {
    let (mut rng, mut moves) = (Rng::new(4), Vec::new());
    while game.turn(&s) == Turn::Chance {
        moves.clear();
        game.moves(&s, &mut moves);
        game.apply(&mut s, moves[rng.below(moves.len())]);
    }
    s
}

/// The state after these words, cards dealt where chance deals.
fn after<G: TrickTaking + Show>(game: &G, words: &str) -> G::State {
    let mut s = dealt(game, game.initial());
    for word in words.split_whitespace() {
        let mv = game.parse(&s, word).unwrap_or_else(|cause| panic!("{word}: {cause:?}"));
        game.apply(&mut s, mv);
        s = dealt(game, s);
    }
    s
}

/// The state in which a player is first asked in a phase, everybody having done what is usual.
fn first_asked<G: TrickTaking>(game: &G, phase: Phase, who: Player) -> Option<G::State> {
    let (mut s, mut rng, mut scratch) = (dealt(game, game.initial()), Rng::new(4), Vec::new());
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&s, &mut moves);
        if game.phase(&s) == phase && game.turn(&s) == Turn::Player(who) && moves.len() > 1 {
            return Some(s);
        }
        let mv = game.sensible(&s, &mut rng, &mut scratch)?;
        game.apply(&mut s, mv);
    }
}

fn all_say<G: TrickTaking + Encode + Show + Clone + 'static>(
    game: &G,
    words: &str,
    nodes: u64,
    right: &[&str],
) {
    let said = answers(game, &after(game, words), nodes);
    assert!(said.iter().all(|word| right.contains(&word.as_str())), "{said:?} instead of one of {right:?}");
}

/// Player 1 declares bells with six of them, acorns AA AK A9 and a lonely heart.
fn long_bells() -> Marias {
    Marias::voleny(
        "deal=BA,B10,BK,BQ,B9,B8,AA,AK,A9,L9,L8,HJ/HA,H9,H8,LA,LK,L7,BJ,B7,A10,A7/H10,HK,HQ,H7,L10,LQ,LJ,AQ,AJ,A8",
    )
    .unwrap()
}

const BELLS: &str = "BA L9 L8 barva dobra dobra hra dobra dobra";

#[test]
fn marias_a_ten_is_kept_from_the_declarers_ace() {
    all_say(&long_bells(), &format!("{BELLS} AA"), 60_000, &["A7"]);
}

#[test]
fn marias_a_trick_of_the_partner_is_fed_with_the_ten() {
    all_say(&long_bells(), &format!("{BELLS} HJ HA"), 60_000, &["H10"]);
}

#[test]
fn marias_a_defender_throws_nothing_valuable_on_a_trump_that_holds() {
    // Player 3 has no trump: the ten of hearts and the ten of leaves stay in hand, so do guards of them.
    let said = answers(&long_bells(), &after(&long_bells(), &format!("{BELLS} BA B7")), 60_000);
    assert!(said.iter().all(|card| !card.ends_with("10")), "{said:?}");
}

#[test]
fn marias_the_declarer_draws_trumps_before_his_aces_and_tens_are_trumped() {
    let game = Marias::voleny(
        "deal=BA,B10,BK,BQ,B9,AA,A10,AK,HA,H10,L8,L7/HK,HQ,HJ,LA,L10,LK,BJ,B8,A9,A8/H9,H8,H7,LQ,LJ,L9,B7,AQ,AJ,A7",
    )
    .unwrap();
    let said = answers(&game, &after(&game, "BA L8 L7 barva dobra dobra hra dobra dobra"), 60_000);
    assert!(said.iter().all(|card| card.starts_with('B')), "{said:?}");
}

/// Player 1 declares bells with five of them and has no leaves; player 2 holds their ace and ten.
fn ruffed_leaves() -> Marias {
    Marias::voleny(
        "deal=BA,B10,BK,B9,B8,AA,A10,A8,H10,HJ,A9,L9/HA,HK,H9,LA,L10,LQ,LJ,L8,AK,A7/HQ,H8,H7,LK,L7,BQ,BJ,B7,AQ,AJ",
    )
    .unwrap()
}

const RUFFED: &str = "BA A9 L9 barva dobra dobra hra dobra dobra HJ HA H7";

#[test]
fn marias_the_last_player_trumps_no_higher_than_he_must() {
    for nodes in [60_000, 300_000] {
        all_say(&ruffed_leaves(), &format!("{RUFFED} L10 L7"), nodes, &["B8", "B9"]);
    }
}

#[test]
fn marias_no_ten_is_given_to_the_defenders_by_the_talon() {
    for words in ["BA", "BA HJ", "BA L9"] {
        let said = answers(&ruffed_leaves(), &after(&ruffed_leaves(), words), 60_000);
        assert!(said.iter().all(|card| !card.ends_with("10") && !card.ends_with('A')), "{words}: {said:?}");
    }
}

/// Player 1 declares bells; player 2 holds these cards.
fn against(second: &str) -> Marias {
    Marias::voleny(&format!("deal=B9,BJ,BQ,BK,H10,HQ,AQ,AJ,L9,L8,HJ,H9/{second}")).unwrap()
}

const DECLARED: &str = "B9 L9 L8 barva dobra dobra hra";

#[test]
fn marias_nobody_doubles_with_nothing() {
    let game = against("H7,H8,L7,LJ,LQ,A7,A8,A9,LK,HK");
    all_say(&game, DECLARED, 60_000, &["dobra"]);
}

#[test]
fn marias_three_aces_and_the_best_trumps_double() {
    let game = against("BA,B10,HA,LA,AA,H7,L7,LJ,A7,A8");
    all_say(&game, DECLARED, 60_000, &["flek-hra"]);
}

#[test]
fn marias_no_betl_with_a_lonely_ace() {
    let game = Marias::voleny("deal=BK,BQ,B9,B8,H7,H8,A7,A8,A9,LA,HQ,AQ").unwrap();
    let said = answers(&game, &after(&game, "B8 HQ AQ"), 60_000);
    assert!(said.iter().all(|word| word == "barva"), "{said:?}");
}

#[test]
fn marias_a_hand_of_sevens_and_nines_lays_its_aces_away_and_plays_betl() {
    let game = Marias::voleny("deal=H7,H8,H9,L7,L8,L9,B7,B8,A7,A9,AA,LA").unwrap();
    all_say(&game, "H7", 60_000, &["AA", "LA"]);
    all_say(&game, "H7 AA", 60_000, &["LA"]);
    all_say(&game, "H7 AA LA", 60_000, &["betl"]);
}

#[test]
fn licitovany_nobody_bids_against_others_with_nothing() {
    let game = Marias::licitovany("deal=/H7,H8,L7,LJ,LQ,A7,A8,A9,BJ,HQ").unwrap();
    let s = first_asked(&game, Phase::Auction, Player(1)).expect("he is asked");
    assert_eq!(answers(&game, &s, 60_000), ["pas"; 3]);
}

fn snaps() -> Snaps {
    Snaps::parse("dealer=4&deal=HK,HQ,H9,LA,BA,AJ/L10,L9,BQ,B9,AQ,A9/HA,LK,LJ,B10,AK,A10/H10,HJ,LQ,BK,BJ,AA")
        .unwrap()
}

#[test]
fn snaps_the_missing_ace_of_the_marriage_is_called() {
    all_say(&snaps(), "", 200_000, &["HA"]);
}

#[test]
fn snaps_no_kontra_with_nothing() {
    all_say(&snaps(), "HA", 60_000, &["pass"]);
}

#[test]
fn snaps_a_ten_is_kept_from_an_ace_of_the_others() {
    all_say(&snaps(), "HA pass pass pass LA", 60_000, &["L9"]);
}

#[test]
fn taroky_nobody_doubles_or_announces_with_nothing() {
    let game =
        Taroky::parse("deal=H1,H2,HJ,D1,D2,DJ,S7,S9,C7,C9,IIII,V/H3,H4,D3,D4,S8,S10,C8,C10,SJ,CJ,II,III")
            .unwrap_or_else(|e| panic!("{e}"));
    let mut asked = 0;
    for (phase, who) in [Phase::Announcements, Phase::Doubling].into_iter().flat_map(|p| [(p, 0), (p, 1)]) {
        let Some(s) = first_asked(&game, phase, Player(who)) else { continue };
        let silent = game.text(&s, game.sensible(&s, &mut Rng::new(1), &mut Vec::new()).unwrap());
        let said = answers(&game, &s, 40_000);
        assert!(said.iter().all(|word| *word == silent), "{phase:?}: {said:?} instead of {silent}");
        asked += 1;
    }
    assert!(asked > 0);
}
