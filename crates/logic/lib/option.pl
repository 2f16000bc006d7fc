% Option lists: Name(Value) or Name = Value; the first of several wins.

option(Opt, Options) :-
    '$option_parts'(Opt, Name, Value),
    '$find_option'(Options, Name, Found),
    !,
    Value = Found.

option(Opt, Options, Default) :-
    '$option_parts'(Opt, Name, Value),
    (   '$find_option'(Options, Name, Found)
    ->  Value = Found
    ;   Value = Default
    ).

select_option(Opt, Options, Rest) :-
    '$option_parts'(Opt, Name, Value),
    '$take_option'(Options, Name, Found, Rest0),
    !,
    Value = Found,
    Rest = Rest0.

select_option(Opt, Options, Rest, Default) :-
    '$option_parts'(Opt, Name, Value),
    (   '$take_option'(Options, Name, Found, Rest0)
    ->  Value = Found,
        Rest = Rest0
    ;   Value = Default,
        Rest = Options
    ).

% merge_options(+New, +Old, -Merged): sorted, New wins.
merge_options(New, Old, Merged) :-
    '$canonical_options'(New, CNew),
    '$canonical_options'(Old, COld),
    '$without_options'(COld, CNew, Kept),
    append(CNew, Kept, All),
    sort(All, Merged).

'$option_parts'(Opt, Name, Value) :-
    (   compound(Opt), functor(Opt, Name, 1)
    ->  arg(1, Opt, Value)
    ;   nonvar(Opt), Opt = (Name = Value)
    ->  true
    ;   must_be(compound, Opt),
        domain_error(option, Opt)
    ).

'$option_value'(Opt, Name, Value) :-
    nonvar(Opt),
    (   Opt = (N = V)
    ->  N == Name,
        Value = V
    ;   functor(Opt, Name, 1),
        arg(1, Opt, Value)
    ).

'$find_option'([O|Os], Name, Value) :-
    (   '$option_value'(O, Name, V)
    ->  Value = V
    ;   '$find_option'(Os, Name, Value)
    ).

'$take_option'([O|Os], Name, Value, Rest) :-
    (   '$option_value'(O, Name, V)
    ->  Value = V,
        Rest = Os
    ;   Rest = [O|Rest1],
        '$take_option'(Os, Name, Value, Rest1)
    ).

'$canonical_options'([], []).
'$canonical_options'([O|Os], [C|Cs]) :-
    (   nonvar(O), O = (N = V)
    ->  C =.. [N, V]
    ;   C = O
    ),
    '$canonical_options'(Os, Cs).

'$without_options'([], _, []).
'$without_options'([O|Os], New, Kept) :-
    (   functor(O, N, 1), '$find_option'(New, N, _)
    ->  Kept = Kept1
    ;   Kept = [O|Kept1]
    ),
    '$without_options'(Os, New, Kept1).
