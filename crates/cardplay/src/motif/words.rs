//! Motifs as reasons in three languages, with what they claim.

use super::{Found, Spot};
use cards::{Card, Deck, Hand};
use game::{Argument, Claim, Lang, Player, Reason, words};

/// More cards than this are counted instead of named.
const NAMED: usize = 3;

fn list(deck: Deck, cards: Hand, lang: Lang) -> String {
    let mut cards: Vec<Card> = cards.iter().collect();
    cards.reverse();
    cards.iter().map(|&card| deck.words(card, lang)).collect::<Vec<_>>().join(", ")
}

/// A motif as a reason: its name, what it is for, and the cards that show it.
pub fn told(found: &Found, spot: &Spot) -> Argument {
    let Found { motif, gone, out } = found;
    let part = |cards: Hand, what: game::Words, lang: Lang| match cards.len() {
        0 => String::new(),
        1..=NAMED => format!("; {}: {}", what.to(lang), list(spot.deck, cards, lang)),
        n => format!("; {}: {n}", what.to(lang)),
    };
    let say = |lang: Lang| {
        let (title, why) = (motif.motif.title.to(lang), motif.why.to(lang));
        let gone = part(*gone, words("gone", "už padlo", "už padlo"), lang);
        let out = part(*out, words("still out", "ještě venku", "ešte vonku"), lang);
        format!("{title}: {why}{gone}{out}")
    };
    let name = |card: Card| spot.deck.name(card);
    let gone = gone.iter().map(|card| Claim::Gone(name(card)));
    let out = out.iter().map(|card| Claim::Out(name(card)));
    Argument {
        said: Reason { en: say(Lang::En), cs: say(Lang::Cs), sk: say(Lang::Sk) },
        claims: gone.chain(out).collect(),
        motif: Some(motif.motif),
    }
}

/// Who holds a card in which share of the deals that are possible; `None` if nobody does.
pub fn holders(deck: Deck, card: Card, shares: &[f64]) -> Option<Argument> {
    let held: Vec<(usize, f64)> =
        shares.iter().copied().enumerate().filter(|(_, share)| *share >= 0.005).collect();
    if held.is_empty() {
        return None;
    }
    let say = |lang: Lang| {
        let (player, at) = (words("player", "hráč", "hráč").to(lang), words("in", "v", "v").to(lang));
        let each: Vec<String> =
            held.iter().map(|(p, share)| format!("{player} {} {at} {:.0} %", p + 1, 100.0 * share)).collect();
        let deals = words("of the deals that are possible", "možných rozdání", "možných rozdaní").to(lang);
        let holds = words("held by", "drží", "drží").to(lang);
        format!("{}: {holds} {} {deals}", deck.words(card, lang), each.join(", "))
    };
    let claim =
        |&(p, share): &(usize, f64)| Claim::Share { token: deck.name(card), player: Player(p as u8), share };
    Some(Argument {
        said: Reason { en: say(Lang::En), cs: say(Lang::Cs), sk: say(Lang::Sk) },
        claims: held.iter().map(claim).collect(),
        motif: None,
    })
}
