//! `partie match`: agents against each other, changing seats, with a confidence interval.

use super::sample::Mean;
use crate::args::Match;
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use catalog::Playable;
use game::{Acted, CHEATER, Incident, Limit, Player, Policy, Record, Remedy, outcome};
use indicatif::ProgressBar;
use serde_json::{Value, json};

/// Moves after which a play is stopped and counted as a draw.
const LONGEST: usize = 20_000;

/// One play that is over.
struct Played {
    /// Scores by seat.
    scores: Vec<i32>,
    record: Record,
    /// What went wrong with the agents.
    incidents: Vec<Incident>,
}

/// What several plays came to, by agent.
pub(crate) struct Standing {
    /// The sum of the scores.
    pub(crate) totals: Vec<i64>,
    /// The mean score of each agent in each complete deal: one seed, played from every seat.
    pub(crate) deals: Vec<Vec<f64>>,
    /// Plays won.
    pub(crate) wins: Vec<u32>,
    /// Plays nobody won.
    pub(crate) draws: u32,
    plays: Vec<Value>,
    /// What went wrong with the agents, and what was done about it.
    pub(crate) faults: Vec<String>,
    last: Record,
}

impl Standing {
    /// How many plays there were.
    pub(crate) fn count(&self) -> u32 {
        self.plays.len() as u32
    }
}

