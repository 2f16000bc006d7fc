//! The tree of a file: everything it says, with places. Nothing is resolved here and nothing is thrown away.

use crate::diagnostic::Span;
use game::Lang;

/// Which rules of reading apply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// The original system's language: no precedence, everything associates to the right, all variables global.
    One,
    /// The newer dialect (first line `[S3 2]`).
    Two,
}

/// A value with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// A text with variable references: `s($K,$L)` is `s(,)` with `K` at 2 and `L` at 3.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// The text without the references.
    pub plain: String,
    /// Variables and the byte offsets in `plain` where they stand, ascending.
    pub refs: Vec<(usize, String)>,
}

/// Operators between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `AND`
    And,
    /// `OR`
    Or,
    /// `=`
    Assign,
    /// `IN`
    In,
    /// `SUBSET`
    Subset,
    /// `SETMINUS`
    SetMinus,
    /// `UNION`
    Union,
    /// `INTERSECT`
    Intersect,
}

impl Binary {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Lt => "<",
            Binary::Le => "<=",
            Binary::Gt => ">",
            Binary::Ge => ">=",
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::Rem => "%",
            Binary::And => "AND",
            Binary::Or => "OR",
            Binary::Assign => "=",
            Binary::In => "IN",
            Binary::Subset => "SUBSET",
            Binary::SetMinus => "SETMINUS",
            Binary::Union => "UNION",
            Binary::Intersect => "INTERSECT",
        }
    }

    /// How tightly it binds in dialect 2; larger is tighter.
    pub fn level(self) -> u8 {
        match self {
            Binary::Assign => 1,
            Binary::Or => 2,
            Binary::And => 3,
            // NOT stands at 4.
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => 5,
            Binary::In | Binary::Subset => 5,
            Binary::SetMinus | Binary::Union | Binary::Intersect => 6,
            Binary::Add | Binary::Sub => 7,
            Binary::Mul | Binary::Div | Binary::Rem => 8,
        }
    }

    /// Whether it compares and thus yields true or false.
    pub fn compares(self) -> bool {
        self.level() == 5
    }
}

/// Operators before one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// `NOT`
    Not,
    /// `ABS`
    Abs,
    /// `-`
    Neg,
}

impl Unary {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Unary::Not => "NOT",
            Unary::Abs => "ABS",
            Unary::Neg => "-",
        }
    }
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A number.
    Int(i32),
    /// `true` or `false`.
    Bool(bool),
    /// A text in quotes.
    Text(Text),
    /// `$name`.
    Var(String),
    /// Something in parentheses.
    Group(Box<Expr>),
    /// `{ a, b }`.
    Set(Vec<Expr>),
    /// A name, with arguments or without.
    Call(String, Vec<Expr>),
    /// A prefix operator.
    Unary(Unary, Box<Expr>),
    /// An operator between two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The expression without the parentheses around it.
    pub fn bare(&self) -> &Expr {
        let mut e = self;
        while let Kind::Group(inner) = &e.kind {
            e = inner;
        }
        e
    }

    /// The operands, in order.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            Kind::Int(_) | Kind::Bool(_) | Kind::Text(_) | Kind::Var(_) => Vec::new(),
            Kind::Group(e) | Kind::Unary(_, e) => vec![e],
            Kind::Set(list) | Kind::Call(_, list) => list.iter().collect(),
            Kind::Binary(_, a, b) => vec![a, b],
        }
    }
}

/// `[REALBOARD ELEMENT TYPES]`: how the camera recognises a type of element in a state.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Colour {
    /// The element type.
    pub name: String,
    /// The state of the element.
    pub state: i32,
    /// Least and greatest hue, 0 to 360; wraps round when the least is not smaller.
    pub hue: (f64, f64),
    /// Least and greatest saturation, 0 to 1.
    pub saturation: (f64, f64),
    /// Least and greatest value, 0 to 1.
    pub value: (f64, f64),
    /// Least and greatest number of pixels.
    pub size: (i32, i32),
}

