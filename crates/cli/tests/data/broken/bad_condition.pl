% Broken on purpose: the condition of a clause compares something that is not a number, after three moves.
player(ann). player(bob).
alike(c).
state(ann, [heap([c, c, c, c, c]), gone([])]).
turn(take, state(P, [heap([c | H]), gone(G)]), state(P, [heap(H), gone([c | G])])) :- worth(H).
worth(H) :- length(H, N), N > 2, !.
worth([_, X | _]) :- X > 1.
worth([_]).
next(_, state(ann, Z), state(bob, Z)).
next(_, state(bob, Z), state(ann, Z)).
win(state(P, [heap([]) | _]), P).
