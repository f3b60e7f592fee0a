/**
 * Honest hours give no findings; each planted manipulator is found with its orders and no others, and one just below a threshold is
 * not.
 */
import type { Steps } from '@fairlead/engine';
import { HOUR_MS, SECOND_MS } from '@fairlead/units';
import { expect, test } from 'vitest';
import type { Queryable } from '../../core/store/database.ts';
import { DETECTORS, newFindings } from '../detect/detect.ts';
import type { Finding, MarketFacts } from '../detect/facts.ts';
import { WINDOWS } from '../detect/thresholds.ts';
import { ordersFrom } from '../queries.ts';
import { HOUR_SECONDS, MarketHour, PLANTED, type Plan } from './market-hour.ts';

const SEEDS = [1, 2, 3] as const;
const HONEST_SEEDS = [11, 12, 13, 14] as const;
const [ONE, OTHER, THIRD] = PLANTED;

function findingsOf(hour: MarketHour, given: Partial<MarketFacts> = {}): readonly Finding[] {
  const facts = hour.facts(given);
  const window = { fromMs: hour.fromMs, toMs: hour.fromMs + 2 * HOUR_MS };
  return Object.values(DETECTORS).flatMap((detect) => atOnce(detect(facts, window)));
}

function atOnce<Answer>(steps: Steps<Answer>): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Orders of planted accounts, as they were placed. */
class Traces {
  readonly ids: number[] = [];
  keep(orderId: number | undefined): number | undefined {
    if (orderId !== undefined) this.ids.push(orderId);
    return orderId;
  }
}

test('four honest hours give no findings, though they have thousands of cancels and fills', () => {
  let trades = 0;
  let takenBack = 0;
  for (const seed of HONEST_SEEDS) {
    const hour = new MarketHour(seed).run({}, HOUR_SECONDS);
    const facts = hour.facts();
    trades += facts.trades.length;
    takenBack += facts.orders.filter(({ isTakenBack }) => isTakenBack).length;
    expect(findingsOf(hour), `seed ${seed}`).toEqual([]);
  }
  expect(trades).toBeGreaterThan(5_000);
  expect(takenBack).toBeGreaterThan(40_000);
}, 60_000);

/** Two accounts trade the same lots to and fro, between the makers' quotes. */
function washing(traces: Traces, times: number): Plan {
  const plan: Record<number, (hour: MarketHour) => void> = {};
  for (let time = 0; time < times; time += 1) {
    const [maker, taker] = time % 2 === 0 ? [ONE, OTHER] : [OTHER, ONE];
    plan[600 + time * 120 + 1] = (hour) => {
      const price = hour.best('sell') - 1;
      traces.keep(hour.limit(maker, 'sell', [price, 500]));
      traces.keep(hour.takeUpTo(taker, 'buy', [price, 500]));
    };
  }
  return plan;
}
const LINK = { one: ONE, other: OTHER, by: 'device' } as const;

test.each(SEEDS)('a wash trader is found with its orders and trades, seed %i', (seed) => {
  const traces = new Traces();
  const hour = new MarketHour(seed).run(washing(traces, 6));
  const found = findingsOf(hour, { links: [LINK] });
  expect(found).toHaveLength(1);
  const [finding] = found;
  expect(finding).toMatchObject({ rule: 'wash_trade', owners: [ONE, OTHER] });
  expect(finding?.orderIds).toEqual(traces.ids);
  const both = hour
    .facts()
    .trades.filter((trade) => trade.makerOwnerId > 90 && trade.takerOwnerId > 90);
  expect(finding?.tradeIds).toEqual(both.map(({ tradeId }) => tradeId));
  expect(finding?.figures).toMatchObject({ trades: 6 });
});

test('three trades among linked accounts, four that move what they have, or four of strangers are none', () => {
  const three = new MarketHour(1).run(washing(new Traces(), 3));
  expect(findingsOf(three, { links: [LINK] })).toEqual([]);
  const strangers = new MarketHour(1).run(washing(new Traces(), 6));
  expect(findingsOf(strangers, { links: [] })).toEqual([]);
  const sells: Plan = Object.fromEntries(
    [1, 2, 3, 4].map((time) => [
      600 + time * 120 + 1,
      (hour: MarketHour) => {
        const price = hour.best('sell') - 1;
        hour.limit(ONE, 'sell', [price, 500]);
        hour.takeUpTo(OTHER, 'buy', [price, 500]);
      },
    ]),
  );
  expect(findingsOf(new MarketHour(1).run(sells), { links: [LINK] })).toEqual([]);
});

