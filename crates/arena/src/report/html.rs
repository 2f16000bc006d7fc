//! One HTML page with everything in it: tables, plots, and the plays to step through.

use super::plot::{curves, escape, ratings, short};
use super::{Results, draw::scene};
use crate::bench::open_scene;
use crate::log::Played;
use crate::sprt::Verdict;
use catalog::Playable;
use game::{Lang, Table};
use serde_json::json;

/// Plays that can be stepped through in pictures, as long as these have no more bytes than that; the others keep their moves.
const DRAWN: usize = 60;
const DRAWN_BYTES: usize = 4 << 20;
/// Plays that are in the page at all.
const KEPT: usize = 2000;

/// The page. `draw` gives the pictures of a play in characters, from its start to its end.
pub fn html(results: &Results<'_>, draw: &dyn Fn(&Played) -> Vec<String>) -> String {
    let standings = results.standings;
    let mut page = String::new();
    let title = format!("Tournament of {}", results.game);
    page.push_str(&format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{}</title><style>{STYLE}</style><main><header><p class=\"kind\">Partie · tournament</p><h1>{}</h1><p class=\"lead\">{}</p></header>",
        escape(&title), escape(&results.game), lead(results)
    ));
    page.push_str("<section><h2>Standings</h2>");
    page.push_str(&table(results));
    page.push_str("</section><section><h2>Ratings</h2><p>Bradley–Terry strengths on the scale of Elo; the bars are 95&nbsp;% intervals, resampled by deal.</p>");
    let order: Vec<(&str, crate::Rating)> =
        standings.ranking.iter().map(|&i| (results.name(i), standings.rows[i].rating)).collect();
    page.push_str(&ratings(&order));
    page.push_str("</section><section><h2>Who beats whom</h2><p>The share of points of the player on the left against the player on top.</p>");
    page.push_str(&cross(results));
    page.push_str("</section><section><h2>Scores over the plays</h2><p>The sum of the scores of each player, play by play.</p>");
    page.push_str(&curves(&running(results)));
    page.push_str("</section>");
    page.push_str(&seats(results));
    page.push_str(&tests(results));
    page.push_str(&beside(results));
    page.push_str(&work(results));
    page.push_str(&faults(results));
    page.push_str(&plays(results, draw));
    page.push_str(&format!(
        "<footer>Seed {} · the plan and this seed give the same plays again</footer></main><script>{SCRIPT}</script></html>",
        results.seed
    ));
    page
}

/// The pictures of a play in characters, from its start to its end, with all hands open. Empty if a move is not legal.
pub fn frames(game: &dyn Playable, seed: u64, play: &Played) -> Vec<String> {
    let mut table = game.table(seed.wrapping_add(u64::from(play.deal)));
    let picture = |table: &dyn Table| match game.hidden() {
        true => scene(&open_scene(table, Lang::En)),
        false => table.drawing(None, Lang::En, false).unwrap_or_else(|| scene(&table.scene(None, Lang::En))),
    };
    let mut frames = vec![picture(&*table)];
    for made in &play.moves {
        if table.play(&made.text).is_err() {
            return Vec::new();
        }
        frames.push(picture(&*table));
    }
    frames
}

fn lead(results: &Results<'_>) -> String {
    let standings = results.standings;
    let Some((&first, rest)) = standings.ranking.split_first() else { return "Nobody played.".to_string() };
    let mut text = format!(
        "{} players, {} plays. <b>{}</b> is first with {:.1} points",
        results.plan.players.len(),
        results.played.len(),
        escape(results.name(first)),
        standings.rows[first].points
    );
    if let Some(&second) = rest.first() {
        let (a, b) = (&standings.rows[first].rating, &standings.rows[second].rating);
        let clear = match (a.interval, b.interval) {
            (Some((low, _)), Some((_, high))) => low > high,
            _ => false,
        };
        let word = if clear { "clear of" } else { "not clear of" };
        text.push_str(&format!(", {word} {}", escape(results.name(second))));
    }
    text + "."
}

