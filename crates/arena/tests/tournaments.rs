//! Laws of tournaments: one log whatever the threads, nothing lost and nothing twice whatever the moment of a kill.

use arena::{Finished, Halt, Plan, Played, Run, Standings, Threads, run};
use catalog::Playable;
use game::{Lang, Rng};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn plan(rest: &str) -> (Box<dyn Playable>, Plan) {
    let text = format!(
        "game = \"connect4?width=5&height=4\"\nseed = 3\nplayers = [\"random\", {{ name = \"A\", agent = \"mcts?iterations=20\" }}, \
         {{ name = \"B\", agent = \"alphabeta?depth=2\" }}]\n{rest}"
    );
    let plan = Plan::parse(&text).unwrap();
    let game = catalog::find(&plan.game).unwrap();
    plan.check(&*game).unwrap();
    (game, plan)
}

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = std::fs::remove_file(&path);
    _ = std::fs::remove_file(path.with_extension("times"));
    path
}

fn play(
    game: &dyn Playable,
    plan: &Plan,
    threads: usize,
    log: Option<&Path>,
    stop_after: u64,
) -> Result<Finished, Halt> {
    let (stop, made) = (AtomicBool::new(false), AtomicU64::new(0));
    let progress = |_: &Played, _: u64, _: u64| {
        if made.fetch_add(1, Ordering::Relaxed) + 1 >= stop_after {
            stop.store(true, Ordering::Relaxed);
        }
    };
    run(game, plan, 3, &Run { log, fresh: false, stop: &stop, progress: &progress }, &mut Threads(threads))
}

#[test]
fn the_log_is_the_same_on_any_number_of_threads() {
    for rest in
        ["rounds = 4", "rounds = 3\ndesign = \"swiss\"\nstages = 2", "rounds = 1\ndesign = \"knock-out\""]
    {
        let (game, plan) = plan(rest);
        let logs = [1, 2, 5].map(|threads| {
            let path = file(&format!("threads{threads}.log"));
            let done = play(&*game, &plan, threads, Some(&path), u64::MAX).unwrap();
            assert!(!done.played.is_empty());
            std::fs::read(&path).unwrap()
        });
        assert!(logs.iter().all(|log| *log == logs[0]), "{rest}");
    }
}

#[test]
fn whatever_a_kill_leaves_of_the_log_the_tournament_ends_the_same() {
    let (game, plan) = plan("rounds = 4\nsprt = { elo0 = 0, elo1 = 200 }");
    let whole = file("whole.log");
    let done = play(&*game, &plan, 2, Some(&whole), u64::MAX).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    let mut rng = Rng::new(5);
    for i in 0..40 {
        let path = file("torn.log");
        // A kill leaves the log up to some byte.
        std::fs::write(&path, &bytes[..rng.below(bytes.len() + 1)]).unwrap();
        let again = play(&*game, &plan, 1 + i % 3, Some(&path), u64::MAX).unwrap();
        assert_eq!(again.played, done.played);
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn a_tournament_that_was_stopped_goes_on() {
    // Threads finish what they have begun, so a run that is stopped after three plays may have made several more.
    let (game, plan) = plan("rounds = 40");
    let whole = file("unbroken.log");
    play(&*game, &plan, 1, Some(&whole), u64::MAX).unwrap();
    let path = file("stopped.log");
    let mut stops = 0;
    while let Err(halt) = play(&*game, &plan, 2, Some(&path), 3) {
        assert!(matches!(halt, Halt::Stopped), "{halt}");
        stops += 1;
    }
    assert!(stops >= 5, "{stops} stops");
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&whole).unwrap());
}

