//! The reasons of searching agents in three languages. An agent that knows its languages gives [`Argument`]s; the others give
//! English sentences with figures. Each kind of those is known here: its figures are taken out and said again.

use game::{Advice, Argument, Lang, Reason};

/// The reasons of an advice in every language. A sentence of an unknown kind (a rule of a rule file, written by its author)
/// is given as it came.
pub fn reasons(advice: &Advice) -> Vec<Argument> {
    if !advice.reasons.is_empty() {
        return advice.reasons.clone();
    }
    let mut all: Vec<Argument> = Vec::new();
    let forced = advice.because.iter().any(|text| is_forced(text));
    for text in &advice.because {
        // Shares of tries add nothing to what is proven.
        if forced && TRIES.iter().any(|pattern| fits(pattern, text).is_some()) {
            continue;
        }
        let said = sentence(text).unwrap_or_else(|| three(text, text, text));
        if !said.en.trim().is_empty() && all.iter().all(|other| other.said != said) {
            all.push(said.into());
        }
    }
    all
}

/// Whether a sentence says how the play ends whatever the others do.
pub(crate) fn is_forced(text: &str) -> bool {
    let known = [
        "wins by force",
        "loses by force",
        "every move loses",
        "the best that can be forced",
        "a draw with best play",
    ];
    known.iter().any(|begin| text.starts_with(begin))
}

/// Sentences that count tries.
const TRIES: [&str; 2] = ["{} of {} simulations won", "{} of its {} random games won, of {} in all"];

/// A sentence of a known kind in every language.
pub fn sentence(text: &str) -> Option<Reason> {
    KINDS.iter().find_map(|(pattern, say)| fits(pattern, text).map(|parts| say(&parts)))
}

fn three(en: &str, cs: &str, sk: &str) -> Reason {
    Reason { en: en.into(), cs: cs.into(), sk: sk.into() }
}

/// What stands in a text at the places `{}` of a pattern; `None` if the text is not of that form.
fn fits<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut literals = pattern.split("{}");
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut parts = Vec::new();
    let mut literals = literals.peekable();
    while let Some(literal) = literals.next() {
        let at = match (literal.is_empty(), literals.peek()) {
            (true, None) => rest.len(),
            (_, None) => {
                rest.len().checked_sub(literal.len()).filter(|&at| rest.get(at..) == Some(literal))?
            }
            (_, Some(_)) => rest.find(literal)?,
        };
        parts.push(&rest[..at]);
        rest = &rest[at + literal.len()..];
    }
    rest.is_empty().then_some(parts)
}

/// So many moves, declined.
pub fn moves(n: &str, lang: Lang) -> String {
    let count: i64 = n.parse().unwrap_or(0);
    let word = match (lang, count) {
        (Lang::En, 1) => "move",
        (Lang::En, _) => "moves",
        (Lang::Cs, 1) => "tah",
        (Lang::Cs, 2..=4) => "tahy",
        (Lang::Cs, _) => "tahů",
        (Lang::Sk, 1) => "ťah",
        (Lang::Sk, 2..=4) => "ťahy",
        (Lang::Sk, _) => "ťahov",
    };
    format!("{n} {word}")
}

fn signed(text: &str, lang: Lang) -> String {
    let value: f64 = text.parse().unwrap_or(0.0);
    money(value, lang)
}

/// A number with its sign and one decimal, as it is written in a language.
pub fn money(value: f64, lang: Lang) -> String {
    let value = if value.abs() < 0.05 { 0.0 } else { value };
    let text = if value == 0.0 { "0.0".to_string() } else { format!("{value:+.1}") };
    let text = text.replace('-', "−");
    if lang == Lang::En { text } else { text.replace('.', ",") }
}

fn percent(part: &str, whole: &str) -> String {
    let (part, whole): (f64, f64) = (part.parse().unwrap_or(0.0), whole.parse().unwrap_or(0.0));
    format!("{:.0} %", if whole > 0.0 { 100.0 * part / whole } else { 0.0 })
}

fn won(part: &str, whole: &str) -> Reason {
    if part.parse() == Ok(0.0) {
        return three(
            "none of the continuations tried was won: hardly more than a guess",
            "žádné z vyzkoušených pokračování výhrou neskončilo: je to spíš odhad",
            "žiadne z vyskúšaných pokračovaní sa výhrou neskončilo: je to skôr odhad",
        );
    }
    let p = percent(part, whole);
    three(
        &format!("won {p} of the continuations tried"),
        &format!("výhrou končí {p} vyzkoušených pokračování"),
        &format!("výhrou sa končí {p} vyskúšaných pokračovaní"),
    )
}

fn wins(n: &str) -> Reason {
    if n == "1" {
        return three("wins at once", "hned vyhrává", "hneď vyhráva");
    }
    three(
        &format!("forces a win in {} at most", moves(n, Lang::En)),
        &format!("vynutí výhru nejvýš za {}", moves(n, Lang::Cs)),
        &format!("vynúti výhru najviac za {}", moves(n, Lang::Sk)),
    )
}

