% The sieve over a list, up to 1500.

bench(N, R) :- ( between(1, N, _), primes(1500, _), fail ; primes(1500, Ps), count(Ps, 0, R) ).

primes(N, Ps) :- range(2, N, Ns), sieve(Ns, Ps).

range(L, H, []) :- L > H, !.
range(L, H, [L|Ns]) :- L1 is L + 1, range(L1, H, Ns).

sieve([], []).
sieve([P|Ns], [P|Ps]) :- strike(Ns, P, Rest), sieve(Rest, Ps).

strike([], _, []).
strike([N|Ns], P, Rest) :- N mod P =:= 0, !, strike(Ns, P, Rest).
strike([N|Ns], P, [N|Rest]) :- strike(Ns, P, Rest).

count([], N, N).
count([_|Xs], N0, N) :- N1 is N0 + 1, count(Xs, N1, N).
