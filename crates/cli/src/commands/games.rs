//! `partie games`: what there is to play, in the catalog or in a file.

use crate::args::Games;
use crate::output::{Answer, Output};
use anyhow::Context;
use catalog::{Described, GAMES, Listing, Playable};
use game::{Lang, Values};
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
    for l in GAMES.iter() {
        out.line(format!("{:width$}  {} — {}", l.name, l.title.to(lang), l.about.to(lang)))?;
    }
    out.line("\n'partie games NAME' shows the parameters and agents of one, 'partie play NAME' plays it.")?;
    out.document(&Value::Array(GAMES.iter().map(|l| Page::listed(l, lang).document()).collect()))
}

/// What is said of a game.
struct Page {
    name: String,
    title: String,
    about: String,
    players: (usize, usize),
    hidden: bool,
    chance: bool,
    parameters: Vec<Choice>,
}

/// A parameter.
struct Choice {
    name: String,
    default: String,
    values: String,
    help: String,
}

impl Page {
    fn listed(l: &Listing, lang: Lang) -> Page {
        let choice = |p: &game::Parameter| Choice {
            name: p.name.into(),
            default: p.default.into(),
            values: range(p.values),
            help: p.help.to(lang).into(),
        };
        Page {
            name: l.name.into(),
            title: l.title.to(lang).into(),
            about: l.about.to(lang).into(),
            players: (usize::from(l.players.0), usize::from(l.players.1)),
            hidden: l.hidden,
            chance: l.chance,
            parameters: l.parameters.iter().map(choice).collect(),
        }
    }

    /// The page of a file.
    fn described(described: &Described, game: &dyn Playable, id: &str, lang: Lang) -> Page {
        let choice = |s: &catalog::Setting| Choice {
            name: s.name.clone(),
            default: s.default.clone(),
            values: s.allowed.to_string(),
            help: s.help[lang as usize].clone(),
        };
        let (name, chosen) = catalog::split(id);
        let title = described.title.as_ref().map_or(name, |titles| titles[lang as usize].as_str());
        let many = described.settings.iter().find(|s| s.name == "players" && chosen.is_empty());
        let players = match many.map(|s| &s.allowed) {
            Some(catalog::Allowed::Between(low, high)) => (*low as usize, *high as usize),
            _ => (game.players(), game.players()),
        };
        Page {
            name: name.into(),
            title: title.into(),
            about: described.about[lang as usize].clone(),
            players,
            hidden: game.hidden(),
            chance: game.chance(),
            parameters: described.settings.iter().map(choice).collect(),
        }
    }

    fn information(&self) -> &'static str {
        match (self.hidden, self.chance) {
            (false, false) => "perfect",
            (false, true) => "perfect, with chance",
            (true, false) => "hidden",
            (true, true) => "hidden, with chance",
        }
    }

    fn document(&self) -> Value {
        let parameter =
            |p: &Choice| json!({"name": p.name, "default": p.default, "values": p.values, "help": p.help});
        json!({
            "name": self.name,
            "title": self.title,
            "about": self.about,
            "players": {"min": self.players.0, "max": self.players.1},
            "information": self.information(),
            "hidden": self.hidden,
            "chance": self.chance,
            "parameters": self.parameters.iter().map(parameter).collect::<Vec<_>>(),
        })
    }
}

fn one(id: &str, lang: Lang, out: &mut Output) -> anyhow::Result<()> {
    let (page, game) = match super::description(id)? {
        Some(mut described) => match described.game.take() {
            Some(game) => (Page::described(&described, &*game, id, lang), game),
            None => {
                described.into_game().with_context(|| id.to_string())?;
                return Ok(());
            }
        },
        None => {
            let game = catalog::find(id)?;
            let name = id.split('?').next().unwrap_or(id);
            let listing = catalog::listing(name).context("a game that is found is listed")?;
            (Page::listed(listing, lang), game)
        }
    };
    out.line(format!("{}  {}", page.name, page.title))?;
    if !page.about.is_empty() {
        out.line(&page.about)?;
    }
    let (least, most) = page.players;
    out.line(if least == most { format!("players: {least}") } else { format!("players: {least}-{most}") })?;
    out.line(format!("information: {}", page.information()))?;
    if !page.parameters.is_empty() {
        out.line(format!("\nParameters ({}?name=value&name=value):", page.name))?;
    }
    for p in &page.parameters {
        out.line(format!("  {}={}  ({})  {}", p.name, p.default, p.values, p.help))?;
    }
    out.line("\nAgents that play it:")?;
    for agent in game.agents() {
        out.line(format!("  {:18} {}", agent.name, agent.help.to(lang)))?;
    }
    out.line(format!("The strongest by default: {}", game.strongest()))?;
    let mut document = page.document();
    document["agents"] =
        game.agents().iter().map(|a| json!({"name": a.name, "help": a.help.to(lang)})).collect();
    document["strongest"] = json!(game.strongest());
    out.document(&document)
}

fn range(values: Values) -> String {
    match values {
        Values::Int(low, high) => format!("{low} to {high}"),
        Values::OneOf(words) => words.join(" | "),
        Values::Flag => "yes | no".into(),
        Values::Text => "text".into(),
    }
}
