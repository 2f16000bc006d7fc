//! Mariáš, volený and licitovaný: blocks of their own.

use crate::seat::{Asked, Desk, Form, News};
use crate::taroky::card;
use ::marias::{Contract, ITEMS, Item, Main, Marias, Move, Offer, Phase, Sevens, State, View};
use expert::{Block, Interface, Kind, Value, Variable};
use game::Player;

const fn v(name: &'static str, about: &'static str) -> Variable {
    Variable { name, about }
}

const CARD: Variable = v("CARD", "the card, `[suit, height]`");
const PLAYER: Variable = v("PLAYER", "who, as a position");
const SUIT: Variable = v("SUIT", "the suit; −1 without trumps");
const LEGAL: Variable = v("LEGAL", "the legal answers as a list, in a fixed order");

const fn event(name: &'static str, about: &'static str, variables: &'static [Variable]) -> Block {
    Block { name, kind: Kind::Event, about, variables, answers: "" }
}

const fn question(name: &'static str, about: &'static str, answers: &'static str) -> Block {
    Block { name, kind: Kind::Question, about, variables: &[LEGAL], answers }
}

/// The blocks of mariáš.
pub static MARIAS: Interface = Interface {
    games: &["marias", "licitovany"],
    title: "Mariáš: volený and licitovaný",
    about: "\
A card is `[suit, height]`: suits 0 hearts, 1 leaves, 2 bells, 3 acorns; heights 0 seven, 1 eight, 2 nine, 3 jack, 4 queen, 5 king,
6 ten, 7 ace. (Without trumps the ten is below the jack; its height stays 6.)

Players are positions seen from the bot: 0 itself, 1 the next in playing order, 2 the one after.

A contract has a main part (`game`, `hundred`, `betl`, `durch`, `none`), sevens (`0`, `1`, or `two(SUIT)` with the suit of the
other seven) and a trump suit (−1 without). Items that can be doubled: `main`, `seven`, `seven_against`, `hundred_against`.

In volený mariáš there is no auction (`GETBID`, `SETBID`); in licitovaný there is no trump card, offer or reply.",
    predicates: &[],
    blocks: &[
        event("SETCARD", "A card comes into the bot's hand: dealt, or taken up with the talon.", &[CARD]),
        question(
            "GETTRUMP",
            "Volený: the bot, who is forehand, lays the trump card from its first seven cards.",
            "a card from `LEGAL`, or `people` for one of the five cards it has not seen. No answer is replaced.",
        ),
        event(
            "SETTRUMP",
            "The bot learns the trump suit: the forehand when it lays the card, the others with the contract.",
            &[PLAYER, SUIT, v("CARD", "the trump card of volený mariáš; no value without one")],
        ),
        question("GETBID", "Licitovaný: the bot bids.", "a step of the ladder from 1 to 12, or 0 to pass."),
        event("SETBID", "Licitovaný: somebody bids or passes.", &[PLAYER, v("BID", "the step; 0: passes")]),
        question("GETTALON", "The bot lays a card to the talon; it is asked twice.", "a card from `LEGAL`."),
        event("SETTALON", "Somebody has laid his talon.", &[PLAYER]),
        question("GETOFFER", "Volený: the bot offers a game.", "`colour`, `betl` or `durch`."),
        event("SETOFFER", "Volený: somebody offers a game.", &[PLAYER, v("OFFER", "`colour`, `betl` or `durch`")]),
        question("GETREPLY", "Volený: the bot answers an offer.", "`good`, or `steal` to take the talon for betl or durch."),
        event("SETREPLY", "Volený: somebody answers an offer.", &[PLAYER, v("REPLY", "`good` or `steal`")]),
        question("GETCONTRACT", "The bot names its contract.", "`contract(MAIN, SEVENS, SUIT)` from `LEGAL`."),
        event(
            "SETCONTRACT",
            "The contract is named.",
            &[PLAYER, v("MAIN", "the main part"), v("SEVENS", "the sevens"), SUIT],
        ),
        question(
            "GETFLEK",
            "The bot may double or announce against; it is asked again until it says `good`.",
            "`good`, `double(ITEM)` or `against(ITEM)` from `LEGAL`. No answer is `good`.",
        ),
        event(
            "SETFLEK",
            "Somebody doubles an item or announces against.",
            &[PLAYER, v("ITEM", "the item"), v("COUNT", "how often it is doubled now; 0: it was announced")],
        ),
        question("GETTURN", "The bot plays a card.", "a card from `LEGAL`."),
        event("SETTURN", "Somebody plays a card; the bot's own come this way, too.", &[CARD, PLAYER]),
        event("SETMARRIAGE", "Somebody shows a marriage with the card just played.", &[PLAYER, SUIT]),
    ],
};

