% Nine Men's Morris: place nine stones, then slide them; three in a line make a mill and take a stone. A hammer says that a
% stone is to be taken, so a mill is two moves of one player. Ticks count moves without a mill; the last one is a draw.
parameter(stones, 9).
parameter(quiet, 100).
values(stones, 3-9).
values(quiet, 1-200).

player(white).
player(black).
alike(white).
alike(black).
alike(tick).

state(white, Zones) :-
    findall(p(N, []), point(N), Points),
    parameter(stones, S), parameter(quiet, Q),
    length(W, S), maplist(=(white), W),
    length(B, S), maplist(=(black), B),
    length(T, Q), maplist(=(tick), T),
    append(Points, [hand(white, W), hand(black, B), taken(white, []), taken(black, []),
                    rest([hammer]), raised([]), ticks(T), passed([])], Zones).

opponent(white, black).
opponent(black, white).

% A stone from the hand.
turn(N, state(P, Z), state(P, Out)) :-
    memberchk(rest([hammer]), Z),
    select(hand(P, [P | H]), Z, Z1),
    select(p(N, []), Z1, Z2),
    close(N, P, [p(N, [P]), hand(P, H) | Z2], Out).
% A stone along a line, or anywhere with three left.
turn(A - B, state(P, Z), state(P, Out)) :-
    memberchk(rest([hammer]), Z),
    memberchk(hand(P, []), Z),
    select(p(A, [P]), Z, Z1),
    select(p(B, []), Z1, Z2),
    reaches(A, B, P, Z),
    slid(B, P, [p(A, []), p(B, [P]) | Z2], Out).
% A stone of the other player is taken.
turn(take(N), state(P, Z), state(P, Out)) :-
    select(raised([hammer]), Z, Z1),
    select(rest([]), Z1, Z2),
    opponent(P, Q),
    select(p(N, [Q]), Z2, Z3),
    \+ safe(N, Q, Z),
    select(taken(Q, T), Z3, Z4),
    select(passed(Old), Z4, Z5),
    select(ticks(Left), Z5, Z6),
    append(Old, Left, Ticks),
    Out = [raised([]), rest([hammer]), p(N, []), taken(Q, [Q | T]), passed([]), ticks(Ticks) | Z6].

reaches(A, B, P, Z) :- ( beside(A, B) -> true ; flies(P, Z) ).

% Three stones are left.
flies(P, Z) :- parameter(stones, S), N is S - 3, memberchk(taken(P, T), Z), length(T, N).

close(N, P, Z, Out) :- mill(N, P, Z), !, raise(Z, Out).
close(_, _, Z, Z).

slid(N, P, Z, Out) :- mill(N, P, Z), !, raise(Z, Out).
slid(_, _, Z, [ticks(T), passed([tick | O]) | Z2]) :-
    select(ticks([tick | T]), Z, Z1),
    select(passed(O), Z1, Z2).

raise(Z, [rest([]), raised([hammer]) | Z2]) :- select(rest([hammer]), Z, Z1), select(raised([]), Z1, Z2).

mill(N, P, Z) :- line(N, A, B), memberchk(p(A, [P]), Z), memberchk(p(B, [P]), Z), !.

% A stone in a mill is safe while another one stands in none.
safe(N, P, Z) :- mill(N, P, Z), member(p(M, [P]), Z), \+ mill(M, P, Z), !.

% Who raised the hammer goes on.
next(_, state(P, Z), state(N, Z)) :- ( memberchk(raised([hammer]), Z) -> N = P ; opponent(P, N) ).

win(state(_, Z), P) :- opponent(P, Q), beaten(Q, Z).
win(state(P, Z), Q) :- opponent(P, Q), stuck(P, Z).
win(state(P, Z), draw) :- memberchk(ticks([]), Z), \+ stuck(P, Z).

beaten(P, Z) :- parameter(stones, S), N is S - 2, memberchk(taken(P, T), Z), length(T, N).

