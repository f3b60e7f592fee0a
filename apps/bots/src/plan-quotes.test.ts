/**
 * The maker's plan, first in cases worked by hand, then on random walks of the index: whatever happened before,
 * carrying out the plan leaves a two-sided book that does not cross and that the funds pay for.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costE18, type MarketView } from './market-view.ts';
import { type OwnOrder, planQuotes, type QuoteAction, type QuoteInputs } from './plan-quotes.ts';
import { LEVELS, policyOf, SPARES } from './policy.ts';

const E18 = 10n ** 18n;
const btc: MarketView = {
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  tickE8: 1_000_000n,
  lotE18: E18 / 100_000n,
  minNotionalE8: 10n * 10n ** 8n,
  isOpen: true,
  indexE8: 64_812_40000000n,
};
const rich = { baseE18: 100n * E18, quoteE18: 10_000_000n * E18 };

const inputs = (given: Partial<QuoteInputs> = {}): QuoteInputs => ({
  market: btc,
  policy: policyOf('BTC'),
  orders: [],
  funds: rich,
  quoteDollarsE8: 10n ** 8n,
  isOutOfPatience: false,
  ...given,
});

function frozenBy(orders: readonly OwnOrder[]): QuoteInputs['funds'] {
  let baseE18 = 0n;
  let quoteE18 = 0n;
  for (const { side, priceTicks, remainingLots } of orders) {
    if (side === 'buy') quoteE18 += costE18(btc, remainingLots, priceTicks);
    else baseE18 += BigInt(remainingLots) * btc.lotE18;
  }
  return { baseE18, quoteE18 };
}

/** Carries a plan out on a list of orders, as the exchange would. */
function carriedOut(orders: readonly OwnOrder[], actions: readonly QuoteAction[]): OwnOrder[] {
  let id = Math.max(0, ...orders.map(({ orderId }) => orderId));
  let open = [...orders];
  for (const action of actions) {
    if (action.kind === 'cancel') {
      expect(open.map(({ orderId }) => orderId)).toContain(action.orderId);
      open = open.filter(({ orderId }) => orderId !== action.orderId);
      continue;
    }
    const { side, priceTicks, lots } = action;
    const crosses = open.some((order) =>
      order.side === 'buy'
        ? side === 'sell' && priceTicks <= order.priceTicks
        : side === 'buy' && priceTicks >= order.priceTicks,
    );
    expect(crosses).toBe(false);
    id += 1;
    open.push({ orderId: id, side, priceTicks, remainingLots: lots });
  }
  return open;
}

const sideOf = (orders: readonly OwnOrder[], side: 'buy' | 'sell') =>
  orders
    .filter((order) => order.side === side)
    .map(({ priceTicks }) => priceTicks)
    .sort((a, b) => a - b);
const quoted = (given: Partial<QuoteInputs> = {}) => carriedOut([], planQuotes(inputs(given)));
const moved = (ppm: bigint): MarketView => ({
  ...btc,
  indexE8: ((btc.indexE8 ?? 0n) * (1_000_000n + ppm)) / 1_000_000n,
});

describe('an empty book', () => {
  test('gets twelve levels a side, spread over about 0.7 %, three basis points apart in the middle', () => {
    const orders = quoted();
    const buys = sideOf(orders, 'buy');
    const sells = sideOf(orders, 'sell');
    expect([buys.length, sells.length]).toEqual([LEVELS, LEVELS]);
    // 64,812.40 × (1 ∓ 150 ppm), rounded away from the index.
    expect([buys.at(-1), sells[0]]).toEqual([6_480_267, 6_482_213]);
    // 150 + 230 × (11 + 11 × 10 / 8) = 5,842 ppm (rounded from 5,842.5 to 5,843).
    expect([buys[0], sells.at(-1)]).toEqual([6_443_370, 6_519_110]);
  });

  test('gets sizes that grow outwards, from about 6,000 dollars to some 45,000', () => {
    const actions = planQuotes(inputs());
    const dollars = actions.flatMap((action) =>
      action.kind === 'place' ? [(action.lots * 64_812.4) / 100_000] : [],
    );
    expect(Math.min(...dollars)).toBeGreaterThan(4_000);
    expect(Math.max(...dollars)).toBeLessThan(60_000);
    const half = dollars.length / 2;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(dollars.slice(half))).toBeGreaterThan(2 * sum(dollars.slice(0, half)));
  });

  test('is filled from the middle, both sides in turn, so that a plan cut short is a small book', () => {
    const sides = planQuotes(inputs()).map((action) =>
      action.kind === 'place' ? action.side : '',
    );
    expect(sides.slice(0, 6)).toEqual(['buy', 'sell', 'buy', 'sell', 'buy', 'sell']);
  });

  test.each(['ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'LTC', 'TRX', 'ADA'])(
    'of %s has a wider spread',
    (base) => {
      expect(policyOf(base).halfSpreadPpm).toBeGreaterThan(policyOf('BTC').halfSpreadPpm);
    },
  );

  test('on a grid coarser than the gaps has one order a tick', () => {
    const market = {
      ...btc,
      symbol: 'DOGE/USDT',
      tickE8: 10_000n,
      lotE18: E18,
      indexE8: 12_400_000n,
    };
    const buys = sideOf(
      quoted({ market, funds: { baseE18: 10n ** 26n, quoteE18: 10n ** 26n } }),
      'buy',
    );
    expect(new Set(buys).size).toBe(LEVELS);
    expect(buys.at(-1)).toBe(1_239);
  });
});

