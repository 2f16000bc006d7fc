//! From a picture to what lies on each spot, with the reason where a piece is not recognised.
//!
//! The segments of the original answer "where are pieces"; here the question is turned round: every spot is sampled, and the share of its
//! samples that has the colour of a kind decides. That needs no size limits and stands noise, shadows and partly hidden pieces.
//! Segments are still made: they show pieces that lie between spots.

use super::corners::Small;
use super::reference::Reference;
use super::segment::{Segmentation, segment_balanced};
use super::{Aim, Balance, Board, Calibration, Colour, Hsv, Picture, White};
use crate::eye::EyeError;

/// At least this share of a spot in the colour of a kind: the piece is there.
pub(super) const PRESENT: f32 = 0.45;
/// At most this share in the colour of any kind: nothing is there.
pub(super) const ABSENT: f32 = 0.18;
/// From this share on, something foreign hides the spot,
pub(super) const COVERED: f32 = 0.35;
/// unless so much bare board is seen there that no piece can lie under it: a pen across an empty spot.
const BARE: f32 = 0.55;

/// What the samples of a spot say.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The share of samples in each colour of the board.
    pub shares: Vec<f32>,
    /// The share in a colour that neither a piece nor the board has; 0 until the board is known.
    pub foreign: f32,
    /// The brightness of the board around the spot, 0 to 255.
    pub around: f32,
    /// The brightness in twelve directions farther out.
    pub far: Vec<f32>,
    /// What lies there.
    pub seen: Seen,
}

/// What lies on a spot, as far as the picture tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A piece of this colour.
    Piece(usize),
    /// Nothing.
    Empty,
    /// Not to be told, and why.
    Unsure(Why),
}

/// Why a spot cannot be judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It lies outside the picture.
    Outside,
    /// Something that is neither piece nor board hides it.
    Covered,
    /// A part of it has the colour of this kind: too much for an empty spot, too little for a piece.
    Partly(usize),
    /// Two kinds share it.
    Two(usize, usize),
}

/// A piece that lies on no spot.
#[derive(Clone, PartialEq, Debug)]
pub struct Stray {
    /// Its colour.
    pub colour: usize,
    /// Its middle in the picture.
    pub at: (f32, f32),
    /// Its size in pixels.
    pub size: u32,
    /// The nearest spot.
    pub near: usize,
    /// Whether it is large enough to be several pieces, or no piece at all.
    pub large: bool,
}

/// Everything read from one picture.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The size of the picture.
    pub size: (usize, usize),
    /// The balance that was used.
    pub balance: Balance,
    /// Where the spots are seen.
    pub aims: Vec<Option<Aim>>,
    /// What they show, spot by spot.
    pub readings: Vec<Reading>,
    /// Regions of piece colours.
    pub segments: Segmentation,
    /// Pieces on no spot.
    pub strays: Vec<Stray>,
    /// How much of the bare board something foreign hides, in areas of a piece, when there is a picture to compare with.
    pub hidden: f32,
    pub(super) small: Small,
}

/// Points of a disc of radius 1, evenly spread: enough to tell shares to about two per cent.
fn disc() -> Vec<(f32, f32)> {
    let mut points = Vec::new();
    for i in -8i32..=8 {
        for j in -8i32..=8 {
            let (u, v) = (i as f32 / 8.0, j as f32 / 8.0);
            if u.hypot(v) <= 1.0 {
                points.push((u, v));
            }
        }
    }
    points
}

/// Sampled part of a piece's radius: the rim is left out, it mixes with the board.
const INNER: f32 = 0.8;

