/**
 * The promise of the whole design, from outside: what was acknowledged is there after a SIGKILL, once; what was
 * not acknowledged is there whole or not at all, and its key says which.
 */
import { randomUUID } from 'node:crypto';
import type { Envelope, Order } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice, registerUser, sendMoney } from './support/api.ts';
import { startServer, type TestServer } from './support/server.ts';

const TRADERS = 4;
const KILL_AFTER = 120;

interface Attempt {
  readonly trader: number;
  readonly key: string;
  readonly clientOrderId: string;
  readonly form: string;
  answer?: string;
}

let server: TestServer;
const tokens: string[] = [];

beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' });
  for (let trader = 0; trader < TRADERS; trader += 1) {
    const token = await registerUser(server.url, `trader${trader}@example.org`);
    await call(server.url, 'faucet', { currency_id: '3', amount: '5000' }, token);
    await call(server.url, 'faucet', { currency_id: '2', amount: '2' }, token);
    tokens.push(token);
  }
});

afterAll(() => server?.stop());

const send = ({ trader, key, form }: Attempt) =>
  sendMoney(server.url, { route: 'placeOrder', token: tokens[trader] ?? '', key, form });

function nextAttempt(loop: number, number: number, price: string): Attempt {
  const trader = loop % TRADERS;
  const clientOrderId = `loop${loop}-${number}`;
  const form = new URLSearchParams({
    symbol: 'ETH/USDT',
    side: (trader + number) % 2 === 0 ? 'buy' : 'sell',
    type: 'limit',
    price,
    quantity: '0.01',
    client_order_id: clientOrderId,
  });
  return { trader, key: randomUUID(), clientOrderId, form: form.toString() };
}

/** Trades until enough is acknowledged, then kills the server while orders are on their way. */
async function tradeUntilKilled(price: string): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  async function run(loop: number): Promise<void> {
    for (let number = 0; killed === undefined; number += 1) {
      const attempt = nextAttempt(loop, number, price);
      attempts.push(attempt);
      try {
        attempt.answer = (await send(attempt)).body;
      } catch {
        return;
      }
      acknowledged += 1;
      if (acknowledged === KILL_AFTER) killed = server.kill();
    }
  }
  // Several loops a trader, so that some requests are always between being sent and being answered.
  await Promise.all(Array.from({ length: TRADERS * 4 }, (_, index) => run(index)));
  await killed;
  return attempts;
}

async function allOrders(trader: number): Promise<Map<string, Order>> {
  const orders = new Map<string, Order>();
  for (let page = 1; ; page += 1) {
    const { list } = await call(
      server.url,
      'orders',
      { page: String(page), limit: '100' },
      tokens[trader],
    );
    for (const order of list) {
      expect(orders.has(order.client_order_id ?? '')).toBe(false);
      orders.set(order.client_order_id ?? '', order);
    }
    if (list.length < 100) return orders;
  }
}

describe('a server killed in the middle of a run of orders', () => {
  test('has everything it acknowledged, once, and nothing by half', async () => {
    const [price = ''] = (await indexPrice(server.url, 'ETH/USDT')).split('.');
    const attempts = await tradeUntilKilled(price);
    await server.start();

    const orders = await Promise.all(tokens.map((_, trader) => allOrders(trader)));
    const acknowledged = attempts.filter(({ answer }) => answer !== undefined);
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILL_AFTER);
    for (const { trader, clientOrderId, answer } of acknowledged) {
      const envelope = JSON.parse(answer ?? '') as Envelope<{ order: Order }>;
      const found = orders[trader]?.get(clientOrderId);
      if (envelope.type === 'ok') expect(found?.id).toBe(envelope.message.order.id);
      else expect(found).toBeUndefined();
    }

    // Sent again with their keys, acknowledged calls answer the same bytes and doubtful ones run at most once.
    for (const attempt of attempts) {
      const { body, isReplay } = await send(attempt);
      if (attempt.answer !== undefined)
        expect({ body, isReplay }).toEqual({ body: attempt.answer, isReplay: true });
      else if (orders[attempt.trader]?.has(attempt.clientOrderId)) expect(isReplay).toBe(true);
    }
    await expectMoneyConserved();
  });
});

/** Among traders who only traded with each other, money leaves by fees only, and never appears. */
async function expectMoneyConserved(): Promise<void> {
  const fees = new Map<string, number>();
  for (const [trader] of tokens.entries())
    for (const order of (await allOrders(trader)).values())
      fees.set(order.fee_currency, (fees.get(order.fee_currency) ?? 0) + minor(order.fee));
  const totals = new Map<string, number>();
  for (const token of tokens) {
    const { accounts } = await call(server.url, 'wallet', {}, token);
    for (const { balances } of accounts)
      for (const { name, total, available, frozen } of balances) {
        expect(minor(available) + minor(frozen)).toBe(minor(total));
        totals.set(name, (totals.get(name) ?? 0) + minor(total));
      }
  }
  for (const [name, funded] of [
    ['USDT', '20000'],
    ['ETH', '8'],
  ] as const)
    expect((totals.get(name) ?? 0) + (fees.get(name) ?? 0)).toBe(minor(funded));
}

/** Eight decimals as a safe integer: the sums here stay far below 2^53. */
const minor = (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(whole) * 1e8 + Number(fraction.padEnd(8, '0').slice(0, 8));
};
