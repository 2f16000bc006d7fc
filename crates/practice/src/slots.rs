//! How a game deals: which card of the deal goes to which zone. Learned by dealing once and looking, so it works for every game
//! whose deal is a run of chance events, one card each, in an order that does not depend on the cards. What a card is called
//! is learned where it lies open to somebody; the pack is dealt in other orders until every card has lain there.

use game::{Lang, Player, Record, Refusal, Table, Turn};
use std::fmt;

/// The places of a deal in the order in which they are filled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slots {
    /// The cards, as chance events are written.
    pub cards: Vec<String>,
    /// What each card is called, in the order of `cards`; the notation where the game has no name for it.
    pub labels: [Vec<String>; 3],
    /// The kind of token each card is; empty where it was not seen.
    pub kinds: Vec<String>,
    /// For each card dealt the number of its group.
    pub order: Vec<usize>,
    /// The groups: hands and piles that get cards.
    pub groups: Vec<Group>,
    /// Who moves first after the deal.
    pub forehand: Option<Player>,
}

/// A hand or a pile that gets cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its zone.
    pub zone: String,
    /// Its name in English, Czech and Slovak.
    pub labels: [String; 3],
    /// Whose it is.
    pub owner: Option<Player>,
    /// How many cards it gets.
    pub room: usize,
}

/// A deal: for each group its cards, in the order they are dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// The cards by group.
    pub groups: Vec<Vec<String>>,
}

const LANGS: [Lang; 3] = [Lang::En, Lang::Cs, Lang::Sk];
/// Deals with more cards than this are not dealt by hand.
const MOST: usize = 120;

/// The card that a chance event deals: `hearts-7` of `deal(hearts-7)`.
pub(crate) fn bare(event: &str) -> &str {
    let inside = event.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    inside.filter(|inside| !inside.is_empty()).unwrap_or(event)
}

fn sizes(table: &dyn Table) -> Vec<usize> {
    let scene = table.scene(None, Lang::En);
    scene.zones.iter().map(|zone| scene.in_zone(&zone.id).len()).collect()
}

/// Why the cards of a game cannot be set by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSlots {
    /// The game.
    pub game: String,
    /// The reason.
    pub why: &'static str,
}

impl fmt::Display for NoSlots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the cards of {} cannot be set: {}", self.game, self.why)
    }
}

impl std::error::Error for NoSlots {}

impl Slots {
    /// How the game of a table deals. The table must stand at its start and is dealt to its end.
    ///
    /// # Errors
    /// Says why cards of this game cannot be set.
    pub fn learn(table: &mut dyn Table) -> Result<Slots, NoSlots> {
        let game = table.id();
        let none = |why: &'static str| NoSlots { game: game.clone(), why };
        if table.turn() != Turn::Chance {
            return Err(none("it does not begin with a deal"));
        }
        let cards: Vec<String> = table.offers(Lang::En).into_iter().map(|offer| offer.text).collect();
        if cards.len() > MOST {
            return Err(none("there are too many of them"));
        }
        let fresh = table.fork();
        let scene = table.scene(None, Lang::En);
        let zones: Vec<String> = scene.zones.iter().map(|zone| zone.id.clone()).collect();
        let mut order: Vec<usize> = Vec::new();
        let mut left = cards.clone();
        let mut before = sizes(table);
        // The zone that cards are dealt from, where one sees it: what is dealt and lies nowhere else stays there.
        let mut pile = None;
        while table.turn() == Turn::Chance {
            let offered: Vec<String> = table.offers(Lang::En).into_iter().map(|o| o.text).collect();
            if offered != left {
                return Err(none("what chance brings are not cards of one pack"));
            }
            let Some(event) = table.roll() else { return Err(none("chance brings nothing")) };
            left.retain(|card| *card != event);
            let after = sizes(table);
            let grew: Vec<usize> = (0..zones.len()).filter(|&z| after.get(z) > before.get(z)).collect();
            let shrank = (0..zones.len()).find(|&z| after.get(z) < before.get(z));
            pile = pile.or(shrank.filter(|_| !grew.is_empty()));
            let zone = match (grew.as_slice(), pile) {
                ([zone], _) => *zone,
                ([], Some(pile)) if after == before => pile,
                _ => return Err(none("one cannot see where a card goes")),
            };
            order.push(zone);
            before = after;
        }
        if order.len() < 2 {
            return Err(none("chance brings a single event"));
        }
        let mut used: Vec<usize> = order.clone();
        used.sort_unstable();
        used.dedup();
        let scenes = LANGS.map(|lang| table.scene(None, lang));
        let group = |&zone: &usize| Group {
            zone: zones[zone].clone(),
            labels: [0, 1, 2].map(|l| {
                scenes[l]
                    .zones
                    .iter()
                    .find(|z| z.id == zones[zone])
                    .map_or(String::new(), |z| z.label.clone())
            }),
            owner: scenes[0].zones.iter().find(|z| z.id == zones[zone]).and_then(|z| z.owner),
            room: order.iter().filter(|&&z| z == zone).count(),
        };
        let groups: Vec<Group> = used.iter().map(group).collect();
        let order: Vec<usize> =
            order.iter().map(|zone| used.iter().position(|z| z == zone).unwrap_or(0)).collect();
        let (labels, kinds) = names(&*fresh, table, &cards, order.len());
        Ok(Slots { cards, labels, kinds, order, groups, forehand: table.turn().player() })
    }

