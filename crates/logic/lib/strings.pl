% Small conveniences over text, in terms of the engine's native string predicates.

string_lines(String, Lines) :-
    (   nonvar(String)
    ->  '$drop_last_newline'(String, String1),
        split_string(String1, "\n", "", Lines0),
        ( String1 == "" -> Lines = [] ; Lines = Lines0 )
    ;   must_be(list, Lines),
        atomic_list_concat(Lines, '\n', Atom),
        atom_string(Atom, String)
    ).

'$drop_last_newline'(Text, String) :-
    (   sub_string(Text, B, 1, 0, "\n")
    ->  sub_string(Text, 0, B, _, String)
    ;   sub_string(Text, 0, _, 0, String)
    ->  true
    ).

% concat_atom/2,3: the old name of atomic_list_concat/2,3.
concat_atom(Parts, Atom) :- atomic_list_concat(Parts, Atom).
concat_atom(Parts, Sep, Atom) :- atomic_list_concat(Parts, Sep, Atom).
