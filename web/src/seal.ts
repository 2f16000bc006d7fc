// Promised shuffles: computes the hash of what the server opened, and remembers what it promised.

import type { DealSeal, SealState, State } from "./api";

export type Verdict = "none" | "promised" | "kept" | "broken";

/** The text whose hash is the commitment. */
export const promise = (game: string, deal: number, seed: string, nonce: string): string => `partie deal 1\ngame: ${game}\ndeal: ${deal}\nseed: ${seed}\nnonce: ${nonce}\n`;

const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

/** The first 32 bits of the fractional parts of the roots of the first primes: constants of SHA-256. */
function roots(n: number, root: (x: number) => number): number[] {
  const list: number[] = [];
  for (let p = 2; list.length < n; p++) if (list.every((_, i) => p % (primes[i] ?? p + 1) !== 0)) ((primes[list.length] = p), list.push(Math.floor((root(p) % 1) * 2 ** 32)));
  return list;
}
const primes: number[] = [];
const K = roots(64, Math.cbrt);
const H0 = roots(8, Math.sqrt);

/** SHA-256 (FIPS 180-4) for pages that the browser does not call secure, where there is no `crypto.subtle`. */
export function plainSha256(data: Uint8Array): string {
  const blocks = Math.ceil((data.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, (data.length * 8) >>> 0);
  const h = [...H0];
  const w = new Array<number>(64).fill(0);
  const at = (list: number[], i: number): number => list[i] ?? 0;
  const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = view.getUint32(block * 64 + i * 4);
      else {
        const [a, b] = [at(w, i - 15), at(w, i - 2)];
        w[i] = (at(w, i - 16) + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + at(w, i - 7) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
      }
    }
    const v = [...h];
    for (let i = 0; i < 64; i++) {
      const [a, b, c, e, f, g] = [at(v, 0), at(v, 1), at(v, 2), at(v, 4), at(v, 5), at(v, 6)];
      const one = (at(v, 7) + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      v.splice(0, 8, (one + two) | 0, a, b, c, (at(v, 3) + one) | 0, e, f, g);
    }
    for (let i = 0; i < 8; i++) h[i] = (at(h, i) + at(v, i)) | 0;
  }
  const out = new Uint8Array(32);
  h.forEach((x, i) => new DataView(out.buffer).setUint32(i * 4, x >>> 0));
  return hex(out);
}

/** The hash of a text, by the browser where it can. */
export async function sha256(text: string): Promise<string> {
  const data = new TextEncoder().encode(text);
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle;
  return subtle ? hex(new Uint8Array(await subtle.digest("SHA-256", data))) : plainSha256(data);
}

/** Whether one deal that was opened is the one that was promised. */
export const kept = async (game: string, deal: DealSeal): Promise<boolean> => (await sha256(promise(game, deal.deal, deal.seed ?? "", deal.nonce ?? ""))) === deal.commitment;

/** What a page was promised, by match and deal; a promise that changes is broken. */
export class Memory {
  readonly #seen = new Map<string, string>();
  broken = false;

  #note(key: string, commitment: string): void {
    const before = this.#seen.get(key);
    if (before !== undefined && before !== commitment) this.broken = true;
    else this.#seen.set(key, commitment);
  }

  /** Takes in a state of the table. */
  note(state: Pick<State, "play">): void {
    const { number, seal } = state.play;
    for (const deal of seal.deals) this.#note(`${number}.${deal.deal}`, deal.commitment);
    // The next match that promises anything begins with this one; a known deal in between changes nothing.
    const first = seal.deals[0];
    const next = this.#seen.get("next");
    if (first && next !== undefined && this.#number !== number && this.#seen.get(`${this.#number}.1`) !== first.commitment && next !== first.commitment) this.broken = true;
    this.#number = number;
    if (seal.next) this.#seen.set("next", seal.next);
  }
  #number = 0;
}

/** How the promises about a match stand. */
export async function judge(seal: SealState, memory: Memory): Promise<Verdict> {
  if (memory.broken) return "broken";
  if (seal.deals.length === 0) return "none";
  const opened = seal.deals.filter((deal) => deal.seed != null);
  for (const deal of opened) if (!(await kept(seal.game, deal))) return "broken";
  return seal.deals.every((deal) => deal.seed != null || !deal.dealt) && opened.length > 0 ? "kept" : "promised";
}
