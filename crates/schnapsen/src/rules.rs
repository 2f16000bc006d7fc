//! The options of Schnapsen, with their presets: `deal` is one deal for its game points, `bummerl` goes on to seven of them.

use cards::given::Given;
use cards::parameters::{int, one_of};
use cards::{Deck, Overtake};
use game::{OptionError, Options, Parameter, Values, words};

/// When the trump jack may be exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// While more than two cards are left in the talon.
    Early,
    /// Also with the last two.
    Late,
    /// Never.
    Never,
}

/// The rules of one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The pack: German or French suits.
    pub deck: Deck,
    /// When the trump jack may be exchanged.
    pub exchange: Exchange,
    /// Cards that must be left in the talon to close it.
    pub close_from: u8,
    /// The duty to overtake once nobody draws.
    pub overtake: Overtake,
    /// Whether the rules count for the players.
    pub auto: bool,
    /// Game points of a win against 33 points or more, against fewer, against no trick.
    pub prices: [i16; 3],
    /// Game points of the other after a talon closed in vain or a wrong claim: where he had a trick, where he had none.
    pub fails: [i16; 2],
    /// Game points of the last trick when nobody has 66.
    pub last: i16,
    /// The game points that end the match; 0: none.
    pub target: i32,
    /// The most deals of a match.
    pub deals: u16,
    /// Who deals first.
    pub dealer: u8,
    /// Cards of the first deal set by hand: two hands and the talon, its trump card first.
    pub given: Given<3>,
}

/// What the game takes.
pub const PARAMETERS: &[Parameter] = &[
    one_of(
        "preset",
        "deal",
        &["deal", "bummerl"],
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
        words(
            "deals in the match (with a target: at most this many, 1000 unless given)",
            "počet rozdání v partii (s cílem: nejvýše tolik, jinak 1000)",
            "počet rozdaní v partii (s cieľom: najviac toľko, inak 1000)",
        ),
    ),
    int(
        "target",
        "0",
        0,
        100,
        words(
            "game points that end the match; 0 plays all deals (a Bummerl: 7)",
            "body, které ukončí partii; 0 hraje všechna rozdání (bummerl: 7)",
            "body, ktoré ukončia partiu; 0 hrá všetky rozdania (bummerl: 7)",
        ),
    ),
    int("dealer", "2", 1, 2, words("who deals first", "kdo rozdává první", "kto rozdáva prvý")),
    one_of(
        "cards",
        "german",
        &["german", "french"],
        words("the suits of the cards", "barvy karet", "farby kariet"),
    ),
    Parameter {
        name: "deal",
        default: "",
        values: Values::Text,
        help: words(
            "cards of the first deal set by hand: the two hands and the talon separated by /, cards by commas, - or nothing for any card; in the talon the trump card first, then in order of drawing",
            "karty prvního rozdání zadané ručně: oba listy a talon odděleny /, karty čárkami, - nebo nic je libovolná karta; v talonu první trumfová karta, pak v pořadí lízání",
            "karty prvého rozdania zadané ručne: oba listy a talón oddelené /, karty čiarkami, - alebo nič je ľubovoľná karta; v talóne prvá tromfová karta, potom v poradí ťahania",
        ),
    },
    one_of(
        "exchange",
        "early",
        &["early", "late", "never"],
        words(
            "the leader may exchange the trump jack for the trump card: while more than two cards are left, also with the last two, or never",
            "kdo vynáší, smí vyměnit trumfového spodka za trumfovou kartu: dokud zbývá víc než dvě karty, i s posledními dvěma, nebo nikdy",
            "kto vynáša, smie vymeniť tromfového dolníka za tromfovú kartu: kým zostáva viac než dve karty, aj s poslednými dvoma, alebo nikdy",
        ),
    ),
    int(
        "close_from",
        "4",
        2,
        12,
        words(
            "cards that must be left in the talon to close it; 12: it is never closed",
            "kolik karet musí zbývat v talonu, aby šel zavřít; 12: nezavírá se",
            "koľko kariet musí zostávať v talóne, aby sa dal zatvoriť; 12: nezatvára sa",
        ),
    ),
    Parameter {
        name: "overtake",
        default: "yes",
        values: Values::Flag,
        help: words(
            "who follows suit must overtake if he can",
            "kdo přiznává barvu, musí přebít, může-li",
            "kto priznáva farbu, musí prebiť, ak môže",
        ),
    },
    one_of(
        "claim",
        "auto",
        &["auto", "say"],
        words(
            "the deal ends by itself when a player has 66, or he has to say so when he leads",
            "rozdání končí samo, když má hráč 66, nebo to musí říct, když vynáší",
            "rozdanie sa končí samo, keď má hráč 66, alebo to musí povedať, keď vynáša",
        ),
    ),
    int(
        "won",
        "1",
        0,
        50,
        words(
            "game points of a win, the loser having 33 or more",
            "body za výhru, má-li soupeř 33 nebo víc",
            "body za výhru, ak má súper 33 alebo viac",
        ),
    ),
    int(
        "poor",
        "2",
        0,
        50,
        words(
            "game points when the loser has fewer than 33",
            "body, když má soupeř méně než 33",
            "body, keď má súper menej než 33",
        ),
    ),
    int(
        "trickless",
        "3",
        0,
        50,
        words(
            "game points when the loser has no trick",
            "body, když soupeř nemá štych",
            "body, keď súper nemá štich",
        ),
    ),
    int(
        "fail",
        "2",
        0,
        50,
        words(
            "game points of the other after a talon closed in vain or a wrong claim",
            "body soupeře po marném zavření talonu nebo mylném ohlášení",
            "body súpera po márnom zatvorení talónu alebo mylnom ohlásení",
        ),
    ),
    int(
        "fail_trickless",
        "3",
        0,
        50,
        words(
            "the same where the other had no trick",
            "totéž, neměl-li soupeř štych",
            "to isté, ak súper nemal štich",
        ),
    ),
    int(
        "last",
        "1",
        0,
        50,
        words(
            "game points of the last trick when nobody has 66",
            "body za poslední štych, nemá-li nikdo 66",
            "body za posledný štich, ak nemá nikto 66",
        ),
    ),
];

