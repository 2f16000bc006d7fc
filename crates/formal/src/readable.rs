//! A state in words: which tokens lie in which zones, for lists and exports.

use game::{Lang, Layout, Player, Show};
use std::collections::BTreeMap;

/// The state as people would note it down: `board: a1=cross b2=nought; die: 4`. What is hidden from some is taken from the
/// views of those who see it; what nobody sees is `?`.
pub fn readable<G: Show>(game: &G, s: &G::State) -> String {
    let views = if game.hidden() { game.players() } else { 1 };
    // Zone by its place in the scene; slot; the token there, and whether somebody sees it.
    let mut zones: Vec<(String, bool, Vec<String>)> = Vec::new();
    let mut held: BTreeMap<(usize, usize, usize), String> = BTreeMap::new();
    let mut said = Vec::new();
    for who in Player::all(views) {
        let scene = game.scene(&game.view(s, Some(who)), Some(who), Lang::En);
        if zones.is_empty() {
            let board = |l: &Layout| matches!(l, Layout::Grid { .. } | Layout::Points(_) | Layout::Track(_));
            zones = scene.zones.iter().map(|z| (z.id.clone(), board(&z.layout), z.names.clone())).collect();
        }
        let mut met: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for token in &scene.tokens {
            let Some(zone) = zones.iter().position(|z| z.0 == token.place.zone) else { continue };
            let slot = usize::from(token.place.slot);
            let again = met.entry((zone, slot)).or_default();
            // A die is called a die; what it shows is in its kind.
            let told = !token.label.is_empty() && !token.kind.starts_with(&format!("{}:", token.label));
            let label = if told { &token.label } else { &token.kind };
            let entry = held.entry((zone, slot, *again)).or_insert_with(|| "?".to_string());
            if entry == "?" && !label.is_empty() {
                entry.clone_from(label);
            }
            *again += 1;
        }
        for line in scene.said {
            if !said.contains(&line.text) {
                said.push(line.text);
            }
        }
    }
    let mut parts: Vec<String> = Vec::new();
    for (z, (id, board, names)) in zones.iter().enumerate() {
        let here = held.range((z, 0, 0)..(z + 1, 0, 0));
        let tokens: Vec<String> = here
            .map(|(&(_, slot, _), label)| match names.get(slot) {
                Some(name) if !name.is_empty() => format!("{name}={label}"),
                _ if *board => format!("{slot}={label}"),
                _ => label.clone(),
            })
            .collect();
        if !tokens.is_empty() {
            parts.push(format!("{id}: {}", tokens.join(" ")));
        }
    }
    parts.append(&mut said);
    parts.join("; ")
}
