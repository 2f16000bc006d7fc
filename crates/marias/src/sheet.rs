//! The score sheet of mariáš in words: every line of an [`Outcome`].

use crate::score::{Ending, Outcome, Part, What};
use crate::show::level_name;
use crate::state::State;
use crate::{Marias, Move};
use game::{Lang, Player, Show, Words, name_players, words};

/// Signed numbers, for score lines.
pub(crate) fn list(numbers: &[i32]) -> String {
    numbers.iter().map(|n| format!("{n:+}")).collect::<Vec<_>>().join(" ")
}

/// A line's name as players and vectors write it.
pub(crate) const fn czech(what: What) -> &'static str {
    match what {
        What::Game => "hra",
        What::Hundred => "sto",
        What::HundredAgainst => "sto proti",
        What::QuietHundred => "tichá stovka",
        What::QuietHundredAgainst => "tichá stovka proti",
        What::Betl => "betl",
        What::Durch => "durch",
        What::Seven => "sedma",
        What::TwoSevens => "dvě sedmy",
        What::SevenAgainst => "sedma proti",
        What::QuietSeven => "tichá sedma",
        What::QuietSevenAgainst => "tichá sedma proti",
        What::KilledSeven => "zabitá sedma",
        What::KilledSevenAgainst => "zabitá sedma proti",
    }
}

fn name(what: What) -> Words {
    match what {
        What::Game => words("game", "hra", "hra"),
        What::Hundred => words("hundred", "sto", "sto"),
        What::HundredAgainst => words("hundred against", "sto proti", "sto proti"),
        What::QuietHundred => words("quiet hundred", "tichá stovka", "tichá stovka"),
        What::QuietHundredAgainst => {
            words("quiet hundred against", "tichá stovka proti", "tichá stovka proti")
        }
        What::Betl => words("betl", "betl", "betl"),
        What::Durch => words("durch", "durch", "durch"),
        What::Seven => words("seven", "sedma", "sedma"),
        What::TwoSevens => words("two sevens", "dvě sedmy", "dve sedmy"),
        What::SevenAgainst => words("seven against", "sedma proti", "sedma proti"),
        What::QuietSeven => words("quiet seven", "tichá sedma", "tichá sedma"),
        What::QuietSevenAgainst => words("quiet seven against", "tichá sedma proti", "tichá sedma proti"),
        What::KilledSeven => words("killed seven", "zabitá sedma", "zabitá sedma"),
        What::KilledSevenAgainst => words("killed seven against", "zabitá sedma proti", "zabitá sedma proti"),
    }
}

fn line(part: Part, lang: Lang) -> String {
    let mut text = format!("{}: {:+}", name(part.what).to(lang), part.price);
    for level in 0..part.doubled {
        text += &format!(" × 2 ({})", level_name(level));
    }
    if part.doubled > 0 {
        text += &format!(" = {:+}", part.worth());
    }
    text
}

impl Marias {
    /// The sheet of the last deal and, in a match, the running scores.
    pub(crate) fn explain_match(&self, s: &State, lang: Lang) -> Vec<String> {
        let Some(last) = s.last else { return Vec::new() };
        let mut lines = self.explain(&last, lang);
        if self.rules.deals > 1 {
            let after = words("after deal", "po rozdání", "po rozdaní").to(lang);
            lines.push(format!("{after} {}: {}", s.deals, list(&s.totals)));
        }
        lines
    }

    /// The lines of the score sheet of one deal.
    pub fn explain(&self, o: &Outcome, lang: Lang) -> Vec<String> {
        let player = words("player", "hráč", "hráč").to(lang);
        let named = |line: &String| name_players(line, |p| format!("{player} {p}"));
        let mut lines: Vec<String> = self.account_lines(o, lang).iter().map(named).collect();
        if o.contract.is_some() {
            lines.push(format!("{}: {}", words("players", "hráči", "hráči").to(lang), list(&o.delta)));
        }
        lines
    }

    /// The account of one deal; players are named by their marks.
    pub(crate) fn account_lines(&self, o: &Outcome, lang: Lang) -> Vec<String> {
        let to = |w: Words| w.to(lang);
        let mut lines = Vec::new();
        let Some(contract) = o.contract else {
            lines.push(to(words("nobody bid: thrown in", "nikdo nelicitoval", "nikto nelicitoval")).into());
            return lines;
        };
        let blank = State { contract: Some(contract), trump: o.trump, ..State::new(0) };
        let named = self.label(&blank, Move::Name(contract, o.trump), lang);
        lines.push(format!("{}: {named}", Player(o.declarer).mark()));
        if o.ending == Ending::Unplayed {
            lines.push(
                to(words("not doubled, not played", "bez fleku se nehraje", "bez fleku sa nehrá")).into(),
            );
        } else if o.trump.is_some() {
            for p in 0..3u8 {
                lines.push(format!(
                    "{}: {} + {} {}",
                    Player(p).mark(),
                    o.basic[usize::from(p)],
                    to(words("marriages", "hlášky", "hlášky")),
                    o.marriages[usize::from(p)],
                ));
            }
            if o.talon > 0 {
                let text = words("talon, to the defenders", "talon pro obranu", "talón pre obranu");
                lines.push(format!("{}: {}", to(text), o.talon));
            }
            lines.push(format!(
                "{} {} : {} {}",
                to(words("declarer", "aktér", "aktér")),
                o.points[0],
                o.points[1],
                to(words("defenders", "obrana", "obrana")),
            ));
        }
        lines.extend(o.lines().map(|part| line(part, lang)));
        if o.hearts {
            lines.push(to(words("hearts: × 2", "červené: × 2", "červené: × 2")).into());
        }
        let sum: i32 = o.lines().map(Part::worth).sum::<i32>() * if o.hearts { 2 } else { 1 };
        let each = to(words("from each defender", "od každého obránce", "od každého obrancu"));
        if sum == o.per {
            lines.push(format!("{each}: {:+}", o.per));
        } else {
            let ceiling = to(words("ceiling", "strop", "strop"));
            lines.push(format!("{each}: {sum:+}, {ceiling} {:+}", o.per));
        }
        lines
    }
}
