% Hexapawn on 3 × 3, without labels.
player(white). player(black).
alike(w). alike(b).
state(white, [f(1,1,[w]), f(2,1,[w]), f(3,1,[w]), f(1,2,[]), f(2,2,[]), f(3,2,[]), f(1,3,[b]), f(2,3,[b]), f(3,3,[b]), out([])]).
own(white, w). own(black, b).
turn(state(P, Z), state(P, [f(X,Y,[]), f(X,V,[T]) | R])) :-
    own(P, T), select(f(X,Y,[T]), Z, Z0), ahead(P, Y, V), select(f(X,V,[]), Z0, R).
turn(state(P, Z), state(P, [f(X,Y,[]), f(U,V,[T]), out([E|O]) | R])) :-
    own(P, T), select(f(X,Y,[T]), Z, Z0), ahead(P, Y, V), select(f(U,V,[E]), Z0, Z1), E \== T, 1 is abs(X - U), select(out(O), Z1, R).
ahead(white, Y, V) :- V is Y + 1.
ahead(black, Y, V) :- V is Y - 1.
next(_, state(white, Z), state(black, Z)).
next(_, state(black, Z), state(white, Z)).
win(state(black, Z), white) :- member(f(_,3,[w]), Z).
win(state(white, Z), black) :- member(f(_,1,[b]), Z).
win(state(P, Z), Q) :- \+ turn(state(P, Z), _), other(P, Q).
other(white, black). other(black, white).