stuck(P, Z) :-
    memberchk(hand(P, []), Z),
    memberchk(rest([hammer]), Z),
    parameter(stones, S), N is S - 3,
    memberchk(taken(P, T), Z),
    length(T, K), K < N,
    \+ ( member(p(A, [P]), Z), beside(A, B), memberchk(p(B, []), Z) ).

label(game, en, 'Nine Men\'s Morris').
label(game, cs, 'Mlýn').
label(game, sk, 'Mlyn').
label(stones, en, 'stones of each player').
label(stones, cs, 'počet kamenů hráče').
label(stones, sk, 'počet kameňov hráča').
label(quiet, en, 'moves without a mill that are a draw').
label(quiet, cs, 'tahů bez mlýna do remízy').
label(quiet, sk, 'ťahov bez mlyna do remízy').
label(white, en, white).
label(white, cs, 'bílý').
label(white, sk, biely).
label(black, en, black).
label(black, cs, 'černý').
label(black, sk, 'čierny').
label(hammer, en, hammer).
label(hammer, cs, 'kladívko').
label(hammer, sk, kladivko).
label(tick, en, tick).
label(tick, cs, 'čárka').
label(tick, sk, 'čiarka').
label(p, en, point).
label(p, cs, bod).
label(p, sk, bod).
label(hand, en, hand).
label(hand, cs, ruka).
label(hand, sk, ruka).
label(taken, en, 'taken stones').
label(taken, cs, 'vzaté kameny').
label(taken, sk, 'vzaté kamene').
label(rest, en, 'rest of the hammer').
label(rest, cs, 'odkladiště kladívka').
label(rest, sk, 'odkladisko kladivka').
label(raised, en, 'raised hammer').
label(raised, cs, 'zvednuté kladívko').
label(raised, sk, 'zdvihnuté kladivko').
label(ticks, en, 'ticks left').
label(ticks, cs, 'zbývající čárky').
label(ticks, sk, 'zostávajúce čiarky').
label(passed, en, 'moves without a mill').
label(passed, cs, 'tahy bez mlýna').
label(passed, sk, 'ťahy bez mlyna').
label(turn, en, 'a stone is placed').
label(turn, cs, 'položení kamene').
label(turn, sk, 'položenie kameňa').
label((-), en, 'a stone is slid along a line').
label((-), cs, 'posun kamene').
label((-), sk, 'posun kameňa').
label(take, en, 'a stone of the other player is taken').
label(take, cs, 'vzetí kamene soupeře').
label(take, sk, 'vzatie kameňa súpera').
label(when(turn), en, 'no stone is to be taken and the point is free').
label(when(turn), cs, 'se nemá brát kámen a bod je volný').
label(when(turn), sk, 'sa nemá brať kameň a bod je voľný').
label(when(-), en, 'no stone is to be taken, the hand is empty, and a line leads to the free point; with three stones left any free point will do').
label(when(-), cs, 'se nemá brát kámen, ruka je prázdná a k volnému bodu vede čára; se třemi kameny kamkoli').
label(when(-), sk, 'sa nemá brať kameň, ruka je prázdna a k voľnému bodu vedie čiara; s tromi kameňmi kamkoľvek').
label(when(take), en, 'the player has just closed a mill; the stone taken stands in no mill, unless all do').
label(when(take), cs, 'hráč právě uzavřel mlýn; vzatý kámen nestojí v mlýně, ledaže v něm stojí všechny').
label(when(take), sk, 'hráč práve uzavrel mlyn; vzatý kameň nestojí v mlyne, iba ak v ňom stoja všetky').
label(when(win), en, 'the other player has two stones left, or is to move with all stones on the board and cannot').
label(when(win), cs, 'soupeři zbývají dva kameny, nebo je na tahu se všemi kameny na desce a nemůže táhnout').
label(when(win), sk, 'súperovi zostávajú dva kamene, alebo je na ťahu so všetkými kameňmi na doske a nemôže ťahať').
label(when(draw), en, 'no tick is left: so many moves in a row made no mill').
label(when(draw), cs, 'nezbývá žádná čárka: tolik tahů po sobě neuzavřelo mlýn').
label(when(draw), sk, 'nezostáva žiadna čiarka: toľko ťahov po sebe neuzavrelo mlyn').
layout(board, points([0-6, 0-3, 0-0, 3-0, 6-0, 6-3, 6-6, 3-6, 1-5, 1-3, 1-1, 3-1, 5-1, 5-3, 5-5, 3-5, 2-4, 2-3, 2-2, 3-2, 4-2, 4-3, 4-4, 3-4])).
place(p(N), board, S) :- nth0(S, [a1, a4, a7, d7, g7, g4, g1, d1, b2, b4, b6, d6, f6, f4, f2, d2, c3, c4, c5, d5, e5, e4, e3, d3], N).
owner(hand(P), P) :- player(P).
owner(taken(P), P) :- player(P).

