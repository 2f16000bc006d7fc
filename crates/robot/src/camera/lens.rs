//! From the board to the picture and back: perspective (a homography from four corners) and radial distortion of the lens.

use crate::eye::EyeError;

/// A point of a picture or of a board.
pub type Spot2 = (f64, f64);

/// A projective map of the plane, row by row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Homography([f64; 9]);

impl Homography {
    /// The map that takes each of four points to its partner; `None` if three of either four lie on one line.
    ///
    /// R. Hartley, A. Zisserman, *Multiple View Geometry in Computer Vision*, 2nd ed. 2004, section 4.1.
    pub fn from_corners(from: [Spot2; 4], to: [Spot2; 4]) -> Option<Homography> {
        let mut rows = [[0.0f64; 9]; 8];
        for (i, (&(x, y), &(u, v))) in from.iter().zip(&to).enumerate() {
            rows[2 * i] = [x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, u];
            rows[2 * i + 1] = [0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, v];
        }
        let h = solve(rows)?;
        let map = Homography([h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1.0]);
        let close = |&(x, y): &Spot2, &(u, v): &Spot2| {
            let (a, b) = map.apply((x, y));
            (a - u).abs() < 1e-3 && (b - v).abs() < 1e-3
        };
        (map.inverse().is_some() && from.iter().zip(&to).all(|(f, t)| close(f, t))).then_some(map)
    }

    /// Where a point goes.
    #[inline]
    pub fn apply(&self, (x, y): Spot2) -> Spot2 {
        let h = &self.0;
        let w = h[6] * x + h[7] * y + h[8];
        ((h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w)
    }

    /// The map back; `None` if several points share their image.
    pub fn inverse(&self) -> Option<Homography> {
        let [a, b, c, d, e, f, g, h, i] = self.0;
        let det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
        if !det.is_finite() || det.abs() < 1e-12 {
            return None;
        }
        let adjugate = [
            e * i - f * h,
            c * h - b * i,
            b * f - c * e,
            f * g - d * i,
            a * i - c * g,
            c * d - a * f,
            d * h - e * g,
            b * g - a * h,
            a * e - b * d,
        ];
        Some(Homography(adjugate.map(|m| m / det)))
    }
}

/// Solves eight linear equations in eight unknowns by elimination with pivots.
fn solve(mut rows: [[f64; 9]; 8]) -> Option<[f64; 8]> {
    for column in 0..8 {
        let pivot = (column..8).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-9 || !rows[pivot][column].is_finite() {
            return None;
        }
        rows.swap(column, pivot);
        let lead = rows[column];
        for (i, row) in rows.iter_mut().enumerate() {
            if i != column {
                let factor = row[column] / lead[column];
                row.iter_mut().zip(lead).for_each(|(cell, l)| *cell -= factor * l);
            }
        }
    }
    Some(std::array::from_fn(|i| rows[i][8] / rows[i][i]))
}

/// Radial distortion: a point at distance r from the middle of the picture (half the diagonal is 1) is seen at
/// r · (1 + a·r² + b·r⁴). A barrel has a negative a (D. C. Brown, *Close-Range Camera Calibration*, 1971).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lens {
    /// The factor of the square.
    pub a: f64,
    /// The factor of the fourth power.
    pub b: f64,
}

impl Lens {
    /// Where an ideal point is seen in a picture of that size.
    pub fn bend(&self, (x, y): Spot2, size: (usize, usize)) -> Spot2 {
        if self.a == 0.0 && self.b == 0.0 {
            return (x, y);
        }
        let (cx, cy, unit) = middle(size);
        let (dx, dy) = ((x - cx) / unit, (y - cy) / unit);
        let r2 = dx * dx + dy * dy;
        let factor = 1.0 + r2 * (self.a + r2 * self.b);
        (cx + dx * factor * unit, cy + dy * factor * unit)
    }

    /// The ideal point that is seen there.
    pub fn straighten(&self, (x, y): Spot2, size: (usize, usize)) -> Spot2 {
        if self.a == 0.0 && self.b == 0.0 {
            return (x, y);
        }
        let (cx, cy, unit) = middle(size);
        let (dx, dy) = ((x - cx) / unit, (y - cy) / unit);
        // Fixed point of u = d / (1 + a·|u|² + b·|u|⁴): contracts for the mild lenses of web cameras.
        let (mut ux, mut uy) = (dx, dy);
        for _ in 0..12 {
            let r2 = ux * ux + uy * uy;
            let factor = (1.0 + r2 * (self.a + r2 * self.b)).max(0.2);
            let (vx, vy) = (dx / factor, dy / factor);
            let step = (vx - ux).abs() + (vy - uy).abs();
            (ux, uy) = (vx, vy);
            // Far below a thousandth of a pixel.
            if step < 1e-9 {
                break;
            }
        }
        (cx + ux * unit, cy + uy * unit)
    }
}

fn middle((width, height): (usize, usize)) -> (f64, f64, f64) {
    let (w, h) = (width as f64, height as f64);
    (w / 2.0, h / 2.0, (w.hypot(h) / 2.0).max(1.0))
}

