//! The worked examples of the rule book, move by move to the final scores, and the rules they do not reach.

use game::{Game, Lang, Observe, Player, Show, Turn};
use marias::{COLOURED, Contract, Counted, Marias, Move, Phase, State, What};

/// Plays a line of moves in notation; the deal runs by itself where it is set by hand.
fn play(game: &Marias, moves: &str) -> State {
    let mut s = game.initial();
    let mut list = Vec::new();
    while game.turn(&s) == Turn::Chance {
        list.clear();
        game.moves(&s, &mut list);
        assert_eq!(list.len(), 1, "the deal is set by hand");
        game.apply(&mut s, list[0]);
    }
    more(game, s, moves)
}

fn more(game: &Marias, mut s: State, moves: &str) -> State {
    for text in moves.split_whitespace() {
        let legal = offers(game, &s);
        let mv = game.parse(&s, text).unwrap_or_else(|_| panic!("'{text}' is not among {legal}"));
        game.apply(&mut s, mv);
    }
    s
}

fn offers(game: &Marias, s: &State) -> String {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    moves.iter().map(|&mv| game.text(s, mv)).collect::<Vec<_>>().join(" ")
}

fn parts(s: &State) -> Vec<(What, i32)> {
    s.last.unwrap().lines().map(|part| (part.what, part.worth())).collect()
}

const M1: &str = "deal=HJ,H9,LA,B7,AA,A10,AJ,BA,BQ,BJ,A9,A7/H10,HQ,H7,L7,B10,BK,B9,AK,AQ,A8\
    /HA,HK,H8,L10,LK,LQ,LJ,L9,L8,B8";
const M1_PLAY: &str =
    "AA A8 B8 A10 AQ H8 LA L7 L8 BA B9 L9 B7 BK L10 H7 HA A9 BJ B10 LJ HQ HK AJ BQ AK LQ H10 LK A7";

#[test]
fn a_game_at_re_is_lost_and_its_seven_won() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(&game, "AJ HJ H9 barva dobra dobra sedma flek-hra dobra dobra re-hra dobra dobra dobra");
    assert_eq!((s.phase, s.doubled), (Phase::Play, [2, 0, 0, 0]));
    let s = more(&game, s, M1_PLAY);
    let last = s.last.unwrap();
    assert_eq!((last.points, last.marriages), ([70, 80], [0, 40, 20]));
    assert_eq!(parts(&s), [(What::Game, -4), (What::Seven, 2)]);
    assert_eq!(s.totals, [-4, 2, 2]);
    assert_eq!(
        game.sheet(&s, Lang::En),
        [
            "player 1: seven (sedma), trumps acorns",
            "player 1: 70 + marriages 0",
            "player 2: 20 + marriages 40",
            "player 3: 0 + marriages 20",
            "declarer 70 : 80 defenders",
            "game: -1 × 2 (flek) × 2 (re) = -4",
            "seven: +2",
            "from each defender: -2",
            "players: -4 +2 +2",
        ]
    );
    assert_eq!(game.sheet(&s, Lang::Cs)[5], "hra: -1 × 2 (flek) × 2 (re) = -4");
}

const M2: &str = "deal=HA,H10,HK,HQ,H8,H7,LK,LQ,BA,BQ,L7,B7/HJ,H9,L10,BK,B8,AA,A10,AK,AQ,AJ\
    /LA,LJ,L9,L8,B10,BJ,B9,A9,A8,A7";

#[test]
fn a_red_hundred_with_one_flek_is_made() {
    let game = Marias::voleny(M2).unwrap();
    let s = play(&game, "HA L7 B7 barva dobra dobra sto flek-sto dobra dobra dobra");
    let s = more(
        &game,
        s,
        "HA H9 A7 H10 HJ L8 HQ B8 A8 HK AJ A9 BA BK B9 LQ L10 LA L9 LK AQ BQ AK B10 BJ H7 A10 H8 AA LJ",
    );
    let last = s.last.unwrap();
    assert_eq!((last.basic, last.marriages, last.hearts), ([60, 0, 30], [60, 20, 0], true));
    assert_eq!(parts(&s), [(What::Hundred, 24)]);
    assert_eq!(s.totals, [96, -48, -48]);
}

const M3: &str = "deal=HA,H10,HK,BJ,B9,B7,AK,AQ,AJ,A9,L9,L8/H9,H8,H7,L10,LJ,L7,B10,B8,HJ,LA\
    /HQ,LK,LQ,BA,BK,BQ,AA,A10,A8,A7";

