//! Rules mined from records (the thesis' plan with a data-mining tool): deals are played by a rule file and recorded; at
//! every question of the auction and the announcements each other legal answer is played out with the same cards; what it
//! gained is explained by features of the hand with a regression tree; the leaves that pay become rules, and the file with
//! these rules plays.

mod tree;

use crate::seat::answer_of;
use crate::{Desk, RuleAgent};
use expert::{Bot, Finding, Mode};
use game::{Agent, Limit, Observe, Player, Rng, Turn};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use tree::{Case, Leaf, Shape, leaves, mean};

pub use tree::Bound;

/// What is looked at in a hand, and how rules ask for it.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// Their names, as variables of the clause.
    pub names: &'static [&'static str],
    /// What they are, for people.
    pub about: &'static [&'static str],
    /// The clause `rysy(…)` that works them out from the knowledge base.
    pub clauses: &'static str,
    /// The questions whose answers are weighed.
    pub blocks: &'static [&'static str],
}

/// The features of a hand of taroky: what the rules of thumb of `contracts` speak of, and some that they do not.
pub static TAROKY_FEATURES: Features = Features {
    names: &["N", "V", "T", "P", "K", "Q", "D", "L", "G", "J"],
    about: &[
        "tarocks",
        "tarocks from XVII up",
        "Mond and Škýz",
        "the Pagát (1: mine)",
        "kings",
        "queens",
        "suits I have none of",
        "cards of my longest suit",
        "the game bid so far (-1: none)",
        "whether the bidder is on my side (1: known)",
    ],
    clauses: "
    rysy(N, V, T, P, K, Q, D, L, G, J) :-
        findall(H, mam([4, H]), Ts),
        length(Ts, N),
        findall(H, (member(H, Ts), H >= 16), Vs),
        length(Vs, V),
        findall(H, (member(H, Ts), H >= 20), Hs),
        length(Hs, T),
        if(mam([4, 0]), P = 1, P = 0),
        findall(B, (mam([B, 7]), B < 4), Ks),
        length(Ks, K),
        findall(B, (mam([B, 6]), B < 4), Qs),
        length(Qs, Q),
        findall(M, (member(B, [0, 1, 2, 3]), findall(H, mam([B, H]), Bs), length(Bs, M)), Ms),
        findall(x, member(0, Ms), Ds),
        length(Ds, D),
        max_list(Ms, L),
        if(bit(_, X), G = X, G = -1),
        if(nase, J = 1, J = 0).
    nase :- bit(Z, _), team(Z, 0).
",
    blocks: &["GETBIT", "GETBONUS", "GETFLEK"],
};

/// How rules are mined.
#[derive(Clone, Copy, Debug)]
pub struct Dig {
    /// How many deals are recorded.
    pub deals: u32,
    /// The first seed.
    pub seed: u64,
    /// Conditions of a rule at most.
    pub depth: usize,
    /// Cases of a rule at least.
    pub support: usize,
}

/// A rule that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Mined {
    /// The question.
    pub block: String,
    /// The answer.
    pub answer: String,
    /// When it is worth it.
    pub bounds: Vec<Bound>,
    /// Cases it was made from.
    pub support: usize,
    /// What the answer gained in them on average over the usual one, and its standard error.
    pub gain: (f64, f64),
    /// Cases of the other deals, which it was not made from.
    pub tested: usize,
    /// What it gained in those on average.
    pub held: f64,
    /// The share of those in which the answer was worth it: at least as good as the usual one.
    pub accuracy: f64,
}

impl Mined {
    /// The bounds as Prolog.
    pub fn condition(&self, features: &Features) -> String {
        let one = |bound: &Bound| {
            let name = features.names.get(bound.feature).copied().unwrap_or("_");
            format!("{name} {} {}", if bound.least { ">=" } else { "=<" }, bound.value)
        };
        self.bounds.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

/// What was mined.
#[derive(Clone, Debug)]
pub struct Found {
    /// The rules, the best first.
    pub rules: Vec<Mined>,
    /// Answers that were weighed.
    pub cases: usize,
    /// Plays that were made.
    pub plays: u64,
    /// The rule file: the old one with the new rules before its own.
    pub text: String,
}

/// Why nothing could be mined. Prints as a sentence.
#[derive(Clone, Debug)]
pub enum MineError {
    /// The file has no such block, or no place for clauses.
    Shape(String),
    /// The file with the features does not load: it does not keep what they are worked out from.
    Features(Vec<Finding>),
}

impl std::fmt::Display for MineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MineError::Shape(cause) => f.write_str(cause),
            MineError::Features(findings) => {
                let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
                write!(f, "the file with the features does not load:\n{}", told.join("\n"))
            }
        }
    }
}

