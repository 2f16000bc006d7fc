//! A hint as a ladder of three steps, so that a player can stop as soon as he sees it himself: where to look, which moves
//! come into question, the move with its reasons.

use crate::review::half;
use crate::{Scale, judge, say};
use game::{Advice, Argument, Gesture, HintError, Lang, Limit, Reason, Table, Visibility, Words, words};

/// A move in notation and in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The notation.
    pub text: String,
    /// The words.
    pub label: String,
}

/// A hint in three steps, in one language.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    /// Step 1: where to look.
    pub look: String,
    /// Step 2: the moves that come into question, in the order of the rules, so that the order tells nothing.
    pub choices: Vec<Choice>,
    /// Step 3: the move.
    pub best: Choice,
    /// Its reasons.
    pub because: Vec<String>,
    /// The motifs it shows, by their names.
    pub motifs: Vec<&'static str>,
    /// The reasons with what they claim.
    pub reasons: Vec<Argument>,
}

/// The most moves that come into question.
const CHOICES: usize = 4;
/// The most reasons.
const REASONS: usize = 5;

/// A hint of the agent that is recommended for a game, with a value for every move: where everybody sees everything, the one that values
/// all moves for a review thinks too, each in half of what is allowed. It then chooses, unless the first one proved how the play ends or
/// its move is hardly worse, so that no review blames a hint.
///
/// # Errors
/// An agent that is not known or cannot think here.
pub fn advise(table: &dyn Table, agent: &str, seed: u64, limit: &Limit) -> Result<Advice, HintError> {
    let mut advice = chosen(table, agent, seed, limit)?;
    if let Some(then) = then(table, &advice.text, agent, seed, limit) {
        let mut reasons = vec![Argument::from(then)];
        reasons.extend(say::reasons(&advice));
        advice.reasons = reasons;
    }
    Ok(advice)
}

/// The part of a thought that each of the further cards gets which are put away together.
const FURTHER: u32 = 4;
/// Further cards that are named.
const TOGETHER: usize = 5;

/// What is put away after a card where several are, one after another to the same place: people put them away together.
fn then(table: &dyn Table, first: &str, agent: &str, seed: u64, limit: &Limit) -> Option<Reason> {
    let limit = Limit {
        time: limit.time.map(|time| time / FURTHER),
        nodes: limit.nodes.map(|nodes| (nodes / u64::from(FURTHER)).max(1)),
        iterations: limit.iterations.map(|iterations| (iterations / u64::from(FURTHER)).max(1)),
        ..limit.clone()
    };
    let (me, aim) = (table.turn(), aim(table, first)?);
    let mut at = table.fork();
    at.play(first).ok()?;
    let mut names: [Vec<String>; 3] = Default::default();
    while names[0].len() < TOGETHER && at.turn() == me && at.choices() > 1 {
        let next = at.hint(agent, seed, &limit).ok()?.text;
        if self::aim(&*at, &next).as_ref() != Some(&aim) {
            break;
        }
        for (list, lang) in names.iter_mut().zip([Lang::En, Lang::Cs, Lang::Sk]) {
            list.extend(
                at.offers(lang).into_iter().find(|offer| offer.text == next).map(|offer| offer.label),
            );
        }
        at.play(&next).ok()?;
    }
    let [en, cs, sk] = names.map(|list| listed(&list));
    let told = Reason { en: format!("then {en}"), cs: format!("a potom {cs}"), sk: format!("a potom {sk}") };
    (!en.is_empty()).then_some(told)
}

