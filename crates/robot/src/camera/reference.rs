//! An earlier picture of the table, to compare with: it tells a hand from a shadow, and bare board from what hides it.

use super::corners::{BLOCK, Small};
use super::look::{Reading, Seen, View};
use super::{Aim, Balance, Board, Hsv};

/// Steps of each chromaticity in the table of board colours.
const STEPS: usize = 64;

/// Values from here on may have been cut off by the sensor.
const CUT: f32 = 247.0;

/// What a block of the reference picture is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Not on the board.
    Beside,
    /// Bare board: it looks the same in every picture.
    Ground,
    /// A piece may lie there.
    Spot,
}

/// A picture of the table without a hand in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    small: Small,
    parts: Vec<Part>,
    palette: Vec<bool>,
    /// The pixels of a piece, on average.
    piece: f32,
    /// The brightness around each spot, and in twelve directions farther out.
    light: Vec<(f32, Vec<f32>)>,
}

impl Reference {
    /// The reference that a good picture gives.
    pub fn new(view: &View) -> Reference {
        let parts = parts(&view.small, &view.aims);
        let mut counts = vec![0u32; STEPS * STEPS];
        let mut total = 0;
        let mut count = |c: &[f32; 3]| {
            if let Some(bin) = chroma(*c) {
                counts[bin] += 1;
                total += 1;
            }
        };
        for (cell, _) in view.small.cells.iter().zip(&parts).filter(|(_, p)| **p == Part::Ground) {
            count(cell);
        }
        // Empty spots show the board, too; their printed rings may have colours of their own.
        for (aim, reading) in view.aims.iter().zip(&view.readings) {
            if let (Some(aim), Seen::Empty) = (aim, reading.seen) {
                for i in 0..view.small.cells.len().min(25) {
                    let (u, v) = ((i % 5) as f32 / 3.0 - 0.67, (i / 5) as f32 / 3.0 - 0.67);
                    let (x, y) = aim.point(u, v);
                    let (bx, by) = (x as usize / BLOCK, y as usize / BLOCK);
                    if bx < view.small.width && by < view.small.height {
                        count(&view.small.cells[by * view.small.width + bx]);
                    }
                }
            }
        }
        // A colour of the board covers at least a three-hundredth of it; neighbours in the table are noise of the same colour.
        let mut palette = vec![false; STEPS * STEPS];
        for (bin, &n) in counts.iter().enumerate() {
            if n * 300 >= total.max(300) {
                let (r, g) = (bin / STEPS, bin % STEPS);
                for r in r.saturating_sub(1)..=(r + 1).min(STEPS - 1) {
                    for g in g.saturating_sub(1)..=(g + 1).min(STEPS - 1) {
                        palette[r * STEPS + g] = true;
                    }
                }
            }
        }
        let light = view.readings.iter().map(|r| (r.around, r.far.clone())).collect();
        let areas: Vec<f32> = view.aims.iter().flatten().map(Aim::area).collect();
        let piece = (areas.iter().sum::<f32>() / areas.len().max(1) as f32).max(1.0);
        Reference { small: view.small.clone(), parts, palette, piece, light }
    }

    /// Whether a colour is one of the board's, in whatever light.
    pub fn ground(&self, c: [f32; 3]) -> bool {
        chroma(c).is_none_or(|bin| self.palette[bin])
    }

    /// The brightness around the spot that lay in the best light.
    pub fn lit(&self) -> f32 {
        self.light.iter().map(|l| l.0).fold(0.0, f32::max)
    }

    /// Whether a spot has become a dark island: darker than before, while the board around it has not in almost any direction. A
    /// shadow comes from somewhere; what lies on the spot does not.
    pub fn island(&self, spot: usize, now: &Reading) -> bool {
        let Some((around, far)) = self.light.get(spot) else { return false };
        let inside = (now.around + 1.0) / (around + 1.0);
        let mut outside: Vec<f32> =
            far.iter().zip(&now.far).filter(|(f, _)| **f > 0.0).map(|(f, n)| (n + 1.0) / (f + 1.0)).collect();
        outside.sort_by(f32::total_cmp);
        inside < 0.4 || outside.get(2).is_some_and(|third| inside < 0.82 * third)
    }

