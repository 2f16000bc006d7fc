//! A deal as the kernel sees it: what stays the same during a search ([`Board`]) and what changes ([`Node`]). What is asked
//! of it stands in `question`.
//!
//! Cards are renumbered so that a higher bit of a suit always beats a lower one (mariáš without trumps puts the ten below
//! the jack); [`Board::inside`] translates.

mod key;
pub(crate) mod partition;
mod stock;

use crate::kernel::Unsolved;
use cards::{
    CLOSE, Card, Claim, Deal, ELSEWHERE, EXCHANGE, Feat, Hand, KILLED, MADE, Order, Overtake, Race, STOCK,
};

/// The most cards in a trick.
pub(crate) const TRICK: usize = 4;

/// The bits of each suit.
pub(crate) const SUIT: [u64; 5] = [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000, 0x3F_FFFF << 32];

/// Height in the layout 7 8 9 J Q K 10 A → height with the ten low.
const TEN_LOW: [u8; 8] = [0, 1, 2, 4, 5, 6, 3, 7];

/// The way back.
const TEN_HIGH: [u8; 8] = [0, 1, 2, 6, 3, 4, 5, 7];

/// No trump suit.
pub(crate) const NO_TRUMP: usize = 5;

/// The cards of its suit above each card.
const ABOVE: [u64; 64] = {
    let mut table = [0; 64];
    let mut card = 0;
    while card < 64 {
        let suit = if card < 32 { card / 8 } else { 4 };
        table[card] = SUIT[suit] & (u64::MAX << card << 1);
        card += 1;
    }
    table
};

#[inline]
pub(crate) fn suit(card: u8) -> usize {
    usize::from(card >> 3).min(4)
}

/// The cards of its suit above a card.
#[inline]
pub(crate) fn above(card: u8) -> u64 {
    ABOVE[usize::from(card & 63)]
}

/// A card and the cards of its suit above it.
#[inline]
pub(crate) fn from(card: u8) -> u64 {
    above(card) | bit(card)
}

#[inline]
pub(crate) fn bit(card: u8) -> u64 {
    1 << (card & 63)
}

/// One scramble of a 64-bit number (the finaliser of SplitMix64).
#[inline]
pub(crate) fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// What stays the same during a search.
pub(crate) struct Board {
    pub(crate) players: u8,
    pub(crate) first: u8,
    pub(crate) trump: usize,
    pub(crate) overtake: Overtake,
    ten_low: bool,
    /// The queens whose kings must wait for them; none where the rules have no such duty.
    pub(crate) queens: u64,
    pub(crate) kept: [u64; 4],
    kept_last: u64,
    pub(crate) worth: [i16; 64],
    /// The least that a card of the deal is worth.
    pub(crate) floor: i16,
    /// What brings the worth of cards to the scale of promises.
    pub(crate) scale: i32,
    /// Cards of one class may stand for each other: equal worth, and no feat of their own.
    class: [u8; 64],
    /// Cards that are not of the most usual class: a position names each of them.
    special: u64,
    /// Special cards with plain ones above them.
    beneath: u64,
    /// Those of them with plain ones below them, too.
    amid: u64,
    pub(crate) last: i16,
    pub(crate) feats: Vec<(Feat, [u64; 3])>,
    pub(crate) money: Vec<Vec<i32>>,
    pub(crate) race: Option<Race>,
    /// The cards to be drawn, the next first: as they lie, and after the last was exchanged.
    stock: [[u8; STOCK]; 2],
    /// How many there are.
    drawn_from: u8,
    /// The card that may be exchanged for the last one; 255 for none.
    swap: u8,
    /// Cards that must be left to exchange, and to close.
    least: [u8; 2],
    /// A number for the stock when so many cards were drawn from it.
    stock_keys: [[u64; STOCK + 1]; 2],
    /// Whether a race without a stock is one for `race`.
    pub(crate) sprints: bool,
    /// Whether proofs are kept with the ranks they rest on: it pays where suits are long and nobody has to beat a card.
    pub(crate) parts: bool,
    /// A number for everything above, part of every key.
    pub(crate) signature: u64,
}

