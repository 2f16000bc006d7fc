//! The physical state of the simulated table: where the arm is, which token lies where, what the gripper holds.

use super::controller::Controller;
use crate::arm::ground::{Ground, Spot};
use crate::arm::kinematics::{Angles, Pulses};
use crate::arm::setup::{Posture, Setup};
use crate::eye::Spotted;
use game::{Place, Scene};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How far beside a token the fingers may close and still hold it, in mm.
const GRASP: f64 = 9.0;
/// The farthest a token may lie from a place to count as lying there, in mm.
const NEAR: f64 = 14.0;
/// The step in which motion is followed.
const TICK: Duration = Duration::from_millis(20);
/// How long a hand stays over the table.
const HAND: Duration = Duration::from_secs(3);
/// How far a token is carried before it is dropped, in mm.
const SLIP: f64 = 30.0;

/// Something that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The next token is dropped on the way.
    Drop,
    /// The next grip closes beside the token.
    Miss,
    /// The shoulder does not move any more.
    Stall,
    /// The cable is pulled out.
    Cut,
    /// A hand is held over the table for a while.
    Hand,
}

impl std::str::FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Fault, String> {
        match text {
            "drop" => Ok(Fault::Drop),
            "miss" => Ok(Fault::Miss),
            "stall" => Ok(Fault::Stall),
            "cut" => Ok(Fault::Cut),
            "hand" => Ok(Fault::Hand),
            _ => Err(format!("unknown fault '{text}' (known: drop, miss, stall, cut, hand)")),
        }
    }
}

/// A token on the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Lying {
    /// What it is.
    pub kind: String,
    /// Where it is, in the arm's space.
    pub point: [f64; 3],
}

/// A table with an arm.
#[derive(Clone, Debug)]
pub struct World {
    setup: Setup,
    ground: Ground,
    /// The point where tokens lie on each spot.
    spots: BTreeMap<Spot, [f64; 3]>,
    controller: Controller,
    tokens: Vec<Lying>,
    held: Option<(usize, [f64; 3])>,
    was_open: bool,
    last: Duration,
    drop: bool,
    miss: bool,
    cut: bool,
    /// Until when a hand is over the table.
    hand: Duration,
    /// Everything physical that happened, newest last.
    pub events: Vec<String>,
}

impl World {
    /// A table on which the tokens of a scene lie. Supplies hold any number.
    pub fn new(setup: &Setup, ground: &Ground, postures: &BTreeMap<Spot, Posture>, scene: &Scene) -> World {
        let tip = |pulses: &Pulses| {
            let pose = setup.body.forward(&setup.body.angles(pulses));
            [pose.x, pose.y, pose.z]
        };
        let computed = ground.points(setup);
        let point = |(site, at): (&crate::arm::ground::Site, &[f64; 3])| {
            let taught = setup.taught.contains_key(&site.name).then(|| postures.get(&site.spot)).flatten();
            (site.spot.clone(), taught.map_or(*at, |p| tip(&p.at)))
        };
        let spots = ground.sites.iter().zip(&computed).map(point).collect();
        let mut world = World {
            setup: setup.clone(),
            ground: ground.clone(),
            spots,
            controller: Controller::default(),
            tokens: Vec::new(),
            held: None,
            was_open: true,
            last: Duration::ZERO,
            drop: false,
            miss: false,
            cut: false,
            hand: Duration::ZERO,
            events: Vec::new(),
        };
        world.lay(scene);
        world
    }

    /// Clears the table and lays out the tokens of a scene, as a person would.
    pub fn lay(&mut self, scene: &Scene) {
        self.held = None;
        self.tokens.clear();
        for token in scene.tokens.iter().filter(|t| !self.ground.is_imaginary(&t.kind)) {
            if let Some(point) = self.spots.get(&self.ground.spot(&token.place)) {
                self.tokens.push(Lying { kind: token.kind.clone(), point: *point });
            }
        }
    }

    /// A token put somewhere by a person; taken from where one of its kind lies out of place, or from its supply.
    pub fn put(&mut self, kind: &str, spot: &Spot) {
        if let Some(point) = self.spots.get(spot) {
            self.tokens.push(Lying { kind: kind.to_string(), point: *point });
        }
    }

    /// Makes something go wrong.
    pub fn fail(&mut self, fault: Fault) {
        match fault {
            Fault::Drop => self.drop = true,
            Fault::Miss => self.miss = true,
            Fault::Stall => self.controller.stall(self.setup.body.joints[1].channel, true),
            Fault::Cut => self.cut = true,
            Fault::Hand => self.hand = self.last + HAND,
        }
    }

