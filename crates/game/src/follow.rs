//! An agent away from the table: it follows a play by what its seat sees and hears, and by nothing else. Agents want views, and
//! a view is made of a state; the state here is one that fits everything the seat was told (a *world*), never the true one.
//!
//! Told of a move, the follower makes in its world a move of which the seat would have heard the same words and after which
//! it would see the same scene (or know the same, where the host gives a hash of that). Where its world has no such move (the card just played lies in another hand there), it
//! draws other worlds of the view until one has. By the laws of games the view after the move does not depend on the
//! world it was found in.

use crate::{
    Advice, Agent, AgentError, Fault, Lang, Limit, Player, Rng, Roster, Scene, Show, Turn, seat,
    worlds::WorldsOf,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Worlds that are drawn for one move before the follower gives up: by hashes, and by scenes, which take longer to compare. Five cards
/// that come to a hand at once are one of 53,130 possibilities in mariáš; little in card games is rarer.
const MOST_DRAWN: (u32, u32) = (2_000_000, 300_000);

/// What a seat was told of one move.
#[derive(Clone, Copy, Default, Debug)]
pub struct Told<'a> {
    /// Its notation, where the seat knows it: in a game that hides nothing, and for its own moves.
    pub text: Option<&'a str>,
    /// What was heard of it, in English; `None` if nothing.
    pub heard: Option<&'a str>,
    /// The [hash](crate::hash::hash) of what the seat knows since, where the host gives one. It tells nothing that the seat does not
    /// know, and comparing it is much faster than comparing scenes.
    pub knows: Option<u64>,
}

/// An agent that follows a play from its seat, with its types erased.
pub trait Follow: Send {
    /// A move was made, of which the seat was told this; `sees` says whether a scene is the one the seat sees since.
    ///
    /// # Errors
    /// Why it cannot be followed.
    fn learn(&mut self, told: Told<'_>, sees: &dyn Fn(&Scene) -> bool) -> Result<(), String>;

    /// The play is at move number `made` again.
    fn undone(&mut self, made: usize);

    /// The legal moves of the seat, in notation; empty where it is not its turn.
    fn moves(&self) -> Vec<String>;

    /// Lets the agent think; `None` where it is not its turn.
    fn think(&mut self, limit: &Limit) -> Option<Result<Advice, Fault>>;
}

/// The follower of one game.
pub struct FollowOf<G: Show> {
    game: Arc<G>,
    me: Player,
    agent: Box<dyn Agent<G>>,
    /// A state that fits what the seat knows, after every move so far; the first is the start.
    worlds: Vec<G::State>,
    rng: Rng,
}

impl<G: Show> FollowOf<G> {
    /// Seats an agent of that description away from the table, at the start of a play.
    ///
    /// # Errors
    /// Says what is wrong with the description, or that there is no such player.
    pub fn new(
        game: Arc<G>,
        roster: &Roster<G>,
        me: Player,
        agent: &str,
        seed: u64,
    ) -> Result<FollowOf<G>, AgentError> {
        if me.index() >= game.players() {
            return Err(AgentError::NoPlayer { player: me, game: game.id() });
        }
        let agent = roster.make(&game, agent, seed)?;
        Ok(FollowOf::with(game, me, agent, seed))
    }

    /// Seats this agent away from the table, at the start of a play.
    pub fn with(game: Arc<G>, me: Player, agent: Box<dyn Agent<G>>, seed: u64) -> FollowOf<G> {
        let worlds = vec![game.initial()];
        FollowOf { game, me, agent, worlds, rng: Rng::new(seed) }
    }

    /// What the seat knows.
    pub fn view(&self) -> G::View {
        self.game.view(self.world(), Some(self.me))
    }

    fn world(&self) -> &G::State {
        // There is always the start.
        &self.worlds[self.worlds.len() - 1]
    }

    /// What a world becomes by a move that fits what was told.
    fn step(
        &self,
        world: &G::State,
        told: Told<'_>,
        sees: &dyn Fn(&Scene) -> bool,
        moves: &mut Vec<G::Move>,
    ) -> Option<G::State> {
        let game = &*self.game;
        moves.clear();
        match told.text {
            Some(text) => moves.push(game.parse(world, text).ok()?),
            None => game.moves(world, moves),
        }
        for &mv in moves.iter() {
            let heard = || game.heard(world, mv, Some(self.me), Lang::En);
            if told.text.is_none() && told.knows.is_none() && heard().as_deref() != told.heard {
                continue;
            }
            let mut next = world.clone();
            game.apply(&mut next, mv);
            let view = game.view(&next, Some(self.me));
            let fits = match told.knows {
                Some(known) => crate::hash::hash(&view) == known,
                None => sees(&game.scene(&view, Some(self.me), Lang::En)),
            };
            if fits {
                return Some(next);
            }
        }
        None
    }

    fn find(&mut self, told: Told<'_>, sees: &dyn Fn(&Scene) -> bool) -> Result<G::State, String> {
        let mut moves = Vec::new();
        if let Some(next) = self.step(self.world(), told, sees, &mut moves) {
            return Ok(next);
        }
        let (game, view) = (Arc::clone(&self.game), self.view());
        let worlds: WorldsOf<'_, G> = game.worlds(&view).map_err(|cause| cause.to_string())?;
        // A view that leaves nothing open has one world, and that one did not fit.
        let most = match told.knows {
            _ if worlds.count() == Some(1) => 1,
            Some(_) => MOST_DRAWN.0,
            None => MOST_DRAWN.1,
        };
        for _ in 0..most {
            let (world, _) = worlds.draw(&mut self.rng).map_err(|cause| cause.to_string())?;
            if let Some(next) = self.step(&world, told, sees, &mut moves) {
                return Ok(next);
            }
        }
        let what = told.text.or(told.heard).unwrap_or("a move nothing was heard of");
        Err(format!("move {}, '{what}', fits nothing that this seat knows", self.worlds.len()))
    }
}

impl<G: Show + 'static> Follow for FollowOf<G> {
    fn learn(&mut self, told: Told<'_>, sees: &dyn Fn(&Scene) -> bool) -> Result<(), String> {
        let by = self.game.turn(self.world()).player();
        let next = self.find(told, sees)?;
        self.worlds.push(next);
        let view = self.view();
        self.agent.heard(&self.game, self.me, by, &view);
        if self.game.turn(self.world()) == Turn::Over {
            self.agent.over(&self.game, self.me, &view);
        }
        Ok(())
    }

    fn undone(&mut self, made: usize) {
        if made + 1 < self.worlds.len() {
            self.worlds.truncate(made + 1);
            self.agent.undone(made);
        }
    }

    fn moves(&self) -> Vec<String> {
        let (game, world) = (&*self.game, self.world());
        let mut moves = Vec::new();
        if game.turn(world) == Turn::Player(self.me) {
            game.moves(world, &mut moves);
        }
        moves.into_iter().map(|mv| game.text(world, mv)).collect()
    }

    fn think(&mut self, limit: &Limit) -> Option<Result<Advice, Fault>> {
        let (game, world) = (Arc::clone(&self.game), self.world().clone());
        if game.turn(&world) != Turn::Player(self.me) {
            return None;
        }
        let (me, agent) = (self.me, self.agent.as_mut());
        let asked =
            catch_unwind(AssertUnwindSafe(|| seat::ask_agent(&*game, &world, (me, None), agent, limit)));
        Some(asked.unwrap_or_else(|panic| Err(Fault::Panicked(seat::message(&*panic)))))
    }
}
