//! Proposes the colour intervals from one picture of the start position: where each piece lies is known, so its pixels are, too.

use super::board::{Board, Layer};
use super::{Calibration, Colour, Hsv, Picture};
use crate::eye::EyeError;

/// What a picture of the start position teaches.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// Settings with corners and colours; ready to be used if there is no warning.
    pub settings: Calibration,
    /// For each colour: how many pieces it was learned from, and which share of their pixels it recognises.
    pub quality: Vec<(usize, f32)>,
    /// What may go wrong.
    pub warnings: Vec<Warning>,
}

/// Why intervals may not work.
#[derive(Clone, PartialEq, Debug)]
pub enum Warning {
    /// No piece of the kind lies in the picture.
    NoExample(String),
    /// The kind is nearly grey: its hue says nothing.
    Grey(String),
    /// Two kinds have almost the same colour.
    Alike(String, String),
    /// So large a share of the empty board has the colour of the kind.
    Board(String, f32),
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Warning::NoExample(kind) => {
                write!(f, "no piece '{kind}' lies where the start position has one in view")
            }
            Warning::Grey(kind) => {
                write!(f, "'{kind}' has almost no colour: paint it, or use coloured pieces")
            }
            Warning::Alike(a, b) => write!(f, "'{a}' and '{b}' have almost the same colour"),
            Warning::Board(kind, share) => {
                write!(f, "{:.0} % of the empty board has the colour of '{kind}'", 100.0 * share)
            }
        }
    }
}

/// Pixels of one kind.
#[derive(Default)]
struct Sample {
    colours: Vec<Hsv>,
    pieces: usize,
    area: f32,
}

/// The intervals of the kinds `board.colours` names (their own intervals are not used), from a picture in which `layer` lies on the board.
///
/// # Errors
/// Says why the board cannot be found in the picture.
pub fn propose(
    picture: &Picture,
    board: &Board,
    layer: &Layer,
    settings: &Calibration,
) -> Result<Proposal, EyeError> {
    let balance = settings.balance(picture);
    let corners =
        if settings.points.is_empty() { Some(settings.corners_in(picture, balance)?) } else { None };
    let mut settings = settings.clone();
    settings.corners = corners;
    settings.size = Some((picture.width(), picture.height()));
    let aims = settings.aims(board, picture, balance)?;
    let mut samples: Vec<Sample> = board.colours.iter().map(|_| Sample::default()).collect();
    let mut bare: Vec<Hsv> = Vec::new();
    for (aim, content) in aims.iter().zip(layer) {
        let Some(aim) = aim else { continue };
        let pixels = (0..169).filter_map(|i| {
            let (u, v) = ((i % 13) as f32 / 6.0 - 1.0, (i / 13) as f32 / 6.0 - 1.0);
            let (x, y) = aim.point(0.62 * u, 0.62 * v);
            (u.hypot(v) <= 1.0).then(|| picture.around(x, y)).flatten()
        });
        let pixels = pixels.map(|c| Hsv::of(balance.apply(c)));
        match content {
            Some(colour) => {
                let sample = &mut samples[*colour];
                sample.pieces += 1;
                sample.area += aim.area();
                sample.colours.extend(pixels);
            }
            None => bare.extend(pixels),
        }
    }
    let mut warnings = Vec::new();
    let mut colours: Vec<Colour> = Vec::new();
    let mut hues: Vec<Option<f64>> = Vec::new();
    for (known, sample) in board.colours.iter().zip(&samples) {
        let (colour, hue) = intervals(known, sample, &mut warnings);
        colours.push(colour);
        hues.push(hue);
    }
    part(&mut colours, &hues, &mut warnings);
    let mut quality = Vec::new();
    for (colour, sample) in colours.iter().zip(&samples) {
        let share =
            |list: &[Hsv]| list.iter().filter(|c| colour.fits(**c)).count() as f32 / list.len().max(1) as f32;
        quality.push((sample.pieces, share(&sample.colours)));
        if share(&bare) > 0.1 {
            warnings.push(Warning::Board(colour.name.clone(), share(&bare)));
        }
    }
    settings.colours = colours;
    Ok(Proposal { settings, quality, warnings })
}

