//! What the camera looks for: the spots of the table where pieces may lie, and the kinds of pieces it can tell apart.
//!
//! A spot is a physical place. Several places of a scene may share one (a marker of the rules that lies under a piece). Kinds without a
//! colour are not on the table (counters, flags of a description) and are never compared.

use super::{Colour, Spot2};
use crate::eye::EyeError;
use game::{Layout, Place, Scene};
use std::collections::BTreeMap;

/// How the camera treats a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Watch {
    /// Compared spot by spot.
    Place,
    /// A heap of spare or taken pieces: only how many of each kind lie in it counts, and only where nothing else decides.
    Heap,
    /// Not looked at.
    Ignore,
}

/// Where a piece may lie.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// The places of the scene that lie here; at least one.
    pub places: Vec<Place>,
    /// Its name for people.
    pub name: String,
    /// Its middle in board units.
    pub at: Spot2,
    /// Whether it belongs to a heap.
    pub heap: bool,
}

/// The spots and kinds of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Where pieces may lie.
    pub spots: Vec<Spot>,
    /// What they look like; the first fitting one counts.
    pub colours: Vec<Colour>,
    /// The radius of a piece in board units.
    pub radius: f64,
    /// Left, top, right and bottom edge of the board, where the corners are marked.
    pub frame: [f64; 4],
    /// Lines to draw between spots, in board units.
    pub lines: Vec<(Spot2, Spot2)>,
    index: BTreeMap<Place, usize>,
}

/// What lies on each spot: the number of a colour, or nothing.
pub type Layer = Vec<Option<usize>>;

impl Board {
    /// The board of a scene. `watch` says how each place is treated.
    ///
    /// # Errors
    /// Says that there is nothing to look at, or no kind to look for.
    pub fn new(
        scene: &Scene,
        colours: Vec<Colour>,
        watch: &dyn Fn(&Place) -> Watch,
    ) -> Result<Board, EyeError> {
        if colours.is_empty() {
            return Err(
                "no kind of piece has a colour: calibrate first, or add [REALBOARD ELEMENT TYPES]".into()
            );
        }
        let mut spots: Vec<Spot> = Vec::new();
        let mut index = BTreeMap::new();
        let mut lines = Vec::new();
        let mut origin = (0.0, 0.0);
        for zone in &scene.zones {
            let points = points(scene, &zone.id, &zone.layout);
            let at = |slot: usize| points.get(slot).map(|&(x, y)| (x + origin.0, y + origin.1));
            for slot in 0..points.len() {
                let place = Place::new(zone.id.clone(), slot);
                let treat = watch(&place);
                let (Some(at), true) = (at(slot), treat != Watch::Ignore) else { continue };
                let name = zone.names.get(slot).filter(|n| !n.is_empty()).cloned();
                let name = name.unwrap_or_else(|| format!("{}({})", zone.id, slot + 1));
                let heap = treat == Watch::Heap;
                let same = spots.iter().position(|s| distance(s.at, at) < 0.5 && s.heap == heap);
                let spot = same.unwrap_or_else(|| {
                    spots.push(Spot { places: Vec::new(), name, at, heap });
                    spots.len() - 1
                });
                spots[spot].places.push(place.clone());
                index.insert(place, spot);
            }
            for &(a, b) in &zone.lines {
                lines.extend(at(usize::from(a)).zip(at(usize::from(b))));
            }
            let lowest = points.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
            if lowest.is_finite() {
                origin.1 += lowest + pitch(&points).max(1.0) * 1.2;
            }
        }
        if spots.is_empty() {
            return Err("the game has no place that a camera could look at".into());
        }
        let radius = radius(&spots);
        let middles: Vec<Spot2> = spots.iter().map(|s| s.at).collect();
        let margin = (2.4 * radius).max(0.08 * span(&middles));
        let edge = |pick: fn(&Spot2) -> f64, fold: fn(f64, f64) -> f64, start: f64| {
            middles.iter().map(pick).fold(start, fold)
        };
        let frame = [
            edge(|p| p.0, f64::min, f64::INFINITY) - margin,
            edge(|p| p.1, f64::min, f64::INFINITY) - margin,
            edge(|p| p.0, f64::max, f64::NEG_INFINITY) + margin,
            edge(|p| p.1, f64::max, f64::NEG_INFINITY) + margin,
        ];
        Ok(Board { spots, colours, radius, frame, lines, index })
    }

    /// The corners of the frame: top left, top right, bottom right, bottom left.
    pub fn corners(&self) -> [Spot2; 4] {
        let [l, t, r, b] = self.frame;
        [(l, t), (r, t), (r, b), (l, b)]
    }

