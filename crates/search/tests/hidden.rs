//! Agents for games that hide something: on Kuhn poker, whose equilibria are known, and on games made to trap them.

mod small;

use game::{Agent, Game, Limit, Meter, Observe, Player, Stopped, Thought, Turn};
use search::cfr::{Config, Profile};
use search::solve::{Outcome, solve};
use search::{Aim, Budget, Ismcts, IsmctsConfig, Policy, make};
use small::cups::Cups;
use small::kuhn::{Hand, Kuhn};
use small::stakes::{Act, Pot, Stakes};

fn learnt(plus: bool, rounds: u64) -> Profile<Kuhn> {
    let mut meter = Meter::start(&Limit::default());
    let config = Config { plus, ..Config::default() };
    let mut profile = Profile::new(&Kuhn, &Kuhn.initial(), config, &mut meter).unwrap();
    assert_eq!(profile.learn(rounds, &mut meter), rounds);
    profile
}

/// The probability of a bet or call with this card after this.
fn bets(profile: &Profile<Kuhn>, p: u8, card: u8, said: &str) -> f64 {
    let mut cards = [4, 4];
    cards[usize::from(p)] = card;
    let view = Hand { cards, said: said.to_string() };
    profile.strategy(Player(p), &view).unwrap()[1].1
}

/// In the equilibria the first player bets with the lowest card with some probability a up to 1/3 and wins with
/// probability (25 + 9a) / 54: the six deals, each by the bets and calls that Kuhn proved.
#[test]
fn a_solved_hidden_game_says_how_likely_the_first_player_wins() {
    let solution = solve(&Kuhn, &Kuhn.initial(), &Limit::default()).unwrap();
    let (win, draw) = solution.chances.expect("it is solved");
    assert!((25.0 / 54.0 - 0.01..=28.0 / 54.0 + 0.01).contains(&win), "{win}");
    assert!(draw.abs() < 1e-9, "somebody always wins the pot: {draw}");
}

#[test]
fn kuhn_poker_is_worth_a_loss_of_an_eighteenth_to_the_first_player() {
    for (plus, rounds, close) in [(false, 20_000, 2e-3), (true, 2_000, 1e-3)] {
        let profile = learnt(plus, rounds);
        let values = profile.values();
        assert!((values[0] + 1.0 / 18.0).abs() < close, "plus {plus}: {values:?}");
        assert!((values[0] + values[1]).abs() < 1e-12);
        let exploitable = profile.exploitability();
        assert!((0.0..close).contains(&exploitable), "plus {plus}: exploitable by {exploitable}");
        // H. Kuhn 1950: the second player has one equilibrium, the first a family of them.
        assert!(
            (bets(&profile, 1, 0, "p") - 1.0 / 3.0).abs() < 0.03,
            "bluffs with the jack a third of the time"
        );
        assert!(
            (bets(&profile, 1, 1, "b") - 1.0 / 3.0).abs() < 0.03,
            "calls with the queen a third of the time"
        );
        let (jack, king) = (bets(&profile, 0, 0, ""), bets(&profile, 0, 2, ""));
        assert!(
            (king - 3.0 * jack).abs() < 0.1,
            "bets the king three times as often as the jack: {jack} {king}"
        );
    }
}

#[test]
fn exploitability_is_that_of_the_best_answer() {
    // Against uniform play the best answers of both players gain 11/12 together (OpenSpiel's nash_conv gives the same).
    let mut meter = Meter::start(&Limit::default());
    let uniform = Profile::new(&Kuhn, &Kuhn.initial(), Config::default(), &mut meter).unwrap();
    assert!((uniform.exploitability() * 2.0 - 11.0 / 12.0).abs() < 1e-9, "{}", uniform.exploitability());
}

#[test]
fn solving_gives_the_equilibrium_with_its_precision() {
    let found = solve(&Kuhn, &Kuhn.initial(), &Limit::default()).unwrap();
    assert_eq!((found.value, found.stopped), (Some(Outcome::Loss), Stopped::Complete));
    assert!((found.score.unwrap() + 1.0 / 18.0).abs() < 2e-4, "{found:?}");
    let short = solve(&Kuhn, &Kuhn.initial(), &Limit::nodes(3000)).unwrap();
    assert_eq!((short.value, short.stopped), (None, Stopped::Nodes), "{short:?}");
}

#[test]
fn sampling_agents_call_with_the_best_card_and_fold_the_worst() {
    for spec in ["flat", "pimc", "ismcts", "cfr", "montecarlo?iterations=500"] {
        for (card, wanted) in [(2, 'b'), (0, 'p')] {
            let state = Hand { cards: [1 - card / 2, card], said: "b".to_string() };
            let view = Kuhn.view(&state, Some(Player(1)));
            for seed in 0..5 {
                let mut agent = make(&Kuhn, spec, seed).unwrap();
                let thought = agent.choose(&Kuhn, Player(1), &view, &['p', 'b'], &Limit::default()).unwrap();
                assert_eq!(thought.best, wanted, "{spec} with card {card}, seed {seed}: {thought:?}");
            }
        }
    }
}