impl std::error::Error for MineError {}

/// A question of a recorded deal.
struct Question {
    number: usize,
    player: Player,
    block: usize,
    /// The usual answer, and the others, each with the number of its move.
    usual: usize,
    others: Vec<(String, usize)>,
    features: Vec<i64>,
}

/// Plays a deal; at one question another move is made than the bot's.
fn play<G: Observe + 'static, D: Desk<G>>(
    game: &G,
    bot: &Arc<Bot>,
    seed: u64,
    other: Option<(usize, usize)>,
    mut asked: impl FnMut(usize, Player, &G::View, &[G::Move], usize, &mut RuleAgent<G, D>),
) -> Vec<i32> {
    let mut seats: Vec<RuleAgent<G, D>> = (0..game.players())
        .map(|i| RuleAgent::new(Arc::clone(bot), seed.wrapping_add(i as u64), Mode::First))
        .collect();
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    let (mut moves, mut number) = (Vec::new(), 0);
    let limit = Limit::default();
    loop {
        let turn = game.turn(&state);
        let mv = match turn {
            Turn::Over => break,
            Turn::Chance => game.pick(&state, &mut rng, &mut moves),
            Turn::Player(p) => {
                moves.clear();
                game.moves(&state, &mut moves);
                let view = game.view(&state, Some(p));
                let seat = &mut seats[p.index()];
                let thought = seat.choose(game, p, &view, &moves, &limit);
                let best = thought.ok().map(|thought| thought.best);
                let chosen = best.and_then(|best| moves.iter().position(|&mv| mv == best)).unwrap_or(0);
                asked(number, p, &view, &moves, chosen, seat);
                let taken = other.filter(|(at, _)| *at == number).map_or(chosen, |(_, mv)| mv);
                number += 1;
                moves.get(taken).copied()
            }
        };
        let Some(mv) = mv else { break };
        game.apply(&mut state, mv);
        for (i, seat) in seats.iter_mut().enumerate() {
            let p = Player(i as u8);
            seat.heard(game, p, turn.player(), &game.view(&state, Some(p)));
        }
    }
    Player::all(game.players()).map(|p| game.score(&state, p)).collect()
}

fn values<G: Observe, D: Desk<G>>(seat: &mut RuleAgent<G, D>, features: &Features) -> Option<Vec<i64>> {
    let goal = format!("rysy({})", features.names.join(", "));
    let answers = seat.engine().look(&goal, 1).ok()?;
    let bound = answers.first()?;
    let value = |name: &&str| bound.iter().find(|(n, _)| n == name)?.1.parse().ok();
    features.names.iter().map(value).collect()
}

/// Mines rules for the auction and the announcements of a rule file.
///
/// # Errors
/// Why the file cannot be used for it.
pub fn mine<G: Observe + 'static, D: Desk<G>>(
    game: &G,
    (name, text): (&str, &str),
    features: &Features,
    dig: Dig,
    mut after: impl FnMut(u32),
) -> Result<Found, MineError> {
    let probe = with_clauses(text, features.clauses)?;
    let bot = Arc::new(Bot::load(name, &probe, D::INTERFACE).map_err(MineError::Features)?);
    let wanted: Vec<usize> = features.blocks.iter().filter_map(|block| D::INTERFACE.find(block)).collect();
    // By question and answer: the cases of the deals that teach, and of those that test.
    let mut cases: BTreeMap<(usize, String), [Vec<Case>; 2]> = BTreeMap::new();
    let (mut plays, mut weighed) = (0, 0);
    for deal in 0..dig.deals {
        let seed = dig.seed.wrapping_add(u64::from(deal));
        let mut questions: Vec<Question> = Vec::new();
        let usual = play::<G, D>(game, &bot, seed, None, |number, player, view, moves, chosen, seat| {
            let asked = D::question(game, player, view, moves);
            if moves.len() < 2 || !wanted.contains(&asked.block) {
                return;
            }
            let Some(features) = values(seat, features) else { return };
            let others = (0..moves.len()).filter(|&mv| mv != chosen);
            let others = others.map(|mv| (answer_of(&asked.form, mv), mv)).collect();
            questions.push(Question { number, player, block: asked.block, usual: chosen, others, features });
        });
        plays += 1;
        for question in &questions {
            for (answer, mv) in &question.others {
                debug_assert_ne!(*mv, question.usual);
                let scores =
                    play::<G, D>(game, &bot, seed, Some((question.number, *mv)), |_, _, _, _, _, _| ());
                plays += 1;
                weighed += 1;
                let p = question.player.index();
                let gain = f64::from(scores[p]) - f64::from(usual[p]);
                let sets = cases.entry((question.block, answer.clone())).or_default();
                // Every third deal tests.
                sets[usize::from(deal % 3 == 2)].push(Case { features: question.features.clone(), gain });
            }
        }
        after(deal + 1);
    }
    let mut rules = Vec::new();
    for ((block, answer), [teach, test]) in &cases {
        let shape = Shape { depth: dig.depth, support: dig.support };
        for leaf in leaves(teach, shape) {
            rules.extend(paying(D::INTERFACE.blocks[*block].name, answer, &leaf, (teach, test), dig));
        }
    }
    rules.sort_by(|a, b| b.gain.0.total_cmp(&a.gain.0).then_with(|| a.answer.cmp(&b.answer)));
    let text = write_file(name, text, features, &rules, dig)?;
    Ok(Found { rules, cases: weighed, plays, text })
}

