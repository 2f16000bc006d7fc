//! Reviews: a planted mistake is found, exact values are exact, the same seed gives the same review. Every game gets one: `universal.rs`.

use game::{Lang, Limit, Player, Record, Table, Turn};
use playable::Playable;
use std::sync::Arc;
use trainer::exercise::{Effort, generate};
use trainer::{Ask, Exact, Proven, Review, Verdict, review};

fn game(id: &str) -> Arc<dyn Playable> {
    Arc::from(catalog::find(id).unwrap())
}

fn solver(game: &Arc<dyn Playable>) -> Exact {
    let game = Arc::clone(game);
    Arc::new(move |moves, limit| {
        let solved = game.solve(moves, limit).ok()?;
        let result = match solved.value.as_str() {
            "win" => 1,
            "draw" => 0,
            "loss" => -1,
            _ => return None,
        };
        Some(Proven { result, plies: solved.plies })
    })
}

fn ask(game: &Arc<dyn Playable>, record: &Record, player: u8, nodes: u64) -> Ask {
    Ask {
        record: record.clone(),
        player: Player(player),
        agent: game.strongest(),
        limit: Limit::nodes(nodes),
        within: None,
        thoughts: None,
        only: Vec::new(),
        seed: 1,
        lang: Lang::Cs,
        exact: None,
    }
}

fn reviewed(game: &Arc<dyn Playable>, ask: Ask) -> Review {
    review(game.table(0), ask, &mut |_| true).unwrap()
}

fn record(id: &str, moves: &str) -> Record {
    let text = format!("partie record 1\ngame: {id}\nrules: 1\n\n{moves}\n");
    Record::parse(&text).unwrap()
}

/// A play in which everybody plays as the recommended agent does, but for one player's worst move: at the first decision
/// where it costs much, more than what so quick a player mistakes by himself. Returns the play, the moment and the move that was right.
fn planted(game: &Arc<dyn Playable>, player: u8, seed: u64) -> Option<(Record, usize, String)> {
    let mut table = game.table(seed);
    let agent = game.strongest();
    let stake = f64::from(table.stake().unwrap_or(1));
    let mut planted = None;
    while table.turn() != Turn::Over {
        if table.turn() == Turn::Chance {
            table.roll();
            continue;
        }
        let advice = table.hint(&agent, 3, &Limit::nodes(60_000)).unwrap();
        let best = advice.values.iter().find(|(text, _)| *text == advice.text).map_or(0.0, |(_, v)| *v);
        let worst = advice.values.iter().min_by(|a, b| a.1.total_cmp(&b.1)).cloned();
        // What a thought says of a bad move is rough: the two are compared, as carefully each.
        let costs = |worst: &str| {
            let two = [advice.text.clone(), worst.to_string()];
            let values = table.compare(&agent, 4, &Limit::nodes(60_000), &two).unwrap().values;
            let value = |text: &str| values.iter().find(|(known, _)| known == text).map_or(0.0, |(_, v)| *v);
            value(&advice.text) - value(worst)
        };
        let text = match worst {
            Some((text, value))
                if planted.is_none()
                    && table.turn() == Turn::Player(Player(player))
                    && best - value > 2.0 * stake
                    && costs(&text) > 2.0 * stake =>
            {
                planted = Some((table.made(), advice.text.clone()));
                text
            }
            _ => advice.text,
        };
        table.play(&text).unwrap();
    }
    planted.map(|(at, best)| (table.record(), at, best))
}