#[test]
fn a_stolen_betl_is_made() {
    let game = Marias::voleny(M3).unwrap();
    let s = play(&game, "AK L9 L8 barva spatna HJ LA betl dobra dobra dobra dobra");
    assert_eq!((s.phase, s.declarer), (Phase::Play, 1));
    let s = more(&game, s, "H7 HQ HA B7");
    assert_eq!(offers(&game, &s), "B8 B10", "both beat the seven, the ten being low");
    let s =
        more(&game, s, "B10 BA A7 AK LJ A9 L10 AA A8 AQ H9 B9 B8 BK A10 AJ L9 H10 H8 LK BJ L8 BQ LQ HK L7");
    assert_eq!(parts(&s), [(What::Betl, 5)]);
    assert_eq!(s.totals, [-5, 10, -5]);
}

#[test]
fn betl_ends_with_the_first_trick_taken_and_durch_with_the_first_missed() {
    let game = Marias::voleny(M3).unwrap();
    let s = play(&game, "AK L9 L8 betl dobra dobra dobra dobra HA H7 HQ");
    assert_eq!((s.phase, s.totals), (Phase::Over, [-10, 5, 5]));
    let s = play(&game, "AK L9 L8 durch flek-durch dobra dobra dobra B7 B8 BQ");
    assert_eq!((s.phase, s.totals), (Phase::Over, [-40, 20, 20]));
}

#[test]
fn betl_may_be_stolen_by_durch_only_and_also_by_the_forehand() {
    let game = Marias::voleny(M3).unwrap();
    let s = play(&game, "AK L9 L8 barva spatna HJ LA");
    assert_eq!(offers(&game, &s), "betl durch");
    let s = more(&game, s, "betl dobra spatna");
    assert_eq!((s.turn, s.hands[0].len()), (0, 12), "the forehand takes the new talon");
    let s = more(&game, s, "HJ LA");
    assert_eq!(offers(&game, &s), "durch");
}

#[test]
fn a_talon_with_an_ace_counts_for_the_defenders_or_is_forbidden() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(&game, "AJ LA BA barva dobra dobra");
    assert_eq!(offers(&game, &s), "hra sedma");
    let strict = Marias::voleny(&format!("talon_ax=forbidden&{M1}")).unwrap();
    assert_eq!(offers(&strict, &play(&strict, "AJ LA BA")), "betl durch");
    let no_trumps = Marias::voleny(&format!("talon_trumps=no&{M1}")).unwrap();
    assert_eq!(offers(&no_trumps, &play(&no_trumps, "AJ A9 HJ")), "betl durch");
}

#[test]
fn only_a_holder_announces_the_seven_and_sto_proti_needs_a_marriage() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(&game, "AJ A7 H9 barva dobra dobra");
    assert_eq!(offers(&game, &s), "hra", "the seven lies in the talon");
    let s = more(&game, s, "hra");
    assert_eq!(offers(&game, &s), "dobra flek-hra sto-proti");
    let s = more(&game, s, "sto-proti");
    assert_eq!(offers(&game, &s), "dobra", "it replaces the game; the declarer may double it");
    let s = more(&game, s, "dobra dobra");
    assert_eq!(offers(&game, &s), "dobra flek-sto-proti");
    let s = more(&game, s, "flek-sto-proti dobra");
    assert_eq!(offers(&game, &s), "dobra re-sto-proti");
}

#[test]
fn sedma_proti_is_a_defenders_seven() {
    // The trump seven lies with player 2.
    let deal = M1.replace("A9,A7/H10", "A9,H7/H10").replace("HQ,H7,", "HQ,A7,");
    let game = Marias::voleny(&deal).unwrap();
    let s = play(&game, "AJ HJ H9 barva dobra dobra hra");
    assert_eq!(offers(&game, &s), "dobra flek-hra sedma-proti sto-proti");
    let s = more(&game, s, "sedma-proti dobra dobra flek-sedma-proti dobra dobra dobra");
    assert_eq!((s.phase, s.against[0]), (Phase::Play, 1));
    let s = more(&game, s, "AA");
    assert_eq!(offers(&game, &s), "A8 AQ", "neither the king before its queen nor the kept seven");
}

