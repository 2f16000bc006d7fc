//! The agents by name: what they are, what they take and which games they suit.

use crate::budget::{DEPTH, ITERATIONS, NODES, TIME};
use game::{AgentInfo, Parameter, Suits, Values, words};

const ANY: Suits = Suits { players: (1, usize::MAX), hidden: true, perfect: true, chance: true };
const OPEN: Suits = Suits { hidden: false, ..ANY };
const PUZZLE: Suits = Suits { players: (1, 1), hidden: false, perfect: true, chance: false };
const TWO: Suits = Suits { players: (2, 2), hidden: false, perfect: true, chance: false };

const SEVERAL: Suits = Suits { players: (2, usize::MAX), ..TWO };

const HEURISTIC: Parameter = Parameter {
    name: "heuristic",
    default: "best",
    values: Values::Text,
    help: words(
        "the game's heuristic by name; best: the first it offers; none",
        "heuristika hry podle jména; best: první, kterou nabízí; none: žádná",
        "heuristika hry podľa mena; best: prvá, ktorú ponúka; none: žiadna",
    ),
};
const GUIDE: Parameter = Parameter {
    name: "heuristic",
    default: "best",
    values: Values::Text,
    help: words(
        "the game's heuristic by name; best: the first it offers; distance: worked out from the rules; none",
        "heuristika hry podle jména; best: první nabízená; distance: spočtená z pravidel; none: žádná",
        "heuristika hry podľa mena; best: prvá ponúkaná; distance: vypočítaná z pravidiel; none: žiadna",
    ),
};
const TABLE: Parameter = Parameter {
    name: "table",
    default: "32",
    values: Values::Int(1, 4096),
    help: words(
        "megabytes of the transposition table",
        "megabajty tabulky pozic",
        "megabajty tabuľky pozícií",
    ),
};
const C: Parameter = Parameter {
    name: "c",
    default: "0.7",
    values: Values::Text,
    help: words(
        "how much untried moves are preferred (0 to 100)",
        "jak moc se dává přednost nevyzkoušeným tahům (0 až 100)",
        "ako veľmi sa dáva prednosť nevyskúšaným ťahom (0 až 100)",
    ),
};
const AIM: Parameter = Parameter {
    name: "aim",
    default: "mixed",
    values: Values::OneOf(&["mixed", "win", "score"]),
    help: words(
        "what is averaged: the outcome, the margin, or half of each; mixed is the money where the game is played for it",
        "co se průměruje: výsledek, náskok, nebo od každého půl; mixed jsou peníze tam, kde se o ně hraje",
        "čo sa priemeruje: výsledok, náskok, alebo z každého pol; mixed sú peniaze tam, kde sa o ne hrá",
    ),
};
const LENGTH: Parameter = Parameter {
    name: "length",
    default: "2000",
    values: Values::Int(1, 1_000_000),
    help: words(
        "moves after which a random game is cut off",
        "počet tahů, po kterém se náhodná hra přeruší",
        "počet ťahov, po ktorom sa náhodná hra preruší",
    ),
};
const PLAYOUT: Parameter = Parameter {
    name: "playout",
    default: "sensible",
    values: Values::OneOf(&["sensible", "uniform"]),
    help: words(
        "who plays on in simulations: sober players as the game describes them, or any legal move",
        "kdo dohrává simulace: střízliví hráči, jak je popisuje hra, nebo libovolný přípustný tah",
        "kto dohráva simulácie: triezvi hráči, ako ich opisuje hra, alebo ľubovoľný prípustný ťah",
    ),
};
const TREE: Parameter = Parameter {
    name: "tree",
    default: "1000000",
    values: Values::Int(1, 100_000_000),
    help: words("the most nodes of the tree", "nejvíce uzlů stromu", "najviac uzlov stromu"),
};

const DISCOUNT: Parameter = Parameter {
    name: "discount",
    default: "0.99",
    values: Values::Text,
    help: words(
        "what a win one move later is worth (0.9 to 1; 1: nearer wins are not preferred)",
        "jakou cenu má výhra o tah později (0.9 až 1; 1: bližší výhry nemají přednost)",
        "akú cenu má výhra o ťah neskôr (0.9 až 1; 1: bližšie výhry nemajú prednosť)",
    ),
};

const TIES: Parameter = Parameter {
    name: "ties",
    default: "first",
    values: Values::OneOf(&["first", "random"]),
    help: words(
        "which of several equally good moves is played",
        "který z několika stejně dobrých tahů se zahraje",
        "ktorý z niekoľkých rovnako dobrých ťahov sa zahrá",
    ),
};

