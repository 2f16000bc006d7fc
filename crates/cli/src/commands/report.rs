//! The numbers of `partie check`, for people and as JSON. What was not computed is named, with the reason.

use catalog::{Analysis, Bounds, Finding, Known};
use serde_json::{Value, json};

/// The report below the properties, line by line.
pub(crate) fn lines(analysis: &Analysis) -> Vec<String> {
    let mut out = explored(analysis);
    unused(analysis, &mut out);
    random(analysis, &mut out);
    deals(analysis, &mut out);
    out
}

/// What deals drawn at random showed.
fn deals(analysis: &Analysis, out: &mut Vec<String>) {
    let Some(d) = &analysis.deals else { return };
    let whole = match (d.whole, d.drawn) {
        (0, _) => "none of them whole".to_string(),
        (n, all) if n == all => "all of them whole".to_string(),
        (n, _) => format!("{n} of them whole"),
    };
    out.push(format!(
        "Sampled deals, {} drawn at random and each explored on its own (no proofs for all deals): {whole}, {} states in \
         all, everything within {} moves of each deal",
        d.drawn, d.states, d.depth
    ));
    let part = if d.whole < d.drawn { " in what was explored" } else { "" };
    for broken in &d.broken {
        let cause = if broken.cause.is_empty() { "dead end" } else { broken.cause.trim_end() };
        out.push(format!("  from {} of them a play ends without a result: {cause}", broken.plays));
    }
    if d.broken.is_empty() {
        out.push(format!(
            "  no rule fails and no play gets stuck{part}: with 95 % confidence that is so for more than {:.1} % of all deals",
            (1.0 - d.bound()) * 100.0
        ));
    }
    out.push(format!(
        "  plays that return to a state{part}: from {} of them; somebody can be kept playing for ever: from {}",
        d.cyclic, d.endless
    ));
}

/// A line with a result or the reason why there is none.
fn line<T>(what: &str, known: &Known<T>, show: impl Fn(&T) -> String) -> String {
    match known {
        Ok(value) => format!("  {what}: {}", show(value)),
        Err(why) => format!("  {what}: not computed: {why}"),
    }
}

fn percent(x: f64) -> String {
    format!("{:.1} %", x * 100.0)
}

/// Chances one after another, and by how much they may be off.
fn chances(list: &[Bounds]) -> (String, String) {
    let numbers: Vec<String> = list.iter().map(|b| bounds(*b)).collect();
    (numbers.join(" / "), format!("error at most {:.0e}", error(list)))
}

/// A chance; where its digits are not sure, what it lies between.
pub(crate) fn bounds(b: Bounds) -> String {
    match b.error() < 5e-7 {
        true => format!("{:.6}", b.middle()),
        false => format!("between {:.6} and {:.6}", b.low, b.high),
    }
}

/// The largest error.
fn error(list: &[Bounds]) -> f64 {
    list.iter().map(|b| b.error()).fold(0.0, f64::max)
}

fn middles(list: &[Bounds]) -> Vec<f64> {
    list.iter().map(|b| b.middle()).collect()
}

/// A side: `player 1`, `players 1 and 3`.
pub(crate) fn side(players: &[u8]) -> String {
    let numbers: Vec<String> = players.iter().map(u8::to_string).collect();
    match numbers.as_slice() {
        [one] => format!("player {one}"),
        several => format!("players {}", several.join(" and ")),
    }
}

/// In which order results are listed.
fn order(analysis: &Analysis) -> String {
    match analysis.sides.iter().all(|s| s.len() == 1) {
        true => "players in order".to_string(),
        false => analysis.sides.iter().map(|s| side(s)).collect::<Vec<_>>().join(" / "),
    }
}

/// What is said of a play that no side alone has won.
fn nobody(analysis: &Analysis) -> &'static str {
    if analysis.sides.iter().all(|s| s.len() == 1) { "nobody alone" } else { "no side" }
}

