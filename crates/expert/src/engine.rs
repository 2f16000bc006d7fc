//! A rule file at work: the knowledge base of one player, the blocks tried on it, the budget they have.

use crate::explain::{Decision, Fired, Told};
use crate::finding::Place;
use crate::interface::Kind;
use crate::program::{Arg, Bot, Call, Print, Rule, Step};
use crate::value::Value;
use game::{Clock, Rng};
use logic::{Failure, Limits, Machine, Snapshot, Term};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// What a player's rules may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Inferences of one block.
    pub inferences: u64,
    /// Inferences of a whole deal; past them no rule of the deal is tried any more.
    pub deal: u64,
    /// Memory of the knowledge base and the query, in cells of 8 bytes.
    pub memory_cells: usize,
    /// Time of one block.
    pub time: Duration,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            inferences: 300_000,
            deal: 5_000_000,
            memory_cells: 1 << 20,
            time: Duration::from_millis(1000),
        }
    }
}

/// How a question is answered where the rules leave it open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// By chance, from the seed.
    #[default]
    Random,
    /// By the first of the answers: runs repeat and nothing is left to chance.
    First,
}

/// Something the author of a rule file should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The block.
    pub block: &'static str,
    /// The place of the rule or the step.
    pub place: Place,
    /// What happened, as a sentence.
    pub text: String,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} in line {}: {}", self.block, self.place.line, self.text)
    }
}

/// What a question block brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answers {
    /// There are no rules for the question: chance decides.
    NoRules,
    /// The values of `return(X)`, in order; none if no rule answered.
    Values(Vec<Value>),
    /// The rules were stopped.
    Stopped,
}

/// The longest text kept of what one block prints.
const LONGEST_OUTPUT: usize = 4096;
/// The longest knowledge base that is shown, in characters, and what showing it may cost.
const LONGEST_LISTING: usize = 1 << 17;
const LISTING: u64 = 5_000_000;
/// Notes that are kept.
const MOST_NOTES: usize = 200;
/// How deep an answer is read.
const ANSWER_DEPTH: usize = 6;

/// What a goal in text brought.
#[derive(Default)]
pub(crate) struct Conversation {
    pub(crate) answers: Vec<Vec<(String, String)>>,
    pub(crate) more: bool,
    pub(crate) output: String,
    pub(crate) error: Option<String>,
    pub(crate) inferences: u64,
}

/// A rule file that plays.
pub struct Engine {
    bot: Arc<Bot>,
    machine: Machine,
    start: Snapshot,
    rng: Rng,
    mode: Mode,
    budget: Budget,
    clock: Clock,
    /// Inferences spent in this deal.
    spent: u64,
    /// The inferences the machine may spend on a query now.
    allowance: u64,
    /// What the knowledge base of this deal is made of, to be told again when moves are taken back or a block is stopped.
    log: Vec<Entry>,
    notes: VecDeque<Note>,
    /// What the last question block returned from which rule, in order.
    returned: Vec<Place>,
    /// The rule that gave the last answer.
    reason: Option<Place>,
    /// What is being explained, if anybody wants to know.
    story: Option<Vec<Decision>>,
    now: Option<Decision>,
}

/// A block that was run to its end.
#[derive(Clone)]
struct Entry {
    /// How many moves were made before.
    made: usize,
    block: usize,
    variables: Vec<Option<Value>>,
    question: bool,
    /// What the game answered to it.
    facts: Vec<Value>,
    /// Chance before it.
    rng: Rng,
}

/// Why the rules of a block were not tried to the end.
enum Halt {
    Budget(String),
}

impl Engine {
    /// Seats a rule file. The same seed and mode play the same.
    pub fn new(bot: Arc<Bot>, seed: u64, mode: Mode) -> Engine {
        let mut machine = Machine::new(&bot.program);
        machine.seed(seed);
        let start = machine.snapshot();
        Engine {
            bot,
            machine,
            start,
            rng: Rng::new(seed),
            mode,
            budget: Budget::default(),
            clock: Clock::system(),
            spent: 0,
            allowance: 0,
            log: Vec::new(),
            notes: VecDeque::new(),
            returned: Vec::new(),
            reason: None,
            story: None,
            now: None,
        }
    }

    /// The same with another budget.
    pub fn with_budget(mut self, budget: Budget) -> Engine {
        self.budget = budget;
        self
    }

    /// Keeps an account of every decision from now on; see [`Engine::take_story`].
    pub fn explain(&mut self, on: bool) {
        self.story = on.then(Vec::new);
    }

