//! Kuhn poker: a pack of three cards (J, Q, K), one to each of two players, one coin each in the pot. In turn players
//! check or bet one more coin; after a bet the others call or fold. The highest card among those who have not folded
//! takes the pot. The smallest poker with bluffing: worth -1/18 to the first player.
//!
//! H. W. Kuhn, *A simplified two-person poker* (1950). With `players=3` (four cards, J to A) as N. Abou Risk and
//! D. Szafron, *Using counterfactual regret minimization to create competitive multiplayer poker agents* (2010).
//! Moves are written `check`, `bet`, `call`, `fold`; a deal is the card: `J`, `Q`, `K`, `A`. At a showdown the cards of
//! those who have not folded are shown to all.

use crate::stage;
use game::{
    Contradiction, Game, Gesture, Lang, Layout, Listed, Observe, OptionError, Options, Parameter, Place,
    Player, Said, Scene, Show, Token, Turn, Values, Visibility, Words, WorldsOf, Zone, words,
};

/// The game's name.
pub const TITLE: Words = words("Kuhn poker", "Kuhnův poker", "Kuhnov poker");
/// Two or three players.
pub const PARAMETERS: &[Parameter] = &[Parameter {
    name: "players",
    default: "2",
    values: Values::Int(2, 3),
    help: words("players", "počet hráčů", "počet hráčov"),
}];

const SEATS: usize = 3;
const CARDS: [&str; 4] = ["J", "Q", "K", "A"];
const NAMES: [Words; 4] = [
    words("jack", "kluk", "chlap"),
    words("queen", "dáma", "dáma"),
    words("king", "král", "kráľ"),
    words("ace", "eso", "eso"),
];

/// The rules.
#[derive(Clone, Debug)]
pub struct Kuhn {
    players: usize,
    id: String,
}

/// A position; with some cards missing also what one player knows of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    cards: [Option<u8>; SEATS],
    dealt: u8,
    /// Who has a second coin in the pot.
    paid: [bool; SEATS],
    folded: [bool; SEATS],
    /// Decisions made since the deal.
    made: u8,
    /// The decision that was the first bet, from 1; 0 before.
    bet: u8,
}

/// A deal or a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance: the next player gets this card, 0 the lowest.
    Deal(u8),
    /// Check, or fold after a bet.
    Decline,
    /// Bet, or call after a bet.
    Pay,
}

impl Kuhn {
    /// The rules for these options.
    ///
    /// # Errors
    /// None: every value of a declared option fits.
    pub fn new(options: &Options) -> Result<Kuhn, OptionError> {
        let players = usize::try_from(options.int("players")).unwrap_or(2).clamp(2, SEATS);
        Ok(Kuhn { players, id: options.id("kuhn") })
    }

    /// Decisions after which the play is over: everybody checked, or everybody answered the bet.
    fn last(&self, s: &State) -> usize {
        if s.bet == 0 { self.players } else { usize::from(s.bet) - 1 + self.players }
    }

    fn over(&self, s: &State) -> bool {
        usize::from(s.dealt) == self.players && usize::from(s.made) == self.last(s)
    }

    /// Whether several hands are compared at the end.
    fn showdown(&self, s: &State) -> bool {
        self.over(s) && self.staying(s).count() > 1
    }

    /// Those who are still in: after a bet, who paid.
    fn staying(&self, s: &State) -> impl Iterator<Item = usize> {
        let (s, players) = (*s, self.players);
        (0..players).filter(move |&p| s.bet == 0 || s.paid[p])
    }

    /// Who takes the pot of a finished play.
    fn winner(&self, s: &State) -> Option<usize> {
        self.staying(s).max_by_key(|&p| s.cards[p])
    }

    fn coins(s: &State, p: usize) -> i32 {
        1 + i32::from(s.paid[p])
    }

    fn word(s: &State, mv: Move) -> (&'static str, Words) {
        match (mv, s.bet) {
            (Move::Deal(card), _) => (CARDS[usize::from(card & 3)], NAMES[usize::from(card & 3)]),
            (Move::Decline, 0) => ("check", words("check", "čekám", "čakám")),
            (Move::Decline, _) => ("fold", words("fold", "skládám", "skladám")),
            (Move::Pay, 0) => ("bet", words("bet", "sázím", "stavím")),
            (Move::Pay, _) => ("call", words("call", "dorovnávám", "dorovnávam")),
        }
    }
}

