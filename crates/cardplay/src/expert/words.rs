//! The reasons of a decision in three languages.

use super::table::Against;
use cards::Deck;
use game::{Argument, Claim, Lang, Player, Reason};

/// What is said of a decision.
pub(super) struct Summary {
    /// Drawn deals.
    pub(super) worlds: usize,
    /// What the chosen move brings on average.
    pub(super) mean: f64,
    /// The share of deals in which it brings something.
    pub(super) won: f64,
    /// The next best move by its mean, if another was considered.
    pub(super) next: Option<f64>,
    /// What speaks against it.
    pub(super) against: Option<Against>,
}

fn money(value: f64) -> String {
    format!("{value:+.1}").replace('-', "−")
}

fn local(value: f64) -> String {
    money(value).replace('.', ",")
}

/// A number with its thousands apart.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}

/// What the next best choice brings, beside what the chosen one does. It may have done better on average: then it is a gamble.
fn next_best(mean: f64, next: f64) -> Argument {
    if money(next) != money(mean) && next > mean {
        return Argument::from(Reason {
            en: format!("another choice came to {}, but it is less certain", money(next)),
            cs: format!("jiná možnost vychází na {}, ale méně spolehlivě", local(next)),
            sk: format!("iná možnosť vychádza na {}, ale menej spoľahlivo", local(next)),
        });
    }
    Argument::from(Reason {
        en: format!("the next best choice brings {}", money(next)),
        cs: format!("druhá nejlepší možnost vynese {}", local(next)),
        sk: format!("druhá najlepšia možnosť vynesie {}", local(next)),
    })
}

/// The reasons of a decision that the tree made alone: what its choice brought, in how many simulated plays all choices were
/// tried, and the next best.
pub(super) fn searched(mean: Option<f64>, plays: u64, next: Option<f64>) -> Vec<Argument> {
    let next = mean.zip(next).map(|(mean, next)| next_best(mean, next));
    let mean = mean.map(|mean| {
        Argument::from(Reason {
            en: format!(
                "brings {} on average, tried {} times with deals that fit what was seen",
                money(mean),
                spaced(plays)
            ),
            cs: format!(
                "v průměru vynese {}, zkoušeno {}× s rozdáními, která jsou ještě možná",
                local(mean),
                spaced(plays)
            ),
            sk: format!(
                "v priemere vynesie {}, skúšané {}× s rozdaniami, ktoré sú ešte možné",
                local(mean),
                spaced(plays)
            ),
        })
    });
    mean.into_iter().chain(next).collect()
}

/// The reasons of a word chosen by experience: what it brings, and the next best.
pub(super) fn experienced(mean: f64, next: Option<f64>) -> Vec<Argument> {
    let said = Argument::from(Reason {
        en: format!("brings {} on average, as such games went before", money(mean)),
        cs: format!("v průměru vynese {} podle toho, jak takové hry dopadaly dřív", local(mean)),
        sk: format!("v priemere vynesie {} podľa toho, ako také hry dopadali predtým", local(mean)),
    });
    std::iter::once(said).chain(next.map(|next| next_best(mean, next))).collect()
}

/// How many games like this were won.
pub(super) fn were_won(won: f64) -> Argument {
    let won = 100.0 * won;
    Argument::from(Reason {
        en: format!("of games like this {won:.0} % were won"),
        cs: format!("hry jako tahle se vyhrály v {won:.0} % případů"),
        sk: format!("hry ako táto sa vyhrali v {won:.0} % prípadov"),
    })
}

/// In what share of drawn deals the choice of the tree brings something, with open hands.
pub(super) fn chance(won: f64, worlds: usize) -> Argument {
    let won = 100.0 * won;
    Argument::from(Reason {
        en: format!("if everybody saw all cards, it would pay in {won:.0} % of {worlds} possible deals"),
        cs: format!("kdyby všichni viděli všechny karty, vyplatí se v {won:.0} % z {worlds} možných rozdání"),
        sk: format!("keby všetci videli všetky karty, vyplatí sa v {won:.0} % z {worlds} možných rozdaní"),
    })
}

/// Why the stakes are not raised: with open hands the deal brings something too rarely.
pub(super) fn too_rarely(won: f64, worlds: usize) -> Argument {
    let won = 100.0 * won;
    Argument::from(Reason {
        en: format!(
            "the stakes stay: if everybody saw all cards, only {won:.0} % of {worlds} possible deals would be won"
        ),
        cs: format!(
            "cena se nezvyšuje: kdyby všichni viděli všechny karty, vyhraje se jen {won:.0} % z {worlds} možných rozdání"
        ),
        sk: format!(
            "cena sa nezvyšuje: keby všetci videli všetky karty, vyhrá sa len {won:.0} % z {worlds} možných rozdaní"
        ),
    })
}

impl Summary {
    /// The reasons.
    pub(super) fn reasons(&self, deck: Deck) -> Vec<Argument> {
        let (worlds, won) = (self.worlds, 100.0 * self.won);
        let mut reasons = vec![Argument::from(Reason {
            en: format!(
                "brings {} on average; a gain in {won:.0} % of {worlds} possible deals",
                money(self.mean)
            ),
            cs: format!(
                "v průměru vynese {}; vyplatí se v {won:.0} % z {worlds} možných rozdání",
                local(self.mean)
            ),
            sk: format!(
                "v priemere vynesie {}; vyplatí sa v {won:.0} % z {worlds} možných rozdaní",
                local(self.mean)
            ),
        })];
        reasons.extend(self.next.map(|next| next_best(self.mean, next)));
        if let Some(against) = self.against {
            reasons.push(speaks_against(against, deck));
        }
        reasons
    }
}

pub(super) fn speaks_against(against: Against, deck: Deck) -> Argument {
    let Against { card, holder, share, loses } = against;
    let claim = Claim::Drawn { token: deck.name(card), player: Player(holder), share };
    let (share, loses, who) = (100.0 * share, 100.0 * loses, holder + 1);
    let said = Reason {
        en: format!(
            "against it: in {share:.0} % of the possible deals player {who} holds the {}, and then it loses in {loses:.0} %",
            deck.words(card, Lang::En)
        ),
        cs: format!(
            "proti mluví: má-li hráč {who} kartu {} (v {share:.0} % možných rozdání), prohrává se ({loses:.0} %)",
            deck.words(card, Lang::Cs)
        ),
        sk: format!(
            "proti hovorí: ak má hráč {who} kartu {} (v {share:.0} % možných rozdaní), prehráva sa ({loses:.0} %)",
            deck.words(card, Lang::Sk)
        ),
    };
    Argument { said, claims: vec![claim], motif: None }
}
