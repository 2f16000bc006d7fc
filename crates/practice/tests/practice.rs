//! Deals made to measure and lessons, in real games.

use game::{Lang, Options, Record, Rng, Roster, Show, Table, TableOf, Turn};
use practice::lesson::{check, parse};
use practice::{Slots, deal_with};
use std::collections::BTreeMap;
use std::sync::Arc;

fn table<G: Show + 'static>(game: G, seed: u64) -> Box<dyn Table> {
    Box::new(TableOf::new(Arc::new(game), Arc::new(Roster::new("random")), seed))
}

fn marias(options: &str, seed: u64) -> Box<dyn Table> {
    table(marias::Marias::voleny(options).unwrap(), seed)
}

fn snaps(options: &str, seed: u64) -> Box<dyn Table> {
    let options = Options::parse(options, snaps::PARAMETERS).unwrap();
    table(snaps::Snaps::new(&options).unwrap(), seed)
}

fn taroky(options: &str, seed: u64) -> Box<dyn Table> {
    let options = Options::parse(options, taroky::PARAMETERS).unwrap();
    table(taroky::Taroky::with(options).unwrap(), seed)
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|s| (*s).to_string()).collect()
}

#[test]
fn a_game_shows_how_it_deals() {
    let rooms = |table: &mut dyn Table| -> Vec<(String, usize)> {
        Slots::learn(table).unwrap().groups.into_iter().map(|g| (g.zone, g.room)).collect()
    };
    let named = |list: &[(&str, usize)]| list.iter().map(|(z, n)| ((*z).to_string(), *n)).collect::<Vec<_>>();
    assert_eq!(rooms(&mut *marias("", 1)), named(&[("hand1", 12), ("hand2", 10), ("hand3", 10)]));
    assert_eq!(rooms(&mut *snaps("", 1)), named(&[("hand1", 6), ("hand2", 6), ("hand3", 6), ("hand4", 6)]));
    let taroky = rooms(&mut *taroky("", 1));
    assert_eq!(taroky, named(&[("hand1", 12), ("hand2", 12), ("hand3", 12), ("hand4", 12), ("talon", 6)]));
    let dice = Options::parse("players=2", games::ludo::PARAMETERS).unwrap();
    let fault = Slots::learn(&mut *table(games::Ludo::new(&dice).unwrap(), 1)).unwrap_err();
    assert!(fault.to_string().contains("cannot be set"), "{fault}");
    let fault = Slots::learn(&mut *table(
        games::Connect4::new(&Options::parse("", games::connect4::PARAMETERS).unwrap()).unwrap(),
        1,
    ))
    .unwrap_err();
    assert_eq!(fault.why, "it does not begin with a deal");
}

#[test]
fn every_card_has_its_name_wherever_it_lies() {
    // In taroky nobody sees the talon after the deal; its cards are called by their names all the same.
    let slots = Slots::learn(&mut *taroky("", 1)).unwrap();
    for (card, label) in slots.cards.iter().zip(&slots.labels[1]) {
        assert_ne!(card, label, "{card} has no name in Czech");
    }
    assert_eq!(
        slots,
        Slots::learn(&mut *taroky("", 9)).map(|other| Slots { forehand: slots.forehand, ..other }).unwrap()
    );
}

#[test]
fn conditions_hold_in_every_deal_and_the_deal_can_be_dealt() {
    let cases: &[(&str, &[&str])] = &[
        (
            "marias",
            &["declarer has both red sevens", "player 2 has at least 4 hearts", "player 3 has no aces"],
        ),
        ("marias", &["player 1 has HA,H10,HK", "player 2 holds exactly 2 tens"]),
        ("taroky", &["player 2 has at least 8 trumps", "talon has XXI", "forehand has at most 1 king"]),
        ("taroky", &["player 4 has 9 tarocks", "player 3 has 0 of kings"]),
        ("snaps", &["p1 has all hearts", "player 2 has 2 acorns"]),
        ("snaps", &[]),
    ];
    for (seed, (game, conditions)) in (0..).zip(cases) {
        let make = |options: &str| match *game {
            "marias" => marias(options, seed),
            "taroky" => taroky(options, seed),
            _ => snaps(options, seed),
        };
        let slots = Slots::learn(&mut *make("")).unwrap();
        let mut rng = Rng::new(seed);
        for _ in 0..2 {
            let dealt = deal_with(&slots, &texts(conditions), *game != "taroky", &mut rng).unwrap();
            let mut all: Vec<&String> = dealt.groups.iter().flatten().collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), slots.order.len(), "every card is dealt once");
            for (i, text) in conditions.iter().enumerate() {
                let c = practice::Pack::new(&slots).parse(i + 1, text, *game != "taroky").unwrap();
                let held = c
                    .cards
                    .iter()
                    .filter(|&&card| dealt.groups[c.group].contains(&slots.cards[card]))
                    .count();
                assert!((c.least..=c.most).contains(&held), "{text}: {held} in {:?}", dealt.groups[c.group]);
            }
            // As events at a table, and as the parameter of a game: the same deal.
            let mut by_hand = make("");
            let record = slots.deal(&dealt, &mut *by_hand).unwrap();
            assert_eq!(slots.read(&record), dealt);
            let mut given = make(&format!("deal={}", slots.parameter(&dealt).unwrap()));
            while given.turn() == Turn::Chance {
                given.roll();
            }
            assert_eq!(slots.read(&given.record()), dealt, "{game}");
        }
    }
}

