//! `partie learn compare`: the same deals (or openings) from every seat, one agent against a table of another, and what both cost
//! in processor time.

use crate::args::Measure;
use crate::output::{Answer, Output};
use game::Limit;
use learn::Terms;
use serde_json::json;

/// Moves of a play at most; then it is drawn.
const LONGEST: usize = 2000;

pub(super) fn run(args: &Measure, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    super::load_nets([args.agent.as_str(), args.other.as_str()])?;
    let game = crate::commands::open(&args.game)?;
    let opening = if game.chance() || game.players() == 1 { 0 } else { args.opening };
    let limit = Limit { clock: arena::clock::processor(), ..Limit::default() };
    let terms = Terms { deals: args.deals, length: LONGEST, limit, opening, seed };
    let found = game.school().compare(&args.agent, &args.other, &terms)?;
    let (share, within) = (100.0 * found.share(), 100.0 * found.within());
    out.line(format!("{} {}", args.agent, super::told(&args.other, &found)))?;
    out.line(format!(
        "{share:.1} ± {within:.1} % of what could be won (95 %), {} deals from every seat",
        args.deals
    ))?;
    let mut document = super::measured(&args.other, &found);
    document["game"] = json!(game.id());
    document["deals"] = json!(args.deals);
    document["share_within"] = json!(found.within());
    out.document(&document)?;
    Ok(Answer::Yes)
}
