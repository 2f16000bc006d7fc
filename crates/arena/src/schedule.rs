//! Who meets whom, stage by stage. A schedule is a function of the plan and of the results so far, so a tournament that was
//! interrupted is continued by reading its log.

use crate::log::Played;
use crate::plan::{Design, Plan};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// One play to be made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Job {
    /// Its number in the tournament; the log is in this order.
    pub number: u64,
    /// The stage.
    pub stage: u32,
    /// The meeting within the stage.
    pub meeting: u32,
    /// The deal of the meeting.
    pub deal: u32,
    /// Which player of the plan sits in each seat.
    pub seats: Vec<usize>,
    /// Whether the deal is complete after this play.
    pub last: bool,
}

/// The meetings of one stage, each a group of players of the plan.
pub type Stage = Vec<Vec<usize>>;

/// The meetings of the next stage, given the plays of all earlier ones; `None` when the tournament is over.
pub fn stage(plan: &Plan, seats: usize, number: u32, played: &[Played]) -> Option<Stage> {
    let everybody: Vec<usize> = (0..plan.players.len()).collect();
    match plan.design {
        Design::RoundRobin => (number == 0).then(|| groups(&everybody, seats)),
        Design::Gauntlet => (number == 0).then(|| {
            let others = groups(&everybody[1..], seats - 1);
            others.into_iter().map(|group| [&[0], group.as_slice()].concat()).collect()
        }),
        Design::Swiss => (number < plan.swiss_stages()).then(|| swiss(&everybody, seats, played)),
        Design::KnockOut => {
            let alive = alive(&everybody, number, played);
            (alive.len() >= seats.max(2)).then(|| bracket(&alive, seats))
        }
    }
}

/// All groups of `n` players, in the order of the plan.
fn groups(players: &[usize], n: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..n {
        let longer = |group: &Vec<usize>| {
            let from =
                group.last().map_or(0, |last| players.iter().position(|p| p == last).map_or(0, |at| at + 1));
            players[from..].iter().map(|&p| [group.as_slice(), &[p]].concat()).collect::<Vec<_>>()
        };
        groups = groups.iter().flat_map(longer).collect();
    }
    groups
}

/// The points of every player: a win is a point, a draw half of one.
fn points(players: usize, played: &[Played]) -> Vec<f64> {
    let mut points = vec![0.0; players];
    for play in played {
        let winners = game::outcome(&play.scores);
        for (seat, &player) in play.seats.iter().enumerate() {
            points[player] += match winners.iter().any(|w| w.index() == seat) {
                true => 1.0,
                false if winners.is_empty() => 0.5,
                false => 0.0,
            };
        }
    }
    points
}

/// Those who stand alike meet, from the top down; a player who was met already is avoided where that is possible, and who is
/// left over sits out, from the bottom, but nobody twice before everybody did once.
fn swiss(players: &[usize], seats: usize, played: &[Played]) -> Stage {
    let points = points(players.len(), played);
    let met: HashSet<(usize, usize)> = played
        .iter()
        .flat_map(|p| p.seats.iter().flat_map(|&a| p.seats.iter().map(move |&b| (a, b))))
        .collect();
    let count = |p: usize| played.iter().filter(|play| play.seats.contains(&p)).count();
    let mut order = players.to_vec();
    order.sort_by(|&a, &b| points[b].total_cmp(&points[a]).then(a.cmp(&b)));
    let mut out = order.clone();
    out.sort_by_key(|&p| {
        (std::cmp::Reverse(count(p)), std::cmp::Reverse(order.iter().position(|&q| q == p)))
    });
    for p in out.into_iter().take(players.len() % seats) {
        order.retain(|&q| q != p);
    }
    let mut stage = Vec::new();
    while !order.is_empty() {
        let mut group = vec![order.remove(0)];
        while group.len() < seats {
            let fresh = order.iter().position(|&p| group.iter().all(|&q| !met.contains(&(p, q))));
            group.push(order.remove(fresh.unwrap_or(0)));
        }
        stage.push(group);
    }
    stage
}

/// Who is still in a knock-out before this stage.
fn alive(players: &[usize], number: u32, played: &[Played]) -> Vec<usize> {
    let mut alive = players.to_vec();
    for stage in 0..number {
        let here: Vec<&Played> = played.iter().filter(|p| p.stage == stage).collect();
        let meetings = here.iter().map(|p| p.meeting).max().map_or(0, |last| last + 1);
        for meeting in 0..meetings {
            let plays: Vec<Played> =
                here.iter().filter(|p| p.meeting == meeting).map(|&p| p.clone()).collect();
            let Some(first) = plays.first() else { continue };
            let points = points(players.len(), &plays);
            let total = |p: usize| -> i64 {
                let at = |play: &Played| {
                    play.seats.iter().position(|&q| q == p).map_or(0, |seat| play.scores[seat])
                };
                plays.iter().map(|play| i64::from(at(play))).sum()
            };
            // Points, then the sum of the scores, then the order of the plan.
            let mut group = first.seats.clone();
            group.sort_by(|&a, &b| {
                points[b].total_cmp(&points[a]).then(total(b).cmp(&total(a))).then(a.cmp(&b))
            });
            alive.retain(|p| group.iter().skip(1).all(|out| out != p));
        }
    }
    alive
}

