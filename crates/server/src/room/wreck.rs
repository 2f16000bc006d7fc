//! A table that cannot be played any more, because its game is gone or its rules changed since. It shows nothing and
//! refuses everything (a null object), so that the rest of the server need not ask.

use game::{
    Advice, AgentError, HintError, Incident, Lang, Limit, Mind, Offer, Player, Record, Refusal, Said, Scene,
    Table, Thinker, Turn,
};

/// Stands in for a table that could not be replayed.
pub(crate) struct Wreck {
    game: String,
    players: usize,
}

const CAUSE: &str = "this table cannot be played any more";

impl Wreck {
    pub(crate) fn boxed(game: &str, players: usize) -> Box<dyn Table> {
        Box::new(Wreck { game: game.to_string(), players })
    }
}

impl Table for Wreck {
    fn id(&self) -> String {
        self.game.clone()
    }
    fn players(&self) -> usize {
        self.players
    }
    fn hidden(&self) -> bool {
        true
    }
    fn turn(&self) -> Turn {
        Turn::Over
    }
    fn offers(&self, _: Lang) -> Vec<Offer> {
        Vec::new()
    }
    fn play(&mut self, _: &str) -> Result<(), Refusal> {
        Err(Refusal { cause: CAUSE.into(), nearest: None })
    }
    fn roll(&mut self) -> Option<String> {
        None
    }
    fn undo(&mut self) -> bool {
        false
    }
    fn made(&self) -> usize {
        0
    }
    fn scene(&self, _: Option<Player>, _: Lang) -> Scene {
        Scene {
            zones: Vec::new(),
            tokens: Vec::new(),
            said: Vec::new(),
            turn: Turn::Over,
            points: self.points(),
        }
    }
    fn drawing(&self, _: Option<Player>, _: Lang, _: bool) -> Option<String> {
        None
    }
    fn scores(&self) -> Vec<i32> {
        vec![0; self.players]
    }
    fn points(&self) -> Vec<i32> {
        vec![0; self.players]
    }
    fn sheet(&self, _: Lang) -> Vec<String> {
        Vec::new()
    }
    fn defect(&self) -> Option<String> {
        Some(CAUSE.into())
    }
    fn told(&self, _: usize, _: Option<Player>, _: Lang) -> Vec<(usize, Said)> {
        Vec::new()
    }
    fn record(&self) -> Record {
        Record { game: self.game.clone(), ..Record::default() }
    }
    fn seat(&mut self, player: Player, _: &str, _: u64) -> Result<(), AgentError> {
        Err(AgentError::NoPlayer { player, game: self.game.clone() })
    }
    fn seat_mind(&mut self, player: Player, _: &str, _: Box<dyn Mind>) -> Result<(), AgentError> {
        Err(AgentError::NoPlayer { player, game: self.game.clone() })
    }
    fn seat_cheat(&mut self, player: Player, _: u64) -> Result<(), AgentError> {
        Err(AgentError::NoPlayer { player, game: self.game.clone() })
    }
    fn thinker(&mut self) -> Option<Box<dyn Thinker>> {
        None
    }
    fn hint(&self, _: &str, _: u64, _: &Limit) -> Result<Advice, HintError> {
        Err(HintError::NobodyToMove)
    }
    fn note(&mut self, _: Incident) {}
    fn incidents(&self) -> &[Incident] {
        &[]
    }
    fn fork(&self) -> Box<dyn Table> {
        Wreck::boxed(&self.game, self.players)
    }
}
