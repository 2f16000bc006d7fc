//! Colours as the camera judges them: hue, saturation and value, the intervals that stand for a kind of piece, and the
//! balance that makes white paper white.

use super::Picture;

/// Hue 0 to 360, saturation 0 to 1, value 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hsv {
    /// Degrees on the colour circle; 0 for grey.
    pub hue: f32,
    /// How colourful, 0 for grey.
    pub saturation: f32,
    /// How bright.
    pub value: f32,
}

impl Hsv {
    /// The colour of red, green and blue, 0 to 255 each (A. R. Smith, *Color Gamut Transform Pairs*, 1978).
    #[inline]
    pub fn of(rgb: [f32; 3]) -> Hsv {
        let [r, g, b] = rgb;
        let most = r.max(g).max(b);
        let least = r.min(g).min(b);
        let spread = most - least;
        let saturation = if most > 0.0 { spread / most } else { 0.0 };
        let hue = if spread <= 0.0 {
            0.0
        } else if most == r {
            60.0 * (g - b) / spread
        } else if most == g {
            120.0 + 60.0 * (b - r) / spread
        } else {
            240.0 + 60.0 * (r - g) / spread
        };
        Hsv { hue: if hue < 0.0 { hue + 360.0 } else { hue }, saturation, value: most / 255.0 }
    }

    /// The red, green and blue of it, 0 to 255 each.
    pub fn rgb(self) -> [f32; 3] {
        let v = self.value * 255.0;
        let sector = self.hue.rem_euclid(360.0) / 60.0;
        let along = sector.fract();
        let p = v * (1.0 - self.saturation);
        let q = v * (1.0 - self.saturation * along);
        let t = v * (1.0 - self.saturation * (1.0 - along));
        match sector as u8 {
            0 => [v, t, p],
            1 => [q, v, p],
            2 => [p, v, t],
            3 => [p, q, v],
            4 => [t, p, v],
            _ => [v, p, q],
        }
    }
}

/// What a kind of piece in one state looks like to the camera: a record of `[REALBOARD ELEMENT TYPES]`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Colour {
    /// The type of the piece.
    pub name: String,
    /// Its state, 1 unless the type has several.
    pub state: i32,
    /// Least and greatest hue, 0 to 360. Wraps round when the least is not the smaller one; equal bounds accept all.
    pub hue: (f64, f64),
    /// Least and greatest saturation, 0 to 1, both included.
    pub saturation: (f64, f64),
    /// Least and greatest value, 0 to 1, both included.
    pub value: (f64, f64),
    /// Least and greatest number of pixels of a segment, both included.
    pub size: (u32, u32),
}

impl Colour {
    /// Whether a colour lies in the intervals.
    #[inline]
    pub fn fits(&self, c: Hsv) -> bool {
        let (h, s, v) = (f64::from(c.hue), f64::from(c.saturation), f64::from(c.value));
        if s < self.saturation.0 || s > self.saturation.1 || v < self.value.0 || v > self.value.1 {
            return false;
        }
        if self.hue.0 < self.hue.1 {
            h >= self.hue.0 && h <= self.hue.1
        } else {
            h >= self.hue.0 || h <= self.hue.1
        }
    }

    /// Whether a token of a scene is of this type and state: `red`, or `peg:3` where the type has several states.
    pub fn stands_for(&self, kind: &str) -> bool {
        match kind.strip_prefix(self.name.as_str()) {
            Some("") => self.state == 1,
            Some(rest) => rest.strip_prefix(':').is_some_and(|state| state.parse() == Ok(self.state)),
            None => false,
        }
    }

    /// The kind as a scene names it, given whether the type has several states there.
    pub fn kind(&self, several: bool) -> String {
        if several { format!("{}:{}", self.name, self.state) } else { self.name.clone() }
    }

    /// The colour in the middle of the intervals, for drawings.
    pub fn middle(&self) -> Hsv {
        let (from, to) = self.hue;
        let to = if from < to { to } else { to + 360.0 };
        let mean = |(a, b): (f64, f64)| (((a + b) / 2.0).clamp(0.0, 1.0)) as f32;
        Hsv {
            hue: ((from + to) / 2.0).rem_euclid(360.0) as f32,
            saturation: mean(self.saturation),
            value: mean(self.value),
        }
    }
}

/// Factors for red, green and blue under which white paper is white.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Balance(pub [f32; 3]);

impl Balance {
    /// Leaves colours as they are.
    pub const NONE: Balance = Balance([1.0; 3]);

