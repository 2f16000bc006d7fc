// The socket of one table: keeps the latest state, queues what should be seen one after another, reconnects.

import type { Ask, Frame, SaidState, State } from "./api";
import { share } from "./share";

type Answer = { done: (frame: Frame) => void };

/** Milliseconds before trying again: 0.3 s, doubling, 5 s at most. */
export const pause = (attempt: number): number => Math.min(5000, 300 * 2 ** attempt);

/** The next frame; where nobody looks there is none to wait for. */
const frame = (): Promise<void> => new Promise((done) => (document.visibilityState === "visible" ? requestAnimationFrame(() => setTimeout(done)) : done()));

export class TableSocket {
  state = $state.raw<State | null>(null);
  log = $state.raw<SaidState[]>([]);
  status = $state<"connecting" | "open" | "lost" | "gone">("connecting");
  problem = $state<string | null>(null);
  #socket: WebSocket | null = null;
  #next = 1;
  #answers = new Map<number, Answer>();
  #attempt = 0;
  #closed = false;
  #queue: State[] = [];
  /** The frame in which the last move was pressed: its answer is drawn in one of its own, however soon it comes. */
  #pressed: Promise<void> = Promise.resolve();
  /** Called before a new state is shown; resolves when it may be, with what is to be done in the same moment. */
  show: (state: State, log: SaidState[]) => Promise<(() => void) | void> = async () => {};
  #showing = false;

  constructor(
    readonly id: string,
    readonly invite: string | null,
    readonly lang: string,
  ) {
    this.#connect();
  }

  #connect(): void {
    const query = new URLSearchParams({ lang: this.lang });
    if (this.invite) query.set("invite", this.invite);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket?${query}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.status = "open";
      this.#queue = [];
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string) as Frame);
    socket.onclose = () => {
      for (const answer of this.#answers.values())
        answer.done({ type: "error", re: null, code: "broken", text: "" } as Frame);
      this.#answers.clear();
      if (this.#closed || this.status === "gone") return;
      this.status = this.state ? "lost" : "connecting";
      if (!this.state) void this.#exists();
      const wait = pause(this.#attempt++);
      setTimeout(() => {
        if (!this.#closed) this.#connect();
      }, wait);
    };
  }

  /** A socket does not say why it was refused: asks whether there is such a table at all. */
  async #exists(): Promise<void> {
    const answer = await fetch(`/api/tables/${this.id}/record`).catch(() => null);
    if (answer?.status === 404) {
      this.status = "gone";
      this.close();
    }
  }

  #receive(frame: Frame): void {
    if (frame.type === "state") {
      this.#attempt = 0;
      this.problem = null;
      this.#queue.push(frame);
      void this.#drain();
    } else if (frame.type === "gone") {
      this.status = "gone";
      this.#socket?.close();
    } else {
      const re = frame.re;
      const answer = re == null ? undefined : this.#answers.get(re);
      if (answer && re != null) {
        this.#answers.delete(re);
        answer.done(frame);
      } else if (frame.type === "error") this.problem = frame.text;
    }
  }

  async #drain(): Promise<void> {
    if (this.#showing) return;
    this.#showing = true;
    try {
      await this.#pressed;
      for (let told = this.#queue.shift(); told; told = this.#queue.shift()) {
        const state = share(this.state, told);
        const log = state.log_from === 0 ? state.log : [...this.log, ...state.log];
        const done = await this.show(state, log);
        this.state = state;
        this.log = log;
        done?.();
        // One picture a frame: several that come at once would be drawn in one, and hold it up.
        await frame();
      }
    } finally {
      this.#showing = false;
    }
  }

  /** How many states wait to be seen. */
  get behind(): number {
    return this.#queue.length;
  }

  /** Asks the server and waits for its answer. */
  ask(ask: Ask): Promise<Frame> {
    const id = this.#next++;
    if (ask.do === "play") this.#pressed = frame();
    return new Promise((done) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        done({ type: "error", re: id, code: "broken", text: "" } as Frame);
        return;
      }
      this.#answers.set(id, { done });
      this.#socket.send(JSON.stringify({ id, ask }));
    });
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}
