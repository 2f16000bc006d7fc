//! The first three lines of `partie check`, for readers in a hurry: the verdict, the worst problem with a shortest
//! play that shows it, and what to do about it.

use catalog::{Analysis, Erratum, Finding, Language, Remark};

/// The three lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    /// Whether the game holds what a designer expects of it.
    pub(crate) verdict: String,
    /// The worst problem; for a sound game what was looked at.
    pub(crate) problem: String,
    /// What to do next.
    pub(crate) advice: String,
}

/// A description that is not a game.
pub(crate) fn unread(id: &str, remarks: &[Remark]) -> Verdict {
    let errors: Vec<&Remark> = remarks.iter().filter(|r| r.error).collect();
    let many = if errors.len() == 1 { "1 error".to_string() } else { format!("{} errors", errors.len()) };
    let (problem, advice) = match errors.first() {
        Some(first) if !first.hint.is_empty() => (place(first), first.hint.clone()),
        Some(first) => (place(first), "mend this one first: others may follow from it".to_string()),
        None => ("the text says nothing".to_string(), "write a description".to_string()),
    };
    Verdict { verdict: format!("{id}: no game, {many}"), problem, advice }
}

fn place(r: &Remark) -> String {
    format!("line {}: {}", r.line, r.message)
}

/// A game that was analysed.
pub(crate) fn of(
    id: &str,
    language: Option<Language>,
    remarks: &[Remark],
    mistakes: &[Erratum],
    analysis: &Analysis,
) -> Verdict {
    let broken = |problem: String, advice: String| Verdict {
        verdict: format!("{id}: NOT well defined"),
        problem,
        advice,
    };
    if let Some(e) = mistakes.first() {
        let line = if e.line > 0 { format!(" (line {})", e.line) } else { String::new() };
        let problem = format!("{}: {}{line}{}", e.name, sentence(&e.cause), shown(&e.play, None));
        let advice = slip(remarks).filter(|_| e.line == 0).unwrap_or_else(|| remedy(e));
        return broken(problem, advice);
    }
    let holds = |property: &str| {
        let found = analysis.findings.iter().find(|f| f.property == property);
        found.and_then(|f| f.holds)
    };
    // The worst first: a play that gets stuck, a game nobody can win, one that need not end.
    let ends = if analysis.chance { "ends with probability 1" } else { "terminating" };
    let ranked = ["totally defined", "weakly winning", ends];
    let ranked = ranked.iter().filter_map(|p| analysis.findings.iter().find(|f| f.property == *p));
    if holds("well defined") == Some(false) {
        let worst = ranked.clone().find(|f| f.holds == Some(false));
        let worst = worst.or_else(|| analysis.findings.iter().find(|f| f.property == "well defined"));
        return match worst {
            Some(f) => {
                let problem = format!("{}: {}{}", denied(f), sentence(&f.cause), shown(&f.play, f.cycle));
                // What lets a play go on for ever is hardly ever a slip of the pen.
                let slip = slip(remarks).filter(|_| f.property != ends);
                broken(problem, slip.unwrap_or_else(|| cure(f, language)))
            }
            None => broken("it is not well defined".into(), String::new()),
        };
    }
    let warned = remarks.iter().filter(|r| !r.error).count();
    if holds("well defined").is_none() {
        let open: Vec<&str> = ranked.filter(|f| f.holds.is_none()).map(|f| f.property).collect();
        let problem = match remarks.iter().find(|r| !r.error) {
            Some(first) => format!("no proof of: {}; and {}", open.join(", "), place(first)),
            None => {
                let deals = analysis.deals.as_ref();
                let deals = deals.map_or(String::new(), |d| format!(", {} sampled deals", d.drawn));
                format!(
                    "no proof of: {}; nothing wrong was seen in {} states{deals} and {} random plays",
                    open.join(", "),
                    analysis.statistics.expanded,
                    analysis.trial.plays
                )
            }
        };
        let advice = match remarks.iter().find(|r| !r.error && !r.hint.is_empty()) {
            Some(first) => first.hint.clone(),
            None => "allow more with --states and --work, or check a smaller variant of the game".to_string(),
        };
        return Verdict { verdict: format!("{id}: not decided within the budget"), problem, advice };
    }
    match remarks.iter().find(|r| !r.error) {
        Some(first) => Verdict {
            verdict: format!(
                "{id}: well defined, with {warned} warning{}",
                if warned == 1 { "" } else { "s" }
            ),
            problem: place(first),
            advice: if first.hint.is_empty() { "look at that line".into() } else { first.hint.clone() },
        },
        None => Verdict {
            verdict: format!("{id}: well defined"),
            problem: match analysis.chance {
                true => {
                    "no problem was found: a play ends with probability 1, by a rule, and everybody can win"
                }
                false => "no problem was found: every play ends, by a rule, and everybody can win",
            }
            .into(),
            advice: format!("play it: partie play {id}"),
        },
    }
}

