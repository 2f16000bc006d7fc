//! Advice at a real table. A person tells what he sees there: the cards of his hand, then every move as it is made. The
//! adviser has no way to the cards of the others; it keeps a state that fits everything that was told (a *world*) and goes
//! on in another one where something new does not fit. By the laws of games the view of the seat does not depend on
//! the world it was found in, and agents are shown nothing but views.
//!
//! Everything is told in words (`HA`, `pass`), each a move in notation or a card that came to light. The whole list is
//! told anew each time, so a word that was mistyped can be mended wherever it stands.

use game::hash::hash;
use game::{Advice, Fault, Lang, Limit, Player, Rng, Roster, Scene, Show, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Worlds drawn to see what may be told next, and whether a move brings cards to light.
const LOOKED_AT: usize = 60;
/// Worlds drawn for a word before it is refused.
const MOST_DRAWN: usize = 20_000;
/// How often the deal is laid out anew before cards that came to light are refused.
const MOST_TRIES: u64 = 60;
/// Words of one deal; no card game has nearly as many.
const MOST_WORDS: usize = 2_000;

/// Something that may be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The word for it.
    pub word: String,
    /// What it is, for people.
    pub label: String,
    /// The kind of token, where it is a card.
    pub kind: String,
}

/// What is to be told next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wants {
    /// A move of a player, or what chance brought: for the person, a card of his hand.
    Move {
        /// Who moves; `None`: chance.
        by: Option<Player>,
        /// What may be told.
        choices: Vec<Choice>,
    },
    /// Cards that came to light with the last move.
    Cards {
        /// How many are still to be told.
        many: usize,
        /// What may be told.
        choices: Vec<Choice>,
    },
    /// What was said with the last move: a marriage, an announcement. Whoever tells the next move instead says: nothing.
    Said {
        /// What may be told.
        choices: Vec<Choice>,
    },
    /// Nothing: the play is over.
    Nothing,
}

/// The word for what was heard of a move, in English: it is told where the same move may be made in several ways.
pub fn heard_word(heard: &str) -> String {
    format!("={}", heard.split_whitespace().collect::<Vec<_>>().join("-"))
}

/// A word that was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word.
    pub word: String,
    /// Who moved by it; `None`: chance, or a card that came to light.
    pub by: Option<Player>,
    /// What the person heard of it, or the name of the card.
    pub label: String,
}

/// How things stand by what was told.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The words that were taken, in order.
    pub words: Vec<Word>,
    /// The first word that was not, by its number from 0, and why; those after it were not looked at.
    pub refused: Option<(usize, String)>,
    /// What is to be told next.
    pub wants: Wants,
    /// What the person sees.
    pub scene: Scene,
    /// Whether the person is to move: then advice can be asked for.
    pub mine: bool,
}

/// Somebody who follows a game at a real table for one seat.
pub trait Adviser: Send {
    /// How things stand.
    fn standing(&self, lang: Lang) -> Standing;

    /// What an agent of this description would do in the person's place; the move first in notation, then in words.
    ///
    /// # Errors
    /// What is wrong with the description, that it is not the person's turn, or what the agent failed of.
    fn advise(&self, agent: &str, seed: u64, limit: &Limit, lang: Lang) -> Result<(Advice, String), String>;
}

/// A step of the play as it may have been.
struct Step<G: Show> {
    before: G::State,
    mv: G::Move,
    by: Option<Player>,
    /// What the seat knows since.
    view: G::View,
    /// The words that told it: the first and the one after the last.
    words: (usize, usize),
}

/// A move with the world it is made in.
type Made<G> = (<G as game::Game>::State, <G as game::Game>::Move);
/// The same with the word for it.
type Way<G> = (<G as game::Game>::State, <G as game::Game>::Move, String);

/// What is to be told next, with the types of the game.
enum Open<G: Show> {
    Move(Option<Player>, Vec<Way<G>>),
    Cards(usize, Vec<String>),
    Said(Vec<Way<G>>),
    Nothing,
}

/// The adviser of one game.
pub(crate) struct AdviserOf<G: Show> {
    game: Arc<G>,
    roster: Arc<Roster<G>>,
    me: Player,
    words: Vec<String>,
    told: Told<G>,
}

/// A play that fits the words.
struct Told<G: Show> {
    world: G::State,
    steps: Vec<Step<G>>,
    open: Open<G>,
    refused: Option<(usize, String)>,
}

