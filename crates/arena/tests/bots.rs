//! Outside programs: a real one in another language, and such that hang, crash, flood, lie and answer illegally.

use arena::bot::{Grade, Program, speak, trial};
use arena::{Finished, Plan, Run, Settings, Threads, run};
use game::{Acted, Fault, Lang, Limit, Mind, Player, Policy, Question, Remedy, Said, Turn};
use std::time::Duration;

fn sh(script: &str) -> Vec<String> {
    ["sh", "-c", script].map(str::to_string).to_vec()
}

const GREETING: &str = "read x; echo id name test; echo ready;";

/// Seats a program in tic-tac-toe and asks for its first move; the fault it makes.
fn fault(script: &str, time: Duration) -> Fault {
    let game = catalog::find("tictactoe").unwrap();
    let mut table = game.table(1);
    let program =
        Program::start(&sh(&format!("{GREETING} {script}")), &Settings::new(), &*table, Player(0), 1)
            .unwrap();
    table.seat_mind(Player(0), "program", Box::new(program)).unwrap();
    let policy = Policy { remedy: Remedy::First, ..Policy::default() };
    match table.act(&Limit::time(time), &policy) {
        Acted::Helped(incident) => incident.fault,
        other => panic!("{script}: {other:?}"),
    }
}

#[test]
fn programs_that_misbehave_are_at_fault_and_the_play_goes_on() {
    let long = Duration::from_secs(20);
    // Hangs: killed when its time is over, though it ignores every polite signal.
    let hang = fault("trap '' TERM INT HUP; while :; do read x || sleep 1; done", Duration::from_millis(150));
    assert!(matches!(hang, Fault::Late { .. }), "{hang:?}");
    // Crashes, with a word on standard error.
    let crash = fault("echo oh no >&2; exit 3", long).to_string();
    assert!(crash.contains("exit status: 3"), "{crash}");
    // Closes its output and runs on: nobody waits for its end.
    let shut = fault("exec >&-; while :; do read x || sleep 1; done", long).to_string();
    assert!(shut.contains("it closed its output"), "{shut}");
    // Floods.
    let flood = fault("yes info nothing", long).to_string();
    assert!(flood.contains("10000 lines"), "{flood}");
    // One endless line.
    let endless = fault("tr '\\0' a < /dev/zero", long).to_string();
    assert!(endless.contains("a line of more than"), "{endless}");
    // Not text.
    let bytes = fault("printf 'info \\377\\376\\n'; cat > /dev/null", long).to_string();
    assert!(bytes.contains("not UTF-8"), "{bytes}");
    // Lies, and answers illegally.
    for answer in ["bestmove z9", "bestmove", "bestmove a1a1"] {
        let lie = fault(&format!("echo '{answer}'; cat > /dev/null"), long).to_string();
        assert!(lie.contains("made no legal move") && lie.contains("is none of"), "{lie}");
    }
}

#[test]
fn a_program_that_reads_nothing_does_not_stop_its_host() {
    let game = catalog::find("tictactoe").unwrap();
    let table = game.table(1);
    let mut program =
        Program::start(&sh("echo ready; exec tail -f /dev/null"), &Settings::new(), &*table, Player(0), 1)
            .unwrap();
    let said = Said { who: None, text: "x".repeat(1000) };
    (0..5000).for_each(|_| program.heard(&said));
    let (scene, offers) = (table.scene(Some(Player(0)), Lang::En), table.offers(Lang::En));
    let question = Question { me: Player(0), scene: &scene, offers: &offers };
    let fault = program.choose(&question, &Limit::time(Duration::from_secs(60))).unwrap_err().to_string();
    assert!(fault.contains("it reads nothing"), "{fault}");
}

#[test]
fn a_program_that_cannot_be_started_or_does_not_greet_is_named() {
    let game = catalog::find("tictactoe").unwrap();
    let start = |command: &[String]| {
        Program::start(command, &Settings::new(), &*game.table(1), Player(0), 1).err().unwrap().to_string()
    };
    assert!(start(&["/no/such/program".to_string()]).contains("cannot be started"));
    assert!(start(&[]).contains("no command was given"));
    assert!(start(&sh("echo hello; echo cause >&2; exit 1")).contains("did not greet"));
    assert!(start(&sh("yes id author x")).contains("none was 'ready'"));
}

#[test]
fn the_shipped_programs_pass_their_trial() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/programs");
    let mut commands = vec![vec!["sh".to_string(), format!("{root}/bot.sh")]];
    if std::process::Command::new("python3").arg("--version").output().is_ok() {
        commands.push(vec!["python3".to_string(), format!("{root}/bot.py")]);
    }
    let built = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("bot-in-rust");
    let done = std::process::Command::new("rustc")
        .arg(format!("{root}/bot.rs"))
        .arg("-o")
        .arg(&built)
        .status()
        .unwrap();
    assert!(done.success());
    commands.push(vec![built.display().to_string()]);
    for command in commands {
        for game in ["tictactoe", "snaps"] {
            let game = catalog::find(game).unwrap();
            let found = trial(&command, &*game, 1, Duration::from_secs(20), 1);
            assert!(
                found.len() >= 2 && found.iter().all(|f| f.grade == Grade::Good),
                "{command:?}: {found:?}"
            );
        }
    }
}

