% Pattern matching over a property base, after Gabriel's browse: lists, segments and backtracking.

bench(N, R) :- base(40, 1, Units), ( between(1, N, _), matches(Units, _), fail ; matches(Units, R) ).

matches(Units, Count) :-
    findall(P, ( in(U, Units), pattern(P), in(L, U), fits(P, L) ), Ps),
    length(Ps, Count).

pattern([star(_), b, star(_), b, a, star(_), a, a, star(_), b, star(_)]).
pattern([star(X), star(_), b, b, star(_), star(X), a, b, a]).
pattern([star(_), a, star(Y), [b, a], star(_), star(Y), b]).

fits([], []).
fits([P|Ps], Ls) :- fits(P, Ps, Ls).

fits(star(S), Ps, Ls) :- join(S, Rest, Ls), fits(Ps, Rest).
fits([X|Xs], Ps, [L|Ls]) :- fits([X|Xs], L), fits(Ps, Ls).
fits(a, Ps, [a|Ls]) :- fits(Ps, Ls).
fits(b, Ps, [b|Ls]) :- fits(Ps, Ls).

join([], Ys, Ys).
join([X|Xs], Ys, [X|Zs]) :- join(Xs, Ys, Zs).

in(X, [X|_]).
in(X, [_|Xs]) :- in(X, Xs).

base(0, _, []) :- !.
base(N, Seed, [[A,B,C]|Us]) :-
    row(9, Seed, S1, A),
    row(11, S1, S2, B),
    row(13, S2, S3, C),
    N1 is N - 1,
    base(N1, S3, Us).

row(0, S, S, []) :- !.
row(N, S0, S, [X|Xs]) :-
    S1 is (S0 * 137 + 29) mod 1021,
    K is S1 mod 5,
    token(K, X),
    N1 is N - 1,
    row(N1, S1, S, Xs).

token(0, a).
token(1, b).
token(2, a).
token(3, b).
token(4, [b, a]).
