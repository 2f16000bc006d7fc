// Made by tools/api.mjs from openapi.json. Do not edit.

/** How things stand by what was told. */
export type AdviceState = { advice?: AdvisedState | null;
  /** Who moves; none: cards come to the hand. */ by?: number | null;
  /** Why it does not. */ cause?: string | null;
  /** What may be told next. */ choices: (ChoiceState)[];
  /** How many cards are still to be told. */ many: number;
  /** Whether the person is to move. */ mine: boolean;
  /** How many players there are. */ players: number;
  /** The first word that does not fit, by its number from 0. */ refused?: number | null;
  /** What the person sees. */ scene: Picture;
  /** `move`, `cards` that came to light, what was `said` with a move, or `nothing`. */ wants: string;
  /** The words that were taken. */ words: (WordState)[]; };

/** What was seen at a real table, and what is asked. */
export type AdviceWish = { /** The computer player that is asked what to play; none: it is only told how things stand. */ agent?: string | null;
  /** The game with its parameters. */ game: string;
  /** `en`, `cs` or `sk`. */ lang?: string;
  /** The seat of the person, from 0; the one in seat 0 begins. */ seat: number;
  /** Everything that was told so far: cards and moves in notation. */ words: (string)[]; };

/** What a computer player would do. */
export type AdvisedState = { /** Why. */ because: (string)[];
  /** The move in words. */ label: string;
  /** The moves with what they looked worth, the best first. */ values: ([string, number])[];
  /** The move. */ word: string; };

/** An answer to an exercise. */
export type Answered = { /** `en`, `cs` or `sk`. */ lang?: string;
  /** The move in notation. */ text: string; };

/** What a page may ask. */
export type Ask = { do: "play";
  /** How many moves were made when the page decided; a move for another moment is refused. */ made: number;
  /** The move in notation. */ text: string; } | { do: "undo";
  /** How many moves were made when the page decided. */ made: number; } | { do: "hint";
  /** How many moves were made when the page decided. */ made: number;
  /** How far up the ladder: 1 where to look, 2 what comes into question, 3 the move with its reasons. */ step?: number; } | { do: "draw";
  /** The seat. */ seat: number; } | { do: "cover"; } | { do: "sit";
  /** The name to play under. */ name: string;
  /** The seat. */ seat: number; } | { do: "stand";
  /** The seat. */ seat: number; } | { /** The computer player. */ agent: string;
  do: "replace";
  /** The seat. */ seat: number; } | { do: "return";
  /** The seat. */ seat: number; } | { /** How many seats further everybody moves when the same deal is shifted. */ by?: number;
  /** Which deal. */ deal: Deal;
  do: "deal"; } | { do: "settings";
  /** All of them. */ settings: Settings; } | { do: "rename";
  /** The new name. */ name: string; } | { do: "open";
  /** Show or hide. */ on: boolean; } | { /** After how many moves. */ at: number;
  do: "look"; } | { do: "write";
  /** The words, or `#` and the name of a phrase. */ text: string; } | { do: "speak";
  /** `en`, `cs` or `sk`. */ lang: string; };

/** What is being played. */
export type BadgeState = { /** How it is doubled; may be empty. */ doubled: string;
  /** The kind of a card that stands for the trump suit; may be empty. */ sign: string;
  /** The contract. */ title: string; };

/** Where the players may believe a card. */
export type BelievedCard = { /** The card. */ card: string;
  /** For each player the shares of the seats; none where the player sees the card. */ shares: ((number)[] | null)[]; };

/** Where a token may lie. */
export type BelievedState = { /** Whether deals were counted; otherwise some were drawn. */ counted: boolean;
  /** What it is, as in pictures. */ kind: string;
  /** What it is, for people. */ label: string;
  /** How likely each player has it. */ shares: (number)[]; };

/** A player on the bench. */
export type BenchPlayer = { considered?: ConsideredState | null;
  /** Its name for people. */ name: Text; };

/** A bench as a page shows it. */
export type BenchState = { /** Where they may believe the hidden cards. */ beliefs: (BelievedCard)[];
  /** The game with its parameters. */ game: string;
  /** Its id. */ id: string;
  /** What the last step brought, in words; may be empty. Why there is no result, where a rule failed. */ last: string;
  /** How many moves were made. */ made: number;
  /** Whether the play is over. */ over: boolean;
  /** Pictures the game brings. */ pictures: (string)[];
  /** The players. */ players: (BenchPlayer)[];
  /** All hands open. */ scene: Picture;
  /** The scores, once it is over with a result. */ scores: (number)[];
  /** The player to move; none when the play is over or chance is to act. */ turn?: number | null; };

