//! What one must know of a camera and its table: corners, lens, balance, and the colours of the pieces. Kept in a text file whose
//! sections are those of an s3 description, so that `[REALBOARD ELEMENT TYPES]` can be copied from one to the other.

use super::{Balance, Board, Colour, Lens, Picture, Sightline, Spot2, corners};
use crate::eye::EyeError;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How colours are balanced.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum White {
    /// From each picture ([`Balance::of`]).
    #[default]
    Auto,
    /// Not at all, as the original.
    Off,
    /// Always by these factors.
    Fixed([f32; 3]),
}

/// The settings of a camera over a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    /// The size of the pictures the corners refer to.
    pub size: Option<(usize, usize)>,
    /// Where the corners of the frame are seen: top left, top right, bottom right, bottom left. Found in the picture when missing.
    pub corners: Option<[Spot2; 4]>,
    /// The board units of the frame's left, top, right and bottom edge, when they are not the usual ones.
    pub frame: Option<[f64; 4]>,
    /// The distortion of the lens.
    pub lens: Lens,
    /// The balance of colours.
    pub white: White,
    /// Pixels of places by name, as `camera=` of a description gives them. When there are any, only these places are looked at.
    pub points: BTreeMap<String, Spot2>,
    /// The colours of the pieces.
    pub colours: Vec<Colour>,
}

/// Where a spot is seen: its middle and the two radii of a piece that lies there, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aim {
    /// The middle.
    pub at: (f32, f32),
    /// From the middle to the right edge of a piece.
    pub right: (f32, f32),
    /// From the middle to the lower edge of a piece.
    pub down: (f32, f32),
}

impl Aim {
    /// The pixel of a point of the piece; the rim is the circle of radius 1.
    #[inline]
    pub fn point(&self, u: f32, v: f32) -> (f32, f32) {
        (self.at.0 + u * self.right.0 + v * self.down.0, self.at.1 + u * self.right.1 + v * self.down.1)
    }

    /// The pixels a piece covers.
    pub fn area(&self) -> f32 {
        std::f32::consts::PI * (self.right.0 * self.down.1 - self.right.1 * self.down.0).abs()
    }

    /// The distance of a pixel from the middle, in radii of a piece.
    pub fn radii(&self, x: f32, y: f32) -> f32 {
        let (dx, dy) = (x - self.at.0, y - self.at.1);
        let det = self.right.0 * self.down.1 - self.right.1 * self.down.0;
        if det.abs() < 1e-6 {
            return f32::INFINITY;
        }
        let u = (dx * self.down.1 - dy * self.down.0) / det;
        let v = (dy * self.right.0 - dx * self.right.1) / det;
        u.hypot(v)
    }
}

