/**
 * What freqtrade (through ccxt) and hummingbot send and expect, written down as requests and the fields that they read. Goal: their
 * requests, in their own form (a form that says it is JSON, signed parameters in the order they are sent), are answered with all of them.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BinanceServer, type Credentials } from './binance-fixture.ts';
import recorded from './recorded-calls.json' with { type: 'json' };

interface Recorded {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly signed?: boolean;
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** What the content is called, whatever it is. */
  readonly contentType?: string;
  readonly in?: 'query' | 'form';
  /** Paths of fields that are read, and what they must look like. */
  readonly reads: Readonly<Record<string, string>>;
}

let exchange: BinanceServer;
let key: Credentials;
let orderId = 0;
let listenKey = '';

beforeAll(async () => {
  exchange = await BinanceServer.start();
  const { server } = exchange;
  const [maker, trader] = [await server.trader(), await server.trader()];
  key = await exchange.key(trader);
  await server.tick();
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '100.00' };
  await server.data('placeOrder', { ...order, side: 'sell', quantity: '5' }, maker);
  await server.data('placeOrder', { ...order, side: 'buy', quantity: '1' }, trader);
});
afterAll(() => exchange.stop());

async function ask({ method, path, signed, parameters = {}, contentType, in: place }: Recorded) {
  const given = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    String(value).replace('$orderId', String(orderId)).replace('$listenKey', listenKey),
  ]);
  const stamped = signed ? [...given, ['timestamp', String(Date.now())]] : given;
  const text = new URLSearchParams(stamped as [string, string][]).toString();
  const signature = createHmac('sha256', key.secret).update(text).digest('hex');
  const sent = signed ? `${text}&signature=${signature}` : text;
  const reply = await fetch(
    `${exchange.url}/binance/${path}${place === 'form' || sent === '' ? '' : `?${sent}`}`,
    {
      method,
      headers: {
        'X-MBX-APIKEY': key.key,
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      ...(place === 'form' && { body: sent }),
    },
  );
  return { status: reply.status, body: (await reply.json()) as unknown };
}

const at = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], body);

const FORMS: Readonly<Record<string, (value: unknown) => boolean>> = {
  decimal: (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  integer: (value) => Number.isSafeInteger(value),
  word: (value) => typeof value === 'string' && value.length > 0,
  text: (value) => typeof value === 'string',
  list: (value) => Array.isArray(value),
  boolean: (value) => typeof value === 'boolean',
};

describe.each(Object.entries(recorded as Record<string, Recorded[]>))('%s', (_client, calls) => {
  test.each(calls)('$what', async (call) => {
    const { status, body } = await ask(call);
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
    for (const [field, form] of Object.entries(call.reads)) {
      const value = at(body, field);
      const isRight = FORMS[form]?.(value) ?? value === form;
      expect([field, form, isRight ? '' : value]).toEqual([field, form, '']);
    }
    const { orderId: placed, listenKey: named } = body as Record<string, unknown>;
    if (call.what.startsWith('places')) orderId = Number(placed);
    if (named !== undefined) listenKey = String(named);
  });
});