#[test]
fn deals_are_drawn_uniformly() {
    // Kuhn poker: three cards, two players; without conditions each of six deals comes equally often.
    let options = Options::parse("", games::kuhn::PARAMETERS).unwrap();
    let make = || table(games::Kuhn::new(&options).unwrap(), 1);
    let slots = Slots::learn(&mut *make()).unwrap();
    let mut rng = Rng::new(2);
    let mut counts: BTreeMap<Vec<Vec<String>>, u32> = BTreeMap::new();
    for _ in 0..12_000 {
        *counts.entry(deal_with(&slots, &[], false, &mut rng).unwrap().groups).or_default() += 1;
    }
    assert_eq!(counts.len(), 6);
    let chi: f64 = counts.values().map(|&n| (f64::from(n) - 2000.0).powi(2) / 2000.0).sum();
    assert!(chi < 20.5, "chi-square {chi} with 5 degrees of freedom");
    // Under a condition: as often as among random deals that happen to fulfil it.
    let slots = Slots::learn(&mut *snaps("", 1)).unwrap();
    let condition = texts(&["player 1 has at least 3 hearts"]);
    let hearts = |cards: &[String]| cards.iter().filter(|card| card.starts_with('H')).count();
    let mut drawn = [0u32; 7];
    let mut tried = [0u32; 7];
    while drawn.iter().sum::<u32>() < 4000 {
        drawn[hearts(&deal_with(&slots, &condition, false, &mut rng).unwrap().groups[0])] += 1;
    }
    while tried.iter().sum::<u32>() < 4000 {
        let n = hearts(&deal_with(&slots, &[], false, &mut rng).unwrap().groups[0]);
        tried[n] += u32::from(n >= 3);
    }
    for n in 3..=4 {
        let (a, b) = (f64::from(drawn[n]), f64::from(tried[n]));
        assert!((a - b).abs() < 4.0 * (a + b).sqrt(), "{n} hearts: {a} drawn, {b} tried");
    }
}

#[test]
fn contradictions_are_refused_with_the_reason() {
    let slots = Slots::learn(&mut *marias("", 1)).unwrap();
    let tarock = Slots::learn(&mut *taroky("", 1)).unwrap();
    let fault = |slots: &Slots, list: &[&str]| {
        deal_with(slots, &texts(list), false, &mut Rng::new(1)).unwrap_err().to_string()
    };
    for (slots, list, told) in [
        (
            &slots,
            &["player 1 has H7", "player 2 has H7"][..],
            "condition 2 ('player 2 has H7'): no deal fulfils it together with",
        ),
        (&slots, &["player 2 has at least 11 cards"], "that is 11 cards, and only 10 are dealt there"),
        (&slots, &["player 2 has 9 hearts"], "there are only 8 such cards"),
        (&slots, &["player 1 has no cards"], "the others get only 20 cards, so at least 12"),
        (
            &slots,
            &["player 4 has HA"],
            "player 4 is dealt no cards: say player 1, player 2, player 3 or forehand",
        ),
        (
            &slots,
            &["talon has HA"],
            "'talon' gets no cards here: say player 1, player 2, player 3 or forehand",
        ),
        (&slots, &["has HA"], "who has them? Say player 1"),
        (&slots, &["player 1 has at least -1 aces"], "'-1' is not a number of cards"),
        (&slots, &["player 1 has trumps"], "trumps are chosen after the deal"),
        (&slots, &["declarer has HA"], "who declares is known only after the auction"),
        (&slots, &["player 1 has clubs"], "this pack has no clubs"),
        (&slots, &["player 1 has red nonsense"], "'nonsense' is neither a card"),
        (&slots, &["player 1 has both kings"], "both means two cards, these are 4"),
        (&slots, &["HA"], "write it as"),
        (&slots, &[""], "write it as"),
        (&slots, &["player 1 has"], "which cards?"),
        (&slots, &["player 1 has at least many aces"], "'many' is not a number of cards"),
        (
            &slots,
            &[
                "player 1 has at least 5 hearts",
                "player 2 has at least 2 hearts",
                "player 3 has at least 2 hearts",
            ],
            "condition 3",
        ),
        (&tarock, &["player 1 has at least 12 tarocks", "player 1 has a king"], "is neither a card"),
        (&tarock, &["player 1 has at least 12 tarocks", "player 1 has HK"], "condition 2"),
    ] {
        let cause = fault(slots, list);
        assert!(cause.contains(told), "{list:?}: {cause}");
    }
    let many: Vec<String> = (0..30).map(|_| "player 1 has HA".to_string()).collect();
    assert!(deal_with(&slots, &many, false, &mut Rng::new(1)).is_err());
}

