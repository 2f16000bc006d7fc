//! Tournaments among computer players, started and watched in the browser. Each is a plan and a log in a folder beside the
//! database, so that one that was interrupted goes on when the server is started again. Every thought waits for its turn
//! in the fair queue ([`Thinkers`]) as a thought at a table does, and everything is bounded: how many tournaments there are and run,
//! how many plays they have, how long a play is and what a move may cost.

use crate::app::{App, secret};
use crate::house::Text;
use crate::protocol::Picture;
use crate::thinkers::{Place, Thinkers};
use arena::bench::open_scene;
use arena::{
    Collect, Crew, Entrant, Halt, Match, NoResult, Plan, Played, Run, Standings, Watching, play_watched, run,
};
use game::{Lang, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use utoipa::ToSchema;

/// Players of a tournament.
pub(crate) const PLAYERS: usize = 8;
/// Plays of a tournament.
pub(crate) const PLAYS: u64 = 600;
/// Moves after which a play is a draw.
const LONGEST: usize = 600;
/// States for a move: the least, the usual and the largest number.
pub(crate) const NODES: (u64, u64, u64) = (50, 1_000, 20_000);
/// Seconds for a move, whatever the nodes.
const SECONDS: f64 = 1.0;
/// Tournaments that are kept, of all people and of one.
const KEPT: usize = 300;
const KEPT_EACH: usize = 20;
/// Tournaments of one person that are not over: a guest's, and those of somebody with an account.
const OPEN_GUEST: usize = 1;
const OPEN_KNOWN: usize = 3;
/// Tournaments that run at once; others wait.
const RUNNING: usize = 2;
/// How often pictures and standings are made anew.
const FRESH: Duration = Duration::from_millis(400);

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// Others run first.
    Waiting,
    /// It is being played.
    Running,
    /// It is over.
    Done,
    /// It cannot go on.
    Failed,
}

/// A player in the standings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Rank {
    /// Its name for people.
    name: Text,
    /// Points: a win is one, a draw half of one.
    points: f64,
    /// Plays.
    plays: u32,
    /// Plays won.
    wins: u32,
    /// Plays drawn.
    draws: u32,
    /// The mean score.
    score: f64,
    /// The rating.
    elo: f64,
    /// The 95 % interval of the rating.
    elo_interval: Option<(f64, f64)>,
    /// Illegal, late and missing answers.
    faults: u32,
    /// The share of points against each player, in the order of the standings; none where they have not met.
    against: Vec<Option<f64>>,
}

/// The play that is being made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct InPlay {
    /// Who sits where.
    names: Vec<Text>,
    /// All hands open.
    scene: Picture,
    /// How many moves were made.
    made: usize,
}

/// A tournament as a page shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TournamentState {
    /// Its id.
    id: String,
    /// The game with its parameters.
    game: String,
    /// The game's name for people.
    title: Text,
    /// Whether the asker started it.
    owner: bool,
    /// How far it is.
    phase: Phase,
    /// Why it cannot go on.
    problem: Option<String>,
    /// Plays made.
    made: u64,
    /// Plays there will be.
    all: u64,
    /// When it was started, in seconds since 1970.
    started: i64,
    /// From first to last.
    ranking: Vec<Rank>,
    /// The share of points by seat.
    seats: Vec<f64>,
    /// The play that is being made.
    now: Option<InPlay>,
    /// Pictures the game brings.
    pictures: Vec<String>,
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TournamentLine {
    /// Its id.
    id: String,
    /// The game's name for people.
    title: Text,
    /// The names of the players, the first one first.
    players: Vec<Text>,
    /// Whether the asker started it.
    owner: bool,
    /// How far it is.
    phase: Phase,
    /// Plays made.
    made: u64,
    /// Plays there will be.
    all: u64,
    /// When it was started, in seconds since 1970.
    started: i64,
}

/// What is kept of a tournament in its file.
#[derive(Serialize, Deserialize)]
struct Kept {
    owner: i64,
    started: i64,
    plan: Plan,
    /// What the players are asked for by, in the order of the plan.
    agents: Vec<String>,
}