/** What a block did. */
export type BlockState = { /** What was answered in the end. */ answer: string;
  /** Inferences it took. */ inferences: number;
  /** Its name. */ name: string;
  /** What the rules printed. */ output: string;
  /** Whether it was a question. */ question: boolean;
  /** Why that is not what the rules returned. */ replaced?: string | null;
  /** What the rules returned. */ returned: (string)[];
  /** Its rules in the order they were tried. */ rules: (FiredState)[];
  /** The variables it began with. */ variables: ([string, string])[]; };

/** A computer player described in a file. */
export type BotInfo = { /** What it is like, in a sentence; may be empty. */ about: Text;
  /** How it thinks. */ agent: string;
  /** The file, in its folder. */ file: string;
  /** The games it is for; none: every game it can play. */ games: (string)[];
  /** What is wrong with the file; such a player is offered nowhere. */ problem?: string | null;
  /** Its name for people. */ title: Text; };

/** A token carried. */
export type CarryState = { /** The zone it is taken from. */ from: string;
  /** The slot it is taken from. */ from_slot: number;
  /** The zone it goes to. */ to: string;
  /** The slot it goes to. */ to_slot: number;
  /** The token. */ token: string; };

/** Something that may be told. */
export type ChoiceState = { /** The kind of token, where it is a card. */ kind: string;
  /** What it is, for people. */ label: string;
  /** The word for it. */ word: string; };

/** Tokens that lay in a zone until a move cleared it. */
export type ClearedState = { /** How many moves were made then. */ made: number;
  /** What lay there, the last token included. */ tokens: (TokenState)[];
  /** The zone. */ zone: string; };

/** Kinds of faults. */
export type Code = "malformed" | "too_fast" | "stale" | "forbidden" | "illegal" | "missing" | "broken";

/** A kind of computer player. */
export type Computer = { /** What it is like, in a sentence; may be empty. */ about: Text;
  /** What it is asked for by: its description, e.g. `mcts?iterations=500`, or `bot:` and the name of its file. */ agent: string;
  /** How strong it is, from 1 to 5, for one of the house's people; 0 for an algorithm. */ stars?: number;
  /** Its name for people. */ title: Text; };

/** What a player considered when it last moved. */
export type ConsideredState = { /** Why. */ because: (string)[];
  /** How many moves were made before. */ made: number;
  /** States visited. */ nodes: number;
  /** The move it made. */ text: string;
  /** Milliseconds. */ took: number;
  /** The moves with what they looked worth to it, the best first. */ values: ([string, number])[]; };

/** A name and a password. */
export type Credentials = { /** The account's name. */ login: string;
  /** The password, 8 characters at least. */ password: string; };

/** What the viewer should notice beside the scene. */
export type CuesState = { badge?: BadgeState | null;
  /** Whether players sit counter-clockwise. */ counter: boolean;
  /** The number of the deal, from 1; 0 where there are none. */ deal: number;
  /** The id of the token on the table that is winning. */ leading?: string | null;
  /** Slots to mark, such as a winning line. */ marks: (SpotState)[];
  /** What the viewer is asked to do; may be empty. */ prompt: string;
  /** For each player what he is in this deal; may be empty. */ roles: ((RoleState)[])[];
  /** How many moves of the kind on offer belong together. */ together: number;
  /** How many tricks each player has taken; may be empty. */ tricks: (number)[]; };

/** The deal of a day in one game. */
export type DailyGame = { /** What the expert made of it, once the asker has played; none while it is still being computed. */ expert?: number | null;
  /** The game. */ game: string;
  /** How many have played it. */ played: number;
  /** Whom one plays, from 0. */ player: number;
  /** The asker's result. */ points?: number | null;
  /** Everybody's results, the best first, once the asker has played. */ results: (DailyResult)[];
  /** The asker's table, once it was opened. */ table?: string | null;
  /** Its name. */ title: Text; };

/** Somebody's result of the day. */
export type DailyResult = { /** How much better than the expert. */ difference?: number | null;
  /** The name. */ name: string;
  /** The points. */ points: number;
  /** Whether it is the asker's. */ you: boolean; };

/** The deal of a day in every card game. */
export type DailyState = { /** The date. */ date: string;
  /** The games. */ games: (DailyGame)[]; };

