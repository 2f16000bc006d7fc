//! Worked deals of the rule book, move by move to the game points.

use cards::TrickTaking;
use game::{Game, Lang, Observe, Player, Show, Turn};
use schnapsen::{Ending, Move, Schnapsen, State};

/// Plays a line of moves in notation; the deal runs by itself from the `deal` option.
fn play(game: &Schnapsen, moves: &str) -> State {
    let mut s = game.initial();
    let mut list = Vec::new();
    while game.turn(&s) == Turn::Chance {
        list.clear();
        game.moves(&s, &mut list);
        assert_eq!(list.len(), 1, "the deal is set by hand");
        game.apply(&mut s, list[0]);
    }
    for text in moves.split_whitespace() {
        let mv = game.parse(&s, text).unwrap_or_else(|_| panic!("'{text}' is not legal after {:?}", s.plays));
        game.apply(&mut s, mv);
    }
    s
}

fn offers(game: &Schnapsen, s: &State) -> String {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    moves.iter().map(|&mv| game.text(s, mv)).collect::<Vec<_>>().join(" ")
}

/// Hearts are trumps.
const DEAL: &str = "deal=HA,HK,HQ,LA,BJ/L10,LK,LQ,BA,AA/HJ,AJ,B10,H10,LJ,BK,BQ,A10,AK,AQ";

#[test]
fn a_forty_and_two_tricks_are_enough_and_no_trick_pays_three() {
    let game = Schnapsen::parse(DEAL).unwrap();
    // The ace of trumps takes the queen of leaves, then king and queen of trumps make 14 + 40, the king takes the third trick.
    let s = play(&game, "HA LQ HK+40 LK");
    assert_eq!((s.total(0), s.tricks), (14 + 8 + 40, [2, 0]));
    assert_eq!(game.turn(&s), Turn::Player(Player(0)));
    let s = play(&game, "HA LQ HK+40 LK LA L10");
    let last = s.last.unwrap();
    assert_eq!((last.ending, last.winner, last.worth), (Ending::Counted(0), 0, 3));
    assert_eq!([Player(0), Player(1)].map(|p| game.score(&s, p)), [3, -3]);
    assert_eq!(
        game.sheet(&s, Lang::En),
        [
            "trump card: unter of hearts",
            "player 1: 43 in tricks (3) + marriages 40 = 83",
            "player 2: 0 in tricks (0) + marriages 0 = 0",
            "player 1 has 66",
            "game points: player 1 3",
        ]
    );
}

#[test]
fn a_marriage_counts_only_with_a_trick() {
    let game = Schnapsen::parse(DEAL).unwrap();
    let s = play(&game, "HQ+40");
    assert_eq!((s.total(0), s.bonus(0)), (0, 40));
    let s = play(&game, "HQ+40 LQ");
    assert_eq!(s.total(0), 46, "the trick is won: six points and the forty");
}

#[test]
fn nobody_need_follow_while_cards_are_drawn_and_everybody_must_when_the_talon_is_closed() {
    let game = Schnapsen::parse(DEAL).unwrap();
    assert_eq!(offers(&game, &play(&game, "LA")), "LQ LK L10 BA AA");
    assert_eq!(offers(&game, &play(&game, "close LA")), "LQ LK L10");
    assert_eq!(offers(&game, &play(&game, "close BJ")), "BA");
    assert_eq!(offers(&game, &play(&game, "close HK")), "LQ LK L10 BA AA", "no trumps to play");
}

#[test]
fn whoever_closes_wins_by_what_the_other_had_then_and_pays_when_it_fails() {
    let game = Schnapsen::parse(DEAL).unwrap();
    let s = play(&game, "close HA LQ HK+40 LK LA L10");
    let last = s.last.unwrap();
    assert_eq!((last.winner, last.worth, last.closed.unwrap().by), (0, 3, 0));
    // The first trick goes to the other, who then has eleven and two points: fewer than 33 at the closing.
    let s = play(&game, "BJ BA");
    assert_eq!(s.turn, 1);
    let s = play(&game, "BJ BA close");
    assert_eq!(s.closed.map(|c| (c.by, c.wins, c.loses)), Some((1, 3, 3)), "the first player has no trick");
    let s = play(&game, "BJ BA close AA HQ HA AJ HK LQ LA LK B10 L10");
    assert_eq!(
        (s.last.unwrap().ending, s.last.unwrap().worth),
        (Ending::Counted(0), 3),
        "the other has 69 first"
    );
    let s = play(&game, "close BJ BA AA HQ HA LQ HK LK LA L10");
    assert_eq!((s.total(0), s.total(1)), (57, 13));
    assert_eq!((s.last.unwrap().ending, s.last.unwrap().winner), (Ending::Failed(0), 1));
    assert_eq!(s.points, [0, 3], "the other had no trick when the talon was closed");
}

