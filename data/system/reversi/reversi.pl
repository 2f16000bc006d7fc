% Reversi (Othello): enclose the opponent's discs and turn them over; whoever has more discs at the end wins.
% A turned disc is one token exchanged for another from the supply, so no token is ever lost.
player(black).
player(white).
alike(black).
alike(white).

state(black, Zones) :-
    findall(f(N, T), ( between(1, 64, N), start(N, T) ), Fields),
    length(B, 62), maplist(=(black), B),
    length(W, 62), maplist(=(white), W),
    append(Fields, [supply(black, B), supply(white, W)], Zones).

start(28, [white]) :- !.
start(37, [white]) :- !.
start(29, [black]) :- !.
start(36, [black]) :- !.
start(_, []).

opponent(black, white).
opponent(white, black).

% The contents of the fields as one term, so that a field is found by its number.
fields(Zones, Board) :- contents(Zones, List), Board =.. [b | List].

contents([f(_, C) | Z], [C | Cs]) :- !, contents(Z, Cs).
contents(_, []).

turn(L, state(P, Z), state(P, Out)) :-
    fields(Z, B),
    opponent(P, Q),
    field(N, L),
    arg(N, B, []),
    findall(F, ( ray(N, R), turned(R, B, P, Q, F) ), Fs),
    Fs = [_ | _],
    append(Fs, Flipped),
    length(Flipped, K),
    change(Z, 1, N, Flipped, P, Q, K, Out).
turn(pass, state(P, Z), state(P, Z)) :- fields(Z, B), \+ able(B, P).

turned([N | R], B, P, Q, [N | F]) :- arg(N, B, [Q]), rest(R, B, P, Q, F).

rest([N | R], B, P, Q, F) :- arg(N, B, [C]), rest(C, N, R, B, P, Q, F).

rest(P, _, _, _, P, _, []) :- !.
rest(Q, N, R, B, P, Q, [N | F]) :- rest(R, B, P, Q, F).

able(B, P) :-
    opponent(P, Q),
    between(1, 64, N),
    arg(N, B, []),
    ray(N, R),
    turned(R, B, P, Q, _), !.

change([f(N, _) | Z], N, N, Fs, P, Q, K, [f(N, [P]) | Out]) :- !,
    N1 is N + 1,
    change(Z, N1, N, Fs, P, Q, K, Out).
change([f(I, C) | Z], I, N, Fs, P, Q, K, [f(I, D) | Out]) :- !,
    ( memberchk(I, Fs) -> D = [P] ; D = C ),
    I1 is I + 1,
    change(Z, I1, N, Fs, P, Q, K, Out).
change([supply(P, S) | Z], I, N, Fs, P, Q, K, [supply(P, T) | Out]) :- !,
    K1 is K + 1,
    length(Off, K1),
    append(Off, T, S),
    change(Z, I, N, Fs, P, Q, K, Out).
change([supply(Q, S) | Z], I, N, Fs, P, Q, K, [supply(Q, T) | Out]) :- !,
    length(Back, K),
    maplist(=(Q), Back),
    append(Back, S, T),
    change(Z, I, N, Fs, P, Q, K, Out).
change([], _, _, _, _, _, _, []).

next(_, state(black, Z), state(white, Z)).
next(_, state(white, Z), state(black, Z)).

win(state(_, Z), W) :-
    fields(Z, B),
    \+ able(B, black),
    \+ able(B, white),
    discs(Z, black, X),
    discs(Z, white, Y),
    more(X, Y, W).

discs(Z, P, N) :- aggregate_all(count, member(f(_, [P]), Z), N).

more(X, Y, black) :- X > Y.
more(X, Y, white) :- X < Y.
more(X, X, draw).

