//! The laws of scenes and gestures: tokens are neither lost nor invented, what is face down stays unknown, and a gesture
//! moves tokens that are there to places that exist.

use crate::Checked;
use crate::views::{name, viewers};
use game::{Carry, Face, Gesture, Lang, Layout, Place, Player, Scene, Show, Zone};
use std::collections::HashSet;

/// What stays the same in every scene of a play.
pub(crate) struct Shape {
    zones: Vec<String>,
    tokens: usize,
}

impl Shape {
    /// The shape of the scenes of a play that starts in `s`.
    pub(crate) fn of<G: Show>(game: &G, s: &G::State) -> Shape {
        let scene = seen(game, s, None);
        Shape { zones: scene.zones.into_iter().map(|z| z.id).collect(), tokens: scene.tokens.len() }
    }
}

fn seen<G: Show>(game: &G, s: &G::State, who: Option<Player>) -> Scene {
    game.scene(&game.view(s, who), who, Lang::En)
}

/// The laws of scenes and gestures in one state.
pub(crate) fn check<G: Show>(game: &G, s: &G::State, moves: &[G::Move], shape: &Shape) -> Checked {
    let turn = game.turn(s);
    for who in viewers(game) {
        let scene = seen(game, s, who);
        whole(&scene, shape).map_err(|fault| format!("in the scene of {}: {fault}", name(who)))?;
        if scene.turn != turn || scene.points.len() != game.players() {
            return Err(format!("the scene of {} is wrong about the turn or the points", name(who)));
        }
        let drawing = game.drawing(&game.view(s, who), who, Lang::En, false);
        if drawing.is_some_and(|text| text.contains('\u{1b}')) {
            return Err(format!("the drawing for {} is coloured although nobody asked", name(who)));
        }
        for lang in [Lang::Cs, Lang::Sk] {
            let other = game.scene(&game.view(s, who), who, lang);
            if wordless(&other) != wordless(&scene) {
                return Err(format!("the scene of {} differs in {lang:?} in more than words", name(who)));
            }
        }
    }
    let mover = seen(game, s, turn.player());
    for &mv in moves {
        if game.label(s, mv, Lang::En).is_empty() {
            return Err(format!("the move '{}' has no label", game.text(s, mv)));
        }
        fits(&mover, &game.gesture(s, mv))
            .map_err(|fault| format!("the gesture of '{}': {fault}", game.text(s, mv)))?;
    }
    Ok(())
}

fn wordless(scene: &Scene) -> Vec<(&str, &str, &Place)> {
    scene.tokens.iter().map(|t| (t.id.as_str(), t.kind.as_str(), &t.place)).collect()
}

/// How many slots a zone has, where its layout says it.
fn slots(zone: &Zone) -> Option<usize> {
    match &zone.layout {
        Layout::Grid { columns, rows } => Some(usize::from(*columns) * usize::from(*rows)),
        Layout::Points(points) | Layout::Track(points) => Some(points.len()),
        Layout::Row | Layout::Fan | Layout::Stack => None,
    }
}

fn exists(scene: &Scene, place: &Place) -> bool {
    scene.zones.iter().any(|z| z.id == place.zone && slots(z).is_none_or(|n| usize::from(place.slot) < n))
}

fn whole(scene: &Scene, shape: &Shape) -> Checked {
    let zones: Vec<String> = scene.zones.iter().map(|z| z.id.clone()).collect();
    if zones != shape.zones {
        return Err(format!("the zones {zones:?} were {:?} before", shape.zones));
    }
    if zones.iter().collect::<HashSet<_>>().len() != zones.len() {
        return Err(format!("two zones share a name among {zones:?}"));
    }
    if scene.tokens.len() != shape.tokens {
        return Err(format!("{} tokens where {} were before", scene.tokens.len(), shape.tokens));
    }
    let mut ids = HashSet::new();
    for token in &scene.tokens {
        if token.id.is_empty() || !ids.insert(&token.id) {
            return Err(format!("the token id '{}' is empty or used twice", token.id));
        }
        if !exists(scene, &token.place) {
            return Err(format!("token '{}' lies at {:?}, which does not exist", token.id, token.place));
        }
        if token.face == Face::Down && !(token.kind.is_empty() && token.label.is_empty()) {
            return Err(format!("token '{}' is face down and yet known", token.id));
        }
        if token.face == Face::Up && token.kind.is_empty() {
            return Err(format!("token '{}' is face up and of no kind", token.id));
        }
    }
    for zone in scene.zones.iter().filter(|z| slots(z).is_none()) {
        let order: Vec<u16> =
            scene.tokens.iter().filter(|t| t.place.zone == zone.id).map(|t| t.place.slot).collect();
        if !order.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(format!("the tokens of zone '{}' are not in order: slots {order:?}", zone.id));
        }
    }
    Ok(())
}

/// A gesture takes tokens where they lie and puts them where a place is.
fn fits(scene: &Scene, gesture: &Gesture) -> Checked {
    let carries = match gesture {
        Gesture::Say(text) if text.is_empty() => return Err("nothing is said".into()),
        Gesture::Say(_) => return Ok(()),
        Gesture::Carry(carries) => carries,
    };
    if carries.is_empty() {
        return Err("nothing is carried".into());
    }
    let mut moved: Vec<&Carry> = Vec::new();
    for carry in carries {
        let Some(token) = scene.tokens.iter().find(|t| t.id == carry.token) else {
            return Err(format!("there is no token '{}' in the mover's scene", carry.token));
        };
        let lies = moved.iter().rev().find(|c| c.token == carry.token).map_or(&token.place, |c| &c.to);
        if *lies != carry.from {
            return Err(format!("token '{}' lies at {lies:?}, not at {:?}", carry.token, carry.from));
        }
        if !exists(scene, &carry.to) {
            return Err(format!("there is no place {:?}", carry.to));
        }
        moved.push(carry);
    }
    Ok(())
}

/// A token carried to a slot of a board lies there afterwards, unless it has a new name.
pub(crate) fn moved<G: Show>(game: &G, before: &G::State, mv: G::Move, after: &G::State) -> Checked {
    let Gesture::Carry(carries) = game.gesture(before, mv) else { return Ok(()) };
    let scene = seen(game, after, game.turn(before).player());
    for (i, carry) in carries.iter().enumerate() {
        let last = !carries[i + 1..].iter().any(|c| c.token == carry.token);
        let fixed = scene.zones.iter().any(|z| z.id == carry.to.zone && slots(z).is_some());
        let Some(token) = scene.tokens.iter().find(|t| t.id == carry.token) else { continue };
        if last && fixed && token.place != carry.to {
            return Err(format!(
                "token '{}' was carried to {:?} by '{}' and lies at {:?}",
                token.id,
                carry.to,
                game.text(before, mv),
                token.place
            ));
        }
    }
    Ok(())
}
