//! Positions that return end the play where a file of dialect 2 says so.

use game::{Game, Turn};
use s3::{S3Game, load};

/// A stone goes to and fro; nobody ever wins.
const SWING: &str = "[S3 2]
[ELEMENT TYPES]
name=e
states=1
image=e.svg
point=0,0
[LOCATION TYPES]
name=l
image=l.svg
point=0,0
[LOCATIONS]
name=a(1)
type=l
point=0,0
name=a(2)
type=l
point=50,0
[PLAYER NAMES]
1=p
2=q
[MOVABLE ELEMENTS]
name=x
type=e
location=a(1)
[GAME RULES]
name=go
element=x
from=a($K)
to=a($L)
followup=NEXTPLAYER
[END OF GAME]
";

fn length(game: &S3Game) -> (usize, i32) {
    let (mut s, mut made) = (game.initial(), 0);
    while game.turn(&s) != Turn::Over {
        let mut moves = Vec::new();
        game.moves(&s, &mut moves);
        game.apply(&mut s, moves[0]);
        made += 1;
        assert!(made < 100);
    }
    assert!(game.fault(&s).is_none() && game.all_moves(&s).is_empty());
    (made, game.winner(&s))
}

#[test]
fn the_third_time_is_a_draw_or_won_by_the_player_to_move() {
    for (rule, wanted) in [
        ("repetition=3\n", (4, 0)),
        ("repetition=3\nwinner=0\n", (4, 0)),
        ("repetition=3\nwinner=PLAYER\n", (4, 1)),
        ("repetition=2\nwinner=PLAYER\n", (2, 1)),
        ("repetition=3\nsituation=false\nwinner=2\n", (4, 0)),
    ] {
        let (game, found) = load(&format!("{SWING}{rule}"), "swing");
        assert_eq!(found, Vec::new(), "{rule}");
        assert_eq!(length(&game.unwrap()), wanted, "{rule}");
    }
}

#[test]
fn with_the_rule_every_play_ends_and_the_positions_are_the_same() {
    let budget = formal::Budget::default();
    let count = |rule: &str| {
        let game = load(&format!("{SWING}{rule}"), "swing").0.unwrap();
        let (a, found) = formal::check(&game, &budget);
        (a.len(), found.of(formal::Property::Terminating).decided())
    };
    assert_eq!(count(""), (2, Some(false)));
    assert_eq!(count("repetition=3\n"), (2, Some(true)));
}

#[test]
fn a_rule_that_says_something_else_is_refused() {
    for (rule, said) in [
        ("repetition=1\n", "a number from 2 to 1000"),
        ("repetition=often\n", "a number from 2 to 1000"),
        ("repetition=3\nrepetition=2\n", "a second repetition="),
        ("repetition=3\nwinner=2\n", "a draw or won by the player to move"),
    ] {
        let (game, found) = load(&format!("{SWING}{rule}"), "x");
        assert!(game.is_none() && found.iter().any(|d| d.message.contains(said)), "{found:?}");
    }
    // Dialect 1 does not know it.
    let found = load(&format!("{SWING}repetition=3\n").replacen("[S3 2]\n", "", 1), "old").1;
    assert!(found.iter().any(|d| d.message.contains("unknown key 'repetition'")), "{found:?}");
}