/// A position.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) hands: [u64; 4],
    /// Cards in hands and on the table.
    pub(crate) live: u64,
    pub(crate) trick: [u8; TRICK],
    pub(crate) trick_len: u8,
    pub(crate) leader: u8,
    /// The place of the winning card in the trick.
    winner: u8,
    /// How many cards the leader of the trick held when it began.
    pub(crate) left: u8,
    /// Whether a race has ended, and with what for the first side.
    pub(crate) settled: bool,
    pub(crate) took: [bool; 2],
    pub(crate) points: [i16; 2],
    pub(crate) bonus: [i16; 2],
    /// Points still to be taken.
    pub(crate) rest: i16,
    pub(crate) money: i32,
    pub(crate) codes: u64,
    /// Cards that are left to be drawn.
    pub(crate) stock: u8,
    /// Whether the last of them was exchanged.
    swapped: bool,
    /// Who closed the stock (2: nobody), what that wins and what it loses.
    pub(crate) closed: u8,
    pub(crate) closing: [i32; 2],
}

impl Board {
    pub(crate) fn new(deal: &Deal) -> Result<Board, Unsolved> {
        debug_assert!(deal.idle.is_none(), "players are numbered without a gap");
        let objective = &deal.objective;
        let mut seen = Hand::EMPTY;
        let players = usize::from(deal.players);
        if !(2..=TRICK).contains(&players) || deal.trick.len >= deal.players {
            return Err(Unsolved::Hands);
        }
        let laid: Hand = deal.trick.cards().iter().copied().collect();
        let length = deal.hands[usize::from(deal.trick.leader) & 3].len() + usize::from(deal.trick.len > 0);
        for (p, &hand) in deal.hands.iter().enumerate() {
            let place = (p + players - usize::from(deal.trick.leader) % players) % players;
            let laid_one = p < players && place < usize::from(deal.trick.len);
            let expected = if p < players { length - usize::from(laid_one) } else { 0 };
            if hand.meets(seen)
                || hand.meets(laid)
                || hand.len() != expected
                || hand.0 >> 54 != 0
                || length > 16
            {
                return Err(Unsolved::Hands);
            }
            seen = seen.or(hand);
        }
        let stock: Hand = deal.stock.left().iter().copied().collect();
        if stock.len() != usize::from(deal.stock.len)
            || !stock.len().is_multiple_of(players)
            || stock.meets(seen.or(laid))
            || (!stock.is_empty() && (objective.race.is_none() || !deal.law.free))
        {
            return Err(Unsolved::Hands);
        }
        let most = deal.left() + deal.tally.points[0].max(0);
        objective.check(usize::try_from(most).unwrap_or(0)).map_err(Unsolved::Objective)?;
        let ten_low = deal.law.order == Order::TenLow;
        let mut board = Board {
            players: deal.players,
            first: deal.first,
            trump: deal.law.trump.map_or(NO_TRUMP, |suit| usize::from(suit.0)),
            overtake: deal.law.overtake,
            ten_low,
            queens: if deal.duties.queen_first { 0x1010_1010 << u32::from(ten_low) } else { 0 },
            kept: [0; 4],
            kept_last: 0,
            worth: [0; 64],
            floor: 0,
            scale: 1,
            class: [0; 64],
            special: 0,
            beneath: 0,
            amid: 0,
            last: objective.last,
            feats: Vec::new(),
            money: objective.money.clone(),
            race: objective.race,
            stock: [[0; STOCK]; 2],
            drawn_from: deal.stock.len,
            swap: deal.stock.swap.0,
            least: [deal.stock.swap_from, deal.stock.close_from],
            stock_keys: [[0; STOCK + 1]; 2],
            sprints: false,
            parts: false,
            signature: 0,
        };
        board.lay_stock(deal);
        board.kept = deal.duties.kept.map(|hand| board.set(hand));
        board.kept_last = board.set(deal.duties.last);
        let mut worths: Vec<i16> = objective.worth.to_vec();
        worths.sort_unstable();
        worths.dedup();
        for card in 0..54u8 {
            let inside = usize::from(board.inside(Card(card)));
            let worth = objective.worth[usize::from(card)];
            board.worth[inside] = worth;
            board.class[inside] = worths.partition_point(|&other| other < worth) as u8;
        }
        let cards = seen.or(laid).or(stock).iter().map(|card| objective.worth[usize::from(card.0 & 63)]);
        board.floor = cards.clone().min().unwrap_or(0);
        board.scale = 200 / i32::from(cards.max().unwrap_or(1)).max(1);
        // Of each card, the feats it has a part in.
        let mut marks = [0u32; 64];
        for (i, feat) in objective.feats.iter().enumerate() {
            let mut masks = [0; 3];
            (0..feat.outcomes()).for_each(|outcome| masks[outcome] = objective.mask(i, outcome));
            let mut mark = |cards: Hand, as_what: u32| {
                let cards = board.set(cards);
                (0..64)
                    .filter(|card| cards >> card & 1 == 1)
                    .for_each(|card| marks[card] |= as_what << (2 * i));
                Hand(cards)
            };
            let feat = match *feat {
                Feat::Takes { card, trick } => {
                    mark(card.bit(), 1);
                    Feat::Takes { card: Card(board.inside(card)), trick }
                }
                Feat::Earlier { these, those } => {
                    Feat::Earlier { these: mark(these, 1), those: mark(those, 2) }
                }
                Feat::Trickless { side } => Feat::Trickless { side },
            };
            board.feats.push((feat, masks));
        }
        board.mark(marks);
        let kept = board.kept.iter().fold(0, |all, kept| all | kept);
        (0..64).filter(|card| kept >> card & 1 == 1).for_each(|card| board.class[card] |= 128);
        board.tell_apart();
        board.sprints = !ten_low && kept == 0 && board.queens == 0 && board.trump != 4;
        board.parts = board.race.is_none() && board.overtake == Overtake::Never && board.trump == 4;
        board.signature = board.sign();
        Ok(board)
    }

