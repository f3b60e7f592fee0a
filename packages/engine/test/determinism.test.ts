/**
 * Goal: the state depends on the commands alone, and the rows that the engine gives out are the whole
 * state. Method: seeded workloads run twice, in other batches, and from tables that a plain store keeps.
 */
import { type Command, Engine, type Result } from '@fairlead/engine';
import {
  RandomCommands,
  RandomCustody,
  RandomFutures,
  RandomHosting,
  RandomOfferings,
  RandomReferral,
  TestExchange,
} from '@fairlead/testkit';
import { DAY_MS, InvariantError, priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { asked, credited, passed, seen } from '../src/custody/test/words.ts';
import { Tables } from './kit/tables.ts';

interface Step {
  readonly command: Command;
  readonly timeMs: number;
}

function drawn(commands: { next(): Step }, count: number): Step[] {
  return Array.from({ length: count }, () => commands.next());
}

/** Deposits and withdrawals; reversals need rows as the tables have them, so the commands run once here. */
function drawnCustody(seed: number, count: number): Step[] {
  const engine = new Engine();
  const tables = new Tables();
  const commands = new RandomCustody(seed, (depositId) => tables.custody.deposit(depositId));
  return Array.from({ length: count }, () => {
    const step = commands.next();
    runStep(engine, step);
    tables.commit(engine.takeChanges());
    return step;
  });
}

/** Where engines are reloaded. */
const RELOAD_AT = 700;

/** Positions by ids that come about as the commands run. */
function drawnFutures(seed: number, count: number): Step[] {
  const engine = new Engine();
  const owners = [41, 42, 43];
  const live = () => owners.flatMap((id) => engine.openPositions(id));
  return drawnWithPrices(engine, new RandomFutures(seed, live), count);
}

function drawnReferral(seed: number, count: number): Step[] {
  return drawnWithPrices(new Engine(), new RandomReferral(seed), count);
}

/** Subscriptions by ids likewise. */
function drawnOfferings(seed: number, count: number): Step[] {
  const engine = new Engine();
  const live = () => engine.takeSnapshot().subscriptions.map((row) => row.subscriptionId);
  const commands = new RandomOfferings(seed, live);
  return Array.from({ length: count }, () => {
    const step = commands.next();
    runStep(engine, step);
    return step;
  });
}

/**
 * The tables keep no time of quotes, so an engine that was reloaded opens nothing before the next sample: each market gets
 * one there.
 */
function drawnWithPrices(engine: Engine, commands: { next(): Step }, count: number): Step[] {
  const steps: Step[] = [];
  while (steps.length < count) {
    const drawn = [commands.next()];
    if (steps.length === RELOAD_AT - 1) drawn.push(...freshPrices(engine, drawn));
    for (const step of drawn) runStep(engine, step);
    steps.push(...drawn);
  }
  return steps;
}

function freshPrices(engine: Engine, [last]: readonly Step[]): Step[] {
  const timeMs = last?.timeMs ?? 0;
  return engine.markets().map(({ marketId }) => {
    const tick = {
      kind: 'index_tick',
      marketId,
      sampleTimeMs: timeMs,
      quotedAtMs: timeMs,
    } as const;
    return { timeMs, command: { ...tick, price: priceE8(10_000_000_000n) } };
  });
}

const WORKLOADS: readonly (readonly [string, Step[]])[] = [
  ...[21, 22, 23].map(
    (seed) => [`trading, seed ${seed}`, drawn(new RandomCommands(seed), 1_200)] as const,
  ),
  ...[31, 32].map((seed) => [`custody, seed ${seed}`, drawnCustody(seed, 1_200)] as const),
  ...[41, 42].map((seed) => [`futures, seed ${seed}`, drawnFutures(seed, 1_200)] as const),
  ...[51, 52].map(
    (seed) => [`hosting, seed ${seed}`, drawn(new RandomHosting(seed), 1_200)] as const,
  ),
  ...[61, 62].map((seed) => [`offerings, seed ${seed}`, drawnOfferings(seed, 1_200)] as const),
  ...[71, 72].map((seed) => [`referral, seed ${seed}`, drawnReferral(seed, 1_200)] as const),
];

function runStep(engine: Engine, { command, timeMs }: Step): Result {
  return engine.execute(command, { sequence: engine.counters().sequence + 1, timeMs });
}

describe.each(WORKLOADS)('%s', (_, steps) => {
  test('the same commands give the same results, changes and hash', () => {
    const [first, second] = [new Engine(), new Engine()];
    for (const step of steps) expect(runStep(first, step)).toEqual(runStep(second, step));
    expect(first.takeChanges()).toEqual(second.takeChanges());
    expect(first.stateHash()).toBe(second.stateHash());
  });

  test('every invariant holds after every command', () => {
    const engine = new Engine();
    for (const step of steps.slice(0, 600)) {
      runStep(engine, step);
      engine.checkInvariants();
    }
  });

  test('a reload from its snapshot has the hash and goes on as the engine would', () => {
    const engine = new Engine();
    for (const step of steps.slice(0, RELOAD_AT)) runStep(engine, step);
    engine.takeChanges();
    const reloaded = new Engine(engine.takeSnapshot());
    reloaded.checkInvariants();
    expect(reloaded.stateHash()).toBe(engine.stateHash());
    expect(reloaded.takeSnapshot()).toEqual(engine.takeSnapshot());
    for (const step of steps.slice(RELOAD_AT)) {
      expect(runStep(reloaded, step)).toEqual(runStep(engine, step));
      const [{ depth, ...changes }, { depth: expectedDepth, ...expected }] = [
        reloaded.takeChanges(),
        engine.takeChanges(),
      ];
      expect(changes).toEqual(expected);
      expect(depth.map(({ levels }) => levels)).toEqual(expectedDepth.map(({ levels }) => levels));
    }
    expect(reloaded.stateHash()).toBe(engine.stateHash());
  });

  test.each([1, 7, 170])('tables fed by batches of %i are the whole state', (size) => {
    const engine = new Engine();
    const tables = new Tables();
    for (const [at, step] of steps.entries()) {
      runStep(engine, step);
      if (at % size === 0) tables.commit(engine.takeChanges());
    }
    tables.commit(engine.takeChanges());
    const reloaded = new Engine(tables.snapshot());
    reloaded.checkInvariants();
    expect(reloaded.stateHash()).toBe(engine.stateHash());
    for (const { marketId } of engine.markets()) {
      const { bids, asks } = engine.depth(marketId, 1_000);
      expect(tables.depth(marketId, 'buy')).toEqual(bids);
      expect(tables.depth(marketId, 'sell')).toEqual(asks);
    }
    for (const order of tables.orders()) {
      const isWaiting = order.status === 'waiting';
      expect(engine.order(order.orderId)).toEqual(isWaiting ? order : undefined);
      expect(order.hold > 0n).toBe(isWaiting);
      expect(order.filledQuantity === order.quantity && isWaiting).toBe(false);
    }
  });
});

describe('the command stamp', () => {
  const command: Command = { kind: 'open_account', owner: 1 };
  test.each([
    ['a gap in the sequence', { sequence: 2, timeMs: 1 }],
    ['a repeated sequence', { sequence: 0, timeMs: 1 }],
    ['time going back', { sequence: 1, timeMs: -1 }],
  ])('%s is a fault', (_, stamp) => {
    expect(() => new Engine().execute(command, stamp)).toThrow(InvariantError);
  });
});

describe('a snapshot that contradicts itself is refused', () => {
  const exchange = TestExchange.withMarket(1);
  exchange.fund(1, 3, 10_000_000n);
  exchange.limit(1, 'buy', [10_000, 5]);
  const good = exchange.engine.takeSnapshot();
  const [order] = good.orders;
  const [external, coin] = good.balances;
  if (order === undefined || external === undefined || coin === undefined) throw new Error('rows');

  test.each([
    ['a balance out of thin air', { balances: [external, { ...coin, total: coin.total + 1n }] }],
    ['another hold', { orders: [{ ...order, hold: order.hold + 1n }] }],
    ['a frozen amount without an order', { orders: [] }],
    ['an order twice', { orders: [order, order] }],
    ['an order without remainder', { orders: [{ ...order, filledQuantity: order.quantity }] }],
    ['an order of an unknown market', { orders: [{ ...order, marketId: 9 }] }],
    ['an order of an unknown owner', { orders: [{ ...order, owner: 9 }] }],
    ['an order id not given out', { orders: [{ ...order, orderId: 9 }] }],
    ['a market order that waits', { orders: [{ ...order, price: undefined }] }],
    [
      'a negative user balance',
      { balances: [coin, { ...external, accountId: coin.accountId + 1 }] },
    ],
    ['an account twice', { balances: [external, coin, coin] }],
    ['an index sample of no market', { index: [{ marketId: 9, sampleTimeMs: 1 }] }],
  ])('%s', (_, change) => {
    expect(() => new Engine({ ...good, ...change } as typeof good)).toThrow(InvariantError);
  });

  test('the good one is taken', () => {
    expect(new Engine(good).takeChanges().orders).toEqual([]);
  });
});

describe('a snapshot whose deposits and withdrawals contradict it is refused', () => {
  const exchange = TestExchange.withMarket(1);
  exchange.fund(1, 3, 1_000n);
  asked(exchange, { owner: 1 });
  passed(exchange, { owner: 1 });
  credited(exchange, seen(5n, 'a', { owner: 1 }), 100n);
  const good = exchange.engine.takeSnapshot();
  const [review, transit] = good.withdrawals;
  const [deposit] = good.deposits;
  if (review === undefined || transit === undefined || deposit === undefined) {
    throw new Error('rows');
  }
  const old = { createdAtMs: review.createdAtMs - DAY_MS };

  test.each([
    ['a frozen owner who is unknown', { frozenOwners: [9] }],
    ['a withdrawal twice', { withdrawals: [review, review, transit] }],
    ['a hold without its withdrawal', { withdrawals: [transit] }],
    ['money in transit that is not due', { withdrawals: [review] }],
    ['another hold', { withdrawals: [{ ...review, hold: 1n }, transit] }],
    ['a receipt that is more', { withdrawals: [review, { ...transit, fee: 2n }] }],
    [
      'a finished withdrawal of an earlier day',
      {
        withdrawals: [{ ...transit, ...old, withdrawalId: 1, sendState: 'sent' }, review, transit],
      },
    ],
    ['a deposit twice', { deposits: [deposit, deposit] }],
    ['a decided deposit', { deposits: [{ ...deposit, status: 'passed' }] }],
    ['a suspended amount without its deposit', { deposits: [] }],
  ])('%s', (_, change) => {
    expect(() => new Engine({ ...good, ...change } as typeof good)).toThrow(InvariantError);
  });

  test('the good one is taken', () => {
    expect(new Engine(good).stateHash()).toBe(exchange.engine.stateHash());
  });
});

test('hundreds of waiting orders survive a reload, in their order', () => {
  const exchange = TestExchange.withMarket(1, 2);
  exchange.fund(1, 3, 10_000_000_000n);
  exchange.fund(2, 1, 10_000_000_000n);
  for (let at = 0; at < 150; at += 1) {
    const name = at % 3 === 0 ? { clientOrderId: `n${at}` } : {};
    exchange.limit(1, 'buy', [9_000 + (at % 40), 1 + at], name);
    exchange.limit(2, 'sell', [11_000 - (at % 40), 1 + at]);
  }
  const { engine } = exchange;
  const reloaded = new TestExchange(engine.takeSnapshot());
  reloaded.timeMs = exchange.timeMs;
  reloaded.engine.checkInvariants();
  expect(reloaded.engine.stateHash()).toBe(engine.stateHash());
  for (const each of [exchange, reloaded]) each.limit(2, 'sell', [9_020, 900]);
  const { trades } = reloaded.engine.takeChanges();
  expect(trades.length).toBeGreaterThan(10);
  expect(trades).toEqual(engine.takeChanges().trades);
  expect(reloaded.engine.stateHash()).toBe(engine.stateHash());
});

test('changes are copies: what was taken does not move with the engine', () => {
  const exchange = TestExchange.withMarket(1, 2);
  exchange.fund(1, 3, 10_000_000n);
  exchange.fund(2, 1, 10_000_000n);
  exchange.limit(1, 'buy', [10_000, 5]);
  const changes = exchange.engine.takeChanges();
  const before = structuredClone(changes);
  exchange.limit(2, 'sell', [10_000, 3]);
  exchange.cancel(1, 1);
  exchange.run({ kind: 'set_market_state', marketId: 1, state: 'halted' });
  exchange.engine.takeChanges();
  expect(changes).toEqual(before);
});
