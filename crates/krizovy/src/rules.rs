//! The options of křížový mariáš, with their presets: `tournament` has the prices of the tournament rules, `home` chooses
//! trumps from all eight cards and plays for less.

use cards::Deck;
use cards::given::Given;
use cards::parameters::{flag, int, one_of};
use game::{OptionError, Options, Parameter, Values, words};
use marias::Prices;

/// The rules of one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The deals of a match.
    pub deals: u16,
    /// Who deals first.
    pub dealer: u8,
    /// Cards of the first deal set by hand.
    pub given: Given<4>,
    /// Cards each player has when trumps are chosen: 4 or 8.
    pub choose_after: u8,
    /// How often an item may be doubled.
    pub fleks: u8,
    /// Whether the others may announce a seven or a hundred against the declarer.
    pub against: bool,
    /// Whether an announced seven stays in hand as long as anything else may be played.
    pub keep_seven: bool,
    /// Whether every ten above or below a hundred adds its price once more.
    pub adding: bool,
    /// Whether everything counts double with hearts as trumps.
    pub hearts_double: bool,
    /// Prices in units of the base stake.
    pub prices: Prices,
}

/// What the game takes.
pub const PARAMETERS: &[Parameter] = &[
    one_of(
        "preset",
        "tournament",
        &["tournament", "home"],
        words(
            "the defaults of the other options",
            "výchozí hodnoty ostatních voleb",
            "predvolené hodnoty ostatných volieb",
        ),
    ),
    int(
        "deals",
        "1",
        1,
        1000,
        words("deals in the match", "počet rozdání v partii", "počet rozdaní v partii"),
    ),
    int("dealer", "4", 1, 4, words("who deals first", "kdo rozdává první", "kto rozdáva prvý")),
    Parameter {
        name: "deal",
        default: "",
        values: Values::Text,
        help: words(
            "cards of the first deal set by hand, in order of dealing: players separated by /, cards by commas, - or nothing for any card",
            "karty prvního rozdání zadané ručně v pořadí rozdávání: hráči odděleni /, karty čárkami, - nebo nic je libovolná karta",
            "karty prvého rozdania zadané ručne v poradí rozdávania: hráči oddelení /, karty čiarkami, - alebo nič je ľubovoľná karta",
        ),
    },
    one_of(
        "choose_after",
        "4",
        &["4", "8"],
        words(
            "cards seen when trumps are chosen (at home: 8)",
            "kolik karet hráč vidí, když volí trumfy (doma: 8)",
            "koľko kariet hráč vidí, keď volí tromfy (doma: 8)",
        ),
    ),
    int(
        "fleks",
        "4",
        0,
        6,
        words("how often an item may be doubled", "kolikrát lze flekovat", "koľkokrát možno flekovať"),
    ),
    flag(
        "proti",
        "yes",
        words(
            "the others may announce a seven or a hundred against",
            "soupeři smějí hlásit sedmu a sto proti",
            "súperi smú hlásiť sedmu a sto proti",
        ),
    ),
    flag(
        "keep_seven",
        "yes",
        words(
            "an announced seven is kept as long as anything else may be played",
            "hlášená sedma se drží, dokud lze hrát cokoli jiného",
            "hlásená sedma sa drží, kým možno hrať čokoľvek iné",
        ),
    ),
    one_of(
        "sto_style",
        "adding",
        &["adding", "fixed"],
        words("how a hundred grows", "jak roste stovka", "ako rastie stovka"),
    ),
    flag(
        "hearts_double",
        "yes",
        words(
            "hearts as trumps double everything",
            "červené trumfy zdvojnásobují vše",
            "červené tromfy zdvojnásobujú všetko",
        ),
    ),
    int("hra", "1", 0, 1000, words("price of the game", "cena hry", "cena hry")),
    int("sedma", "2", 0, 1000, words("price of the seven", "cena sedmy", "cena sedmy")),
    int("sto", "4", 0, 1000, words("price of the hundred", "cena stovky", "cena stovky")),
    int(
        "betl",
        "10",
        0,
        1000,
        words("price of betl (at home: 5)", "cena betlu (doma: 5)", "cena betlu (doma: 5)"),
    ),
    int(
        "durch",
        "20",
        0,
        1000,
        words("price of durch (at home: 10)", "cena durchu (doma: 10)", "cena durchu (doma: 10)"),
    ),
    int(
        "ticha_sedma",
        "1",
        0,
        1000,
        words("price of a quiet seven", "cena tiché sedmy", "cena tichej sedmy"),
    ),
    int(
        "ticha_sto",
        "2",
        0,
        1000,
        words("price of a quiet hundred", "cena tiché stovky", "cena tichej stovky"),
    ),
];

impl Rules {
    /// The rules these options describe.
    ///
    /// # Errors
    /// Says what is wrong with a deal set by hand.
    pub fn new(options: &Options) -> Result<Rules, OptionError> {
        let o = if options.text("preset") == "home" {
            options.clone().or("choose_after", "8").or("betl", "5").or("durch", "10")
        } else {
            options.clone()
        };
        let number = |name| i32::try_from(o.int(name)).unwrap_or(0);
        Ok(Rules {
            deals: u16::try_from(o.int("deals")).unwrap_or(1),
            dealer: (o.int("dealer") - 1).clamp(0, 3) as u8,
            given: Given::parse(Deck::German32, o.text("deal"), [8; 4])
                .map_err(|cause| OptionError(format!("parameter 'deal': {cause}")))?,
            choose_after: if o.text("choose_after") == "8" { 8 } else { 4 },
            fleks: number("fleks").clamp(0, 6) as u8,
            against: o.flag("proti"),
            keep_seven: o.flag("keep_seven"),
            adding: o.text("sto_style") != "fixed",
            hearts_double: o.flag("hearts_double"),
            prices: Prices {
                game: number("hra"),
                seven: number("sedma"),
                hundred: number("sto"),
                betl: number("betl"),
                durch: number("durch"),
                two_sevens: 0,
                quiet_seven: number("ticha_sedma"),
                quiet_hundred: number("ticha_sto"),
            },
        })
    }
}