pub(crate) const RANDOM: AgentInfo = AgentInfo {
    name: "random",
    title: words("Random", "Náhodný", "Náhodný"),
    help: words("plays any legal move", "hraje libovolný přípustný tah", "hrá ľubovoľný prípustný ťah"),
    parameters: &[],
    suits: ANY,
};

pub(crate) const DFS: AgentInfo = AgentInfo {
    name: "dfs",
    title: words("Depth-first", "Do hloubky", "Do hĺbky"),
    help: words(
        "one player: follows one way as deep as it goes; finds some way to the goal",
        "jeden hráč: jde jednou cestou co nejhlouběji; najde nějakou cestu k cíli",
        "jeden hráč: ide jednou cestou čo najhlbšie; nájde nejakú cestu k cieľu",
    ),
    parameters: &[TIME, NODES],
    suits: PUZZLE,
};

pub(crate) const BFS: AgentInfo = AgentInfo {
    name: "bfs",
    title: words("Breadth-first", "Do šířky", "Do šírky"),
    help: words(
        "one player: the shortest way to the goal, by looking at everything nearer",
        "jeden hráč: nejkratší cesta k cíli, prohlédne vše bližší",
        "jeden hráč: najkratšia cesta k cieľu, prezrie všetko bližšie",
    ),
    parameters: &[TIME, NODES],
    suits: PUZZLE,
};

pub(crate) const ASTAR: AgentInfo = AgentInfo {
    name: "astar",
    title: words("A*", "A*", "A*"),
    help: words(
        "one player: the shortest way to the goal, guided by a heuristic",
        "jeden hráč: nejkratší cesta k cíli, vedená heuristikou",
        "jeden hráč: najkratšia cesta k cieľu, vedená heuristikou",
    ),
    parameters: &[TIME, NODES, GUIDE],
    suits: PUZZLE,
};

pub(crate) const IDASTAR: AgentInfo = AgentInfo {
    name: "idastar",
    title: words("IDA*", "IDA*", "IDA*"),
    help: words(
        "one player: as A*, with hardly any memory",
        "jeden hráč: jako A*, téměř bez paměti",
        "jeden hráč: ako A*, takmer bez pamäti",
    ),
    parameters: &[TIME, NODES, GUIDE],
    suits: PUZZLE,
};

pub(crate) const MINIMAX: AgentInfo = AgentInfo {
    name: "minimax",
    title: words("MiniMax", "MiniMax", "MiniMax"),
    help: words(
        "the MiniMax of S3Games: the whole tree breadth-first, nearer wins preferred",
        "MiniMax ze S3Games: celý strom do šířky, bližší výhry mají přednost",
        "MiniMax zo S3Games: celý strom do šírky, bližšie výhry majú prednosť",
    ),
    parameters: &[TIME, NODES, DEPTH, HEURISTIC, TREE, DISCOUNT, TIES],
    suits: SEVERAL,
};

pub(crate) const MINIMAXSTOCHASTIC: AgentInfo = AgentInfo {
    name: "minimaxstochastic",
    title: words("MiniMaxStochastic", "MiniMaxStochastic", "MiniMaxStochastic"),
    help: words(
        "MiniMax of S3Games that looks only at a random part of the moves",
        "MiniMax ze S3Games, který zkoumá jen náhodnou část tahů",
        "MiniMax zo S3Games, ktorý skúma len náhodnú časť ťahov",
    ),
    parameters: &[
        TIME,
        NODES,
        DEPTH,
        HEURISTIC,
        TREE,
        DISCOUNT,
        TIES,
        Parameter {
            name: "ratio",
            default: "0.7",
            values: Values::Text,
            help: words(
                "share of the moves it looks at (0 to 1)",
                "podíl tahů, které zkoumá (0 až 1)",
                "podiel ťahov, ktoré skúma (0 až 1)",
            ),
        },
        Parameter {
            name: "leave",
            default: "own",
            values: Values::OneOf(&["own", "both"]),
            help: words(
                "whose moves are left out: its own, or those of both sides, as in the published version",
                "čí tahy se vynechávají: jen vlastní, nebo obou stran jako v publikované verzi",
                "čie ťahy sa vynechávajú: len vlastné, alebo oboch strán ako v publikovanej verzii",
            ),
        },
    ],
    suits: SEVERAL,
};

