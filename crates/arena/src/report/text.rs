//! Tables in characters, and comma-separated values (RFC 4180).

use super::Results;
use crate::sprt::Verdict;

/// The standings as lines of text.
pub fn text(results: &Results<'_>) -> Vec<String> {
    let (standings, rows) = (results.standings, &results.standings.rows);
    let width = results.plan.players.iter().map(|p| p.name().chars().count()).max().unwrap_or(0).max(6);
    let mut lines = vec![format!(
        "    {:width$}  points  plays  wins  draws  mean score (95 %)       Elo (95 %)",
        "player"
    )];
    for (place, &i) in standings.ranking.iter().enumerate() {
        let r = &rows[i];
        let elo = match r.rating.interval {
            Some((low, high)) => format!("{:+.0} ({low:+.0} to {high:+.0})", r.rating.elo),
            None => format!("{:+.0}", r.rating.elo),
        };
        lines.push(format!(
            "{:2}  {:width$}  {:6.1}  {:5}  {:4}  {:5}  {:22}  {elo}",
            place + 1,
            results.name(i),
            r.points,
            r.plays,
            r.wins,
            r.draws,
            r.score.to_string(),
        ));
    }
    for meeting in &standings.meetings {
        let Some(state) = meeting.sprt else { continue };
        let (a, b) = (results.name(meeting.players[0]), results.name(meeting.players[1]));
        let verdict = match (state.verdict, results.plan.sprt) {
            (Verdict::Second, Some(test)) => format!("{a} is stronger by {:+} Elo or more", test.elo1),
            (Verdict::First, Some(test)) => format!("{a} is stronger by {:+} Elo at most", test.elo0),
            _ => "not decided".to_string(),
        };
        lines.push(format!(
            "{a} – {b}: {verdict} after {} plays (log-likelihood ratio {:.2}, bounds {:.2} and {:.2})",
            meeting.plays, state.llr, state.lower, state.upper
        ));
    }
    if standings.seats.len() > 1 {
        let seats: Vec<String> =
            standings.seats.iter().enumerate().map(|(i, mean)| format!("seat {} {mean}", i + 1)).collect();
        lines.push(format!("share of points by seat: {}", seats.join(", ")));
    }
    for beside in &standings.beside {
        let (a, b) = (results.name(beside.players.0), results.name(beside.players.1));
        let clear = if beside.clear { "clear of noise" } else { "within noise" };
        let note =
            beside.note.as_ref().filter(|_| beside.clear).map_or(String::new(), |note| format!(": {note}"));
        lines.push(format!(
            "{a} won against {b}: published {:.1} ± {:.1} %, ours {:.1} ± {:.1} %, {clear}{note}",
            beside.published.0, beside.published.1, beside.ours.0, beside.ours.1
        ));
    }
    if standings.cut > 0 {
        lines.push(format!(
            "{} plays were stopped because they were too long; they count as draws",
            standings.cut
        ));
    }
    lines
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

/// One line a play and player.
pub fn csv(results: &Results<'_>) -> String {
    let mut out = String::from("job,stage,meeting,deal,seat,player,score,moves,faults\r\n");
    for play in results.played {
        for (seat, &player) in play.seats.iter().enumerate() {
            let faults = play.faults.iter().filter(|(who, _)| *who == player).count();
            out.push_str(&format!(
                "{},{},{},{},{},{},{},{},{faults}\r\n",
                play.job + 1,
                play.stage + 1,
                play.meeting + 1,
                play.deal + 1,
                seat + 1,
                field(results.name(player)),
                play.scores[seat],
                play.moves.len(),
            ));
        }
    }
    out
}

/// One line a move.
pub fn moves_csv(results: &Results<'_>, micros: &[Vec<u64>]) -> String {
    let mut out = String::from("job,number,seat,player,move,legal,value,nodes,micros\r\n");
    let shown = |value: Option<String>| value.unwrap_or_default();
    for (i, play) in results.played.iter().enumerate() {
        for (k, made) in play.moves.iter().enumerate() {
            let player = usize::from(made.by).checked_sub(1).and_then(|seat| play.seats.get(seat));
            out.push_str(&format!(
                "{},{},{},{},{},{},{},{},{}\r\n",
                play.job + 1,
                k + 1,
                made.by,
                field(player.map_or("chance", |&p| results.name(p))),
                field(&made.text),
                shown(made.legal.map(|n| n.to_string())),
                shown(made.value.map(|v| v.to_string())),
                shown(made.nodes.map(|n| n.to_string())),
                shown(micros.get(i).and_then(|m| m.get(k)).map(u64::to_string)),
            ));
        }
    }
    out
}
