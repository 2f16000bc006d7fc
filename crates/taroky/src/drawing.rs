//! The table in characters: what was said, the trick with its players around it, the tricks so far, the own hand.

use crate::game::Taroky;
use crate::show::bid_words;
use crate::state::{DECK, Stage, State, owner};
use crate::view::View;
use crate::words;
use cards::Hand;
use game::{Lang, Player, words as three};
use std::fmt::Write;

/// How many tricks of the past are shown.
const TRICKS: usize = 12;

/// Draws what the viewer of `v` sees.
pub(crate) fn draw(game: &Taroky, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> String {
    let s = &v.known;
    let mut out = String::new();
    heading(game, s, lang, &mut out);
    spoken(game, s, lang, &mut out);
    talon(game, v, lang, colour, &mut out);
    for p in 0..4u8 {
        player(game, s, p, who, lang, colour, &mut out);
    }
    tricks(s, lang, colour, &mut out);
    out
}

fn heading(game: &Taroky, s: &State, lang: Lang, out: &mut String) {
    let deal = three("deal", "hra", "hra").to(lang);
    let dealer = three("dealer", "rozdává", "rozdáva").to(lang);
    let scores: Vec<String> = s.scores.iter().map(i32::to_string).collect();
    let _ = writeln!(
        out,
        "{deal} {}/{} · {dealer} {} · {}",
        s.deal + 1,
        game.rules.deals,
        Player(s.dealer),
        scores.join(" : ")
    );
}

fn spoken(game: &Taroky, s: &State, lang: Lang, out: &mut String) {
    if s.stage != Stage::Auction && s.call_count > 0 {
        let calls: Vec<String> = (0..s.call_count.min(16))
            .map(|i| {
                let p = Player((s.forehand() + i) & 3);
                format!("{p} {}", bid_words(s.calls[usize::from(i)], lang))
            })
            .collect();
        let _ = writeln!(out, "{}: {}", three("auction", "dražba", "dražba").to(lang), calls.join(" · "));
    }
    for said in game.said(s, lang) {
        let who = said.who.map_or(String::new(), |p| format!("{}: ", words::player(p.0, lang)));
        let _ = writeln!(out, "{who}{}", said.text);
    }
}

fn talon(game: &Taroky, v: &View, lang: Lang, colour: bool, out: &mut String) {
    let s = &v.known;
    if s.dealt < 54 {
        return;
    }
    let card = |i: usize| {
        let text = if game.talon_seen(v, i) { DECK.ink(s.talon[i], colour) } else { "▒".to_string() };
        match s.owner[i] {
            p if p < 4 => format!("{text}→{}", Player(p)),
            owner::TURNED => format!("({text})"),
            _ => text,
        }
    };
    let cards: Vec<String> = (0..6).map(card).collect();
    let _ = writeln!(out, "{}: {}", three("talon", "talon", "talón").to(lang), cards.join(" "));
}

fn player(game: &Taroky, s: &State, p: u8, who: Option<Player>, lang: Lang, colour: bool, out: &mut String) {
    let hand = s.hands[usize::from(p)];
    let mark = if s.turn == p && !matches!(s.stage, Stage::Deal | Stage::Scored | Stage::Over) {
        "▶"
    } else {
        " "
    };
    let me = if who == Some(Player(p)) { "*" } else { " " };
    let _ = write!(out, "{mark}{me}{}: ", words::player(p, lang));
    let hidden = s.count(p, &game.rules).saturating_sub(hand.len());
    let mut parts = inked(hand, colour);
    if hidden > 0 {
        parts.push(format!("▒×{hidden}"));
    }
    let _ = write!(out, "{}", parts.join(" "));
    let laid = s.laid[usize::from(p)];
    let down = usize::from(s.laid_count[usize::from(p)]).saturating_sub(laid.len());
    if s.laid_count[usize::from(p)] > 0 {
        let mut parts = inked(laid, colour);
        if down > 0 {
            parts.push(format!("▒×{down}"));
        }
        let _ =
            write!(out, "  [{} {}]", three("laid away", "odloženo", "odložené").to(lang), parts.join(" "));
    }
    out.push('\n');
}

fn inked(hand: Hand, colour: bool) -> Vec<String> {
    DECK.sorted(hand, None).into_iter().map(|card| DECK.ink(card, colour)).collect()
}

fn tricks(s: &State, lang: Lang, colour: bool, out: &mut String) {
    let count = usize::from(s.played).div_ceil(4);
    for trick in count.saturating_sub(TRICKS)..count {
        let cards = &s.plays[trick * 4..usize::from(s.played).min(trick * 4 + 4)];
        let _ = write!(out, "{} {:>2}: ", three("trick", "štych", "štich").to(lang), trick + 1);
        for (i, &card) in cards.iter().enumerate() {
            let p = Player((s.leader(trick) + i as u8) & 3);
            let _ = write!(out, "{p} {}  ", DECK.ink(card, colour));
        }
        if cards.len() == 4 {
            let _ = write!(out, "→ {}", Player(s.takers[trick] & 3));
            if trick < 6 && s.owner[trick] == owner::TURNED {
                let _ = write!(out, " (+{})", DECK.ink(s.talon[trick], colour));
            }
        }
        out.push('\n');
    }
}
