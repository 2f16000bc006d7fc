//! A synthetic camera: photographs a table with a board and pieces, in bad light if wanted. The same seed gives the same picture.
//!
//! The renderer knows the board and what lies on it, nothing else; the recogniser gets only the pixels. Pieces are short cylinders
//! with a lit top, a darker side and a drop shadow; the camera looks at them aslant through a lens that bends lines, in
//! coloured light with a shadow across, and its sensor is noisy.

use super::board::{Board, Layer};
use super::{Aim, Colour, Hsv, Lens, Picture, Sightline, Spot2};
use game::Rng;

/// How hard the renderer makes it; each strength from 0 (none) to 1 (as bad as a careful person would still play in).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conditions {
    /// Noise of the sensor: up to a deviation of 9 of 255.
    pub noise: f64,
    /// Shadows across the board: up to 55 % darker.
    pub shadow: f64,
    /// The camera looks aslant and is turned: corners wander by up to a seventh of the board.
    pub tilt: f64,
    /// Coloured light: channels differ by up to 30 %.
    pub cast: f64,
    /// Things that hide parts: pens and cables across the board, finger-wide, up to 45 % of a piece.
    pub occlusion: f64,
    /// Pieces beside the middle of their spot: up to a third of their radius.
    pub sloppy: f64,
}

impl Conditions {
    /// Everything clean.
    pub const CLEAN: Conditions =
        Conditions { noise: 0.0, shadow: 0.0, tilt: 0.0, cast: 0.0, occlusion: 0.0, sloppy: 0.0 };
    /// Everything as bad as it gets.
    pub const HARD: Conditions =
        Conditions { noise: 1.0, shadow: 1.0, tilt: 1.0, cast: 1.0, occlusion: 1.0, sloppy: 1.0 };
}

/// Something on the table that is not a piece on a spot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Extra {
    /// A hand with its sleeve, reaching from the lower edge of the picture to this point of the board.
    Hand(Spot2),
    /// A piece of this colour at a point of the board.
    Piece(usize, Spot2),
    /// A grey cloth that hides a spot and a little around it.
    Cloth(usize),
    /// A part of the arm between two points of the board, so wide to each side.
    Beam(Spot2, Spot2, f64),
    /// A finger-wide strip over part of a spot: from 0 (touching its rim) to 1 (over its middle).
    Finger(usize, f64),
}

/// A camera over a board, with its light.
#[derive(Clone, Debug)]
pub struct Studio {
    board: Board,
    paints: Vec<[f32; 3]>,
    /// How the camera sees the board.
    pub line: Sightline,
    /// Where the marked corners are seen.
    pub corners: [Spot2; 4],
    /// The lens.
    pub lens: Lens,
    size: (usize, usize),
    base: Vec<[f32; 3]>,
    light: [f32; 3],
    conditions: Conditions,
    rng: Rng,
}

