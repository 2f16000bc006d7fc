//! Finds the four corners of a board: by marks in a colour no piece has (magenta), or by the outline of a bright sheet.

use super::segment::{Segment, segment_balanced};
use super::{Balance, Colour, Picture, Spot2};
use crate::eye::EyeError;

/// The colour of printed corner marks.
pub fn mark_colour() -> Colour {
    Colour {
        name: "corner".into(),
        state: 1,
        hue: (285.0, 336.0),
        saturation: (0.35, 1.0),
        value: (0.2, 1.0),
        size: (12, u32::MAX),
    }
}

/// The corners of the board in a picture: top left, top right, bottom right, bottom left.
///
/// # Errors
/// Says what was found instead.
pub fn find(picture: &Picture, balance: Balance) -> Result<[Spot2; 4], EyeError> {
    marks(&picture.blurred(), balance).or_else(|(found, cause)| {
        // Three marks say that the corners are marked: the edge of the sheet is something else then.
        let outline =
            if found < 3 { sheet(&Small::of(picture, balance)) } else { None };
        outline.ok_or_else(|| {
            EyeError(format!("{cause}, and the board has no clear outline: mark its corners by hand (corners=x,y,x,y,x,y,x,y)"))
        })
    })
}

/// The middles of four marks of the mark's colour, of about the same size; else how many there are, and what is wrong. One or two of
/// them may be cut by the edge of the picture.
fn marks(picture: &Picture, balance: Balance) -> Result<[Spot2; 4], (usize, String)> {
    let found = segment_balanced(picture, &[mark_colour()], balance);
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    let cut = |s: &Segment| {
        let [l, t, r, b] = s.bounds;
        l == 0 || t == 0 || r + 1 == width || b + 1 == height
    };
    let extent = |s: &Segment| (s.bounds[2] - s.bounds[0] + 1, s.bounds[3] - s.bounds[1] + 1);
    let mut whole: Vec<&Segment> = found
        .objects()
        .filter(|s| {
            let (w, h) = extent(s);
            // Round or square: it fills half of its box, and the box is not a strip.
            !cut(s) && 2 * s.size >= w * h && w <= 3 * h && h <= 3 * w
        })
        .collect();
    whole.sort_by_key(|s| std::cmp::Reverse(s.size));
    let largest = whole.first().map_or(0, |s| s.size);
    whole.retain(|s| s.size * 6 >= largest);
    if whole.get(4).is_some_and(|b| b.size * 3 > whole[3].size) {
        return Err((whole.len(), "more than 4 corner marks were found".into()));
    }
    whole.truncate(4);
    let mut middles: Vec<Spot2> = whole.iter().map(|s| centre(picture, balance, s)).collect();
    if let 2 | 3 = whole.len() {
        // What is left of a mark at the edge tells where its middle is, given how large the others are.
        let half = |of: fn((u32, u32)) -> u32| {
            whole.iter().map(|s| f64::from(of(extent(s)))).sum::<f64>() / whole.len() as f64 / 2.0
        };
        let (rx, ry) = (half(|e| e.0), half(|e| e.1));
        let mut parts: Vec<&Segment> = found
            .objects()
            .filter(|s| {
                let (w, h) = extent(s);
                cut(s) && s.size * 24 >= largest && f64::from(w) < 3.0 * rx && f64::from(h) < 3.0 * ry
            })
            .collect();
        parts.sort_by_key(|s| std::cmp::Reverse(s.size));
        let missing = 4 - whole.len();
        if parts.len() > missing {
            return Err((whole.len() + parts.len(), "more than 4 corner marks were found".into()));
        }
        for part in parts {
            let (x, y) = centre(picture, balance, part);
            let [l, t, r, b] = part.bounds.map(f64::from);
            let along = |from: f64, to: f64, most: u32, radius: f64, mean: f64| {
                if to - from + 1.0 >= 2.0 * radius - 1.0 {
                    mean
                } else if from == 0.0 {
                    to + 1.0 - radius
                } else if to + 1.0 == f64::from(most) {
                    from + radius
                } else {
                    mean
                }
            };
            middles.push((along(l, r, width, rx, x), along(t, b, height, ry, y)));
        }
    }
    let n = middles.len();
    let four = middles.try_into().map_err(|_| (n, format!("{n} of 4 corner marks were found")))?;
    ordered(four).ok_or_else(|| (n, "the 4 corner marks do not span a board".into()))
}