#[test]
fn doubling_alternates_between_the_sides_up_to_boty() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(&game, "AJ HJ H9 barva dobra dobra hra flek-hra dobra dobra re-hra dobra tutti-hra dobra");
    assert_eq!(offers(&game, &s), "dobra", "the second defender cannot repeat it");
    let s = more(&game, s, "dobra boty-hra dobra");
    assert_eq!(offers(&game, &s), "dobra");
    let s = more(&game, s, "dobra dobra");
    assert_eq!((s.phase, s.doubled[0]), (Phase::Play, 4));
    let deeper = Marias::voleny(&format!("fleks=5&{M1}")).unwrap();
    let line = "AJ HJ H9 barva dobra dobra hra flek-hra dobra dobra re-hra dobra tutti-hra dobra dobra boty-hra dobra";
    assert_eq!(offers(&deeper, &play(&deeper, line)), "dobra kalhoty-hra");
}

#[test]
fn an_unfleked_game_is_paid_without_play_where_a_flek_is_needed() {
    let game = Marias::voleny(&format!("min_flek=1&{M1}")).unwrap();
    let s = play(&game, "AJ HJ H9 barva dobra dobra hra dobra dobra");
    assert_eq!((s.phase, s.totals), (Phase::Over, [2, -1, -1]));
    let s = play(&game, "AJ HJ H9 barva dobra dobra sedma dobra dobra");
    assert_eq!(s.phase, Phase::Play, "a seven is played");
    let re = Marias::voleny(&format!("min_flek=2&{M1}")).unwrap();
    let s = play(&re, "AJ HJ H9 barva dobra dobra hra flek-hra dobra dobra dobra");
    assert_eq!((s.phase, s.totals), (Phase::Over, [-4, 2, 2]), "without re the declarer gives up");
}

#[test]
fn a_holder_of_the_trump_king_must_flek_where_that_is_the_rule() {
    let game = Marias::voleny(&format!("mandatory_flek=yes&{M1}")).unwrap();
    let s = play(&game, "AJ HJ H9 barva dobra dobra hra");
    assert_eq!(offers(&game, &s), "flek-hra sto-proti");
    let s = more(&game, s, "flek-hra dobra");
    assert_eq!(offers(&game, &s), "dobra sto-proti", "one flek is enough");
    // Silence would have told: the second defender holds neither trump king nor queen.
    let deal = M1.replace("AK,AQ,A8/HA,HK", "A8,HK,HA/AK,AQ").replace("BK,B9,A8,HK,HA", "BK,B9,HK,HA,A8");
    let game = Marias::voleny(&format!("mandatory_flek=yes&{deal}")).unwrap();
    let s = play(&game, "AJ HJ H9 barva dobra dobra hra dobra");
    assert_eq!(offers(&game, &s), "flek-hra sto-proti");
    let v = game.view(&s, Some(Player(0)));
    let names = cards::Deck::German32.names(game.knowledge(&v).may[1]);
    assert!(!names.contains("AK") && !names.contains("AQ") && names.contains("HK"), "{names}");
}

#[test]
fn the_prices_of_the_other_styles_differ() {
    let line = "HA L7 B7 barva dobra dobra sto dobra dobra HA H9 A7 H10 HJ L8 HQ B8 A8 HK AJ A9 BA BK B9 \
        LQ L10 LA L9 LK AQ BQ AK B10 BJ H7 A10 H8 AA LJ";
    let per = |options: &str| {
        let game = Marias::voleny(&format!("{options}&{M2}")).unwrap();
        play(&game, line).last.unwrap().per
    };
    assert_eq!(per(""), 24);
    assert_eq!(per("sto_style=doubling"), 32);
    assert_eq!(per("sto_style=fixed"), 8);
    assert_eq!(per("hearts_double=no"), 12);
    assert_eq!(per("max_win=20"), 20);
    assert_eq!(per("sto_marriage=each"), 24);
    assert_eq!(per("sto=10"), 60);
}

/// Random deals of volený in which that contract is played, as lines of moves with the end reached.
fn deals_of(game: &Marias, contract: Contract, wanted: usize) -> Vec<(Vec<Move>, State)> {
    let mut rng = game::Rng::new(17);
    let mut found = Vec::new();
    while found.len() < wanted {
        let (mut s, mut line, mut moves) = (game.initial(), Vec::new(), Vec::new());
        while game.turn(&s) != Turn::Over {
            moves.clear();
            game.moves(&s, &mut moves);
            let name = Move::Name(contract, None);
            let sober = game.sensible(&s, &mut rng, &mut Vec::new()).unwrap();
            let mv = if moves.contains(&name) { name } else { sober };
            line.push(mv);
            game.apply(&mut s, mv);
        }
        if s.contract == Some(contract) {
            found.push((line, s));
        }
    }
    found
}

fn replayed(game: &Marias, line: &[Move]) -> State {
    let mut s = game.initial();
    for &mv in line {
        game::play(game, &mut s, mv).unwrap();
    }
    s
}

