% (1 + x + y + z)^10 with polynomials as nested lists of terms: poly(Variable, [term(Exponent, Coefficient), ...]).

bench(N, R) :- base(P), ( between(1, N, _), power(10, P, _), fail ; power(10, P, Q), terms(Q, R) ).

base(P) :-
    add(poly(x, [term(0, 1), term(1, 1)]), poly(y, [term(1, 1)]), P1),
    add(P1, poly(z, [term(1, 1)]), P).

power(0, _, 1) :- !.
power(N, P, R) :- M is N - 1, power(M, P, Q), mul(P, Q, R).

add(poly(V1, T1), poly(V2, T2), R) :- !, compare(O, V1, V2), add(O, V1, T1, V2, T2, R).
add(poly(V, T), C, poly(V, T1)) :- !, add_constant(T, C, T1).
add(C, poly(V, T), poly(V, T1)) :- !, add_constant(T, C, T1).
add(C1, C2, C) :- C is C1 + C2.

add(=, V, T1, V, T2, poly(V, T)) :- add_terms(T1, T2, T).
add(<, V1, T1, V2, T2, poly(V1, T)) :- add_constant(T1, poly(V2, T2), T).
add(>, V1, T1, V2, T2, poly(V2, T)) :- add_constant(T2, poly(V1, T1), T).

add_constant([term(0, C1)|T], C, [term(0, C2)|T]) :- !, add(C1, C, C2).
add_constant(T, C, [term(0, C)|T]).

add_terms([], T, T) :- !.
add_terms(T, [], T) :- !.
add_terms([term(E1, C1)|T1], [term(E2, C2)|T2], T) :- compare(O, E1, E2), add_terms(O, E1, C1, T1, E2, C2, T2, T).

add_terms(=, E, C1, T1, _, C2, T2, [term(E, C)|T]) :- add(C1, C2, C), add_terms(T1, T2, T).
add_terms(<, E1, C1, T1, E2, C2, T2, [term(E1, C1)|T]) :- add_terms(T1, [term(E2, C2)|T2], T).
add_terms(>, E1, C1, T1, E2, C2, T2, [term(E2, C2)|T]) :- add_terms([term(E1, C1)|T1], T2, T).

mul(poly(V1, T1), poly(V2, T2), R) :- !, compare(O, V1, V2), mul(O, V1, T1, V2, T2, R).
mul(poly(V, T), C, poly(V, T1)) :- !, scale(T, 0, C, T1).
mul(C, poly(V, T), poly(V, T1)) :- !, scale(T, 0, C, T1).
mul(C1, C2, C) :- C is C1 * C2.

mul(=, V, T1, V, T2, poly(V, T)) :- mul_terms(T1, T2, T).
mul(<, V1, T1, V2, T2, poly(V1, T)) :- scale(T1, 0, poly(V2, T2), T).
mul(>, V1, T1, V2, T2, poly(V2, T)) :- scale(T2, 0, poly(V1, T1), T).

mul_terms([], _, []).
mul_terms([term(E, C)|T1], T2, T) :-
    scale(T2, E, C, T3),
    mul_terms(T1, T2, T4),
    add_terms(T3, T4, T).

scale([], _, _, []).
scale([term(E1, C1)|T1], E2, C2, [term(E, C)|T]) :-
    E is E1 + E2,
    mul(C1, C2, C),
    scale(T1, E2, C2, T).

% the sum of all coefficients, 4^10, checks the product
terms(poly(_, T), S) :- !, terms(T, 0, S).
terms(C, C).

terms([], S, S).
terms([term(_, C)|T], S0, S) :- terms(C, S1), S2 is S0 + S1, terms(T, S2, S).
