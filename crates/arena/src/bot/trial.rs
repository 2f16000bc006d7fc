//! Says what is wrong with a program that wants to be a player (`partie bot-test COMMAND`): it is greeted, seated in several
//! games, and every answer is looked at.

use super::Program;
use crate::plan::Settings;
use catalog::Playable;
use fair::agent_seed;
use game::{Acted, Limit, Player, Policy, Remedy, Turn};
use std::time::Duration;

/// How grave a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// As it should be.
    Good,
    /// It plays, but a person should look at this.
    Doubtful,
    /// A match would be lost by it.
    Wrong,
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How grave.
    pub grade: Grade,
    /// What, as a sentence.
    pub text: String,
}

fn finding(grade: Grade, text: impl Into<String>) -> Finding {
    Finding { grade, text: text.into() }
}

/// Tries a program in a game: `plays` plays from every seat against random players, with this time for a move.
pub fn trial(command: &[String], game: &dyn Playable, plays: u32, time: Duration, seed: u64) -> Vec<Finding> {
    let mut found = Vec::new();
    let settings = Settings::new();
    let greeted = match Program::greeted(command, &settings) {
        Ok(program) => program,
        Err(error) => return vec![finding(Grade::Wrong, error.to_string())],
    };
    found.push(match greeted.name() {
        "" => finding(Grade::Doubtful, "it greets, but gives no name: send 'id name …' before 'ready'"),
        name => finding(Grade::Good, format!("it greets and calls itself '{name}'")),
    });
    if !greeted.options().is_empty() {
        let text = format!("it declares the options {}", greeted.options().join(", "));
        found.push(finding(Grade::Good, text));
    }
    drop(greeted);
    let limit = Limit::time(time);
    let policy = Policy { remedy: Remedy::First, ..Policy::default() };
    let (mut moves, mut games, mut slowest) = (0u32, 0u32, Duration::ZERO);
    'plays: for play in 0..plays {
        for seat in 0..game.players() {
            let deal = seed.wrapping_add(u64::from(play));
            let mut table = game.table(deal);
            for other in (0..game.players()).filter(|&other| other != seat) {
                let other = Player(other as u8);
                if let Err(error) = table.seat(other, "random", agent_seed(deal, other)) {
                    found.push(finding(Grade::Wrong, error.to_string()));
                    return found;
                }
            }
            let me = Player(seat as u8);
            let program = match Program::start(command, &settings, &*table, me, agent_seed(deal, me)) {
                Ok(program) => program,
                Err(error) => {
                    found.push(finding(Grade::Wrong, format!("started again, {error}")));
                    break 'plays;
                }
            };
            if let Err(error) = table.seat_mind(me, "program", Box::new(program)) {
                found.push(finding(Grade::Wrong, error.to_string()));
                return found;
            }
            while table.made() < 2000 {
                let mine = table.turn() == Turn::Player(me);
                let start = limit.clock.now();
                match table.act(&limit, &policy) {
                    Acted::Over | Acted::Waiting => break,
                    Acted::Helped(incident) | Acted::Disqualified(incident) => {
                        let place = format!("in play {} from seat {}", play + 1, seat + 1);
                        found.push(finding(
                            Grade::Wrong,
                            format!("{place}, after {} moves, it {}", incident.made, incident.fault),
                        ));
                        break 'plays;
                    }
                    Acted::Moved(_) if mine => {
                        moves += 1;
                        slowest = slowest.max(limit.clock.since(start));
                    }
                    Acted::Moved(_) | Acted::Chance(_) => {}
                }
            }
            games += 1;
        }
    }
    if games > 0 {
        found.push(finding(
            Grade::Good,
            format!("it played {games} plays of {} and answered {moves} times", game.id()),
        ));
    }
    if slowest > time {
        found.push(finding(
            Grade::Doubtful,
            format!("its slowest answer took {slowest:.1?} of {time:.1?}: leave a reserve"),
        ));
    }
    found
}
