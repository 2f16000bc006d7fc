//! `partie exercise`: a position with one best move.

use crate::args::Exercise;
use crate::draw;
use crate::output::{Answer, Output};
use anyhow::Context;
use catalog::Playable;
use serde_json::json;
use std::sync::Arc;
use trainer::exercise::{Effort, LEVELS, generate, mark};

pub(crate) fn run(args: &Exercise, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let game: Arc<dyn Playable> = Arc::from(super::open(&args.game)?);
    let agent = game.strongest();
    let effort = Effort {
        nodes: args.nodes.max(1_000),
        within: Some(super::seconds(args.seconds)?),
        exact: super::review::solver(&game),
        ..Effort::default()
    };
    let level = args.level;
    anyhow::ensure!(level.is_none_or(|level| (1..=LEVELS).contains(&level)), "levels are 1 to {LEVELS}");
    let Some(found) = generate(&|seed| Ok(game.table(seed)), &agent, level, seed, &effort) else {
        out.line(format!(
            "no position with one best move was found within {} seconds; try another seed or level, or allow more with --seconds",
            args.seconds
        ))?;
        out.document(&json!({"game": game.id(), "found": false}))?;
        return Ok(Answer::No);
    };
    let mut table = game.table(0);
    table.replay(&found.record).context("the exercise does not replay")?;
    let offers = table.offers(args.lang);
    let marked = args
        .answer
        .as_ref()
        .map(|answer| {
            anyhow::ensure!(
                offers.iter().any(|offer| offer.text == *answer),
                "'{answer}' is not a legal move there"
            );
            mark(&*table, &found, answer, &agent, args.lang, effort.nodes)
                .context("the answer could not be marked")
        })
        .transpose()?;
    out.line(format!(
        "{}: player {} is to move; level {} of {LEVELS}",
        game.id(),
        found.player,
        found.level
    ))?;
    out.line(draw::table(&*table, Some(found.player), args.lang, out.colour()))?;
    let label =
        |text: &str| offers.iter().find(|o| o.text == text).map_or(String::new(), |o| o.label.clone());
    for offer in &offers {
        out.line(format!("  {:<12} {}", offer.text, offer.label))?;
    }
    if let Some(marked) = &marked {
        let loss = marked.loss.map_or(String::new(), |loss| format!(" ({loss:.2})"));
        out.line(format!("{}: {}{loss}", if marked.right { "right" } else { "wrong" }, marked.best))?;
        marked.because.iter().try_for_each(|why| out.line(format!("  - {why}")))?;
    }
    let shown = args.solution || marked.is_some();
    if args.solution {
        out.line(format!("best: {} ({})", found.best, label(&found.best)))?;
    }
    if let Some(path) = &args.out {
        std::fs::write(path, found.record.to_string())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    out.document(&json!({
        "game": game.id(), "found": true, "player": found.player.index() + 1, "level": found.level,
        "margin": found.margin, "worlds": {"tried": found.worlds.0, "agreed": found.worlds.1},
        "record": found.record.to_string(), "offers": offers.iter().map(|o| &o.text).collect::<Vec<_>>(),
        "best": if shown { json!(found.best) } else { json!(null) },
        "right": marked.as_ref().map(|m| m.right), "loss": marked.as_ref().and_then(|m| m.loss),
    }))?;
    Ok(if marked.is_some_and(|m| !m.right) { Answer::No } else { Answer::Yes })
}
