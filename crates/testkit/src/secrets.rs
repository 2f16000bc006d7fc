//! Who may know what, stated a second time. A game says it in its views; the laws here say it again without asking them:
//!
//! - [`Eyes`], part of the laws of every game: a token lies face up for somebody only in a zone that person may look
//!   into, or because they were shown or told of it before, or because it lies open to everybody, or because the deal is
//!   over and its sheet is written;
//! - [`secrets`], for card games: a [`Ledger`] follows the record alone, card by card, and says which card was ever shown
//!   to whom; no scene and no sentence may tell more.
//!
//! A spectator is asked like everybody else: nobody shows a spectator anything.

use crate::Checked;
use crate::views::{name, viewers};
use game::{Face, Lang, Player, Rng, Scene, Show, Turn, Visibility};
use std::collections::{BTreeMap, BTreeSet};

/// Which kinds of tokens each viewer has seen so far.
pub(crate) struct Eyes {
    seen: Vec<(Option<Player>, BTreeSet<String>)>,
}

impl Eyes {
    /// Nobody has seen anything.
    pub(crate) fn new<G: Show>(game: &G) -> Eyes {
        Eyes { seen: viewers(game).map(|who| (who, BTreeSet::new())).collect() }
    }

    /// Everybody looks at `s`; `made` is the state and the move that led there.
    pub(crate) fn look<G: Show>(
        &mut self,
        game: &G,
        s: &G::State,
        made: Option<(&G::State, G::Move)>,
    ) -> Checked {
        if !game.hidden() {
            return Ok(());
        }
        let scenes: Vec<Scene> =
            viewers(game).map(|who| game.scene(&game.view(s, who), who, Lang::En)).collect();
        let up = |scene: &Scene| -> BTreeSet<String> {
            scene.tokens.iter().filter(|t| t.face == Face::Up).map(|t| t.kind.clone()).collect()
        };
        let open = scenes.iter().map(up).reduce(|a, b| &a & &b).unwrap_or_default();
        let over = game.turn(s) == Turn::Over || !game.sheet(s, Lang::En).is_empty();
        for ((who, seen), scene) in self.seen.iter_mut().zip(&scenes) {
            let heard = made.and_then(|(before, mv)| game.heard(before, mv, *who, Lang::En));
            let heard: Vec<&str> = words(heard.as_deref().unwrap_or(""));
            let mine = |zone: &str| {
                scene.zones.iter().filter(|z| z.id == zone).any(|z| match z.visible {
                    Visibility::All => true,
                    // A zone of nobody's that is not open to all (the board of an s3 file with hidden locations) says slot by
                    // slot who may look; the tests of that language state it again.
                    Visibility::Owner => z.owner.is_none_or(|owner| Some(owner) == *who),
                    Visibility::Nobody => false,
                })
            };
            for token in scene.tokens.iter().filter(|t| t.face == Face::Up) {
                let told = names(&token.kind, &token.label).any(|name| holds(&heard, &name));
                let known = seen.contains(&token.kind) || open.contains(&token.kind);
                if !(over || known || told || mine(&token.place.zone)) {
                    return Err(format!(
                        "{} sees '{}' face up in zone '{}' and was never shown it",
                        name(*who),
                        token.kind,
                        token.place.zone
                    ));
                }
            }
            seen.extend(up(scene));
        }
        Ok(())
    }
}

/// The words of a sentence.
fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || "♥♠♦♣-_:".contains(c))).filter(|w| !w.is_empty()).collect()
}

/// What a token may be called in a sentence: its name for people, and what stands after the colon of its kind.
fn names<'a>(kind: &'a str, label: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    let short = kind.rsplit(':').next().unwrap_or("");
    [label, short].into_iter().map(words).filter(|name| !name.is_empty())
}

fn holds(sentence: &[&str], name: &[&str]) -> bool {
    sentence.windows(name.len()).any(|part| part == name)
}

/// Moves after which a play that may be endless is left.
const MOST: usize = 400;

/// Which token was ever shown to whom; a spectator is `None`.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    to: BTreeMap<String, BTreeSet<Option<u8>>>,
    /// Spoken of by their holder or caller: everybody may hear the name, nobody sees the token.
    named: BTreeSet<String>,
    /// All cards lie open.
    open: bool,
}

impl Shown {
    /// Player `p` saw the token.
    pub fn to(&mut self, token: &str, p: u8) {
        self.to.entry(token.to_string()).or_default().insert(Some(p));
    }

    /// Everybody saw the token, spectators too.
    pub fn to_all(&mut self, token: &str) {
        self.to.entry(token.to_string()).or_default().insert(None);
    }

    /// Everybody heard the token's name, but it was not shown.
    pub fn named(&mut self, token: &str) {
        self.named.insert(token.to_string());
    }

    /// From now on every token lies open.
    pub fn open(&mut self) {
        self.open = true;
    }