pub(crate) fn run(args: &Match, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    let agents = super::list(&args.players);
    let limit =
        Limit { time: args.seconds.map(super::seconds).transpose()?, nodes: args.nodes, ..Limit::default() };
    let bar = ProgressBar::new(u64::from(args.games));
    let policy = Policy { remedy: args.on_fault, ..Policy::default() };
    if !args.cheat && agents.iter().any(|agent| agent == CHEATER) {
        bail!(
            "the {CHEATER} sees all cards: --cheat seats it, in a match that measures what not knowing costs"
        );
    }
    let standing = play(&*game, &agents, args.games.max(1), seed, (&limit, &policy), &bar)?;
    bar.finish_and_clear();
    standing.faults.iter().try_for_each(|fault| out.line(fault))?;
    summary(out, &agents, &standing)?;
    if let Some(path) = &args.record {
        std::fs::write(path, standing.last.to_string())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let best =
        outcome(&standing.totals.iter().map(|&t| t.clamp(-1 << 30, 1 << 30) as i32).collect::<Vec<_>>());
    out.document(&json!({
        "game": game.id(), "players": agents, "scores": standing.totals, "wins": standing.wins,
        "draws": standing.draws, "deals": standing.deals, "winner": best.first().map_or(0, |p| p.0 + 1),
        "record": standing.last.to_string(), "plays": standing.plays, "seed": seed,
    }))?;
    Ok(Answer::Yes)
}

/// After how many changes of seats everybody sits as before: fewer than there are seats where agents repeat.
pub(crate) fn rotations(agents: &[String]) -> usize {
    let n = agents.len();
    (1..n).find(|&by| (0..n).all(|i| agents[i] == agents[(i + by) % n])).unwrap_or(n)
}

/// Lets the agents play, changing seats after every play. A *deal* is one seed played in all ways the agents can sit, so
/// that each agent meets the same chance from every seat (duplicate play); what the chance of a deal gives to one seat
/// then cancels out, and deals are independent of each other.
pub(crate) fn play(
    game: &dyn Playable,
    agents: &[String],
    games: u32,
    seed: u64,
    (limit, policy): (&Limit, &Policy),
    bar: &ProgressBar,
) -> anyhow::Result<Standing> {
    let n = game.players();
    if agents.len() != n {
        bail!("{} is played by {n}: --players names {} agents", game.id(), agents.len());
    }
    let mut standing = Standing {
        totals: vec![0; n],
        deals: Vec::new(),
        wins: vec![0; n],
        draws: 0,
        plays: Vec::new(),
        faults: Vec::new(),
        last: Record::default(),
    };
    let rotations = rotations(agents);
    let mut deal = vec![0.0; n];
    for i in 0..games {
        let seats: Vec<usize> = (0..n).map(|seat| (seat + n - i as usize % n) % n).collect();
        let names: Vec<String> = seats.iter().map(|&a| agents[a].clone()).collect();
        let played = one(game, &names, seed.wrapping_add(u64::from(i) / rotations as u64), limit, policy)?;
        for (seat, &agent) in seats.iter().enumerate() {
            standing.totals[agent] += i64::from(played.scores[seat]);
            deal[agent] += f64::from(played.scores[seat]) / rotations as f64;
        }
        if (i as usize + 1).is_multiple_of(rotations) {
            standing.deals.push(std::mem::replace(&mut deal, vec![0.0; n]));
        }
        let winners = outcome(&played.scores);
        winners.iter().for_each(|p| standing.wins[seats[p.index()]] += 1);
        standing.draws += u32::from(winners.is_empty());
        for incident in &played.incidents {
            standing.faults.push(format!("play {}: {}: {incident}", i + 1, names[incident.player.index()]));
        }
        standing.plays.push(describe(&played, &names));
        standing.last = played.record;
        bar.inc(1);
    }
    Ok(standing)
}

fn describe(play: &Played, names: &[String]) -> Value {
    let told =
        |i: &Incident| json!({"player": i.player.0 + 1, "cause": i.fault.to_string(), "instead": i.instead});
    let out = play.incidents.iter().find(|i| i.instead.is_none());
    json!({
        "players": names, "scores": play.scores, "moves": play.record.moves.len(), "disqualified": out.map(told),
        "faults": play.incidents.iter().map(told).collect::<Vec<_>>(),
    })
}

fn one(
    game: &dyn Playable,
    agents: &[String],
    seed: u64,
    limit: &Limit,
    policy: &Policy,
) -> anyhow::Result<Played> {
    let mut table = game.table(seed);
    for (i, agent) in agents.iter().enumerate() {
        let (player, seed) = (Player(i as u8), seed.wrapping_add(i as u64));
        if agent == CHEATER {
            table.seat_cheat(player, seed)?;
        } else {
            table.seat(player, agent, seed)?;
        }
    }
    let mut scores = None;
    while table.made() < LONGEST {
        match table.act(limit, policy) {
            Acted::Moved(_) | Acted::Chance(_) | Acted::Helped(_) => {}
            Acted::Disqualified(incident) => {
                scores = Some(Policy::scores(agents.len(), incident.player));
                break;
            }
            Acted::Over => {
                scores = Some(table.scores());
                break;
            }
            Acted::Waiting => break,
        }
    }
    if let Some(defect) = table.defect() {
        let moves: Vec<String> = table.record().moves.iter().map(|m| m.text.clone()).collect();
        let place =
            if moves.is_empty() { "at the start".into() } else { format!("after {}", moves.join(" ")) };
        bail!("{}: the play has no result: {place}: {defect}", game.id());
    }
    let mut record = table.record();
    let scores = scores.unwrap_or_else(|| vec![0; agents.len()]);
    record.result.clone_from(&scores);
    Ok(Played { scores, record, incidents: table.incidents().to_vec() })
}

/// A remedy by its name.
pub(crate) fn remedy(text: &str) -> Result<Remedy, String> {
    let known = Remedy::ALL.iter().find(|(name, _)| *name == text);
    let names: Vec<&str> = Remedy::ALL.iter().map(|(name, _)| *name).collect();
    known.map(|(_, remedy)| *remedy).ok_or_else(|| format!("one of {}", names.join(", ")))
}

fn summary(out: &mut Output, agents: &[String], standing: &Standing) -> anyhow::Result<()> {
    let n = standing.plays.len();
    let deals = &standing.deals;
    for (i, agent) in agents.iter().enumerate() {
        let mean = Mean {
            mean: standing.totals[i] as f64 / n as f64,
            interval: Mean::of(&deals.iter().map(|deal| deal[i]).collect::<Vec<_>>()).interval,
        };
        let sure = if mean.interval.is_some() { " (95 %)" } else { "" };
        out.line(format!("{agent}: {} won, mean score {mean}{sure}", standing.wins[i]))?;
    }
    let mut kinds: Vec<&String> = Vec::new();
    agents.iter().for_each(|agent| {
        if !kinds.contains(&agent) {
            kinds.push(agent)
        }
    });
    for other in kinds.iter().skip(1).filter(|_| deals.len() > 1) {
        let mean = Mean::of(&differences(agents, deals, kinds[0], other));
        out.line(format!("{} - {other}: {mean} a deal (95 %)", kinds[0]))?;
    }
    let whole =
        if deals.is_empty() { String::new() } else { format!(", {} deals from every seat", deals.len()) };
    out.line(format!("{} drawn, {n} played{whole}", standing.draws))
}

/// By how much the seats of one agent did better than those of another, deal by deal.
fn differences(agents: &[String], deals: &[Vec<f64>], one: &str, other: &str) -> Vec<f64> {
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
    fn agents_that_repeat_need_fewer_rotations() {
        for (list, wanted) in
            [("a,b", 2), ("a,b,a,b", 2), ("a,a,b,b", 4), ("a,b,b,b", 4), ("a,a,a", 1), ("a", 1)]
        {
            assert_eq!(rotations(&names(list)), wanted, "{list}");
        }
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
    fn a_match_of_one_against_itself_ends_even_in_every_deal() {
        let game = catalog::find("tictactoe").unwrap();
        let agents = names("random,random?");
        let bar = ProgressBar::hidden();
        let standing = play(&*game, &agents, 7, 5, (&Limit::default(), &Policy::default()), &bar).unwrap();
        assert_eq!((standing.count(), standing.deals.len()), (7, 3), "a deal left over does not count");
        // The same seats, seeds and moves: what one wins in the first play the other wins in the second.
        assert!(standing.deals.iter().all(|deal| deal[0] + deal[1] == 0.0), "{:?}", standing.deals);
    }
}
