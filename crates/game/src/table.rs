//! A game being played. [`Table`] is the one object-safe interface: everything above the catalog (terminal, server, arm)
//! uses only it, and every game looks the same through it.

use crate::seat::{self, Play, Seat, Sitter};
use crate::worlds;
use crate::{
    Account, Acted, AgentError, Argument, CHEATER, Cues, Fault, Follow, FollowOf, Gesture, Incident, Lang,
    Limit, Mind, Place, Player, Policy, Record, RecordError, Remark, Rng, Roster, Said, Scene, Show, Stopped,
    Thinker, Turn, Visibility, nearest,
};
use std::fmt;
use std::sync::Arc;

/// A legal move, ready to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its notation; [`Table::play`] takes it.
    pub text: String,
    /// The move in words.
    pub label: String,
    /// How it is performed.
    pub gesture: Gesture,
    /// What to know of it.
    pub remark: Remark,
}

/// Why a move was not made. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The cause.
    pub cause: String,
    /// The legal move that may have been meant.
    pub nearest: Option<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause)?;
        self.nearest.as_ref().map_or(Ok(()), |near| write!(f, "; did you mean '{near}'?"))
    }
}

impl std::error::Error for Refusal {}

/// What an agent thinks, in notation.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The move it would make.
    pub text: String,
    /// The play it expects, beginning with that move.
    pub line: Vec<String>,
    /// How good each considered move looked to it.
    pub values: Vec<(String, f64)>,
    /// States visited.
    pub nodes: u64,
    /// Depth or iterations.
    pub depth: u64,
    /// Why it stopped thinking.
    pub stopped: Stopped,
    /// Reasons in words.
    pub because: Vec<String>,
    /// The same reasons in every language, where the agent can give them.
    pub reasons: Vec<Argument>,
}

impl Advice {
    /// A move without further thought.
    pub fn just(text: impl Into<String>) -> Advice {
        Advice {
            text: text.into(),
            line: Vec::new(),
            values: Vec::new(),
            nodes: 0,
            depth: 0,
            stopped: Stopped::Complete,
            because: Vec::new(),
            reasons: Vec::new(),
        }
    }
}

/// Where a token may lie that a player has not seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Believed {
    /// What it is, as in scenes.
    pub kind: String,
    /// What it is, for people.
    pub label: String,
    /// How likely each player has it; what is missing to 1 lies elsewhere.
    pub shares: Vec<f64>,
    /// Whether deals were counted; otherwise some were drawn.
    pub counted: bool,
}

/// Why there is no hint. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintError {
    /// There is no such agent.
    Agent(AgentError),
    /// It is nobody's turn.
    NobodyToMove,
    /// The agent failed.
    Fault(Fault),
}

impl fmt::Display for HintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HintError::Agent(error) => error.fmt(f),
            HintError::NobodyToMove => f.write_str("nobody is to move"),
            HintError::Fault(fault) => write!(f, "the agent {fault}"),
        }
    }
}

impl std::error::Error for HintError {}

