//! The kernel against plain minimax on random endings of every shape: laws, sides, points, feats, races.

use cardplay::{Kernel, Unsolved};
use cards::{
    Card, Claim, Closed, Deal, Duties, Feat, Hand, Law, NO_CARD, Objective, Order, Overtake, Race, Stock,
    Suit, TAROCK, Tally, Trick,
};
use game::Rng;
use std::collections::HashMap;

/// The value by trying everything.
fn minimax(deal: &Deal) -> i32 {
    if let Some(money) = deal.money() {
        return money;
    }
    let values = deal.acts().iter().map(|card| {
        let mut after = deal.clone();
        after.play(card);
        minimax(&after)
    });
    if deal.side(deal.turn()) == 0 { values.max() } else { values.min() }.expect("a hand that is not empty")
}

fn below(rng: &mut Rng, n: usize) -> usize {
    rng.below(n)
}

/// A random law, with or without trumps.
fn law(rng: &mut Rng, tarock: bool) -> Law {
    let overtake = [Overtake::Never, Overtake::UnlessTrumped, Overtake::Always][below(rng, 3)];
    let law = Law::plain().overtaking(overtake);
    match (tarock, below(rng, 4)) {
        (true, 0) => law,
        (true, _) => law.with_trump(TAROCK),
        (false, 0) => law.in_order(Order::TenLow),
        (false, _) => law.with_trump(Suit(below(rng, 4) as u8)),
    }
}

/// A random ending of `cards` cards a hand in a pack thinned so that suits meet.
fn ending(rng: &mut Rng, cards: usize, race: bool) -> Deal {
    let tarock = !race && below(rng, 3) == 0;
    let players = if race { 2 + below(rng, 3) } else { 3 + below(rng, 2) };
    let mut pack: Hand = match (tarock, race) {
        (true, _) => Hand((1 << 54) - 1),
        (false, true) => Hand(0xFCFC_FCFC),
        (false, false) => Hand(0xFFFF_FFFF),
    };
    while pack.len() > players * cards + if race { 2 * players } else { 3 } {
        let card = pack.nth(below(rng, pack.len()));
        pack.remove(card);
    }
    let mut hands = [Hand::EMPTY; 4];
    for hand in hands.iter_mut().take(players) {
        for _ in 0..cards {
            let card = pack.nth(below(rng, pack.len()));
            pack.remove(card);
            hand.add(card);
        }
    }
    let mut law = law(rng, tarock);
    if race && law.trump.is_none() {
        law = law.in_order(Order::Layout);
    }
    let worth: [i16; 64] = match (race, tarock, below(rng, 3)) {
        (true, ..) => std::array::from_fn(|card| [0, 0, 0, 2, 3, 4, 10, 11][card & 7]),
        (_, true, _) => std::array::from_fn(|card| [1, 1, 1, 1, 4, 7, 10, 13][card & 7]),
        (_, _, 0) => [0; 64],
        _ => std::array::from_fn(|card| [0, 0, 0, 0, 0, 0, 10, 10][card & 7]),
    };
    let first = 1 + below(rng, (1 << players) - 2) as u8;
    let all = hands.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand));
    let objective = if race { a_race(rng, worth, all) } else { by_points(rng, worth, all, players, cards) };
    let mut duties = Duties::default();
    if below(rng, 3) == 0 && !race && !tarock {
        duties.queen_first = true;
        let p = below(rng, players);
        duties.kept[p] = hands[p].nth(below(rng, cards)).bit();
        duties.last = duties.kept[p];
    }
    let codes = if race { 0 } else { (1u64 << objective.codes()) - 1 };
    let mut tally = Tally { codes, ..Tally::default() };
    if race {
        tally.points = [below(rng, 50) as i16, below(rng, 50) as i16];
        tally.tricks = [below(rng, 2) as u8, below(rng, 2) as u8];
        // Who has no trick has no points: searches rest on it.
        (0..2).filter(|side| tally.tricks[*side] == 0).for_each(|side| tally.points[side] = 0);
        tally.bonus = [[0, 20, 40][below(rng, 3)], [0, 20][below(rng, 2)]];
    }
    let trick = Trick::new(below(rng, players) as u8);
    let open = objective.race.is_some_and(|race| race.closed.is_none());
    let stock = if open { a_stock(rng, &mut law, players, cards, pack) } else { Stock::default() };
    let mut deal = Deal {
        players: players as u8,
        idle: None,
        law,
        duties,
        first,
        objective,
        hands,
        trick,
        tally,
        stock,
    };
    if players < 4 && below(rng, 3) == 0 {
        deal = with_gap(deal, below(rng, players + 1) as u8);
    }
    for _ in 0..below(rng, players) {
        if deal.over() {
            break;
        }
        let legal = deal.legal();
        deal.play(legal.nth(below(rng, legal.len())));
    }
    deal
}

