//! What the camera has to say, in English, Czech and Slovak. Names of places and pieces stand beside the sentence, in their basic form, so that
//! no language has to decline words it does not know.

use super::board::Board;
use super::explain::{Change, Doubt, Verdict};
use super::look::Why;
use game::{Reason, Scene};

/// Joins sentences of three languages.
fn joined(parts: Vec<Reason>) -> Reason {
    let list = |pick: fn(&Reason) -> &String| parts.iter().map(pick).cloned().collect::<Vec<_>>().join("; ");
    Reason { en: list(|r| &r.en), cs: list(|r| &r.cs), sk: list(|r| &r.sk) }
}

fn reason(en: String, cs: String, sk: String) -> Reason {
    Reason { en, cs, sk }
}

/// A spot that changed, in words.
pub fn change(c: Change, board: &Board, scene: &Scene) -> Reason {
    let at = &board.spots[c.spot].name;
    let label = |colour: usize| board.label(colour, scene);
    match (c.was, c.is) {
        (Some(was), None) => {
            let was = label(was);
            reason(
                format!("{at}: {was} is missing"),
                format!("{at}: chybí {was}"),
                format!("{at}: chýba {was}"),
            )
        }
        (None, Some(is)) => {
            let is = label(is);
            reason(
                format!("{at}: {is} lies there now"),
                format!("{at}: leží tu navíc {is}"),
                format!("{at}: leží tu navyše {is}"),
            )
        }
        (Some(was), Some(is)) => {
            let (was, is) = (label(was), label(is));
            reason(
                format!("{at}: {is} instead of {was}"),
                format!("{at}: leží tu {is}, čeká se {was}"),
                format!("{at}: leží tu {is}, čaká sa {was}"),
            )
        }
        (None, None) => {
            reason(format!("{at}: as before"), format!("{at}: beze změny"), format!("{at}: bez zmeny"))
        }
    }
}

/// A doubt in words, with what helps.
pub fn doubt(d: Doubt, board: &Board, scene: &Scene) -> Reason {
    let name = |spot: usize| &board.spots[spot].name;
    let label = |colour: usize| board.label(colour, scene);
    match d {
        Doubt::Spot(spot, why) => spot_doubt(name(spot), why, &label),
        Doubt::Between(spot, colour) => {
            let (at, what) = (name(spot), label(colour));
            reason(
                format!("{what} lies between places, nearest to {at}: move it to the middle of its place"),
                format!("{what}: leží mezi místy, nejblíž k {at}; posuňte na střed místa"),
                format!("{what}: leží medzi miestami, najbližšie k {at}; posuňte na stred miesta"),
            )
        }
        Doubt::Large(spot, colour) => {
            let (at, what) = (name(spot), label(colour));
            reason(
                format!(
                    "near {at} something too large has the colour of {what}: two pieces together, or no piece"
                ),
                format!("{at}: příliš velká plocha v barvě „{what}“ – dvě figurky u sebe, nebo cizí předmět"),
                format!(
                    "{at}: príliš veľká plocha vo farbe „{what}“ – dve figúrky pri sebe, alebo cudzí predmet"
                ),
            )
        }
        Doubt::Dark(spot) => {
            let at = name(spot);
            reason(
                format!("{at} is too dark to tell that it is empty: a shadow, or something grey lies on it"),
                format!(
                    "{at}: příliš tmavé místo, nelze poznat, zda je prázdné – stín, nebo na něm leží něco šedého"
                ),
                format!(
                    "{at}: príliš tmavé miesto, nedá sa zistiť, či je prázdne – tieň, alebo na ňom leží niečo sivé"
                ),
            )
        }
    }
}

