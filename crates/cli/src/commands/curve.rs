//! The score curve of a comparison as a picture: what a seat of each bot has won after so many deals.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 60.0;
/// Points of a curve; more would only make the file larger.
const POINTS: usize = 500;

/// An SVG picture of two sums over deals.
pub(crate) fn draw(names: (&str, &str), deals: &[(f64, f64)]) -> String {
    let mut sums = vec![(0.0, 0.0)];
    for (a, b) in deals {
        let (x, y) = sums.last().copied().unwrap_or_default();
        sums.push((x + a, y + b));
    }
    let values = sums.iter().flat_map(|(a, b)| [*a, *b]);
    let (mut low, mut high) = values.fold((0.0f64, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
    if high - low < 1.0 {
        (low, high) = (low - 1.0, high + 1.0);
    }
    let x = |i: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * i as f64 / deals.len().max(1) as f64;
    let y = |v: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (v - low) / (high - low);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    for value in [low, 0.0, high] {
        let _ = writeln!(
            out,
            "<line x1=\"{MARGIN}\" x2=\"{:.1}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"#ccc\"/>\
             <text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{value:.0}</text>",
            WIDTH - MARGIN,
            y(value),
            MARGIN - 6.0,
            y(value) + 4.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">deals, each from every seat: {}</text>",
        WIDTH / 2.0,
        HEIGHT - 20.0,
        deals.len()
    );
    let step = (sums.len() / POINTS).max(1);
    let curve = |pick: &dyn Fn(&(f64, f64)) -> f64| {
        let mut points = String::new();
        for (i, sum) in sums.iter().enumerate() {
            if i % step == 0 || i + 1 == sums.len() {
                let _ = write!(points, "{:.1},{:.1} ", x(i), y(pick(sum)));
            }
        }
        points
    };
    for (name, colour, points, row) in
        [(names.0, "#1b6e3c", curve(&|s| s.0), 24.0), (names.1, "#9c2f2f", curve(&|s| s.1), 40.0)]
    {
        let name = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>\
             <text x=\"{MARGIN}\" y=\"{row}\" fill=\"{colour}\">{name}: points of a seat</text>",
            points.trim_end()
        );
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn a_curve_is_drawn_for_any_number_of_deals() {
        for n in [0, 1, 3, 5000] {
            let deals: Vec<(f64, f64)> =
                (0..n).map(|i| (f64::from(i % 3), -f64::from(i % 3) / 3.0)).collect();
            let svg = draw(("a<b", "c"), &deals);
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
            assert_eq!(svg.matches("<polyline").count(), 2);
            assert!(
                svg.contains("a&lt;b") && svg.len() < 40_000 && !svg.contains("NaN"),
                "{n}: {}",
                svg.len()
            );
        }
    }
}
