//! `partie rules`: the rules of a game as people write them. A logic description gives a whole rule sheet; any other game
//! gives what can be read off its table: players, components, start, first moves, options.

use crate::args::Rules;
use crate::output::{Answer, Output};
use game::{Face, Lang, Player, Table, Turn, Words, words};
use serde_json::json;
use std::collections::BTreeMap;

pub(crate) fn run(args: &Rules, out: &mut Output) -> anyhow::Result<Answer> {
    let described = super::description(&args.game)?;
    let sheet = described.and_then(|d| d.rules.into_iter().nth(args.lang as usize));
    let text = match sheet {
        Some(text) => text,
        None => read_off(&args.game, args.lang)?,
    };
    out.line(text.trim_end())?;
    out.document(&json!({"game": args.game, "text": text}))?;
    Ok(Answer::Yes)
}

const PLAYERS: Words = words("Players", "Hráči", "Hráči");
const COMPONENTS: Words = words("Components and start", "Součásti a začátek", "Súčasti a začiatok");
const FIRST: Words = words("The first moves", "První tahy", "Prvé ťahy");
const CHANCE: Words =
    words("Chance decides first.", "Nejdříve rozhoduje náhoda.", "Najprv rozhoduje náhoda.");
const OPTIONS: Words = words("Options", "Volby", "Voľby");

fn read_off(id: &str, lang: Lang) -> anyhow::Result<String> {
    let game = super::open(id)?;
    let listing = catalog::listing(id.split('?').next().unwrap_or(id));
    let title = listing.map_or(id, |l| l.title.to(lang));
    let about = listing.map_or("", |l| l.about.to(lang));
    let mut text = format!("# {title}\n\n{about}\n\n## {}\n\n{}\n", PLAYERS.to(lang), game.players());
    let table = game.table(0);
    text += &components(&*table, lang);
    text += &format!("\n## {}\n\n", FIRST.to(lang));
    match table.turn() {
        Turn::Chance => text += CHANCE.to(lang),
        _ => {
            for offer in table.offers(lang).iter().take(12) {
                text += &format!("- {} ({})\n", offer.label, offer.text);
            }
        }
    }
    if let Some(l) = listing.filter(|l| !l.parameters.is_empty()) {
        text += &format!("\n\n## {}\n\n", OPTIONS.to(lang));
        for p in l.parameters {
            text += &format!("- `{}`: {} ({})\n", p.name, p.help.to(lang), p.default);
        }
    }
    Ok(text)
}

/// Zones with what lies in them at the start.
fn components(table: &dyn Table, lang: Lang) -> String {
    let scene = table.scene(Some(Player(0)), lang);
    let mut text = format!("\n## {}\n\n", COMPONENTS.to(lang));
    for zone in &scene.zones {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for token in scene.in_zone(&zone.id) {
            let name = if token.face == Face::Down { "?" } else { token.label.as_str() };
            *kinds.entry(name).or_default() += 1;
        }
        let held: Vec<String> = kinds.iter().map(|(name, n)| format!("{n} × {name}")).collect();
        text +=
            &format!("- {}: {}\n", zone.label, if held.is_empty() { "–".into() } else { held.join(", ") });
    }
    text
}
