% Association lists as AVL trees: `t` is empty, `t(Key, Value, Balance, Left, Right)` a node, where Balance
% is the height of Right minus the height of Left: -1, 0 or 1, written `<`, `-`, `>`.
% Keys compare in the standard order. Every operation on one key is O(log n) and deterministic.

empty_assoc(t).

get_assoc(Key, t(K, V, _, L, R), Val) :-
    compare(O, Key, K),
    '$get_assoc'(O, Key, V, L, R, Val).

'$get_assoc'(=, _, V, _, _, V).
'$get_assoc'(<, Key, _, L, _, V) :- get_assoc(Key, L, V).
'$get_assoc'(>, Key, _, _, R, V) :- get_assoc(Key, R, V).

% get_assoc(+Key, +T0, -V0, ?T, ?V): T is T0 with V in the place of V0.
get_assoc(Key, t(K, V, B, L, R), Val, t(K, NV, B, NL, NR), NVal) :-
    compare(O, Key, K),
    '$get_assoc'(O, Key, V, L, R, Val, NV, NL, NR, NVal).

'$get_assoc'(=, _, V, L, R, V, NV, L, R, NV).
'$get_assoc'(<, Key, V, L, R, Val, V, NL, R, NVal) :- get_assoc(Key, L, Val, NL, NVal).
'$get_assoc'(>, Key, V, L, R, Val, V, L, NR, NVal) :- get_assoc(Key, R, Val, NR, NVal).

put_assoc(Key, T0, Val, T) :- '$put'(T0, Key, Val, T, _).

% '$put'(+T0, +Key, +Val, -T, -Grown): Grown tells whether T is higher than T0.
'$put'(t, K, V, t(K, V, -, t, t), yes).
'$put'(t(K, V, B, L, R), Key, Val, T, Grown) :-
    compare(O, Key, K),
    '$put'(O, Key, Val, K, V, B, L, R, T, Grown).

'$put'(=, Key, Val, _, _, B, L, R, t(Key, Val, B, L, R), no).
'$put'(<, Key, Val, K, V, B, L, R, T, Grown) :-
    '$put'(L, Key, Val, L1, LGrown),
    '$grown_left'(LGrown, B, K, V, L1, R, T, Grown).
'$put'(>, Key, Val, K, V, B, L, R, T, Grown) :-
    '$put'(R, Key, Val, R1, RGrown),
    '$grown_right'(RGrown, B, K, V, L, R1, T, Grown).

'$grown_left'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$grown_left'(yes, B, K, V, L, R, T, Grown) :- '$lean_left'(B, K, V, L, R, T, Grown).

'$lean_left'(-, K, V, L, R, t(K, V, <, L, R), yes).
'$lean_left'(>, K, V, L, R, t(K, V, -, L, R), no).
'$lean_left'(<, K, V, L, R, T, no) :- '$rotate_right'(L, K, V, R, T, _).

'$grown_right'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$grown_right'(yes, B, K, V, L, R, T, Grown) :- '$lean_right'(B, K, V, L, R, T, Grown).

'$lean_right'(-, K, V, L, R, t(K, V, >, L, R), yes).
'$lean_right'(<, K, V, L, R, t(K, V, -, L, R), no).
'$lean_right'(>, K, V, L, R, T, no) :- '$rotate_left'(R, K, V, L, T, _).

% '$rotate_right'(+Left, +K, +V, +Right, -T, -Shrunk): Left is two higher than Right.
'$rotate_right'(t(K1, V1, <, A, B), K, V, R, t(K1, V1, -, A, t(K, V, -, B, R)), yes).
'$rotate_right'(t(K1, V1, -, A, B), K, V, R, t(K1, V1, >, A, t(K, V, <, B, R)), no).
'$rotate_right'(t(K1, V1, >, A, t(K2, V2, B2, B, C)), K, V, R,
                t(K2, V2, -, t(K1, V1, BL, A, B), t(K, V, BR, C, R)), yes) :-
    '$split_balance'(B2, BL, BR).

'$rotate_left'(t(K1, V1, >, A, B), K, V, L, t(K1, V1, -, t(K, V, -, L, A), B), yes).
'$rotate_left'(t(K1, V1, -, A, B), K, V, L, t(K1, V1, <, t(K, V, >, L, A), B), no).
'$rotate_left'(t(K1, V1, <, t(K2, V2, B2, A, B), C), K, V, L,
               t(K2, V2, -, t(K, V, BL, L, A), t(K1, V1, BR, B, C)), yes) :-
    '$split_balance'(B2, BL, BR).

'$split_balance'(-, -, -).
'$split_balance'(<, -, >).
'$split_balance'(>, <, -).

