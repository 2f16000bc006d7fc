//! `partie rules`: the rules of a game as people write them. A game of the catalog has its sheet; a description makes one
//! from its rules, unless a file in the s3 language has one beside it (`rules.md`, `rules.cs.md`, `rules.sk.md`), to which
//! the components are added. Names without a translation into the language asked for are reported.

use crate::args::Rules;
use crate::output::{Answer, Output};
use catalog::{Described, Language, Playable};
use game::{Face, Lang, Player, Table, Turn, Words, words};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) fn run(args: &Rules, out: &mut Output) -> anyhow::Result<Answer> {
    let text = match super::description(&args.game)? {
        Some(described) => of_file(described, &args.game, args.lang, out)?,
        None => of_catalog(&args.game, args.lang)?,
    };
    out.line(text.trim_end())?;
    out.document(&json!({"game": args.game, "text": text}))?;
    Ok(Answer::Yes)
}

const PLAYERS: Words = words("Players", "Hráči", "Hráči");
const COMPONENTS: Words = words("Components at the start", "Součásti na začátku", "Súčasti na začiatku");
const FIRST: Words = words("The first moves", "První tahy", "Prvé ťahy");
const CHANCE: Words =
    words("Chance decides first.", "Nejdříve rozhoduje náhoda.", "Najprv rozhoduje náhoda.");
const OPTIONS: Words = words("Options", "Volby", "Voľby");
const NOWHERE: Words = words("(empty)", "(prázdno)", "(prázdno)");

fn of_catalog(id: &str, lang: Lang) -> anyhow::Result<String> {
    let game = super::open(id)?;
    let name = id.split('?').next().unwrap_or(id);
    let listing = catalog::listing(name);
    let mut text = match catalog::sheet(name, lang) {
        Some(sheet) => sheet,
        None => read_off(&*game, listing.map_or(id, |l| l.title.to(lang)), lang),
    };
    if let Some(l) = listing.filter(|l| !l.parameters.is_empty()) {
        text += &format!("\n## {}\n\n", OPTIONS.to(lang));
        for p in l.parameters {
            text += &format!("- `{}`: {} ({})\n", p.name, p.help.to(lang), p.default);
        }
    }
    Ok(text)
}

fn of_file(described: Described, path: &str, lang: Lang, out: &mut Output) -> anyhow::Result<String> {
    let language = described.language;
    let game = described.into_game()?;
    let file = super::file_of(path);
    let folder = file.parent().unwrap_or(Path::new(""));
    let own = match lang {
        Lang::En => "rules.md",
        Lang::Cs => "rules.cs.md",
        Lang::Sk => "rules.sk.md",
    };
    let beside = folder.join(own);
    // A sheet in another language does not count.
    let written = match language == Language::S3 && beside.is_file() {
        true => Some(super::read(&beside)?),
        false => None,
    };
    let Some(sheet) = catalog::rule_sheet(&super::read(file)?, path, lang) else {
        return Ok(read_off(&*game, path, lang));
    };
    if let Some(written) = written {
        // The components and the start come from the description.
        let parts = sheet.text.split_inclusive("\n## ").skip(1).take(2);
        let parts: Vec<&str> = parts.map(|p| p.trim_end_matches("\n## ")).collect();
        return Ok(format!("{}\n\n## {}\n", written.trim_end(), parts.join("\n\n## ")));
    }
    if !sheet.unnamed.is_empty() {
        let name = ["English", "Czech", "Slovak"][lang as usize];
        out.note(format!(
            "warning: no {name} label for: {}; they stand as in the description",
            sheet.unnamed.join(", ")
        ))?;
    }
    Ok(sheet.text)
}

/// What can be said without a text: players, components, first moves.
fn read_off(game: &dyn Playable, title: &str, lang: Lang) -> String {
    let mut text = format!("# {title}\n") + &components(game, lang);
    text += &format!("\n## {}\n\n", FIRST.to(lang));
    let table = game.table(0);
    match table.turn() {
        Turn::Chance => text += CHANCE.to(lang),
        _ => {
            for offer in table.offers(lang).iter().take(12) {
                text += &format!("- {} ({})\n", offer.label, offer.text);
            }
        }
    }
    text
}

/// How many play, and the zones with what lies in them at the start.
fn components(game: &dyn Playable, lang: Lang) -> String {
    let table = game.table(0);
    let mut text = format!("\n## {}\n\n- {}: {}\n", COMPONENTS.to(lang), PLAYERS.to(lang), game.players());
    text += &zones(&*table, lang);
    text
}

fn zones(table: &dyn Table, lang: Lang) -> String {
    let scene = table.scene(Some(Player(0)), lang);
    let mut text = String::new();
    for zone in &scene.zones {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for token in scene.in_zone(&zone.id) {
            let name = if token.face == Face::Down { "?" } else { token.label.as_str() };
            *kinds.entry(name).or_default() += 1;
        }
        let held: Vec<String> = kinds.iter().map(|(name, n)| format!("{n} × {name}")).collect();
        let held = if held.is_empty() { NOWHERE.to(lang).to_string() } else { held.join(", ") };
        text += &format!("- {}: {held}\n", zone.label);
    }
    text
}
