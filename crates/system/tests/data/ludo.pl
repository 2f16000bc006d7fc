% The board game with its fields as arguments and otherwise as first written: the die is thrown inside a rule, nothing is
% said about a throw that allows no move, and a six is treated by two clauses of next.
player(r). player(g). player(b). player(y).

state(r, Zin) :-
    findall(field(F, []), between(1, 36, F), Fields),
    append([[home(r, [r-1, r-2, r-3, r-4]), home(g, [g-1, g-2, g-3, g-4]),
             home(b, [b-1, b-2, b-3, b-4]), home(y, [y-1, y-2, y-3, y-4])], Fields, [pom([0])]], Zin).

start(r, 1). start(g, 5). start(b, 10). start(y, 15).
finish(r, 20). finish(g, 4). finish(b, 9). finish(y, 14).
end(r, 1, 21). end(r, 2, 22). end(r, 3, 23). end(r, 4, 24).
end(g, 1, 25). end(g, 2, 26). end(g, 3, 27). end(g, 4, 28).
end(b, 1, 29). end(b, 2, 30). end(b, 3, 31). end(b, 4, 32).
end(y, 1, 33). end(y, 2, 34). end(y, 3, 35). end(y, 4, 36).

adjacent(20, 1).
adjacent(F, G) :- F < 20, G is F + 1.
adjacent(F, G) :- F > 20, F < 36, F mod 4 =\= 0, G is F + 1.

move(F, H, P, Fo) :- H > 0, \+ finish(P, F), H1 is H - 1, adjacent(F, FX), move(FX, H1, P, Fo).
move(F, H, P, Fo) :- H > 0, finish(P, F), H1 is H - 1, end(P, 1, FX), move(FX, H1, P, Fo).
move(F, 0, _, F).

next(state(P, Zold), state(P, Znew), state(P, Znew)) :-
    select(pom([0]), Zold, _), select(pom([X]), Znew, _), X \== 0.
next(state(P, Zold), state(P, Znew), state(Ps, [pom([0]) | Zs])) :-
    select(pom([X]), Zold, _), select(pom([X]), Znew, Zs), X \== 0, X \== 6, order(P, Ps, [r, g, b, y]).
next(_, state(P, Znew), state(P, [pom([0]) | Zs])) :-
    select(pom([6]), Znew, Zs).

order(A, B, [A, B | _]).
order(A, B, [X | Y]) :- A \== X, order(A, B, Y).
order(A, r, [A]).

turn(state(P, Zin), state(P, [pom([X]) | Zs])) :-
    X is random(6),
    select(pom([0]), Zin, Zs).
turn(state(P, Zin), state(P, [home(P, Ts), field(F, [T]) | Zss])) :-
    select(pom([6]), Zin, _), select(home(P, [T | Ts]), Zin, Zs), start(P, F), select(field(F, []), Zs, Zss).
turn(state(P, Zin), state(P, [home(P, Ts), field(F, [T]), home(R, [R-N | Rs]) | Zsss])) :-
    select(pom([6]), Zin, _), select(home(P, [T | Ts]), Zin, Zs), start(P, F),
    select(field(F, [R-N]), Zs, Zss), R \== P, select(home(R, Rs), Zss, Zsss).
turn(state(P, Zin), state(P, [field(F, []), field(Fo, [P-N]) | Zss])) :-
    select(pom([H]), Zin, _), H \== 0, select(field(F, [P-N]), Zin, Zs), move(F, H, P, Fo),
    select(field(Fo, []), Zs, Zss).
turn(state(P, Zin), state(P, [field(F, []), field(Fo, [P-N]), home(R, [R-K | Rs]) | Zsss])) :-
    select(pom([H]), Zin, _), H \== 0, select(field(F, [P-N]), Zin, Zs), move(F, H, P, Fo),
    select(field(Fo, [R-K]), Zs, Zss), R \== P, select(home(R, Rs), Zss, Zsss).

win(state(P, Zin), P) :-
    forall(end(P, _, F), ( select(field(F, A), Zin, _), A \= [] )).