fn holds_out(n: &str) -> Reason {
    three(
        &format!("holds out longest: {}", moves(n, Lang::En)),
        &format!("prohru oddálí nejvíc: {}", moves(n, Lang::Cs)),
        &format!("prehru oddiali najviac: {}", moves(n, Lang::Sk)),
    )
}

fn goal(n: &str) -> Reason {
    three(
        &format!("to the goal: {}", moves(n, Lang::En)),
        &format!("do cíle: {}", moves(n, Lang::Cs)),
        &format!("do cieľa: {}", moves(n, Lang::Sk)),
    )
}

fn ahead(n: &str) -> Reason {
    three(
        &format!("stands best after a look {} ahead", moves(n, Lang::En)),
        &format!("nejlépe vypadá i při pohledu dopředu ({})", moves(n, Lang::Cs)),
        &format!("najlepšie vyzerá aj pri pohľade dopredu ({})", moves(n, Lang::Sk)),
    )
}

fn average(x: &str, n: &str) -> Reason {
    three(
        &format!("on average {} over {n} deals imagined", signed(x, Lang::En)),
        &format!("průměrně {} (domyšlených rozdání: {n})", signed(x, Lang::Cs)),
        &format!("priemerne {} (domyslených rozdaní: {n})", signed(x, Lang::Sk)),
    )
}

fn no_way() -> Reason {
    three("no way to the goal was found", "cesta k cíli se nenašla", "cesta k cieľu sa nenašla")
}

fn sober() -> Reason {
    three("what a careful player does here", "tak tu hraje rozvážný hráč", "tak tu hrá rozvážny hráč")
}

type Say = fn(&[&str]) -> Reason;

