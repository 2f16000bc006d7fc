//! Taroky: the blocks, variables and codes of chapter 6 of the thesis.

use crate::seat::{Asked, Desk, Form, News};
use ::taroky::{Bid, Contract, ITEMS, Move, Stage, State, Taroky, View};
use expert::{Block, Interface, Kind, Value, Variable};
use game::Player;

const fn v(name: &'static str, about: &'static str) -> Variable {
    Variable { name, about }
}

const CARD: Variable = v("CARD", "the card, `[suit, height]`");
const PLAYER: Variable = v("PLAYER", "who, as a position");
const LEGAL: Variable = v("LEGAL", "the legal answers as a list, in a fixed order");

/// The blocks of taroky.
pub static TAROKY: Interface = Interface {
    games: &["taroky"],
    title: "Taroky",
    about: "\
A card is `[suit, height]`: suits 0 hearts, 1 diamonds, 2 spades, 3 clubs, 4 tarocks; heights count from 0 in taking order,
so `[4,0]` is the Pagát, `[4,21]` the Škýz, `[2,6]` the queen of spades and `[0,7]` the king of hearts.

Players are positions seen from the bot: 0 itself, 1 left, 2 opposite, 3 right. Play goes 0, 3, 2, 1. Position 4 is the talon
card that goes with a trick of Varšava.

Games (`BIT`): −1 nothing, 0 Varšava, 1 first duty, 2 to 5 first duty with XIX, XVIII, XVII, XVI, 6 second duty, 7 to 10 second
duty with XIX to XVI, 11 Preferanc (trojka), 12 with second cards, 13 with third cards, 14 solo.

Announcements (`BONUS`): 0 Taroky, 1 Pagát, 2 Valát, 3 Taročky, 4 Barvičky, 5 Trul, 6 Honery, 7 Barvy, 8 Royal Honery.

Not asked: whether a talon card is refused (it is taken) and whether a game is given up (it is not).",
    predicates: &[],
    blocks: &[
        Block {
            name: "SETCARD",
            kind: Kind::Event,
            about: "A card comes into the bot's hand: twelve times when cards are dealt, and for each card of the talon.",
            variables: &[CARD],
            answers: "",
        },
        Block {
            name: "SETBIT",
            kind: Kind::Event,
            about: "Somebody bids or passes, says Varšava, calls a tarock, or says which cards a Preferanc is played with. \
                    The bot's own words come this way, too.",
            variables: &[
                PLAYER,
                v("BIT", "the game"),
                v("CARD1", "Preferanc: the first talon card the bot sees at this moment; no value if it sees none"),
                v("CARD2", "the second"),
                v("CARD3", "the third"),
            ],
            answers: "",
        },
        Block {
            name: "GETBIT",
            kind: Kind::Question,
            about: "The bot bids; or says Varšava (0) or the duty (1) once all have agreed; or calls a tarock (2 to 5, 7 to \
                    10); or keeps the first cards of a Preferanc (11) or takes the second (12) or the first again (13).",
            variables: &[LEGAL],
            answers: "a code of a game from `LEGAL`. No answer is replaced.",
        },
        Block {
            name: "SETBONUS",
            kind: Kind::Event,
            about: "Somebody announces; once for each announcement. The Pagát of a second duty comes this way, too.",
            variables: &[PLAYER, v("BONUS", "the announcement")],
            answers: "",
        },
        Block {
            name: "GETBONUS",
            kind: Kind::Question,
            about: "The bot may announce the Pagát (1) and the Valát (2); what a hand must announce is announced for it.",
            variables: &[LEGAL],
            answers: "1, 2 or both; no answer (or −1) is silence.",
        },
        Block {
            name: "SETFLEK",
            kind: Kind::Event,
            about: "Somebody doubles.",
            variables: &[
                PLAYER,
                v("FLEK", "what: 1 Pagát, 2 Valát, 3 the game"),
                v("FLEKCOUNT", "1 flek, 2 kontra flek, 3 super flek"),
            ],
            answers: "",
        },
        Block {
            name: "GETFLEK",
            kind: Kind::Question,
            about: "The bot may double.",
            variables: &[
                v("PAGAT", "1 if the Pagát can be doubled, otherwise 0"),
                v("VALAT", "1 if the Valát can be doubled, otherwise 0"),
                v("GAME", "1 if the game can be doubled, otherwise 0"),
                LEGAL,
            ],
            answers: "1, 2, 3 or several of them; no answer (or −1) means no flek.",
        },
        Block {
            name: "SETTAROKDISCART",
            kind: Kind::Event,
            about: "Somebody lays a tarock away, which is done face up.",
            variables: &[PLAYER, CARD],
            answers: "",
        },
        Block {
            name: "GETTURN",
            kind: Kind::Question,
            about: "The bot lays a card away, once for each card it took from the talon, or plays a card to the trick. \
                    There is no event for the card it lays away: it knows what it answered.",
            variables: &[LEGAL],
            answers: "a card from `LEGAL`. No answer is replaced.",
        },
        Block {
            name: "SETTURN",
            kind: Kind::Event,
            about: "Somebody plays a card; the bot's own come this way, too. In Varšava the talon card that goes with the \
                    trick follows as a card of player 4.",
            variables: &[CARD, PLAYER],
            answers: "",
        },
    ],
};

