//! One HTML page with everything in it: tables, plots, and the plays to step through.

use super::plot::{curves, escape, ratings, short};
use super::words as is;
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
    let lang = results.lang;
    page.push_str(&format!(
        "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{}</title><style>{STYLE}</style><main><header><p class=\"kind\">Partie · {}</p><h1>{}</h1><p class=\"lead\">{}</p></header>",
        is::CODE.to(lang), escape(&results.title), is::TOURNAMENT.to(lang), escape(&results.title), lead(results)
    ));
    page.push_str(&format!("<section><h2>{}</h2>", is::STANDINGS.to(lang)));
    page.push_str(&table(results));
    let head = |title: game::Words, about: game::Words| {
        format!("</section><section><h2>{}</h2><p>{}</p>", title.to(lang), about.to(lang))
    };
    page.push_str(&head(is::RATINGS, is::RATINGS_ABOUT));
    let order: Vec<(&str, crate::Rating)> =
        standings.ranking.iter().map(|&i| (results.name(i), standings.rows[i].rating)).collect();
    page.push_str(&ratings(&order, is::RATINGS_PLOT.to(lang)));
    page.push_str(&head(is::CROSS, is::CROSS_ABOUT));
    page.push_str(&cross(results));
    page.push_str(&head(is::CURVES, is::CURVES_ABOUT));
    page.push_str(&curves(&running(results), is::CURVES.to(lang)));
    page.push_str("</section>");
    page.push_str(&seats(results));
    page.push_str(&tests(results));
    page.push_str(&beside(results));
    page.push_str(&work(results));
    page.push_str(&faults(results));
    page.push_str(&plays(results, draw));
    page.push_str(&format!(
        "<footer>{} {} · {}</footer></main><script>{SCRIPT}</script></html>",
        is::SEED.to(lang),
        results.seed,
        is::AGAIN.to(lang)
    ));
    page
}

