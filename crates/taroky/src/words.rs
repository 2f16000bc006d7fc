//! The players' words in three languages.

use crate::score::{REVEALING, ScoreLine, What};
use crate::state::{Contract, DECK, ITEM_GAME, ITEM_PAGAT, ITEMS, State, said};
use cards::{Card, Hand};
use game::{Lang, Player, Words, words};

/// A contract.
pub(crate) fn contract(contract: Contract) -> Words {
    match contract {
        Contract::Open => words("nothing", "nic", "nič"),
        Contract::First => words("first duty", "první povinnost", "prvá povinnosť"),
        Contract::Second => words("second duty", "druhá povinnost", "druhá povinnosť"),
        Contract::Preferanc => words("Preferanc", "preferanc", "preferanc"),
        Contract::Solo => words("solo", "sólo", "sólo"),
        Contract::Varsava => words("Varšava", "Varšava", "Varšava"),
    }
}

/// Which cards a Preferanc is played with.
pub(crate) fn which_cards(n: u8) -> Words {
    match n {
        1 => words("with first cards", "s prvními kartami", "s prvými kartami"),
        2 => words("with second cards", "s druhými kartami", "s druhými kartami"),
        _ => words("with third cards", "se třetími kartami", "s tretími kartami"),
    }
}

/// An announcement by its bit; the names are the same in Czech and Slovak but for one.
pub(crate) fn announcement(bit: u16) -> Words {
    match bit {
        said::TAROKY => words("Taroky", "Taroky", "Taroky"),
        said::PAGAT => words("Pagát", "Pagát", "Pagát"),
        said::VALAT => words("Valát", "Valát", "Valát"),
        said::TAROCKY => words("Taročky", "Taročky", "Taročky"),
        said::BARVICKY => words("Barvičky", "Barvičky", "Barvičky"),
        said::TRUL => words("Trul", "Trul", "Trul"),
        said::HONERY => words("Honery", "Honery", "Honery"),
        said::BARVY => words("Barvy", "Barvy", "Barvy"),
        _ => words("Royal Honery", "Královské honery", "Kráľovské honery"),
    }
}

/// An item that can be doubled.
pub(crate) fn item(item: usize) -> Words {
    match item {
        ITEM_PAGAT => announcement(said::PAGAT),
        ITEM_GAME => words("the game", "hra", "hra"),
        _ => announcement(said::VALAT),
    }
}

/// A doubling.
pub(crate) fn level(level: u8) -> Words {
    match level {
        0 => words("undoubled", "bez fleku", "bez fleku"),
        1 => words("flek", "flek", "flek"),
        2 => words("kontra flek", "kontra flek", "kontra flek"),
        3 => words("super flek", "super flek", "super flek"),
        _ => words("resub", "resub", "resub"),
    }
}

/// A player in words.
pub(crate) fn player(p: u8, lang: Lang) -> String {
    format!("{} {}", words("player", "hráč", "hráč").to(lang), Player(p & 3))
}

/// Announcements in reading order, joined.
pub(crate) fn announcements(bits: u16, lang: Lang) -> String {
    let order = REVEALING.into_iter().chain([said::PAGAT, said::VALAT]);
    let names: Vec<&str> =
        order.filter(|bit| bits & bit != 0).map(|bit| announcement(bit).to(lang)).collect();
    if names.is_empty() { words("nothing", "nic", "nič").to(lang).to_string() } else { names.join(", ") }
}

/// Fleks on items as they would stand after raising them in `s`.
pub(crate) fn fleks(s: &State, bits: u8, lang: Lang) -> String {
    let on = words("on", "na", "na").to(lang);
    let one = |i: usize| format!("{} {on} {}", level(s.flek[i] + 1).to(lang), accusative(i, lang));
    let parts: Vec<String> = (0..ITEMS).filter(|&i| bits >> i & 1 == 1).map(one).collect();
    parts.join(", ")
}

/// An item after "na".
fn accusative(i: usize, lang: Lang) -> &'static str {
    match (i, lang) {
        (ITEM_GAME, Lang::Cs | Lang::Sk) => "hru",
        (ITEM_PAGAT, Lang::Cs | Lang::Sk) => "Pagáta",
        (_, Lang::Cs | Lang::Sk) => "Valáta",
        _ => item(i).en,
    }
}

