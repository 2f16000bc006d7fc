//! Where the places of a game lie on the table: from the zones of its scene to points the arm can go to.
//!
//! Boards (grids, points, tracks) keep the shape of their scene. Everything else is a heap or a row at the side: a stack of
//! spare tokens is one spot, whose top token lies at the usual height (a tray with a slope, or a person who hands over the next
//! one, as with the overlapping places of s3games). Tokens that enter the game from nowhere come from a supply spot of their
//! kind, tokens that leave it go to the bin.

use super::kinematics::{Body, Unreachable};
use super::setup::{Posture, Setup};
use crate::eye::place_name;
use game::{Lang, Layout, Place, Point, Rng, Scene, Table, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Somewhere a token can lie.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// A place of the scene; of a heap, its slot 0.
    Place(Place),
    /// Where spare tokens of a kind lie.
    Supply(String),
    /// Where tokens go that leave the game.
    Bin,
}

/// What a game does with tokens beside carrying them from place to place, found by playing it at random.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Kinds that enter from nowhere.
    pub entering: BTreeSet<String>,
    /// Whether tokens leave the game.
    pub leaving: bool,
    /// The number of slots ever used of each zone.
    pub slots: BTreeMap<String, u16>,
    /// Families of places (`quiet(3)` belongs to `quiet`) where imaginary tokens lay, and those where real ones did.
    pub families: [BTreeSet<String>; 2],
}

/// A scene as the arm counts it: which kinds lie on which spot, without imaginary tokens.
pub(crate) type Stock = BTreeMap<Spot, Vec<String>>;

impl Needs {
    /// Plays a game at random on copies of its table, `plays` times and at most `moves` moves each, and notes what happens.
    pub fn of(table: &dyn Table, imaginary: &[String], plays: usize, moves: usize, seed: u64) -> Needs {
        let mut needs = Needs::default();
        let mut rng = Rng::new(seed);
        for _ in 0..plays {
            let mut play = table.fork();
            let mut before = needs.note(&play.scene(None, Lang::En), imaginary);
            for _ in 0..moves {
                match play.turn() {
                    Turn::Over => break,
                    Turn::Chance => {
                        if play.roll().is_none() {
                            break;
                        }
                    }
                    Turn::Player(_) => {
                        let offers = play.offers(Lang::En);
                        if offers.is_empty() || play.play(&offers[rng.below(offers.len())].text).is_err() {
                            break;
                        }
                    }
                }
                let after = needs.note(&play.scene(None, Lang::En), imaginary);
                let many = |counts: &BTreeMap<String, usize>| counts.values().sum::<usize>();
                needs.leaving |= many(&after) < many(&before);
                if many(&after) > many(&before) {
                    let more = |kind: &&String| after[*kind] > before.get(*kind).copied().unwrap_or(0);
                    needs.entering.extend(after.keys().filter(more).cloned());
                }
                before = after;
            }
        }
        needs
    }

    fn note(&mut self, scene: &Scene, imaginary: &[String]) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for token in &scene.tokens {
            let real = !imaginary.contains(&token.kind);
            if !imaginary.is_empty() {
                self.families[usize::from(real)].insert(family(&token.place, scene));
            }
            if !real {
                continue;
            }
            *counts.entry(token.kind.clone()).or_default() += 1;
            let used = self.slots.entry(token.place.zone.clone()).or_default();
            *used = (*used).max(token.place.slot + 1);
        }
        counts
    }
}

/// A spot with its name and its point in the units of the scene.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// The spot.
    pub spot: Spot,
    /// Its name in files and messages.
    pub name: String,
    /// Its point; x to the right and y down, as seen by the person opposite the arm.
    pub point: Point,
    /// Whether it holds any number of tokens.
    pub heap: bool,
}

/// All spots of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ground {
    /// The spots, in the order of the scene.
    pub sites: Vec<Site>,
    /// Zones whose slots are one spot.
    heaps: BTreeSet<String>,
    imaginary: Vec<String>,
    /// Places whose contents nobody compares.
    unwatched: BTreeSet<Place>,
    low: Point,
    high: Point,
}

/// A spot the arm cannot serve. Prints as a sentence.
#[derive(Clone, PartialEq, Debug)]
pub struct Missed {
    /// Its name.
    pub name: String,
    /// Why.
    pub why: Unreachable,
    /// Whether it is the waiting point above the place that cannot be reached.
    pub above: bool,
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.above { "the air above place" } else { "place" };
        write!(f, "{what} {} cannot be reached: {}", self.name, self.why)
    }
}