/// A game being played by people and agents.
pub trait Table: Send {
    /// The game with its parameters.
    fn id(&self) -> String;
    /// How many players there are.
    fn players(&self) -> usize;
    /// Whether players may know different things.
    fn hidden(&self) -> bool;
    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// The legal moves of the player or chance to act, in the order of the rules.
    fn offers(&self, lang: Lang) -> Vec<Offer>;
    /// How many legal moves there are.
    fn choices(&self) -> usize {
        self.offers(Lang::En).len()
    }
    /// Makes the move of that notation.
    ///
    /// # Errors
    /// Says why not, and changes nothing.
    fn play(&mut self, text: &str) -> Result<(), Refusal>;
    /// Lets chance decide, if it is chance's turn; returns the event.
    fn roll(&mut self) -> Option<String>;
    /// Takes back the last move, if the rules of undo allow it. Chance events that followed it are never taken back.
    fn undo(&mut self) -> bool;
    /// How many moves were made.
    fn made(&self) -> usize;
    /// What `who` sees.
    fn scene(&self, who: Option<Player>, lang: Lang) -> Scene;
    /// What `who` should notice beside the scene.
    fn cues(&self, _who: Option<Player>, _lang: Lang) -> Cues {
        Cues::default()
    }
    /// The slots that the last move of a player touched and everybody sees.
    fn touched(&self) -> Vec<Place> {
        Vec::new()
    }
    /// Whether every deal has an account.
    fn counted(&self) -> bool {
        false
    }
    /// How the deals finished so far were counted, in order; players are named by their marks.
    fn accounts(&self, _lang: Lang) -> Vec<Account> {
        Vec::new()
    }
    /// The scene in characters.
    fn drawing(&self, who: Option<Player>, lang: Lang, colour: bool) -> Option<String>;
    /// The scores, by the rules.
    fn scores(&self) -> Vec<i32>;
    /// The points to show.
    fn points(&self) -> Vec<i32>;
    /// The sheet that explains the scores.
    fn sheet(&self, lang: Lang) -> Vec<String>;
    /// What went wrong, if the play ended because the description of the game failed or, among several players, leaves
    /// nobody anything to do. Such an end is not a result.
    fn defect(&self) -> Option<String>;
    /// What `who` learned of the moves from number `from` on: one entry a move that told something.
    fn heard(&self, from: usize, who: Option<Player>, lang: Lang) -> Vec<Said> {
        self.told(from, who, lang).into_iter().map(|(_, said)| said).collect()
    }
    /// The same with the number of moves that were made by then.
    fn told(&self, from: usize, who: Option<Player>, lang: Lang) -> Vec<(usize, Said)>;
    /// The play so far, with the result once it is over.
    fn record(&self) -> Record;
    /// Seats an agent of that description (`mcts?iterations=500`); replaces the player who sat there. It stays until the table is
    /// gone, and is told of every move of the play, those made before it sat down included.
    ///
    /// # Errors
    /// Says what is wrong with the description.
    fn seat(&mut self, p: Player, agent: &str, seed: u64) -> Result<(), AgentError>;
    /// Seats a mind under that name; replaces the player who sat there.
    ///
    /// # Errors
    /// Says that there is no such player.
    fn seat_mind(&mut self, p: Player, name: &str, mind: Box<dyn Mind>) -> Result<(), AgentError>;
    /// Seats a cheat ([`crate::Cheat`]), who is shown everything; replaces the player who sat there. For matches that measure what
    /// not knowing costs: whatever counts must not call this.
    ///
    /// # Errors
    /// Says that there is no such player, or that nobody knows how to cheat in the game.
    fn seat_cheat(&mut self, p: Player, seed: u64) -> Result<(), AgentError>;
    /// An agent of that description that follows plays of this game from a seat, away from the table and told only what that
    /// seat sees and hears.
    ///
    /// # Errors
    /// Says what is wrong with the description, or that there is no such player.
    fn follow(&self, p: Player, _agent: &str, _seed: u64) -> Result<Box<dyn Follow>, AgentError> {
        Err(AgentError::NoPlayer { player: p, game: self.id() })
    }
    /// The seated player whose turn it is, ready to think about this position away from the table; `None` if nobody sits
    /// there.
    fn thinker(&mut self) -> Option<Box<dyn Thinker>>;
    /// Lets an agent of that description think for the player to move, as a hint. Makes no move.
    ///
    /// # Errors
    /// Says what is wrong with the description, that nobody is to move, or what the agent failed of.
    fn hint(&self, agent: &str, seed: u64, limit: &Limit) -> Result<Advice, HintError>;
    /// Lets an agent say what some of the legal moves, given by their notation, differ by: it is as careful about each of them
    /// ([`crate::Agent::compare`]). A table that cannot ask so gives a hint.
    ///
    /// # Errors
    /// As for a hint.
    fn compare(&self, agent: &str, seed: u64, limit: &Limit, _among: &[String]) -> Result<Advice, HintError> {
        self.hint(agent, seed, limit)
    }
    /// The same with all cards open: what would have been best for the player to move, had he known everything. The agent
    /// believes in the true state alone; [`CHEATER`] asks the cheat of the game. Whoever still plays must not be told: it is
    /// for reviews of what is over.
    ///
    /// # Errors
    /// As for a hint, or that the agent cannot be shown everything.
    fn hindsight(&self, _agent: &str, _seed: u64, _limit: &Limit) -> Result<Advice, HintError> {
        Err(HintError::NobodyToMove)
    }
    /// Where the tokens may lie that `who` has not seen, all states his view leaves taken for equally likely: counted where
    /// the game can count, else from so many states drawn. Empty where nothing is hidden.
    fn beliefs(&self, _who: Player, _draws: usize, _seed: u64, _lang: Lang) -> Vec<Believed> {
        Vec::new()
    }
    /// Where scores are money: what a usual deal wins or loses ([`crate::Game::stake`]).
    fn stake(&self) -> Option<i32> {
        None
    }
    /// Writes down a fault and what was done about it.
    fn note(&mut self, incident: Incident);
    /// The faults of the play so far.
    fn incidents(&self) -> &[Incident];
    /// The same play on a table of its own, with nobody seated.
    fn fork(&self) -> Box<dyn Table>;
    /// About how many bytes the seated players keep between decisions ([`crate::Agent::keeps`]).
    fn keeps(&self) -> usize {
        0
    }

