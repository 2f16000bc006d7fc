//! Rule files at real tables: every block and every variable arrives in real deals, notes agree with the truth, deals
//! repeat, equal bots end where they began, moves can be taken back.

use expert::{Bot, Interface, Kind, Mode, Value};
use game::{Agent, Clock, Game, Limit, Observe, Player, Rng, Turn};
use rulebots::{
    Comparison, Desk, Form, MariasDesk, News, Plan, RuleAgent, SnapsDesk, TarokyDesk, compare, library,
};
use std::sync::Arc;

fn shipped(name: &str, interface: &'static Interface) -> Arc<Bot> {
    library::bot(name, interface).unwrap_or_else(|| panic!("{name} does not load"))
}

/// Plays at random and counts for every block how often it came up and which of its variables had a value.
fn arrivals<G: Observe, D: Desk<G>>(game: &G, plays: u64) -> Vec<(u64, Vec<bool>)> {
    let blocks = D::INTERFACE.blocks;
    let mut seen: Vec<(u64, Vec<bool>)> =
        blocks.iter().map(|b| (0, vec![false; b.variables.len()])).collect();
    for seed in 0..plays {
        let mut rng = Rng::new(seed);
        let mut state = game.initial();
        let mut views: Vec<Option<G::View>> = (0..game.players()).map(|_| None).collect();
        let mut moves = Vec::new();
        while game.turn(&state) != Turn::Over {
            if let Turn::Player(p) = game.turn(&state) {
                moves.clear();
                game.moves(&state, &mut moves);
                let asked = D::question(game, p, &game.view(&state, Some(p)), &moves);
                let block = &mut seen[asked.block];
                block.0 += 1;
                assert_eq!(
                    asked.variables.len() + 1,
                    block.1.len(),
                    "LEGAL is the last variable of a question"
                );
                asked.variables.iter().enumerate().for_each(|(i, v)| block.1[i] |= v.is_some());
                *block.1.last_mut().unwrap() = true;
                let legal = match &asked.form {
                    Form::One(answers) => answers.iter().map(|(_, mv)| *mv).collect::<Vec<_>>(),
                    Form::Several { moves, .. } => moves.iter().map(|(_, mv)| *mv).collect(),
                };
                assert!((0..moves.len()).all(|mv| legal.contains(&mv)), "every move can be answered");
            }
            let Some(mv) = game.pick(&state, &mut rng, &mut moves) else { break };
            game.apply(&mut state, mv);
            for p in Player::all(game.players()) {
                let view = game.view(&state, Some(p));
                let mut news = Vec::new();
                D::news(game, p, views[p.index()].as_ref(), &view, &mut news);
                for item in news {
                    if let News::Event(block, variables) = item {
                        seen[block].0 += 1;
                        assert_eq!(variables.len(), seen[block].1.len(), "{}", blocks[block].name);
                        variables.iter().enumerate().for_each(|(i, v)| seen[block].1[i] |= v.is_some());
                    }
                }
                views[p.index()] = Some(view);
            }
        }
    }
    seen
}

fn all_arrive(interface: &Interface, seen: &[(u64, Vec<bool>)], but: &[&str]) {
    for (block, (count, variables)) in interface.blocks.iter().zip(seen) {
        if but.contains(&block.name) {
            continue;
        }
        assert!(*count > 0, "{} never came up", block.name);
        for (variable, valued) in block.variables.iter().zip(variables) {
            assert!(valued, "{} of {} never had a value", variable.name, block.name);
        }
    }
}

#[test]
fn every_block_and_variable_of_taroky_arrives_in_real_deals() {
    let game = taroky::Taroky::parse("call_rule=free").unwrap();
    all_arrive(TarokyDesk::INTERFACE, &arrivals::<_, TarokyDesk>(&game, 400), &["SETTAROKDISCART"]);
    // Hardly anybody ever has nothing but tarocks: a hand is given that does.
    let deal = "deal=II,III,IIII,V,VI,VII,VIII,IX,X,XI,XII,XIII////XIV,XV,XVI,XVII,XVIII,XX";
    let seen = arrivals::<_, TarokyDesk>(&taroky::Taroky::parse(deal).unwrap(), 20);
    let block = &seen[rulebots::taroky::block::SETTAROKDISCART];
    assert!(block.0 > 0 && block.1.iter().all(|valued| *valued), "{block:?}");
}

