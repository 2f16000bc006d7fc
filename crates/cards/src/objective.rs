//! What the tricks of a deal are played for, as data that one search can work with.
//!
//! Once the contract stands, a trick game of two sides is a [`Deal`]: the cards, the duties, the sides, and an
//! [`Objective`] that turns what the tricks brought into the game's own money. Nothing in it is code of one game. A deal in which
//! everybody plays for himself is a [`Melee`](crate::Melee).
//!
//! | part | meaning |
//! | --- | --- |
//! | [`Objective::worth`] | the points of each card to the side that takes it; [`Objective::last`] those of the last trick |
//! | [`Objective::feats`] | what may happen beside the points: a card that takes the last trick, a side without a trick, what is played first |
//! | [`Objective::money`] | the price of every combination of outcomes, by the points of the first side |
//! | [`Objective::race`] | a target that ends play (66), marriages announced on lead, the prices of winning |
//!
//! Payments are those of the first side (the declarer's); [`Objective::shares`] says what each player gets of them.

use crate::{CLOSE, Card, EXCHANGE, Hand, Law, Stock, Trick};

/// Something that may happen in the tricks and has a price of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feat {
    /// A card and the trick it is meant for, counted from the end (0: the last). Outcomes: [`ELSEWHERE`], [`KILLED`],
    /// [`MADE`].
    Takes {
        /// The card.
        card: Card,
        /// The trick, from the end.
        trick: u8,
    },
    /// A side (0 or 1) takes no trick. Outcomes: 0 it took one, 1 it took none.
    Trickless {
        /// The side.
        side: u8,
    },
    /// Which of two sets of cards the first card is of that is played of either. Outcomes: 0 of `these`, 1 of `those`.
    Earlier {
        /// The one set.
        these: Hand,
        /// The other.
        those: Hand,
    },
}

/// Outcome of [`Feat::Takes`]: the card was played to another trick, or by nobody.
pub const ELSEWHERE: usize = 0;
/// Outcome of [`Feat::Takes`]: it was played to its trick and beaten.
pub const KILLED: usize = 1;
/// Outcome of [`Feat::Takes`]: it took its trick.
pub const MADE: usize = 2;

impl Feat {
    /// How many outcomes it has.
    pub const fn outcomes(self) -> usize {
        match self {
            Feat::Takes { .. } => 3,
            Feat::Trickless { .. } | Feat::Earlier { .. } => 2,
        }
    }
}

/// When a side that has enough may end the deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// When one of its players leads.
    OnLead,
    /// At any turn of one of its players.
    OnTurn,
    /// At once, by the rules.
    AtOnce,
    /// By the rules once this card was played; before that when one of its players leads.
    AfterOnLead(Card),
    /// By the rules once this card was played; before that at any turn of one of its players.
    AfterOnTurn(Card),
    /// By the leader, before he leads and right after a card that announces a marriage.
    Leader,
}

/// A race to a number of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Race {
    /// The points that win: 66.
    pub target: i16,
    /// A loser with fewer points pays more: 33.
    pub half: i16,
    /// How the end is called.
    pub claim: Claim,
    /// The price of a win, of one against fewer than half, of one against no trick.
    pub prices: [i32; 3],
    /// The price of the last trick when nobody reached the target.
    pub last: i32,
    /// Whether the target reached with the last trick still wins by its price; else the last trick wins by its own.
    pub late: bool,
    /// What whoever closes the stock and does not win pays: where the other had a trick by then, where he had none.
    pub fails: [i32; 2],
    /// The stock was closed.
    pub closed: Option<Closed>,
}

impl Race {
    /// Whether more points are never worse: so where no win is cheaper than the last trick.
    pub fn rises(&self) -> bool {
        let [won, poor, trickless] = self.prices;
        self.last <= won && won <= poor && poor <= trickless
    }
}

/// Who closed the stock, and what that made of the prices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Closed {
    /// The side.
    pub side: u8,
    /// What it gets when it reaches the target first: the price against what the others had when it closed.
    pub wins: i32,
    /// What it pays when it does not.
    pub loses: i32,
}

