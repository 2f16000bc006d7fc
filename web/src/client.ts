// Requests to the server.

import type { BotInfo, DailyState, DealPlan, GameInfo, LessonLine, LessonState, Me, NewDealt, ProgressState, RuleFileLine, RuleFileRead, Tables } from "./api";
import type { AdviceState, AdviceWish, PlaygroundState, WhyState } from "./api";
import type { RobotState } from "./arm";
import type { BelievedState, BenchState, ExerciseState, MarkedState, NewBench, NewTournament, ReviewLine, TournamentLine, TournamentState } from "./api";

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = typeof body === "string";
  const response = await fetch(`/api${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: text ? body : JSON.stringify(body), headers: { "content-type": text ? "text/plain" : "application/json" } }),
  });
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({ error: response.statusText }))) as { error: string };
    throw new Error(problem.error);
  }
  if (response.status === 204) return undefined as T;
  const kind = response.headers.get("content-type") ?? "";
  return (kind.includes("json") ? await response.json() : await response.text()) as T;
}

export const me = (): Promise<Me> => call("GET", "/me");
export const rename = (name: string): Promise<Me> => call("POST", "/me", { name });
export const register = (login: string, password: string): Promise<Me> => call("POST", "/account", { login, password });
export const logIn = (login: string, password: string): Promise<Me> => call("POST", "/session", { login, password });
export const logOut = (): Promise<void> => call("DELETE", "/session");
export const games = (): Promise<GameInfo[]> => call("GET", "/games");
export const bots = (): Promise<BotInfo[]> => call("GET", "/bots");
export const ruleFiles = (): Promise<RuleFileLine[]> => call("GET", "/rulefiles");
export const ruleFile = (name: string): Promise<string> => call("GET", `/rulefiles/${encodeURIComponent(name)}`);
export const forgetRuleFile = (name: string): Promise<void> => call("DELETE", `/rulefiles/${encodeURIComponent(name)}`);
/** Sends a rule file. One with errors comes back with all of them, like one that was kept. */
export async function keepRuleFile(name: string, text: string): Promise<RuleFileRead> {
  const response = await fetch(`/api/rulefiles/${encodeURIComponent(name)}`, { method: "PUT", body: text, headers: { "content-type": "text/plain" } });
  const answer = (await response.json().catch(() => ({ error: response.statusText }))) as RuleFileRead & { error?: string };
  if (!response.ok && response.status !== 422) throw new Error(answer.error ?? response.statusText);
  return answer;
}
export const why = (where: string, player: number, at: number | null): Promise<WhyState> => call("GET", `/${where}/why?player=${player}${at === null ? "" : `&at=${at}`}`);
export const playground = (knowledge: string, query: string): Promise<PlaygroundState> => call("POST", "/playground", { knowledge, query });
export const advise = (wish: AdviceWish): Promise<AdviceState> => call("POST", "/advise", wish);
export const tables = (lang: string): Promise<Tables> => call("GET", `/tables?lang=${lang}`);
export const create = (table: unknown): Promise<{ id: string }> => call("POST", "/tables", table);
export const remove = (id: string): Promise<void> => call("DELETE", `/tables/${id}`);
export const record = (id: string): Promise<string> => call("GET", `/tables/${id}/record`);
const sheets = new Map<string, Promise<string>>();
/** The rule sheet of a game; asked for once. */
export function rules(game: string, lang: string): Promise<string> {
  const key = `${game.split("?")[0]}|${lang}`;
  const known = sheets.get(key) ?? call<string>("GET", `/rules/${encodeURIComponent(game.split("?")[0] ?? game)}?lang=${lang}`);
  sheets.set(key, known);
  known.catch(() => sheets.delete(key));
  return known;
}
export const daily = (date: string): Promise<DailyState> => call("GET", `/daily?date=${encodeURIComponent(date)}`);
export const playDaily = (game: string, date: string): Promise<{ id: string }> => call("POST", "/daily", { game, date });
export const dealPlan = (game: string, lang: string): Promise<DealPlan> => call("GET", `/deal/${encodeURIComponent(game)}?lang=${lang}`);
export const deal = (wish: { game: string; cards: string[][]; conditions: string[] }): Promise<NewDealt> => call("POST", "/deal", wish);
export const lessons = (): Promise<LessonLine[]> => call("GET", "/lessons");
export const lesson = (id: string, lang: string): Promise<LessonState> => call("GET", `/lessons/${encodeURIComponent(id)}?lang=${lang}`);
export const progress = (): Promise<ProgressState> => call("GET", "/progress");
export const reviewProgress = (): Promise<{ waiting: number }> => call("POST", "/progress/review");
export const forgetProgress = (): Promise<void> => call("DELETE", "/progress");
export const importRecord = (text: string): Promise<{ id: string }> => call("POST", "/import", text);
/** A robot at a real table, where one plays beside the server. */
export const robot = (): Promise<RobotState> => call("GET", "/robot");
export const robotStop = (): Promise<void> => call("POST", "/robot/stop");
/** Brings a picture of this page's camera. */
export async function robotPicture(picture: Blob): Promise<void> {
  const response = await fetch("/api/robot/picture", { method: "POST", body: picture, headers: { "content-type": picture.type } });
  if (!response.ok) throw new Error(((await response.json().catch(() => ({ error: response.statusText }))) as { error: string }).error);
}
export const robotKey = (key: string): Promise<void> => call("POST", "/robot/key", { key });
export const belief = (id: string, player: number, at: number, lang: string): Promise<BelievedState[]> => call("GET", `/tables/${id}/belief?player=${player}&at=${at}&lang=${lang}`);
export const exercises = (): Promise<ExerciseState[]> => call("GET", "/exercises");
export const newExercise = (game: string, level: number | null): Promise<ExerciseState> => call("POST", "/exercises", { game, level });
export const exerciseTable = (id: number): Promise<{ id: string }> => call("POST", `/exercises/${id}/table`);
export const answerExercise = (id: number, text: string, lang: string): Promise<MarkedState> => call("POST", `/exercises/${id}/answer`, { text, lang });
export const forgetExercise = (id: number): Promise<void> => call("DELETE", `/exercises/${id}`);

/** The review of a match, line by line while it is made. */
export async function* review(id: string, player: number, lang: string, signal: AbortSignal): AsyncGenerator<ReviewLine> {
  const response = await fetch(`/api/tables/${id}/review?player=${player}&lang=${lang}`, { signal });
  if (!response.ok || !response.body) {
    const problem = (await response.json().catch(() => ({ error: response.statusText }))) as { error: string };
    throw new Error(problem.error);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    text += value ?? "";
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line) as ReviewLine;
    if (done) return;
  }
}
export const tournaments = (): Promise<TournamentLine[]> => call("GET", "/tournaments");
export const startTournament = (wish: NewTournament): Promise<{ id: string }> => call("POST", "/tournaments", wish);
export const tournament = (id: string, lang: string): Promise<TournamentState> => call("GET", `/tournaments/${encodeURIComponent(id)}?lang=${lang}`);
export const removeTournament = (id: string): Promise<void> => call("DELETE", `/tournaments/${encodeURIComponent(id)}`);
export const openBench = (wish: NewBench): Promise<{ id: string }> => call("POST", "/bench", wish);
export const bench = (id: string, lang: string): Promise<BenchState> => call("GET", `/bench/${encodeURIComponent(id)}?lang=${lang}`);
export const stepBench = (id: string, lang: string, think: number): Promise<BenchState> => call("POST", `/bench/${encodeURIComponent(id)}/step?lang=${lang}&think=${think}`);