#[test]
fn an_engine_in_another_language_searches_and_wins() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let engine = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/programs/connect4.py");
    let command = ["python3", engine, "3"].map(str::to_string).to_vec();
    let game = catalog::find("connect4?height=5").unwrap();
    for seat in [0, 1] {
        let mut table = game.table(1);
        let program = Program::start(&command, &Settings::new(), &*table, Player(seat), 1).unwrap();
        table.seat_mind(Player(seat), "engine", Box::new(program)).unwrap();
        table.seat(Player(1 - seat), "random", 7).unwrap();
        while table.turn() != Turn::Over {
            let acted = table.act(&Limit::default(), &Policy::default());
            assert!(matches!(acted, Acted::Moved(_)), "{acted:?}");
        }
        // It follows the play by what it is told, in either seat, and sees a line of four before the other makes one.
        assert_eq!(game::outcome(&table.scores()), [Player(seat)], "seat {seat}");
    }
}

#[test]
fn a_trial_says_what_is_wrong() {
    let game = catalog::find("tictactoe").unwrap();
    let found =
        trial(&sh(&format!("{GREETING} echo bestmove z9; cat")), &*game, 1, Duration::from_secs(20), 1);
    let wrong: Vec<_> = found.iter().filter(|f| f.grade == Grade::Wrong).collect();
    assert!(wrong.len() == 1 && wrong[0].text.contains("'z9' is none of a1"), "{found:?}");
}