mod block {
    pub(super) const SETCARD: usize = 0;
    pub(super) const GETTRUMP: usize = 1;
    pub(super) const SETTRUMP: usize = 2;
    pub(super) const GETBID: usize = 3;
    pub(super) const SETBID: usize = 4;
    pub(super) const GETTALON: usize = 5;
    pub(super) const SETTALON: usize = 6;
    pub(super) const GETOFFER: usize = 7;
    pub(super) const SETOFFER: usize = 8;
    pub(super) const GETREPLY: usize = 9;
    pub(super) const SETREPLY: usize = 10;
    pub(super) const GETCONTRACT: usize = 11;
    pub(super) const SETCONTRACT: usize = 12;
    pub(super) const GETFLEK: usize = 13;
    pub(super) const SETFLEK: usize = 14;
    pub(super) const GETTURN: usize = 15;
    pub(super) const SETTURN: usize = 16;
    pub(super) const SETMARRIAGE: usize = 17;
}

/// Mariáš for rule files.
pub struct MariasDesk;

fn position(me: Player, p: u8) -> Value {
    Value::Int(i64::from((p + 3 - me.0 % 3) % 3))
}

fn suit_of(suit: Option<cards::Suit>) -> Value {
    Value::Int(suit.map_or(-1, |suit| i64::from(suit.0)))
}

fn offer(offer: Offer) -> Value {
    Value::atom(match offer {
        Offer::Colour => "colour",
        Offer::Betl => "betl",
        Offer::Durch => "durch",
    })
}

fn main_of(main: Main) -> Value {
    Value::atom(match main {
        Main::None => "none",
        Main::Game => "game",
        Main::Hundred => "hundred",
        Main::Betl => "betl",
        Main::Durch => "durch",
    })
}

fn sevens_of(sevens: Sevens) -> Value {
    match sevens {
        Sevens::None => Value::Int(0),
        Sevens::One => Value::Int(1),
        Sevens::Two(suit) => Value::Compound("two".into(), vec![Value::Int(i64::from(suit.0))]),
    }
}

fn contract(contract: Contract, trump: Option<cards::Suit>) -> Value {
    let args = vec![main_of(contract.main), sevens_of(contract.sevens), suit_of(trump)];
    Value::Compound("contract".into(), args)
}

fn item_of(item: Item) -> Value {
    Value::atom(match item {
        Item::Main => "main",
        Item::Seven => "seven",
        Item::SevenAgainst => "seven_against",
        Item::HundredAgainst => "hundred_against",
    })
}

