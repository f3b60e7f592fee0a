/**
 * Stories of trailing stops: BTC/USDT at 100.00, prices in hundredths, quantities in lots of 0.001 BTC. Ada has them, Bob and
 * Cid make the book. Case B18.
 */
import type { PlaceTrailing, Result, Snapshot } from '@fairlead/engine';
import { rejectOf, TestExchange, triggerOf, triggerOrder } from '@fairlead/testkit';
import { type PriceTicks, priceE8, type QuantityLots, ratePpm } from '@fairlead/units';
import { beforeEach, describe, expect, test } from 'vitest';
import { testRefusals } from '../../../test/kit/restore.ts';

const ADA = 1;
const BOB = 2;
const CID = 3;
const FUNDS = 1_000_000_000n;
const TICK_E8 = 1_000_000n;

let exchange: TestExchange;

function funded(): TestExchange {
  const begun = TestExchange.withMarket(ADA, BOB, CID);
  for (const owner of [ADA, BOB, CID]) {
    begun.fund(owner, 3, FUNDS);
    begun.fund(owner, 1, FUNDS);
  }
  begun.engine.takeChanges();
  return begun;
}

beforeEach(() => {
  exchange = funded();
});

interface Options {
  readonly by?: 'index' | 'last';
  readonly from?: number;
  readonly clientOrderId?: string;
}

/** Of ten lots at the market; the distance in basis points. */
const trailing = (
  side: 'buy' | 'sell',
  bps: number,
  { by = 'index', from, clientOrderId }: Options = {},
): PlaceTrailing => ({
  kind: 'place_trailing',
  owner: ADA,
  marketId: 1,
  side,
  triggerBy: by,
  trailPpm: ratePpm(BigInt(bps) * 100n),
  ...(from !== undefined && { activationPrice: from as PriceTicks }),
  ...(clientOrderId !== undefined && { clientOrderId }),
  order: {
    type: 'market',
    timeInForce: 'ioc',
    size: { by: 'quantity', quantity: 10 as QuantityLots },
  },
});

const place = (...[side, bps, options]: Parameters<typeof trailing>): Result =>
  exchange.execute(trailing(side, bps, options));
const wait = (...[side, bps, options]: Parameters<typeof trailing>) =>
  triggerOf(exchange.run(trailing(side, bps, options)));
const row = (triggerId: number) => exchange.engine.trigger(triggerId);

/** The price it waits for now, and the best one. */
const stands = (triggerId: number) => {
  exchange.engine.checkInvariants();
  const { triggerPrice, bestPrice } = row(triggerId) ?? {};
  return [triggerPrice, bestPrice];
};

/** A trade of Bob and Cid. */
function trade(price: number, quantity = 1): void {
  exchange.limit(BOB, 'buy', [price, quantity]);
  exchange.limit(CID, 'sell', [price, quantity]);
}

