//! A rule file as an agent: what it sees becomes events, what it is asked becomes questions, what it returns becomes
//! moves. It is handed views only, so it knows what its seat knows.

use expert::{Answers, Bot, Decision, Engine, Interface, Mode, Note, Value};
use game::{Agent, Fault, Game, Limit, Observe, Player, Thought};
use std::marker::PhantomData;
use std::sync::Arc;

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
    fn put(&mut self, asked: Asked, facts: Vec<Value>, moves: usize) -> (usize, Option<String>) {
        let mut variables = asked.variables;
        variables.push(Some(asked.form.legal()));
        let answers = self.engine.ask(self.made, asked.block, variables, facts);
        let (choice, number, why) = match answers {
            Answers::NoRules => (Some(self.engine.pick(moves)), 0, None),
            Answers::Values(values) if values.is_empty() && asked.silent.is_some() => (asked.silent, 0, None),
            Answers::Stopped => (None, usize::MAX, Some("the rules were stopped".to_string())),
            Answers::Values(values) => self.meant(&asked.form, &values),
        };
        let choice = choice.unwrap_or_else(|| self.engine.pick(moves)).min(moves.saturating_sub(1));
        let answer = answer_of(&asked.form, choice);
        let told = why.as_ref().map(|why| format!("{why}; {answer} was taken instead"));
        self.engine.answered(asked.block, answer, number, why);
        (choice, told)
    }

    /// The move that answers mean: its number, which answer decided, and what is wrong with it.
    fn meant(&mut self, form: &Form, values: &[Value]) -> (Option<usize>, usize, Option<String>) {
        match form {
            Form::One(_) if values.is_empty() => (None, usize::MAX, Some("no rule answered".into())),
            Form::One(legal) => {
                let picked = self.engine.pick(values.len());
                let found = legal.iter().find(|(value, _)| *value == values[picked]);
                let wrong = || format!("return({}) is not legal here", values[picked]);
                (found.map(|(_, mv)| *mv), picked, found.is_none().then(wrong))
            }
            Form::Several { items, moves } => {
                let mut bits = 0;
                for (i, value) in values.iter().enumerate() {
                    match items.iter().find(|(item, _)| item == value) {
                        Some((_, bit)) => bits |= bit,
                        None if *value == Value::Int(-1) => {}
                        None => return (None, i, Some(format!("return({value}) is not legal here"))),
                    }
                }
                let found = moves.iter().find(|(set, _)| *set == bits).map(|(_, mv)| *mv);
                let wrong = || "these answers are not legal together".to_string();
                (found, 0, found.is_none().then(wrong))
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
        let rule = |place: expert::Place| {
            format!("the rule in line {} of {}.bot", place.line, self.engine.bot().name)
        };
        thought.because.extend(self.engine.reason().map(rule));
        thought.because.extend(replaced);
        if self.tells {
            let story = self.engine.take_story();
            let told = story.iter().rfind(|decision| decision.question).map(ToString::to_string);
            thought.because.extend(told.iter().flat_map(|text| text.lines()).map(str::to_string));
        }
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

    fn undone(&mut self, made: usize) {
        self.made = made;
        self.views.retain(|(at, _)| *at <= made);
        self.engine.rewind(made);
    }
}
