//! Nim: heaps of counters; a player takes any number of counters, at least one, from one heap. Whoever takes the last
//! counter wins, or loses in the misère game.
//!
//! C. L. Bouton, *Nim, a game with a complete mathematical theory* (1901). Parameters: `heaps` (sizes joined by `-`),
//! `misere`, and `take`, the most one may take at a time (0: any number), as in the subtraction game. A move is written
//! `heap:count`.

use crate::stage;
use game::{
    Carry, Game, Gesture, Lang, Layout, OptionError, Options, Parameter, Perfect, Place, Player, Rng, Scene,
    Show, Turn, Values, Words, Zone, words,
};

/// The game's name.
pub const TITLE: Words = words("Nim", "Nim", "Nim");
/// Heaps, misère, and the most one may take.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "heaps",
        default: "3-4-5",
        values: Values::Text,
        help: words(
            "sizes of the heaps, such as 1-3-5-7",
            "velikosti hromádek, třeba 1-3-5-7",
            "veľkosti kôpok, napríklad 1-3-5-7",
        ),
    },
    Parameter {
        name: "misere",
        default: "no",
        values: Values::Flag,
        help: words(
            "who takes the last loses",
            "kdo vezme poslední, prohrává",
            "kto vezme poslednú, prehráva",
        ),
    },
    Parameter {
        name: "take",
        default: "0",
        values: Values::Int(0, 99),
        help: words(
            "the most one may take (0: any)",
            "nejvíc najednou (0: libovolně)",
            "najviac naraz (0: ľubovoľne)",
        ),
    },
];

/// The most heaps.
const HEAPS: usize = 12;
/// The largest heap.
const LARGEST: u8 = 99;

/// The rules.
#[derive(Clone, Debug)]
pub struct Nim {
    heaps: [u8; HEAPS],
    count: usize,
    misere: bool,
    most: u8,
    id: String,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    heaps: [u8; HEAPS],
    mover: u8,
}

/// Counters taken from a heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The heap, counted from 0.
    pub heap: u8,
    /// How many counters, at least 1.
    pub count: u8,
}

impl Nim {
    /// The rules for these options.
    ///
    /// # Errors
    /// When the heaps are not numbers, too many, or too large.
    pub fn new(options: &Options) -> Result<Nim, OptionError> {
        let text = options.text("heaps");
        let fault = |cause: String| Err(OptionError(format!("parameter 'heaps' {cause}, not '{text}'")));
        let mut heaps = [0; HEAPS];
        let mut count = 0;
        for part in text.split('-') {
            match part.parse::<u8>() {
                Ok(size) if size <= LARGEST && count < HEAPS && !part.starts_with('+') => heaps[count] = size,
                Ok(_) if count >= HEAPS => return fault(format!("must be at most {HEAPS} sizes")),
                _ => return fault(format!("must be sizes from 0 to {LARGEST} joined by '-', such as 3-4-5")),
            }
            count += 1;
        }
        let most = match options.int("take") {
            0 => LARGEST,
            n => n as u8,
        };
        Ok(Nim { heaps, count, misere: options.flag("misere"), most, id: options.id("nim") })
    }
}

impl Game for Nim {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn initial(&self) -> State {
        State { heaps: self.heaps, mover: 0 }
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.heaps == [0; HEAPS] { Turn::Over } else { Turn::Player(Player(s.mover)) }
    }

    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        for (heap, &size) in (0u8..).zip(&s.heaps[..self.count]) {
            out.extend((1..=size.min(self.most)).map(|count| Move { heap, count }));
        }
    }

    #[inline]
    fn apply(&self, s: &mut State, mv: Move) {
        s.heaps[usize::from(mv.heap)] -= mv.count;
        s.mover = 1 - s.mover;
    }

    fn score(&self, s: &State, p: Player) -> i32 {
        if self.turn(s) != Turn::Over {
            return 0;
        }
        // The mover finds nothing left: the other player took the last one.
        if (s.mover == p.0) == self.misere { 1 } else { -1 }
    }

    #[inline]
    fn pick(&self, s: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        let open = |&size: &u8| usize::from(size.min(self.most));
        let n = s.heaps[..self.count].iter().map(open).sum();
        if n == 0 {
            return None;
        }
        let mut k = rng.below(n);
        for (heap, size) in (0u8..).zip(&s.heaps[..self.count]) {
            if k < open(size) {
                return Some(Move { heap, count: k as u8 + 1 });
            }
            k -= open(size);
        }
        None
    }

    fn pack(s: &State, out: &mut Vec<u8>) -> bool {
        out.extend(s.heaps);
        out.push(s.mover);
        true
    }

    fn unpack(bytes: &[u8]) -> Option<State> {
        let (&mover, heaps) = bytes.split_last()?;
        Some(State { heaps: heaps.try_into().ok()?, mover })
    }
}

impl Perfect for Nim {}

fn heap_zone(heap: usize) -> String {
    format!("heap{}", heap + 1)
}

