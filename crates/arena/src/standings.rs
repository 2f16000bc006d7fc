//! What a tournament says of its players, computed from its plays alone.

use crate::log::Played;
use crate::mean::Mean;
use crate::plan::Plan;
use crate::rating::{Rating, ratings};
use crate::sprt;
use std::collections::BTreeMap;

/// What one player came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Plays.
    pub plays: u32,
    /// Plays won.
    pub wins: u32,
    /// Plays nobody won.
    pub draws: u32,
    /// A win is a point, a draw half of one.
    pub points: f64,
    /// The share of points in the plays, with an interval over deals.
    pub share: Mean,
    /// The mean score, with an interval over deals.
    pub score: Mean,
    /// The rating.
    pub rating: Rating,
    /// Answers that were illegal, late or missing.
    pub faults: u32,
    /// The moves it made.
    pub moves: u64,
    /// States it visited for a move, on average.
    pub nodes: f64,
    /// What a move took in microseconds: median, 95 of 100 moves, the longest; where times are known.
    pub micros: Option<[u64; 3]>,
}

/// What a group of players came to against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// The players, as the plan numbers them.
    pub players: Vec<usize>,
    /// Plays won, by player.
    pub wins: Vec<u32>,
    /// Plays nobody won.
    pub draws: u32,
    /// Sums of scores, by player.
    pub scores: Vec<i64>,
    /// Plays.
    pub plays: u32,
    /// By how much the first does better than the second a deal, of two players.
    pub difference: Option<Mean>,
    /// The sequential test, where the plan has one.
    pub sprt: Option<sprt::State>,
}

/// A tournament in numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// By player of the plan.
    pub rows: Vec<Row>,
    /// The players from first to last: by points, then by the mean score, then in the order of the plan.
    pub ranking: Vec<usize>,
    /// The meetings, in the order of the schedule.
    pub meetings: Vec<Meeting>,
    /// The share of points by seat: what sitting there is worth.
    pub seats: Vec<Mean>,
    /// What went wrong, play by play.
    pub faults: Vec<String>,
    /// `against[a][b]`: the share of comparisons that `a` won against `b` (draws half), and how many there were.
    pub against: Vec<Vec<(f64, u32)>>,
    /// Plays that were stopped because they were too long.
    pub cut: u32,
    /// What others have published beside ours.
    pub beside: Vec<Beside>,
}

/// A published figure and ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Beside {
    /// The two players, as the plan numbers them.
    pub players: (usize, usize),
    /// What was published: plays won of a hundred, with the interval that so many plays have.
    pub published: (f64, f64),
    /// Ours, with its interval.
    pub ours: (f64, f64),
    /// Whether the two differ by more than the noise of both.
    pub clear: bool,
    /// Why they may differ, in the words of the plan.
    pub note: Option<String>,
}

/// The published figures beside ours. The intervals are those of a share (Wilson's half width): plays are what was published.
fn beside(plan: &Plan, played: &[Played]) -> Vec<Beside> {
    let at = |name: &str| plan.players.iter().position(|player| player.name() == name);
    let width = |share: f64, n: f64| {
        let z = 1.96;
        z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt()
    };
    let mut found = Vec::new();
    for figure in &plan.published {
        let (Some(a), Some(b)) = (at(&figure.first), at(&figure.second)) else { continue };
        let met: Vec<&Played> =
            played.iter().filter(|p| p.seats.contains(&a) && p.seats.contains(&b)).collect();
        if met.is_empty() {
            continue;
        }
        let won = |play: &&&Played| {
            let seat = play.seats.iter().position(|&p| p == a);
            game::outcome(&play.scores).iter().any(|w| Some(w.index()) == seat)
        };
        let n = met.len() as f64;
        let ours = met.iter().filter(won).count() as f64 / n;
        let theirs = figure.percent / 100.0;
        let (error, noise) = (width(ours, n), width(theirs, f64::from(figure.plays)));
        found.push(Beside {
            players: (a, b),
            published: (100.0 * theirs, 100.0 * noise),
            ours: (100.0 * ours, 100.0 * error),
            clear: (ours - theirs).abs() > (error * error + noise * noise).sqrt(),
            note: figure.note.clone(),
        });
    }
    found
}

/// The points of every seat in a play.
pub(crate) fn points(play: &Played) -> Vec<f64> {
    let winners = game::outcome(&play.scores);
    (0..play.scores.len())
        .map(|seat| match winners.iter().any(|w| w.index() == seat) {
            true => 1.0,
            false if winners.is_empty() => 0.5,
            false => 0.0,
        })
        .collect()
}

/// Sums by independent unit.
type Sums = BTreeMap<(u32, u32, u32), (f64, u32)>;

fn add(sums: &mut Sums, key: (u32, u32, u32), value: f64) {
    let entry = sums.entry(key).or_default();
    *entry = (entry.0 + value, entry.1 + 1);
}

/// The mean over all numbers, with an interval over units.
fn mean(sums: &Sums) -> Mean {
    let units: Vec<f64> = sums.values().map(|&(sum, count)| sum / f64::from(count.max(1))).collect();
    let (sum, count) = sums.values().fold((0.0, 0), |(s, c), &(sum, count)| (s + sum, c + count));
    Mean { mean: sum / f64::from(count.max(1)), interval: Mean::of(&units).interval }
}

