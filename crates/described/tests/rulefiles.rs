//! Rule files at described games with cards: the generic blocks arrive in real deals, in one of patience, one of shedding and
//! one of tricks, and say what a seat may know; the shipped rules of Prší play better than chance.

use game::{Acted, Game, Lang, Limit, Observe, Player, Policy, Rng, Turn};
use rulebots::{Desk, Form, News, TABLE, TableDesk, library};
use std::collections::BTreeMap;
use system::SystemGame;

fn shipped(name: &str) -> SystemGame {
    let text = described::logic_text(name).unwrap();
    system::load(&text, name).0.unwrap()
}

fn whist() -> SystemGame {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../system/tests/data/whist.pl");
    system::load(&std::fs::read_to_string(path).unwrap(), "whist.pl").0.unwrap()
}

/// Plays at random, tells every seat its news and asks its questions; `look` sees them with the state.
fn plays(
    game: &SystemGame,
    count: u64,
    mut look: impl FnMut(Player, &<SystemGame as Game>::State, &News),
) -> BTreeMap<&'static str, Vec<bool>> {
    let mut seen: BTreeMap<&'static str, Vec<bool>> = BTreeMap::new();
    let mut note = |block: usize, valued: Vec<bool>| {
        let block = &TABLE.blocks[block];
        assert_eq!(valued.len(), block.variables.len(), "{}", block.name);
        let known = seen.entry(block.name).or_insert_with(|| vec![false; valued.len()]);
        known.iter_mut().zip(valued).for_each(|(known, valued)| *known |= valued);
    };
    for seed in 0..count {
        let (mut rng, mut state, mut moves) = (Rng::new(seed), game.initial(), Vec::new());
        let mut views: Vec<Option<<SystemGame as Observe>::View>> = vec![None; game.players()];
        for _ in 0..400 {
            if game.turn(&state) == Turn::Over {
                break;
            }
            if let Turn::Player(p) = game.turn(&state) {
                moves.clear();
                game.moves(&state, &mut moves);
                let asked = TableDesk::question(game, p, &game.view(&state, Some(p)), &moves);
                let Form::One(answers) = &asked.form else { panic!("one answer is wanted") };
                let texts = answers.iter().map(|(value, _)| value.to_string());
                let written = moves.iter().map(|&mv| game::Show::text(game, &state, mv));
                assert!(texts.eq(written), "answers are moves as the game writes them");
                note(asked.block, vec![true]);
            }
            let Some(mv) = game.pick(&state, &mut rng, &mut moves) else { break };
            game.apply(&mut state, mv);
            for p in Player::all(game.players()) {
                let view = game.view(&state, Some(p));
                let mut news = Vec::new();
                TableDesk::news(game, p, views[p.index()].as_ref(), &view, &mut news);
                for item in &news {
                    look(p, &state, item);
                    if let News::Event(block, variables) = item {
                        note(*block, variables.iter().map(Option::is_some).collect());
                    }
                }
                views[p.index()] = Some(view);
            }
        }
    }
    seen
}

fn arrive(game: &SystemGame, count: u64, but: &[&str]) {
    let seen = plays(game, count, |_, _, _| ());
    for block in TABLE.blocks.iter().filter(|block| !but.contains(&block.name)) {
        let valued = seen.get(block.name).unwrap_or_else(|| panic!("{} never came up", block.name));
        for (variable, valued) in block.variables.iter().zip(valued) {
            assert!(valued, "{} of {} never had a value", variable.name, block.name);
        }
    }
}

#[test]
fn every_block_and_variable_arrives_in_deals_of_prsi() {
    arrive(&shipped("prsi"), 20, &[]);
}

#[test]
fn what_there_is_arrives_in_a_trick_game_and_in_patience() {
    arrive(&whist(), 10, &["SETSAID"]);
    arrive(&shipped("klondike"), 3, &["SETCARD", "SETSAID", "SETPOINTS"]);
}

#[test]
fn a_seat_is_told_of_its_own_cards_and_of_no_others() {
    let game = shipped("prsi");
    let mut told = 0;
    plays(&game, 20, |p, state, news| {
        let News::Event(0, variables) = news else { return };
        let card = variables[0].as_ref().unwrap().to_string();
        let own = game::Show::scene(&game, &game.view(state, Some(p)), Some(p), game::Lang::En);
        let held = own
            .tokens
            .iter()
            .any(|t| t.id == card && own.zones.iter().any(|z| z.id == t.place.zone && z.owner == Some(p)));
        assert!(held, "{card} is in the hand of player {p}");
        told += 1;
    });
    assert!(told > 20 * 8, "everybody was dealt cards: {told}");
}

#[test]
fn the_rules_of_prsi_beat_chance() {
    let ruled = described::ruled(&described::logic_text("prsi").unwrap(), "prsi").unwrap();
    let bot = |name: &str| library::bot(name, ruled.interface()).unwrap();
    let plan =
        rulebots::Plan { deals: 100, seed: 1, mode: rulebots::Mode::Random, clock: game::Clock::system() };
    let found = ruled.compare(&bot("prsi"), &bot("empty"), plan, &mut |_| ());
    assert_eq!(found.notes[0].0, 0, "{:?}", found.notes[0].1);
    let gain: f64 = found.deals.iter().map(|(one, other)| one - other).sum();
    assert!(gain > 0.0, "{gain}");
    let equal = ruled.compare(
        &bot("prsi"),
        &bot("prsi"),
        rulebots::Plan { mode: rulebots::Mode::First, deals: 20, ..plan },
        &mut |_| (),
    );
    let sum: f64 = equal.deals.iter().map(|(one, other)| one + other).sum();
    assert!(sum.abs() < 1e-9, "equal rules end where they began: {sum}");
}

#[test]
fn a_rule_file_sits_down_at_any_description_with_cards_and_explains_itself() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../system/tests/data/whist.pl");
    let text = std::fs::read_to_string(path).unwrap();
    let game = described::describe(&text, "whist.pl").into_game().unwrap();
    assert!(game.agents().iter().any(|agent| agent.name == "rulefile"));
    let low = "PROLOG { low(L, M) :- findall(R - play(R - S), member(play(R - S), L), All), min_member(_ - M, All). }\n\
               GETMOVE { IF (low(\\LEGAL, MOVE)) { add return(\\MOVE). } }";
    assert_eq!(library::check(low).0, TABLE.games);
    library::load("lowest", low).unwrap();
    let mut table = game.table(5);
    let agent = "rulefile?bot=lowest&explain=yes";
    (0..4).for_each(|seat| table.seat(Player(seat), agent, 1).unwrap());
    let mut moved = 0;
    loop {
        match table.act(&Limit::default(), &Policy::default()) {
            Acted::Over => break,
            Acted::Chance(_) => {}
            Acted::Moved(advice) => {
                moved += 1;
                let told = |lang| advice.reasons.iter().map(|r| r.to(lang)).collect::<Vec<_>>().join("\n");
                let shown = [Lang::En, Lang::Cs, Lang::Sk].map(told);
                let words = [
                    "the rule of line 2 fired",
                    "pravidlo na řádku 2: použito",
                    "pravidlo na riadku 2: použité",
                ];
                shown.iter().zip(words).for_each(|(text, words)| assert!(text.contains(words), "{text}"));
                assert!(!shown[1].contains("rule of") && !shown[2].contains("returned"), "{shown:?}");
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(moved, 12);
    let board = described::logic_text("tictactoe").unwrap();
    assert!(described::ruled(&board, "tictactoe").is_err(), "there are no cards");
}
