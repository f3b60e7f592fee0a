/** What waits for a price or for another order, made smaller and replaced by programs, in Binance's words. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BinanceServer, type Credentials, signedMessage } from './binance-fixture.ts';

let exchange: BinanceServer;
let key: Credentials;
beforeAll(async () => {
  exchange = await BinanceServer.start();
});
afterAll(() => exchange.stop());
beforeEach(async () => {
  key = await exchange.key(await exchange.server.trader());
  await exchange.server.tick();
});

type Params = Readonly<Record<string, string | number>>;
// biome-ignore lint/suspicious/noExplicitAny: of any call.
type Body = any;

const symbol = 'BTCUSDT';
const STOP = { symbol, side: 'SELL', type: 'STOP_LOSS', quantity: '1', stopPrice: '95.00' };
const LIMIT = { symbol, side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', quantity: '1' };
const REPLACE = 'order/cancelReplace';
const AMEND = 'order/amend/keepPriority';
const OTOCO = {
  ...{ symbol, workingType: 'LIMIT', workingSide: 'BUY', workingTimeInForce: 'GTC' },
  ...{ workingPrice: '90.00', workingQuantity: '1', pendingSide: 'SELL', pendingQuantity: '1' },
  ...{ pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: '100.00' },
  ...{ pendingBelowType: 'STOP_LOSS', pendingBelowTrailingDelta: '200' },
};

const call = async (method: string, path: string, asked: Params): Promise<Body> =>
  (
    await exchange.signed(
      key,
      method,
      `api/v3/${path}`,
      Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)])),
    )
  ).body;
const place = async (asked: Params = STOP): Promise<number> =>
  (await call('POST', 'order', asked)).orderId;
const find = (orderId: number) => call('GET', 'order', { symbol, orderId });
const open = async (): Promise<number[]> =>
  (await call('GET', 'openOrders', { symbol })).map((order: Body) => order.orderId);
const replace = (more: Params, mode = 'STOP_ON_FAILURE') =>
  call('POST', REPLACE, { ...STOP, stopPrice: '94.00', cancelReplaceMode: mode, ...more });

describe('amend/keepPriority', () => {
  test('makes a stop smaller, by either name, and frees what it held', async () => {
    const orderId = await place({ ...STOP, newClientOrderId: 'smaller' });
    const answer = await call('PUT', AMEND, { symbol, orderId, newQty: '0.6' });
    expect(answer).toMatchObject({
      executionId: -1,
      amendedOrder: { orderId, qty: '0.600', stopPrice: '95.00', status: 'NEW', type: 'STOP_LOSS' },
    });
    const named = { symbol, origClientOrderId: 'smaller', newQty: '0.4' };
    expect(await call('PUT', AMEND, named)).toMatchObject({ amendedOrder: { qty: '0.400' } });
    expect(await find(orderId)).toMatchObject({ origQty: '0.400', status: 'NEW' });
    const { balances } = await call('GET', 'account', { omitZeroBalances: 'true' });
    expect(balances).toContainEqual(
      expect.objectContaining({ asset: 'BTC', locked: '0.40000000' }),
    );
  });

  test('makes what is pending smaller, and says its list beside; over a socket too', async () => {
    const { orderReports, orderListId } = await call('POST', 'orderList/otoco', OTOCO);
    const [, limit, stop] = orderReports;
    const answer = await call('PUT', AMEND, { symbol, orderId: limit.orderId, newQty: '0.5' });
    expect(answer).toMatchObject({
      amendedOrder: { qty: '0.500', status: 'PENDING_NEW', type: 'LIMIT_MAKER', orderListId },
      listStatus: { orderListId, listOrderStatus: 'EXECUTING' },
    });
    const probe = await exchange.connect('ws-api/v3');
    const asked = { symbol, orderId: stop.orderId, newQty: '0.7' };
    expect(await probe.ask(signedMessage(key, 'order.amend.keepPriority', asked))).toMatchObject({
      status: 200,
      result: { amendedOrder: { qty: '0.700', status: 'PENDING_NEW' } },
    });
    probe.socket.close();
    expect(await find(stop.orderId)).toMatchObject({ origQty: '0.700', trailingDelta: 200 });
  });

  test.each<[Params, number]>([
    [{ newQty: '1' }, -2038],
    [{ newQty: '1.1' }, -1013],
    [{ newQty: '0' }, -1013],
    [{ newQty: '0.5', newClientOrderId: 'other' }, -1106],
  ])('with %o is refused, and it stays as it was', async (more, code) => {
    const orderId = await place();
    expect(await call('PUT', AMEND, { symbol, orderId, ...more })).toMatchObject({ code });
    expect(await find(orderId)).toMatchObject({ origQty: '1.000', status: 'NEW' });
  });

  test('of what one of two became, of another’s, and of what is over is refused', async () => {
    const oco = {
      symbol,
      side: 'SELL',
      quantity: '1',
      aboveType: 'LIMIT_MAKER',
      abovePrice: '110',
    };
    const pair = { ...oco, belowType: 'STOP_LOSS', belowStopPrice: '95.00' };
    const { orderReports } = await call('POST', 'orderList/oco', pair);
    for (const { orderId } of orderReports)
      expect(await call('PUT', AMEND, { symbol, orderId, newQty: '0.5' })).toMatchObject({
        code: -2010,
        msg: 'The order belongs to an order list.',
      });
    const orderId = await place();
    const owner = key;
    key = await exchange.key(await exchange.server.trader());
    expect(await call('PUT', AMEND, { symbol, orderId, newQty: '0.5' })).toMatchObject({
      code: -2011,
    });
    key = owner;
    await call('DELETE', 'openOrders', { symbol });
    expect(await call('PUT', AMEND, { symbol, orderId, newQty: '0.5' })).toMatchObject({
      code: -2011,
    });
  });
});

describe('cancelReplace', () => {
  const sold = { ...LIMIT, price: '110.00' };
  const lower = { ...STOP, stopPrice: '94.00' };
  test.each<[string, Params, Params, object]>([
    ['a stop by a stop', STOP, lower, { stopPrice: '94.00', type: 'STOP_LOSS', status: 'NEW' }],
    ['a stop by an order', STOP, sold, { price: '110.00', type: 'LIMIT', status: 'NEW' }],
    ['an order by a stop', sold, lower, { stopPrice: '94.00', status: 'NEW' }],
  ])('%s: both once, under its name', async (_, first, next, placed) => {
    const cancelOrderId = await place(first);
    const asked = { ...next, cancelOrderId, newClientOrderId: 'next', newOrderRespType: 'RESULT' };
    const ask = () => call('POST', REPLACE, { ...asked, cancelReplaceMode: 'STOP_ON_FAILURE' });
    const answer = await ask();
    expect(answer).toMatchObject({
      ...{ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' },
      cancelResponse: { orderId: cancelOrderId, status: 'CANCELED' },
      newOrderResponse: placed,
    });
    expect(await open()).toEqual([answer.newOrderResponse.orderId]);
    // Sent again after an answer that was lost.
    expect(await ask()).toEqual(answer);
    expect(await open()).toEqual([answer.newOrderResponse.orderId]);
  });

  test('under a name that was used nothing is cancelled', async () => {
    await place({ ...STOP, quantity: '0.5', newClientOrderId: 'used' });
    const cancelOrderId = await place({ ...STOP, quantity: '0.5' });
    expect(await replace({ cancelOrderId, newClientOrderId: 'used' })).toMatchObject({
      code: -2022,
      data: { newOrderResult: 'NOT_ATTEMPTED', cancelResponse: { code: -2010 } },
    });
    expect(await find(cancelOrderId)).toMatchObject({ status: 'NEW' });
  });

  test('of one of which something must be filled cancels nothing; what cannot be placed is said', async () => {
    const cancelOrderId = await place();
    const restricted = { cancelOrderId, cancelRestrictions: 'ONLY_PARTIALLY_FILLED' };
    expect(await replace(restricted)).toMatchObject({
      code: -2022,
      data: { cancelResult: 'FAILURE', cancelResponse: { code: -2011 } },
    });
    expect(await find(cancelOrderId)).toMatchObject({ status: 'NEW' });
    expect(await replace({ cancelOrderId, stopPrice: '100.00' })).toMatchObject({
      code: -2021,
      data: { cancelResult: 'SUCCESS', newOrderResponse: { code: -2010 } },
    });
    expect(await open()).toEqual([]);
  });

  test('of none stops, or goes on where that is asked', async () => {
    expect(await replace({ cancelOrderId: 999_999 })).toMatchObject({
      code: -2022,
      data: { newOrderResult: 'NOT_ATTEMPTED' },
    });
    expect(await open()).toEqual([]);
    expect(await replace({ cancelOrderId: 999_999 }, 'ALLOW_FAILURE')).toMatchObject({
      code: -2021,
      data: { cancelResult: 'FAILURE', newOrderResponse: { orderId: expect.any(Number) } },
    });
    expect(await open()).toHaveLength(1);
  });

  test('of one of a list takes the list along', async () => {
    const { orderReports } = await call('POST', 'orderList/otoco', OTOCO);
    const cancelOrderId = orderReports[2].orderId;
    expect(await replace({ cancelOrderId })).toMatchObject({ cancelResult: 'SUCCESS' });
    expect(await open()).toHaveLength(1);
  });
});

describe('what follows another price is refused in words', () => {
  const msg = 'Unsupported order combination: pegged orders are not allowed.';
  test.each<[string, Params]>([
    ['order', { ...LIMIT, price: '110.00', pegPriceType: 'PRIMARY_PEG' }],
    ['order', { ...STOP, pegPriceType: 'PRIMARY_PEG', pegOffsetType: 'PRICE_LEVEL' }],
    ['orderList/otoco', { ...OTOCO, pendingAbovePegPriceType: 'MARKET_PEG' }],
    ['orderList/otoco', { ...OTOCO, workingPegPriceType: 'MARKET_PEG' }],
    ['orderList/otoco', { ...OTOCO, pendingBelowPegOffsetValue: '1' }],
  ])('%s %o', async (path, asked) => {
    expect(await call('POST', path, asked)).toEqual({ code: -1014, msg });
    expect(await open()).toEqual([]);
  });
});
