% A written multiplication of which only the parity of the digits is known:
%     O E E
%       E E
%   -------
%   E O E E
%   E O E
%   -------
%   O O E E

bench(N, R) :- ( between(1, N, _), puzzle(_), fail ; puzzle(R) ).

puzzle(Answers) :- findall(A-B, solution(A, B), Answers).

solution(A, B) :-
    odd(A1), even(A2), even(A3),
    even(B1), even(B2),
    A is A1*100 + A2*10 + A3,
    B is B1*10 + B2,
    P is A*B2, shape(P, [e,o,e,e]),
    Q is A*B1, shape(Q, [e,o,e]),
    R is A*B, shape(R, [o,o,e,e]).

shape(N, Shape) :- digits(N, [], Ds), fits(Ds, Shape).

digits(0, Ds, Ds) :- !.
digits(N, Acc, Ds) :- D is N mod 10, M is N // 10, digits(M, [D|Acc], Ds).

fits([], []).
fits([D|Ds], [K|Ks]) :- parity(K, D), fits(Ds, Ks).

parity(e, D) :- even(D).
parity(o, D) :- odd(D).

odd(1). odd(3). odd(5). odd(7). odd(9).

even(0). even(2). even(4). even(6). even(8).