/// How a camera sees a board: the board's own units to pixels.
#[derive(Clone, PartialEq, Debug)]
pub struct Sightline {
    plane: Homography,
    back: Homography,
    lens: Lens,
    size: (usize, usize),
}

impl Sightline {
    /// From the corners of the frame in board units to the places where they are seen in a picture of that size, both in the order
    /// top left, top right, bottom right, bottom left.
    ///
    /// # Errors
    /// Says that the corners do not span a quadrangle.
    pub fn new(
        frame: [Spot2; 4],
        seen: [Spot2; 4],
        lens: Lens,
        size: (usize, usize),
    ) -> Result<Sightline, EyeError> {
        let bad = || "the four corners do not span a quadrangle: three of them lie on one line".to_string();
        let ideal = seen.map(|p| lens.straighten(p, size));
        let plane = Homography::from_corners(frame, ideal).ok_or_else(bad)?;
        let back = plane.inverse().ok_or_else(bad)?;
        Ok(Sightline { plane, back, lens, size })
    }

    /// Where a point of the board is seen.
    pub fn pixel(&self, board: Spot2) -> Spot2 {
        self.lens.bend(self.plane.apply(board), self.size)
    }

    /// The point of the board that is seen at a pixel.
    pub fn board(&self, pixel: Spot2) -> Spot2 {
        self.back.apply(self.lens.straighten(pixel, self.size))
    }

    /// The pixels of a small step to the right and a small step down on the board, at a point of it.
    pub fn steps(&self, (x, y): Spot2, step: f64) -> (Spot2, Spot2) {
        let half = |a: Spot2, b: Spot2| ((a.0 - b.0) / 2.0, (a.1 - b.1) / 2.0);
        (
            half(self.pixel((x + step, y)), self.pixel((x - step, y))),
            half(self.pixel((x, y + step)), self.pixel((x, y - step))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    fn near(a: Spot2, b: Spot2, by: f64) -> bool {
        (a.0 - b.0).abs() < by && (a.1 - b.1).abs() < by
    }

    #[test]
    fn a_homography_takes_corners_to_corners_lines_to_lines_and_back() {
        let mut rng = Rng::new(7);
        for _ in 0..500 {
            let mut corner = |x: f64, y: f64| (x + 60.0 * rng.unit(), y + 60.0 * rng.unit());
            let seen = [corner(0.0, 0.0), corner(300.0, 0.0), corner(300.0, 200.0), corner(0.0, 200.0)];
            let frame = [(0.0, 0.0), (10.0, 0.0), (10.0, 7.0), (0.0, 7.0)];
            let map = Homography::from_corners(frame, seen).unwrap();
            let back = map.inverse().unwrap();
            assert!(frame.iter().zip(&seen).all(|(f, s)| near(map.apply(*f), *s, 1e-6)));
            let (x, y) = (10.0 * rng.unit(), 7.0 * rng.unit());
            assert!(near(back.apply(map.apply((x, y))), (x, y), 1e-6));
            // Three points of a line stay on a line.
            let [p, q, r] = [0.0, 0.3, 1.0].map(|t| map.apply((1.0 + 8.0 * t, 6.0 - 5.0 * t)));
            let area = (q.0 - p.0) * (r.1 - p.1) - (r.0 - p.0) * (q.1 - p.1);
            assert!(area.abs() < 1e-5, "{area}");
        }
    }

    #[test]
    fn corners_on_one_line_are_refused() {
        let frame = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let flat = [(0.0, 0.0), (5.0, 0.0), (9.0, 0.0), (3.0, 4.0)];
        assert!(Sightline::new(frame, flat, Lens::default(), (100, 100)).is_err());
        assert!(Sightline::new(frame, [(2.0, 2.0); 4], Lens::default(), (100, 100)).is_err());
        assert!(Sightline::new(frame, [(f64::NAN, 2.0); 4], Lens::default(), (100, 100)).is_err());
    }

    #[test]
    fn a_bent_point_is_straightened_to_where_it_was() {
        let mut rng = Rng::new(3);
        for _ in 0..2000 {
            let lens = Lens { a: -0.2 + 0.3 * rng.unit(), b: -0.03 + 0.06 * rng.unit() };
            let p = (1280.0 * rng.unit(), 720.0 * rng.unit());
            let seen = lens.bend(p, (1280, 720));
            assert!(near(lens.straighten(seen, (1280, 720)), p, 0.05), "{lens:?} {p:?}");
        }
    }

    #[test]
    fn the_board_is_found_again_through_lens_and_perspective() {
        let frame = [(0.0, 0.0), (400.0, 0.0), (400.0, 300.0), (0.0, 300.0)];
        let seen = [(300.0, 120.0), (980.0, 140.0), (1100.0, 640.0), (210.0, 610.0)];
        let line = Sightline::new(frame, seen, Lens { a: -0.1, b: 0.01 }, (1280, 720)).unwrap();
        for (f, s) in frame.iter().zip(&seen) {
            assert!(near(line.pixel(*f), *s, 0.05));
        }
        assert!(near(line.board(line.pixel((123.0, 77.0))), (123.0, 77.0), 0.05));
        let (right, down) = line.steps((200.0, 150.0), 1.0);
        assert!(right.0 > 1.0 && right.1.abs() < 0.6 && down.1 > 1.0);
    }
}
