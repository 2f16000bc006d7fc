//! Checking a deal played elsewhere: one JSON object with the deal, the called card, the cards played, how many cards
//! were legal at each play, who took the tricks and what the tricks were worth to each player.

use crate::show::DECK;
use crate::{Move, Snaps, State};
use cards::vector::{Value, VectorError};
use cards::{Card, Hand};
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
    let literal = vector.field("overtake_when_trumped").and_then(Value::bool).unwrap_or(true);
    let chooser = vector.int_of("chooser")?;
    if !(0..4).contains(&chooser) {
        return Err(format!("chooser {chooser} is not a player from 0 to 3").into());
    }
    let options = format!(
        "dealer={}&overtake_when_trumped={}",
        (chooser + 3) % 4 + 1,
        if literal { "yes" } else { "no" }
    );
    let game = Snaps::parse(&options)?;
    let mut s = dealt(&game, vector)?;
    let called = card(vector.text_of("called")?)?;
    game::play(&game, &mut s, Move::Call(called)).map_err(|_| "the called card cannot be called")?;
    for _ in 0..3 {
        game.apply(&mut s, Move::Pass);
    }
    if let Some(holder) = vector.field("holder").and_then(Value::int)
        && s.holder().map(i64::from) != Some(holder)
    {
        return Err(format!("holder: {:?} here, {holder} in the vector", s.holder()).into());
    }
    replay(&game, s, vector)
}

/// The state after the deal of a vector.
fn dealt(game: &Snaps, vector: &Value) -> Result<State, VectorError> {
    let mut s = game.initial();
    let deal = vector.list_of("deal")?;
    if deal.len() != 4 {
        return Err(format!("deal: {} hands, not 4", deal.len()).into());
    }
    let mut hands = Vec::new();
    let mut all = Hand::EMPTY;
    for hand in deal {
        let cards = cards_of(hand)?;
        cards.iter().for_each(|&c| all.add(c));
        if cards.len() != 6 {
            return Err("deal: a hand does not have 6 cards".into());
        }
        hands.push(cards);
    }
    if all.len() != 24 {
        return Err("deal: a card is dealt twice".into());
    }
    while s.dealt < 24 {
        let to = usize::from(s.receiver());
        let next = hands[to][s.hands[to].len()];
        game.apply(&mut s, Move::Deal(next));
    }
    Ok(s)
}

fn replay(game: &Snaps, mut s: State, vector: &Value) -> Result<(), VectorError> {
    let plays = cards_of(vector.field("plays").ok_or("field 'plays' must be a list")?)?;
    let counts = vector.ints_of("legal_counts")?;
    let winners = vector.ints_of("winners")?;
    let mut taken = [0i64; 4];
    let mut took = Vec::new();
    for (i, &card) in plays.iter().enumerate() {
        if s.made >= 24 || game.turn(&s) == game::Turn::Over {
            return Err(format!("play {}: the deal is over", i + 1).into());
        }
        let legal = game.playable(&s);
        if counts.get(i).is_some_and(|&n| n != legal.len() as i64) {
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
        let before = s;
        game.apply(&mut s, Move::Play(card));
        if before.trick.len == 3 {
            let mut full = before.trick;
            full.push(card);
            let taker = game.law(before.called).taker(&full, 4);
            taken[usize::from(taker)] += full.cards.iter().map(|&c| i64::from(crate::points(c))).sum::<i64>();
            took.push(i64::from(taker));
            let trick = took.len() - 1;
            if winners.get(trick).is_some_and(|&w| w != i64::from(taker)) {
                return Err(format!(
                    "trick {}: taken by {taker} here, {} in the vector",
                    trick + 1,
                    winners[trick]
                )
                .into());
            }
        }
    }
    if took.len() != winners.len() {
        return Err(format!("{} tricks here, {} in the vector", took.len(), winners.len()).into());
    }
    if counts.len() != plays.len() {
        return Err(format!("{} plays, but {} legal counts", plays.len(), counts.len()).into());
    }
    if vector.field("trick_points").is_some() && vector.ints_of("trick_points")? != taken {
        return Err(format!(
            "trick points: {taken:?} here, {:?} in the vector",
            vector.ints_of("trick_points")?
        )
        .into());
    }
    Ok(())
}

fn card(name: &str) -> Result<Card, VectorError> {
    DECK.card(name).ok_or_else(|| format!("'{name}' is not a card of this pack").into())
}

fn cards_of(list: &Value) -> Result<Vec<Card>, VectorError> {
    list.list().iter().map(|v| card(v.text().unwrap_or(""))).collect()
}
