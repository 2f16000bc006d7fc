//! A match: a list of agents, one for each seat, who change seats after every play. A *deal* is one seed played in all ways the
//! agents can sit, so that each agent meets the same chance from every seat (duplicate play); what the chance of a deal gives
//! to one seat then cancels out, and deals are independent of each other.

use crate::mean::Mean;
use crate::plan::LONGEST;
use crate::play::NoResult;
use crate::schedule::rotations;
use catalog::Playable;
use fair::agent_seed;
use game::{Acted, CHEATER, Incident, Limit, Player, Policy, Record, outcome};

/// One play that is over.
pub struct MatchPlay {
    /// Who sat where.
    pub names: Vec<String>,
    /// Scores by seat.
    pub scores: Vec<i32>,
    /// The play itself.
    pub record: Record,
    /// What went wrong with the agents.
    pub incidents: Vec<Incident>,
    /// It went on for [`LONGEST`] moves and was stopped: nobody has won, and it is not a draw.
    pub cut: bool,
}

/// What several plays came to, by agent.
pub struct Standing {
    /// The sum of the scores.
    pub totals: Vec<i64>,
    /// The mean score of each agent in each complete deal: one seed, played from every seat.
    pub deals: Vec<Vec<f64>>,
    /// Plays won.
    pub wins: Vec<u32>,
    /// Plays that ended and nobody won.
    pub draws: u32,
    /// Plays that were stopped because they did not end.
    pub cut: u32,
    /// The plays, in order.
    pub plays: Vec<MatchPlay>,
}

impl Standing {
    /// The mean score of an agent with its interval over deals.
    pub fn score(&self, agent: usize) -> Mean {
        Mean {
            mean: self.totals[agent] as f64 / self.plays.len().max(1) as f64,
            interval: Mean::of(&self.deals.iter().map(|deal| deal[agent]).collect::<Vec<_>>()).interval,
        }
    }
}

/// Lets the agents play, changing seats after every play; `each` is called after every play.
///
/// # Errors
/// An agent cannot sit down, or a play has no result because the rules of the game failed.
pub fn play_match(
    game: &dyn Playable,
    agents: &[String],
    games: u32,
    seed: u64,
    (limit, policy): (&Limit, &Policy),
    each: &mut dyn FnMut(&MatchPlay),
) -> Result<Standing, NoResult> {
    let n = game.players();
    if agents.len() != n {
        let cause = format!("{} is played by {n}: --players names {} agents", game.id(), agents.len());
        return Err(NoResult::Opening(cause));
    }
    let mut standing = Standing {
        totals: vec![0; n],
        deals: Vec::new(),
        wins: vec![0; n],
        draws: 0,
        cut: 0,
        plays: Vec::new(),
    };
    let rotations = rotations(agents);
    let mut deal = vec![0.0; n];
    for i in 0..games {
        let seats: Vec<usize> = (0..n).map(|seat| (seat + n - i as usize % n) % n).collect();
        let names: Vec<String> = seats.iter().map(|&a| agents[a].clone()).collect();
        let played = one(game, names, seed.wrapping_add(u64::from(i) / rotations as u64), limit, policy)?;
        for (seat, &agent) in seats.iter().enumerate() {
            standing.totals[agent] += i64::from(played.scores[seat]);
            deal[agent] += f64::from(played.scores[seat]) / rotations as f64;
        }
        if (i as usize + 1).is_multiple_of(rotations) {
            standing.deals.push(std::mem::replace(&mut deal, vec![0.0; n]));
        }
        let winners = outcome(&played.scores);
        winners.iter().for_each(|p| standing.wins[seats[p.index()]] += 1);
        standing.draws += u32::from(winners.is_empty() && !played.cut);
        standing.cut += u32::from(played.cut);
        each(&played);
        standing.plays.push(played);
    }
    Ok(standing)
}

