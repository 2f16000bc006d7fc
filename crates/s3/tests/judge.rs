//! The crate against a second implementation of dialect 1 that shares no code with it: on the original system's files,
//! on the tiny ones, and on thousands of small files made at random, mistakes included.

mod oracle;

use game::{Game as _, Player, Rng, Show as _};
use oracle::{Spec, Triple, World};
use s3::{S3Game, State, load};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

fn triple(text: &str) -> Triple {
    let (from, rest) = text.split_once("->").expect("from->to:element");
    let (to, e) = rest.split_once(':').expect("from->to:element");
    (from.to_string(), to.to_string(), e.to_string())
}

fn same_state(game: &S3Game, s: &State, world: &World<'_>, about: &str) {
    assert_eq!(game.position(s), world.key(), "{about}");
    let points: Vec<i32> = Player::all(game.players()).map(|p| game.points(s, p)).collect();
    assert_eq!(points, world.scores, "{about}");
}

/// Plays one random game on both sides; how many states were compared. Both ways of performing are tried.
fn play(game: &S3Game, spec: &Spec, rng: &mut Rng, plies: usize, about: &str) -> usize {
    let mut world = spec.start();
    let mut state = game.initial();
    for ply in 0..plies {
        same_state(game, &state, &world, about);
        if world.winner != -1 {
            return ply + 1;
        }
        let mut ours = Vec::new();
        game.moves(&state, &mut ours);
        let Ok(theirs) = world.moves() else {
            assert!(ours.is_empty() && game.fault(&state).is_some(), "{about}\nshould fail: {ours:?}");
            return ply + 1;
        };
        let mut full: Vec<String> = game.all_moves(&state).iter().map(|&mv| game.text(&state, mv)).collect();
        let mut wanted: Vec<String> = theirs.iter().map(|(f, t, e)| format!("{f}->{t}:{e}")).collect();
        full.sort();
        wanted.sort();
        assert_eq!(full, wanted, "{about}");
        let classes: BTreeSet<_> = theirs.iter().map(|mv| world.class(mv)).collect();
        let texts: Vec<String> = ours.iter().map(|&mv| game.text(&state, mv)).collect();
        let found: BTreeSet<_> = texts.iter().map(|t| world.class(&triple(t))).collect();
        assert_eq!(found, classes, "{about}");
        assert_eq!(ours.len(), classes.len(), "{about}: a class twice in {texts:?}");
        assert!(texts.iter().all(|t| wanted.binary_search(t).is_ok()), "{about}");
        if ours.is_empty() {
            assert_eq!(game.winner(&state), 0, "{about}");
            return ply + 1;
        }
        let i = rng.below(ours.len());
        let before = state.clone();
        let named = game.parse(&state, &texts[i]).expect("a legal move can be named");
        game.apply(&mut state, ours[i]);
        let mut plain = before;
        game.apply(&mut plain, named);
        if world.perform(&triple(&texts[i])).is_err() {
            for s in [&state, &plain] {
                assert!(game.fault(s).is_some(), "{about}\n{} should fail", texts[i]);
                assert!(game.turn(s).player().is_none());
            }
            return ply + 1;
        }
        for s in [&state, &plain] {
            assert_eq!(
                game.fault(s).map(|f| f.message).filter(|_| world.moves().is_ok()),
                None,
                "{about}\n{}",
                texts[i]
            );
            same_state(game, s, &world, about);
        }
        assert_eq!(state, plain, "{about}");
    }
    plies
}

#[test]
fn files_of_the_original_system_are_played_as_the_judge_plays_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut compared = 0;
    for folder in ["originals", "mini", "quirks"] {
        let mut paths: Vec<_> = std::fs::read_dir(root.join(folder))
            .expect("the folder is there")
            .map(|e| e.expect("an entry").path())
            .filter(|p| !p.ends_with("EXPECTED.txt"))
            .collect();
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("a text");
            let (Some(game), _) = load(&text, "game") else { continue };
            let spec = Spec::read(&text).expect("the judge reads it");
            let mut rng = Rng::new(3);
            for _ in 0..4 {
                compared += play(&game, &spec, &mut rng, 60, &path.to_string_lossy());
            }
        }
    }
    assert!(compared > 400, "only {compared}");
}