/// The same deal at a table of one more, who sits out.
fn with_gap(deal: Deal, idle: u8) -> Deal {
    let at = usize::from(idle);
    let mut wide = Deal { idle: Some(idle), ..deal.clone() };
    let low = (1u8 << idle) - 1;
    wide.first = deal.first & low | (deal.first & !low) << 1;
    wide.trick.leader += u8::from(deal.trick.leader >= idle);
    wide.hands[at..].rotate_right(1);
    wide.duties.kept[at..].rotate_right(1);
    wide.objective.shares[at..].rotate_right(1);
    assert_eq!(wide.clone().without_gap(), deal);
    wide
}

/// Now and then a stock that is drawn from: a trick's or two tricks' worth of cards.
fn a_stock(rng: &mut Rng, law: &mut Law, players: usize, cards: usize, left: Hand) -> Stock {
    let mut stock = Stock::default();
    let count = players * below(rng, 3).min(left.len() / players).min(4usize.saturating_sub(cards));
    if count == 0 {
        return stock;
    }
    let mut left = left;
    for slot in &mut stock.cards[..count] {
        *slot = left.nth(below(rng, left.len()));
        left.remove(*slot);
    }
    stock.len = count as u8;
    stock.close_from = [1, count as u8, u8::MAX][below(rng, 3)];
    stock.swap_from = [1, count as u8, u8::MAX][below(rng, 3)];
    stock.swap = Card(below(rng, 32) as u8);
    law.free = true;
    stock
}

fn a_race(rng: &mut Rng, worth: [i16; 64], all: Hand) -> Objective {
    let card = all.nth(below(rng, all.len()));
    let claim = [
        Claim::OnLead,
        Claim::OnTurn,
        Claim::AtOnce,
        Claim::AfterOnLead(card),
        Claim::AfterOnTurn(card),
        Claim::Leader,
    ][below(rng, 6)];
    let late = below(rng, 2) == 0;
    let last = 1 + below(rng, 2) as i32;
    let fails = [2 + below(rng, 2) as i32, 3];
    let closed = (below(rng, 5) == 0).then(|| Closed {
        side: below(rng, 2) as u8,
        wins: 1 + below(rng, 3) as i32,
        loses: 2 + below(rng, 2) as i32,
    });
    let race = Race { target: 66, half: 33, claim, prices: [1, 2, 3], last, late, fails, closed };
    Objective {
        worth,
        last: 0,
        feats: vec![],
        money: vec![],
        race: Some(race),
        shares: [1, 1, -1, -1],
        extras: vec![],
    }
}

fn by_points(rng: &mut Rng, worth: [i16; 64], all: Hand, players: usize, cards: usize) -> Objective {
    let mut feats = Vec::new();
    for _ in 0..below(rng, 3) {
        feats.push(match below(rng, 4) {
            0 => Feat::Trickless { side: below(rng, 2) as u8 },
            1 => {
                let these = all.nth(below(rng, all.len())).bit();
                let those = Hand(all.0 & rng.bits() & rng.bits()).minus(these);
                Feat::Earlier { these, those }
            }
            _ => Feat::Takes { card: all.nth(below(rng, all.len())), trick: below(rng, cards.min(2)) as u8 },
        });
    }
    let last = [0, 10][below(rng, 2)];
    let most: usize =
        all.iter().map(|card| worth[usize::from(card.0)] as usize).sum::<usize>() + last as usize;
    let mut objective =
        Objective { worth, last, feats, money: vec![], race: None, shares: [1, 1, -1, -1], extras: vec![] };
    for _ in 0..objective.codes() {
        let mut price = below(rng, 12) as i32 - 8;
        let row = (0..=most).map(|_| {
            price += if below(rng, 4 * players) == 0 { below(rng, 5) as i32 } else { 0 };
            price
        });
        let row: Vec<i32> = row.collect();
        objective.money.push(row);
    }
    objective
}

