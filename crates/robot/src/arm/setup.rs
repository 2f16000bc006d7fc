//! The file of a robot table: the measures of the arm, how it moves, where the board lies, which places were taught.
//!
//! Everything is optional; what is missing is as on an AL5D from the box with an A4 sheet in front of it. The format is
//! TOML; `docs/src/robot.md` lists the keys. Taught places and corners are pulses, as the controller gets them, so that a
//! table stays right when the measures of the arm are corrected.

use super::kinematics::{Body, JOINTS, Pulses};
use super::original;
use super::protocol::CHANNELS;
use game::nearest;
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;
use std::ops::Range;
use toml_edit::{Document, Item, TableLike};

/// The two postures of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posture {
    /// The open hand over it.
    pub above: Pulses,
    /// The hand around the token that lies there.
    pub at: Pulses,
}

impl Posture {
    /// The posture of ten taught angles ([`original::Taught`]), with the original's pulses.
    pub fn taught(angles: &original::Taught) -> Posture {
        let five = |from: usize| std::array::from_fn(|i| original::pulse(i as u8, angles[from + i]));
        Posture { above: five(0), at: five(5) }
    }
}

/// How the arm moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Motion {
    /// The highest speed of a servo, in µs a second.
    pub speed: f64,
    /// How far above a place the hand waits, in mm.
    pub lift: f64,
    /// How far the hand may be tilted from upright, in degrees.
    pub tilt: f64,
}

impl Default for Motion {
    fn default() -> Motion {
        Motion { speed: 500.0, lift: 45.0, tilt: 30.0 }
    }
}

/// Where the board lies, in front of the arm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Board {
    /// From the arm's axis to the nearest places, in mm.
    pub near: f64,
    /// The most that the places may take from left to right, in mm.
    pub width: f64,
    /// The most that they may take away from the arm, in mm.
    pub depth: f64,
    /// The height of the fingertips when they grip, in mm.
    pub height: f64,
    /// The four taught corners instead: of the picture's top left, top right, bottom right and bottom left place.
    pub corners: Option<[Pulses; 4]>,
}

impl Default for Board {
    fn default() -> Board {
        Board { near: 145.0, width: 220.0, depth: 145.0, height: 14.0, corners: None }
    }
}

/// A robot table.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The arm.
    pub body: Body,
    /// How it moves.
    pub motion: Motion,
    /// Where the board is.
    pub board: Board,
    /// Where the arm rests, outside the camera's picture.
    pub home: Pulses,
    /// Kinds of tokens that exist in the program only (counters, marks): nobody moves or sees them.
    pub imaginary: Vec<String>,
    /// Families of places (`qx` of `qx(3)`) whose contents nobody compares, such as heaps of spare tokens: `relevant=no` of s3.
    pub unwatched: Vec<String>,
    /// Taught places, by the names that [`super::ground::Ground`] gives.
    pub taught: BTreeMap<String, Posture>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            body: Body::default(),
            motion: Motion::default(),
            board: Board::default(),
            home: std::array::from_fn(|i| original::pulse(i as u8, original::HOME[i])),
            imaginary: Vec::new(),
            unwatched: Vec::new(),
            taught: BTreeMap::new(),
        }
    }
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// Line, from 1.
    pub line: usize,
    /// The cause.
    pub cause: String,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.cause)
    }
}

impl std::error::Error for SetupError {}

/// Most places a file may teach.
const MOST_PLACES: usize = 10_000;

/// The keys of a file.
const KEYS: [&str; 9] =
    ["links", "joints", "gripper", "motion", "board", "home", "imaginary", "unwatched", "places"];

struct Fault(Option<Range<usize>>, String);

impl Setup {
    /// Reads a file.
    ///
    /// # Errors
    /// The first mistake, with its line.
    pub fn parse(text: &str) -> Result<Setup, SetupError> {
        let place = |Fault(span, cause): Fault| {
            let at = span.map_or(0, |s| s.start).min(text.len());
            SetupError { line: text.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count() + 1, cause }
        };
        let document =
            Document::parse(text).map_err(|e| place(Fault(e.span(), e.message().trim().to_string())))?;
        let mut setup = Setup::default();
        setup.read(document.as_table()).map_err(place)?;
        Ok(setup)
    }