describe('a book that is already there', () => {
  test('is left alone while the index stands still', () => {
    expect(planQuotes(inputs({ orders: quoted() }))).toEqual([]);
  });

  test('is left alone while the index moves less than an order is off by', () => {
    expect(planQuotes(inputs({ orders: quoted(), market: moved(90n) }))).toEqual([]);
  });

  test('follows a move of about one gap with a few changes, not with all orders anew', () => {
    const orders = quoted();
    const actions = planQuotes(inputs({ orders, market: moved(230n) }));
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.length).toBeLessThanOrEqual(12);
  });

  test('loses orders that the index has reached before anything is placed', () => {
    const orders = quoted();
    const actions = planQuotes(inputs({ orders, market: moved(2_000n) }));
    const firstPlace = actions.findIndex(({ kind }) => kind === 'place');
    const reached = orders.filter(
      ({ side, priceTicks }) => side === 'sell' && priceTicks <= 6_494_202,
    );
    const first = actions
      .slice(0, firstPlace)
      .flatMap((action) => (action.kind === 'cancel' ? [action.orderId] : []));
    expect(first).toEqual(expect.arrayContaining(reached.map(({ orderId }) => orderId)));
    expect(reached.length).toBeGreaterThan(2);
  });

  test('gets what was taken from it back', () => {
    const orders = quoted();
    const best = orders.find(({ side, priceTicks }) => side === 'sell' && priceTicks === 6_482_213);
    const rest = orders.filter((order) => order !== best);
    const place = { kind: 'place', side: 'sell', priceTicks: 6_482_213, lots: best?.remainingLots };
    expect(planQuotes(inputs({ orders: rest }))).toEqual([place]);
  });

  test('has an order nearly used up helped by a new one', () => {
    const orders = quoted();
    const worn = orders.map((order) =>
      order.priceTicks === 6_480_267 ? { ...order, remainingLots: 3 } : order,
    );
    expect(planQuotes(inputs({ orders: worn })).map(({ kind }) => kind)).toEqual(['place']);
  });

  test('is rid of orders that belong to no level', () => {
    const orders = quoted();
    const stray = { orderId: 900, side: 'buy', priceTicks: 6_000_000, remainingLots: 5 } as const;
    expect(planQuotes(inputs({ orders: [...orders, stray] }))).toEqual([
      { kind: 'cancel', orderId: 900 },
    ]);
  });
});

describe('no quotes are made', () => {
  const { indexE8: _index, ...stale } = btc;
  test('while the index is stale: orders stay at first, and go when it lasts', () => {
    const orders = quoted();
    expect(planQuotes(inputs({ market: stale, orders }))).toEqual([]);
    const actions = planQuotes(inputs({ market: stale, orders, isOutOfPatience: true }));
    expect(carriedOut(orders, actions)).toEqual([]);
    expect(actions).toHaveLength(orders.length);
  });

  test('while the market is halted or closed', () => {
    expect(planQuotes(inputs({ market: { ...btc, isOpen: false }, orders: quoted() }))).toEqual([]);
  });

  test('without funds, and what is left of earlier ones goes', () => {
    const funds = { baseE18: 0n, quoteE18: 0n };
    expect(planQuotes(inputs({ funds }))).toEqual([]);
    expect(carriedOut(quoted(), planQuotes(inputs({ funds, orders: quoted() })))).toEqual([]);
  });
});

