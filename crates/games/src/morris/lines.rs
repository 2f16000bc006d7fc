//! The lines of the board as bits: what lies beside what, which points close a mill, which stones may be taken. A byte
//! is a ring, so a step along a ring is a rotation within bytes and a step across rings is a shift by eight.

/// All points.
pub(super) const FULL: u32 = 0xFF_FFFF;
/// The corners of the rings.
const EVEN: u32 = 0x55_5555;
/// The sides of the rings, where lines lead across.
const ODD: u32 = 0xAA_AAAA;

/// Bit i of the result is bit i + 1 of the same ring.
#[inline]
fn ahead(x: u32) -> u32 {
    ((x >> 1) & 0x7F_7F7F) | ((x & 0x01_0101) << 7)
}

/// Bit i of the result is bit i - 1 of the same ring.
#[inline]
fn behind(x: u32) -> u32 {
    ((x << 1) & 0xFE_FEFE) | ((x >> 7) & 0x01_0101)
}

/// Sides of which the other two rings are in `x`.
#[inline]
fn across(x: u32) -> u32 {
    let (inner, innermost, outer, outermost) = (x >> 8, x >> 16, x << 8, x << 16);
    ((inner & innermost) | (outer & inner) | (outer & outermost)) & ODD
}

/// The points beside a set of points.
#[inline]
pub(super) fn beside(x: u32) -> u32 {
    ahead(x) | behind(x) | (((x << 8) | (x >> 8)) & ODD & FULL)
}

/// The points where one more stone completes a line with two of `own` (occupied points included).
#[inline]
pub(super) fn closing(own: u32) -> u32 {
    let (next, last) = (ahead(own), behind(own));
    let corners = (next & ahead(next)) | (last & behind(last));
    (corners & EVEN) | (next & last & ODD) | across(own)
}

/// The stones of `opp` that may be taken: those in no mill, or all if all are in mills.
#[inline]
pub(super) fn takeable(opp: u32) -> u32 {
    let loose = opp & !closing(opp);
    if loose == 0 { opp } else { loose }
}

/// All slides of one player, one bit a slide:
///
/// ```text
/// bits  0..24  to point b, from the point behind it on its ring
/// bits 24..48  to point b - 24, from the point ahead of it
/// bits 48..64  odd: to point b - 40, from the ring outside; even: to point b - 47, from the ring inside
/// ```
pub(super) struct Sliding {
    to: u64,
    close: u64,
}

impl Sliding {
    /// The slides of `own` to `free` points.
    #[inline]
    pub(super) fn of(own: u32, free: u32) -> Sliding {
        let (next, last) = (ahead(own), behind(own));
        let across = across(own);
        let pack = |forward: u32, backward: u32, inward: u32, outward: u32| {
            let crossing = ((inward >> 8) & 0xAAAA) | ((outward & 0xAAAA) >> 1);
            u64::from(forward) | u64::from(backward) << 24 | u64::from(crossing) << 48
        };
        let inward = (own << 8) & ODD & free;
        let outward = (own >> 8) & ODD & free;
        // The line that the stone leaves cannot be the one it closes.
        let forward_close = (next & ahead(next) & EVEN) | across;
        let backward_close = (last & behind(last) & EVEN) | across;
        let crossing_close = next & last & ODD;
        Sliding {
            to: pack(last & free, next & free, inward, outward),
            close: pack(forward_close, backward_close, crossing_close, crossing_close),
        }
    }

    /// Slides that close no mill.
    #[inline]
    pub(super) fn quiet(&self) -> u64 {
        self.to & !self.close
    }

    /// Slides that close a mill.
    #[inline]
    pub(super) fn closing(&self) -> u64 {
        self.to & self.close
    }
}

/// From where to where a slide goes.
#[inline]
pub(super) fn slide(bit: u8) -> (u8, u8) {
    SLIDES[usize::from(bit & 63)]
}

static SLIDES: [(u8, u8); 64] = {
    let mut table = [(0, 0); 64];
    let mut bit = 0;
    while bit < 64 {
        let b = bit as u8;
        table[bit] = if b < 24 {
            (b & 24 | (b + 7) & 7, b)
        } else if b < 48 {
            ((b - 24) & 24 | (b - 24 + 1) & 7, b - 24)
        } else if b % 2 == 1 {
            (b - 48, b - 40)
        } else {
            (b - 47 + 8, b - 47)
        };
        bit += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    /// The sixteen lines of the board, as one draws them.
    fn drawn() -> Vec<u32> {
        let mut lines = Vec::new();
        for ring in 0..3 {
            for corner in [0, 2, 4, 6] {
                lines.push([0, 1, 2].iter().fold(0, |l, i| l | 1 << (8 * ring + (corner + i) % 8)));
            }
        }
        lines.extend([1, 3, 5, 7].map(|side| 0x01_0101 << side));
        lines
    }

    fn joined(a: u32, b: u32) -> bool {
        let along = |line: &u32| {
            let mut points = (0..24).filter(|p| line >> p & 1 == 1).collect::<Vec<u32>>();
            // Along a ring the corner 0 comes after the side 7.
            if points == [points[0], points[0] + 6, points[0] + 7] {
                points.rotate_left(1);
            }
            points.windows(2).any(|w| w == [a, b] || w == [b, a])
        };
        drawn().iter().any(along)
    }

    #[test]
    fn rotations_agree_with_the_drawn_lines() {
        let mut rng = Rng::new(4);
        for _ in 0..3_000 {
            let own = rng.bits() as u32 & rng.bits() as u32 & FULL;
            let free = rng.bits() as u32 & FULL & !own;
            let closes =
                |own: u32, p: u32| drawn().iter().any(|l| l >> p & 1 == 1 && l & !(own | 1 << p) == 0);
            for p in 0..24 {
                assert_eq!(closing(own) >> p & 1 == 1, closes(own & !(1 << p), p), "point {p} of {own:#x}");
                let near = (0..24).any(|q| own >> q & 1 == 1 && joined(p, q));
                assert_eq!(beside(own) >> p & 1 == 1, near, "point {p} beside {own:#x}");
            }
            let slides = Sliding::of(own, free);
            let listed = |mask: u64| {
                let mut pairs: Vec<(u8, u8)> = crate::bits::each(mask).map(slide).collect();
                pairs.sort_unstable();
                pairs
            };
            let (mut quiet, mut close) = (Vec::new(), Vec::new());
            for from in (0..24u32).filter(|f| own >> f & 1 == 1) {
                for to in (0..24u32).filter(|&t| free >> t & 1 == 1 && joined(from, t)) {
                    let list = if closes(own & !(1 << from), to) { &mut close } else { &mut quiet };
                    list.push((from as u8, to as u8));
                }
            }
            assert_eq!((listed(slides.quiet()), listed(slides.closing())), (quiet, close), "{own:#x}");
        }
    }

    #[test]
    fn stones_in_mills_are_taken_only_when_all_are() {
        assert_eq!(takeable(0b0000_0111), 0b0000_0111);
        assert_eq!(takeable(0b0100_0111), 0b0100_0000);
    }
}