fn table(results: &Results<'_>) -> String {
    let mut out = String::from(
        "<div class=\"wide\"><table><thead><tr><th>#<th class=\"l\">player<th>points<th>plays<th>won<th>drawn<th>lost<th>mean score<th>Elo<th>faults</tr></thead><tbody>",
    );
    for (place, &i) in results.standings.ranking.iter().enumerate() {
        let r = &results.standings.rows[i];
        let what = results.plan.players[i].what();
        let score = match r.score.interval {
            Some(interval) => format!("{:+.3} <small>± {interval:.3}</small>", r.score.mean),
            None => format!("{:+.3}", r.score.mean),
        };
        let elo = match r.rating.interval {
            Some((low, high)) => format!("{:+.0} <small>{low:+.0} to {high:+.0}</small>", r.rating.elo),
            None => format!("{:+.0}", r.rating.elo),
        };
        out.push_str(&format!(
            "<tr><td>{}<td class=\"l\"><b>{}</b><br><small>{}</small><td>{:.1}<td>{}<td>{}<td>{}<td>{}<td>{score}<td>{elo}<td>{}</tr>",
            place + 1, escape(results.name(i)), escape(&short(&what, 60)), r.points, r.plays, r.wins, r.draws,
            r.plays - r.wins - r.draws, r.faults
        ));
    }
    out + "</tbody></table></div>"
}

/// A heat map: full colour for everything won.
fn cross(results: &Results<'_>) -> String {
    let standings = results.standings;
    let mut out = String::from("<div class=\"wide\"><table class=\"cross\"><thead><tr><th>");
    for &b in &standings.ranking {
        out.push_str(&format!("<th>{}", escape(&short(results.name(b), 14))));
    }
    out.push_str("</tr></thead><tbody>");
    for &a in &standings.ranking {
        out.push_str(&format!("<tr><th class=\"l\">{}", escape(&short(results.name(a), 22))));
        for &b in &standings.ranking {
            let (share, count) = standings.against[a][b];
            match (a == b, count) {
                (true, _) => out.push_str("<td class=\"self\">"),
                (_, 0) => out.push_str("<td>–"),
                _ => out.push_str(&format!(
                    "<td style=\"--s:{share:.3}\" title=\"{count} comparisons\">{:.0}&nbsp;%",
                    share * 100.0
                )),
            }
        }
        out.push_str("</tr>");
    }
    out + "</tbody></table></div>"
}

fn running<'a>(results: &'a Results<'_>) -> Vec<(&'a str, Vec<f64>)> {
    let mut sums = vec![vec![0.0]; results.plan.players.len()];
    for play in results.played {
        for (seat, &player) in play.seats.iter().enumerate() {
            let last = sums[player].last().copied().unwrap_or(0.0);
            sums[player].push(last + f64::from(play.scores[seat]));
        }
    }
    results.standings.ranking.iter().map(|&i| (results.name(i), std::mem::take(&mut sums[i]))).collect()
}

fn seats(results: &Results<'_>) -> String {
    let seats = &results.standings.seats;
    if seats.len() < 2 {
        return String::new();
    }
    let mut out = String::from(
        "<section><h2>What the seat is worth</h2><p>The share of points of whoever sits there.</p><div class=\"bars\">",
    );
    for (i, mean) in seats.iter().enumerate() {
        let interval = mean.interval.map_or(String::new(), |i| format!(" ± {:.1}", i * 100.0));
        out.push_str(&format!(
            "<span>seat {}</span><span class=\"bar\"><i style=\"width:{:.1}%\"></i></span><span>{:.1}{interval}&nbsp;%</span>",
            i + 1, mean.mean * 100.0, mean.mean * 100.0
        ));
    }
    out + "</div></section>"
}

fn tests(results: &Results<'_>) -> String {
    let Some(test) = results.plan.sprt else { return String::new() };
    let mut out = format!(
        "<section><h2>Sequential tests</h2><p>H0: {:+} Elo, H1: {:+} Elo, errors {} and {}.</p><ul>",
        test.elo0, test.elo1, test.alpha, test.beta
    );
    for meeting in &results.standings.meetings {
        let Some(state) = meeting.sprt else { continue };
        let verdict = match state.verdict {
            Verdict::Open => "not decided",
            Verdict::First => "H0 accepted",
            Verdict::Second => "H1 accepted",
        };
        out.push_str(&format!(
            "<li>{} – {}: {verdict} after {} plays (log-likelihood ratio {:.2} between {:.2} and {:.2})",
            escape(results.name(meeting.players[0])),
            escape(results.name(meeting.players[1])),
            meeting.plays,
            state.llr,
            state.lower,
            state.upper
        ));
    }
    out + "</ul></section>"
}

