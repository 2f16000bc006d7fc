% Two rules of the patience as first written: several bars in one list.
player(p).
state(p, [w([]), s([a, b])]).
turn(state(p, Zin), state(p, [w([S|L])|s(Ss)|Zs])) :-
    select(s([S|Ss]), Zin, Zr),
    select(w(L), Zr, Zs).
win(state(p, Zin), p) :- select(s([]), Zin, _).