impl Show for Nim {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn text(&self, _s: &State, mv: Move) -> String {
        format!("{}:{}", mv.heap + 1, mv.count)
    }

    fn label(&self, _s: &State, mv: Move, lang: Lang) -> String {
        let (heap, count) = (mv.heap + 1, mv.count);
        match lang {
            Lang::En => format!("{count} from heap {heap}"),
            Lang::Cs => format!("{count} z hromádky {heap}"),
            Lang::Sk => format!("{count} z kôpky {heap}"),
        }
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        let size = usize::from(s.heaps[usize::from(mv.heap)]);
        let sum = |heaps: &[u8]| heaps.iter().map(|&h| usize::from(h)).sum::<usize>();
        let aside = sum(&self.heaps) - sum(&s.heaps);
        let zone = heap_zone(mv.heap.into());
        let carry = |i: usize| Carry {
            token: format!("{zone}.{}", size - 1 - i),
            from: Place::new(&zone, size - 1 - i),
            to: Place::new("taken", aside + i),
        };
        Gesture::Carry((0..usize::from(mv.count).min(size)).map(carry).collect())
    }

    fn scene(&self, s: &State, _who: Option<Player>, lang: Lang) -> Scene {
        let counter = words("counter", "sirka", "zápalka").to(lang);
        let heap = words("heap", "hromádka", "kôpka").to(lang);
        let mut zones = Vec::new();
        let mut tokens = Vec::new();
        for (i, &size) in s.heaps[..self.count].iter().enumerate() {
            zones.push(Zone::new(heap_zone(i), format!("{heap} {}", i + 1), Layout::Row));
            tokens.extend(stage::stack(&heap_zone(i), size.into(), "counter", counter, None));
        }
        let all: usize = self.heaps.iter().map(|&h| usize::from(h)).sum();
        zones.push(Zone::new("taken", words("taken", "vzaté", "vzaté").to(lang), Layout::Stack));
        let taken = all - tokens.len();
        tokens.extend(stage::stack("taken", taken, "counter", counter, None));
        let points = Player::all(2).map(|p| self.score(s, p)).collect();
        stage::scene(zones, tokens, self.turn(s), points)
    }

    fn drawing(&self, s: &State, _who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        let mut text = String::new();
        for (i, &size) in s.heaps[..self.count].iter().enumerate() {
            text += &stage::paint(colour, stage::FAINT, &format!("{:>2}:", i + 1));
            text += &stage::paint(colour, stage::YELLOW, &" |".repeat(size.into()));
            text += &stage::paint(colour, stage::FAINT, &format!(" ({size})\n"));
        }
        let scores = [self.score(s, Player(0)), self.score(s, Player(1))];
        Some(text + &stage::status(self.turn(s), &scores, &["1", "2"], lang))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim(options: &str) -> Nim {
        Nim::new(&Options::parse(options, PARAMETERS).unwrap()).unwrap()
    }

    /// Whether the player to move wins, by looking at everything.
    fn wins(game: &Nim, s: &State) -> bool {
        let mut moves = Vec::new();
        game.moves(s, &mut moves);
        if moves.is_empty() {
            return game.score(s, Player(s.mover)) > 0;
        }
        moves.into_iter().any(|mv| {
            let mut next = *s;
            game.apply(&mut next, mv);
            !wins(game, &next)
        })
    }

    #[test]
    fn the_mover_wins_exactly_when_bouton_says() {
        for a in 0..4 {
            for b in 0..4 {
                for c in 0..5 {
                    let sum = a ^ b ^ c;
                    let text = format!("heaps={a}-{b}-{c}");
                    let game = nim(&text);
                    assert_eq!(wins(&game, &game.initial()), sum != 0, "{text}");
                    // Misère: the same, unless no heap has two; then an even number of heaps wins.
                    let game = nim(&format!("{text}&misere=yes"));
                    let small = a < 2 && b < 2 && c < 2;
                    assert_eq!(wins(&game, &game.initial()), (sum != 0) != small, "misère {text}");
                    // At most two at a time: heaps count modulo three.
                    let game = nim(&format!("{text}&take=2"));
                    assert_eq!(
                        wins(&game, &game.initial()),
                        (a % 3) ^ (b % 3) ^ (c % 3) != 0,
                        "take 2 {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn unfit_heaps_are_explained() {
        let fault =
            |text: &str| Nim::new(&Options::parse(text, PARAMETERS).unwrap()).unwrap_err().to_string();
        let sizes = "parameter 'heaps' must be sizes from 0 to 99 joined by '-', such as 3-4-5, not";
        for text in ["3-x", "3--4", "100", "", "+3", "-3", "999999999999"] {
            assert_eq!(fault(&format!("heaps={text}")), format!("{sizes} '{text}'"));
        }
        let many = vec!["1"; 13].join("-");
        assert_eq!(
            fault(&format!("heaps={many}")),
            format!("parameter 'heaps' must be at most 12 sizes, not '{many}'")
        );
    }
}
