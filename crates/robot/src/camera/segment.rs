//! Segments of one colour, as the camera program of S3Games finds them: the picture is scanned by columns; the first type
//! whose intervals hold a pixel takes the pixel's whole 4-connected region of that type. A region of a wrong size is not reported, and
//! its pixels stay taken.

use super::{Balance, Colour, Hsv, Picture};

/// A region of pixels of one type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Which of the types.
    pub colour: usize,
    /// How many pixels.
    pub size: u32,
    /// The mean of the columns, rounded down.
    pub x: u32,
    /// The mean of the rows, rounded down.
    pub y: u32,
    /// Left, top, right and bottom edge, all inside.
    pub bounds: [u32; 4],
    /// Whether the size is one the type allows.
    pub accepted: bool,
}

/// What became of every pixel, for drawings: 0 is free, otherwise the number of the type plus one, at most 255.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segmentation {
    /// All regions in the order in which they were met, those of wrong size included.
    pub segments: Vec<Segment>,
    /// For every pixel, row by row.
    pub taken: Vec<u8>,
}

impl Segmentation {
    /// The regions of an allowed size, in the order in which the original reports them.
    pub fn objects(&self) -> impl Iterator<Item = &Segment> {
        self.segments.iter().filter(|s| s.accepted)
    }
}

/// The intervals of a type, ready for bytes: the same answers as [`Colour::fits`] without dividing where value and saturation decide.
struct Test<'a> {
    colour: &'a Colour,
    value: (u8, u8),
}

impl<'a> Test<'a> {
    fn new(colour: &'a Colour) -> Test<'a> {
        let inside = |v: &u8| {
            f64::from(f32::from(*v) / 255.0) >= colour.value.0
                && f64::from(f32::from(*v) / 255.0) <= colour.value.1
        };
        let least = (0..=255).find(inside);
        let most = (0..=255).rev().find(inside);
        // An empty interval: no byte is both at least 1 and at most 0.
        Test { colour, value: least.zip(most).unwrap_or((1, 0)) }
    }

    #[inline]
    fn fits(&self, c: [u8; 3]) -> bool {
        let most = c[0].max(c[1]).max(c[2]);
        if most < self.value.0 || most > self.value.1 {
            return false;
        }
        let least = c[0].min(c[1]).min(c[2]);
        // A hair of slack; the exact test follows.
        let (spread, bright) = (f64::from(most - least), f64::from(most));
        if spread + 0.01 < self.colour.saturation.0 * bright
            || spread - 0.01 > self.colour.saturation.1 * bright
        {
            return false;
        }
        self.colour.fits(Hsv::of(c.map(f32::from)))
    }
}

/// The segments of a picture for any number of types, which are tried in their order.
pub fn segment(picture: &Picture, colours: &[Colour]) -> Segmentation {
    segment_balanced(picture, colours, Balance::NONE)
}

/// The same under a balance of colours.
pub fn segment_balanced(picture: &Picture, colours: &[Colour], balance: Balance) -> Segmentation {
    let tests: Vec<Test> = colours.iter().map(Test::new).collect();
    let tables = balance.tables();
    let balanced = |p: &[u8]| -> [u8; 3] { std::array::from_fn(|c| tables[c][usize::from(p[c])]) };
    // The first type of every pixel, row by row: the scan by columns then reads bytes that fit the cache. Numbers above 254 share one.
    let class = |p: &[u8]| -> u8 {
        let c = balanced(p);
        tests.iter().position(|t| t.fits(c)).map_or(0, |t| u8::try_from(t + 1).unwrap_or(MANY))
    };
    let first: Vec<u8> = picture.bytes().chunks_exact(3).map(class).collect();
    let mut scan = Scan {
        width: picture.width(),
        height: picture.height(),
        fits: |t: usize, i: usize| tests[t].fits(balanced(&picture.bytes()[3 * i..3 * i + 3])),
        first,
        taken: vec![0; picture.width() * picture.height()],
        open: Vec::new(),
    };
    let mut segments = Vec::new();
    for x in 0..scan.width {
        for y in 0..scan.height {
            let start = y * scan.width + x;
            if scan.first[start] == 0 || scan.taken[start] != 0 {
                continue;
            }
            let kind = match scan.first[start] {
                MANY => (0..tests.len()).find(|&t| (scan.fits)(t, start)).unwrap_or(0),
                class => usize::from(class) - 1,
            };
            segments.push(scan.fill(kind, start, colours[kind].size));
        }
    }
    Segmentation { segments, taken: scan.taken }
}

/// The first type of a pixel is number 255 or more.
const MANY: u8 = u8::MAX;

/// A picture being cut into regions.
struct Scan<F> {
    width: usize,
    height: usize,
    /// Whether a type fits a pixel.
    fits: F,
    /// The first type that fits each pixel, plus one; 0 for none.
    first: Vec<u8>,
    taken: Vec<u8>,
    open: Vec<u32>,
}

impl<F: Fn(usize, usize) -> bool> Scan<F> {
    /// Whether a free pixel belongs to a region of the type. The first type of a pixel settles it, unless that one is tried earlier.
    #[inline]
    fn joins(&self, kind: usize, i: usize) -> bool {
        let first = self.first[i];
        if first == 0 || self.taken[i] != 0 {
            return false;
        }
        if first != MANY && usize::from(first) == kind + 1 {
            return true;
        }
        (first == MANY || usize::from(first) < kind + 1) && (self.fits)(kind, i)
    }

