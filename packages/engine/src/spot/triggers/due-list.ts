/**
 * What one price made due in a market, by id. Of what one command leaves the next goes on where it stopped: it is looked for
 * and sorted once, so that each part costs what it fires.
 */
import type { TriggerMove } from '../rows.ts';

/** What became of one that was looked at: it is over, it waits yet, or there was no room for it. */
export type Visit = 'over' | 'waits' | 'no_room';

export class DueList {
  /** The price that it is of. */
  readonly #move: TriggerMove;
  readonly #ids: Float64Array;
  #next = 0;
  /** Those before the next that wait yet. */
  #passed: number[] = [];

  constructor(move: TriggerMove, ids: Float64Array) {
    this.#move = move;
    this.#ids = ids;
  }

  /** Whether it is of that price: of one time and one id there is one. */
  isOf({ by, timeMs, idMax, lowest, highest }: TriggerMove): boolean {
    const own = this.#move;
    const isSameRange = own.lowest === lowest && own.highest === highest;
    return own.by === by && own.timeMs === timeMs && own.idMax === idMax && isSameRange;
  }

  /** Looks at each that may wait yet, by id, until there is no room. Whether all were looked at. */
  each(visit: (triggerId: number) => Visit): boolean {
    const passed = this.#passed;
    this.#passed = [];
    for (const [at, id] of passed.entries()) {
      const found = visit(id);
      if (found === 'no_room') {
        this.#passed.push(...passed.slice(at));
        return false;
      }
      if (found === 'waits') this.#passed.push(id);
    }
    for (let id = this.#ids[this.#next]; id !== undefined; id = this.#ids[this.#next]) {
      const found = visit(id);
      if (found === 'no_room') return false;
      if (found === 'waits') this.#passed.push(id);
      this.#next += 1;
    }
    return true;
  }
}
