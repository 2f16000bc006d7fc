//! Beliefs: a deal played again from its first card is the deal, tables are what slow counting gives, weights follow Bayes,
//! and any agent can hold a belief.

use cardplay::belief::{Habits, Weighted, counted, thesis, unseen, weighted};
use cards::{Phase, TrickTaking};
use game::{Agent, Belief, Game, Limit, Observe, Player, Rng, Turn, Worlds};
use marias::Marias;
use snaps::Snaps;
use std::sync::Arc;
use taroky::Taroky;

/// A random state of play after about `part` of the cards.
fn play<G: TrickTaking>(game: &G, rng: &mut Rng, part: f64) -> G::State {
    let mut moves = Vec::new();
    loop {
        let mut s = game.initial();
        while game.turn(&s) != Turn::Over && game.phase(&s) != Phase::Scoring {
            let played = game.plays(&s).len() as f64;
            let left: usize = Player::all(game.players()).map(|p| game.hand(&s, p).len()).sum();
            if game.phase(&s) == Phase::Play
                && game.in_play(&s).is_some()
                && played >= part * (played + left as f64)
            {
                return s;
            }
            let mv = game.pick(&s, rng, &mut moves).expect("somebody moves");
            game.apply(&mut s, mv);
        }
    }
}

fn openings<G: TrickTaking>(game: &G) {
    let mut rng = Rng::new(3);
    for round in 0..60 {
        let s = play(game, &mut rng, f64::from(round % 10) / 10.0);
        let first = game.opening(&s).expect("cards are played");
        assert_eq!(game.phase(&first), Phase::Play);
        assert!(game.plays(&first).is_empty());
        let mut again = first.clone();
        for card in game.plays(&s) {
            let mv = game.play_of(&again, card).expect("the card was legal");
            game.apply(&mut again, mv);
        }
        assert_eq!(game.plays(&again), game.plays(&s));
        for p in Player::all(game.players()) {
            assert_eq!(game.hand(&again, p), game.hand(&s, p));
            assert_eq!(game.taken(&again, p), game.taken(&s, p));
        }
        assert_eq!(game.turn(&again), game.turn(&s));
    }
}

#[test]
fn a_deal_played_again_from_its_first_card_is_the_same() {
    openings(&Snaps::parse("auto_claim=off").unwrap());
    openings(&Marias::voleny("").unwrap());
    openings(&Marias::licitovany("").unwrap());
    openings(&Taroky::parse("").unwrap());
}

fn tables<G: TrickTaking>(game: &G, wanted_counted: bool) {
    let mut rng = Rng::new(11);
    let mut all = true;
    for round in 0..12 {
        let s = play(game, &mut rng, 0.5);
        let me = Player(round % game.players() as u8);
        let view = game.view(&s, Some(me));
        let exact = counted(game, &view, 1).unwrap();
        all &= exact.deals.is_some();
        let cards = unseen(game, &view, &s);
        assert_eq!(exact.rows.len(), cards.len());
        for (card, shares) in &exact.rows {
            let sum: f64 = shares.iter().sum();
            assert!(
                cards.has(*card) && sum <= 1.0 + 1e-9 && shares[me.index()] == 0.0,
                "{card:?} {shares:?}"
            );
            let holder = Player::all(game.players()).find(|&p| game.hand(&s, p).has(*card));
            assert!(holder.is_none_or(|p| shares[p.index()] > 0.0), "the truth is possible");
        }
        // Every hand is as long as everybody can count.
        for p in Player::all(game.players()).filter(|&p| p != me) {
            let sum: f64 = exact.rows.iter().map(|(_, shares)| shares[p.index()]).sum();
            assert!((sum - game.hand(&s, p).len() as f64).abs() < 1e-6, "{sum} cards of player {p}");
        }
        let belief = Weighted { deals: 400, ..Weighted::default() };
        let table = weighted(game, &view, &belief).unwrap();
        for (card, shares) in &table.rows {
            let row = exact.rows.iter().find(|(c, _)| c == card).map(|(_, row)| row).unwrap();
            assert!(
                shares.iter().zip(row).all(|(w, e)| *e > 0.0 || *w == 0.0),
                "what is impossible stays so"
            );
        }
        assert_eq!(table, weighted(game, &view, &belief).unwrap(), "the same seed gives the same table");
    }
    assert_eq!(all, wanted_counted);
}

