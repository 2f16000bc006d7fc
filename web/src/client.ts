// Requests to the server.

import type { BotInfo, GameInfo, Me, Tables } from "./api";
import type { RobotState } from "./arm";

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
export const importRecord = (text: string): Promise<{ id: string }> => call("POST", "/import", text);
/** A robot at a real table, where one plays beside the server. */
export const robot = (): Promise<RobotState> => call("GET", "/robot");
export const robotStop = (): Promise<void> => call("POST", "/robot/stop");
export const robotKey = (key: string): Promise<void> => call("POST", "/robot/key", { key });