/** Which cards or throws another match begins with. */
export type Deal = "new" | "same" | "shift";

/** A card of the pack. */
export type DealCard = { /** The kind of token it is. */ kind: string;
  /** Its name. */ label: string;
  /** Its notation. */ text: string; };

/** A hand or a pile that gets cards. */
export type DealGroup = { /** Its name. */ label: string;
  /** Whose it is, from 0. */ owner?: number | null;
  /** How many cards it gets. */ room: number;
  /** Its zone, by which conditions may name it. */ zone: string; };

/** How a game deals, for setting cards by hand. */
export type DealPlan = { /** The cards. */ cards: (DealCard)[];
  /** Whether the forehand declares. */ declares: boolean;
  /** Who moves first after the deal, from 0. */ forehand?: number | null;
  /** Who gets cards. */ groups: (DealGroup)[]; };

/** The commitment to one deal. */
export type DealSeal = { /** The SHA-256 hash of the promise, in hexadecimal. */ commitment: string;
  /** Which deal of the match, from 1. */ deal: number;
  /** Whether it was dealt. */ dealt: boolean;
  /** What hid the seed, in hexadecimal, once the deal is finished. */ nonce?: string | null;
  /** The seed of the shuffle as a decimal number, once the deal is finished. */ seed?: string | null; };

/** A decision and what is thought of it. */
export type DecisionState = { /** How many moves were made before it. */ at: number;
  /** Why the expert would have played so. */ because: (string)[];
  /** What the expert would have played, in words. */ best: string;
  /** How many choices there were. */ choices: number;
  /** Whether the values are exact. */ exact: boolean;
  /** What the best move was expected to end with. */ expected: number;
  /** The loss given what was known. */ known: number;
  /** The loss in hindsight. */ open?: number | null;
  /** What was best with open cards, in words. */ open_best?: string | null;
  /** What was played, in words. */ played: string;
  /** `good`, `unlucky`, `slip`, `mistake` or `lucky`. */ verdict: string;
  /** The verdict in words. */ verdict_words: string; };

/** An exercise, without its answer. */
export type ExerciseState = { /** The game with its parameters. */ game: string;
  /** Its number. */ id: number;
  /** 1 to 4; 0: an own mistake. */ level: number;
  /** What was lost, or what the next best move loses. */ loss: number;
  /** How often rightly. */ solved: number;
  /** How often it was answered. */ tried: number; };

/** A rule that was tried. */
export type FiredState = { /** Its actions, if it fired. */ actions: (ToldState)[];
  /** Whether it fired. */ fired: boolean;
  /** The formulas of its condition. */ formulas: (ToldState)[];
  /** The line it stands in. */ line: number; };

/** What a review found in a deal. */
export type FoundDeal = { /** In money: what it was expected to bring after one's last bid, announcement or pass. */ bid?: number | null;
  /** Which deal of its match, from 1. */ deal: number;
  /** Decisions with more than one choice. */ decisions: number;
  /** What was lost by what was known, in usual deals. */ lost: number;
  /** How many of them were mistakes, by what was known. */ mistakes: number;
  /** What the expert's moves asked for. */ motifs: (FoundMotif)[]; };

/** How a motif was handled. */
export type FoundMotif = { /** Its name for programs. */ id: string;
  /** What was lost there, in usual deals. */ lost: number;
  /** How often one's move lost something there. */ missed: number;
  /** How often the expert's move showed it. */ times: number;
  /** Its name for people. */ title: Text; };

/** A message of the server. */
export type Frame = State & { type: "state"; } | { /** The number of the request. */ re: number;
  type: "done"; } | { /** The kind of fault, for programs. */ code: Code;
  /** The number of the request, where it could be read. */ re?: number | null;
  /** The cause, for people. */ text: string;
  type: "error"; } | { /** Reasons. */ because: (string)[];
  /** From step 2: the moves that come into question, in notation. */ choices: (string)[];
  /** The move in words. */ label: string;
  /** Where to look. */ look: string;
  /** The number of the request. */ re: number;
  /** Which step it is, from 1 to 3; each has what those before it have. */ step: number;
  /** In step 3: the move in notation; empty before. */ text: string;
  type: "hint"; } | { /** After how many moves. */ at: number;
  /** What to notice beside it. */ cues: CuesState;
  /** The number of the request. */ re: number;
  /** The picture. */ scene: Picture;
  /** Slots that the move before touched. */ touched: (SpotState)[];
  type: "look"; } | { type: "gone"; };

