//! Who sits at a table: agents live as long as it, hear every move and may fail; minds see only what a person sees; a
//! fault is treated by the policy of the match and nowhere else.

use game::{
    Acted, Advice, Agent, AgentError, AgentInfo, Clock, Fault, Game, Gesture, Illegal, Lang, Layout, Limit,
    Mind, OptionError, Perfect, Player, Policy, Question, Remedy, Roster, Said, Scene, Show, Suits, Table,
    TableOf, Thought, Turn, Zone, words,
};
use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Two players take one or two of nine counters in turn.
struct Take;

impl Game for Take {
    type State = (u8, u8);
    type Move = u8;
    fn players(&self) -> usize {
        2
    }
    fn initial(&self) -> (u8, u8) {
        (9, 0)
    }
    fn turn(&self, s: &(u8, u8)) -> Turn {
        if s.0 == 0 { Turn::Over } else { Turn::Player(Player(s.1)) }
    }
    fn moves(&self, s: &(u8, u8), out: &mut Vec<u8>) {
        out.extend(1..=s.0.min(2));
    }
    fn apply(&self, s: &mut (u8, u8), taken: u8) {
        *s = (s.0 - taken, 1 - s.1);
    }
    fn score(&self, s: &(u8, u8), p: Player) -> i32 {
        if p.0 == s.1 { -1 } else { 1 }
    }
}

impl Perfect for Take {}

impl Show for Take {
    fn id(&self) -> String {
        "take".into()
    }
    fn text(&self, _: &(u8, u8), mv: u8) -> String {
        mv.to_string()
    }
    fn parse(&self, s: &(u8, u8), text: &str) -> Result<u8, Illegal> {
        text.parse().ok().filter(|&mv| self.legal(s, mv)).ok_or(Illegal)
    }
    fn gesture(&self, _: &(u8, u8), mv: u8) -> Gesture {
        Gesture::Say(mv.to_string())
    }
    fn scene(&self, s: &(u8, u8), _: Option<Player>, _: Lang) -> Scene {
        let zones = vec![Zone::new("heap", s.0.to_string(), Layout::Row)];
        Scene { zones, tokens: Vec::new(), said: Vec::new(), turn: self.turn(s), points: vec![0, 0] }
    }
}

/// What the players of a test were told.
type Diary = Arc<Mutex<Vec<String>>>;

fn write(diary: &Diary, text: String) {
    diary.lock().unwrap().push(text);
}

fn read(diary: &Diary) -> Vec<String> {
    std::mem::take(&mut *diary.lock().unwrap())
}

/// Takes one, or does what its kind says at its second decision.
struct Odd {
    kind: &'static str,
    asked: usize,
    diary: Diary,
}

impl Agent<Take> for Odd {
    fn choose(
        &mut self,
        _: &Take,
        _: Player,
        view: &(u8, u8),
        _: &[u8],
        _: &Limit,
    ) -> Result<Thought<u8>, Fault> {
        self.asked += 1;
        write(&self.diary, format!("asked {} of {}", self.asked, view.0));
        match (self.kind, self.asked) {
            ("fails", 2) => Err(Fault::Failed("out of ideas".into())),
            ("cheats", 2) => Ok(Thought::just(7)),
            ("panics", 2) => panic!("no such thing"),
            ("slow", 2) => {
                NOW.set(NOW.get() + 5000);
                Ok(Thought::just(1))
            }
            _ => Ok(Thought::just(1)),
        }
    }

    fn heard(&mut self, _: &Take, _: Player, by: Option<Player>, view: &(u8, u8)) {
        write(&self.diary, format!("{} left {}", by.map_or(0, |p| p.0 + 1), view.0));
        assert!(self.kind != "deaf" || view.0 > 6, "heard too much");
    }

    fn undone(&mut self, made: usize) {
        write(&self.diary, format!("back to {made}"));
    }

    fn over(&mut self, _: &Take, me: Player, _: &(u8, u8)) {
        write(&self.diary, format!("over for {me}"));
    }
}

thread_local! {
    static NOW: Cell<u64> = const { Cell::new(0) };
}

const KINDS: [&str; 6] = ["plain", "fails", "cheats", "panics", "slow", "deaf"];