    fn knows(&self, token: &str, who: Option<Player>) -> bool {
        let shown = |who: Option<u8>| self.to.get(token).is_some_and(|list| list.contains(&who));
        self.open || shown(None) || who.is_some_and(|p| shown(Some(p.0)))
    }
}

/// Follows a record, move by move, and says who was shown what. It is written from the rules of the game and knows
/// nothing of the program's states and views.
pub trait Ledger {
    /// A move was made, by chance if by nobody. Tokens are called what stands after the colon of their kind: `HA` is the
    /// token of kind `card:HA`.
    fn note(&mut self, mover: Option<Player>, text: &str, shown: &mut Shown);
}

/// Plays random deals and compares everything everybody sees and hears with a ledger.
///
/// # Panics
/// With the first thing that somebody was told and never shown, and the moves that led there.
pub fn secrets<G: Show, L: Ledger>(game: &G, ledger: impl Fn() -> L, plays: u32, seed: u64) {
    if let Err(fault) = check_secrets(game, ledger, plays, seed) {
        panic!("{fault}");
    }
}

/// The same without a panic; returns how many pictures were compared.
///
/// # Errors
/// The first thing that somebody was told and never shown, and the moves that led there.
pub fn check_secrets<G: Show, L: Ledger>(
    game: &G,
    ledger: impl Fn() -> L,
    plays: u32,
    seed: u64,
) -> Result<u64, String> {
    let mut compared = 0;
    for play in 0..plays {
        let mut rng = Rng::new(seed ^ (u64::from(play) << 32));
        let (mut s, mut shown, mut ledger) = (game.initial(), Shown::default(), ledger());
        let (mut texts, mut scratch, mut called) = (Vec::new(), Vec::new(), Called::new());
        while texts.len() < MOST
            && let Some(mv) = game.pick(&s, &mut rng, &mut scratch)
        {
            let text = game.text(&s, mv);
            let before = s.clone();
            game.apply(&mut s, mv);
            ledger.note(game.turn(&before).player(), &text, &mut shown);
            texts.push(text);
            let fault = |fault: String| {
                format!("{}: {fault} (play {play} of seed {seed}, after '{}')", game.id(), texts.join(" "))
            };
            // Whatever lies face up lies there for a while: of most plays a few moments are looked at.
            if play < THOROUGH || rng.below(RARELY) == 0 || game.turn(&s) == Turn::Over {
                compared += looks(game, &s, &shown, &mut called).map_err(fault)?;
            }
            hears(game, &before, mv, &shown, &called).map_err(fault)?;
        }
    }
    Ok(compared)
}

/// Plays of which every moment is looked at; of the others one moment in [`RARELY`].
const THOROUGH: u32 = 40;
const RARELY: usize = 12;

/// What cards are called, by their short name: what a sentence could give away.
type Called = BTreeMap<String, Vec<Vec<String>>>;

/// Looks at the scene of everybody.
fn looks<G: Show>(game: &G, s: &G::State, shown: &Shown, called: &mut Called) -> Result<u64, String> {
    let scenes: Vec<(Option<Player>, Scene)> =
        viewers(game).map(|who| (who, game.scene(&game.view(s, who), who, Lang::En))).collect();
    for (who, scene) in &scenes {
        for token in &scene.tokens {
            let Some(card) = token.kind.strip_prefix("card:") else { continue };
            if !called.contains_key(card) {
                // A single letter is a word of a sentence, not the Pagát.
                let long = |name: &Vec<&str>| name.len() > 1 || name.iter().any(|word| word.len() > 1);
                let owned = |name: Vec<&str>| name.into_iter().map(str::to_string).collect();
                called
                    .insert(card.into(), names(&token.kind, &token.label).filter(long).map(owned).collect());
            }
            if !shown.knows(card, *who) {
                let zone = &token.place.zone;
                return Err(format!("{} sees {} in '{zone}' and was never shown it", name(*who), token.kind));
            }
        }
    }
    for (who, scene) in &scenes {
        for said in &scene.said {
            tells(&said.text, *who, shown, called)?;
        }
    }
    Ok(scenes.len() as u64)
}

/// Listens to what everybody hears of a move.
fn hears<G: Show>(game: &G, before: &G::State, mv: G::Move, shown: &Shown, called: &Called) -> Checked {
    for who in viewers(game) {
        if let Some(heard) = game.heard(before, mv, who, Lang::En) {
            tells(&heard, who, shown, called)?;
        }
    }
    Ok(())
}

/// A sentence names no card that its hearer was not shown.
fn tells(sentence: &str, who: Option<Player>, shown: &Shown, called: &Called) -> Checked {
    let sentence = words(sentence);
    for (card, names) in called {
        let told = |name: &Vec<String>| sentence.windows(name.len()).any(|part| part == name);
        if names.iter().any(told) && !shown.knows(card, who) && !shown.named.contains(card) {
            return Err(format!("{} hears of {card}, which they were never shown", name(who)));
        }
    }
    Ok(())
}
