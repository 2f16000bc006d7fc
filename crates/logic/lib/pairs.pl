% Pairs Key-Value and lists of them.

pairs_keys_values([], [], []).
pairs_keys_values([K-V|Ps], [K|Ks], [V|Vs]) :- pairs_keys_values(Ps, Ks, Vs).

pairs_keys([], []).
pairs_keys([K-_|Ps], [K|Ks]) :- pairs_keys(Ps, Ks).

pairs_values([], []).
pairs_values([_-V|Ps], [V|Vs]) :- pairs_values(Ps, Vs).

transpose_pairs(Pairs, Transposed) :-
    '$flip_pairs'(Pairs, Flipped),
    keysort(Flipped, Transposed).

'$flip_pairs'([], []).
'$flip_pairs'([K-V|Ps], [V-K|Fs]) :- '$flip_pairs'(Ps, Fs).

map_list_to_pairs(P, Xs, Pairs) :- '$key_pairs'(Xs, P, Pairs).

'$key_pairs'([], _, []).
'$key_pairs'([X|Xs], P, [K-X|Ps]) :- call(P, X, K), '$key_pairs'(Xs, P, Ps).

% Neighbouring pairs with identical keys are joined; sort by key first for one group per key.
group_pairs_by_key([], []).
group_pairs_by_key([K-V|Ps], [K-[V|Vs]|Gs]) :-
    '$same_key'(Ps, K, Vs, Rest),
    group_pairs_by_key(Rest, Gs).

'$same_key'([K1-V|Ps], K, Vs, Rest) :-
    K1 == K,
    !,
    Vs = [V|Vs1],
    '$same_key'(Ps, K, Vs1, Rest).
'$same_key'(Rest, _, [], Rest).
