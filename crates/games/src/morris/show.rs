//! How Nine Men's Morris looks: 24 points joined by lines, stones in hand, stones taken.

use super::lines::closing;
use super::{Morris, Move, NOWHERE, State};
use crate::stage;
use game::{Carry, Cues, Game, Gesture, Lang, Layout, Place, Player, Point, Scene, Show, Words, Zone, words};

const KINDS: [&str; 2] = ["white", "black"];
const LABELS: [Words; 2] = [words("white", "bílý", "biely"), words("black", "černý", "čierny")];

/// Column and row from the bottom of each point, 0 to 6.
pub(super) const PLACES: [(u8, u8); 24] = {
    let mut places = [(0, 0); 24];
    let round = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)];
    let mut point = 0;
    while point < 24 {
        let (ring, (x, y)) = ((point / 8) as u8, round[point % 8]);
        let side = 3 - ring;
        places[point] = (ring + side * x, ring + side * y);
        point += 1;
    }
    places
};

fn name(point: u8) -> String {
    let (x, y) = PLACES[usize::from(point)];
    format!("{}{}", stage::letter(x.into()), y + 1)
}

fn supply(p: u8) -> String {
    format!("supply{}", p + 1)
}

/// Where the stones lie that player `p` has taken.
fn taken(p: u8) -> String {
    format!("taken{}", p + 1)
}

impl Morris {
    /// Stones of player `p` that the opponent has taken.
    fn lost(&self, s: &State, p: u8) -> usize {
        let left = Morris::on_board(s, p).count_ones() as usize + usize::from(Morris::in_hand(s, p));
        usize::from(self.stones) - left
    }
}

impl Show for Morris {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn text(&self, _s: &State, mv: Move) -> String {
        let from = if mv.from == NOWHERE { String::new() } else { format!("{}-", name(mv.from)) };
        let take = if mv.take == NOWHERE { String::new() } else { format!("x{}", name(mv.take)) };
        format!("{from}{}{take}", name(mv.to))
    }

    fn label(&self, _s: &State, mv: Move, lang: Lang) -> String {
        let mut label = if mv.from == NOWHERE {
            format!("{} {}", words("stone on", "kámen na", "kameň na").to(lang), name(mv.to))
        } else {
            format!("{} → {}", name(mv.from), name(mv.to))
        };
        if mv.take != NOWHERE {
            label += &format!(", {} {}", words("takes", "bere", "berie").to(lang), name(mv.take));
        }
        label
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        let mover = u8::from(s.second);
        let at = |point: u8| Place::new("board", point.into());
        let from = match mv.from {
            NOWHERE => Place::new(supply(mover), usize::from(s.own_hand).saturating_sub(1)),
            point => at(point),
        };
        let token = format!("{}.{}", from.zone, from.slot);
        let mut carries = vec![Carry { token, from, to: at(mv.to) }];
        if mv.take != NOWHERE {
            let to = Place::new(taken(mover), self.lost(s, 1 - mover));
            carries.push(Carry { token: format!("board.{}", mv.take), from: at(mv.take), to });
        }
        Gesture::Carry(carries)
    }

