//! An encoder for every game, described ones included: what lies where in the scene, and what moves do with it.
//!
//! Every fact of a scene is a hash: a token of some kind at a place of a board, a card in a hand, how many tokens a zone holds,
//! what was said. Random plays find out which facts there are; their list is the *vocabulary*, one input each. Moves are read
//! the same way: by their notation, and by where their gesture takes which token. The vocabulary is part of the trained player;
//! a fact that never came up before it was made is not seen.
//!
//! Facts differ by the seat of whoever looks: nothing is assumed about what the same token means to two players.

use crate::reader::{At, Reader};
use crate::sample::Acts;
use game::hash::{Map, hash};
use game::{Face, Gesture, Lang, Layout, Observe, Player, Rng, Show, Turn};

/// The name of this encoder with its version.
pub const SCENE: &str = "scene-1";
/// The most inputs, and the most aspects.
const MOST: usize = 16_384;
/// Up to how many tokens of a zone their number makes a fact of its own.
const COUNTED: usize = 40;

/// Reads scenes.
pub struct SceneReader {
    inputs: Vocabulary,
    aspects: Vocabulary,
}

/// Hashes with their places.
#[derive(Default)]
struct Vocabulary {
    words: Vec<u64>,
    places: Map<u64, u32>,
}

impl Vocabulary {
    fn of(words: Vec<u64>) -> Vocabulary {
        let places = words.iter().enumerate().map(|(i, &word)| (word, i as u32)).collect();
        Vocabulary { words, places }
    }

    fn add(&mut self, word: u64) {
        if self.words.len() < MOST && !self.places.contains_key(&word) {
            self.places.insert(word, self.words.len() as u32);
            self.words.push(word);
        }
    }
}

/// How much of a game is played to find its vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Scouting {
    /// Random plays.
    pub plays: usize,
    /// Moves of a play at most.
    pub length: usize,
    /// States looked at in all.
    pub states: usize,
}

impl Default for Scouting {
    fn default() -> Scouting {
        Scouting { plays: 300, length: 300, states: 12_000 }
    }
}

impl SceneReader {
    /// The reader of a vocabulary.
    pub fn of([inputs, aspects]: [Vec<u64>; 2]) -> SceneReader {
        SceneReader { inputs: Vocabulary::of(inputs), aspects: Vocabulary::of(aspects) }
    }

