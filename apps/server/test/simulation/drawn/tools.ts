/** What drawn commands are made of: whoever sends them, and what they are about. */
import type { Command } from '@fairlead/engine';
import { type Seeded, USDT } from '@fairlead/testkit';
import type { MemoryTables } from '../store/memory-tables.ts';
import { CURRENCIES, OPERATORS, OWNERS } from './exchange-terms.ts';

/** A command, who sends it, and the markets whose next sample it waits for, as its route has it. */
export interface Drawn {
  readonly sender: number;
  readonly command: Command;
  readonly afterSamplesOf?: readonly number[];
}

const STRANGER = 999;
/** Operators have keys of their own beside those of users. */
export const FIRST_OPERATOR = 1_000_000;

/** Tables as people see them: each of whichever engine has it. */
export type DrawnTables = Pick<MemoryTables, 'table' | 'leaderNumber' | 'home'>;

export class DrawTools {
  readonly tables: DrawnTables;
  /** Those that are there, and those that are about to be. */
  readonly owners: number[] = [...OWNERS];
  readonly #random: Seeded;

  constructor(random: Seeded, tables: DrawnTables) {
    this.#random = random;
    this.tables = tables;
  }

  /** One of a table's rows in a state, by the id of its column; an id that was never given out where there is none. */
  one(table: string, id: string, column: string, state: string) {
    const found = [];
    for (const row of this.tables.table(table).rows()) if (row[column] === state) found.push(row);
    if (found.length === 0 || this.#random.chance(3))
      return [this.#random.below(2_000), undefined] as const;
    const row = this.#random.pick(found);
    return [Number(row[id]), row] as const;
  }

  /** One of few names, so that they come again; of each owner. */
  name(): string {
    return `c${this.#random.below(25)}`;
  }

  /** So much behind the latest time that the tables know. */
  laterMs(afterMs: number): number {
    return this.tables.leaderNumber('last_time_ms') + afterMs;
  }

  owner(): number {
    return this.#random.chance(1) ? STRANGER : this.#random.pick(this.owners);
  }

  currencyId(): number {
    return this.#random.chance(1) ? 77 : this.#random.pick([...CURRENCIES, USDT]).currencyId;
  }

  own(command: Command & { readonly owner: number }): Drawn {
    return { sender: command.owner, command };
  }

  byOperator(command: Command): Drawn {
    return { sender: FIRST_OPERATOR + this.#random.pick(OPERATORS), command };
  }
}
