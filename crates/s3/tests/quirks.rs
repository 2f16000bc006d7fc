//! Habits of the original loader and evaluator, one small file for each sentence of the language's description.

use game::{Game as _, Player, Show as _};
use s3::{Diagnostic, S3Game, Severity, load};

const BASE: &str = "[ELEMENT TYPES]\nname=e\nstates=2\nimage=e\npoint=0,0\n[LOCATION TYPES]\nname=l\npoint=0,0\n\
[LOCATIONS]\nname=a(1)\ntype=l\nname=a(2)\ntype=l\nname=a(3)\ntype=l\n[PLAYER NAMES]\n1=p\n2=q\n\
[MOVABLE ELEMENTS]\nname=x(1)\ntype=e\nlocation=a(1)\n";
const RULE: &str = "[GAME RULES]\nname=r\nelement=x($J)\nfrom=a($K)\nto=a($L)\n";

fn game(text: &str) -> (S3Game, Vec<Diagnostic>) {
    let (game, found) = load(text, "quirk");
    (game.unwrap_or_else(|| panic!("{found:?}")), found)
}

fn moves(game: &S3Game) -> Vec<String> {
    let start = game.initial();
    game.all_moves(&start).iter().map(|&mv| game.text(&start, mv)).collect()
}

/// Loads, plays one move and returns the scores, the winner and the player to move.
fn after(text: &str, mv: &str) -> (Vec<i32>, i32, u8) {
    let (game, _) = game(text);
    let mut state = game.initial();
    let mv = game.parse(&state, mv).expect("legal");
    game.apply(&mut state, mv);
    assert_eq!(game.fault(&state), None, "{text}");
    let points = Player::all(game.players()).map(|p| game.points(&state, p)).collect();
    (points, game.winner(&state), game.player(&state))
}

#[test]
fn lines_may_end_with_lf_crlf_or_cr() {
    let unix = format!("{BASE}{RULE}followup=NEXTPLAYER\n");
    for end in ["\r\n", "\r"] {
        let (game, found) = game(&unix.replace('\n', end));
        assert_eq!(moves(&game), ["a(1)->a(2):x(1)", "a(1)->a(3):x(1)"]);
        assert_eq!(found, Vec::new());
    }
    let (none, found) = load(&format!("{unix}nonsense\n").replace('\n', "\r"), "old");
    assert!(none.is_none());
    assert_eq!(found[0].line, unix.lines().count() + 1);
}

#[test]
fn leading_and_trailing_blanks_of_a_line_do_not_count_and_values_keep_theirs() {
    let text = format!(
        "{BASE}[GAME RULES]  \n  name=r\nelement=  x( $J )  \n\tfrom=a($K)\nto= a($L)\ncondition= true\n"
    );
    assert_eq!(moves(&game(&text).0), ["a(1)->a(2):x(1)", "a(1)->a(3):x(1)"]);
}

#[test]
fn a_value_may_contain_equal_signs_and_keys_are_told_apart_without_case() {
    let text = format!("{BASE}{RULE}CONDITION=$L==$K+1\n");
    assert_eq!(moves(&game(&text).0), ["a(1)->a(2):x(1)"]);
}

#[test]
fn sections_may_come_twice_and_in_any_order_and_names_without_case() {
    let rule = RULE.replace("GAME RULES", "game Rules");
    let text = format!(
        "{rule}followup=NEXTPLAYER\n{BASE}[Game Rules]\nname=s\nelement=y\nfrom=a($K)\nto=a($L)\n[Movable Elements]\nname=y\ntype=e\nlocation=a(3)\n"
    );
    assert_eq!(moves(&game(&text).0), ["a(1)->a(2):x(1)", "a(3)->a(2):y"]);
}

#[test]
fn a_name_used_again_replaces_the_record() {
    let text = format!(
        "{BASE}[MOVABLE ELEMENTS]\nname=x(1)\ntype=e\nlocation=a(3)\n{RULE}{RULE}condition=$L==1\nfollowup=NEXTPLAYER\n"
    );
    let (game, found) = game(&text);
    assert_eq!(moves(&game), ["a(3)->a(1):x(1)"]);
    assert!(found.iter().all(|d| d.severity == Severity::Warning) && found.len() == 2, "{found:?}");
}

#[test]
fn a_single_key_given_twice_counts_the_last_time() {
    let text = format!("{BASE}{RULE}condition=false\ncondition=$L==3\nto=a($L)\n");
    assert_eq!(moves(&game(&text).0), ["a(1)->a(3):x(1)"]);
}

#[test]
fn an_end_may_be_superfluous_and_a_section_may_cut_an_expression_off() {
    let text = format!("{BASE}[EXPRESSIONS]\nYes\ntrue\nEND\nEND\n{RULE}condition=Yes\n");
    assert_eq!(moves(&game(&text).0).len(), 2);
    let text = format!("{BASE}[EXPRESSIONS]\nYes\ntrue\n{RULE}condition=Yes\n");
    assert_eq!(moves(&game(&text).0).len(), 2);
    let text = format!("{BASE}[EXPRESSIONS]\nYes\nfalse\nEND\nYes\ntrue\nend\n{RULE}condition=Yes\n");
    assert_eq!(moves(&game(&text).0).len(), 2, "the last definition counts");
}

#[test]
fn the_initial_score_is_everybodys_and_the_last_one_counts() {
    let text = format!("{BASE}[PLAYER NAMES]\nscore=3\nscore=7\n{RULE}");
    let (game, _) = game(&text);
    let start = game.initial();
    assert_eq!([game.points(&start, Player(0)), game.points(&start, Player(1))], [7, 7]);
}