fn one(
    game: &dyn Playable,
    names: Vec<String>,
    seed: u64,
    limit: &Limit,
    policy: &Policy,
) -> Result<MatchPlay, NoResult> {
    let mut table = game.table(seed);
    for (i, agent) in names.iter().enumerate() {
        let player = Player(i as u8);
        let seed = agent_seed(seed, player);
        // Who asks for the cheater has said so: the command line wants a flag for it.
        let seated = match agent == CHEATER {
            true => table.seat_cheat(player, seed),
            false => table.seat(player, agent, seed),
        };
        seated.map_err(|error| NoResult::Seat { name: agent.clone(), cause: error.to_string() })?;
    }
    let mut scores = None;
    while table.made() < LONGEST {
        match table.act(limit, policy) {
            Acted::Moved(_) | Acted::Chance(_) | Acted::Helped(_) => {}
            Acted::Disqualified(incident) => {
                scores = Some(Policy::scores(names.len(), incident.player));
                break;
            }
            Acted::Over => {
                scores = Some(table.scores());
                break;
            }
            Acted::Waiting => break,
        }
    }
    if let Some(cause) = table.defect() {
        let moves = table.record().moves.into_iter().map(|m| m.text).collect();
        return Err(NoResult::Defect { game: game.id(), moves, cause });
    }
    let mut record = table.record();
    let cut = scores.is_none();
    let scores = scores.unwrap_or_else(|| vec![0; names.len()]);
    record.result.clone_from(&scores);
    Ok(MatchPlay { names, scores, record, incidents: table.incidents().to_vec(), cut })
}

/// By how much the seats of one agent did better than those of another, deal by deal.
pub fn differences(agents: &[String], deals: &[Vec<f64>], one: &str, other: &str) -> Vec<f64> {
    let mean = |deal: &[f64], name: &str| {
        let scores: Vec<f64> = agents.iter().zip(deal).filter(|(a, _)| *a == name).map(|(_, &s)| s).collect();
        scores.iter().sum::<f64>() / scores.len().max(1) as f64
    };
    deals.iter().map(|deal| mean(deal, one) - mean(deal, other)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<String> {
        list.split(',').map(str::to_string).collect()
    }

    #[test]
    fn the_luck_of_a_deal_cancels_out() {
        // The chance of a deal is worth 100 to whoever sits in its lucky seat; the first agent is better by 1.
        let agents = names("a,b,b");
        let deals: Vec<Vec<f64>> =
            [100.0, -40.0, 7.0].iter().map(|luck| vec![luck / 3.0 + 1.0, luck / 3.0, luck / 3.0]).collect();
        let mean = Mean::of(&differences(&agents, &deals, "a", "b"));
        assert!((mean.mean - 1.0).abs() < 1e-9 && mean.interval.unwrap() < 1e-9, "{mean}");
    }

    #[test]
    fn a_play_that_does_not_end_is_no_draw() {
        let text = "player(ann). player(bob). state(ann, [left([k]), right([])]).
            turn(go, state(P, [left([k]), right([])]), state(P, [left([]), right([k])])).
            turn(back, state(P, [left([]), right([k])]), state(P, [left([k]), right([])])).
            next(_, state(ann, Z), state(bob, Z)). next(_, state(bob, Z), state(ann, Z)).
            win(state(_, [left([]), right([])]), ann).";
        let game = catalog::describe(text, "swing.pl").game.unwrap();
        let bounds = (&Limit::default(), &Policy::default());
        let standing = play_match(&*game, &names("random,random"), 2, 1, bounds, &mut |_| {}).unwrap();
        assert_eq!((standing.draws, standing.cut), (0, 2));
        assert!(standing.plays.iter().all(|play| play.cut && play.record.moves.len() == LONGEST));
    }

    #[test]
    fn a_match_of_one_against_itself_ends_even_in_every_deal() {
        let game = catalog::find("tictactoe").unwrap();
        let agents = names("random,random?");
        let bounds = (&Limit::default(), &Policy::default());
        let mut count = 0;
        let standing = play_match(&*game, &agents, 7, 5, bounds, &mut |_| count += 1).unwrap();
        assert_eq!(
            (count, standing.plays.len(), standing.deals.len()),
            (7, 7, 3),
            "a deal left over does not count"
        );
        // The same seats, seeds and moves: what one wins in the first play the other wins in the second.
        assert!(standing.deals.iter().all(|deal| deal[0] + deal[1] == 0.0), "{:?}", standing.deals);
    }
}