    /// Lets the seated player whose turn it is think; `None` if nobody sits there. Makes no move.
    fn think(&mut self, limit: &Limit) -> Option<Result<Advice, Fault>> {
        self.thinker().map(|mut thinker| thinker.think(limit))
    }

    /// Goes one move on: chance brings something, or the seated player thinks and moves. Its faults are treated as the
    /// policy says, and written down.
    fn act(&mut self, limit: &Limit, policy: &Policy) -> Acted {
        match self.turn() {
            Turn::Over => return Acted::Over,
            Turn::Chance => return self.roll().map_or(Acted::Waiting, Acted::Chance),
            Turn::Player(_) => {}
        }
        let start = limit.clock.now();
        let Some(answer) = self.think(limit) else { return Acted::Waiting };
        match policy.judge(answer, limit.clock.since(start), limit) {
            Ok(advice) => match self.play(&advice.text) {
                Ok(()) => Acted::Moved(advice),
                Err(refusal) => self.settle(Fault::Illegal(refusal.to_string()), policy),
            },
            Err(fault) => self.settle(fault, policy),
        }
    }

    /// Treats a fault of the player to move as the policy says, and writes it down.
    fn settle(&mut self, fault: Fault, policy: &Policy) -> Acted {
        let Turn::Player(player) = self.turn() else { return Acted::Waiting };
        let made = self.made();
        let instead = policy.instead(&self.offers(Lang::En), made).filter(|text| self.play(text).is_ok());
        let incident = Incident { player, made, fault, instead };
        self.note(incident.clone());
        if incident.instead.is_some() { Acted::Helped(incident) } else { Acted::Disqualified(incident) }
    }

    /// Makes all moves of a record.
    ///
    /// # Errors
    /// The first move that is illegal or made out of turn, or a result that is not the one reached.
    fn replay(&mut self, record: &Record) -> Result<(), RecordError> {
        for entry in &record.moves {
            let fault = |cause: String| RecordError { line: entry.line, cause };
            let turn = self.turn();
            if turn == Turn::Over {
                return Err(fault(format!("'{}' comes after the end of the play", entry.text)));
            }
            if turn.player() != entry.who {
                let name = |who: Option<Player>| who.map_or("chance".to_string(), |p| format!("player {p}"));
                let (due, came) = (name(turn.player()), name(entry.who));
                return Err(fault(format!(
                    "'{}' is a move of {came}, but it is the turn of {due}",
                    entry.text
                )));
            }
            self.play(&entry.text).map_err(|refusal| fault(refusal.to_string()))?;
        }
        if !record.result.is_empty() && self.turn() == Turn::Over && record.result != self.scores() {
            let cause = format!(
                "the header says the result is {:?}, the play ends {:?}",
                record.result,
                self.scores()
            );
            return Err(RecordError { line: 0, cause });
        }
        Ok(())
    }
}

