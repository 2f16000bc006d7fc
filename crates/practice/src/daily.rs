//! The deal of the day: on one date everybody plays the same cards in the same seat against the same computer players, and is
//! compared with the expert who played the same deal in that seat. What luck dealt is the same for both, so it cancels out.
//!
//! Everything follows from the game and the date by hashing, so that a table in the browser and the command line agree. Computer
//! players think by count, and each decision has a seed of its own that follows from the moment: leaving the table and coming
//! back changes nothing.

use fair::{Secret, agent_seed};
use game::{HintError, Limit, Player, Table, Turn};
use std::fmt;
use std::str::FromStr;

/// The computer players one meets: a club player that thinks by count.
pub const OPPONENT: &str = "expert?level=4&worlds=12&nodes=150000";
/// The expert one is compared with.
pub const EXPERT: &str = "expert?worlds=120&nodes=3000000";

/// A play that is longer than this has no end.
const LONGEST: usize = 5_000;

/// A day of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

impl Date {
    /// The day that many seconds after the beginning of 1970, in universal time (H. Hinnant, *chrono-compatible low-level
    /// date algorithms*, 2013).
    pub fn of_seconds(seconds: i64) -> Date {
        let days = seconds.div_euclid(86_400) + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        Date { year: u16::try_from(year).unwrap_or(0), month: month as u8, day: day as u8 }
    }

    /// Days since some day long ago: consecutive dates have consecutive numbers.
    pub fn number(self) -> u32 {
        let (y, m) = (i64::from(self.year) - i64::from(self.month <= 2), i64::from(self.month));
        let of_year = (153 * (if m > 2 { m - 3 } else { m + 9 }) + 2) / 5 + i64::from(self.day) - 1;
        u32::try_from(y * 365 + y / 4 - y / 100 + y / 400 + of_year).unwrap_or(0)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Date, String> {
        let unfit = || format!("'{text}' is not a date: write it as 2026-11-16");
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts.as_slice() else { return Err(unfit()) };
        let digits = text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        if (year.len(), month.len(), day.len()) != (4, 2, 2) || !digits {
            return Err(unfit());
        }
        let number = |part: &str| part.parse::<u16>().map_err(|_| unfit());
        let date = Date { year: number(year)?, month: number(month)? as u8, day: number(day)? as u8 };
        let year = date.year;
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match date.month {
            4 | 6 | 9 | 11 => 30,
            2 => 28 + u8::from(leap),
            1..=12 => 31,
            _ => 0,
        };
        if date.year < 1970 || date.day == 0 || date.day > days {
            return Err(format!("there is no day {text} in the calendar"));
        }
        Ok(date)
    }
}

/// The deal of a game on a date.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Daily {
    /// The game with its parameters.
    pub game: String,
    /// The day.
    pub date: Date,
    /// The seed of the shuffle.
    pub seed: u64,
    /// Whom one plays. It changes from day to day, so that one sits in every seat.
    pub player: Player,
}

impl Daily {
    /// The deal of that game of so many players on that day.
    pub fn new(game: &str, players: usize, date: Date) -> Daily {
        let label = format!("partie daily 1\ngame: {game}\ndate: {date}\n");
        let seed = fair::seed_of(&label);
        let player = Player((date.number() as usize % players.max(1)) as u8);
        Daily { game: game.to_string(), date, seed, player }
    }

    /// The seed of the computer player who decides for `p` after so many moves.
    pub fn mind(&self, p: Player, made: usize) -> u64 {
        decision(&Secret::of_seed(self.seed), p, made)
    }
}

/// The seed with which a computer player decides for `p` after so many moves of a match with that secret.
pub fn decision(secret: &Secret, p: Player, made: usize) -> u64 {
    agent_seed(secret.agent(p).wrapping_add(made as u64), p)
}

/// Plays the deal of the day to its end at a table that stands at its start: the expert in the seat one plays, the others as
/// always. The result is [`Table::points`].
///
/// # Errors
/// An agent cannot play the game or failed, or the play has no end.
pub fn expert_plays(daily: &Daily, table: &mut dyn Table) -> Result<(), HintError> {
    while table.turn() != Turn::Over && table.made() < LONGEST {
        match table.turn() {
            Turn::Chance => drop(table.roll()),
            Turn::Player(p) => {
                let agent = if p == daily.player { EXPERT } else { OPPONENT };
                let advice = table.hint(agent, daily.mind(p, table.made()), &Limit::default())?;
                table
                    .play(&advice.text)
                    .map_err(|refusal| HintError::Fault(game::Fault::Illegal(refusal.to_string())))?;
            }
            Turn::Over => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(Date::of_seconds(0).to_string(), "1970-01-01");
        assert_eq!(Date::of_seconds(951_782_400).to_string(), "2000-02-29");
        assert_eq!(Date::of_seconds(1_795_000_000).to_string(), "2026-11-18");
        let mut before = Date::of_seconds(0).number();
        for day in 1..40_000 {
            let date = Date::of_seconds(day * 86_400 + 86_399);
            assert_eq!(date.number(), before + 1, "{date}");
            assert_eq!(date.to_string().parse(), Ok(date));
            before = date.number();
        }
    }

    #[test]
    fn what_is_no_date_is_said_to_be_none() {
        for text in ["", "today", "2026-2-3", "2026-11-16-1", "2026-ab-01", "+026-01-01"] {
            assert!(text.parse::<Date>().unwrap_err().contains("is not a date"), "{text}");
        }
        for text in ["2026-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "2026-01-00", "1969-12-31"] {
            assert!(text.parse::<Date>().unwrap_err().contains("there is no day"), "{text}");
        }
    }

    #[test]
    fn every_day_and_every_game_has_cards_of_its_own_and_every_seat_comes() {
        let mut seeds = BTreeSet::new();
        for game in ["taroky", "marias", "snaps"] {
            let seats: BTreeSet<Player> = (0..4)
                .map(|day| {
                    let daily = Daily::new(game, 4, Date::of_seconds(day * 86_400));
                    assert!(seeds.insert(daily.seed));
                    assert_ne!(daily.mind(Player(0), 3), daily.mind(Player(1), 3));
                    assert_ne!(daily.mind(Player(0), 3), daily.mind(Player(0), 4));
                    daily.player
                })
                .collect();
            assert_eq!(seats.len(), 4, "{game}");
        }
    }
}