    /// Gives cards that feats name classes of their own: one for all that have a part in the same feats and are worth the same.
    fn mark(&mut self, mut marks: [u32; 64]) {
        for queen in (0..63).filter(|card| self.queens & bit(*card) != 0).map(usize::from) {
            // A king with a feat of its own waits for its queen, so the queen is not any card either.
            marks[queen] |= marks[queen + 1] << 16;
        }
        let mut kinds: Vec<(u32, u8)> = Vec::new();
        for (card, mark) in marks.into_iter().enumerate().filter(|(_, mark)| *mark != 0) {
            let kind = (mark, self.class[card]);
            let at = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            self.class[card] = 32 + at as u8;
        }
    }

    fn sign(&self) -> u64 {
        let mut h = mix(u64::from(self.players) | u64::from(self.first) << 8 | (self.trump as u64) << 16);
        h = mix(h
            ^ u64::from(self.ten_low)
            ^ self.queens << 32
            ^ (self.overtake as u64) << 1
            ^ (self.last as u64) << 8
            ^ (self.floor as u64) << 48);
        for (i, kept) in self.kept.iter().enumerate() {
            h = mix(h ^ kept.wrapping_add(i as u64));
        }
        for card in 0..64 {
            h = mix(h ^ (self.worth[card] as u64) << 8 ^ u64::from(self.class[card]));
        }
        for (feat, _) in &self.feats {
            h = mix(h ^ match *feat {
                Feat::Takes { card, trick } => 1 | u64::from(card.0) << 8 | u64::from(trick) << 16,
                Feat::Trickless { side } => 2 | u64::from(side) << 8,
                Feat::Earlier { these, those } => 3 | mix(these.0 ^ mix(those.0)) << 8,
            });
        }
        if let Some(race) = self.race {
            h = mix(h ^ race.target as u64 ^ (race.half as u64) << 16);
            let prices = race.prices.iter().chain([&race.last]).chain(&race.fails);
            prices.for_each(|price| h = mix(h ^ *price as u64));
            h = mix(h
                ^ u64::from(race.late)
                ^ u64::from(self.least[0]) << 8
                ^ u64::from(self.least[1]) << 16);
            h = mix(h ^ match race.claim {
                Claim::OnLead => 1,
                Claim::OnTurn => 2,
                Claim::AtOnce => 3,
                Claim::AfterOnLead(card) => 4 | u64::from(card.0) << 8,
                Claim::AfterOnTurn(card) => 5 | u64::from(card.0) << 8,
                Claim::Leader => 6,
            });
        }
        h
    }