    /// Puts right what can be: the cable, the servo, the hand.
    pub fn mend(&mut self) {
        self.controller.stall(self.setup.body.joints[1].channel, false);
        (self.cut, self.hand) = (false, Duration::ZERO);
    }

    /// Whether the cable is out.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Whether a hand is over the table.
    pub fn hand(&self) -> bool {
        self.last < self.hand
    }

    /// The tokens, those in the gripper included.
    pub fn tokens(&self) -> &[Lying] {
        &self.tokens
    }

    /// The kind of the token in the gripper.
    pub fn holds(&self) -> Option<&str> {
        self.held.map(|(i, _)| self.tokens[i].kind.as_str())
    }

    /// The spots of the table with their points.
    pub fn spots(&self) -> &BTreeMap<Spot, [f64; 3]> {
        &self.spots
    }

    /// What arrives over the line, and what is answered.
    pub fn feed(&mut self, bytes: &[u8], now: Duration) -> Vec<u8> {
        self.advance(now);
        self.controller.feed(bytes, now)
    }

    /// The angles of the five joints; before the first command, at rest.
    pub fn angles(&self, now: Duration) -> Angles {
        let body = &self.setup.body;
        std::array::from_fn(|i| {
            let joint = &body.joints[i];
            joint.angle(self.controller.pulse(joint.channel, now).unwrap_or(f64::from(self.setup.home[i])))
        })
    }

    /// The points of shoulder, elbow, wrist and fingertips.
    pub fn chain(&self, now: Duration) -> [[f64; 3]; 4] {
        self.setup.body.chain(&self.angles(now))
    }

    fn tip(&self, now: Duration) -> [f64; 3] {
        let pose = self.setup.body.forward(&self.angles(now));
        [pose.x, pose.y, pose.z]
    }

    /// How far the gripper is closed: 0 open, 1 closed.
    pub fn grip(&self, now: Duration) -> f64 {
        let g = self.setup.body.gripper;
        let (open, closed) = (f64::from(g.open), f64::from(g.closed));
        let pulse = self.controller.pulse(g.channel, now).unwrap_or(open);
        ((pulse - open) / (closed - open)).clamp(0.0, 1.0)
    }

    /// Lets the world go on to a moment.
    pub fn advance(&mut self, now: Duration) {
        // A table that nobody looked at for long stood still for most of it.
        let longest = Duration::from_secs(60);
        let mut at = self.last.max(now.saturating_sub(longest));
        while at < now {
            at = (at + TICK).min(now);
            self.tick(at);
        }
        self.last = self.last.max(now);
    }

    fn tick(&mut self, now: Duration) {
        let tip = self.tip(now);
        let open = self.grip(now) < 0.5;
        match (self.was_open, open) {
            (true, false) => self.grasp(tip),
            (false, true) => self.release(tip),
            _ => {}
        }
        self.was_open = open;
        let Some((i, picked)) = self.held else { return };
        self.tokens[i].point = tip;
        let carried = (tip[0] - picked[0]).hypot(tip[1] - picked[1]);
        if self.drop && carried > SLIP {
            self.drop = false;
            self.held = None;
            self.tokens[i].point[2] = self.floor(tip);
            self.event(format!("{} slipped out of the gripper", self.tokens[i].kind));
        }
    }

    /// The height at which a token lies under a point: that of the nearest spot.
    fn floor(&self, tip: [f64; 3]) -> f64 {
        let flat = |p: &[f64; 3]| (p[0] - tip[0]).hypot(p[1] - tip[1]);
        let nearest = self.spots.values().min_by(|a, b| flat(a).total_cmp(&flat(b)));
        nearest.map_or(self.setup.board.height, |p| p[2])
    }

    fn event(&mut self, text: String) {
        if self.events.len() < 10_000 {
            self.events.push(text);
        }
    }

    fn grasp(&mut self, tip: [f64; 3]) {
        if std::mem::take(&mut self.miss) {
            self.event("the gripper closed beside the token".to_string());
            return;
        }
        let apart = |t: &Lying| (0..3).map(|k| (t.point[k] - tip[k]).powi(2)).sum::<f64>().sqrt();
        // A supply never runs out: a person hands over the next one.
        if let Some((Spot::Supply(kind), point)) = self.spots.iter().find(|(s, p)| {
            matches!(s, Spot::Supply(_))
                && (0..3).map(|k| (p[k] - tip[k]).powi(2)).sum::<f64>() < GRASP * GRASP
        }) {
            let fresh = Lying { kind: kind.clone(), point: *point };
            self.tokens.push(fresh);
        }
        let nearest =
            (0..self.tokens.len()).min_by(|&a, &b| apart(&self.tokens[a]).total_cmp(&apart(&self.tokens[b])));
        match nearest.filter(|&i| apart(&self.tokens[i]) <= GRASP) {
            Some(i) => {
                self.held = Some((i, tip));
                self.event(format!("gripped {}", self.tokens[i].kind));
            }
            None => self.event("the gripper closed on nothing".to_string()),
        }
    }