impl Game for Kuhn {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.players
    }

    fn chance(&self) -> bool {
        true
    }

    fn initial(&self) -> State {
        State {
            cards: [None; SEATS],
            dealt: 0,
            paid: [false; SEATS],
            folded: [false; SEATS],
            made: 0,
            bet: 0,
        }
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if usize::from(s.dealt) < self.players {
            Turn::Chance
        } else if self.over(s) {
            Turn::Over
        } else {
            Turn::Player(Player((usize::from(s.made) % self.players) as u8))
        }
    }

    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        match self.turn(s) {
            Turn::Chance => {
                let left = (0..=self.players as u8).filter(|&card| !s.cards.contains(&Some(card)));
                out.extend(left.map(Move::Deal));
            }
            Turn::Player(_) => out.extend([Move::Decline, Move::Pay]),
            Turn::Over => {}
        }
    }

    fn apply(&self, s: &mut State, mv: Move) {
        let p = usize::from(s.made) % self.players;
        match mv {
            Move::Deal(card) => {
                s.cards[usize::from(s.dealt).min(SEATS - 1)] = Some(card);
                s.dealt += 1;
                return;
            }
            Move::Decline => s.folded[p] = s.bet > 0,
            Move::Pay => {
                s.paid[p] = true;
                s.bet = if s.bet == 0 { s.made + 1 } else { s.bet };
            }
        }
        s.made += 1;
    }

    fn score(&self, s: &State, p: Player) -> i32 {
        if !self.over(s) {
            return 0;
        }
        let pot: i32 = (0..self.players).map(|p| Kuhn::coins(s, p)).sum();
        let paid = Kuhn::coins(s, p.index());
        if self.winner(s) == Some(p.index()) { pot - paid } else { -paid }
    }
}

impl Observe for Kuhn {
    type View = State;

    fn view(&self, s: &State, who: Option<Player>) -> State {
        let shown =
            |p: usize| who == Some(Player(p as u8)) || (self.showdown(s) && self.staying(s).any(|q| q == p));
        let mut v = *s;
        for (p, card) in v.cards.iter_mut().enumerate() {
            *card = card.filter(|_| shown(p));
        }
        v
    }

    /// Uniform over the deals that fit: unknown cards are dealt from those nobody shows, except that at a showdown
    /// everything that matters is known.
    fn worlds(&self, v: &State) -> Result<WorldsOf<'_, Kuhn>, Contradiction> {
        let mut found = vec![*v];
        for p in (0..usize::from(v.dealt).min(SEATS)).filter(|&p| v.cards[p].is_none()) {
            found = found
                .into_iter()
                .flat_map(|s| {
                    let left = (0..=self.players as u8).filter(move |&card| !s.cards.contains(&Some(card)));
                    left.map(move |card| {
                        let mut next = s;
                        next.cards[p] = Some(card);
                        next
                    })
                })
                .collect();
        }
        Ok(Box::new(Listed::new(found)?))
    }

    fn hidden(&self) -> bool {
        true
    }
}

fn hand(p: usize) -> String {
    format!("hand{}", p + 1)
}

fn purse(p: usize) -> String {
    format!("purse{}", p + 1)
}

/// The slot in the pot of the n-th coin of a player: everybody has a place for two.
fn pot_slot(p: usize, n: usize) -> usize {
    2 * p + n
}

impl Show for Kuhn {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn text(&self, s: &State, mv: Move) -> String {
        Kuhn::word(s, mv).0.into()
    }

    fn label(&self, s: &State, mv: Move, lang: Lang) -> String {
        Kuhn::word(s, mv).1.to(lang).into()
    }

    fn heard(&self, s: &State, mv: Move, who: Option<Player>, lang: Lang) -> Option<String> {
        let Move::Deal(_) = mv else { return Some(self.label(s, mv, lang)) };
        let to = s.dealt + 1;
        let card = match who {
            Some(p) if p.0 == s.dealt => self.label(s, mv, lang),
            _ => words("a card", "karta", "karta").to(lang).into(),
        };
        Some(format!("{} {to}: {card}", words("player", "hráč", "hráč").to(lang)))
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        let p = usize::from(s.made) % self.players;
        match mv {
            Move::Deal(_) => {
                let top = Place::new("deck", self.players - usize::from(s.dealt));
                let to = Place::new(hand(s.dealt.into()), 0);
                Gesture::carry(format!("deck.{}", top.slot), top, to)
            }
            Move::Decline => Gesture::Say(self.text(s, mv)),
            Move::Pay => {
                let from = Place::new(purse(p), 0);
                Gesture::carry(format!("{}.0", from.zone), from, Place::new("pot", pot_slot(p, 1)))
            }
        }
    }

