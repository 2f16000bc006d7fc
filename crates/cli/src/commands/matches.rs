//! `partie match`: agents against each other, changing seats, with a confidence interval.

use crate::args::Match;
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use arena::{LONGEST, MatchPlay, Mean, Standing, differences, play_match};
use game::{CHEATER, Incident, Limit, Policy, Remedy, outcome};
use indicatif::ProgressBar;
use serde_json::{Value, json};

pub(crate) fn run(args: &Match, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    super::learn::load_nets(args.players.split(','))?;
    let game = super::open(&args.game)?;
    let agents = super::expert::load_bots(&super::list(&args.players))?;
    let limit =
        Limit { time: args.seconds.map(super::seconds).transpose()?, nodes: args.nodes, ..Limit::default() };
    let bar = ProgressBar::new(u64::from(args.games));
    let policy = Policy { remedy: args.on_fault, ..Policy::default() };
    if !args.cheat && agents.iter().any(|agent| agent == CHEATER) {
        bail!(
            "the {CHEATER} sees all cards: --cheat seats it, in a match that measures what not knowing costs"
        );
    }
    let bounds = (&limit, &policy);
    let standing = play_match(&*game, &agents, args.games.max(1), seed, bounds, &mut |_| bar.inc(1))?;
    bar.finish_and_clear();
    for (i, play) in standing.plays.iter().enumerate() {
        for incident in &play.incidents {
            out.line(format!("play {}: {}: {incident}", i + 1, play.names[incident.player.index()]))?;
        }
    }
    summary(out, &agents, &standing)?;
    let last = standing.plays.last().map(|play| play.record.to_string()).unwrap_or_default();
    if let Some(path) = &args.record {
        std::fs::write(path, &last).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let best =
        outcome(&standing.totals.iter().map(|&t| t.clamp(-1 << 30, 1 << 30) as i32).collect::<Vec<_>>());
    out.document(&json!({
        "game": game.id(), "players": agents, "scores": standing.totals, "wins": standing.wins,
        "draws": standing.draws, "stopped": standing.cut, "deals": standing.deals, "winner": best.first().map_or(0, |p| p.0 + 1),
        "record": last, "plays": standing.plays.iter().map(describe).collect::<Vec<_>>(), "seed": seed,
    }))?;
    Ok(Answer::Yes)
}

fn describe(play: &MatchPlay) -> Value {
    let told =
        |i: &Incident| json!({"player": i.player.0 + 1, "cause": i.fault.to_string(), "instead": i.instead});
    let out = play.incidents.iter().find(|i| i.instead.is_none());
    json!({
        "players": play.names, "scores": play.scores, "moves": play.record.moves.len(), "stopped": play.cut, "disqualified": out.map(told),
        "faults": play.incidents.iter().map(told).collect::<Vec<_>>(),
    })
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
        let mean = standing.score(i);
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
    let cut = match standing.cut {
        0 => String::new(),
        cut => format!(", {cut} stopped after {LONGEST} moves, which is no result"),
    };
    out.line(format!("{} drawn{cut}, {n} played{whole}", standing.draws))
}
