//! The agents of the theses: expect-minimax against brute force, and what the cards of each cost against best play.

use cardplay::{ExpectMinimax, Kernel, Mapp, RulePlayer};
use cards::{Hand, Phase, TrickTaking};
use game::{Agent, Game, Limit, Observe, Player, Rng, Stopped, Turn};
use marias::Marias;
use schnapsen::Schnapsen;
use snaps::{Move, Snaps, State};
use taroky::Taroky;

/// A state of play with so many cards in hand, the player to move leading or not.
fn ending(game: &Snaps, rng: &mut Rng, cards: usize) -> Option<State> {
    let mut s = game.initial();
    let mut scratch = Vec::new();
    while game.phase(&s) != Phase::Scoring && game.turn(&s) != Turn::Over {
        if let Turn::Player(me) = game.turn(&s)
            && game.phase(&s) == Phase::Play
            && game.hand(&s, me).len() <= cards
        {
            return Some(s);
        }
        let mv = game.sensible(&s, rng, &mut scratch)?;
        game.apply(&mut s, mv);
    }
    None
}

/// Every deal of a view, by giving each unseen card to everybody.
fn brute(game: &Snaps, state: &State, me: Player) -> Vec<State> {
    let view = game.view(state, Some(me));
    let sizes: Vec<usize> = Player::all(4).map(|p| game.hand(state, p).len()).collect();
    let unseen = Player::all(4).filter(|p| *p != me).fold(Hand::EMPTY, |all, p| all.or(game.hand(state, p)));
    let cards: Vec<cards::Card> = unseen.iter().collect();
    let mut found = Vec::new();
    for code in 0..3usize.pow(cards.len() as u32) {
        let mut hands = [Hand::EMPTY; 4];
        hands[me.index()] = game.hand(state, me);
        let mut rest = code;
        for card in &cards {
            hands[(me.index() + 1 + rest % 3) % 4].add(*card);
            rest /= 3;
        }
        if Player::all(4).all(|p| hands[p.index()].len() == sizes[p.index()]) {
            found.extend(game.with_hands(&view, &hands));
        }
    }
    found
}

