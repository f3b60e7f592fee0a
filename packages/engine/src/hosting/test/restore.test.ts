/**
 * Locked funds depend on the commands alone, and the tables hold all of them: the same commands twice, a reload with days
 * outstanding, and rows that contradict each other.
 */
import { Engine, type Snapshot } from '@fairlead/engine';
import { BTC, RandomHosting } from '@fairlead/testkit';
import { amountMinor, DAY_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { testRefusals, testSameTwice } from '../../../test/kit/restore.ts';
import { Tables } from '../../../test/kit/tables.ts';
import { FORTNIGHT, HostingExchange } from './words.ts';

const ADA = 1;
const BOB = 2;

testSameTwice(new RandomHosting(41));

describe('a reload', () => {
  /** Runs on from the tables after each of these hours, one day in parts of two, and tells what is left. */
  function hosted(reloads: readonly number[]) {
    let exchange = HostingExchange.begin();
    const tables = new Tables();
    for (const amount of [100, 333, 1_000]) {
      exchange.buy(ADA, amount);
      exchange.buy(BOB, amount);
    }
    const redeemed = exchange.buy(BOB, 500);
    const entries: string[] = [];
    for (let hour = 1; hour <= 400; hour += 1) {
      exchange.timeMs += DAY_MS / 24;
      exchange.run({ kind: 'run_schedules', max: 2 });
      if (hour === 50) exchange.redeem(BOB, redeemed.hostingId);
      const changes = exchange.engine.takeChanges();
      entries.push(...changes.entries.map(({ reason, reference }) => `${reason} ${reference}`));
      tables.commit(changes);
      if (!reloads.includes(hour)) continue;
      const hash = exchange.engine.stateHash();
      exchange = HostingExchange.reloaded(tables.snapshot(), exchange.timeMs);
      exchange.engine.checkInvariants();
      expect(exchange.engine.stateHash()).toBe(hash);
    }
    return {
      entries,
      rows: tables.hosting.hostings(),
      hash: exchange.engine.stateHash(),
      money: [exchange.money(ADA), exchange.money(BOB)],
    };
  }

  test.each([
    ['between two days', [12, 36, 300]],
    ['with some of a day posted and some not', [24, 25, 26, 121, 361]],
    ['behind a redemption, whose day is in the queue still', [50]],
    ['each hour', Array.from({ length: 400 }, (_, at) => at + 1)],
  ])('%s changes nothing', (_, reloads) => {
    expect(hosted(reloads)).toEqual(hosted([]));
  });
});

describe('a snapshot whose locked funds contradict it is refused', () => {
  const exchange = HostingExchange.begin();
  exchange.buy(ADA, 1_000);
  exchange.passDays(3);
  exchange.buy(BOB, 500);
  const good = exchange.engine.takeSnapshot();
  const [first, second] = good.hostings;
  const [product] = good.hostingProducts;
  if (!first || !second || !product) throw new Error('rows');
  const changed = (change: object) => ({ hostings: [{ ...first, ...change }, second] });

  testRefusals(good, [
    ['an order twice', { hostings: [first, first, second] }],
    ['an order that is missing', { hostings: [second] }],
    ['a completed order', changed({ status: 'completed' })],
    ['an order that has ended', changed({ endedAtMs: first.paidAtMs })],
    ['an order of an unknown owner', changed({ owner: 9 })],
    ['an order of another owner', changed({ owner: BOB })],
    ['an order of an unknown product', changed({ productId: 9 })],
    ['an order in another currency', changed({ currencyId: BTC.currencyId })],
    ['an order id that was not given out', changed({ hostingId: 10_000 })],
    ['another principal', changed({ amount: first.amount + 1n })],
    ['no principal', changed({ amount: 0n, interest: 0n, earned: 0n })],
    ['another interest', changed({ interest: first.interest + 1n })],
    ['another yield', changed({ dailyYieldPpm: first.dailyYieldPpm + 1n })],
    ['more earned than is posted', changed({ earned: first.earned + 1n })],
    ['a day posted that is not over', changed({ postedDays: 4, earned: (first.earned * 4n) / 3n })],
    ['all days posted', changed({ postedDays: 15, earned: first.interest })],
    ['damages of what has not ended', changed({ damages: 1n })],
    ['a penalty of what has not ended', changed({ penalty: 1n })],
    ['a purchase in the future', changed({ paidAtMs: exchange.timeMs + 1 })],
    ['another completion', changed({ completesAtMs: first.completesAtMs + 1 })],
    ['a product of an unknown currency', { hostingProducts: [{ ...product, currencyId: 9 }] }],
    ['no product', { hostingProducts: [] }],
  ]);

  test('the next day is due as before', () => {
    const engine = new Engine(good);
    expect(engine.nextScheduleMs()).toBe(exchange.engine.nextScheduleMs());
  });

  test('another rate of damages is another state', () => {
    const change = changed({ damagesRatePpm: first.damagesRatePpm + 1n });
    const engine = new Engine({ ...good, ...change } as Snapshot);
    expect(engine.stateHash()).not.toBe(exchange.engine.stateHash());
  });

  test.each([
    { days: product.days + 1 },
    { minMinor: product.minMinor + 1n },
    { maxMinor: product.maxMinor + 1n },
    { capacityMinor: product.capacityMinor + 1n },
    { dailyYieldPpm: product.dailyYieldPpm + 1n },
    { damagesRatePpm: product.damagesRatePpm + 1n },
    { isOpen: false },
  ])('a product with %o is another state', (change) => {
    const hostingProducts = [{ ...product, ...change }];
    const engine = new Engine({ ...good, hostingProducts } as Snapshot);
    expect(engine.stateHash()).not.toBe(exchange.engine.stateHash());
  });
});

describe('an order whose first days bring nothing', () => {
  const small = HostingExchange.begin({
    products: [{ ...FORTNIGHT, minMinor: amountMinor(17n) }],
  });
  small.buy(ADA, '0.00003');
  const posted = (exchange: HostingExchange, postedDays: number): Snapshot => {
    const snapshot = exchange.engine.takeSnapshot();
    return { ...snapshot, hostings: snapshot.hostings.map((row) => ({ ...row, postedDays })) };
  };

  test('is another order with a day posted', () => {
    const before = small.engine.stateHash();
    small.passDays(1);
    expect(small.engine.stateHash()).not.toBe(before);
  });

  test('has no day posted that is not over', () => {
    const reload = (postedDays: number) => () => new Engine(posted(small, postedDays));
    expect(reload(1)).not.toThrow();
    expect(reload(2)).toThrow('no day is posted before it is over');
  });
});