/// Cards in words, as players sort them.
pub(crate) fn cards(set: Hand, lang: Lang) -> String {
    let names: Vec<String> = DECK.sorted(set, None).into_iter().map(|card| DECK.words(card, lang)).collect();
    names.join(", ")
}

/// What a card taken is introduced with.
pub(crate) const FROM_TALON: Words = words("from the talon:", "z talonu:", "z talónu:");

/// A card in words.
pub(crate) fn card(card: Card, lang: Lang) -> String {
    DECK.words(card, lang)
}

/// A line of the score sheet.
pub(crate) fn line(s: &State, line: &ScoreLine, lang: Lang) -> String {
    line_of(s, line, &player(line.player, lang), lang)
}

/// The same with a name for its player.
pub(crate) fn line_of(s: &State, line: &ScoreLine, who: &str, lang: Lang) -> String {
    let doubled = if line.level > 0 {
        format!(", {} ×{}", level(line.level).to(lang), 1 << line.level)
    } else {
        String::new()
    };
    let kept = |made: bool| {
        if made { words("made", "uhráno", "uhraté") } else { words("lost", "neuhráno", "neuhraté") }.to(lang)
    };
    let silent = |announced: bool| {
        let text = if announced { words("", "", "") } else { words(" (silent)", " (tichý)", " (tichý)") };
        text.to(lang)
    };
    match line.what {
        What::Game { made, multiplier } => {
            let cards = if s.contract == Contract::Preferanc {
                format!(" {}", which_cards(s.cards).to(lang))
            } else {
                String::new()
            };
            let side = words("bidder's side", "strana vydražitele", "strana vydražiteľa").to(lang);
            let margin = made - 35;
            format!(
                "{}{cards}: {side} {made} : {}, ({made} − 35) × {multiplier}{doubled} = {:+}{}",
                contract(s.contract).to(lang),
                70 - made,
                line.points,
                if margin == 0 && line.points != 0 { words(" (tie)", " (35)", " (35)").to(lang) } else { "" }
            )
        }
        What::Unplayed => {
            format!("{}: {:+}", words("not played out", "bez hry", "bez hry").to(lang), line.points)
        }
        What::GivenUp => {
            format!("{who}: {} {:+}", words("gave up", "vzdáno", "vzdané").to(lang), line.points)
        }
        What::Reveal(bit) => format!("{} ({who}): {:+}", announcement(bit).to(lang), line.points),
        What::Pagat { announced, made } => {
            let name = announcement(said::PAGAT).to(lang);
            format!("{name}{} ({who}), {}{doubled}: {:+}", silent(announced), kept(made), line.points)
        }
        What::Valat { announced, made } => {
            let name = announcement(said::VALAT).to(lang);
            format!("{name}{} ({who}), {}{doubled}: {:+}", silent(announced), kept(made), line.points)
        }
        What::Rounding => {
            format!("{}: {:+}", words("rounding", "zaokrouhlení", "zaokrúhlenie").to(lang), line.points)
        }
        What::Ceiling => format!("{}: {:+}", words("ceiling", "strop", "strop").to(lang), line.points),
        What::Sum if s.side().count_ones() == 1 => format!(
            "{}: {:+} × 3 = {:+}",
            words("the bidder alone against three", "vydražitel sám proti třem", "vydražiteľ sám proti trom")
                .to(lang),
            line.points,
            3 * line.points
        ),
        What::Sum => format!(
            "{}: {:+}",
            words(
                "sum for the bidder's side",
                "celkem pro stranu vydražitele",
                "spolu pre stranu vydražiteľa"
            )
            .to(lang),
            line.points
        ),
        What::Pile { made, cards } => {
            let (points, of) =
                (words("points", "bodů", "bodov").to(lang), words("cards", "karet", "kariet").to(lang));
            format!("{who}: {made} {points} ({cards} {of})")
        }
        What::Pot => {
            format!("{} ({who}): {:+}", words("pot", "pokladnička", "pokladnička").to(lang), line.points)
        }
        What::Settled => format!("{who}: {:+}", line.points),
    }
}