impl Studio {
    /// A camera over this board. Pose, lens, colours of table and paper and the colour of the light are fixed by the seed; shadows, noise
    /// and things in the way differ from picture to picture.
    ///
    /// # Panics
    /// Never: the corners it draws span a quadrangle.
    pub fn new(board: &Board, size: (usize, usize), conditions: Conditions, seed: u64) -> Studio {
        let mut rng = Rng::new(seed);
        let mut spread = |by: f64| (2.0 * rng.unit() - 1.0) * by;
        let [l, t, r, b] = board.frame;
        let (w, h) = (size.0 as f64, size.1 as f64);
        let scale = 0.86 * (w / (r - l)).min(h / (b - t));
        let (bw, bh) = ((r - l) * scale, (b - t) * scale);
        let turn = spread(0.16) * conditions.tilt;
        let slant = (spread(0.07) * conditions.tilt, spread(0.07) * conditions.tilt);
        let lens = Lens { a: spread(0.06) * conditions.tilt, b: 0.0 };
        let shrink = 1.0 - 0.5 * turn.abs() - 0.5 * (slant.0.abs() + slant.1.abs());
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y): Spot2| {
            // Perspective: the far side is smaller.
            let depth = 1.0 + slant.0 * x + slant.1 * y;
            let (px, py) = (x * bw / 2.0 * shrink / depth, y * bh / 2.0 * shrink / depth);
            let ideal =
                (w / 2.0 + px * turn.cos() - py * turn.sin(), h / 2.0 + px * turn.sin() + py * turn.cos());
            lens.bend(ideal, size)
        });
        let line =
            Sightline::new(board.corners(), corners, lens, size).expect("the corners span a quadrangle");
        let mut channel = || 1.0 + spread(0.3) as f32 * conditions.cast as f32;
        let cast = [channel(), 0.5 * channel() + 0.5, channel()];
        let exposure = (0.95 - 0.25 * conditions.cast * rng.unit()) as f32;
        let paints = board.colours.iter().map(|c| paint(c, &mut rng)).collect();
        let mut studio = Studio {
            board: board.clone(),
            paints,
            line,
            corners,
            lens,
            size,
            base: Vec::new(),
            light: cast.map(|c| c * exposure),
            conditions,
            rng,
        };
        studio.base = studio.bare();
        studio
    }

    /// The size of its pictures.
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// The table with the empty board, in white light.
    fn bare(&mut self) -> Vec<[f32; 3]> {
        let papers =
            [[238.0, 236.0, 230.0], [232.0, 222.0, 196.0], [222.0, 232.0, 226.0], [226.0, 228.0, 236.0]];
        let tables = [[122.0, 84.0, 52.0], [96.0, 98.0, 104.0], [150.0, 118.0, 84.0], [70.0, 76.0, 70.0]];
        let (paper, table): ([f32; 3], [f32; 3]) = (papers[self.rng.below(4)], tables[self.rng.below(4)]);
        let [l, t, r, b] = self.board.frame;
        let pad = 1.2 * self.board.radius;
        let mark = mark_radius(&self.board);
        let ring = self.board.radius * 1.05;
        let thick = (0.07 * self.board.radius).max(0.6);
        let lines = drawn_lines(&self.board);
        let corners = self.board.corners();
        let (width, height) = self.size;
        let mut base = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let (bx, by) = self.line.board((x as f64 + 0.5, y as f64 + 0.5));
                let on_paper = bx > l - pad && bx < r + pad && by > t - pad && by < b + pad;
                if !on_paper {
                    let grain = 1.0 + 0.06 * ((0.11 * by + 1.7 * (0.013 * bx).sin()).sin() as f32);
                    base.push(table.map(|c| c * grain));
                    continue;
                }
                let near = corners.iter().map(|c| (bx - c.0).hypot(by - c.1)).fold(f64::INFINITY, f64::min);
                let colour = if near < mark {
                    [214.0, 24.0, 138.0]
                } else if near < 1.9 * mark {
                    [242.0, 242.0, 240.0]
                } else {
                    // Most rings and lines are far away: a look at their boxes spares the distance.
                    let far = ring + thick;
                    let on_ring = self.board.spots.iter().any(|s| {
                        let (dx, dy) = (bx - s.at.0, by - s.at.1);
                        dx.abs() < far && dy.abs() < far && (dx.hypot(dy) - ring).abs() < 0.6 * thick
                    });
                    let on_line = lines.iter().any(|&(p, q)| {
                        let near = |v: f64, a: f64, b: f64| v > a.min(b) - thick && v < a.max(b) + thick;
                        near(bx, p.0, q.0)
                            && near(by, p.1, q.1)
                            && segment_distance((bx, by), p, q) < 0.7 * thick
                    });
                    if on_ring {
                        [120.0, 112.0, 100.0]
                    } else if on_line {
                        [70.0, 62.0, 52.0]
                    } else {
                        paper
                    }
                };
                base.push(colour);
            }
        }
        base
    }

    /// Photographs the table with these pieces and things on it.
    pub fn shoot(&mut self, layer: &Layer, extras: &[Extra]) -> Picture {
        let mut canvas = Canvas { size: self.size, pixels: self.base.clone() };
        let light_from = {
            let angle = std::f64::consts::TAU * self.rng.unit();
            (angle.cos() as f32, angle.sin() as f32)
        };
        for (spot, colour) in layer.iter().enumerate() {
            if let Some(colour) = *colour {
                let off = self.conditions.sloppy * self.board.radius / 3.0;
                let angle = std::f64::consts::TAU * self.rng.unit();
                let off = off * self.rng.unit();
                let at = self.board.spots[spot].at;
                self.piece(
                    &mut canvas,
                    colour,
                    (at.0 + off * angle.cos(), at.1 + off * angle.sin()),
                    light_from,
                );
            }
        }
        for extra in extras {
            match *extra {
                Extra::Piece(colour, at) => self.piece(&mut canvas, colour, at, light_from),
                Extra::Cloth(spot) => {
                    let (x, y) = self.line.pixel(self.board.spots[spot].at);
                    let aim = self.aim(self.board.spots[spot].at);
                    canvas.ellipse(aim, (x as f32, y as f32), 2.1, [128.0, 127.0, 125.0]);
                }
                Extra::Finger(spot, depth) => self.finger(&mut canvas, spot, depth),
                Extra::Hand(tip) => self.hand(&mut canvas, tip),
                Extra::Beam(from, to, wide) => self.beam(&mut canvas, from, to, wide),
            }
        }
        if self.conditions.occlusion > 0.0 && self.rng.unit() < 0.5 * self.conditions.occlusion {
            self.pen(&mut canvas);
        }
        self.develop(canvas)
    }

    fn aim(&self, at: Spot2) -> Aim {
        let (right, down) = self.line.steps(at, self.board.radius);
        let (x, y) = self.line.pixel(at);
        Aim {
            at: (x as f32, y as f32),
            right: (right.0 as f32, right.1 as f32),
            down: (down.0 as f32, down.1 as f32),
        }
    }

    fn piece(&mut self, canvas: &mut Canvas, colour: usize, at: Spot2, light: (f32, f32)) {
        let aim = self.aim(at);
        let paint = self.paints[colour];
        let tone = 0.95 + 0.1 * self.rng.unit() as f32;
        let (x, y) = aim.at;
        let radius = aim.area().sqrt() / 1.77;
        // A cylinder a third as high as it is wide leans away from the middle of the picture.
        let lean = (
            (x - self.size.0 as f32 / 2.0) / self.size.0 as f32 * 0.35 * radius,
            (y - self.size.1 as f32 / 2.0) / self.size.1 as f32 * 0.35 * radius,
        );
        canvas.dim(aim, (x + 0.22 * radius * light.0, y + 0.22 * radius * light.1), 1.04, 0.62);
        for step in 0..4 {
            let part = step as f32 / 4.0;
            canvas.ellipse(aim, (x + part * lean.0, y + part * lean.1), 1.0, paint.map(|c| c * 0.72 * tone));
        }
        canvas.top(aim, (x + lean.0, y + lean.1), paint.map(|c| c * tone), light);
    }

    fn finger(&mut self, canvas: &mut Canvas, spot: usize, depth: f64) {
        let aim = self.aim(self.board.spots[spot].at);
        let angle = std::f64::consts::TAU * self.rng.unit();
        let (sin, cos) = (angle.sin() as f32, angle.cos() as f32);
        let skin = self.skin();
        let reach = 1.0 - depth as f32;
        for step in 0..24 {
            let d = reach + step as f32 * 0.12;
            let p = aim.point(d * cos, d * sin);
            if step < 8 {
                canvas.ellipse(aim, p, 0.42, skin);
            }
        }
    }

    fn skin(&mut self) -> [f32; 3] {
        let tones = [[224.0, 172.0, 140.0], [198.0, 146.0, 112.0], [141.0, 92.0, 66.0], [92.0, 62.0, 48.0]];
        tones[self.rng.below(4)]
    }

    fn hand(&mut self, canvas: &mut Canvas, tip: Spot2) {
        let (x, y) = self.line.pixel(tip);
        let skin = self.skin();
        let sleeves = [[40.0, 44.0, 60.0], [176.0, 60.0, 52.0], [90.0, 92.0, 96.0], [224.0, 224.0, 222.0]];
        let sleeve = sleeves[self.rng.below(4)];
        let unit = self.size.1 as f32 / 12.0;
        let foot = (x as f32 + unit * (2.0 * self.rng.unit() as f32 - 1.0), self.size.1 as f32 + unit);
        let (tx, ty) = (x as f32, y as f32);
        let length = (foot.0 - tx).hypot(foot.1 - ty).max(1.0);
        let round = Aim { at: (0.0, 0.0), right: (unit, 0.0), down: (0.0, unit) };
        let steps = (length / (0.1 * unit)) as usize + 1;
        for i in (0..=steps).rev() {
            let d = i as f32 / steps as f32 * length;
            let p = (tx + (foot.0 - tx) * d / length, ty + (foot.1 - ty) * d / length);
            let (size, colour) = if d < 1.6 * unit {
                (0.35, skin)
            } else if d < 4.0 * unit {
                (1.1, skin)
            } else {
                (1.25, sleeve)
            };
            canvas.ellipse(round, p, size, colour);
        }
    }

    /// A link of the arm: dark metal.
    fn beam(&self, canvas: &mut Canvas, from: Spot2, to: Spot2, wide: f64) {
        let steps = (super::board::distance(from, to) / (0.5 * wide).max(1e-6)).min(200.0) as usize + 1;
        for i in 0..=steps {
            let part = i as f64 / steps as f64;
            let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            let aim = self.aim(at);
            canvas.ellipse(aim, aim.at, (wide / self.board.radius) as f32, [62.0, 62.0, 66.0]);
        }
    }

    /// A pen or cable: thin, in no piece's colour, somewhere across the board.
    fn pen(&mut self, canvas: &mut Canvas) {
        let [l, t, r, b] = self.board.frame;
        let mut point = || (l + (r - l) * self.rng.unit(), t + (b - t) * self.rng.unit());
        let (from, to) = (point(), point());
        let colours =
            [[30.0, 30.0, 32.0], [150.0, 150.0, 152.0], [196.0, 170.0, 130.0], [236.0, 236.0, 236.0]];
        let colour = colours[self.rng.below(4)];
        let width = (0.14 + 0.12 * self.rng.unit()) as f32;
        let long = super::board::distance(from, to).max(1.0);
        let length = long.min(5.0 * self.board.radius);
        let steps = (length / (0.1 * self.board.radius)) as usize + 1;
        for i in 0..=steps {
            let part = i as f64 / steps as f64 * length / long;
            let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            let aim = self.aim(at);
            canvas.ellipse(aim, aim.at, width, colour);
        }
    }

    /// Light, shadow, vignette and noise.
    fn develop(&mut self, canvas: Canvas) -> Picture {
        let (width, height) = self.size;
        let c = self.conditions;
        let angle = std::f64::consts::TAU * self.rng.unit();
        let (nx, ny) = (angle.cos() as f32, angle.sin() as f32);
        let depth = (0.55 * c.shadow * self.rng.unit()) as f32;
        let soft = 6.0 + 60.0 * self.rng.unit() as f32;
        let edge = (self.rng.unit() as f32 - 0.5) * 0.8 * height as f32;
        let flicker = 1.0 + 0.06 * (self.rng.unit() as f32 - 0.5) * c.cast as f32;
        let sigma = 9.0 * c.noise as f32;
        let (cx, cy) = (width as f32 / 2.0, height as f32 / 2.0);
        let far = cx * cx + cy * cy;
        let mut data = Vec::with_capacity(width * height * 3);
        for y in 0..height {
            for x in 0..width {
                let (dx, dy) = (x as f32 - cx, y as f32 - cy);
                let inside = ((dx * nx + dy * ny - edge) / soft).clamp(-0.5, 0.5) + 0.5;
                let vignette = 1.0 - 0.14 * c.shadow as f32 * (dx * dx + dy * dy) / far;
                let light = (1.0 - depth * inside) * vignette * flicker;
                let bits = if sigma > 0.0 { self.rng.bits() } else { 0 };
                let pixel = canvas.pixels[y * width + x];
                for (channel, shade) in pixel.into_iter().enumerate() {
                    // The sum of two uniform numbers, scaled to the deviation: close enough to a bell.
                    let part = bits >> (20 * channel);
                    let two = (part & 1023) as f32 + ((part >> 10) & 1023) as f32 - 1023.0;
                    let value = shade * light * self.light[channel] + two / 418.0 * sigma;
                    data.push(value.round().clamp(0.0, 255.0) as u8);
                }
            }
        }
        Picture::from_rgb(width, height, data).unwrap_or_else(|| Picture::new(width, height, [0; 3]))
    }
}

