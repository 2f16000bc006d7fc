//! The options of šnaps, with their presets. `thesis` is the game as its author describes it, gaps filled by the
//! literal reading; `tournament` is the practice of Schnapsen tables.

use crate::show::DECK;
use cards::Overtake;
use cards::given::Given;
use cards::parameters::{flag, int, one_of};
use game::{OptionError, Options, Parameter, Values, words};

/// Whether the rules end the deal by themselves when a side has 66.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AutoClaim {
    /// Never: somebody must say dosť.
    #[default]
    Off,
    /// As soon as a side has 66.
    On,
    /// The same, but not before the called card was played.
    Shown,
}

impl AutoClaim {
    /// Whether the rules count at all.
    #[inline]
    pub fn on(self) -> bool {
        self != AutoClaim::Off
    }
}

/// The rules of one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Cards each player has when the trump card is called: 3 or 6.
    pub choose_after: u8,
    /// Whether the chooser must hold a card of the suit he makes trump.
    pub must_hold_trump: bool,
    /// Whether kontra may be answered.
    pub rekontra: bool,
    /// The duty to overtake.
    pub overtake: Overtake,
    /// Whether dosť may be said only on lead.
    pub claim_on_lead: bool,
    /// Whether the rules count for the players.
    pub auto_claim: AutoClaim,
    /// Game points of a right claim against 33 points or more, against fewer, against no trick; of a wrong claim;
    /// of the last trick.
    pub prices: Prices,
    /// The total that ends the match; 0: none.
    pub target: i32,
    /// The most deals of a match.
    pub deals: u16,
    /// Who deals first.
    pub dealer: u8,
    /// Cards of the first deal set by hand.
    pub given: Given<4>,
}

/// Game points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prices {
    /// A right claim, the losers having 33 points or more.
    pub won: i16,
    /// The losers have fewer than 33.
    pub poor: i16,
    /// The losers have no trick.
    pub trickless: i16,
    /// A wrong claim.
    pub wrong: i16,
    /// The last trick.
    pub last: i16,
}

/// What the game takes.
pub const PARAMETERS: &[Parameter] = &[
    one_of(
        "preset",
        "thesis",
        &["thesis", "tournament"],
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
            "game points that end the match; 0 plays all deals (tournament: 7)",
            "body, které ukončí partii; 0 hraje všechna rozdání (turnaj: 7)",
            "body, ktoré ukončia partiu; 0 hrá všetky rozdania (turnaj: 7)",
        ),
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
        "6",
        &["6", "3"],
        words(
            "cards seen when the trump card is called (tournament: 3)",
            "kolik karet volící vidí, když volá (turnaj: 3)",
            "koľko kariet voliaci vidí, keď volá (turnaj: 3)",
        ),
    ),
    flag(
        "must_hold_trump",
        "no",
        words(
            "the chooser must hold a card of the trump suit",
            "volící musí mít kartu trumfové barvy",
            "voliaci musí mať kartu tromfovej farby",
        ),
    ),
    flag(
        "rekontra",
        "no",
        words(
            "kontra may be answered by rekontra (×4) and that again (×8) (so in the tournament)",
            "na kontru lze odpovědět rekontrou (×4) a na ni znovu (×8) (na turnaji ano)",
            "na kontru možno odpovedať rekontrou (×4) a na ňu znova (×8) (na turnaji áno)",
        ),
    ),
    flag(
        "overtake_when_trumped",
        "yes",
        words(
            "the led suit must be overtaken even when the trick was trumped (not in the tournament)",
            "barvu je nutno přebít i ve štychu přebitém trumfem (na turnaji ne)",
            "farbu treba prebiť aj v štichu prebitom tromfom (na turnaji nie)",
        ),
    ),
    one_of(
        "claim_when",
        "turn",
        &["turn", "lead"],
        words(
            "dosť at any own turn before playing, or only on lead (as in the tournament)",
            "dosť kdykoli na tahu před vynesením, nebo jen při výnosu (tak na turnaji)",
            "dosť kedykoľvek na ťahu pred vyložením, alebo len pri výnose (tak na turnaji)",
        ),
    ),
    one_of(
        "auto_claim",
        "off",
        &["off", "on", "shown"],
        words(
            "the deal ends by itself when a side has 66, or not before the called card was played",
            "rozdání končí samo, když má strana 66, nebo nejdřív, až padne volaná karta",
            "rozdanie sa končí samo, keď má strana 66, alebo najskôr, keď padne volaná karta",
        ),
    ),
    int(
        "won",
        "1",
        0,
        50,
        words("game points of a right dosť", "body za správné dosť", "body za správne dosť"),
    ),
    int(
        "poor",
        "2",
        0,
        50,
        words(
            "game points when the losers have fewer than 33",
            "body, když poražení mají méně než 33",
            "body, keď porazení majú menej než 33",
        ),
    ),
    int(
        "trickless",
        "3",
        0,
        50,
        words(
            "game points when the losers have no trick",
            "body, když poražení nemají štych",
            "body, keď porazení nemajú štich",
        ),
    ),
    int(
        "wrong",
        "2",
        0,
        50,
        words(
            "game points of the others after a wrong dosť",
            "body ostatních po chybném dosť",
            "body ostatných po chybnom dosť",
        ),
    ),
    int(
        "last",
        "1",
        0,
        50,
        words("game points of the last trick", "body za poslední štych", "body za posledný štich"),
    ),
];

impl Rules {
    /// The rules these options describe.
    ///
    /// # Errors
    /// Says what is wrong with a deal set by hand.
    pub fn new(options: &Options) -> Result<Rules, OptionError> {
        let o = preset(options.clone());
        let price = |name| i16::try_from(o.int(name)).unwrap_or(0);
        let target = i32::try_from(o.int("target")).unwrap_or(0);
        let open_ended = target > 0 && !options.given("deals");
        Ok(Rules {
            choose_after: if o.text("choose_after") == "3" { 3 } else { 6 },
            must_hold_trump: o.flag("must_hold_trump"),
            rekontra: o.flag("rekontra"),
            overtake: if o.flag("overtake_when_trumped") {
                Overtake::Always
            } else {
                Overtake::UnlessTrumped
            },
            claim_on_lead: o.text("claim_when") == "lead",
            auto_claim: match o.text("auto_claim") {
                "on" => AutoClaim::On,
                "shown" => AutoClaim::Shown,
                _ => AutoClaim::Off,
            },
            prices: Prices {
                won: price("won"),
                poor: price("poor"),
                trickless: price("trickless"),
                wrong: price("wrong"),
                last: price("last"),
            },
            target,
            deals: if open_ended { 1000 } else { u16::try_from(o.int("deals")).unwrap_or(1) },
            dealer: (o.int("dealer") - 1).clamp(0, 3) as u8,
            given: Given::parse(DECK, o.text("deal"), [6; 4])
                .map_err(|cause| OptionError(format!("parameter 'deal': {cause}")))?,
        })
    }
}

fn preset(o: Options) -> Options {
    if o.text("preset") != "tournament" {
        return o;
    }
    o.or("choose_after", "3")
        .or("rekontra", "yes")
        .or("overtake_when_trumped", "no")
        .or("claim_when", "lead")
        .or("target", "7")
}
