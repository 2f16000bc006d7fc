// What is asked of who is to move, read off the moves on offer, where the game itself gives no prompt.

import type { OfferState, Picture } from "./api";
import { falling } from "./gesture";

export type Wanted = "askMove" | "askPlace" | "askColumn" | "askTake" | "askCard" | "askCardOr" | "askDraw" | "askChoose";

const BOARDS = ["grid", "points", "track"];

/** The key of the sentence that says what is wanted. */
export function wanted(scene: Picture, offers: OfferState[], viewer: number): Wanted {
  const zones = new Map(scene.zones.map((zone) => [zone.id, zone]));
  const board = (id: string): boolean => BOARDS.includes(zones.get(id)?.layout ?? "");
  const carried = offers.flatMap((offer) => offer.carry.slice(0, 1));
  if (carried.length === 0) return "askChoose";
  // A hand is what its owner alone looks into.
  const ofHand = (id: string): boolean => zones.get(id)?.owner === viewer && zones.get(id)?.visible === "owner";
  if (carried.length === offers.length && carried.every((carry) => ofHand(carry.to))) return "askDraw";
  const cards = carried.filter((carry) => ofHand(carry.from)).length;
  if (cards > 0) return cards === offers.length ? "askCard" : "askCardOr";
  const layout = (id: string): string => zones.get(id)?.layout ?? "";
  if (carried.every((carry) => layout(carry.from) === "row" && layout(carry.to) === "stack")) return "askTake";
  if (!carried.every((carry) => !board(carry.from) && board(carry.to))) return "askMove";
  const grid = zones.get(carried[0]?.to ?? "");
  const open = new Set(carried.map((carry) => carry.to_slot));
  const taken = new Set(scene.tokens.filter((token) => token.zone === grid?.id).map((token) => token.slot));
  const alike = grid?.layout === "grid" && carried.every((carry) => carry.to === grid.id);
  return alike && falling(grid.columns ?? 0, grid.rows ?? 0, (slot) => taken.has(slot), (slot) => open.has(slot), null) ? "askColumn" : "askPlace";
}