/** A game that can be put on a table. */
export type GameInfo = { /** What it is, in a sentence. */ about: Text;
  /** Whether chance takes part. */ chance: boolean;
  /** Computer players suited to it, the recommended one first. */ computers: (Computer)[];
  /** The file it is described in, in its folder; none for a game of the program. */ file?: string | null;
  /** Whether players know different things. */ hidden: boolean;
  /** Its name in the catalog. */ id: string;
  /** The least number of players. */ least: number;
  /** The largest number of players. */ most: number;
  /** Pictures it brings: of the board, and of tokens by their kind (`red.svg`). */ pictures: (string)[];
  /** What is wrong with its description; such a game cannot be played. */ problem?: string | null;
  /** Whether its description is still to be read; who plays it and how many is not known until then. */ reading: boolean;
  /** Rule options. */ settings: (Setting)[];
  /** Its name for people. */ title: Text; };

/** The play that is being made. */
export type InPlay = { /** How many moves were made. */ made: number;
  /** Who sits where. */ names: (Text)[];
  /** All hands open. */ scene: Picture; };

/** What is left to be gone through. */
export type Left = { /** Matches. */ waiting: number; };

/** A question of a lesson, answered by a move. */
export type LessonAsk = { /** The good ones, that of the play first. */ good: (string)[];
  /** The legal moves. */ offers: (OfferState)[];
  /** What is said to any other. */ otherwise: string;
  /** What is said to certain others. */ replies: (LessonReply)[];
  /** What is said to a good one. */ right: string;
  /** The question. */ text: string; };

/** A lesson in a list. */
export type LessonLine = { /** What it is about. */ about: Text;
  /** The file. */ file: string;
  /** The game. */ game: string;
  /** The game's name. */ game_title: Text;
  /** Its name in addresses; empty for a file with errors. */ id: string;
  /** What is wrong with the file. */ problem?: string | null;
  /** What it is called. */ title: Text; };

/** What is said to a move, with the picture after the variation. */
export type LessonReply = { /** The move. */ answer: string;
  /** What to notice beside it. */ cues: CuesState;
  /** What happened in it. */ log: (SaidState)[];
  /** What the reader sees at the end of the variation. */ scene: Picture;
  /** What is said. */ text: string; };

/** A lesson to play. */
export type LessonState = { /** What it is about. */ about: string;
  /** The game with its parameters. */ game: string;
  /** Its name in addresses. */ id: string;
  /** The next lesson of the game. */ next?: string | null;
  /** Pictures the game brings, by name. */ pictures: (string)[];
  /** Whom the reader plays, from 0. */ player: number;
  /** How many players there are. */ players: number;
  /** What is shown, said and asked, in order. */ stops: (LessonStop)[];
  /** What it is called. */ title: string; };

/** A move of a lesson, as the reader sees it made. */
export type LessonStep = { /** What to notice beside it. */ cues: CuesState;
  /** What happened in it. */ log: (SaidState)[];
  /** What the reader sees after it: a finished trick still lies on the table. */ scene: Picture;
  /** Who takes the trick that it finished. */ took?: number | null; };

/** A moment of a lesson. */
export type LessonStop = { ask?: LessonAsk | null;
  /** What to notice beside it. */ cues: CuesState;
  /** What happened since the moment before. */ log: (SaidState)[];
  /** What the reader sees. */ scene: Picture;
  /** The moves that lead here from the moment before, one picture each: the last of them where there are very many. */ steps: (LessonStep)[];
  /** What is said. */ text: string; };

/** The address of a new table. */
export type Made = { /** Its id. */ id: string; };

/** The id of something that was made. */
export type MadeId = { /** The id. */ id: string; };

/** What is said of an answer. */
export type MarkedState = { /** Why. */ because: (string)[];
  /** The best move in words. */ best: string;
  /** What it loses against the best, where it was valued. */ loss?: number | null;
  /** Whether values are money. */ money: boolean;
  /** Whether it is the best move. */ right: boolean; };

/** Who one is. */
export type Me = { /** The account's name; none for a guest. */ login?: string | null;
  /** The name shown to others. */ name: string; };

/** A new name. */
export type Name = { /** The name. */ name: string; };

/** A wish for a bench. */
export type NewBench = { /** The game with its parameters. */ game: string;
  /** The computer players, one for each seat. */ players: (string)[];
  /** The number of the deal. */ seed?: number | null; };