/// A tournament.
pub(crate) struct Tournament {
    id: String,
    kept: Kept,
    stop: Arc<AtomicBool>,
    live: Mutex<Live>,
}

/// What changes while it runs.
struct Live {
    phase: Phase,
    problem: Option<String>,
    made: u64,
    all: u64,
    standings: Option<Standings>,
    now: Option<Now>,
}

/// The play that is being made.
struct Now {
    seats: Vec<usize>,
    scenes: [Picture; 3],
    made: usize,
}

/// All tournaments.
pub(crate) struct Tournaments {
    folder: PathBuf,
    list: Mutex<BTreeMap<String, Arc<Tournament>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why a tournament was not started. Prints as a sentence.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The wish is wrong.
    Wish(String),
    /// There are too many.
    Many(&'static str),
}

/// A wish for a tournament, its texts checked against what is on offer.
pub(crate) struct Wish {
    pub(crate) game: String,
    pub(crate) agents: Vec<String>,
    pub(crate) design: arena::Design,
    pub(crate) rounds: u32,
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
}

impl Tournaments {
    /// Those that are kept beside the database.
    pub(crate) fn open(database: &Path) -> Tournaments {
        let mut folder = database.as_os_str().to_owned();
        folder.push(".tournaments");
        let folder = PathBuf::from(folder);
        let mut list = BTreeMap::new();
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Some(id) = path
                .file_stem()
                .and_then(|s| s.to_str())
                .filter(|_| path.extension() == Some("json".as_ref()))
            else {
                continue;
            };
            let kept =
                std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
            match kept {
                Some(kept) => _ = list.insert(id.to_string(), Tournament::new(id, kept)),
                None => tracing::warn!(file = %path.display(), "a tournament cannot be read"),
            }
        }
        Tournaments { folder, list: Mutex::new(list) }
    }

    /// The tournament of an id.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Tournament>> {
        locked(&self.list).get(id).cloned()
    }

    fn log(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.log"))
    }

    /// Takes in a tournament; [`pump`] lets it run.
    pub(crate) fn add(&self, app: &App, owner: (i64, bool), wish: Wish) -> Result<String, Refused> {
        let (person, known) = owner;
        let game = app.house.playable(&wish.game).map_err(|error| Refused::Wish(error.to_string()))?;
        let plan = plan(app, &wish).map_err(Refused::Wish)?;
        plan.check(&*game).map_err(|mistakes| Refused::Wish(mistakes.to_string()))?;
        let plays = plan.plays(game.players());
        if plays > PLAYS {
            return Err(Refused::Wish(format!("{plays} plays are too many: at most {PLAYS} are made here")));
        }
        let started =
            SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
        let kept = Kept { owner: person, started, plan, agents: wish.agents };
        let mut list = locked(&self.list);
        let mine = || list.values().filter(|t| t.kept.owner == person);
        let open =
            mine().filter(|t| matches!(locked(&t.live).phase, Phase::Waiting | Phase::Running)).count();
        if open >= if known { OPEN_KNOWN } else { OPEN_GUEST } {
            return Err(Refused::Many("a tournament of yours is not over yet"));
        }
        if mine().count() >= KEPT_EACH {
            return Err(Refused::Many("you have too many tournaments; delete one"));
        }
        if list.len() >= KEPT {
            return Err(Refused::Many("there are too many tournaments on this server"));
        }
        let id = secret(12);
        let saved = std::fs::create_dir_all(&self.folder).and_then(|()| {
            std::fs::write(self.folder.join(format!("{id}.json")), serde_json::to_vec(&kept)?)
        });
        if let Err(error) = saved {
            tracing::error!(%error, "a tournament cannot be saved");
            return Err(Refused::Many("the tournament cannot be saved"));
        }
        list.insert(id.clone(), Tournament::new(&id, kept));
        Ok(id)
    }

    /// Forgets a tournament of a person; whether there was one.
    pub(crate) fn remove(&self, id: &str, person: i64) -> bool {
        let mut list = locked(&self.list);
        if list.get(id).is_none_or(|t| t.kept.owner != person) {
            return false;
        }
        if let Some(gone) = list.remove(id) {
            gone.stop.store(true, Ordering::Relaxed);
        }
        for name in ["json", "log", "times"] {
            _ = std::fs::remove_file(self.folder.join(format!("{id}.{name}")));
        }
        true
    }

    /// The newest tournaments, those of the asker first.
    pub(crate) fn lines(&self, app: &App, person: i64) -> Vec<TournamentLine> {
        let list: Vec<Arc<Tournament>> = locked(&self.list).values().cloned().collect();
        let mut lines: Vec<TournamentLine> = list.iter().map(|t| t.line(app, person)).collect();
        lines.sort_by_key(|line| (!line.owner, -line.started));
        lines.truncate(60);
        lines
    }

    /// The server stops: everything under way is left, and goes on next time.
    pub(crate) fn stop(&self) {
        locked(&self.list).values().for_each(|t| t.stop.store(true, Ordering::Relaxed));
    }

    /// The report of a tournament as one page.
    pub(crate) fn report(&self, app: &App, id: &str, lang: Lang) -> Option<String> {
        let tournament = self.get(id)?;
        let game = app.house.playable(&tournament.kept.plan.game).ok()?;
        let path = self.log(id);
        let played = if path.exists() { arena::log::load(&path).ok()? } else { Vec::new() };
        let plan = tournament.named(app, lang);
        let seed = plan.seed.unwrap_or(1);
        let micros = times(&path, played.len());
        let standings = Standings::of(&plan, &played, game.chance(), &micros);
        let results = arena::report::Results {
            game: game.id(),
            title: app.title(&tournament.kept.plan.game).to(lang).to_string(),
            lang,
            plan: &plan,
            seed,
            played: &played,
            standings: &standings,
        };
        Some(arena::report::html(&results, &|play| arena::report::frames(&*game, seed, play, lang)))
    }
}