impl Ground {
    /// The spots of a game that starts with this scene.
    pub fn of(scene: &Scene, needs: &Needs, setup: &Setup) -> Ground {
        let mut unwatched = BTreeSet::new();
        let mut sites: Vec<Site> = Vec::new();
        let mut heaps = BTreeSet::new();
        let mut across = 0.0_f32;
        let mut aside: Vec<(Spot, String, bool)> = Vec::new();
        for zone in &scene.zones {
            let points: Vec<Point> = match &zone.layout {
                Layout::Grid { columns, rows } => {
                    let cell = |i: u32| Point {
                        x: across + (i % u32::from(*columns).max(1)) as f32,
                        y: (i / u32::from(*columns).max(1)) as f32,
                    };
                    let points = (0..u32::from(*columns) * u32::from(*rows)).map(cell).collect();
                    across += f32::from(*columns) + 1.0;
                    points
                }
                Layout::Points(points) | Layout::Track(points) => points.clone(),
                Layout::Row => {
                    let many = needs.slots.get(&zone.id).copied().unwrap_or(0).max(1);
                    for slot in 0..many {
                        let place = Place::new(&zone.id, slot.into());
                        aside.push((Spot::Place(place.clone()), place_name(&place, scene), false));
                    }
                    continue;
                }
                Layout::Fan | Layout::Stack => {
                    heaps.insert(zone.id.clone());
                    aside.push((Spot::Place(Place::new(&zone.id, 0)), zone.id.clone(), true));
                    continue;
                }
            };
            for (slot, point) in points.into_iter().enumerate() {
                let place = Place::new(&zone.id, slot);
                let kin = family(&place, scene);
                if setup.unwatched.contains(&kin) {
                    unwatched.insert(place.clone());
                }
                if needs.families[0].contains(&kin) && !needs.families[1].contains(&kin) {
                    continue;
                }
                sites.push(Site {
                    name: place_name(&place, scene),
                    spot: Spot::Place(place),
                    point,
                    heap: false,
                });
            }
        }
        aside.extend(needs.entering.iter().map(|k| (Spot::Supply(k.clone()), format!("supply:{k}"), true)));
        if needs.leaving {
            aside.push((Spot::Bin, "bin".to_string(), true));
        }
        let (low, high) = bounds(&sites);
        let step = ((high.x - low.x).max(high.y - low.y) / 5.0).max(1.0).max(spacing(&sites));
        let rows = (((high.y - low.y) / step).round() as usize + 1).max(3);
        for (i, (spot, name, heap)) in aside.into_iter().enumerate() {
            // First down the left side, then down the right, then one column farther out.
            let (column, row) = (i / rows, i % rows);
            let out = step * (column / 2 + 1) as f32;
            let x = if column % 2 == 0 { low.x - out } else { high.x + out };
            let middle = (low.y + high.y) / 2.0 - step * (rows - 1) as f32 / 2.0;
            sites.push(Site { spot, name, point: Point { x, y: middle + step * row as f32 }, heap });
        }
        let (low, high) = bounds(&sites);
        Ground { sites, heaps, imaginary: setup.imaginary.clone(), unwatched, low, high }
    }

    /// The spot of a place of the scene.
    pub fn spot(&self, place: &Place) -> Spot {
        let slot = if self.heaps.contains(&place.zone) { 0 } else { usize::from(place.slot) };
        Spot::Place(Place::new(&place.zone, slot))
    }

    /// A spot as people call it.
    pub fn name(&self, spot: &Spot) -> String {
        let site = self.sites.iter().find(|s| s.spot == *spot);
        site.map_or_else(|| format!("{spot:?}"), |s| s.name.clone())
    }

    /// Whether a spot holds any number of tokens.
    pub fn is_heap(&self, spot: &Spot) -> bool {
        match spot {
            Spot::Place(place) => self.heaps.contains(&place.zone),
            Spot::Supply(_) | Spot::Bin => true,
        }
    }

    /// Whether tokens of a kind exist in the program only.
    pub fn is_imaginary(&self, kind: &str) -> bool {
        self.imaginary.iter().any(|k| k == kind)
    }

    /// Whether what lies at a place is compared with what should lie there.
    pub fn is_watched(&self, place: &Place) -> bool {
        !self.unwatched.contains(place)
    }

    /// The scene without what exists in the program only.
    pub fn real(&self, mut scene: Scene) -> Scene {
        scene.tokens.retain(|t| !self.is_imaginary(&t.kind));
        scene
    }

    /// The kinds on each spot, sorted.
    pub(crate) fn stock(&self, scene: &Scene) -> Stock {
        let mut stock = Stock::new();
        for token in scene.tokens.iter().filter(|t| !self.is_imaginary(&t.kind)) {
            stock.entry(self.spot(&token.place)).or_default().push(token.kind.clone());
        }
        stock.values_mut().for_each(|kinds| kinds.sort());
        stock
    }