/// The middle of a mark to a fraction of a pixel: the mean of its pixels.
fn centre(picture: &Picture, balance: Balance, mark: &Segment) -> Spot2 {
    let colour = mark_colour();
    let [left, top, right, bottom] = mark.bounds;
    let (mut sx, mut sy, mut n) = (0.0, 0.0, 0.0);
    for y in top..=bottom {
        for x in left..=right {
            let c = balance.apply(picture.at(x as usize, y as usize).map(f32::from));
            if colour.fits(super::Hsv::of(c)) {
                sx += f64::from(x) + 0.5;
                sy += f64::from(y) + 0.5;
                n += 1.0;
            }
        }
    }
    if n > 0.0 { (sx / n, sy / n) } else { (f64::from(mark.x), f64::from(mark.y)) }
}

/// Four points in the order of a frame; `None` if they do not form a convex quadrangle of some size. The camera may be turned by less
/// than 45 degrees.
pub fn ordered(points: [Spot2; 4]) -> Option<[Spot2; 4]> {
    let pick = |key: fn(&Spot2) -> f64| points.iter().copied().min_by(|a, b| key(a).total_cmp(&key(b)));
    let corners = [pick(|p| p.0 + p.1)?, pick(|p| p.1 - p.0)?, pick(|p| -p.0 - p.1)?, pick(|p| p.0 - p.1)?];
    let turn = |a: Spot2, b: Spot2, c: Spot2| (b.0 - a.0) * (c.1 - b.1) - (b.1 - a.1) * (c.0 - b.0);
    let convex = (0..4).all(|i| turn(corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]) > 100.0);
    convex.then_some(corners)
}

/// A picture in blocks of 4 × 4 pixels, each its mean colour, balanced.
#[derive(Clone, PartialEq, Debug)]
pub struct Small {
    /// Blocks across.
    pub width: usize,
    /// Blocks down.
    pub height: usize,
    /// Row by row.
    pub cells: Vec<[f32; 3]>,
}

/// Pixels of a side of a block.
pub const BLOCK: usize = 4;

impl Small {
    /// The same blocks under a balance of colours.
    #[must_use]
    pub fn balanced(mut self, balance: Balance) -> Small {
        self.cells.iter_mut().for_each(|cell| *cell = balance.apply(*cell));
        self
    }

    /// The blocks of a picture.
    pub fn of(picture: &Picture, balance: Balance) -> Small {
        let (width, height) = (picture.width() / BLOCK, picture.height() / BLOCK);
        let mut cells = Vec::with_capacity(width * height);
        let stride = picture.width() * 3;
        let bytes = picture.bytes();
        for by in 0..height {
            for bx in 0..width {
                let mut sum = [0u32; 3];
                for y in 0..BLOCK {
                    let start = (by * BLOCK + y) * stride + bx * BLOCK * 3;
                    for pixel in bytes[start..start + BLOCK * 3].chunks_exact(3) {
                        sum[0] += u32::from(pixel[0]);
                        sum[1] += u32::from(pixel[1]);
                        sum[2] += u32::from(pixel[2]);
                    }
                }
                cells.push(balance.apply(sum.map(|s| s as f32 / (BLOCK * BLOCK) as f32)));
            }
        }
        Small { width, height, cells }
    }
}

