//! Watches a moving arm through the camera: whatever is over the board and is not the arm holds it.
//!
//! The controller says where the arm is, the measures of the arm say what of the picture it may hide, and what else hides the bare
//! board is a hand, or a sleeve, or a cat. How high the camera stands is not known: the arm is taken for as large as the lowest
//! camera would see it. A hand under the arm itself is not seen: that is what the emergency stop is for.

use super::placing::Placing;
use super::sight::PictureEye;
use super::{Board, Spot2, explain};
use crate::arm::drive::Guard;
use crate::arm::ground::Spot;
use crate::arm::kinematics::{Body, Pulses};
use crate::arm::line::Time;
use crate::arm::setup::{Posture, Setup};
use crate::eye::{Choice, Eye, EyeError, Sight, Watched};
use game::{Place, Scene};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

/// The lowest camera that is allowed for, in mm over the table.
const LOWEST: f64 = 500.0;
/// What the arm hides to each side of its bones, in mm: half of its width, its shadow's edge, the token in its gripper.
const WIDE: f64 = 34.0;
/// Heights of the camera between the lowest and infinitely high that are tried.
const HEIGHTS: usize = 5;
/// The time between two looks at a moving arm.
const EVERY: Duration = Duration::from_millis(150);

/// Where a camera over `middle` sees a point of the board's plane that is lifted by this part of the camera's height.
pub(super) fn seen_from_above(at: Spot2, middle: Spot2, lifted: f64) -> Spot2 {
    let factor = 1.0 / (1.0 - lifted.clamp(0.0, 0.75));
    (middle.0 + (at.0 - middle.0) * factor, middle.1 + (at.1 - middle.1) * factor)
}

/// What of the board an arm may hide from a camera above it.
#[derive(Clone, Debug)]
pub struct Silhouette {
    body: Body,
    placing: Placing,
    middle: Spot2,
}

impl Silhouette {
    /// The silhouette over a board, if the arm and the camera know the same places.
    pub fn new(setup: &Setup, postures: &BTreeMap<Spot, Posture>, board: &Board) -> Option<Silhouette> {
        let tip = |posture: &Posture| {
            let pose = setup.body.forward(&setup.body.angles(&posture.at));
            [pose.x, pose.y, pose.z]
        };
        let spots = postures.iter().map(|(spot, posture)| (spot.clone(), tip(posture))).collect();
        let [l, t, r, b] = board.frame;
        let middle = ((l + r) / 2.0, (t + b) / 2.0);
        Some(Silhouette { body: setup.body.clone(), placing: Placing::of(&spots, board)?, middle })
    }

    /// Whether the arm may be what is seen at a point of the board.
    fn hides(&self, arm: &Pulses, point: Spot2) -> bool {
        let chain = self.body.chain(&self.body.angles(arm));
        let foot = [chain[0][0], chain[0][1], 0.0];
        let bones = [(foot, chain[0]), (chain[0], chain[1]), (chain[1], chain[2]), (chain[2], chain[3])];
        bones.iter().any(|(a, b)| {
            (0..HEIGHTS).any(|height| {
                let low = height as f64 / (HEIGHTS - 1) as f64 / LOWEST;
                let end = |p: &[f64; 3]| seen_from_above(self.placing.board(*p), self.middle, low * p[2]);
                let nearer = 1.0 / (1.0 - (low * a[2].max(b[2])).clamp(0.0, 0.75));
                super::render::segment_distance(point, end(a), end(b)) < WIDE * nearer * self.placing.scale()
            })
        })
    }
}

/// What a picture shows of the bare board that is not as it was.
#[derive(Clone, Debug, Default)]
pub(super) struct Glance {
    /// The points of the board where something foreign is seen.
    pub(super) points: Vec<Spot2>,
    /// The part of a piece's area that each of them stands for.
    pub(super) each: f32,
}

/// An eye that a match and the guard of its arm share.
#[derive(Clone)]
pub struct SharedEye(Arc<Mutex<PictureEye>>);

impl SharedEye {
    /// Shares an eye.
    pub fn new(eye: PictureEye) -> SharedEye {
        SharedEye(Arc::new(Mutex::new(eye)))
    }

    fn lock(&self) -> MutexGuard<'_, PictureEye> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Eye for SharedEye {
    fn look(&mut self, expected: &Scene) -> Result<Sight, EyeError> {
        self.lock().look(expected)
    }

    fn watch(&mut self, before: &Scene, choices: &[Choice]) -> Result<Watched, EyeError> {
        self.lock().watch(before, choices)
    }

    fn observes(&self, place: &Place) -> bool {
        self.lock().observes(place)
    }
}

/// Looks for hands while the arm moves. Before the eye has seen the table once there is nothing to compare with, and no hand.
pub struct PictureGuard {
    eye: SharedEye,
    silhouette: Silhouette,
    time: Arc<dyn Time>,
    last: Option<Duration>,
    hand: bool,
    /// Postures of the arm since the picture under way was asked for.
    postures: Vec<Pulses>,
    /// Whether pictures are taken beside the motion, because they take long.
    beside: bool,
    under_way: Option<mpsc::Receiver<Glance>>,
}

impl PictureGuard {
    /// A guard that looks through the eye of the match. `beside`: the camera is slow, and the arm is not to wait for it.
    pub fn new(eye: &SharedEye, silhouette: Silhouette, time: Arc<dyn Time>, beside: bool) -> PictureGuard {
        let eye = eye.clone();
        PictureGuard {
            eye,
            silhouette,
            time,
            last: None,
            hand: false,
            postures: Vec::new(),
            beside,
            under_way: None,
        }
    }

    /// A camera that fails shows nothing; the match says so at its next look.
    fn judge(&mut self, glance: &Glance) {
        let free =
            glance.points.iter().filter(|&&p| !self.postures.iter().any(|a| self.silhouette.hides(a, p)));
        self.hand = free.count() as f32 * glance.each >= explain::HAND;
    }
}

impl Guard for PictureGuard {
    fn hand(&mut self, arm: Option<&Pulses>) -> bool {
        self.postures.extend(arm);
        if let Some(answer) = &self.under_way {
            match answer.try_recv() {
                Err(mpsc::TryRecvError::Empty) => return self.hand,
                Ok(glance) => self.judge(&glance),
                Err(mpsc::TryRecvError::Disconnected) => {}
            }
            self.under_way = None;
        }
        let now = self.time.now();
        if self.last.is_some_and(|last| now.saturating_sub(last) < EVERY) {
            return self.hand;
        }
        self.last = Some(now);
        self.postures.clear();
        self.postures.extend(arm);
        if self.beside {
            let (send, answer) = mpsc::channel();
            let eye = self.eye.clone();
            std::thread::spawn(move || {
                let glance = eye.lock().glance();
                // Nobody may wait for it any more.
                _ = send.send(glance);
            });
            self.under_way = Some(answer);
        } else {
            let glance = self.eye.lock().glance();
            self.judge(&glance);
        }
        self.hand
    }

    fn follows(&self) -> bool {
        true
    }
}