/// Who won by these scores: alone, the player who succeeds; otherwise those with the highest score, or nobody if all are equal.
pub fn outcome(scores: &[i32]) -> Vec<Player> {
    let best = scores.iter().copied().max().unwrap_or(0);
    let draw = if scores.len() == 1 { best <= 0 } else { scores.iter().all(|&s| s == best) };
    if draw {
        return Vec::new();
    }
    Player::all(scores.len()).filter(|p| scores[p.index()] == best).collect()
}

/// The table of one game.
pub struct TableOf<G: Show> {
    game: Arc<G>,
    state: G::State,
    history: Vec<(G::State, G::Move)>,
    seats: Vec<Option<Seat<G>>>,
    incidents: Vec<Incident>,
    roster: Arc<Roster<G>>,
    seed: u64,
    rng: Rng,
}

impl<G: Show + 'static> TableOf<G> {
    /// A table at the start of the game, for agents of this roster. Chance events made by [`Table::roll`] follow from the
    /// seed.
    pub fn new(game: Arc<G>, roster: Arc<Roster<G>>, seed: u64) -> TableOf<G> {
        let (state, rng) = (game.initial(), Rng::new(seed));
        let seats = (0..game.players()).map(|_| None).collect();
        TableOf { game, state, history: Vec::new(), seats, incidents: Vec::new(), roster, seed, rng }
    }

    /// The state, for tests and solvers.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        moves
    }

    fn make(&mut self, mv: G::Move) {
        let before = self.state.clone();
        self.game.apply(&mut self.state, mv);
        self.history.push((before, mv));
        self.tell();
    }

    /// Tells everybody at the table what happened.
    fn tell(&mut self) {
        let play = Play { game: &*self.game, history: &self.history, state: &self.state };
        for (i, seat) in self.seats.iter_mut().enumerate() {
            if let Some(seat) = seat {
                seat.tell(Player(i as u8), &play);
            }
        }
    }

    fn asked(&self, seat: &Seat<G>, me: Player, limit: &Limit) -> Result<Advice, HintError> {
        seat.ask(Arc::clone(&self.game), self.state.clone(), me).think(limit).map_err(HintError::Fault)
    }

    /// Whoever is to move, and an agent of that description that was told all he knows.
    fn adviser(&self, agent: &str, seed: u64) -> Result<(Player, Seat<G>), HintError> {
        let me = self.turn().player().ok_or(HintError::NobodyToMove)?;
        let made = self.roster.make(&self.game, agent, seed).map_err(HintError::Agent)?;
        let mut seat = Seat::new(agent.to_string(), None, Sitter::Agent(made));
        seat.tell(me, &Play { game: &*self.game, history: &self.history, state: &self.state });
        Ok((me, seat))
    }

    fn sit(&mut self, p: Player, seat: Seat<G>) -> Result<(), AgentError> {
        match self.seats.get_mut(p.index()) {
            Some(place) => *place = Some(seat),
            None => return Err(AgentError::NoPlayer { player: p, game: self.game.id() }),
        }
        self.tell();
        Ok(())
    }
}

