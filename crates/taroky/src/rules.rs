//! Every rule that tables disagree on, as one [`Rules`] value read from the game's parameters.

use cards::given::Given;
use cards::{Deck, Overtake};
use game::{OptionError, Options, Parameter, Values, words};

/// Who is dealt how many cards: four hands of twelve and a talon of six.
pub(crate) const SIZES: [usize; 5] = [12, 12, 12, 12, 6];

/// How many cards of the talon go to the bidder, the next taker and the player opposite in a duty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TalonSplit {
    /// Four, one, one.
    FourOneOne,
    /// One, two, three (championship custom).
    OneTwoThree,
}

/// What Varšava costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scale {
    /// 10 below 30 points, 20 below 40, 40 above; double to who took no card.
    Thesis,
    /// 40 a head (80 with more than half of the points), twice that and half as much again for the forehand: 80 / 120.
    Classic,
    /// Twice the difference to each other player, four times if the forehand loses.
    Difference,
}

/// The rules in force. Prices are points for each player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// How many deals a match has.
    pub deals: u8,
    /// The dealer of the first deal, 0-based.
    pub dealer: u8,
    /// Whether cards are dealt as at the table (talon first, then twice six) instead of hand by hand.
    pub table_deal: bool,
    /// Fixed cards of the first deal.
    pub given: Given<5>,
    /// Whether the auction goes on until everybody agrees.
    pub many_rounds: bool,
    /// Whether the second duty may be bid only with the Pagát in hand.
    pub second_needs_pagat: bool,
    /// Whether any of XIX to XVI may be called.
    pub free_call: bool,
    /// Whether a bidder who bought the called tarock may give up.
    pub surrender: bool,
    /// What giving up costs.
    pub surrender_price: i32,
    /// Whether the fifth talon card goes to the next player in order instead of the left neighbour.
    pub fifth_to_next: bool,
    /// How the talon of a duty is shared.
    pub split: TalonSplit,
    /// Whether a talon card may be refused.
    pub refusal: bool,
    /// Whether tarocks and five-pointers of the other three talon cards are shown when the first cards are kept.
    pub show_rest: bool,
    /// What an unannounced Pagát beaten in the last trick costs.
    pub silent_pagat_lost: i32,
    /// Whether the holder of the called tarock may reflek, too.
    pub re_by_partner: bool,
    /// The highest doubling: 3 is super flek (×8), 4 resub (×16).
    pub max_flek: u8,
    /// Varšava: the Pagát may be played only as the last tarock.
    pub pagat_last: bool,
    /// Varšava: the Mond need not overtake.
    pub mond_free: bool,
    /// What Varšava costs.
    pub scale: Scale,
    /// Whether the loser of a Varšava pays into a pot that the next made second duty wins.
    pub pot: bool,
    /// Multipliers: first duty, second duty, Preferanc with first, second, third cards, solo.
    pub multiplier: [i32; 6],
    /// Small and big revealing announcements.
    pub reveal: [i32; 2],
    /// Pagát unannounced and announced.
    pub pagat: [i32; 2],
    /// Valát unannounced and announced.
    pub valat: [i32; 2],
    /// Whether every winner is paid by every loser.
    pub pay_each: bool,
    /// Whether the bidder loses a tie at 35 (or wins it when fleked).
    pub tie_loses: bool,
    /// The most a player may win or lose per opponent; 0 for no ceiling.
    pub cap: i32,
    /// Wins are rounded up to a multiple of this; 0 for no rounding.
    pub round_up: i32,
    /// Whether a first duty that nobody fleked and that has no binding announcement is played out.
    pub play_unfleked: bool,
    /// What such a duty earns when it is not played out.
    pub unplayed_price: i32,
}

macro_rules! parameters {
    ($($name:literal, $default:literal, $values:expr, $en:literal, $cs:literal, $sk:literal;)*) => {
        /// The parameters of the game, in reading order.
        pub const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: $name, default: $default, values: $values, help: words($en, $cs, $sk),
        }),*];
    };
}