del_assoc(Key, T0, Val, T) :- '$del'(T0, Key, Val, T, _).

'$del'(t(K, V, B, L, R), Key, Val, T, Shrunk) :-
    compare(O, Key, K),
    '$del'(O, Key, Val, K, V, B, L, R, T, Shrunk).

'$del'(=, _, V, _, V, B, L, R, T, Shrunk) :- '$del_root'(L, R, B, T, Shrunk).
'$del'(<, Key, Val, K, V, B, L, R, T, Shrunk) :-
    '$del'(L, Key, Val, L1, LShrunk),
    '$shrunk_left'(LShrunk, B, K, V, L1, R, T, Shrunk).
'$del'(>, Key, Val, K, V, B, L, R, T, Shrunk) :-
    '$del'(R, Key, Val, R1, RShrunk),
    '$shrunk_right'(RShrunk, B, K, V, L, R1, T, Shrunk).

'$del_root'(t, R, _, R, yes) :- !.
'$del_root'(L, t, _, L, yes) :- !.
'$del_root'(L, R, B, T, Shrunk) :-
    '$del_max'(L, K, V, L1, LShrunk),
    '$shrunk_left'(LShrunk, B, K, V, L1, R, T, Shrunk).

'$shrunk_left'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$shrunk_left'(yes, B, K, V, L, R, T, Shrunk) :- '$lighter_left'(B, K, V, L, R, T, Shrunk).

'$lighter_left'(<, K, V, L, R, t(K, V, -, L, R), yes).
'$lighter_left'(-, K, V, L, R, t(K, V, >, L, R), no).
'$lighter_left'(>, K, V, L, R, T, Shrunk) :- '$rotate_left'(R, K, V, L, T, Shrunk).

'$shrunk_right'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$shrunk_right'(yes, B, K, V, L, R, T, Shrunk) :- '$lighter_right'(B, K, V, L, R, T, Shrunk).

'$lighter_right'(>, K, V, L, R, t(K, V, -, L, R), yes).
'$lighter_right'(-, K, V, L, R, t(K, V, <, L, R), no).
'$lighter_right'(<, K, V, L, R, T, Shrunk) :- '$rotate_right'(L, K, V, R, T, Shrunk).

del_min_assoc(T0, Key, Val, T) :- '$del_min'(T0, Key, Val, T, _).

'$del_min'(t(K, V, B, L, R), Key, Val, T, Shrunk) :- '$del_min'(L, K, V, B, R, Key, Val, T, Shrunk).

'$del_min'(t, K, V, _, R, K, V, R, yes).
'$del_min'(t(LK, LV, LB, LL, LR), K, V, B, R, Key, Val, T, Shrunk) :-
    '$del_min'(LL, LK, LV, LB, LR, Key, Val, L1, LShrunk),
    '$shrunk_left'(LShrunk, B, K, V, L1, R, T, Shrunk).

del_max_assoc(T0, Key, Val, T) :- '$del_max'(T0, Key, Val, T, _).

'$del_max'(t(K, V, B, L, R), Key, Val, T, Shrunk) :- '$del_max'(R, K, V, B, L, Key, Val, T, Shrunk).

'$del_max'(t, K, V, _, L, K, V, L, yes).
'$del_max'(t(RK, RV, RB, RL, RR), K, V, B, L, Key, Val, T, Shrunk) :-
    '$del_max'(RR, RK, RV, RB, RL, Key, Val, R1, RShrunk),
    '$shrunk_right'(RShrunk, B, K, V, L, R1, T, Shrunk).

min_assoc(t(K, V, _, L, _), Key, Val) :- '$min_assoc'(L, K, V, Key, Val).

'$min_assoc'(t, K, V, K, V).
'$min_assoc'(t(K, V, _, L, _), _, _, Key, Val) :- '$min_assoc'(L, K, V, Key, Val).

max_assoc(t(K, V, _, _, R), Key, Val) :- '$max_assoc'(R, K, V, Key, Val).

'$max_assoc'(t, K, V, K, V).
'$max_assoc'(t(K, V, _, _, R), _, _, Key, Val) :- '$max_assoc'(R, K, V, Key, Val).

% In the order of the keys; deterministic when Key is bound.
gen_assoc(Key, T, Val) :-
    (   ground(Key)
    ->  get_assoc(Key, T, Val)
    ;   '$gen_assoc'(T, Key, Val)
    ).

'$gen_assoc'(t(_, _, _, L, _), Key, Val) :- '$gen_assoc'(L, Key, Val).
'$gen_assoc'(t(K, V, _, _, _), K, V).
'$gen_assoc'(t(_, _, _, _, R), Key, Val) :- '$gen_assoc'(R, Key, Val).