#[test]
fn values_of_endings_are_those_of_plain_minimax() {
    let mut rng = Rng::new(66);
    let mut kernel = Kernel::new(16);
    let mut decided = 0;
    for round in 0..20_000 {
        let deal = ending(&mut rng, 1 + round % 4, round % 3 == 0);
        let expected = minimax(&deal);
        let solution = kernel.solve(&deal).expect("a sound deal");
        assert_eq!(solution.value, expected, "round {round}: {deal:?}");
        decided += usize::from(deal.over());
        if !deal.over() {
            let best = solution.best.expect("a best card");
            let mut after = deal.clone();
            after.play(best);
            assert_eq!(minimax(&after), expected, "round {round}: {best:?} keeps the value of {deal:?}");
        }
    }
    assert!(decided < 10_000, "most endings are open: {decided}");
}

#[test]
fn suits_do_not_stand_for_each_other_while_cards_of_them_are_to_be_drawn() {
    // The second player throws one of two kings, which differ by the cards of their suits that lie in the stock.
    let mut rng = Rng::new(0);
    let worth = std::array::from_fn(|card| [0, 0, 0, 2, 3, 4, 10, 11][card & 7]);
    let mut objective = a_race(&mut rng, worth, Hand(1));
    objective.race = Some(Race {
        target: 66,
        half: 33,
        claim: Claim::OnLead,
        prices: [1, 2, 3],
        last: 2,
        late: true,
        fails: [3, 3],
        closed: None,
    });
    let mut stock = Stock { len: 4, close_from: 1, ..Stock::default() };
    stock.cards[..4].copy_from_slice(&[2, 3, 26, 15].map(Card));
    let deal = Deal {
        players: 2,
        idle: None,
        law: Law { free: true, ..Law::plain().overtaking(Overtake::Always) },
        duties: Duties::default(),
        first: 0b10,
        objective,
        hands: [Card(21).bit(), Card(13).bit().or(Card(29).bit()), Hand::EMPTY, Hand::EMPTY],
        trick: Trick { leader: 0, len: 1, cards: [Card(7), NO_CARD, NO_CARD, NO_CARD] },
        tally: Tally { points: [42, 0], tricks: [1, 0], ..Tally::default() },
        stock,
    };
    let values = Kernel::new(16).values(&deal).expect("a sound deal");
    assert_eq!(values, [(Card(13), 2), (Card(29), -2)]);
    assert_eq!((minimax(&deal), Kernel::new(16).solve_value(&deal)), (2, Ok(2)));
}

#[test]
fn races_with_a_stock_to_draw_close_and_exchange_have_the_values_of_plain_minimax() {
    let mut rng = Rng::new(20);
    let mut kernel = Kernel::new(16);
    let (mut compared, mut drawn) = (0, 0);
    while compared < 4000 {
        let deal = ending(&mut rng, 1 + compared % 3, true);
        if deal.over() {
            continue;
        }
        drawn += usize::from(deal.stock.len > 0);
        assert_eq!(kernel.solve_value(&deal), Ok(minimax(&deal)), "{deal:?}");
        compared += 1;
    }
    assert!(drawn > 1000, "{drawn} of them are drawn from a stock");
}

/// The value by trying everything once: positions between tricks are remembered as they are.
fn remembering(deal: &Deal, prices: &[Vec<i32>], seen: &mut HashMap<([Hand; 4], u8, u64, i16), i32>) -> i32 {
    if deal.trick.len == 0 && deal.hands.iter().all(|hand| hand.is_empty()) {
        return prices[deal.tally.codes.trailing_zeros() as usize][deal.tally.points[0] as usize];
    }
    let key = (deal.hands, deal.trick.leader, deal.tally.codes, deal.tally.points[0]);
    if deal.trick.len == 0
        && let Some(value) = seen.get(&key)
    {
        return *value;
    }
    let values = deal.legal().iter().map(|card| {
        let mut after = deal.clone();
        after.play(card);
        remembering(&after, prices, seen)
    });
    let first = deal.side(deal.turn()) == 0;
    let value = if first { values.max() } else { values.min() }.expect("a hand that is not empty");
    if deal.trick.len == 0 {
        seen.insert(key, value);
    }
    value
}

#[test]
fn proofs_hold_wherever_the_ranks_they_rest_on_lie_alike() {
    // One kernel for all: what was proven of one deal is used in the next, which has the same prices.
    let mut rng = Rng::new(54);
    let mut kernel = Kernel::new(18);
    let mut compared = 0;
    while compared < 120 {
        let mut deal = ending(&mut rng, 4 + compared % 2, false);
        let hands: Hand = deal.hands.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand));
        if hands.0 >> 32 == 0 || deal.law.trump != Some(TAROCK) || deal.trick.len > 0 || deal.idle.is_some() {
            continue;
        }
        deal.law = deal.law.overtaking(Overtake::Never);
        let pack = hands;
        for _ in 0..4 {
            // The same cards dealt anew.
            let mut left = pack;
            for hand in deal.hands.iter_mut().take(usize::from(deal.players)) {
                let size = hand.len();
                *hand = Hand::EMPTY;
                for _ in 0..size {
                    let card = left.nth(below(&mut rng, left.len()));
                    left.remove(card);
                    hand.add(card);
                }
            }
            let mut plain = deal.clone();
            let prices = std::mem::take(&mut plain.objective.money);
            let expected = remembering(&plain, &prices, &mut HashMap::new());
            assert_eq!(kernel.solve_value(&deal), Ok(expected), "{deal:?}");
            compared += 1;
        }
    }
}

