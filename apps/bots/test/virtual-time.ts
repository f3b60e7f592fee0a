import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Time that passes only while everyone waits: real requests run as they like, and once none is under way the
 * clock jumps to the next moment somebody waits for.
 */
export class VirtualTime {
  nowMs = 1_000_000;
  #underWay = 0;
  #isRunning = true;
  readonly #waits: { readonly atMs: number; readonly resolve: () => void }[] = [];
  readonly #ran: Promise<void>;

  constructor() {
    this.#ran = this.#run();
  }

  readonly now = (): number => this.nowMs;

  readonly wait = (delayMs: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const entry = { atMs: this.nowMs + delayMs, resolve };
      this.#waits.push(entry);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });

  /** The real fetch, counted, with its body read to the end. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    this.#underWay += 1;
    try {
      const response = await fetch(url, init);
      const text = await response.text();
      return new Response(text, { status: response.status, headers: response.headers });
    } finally {
      this.#underWay -= 1;
    }
  };

  async end(): Promise<void> {
    this.#isRunning = false;
    await this.#ran;
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      // What an answer sets off takes a few turns to become the next request or wait.
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
      if (this.#underWay > 0) continue;
      this.#waits.sort((left, right) => left.atMs - right.atMs);
      const next = this.#waits.shift();
      if (next === undefined) continue;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.resolve();
    }
  }
}
