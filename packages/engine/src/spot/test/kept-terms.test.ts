/** Issue 13, point 1: what waits and what is open keeps the terms of its opening, and futures have a step of their own. */
import { Engine, type FuturesTerms } from '@fairlead/engine';
import { BTC_USDT, TestExchange } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { text } from '../../../test/kit/words.ts';
import { BTC_FUTURES, FuturesExchange, priceWord } from '../../futures/test/words.ts';

const MAKER = 1;
const TAKER = 2;
const WHOLE = ratePpm(1_000_000n);

/** One ask of one lot at 100.00, worth 0.1 USDT, under a maker fee of 0.1 % and a taker fee of 0.2 %. */
function withOrder(): TestExchange {
  const exchange = TestExchange.withMarket(MAKER, TAKER);
  exchange.fund(MAKER, 1, 1_000_000n);
  exchange.fund(TAKER, 3, 1_000_000n);
  exchange.limit(MAKER, 'sell', [10_000, 1]);
  exchange.engine.takeChanges();
  return exchange;
}

const setFees = (exchange: TestExchange, makerFeePpm: bigint, takerFeePpm: bigint): void => {
  exchange.run({
    kind: 'configure_market',
    market: {
      ...BTC_USDT,
      makerFeePpm: ratePpm(makerFeePpm),
      takerFeePpm: ratePpm(takerFeePpm),
    },
  });
};

describe('Q1: a waiting order is charged the fees of its placing', () => {
  test.each([
    ['the highest that a fee may be', 10_000n],
    ['no fee at all', 0n],
  ])('whatever the market’s become: %s', (_, fee) => {
    const exchange = withOrder();
    setFees(exchange, fee, fee);
    exchange.limit(TAKER, 'buy', [10_000, 1]);
    const { trades, orders } = exchange.engine.takeChanges();
    // 0.1 USDT × 0.1 %.
    expect(trades.map(({ makerFee }) => makerFee)).toEqual([100n]);
    expect(trades[0]?.takerFee).toBe((100_000n * fee) / 1_000_000n);
    const maker = orders.find(({ owner }) => owner === MAKER);
    expect([maker?.makerFeePpm, maker?.takerFeePpm]).toEqual([1_000n, 2_000n]);
    exchange.engine.checkInvariants();
  });

  test('also after a reload, and the state says so', () => {
    const exchange = withOrder();
    setFees(exchange, 10_000n, 10_000n);
    const snapshot = exchange.engine.takeSnapshot();
    const again = new Engine(snapshot);
    expect(again.stateHash()).toBe(exchange.engine.stateHash());
    const other = {
      ...snapshot,
      orders: snapshot.orders.map((order) => ({ ...order, makerFeePpm: WHOLE })),
    };
    expect(new Engine(other).stateHash()).not.toBe(exchange.engine.stateHash());
    expect(again.takeSnapshot().orders).toMatchObject([
      { makerFeePpm: 1_000n, takerFeePpm: 2_000n },
    ]);
  });

  test('one without its rates is not restored', () => {
    const snapshot = withOrder().engine.takeSnapshot();
    const orders = snapshot.orders.map(({ makerFeePpm: _, ...order }) => order);
    expect(() => new Engine({ ...snapshot, orders })).toThrow('keeps the rates');
  });

  test('and orders of both rates stand in one book, each by its own', () => {
    const exchange = withOrder();
    setFees(exchange, 3_000n, 4_000n);
    exchange.limit(MAKER, 'sell', [10_000, 1]);
    exchange.engine.takeChanges();
    exchange.limit(TAKER, 'buy', [10_000, 2]);
    const { trades } = exchange.engine.takeChanges();
    expect(trades.map(({ makerFee, takerFee }) => [makerFee, takerFee])).toEqual([
      [100n, 400n],
      [300n, 400n],
    ]);
  });
});

