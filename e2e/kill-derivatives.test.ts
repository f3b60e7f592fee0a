/**
 * Positions held and options open across a SIGKILL, and a second one while options fall due (cases.md P3): what was
 * acknowledged is there once, what was doubtful is answered by its key, and every account is what its orders say, to
 * the last unit.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Envelope, OptionOrder, Position } from '@fairlead/contract';
import { CURRENCY_IDS } from '@fairlead/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, indexPrice, sendMoney } from './support/api.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newVerified,
  type Operator,
  type Person,
  USDT,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const TRADERS = 4;
const LOOPS = 16;
const KILL_AFTER = 64;
/** Of each account of each trader. */
const FUNDS = 2_000;
/** What a demo's option house has at its first start. */
const HOUSE = 5_000_000;
const SETTLE_MS = 90_000;
/** Two restarts and two delivery times, on a busy machine. */
const TEST_MAX_MS = 300_000;
const PAGE_ROWS = 100;
const RECORDED_MS = Date.UTC(2024, 0, 1);

interface Attempt {
  readonly trader: Person;
  readonly route: 'buyOption' | 'openPosition';
  readonly key: string;
  readonly form: string;
  answer?: string;
}

let folder: string;
let server: TestServer;
let owner: Operator;
const traders: Person[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-prices-'));
  const file = path.join(folder, 'ltc.csv');
  await writeFile(file, recording());
  const prices = {
    FEED: `replay:LTC/USDT=${file}`,
    FEED_START: new Date(RECORDED_MS).toISOString(),
  };
  server = await startServer(
    { RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR, ...prices },
    { isFirst: true },
  );
  owner = await logInOperator(server.url, FIRST);
  for (let trader = 0; trader < TRADERS; trader += 1) {
    const person = await newVerified(server.url, owner);
    const { token } = person;
    await call(server.url, 'faucet', { currency_id: USDT, amount: `${2 * FUNDS}` }, token);
    for (const to_account of ['option', 'contract']) {
      const moved = { from_account: 'coin', to_account, currency_id: USDT, amount: `${FUNDS}` };
      await call(server.url, 'transfer', moved, token);
    }
    traders.push(person);
  }
  await indexPrice(server.url, 'LTC/USDT');
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** An hour whose price differs from one quarter of a minute to the next: a start has little history to fill in. */
function recording(): string {
  const rows = Array.from({ length: 60 }, (_, minute) => {
    const prices = [1, 3, 0, 2].map((step) => (80 + (4 * minute + step) / 100).toFixed(2));
    return [RECORDED_MS + minute * 60_000, ...prices, '1'].join(',');
  });
  return ['time,open,high,low,close,volume', ...rows].join('\n');
}

const send = ({ trader, ...attempt }: Attempt) =>
  sendMoney(server.url, { ...attempt, token: trader.token });

/** Every other one buys an option of 10 USDT over 30 s, the others open a lot of Litecoin at ten times. */
function nextAttempt(loop: number, number: number): Attempt {
  const trader = traders[loop % TRADERS];
  if (trader === undefined) throw new RangeError('there are as many traders as loops divide by');
  const isUp = (loop + number) % 3 === 0;
  const isOption = number % 2 === 0;
  const request = isOption
    ? { direction: isUp ? 'rise' : 'fall', seconds: '30', currency_id: USDT, amount: '10' }
    : { side: isUp ? 'long' : 'short', type: 'market', lots: '1', multiple: '10' };
  const form = new URLSearchParams({ symbol: 'LTC/USDT', ...request }).toString();
  const route = isOption ? 'buyOption' : 'openPosition';
  return { trader, route, key: randomUUID(), form };
}

/** Opens until enough is acknowledged, then kills the server while others wait for their sample. */
async function openUntilKilled(): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  async function run(loop: number): Promise<void> {
    for (let number = 0; killed === undefined; number += 1) {
      const attempt = nextAttempt(loop, number);
      attempts.push(attempt);
      try {
        attempt.answer = (await send(attempt)).body;
      } catch {
        return;
      }
      acknowledged += 1;
      if (acknowledged >= KILL_AFTER) killed ??= server.kill();
    }
  }
  await Promise.all(Array.from({ length: LOOPS }, (_, index) => run(index)));
  await killed;
  return attempts;
}

/** All rows of a list, none of which may be there twice. */
async function everyPage<Row extends { readonly id: number }>(
  read: (paging: { page: string; limit: string }) => Promise<{ readonly list: readonly Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length === (page - 1) * PAGE_ROWS; page += 1)
    rows.push(...(await read({ page: `${page}`, limit: `${PAGE_ROWS}` })).list);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  return rows;
}

const optionsOf = ({ token }: Person): Promise<OptionOrder[]> =>
  everyPage((paging) => call(server.url, 'optionOrders', paging, token));
const positionsOf = ({ token }: Person): Promise<Position[]> =>
  everyPage((paging) => call(server.url, 'positions', paging, token));