#[test]
fn scorings_and_ends_come_after_the_turn_has_passed_and_the_first_end_counts() {
    let text = format!(
        "{BASE}[SCORINGS]\nsituation=true\nplayer=PLAYER\nscore=5\nplayer=1\nscore=SCORE(2)\n\
         [END OF GAME]\nsituation=EMPTY(\"a(3)\")\nwinner=3-PLAYER\nsituation=true\nwinner=0\n{RULE}\
         awardPlayer=PLAYER\nwithScore=IF(EMPTY(\"a(1)\"),100,1)\nfollowup=NEXTPLAYER\n"
    );
    assert_eq!(after(&text, "a(1)->a(2):x(1)"), (vec![6, 5], 1, 2));
    assert_eq!(after(&text, "a(1)->a(3):x(1)"), (vec![6, 5], 0, 2));
}

#[test]
fn a_score_without_a_player_is_never_asked_and_a_player_without_a_score_fails() {
    let text = format!("{BASE}[SCORINGS]\nsituation=true\nplayer=1\nscore=2\nscore=1/0\n{RULE}");
    assert_eq!(after(&text, "a(1)->a(2):x(1)").0, [2, 0]);
    let (game, _) = game(&format!("{BASE}[SCORINGS]\nsituation=true\nplayer=1\n{RULE}"));
    let mut state = game.initial();
    let mv = game.parse(&state, "a(1)->a(2):x(1)").expect("legal");
    game.apply(&mut state, mv);
    assert!(game.fault(&state).is_some_and(|f| f.line > 0));
}

#[test]
fn a_second_winner_belongs_to_the_same_situation() {
    let text = format!("{BASE}[END OF GAME]\nsituation=true\nwinner=1\nwinner=2\n{RULE}");
    assert_eq!(after(&text, "a(1)->a(2):x(1)").1, 2);
}

#[test]
fn an_exclamation_mark_makes_an_odd_name_that_fails_only_when_it_is_reached() {
    let text = format!("{BASE}{RULE}condition=true OR !EMPTY(\"a(1)\")\n");
    let (game, found) = game(&text);
    assert_eq!(moves(&game).len(), 2);
    assert!(
        found
            .iter()
            .any(|d| d.message.contains("'!EMPTY'") && d.hint.as_deref() == Some("write NOT to negate"))
    );
}

#[test]
fn a_pattern_binds_anew_and_never_compares() {
    let text = format!("{BASE}[GAME RULES]\nname=r\nelement=x($K)\nfrom=a($K)\nto=a($K)\ncondition=$K!=2\n");
    assert_eq!(moves(&game(&text).0), ["a(1)->a(3):x(1)"]);
}

#[test]
fn states_go_by_the_relevance_when_the_location_is_read_and_moves_by_that_in_the_end() {
    let text = "[ELEMENT TYPES]\nname=e\nstates=1\n[LOCATION TYPES]\nname=l\npoint=0,0\n[LOCATIONS]\nname=a(1)\ntype=l\nname=a(2)\ntype=l\n\
                [LOCATION TYPES]\nname=l\npoint=0,0\nrelevant=no\n[LOCATIONS]\nname=a(3)\ntype=l\nname=a(4)\ntype=l\n[PLAYER NAMES]\n1=p\n\
                [MOVABLE ELEMENTS]\nname=x(1)\ntype=e\nlocation=a(1)\n";
    let (game, _) = game(&format!("{text}{RULE}"));
    let start = game.initial();
    assert_eq!((game.all_moves(&start).len(), game.distinct_moves(&start).len()), (3, 1));
    let to = |place: &str| {
        let mut state = start.clone();
        let mv = game.parse(&start, &format!("a(1)->{place}:x(1)")).expect("legal");
        game.apply(&mut state, mv);
        state
    };
    assert_ne!(to("a(2)"), to("a(3)"));
    assert_eq!(to("a(3)"), to("a(4)"));
}

#[test]
fn no_move_is_a_draw_whoever_is_ahead_and_only_a_rule_passes_the_turn() {
    let text = format!("{BASE}{RULE}awardPlayer=PLAYER\nwithScore=9\ncondition=$L==$K+1\n");
    let (game, _) = game(&text);
    let mut state = game.initial();
    for mv in ["a(1)->a(2):x(1)", "a(2)->a(3):x(1)"] {
        assert_eq!((game.winner(&state), game.player(&state)), (-1, 1));
        let mv = game.parse(&state, mv).expect("legal");
        game.apply(&mut state, mv);
    }
    assert_eq!(
        (game.winner(&state), game.declared_winner(&state), game.points(&state, Player(0))),
        (0, -1, 18)
    );
}

#[test]
fn a_condition_that_sets_a_variable_of_its_pattern_meets_it_at_the_next_target() {
    // The origin is bound once for all targets: after the first of them $K is what the condition made of it.
    let text = format!("{BASE}[LOCATIONS]\nname=a(4)\ntype=l\n{RULE}condition=($K == 1) AND ($K = $L)\n");
    assert_eq!(moves(&game(&text).0), ["a(1)->a(2):x(1)"]);
    let text = format!("{BASE}{RULE}condition=($K == 1) AND FORALL($K,1,1,true)\n");
    assert_eq!(moves(&game(&text).0), ["a(1)->a(2):x(1)", "a(1)->a(3):x(1)"]);
    let text = format!("{BASE}{RULE}condition=($J < 3) AND ($J = $J + 1)\n");
    let (game, _) = game(&text);
    let mut state = game.initial();
    assert_eq!(game.all_moves(&state).len(), 2);
    let mut list = Vec::new();
    game.moves(&state, &mut list);
    assert_eq!(list.len(), 2);
    game.apply(&mut state, list[1]);
    assert_eq!(game.fault(&state), None);
}
