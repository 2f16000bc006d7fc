//! What each player knows, hears and is shown; sides; the table in characters.

mod script;

use cards::{Deck, Hand, NO_CARD, Phase, Side, TrickTaking};
use game::{Lang, Observe, Player, Show};
use script::{T1, deal, say};
use taroky::{Move, State, Taroky};

const BIDS: &str = "0 first; 1 good; 2 good; 3 good; 0 duty call:XIX";

fn hand(names: &str) -> Hand {
    Deck::Tarock54.hand(names).unwrap()
}

fn set(options: &str, moves: &str) -> (Taroky, State) {
    let game = Taroky::parse(options).unwrap();
    let mut s = deal(&game, T1);
    say(&game, &mut s, moves);
    (game, s)
}

/// The talon as a viewer knows it, `?` where unseen.
fn talon(game: &Taroky, s: &State, who: Option<u8>) -> String {
    let view = game.view(s, who.map(Player));
    view.known.talon.map(|card| Deck::Tarock54.name(card)).join(" ")
}

#[test]
fn each_player_sees_the_own_hand_and_the_talon_cards_taken() {
    let (game, s) = set("", BIDS);
    let seen: Vec<String> =
        [Some(0), Some(1), Some(2), Some(3), None].map(|who| talon(&game, &s, who)).into();
    assert_eq!(seen, ["VII VI II C10 ? ?", "? ? ? ? ? ?", "? ? ? ? ? V", "? ? ? ? D4 ?", "? ? ? ? ? ?"]);
    let view = game.view(&s, Some(Player(1)));
    assert_eq!(view.known.hands, [Hand::EMPTY, hand(T1[1]), Hand::EMPTY, Hand::EMPTY]);
}

#[test]
fn preferanc_shows_what_is_given_back() {
    let bids = "0 preferanc; 1 good; 2 good; 3 good";
    let see = |moves: &str, who| {
        let (game, s) = set("", &format!("{bids}; {moves}"));
        talon(&game, &s, Some(who))
    };
    assert_eq!([see("", 0), see("", 1)], ["VII VI II ? ? ?", "? ? ? ? ? ?"]);
    assert_eq!([see("0 keep", 0), see("0 keep", 1)], ["VII VI II ? ? ?", "? ? ? ? ? ?"]);
    assert_eq!([see("0 show", 0), see("0 show", 1)], ["VII VI II C10 D4 V", "VII VI II ? ? ?"]);
    assert_eq!([see("0 show show", 0), see("0 show show", 1)], ["VII VI II C10 D4 V"; 2]);
    let (game, s) = set("show_rest_on_first_cards=yes", &format!("{bids}; 0 keep"));
    assert_eq!(talon(&game, &s, Some(1)), "? ? ? ? ? V");
}

#[test]
fn cards_laid_away_are_known_to_who_laid_them() {
    let (game, s) = set("", &format!("{BIDS} lay:CJ lay:H4 lay:C7 lay:C10; 3 lay:CQ; 2 lay:SC"));
    let laid = |who: u8| game.view(&s, Some(Player(who))).known.laid;
    assert_eq!(laid(0), [hand("CJ H4 C7 C10"), Hand::EMPTY, Hand::EMPTY, Hand::EMPTY]);
    assert_eq!(laid(1), [Hand::EMPTY; 4]);
    assert_eq!(game.view(&s, None).known.laid_count, [4, 0, 1, 1]);
}

#[test]
fn what_is_heard_keeps_secrets() {
    let (game, s) = set("", BIDS);
    let mv = game.parse(&s, "lay:CJ").unwrap();
    let heard = |who: Option<u8>| game.heard(&s, mv, who.map(Player), Lang::En).unwrap();
    assert_eq!(heard(Some(0)), "lays away jack of clubs");
    assert_eq!([heard(Some(1)), heard(None)], ["lays a card away"; 2]);
    let (game, s) = set("", "0 first; 1 good; 2 good; 3 good; 0 duty");
    let call = game.parse(&s, "call:XIX").unwrap();
    let heard = |who: u8| game.heard(&s, call, Some(Player(who)), Lang::Cs).unwrap();
    assert_eq!(heard(0), "volám tarok XIX (z talonu: tarok VII, tarok VI, tarok II, křížová desítka)");
    assert_eq!(heard(1), "volám tarok XIX");
    assert_eq!(heard(3), "volám tarok XIX (z talonu: kárová čtyřka)");
    let game = Taroky::default();
    let s = game::Game::initial(&game);
    let card = Move::Deal(Deck::Tarock54.card("HK").unwrap());
    // Of a deal everybody is told their own cards and nothing else.
    let heard = |who: Option<u8>| game.heard(&s, card, who.map(Player), Lang::Sk);
    assert_eq!(heard(Some(0)).as_deref(), Some("tvoje karty: srdcový kráľ"));
    assert_eq!([heard(Some(1)), heard(None)], [None, None]);
    let mut s = s;
    for name in "HQ HC HJ H1 H2 H3 H4 DK DQ DC DJ D1 D2 D3 D4 SK SQ SC SJ S7 S8 S9 S10 CK CQ CC CJ C7 C8 C9 C10 I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII".split(' ') {
        game::Game::apply(&game, &mut s, Move::Deal(Deck::Tarock54.card(name).unwrap()));
    }
    // The forty-ninth card goes to the talon: nobody hears which it is.
    for who in [None, Some(0), Some(1), Some(2), Some(3)] {
        assert_eq!(game.heard(&s, card, who.map(Player), Lang::Cs), None);
    }
}