/// Labels in a row; the words with which all of them begin are said once.
fn listed(labels: &[String]) -> String {
    let Some((first, others)) = labels.split_first() else { return String::new() };
    let same = |end: &usize| others.iter().all(|label| label.starts_with(&first[..*end]));
    let shared = first.match_indices(' ').map(|(at, _)| at + 1).filter(same).max().unwrap_or(0);
    std::iter::once(first.as_str())
        .chain(others.iter().map(|label| &label[shared..]))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The zone into which a move puts a single token where not everybody sees it.
fn aim(table: &dyn Table, text: &str) -> Option<String> {
    let offer = table.offers(Lang::En).into_iter().find(|offer| offer.text == text)?;
    let Gesture::Carry(carries) = offer.gesture else { return None };
    let [carry] = carries.as_slice() else { return None };
    let scene = table.scene(table.turn().player(), Lang::En);
    let zone = scene.zones.into_iter().find(|zone| zone.id == carry.to.zone)?;
    (zone.visible != Visibility::All).then_some(zone.id)
}

/// The choice, without what follows it.
fn chosen(table: &dyn Table, agent: &str, seed: u64, limit: &Limit) -> Result<Advice, HintError> {
    let valuer = judge(table, agent);
    let name = |agent: &str| agent.split('?').next().map(str::to_string);
    if name(&valuer) == name(agent) || table.choices() < 2 {
        return table.hint(agent, seed, limit);
    }
    let limit = half(limit);
    let mut advice = table.hint(agent, seed, &limit)?;
    // What a search that cuts off says of its other moves are bounds, not values.
    let Ok(valued) = table.hint(&valuer, seed, &limit) else { return Ok(advice) };
    let value = |text: &str| valued.values.iter().find(|(t, _)| t == text).map(|(_, value)| *value);
    let most = valued.values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let proven = advice.because.iter().any(|text| say::is_forced(text));
    let near = value(&advice.text).is_some_and(|own| own >= most - Scale::of(table).slip());
    if !proven && !near && valued.values.len() > 1 {
        return Ok(valued);
    }
    advice.values = valued.values;
    // What it chose counts as the best.
    let own = advice.values.iter_mut().find(|(text, _)| *text == advice.text);
    own.into_iter().for_each(|(_, value)| *value = most);
    Ok(advice)
}

/// The ladder of an advice about the player to move at a table.
pub fn ladder(table: &dyn Table, advice: &Advice, lang: Lang) -> Ladder {
    let offers = table.offers(lang);
    let label = |text: &str| {
        let found = offers.iter().find(|offer| offer.text == text);
        found.map_or_else(|| text.to_string(), |offer| offer.label.clone())
    };
    let choice = |text: &str| Choice { text: text.to_string(), label: label(text) };
    // A name that players know says more than a number: motifs come first.
    let (mut reasons, others): (Vec<Argument>, Vec<Argument>) =
        say::reasons(advice).into_iter().partition(|reason| reason.motif.is_some());
    reasons.extend(others);
    if reasons.is_empty() {
        reasons.push(unexplained());
    }
    let mut wanted = in_question(advice);
    if wanted.len() == 1 {
        // Nothing else was valued: alone the move would give itself away.
        let others = offers.iter().map(|offer| offer.text.as_str()).filter(|text| *text != advice.text);
        wanted.extend(others.take(CHOICES - 1));
    }
    let choices = offers.iter().filter(|offer| wanted.contains(&offer.text.as_str()));
    Ladder {
        look: look(advice, &reasons, offers.len(), (table.hidden(), table.players() > 1), Scale::of(table))
            .to(lang)
            .to_string(),
        choices: choices.map(|offer| choice(&offer.text)).collect(),
        best: choice(&advice.text),
        because: reasons.iter().take(REASONS).map(|reason| reason.to(lang).to_string()).collect(),
        motifs: reasons.iter().filter_map(|reason| reason.motif.map(|motif| motif.id)).collect(),
        reasons,
    }
}

/// What is said of a move that its player gives no reason for.
fn unexplained() -> Argument {
    let (en, cs, sk) = (
        "nothing better was found in the time there was",
        "v daném čase se nenašlo nic lepšího",
        "v danom čase sa nenašlo nič lepšie",
    );
    Reason { en: en.into(), cs: cs.into(), sk: sk.into() }.into()
}

/// The moves that are hardly worse than the best: those in the upper half between the worst and the best, two at least
/// where there are two.
fn in_question(advice: &Advice) -> Vec<&str> {
    let mut values: Vec<(&str, f64)> = advice.values.iter().map(|(text, v)| (text.as_str(), *v)).collect();
    values.retain(|(text, value)| value.is_finite() && *text != advice.text);
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    let best = advice.values.iter().find(|(text, _)| *text == advice.text).map(|(_, value)| *value);
    let worst = values.last().map_or(0.0, |(_, value)| *value);
    let middle = best.map_or(f64::NEG_INFINITY, |best| 0.5 * (best + worst));
    let near = values.iter().enumerate().filter(|(at, (_, value))| *at == 0 || *value >= middle);
    let mut found: Vec<&str> = near.map(|(_, (text, _))| *text).take(CHOICES - 1).collect();
    found.push(&advice.text);
    found
}

/// Where to look: what the first motif says, else what the search found out about the position as a whole.
/// `kind` is whether something is hidden, and whether there is an opponent.
fn look(advice: &Advice, reasons: &[Argument], offers: usize, kind: (bool, bool), scale: Scale) -> Words {
    if let Some(motif) = reasons.iter().find_map(|reason| reason.motif) {
        return motif.look;
    }
    let starts = |what: &str| advice.because.iter().any(|text| text.starts_with(what));
    if offers <= 1 {
        return words("There is only one legal move.", "Dovolený je jediný tah.", "Dovolený je jediný ťah.");
    }
    if starts("wins by force") {
        return words(
            "You can force a win. Look for it.",
            "Můžeš si vynutit výhru. Najdi ji.",
            "Môžeš si vynútiť výhru. Nájdi ju.",
        );
    }
    if starts("loses by force") || starts("every move loses") {
        return words(
            "Against best play this is lost. What holds out longest?",
            "Proti nejlepší hře je to prohrané. Co vydrží nejdéle?",
            "Proti najlepšej hre je to prehrané. Čo vydrží najdlhšie?",
        );
    }
    // Nothing is said about other moves where they were not valued.
    let good = (advice.values.len() > 1).then(|| nearly_best(advice, scale));
    match (good, kind) {
        (None, (true, _)) => words(
            "What do you hold, and what do you know of the others?",
            "Co máš v ruce a co víš o ostatních?",
            "Čo máš v ruke a čo vieš o ostatných?",
        ),
        (None, (false, true)) => words(
            "What would your opponent like to do?",
            "Co by rád udělal soupeř?",
            "Čo by rád urobil súper?",
        ),
        (None, (false, false)) => words(
            "Look back from the goal: what is still missing?",
            "Podívej se od cíle: co k němu ještě chybí?",
            "Pozri sa od cieľa: čo k nemu ešte chýba?",
        ),
        (Some(1), (true, _)) => words(
            "One choice stands out. What do you hold, and what do you know of the others?",
            "Jedna možnost je zřetelně nejlepší. Co máš v ruce a co víš o ostatních?",
            "Jedna možnosť je zreteľne najlepšia. Čo máš v ruke a čo vieš o ostatných?",
        ),
        (Some(1), (false, true)) => words(
            "One move is clearly best. What would your opponent like to do?",
            "Jeden tah je zřetelně nejlepší. Co by rád udělal soupeř?",
            "Jeden ťah je zreteľne najlepší. Čo by rád urobil súper?",
        ),
        (Some(1), (false, false)) => words(
            "One move is clearly best. What does it make possible?",
            "Jeden tah je zřetelně nejlepší. Co potom půjde zahrát?",
            "Jeden ťah je zreteľne najlepší. Čo sa potom bude dať zahrať?",
        ),
        (Some(_), (true, _)) => words(
            "Several choices are nearly as good. What do you risk with each?",
            "Několik možností je skoro stejně dobrých. Co při každé riskuješ?",
            "Niekoľko možností je skoro rovnako dobrých. Čo pri každej riskuješ?",
        ),
        (Some(_), (false, _)) => words(
            "Several moves are nearly as good. Compare where they lead.",
            "Několik tahů je skoro stejně dobrých. Porovnej, kam vedou.",
            "Niekoľko ťahov je skoro rovnako dobrých. Porovnaj, kam vedú.",
        ),
    }
}

/// How many moves are nearly as good as the best: within a slip of it where values are money or shares of the result, else within a
/// tenth of the way to the worst.
fn nearly_best(advice: &Advice, scale: Scale) -> usize {
    let values: Vec<f64> = advice.values.iter().map(|(_, v)| *v).filter(|v| v.is_finite()).collect();
    let (most, least) =
        values.iter().fold((f64::NEG_INFINITY, f64::INFINITY), |(a, b), v| (a.max(*v), b.min(*v)));
    let shares = least >= 0.0 && most <= 1.0;
    let near = if scale.money || shares { scale.slip() } else { 0.1 * (most - least) };
    values.iter().filter(|v| **v >= most - near).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hardly_worse_comes_into_question_and_the_worst_does_not() {
        let value = |text: &str, value| (text.to_string(), value);
        let values = vec![value("a", 0.1), value("b", 0.9), value("c", 0.7), value("d", 0.2)];
        let advice = Advice { values, ..Advice::just("b") };
        let mut found = in_question(&advice);
        found.sort_unstable();
        assert_eq!(found, ["b", "c"]);
        assert_eq!(in_question(&Advice::just("only")), ["only"]);
    }

    #[test]
    fn what_labels_begin_with_is_said_once() {
        let said = |list: &[&str]| listed(&list.iter().map(ToString::to_string).collect::<Vec<_>>());
        let cards = ["odložit kartu pikový kluk", "odložit kartu křížová dáma", "odložit kartu křížový král"];
        assert_eq!(said(&cards), "odložit kartu pikový kluk, křížová dáma, křížový král");
        assert_eq!(said(&["lay away X"]), "lay away X");
        assert_eq!(said(&["a b", "c d"]), "a b, c d");
    }

    #[test]
    fn a_forced_win_is_where_to_look() {
        let advice = Advice { because: vec!["wins by force in 3 moves".into()], ..Advice::just("x") };
        let share = Scale { money: false, unit: 1.0 };
        assert!(look(&advice, &[], 5, (false, true), share).cs.contains("vynutit výhru"));
        assert!(look(&advice, &[], 1, (false, true), share).en.contains("only one"));
    }

    #[test]
    fn nothing_is_said_of_moves_that_were_not_valued_nor_of_opponents_that_are_not_there() {
        let share = Scale { money: false, unit: 1.0 };
        let unvalued = look(&Advice::just("x"), &[], 5, (false, true), share);
        assert!(!unvalued.en.contains("nearly as good") && unvalued.en.contains("opponent"));
        let values = vec![("x".to_string(), 0.9), ("y".to_string(), 0.1)];
        let alone = look(&Advice { values, ..Advice::just("x") }, &[], 5, (false, false), share);
        assert!(alone.en.contains("clearly best") && !alone.en.contains("opponent"));
    }

    #[test]
    fn one_choice_stands_out_only_if_the_next_costs_something() {
        let said = |values: &[f64], scale: Scale| {
            let values = values.iter().enumerate().map(|(i, v)| (i.to_string(), *v)).collect();
            look(&Advice { values, ..Advice::just("0") }, &[], 9, (true, true), scale).en
        };
        let money = Scale { money: true, unit: 20.0 };
        assert!(said(&[-52.5, -53.2], money).contains("nearly as good"));
        assert!(said(&[4.2, -22.3, -700.0], money).contains("stands out"));
        let share = Scale { money: false, unit: 1.0 };
        assert!(said(&[0.61, 0.6, 0.2], share).contains("nearly as good"));
        assert!(said(&[0.61, 0.5], share).contains("stands out"));
        assert!(said(&[40.0, 39.0, -90.0], share).contains("nearly as good"), "a scale of its own");
    }
}
