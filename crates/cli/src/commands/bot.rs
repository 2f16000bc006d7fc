//! `partie bot` and `partie bot-test`: our agents behind the protocol of outside programs, and a trial for such programs.

use crate::args::{Bot, BotTest, Confined};
use crate::output::{Answer, Output};
use anyhow::Context;
use arena::bot::{Grade, speak, trial};
use serde_json::json;
use std::io::Write;

/// One of our agents as an outside program, on standard input and output.
pub(crate) fn run(args: &Bot) -> anyhow::Result<Answer> {
    super::learn::load_nets([args.agent.as_str()])?;
    let open = |id: &str| super::open(id).map_err(|error| format!("{error:#}").into());
    let kind = args.agent.split('?').next().unwrap_or_default();
    // The game is named after the greeting: between them these have all the agents there are.
    let rosters = ["connect4", "puzzle8", "snaps"].iter().filter_map(|id| catalog::find(id).ok());
    let known = rosters.flat_map(|game| game.agents()).find(|info| info.name == kind);
    let options = known.map_or(&[][..], |info| info.parameters);
    speak(&args.agent, options, &open, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())?;
    Ok(Answer::Yes)
}

/// Says what is wrong with a program.
pub(crate) fn test(args: &BotTest, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let time = super::seconds(args.seconds)?;
    confine()?;
    let games = super::list(&args.games);
    let mut all = Vec::new();
    for id in &games {
        let game = super::open(id)?;
        out.line(format!("{}:", game.id()))?;
        for finding in trial(&args.command, &*game, args.plays.max(1), time, seed) {
            let sign = match finding.grade {
                Grade::Good => "ok",
                Grade::Doubtful => "look",
                Grade::Wrong => "wrong",
            };
            out.line(format!("  {sign:5} {}", finding.text))?;
            all.push((id.clone(), sign, finding));
        }
    }
    let good = all.iter().all(|(_, _, finding)| finding.grade != Grade::Wrong);
    out.document(&json!({
        "command": args.command, "fit": good,
        "findings": all.iter().map(|(game, sign, f)| json!({"game": game, "grade": sign, "text": f.text})).collect::<Vec<_>>(),
    }))?;
    Ok(if good { Answer::Yes } else { Answer::No })
}

/// Programs are started through this one, which confines itself first.
pub(crate) fn confine() -> anyhow::Result<()> {
    let me = std::env::current_exe().context("cannot find the path of this program")?;
    arena::bot::confine_by(vec![me.display().to_string(), "confined".to_string(), "--".to_string()]);
    Ok(())
}

/// Becomes a program within bounds.
pub(crate) fn confined(args: &Confined) -> anyhow::Result<Answer> {
    // Standard error is the program's; a warning that cannot be written there has no other place.
    let error = arena::bot::confined(&args.command, &mut |text| {
        _ = writeln!(std::io::stderr(), "partie: {text}");
    });
    Err(error.into())
}