/// A cause on one line: of a message with an excerpt the sentence and its line. A term that it quotes may be as long as the play.
fn sentence(cause: &str) -> String {
    let mut lines = cause.lines();
    let first = lines.next().unwrap_or_default();
    let place = lines.next().and_then(|l| l.trim().strip_prefix("--> "));
    match place.and_then(|p| p.rsplit(':').nth(1)) {
        Some(line) => format!("{} (line {line})", short(first.strip_prefix("error: ").unwrap_or(first))),
        None => short(first),
    }
}

/// Both ends of what is too long for a line that is read at a glance.
fn short(text: &str) -> String {
    const HEAD: usize = 200;
    const TAIL: usize = 80;
    let length = text.chars().count();
    if length <= HEAD + TAIL {
        return text.to_string();
    }
    let head: String = text.chars().take(HEAD).collect();
    let tail: String = text.chars().skip(length - TAIL).collect();
    format!("{head} … {tail}")
}

/// The warning of the text that most likely is the cause of what goes wrong in play: a name that nothing has, a rule that
/// can never be used, a turn that nobody passes.
fn slip(remarks: &[Remark]) -> Option<String> {
    const LIKELY: [&str; 10] = [
        "nothing asks for",
        "is called '",
        "is called `",
        "has such a name",
        "can never",
        "passes the turn",
        "no END",
        "never set",
        "there is no player",
        "already stands",
    ];
    // What is only shown or said does not change a rule.
    let shown = |m: &str| ["label", "layout", "place", "looks", "owner"].iter().any(|w| m.contains(w));
    let likely = |r: &&Remark| !r.error && !shown(&r.message) && LIKELY.iter().any(|w| r.message.contains(w));
    let meant = remarks.iter().filter(likely).find(|r| r.hint.starts_with("did you mean"));
    let found = meant.or_else(|| remarks.iter().find(likely))?;
    let hint = if found.hint.is_empty() { String::new() } else { format!("; {}", found.hint) };
    Some(format!("probably because of line {}: {}{hint}", found.line, found.message))
}

/// The play that shows something.
fn shown(play: &[String], cycle: Option<usize>) -> String {
    if play.is_empty() {
        return String::new();
    }
    let mut play = play.to_vec();
    if let Some(cycle) = cycle.filter(|&c| c <= play.len()) {
        play.insert(cycle, "(".into());
        play.push(") again and again".into());
    }
    format!("; shortest play: {}", play.join(" "))
}

/// A property that does not hold, in words.
fn denied(f: &Finding) -> &'static str {
    match f.property {
        "totally defined" => "a play can get stuck",
        "weakly winning" if f.cause.starts_with("no") => "the game cannot be won",
        "weakly winning" => "somebody cannot win",
        "terminating" | "ends with probability 1" => "a play can go on for ever",
        _ => "something does not hold",
    }
}