    /// The number of a card in here.
    fn inside(&self, card: Card) -> u8 {
        match self.ten_low && card.0 < 32 {
            true => card.0 & !7 | TEN_LOW[usize::from(card.0 & 7)],
            false => card.0,
        }
    }

    /// The card of a number in here.
    pub(crate) fn outside(&self, card: u8) -> Card {
        match self.ten_low && card < 32 {
            true => Card(card & !7 | TEN_HIGH[usize::from(card & 7)]),
            false => Card(card),
        }
    }

    fn set(&self, hand: Hand) -> u64 {
        if self.ten_low { hand.iter().fold(0, |set, card| set | bit(self.inside(card))) } else { hand.0 }
    }

    /// 0 for the first side, 1 for the other.
    #[inline]
    pub(crate) fn side(&self, p: u8) -> usize {
        usize::from(self.first >> (p & 3) & 1 == 0)
    }

    pub(crate) fn node(&self, deal: &Deal) -> Node {
        let mut trick = [0; TRICK];
        for (slot, card) in trick.iter_mut().zip(deal.trick.cards()) {
            *slot = self.inside(*card);
        }
        let leader_holds = deal.hands[usize::from(deal.trick.leader) & 3].len() as u8;
        let hands = deal.hands.map(|hand| self.set(hand));
        let closed = deal.objective.race.and_then(|race| race.closed);
        let laid = trick.iter().take(usize::from(deal.trick.len)).fold(0, |laid, card| laid | bit(*card));
        Node {
            hands,
            live: hands.iter().fold(laid, |all, hand| all | hand),
            trick,
            trick_len: deal.trick.len,
            leader: deal.trick.leader,
            winner: deal.law.winner(deal.trick.cards()) as u8,
            left: leader_holds + u8::from(deal.trick.len > 0),
            settled: deal.tally.settled.is_some(),
            took: deal.tally.tricks.map(|n| n > 0),
            points: deal.tally.points,
            bonus: deal.tally.bonus,
            rest: deal.left(),
            money: deal.tally.settled.unwrap_or(0),
            codes: deal.tally.codes,
            stock: deal.stock.len,
            swapped: deal.stock.len > 0 && deal.stock.swap.0 != self.swap,
            closed: closed.map_or(2, |closed| closed.side & 1),
            closing: closed.map_or([0; 2], |closed| [closed.wins, closed.loses]),
        }
    }

    /// The different payments that are still possible, lowest first.
    pub(crate) fn prices(&self, deal: &Deal) -> Vec<i32> {
        let mut prices = Vec::new();
        if let Some(race) = self.race {
            let all = race.prices.into_iter().chain([race.last]).chain(race.fails);
            all.for_each(|price| prices.extend([price, -price]));
            let closed = race.closed.into_iter().flat_map(|closed| [closed.wins, closed.loses]);
            closed.for_each(|price| prices.extend([price, -price]));
        } else {
            let from = usize::try_from(deal.tally.points[0]).unwrap_or(0);
            let to = from + usize::try_from(deal.left()).unwrap_or(0);
            for code in (0..self.money.len()).filter(|code| deal.tally.codes >> code & 1 == 1) {
                prices.extend_from_slice(&self.money[code][from..=to]);
            }
        }
        prices.sort_unstable();
        prices.dedup();
        prices
    }

    /// Whether two cards of one hand may stand for each other.
    pub(crate) fn twins(&self, deal: &Deal, a: Card, b: Card) -> bool {
        if a.0.max(b.0) >= CLOSE.0 {
            return false;
        }
        let node = self.node(deal);
        let p = node.turn(self);
        let (low, high) = (self.inside(a).min(self.inside(b)), self.inside(a).max(self.inside(b)));
        self.equal(&node, p, low, high)
    }