    /// The blocks of bare board.
    fn bare(&self) -> Vec<usize> {
        (0..self.parts.len()).filter(|&i| self.parts[i] == Part::Ground).collect()
    }

    /// How much brighter a block is now, channel by channel.
    fn ratio(&self, now: &Small, i: usize) -> [f32; 3] {
        std::array::from_fn(|c| (now.cells[i][c] + 3.0) / (self.small.cells[i][c] + 3.0))
    }

    /// A channel at its end says nothing, the true value was cut off.
    fn whole(&self, now: &Small, i: usize, c: usize) -> bool {
        now.cells[i][c] < CUT && self.small.cells[i][c] < CUT
    }

    /// How the colour of the light as a whole has changed: the median of each channel against green over the bare board.
    fn gains(&self, now: &Small, ground: &[usize]) -> [f32; 3] {
        let sound: Vec<usize> =
            ground.iter().copied().filter(|&i| (0..3).all(|c| self.whole(now, i, c))).collect();
        std::array::from_fn(|c| {
            let mut all: Vec<f32> = sound
                .iter()
                .map(|&i| {
                    let q = self.ratio(now, i);
                    q[c] / q[1]
                })
                .collect();
            let middle = all.len() / 2;
            if all.len() * 20 < ground.len() {
                1.0
            } else {
                *all.select_nth_unstable_by(middle, f32::total_cmp).1
            }
        })
    }

    /// The balance under which the bare board has the colours it had. What lies around the board, in whatever light, has no say: a
    /// lamp on the table beside it does not change the board. `now` is the picture under `balance`.
    pub fn balance(&self, now: &Small, balance: Balance) -> Balance {
        if now.cells.len() != self.small.cells.len() || now.width != self.small.width {
            return balance;
        }
        let gains = self.gains(now, &self.bare());
        // A change beyond that is not a change of light: something large hides the board.
        if gains.iter().any(|g| !(0.6..=1.6).contains(g)) {
            return balance;
        }
        let factors: [f32; 3] = std::array::from_fn(|c| balance.0[c] / gains[c]);
        let least = factors[0].min(factors[1]).min(factors[2]);
        Balance(factors.map(|f| (f / least).clamp(1.0, 2.5)))
    }

    /// How much of the bare board looks changed by more than light and shadow, in areas of a piece.
    pub fn hidden(&self, now: &Small, board: &Board) -> f32 {
        self.areas(self.foreign(now, board).len())
    }

    /// So many blocks in areas of a piece.
    pub(super) fn areas(&self, blocks: usize) -> f32 {
        (blocks * BLOCK * BLOCK) as f32 / self.piece
    }

    /// The blocks of bare board that look changed by more than light and shadow. A shadow dims all channels alike (G. D. Finlayson et al.,
    /// *On the Removal of Shadows from Images*, 2006); a hand does not.
    pub(super) fn foreign(&self, now: &Small, board: &Board) -> Vec<usize> {
        if now.cells.len() != self.small.cells.len() || now.width != self.small.width {
            return Vec::new();
        }
        let width = now.width;
        let ground = self.bare();
        if ground.is_empty() {
            return Vec::new();
        }
        let gains = self.gains(now, &ground);
        let ratio = |i: usize| self.ratio(now, i);
        let whole = |i: usize, c: usize| self.whole(now, i, c);
        let mut changed = vec![false; self.parts.len()];
        for &i in &ground {
            let q = ratio(i);
            let q: [f32; 3] = std::array::from_fn(|c| q[c] / gains[c]);
            let (mut least, mut most) = (f32::INFINITY, 0.0f32);
            for c in (0..3).filter(|&c| whole(i, c)) {
                (least, most) = (least.min(q[c]), most.max(q[c]));
            }
            let mean = (q[0] + q[1] + q[2]) / 3.0;
            let odd = most > 1.25 * least || !(0.33..=2.8).contains(&mean);
            changed[i] = odd && !board.colours.iter().any(|k| k.fits(Hsv::of(now.cells[i])));
        }
        // Edges tremble when the table is touched: only blocks whose neighbours changed as well count.
        let core = ground.iter().copied().filter(|&i| {
            if !changed[i] || i < width + 1 || i + width + 1 >= changed.len() {
                return false;
            }
            let around = [
                i - width - 1,
                i - width,
                i - width + 1,
                i - 1,
                i + 1,
                i + width - 1,
                i + width,
                i + width + 1,
            ];
            let judged = around.iter().filter(|&&j| self.parts[j] == Part::Ground).count();
            let odd = around.iter().filter(|&&j| changed[j]).count();
            judged >= 3 && odd + 1 >= judged
        });
        core.collect()
    }
}