#[test]
fn a_planted_mistake_is_the_costliest_of_the_deal() {
    for (id, player) in [("snaps", 0), ("marias", 0), ("licitovany", 1)] {
        let game = game(id);
        let (record, at, best) = (1..20).find_map(|seed| planted(&game, player, seed)).expect("a deal");
        let review = reviewed(&game, ask(&game, &record, player, 200_000));
        let worst = &review.decisions[review.costliest[0]];
        assert_eq!(worst.at, at, "{id}: {review:?}");
        assert!(matches!(worst.verdict, Verdict::Mistake | Verdict::Lucky));
        assert_ne!(worst.played.0, worst.best.0);
        assert!(worst.values.iter().any(|(text, _)| *text == best));
        assert!(!worst.because.is_empty() && worst.open.is_some());
        assert!(review.over && !review.cut);
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_review() {
    let game = game("snaps");
    let (record, ..) = (1..20).find_map(|seed| planted(&game, 1, seed)).expect("a deal");
    let once = reviewed(&game, ask(&game, &record, 1, 30_000));
    assert_eq!(once, reviewed(&game, ask(&game, &record, 1, 30_000)));
    let other = Ask { seed: 2, ..ask(&game, &record, 1, 30_000) };
    assert_ne!(once.decisions, reviewed(&game, other).decisions);
}

#[test]
fn where_the_game_is_solved_the_values_are_exact() {
    let game = game("tictactoe");
    // After a1 b2 c3 the side loses at once to a corner; an edge holds the draw.
    let record = record("tictactoe", "1 a1\n2 b2\n1 c3\n2 a3\n1 c1\n2 b1\n1 c2");
    let exact = Some(solver(&game));
    let review = reviewed(&game, Ask { exact, ..ask(&game, &record, 1, 20_000) });
    let corner = review.decisions.iter().find(|d| d.at == 3).unwrap();
    assert!(corner.exact && (corner.known - 0.5).abs() < 1e-9, "{corner:?}");
    assert_eq!((corner.open, corner.verdict), (Some(0.5), Verdict::Mistake));
    let centre = review.decisions.iter().find(|d| d.at == 1).unwrap();
    assert!(centre.exact && centre.known == 0.0 && centre.verdict == Verdict::Good, "{centre:?}");
    assert_eq!(review.costliest.first(), review.decisions.iter().position(|d| d.at == 3).as_ref());
}

#[test]
fn a_player_alone_is_told_what_a_roundabout_way_costs() {
    let game = game("puzzle8");
    let mut table = game.table(5);
    while table.turn() == Turn::Chance {
        table.roll();
    }
    let offers = table.offers(Lang::En);
    // There and back again: two moves further from the goal than before.
    table.play(&offers[0].text).unwrap();
    let record = table.record();
    let exact = Some(solver(&game));
    let review = reviewed(&game, Ask { exact, ..ask(&game, &record, 0, 200_000) });
    let first = &review.decisions[0];
    assert!(first.known >= 0.0 && first.choices == offers.len(), "{first:?}");
}

#[test]
fn bad_questions_are_answered_with_their_cause() {
    let game = game("nim?heaps=1-2");
    let good = record("nim?heaps=1-2", "1 1:1\n2 2:2");
    let cause = |ask: Ask| review(game.table(0), ask, &mut |_| true).unwrap_err().to_string();
    assert!(cause(ask(&game, &good, 7, 100)).contains("there is no player 8, only 1 to 2"));
    let bad = record("nim?heaps=1-2", "1 nonsense");
    assert!(cause(ask(&game, &bad, 0, 100)).contains("line 5"));
    let nobody = Ask { agent: "nobody".into(), ..ask(&game_hidden(), &kuhn(), 0, 100) };
    let error = review(game_hidden().table(0), nobody, &mut |_| true).unwrap_err().to_string();
    assert!(error.contains("unknown agent 'nobody'"), "{error}");
    let empty = record("nim?heaps=1-2", "");
    assert!(reviewed(&game, ask(&game, &empty, 0, 100)).decisions.is_empty());
}

fn game_hidden() -> Arc<dyn Playable> {
    game("kuhn")
}

fn kuhn() -> Record {
    let mut table = game_hidden().table(1);
    while table.turn() == Turn::Chance {
        table.roll();
    }
    let first = table.offers(Lang::En)[0].text.clone();
    table.play(&first).unwrap();
    table.record()
}

#[test]
fn exercises_of_solved_games_are_exact_also_for_a_player_alone() {
    for (id, seed) in [("frogs", 1), ("nim", 2), ("tictactoe", 3)] {
        let game = game(id);
        let make = |seed: u64| -> Result<Box<dyn Table>, String> { Ok(game.table(seed)) };
        let effort = Effort { nodes: 30_000, tries: 60, exact: Some(solver(&game)), ..Effort::default() };
        let found = generate(&make, &game.strongest(), None, seed, &effort).expect(id);
        let mut table = game.table(0);
        table.replay(&found.record).unwrap();
        // Every other move is worse by what the solver says of the positions after it.
        let moves: Vec<String> = found.record.moves.iter().map(|entry| entry.text.clone()).collect();
        let worth = |text: &str| {
            let mut after = table.fork();
            after.play(text).unwrap();
            let next = moves.iter().cloned().chain([text.to_string()]).collect::<Vec<_>>();
            match after.turn() {
                Turn::Over => (i32::from(!game::outcome(&after.scores()).is_empty()), 0),
                turn => {
                    let proven = solver(&game)(&next, &Limit::nodes(100_000)).unwrap();
                    let mine = turn == Turn::Player(found.player);
                    let sooner = if game.players() == 1 { -(proven.plies.unwrap_or(0) as i32) } else { 0 };
                    (i32::from(if mine { proven.result } else { -proven.result }), sooner)
                }
            }
        };
        let best = worth(&found.best);
        let offers = table.offers(Lang::En);
        assert!(offers.len() > 1, "{id}");
        for offer in offers.iter().filter(|offer| offer.text != found.best) {
            assert!(worth(&offer.text) < best, "{id}: {} is as good as {}", offer.text, found.best);
        }
    }
}

#[test]
fn a_search_for_exercises_ends_where_there_are_none() {
    // Nobody has a choice of more than two in this game of nim: every move is looked at, none is a question.
    let game = game("nim?heaps=1-1");
    let make = |seed: u64| -> Result<Box<dyn Table>, String> { Ok(game.table(seed)) };
    let effort = Effort { nodes: 1_000, tries: 50, ..Effort::default() };
    assert_eq!(generate(&make, &game.strongest(), None, 1, &effort), None);
}

#[test]
fn an_exercise_has_one_best_move_and_is_the_same_for_the_same_seed() {
    let game = game("snaps");
    let make = |seed: u64| -> Result<Box<dyn Table>, String> { Ok(game.table(seed)) };
    let effort = Effort { nodes: 60_000, worlds: 12, tries: 200, ..Effort::default() };
    let found = trainer::exercise::generate(&make, &game.strongest(), None, 5, &effort).expect("an exercise");
    assert_eq!(
        Some(&found),
        trainer::exercise::generate(&make, &game.strongest(), None, 5, &effort).as_ref()
    );
    assert!((1..=4).contains(&found.level) && found.margin > 0.0);
    assert!(found.worlds.0 == 12 && found.worlds.1 >= 9, "{:?}", found.worlds);
    let mut table = game.table(0);
    table.replay(&found.record).unwrap();
    assert_eq!(table.turn(), Turn::Player(found.player));
    let marked = |answer: &str| {
        trainer::exercise::mark(&*table, &found, answer, &game.strongest(), Lang::Sk, 60_000).unwrap()
    };
    let right = marked(&found.best);
    assert!(right.right && right.loss == Some(0.0) && !right.best.is_empty());
    let other = table.offers(Lang::En).into_iter().find(|o| o.text != found.best).unwrap();
    assert!(!marked(&other.text).right && marked(&other.text).loss.is_some_and(|loss| loss > 0.0));
}

#[test]
fn whoever_asks_for_so_many_thoughts_gets_them() {
    let game = game("snaps");
    let (record, ..) = (1..20).find_map(|seed| planted(&game, 1, seed)).expect("a deal");
    let review = reviewed(&game, Ask { thoughts: Some(3), ..ask(&game, &record, 1, 3_000) });
    assert!(review.decisions.iter().all(|d| d.thoughts == 3), "{review:?}");
    assert!(review.decisions.iter().any(|d| d.error > 0.0), "thoughts with other draws differ");
    let usual = reviewed(&game, ask(&game, &record, 1, 3_000));
    assert!(usual.decisions.iter().any(|d| d.thoughts > 1), "nobody is blamed after one thought");
}

#[test]
fn a_search_for_exercises_ends_with_its_time_and_finds_before_what_it_finds_without() {
    use std::sync::atomic::{AtomicU64, Ordering};
    // Every look at this clock takes a second.
    static NOW: AtomicU64 = AtomicU64::new(0);
    let clock = game::Clock::new(|| std::time::Duration::from_secs(NOW.fetch_add(1, Ordering::Relaxed)));
    let game = game("connect4");
    let make = |seed: u64| -> Result<Box<dyn Table>, String> { Ok(game.table(seed)) };
    let free = Effort { nodes: 4_000, tries: 60, exact: Some(solver(&game)), ..Effort::default() };
    let found = generate(&make, &game.strongest(), None, 5, &free).expect("an exercise");
    let within = |seconds| Effort { within: Some(std::time::Duration::from_secs(seconds)), ..free.clone() };
    // A year on a clock that stands still, and a moment on the one that runs.
    let still = Effort { clock: game::Clock::still(), ..within(31_536_000) };
    assert_eq!(generate(&make, &game.strongest(), None, 5, &still).as_ref(), Some(&found));
    let short = Effort { clock, ..within(3) };
    assert_eq!(generate(&make, &game.strongest(), None, 5, &short), None);
    assert!(NOW.load(Ordering::Relaxed) < 1_000, "it went on after its time");
}

#[test]
fn a_handful_of_plays_blames_nobody() {
    let game = game("prsi");
    let mut table = game.table(3);
    let mut rng = game::Rng::new(3);
    while table.turn() != Turn::Over && table.made() < 70 {
        if table.roll().is_none() {
            let offers = table.offers(Lang::En);
            let text = offers[rng.below(offers.len())].text.clone();
            table.play(&text).unwrap();
        }
    }
    for nodes in [1, 10, 60] {
        let told = review(game.table(3), ask(&game, &table.record(), 0, nodes), &mut |_| true).unwrap();
        assert!(told.decisions.len() > 5);
        let blamed: Vec<_> = told.decisions.iter().filter(|d| d.known >= told.scale.slip()).collect();
        assert!(blamed.is_empty(), "{nodes} states: {blamed:?}");
    }
}