/// The true colour of a kind of piece: the middle of its intervals, strong as paint is, a little different each time.
fn paint(colour: &Colour, rng: &mut Rng) -> [f32; 3] {
    let middle = colour.middle();
    let (from, to) = colour.hue;
    let width = if from < to { to - from } else { to + 360.0 - from };
    let hue = middle.hue + (width.min(40.0) * 0.3 * (rng.unit() - 0.5)) as f32;
    let saturation = (colour.saturation.0 as f32 + 0.28).clamp(0.6, 0.9).min(colour.saturation.1 as f32);
    Hsv { hue: hue.rem_euclid(360.0), saturation, value: 0.82 + 0.1 * rng.unit() as f32 }.rgb()
}

/// The radius of a corner mark in board units.
fn mark_radius(board: &Board) -> f64 {
    0.45 * board.radius
}

/// The lines of the scene, or lines between neighbours where it has none.
fn drawn_lines(board: &Board) -> Vec<(Spot2, Spot2)> {
    if !board.lines.is_empty() {
        return board.lines.clone();
    }
    let places: Vec<Spot2> = board.spots.iter().filter(|s| !s.heap).map(|s| s.at).collect();
    let mut lines = Vec::new();
    for (i, &a) in places.iter().enumerate() {
        let least = places.iter().map(|&b| super::board::distance(a, b)).filter(|d| *d > 0.5);
        let least = least.fold(f64::INFINITY, f64::min);
        for &b in &places[i + 1..] {
            if super::board::distance(a, b) < 1.05 * least {
                lines.push((a, b));
            }
        }
    }
    lines
}