/// What play is for. See the header of this module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Points of each card, by its bit.
    pub worth: [i16; 64],
    /// Points of the last trick.
    pub last: i16,
    /// What may happen beside points.
    pub feats: Vec<Feat>,
    /// `money[code][points]`: what the first side gets, by the outcomes of the feats (mixed radix, the first feat counts
    /// fastest) and by its points. Never less for more points.
    pub money: Vec<Vec<i32>>,
    /// The race, in a game that has one; then `feats` and `money` are empty.
    pub race: Option<Race>,
    /// What a player gets of the first side's money.
    pub shares: [i32; 4],
    /// What players get besides, by the outcomes of the feats (a pot that is won); empty where nobody does.
    pub extras: Vec<[i32; 4]>,
}

/// Why an objective cannot be searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObjectiveError {
    /// `money` has another number of rows than the feats have outcomes.
    Rows {
        /// The rows there are.
        found: usize,
        /// The rows there should be.
        expected: usize,
    },
    /// A row is too short for the points that can be made.
    Short {
        /// The row.
        code: usize,
    },
    /// More points bring less money.
    Falls {
        /// The row.
        code: usize,
        /// The points.
        points: usize,
    },
    /// More combinations of outcomes than the search can hold.
    TooMany,
}

impl std::fmt::Display for ObjectiveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ObjectiveError::Rows { found, expected } => {
                write!(f, "the price list has {found} rows for {expected} combinations of outcomes")
            }
            ObjectiveError::Short { code } => {
                write!(f, "row {code} of the price list ends before the points do")
            }
            ObjectiveError::Falls { code, points } => {
                write!(f, "row {code} of the price list pays less for {points} points than for one fewer")
            }
            ObjectiveError::TooMany => f.write_str("more than 64 combinations of outcomes"),
        }
    }
}

impl std::error::Error for ObjectiveError {}

impl Objective {
    /// How many combinations of outcomes the feats have.
    pub fn codes(&self) -> usize {
        self.feats.iter().map(|feat| feat.outcomes()).product()
    }

    /// The combinations in which a feat has an outcome, a bit each.
    pub fn mask(&self, feat: usize, outcome: usize) -> u64 {
        let step: usize = self.feats[..feat].iter().map(|feat| feat.outcomes()).product();
        let all = self.feats[feat].outcomes();
        (0..self.codes().min(64))
            .filter(|code| code / step % all == outcome)
            .fold(0, |mask, code| mask | 1 << code)
    }

    /// Whether the price list is complete and never falls, given the most points there are.
    pub fn check(&self, most: usize) -> Result<(), ObjectiveError> {
        if self.race.is_some() {
            return Ok(());
        }
        let expected = self.codes();
        if expected > 64 {
            return Err(ObjectiveError::TooMany);
        }
        if self.money.len() != expected {
            return Err(ObjectiveError::Rows { found: self.money.len(), expected });
        }
        for (code, row) in self.money.iter().enumerate() {
            if row.len() <= most {
                return Err(ObjectiveError::Short { code });
            }
            if let Some(at) = row.windows(2).position(|pair| pair[1] < pair[0]) {
                return Err(ObjectiveError::Falls { code, points: at + 1 });
            }
        }
        Ok(())
    }
}

/// Duties of play beyond the law of tricks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Duties {
    /// A queen goes before the king of its suit while a hand holds both (mariáš).
    pub queen_first: bool,
    /// Cards of each player that are played only when nothing else may be.
    pub kept: [Hand; 4],
    /// Of the kept cards the one that goes last of all.
    pub last: Hand,
}

/// What the tricks have brought so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tally {
    /// Points of both sides in cards taken, and everything else that counts for certain (talon, marriages of mariáš).
    pub points: [i16; 2],
    /// Marriages announced in a race; they count once the side has a trick.
    pub bonus: [i16; 2],
    /// Tricks taken.
    pub tricks: [u8; 2],
    /// The combinations of outcomes that are still possible, a bit each.
    pub codes: u64,
    /// What the first side got in a race that has ended.
    pub settled: Option<i32>,
}

/// A deal whose contract stands: everything a search with open hands needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// How many players: so many cards make a trick.
    pub players: u8,
    /// Who sits this deal out at a table of one more; his hand is empty here.
    pub idle: Option<u8>,
    /// The law of tricks.
    pub law: Law,
    /// Duties beyond it.
    pub duties: Duties,
    /// The players of the first side, a bit each.
    pub first: u8,
    /// What play is for.
    pub objective: Objective,
    /// The cards in each hand.
    pub hands: [Hand; 4],
    /// The trick on the table.
    pub trick: Trick,
    /// What was brought so far.
    pub tally: Tally,
    /// What is drawn after each trick; then `law` is free until it is used up or closed.
    pub stock: Stock,
}