pub(crate) const MONTECARLO: AgentInfo = AgentInfo {
    name: "montecarlo",
    title: words("MonteCarlo", "MonteCarlo", "MonteCarlo"),
    help: words(
        "the MonteCarlo of S3Games: the share of random games a move wins",
        "MonteCarlo ze S3Games: podíl náhodných her, které tah vyhraje",
        "MonteCarlo zo S3Games: podiel náhodných hier, ktoré ťah vyhrá",
    ),
    parameters: &[TIME, NODES, ITERATIONS, LENGTH],
    suits: ANY,
};

pub(crate) const MCR: AgentInfo = AgentInfo {
    name: "mcr",
    title: words("MonteCarloRatio", "MonteCarloRatio", "MonteCarloRatio"),
    help: words(
        "the MCR of S3Games: random games weighed by how likely the opponents' moves were",
        "MCR ze S3Games: náhodné hry vážené pravděpodobností tahů soupeřů",
        "MCR zo S3Games: náhodné hry vážené pravdepodobnosťou ťahov súperov",
    ),
    parameters: &[TIME, NODES, ITERATIONS, LENGTH],
    suits: ANY,
};

pub(crate) const MCR2: AgentInfo = AgentInfo {
    name: "mcr2",
    title: words("MonteCarloRatio2", "MonteCarloRatio2", "MonteCarloRatio2"),
    help: words(
        "the MCR2 of S3Games: random games whose weight fades with the opponents' turns",
        "MCR2 ze S3Games: náhodné hry, jejichž váha klesá s tahy soupeřů",
        "MCR2 zo S3Games: náhodné hry, ktorých váha klesá s ťahmi súperov",
    ),
    parameters: &[TIME, NODES, ITERATIONS, LENGTH],
    suits: ANY,
};

pub(crate) const ALPHABETA: AgentInfo = AgentInfo {
    name: "alphabeta",
    title: words("Alpha-beta", "Alfa-beta", "Alfa-beta"),
    help: words(
        "looks ahead, ever deeper, and cuts off what cannot matter",
        "dívá se dopředu, stále hlouběji, a vynechává, na čem nezáleží",
        "pozerá sa dopredu, stále hlbšie, a vynecháva, na čom nezáleží",
    ),
    parameters: &[TIME, NODES, DEPTH, HEURISTIC, TABLE],
    suits: TWO,
};

pub(crate) const MCTS: AgentInfo = AgentInfo {
    name: "mcts",
    title: words(
        "Monte Carlo tree search (MCTS)",
        "Strom náhodných her (MCTS)",
        "Strom náhodných hier (MCTS)",
    ),
    help: words(
        "plays random games, more of those that go well, and recognises forced wins",
        "hraje náhodné hry, nejvíc ty, které se daří, a pozná vynucenou výhru",
        "hrá náhodné hry, najviac tie, ktoré sa daria, a spozná vynútenú výhru",
    ),
    parameters: &[
        TIME,
        NODES,
        ITERATIONS,
        C,
        Parameter {
            name: "threads",
            default: "1",
            values: Values::Int(1, 256),
            help: words(
                "threads, each with its own tree",
                "vlákna, každé s vlastním stromem",
                "vlákna, každé s vlastným stromom",
            ),
        },
        TREE,
        Parameter {
            name: "reuse",
            default: "yes",
            values: Values::Flag,
            help: words(
                "keep the tree between moves",
                "ponechat strom mezi tahy",
                "ponechať strom medzi ťahmi",
            ),
        },
        AIM,
        PLAYOUT,
        LENGTH,
    ],
    suits: OPEN,
};

pub(crate) const EXPECTIMINIMAX: AgentInfo = AgentInfo {
    name: "expectiminimax",
    title: words("Expectiminimax", "Expectiminimax", "Expectiminimax"),
    help: words(
        "one or two players and chance: looks ahead and averages over chance",
        "jeden nebo dva hráči a náhoda: dívá se dopředu a průměruje přes náhodu",
        "jeden alebo dvaja hráči a náhoda: pozerá sa dopredu a priemeruje cez náhodu",
    ),
    parameters: &[TIME, NODES, DEPTH, HEURISTIC],
    suits: Suits { players: (1, 2), ..OPEN },
};

pub(crate) const MAXN: AgentInfo = AgentInfo {
    name: "maxn",
    title: words("Max^n", "Max^n", "Max^n"),
    help: words(
        "several players: everybody takes what is best for them",
        "více hráčů: každý volí, co je nejlepší pro něj",
        "viac hráčov: každý volí, čo je najlepšie preňho",
    ),
    parameters: &[TIME, NODES, DEPTH, HEURISTIC],
    suits: Suits { players: (2, usize::MAX), ..OPEN },
};

