% Grammar rules for everyday text, over lists of character codes.
% Loaded on demand: :- use_module(library(dcg/basics)).

% The shortest string first, longer ones on backtracking.
string([]) --> [].
string([C|Cs]) --> [C], string(Cs).

% string_without(+EndCodes, -Codes)//: as many codes as possible that are not in EndCodes; always deterministic.
string_without(End, Codes) -->
    { '$end_codes'(End, Ends) },
    '$string_without'(Ends, Codes).

'$end_codes'(End, Codes) :-
    (   is_list(End)
    ->  '$list_codes'(End, Codes)
    ;   atom_codes(End, Codes)
    ).

'$list_codes'([], []).
'$list_codes'([C|Cs], [D|Ds]) :- ( integer(C) -> D = C ; char_code(C, D) ), '$list_codes'(Cs, Ds).

'$string_without'(Ends, Codes) -->
    [C],
    { \+ memberchk(C, Ends) },
    !,
    { Codes = [C|Cs] },
    '$string_without'(Ends, Cs).
'$string_without'(_, []) --> [].

alpha_to_lower(L) -->
    [C],
    {   var(L)
    ->  '$alpha_code'(C),
        '$lower_code'(C, L)
    ;   '$lower_code'(L, Low),
        '$lower_code'(C, Low)
    }.