parameters! {
    "preset", "thesis", Values::OneOf(&["thesis", "tournament"]),
        "the defaults of the other options",
        "výchozí hodnoty ostatních voleb", "predvolené hodnoty ostatných volieb";
    "deals", "1", Values::Int(1, 100), "deals in the match", "počet rozdání v partii", "počet rozdaní v partii";
    "dealer", "4", Values::Int(1, 4), "who deals first; the forehand is the next player",
        "kdo první rozdává; předák je další hráč", "kto prvý rozdáva; predák je ďalší hráč";
    "deal", "", Values::Text, "fixed cards of the first deal: hands of players 1 to 4, then the talon, as HK,D1//XIX//-,-,V",
        "dané karty prvního rozdání: listy hráčů 1 až 4 a talon, např. HK,D1//XIX//-,-,V", "dané karty prvého rozdania: listy hráčov 1 až 4 a talón, napr. HK,D1//XIX//-,-,V";
    "deal_style", "plain", Values::OneOf(&["plain", "table"]), "hand by hand, or as at the table: talon, then twice six",
        "list po listu, nebo jako u stolu: talon, pak dvakrát po šesti", "list po liste, alebo ako pri stole: talón, potom dvakrát po šesť";
    "auction_rounds", "one", Values::OneOf(&["one", "until_agreed"]), "rounds of the auction", "kola dražby", "kolá dražby";
    "second_duty_needs_pagat", "yes", Values::Flag, "the second duty may be bid only with the Pagát in hand",
        "druhou povinnost lze dražit jen s Pagátem v ruce", "druhú povinnosť možno dražiť len s Pagátom v ruke";
    "call_rule", "highest_missing", Values::OneOf(&["highest_missing", "free"]), "which of XIX to XVI may be called",
        "které z taroků XIX až XVI lze volat", "ktoré z tarokov XIX až XVI možno volať";
    "surrender_if_called_bought", "no", Values::Flag, "a bidder who bought the called tarock may give up",
        "vydražitel, který koupil volaného taroka, smí vzdát", "vydražiteľ, ktorý kúpil volaného taroka, smie vzdať";
    "surrender_price", "10", Values::Int(0, 400), "what giving up costs for each opponent",
        "cena vzdání za každého soupeře", "cena vzdania za každého súpera";
    "talon_fifth_to", "left", Values::OneOf(&["left", "next_in_order"]), "who takes the fifth talon card",
        "kdo bere pátou kartu talonu", "kto berie piatu kartu talónu";
    "talon_split", "4-1-1", Values::OneOf(&["4-1-1", "1-2-3"]), "talon cards of the bidder, the next taker, the player opposite",
        "karty talonu pro vydražitele, dalšího a protějšího hráče", "karty talónu pre vydražiteľa, ďalšieho a protiľahlého hráča";
    "talon_refusal", "no", Values::Flag, "a talon card may be refused; it passes to the fourth player, then to the bidder",
        "kartu talonu lze odmítnout; jde čtvrtému hráči, pak vydražiteli", "kartu talónu možno odmietnuť; ide štvrtému hráčovi, potom vydražiteľovi";
    "show_rest_on_first_cards", "no", Values::Flag, "Preferanc with first cards: tarocks and five-pointers of the rest are shown",
        "preferanc s prvními kartami: taroky a pětibodové karty zbytku se ukážou", "preferanc s prvými kartami: taroky a päťbodové karty zvyšku sa ukážu";
    "silent_pagat_lost", "0", Values::Int(0, 100), "what an unannounced Pagát beaten in the last trick costs",
        "cena nehlášeného Pagáta přebitého v posledním štychu", "cena nehláseného Pagáta prebitého v poslednom štichu";
    "re_by_partner", "no", Values::Flag, "the holder of the called tarock may reflek, too",
        "kontra flek smí dát i držitel volaného taroka", "kontra flek smie dať aj držiteľ volaného taroka";
    "max_flek", "3", Values::Int(0, 4), "doublings of one item: 3 is super flek, 4 resub",
        "kolikrát lze flekovat: 3 je super flek, 4 resub", "koľkokrát možno flekovať: 3 je super flek, 4 resub";
    "pagat_last_tarok", "no", Values::Flag, "Varšava: the Pagát may be played only as the last tarock",
        "Varšava: Pagáta lze hrát jen jako poslední tarok", "Varšava: Pagáta možno hrať len ako posledný tarok";
    "mond_free", "no", Values::Flag, "Varšava: the Mond need not overtake", "Varšava: Mondem se nemusí přebíjet", "Varšava: Mondom sa nemusí prebíjať";
    "varsava", "thesis", Values::OneOf(&["thesis", "classic", "difference"]), "what Varšava costs", "ceník Varšavy", "cenník Varšavy";
    "zid", "no", Values::Flag, "Varšava is paid into a pot that the next made second duty wins",
        "Varšava se platí do pokladničky, kterou vybere uhraná druhá povinnost", "Varšava sa platí do pokladničky, ktorú vyberie uhratá druhá povinnosť";
    "first", "1", Values::Int(0, 100), "multiplier of the first duty", "násobek první povinnosti", "násobok prvej povinnosti";
    "second", "1", Values::Int(0, 100), "multiplier of the second duty", "násobek druhé povinnosti", "násobok druhej povinnosti";
    "pref1", "1", Values::Int(0, 100), "multiplier of Preferanc with first cards", "násobek preferance s prvními kartami", "násobok preferancu s prvými kartami";
    "pref2", "2", Values::Int(0, 100), "multiplier of Preferanc with second cards", "násobek preferance s druhými kartami", "násobok preferancu s druhými kartami";
    "pref3", "3", Values::Int(0, 100), "multiplier of Preferanc with third cards", "násobek preferance se třetími kartami", "násobok preferancu s tretími kartami";
    "solo", "4", Values::Int(0, 100), "multiplier of solo", "násobek sóla", "násobok sóla";
    "small", "5", Values::Int(0, 1000), "a small revealing announcement", "malá prozrazující hláška", "malá prezrádzajúca hláška";
    "big", "10", Values::Int(0, 1000), "a big revealing announcement", "velká prozrazující hláška", "veľká prezrádzajúca hláška";
    "pagat_silent", "10", Values::Int(0, 1000), "an unannounced Pagát", "nehlášený Pagát", "nehlásený Pagát";
    "pagat", "20", Values::Int(0, 1000), "an announced Pagát", "hlášený Pagát", "hlásený Pagát";
    "valat_silent", "70", Values::Int(0, 1000), "an unannounced Valát", "nehlášený Valát", "nehlásený Valát";
    "valat", "140", Values::Int(0, 1000), "an announced Valát", "hlášený Valát", "hlásený Valát";
    "pay_each_from_each", "no", Values::Flag, "every winner is paid by every loser", "každý vítěz dostane od každého poraženého", "každý víťaz dostane od každého porazeného";
    "tie_35", "zero", Values::OneOf(&["zero", "bidder_loses"]), "a tie at 35", "při stavu 35 : 35", "pri stave 35 : 35";
    "cap", "0", Values::Int(0, 100_000), "the most to win or lose per opponent; 0 for no ceiling", "strop výhry na soupeře; 0 bez stropu", "strop výhry na súpera; 0 bez stropu";
    "round_up", "0", Values::Int(0, 100), "wins are rounded up to a multiple of this", "výhra se zaokrouhlí nahoru na násobek", "výhra sa zaokrúhli nahor na násobok";
    "play_unfleked_first_duty", "yes", Values::Flag, "a first duty without flek and binding announcement is played out",
        "první povinnost bez fleku a zavazující hlášky se hraje", "prvá povinnosť bez fleku a zaväzujúcej hlášky sa hrá";
    "unplayed_price", "1", Values::Int(0, 400), "what such a duty earns when it is not played out",
        "kolik vynese, když se nehraje", "koľko vynesie, keď sa nehrá";
}