fn table(diary: &Diary) -> TableOf<Take> {
    let suits = Suits { players: (2, 2), hidden: false, perfect: true, chance: false };
    let said = words("odd", "divný", "čudný");
    let info = |name| AgentInfo { name, title: said, help: said, parameters: &[], suits };
    let mut roster = Roster::new("plain");
    for kind in KINDS {
        let diary = Arc::clone(diary);
        roster
            .add(info(kind), move |_, _, _| Ok(Box::new(Odd { kind, asked: 0, diary: Arc::clone(&diary) })));
    }
    roster.add(info("nobody"), |_, _, _| Err(OptionError("cannot be made".into())));
    TableOf::new(Arc::new(Take), Arc::new(roster), 1)
}

fn limit() -> Limit {
    Limit { clock: Clock::new(|| Duration::from_millis(NOW.get())), ..Limit::time(Duration::from_secs(1)) }
}

fn policy(remedy: Remedy) -> Policy {
    Policy { remedy, ..Policy::default() }
}

fn moved(acted: &Acted) -> bool {
    matches!(acted, Acted::Moved(_))
}

#[test]
fn an_agent_lives_with_its_table_and_hears_every_move() {
    let diary = Diary::default();
    let mut table = table(&diary);
    table.play("2").unwrap();
    table.seat(Player(1), "plain", 1).unwrap();
    assert_eq!(read(&diary), ["1 left 7"], "what happened before it sat down is told");
    assert!(moved(&table.act(&limit(), &Policy::default())));
    assert_eq!(read(&diary), ["asked 1 of 7", "2 left 6"]);
    table.play("2").unwrap();
    assert!(table.undo());
    table.play("1").unwrap();
    assert_eq!(read(&diary), ["1 left 4", "back to 2", "1 left 5"]);
    assert!(moved(&table.act(&limit(), &Policy::default())));
    assert_eq!(read(&diary), ["asked 2 of 5", "2 left 4"], "it is the same agent as before");
    for text in ["2", "2"] {
        table.play(text).unwrap();
    }
    assert_eq!(read(&diary), ["1 left 2", "2 left 0", "over for 2"]);
    assert_eq!(table.act(&limit(), &Policy::default()), Acted::Over);
}

/// Plays the kind against a plain agent until something happens that is not a plain move.
fn incident(kind: &str, remedy: Remedy) -> (TableOf<Take>, Acted) {
    let mut table = table(&Diary::default());
    table.seat(Player(0), "plain", 1).unwrap();
    table.seat(Player(1), kind, 1).unwrap();
    loop {
        let acted = table.act(&limit(), &policy(remedy));
        if !moved(&acted) {
            return (table, acted);
        }
    }
}

#[test]
fn every_fault_is_treated_as_the_policy_says_and_written_down() {
    let causes = [
        ("fails", "gave no move: out of ideas"),
        ("cheats", "made no legal move: 7 is not legal here"),
        ("panics", "broke off: no such thing"),
        ("slow", "took 5.0s where 1.0s was allowed"),
    ];
    for (kind, cause) in causes {
        let (table, acted) = incident(kind, Remedy::Disqualify);
        let Acted::Disqualified(out) = acted else { panic!("{kind}: {acted:?}") };
        assert_eq!((out.player, out.made, table.made()), (Player(1), 3, 3), "{kind}");
        assert_eq!(out.fault.to_string(), cause);
        assert_eq!(Policy::scores(2, out.player), [1, -1]);
        let header = format!("player 2 {cause} after 3 moves; disqualified");
        assert_eq!(table.record().headers, [("disqualified".to_string(), header)]);
        for remedy in [Remedy::First, Remedy::Random] {
            let (mut table, acted) = incident(kind, remedy);
            let Acted::Helped(helped) = acted else { panic!("{kind}: {acted:?}") };
            assert_eq!(table.incidents(), std::slice::from_ref(&helped));
            assert_eq!(table.made(), 4, "a move was made instead: {helped}");
            assert!(moved(&table.act(&limit(), &policy(remedy))), "and the play goes on");
        }
    }
}

#[test]
fn an_agent_that_panics_is_followed_by_a_new_one_of_its_kind() {
    let diary = Diary::default();
    let mut table = table(&diary);
    table.seat(Player(0), "panics", 1).unwrap();
    assert!(moved(&table.act(&limit(), &policy(Remedy::First))));
    table.play("1").unwrap();
    assert!(matches!(table.act(&limit(), &policy(Remedy::First)), Acted::Helped(_)));
    table.play("1").unwrap();
    read(&diary);
    assert!(moved(&table.act(&limit(), &policy(Remedy::First))));
    let told = read(&diary);
    assert_eq!(told[..2], ["1 left 8", "2 left 7"], "the new one hears the play from its beginning");
    assert_eq!(told[4], "asked 1 of 5");
}