#[test]
fn a_log_that_does_not_fit_is_refused_with_the_reason() {
    let (game, first) = plan("rounds = 1");
    let path = file("refused.log");
    play(&*game, &first, 1, Some(&path), u64::MAX).unwrap();
    let (_, other) = plan("rounds = 2");
    let refused = |plan: &Plan| play(&*game, plan, 1, Some(&path), u64::MAX).err().unwrap().to_string();
    assert!(refused(&other).contains("belongs to another plan"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&path, format!("{}\n{}\nnonsense\n{}\n", lines[0], lines[1], lines[2])).unwrap();
    assert!(refused(&first).contains("damaged at line 3"));
    std::fs::write(&path, format!("{}\n{}\n{}\n", lines[0], lines[1], lines[1])).unwrap();
    assert!(refused(&first).contains("play 0 stands where 1 should"));
    std::fs::write(&path, "hello\n").unwrap();
    assert!(refused(&first).contains("it has no header"));
    let held = std::fs::File::open(&path).unwrap();
    held.lock().unwrap();
    assert!(refused(&first).contains("is being written by another program"));
}

#[test]
fn a_sequential_test_ends_a_meeting_early_and_keeps_whole_deals() {
    let (game, plan) = plan("rounds = 200\nsprt = { elo0 = 0, elo1 = 100 }");
    let done = play(&*game, &plan, 2, None, u64::MAX).unwrap();
    let standings = Standings::of(&plan, &done.played, false, &done.micros);
    assert_eq!(standings.meetings.len(), 3);
    for meeting in &standings.meetings {
        assert!(meeting.plays < 400 && meeting.plays % 2 == 0, "{meeting:?}");
        assert_ne!(meeting.sprt.unwrap().verdict, arena::sprt::Verdict::Open);
    }
}

#[test]
fn standings_add_up() {
    let (game, plan) = plan("rounds = 5");
    let done = play(&*game, &plan, 2, None, u64::MAX).unwrap();
    let s = Standings::of(&plan, &done.played, false, &done.micros);
    assert_eq!(done.played.len(), 30);
    assert_eq!(s.rows.iter().map(|r| r.points).sum::<f64>(), 30.0, "a play has one point to give");
    assert!(s.rows.iter().all(|r| r.plays == 20 && r.moves > 0));
    assert!((s.seats.iter().map(|m| m.mean).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(s.rows.iter().map(|r| r.rating.elo).sum::<f64>().abs() < 1e-6);
    for (a, row) in s.against.iter().enumerate() {
        for (b, &(share, count)) in row.iter().enumerate().filter(|&(b, _)| b != a) {
            assert_eq!(count, 10);
            assert!((share + s.against[b][a].0 - 1.0).abs() < 1e-9);
        }
    }
    assert_eq!(s.ranking.last(), Some(&0), "random play is last");
}

#[test]
fn the_same_deal_is_played_in_every_seat_and_meeting() {
    let text = "game = \"snaps\"\nseed = 9\nrounds = 2\nplayers = [\"random\", {name=\"r2\",agent=\"random\"}, {name=\"r3\",agent=\"random\"}, {name=\"r4\",agent=\"random\"}]";
    let plan = Plan::parse(text).unwrap();
    let game = catalog::find("snaps").unwrap();
    let done = play(&*game, &plan, 2, None, u64::MAX).unwrap();
    let deal =
        |p: &Played| p.moves.iter().take_while(|m| m.by == 0).map(|m| m.text.clone()).collect::<Vec<_>>();
    assert_eq!(done.played.len(), 8);
    for play in &done.played {
        assert_eq!(
            deal(play),
            deal(&done.played[play.deal as usize * 4]),
            "the chance of a deal is the same for all"
        );
    }
    assert_ne!(deal(&done.played[0]), deal(&done.played[4]));
}

/// The words of a report between its tags, without the data of its plays.
fn told(page: &str) -> Vec<String> {
    let page = page.split("<main>").nth(1).unwrap().split("<select").next().unwrap();
    let words = page
        .split('<')
        .filter_map(|part| part.split_once('>'))
        .map(|(_, text)| text.replace("&nbsp;", " ").trim().to_string());
    words.filter(|text| text.chars().filter(|c| c.is_alphabetic()).count() > 2).collect()
}

#[test]
fn a_report_speaks_the_language_of_its_reader() {
    let (game, plan) = plan(
        "rounds = 2\nsprt = { elo0 = 0, elo1 = 100 }\npublished = [{ first = \"random\", second = \"A\", percent = 5.5, plays = 40 }]",
    );
    let done = play(&*game, &plan, 2, None, u64::MAX).unwrap();
    let standings = Standings::of(&plan, &done.played, false, &done.micros);
    let [english, czech, slovak] = [Lang::En, Lang::Cs, Lang::Sk].map(|lang| {
        let (game, title) = ("g".to_string(), "Hra".to_string());
        let results = arena::report::Results {
            game,
            title,
            lang,
            plan: &plan,
            seed: 3,
            played: &done.played,
            standings: &standings,
        };
        told(&arena::report::html(&results, &|_| Vec::new()))
    });
    // Names of players and of hypotheses are the same everywhere.
    let names: Vec<String> =
        plan.players.iter().flat_map(|player| [player.name().to_string(), player.what()]).collect();
    for (en, cs, sk) in english.iter().zip(&czech).zip(&slovak).map(|((en, cs), sk)| (en, cs, sk)) {
        if en == "Hra" || names.contains(en) || en.ends_with("Elo") {
            continue;
        }
        assert!(en != cs && en != sk, "'{en}' is English in every language");
    }
    assert!(english.len() > 30 && english.len() == czech.len() && czech.len() == slovak.len());
}

#[test]
fn a_report_needs_nothing_beside_itself() {
    let (game, plan) = plan("rounds = 2\nsprt = { elo0 = 0, elo1 = 100 }");
    let done = play(&*game, &plan, 2, None, u64::MAX).unwrap();
    let standings = Standings::of(&plan, &done.played, false, &done.micros);
    let results = arena::report::Results {
        game: "<game>".into(),
        title: "<name>".into(),
        lang: Lang::En,
        plan: &plan,
        seed: 3,
        played: &done.played,
        standings: &standings,
    };
    let page = arena::report::html(&results, &|_| vec!["</script><b>".to_string()]);
    assert!(
        !page.contains("<name>")
            && !page.contains("<game>")
            && !page.contains("src=\"")
            && !page.contains("http"),
        "self-contained and escaped"
    );
    assert_eq!(page.matches("</script>").count(), 2, "no data ends a script");
    assert_eq!(arena::report::csv(&results).lines().count(), 1 + 2 * done.played.len());
    let moves: usize = done.played.iter().map(|p| p.moves.len()).sum();
    assert_eq!(arena::report::moves_csv(&results, &done.micros).lines().count(), 1 + moves);
}