#[test]
fn every_legal_card_has_the_value_of_the_deal_after_it() {
    let mut rng = Rng::new(7);
    let mut kernel = Kernel::new(16);
    for round in 0..600 {
        let deal = ending(&mut rng, 1 + round % 4, round % 3 == 0);
        if deal.over() {
            continue;
        }
        let values = kernel.values(&deal).expect("a sound deal");
        assert_eq!(values.iter().map(|(card, _)| *card).collect::<Hand>(), deal.acts());
        for (card, value) in values {
            let mut after = deal.clone();
            after.play(card);
            assert_eq!(value, minimax(&after), "round {round}: {card:?} in {deal:?}");
        }
    }
}

#[test]
fn the_best_line_ends_with_the_value() {
    let mut rng = Rng::new(9);
    let mut kernel = Kernel::new(16);
    for round in 0..150 {
        let deal = ending(&mut rng, 3 + round % 3, round % 3 == 0);
        let value = kernel.solve(&deal).expect("a sound deal").value;
        let mut end = deal.clone();
        for card in kernel.line(&deal).expect("a sound deal") {
            assert!(end.acts().has(card));
            end.play(card);
        }
        assert_eq!(end.money(), Some(value), "round {round}");
    }
}

#[test]
fn a_table_of_any_size_gives_the_same_values() {
    let mut rng = Rng::new(10);
    let (mut small, mut large) = (Kernel::new(8), Kernel::new(18));
    for round in 0..200 {
        let deal = ending(&mut rng, 5, round % 3 == 0);
        assert_eq!(small.solve(&deal).map(|s| s.value), large.solve(&deal).map(|s| s.value), "round {round}");
    }
}

#[test]
fn a_deal_that_is_none_and_a_limit_are_named() {
    let mut rng = Rng::new(3);
    let deal = loop {
        let deal = ending(&mut rng, 4, false);
        if !deal.over() && deal.trick.len == 0 && deal.legal().len() > 1 {
            break deal;
        }
    };
    let mut kernel = Kernel::new(10);
    let mut twice = deal.clone();
    twice.hands[0] = twice.hands[1];
    assert_eq!(kernel.solve(&twice), Err(Unsolved::Hands));
    let mut long = deal.clone();
    let card =
        (0..54).map(Card).find(|card| long.hands.iter().all(|hand| !hand.has(*card))).expect("a card left");
    long.hands[0].add(card);
    assert_eq!(kernel.solve(&long), Err(Unsolved::Hands));
    let mut short = deal.clone();
    short.objective.money[0].clear();
    assert!(matches!(kernel.solve(&short), Err(Unsolved::Objective(_))));
    kernel.limit(1);
    let stopped = (0..200).any(|_| kernel.solve(&ending(&mut rng, 4, false)) == Err(Unsolved::OutOfNodes));
    assert!(stopped, "one node is not enough for every ending");
}

#[test]
fn a_quick_card_is_legal_and_better_than_a_random_one() {
    let mut rng = Rng::new(21);
    let (mut quick, mut random, mut deals) = (0, 0, 0);
    for _ in 0..400 {
        let deal = ending(&mut rng, 5, false);
        if deal.over() || deal.trick.len > 0 {
            continue;
        }
        // The first side plays quickly or at random against random play.
        let mut finish = |quickly: bool| {
            let mut deal = deal.clone();
            while !deal.over() {
                let legal = deal.legal();
                let card = match quickly && deal.side(deal.turn()) == 0 {
                    true => cardplay::quick_card(&deal, &mut rng).expect("a card"),
                    false => legal.nth(rng.below(legal.len())),
                };
                assert!(legal.has(card));
                deal.play(card);
            }
            i32::from(deal.tally.points[0])
        };
        quick += finish(true);
        random += finish(false);
        deals += 1;
    }
    assert!(deals > 50 && quick > random, "{quick} points against {random} in {deals} deals");
}
