% a tiny whist: 4 players, 12 cards, trick winner leads
player(n). player(e). player(s). player(w).
team(n, ns). team(s, ns). team(e, ew). team(w, ew).
suit(h). suit(c). suit(d).
rank(R) :- between(1, 4, R).
state(n, [deck(D), hand(n,[]), hand(e,[]), hand(s,[]), hand(w,[]), trick([]), won(n,[]), won(e,[]), won(s,[]), won(w,[])]) :-
    findall(R-S, (suit(S), rank(R)), D).
chance(1, deal(C), state(P, [deck(D) | Z]), state(P, [deck(R), hand(Q, [C|H]) | Z1])) :-
    D = [_|_], length(D, L), I is (12 - L) // 3, nth0(I, [n,e,s,w], Q),
    select(hand(Q, H), Z, Z1), select(C, D, R).
turn(play(C), state(P, [deck([]) | Z]), state(P, Out)) :-
    select(hand(P, H), Z, Z0), select(trick(T), Z0, Z1), select(C, H, R),
    follows(C, T, H),
    append(T, [C], T1),
    done(P, T1, R, Z1, Out).
done(P, T, R, Z, [deck([]), hand(P, R), trick([]), won(W, L1) | Z1]) :-
    length(T, 4), !, best(P, T, W), select(won(W, L), Z, Z1), append(T, L, L1).
done(P, T, R, Z, [deck([]), hand(P, R), trick(T) | Z]).
follows(_, [], _) :- !.
follows(_-S, [_-S|_], _) :- !.
follows(_, [_-S|_], H) :- \+ member(_-S, H).
best(Last, [R1-S, A, B, C], W) :-
    order(Last, Ws), winner([R1-S, A, B, C], Ws, S, R1, W).
order(Last, Ws) :- nth0(I, [n,e,s,w], Last), findall(X, (between(1, 4, K), J is (I + K) mod 4, nth0(J, [n,e,s,w], X)), Ws).
winner(Cs, Ws, S, _, W) :- findall(R-P, (nth0(I, Cs, R-S), nth0(I, Ws, P)), L), msort(L, M), last(M, _-W).
next(state(_, B), state(P, Z), state(Q, Z)) :- member(trick(T0), B), length(T0, 3), !, taker(B, Z, P, Q).
next(_, state(P, Z), state(Q, Z)) :- after(P, Q).
taker(B, Z, _, Q) :- member(won(Q, L1), Z), member(won(Q, L0), B), length(L1, N1), length(L0, N0), N1 > N0, !.
after(n, e). after(e, s). after(s, w). after(w, n).
win(state(_, [deck([]) | Z]), T) :- \+ member(hand(_, [_|_]), Z), count(Z, NS, EW), ( NS > EW -> T = ns ; EW > NS -> T = ew ; T = draw ).
count(Z, NS, EW) :- findall(X, (member(won(P, L), Z), (P = n ; P = s), member(X, L)), A), findall(X, (member(won(P, L), Z), (P = e ; P = w), member(X, L)), B), length(A, NS), length(B, EW).
sees(P, Z) :- Z \= deck, \+ (Z = hand(Q), Q \== P).