/// Why a layout of the hidden cards is tried again.
enum Retry<G: Show> {
    Done(Box<Told<G>>),
    /// Chance must bring these cards at these steps.
    Forced(Vec<(usize, String)>),
    /// Another layout may do.
    Again,
}

/// A word of a token: `HA` of `card:HA`.
fn word_of(kind: &str) -> &str {
    kind.rsplit(':').next().unwrap_or(kind)
}

fn cards_seen(scene: &Scene) -> BTreeSet<String> {
    scene.tokens.iter().filter(|t| !t.kind.is_empty()).map(|t| word_of(&t.kind).to_string()).collect()
}

impl<G: Show + 'static> AdviserOf<G> {
    pub(crate) fn new(
        game: Arc<G>,
        roster: Arc<Roster<G>>,
        me: Player,
        words: &[String],
        seed: u64,
    ) -> Result<AdviserOf<G>, String> {
        if me.index() >= game.players() {
            return Err(format!("there is no player {} in {}", me.0 + 1, game.id()));
        }
        if words.len() > MOST_WORDS {
            return Err(format!("at most {MOST_WORDS} words can be told, not {}", words.len()));
        }
        let mut forced = BTreeMap::new();
        for attempt in 0..=MOST_TRIES {
            let run = Run {
                game: &*game,
                me,
                words,
                forced: &forced,
                rng: Rng::new(seed.wrapping_add(attempt)),
                dealt: Vec::new(),
                pure: true,
                last: attempt == MOST_TRIES,
            };
            match run.go()? {
                Retry::Done(told) => {
                    if let (Open::Nothing, Some((number, _))) = (&told.open, &told.refused)
                        && *number < words.len()
                        && game.turn(&told.world) != Turn::Over
                    {
                        // Cards that cannot have come to light: what is to be told there is what was before them.
                        let mut shorter = AdviserOf::new(game, roster, me, &words[..*number], seed)?;
                        shorter.told.refused = told.refused;
                        return Ok(shorter);
                    }
                    return Ok(AdviserOf { game, roster, me, words: words.to_vec(), told: *told });
                }
                Retry::Forced(more) => forced.extend(more),
                Retry::Again => {}
            }
        }
        Err("nothing was found that fits what was told".to_string())
    }

    fn choice(&self, word: &str, label: String, names: &BTreeMap<String, (String, String)>) -> Choice {
        let kind = names.get(word).map_or(String::new(), |(kind, _)| kind.clone());
        Choice { word: word.to_string(), label, kind }
    }

    /// The tokens by their words: kind and name.
    fn names(&self, lang: Lang) -> BTreeMap<String, (String, String)> {
        // Nobody sees the whole pack: the seats of a few random deals together do, before the first card was told too.
        const DEALS: u32 = 16;
        let (game, deck) = (&*self.game, self.deck());
        let mut names = BTreeMap::new();
        let mut look = |state: &G::State| {
            for p in Player::all(game.players()) {
                let scene = game.scene(&game.view(state, Some(p)), Some(p), lang);
                for token in scene.tokens.into_iter().filter(|t| !t.kind.is_empty()) {
                    names.insert(word_of(&token.kind).to_string(), (token.kind, token.label));
                }
            }
            deck.iter().all(|word| names.contains_key(word))
        };
        let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
        for _ in 0..DEALS {
            let mut state = game.initial();
            while game.turn(&state) == Turn::Chance {
                let Some(mv) = game.pick(&state, &mut rng, &mut scratch) else { break };
                game.apply(&mut state, mv);
            }
            if look(&state) {
                break;
            }
        }
        look(&self.told.world);
        names
    }

    /// The words of the cards, in the order of the pack.
    fn deck(&self) -> Vec<String> {
        deck(&*self.game)
    }
}

/// What chance may bring at the start, in the order of the rules.
fn deck<G: Show>(game: &G) -> Vec<String> {
    let start = game.initial();
    let mut moves = Vec::new();
    if game.turn(&start) == Turn::Chance {
        game.moves(&start, &mut moves);
    }
    moves.into_iter().map(|mv| game.text(&start, mv)).collect()
}

/// One try to lay out the hidden cards so that every word fits.
struct Run<'a, G: Show> {
    game: &'a G,
    me: Player,
    words: &'a [String],
    forced: &'a BTreeMap<usize, String>,
    rng: Rng,
    /// What chance brought at which step.
    dealt: Vec<(usize, String)>,
    /// The world is the one that was dealt: none was drawn since.
    pure: bool,
    /// No other try follows.
    last: bool,
}