#[test]
fn every_block_and_variable_of_marias_arrives_in_real_deals() {
    let voleny = arrivals::<_, MariasDesk>(&marias::Marias::voleny("").unwrap(), 400);
    all_arrive(MariasDesk::INTERFACE, &voleny, &["GETBID", "SETBID"]);
    let licitovany = arrivals::<_, MariasDesk>(&marias::Marias::licitovany("").unwrap(), 400);
    let other = ["GETTRUMP", "GETOFFER", "SETOFFER", "GETREPLY", "SETREPLY"];
    for (i, block) in MariasDesk::INTERFACE.blocks.iter().enumerate() {
        assert_eq!(licitovany[i].0 > 0, !other.contains(&block.name), "{}", block.name);
    }
}

#[test]
fn every_block_and_variable_of_snaps_arrives_in_real_deals() {
    all_arrive(SnapsDesk::INTERFACE, &arrivals::<_, SnapsDesk>(&snaps::Snaps::parse("").unwrap(), 300), &[]);
}

/// Plays with one bot everywhere and calls `look` with each player before every decision.
fn play<G: Observe, D: Desk<G>>(
    game: &G,
    bot: &Arc<Bot>,
    seed: u64,
    mode: Mode,
    mut look: impl FnMut(&G::State, Player, &mut RuleAgent<G, D>),
) -> Vec<G::Move> {
    let mut seats: Vec<RuleAgent<G, D>> =
        (0..game.players()).map(|i| RuleAgent::new(Arc::clone(bot), seed + i as u64, mode)).collect();
    let (mut rng, mut state, mut moves, mut played) =
        (Rng::new(seed), game.initial(), Vec::new(), Vec::new());
    while game.turn(&state) != Turn::Over {
        let turn = game.turn(&state);
        let mv = match turn {
            Turn::Player(p) => {
                moves.clear();
                game.moves(&state, &mut moves);
                let agent = &mut seats[p.index()];
                look(&state, p, agent);
                agent.choose(game, p, &game.view(&state, Some(p)), &moves, &Limit::default()).unwrap().best
            }
            _ => game.pick(&state, &mut rng, &mut moves).unwrap(),
        };
        game.apply(&mut state, mv);
        played.push(mv);
        for p in Player::all(game.players()) {
            seats[p.index()].heard(game, p, turn.player(), &game.view(&state, Some(p)));
        }
    }
    played
}

#[test]
fn what_the_logger_wrote_down_is_the_truth() {
    let game = taroky::Taroky::default();
    for bot in ["logger", "first", "contracts"] {
        let bot = shipped(bot, TarokyDesk::INTERFACE);
        for seed in 0..12 {
            play::<_, TarokyDesk>(&game, &bot, seed, Mode::First, |state, me, agent| {
                if !matches!(state.stage, taroky::Stage::Play | taroky::Stage::Lay) {
                    return;
                }
                let mut known: Vec<String> =
                    agent.engine().look("mam(C)", 60).unwrap().into_iter().map(|b| b[0].1.clone()).collect();
                known.sort();
                let value = |c: cards::Card| format!("[{}, {}]", c.suit().0, c.height());
                let mut truth: Vec<String> = state.hands[me.index()].iter().map(value).collect();
                truth.sort();
                assert_eq!(known, truth, "seed {seed}");
                let played = agent.engine().look("pouzil(T, P, C, O), P < 4", 60).unwrap().len();
                assert_eq!(played, usize::from(state.played));
                for bounds in agent.engine().look("hrac(P, S, A, B)", 20).unwrap() {
                    let number = |i: usize| bounds[i].1.parse::<i64>().unwrap();
                    let who = (me.0 + 4 - number(0) as u8) & 3;
                    let held = state.hands[usize::from(who)].of(cards::Suit(number(1) as u8)).len() as i64;
                    assert!(held <= number(3), "player {who} has {held} of suit {}: {bounds:?}", number(1));
                }
            });
        }
    }
}

