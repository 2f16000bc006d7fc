//! The options of volený and licitovaný mariáš, with their presets.

use cards::Deck;
use cards::given::Given;
use cards::parameters::{flag, int, one_of};
use game::{OptionError, Options, Parameter, Values, Words, words};

/// Which mariáš.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Volený: the forehand chooses trumps; betl and durch can steal the game.
    Voleny,
    /// Licitovaný: an auction decides who takes the talon and what is played at least.
    Licitovany,
}

/// How a hundred is priced beyond a hundred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Once more for every ten.
    Adding,
    /// Twice as much for every ten.
    Doubling,
    /// Always the same.
    Fixed,
}

/// Which marriages help to make an announced hundred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// The highest only.
    Highest,
    /// The first shown only.
    First,
    /// All of them.
    Each,
}

/// Prices in units of the base stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prices {
    /// Hra.
    pub game: i32,
    /// Sedma.
    pub seven: i32,
    /// Sto.
    pub hundred: i32,
    /// Betl.
    pub betl: i32,
    /// Durch.
    pub durch: i32,
    /// Dvě sedmy.
    pub two_sevens: i32,
    /// Tichá sedma.
    pub quiet_seven: i32,
    /// Tichá stovka.
    pub quiet_hundred: i32,
}

/// The rules of one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Which mariáš.
    pub kind: Kind,
    /// Deals of the match.
    pub deals: u16,
    /// Who deals first.
    pub dealer: u8,
    /// Cards set by hand, for the first deal.
    pub given: Given<4>,
    /// Whether trumps may come z lidu.
    pub people: bool,
    /// Whether aces and tens may lie in the talon of a game with trumps.
    pub talon_sharp: bool,
    /// Whether trumps may.
    pub talon_trumps: bool,
    /// How often an item may be doubled.
    pub fleks: u8,
    /// Whether sedma proti and sto proti may be announced.
    pub against: bool,
    /// How often a plain game must be doubled to be played out.
    pub min_flek: u8,
    /// Whether a defender with the trump king or queen must double the game.
    pub mandatory_flek: bool,
    /// Whether an announced seven may be played only when nothing else is legal.
    pub keep_seven: bool,
    /// How a hundred is priced.
    pub style: Style,
    /// Which marriages count towards an announced hundred.
    pub counted: Counted,
    /// Whether sto and sedma of one contract are won and lost separately.
    pub separate: bool,
    /// Whether everything counts double with hearts as trumps.
    pub hearts_double: bool,
    /// The most one defender pays or gets; 0: no ceiling.
    pub max_win: i32,
    /// The prices.
    pub prices: Prices,
    /// Licitovaný: the forehand must bid.
    pub forced_opening: bool,
    /// Licitovaný: the forehand may hold a bid of another instead of going higher.
    pub hold: bool,
    /// Whether the declarer of betl or durch plays with open cards after the first trick.
    pub open: bool,
    /// Licitovaný: the forehand leads to the first trick of a game with trumps.
    pub forehand_leads: bool,
}

const PRESET: Parameter = one_of(
    "preset",
    "thesis",
    &["thesis", "tournament"],
    words(
        "the defaults of the other options",
        "výchozí hodnoty ostatních voleb",
        "predvolené hodnoty ostatných volieb",
    ),
);
const DEALS: Parameter =
    int("deals", "1", 1, 1000, words("deals in the match", "počet rozdání", "počet rozdaní"));
const DEALER: Parameter =
    int("dealer", "3", 1, 3, words("who deals first", "kdo rozdává první", "kto rozdáva prvý"));
