% Throwing the standard errors, and checking types. The context of each error is left to the engine.

type_error(Type, Culprit) :- throw(error(type_error(Type, Culprit), _)).
domain_error(Domain, Culprit) :- throw(error(domain_error(Domain, Culprit), _)).
existence_error(Kind, Culprit) :- throw(error(existence_error(Kind, Culprit), _)).
existence_error(Kind, Culprit, In) :- throw(error(existence_error(Kind, Culprit, In), _)).
permission_error(Action, Type, Culprit) :- throw(error(permission_error(Action, Type, Culprit), _)).
instantiation_error(_) :- throw(error(instantiation_error, _)).
uninstantiation_error(Culprit) :- throw(error(uninstantiation_error(Culprit), _)).
representation_error(What) :- throw(error(representation_error(What), _)).
syntax_error(What) :- throw(error(syntax_error(What), _)).
resource_error(What) :- throw(error(resource_error(What), _)).

must_be(Type, X) :-
    (   nonvar(Type),
        '$has_type'(Type, X)
    ->  true
    ;   '$is_not'(Type, X)
    ).

is_of_type(Type, X) :- must_be(nonvar, Type), '$has_type'(Type, X), !.

'$is_not'(Type, X) :- var(Type), !, instantiation_error(X).
'$is_not'(list_of(Type), X) :- !, '$is_not_list_of'(Type, X).
'$is_not'(list(Type), X) :- !, '$is_not_list_of'(Type, X).
'$is_not'(var, X) :- !, uninstantiation_error(X).
'$is_not'(list, X) :- !, '$is_not_list'(X).
'$is_not'(proper_list, X) :- !, '$is_not_list'(X).
'$is_not'(list_or_partial_list, X) :- !, type_error(list, X).
'$is_not'(cyclic, X) :- !, domain_error(cyclic_term, X).
'$is_not'(acyclic, X) :- !, domain_error(acyclic_term, X).
'$is_not'(_, X) :- var(X), !, instantiation_error(X).
'$is_not'(between(L, U), X) :- !, '$is_not_between'(L, U, X).
'$is_not'(oneof(L), X) :- !, domain_error(oneof(L), X).
'$is_not'(nonneg, X) :- !, '$is_not_integer'(X), type_error(nonneg, X).
'$is_not'(positive_integer, X) :- !, '$is_not_integer'(X), type_error(positive_integer, X).
'$is_not'(negative_integer, X) :- !, '$is_not_integer'(X), type_error(negative_integer, X).
'$is_not'(bool, X) :- !, type_error(bool, X).
'$is_not'(boolean, X) :- !, type_error(bool, X).
'$is_not'(order, X) :- !, ( atom(X) -> domain_error(order, X) ; type_error(atom, X) ).
'$is_not'(chars, X) :- !, '$is_not_list_of'(char, X).
'$is_not'(codes, X) :- !, '$is_not_list_of'(code, X).
'$is_not'(ground, X) :- !, instantiation_error(X).
'$is_not'(Type, X) :- '$known_type'(Type), !, type_error(Type, X).
'$is_not'(Type, _) :- existence_error(type, Type).

'$is_not_integer'(X) :- ( integer(X) -> true ; type_error(integer, X) ).

'$is_not_list'(X) :- '$open_list'(X), !, instantiation_error(X).
'$is_not_list'(X) :- type_error(list, X).

'$is_not_list_of'(Type, X) :-
    (   is_list(X)
    ->  '$first_not'(X, Type)
    ;   '$is_not_list'(X)
    ).

'$first_not'([X|Xs], Type) :- must_be(Type, X), '$first_not'(Xs, Type).

'$is_not_between'(L, U, X) :-
    (   number(X)
    ->  (   integer(L), integer(U)
        ->  '$is_not_integer'(X)
        ;   true
        ),
        domain_error(between(L, U), X)
    ;   integer(L), integer(U)
    ->  type_error(integer, X)
    ;   type_error(number, X)
    ).