#[test]
fn the_same_seed_and_mode_play_the_same_and_no_answer_is_replaced() {
    let taroky = taroky::Taroky::parse("deals=2").unwrap();
    for name in ["empty", "first", "contracts"] {
        let bot = shipped(name, TarokyDesk::INTERFACE);
        for mode in [Mode::First, Mode::Random] {
            let run = |seed| {
                play::<_, TarokyDesk>(&taroky, &bot, seed, mode, |_, _, agent| {
                    let notes = agent.take_notes();
                    assert!(notes.is_empty(), "{name}: {notes:?}");
                })
            };
            assert_eq!(run(5), run(5), "{name}");
        }
    }
    let (snaps, marias) = (snaps::Snaps::parse("").unwrap(), marias::Marias::voleny("").unwrap());
    for seed in 0..20 {
        let bot = shipped("snaps", SnapsDesk::INTERFACE);
        play::<_, SnapsDesk>(&snaps, &bot, seed, Mode::First, |_, _, agent| {
            assert!(agent.take_notes().is_empty())
        });
        let bot = shipped("marias", MariasDesk::INTERFACE);
        play::<_, MariasDesk>(&marias, &bot, seed, Mode::First, |_, _, agent| {
            assert!(agent.take_notes().is_empty())
        });
    }
}

fn plan(deals: u32) -> Plan {
    Plan { deals, seed: 1, mode: Mode::First, clock: Clock::still() }
}

fn mean(found: &Comparison) -> f64 {
    found.deals.iter().map(|(a, b)| a - b).sum::<f64>() / found.deals.len() as f64
}

#[test]
fn four_equal_bots_end_exactly_where_they_began() {
    let game = taroky::Taroky::default();
    for name in ["empty", "logger", "first", "contracts"] {
        let bot = shipped(name, TarokyDesk::INTERFACE);
        let found = compare::<_, TarokyDesk>(&game, &bot, &bot, plan(8), |_| {});
        assert!(found.deals.iter().all(|(a, b)| *a == 0.0 && *b == 0.0), "{name}: {:?}", found.deals);
    }
}

#[test]
fn each_bot_beats_the_one_before_it() {
    // The figures with their intervals, over 1000 deals, are in the handbook; this is the short form.
    let game = taroky::Taroky::default();
    let names = ["empty", "logger", "first", "contracts"];
    for pair in names.windows(2) {
        let [worse, better] = [0, 1].map(|i| shipped(pair[i], TarokyDesk::INTERFACE));
        let found = compare::<_, TarokyDesk>(&game, &better, &worse, plan(60), |_| {});
        assert!(mean(&found) > 0.0, "{} against {}: {}", pair[1], pair[0], mean(&found));
    }
}

#[test]
fn the_bots_of_snaps_and_marias_beat_a_player_without_rules() {
    let (snaps, marias) = (snaps::Snaps::parse("").unwrap(), marias::Marias::voleny("").unwrap());
    let bots = |name, interface| (shipped(name, interface), shipped("empty", interface));
    let (bot, empty) = bots("snaps", SnapsDesk::INTERFACE);
    assert!(mean(&compare::<_, SnapsDesk>(&snaps, &bot, &empty, plan(60), |_| {})) > 0.5);
    let (bot, empty) = bots("marias", MariasDesk::INTERFACE);
    assert!(mean(&compare::<_, MariasDesk>(&marias, &bot, &empty, plan(60), |_| {})) > 0.5);
}

#[test]
fn moves_taken_back_are_forgotten() {
    let game = taroky::Taroky::default();
    let bot = shipped("first", TarokyDesk::INTERFACE);
    let me = Player(0);
    let mut agent: RuleAgent<taroky::Taroky, TarokyDesk> = RuleAgent::new(Arc::clone(&bot), 1, Mode::First);
    let (mut rng, mut states, mut moves) = (Rng::new(3), vec![game.initial()], Vec::new());
    let mut notes_at = Vec::new();
    let notes = |agent: &mut RuleAgent<taroky::Taroky, TarokyDesk>| {
        agent.engine().look("findall(C, mam(C), A), findall(x(T, P, C), pouzil(T, P, C, _), B)", 1).unwrap()
    };
    while states.len() < 80 {
        let state = *states.last().unwrap();
        notes_at.push(notes(&mut agent));
        if game.turn(&state) == Turn::Player(me) {
            moves.clear();
            game.moves(&state, &mut moves);
            agent.choose(&game, me, &game.view(&state, Some(me)), &moves, &Limit::default()).unwrap();
        }
        let Some(mv) = game.pick(&state, &mut rng, &mut moves) else { break };
        let mut next = state;
        game.apply(&mut next, mv);
        agent.heard(&game, me, game.turn(&state).player(), &game.view(&next, Some(me)));
        states.push(next);
    }
    for back in [75, 70, 60, 30] {
        agent.undone(back);
        assert_eq!(notes(&mut agent), notes_at[back], "after {back} moves");
    }
}

