/**
 * Options depend on the commands alone, and the tables hold all of them: the same commands twice, a reload in the middle
 * of a window and across a delivery time, and rows that contradict each other.
 */
import { RandomOptions } from '@fairlead/testkit';
import { describe, expect, test } from 'vitest';
import { testRefusals, testSameTwice } from '../../../test/kit/restore.ts';
import { Tables } from '../../../test/kit/tables.ts';
import { OptionExchange } from './words.ts';

const ADA = 1;
const BOB = 2;

testSameTwice(new RandomOptions(41));

describe('P3: a reload', () => {
  /** Runs on from the tables at each of these seconds, and tells what was delivered and what is left. */
  function delivered(reloads: readonly number[]) {
    let exchange = OptionExchange.begin();
    const tables = new Tables();
    exchange.timeMs += 400;
    for (const seconds of [30, 60, 120]) {
      exchange.buy(ADA, { seconds });
      exchange.buy(BOB, { seconds, direction: 'fall' });
    }
    const receipts: unknown[] = [];
    for (let second = 1; second <= 130; second += 1) {
      exchange.tick(second % 7 === 0 ? undefined : 100 + (second % 3));
      const changes = exchange.engine.takeChanges();
      receipts.push(...changes.receipts);
      tables.commit(changes);
      if (!reloads.includes(second)) continue;
      const hash = exchange.engine.stateHash();
      exchange = OptionExchange.reloaded(tables.snapshot(), exchange.timeMs);
      exchange.engine.checkInvariants();
      expect(exchange.engine.stateHash()).toBe(hash);
    }
    return {
      receipts,
      orders: tables.options.options(),
      hash: exchange.engine.stateHash(),
      money: [exchange.money(ADA), exchange.money(BOB)],
    };
  }

  test.each([
    ['in the middle of windows', [28, 57, 115]],
    ['at the last second before a delivery, and right behind it', [30, 31, 60, 61, 120]],
    ['each second', Array.from({ length: 130 }, (_, at) => at + 1)],
  ])('%s changes nothing', (_, reloads) => {
    expect(delivered(reloads)).toEqual(delivered([]));
  });
});

describe('a snapshot whose options contradict it is refused', () => {
  const exchange = OptionExchange.begin();
  exchange.timeMs += 400;
  exchange.buy(ADA, { seconds: 30 });
  exchange.buy(BOB);
  exchange.calm(27);
  const good = exchange.engine.takeSnapshot();
  const [first, second] = good.options;
  const [sample] = good.windowSamples;
  const [terms] = good.optionTerms;
  if (!first || !second || !sample || !terms) throw new Error('rows');
  const changed = (change: object) => ({ options: [{ ...first, ...change }, second] });

  testRefusals(good, [
    ['an order twice', { options: [first, first, second] }],
    ['an order that is missing', { options: [second] }],
    ['a settled order', changed({ status: 'settled' })],
    ['an order of an unknown owner', changed({ owner: 9 })],
    ['an order of an unknown market', changed({ marketId: 9 })],
    ['an order in another currency', changed({ currencyId: 1 })],
    ['an order id that was not given out', changed({ optionId: 10_000 })],
    ['a receipt that was not given out', changed({ purchaseReceiptId: 3 })],
    ['another stake', changed({ stake: first.stake + 1n })],
    ['another fee', changed({ fee: first.fee - 1n })],
    ['another pay-out', changed({ payout: first.payout + 1n })],
    ['another delivery time', changed({ deliversAtMs: first.deliversAtMs + 1 })],
    ['another window', changed({ windowMs: 4_000 })],
    ['terms of an unknown market', { optionTerms: [{ ...terms, marketId: 9 }] }],
    ['a sample of an unknown market', { windowSamples: [{ ...sample, marketId: 9 }] }],
    ['a sample twice', { windowSamples: [sample, sample] }],
  ]);

  test('the samples of open windows alone are kept of the past', () => {
    // The first window began at 25.4 s: the samples of 26 and 27 s are in it.
    expect(good.windowSamples.map(({ sampleTimeMs }) => sampleTimeMs)).toEqual([
      exchange.timeMs - 1_000,
      exchange.timeMs,
    ]);
  });
});
