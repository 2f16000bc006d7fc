//! The interface of players from outside: a *mind* sees what a person sees (scenes, what is heard, the offered moves) and
//! answers with the notation of a move. It knows neither the types nor the rules of the game, so one mind (a rule file, a
//! program behind a pipe, a remote person) can play any of them.

use crate::{Advice, Fault, Lang, Limit, Offer, Player, Said, Scene};

/// What a mind is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Whom it plays for.
    pub me: Player,
    /// What that player sees.
    pub scene: &'a Scene,
    /// The legal moves, at least one.
    pub offers: &'a [Offer],
}

/// A player who knows only what can be seen and heard.
pub trait Mind: Send {
    /// The language it is spoken to in.
    fn lang(&self) -> Lang {
        Lang::En
    }

    /// Chooses one of the offers. [`Advice::just`] makes an answer of its notation.
    ///
    /// # Errors
    /// Why it has no move to give.
    fn choose(&mut self, question: &Question<'_>, limit: &Limit) -> Result<Advice, Fault>;

    /// Something was heard of a move: called in the order of the play before the mind is asked again, for its own moves
    /// too.
    fn heard(&mut self, _said: &Said) {}

    /// Somebody made this move (`None`: chance), in notation. Called, before [`heard`](Mind::heard), where the game hides
    /// nothing, and for the mind's own moves; elsewhere a notation could tell what only the mover knows.
    fn made(&mut self, _by: Option<Player>, _text: &str) {}

    /// Whether it wants to see every scene of a play that hides something, not only those it is asked about.
    fn watches(&self) -> bool {
        false
    }

    /// What is seen after move number `made` was made, and the [hash](crate::hash::hash) of what is known since. Called after [`made`](Mind::made) and [`heard`](Mind::heard) for every
    /// move, those of which nothing was heard included, where the game hides something and the mind
    /// [`watches`](Mind::watches).
    fn saw(&mut self, _made: usize, _scene: &Scene, _knows: u64) {}

    /// Moves were taken back: the play is at move number `made` again.
    fn undone(&mut self, _made: usize) {}

    /// The play is over with these scores.
    fn over(&mut self, _scene: &Scene, _scores: &[i32]) {}
}