#[test]
fn a_game_too_large_to_learn_is_played_by_sampling_and_that_is_said() {
    let mut agent = make(&Kuhn, "cfr?tree=20", 1).unwrap();
    let view = Kuhn.view(&Hand { cards: [2, 0], said: String::new() }, Some(Player(0)));
    let thought = agent.choose(&Kuhn, Player(0), &view, &['p', 'b'], &Limit::default()).unwrap();
    assert!(thought.because[0].contains("too large to be learnt whole"), "{:?}", thought.because);
}

/// What the first player does at the start.
fn opening(game: Cups, spec: &str, seed: u64, limit: &Limit) -> Thought<u8> {
    let mut agent = make(&game, spec, seed).unwrap();
    let view = game.view(&game.initial(), Some(Player(0)));
    agent.choose(&game, Player(0), &view, &[0, 1], limit).unwrap()
}

#[test]
fn what_another_does_face_down_is_not_known_later() {
    // One in four guesses is right: a gamble loses 2 on average, and more than the 1 that is safe. Whoever grew a
    // branch for every cup would guess right in each.
    for seed in 0..5 {
        let thought = opening(Cups::Pea, "ismcts?iterations=4000&aim=score", seed, &Limit::default());
        assert_eq!(thought.best, 0, "seed {seed}: {thought:?}");
    }
}

#[test]
fn partners_are_trusted() {
    for spec in ["pimc", "ismcts", "flat?playout=sensible"] {
        let thought = opening(Cups::Trust, spec, 3, &Limit::default());
        let wanted = u8::from(spec != "flat?playout=sensible"); // flat sampling sees no reply coming
        assert_eq!(thought.best, wanted, "{spec}: {thought:?}");
    }
}

#[test]
fn compared_moves_are_tried_as_often_and_others_not_at_all() {
    let game: testkit::Tree = "max(3 5 4)".parse().unwrap();
    let mut moves = Vec::new();
    game.moves(&game.initial(), &mut moves);
    let view = game.view(&game.initial(), Some(Player(0)));
    let config = IsmctsConfig {
        exploration: 0.7,
        aim: Aim::Score,
        policy: Policy::Uniform,
        tree: 1000,
        length: 100,
        listen: false,
    };
    let mut agent = Ismcts::new(Budget::iterating(200), config, 1);
    let two = [moves[0], moves[2]];
    let thought = agent.compare(&game, Player(0), &view, &two, &Limit::default()).unwrap();
    let mut valued: Vec<_> = thought.values.iter().map(|(mv, _)| *mv).collect();
    valued.sort_unstable();
    assert_eq!((thought.best, valued.as_slice()), (moves[2], &two[..]), "{thought:?}");
    let thought = agent.choose(&game, Player(0), &view, &moves, &Limit::default()).unwrap();
    assert_eq!((thought.best, thought.values.len()), (moves[1], 3), "a choice looks at all: {thought:?}");
}

#[test]
fn a_world_that_takes_for_ever_ends_with_the_time() {
    let spec = "pimc?time=20&effort=1000000000";
    let thought = opening(Cups::Long, spec, 1, &Limit::default());
    assert_eq!(thought.stopped, Stopped::Time, "{thought:?}");
}

#[test]
fn a_forced_move_takes_no_thought() {
    for spec in ["flat", "pimc", "ismcts", "montecarlo"] {
        let mut agent = make(&Cups::Long, spec, 1).unwrap();
        let thought =
            agent.choose(&Cups::Long, Player(0), &Cups::Long.initial(), &[1], &Limit::default()).unwrap();
        assert_eq!((thought.best, thought.nodes), (1, 0), "{spec}");
    }
}

/// In how many of 20 plays `spec` raises when it is asked with this card after so many raises.
fn raises(spec: &str, card: u8, raised: u8) -> usize {
    let (me, other) = (Player(raised % 2), (card + 1) % 11);
    (0..20)
        .filter(|&seed| {
            let mut agent = make(&Stakes, spec, seed).unwrap();
            let mut s = if me.0 == 0 { Pot::dealt(card, other) } else { Pot::dealt(other, card) };
            agent.heard(&Stakes, me, None, &Stakes.view(&s, Some(me)));
            while s.raised < raised {
                let Turn::Player(by) = Stakes.turn(&s) else { panic!("the stakes can be raised four times") };
                Stakes.apply(&mut s, Act::Raise);
                agent.heard(&Stakes, me, Some(by), &Stakes.view(&s, Some(me)));
            }
            let view = Stakes.view(&s, Some(me));
            let moves = [Act::Pass, Act::Raise];
            agent.choose(&Stakes, me, &view, &moves, &Limit::default()).unwrap().best == Act::Raise
        })
        .count()
}

/// The seventh of eleven cards beats six of ten. Who raises with it doubles what he wins then, but the other raises again
/// with the four cards that beat it, so passing is worth more; and a raise of the other shows one of these.
#[test]
fn stakes_are_raised_by_good_cards_only_and_raises_are_believed() {
    const TOP: u8 = 10;
    for raised in 0..3 {
        assert!(
            raises("ismcts?iterations=1000&listen=yes", TOP, raised) >= 19,
            "the best card raises after {raised}"
        );
        let heard = raises("ismcts?iterations=1000&listen=yes", 6, raised);
        assert!(heard <= 2, "a middling card raises in {heard} of 20 plays after {raised} raises");
    }
    let deaf = raises("ismcts?iterations=1000&listen=no", 6, 0);
    assert!(deaf >= 15, "who does not listen raises in {deaf} of 20 plays");
}