    /// The balance of a picture with something white in it: of each channel the value that only one pixel in fifty exceeds becomes
    /// the same (white patch: E. H. Land, J. J. McCann, *Lightness and Retinex Theory*, 1971).
    pub fn of(picture: &Picture) -> Balance {
        let mut counts = [[0u32; 256]; 3];
        let mut seen = 0u32;
        // Every 4th pixel of every 4th row tells as much as all of them.
        for y in (0..picture.height()).step_by(4) {
            for x in (0..picture.width()).step_by(4) {
                let c = picture.at(x, y);
                seen += 1;
                for (channel, count) in counts.iter_mut().enumerate() {
                    count[usize::from(c[channel])] += 1;
                }
            }
        }
        let bright = counts.map(|count| {
            let mut left = seen / 50;
            for value in (1..256usize).rev() {
                if count[value] > left {
                    return value as f32;
                }
                left -= count[value];
            }
            1.0
        });
        Balance::for_white(bright)
    }

    /// The balance under which this colour is grey of the same greatest channel. Bounded: a factor above 2.5 means that there was
    /// nothing white, and would only blow up noise.
    pub fn for_white(white: [f32; 3]) -> Balance {
        let most = white[0].max(white[1]).max(white[2]).max(1.0);
        Balance(white.map(|w| (most / w.max(1.0)).clamp(1.0, 2.5)))
    }

    /// A colour under this balance.
    #[inline]
    pub fn apply(self, c: [f32; 3]) -> [f32; 3] {
        [(c[0] * self.0[0]).min(255.0), (c[1] * self.0[1]).min(255.0), (c[2] * self.0[2]).min(255.0)]
    }

    /// For every byte of each channel, the byte under this balance.
    pub(super) fn tables(self) -> [[u8; 256]; 3] {
        self.0.map(|f| std::array::from_fn(|v| (v as f32 * f).round().min(255.0) as u8))
    }

    /// The whole picture under this balance.
    pub fn picture(self, picture: &Picture) -> Picture {
        let tables = self.tables();
        let mut out = picture.clone();
        for pixel in out.bytes_mut().chunks_exact_mut(3) {
            for (value, table) in pixel.iter_mut().zip(&tables) {
                *value = table[usize::from(*value)];
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primary_colours_have_their_textbook_hues() {
        let hue = |r, g, b| Hsv::of([r, g, b]).hue;
        assert_eq!(hue(255.0, 0.0, 0.0), 0.0);
        assert_eq!(hue(255.0, 255.0, 0.0), 60.0);
        assert_eq!(hue(0.0, 255.0, 0.0), 120.0);
        assert_eq!(hue(0.0, 255.0, 255.0), 180.0);
        assert_eq!(hue(0.0, 0.0, 255.0), 240.0);
        assert_eq!(hue(255.0, 0.0, 255.0), 300.0);
        assert_eq!(Hsv::of([0.0; 3]), Hsv { hue: 0.0, saturation: 0.0, value: 0.0 });
        assert_eq!(Hsv::of([51.0; 3]), Hsv { hue: 0.0, saturation: 0.0, value: 0.2 });
    }

    #[test]
    fn every_colour_comes_back_from_hue_saturation_and_value() {
        for r in (0..=255).step_by(15) {
            for g in (0..=255).step_by(15) {
                for b in (0..=255).step_by(15) {
                    let c = [r as f32, g as f32, b as f32];
                    let back = Hsv::of(c).rgb();
                    assert!(c.iter().zip(back).all(|(a, b)| (a - b).abs() < 0.1), "{c:?} {back:?}");
                }
            }
        }
    }

    #[test]
    fn the_red_of_the_frogs_wraps_round_and_equal_bounds_accept_every_hue() {
        let red =
            Colour { hue: (337.0, 19.0), saturation: (0.0, 1.0), value: (0.0, 1.0), ..Colour::default() };
        let fits = |c: &Colour, hue| c.fits(Hsv { hue, saturation: 0.5, value: 0.5 });
        assert!(fits(&red, 337.0) && fits(&red, 359.9) && fits(&red, 0.0) && fits(&red, 19.0));
        assert!(!fits(&red, 19.5) && !fits(&red, 336.5) && !fits(&red, 180.0));
        let any = Colour { hue: (90.0, 90.0), ..red };
        assert!([0.0, 89.0, 90.0, 91.0, 359.0].into_iter().all(|h| fits(&any, h)));
    }

    #[test]
    fn a_record_stands_for_its_type_and_state_only() {
        let peg = Colour { name: "peg".into(), state: 3, ..Colour::default() };
        assert!(peg.stands_for("peg:3"));
        assert!(!peg.stands_for("peg") && !peg.stands_for("peg:2") && !peg.stands_for("pegs:3"));
        let red = Colour { name: "red".into(), state: 1, ..Colour::default() };
        assert!(red.stands_for("red") && red.stands_for("red:1") && !red.stands_for("redder"));
    }

    #[test]
    fn a_bluish_picture_of_white_paper_becomes_white() {
        let mut picture = Picture::new(40, 40, [150, 170, 200]);
        for x in 0..40 {
            picture.put(x, 3, [20, 20, 20]);
        }
        let balanced = Balance::of(&picture).picture(&picture);
        assert_eq!(balanced.at(5, 9), [200, 200, 200]);
    }
}