impl Deal {
    /// The side of a player: 0 the first.
    #[inline]
    pub fn side(&self, p: u8) -> usize {
        usize::from(self.first >> p & 1 == 0)
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> u8 {
        self.seat(self.trick.len)
    }

    /// Who plays the card of this place in the trick on the table, 0 for the leader.
    #[inline]
    pub fn seat(&self, place: u8) -> u8 {
        self.after(self.trick.leader, place)
    }

    /// The player some places after another; whoever sits out is passed over.
    #[inline]
    pub fn after(&self, p: u8, places: u8) -> u8 {
        let Some(idle) = self.idle else { return (p + places) % self.players.max(1) };
        let table = self.players + 1;
        let way = (idle + table - p % table) % table;
        (p + places + u8::from(places >= way)) % table
    }

    /// Everybody who plays, by number.
    pub fn seats(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        let idle = self.idle;
        (0..self.players + u8::from(idle.is_some())).filter(move |p| Some(*p) != idle)
    }

    /// The same deal with nobody who sits out: the players after him have a number less.
    pub fn without_gap(mut self) -> Deal {
        let Some(idle) = self.idle.take().filter(|idle| *idle < 4) else { return self };
        let (low, at) = ((1u8 << idle) - 1, usize::from(idle));
        self.first = self.first & low | self.first >> 1 & !low;
        self.trick.leader -= u8::from(self.trick.leader > idle);
        self.hands[at..].rotate_left(1);
        self.duties.kept[at..].rotate_left(1);
        self.objective.shares[at..].rotate_left(1);
        self.objective.extras.iter_mut().for_each(|extra| extra[at..].rotate_left(1));
        self
    }

    /// Whether no card is left or the price is settled.
    pub fn over(&self) -> bool {
        self.tally.settled.is_some()
            || (self.trick.len == 0 && self.hands.iter().all(|hand| hand.is_empty()))
            || (self.objective.race.is_none() && self.decided().is_some())
    }

    /// The money of the first side where no further card can change it.
    pub fn decided(&self) -> Option<i32> {
        let left = self.left();
        let points = usize::try_from(self.tally.points[0]).ok()?;
        let mut found = None;
        for code in (0..self.objective.money.len()).filter(|code| self.tally.codes >> code & 1 == 1) {
            let row = &self.objective.money[code];
            let (low, high) = (*row.get(points)?, *row.get(points + usize::try_from(left).ok()?)?);
            if low != high || found.is_some_and(|other| other != low) {
                return None;
            }
            found = Some(low);
        }
        found
    }

    /// The points that are still to be taken.
    pub fn left(&self) -> i16 {
        let mut cards = self.hands.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand));
        let ended = cards.is_empty() && self.trick.len == 0;
        self.trick.cards().iter().for_each(|&card| cards.add(card));
        let worth: i16 = cards.iter().map(|card| self.objective.worth[usize::from(card.0 & 63)]).sum();
        worth + if ended { 0 } else { self.objective.last }
    }

    /// The cards the player to move may play.
    #[inline]
    pub fn legal(&self) -> Hand {
        let p = self.turn();
        debug_assert!(self.seats().any(|q| q == p), "player {p} of {} is to move", self.players);
        self.duties.narrow(p, self.hands[usize::from(p & 3)], &self.law, self.trick.cards())
    }

    /// What the player to move may do: the cards he may play, and before a lead [`CLOSE`] and [`EXCHANGE`].
    pub fn acts(&self) -> Hand {
        let mut acts = self.legal();
        let stock = &self.stock;
        if self.trick.len == 0 && stock.len > 0 {
            let hand = self.hands[usize::from(self.turn() & 3)];
            if stock.len >= stock.close_from {
                acts.add(CLOSE);
            }
            if stock.len >= stock.swap_from && hand.has(stock.swap) {
                acts.add(EXCHANGE);
            }
        }
        acts
    }

    /// The cards in hands, on the table and to be drawn.
    pub fn cards(&self) -> usize {
        self.hands.iter().map(|hand| hand.len()).sum::<usize>()
            + usize::from(self.trick.len)
            + usize::from(self.stock.len)
    }

    /// Plays a card of the player to move, or does what stands for one; in a race a lead from a pair announces it.
    /// Unchecked.
    pub fn play(&mut self, card: Card) {
        let p = self.turn();
        let side = self.side(p);
        if card == EXCHANGE {
            let swap = self.stock.swap;
            let turned = self.stock.exchange();
            self.hands[usize::from(p & 3)].remove(swap);
            self.hands[usize::from(p & 3)].add(turned);
            return;
        }
        if card == CLOSE {
            if let Some(race) = &mut self.objective.race {
                let other = 1 - side;
                let wins =
                    match (self.tally.tricks[other], self.tally.points[other] + self.tally.bonus[other]) {
                        (0, _) => race.prices[2],
                        (_, total) if total < race.half => race.prices[1],
                        _ => race.prices[0],
                    };
                let loses = race.fails[usize::from(self.tally.tricks[other] == 0)];
                race.closed = Some(Closed { side: side as u8, wins, loses });
            }
            self.stock.close();
            self.law.free = false;
            return;
        }
        if self.trick.len == 0 && self.objective.race.is_some() {
            self.tally.bonus[side] += self.marriage(p, card);
        }
        debug_assert!(self.hands[usize::from(p & 3)].has(card), "player {p} plays a card of somebody else's");
        self.hands[usize::from(p & 3)].remove(card);
        self.trick.push(card);
        if self.trick.len == self.players {
            self.close();
        }
        if let Some(race) = self.objective.race {
            self.claim(race);
        }
    }

    /// The points a lead of this card announces in a race: its pair in the same hand.
    pub fn marriage(&self, p: u8, card: Card) -> i16 {
        let partner = match card.height() {
            4 => Card(card.0 + 1),
            5 => Card(card.0 - 1),
            _ => return 0,
        };
        match self.hands[usize::from(p & 3)].has(partner) {
            true if self.law.trump == Some(card.suit()) => 40,
            true => 20,
            false => 0,
        }
    }

    /// A side's points in a race: marriages count with a trick only.
    pub fn total(&self, side: usize) -> i16 {
        if self.tally.tricks[side] == 0 { 0 } else { self.tally.points[side] + self.tally.bonus[side] }
    }

    fn close(&mut self) {
        let taker = self.seat(self.law.winner(self.trick.cards()) as u8);
        let side = self.side(taker);
        let cards = self.trick;
        let left = self.hands[usize::from(taker & 3)].len() as u8; // All hands are equally long between tricks.
        let worth: i16 = cards.cards().iter().map(|c| self.objective.worth[usize::from(c.0 & 63)]).sum();
        self.tally.points[side] += worth + if left == 0 { self.objective.last } else { 0 };
        self.tally.tricks[side] += 1;
        for (i, feat) in self.objective.feats.iter().enumerate() {
            let outcome = match *feat {
                Feat::Takes { card, trick } => {
                    if !cards.cards().contains(&card) {
                        continue;
                    }
                    match (trick == left, cards.cards()[self.law.winner(cards.cards())] == card) {
                        (false, _) => ELSEWHERE,
                        (true, false) => KILLED,
                        (true, true) => MADE,
                    }
                }
                Feat::Trickless { side: empty } if usize::from(empty) == side => 0,
                Feat::Trickless { .. } if left == 0 && self.tally.tricks[1 - side] == 0 => 1,
                Feat::Trickless { .. } => continue,
                Feat::Earlier { these, those } => {
                    let open = |outcome: usize| self.tally.codes & self.objective.mask(i, outcome) != 0;
                    let mut laid = cards.cards().iter().filter(|card| these.or(those).has(**card));
                    match laid.next() {
                        Some(first) if open(0) && open(1) => usize::from(those.has(*first)),
                        _ => continue,
                    }
                }
            };
            self.tally.codes &= self.objective.mask(i, outcome);
        }
        self.trick = Trick::new(taker);
        self.draw(taker);
    }

    /// Everybody draws, whoever took the trick first.
    fn draw(&mut self, taker: u8) {
        if self.stock.len == 0 {
            return;
        }
        for place in 0..self.players {
            let p = self.after(taker, place);
            let card = self.stock.draw();
            self.hands[usize::from(p & 3)].add(card);
        }
        self.law.free = self.stock.len > 0;
    }

    /// Ends a race that the player to move may end by a claim; the data of a state in play does not do so by itself,
    /// because a player need not.
    pub fn claim_if_won(&mut self) {
        if let Some(race) = self.objective.race {
            self.claim(race);
        }
    }

    /// Ends a race that is won: the last trick wins by itself, before it claims where they are allowed. Whoever may claim does so at
    /// once: waiting lets the others take more.
    fn claim(&mut self, race: Race) {
        if self.tally.settled.is_some() {
            return;
        }
        let side = self.side(self.turn());
        let leader = self.side(self.trick.leader);
        let (leads, shown) = (self.trick.len == 0, |card| self.hands.iter().all(|hand| !hand.has(card)));
        let (by_rules, on_turn) = match race.claim {
            Claim::AtOnce => (true, false),
            Claim::OnLead => (false, leads),
            Claim::OnTurn => (false, true),
            Claim::AfterOnLead(card) => (shown(card), leads),
            Claim::AfterOnTurn(card) => (shown(card), true),
            Claim::Leader => (false, leads),
        };
        let ended = leads && self.hands.iter().all(|hand| hand.is_empty());
        if ended && !(race.late && self.total(side) >= race.target) {
            let money = match race.closed {
                Some(closed) => {
                    if closed.side == 0 {
                        -closed.loses
                    } else {
                        closed.loses
                    }
                }
                None => {
                    if side == 0 {
                        race.last
                    } else {
                        -race.last
                    }
                }
            };
            self.tally.settled = Some(money);
        } else if ended {
            self.settle(side, race);
        } else if race.claim == Claim::Leader && self.trick.len == 1 && self.total(leader) >= race.target {
            self.settle(leader, race);
        } else if by_rules && let Some(winner) = (0..2).find(|&side| self.total(side) >= race.target) {
            self.settle(winner, race);
        } else if on_turn && self.total(side) >= race.target {
            self.settle(side, race);
        }
    }

    fn settle(&mut self, winner: usize, race: Race) {
        let loser = 1 - winner;
        let price = match race.closed {
            Some(closed) if usize::from(closed.side) == winner => closed.wins,
            Some(closed) => closed.loses,
            None if self.tally.tricks[loser] == 0 => race.prices[2],
            None if self.total(loser) < race.half => race.prices[1],
            None => race.prices[0],
        };
        self.tally.settled = Some(if winner == 0 { price } else { -price });
    }

    /// What a player gets; `None` before the end.
    pub fn payment(&self, p: u8) -> Option<i32> {
        Some(self.worth_to(p, self.money()?))
    }

    /// What a player gets where the first side gets this much, with what he gets besides; before the end as if no feat came off
    /// that can fail.
    pub fn worth_to(&self, p: u8, money: i32) -> i32 {
        debug_assert!(p < self.players || self.idle.is_some(), "player {p} of {} is paid", self.players);
        let code = self.tally.codes.trailing_zeros() as usize;
        let extra = self.objective.extras.get(code).map_or(0, |extra| extra[usize::from(p & 3)]);
        self.objective.shares[usize::from(p & 3)] * money + extra
    }

    /// What the first side gets; `None` before the end.
    pub fn money(&self) -> Option<i32> {
        if self.objective.race.is_some() { self.tally.settled } else { self.decided() }
    }
}

impl Duties {
    /// The cards of `hand` that `p` may play on `cards`.
    #[inline]
    pub fn narrow(&self, p: u8, hand: Hand, law: &Law, cards: &[Card]) -> Hand {
        let mut legal = law.legal(hand, cards);
        if self.queen_first {
            const QUEENS: u64 = 0x1010_1010;
            // King and queen are neighbours: the law allows both or neither, so something is always left.
            legal = Hand(legal.0 & !((hand.0 & hand.0 >> 1 & QUEENS) << 1));
        }
        let kept = self.kept[usize::from(p & 3)];
        if legal.meets(kept) {
            let others = legal.minus(kept);
            let earlier = legal.minus(self.last);
            if !others.is_empty() {
                return others;
            } else if !earlier.is_empty() {
                return earlier;
            }
        }
        legal
    }
}
