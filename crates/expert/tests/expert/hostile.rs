//! Bots that loop, allocate or assert without end lose their answer and nothing else; mutated files are refused with
//! place and cause, or play.

use crate::spoil::{SOUND, spoil};
use crate::table::{TABLE, card, engine, holds, turn};
use expert::{Answers, Bot, Engine, Mode, Value, format};
use game::Rng;
use std::sync::Arc;

#[test]
fn a_bot_without_end_loses_its_answer_and_nothing_else() {
    for (name, clauses, condition) in [
        ("loops", "l :- l.", "l"),
        ("recurses", "r(X) :- r(f(X)), true.", "r(1)"),
        ("allocates", "g(X) :- g([X, X | X]).", "g(a)"),
        ("asserts", "w(N) :- assertz(big(N, [a, b, c, d])), M is N + 1, w(M).", "w(0)"),
        ("fails for ever", "f :- repeat, fail.", "f"),
        ("catches", "c :- catch(c2, _, c). c2 :- c2.", "c"),
        ("prints", "p :- write(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa), p.", "p"),
        ("computes", "n(X) :- Y is X * X, n(Y).", "n(3)"),
        (
            "makes atoms",
            "m(N) :- atom_number(B, N), atom_concat(abcdefgh, B, A), assertz(k(A)), M is N + 1, m(M).",
            "m(1)",
        ),
        ("collects", "z(L) :- findall(X, (repeat, X = [1, 2, 3]), L).", "z(_)"),
    ] {
        let text = format!(
            "PROLOG {{ {clauses} }}
             SETCARD {{ IF (true) {{ add seen(\\CARD). }} }}
             GETTURN {{ IF (true) {{ add return(1). }} IF ({condition}) {{ add return(2). }} IF (true) {{ add return(3). }} }}
             GETBIT {{ IF (seen(X)) {{ add return(\\X). }} }}"
        );
        let mut bot = engine(&text);
        card(&mut bot, 1, 2, 0);
        assert_eq!(turn(&mut bot), Answers::Stopped, "{name}");
        let notes = bot.take_notes();
        assert!(notes.len() == 1 && notes[0].text.contains("stopped"), "{name}: {notes:?}");
        assert_eq!((notes[0].block, notes[0].place.line), ("GETTURN", 3), "{name}");
        // The answers that came before the stop do not turn up later, and other blocks work.
        assert_eq!(bot.ask(0, 3, vec![], vec![]), Answers::Values(vec![Value::card(1, 2)]), "{name}");
        bot.begin();
        assert!(!holds(&mut bot, "seen(_)"), "{name}: a new deal begins with the file's own knowledge");
        card(&mut bot, 3, 4, 0);
        assert!(holds(&mut bot, "seen([3, 4])"), "{name}");
    }
}

#[test]
fn a_bot_that_wastes_every_event_is_silenced_for_the_rest_of_the_deal() {
    let mut bot =
        engine("PROLOG { l :- l. } SETCARD { IF (l) { } } GETTURN { IF (true) { add return(1). } }");
    for _ in 0..100 {
        card(&mut bot, 0, 0, 0);
    }
    assert!(bot.spent() < 10_000_000, "{} inferences", bot.spent());
    assert_eq!(turn(&mut bot), Answers::Stopped);
    bot.begin();
    assert_eq!(turn(&mut bot), Answers::Values(vec![Value::Int(1)]));
}

#[test]
fn a_bot_can_touch_nothing_outside() {
    for goal in [
        "open('/etc/hostname', read, _)",
        "consult('/etc/hostname')",
        "getenv('PATH', _)",
        "open(new_file, write, _)",
        "see('/etc/hostname')",
        "shell(ls)",
    ] {
        let mut bot = engine(&format!("PROLOG {{ }} GETTURN {{ IF ({goal}) {{ add return(1). }} }}"));
        assert_eq!(turn(&mut bot), Answers::Values(vec![]), "{goal}");
    }
    let mut bot = engine("PROLOG { } GETTURN { IF (halt) { add return(1). } IF (true) { add return(2). } }");
    assert_eq!(turn(&mut bot), Answers::Values(vec![Value::Int(2)]), "halt ends nothing");
}

#[test]
fn an_error_in_a_formula_is_told_and_the_formula_is_false() {
    let mut bot =
        engine("PROLOG { } GETTURN {\n IF (X is 1 + a) { add return(1). }\n IF (true) { add return(2). } }");
    assert_eq!(turn(&mut bot), Answers::Values(vec![Value::Int(2)]));
    let notes = bot.take_notes();
    assert!(
        notes.len() == 1 && notes[0].place.line == 2 && notes[0].text.contains("went wrong"),
        "{notes:?}"
    );
}

#[test]
fn mutated_files_are_refused_with_place_and_cause_or_play() {
    let mut rng = Rng::new(14);
    let mut played = 0;
    for _ in 0..3000 {
        let text = spoil(&mut rng, SOUND);
        match Bot::load("mutant", &text, &TABLE) {
            Ok(bot) => {
                played += 1;
                let mut engine = Engine::new(Arc::new(bot), 1, Mode::First);
                card(&mut engine, 1, 2, 3);
                let _ = turn(&mut engine);
                let neat = format(&text).expect("what loads can be laid out");
                assert_eq!(format(&neat).expect("still sound"), neat, "{text}");
            }
            Err(findings) => {
                assert!(findings.iter().all(|f| !f.message.is_empty() && f.place.line > 0), "{text}");
                assert!(!findings.is_empty());
            }
        }
    }
    assert!(played > 30, "{played} of them play");
}