    #[inline]
    fn equal(&self, node: &Node, p: u8, low: u8, high: u8) -> bool {
        let between = above(low) & (bit(high) - 1);
        suit(low) == suit(high)
            && self.class[usize::from(low & 63)] == self.class[usize::from(high & 63)]
            && between & self.strangers(node, p) == 0
    }

    /// Living cards outside a player's hand.
    #[inline]
    fn strangers(&self, node: &Node, p: u8) -> u64 {
        node.live & !node.hands[usize::from(p & 3)]
    }

    /// The player some places after another.
    #[inline]
    pub(crate) fn after(&self, p: u8, places: u8) -> u8 {
        let next = p + places;
        if next >= self.players { next - self.players } else { next }
    }

    /// The cards that a player may play.
    #[inline]
    pub(crate) fn playable(&self, node: &Node, p: u8) -> u64 {
        let hand = node.hands[usize::from(p & 3)];
        let mut legal = self.legal(node, hand);
        legal &= !((hand & hand >> 1 & self.queens) << 1);
        let kept = self.kept[usize::from(p & 3)];
        if legal & kept != 0 {
            let (others, earlier) = (legal & !kept, legal & !self.kept_last);
            if others != 0 {
                legal = others;
            } else if earlier != 0 {
                legal = earlier;
            }
        }
        legal
    }

    /// The cards of a player that may be played and are worth trying: one of each run of equals.
    #[inline]
    pub(crate) fn candidates(&self, node: &Node, p: u8) -> u64 {
        let legal = self.playable(node, p);
        if node.stock > 0 {
            return legal | self.acts(node, node.hands[usize::from(p & 3)]);
        }
        if self.race.is_some() || legal & (legal - 1) == 0 {
            return legal; // In a race no two cards of a suit are worth the same.
        }
        let strangers = self.strangers(node, p);
        let (mut kept, mut rest, mut last) = (0u64, legal, 64u8);
        while rest != 0 {
            let card = 63 - rest.leading_zeros() as u8;
            rest &= !bit(card);
            let run = last < 64
                && suit(card) == suit(last)
                && self.class[usize::from(card & 63)] == self.class[usize::from(last & 63)]
                && above(card) & (bit(last) - 1) & strangers == 0;
            if !run {
                kept |= bit(card);
            }
            last = card;
        }
        kept
    }

    /// The law of tricks: `cards::Law::legal` on renumbered cards.
    #[inline]
    pub(crate) fn legal(&self, node: &Node, hand: u64) -> u64 {
        if node.trick_len == 0 || node.stock > 0 {
            return hand;
        }
        let led = suit(node.trick[0]);
        let best = node.trick[usize::from(node.winner & 3)];
        let follow = hand & SUIT[led];
        if follow != 0 {
            let target = match self.overtake {
                Overtake::Never => return follow,
                _ if suit(best) == led => best,
                Overtake::UnlessTrumped => return follow,
                Overtake::Always => {
                    let laid = &node.trick[..usize::from(node.trick_len).min(TRICK)];
                    laid.iter().copied().filter(|card| suit(*card) == led).max().unwrap_or(best)
                }
            };
            let over = follow & above(target);
            return if over == 0 { follow } else { over };
        }
        let trumps = if self.trump == NO_TRUMP { 0 } else { hand & SUIT[self.trump] };
        if trumps == 0 {
            return hand;
        }
        if self.overtake == Overtake::Never || suit(best) != self.trump {
            return trumps;
        }
        let over = trumps & above(best);
        if over == 0 { trumps } else { over }
    }

    /// Whether a card played now takes the trick as it lies.
    #[inline]
    fn takes(&self, node: &Node, card: u8) -> bool {
        if node.trick_len == 0 {
            return true;
        }
        let best = node.trick[usize::from(node.winner & 3)];
        above(best) & bit(card) != 0 || (suit(card) == self.trump && suit(best) != self.trump)
    }

