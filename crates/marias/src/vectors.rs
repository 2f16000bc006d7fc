//! Checking a deal played elsewhere: one JSON object with the hands, the talon, the contract, the cards played, how many
//! cards were legal at each play, who took the tricks, the points, the marriages and the lines of the score sheet.
//!
//! Vectors come from random play that knows no duty to keep an announced seven; a contract may even name a seven its
//! player does not hold. They are checked with `keep_seven=no` and `sto_marriage=highest`. Words may be written in any
//! case; without a trump suit and a contract only the play is checked.

use crate::contract::{Contract, Main, PACK, Sevens};
use crate::play::law;
use crate::sheet::czech;
use crate::show::DECK;
use crate::state::{Move, Phase, State, after};
use crate::{Marias, Part};
use cards::vector::{Value, VectorError};
use cards::{Card, Suit};
use game::Game;

/// Replays one line.
///
/// # Errors
/// The first difference, or what is wrong with the line.
pub fn check(line: &str) -> Result<(), VectorError> {
    let vector = Value::parse(line)?;
    check_value(&vector)
}

/// Replays one object.
///
/// # Errors
/// The first difference, or what is wrong with the object.
pub fn check_value(vector: &Value) -> Result<(), VectorError> {
    let declarer = vector.int_of("declarer")?;
    if !(0..3).contains(&declarer) {
        return Err(format!("declarer {declarer} is not a player from 0 to 2").into());
    }
    let game = Marias::voleny("keep_seven=no&sto_marriage=highest")?;
    let mut s = State::new((declarer as u8 + 2) % 3);
    deal(&mut s, vector)?;
    contract(&mut s, vector)?;
    doublings(&mut s, vector)?;
    game.open_play(&mut s);
    replay(&game, &mut s, vector)?;
    compare(&s, vector)
}

fn deal(s: &mut State, vector: &Value) -> Result<(), VectorError> {
    let hands = vector.list_of("deal")?;
    if hands.len() != 3 {
        return Err(format!("deal: {} hands, not 3", hands.len()).into());
    }
    for (p, hand) in hands.iter().enumerate() {
        s.hands[p] = cards_of(hand)?.into_iter().collect();
        if s.hands[p].len() != 10 || hand.list().len() != 10 {
            return Err(format!("deal: hand {p} does not have 10 cards").into());
        }
    }
    s.talons[0] = cards_of(vector.field("talon").unwrap_or(&Value::Null))?.into_iter().collect();
    let all = s.hands.iter().fold(s.talons[0], |all, &hand| all.or(hand));
    if all != PACK {
        return Err("deal: the hands and the talon are not the whole pack".into());
    }
    (s.laid, s.laid_by[0], s.dealt) = (1, s.declarer, 32);
    Ok(())
}

fn contract(s: &mut State, vector: &Value) -> Result<(), VectorError> {
    let mut c = Contract { main: Main::Game, sevens: Sevens::None };
    let names = vector.field("contract").map_or(&[][..], Value::list);
    let trump = vector.field("trump").and_then(Value::text);
    if names.is_empty() && trump.is_none() {
        return Ok(()); // play without trumps and without a contract: ten tricks, and nothing to score
    }
    for name in names {
        match name.text().map(str::to_lowercase).as_deref() {
            Some("game" | "hra") => c.main = Main::Game,
            Some("sto") => c.main = Main::Hundred,
            Some("sedma") => c.sevens = Sevens::One,
            Some("betl") => c.main = Main::Betl,
            Some("durch") => c.main = Main::Durch,
            Some("sedma_proti") => s.against[0] = after(s.declarer),
            Some("sto_proti") => s.against[1] = after(s.declarer),
            _ => return Err(format!("contract: unknown part {:?}", name.text()).into()),
        }
    }
    s.contract = Some(c);
    if !c.coloured() {
        return Ok(());
    }
    let letter = trump.ok_or("field 'trump' must be a text")?;
    let suit = (0..4).map(Suit).find(|&suit| letter.eq_ignore_ascii_case(&DECK.letter(suit).to_string()));
    s.trump = Some(suit.ok_or_else(|| format!("'{letter}' is not a suit"))?);
    Ok(())
}

