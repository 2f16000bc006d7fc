//! Plots as SVG text, drawn for both light and dark pages: colours come from the page's style sheet.

use crate::rating::Rating;

/// Width of a plot.
const WIDTH: f64 = 760.0;

/// A text as it may stand in HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Round numbers that divide a range into about five parts.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let span = (high - low).max(1e-9);
    let raw = span / 5.0;
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|&s| s >= raw).unwrap_or(raw);
    let mut at = (low / step).ceil() * step;
    let mut found = Vec::new();
    while at <= high + step * 1e-9 && found.len() < 12 {
        found.push(if at.abs() < step * 1e-9 { 0.0 } else { at });
        at += step;
    }
    found
}

fn number(x: f64) -> String {
    if x.abs() >= 100.0 || x.fract().abs() < 1e-9 {
        format!("{x:.0}")
    } else {
        format!("{x:.2}").trim_end_matches('0').to_string()
    }
}

/// Ratings from best to worst, each with its interval.
pub(super) fn ratings(rows: &[(&str, Rating)], label: &str) -> String {
    let (left, top, step) = (190.0, 16.0, 30.0);
    let ends = rows.iter().flat_map(|(_, r)| {
        let (low, high) = r.interval.unwrap_or((r.elo, r.elo));
        [low, high, r.elo]
    });
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), x| (low.min(x), high.max(x)));
    let (low, high) = (low - (high - low).max(20.0) * 0.06, high + (high - low).max(20.0) * 0.06);
    let x = |value: f64| left + (value - low) / (high - low) * (WIDTH - left - 20.0);
    let bottom = top + step * rows.len() as f64;
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{label}\">", bottom + 30.0);
    for tick in ticks(low, high) {
        let (at, class) = (x(tick), if tick == 0.0 { "axis" } else { "grid" });
        svg.push_str(&format!(
            "<line class=\"{class}\" x1=\"{at:.1}\" y1=\"{top}\" x2=\"{at:.1}\" y2=\"{bottom}\"/><text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick:+.0}</text>",
            bottom + 18.0
        ));
    }
    for (i, (name, rating)) in rows.iter().enumerate() {
        let y = top + step * (i as f64 + 0.5);
        let (low, high) = rating.interval.unwrap_or((rating.elo, rating.elo));
        svg.push_str(&format!(
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text><line class=\"whisker c{}\" x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/><circle class=\"dot c{}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"6\"><title>{:+.0} Elo</title></circle>",
            left - 12.0, y + 4.5, escape(&short(name, 24)), i % 8, x(low), x(high), i % 8, x(rating.elo), rating.elo
        ));
    }
    svg.push_str("</svg>");
    svg
}

/// A name that fits.
pub(super) fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        name.to_string()
    } else {
        name.chars().take(most - 1).chain(['…']).collect()
    }
}

/// Running sums, one line a player.
pub(super) fn curves(rows: &[(&str, Vec<f64>)], label: &str) -> String {
    let (left, top, right, height) = (60.0, 14.0, 170.0, 300.0);
    let longest = rows.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(2);
    let all = rows.iter().flat_map(|(_, values)| values.iter().copied());
    let (low, high) = all.fold((0.0f64, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
    let high = if high - low < 1e-9 { low + 1.0 } else { high };
    let x = |i: usize| left + i as f64 / (longest - 1) as f64 * (WIDTH - left - right);
    let y = |value: f64| top + (high - value) / (high - low) * height;
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{label}\">", top + height + 34.0);
    for tick in ticks(low, high) {
        let at = y(tick);
        let class = if tick == 0.0 { "axis" } else { "grid" };
        svg.push_str(&format!(
            "<line class=\"{class}\" x1=\"{left}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - right, left - 8.0, at + 4.0, number(tick)
        ));
    }
    for tick in ticks(0.0, (longest - 1) as f64) {
        svg.push_str(&format!(
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(tick as usize),
            top + height + 20.0,
            number(tick)
        ));
    }
    // Labels of lines that end close to each other would cover each other: they are pushed apart from the top down.
    let mut ends: Vec<(f64, usize)> =
        rows.iter().enumerate().filter_map(|(i, (_, v))| Some((y(*v.last()?), i))).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut floor = 0.0f64;
    for (at, i) in ends {
        let (name, values) = &rows[i];
        let every = (values.len() / 700).max(1);
        let mut points: Vec<String> = values
            .iter()
            .enumerate()
            .step_by(every)
            .map(|(k, &v)| format!("{:.1},{:.1}", x(k), y(v)))
            .collect();
        if let Some(last) = values.last() {
            points.push(format!("{:.1},{:.1}", x(values.len() - 1), y(*last)));
        }
        let label = at.max(floor + 16.0);
        floor = label;
        svg.push_str(&format!(
            "<polyline class=\"curve c{}\" points=\"{}\"/><text class=\"name c{}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            i % 8, points.join(" "), i % 8, WIDTH - right + 10.0, label + 4.0, escape(&short(name, 22))
        ));
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_of_nothing_and_of_one_point_are_still_pictures() {
        for rows in [vec![], vec![("a", vec![])], vec![("a", vec![0.0])], vec![("<b>", vec![1.0, 1e9, -3.5])]]
        {
            let svg = curves(&rows, "Scores");
            assert!(
                svg.starts_with("<svg")
                    && svg.ends_with("</svg>")
                    && !svg.contains("NaN")
                    && !svg.contains("<b>"),
                "{svg}"
            );
        }
        let svg = ratings(&[("x & y", Rating { elo: 0.0, interval: None })], "Ratings");
        assert!(svg.contains("x &amp; y") && !svg.contains("NaN"));
    }

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0.0, 10.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(-37.0, 120.0), [0.0, 50.0, 100.0]);
    }
}
