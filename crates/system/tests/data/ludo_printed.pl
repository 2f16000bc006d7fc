% One rule of the board game as first written: a variable as the name of a term.
player(r).
state(r, [field(1, []), home([r-1])]).
turn(state(P, Zin), state(P, [home(Ts), field-F([T])|Zs])) :-
    select(home([T|Ts]), Zin, Zs),
    start(P, F).
start(r, 1).
win(state(P, Zin), P) :- select(home([]), Zin, _).
