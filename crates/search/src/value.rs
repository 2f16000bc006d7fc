//! One number for "who wins by how much, and how soon": values of the two-player searches.
//!
//! A value is `margin × SPAN`, moved towards 0 by one for every move until the end. So a larger margin is always
//! better, an equal win sooner is better, an equal loss later is better, and estimates of unfinished states lie between
//! the smallest loss and the smallest win:
//!
//! ```text
//!  -SPAN+3      -SPAN/2 … estimates … SPAN/2      SPAN-5        SPAN-1       2·SPAN-9
//!  lost in 3             0 = draw                 won in 5      won in 1     won by 2, in 9
//! ```

/// The distance between neighbouring margins; more than any play searched here has moves.
pub(crate) const SPAN: i64 = 1 << 20;

/// Beyond every value.
pub(crate) const INFINITY: i64 = i64::MAX / 4;

/// The value of an end by `margin` after `ply` moves.
#[inline]
pub(crate) fn ended(margin: i64, ply: u32) -> i64 {
    margin.clamp(-(1 << 32), 1 << 32) * SPAN - margin.signum() * i64::from(ply)
}

/// The value of an estimate.
#[inline]
pub(crate) fn estimated(h: i32) -> i64 {
    i64::from(h).clamp(-SPAN / 2, SPAN / 2)
}

/// Whether the value is that of an end rather than an estimate or a draw.
#[inline]
pub(crate) fn decided(value: i64) -> bool {
    value.abs() > SPAN / 2
}

/// The margin and the number of moves in a decided value.
pub(crate) fn decode(value: i64) -> Option<(i64, u32)> {
    if !decided(value) {
        return None;
    }
    let size = value.abs();
    let margin = (size + SPAN - 1) / SPAN;
    let plies = u32::try_from(margin * SPAN - size).unwrap_or(u32::MAX);
    Some((margin * value.signum(), plies))
}

/// A value counted from the root, counted from `ply` moves further down.
#[inline]
pub(crate) fn from_root(value: i64, ply: u32) -> i64 {
    if decided(value) { value + value.signum() * i64::from(ply) } else { value }
}

/// A value counted from `ply` moves down, counted from the root.
#[inline]
pub(crate) fn to_root(value: i64, ply: u32) -> i64 {
    if decided(value) { value - value.signum() * i64::from(ply) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_order_results_as_players_do() {
        let best_first = [
            ended(2, 9),
            ended(1, 1),
            ended(1, 5),
            estimated(i32::MAX),
            estimated(3),
            ended(0, 7),
            estimated(i32::MIN),
            ended(-1, 8),
            ended(-1, 2),
            ended(-3, 8),
        ];
        assert!(best_first.windows(2).all(|w| w[0] > w[1]), "{best_first:?}");
    }

    #[test]
    fn values_give_margin_and_plies_back() {
        assert_eq!(decode(ended(3, 7)), Some((3, 7)));
        assert_eq!(decode(ended(-1, 12)), Some((-1, 12)));
        assert_eq!(decode(ended(0, 12)), None);
        assert_eq!(decode(to_root(from_root(ended(-2, 9), 4), 4)), Some((-2, 9)));
        assert_eq!(decode(from_root(ended(-2, 9), 4)), Some((-2, 5)));
    }
}