fn random_chances(analysis: &Analysis, list: &[Bounds]) -> String {
    let Some((draw, wins)) = list.split_last() else { return String::new() };
    let (wins, error) = (chances(wins).0, chances(list).1);
    let rest = 1.0 - list.iter().map(|b| b.high).sum::<f64>();
    let broken = analysis.statistics.broken + analysis.statistics.stuck > 0;
    let how = if broken { "no result" } else { "the play never ends" };
    let endless = if rest > 1e-9 { format!(", {how} {rest:.6}") } else { String::new() };
    format!("{wins} ({}), {} {}{endless}; {error}", order(analysis), nobody(analysis), bounds(*draw))
}

fn best_chances(analysis: &Analysis, list: &[Bounds]) -> String {
    let (wins, error) = chances(list);
    let open = list.iter().any(|b| b.error() > 1e-4);
    let more = if open { "; the work did not suffice, partie solve iterates longer" } else { "" };
    format!(
        "{wins} ({}: the win each can be sure of, whatever the others do); {error}{more}",
        order(analysis)
    )
}

fn explored(analysis: &Analysis) -> Vec<String> {
    let s = &analysis.statistics;
    let disk =
        if analysis.on_disk > 0 { format!(", {} MB on disk", analysis.on_disk >> 20) } else { String::new() };
    let whole = if analysis.complete {
        "Explored, all of it:"
    } else {
        "Explored, only a part (no proof about the rest):"
    };
    let part = match s.expanded < s.states {
        true => format!(", the moves of {} of them known; of these", s.expanded),
        false => ", of them".to_string(),
    };
    let odd = match (s.stuck, s.broken) {
        (0, 0) => String::new(),
        (stuck, 0) => format!(" ({stuck} of them dead ends)"),
        (0, broken) => format!(" (in {broken} of them a rule fails)"),
        (stuck, broken) => format!(" ({stuck} of them dead ends, in {broken} a rule fails)"),
    };
    let mut out = vec![
        whole.to_string(),
        format!(
            "  {} states{part} {} ends{odd}, {} of chance; {} moves between them; {:.0} bytes a state beyond it{disk}",
            s.states, s.terminal, s.chance, s.edges, analysis.bytes_per_state
        ),
        format!("  depth: {} moves from the start to the farthest state seen", s.depth),
        format!("  branching: {:.2} choices on average, {} at most", s.branching, s.widest),
    ];
    let shortest = s.shortest.map_or("no end was seen".to_string(), |n| format!("{n} moves"));
    out.push(format!("  shortest play: {shortest}"));
    out.push(line("longest play", &analysis.longest, |n| format!("{n} moves")));
    out.push(line("different plays", &analysis.plays, |plays| {
        let parts: Vec<String> = plays[1..].iter().map(u128::to_string).collect();
        let rest = plays[0] - plays[1..].iter().sum::<u128>();
        let broken = if rest > 0 { format!("; {rest} end without a result") } else { String::new() };
        format!("{} ({}; the last number: {} wins{broken})", plays[0], parts.join(" / "), nobody(analysis))
    }));
    out.push(line("normalised", &analysis.normalised, |n| format!("{n} terminal states")));
    out.push(line("minimal automaton", &analysis.minimal, |n| format!("{n} states")));
    out.push(line("perfect play", &analysis.value, |value| match value {
        (1, n) => format!("the first to move wins in {n} moves"),
        (0, _) => "a draw".to_string(),
        (_, n) => format!("the first to move loses in {n} moves"),
    }));
    out.push(line("chances in random play", &analysis.random, |c| random_chances(analysis, c)));
    let sure = analysis.random.as_ref().ok().filter(|c| error(c) < 1e-4);
    if let Some((advantage, decisive)) = sure.and_then(|c| balance(&middles(c))) {
        out.push(format!(
            "  first-move advantage in random play: {:+.1} %; decisive: {}",
            advantage * 100.0,
            percent(decisive)
        ));
    }
    out.push(line("chances in best play", &analysis.best, |c| best_chances(analysis, c)));
    if let Some(halves) = analysis.halves.as_ref().ok().filter(|list| !list.is_empty()) {
        let (results, error) = chances(halves);
        out.push(format!("  results in best play, a draw as half a win: {results}; {error}"));
    }
    out
}

