//! Faults of computer players at a table: how they are kept, and how people are told of them.
//!
//! People are told the kind of the fault in their language. The cause stands in the log of the server and, once the match
//! is over, in its record: it may name a card that others must not know yet.

use game::{Lang, Player, Said, Words, words};

/// What kind of fault it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Late,
    Illegal,
    Failed,
    Panicked,
}

impl Kind {
    const ALL: [(&'static str, Kind); 4] = [
        ("late", Kind::Late),
        ("illegal", Kind::Illegal),
        ("failed", Kind::Failed),
        ("panicked", Kind::Panicked),
    ];

    pub(crate) fn of(fault: &game::Fault) -> Kind {
        match fault {
            game::Fault::Late { .. } => Kind::Late,
            game::Fault::Illegal(_) => Kind::Illegal,
            game::Fault::Failed(_) => Kind::Failed,
            game::Fault::Panicked(_) => Kind::Panicked,
        }
    }

    /// The word under which it is kept.
    pub(crate) fn name(self) -> &'static str {
        Kind::ALL.iter().find(|(_, kind)| *kind == self).map_or("failed", |(name, _)| name)
    }

    /// The kind kept under that word; a word of a newer program is a failure.
    pub(crate) fn named(name: &str) -> Kind {
        Kind::ALL.iter().find(|(known, _)| *known == name).map_or(Kind::Failed, |(_, kind)| *kind)
    }

    fn words(self) -> Words {
        match self {
            Kind::Late => words(
                "The computer player did not answer in time",
                "Počítačový hráč neodpověděl včas",
                "Počítačový hráč neodpovedal včas",
            ),
            Kind::Illegal => words(
                "The computer player named a move that is not legal",
                "Počítačový hráč navrhl nedovolený tah",
                "Počítačový hráč navrhol nedovolený ťah",
            ),
            Kind::Failed => words(
                "The computer player could not choose a move",
                "Počítačový hráč nedokázal vybrat tah",
                "Počítačový hráč nedokázal vybrať ťah",
            ),
            Kind::Panicked => words(
                "The program of the computer player failed",
                "Program počítačového hráče selhal",
                "Program počítačového hráča zlyhal",
            ),
        }
    }
}

/// A fault in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mishap {
    /// The number of moves made before it.
    pub(crate) made: usize,
    pub(crate) who: Player,
    pub(crate) kind: Kind,
    pub(crate) cause: String,
    /// The move that was made instead; `None` if the player is out and the match over.
    pub(crate) instead: Option<String>,
}

impl Mishap {
    /// What people are told.
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        let end = if self.instead.is_some() {
            words(
                "another move was made instead.",
                "místo něj byl proveden náhradní tah.",
                "namiesto neho bol urobený náhradný ťah.",
            )
        } else {
            words(
                "it is disqualified and everybody else has won.",
                "je vyloučen a všichni ostatní vyhráli.",
                "je vylúčený a všetci ostatní vyhrali.",
            )
        };
        format!("{}; {}", self.kind.words().to(lang), end.to(lang))
    }

    /// The header of a record and its text.
    pub(crate) fn header(&self) -> (String, String) {
        let (name, end) = match &self.instead {
            Some(text) => ("fault", format!("'{text}' was made instead")),
            None => ("disqualified", "disqualified".to_string()),
        };
        let text = format!("player {} {} after {} moves; {end}", self.who, self.cause, self.made);
        (name.to_string(), text.replace(char::is_control, " "))
    }
}

/// A log with the faults in it, each before the move that was made instead. Both are from move number `from` on.
pub(crate) fn told(
    log: Vec<(usize, Said)>,
    faults: &[Mishap],
    from: usize,
    lang: Lang,
) -> Vec<(usize, Said)> {
    let mut log = log;
    for fault in faults.iter().filter(|fault| fault.instead.is_some() && fault.made >= from) {
        let at = log.iter().position(|(at, _)| *at > fault.made).unwrap_or(log.len());
        log.insert(at, (fault.made + 1, Said { who: Some(fault.who), text: fault.sentence(lang) }));
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_kept_under_its_own_word_and_told_in_three_languages() {
        for (name, kind) in Kind::ALL {
            assert_eq!((kind.name(), Kind::named(name)), (name, kind));
            let told = [Lang::En, Lang::Cs, Lang::Sk].map(|lang| kind.words().to(lang).to_string());
            assert!(told[0] != told[1] && told[1] != told[2] && told[0] != told[2], "{told:?}");
        }
        assert_eq!(Kind::named("of a newer program"), Kind::Failed);
    }

    #[test]
    fn a_fault_stands_in_the_log_before_the_move_made_instead_and_names_no_card() {
        let said = |text: &str| Said { who: Some(Player(0)), text: text.into() };
        let log = vec![(1, said("a")), (2, said("b")), (3, said("c"))];
        let fault = Mishap {
            made: 1,
            who: Player(1),
            kind: Kind::Illegal,
            cause: "made no legal move: the king of hearts".into(),
            instead: Some("discard HK".into()),
        };
        let with = told(log.clone(), std::slice::from_ref(&fault), 0, Lang::En);
        assert_eq!(with.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [1, 2, 2, 3]);
        assert_eq!(with[1].1.who, Some(Player(1)));
        for lang in [Lang::En, Lang::Cs, Lang::Sk] {
            assert!(!fault.sentence(lang).contains("king") && !fault.sentence(lang).contains("HK"));
        }
        assert_eq!(told(log.clone(), &[fault], 2, Lang::En), log, "what was told before is not told again");
    }
}
