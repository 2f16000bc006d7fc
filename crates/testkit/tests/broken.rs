//! Every law is worth its name only if it catches somebody: one small hidden game with a switch for each offence.

use game::{
    Contradiction, Game, Gesture, Heuristic, Illegal, Lang, Layout, Listed, Look, Observe, Place, Player,
    Rng, Scene, Sharp, Show, Sight, Token, Turn, Visibility, Worlds, WorldsOf, Zone,
};
use std::sync::atomic::{AtomicU32, Ordering};
use testkit::Laws;

/// A coin is tossed under a cup that only player 1 looks into; player 1 says 1 or 2 (or 3 on heads, in the offending
/// variant), player 2 carries the counter left or right, and so on for three rounds.
struct Cup {
    offence: &'static str,
    calls: AtomicU32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    coin: Option<bool>,
    at: u8,
    said: u8,
    made: u8,
}

fn cup(offence: &'static str) -> Cup {
    Cup { offence, calls: AtomicU32::new(0) }
}

/// Where the counter goes: left, right, or to the middle.
fn slot(mv: u8) -> u8 {
    [0, 2, 1][usize::from(mv) - 1]
}

impl Cup {
    fn is(&self, offence: &str) -> bool {
        self.offence == offence
    }
}

impl Game for Cup {
    type State = State;
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn chance(&self) -> bool {
        !self.is("denies chance")
    }

    fn initial(&self) -> State {
        State { coin: None, at: 1, said: 0, made: 0 }
    }

    fn turn(&self, s: &State) -> Turn {
        match s.made {
            0 => Turn::Chance,
            1 | 3 => Turn::Player(Player(0)),
            2 | 4 => Turn::Player(Player(1)),
            _ if self.is("never over") => Turn::Player(Player(s.made % 2)),
            _ => Turn::Over,
        }
    }

    fn moves(&self, s: &State, out: &mut Vec<u8>) {
        match self.turn(s) {
            Turn::Over if self.is("moves after the end") => out.push(1),
            Turn::Over => {}
            _ if self.is("a move twice") => out.extend([1, 1]),
            _ if self.is("unstable order") && self.calls.fetch_add(1, Ordering::Relaxed) % 2 == 1 => {
                out.extend([2, 1])
            }
            _ if self.is("clears the list") => {
                out.clear();
                out.extend([1, 2]);
            }
            Turn::Player(Player(1)) if self.is("peeks") && s.coin == Some(true) => out.extend([1, 2, 3]),
            _ => out.extend([1, 2]),
        }
    }

    fn apply(&self, s: &mut State, mv: u8) {
        match s.made {
            0 => s.coin = Some(mv == 1),
            1 | 3 => s.said = s.said * 2 + mv,
            _ => s.at = slot(mv),
        }
        s.made = if self.is("never over") && s.made > 8 { 5 } else { s.made + 1 };
    }

    fn score(&self, s: &State, p: Player) -> i32 {
        let first = if s.coin == Some(s.at == 0) { -1 } else { 1 };
        if p.0 == 0 || self.is("not zero sum") { first } else { -first }
    }

    fn weight(&self, _: &State, mv: u8) -> u32 {
        if self.is("no weight") { 0 } else { u32::from(mv) }
    }

    fn heuristics(&self) -> Vec<Heuristic<Cup>> {
        fn nothing(_: &Cup, _: &State, _: Player) -> i32 {
            0
        }
        fn fickle(game: &Cup, _: &State, _: Player) -> i32 {
            game.calls.fetch_add(1, Ordering::Relaxed) as i32
        }
        match self.offence {
            "two estimates of a name" => vec![("nothing", nothing), ("nothing", nothing)],
            "fickle estimate" => vec![("fickle", fickle)],
            _ => vec![("nothing", nothing)],
        }
    }

    fn sharp(&self) -> Option<&dyn Sharp<State, u8>> {
        self.offence.starts_with("sharp").then_some(self as &dyn Sharp<State, u8>)
    }

    fn legal(&self, s: &State, mv: u8) -> bool {
        self.turn(s) != Turn::Over && (1..=3).contains(&mv) && !(self.is("illegal") && mv == 2)
    }

