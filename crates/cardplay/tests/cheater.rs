//! The cheater: exact in play, better than chance before it, and not to be had through the roster.

use cardplay::{Cheater, Kernel};
use cards::{Phase, TrickTaking};
use game::{AgentError, Cheat, Limit, Player, Rng, Roster, Show, Table, TableOf, Turn};
use marias::Marias;
use snaps::Snaps;
use std::sync::Arc;
use taroky::Taroky;

/// What the cheater wins more in these deals than a sober player in its seat does.
fn gain<G: TrickTaking + Show + 'static>(game: &G, deals: u64) -> i32 {
    play(game, deals, true) - play(game, deals, false)
}

/// Plays deals in which all play soberly, or all but one who cheats; what that seat won.
fn play<G: TrickTaking + Show + 'static>(game: &G, deals: u64, cheats: bool) -> i32 {
    let mut won = 0;
    for seed in 0..deals {
        let me = Player((seed % game.players() as u64) as u8);
        let mut cheater = Cheater::new(seed);
        let mut rng = Rng::new(seed);
        let (mut s, mut scratch, mut kernel) = (game.initial(), Vec::new(), Kernel::new(14));
        while game.turn(&s) != Turn::Over && game.phase(&s) != Phase::Scoring {
            let mut moves = Vec::new();
            let mv = if cheats && game.turn(&s) == Turn::Player(me) {
                game.moves(&s, &mut moves);
                let thought = cheater.choose(game, me, &s, &moves, &Limit::iterations(1)).expect("a move");
                assert!(moves.contains(&thought.best));
                let deal = game.in_play(&s).filter(|deal| deal.hands[me.index()].len() <= 5 && !deal.over());
                if let Some(deal) = deal
                    && game.score(&s, me) == 0
                {
                    // The best value is that of the deal.
                    let best = thought.values.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
                    let share = deal.objective.shares[me.index()];
                    let exact = share * kernel.solve_value(&deal).expect("a sound deal");
                    assert!(best >= f64::from(exact), "{best} against {exact} in {s:?}");
                }
                thought.best
            } else {
                game.sensible(&s, &mut rng, &mut scratch).expect("a move")
            };
            game.apply(&mut s, mv);
        }
        won += game.score(&s, me);
    }
    won
}

#[test]
fn a_cheater_reaches_the_value_of_the_deal_and_wins_from_sober_players() {
    let gains = [
        gain(&Snaps::parse("").unwrap(), 100),
        gain(&Marias::voleny("").unwrap(), 12),
        gain(&Marias::licitovany("").unwrap(), 6),
        gain(&Taroky::parse("").unwrap(), 2),
    ];
    assert!(gains.iter().all(|gain| *gain > 0), "{gains:?}");
}

#[test]
fn a_cheater_sits_by_another_door_only() {
    let game = Arc::new(Snaps::parse("").unwrap());
    let mut roster = Roster::new("");
    cardplay::agents(&mut roster, None);
    assert!(roster.all().all(|info| info.name != "cheater"));
    let mut table = TableOf::new(Arc::clone(&game), Arc::new(roster), 1);
    assert!(matches!(table.seat(Player(0), "cheater", 1), Err(AgentError::Unknown { .. })));
    assert!(matches!(table.seat_cheat(Player(9), 1), Err(AgentError::NoPlayer { .. })));
    table.seat_cheat(Player(0), 1).unwrap();
    assert_eq!(table.record().players[0], "cheater", "a record names it as what it is");
    let mut plain = TableOf::new(game, Arc::new(Roster::new("")), 1);
    let refused = plain.seat_cheat(Player(0), 1).unwrap_err().to_string();
    assert_eq!(refused, "nobody knows how to cheat in snaps");
}
