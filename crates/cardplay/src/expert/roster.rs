//! The expert in the roster of a trick game.

use super::{Experience, Expert, LEVELS, Temper};
use crate::learned::library;
use cards::TrickTaking;
use game::{AgentInfo, Encode, OptionError, Options, Parameter, Roster, Show, Suits, Values, words};
use std::sync::Arc;

const INFO: AgentInfo = AgentInfo {
    name: "expert",
    title: words("Expert", "Expert", "Expert"),
    help: words(
        "draws deals its cards allow and solves them; every decision by the money it brings",
        "losuje rozdání, která jeho karty dovolují, a řeší je; každé rozhodnutí podle peněz, které přinese",
        "losuje rozdania, ktoré jeho karty dovoľujú, a rieši ich; každé rozhodnutie podľa peňazí, ktoré prinesie",
    ),
    parameters: &[
        Parameter {
            name: "time",
            default: "0",
            values: Values::Int(0, 86_400_000),
            help: words(
                "milliseconds for one decision; 0: no limit of its own",
                "milisekundy na jedno rozhodnutí; 0: bez vlastního omezení",
                "milisekundy na jedno rozhodnutie; 0: bez vlastného obmedzenia",
            ),
        },
        Parameter {
            name: "nodes",
            default: "0",
            values: Values::Int(0, 1_000_000_000_000),
            help: words(
                "positions searched for one decision; 0: no limit of its own",
                "prohledané pozice na jedno rozhodnutí; 0: bez vlastního omezení",
                "prehľadané pozície na jedno rozhodnutie; 0: bez vlastného obmedzenia",
            ),
        },
        Parameter {
            name: "level",
            default: "5",
            values: Values::Int(1, LEVELS.len() as i64),
            help: words(
                "1 beginner, 2 casual player, 3 regular, 4 club player, 5 master",
                "1 začátečník, 2 sváteční hráč, 3 štamgast, 4 klubový hráč, 5 mistr",
                "1 začiatočník, 2 sviatočný hráč, 3 štamgast, 4 klubový hráč, 5 majster",
            ),
        },
        Parameter {
            name: "worlds",
            default: "0",
            values: Values::Int(0, 100_000),
            help: words(
                "deals drawn for a decision at most; 0: what the level says",
                "nejvíce losovaných rozdání na rozhodnutí; 0: podle úrovně",
                "najviac losovaných rozdaní na rozhodnutie; 0: podľa úrovne",
            ),
        },
        Parameter {
            name: "open",
            default: "50",
            values: Values::Int(0, 100),
            help: words(
                "how much of a decision before play is judged with open hands, in per cent",
                "jaká část rozhodnutí před hrou se posuzuje s odkrytými kartami, v procentech",
                "aká časť rozhodnutia pred hrou sa posudzuje s odkrytými kartami, v percentách",
            ),
        },
        Parameter {
            name: "solved",
            default: "100",
            values: Values::Int(0, 100),
            help: words("the same for cards", "totéž pro karty", "to isté pre karty"),
        },
        Parameter {
            name: "caution",
            default: "20",
            values: Values::Int(0, 1000),
            help: words(
                "the part of the spread taken from the mean before play, in per cent",
                "jaká část rozptylu se před hrou odečítá od průměru, v procentech",
                "aká časť rozptylu sa pred hrou odčíta od priemeru, v percentách",
            ),
        },
        Parameter {
            name: "cards",
            default: "",
            values: Values::Text,
            help: words(
                "the table of partie learn cards, as it was loaded, that says how others play; empty: habits written by hand",
                "tabulka příkazu partie learn cards, jak byla nahrána, která říká, jak hrají ostatní; prázdné: zvyky napsané ručně",
                "tabuľka príkazu partie learn cards, ako bola nahraná, ktorá hovorí, ako hrajú ostatní; prázdne: zvyky napísané ručne",
            ),
        },
        Parameter {
            name: "words",
            default: "",
            values: Values::Text,
            help: words(
                "the experience with words before the cards, as it was loaded; empty: what is shipped for the game; none: words are judged in drawn deals",
                "zkušenost se slovy před hrou, jak byla nahrána; prázdné: co je ke hře přiloženo; none: slova se posuzují v losovaných rozdáních",
                "skúsenosť so slovami pred hrou, ako bola nahraná; prázdne: čo je k hre priložené; none: slová sa posudzujú v losovaných rozdaniach",
            ),
        },
        Parameter {
            name: "trust",
            default: "100",
            values: Values::Int(0, 1000),
            help: words(
                "how much a contract says about the hands of those who declared it, in per cent",
                "kolik závazek říká o kartách toho, kdo jej ohlásil, v procentech",
                "koľko záväzok hovorí o kartách toho, kto ho ohlásil, v percentách",
            ),
        },
    ],
    suits: Suits { players: (2, 4), hidden: true, perfect: false, chance: true },
};

/// Adds the expert to the roster of a trick game and recommends it.
pub fn enlist<G: TrickTaking + Show + 'static>(roster: &mut Roster<G>) {
    roster.add(INFO, |game, options, seed| Ok(Box::new(expert(game, options, seed)?)));
    roster.recommend("expert");
}

/// The same for a game that has numbers of its own: where words were learned, the master speaks by experience.
pub fn enlist_experienced<G: TrickTaking + Encode + Show + Clone + 'static>(roster: &mut Roster<G>) {
    roster.add(INFO, |game, options, seed| {
        let plain = expert(game, options, seed)?;
        let experience = match options.text("words") {
            "none" => None,
            "" => Experience::shipped(game).map(Arc::new),
            name => {
                let file = learn::library::get(name).ok_or_else(|| {
                    let known = learn::library::names().join(", ");
                    OptionError(format!("no experience '{name}' was loaded (there are: {known})"))
                })?;
                Some(Arc::new(Experience::read(game, &file).map_err(|e| OptionError(e.to_string()))?))
            }
        };
        // Lower levels bid without much thought.
        let speaks = options.int("level") >= LEVELS.len() as i64;
        Ok(Box::new(match experience.filter(|_| speaks) {
            Some(experience) => plain.knowing(experience),
            None => plain,
        }))
    });
    roster.recommend("expert");
}

/// An expert as its options say.
fn expert<G: TrickTaking + Show>(game: &G, options: &Options, seed: u64) -> Result<Expert<G>, OptionError> {
    let mut temper = Temper::of_level(options.int("level"));
    let percent = |name| options.given(name).then(|| options.int(name) as f64 / 100.0);
    if options.int("worlds") > 0 {
        temper.worlds = options.int("worlds") as u64;
    }
    temper.open = percent("open").unwrap_or(temper.open);
    temper.solved = percent("solved").unwrap_or(temper.solved);
    temper.caution = percent("caution").unwrap_or(temper.caution);
    temper.trust = percent("trust").unwrap_or(temper.trust);
    let expert = Expert::new(temper, seed).within(options);
    match options.text("cards") {
        "" => Ok(expert),
        name => {
            let table = library::table_for(name, &game.id()).map_err(|e| OptionError(e.to_string()))?;
            Ok(expert.reading(table))
        }
    }
}
