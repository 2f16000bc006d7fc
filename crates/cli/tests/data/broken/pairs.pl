% Four players in two pairs: the side that takes the last of five counters wins.
player(north). player(east). player(south). player(west).
team(north, ns). team(south, ns). team(east, ew). team(west, ew).
alike(c).
state(north, [heap([c, c, c, c, c]), gone([])]).
turn(take(1), state(P, [heap([c | H]), gone(G)]), state(P, [heap(H), gone([c | G])])).
turn(take(2), state(P, [heap([c, c | H]), gone(G)]), state(P, [heap(H), gone([c, c | G])])).
next(_, state(north, Z), state(east, Z)).
next(_, state(east, Z), state(south, Z)).
next(_, state(south, Z), state(west, Z)).
next(_, state(west, Z), state(north, Z)).
win(state(P, [heap([]) | _]), Side) :- ( member(P, [east, west]) -> Side = ns ; Side = ew ).