impl Standings {
    /// The standings after these plays. `chance`: whether a deal brings the same chance to every meeting. `micros`: what the
    /// moves of each play took, as far as known.
    pub fn of(plan: &Plan, played: &[Played], chance: bool, micros: &[Vec<u64>]) -> Standings {
        let players = plan.players.len();
        let seats = played.first().map_or(0, |play| play.seats.len());
        let key =
            |play: &Played| if chance { (0, 0, play.deal) } else { (play.stage, play.meeting, play.deal) };
        let (mut shares, mut scores) = (vec![Sums::new(); players], vec![Sums::new(); players]);
        let mut by_seat = vec![Sums::new(); seats];
        let mut against = vec![vec![(0.0, 0u32); players]; players];
        let mut rows: Vec<(u32, u32, u32, f64)> = vec![(0, 0, 0, 0.0); players];
        let mut faults = Vec::new();
        let mut blamed = vec![0; players];
        for play in played {
            let points = points(play);
            let drawn = points.iter().all(|&p| p == 0.5);
            for (seat, &player) in play.seats.iter().enumerate() {
                add(&mut shares[player], key(play), points[seat]);
                add(&mut scores[player], key(play), f64::from(play.scores[seat]));
                add(&mut by_seat[seat], key(play), points[seat]);
                let row = &mut rows[player];
                row.0 += 1;
                row.1 += u32::from(points[seat] == 1.0);
                row.2 += u32::from(drawn);
                row.3 += points[seat];
                for (other, &b) in play.seats.iter().enumerate().filter(|&(other, _)| other != seat) {
                    let won = match play.scores[seat].cmp(&play.scores[other]) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                    against[player][b].0 += won;
                    against[player][b].1 += 1;
                }
            }
            for (player, fault) in &play.faults {
                blamed[*player] += 1;
                let name = plan.players[*player].name();
                faults.push(format!("play {}: {name}: {fault}", play.job + 1));
            }
        }
        against.iter_mut().flatten().for_each(|cell| cell.0 /= f64::from(cell.1.max(1)));
        let work = work(players, played, micros);
        let ratings = ratings(players, played, chance);
        let rows: Vec<Row> = (0..players)
            .map(|p| Row {
                plays: rows[p].0,
                wins: rows[p].1,
                draws: rows[p].2,
                points: rows[p].3,
                share: mean(&shares[p]),
                score: mean(&scores[p]),
                rating: ratings[p],
                faults: blamed[p],
                moves: work[p].0,
                nodes: work[p].1,
                micros: work[p].2,
            })
            .collect();
        let mut ranking: Vec<usize> = (0..players).collect();
        ranking.sort_by(|&a, &b| {
            let (a, b) = (&rows[a], &rows[b]);
            b.points.total_cmp(&a.points).then(b.score.mean.total_cmp(&a.score.mean))
        });
        Standings {
            rows,
            ranking,
            meetings: meetings(plan, played),
            seats: by_seat.iter().map(mean).collect(),
            faults,
            against,
            cut: played.iter().filter(|play| play.cut).count() as u32,
            beside: beside(plan, played),
        }
    }
}

/// Moves, nodes a move, and times of every player.
fn work(players: usize, played: &[Played], micros: &[Vec<u64>]) -> Vec<(u64, f64, Option<[u64; 3]>)> {
    let mut found = vec![(0u64, 0u64, Vec::new()); players];
    for (i, play) in played.iter().enumerate() {
        let took = micros.get(i).filter(|took| took.len() == play.moves.len());
        for (k, made) in play.moves.iter().enumerate().filter(|(_, made)| made.by > 0 && made.nodes.is_some())
        {
            let Some(&player) = play.seats.get(usize::from(made.by) - 1) else { continue };
            let slot = &mut found[player];
            slot.0 += 1;
            slot.1 = slot.1.saturating_add(made.nodes.unwrap_or(0));
            if let Some(took) = took {
                slot.2.push(took[k]);
            }
        }
    }
    let summary = |(moves, nodes, mut took): (u64, u64, Vec<u64>)| {
        took.sort_unstable();
        let at = |share: usize| took[(took.len() - 1) * share / 100];
        let times = (!took.is_empty()).then(|| [at(50), at(95), at(100)]);
        (moves, nodes as f64 / moves.max(1) as f64, times)
    };
    found.into_iter().map(summary).collect()
}

fn meetings(plan: &Plan, played: &[Played]) -> Vec<Meeting> {
    let mut order: BTreeMap<(u32, u32), Vec<&Played>> = BTreeMap::new();
    played.iter().for_each(|play| order.entry((play.stage, play.meeting)).or_default().push(play));
    order
        .into_values()
        .map(|plays| {
            let mut players = plays[0].seats.clone();
            players.sort_unstable();
            let seat = |play: &Played, p: usize| play.seats.iter().position(|&q| q == p).unwrap_or(0);
            let wins =
                |p: usize| plays.iter().filter(|play| points(play)[seat(play, p)] == 1.0).count() as u32;
            let total = |p: usize| plays.iter().map(|play| i64::from(play.scores[seat(play, p)])).sum();
            let draws = plays.iter().filter(|play| game::outcome(&play.scores).is_empty()).count() as u32;
            let difference = (players.len() == 2).then(|| {
                let mut sums = Sums::new();
                for play in &plays {
                    let by = play.scores[seat(play, players[0])] - play.scores[seat(play, players[1])];
                    add(&mut sums, (0, 0, play.deal), f64::from(by));
                }
                mean(&sums)
            });
            let sprt = plan.sprt.map(|test| {
                let mut tally = sprt::Tally::default();
                plays.iter().for_each(|play| tally.add(play, players[0]));
                tally.test(&test)
            });
            Meeting {
                wins: players.iter().map(|&p| wins(p)).collect(),
                scores: players.iter().map(|&p| total(p)).collect(),
                players,
                draws,
                plays: plays.len() as u32,
                difference,
                sprt,
            }
        })
        .collect()
}
