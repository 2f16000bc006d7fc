//! `partie deal`: a deal made to measure.

use crate::output::{Answer, Output};
use anyhow::bail;
use clap::Args;
use game::Rng;
use practice::{Slots, deal_with};
use serde_json::json;

#[derive(Args)]
pub(crate) struct Deal {
    /// The game
    pub(crate) game: String,
    /// What must hold, such as 'player 2 has at least 4 tarocks', 'declarer has both red sevens', 'talon has no kings',
    /// 'player 1 has HA,H10'; may be given several times
    #[arg(long = "condition", value_name = "TEXT")]
    pub(crate) conditions: Vec<String>,
    /// Print the record of the deal only, for `partie play --resume` or an import in the browser
    #[arg(long)]
    pub(crate) record: bool,
}

pub(crate) fn run(args: &Deal, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    let slots = Slots::learn(&mut *game.table(seed))?;
    let name = args.game.split('?').next().unwrap_or_default();
    let declares = ["marias", "snaps"].contains(&name);
    let dealt = match deal_with(&slots, &args.conditions, declares, &mut Rng::new(seed)) {
        Ok(dealt) => dealt,
        Err(fault) => bail!("{fault}"),
    };
    let mut record = slots.deal(&dealt, &mut *game.table(seed))?;
    record.seed = None;
    let listed = catalog::listing(name).is_some_and(|l| l.parameters.iter().any(|p| p.name == "deal"));
    let joint = if args.game.contains('?') { '&' } else { '?' };
    let given = slots.parameter(&dealt).filter(|_| listed);
    let id = given.map(|cards| format!("{}{joint}deal={cards}", args.game));
    if args.record {
        out.line(record.to_string().trim_end())?;
    } else {
        for (group, cards) in slots.groups.iter().zip(&dealt.groups) {
            out.line(format!("{:>8}: {}", group.zone, cards.join(" ")))?;
        }
        if let Some(id) = &id {
            out.line(format!("\npartie play '{id}'"))?;
        }
    }
    let groups: Vec<_> =
        slots.groups.iter().zip(&dealt.groups).map(|(g, c)| json!({"zone": g.zone, "cards": c})).collect();
    out.document(
        &json!({"game": args.game, "deal": groups, "id": id, "record": record.to_string(), "seed": seed}),
    )?;
    Ok(Answer::Yes)
}
