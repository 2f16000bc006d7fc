% Broken on purpose: a turn passes the move on by itself, and next/3 passes it on again.
player(ann). player(bob).
alike(c).
state(ann, [heap([c, c, c, c]), gone([])]).
turn(take, state(P, [heap([c | H]), gone(G)]), state(Q, [heap(H), gone([c | G])])) :- after(P, H, Q).
after(_, [_, _], ann) :- !.
after(P, _, P).
next(_, state(ann, Z), state(bob, Z)).
next(_, state(bob, Z), state(ann, Z)).
win(state(ann, [heap([]) | _]), bob).
win(state(bob, [heap([]) | _]), ann).