/// A picture with the offset of its hot spot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Picture {
    /// The file.
    pub file: String,
    /// The hot spot.
    pub point: (i32, i32),
}

/// `[ELEMENT TYPES]`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ElementType {
    /// Its name.
    pub name: String,
    /// How many states it has.
    pub states: i32,
    /// One picture a state; states without one use the first.
    pub pictures: Vec<Picture>,
    /// Where it was named.
    pub span: Span,
}

/// The area of a location that a click hits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shape {
    /// A circle of this radius.
    Circle(i32),
    /// A rectangle of this width and height.
    Rectangle(i32, i32),
}

/// Which of several rules a move follows (dialect 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The one that gives the mover most in all, nothing being 0; its variables are bound again.
    #[default]
    Total,
    /// As dialect 1: the one with the largest single award to the mover, any being better than none; the variables stay
    /// as the rule tried last left them. Patterns are matched as in dialect 1 too.
    Single,
}

/// Who sees what lies on a location (dialect 2).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Seen {
    /// Everybody.
    #[default]
    All,
    /// These players, counted from 1; nobody when empty.
    By(Vec<u8>),
}

/// `[LOCATION TYPES]`.
#[derive(Clone, PartialEq, Debug)]
pub struct LocationType {
    /// Its name.
    pub name: String,
    /// Whether its locations are distinct (not interchangeable).
    pub relevant: bool,
    /// The picture.
    pub picture: Option<Picture>,
    /// The area that a click hits.
    pub shape: Option<Shape>,
    /// Who sees what lies there.
    pub visible: Seen,
    /// Whether `point` was given, which is what makes the type exist.
    pub registered: bool,
    /// Where it was named.
    pub span: Span,
}

/// `[LOCATIONS]`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Location {
    /// Its full name.
    pub name: String,
    /// Its type.
    pub kind: Option<String>,
    /// Whether it is distinct from others of its type.
    pub relevant: bool,
    /// Centre on the screen board.
    pub point: Option<(i32, i32)>,
    /// Centre in the camera picture.
    pub camera: Option<(i32, i32)>,
    /// Servo angles: five above the location, five at it.
    pub robot: Option<[f64; 10]>,
    /// Where it was named.
    pub span: Span,
}

/// `[MOVABLE ELEMENTS]`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Element {
    /// Its full name.
    pub name: String,
    /// Its type.
    pub kind: Option<At<String>>,
    /// Its first owner, 0 for nobody.
    pub player: i32,
    /// Where it starts.
    pub location: Option<At<String>>,
    /// Its first state.
    pub state: i32,
    /// Its first z-index.
    pub zindex: i32,
    /// Where it was named.
    pub span: Span,
}

/// A named expression.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its formals.
    pub formals: Vec<String>,
    /// Variables declared `LOCAL` (dialect 2).
    pub locals: Vec<String>,
    /// Variables declared `GLOBAL` (dialect 2).
    pub globals: Vec<String>,
    /// The lines of its body.
    pub body: Vec<Expr>,
    /// Where its header stands.
    pub span: Span,
    /// Whether it is the empty one that a superfluous `END` opens.
    pub stray: bool,
}

/// A situation with scores to add.
#[derive(Clone, PartialEq, Debug)]
pub struct Scoring {
    /// When.
    pub situation: Expr,
    /// Who.
    pub players: Vec<Expr>,
    /// How much; the i-th goes to the i-th player.
    pub scores: Vec<Expr>,
}

/// A situation that ends the game.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// When; in dialect 1 it may be missing, and then evaluating it fails.
    pub situation: Option<Expr>,
    /// Who wins.
    pub winner: Expr,
}

/// A position that returns ends the game (dialect 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// When it is there for that many times.
    pub times: u32,
    /// The player to move then wins; otherwise it is a draw.
    pub mover_wins: bool,
}