fn times(path: &Path, plays: usize) -> Vec<Vec<u64>> {
    let mut micros = vec![Vec::new(); plays];
    for (job, took) in arena::log::times(path) {
        if let Some(slot) = usize::try_from(job).ok().and_then(|job| micros.get_mut(job)) {
            *slot = took;
        }
    }
    micros
}

/// The plan of a wish. The same player twice is two players, with a number.
fn plan(app: &App, wish: &Wish) -> Result<Plan, String> {
    if wish.agents.len() > PLAYERS {
        return Err(format!("at most {PLAYERS} players meet here"));
    }
    if let Some(agent) = wish.agents.iter().find(|agent| !app.offers(&wish.game, agent)) {
        return Err(format!("'{agent}' is not on offer for this game"));
    }
    let player = |(i, agent): (usize, &String)| Entrant::Named {
        name: format!("{} {agent}", i + 1),
        agent: app.mind(&wish.game, agent).agent,
    };
    Ok(Plan {
        players: wish.agents.iter().enumerate().map(player).collect(),
        design: wish.design,
        rounds: wish.rounds,
        seed: Some(wish.seed),
        seconds: Some(SECONDS),
        nodes: Some(wish.nodes.clamp(NODES.0, NODES.2)),
        on_fault: arena::OnFault::First,
        longest: Some(LONGEST),
        ..Plan::of(&wish.game)
    })
}

impl Tournament {
    fn new(id: &str, kept: Kept) -> Arc<Tournament> {
        let live = Live { phase: Phase::Waiting, problem: None, made: 0, all: 0, standings: None, now: None };
        Arc::new(Tournament { id: id.to_string(), kept, stop: Arc::default(), live: Mutex::new(live) })
    }

    /// The names of the players; whoever plays twice gets a number.
    fn names(&self, app: &App) -> Vec<Text> {
        let names: Vec<Text> =
            self.kept.agents.iter().map(|agent| app.computer_name(&self.kept.plan.game, agent)).collect();
        let number = |(i, name): (usize, &Text)| {
            if names.iter().filter(|other| *other == name).count() < 2 {
                return name.clone();
            }
            let nth = names[..=i].iter().filter(|other| *other == name).count();
            let with = |text: &str| format!("{text} {nth}");
            Text { en: with(&name.en), cs: with(&name.cs), sk: with(&name.sk) }
        };
        names.iter().enumerate().map(number).collect()
    }