pub(crate) const PARANOID: AgentInfo = AgentInfo {
    name: "paranoid",
    title: words("Paranoid", "Paranoidní", "Paranoidný"),
    help: words(
        "several players: everybody else plays together against us",
        "více hráčů: všichni ostatní hrají společně proti nám",
        "viac hráčov: všetci ostatní hrajú spoločne proti nám",
    ),
    parameters: &[TIME, NODES, DEPTH, HEURISTIC],
    suits: Suits { players: (2, usize::MAX), ..OPEN },
};

pub(crate) const FLAT: AgentInfo = AgentInfo {
    name: "flat",
    title: words("Flat sampling", "Ploché vzorkování", "Ploché vzorkovanie"),
    help: words(
        "tries every move in the same sampled states, at random to the end",
        "zkouší každý tah ve stejných vzorcích stavů, náhodně do konce",
        "skúša každý ťah v rovnakých vzorkách stavov, náhodne do konca",
    ),
    parameters: &[TIME, NODES, ITERATIONS, AIM, PLAYOUT, LENGTH],
    suits: ANY,
};

pub(crate) const PIMC: AgentInfo = AgentInfo {
    name: "pimc",
    title: words(
        "Open-hand sampling (PIMC)",
        "Vzorkování s odkrytými kartami (PIMC)",
        "Vzorkovanie s odkrytými kartami (PIMC)",
    ),
    help: words(
        "hidden games: searches sampled states as if everybody saw everything",
        "skryté hry: prohledává vzorky stavů, jako by všichni viděli vše",
        "skryté hry: prehľadáva vzorky stavov, akoby všetci videli všetko",
    ),
    parameters: &[
        TIME,
        NODES,
        ITERATIONS,
        HEURISTIC,
        Parameter {
            name: "effort",
            default: "5000",
            values: Values::Int(10, 1_000_000_000),
            help: words(
                "states visited for each sampled state",
                "navštívené stavy na jeden vzorek",
                "navštívené stavy na jednu vzorku",
            ),
        },
    ],
    suits: Suits { players: (2, usize::MAX), perfect: false, ..ANY },
};

pub(crate) const ISMCTS: AgentInfo = AgentInfo {
    name: "ismcts",
    title: words(
        "Tree search over sampled states (ISMCTS)",
        "Strom nad vzorky stavů (ISMCTS)",
        "Strom nad vzorkami stavov (ISMCTS)",
    ),
    help: words(
        "hidden games: one tree for all states it cannot distinguish",
        "skryté hry: jeden strom pro všechny stavy, které nerozliší",
        "skryté hry: jeden strom pre všetky stavy, ktoré nerozlíši",
    ),
    parameters: &[
        TIME,
        NODES,
        ITERATIONS,
        C,
        TREE,
        AIM,
        PLAYOUT,
        LENGTH,
        Parameter {
            name: "listen",
            default: "yes",
            values: Values::Flag,
            help: words(
                "where stakes can be raised: the words of others depend on their cards and tell of them",
                "kde lze zvyšovat sázku: slova ostatních závisejí na jejich kartách a vypovídají o nich",
                "kde možno zvyšovať stávku: slová ostatných závisia od ich kariet a vypovedajú o nich",
            ),
        },
    ],
    suits: Suits { perfect: false, ..ANY },
};

pub(crate) const CFR: AgentInfo = AgentInfo {
    name: "cfr",
    title: words("Counterfactual regret", "Kontrafaktuální lítost", "Kontrafaktuálna ľútosť"),
    help: words(
        "small hidden games: learns by self-play a mixed strategy nobody can exploit",
        "malé skryté hry: hrou proti sobě se naučí smíšenou strategii, kterou nikdo nevyužije",
        "malé skryté hry: hrou proti sebe sa naučí zmiešanú stratégiu, ktorú nikto nevyužije",
    ),
    parameters: &[
        TIME,
        NODES,
        ITERATIONS,
        TREE,
        Parameter {
            name: "plus",
            default: "yes",
            values: Values::Flag,
            help: words(
                "CFR+ rather than plain CFR",
                "CFR+ místo prostého CFR",
                "CFR+ namiesto prostého CFR",
            ),
        },
    ],
    suits: Suits { players: (2, usize::MAX), perfect: false, ..ANY },
};