    fn read(&mut self, root: &dyn TableLike) -> Result<(), Fault> {
        for (key, item) in root.iter() {
            match key {
                "links" => {
                    let body = &mut self.body;
                    let slots: [(&str, &mut f64); 4] = [
                        ("base", &mut body.base),
                        ("upper", &mut body.upper),
                        ("fore", &mut body.fore),
                        ("hand", &mut body.hand),
                    ];
                    numbers(key, item, slots, 1.0..=2_000.0)?;
                }
                "joints" => {
                    for (name, joint) in table(key, item)?.iter() {
                        let i = JOINTS.iter().position(|j| *j == name);
                        let i = i.ok_or_else(|| unknown(joint, name, &JOINTS))?;
                        self.joint(i, joint)?;
                    }
                }
                "gripper" => {
                    let g = self.body.gripper;
                    let (mut channel, mut open, mut closed) =
                        (f64::from(g.channel), f64::from(g.open), f64::from(g.closed));
                    let slots: [(&str, &mut f64); 3] =
                        [("channel", &mut channel), ("open", &mut open), ("closed", &mut closed)];
                    numbers(key, item, slots, 0.0..=2_500.0)?;
                    if channel >= f64::from(CHANNELS) || open < 500.0 || closed < 500.0 {
                        return Err(Fault(
                            item.span(),
                            "a channel is below 32, a pulse from 500 to 2500 µs".into(),
                        ));
                    }
                    self.body.gripper.channel = channel as u8;
                    (self.body.gripper.open, self.body.gripper.closed) = (open as u16, closed as u16);
                }
                "motion" => {
                    let m = &mut self.motion;
                    let slots: [(&str, &mut f64); 3] =
                        [("speed", &mut m.speed), ("lift", &mut m.lift), ("tilt", &mut m.tilt)];
                    numbers(key, item, slots, 0.0..=5_000.0)?;
                    if m.speed < 10.0 {
                        return Err(Fault(item.span(), "'speed' is at least 10 µs a second".into()));
                    }
                }
                "board" => self.read_board(item)?,
                "home" => self.home = pulses(item)?,
                "imaginary" => self.imaginary = texts(key, item)?,
                "unwatched" => self.unwatched = texts(key, item)?,
                "places" => self.places(item)?,
                _ => {
                    return Err(unknown(item, key, &KEYS));
                }
            }
        }
        Ok(())
    }

    fn joint(&mut self, i: usize, item: &Item) -> Result<(), Fault> {
        let joint = &mut self.body.joints[i];
        let (mut channel, mut low, mut high) =
            (f64::from(joint.channel), f64::from(joint.low), f64::from(joint.high));
        let slots: [(&str, &mut f64); 5] = [
            ("channel", &mut channel),
            ("zero", &mut joint.zero),
            ("per_degree", &mut joint.per_degree),
            ("low", &mut low),
            ("high", &mut high),
        ];
        numbers(JOINTS[i], item, slots, -5_000.0..=5_000.0)?;
        let sound = (0.0..f64::from(CHANNELS)).contains(&channel)
            && joint.per_degree.abs() >= 1.0
            && (500.0..=high).contains(&low)
            && high <= 2_500.0;
        if !sound {
            let cause = format!(
                "joint '{}': a channel is below 32, 'per_degree' at least 1 or at most -1, and 500 ≤ low ≤ high ≤ 2500",
                JOINTS[i]
            );
            return Err(Fault(item.span(), cause));
        }
        joint.channel = channel as u8;
        (joint.low, joint.high) = (low as u16, high as u16);
        Ok(())
    }

    fn read_board(&mut self, item: &Item) -> Result<(), Fault> {
        let all = table("board", item)?;
        if let Some(corners) = all.get("corners") {
            let list = corners.as_array().filter(|a| a.len() == 4);
            let wanted = || Fault(corners.span(), "'corners' are four lists of five pulses".into());
            let list = list.ok_or_else(wanted)?;
            let mut found = [[0; 5]; 4];
            for (slot, value) in found.iter_mut().zip(list.iter()) {
                *slot = five(value.as_array()).ok_or_else(wanted)?;
            }
            self.board.corners = Some(found);
        }
        let b = &mut self.board;
        let slots: [(&str, &mut f64); 4] = [
            ("near", &mut b.near),
            ("width", &mut b.width),
            ("depth", &mut b.depth),
            ("height", &mut b.height),
        ];
        numbers("board", item, slots, -1_000.0..=2_000.0)
    }

    fn places(&mut self, item: &Item) -> Result<(), Fault> {
        for (name, item) in table("places", item)?.iter() {
            if self.taught.len() >= MOST_PLACES {
                return Err(Fault(item.span(), format!("more than {MOST_PLACES} places")));
            }
            let posture = table(name, item)?;
            if let Some((key, item)) = posture.iter().find(|(k, _)| !["above", "at"].contains(k)) {
                return Err(unknown(item, key, &["above", "at"]));
            }
            let half = |key: &str| {
                let found = posture.get(key);
                found
                    .map_or_else(|| Err(Fault(item.span(), format!("place '{name}' has no '{key}'"))), pulses)
            };
            self.taught.insert(name.to_string(), Posture { above: half("above")?, at: half("at")? });
        }
        Ok(())
    }
}

fn unknown(item: &Item, key: &str, known: &[&str]) -> Fault {
    let hint =
        nearest(key, known.iter().copied()).map_or(String::new(), |n| format!("; did you mean '{n}'?"));
    Fault(item.span(), format!("unknown key '{key}' (known: {}){hint}", known.join(", ")))
}

fn table<'a>(key: &str, item: &'a Item) -> Result<&'a dyn TableLike, Fault> {
    item.as_table_like().ok_or_else(|| Fault(item.span(), format!("'{key}' is a table")))
}