/// The number below which a share of a list lies.
fn quantile(list: &mut [f32], share: f64) -> f64 {
    list.sort_by(f32::total_cmp);
    let i = ((list.len() as f64 - 1.0) * share).round().max(0.0) as usize;
    list.get(i).copied().map_or(0.0, f64::from)
}

/// Angle from one hue to another, -180 to 180.
fn apart(from: f64, to: f64) -> f64 {
    (to - from + 540.0).rem_euclid(360.0) - 180.0
}

/// The intervals of one kind, with room for other light; and its mean hue.
fn intervals(known: &Colour, sample: &Sample, warnings: &mut Vec<Warning>) -> (Colour, Option<f64>) {
    if sample.colours.is_empty() {
        warnings.push(Warning::NoExample(known.name.clone()));
        return (known.clone(), None);
    }
    // Highlights are white and say nothing of the paint.
    let mut saturations: Vec<f32> = sample.colours.iter().map(|c| c.saturation).collect();
    let typical = quantile(&mut saturations, 0.5);
    let paint: Vec<Hsv> =
        sample.colours.iter().copied().filter(|c| f64::from(c.saturation) >= 0.5 * typical).collect();
    if typical < 0.2 {
        warnings.push(Warning::Grey(known.name.clone()));
    }
    let (mut x, mut y) = (0.0f64, 0.0f64);
    for c in &paint {
        let angle = f64::from(c.hue).to_radians();
        x += f64::from(c.saturation) * angle.cos();
        y += f64::from(c.saturation) * angle.sin();
    }
    let mean = y.atan2(x).to_degrees().rem_euclid(360.0);
    let mut off: Vec<f32> = paint.iter().map(|c| apart(mean, f64::from(c.hue)) as f32).collect();
    let (low, high) = (quantile(&mut off, 0.02), quantile(&mut off, 0.98));
    let mut saturation: Vec<f32> = paint.iter().map(|c| c.saturation).collect();
    let mut value: Vec<f32> = paint.iter().map(|c| c.value).collect();
    let round = |x: f64, unit: f64| (x / unit).round() * unit;
    let hundredth = |x: f64| (x * 100.0).round() / 100.0;
    let area = f64::from(sample.area) / sample.pieces.max(1) as f64;
    let colour = Colour {
        name: known.name.clone(),
        state: known.state,
        hue: (
            round(mean + low - 14.0, 1.0).rem_euclid(360.0),
            round(mean + high + 14.0, 1.0).rem_euclid(360.0),
        ),
        saturation: (hundredth((0.6 * quantile(&mut saturation, 0.05)).max(0.12)), 1.0),
        value: (hundredth((0.4 * quantile(&mut value, 0.05)).max(0.08)), 1.0),
        size: ((0.3 * area) as u32, (2.5 * area) as u32),
    };
    (colour, Some(mean))
}

/// Cuts intervals of neighbouring hues apart in the middle between them.
fn part(colours: &mut [Colour], hues: &[Option<f64>], warnings: &mut Vec<Warning>) {
    for i in 0..colours.len() {
        for j in 0..colours.len() {
            let (Some(a), Some(b)) = (hues[i], hues[j]) else { continue };
            let gap = apart(a, b);
            if i == j || gap < 0.0 {
                continue;
            }
            if gap < 14.0 {
                let known = |w: &Warning| matches!(w, Warning::Alike(x, y) if *x == colours[j].name && *y == colours[i].name);
                if !warnings.iter().any(known) {
                    warnings.push(Warning::Alike(colours[i].name.clone(), colours[j].name.clone()));
                }
                continue;
            }
            let middle = (a + gap / 2.0).rem_euclid(360.0);
            if apart(a, colours[i].hue.1) > gap / 2.0 {
                colours[i].hue.1 = middle.round().rem_euclid(360.0);
            }
            if -apart(b, colours[j].hue.0) > gap / 2.0 {
                colours[j].hue.0 = (middle.round() + 1.0).rem_euclid(360.0);
            }
        }
    }
}