    /// The plan with names for people.
    fn named(&self, app: &App, lang: Lang) -> Plan {
        let mut plan = self.kept.plan.clone();
        for (player, name) in plan.players.iter_mut().zip(self.names(app)) {
            if let Entrant::Named { name: slot, .. } = player {
                *slot = name.to(lang).to_string();
            }
        }
        plan
    }

    fn line(&self, app: &App, person: i64) -> TournamentLine {
        let (names, live) = (self.names(app), locked(&self.live));
        let order: Vec<usize> =
            live.standings.as_ref().map_or_else(|| (0..names.len()).collect(), |s| s.ranking.clone());
        TournamentLine {
            id: self.id.clone(),
            title: app.title(&self.kept.plan.game),
            players: order.iter().filter_map(|&i| names.get(i).cloned()).collect(),
            owner: self.kept.owner == person,
            phase: live.phase,
            made: live.made,
            all: live.all,
            started: self.kept.started,
        }
    }

    /// How it stands, for a page.
    pub(crate) fn state(&self, app: &App, person: i64, lang: Lang) -> TournamentState {
        let (names, live) = (self.names(app), locked(&self.live));
        let rank = |s: &Standings, i: usize| {
            let row = &s.rows[i];
            let cell = |&j: &usize| Some(s.against[i][j]).filter(|cell| cell.1 > 0).map(|cell| cell.0);
            Rank {
                name: names[i].clone(),
                points: row.points,
                plays: row.plays,
                wins: row.wins,
                draws: row.draws,
                score: row.score.mean,
                elo: row.rating.elo,
                elo_interval: row.rating.interval,
                faults: row.faults,
                against: s.ranking.iter().map(cell).collect(),
            }
        };
        let game = &self.kept.plan.game;
        TournamentState {
            id: self.id.clone(),
            game: game.clone(),
            title: app.title(game),
            owner: self.kept.owner == person,
            phase: live.phase,
            problem: live.problem.clone(),
            made: live.made,
            all: live.all,
            started: self.kept.started,
            ranking: live
                .standings
                .as_ref()
                .map_or(Vec::new(), |s| s.ranking.iter().map(|&i| rank(s, i)).collect()),
            seats: live.standings.as_ref().map_or(Vec::new(), |s| s.seats.iter().map(|m| m.mean).collect()),
            now: live.now.as_ref().map(|now| InPlay {
                names: now.seats.iter().map(|&p| names[p].clone()).collect(),
                scene: now.scenes[lang as usize].clone(),
                made: now.made,
            }),
            pictures: app.pictures(game),
        }
    }

    fn end(&self, phase: Phase, problem: Option<String>) {
        let mut live = locked(&self.live);
        (live.phase, live.problem, live.now) = (phase, problem, None);
    }
}

/// Lets tournaments that wait run, as long as there is room.
pub(crate) fn pump(app: &Arc<App>) {
    loop {
        let next = {
            let list = locked(&app.tournaments.list);
            let of = |phase: Phase| list.values().filter(move |t| locked(&t.live).phase == phase);
            if of(Phase::Running).count() >= RUNNING || *app.stop.borrow() {
                return;
            }
            // Whoever has fewest under way first, then who came first.
            let busy = |owner: i64| of(Phase::Running).filter(|t| t.kept.owner == owner).count();
            of(Phase::Waiting).min_by_key(|t| (busy(t.kept.owner), t.kept.started, t.id.clone())).cloned()
        };
        let Some(tournament) = next else { return };
        locked(&tournament.live).phase = Phase::Running;
        let (app, handle) = (Arc::clone(app), tokio::runtime::Handle::current());
        std::thread::spawn(move || {
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                conduct(&app, &tournament, &handle)
            }));
            match played {
                Ok(Ok(())) => tournament.end(Phase::Done, None),
                // The server stops or somebody deleted it: what was played is in the log.
                Ok(Err(Halt::Stopped | Halt::Play(NoResult::Left))) => tournament.end(Phase::Waiting, None),
                Ok(Err(halt)) => tournament.end(Phase::Failed, Some(halt.to_string())),
                Err(_) => tournament.end(Phase::Failed, Some("the game failed".to_string())),
            }
            drop(tournament);
            let _inside = handle.enter();
            pump(&app);
        });
    }
}