/// The pictures of a play in characters, from its start to its end, with all hands open. Empty if a move is not legal.
pub fn frames(game: &dyn Playable, seed: u64, play: &Played, lang: Lang) -> Vec<String> {
    let mut table = game.table(seed.wrapping_add(u64::from(play.deal)));
    let picture = |table: &dyn Table| match game.hidden() {
        true => scene(&open_scene(table, lang)),
        false => table.drawing(None, lang, false).unwrap_or_else(|| scene(&table.scene(None, lang))),
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
    let lang = results.lang;
    let Some((&first, rest)) = standings.ranking.split_first() else {
        return is::NOBODY.to(lang).to_string();
    };
    let mut text = is::lead(
        lang,
        results.plan.players.len(),
        results.played.len(),
        &format!("<b>{}</b>", escape(results.name(first))),
        &is::number(lang, format!("{:.1}", standings.rows[first].points)),
    );
    if let Some(&second) = rest.first() {
        let (a, b) = (&standings.rows[first].rating, &standings.rows[second].rating);
        let clear = match (a.interval, b.interval) {
            (Some((low, _)), Some((_, high))) => low > high,
            _ => false,
        };
        text.push_str(&is::ahead(lang, clear, &escape(results.name(second))));
    }
    text + "."
}

fn table(results: &Results<'_>) -> String {
    let lang = results.lang;
    let [points, plays, won, drawn, lost, mean, faults] = is::COLUMNS.map(|word| word.to(lang));
    let mut out = format!(
        "<div class=\"wide\"><table><thead><tr><th>#<th class=\"l\">{}<th>{points}<th>{plays}<th>{won}<th>{drawn}<th>{lost}<th>{mean}<th>Elo<th>{faults}</tr></thead><tbody>",
        is::PLAYER.to(lang)
    );
    for (place, &i) in results.standings.ranking.iter().enumerate() {
        let r = &results.standings.rows[i];
        let what = results.plan.players[i].what();
        let score = match r.score.interval {
            Some(interval) => format!("{:+.3} <small>± {interval:.3}</small>", r.score.mean),
            None => format!("{:+.3}", r.score.mean),
        };
        let score = is::number(lang, score);
        let elo = match r.rating.interval {
            Some((low, high)) => {
                format!("{:+.0} <small>{low:+.0} {} {high:+.0}</small>", r.rating.elo, is::TO.to(lang))
            }
            None => format!("{:+.0}", r.rating.elo),
        };
        out.push_str(&format!(
            "<tr><td>{}<td class=\"l\"><b>{}</b><br><small>{}</small><td>{}<td>{}<td>{}<td>{}<td>{}<td>{score}<td>{elo}<td>{}</tr>",
            place + 1, escape(results.name(i)), escape(&short(&what, 60)), is::number(lang, format!("{:.1}", r.points)), r.plays, r.wins, r.draws,
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
                    "<td style=\"--s:{share:.3}\" title=\"{}: {count}\">{:.0}&nbsp;%",
                    is::COMPARISONS.to(results.lang),
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
    let lang = results.lang;
    let mut out = format!(
        "<section><h2>{}</h2><p>{}</p><div class=\"bars\">",
        is::SEATS.to(lang),
        is::SEATS_ABOUT.to(lang)
    );
    for (i, mean) in seats.iter().enumerate() {
        let interval = mean.interval.map_or(String::new(), |i| format!(" ± {:.1}", i * 100.0));
        out.push_str(&format!(
            "<span>{} {}</span><span class=\"bar\"><i style=\"width:{:.1}%\"></i></span><span>{}&nbsp;%</span>",
            is::SEAT.to(lang), i + 1, mean.mean * 100.0, is::number(lang, format!("{:.1}{interval}", mean.mean * 100.0))
        ));
    }
    out + "</div></section>"
}

fn tests(results: &Results<'_>) -> String {
    let Some(test) = results.plan.sprt else { return String::new() };
    let lang = results.lang;
    let mut out = format!(
        "<section><h2>{}</h2><p>H0: {:+} Elo, H1: {:+} Elo, {}: {}, {}.</p><ul>",
        is::TESTS.to(lang),
        test.elo0,
        test.elo1,
        is::ERRORS.to(lang),
        is::number(lang, test.alpha.to_string()),
        is::number(lang, test.beta.to_string())
    );
    for meeting in &results.standings.meetings {
        let Some(state) = meeting.sprt else { continue };
        let verdict = match state.verdict {
            Verdict::Open => is::OPEN,
            Verdict::First => is::FIRST,
            Verdict::Second => is::SECOND,
        };
        out.push_str(&format!(
            "<li>{} – {}: {}; {} {}; {}",
            escape(results.name(meeting.players[0])),
            escape(results.name(meeting.players[1])),
            verdict.to(lang),
            is::PLAYS_MADE.to(lang),
            meeting.plays,
            is::ratio(lang, state.llr, state.lower, state.upper)
        ));
    }
    out + "</ul></section>"
}

/// What others have published beside ours.
fn beside(results: &Results<'_>) -> String {
    if results.standings.beside.is_empty() {
        return String::new();
    }
    let lang = results.lang;
    let [against, published, ours, difference] = is::BESIDE_COLUMNS.map(|word| word.to(lang));
    let mut out = format!(
        "<section><h2>{}</h2><p>{}</p><div class=\"wide\"><table><thead><tr><th class=\"l\">{}<th class=\"l\">{against}<th>{published}<th>{ours}<th class=\"l\">{difference}</tr></thead><tbody>",
        is::BESIDE.to(lang),
        is::BESIDE_ABOUT.to(lang),
        is::PLAYER.to(lang)
    );
    let share =
        |(mean, interval): (f64, f64)| is::number(lang, format!("{mean:.1} <small>± {interval:.1}</small>"));
    for row in &results.standings.beside {
        let word = if row.clear { is::CLEAR } else { is::WITHIN }.to(lang);
        let note = row.note.as_deref().filter(|_| row.clear).unwrap_or("");
        out.push_str(&format!(
            "<tr><td class=\"l\">{}<td class=\"l\">{}<td>{}<td>{}<td class=\"l note\">{word} <small>{}</small></tr>",
            escape(results.name(row.players.0)), escape(results.name(row.players.1)), share(row.published), share(row.ours), escape(note)
        ));
    }
    out + "</tbody></table></div></section>"
}

fn work(results: &Results<'_>) -> String {
    let lang = results.lang;
    let [moves, states, median, most, longest] = is::WORK_COLUMNS.map(|word| word.to(lang));
    let mut out = format!(
        "<section><h2>{}</h2><div class=\"wide\"><table><thead><tr><th class=\"l\">{}<th>{moves}<th>{states}<th>{median}<th>{most}<th>{longest}</tr></thead><tbody>",
        is::WORK.to(lang),
        is::PLAYER.to(lang)
    );
    let time = |micros: u64| match micros {
        0..1000 => format!("{micros}&nbsp;µs"),
        1000..1_000_000 => is::number(lang, format!("{:.1}&nbsp;ms", micros as f64 / 1e3)),
        _ => is::number(lang, format!("{:.2}&nbsp;s", micros as f64 / 1e6)),
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
    format!("<section><h2>{}</h2><ul>{items}</ul></section>", is::FAULTS.to(results.lang))
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
    let lang = results.lang;
    let more = results.played.len().saturating_sub(KEPT);
    let note = if more > 0 { format!("<p>{}: {KEPT}.</p>", is::KEPT.to(lang)) } else { String::new() };
    let [start, back, on, end] = is::STEPS.map(|word| word.to(lang));
    format!(
        "<section id=\"plays\"><h2>{}</h2>{note}<p>{}</p><div class=\"replay\"><select size=\"12\" aria-label=\"{}\"></select><div class=\"stage\"><pre aria-live=\"polite\"></pre><p class=\"controls\"><button data-by=\"-999\" aria-label=\"{start}\">|◀</button><button data-by=\"-1\" aria-label=\"{back}\">◀</button><output></output><button data-by=\"1\" aria-label=\"{on}\">▶</button><button data-by=\"999\" aria-label=\"{end}\">▶|</button></p><p class=\"moves\"></p></div></div></section><script type=\"application/json\" id=\"data\">{data}</script>",
        is::PLAYS.to(lang),
        is::PLAYS_ABOUT.to(lang),
        is::PLAY.to(lang)
    )
}

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
