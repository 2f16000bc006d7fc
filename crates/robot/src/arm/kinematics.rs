//! Forward and inverse kinematics of the AL5D.
//!
//! The arm stands at the origin; x points ahead, y to its left, z up; millimetres and degrees. Angles are those of s3games,
//! so that its taught tables mean the same here: base 0 ahead; shoulder 0 with the upper arm upright, negative ahead; elbow 0
//! with the forearm square to the upper arm, positive when it opens; wrist 0 with the hand in line with the forearm. Hence the
//! forearm rises by shoulder + elbow above the horizontal and the hand by shoulder + elbow + wrist: -90 points down.
//!
//! Link lengths: Oleg Mazurov, *Robotic Arm Inverse Kinematics on Arduino* (2011), for the AL5D. The pulses for the angles are
//! the original's. Both together put the seven taught places of its Frogs board at one height within a millimetre and the
//! squares of its Connect4 board on a grid of 37 mm (a test), which nothing but the right geometry would.

use std::fmt;

/// Base, shoulder, elbow, wrist and the turn of the hand, in degrees.
pub type Angles = [f64; 5];
/// The pulses of the same five servos, in µs.
pub type Pulses = [u16; 5];
/// The names of the joints, as files and messages call them.
pub const JOINTS: [&str; 5] = ["base", "shoulder", "elbow", "wrist", "hand"];

/// How a servo turns pulses into an angle, and how far it may go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Joint {
    /// The output it is plugged into.
    pub channel: u8,
    /// The pulse at 0 degrees.
    pub zero: f64,
    /// µs a degree; negative if it is mounted the other way round.
    pub per_degree: f64,
    /// The least pulse allowed.
    pub low: u16,
    /// The largest pulse allowed.
    pub high: u16,
}

impl Joint {
    /// The angle at a pulse.
    pub fn angle(&self, pulse: f64) -> f64 {
        (pulse - self.zero) / self.per_degree
    }

    /// The pulse at an angle, before rounding.
    pub fn exact(&self, angle: f64) -> f64 {
        self.zero + self.per_degree * angle
    }

    /// Whether the servo may go there.
    pub fn allows(&self, angle: f64) -> bool {
        let pulse = self.exact(angle);
        pulse >= f64::from(self.low) - 1e-6 && pulse <= f64::from(self.high) + 1e-6
    }
}

/// The gripper's servo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gripper {
    /// The output it is plugged into.
    pub channel: u8,
    /// The pulse of the open gripper.
    pub open: u16,
    /// The pulse of the gripper around a token.
    pub closed: u16,
}

/// The measures of an arm.
#[derive(Clone, PartialEq, Debug)]
pub struct Body {
    /// From the table to the axis of the shoulder.
    pub base: f64,
    /// From shoulder to elbow.
    pub upper: f64,
    /// From elbow to wrist.
    pub fore: f64,
    /// From the wrist to the middle of the fingertips.
    pub hand: f64,
    /// The servos, in the order of [`JOINTS`].
    pub joints: [Joint; 5],
    /// The gripper.
    pub gripper: Gripper,
}

impl Default for Body {
    fn default() -> Body {
        let joint = |channel| Joint { channel, zero: 1500.0, per_degree: 10.0, low: 600, high: 2400 };
        let elbow = Joint { zero: 1800.0, per_degree: -10.0, low: 900, ..joint(2) };
        Body {
            base: 67.31,
            upper: 146.05,
            fore: 187.325,
            hand: 100.0,
            joints: [joint(0), joint(1), elbow, joint(3), joint(4)],
            gripper: Gripper { channel: 5, open: 1000, closed: 2000 },
        }
    }
}

/// A point, and how the hand is held there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    /// Ahead.
    pub x: f64,
    /// To the left.
    pub y: f64,
    /// Up.
    pub z: f64,
    /// How far the hand rises above the horizontal; -90 points down.
    pub pitch: f64,
    /// The turn of the hand about its own axis.
    pub turn: f64,
}

/// Why a pose cannot be reached. Prints as a part of a sentence.
#[derive(Clone, PartialEq, Debug)]
pub enum Unreachable {
    /// The wrist would have to be this much farther than the arm is long, in mm.
    TooFar(f64),
    /// The wrist would have to be this much nearer to the shoulder than the arm folds, in mm.
    TooNear(f64),
    /// A servo would have to go beyond its limits.
    Limit {
        /// Which of [`JOINTS`].
        joint: usize,
        /// The angle it would need.
        angle: f64,
    },
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreachable::TooFar(by) => write!(f, "{by:.0} mm too far"),
            Unreachable::TooNear(by) => write!(f, "{by:.0} mm too near"),
            Unreachable::Limit { joint, angle } => {
                write!(f, "the {} servo would have to turn to {angle:.0}°", JOINTS[*joint])
            }
        }
    }
}

