//! A rule file as an agent: what it sees becomes events, what it is asked becomes questions, what it returns becomes
//! moves. It is handed views only, so it knows what its seat knows.

use expert::{Answers, Bot, Decision, Engine, Interface, Mode, Note, Value};
use game::{Agent, Argument, Fault, Game, Lang, Limit, Observe, Player, Reason, Thought, Words, words};
use std::marker::PhantomData;
use std::sync::Arc;

const STOPPED: Words = words("the rules were stopped", "pravidla byla zastavena", "pravidlá boli zastavené");
const SILENT: Words =
    words("no rule answered", "žádné pravidlo neodpovědělo", "žiadne pravidlo neodpovedalo");
const TOGETHER: Words = words(
    "these answers are not legal together",
    "tyto odpovědi nejsou přípustné dohromady",
    "tieto odpovede nie sú prípustné dokopy",
);

fn said(words: Words) -> Reason {
    let [en, cs, sk] = [Lang::En, Lang::Cs, Lang::Sk].map(|lang| words.to(lang).to_string());
    Reason { en, cs, sk }
}

fn illegal(value: &Value) -> Reason {
    Reason {
        en: format!("return({value}) is not legal here"),
        cs: format!("return({value}) tu není přípustné"),
        sk: format!("return({value}) tu nie je prípustné"),
    }
}

/// What a game tells a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A deal begins: the knowledge base is as the file has it.
    Deal,
    /// An event with the values of its variables.
    Event(usize, Vec<Option<Value>>),
}

/// What a game asks a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The block.
    pub block: usize,
    /// The values of its variables but the last, which is always the list of legal answers.
    pub variables: Vec<Option<Value>>,
    /// What may be answered.
    pub form: Form,
    /// The move that no answer means; `None` where an answer is wanted.
    pub silent: Option<usize>,
}

/// What may be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// One of these, each with the number of its move. Several answers may mean the same move.
    One(Vec<(Value, usize)>),
    /// Any of these items, each a bit; the sets that are moves, with their numbers. No answer is the empty set.
    Several {
        /// The items.
        items: Vec<(Value, u32)>,
        /// The moves.
        moves: Vec<(u32, usize)>,
    },
}

impl Form {
    fn legal(&self) -> Value {
        let mut list: Vec<Value> = Vec::new();
        match self {
            Form::One(answers) => list.extend(answers.iter().map(|(value, _)| value.clone())),
            Form::Several { items, .. } => list.extend(items.iter().map(|(value, _)| value.clone())),
        }
        Value::List(list)
    }
}

/// How a game speaks with rule files.
pub trait Desk<G: Observe>: Send + 'static {
    /// Its blocks.
    const INTERFACE: &'static Interface;

    /// What `me` learned when the view changed; `before` is `None` at the beginning.
    fn news(game: &G, me: Player, before: Option<&G::View>, after: &G::View, out: &mut Vec<News>);

    /// What `me` is asked.
    fn question(game: &G, me: Player, view: &G::View, moves: &[G::Move]) -> Asked;

    /// Facts of the predicates the game answers, for a question. Made only for bots that ask for one of them.
    fn facts(_game: &G, _me: Player, _view: &G::View) -> Vec<Value> {
        Vec::new()
    }
}

/// A rule file that plays a game.
pub struct RuleAgent<G: Observe, D> {
    engine: Engine,
    /// What was seen after each move of this deal, with the number of moves.
    views: Vec<(usize, G::View)>,
    made: usize,
    news: Vec<News>,
    /// Its reasons are the rules that were tried.
    tells: bool,
    reasons: Vec<Argument>,
    desk: PhantomData<fn() -> D>,
}

impl<G: Observe, D: Desk<G>> RuleAgent<G, D> {
    /// Seats a rule file.
    pub fn new(bot: Arc<Bot>, seed: u64, mode: Mode) -> RuleAgent<G, D> {
        RuleAgent {
            engine: Engine::new(bot, seed, mode),
            views: Vec::new(),
            made: 0,
            news: Vec::new(),
            tells: false,
            reasons: Vec::new(),
            desk: PhantomData,
        }
    }

    /// The same; its reasons are the rules that were tried, each with what it bound and where it failed.
    pub fn with_reasons(mut self) -> RuleAgent<G, D> {
        self.tells = true;
        self.explain(true);
        self
    }

    /// Keeps an account of every decision from now on.
    pub fn explain(&mut self, on: bool) {
        self.engine.explain(on);
    }

    /// The decisions and events since the last time.
    pub fn take_story(&mut self) -> Vec<Decision> {
        self.engine.take_story()
    }