    /// Whether a card played now ends in a trick of the player's side when everybody after him takes it from the other
    /// side as high as he can.
    #[inline]
    fn held(&self, node: &Node, p: u8, card: u8) -> bool {
        let side = self.side(p);
        let led = if node.trick_len == 0 { suit(card) } else { suit(node.trick[0]) };
        let (mut best, mut holder) = match self.takes(node, card) {
            true => (card, side),
            false => {
                (node.trick[usize::from(node.winner & 3)], self.side(self.after(node.leader, node.winner)))
            }
        };
        let trumps = if self.trump == NO_TRUMP { 0 } else { SUIT[self.trump] };
        let mut q = p;
        for _ in node.trick_len + 1..self.players {
            q = self.after(q, 1);
            if self.side(q) == holder {
                continue;
            }
            let hand = node.hands[usize::from(q & 3)];
            let mut over = hand & SUIT[led];
            if node.stock > 0 {
                let ruffs = if suit(best) == self.trump { 0 } else { hand & trumps };
                over = hand & above(best);
                over = if over == 0 { ruffs } else { over };
            } else if over != 0 {
                over &= above(best);
            } else {
                over = hand & trumps;
                if suit(best) == self.trump {
                    over &= above(best);
                }
            }
            if over != 0 {
                best = 63 - over.leading_zeros() as u8;
                holder = self.side(q);
            }
        }
        holder == side
    }

    /// How likely a card is to be the right one: winners that are worth it, presents to the partner, cheap cards else.
    #[inline]
    pub(crate) fn promise(&self, node: &Node, p: u8, card: u8) -> i32 {
        if card >= CLOSE.0 {
            return if card == EXCHANGE.0 { 2000 } else { 100 };
        }
        let worth = i32::from(self.worth[usize::from(card & 63)]) * self.scale;
        let height = i32::from(if card < 32 { card & 7 } else { card - 32 });
        let held = self.held(node, p, card);
        if node.trick_len == 0 {
            if self.race.is_some() && card & 6 == 4 {
                let bonus = self.marriage(node.hands[usize::from(p & 3)], card);
                if bonus > 0 {
                    return 1000 + i32::from(bonus) - worth;
                }
            }
            let trump = if suit(card) == self.trump { 30 } else { 0 };
            return if held { 600 + worth + height } else { 400 - worth - height } - trump;
        }
        let last = node.trick_len + 1 == self.players;
        match (held, !last && self.takes(node, card)) {
            (true, true) => 700 + worth + height,
            (true, false) => 700 + worth - height,
            (false, _) => 300 - worth - height,
        }
    }

    /// The position after a card.
    #[inline]
    pub(crate) fn play(&self, node: &Node, p: u8, card: u8) -> Node {
        let mut next = *node;
        let side = self.side(p);
        if card >= CLOSE.0 {
            self.act(&mut next, p, card);
            return next;
        }
        if node.trick_len == 0 && self.race.is_some() {
            next.bonus[side] += self.marriage(node.hands[usize::from(p & 3)], card);
        }
        next.hands[usize::from(p & 3)] &= !bit(card);
        if self.takes(node, card) {
            next.winner = node.trick_len;
        }
        next.trick[usize::from(node.trick_len & 3)] = card;
        next.trick_len += 1;
        if next.trick_len == self.players {
            self.close(&mut next);
        }
        if self.race.is_some() {
            self.claim(&mut next);
        }
        next
    }

    /// What a lead announces in a race.
    #[inline]
    fn marriage(&self, hand: u64, card: u8) -> i16 {
        let partner = match card & 7 {
            4 => card + 1,
            5 => card - 1,
            _ => return 0,
        };
        match hand & bit(partner) != 0 {
            true if suit(card) == self.trump => 40,
            true => 20,
            false => 0,
        }
    }

    /// The position after the last trick, in which nobody has a choice.
    #[inline]
    pub(crate) fn finish(&self, node: &Node) -> Node {
        let mut next = *node;
        let claimed =
            self.race.is_some_and(|race| race.late || node.total(0).max(node.total(1)) >= race.target);
        if claimed || node.trick_len > 0 {
            // Somebody may end the deal before the trick is full.
            while !next.settled && next.left > 0 {
                let p = next.turn(self);
                next = self.play(&next, p, next.hands[usize::from(p & 3)].trailing_zeros() as u8);
            }
            return next;
        }
        let mut p = node.leader;
        for place in 0..self.players {
            let card = node.hands[usize::from(p & 3)].trailing_zeros() as u8 & 63;
            next.trick_len = place;
            if self.takes(&next, card) {
                next.winner = place;
            }
            next.trick[usize::from(place & 3)] = card;
            p = self.after(p, 1);
        }
        next.hands = [0; 4];
        self.close(&mut next);
        if let Some(race) = self.race {
            next.settled = true;
            next.money = self.played_out(race, &next);
        }
        next
    }