    fn release(&mut self, tip: [f64; 3]) {
        if let Some((i, _)) = self.held.take() {
            self.tokens[i].point = [tip[0], tip[1], self.floor(tip)];
            self.event(format!("let go of {}", self.tokens[i].kind));
        }
    }

    /// What an eye above the table would see on its places; tokens between places are on none. Where several places lie at
    /// one point, as the slots of a heap do, a token is reported on one where its kind is expected.
    pub fn spotted(&self, expected: &Scene) -> Vec<Spotted> {
        let mut seen: Vec<Spotted> = Vec::new();
        let mut taken: BTreeSet<Place> = BTreeSet::new();
        let mut strangers: Vec<(&Lying, &[f64; 3])> = Vec::new();
        let mut homes: Vec<(&Place, &str, [f64; 3])> = Vec::new();
        for token in expected.tokens.iter().filter(|t| !self.ground.is_imaginary(&t.kind)) {
            if let Some(point) = self.spots.get(&self.ground.spot(&token.place)) {
                homes.push((&token.place, &token.kind, *point));
            }
        }
        for (i, token) in self.tokens.iter().enumerate() {
            let in_hand = self.held.is_some_and(|(h, _)| h == i);
            let Some(at) = self.nearest(token).filter(|_| !in_hand).and_then(|spot| self.spots.get(spot))
            else {
                continue;
            };
            let home = homes
                .iter()
                .find(|(place, kind, p)| *kind == token.kind && p == at && !taken.contains(*place));
            match home {
                Some((place, _, _)) => {
                    taken.insert((*place).clone());
                    seen.push(Spotted { place: (*place).clone(), kind: token.kind.clone() });
                }
                None => strangers.push((token, at)),
            }
        }
        for (token, at) in strangers {
            let spots = self.spots.iter().filter(|(_, p)| *p == at).map(|(s, _)| s);
            let places: Vec<&Place> =
                spots.filter_map(|s| if let Spot::Place(p) = s { Some(p) } else { None }).collect();
            let free = places
                .iter()
                .copied()
                .find(|p| !taken.contains(*p) && !self.ground.is_heap(&Spot::Place((*p).clone())));
            let place = free.cloned().or_else(|| {
                let first = places.first()?;
                let slots = if self.ground.is_heap(&Spot::Place((*first).clone())) {
                    0..u16::MAX
                } else {
                    first.slot..first.slot + 1
                };
                slots
                    .map(|slot| Place { zone: first.zone.clone(), slot })
                    .find(|p| !taken.contains(p))
                    .or_else(|| Some((*first).clone()))
            });
            if let Some(place) = place {
                taken.insert(place.clone());
                seen.push(Spotted { place, kind: token.kind.clone() });
            }
        }
        seen
    }

    /// The spot a token lies on.
    pub fn nearest(&self, token: &Lying) -> Option<&Spot> {
        let flat = |p: &[f64; 3]| (p[0] - token.point[0]).hypot(p[1] - token.point[1]);
        let best = self.spots.iter().min_by(|a, b| flat(a.1).total_cmp(&flat(b.1)))?;
        (flat(best.1) <= NEAR).then_some(best.0)
    }

    /// Makes the table show a scene as a helpful person does: tokens that lie wrong or between places are taken off and put
    /// where one of their kind is missing; nothing else is touched.
    pub fn tidy(&mut self, scene: &Scene) {
        let ground = self.ground.clone();
        self.held = None;
        let mut wanted = ground.stock(scene);
        let mut loose = Vec::new();
        for token in std::mem::take(&mut self.tokens) {
            let spot = self.nearest(&token).cloned();
            let right = spot
                .as_ref()
                .and_then(|s| wanted.get_mut(s))
                .and_then(|kinds| kinds.iter().position(|k| *k == token.kind).map(|at| kinds.remove(at)));
            if right.is_some() || matches!(spot, Some(Spot::Bin | Spot::Supply(_))) {
                self.tokens.push(token);
            } else {
                loose.push(token);
            }
        }
        drop(loose); // Spare tokens go back into the box; the box holds every kind.
        for (spot, kinds) in wanted {
            for kind in kinds {
                self.put(&kind, &spot);
            }
        }
    }
}