list_to_assoc(Pairs, T) :-
    must_be(list, Pairs),
    '$list_to_assoc'(Pairs, t, T).

'$list_to_assoc'([], T, T).
'$list_to_assoc'([P|Ps], T0, T) :-
    '$assoc_pair'(P, K, V),
    (   get_assoc(K, T0, _)
    ->  domain_error(unique_key_pairs, [P|Ps])
    ;   put_assoc(K, T0, V, T1)
    ),
    '$list_to_assoc'(Ps, T1, T).

'$assoc_pair'(P, K, V) :-
    (   nonvar(P), P = K0-V0
    ->  K = K0,
        V = V0
    ;   type_error(pair, P)
    ).

% A balanced tree from sorted pairs in linear time.
ord_list_to_assoc(Pairs, T) :-
    must_be(list, Pairs),
    '$check_ordered'(Pairs),
    length(Pairs, N),
    '$build_assoc'(N, Pairs, [], _, T).

'$check_ordered'([]).
'$check_ordered'([P|Ps]) :- '$assoc_pair'(P, K, _), '$check_ordered'(Ps, K).

'$check_ordered'([], _).
'$check_ordered'([P|Ps], K0) :-
    '$assoc_pair'(P, K, _),
    (   K0 @< K
    ->  '$check_ordered'(Ps, K)
    ;   domain_error(key_ordered_pairs, [P|Ps])
    ).

'$build_assoc'(0, Ps, Ps, 0, t) :- !.
'$build_assoc'(N, Ps, Rest, H, t(K, V, B, L, R)) :-
    NL is N // 2,
    NR is N - NL - 1,
    '$build_assoc'(NL, Ps, [K-V|Mid], HL, L),
    '$build_assoc'(NR, Mid, Rest, HR, R),
    (   HL =:= HR
    ->  B = (-),
        H is HL + 1
    ;   B = (<),
        H is HL + 1
    ).

assoc_to_list(T, Pairs) :- '$assoc_to_list'(T, Pairs, []).

'$assoc_to_list'(t, Ps, Ps).
'$assoc_to_list'(t(K, V, _, L, R), Ps, Rest) :-
    '$assoc_to_list'(L, Ps, [K-V|Mid]),
    '$assoc_to_list'(R, Mid, Rest).

assoc_to_keys(T, Keys) :- '$assoc_to_keys'(T, Keys, []).

'$assoc_to_keys'(t, Ks, Ks).
'$assoc_to_keys'(t(K, _, _, L, R), Ks, Rest) :-
    '$assoc_to_keys'(L, Ks, [K|Mid]),
    '$assoc_to_keys'(R, Mid, Rest).

assoc_to_values(T, Values) :- '$assoc_to_values'(T, Values, []).

'$assoc_to_values'(t, Vs, Vs).
'$assoc_to_values'(t(_, V, _, L, R), Vs, Rest) :-
    '$assoc_to_values'(L, Vs, [V|Mid]),
    '$assoc_to_values'(R, Mid, Rest).

map_assoc(P, T) :- '$map_assoc'(T, P).

'$map_assoc'(t, _).
'$map_assoc'(t(_, V, _, L, R), P) :- '$map_assoc'(L, P), call(P, V), '$map_assoc'(R, P).

map_assoc(P, T0, T) :- '$map_assoc'(T0, P, T).

'$map_assoc'(t, _, t).
'$map_assoc'(t(K, V, B, L0, R0), P, t(K, W, B, L, R)) :-
    '$map_assoc'(L0, P, L),
    call(P, V, W),
    '$map_assoc'(R0, P, R).

% is_assoc(+T): T is a tree of the right shape, with its keys in order and its balances true.
is_assoc(T) :- nonvar(T), '$is_assoc'(T, _, [], _).

'$is_assoc'(T, _, _, _) :- var(T), !, fail.
'$is_assoc'(t, 0, Last, Last).
'$is_assoc'(t(K, _, B, L, R), H, Last0, Last) :-
    '$is_assoc'(L, HL, Last0, Last1),
    '$after'(Last1, K),
    '$is_assoc'(R, HR, [K], Last),
    '$balance'(B, HL, HR),
    H is max(HL, HR) + 1.

'$after'([], _).
'$after'([K0], K) :- K0 @< K.

'$balance'(B, _, _) :- var(B), !, fail.
'$balance'(<, HL, HR) :- HL =:= HR + 1.
'$balance'(-, HL, HR) :- HL =:= HR.
'$balance'(>, HL, HR) :- HR =:= HL + 1.
