//! What is thought of a decision: by what was known, and in hindsight.

use game::{Lang, Table, Words, words};

/// What a loss is measured by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// Whether values are money; otherwise they are shares of the result between 0 and 1.
    pub money: bool,
    /// A usual deal in money, or 1.
    pub unit: f64,
}

impl Scale {
    /// The scale of a game.
    pub fn of(table: &dyn Table) -> Scale {
        match table.stake() {
            Some(stake) => Scale { money: true, unit: f64::from(stake.max(1)) },
            None => Scale { money: false, unit: 1.0 },
        }
    }

    /// A loss from which on a decision is a slip: a twentieth of a usual deal.
    pub fn slip(self) -> f64 {
        0.05 * self.unit
    }

    /// A loss from which on a decision is a mistake: a fifth of a usual deal in money, elsewhere 0.12 of a game.
    pub fn mistake(self) -> f64 {
        if self.money { 0.2 * self.unit } else { 0.12 }
    }
}

/// The two verdicts on a decision put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing better was to be known, and nothing was lost.
    Good,
    /// Nothing better was to be known, but with open cards something else was better.
    Unlucky,
    /// A little was lost by what was known.
    Slip,
    /// Much was lost by what was known.
    Mistake,
    /// Much was lost by what was known, but with open cards nothing was.
    Lucky,
}

impl Verdict {
    /// The verdict on these losses: by what was known, and in hindsight where that was computed.
    pub fn of(scale: Scale, known: f64, open: Option<f64>) -> Verdict {
        let (slip, mistake) = (scale.slip(), scale.mistake());
        match (known, open) {
            (known, Some(open)) if known >= mistake && open < slip => Verdict::Lucky,
            (known, _) if known >= mistake => Verdict::Mistake,
            (known, _) if known >= slip => Verdict::Slip,
            (_, Some(open)) if open >= mistake => Verdict::Unlucky,
            _ => Verdict::Good,
        }
    }

    /// Its name for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Verdict::Good => "good",
            Verdict::Unlucky => "unlucky",
            Verdict::Slip => "slip",
            Verdict::Mistake => "mistake",
            Verdict::Lucky => "lucky",
        }
    }

    /// The verdict in words.
    pub const fn words(self) -> Words {
        match self {
            Verdict::Good => words("good", "dobře", "dobre"),
            Verdict::Unlucky => words(
                "good decision, bad result",
                "dobré rozhodnutí, špatný výsledek",
                "dobré rozhodnutie, zlý výsledok",
            ),
            Verdict::Slip => words("a slip", "nepřesnost", "nepresnosť"),
            Verdict::Mistake => words("a mistake", "chyba", "chyba"),
            Verdict::Lucky => words("a mistake that went well", "chyba, která vyšla", "chyba, ktorá vyšla"),
        }
    }

    /// The verdict in one language.
    pub const fn to(self, lang: Lang) -> &'static str {
        self.words().to(lang)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_good_decision_with_a_bad_result_is_called_that() {
        let scale = Scale { money: true, unit: 10.0 };
        assert_eq!(Verdict::of(scale, 0.1, Some(8.0)), Verdict::Unlucky);
        assert_eq!(Verdict::of(scale, 0.1, Some(0.0)), Verdict::Good);
        assert_eq!(Verdict::of(scale, 3.0, Some(0.0)), Verdict::Lucky);
        assert_eq!(Verdict::of(scale, 3.0, Some(3.0)), Verdict::Mistake);
        assert_eq!(Verdict::of(scale, 3.0, None), Verdict::Mistake);
        assert_eq!(Verdict::of(scale, 1.0, Some(0.0)), Verdict::Slip);
    }

    #[test]
    fn the_same_loss_weighs_less_where_stakes_are_higher() {
        let scale = |unit| Scale { money: true, unit };
        assert_eq!(Verdict::of(scale(1.0), 0.5, None), Verdict::Mistake);
        assert_eq!(Verdict::of(scale(20.0), 0.5, None), Verdict::Good);
    }
}
