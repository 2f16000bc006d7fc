//! How Člověče, nezlob se looks: a cross of 40 fields, four homes, four yards, one die.

use super::{Ludo, Move, State, TRACK};
use crate::stage;
use game::{
    Carry, Game, Gesture, Lang, Layout, Place, Player, Point, Said, Scene, Show, Token, Turn, Words, Zone,
    words,
};

const KINDS: [&str; 4] = ["red", "blue", "yellow", "green"];
const LABELS: [Words; 4] = [
    words("red", "červený", "červený"),
    words("blue", "modrý", "modrý"),
    words("yellow", "žlutý", "žltý"),
    words("green", "zelený", "zelený"),
];
const COLOURS: [&str; 4] = [stage::RED, stage::BLUE, stage::YELLOW, stage::GREEN];
/// Figures on the track, at home and in the yard, by seat.
const LETTERS: [&str; 4] = ["R", "B", "Y", "G"];

/// The fields of the track on a square of eleven by eleven, clockwise from the start of the first seat.
fn track() -> Vec<(u8, u8)> {
    let legs = [
        (1, 0, 4),
        (0, -1, 4),
        (1, 0, 2),
        (0, 1, 4),
        (1, 0, 4),
        (0, 1, 2),
        (-1, 0, 4),
        (0, 1, 4),
        (-1, 0, 2),
        (0, -1, 4),
        (-1, 0, 4),
        (0, -1, 2),
    ];
    let (mut x, mut y) = (0i8, 4i8);
    let mut fields = Vec::new();
    for (dx, dy, steps) in legs {
        for _ in 0..steps {
            fields.push((x as u8, y as u8));
            (x, y) = (x + dx, y + dy);
        }
    }
    fields
}

/// A home field of a seat, from the door inwards.
fn home_field(seat: u8, i: u8) -> (u8, u8) {
    [(1 + i, 5), (5, 1 + i), (9 - i, 5), (5, 9 - i)][usize::from(seat & 3)]
}

fn yard_field(seat: u8, i: u8) -> (u8, u8) {
    let (x, y) = [(0, 0), (9, 0), (9, 9), (0, 9)][usize::from(seat & 3)];
    (x + i % 2, y + i / 2)
}

fn point((x, y): (u8, u8)) -> Point {
    Point { x: x.into(), y: y.into() }
}

impl Ludo {
    /// Where figure `f` of `p` lies when its place is `at`.
    fn spot(&self, p: u8, f: u8, at: u8) -> Place {
        match self.field(p, at) {
            Some(field) => Place::new("track", field.into()),
            None if at == 0 => Place::new(format!("yard{}", p + 1), f.into()),
            None => Place::new(format!("home{}", p + 1), usize::from(at - TRACK - 1)),
        }
    }

    fn figure(&self, p: u8, f: u8) -> String {
        format!("{}{}", KINDS[usize::from(self.seat(p))], f + 1)
    }
}

impl Show for Ludo {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn text(&self, _s: &State, mv: Move) -> String {
        match mv {
            Move::Throw(n) => n.to_string(),
            Move::Figure(f) => (f + 1).to_string(),
            Move::Pass => "pass".into(),
        }
    }

    fn label(&self, s: &State, mv: Move, lang: Lang) -> String {
        match mv {
            Move::Throw(n) => format!("{} {n}", words("a throw of", "padla", "padla").to(lang)),
            Move::Pass => words("no move", "nelze táhnout", "nedá sa ťahať").to(lang).into(),
            Move::Figure(f) => {
                let at = self.own(s, s.mover)[usize::from(f & 3)];
                let what = match self.target(s, s.mover, at, s.thrown) {
                    Some(_) if at == 0 => words("entry", "nasazení", "nasadenie"),
                    Some(to) if self.victim(s, s.mover, to).is_some() => {
                        words("capture", "vyhození", "vyhodenie")
                    }
                    Some(to) if to > TRACK && at <= TRACK => words("home", "do domečku", "do domčeka"),
                    _ => words("move", "tah", "ťah"),
                };
                format!("{}: {} {}", what.to(lang), words("figure", "figurka", "figúrka").to(lang), f + 1)
            }
        }
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        let (p, f) = match mv {
            Move::Throw(n) => return Gesture::Say(n.to_string()),
            Move::Pass => return Gesture::Say("pass".into()),
            Move::Figure(f) => (s.mover, f & 3),
        };
        let at = self.own(s, p)[usize::from(f)];
        let to = self.target(s, p, at, s.thrown).unwrap_or(at);
        let mut carries =
            vec![Carry { token: self.figure(p, f), from: self.spot(p, f, at), to: self.spot(p, f, to) }];
        if let Some((q, g)) = self.victim(s, p, to) {
            let (from, to) = (self.spot(q, g, self.own(s, q)[usize::from(g)]), self.spot(q, g, 0));
            carries.push(Carry { token: self.figure(q, g), from, to });
        }
        Gesture::Carry(carries)
    }