/// What helps where a property does not hold.
fn cure(f: &Finding, language: Option<Language>) -> String {
    let said = match (f.property, language) {
        ("terminating" | "ends with probability 1", Some(Language::Logic)) => {
            "add a repetition rule: repetition(3, draw). makes the third return of a position a draw, \
             repetition(3, loss). makes it lost for who brings it about"
        }
        ("terminating" | "ends with probability 1", Some(Language::S3)) => {
            "add a repetition rule: repetition=3 under [END OF GAME] of an [S3 2] file makes the third return of a \
             position a draw"
        }
        ("terminating" | "ends with probability 1", _) => {
            "a repetition rule would end such plays; this game has none"
        }
        ("totally defined", Some(Language::Logic)) => {
            "say how it ends there, win(State, draw) :- \\+ turn(_, State, _), or add a move for that case, such as \
             turn(pass, State, State)"
        }
        ("totally defined", _) => "say how the play ends there, or allow a move",
        ("weakly winning", Some(Language::Logic)) => {
            "look at win/2: can the state it asks for be reached, and does it name the right player?"
        }
        ("weakly winning", Some(Language::S3)) => {
            "look at [END OF GAME]: can the situation come, and is the winner the right player?"
        }
        _ => "see the property below",
    };
    said.to_string()
}