#[test]
fn both_or_nothing_loses_the_seven_with_the_hundred() {
    let game = Marias::voleny("").unwrap();
    let both = Marias::voleny("stosedm_separate=no").unwrap();
    let mut halves = 0;
    for (line, s) in deals_of(&game, COLOURED[3], 200) {
        let apart = parts(&s);
        let [(What::Hundred, hundred), (What::Seven, seven)] = apart[..2] else { panic!("{apart:?}") };
        halves += usize::from(hundred.signum() != seven.signum());
        let failed = hundred < 0 || seven < 0;
        let sign = |x: i32| if failed { -x.abs() } else { x };
        let together = parts(&replayed(&both, &line));
        assert_eq!(together[..2], [(What::Hundred, sign(hundred)), (What::Seven, sign(seven))]);
    }
    assert!(halves > 5, "{halves} deals in which one was made and the other not");
}

#[test]
fn a_hundred_of_the_thesis_counts_all_marriages_and_one_of_the_tournament_the_highest() {
    let thesis = Marias::voleny("").unwrap();
    let highest = Marias::voleny("sto_marriage=highest").unwrap();
    let tournament = Marias::voleny("preset=tournament").unwrap();
    assert_eq!((thesis.rules.counted, tournament.rules.counted), (Counted::Each, Counted::Highest));
    let mut differ = 0;
    for (line, s) in deals_of(&thesis, COLOURED[2], 400) {
        let last = s.last.unwrap();
        let d = usize::from(last.declarer);
        let (basic, all) = (u16::from(last.basic[d]), last.marriages[d]);
        let best = match s.married[d] >> s.trump.unwrap().0 & 1 {
            1 => 40,
            _ => all.min(20),
        };
        let made = |s: &State| parts(s)[0].1 > 0;
        assert_eq!(made(&s), basic + all >= 100, "{last:?}");
        let strict = replayed(&highest, &line);
        assert_eq!(made(&strict), basic + best >= 100, "{last:?}");
        differ += usize::from(made(&s) != made(&strict));
    }
    assert!(differ > 3, "{differ} deals in which it matters");
}

#[test]
fn a_doubling_passed_over_cannot_be_raised_later() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(&game, "AJ HJ H9 barva dobra dobra sedma flek-sedma dobra");
    assert_eq!(offers(&game, &s), "dobra flek-hra sto-proti", "the second defender may still flek the game");
    let s = more(&game, s, "dobra re-sedma dobra");
    assert_eq!(offers(&game, &s), "dobra tutti-sedma", "the defenders let the game pass");
    let s = play(&game, "AJ HJ H9 barva dobra dobra sedma flek-hra flek-sedma dobra dobra re-hra dobra");
    assert_eq!(offers(&game, &s), "dobra tutti-hra");
    let s = more(&game, s, "tutti-hra dobra dobra");
    assert_eq!(offers(&game, &s), "dobra boty-hra", "the declarer let the seven pass");
}

#[test]
fn the_trump_card_may_be_laid_away_for_betl_or_durch() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(&game, "AJ");
    assert!(offers(&game, &s).split(' ').any(|card| card == "AJ"));
    let s = more(&game, s, "AJ HJ");
    assert_eq!(offers(&game, &s), "betl durch");
    let mut rng = game::Rng::new(2);
    let view = game.view(&s, Some(Player(2)));
    let laid = (0..400).filter(|_| {
        let t = game.sample(&view, &mut rng).unwrap();
        assert_eq!(game.view(&t, Some(Player(2))), view);
        t.talon().has(t.trump_card)
    });
    assert!((20..160).contains(&laid.count()), "others think it possible: one card of six");
    let s = more(&game, s, "betl dobra spatna");
    assert!(s.hands[2].has(cards::Deck::German32.card("AJ").unwrap()), "the thief takes it up");
}

#[test]
fn sto_needs_a_marriage() {
    let game = Marias::voleny(M1).unwrap();
    assert_eq!(offers(&game, &play(&game, "AJ HJ H9 barva dobra dobra")), "hra sedma");
    let game = Marias::voleny(M2).unwrap();
    assert_eq!(offers(&game, &play(&game, "HA L7 B7 barva dobra dobra")), "hra sedma sto stosedm");
    assert_eq!(
        offers(&game, &play(&game, "HA LQ HK barva dobra dobra")),
        "hra sedma",
        "broken for the talon"
    );
    let s = play(&game, "HA L7 B7 barva dobra dobra sto");
    let k = game.knowledge(&game.view(&s, Some(Player(1))));
    assert_eq!(k.pair, Some(0), "everybody knows that the declarer has one");
}