    fn pick(&self, s: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        let mut moves = Vec::new();
        self.moves(s, &mut moves);
        let n = moves.len();
        match self.turn(s) {
            Turn::Over => None,
            Turn::Chance => Some(moves[rng.weighted(moves.iter().map(|&mv| self.weight(s, mv)))]),
            _ if self.is("picks the last") => moves.get(n - 1 - rng.below(n)).copied(),
            _ if self.is("wastes numbers") => {
                let at = rng.below(n);
                rng.bits();
                Some(moves[at])
            }
            _ => Some(moves[rng.below(n)]),
        }
    }

    fn wander(&self, s: &mut State, rng: &mut Rng, scratch: &mut Vec<u8>, most: u64) -> u64 {
        let more = u64::from(self.is("wanders too far"));
        game::walk::wander(self, s, rng, scratch, most + more).min(most)
    }

    fn sensible(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<u8>) -> Option<u8> {
        match self.offence {
            "simulates what is illegal" => Some(3),
            "does not simulate" => None,
            _ => self.pick(s, rng, scratch),
        }
    }

    fn settled(&self, s: &State) -> bool {
        match self.offence {
            "never settled" => false,
            "always settled" => true,
            _ => self.turn(s) == Turn::Over,
        }
    }

    fn stake(&self) -> Option<i32> {
        self.is("plays for nothing").then_some(0)
    }

    fn allied(&self, _: &State, p: Player, q: Player) -> bool {
        match self.offence {
            "plays against himself" => p != q,
            "loves in vain" => p <= q,
            _ => p == q,
        }
    }
}

impl Sharp<State, u8> for Cup {
    fn look(&self, s: &State, out: &mut Vec<u8>) -> Look {
        let key = if self.is("sharp with a long key") { u64::MAX } else { 1 };
        if !self.is("sharp without moves") {
            out.extend([1, 2]);
        }
        let sight = if self.is("sharp and wrong") { Sight::Wins } else { Sight::Open };
        let rest = if self.is("sharp without haste") { 9 } else { u32::from(5 - s.made) };
        Look { key, rest, sight }
    }

    fn rank(&self, _: &State, _: u8) -> i32 {
        0
    }
}

/// Worlds that weigh nothing.
struct Weightless(Listed<State>);

impl Worlds<State> for Weightless {
    fn draw(&self, rng: &mut Rng) -> Result<(State, f64), Contradiction> {
        Ok((self.0.draw(rng)?.0, 0.0))
    }
}

impl Observe for Cup {
    type View = State;

    fn view(&self, s: &State, who: Option<Player>) -> State {
        let watched = who.is_none() && self.is("shows a spectator");
        State { coin: s.coin.filter(|_| who == Some(Player(0)) || watched), ..s.clone() }
    }

    fn worlds(&self, v: &State) -> Result<WorldsOf<'_, Cup>, Contradiction> {
        if self.is("contradicts itself") {
            return Err(Contradiction::new("the coin has no side"));
        }
        let coins = match v.coin {
            None if v.made > 0 && !self.is("does not sample") => vec![Some(true), Some(false)],
            coin => vec![coin],
        };
        let at = if self.is("samples another view") { 0 } else { v.at };
        let states = coins.into_iter().map(|coin| State { coin, at, ..v.clone() });
        let worlds = Listed::new(states.collect())?;
        Ok(match self.offence {
            "weighs nothing" => Box::new(Weightless(worlds)),
            _ => Box::new(worlds),
        })
    }

    fn hidden(&self) -> bool {
        !self.is("claims to hide nothing")
    }

    fn visible(&self, s: &State, _: u8, who: Player) -> bool {
        match (self.offence, self.turn(s)) {
            ("overlooks himself", turn) => {
                turn.player() != Some(who) && (turn != Turn::Chance || who == Player(0))
            }
            ("sees only himself", turn) => turn.player() == Some(who),
            ("sees through the cup", _) => true,
            (_, turn) => turn != Turn::Chance || who == Player(0),
        }
    }
}

impl Show for Cup {
    fn id(&self) -> String {
        "cup".into()
    }

