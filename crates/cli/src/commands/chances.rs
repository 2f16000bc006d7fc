//! `partie chances`: the probability that each side wins, and where a random play is after a number of moves.

use super::automaton::{budget, watch};
use super::report::{bounds, side};
use crate::args::Chances;
use crate::output::{Answer, Output};
use catalog::{After, Known};
use indicatif::ProgressBar;
use serde_json::{Value, json};

pub(crate) fn run(args: &Chances, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    let spinner = ProgressBar::new_spinner();
    let found = game.chances(&budget(&args.budget)?, args.plies, args.most, &mut watch(&spinner));
    spinner.finish_and_clear();
    let mut columns: Vec<String> = found.sides.iter().map(|s| side(s)).collect();
    columns.push("nobody alone".into());
    let numbers = |list: &[catalog::Bounds]| {
        let shown = columns.iter().zip(list).map(|(who, b)| format!("{who} {}", bounds(*b)));
        shown.collect::<Vec<_>>().join(", ")
    };
    out.line(format!("{}: chances when everybody moves at random", game.id()))?;
    match (&found.exact, &found.random) {
        (Ok(exact), Ok(random)) => {
            for ((who, exact), b) in columns.iter().zip(exact).zip(random) {
                out.line(format!("  {who}: {exact} = {}", bounds(*b)))?;
            }
        }
        (Err(why), Ok(random)) => {
            out.line(format!("  {}", numbers(random)))?;
            out.line(format!("  no fractions: {why}"))?;
        }
        (_, Err(why)) => out.line(format!("  not computed: {why}"))?,
    }
    match &found.best {
        Ok(best) => out.line(format!("  in best play, the win each can be sure of: {}", numbers(best)))?,
        Err(why) => out.line(format!("  in best play: not computed: {why}"))?,
    }
    if let Some(defect) = &found.defect {
        out.line(format!(
            "  the rest has no result: {}: {}; shortest play: {}",
            defect.name,
            defect.cause,
            if defect.play.is_empty() { "none, it is the start".to_string() } else { defect.play.join(" ") }
        ))?;
    }
    for level in &found.after {
        show(level, out)?;
    }
    if let Some(why) = &found.short {
        out.line(format!("not computed further: {why}; --states and --work allow more"))?;
    }
    let known = |list: &Known<Vec<catalog::Bounds>>| -> Value {
        list.as_ref()
            .map_or(Value::Null, |l| l.iter().map(|b| json!({"low": b.low, "high": b.high})).collect())
    };
    out.document(&json!({
        "game": game.id(), "sides": found.sides, "complete": found.complete, "exact": found.exact.as_ref().ok(),
        "random": known(&found.random), "best": known(&found.best),
        "after": found.after.iter().map(document).collect::<Vec<_>>(), "stopped": found.short,
        "defect": found.defect.as_ref().map(|d| json!({"name": d.name, "cause": d.cause, "play": d.play})),
    }))?;
    Ok(if found.short.is_none() && found.defect.is_none() { Answer::Yes } else { Answer::No })
}

fn show(level: &After, out: &mut Output) -> anyhow::Result<()> {
    out.line(format!(
        "After {} move{} a random play is in one of {} state{}; it is over with probability {:.6}{}",
        level.plies,
        if level.plies == 1 { "" } else { "s" },
        level.states,
        if level.states == 1 { "" } else { "s" },
        level.over,
        if level.broken > 0.0 {
            format!(", without a result with {:.6}", level.broken)
        } else {
            String::new()
        }
    ))?;
    for spot in &level.spots {
        let exact = spot.exact.as_ref().map_or(String::new(), |p| format!(" = {p}"));
        out.line(format!("  {:.6}{exact}  {}: {}", spot.probability, spot.turn, spot.state))?;
    }
    if level.spots.len() < level.states {
        out.line(format!("  and {} more", level.states - level.spots.len()))?;
    }
    Ok(())
}

fn document(level: &After) -> Value {
    let spots: Vec<Value> = level
        .spots
        .iter()
        .map(|s| json!({"state": s.state, "turn": s.turn, "probability": s.probability, "exact": s.exact}))
        .collect();
    json!({"plies": level.plies, "states": level.states, "over": level.over, "broken": level.broken, "most_likely": spots})
}
