//! The last trick, without knowing what a trick is: a move that lands openly in a zone everybody sees, after which that
//! zone is empty, has cleared it. People want to see what lay there, the last token included, before it goes.
//!
//! Nothing is shown that spectators were not told: the token's name must stand in what they heard of the move.

use game::{Gesture, Lang, Player, Table, Token, Visibility};

/// The languages, in the order their texts are kept.
const LANGS: [Lang; 3] = [Lang::En, Lang::Cs, Lang::Sk];

/// What lay in a zone when a move cleared it.
pub(crate) struct Cleared {
    /// The number of moves made then.
    pub(crate) made: usize,
    /// The zone.
    pub(crate) zone: String,
    tokens: [Vec<Token>; 3],
}

impl Cleared {
    /// The tokens, with their names in one language.
    pub(crate) fn tokens(&self, lang: Lang) -> &[Token] {
        let at = LANGS.iter().position(|&l| l == lang).unwrap_or(0);
        &self.tokens[at]
    }
}

/// A move about to be made, as everybody may see it.
pub(crate) struct Landing {
    zone: String,
    tokens: [Vec<Token>; 3],
    names: [String; 3],
    kind: String,
}

/// What the mover is about to lay openly, and what lies there already.
pub(crate) fn landing(table: &dyn Table, mover: Player, text: &str) -> Option<Landing> {
    if !table.hidden() {
        return None;
    }
    let offer = table.offers(Lang::En).into_iter().find(|offer| offer.text == text)?;
    let Gesture::Carry(carries) = offer.gesture else { return None };
    let [carry] = carries.as_slice() else { return None };
    let scenes = LANGS.map(|lang| table.scene(None, lang));
    let zone = scenes[0].zones.iter().find(|z| z.id == carry.to.zone)?;
    if zone.visible != Visibility::All {
        return None;
    }
    let laid =
        LANGS.map(|lang| table.scene(Some(mover), lang).tokens.into_iter().find(|t| t.id == carry.token));
    let [Some(en), Some(cs), Some(sk)] = laid else { return None };
    let names = [en.label.clone(), cs.label.clone(), sk.label.clone()];
    let kind = en.kind.clone();
    let mut lie = scenes.map(|s| s.in_zone(&carry.to.zone).into_iter().cloned().collect::<Vec<Token>>());
    for (tokens, mut token) in lie.iter_mut().zip([en, cs, sk]) {
        token.place = carry.to.clone();
        token.owner = Some(mover);
        tokens.push(token);
    }
    Some(Landing { zone: carry.to.zone.clone(), tokens: lie, names, kind })
}

impl Landing {
    /// What the move cleared, now that it is made; none if the zone still holds something, or if spectators were not
    /// told what was laid.
    pub(crate) fn cleared(self, table: &dyn Table) -> Option<Cleared> {
        let made = table.made();
        if !table.scene(None, Lang::En).in_zone(&self.zone).is_empty() || self.tokens[0].len() < 2 {
            return None;
        }
        let name = self.kind.rsplit(':').next().unwrap_or("");
        let told = LANGS.iter().zip(&self.names).all(|(&lang, label)| {
            let heard = table.heard(made.saturating_sub(1), None, lang);
            heard.iter().any(|said| {
                said.text.contains(label.as_str()) || said.text.split([' ', ',']).any(|w| w == name)
            })
        });
        told.then_some(Cleared { made, zone: self.zone, tokens: self.tokens })
    }
}