describe('by the index', () => {
  test('a sell follows the highest price up, never down, and fires the distance below', () => {
    exchange.limit(BOB, 'buy', [10_395, 100]);
    const { triggerId } = wait('sell', 100);
    expect(stands(triggerId)).toEqual([9_900, 10_000]);
    exchange.index(10_500);
    expect(stands(triggerId)).toEqual([10_395, 10_500]);
    exchange.index(10_400);
    expect(stands(triggerId)).toEqual([10_395, 10_500]);
    exchange.engine.takeChanges();
    const { timeMs } = exchange;
    exchange.index(10_395);
    const { triggers, trades, receipts } = exchange.engine.takeChanges();
    expect(triggers).toMatchObject([{ triggerId, status: 'triggered', bestPrice: 10_500 }]);
    expect(trades).toMatchObject([{ takerOwner: ADA, price: 10_395, quantity: 10 }]);
    expect(receipts).toMatchObject([
      {
        subjectId: triggerId,
        terms: {
          trigger: 'trailing_stop',
          trigger_price: '103.95000000',
          trail_rate: '0.010000',
          tick_size: '0.01000000',
        },
        sampleTimesMs: [exchange.timeMs],
        result: { state: 'placed', best_price: '105.00000000', best_time: timeMs - 1_000 },
      },
    ]);
  });

  test('a buy follows the lowest down, and fires the distance above', () => {
    const { triggerId } = wait('buy', 50);
    expect(stands(triggerId)).toEqual([10_050, 10_000]);
    exchange.index(9_801);
    // 9,850.005: the whole tick beyond.
    expect(stands(triggerId)).toEqual([9_851, 9_801]);
    exchange.index(9_850);
    expect(stands(triggerId)).toEqual([9_851, 9_801]);
    exchange.index(9_851);
    expect(row(triggerId)).toBeUndefined();
  });

  test('the best price is a whole tick that was reached', () => {
    const sell = wait('sell', 100);
    const buy = wait('buy', 100);
    const tick = (priceTicks: number, more: bigint) => {
      exchange.timeMs += 1_000;
      const price = priceE8(BigInt(priceTicks) * TICK_E8 + more);
      exchange.run({ kind: 'index_tick', marketId: 1, sampleTimeMs: exchange.timeMs, price });
    };
    tick(10_050, 999_999n);
    expect(stands(sell.triggerId)).toEqual([9_949, 10_050]);
    tick(9_949, 1n);
    expect(stands(sell.triggerId)).toEqual([9_949, 10_050]);
    expect(stands(buy.triggerId)).toEqual([10_050, 9_950]);
  });

  test('with an activation it begins there, and until then nothing moves or fires', () => {
    const { triggerId } = wait('sell', 100, { from: 10_300 });
    expect(stands(triggerId)).toEqual([10_197, undefined]);
    exchange.index(10_250);
    exchange.index(9_000);
    exchange.index(10_299);
    expect(stands(triggerId)).toEqual([10_197, undefined]);
    exchange.index(10_310);
    expect(stands(triggerId)).toEqual([10_206, 10_310]);
    exchange.index(10_206);
    expect(row(triggerId)).toBeUndefined();
  });

  test('only what moves is written, and what stays is not', () => {
    const first = wait('sell', 100);
    const second = wait('sell', 200, { from: 11_000 });
    exchange.index(10_500);
    exchange.engine.takeChanges();
    exchange.index(10_400);
    expect(exchange.engine.takeChanges().triggers).toEqual([]);
    exchange.index(10_501);
    expect(exchange.engine.takeChanges().triggers).toMatchObject([{ triggerId: first.triggerId }]);
    exchange.index(11_000);
    const moved = exchange.engine.takeChanges().triggers.map(({ triggerId }) => triggerId);
    expect(moved).toEqual([first.triggerId, second.triggerId]);
  });

  test('while the market is halted it follows nothing', () => {
    const { triggerId } = wait('sell', 100);
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'halted' });
    exchange.index(11_000);
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'open' });
    expect(stands(triggerId)).toEqual([9_900, 10_000]);
  });
});

describe('by the last trade', () => {
  test('without an activation it begins with the next trade', () => {
    const { triggerId } = wait('sell', 100, { by: 'last' });
    expect(stands(triggerId)).toEqual([9_900, undefined]);
    exchange.index(10_500);
    expect(stands(triggerId)).toEqual([9_900, undefined]);
    trade(10_200);
    expect(stands(triggerId)).toEqual([10_098, 10_200]);
    trade(10_100);
    trade(10_098);
    const { receipts, trades } = exchange.engine.takeChanges();
    expect(receipts).toMatchObject([
      { result: { trade: trades[2]?.tradeId, best_price: '102.00000000' } },
    ]);
  });

  test('of one order’s trades on the way down the first is its best, and the last sets it off', () => {
    const { triggerId } = wait('sell', 100, { by: 'last', from: 10_200 });
    for (const price of [10_250, 10_200, 10_140]) exchange.limit(BOB, 'buy', [price, 1]);
    exchange.limit(CID, 'sell', [10_140, 3]);
    const { receipts, trades } = exchange.engine.takeChanges();
    expect(receipts).toMatchObject([
      {
        subjectId: triggerId,
        terms: { trigger_price: '101.47000000', activation_price: '102.00000000' },
        result: { trade: trades[2]?.tradeId, best_price: '102.50000000' },
      },
    ]);
  });

  test('on the way up the first may set it off, and the last is the best of what goes on', () => {
    const buy = wait('buy', 100, { by: 'last' });
    const sell = wait('sell', 100, { by: 'last' });
    trade(10_000);
    for (const price of [10_050, 10_150]) exchange.limit(BOB, 'sell', [price, 1]);
    exchange.limit(CID, 'buy', [10_150, 2]);
    expect(row(buy.triggerId)).toBeUndefined();
    expect(stands(sell.triggerId)).toEqual([10_048, 10_150]);
  });
});

