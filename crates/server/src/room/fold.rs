//! Folds the log of a deal into one line. A deal is many chance events, one for each card; a reader wants to know what was
//! dealt, not to read it card by card. Everything that was told stays, in the order it was told first.

use game::{Lang, Said, words};

/// At least this many chance events in a row are a deal.
const DEAL: usize = 4;

/// The same log with every run of chance events as one entry.
pub fn folded(told: Vec<(usize, Said)>, lang: Lang) -> Vec<(usize, Said)> {
    let mut out: Vec<(usize, Said)> = Vec::new();
    let mut run: Vec<String> = Vec::new();
    let mut upto = 0;
    for (at, said) in told {
        if said.who.is_none() {
            run.push(said.text);
            upto = at;
            continue;
        }
        out.extend(line(std::mem::take(&mut run), lang).map(|said| (upto, said)));
        out.push((at, said));
    }
    out.extend(line(run, lang).map(|said| (upto, said)));
    out
}

fn line(run: Vec<String>, lang: Lang) -> Option<Said> {
    let dealt = run.len() >= DEAL;
    let mut parts: Vec<(String, usize)> = Vec::new();
    for text in run {
        match parts.iter_mut().find(|part| part.0 == text) {
            Some(part) => part.1 += 1,
            None => parts.push((text, 1)),
        }
    }
    // "gets ♥7, gets ♥8" is "gets ♥7, ♥8", and "your cards: ♥7, your cards: ♥8" is "your cards: ♥7, ♥8".
    let plain = parts.iter().all(|part| !part.0.contains([':', '+', '→']));
    let head = match parts.as_slice() {
        [first, _, ..] if plain => first.0.split_once(' ').map(|(verb, _)| format!("{verb} ")),
        [first, _, ..] => first.0.split_once(": ").map(|(head, _)| format!("{head}: ")),
        _ => None,
    };
    let shared =
        head.filter(|head| parts.iter().all(|part| part.0.starts_with(head.as_str()))).unwrap_or_default();
    let told: Vec<String> = parts
        .iter()
        .map(|(text, times)| {
            let text = &text[shared.len()..];
            if *times > 1 { format!("{text} × {times}") } else { text.to_string() }
        })
        .collect();
    let told = if shared.is_empty() { gathered(told) } else { told };
    // A part that names what it tells of ("your cards: …") needs no head.
    let deal = words("Dealt: ", "Rozdáno: ", "Rozdané: ").to(lang);
    let bare = !told.iter().all(|part| part.contains(": "));
    let head = if dealt && shared.is_empty() && bare { deal } else { shared.as_str() };
    let between = if bare || !shared.is_empty() { ", " } else { "; " };
    (!told.is_empty()).then(|| Said { who: None, text: format!("{head}{}", told.join(between)) })
}

/// Parts that begin alike ("your cards: ♥7") told once, at the place of the first, with everything that follows.
fn gathered(told: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for part in told {
        let head = part.split_once(": ").map(|(head, rest)| (format!("{head}: "), rest));
        let same = head.as_ref().and_then(|(head, _)| out.iter_mut().find(|o| o.starts_with(head.as_str())));
        match (same, &head) {
            (Some(first), Some((_, rest))) => *first += &format!(", {rest}"),
            _ => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Player;

    fn told(list: &[(Option<u8>, &str)]) -> Vec<String> {
        let said = |&(who, text): &(Option<u8>, &str)| Said { who: who.map(Player), text: text.into() };
        let told = list.iter().enumerate().map(|(i, entry)| (i + 1, said(entry))).collect();
        folded(told, Lang::Cs).into_iter().map(|(_, said)| said.text).collect()
    }

    #[test]
    fn a_deal_is_one_line_and_everything_told_is_in_it() {
        let deal = [
            (None, "XXI"),
            (None, "hráč 2: karta"),
            (None, "hráč 2: karta"),
            (None, "král"),
            (Some(0), "první"),
        ];
        assert_eq!(told(&deal), ["Rozdáno: XXI, hráč 2: karta × 2, král", "první"]);
        let gets = [(None, "dostává ♥7"), (None, "dostává ♥8"), (None, "dostává ♠K"), (None, "dostává ♣9")];
        assert_eq!(told(&gets), ["dostává ♥7, ♥8, ♠K, ♣9"]);
        let yours = [(None, "tvoje karty: ♥7"), (None, "tvoje karty: ♥8"), (Some(1), "pas")];
        assert_eq!(told(&yours), ["tvoje karty: ♥7, ♥8", "pas"]);
        let turned = [
            (None, "tvoje karty: ♥7"),
            (None, "tvoje karty: ♥8"),
            (None, "trumfová karta: ♠K"),
            (None, "tvoje karty: ♣9"),
        ];
        assert_eq!(told(&turned), ["tvoje karty: ♥7, ♥8, ♣9; trumfová karta: ♠K"]);
        let piles =
            [(None, "pile 1 + ♥7"), (None, "pile 2 + ♥8"), (None, "pile 3 + ♠K"), (None, "pile 4 + ♣9")];
        assert_eq!(told(&piles), ["Rozdáno: pile 1 + ♥7, pile 2 + ♥8, pile 3 + ♠K, pile 4 + ♣9"]);
    }

    #[test]
    fn a_throw_between_moves_stays_as_it_is() {
        assert_eq!(told(&[(Some(0), "a"), (None, "6"), (Some(1), "b"), (None, "2")]), ["a", "6", "b", "2"]);
        assert_eq!(told(&[]), Vec::<String>::new());
    }
}