/// A lesson about a real deal: the first trick of šnaps as it happens to be played.
fn lesson() -> (String, Vec<String>) {
    let mut table = snaps("", 3);
    while table.turn() == Turn::Chance {
        table.roll();
    }
    let mut moves = Vec::new();
    let mut lines = String::new();
    while table.cues(None, Lang::En).tricks.iter().sum::<u16>() == 0 {
        let Turn::Player(p) = table.turn() else { break };
        let offers = table.offers(Lang::En);
        moves.push(format!("{p} {}", offers[0].text));
        table.play(&offers[0].text).unwrap();
    }
    for m in &table.record().moves {
        let actor = m.who.map_or("*".to_string(), |p| p.to_string());
        lines.push_str(&format!("{actor} {}\n", m.text));
    }
    (lines, moves)
}

fn snaps_lesson(extra: &str) -> String {
    let (lines, _) = lesson();
    format!(
        "partie record 1\ngame: snaps\nrules: 1\nlesson: test-1\nseat: 1\ntitle en: T\ntitle cs: T\n\n{lines}{extra}"
    )
}

#[test]
fn a_lesson_is_an_ordinary_record_and_its_facts_are_checked() {
    let mut played = snaps("", 0);
    played.replay(&Record::parse(&snaps_lesson("")).unwrap()).unwrap();
    let taken = played.cues(None, Lang::En).tricks;
    let won = taken.iter().position(|&n| n == 1).unwrap() + 1;
    let lost = won % 4 + 1;
    let texts = "; en: Look.\n; cs: Hleď.\n;   A dál.\n";
    let good = snaps_lesson(&format!("{texts}; fact trick {won}\n; fact taken {won} 1\n; fact turn {won}\n"));
    let read = parse(&good).unwrap();
    assert_eq!(read.stops[0].text[1], "Hleď. A dál.");
    assert_eq!(check(&read, &mut *snaps("", 0)), []);
    let told = |extra: &str| -> String {
        let read = parse(&snaps_lesson(&format!("{texts}{extra}")));
        let faults = read.map_or_else(|faults| faults, |read| check(&read, &mut *snaps("", 0)));
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    for (extra, cause) in [
        (format!("; fact trick {lost}\n"), format!("player {won} takes that trick, not player {lost}")),
        (format!("; fact taken {won} 2\n"), format!("player {won} has taken 1 tricks, not 2")),
        (format!("; fact turn {lost}\n"), format!("it is the turn of player {won}, not of player {lost}")),
        ("; fact points 9 9 9 9\n".into(), "the points are [0, 0, 0, 0], not".into()),
        ("; fact over\n".into(), "the play is not over there".into()),
        ("; fact holds 1 XXI\n".into(), "player 1 does not hold XXI".into()),
        ("; fact holds 7 HA\n".into(), "there is no player 7".into()),
        ("; fact legal nothing\n".into(), "the legal moves are ".into()),
        ("; fact nonsense\n".into(), "a fact is 'trick 1'".into()),
        ("; ask en: Q\n; ask cs: Q\n".into(), "no move of the play answers the question".into()),
        ("; else en: no\n".into(), "'else' comes before a question".into()),
        ("; if HA en: no\n".into(), "'if' comes before a question".into()),
        ("; hello\n".into(), "'hello' is not understood".into()),
        ("; en:\n".into(), "the text is empty".into()),
        ("9 HA\n".into(), "'HA' is a move of player 9, but it is the turn of".into()),
        ("; en: only English\n".into(), "".into()),
    ] {
        let found = told(&extra);
        assert!(found.contains(&cause), "{extra}: {found}");
    }
    assert!(told("1 x\n; en: only English\n").contains("line "), "every fault has its line");
    for (text, cause) in [
        ("", "line 1: a record begins with the line"),
        ("partie record 1\ngame: snaps\n\n; en: x\n", "no header 'lesson:'"),
        ("partie record 1\ngame: snaps\nlesson: A b\n\n; en: x\n", "must be small letters"),
        ("partie record 1\ngame: snaps\nlesson: a\n\n; en: x\n", "no header 'title en:'"),
        (
            "partie record 1\ngame: snaps\nlesson: a\ntitle en: a\nseat: 0\n\n; en: x\n",
            "header 'seat' must be",
        ),
        ("partie record 1\ngame: snaps\nlesson: a\ntitle en: a\n\n", "the lesson says nothing"),
    ] {
        let faults: Vec<String> = parse(text).unwrap_err().iter().map(ToString::to_string).collect();
        assert!(faults.iter().any(|f| f.contains(cause)), "{text:?}: {faults:?}");
    }
}

#[test]
fn the_lesson_of_the_manual_is_a_right_one() {
    let page = include_str!("../../../docs/src/practice.md");
    let from = page.find("partie record 1\ngame: snaps\nlesson: my-first").unwrap();
    let text = page[from..].split("```").next().unwrap();
    let lesson = parse(text).unwrap_or_else(|faults| panic!("{}", faults[0]));
    assert_eq!(check(&lesson, &mut *snaps("", 0)), []);
}

#[test]
fn a_fault_of_a_header_has_the_line_of_the_header() {
    let text =
        "partie record 1\ngame: snaps\nlesson: a\nlevel: one\nseat: x\ntitle en: a\n\n; en: x\n; aks en: y\n";
    let faults: Vec<String> = parse(text).unwrap_err().iter().map(ToString::to_string).collect();
    assert!(faults[0].starts_with("line 4: header 'level'"), "{faults:?}");
    assert!(faults[1].starts_with("line 5: header 'seat'"), "{faults:?}");
    assert!(faults[2].contains("'aks' is not understood before a text: 'ask', 'right'"), "{faults:?}");
}

#[test]
fn what_is_said_at_one_moment_may_take_several_steps() {
    let two = parse(&snaps_lesson("; en: a\n; cs: a\n; then\n; en: b\n; cs: b\n")).unwrap();
    let said: Vec<(usize, &str)> = two.stops.iter().map(|stop| (stop.at, stop.text[0].as_str())).collect();
    assert_eq!(said.len(), 2);
    assert_eq!((said[0].1, said[1].1), ("a", "b"));
    assert_eq!(said[0].0, said[1].0);
    assert!(check(&two, &mut *snaps("", 5)).is_empty());
    let faults = parse(&snaps_lesson("; then\n; en: b\n; cs: b\n")).unwrap_err();
    assert!(faults[0].cause.contains("nothing was said here yet"), "{}", faults[0]);
}

#[test]
fn questions_are_answered_by_moves_that_are_possible() {
    let (lines, _) = lesson();
    let list: Vec<&str> = lines.lines().collect();
    let at = list.iter().position(|l| l.starts_with("1 ")).unwrap();
    let mut before = snaps("", 0);
    let moves: Vec<_> = Record::parse(&snaps_lesson("")).unwrap().moves;
    before.replay(&Record { moves: moves[..at].to_vec(), ..Record::default() }).unwrap();
    let offers: Vec<String> = before.offers(Lang::En).into_iter().map(|o| o.text).collect();
    let (right, wrong) = (list[at].split(' ').nth(1).unwrap(), &offers[1]);
    assert_ne!(right, wrong);
    let with = |question: &str| {
        let body = [&list[..at], &[question], &list[at..]].concat().join("\n");
        let head = "partie record 1\ngame: snaps\nrules: 1\nlesson: q\nseat: 1\ntitle en: T\ntitle cs: T\n\n";
        let read = parse(&format!("{head}{body}\n"));
        let faults = read.map_or_else(|faults| faults, |read| check(&read, &mut *snaps("", 0)));
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let ask = "; ask en: Q?\n; ask cs: O?\n; right en: Yes.\n; right cs: Ano.\n";
    let other = "; else en: No.\n; else cs: Ne.\n";
    assert_eq!(with(&format!("{ask}{other}")), "");
    assert_eq!(with(&format!("{ask}; also {wrong}\n{other}")), "");
    assert_eq!(
        with(
            &format!("{ask}; if {wrong} en: No!\n; if {wrong} cs: Ne!\n; if-fact turn 2\n{other}")
                .replace("; if-fact turn 2\n", "")
        ),
        ""
    );
    assert!(with(ask).contains("nothing is said to '"));
    assert!(
        with(&format!("{ask}; if {right} en: N\n; if {right} cs: N\n{other}"))
            .contains("is a good answer; it needs no 'if'")
    );
    assert!(
        with(&format!("{ask}; if HOKUS en: N\n; if HOKUS cs: N\n{other}"))
            .contains("'HOKUS' is not a legal move here")
    );
    assert!(with(&format!("{ask}; also HOKUS\n{other}")).contains("'also HOKUS' is not a legal move there"));
    assert!(
        with(&format!("{ask}; if {wrong} en: N\n; if {wrong} cs: N\n; if-fact over\n{other}"))
            .contains("the play is not over there")
    );
    assert!(with(&format!("; ask en: Q?\n{other}")).contains("is missing in cs"));
}