    /// Plays at random to find the vocabulary of a game.
    pub fn scout<G: Show>(game: &G, how: Scouting, seed: u64) -> SceneReader {
        let mut reader = SceneReader { inputs: Vocabulary::default(), aspects: Vocabulary::default() };
        let mut rng = Rng::new(seed);
        let (mut facts, mut moves, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = 0;
        for _ in 0..how.plays {
            let mut s = game.initial();
            for _ in 0..how.length {
                if seen >= how.states || game.settled(&s) {
                    break;
                }
                if let Turn::Player(me) = game.turn(&s) {
                    seen += 1;
                    facts.clear();
                    read_facts(game, &game.view(&s, Some(me)), me, &mut facts);
                    facts.iter().for_each(|&(fact, _)| reader.inputs.add(fact));
                    moves.clear();
                    game.moves(&s, &mut moves);
                    for &mv in &moves {
                        move_facts(game, &s, me, mv, &mut |fact| reader.aspects.add(fact));
                    }
                }
                let Some(mv) = game.pick(&s, &mut rng, &mut scratch) else { break };
                game.apply(&mut s, mv);
            }
        }
        // A network has at least one input and one output.
        reader.inputs.add(0);
        reader.aspects.add(0);
        reader
    }
}

/// Whether slots of a zone are places that mean something; in a hand or a pile they do not.
fn fixed(layout: &Layout) -> bool {
    matches!(layout, Layout::Grid { .. } | Layout::Points(_) | Layout::Track(_))
}

/// The facts of what `me` sees, with their values.
fn read_facts<G: Show>(game: &G, view: &G::View, me: Player, out: &mut Vec<(u64, f32)>) {
    let scene = game.scene(view, Some(me), Lang::En);
    let seat = me.0;
    let mut held: Vec<(usize, Option<&str>)> = vec![(0, None); scene.zones.len()];
    let zones: Vec<(&str, bool)> = scene.zones.iter().map(|z| (z.id.as_str(), fixed(&z.layout))).collect();
    for token in &scene.tokens {
        let at = zones.iter().position(|(id, _)| *id == token.place.zone);
        let owner = token.owner.map_or(255, |p| p.0);
        let kind = if token.face == Face::Up { token.kind.as_str() } else { "" };
        let Some(at) = at else { continue };
        if zones[at].1 {
            out.push((hash(&(1u8, seat, zones[at].0, token.place.slot, kind, owner)), 1.0));
        } else {
            if !kind.is_empty() {
                out.push((hash(&(2u8, seat, zones[at].0, kind, owner)), 1.0));
            }
            held[at].0 += 1;
            held[at].1 = Some(kind);
        }
    }
    for ((id, _), &(count, top)) in zones.iter().zip(&held) {
        if let Some(top) = top {
            out.push((hash(&(3u8, seat, id, count.min(COUNTED))), 1.0));
            if !top.is_empty() {
                out.push((hash(&(4u8, seat, id, top)), 1.0));
            }
        }
    }
    for said in &scene.said {
        out.push((hash(&(5u8, seat, said.who.map_or(255, |p| p.0), said.text.as_str())), 1.0));
    }
    for (p, &points) in scene.points.iter().enumerate() {
        if points != 0 {
            out.push((hash(&(6u8, seat, p)), crate::math::tanh(points as f32 / 10.0)));
        }
    }
    out.push((hash(&(7u8, seat)), 1.0));
}

/// The facts of a move.
fn move_facts<G: Show>(game: &G, s: &G::State, me: Player, mv: G::Move, add: &mut dyn FnMut(u64)) {
    let seat = me.0;
    add(hash(&(1u8, seat, game.text(s, mv).as_str())));
    if let Gesture::Carry(carries) = game.gesture(s, mv) {
        for carry in carries.iter().take(8) {
            let (from, to) = (&carry.from, &carry.to);
            add(hash(&(2u8, seat, from.zone.as_str(), from.slot)));
            add(hash(&(3u8, seat, to.zone.as_str(), to.slot)));
            add(hash(&(4u8, seat, carry.token.as_str(), to.zone.as_str())));
        }
    }
}

impl<G: Show> Reader<G> for SceneReader {
    fn encoder(&self) -> String {
        SCENE.to_string()
    }

    fn inputs(&self) -> usize {
        self.inputs.words.len()
    }

    fn outputs(&self) -> usize {
        self.aspects.words.len()
    }

    fn vocabulary(&self) -> [Vec<u64>; 2] {
        [self.inputs.words.clone(), self.aspects.words.clone()]
    }

    fn read(&self, game: &G, view: &<G as Observe>::View, me: Player, out: &mut Vec<(u32, f32)>) {
        let mut facts = Vec::with_capacity(64);
        read_facts(game, view, me, &mut facts);
        let mut known: Vec<(u32, f32)> =
            facts.iter().filter_map(|(fact, x)| Some((*self.inputs.places.get(fact)?, *x))).collect();
        // Two equal cards in one hand are one fact, twice as strong.
        known.sort_by_key(|(at, _)| *at);
        for (at, x) in known {
            match out.last_mut() {
                Some((last, sum)) if *last == at => *sum += x,
                _ => out.push((at, x)),
            }
        }
    }

    fn aspects(&self, game: &G, at: At<'_, G>, me: Player, moves: &[G::Move], out: &mut Acts) {
        let drawn = match at.state {
            Some(_) => None,
            None => game.sample(at.view, &mut Rng::new(0)).ok(),
        };
        let Some(s) = at.state.or(drawn.as_ref()) else {
            moves.iter().for_each(|_| out.end());
            return;
        };
        for &mv in moves {
            move_facts(game, s, me, mv, &mut |fact| {
                if let Some(&aspect) = self.aspects.places.get(&fact) {
                    out.aspect(aspect);
                }
            });
            out.end();
        }
    }
}
