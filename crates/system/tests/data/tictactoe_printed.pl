% Tic-tac-toe as it was first written down: fields that share a name, variables inside atoms.
player(p_x).
player(p_o).

state(p_x, [z_1_1([]), z_1_3([]), z_1_3([]),
            z_2_1([]), z_2_3([]), z_2_3([]),
            z_3_1([]), z_3_3([]), z_3_3([]),
            z_x([x_1, x_2, x_3, x_4, x_5]),
            z_o([o_1, o_2, o_3, o_4, o_5])]) :- player(p_x).

turn(state(P, Zin), state(P, [z_X_Y([T]), z_P(L) | Zs])) :-
    select(z_P([T | L]), Zin, Zr),
    select(z_X_Y([]), Zr, Zs).

next(_, state(p_x, Z), state(p_o, Z)).
next(_, state(p_o, Z), state(p_x, Z)).

win(state(P, Z), P) :- full(Z).

full(Z) :- \+ member(z_1_1([]), Z).