impl Calibration {
    /// The settings written in a text.
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Calibration, EyeError> {
        let mut out = Calibration::default();
        let mut section = String::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            let fault = |cause: EyeError| EyeError(format!("line {}: {cause}", number + 1));
            if line.is_empty() || line.starts_with("//") {
                continue;
            }
            if let Some(name) = line.strip_prefix('[') {
                section = name.trim_end_matches(']').trim().to_uppercase();
                if section != "CAMERA" && section != "REALBOARD ELEMENT TYPES" {
                    let known = "CAMERA, REALBOARD ELEMENT TYPES";
                    return Err(fault(format!("unknown section [{section}] (known: {known})").into()));
                }
                continue;
            }
            let (key, value) =
                line.split_once('=').ok_or_else(|| fault(format!("'{line}' has no '='").into()))?;
            let (key, value) = (key.trim(), value.trim());
            match section.as_str() {
                "CAMERA" => out.setting(key, value).map_err(fault)?,
                "REALBOARD ELEMENT TYPES" => out.record(key, value).map_err(fault)?,
                _ => return Err(fault("a key before the first section".into())),
            }
        }
        Ok(out)
    }

    fn setting(&mut self, key: &str, value: &str) -> Result<(), EyeError> {
        match key.to_lowercase().as_str() {
            "size" => {
                let [w, h] = numbers::<2>(key, value)?;
                if !(1.0..=20_000.0).contains(&w) || !(1.0..=20_000.0).contains(&h) {
                    return Err(format!("size {value} is not a size of a picture").into());
                }
                self.size = Some((w as usize, h as usize));
            }
            "corners" => {
                let [a, b, c, d, e, f, g, h] = numbers::<8>(key, value)?;
                self.corners = Some([(a, b), (c, d), (e, f), (g, h)]);
            }
            "frame" => self.frame = Some(numbers::<4>(key, value)?),
            "lens" => {
                let [a, b] = numbers::<2>(key, value)?;
                self.lens = Lens { a, b };
            }
            "white" => {
                self.white = match value {
                    "auto" => White::Auto,
                    "off" => White::Off,
                    _ => White::Fixed(numbers::<3>(key, value)?.map(|f| f as f32)),
                }
            }
            "place" => {
                let (name, at) =
                    value.rsplit_once(':').ok_or_else(|| format!("'{value}' is not NAME:X,Y"))?;
                let [x, y] = numbers::<2>(key, at)?;
                self.points.insert(name.trim().to_string(), (x, y));
            }
            _ => {
                return Err(
                    format!("unknown key '{key}' (known: size, corners, frame, lens, white, place)").into()
                );
            }
        }
        Ok(())
    }

    fn record(&mut self, key: &str, value: &str) -> Result<(), EyeError> {
        let lower = key.to_lowercase();
        if lower == "name" {
            self.colours.push(Colour { name: value.to_string(), state: 1, ..Colour::default() });
            return Ok(());
        }
        let colour = self.colours.last_mut().ok_or_else(|| format!("'{key}' before the first 'name'"))?;
        let [number] = numbers::<1>(key, value)?;
        match lower.as_str() {
            "state" => colour.state = number as i32,
            "huemin" => colour.hue.0 = number,
            "huemax" => colour.hue.1 = number,
            "saturationmin" => colour.saturation.0 = number,
            "saturationmax" => colour.saturation.1 = number,
            "valuemin" => colour.value.0 = number,
            "valuemax" => colour.value.1 = number,
            "sizemin" => colour.size.0 = number.max(0.0) as u32,
            "sizemax" => colour.size.1 = number.max(0.0) as u32,
            _ => return Err(format!("unknown key '{key}' of a colour").into()),
        }
        Ok(())
    }

    /// The text that [`Calibration::parse`] reads back.
    pub fn print(&self) -> String {
        let mut out = String::from("[CAMERA]\n");
        if let Some((w, h)) = self.size {
            let _ = writeln!(out, "size={w},{h}");
        }
        if let Some(corners) = self.corners {
            let list: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(out, "corners={}", list.join(","));
        }
        if let Some([l, t, r, b]) = self.frame {
            let _ = writeln!(out, "frame={l},{t},{r},{b}");
        }
        if self.lens != Lens::default() {
            let _ = writeln!(out, "lens={},{}", self.lens.a, self.lens.b);
        }
        match self.white {
            White::Auto => out.push_str("white=auto\n"),
            White::Off => out.push_str("white=off\n"),
            White::Fixed([r, g, b]) => {
                let _ = writeln!(out, "white={r},{g},{b}");
            }
        }
        for (name, (x, y)) in &self.points {
            let _ = writeln!(out, "place={name}:{x},{y}");
        }
        out.push('\n');
        out.push_str(&records(&self.colours));
        out
    }

    /// The balance for a picture.
    pub fn balance(&self, picture: &Picture) -> Balance {
        match self.white {
            White::Auto => Balance::of(picture),
            White::Off => Balance::NONE,
            White::Fixed(factors) => Balance(factors),
        }
    }

    /// The corners of the frame in a picture: those of the settings, scaled to its size, or those found in it.
    ///
    /// # Errors
    /// Says that they cannot be found, or that the picture has another shape than the one they were marked in.
    pub fn corners_in(&self, picture: &Picture, balance: Balance) -> Result<[Spot2; 4], EyeError> {
        let (width, height) = (picture.width() as f64, picture.height() as f64);
        match (self.corners, self.size) {
            (None, _) => corners::find(picture, balance),
            (Some(corners), None) => Ok(corners),
            (Some(corners), Some((w, h))) => {
                let (sx, sy) = (width / w as f64, height / h as f64);
                if (sx / sy - 1.0).abs() > 0.02 {
                    return Err(format!(
                        "the picture has {width} × {height} pixels, but the corners were marked in one of {w} × {h}: calibrate again"
                    ).into());
                }
                Ok(corners.map(|(x, y)| (x * sx, y * sy)))
            }
        }
    }

    /// Where each spot of the board is seen in a picture; `None` for a spot that cannot be looked at.
    ///
    /// # Errors
    /// Says why the board cannot be found in the picture.
    pub fn aims(
        &self,
        board: &Board,
        picture: &Picture,
        balance: Balance,
    ) -> Result<Vec<Option<Aim>>, EyeError> {
        let size = (picture.width(), picture.height());
        if !self.points.is_empty() {
            return Ok(self.pointed(board));
        }
        let line = self.sightline(board, picture, balance)?;
        let narrow = |(x, y): Spot2| (x as f32, y as f32);
        Ok(board
            .spots
            .iter()
            .map(|spot| {
                let (right, down) = line.steps(spot.at, board.radius);
                let aim = Aim { at: narrow(line.pixel(spot.at)), right: narrow(right), down: narrow(down) };
                let inside = aim.at.0 >= 0.0
                    && aim.at.1 >= 0.0
                    && aim.at.0 < size.0 as f32
                    && aim.at.1 < size.1 as f32
                    && aim.area().is_finite();
                inside.then_some(aim)
            })
            .collect())
    }

    /// How the camera sees the board in a picture.
    ///
    /// # Errors
    /// Says why the board cannot be found in the picture.
    pub fn sightline(
        &self,
        board: &Board,
        picture: &Picture,
        balance: Balance,
    ) -> Result<Sightline, EyeError> {
        let mut frame = board.corners();
        if let Some([l, t, r, b]) = self.frame {
            frame = [(l, t), (r, t), (r, b), (l, b)];
        }
        let size = (picture.width(), picture.height());
        Sightline::new(frame, self.corners_in(picture, balance)?, self.lens, size)
    }

    /// Spots at the pixels the settings name. A piece is assumed to reach a little over a third of the way to the next one.
    fn pointed(&self, board: &Board) -> Vec<Option<Aim>> {
        let at = |name: &str| self.points.get(name).copied();
        let seen: Vec<Option<Spot2>> = board.spots.iter().map(|s| at(&s.name)).collect();
        let mut least = f64::INFINITY;
        for (i, a) in seen.iter().enumerate() {
            for b in seen[i + 1..].iter().flatten() {
                if let Some(a) = a {
                    least = least.min(super::board::distance(*a, *b)).max(1.0);
                }
            }
        }
        let radius = if least.is_finite() { (0.36 * least) as f32 } else { 20.0 };
        seen.iter()
            .map(|p| {
                p.map(|(x, y)| Aim { at: (x as f32, y as f32), right: (radius, 0.0), down: (0.0, radius) })
            })
            .collect()
    }
}