describe('is refused', () => {
  test.each([
    ['price_out_of_range', 'a distance below a thousandth', 9, {}],
    ['price_out_of_range', 'above a fifth', 2_001, {}],
    ['price_out_of_range', 'an activation at nothing', 100, { from: 0 }],
    ['price_reached', 'an activation that the index has reached', 100, { from: 10_000 }],
    ['ok', 'and not one that trades have yet to', 100, { from: 10_000, by: 'last' }],
  ] as const)('%s: %s', (code, _, bps, options) => {
    expect(rejectOf(place('sell', bps, options))).toBe(code);
  });

  test('without a fresh index where it would begin at once; with an activation by trades it is taken', () => {
    exchange.timeMs += 10_001;
    expect(rejectOf(place('sell', 100))).toBe('price_stale');
    expect(rejectOf(place('sell', 100, { by: 'last' }))).toBe('price_stale');
    expect(rejectOf(place('sell', 100, { from: 10_100 }))).toBe('price_stale');
    expect(rejectOf(place('sell', 100, { by: 'last', from: 10_100 }))).toBe('ok');
  });

  test('an eleventh of one owner in a market; other stops are not counted', () => {
    for (let at = 0; at < 10; at += 1) wait('sell', 100);
    expect(rejectOf(place('sell', 100))).toBe('too_many_orders');
    const stop = triggerOrder(ADA, ['sell', 'stop'], [9_000, 10]);
    expect(rejectOf(exchange.execute(stop))).toBe('ok');
  });
});

describe('through a restart', () => {
  test('it goes on from its best price', () => {
    const { triggerId } = wait('sell', 100);
    wait('buy', 100, { from: 9_900 });
    exchange.index(10_400);
    const again = new TestExchange(exchange.engine.takeSnapshot());
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    again.timeMs = exchange.timeMs;
    again.index(10_300);
    expect(again.engine.trigger(triggerId)).toMatchObject({ bestPrice: 10_400 });
    again.index(10_296);
    expect(again.engine.trigger(triggerId)).toBeUndefined();
    again.engine.checkInvariants();
  });

  exchange = funded();
  wait('sell', 100);
  const good: Snapshot = exchange.engine.takeSnapshot();
  const [first] = good.triggers;
  testRefusals(good, [
    ['a stop that is nearer than its distance', { triggers: [{ ...first, triggerPrice: 9_901 }] }],
    ['another kind that trails', { triggers: [{ ...first, triggerKind: 'stop' }] }],
    ['no distance', { triggers: [{ ...first, trailPpm: undefined }] }],
    ['a best price of no time', { triggers: [{ ...first, bestAtMs: undefined }] }],
  ]);
});

test('a market has room for a thousand, ten of each owner; one that is over makes room', () => {
  const owners = Array.from({ length: 101 }, (_, at) => 100 + at);
  for (const owner of owners) {
    exchange.run({ kind: 'open_account', owner });
    exchange.fund(owner, 1, FUNDS);
  }
  const one = (owner: number) => exchange.execute({ ...trailing('sell', 100), owner });
  const placed = owners.slice(0, 100).map((owner) => [...Array(10)].map(() => one(owner)));
  expect(new Set(placed.flat().map(rejectOf))).toEqual(new Set(['ok']));
  expect(rejectOf(one(100))).toBe('too_many_orders');
  expect(rejectOf(one(200))).toBe('market_full');
  exchange.engine.checkInvariants();
  const again = new TestExchange(exchange.engine.takeSnapshot());
  again.timeMs = exchange.timeMs;
  expect(rejectOf(again.execute({ ...trailing('sell', 100), owner: 200 }))).toBe('market_full');
  const triggerId = triggerOf(placed[0]?.[0] ?? one(100)).triggerId;
  exchange.run({ kind: 'cancel_trigger', owner: 100, trigger: { triggerId } });
  expect(rejectOf(one(200))).toBe('ok');
});
