//! The agent `rulefile` of the card games: `rulefile?bot=contracts`.

use crate::library;
use crate::seat::{Desk, RuleAgent};
use expert::Mode;
use game::{AgentInfo, Observe, OptionError, Parameter, Roster, Suits, Values, words};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "bot",
        default: "",
        values: Values::Text,
        help: words(
            "the name of a loaded rule file; none: the best one that is shipped for the game",
            "jméno nahraného souboru pravidel; nic: nejlepší z přibalených pro tuto hru",
            "meno nahraného súboru pravidiel; nič: najlepší z pribalených pre túto hru",
        ),
    },
    Parameter {
        name: "first",
        default: "no",
        values: Values::Flag,
        help: words(
            "what the rules leave open is answered by the first legal answer, not by chance",
            "co pravidla nechají otevřené, rozhodne první přípustná odpověď, ne náhoda",
            "čo pravidlá nechajú otvorené, rozhodne prvá prípustná odpoveď, nie náhoda",
        ),
    },
    Parameter {
        name: "explain",
        default: "no",
        values: Values::Flag,
        help: words(
            "tells as its reason every rule that was tried, what it bound and where it failed",
            "jako důvod uvede každé zkoušené pravidlo, co navázalo a kde selhalo",
            "ako dôvod uvedie každé skúšané pravidlo, čo naviazalo a kde zlyhalo",
        ),
    },
];

/// What is said of it.
pub const RULEFILE: AgentInfo = AgentInfo {
    name: "rulefile",
    title: words("Rule file", "Soubor pravidel", "Súbor pravidiel"),
    help: words(
        "plays by a rule file: a knowledge base in Prolog and rules for every event and question",
        "hraje podle souboru pravidel: báze znalostí v Prologu a pravidla pro každou událost a otázku",
        "hrá podľa súboru pravidiel: báza znalostí v Prologu a pravidlá pre každú udalosť a otázku",
    ),
    parameters: PARAMETERS,
    suits: Suits { players: (1, usize::MAX), hidden: true, perfect: true, chance: true },
};

/// Adds the agent to the roster of a game; `best` is the bot it plays by unless another is named.
pub fn add<G: Observe + 'static, D: Desk<G>>(roster: &mut Roster<G>, best: &'static str) {
    roster.add(RULEFILE, move |_, options, seed| {
        let wanted = options.text("bot");
        let name = if wanted.is_empty() { best } else { wanted };
        let Some(bot) = library::bot(name, D::INTERFACE) else {
            let known = library::names(D::INTERFACE.games[0]);
            let hint = game::nearest(name, known.iter().map(String::as_str))
                .map_or(String::new(), |near| format!("; did you mean '{near}'?"));
            let listed = known.join(", ");
            return Err(OptionError(format!(
                "no rule file '{name}' for this game (there are: {listed}){hint}"
            )));
        };
        let mode = if options.flag("first") { Mode::First } else { Mode::Random };
        let agent = RuleAgent::<G, D>::new(bot, seed, mode);
        Ok(Box::new(if options.flag("explain") { agent.with_reasons() } else { agent }))
    });
}