describe('Q1: no order is charged more than was shown', () => {
  const kinds = [
    ['gtc', [1_000n, 2_000n], 2_000n],
    ['gtc', [3_000n, 2_000n], 3_000n],
    ['ioc', [3_000n, 2_000n], 2_000n],
    ['fok', [3_000n, 2_000n], 2_000n],
    ['post_only', [1_000n, 2_000n], 1_000n],
  ] as const;
  test.each(kinds)('%s under fees of %o may be charged %i', (timeInForce, [maker, taker], most) => {
    const exchange = withOrder();
    setFees(exchange, maker, taker);
    const order = {
      kind: 'place_order',
      owner: TAKER,
      marketId: BTC_USDT.marketId,
      side: 'buy',
      type: 'limit',
      timeInForce,
      price: (timeInForce === 'post_only' ? 9_000 : 10_000) as never,
      quantity: 1 as never,
    } as const;
    const before = exchange.engine.stateHash();
    expect(exchange.execute({ ...order, shownFeePpm: ratePpm(most - 1n) })).toEqual({
      ok: false,
      reject: 'terms_changed',
    });
    expect(exchange.engine.stateHash()).toBe(before);
    expect(exchange.execute({ ...order, shownFeePpm: ratePpm(most) })).toMatchObject({ ok: true });
  });
});

/** The attack: one manager saved a tick of 200 on BTC at about 66,000, 0.3 % of the price. */
const TICK_200 = {
  ...BTC_USDT,
  tickSizeE8: 20_000_000_000n,
  tickLotQuoteMinor: amountMinor(200_000n),
};

describe('Q1: futures do not round on the order book’s tick', () => {
  test.each(['long', 'short'] as const)('a %s of 100 times opens at the spread', (side) => {
    const exchange = FuturesExchange.begin();
    // At that price such a tick is no part of it to speak of; at the next it would be refused.
    exchange.tick(500_000);
    exchange.run({ kind: 'configure_market', market: TICK_200 });
    exchange.tick(66_001);
    const opened = exchange.open(1, side, [10, 100]);
    // 0.01 % and at most a cent: on the tick it was 66,200 or 65,800.
    expect(priceWord(opened.openPrice)).toBe(side === 'long' ? '66007.61' : '65994.39');
    exchange.engine.takeChanges();
    exchange.tick(66_001);
    expect(exchange.engine.position(opened.positionId)?.status).toBe('holding');
    exchange.engine.checkInvariants();
  });

  test('nor do those that waited before', () => {
    const exchange = FuturesExchange.begin();
    exchange.tick(500_000);
    exchange.run({ kind: 'configure_market', market: TICK_200 });
    exchange.tick(66_001);
    const { positionId } = exchange.wait(1, 'short', [10, 100, 66_001.5]);
    exchange.tick('66013.333');
    expect(priceWord(exchange.engine.position(positionId)?.openPrice)).toBe('66006.73');
  });

  test('a step that the price has outrun counts for nothing', () => {
    const exchange = FuturesExchange.begin();
    // Half the spread is 0.0099, a tenth of it below the step of 0.01.
    exchange.tick(99);
    expect(priceWord(exchange.open(1, 'long', [10, 10]).openPrice)).toBe('99.0099');
  });

  test('what waits keeps the step of its placing', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.wait(1, 'short', [10, 20, 10_000.5]);
    const terms: FuturesTerms = { ...BTC_FUTURES, priceStepE8: 10_000_000n };
    exchange.run({ kind: 'configure_futures', terms });
    const [row] = exchange.engine.takeSnapshot().positions;
    expect(row?.priceStepE8).toBe(1_000_000n);
    exchange.tick('10002.22');
    expect(priceWord(exchange.engine.position(positionId)?.openPrice)).toBe('10001.21');
  });
});

test('Q1: a lock, an option and a subscription that are shown worse terms are not bought', () => {
  // The rows of terms_changed in the tables of refusals; here that better terms never are refused.
  const exchange = FuturesExchange.begin();
  const shownTerms = {
    openFeePpm: ratePpm(501n),
    closeFeePpm: ratePpm(501n),
    halfSpreadPpm: ratePpm(101n),
    maintenanceRatePpm: ratePpm(5_001n),
    profitCapMultiple: 9,
  };
  const asked = {
    kind: 'open_position',
    owner: 1,
    marketId: 1,
    side: 'long',
    type: 'limit',
    price: priceE8(900_000_000_000n),
    lots: 1,
    multiple: 10,
  } as const;
  expect(exchange.execute({ ...asked, shownTerms })).toMatchObject({ ok: true });
  expect(text(exchange.engine.openPositions(1)[0]?.openFee)).toBe('0.045');
});
