//! All ways the unseen cards can lie, one after the other.

use cards::{Hand, TrickTaking};
use game::{Contradiction, Player, Rng};

/// What is known of one player's hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) player: usize,
    /// How many cards he holds.
    pub(crate) size: usize,
    /// The cards he may hold.
    pub(crate) may: Hand,
}

/// Whose cards a view leaves unknown: the players, and the cards of all of them together. `world` is any world of the view.
pub(crate) fn rooms<G: TrickTaking>(
    game: &G,
    me: Player,
    view: &G::View,
    world: &G::State,
) -> (Vec<Room>, Hand) {
    let mut unseen = Hand::EMPTY;
    let mut rooms = Vec::new();
    for p in Player::all(game.players()).filter(|p| *p != me) {
        let may = game.possible(view, p);
        unseen = unseen.or(may);
        rooms.push(Room { player: p.index(), size: game.hand(world, p).len(), may });
    }
    // Who may hold least is given his cards first: fewer dead ends.
    rooms.sort_by_key(|room| room.may.len());
    (rooms, unseen)
}

/// Calls `visit` with every state a view of `me` leaves, in games that list them ([`TrickTaking::with_hands`]); ends when
/// `visit` returns false, and then returns false.
///
/// # Errors
/// Why no state fits the view.
pub fn each_deal<G: TrickTaking>(
    game: &G,
    me: Player,
    view: &G::View,
    visit: &mut dyn FnMut(&G::State) -> bool,
) -> Result<bool, Contradiction> {
    some_deals(game, me, view, (0, 1), visit)
}

/// The same with one of so many parts of them, spread evenly over the whole. States in which one of the others holds the same
/// hand follow each other and are in one part: a search learns most from the deal before.
///
/// # Errors
/// Why no state fits the view.
pub fn some_deals<G: TrickTaking>(
    game: &G,
    me: Player,
    view: &G::View,
    part: (u64, u64),
    visit: &mut dyn FnMut(&G::State) -> bool,
) -> Result<bool, Contradiction> {
    let (world, _) = game.worlds(view)?.draw(&mut Rng::new(0))?;
    let (rooms, unseen) = rooms(game, me, view, &world);
    let mut hands = [Hand::EMPTY; 4];
    hands[me.index() & 3] = game.hand(&world, me);
    Ok(every(&rooms, unseen, &mut hands, part, &mut |hands| {
        game.with_hands(view, hands).is_none_or(|state| visit(&state))
    }))
}

/// Calls `visit` with every way to give the players of `rooms` their cards from `unseen`, the hands of the others being those
/// of `hands`; ends when `visit` returns false, and then returns false. Cards may be left over: a talon. Of the hands of the first
/// room only a part is taken: every n-th.
pub(crate) fn every(
    rooms: &[Room],
    unseen: Hand,
    hands: &mut [Hand; 4],
    (part, parts): (u64, u64),
    visit: &mut dyn FnMut(&[Hand; 4]) -> bool,
) -> bool {
    let Some((room, rest)) = rooms.split_first() else { return part > 0 || visit(hands) };
    let cards: Vec<Hand> = unseen.and(room.may).iter().map(|card| card.bit()).collect();
    let mut chosen: Vec<usize> = (0..room.size).collect();
    if cards.len() < room.size {
        return true;
    }
    for index in 0u64.. {
        if index % parts.max(1) == part {
            let hand = chosen.iter().fold(Hand::EMPTY, |hand, &i| hand.or(cards[i]));
            hands[room.player & 3] = hand;
            if !every(rest, unseen.minus(hand), hands, (0, 1), visit) {
                return false;
            }
        }
        // The next combination in lexicographic order.
        let Some(at) = (0..room.size).rev().find(|&i| chosen[i] + room.size - i < cards.len()) else {
            break;
        };
        chosen[at] += 1;
        for i in at + 1..room.size {
            chosen[i] = chosen[i - 1] + 1;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_comes_once_and_keeps_to_what_is_known() {
        let pack = Hand((1 << 12) - 1);
        let room = |player, may| Room { player, size: 4, may };
        let mut seen = std::collections::HashSet::new();
        let rooms = [room(1, pack), room(2, pack), room(3, pack)];
        assert!(every(&rooms, pack, &mut [Hand::EMPTY; 4], (0, 1), &mut |hands| {
            assert_eq!(hands[1].or(hands[2]).or(hands[3]), pack);
            seen.insert(*hands)
        }));
        assert_eq!(seen.len(), 34_650, "12! over 4! three times");
        let mut parts = std::collections::HashSet::new();
        for part in 0..7 {
            every(&rooms, pack, &mut [Hand::EMPTY; 4], (part, 7), &mut |hands| parts.insert(*hands));
        }
        assert_eq!(parts, seen, "the parts are the whole, and no deal is in two of them");
        let low = Hand((1 << 5) - 1);
        let mut held = 0;
        every(
            &[room(1, low), room(2, pack), room(3, pack)],
            pack,
            &mut [Hand::EMPTY; 4],
            (0, 1),
            &mut |hands| {
                assert!(low.covers(hands[1]) && !hands[1].meets(hands[2]));
                held += 1;
                true
            },
        );
        assert_eq!(held, 5 * 70, "five hands for one, C(8, 4) for the next");
        let mut few = 0;
        assert!(!every(&rooms, pack, &mut [Hand::EMPTY; 4], (0, 1), &mut |_| {
            few += 1;
            few < 3
        }));
        assert_eq!(few, 3, "it ends when it is told to");
        assert!(every(&[room(1, Hand(1))], pack, &mut [Hand::EMPTY; 4], (0, 1), &mut |_| panic!(
            "no hand fits"
        )));
    }
}
