% Tapatan: three in a row, pieces move along lines to the next point.
player(white). player(black).
state(white, [p(1, [w1]), p(2, [b1]), p(3, [w2]), p(4, []), p(5, []), p(6, []), p(7, [b2]), p(8, [w3]), p(9, [b3])]).
mine(white, w1). mine(white, w2). mine(white, w3).
mine(black, b1). mine(black, b2). mine(black, b3).
line(1, 2). line(2, 3). line(4, 5). line(5, 6). line(7, 8). line(8, 9).
line(1, 4). line(4, 7). line(2, 5). line(5, 8). line(3, 6). line(6, 9).
line(1, 5). line(5, 9). line(3, 5). line(5, 7).
joined(A, B) :- line(A, B).
joined(A, B) :- line(B, A).
turn(move(T, A, B), state(P, In), state(P, [p(A, []), p(B, [T]) | Z])) :-
    select(p(A, [T]), In, Z0),
    mine(P, T),
    joined(A, B),
    select(p(B, []), Z0, Z).
next(_, state(white, Z), state(black, Z)).
next(_, state(black, Z), state(white, Z)).
row(1, 2, 3). row(4, 5, 6). row(7, 8, 9). row(1, 4, 7). row(2, 5, 8). row(3, 6, 9). row(1, 5, 9). row(3, 5, 7).
win(state(_, Z), P) :-
    row(A, B, C),
    memberchk(p(A, [T]), Z), memberchk(p(B, [U]), Z), memberchk(p(C, [V]), Z),
    mine(P, T), mine(P, U), mine(P, V), !.
