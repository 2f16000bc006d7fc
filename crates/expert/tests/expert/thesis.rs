//! The worked examples of chapter 6 of the thesis, and the listings of chapter 7 with their slips corrected.

use crate::table::{all, card, engine, holds, turn};
use expert::{Answers, Value};

#[test]
fn example_1_counts_a_card() {
    let mut bot = engine(
        "PROLOG { pocetkaret(3). }
         SETCARD { If( pocetkaret(POCET). ){ del pocetkaret(\\POCET). add pocetkaret(\\POCET+1). } }",
    );
    card(&mut bot, 0, 0, 3);
    assert_eq!(all(&mut bot, "pocetkaret(X)", "X"), ["4"]);
}

#[test]
fn example_2_writes_a_text_that_is_no_term() {
    let mut bot = engine(
        "PROLOG { }
         SETCARD { If( write(hrac\\PLAYER shodil kartu \\CARD). ){ query nl. } }",
    );
    bot.explain(true);
    card(&mut bot, 2, 6, 3);
    assert_eq!(bot.take_story()[0].output, "hrac3 shodil kartu [2,6]\n");
}

#[test]
fn example_3_binds_under_not_and_overwrites_a_preset() {
    let mut bot = engine(
        "PROLOG { naproti(2). }
         SETCARD { If( NOT naproti(PLAYER). OR not false. ){ add hodnotaplayer(\\PLAYER). } }",
    );
    card(&mut bot, 0, 0, 3);
    assert_eq!(all(&mut bot, "naproti(X)", "X"), ["2"]);
    assert_eq!(all(&mut bot, "hodnotaplayer(X)", "X"), ["2"]);
}

#[test]
fn a_name_without_a_value_stands_for_itself() {
    let mut bot = engine(
        "PROLOG { p(7). }
         SETCARD {
             IF (q(X)) { add never. }
             IF (q(X) OR p(\\X)) { add got(\\X). }
             IF (write(\\XXX) AND true) { query nl. }
         }",
    );
    bot.explain(true);
    card(&mut bot, 0, 0, 0);
    assert_eq!(all(&mut bot, "got(X)", "X"), ["7"], "\\X was the variable X, and bound it");
    assert!(!holds(&mut bot, "never"));
    let output = bot.take_story()[0].output.clone();
    assert!(output.ends_with('\n') && output.len() > 1, "a variable was written: {output:?}");
}

#[test]
fn del_removes_the_first_match_and_binds() {
    let mut bot = engine(
        "PROLOG { matka(petr, lucie). matka(jan, eva). }
         SETCARD { IF (true) { del matka(X, Z). add byla(\\X, \\Z). del matka(_, _). } }",
    );
    card(&mut bot, 0, 0, 0);
    assert_eq!(all(&mut bot, "byla(X, petr) ; byla(petr, X)", "X"), ["lucie"]);
    assert!(!holds(&mut bot, "matka(_, _)"), "_ matches anything: the original's was an erratum");
}

#[test]
fn a_query_adds_its_bindings_and_every_formula_is_evaluated() {
    let mut bot = engine(
        "PROLOG { a(1). b(2). }
         SETCARD {
             IF (false AND a(X) OR b(Y)) { query eq(Z, \\X + \\Y). add sum(\\Z). }
             IF (a(X) OR assertz(also)) { query a(Q). add q(\\Q). }
         }",
    );
    card(&mut bot, 0, 0, 0);
    assert_eq!(all(&mut bot, "sum(X)", "X"), ["3"], "no short circuit: a(X) was asked after false");
    assert!(holds(&mut bot, "also"), "no short circuit: the right side of OR was asked");
    assert_eq!(all(&mut bot, "q(X)", "X"), ["1"]);
}

#[test]
fn a_question_collects_its_answers_and_forgets_them() {
    let mut bot = engine(
        "PROLOG { mam([0, 7]). mam([4, 21]). return(X) :- vzdy(X). vzdy(5). }
         GETTURN { IF (mam(X)) { add return(\\X). } IF (mam([4, N])) { add return([4, \\N]). } }",
    );
    let wanted = Answers::Values(vec![Value::Int(5), Value::card(0, 7), Value::card(4, 21)]);
    assert_eq!(turn(&mut bot), wanted);
    assert_eq!(turn(&mut bot), wanted, "the facts were removed, the clause stays");
}