/// A file made at random.
struct Maker {
    rng: Rng,
    players: usize,
    depth: u32,
    /// Variables that are set where the text at hand is evaluated: nearly always one of them is taken.
    bound: Vec<&'static str>,
}

const VARS: [&str; 8] = ["$J", "$K", "$L", "$M", "$I", "$A", "$B", "$T"];

impl Maker {
    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.rng.below(list.len())]
    }

    /// Once in a while.
    fn rarely(&mut self) -> bool {
        self.rng.below(60) == 0
    }

    fn var(&mut self) -> &'static str {
        if self.rarely() { self.pick(&VARS) } else { self.bound[self.rng.below(self.bound.len())] }
    }

    /// A text in which one more variable is set.
    fn within(&mut self, make: impl Fn(&mut Maker) -> String) -> (&'static str, String) {
        let var = self.pick(&VARS);
        self.bound.push(var);
        let text = make(self);
        self.bound.pop();
        (var, text)
    }

    fn index(&mut self) -> String {
        if self.bound.is_empty() || self.rng.below(3) == 0 {
            (1 + self.rng.below(3)).to_string()
        } else {
            self.var().to_string()
        }
    }

    fn place(&mut self) -> String {
        match self.rng.below(7) {
            0 => "\"hub\"".to_string(),
            1 | 2 => format!("\"q({})\"", self.index()),
            3 => format!("\"b({},{})\"", self.index(), self.index()),
            4 if self.depth < 4 => format!("LOCATION({})", self.piece()),
            _ => format!("\"a( {} )\"", self.index()),
        }
    }

    fn piece(&mut self) -> String {
        self.depth += 1;
        let text = match self.rng.below(6) {
            0 => "\"king\"".to_string(),
            1 => format!("\"y({})\"", self.index()),
            2 | 3 if self.depth < 5 => format!("CONTENT({})", self.place()),
            _ => format!("\"x({})\"", self.index()),
        };
        self.depth -= 1;
        text
    }

    fn int(&mut self) -> String {
        self.depth += 1;
        let deep = self.depth > 4;
        let text = match self.rng.below(if deep { 3 } else { 14 }) {
            0 => (self.rng.below(4)).to_string(),
            1 if !self.bound.is_empty() => self.var().to_string(),
            1 | 2 => "PLAYER".to_string(),
            3 | 4 => {
                format!("({}{}{})", self.int(), self.pick(&["+", "-", " - ", "*", "+", "-"]), self.int())
            }
            5 => format!("STATE({})", self.piece()),
            6 if self.rarely() => format!("SCORE({})", self.int()),
            6 => "SCORE(PLAYER)".to_string(),
            7 if self.rarely() => format!("INDEX({})", self.piece()),
            7 => format!("INDEX(\"x({})\")", self.index()),
            8 => format!("INDEXA(2,\"b({},{})\")", self.index(), self.index()),
            9 => format!("IF({},{},{})", self.truth(), self.int(), self.int()),
            10 if self.rarely() => format!("({}{}{})", self.int(), self.pick(&["%", "/"]), self.int()),
            10 => format!("(ABS {})", self.int()),
            11 => format!("OWNER({})", self.piece()),
            12 => format!("Next({})", self.rng.below(3)),
            _ => format!("(- {})", self.int()),
        };
        self.depth -= 1;
        text
    }

    fn truth(&mut self) -> String {
        self.depth += 1;
        let deep = self.depth > 4;
        let text = match self.rng.below(if deep { 4 } else { 17 }) {
            0 => self.pick(&["true", "TRUE", "false", "true"]).to_string(),
            1 => format!("EMPTY ({})", self.place()),
            2 => format!("(ELTYPE({})==\"{}\")", self.piece(), self.pick(&["s", "m", ""])),
            3 | 4 => format!(
                "({}{}{})",
                self.int(),
                self.pick(&["==", "= =", "!=", "<", "<=", ">", ">="]),
                self.int()
            ),
            5 | 6 => format!("({} AND {})", self.truth(), self.truth()),
            7 => format!("({} OR {})", self.truth(), self.truth()),
            8 => format!("NOT {}", self.truth()),
            9 => {
                let (from, to) = (self.rng.below(4), self.rng.below(4));
                let (var, text) = self.within(Maker::truth);
                format!("FORALL({var},{from},{to},{text})")
            }
            10 => {
                let to = self.int();
                let (var, text) = self.within(Maker::truth);
                format!("FORSOME({var}, 1, {to} % 4, {text})")
            }
            11 => {
                let value = self.int();
                let (var, text) = self.within(Maker::truth);
                format!("(({var}={value}) AND {text})")
            }
            12 => format!("Test({})", self.int()),
            13 => format!("Both({},{})", self.int(), self.int()),
            14 => format!("(CONTENT({})=={})", self.place(), self.piece()),
            15 => format!("(LOCTYPE({})==\"{}\")", self.place(), self.pick(&["spot", "stack"])),
            _ => format!("({} IN {{ 1 , {} }} )", self.int(), self.int()),
        };
        self.depth -= 1;
        text
    }

    fn effect(&mut self) -> String {
        match self.rng.below(9) {
            0..=2 => "NEXTPLAYER".to_string(),
            3 if self.rarely() => format!("SETSTATE({},{})", self.piece(), self.int()),
            3 => {
                let e = self.pick(&["\"x(1)\"", "\"x(2)\"", "\"y(1)\""]);
                format!("SETSTATE({e},(1 + ABS {} % 3))", self.int())
            }
            4 if self.rarely() => format!("MOVE({0},LOCATION({0}),{1})", self.piece(), self.place()),
            4 => {
                let (from, to) = (self.place(), self.pick(&["a(1)", "a(2)", "b(1,2)", "q(2)", "hub"]));
                format!(
                    "IF(EMPTY({from}) OR (LOCTYPE({from})==\"\"),true,MOVE(CONTENT({from}),{from},\"{to}\"))"
                )
            }
            5 => format!(
                "SETOWNER(\"{}\",{})",
                self.pick(&["x(1)", "king", "y(2)"]),
                self.rng.below(self.players + 1)
            ),
            6 => format!("SETZINDEX(\"{}\",{})", self.pick(&["x(1)", "x(2)"]), self.int()),
            7 => format!("IF({},{},true)", self.truth(), self.effect()),
            _ => format!("({} AND {})", self.effect(), self.effect()),
        }
    }

    fn pattern(&mut self, names: &[&'static str]) -> String {
        let name = self.pick(names);
        let (a, b) = (self.pick(&VARS), self.pick(&VARS));
        for (sign, var) in [('#', a), ('@', b)] {
            if name.contains(sign) {
                self.bound.push(var);
            }
        }
        name.replace('#', a).replace('@', b)
    }

    fn file(&mut self) -> String {
        let mut out = String::from(
            "[ELEMENT TYPES]\r\nname=s\nstates=3\nimage=s\npoint=0,0\nname=m\nstates=1\nimage=s\npoint=0,0\n",
        );
        out += "[LOCATION TYPES]\nname=spot\npoint=0, 0\n  name=stack\npoint=0,0\nrelevant=no\n[locations]\n";
        for l in ["a(1)", "a(2)", "a(3)", "b(1,1)", "b(1,2)", "b(2,1)", "hub"] {
            let _ = write!(out, "name={l}\ntype=spot\npoint=1,1\n");
        }
        for l in ["q(1)", "q(2)", "q(3)"] {
            let _ = write!(out, "name={l}\ntype=stack\nshape=what\n");
        }
        out += "[PLAYER NAMES]\nscore=2\n";
        for p in 1..=self.players {
            let _ = writeln!(out, "{p}=p{p}");
        }
        out += "[MOVABLE ELEMENTS]\n";
        let mut free = vec!["a(1)", "a(2)", "a(3)", "b(1,1)", "b(1,2)", "hub", "q(1)", "q(2)", "q(3)"];
        for (e, kind) in [("x(1)", "s"), ("x(2)", "s"), ("y(1)", "s"), ("y(2)", "m"), ("king", "m")] {
            let at = free.swap_remove(self.rng.below(free.len()));
            let state = if kind == "s" { 1 + self.rng.below(2) } else { 1 };
            let _ = write!(
                out,
                "name={e}\ntype={kind}\nlocation={at}\nstate={state}\nplayer={}\n",
                self.rng.below(3)
            );
        }
        out += "[EXPRESSIONS]\nNext($A)\n$A+1\nEND\n";
        self.bound = vec!["$B"];
        let _ = write!(out, "Test($B)\n$B{}{}\n", self.pick(&["<", ">", "!="]), self.rng.below(4));
        let _ = write!(out, "{}\nEND\n", self.truth());
        self.bound = vec!["$A", "$B"];
        let _ = write!(out, "Both($A, $B)\n// a remark\n{}\nend\nEND\n", self.truth());
        self.bound.clear();
        out += "[SCORINGS]\n";
        for _ in 0..self.rng.below(2) {
            let _ = write!(out, "situation={}\nplayer=PLAYER\nscore={}\n", self.truth(), self.int());
        }
        out += "[END OF GAME]\n";
        for _ in 0..self.rng.below(2) {
            let _ = write!(out, "   situation= {}\nwinner={}\n", self.truth(), self.int());
        }
        out += "[GAME RULES]\n";
        for r in 0..2 + self.rng.below(4) {
            self.rule(r, &mut out);
        }
        out
    }

    fn rule(&mut self, r: usize, out: &mut String) {
        let element = self.pattern(&["x(#)", "y(#)", "king", "x(#)", "x(1)"]);
        let from = self.pattern(&["a(#)", "a(#)", "q(#)", "b(#,@)", "b(#,@)", "hub"]);
        let to = self.pattern(&["a(#)", "a(#)", "q(#)", "b(#,@)", "b(#,@)", "hub", "b(1,#)"]);
        let _ = write!(out, "name=rule {r}\nelement={element}\nfrom={from}\nto={to}\n");
        if self.rng.below(4) == 0 {
            let state = self.pick(&["1", "2", "$T", "($T)", "PLAYER"]);
            let _ = writeln!(out, "STATE={state}");
        }
        if self.rng.below(3) == 0 {
            let player = self.pick(&["1", "2", "$I", "-1"]);
            let _ = writeln!(out, "player={player}");
        }
        if self.rng.below(2) > 0 {
            let _ = writeln!(out, "condition={}", self.truth());
        }
        for _ in 0..self.rng.below(3) {
            let _ =
                write!(out, "awardPlayer={}\nwithScore={}\n", self.pick(&["PLAYER", "1", "2"]), self.int());
        }
        let _ = writeln!(out, "followup={}", self.effect());
        self.bound.clear();
    }
}

/// How many files are made.
const SEEDS: u64 = 4000;

/// Generation must not change a state: conditions with effects are not comparable, so none are made.
#[test]
fn small_files_made_at_random_are_played_as_the_judge_plays_them() {
    let (mut compared, mut long) = (0, 0);
    for seed in 0..SEEDS {
        let mut maker =
            Maker { rng: Rng::new(seed), players: 1 + (seed % 2) as usize, depth: 0, bound: Vec::new() };
        let text = maker.file();
        let (Some(game), found) = load(&text, "random") else { continue };
        let spec = Spec::read(&text).unwrap_or_else(|_| panic!("{text}\n{found:?}"));
        for _ in 0..2 {
            let states = play(&game, &spec, &mut maker.rng, 8, &text);
            compared += states;
            long += usize::from(states > 3);
        }
    }
    assert!(compared > 5000 && long > 300, "only {compared} states, {long} longer games");
}