/// A rule of movement.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Which element.
    pub element: Option<At<Text>>,
    /// Where it stands.
    pub from: Option<At<Text>>,
    /// Where it goes.
    pub to: Option<At<Text>>,
    /// The element's state.
    pub state: Option<Expr>,
    /// The player on move.
    pub player: Option<Expr>,
    /// What must hold.
    pub condition: Option<Expr>,
    /// Who gets points.
    pub award_players: Vec<Expr>,
    /// How many.
    pub with_scores: Vec<Expr>,
    /// What happens afterwards.
    pub followup: Option<Expr>,
    /// Where it was named.
    pub span: Span,
}

/// What a label is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Labelled {
    /// The game.
    Game,
    /// An element type.
    Token,
    /// The locations of one name: `s` for `s(1)` and `s(2)`.
    Place,
    /// A player, by number.
    Player,
    /// A rule.
    Move,
    /// A named expression.
    Expression,
    /// A variable that holds true or false, in the words of a condition.
    Variable,
}

impl Labelled {
    /// All of them.
    pub const ALL: [Labelled; 7] = [
        Labelled::Game,
        Labelled::Token,
        Labelled::Place,
        Labelled::Player,
        Labelled::Move,
        Labelled::Expression,
        Labelled::Variable,
    ];

    /// The word a file writes before the name.
    pub fn word(self) -> &'static str {
        match self {
            Labelled::Game => "game",
            Labelled::Token => "token",
            Labelled::Place => "place",
            Labelled::Player => "player",
            Labelled::Move => "move",
            Labelled::Expression => "expression",
            Labelled::Variable => "variable",
        }
    }
}

/// How something is called in one language (dialect 2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// What it is for.
    pub of: Labelled,
    /// Its name in the file; empty for the game.
    pub name: String,
    /// The language.
    pub lang: Lang,
    /// What people call it.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// Which rules of reading apply.
    pub dialect: Dialect,
    /// The background picture.
    pub board: Option<String>,
    /// For the camera.
    pub colours: Vec<Colour>,
    /// Types of elements.
    pub element_types: Vec<ElementType>,
    /// Types of locations.
    pub location_types: Vec<LocationType>,
    /// Locations.
    pub locations: Vec<Location>,
    /// Names of players; empty for the nameless one that re-declaring appends.
    pub players: Vec<String>,
    /// What everybody starts with.
    pub score: i32,
    /// Elements.
    pub elements: Vec<Element>,
    /// Named expressions.
    pub functions: Vec<Function>,
    /// What happens before the first move (dialect 2).
    pub start: Vec<Expr>,
    /// Scorings.
    pub scorings: Vec<Scoring>,
    /// Ends.
    pub ends: Vec<End>,
    /// The end of a play that goes in circles.
    pub repetition: Option<Repetition>,
    /// Which of several rules counts.
    pub choice: Choice,
    /// Rules.
    pub rules: Vec<Rule>,
    /// What things are called.
    pub labels: Vec<Label>,
}

impl File {
    /// A file that says nothing.
    pub fn new(dialect: Dialect) -> File {
        File {
            dialect,
            board: None,
            colours: Vec::new(),
            element_types: Vec::new(),
            location_types: Vec::new(),
            locations: Vec::new(),
            players: Vec::new(),
            score: 0,
            elements: Vec::new(),
            functions: Vec::new(),
            start: Vec::new(),
            scorings: Vec::new(),
            ends: Vec::new(),
            repetition: None,
            choice: if dialect == Dialect::Two { Choice::Total } else { Choice::Single },
            rules: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// What something is called in a language.
    pub fn label(&self, of: Labelled, name: &str, lang: Lang) -> Option<&str> {
        let found = self.labels.iter().find(|l| l.of == of && l.name == name && l.lang == lang);
        found.map(|l| l.text.as_str())
    }
}