    /// Takes the region around a pixel.
    fn fill(&mut self, kind: usize, start: usize, (least, most): (u32, u32)) -> Segment {
        let (width, height) = (self.width, self.height);
        let mark = u8::try_from(kind + 1).unwrap_or(MANY);
        let (mut size, mut sum_x, mut sum_y) = (0u32, 0u64, 0u64);
        let mut bounds = [u32::MAX, u32::MAX, 0, 0];
        self.taken[start] = mark;
        self.open.push(start as u32);
        while let Some(i) = self.open.pop() {
            let i = i as usize;
            let (x, y) = (i % width, i / width);
            size += 1;
            sum_x += x as u64;
            sum_y += y as u64;
            bounds[0] = bounds[0].min(x as u32);
            bounds[1] = bounds[1].min(y as u32);
            bounds[2] = bounds[2].max(x as u32);
            bounds[3] = bounds[3].max(y as u32);
            let around = [
                (x > 0, i.wrapping_sub(1)),
                (x + 1 < width, i + 1),
                (y > 0, i.wrapping_sub(width)),
                (y + 1 < height, i + width),
            ];
            for (inside, j) in around {
                if inside && self.joins(kind, j) {
                    self.taken[j] = mark;
                    self.open.push(j as u32);
                }
            }
        }
        Segment {
            colour: kind,
            size,
            x: (sum_x / u64::from(size)) as u32,
            y: (sum_y / u64::from(size)) as u32,
            bounds,
            accepted: size >= least && size <= most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    fn colour(name: &str, hue: (f64, f64), size: (u32, u32)) -> Colour {
        Colour { name: name.into(), state: 1, hue, saturation: (0.4, 1.0), value: (0.3, 1.0), size }
    }

    /// The definition, slowly: union of neighbours instead of a fill, over the map "first type that fits".
    fn plain(picture: &Picture, colours: &[Colour]) -> Vec<(usize, u32, u32, u32)> {
        let (w, h) = (picture.width(), picture.height());
        let fits = |i: usize, t: usize| colours[t].fits(Hsv::of(picture.at(i % w, i / w).map(f32::from)));
        let mut used = vec![false; w * h];
        let mut found = Vec::new();
        for x in 0..w {
            for y in 0..h {
                let start = y * w + x;
                let Some(t) = (!used[start]).then(|| (0..colours.len()).find(|&t| fits(start, t))).flatten()
                else {
                    continue;
                };
                let mut region = std::collections::BTreeSet::from([start]);
                loop {
                    let mut grown = region.clone();
                    for &i in &region {
                        let (cx, cy) = (i % w, i / w);
                        for (nx, ny) in
                            [(cx.wrapping_sub(1), cy), (cx + 1, cy), (cx, cy.wrapping_sub(1)), (cx, cy + 1)]
                        {
                            if nx < w && ny < h && !used[ny * w + nx] && fits(ny * w + nx, t) {
                                grown.insert(ny * w + nx);
                            }
                        }
                    }
                    if grown.len() == region.len() {
                        break;
                    }
                    region = grown;
                }
                let n = region.len();
                for &i in &region {
                    used[i] = true;
                }
                if (colours[t].size.0..=colours[t].size.1).contains(&(n as u32)) {
                    let mx = region.iter().map(|i| i % w).sum::<usize>() / n;
                    let my = region.iter().map(|i| i / w).sum::<usize>() / n;
                    found.push((t, n as u32, mx as u32, my as u32));
                }
            }
        }
        found
    }

    #[test]
    fn segments_agree_with_the_definition_on_random_pictures_with_overlapping_types() {
        let palette =
            [[250, 10, 10], [10, 240, 10], [240, 230, 20], [20, 20, 20], [250, 120, 10], [200, 20, 90]];
        let colours = [
            colour("red", (337.0, 19.0), (2, 40)),
            colour("warm", (0.0, 70.0), (1, 12)),
            colour("green", (71.0, 192.0), (3, 5000)),
            colour("any", (5.0, 5.0), (1, 3)),
        ];
        let mut rng = Rng::new(18);
        for _ in 0..60 {
            let (w, h) = (1 + rng.below(14), 1 + rng.below(14));
            let data = (0..w * h).flat_map(|_| palette[rng.below(palette.len())]).collect();
            let picture = Picture::from_rgb(w, h, data).unwrap();
            let found: Vec<_> =
                segment(&picture, &colours).objects().map(|s| (s.colour, s.size, s.x, s.y)).collect();
            assert_eq!(found, plain(&picture, &colours));
        }
    }

    #[test]
    fn any_number_of_types_is_told_apart() {
        let narrow = |i: usize| Colour {
            name: format!("t{i}"),
            state: 1,
            hue: (i as f64, i as f64 + 0.9),
            saturation: (0.5, 1.0),
            value: (0.5, 1.0),
            size: (1, 9),
        };
        let colours: Vec<Colour> = (0..360).map(narrow).collect();
        let mut picture = Picture::new(5, 1, [0, 0, 0]);
        picture.put(0, 0, [255, 0, 0]);
        picture.put(2, 0, [0, 0, 255]);
        picture.put(4, 0, [255, 0, 17]);
        let found: Vec<_> = segment(&picture, &colours).objects().map(|s| (s.colour, s.x)).collect();
        assert_eq!(found, [(0, 0), (240, 2), (356, 4)]);
    }

    #[test]
    fn a_region_of_wrong_size_keeps_its_pixels() {
        let mut picture = Picture::new(9, 9, [0, 0, 0]);
        for x in 2..6 {
            picture.put(x, 4, [255, 0, 0]);
        }
        let found =
            segment(&picture, &[colour("big", (337.0, 19.0), (5, 9)), colour("red", (337.0, 19.0), (1, 9))]);
        assert_eq!(found.segments.len(), 1);
        assert_eq!(found.objects().count(), 0);
        assert_eq!(found.segments[0].bounds, [2, 4, 5, 4]);
    }

    #[test]
    fn diagonal_neighbours_are_not_connected() {
        let mut picture = Picture::new(4, 4, [0, 0, 0]);
        picture.put(1, 1, [255, 0, 0]);
        picture.put(2, 2, [255, 0, 0]);
        assert_eq!(segment(&picture, &[colour("red", (337.0, 19.0), (1, 9))]).objects().count(), 2);
    }
}
