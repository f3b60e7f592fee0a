/**
 * Drawn commands of locked funds on the engine and on an oracle that looks everything up anew. Batches are of random size,
 * and now and then the engine is put back from the tables, with days outstanding.
 */
import {
  type Command,
  Engine,
  type HostingRow,
  type Result,
  USER_ACCOUNTS,
} from '@fairlead/engine';
import { type NaiveHosting, NaiveHostings, RandomHosting, Seeded } from '@fairlead/testkit';
import { expect } from 'vitest';
import { Tables } from './tables.ts';

const HOUSE_NAMES = ['external', 'capital', 'yield_treasury'] as const;
const PRODUCTS = [1, 2, 3, 4] as const;

export class HostingStory {
  readonly naive = new NaiveHostings();
  readonly tables = new Tables();
  readonly outcomes = new Map<string, number>();
  engine = new Engine();
  readonly #entries: string[] = [];
  readonly #random: Seeded;
  readonly #commands: RandomHosting;
  readonly #plant: (command: Command) => Command;
  #sequence = 0;

  /** `plant` changes what the oracle is told, to see that it is noticed. */
  constructor(seed: number, plant: (command: Command) => Command = (command) => command) {
    this.#plant = plant;
    this.#random = new Seeded(seed);
    this.#commands = new RandomHosting(seed);
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
    this.#compareAnswer(result);
    this.engine.checkInvariants();
    if (this.#random.chance(40)) this.commit();
    if (this.#random.chance(4)) this.restart();
  }

  commit(): void {
    const changes = this.engine.takeChanges();
    for (const { status } of changes.hostings) this.#count(status);
    for (const { entryId, reason, reference } of changes.entries) {
      if (!reason.startsWith('hosting_')) continue;
      const into = changes.postings.find((row) => row.entryId === entryId && row.amount > 0n);
      this.#entries.push(`${reason} ${reference} ${into?.amount}`);
    }
    this.tables.commit(changes);
  }

  restart(): void {
    this.commit();
    const hash = this.engine.stateHash();
    this.engine = new Engine(this.tables.snapshot());
    this.engine.checkInvariants();
    expect(this.engine.stateHash()).toBe(hash);
    expect(this.engine.takeChanges().hostings).toEqual([]);
    expect(this.engine.nextScheduleMs()).toBe(this.naive.nextDueAtMs());
  }

  /** All balances, each with what is frozen of it, and what is in hosting of each product. */
  compare(): void {
    const { naive, engine } = this;
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const productId of PRODUCTS) {
      found.push(['hosted', productId, engine.hosted(productId).amount]);
      expected.push(['hosted', productId, naive.hosted(productId)]);
    }
    for (const currencyId of naive.currencies) {
      for (const house of HOUSE_NAMES) {
        const { total, frozen } = engine.houseBalance(house, currencyId);
        const bound = house === 'yield_treasury' ? naive.promised(currencyId) : 0n;
        found.push([house, currencyId, total, frozen]);
        expected.push([house, currencyId, naive.total(`0 ${house} ${currencyId}`), bound]);
      }
      for (const owner of naive.owners) {
        for (const account of USER_ACCOUNTS) {
          const { total, frozen } = engine.balance(owner, account, currencyId);
          const key = `${owner} ${account} ${currencyId}`;
          found.push([key, total, frozen]);
          const bound = account === 'trust' ? naive.locked(owner, currencyId) : 0n;
          expected.push([key, naive.total(key), bound]);
        }
      }
    }
    expect(found).toEqual(expected);
  }

  /** Every order and entry that was ever given out, as it last was. */
  compareRows(): void {
    expect(this.tables.wealth.hostings().map(plain)).toEqual(this.naive.orders.map(naivePlain));
    expect(this.#entries).toEqual(this.naive.entries);
  }

  #compareAnswer(result: Result): void {
    if (!result.ok || result.value.kind !== 'schedules') return;
    const { ran, nextDueAtMs } = result.value;
    expect([ran, nextDueAtMs]).toEqual([this.naive.ran, this.naive.nextDueAtMs()]);
  }

  #count(name: string): void {
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }
}

function plain(row: HostingRow) {
  return {
    id: row.hostingId,
    owner: row.owner,
    productId: row.productId,
    currencyId: row.currencyId,
    amount: row.amount,
    days: row.days,
    interest: row.interest,
    posted: row.postedDays,
    earned: row.earned,
    damages: row.damages,
    penalty: row.penalty,
    status: row.status,
    paidAtMs: row.paidAtMs,
    endedAtMs: row.endedAtMs,
  };
}

function naivePlain({ bought, product, brings, ...order }: NaiveHosting) {
  const { owner, productId, amount } = bought;
  const sum = (days: readonly bigint[]) => days.reduce((total, day) => total + day, 0n);
  const [interest, earned] = [sum(brings), sum(brings.slice(0, order.posted))];
  const { currencyId, days } = product;
  return { ...order, owner, productId, amount, interest, earned, currencyId, days };
}
