//! Why a player did what it did: which rules fired with which bindings, which failed at which formula, what was answered
//! and whether that was replaced.

use crate::finding::Place;
use game::{Lang, Words, words};
use std::fmt;

const YES: Words = words("yes", "ano", "áno");
const NO: Words = words("no ", "ne ", "nie");
const WITH: Words = words("with", "přitom", "pritom");
const FIRED: Words = words("fired", "použito", "použité");
const IDLE: Words = words("did not fire", "nepoužito", "nepoužité");
const LINE: Words = words("the rule of line", "pravidlo na řádku", "pravidlo na riadku");
const RETURNED: Words = words("returned", "vráceno", "vrátené");
const NOTHING: Words = words("nothing", "nic", "nič");
const PRINTED: Words = words("printed", "vypsáno", "vypísané");
const REPLACED: Words = words("replaced", "nahrazeno", "nahradené");

/// A formula or an action that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// As the file has it.
    pub text: String,
    /// Whether it held.
    pub held: bool,
    /// The variables it bound.
    pub bindings: Vec<(String, String)>,
    /// What went wrong with it.
    pub error: Option<String>,
}

impl Told {
    /// In a line; what went wrong is told in English, as Prolog tells it.
    pub fn line(&self, lang: Lang) -> String {
        let mut text = format!("{} {}", if self.held { YES } else { NO }.to(lang), self.text);
        for (i, (name, value)) in self.bindings.iter().enumerate() {
            let joint = if i == 0 { format!("   {}", WITH.to(lang)) } else { ",".into() };
            text.push_str(&format!("{joint} {name} = {value}"));
        }
        if let Some(error) = &self.error {
            text.push_str(&format!("   ({error})"));
        }
        text
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line(Lang::En))
    }
}

/// A rule that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fired {
    /// Where it stands.
    pub place: Place,
    /// Whether it fired.
    pub fired: bool,
    /// The formulas of its condition.
    pub formulas: Vec<Told>,
    /// Its actions, if it fired.
    pub actions: Vec<Told>,
}

impl Fired {
    pub(crate) fn new(place: Place) -> Fired {
        Fired { place, fired: false, formulas: Vec::new(), actions: Vec::new() }
    }
}

/// What a block did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The block.
    pub block: String,
    /// Whether it was a question.
    pub question: bool,
    /// The variables it began with.
    pub variables: Vec<(String, String)>,
    /// Its rules in the order they were tried.
    pub rules: Vec<Fired>,
    /// What the rules returned.
    pub returned: Vec<String>,
    /// What was answered in the end.
    pub answer: String,
    /// Why that is not what the rules returned.
    pub replaced: Option<String>,
    /// What the rules printed.
    pub output: String,
    /// Inferences it took.
    pub inferences: u64,
}

impl Decision {
    pub(crate) fn new(block: &str, question: bool, variables: Vec<(String, String)>) -> Decision {
        Decision {
            block: block.to_string(),
            question,
            variables,
            rules: Vec::new(),
            returned: Vec::new(),
            answer: String::new(),
            replaced: None,
            output: String::new(),
            inferences: 0,
        }
    }

    /// The line that says what was asked and answered.
    pub fn headline(&self) -> String {
        self.asked(Lang::En)
    }

    /// The same in a language; why an answer was replaced is told in English only.
    fn asked(&self, lang: Lang) -> String {
        let mut text = self.block.clone();
        for (i, (name, value)) in self.variables.iter().enumerate() {
            text.push_str(if i == 0 { " " } else { ", " });
            text.push_str(&format!("{name} = {value}"));
        }
        if self.question {
            text.push_str(&format!(" -> {}", self.answer));
        }
        match (&self.replaced, lang) {
            (Some(why), Lang::En) => format!("{text}   ({}: {why})", REPLACED.to(lang)),
            (Some(_), _) => format!("{text}   ({})", REPLACED.to(lang)),
            (None, _) => text,
        }
    }

    /// Everything that was tried, line by line.
    pub fn told(&self, lang: Lang) -> Vec<String> {
        let mut lines = vec![self.asked(lang)];
        for rule in &self.rules {
            let verdict = if rule.fired { FIRED } else { IDLE };
            lines.push(match lang {
                Lang::En => format!("  {} {} {}", LINE.to(lang), rule.place.line, verdict.to(lang)),
                _ => format!("  {} {}: {}", LINE.to(lang), rule.place.line, verdict.to(lang)),
            });
            lines.extend(rule.formulas.iter().map(|formula| format!("    {}", formula.line(lang))));
            lines.extend(rule.actions.iter().map(|action| format!("      {}", action.line(lang))));
        }
        if self.question {
            let nothing = self.returned.is_empty();
            let what = if nothing { NOTHING.to(lang).to_string() } else { self.returned.join(" ") };
            lines.push(format!("  {}: {what}", RETURNED.to(lang)));
        }
        lines.extend(self.output.lines().map(|line| format!("  {}: {line}", PRINTED.to(lang))));
        lines
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Lang::En).join("\n"))
    }
}
