//! Games for people: notation, gestures, scenes.

use crate::{Account, Cues, Game, Gesture, Illegal, Lang, Observe, Player, Remark, Scene};

/// A rule of a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// What it is called, or what kind of rule it is.
    pub name: String,
    /// Its line in the description, from 1.
    pub line: usize,
}

/// A game that can be shown and written down.
pub trait Show: Observe {
    /// The name with its parameters, as the catalog reads it: `connect4?width=6`.
    fn id(&self) -> String;

    /// The version of these rules. Raise it when records made before would replay differently.
    fn version(&self) -> u32 {
        1
    }

    /// The notation of a legal move (or chance event): unique among the legal moves of `s`, without white space or `;`.
    fn text(&self, s: &Self::State, mv: Self::Move) -> String;

    /// The legal move of that notation.
    ///
    /// # Errors
    /// [`Illegal`] if no legal move is written so.
    fn parse(&self, s: &Self::State, text: &str) -> Result<Self::Move, Illegal> {
        let mut moves = Vec::new();
        self.moves(s, &mut moves);
        moves.into_iter().find(|&mv| self.text(s, mv) == text).ok_or(Illegal)
    }

    /// The move in words, for a button or a log.
    fn label(&self, s: &Self::State, mv: Self::Move, _lang: Lang) -> String {
        self.text(s, mv)
    }

    /// What `who` (`None`: a spectator) learns of the move `mv` made in `s`, in words; `None` if nothing. A game that
    /// hides something must override it.
    fn heard(&self, s: &Self::State, mv: Self::Move, _who: Option<Player>, lang: Lang) -> Option<String> {
        Some(self.label(s, mv, lang))
    }

    /// How the move is performed at the table.
    fn gesture(&self, s: &Self::State, mv: Self::Move) -> Gesture;

    /// What the viewer of `v` sees. `who` is whose view it is.
    fn scene(&self, v: &Self::View, who: Option<Player>, lang: Lang) -> Scene;

    /// The number by which [`crate::Worlds::share`] knows a token of this kind; `None` where shares are not told.
    fn numbered(&self, _kind: &str) -> Option<usize> {
        None
    }

    /// What the viewer of `v` should notice beside the scene. Tells nothing that the view does not.
    fn cues(&self, _v: &Self::View, _who: Option<Player>, _lang: Lang) -> Cues {
        Cues::default()
    }

    /// What the mover wants to know of the legal move `mv` before making it.
    fn remark(&self, _s: &Self::State, _mv: Self::Move, _lang: Lang) -> Remark {
        Remark::default()
    }

    /// Whether every deal has an account; see [`account`](Show::account).
    fn counted(&self) -> bool {
        false
    }

    /// How many deals were finished; 0 in a game that is not counted deal by deal. Never falls.
    fn deals(&self, _s: &Self::State) -> u32 {
        0
    }

    /// How the deal that was finished last was counted.
    fn account(&self, _s: &Self::State, _lang: Lang) -> Option<Account> {
        None
    }

    /// A sheet that explains the final scores line by line; empty where the score needs no explanation.
    fn sheet(&self, _s: &Self::State, _lang: Lang) -> Vec<String> {
        Vec::new()
    }

    /// The points to show for `p`: what people would read off the score sheet. By default the score.
    fn points(&self, s: &Self::State, p: Player) -> i32 {
        Game::score(self, s, p)
    }

    /// Whether a player may take back `mv` made in `s`. Never where it revealed something; by default when the game
    /// hides nothing and it was a player's move.
    fn may_undo(&self, s: &Self::State, _mv: Self::Move) -> bool {
        !self.hidden() && self.turn(s).player().is_some()
    }

    /// Appends the ids of zones in which something lies that is not a token of the scene: a mark told in words.
    fn marked(&self, _s: &Self::State, _out: &mut Vec<String>) {}

    /// The rules of a description, in the order of its text. A native game has no list of them.
    fn rules(&self) -> Vec<Rule> {
        Vec::new()
    }

    /// Appends the places in [`rules`](Show::rules) of those that apply in `s`: that allow a move, bring an event or end
    /// the play. Slow; for checkers.
    fn applied(&self, _s: &Self::State, _out: &mut Vec<usize>) {}

    /// A drawing of the scene in characters for the terminal, or `None` to have it drawn from the scene's zones.
    /// Colours are ANSI sequences and appear only when `colour` is set.
    fn drawing(&self, _v: &Self::View, _who: Option<Player>, _lang: Lang, _colour: bool) -> Option<String> {
        None
    }
}
