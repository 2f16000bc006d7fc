% A small chess on a board of 4 × 5: take the king, or bring a pawn to the far side. After 60 moves it is a draw.
player(white).
player(black).
alike(piece(P, pawn)) :- player(P).
alike(piece(P, rook)) :- player(P).
marker(N) :- between(0, 60, N).

state(white, Zones) :-
    findall(sq(X, Y, L), ( between(1, 5, Y), between(1, 4, X), start(X, Y, L) ), Squares),
    append([[moved([0])], Squares, [taken(white, []), taken(black, [])]], Zones).

start(X, 1, [piece(white, K)]) :- nth1(X, [rook, king, knight, rook], K).
start(X, 5, [piece(black, K)]) :- nth1(X, [rook, knight, king, rook], K).
start(_, 2, [piece(white, pawn)]).
start(_, 4, [piece(black, pawn)]).
start(_, 3, []).

turn(from_to(A, B), state(P, [moved([N]) | In]), state(P, [moved([M]), sq(X, Y, []), sq(U, V, [piece(P, K)]) | Z])) :-
    M is N + 1,
    select(sq(X, Y, [piece(P, K)]), In, Z0),
    reach(K, P, X, Y, In, U, V),
    select(sq(U, V, There), Z0, Z1),
    captured(There, P, Z1, Z),
    square(X, Y, A),
    square(U, V, B).

% What stands there is taken, unless it is one's own.
captured([], _, Z, Z).
captured([piece(Q, K)], P, In, [taken(Q, [piece(Q, K) | L]) | Z]) :- Q \== P, select(taken(Q, L), In, Z).

reach(king, _, X, Y, _, U, V) :- beside(DX, DY), U is X + DX, V is Y + DY.
reach(knight, _, X, Y, _, U, V) :- jump(DX, DY), U is X + DX, V is Y + DY.
reach(rook, _, X, Y, Z, U, V) :- straight(DX, DY), slide(X, Y, DX, DY, Z, U, V).
reach(pawn, P, X, Y, Z, X, V) :- forward(P, D), V is Y + D, memberchk(sq(X, V, []), Z).
reach(pawn, P, X, Y, Z, U, V) :-
    forward(P, D),
    V is Y + D,
    member(DX, [-1, 1]),
    U is X + DX,
    memberchk(sq(U, V, [_]), Z).

slide(X, Y, DX, DY, Z, U, V) :-
    X1 is X + DX,
    Y1 is Y + DY,
    memberchk(sq(X1, Y1, L), Z),
    further(L, X1, Y1, DX, DY, Z, U, V).

further(_, X, Y, _, _, _, X, Y).
further([], X, Y, DX, DY, Z, U, V) :- slide(X, Y, DX, DY, Z, U, V).

forward(white, 1).
forward(black, -1).

straight(1, 0).
straight(-1, 0).
straight(0, 1).
straight(0, -1).

beside(DX, DY) :- straight(DX, DY).
beside(1, 1).
beside(1, -1).
beside(-1, 1).
beside(-1, -1).

jump(1, 2).
jump(2, 1).
jump(-1, 2).
jump(-2, 1).
jump(1, -2).
jump(2, -1).
jump(-1, -2).
jump(-2, -1).

square(X, Y, A) :- nth1(X, [a, b, c, d], C), atomic_list_concat([C, Y], A).

next(_, state(white, Z), state(black, Z)).
next(_, state(black, Z), state(white, Z)).

win(state(Q, Z), P) :- next(_, state(Q, Z), state(P, Z)), beaten(Q, P, Z), !.
win(state(_, [moved([60]) | _]), draw) :- !.
win(state(P, Z), draw) :- \+ turn(_, state(P, Z), _).

beaten(Q, _, Z) :- member(taken(Q, L), Z), memberchk(piece(Q, king), L).
beaten(_, white, Z) :- member(sq(_, 5, [piece(white, pawn)]), Z).
beaten(_, black, Z) :- member(sq(_, 1, [piece(black, pawn)]), Z).