    fn text(&self, s: &State, mv: u8) -> String {
        match self.turn(s) {
            _ if self.is("white space") => format!("go {mv}"),
            _ if self.is("one notation") => "go".into(),
            Turn::Player(Player(1)) if self.is("tells by notation") => {
                format!("{mv}{}", s.coin == Some(true))
            }
            Turn::Player(Player(0)) if self.is("moves are places") && s.coin == Some(true) => {
                (3 - mv).to_string()
            }
            _ => mv.to_string(),
        }
    }

    fn parse(&self, s: &State, text: &str) -> Result<u8, Illegal> {
        if self.is("reads nonsense") && text == "-" {
            return Ok(77);
        }
        let mut moves = Vec::new();
        self.moves(s, &mut moves);
        let found = moves.into_iter().find(|&mv| self.text(s, mv) == text).ok_or(Illegal)?;
        Ok(if self.is("reads back another") { 3 - found } else { found })
    }

    fn label(&self, _: &State, mv: u8, _: Lang) -> String {
        if self.is("no label") { String::new() } else { format!("number {mv}") }
    }

    fn heard(&self, s: &State, mv: u8, who: Option<Player>, lang: Lang) -> Option<String> {
        match self.turn(s) {
            Turn::Chance if who != Some(Player(0)) && !self.is("tells the toss") => Some("a toss".into()),
            _ => Some(self.label(s, mv, lang)),
        }
    }

    fn gesture(&self, s: &State, mv: u8) -> Gesture {
        let place = |slot: u8| Place::new("board", usize::from(slot));
        let from = if self.is("takes from elsewhere") { place(9) } else { place(s.at) };
        let to = if self.is("puts elsewhere") { place(9) } else { place(slot(mv)) };
        match self.turn(s) {
            Turn::Player(Player(1)) if self.is("carries what is not there") => {
                Gesture::carry("ghost", from, to)
            }
            Turn::Player(Player(1)) if self.is("carries nothing") => Gesture::Carry(Vec::new()),
            Turn::Player(Player(1)) if self.is("puts it aside") => Gesture::carry("counter", from, place(1)),
            Turn::Player(Player(1)) => Gesture::carry("counter", from, to),
            _ if self.is("says nothing") => Gesture::Say(String::new()),
            _ => Gesture::Say(mv.to_string()),
        }
    }

    fn drawing(&self, _: &State, _: Option<Player>, _: Lang, colour: bool) -> Option<String> {
        Some(if colour || self.is("coloured") { "\u{1b}[31mcup\u{1b}[0m".into() } else { "cup".into() })
    }

    fn scene(&self, v: &State, who: Option<Player>, lang: Lang) -> Scene {
        let board = Layout::Grid { columns: 3, rows: 1 };
        let mut zones = vec![
            Zone::new("board", "board", board),
            Zone::new("cup", "cup", Layout::Stack).owned(Player(0)).seen_by(Visibility::Owner),
        ];
        let under = Place::new("cup", 0);
        let mut coin = match v.coin {
            Some(heads) if who == Some(Player(0)) || self.is("shows a spectator") => {
                let kind = if self.is("deals a card") { "card" } else { "coin" };
                Token::up("coin", format!("{kind}:{heads}"), "coin", under)
            }
            _ => Token::down(under),
        };
        if self.is("shows the back") && v.made > 0 {
            coin.kind = "coin".into();
        }
        let at = if self.is("off the board") { 3 } else { usize::from(v.at) };
        let id = if self.is("one name for two") { coin.id.clone() } else { "counter".into() };
        let mut tokens = vec![Token::up(id, "counter", "counter", Place::new("board", at)), coin];
        if self.is("loses a token") && v.made == 4 || self.is("loses it in Slovak") && lang == Lang::Sk {
            tokens.pop();
        }
        if self.is("two zones of a name") {
            zones[1].id = "board".into();
            tokens.pop();
        }
        if self.is("renames a zone") && v.made == 2 {
            zones[1].id = "mug".into();
            tokens[1].place.zone = "mug".into();
        }
        let turn = if self.is("wrong turn") { Turn::Over } else { self.turn(v) };
        Scene { zones, tokens, said: Vec::new(), turn, points: vec![0, 0] }
    }
}

/// Checks that the law with `said` in its message catches the offence.
fn caught(offence: &'static str, said: &str) {
    let fault = Laws::new(20, 3).zero_sum().telling().most(30).check(&cup(offence)).expect_err(offence);
    assert!(fault.contains(said), "'{offence}' was reported as: {fault}");
}

