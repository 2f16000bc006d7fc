//! Games that are nothing but a graph drawn at random: what is proved of them can be worked out by hand, slowly.

use game::{Game, Gesture, Lang, Perfect, Player, Rng, Scene, Show, Turn};

/// A state of such a game.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) turn: Turn,
    /// Where each move leads, and how likely it is if it is an event.
    pub(crate) moves: Vec<(u8, u32)>,
    pub(crate) scores: Vec<i32>,
    pub(crate) stuck: bool,
    pub(crate) broken: bool,
}

/// A game drawn at random.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) players: usize,
    pub(crate) spots: Vec<Spot>,
    /// The team of each player; empty where everybody plays for themselves.
    pub(crate) teams: Vec<usize>,
}

impl Graph {
    /// A game of `size` states. With `forward` moves lead mostly onwards, so that some of the games terminate.
    pub(crate) fn random(rng: &mut Rng, players: usize, size: usize, chance: bool, forward: bool) -> Graph {
        let mut spots = Vec::new();
        for i in 0..size {
            let kind = if i == 0 { 1 + rng.below(5) } else { rng.below(6) };
            let turn = match kind {
                0 => Turn::Over,
                1 if chance => Turn::Chance,
                _ => Turn::Player(Player(rng.below(players) as u8)),
            };
            let mut moves = Vec::new();
            while turn != Turn::Over && (moves.is_empty() || rng.below(5) > 1) {
                let onwards = forward && i + 1 < size && rng.below(12) > 0;
                let to = if onwards { i + 1 + rng.below((size - i - 1).min(4)) } else { rng.below(size) };
                moves.push((to as u8, 1 + rng.below(3) as u32));
            }
            let scores = (0..players).map(|_| rng.below(3) as i32 - 1).collect();
            let odd = if turn == Turn::Over { rng.below(12) } else { 12 };
            spots.push(Spot { turn, moves, scores, stuck: odd == 0, broken: odd == 1 });
        }
        Graph { players, spots, teams: Vec::new() }
    }

    /// The states that a play can come to, in the order of their distance from the start, each with it.
    pub(crate) fn reachable(&self) -> Vec<(usize, usize)> {
        self.ways(0, &|_| true)
    }

    /// The states that can be come to from `from` through states that `pass`, each with the fewest moves.
    pub(crate) fn ways(&self, from: usize, pass: &dyn Fn(usize) -> bool) -> Vec<(usize, usize)> {
        let mut list = vec![(from, 0)];
        let mut i = 0;
        while let Some(&(at, depth)) = list.get(i) {
            for &(to, _) in self.spots[at].moves.iter().filter(|_| pass(at)) {
                if list.iter().all(|(n, _)| *n != usize::from(to)) {
                    list.push((usize::from(to), depth + 1));
                }
            }
            i += 1;
        }
        list
    }

    /// Who wins at an end, alone or together; nobody where it does not count as a result.
    pub(crate) fn winners(&self, n: usize) -> Vec<usize> {
        let spot = &self.spots[n];
        if spot.turn != Turn::Over || spot.stuck || spot.broken {
            return Vec::new();
        }
        game::outcome(&spot.scores).iter().map(|p| p.index()).collect()
    }
}

impl Game for Graph {
    type State = u8;
    type Move = u8;
    fn players(&self) -> usize {
        self.players
    }
    fn chance(&self) -> bool {
        true
    }
    fn initial(&self) -> u8 {
        0
    }
    fn turn(&self, s: &u8) -> Turn {
        self.spots[usize::from(*s)].turn
    }
    fn moves(&self, s: &u8, out: &mut Vec<u8>) {
        out.extend(0..self.spots[usize::from(*s)].moves.len() as u8);
    }
    fn apply(&self, s: &mut u8, mv: u8) {
        *s = self.spots[usize::from(*s)].moves[usize::from(mv)].0;
    }
    fn score(&self, s: &u8, p: Player) -> i32 {
        self.spots[usize::from(*s)].scores[p.index()]
    }
    fn stuck(&self, s: &u8) -> bool {
        self.spots[usize::from(*s)].stuck
    }
    fn defect(&self, s: &u8) -> Option<String> {
        self.spots[usize::from(*s)].broken.then(|| format!("the rule of state {s} fails"))
    }
    fn team(&self, p: Player) -> usize {
        self.teams.get(p.index()).copied().unwrap_or(p.index())
    }
    fn weight(&self, s: &u8, mv: u8) -> u32 {
        self.spots[usize::from(*s)].moves[usize::from(mv)].1
    }
}

impl Perfect for Graph {}

impl Show for Graph {
    fn id(&self) -> String {
        "graph".into()
    }
    fn text(&self, _: &u8, mv: u8) -> String {
        mv.to_string()
    }
    fn gesture(&self, _: &u8, mv: u8) -> Gesture {
        Gesture::Say(mv.to_string())
    }
    fn scene(&self, s: &u8, _: Option<Player>, _: Lang) -> Scene {
        let points = vec![0; self.players];
        Scene { zones: vec![], tokens: vec![], said: vec![], turn: self.turn(s), points }
    }
}