/// What the tournament preset changes: the Vysočina prices in points of five hellers, the fifth talon card to the next
/// player, a ceiling of 400.
const TOURNAMENT: &[(&str, &str)] = &[
    ("talon_fifth_to", "next_in_order"),
    ("pref3", "4"),
    ("solo", "8"),
    ("small", "4"),
    ("big", "8"),
    ("pagat_silent", "20"),
    ("pagat", "40"),
    ("valat_silent", "40"),
    ("valat", "80"),
    ("tie_35", "bidder_loses"),
    ("cap", "400"),
    ("varsava", "classic"),
];

impl Default for Rules {
    /// The thesis preset.
    fn default() -> Rules {
        let options = Options::parse("", PARAMETERS).unwrap_or_default();
        Rules::read(&options, Given::default())
    }
}

impl Rules {
    /// Reads the rules from options already checked against [`PARAMETERS`].
    ///
    /// # Errors
    /// What is wrong with a deal set by hand.
    pub fn new(options: &Options) -> Result<Rules, OptionError> {
        let given = Given::parse(Deck::Tarock54, options.text("deal"), SIZES)?;
        let mut options = options.clone();
        if options.text("preset") == "tournament" {
            options = TOURNAMENT.iter().fold(options, |options, &(name, value)| options.or(name, value));
        }
        Ok(Rules::read(&options, given))
    }