    /// The decisions and events since the last time.
    pub fn take_story(&mut self) -> Vec<Decision> {
        self.story.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// What the author should know, since the last time.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes).into()
    }

    /// The file it plays by.
    pub fn bot(&self) -> &Arc<Bot> {
        &self.bot
    }

    /// How open questions are answered.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Inferences spent in this deal.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Defines a predicate the game answers. Call it before the first deal.
    pub fn define(
        &mut self,
        name: &str,
        arity: usize,
        answer: impl Fn(&mut logic::Call<'_>, u64) -> logic::Reply + Send + Sync + 'static,
    ) {
        self.machine.define_nondet(name, arity, answer);
        self.start = self.machine.snapshot();
    }

    /// Goes back to the knowledge base as the file has it: a deal begins.
    pub fn begin(&mut self) {
        self.machine.restore(&self.start);
        self.allowance = 0;
        self.spent = 0;
        self.log.clear();
    }

    /// Takes back what was told and asked from move `made` on.
    pub fn rewind(&mut self, made: usize) {
        if let Some(at) = self.log.iter().position(|entry| entry.made >= made) {
            self.rng = self.log[at].rng.clone();
            self.log.truncate(at);
            self.again();
        }
    }

    /// Makes the knowledge base anew from what was told and asked so far.
    fn again(&mut self) {
        let log = std::mem::take(&mut self.log);
        let (story, notes) = (self.story.take(), std::mem::take(&mut self.notes));
        let spent = self.spent;
        self.begin();
        for entry in &log {
            self.learn(&entry.facts);
            if self.run(entry.block, &entry.variables) == Some(Ok(())) && entry.question {
                let _ = self.collect();
            }
        }
        self.now = None;
        (self.story, self.notes, self.log) = (story, notes, log);
        self.spent = self.spent.max(spent);
    }

    /// All solutions of a goal in the knowledge base as text, at most `most`; for tests and for looking at a bot.
    ///
    /// # Errors
    /// What Prolog says.
    pub fn look(&mut self, goal: &str, most: usize) -> Result<Vec<Vec<(String, String)>>, Failure> {
        self.limit(self.budget.inferences);
        let query = self.machine.query(goal)?;
        query.take(most).map(|answer| answer.map(|a| a.bindings)).collect()
    }

    /// The knowledge base as it is now, as clauses that could be read again; says so where it is too long to be shown.
    pub fn knowledge(&mut self) -> String {
        let (mut text, whole) = self.listing();
        if !whole {
            text.push_str("\n// and more than can be shown\n");
        }
        text
    }

    /// The clauses of the knowledge base, and whether they are all.
    pub(crate) fn listing(&mut self) -> (String, bool) {
        let goal = self.machine.atom_term("$knowledge");
        let goal = self.machine.goal(&goal);
        self.limit(LISTING);
        let _ = self.machine.take_output();
        let whole = self.machine.holds(&goal).unwrap_or(false);
        let mut text = self.machine.take_output();
        let end = text.char_indices().nth(LONGEST_LISTING).map(|(at, _)| at);
        if let Some(end) = end {
            text.truncate(end);
        }
        (text, whole && end.is_none())
    }

    /// Asks a goal in text within a time: the first answers as bindings, whether there may be more, and what went wrong.
    pub(crate) fn converse(&mut self, goal: &str, most: usize) -> Conversation {
        self.machine.set_limits(Limits {
            inferences: self.budget.inferences,
            memory_cells: self.budget.memory_cells,
            depth: 1 << 16,
            time: Some(self.budget.time),
            reserve: 0,
            interrupt: None,
        });
        self.allowance = 0;
        let before = self.machine.inferences();
        let mut told = Conversation::default();
        match self.machine.query(goal) {
            Ok(query) => {
                for answer in query {
                    match answer {
                        Ok(_) if told.answers.len() == most => {
                            told.more = true;
                            break;
                        }
                        Ok(answer) => told.answers.push(answer.bindings),
                        Err(failure) => {
                            told.error = Some(describe(&failure).0);
                            break;
                        }
                    }
                }
            }
            Err(failure) => told.error = Some(describe(&failure).0),
        }
        told.inferences = self.machine.inferences() - before;
        told.output = self.machine.take_output().chars().take(LONGEST_OUTPUT).collect();
        told
    }

    /// Tells of an event after `made` moves.
    pub fn event(&mut self, made: usize, block: usize, variables: Vec<Option<Value>>) {
        let ran = self.run(block, &variables);
        self.keep(made, block, variables, false, ran);
        self.close(String::new(), None);
    }

    /// Puts a question after `made` moves. Close it with [`Engine::answered`].
    ///
    /// The facts are those of the predicates the game answers; they take the place of the ones before.
    pub fn ask(
        &mut self,
        made: usize,
        block: usize,
        variables: Vec<Option<Value>>,
        facts: Vec<Value>,
    ) -> Answers {
        self.learn(&facts);
        let ran = self.run(block, &variables);
        let answers = match ran {
            None => Answers::NoRules,
            Some(Err(())) => Answers::Stopped,
            Some(Ok(())) => self.collect().map_or(Answers::Stopped, Answers::Values),
        };
        self.keep(made, block, variables, true, ran);
        if let (Some(Ok(())), Some(entry)) = (ran, self.log.last_mut()) {
            entry.facts = facts;
        }
        if let (Some(now), Answers::Values(values)) = (&mut self.now, &answers) {
            now.returned = values.iter().map(Value::to_string).collect();
        }
        answers
    }

    /// Writes down a block that was run; what a stopped one left behind is undone, so that it costs its answer and
    /// nothing else.
    fn keep(
        &mut self,
        made: usize,
        block: usize,
        variables: Vec<Option<Value>>,
        question: bool,
        ran: Option<Result<(), ()>>,
    ) {
        match ran {
            None => {}
            Some(Ok(())) => {
                let rng = self.rng.clone();
                self.log.push(Entry { made, block, variables, question, facts: Vec::new(), rng });
            }
            Some(Err(())) => {
                let now = self.now.take();
                self.again();
                self.now = now;
            }
        }
    }

    /// Puts the facts of the game into the knowledge base.
    fn learn(&mut self, facts: &[Value]) {
        if facts.is_empty() {
            return;
        }
        let heads: Vec<Value> = self
            .bot
            .interface
            .predicates
            .iter()
            .map(|p| Value::List(vec![Value::atom(p.name), Value::Int(p.arity as i64)]))
            .collect();
        let heads = Value::List(heads).term(&mut self.machine);
        let facts = Value::List(facts.to_vec()).term(&mut self.machine);
        let goal = self.machine.compound("$learn", &[heads, facts]);
        let goal = self.machine.goal(&goal);
        self.limit(self.budget.inferences);
        // Without room for them the rules do without.
        let _ = self.machine.holds(&goal);
    }

    /// Which of `n` answers is taken: by chance, or the first.
    pub fn pick(&mut self, n: usize) -> usize {
        match self.mode {
            Mode::First => 0,
            Mode::Random => self.rng.below(n.max(1)),
        }
    }

    /// Says what was answered in the end: which of the values returned decided, and why it was replaced, if it was.
    pub fn answered(&mut self, block: usize, answer: String, number: usize, replaced: Option<String>) {
        let place = self.returned.get(number).copied();
        if let Some(why) = &replaced {
            let home = self.bot.blocks.get(block).and_then(Option::as_ref).map(|rules| rules.place);
            let text = format!("{why}; {answer} was taken instead");
            self.note(block, place.or(home).unwrap_or_default(), text);
        }
        self.reason = place.filter(|_| replaced.is_none());
        self.close(answer, replaced);
    }

    /// The rule that gave the last answer, if one did.
    pub fn reason(&self) -> Option<Place> {
        self.reason
    }

    fn close(&mut self, answer: String, replaced: Option<String>) {
        if let Some(mut decision) = self.now.take() {
            decision.answer = answer;
            decision.replaced = replaced;
            if let Some(story) = &mut self.story {
                story.push(decision);
            }
        }
    }

    fn note(&mut self, block: usize, place: Place, text: String) {
        if self.notes.len() == MOST_NOTES {
            self.notes.pop_front();
        }
        let block = self.bot.interface.blocks.get(block).map_or("", |b| b.name);
        self.notes.push_back(Note { block, place, text });
    }

    /// Lets the machine spend so much on its next query: the same as before, if that is near enough.
    fn limit(&mut self, inferences: u64) {
        if self.allowance >= inferences && self.allowance - inferences <= inferences / 16 {
            return;
        }
        self.allowance = inferences;
        // The time is looked at between steps: a step is bounded by its inferences.
        self.machine.set_limits(Limits {
            inferences,
            memory_cells: self.budget.memory_cells,
            depth: 1 << 16,
            time: None,
            reserve: 0,
            interrupt: None,
        });
    }

    /// Tries the rules of a block; `None` if it has none.
    fn run(&mut self, block: usize, variables: &[Option<Value>]) -> Option<Result<(), ()>> {
        let bot = Arc::clone(&self.bot);
        let rules = bot.blocks.get(block)?.as_ref()?;
        self.returned.clear();
        if self.story.is_some() {
            let spec = &bot.interface.blocks[block];
            let named = spec.variables.iter().zip(variables);
            let shown =
                named.filter_map(|(v, value)| Some((v.name.to_string(), value.as_ref()?.to_string())));
            self.now = Some(Decision::new(spec.name, spec.kind == Kind::Question, shown.collect()));
        }
        if self.spent >= self.budget.deal {
            self.note(block, rules.place, "the rules have used up what they may spend in a deal".into());
            return Some(Err(()));
        }
        let mut begun = None;
        let mut left = self.budget.inferences.min(self.budget.deal - self.spent);
        let allowed = left;
        let used = variables.iter().zip(&rules.used);
        let terms: Vec<Option<Term>> =
            used.map(|(v, &used)| Some(v.as_ref().filter(|_| used)?.term(&mut self.machine))).collect();
        let mut ended = Ok(());
        for rule in &rules.rules {
            if let Err(Halt::Budget(what)) = self.rule(block, rule, &terms, &mut left) {
                self.note(block, rule.place, format!("the rules were stopped: {what}"));
                ended = Err(());
                break;
            }
            let heavy = allowed - left > 10_000;
            if heavy && self.clock.since(*begun.get_or_insert_with(|| self.clock.now())) > self.budget.time {
                self.note(block, rule.place, "the rules were stopped: their time is over".into());
                ended = Err(());
                break;
            }
        }
        self.spent += allowed - left;
        let output = self.machine.take_output();
        if let Some(now) = &mut self.now {
            now.inferences = allowed - left;
            now.output = output.chars().take(LONGEST_OUTPUT).collect();
        }
        Some(ended)
    }

    fn rule(
        &mut self,
        block: usize,
        rule: &Rule,
        presets: &[Option<Term>],
        left: &mut u64,
    ) -> Result<(), Halt> {
        let mut table: Vec<Option<Term>> = vec![None; rule.slots.len()];
        for (slot, value) in rule.presets.iter().zip(presets) {
            if let Some(slot) = slot {
                table[*slot].clone_from(value);
            }
        }
        let mut told = self.now.is_some().then(|| Fired::new(rule.place));
        let mut held = [false; 8];
        let mut more = Vec::new();
        let held = if rule.formulas.len() <= 8 {
            &mut held[..rule.formulas.len()]
        } else {
            more.resize(rule.formulas.len(), false);
            &mut more[..]
        };
        for (i, formula) in rule.formulas.iter().enumerate() {
            held[i] =
                self.step(block, rule, formula, &mut table, left, told.as_mut().map(|t| &mut t.formulas))?;
        }
        let fires = rule.condition.holds(held);
        if let Some(told) = &mut told {
            told.fired = fires;
        }
        if fires {
            for (_, action) in &rule.actions {
                let done =
                    self.step(block, rule, action, &mut table, left, told.as_mut().map(|t| &mut t.actions))?;
                if done && action.answers {
                    self.returned.push(rule.place);
                }
            }
        }
        if let (Some(told), Some(now)) = (told, &mut self.now) {
            now.rules.push(told);
        }
        Ok(())
    }

    /// Does a formula or an action: whether it held. Its bindings go into the table.
    fn step(
        &mut self,
        block: usize,
        rule: &Rule,
        step: &Step,
        table: &mut [Option<Term>],
        left: &mut u64,
        told: Option<&mut Vec<Told>>,
    ) -> Result<bool, Halt> {
        let (name, args) = match &step.call {
            Call::Predicate { name, args } => (name, args),
            Call::Write(pieces) => {
                let held = self.print(pieces, rule, table, left);
                if let Some(told) = told {
                    told.push(Told { text: step.text.clone(), held, bindings: Vec::new(), error: None });
                }
                return Ok(held);
            }
        };
        // Values may hold variables of their own: each gets numbers nobody else has.
        let mut next = 0u32;
        let mut numbers = [u32::MAX; 32];
        let mut many = Vec::new();
        let numbers = if args.len() <= 32 {
            &mut numbers[..args.len()]
        } else {
            many.resize(args.len(), u32::MAX);
            &mut many[..]
        };
        let mut terms: Vec<Term> = Vec::with_capacity(args.len());
        for (i, &arg) in args.iter().enumerate() {
            let slot = match arg {
                Arg::Bare(slot) => slot,
                Arg::Reference(slot) => {
                    if let Some(value) = &table[slot] {
                        terms.push(value.renumbered(next));
                        next += value.variables();
                        continue;
                    }
                    slot
                }
            };
            // The variable of the same name, bare or for want of a value, is one.
            let twin = args[..i].iter().zip(numbers.iter()).find_map(|(&other, &number)| {
                let (Arg::Bare(s) | Arg::Reference(s)) = other;
                (s == slot && number != u32::MAX).then_some(number)
            });
            let number = twin.unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            numbers[i] = number;
            terms.push(self.machine.variable(number));
        }
        let goal = self.machine.compound(name, &terms);
        let goal = self.machine.goal(&goal);
        self.limit(*left);
        let before = self.machine.inferences();
        let mut solutions = self.machine.solve(&goal);
        let mut failure = None;
        let mut held = false;
        let mut bound: Vec<(usize, Term)> = Vec::new();
        match solutions.advance() {
            Ok(true) => {
                held = true;
                for (&arg, &number) in args.iter().zip(numbers.iter()) {
                    let (Arg::Bare(slot) | Arg::Reference(slot)) = arg;
                    if number == u32::MAX || bound.iter().any(|(s, _)| *s == slot) {
                        continue;
                    }
                    let unbound = solutions
                        .get(number as usize)
                        .is_none_or(|value| matches!(value.view(), logic::View::Var(_)));
                    if unbound {
                        continue;
                    }
                    match solutions.take(number as usize) {
                        Ok(Some(value)) => bound.push((slot, value)),
                        Ok(None) => {}
                        Err(error) => failure = Some(error),
                    }
                }
            }
            Ok(false) => {}
            Err(error) => failure = Some(error),
        }
        let used = self.machine.inferences() - before;
        *left = left.saturating_sub(used + 1);
        let mut bindings = Vec::new();
        for (slot, value) in bound {
            if told.is_some() {
                bindings.push((rule.slots[slot].clone(), self.machine.text(&value)));
            }
            table[slot] = Some(value);
        }
        let mut error = None;
        if let Some(failure) = failure {
            let (text, ends) = describe(&failure);
            if ends || *left == 0 {
                return Err(Halt::Budget(text));
            }
            self.note(block, step.place, format!("'{}' went wrong: {text}", step.text));
            error = Some(text);
        }
        if let Some(told) = told {
            told.push(Told { text: step.text.clone(), held, bindings, error });
        }
        Ok(held)
    }

    fn print(&mut self, pieces: &[Print], rule: &Rule, table: &[Option<Term>], left: &mut u64) -> bool {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Print::Plain(plain) => text.push_str(plain),
                Print::Slot(slot) => match &table[*slot] {
                    Some(value) => text.push_str(&self.machine.text(value)),
                    None => text.push_str(&rule.slots[*slot]),
                },
            }
            if text.len() > LONGEST_OUTPUT {
                break;
            }
        }
        let atom = self.machine.atom_term(&text);
        let goal = self.machine.compound("write", &[atom]);
        let goal = self.machine.goal(&goal);
        self.limit(*left);
        *left = left.saturating_sub(1 + text.len() as u64 / 16);
        self.machine.holds(&goal).unwrap_or(false)
    }

    /// The answers, taken out of the knowledge base.
    fn collect(&mut self) -> Option<Vec<Value>> {
        let list = self.machine.variable(0);
        let goal = self.machine.compound("$answers", &[list]);
        let goal = self.machine.goal(&goal);
        self.limit(self.budget.inferences);
        let mut solutions = self.machine.solve(&goal);
        if !solutions.advance().ok()? {
            return None;
        }
        let items = solutions.get(0)?.as_list()?;
        Some(items.into_iter().take(256).map(|item| Value::read(item, ANSWER_DEPTH)).collect())
    }
}

/// A failure in words, and whether it ends the block.
fn describe(failure: &Failure) -> (String, bool) {
    match failure {
        Failure::Error(error) => {
            let ends = error.ball.contains("resource_error") || error.ball.contains("interrupted");
            (error.message.lines().next().unwrap_or_default().to_string(), ends)
        }
        Failure::Halt(_) => ("halt is nothing a player can do".into(), false),
        Failure::Syntax(error) => (error.to_string(), false),
    }
}