impl Rules {
    /// The rules these options describe.
    ///
    /// # Errors
    /// Says what is wrong with a deal set by hand.
    pub fn new(options: &Options) -> Result<Rules, OptionError> {
        let o = if options.text("preset") == "bummerl" {
            options.clone().or("target", "7")
        } else {
            options.clone()
        };
        let price = |name| i16::try_from(o.int(name)).unwrap_or(0);
        let target = i32::try_from(o.int("target")).unwrap_or(0);
        let open_ended = target > 0 && !options.given("deals");
        let deck = if o.text("cards") == "french" { Deck::French20 } else { Deck::German20 };
        Ok(Rules {
            deck,
            exchange: match o.text("exchange") {
                "late" => Exchange::Late,
                "never" => Exchange::Never,
                _ => Exchange::Early,
            },
            close_from: u8::try_from(o.int("close_from")).unwrap_or(4),
            overtake: if o.flag("overtake") { Overtake::UnlessTrumped } else { Overtake::Never },
            auto: o.text("claim") != "say",
            prices: [price("won"), price("poor"), price("trickless")],
            fails: [price("fail"), price("fail_trickless")],
            last: price("last"),
            target,
            deals: if open_ended { 1000 } else { u16::try_from(o.int("deals")).unwrap_or(1) },
            dealer: (o.int("dealer") - 1).clamp(0, 1) as u8,
            given: Given::parse(deck, o.text("deal"), [5, 5, 10])
                .map_err(|cause| OptionError(format!("parameter 'deal': {cause}")))?,
        })
    }

    /// Cards that must be left in the talon to exchange the jack.
    pub(crate) fn swap_from(&self) -> u8 {
        match self.exchange {
            Exchange::Early => 4,
            Exchange::Late => 2,
            Exchange::Never => u8::MAX,
        }
    }
}