impl<G: Show> Run<'_, G> {
    fn go(mut self) -> Result<Retry<G>, String> {
        let game = self.game;
        let mut world = game.initial();
        let mut steps: Vec<Step<G>> = Vec::new();
        let mut at = 0;
        let done =
            |world, steps, open, refused| Ok(Retry::Done(Box::new(Told { world, steps, open, refused })));
        loop {
            let turn = game.turn(&world);
            if turn == Turn::Over {
                let left = self.words.get(at);
                let refused = left.map(|word| (at, format!("'{word}' comes after the end of the play")));
                return done(world, steps, Open::Nothing, refused);
            }
            let by = turn.player();
            let mut moves = Vec::new();
            game.moves(&world, &mut moves);
            let (first, before) = (at, world.clone());
            let hidden = by != Some(self.me) && !moves.iter().any(|&mv| game.visible(&world, mv, self.me));
            let mv = if hidden {
                self.lay(&world, &moves, steps.len(), by.is_none())
            } else {
                // Where nothing else can have happened nobody has to tell it.
                let seen = moves.iter().filter(|&&mv| game.visible(&world, mv, self.me)).count();
                let only = by != Some(self.me) && seen == 1 && self.options(&world, &moves, by)?.len() == 1;
                match self.words.get(at) {
                    None if !only => {
                        let options = self.options(&world, &moves, by)?;
                        return done(world, steps, Open::Move(by, options), None);
                    }
                    Some(word) if !only || moves.iter().any(|&mv| same(word, &game.text(&world, mv))) => {
                        at += 1;
                        let Some((other, mv)) = self.find(&world, word, by)? else {
                            let options = self.options(&world, &moves, by)?;
                            let cause = self.refusal(word, by, &options);
                            return done(world, steps, Open::Move(by, options), Some((at - 1, cause)));
                        };
                        self.pure &= other == world;
                        world = other;
                        Some(mv)
                    }
                    _ => moves.first().copied(),
                }
            };
            let Some(mv) = mv else { return Err("the game offers no move here".to_string()) };
            let mut origin = if first == at { before } else { world.clone() };
            let text = game.text(&origin, mv);
            game.apply(&mut world, mv);
            let view = game.view(&world, Some(self.me));
            if by.is_some() {
                match self.revealed(&origin, mv, hidden, &view, at)? {
                    Shown::Nothing => {}
                    Shown::Wanted(many, choices) => {
                        return done(origin, steps, Open::Cards(many, choices), None);
                    }
                    Shown::Told(count) => at += count,
                    Shown::Before(found, count) => {
                        (origin, self.pure) = (found, false);
                        at += count;
                    }
                    Shown::Unsaid(list) => return done(origin, steps, Open::Said(list), None),
                    Shown::Forced(list) => return Ok(Retry::Forced(list)),
                    Shown::Again => return Ok(Retry::Again),
                    Shown::Wrong(number, cause) => {
                        return done(origin, steps, Open::Nothing, Some((number, cause)));
                    }
                }
            }
            // The move as it was made in the world that explains it.
            let mv = if hidden { mv } else { game.parse(&origin, &text).unwrap_or(mv) };
            world = origin.clone();
            game.apply(&mut world, mv);
            let view = game.view(&world, Some(self.me));
            steps.push(Step { before: origin, mv, by, view, words: (first, at) });
        }
    }

    /// A move nobody here sees: what chance must bring, else anything that no word speaks of.
    fn lay(&mut self, world: &G::State, moves: &[G::Move], step: usize, chance: bool) -> Option<G::Move> {
        let game = self.game;
        let texts: Vec<String> = moves.iter().map(|&mv| game.text(world, mv)).collect();
        let spoken = |text: &String| {
            self.words.iter().any(|word| same(word, text)) || self.forced.values().any(|card| card == text)
        };
        let wanted = self.forced.get(&step).and_then(|card| texts.iter().position(|text| text == card));
        let free: Vec<usize> = (0..texts.len()).filter(|&i| !spoken(&texts[i])).collect();
        let at = match wanted {
            Some(at) => at,
            None if free.is_empty() => self.rng.below(texts.len().max(1)),
            None => free[self.rng.below(free.len())],
        };
        if chance && let Some(text) = texts.get(at) {
            self.dealt.push((step, text.clone()));
        }
        moves.get(at).copied()
    }

    /// What may be told here: the moves of this world that the seat sees, and of some others.
    fn options(
        &mut self,
        world: &G::State,
        moves: &[G::Move],
        by: Option<Player>,
    ) -> Result<Vec<Way<G>>, String> {
        let game = self.game;
        let mut found: BTreeMap<String, (G::State, G::Move)> = BTreeMap::new();
        let mut add = |state: &G::State, moves: &[G::Move]| {
            for &mv in moves.iter().filter(|&&mv| game.visible(state, mv, self.me)) {
                found.entry(game.text(state, mv)).or_insert_with(|| (state.clone(), mv));
            }
        };
        add(world, moves);
        if by != Some(self.me) && game.hidden() {
            let view = game.view(world, Some(self.me));
            let worlds = game.worlds(&view).map_err(|cause| cause.to_string())?;
            let mut other = Vec::new();
            for _ in 0..LOOKED_AT {
                let (state, _) = worlds.draw(&mut self.rng).map_err(|cause| cause.to_string())?;
                other.clear();
                game.moves(&state, &mut other);
                add(&state, &other);
            }
        }
        let order = deck(game);
        let mut list: Vec<Way<G>> = found.into_iter().map(|(text, (state, mv))| (state, mv, text)).collect();
        let place = |text: &String| order.iter().position(|card| card == text).unwrap_or(usize::MAX);
        list.sort_by_key(|(_, _, text)| place(text));
        Ok(list)
    }

    /// The move of a word, in this world or in another one that fits what was told.
    fn find(&mut self, world: &G::State, word: &str, by: Option<Player>) -> Result<Option<Made<G>>, String> {
        let game = self.game;
        let mut moves = Vec::new();
        let mut look = |state: &G::State| {
            moves.clear();
            game.moves(state, &mut moves);
            let seen = |mv: G::Move| by == Some(self.me) || game.visible(state, mv, self.me);
            moves.iter().copied().find(|&mv| same(word, &game.text(state, mv)) && seen(mv))
        };
        if let Some(mv) = look(world) {
            return Ok(Some((world.clone(), mv)));
        }
        if by == Some(self.me) || !game.hidden() {
            return Ok(None);
        }
        let view = game.view(world, Some(self.me));
        let worlds = game.worlds(&view).map_err(|cause| cause.to_string())?;
        for _ in 0..MOST_DRAWN {
            let (state, _) = worlds.draw(&mut self.rng).map_err(|cause| cause.to_string())?;
            if let Some(mv) = look(&state) {
                return Ok(Some((state, mv)));
            }
        }
        Ok(None)
    }

    fn refusal(&self, word: &str, by: Option<Player>, options: &[Way<G>]) -> String {
        let near = game::nearest(word, options.iter().map(|(_, _, text)| text.as_str()));
        let hint = near.map_or(String::new(), |near| format!("; did you mean '{near}'?"));
        match by {
            None => format!("'{word}' is not a card that can come here, by what was told before{hint}"),
            Some(p) => {
                format!("'{word}' is not a move of player {} here, by what was told before{hint}", p.0 + 1)
            }
        }
    }

    /// Whether a move has brought to light what differs from world to world, and what by the words.
    fn revealed(
        &mut self,
        before: &G::State,
        mv: G::Move,
        hidden: bool,
        view: &G::View,
        at: usize,
    ) -> Result<Shown<G>, String> {
        let (game, me) = (self.game, self.me);
        if !game.hidden() {
            return Ok(Shown::Nothing);
        }
        let known = game.view(before, Some(me));
        let worlds = game.worlds(&known).map_err(|cause| cause.to_string())?;
        let text = game.text(before, mv);
        let old = cards_seen(&game.scene(&known, Some(me), Lang::En));
        let shown_by = |view: &G::View| -> BTreeSet<String> {
            cards_seen(&game.scene(view, Some(me), Lang::En)).difference(&old).cloned().collect()
        };
        let heard = |state: &G::State, mv| game.heard(state, mv, Some(me), Lang::En).unwrap_or_default();
        // The same move in another world that fits; one that is not seen may be any there.
        let same_move = |state: &G::State| match hidden {
            false => game.parse(state, &text).ok(),
            true => {
                let mut list = Vec::new();
                game.moves(state, &mut list);
                list.first().copied()
            }
        };
        let shown = shown_by(view);
        let (mut cards_differ, mut ways) = (false, BTreeMap::new());
        ways.insert(heard(before, mv), (before.clone(), mv));
        // Cards that come to light differ in nearly every world; what is said beside a move may be rare, and is looked for
        // longest where it would be asked for.
        let own = game.turn(before).player() == Some(me);
        let draws = match (hidden || own, self.words.len() > at) {
            (true, _) => LOOKED_AT / 6,
            (false, true) => LOOKED_AT * 2 / 3,
            (false, false) => LOOKED_AT * 2,
        };
        for _ in 0..draws {
            let (state, _) = worlds.draw(&mut self.rng).map_err(|cause| cause.to_string())?;
            let Some(mv) = same_move(&state) else { continue };
            let mut after = state.clone();
            game.apply(&mut after, mv);
            let after = game.view(&after, Some(me));
            if hash(&after) != hash(view) {
                cards_differ |= shown_by(&after) != shown;
                ways.entry(heard(&state, mv)).or_insert((state, mv));
            }
        }
        if cards_differ {
            return self.cards_told(&worlds, &old, &shown, &same_move, at, &shown_by);
        }
        if ways.len() < 2 || hidden {
            return Ok(Shown::Nothing);
        }
        let Some(word) = self.words.get(at) else {
            let list = ways.into_iter().map(|(heard, (state, mv))| (state, mv, heard_word(&heard)));
            return Ok(Shown::Unsaid(list.collect()));
        };
        let told = word.starts_with('=');
        // Without a word for it nothing was said beside the move: the shortest way to make it.
        let plain =
            ways.keys().min_by_key(|heard| heard.len()).map(|heard| heard_word(heard)).unwrap_or_default();
        let wanted = if told { word.as_str() } else { plain.as_str() };
        let fits = |state: &G::State, mv| same(wanted, &heard_word(&heard(state, mv)));
        if fits(before, mv) {
            return Ok(Shown::Told(usize::from(told)));
        }
        for _ in 0..MOST_DRAWN {
            let (state, _) = worlds.draw(&mut self.rng).map_err(|cause| cause.to_string())?;
            if same_move(&state).is_some_and(|mv| fits(&state, mv)) {
                return Ok(Shown::Before(state, usize::from(told)));
            }
        }
        Ok(Shown::Wrong(at, format!("'{word}' cannot have been said here, by what was told before")))
    }

    /// What the words say of cards that came to light.
    fn cards_told(
        &mut self,
        worlds: &game::WorldsOf<'_, G>,
        old: &BTreeSet<String>,
        shown: &BTreeSet<String>,
        same_move: &dyn Fn(&G::State) -> Option<G::Move>,
        at: usize,
        shown_by: &dyn Fn(&G::View) -> BTreeSet<String>,
    ) -> Result<Shown<G>, String> {
        let game = self.game;
        let many = shown.len();
        let deck = deck(game);
        let told: Vec<String> = self.words[at..].iter().take(many).cloned().collect();
        let mut wanted = BTreeSet::new();
        for (i, word) in told.iter().enumerate() {
            let card = deck.iter().find(|card| same(word, card)).filter(|card| !old.contains(*card));
            let Some(card) = card else {
                return Ok(Shown::Wrong(
                    at + i,
                    format!("'{word}' is not a card that could come to light here"),
                ));
            };
            if !wanted.insert(card.clone()) {
                return Ok(Shown::Wrong(at + i, format!("'{word}' was told twice")));
            }
        }
        if told.len() < many {
            let left =
                deck.into_iter().filter(|card| !old.contains(card) && !wanted.contains(card)).collect();
            return Ok(Shown::Wanted(many - told.len(), left));
        }
        if wanted == *shown {
            return Ok(Shown::Told(many));
        }
        if self.pure {
            let missing = wanted.difference(shown).cloned();
            let step =
                |card: &String| self.dealt.iter().find(|(_, dealt)| dealt == card).map(|(step, _)| *step);
            let extra: Option<Vec<usize>> = shown.difference(&wanted).map(step).collect();
            if let Some(places) = extra.filter(|places| places.iter().all(|p| !self.forced.contains_key(p))) {
                return Ok(Shown::Forced(places.into_iter().zip(missing).collect()));
            }
        }
        if !self.last {
            return Ok(Shown::Again);
        }
        for _ in 0..MOST_DRAWN {
            let (state, _) = worlds.draw(&mut self.rng).map_err(|cause| cause.to_string())?;
            let Some(mv) = same_move(&state) else { continue };
            let mut after = state.clone();
            game.apply(&mut after, mv);
            if shown_by(&game.view(&after, Some(self.me))) == wanted {
                return Ok(Shown::Before(state, many));
            }
        }
        Ok(Shown::Wrong(at, "these cards cannot have come to light, by what was told before".to_string()))
    }
}