/// What others have published beside ours.
fn beside(results: &Results<'_>) -> String {
    if results.standings.beside.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<section><h2>Beside published figures</h2><p>Plays won of a hundred, with 95&nbsp;% intervals.</p><div class=\"wide\"><table><thead><tr><th class=\"l\">player<th class=\"l\">against<th>published<th>ours<th class=\"l\">difference</tr></thead><tbody>",
    );
    for row in &results.standings.beside {
        let word = if row.clear { "clear of noise" } else { "within noise" };
        let note = row.note.as_deref().filter(|_| row.clear).unwrap_or("");
        out.push_str(&format!(
            "<tr><td class=\"l\">{}<td class=\"l\">{}<td>{:.1} <small>± {:.1}</small><td>{:.1} <small>± {:.1}</small><td class=\"l note\">{word} <small>{}</small></tr>",
            escape(results.name(row.players.0)), escape(results.name(row.players.1)), row.published.0, row.published.1, row.ours.0,
            row.ours.1, escape(note)
        ));
    }
    out + "</tbody></table></div></section>"
}

fn work(results: &Results<'_>) -> String {
    let mut out = String::from(
        "<section><h2>Work for a move</h2><div class=\"wide\"><table><thead><tr><th class=\"l\">player<th>moves<th>states a move<th>median<th>95 of 100<th>longest</tr></thead><tbody>",
    );
    let time = |micros: u64| match micros {
        0..1000 => format!("{micros}&nbsp;µs"),
        1000..1_000_000 => format!("{:.1}&nbsp;ms", micros as f64 / 1e3),
        _ => format!("{:.2}&nbsp;s", micros as f64 / 1e6),
    };
    for &i in &results.standings.ranking {
        let r = &results.standings.rows[i];
        let times =
            r.micros.map_or(["–".to_string(), "–".to_string(), "–".to_string()], |m| m.map(time));
        out.push_str(&format!(
            "<tr><td class=\"l\">{}<td>{}<td>{:.0}<td>{}<td>{}<td>{}</tr>",
            escape(results.name(i)),
            r.moves,
            r.nodes,
            times[0],
            times[1],
            times[2]
        ));
    }
    out + "</tbody></table></div></section>"
}

fn faults(results: &Results<'_>) -> String {
    let faults = &results.standings.faults;
    if faults.is_empty() {
        return String::new();
    }
    let items: String = faults.iter().take(200).map(|fault| format!("<li>{}", escape(fault))).collect();
    format!("<section><h2>Illegal, late and missing answers</h2><ul>{items}</ul></section>")
}

/// The list of plays, with data that the script steps through.
fn plays(results: &Results<'_>, draw: &dyn Fn(&Played) -> Vec<String>) -> String {
    let kept: Vec<&Played> = results.played.iter().take(KEPT).collect();
    let mut bytes = 0;
    let data: Vec<serde_json::Value> = kept
        .iter()
        .enumerate()
        .map(|(i, play)| {
            let names: Vec<&str> = play.seats.iter().map(|&p| results.name(p)).collect();
            let moves: Vec<(u8, &str)> = play.moves.iter().map(|m| (m.by, m.text.as_str())).collect();
            let frames = if i < DRAWN && bytes < DRAWN_BYTES { draw(play) } else { Vec::new() };
            bytes += frames.iter().map(String::len).sum::<usize>();
            json!({"n": play.job + 1, "names": names, "scores": play.scores, "deal": play.deal + 1, "moves": moves, "frames": frames})
        })
        .collect();
    // In a script element nothing may look like its end.
    let data = serde_json::Value::from(data).to_string().replace('<', "\\u003c");
    let more = results.played.len().saturating_sub(KEPT);
    let note = if more > 0 {
        format!("<p>The first {KEPT} plays are here; all are in the log.</p>")
    } else {
        String::new()
    };
    format!(
        "<section id=\"plays\"><h2>Plays</h2>{note}<p>Choose a play; step with the arrow keys or the buttons.</p><div class=\"replay\"><select size=\"12\" aria-label=\"Play\"></select><div class=\"stage\"><pre aria-live=\"polite\"></pre><p class=\"controls\"><button data-by=\"-999\" aria-label=\"To the start\">|◀</button><button data-by=\"-1\" aria-label=\"Back\">◀</button><output></output><button data-by=\"1\" aria-label=\"On\">▶</button><button data-by=\"999\" aria-label=\"To the end\">▶|</button></p><p class=\"moves\"></p></div></div></section><script type=\"application/json\" id=\"data\">{data}</script>"
    )
}

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