/// How far a point is from a line between two others.
pub(super) fn segment_distance(p: Spot2, a: Spot2, b: Spot2) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(1e-9);
    let t = along.clamp(0.0, 1.0);
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

struct Canvas {
    size: (usize, usize),
    pixels: Vec<[f32; 3]>,
}

impl Canvas {
    /// Calls `paint` for every pixel of an ellipse with its distance from the middle (rim = 1) and how much of it is covered.
    fn each(
        &mut self,
        aim: Aim,
        at: (f32, f32),
        scale: f32,
        mut paint: impl FnMut(&mut [f32; 3], f32, f32, f32, f32),
    ) {
        let reach_x = scale * (aim.right.0.hypot(aim.down.0)) + 1.5;
        let reach_y = scale * (aim.right.1.hypot(aim.down.1)) + 1.5;
        let edge = 1.0 / (scale * (aim.area() / std::f32::consts::PI).sqrt()).max(0.5);
        let shape = Aim {
            at,
            right: (aim.right.0 * scale, aim.right.1 * scale),
            down: (aim.down.0 * scale, aim.down.1 * scale),
        };
        let range = |middle: f32, reach: f32, most: usize| {
            let from = (middle - reach).floor().clamp(0.0, most as f32) as usize;
            from..((middle + reach).ceil().clamp(0.0, most as f32) as usize)
        };
        for y in range(at.1, reach_y, self.size.1) {
            for x in range(at.0, reach_x, self.size.0) {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let d = shape.radii(px, py);
                let cover = ((1.0 - d) / edge + 0.5).clamp(0.0, 1.0);
                if cover > 0.0 {
                    paint(&mut self.pixels[y * self.size.0 + x], d, cover, px - at.0, py - at.1);
                }
            }
        }
    }