label(f(N), L) :- field(N, L).
label(game, en, 'Reversi').
label(game, cs, 'Reversi').
label(game, sk, 'Reversi').
label(black, en, black).
label(black, cs, 'černý').
label(black, sk, 'čierny').
label(white, en, white).
label(white, cs, 'bílý').
label(white, sk, 'biely').
label(f, en, field).
label(f, cs, pole).
label(f, sk, pole).
label(supply, en, supply).
label(supply, cs, 'zásoba').
label(supply, sk, 'zásoba').
label(turn, en, 'one of the player\'s own discs is put on an empty field so that opposing discs are enclosed; they are turned over').
label(turn, cs, 'položit svůj kámen na prázdné pole tak, aby obklíčil soupeřovy kameny; ty se otočí').
label(turn, sk, 'položiť svoj kameň na prázdne pole tak, aby obkľúčil súperove kamene; tie sa otočia').
label(turned, en, 'at least one line of the opponent\'s discs is enclosed; all enclosed discs are turned over').
label(turned, cs, 'aspoň jedna řada soupeřových kamenů je obklíčena; všechny obklíčené kameny se otočí').
label(turned, sk, 'aspoň jeden rad súperových kameňov je obkľúčený; všetky obkľúčené kamene sa otočia').
label(able, en, 'the player can enclose something').
label(able, cs, 'hráč může něco obklíčit').
label(able, sk, 'hráč môže niečo obkľúčiť').
label(more, en, 'whoever has more discs on the board wins; equal numbers are a draw').
label(more, cs, 'vyhrává, kdo má na desce více kamenů; stejný počet je remíza').
label(more, sk, 'vyhráva, kto má na doske viac kameňov; rovnaký počet je remíza').
label(pass, en, pass).
label(pass, cs, 'bez tahu').
label(pass, sk, 'bez ťahu').
label(when(turn), en, '').
label(when(turn), cs, '').
label(when(turn), sk, '').
label(not(able), en, 'the player cannot enclose anything').
label(not(able), cs, 'hráč nemůže nic obklíčit').
label(not(able), sk, 'hráč nemôže nič obkľúčiť').
label(when(win), en, 'neither player can enclose anything and this player has more discs on the board; equal numbers are a draw').
label(when(win), cs, 'ani jeden hráč nemůže nic obklíčit a tento hráč má na desce více kamenů; stejný počet znamená remízu').
label(when(win), sk, 'ani jeden hráč nemôže nič obkľúčiť a tento hráč má na doske viac kameňov; rovnaký počet znamená remízu').
layout(board, grid(8, 8)).
place(f(N), board, S) :- between(1, 64, N), S is N - 1.
owner(supply(P), P) :- player(P).

field(1, a1).
field(2, b1).
field(3, c1).
field(4, d1).
field(5, e1).
field(6, f1).
field(7, g1).
field(8, h1).
field(9, a2).
field(10, b2).
field(11, c2).
field(12, d2).
field(13, e2).
field(14, f2).
field(15, g2).
field(16, h2).
field(17, a3).
field(18, b3).
field(19, c3).
field(20, d3).
field(21, e3).
field(22, f3).
field(23, g3).
field(24, h3).
field(25, a4).
field(26, b4).
field(27, c4).
field(28, d4).
field(29, e4).
field(30, f4).
field(31, g4).
field(32, h4).
field(33, a5).
field(34, b5).
field(35, c5).
field(36, d5).
field(37, e5).
field(38, f5).
field(39, g5).
field(40, h5).
field(41, a6).
field(42, b6).
field(43, c6).
field(44, d6).
field(45, e6).
field(46, f6).
field(47, g6).
field(48, h6).
field(49, a7).
field(50, b7).
field(51, c7).
field(52, d7).
field(53, e7).
field(54, f7).
field(55, g7).
field(56, h7).
field(57, a8).
field(58, b8).
field(59, c8).
field(60, d8).
field(61, e8).
field(62, f8).
field(63, g8).
field(64, h8).

