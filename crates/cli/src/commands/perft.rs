//! `partie perft`: counting move sequences and states.

use crate::args::Perft;
use crate::output::{Answer, Output};
use anyhow::bail;
use serde_json::{Value, json};

/// States of one level that are kept at once.
const ROOM: usize = 30_000_000;

pub(crate) fn run(args: &Perft, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    if let Some(defect) = game.table(0).defect() {
        bail!("{defect}");
    }
    // A description is counted level by level in any case: its author wants to see both numbers.
    let states = args.states || catalog::listing(args.game.split('?').next().unwrap_or_default()).is_none();
    let (depths, short) = game.perft(args.depth, states, ROOM);
    out.line(format!("{}\n{:>5} {:>20} {:>16} {:>14}", game.id(), "depth", "nodes", "finished", "states"))?;
    let shown = |n: Option<u64>| n.map_or("-".to_string(), |n| n.to_string());
    let mut documents = Vec::new();
    for d in &depths {
        let (finished, states) = (shown(d.finished), shown(d.states));
        out.line(format!("{:>5} {:>20} {finished:>16} {states:>14}", d.depth, d.nodes))?;
        let mut document = json!({"depth": d.depth, "nodes": d.nodes});
        for (key, n) in [("finished", d.finished), ("states", d.states)] {
            if let Some(n) = n {
                document[key] = json!(n);
            }
        }
        documents.push(document);
    }
    let plays: Option<u64> = depths.iter().map(|d| d.finished).sum();
    if let Some(plays) = plays {
        out.line(format!("complete plays within this depth: {plays}"))?;
    }
    if let Some(reason) = &short {
        out.line(format!("stopped: {reason}"))?;
    }
    let defect = game.failed();
    if let Some(cause) = &defect {
        out.line(format!("some of these plays have no result: {cause}; partie check shows such a play"))?;
    }
    out.document(&json!({
        "game": game.id(), "depths": Value::Array(documents), "plays": plays, "stopped": short, "defect": defect,
    }))?;
    Ok(if short.is_none() && defect.is_none() { Answer::Yes } else { Answer::No })
}