    /// A site's point within the rectangle of all sites: 0 to 1 from left to right and from top to bottom.
    pub fn share(&self, point: Point) -> (f64, f64) {
        let part = |v: f32, low: f32, high: f32| {
            if high - low > f32::EPSILON { f64::from((v - low) / (high - low)) } else { 0.5 }
        };
        (part(point.x, self.low.x, self.high.x), part(point.y, self.low.y, self.high.y))
    }

    /// The points of the arm's space where tokens are gripped, in the order of the sites: computed from the board's position
    /// or from its four taught corners.
    pub fn points(&self, setup: &Setup) -> Vec<[f64; 3]> {
        let corners = self.corners(setup);
        let point = |site: &Site| {
            let (u, v) = self.share(site.point);
            let weights = [(1.0 - u) * (1.0 - v), u * (1.0 - v), u * v, (1.0 - u) * v];
            std::array::from_fn(|k| (0..4).map(|i| weights[i] * corners[i][k]).sum())
        };
        self.sites.iter().map(point).collect()
    }

    /// The corners of the rectangle of all sites in the arm's space: top left, top right, bottom right, bottom left of the
    /// scene. The person sits opposite: the bottom of the scene is far from the arm and its right is to the arm's left.
    pub fn corners(&self, setup: &Setup) -> [[f64; 3]; 4] {
        let board = &setup.board;
        if let Some(taught) = &board.corners {
            return taught.map(|pulses| {
                let pose = setup.body.forward(&setup.body.angles(&pulses));
                [pose.x, pose.y, pose.z]
            });
        }
        let (wide, deep) = (f64::from(self.high.x - self.low.x), f64::from(self.high.y - self.low.y));
        let fit = |room: f64, units: f64| if units > 1e-6 { room / units } else { f64::INFINITY };
        let scale = fit(board.width, wide).min(fit(board.depth, deep));
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let (wide, deep) = (wide * scale, deep * scale);
        let (near, far) = (board.near + (board.depth - deep) / 2.0, board.near + (board.depth + deep) / 2.0);
        let z = board.height;
        [[near, -wide / 2.0, z], [near, wide / 2.0, z], [far, wide / 2.0, z], [far, -wide / 2.0, z]]
    }

    /// How far the board is turned in the arm's space, in degrees.
    fn turned(corners: &[[f64; 3]; 4]) -> f64 {
        (corners[1][1] - corners[0][1]).atan2(corners[1][0] - corners[0][0]).to_degrees()
    }

    /// The posture of every spot, and the spots that cannot be served. A taught place is taken as it was taught.
    pub fn postures(&self, setup: &Setup) -> (BTreeMap<Spot, Posture>, Vec<Missed>) {
        let turned = Ground::turned(&self.corners(setup));
        let (mut postures, mut missed) = (BTreeMap::new(), Vec::new());
        for (site, point) in self.sites.iter().zip(self.points(setup)) {
            if let Some(posture) = setup.taught.get(&site.name) {
                postures.insert(site.spot.clone(), *posture);
                continue;
            }
            match reached(&setup.body, point, turned, setup) {
                Ok(posture) => {
                    postures.insert(site.spot.clone(), posture);
                }
                Err((above, why)) => missed.push(Missed { name: site.name.clone(), why, above }),
            }
        }
        (postures, missed)
    }
}

fn reached(body: &Body, point: [f64; 3], turned: f64, setup: &Setup) -> Result<Posture, (bool, Unreachable)> {
    let at = body.reach(point, turned, setup.motion.tilt).map_err(|why| (false, why))?;
    let [x, y, z] = point;
    let above =
        body.reach([x, y, z + setup.motion.lift], turned, setup.motion.tilt).map_err(|why| (true, why))?;
    Ok(Posture { above, at })
}

/// The first part of a place's name, up to its indexes.
fn family(place: &Place, scene: &Scene) -> String {
    let name = place_name(place, scene);
    name.split('(').next().unwrap_or(&name).to_string()
}

fn bounds(sites: &[Site]) -> (Point, Point) {
    let first = sites.first().map_or(Point { x: 0.0, y: 0.0 }, |s| s.point);
    sites.iter().fold((first, first), |(low, high), s| {
        let Point { x, y } = s.point;
        (Point { x: low.x.min(x), y: low.y.min(y) }, Point { x: high.x.max(x), y: high.y.max(y) })
    })
}

/// The least distance between two points that are not the same.
fn spacing(sites: &[Site]) -> f32 {
    let mut least = f32::INFINITY;
    // The first thousand are enough to know it, and a huge board must not take long.
    for (i, a) in sites.iter().enumerate().take(1_000) {
        for b in &sites[..i] {
            let apart = (a.point.x - b.point.x).hypot(a.point.y - b.point.y);
            if apart > 1e-3 {
                least = least.min(apart);
            }
        }
    }
    if least.is_finite() { least } else { 1.0 }
}
