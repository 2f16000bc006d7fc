//! What a match says to people, in three languages. Every saying has a kind, so that programs need not read the words.

use crate::arm::drive::ArmError;
use crate::eye::{Difference, NO_PICTURE, spoken};
use game::{Lang, Player, Reason, Scene};

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saying {
    /// What it is about.
    pub kind: &'static str,
    /// The words.
    pub text: Reason,
}

impl Saying {
    /// The words in one language.
    pub fn to(&self, lang: Lang) -> &str {
        self.text.to(lang)
    }
}

fn saying(kind: &'static str, en: String, cs: String, sk: String) -> Saying {
    Saying { kind, text: Reason { en, cs, sk } }
}

pub(crate) fn connected(version: &str) -> Saying {
    saying(
        "connected",
        format!("The arm answers: {version}."),
        format!("Rameno odpovídá: {version}."),
        format!("Rameno odpovedá: {version}."),
    )
}

pub(crate) fn trouble(error: &ArmError) -> Saying {
    let (cs, sk) = match error {
        ArmError::Line(e) => (
            format!("spojení s ramenem se přerušilo ({e})"),
            format!("spojenie s ramenom sa prerušilo ({e})"),
        ),
        ArmError::Silent => (
            "řídicí deska neodpovídá: je zapnutá?".to_string(),
            "riadiaca doska neodpovedá: je zapnutá?".to_string(),
        ),
        ArmError::Answer(cause) => (
            format!("deska odpověděla něco jiného ({cause})"),
            format!("doska odpovedala niečo iné ({cause})"),
        ),
        ArmError::Stalled => (
            "rameno nedojelo včas: něco mu stojí v cestě, nebo se zaseklo servo".to_string(),
            "rameno nedošlo včas: niečo mu stojí v ceste, alebo sa zaseklo servo".to_string(),
        ),
        ArmError::Stopped => {
            ("bylo stisknuto nouzové zastavení".to_string(), "bolo stlačené núdzové zastavenie".to_string())
        }
        ArmError::Hand => ("nad stolem zůstala ruka".to_string(), "nad stolom zostala ruka".to_string()),
        ArmError::Limit { pulse, .. } => {
            (format!("servo nesmí na {pulse} µs"), format!("servo nesmie na {pulse} µs"))
        }
    };
    saying(
        "trouble",
        format!("The arm stopped: {error}. See to it, then continue."),
        format!("Rameno se zastavilo: {cs}. Dejte to do pořádku a pokračujte."),
        format!("Rameno sa zastavilo: {sk}. Dajte to do poriadku a pokračujte."),
    )
}

pub(crate) fn chance(event: &str) -> Saying {
    saying(
        "chance",
        format!("Chance brings {event}."),
        format!("Náhoda: {event}."),
        format!("Náhoda: {event}."),
    )
}

pub(crate) fn helped(incident: &str) -> Saying {
    saying(
        "helped",
        format!("The computer player failed ({incident}); the first legal move is made instead."),
        format!("Počítačový hráč selhal ({incident}); táhne se první povolený tah."),
        format!("Počítačový hráč zlyhal ({incident}); ťahá sa prvý povolený ťah."),
    )
}

pub(crate) fn moves(label: &str) -> Saying {
    saying(
        "moves",
        format!("The computer moves: {label}."),
        format!("Počítač táhne: {label}."),
        format!("Počítač ťahá: {label}."),
    )
}

pub(crate) fn unable(cause: &str) -> Saying {
    saying(
        "unable",
        format!("The arm cannot do this: {cause}."),
        format!("Tohle rameno nedokáže: {cause}."),
        format!("Toto rameno nedokáže: {cause}."),
    )
}

pub(crate) fn carry(kind: &str, from: &str, to: &str) -> Saying {
    saying(
        "carry",
        format!("Please carry {kind} from {from} to {to}."),
        format!("Přeneste prosím {kind} z {from} na {to}."),
        format!("Preneste prosím {kind} z {from} na {to}."),
    )
}

pub(crate) fn turn_over(list: &[(String, String)]) -> Saying {
    let text: Vec<String> = list.iter().map(|(at, kind)| format!("{at} → {kind}")).collect();
    let text = text.join(", ");
    saying(
        "turn",
        format!("Please turn over: {text}."),
        format!("Obraťte prosím: {text}."),
        format!("Obráťte prosím: {text}."),
    )
}

pub(crate) fn hand() -> Saying {
    saying(
        "hand",
        "A hand is over the table; I wait.".into(),
        "Nad stolem je ruka; čekám.".into(),
        "Nad stolom je ruka; čakám.".into(),
    )
}

pub(crate) fn unclear(why: &Reason) -> Saying {
    saying(
        "unclear",
        format!("I cannot read the table: {}.", why.en),
        format!("Stůl se mi nedaří přečíst: {}.", why.cs),
        format!("Stôl sa mi nedarí prečítať: {}.", why.sk),
    )
}

pub(crate) fn no_eye(cause: &str) -> Saying {
    let [cs, sk] = match cause.starts_with(NO_PICTURE) {
        true => [
            "z kamery nepřišel obrázek, otevřete stránku ramene a dovolte jí kameru",
            "z kamery neprišiel obrázok, otvorte stránku ramena a dovoľte jej kameru",
        ],
        false => [cause; 2],
    };
    saying(
        "no-eye",
        format!("I do not see the table: {cause}. See to it, then continue."),
        format!("Nevidím na stůl: {cs}. Dejte to do pořádku a pokračujte."),
        format!("Nevidím na stôl: {sk}. Dajte to do poriadku a pokračujte."),
    )
}

pub(crate) fn again(list: &[Difference], scene: &Scene) -> Saying {
    let [en, cs, sk] = spoken(list, scene);
    saying(
        "again",
        format!("The table is not as it should be ({en}); the arm tries again."),
        format!("Na stole to nesouhlasí ({cs}); rameno to zkusí znovu."),
        format!("Na stole to nesúhlasí ({sk}); rameno to skúsi znova."),
    )
}

pub(crate) fn put_right(list: &[Difference], scene: &Scene) -> Saying {
    let [en, cs, sk] = spoken(list, scene);
    saying(
        "put-right",
        format!("Please put the table right: {en}."),
        format!("Opravte to prosím na stole: {cs}."),
        format!("Opravte to prosím na stole: {sk}."),
    )
}

pub(crate) fn your_turn(p: Player) -> Saying {
    saying(
        "your-turn",
        format!("Player {p}, make your move."),
        format!("Hráči {p}, táhněte."),
        format!("Hráč {p}, ťahajte."),
    )
}

pub(crate) fn read(label: &str) -> Saying {
    saying(
        "read",
        format!("I read: {label}."),
        format!("Přečetl jsem: {label}."),
        format!("Prečítal som: {label}."),
    )
}

pub(crate) fn unchanged() -> Saying {
    saying(
        "unchanged",
        "Nothing has changed on the table. Make your move.".into(),
        "Na stole se nic nezměnilo. Táhněte.".into(),
        "Na stole sa nič nezmenilo. Ťahajte.".into(),
    )
}

pub(crate) fn illegal(why: &Reason) -> Saying {
    saying(
        "illegal",
        format!("I do not understand this move: {}. Put it right, or take it back.", why.en),
        format!("Tomuto tahu nerozumím: {}. Opravte ho, nebo vraťte.", why.cs),
        format!("Tomuto ťahu nerozumiem: {}. Opravte ho, alebo vráťte.", why.sk),
    )
}