/// Reads a picture. `reference` is an earlier picture of the same table without a hand in it.
///
/// # Errors
/// Says why the board cannot be found in the picture.
pub fn view(
    picture: &Picture,
    board: &Board,
    settings: &Calibration,
    reference: Option<&Reference>,
) -> Result<View, EyeError> {
    let first = settings.balance(picture);
    let aims = settings.aims(board, picture, first)?;
    let disc = disc();
    let raw = Small::of(picture, Balance::NONE);
    let balance = match (reference, settings.white) {
        (Some(reference), White::Auto) => reference.balance(&raw.clone().balanced(first), first),
        _ => first,
    };
    let small = raw.balanced(balance);
    let around: Vec<f32> =
        aims.iter().map(|aim| aim.map_or(0.0, |aim| around(picture, balance, aim))).collect();
    let lit = around.iter().copied().fold(reference.map_or(0.0, Reference::lit), f32::max);
    let readings = aims
        .iter()
        .zip(&around)
        .map(|(aim, &around)| match aim {
            None => outside(board),
            Some(aim) => {
                let light = Light { around, gain: (lit / around.max(1.0)).clamp(1.0, DARKEST) };
                read(picture, board, balance, *aim, &disc, light, reference)
            }
        })
        .collect();
    let segments = segment_balanced(picture, &board.colours, balance);
    let strays = strays(&segments, &aims, picture.width());
    let hidden = reference.map_or(0.0, |r| r.hidden(&small, board));
    let size = (picture.width(), picture.height());
    Ok(View { size, balance, aims, readings, segments, strays, hidden, small })
}

/// A spot in deeper shadow than that, compared with the brightest one, is judged as if it were not.
const DARKEST: f32 = 2.4;

/// The light on a spot.
#[derive(Clone, Copy)]
struct Light {
    /// The brightness of the board around it.
    around: f32,
    /// What a colour there is multiplied by to be as bright as it were where no shadow lies.
    gain: f32,
}

/// The brightness of the board around a spot.
fn around(picture: &Picture, balance: Balance, aim: Aim) -> f32 {
    let mut near = ring(picture, balance, aim, 1.3, 24);
    near.sort_by(f32::total_cmp);
    // Lines are darker and few: the upper middle is the board.
    near.get(near.len() * 2 / 3).copied().unwrap_or(0.0)
}

fn outside(board: &Board) -> Reading {
    Reading {
        shares: vec![0.0; board.colours.len()],
        foreign: 0.0,
        around: 0.0,
        far: Vec::new(),
        seen: Seen::Unsure(Why::Outside),
    }
}

fn read(
    picture: &Picture,
    board: &Board,
    balance: Balance,
    aim: Aim,
    disc: &[(f32, f32)],
    light: Light,
    reference: Option<&Reference>,
) -> Reading {
    let mut counts = vec![0u32; board.colours.len()];
    let (mut foreign, mut dark, mut seen) = (0u32, 0u32, 0u32);
    for &(u, v) in disc {
        let (x, y) = aim.point(INNER * u, INNER * v);
        let Some(c) = picture.around(x, y) else { continue };
        let c = balance.apply(c);
        seen += 1;
        let hsv = Hsv::of(c);
        // A shadow takes light, not hue or saturation.
        let bright = Hsv { value: (hsv.value * light.gain).min(1.0), ..hsv };
        let fits = |k: &Colour| k.fits(hsv) || k.fits(bright);
        if let Some(colour) = board.colours.iter().position(fits) {
            counts[colour] += 1;
        } else if hsv.value < 0.14 {
            dark += 1;
        } else if reference.is_some_and(|r| !r.ground(c)) {
            foreign += 1;
        }
    }
    if seen * 2 < disc.len() as u32 {
        return outside(board);
    }
    // Printed lines are dark, and thin: more darkness than that is foreign.
    if reference.is_some() && dark * 2 > seen {
        foreign += dark;
    }
    let total = seen as f32;
    let shares: Vec<f32> = counts.iter().map(|&n| n as f32 / total).collect();
    let foreign = foreign as f32 / total;
    let far = ring(picture, balance, aim, 2.6, 12);
    let bare = 1.0 - shares.iter().sum::<f32>() - foreign - dark as f32 / total;
    Reading { seen: judge(&shares, foreign, bare), around: light.around, far, shares, foreign }
}

