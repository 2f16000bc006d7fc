% Alquerque: step along a line, or jump over a stone of the other player and take it. Who can jump on with the same stone may
% do so, or say that it is enough. Whoever takes all stones wins; a player who cannot move makes it a draw.
player(white).
player(black).
alike(white).
alike(black).
marker(N) :- point(N).

state(white, Zones) :-
    findall(p(N, C), ( point(N), start(N, C) ), Points),
    append(Points, [taken(white, []), taken(black, []), jumper([])], Zones).

% White stands below and to the right of the middle, black above and to the left.
start(N, [black]) :- sub_atom(N, 1, 1, _, R), memberchk(R, ['4', '5']), !.
start(N, [white]) :- sub_atom(N, 1, 1, _, R), memberchk(R, ['1', '2']), !.
start(N, [black]) :- memberchk(N, [a3, b3]), !.
start(N, [white]) :- memberchk(N, [d3, e3]), !.
start(_, []).

opponent(white, black).
opponent(black, white).

turn(A - B, state(P, Z), state(P, [p(A, []), p(B, [P]) | Z2])) :-
    memberchk(jumper([]), Z),
    joined(A, B),
    select(p(A, [P]), Z, Z1),
    select(p(B, []), Z1, Z2).
turn(jump(A, B), state(P, Z), state(P, Out)) :-
    opponent(P, Q),
    over(A, M, B),
    select(p(A, [P]), Z, Z1),
    select(p(B, []), Z1, Z2),
    select(p(M, [Q]), Z2, Z3),
    select(jumper(J), Z3, Z4),
    may_jump(A, J),
    select(taken(Q, T), Z4, Z5),
    Rest = [p(A, []), p(M, []), p(B, [P]), taken(Q, [Q | T]) | Z5],
    ( further(B, Q, Rest) -> Out = [jumper([B]) | Rest] ; Out = [jumper([]) | Rest] ).
turn(enough, state(P, Z), state(P, [jumper([]) | Z1])) :- select(jumper([_]), Z, Z1).

% While somebody jumps only that stone may go on.
may_jump(_, []).
may_jump(A, [A]).

further(A, Q, Z) :- over(A, M, B), memberchk(p(M, [Q]), Z), memberchk(p(B, []), Z), !.

next(_, state(P, Z), state(N, Z)) :- ( memberchk(jumper([_]), Z) -> N = P ; opponent(P, N) ).

win(state(_, Z), P) :- opponent(P, Q), beaten(Q, Z).
win(state(P, Z), draw) :- \+ beaten(P, Z), \+ able(P, Z).

beaten(P, Z) :- memberchk(taken(P, T), Z), length(T, 12).

able(_, Z) :- memberchk(jumper([_]), Z), !.
able(P, Z) :- member(p(A, [P]), Z), joined(A, B), memberchk(p(B, []), Z), !.
able(P, Z) :- opponent(P, Q), member(p(A, [P]), Z), further(A, Q, Z), !.

% A position that is there for the third time: nobody makes headway.
repetition(3, draw).

label(game, en, 'Alquerque').
label(game, cs, 'Alquerque').
label(game, sk, 'Alquerque').
label(white, en, white).
label(white, cs, 'bílý').
label(white, sk, biely).
label(black, en, black).
label(black, cs, 'černý').
label(black, sk, 'čierny').
label(p, en, point).
label(p, cs, bod).
label(p, sk, bod).
label(taken, en, 'taken stones').
label(taken, cs, 'zajaté kameny').
label(taken, sk, 'zajaté kamene').
label(jumper, en, 'stone that jumps').
label(jumper, cs, 'skákající kámen').
label(jumper, sk, 'skáčuci kameň').
label((-), en, 'a step along a line').
label((-), cs, 'krok po čáře').
label((-), sk, 'krok po čiare').
label(jump, en, 'a jump over a stone, which is taken').
label(jump, cs, 'skok přes kámen, který se zajme').
label(jump, sk, 'skok cez kameň, ktorý sa zajme').
label(enough, en, 'end of jumping').
label(enough, cs, 'konec skákání').
label(enough, sk, 'koniec skákania').
label(when(-), en, 'nobody is in the middle of jumping, a line joins the two points and the second one is free').
label(when(-), cs, 'nikdo není uprostřed skákání, oba body spojuje čára a druhý je volný').
label(when(-), sk, 'nikto nie je uprostred skákania, oba body spája čiara a druhý je voľný').
label(when(jump), en, 'the points lie two apart on a line, a stone of the other player stands between them and the second one is free; who has begun to jump goes on with the same stone').
label(when(jump), cs, 'body leží na čáře ob jeden, mezi nimi stojí kámen soupeře a druhý je volný; kdo začal skákat, pokračuje týmž kamenem').
label(when(jump), sk, 'body ležia na čiare ob jeden, medzi nimi stojí kameň súpera a druhý je voľný; kto začal skákať, pokračuje tým istým kameňom').
label(when(enough), en, 'the player has just jumped and could jump on').
label(when(enough), cs, 'hráč právě skočil a mohl by skákat dál').
label(when(enough), sk, 'hráč práve skočil a mohol by skákať ďalej').
label(when(win), en, 'all stones of the other player are taken').
label(when(win), cs, 'všechny kameny soupeře jsou zajaté').
label(when(win), sk, 'všetky kamene súpera sú zajaté').
label(when(draw), en, 'the player to move cannot').
label(when(draw), cs, 'hráč na tahu nemůže táhnout').
label(when(draw), sk, 'hráč na ťahu nemôže ťahať').
label(N, L, N) :- member(L, [en, cs, sk]), point(N).
layout(board, grid(5, 5)).
place(p(N), board, S) :- nth0(S, [a5, b5, c5, d5, e5, a4, b4, c4, d4, e4, a3, b3, c3, d3, e3, a2, b2, c2, d2, e2, a1, b1, c1, d1, e1], N).
owner(taken(P), P) :- player(P).

