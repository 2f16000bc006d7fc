//! The house rules, one by one.

use super::*;

fn ludo(options: &str) -> Ludo {
    Ludo::new(&Options::parse(options, PARAMETERS).unwrap()).unwrap()
}

/// A position of two players with a throw on the die.
fn at(own: [u8; 4], opp: [u8; 4], thrown: u8) -> State {
    State { at: [own, opp, [0; 4], [0; 4]], place: [0; 4], mover: 0, thrown, tries: 1, over: false }
}

/// What the mover may do, in notation.
fn offers(options: &str, s: &State) -> String {
    let game = ludo(options);
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let texts: Vec<String> = moves.into_iter().map(|mv| game::Show::text(&game, s, mv)).collect();
    texts.join(" ")
}

fn after(options: &str, mut s: State, mv: Move) -> State {
    ludo(options).apply(&mut s, mv);
    s
}

#[test]
fn only_a_six_leaves_the_yard_and_alike_figures_are_one_choice() {
    assert_eq!(offers("", &at([0, 0, 0, 0], [0; 4], 5)), "pass");
    assert_eq!(offers("", &at([0, 0, 0, 0], [0; 4], 6)), "1");
    assert_eq!(offers("", &at([5, 0, 0, 0], [0; 4], 6)), "1 2");
    assert_eq!(offers("", &at([1, 0, 0, 0], [0; 4], 6)), "1", "an own figure blocks the start field");
}

#[test]
fn a_waiting_player_throws_three_times() {
    let mut s = at([0; 4], [0; 4], 3);
    s = after("", s, Move::Pass);
    assert_eq!((s.mover, s.thrown, s.tries), (0, 0, 1));
    for (tries, mover) in [(2, 0), (3, 1)] {
        s = after("", s, Move::Throw(2));
        assert_eq!(s.tries, tries);
        s = after("", s, Move::Pass);
        assert_eq!(s.mover, mover);
    }
    assert_eq!(after("throws=1", at([0; 4], [0; 4], 3), Move::Pass).mover, 1);
    let running = at([40, 41, 42, 43], [0; 4], 5);
    assert_eq!(offers("", &running), "pass");
    assert_eq!(after("", running, Move::Pass).mover, 1, "who is on the track does not wait");
    let done = at([0, 42, 43, 44], [0; 4], 5);
    assert_eq!(after("", done, Move::Pass).mover, 0, "nobody at home can step on: it is waiting");
    let open = at([0, 41, 43, 44], [0; 4], 5);
    assert_eq!(after("", open, Move::Pass).mover, 1, "a figure at home could still step on");
}

#[test]
fn a_six_throws_again() {
    let s = at([5, 0, 0, 0], [0; 4], 6);
    assert_eq!(after("", s, Move::Figure(0)).mover, 0);
    assert_eq!(after("again=no", s, Move::Figure(0)).mover, 1);
    let stuck = at([44, 43, 42, 36], [0; 4], 6);
    assert_eq!(offers("", &stuck), "pass");
    assert_eq!(after("", stuck, Move::Pass).mover, 0, "also when nothing could move");
}

#[test]
fn landing_on_another_sends_it_back() {
    // The second of two players starts at field 20: their place 1 is the first player's place 21.
    let s = at([18, 2, 0, 0], [1, 0, 0, 0], 3);
    let next = after("", s, Move::Figure(0));
    assert_eq!((next.at[0][0], next.at[1][0]), (21, 0));
    assert_eq!(offers("capture=yes", &s), "1");
    assert_eq!(offers("safe=yes", &s), "2", "on its own start field it is safe");
    let entering = at([0; 4], [21, 0, 0, 0], 6);
    assert_eq!(after("", entering, Move::Figure(0)).at[1][0], 0, "entering captures too");
}

#[test]
fn duties_come_in_their_order() {
    let s = at([0, 15, 30, 0], [1, 0, 0, 0], 6);
    assert_eq!(offers("", &s), "1 2 3");
    assert_eq!(offers("enter=yes", &s), "1");
    assert_eq!(offers("enter=yes&capture=yes", &s), "2");
    let blocked = at([0, 1, 30, 0], [0; 4], 4);
    assert_eq!(offers("", &blocked), "2 3");
    assert_eq!(offers("clear=yes", &blocked), "2");
    assert_eq!(offers("clear=yes", &at([9, 1, 30, 8], [0; 4], 4)), "1 2 3 4", "nobody waits in the yard");
}

#[test]
fn home_is_reached_as_the_family_agreed() {
    let s = at([39, 42, 0, 0], [0; 4], 6);
    assert_eq!(offers("", &s), "3", "45 lies beyond the home, 48 too");
    assert_eq!(offers("exact=no", &s), "1 2 3");
    assert_eq!(after("exact=no", s, Move::Figure(0)).at[0][0], 44);
    let behind = at([40, 41, 0, 0], [0; 4], 3);
    assert_eq!(offers("", &behind), "1 2");
    assert_eq!(offers("jump=no", &behind), "2");
    let full = at([40, 44, 43, 42], [0; 4], 3);
    assert_eq!(offers("exact=no", &full), "pass", "43 is taken");
    assert_eq!(after("exact=no", at([40, 44, 43, 0], [0; 4], 5), Move::Figure(0)).at[0][0], 42);
}

#[test]
fn the_last_figure_home_wins() {
    let s = at([40, 44, 43, 42], [20, 0, 0, 0], 1);
    let next = after("", s, Move::Figure(0));
    let game = ludo("");
    assert!(next.over);
    assert_eq!([0, 1].map(|p| game.score(&next, Player(p))), [1, -1]);
}

#[test]
fn with_all_places_the_play_goes_on_without_the_winner() {
    let game = ludo("players=3&finish=all");
    let mut s = at([40, 44, 43, 42], [0; 4], 6);
    s.at[1] = [41, 42, 43, 40];
    s.at[2] = [5, 0, 0, 0];
    s.thrown = 1;
    game.apply(&mut s, Move::Figure(0));
    assert!(!s.over && s.mover == 1 && s.place == [1, 0, 0, 0]);
    game.apply(&mut s, Move::Throw(4));
    game.apply(&mut s, Move::Figure(3));
    assert!(s.over && s.place == [1, 2, 3, 0]);
    assert_eq!([0, 1, 2].map(|p| game.score(&s, Player(p))), [2, 0, -2]);
}
