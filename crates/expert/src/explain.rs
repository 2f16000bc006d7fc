//! Why a player did what it did: which rules fired with which bindings, which failed at which formula, what was answered
//! and whether that was replaced.

use crate::finding::Place;
use std::fmt;

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

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.held { "yes" } else { "no " }, self.text)?;
        for (i, (name, value)) in self.bindings.iter().enumerate() {
            write!(f, "{} {name} = {value}", if i == 0 { "   with" } else { "," })?;
        }
        match &self.error {
            Some(error) => write!(f, "   ({error})"),
            None => Ok(()),
        }
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
        let mut text = self.block.clone();
        for (i, (name, value)) in self.variables.iter().enumerate() {
            text.push_str(if i == 0 { " " } else { ", " });
            text.push_str(&format!("{name} = {value}"));
        }
        if self.question {
            text.push_str(&format!(" -> {}", self.answer));
        }
        match &self.replaced {
            Some(why) => format!("{text}   (replaced: {why})"),
            None => text,
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.headline())?;
        for rule in &self.rules {
            let verdict = if rule.fired { "fired" } else { "did not fire" };
            write!(f, "\n  the rule of line {} {verdict}", rule.place.line)?;
            for formula in &rule.formulas {
                write!(f, "\n    {formula}")?;
            }
            for action in &rule.actions {
                write!(f, "\n      {action}")?;
            }
        }
        if self.question {
            write!(
                f,
                "\n  returned: {}",
                if self.returned.is_empty() { "nothing".into() } else { self.returned.join(" ") }
            )?;
        }
        for line in self.output.lines() {
            write!(f, "\n  printed: {line}")?;
        }
        Ok(())
    }
}