    fn ellipse(&mut self, aim: Aim, at: (f32, f32), scale: f32, colour: [f32; 3]) {
        self.each(aim, at, scale, |pixel, _, cover, _, _| {
            for (p, c) in pixel.iter_mut().zip(colour) {
                *p += cover * (c - *p);
            }
        });
    }

    /// A drop shadow.
    fn dim(&mut self, aim: Aim, at: (f32, f32), scale: f32, by: f32) {
        self.each(aim, at, scale, |pixel, _, cover, _, _| {
            for p in pixel.iter_mut() {
                *p *= 1.0 - cover * (1.0 - by);
            }
        });
    }

    /// The lit top of a piece: darker towards its rim, with a highlight on the side of the light.
    fn top(&mut self, aim: Aim, at: (f32, f32), colour: [f32; 3], light: (f32, f32)) {
        let radius = (aim.area() / std::f32::consts::PI).sqrt().max(1.0);
        self.each(aim, at, 1.0, |pixel, d, cover, dx, dy| {
            let side = -(dx * light.0 + dy * light.1) / radius;
            let shade = 1.0 - 0.12 * d * d + 0.06 * side;
            let glint = (1.0
                - ((dx + 0.45 * radius * light.0).hypot(dy + 0.45 * radius * light.1)) / (0.28 * radius))
                .max(0.0);
            for (p, c) in pixel.iter_mut().zip(colour) {
                let lit = c * shade + glint * 0.7 * (255.0 - c);
                *p += cover * (lit - *p);
            }
        });
    }
}
