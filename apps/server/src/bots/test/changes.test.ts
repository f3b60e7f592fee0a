/** Orders replaced and made smaller by programs, in Binance's words: what each failure says, and that nothing else happened (B20). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../test/support/fixture.ts';
import { BinanceServer, type Credentials, signedMessage } from './binance-fixture.ts';

let exchange: BinanceServer;
let user: TestUser;
let maker: TestUser;
let key: Credentials;
beforeAll(async () => {
  exchange = await BinanceServer.start();
  user = await exchange.server.trader();
  maker = await exchange.server.trader();
  key = await exchange.key(user);
});
afterAll(() => exchange.stop());

const SYMBOL = 'BTCUSDT';
const BUY = { symbol: SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
const GENTLE = { ...BUY, price: '90.00', quantity: '0.100' };
const REPLACE = 'api/v3/order/cancelReplace';
const RESTRICTED = 'Order was not canceled due to cancel restrictions.';
const AMEND = 'api/v3/order/amend/keepPriority';

type Params = Readonly<Record<string, string | number>>;
interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: of any call.
  readonly body: any;
}
const signed = (method: string, path: string, params: Params, by = key): Promise<Answer> =>
  exchange.signed(
    by,
    method,
    path,
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
  );
const place = async (more: Params = {}) =>
  Number((await signed('POST', 'api/v3/order', { ...GENTLE, ...more })).body.orderId);
const statusOf = async (orderId: number) =>
  (await signed('GET', 'api/v3/order', { symbol: SYMBOL, orderId })).body.status;
const replace = (more: Params, mode = 'STOP_ON_FAILURE') =>
  signed('POST', REPLACE, { ...GENTLE, price: '89.00', cancelReplaceMode: mode, ...more });

describe('cancelReplace', () => {
  test('of one that waits does both, once under its name', async () => {
    const cancelOrderId = await place();
    const params = { cancelOrderId, newClientOrderId: 'replaced-1' };
    const first = await replace(params);
    expect(first).toMatchObject({
      status: 200,
      body: {
        cancelResult: 'SUCCESS',
        newOrderResult: 'SUCCESS',
        cancelResponse: { orderId: cancelOrderId, status: 'CANCELED' },
        newOrderResponse: { price: '89.00', status: 'NEW', clientOrderId: 'replaced-1' },
      },
    });
    expect(await statusOf(cancelOrderId)).toBe('CANCELED');
    // Sent again after an answer that was lost.
    expect(await replace(params)).toEqual(first);
    const open = await signed('GET', 'api/v3/openOrders', { symbol: SYMBOL });
    expect(
      open.body.filter(
        ({ clientOrderId }: { clientOrderId: string }) => clientOrderId === 'replaced-1',
      ),
    ).toHaveLength(1);
    // Under a name of its own there is nothing left to cancel.
    expect((await replace({ cancelOrderId, newClientOrderId: 'replaced-2' })).body).toMatchObject({
      code: -2022,
      data: { cancelResult: 'FAILURE', newOrderResult: 'NOT_ATTEMPTED' },
    });
  });

  test.each([
    ['STOP_ON_FAILURE', 'ONLY_NEW'],
    ['ALLOW_FAILURE', 'ONLY_NEW'],
    ['ALLOW_FAILURE', undefined],
  ])('sent twice is done once, and answered alike: %s, %s', async (mode, cancelRestrictions) => {
    const cancelOrderId = await place();
    const newClientOrderId = `twice-${cancelOrderId}`;
    const restricted = cancelRestrictions === undefined ? {} : { cancelRestrictions };
    const params = { cancelOrderId, newClientOrderId, ...restricted };
    const first = await replace(params, mode);
    expect(first).toMatchObject({ status: 200, body: { newOrderResult: 'SUCCESS' } });
    expect(await replace(params, mode)).toEqual(first);
    // Also when the new one is gone by then.
    await signed('DELETE', 'api/v3/order', { symbol: SYMBOL, origClientOrderId: newClientOrderId });
    expect(await replace(params, mode)).toEqual(first);
  });

  test('of one that is cancelled goes on where that is asked, once', async () => {
    const cancelOrderId = await place();
    await signed('DELETE', 'api/v3/order', { symbol: SYMBOL, orderId: cancelOrderId });
    const params = { cancelOrderId, newClientOrderId: `late-${cancelOrderId}` };
    const first = await replace(params, 'ALLOW_FAILURE');
    expect(first).toMatchObject({
      status: 409,
      body: {
        code: -2021,
        data: {
          cancelResult: 'FAILURE',
          newOrderResult: 'SUCCESS',
          cancelResponse: { code: -2011 },
        },
      },
    });
    expect(await replace(params, 'ALLOW_FAILURE')).toEqual(first);
  });

  test.each([
    ['of none stops', {}, 'STOP_ON_FAILURE', 400, -2022, ['FAILURE', 'NOT_ATTEMPTED']],
    ['of none goes on', {}, 'ALLOW_FAILURE', 409, -2021, ['FAILURE', 'SUCCESS']],
    [
      'of none by what cannot be',
      { price: '500.00' },
      'ALLOW_FAILURE',
      400,
      -2022,
      ['FAILURE', 'FAILURE'],
    ],
  ] as const)('%s', async (_, more, mode, status, code, [cancelResult, newOrderResult]) => {
    const answer = await replace({ cancelOrderId: 999_999, ...more }, mode);
    expect(answer).toMatchObject({
      status,
      body: { code, data: { cancelResult, newOrderResult, cancelResponse: { code: -2011 } } },
    });
  });

  test('by what cannot be placed leaves it cancelled, and says so', async () => {
    const cancelOrderId = await place();
    expect(await replace({ cancelOrderId, price: '500.00' })).toMatchObject({
      status: 409,
      body: {
        code: -2021,
        data: {
          cancelResult: 'SUCCESS',
          newOrderResult: 'FAILURE',
          newOrderResponse: { code: -1013 },
        },
      },
    });
    expect(await statusOf(cancelOrderId)).toBe('CANCELED');
  });

  test('by one that may not wait and gets nothing is EXPIRED', async () => {
    const cancelOrderId = await place();
    const { body } = await replace({ cancelOrderId, timeInForce: 'IOC' });
    expect(body).toMatchObject({
      newOrderResult: 'SUCCESS',
      newOrderResponse: { status: 'EXPIRED' },
    });
  });

  test('under restrictions that it does not meet cancels nothing', async () => {
    const cancelOrderId = await place();
    const answer = await replace({ cancelOrderId, cancelRestrictions: 'ONLY_PARTIALLY_FILLED' });
    expect(answer.body).toMatchObject({
      code: -2022,
      data: { newOrderResult: 'NOT_ATTEMPTED', cancelResponse: { code: -2011, msg: RESTRICTED } },
    });
    expect(await statusOf(cancelOrderId)).toBe('NEW');
    const both = { cancelOrderId, cancelRestrictions: 'ONLY_PARTIALLY_FILLED' };
    expect((await replace(both, 'ALLOW_FAILURE')).body).toMatchObject({
      ...{ code: -2021, data: { newOrderResult: 'SUCCESS', cancelResponse: { msg: RESTRICTED } } },
    });
  });

  test('counts once', async () => {
    const used = async () =>
      Number((await signed('GET', 'api/v3/rateLimit/order', {})).body[0].count);
    const cancelOrderId = await place();
    const before = await used();
    await replace({ cancelOrderId });
    expect(await used()).toBe(before + 1);
    // What is not attempted counts too, as there.
    await replace({ cancelOrderId });
    expect(await used()).toBe(before + 2);
  });

  test('of another’s is of none, and his stays', async () => {
    const cancelOrderId = await place();
    const other = await exchange.key(await exchange.server.trader());
    const params = { ...GENTLE, cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId };
    expect((await signed('POST', REPLACE, params, other)).body).toMatchObject({ code: -2022 });
    expect(await statusOf(cancelOrderId)).toBe('NEW');
  });

  test.each([
    [{ cancelReplaceMode: 'MAYBE' }, -1130],
    [{ orderRateLimitExceededMode: 'CANCEL_ONLY' }, -1130],
    [{ cancelRestrictions: 'ONLY_MINE' }, -1145],
    [{ selfTradePreventionMode: 'NONE' }, -1013],
    [{ icebergQty: '0.05', timeInForce: 'IOC' }, -1014],
  ])('with %o is refused whole', async (more, code) => {
    const cancelOrderId = await place();
    expect((await replace({ cancelOrderId, ...more } as Params)).body).toMatchObject({ code });
    expect(await statusOf(cancelOrderId)).toBe('NEW');
  });
});

describe('cancelRestrictions', () => {
  test.each([
    ['ONLY_NEW', '0', 200],
    ['ONLY_PARTIALLY_FILLED', '0', 400],
    ['ONLY_NEW', '0.04', 400],
    ['ONLY_PARTIALLY_FILLED', '0.04', 200],
  ])('%s of one of which %s is filled: %i', async (cancelRestrictions, filled, status) => {
    const orderId = await place({ price: '94.00' });
    if (filled !== '0') {
      const sell = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '94.00' };
      await exchange.server.data('placeOrder', { ...sell, quantity: filled }, maker);
    }
    const asked = { symbol: SYMBOL, orderId, cancelRestrictions };
    const answer = await signed('DELETE', 'api/v3/order', asked);
    const ended = { status: 'CANCELED', orderId };
    expect(answer).toMatchObject({
      status,
      body: status === 200 ? ended : { code: -2011, msg: RESTRICTED },
    });
    await signed('DELETE', 'api/v3/openOrders', { symbol: SYMBOL });
  });

  test('of a stop nothing is filled', async () => {
    await exchange.server.tick();
    const stop = { symbol: SYMBOL, side: 'SELL', type: 'STOP_LOSS', quantity: '0.1' };
    const { body } = await signed('POST', 'api/v3/order', { ...stop, stopPrice: '80.00' });
    const asked = { symbol: SYMBOL, orderId: body.orderId };
    const cancel = (cancelRestrictions: string) =>
      signed('DELETE', 'api/v3/order', { ...asked, cancelRestrictions });
    expect((await cancel('ONLY_PARTIALLY_FILLED')).body).toMatchObject({ msg: RESTRICTED });
    expect((await cancel('ONLY_NEW')).body).toMatchObject({ status: 'CANCELED' });
  });
});

describe('icebergQty', () => {
  const ICEBERG = { ...GENTLE, icebergQty: '0.020' };

  test('shows that much at a time, and is told with the order', async () => {
    const placed = await signed('POST', 'api/v3/order', ICEBERG);
    expect(placed.body).toMatchObject({ status: 'NEW', origQty: '0.100', icebergQty: '0.020' });
    const { orderId } = placed.body;
    const listed = await signed('GET', 'api/v3/order', { symbol: SYMBOL, orderId });
    expect(listed.body).toMatchObject({ icebergQty: '0.020' });
    const { bids } = await exchange.server.data('deal', { symbol: 'BTC/USDT' });
    expect(bids).toContainEqual(['90.00', expect.stringMatching(/20?$/)]);
    const replaced = await replace({ cancelOrderId: orderId, icebergQty: '0.050' });
    expect(replaced.body).toMatchObject({ newOrderResponse: { icebergQty: '0.050' } });
  });

  test.each([
    [
      { ...ICEBERG, icebergQty: '0.005' },
      { code: -1013, msg: 'Filter failure: ICEBERG_PARTS' },
    ],
    [
      { ...ICEBERG, icebergQty: '0.2' },
      { code: -1013, msg: 'Filter failure: LOT_SIZE' },
    ],
    [{ ...ICEBERG, timeInForce: 'FOK' }, { code: -1014 }],
    [{ ...ICEBERG, type: 'LIMIT_MAKER', timeInForce: '' }, { status: 'NEW' }],
  ])('%o', async (params, answer) => {
    const { timeInForce, ...rest } = params;
    const asked = timeInForce === '' ? { ...rest, newOrderRespType: 'RESULT' } : params;
    expect((await signed('POST', 'api/v3/order', asked as Params)).body).toMatchObject(answer);
  });

  test('is checked by order/test, and said by exchangeInfo', async () => {
    expect((await signed('POST', 'api/v3/order/test', ICEBERG)).status).toBe(200);
    const reply = await fetch(`${exchange.url}/binance/api/v3/exchangeInfo?symbol=${SYMBOL}`);
    const body = (await reply.json()) as Answer['body'];
    const [symbol] = body.symbols;
    expect(symbol.icebergAllowed).toBe(true);
    expect(symbol.filters).toContainEqual({ filterType: 'ICEBERG_PARTS', limit: 10 });
  });
});

describe('amend/keepPriority', () => {
  test('makes it smaller, lists the change, and tells streams of it', async () => {
    const orderId = await place({ newClientOrderId: 'amended-1' });
    const { status, body } = await signed('PUT', AMEND, {
      symbol: SYMBOL,
      orderId,
      newQty: '0.04',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      executionId: expect.any(Number),
      amendedOrder: { orderId, qty: '0.040', status: 'NEW', clientOrderId: 'amended-1' },
    });
    const listed = await signed('GET', 'api/v3/order/amendments', { symbol: SYMBOL, orderId });
    expect(listed.body).toMatchObject([
      { executionId: body.executionId, origQty: '0.100', newQty: '0.040' },
    ]);
  });

  test.each([
    [{ newQty: '0.1' }, -2038],
    [{ newQty: '0.2' }, -1013],
    [{ newQty: '0' }, -1013],
    [{ newQty: '0.05', newClientOrderId: 'other' }, -1106],
    [{ newQty: '0.05', orderId: 999_999 }, -2011],
    [{}, -1102],
  ])('with %o is refused, and it stays as it was', async (more, code) => {
    const orderId = await place();
    const params = { symbol: SYMBOL, orderId, ...more } as Params;
    expect((await signed('PUT', AMEND, params)).body).toMatchObject({ code });
    const { body } = await signed('GET', 'api/v3/order', { symbol: SYMBOL, orderId });
    expect(body).toMatchObject({ status: 'NEW', origQty: '0.100' });
  });

  test('over a socket it is the same call', async () => {
    const orderId = await place();
    const probe = await exchange.connect('ws-api/v3');
    const ask = (newQty: string) =>
      probe.ask(
        signedMessage(key, 'order.amend.keepPriority', { symbol: SYMBOL, orderId, newQty }),
      );
    expect(await ask('0.06')).toMatchObject({
      status: 200,
      result: { amendedOrder: { qty: '0.060' } },
    });
    const params = { ...GENTLE, cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: 999_999 };
    expect(await probe.ask(signedMessage(key, 'order.cancelReplace', params))).toMatchObject({
      status: 400,
      error: { code: -2022, data: { cancelResult: 'FAILURE' } },
    });
    probe.socket.close();
  });
});

describe('selfTradePreventionMode', () => {
  test.each([
    ['EXPIRE_TAKER', '95.00', 'NEW', 'EXPIRED_IN_MATCH'],
    ['EXPIRE_MAKER', '96.00', 'EXPIRED_IN_MATCH', 'NEW'],
    ['EXPIRE_BOTH', '97.00', 'EXPIRED_IN_MATCH', 'EXPIRED_IN_MATCH'],
  ])('%s', async (selfTradePreventionMode, price, maker, taker) => {
    const by = await exchange.key(await exchange.server.trader());
    const { body: own } = await signed('POST', 'api/v3/order', { ...GENTLE, price }, by);
    const sell = { ...GENTLE, side: 'SELL', price, selfTradePreventionMode };
    const { body } = await signed('POST', 'api/v3/order', sell, by);
    expect(body).toMatchObject({ status: taker, selfTradePreventionMode });
    const asked = { symbol: SYMBOL, orderId: own.orderId };
    expect((await signed('GET', 'api/v3/order', asked, by)).body.status).toBe(maker);
    // One of the two may wait, where the next ones would meet it.
    await signed('DELETE', 'api/v3/openOrders', { symbol: SYMBOL }, by);
  });
});
