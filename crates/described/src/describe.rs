//! Games from descriptions: the language is recognised by the content, every mistake is reported at once.

use game::sheet::RuleSheet;
use game::{Diagnostic, Lang, Observe};
use playable::{Playable, playable, with_roster};
use rulebots::{Ruled, RuledError, TableDesk, library};
use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use system::{Setting, SystemGame};

/// A language games are described in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// The s3 language.
    S3,
    /// Logic: Prolog clauses.
    Logic,
    /// Stanford's game description language, which is not read yet.
    Gdl,
}

/// Something to say about a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Whether it is an error; otherwise it is a warning.
    pub error: bool,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// The cause.
    pub message: String,
    /// What would help; may be empty.
    pub hint: String,
    /// All of it with an excerpt, as a compiler prints it.
    pub rendered: String,
}

/// A description that was read: a game unless a mistake forbids it, and everything there is to say.
pub struct Described {
    /// The game.
    pub game: Option<Box<dyn Playable>>,
    /// Mistakes and warnings, in the order of the text.
    pub remarks: Vec<Remark>,
    /// The language it was taken for.
    pub language: Language,
    /// Its name for people in English, Czech and Slovak, where it has one.
    pub title: Option<[String; 3]>,
    /// What can be chosen about it: `name?players=3`.
    pub settings: Vec<Setting>,
    /// What it is, in a sentence, in English, Czech and Slovak; may be empty.
    pub about: [String; 3],
}

/// Why a description is not a game: its errors, as a compiler prints them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undescribed(String);

impl fmt::Display for Undescribed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Undescribed {}

impl Described {
    /// Nothing known yet.
    fn of(language: Language) -> Described {
        Described {
            game: None,
            remarks: Vec::new(),
            language,
            title: None,
            settings: Vec::new(),
            about: Default::default(),
        }
    }

    /// The game, or its errors.
    ///
    /// # Errors
    /// All errors of the description.
    pub fn into_game(self) -> Result<Box<dyn Playable>, Undescribed> {
        let errors: Vec<&str> =
            self.remarks.iter().filter(|r| r.error).map(|r| r.rendered.trim_end()).collect();
        let count =
            if errors.len() == 1 { "1 error".to_string() } else { format!("{} errors", errors.len()) };
        self.game.ok_or_else(|| Undescribed(format!("{count}\n{}", errors.join("\n"))))
    }
}

/// Recognises the language of a text; the ending of the name decides only where the text leaves it open.
pub fn language(text: &str, name: &str) -> Language {
    let ending = Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or_default();
    match ending {
        "s3" => return Language::S3,
        "pl" => return Language::Logic,
        "kif" | "gdl" => return Language::Gdl,
        _ => {}
    }
    let first = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .find(|l| !l.is_empty() && !l.starts_with("//"));
    match first.and_then(|line| line.chars().next()) {
        Some('(') | Some(';') => Language::Gdl,
        Some('%') | Some(':') => Language::Logic,
        Some(c) if c.is_lowercase() && first.is_some_and(|l| l.contains('(') || l.ends_with('.')) => {
            Language::Logic
        }
        _ => Language::S3,
    }
}

/// The languages of texts.
const LANGS: [Lang; 3] = [Lang::En, Lang::Cs, Lang::Sk];

/// Makes the rule sheet of a description, with the parameters that `name` gives; `None` if it is not a game.
pub fn rule_sheet(text: &str, name: &str, lang: Lang) -> Option<RuleSheet> {
    let language = language(text, split(name).0);
    let text = parameterised(text, name).ok()?;
    match language {
        Language::S3 => {
            let game = s3::load(&text, name).0?;
            Some(s3::sheet(&game, lang))
        }
        Language::Logic => {
            let game = system::load(&text, name).0?;
            Some(system::sheet(&game, lang))
        }
        Language::Gdl => None,
    }
}

/// What the analysis of a description found and applied, and what it left to the interpreter, line by line.
pub fn explain(text: &str, name: &str) -> Vec<String> {
    let language = language(text, split(name).0);
    let Ok(text) = parameterised(text, name) else { return Vec::new() };
    match language {
        Language::S3 => s3::load(&text, name).0.map_or(Vec::new(), |game| game.explain()),
        Language::Logic => system::load(&text, name).0.map_or(Vec::new(), |game| game.explain()),
        Language::Gdl => Vec::new(),
    }
}