    /// The spot of a place, if it is looked at.
    pub fn spot(&self, place: &Place) -> Option<usize> {
        self.index.get(place).copied()
    }

    /// The number of the colour of a kind of the scene.
    pub fn colour(&self, kind: &str) -> Option<usize> {
        self.colours.iter().position(|c| c.stands_for(kind))
    }

    /// What a scene puts on each spot; the topmost of several pieces.
    pub fn layer(&self, scene: &Scene) -> Layer {
        let mut layer = vec![None; self.spots.len()];
        for token in &scene.tokens {
            if let (Some(spot), Some(colour)) = (self.spot(&token.place), self.colour(&token.kind)) {
                layer[spot] = Some(colour);
            }
        }
        layer
    }

    /// How many pieces of each colour lie in heaps.
    pub fn heaps(&self, layer: &Layer) -> Vec<usize> {
        let mut counts = vec![0; self.colours.len()];
        for (spot, colour) in self.spots.iter().zip(layer) {
            if let (true, Some(c)) = (spot.heap, colour) {
                counts[*c] += 1;
            }
        }
        counts
    }

    /// The colour as the scene's label for people calls it, or its type.
    pub fn label(&self, colour: usize, scene: &Scene) -> String {
        let token = scene.tokens.iter().find(|t| self.colours[colour].stands_for(&t.kind));
        token.map_or_else(|| self.colours[colour].name.clone(), |t| t.label.clone())
    }
}

/// The radius of a piece: a little over a third of the way to the next place, less where heaps are denser, but not for heaps
/// so dense that pieces overlap anyway.
fn radius(spots: &[Spot]) -> f64 {
    let at = |heap: bool| -> Vec<Spot2> { spots.iter().filter(|s| s.heap == heap).map(|s| s.at).collect() };
    let (board, heaps) = (pitch(&at(false)), pitch(&at(true)));
    match (board > 0.0, heaps > 0.0) {
        (true, true) if heaps >= 0.45 * board => (0.36 * board).min(0.47 * heaps),
        (true, _) => 0.36 * board,
        (false, true) => 0.36 * heaps,
        (false, false) => 36.0,
    }
}

/// Where the slots of a zone lie, in its own units.
fn points(scene: &Scene, zone: &str, layout: &Layout) -> Vec<Spot2> {
    match layout {
        Layout::Points(p) | Layout::Track(p) => p.iter().map(|p| (f64::from(p.x), f64::from(p.y))).collect(),
        Layout::Grid { columns, rows } => (0..rows * columns)
            .map(|i| (100.0 * f64::from(i % columns), 100.0 * f64::from(i / columns)))
            .collect(),
        Layout::Row | Layout::Fan => {
            let slots = scene.in_zone(zone).last().map_or(0, |t| usize::from(t.place.slot) + 1);
            (0..slots).map(|i| (100.0 * i as f64, 0.0)).collect()
        }
        Layout::Stack => vec![(0.0, 0.0)],
    }
}

pub(super) fn distance(a: Spot2, b: Spot2) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The least distance between two different points; 0 if there are not two.
fn pitch(points: &[Spot2]) -> f64 {
    let mut least = f64::INFINITY;
    for (i, &a) in points.iter().enumerate() {
        for &b in &points[i + 1..] {
            let d = distance(a, b);
            if d >= 0.5 {
                least = least.min(d);
            }
        }
    }
    if least.is_finite() { least } else { 0.0 }
}

fn span(points: &[Spot2]) -> f64 {
    let far = points.iter().map(|&p| distance(p, points[0]));
    far.fold(0.0, f64::max)
}

/// The group of a place: its zone and its name without numbers (`s`, `hw`).
pub fn group(scene: &Scene, place: &Place) -> String {
    let zone = scene.zones.iter().find(|z| z.id == place.zone);
    let name = zone.and_then(|z| z.names.get(usize::from(place.slot))).map_or("", String::as_str);
    format!("{}/{}", place.zone, name.split('(').next().unwrap_or_default())
}

/// The groups of places on which a token with a colour lies in one of these scenes. Places of other groups carry only
/// counters and flags.
pub fn groups_in_use<'a>(scenes: impl IntoIterator<Item = &'a Scene>, colours: &[Colour]) -> Vec<String> {
    let mut groups = std::collections::BTreeSet::new();
    for scene in scenes {
        for token in &scene.tokens {
            if colours.iter().any(|c| c.stands_for(&token.kind)) {
                groups.insert(group(scene, &token.place));
            }
        }
    }
    groups.into_iter().collect()
}