/// What a move brought to light.
enum Shown<G: Show> {
    Nothing,
    /// So many cards are still to be told, of these.
    Wanted(usize, Vec<String>),
    /// What so many words say.
    Told(usize),
    /// The same, if this was the world before the move.
    Before(G::State, usize),
    /// One of these ways to make the move is to be told.
    Unsaid(Vec<Way<G>>),
    Forced(Vec<(usize, String)>),
    Again,
    Wrong(usize, String),
}

fn same(word: &str, text: &str) -> bool {
    word == text || word.eq_ignore_ascii_case(text)
}

impl<G: Show + 'static> Adviser for AdviserOf<G> {
    fn standing(&self, lang: Lang) -> Standing {
        let (game, told) = (&*self.game, &self.told);
        let names = self.names(lang);
        let name = |word: &String| names.get(word).map_or_else(|| word.clone(), |(_, label)| label.clone());
        let deck = self.deck();
        let mut words = Vec::new();
        for step in &told.steps {
            for at in step.words.0..step.words.1 {
                let word = self.words[at].clone();
                let first = at == step.words.0;
                let heard = || game.heard(&step.before, step.mv, Some(self.me), lang);
                let card = deck.iter().find(|card| same(&word, card));
                let label = match (word.starts_with('=') || first && step.by.is_some(), card) {
                    (true, _) => heard().unwrap_or_else(|| word.clone()),
                    (false, Some(card)) => name(card),
                    (false, None) => word.clone(),
                };
                words.push(Word { word, by: step.by.filter(|_| first), label });
            }
        }
        let taken = words.len();
        // A move that brings cards to light is taken with them.
        let waiting = match told.refused {
            Some((number, _)) => number,
            None => self.words.len(),
        };
        words.extend((taken..waiting).map(|at| {
            let word = self.words[at].clone();
            let label = deck.iter().find(|card| same(&word, card)).map_or_else(|| word.clone(), &name);
            Word { word, by: None, label }
        }));
        let wants = match &told.open {
            Open::Nothing => Wants::Nothing,
            Open::Cards(many, list) => {
                let choices = list.iter().map(|word| self.choice(word, name(word), &names)).collect();
                Wants::Cards { many: *many, choices }
            }
            Open::Said(list) => {
                let of = |(state, mv, word): &Way<G>| {
                    let label = game.heard(state, *mv, Some(self.me), lang).unwrap_or_default();
                    Choice { word: word.clone(), label, kind: String::new() }
                };
                Wants::Said { choices: list.iter().map(of).collect() }
            }
            Open::Move(by, list) => {
                let of = |(state, mv, text): &Way<G>| {
                    let label = match by {
                        None => name(text),
                        Some(_) => game.label(state, *mv, lang),
                    };
                    self.choice(text, label, &names)
                };
                Wants::Move { by: *by, choices: list.iter().map(of).collect() }
            }
        };
        let scene = game.scene(&game.view(&told.world, Some(self.me)), Some(self.me), lang);
        let mine = matches!(&told.open, Open::Move(by, _) if *by == Some(self.me));
        Standing { words, refused: told.refused.clone(), wants, scene, mine }
    }

    fn advise(&self, agent: &str, seed: u64, limit: &Limit, lang: Lang) -> Result<(Advice, String), String> {
        let (game, world, me) = (&*self.game, &self.told.world, self.me);
        if !matches!(&self.told.open, Open::Move(by, _) if *by == Some(me)) {
            return Err("it is not your turn by what was told".to_string());
        }
        let mut agent = self.roster.make(game, agent, seed).map_err(|error| error.to_string())?;
        for step in &self.told.steps {
            agent.heard(game, me, step.by, &step.view);
        }
        let mut moves = Vec::new();
        game.moves(world, &mut moves);
        let fault = |fault: Fault| format!("the agent {fault}");
        let view = game.view(world, Some(me));
        let thought = agent.choose(game, me, &view, &moves, limit).map_err(fault)?;
        if !moves.contains(&thought.best) {
            return Err("the agent has chosen a move that is not legal".to_string());
        }
        let values = thought.values.iter().filter(|(mv, _)| moves.contains(mv));
        let values = values.map(|&(mv, value)| (game.label(world, mv, lang), value)).collect();
        let label = game.label(world, thought.best, lang);
        let advice = Advice {
            values,
            nodes: thought.nodes,
            depth: thought.depth,
            stopped: thought.stopped,
            because: thought.because,
            reasons: agent.reasons().to_vec(),
            ..Advice::just(game.text(world, thought.best))
        };
        Ok((advice, label))
    }
}
