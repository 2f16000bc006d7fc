//! Samples in endings against exhaustive enumeration: every place of every unseen card is tried, a replay of the deal
//! judges it, the ways to have bought the talon are counted one by one, and draws are compared by chi-square.

mod support;

use cards::{Card, Hand, NO_CARD};
use game::{Contradiction, Observe, Player, Rng, Worlds};
use std::collections::BTreeMap;
use support::{AIMS, legal_from_the_auction, play_at_random};
use taroky::{Contract, Move, Sampler, State, Taroky, View};

/// Hands of the players, what they laid away, the talon cards nobody holds.
type Places = [Hand; 9];

fn places(s: &State) -> Places {
    let rest = (0..6).filter(|&i| matches!(s.owner[i], 4 | 5)).map(|i| s.talon[i]).collect();
    let [a, b, c, d] = s.hands;
    let [e, f, g, h] = s.laid;
    [a, b, c, d, e, f, g, h, rest]
}

/// What the viewer does not see: the cards, and how many of them lie in each place.
fn unseen(s: &State, view: &View) -> (Hand, [usize; 9]) {
    let known = places(&view.known);
    let truth = places(s);
    let mut room = [0; 9];
    let mut cards = Hand::EMPTY;
    for j in 0..9 {
        room[j] = truth[j].len() - known[j].len();
        cards = cards.or(truth[j].minus(known[j]));
    }
    (cards, room)
}

/// How many ways there are to put cards into places of these sizes.
fn multinomial(room: &[usize; 9]) -> f64 {
    let (mut n, mut ways) = (0, 1.0);
    for &r in room {
        for i in 1..=r {
            n += 1;
            ways *= n as f64 / i as f64;
        }
    }
    ways
}

/// All subsets of `n` cards.
fn subsets(cards: &[Card], n: usize, f: &mut impl FnMut(Hand), chosen: Hand) {
    if n == 0 {
        return f(chosen);
    }
    for (i, &card) in cards.iter().enumerate() {
        if cards.len() - i >= n {
            subsets(&cards[i + 1..], n - 1, f, chosen.or(card.bit()));
        }
    }
}

/// Fills talon places of `p` that the view does not know from `bought`.
fn buy(t: &mut State, p: usize, bought: Hand) {
    let mut cards = bought.iter();
    for i in 0..6 {
        if usize::from(t.owner[i]) == p && t.talon[i] == NO_CARD {
            t.talon[i] = cards.next().unwrap_or(NO_CARD);
        }
    }
}

/// The number of legal histories of these places: ways the bidder can have bought, if the deal replays.
fn weight(game: &Taroky, view: &View, at: &Places, moves: &[Move]) -> u32 {
    let mut t = view.known;
    t.hands.copy_from_slice(&at[..4]);
    t.laid.copy_from_slice(&at[4..8]);
    let mut rest = at[8].iter().filter(|card| !view.known.talon.contains(card));
    for i in 0..6 {
        if matches!(t.owner[i], 4 | 5) && t.talon[i] == NO_CARD {
            t.talon[i] = rest.next().unwrap_or(NO_CARD);
        }
    }
    let played = t.played_by();
    let all = |p: usize| at[p].or(at[p + 4]).or(played[p]);
    let bidder = usize::from(t.bidder & 3);
    let open = |t: &State, p: usize| {
        (0..6).filter(|&i| usize::from(t.owner[i]) == p && t.talon[i] == NO_CARD).count()
    };
    for p in (0..4).filter(|&p| p != bidder) {
        let bought = all(p).iter().take(open(&t, p)).collect();
        buy(&mut t, p, bought);
    }
    let known: Hand = (0..6).filter(|&i| usize::from(t.owner[i]) == bidder).map(|i| t.talon[i]).collect();
    let candidates: Vec<Card> = all(bidder).minus(known).iter().collect();
    let (mut ways, mut one) = (0, None);
    subsets(
        &candidates,
        open(&t, bidder),
        &mut |bought| {
            let dealt = all(bidder).minus(bought).minus(known);
            if t.duty() && State::due_call(dealt) != t.called {
                return;
            }
            if t.contract == Contract::Second && !dealt.has(cards::PAGAT) {
                return;
            }
            ways += 1;
            one = Some(bought);
        },
        Hand::EMPTY,
    );
    let Some(bought) = one else { return 0 };
    buy(&mut t, bidder, bought);
    // What the viewer would have seen, he saw: the deal must look the same to him.
    let looks = game.view(&t, view.viewer()) == *view;
    if looks && legal_from_the_auction(game, moves, &t).is_ok() { ways } else { 0 }
}