fn numbers<const N: usize>(
    key: &str,
    item: &Item,
    mut slots: [(&str, &mut f64); N],
    range: std::ops::RangeInclusive<f64>,
) -> Result<(), Fault> {
    for (name, item) in table(key, item)?.iter() {
        if key == "board" && name == "corners" {
            continue;
        }
        let names: Vec<&str> = slots.iter().map(|(n, _)| *n).collect();
        let Some((_, slot)) = slots.iter_mut().find(|(n, _)| *n == name) else {
            return Err(unknown(item, name, &names));
        };
        let value = item.as_float().or_else(|| item.as_integer().map(|n| n as f64));
        let value = value.filter(|v| range.contains(v)).ok_or_else(|| {
            Fault(item.span(), format!("'{name}' is a number from {} to {}", range.start(), range.end()))
        })?;
        **slot = value;
    }
    Ok(())
}

fn five(list: Option<&toml_edit::Array>) -> Option<Pulses> {
    let list = list.filter(|a| a.len() == 5)?;
    let mut found = [0; 5];
    for (slot, value) in found.iter_mut().zip(list.iter()) {
        *slot = value.as_integer().filter(|n| (500..=2500).contains(n))? as u16;
    }
    Some(found)
}

fn texts(key: &str, item: &Item) -> Result<Vec<String>, Fault> {
    let list = item.as_array().and_then(|list| list.iter().map(|v| v.as_str().map(str::to_string)).collect());
    list.ok_or_else(|| Fault(item.span(), format!("'{key}' is a list of texts")))
}

fn pulses(item: &Item) -> Result<Pulses, Fault> {
    five(item.as_array())
        .ok_or_else(|| Fault(item.span(), "five pulses from 500 to 2500 µs are wanted".into()))
}

/// A key or text of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (b, g, m, t) = (&self.body, &self.body.gripper, &self.motion, &self.board);
        writeln!(f, "# A robot table of Partie: pulses in µs, lengths in mm, angles in degrees.")?;
        writeln!(f, "home = {:?}", self.home)?;
        for (key, list) in [("imaginary", &self.imaginary), ("unwatched", &self.unwatched)] {
            let texts: Vec<String> = list.iter().map(|k| quoted(k)).collect();
            writeln!(f, "{key} = [{}]", texts.join(", "))?;
        }
        writeln!(
            f,
            "\n[links]\nbase = {:?}\nupper = {:?}\nfore = {:?}\nhand = {:?}",
            b.base, b.upper, b.fore, b.hand
        )?;
        for (name, j) in JOINTS.iter().zip(&b.joints) {
            writeln!(
                f,
                "\n[joints.{name}]\nchannel = {}\nzero = {:?}\nper_degree = {:?}\nlow = {}\nhigh = {}",
                j.channel, j.zero, j.per_degree, j.low, j.high
            )?;
        }
        writeln!(f, "\n[gripper]\nchannel = {}\nopen = {}\nclosed = {}", g.channel, g.open, g.closed)?;
        writeln!(f, "\n[motion]\nspeed = {:?}\nlift = {:?}\ntilt = {:?}", m.speed, m.lift, m.tilt)?;
        writeln!(
            f,
            "\n[board]\nnear = {:?}\nwidth = {:?}\ndepth = {:?}\nheight = {:?}",
            t.near, t.width, t.depth, t.height
        )?;
        if let Some(corners) = &t.corners {
            writeln!(f, "corners = {corners:?}")?;
        }
        for (name, posture) in &self.taught {
            writeln!(f, "\n[places.{}]\nabove = {:?}\nat = {:?}", quoted(name), posture.above, posture.at)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_back_as_it_was_written() {
        let mut setup = Setup::default();
        setup.body.upper = 150.5;
        setup.body.joints[2].channel = 7;
        setup.board.corners = Some([[1500; 5], [1600; 5], [1700; 5], [1800; 5]]);
        setup.imaginary = vec!["clock".into(), "a \"b\" \\ \t".into()];
        setup.taught.insert(
            "s(1,2)".into(),
            Posture::taught(&[10.0, 20.0, 30.0, 40.0, 50.0, 1.0, 2.0, 3.0, 4.0, 5.0]),
        );
        assert_eq!(Setup::parse(&setup.to_string()), Ok(setup));
        assert_eq!(Setup::parse(""), Ok(Setup::default()));
    }

    #[test]
    fn the_first_mistake_is_named_with_its_line() {
        let fault = |text: &str| Setup::parse(text).unwrap_err().to_string();
        assert_eq!(
            fault("\n[motoin]\nspeed = 3"),
            "line 2: unknown key 'motoin' (known: links, joints, gripper, motion, board, home, imaginary, unwatched, places); did you mean 'motion'?"
        );
        assert_eq!(fault("[links]\nupper = \"long\""), "line 2: 'upper' is a number from 1 to 2000");
        assert_eq!(
            fault("[places.a]\nabove = [1500, 1500, 1500, 1500, 1500]"),
            "line 1: place 'a' has no 'at'"
        );
        assert_eq!(fault("home = [1, 2, 3, 4, 5]"), "line 1: five pulses from 500 to 2500 µs are wanted");
        assert!(fault("[joints.elbow]\nlow = 2000\nhigh = 1000").contains("500 ≤ low ≤ high ≤ 2500"));
        assert!(fault("home = [").starts_with("line 1: "));
    }
}
