/**
 * Drawn options on the engine and on an oracle that looks everything up anew. Batches are of random size, and now and
 * then the engine is put back from the tables: in the middle of windows, and across a delivery time.
 */
import { type Command, Engine, type OptionRow, USER_ACCOUNTS } from '@fairlead/engine';
import { type NaiveOption, NaiveOptions, RandomOptions, Seeded } from '@fairlead/testkit';
import { expect } from 'vitest';
import { Tables } from './tables.ts';

const HOUSE_NAMES = ['external', 'capital', 'fees', 'option_house', 'option_escrow'] as const;

export class OptionsStory {
  readonly naive = new NaiveOptions();
  readonly tables = new Tables();
  readonly outcomes = new Map<string, number>();
  engine = new Engine();
  readonly #random: Seeded;
  readonly #commands: RandomOptions;
  readonly #plant: (command: Command) => Command;
  #sequence = 0;

  /** `plant` changes what the oracle is told, to see that it is noticed. */
  constructor(seed: number, plant: (command: Command) => Command = (command) => command) {
    this.#plant = plant;
    this.#random = new Seeded(seed);
    this.#commands = new RandomOptions(seed);
  }

  step(): void {
    const { command, timeMs } = this.#commands.next();
    this.#sequence += 1;
    const stamp = { sequence: this.#sequence, timeMs };
    const expected = this.naive.execute(this.#plant(command), stamp);
    const result = this.engine.execute(command, stamp);
    const outcome = result.ok ? 'ok' : result.reject;
    const at = `${this.#sequence} ${command.kind}`;
    expect(`${at} ${outcome}`).toBe(`${at} ${expected}`);
    this.#count(`${command.kind} ${outcome}`);
    this.engine.checkInvariants();
    if (this.#random.chance(40)) this.commit();
    if (this.#random.chance(4)) this.restart();
  }

  commit(): void {
    const changes = this.engine.takeChanges();
    for (const { result, shortfall, wouldBe } of changes.options) {
      this.#count(`delivery ${result ?? 'none'}`);
      if (shortfall !== undefined) this.#count(`${shortfall} ${wouldBe ?? 'nothing'}`);
    }
    this.tables.commit(changes);
  }

  restart(): void {
    this.commit();
    const hash = this.engine.stateHash();
    this.engine = new Engine(this.tables.snapshot());
    this.engine.checkInvariants();
    expect(this.engine.stateHash()).toBe(hash);
    expect(this.engine.takeChanges().options).toEqual([]);
    this.naive.restart();
  }

  /** All balances, each with what is frozen of it. */
  compare(): void {
    const { naive, engine } = this;
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const currencyId of naive.currencies) {
      for (const house of HOUSE_NAMES) {
        const { total, frozen } = engine.houseBalance(house, currencyId);
        const bound = house === 'option_house' ? naive.reserved(currencyId) : 0n;
        found.push([house, currencyId, total, frozen]);
        expected.push([house, currencyId, naive.total(`0 ${house} ${currencyId}`), bound]);
      }
      found.push(['escrow', currencyId, engine.houseBalance('option_escrow', currencyId).total]);
      expected.push(['escrow', currencyId, naive.escrowed(currencyId)]);
      for (const owner of naive.owners) {
        for (const account of USER_ACCOUNTS) {
          const { total, frozen } = engine.balance(owner, account, currencyId);
          const key = `${owner} ${account} ${currencyId}`;
          found.push([key, total, frozen]);
          expected.push([key, naive.total(key), 0n]);
        }
      }
    }
    expect(found).toEqual(expected);
  }

  /** Every order and receipt that was ever given out, as it last was. */
  compareRows(): void {
    const { derivatives } = this.tables;
    expect(derivatives.options().map(plain)).toEqual(this.naive.orders.map(naivePlain));
    const receipts = derivatives.receipts().filter(({ kind }) => kind !== 'open');
    expect(receipts.map(({ kind, subjectId }) => `${kind} ${subjectId}`)).toEqual(
      this.naive.receipts,
    );
    const times = new Map(this.naive.orders.map(({ id, sampleTimesMs }) => [id, sampleTimesMs]));
    for (const { kind, subjectId, sampleTimesMs } of receipts) {
      if (kind === 'delivery') expect(sampleTimesMs).toEqual(times.get(subjectId));
    }
  }

  #count(name: string): void {
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }
}

function plain(row: OptionRow) {
  return {
    id: row.optionId,
    stake: row.stake,
    fee: row.fee,
    payout: row.payout,
    strike: row.strike,
    purchasedAtMs: row.purchasedAtMs,
    deliversAtMs: row.deliversAtMs,
    windowMs: row.windowMs,
    result: row.result ?? row.status,
    outcome: row.outcome,
    shortfall: row.shortfall,
    wouldBe: row.wouldBe,
    paid: row.paid,
    profit: row.profit,
    settledAtMs: row.settledAtMs,
  };
}

function naivePlain(order: NaiveOption): ReturnType<typeof plain> {
  const { bought, paid, sampleTimesMs: _, ...rest } = order;
  const profit = paid === undefined ? undefined : paid - bought.stake - order.fee;
  return { ...rest, stake: bought.stake, paid, profit } as ReturnType<typeof plain>;
}