fn enumerate(cards: &[Card], room: &mut [usize; 9], at: &mut Places, f: &mut impl FnMut(&Places)) {
    let Some((&card, rest)) = cards.split_first() else { return f(at) };
    for j in 0..9 {
        if room[j] > 0 {
            room[j] -= 1;
            at[j].add(card);
            enumerate(rest, room, at, f);
            at[j].remove(card);
            room[j] += 1;
        }
    }
}

/// The draws that refuse nothing.
struct Exactly<'a>(&'a Sampler);

impl Worlds<State> for Exactly<'_> {
    fn draw(&self, rng: &mut Rng) -> Result<(State, f64), Contradiction> {
        self.0.draw_exactly(rng).map(|s| (s, 1.0)).ok_or_else(|| Contradiction::new("no deal fits"))
    }
}

/// Checks endings of every contract seen by every player until `wanted` of them were compared.
fn check(options: &str, wanted: usize, exactly: bool) {
    let game = Taroky::parse(options).unwrap();
    let (mut done, mut seed) = (0, 0);
    let mut contracts = std::collections::BTreeSet::new();
    while done < wanted {
        seed += 1;
        assert!(seed < 4000, "too few endings are small enough");
        let mut rng = Rng::new(seed);
        let stop = 36 + rng.below(11) as u8;
        let (s, moves) = play_at_random(&game, AIMS[seed as usize % 5], &mut rng, |s| {
            s.played == stop || support::over(s)
        });
        if s.played != stop {
            continue;
        }
        let who = Player(rng.below(4) as u8);
        let view = game.view(&s, Some(who));
        let (cards, mut room) = unseen(&s, &view);
        if !(20.0..12_000.0).contains(&multinomial(&room)) {
            continue;
        }
        let list: Vec<Card> = cards.iter().collect();
        let mut found = BTreeMap::new();
        enumerate(&list, &mut room, &mut places(&view.known), &mut |at| {
            let ways = weight(&game, &view, at, &moves);
            if ways > 0 {
                found.insert(*at, f64::from(ways));
            }
        });
        if found.len() < 3 {
            continue;
        }
        let name = format!("{options} seed {seed} {:?} player {who} after {stop} cards", s.contract);
        let sampler = Sampler::new(&game, &view).unwrap();
        let exact = Exactly(&sampler);
        let (worlds, draws): (&dyn Worlds<State>, usize) =
            if exactly { (&exact, 4000) } else { (&sampler, 12_000) };
        if let Err(fault) = testkit::worlds::uniform(worlds, &found, places, (draws, draws), &mut rng) {
            panic!("{name}: {fault}");
        }
        assert_eq!(sampler.count(), Some(found.len() as u128), "{name}");
        let cards = 0..54;
        let lies = |at: &Places, card: usize, p: usize| at[p].has(Card(card as u8));
        match testkit::worlds::shares(&sampler, &found, cards, 4, lies) {
            Ok(told) => assert!(told, "{name}"),
            Err(fault) => panic!("{name}: {fault}"),
        }
        contracts.insert(s.contract);
        done += 1;
    }
    assert!(contracts.len() >= 4, "only {contracts:?} were met");
}

#[test]
fn draws_in_endings_are_uniform() {
    check("", 60, false);
}

#[test]
fn draws_in_endings_are_uniform_under_other_options() {
    check("talon_split=1-2-3&show_rest_on_first_cards=yes&pagat_last_tarok=yes&mond_free=yes", 20, false);
    check("re_by_partner=yes&talon_fifth_to=next_in_order", 20, false);
}

#[test]
fn exact_draws_in_endings_are_uniform() {
    check("", 20, true);
}
