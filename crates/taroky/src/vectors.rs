//! Checks a vector: a deal with what was called, laid away and played, the number of legal cards at each play, who took
//! the tricks, the announcements, the lines of the score and the settlement, as JSON on one line. Bids are not checked:
//! vectors are random play, and their bidder of a second duty need not hold the Pagát.

use crate::game::Taroky;
use crate::score::{What, points, sheet, side_pile};
use crate::state::{
    Contract, DECK, ITEM_GAME, ITEM_PAGAT, ITEM_VALAT, Move, Stage, State, owner, revealing, said,
};
use cards::vector::{Value, VectorError};
use cards::{Card, Hand};
use game::{Game, play};

/// Checks one line by the thesis preset.
///
/// # Errors
/// The first difference, as a sentence.
pub fn check(line: &str) -> Result<(), VectorError> {
    check_with(&Taroky::default(), &Value::parse(line)?)
}

/// Checks a vector already read by the thesis preset.
///
/// # Errors
/// The first difference, as a sentence.
pub fn check_value(vector: &Value) -> Result<(), VectorError> {
    check_with(&Taroky::default(), vector)
}

/// Checks a vector already read, under any rules.
///
/// # Errors
/// The first difference, as a sentence.
pub fn check_with(game: &Taroky, vector: &Value) -> Result<(), VectorError> {
    let mut s = table(game, vector)?;
    lay(game, &mut s, vector)?;
    announced(&mut s, vector)?;
    doubled(&mut s, vector)?;
    s.stage = Stage::Play;
    s.turn = s.forehand();
    played(game, &mut s, vector)?;
    scored(game, &s, vector)
}

fn player(vector: &Value, name: &str) -> Result<u8, VectorError> {
    match vector.int_of(name)? {
        p @ 0..=3 => Ok(p as u8),
        p => Err(format!("field '{name}' must be a player from 0 to 3, not {p}").into()),
    }
}

fn card(value: &Value) -> Result<Card, VectorError> {
    let name = value.text().ok_or("a card must be a text")?;
    DECK.card(name).ok_or_else(|| format!("'{name}' is not a card").into())
}

fn hands(vector: &Value, name: &str) -> Result<[Vec<Card>; 4], VectorError> {
    let lists = vector.list_of(name)?;
    if lists.len() != 4 {
        return Err(format!("field '{name}' must hold four lists").into());
    }
    let mut hands: [Vec<Card>; 4] = Default::default();
    for (hand, list) in hands.iter_mut().zip(lists) {
        *hand = list.list().iter().map(card).collect::<Result<_, _>>()?;
    }
    Ok(hands)
}

/// The deal and the contract, up to the talon.
fn table(game: &Taroky, vector: &Value) -> Result<State, VectorError> {
    let mut s = State::fresh(0, (player(vector, "forehand")? + 3) & 3, [0; 4], 0);
    s.bidder = player(vector, "bidder")?;
    s.dealt = 54;
    let mut all = Hand::EMPTY;
    for (p, hand) in hands(vector, "deal")?.iter().enumerate() {
        s.hands[p] = hand.iter().copied().collect();
        all = all.or(s.hands[p]);
        if s.hands[p].len() != 12 {
            return Err(format!("player {p} is dealt {} different cards, not 12", s.hands[p].len()).into());
        }
    }
    let talon: Vec<Card> = vector.list_of("talon")?.iter().map(card).collect::<Result<_, _>>()?;
    if talon.len() != 6 || all.or(talon.iter().copied().collect()) != DECK.cards() {
        return Err("hands and talon are not the 54 cards".into());
    }
    s.talon.copy_from_slice(&talon);
    let kind = vector.text_of("kind")?.to_lowercase();
    (s.contract, s.cards) = match kind.as_str() {
        "first" => (Contract::First, 0),
        "second" => (Contract::Second, 0),
        "pref1" => (Contract::Preferanc, 1),
        "pref2" => (Contract::Preferanc, 2),
        "pref3" => (Contract::Preferanc, 3),
        "solo" => (Contract::Solo, 0),
        "varsava" => (Contract::Varsava, 0),
        _ => return Err(format!("unknown kind '{kind}'").into()),
    };
    if s.duty() {
        s.called = card(vector.field("called").ok_or("field 'called' is missing")?)?;
        let due = State::due_call(s.hands[usize::from(s.bidder)]);
        if !game.rules.free_call && due != s.called {
            return Err(
                format!("the bidder calls {}, the vector {}", DECK.name(due), DECK.name(s.called)).into()
            );
        }
        let called = s.called;
        game.apply(&mut s, Move::Call(called));
    } else if s.contract == Contract::Preferanc {
        let first = if s.cards == 2 { 3 } else { 0 };
        for i in 0..6 {
            let held = (first..first + 3).contains(&i);
            s.owner[i] = if held { s.bidder } else { owner::AWAY };
            if held {
                s.hands[usize::from(s.bidder)].add(s.talon[i]);
            }
        }
    } else if s.contract == Contract::Solo {
        s.owner = [owner::AWAY; 6];
    }
    if let Some(partner) = vector.field("partner").and_then(Value::int) {
        let holder = s.holder().map_or(-1, i64::from);
        let alone = holder == i64::from(s.bidder);
        if holder != partner && !(alone && partner < 0) {
            return Err(format!("the partner is {holder}, the vector says {partner}").into());
        }
    }
    Ok(s)
}