/// Colours as the section of a description.
pub fn records(colours: &[Colour]) -> String {
    let mut out = String::from("[REALBOARD ELEMENT TYPES]\n");
    for c in colours {
        let _ = writeln!(out, "name={}\nstate={}", c.name, c.state);
        let _ = writeln!(out, "hueMin={}\nhueMax={}", c.hue.0, c.hue.1);
        let _ = writeln!(out, "saturationMin={}\nsaturationMax={}", c.saturation.0, c.saturation.1);
        let _ = writeln!(out, "valueMin={}\nvalueMax={}", c.value.0, c.value.1);
        let _ = writeln!(out, "sizeMin={}\nsizeMax={}\n", c.size.0, c.size.1);
    }
    out
}

/// Exactly so many finite numbers, with commas between.
fn numbers<const N: usize>(key: &str, value: &str) -> Result<[f64; N], EyeError> {
    let list: Result<Vec<f64>, EyeError> = value
        .split(',')
        .map(|part| {
            let number: Result<f64, _> = part.trim().parse();
            number
                .ok()
                .filter(|n| n.is_finite())
                .ok_or_else(|| EyeError(format!("{key}: '{}' is not a number", part.trim())))
        })
        .collect();
    let wrong = |list: Vec<f64>| EyeError(format!("{key} needs {N} numbers, not {}", list.len()));
    list?.try_into().map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back_as_they_were_printed() {
        let mut settings = Calibration {
            size: Some((1280, 720)),
            corners: Some([(1.5, 2.0), (900.0, 3.0), (910.0, 700.0), (4.0, 690.5)]),
            frame: Some([0.0, 0.0, 400.0, 300.0]),
            lens: Lens { a: -0.1, b: 0.02 },
            white: White::Fixed([1.0, 1.25, 1.5]),
            ..Calibration::default()
        };
        settings.points.insert("s(1,2)".into(), (20.0, 135.0));
        settings.colours.push(Colour {
            name: "peg".into(),
            state: 3,
            hue: (337.0, 19.0),
            saturation: (0.44, 1.0),
            value: (0.28, 1.0),
            size: (200, 5000),
        });
        assert_eq!(Calibration::parse(&settings.print()), Ok(settings));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let cause = |text: &str| Calibration::parse(text).unwrap_err().0;
        assert_eq!(cause("[CAMERA]\nsize=12"), "line 2: size needs 2 numbers, not 1");
        assert_eq!(cause("[CAMERA]\nlens=a,0"), "line 2: lens: 'a' is not a number");
        assert_eq!(cause("[CAMERA]\nlens=nan,0"), "line 2: lens: 'nan' is not a number");
        assert!(cause("size=1,2").contains("before the first section"));
        assert!(cause("[CAMERA]\nzoom=3").contains("unknown key 'zoom'"));
        assert!(cause("[ROBOT]").contains("unknown section"));
        assert!(cause("[REALBOARD ELEMENT TYPES]\nhueMin=3").contains("before the first 'name'"));
        assert!(cause("[CAMERA]\nsize=0,720").contains("not a size"));
    }

    #[test]
    fn the_distance_from_an_aim_is_counted_in_radii_of_a_slanted_piece() {
        let aim = Aim { at: (100.0, 50.0), right: (10.0, 2.0), down: (-1.0, 6.0) };
        for (u, v) in [(0.0f32, 0.0f32), (1.0, 0.0), (0.0, -1.0), (0.6, 0.8), (2.0, 0.0)] {
            let (x, y) = aim.point(u, v);
            assert!((aim.radii(x, y) - u.hypot(v)).abs() < 1e-4);
        }
    }
}
