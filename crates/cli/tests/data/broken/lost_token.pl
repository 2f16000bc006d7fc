% Broken on purpose: the sixth move takes a nought from the supply and puts it nowhere.
% Tic-tac-toe: three of one's own in a row, a column or a diagonal.
% Rules always get the zones in the order of the start, so a line is a pattern.
player(x).
player(o).
alike(x).
alike(o).

state(x, [f(a1, []), f(b1, []), f(c1, []),
          f(a2, []), f(b2, []), f(c2, []),
          f(a3, []), f(b3, []), f(c3, []),
          supply(x, [x, x, x, x, x]), supply(o, [o, o, o, o])]).

turn(F, state(P, In), state(P, [f(F, Held), supply(P, Rest) | Z])) :-
    select(supply(P, [P | Rest]), In, Z0),
    select(f(F, []), Z0, Z),
    held(P, Rest, Held).

held(o, [_], []) :- !.
held(P, _, [P]).

next(_, state(x, Z), state(o, Z)).
next(_, state(o, Z), state(x, Z)).

win(state(_, Z), P) :- three(Z, P).
win(state(_, Z), draw) :- \+ memberchk(f(_, []), Z), \+ three(Z, _).

three([f(_, [P]), f(_, [P]), f(_, [P]) | _], P).
three([_, _, _, f(_, [P]), f(_, [P]), f(_, [P]) | _], P).
three([_, _, _, _, _, _, f(_, [P]), f(_, [P]), f(_, [P]) | _], P).
three([f(_, [P]), _, _, f(_, [P]), _, _, f(_, [P]) | _], P).
three([_, f(_, [P]), _, _, f(_, [P]), _, _, f(_, [P]) | _], P).
three([_, _, f(_, [P]), _, _, f(_, [P]), _, _, f(_, [P]) | _], P).
three([f(_, [P]), _, _, _, f(_, [P]), _, _, _, f(_, [P]) | _], P).
three([_, _, f(_, [P]), _, f(_, [P]), _, f(_, [P]) | _], P).