#[test]
fn tables_are_consistent_with_what_everybody_can_count() {
    tables(&Snaps::parse("").unwrap(), true);
    tables(&Marias::licitovany("").unwrap(), true);
    tables(&Taroky::parse("").unwrap(), true);
}

#[test]
fn without_habits_a_weighted_belief_counts_choices_only_and_draws_fit_the_view() {
    let game = Snaps::parse("").unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..10 {
        let s = play(&game, &mut rng, 0.6);
        let view = game.view(&s, Some(Player(2)));
        let random = Habits { temperature: 1.0, slack: 1.0 };
        let belief = Weighted { deals: 300, habits: random, seed: 3 };
        // A player who plays any legal card plays this one with one over the number of legal cards.
        let mut deal = game.in_play(&game.opening(&s).unwrap()).unwrap();
        let mut log = 0.0;
        for card in game.plays(&s) {
            if deal.turn() != 2 {
                log -= (deal.legal().len() as f64).ln();
            }
            deal.play(card);
        }
        let spoken: f64 = [0, 1, 3].iter().map(|&p| game.spoken(&s, Player(p)).ln()).sum();
        assert!((belief.log_likelihood(&game, &s, Some(Player(2))) - log - spoken).abs() < 1e-9);
        let pool = belief.pool(&game, &view).unwrap();
        assert!(pool.effective() >= 1.0 && pool.effective() <= 300.0);
        for _ in 0..20 {
            let (t, weight) = pool.draw(&mut rng).unwrap();
            assert_eq!((game.view(&t, Some(Player(2))), weight), (view.clone(), 1.0));
        }
    }
}

#[test]
fn any_agent_that_guesses_can_hold_a_belief() {
    /// A belief that knows the truth.
    struct Truth(snaps::State);
    impl Belief<Snaps> for Truth {
        fn worlds<'a>(
            &'a self,
            _: &'a Snaps,
            _: &snaps::View,
        ) -> Result<game::WorldsOf<'a, Snaps>, game::Contradiction> {
            Ok(Box::new(game::Known(self.0)))
        }
    }
    let game = Snaps::parse("").unwrap();
    let mut rng = Rng::new(8);
    let s = play(&game, &mut rng, 0.4);
    let Turn::Player(me) = game.turn(&s) else { panic!("a player is to move") };
    let view = game.view(&s, Some(me));
    let mut moves = Vec::new();
    game.moves(&s, &mut moves);
    for spec in
        ["flat?iterations=20", "pimc?iterations=5", "ismcts?iterations=50", "montecarlo?iterations=50"]
    {
        let mut agent = search::make(&game, spec, 1).unwrap();
        assert!(agent.believe(Arc::new(Truth(s))), "{spec} thinks about states");
        agent.choose(&game, me, &view, &moves, &Limit::default()).unwrap();
        assert!(agent.believe(Arc::new(Weighted { deals: 50, ..Weighted::default() })));
        agent.choose(&game, me, &view, &moves, &Limit::default()).unwrap();
        // A view that contradicts itself is a fault of the agent, with its cause.
        let mut broken = view.clone();
        broken.table.hands[me.index()] = cards::Hand(0xFC);
        if let Err(fault) = agent.choose(&game, me, &broken, &moves, &Limit::default()) {
            assert!(fault.to_string().contains("no state fits what it saw"), "{fault}");
        } else {
            assert_eq!(moves.len(), 1, "{spec} thought about a state that cannot be");
        }
    }
    let mut random = search::make(&game, "random", 1).unwrap();
    assert!(!random.believe(Arc::new(Weighted::default())), "who guesses nothing needs no belief");
}

#[test]
fn the_table_of_the_thesis_has_rows_of_one_and_agrees_on_what_is_certain() {
    let game = Snaps::parse("").unwrap();
    let mut rng = Rng::new(21);
    for round in 0..60u8 {
        let s = play(&game, &mut rng, f64::from(round % 9) / 10.0);
        let view = game.view(&s, Some(Player(round % 4)));
        let table = thesis::of(&game, &view, &[]).unwrap().table();
        let exact = counted(&game, &view, 1).unwrap();
        assert_eq!(table.rows.len(), exact.rows.len());
        for ((card, row), (_, truth)) in table.rows.iter().zip(&exact.rows) {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{card:?} {row:?}");
            assert!(row.iter().zip(truth).all(|(a, b)| *a > 0.0 || *b == 0.0), "{card:?} {row:?} {truth:?}");
        }
        if game.plays(&s).is_empty() {
            assert!(table.distance(&exact).0 < 0.34);
        }
    }
}
