//! Agents from descriptions: `mcts?iterations=500&c=1.4`.

use crate::alphabeta::AlphaBeta;
use crate::budget::Budget;
use crate::kind::{Kind, kind};
use crate::mcts::{Aim, Config, Mcts};
use crate::random::Random;
use crate::registry::{AGENTS, AgentInfo};
use crate::stake::estimate;
use game::{Agent, Observe, Options, nearest};

/// Makes the agent of a description. The same description and seed always play the same, as long as no time limit is
/// reached.
///
/// # Errors
/// Says which agent or parameter is unknown and what may have been meant, or why the agent cannot play this game and
/// which agents can.
pub fn make<G: Observe + 'static>(game: &G, spec: &str, seed: u64) -> Result<Box<dyn Agent<G>>, String> {
    let (name, rest) = spec.split_once('?').unwrap_or((spec, ""));
    let info = info(name)?;
    let options =
        Options::parse(rest, info.parameters).map_err(|fault| format!("agent '{name}': {fault}"))?;
    let kind = kind(game);
    if let Some(why) = info.suits.refuses(kind) {
        return Err(format!("agent '{name}' cannot play this: {why}; try {}", suited(kind).join(", ")));
    }
    build(game, info.name, &options, seed).map_err(|fault| format!("agent '{name}': {fault}"))
}

/// What is known of the agent of that name (without parameters).
///
/// # Errors
/// Says that there is none and which may have been meant.
pub fn info(name: &str) -> Result<&'static AgentInfo, String> {
    AGENTS.iter().find(|info| info.name == name).ok_or_else(|| {
        let names: Vec<&str> = AGENTS.iter().map(|info| info.name).collect();
        let hint = nearest(name, names.iter().copied())
            .map_or(String::new(), |near| format!("; did you mean '{near}'?"));
        format!("unknown agent '{name}' (known: {}){hint}", names.join(", "))
    })
}

/// The agents that can play games of this kind.
pub fn suited(kind: Kind) -> Vec<&'static str> {
    AGENTS.iter().filter(|info| info.suits.refuses(kind).is_none()).map(|info| info.name).collect()
}

/// The description of a good agent for a game, the same for all games of its kind.
pub fn strongest<G: Observe>(game: &G) -> &'static str {
    let kind = kind(game);
    match (kind.players, kind.hidden) {
        _ if kind.hidden => "random",
        _ => "mcts",
    }
}

fn build<G: Observe + 'static>(
    game: &G,
    name: &str,
    options: &Options,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, String> {
    let heuristic = || estimate(game, options.text("heuristic"));
    let size = |name: &str| usize::try_from(options.int(name)).unwrap_or(0);
    Ok(match name {
        "alphabeta" => {
            let budget = Budget::deepening(200_000).with(options);
            Box::new(AlphaBeta::new(budget, heuristic()?, size("table"), seed))
        }
        "mcts" => {
            let config = Config {
                exploration: decimal(options, "c", 0.0, 100.0)?,
                threads: size("threads"),
                tree: size("tree"),
                reuse: options.flag("reuse"),
                aim: Aim::named(options.text("aim")),
                length: size("length") as u64,
            };
            Box::new(Mcts::new(Budget::iterating(5000).with(options), config, seed))
        }
        _ => Box::new(Random::new(seed)),
    })
}

/// A parameter that is a decimal number in a range.
fn decimal(options: &Options, name: &str, low: f64, high: f64) -> Result<f64, String> {
    let text = options.text(name);
    text.parse()
        .ok()
        .filter(|x| (low..=high).contains(x))
        .ok_or_else(|| format!("parameter '{name}' must be a number from {low} to {high}, not '{text}'"))
}