#[test]
fn an_agent_behind_the_protocol_plays_as_it_does_at_a_table() {
    let game = catalog::find("connect4").unwrap();
    let agent = "alphabeta?depth=3";
    let mut table = game.table(4);
    table.seat(Player(1), agent, 5).unwrap();
    let mut lines = String::from("partie 1\ngame connect4\nplayers 2\nseat 2\nseed 4\nstart\n");
    let mut wanted = Vec::new();
    for mine in ["d", "d", "e", "c"] {
        table.play(mine).unwrap();
        let Some(Ok(advice)) = table.think(&Limit::default()) else { panic!("nobody sits there") };
        table.play(&advice.text).unwrap();
        lines.push_str(&format!("made 1 {mine}\nscene {{}}\nmoves a\ngo\nmade 2 {}\n", advice.text));
        wanted.push(advice.text);
    }
    lines.push_str("result 0 0\nquit\n");
    let open = |id: &str| catalog::find(id).map_err(Into::into);
    let mut out = Vec::new();
    speak(agent, &[], &open, &mut lines.as_bytes(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let said: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(said, wanted);
    let refused = |lines: &str| {
        let agent = if lines.contains("game snaps") { "flat" } else { agent };
        speak(agent, &[], &open, &mut lines.as_bytes(), &mut Vec::new()).unwrap_err().to_string()
    };
    assert!(refused("partie 9\n").contains("version 1"));
    assert!(refused("game snaps\nseat 9\nstart\n").contains("snaps"), "there is no ninth seat");
    assert!(
        refused("game snaps\nseat 1\nstart\nmade chance zz\nstep 1\nscene {}\n")
            .contains("move 1, 'zz', fits nothing")
    );
    assert!(refused("game snaps\nseat 1\nstart\nstep 1 zz\n").contains("'zz' is not a hash"));
    assert!(refused("game snaps\nseat 1\nstart\nstep 1\nscene {\n").contains("not JSON"));
    assert!(refused("go\n").contains("before 'start'"));
    assert!(refused("game connect4\nseat 1\nstart\nmade 1 zz\n").contains("zz"));
}

/// Plays a plan of tic-tac-toe between a program and an agent.
fn tournament(program: &str, rest: &str, log: Option<&std::path::Path>) -> Finished {
    let text = format!(
        "game = \"tictactoe\"\nseed = 1\nrounds = 1\n{rest}\nplayers = [{{ name = \"r\", agent = \"random\" }}, {program}]"
    );
    let plan = Plan::parse(&text).unwrap();
    let game = catalog::find("tictactoe").unwrap();
    plan.check(&*game).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let how = Run { log, fresh: true, stop: &stop, progress: &|_, _, _| {} };
    run(&*game, &plan, 1, &how, &mut Threads(1)).unwrap()
}

fn entrant(script: &str) -> String {
    format!("{{ name = \"p\", command = [\"sh\", \"-c\", {script:?}] }}")
}

#[test]
fn a_program_that_never_comes_loses_its_plays_and_the_tournament_goes_on() {
    let done = tournament(&entrant("echo no luck today >&2; exit 3"), "", None);
    assert_eq!(done.played.len(), 2);
    for play in &done.played {
        let loser = play.seats.iter().position(|&player| player == 1).unwrap();
        assert!(play.scores[loser] < 0 && play.scores[1 - loser] > 0, "{play:?}");
        let (player, fault) = &play.faults[0];
        assert_eq!(*player, 1);
        assert!(fault.contains("did not greet") && fault.contains("no luck today"), "{fault}");
    }
    // Where a fault costs a move and not the play, moves are made in its place.
    let helped = tournament(&entrant("exit 3"), "on_fault = \"first\"", None);
    assert!(helped.played.iter().all(|play| play.faults.len() >= 2 && play.moves.len() >= 5));
}

#[test]
fn what_a_program_writes_to_standard_error_is_kept_beside_the_log() {
    let log = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("complaints.log");
    let script = format!(
        "{GREETING} echo I begin >&2; while read w r; do case $w in moves) m=${{r%% *}};; go) echo bestmove $m;; esac; done; echo I leave >&2"
    );
    tournament(&entrant(&script), "", Some(&log));
    let text = std::fs::read_to_string(log.with_extension("errors")).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{text}");
    for (job, line) in lines.iter().enumerate() {
        assert_eq!((line["job"].as_u64(), &line["player"]), (Some(job as u64), &"p".into()));
        assert_eq!(line["text"], "I begin\nI leave", "what it says on its way out too");
    }
    assert!(
        !std::fs::read_to_string(&log).unwrap().contains("I begin"),
        "a log holds nothing of the machine"
    );
    // Begun anew, nothing of it stays.
    tournament("\"random\"", "", Some(&log));
    assert!(!log.with_extension("errors").exists());
}

#[test]
fn the_options_of_a_program_are_set_before_its_game() {
    // It opens with the square it was told to, wherever it can.
    let script = "read x; echo id name test; echo option name opening type string default a1; echo option name calm type check; echo ready; \
        o=a1; while read w r; do case $w in setoption) case $r in 'name opening value '*) o=${r##* };; esac;; game) echo game $o >&2;; \
        moves) m=${r%% *}; case \" $r \" in *\" $o \"*) m=$o;; esac;; go) echo bestmove $m;; esac; done";
    let entrant = |options: &str| {
        let script = toml_text(script);
        format!("{{ name = \"p\", command = [\"sh\", \"-c\", {script}], options = {options} }}")
    };
    let done = tournament(&entrant("{ opening = \"c3\", calm = true }"), "", None);
    let own = |seats: &[usize]| seats.iter().position(|&player| player == 1).unwrap() as u8 + 1;
    for play in &done.played {
        let by = own(&play.seats);
        let squares: Vec<&str> = play.moves.iter().filter(|m| m.by == by).map(|m| m.text.as_str()).collect();
        let taken = play.moves.iter().any(|m| m.by != by && m.text == "c3");
        assert!(squares[0] == "c3" || taken, "{squares:?}");
    }
    let mistakes = |options: &str| {
        let text = format!("game = \"tictactoe\"\nplayers = [\"random\", {}]", entrant(options));
        Plan::parse(&text).and_then(|plan| plan.try_programs()).unwrap_err().to_string()
    };
    assert!(mistakes("{ openin = 3 }").contains("has no option 'openin'; it has opening, calm"));
    assert!(mistakes("{ opening = [1] }").contains("players: "), "a list is not a value");
    let plan = |players: &str| Plan::parse(&format!("game = \"tictactoe\"\nplayers = [{players}]"));
    let lost =
        plan("{ name = \"x\", command = [\"./no-such-program\"] }, { name = \"y\", command = [\"false\"] }")
            .unwrap();
    let told = lost.try_programs().unwrap_err().to_string();
    assert!(told.contains("player 'x': ") && told.contains("there is no such program"), "{told}");
    assert!(told.contains("player 'y': the program did not greet"), "both at once: {told}");
    assert!(
        plan("{ name = \"x\", command = [\"sh\"], optons = { a = 1 } }").is_err(),
        "keys of a player are checked"
    );
}

/// A text of a plan, on one line.
fn toml_text(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

#[test]
fn the_parameters_of_our_agents_are_options() {
    let game = catalog::find("connect4").unwrap();
    let parameters = game.agents().into_iter().find(|info| info.name == "alphabeta").unwrap().parameters;
    let open = |id: &str| catalog::find(id).map_err(Into::into);
    let talk = |lines: &str| {
        let mut out = Vec::new();
        let said = speak("alphabeta?depth=2", parameters, &open, &mut lines.as_bytes(), &mut out);
        (String::from_utf8(out).unwrap(), said.err().map_or(String::new(), |error| error.to_string()))
    };
    let play = "game connect4\nseat 1\nseed 1\nstart\ngo\n";
    let (text, _) = talk(&format!("partie 1\n{play}"));
    assert!(text.contains("option name depth type string default "), "{text}");
    assert!(text.contains("info depth 2"), "{text}");
    let (text, _) = talk(&format!("partie 1\nsetoption name depth value 4\n{play}"));
    assert!(text.contains("info depth 4"), "{text}");
    assert!(talk(&format!("setoption name dept value 4\n{play}")).1.contains("dept"));
    assert!(talk("setoption depth 4\n").1.contains("is not 'setoption name NAME value VALUE'"));
}