/// The rule of a leaf, if its answer is worth it: by more than chance where it was learned, and where it is tested.
fn paying(
    block: &str,
    answer: &str,
    leaf: &Leaf,
    (teach, test): (&[Case], &[Case]),
    dig: Dig,
) -> Option<Mined> {
    let gain = mean(leaf.cases.iter().map(|&i| teach[i].gain));
    if leaf.cases.len() < dig.support || gain.0 - 2.0 * gain.1 <= 0.0 {
        return None;
    }
    let fits = |case: &&Case| leaf.bounds.iter().all(|bound| bound.holds(&case.features));
    let tested: Vec<&Case> = test.iter().filter(fits).collect();
    let (held, _) = mean(tested.iter().map(|case| case.gain));
    if tested.is_empty() || held <= 0.0 {
        return None;
    }
    let right = tested.iter().filter(|case| case.gain >= 0.0).count();
    Some(Mined {
        block: block.to_string(),
        answer: answer.to_string(),
        bounds: leaf.bounds.clone(),
        support: leaf.cases.len(),
        gain,
        tested: tested.len(),
        held,
        accuracy: right as f64 / tested.len() as f64,
    })
}

/// The old file with the new rules before its own.
fn write_file(
    name: &str,
    text: &str,
    features: &Features,
    rules: &[Mined],
    dig: Dig,
) -> Result<String, MineError> {
    let mut clauses = String::from("\n    // ---- Mined: when an answer is worth more than the usual one.\n");
    for (feature, about) in features.names.iter().zip(features.about) {
        let _ = writeln!(clauses, "    //   {feature}  {about}");
    }
    clauses.push_str(features.clauses);
    for rule in rules {
        let (block, list) = (rule.block.to_lowercase(), answers(&rule.answer));
        let used = |i: usize| rule.bounds.iter().any(|bound| bound.feature == i);
        let named = features.names.iter().enumerate().map(|(i, name)| if used(i) { name } else { "_" });
        let _ = write!(
            clauses,
            "    // {} cases, {:+.2} a deal; of {} others {:.0} % were not worse, {:+.2} a deal.\n    \
             mined({block}, Legal, {list}) :- forall(member(X, {list}), member(X, Legal)), rysy({}){}{}, !.\n",
            rule.support,
            rule.gain.0,
            rule.tested,
            100.0 * rule.accuracy,
            rule.held,
            named.collect::<Vec<_>>().join(", "),
            if rule.bounds.is_empty() { "" } else { ", " },
            rule.condition(features),
        );
    }
    if rules.is_empty() {
        clauses.push_str("    mined(_, _, _) :- fail.\n");
    }
    clauses_end(&mut clauses);
    let mut out = with_clauses(text, &clauses)?;
    for block in features.blocks {
        out = guarded(&out, block)?;
    }
    let head = format!(
        "// {name} with rules mined from {} deals (seed {}, at most {} conditions, at least {} cases).\n\
         // Made by partie expert mine; the rules stand under \"Mined\" and in the questions they answer.\n//\n",
        dig.deals, dig.seed, dig.depth, dig.support
    );
    let text = format!("{head}{out}");
    Ok(expert::format(&text).unwrap_or(text))
}

fn clauses_end(clauses: &mut String) {
    clauses.push_str("    vratVse(Xs) :- forall(member(X, Xs), assertz(return(X))).\n");
}

/// An answer as a list of values.
fn answers(answer: &str) -> String {
    format!("[{}]", answer.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", "))
}

/// Where the brackets after `from` close; comments and quoted atoms are skipped.
fn closing(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut i) = (0, from);
    while i < bytes.len() {
        match bytes[i] {
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                while i < bytes.len() && bytes[i] != b'\n' {
                    i += 1;
                }
            }
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(i),
            b'}' => depth -= 1,
            _ => {}
        }
        i += 1;
    }
    None
}