fn doublings(s: &mut State, vector: &Value) -> Result<(), VectorError> {
    let names = ["game", "sedma", "sedma_proti", "sto_proti"];
    let Some(levels) = vector.field("flek_levels") else { return Ok(()) };
    for (slot, name) in s.doubled.iter_mut().zip(names) {
        let level = levels.fields().iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        let level = level.and_then(|(_, level)| level.int()).unwrap_or(0);
        *slot = u8::try_from(level).ok().filter(|&level| level <= 16).ok_or("flek level out of range")?;
    }
    Ok(())
}

/// Plays the cards.
fn replay(game: &Marias, s: &mut State, vector: &Value) -> Result<(), VectorError> {
    let plays = cards_of(vector.field("plays").ok_or("field 'plays' must be a list")?)?;
    let counts = vector.ints_of("legal_counts")?;
    let winners = vector.ints_of("winners")?;
    if counts.len() != plays.len() {
        return Err(format!("{} plays, but {} legal counts", plays.len(), counts.len()).into());
    }
    let mut tricks = 0;
    for (i, &card) in plays.iter().enumerate() {
        if s.phase != Phase::Play {
            return Err(format!("play {}: the deal is over", i + 1).into());
        }
        let legal = game.playable(s);
        if counts[i] != legal.len() as i64 {
            return Err(format!(
                "play {}: {} legal cards here, {} in the vector",
                i + 1,
                legal.len(),
                counts[i]
            )
            .into());
        }
        if !legal.has(card) {
            return Err(format!("play {}: {} is not legal here", i + 1, DECK.name(card)).into());
        }
        let mut full = s.trick;
        full.push(card);
        game.apply(s, Move::Play(card));
        if full.len == 3 {
            let taker = i64::from(law(s.trump).taker(&full, 3));
            if winners.get(tricks).is_some_and(|&w| w != taker) {
                return Err(format!(
                    "trick {}: taken by {taker} here, {} in the vector",
                    tricks + 1,
                    winners[tricks]
                )
                .into());
            }
            tricks += 1;
        }
    }
    if tricks != winners.len() {
        return Err(format!("{tricks} tricks here, {} in the vector", winners.len()).into());
    }
    Ok(())
}

fn compare(s: &State, vector: &Value) -> Result<(), VectorError> {
    let Some(o) = s.last else { return Err("the deal is not over after the last play".into()) };
    let differs = |name: &str, here: String, there: String| {
        if here == there {
            Ok(())
        } else {
            Err(VectorError::from(format!("{name}: {here} here, {there} in the vector")))
        }
    };
    if vector.field("basic").is_some() {
        differs("basic", format!("{:?}", o.basic.map(i64::from)), format!("{:?}", vector.ints_of("basic")?))?;
    }
    if let Some(marriages) = vector.field("marriages") {
        for (p, list) in marriages.list().iter().enumerate().take(3) {
            let there: i64 = list.list().iter().filter_map(Value::int).sum();
            differs(&format!("marriages of {p}"), o.marriages[p].to_string(), there.to_string())?;
        }
    }
    for (name, here) in [("declarer_points", o.points[0]), ("defender_points", o.points[1])] {
        if vector.field(name).is_some() {
            differs(name, here.to_string(), vector.int_of(name)?.to_string())?;
        }
    }
    if let Some(parts) = vector.field("parts") {
        let here: Vec<(String, i64)> =
            o.lines().map(|part: Part| (czech(part.what).into(), i64::from(part.worth()))).collect();
        let pair = |v: &Value| match v.list() {
            [name, worth] => (name.text().unwrap_or("").to_lowercase(), worth.int().unwrap_or(0)),
            _ => (String::new(), 0),
        };
        let there: Vec<(String, i64)> = parts.list().iter().map(pair).collect();
        differs("parts", format!("{here:?}"), format!("{there:?}"))?;
    }
    if vector.field("money_per_defender").is_some() {
        differs("money_per_defender", o.per.to_string(), vector.int_of("money_per_defender")?.to_string())?;
    }
    Ok(())
}

fn cards_of(list: &Value) -> Result<Vec<Card>, VectorError> {
    let card = |v: &Value| {
        let name = v.text().unwrap_or("");
        DECK.card(name).ok_or_else(|| VectorError::from(format!("'{name}' is not a card of this pack")))
    };
    list.list().iter().map(card).collect()
}