fn spot_doubt(at: &str, why: Why, label: &dyn Fn(usize) -> String) -> Reason {
    match why {
        Why::Outside => reason(
            format!("{at} lies outside the picture: turn the camera or mark the corners again"),
            format!("{at}: místo je mimo obraz; natočte kameru nebo znovu označte rohy"),
            format!("{at}: miesto je mimo obrazu; natočte kameru alebo znova označte rohy"),
        ),
        Why::Covered => reason(
            format!("{at} is hidden by something that is neither a piece nor the board"),
            format!("{at}: místo zakrývá něco, co není figurka ani deska"),
            format!("{at}: miesto zakrýva niečo, čo nie je figúrka ani doska"),
        ),
        Why::Partly(colour) => {
            let what = label(colour);
            reason(
                format!(
                    "{at}: only a part shows the colour of {what} – beside its place, hidden, or the light has changed"
                ),
                format!(
                    "{at}: barva „{what}“ je vidět jen zčásti – figurka leží vedle, je zakrytá, nebo se změnilo světlo"
                ),
                format!(
                    "{at}: farbu „{what}“ vidno len sčasti – figúrka leží vedľa, je zakrytá, alebo sa zmenilo svetlo"
                ),
            )
        }
        Why::Two(a, b) => {
            let (a, b) = (label(a), label(b));
            reason(
                format!("{at}: two pieces on one place ({a}, {b})"),
                format!("{at}: dvě figurky na jednom místě ({a}, {b})"),
                format!("{at}: dve figúrky na jednom mieste ({a}, {b})"),
            )
        }
    }
}

/// A verdict in words; moves are named by `labels`. Long lists are cut.
pub fn verdict(v: &Verdict, board: &Board, scene: &Scene, labels: &dyn Fn(usize) -> String) -> Reason {
    const SHOWN: usize = 4;
    match v {
        Verdict::Same => reason(
            "the table looks as before".into(),
            "stůl vypadá stejně jako předtím".into(),
            "stôl vyzerá rovnako ako predtým".into(),
        ),
        Verdict::Move { choice, .. } => {
            let m = labels(*choice);
            reason(format!("move seen: {m}"), format!("viděný tah: {m}"), format!("videný ťah: {m}"))
        }
        Verdict::Hand { .. } => reason(
            "a hand or another thing is over the board: waiting until it is gone".into(),
            "nad deskou je ruka nebo jiný předmět: čekám, až zmizí".into(),
            "nad doskou je ruka alebo iný predmet: čakám, kým zmizne".into(),
        ),
        Verdict::Ambiguous { first, second } => {
            let (a, b) = (labels(*first), labels(*second));
            reason(
                format!(
                    "two moves explain the picture almost equally well: {a} or {b}; straighten the pieces"
                ),
                format!("obraz téměř stejně dobře vysvětlují dva tahy: {a}, nebo {b}; srovnejte figurky"),
                format!("obraz takmer rovnako dobre vysvetľujú dva ťahy: {a}, alebo {b}; zarovnajte figúrky"),
            )
        }
        Verdict::Impossible { changes, nearest } => {
            let list =
                |c: &[Change]| joined(c.iter().take(SHOWN).map(|&c| change(c, board, scene)).collect());
            let what = list(changes);
            let mut out = reason(
                format!("no legal move leads here ({})", what.en),
                format!("sem nevede žádný povolený tah ({})", what.cs),
                format!("sem nevedie žiadny povolený ťah ({})", what.sk),
            );
            if let Some((choice, wrong)) = nearest {
                let (m, wrong) = (labels(*choice), list(wrong));
                out.en += &format!(". The nearest one is {m}, but {}", wrong.en);
                out.cs += &format!(". Nejblíž je tah {m}, ale: {}", wrong.cs);
                out.sk += &format!(". Najbližšie je ťah {m}, ale: {}", wrong.sk);
            }
            out
        }
        Verdict::Unclear { doubts } if doubts.is_empty() => reason(
            "the picture is not clear enough".into(),
            "obraz není dost jasný".into(),
            "obraz nie je dosť jasný".into(),
        ),
        Verdict::Unclear { doubts } => {
            joined(doubts.iter().take(SHOWN).map(|&d| doubt(d, board, scene)).collect())
        }
    }
}