point(N) :- member(N, [a5, b5, c5, d5, e5, a4, b4, c4, d4, e4, a3, b3, c3, d3, e3, a2, b2, c2, d2, e2, a1, b1, c1, d1, e1]).

joined(a1, a2).
joined(a1, b1).
joined(a1, b2).
joined(b1, a1).
joined(b1, b2).
joined(b1, c1).
joined(c1, b1).
joined(c1, b2).
joined(c1, c2).
joined(c1, d1).
joined(c1, d2).
joined(d1, c1).
joined(d1, d2).
joined(d1, e1).
joined(e1, d1).
joined(e1, d2).
joined(e1, e2).
joined(a2, a1).
joined(a2, a3).
joined(a2, b2).
joined(b2, a1).
joined(b2, a2).
joined(b2, a3).
joined(b2, b1).
joined(b2, b3).
joined(b2, c1).
joined(b2, c2).
joined(b2, c3).
joined(c2, b2).
joined(c2, c1).
joined(c2, c3).
joined(c2, d2).
joined(d2, c1).
joined(d2, c2).
joined(d2, c3).
joined(d2, d1).
joined(d2, d3).
joined(d2, e1).
joined(d2, e2).
joined(d2, e3).
joined(e2, d2).
joined(e2, e1).
joined(e2, e3).
joined(a3, a2).
joined(a3, a4).
joined(a3, b2).
joined(a3, b3).
joined(a3, b4).
joined(b3, a3).
joined(b3, b2).
joined(b3, b4).
joined(b3, c3).
joined(c3, b2).
joined(c3, b3).
joined(c3, b4).
joined(c3, c2).
joined(c3, c4).
joined(c3, d2).
joined(c3, d3).
joined(c3, d4).
joined(d3, c3).
joined(d3, d2).
joined(d3, d4).
joined(d3, e3).
joined(e3, d2).
joined(e3, d3).
joined(e3, d4).
joined(e3, e2).
joined(e3, e4).
joined(a4, a3).
joined(a4, a5).
joined(a4, b4).
joined(b4, a3).
joined(b4, a4).
joined(b4, a5).
joined(b4, b3).
joined(b4, b5).
joined(b4, c3).
joined(b4, c4).
joined(b4, c5).
joined(c4, b4).
joined(c4, c3).
joined(c4, c5).
joined(c4, d4).
joined(d4, c3).
joined(d4, c4).
joined(d4, c5).
joined(d4, d3).
joined(d4, d5).
joined(d4, e3).
joined(d4, e4).
joined(d4, e5).
joined(e4, d4).
joined(e4, e3).
joined(e4, e5).
joined(a5, a4).
joined(a5, b4).
joined(a5, b5).
joined(b5, a5).
joined(b5, b4).
joined(b5, c5).
joined(c5, b4).
joined(c5, b5).
joined(c5, c4).
joined(c5, d4).
joined(c5, d5).
joined(d5, c5).
joined(d5, d4).
joined(d5, e5).
joined(e5, d4).
joined(e5, d5).
joined(e5, e4).

over(a1, a2, a3).
over(a1, b1, c1).
over(a1, b2, c3).
over(b1, b2, b3).
over(b1, c1, d1).
over(c1, b1, a1).
over(c1, b2, a3).
over(c1, c2, c3).
over(c1, d1, e1).
over(c1, d2, e3).
over(d1, c1, b1).
over(d1, d2, d3).
over(e1, d1, c1).
over(e1, d2, c3).
over(e1, e2, e3).
over(a2, a3, a4).
over(a2, b2, c2).
over(b2, b3, b4).
over(b2, c2, d2).
over(b2, c3, d4).
over(c2, b2, a2).
over(c2, c3, c4).
over(c2, d2, e2).
over(d2, c2, b2).
over(d2, c3, b4).
over(d2, d3, d4).
over(e2, d2, c2).
over(e2, e3, e4).
over(a3, a2, a1).
over(a3, a4, a5).
over(a3, b2, c1).
over(a3, b3, c3).
over(a3, b4, c5).
over(b3, b2, b1).
over(b3, b4, b5).
over(b3, c3, d3).
over(c3, b2, a1).
over(c3, b3, a3).
over(c3, b4, a5).
over(c3, c2, c1).
over(c3, c4, c5).
over(c3, d2, e1).
over(c3, d3, e3).
over(c3, d4, e5).
over(d3, c3, b3).
over(d3, d2, d1).
over(d3, d4, d5).
over(e3, d2, c1).
over(e3, d3, c3).
over(e3, d4, c5).
over(e3, e2, e1).
over(e3, e4, e5).
over(a4, a3, a2).
over(a4, b4, c4).
over(b4, b3, b2).
over(b4, c3, d2).
over(b4, c4, d4).
over(c4, b4, a4).
over(c4, c3, c2).
over(c4, d4, e4).
over(d4, c3, b2).
over(d4, c4, b4).
over(d4, d3, d2).
over(e4, d4, c4).
over(e4, e3, e2).
over(a5, a4, a3).
over(a5, b4, c3).
over(a5, b5, c5).
over(b5, b4, b3).
over(b5, c5, d5).
over(c5, b4, a3).
over(c5, b5, a5).
over(c5, c4, c3).
over(c5, d4, e3).
over(c5, d5, e5).
over(d5, c5, b5).
over(d5, d4, d3).
over(e5, d4, c3).
over(e5, d5, c5).
over(e5, e4, e3).