/** A wish to play the deal of a day. */
export type NewDaily = { /** The date; by default today. */ date?: string;
  /** The game. */ game: string; };

/** A wish for a deal. */
export type NewDeal = { /** Cards set by hand, by group, in the order of the groups. */ cards?: ((string)[])[];
  /** Conditions, such as `player 2 has at least 4 tarocks`. */ conditions?: (string)[];
  /** The game with its parameters. */ game: string;
  /** The same number gives the same deal. */ seed?: number | null; };

/** A deal. */
export type NewDealt = { /** The cards, by group. */ cards: ((string)[])[];
  /** The game with this deal as its parameter, where it has one. */ game?: string | null;
  /** The deal as a record. */ record: string; };

/** Who meets whom. */
export type NewDesign = "round_robin" | "gauntlet" | "swiss" | "knock_out";

/** A wish for an exercise. */
export type NewExercise = { /** The game with its parameters. */ game: string;
  /** How hard, from 1 to 4; none: as it comes. */ level?: number | null;
  /** Which one: the same number gives the same exercise. */ seed?: number | null; };

/** A wish for a seat. */
export type NewSeat = { /** The computer player. */ agent?: string | null;
  /** A person at this device, a computer player, or open for somebody invited. */ kind: SeatKind;
  /** The person's name. */ name?: string;
  /** The points to begin with. */ start?: number; };

/** A wish for a table. */
export type NewTable = { /** The game with its parameters. */ game: string;
  /** Its name; by default that of the game. */ name?: string;
  /** Who sits where; missing seats get the recommended computer player. */ seats?: (NewSeat)[];
  /** The number of the deal. A known deal does not count. */ seed?: number | null;
  /** Its settings. */ settings?: Settings; };

/** A wish for a tournament. */
export type NewTournament = { /** Who meets whom. */ design?: NewDesign;
  /** The game with its parameters. */ game: string;
  /** States a player may visit for a move. */ nodes?: number | null;
  /** The computer players. */ players: (string)[];
  /** Deals of each meeting. */ rounds: number;
  /** The seed of chance. */ seed?: number | null; };

/** A legal move. */
export type OfferState = { /** The kind of the token it speaks of without carrying it. */ about?: string;
  /** The tokens carried; empty when something is said. */ carry: (CarryState)[];
  /** Whether to ask once more. */ grave?: boolean;
  /** The move in words. */ label: string;
  /** What it means, in a few words. */ note?: string;
  /** What is said; empty when tokens are carried. */ say: string;
  /** The notation to send. */ text: string; };

/** A row of the score pad: one deal. */
export type PadState = { /** The seat of who played it. */ by?: number | null;
  /** Whether it counts. */ counts: boolean;
  /** Which deal of that match, from 1; 0 for a game without deals. */ deal: number;
  /** What it brought, by seat. */ delta: (number)[];
  /** The account, line by line. */ lines: (string)[];
  /** The match of the table it belongs to. */ number: number;
  /** What was played; may be empty. */ title: string; };

/** How far a tournament is. */
export type Phase = "waiting" | "running" | "done" | "failed";

/** A scene. */
export type Picture = { /** The points to show for each player. */ points: (number)[];
  /** What was said and still holds. */ said: (SaidState)[];
  /** The tokens. */ tokens: (TokenState)[];
  /** The player whose turn it is. */ turn?: number | null;
  /** The zones, in reading order. */ zones: (ZoneState)[]; };

/** A match. */
export type PlayState = { cleared?: ClearedState | null;
  /** How many moves were made. */ made: number;
  /** Whether the viewer may have them shown. */ may_open: boolean;
  /** Which match of the table, from 1. */ number: number;
  /** Whether hands are shown open to this viewer. */ open: boolean;
  /** Whether it is over. */ over: boolean;
  /** The score pad: every deal finished at this table, in order. */ pad: (PadState)[];
  /** Whether it does not count: a known deal, or somebody has seen more than one seat may see. */ practice: boolean;
  /** What went wrong with the table, if it cannot go on. */ problem?: string | null;
  /** What is promised about the shuffles, and what was opened. */ seal: SealState;
  /** The sheet that explains the points, once it is over. */ sheet: (string)[];
  /** Slots that the last move of a player touched. */ touched: (SpotState)[];
  /** Whether the viewer may take back a move. */ undo: boolean;
  /** Whether it waits for somebody to sit down. */ waiting: boolean;
  /** Who won, once it is over. */ winners: (number)[]; };