#[test]
fn a_wrong_answer_is_replaced_and_told_with_rule_and_line() {
    let text = "PROLOG { }\nGETTURN {\n    IF (true) { add return([9, 9]). }\n}";
    let bot = Arc::new(Bot::load("wrong", text, TarokyDesk::INTERFACE).unwrap());
    let game = taroky::Taroky::default();
    let mut told = Vec::new();
    play::<_, TarokyDesk>(&game, &bot, 1, Mode::First, |_, _, agent| told.extend(agent.take_notes()));
    assert!(!told.is_empty());
    for note in &told {
        assert_eq!((note.block, note.place.line), ("GETTURN", 3), "{note}");
        assert!(note.text.contains("return([9,9]) is not legal here"), "{note}");
    }
}

#[test]
fn the_library_loads_replaces_lists_and_removes() {
    assert!(
        library::SHIPPED.iter().all(|(name, _)| library::text(name).is_some()),
        "every shipped bot compiles"
    );
    let (games, findings) = library::check("PROLOG { } GETCALL { }");
    assert_eq!((games, findings.len()), (vec!["snaps"], 0));
    assert_eq!(library::load("mine", "PROLOG { } SETBIT { }").unwrap(), ["taroky"]);
    let kept = library::bot("mine", TarokyDesk::INTERFACE).unwrap();
    assert!(library::names("taroky").contains(&"mine".to_string()));
    assert!(!library::names("snaps").contains(&"mine".to_string()));
    assert!(library::load("mine", "PROLOG {").is_err(), "a broken file does not replace a sound one");
    assert_eq!(library::load("mine", "PROLOG { a(1). }").unwrap().len(), 9);
    assert!(kept.text.contains("SETBIT"), "whoever sits goes on with the version he began with");
    assert!(library::remove("mine") && !library::remove("mine"));
}

#[test]
fn shipped_files_have_no_findings_and_are_laid_out() {
    for (name, text) in library::SHIPPED {
        let (games, findings) = library::check(text);
        assert!(!games.is_empty() && findings.is_empty(), "{name}: {findings:#?}");
        let neat = expert::format(text).unwrap();
        assert_eq!(&neat, text, "{name}.bot is laid out by partie expert format");
    }
}

#[test]
fn the_handbook_has_the_page_of_every_interface() {
    let page = include_str!("../../../docs/src/expert.md");
    for interface in library::INTERFACES {
        assert!(
            page.contains(&interface.page()),
            "partie expert blocks {} prints the page",
            interface.games[0]
        );
        for block in interface.blocks {
            assert_eq!(block.kind == Kind::Question, block.name.starts_with("GET"), "{}", block.name);
        }
    }
    assert!(Value::card(4, 0).to_string() == "[4,0]");
}

#[test]
fn mining_weighs_every_answer_and_leaves_a_file_that_loads() {
    use rulebots::mine::Dig;
    let text = library::text("contracts").unwrap();
    let dig = Dig { deals: 3, seed: 5, depth: 2, support: 30 };
    let (found, _) = rulebots::mine_any("taroky", ("contracts", &text), dig, |_| ()).unwrap();
    assert!(found.cases > 10 && found.plays == found.cases as u64 + 3, "{} {}", found.cases, found.plays);
    assert!(found.rules.is_empty(), "three deals are not enough support");
    let bot = Bot::load("mined", &found.text, TarokyDesk::INTERFACE).unwrap();
    assert_eq!(bot.warnings, []);
    assert!(rulebots::mine_any("snaps", ("snaps", ""), dig, |_| ()).is_err());
    let strange = rulebots::mine_any("taroky", ("empty", "PROLOG {\n}\n"), dig, |_| ()).unwrap_err();
    assert!(!strange.0.is_empty());
}