#[test]
fn expect_minimax_averages_exactly_the_deals_that_brute_force_finds() {
    let game = Snaps::parse("").unwrap();
    let mut rng = Rng::new(17);
    let mut compared = 0;
    for round in 0..40 {
        let Some(state) = ending(&game, &mut rng, 2 + round % 2) else { continue };
        let Turn::Player(me) = game.turn(&state) else { continue };
        let view = game.view(&state, Some(me));
        let deals = brute(&game, &state, me);
        let counted = game.worlds(&view).unwrap().count();
        assert_eq!(counted, Some(deals.len() as u128), "{state:?}");
        assert!(deals.iter().all(|deal| game.view(deal, Some(me)) == view));
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if moves.len() < 2 {
            continue;
        }
        let mut kernel = Kernel::new(12);
        let threads = 1 + round as u64 % 2;
        let mut agent = ExpectMinimax::new(1_000_000, threads, 1);
        let thought = agent.choose(&game, me, &view, &moves, &Limit::default()).unwrap();
        assert_eq!((thought.depth, thought.stopped), (deals.len() as u64, Stopped::Complete));
        for (mv, value) in &thought.values {
            let sum: i32 = deals.iter().map(|deal| after(&game, deal, *mv, me, &mut kernel)).sum();
            let mean = f64::from(sum) / deals.len() as f64;
            assert!((mean - value).abs() < 1e-9, "{mv:?} is worth {mean}, not {value}, in {state:?}");
        }
        let fewer = ExpectMinimax::new(3, 1, 1).choose(&game, me, &view, &moves, &Limit::default()).unwrap();
        if deals.len() > 3 {
            assert_eq!((fewer.depth, fewer.stopped), (3, Stopped::Iterations));
            let said = format!("the mean of the open value over 3 of {} deals", deals.len());
            assert_eq!(fewer.because, [said]);
        }
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

fn after(game: &Snaps, deal: &State, mv: Move, me: Player, kernel: &mut Kernel) -> i32 {
    let mut s = *deal;
    game.apply(&mut s, mv);
    let Some(mut data) = game.in_play(&s) else { return game.score(&s, me) - game.score(deal, me) };
    data.claim_if_won();
    match data.payment(me.0) {
        Some(paid) => paid,
        None => data.objective.shares[me.index()] * kernel.solve_value(&data).unwrap(),
    }
}

#[test]
fn before_the_first_card_there_are_as_many_deals_as_the_thesis_should_have_said() {
    let game = Snaps::parse("").unwrap();
    let state = ending(&game, &mut Rng::new(1), 6).expect("a deal");
    let Turn::Player(me) = game.turn(&state) else { panic!("somebody leads") };
    let view = game.view(&state, Some(me));
    assert_eq!(game.worlds(&view).unwrap().count(), Some(17_153_136), "18! over 6! three times");
}

/// What an agent's cards cost against best play with open hands in endings of deals that sober players began, and what cards
/// at random cost there.
fn losses<G: TrickTaking>(
    game: &G,
    cards: usize,
    deals: u64,
    make: &dyn Fn(u64) -> Box<dyn Agent<G>>,
) -> [f64; 2] {
    let (mut kernel, mut lost) = (Kernel::new(14), [0.0; 2]);
    for seed in 0..deals {
        let mut agent = make(seed);
        let (mut s, mut scratch, mut rng) = (game.initial(), Vec::new(), Rng::new(seed));
        let mut moves = Vec::new();
        while game.turn(&s) != Turn::Over && game.phase(&s) != Phase::Scoring {
            moves.clear();
            game.moves(&s, &mut moves);
            let deal = game.in_play(&s).filter(|deal| !deal.over());
            if let (Turn::Player(me), Some(deal)) = (game.turn(&s), deal)
                && deal.hands[me.index()].len() <= cards
                && deal.legal().len() > 1
            {
                let values = kernel.values(&deal).unwrap();
                let sign = deal.objective.shares[me.index()].signum();
                let best = values.iter().map(|(_, value)| sign * value).max().unwrap();
                let mean = values.iter().map(|(_, value)| f64::from(sign * value)).sum::<f64>()
                    / values.len() as f64;
                let view = game.view(&s, Some(me));
                let mv = agent.choose(game, me, &view, &moves, &Limit::default()).expect("a move").best;
                assert!(moves.contains(&mv));
                let card = game.card_of(mv);
                if let Some((_, value)) = values.iter().find(|(other, _)| Some(*other) == card) {
                    lost[0] += f64::from(best - sign * value);
                    lost[1] += f64::from(best) - mean;
                }
            }
            let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) else { break };
            game.apply(&mut s, mv);
        }
    }
    lost
}

#[test]
fn cards_of_the_agents_cost_less_than_cards_at_random() {
    let snaps = Snaps::parse("").unwrap();
    let mut found = vec![
        ("rules", losses(&snaps, 6, 60, &|seed| Box::new(RulePlayer::new(25, seed)))),
        ("bold rules", losses(&snaps, 6, 60, &|seed| Box::new(RulePlayer::new(100, seed)))),
        ("expect-minimax", losses(&snaps, 6, 12, &|seed| Box::new(ExpectMinimax::new(20, 1, seed)))),
        ("mapp in šnaps", losses(&snaps, 6, 60, &|seed| Box::new(Mapp::new(1, false, 20_000, None, seed)))),
    ];
    let voleny = Marias::voleny("").unwrap();
    found.push((
        "mapp in volený",
        losses(&voleny, 8, 40, &|seed| Box::new(Mapp::new(1, false, 20_000, None, seed))),
    ));
    let licitovany = Marias::licitovany("").unwrap();
    found.push((
        "mapp in licitovaný",
        losses(&licitovany, 8, 40, &|seed| Box::new(Mapp::new(1, false, 20_000, None, seed))),
    ));
    let taroky = Taroky::parse("").unwrap();
    found.push((
        "mapp in taroky",
        losses(&taroky, 5, 12, &|seed| Box::new(Mapp::new(1, false, 20_000, None, seed))),
    ));
    for (who, [agent, random]) in &found {
        assert!(agent < random, "{who}: {found:?}");
    }
}

/// Plays a deal to its end with one agent in every seat.
fn played_by(game: &Schnapsen, agent: &mut dyn Agent<Schnapsen>, seed: u64) -> schnapsen::State {
    let mut rng = Rng::new(seed);
    let mut s = game.initial();
    let mut moves = Vec::new();
    while game.turn(&s) != Turn::Over {
        moves.clear();
        game.moves(&s, &mut moves);
        let mv = match game.turn(&s) {
            Turn::Player(p) => {
                let view = game.view(&s, Some(p));
                agent.choose(game, p, &view, &moves, &Limit::nodes(5_000)).unwrap().best
            }
            _ => moves[rng.below(moves.len())],
        };
        assert!(moves.contains(&mv));
        game.apply(&mut s, mv);
    }
    s
}

#[test]
fn all_of_them_play_a_game_in_which_cards_are_drawn() {
    for options in ["", "claim=say"] {
        let game = Schnapsen::parse(options).unwrap();
        for seed in 0..8 {
            let mut agents: [Box<dyn Agent<Schnapsen>>; 3] = [
                Box::new(Mapp::new(2, false, 5_000, None, seed)),
                Box::new(ExpectMinimax::new(3, 1, seed)),
                Box::new(RulePlayer::new(25, seed)),
            ];
            for agent in &mut agents {
                let s = played_by(&game, agent.as_mut(), seed);
                assert!(s.last.is_some_and(|last| last.worth > 0));
            }
        }
    }
}