/** The id of what an acknowledged opening opened; undefined of a refusal. */
function openedId({ answer }: Attempt): number | undefined {
  const envelope = JSON.parse(answer ?? '') as Envelope<{
    order?: OptionOrder;
    position?: Position;
  }>;
  return envelope.type === 'ok'
    ? (envelope.message.order ?? envelope.message.position)?.id
    : undefined;
}

async function openIds(): Promise<Set<number>> {
  const ids = new Set<number>();
  for (const trader of traders)
    for (const list of [await optionsOf(trader), await positionsOf(trader)])
      for (const { id } of list) ids.add(id);
  return ids;
}

/** Looks again until `look` gives something. */
async function until<Value>(what: string, look: () => Promise<Value | undefined>): Promise<Value> {
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not come`);
}

async function openOptions(): Promise<OptionOrder[]> {
  const lists = await Promise.all(
    traders.map(({ token }) =>
      call(server.url, 'optionOrders', { status: 'open', limit: '100' }, token),
    ),
  );
  return lists.flatMap(({ list }) => list);
}

test(
  'has every position and option it acknowledged, once, and pays each as if nothing had been',
  async () => {
    const attempts = await openUntilKilled();
    await server.start();
    const acknowledged = attempts.filter(({ answer }) => answer !== undefined);
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILL_AFTER);
    const ids = acknowledged.flatMap((attempt) => openedId(attempt) ?? []);
    expect(ids.length).toBeGreaterThan(KILL_AFTER / 2);
    expect(new Set(ids).size).toBe(ids.length);
    const present = await openIds();
    for (const id of ids) expect(present.has(id), `${id}`).toBe(true);
    expect(present.size).toBeLessThanOrEqual(attempts.length);

    // Sent again with their keys, acknowledged calls answer the same bytes and doubtful ones run at most once.
    await Promise.all(
      attempts.map(async (attempt) => {
        const { body, isReplay } = await send(attempt);
        if (attempt.answer === undefined) attempt.answer = body;
        else expect({ body, isReplay }).toEqual({ body: attempt.answer, isReplay: true });
      }),
    );
    const opened = attempts.flatMap((attempt) => openedId(attempt) ?? []);
    expect([...(await openIds())].sort()).toEqual(opened.sort());

    // Once more while the first fall due: those whose window is lost with it are refunded.
    await until('a delivery', async () =>
      (await openOptions()).find(({ remaining_ms }) => remaining_ms < 2_000),
    );
    await server.kill();
    await server.start();
    // However long the start took, some are delivered by a whole window.
    for (const [number] of traders.entries()) await send(nextAttempt(number, 2 * number));
    await until('the last delivery', async () =>
      (await openOptions()).length === 0 ? 'all' : undefined,
    );
    await expectExactMoney();
  },
  TEST_MAX_MS,
);

async function expectExactMoney(): Promise<void> {
  let house = minor(`${HOUSE}`);
  let reserved = 0;
  for (const trader of traders) {
    const options = await optionsOf(trader);
    let account = minor(`${FUNDS}`);
    for (const { amount, fee, paid = '', result = '' } of options) {
      account += minor(paid) - minor(amount) - minor(fee);
      house += result === 'refunded' ? 0 : minor(amount) - minor(paid);
      expect(['win', 'lose', 'flat', 'refunded']).toContain(result);
    }
    expect(await held('option', trader)).toEqual({ total: account, frozen: 0 });

    const positions = await positionsOf(trader);
    let contract = minor(`${FUNDS}`);
    let frozen = 0;
    for (const { status, margin, open_fee, close_fee, realised_pnl } of positions) {
      contract -= minor(open_fee);
      if (status === 'closed') contract += minor(realised_pnl ?? '') - minor(close_fee);
      else frozen += minor(margin);
      if (status === 'holding') reserved += 10 * minor(margin);
    }
    expect(await held('contract', trader)).toEqual({ total: contract, frozen });
  }
  const { currencies } = await call(server.url, 'operatorExposure', {}, owner.token);
  const [usdt] = currencies.filter(({ currency_id }) => currency_id === CURRENCY_IDS.USDT);
  expect(usdt && [usdt.option_house, usdt.option_escrow, usdt.option_reserved].map(minor)).toEqual([
    house,
    0,
    0,
  ]);
  expect(minor(usdt?.contract_reserved ?? '')).toBe(reserved);
}

/** What the ledger has in an account: the wallet's own total adds what is not realised. */
async function held(
  account: string,
  { token }: Person,
): Promise<{ total: number; frozen: number }> {
  const detail = await call(server.url, 'walletDetail', { account, currency_id: USDT }, token);
  const [available, frozen] = [minor(detail.available), minor(detail.frozen)];
  return { total: available + frozen, frozen };
}

/** Millionths of a USDT as a safe integer: the sums here stay far below 2^53. */
const minor = (text: string): number => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = Number(whole) * 1e6 + Number(fraction.padEnd(6, '0'));
  return text.startsWith('-') ? -value : value;
};