    fn scene(&self, s: &State, _who: Option<Player>, lang: Lang) -> Scene {
        let fields = track().into_iter().map(point).collect();
        let label = words("track", "dráha", "dráha").to(lang);
        let mut zones = vec![Zone::new("track", label, Layout::Track(fields))];
        let mut tokens = Vec::new();
        for p in 0..self.players {
            let seat = self.seat(p);
            let (kind, label) = (KINDS[usize::from(seat)], LABELS[usize::from(seat)].to(lang));
            let homes = (0..self.figures).map(|i| point(home_field(seat, i))).collect();
            let yards = (0..self.figures).map(|i| point(yard_field(seat, i))).collect();
            let (home, yard) = (words("home", "domeček", "domček"), words("yard", "start", "štart"));
            let named = |what: Words| format!("{label}: {}", what.to(lang));
            zones.push(
                Zone::new(format!("home{}", p + 1), named(home), Layout::Track(homes)).owned(Player(p)),
            );
            zones.push(
                Zone::new(format!("yard{}", p + 1), named(yard), Layout::Points(yards)).owned(Player(p)),
            );
            for f in 0..self.figures {
                let place = self.spot(p, f, self.own(s, p)[usize::from(f)]);
                let name = format!("{label} {}", f + 1);
                tokens.push(Token::up(self.figure(p, f), kind, name, place).owned(Player(p)));
            }
        }
        let die = words("die", "kostka", "kocka").to(lang);
        zones.push(Zone::new("cup", die, Layout::Points(vec![Point { x: 5.0, y: 5.0 }])));
        let face = if s.thrown == 0 { "die".into() } else { format!("die:{}", s.thrown) };
        tokens.push(Token::up("die", face, die, Place::new("cup", 0)));
        let points = Player::all(self.players.into()).map(|p| self.points(s, p)).collect();
        let mut scene = stage::scene(zones, tokens, self.turn(s), points);
        if self.turn(s) == Turn::Chance {
            let throws = words("throws", "hází", "hádže").to(lang).to_string();
            scene.said.push(Said { who: Some(Player(s.mover)), text: throws });
        }
        scene
    }

    /// Figures at home.
    fn points(&self, s: &State, p: Player) -> i32 {
        self.home(s, p.0).into()
    }

    fn drawing(&self, s: &State, _who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        let mut cells: Vec<Vec<String>> = vec![vec![" ".into(); 11]; 11];
        let mut put = |(x, y): (u8, u8), text: String| cells[usize::from(y)][usize::from(x)] = text;
        let fields = track();
        for &field in &fields {
            put(field, stage::paint(colour, stage::FAINT, "·"));
        }
        for p in 0..self.players {
            let seat = self.seat(p);
            let code = COLOURS[usize::from(seat)];
            put(fields[usize::from(10 * seat)], stage::paint(colour, code, "+"));
            for i in 0..self.figures {
                put(home_field(seat, i), stage::paint(colour, code, "○"));
            }
        }
        for p in 0..self.players {
            let seat = self.seat(p);
            for f in 0..self.figures {
                let at = self.own(s, p)[usize::from(f)];
                let spot = match self.field(p, at) {
                    Some(field) => fields[usize::from(field)],
                    None if at == 0 => yard_field(seat, f),
                    None => home_field(seat, at - TRACK - 1),
                };
                let text = if colour { (f + 1).to_string() } else { LETTERS[usize::from(seat)].into() };
                put(spot, stage::paint(colour, COLOURS[usize::from(seat)], &text));
            }
        }
        let mut text: String = cells.iter().map(|row| row.join(" ").trim_end().to_string() + "\n").collect();
        let names: Vec<&str> =
            (0..self.players).map(|p| LABELS[usize::from(self.seat(p))].to(lang)).collect();
        let scores: Vec<i32> = Player::all(self.players.into()).map(|p| self.score(s, p)).collect();
        text += &stage::status(self.turn(s), &scores, &names, lang);
        let who = names.get(usize::from(s.mover)).copied().unwrap_or_default();
        match self.turn(s) {
            Turn::Chance => text += &format!("{who} {}\n", words("throws", "hází", "hádže").to(lang)),
            Turn::Player(_) => {
                text += &format!("{} {}\n", words("die:", "kostka:", "kocka:").to(lang), s.thrown)
            }
            Turn::Over => {}
        }
        Some(text)
    }
}