label(sq(X, Y), A) :- between(1, 4, X), between(1, 5, Y), square(X, Y, A).
label(game, en, 'Small chess').
label(game, cs, 'Malé šachy').
label(game, sk, 'Malý šach').
label(white, en, white).
label(white, cs, 'bílý').
label(white, sk, 'biely').
label(black, en, black).
label(black, cs, 'černý').
label(black, sk, 'čierny').
label(sq, en, square).
label(sq, cs, pole).
label(sq, sk, pole).
label(taken, en, 'taken pieces').
label(taken, cs, 'sebrané figury').
label(taken, sk, 'vyhodené figúry').
label(moved, en, 'moves made').
label(moved, cs, 'odehrané tahy').
label(moved, sk, 'odohrané ťahy').
label(from_to, en, 'move from ~1 to ~2').
label(from_to, cs, 'tah z ~1 na ~2').
label(from_to, sk, 'ťah z ~1 na ~2').
label(reach, en, 'king, knight and rook go as in chess; a pawn goes one square forward and takes diagonally').
label(reach, cs, 'král, jezdec a věž chodí jako v šachu; pěšec jde o pole vpřed a bere šikmo').
label(reach, sk, 'kráľ, jazdec a veža chodia ako v šachu; pešiak ide o pole vpred a berie šikmo').
label(captured, en, 'no piece of one\'s own stands there; a piece of the opponent is taken').
label(captured, cs, 'nestojí tam vlastní figura; soupeřova figura je sebrána').
label(captured, sk, 'nestojí tam vlastná figúra; súperova figúra je vyhodená').
label(beaten, en, 'the king of the other is taken, or a pawn of the player stands on the far side').
label(beaten, cs, 'soupeřův král je sebrán, nebo pěšec hráče stojí na druhé straně').
label(beaten, sk, 'súperov kráľ je vyhodený, alebo pešiak hráča stojí na druhej strane').
label(piece(white, king), en, 'white king').
label(piece(white, king), cs, 'bílý král').
label(piece(white, king), sk, 'biely kráľ').
label(piece(white, rook), en, 'white rook').
label(piece(white, rook), cs, 'bílá věž').
label(piece(white, rook), sk, 'biela veža').
label(piece(white, knight), en, 'white knight').
label(piece(white, knight), cs, 'bílý jezdec').
label(piece(white, knight), sk, 'biely jazdec').
label(piece(white, pawn), en, 'white pawn').
label(piece(white, pawn), cs, 'bílý pěšec').
label(piece(white, pawn), sk, 'biely pešiak').
label(piece(black, king), en, 'black king').
label(piece(black, king), cs, 'černý král').
label(piece(black, king), sk, 'čierny kráľ').
label(piece(black, rook), en, 'black rook').
label(piece(black, rook), cs, 'černá věž').
label(piece(black, rook), sk, 'čierna veža').
label(piece(black, knight), en, 'black knight').
label(piece(black, knight), cs, 'černý jezdec').
label(piece(black, knight), sk, 'čierny jazdec').
label(piece(black, pawn), en, 'black pawn').
label(piece(black, pawn), cs, 'černý pěšec').
label(piece(black, pawn), sk, 'čierny pešiak').
label(when(from_to), en, 'a piece of the player stands on X and may go to Y: king, knight and rook as in chess, a pawn one square forward, and diagonally only to take. A piece of one\'s own is in the way, one of the opponent is taken').
label(when(from_to), cs, 'na X stojí figura hráče a smí jít na Y: král, jezdec a věž jako v šachu, pěšec o pole vpřed a šikmo jen tehdy, když bere. Vlastní figura stojí v cestě, soupeřova se bere').
label(when(from_to), sk, 'na X stojí figúra hráča a smie ísť na Y: kráľ, jazdec a veža ako v šachu, pešiak o pole vpred a šikmo iba vtedy, keď berie. Vlastná figúra stojí v ceste, súperova sa berie').
label(when(draw), en, '60 moves have been made or the player whose turn it is cannot move').
label(when(draw), cs, 'bylo odehráno 60 tahů nebo hráč na tahu nemůže táhnout').
label(when(draw), sk, 'sa odohralo 60 ťahov alebo hráč na ťahu nemôže ťahať').
layout(board, grid(4, 5)).
place(sq(X, Y), board, S) :- between(1, 5, Y), between(1, 4, X), S is (5 - Y) * 4 + X - 1.
owner(taken(P), P) :- player(P).