#[test]
fn a_panic_while_hearing_is_a_fault_of_the_next_turn() {
    let mut table = table(&Diary::default());
    table.seat(Player(0), "deaf", 1).unwrap();
    for _ in 0..4 {
        table.play("1").unwrap();
    }
    let Some(Err(fault)) = table.think(&limit()) else { panic!("a fault was due") };
    assert_eq!(fault, Fault::Panicked("heard too much".into()));
}

/// Takes what it is first offered, says something else at the last counter, and writes down what it sees.
struct Person(Diary);

impl Mind for Person {
    fn choose(&mut self, question: &Question<'_>, _: &Limit) -> Result<Advice, Fault> {
        let offers: Vec<&str> = question.offers.iter().map(|o| o.text.as_str()).collect();
        let heap = &question.scene.zones[0].label;
        write(&self.0, format!("player {} sees {heap} and may {}", question.me, offers.join(" or ")));
        Ok(Advice::just(if heap == "1" { "all" } else { offers[0] }))
    }
    fn heard(&mut self, said: &Said) {
        write(&self.0, format!("{} took {}", said.who.map_or(0, |p| p.0 + 1), said.text));
    }
    fn undone(&mut self, made: usize) {
        write(&self.0, format!("back to {made}"));
    }
    fn over(&mut self, scene: &Scene, scores: &[i32]) {
        write(&self.0, format!("{} left, {scores:?}", scene.zones[0].label));
    }
}

#[test]
fn a_mind_sees_scenes_hears_moves_and_answers_with_a_notation() {
    let diary = Diary::default();
    let mut table = table(&Diary::default());
    table.seat_mind(Player(0), "Jana", Box::new(Person(Arc::clone(&diary)))).unwrap();
    table.seat(Player(1), "plain", 1).unwrap();
    for _ in 0..3 {
        assert!(moved(&table.act(&limit(), &Policy::default())));
    }
    let told = ["player 1 sees 9 and may 1 or 2", "1 took 1", "2 took 1", "player 1 sees 7 and may 1 or 2"];
    assert_eq!(read(&diary)[..4], told);
    table.play("1").unwrap();
    assert!(table.undo());
    for text in ["2", "2", "1"] {
        table.play(text).unwrap();
    }
    assert_eq!(read(&diary), ["2 took 1", "back to 3", "2 took 2", "1 took 2", "2 took 1"]);
    let Acted::Disqualified(out) = table.act(&limit(), &Policy::default()) else { panic!("a fault was due") };
    assert_eq!(out.fault, Fault::Illegal("'all' is not a legal move here".into()));
    assert_eq!(table.record().players, ["Jana", "plain"]);
    read(&diary);
    table.play("1").unwrap();
    assert_eq!(read(&diary), ["1 took 1", "0 left, [1, -1]"]);
}

#[test]
fn a_thinker_works_away_from_the_table_and_leaves_what_it_learnt_with_it() {
    let diary = Diary::default();
    let mut table = table(&diary);
    table.seat(Player(0), "plain", 1).unwrap();
    let mut thinker = table.thinker().unwrap();
    let advice = std::thread::spawn(move || thinker.think(&Limit::default())).join().unwrap().unwrap();
    table.play(&advice.text).unwrap();
    table.play("1").unwrap();
    table.think(&limit()).unwrap().unwrap();
    assert_eq!(read(&diary).last().unwrap(), "asked 2 of 7", "it was asked twice, so it is one agent");
}

#[test]
fn mistakes_about_agents_are_told_apart() {
    let mut table = table(&Diary::default());
    assert_eq!(
        table.seat(Player(0), "plan", 1).unwrap_err().to_string(),
        format!("unknown agent 'plan' (known: {}, nobody); did you mean 'plain'?", KINDS.join(", "))
    );
    assert!(matches!(table.seat(Player(0), "plain?x=1", 1), Err(AgentError::Options { .. })));
    assert_eq!(table.seat(Player(5), "plain", 1).unwrap_err().to_string(), "there is no player 6 in take");
    let fault = table.hint("nobody", 1, &limit()).unwrap_err();
    assert_eq!(fault.to_string(), "agent 'nobody': cannot be made");
}