const DEAL: Parameter = Parameter {
    name: "deal",
    default: "",
    values: Values::Text,
    help: words(
        "cards of the first deal set by hand, in order of dealing: players (then the talon of licitovaný) separated by /, cards by commas, - or nothing for any card",
        "karty prvního rozdání zadané ručně v pořadí rozdávání: hráči (a talon licitovaného) odděleni /, karty čárkami, - nebo nic je libovolná karta",
        "karty prvého rozdania zadané ručne v poradí rozdávania: hráči (a talón licitovaného) oddelení /, karty čiarkami, - alebo nič je ľubovoľná karta",
    ),
};
const FLEKS: Parameter = int(
    "fleks",
    "4",
    0,
    6,
    words(
        "how often an item may be doubled: 1 flek, 2 re, 3 tutti, 4 boty, 5 kalhoty, 6 kaiser",
        "kolikrát lze závazek flekovat: 1 flek, 2 re, 3 tutti, 4 boty, 5 kalhoty, 6 kaiser",
        "koľkokrát možno záväzok flekovať: 1 flek, 2 re, 3 tutti, 4 boty, 5 kalhoty, 6 kaiser",
    ),
);
const AGAINST: Parameter = flag(
    "proti",
    "yes",
    words(
        "defenders may announce sedma proti and sto proti",
        "obrana smí hlásit sedmu proti a sto proti",
        "obrana smie hlásiť sedmu proti a sto proti",
    ),
);
const KEEP_SEVEN: Parameter = flag(
    "keep_seven",
    "yes",
    words(
        "an announced seven must be kept while another card may be played",
        "hlášená sedma se drží, dokud lze hrát jinou kartu",
        "hlásená sedma sa drží, kým možno hrať inú kartu",
    ),
);
const OPEN: Parameter = flag(
    "lozeny",
    "no",
    words(
        "betl and durch are played with the declarer's cards open after the first trick",
        "betl a durch se po prvním štychu hrají s vyloženými kartami aktéra",
        "betl a durch sa po prvom štichu hrajú s vyloženými kartami aktéra",
    ),
);
const STYLE: Parameter = one_of(
    "sto_style",
    "adding",
    &["adding", "doubling", "fixed"],
    words(
        "how the price of a hundred grows with every ten",
        "jak roste cena stovky s každou desítkou",
        "ako rastie cena stovky s každou desiatkou",
    ),
);
const COUNTED_HELP: Words = words(
    "which marriages help to make an announced hundred (volený, tournament: only the highest)",
    "které hlášky se počítají do hlášené stovky (volený, turnaj: jen nejvyšší)",
    "ktoré hlášky sa počítajú do hlásenej stovky (volený, turnaj: len najvyššia)",
);
const COUNTED: &[&str] = &["highest", "first", "each"];
const SEPARATE: Parameter = flag(
    "stosedm_separate",
    "yes",
    words(
        "sto and sedma of one contract are won and lost separately",
        "sto a sedma se vyhrávají a prohrávají zvlášť",
        "sto a sedma sa vyhrávajú a prehrávajú zvlášť",
    ),
);
const HEARTS: Parameter = flag(
    "hearts_double",
    "yes",
    words(
        "hearts as trumps double everything",
        "červené trumfy zdvojnásobují vše",
        "červené tromfy zdvojnásobujú všetko",
    ),
);
const MAX_WIN: Parameter = int(
    "max_win",
    "0",
    0,
    100_000,
    words(
        "the most one defender pays or gets; 0: no ceiling (tournament: 500)",
        "nejvyšší platba jednoho obránce; 0: bez stropu (turnaj: 500)",
        "najvyššia platba jedného obrancu; 0: bez stropu (turnaj: 500)",
    ),
);

const fn price(name: &'static str, default: &'static str, help: Words) -> Parameter {
    int(name, default, 0, 100, help)
}

const GAME: Parameter = price("hra", "1", words("price of the game", "cena hry", "cena hry"));
const SEVEN: Parameter = price("sedma", "2", words("price of sedma", "cena sedmy", "cena sedmy"));
const HUNDRED: Parameter = price("sto", "4", words("price of sto", "cena stovky", "cena stovky"));
const QUIET_SEVEN: Parameter =
    price("ticha_sedma", "1", words("price of a quiet seven", "cena tiché sedmy", "cena tichej sedmy"));
const QUIET_HUNDRED: Parameter =
    price("ticha_sto", "2", words("price of a quiet hundred", "cena tiché stovky", "cena tichej stovky"));
const BETL_HELP: Words = words("price of betl", "cena betlu", "cena betlu");
const DURCH_HELP: Words = words("price of durch", "cena durchu", "cena durchu");
const TALON_HELP: Words = words(
    "aces and tens in the talon of a game with trumps: allowed (ten each to the defenders) or forbidden",
    "esa a desítky v talonu barevné hry: povoleny (po deseti obraně), nebo zakázány",
    "esá a desiatky v talóne farebnej hry: povolené (po desať obrane), alebo zakázané",
);

/// What volený mariáš takes.
pub const VOLENY: &[Parameter] = &[
    PRESET,
    DEALS,
    DEALER,
    DEAL,
    flag(
        "z_lidu",
        "yes",
        words(
            "the forehand may have trumps turned z lidu",
            "forhont smí volit z lidu",
            "forhont smie voliť z ľudu",
        ),
    ),
    one_of("talon_ax", "allowed", &["allowed", "forbidden"], TALON_HELP),
    flag(
        "talon_trumps",
        "yes",
        words(
            "trumps may lie in the talon (the trump card only for betl and durch)",
            "trumfy smějí do talonu (trumfová karta jen pro betl a durch)",
            "tromfy smú do talónu (tromfová karta len pre betl a durch)",
        ),
    ),
    FLEKS,
    AGAINST,
    int(
        "min_flek",
        "0",
        0,
        2,
        words(
            "doublings a plain game needs to be played out (tournament: 1)",
            "kolik fleků potřebuje prostá hra, aby se hrála (turnaj: 1)",
            "koľko flekov potrebuje prostá hra, aby sa hrala (turnaj: 1)",
        ),
    ),
    flag(
        "mandatory_flek",
        "no",
        words(
            "a defender with the trump king or ober must double the game",
            "obránce s trumfovým králem nebo svrškem musí hru flekovat",
            "obranca s tromfovým kráľom alebo horníkom musí hru flekovať",
        ),
    ),
    KEEP_SEVEN,
    OPEN,
    STYLE,
    one_of("sto_marriage", "each", COUNTED, COUNTED_HELP),
    SEPARATE,
    HEARTS,
    MAX_WIN,
    GAME,
    SEVEN,
    HUNDRED,
    price("betl", "5", BETL_HELP),
    price("durch", "10", DURCH_HELP),
    QUIET_SEVEN,
    QUIET_HUNDRED,
];

