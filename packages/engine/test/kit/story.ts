/**
 * Drawn commands on the engine and on an oracle that looks everything up anew. Batches are of random size, and now and then
 * the engine is put back from the tables. A product says what it draws, what its oracle is, and what else to look at.
 */
import {
  type Changes,
  type Command,
  Engine,
  type HouseAccount,
  type Result,
  type Stamp,
  type UserAccount,
} from '@fairlead/engine';
import { Seeded, type TimedCommand } from '@fairlead/testkit';
import { expect } from 'vitest';
import { Tables } from './tables.ts';

/** Changes what the oracle is told, to see that it is noticed. */
export type Plant = (command: Command) => Command;

export interface Oracle {
  /** 'ok', or the refusal; nothing where the oracle has no opinion. */
  execute(command: Command, stamp: Stamp): string | undefined;
}

interface Drawn<Naive extends Oracle> {
  readonly naive: Naive;
  readonly commands: { next(): TimedCommand };
  readonly seed: number;
  readonly plant: Plant | undefined;
  /** Of a hundred commands, behind how many the engine is put back from the tables. */
  readonly restarts?: number;
}

interface Books {
  readonly currencies: Iterable<number>;
  readonly owners: Iterable<number>;
  readonly house: readonly HouseAccount[];
  readonly user: readonly UserAccount[];
  /** By `owner account currency`, where the house is owner 0. */
  readonly total: (key: string) => bigint;
  readonly frozen: (at: {
    readonly owner: number;
    readonly account: string;
    readonly currencyId: number;
  }) => bigint;
}

export abstract class Story<Naive extends Oracle> {
  readonly naive: Naive;
  readonly tables = new Tables();
  /** How often each end came about, and each answer to each kind of command. */
  readonly outcomes = new Map<string, number>();
  engine = new Engine();
  protected sequence = 0;
  readonly #random: Seeded;
  readonly #commands: { next(): TimedCommand };
  readonly #plant: Plant;
  readonly #restarts: number;

  protected constructor({ naive, commands, seed, plant, restarts = 4 }: Drawn<Naive>) {
    this.naive = naive;
    this.#commands = commands;
    this.#plant = plant ?? ((command) => command);
    this.#random = new Seeded(seed);
    this.#restarts = restarts;
  }

  step(): void {
    const { command, timeMs } = this.#commands.next();
    this.sequence += 1;
    const stamp = { sequence: this.sequence, timeMs };
    const expected = this.naive.execute(this.#plant(command), stamp);
    const result = this.answer(command, stamp, expected);
    if (result !== undefined) this.compareAnswer(result, stamp);
    this.engine.checkInvariants();
    if (this.batches && this.#random.chance(40)) this.commit();
    if (this.#random.chance(this.#restarts)) this.restart();
  }

  commit(): void {
    const changes = this.engine.takeChanges();
    this.note(changes);
    this.tables.commit(changes);
  }

  /** What a restart forgets is in the tables. */
  restart(): void {
    this.commit();
    const hash = this.engine.stateHash();
    this.engine = new Engine(this.tables.snapshot());
    this.tables.forgetDepth();
    this.engine.checkInvariants();
    expect(this.engine.stateHash()).toBe(hash);
    const { counters: _, ...changes } = this.engine.takeChanges();
    expect(Object.values(changes).flat()).toEqual([]);
    this.restarted();
  }

  /** Balances and sums, engine against oracle. */
  abstract compare(): void;

  /** Every row that was ever given out, as it last was. */
  abstract compareRows(): void;

  /** Whether several commands share a batch; otherwise `compareAnswer` commits each. */
  protected get batches(): boolean {
    return true;
  }

  /** Runs a command that the oracle has an opinion of. */
  protected answer(
    command: Command,
    stamp: Stamp,
    expected: string | undefined,
  ): Result | undefined {
    const result = this.engine.execute(command, stamp);
    const outcome = result.ok ? 'ok' : result.reject;
    this.tell(command, { outcome, expected: expected ?? outcome });
    return result;
  }

  protected tell(command: Command, { outcome, expected }: { outcome: string; expected: string }) {
    const at = `${this.sequence} ${command.kind}`;
    expect(`${at} ${outcome}`).toBe(`${at} ${expected}`);
    this.count(`${command.kind} ${outcome}`);
  }

  /** Looks at what a command answered beyond ok and refusal. */
  protected compareAnswer(_result: Result, _stamp: Stamp): void {}

  /** Looks at a batch before the tables have it. */
  protected note(_changes: Changes): void {}

  /** Behind a restart. */
  protected restarted(): void {}

  /** All balances, each with what is frozen of it. */
  protected compareBalances({ currencies, owners, house, user, total, frozen }: Books): void {
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const currencyId of currencies) {
      const look = (
        owner: number,
        account: string,
        balance: { readonly total: bigint; readonly frozen: bigint },
      ) => {
        const key = `${owner} ${account} ${currencyId}`;
        found.push([key, balance.total, balance.frozen]);
        expected.push([key, total(key), frozen({ owner, account, currencyId })]);
      };
      for (const account of house) look(0, account, this.engine.houseBalance(account, currencyId));
      for (const owner of owners) {
        for (const account of user) {
          look(owner, account, this.engine.balance(owner, account, currencyId));
        }
      }
    }
    expect(found).toEqual(expected);
  }

  /** How many schedules ran, and when the next is due. */
  protected compareSchedules(
    result: Result,
    oracle: { readonly ran: number; nextDueAtMs(): number | undefined },
  ): void {
    if (!result.ok || result.value.kind !== 'schedules') return;
    const { ran, nextDueAtMs } = result.value;
    expect([ran, nextDueAtMs]).toEqual([oracle.ran, oracle.nextDueAtMs()]);
  }

  protected count(name: string): void {
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }
}