/// Plays a tournament to its end.
fn conduct(
    app: &Arc<App>,
    tournament: &Arc<Tournament>,
    handle: &tokio::runtime::Handle,
) -> Result<(), Halt> {
    let plan = &tournament.kept.plan;
    let game = app.house.playable(&plan.game).map_err(|error| Halt::Crew(error.to_string()))?;
    let seed = plan.seed.unwrap_or(1);
    let path = app.tournaments.log(&tournament.id);
    locked(&tournament.live).all = plan.plays(game.players());
    let shown: Mutex<(Vec<Played>, Option<Instant>)> = Mutex::new((Vec::new(), None));
    let restored = if path.exists() { arena::log::load(&path).unwrap_or_default() } else { Vec::new() };
    locked(&shown).0 = restored;
    let tell = |shown: &mut (Vec<Played>, Option<Instant>), now: bool| {
        if !now && shown.1.is_some_and(|at| at.elapsed() < FRESH) {
            return;
        }
        let standings = Standings::of(plan, &shown.0, game.chance(), &[]);
        let mut live = locked(&tournament.live);
        (live.made, live.standings) = (shown.0.len() as u64, Some(standings));
        shown.1 = Some(Instant::now());
    };
    tell(&mut locked(&shown), true);
    let progress = |played: &Played, _: u64, all: u64| {
        let mut shown = locked(&shown);
        shown.0.push(played.clone());
        locked(&tournament.live).all = all.max(shown.0.len() as u64);
        tell(&mut shown, false);
    };
    let how = Run { log: Some(&path), fresh: false, stop: &tournament.stop, progress: &progress };
    let hand = Hand { person: tournament.kept.owner, thinkers: &app.thinkers, handle, tournament };
    let done = run(&*game, plan, seed, &how, &mut InTurn(hand));
    if done.is_ok() {
        tell(&mut locked(&shown), true);
        let mut live = locked(&tournament.live);
        live.all = live.made;
    }
    done.map(|_| ())
}

/// Makes one play after another, each thought in its turn.
struct InTurn<'a>(Hand<'a>);

impl Crew for InTurn<'_> {
    fn work(&mut self, of: &Match<'_>, collect: &mut Collect<'_>) -> Result<(), Halt> {
        while !collect.complete() {
            let place = collect.next();
            let Some(job) = collect.jobs().get(place) else { break };
            let mut watching = Eye { hand: &self.0, seats: job.seats.clone(), place: None, drawn: None };
            let result = play_watched(of.game, of.plan, of.seed, job, &mut watching);
            collect.take(place, result)?;
        }
        Ok(())
    }
}

struct Hand<'a> {
    person: i64,
    thinkers: &'a Arc<Thinkers>,
    handle: &'a tokio::runtime::Handle,
    tournament: &'a Tournament,
}

/// Waits for a place before each move and draws what was played.
struct Eye<'a> {
    hand: &'a Hand<'a>,
    seats: Vec<usize>,
    place: Option<Place>,
    drawn: Option<Instant>,
}

impl Watching for Eye<'_> {
    fn before(&mut self, table: &dyn Table) -> bool {
        let stop = &self.hand.tournament.stop;
        if table.turn().player().is_some() {
            // A thought here is short: nobody has to hurry it.
            let hurry = Arc::default();
            let waiting = self.hand.thinkers.place(self.hand.person, &hurry, stop);
            self.place = self.hand.handle.block_on(waiting);
        }
        !stop.load(Ordering::Relaxed)
    }

    fn after(&mut self, table: &dyn Table) {
        self.place = None;
        if self.drawn.is_some_and(|at| at.elapsed() < FRESH) {
            return;
        }
        self.drawn = Some(Instant::now());
        let scenes = [Lang::En, Lang::Cs, Lang::Sk].map(|lang| Picture::from(&open_scene(table, lang)));
        let now = Now { seats: self.seats.clone(), scenes, made: table.made() };
        locked(&self.hand.tournament.live).now = Some(now);
    }
}
