//! Draws on a picture what was recognised: a ring around every spot, in the colour of the piece seen there; red rings and crosses where
//! something is not clear; the names of the spots.

use super::board::Board;
use super::look::{Seen, View, Why};
use super::{Aim, Colour, Hsv, Picture};

const RED: [u8; 3] = [255, 32, 32];
const GREY: [u8; 3] = [150, 150, 150];

/// The picture with what was read from it.
pub fn annotate(picture: &Picture, board: &Board, view: &View) -> Picture {
    let mut out = picture.clone();
    let scale = (picture.height() / 360).clamp(1, 4) as i64;
    for ((spot, aim), reading) in board.spots.iter().zip(&view.aims).zip(&view.readings) {
        let Some(aim) = aim else { continue };
        let (colour, thick) = match reading.seen {
            Seen::Piece(c) => (strong(&board.colours[c]), 2 * scale),
            Seen::Empty => (GREY, 1),
            Seen::Unsure(_) => (RED, 2 * scale),
        };
        ring(&mut out, *aim, 1.12, colour, thick);
        if let Seen::Unsure(why) = reading.seen {
            let mark = match why {
                Why::Outside => "out",
                Why::Covered => "hidden",
                Why::Partly(_) => "?",
                Why::Two(..) => "two",
            };
            label(&mut out, mark, aim.at.0 as i64, aim.at.1 as i64, scale, RED);
        }
        if spot.heap {
            continue;
        }
        let (x, y) = aim.point(0.0, 1.2);
        label(&mut out, &spot.name, x as i64, y as i64 + 3 * scale, scale, [255, 255, 255]);
    }
    for stray in &view.strays {
        let (x, y) = (stray.at.0 as i64, stray.at.1 as i64);
        for d in -6 * scale..=6 * scale {
            for t in 0..=scale {
                out.put(x + d + t, y + d, RED);
                out.put(x + d + t, y - d, RED);
            }
        }
    }
    out
}

/// The segments of the original, each type in its colour, on grey.
pub fn segments(picture: &Picture, board: &Board, view: &View) -> Picture {
    let mut out = picture.clone();
    let paints: Vec<[u8; 3]> = board.colours.iter().map(strong).collect();
    for (pixel, &taken) in out.bytes_mut().chunks_exact_mut(3).zip(&view.segments.taken) {
        let grey = ((u16::from(pixel[0]) + u16::from(pixel[1]) + u16::from(pixel[2])) / 6) as u8;
        let colour = usize::from(taken).checked_sub(1).and_then(|i| paints.get(i)).copied();
        pixel.copy_from_slice(&colour.unwrap_or([grey; 3]));
    }
    for s in view.segments.segments.iter().filter(|s| s.size >= 20) {
        let [l, t, r, b] = s.bounds.map(i64::from);
        let colour = if s.accepted { [255, 255, 255] } else { RED };
        for x in l..=r {
            out.put(x, t, colour);
            out.put(x, b, colour);
        }
        for y in t..=b {
            out.put(l, y, colour);
            out.put(r, y, colour);
        }
    }
    out
}

/// The colour of a kind at full strength.
pub fn strong(colour: &Colour) -> [u8; 3] {
    let middle = colour.middle();
    Hsv { hue: middle.hue, saturation: middle.saturation.max(0.85), value: 1.0 }
        .rgb()
        .map(|c| c.round() as u8)
}

fn ring(out: &mut Picture, aim: Aim, radius: f32, colour: [u8; 3], thick: i64) {
    let around = ((aim.area().sqrt() * 4.0) as usize).clamp(60, 4000);
    for i in 0..around {
        let (sin, cos) = (i as f32 / around as f32 * std::f32::consts::TAU).sin_cos();
        let (x, y) = aim.point(radius * cos, radius * sin);
        for dy in 0..thick {
            for dx in 0..thick {
                out.put(x as i64 + dx - thick / 2, y as i64 + dy - thick / 2, colour);
            }
        }
    }
}

/// Small letters, three wide and five high, each row three bits.
const LETTERS: &[(char, [u8; 5])] = &[
    ('0', [7, 5, 5, 5, 7]),
    ('1', [2, 6, 2, 2, 7]),
    ('2', [7, 1, 7, 4, 7]),
    ('3', [7, 1, 3, 1, 7]),
    ('4', [5, 5, 7, 1, 1]),
    ('5', [7, 4, 7, 1, 7]),
    ('6', [7, 4, 7, 5, 7]),
    ('7', [7, 1, 2, 2, 2]),
    ('8', [7, 5, 7, 5, 7]),
    ('9', [7, 5, 7, 1, 7]),
    ('a', [2, 5, 7, 5, 5]),
    ('b', [6, 5, 6, 5, 6]),
    ('c', [3, 4, 4, 4, 3]),
    ('d', [6, 5, 5, 5, 6]),
    ('e', [7, 4, 6, 4, 7]),
    ('f', [7, 4, 6, 4, 4]),
    ('g', [3, 4, 5, 5, 3]),
    ('h', [5, 5, 7, 5, 5]),
    ('i', [7, 2, 2, 2, 7]),
    ('j', [1, 1, 1, 5, 2]),
    ('k', [5, 5, 6, 5, 5]),
    ('l', [4, 4, 4, 4, 7]),
    ('m', [5, 7, 7, 5, 5]),
    ('n', [6, 5, 5, 5, 5]),
    ('o', [2, 5, 5, 5, 2]),
    ('p', [6, 5, 6, 4, 4]),
    ('q', [2, 5, 5, 6, 3]),
    ('r', [6, 5, 6, 5, 5]),
    ('s', [3, 4, 2, 1, 6]),
    ('t', [7, 2, 2, 2, 2]),
    ('u', [5, 5, 5, 5, 7]),
    ('v', [5, 5, 5, 5, 2]),
    ('w', [5, 5, 7, 7, 5]),
    ('x', [5, 5, 2, 5, 5]),
    ('y', [5, 5, 2, 2, 2]),
    ('z', [7, 1, 2, 4, 7]),
    ('(', [1, 2, 2, 2, 1]),
    (')', [4, 2, 2, 2, 4]),
    (',', [0, 0, 0, 2, 4]),
    ('?', [7, 1, 2, 0, 2]),
    ('-', [0, 0, 7, 0, 0]),
    ('_', [0, 0, 0, 0, 7]),
    ('.', [0, 0, 0, 0, 2]),
    (':', [0, 2, 0, 2, 0]),
];

/// Writes text with its middle at a point, on a dark ground. Capital letters become small ones; unknown ones are left out.
fn label(out: &mut Picture, text: &str, x: i64, y: i64, scale: i64, colour: [u8; 3]) {
    let shapes: Vec<[u8; 5]> = text
        .to_lowercase()
        .chars()
        .filter_map(|c| LETTERS.iter().find(|(l, _)| *l == c).map(|(_, shape)| *shape))
        .take(24)
        .collect();
    let width = shapes.len() as i64 * 4 * scale;
    let (left, top) = (x - width / 2, y);
    for dy in -scale..6 * scale {
        for dx in -scale..width {
            out.put(left + dx, top + dy, [24, 24, 24]);
        }
    }
    for (i, shape) in shapes.iter().enumerate() {
        for (row, bits) in shape.iter().enumerate() {
            for column in 0..3 {
                if bits >> (2 - column) & 1 == 1 {
                    for dy in 0..scale {
                        for dx in 0..scale {
                            let px = left + (i as i64 * 4 + column) * scale + dx;
                            out.put(px, top + row as i64 * scale + dy, colour);
                        }
                    }
                }
            }
        }
    }
}