impl std::error::Error for Unreachable {}

/// An angle between -180 and 180.
fn wrapped(angle: f64) -> f64 {
    let turned = (angle + 180.0).rem_euclid(360.0) - 180.0;
    if turned == -180.0 { 180.0 } else { turned }
}

impl Body {
    /// Where the fingertips are and how the hand is held.
    pub fn forward(&self, a: &Angles) -> Pose {
        let [base, upper, fore, hand] =
            [a[0], 90.0 + a[1], a[1] + a[2], a[1] + a[2] + a[3]].map(f64::to_radians);
        let reach = self.upper * upper.cos() + self.fore * fore.cos() + self.hand * hand.cos();
        let z = self.base + self.upper * upper.sin() + self.fore * fore.sin() + self.hand * hand.sin();
        Pose {
            x: reach * base.cos(),
            y: reach * base.sin(),
            z,
            pitch: wrapped(a[1] + a[2] + a[3]),
            turn: a[4],
        }
    }

    /// The points of shoulder, elbow, wrist and fingertips, for pictures.
    pub fn chain(&self, a: &Angles) -> [[f64; 3]; 4] {
        let [base, upper, fore, hand] =
            [a[0], 90.0 + a[1], a[1] + a[2], a[1] + a[2] + a[3]].map(f64::to_radians);
        let (mut reach, mut z) = (0.0, self.base);
        let mut points = [[0.0, 0.0, z]; 4];
        for (i, (length, angle)) in
            [(self.upper, upper), (self.fore, fore), (self.hand, hand)].into_iter().enumerate()
        {
            reach += length * angle.cos();
            z += length * angle.sin();
            points[i + 1] = [reach * base.cos(), reach * base.sin(), z];
        }
        points
    }

    /// The angles that reach a pose within the limits of the servos.
    ///
    /// # Errors
    /// Why there are none.
    pub fn inverse(&self, pose: &Pose) -> Result<Angles, Unreachable> {
        let ahead = pose.y.atan2(pose.x).to_degrees();
        let reach = pose.x.hypot(pose.y);
        let front = self.solve(ahead, reach, pose);
        // A pose behind the arm may be reached over its head, with the base turned the other way.
        front.or_else(|why| self.solve(wrapped(ahead + 180.0), -reach, pose).map_err(|_| why))
    }

    fn solve(&self, base: f64, reach: f64, pose: &Pose) -> Result<Angles, Unreachable> {
        let pitch = pose.pitch.to_radians();
        let (across, up) = (reach - self.hand * pitch.cos(), pose.z - self.base - self.hand * pitch.sin());
        let distance = across.hypot(up);
        let (longest, shortest) = (self.upper + self.fore, (self.upper - self.fore).abs());
        if distance > longest + 1e-6 {
            return Err(Unreachable::TooFar(distance - longest));
        }
        if distance < shortest - 1e-6 {
            return Err(Unreachable::TooNear(shortest - distance));
        }
        let cosine = (distance * distance - self.upper * self.upper - self.fore * self.fore)
            / (2.0 * self.upper * self.fore);
        let bend = cosine.clamp(-1.0, 1.0).acos();
        let rise = up.atan2(across) + (self.fore * bend.sin()).atan2(self.upper + self.fore * bend.cos());
        let shoulder = wrapped(rise.to_degrees() - 90.0);
        let elbow = 90.0 - bend.to_degrees();
        let angles = [base, shoulder, elbow, wrapped(pose.pitch - shoulder - elbow), wrapped(pose.turn)];
        match (0..5).find(|&i| !self.joints[i].allows(angles[i])) {
            Some(joint) => Err(Unreachable::Limit { joint, angle: angles[joint] }),
            None => Ok(angles),
        }
    }

    /// The pulses of angles, rounded and never beyond the limits.
    pub fn pulses(&self, angles: &Angles) -> Pulses {
        std::array::from_fn(|i| {
            let joint = &self.joints[i];
            joint.exact(angles[i]).round().clamp(f64::from(joint.low), f64::from(joint.high)) as u16
        })
    }