/// What helps against a mistake.
fn remedy(e: &Erratum) -> String {
    let at = if e.line > 0 { format!(" at line {}", e.line) } else { String::new() };
    let has = |word: &str| e.name.contains(word);
    match () {
        () if has("wrong player") => {
            format!("name the other player in win/2{at}: next/3 has passed the turn already")
        }
        () if has("draw") => format!("write win(State, draw) :- …{at}"),
        () if has("order") => "say the order once, or check which end the odd one belongs to".into(),
        () if has("token") => {
            format!(
                "compare the zones before and after in the rule{at}: each token must be in exactly one of them"
            )
        }
        () if has("nobody is next") => "add a clause of next/3 for that case".into(),
        () if has("next") => "let exactly one clause of next/3 apply".into(),
        () if has("winners") => "let win/2 name one winner, a team or draw".into(),
        () if has("dead end") => {
            "say how it ends there, win(State, draw) :- \\+ turn(_, State, _), or add a move for that case"
                .into()
        }
        () => format!("look at the rule{at} that made the last move of that play"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The three lines for a description.
    fn check(text: &str, name: &str) -> [String; 3] {
        let described = catalog::describe(text, name);
        let Some(game) = &described.game else {
            let v = unread(name, &described.remarks);
            return [v.verdict, v.problem, v.advice];
        };
        let budget = catalog::Budget { states: 2_000, ..catalog::Budget::default() };
        let analysis = game.analyse(&budget, (5, 0), 1, &mut |_| {});
        let mistakes = catalog::errata(text, name);
        let v = of(name, Some(described.language), &described.remarks, &mistakes, &analysis);
        [v.verdict, v.problem, v.advice]
    }

    const SWING: &str = "player(ann). player(bob).
state(ann, [left([k]), right([]), out([])]).
turn(go, state(P, [left([k]), right([]), out([])]), state(P, [left([]), right([k]), out([])])).
turn(back, state(P, [left([]), right([k]), out([])]), state(P, [left([k]), right([]), out([])])).
turn(leave, state(P, [left(L), right(R), out([])]), state(P, [left([]), right([]), out([k])])) :- append(L, R, [k]).
next(_, state(P, Z), state(Q, Z)) :- other(P, Q).
other(ann, bob). other(bob, ann).
win(state(P, [left([]), right([]), out([k])]), Q) :- other(P, Q).
";

    #[test]
    fn a_play_that_can_go_on_for_ever_asks_for_a_repetition_rule() {
        let [verdict, problem, advice] = check(SWING, "swing.pl");
        assert_eq!(verdict, "swing.pl: NOT well defined");
        assert!(problem.starts_with("a play can go on for ever: "), "{problem}");
        assert!(problem.ends_with("shortest play: ( go back ) again and again"), "{problem}");
        assert!(advice.starts_with("add a repetition rule: repetition(3, draw)."), "{advice}");
        // Done as advised.
        let [verdict, problem, advice] = check(&format!("{SWING}repetition(3, draw).\n"), "swing.pl");
        assert_eq!(verdict, "swing.pl: well defined");
        assert!(problem.starts_with("no problem was found"), "{problem}");
        assert_eq!(advice, "play it: partie play swing.pl");
    }

    #[test]
    fn a_warning_that_explains_what_goes_wrong_is_the_advice() {
        let text = format!("{SWING}repetition(3, draw).\n");
        let [_, problem, advice] = check(&text.replace("turn(leave", "trun(leave"), "typo.pl");
        assert_eq!(problem, "the game cannot be won: nobody wins in any play");
        assert_eq!(
            advice,
            "probably because of line 5: nothing asks for trun/3, so it has no effect; did you mean turn?"
        );
        // Without the rule of repetition no play ends at all.
        let [_, problem, _] = check(&SWING.replace("turn(leave", "trun(leave"), "typo.pl");
        assert_eq!(problem, "the game cannot be won: no play ever ends");
        // A name that is only shown has nothing to do with it.
        let shown = format!(
            "{}label(lfet, en, 'left').\n",
            SWING.replace("right([]), out([k])]), Q)", "right([k]), out([])]), Q)")
        );
        let [_, _, advice] = check(&shown, "label.pl");
        assert!(!advice.contains("probably"), "{advice}");
    }

    #[test]
    fn a_cause_that_quotes_a_long_term_shows_both_its_ends() {
        let term = "f(".repeat(2_000) + &"ž".repeat(2_000);
        let said = sentence(&format!("error: no rule fits {term}, which is the state\n  --> game.pl:7:1"));
        assert!(
            said.starts_with("no rule fits f(f(") && said.ends_with("ž, which is the state (line 7)"),
            "{said}"
        );
        assert_eq!(said.chars().count(), 200 + 3 + 80 + " (line 7)".chars().count());
        assert_eq!(sentence("nobody wins"), "nobody wins");
    }

    #[test]
    fn a_mistake_of_an_s3_file_is_one_line() {
        let race = std::fs::read_to_string(
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken/unset_variable.s3"),
        );
        let [_, problem, advice] = check(&race.unwrap(), "unset.s3");
        assert!(problem.contains("(line ") && !problem.contains('\n'), "{problem}");
        assert!(advice.contains("never set"), "{advice}");
    }

    #[test]
    fn a_dead_end_a_slip_and_an_error_come_with_what_to_do() {
        let stuck = SWING.replace("turn(leave", "turn(go_away").replace(
            "win(state(P, [left([]), right([]), out([k])]), Q) :- other(P, Q).",
            "win(state(ann, [left([k]), right([k]), out([k])]), Q) :- other(ann, Q).",
        );
        let [verdict, problem, advice] = check(&stuck, "stuck.pl");
        assert_eq!(verdict, "stuck.pl: NOT well defined");
        assert!(problem.contains("go_away"), "{problem}");
        assert!(advice.contains("say how it ends there"), "{advice}");
        let slip = format!("{SWING}repetition(3, draw).\nlable(left, 'left').\n");
        let [verdict, problem, advice] = check(&slip, "slip.pl");
        assert_eq!(verdict, "slip.pl: well defined, with 1 warning");
        assert_eq!(problem, "line 10: nothing asks for lable/2, so it has no effect");
        assert_eq!(advice, "did you mean label?");
        let [verdict, problem, advice] = check(&SWING.replace("turn(", "trun("), "none.pl");
        assert_eq!(verdict, "none.pl: no game, 1 error");
        assert_eq!(
            (problem.as_str(), advice.as_str()),
            ("line 3: the predicate turn is missing", "did you mean it by trun/3 here?")
        );
    }
}
