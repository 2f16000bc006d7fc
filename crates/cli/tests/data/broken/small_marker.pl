% Broken on purpose: a race to nine by throws of a die; the marks end with 8, and 8 is not the end.
player(ann). player(bob).
marker(N) :- between(0, 8, N).
alike(0).
state(ann, [at(ann, [0]), at(bob, [0])]).
chance(1, D, state(P, In), state(Q, [at(P, [B]) | Z])) :-
    select(at(P, [A]), In, Z),
    between(1, 3, D),
    B is A + D,
    other(P, Q).
other(ann, bob). other(bob, ann).
turn(never, S, S) :- fail.
win(state(_, Z), P) :- member(at(P, [N]), Z), N >= 9.
next(_, S, S).
