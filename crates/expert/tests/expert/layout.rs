//! The formatter: comments stay, meaning stays, and what is laid out once stays as it is.

use crate::table::TABLE;
use expert::{check, format};

const UGLY: &str = "// A bot.
PROLOG{ // the knowledge base
mam( [4,0] ).   // Pagát
// before a clause
p(X):-not(mam(X)),X>=0,\\+ q(X),( a ; b->c ),Y is -(1)+2*(3-X) mod 2, Y=.. [f|T],velmi_dlouhe_jmeno(X,Y,T),dalsi_dlouhe_jmeno(X).


q('Quoted atom',\"a string\",'mod').
}
setcard { }
GETTURN{
If( mam(X). AND not (q(X) or p(X).) or (mam(Y) OR not false.) ){ // why
del mam(\\X). add n(\\X+1). // count
// last
query write(hrac \\X hraje  kartu).
}
IF(velmi_dlouha_podminka(X) AND velmi_dlouha_podminka(Y) AND velmi_dlouha_podminka(Z) AND konec(W)){}
}
// the end
";

const NEAT: &str = "// A bot.
PROLOG { // the knowledge base
    mam([4, 0]). // Pagát
    // before a clause
    p(X) :-
        not(mam(X)),
        X >= 0,
        \\+ q(X),
        (a ; b -> c),
        Y is - (1) + 2 * (3 - X) mod 2,
        Y =.. [f | T],
        velmi_dlouhe_jmeno(X, Y, T),
        dalsi_dlouhe_jmeno(X).

    q('Quoted atom', \"a string\", 'mod').
}
SETCARD { }
GETTURN {
    IF (mam(X) AND NOT (q(X) OR p(X)) OR (mam(Y) OR NOT false)) { // why
        del mam(\\X).
        add n(\\X + 1). // count
        // last
        query write(hrac \\X hraje  kartu).
    }
    IF (
        velmi_dlouha_podminka(X)
        AND velmi_dlouha_podminka(Y)
        AND velmi_dlouha_podminka(Z)
        AND konec(W)
    ) {
    }
}
// the end
";

#[test]
fn a_file_is_laid_out_in_the_usual_way() {
    assert_eq!(format(UGLY).expect("sound"), NEAT);
}

#[test]
fn what_is_laid_out_stays_as_it_is_and_means_the_same() {
    assert_eq!(format(NEAT).expect("sound"), NEAT);
    let plain = |text: &str| check(text, &TABLE).into_iter().map(|f| f.message).collect::<Vec<_>>();
    let (mut before, mut after) = (plain(UGLY), plain(NEAT));
    before.sort();
    after.sort();
    assert_eq!(before, after, "the same findings");
}

#[test]
fn a_broken_file_is_not_laid_out() {
    assert!(format("PROLOG {").is_err());
}