/// The corners of the largest bright, colourless region.
fn sheet(small: &Small) -> Option<[Spot2; 4]> {
    let (w, h) = (small.width, small.height);
    let bright = |c: &[f32; 3]| {
        let hsv = super::Hsv::of(*c);
        hsv.value > 0.55 && hsv.saturation < 0.28
    };
    let mut free: Vec<bool> = small.cells.iter().map(bright).collect();
    let mut best: Vec<usize> = Vec::new();
    for start in 0..free.len() {
        if !free[start] {
            continue;
        }
        free[start] = false;
        let mut region = vec![start];
        let mut next = 0;
        while let Some(&i) = region.get(next) {
            next += 1;
            let (x, y) = (i % w, i / w);
            let around = [
                (x > 0, i.wrapping_sub(1)),
                (x + 1 < w, i + 1),
                (y > 0, i.wrapping_sub(w)),
                (y + 1 < h, i + w),
            ];
            for (inside, j) in around {
                if inside && free[j] {
                    free[j] = false;
                    region.push(j);
                }
            }
        }
        if region.len() > best.len() {
            best = region;
        }
    }
    if best.len() * 12 < w * h {
        return None;
    }
    let point = |i: usize| ((i % w) as f64, (i / w) as f64);
    let pick =
        |key: fn(Spot2) -> f64| best.iter().map(|&i| point(i)).min_by(|&a, &b| key(a).total_cmp(&key(b)));
    // The outer edges of the outermost blocks.
    let scale = |(x, y): Spot2, dx: f64, dy: f64| ((x + dx) * BLOCK as f64, (y + dy) * BLOCK as f64);
    let corners = [
        scale(pick(|(x, y)| x + y)?, 0.0, 0.0),
        scale(pick(|(x, y)| y - x)?, 1.0, 0.0),
        scale(pick(|(x, y)| -x - y)?, 1.0, 1.0),
        scale(pick(|(x, y)| x - y)?, 0.0, 1.0),
    ];
    let corners = ordered(corners)?;
    // The region must fill its quadrangle, else it is not a sheet.
    let area: f64 = (0..4)
        .map(|i| {
            let ((ax, ay), (bx, by)) = (corners[i], corners[(i + 1) % 4]);
            (ax * by - bx * ay) / 2.0
        })
        .sum();
    let share = best.len() as f64 * (BLOCK * BLOCK) as f64 / area.max(1.0);
    (0.5..1.15).contains(&share).then_some(corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(picture: &mut Picture, x: i64, y: i64, r: i64, colour: [u8; 3]) {
        for dy in -r..=r {
            for dx in -r..=r {
                if dx * dx + dy * dy <= r * r {
                    picture.put(x + dx, y + dy, colour);
                }
            }
        }
    }

    #[test]
    fn four_marks_are_found_in_the_order_of_the_frame() {
        let mut picture = Picture::new(400, 300, [240, 240, 235]);
        let marks = [(40, 30), (360, 50), (350, 270), (60, 260)];
        for (x, y) in marks {
            disc(&mut picture, x, y, 7, [220, 20, 140]);
        }
        disc(&mut picture, 200, 150, 20, [220, 20, 20]);
        let found = find(&picture, Balance::NONE).unwrap();
        for ((x, y), (a, b)) in found.iter().zip(marks) {
            assert!(
                (x - f64::from(a as i32) - 0.5).abs() < 0.6 && (y - f64::from(b as i32) - 0.5).abs() < 0.6
            );
        }
    }

    #[test]
    fn a_mark_that_the_edge_cuts_keeps_its_middle() {
        let mut picture = Picture::new(400, 300, [240, 240, 235]);
        // A sliver at the top, and a mark of which the right half is outside.
        let marks = [(40, -4), (399, 50), (350, 270), (60, 260)];
        for (x, y) in marks {
            disc(&mut picture, x, y, 7, [220, 20, 140]);
        }
        let found = find(&picture, Balance::NONE).unwrap();
        for ((x, y), (a, b)) in found.iter().zip(marks) {
            let (dx, dy) = (x - f64::from(a as i32) - 0.5, y - f64::from(b as i32) - 0.5);
            assert!(dx.abs() < 1.5 && dy.abs() < 1.5, "{found:?}");
        }
    }

    #[test]
    fn three_marks_on_a_bright_sheet_are_not_replaced_by_its_outline() {
        let mut picture = Picture::new(400, 300, [90, 60, 30]);
        for y in 20..280 {
            for x in 20..380 {
                picture.put(x, y, [235, 232, 225]);
            }
        }
        for (x, y) in [(40, 40), (360, 50), (350, 260)] {
            disc(&mut picture, x, y, 7, [220, 20, 140]);
        }
        assert!(find(&picture, Balance::NONE).unwrap_err().0.starts_with("3 of 4 corner marks"));
    }

    #[test]
    fn a_hidden_mark_is_said() {
        let mut picture = Picture::new(400, 300, [90, 60, 30]);
        for (x, y) in [(40, 30), (360, 50), (350, 270)] {
            disc(&mut picture, x, y, 7, [220, 20, 140]);
        }
        assert!(find(&picture, Balance::NONE).unwrap_err().0.starts_with("3 of 4 corner marks"));
    }

    #[test]
    fn the_outline_of_a_sheet_gives_the_corners_when_there_are_no_marks() {
        let mut picture = Picture::new(400, 300, [90, 60, 30]);
        for y in 40..260 {
            for x in 60..340 {
                picture.put(x, y, [235, 232, 225]);
            }
        }
        let found = find(&picture, Balance::NONE).unwrap();
        for ((x, y), (a, b)) in found.iter().zip([(60.0, 40.0), (340.0, 40.0), (340.0, 260.0), (60.0, 260.0)])
        {
            assert!((x - a).abs() <= 4.0 && (y - b).abs() <= 4.0, "{found:?}");
        }
        assert!(find(&Picture::new(200, 200, [10, 10, 10]), Balance::NONE).is_err());
    }
}