/// Numbers of the blocks.
pub mod block {
    /// SETCARD.
    pub const SETCARD: usize = 0;
    /// SETBIT.
    pub const SETBIT: usize = 1;
    /// GETBIT.
    pub const GETBIT: usize = 2;
    /// SETBONUS.
    pub const SETBONUS: usize = 3;
    /// GETBONUS.
    pub const GETBONUS: usize = 4;
    /// SETFLEK.
    pub const SETFLEK: usize = 5;
    /// GETFLEK.
    pub const GETFLEK: usize = 6;
    /// SETTAROKDISCART.
    pub const SETTAROKDISCART: usize = 7;
    /// GETTURN.
    pub const GETTURN: usize = 8;
    /// SETTURN.
    pub const SETTURN: usize = 9;
}

/// Taroky for rule files.
pub struct TarokyDesk;

/// A card as a value.
pub(crate) fn card(card: cards::Card) -> Value {
    Value::card(card.suit().0, card.height())
}

/// A player as a position: 0 oneself, 1 left, 2 opposite, 3 right; play goes to the right.
fn position(me: Player, p: u8) -> Value {
    Value::Int(i64::from((me.0 + 4 - (p & 3)) & 3))
}

/// The code of a bid.
fn bid_code(bid: Bid) -> i64 {
    match bid {
        Bid::Good => -1,
        Bid::Game(contract) => contract_code(contract),
    }
}

fn contract_code(contract: Contract) -> i64 {
    match contract {
        Contract::Open => -1,
        Contract::Varsava => 0,
        Contract::First => 1,
        Contract::Second => 6,
        Contract::Preferanc => 11,
        Contract::Solo => 14,
    }
}

/// The code of a duty with a called tarock: the first after the code of the duty is XIX.
fn call_code(contract: Contract, called: cards::Card) -> i64 {
    contract_code(contract) + 19 - i64::from(called.height())
}

/// Tells what changed from one view to the next.
struct Teller<'a> {
    me: Player,
    before: &'a State,
    after: &'a State,
    out: &'a mut Vec<News>,
}

impl Teller<'_> {
    fn event(&mut self, block: usize, variables: Vec<Option<Value>>) {
        self.out.push(News::Event(block, variables));
    }

    fn bit(&mut self, by: u8, code: i64, seen: &[cards::Card]) {
        let mut variables = vec![Some(position(self.me, by)), Some(Value::Int(code))];
        variables.extend((0..3).map(|i| seen.get(i).filter(|c| c.known()).map(|&c| card(c))));
        self.event(block::SETBIT, variables);
    }

    fn received(&mut self, cards: impl Iterator<Item = cards::Card>) {
        for c in cards.filter(|c| c.known()) {
            self.event(block::SETCARD, vec![Some(card(c))]);
        }
    }

    /// Talon cards that came into the bot's hand for good.
    fn talon(&mut self) {
        let (before, after, me) = (self.before, self.after, self.me.0);
        let new = (0..6).filter(|&i| after.owner[i] == me && before.owner[i] != me);
        let cards: Vec<cards::Card> = new.map(|i| after.talon[i]).collect();
        self.received(cards.into_iter());
    }

    fn auction(&mut self) {
        let (before, after) = (self.before, self.after);
        for i in before.call_count..after.call_count {
            self.bit(before.turn, bid_code(after.calls[usize::from(i.min(15))]), &[]);
        }
        if after.stage == Stage::Cards && before.stage == Stage::Auction && after.bidder == self.me.0 {
            self.bit(after.bidder, 11, &after.talon[..3]);
        }
    }

    /// The bidder of a Preferanc keeps the cards he holds, or shows them.
    fn preferanc(&mut self) {
        let (before, after) = (self.before, self.after);
        let mine = after.bidder == self.me.0;
        let (first, second) = (&after.talon[..3], &after.talon[3..]);
        if after.cards == before.cards {
            if after.cards == 1 {
                self.bit(before.turn, 11, &[]);
            }
        } else {
            // What the bidder takes up now, the others do not see; what he puts back, they do.
            let (taken, shown) = if after.cards == 2 { (second, first) } else { (first, second) };
            self.bit(before.turn, 10 + i64::from(after.cards), if mine { taken } else { shown });
        }
        if mine && after.stage != Stage::Cards {
            let kept = if after.cards == 2 { second } else { first };
            self.received(kept.iter().copied());
        }
    }

    fn tell(&mut self) {
        let (before, after, me) = (self.before, self.after, self.me);
        match before.stage {
            Stage::Deal => {
                let hand = |s: &State| s.hands[me.index() & 3];
                self.received(hand(after).minus(hand(before)).iter());
            }
            Stage::Auction => self.auction(),
            Stage::Varsava if after.contract == Contract::Varsava => self.bit(before.turn, 0, &[]),
            Stage::Call => {
                self.bit(before.turn, call_code(after.contract, after.called), &[]);
                self.talon();
            }
            Stage::Refuse => self.talon(),
            Stage::Cards => self.preferanc(),
            Stage::Lay => {
                let p = usize::from(before.turn & 3);
                for c in after.laid[p].minus(before.laid[p]).of(cards::TAROCK) {
                    let variables = vec![Some(position(me, before.turn)), Some(card(c))];
                    self.event(block::SETTAROKDISCART, variables);
                }
            }
            Stage::Double => {
                for item in 0..ITEMS {
                    if after.flek[item] > before.flek[item] {
                        let what = Value::Int(item as i64 + 1);
                        let count = Value::Int(i64::from(after.flek[item]));
                        self.event(
                            block::SETFLEK,
                            vec![Some(position(me, before.turn)), Some(what), Some(count)],
                        );
                    }
                }
            }
            Stage::Play => self.played(),
            _ => {}
        }
        for p in 0..4u8 {
            let new = after.said[usize::from(p)] & !before.said[usize::from(p)];
            for code in (0..9).filter(|code| new >> code & 1 == 1) {
                self.event(block::SETBONUS, vec![Some(position(me, p)), Some(Value::Int(code))]);
            }
        }
    }

    fn played(&mut self) {
        let (before, after) = (self.before, self.after);
        for i in usize::from(before.played)..usize::from(after.played) {
            let variables = vec![Some(card(after.plays[i])), Some(position(self.me, before.turn))];
            self.event(block::SETTURN, variables);
            if after.contract == Contract::Varsava && i % 4 == 3 && i / 4 < 6 {
                let turned = vec![Some(card(after.talon[i / 4])), Some(Value::Int(4))];
                self.event(block::SETTURN, turned);
            }
        }
    }
}

