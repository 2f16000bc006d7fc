//! Learning curves as pictures.

use std::fmt::Write;

const WIDTH: f64 = 760.0;
/// Of one part.
const HEIGHT: f64 = 300.0;
/// Characters of the small line at most.
const LONGEST_LINE: usize = 150;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 210.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 56.0;
/// Distinguished by most people with colour-blindness as well (B. Wong, *Points of view: Color blindness*, 2011).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555"];

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The part of a picture that shows what was measured in one unit.
fn panel(svg: &mut String, top: f64, across: &str, points: &[&(String, u64, f64)], far: f64) {
    let mut names: Vec<&str> = Vec::new();
    for (name, _, _) in points {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let (low, high) =
        points.iter().fold((0.0f64, 0.0f64), |(low, high), (_, _, y)| (low.min(*y), high.max(*y)));
    let high = if high - low < 1e-9 { low + 1.0 } else { high };
    let floor = top + HEIGHT - BOTTOM;
    let x = |at: f64| LEFT + at / far * (WIDTH - LEFT - RIGHT);
    let y = |at: f64| floor - (at - low) / (high - low) * (HEIGHT - TOP - BOTTOM);
    for i in 0..=4 {
        let value = low + (high - low) * f64::from(i) / 4.0;
        let round = far * f64::from(i) / 4.0;
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"#ddd\"/><text x=\"{2:.1}\" y=\"{3:.1}\" \
             text-anchor=\"end\">{value:.2}</text><text x=\"{4:.1}\" y=\"{5:.1}\" text-anchor=\"middle\">{round:.0}</text>",
            WIDTH - RIGHT,
            y(value),
            LEFT - 6.0,
            y(value) + 4.0,
            x(round),
            floor + 20.0
        );
    }
    let middle = (LEFT + WIDTH - RIGHT) / 2.0;
    let _ = writeln!(
        svg,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        floor + 40.0,
        escape(across)
    );
    for (i, name) in names.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let mut line = String::new();
        for (_, at, value) in points.iter().filter(|(n, _, _)| n == name) {
            let _ = write!(line, "{:.1},{:.1} ", x(*at as f64), y(*value));
        }
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"12\" height=\"4\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            line.trim_end(),
            WIDTH - RIGHT + 14.0,
            top + TOP + 18.0 * i as f64 + 8.0,
            WIDTH - RIGHT + 32.0,
            top + TOP + 18.0 * i as f64 + 14.0,
            escape(name)
        );
    }
}

/// A picture (SVG) of points `(name, x, y)`; those of one name are one line, in the order given. Losses, whose names begin so,
/// have a part of their own below what was measured in matches. The second line of the title is small.
pub fn picture(title: (&str, &str), across: &str, points: &[(String, u64, f64)]) -> String {
    let points: Vec<&(String, u64, f64)> = points.iter().filter(|(_, _, y)| y.is_finite()).collect();
    let far = points.iter().map(|(_, x, _)| *x).max().unwrap_or(1).max(1) as f64;
    let (losses, shares): (Vec<_>, Vec<_>) =
        points.into_iter().partition(|(name, _, _)| name.starts_with("loss"));
    let panels: Vec<&Vec<_>> = [&shares, &losses].into_iter().filter(|panel| !panel.is_empty()).collect();
    let height = HEIGHT * panels.len().max(1) as f64;
    let small: String = title.1.chars().take(LONGEST_LINE).collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"16\">{}</text>\n\
         <text x=\"{LEFT}\" y=\"34\" font-size=\"9\">{}</text>\n",
        escape(title.0),
        escape(&small)
    );
    for (i, points) in panels.into_iter().enumerate() {
        panel(&mut svg, HEIGHT * i as f64, across, points, far);
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::picture;

    #[test]
    fn any_points_make_a_picture() {
        let point = |name: &str, x, y| (name.to_string(), x, y);
        for points in [
            vec![],
            vec![point("a<b", 0, 0.0)],
            vec![point("a", 1, f64::NAN), point("b", 5, -2.5), point("b", 9, 3.0)],
            vec![point("loss of policy", 1, 2.0), point("against random", 1, 0.5)],
        ] {
            let svg = picture(("t & u", "a < b"), "rounds", &points);
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
        }
    }
}