impl<G: Show + 'static> Table for TableOf<G> {
    fn id(&self) -> String {
        self.game.id()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn hidden(&self) -> bool {
        self.game.hidden()
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn offers(&self, lang: Lang) -> Vec<Offer> {
        seat::offers(&*self.game, &self.state, lang)
    }

    fn choices(&self) -> usize {
        self.legal().len()
    }

    fn play(&mut self, text: &str) -> Result<(), Refusal> {
        if self.turn() == Turn::Over {
            return Err(Refusal { cause: "the play is over".into(), nearest: None });
        }
        if let Ok(mv) = self.game.parse(&self.state, text) {
            self.make(mv);
            return Ok(());
        }
        let legal: Vec<String> = self.legal().into_iter().map(|mv| self.game.text(&self.state, mv)).collect();
        let near = nearest(text, legal.iter().map(String::as_str)).map(str::to_string);
        Err(Refusal { cause: format!("'{text}' is not a legal move here"), nearest: near })
    }

    fn roll(&mut self) -> Option<String> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let event = self.game.pick(&self.state, &mut self.rng, &mut Vec::new())?;
        let text = self.game.text(&self.state, event);
        self.make(event);
        Some(text)
    }

    fn undo(&mut self) -> bool {
        let Some((before, mv)) = self.history.last() else { return false };
        if !self.game.may_undo(before, *mv) {
            return false;
        }
        self.state = before.clone();
        self.history.pop();
        let made = self.history.len();
        self.incidents.retain(|incident| incident.made < made);
        self.seats.iter_mut().flatten().for_each(|seat| seat.undone(made));
        true
    }

    fn made(&self) -> usize {
        self.history.len()
    }

    fn scene(&self, who: Option<Player>, lang: Lang) -> Scene {
        self.game.scene(&self.game.view(&self.state, who), who, lang)
    }

    fn cues(&self, who: Option<Player>, lang: Lang) -> Cues {
        self.game.cues(&self.game.view(&self.state, who), who, lang)
    }

    fn touched(&self) -> Vec<Place> {
        let mover = |(before, _): &&(G::State, G::Move)| self.game.turn(before).player().is_some();
        let Some((before, mv)) = self.history.iter().rev().find(mover) else { return Vec::new() };
        let Gesture::Carry(carries) = self.game.gesture(before, *mv) else { return Vec::new() };
        let open = self.scene(None, Lang::En).zones;
        let seen = |place: &Place| open.iter().any(|z| z.id == place.zone && z.visible == Visibility::All);
        let mut places: Vec<Place> = Vec::new();
        for place in carries.into_iter().flat_map(|carry| [carry.from, carry.to]).filter(seen) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    fn counted(&self) -> bool {
        self.game.counted()
    }

    fn accounts(&self, lang: Lang) -> Vec<Account> {
        let mut list = Vec::new();
        let mut deals = 0;
        for state in self.history.iter().map(|(before, _)| before).chain([&self.state]) {
            let now = self.game.deals(state);
            if now > deals {
                list.extend(self.game.account(state, lang));
                deals = now;
            }
        }
        list
    }

    fn drawing(&self, who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        self.game.drawing(&self.game.view(&self.state, who), who, lang, colour)
    }

    fn scores(&self) -> Vec<i32> {
        Player::all(self.players()).map(|p| self.game.score(&self.state, p)).collect()
    }

    fn points(&self) -> Vec<i32> {
        Player::all(self.players()).map(|p| self.game.points(&self.state, p)).collect()
    }

    fn sheet(&self, lang: Lang) -> Vec<String> {
        self.game.sheet(&self.state, lang)
    }

    fn defect(&self) -> Option<String> {
        let stuck = || self.players() > 1 && self.turn() == Turn::Over && self.game.stuck(&self.state);
        let dead = || "nobody has anything to do and no rule ends the play".to_string();
        self.game.defect(&self.state).or_else(|| stuck().then(dead))
    }

    fn told(&self, from: usize, who: Option<Player>, lang: Lang) -> Vec<(usize, Said)> {
        let told = |(i, (before, mv)): (usize, &(G::State, G::Move))| {
            let text = self.game.heard(before, *mv, who, lang)?;
            Some((i + 1, Said { who: self.game.turn(before).player(), text }))
        };
        self.history.iter().enumerate().skip(from).filter_map(told).collect()
    }

    fn record(&self) -> Record {
        let mut record = Record {
            game: self.id(),
            rules: self.game.version(),
            seed: Some(self.seed),
            ..Record::default()
        };
        if self.seats.iter().any(Option::is_some) {
            let name =
                |seat: &Option<Seat<G>>| seat.as_ref().map_or("?".to_string(), |seat| seat.name.clone());
            record.players = self.seats.iter().map(name).collect();
        }
        for incident in &self.incidents {
            let header = if incident.instead.is_some() { "fault" } else { "disqualified" };
            let line = incident.to_string().replace(char::is_control, " ");
            record.headers.push((header.into(), line));
        }
        for (before, mv) in &self.history {
            record.push(self.game.turn(before), self.game.text(before, *mv));
        }
        if self.turn() == Turn::Over && self.defect().is_none() {
            record.result = self.scores();
        }
        record
    }

    fn seat(&mut self, p: Player, agent: &str, seed: u64) -> Result<(), AgentError> {
        let made = self.roster.make(&self.game, agent, seed)?;
        self.sit(p, Seat::new(agent.to_string(), Some(seed), Sitter::Agent(made)))
    }

    fn seat_mind(&mut self, p: Player, name: &str, mind: Box<dyn Mind>) -> Result<(), AgentError> {
        self.sit(p, Seat::new(name.to_string(), None, Sitter::Mind(mind)))
    }

    fn seat_cheat(&mut self, p: Player, seed: u64) -> Result<(), AgentError> {
        let made = self.roster.make_cheat(&self.game, seed);
        let cheat = made.ok_or_else(|| AgentError::NoCheat { game: self.game.id() })?;
        self.sit(p, Seat::new(CHEATER.to_string(), None, Sitter::Cheat(cheat)))
    }

    fn follow(&self, p: Player, agent: &str, seed: u64) -> Result<Box<dyn Follow>, AgentError> {
        Ok(Box::new(FollowOf::new(Arc::clone(&self.game), &self.roster, p, agent, seed)?))
    }

    fn thinker(&mut self) -> Option<Box<dyn Thinker>> {
        let me = self.turn().player()?;
        let seat = self.seats.get(me.index())?.as_ref()?;
        if let Some(seed) = seat.seed.filter(|_| seat.spoilt()) {
            // After a panic what the agent remembers is not to be trusted: another one of its kind takes over.
            let name = seat.name.clone();
            self.seat(me, &name, seed).ok()?;
        }
        self.tell();
        let seat = self.seats.get(me.index())?.as_ref()?;
        Some(Box::new(seat.ask(Arc::clone(&self.game), self.state.clone(), me)))
    }

    fn hint(&self, agent: &str, seed: u64, limit: &Limit) -> Result<Advice, HintError> {
        let (me, seat) = self.adviser(agent, seed)?;
        self.asked(&seat, me, limit)
    }

    fn compare(&self, agent: &str, seed: u64, limit: &Limit, among: &[String]) -> Result<Advice, HintError> {
        let (me, seat) = self.adviser(agent, seed)?;
        let mut moves = self.legal();
        moves.retain(|&mv| among.contains(&self.game.text(&self.state, mv)));
        if moves.len() < 2 {
            return self.asked(&seat, me, limit);
        }
        let (game, state) = (Arc::clone(&self.game), self.state.clone());
        seat.compare(game, state, me, moves).think(limit).map_err(HintError::Fault)
    }

    fn hindsight(&self, agent: &str, seed: u64, limit: &Limit) -> Result<Advice, HintError> {
        let me = self.turn().player().ok_or(HintError::NobodyToMove)?;
        if agent == CHEATER {
            let made = self.roster.make_cheat(&self.game, seed);
            let cheat = made.ok_or_else(|| HintError::Agent(AgentError::NoCheat { game: self.game.id() }))?;
            return self.asked(&Seat::new(CHEATER.to_string(), None, Sitter::Cheat(cheat)), me, limit);
        }
        let mut made = self.roster.make(&self.game, agent, seed).map_err(HintError::Agent)?;
        let shown = made.believe(Arc::new(worlds::Truth(self.state.clone())));
        if !shown && self.game.hidden() {
            return Err(HintError::Fault(Fault::Failed("cannot be shown everything".into())));
        }
        self.asked(&Seat::new(agent.to_string(), None, Sitter::Agent(made)), me, limit)
    }

    fn beliefs(&self, who: Player, draws: usize, seed: u64, lang: Lang) -> Vec<Believed> {
        seat::beliefs(&*self.game, &self.state, who, (draws, seed), lang)
    }

    fn stake(&self) -> Option<i32> {
        self.game.stake()
    }

    fn note(&mut self, incident: Incident) {
        self.incidents.push(incident);
    }

    fn incidents(&self) -> &[Incident] {
        &self.incidents
    }

    fn keeps(&self) -> usize {
        self.seats.iter().flatten().map(Seat::keeps).sum()
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(TableOf {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            history: self.history.clone(),
            seats: (0..self.players()).map(|_| None).collect(),
            incidents: self.incidents.clone(),
            roster: Arc::clone(&self.roster),
            seed: self.seed,
            rng: self.rng.clone(),
        })
    }
}