#[test]
fn announcements_are_told_with_what_they_reveal() {
    let (game, s) = set("", &format!("{BIDS} lay:CJ lay:H4 lay:C7 lay:C10; 3 lay:CQ; 2 lay:SC"));
    let mv = game.parse(&s, "pagat").unwrap();
    assert_eq!(game.heard(&s, mv, None, Lang::Cs).unwrap(), "Trul, Honery, Taroky, Pagát");
}

#[test]
fn the_called_tarock_tells_the_sides_to_who_holds_it() {
    let (game, s) = set("", BIDS);
    let side = |me: u8, p: u8| {
        let view = game.view(&s, Some(Player(me)));
        TrickTaking::side(&game, &view, Some(Player(me)), Player(p))
    };
    assert_eq!([1, 2, 3].map(|p| side(0, p)), [Side::Unknown; 3], "the bidder knows nothing");
    assert_eq!([0, 2, 3].map(|p| side(1, p)), [Side::Partner, Side::Opponent, Side::Opponent]);
    assert_eq!([0, 1, 3].map(|p| side(2, p)), [Side::Opponent, Side::Unknown, Side::Unknown]);
    assert_eq!(game.same_side(&s, Player(0), Player(1)), Some(true));
    assert_eq!(game.same_side(&s, Player(0), Player(2)), Some(false));
}

#[test]
fn the_trait_tells_phase_trick_and_possible_cards() {
    let moves = format!(
        "{BIDS} lay:CJ lay:H4 lay:C7 lay:C10; 3 lay:CQ; 2 lay:SC; 0 silent; 1 silent; 2 silent; 3 silent; \
         0 pass; 1 pass; 2 flek:game; 3 pass; 0 pass; 1 pass; 2 pass; 3 pass; 0 HK; 1 HC; 2 H2; 3 HQ; 0 XVI; 1 IIII"
    );
    let (game, s) = set("", &moves);
    assert_eq!(game.phase(&s), Phase::Play);
    assert_eq!((game.tricks_done(&s), game.trick(&s).len, game.trick(&s).leader), (1, 2, 0));
    assert_eq!(game.legal_cards(&s), hand("XVII XV XI IX V III"));
    // Player 1 cannot tell where the XIX is not: it is his. Player 3 knows that player 2, who fleked, has it not.
    let view = game.view(&s, Some(Player(3)));
    let xix = Deck::Tarock54.card("XIX").unwrap();
    assert!(!game.possible(&view, Player(2)).has(xix));
    assert!(game.possible(&view, Player(1)).has(xix) && game.possible(&view, Player(0)).has(xix));
    assert!(!game.possible(&view, Player(0)).meets(view.known.hands[3]));
    // Trul announced by player 0: nobody else can hold those cards.
    assert!(!game.possible(&view, Player(1)).meets(hand("XXII XXI I")));
    assert_eq!(game.taken(&s, Player(0)).len(), 8);
    assert_eq!(game.card_of(Move::Play(xix)), Some(xix));
    assert_eq!(game.card_points(&s, xix), 1);
    assert_ne!(xix, NO_CARD);
}

#[test]
fn the_table_is_drawn_for_one_pair_of_eyes() {
    let (game, s) = set("", &format!("{BIDS} lay:CJ lay:H4 lay:C7 lay:C10; 3 lay:CQ; 2 lay:SC"));
    let drawing = |who: Option<u8>, colour| {
        let who = who.map(Player);
        game.drawing(&game.view(&s, who), who, Lang::Cs, colour).unwrap()
    };
    assert_eq!(
        drawing(Some(3), false),
        "hra 1/1 · rozdává 4 · 0 : 0 : 0 : 0\n\
         dražba: 1 první povinnost · 2 dobrá · 3 dobrá · 4 dobrá\n\
         hráč 1: první povinnost, volá XIX\n\
         talon: ▒→1 ▒→1 ▒→1 ▒→1 ♦4→4 ▒→3\n\
         ▶ hráč 1: ▒×12  [odloženo ▒×4]\n\
         \u{20} hráč 2: ▒×12\n\
         \u{20} hráč 3: ▒×12  [odloženo ▒×1]\n\
         \u{20}*hráč 4: XVIII VIII ♥Q ♥3 ♠10 ♠9 ♠8 ♦C ♦J ♦3 ♦4 ♣9  [odloženo ♣Q]\n"
    );
    assert!(drawing(Some(3), true).contains("\x1b[1;31m♥Q\x1b[0m"));
    assert!(!drawing(None, false).contains('♥'));
}

#[test]
fn the_golden_playthrough_is_unchanged() {
    testkit::golden(&Taroky::default(), testkit::data("taroky/playthrough.txt"), 1);
}