point(N) :- member(N, [a1, a4, a7, d7, g7, g4, g1, d1, b2, b4, b6, d6, f6, f4, f2, d2, c3, c4, c5, d5, e5, e4, e3, d3]).

line(a1, a4, a7).
line(a1, g1, d1).
line(a4, a1, a7).
line(a4, b4, c4).
line(a7, a1, a4).
line(a7, d7, g7).
line(d7, a7, g7).
line(d7, d6, d5).
line(g7, a7, d7).
line(g7, g4, g1).
line(g4, g7, g1).
line(g4, f4, e4).
line(g1, g7, g4).
line(g1, d1, a1).
line(d1, g1, a1).
line(d1, d2, d3).
line(b2, b4, b6).
line(b2, f2, d2).
line(b4, b2, b6).
line(b4, a4, c4).
line(b6, b2, b4).
line(b6, d6, f6).
line(d6, b6, f6).
line(d6, d7, d5).
line(f6, b6, d6).
line(f6, f4, f2).
line(f4, f6, f2).
line(f4, g4, e4).
line(f2, f6, f4).
line(f2, d2, b2).
line(d2, f2, b2).
line(d2, d1, d3).
line(c3, c4, c5).
line(c3, e3, d3).
line(c4, c3, c5).
line(c4, a4, b4).
line(c5, c3, c4).
line(c5, d5, e5).
line(d5, c5, e5).
line(d5, d7, d6).
line(e5, c5, d5).
line(e5, e4, e3).
line(e4, e5, e3).
line(e4, g4, f4).
line(e3, e5, e4).
line(e3, d3, c3).
line(d3, e3, c3).
line(d3, d1, d2).

beside(a1, a4).
beside(a1, d1).
beside(a4, a1).
beside(a4, a7).
beside(a4, b4).
beside(a7, a4).
beside(a7, d7).
beside(d7, a7).
beside(d7, g7).
beside(d7, d6).
beside(g7, d7).
beside(g7, g4).
beside(g4, g7).
beside(g4, g1).
beside(g4, f4).
beside(g1, g4).
beside(g1, d1).
beside(d1, a1).
beside(d1, g1).
beside(d1, d2).
beside(b2, b4).
beside(b2, d2).
beside(b4, a4).
beside(b4, b2).
beside(b4, b6).
beside(b4, c4).
beside(b6, b4).
beside(b6, d6).
beside(d6, d7).
beside(d6, b6).
beside(d6, f6).
beside(d6, d5).
beside(f6, d6).
beside(f6, f4).
beside(f4, g4).
beside(f4, f6).
beside(f4, f2).
beside(f4, e4).
beside(f2, f4).
beside(f2, d2).
beside(d2, d1).
beside(d2, b2).
beside(d2, f2).
beside(d2, d3).
beside(c3, c4).
beside(c3, d3).
beside(c4, b4).
beside(c4, c3).
beside(c4, c5).
beside(c5, c4).
beside(c5, d5).
beside(d5, d6).
beside(d5, c5).
beside(d5, e5).
beside(e5, d5).
beside(e5, e4).
beside(e4, f4).
beside(e4, e5).
beside(e4, e3).
beside(e3, e4).
beside(e3, d3).
beside(d3, d2).
beside(d3, c3).
beside(d3, e3).