/// The first against the last, the second against the one before him, and so on; the best seeded sit out if the number does
/// not come out even.
fn bracket(alive: &[usize], seats: usize) -> Stage {
    // As many meetings as bring the number down to a power of the group's size, as usual in sports.
    let mut power = 1;
    while power * seats < alive.len() {
        power *= seats;
    }
    let meetings = ((alive.len() - power).div_ceil(seats - 1)).min(alive.len() / seats).max(1);
    let playing = &alive[alive.len() - meetings * seats..];
    (0..meetings)
        .map(|i| {
            (0..seats)
                .map(|k| {
                    if k % 2 == 0 {
                        playing[k / 2 * meetings + i]
                    } else {
                        playing[playing.len() - 1 - k / 2 * meetings - i]
                    }
                })
                .collect()
        })
        .collect()
}

/// After how many changes of seats everybody sits as before: fewer than there are seats where the same agents repeat.
pub fn rotations(agents: &[String]) -> usize {
    let n = agents.len();
    (1..n).find(|&by| (0..n).all(|i| agents[i] == agents[(i + by) % n])).unwrap_or(n)
}

/// The plays of a stage, numbered from `first` on.
pub fn jobs(plan: &Plan, stage: u32, meetings: &Stage, first: u64) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (meeting, group) in meetings.iter().enumerate() {
        let n = group.len();
        for deal in 0..plan.rounds {
            let turns = if plan.duplicate { n } else { 1 };
            for turn in 0..turns {
                let by = if plan.duplicate { turn } else { deal as usize % n };
                jobs.push(Job {
                    number: first + jobs.len() as u64,
                    stage,
                    meeting: meeting as u32,
                    deal,
                    seats: (0..n).map(|seat| group[(seat + n - by) % n]).collect(),
                    last: turn + 1 == turns,
                });
            }
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(players: usize, rest: &str) -> Plan {
        let names: Vec<String> =
            (0..players).map(|i| format!("{{name = \"p{i}\", agent = \"random\"}}")).collect();
        Plan::parse(&format!("game = \"nim\"\nplayers = [{}]\n{rest}", names.join(", "))).unwrap()
    }

    /// Plays a whole tournament in which the lower number always wins.
    fn stages(plan: &Plan, seats: usize) -> Vec<Stage> {
        let (mut found, mut played) = (Vec::new(), Vec::new());
        while let Some(meetings) = stage(plan, seats, found.len() as u32, &played) {
            for job in jobs(plan, found.len() as u32, &meetings, played.len() as u64) {
                let best = job.seats.iter().min().copied();
                let scores = job.seats.iter().map(|&p| if Some(p) == best { 1 } else { -1 }).collect();
                played.push(Played { scores, ..Played::of(&job) });
            }
            found.push(meetings);
        }
        found
    }

    #[test]
    fn everybody_meets_everybody_once_from_every_seat() {
        let plan = plan(5, "rounds = 3");
        let found = stages(&plan, 2);
        assert_eq!((found.len(), found[0].len()), (1, 10));
        let jobs = jobs(&plan, 0, &found[0], 0);
        assert_eq!(jobs.len(), 60);
        for player in 0..5 {
            for seat in 0..2 {
                assert_eq!(
                    jobs.iter().filter(|job| job.seats[seat] == player).count(),
                    12,
                    "seats are balanced"
                );
            }
        }
        assert_eq!(stages(&self::plan(6, ""), 4)[0].len(), 15);
    }

    #[test]
    fn a_gauntlet_has_the_first_player_in_every_meeting() {
        let found = stages(&plan(5, "design = \"gauntlet\""), 3);
        assert_eq!(found[0].len(), 6);
        assert!(found[0].iter().all(|group| group[0] == 0));
    }

    #[test]
    fn a_swiss_tournament_has_no_second_meeting_and_fair_rests() {
        let plan = plan(9, "design = \"swiss\"\nstages = 4");
        let found = stages(&plan, 2);
        assert_eq!(found.len(), 4);
        let mut pairs = HashSet::new();
        let mut rests = [0; 9];
        for stage in &found {
            assert_eq!(stage.len(), 4);
            let playing: HashSet<usize> = stage.iter().flatten().copied().collect();
            (0..9).filter(|p| !playing.contains(p)).for_each(|p| rests[p] += 1);
            for group in stage {
                let pair = (group[0].min(group[1]), group[0].max(group[1]));
                assert!(pairs.insert(pair), "{pair:?} met twice");
            }
        }
        assert!(rests.iter().all(|&n| n <= 1), "{rests:?}");
    }

    #[test]
    fn a_knock_out_ends_with_the_best_whatever_the_number() {
        for players in 2..20 {
            let plan = plan(players, "design = \"knock-out\"");
            let found = stages(&plan, 2);
            let meetings: usize = found.iter().map(Vec::len).sum();
            assert_eq!(meetings, players - 1, "every meeting puts one out: {found:?}");
            assert!(found.last().unwrap()[0].contains(&0));
            assert_eq!(found.len() as u32, players.next_power_of_two().trailing_zeros());
        }
    }

    #[test]
    fn agents_that_repeat_need_fewer_rotations() {
        let names = |list: &str| list.split(',').map(str::to_string).collect::<Vec<_>>();
        for (list, wanted) in
            [("a,b", 2), ("a,b,a,b", 2), ("a,a,b,b", 4), ("a,b,b,b", 4), ("a,a,a", 1), ("a", 1)]
        {
            assert_eq!(rotations(&names(list)), wanted, "{list}");
        }
    }
}
