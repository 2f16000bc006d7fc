% Hexapawn on 3 × 3: pawns step forward onto empty fields and take diagonally. Reaching the far row, or leaving the
% opponent without a move, wins. What is taken goes to a zone that no rule reads.
player(white). player(black).
alike(w). alike(b).
state(white, [f(1, 1, [w]), f(2, 1, [w]), f(3, 1, [w]),
              f(1, 2, []), f(2, 2, []), f(3, 2, []),
              f(1, 3, [b]), f(2, 3, [b]), f(3, 3, [b]),
              taken([])]).
mine(white, w). mine(black, b).
other(white, black). other(black, white).
ahead(white, Y, Z) :- Z is Y + 1.
ahead(black, Y, Z) :- Z is Y - 1.
far(white, 3). far(black, 1).
turn(step(X, Y, X, V), state(P, In), state(P, [f(X, Y, []), f(X, V, [T]) | Z])) :-
    mine(P, T),
    select(f(X, Y, [T]), In, Z0),
    ahead(P, Y, V),
    select(f(X, V, []), Z0, Z).
turn(take(X, Y, U, V), state(P, In), state(P, [f(X, Y, []), f(U, V, [T]), taken([E | L]) | Z])) :-
    mine(P, T), other(P, Q), mine(Q, E),
    select(f(X, Y, [T]), In, Z0),
    ahead(P, Y, V),
    ( U is X - 1 ; U is X + 1 ),
    select(f(U, V, [E]), Z0, Z1),
    select(taken(L), Z1, Z).
next(_, state(P, Z), state(Q, Z)) :- other(P, Q).
win(state(_, Z), P) :- mine(P, T), far(P, V), member(f(_, V, [T]), Z), !.
win(state(P, Z), Q) :- other(P, Q), \+ turn(_, state(P, Z), _).