/// The kinds of sentences, the narrower ones first.
const KINDS: &[(&str, Say)] = &[
    ("the only legal move", |_| {
        three("the rules allow nothing else", "nic jiného pravidla nedovolují", "nič iné pravidlá nedovoľujú")
    }),
    ("the rule in line {} of {}", |p| {
        three(
            &format!("the rule in line {} of {}", p[0], p[1]),
            &format!("pravidlo na řádku {} souboru {}", p[0], p[1]),
            &format!("pravidlo na riadku {} súboru {}", p[0], p[1]),
        )
    }),
    ("wins by force in at most {} moves", |p| wins(p[0])),
    ("wins by force in {} moves", |p| wins(p[0])),
    ("loses by force, at the latest in {} moves", |p| holds_out(p[0])),
    ("loses by force in {} moves", |p| holds_out(p[0])),
    ("every move loses by force", |_| {
        three(
            "every move loses against best play",
            "proti nejlepší hře prohrává každý tah",
            "proti najlepšej hre prehráva každý ťah",
        )
    }),
    ("the best that can be forced is not a win", |_| {
        three(
            "a win cannot be forced; this holds the draw",
            "výhru vynutit nelze, tohle udrží remízu",
            "výhru vynútiť nemožno, toto udrží remízu",
        )
    }),
    ("a draw with best play", |_| {
        three(
            "with best play it is a draw",
            "při nejlepší hře to bude remíza",
            "pri najlepšej hre to bude remíza",
        )
    }),
    ("{} of {} simulations won", |p| won(p[0], p[1])),
    ("{} of its {} random games won, of {} in all", |p| won(p[0], p[1])),
    ("weighted balance {} in {} random games, of {} in all", |p| {
        three(
            &format!("did best in {} random games", p[1]),
            &format!("vychází nejlépe (zkusmých her: {})", p[1]),
            &format!("vychádza najlepšie (skúšobných hier: {})", p[1]),
        )
    }),
    ("{} expected", |p| {
        three(
            &format!("expected: {}", signed(p[0], Lang::En)),
            &format!("čekaný výsledek: {}", signed(p[0], Lang::Cs)),
            &format!("očakávaný výsledok: {}", signed(p[0], Lang::Sk)),
        )
    }),
    ("average margin {} over {} sampled states", |p| average(p[0], p[1])),
    ("average {} over {} sampled states", |p| average(p[0], p[1])),
    ("mixed strategy of {} rounds, exploitable by {}", |_| {
        three(
            "balanced play: whoever knows it gains nothing",
            "vyvážená hra: ani kdo ji zná, nic nezíská",
            "vyvážená hra: ani kto ju pozná, nič nezíska",
        )
    }),
    ("follows the way found before: {} moves to the goal", |p| goal(p[0])),
    ("reaches the goal in {} moves", |p| goal(p[0])),
    ("there is no way to the goal among the states looked at", |_| no_way()),
    ("no way to the goal found in {}", |_| no_way()),
    ("as a sober player does", |_| sober()),
    ("as sober players do", |_| sober()),
    ("the mean of the open value over {} of {} deals", |p| {
        three(
            &format!("best on average over {} deals imagined", p[0]),
            &format!("v průměru nejlepší (domyšlených rozdání: {})", p[0]),
            &format!("v priemere najlepšie (domyslených rozdaní: {})", p[0]),
        )
    }),
    ("value {} after looking {} moves ahead", |p| ahead(p[1])),
    ("{}, looking {} moves ahead", |p| ahead(p[1])),
    ("it sees all cards", |_| three("with all cards open", "s odkrytými kartami", "s odkrytými kartami")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_taken_out_of_a_sentence_and_said_again() {
        let said = sentence("wins by force in at most 5 moves").unwrap();
        assert_eq!(said.to(Lang::En), "forces a win in 5 moves at most");
        assert_eq!(said.to(Lang::Cs), "vynutí výhru nejvýš za 5 tahů");
        assert_eq!(sentence("wins by force in 3 moves").unwrap().sk, "vynúti výhru najviac za 3 ťahy");
        assert_eq!(
            sentence("340 of 500 simulations won").unwrap().cs,
            "výhrou končí 68 % vyzkoušených pokračování"
        );
        assert_eq!(sentence("+1.25 expected").unwrap().sk, "očakávaný výsledok: +1,2");
        assert_eq!(
            sentence("threats 12, looking 8 moves ahead").unwrap().en,
            "stands best after a look 8 moves ahead"
        );
    }

    /// One sentence of every kind the agents of this workspace give.
    const GIVEN: [&str; 27] = [
        "the rule in line 12 of spoluhrac.bot",
        "the only legal move",
        "wins by force in at most 3 moves",
        "wins by force in 2 moves",
        "loses by force in 4 moves",
        "loses by force, at the latest in 1 moves",
        "every move loses by force",
        "the best that can be forced is not a win",
        "a draw with best play",
        "62 of 100 simulations won",
        "12 of its 30 random games won, of 200 in all",
        "weighted balance -0.250 in 30 random games, of 200 in all",
        "+1.25 expected",
        "average 0.120 over 50 sampled states",
        "average margin -0.120 over 50 sampled states",
        "as a sober player does",
        "as sober players do",
        "the mean of the open value over 40 of 60 deals",
        "mixed strategy of 1000 rounds, exploitable by 0.0010",
        "follows the way found before: 5 moves to the goal",
        "reaches the goal in 1 moves",
        "there is no way to the goal among the states looked at",
        "no way to the goal found in 1000 states (nodes)",
        "value 12 after looking 4 moves ahead",
        "value 0.120 after looking 4 moves ahead",
        "margins of all players 1 -1, looking 3 moves ahead",
        "expected margin 0.120, looking 2 moves ahead",
    ];

    #[test]
    fn every_kind_of_sentence_is_said_in_three_languages() {
        for text in GIVEN {
            let said = sentence(text).unwrap_or_else(|| panic!("{text}"));
            assert!(said.en != said.cs && said.cs != said.sk && !said.en.is_empty(), "{said:?}");
        }
    }

    #[test]
    fn what_is_proven_is_not_said_again_in_shares_of_tries() {
        let because = vec!["wins by force in at most 1 moves".into(), "20 of 20 simulations won".into()];
        let told = reasons(&Advice { because, ..Advice::just("x") });
        assert_eq!(told.iter().map(|r| r.said.en.as_str()).collect::<Vec<_>>(), ["wins at once"]);
        let none = sentence("0 of 300 simulations won").unwrap();
        assert!(none.en.contains("none of") && none.cs.contains("žádné") && none.sk.contains("žiadne"));
    }

    #[test]
    fn a_sentence_of_another_kind_is_given_as_it_came() {
        assert_eq!(sentence("pravidlo 7: trumf na eso"), None);
        let advice = Advice { because: vec!["pravidlo 7".into(), "pravidlo 7".into()], ..Advice::just("x") };
        assert_eq!(reasons(&advice).len(), 1);
        assert_eq!(reasons(&advice)[0].said.cs, "pravidlo 7");
    }

    #[test]
    fn patterns_fit_wholly_or_not_at_all() {
        assert_eq!(fits("{} of {} won", "3 of 4 won"), Some(vec!["3", "4"]));
        assert_eq!(fits("{} of {} won", "3 of 4 won today"), None);
        assert_eq!(fits("plain", "plain"), Some(vec![]));
        assert_eq!(fits("no way {}", "no way at all"), Some(vec!["at all"]));
    }

    #[test]
    fn money_has_a_sign_and_the_comma_of_its_language() {
        assert_eq!((money(-1.26, Lang::En), money(-1.26, Lang::Cs)), ("−1.3".into(), "−1,3".into()));
        assert_eq!(money(0.01, Lang::Sk), "0,0");
    }
}