/** What a query brought. */
export type PlaygroundState = { /** The first answers: for each the variables with their values. */ answers: (([string, string])[])[];
  /** Whether the query has changed it. */ changed: boolean;
  /** What went wrong with the query. */ error?: string | null;
  /** Inferences it took. */ inferences: number;
  /** The knowledge base since. */ knowledge: string;
  /** Whether there are more. */ more: boolean;
  /** What was printed. */ output: string;
  /** Whether the clauses could be read; otherwise nothing was asked. */ read: boolean;
  /** What is wrong with the clauses or may be, in the order of the text. */ remarks: (RemarkState)[]; };

/** A knowledge base and what is asked of it. */
export type PlaygroundWish = { /** Clauses of Prolog, as in the block PROLOG of a rule file. */ knowledge: string;
  /** A goal; empty: the clauses are only read. */ query: string; };

/** Why a request was not done. */
export type Problem = { /** The cause, for people. */ error: string; };

/** A finished deal. */
export type ProgressDeal = { /** When, in seconds since 1970. */ at: number;
  /** What was played; empty in a game without contracts. */ contract: Text;
  /** The date of a deal of the day. */ date?: string | null;
  /** Whether one played it oneself. */ declared: boolean;
  /** What the expert made of it. */ expert?: number | null;
  /** The game. */ game: string;
  /** What it brought. */ points: number;
  /** Whether it did not count. */ practice: boolean;
  review?: FoundDeal | null; };

/** One's progress. */
export type ProgressState = { /** The finished deals, the earliest first. */ deals: (ProgressDeal)[];
  /** Matches that were not gone through yet. */ waiting: number; };

/** A player in the standings. */
export type Rank = { /** The share of points against each player, in the order of the standings; none where they have not met. */ against: (number | null)[];
  /** Plays drawn. */ draws: number;
  /** The rating. */ elo: number;
  /** The 95 % interval of the rating. */ elo_interval?: [number, number] | null;
  /** Illegal, late and missing answers. */ faults: number;
  /** Its name for people. */ name: Text;
  /** Plays. */ plays: number;
  /** Points: a win is one, a draw half of one. */ points: number;
  /** The mean score. */ score: number;
  /** Plays won. */ wins: number; };

/** What was noticed in a rule file. */
export type RemarkState = { /** The column in characters, from 1. */ column: number;
  /** Whether the file cannot be played with it. */ error: boolean;
  /** The line it stands in, with the place marked. */ excerpt: string;
  /** What may help; may be empty. */ hint: string;
  /** The line, from 1. */ line: number;
  /** What is wrong and what was expected. */ message: string;
  /** How many characters it concerns. */ width: number; };

/** A message of a page: a number of its own choice, which the answer repeats, and what it asks. */
export type Request = { /** What is asked. */ ask: Ask;
  /** Repeated in the answer. */ id: number; };

/** A line of a review. */
export type ReviewLine = { /** A loss from which on a decision is a mistake. */ mistake: number;
  /** Whether values are money; otherwise shares of the result between 0 and 1. */ money: boolean;
  /** How many decisions there are. */ total: number;
  type: "begin"; } | DecisionState & { type: "decision"; } | { /** The costliest decisions, by the moves made before them. */ costliest: (number)[];
  /** How many mistakes were kept as exercises. */ kept: number;
  /** What was lost in all, given what was known. */ lost: number;
  /** What the player had in the end. */ result: number;
  /** A sentence that sums it up. */ summary: string;
  type: "end"; } | { /** The cause. */ text: string;
  type: "broken"; };

/** What somebody is in this deal. */
export type RoleState = { /** Whether it is the one to notice. */ chief: boolean;
  /** The word for it. */ text: string; };

/** A rule file in a list. */
export type RuleFileLine = { /** When it was loaded, in seconds since 1970; 0 for one of a folder. */ changed: number;
  /** The games it is for. */ games: (string)[];
  /** Its name, without the ending. */ name: string;
  /** The name of whoever has loaded it; none: it lies in a folder of the server. */ owner?: string | null;
  /** What is wrong with it; such a player is offered nowhere. */ problem?: string | null;
  /** Whether it is the asker's, to be replaced and deleted. */ yours: boolean; };

