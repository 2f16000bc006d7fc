//! Teaching by keyboard: keys turn the joints, and what the arm then shows is kept as a place or a corner.
//!
//! The keys of s3games are kept (`q a`, `w s`, `e d`, `r f`, `t g` for the five joints). The state is here, the terminal and the
//! page only bring keys.

use super::ground::Ground;
use super::kinematics::{JOINTS, Pulses};
use super::setup::{Posture, Setup};
use std::fmt;

/// What a key did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taught {
    /// The arm is to go there.
    Moved(Pulses),
    /// A servo is at its limit.
    Limit(usize),
    /// The gripper is to open (true) or close.
    Gripper(bool),
    /// Another place is taught now.
    Place(String),
    /// The posture above the place was kept.
    Above(String),
    /// The posture at the place was kept; the place is complete if the one above it was kept, too.
    At(String),
    /// A corner was kept: 1 to 4.
    Corner(usize),
    /// All four corners are there.
    Corners,
    /// The key means nothing.
    Unknown(char),
    /// Enough.
    Quit,
}

impl fmt::Display for Taught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Taught::Moved(p) => {
                let parts: Vec<String> = JOINTS.iter().zip(p).map(|(j, p)| format!("{j} {p}")).collect();
                f.write_str(&parts.join(", "))
            }
            Taught::Limit(joint) => write!(f, "the {} is at its limit", JOINTS[*joint]),
            Taught::Gripper(open) => f.write_str(if *open { "gripper open" } else { "gripper closed" }),
            Taught::Place(name) => write!(f, "now teaching {name}"),
            Taught::Above(name) => write!(f, "kept the posture above {name}"),
            Taught::At(name) => write!(f, "kept the posture at {name}"),
            Taught::Corner(n) => write!(f, "kept corner {n}"),
            Taught::Corners => f.write_str("all four corners are known: the board is placed by them"),
            Taught::Unknown(key) => write!(f, "the key '{key}' means nothing"),
            Taught::Quit => f.write_str("done"),
        }
    }
}

/// What the keys do.
pub const KEYS: &str = "q/a base, w/s shoulder, e/d elbow, r/f wrist, t/g hand (large letters: ten times finer)
o/c open and close the gripper, n/p next and previous place
b keep as the posture above the place, x keep as the posture at it
1 2 3 4 keep as a corner (top left, top right, bottom right, bottom left place of the picture), Z save and leave";

/// A table being taught.
#[derive(Clone, Debug)]
pub struct Teacher {
    /// The table; what was taught so far is in it.
    pub setup: Setup,
    names: Vec<String>,
    at: usize,
    pulses: Pulses,
    above: Option<Pulses>,
    corners: [Option<Pulses>; 4],
}

impl Teacher {
    /// Begins at rest, with the first place.
    pub fn new(setup: Setup, ground: &Ground) -> Teacher {
        let names = ground.sites.iter().map(|s| s.name.clone()).collect();
        let corners = setup.board.corners.map_or([None; 4], |c| c.map(Some));
        Teacher { pulses: setup.home, setup, names, at: 0, above: None, corners }
    }

    /// Where the arm is.
    pub fn pulses(&self) -> Pulses {
        self.pulses
    }

    /// The place being taught.
    pub fn place(&self) -> &str {
        self.names.get(self.at).map_or("(no place)", String::as_str)
    }

