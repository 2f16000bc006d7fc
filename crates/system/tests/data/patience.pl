% The patience with all eleven moves, made runnable; the order of the tableau puts the ace above the king, and a card of
% the closed part may be turned up while others lie on it.
player(p).

suit(c). suit(d). suit(h). suit(s).
rank(2). rank(3). rank(4). rank(5). rank(6). rank(7). rank(8). rank(9). rank(10). rank(j). rank(q). rank(k). rank(a).
red(h). red(d).
black(c). black(s).
cards(S-R) :- suit(S), rank(R).
new_deck(Deck) :- bagof(C, cards(C), Deck).
inverse_color(A, B) :- red(A), black(B) ; red(B), black(A).

tableau_order(S1-R1, S2-R2, [R1, R2 | _]) :- inverse_color(S1, S2).
tableau_order(A, B, [_ | F]) :- tableau_order(A, B, F).
tableau_order(A, B) :- tableau_order(A, B, [2, 3, 4, 5, 6, 7, 8, 9, 10, j, q, k, a]).

foundat_order(S-R, S-Rf, [Rf, R | _]).
foundat_order(A, B, [_ | F]) :- foundat_order(A, B, F).
foundat_order(A, B) :- foundat_order(A, B, [a, 2, 3, 4, 5, 6, 7, 8, 9, 10, j, q, k]).

foundat_check(_-a, []).
foundat_check(C, [F | _]) :- foundat_order(C, F).

state(p, Zin) :-
    new_deck(Deck),
    Deck = [TB1, TB2, TB3, TB4, TB5, TB6, TB7, TT2 | Deck8],
    length(TT3, 2), append(TT3, Deck9, Deck8),
    length(TT4, 3), append(TT4, Deck10, Deck9),
    length(TT5, 4), append(TT5, Deck11, Deck10),
    length(TT6, 5), append(TT6, Deck12, Deck11),
    length(TT7, 6), append(TT7, Deck13, Deck12),
    Zin = [w([]), 1-tt([]), 2-tt([TT2]), 3-tt(TT3), 4-tt(TT4), 5-tt(TT5), 6-tt(TT6), 7-tt(TT7),
           1-tb([TB1]), 2-tb([TB2]), 3-tb([TB3]), 4-tb([TB4]), 5-tb([TB5]), 6-tb([TB6]), 7-tb([TB7]),
           s(Deck13), 1-f([]), 2-f([]), 3-f([]), 4-f([])].

turn(state(p, Zin), state(p, [w([S | L]), s(Ss) | Zs])) :-
    select(s([S | Ss]), Zin, Zr), select(w(L), Zr, Zs).
turn(state(p, Zin), state(p, [w([]), s(Ls) | Zs])) :-
    select(w(L), Zin, Zr), select(s([]), Zr, Zs), reverse(L, Ls).
turn(state(p, Zin), state(p, [N-tt(L), N-tb([D | K]) | Zs])) :-
    select(N-tt([D | L]), Zin, Zr), select(N-tb(K), Zr, Zs).
turn(state(p, Zin), state(p, [w(L), N-f([W | X]) | Zs])) :-
    select(w([W | L]), Zin, Zr), select(N-f(X), Zr, Zs), foundat_check(W, X).
turn(state(p, Zin), state(p, [N-tb(Ds), K-f([D | Fx]) | Zs])) :-
    select(N-tb([D | Ds]), Zin, Zr), select(K-f(Fx), Zr, Zs), foundat_check(D, Fx).
turn(state(p, Zin), state(p, [N-tb([Su-k]), w(W) | Zs])) :-
    select(w([Su-k | W]), Zin, Zr), select(N-tb([]), Zr, Zs), select(N-tt([]), Zs, _).
turn(state(p, Zin), state(p, [N-tb([Su-k]), K-f(Fx) | Zs])) :-
    select(N-tb([]), Zin, Zr), select(N-tt([]), Zin, _), select(K-f([Su-k | Fx]), Zr, Zs).
turn(state(p, Zin), state(p, [N-tb([Fh, D | Ds]), K-f(Ft) | Zs])) :-
    select(K-f([Fh | Ft]), Zin, Zr), select(N-tb([D | Ds]), Zr, Zs), tableau_order(Fh, D).
turn(state(p, Zin), state(p, [w(Ws), N-tb([W, D | Ds]) | Zs])) :-
    select(w([W | Ws]), Zin, Zr), select(N-tb([D | Ds]), Zr, Zs), tableau_order(W, D).
turn(state(p, Zin), state(p, [N-tb(D1n), K-tb(D2n) | Zs])) :-
    select(N-tb(D1), Zin, Zr), append(R, D1n, D1), last(R, Crd),
    select(K-tb([D2 | D2s]), Zr, Zs), tableau_order(Crd, D2), append(R, [D2 | D2s], D2n).
turn(state(p, Zin), state(p, [N-tb(D1n), K-tb(R) | Zs])) :-
    select(N-tb(D1), Zin, Zr), append(R, D1n, D1), last(R, _-k),
    select(K-tb([]), Zr, Zs), select(K-tt([]), Zin, _).

win(state(p, Zin), p) :-
    \+ member(_-tb([_ | _]), Zin), \+ member(_-tt([_ | _]), Zin), select(w([]), Zin, _), select(s([]), Zin, _).
