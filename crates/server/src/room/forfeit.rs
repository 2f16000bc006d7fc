//! A table at which a player was disqualified: the play stands still where it was, is over, and everybody else has won.

use super::mishap::Mishap;
use game::{
    Account, Advice, AgentError, Cues, HintError, Incident, Lang, Limit, Mind, Offer, Place, Player, Policy,
    Record, Refusal, Said, Scene, Table, Thinker, Turn,
};

/// A play that ended because somebody was disqualified.
pub(crate) struct Forfeit {
    table: Box<dyn Table>,
    fault: Mishap,
}

impl Forfeit {
    pub(crate) fn boxed(table: Box<dyn Table>, fault: Mishap) -> Box<dyn Table> {
        Box::new(Forfeit { table, fault })
    }
}

impl Table for Forfeit {
    fn id(&self) -> String {
        self.table.id()
    }
    fn players(&self) -> usize {
        self.table.players()
    }
    fn hidden(&self) -> bool {
        self.table.hidden()
    }
    fn turn(&self) -> Turn {
        Turn::Over
    }
    fn offers(&self, _: Lang) -> Vec<Offer> {
        Vec::new()
    }
    fn play(&mut self, _: &str) -> Result<(), Refusal> {
        Err(Refusal { cause: "the play is over".into(), nearest: None })
    }
    fn roll(&mut self) -> Option<String> {
        None
    }
    /// A disqualification stands.
    fn undo(&mut self) -> bool {
        false
    }
    fn made(&self) -> usize {
        self.table.made()
    }
    fn scene(&self, who: Option<Player>, lang: Lang) -> Scene {
        Scene { turn: Turn::Over, ..self.table.scene(who, lang) }
    }
    fn cues(&self, who: Option<Player>, lang: Lang) -> Cues {
        Cues { prompt: String::new(), ..self.table.cues(who, lang) }
    }
    fn touched(&self) -> Vec<Place> {
        self.table.touched()
    }
    fn counted(&self) -> bool {
        self.table.counted()
    }
    fn accounts(&self, lang: Lang) -> Vec<Account> {
        self.table.accounts(lang)
    }
    fn drawing(&self, who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        self.table.drawing(who, lang, colour)
    }
    fn scores(&self) -> Vec<i32> {
        Policy::scores(self.players(), self.fault.who)
    }
    fn points(&self) -> Vec<i32> {
        self.scores()
    }
    fn sheet(&self, lang: Lang) -> Vec<String> {
        vec![self.fault.sentence(lang)]
    }
    fn defect(&self) -> Option<String> {
        self.table.defect()
    }
    fn told(&self, from: usize, who: Option<Player>, lang: Lang) -> Vec<(usize, Said)> {
        self.table.told(from, who, lang)
    }
    fn record(&self) -> Record {
        let mut record = self.table.record();
        record.result = self.scores();
        record
    }
    fn seat(&mut self, player: Player, _: &str, _: u64) -> Result<(), AgentError> {
        Err(AgentError::NoPlayer { player, game: self.id() })
    }
    fn seat_mind(&mut self, player: Player, _: &str, _: Box<dyn Mind>) -> Result<(), AgentError> {
        Err(AgentError::NoPlayer { player, game: self.id() })
    }
    fn seat_cheat(&mut self, player: Player, _: u64) -> Result<(), AgentError> {
        Err(AgentError::NoPlayer { player, game: self.id() })
    }
    fn thinker(&mut self) -> Option<Box<dyn Thinker>> {
        None
    }
    fn hint(&self, _: &str, _: u64, _: &Limit) -> Result<Advice, HintError> {
        Err(HintError::NobodyToMove)
    }
    fn note(&mut self, incident: Incident) {
        self.table.note(incident);
    }
    fn incidents(&self) -> &[Incident] {
        self.table.incidents()
    }
    fn fork(&self) -> Box<dyn Table> {
        Forfeit::boxed(self.table.fork(), self.fault.clone())
    }
}