    fn scene(&self, v: &State, _who: Option<Player>, lang: Lang) -> Scene {
        let mut zones = vec![
            Zone::new("deck", words("pack", "balíček", "balíček").to(lang), Layout::Stack)
                .seen_by(Visibility::Nobody),
            Zone::new("pot", words("pot", "bank", "bank").to(lang), Layout::Row),
        ];
        let coin = words("coin", "mince", "minca").to(lang);
        let left = self.players + 1 - usize::from(v.dealt);
        let mut tokens: Vec<Token> = (0..left).map(|slot| Token::down(Place::new("deck", slot))).collect();
        let mut said = Vec::new();
        for p in 0..self.players {
            let owner = Player(p as u8);
            for n in 0..Kuhn::coins(v, p) as usize {
                tokens.push(stage::stone("pot", pot_slot(p, n), "coin", coin).owned(owner));
            }
            let held = words("hand", "karta v ruce", "karta v ruke").to(lang);
            zones.push(
                Zone::new(hand(p), format!("{held} {}", p + 1), Layout::Fan)
                    .owned(owner)
                    .seen_by(Visibility::Owner),
            );
            let purse_label = format!("{} {}", words("purse", "měšec", "mešec").to(lang), p + 1);
            zones.push(Zone::new(purse(p), purse_label, Layout::Stack).owned(owner));
            if !v.paid[p] {
                tokens.push(stage::stone(&purse(p), 0, "coin", coin).owned(owner));
            }
            if p < usize::from(v.dealt) {
                let place = Place::new(hand(p), 0);
                tokens.push(match v.cards[p].map(usize::from) {
                    Some(card) => {
                        let kind = format!("card:{}", CARDS[card & 3]);
                        Token::up(kind.clone(), kind, NAMES[card & 3].to(lang), place).owned(owner)
                    }
                    None => Token::down(place).owned(owner),
                });
            }
            if v.folded[p] {
                let text = words("folds", "skládá", "skladá").to(lang).to_string();
                said.push(Said { who: Some(owner), text });
            }
        }
        let points = Player::all(self.players).map(|p| self.points(v, p)).collect();
        Scene { zones, tokens, said, turn: self.turn(v), points }
    }

    fn drawing(&self, v: &State, who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        let mut text = String::new();
        for p in 0..self.players {
            let card = match v.cards[p].map(usize::from) {
                Some(card) => stage::paint(colour, stage::YELLOW, CARDS[card & 3]),
                None if p < usize::from(v.dealt) => stage::paint(colour, stage::FAINT, "?"),
                None => " ".into(),
            };
            let coins = "o".repeat(Kuhn::coins(v, p) as usize);
            let mark = if who == Some(Player(p as u8)) { ">" } else { " " };
            let out =
                if v.folded[p] { words(" (folded)", " (složeno)", " (zložené)").to(lang) } else { "" };
            text += &format!("{mark}{} [{card}] {}{out}\n", p + 1, stage::paint(colour, stage::CYAN, &coins));
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often Kuhn's solution (the one that never bets first) pays, in thirds, by card, player and whether there was
    /// a bet.
    fn thirds(s: &State, p: usize) -> i32 {
        match (s.cards[p], p, s.bet > 0) {
            (Some(2), 0, false) => 0,
            (Some(2), _, _) => 3,
            (Some(1), _, true) => 1,
            (Some(0), 1, false) => 1,
            _ => 0,
        }
    }

    /// What player 1 expects, times 3^depth.
    fn worth(game: &Kuhn, s: &State, depth: u32) -> i32 {
        let Turn::Player(p) = game.turn(s) else { return game.score(s, Player(0)) * 3i32.pow(depth) };
        let pays = thirds(s, p.index());
        let after = |mv| {
            let mut next = *s;
            game.apply(&mut next, mv);
            worth(game, &next, depth - 1)
        };
        pays * after(Move::Pay) + (3 - pays) * after(Move::Decline)
    }

    #[test]
    fn the_solution_of_1950_is_worth_minus_one_eighteenth() {
        let game = Kuhn::new(&Options::parse("", PARAMETERS).unwrap()).unwrap();
        let mut sum = 0;
        for (a, b) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            let mut s = game.initial();
            game.apply(&mut s, Move::Deal(a));
            game.apply(&mut s, Move::Deal(b));
            sum += worth(&game, &s, 3);
        }
        assert_eq!(sum * 18, -6 * 27, "six deals, three decisions in thirds");
    }
}