/// The first player's chance beyond an equal share of the decided plays, and the share of decided plays.
fn balance(chances: &[f64]) -> Option<(f64, f64)> {
    let (_, wins) = chances.split_last()?;
    let decisive: f64 = wins.iter().sum();
    (wins.len() > 1).then(|| (wins[0] - decisive / wins.len() as f64, decisive))
}

fn unused(analysis: &Analysis, out: &mut Vec<String>) {
    match &analysis.rules {
        Err(why) => out.push(format!("  dead rules: not computed: {why}")),
        Ok(rules) if rules.unused.is_empty() => {
            out.push(format!("  dead rules: none, all {} rules apply somewhere", rules.all));
        }
        Ok(rules) => {
            let list: Vec<String> =
                rules.unused.iter().map(|r| format!("{} at line {}", r.name, r.line)).collect();
            let how = match rules.proved {
                true => "proved: they apply in no reachable state".to_string(),
                false => format!("not seen in {} states; no proof", rules.looked),
            };
            out.push(format!("  dead rules: {} ({how})", list.join(", ")));
        }
    }
    let zones = &analysis.zones;
    let how = match zones.proved {
        true => "proved: empty in every reachable state".to_string(),
        false => format!("empty in all of {} states looked at; no proof", zones.looked),
    };
    match zones.unused.is_empty() {
        true => out.push(format!("  unreachable zones: none of {}", zones.all)),
        false => out.push(format!("  unreachable zones: {} ({how})", zones.unused.join(", "))),
    }
}

fn random(analysis: &Analysis, out: &mut Vec<String>) {
    let t = &analysis.trial;
    out.push(format!("Random play, {} plays (± is the 95 % interval; estimates, no proofs):", t.plays));
    let extremes = t.extremes.map_or(String::new(), |(low, high)| format!(", from {low} to {high}"));
    out.push(format!(
        "  length: {:.1} ± {:.1} moves{extremes}; {:.1} choices",
        t.length.0, t.length.1, t.branching
    ));
    for (members, (share, width)) in analysis.sides.iter().zip(&t.wins) {
        let verb = if members.len() == 1 { "wins" } else { "win" };
        out.push(format!("  {} {verb} {:.1} ± {:.1} %", side(members), share * 100.0, width * 100.0));
    }
    out.push(format!("  {} wins {:.1} ± {:.1} %", nobody(analysis), t.draws.0 * 100.0, t.draws.1 * 100.0));
    if let [first, rest @ ..] = t.wins.as_slice()
        && !rest.is_empty()
    {
        let decisive: f64 = t.wins.iter().map(|w| w.0).sum();
        let fair = decisive / t.wins.len() as f64;
        out.push(format!(
            "  first-move advantage: {:+.1} ± {:.1} %; decisive: {}",
            (first.0 - fair) * 100.0,
            first.1 * 100.0,
            percent(decisive)
        ));
        out.push(match t.lead_changes {
            Some(n) => format!("  lead changes: {n:.2} a play"),
            None => "  lead changes: not computed: nobody has points before the end".to_string(),
        });
    }
    if t.cut > 0 {
        out.push(format!("  {} plays were stopped: too long", t.cut));
    }
    for broken in &t.broken {
        let cause = if broken.cause.is_empty() { "dead end" } else { broken.cause.as_str() };
        out.push(format!("  {} plays ended without a result: {}", broken.plays, cause.trim_end()));
    }
    if t.broken.is_empty() && !analysis.complete && t.plays > 0 {
        let most = catalog::at_most(t.plays);
        out.push(format!(
            "  no play broke a rule or got stuck: with 95 % confidence fewer than {:.2} % of random plays do",
            most * 100.0
        ));
    }
}

/// The middles of bounds; nothing where there are none.
fn known(list: &Known<Vec<Bounds>>) -> Option<Vec<f64>> {
    list.as_ref().ok().filter(|list| !list.is_empty()).map(|list| middles(list))
}

