/** The leader's word that it lives, in the database: a standby believes no silence of Redis while this goes on. */
import type { Database } from '../store/database.ts';
import { beatLeader } from '../store/leader-queries.ts';
import { BEAT_MS } from './limits.ts';

export interface DatabaseBeatParts {
  readonly database: Database;
  /** Of the epoch in which it leads now. */
  readonly named: () => { readonly epoch: number; readonly nonce: string };
}

export class DatabaseBeat {
  readonly #parts: DatabaseBeatParts;
  readonly #timer: NodeJS.Timeout;
  #isBeating = false;

  constructor(parts: DatabaseBeatParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.beat(), BEAT_MS);
    void this.beat();
  }

  async beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    const { database, named } = this.#parts;
    // A database that does not answer is told by everything else.
    await beatLeader(database, named()).catch(() => undefined);
    this.#isBeating = false;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