test('a ring of three is found, though no two of them trade to and fro', () => {
  const traces = new Traces();
  const plan: Plan = Object.fromEntries(
    [0, 1, 2, 3, 4, 5].map((time) => [
      601 + time * 120,
      (hour: MarketHour) => {
        const ring = [ONE, OTHER, THIRD] as const;
        const price = hour.best('sell') - 1;
        traces.keep(hour.limit(ring[time % 3] ?? ONE, 'sell', [price, 300]));
        traces.keep(hour.takeUpTo(ring[(time + 1) % 3] ?? ONE, 'buy', [price, 300]));
      },
    ]),
  );
  const links = [LINK, { one: OTHER, other: THIRD, by: 'payee' } as const];
  const found = findingsOf(new MarketHour(3).run(plan), { links });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ rule: 'wash_trade', owners: [ONE, OTHER, THIRD] });
  expect(found[0]?.orderIds).toEqual(traces.ids);
});

interface Layer {
  /** Of each of its four orders. */
  readonly lots: number;
  readonly takenBackAfter?: number;
  readonly isPutUpAgain?: true;
}

/** Four large bids below the best; a small sale is bought; the bids go. */
function layering(traces: Traces, { lots, takenBackAfter = 8, isPutUpAgain }: Layer): Plan {
  const layer: (number | undefined)[] = [];
  return {
    1000: (hour) => {
      for (const away of [12, 20, 28, 36])
        layer.push(traces.keep(hour.limit(ONE, 'buy', [hour.fair - away, lots])));
    },
    1003: (hour) => {
      traces.keep(hour.takeUpTo(ONE, 'sell', [hour.best('buy'), 30]));
    },
    [1_003 + takenBackAfter]: (hour) => {
      for (const orderId of layer) hour.cancel(ONE, orderId);
      if (isPutUpAgain) for (const _ of layer) hour.limit(ONE, 'buy', [hour.fair - 20, lots]);
    },
  };
}

test.each(SEEDS)('a layerer is found with its layer and its fill, seed %i', (seed) => {
  const traces = new Traces();
  const hour = new MarketHour(seed).run(layering(traces, { lots: 400 }));
  const found = findingsOf(hour);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ rule: 'layering', owners: [ONE] });
  expect(found[0]?.orderIds).toEqual(traces.ids);
  expect(found[0]?.figures).toMatchObject({ layerOrders: 4, layerLots: 1_600, meantLots: 30 });
});

test('what expires at the time that its owner gave it counts as taken back, what others ended does not', async () => {
  const reasons = ['user', 'timer', 'expired', 'remainder', 'self_trade', 'operator', 'other_leg'];
  const rows = reasons.map((cancel_reason) => ({ status: 'cancelled', cancel_reason }));
  const source = { query: async () => rows } as unknown as Queryable;
  const orders = await ordersFrom(source, 1, rows.length);
  expect(reasons.filter((_, at) => orders[at]?.isTakenBack)).toEqual(['user', 'timer', 'expired']);
});

test('each rule waits for what is stamped in its window and committed after it', () => {
  for (const [rule, { afterMs }] of Object.entries(WINDOWS))
    expect(afterMs, rule).toBeGreaterThanOrEqual(10 * SECOND_MS);
});

test.each([
  ['too small for the book', { lots: 30 }],
  ['taken back a minute later', { lots: 400, takenBackAfter: 60 }],
  ['put up again', { lots: 400, isPutUpAgain: true }],
] as const)('a layer that is %s is none', (_what, layer) => {
  expect(findingsOf(new MarketHour(2).run(layering(new Traces(), layer)))).toEqual([]);
});

interface Ramp {
  readonly orders: number;
  /** How far the last one goes, in ticks. */
  readonly reach: number;
  readonly soldLots: number;
}

/** Buys ever higher through the book, and sells into what it made. */
function ramping(traces: Traces, { orders, reach, soldLots }: Ramp): Plan {
  const plan: Record<number, (hour: MarketHour) => void> = {};
  let start = 0;
  for (let order = 1; order <= orders; order += 1)
    plan[1_200 + order] = (hour) => {
      if (order === 1) start = hour.fair;
      const price = start + Math.floor((reach * order) / orders);
      // What waits up there is somebody's who sells dear.
      hour.limit(THIRD, 'sell', [price, 50]);
      traces.keep(hour.takeUpTo(ONE, 'buy', [price, 4_000]));
    };
  plan[1_230] = (hour) => {
    traces.keep(hour.takeUpTo(ONE, 'sell', [hour.fair - 100, soldLots]));
  };
  return plan;
}

