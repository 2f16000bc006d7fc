% Connect Four: drop a disc into a column; four in a line win. A column is a list, the bottom first.
player(yellow).
player(red).
alike(yellow).
alike(red).

state(yellow, [column(a, []), column(b, []), column(c, []), column(d, []),
               column(e, []), column(f, []), column(g, []),
               supply(yellow, Y), supply(red, R)]) :-
    length(Y, 21), maplist(=(yellow), Y),
    length(R, 21), maplist(=(red), R).

turn(C, state(P, In), state(P, [column(C, After), supply(P, Rest) | Z])) :-
    select(supply(P, [P | Rest]), In, Z0),
    select(column(C, Before), Z0, Z),
    room(Before),
    append(Before, [P], After).

room([]).
room([_]).
room([_, _]).
room([_, _, _]).
room([_, _, _, _]).
room([_, _, _, _, _]).

next(_, state(yellow, Z), state(red, Z)).
next(_, state(red, Z), state(yellow, Z)).

win(state(Q, Z), P) :- opponent(Q, P), four(Z, P).
win(state(Q, Z), draw) :-
    \+ ( member(column(_, C), Z), room(C) ),
    opponent(Q, P),
    \+ four(Z, P).

opponent(yellow, red).
opponent(red, yellow).

% Only who moved last can have made a line.
four(Z, P) :- upright(Z, P), !.
four(Z, P) :- across(Z, P).

upright(Z, P) :- member(column(_, C), Z), append(_, [P, P, P, P | _], C).

across([column(_, A), column(_, B), column(_, C), column(_, D) | _], P) :-
    nth1(I, A, P),
    slope(I, I2, I3, I4),
    nth1(I2, B, P),
    nth1(I3, C, P),
    nth1(I4, D, P), !.
across([_ | Z], P) :- across(Z, P).

slope(I, I, I, I).
slope(I, J, K, L) :- J is I + 1, K is I + 2, L is I + 3.
slope(I, J, K, L) :- I > 3, J is I - 1, K is I - 2, L is I - 3.

label(game, en, 'Connect Four').
label(game, cs, 'Čtyři v řadě').
label(game, sk, 'Štyri v rade').
label(yellow, en, yellow).
label(yellow, cs, 'žlutý').
label(yellow, sk, 'žltý').
label(red, en, red).
label(red, cs, 'červený').
label(red, sk, 'červený').
label(column, en, column).
label(column, cs, sloupec).
label(column, sk, 'stĺpec').
label(turn, en, 'one of the player\'s own discs falls into a column').
label(turn, cs, 'vhodit svůj kámen do sloupce').
label(turn, sk, 'vhodiť svoj kameň do stĺpca').
label(room, en, 'the column is not full').
label(room, cs, 'sloupec není plný').
label(room, sk, 'stĺpec nie je plný').
label(four, en, 'four discs of the player lie in a line').
label(four, cs, 'čtyři kameny hráče leží v jedné čáře').
label(four, sk, 'štyri kamene hráča ležia v jednej línii').
label(supply, en, supply).
label(supply, cs, 'zásoba').
label(supply, sk, 'zásoba').
label(when(turn), en, 'the column is not full').
label(when(turn), cs, 'sloupec není plný').
label(when(turn), sk, 'stĺpec nie je plný').
label(when(draw), en, 'all columns are full and nobody has four in a line').
label(when(draw), cs, 'jsou všechny sloupce plné a nikdo nemá čtyři v řadě').
label(when(draw), sk, 'sú všetky stĺpce plné a nikto nemá štyri v rade').
layout(board, grid(7, 6)).
% The bottom of a column is the first of its list.
place(column(C), board, Slots) :-
    nth0(I, [a, b, c, d, e, f, g], C),
    findall(S, (between(0, 5, R), S is (5 - R) * 7 + I), Slots).
label(column(C), C) :- member(C, [a, b, c, d, e, f, g]).
owner(supply(yellow), yellow).
owner(supply(red), red).