    /// The angles at pulses.
    pub fn angles(&self, pulses: &Pulses) -> Angles {
        std::array::from_fn(|i| self.joints[i].angle(f64::from(pulses[i])))
    }

    /// The joint whose limits these pulses leave.
    pub fn beyond(&self, pulses: &Pulses) -> Option<usize> {
        (0..5).find(|&i| !(self.joints[i].low..=self.joints[i].high).contains(&pulses[i]))
    }

    /// The pulses that hold the open hand over or at a point, as upright as can be: the hand is tilted outwards by at most
    /// `tilt` degrees where the arm is too short to reach straight down. The fingers keep to the axes of the board, which
    /// is turned by `board` degrees.
    ///
    /// # Errors
    /// Why the point cannot be reached, with the hand upright.
    pub fn reach(&self, point: [f64; 3], board: f64, tilt: f64) -> Result<Pulses, Unreachable> {
        let [x, y, z] = point;
        // Gripping from the side is as good as from the front: the turn is only known up to a quarter.
        let turn = (board - y.atan2(x).to_degrees() + 45.0).rem_euclid(90.0) - 45.0;
        let mut first = None;
        for step in 0..=(tilt.clamp(0.0, 60.0) as u32) {
            match self.inverse(&Pose { x, y, z, pitch: -90.0 + f64::from(step), turn }) {
                Ok(angles) => return Ok(self.pulses(&angles)),
                Err(why) => first = first.or(Some(why)),
            }
        }
        Err(first.unwrap_or(Unreachable::TooFar(0.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    fn apart(a: f64, b: f64) -> f64 {
        wrapped(a - b).abs()
    }

    #[test]
    fn inverse_and_forward_agree_on_a_hundred_thousand_reachable_poses() {
        let body = Body::default();
        let mut rng = Rng::new(5);
        let (mut worst, mut worst_angle) = (0.0_f64, 0.0_f64);
        for _ in 0..100_000 {
            let angles: Angles = std::array::from_fn(|i| {
                let j = &body.joints[i];
                j.angle(f64::from(j.low) + rng.unit() * f64::from(j.high - j.low))
            });
            let pose = body.forward(&angles);
            let found = body.inverse(&pose).unwrap_or_else(|why| panic!("{angles:?} reach {pose:?}: {why}"));
            assert!((0..5).all(|i| body.joints[i].allows(found[i])), "{found:?} leaves the limits");
            assert_eq!(body.beyond(&body.pulses(&found)), None);
            let again = body.forward(&found);
            let off = (again.x - pose.x).hypot(again.y - pose.y).hypot(again.z - pose.z);
            worst = worst.max(off);
            worst_angle = worst_angle.max(apart(again.pitch, pose.pitch)).max(apart(again.turn, pose.turn));
        }
        assert!(worst < 0.1 && worst_angle < 0.1, "off by {worst} mm, {worst_angle}°");
    }

    #[test]
    fn the_chain_ends_where_the_fingertips_are_and_its_links_keep_their_lengths() {
        let body = Body::default();
        let mut rng = Rng::new(6);
        for _ in 0..1_000 {
            let angles: Angles = std::array::from_fn(|_| rng.unit() * 180.0 - 90.0);
            let (pose, chain) = (body.forward(&angles), body.chain(&angles));
            let length =
                |i: usize| (0..3).map(|k| (chain[i + 1][k] - chain[i][k]).powi(2)).sum::<f64>().sqrt();
            for (i, link) in [body.upper, body.fore, body.hand].into_iter().enumerate() {
                assert!((length(i) - link).abs() < 1e-9);
            }
            let tip = chain[3];
            assert!((tip[0] - pose.x).abs() + (tip[1] - pose.y).abs() + (tip[2] - pose.z).abs() < 1e-9);
        }
    }

    #[test]
    fn what_is_out_of_reach_is_refused_with_the_cause() {
        let body = Body::default();
        let why = |x: f64, y: f64| body.reach([x, y, 15.0], 0.0, 0.0).unwrap_err().to_string();
        assert!(why(500.0, 0.0).ends_with("mm too far"), "{}", why(500.0, 0.0));
        assert!(why(-200.0, 150.0).contains("servo would have to turn"), "{}", why(-200.0, 150.0));
        assert!(body.reach([345.0, 0.0, 15.0], 0.0, 0.0).is_err(), "not straight down");
        assert!(body.reach([345.0, 0.0, 15.0], 0.0, 30.0).is_ok(), "but with the hand tilted");
    }
}