#[test]
fn a_quiet_seven_and_a_quiet_hundred_count_unannounced() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(&game, &format!("AJ HJ H9 barva dobra dobra hra dobra dobra {M1_PLAY}"));
    assert_eq!(parts(&s), [(What::Game, -1), (What::QuietSeven, 1)]);
    let game = Marias::voleny(M2).unwrap();
    let line = "HA L7 B7 barva dobra dobra hra dobra dobra HA H9 A7 H10 HJ L8 HQ B8 A8 HK AJ A9 BA BK B9 \
        LQ L10 LA L9 LK AQ BQ AK B10 BJ H8 A10 H7 AA LJ";
    assert_eq!(parts(&play(&game, line)), [(What::QuietHundred, 6), (What::QuietSeven, 1)]);
}

#[test]
fn trumps_may_come_from_the_people() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(&game, "lidu");
    assert_eq!(game.turn(&s), Turn::Chance);
    assert_eq!(offers(&game, &s), "BJ BQ BA A7 A9", "one of the five unseen cards");
    let s = more(&game, s, "A9 HJ H9 barva dobra dobra");
    let others = game.view(&s, Some(Player(1)));
    assert!(!others.table.trump_card.known(), "still face down");
    let s = more(&game, s, "hra");
    assert!(game.view(&s, Some(Player(1))).table.trump_card.known());
    let closed = Marias::voleny(&format!("z_lidu=no&{M1}")).unwrap();
    assert!(!offers(&closed, &play(&closed, "")).contains("lidu"));
}

#[test]
fn the_forehand_does_not_see_his_five_cards_before_choosing() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(&game, "");
    let v = game.view(&s, Some(Player(0)));
    assert_eq!((v.table.hands[0].len(), v.fresh, v.table.fresh.len()), (7, 5, 0));
    let scene = game.scene(&v, Some(Player(0)), Lang::En);
    let known = scene.in_zone("hand1").iter().filter(|t| !t.kind.is_empty()).count();
    assert_eq!((known, scene.in_zone("hand1").len()), (7, 12));
}

#[test]
fn a_match_passes_the_deal_on() {
    let game = Marias::voleny("deals=5").unwrap();
    let s = game::walk::playout(&game, game.initial(), &mut game::Rng::new(4));
    assert_eq!((s.deals, s.dealer), (5, 0));
    assert_eq!(s.totals.iter().sum::<i32>(), 0);
}

#[test]
fn mistakes_in_options_are_explained() {
    let fault = |text: &str| Marias::voleny(text).unwrap_err().to_string();
    assert_eq!(
        fault("deal=HA,HZ"),
        "parameter 'deal': 'HZ' in group 1 of the deal is not a card of this pack"
    );
    assert_eq!(fault("fleks=9"), "parameter 'fleks' must be a whole number from 0 to 6, not '9'");
    assert!(fault("talon_az=allowed").contains("did you mean 'talon_ax'?"));
}

#[test]
fn everybody_remembers_who_doubled_what() {
    let game = Marias::voleny(M1).unwrap();
    let s = play(
        &game,
        "AJ HJ H9 barva dobra dobra sedma flek-hra dobra flek-sedma dobra re-hra dobra tutti-hra dobra",
    );
    use marias::Item;
    assert_eq!([0, 1, 2].map(|level| s.doubler(Item::Main, level)), [1, 0, 1]);
    assert_eq!(s.doubler(Item::Seven, 0), 2);
    let scene = game.scene(&game.view(&s, None), None, Lang::Cs);
    let said: Vec<String> =
        scene.said.iter().map(|said| format!("{}: {}", said.who.unwrap(), said.text)).collect();
    assert_eq!(said[3..], ["2: flek na hru", "1: re na hru", "2: tutti na hru", "3: flek na sedmu"]);
}

#[test]
fn a_former_declarer_remembers_where_his_talon_went() {
    let game = Marias::voleny(M3).unwrap();
    let s = play(&game, "AK L9 L8 barva spatna HJ LA betl dobra dobra");
    let k = game.knowledge(&game.view(&s, Some(Player(0))));
    let names = |hand| cards::Deck::German32.names(hand);
    let talon = cards::Deck::German32.hand("L9 L8").unwrap();
    assert!(!k.may[2].meets(talon) && k.may[1].covers(talon) && k.talon.covers(talon));
    assert_eq!(names(k.has[1]), "", "the thief may have laid them away again");
    let k = game.knowledge(&game.view(&s, Some(Player(2))));
    assert!(k.may[0].covers(talon), "who has not seen it knows nothing");
}
