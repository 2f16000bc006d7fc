% Pairs of countries whose densities differ by less than a twentieth: facts, joins and arithmetic.

bench(N, R) :- ( between(1, N, _), all(_), fail ; all(R) ).

all(Count) :- findall(C1-C2, similar(C1, C2), Pairs), length(Pairs, Count).

similar(C1, C2) :-
    density(C1, D1),
    density(C2, D2),
    D1 > D2,
    T1 is 20 * D1,
    T2 is 21 * D2,
    T1 < T2.

density(C, D) :- people(C, P), area(C, A), D is P * 100 // A.

% thousands of people
people(china, 825000).
people(india, 586300).
people(ussr, 252100).
people(usa, 211900).
people(indonesia, 127600).
people(japan, 109700).
people(brazil, 104200).
people(bangladesh, 75000).
people(pakistan, 68300).
people(nigeria, 61300).
people(mexico, 58100).
people(west_germany, 62000).
people(italy, 55300).
people(britain, 56000).
people(france, 52500).
people(philippines, 41500).
people(thailand, 41000).
people(turkey, 38300).
people(egypt, 36400).
people(spain, 35200).
people(poland, 33700).
people(south_korea, 33500).
people(iran, 32000).
people(ethiopia, 27200).
people(argentina, 25000).
people(czechia, 10600).
people(slovakia, 5400).
people(austria, 8900).
people(hungary, 9700).

% thousands of square miles
area(china, 3380).
area(india, 1139).
area(ussr, 8709).
area(usa, 3609).
area(indonesia, 570).
area(japan, 148).
area(brazil, 3288).
area(bangladesh, 55).
area(pakistan, 311).
area(nigeria, 373).
area(mexico, 764).
area(west_germany, 96).
area(italy, 116).
area(britain, 86).
area(france, 213).
area(philippines, 90).
area(thailand, 200).
area(turkey, 296).
area(egypt, 386).
area(spain, 190).
area(poland, 121).
area(south_korea, 37).
area(iran, 628).
area(ethiopia, 350).
area(argentina, 1080).
area(czechia, 30).
area(slovakia, 19).
area(austria, 32).
area(hungary, 36).