/// A name and the parameters after its `?`: `ludo.pl` and `players=2` of `ludo.pl?players=2`.
pub fn split(id: &str) -> (&str, &str) {
    match id.rsplit_once('?') {
        Some((file, rest)) if rest.contains('=') => (file, rest),
        _ => (id, ""),
    }
}

/// The text with the values that a name gives to its parameters.
pub(crate) fn parameterised<'t>(text: &'t str, name: &str) -> Result<Cow<'t, str>, String> {
    let (file, parameters) = split(name);
    if parameters.is_empty() {
        return Ok(text.into());
    }
    if language(text, file) != Language::Logic {
        return Err("descriptions in this language have no parameters".into());
    }
    let values: Vec<_> = parameters.split('&').map(|p| p.split_once('=').unwrap_or((p, ""))).collect();
    system::with_parameters(text, &values).map(Cow::Owned).map_err(|error| error.to_string())
}

/// Reads a description. `name` is the path or name it is called by, in messages and in records; after `?` it may give
/// parameters of the description other values.
pub fn describe(text: &str, name: &str) -> Described {
    let language = language(text, split(name).0);
    match parameterised(text, name) {
        Ok(text) => read(&text, name, language),
        Err(cause) => refused(name, language, &cause),
    }
}

/// No game, for a cause that lies at no place of the text.
fn refused(name: &str, language: Language, cause: &str) -> Described {
    let remark = Remark {
        error: true,
        line: 1,
        column: 1,
        message: cause.to_string(),
        hint: String::new(),
        rendered: format!("error: {name}: {cause}"),
    };
    Described { remarks: vec![remark], ..Described::of(language) }
}

fn remark(d: &Diagnostic, name: &str) -> Remark {
    Remark {
        error: d.is_error(),
        line: d.line,
        column: d.column,
        message: d.message.clone(),
        hint: d.hint.clone().unwrap_or_default(),
        rendered: d.render(name),
    }
}

/// Whether rule files play a game: it has cards, or hides something as cards do.
fn carded(game: &SystemGame) -> bool {
    game.has_cards() || game.hidden()
}

/// A game in logic with every agent; where there are cards, with rule files, too.
fn seated(game: SystemGame, name: &str) -> Box<dyn Playable> {
    let mut roster = search::roster(&game);
    if carded(&game) {
        rulebots::add::<_, TableDesk>(&mut roster, library::best(name).unwrap_or("empty"));
    }
    with_roster(game, roster)
}

/// A description with cards, as rule files play it.
///
/// # Errors
/// That it is none, or its errors.
pub fn ruled(text: &str, name: &str) -> Result<Box<dyn Ruled>, RuledError> {
    let language = language(text, split(name).0);
    let text = parameterised(text, name)?;
    let unfit = || RuledError(format!("rule files play games with cards, not '{name}'"));
    let (game, diagnostics) = match language {
        Language::Logic => system::load(&text, name),
        _ => return Err(unfit()),
    };
    let errors = || diagnostics.iter().map(|d| d.render(name)).collect::<Vec<_>>().join("\n");
    let game = game.ok_or_else(errors)?;
    if carded(&game) { Ok(rulebots::seated::<_, TableDesk>(game)) } else { Err(unfit()) }
}

fn read(text: &str, name: &str, language: Language) -> Described {
    match language {
        Language::S3 => {
            let (game, diagnostics) = s3::load(text, name);
            let remarks = diagnostics.iter().map(|d| remark(d, name)).collect();
            Described { game: game.map(playable), remarks, ..Described::of(language) }
        }
        Language::Logic => {
            let (game, diagnostics) = system::load(text, name);
            let remarks = diagnostics.iter().map(|d| remark(d, name)).collect();
            let title = |g: &system::SystemGame| LANGS.map(|l| g.title(l).to_string());
            let title = game.as_ref().map(title);
            let settings = game.as_ref().map_or(Vec::new(), |g| g.settings().to_vec());
            let about = |g: &system::SystemGame| LANGS.map(|l| g.about(l).to_string());
            let about = game.as_ref().map(about).unwrap_or_default();
            let game = game.map(|game| seated(game, name));
            Described { game, remarks, language, title, settings, about }
        }
        Language::Gdl => refused(name, language, "GDL descriptions are not read yet"),
    }
}