#[test]
fn the_jack_is_exchanged_by_the_leader_and_the_card_is_known() {
    let deal = "deal=HJ,LA,LK,LQ,B10/L10,LJ,HQ,A10,AK/HA,AJ,BA,HK,H10,AA,BK,BQ,BJ,AQ";
    let game = Schnapsen::parse(deal).unwrap();
    let s = play(&game, "");
    assert!(offers(&game, &s).contains("exchange"));
    let s = play(&game, "exchange");
    assert!(!offers(&game, &s).contains("exchange"));
    assert_eq!(game.deck().name(s.face_up()), "HJ");
    let view = game.view(&s, Some(Player(1)));
    assert_eq!(game.deck().names(game.knowledge(&view).has[0]), "HA");
    let never = Schnapsen::parse(&format!("exchange=never&{deal}")).unwrap();
    assert!(!offers(&never, &play(&never, "")).contains("exchange"));
}

#[test]
fn with_two_cards_left_nobody_closes_and_the_loser_draws_the_trump_card() {
    let game = Schnapsen::parse(DEAL).unwrap();
    let s = play(&game, "BJ BA AJ HQ B10 LJ BK BQ");
    assert_eq!((s.left, s.turn), (2, 0));
    assert!(
        !offers(&game, &s).contains("close") && !offers(&game, &s).contains("exchange"),
        "{}",
        offers(&game, &s)
    );
    let s = play(&game, "BJ BA AJ HQ B10 LJ BK BQ LA LQ");
    assert_eq!((s.left, game.deck().names(s.shown[1])), (0, "HJ".to_string()));
    assert_eq!(
        offers(&game, &play(&game, "BJ BA AJ HQ B10 LJ BK BQ LA LQ H10")),
        "HJ",
        "now everybody follows"
    );
}

#[test]
fn a_claim_is_said_on_lead_or_after_a_marriage_and_a_wrong_one_loses() {
    let game = Schnapsen::parse(&format!("claim=say&{DEAL}")).unwrap();
    let s = play(&game, "enough");
    assert_eq!((s.last.unwrap().winner, s.last.unwrap().worth), (1, 3), "the other has no trick");
    let s = play(&game, "HA LQ LA L10 HK+40");
    assert_eq!(offers(&game, &s), "on enough");
    assert_eq!(game.turn(&s), Turn::Player(Player(0)));
    let s = play(&game, "HA LQ LA L10 HK+40 enough");
    assert_eq!((s.last.unwrap().ending, s.last.unwrap().worth), (Ending::Claim(0), 3));
    let s = play(&game, "HA LQ LA L10 HK+40 on LK");
    assert_eq!((s.total(0), game.turn(&s)), (83, Turn::Player(Player(0))), "he need not claim");
}

#[test]
fn a_bummerl_ends_at_seven_and_the_deal_alternates() {
    let game = Schnapsen::parse("preset=bummerl").unwrap();
    let mut rng = game::Rng::new(11);
    for _ in 0..50 {
        let s = game::walk::playout(&game, game.initial(), &mut rng);
        let best = *s.points.iter().max().unwrap();
        assert!((7..10).contains(&best) && s.points.iter().min().unwrap() < &7);
        assert_eq!(u16::from(s.dealer), (1 + s.deals - 1) % 2);
    }
}

#[test]
fn french_cards_have_french_names() {
    let game = Schnapsen::parse("cards=french&deal=SA,D10//CJ").unwrap();
    assert_eq!(game.deck().name(game.rules.given.places[2][0]), "CJ");
    assert_eq!(
        game.label(&play(&Schnapsen::parse(DEAL).unwrap(), ""), Move::Close, Lang::Sk),
        "zatvoriť talón"
    );
}

#[test]
fn mistakes_in_options_are_explained() {
    let fault = |text: &str| Schnapsen::parse(text).unwrap_err().to_string();
    assert_eq!(
        fault("deal=HA,H9"),
        "parameter 'deal': 'H9' in group 1 of the deal is not a card of this pack"
    );
    assert_eq!(fault("deal=HA/HA"), "parameter 'deal': 'HA' is dealt twice");
    assert!(fault("exchang=late").contains("did you mean 'exchange'?"));
}