/** What became of a rule file that was sent. */
export type RuleFileRead = { /** The games it is for. */ games: (string)[];
  /** Whether it is on offer now; otherwise nothing was changed. */ kept: boolean;
  /** How many more remarks there are. */ more: number;
  /** What is wrong with it or may be, in the order of the text. */ remarks: (RemarkState)[];
  /** Whether it has replaced an older one of its name. */ replaced: boolean; };

/** Something said. */
export type SaidState = { /** In a log: how many moves were made by then. */ at?: number | null;
  /** The words. */ text: string;
  /** Who said it. */ who?: number | null; };

/** The shuffles of a match: promised before they are dealt, opened when they are finished. */
export type SealState = { /** The deals of this match, those to come included; none where nothing is promised. */ deals: (DealSeal)[];
  /** The game as it stands in the promise. */ game: string;
  /** The commitment to the first deal of the next match. */ next?: string | null; };

/** Who moves for a seat. */
export type SeatKind = "person" | "computer" | "open";

/** Who sits on a seat. */
export type SeatState = { /** The computer player who moves. */ agent?: string | null;
  /** Whether the person is connected. */ here: boolean;
  /** Who moves. */ kind: SeatKind;
  /** The name of who sits there. */ name: string;
  /** The number of the seat, for requests. */ seat: number;
  /** Points so far, all matches together. */ total: number;
  /** Whether the viewer sits there (perhaps replaced by a computer player). */ yours: boolean; };

/** A rule option that a table may set. */
export type Setting = { /** Its value when none is given. */ default: string;
  /** What it does. */ help: Text;
  /** The largest number allowed. */ high?: number | null;
  /** `int`, `one_of`, `flag` or `text`. */ kind: string;
  /** The smallest number allowed. */ low?: number | null;
  /** Its name in the game's id. */ name: string;
  /** The words allowed. */ words: (string)[]; };

/** Settings of a table. */
export type Settings = { /** Whether those who only watch may write to the table. */ chat?: boolean;
  /** The least time between moves of computer players, in milliseconds. */ delay?: number;
  /** Whether hints are given. */ hints?: boolean;
  /** Whether the lobby shows the table while it has open seats. */ listed?: boolean;
  /** Whether the first player changes with every match. */ rotate?: boolean;
  /** A table for study: open hands at any time; only for one person with computer players. */ study?: boolean;
  /** How long a computer player may think, in milliseconds, 10,000 at most. Where others wait it thinks shorter. */ think?: number;
  /** Whether a finished trick waits for a click. */ wait?: boolean;
  /** Whether anybody with the address may watch. */ watch?: boolean; };

/** A slot of a zone. */
export type SpotState = { /** The slot. */ slot: number;
  /** The zone. */ zone: string; };

/** How things stand for one viewer. */
export type State = { /** What the viewer should notice beside it. */ cues: CuesState;
  /** Who must take the device before anything private is sent. */ curtain?: number | null;
  /** What the viewer heard of the moves from number `log_from` on. */ log: (SaidState)[];
  /** 0: `log` replaces what the page had; otherwise it is appended. */ log_from: number;
  /** How many of the last entries of the log the viewer has not seen yet (after a curtain). */ news: number;
  /** The viewer's legal moves, empty when it is not their turn. */ offers: (OfferState)[];
  /** The match. */ play: PlayState;
  /** What the viewer sees. */ scene: Picture;
  /** The table. */ table: TableState;
  /** What was written at the table lately. */ talk: (TalkState)[];
  /** Which player's eyes these are; none: a spectator's. */ viewer?: number | null; };

/** A table in a list. */
export type TableLine = { /** Which computer player sits there, by seat. */ agents: (string | null)[];
  /** The game with its parameters. */ game: string;
  /** Its id. */ id: string;
  /** How many matches were begun. */ matches: number;
  /** Its name. */ name: string;
  /** Whether the latest match is finished. */ over: boolean;
  /** Whether the asker owns it. */ owner: boolean;
  /** Who sits there, by seat; empty: nobody yet. */ players: (string)[];
  /** Points so far, by seat. */ totals: (number)[];
  /** When something last happened there, in seconds since 1970. */ touched: number; };

/** A table of the lobby. */
export type TableState = { /** The game with its parameters. */ game: string;
  /** Whether players know different things. */ hidden: boolean;
  /** Its id, part of its address. */ id: string;
  /** What lets somebody sit down; only for those who may invite. */ invite?: string | null;
  /** Its name. */ name: string;
  /** Whether the viewer owns it. */ owner: boolean;
  /** Pictures the game brings, by name. */ pictures: (string)[];
  /** Who plays: `seats[p]` is player p of this match. */ seats: (SeatState)[];
  /** The settings. */ settings: Settings;
  /** The game's name. */ title: string;
  /** How many watch. */ watchers: number; };