    #[inline]
    fn close(&self, node: &mut Node) {
        let taker = self.after(node.leader, node.winner);
        let side = self.side(taker);
        let won = node.trick[usize::from(node.winner & 3)];
        node.left -= 1;
        let cards = &node.trick[..usize::from(self.players).min(TRICK)];
        let (mut worth, mut laid) = (0, 0);
        for card in cards {
            worth += self.worth[usize::from(card & 63)];
            laid |= bit(*card);
        }
        node.live &= !laid;
        if node.left == 0 {
            worth += self.last;
        }
        node.points[side] += worth;
        node.rest -= worth;
        node.took[side] = true;
        for (feat, masks) in &self.feats {
            let outcome = match *feat {
                Feat::Takes { card, trick } => {
                    if laid & bit(card.0) == 0 {
                        continue;
                    }
                    match (trick == node.left, won == card.0) {
                        (false, _) => ELSEWHERE,
                        (true, false) => KILLED,
                        (true, true) => MADE,
                    }
                }
                Feat::Trickless { side: empty } if usize::from(empty) == side => 0,
                Feat::Trickless { .. } if node.left == 0 && !node.took[1 - side] => 1,
                Feat::Trickless { .. } => continue,
                Feat::Earlier { these, those } => {
                    let either = these.0 | those.0;
                    let settled = node.codes & masks[0] == 0 || node.codes & masks[1] == 0;
                    match cards.iter().find(|card| either & bit(**card) != 0) {
                        Some(first) if !settled => usize::from(those.0 & bit(*first) != 0),
                        _ => continue,
                    }
                }
            };
            node.codes &= masks[outcome];
        }
        node.leader = taker;
        node.trick_len = 0;
        node.winner = 0;
        if node.stock > 0 {
            self.draw(node);
        }
    }

    /// Ends a race that is won: `cards::Deal` in the kernel's numbers.
    #[inline]
    fn claim(&self, node: &mut Node) {
        let Some(race) = self.race else { return };
        if node.settled {
            return;
        }
        let leads = node.trick_len == 0;
        let side = self.side(node.turn(self));
        let shown = |card: Card| node.hands.iter().all(|hand| hand & bit(card.0) == 0);
        let (by_rules, on_turn) = match race.claim {
            Claim::AtOnce => (true, false),
            Claim::OnLead => (false, leads),
            Claim::OnTurn => (false, true),
            Claim::AfterOnLead(card) => (shown(card), leads),
            Claim::AfterOnTurn(card) => (shown(card), true),
            Claim::Leader => (false, leads),
        };
        let ended = leads && node.left == 0;
        if ended && !(race.late && node.total(side) >= race.target) {
            node.settled = true;
            node.money = self.played_out(race, node);
            return;
        }
        let leader = self.side(node.leader);
        let winner = if ended {
            Some(side)
        } else if race.claim == Claim::Leader && node.trick_len == 1 && node.total(leader) >= race.target {
            Some(leader)
        } else if by_rules && node.total(0) >= race.target {
            Some(0)
        } else if by_rules && node.total(1) >= race.target {
            Some(1)
        } else if on_turn && node.total(side) >= race.target {
            Some(side)
        } else {
            None
        };
        if let Some(winner) = winner {
            let price = self.price(race, node, winner);
            node.settled = true;
            node.money = if winner == 0 { price } else { -price };
        }
    }
}

impl Node {
    /// Whose turn it is.
    #[inline]
    pub(crate) fn turn(&self, board: &Board) -> u8 {
        board.after(self.leader, self.trick_len)
    }

    /// A side's points in a race: marriages count with a trick only.
    #[inline]
    pub(crate) fn total(&self, side: usize) -> i16 {
        if self.took[side & 1] { self.points[side & 1] + self.bonus[side & 1] } else { 0 }
    }
}