fn lay(game: &Taroky, s: &mut State, vector: &Value) -> Result<(), VectorError> {
    if vector.field("discards").is_none() {
        return Ok(());
    }
    for (p, cards) in hands(vector, "discards")?.into_iter().enumerate() {
        for card in cards {
            (s.stage, s.turn) = (Stage::Lay, p as u8);
            if !game.layable(s).has(card) {
                return Err(format!("player {p} may not lay away {}", DECK.name(card)).into());
            }
            s.hands[p].remove(card);
            s.laid[p].add(card);
            s.laid_count[p] += 1;
        }
        if s.hands[p].len() != 12 {
            return Err(format!("player {p} holds {} cards after laying away", s.hands[p].len()).into());
        }
    }
    Ok(())
}

/// The bit of an announcement by its name in vectors, in any case.
fn bit_of(name: &str) -> Option<u16> {
    let name = name.to_lowercase();
    Some(match name.as_str() {
        "taroky" => said::TAROKY,
        "tarocky" | "taročky" => said::TAROCKY,
        "barvicky" | "barvičky" => said::BARVICKY,
        "barvy" => said::BARVY,
        "trul" => said::TRUL,
        "honery" => said::HONERY,
        _ if name.starts_with("kr") => said::KRALOVSKE,
        _ if name.starts_with("pag") => said::PAGAT,
        _ if name.starts_with("val") => said::VALAT,
        _ => return None,
    })
}

fn announced(s: &mut State, vector: &Value) -> Result<(), VectorError> {
    if s.contract == Contract::Varsava {
        return Ok(());
    }
    for p in 0..4 {
        s.said[p] = revealing(s.hands[p]);
    }
    let lists = vector.field("revealing").map_or(&[][..], Value::list);
    for (p, list) in lists.iter().enumerate().take(4) {
        let mut told = 0;
        for item in list.list() {
            let name = item.list().first().and_then(Value::text).or(item.text()).unwrap_or("");
            told |= bit_of(name).ok_or_else(|| format!("unknown announcement '{name}'"))?;
        }
        if told != s.said[p] {
            return Err(format!("player {p} announces {:#b}, the vector says {told:#b}", s.said[p]).into());
        }
    }
    if s.contract == Contract::Second {
        s.said[usize::from(s.bidder)] |= said::PAGAT;
    }
    for item in vector.field("binding").map_or(&[][..], Value::list) {
        let (name, p, level) = binding(item)?;
        let bit = bit_of(&name).ok_or_else(|| format!("unknown announcement '{name}'"))?;
        if bit != said::PAGAT || s.contract != Contract::Second {
            s.said[usize::from(p)] |= bit;
        }
        s.flek[if bit == said::PAGAT { ITEM_PAGAT } else { ITEM_VALAT }] = level;
    }
    Ok(())
}

/// A binding announcement: `["Pagat", player, level]`, `"Pagat@player"`, or an object with such fields.
fn binding(item: &Value) -> Result<(String, u8, u8), VectorError> {
    let fault = || "a binding announcement must name itself, its player and its doublings".to_string();
    let (name, player, level) = match item {
        Value::List(parts) => {
            // A price may stand between the player and the doublings; no doubling is as large as a price.
            let mut numbers = parts.iter().filter_map(Value::int);
            let name = parts.iter().find_map(Value::text).unwrap_or("").to_string();
            (name, numbers.next(), numbers.find(|n| (0..=4).contains(n)))
        }
        Value::Object(fields) => {
            let number = |names: &[&str]| {
                fields.iter().find(|(key, _)| names.contains(&key.as_str())).and_then(|(_, v)| v.int())
            };
            let name = fields.iter().find_map(|(_, v)| v.text()).unwrap_or("").to_string();
            (name, number(&["player", "seat", "owner", "who"]), number(&["level", "flek", "flek_level"]))
        }
        Value::Text(text) => {
            let (name, p) = text.split_once('@').ok_or_else(fault)?;
            (name.to_string(), p.parse().ok(), None)
        }
        _ => return Err(fault().into()),
    };
    match (player, level.unwrap_or(0)) {
        (Some(p @ 0..=3), level @ 0..=4) => Ok((name, p as u8, level as u8)),
        _ => Err(fault().into()),
    }
}