    fn read(options: &Options, given: Given<5>) -> Rules {
        let int = |name: &str| options.int(name) as i32;
        Rules {
            deals: int("deals") as u8,
            dealer: (int("dealer") - 1).clamp(0, 3) as u8,
            table_deal: options.text("deal_style") == "table",
            given,
            many_rounds: options.text("auction_rounds") != "one",
            second_needs_pagat: options.flag("second_duty_needs_pagat"),
            free_call: options.text("call_rule") == "free",
            surrender: options.flag("surrender_if_called_bought"),
            surrender_price: int("surrender_price"),
            fifth_to_next: options.text("talon_fifth_to") != "left",
            split: match options.text("talon_split") {
                "1-2-3" => TalonSplit::OneTwoThree,
                _ => TalonSplit::FourOneOne,
            },
            refusal: options.flag("talon_refusal"),
            show_rest: options.flag("show_rest_on_first_cards"),
            silent_pagat_lost: int("silent_pagat_lost"),
            re_by_partner: options.flag("re_by_partner"),
            max_flek: int("max_flek") as u8,
            pagat_last: options.flag("pagat_last_tarok"),
            mond_free: options.flag("mond_free"),
            scale: match options.text("varsava") {
                "classic" => Scale::Classic,
                "difference" => Scale::Difference,
                _ => Scale::Thesis,
            },
            pot: options.flag("zid"),
            multiplier: ["first", "second", "pref1", "pref2", "pref3", "solo"].map(int),
            reveal: ["small", "big"].map(int),
            pagat: ["pagat_silent", "pagat"].map(int),
            valat: ["valat_silent", "valat"].map(int),
            pay_each: options.flag("pay_each_from_each"),
            tie_loses: options.text("tie_35") != "zero",
            cap: int("cap"),
            round_up: int("round_up"),
            play_unfleked: options.flag("play_unfleked_first_duty"),
            unplayed_price: int("unplayed_price"),
        }
    }

    /// The duty to overtake: only in Varšava.
    pub(crate) fn overtake(varsava: bool) -> Overtake {
        if varsava { Overtake::UnlessTrumped } else { Overtake::Never }
    }
}