#[test]
fn a_missing_or_empty_block_leaves_it_to_chance() {
    assert_eq!(turn(&mut engine("PROLOG { }")), Answers::NoRules);
    assert_eq!(turn(&mut engine("PROLOG { } GETTURN { }")), Answers::NoRules);
    let silent = "PROLOG { } GETTURN { IF (false) { add return(1). } }";
    assert_eq!(turn(&mut engine(silent)), Answers::Values(vec![]));
}

#[test]
fn the_predicates_of_the_original_library_are_there() {
    let mut bot = engine(
        "PROLOG {
             test([A, 3]) :- eq(A, 4).
             chyba(XXX, Y).
             odpoved(X) :- if(eq(1, 2), eq(X, ne), eq(X, ano)).
             oba :- and(eq(1, 1), or(false, eq(2, 1 + 1))).
             kostka(X) :- random(6, X).
             rozsah(X) :- random(3, 5, X).
             delka([], 0).
             delka([_ | T], N) :- delka(T, M), N is M + 1.
         }",
    );
    assert_eq!(all(&mut bot, "test(X)", "X"), ["[4, 3]"], "the original bound [A,3]");
    assert_eq!(all(&mut bot, "chyba(23, XXX)", "XXX"), [""], "the original bound XXX to 23");
    assert_eq!(all(&mut bot, "odpoved(X)", "X"), ["ano"]);
    assert!(holds(&mut bot, "oba"));
    assert!(holds(&mut bot, "not(eq(1, 2)), not(nic(_))"));
    assert_eq!(all(&mut bot, "eq(X, 1 + 1)", "X"), ["2"]);
    assert_eq!(all(&mut bot, "eq(3 * 4, X)", "X"), ["12"]);
    assert_eq!(all(&mut bot, "eq(X, [1, 2] + 3)", "X"), ["[1, 2, 3]"], "+ adds an element to a list");
    assert_eq!(all(&mut bot, "eq(X, [] + [0, 7])", "X"), ["[[0, 7]]"]);
    assert_eq!(all(&mut bot, "eq([X, Y | Z], [1, 2, 3, 4, 5])", "Z"), ["[3, 4, 5]"]);
    assert_eq!(all(&mut bot, "delka([a, b, c], N)", "N"), ["3"]);
    for _ in 0..50 {
        let dice: i64 = all(&mut bot, "kostka(X)", "X")[0].parse().unwrap();
        let range: i64 = all(&mut bot, "rozsah(X)", "X")[0].parse().unwrap();
        assert!((0..6).contains(&dice) && (3..5).contains(&range), "{dice} {range}");
    }
    assert!(holds(&mut bot, "assert(novy(1)), novy(1), retract(novy(1)), not(novy(1))"));
}