impl Desk<Taroky> for TarokyDesk {
    const INTERFACE: &'static Interface = &TAROKY;

    fn news(game: &Taroky, me: Player, before: Option<&View>, after: &View, out: &mut Vec<News>) {
        let fresh;
        let before = match before {
            Some(before) if before.known.deal == after.known.deal => &before.known,
            _ => {
                out.push(News::Deal);
                fresh = game::Game::initial(game);
                &fresh
            }
        };
        Teller { me, before, after: &after.known, out }.tell();
    }

    fn question(_game: &Taroky, _me: Player, view: &View, moves: &[Move]) -> Asked {
        let s = &view.known;
        let code = |block, codes: Vec<(i64, usize)>| Asked {
            block,
            variables: Vec::new(),
            form: Form::One(codes.into_iter().map(|(code, mv)| (Value::Int(code), mv)).collect()),
            silent: None,
        };
        let numbered = moves.iter().copied().enumerate();
        let several = |block, variables: Vec<Option<Value>>, shift: u32| {
            let bits = |mv: Move| match mv {
                Move::Announce(bits) | Move::Double(bits) => u32::from(bits) >> shift,
                _ => 0,
            };
            let sets: Vec<(u32, usize)> = moves.iter().enumerate().map(|(i, &mv)| (bits(mv), i)).collect();
            let all = sets.iter().fold(0, |all, (set, _)| all | set);
            let items = (0..3).filter(|i| all >> i & 1 == 1).map(|i| (Value::Int(i + 1), 1 << i)).collect();
            Asked { block, variables, form: Form::Several { items, moves: sets }, silent: None }
        };
        match s.stage {
            Stage::Announce => several(block::GETBONUS, Vec::new(), 1),
            Stage::Double => {
                let all = moves
                    .iter()
                    .fold(0, |all, mv| if let Move::Double(bits) = mv { all | bits } else { all });
                let may = |item: usize| Some(Value::Int(i64::from(all >> item & 1)));
                several(block::GETFLEK, vec![may(0), may(1), may(2)], 0)
            }
            Stage::Lay | Stage::Play => {
                let cards = numbered.filter_map(|(i, mv)| match mv {
                    Move::Lay(c) | Move::Play(c) => Some((card(c), i)),
                    _ => None,
                });
                Asked {
                    block: block::GETTURN,
                    variables: Vec::new(),
                    form: Form::One(cards.collect()),
                    silent: None,
                }
            }
            _ => {
                let coded = numbered.map(|(i, mv)| {
                    let code = match mv {
                        Move::Bid(bid) => bid_code(bid),
                        Move::Varsava(yes) => i64::from(!yes),
                        Move::Call(called) => call_code(s.contract, called),
                        Move::Keep(true) => 10 + i64::from(s.cards),
                        Move::Keep(false) => 11 + i64::from(s.cards),
                        // A talon card is taken and a game is played on: see the interface.
                        Move::Take(yes) => i64::from(!yes),
                        Move::Surrender(yes) => i64::from(yes),
                        _ => -1,
                    };
                    (code, i)
                });
                code(block::GETBIT, coded.collect())
            }
        }
    }
}