fn doubled(s: &mut State, vector: &Value) -> Result<(), VectorError> {
    let fields =
        [("game_flek_level", ITEM_GAME), ("pagat_flek_level", ITEM_PAGAT), ("valat_flek_level", ITEM_VALAT)];
    for (name, item) in fields {
        match vector.field(name).and_then(Value::int) {
            None => {}
            Some(level @ 0..=4) => s.flek[item] = level as u8,
            Some(level) => return Err(format!("field '{name}' is {level}, more than any doubling").into()),
        }
    }
    Ok(())
}

fn played(game: &Taroky, s: &mut State, vector: &Value) -> Result<(), VectorError> {
    let plays: Vec<Card> = vector.list_of("plays")?.iter().map(card).collect::<Result<_, _>>()?;
    let counts = vector.ints_of("legal_counts")?;
    let winners = vector.ints_of("winners")?;
    if plays.len() != 48 || counts.len() != 48 || winners.len() != 12 {
        return Err("a vector has 48 plays, 48 counts and 12 winners".into());
    }
    for (i, &card) in plays.iter().enumerate() {
        let legal = game.playable(s).len() as i64;
        if legal != counts[i] {
            return Err(format!("play {}: {legal} legal cards, the vector says {}", i + 1, counts[i]).into());
        }
        play(game, s, Move::Play(card))
            .map_err(|_| format!("play {}: player {} may not play {}", i + 1, s.turn, DECK.name(card)))?;
        let taker = i64::from(s.takers[i / 4]);
        if i % 4 == 3 && taker != winners[i / 4] {
            return Err(
                format!("trick {}: taken by {taker}, the vector says {}", i / 4 + 1, winners[i / 4]).into()
            );
        }
    }
    Ok(())
}

fn scored(game: &Taroky, s: &State, vector: &Value) -> Result<(), VectorError> {
    let same = |name: &str, mine: i64| match vector.field(name).and_then(Value::int) {
        Some(theirs) if theirs != mine => {
            Err(VectorError::from(format!("{name} is {mine}, the vector says {theirs}")))
        }
        _ => Ok(()),
    };
    let sheet = sheet(&game.rules, s);
    if s.contract == Contract::Varsava {
        let mine = s.piles().map(|pile| i64::from(points(pile)));
        let theirs = vector.ints_of("points")?;
        if mine[..] != theirs[..] {
            return Err(format!("points are {mine:?}, the vector says {theirs:?}").into());
        }
        let most = mine.iter().max().copied().unwrap_or(0);
        let losers: Vec<i64> = (0..4).filter(|&p| mine[p as usize] == most).collect();
        if vector.field("losers").is_some() && losers != vector.ints_of("losers")? {
            return Err(format!("the losers are {losers:?}, the vector says otherwise").into());
        }
    } else {
        same("bidder_points", i64::from(points(side_pile(s, s.side()))))?;
        parts(&sheet, vector)?;
        same("W", i64::from(sheet.sum().unwrap_or(0)))?;
    }
    let (mine, theirs) = (sheet.result.map(i64::from), vector.ints_of("delta")?);
    if mine[..] != theirs[..] {
        return Err(format!("the settlement is {mine:?}, the vector says {theirs:?}").into());
    }
    Ok(())
}

/// The lines of the score, whatever their order.
fn parts(sheet: &crate::Sheet, vector: &Value) -> Result<(), VectorError> {
    let Some(list) = vector.field("parts") else { return Ok(()) };
    let kind = |name: &str| bit_of(name.split('@').next().unwrap_or("")).unwrap_or(0);
    let mut theirs: Vec<(u16, i64)> = Vec::new();
    for part in list.list() {
        let (name, value) = match part.list() {
            [name, value] => (name.text().unwrap_or(""), value.int().unwrap_or(0)),
            _ => return Err("a part must be a name and a number".into()),
        };
        theirs.push((kind(name), value));
    }
    let line = |line: &crate::ScoreLine| {
        let bit = match line.what {
            What::Game { .. } => 0,
            What::Reveal(bit) => bit,
            What::Pagat { .. } => said::PAGAT,
            What::Valat { .. } => said::VALAT,
            _ => return None,
        };
        Some((bit, i64::from(line.points)))
    };
    let mut mine: Vec<(u16, i64)> = sheet.lines().iter().filter_map(line).collect();
    mine.sort_unstable();
    theirs.sort_unstable();
    if mine != theirs {
        return Err(format!("the parts of the score are {mine:?}, the vector says {theirs:?}").into());
    }
    Ok(())
}