/// The brightness at so many points of a circle of so many radii; 0 outside the picture.
fn ring(picture: &Picture, balance: Balance, aim: Aim, radius: f32, points: usize) -> Vec<f32> {
    (0..points)
        .map(|i| {
            let (sin, cos) = (i as f32 * std::f32::consts::TAU / points as f32).sin_cos();
            let (x, y) = aim.point(radius * cos, radius * sin);
            let [r, g, b] = picture.around(x, y).map_or([0.0; 3], |c| balance.apply(c));
            (r + g + b) / 3.0
        })
        .collect()
}

fn judge(shares: &[f32], foreign: f32, bare: f32) -> Seen {
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
    let first = order.first().copied().unwrap_or(0);
    let best = shares.get(first).copied().unwrap_or(0.0);
    let second = order.get(1).map(|&i| (i, shares[i]));
    if let Some((other, share)) = second.filter(|&(_, share)| share > 0.22 && share * 2.5 > best) {
        debug_assert!(share <= best);
        return Seen::Unsure(Why::Two(first, other));
    }
    if best >= PRESENT {
        Seen::Piece(first)
    } else if foreign >= COVERED && bare < BARE {
        Seen::Unsure(Why::Covered)
    } else if best <= ABSENT {
        Seen::Empty
    } else {
        Seen::Unsure(Why::Partly(first))
    }
}

/// Regions of piece colours beside all spots, yet among them: a piece between places, or something larger.
fn strays(segments: &Segmentation, aims: &[Option<Aim>], width: usize) -> Vec<Stray> {
    let aims: Vec<(usize, Aim)> = aims.iter().enumerate().filter_map(|(i, a)| a.map(|a| (i, a))).collect();
    let piece = aims.iter().map(|(_, a)| a.area()).sum::<f32>() / aims.len().max(1) as f32;
    // About a hundred samples a piece.
    let step = ((piece.sqrt() / 10.0) as usize).max(1);
    let nearest = |x: f32, y: f32| {
        aims.iter()
            .map(|(i, a)| (*i, a.radii(x, y)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((0, f32::INFINITY))
    };
    let mut found = Vec::new();
    for s in segments.segments.iter().filter(|s| s.size as f32 >= LOOSE * piece) {
        let mark = u8::try_from(s.colour + 1).unwrap_or(u8::MAX);
        let (mut off, mut sum_x, mut sum_y) = (0u32, 0.0, 0.0);
        for y in (s.bounds[1]..=s.bounds[3]).step_by(step) {
            for x in (s.bounds[0]..=s.bounds[2]).step_by(step) {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                if segments.taken[y as usize * width + x as usize] == mark
                    && (1.2..3.0).contains(&nearest(px, py).1)
                {
                    off += 1;
                    sum_x += px;
                    sum_y += py;
                }
            }
        }
        let area = (off as usize * step * step) as f32;
        if area >= LOOSE * piece {
            let at = (sum_x / off as f32, sum_y / off as f32);
            let large = area > 2.2 * piece;
            found.push(Stray { colour: s.colour, at, size: s.size, near: nearest(at.0, at.1).0, large });
        }
    }
    found
}

/// This part of a piece beside all spots is a piece between them.
const LOOSE: f32 = 0.45;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_judged_by_what_they_can_prove() {
        assert_eq!(judge(&[0.8, 0.0], 0.0, 0.2), Seen::Piece(0));
        assert_eq!(judge(&[0.05, 0.1], 0.0, 0.85), Seen::Empty);
        assert_eq!(judge(&[0.05, 0.1], 0.6, 0.25), Seen::Unsure(Why::Covered));
        assert_eq!(judge(&[0.0, 0.0], 0.4, 0.5), Seen::Unsure(Why::Covered));
        assert_eq!(judge(&[0.0, 0.0], 0.4, 0.6), Seen::Empty, "a pen across an empty spot");
        assert_eq!(judge(&[0.3, 0.0], 0.1, 0.6), Seen::Unsure(Why::Partly(0)));
        assert_eq!(judge(&[0.3, 0.5], 0.1, 0.1), Seen::Unsure(Why::Two(1, 0)));
        assert_eq!(judge(&[], 0.0, 1.0), Seen::Empty);
    }
}
