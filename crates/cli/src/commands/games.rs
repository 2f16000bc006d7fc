//! `partie games`: what there is to play.

use crate::args::Games;
use crate::output::{Answer, Output};
use anyhow::Context;
use catalog::{GAMES, Listing};
use game::{Lang, Parameter, Values};
use serde_json::{Value, json};

pub(crate) fn run(args: &Games, out: &mut Output) -> anyhow::Result<Answer> {
    match &args.game {
        Some(name) => one(name, args.lang, out)?,
        None => all(args.lang, out)?,
    }
    Ok(Answer::Yes)
}

fn all(lang: Lang, out: &mut Output) -> anyhow::Result<()> {
    let width = GAMES.iter().map(|l| l.name.len()).max().unwrap_or(0);
    for l in GAMES {
        out.line(format!("{:width$}  {} — {}", l.name, l.title.to(lang), l.about.to(lang)))?;
    }
    out.line("\n'partie games NAME' shows the parameters and agents of one, 'partie play NAME' plays it.")?;
    out.document(&Value::Array(GAMES.iter().map(|l| document(l, lang)).collect()))
}

fn one(id: &str, lang: Lang, out: &mut Output) -> anyhow::Result<()> {
    let game = super::open(id)?;
    let name = id.split('?').next().unwrap_or(id);
    let l = catalog::listing(name).context("only games of the catalog have a page")?;
    out.line(format!("{}  {}\n{}", l.name, l.title.to(lang), l.about.to(lang)))?;
    out.line(format!("players: {}", players(l)))?;
    out.line(format!("information: {}", information(l)))?;
    if !l.parameters.is_empty() {
        out.line(format!("\nParameters ({}?name=value&name=value):", l.name))?;
    }
    for p in l.parameters {
        out.line(format!("  {}={}  ({})  {}", p.name, p.default, range(p), p.help.to(lang)))?;
    }
    out.line("\nAgents that play it:")?;
    for agent in game.agents() {
        out.line(format!("  {:18} {}", agent.name, agent.help.to(lang)))?;
    }
    out.line(format!("The strongest by default: {}", game.strongest()))?;
    let mut page = document(l, lang);
    page["agents"] = game.agents().iter().map(|a| json!({"name": a.name, "help": a.help.to(lang)})).collect();
    page["strongest"] = json!(game.strongest());
    out.document(&page)
}

fn players(l: &Listing) -> String {
    if l.players.0 == l.players.1 {
        l.players.0.to_string()
    } else {
        format!("{}-{}", l.players.0, l.players.1)
    }
}

fn information(l: &Listing) -> &'static str {
    match (l.hidden, l.chance) {
        (false, false) => "perfect",
        (false, true) => "perfect, with chance",
        (true, false) => "hidden",
        (true, true) => "hidden, with chance",
    }
}

fn range(p: &Parameter) -> String {
    match p.values {
        Values::Int(low, high) => format!("{low} to {high}"),
        Values::OneOf(words) => words.join(" | "),
        Values::Flag => "yes | no".into(),
        Values::Text => "text".into(),
    }
}

fn document(l: &Listing, lang: Lang) -> Value {
    let parameter = |p: &Parameter| json!({"name": p.name, "default": p.default, "values": range(p), "help": p.help.to(lang)});
    json!({
        "name": l.name,
        "title": l.title.to(lang),
        "about": l.about.to(lang),
        "players": {"min": l.players.0, "max": l.players.1},
        "information": information(l),
        "hidden": l.hidden,
        "chance": l.chance,
        "parameters": l.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}
