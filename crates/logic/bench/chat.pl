% Questions in plain English parsed with a definite clause grammar into logical forms, all readings.
:- op(700, xfx, =>).
:- op(600, yfx, &).

bench(N, R) :- ( between(1, N, _), all(_), fail ; all(R) ).

all(R) :- findall(L, ( sentence(S), phrase(question(L), S) ), Ls), length(Ls, K), last_of(Ls, Last), numbered(Last, 0, _), R = K-Last.

numbered(V, N, M) :- var(V), !, V = v(N), M is N + 1.
numbered(T, N0, N) :- functor(T, _, A), numbered(A, T, N0, N).

numbered(0, _, N, N) :- !.
numbered(A, T, N0, N) :- arg(A, T, X), numbered(X, N0, N1), B is A - 1, numbered(B, T, N1, N).

last_of([X], X) :- !.
last_of([_|Xs], X) :- last_of(Xs, X).

sentence([which,rivers,cross,a,country,that,borders,the,sea]).
sentence([what,is,the,capital,of,each,country,that,exports,some,wine]).
sentence([does,the,river,that,crosses,austria,cross,hungary]).
sentence([which,country,that,contains,two,cities,near,a,river,in,the,alps,borders,no,sea]).
sentence([how,many,cities,in,the,country,that,borders,austria,contain,a,port,near,the,river]).
sentence([which,cities,near,a,river,in,a,country,near,the,sea,contain,a,port,in,the,city,near,the,river]).

question(which(X, N & V)) --> [which], noun(X, Num, N0), modifiers(X, N0, N), verb_phrase(X, Num, V).
question(the(X, C & R)) --> [what,is,the], relation(X, Y, C), [of], noun_phrase(Y, _, true, R).
question(yes_no(Q)) --> [does], noun_phrase(X, singular, V, Q), verb_phrase(X, plural, V).
question(count(X, N & V)) --> [how,many], noun(X, plural, N0), modifiers(X, N0, N), verb_phrase(X, plural, V).

noun_phrase(X, _, Scope, name(X, P, Scope)) --> [P], { proper(P) }.
noun_phrase(X, Num, Scope, Q) -->
    determiner(Num, X, N, Scope, Q),
    noun(X, Num, N0),
    modifiers(X, N0, N).

determiner(singular, X, R, S, exists(X, R & S)) --> [a].
determiner(_, X, R, S, exists(X, R & S)) --> [some].
determiner(_, X, R, S, the(X, R & S)) --> [the].
determiner(singular, X, R, S, all(X, R => S)) --> [each].
determiner(_, X, R, S, none(X, R & S)) --> [no].
determiner(plural, X, R, S, number(2, X, R & S)) --> [two].

modifiers(_, N, N) --> [].
modifiers(X, N0, N) --> modifier(X, M), modifiers(X, N0 & M, N).

modifier(X, M) --> preposition(X, Y, P), noun_phrase(Y, _, P, M).
modifier(X, M) --> [that], verb_phrase(X, singular, M).

verb_phrase(X, Num, Q) --> verb(Num, X, Y, V), noun_phrase(Y, _, V, Q).

preposition(X, Y, in(X, Y)) --> [in].
preposition(X, Y, near(X, Y)) --> [near].

relation(X, Y, capital(X, Y)) --> [capital].
relation(X, Y, area(X, Y)) --> [area].

noun(X, singular, river(X)) --> [river].
noun(X, plural, river(X)) --> [rivers].
noun(X, singular, country(X)) --> [country].
noun(X, plural, country(X)) --> [countries].
noun(X, singular, city(X)) --> [city].
noun(X, plural, city(X)) --> [cities].
noun(X, singular, sea(X)) --> [sea].
noun(X, plural, mountain(X)) --> [alps].
noun(X, singular, wine(X)) --> [wine].
noun(X, singular, port(X)) --> [port].

verb(singular, X, Y, cross(X, Y)) --> [crosses].
verb(plural, X, Y, cross(X, Y)) --> [cross].
verb(singular, X, Y, border(X, Y)) --> [borders].
verb(plural, X, Y, border(X, Y)) --> [border].
verb(singular, X, Y, export(X, Y)) --> [exports].
verb(singular, X, Y, contain(X, Y)) --> [contains].
verb(plural, X, Y, contain(X, Y)) --> [contain].

proper(austria).
proper(hungary).
