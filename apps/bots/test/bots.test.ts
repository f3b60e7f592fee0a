/** The loops of maker and taker over real HTTP to a fake exchange, in virtual time. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Bots, startBots } from '../src/main.ts';
import { LEVELS } from '../src/policy.ts';
import type { BotName } from '../src/runtime.ts';
import type { FromWorker, ToWorker, WorkerInput } from '../src/worker.ts';
import { FakeExchange } from './fake-exchange.ts';
import { VirtualTime } from './virtual-time.ts';

let exchange: FakeExchange;
let baseUrl: string;
let bots: Bots | undefined;
let time: VirtualTime;
let logged: string[];
let ended: BotName[];

beforeEach(async () => {
  exchange = new FakeExchange();
  baseUrl = await exchange.listen();
  time = new VirtualTime();
  logged = [];
  ended = [];
});
afterEach(async () => {
  await bots?.stop();
  bots = undefined;
  await time.end();
  await exchange.close();
});

/** Both bots as the demo runs them; a bot that a test has no use for is kept out by a market that is not there. */
function start(markets?: readonly string[]): void {
  bots = startBots({
    baseUrl,
    makerToken: 'maker',
    takerToken: 'taker',
    seed: 1,
    log: (level, message, fields) =>
      logged.push(`${level} ${message} ${String(fields?.['error'] ?? '')}`.trim()),
    onNotLoggedIn: (name) => ended.push(name),
    now: time.now,
    wait: time.wait,
    fetch: time.fetch,
    ...(markets !== undefined && { markets }),
  });
}

const counts = (symbol = 'BTC/USDT') =>
  [exchange.waiting(symbol, 'buy').length, exchange.waiting(symbol, 'sell').length] as const;
const isFull = () =>
  ['BTC/USDT', 'ADA/USDT'].every((symbol) => counts(symbol).every((count) => count >= LEVELS));
const noTaker = ({ token, path }: { token: string; path: string }) =>
  token === 'taker' && path === '/api/coin/trade'
    ? ({ status: 400, error: 'would_not_fill' } as const)
    : undefined;

describe('the maker', () => {
  beforeEach(() => {
    exchange.fault = noTaker;
  });

  test('fills both sides of every book, at no more than forty requests a second', async () => {
    start();
    const startedMs = time.nowMs;
    await exchange.until(isFull);
    const requests = exchange.requests.filter(({ token }) => token === 'maker').length;
    expect(requests / ((time.nowMs - startedMs) / 1_000)).toBeLessThanOrEqual(42);
    expect(exchange.crossings).toBe(0);
    expect(exchange.waiting('ADA/USDT', 'buy').at(-1)?.price).toBe('0.4464');
  });

  test('keeps what fits of an earlier run, and cancels the rest, also where it quotes no more', async () => {
    const left = { owner: 'maker', quantity: '0.1', side: 'buy' } as const;
    const put = (symbol: string, price: string) =>
      exchange.orders.push({
        ...left,
        id: exchange.orders.length + 1,
        symbol,
        price,
        status: 'waiting',
      });
    put('BTC/USDT', '64802.00');
    put('BTC/USDT', '50000.00');
    put('OLD/USDT', '1.00');
    start();
    await exchange.until(isFull);
    await exchange.requestsMore(60);
    expect(exchange.orders.slice(0, 3).map(({ status }) => status)).toEqual([
      'waiting',
      'cancelled',
      'cancelled',
    ]);
  });

  test('follows the index and replaces what was taken', async () => {
    start();
    await exchange.until(isFull);
    const [btc] = exchange.markets;
    if (btc !== undefined) btc.index = '65500.00000000';
    for (const order of exchange.waiting('ADA/USDT', 'sell').slice(0, 5))
      order.status = 'completed';
    await exchange.until(
      () =>
        isFull() &&
        Number(exchange.waiting('BTC/USDT', 'buy').at(-1)?.price) > 65_470 &&
        Number(exchange.waiting('BTC/USDT', 'sell')[0]?.price) > 65_500,
    );
    expect(exchange.crossings).toBe(0);
  });

  test('takes its quotes back while the index stays stale, and comes back with it', async () => {
    start();
    await exchange.until(isFull);
    const [btc] = exchange.markets;
    if (btc === undefined) return;
    btc.index = undefined;
    const staleMs = time.nowMs;
    await exchange.until(() => counts().every((count) => count === 0));
    expect(time.nowMs - staleMs).toBeGreaterThanOrEqual(5_000);
    expect(counts('ADA/USDT').every((count) => count >= LEVELS)).toBe(true);
    btc.index = '64000.00000000';
    await exchange.until(isFull);
  });

  test('leaves a halted market as it is', async () => {
    start();
    await exchange.until(isFull);
    const [btc] = exchange.markets;
    if (btc === undefined) return;
    Object.assign(btc, { state: 'halted', index: '70000.00000000' });
    // A round under way may still act on what it read before.
    await exchange.requestsMore(40);
    const before = counts();
    await exchange.requestsMore(100);
    expect(counts()).toEqual(before);
  });

  test('places an order once though its answer was lost', async () => {
    let losses = 0;
    exchange.fault = (request) => {
      if (noTaker(request) !== undefined) return noTaker(request);
      if (request.method !== 'POST' || request.path !== '/api/coin/trade' || losses >= 10) return;
      losses += 1;
      return 'lose_answer';
    };
    start();
    await exchange.until(isFull);
    await exchange.requestsMore(60);
    const prices = exchange.waiting('BTC/USDT', 'buy').map(({ price }) => price);
    expect(new Set(prices).size).toBe(prices.length);
    expect(losses).toBe(10);
  });
});