/// The bin of a colour's chromaticity; `None` where it is too dark to have one.
fn chroma([r, g, b]: [f32; 3]) -> Option<usize> {
    let sum = r + g + b;
    if sum < 75.0 {
        return None;
    }
    let bin = |c: f32| ((c / sum * STEPS as f32) as usize).min(STEPS - 1);
    Some(bin(r) * STEPS + bin(g))
}

/// Which blocks show bare board: those among the spots, not on them.
fn parts(small: &Small, aims: &[Option<Aim>]) -> Vec<Part> {
    let mut parts = vec![Part::Beside; small.cells.len()];
    let aims: Vec<&Aim> = aims.iter().flatten().collect();
    if aims.is_empty() {
        return parts;
    }
    let hull = hull(
        aims.iter()
            .flat_map(|a| [(2.2, 2.2), (2.2, -2.2), (-2.2, 2.2), (-2.2, -2.2)].map(|(u, v)| a.point(u, v)))
            .collect(),
    );
    let middle = |i: usize| {
        (((i % small.width) * BLOCK + BLOCK / 2) as f32, ((i / small.width) * BLOCK + BLOCK / 2) as f32)
    };
    for (i, part) in parts.iter_mut().enumerate() {
        let (x, y) = middle(i);
        let inside = hull
            .iter()
            .zip(hull.iter().cycle().skip(1))
            .all(|(a, b)| (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0) >= 0.0);
        if inside {
            *part = Part::Ground;
        }
    }
    for aim in aims {
        let reach = 1.45 * (aim.right.0.abs() + aim.down.0.abs()).max(aim.right.1.abs() + aim.down.1.abs())
            + BLOCK as f32;
        let range = |at: f32, most: usize| {
            let from = ((at - reach).max(0.0) as usize / BLOCK).min(most);
            from..(((at + reach).max(0.0) as usize / BLOCK) + 1).min(most)
        };
        for by in range(aim.at.1, small.height) {
            for bx in range(aim.at.0, small.width) {
                let i = by * small.width + bx;
                let (x, y) = middle(i);
                if aim.radii(x, y) < 1.4 {
                    parts[i] = Part::Spot;
                }
            }
        }
    }
    parts
}

/// The convex hull, clockwise on the screen (A. M. Andrew, 1979).
fn hull(mut points: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let cross =
        |o: (f32, f32), a: (f32, f32), b: (f32, f32)| (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0);
    let mut chain: Vec<(f32, f32)> = Vec::new();
    let half = |points: &mut dyn Iterator<Item = (f32, f32)>, chain: &mut Vec<(f32, f32)>| {
        let base = chain.len();
        for p in points {
            while chain.len() >= base + 2 && cross(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0 {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
    };
    half(&mut points.iter().copied(), &mut chain);
    half(&mut points.iter().rev().copied(), &mut chain);
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_square_with_points_inside_is_its_corners() {
        let points = vec![(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (2.0, 2.0), (1.0, 3.0), (2.0, 0.0)];
        let found = hull(points);
        assert_eq!(found.len(), 4);
        assert!([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].iter().all(|p| found.contains(p)));
    }
}