ray(1, [9, 17, 25, 33, 41, 49, 57]).
ray(1, [2, 3, 4, 5, 6, 7, 8]).
ray(1, [10, 19, 28, 37, 46, 55, 64]).
ray(2, [10, 18, 26, 34, 42, 50, 58]).
ray(2, [3, 4, 5, 6, 7, 8]).
ray(2, [11, 20, 29, 38, 47, 56]).
ray(3, [2, 1]).
ray(3, [10, 17]).
ray(3, [11, 19, 27, 35, 43, 51, 59]).
ray(3, [4, 5, 6, 7, 8]).
ray(3, [12, 21, 30, 39, 48]).
ray(4, [3, 2, 1]).
ray(4, [11, 18, 25]).
ray(4, [12, 20, 28, 36, 44, 52, 60]).
ray(4, [5, 6, 7, 8]).
ray(4, [13, 22, 31, 40]).
ray(5, [4, 3, 2, 1]).
ray(5, [12, 19, 26, 33]).
ray(5, [13, 21, 29, 37, 45, 53, 61]).
ray(5, [6, 7, 8]).
ray(5, [14, 23, 32]).
ray(6, [5, 4, 3, 2, 1]).
ray(6, [13, 20, 27, 34, 41]).
ray(6, [14, 22, 30, 38, 46, 54, 62]).
ray(6, [7, 8]).
ray(6, [15, 24]).
ray(7, [6, 5, 4, 3, 2, 1]).
ray(7, [14, 21, 28, 35, 42, 49]).
ray(7, [15, 23, 31, 39, 47, 55, 63]).
ray(8, [7, 6, 5, 4, 3, 2, 1]).
ray(8, [15, 22, 29, 36, 43, 50, 57]).
ray(8, [16, 24, 32, 40, 48, 56, 64]).
ray(9, [17, 25, 33, 41, 49, 57]).
ray(9, [10, 11, 12, 13, 14, 15, 16]).
ray(9, [18, 27, 36, 45, 54, 63]).
ray(10, [18, 26, 34, 42, 50, 58]).
ray(10, [11, 12, 13, 14, 15, 16]).
ray(10, [19, 28, 37, 46, 55, 64]).
ray(11, [10, 9]).
ray(11, [18, 25]).
ray(11, [19, 27, 35, 43, 51, 59]).
ray(11, [12, 13, 14, 15, 16]).
ray(11, [20, 29, 38, 47, 56]).
ray(12, [11, 10, 9]).
ray(12, [19, 26, 33]).
ray(12, [20, 28, 36, 44, 52, 60]).
ray(12, [13, 14, 15, 16]).
ray(12, [21, 30, 39, 48]).
ray(13, [12, 11, 10, 9]).
ray(13, [20, 27, 34, 41]).
ray(13, [21, 29, 37, 45, 53, 61]).
ray(13, [14, 15, 16]).
ray(13, [22, 31, 40]).
ray(14, [13, 12, 11, 10, 9]).
ray(14, [21, 28, 35, 42, 49]).
ray(14, [22, 30, 38, 46, 54, 62]).
ray(14, [15, 16]).
ray(14, [23, 32]).
ray(15, [14, 13, 12, 11, 10, 9]).
ray(15, [22, 29, 36, 43, 50, 57]).
ray(15, [23, 31, 39, 47, 55, 63]).
ray(16, [15, 14, 13, 12, 11, 10, 9]).
ray(16, [23, 30, 37, 44, 51, 58]).
ray(16, [24, 32, 40, 48, 56, 64]).
ray(17, [9, 1]).
ray(17, [25, 33, 41, 49, 57]).
ray(17, [10, 3]).
ray(17, [18, 19, 20, 21, 22, 23, 24]).
ray(17, [26, 35, 44, 53, 62]).
ray(18, [10, 2]).
ray(18, [26, 34, 42, 50, 58]).
ray(18, [11, 4]).
ray(18, [19, 20, 21, 22, 23, 24]).
ray(18, [27, 36, 45, 54, 63]).
ray(19, [10, 1]).
ray(19, [18, 17]).
ray(19, [26, 33]).
ray(19, [11, 3]).
ray(19, [27, 35, 43, 51, 59]).
ray(19, [12, 5]).
ray(19, [20, 21, 22, 23, 24]).
ray(19, [28, 37, 46, 55, 64]).
ray(20, [11, 2]).
ray(20, [19, 18, 17]).
ray(20, [27, 34, 41]).
ray(20, [12, 4]).
ray(20, [28, 36, 44, 52, 60]).
ray(20, [13, 6]).
ray(20, [21, 22, 23, 24]).
ray(20, [29, 38, 47, 56]).
ray(21, [12, 3]).
ray(21, [20, 19, 18, 17]).
ray(21, [28, 35, 42, 49]).
ray(21, [13, 5]).
ray(21, [29, 37, 45, 53, 61]).
ray(21, [14, 7]).
ray(21, [22, 23, 24]).
ray(21, [30, 39, 48]).
ray(22, [13, 4]).
ray(22, [21, 20, 19, 18, 17]).
ray(22, [29, 36, 43, 50, 57]).
ray(22, [14, 6]).
ray(22, [30, 38, 46, 54, 62]).
ray(22, [15, 8]).
ray(22, [23, 24]).
ray(22, [31, 40]).
ray(23, [14, 5]).
ray(23, [22, 21, 20, 19, 18, 17]).
ray(23, [30, 37, 44, 51, 58]).
ray(23, [15, 7]).
ray(23, [31, 39, 47, 55, 63]).
ray(24, [15, 6]).
ray(24, [23, 22, 21, 20, 19, 18, 17]).
ray(24, [31, 38, 45, 52, 59]).
ray(24, [16, 8]).
ray(24, [32, 40, 48, 56, 64]).
ray(25, [17, 9, 1]).
ray(25, [33, 41, 49, 57]).
ray(25, [18, 11, 4]).
ray(25, [26, 27, 28, 29, 30, 31, 32]).
ray(25, [34, 43, 52, 61]).
ray(26, [18, 10, 2]).
ray(26, [34, 42, 50, 58]).
ray(26, [19, 12, 5]).
ray(26, [27, 28, 29, 30, 31, 32]).
ray(26, [35, 44, 53, 62]).
ray(27, [18, 9]).
ray(27, [26, 25]).
ray(27, [34, 41]).
ray(27, [19, 11, 3]).
ray(27, [35, 43, 51, 59]).
ray(27, [20, 13, 6]).
ray(27, [28, 29, 30, 31, 32]).
ray(27, [36, 45, 54, 63]).
ray(28, [19, 10, 1]).
ray(28, [27, 26, 25]).
ray(28, [35, 42, 49]).
ray(28, [20, 12, 4]).
ray(28, [36, 44, 52, 60]).
ray(28, [21, 14, 7]).
ray(28, [29, 30, 31, 32]).
ray(28, [37, 46, 55, 64]).
ray(29, [20, 11, 2]).
ray(29, [28, 27, 26, 25]).
ray(29, [36, 43, 50, 57]).
ray(29, [21, 13, 5]).
ray(29, [37, 45, 53, 61]).
ray(29, [22, 15, 8]).
ray(29, [30, 31, 32]).
ray(29, [38, 47, 56]).
ray(30, [21, 12, 3]).
ray(30, [29, 28, 27, 26, 25]).
ray(30, [37, 44, 51, 58]).
ray(30, [22, 14, 6]).
ray(30, [38, 46, 54, 62]).
ray(30, [23, 16]).
ray(30, [31, 32]).
ray(30, [39, 48]).
ray(31, [22, 13, 4]).
ray(31, [30, 29, 28, 27, 26, 25]).
ray(31, [38, 45, 52, 59]).
ray(31, [23, 15, 7]).
ray(31, [39, 47, 55, 63]).
ray(32, [23, 14, 5]).
ray(32, [31, 30, 29, 28, 27, 26, 25]).
ray(32, [39, 46, 53, 60]).
ray(32, [24, 16, 8]).
ray(32, [40, 48, 56, 64]).
ray(33, [25, 17, 9, 1]).
ray(33, [41, 49, 57]).
ray(33, [26, 19, 12, 5]).
ray(33, [34, 35, 36, 37, 38, 39, 40]).
ray(33, [42, 51, 60]).
ray(34, [26, 18, 10, 2]).
ray(34, [42, 50, 58]).
ray(34, [27, 20, 13, 6]).
ray(34, [35, 36, 37, 38, 39, 40]).
ray(34, [43, 52, 61]).
ray(35, [26, 17]).
ray(35, [34, 33]).
ray(35, [42, 49]).
ray(35, [27, 19, 11, 3]).
ray(35, [43, 51, 59]).
ray(35, [28, 21, 14, 7]).
ray(35, [36, 37, 38, 39, 40]).
ray(35, [44, 53, 62]).
ray(36, [27, 18, 9]).
ray(36, [35, 34, 33]).
ray(36, [43, 50, 57]).
ray(36, [28, 20, 12, 4]).
ray(36, [44, 52, 60]).
ray(36, [29, 22, 15, 8]).
ray(36, [37, 38, 39, 40]).
ray(36, [45, 54, 63]).
ray(37, [28, 19, 10, 1]).
ray(37, [36, 35, 34, 33]).
ray(37, [44, 51, 58]).
ray(37, [29, 21, 13, 5]).
ray(37, [45, 53, 61]).
ray(37, [30, 23, 16]).
ray(37, [38, 39, 40]).
ray(37, [46, 55, 64]).
ray(38, [29, 20, 11, 2]).
ray(38, [37, 36, 35, 34, 33]).
ray(38, [45, 52, 59]).
ray(38, [30, 22, 14, 6]).
ray(38, [46, 54, 62]).
ray(38, [31, 24]).
ray(38, [39, 40]).
ray(38, [47, 56]).
ray(39, [30, 21, 12, 3]).
ray(39, [38, 37, 36, 35, 34, 33]).
ray(39, [46, 53, 60]).
ray(39, [31, 23, 15, 7]).
ray(39, [47, 55, 63]).
ray(40, [31, 22, 13, 4]).
ray(40, [39, 38, 37, 36, 35, 34, 33]).
ray(40, [47, 54, 61]).
ray(40, [32, 24, 16, 8]).
ray(40, [48, 56, 64]).
ray(41, [33, 25, 17, 9, 1]).
ray(41, [49, 57]).
ray(41, [34, 27, 20, 13, 6]).
ray(41, [42, 43, 44, 45, 46, 47, 48]).
ray(41, [50, 59]).
ray(42, [34, 26, 18, 10, 2]).
ray(42, [50, 58]).
ray(42, [35, 28, 21, 14, 7]).
ray(42, [43, 44, 45, 46, 47, 48]).
ray(42, [51, 60]).
ray(43, [34, 25]).
ray(43, [42, 41]).
ray(43, [50, 57]).
ray(43, [35, 27, 19, 11, 3]).
ray(43, [51, 59]).
ray(43, [36, 29, 22, 15, 8]).
ray(43, [44, 45, 46, 47, 48]).
ray(43, [52, 61]).
ray(44, [35, 26, 17]).
ray(44, [43, 42, 41]).
ray(44, [51, 58]).
ray(44, [36, 28, 20, 12, 4]).
ray(44, [52, 60]).
ray(44, [37, 30, 23, 16]).
ray(44, [45, 46, 47, 48]).
ray(44, [53, 62]).
ray(45, [36, 27, 18, 9]).
ray(45, [44, 43, 42, 41]).
ray(45, [52, 59]).
ray(45, [37, 29, 21, 13, 5]).
ray(45, [53, 61]).
ray(45, [38, 31, 24]).
ray(45, [46, 47, 48]).
ray(45, [54, 63]).
ray(46, [37, 28, 19, 10, 1]).
ray(46, [45, 44, 43, 42, 41]).
ray(46, [53, 60]).
ray(46, [38, 30, 22, 14, 6]).
ray(46, [54, 62]).
ray(46, [39, 32]).
ray(46, [47, 48]).
ray(46, [55, 64]).
ray(47, [38, 29, 20, 11, 2]).
ray(47, [46, 45, 44, 43, 42, 41]).
ray(47, [54, 61]).
ray(47, [39, 31, 23, 15, 7]).
ray(47, [55, 63]).
ray(48, [39, 30, 21, 12, 3]).
ray(48, [47, 46, 45, 44, 43, 42, 41]).
ray(48, [55, 62]).
ray(48, [40, 32, 24, 16, 8]).
ray(48, [56, 64]).
ray(49, [41, 33, 25, 17, 9, 1]).
ray(49, [42, 35, 28, 21, 14, 7]).
ray(49, [50, 51, 52, 53, 54, 55, 56]).
ray(50, [42, 34, 26, 18, 10, 2]).
ray(50, [43, 36, 29, 22, 15, 8]).
ray(50, [51, 52, 53, 54, 55, 56]).
ray(51, [42, 33]).
ray(51, [50, 49]).
ray(51, [43, 35, 27, 19, 11, 3]).
ray(51, [44, 37, 30, 23, 16]).
ray(51, [52, 53, 54, 55, 56]).
ray(52, [43, 34, 25]).
ray(52, [51, 50, 49]).
ray(52, [44, 36, 28, 20, 12, 4]).
ray(52, [45, 38, 31, 24]).
ray(52, [53, 54, 55, 56]).
ray(53, [44, 35, 26, 17]).
ray(53, [52, 51, 50, 49]).
ray(53, [45, 37, 29, 21, 13, 5]).
ray(53, [46, 39, 32]).
ray(53, [54, 55, 56]).
ray(54, [45, 36, 27, 18, 9]).
ray(54, [53, 52, 51, 50, 49]).
ray(54, [46, 38, 30, 22, 14, 6]).
ray(54, [47, 40]).
ray(54, [55, 56]).
ray(55, [46, 37, 28, 19, 10, 1]).
ray(55, [54, 53, 52, 51, 50, 49]).
ray(55, [47, 39, 31, 23, 15, 7]).
ray(56, [47, 38, 29, 20, 11, 2]).
ray(56, [55, 54, 53, 52, 51, 50, 49]).
ray(56, [48, 40, 32, 24, 16, 8]).
ray(57, [49, 41, 33, 25, 17, 9, 1]).
ray(57, [50, 43, 36, 29, 22, 15, 8]).
ray(57, [58, 59, 60, 61, 62, 63, 64]).
ray(58, [50, 42, 34, 26, 18, 10, 2]).
ray(58, [51, 44, 37, 30, 23, 16]).
ray(58, [59, 60, 61, 62, 63, 64]).
ray(59, [50, 41]).
ray(59, [58, 57]).
ray(59, [51, 43, 35, 27, 19, 11, 3]).
ray(59, [52, 45, 38, 31, 24]).
ray(59, [60, 61, 62, 63, 64]).
ray(60, [51, 42, 33]).
ray(60, [59, 58, 57]).
ray(60, [52, 44, 36, 28, 20, 12, 4]).
ray(60, [53, 46, 39, 32]).
ray(60, [61, 62, 63, 64]).
ray(61, [52, 43, 34, 25]).
ray(61, [60, 59, 58, 57]).
ray(61, [53, 45, 37, 29, 21, 13, 5]).
ray(61, [54, 47, 40]).
ray(61, [62, 63, 64]).
ray(62, [53, 44, 35, 26, 17]).
ray(62, [61, 60, 59, 58, 57]).
ray(62, [54, 46, 38, 30, 22, 14, 6]).
ray(62, [55, 48]).
ray(62, [63, 64]).
ray(63, [54, 45, 36, 27, 18, 9]).
ray(63, [62, 61, 60, 59, 58, 57]).
ray(63, [55, 47, 39, 31, 23, 15, 7]).
ray(64, [55, 46, 37, 28, 19, 10, 1]).
ray(64, [63, 62, 61, 60, 59, 58, 57]).
ray(64, [56, 48, 40, 32, 24, 16, 8]).