/// What licitovaný mariáš takes.
pub const LICITOVANY: &[Parameter] = &[
    PRESET,
    DEALS,
    DEALER,
    DEAL,
    one_of(
        "opening",
        "forced",
        &["forced", "free"],
        words(
            "the forehand must bid, or the cards are thrown in when all pass",
            "forhont musí licitovat, nebo se při třech pasech rozdá znovu",
            "forhont musí licitovať, alebo sa pri troch pasoch rozdá znova",
        ),
    ),
    flag(
        "hold",
        "yes",
        words(
            "the forehand may hold a bid of another instead of going higher",
            "forhont smí držet nabídku jiného, aniž přihodí",
            "forhont smie držať ponuku iného bez prihodenia",
        ),
    ),
    one_of(
        "lead",
        "forehand",
        &["forehand", "declarer"],
        words(
            "who leads to the first trick of a game with trumps",
            "kdo vynáší do prvního štychu barevné hry",
            "kto vynáša do prvého štichu farebnej hry",
        ),
    ),
    one_of("talon_ax", "forbidden", &["allowed", "forbidden"], TALON_HELP),
    FLEKS,
    AGAINST,
    KEEP_SEVEN,
    OPEN,
    STYLE,
    one_of("sto_marriage", "highest", COUNTED, COUNTED_HELP),
    SEPARATE,
    HEARTS,
    MAX_WIN,
    GAME,
    SEVEN,
    HUNDRED,
    price("betl", "15", BETL_HELP),
    price("durch", "30", DURCH_HELP),
    price("dve_sedmy", "40", words("price of dvě sedmy", "cena dvou sedem", "cena dvoch sediem")),
    QUIET_SEVEN,
    QUIET_HUNDRED,
];

impl Rules {
    /// The rules these options describe.
    ///
    /// # Errors
    /// Says what is wrong with a deal set by hand.
    pub fn new(kind: Kind, options: &Options) -> Result<Rules, OptionError> {
        let o = preset(kind, options.clone());
        let number = |name| i32::try_from(o.int(name)).unwrap_or(0);
        let voleny = kind == Kind::Voleny;
        let dealer = (o.int("dealer") - 1).clamp(0, 2) as usize;
        let mut sizes = [10, 10, 10, 2];
        if voleny {
            sizes[3] = 0;
            sizes[(dealer + 1) % 3] = 12;
        }
        Ok(Rules {
            kind,
            deals: u16::try_from(o.int("deals")).unwrap_or(1),
            dealer: dealer as u8,
            given: Given::parse(Deck::German32, o.text("deal"), sizes)
                .map_err(|cause| OptionError(format!("parameter 'deal': {cause}")))?,
            people: o.flag("z_lidu"),
            talon_sharp: o.text("talon_ax") == "allowed",
            talon_trumps: !voleny || o.flag("talon_trumps"),
            fleks: number("fleks") as u8,
            against: o.flag("proti"),
            min_flek: if voleny { number("min_flek") as u8 } else { 0 },
            mandatory_flek: o.flag("mandatory_flek"),
            keep_seven: o.flag("keep_seven"),
            style: match o.text("sto_style") {
                "doubling" => Style::Doubling,
                "fixed" => Style::Fixed,
                _ => Style::Adding,
            },
            counted: match o.text("sto_marriage") {
                "first" => Counted::First,
                "each" => Counted::Each,
                _ => Counted::Highest,
            },
            separate: o.flag("stosedm_separate"),
            hearts_double: o.flag("hearts_double"),
            max_win: number("max_win"),
            prices: Prices {
                game: number("hra"),
                seven: number("sedma"),
                hundred: number("sto"),
                betl: number("betl"),
                durch: number("durch"),
                two_sevens: number("dve_sedmy"),
                quiet_seven: number("ticha_sedma"),
                quiet_hundred: number("ticha_sto"),
            },
            forced_opening: o.text("opening") != "free",
            hold: o.flag("hold"),
            open: o.flag("lozeny"),
            forehand_leads: o.text("lead") != "declarer",
        })
    }
}

fn preset(kind: Kind, o: Options) -> Options {
    if o.text("preset") != "tournament" {
        return o;
    }
    let o = o.or("max_win", "500");
    match kind {
        Kind::Voleny => o.or("talon_ax", "forbidden").or("min_flek", "1").or("sto_marriage", "highest"),
        Kind::Licitovany => o.or("opening", "free"),
    }
}
