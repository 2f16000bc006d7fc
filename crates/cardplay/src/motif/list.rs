//! The motifs by name, with their words.

use game::{Motif, Words, words};

/// A motif and what a card that shows it is good for.
#[derive(PartialEq, Eq, Debug)]
pub struct Named {
    /// The motif.
    pub motif: Motif,
    /// What it is for, as a sentence without a subject.
    pub why: Words,
}

const fn named(id: &'static str, title: Words, look: Words, why: Words) -> Named {
    Named { motif: Motif { id, title, look }, why }
}

/// All motifs, the most telling first.
pub static MOTIFS: [Named; 13] = [
    named(
        "keep-seven",
        words("keeping the seven", "držet sedmu", "držať sedmu"),
        words(
            "Think of the last trick: what do you want to take it with?",
            "Mysli na poslední štych: čím ho chceš vzít?",
            "Mysli na posledný štich: čím ho chceš vziať?",
        ),
        words(
            "the seven is paid for in the last trick, so it stays in hand",
            "sedma se platí v posledním štychu, proto zůstává v ruce",
            "sedma sa platí v poslednom štichu, preto zostáva v ruke",
        ),
    ),
    named(
        "guard-pagat",
        words("guarding the Pagát", "hlídat Pagáta", "strážiť Pagáta"),
        words(
            "Mind the Pagát: who can still beat it?",
            "Pozor na Pagáta: kdo ho ještě může přebít?",
            "Pozor na Pagáta: kto ho ešte môže prebiť?",
        ),
        words(
            "higher tarocks are still out, so the Pagát waits",
            "venku jsou ještě vyšší taroky, proto Pagát počká",
            "vonku sú ešte vyššie taroky, preto Pagát počká",
        ),
    ),
    named(
        "marriage",
        words("announcing the marriage", "ukázat hlášku", "ukázať hlášku"),
        words(
            "Look for a king and an ober of one suit.",
            "Podívej se, zda nemáš krále a svrška téže barvy.",
            "Pozri sa, či nemáš kráľa a horníka tej istej farby.",
        ),
        words(
            "leading from a pair counts its points",
            "výnos z hlášky přinese její body",
            "výnos z hlášky prinesie jej body",
        ),
    ),
    named(
        "drive-trumps",
        words("driving trumps", "vytahovat trumfy", "vyťahovať tromfy"),
        words(
            "Count the trumps: how many are still out?",
            "Spočítej trumfy: kolik jich je ještě venku?",
            "Spočítaj tromfy: koľko ich je ešte vonku?",
        ),
        words(
            "a trump that an opponent must give now trumps nothing later",
            "trumf, který soupeř musí přidat teď, už potom nic nepřebije",
            "tromf, ktorý súper musí pridať teraz, už potom nič neprebije",
        ),
    ),
    named(
        "force-ace",
        words("forcing out the ace", "vynutit eso", "vynútiť eso"),
        words(
            "Which card is one step from being the highest of its suit?",
            "Která karta je jen krok od toho, aby byla nejvyšší v barvě?",
            "Ktorá karta je len krok od toho, aby bola najvyššia vo farbe?",
        ),
        words(
            "one higher card is left; once it has gone, the next in hand is the highest",
            "vyšší karta zbývá jediná; až padne, bude nejvyšší další karta v ruce",
            "vyššia karta zostáva jediná; keď padne, najvyššia bude ďalšia karta v ruke",
        ),
    ),
    named(
        "force-top",
        words("forcing out the top card", "vynutit nejvyšší kartu", "vynútiť najvyššiu kartu"),
        words(
            "Which card is one step from being the highest of its suit?",
            "Která karta je jen krok od toho, aby byla nejvyšší v barvě?",
            "Ktorá karta je len krok od toho, aby bola najvyššia vo farbe?",
        ),
        words(
            "one higher card is left; once it has gone, the next in hand is the highest",
            "vyšší karta zbývá jediná; až padne, bude nejvyšší další karta v ruce",
            "vyššia karta zostáva jediná; keď padne, najvyššia bude ďalšia karta v ruke",
        ),
    ),
    named(
        "feed-partner",
        words("feeding the partner", "mazat spoluhráči", "mastiť spoluhráčovi"),
        words(
            "Who is taking this trick, and who gets its points?",
            "Kdo bere tento štych a komu připadnou jeho body?",
            "Kto berie tento štich a komu pripadnú jeho body?",
        ),
        words(
            "the partner has the trick so far, so points go in",
            "štych má zatím spoluhráč, proto se do něj přidávají body",
            "štich má zatiaľ spoluhráč, preto sa doň pridávajú body",
        ),
    ),
    named(
        "take-points",
        words("taking the fat trick", "vzít tučný štych", "vziať tučný štich"),
        words("Add up what lies on the table.", "Sečti, co leží na stole.", "Spočítaj, čo leží na stole."),
        words("the trick is worth taking", "ten štych stojí za to vzít", "ten štich stojí za to vziať"),
    ),
    named(
        "low-trump",
        words("saving the high trump", "šetřit vysoký trumf", "šetriť vysoký tromf"),
        words("How small a trump is enough here?", "Jak malý trumf tady stačí?", "Aký malý tromf tu stačí?"),
        words(
            "a small trump is enough for what lies on the table",
            "na to, co leží na stole, stačí malý trumf",
            "na to, čo leží na stole, stačí malý tromf",
        ),
    ),
    named(
        "sure-trick",
        words("playing a sure trick", "hrát jistý štych", "hrať istý štich"),
        words(
            "Which of your cards can nobody beat any more?",
            "Kterou z tvých karet už nikdo nepřebije?",
            "Ktorú z tvojich kariet už nikto neprebije?",
        ),
        words("nobody can beat it any more", "už ji nikdo nepřebije", "už ju nikto neprebije"),
    ),
    named(
        "void",
        words("getting rid of a suit", "zbavit se barvy", "zbaviť sa farby"),
        words(
            "In which suit do you have just one card?",
            "Ve které barvě máš jen jednu kartu?",
            "V ktorej farbe máš len jednu kartu?",
        ),
        words(
            "without that suit the next card of it can be trumped",
            "bez této barvy půjde její další kartu přebít trumfem",
            "bez tejto farby bude možné jej ďalšiu kartu prebiť tromfom",
        ),
    ),
    named(
        "long-suit",
        words("leading the long suit", "vynášet dlouhou barvu", "vynášať dlhú farbu"),
        words(
            "Which suit beside trumps do you have most of?",
            "Které barvy kromě trumfů máš nejvíc?",
            "Ktorej farby okrem tromfov máš najviac?",
        ),
        words(
            "a suit of which you have most runs out elsewhere first",
            "barva, které máš nejvíc, jinde dojde dřív",
            "farba, ktorej máš najviac, inde dôjde skôr",
        ),
    ),
    named(
        "save-points",
        words("giving away nothing", "nedat body", "nedať body"),
        words(
            "Who is taking this trick, and who gets its points?",
            "Kdo bere tento štych a komu připadnou jeho body?",
            "Kto berie tento štich a komu pripadnú jeho body?",
        ),
        words(
            "an opponent has the trick so far, so the cheapest card goes in",
            "štych má zatím soupeř, proto do něj jde nejlevnější karta",
            "štich má zatiaľ súper, preto ide doň najlacnejšia karta",
        ),
    ),
];