/// The place of the bracket that opens a block.
fn opening(text: &str, block: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find(block).map(|at| at + from) {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let after = &text[at + block.len()..];
        let bare = text[line..at].trim().is_empty() && after.trim_start().starts_with('{');
        if bare {
            return Some(at + block.len() + after.find('{')?);
        }
        from = at + block.len();
    }
    None
}

fn with_clauses(text: &str, clauses: &str) -> Result<String, MineError> {
    let none = || MineError::Shape("the file has no block PROLOG that begins a line".into());
    let end = opening(text, "PROLOG").and_then(|open| closing(text, open)).ok_or_else(none)?;
    Ok(format!("{}{clauses}{}", &text[..end], &text[end..]))
}

/// The file with a rule that gives the mined answer to a question first; its own rules are tried where there is none.
fn guarded(text: &str, block: &str) -> Result<String, MineError> {
    let none = || MineError::Shape(format!("the file has no block {block} that begins a line"));
    let open = opening(text, block).ok_or_else(none)?;
    let close = closing(text, open).ok_or_else(none)?;
    let name = block.to_lowercase();
    let mut body = String::new();
    let mut rest = &text[open + 1..close];
    while let Some((before, condition, after)) = next_condition(rest) {
        let _ = write!(body, "{before}IF (NOT mined({name}, \\LEGAL, _) AND ({condition}))");
        rest = after;
    }
    body.push_str(rest);
    let first = format!(
        "\n    // What was mined goes first; the rules below are tried where none of it holds.\n    \
         IF (mined({name}, \\LEGAL, MINED)) {{\n        query vratVse(\\MINED).\n    }}"
    );
    Ok(format!("{}{first}{body}{}", &text[..=open], &text[close..]))
}

/// The next rule of a block: what stands before its `IF`, its condition, and what follows.
fn next_condition(text: &str) -> Option<(&str, &str, &str)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = line.find("IF").filter(|&at| line[..at].trim().is_empty());
        if let Some(at) = at {
            let from = start + at;
            let open = from + text[from..].find('(')?;
            let mut depth = 0;
            for (i, c) in text[open..].char_indices() {
                match c {
                    '(' => depth += 1,
                    ')' if depth == 1 => {
                        return Some((&text[..from], &text[open + 1..open + i], &text[open + i + 1..]));
                    }
                    ')' => depth -= 1,
                    _ => {}
                }
            }
            return None;
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Plan, TarokyDesk, compare, library};

    #[test]
    fn mined_rules_go_before_those_of_the_file_and_the_file_plays() {
        let rule = |block: &str, answer: &str, bounds: &[Bound]| Mined {
            block: block.into(),
            answer: answer.into(),
            bounds: bounds.to_vec(),
            support: 40,
            gain: (2.0, 0.5),
            tested: 20,
            held: 1.0,
            accuracy: 0.75,
        };
        // Never Varšava by the rule of thumb; by this rule always, and nothing is ever doubled.
        let rules =
            [rule("GETBIT", "0", &[Bound { feature: 0, least: true, value: 0 }]), rule("GETFLEK", "", &[])];
        let dig = Dig { deals: 1, seed: 1, depth: 1, support: 2 };
        let base = library::text("contracts").unwrap();
        let text = write_file("contracts", &base, &TAROKY_FEATURES, &rules, dig).unwrap();
        let bot =
            Bot::load("mined", &text, TarokyDesk::INTERFACE).unwrap_or_else(|f| panic!("{f:?}\n{text}"));
        assert_eq!(bot.warnings, [], "{text}");
        assert_eq!(expert::format(&text).unwrap(), text);
        assert!(text.contains("40 cases, +2.00 a deal; of 20 others 75 % were not worse"), "{text}");
        let bot = Arc::new(bot);
        let game = ::taroky::Taroky::parse("").unwrap();
        let (mut varsava, mut other) = (0, 0);
        for seed in 1..6 {
            play::<_, TarokyDesk>(&game, &bot, seed, None, |_, p, view, moves, chosen, _| {
                let asked = TarokyDesk::question(&game, p, view, moves);
                let answer = |mv| answer_of(&asked.form, mv);
                if (0..moves.len()).any(|mv| answer(mv) == "0") && moves.len() > 1 {
                    if answer(chosen) == "0" { varsava += 1 } else { other += 1 }
                }
            });
        }
        assert!(varsava > 0 && other == 0, "{varsava} {other}");
        let plan = Plan { deals: 2, seed: 1, mode: Mode::First, clock: game::Clock::system() };
        let old = library::bot("contracts", TarokyDesk::INTERFACE).unwrap();
        let played = compare::<_, TarokyDesk>(&game, &bot, &old, plan, |_| ());
        assert_eq!(played.notes[0].0, 0, "no answer is replaced: {:?}", played.notes[0].1);
    }
}