'$alpha_code'(C) :- '$letter_code'(C), !.
'$alpha_code'(C) :- '$digit_code'(C), !.
'$alpha_code'(0'_).

'$letter_code'(C) :- C >= 0'a, C =< 0'z, !.
'$letter_code'(C) :- C >= 0'A, C =< 0'Z, !.
'$letter_code'(C) :- C > 127, char_code(Ch, C), ( upcase_atom(Ch, U), U \== Ch -> true ; downcase_atom(Ch, L), L \== Ch ).

'$digit_code'(C) :- C >= 0'0, C =< 0'9.

'$lower_code'(C, L) :-
    (   C >= 0'A, C =< 0'Z
    ->  L is C + 32
    ;   C > 127
    ->  char_code(Ch, C),
        downcase_atom(Ch, Low),
        atom_codes(Low, [L|_])
    ;   L = C
    ).

'$blank_code'(32).
'$blank_code'(9).
'$blank_code'(10).
'$blank_code'(11).
'$blank_code'(12).
'$blank_code'(13).
'$blank_code'(133).
'$blank_code'(160).

white --> [C], { '$white_code'(C) }.

'$white_code'(32).
'$white_code'(9).

whites --> white, !, whites.
whites --> [].

blank --> [C], { nonvar(C), '$blank_code'(C) }.

blanks --> blank, !, blanks.
blanks --> [].

nonblank(C) --> [C], { \+ '$blank_code'(C), C > 32 }.

nonblanks([C|Cs]) --> nonblank(C), !, nonblanks(Cs).
nonblanks([]) --> [].

blanks_to_nl --> [C], { C =\= 10, '$blank_code'(C) }, !, blanks_to_nl.
blanks_to_nl --> [10], !.
blanks_to_nl, [] --> eos.

eos([], []).

eol --> [10], !.
eol --> [13,10], !.
eol --> eos.

remainder(List, List, []).

digits([D|Ds]) --> digit(D), !, digits(Ds).
digits([]) --> [].

digit(D) --> [D], { integer(D), '$digit_code'(D) }.

integer(I, Head, Tail) :-
    nonvar(I),
    !,
    must_be(integer, I),
    number_codes(I, Codes),
    append(Codes, Tail, Head).
integer(I) --> '$sign_codes'(Codes, [D|Ds]), digit(D), digits(Ds), { number_codes(I, Codes) }.

% An optional sign in front of Rest; a plus is dropped, as number_codes/2 need not take it.
'$sign_codes'([0'-|Rest], Rest) --> [0'-], !.
'$sign_codes'(Rest, Rest) --> [0'+], !.
'$sign_codes'(Rest, Rest) --> [].

float(F, Head, Tail) :-
    nonvar(F),
    !,
    X is float(F),
    number_codes(X, Codes),
    append(Codes, Tail, Head).
float(F) --> number(F0), { F is float(F0) }.

number(N, Head, Tail) :-
    nonvar(N),
    !,
    must_be(number, N),
    number_codes(N, Codes),
    append(Codes, Tail, Head).
number(N) -->
    '$sign_codes'(Codes, Rest),
    digit(D),
    digits(Ds),
    { append([D|Ds], Fraction, Rest) },
    '$fraction'(Fraction, Exponent, Kind),
    '$exponent'(Exponent, Kind),
    !,
    { number_codes(N, Codes) }.

'$fraction'([0'., D|Fs], Exponent, float) -->
    [0'.],
    digit(D),
    digits(Ds),
    !,
    { append(Ds, Exponent, Fs) }.
'$fraction'(Exponent, Exponent, integer) --> [].

% 1e10 is a float for this grammar; it is rewritten as 1.0e10 for the reader of numbers.
'$exponent'(Codes, Kind) -->
    [E],
    { E =:= 0'e ; E =:= 0'E },
    '$exponent_sign'(Sign),
    digit(D),
    digits(Ds),
    !,
    {   append([0'e|Sign], [D|Ds], Exp),
        (   Kind == integer
        ->  append([0'., 0'0], Exp, Codes)
        ;   Codes = Exp
        )
    }.
'$exponent'([], _) --> [].

'$exponent_sign'([0'-]) --> [0'-], !.
'$exponent_sign'([0'+]) --> [0'+], !.
'$exponent_sign'([0'+]) --> [].

xinteger(Val, Head, Tail) :-
    integer(Val),
    !,
    Val >= 0,
    '$hex_codes'(Val, [], Codes),
    append(Codes, Tail, Head).
xinteger(Val) --> xdigit(D), xdigits(Ds), { '$hex_value'([D|Ds], 0, Val) }.

'$hex_value'([], V, V).
'$hex_value'([D|Ds], V0, V) :- V1 is V0*16 + D, '$hex_value'(Ds, V1, V).

'$hex_codes'(N, Acc, Codes) :-
    D is N mod 16,
    '$hex_digit'(D, C),
    N1 is N // 16,
    (   N1 =:= 0
    ->  Codes = [C|Acc]
    ;   '$hex_codes'(N1, [C|Acc], Codes)
    ).

'$hex_digit'(D, C) :- ( D < 10 -> C is 0'0 + D ; C is 0'a + D - 10 ).

xdigits([D|Ds]) --> xdigit(D), !, xdigits(Ds).
xdigits([]) --> [].

xdigit(D) --> [C], { '$xdigit_value'(C, D) }.

'$xdigit_value'(C, D) :- C >= 0'0, C =< 0'9, !, D is C - 0'0.
'$xdigit_value'(C, D) :- C >= 0'a, C =< 0'f, !, D is C - 0'a + 10.
'$xdigit_value'(C, D) :- C >= 0'A, C =< 0'F, D is C - 0'A + 10.

% csym: letters, digits and the underscore.
csyms([C|Cs]) --> csym(C), !, csyms(Cs).
csyms([]) --> [].

csym(C) --> [C], { '$alpha_code'(C) }.

prolog_symbol(S) --> [C], { '$symbol_code'(C) }, '$symbol_codes'(Cs), { atom_codes(S, [C|Cs]) }.

'$symbol_codes'([C|Cs]) --> [C], { '$symbol_code'(C) }, !, '$symbol_codes'(Cs).
'$symbol_codes'([]) --> [].

'$symbol_code'(C) :- char_code(Ch, C), sub_atom('#$&*+-./:<=>?@\\^~', _, 1, _, Ch), !.

prolog_var_name(Name) -->
    [C0],
    { C0 =:= 0'_ -> true ; C0 >= 0'A, C0 =< 0'Z },
    !,
    csyms(Cs),
    { atom_codes(Name, [C0|Cs]) }.

% atom(+Atomic)//: writes the text of Atomic.
atom(A, Head, Tail) :-
    must_be(atomic, A),
    '$atomic_codes'(A, Codes),
    append(Codes, Tail, Head).

'$atomic_codes'(A, Codes) :- ( number(A) -> number_codes(A, Codes) ; atom(A) -> atom_codes(A, Codes) ; string_codes(A, Codes) ).
