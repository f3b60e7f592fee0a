/**
 * Drawn commands of offerings on the engine and on an oracle that looks everything up anew. Batches are of random size, and
 * now and then the engine is put back from the tables, with subscriptions under review and locked.
 */
import { type Command, Engine, type Result, type SubscriptionRow } from '@fairlead/engine';
import { NaiveOfferings, type NaiveSubscription, RandomOfferings, Seeded } from '@fairlead/testkit';
import { expect } from 'vitest';
import { Tables } from './tables.ts';

const HOUSE_NAMES = [
  'external',
  'capital',
  'subscription_supply',
  'subscription_proceeds',
] as const;
const USER_NAMES = ['coin', 'trust'] as const;

export class OfferingStory {
  readonly naive = new NaiveOfferings();
  readonly tables = new Tables();
  readonly outcomes = new Map<string, number>();
  engine = new Engine();
  readonly #random: Seeded;
  readonly #commands: RandomOfferings;
  readonly #plant: (command: Command) => Command;
  #sequence = 0;

  /** `plant` changes what the oracle is told, to see that it is noticed. */
  constructor(seed: number, plant: (command: Command) => Command = (command) => command) {
    this.#plant = plant;
    this.#random = new Seeded(seed);
    this.#commands = new RandomOfferings(seed, () =>
      this.naive.subscriptions
        .filter(({ status }) => status === 'under_review')
        .map(({ id }) => id),
    );
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
    for (const { status, isReleased } of changes.subscriptions) {
      this.#count(isReleased ? 'released' : status);
    }
    this.tables.commit(changes);
  }

  restart(): void {
    this.commit();
    const hash = this.engine.stateHash();
    this.engine = new Engine(this.tables.snapshot());
    this.engine.checkInvariants();
    expect(this.engine.stateHash()).toBe(hash);
    expect(this.engine.takeChanges().subscriptions).toEqual([]);
    expect(this.engine.nextScheduleMs()).toBe(this.naive.nextDueAtMs());
  }

  /** All balances, each with what is frozen of it, and what is sold of each offering. */
  compare(): void {
    const { naive, engine, tables } = this;
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const { offeringId } of tables.wealth.offerings.offerings()) {
      found.push(['sold', offeringId, engine.offering(offeringId)?.soldMinor]);
      expected.push(['sold', offeringId, naive.sold(offeringId)]);
    }
    for (const currencyId of naive.scales.keys()) {
      for (const house of HOUSE_NAMES) {
        const { total, frozen } = engine.houseBalance(house, currencyId);
        const key = `0 ${house} ${currencyId}`;
        found.push([key, total, frozen]);
        expected.push([key, naive.total(key), naive.frozen(key)]);
      }
      for (const owner of naive.owners) {
        for (const account of USER_NAMES) {
          const { total, frozen } = engine.balance(owner, account, currencyId);
          const key = `${owner} ${account} ${currencyId}`;
          found.push([key, total, frozen]);
          expected.push([key, naive.total(key), naive.frozen(key)]);
        }
      }
    }
    expect(found).toEqual(expected);
  }

  /** Every subscription that was ever asked for, as it last was. */
  compareRows(): void {
    const rows = this.tables.wealth.offerings.subscriptions();
    expect(rows.map(plain)).toEqual(this.naive.subscriptions.map(naivePlain));
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

function plain(row: SubscriptionRow) {
  return {
    id: row.subscriptionId,
    owner: row.owner,
    offeringId: row.offeringId,
    amount: row.amount,
    paid: row.paid,
    unlocksAtMs: row.unlocksAtMs,
    status: row.status,
    operatorId: row.operatorId,
    releasedAtMs: row.releasedAtMs,
  };
}

function naivePlain({ asked, terms: _, ...rest }: NaiveSubscription): ReturnType<typeof plain> {
  const { owner, offeringId, amount } = asked;
  return { ...rest, owner, offeringId, amount } as ReturnType<typeof plain>;
}