fn tell(me: Player, before: &State, after: &State, out: &mut Vec<News>) {
    let mut event = |block: usize, variables: Vec<Option<Value>>| out.push(News::Event(block, variables));
    let hand = |s: &State| s.hands[me.index() % 3];
    let by = || Some(position(me, before.turn));
    if !after.ended() {
        for c in hand(after).minus(hand(before)) {
            event(block::SETCARD, vec![Some(card(c))]);
        }
    }
    if before.phase == Phase::Auction {
        let bid = after.bids[usize::from(before.turn) % 3];
        let step = if after.passed == before.passed { i64::from(bid) } else { 0 };
        event(block::SETBID, vec![by(), Some(Value::Int(step))]);
    }
    if after.laid > before.laid && before.phase == Phase::Talon {
        event(block::SETTALON, vec![by()]);
    }
    if let (Phase::Offer, Some(made)) = (before.phase, after.offer) {
        event(block::SETOFFER, vec![by(), Some(offer(made))]);
    }
    if before.phase == Phase::Ask {
        let reply = if after.declarer == before.declarer { "good" } else { "steal" };
        event(block::SETREPLY, vec![by(), Some(Value::atom(reply))]);
    }
    let card_known = after.trump_card.known() && !before.trump_card.known();
    let suit_known = after.trump.is_some() && before.trump.is_none() && !before.trump_card.known();
    if card_known || suit_known {
        let shown = after.trump_card.known().then(|| card(after.trump_card));
        let suit = after.trump.or(after.trump_card.known().then(|| after.trump_card.suit()));
        event(block::SETTRUMP, vec![Some(position(me, after.declarer)), Some(suit_of(suit)), shown]);
    }
    if let (None, Some(named)) = (before.contract, after.contract) {
        let parts = [main_of(named.main), sevens_of(named.sevens), suit_of(after.trump)];
        let mut variables = vec![Some(position(me, after.declarer))];
        variables.extend(parts.into_iter().map(Some));
        event(block::SETCONTRACT, variables);
    }
    if before.phase == Phase::Double {
        for item in ITEMS {
            let i = item.index();
            if after.doubled[i] > before.doubled[i] {
                let count = Value::Int(i64::from(after.doubled[i]));
                event(block::SETFLEK, vec![by(), Some(item_of(item)), Some(count)]);
            }
        }
        for (i, item) in [Item::SevenAgainst, Item::HundredAgainst].into_iter().enumerate() {
            if after.against[i] != before.against[i] {
                event(block::SETFLEK, vec![by(), Some(item_of(item)), Some(Value::Int(0))]);
            }
        }
    }
    if before.phase == Phase::Play {
        for i in usize::from(before.made)..usize::from(after.made) {
            event(block::SETTURN, vec![Some(card(after.plays[i])), by()]);
        }
        for p in 0..3u8 {
            let new = after.married[usize::from(p)] & !before.married[usize::from(p)];
            for suit in (0..4).filter(|suit| new >> suit & 1 == 1) {
                event(block::SETMARRIAGE, vec![Some(position(me, p)), Some(Value::Int(suit))]);
            }
        }
    }
}

impl Desk<Marias> for MariasDesk {
    const INTERFACE: &'static Interface = &MARIAS;

    fn news(game: &Marias, me: Player, before: Option<&View>, after: &View, out: &mut Vec<News>) {
        let fresh;
        let before = match before {
            Some(before) if before.table.phase != Phase::Next => &before.table,
            _ => {
                out.push(News::Deal);
                fresh = game::Game::initial(game);
                &fresh
            }
        };
        tell(me, before, &after.table, out);
    }

    fn question(_game: &Marias, _me: Player, view: &View, moves: &[Move]) -> Asked {
        let s = &view.table;
        let block = match s.phase {
            Phase::Trump => block::GETTRUMP,
            Phase::Auction => block::GETBID,
            Phase::Talon => block::GETTALON,
            Phase::Offer => block::GETOFFER,
            Phase::Ask => block::GETREPLY,
            Phase::Contract => block::GETCONTRACT,
            Phase::Double => block::GETFLEK,
            _ => block::GETTURN,
        };
        let answer = |mv: Move| match mv {
            Move::Trump(c) | Move::Lay(c) | Move::Play(c) | Move::Deal(c) => card(c),
            Move::People => Value::atom("people"),
            Move::Offer(made) => offer(made),
            Move::Good => Value::atom("good"),
            Move::Steal => Value::atom("steal"),
            Move::Bid(step) => Value::Int(i64::from(step)),
            Move::Pass => Value::Int(0),
            Move::Name(named, trump) => {
                contract(named, trump.or(s.trump_card.known().then(|| s.trump_card.suit())))
            }
            Move::Double(item) => Value::Compound("double".into(), vec![item_of(item)]),
            Move::Against(item) => Value::Compound("against".into(), vec![item_of(item)]),
        };
        let answers = moves.iter().enumerate().map(|(i, &mv)| (answer(mv), i)).collect();
        let silent = moves.iter().position(|&mv| s.phase == Phase::Double && mv == Move::Good);
        Asked { block, variables: Vec::new(), form: Form::One(answers), silent }
    }
}