    /// What the author should know, since the last time.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.engine.take_notes()
    }

    /// Its knowledge base, for looking at it.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    fn tell(&mut self, news: News) {
        match news {
            News::Deal => {
                self.engine.begin();
                self.views.clear();
            }
            News::Event(block, variables) => self.engine.event(self.made, block, variables),
        }
    }

    /// Puts a question: the number of the move, and why the rules' own answer was not taken.
    fn put(&mut self, asked: Asked, facts: Vec<Value>, moves: usize) -> (usize, Option<Reason>) {
        let mut variables = asked.variables;
        variables.push(Some(asked.form.legal()));
        let answers = self.engine.ask(self.made, asked.block, variables, facts);
        let (choice, number, why) = match answers {
            Answers::NoRules => (Some(self.engine.pick(moves)), 0, None),
            Answers::Values(values) if values.is_empty() && asked.silent.is_some() => (asked.silent, 0, None),
            Answers::Stopped => (None, usize::MAX, Some(said(STOPPED))),
            Answers::Values(values) => self.meant(&asked.form, &values),
        };
        let choice = choice.unwrap_or_else(|| self.engine.pick(moves)).min(moves.saturating_sub(1));
        let answer = answer_of(&asked.form, choice);
        let told = why.as_ref().map(|why| Reason {
            en: format!("{}; {answer} was taken instead", why.en),
            cs: format!("{}; místo toho platí {answer}", why.cs),
            sk: format!("{}; namiesto toho platí {answer}", why.sk),
        });
        self.engine.answered(asked.block, answer, number, why.map(|why| why.en));
        (choice, told)
    }

    /// The move that answers mean: its number, which answer decided, and what is wrong with it.
    fn meant(&mut self, form: &Form, values: &[Value]) -> (Option<usize>, usize, Option<Reason>) {
        match form {
            Form::One(_) if values.is_empty() => (None, usize::MAX, Some(said(SILENT))),
            Form::One(legal) => {
                let picked = self.engine.pick(values.len());
                let found = legal.iter().find(|(value, _)| *value == values[picked]);
                (found.map(|(_, mv)| *mv), picked, found.is_none().then(|| illegal(&values[picked])))
            }
            Form::Several { items, moves } => {
                let mut bits = 0;
                for (i, value) in values.iter().enumerate() {
                    match items.iter().find(|(item, _)| item == value) {
                        Some((_, bit)) => bits |= bit,
                        None if *value == Value::Int(-1) => {}
                        None => return (None, i, Some(illegal(value))),
                    }
                }
                let found = moves.iter().find(|(set, _)| *set == bits).map(|(_, mv)| *mv);
                (found, 0, found.is_none().then(|| said(TOGETHER)))
            }
        }
    }
}

/// The answer that a move is, in the words of the question.
pub(crate) fn answer_of(form: &Form, mv: usize) -> String {
    match form {
        Form::One(answers) => {
            let found = answers.iter().find(|(_, number)| *number == mv);
            found.map_or_else(String::new, |(value, _)| value.to_string())
        }
        Form::Several { items, moves } => {
            let set = moves.iter().find(|(_, number)| *number == mv).map_or(0, |(set, _)| *set);
            let named: Vec<String> =
                items.iter().filter(|(_, bit)| set & bit != 0).map(|(value, _)| value.to_string()).collect();
            if named.is_empty() { "nothing".into() } else { named.join(" ") }
        }
    }
}

impl<G: Observe, D: Desk<G>> Agent<G> for RuleAgent<G, D>
where
    <G as Game>::Move: Copy,
{
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        _limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let asked = D::question(game, me, view, moves);
        let facts = if self.engine.bot().asks_game() { D::facts(game, me, view) } else { Vec::new() };
        let (choice, replaced) = self.put(asked, facts, moves.len());
        let Some(&best) = moves.get(choice) else {
            return Err(Fault::Failed("there is no legal move".into()));
        };
        let mut thought = Thought::just(best);
        self.reasons.clear();
        if let Some(place) = self.engine.reason() {
            let (line, name) = (place.line, self.engine.bot().name.clone());
            let rule = Reason {
                en: format!("the rule in line {line} of {name}.bot"),
                cs: format!("pravidlo na řádku {line} souboru {name}.bot"),
                sk: format!("pravidlo na riadku {line} súboru {name}.bot"),
            };
            self.reasons.push(rule.into());
        }
        self.reasons.extend(replaced.map(Argument::from));
        if self.tells {
            let story = self.engine.take_story();
            if let Some(decision) = story.iter().rfind(|decision| decision.question) {
                let [en, cs, sk] = [Lang::En, Lang::Cs, Lang::Sk].map(|lang| decision.told(lang));
                let lines = en.into_iter().zip(cs).zip(sk);
                self.reasons.extend(lines.map(|((en, cs), sk)| Argument::from(Reason { en, cs, sk })));
            }
        }
        thought.because.extend(self.reasons.iter().map(|reason| reason.to(Lang::En).to_string()));
        Ok(thought)
    }

    fn heard(&mut self, game: &G, me: Player, _by: Option<Player>, view: &G::View) {
        let mut news = std::mem::take(&mut self.news);
        news.clear();
        D::news(game, me, self.views.last().map(|(_, v)| v), view, &mut news);
        news.drain(..).for_each(|item| self.tell(item));
        self.news = news;
        self.made += 1;
        self.views.push((self.made, view.clone()));
    }

    fn reasons(&self) -> &[Argument] {
        &self.reasons
    }

    fn undone(&mut self, made: usize) {
        self.made = made;
        self.views.retain(|(at, _)| *at <= made);
        self.engine.rewind(made);
    }
}