#[test]
fn the_honest_game_passes() {
    Laws::new(50, 1).zero_sum().telling().most(5).samples(4).assert(&cup(""));
}

#[test]
fn offences_against_moves_are_caught() {
    caught("never over", "not over after 30 moves");
    caught("moves after the end", "turn Over with 1 moves");
    caught("a move twice", "listed twice");
    caught("unstable order", "differs the second time");
    caught("clears the list", "not appended");
    caught("illegal", "is not legal");
    caught("no weight", "has no weight");
    caught("denies chance", "says it has none");
    caught("not zero sum", "do not sum to zero");
    caught("picks the last", "pick gave");
    caught("wastes numbers", "random numbers at another place");
    caught("wanders too far", "not the moves that pick makes one by one");
}

#[test]
fn offences_against_notation_are_caught() {
    caught("white space", "holds white space");
    caught("one notation", "does not read back");
    caught("reads back another", "does not read back");
    caught("reads nonsense", "is read as a move");
    caught("no label", "has no label");
}

#[test]
fn offences_against_views_are_caught() {
    caught("peeks", "legal moves depend on what the mover cannot see");
    caught("samples another view", "in a sampled state is another one");
    caught("contradicts itself", "contradicts itself: the coin has no side");
    caught("weighs nothing", "weighs 0");
    caught("claims to hide nothing", "hides nothing");
    caught("tells by notation", "depends on what the mover cannot see");
    caught("tells the toss", "hears");
    caught("moves are places", "in one that looks the same");
    caught("shows a spectator", "a spectator sees 'coin:");
    caught("overlooks himself", "does not see their own move");
    caught("sees through the cup", "but the views after them are equal");
    caught("sees only himself", "but the views after them differ");
}

/// Says that the coin, a card here, was shown to nobody: whatever is seen of it is one look too many.
struct Nobody;

impl testkit::Ledger for Nobody {
    fn note(&mut self, _: Option<Player>, _: &str, _: &mut testkit::Shown) {}
}

#[test]
fn a_ledger_that_knows_better_is_believed() {
    let tree: testkit::Tree = "max(3 5)".parse().unwrap();
    assert!(testkit::check_secrets(&tree, || Nobody, 3, 1).is_ok(), "there are no cards");
    let fault = testkit::check_secrets(&cup("deals a card"), || Nobody, 3, 1).unwrap_err();
    assert!(fault.contains("player 1 sees card:") && fault.contains("was never shown it"), "{fault}");
}

#[test]
fn offences_against_scenes_are_caught() {
    caught("shows the back", "face down and yet known");
    caught("off the board", "which does not exist");
    caught("one name for two", "used twice");
    caught("loses a token", "1 tokens where 2 were before");
    caught("loses it in Slovak", "differs in Sk");
    caught("two zones of a name", "share a name");
    caught("renames a zone", "were [\"board\", \"cup\"] before");
    caught("wrong turn", "wrong about the turn");
    caught("coloured", "although nobody asked");
}

#[test]
fn offences_against_gestures_are_caught() {
    caught("takes from elsewhere", "lies at");
    caught("puts elsewhere", "there is no place");
    caught("carries what is not there", "no token 'ghost'");
    caught("carries nothing", "nothing is carried");
    caught("says nothing", "nothing is said");
    caught("puts it aside", "and lies at");
}

#[test]
fn offences_against_searching_agents_are_caught() {
    caught("two estimates of a name", "empty or used twice");
    caught("fickle estimate", "differs the second time");
    caught("simulates what is illegal", "the sensible move 3 is not legal");
    caught("does not simulate", "no sensible move");
    caught("never settled", "over and not settled");
    caught("always settled", "is settled and player");
    caught("plays for nothing", "the stake is below 1");
    caught("plays against himself", "does not play with themselves");
    caught("loves in vain", "depends on who is asked first");
    caught("sharp with a long key", "does not fit");
    caught("sharp without moves", "not all legal");
    caught("sharp and wrong", "is wrong");
    caught("sharp without haste", "a move leaves 9 moves where 9");
}

#[test]
fn an_endless_game_passes_when_its_plays_are_bounded() {
    Laws::new(3, 1).endless(40).assert(&cup("never over"));
}