/** The tables of a person, and those with open seats. */
export type Tables = { /** Those one may sit down at. */ open: (TableLine)[];
  /** One's own and those one sits at. */ yours: (TableLine)[]; };

/** Something written at the table. */
export type TalkState = { /** Under which name. */ name: string;
  /** The number of the line, from 1; never the same twice at a table. */ number: number;
  /** The seat of who wrote it; none: somebody who watches. */ seat?: number | null;
  /** What: words, or `#` and the name of a phrase that the page knows. */ text: string; };

/** A text in the three languages. */
export type Text = { /** Czech. */ cs: string;
  /** English. */ en: string;
  /** Slovak. */ sk: string; };

/** A token. */
export type TokenState = { /** Unique in the scene. */ id: string;
  /** What it is; empty when face down. */ kind: string;
  /** What it is, for people. */ label: string;
  /** Whose it is. */ owner?: number | null;
  /** The slot it lies in. */ slot: number;
  /** Whether the viewer sees what it is. */ up: boolean;
  /** The zone it lies in. */ zone: string; };

/** A formula or an action that was tried. */
export type ToldState = { /** The variables it bound, with their values. */ bindings: ([string, string])[];
  /** What went wrong with it. */ error?: string | null;
  /** Whether it held. */ held: boolean;
  /** As the file has it. */ text: string; };

/** A tournament in a list. */
export type TournamentLine = { /** Plays there will be. */ all: number;
  /** Its id. */ id: string;
  /** Plays made. */ made: number;
  /** Whether the asker started it. */ owner: boolean;
  /** How far it is. */ phase: Phase;
  /** The names of the players, the first one first. */ players: (Text)[];
  /** When it was started, in seconds since 1970. */ started: number;
  /** The game's name for people. */ title: Text; };

/** A tournament as a page shows it. */
export type TournamentState = { /** Plays there will be. */ all: number;
  /** The game with its parameters. */ game: string;
  /** Its id. */ id: string;
  /** Plays made. */ made: number;
  now?: InPlay | null;
  /** Whether the asker started it. */ owner: boolean;
  /** How far it is. */ phase: Phase;
  /** Pictures the game brings. */ pictures: (string)[];
  /** Why it cannot go on. */ problem?: string | null;
  /** From first to last. */ ranking: (Rank)[];
  /** The share of points by seat. */ seats: (number)[];
  /** When it was started, in seconds since 1970. */ started: number;
  /** The game's name for people. */ title: Text; };

/** A decision in the list. */
export type WhyLine = { /** What was answered. */ answer: string;
  /** How many moves were made before it. */ at: number;
  /** The block that was asked. */ block: string;
  /** Whether the rules answered something else, or nothing. */ replaced: boolean; };

/** A moment of the play as the rule file lived it. */
export type WhyMoment = { /** What was answered at the table, in the words of the question. */ answered?: string | null;
  /** How many moves were made before. */ at: number;
  /** The question and the events that followed. */ blocks: (BlockState)[];
  /** The knowledge base after it. */ knowledge: string;
  /** What the author should know. */ notes: (string)[]; };

/** Why a rule file decided as it did. */
export type WhyState = { /** The name of the rule file. */ bot: string;
  /** All its decisions. */ decisions: (WhyLine)[];
  moment?: WhyMoment | null; };

/** A word that was told. */
export type WordState = { /** Who moved by it. */ by?: number | null;
  /** What was heard of it. */ label: string;
  /** The word. */ word: string; };

/** A zone. */
export type ZoneState = { /** Squares across, for a grid. */ columns?: number;
  /** Its id. */ id: string;
  /** Its name. */ label: string;
  /** `grid`, `points`, `track`, `row`, `fan` or `stack`. */ layout: string;
  /** Pairs of slots joined by a line. */ lines?: ((number)[])[];
  /** Names of slots. */ names?: (string)[];
  /** Whose it is. */ owner?: number | null;
  /** The picture under it. */ picture?: string | null;
  /** Where the slots lie, for points and tracks. */ points?: ((number)[])[];
  /** Squares down, for a grid. */ rows?: number;
  /** Who may look into it: `all`, `owner` or `nobody`. */ visible: string;
  within?: SpotState | null; };