% '$has_type'(+Type, ?X): one clause per type, so that first-argument indexing finds it.
'$has_type'(any, _).
'$has_type'(atom, X) :- atom(X).
'$has_type'(atomic, X) :- atomic(X).
'$has_type'(between(L, U), X) :- '$between_type'(L, U, X).
'$has_type'(boolean, X) :- '$bool'(X).
'$has_type'(bool, X) :- '$bool'(X).
'$has_type'(callable, X) :- callable(X).
'$has_type'(char, X) :- '$char'(X).
'$has_type'(chars, X) :- '$list_of'(X, char).
'$has_type'(code, X) :- '$code'(X).
'$has_type'(codes, X) :- '$list_of'(X, code).
'$has_type'(text, X) :- '$text'(X).
'$has_type'(compound, X) :- compound(X).
'$has_type'(constant, X) :- atomic(X).
'$has_type'(float, X) :- float(X).
'$has_type'(ground, X) :- ground(X).
'$has_type'(cyclic, X) :- \+ acyclic_term(X).
'$has_type'(acyclic, X) :- acyclic_term(X).
'$has_type'(integer, X) :- integer(X).
'$has_type'(nonneg, X) :- integer(X), X >= 0.
'$has_type'(positive_integer, X) :- integer(X), X >= 1.
'$has_type'(negative_integer, X) :- integer(X), X < 0.
'$has_type'(nonvar, X) :- nonvar(X).
'$has_type'(number, X) :- number(X).
'$has_type'(oneof(L), X) :- ground(X), '$one_of'(L, X).
'$has_type'(list, X) :- is_list(X).
'$has_type'(proper_list, X) :- is_list(X).
'$has_type'(list_or_partial_list, X) :- '$list_or_partial'(X).
'$has_type'(list(T), X) :- '$list_of'(X, T).
'$has_type'(list_of(T), X) :- '$list_of'(X, T).
'$has_type'(symbol, X) :- atom(X).
'$has_type'(string, X) :- string(X).
'$has_type'(var, X) :- var(X).
'$has_type'(rational, X) :- integer(X).
'$has_type'(order, X) :- '$order'(X).
'$has_type'(pair, X) :- nonvar(X), X = _-_.
'$has_type'(type, X) :- nonvar(X), '$known_type'(X).

'$known_type'(any).
'$known_type'(atom).
'$known_type'(atomic).
'$known_type'(between(_, _)).
'$known_type'(boolean).
'$known_type'(bool).
'$known_type'(callable).
'$known_type'(char).
'$known_type'(chars).
'$known_type'(code).
'$known_type'(codes).
'$known_type'(text).
'$known_type'(compound).
'$known_type'(constant).
'$known_type'(float).
'$known_type'(ground).
'$known_type'(cyclic).
'$known_type'(acyclic).
'$known_type'(integer).
'$known_type'(nonneg).
'$known_type'(positive_integer).
'$known_type'(negative_integer).
'$known_type'(nonvar).
'$known_type'(number).
'$known_type'(oneof(_)).
'$known_type'(list).
'$known_type'(proper_list).
'$known_type'(list_or_partial_list).
'$known_type'(list(_)).
'$known_type'(list_of(_)).
'$known_type'(symbol).
'$known_type'(string).
'$known_type'(var).
'$known_type'(rational).
'$known_type'(order).
'$known_type'(pair).
'$known_type'(type).

'$between_type'(L, U, X) :-
    (   integer(L), integer(U)
    ->  integer(X)
    ;   number(X)
    ),
    X >= L,
    X =< U.

'$bool'(X) :- nonvar(X), '$bool_value'(X).
'$bool_value'(true).
'$bool_value'(false).

'$order'(X) :- nonvar(X), '$order_value'(X).
'$order_value'(<).
'$order_value'(=).
'$order_value'(>).

'$char'(X) :- atom(X), atom_length(X, 1).

'$code'(X) :- integer(X), X >= 0, X =< 0x10ffff.

'$text'(X) :- ( atom(X) -> true ; string(X) -> true ; '$list_of'(X, char) -> true ; '$list_of'(X, code) ), !.

'$one_of'([Y|Ys], X) :- ( X == Y -> true ; '$one_of'(Ys, X) ).

'$list_or_partial'(X) :- is_list(X), !.
'$list_or_partial'(X) :- '$open_list'(X).

'$list_of'(X, Type) :- is_list(X), '$all_of_type'(X, Type).

'$all_of_type'([], _).
'$all_of_type'([X|Xs], Type) :- '$has_type'(Type, X), '$all_of_type'(Xs, Type).
