/** What processes have given out, as their files and other processes remember it. */
import { highestOf, type Seen } from '../../src/core/sequencer/seen.ts';

export class Evidence {
  #seen: Seen | undefined;

  note(seen: Seen): void {
    this.#seen = highestOf(this.#seen === undefined ? [seen] : [this.#seen, seen]);
  }

  get seen(): Seen | undefined {
    return this.#seen;
  }

  all(): readonly Seen[] {
    return this.#seen === undefined ? [] : [this.#seen];
  }
}