    /// The deal of a seed, as the game itself deals it.
    pub fn read(&self, record: &Record) -> Dealt {
        let mut groups = vec![Vec::new(); self.groups.len()];
        for (entry, &group) in record.moves.iter().filter(|m| m.who.is_none()).zip(&self.order) {
            groups[group].push(entry.text.clone());
        }
        Dealt { groups }
    }

    /// The chance events that deal these cards.
    pub fn events(&self, dealt: &Dealt) -> Vec<String> {
        let mut next = vec![0; self.groups.len()];
        let mut events = Vec::new();
        for &group in &self.order {
            if let Some(card) = dealt.groups.get(group).and_then(|cards| cards.get(next[group])) {
                events.push(card.clone());
            }
            next[group] += 1;
        }
        events
    }

    /// The value of a parameter `deal=` with these cards: hands in the order of players, then the rest. `None` where the rest
    /// lies in several places, for which every game has an order of its own.
    pub fn parameter(&self, dealt: &Dealt) -> Option<String> {
        let piles = self.groups.iter().filter(|group| group.owner.is_none()).count();
        let cards = || dealt.groups.iter().map(|cards| cards.join(",")).collect::<Vec<_>>().join("/");
        (piles <= 1).then(cards)
    }

    /// Deals these cards at a table that stands at its start, and returns the record so far.
    ///
    /// # Errors
    /// A card that the game does not deal there.
    pub fn deal(&self, dealt: &Dealt, table: &mut dyn Table) -> Result<Record, Refusal> {
        for event in self.events(dealt) {
            table.play(&event)?;
        }
        Ok(table.record())
    }
}

/// What the cards are called and which tokens they are, as far as they have been seen.
struct Names {
    labels: [Vec<String>; 3],
    kinds: Vec<String>,
}

impl Names {
    /// Looks at a table after the deal from every seat.
    fn look(&mut self, table: &dyn Table, cards: &[String]) {
        for viewer in Player::all(table.players()).map(Some).chain([None]) {
            for (l, lang) in LANGS.into_iter().enumerate() {
                for token in table.scene(viewer, lang).tokens {
                    let name = token.kind.rsplit(':').next().unwrap_or("");
                    let found = |card: &String| card == name || bare(card) == name || bare(card) == token.id;
                    if let Some(at) = cards.iter().position(found) {
                        self.kinds[at].clone_from(&token.kind);
                        self.labels[l][at] = token.label;
                    }
                }
            }
        }
    }

    fn seen(&self, card: usize) -> bool {
        !self.kinds[card].is_empty()
    }
}

/// What each card is called and which token it is, as some player sees it after the deal at `table`, or after one in another order
/// from `fresh`.
fn names(
    fresh: &dyn Table,
    table: &dyn Table,
    cards: &[String],
    dealt: usize,
) -> ([Vec<String>; 3], Vec<String>) {
    let n = cards.len();
    let mut names =
        Names { labels: [cards.to_vec(), cards.to_vec(), cards.to_vec()], kinds: vec![String::new(); n] };
    names.look(table, cards);
    // The places of the deal from which a card is seen: those whose cards were.
    let events = table.record().moves;
    let place = |at: usize| cards.iter().position(|card| events.get(at).is_some_and(|e| e.text == *card));
    let open: Vec<usize> = (0..dealt).filter(|&at| place(at).is_some_and(|card| names.seen(card))).collect();
    let brings = |names: &Names, turn: usize| open.iter().filter(|&&at| !names.seen((at + turn) % n)).count();
    while let Some(turn) = (0..n).max_by_key(|&turn| brings(&names, turn)).filter(|&t| brings(&names, t) > 0)
    {
        let before = names.kinds.iter().filter(|kind| kind.is_empty()).count();
        let mut other = fresh.fork();
        if (0..dealt).any(|at| other.play(&cards[(at + turn) % n]).is_err()) {
            break;
        }
        names.look(&*other, cards);
        if names.kinds.iter().filter(|kind| kind.is_empty()).count() == before {
            break;
        }
    }
    // A card nobody can see is of the same kind as its neighbours.
    let Names { labels, mut kinds } = names;
    let pattern = kinds.iter().find_map(|kind| kind.rsplit_once(':').map(|(head, _)| head.to_string()));
    for (kind, card) in kinds.iter_mut().zip(cards) {
        if let (true, Some(head)) = (kind.is_empty(), &pattern) {
            *kind = format!("{head}:{card}");
        }
    }
    (labels, kinds)
}