    /// Presses a key.
    pub fn key(&mut self, key: char) -> Taught {
        if let Some(index) = "qawsedrftg".find(key.to_ascii_lowercase()) {
            let degrees = if key.is_ascii_uppercase() { 0.1 } else { 1.0 };
            return self.turn(index / 2, if index % 2 == 0 { -degrees } else { degrees });
        }
        let name = self.place().to_string();
        match key {
            'o' => Taught::Gripper(true),
            'c' => Taught::Gripper(false),
            'n' | 'p' if !self.names.is_empty() => {
                let step = if key == 'n' { 1 } else { self.names.len() - 1 };
                self.at = (self.at + step) % self.names.len();
                self.above = None;
                Taught::Place(self.place().to_string())
            }
            'b' => {
                self.above = Some(self.pulses);
                if let Some(posture) = self.setup.taught.get_mut(&name) {
                    posture.above = self.pulses;
                }
                Taught::Above(name)
            }
            'x' => {
                let known = self.setup.taught.get(&name).map(|p| p.above);
                let above = self.above.or(known).unwrap_or_else(|| self.lifted());
                self.setup.taught.insert(name.clone(), Posture { above, at: self.pulses });
                Taught::At(name)
            }
            '1'..='4' => {
                let n = key as usize - '0' as usize;
                self.corners[n - 1] = Some(self.pulses);
                if let [Some(a), Some(b), Some(c), Some(d)] = self.corners {
                    self.setup.board.corners = Some([a, b, c, d]);
                    return Taught::Corners;
                }
                Taught::Corner(n)
            }
            'Z' => Taught::Quit,
            other => Taught::Unknown(other),
        }
    }

    /// The posture over the present one, computed; the present one where that cannot be reached.
    fn lifted(&self) -> Pulses {
        let body = &self.setup.body;
        let pose = body.forward(&body.angles(&self.pulses));
        let over = [pose.x, pose.y, pose.z + self.setup.motion.lift];
        body.reach(over, 0.0, self.setup.motion.tilt).map_or(self.pulses, |mut pulses| {
            pulses[4] = self.pulses[4];
            pulses
        })
    }

    fn turn(&mut self, joint: usize, degrees: f64) -> Taught {
        let servo = &self.setup.body.joints[joint];
        let pulse = f64::from(self.pulses[joint]) + servo.per_degree * degrees;
        if pulse < f64::from(servo.low) || pulse > f64::from(servo.high) {
            return Taught::Limit(joint);
        }
        self.pulses[joint] = pulse.round() as u16;
        Taught::Moved(self.pulses)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ground::Needs;
    use super::*;
    use game::{Layout, Player, Scene, Turn, Zone};

    fn teacher() -> Teacher {
        let zones = vec![Zone::new("board", "board", Layout::Grid { columns: 2, rows: 2 })];
        let scene = Scene {
            zones,
            tokens: Vec::new(),
            said: Vec::new(),
            turn: Turn::Player(Player(0)),
            points: Vec::new(),
        };
        let setup = Setup { home: [1500; 5], ..Setup::default() };
        Teacher::new(setup.clone(), &Ground::of(&scene, &Needs::default(), &setup))
    }

    #[test]
    fn keys_turn_joints_by_a_degree_and_stop_at_the_limits() {
        let mut t = teacher();
        assert_eq!(t.key('a'), Taught::Moved([1510, 1500, 1500, 1500, 1500]));
        assert_eq!(t.key('q'), Taught::Moved([1500; 5]));
        assert_eq!(
            t.key('d'),
            Taught::Moved([1500, 1500, 1490, 1500, 1500]),
            "the elbow is mounted the other way"
        );
        assert_eq!(t.key('S'), Taught::Moved([1500, 1501, 1490, 1500, 1500]));
        for _ in 0..200 {
            t.key('g');
        }
        assert_eq!((t.key('g'), t.pulses()[4]), (Taught::Limit(4), 2400));
        assert_eq!(t.key('#'), Taught::Unknown('#'));
    }

    #[test]
    fn places_and_corners_are_kept_in_the_table() {
        let mut t = teacher();
        for key in "bsx".chars() {
            t.key(key);
        }
        assert_eq!(
            t.setup.taught["board/0"],
            Posture { above: [1500; 5], at: [1500, 1510, 1500, 1500, 1500] }
        );
        assert_eq!(t.key('p'), Taught::Place("board/3".into()));
        assert_eq!(t.key('n'), Taught::Place("board/0".into()));
        assert_eq!(
            (t.key('1'), t.key('2'), t.key('3')),
            (Taught::Corner(1), Taught::Corner(2), Taught::Corner(3))
        );
        assert!(t.setup.board.corners.is_none());
        assert_eq!(t.key('4'), Taught::Corners);
        assert_eq!(Setup::parse(&t.setup.to_string()), Ok(t.setup.clone()));
        assert_eq!(t.key('Z'), Taught::Quit);
    }
}