describe('both', () => {
  test('trade with each other in every market', async () => {
    start();
    await exchange.until(() => isFull() && exchange.taken.length >= 40);
    expect(new Set(exchange.taken.map((form) => form.get('symbol'))).size).toBe(2);
    expect(new Set(exchange.taken.map((form) => form.get('side'))).size).toBe(2);
    expect(exchange.orders.filter(({ status }) => status === 'completed').length).toBeGreaterThan(
      10,
    );
  });

  test.each([
    ['an exchange that is overloaded', { status: 503, error: 'unavailable' }],
    ['an exchange that fails', { status: 500, error: 'internal' }],
    ['an exchange that is gone', 'drop'],
    ['a rate limit', { status: 429, error: 'rate_limited', retryAfter: '3' }],
  ] as const)('wait out %s, then go on', async (_claim, fault) => {
    start();
    await exchange.until(isFull);
    const { fault: none } = exchange;
    exchange.fault = () => fault;
    const startedMs = time.nowMs;
    const before = exchange.requests.length;
    await exchange.requestsMore(60);
    // Backing off: far fewer requests than a healthy exchange gets.
    expect((exchange.requests.length - before) / ((time.nowMs - startedMs) / 1_000)).toBeLessThan(
      10,
    );
    exchange.fault = none;
    for (const order of exchange.orders) order.status = 'cancelled';
    await exchange.until(isFull);
    expect(logged.filter((line) => line.startsWith('warn maker cannot go on'))).toHaveLength(1);
    await exchange.until(() => logged.includes('info maker goes on'));
  });

  test('say once that a session has ended, and go on with a new token', async () => {
    start();
    await exchange.until(isFull);
    exchange.tokens = new Set(['maker 2', 'taker 2']);
    await exchange.until(() => ended.length === 2);
    await exchange.requestsMore(20);
    expect([...ended].sort()).toEqual(['maker', 'taker']);
    bots?.setToken('maker', 'maker 2');
    bots?.setToken('taker', 'taker 2');
    const taken = exchange.taken.length;
    await exchange.until(
      () =>
        exchange.orders.some(({ owner }) => owner === 'maker 2') && exchange.taken.length > taken,
    );
  });

  test('ask for nothing more after stop, and leave the orders', async () => {
    start();
    await exchange.until(isFull);
    await bots?.stop();
    const [requests, open] = [exchange.requests.length, counts()];
    await nextTurn();
    await nextTurn();
    expect(exchange.requests.length).toBe(requests);
    expect(counts()).toEqual(open);
  });

  test('keep to the markets they are given', async () => {
    start(['ADA/USDT']);
    await exchange.until(() => counts('ADA/USDT').every((count) => count >= LEVELS));
    expect(counts('BTC/USDT')).toEqual([0, 0]);
  });
});

test('as a worker thread they run, tell of an ended session, and end when told to', async () => {
  exchange.tokens = new Set(['maker 2', 'taker']);
  const input: WorkerInput = { baseUrl, makerToken: 'maker', takerToken: 'taker', seed: 1 };
  const worker = new Worker(new URL('../src/worker.ts', import.meta.url), { workerData: input });
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
  const told = new Promise<FromWorker>((resolve) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'not_logged_in') resolve(message);
    });
  });
  expect(await told).toEqual({ kind: 'not_logged_in', name: 'maker' });
  worker.postMessage({ kind: 'token', name: 'maker', token: 'maker 2' } satisfies ToWorker);
  await exchange.until(() => exchange.orders.length >= 4);
  worker.postMessage({ kind: 'stop' } satisfies ToWorker);
  expect(await exited).toBe(0);
});
