% Tic-tac-toe with its fields named apart, but with the winner and the draw as they were first written.
player(x).
player(o).

state(x, [z(1, 1, []), z(1, 2, []), z(1, 3, []),
          z(2, 1, []), z(2, 2, []), z(2, 3, []),
          z(3, 1, []), z(3, 2, []), z(3, 3, []),
          source(x, [x-1, x-2, x-3, x-4, x-5]),
          source(o, [o-1, o-2, o-3, o-4, o-5])]) :- player(x).

turn(state(P, Zin), state(P, Zout)) :-
    select(source(P, [T | L]), Zin, Zr),
    select(z(X, Y, []), Zr, Zs),
    Zout = [z(X, Y, [T]), source(P, L) | Zs].

next(_, state(x, Zout), state(o, Zout)).
next(_, state(o, Zout), state(x, Zout)).

win(state(P, Zin), P) :- row(Zin).
win(state(P, Zin), P) :- diagonal(Zin).
win(state(P, Zin), P) :- column(Zin).
win(state(P, Zin), P) :- full(Zin), \+ row(Zin), \+ column(Zin), \+ diagonal(Zin).

row(Z) :- between(1, 3, X), player(Q), forall(between(1, 3, Y), memberchk(z(X, Y, [Q-_]), Z)).
column(Z) :- between(1, 3, Y), player(Q), forall(between(1, 3, X), memberchk(z(X, Y, [Q-_]), Z)).
diagonal(Z) :- player(Q), forall(between(1, 3, X), memberchk(z(X, X, [Q-_]), Z)).
diagonal(Z) :- player(Q), forall(between(1, 3, X), ( Y is 4 - X, memberchk(z(X, Y, [Q-_]), Z) )).
full(Z) :- \+ member(z(_, _, []), Z).