test('small funds give smaller orders on as many levels, then fewer levels from the middle', () => {
  const some = quoted({ funds: { baseE18: E18, quoteE18: 50_000n * E18 } });
  expect([sideOf(some, 'buy').length, sideOf(some, 'sell').length]).toEqual([LEVELS, LEVELS]);
  const few = quoted({ funds: { baseE18: E18 / 1_000n, quoteE18: 60n * E18 } });
  expect(sideOf(few, 'buy').length).toBeGreaterThanOrEqual(3);
  expect(sideOf(few, 'buy').length).toBeLessThan(LEVELS);
  expect(sideOf(few, 'buy').at(-1)).toBe(6_480_267);
});

describe('on any path of the index', () => {
  const step = fc.record({
    ppm: fc.integer({ min: -3_000, max: 3_000 }),
    taken: fc.array(fc.nat(30), { maxLength: 4 }),
    cut: fc.integer({ min: 1, max: 60 }),
  });
  const wealth = fc.record({
    baseE18: fc.bigInt({ min: E18 / 100n, max: 60n * E18 }),
    quoteE18: fc.bigInt({ min: 1_000n * E18, max: 5_000_000n * E18 }),
  });

  test('each plan carried out leaves both sides, uncrossed, in the right place and within the funds', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), wealth, (path, funds) => {
        let orders: OwnOrder[] = [];
        let indexE8 = btc.indexE8 ?? 0n;
        for (const { ppm, taken, cut } of path) {
          indexE8 += (indexE8 * BigInt(ppm)) / 1_000_000n;
          const market = { ...btc, indexE8 };
          // Some orders are taken by others; some plans are cut short.
          orders = orders.filter((_order, at) => !taken.includes(at));
          orders = carriedOut(orders, planQuotes(inputs({ market, orders, funds })).slice(0, cut));
        }
        const market = { ...btc, indexE8 };
        orders = carriedOut(orders, planQuotes(inputs({ market, orders, funds })));
        const indexTicks = Number(indexE8) / 1_000_000;
        const buys = sideOf(orders, 'buy');
        const sells = sideOf(orders, 'sell');
        expect(Math.min(buys.length, sells.length)).toBeGreaterThanOrEqual(1);
        expect(Math.max(buys.length, sells.length)).toBeLessThanOrEqual(LEVELS + SPARES);
        const frozen = frozenBy(orders);
        expect(frozen.baseE18 <= funds.baseE18 && frozen.quoteE18 <= funds.quoteE18).toBe(true);
        const best = [
          (indexTicks - (buys.at(-1) ?? 0)) / indexTicks,
          ((sells[0] ?? 0) - indexTicks) / indexTicks,
        ];
        for (const away of best) {
          expect(away).toBeGreaterThan(25e-6);
          expect(away).toBeLessThan(275e-6);
        }
        expect(planQuotes(inputs({ market, orders, funds })).length).toBeLessThanOrEqual(2);
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  test('a fresh book never freezes more than six tenths of the funds', () => {
    fc.assert(
      fc.property(wealth, (funds) => {
        const orders = quoted({ funds });
        const frozen = frozenBy(orders);
        expect(frozen.quoteE18 * 10n <= funds.quoteE18 * 6n).toBe(true);
        expect(frozen.baseE18 * 10n <= funds.baseE18 * 6n).toBe(true);
      }),
      { seed: 43, numRuns: 300 },
    );
  });

  test('a quote currency without a price is quoted like a stale index: not at all, and taken back in time', () => {
    const unpriced = { quoteDollarsE8: undefined };
    expect(planQuotes(inputs(unpriced))).toEqual([]);
    const orders = carriedOut([], planQuotes(inputs()));
    expect(planQuotes(inputs({ ...unpriced, orders }))).toEqual([]);
    const late = planQuotes(inputs({ ...unpriced, orders, isOutOfPatience: true }));
    expect(late.map(({ kind }) => kind)).toEqual(orders.map(() => 'cancel'));
  });

  test('an hour of a usual market costs about one request a second', () => {
    let orders: OwnOrder[] = [];
    let indexE8 = btc.indexE8 ?? 0n;
    let changes = 0;
    let draw = 12_345;
    for (let second = 0; second < 3_600; second += 1) {
      // Nine tenths of a basis point up or down: BTC's own pace.
      draw = (Math.imul(draw, 1_103_515_245) + 12_345) >>> 0;
      indexE8 += (indexE8 * (draw & 0x1_0000 ? 81n : -81n)) / 1_000_000n;
      const actions = planQuotes(inputs({ market: { ...btc, indexE8 }, orders }));
      orders = carriedOut(orders, actions);
      if (second > 0) changes += actions.length;
    }
    expect(changes / 3_600).toBeLessThan(2);
    expect(changes / 3_600).toBeGreaterThan(0.2);
  });
});