/// The listings of 7.2 and 7.3. Corrected: a missing parenthesis in the second `jdeOdlozit`, and `X` in `mamHodnotnou`
/// tried from the card worth most on, as the text says.
const LISTINGS: &str = "PROLOG {
    turn(2). pocetKaret(13).
    turnOrder(5):-turn(Y), pouzil(Y,_,_,5).
    turnOrder(4):-turn(Y), pouzil(Y,_,_,4).
    turnOrder(3):-turn(Y), pouzil(Y,_,_,3).
    turnOrder(2):-turn(Y), pouzil(Y,_,_,2).
    turnOrder(1):-turn(Y), pouzil(Y,_,_,1).
    turnOrder(0).
    mamOdlozit(XCARD):-odkladase(XCARD),hodnota(XCARD, 4).
    mamOdlozit(XCARD):-odkladase(XCARD),hodnota(XCARD, 3).
    mamOdlozit(XCARD):-odkladase(XCARD),hodnota(XCARD, 2).
    mamOdlozit(XCARD):-odkladase(XCARD),hodnota(XCARD, 1).
    odkladase(XCARD):-mam(XCARD),pocetKaret(XPOCET),XPOCET>12,jdeOdlozit(XCARD).
    jdeOdlozit([XBARVA, XHODNOTA]):-XBARVA>=0, XBARVA<4, hodnota([XBARVA, XHODNOTA],X), X<5.
    jdeOdlozit(XCARD):-not(mam([0,_])),not(mam([1,_])),not(mam([2,_])),not(mam([3,_])),
        hodnota(XCARD,X), X<5.
    team(X,Y):-teamPP(X,Y).
    team(X,Y):-playerPos(Z1), playerPos(Z2),not(eq(Z1,X)), not(eq(Z2,X)), not(eq(Z1,Y)),
        not(eq(Z2,Y)), not(eq(Z1,Z2)), teamPP(Z1,Z2).
    team(X,Y):-bit(Z,XGAME), XGAME>10, not(eq(Z,X)), not(eq(Z,Y)).
    teamPP(X,X).
    teamPP(X,Y):-teamP(X,Y).
    teamPP(X,Y):-teamP(Y,X).
    teamP(XP,YP):- bit(YP,XPOV), povinnost(XPOV,XH), pouzil(_,XP,[4,XH],_).
    teamP(XP,0):- bit(XP,XPOV), povinnost(XPOV,XH), mam([4,XH]).
    playerPos(0). playerPos(1). playerPos(2). playerPos(3).
    povinnost(2, 18). povinnost(7, 18). povinnost(3, 17).
    hodnota([4, 0], 5). hodnota([4, 20], 5). hodnota([4, 21], 5).
    hodnota([X, 7], 5) :- X < 4. hodnota([X, 6], 4) :- X < 4. hodnota([X, 5], 3) :- X < 4.
    hodnota([X, 4], 2) :- X < 4. hodnota([X, Y], 1) :- X < 4, Y < 4.
    hodnota([4, Y], 1) :- Y > 0, Y < 20.
    getTurn(X):-bereTalonSpoluhrac(), mamHodnotnou(X), canPlay(X),turn(XTURN),
        pouzil(XTURN,_,[XB,_],1), turnOrder(XORDER), nasledniciMajiBarvu(XORDER, XB).
    bereTalonSpoluhrac():- team(X,0),turnWinCard(Y), pouzil(_,X,Y,_).
    mamHodnotnou(X):- mam(X), hodnota(X,5).
    mamHodnotnou(X):- mam(X), hodnota(X,4).
    mamHodnotnou(X):- mam(X), hodnota(X,3).
    mamHodnotnou(X):- mam(X), hodnota(X,2).
    canPlay(_). nasledniciMajiBarvu(_, _). turnWinCard([0, 7]).
}
GETTURN { IF (getTurn(X)) { add return(\\X). } }
SETCARD { IF (true) { add mam(\\CARD). } }
SETTURN { IF (true) { add pouzil(0, 0, \\CARD, 0). add bit(0, 0). } }";

#[test]
fn the_listings_of_chapter_7_do_what_the_text_says() {
    let mut bot = engine(LISTINGS);
    assert_eq!(all(&mut bot, "turnOrder(X)", "X"), ["0"]);
    // A partner at position 2 called the nineteen and it was seen there; the king of hearts leads the trick.
    for fact in
        ["bit(0, 2)", "pouzil(1, 2, [4, 18], 3)", "pouzil(2, 2, [0, 7], 1)", "pouzil(2, 3, [0, 1], 2)"]
    {
        assert!(holds(&mut bot, &format!("assertz({fact})")));
    }
    assert_eq!(
        all(&mut bot, "turnOrder(X)", "X")[0],
        "2",
        "the first solution counts the cards of the trick"
    );
    for (x, y, wanted) in
        [(0, 0, true), (0, 2, true), (2, 0, true), (1, 3, true), (0, 1, false), (2, 3, false)]
    {
        assert_eq!(holds(&mut bot, &format!("team({x}, {y})")), wanted, "team({x}, {y})");
    }
    // What can be laid away: the card worth most below five points that is not a tarock.
    for (suit, height) in [(0, 7), (4, 3), (1, 2), (2, 6), (3, 5)] {
        card(&mut bot, suit, height, 0);
    }
    assert_eq!(all(&mut bot, "mamOdlozit(X)", "X"), ["[2, 6]", "[3, 5]", "[1, 2]"]);
    // The partner takes the trick: the card worth most is fed to it.
    assert_eq!(turn(&mut bot), Answers::Values(vec![Value::card(0, 7)]));
    // Alone against three everybody else is one side.
    assert!(holds(&mut bot, "retract(bit(_, _)), assertz(bit(1, 14))"));
    assert!(holds(&mut bot, "retract(pouzil(_, _, [4, 18], _))"));
    assert!(holds(&mut bot, "team(0, 3)") && !holds(&mut bot, "team(0, 1)"));
}

#[test]
fn only_tarocks_and_kings_left_means_that_a_tarock_is_laid_away() {
    let mut bot = engine(LISTINGS);
    for (suit, height) in [(4, 0), (4, 5), (4, 21)] {
        card(&mut bot, suit, height, 0);
    }
    assert_eq!(all(&mut bot, "mamOdlozit(X)", "X"), ["[4, 5]"]);
}
