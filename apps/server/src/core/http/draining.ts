/**
 * The last moments of a process beside which others serve. It says that it is not ready and ends each connection with the
 * answer on it, and answers everything meanwhile: whoever balances calls takes it out without a call that meets a closed door.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DRAIN_MS } from './limits.ts';

export class Draining {
  #isBegun = false;
  readonly #forMs: number;

  constructor(forMs = DRAIN_MS) {
    this.#forMs = forMs;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** From `run` on every answer is the last one of its connection. */
  watch(app: FastifyInstance): void {
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.#isBegun) reply.header('connection', 'close');
      done();
    });
  }

  /** Resolves when callers have had the time to go elsewhere. */
  async run(): Promise<void> {
    this.#isBegun = true;
    await wait(this.#forMs);
  }
}