test.each(SEEDS)('a ramper is found with its purchases and its sales, seed %i', (seed) => {
  const traces = new Traces();
  const hour = new MarketHour(seed).run(
    ramping(traces, { orders: 6, reach: 150, soldLots: 3_000 }),
  );
  const found = findingsOf(hour);
  expect(found.map(({ rule }) => rule)).toEqual(['ramping']);
  expect(found[0]?.owners).toEqual([ONE]);
  expect(found[0]?.orderIds).toEqual(traces.ids);
  expect(found[0]?.figures['moveBps']).toBeGreaterThanOrEqual(100);
});

test.each([
  ['moves the price by less', { orders: 6, reach: 60, soldLots: 3_000 }],
  ['is of three orders', { orders: 3, reach: 150, soldLots: 3_000 }],
  ['keeps what it bought', { orders: 6, reach: 150, soldLots: 1 }],
] as const)('a series that %s is no ramp', (_what, ramp) => {
  expect(findingsOf(new MarketHour(4).run(ramping(new Traces(), ramp)))).toEqual([]);
});

test('a push just before an option of its owner is delivered is marking; one of a stranger is not', () => {
  const traces = new Traces();
  const plan: Plan = Object.fromEntries(
    [1, 2, 3].map((order) => [
      900 + order,
      (hour: MarketHour) => {
        const price = hour.fair + 30 * order;
        hour.limit(THIRD, 'sell', [price, 50]);
        traces.keep(hour.takeUpTo(ONE, 'buy', [price, 4_000]));
      },
    ]),
  );
  const hour = new MarketHour(5).run(plan);
  const timeMs = hour.fromMs + 920_000;
  const found = findingsOf(hour, { settlements: [{ ownerId: ONE, optionId: 7, timeMs }] });
  expect(found.map(({ rule, owners }) => [rule, owners])).toEqual([['marking', [ONE]]]);
  expect(found[0]?.orderIds).toEqual(traces.ids);
  expect(findingsOf(hour, { settlements: [{ ownerId: 3, optionId: 7, timeMs }] })).toEqual([]);
  const later = timeMs + 60_000;
  expect(findingsOf(hour, { settlements: [{ ownerId: ONE, optionId: 7, timeMs: later }] })).toEqual(
    [],
  );
});

test('much of one account is judged in steps, and others have their turn between them', () => {
  const orders = Array.from({ length: 4_000 }, (_, at) => ({
    ...({ orderId: at + 1, ownerId: ONE, side: at % 2 === 0 ? 'buy' : 'sell' } as const),
    ...{ priceTicks: 10_000 + (at % 97), quantityLots: at % 2 === 0 ? 1 : 100 },
    ...{ filledLots: 1 - (at % 2), isTakenBack: at % 2 === 1 },
    ...{ createdAtMs: at * 100, endedAtMs: at * 100 + (at % 2 === 0 ? 1 : 3_000) },
  }));
  const trades = orders
    .filter(({ side }) => side === 'buy')
    .map(({ orderId, createdAtMs }) => ({
      ...{ tradeId: orderId, timeMs: createdAtMs + 1, priceTicks: 10_000, quantityLots: 1 },
      ...({ side: 'sell', makerOrderId: orderId, takerOrderId: 9_000 + orderId } as const),
      ...{ makerOwnerId: ONE, takerOwnerId: OTHER },
    }));
  const facts = { marketId: 1, orders, trades, depths: [], links: [], settlements: [] };
  const steps = DETECTORS.layering(facts, { fromMs: 0, toMs: HOUR_MS });
  let turns = 0;
  for (let step = steps.next(); step.done !== true; step = steps.next()) turns += 1;
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('who looks twice finds nothing new, whatever the windows are', () => {
  const hour = new MarketHour(6).run({
    ...layering(new Traces(), { lots: 400 }),
    ...ramping(new Traces(), { orders: 6, reach: 150, soldLots: 3_000 }),
  });
  const facts = hour.facts();
  const whole = findingsOf(hour);
  expect(whole).toHaveLength(2);
  expect(newFindings(findingsOf(hour), whole)).toEqual([]);
  for (const windowMs of [5_000, 60_000, 600_000]) {
    const known: Finding[] = [];
    for (let fromMs = hour.fromMs; fromMs < hour.fromMs + HOUR_MS; fromMs += windowMs)
      for (const detect of Object.values(DETECTORS))
        known.push(
          ...newFindings(atOnce(detect(facts, { fromMs, toMs: fromMs + windowMs })), known),
        );
    expect(known.map(({ rule }) => rule).sort(), `${windowMs}`).toEqual(['layering', 'ramping']);
  }
});