    fn scene(&self, s: &State, _who: Option<Player>, lang: Lang) -> Scene {
        let point = |&(x, y): &(u8, u8)| Point { x: f32::from(x), y: f32::from(6 - y) };
        let layout = Layout::Points(PLACES.iter().map(point).collect());
        let mut board = Zone::new("board", words("board", "hrací deska", "hracia doska").to(lang), layout);
        board.names = (0..24).map(name).collect();
        for ring in [0, 8, 16] {
            board.lines.extend((0..8).map(|i| (ring + i, ring + (i + 1) % 8)));
        }
        board.lines.extend([1, 3, 5, 7].iter().flat_map(|&i| [(i, i + 8), (i + 8, i + 16)]));
        let mut zones = vec![board];
        let mut tokens = Vec::new();
        let mut spare = Vec::new();
        for p in 0..2u8 {
            let (owner, kind) = (Player(p), KINDS[usize::from(p)]);
            let label = LABELS[usize::from(p)].to(lang);
            for point in crate::bits::each(u64::from(Morris::on_board(s, p))) {
                tokens.push(stage::stone("board", point.into(), kind, label).owned(owner));
            }
            let hand = words("to place", "k položení", "na položenie").to(lang);
            zones.push(Zone::new(supply(p), format!("{label}: {hand}"), Layout::Stack).owned(owner));
            spare.extend(stage::stack(&supply(p), Morris::in_hand(s, p).into(), kind, label, Some(owner)));
            let prey = words("taken", "vzaté", "vzaté").to(lang);
            zones.push(Zone::new(taken(p), format!("{label}: {prey}"), Layout::Stack).owned(owner));
            let (other, theirs) = (KINDS[usize::from(1 - p)], LABELS[usize::from(1 - p)].to(lang));
            let lost = self.lost(s, 1 - p);
            spare.extend(stage::stack(&taken(p), lost, other, theirs, Some(Player(1 - p))));
        }
        tokens.extend(spare);
        let points = Player::all(2).map(|p| self.score(s, p)).collect();
        stage::scene(zones, tokens, self.turn(s), points)
    }

    fn cues(&self, s: &State, _who: Option<Player>, _lang: Lang) -> Cues {
        // Every mill that stands: its stones are the ones that may not be taken.
        let mills = (0..2).map(|p| Morris::on_board(s, p)).fold(0, |all, own| all | (own & closing(own)));
        Cues {
            marks: crate::bits::each(u64::from(mills))
                .map(|point| Place::new("board", point.into()))
                .collect(),
            ..Cues::default()
        }
    }

    fn drawing(&self, s: &State, _who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        let mut text = String::new();
        for y in (0..7u8).rev() {
            text += &stage::paint(colour, stage::FAINT, &format!("{} ", y + 1));
            for x in 0..7u8 {
                let at = PLACES.iter().position(|&place| place == (x, y));
                let mark = match at {
                    Some(p) if Morris::on_board(s, 0) >> p & 1 == 1 => stage::paint(colour, stage::BOLD, "○"),
                    Some(p) if Morris::on_board(s, 1) >> p & 1 == 1 => stage::paint(colour, stage::RED, "●"),
                    Some(_) => stage::paint(colour, stage::FAINT, "·"),
                    None => stage::paint(colour, stage::FAINT, filler(x, y)),
                };
                text += &mark;
                if x < 6 {
                    text += &stage::paint(colour, stage::FAINT, if joined(x, y) { "──" } else { "  " });
                }
            }
            text += "\n";
        }
        text += &stage::paint(colour, stage::FAINT, "  a  b  c  d  e  f  g");
        text += "\n";
        let stones = |p: u8, disc: &str| {
            let label = LABELS[usize::from(p)].to(lang);
            let hand = words("in hand", "v ruce", "v ruke").to(lang);
            format!("{disc} {label} ({} {hand})", Morris::in_hand(s, p))
        };
        let names = [stones(0, "○"), stones(1, "●")];
        let scores = [self.score(s, Player(0)), self.score(s, Player(1))];
        Some(text + &stage::status(self.turn(s), &scores, &[&names[0], &names[1]], lang))
    }
}

/// Whether a line joins column `x` to the next one in row `y`.
fn joined(x: u8, y: u8) -> bool {
    let span = match y {
        0 | 6 => 0..6,
        1 | 5 => 1..5,
        2 | 4 => 2..4,
        _ => return x < 2 || (4..6).contains(&x),
    };
    span.contains(&x)
}

/// What stands where there is no point.
fn filler(x: u8, y: u8) -> &'static str {
    let outer = x.abs_diff(3).max(y.abs_diff(3));
    match (x, y) {
        (3, 3) => " ",
        (_, 0 | 6) => "─",
        (0 | 6, _) => "│",
        (1 | 5, _) if outer == 2 => "│",
        (_, 1 | 5) if outer == 2 => "─",
        _ => " ",
    }
}