/// The whole analysis as one document.
pub(crate) fn document(id: &str, analysis: &Analysis, skill: Value) -> Value {
    let (s, t) = (&analysis.statistics, &analysis.trial);
    let finding = |f: &Finding| json!({"property": f.property, "holds": f.holds, "play": f.play, "cycle": f.cycle, "cause": f.cause});
    let mut page = json!({
        "game": id, "complete": analysis.complete, "stopped": analysis.stopped.to_string(), "trouble": analysis.trouble,
        "properties": analysis.findings.iter().map(finding).collect::<Vec<_>>(),
        "states": s.states, "expanded": s.expanded, "terminal": s.terminal, "chance": s.chance, "edges": s.edges, "depth": s.depth,
        "branching": s.branching, "widest": s.widest, "ends": s.ends, "shortest": s.shortest,
        "longest": analysis.longest.as_ref().ok(),
        "plays": analysis.plays.as_ref().ok().map(|p| p.iter().map(u128::to_string).collect::<Vec<_>>()),
        "normalised_terminal": analysis.normalised.as_ref().ok(), "minimal": analysis.minimal.as_ref().ok(),
        "value": analysis.value.as_ref().ok().map(|(v, n)| json!({"first_to_move": v, "plies": n})),
        "random_chances": known(&analysis.random), "random_error": analysis.random.as_ref().ok().map(|c| error(c)),
        "best_chances": known(&analysis.best), "best_error": analysis.best.as_ref().ok().map(|c| error(c)),
        "best_results": known(&analysis.halves), "results_error": analysis.halves.as_ref().ok().map(|c| error(c)),
        "unused_zones": analysis.zones.unused,
        "zones": {"all": analysis.zones.all, "looked": analysis.zones.looked, "proved": analysis.zones.proved},
        "bytes_per_state": analysis.bytes_per_state, "on_disk": analysis.on_disk,
        "random": {
            "plays": t.plays, "cut": t.cut, "length": t.length.0, "extremes": t.extremes, "branching": t.branching,
            "wins": t.wins.iter().map(|w| w.0).collect::<Vec<_>>(), "draws": t.draws.0,
            "decisive": t.wins.iter().map(|w| w.0).sum::<f64>(),
            "lead_changes": t.lead_changes,
        },
        "skill": skill,
    });
    page["deals"] = analysis.deals.as_ref().map_or(Value::Null, |d| {
        json!({
            "drawn": d.drawn, "whole": d.whole, "states": d.states, "depth": d.depth, "cyclic": d.cyclic,
            "endless": d.endless, "broken": d.broken.iter().map(|b| b.plays).sum::<u64>(), "bound": d.bound(),
        })
    });
    page["stuck"] = json!(s.stuck);
    page["broken"] = json!(s.broken);
    page["sides"] = json!(analysis.sides);
    let broken = |b: &catalog::Broken| json!({"cause": b.cause, "plays": b.plays, "play": b.play});
    page["random"]["without_result"] = t.broken.iter().map(broken).collect();
    page["dead_rules"] = match &analysis.rules {
        Err(_) => Value::Null,
        Ok(rules) => {
            let list: Vec<Value> =
                rules.unused.iter().map(|r| json!({"name": r.name, "line": r.line})).collect();
            json!({"all": rules.all, "dead": list, "looked": rules.looked, "proved": rules.proved})
        }
    };
    let reasons = [
        ("longest", analysis.longest.as_ref().err()),
        ("plays", analysis.plays.as_ref().err()),
        ("normalised_terminal", analysis.normalised.as_ref().err()),
        ("minimal", analysis.minimal.as_ref().err()),
        ("value", analysis.value.as_ref().err()),
        ("random_chances", analysis.random.as_ref().err()),
        ("best_chances", analysis.best.as_ref().err()),
        ("dead_rules", analysis.rules.as_ref().err()),
    ];
    page["not_computed"] =
        reasons.into_iter().filter_map(|(k, why)| Some((k.to_string(), json!(why?)))).collect();
    page
}
