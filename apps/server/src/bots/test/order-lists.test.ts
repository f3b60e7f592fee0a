/** Lists of orders in Binance's words (B23): placed, found, told of, taken back, and what is refused as it is there. */
import { priceE8 } from '@fairlead/units';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../test/support/fixture.ts';
import { BinanceServer, type Credentials, signedMessage } from './binance-fixture.ts';

let exchange: BinanceServer;
let maker: TestUser;
let key: Credentials;
beforeAll(async () => {
  exchange = await BinanceServer.start();
  maker = await exchange.server.trader();
});
afterAll(() => exchange.stop());
beforeEach(async () => {
  key = await exchange.key(await exchange.server.trader());
  await exchange.server.tick();
});
// What is left would trade with what comes.
afterEach(() => call('DELETE', 'openOrders', { symbol: 'BTCUSDT' }));

type Asked = Readonly<Record<string, string>>;
// biome-ignore lint/suspicious/noExplicitAny: of any call.
type Body = any;

const call = async (method: string, path: string, asked: Asked = {}): Promise<Body> =>
  (await exchange.signed(key, method, `api/v3/${path}`, asked)).body;
const find = (orderId: number): Promise<Body> =>
  call('GET', 'order', { symbol: 'BTCUSDT', orderId: String(orderId) });

const OCO = {
  ...{ symbol: 'BTCUSDT', side: 'SELL', quantity: '1' },
  ...{ aboveType: 'LIMIT_MAKER', abovePrice: '110.00' },
  ...{ belowType: 'STOP_LOSS', belowStopPrice: '95.00' },
};
const BUYING = {
  ...{ symbol: 'BTCUSDT', side: 'BUY', quantity: '1' },
  ...{ aboveType: 'STOP_LOSS_LIMIT', aboveStopPrice: '105.00', abovePrice: '106.00' },
  ...{ aboveTimeInForce: 'GTC', belowType: 'TAKE_PROFIT', belowStopPrice: '90.00' },
};
const WORKING = {
  ...{ symbol: 'BTCUSDT', workingType: 'LIMIT', workingSide: 'BUY', workingTimeInForce: 'GTC' },
  ...{ workingPrice: '90.00', workingQuantity: '1', pendingSide: 'SELL', pendingQuantity: '1' },
};
const OTO = { ...WORKING, pendingType: 'STOP_LOSS', pendingStopPrice: '80.00' };
const OTOCO = {
  ...WORKING,
  ...{ pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: '100.00' },
  ...{ pendingBelowType: 'STOP_LOSS', pendingBelowStopPrice: '85.00' },
};
const OLD = {
  ...{ symbol: 'BTCUSDT', side: 'SELL', quantity: '1', price: '110.00', stopPrice: '95.00' },
  ...{ stopLimitPrice: '94.00', stopLimitTimeInForce: 'GTC' },
};

/** A sample of now at another price. */
async function reach(ticks: bigint): Promise<void> {
  const sampleTimeMs = Date.now();
  const price = priceE8(ticks * 1_000_000n);
  await exchange.server.sequencer.run(
    { kind: 'index_tick', marketId: 1, sampleTimeMs, quotedAtMs: sampleTimeMs, price },
    { sampleSources: JSON.stringify({ sources: [], dropped: [] }) },
  );
}
const make = (side: 'buy' | 'sell', price: string, quantity = '1') =>
  exchange.server.data(
    'placeOrder',
    { symbol: 'BTC/USDT', side, type: 'limit', price, quantity },
    maker,
  );

describe('orderList/oco', () => {
  test('is both orders, under a list of its own', async () => {
    const placed = await call('POST', 'orderList/oco', { ...OCO, listClientOrderId: 'both' });
    const { orderListId } = placed;
    expect(placed).toMatchObject({
      contingencyType: 'OCO',
      listStatusType: 'EXEC_STARTED',
      listOrderStatus: 'EXECUTING',
      listClientOrderId: 'both',
      symbol: 'BTCUSDT',
      orderReports: [
        { orderListId, type: 'LIMIT_MAKER', side: 'SELL', price: '110.00', status: 'NEW' },
        { orderListId, type: 'STOP_LOSS', stopPrice: '95.00', status: 'NEW', workingTime: -1 },
      ],
    });
    const { orderReports, ...listed } = placed;
    expect(placed.orders).toEqual(
      orderReports.map(({ symbol, orderId, clientOrderId }: Body) => ({
        ...{ symbol, orderId, clientOrderId },
      })),
    );
    for (const name of [{ orderListId: String(orderListId) }, { origClientOrderId: 'both' }])
      expect(await call('GET', 'orderList', name)).toEqual(listed);
    expect(await call('GET', 'openOrderList')).toEqual([listed]);
    expect(await call('GET', 'allOrderList')).toEqual([listed]);
    const open = await call('GET', 'openOrders', { symbol: 'BTCUSDT' });
    expect(open).toMatchObject([{ orderListId }, { orderListId }]);
    expect(await find(orderReports[1].orderId)).toMatchObject({ orderListId, status: 'NEW' });
    // Sent again it is the same list.
    expect(await call('POST', 'orderList/oco', { ...OCO, listClientOrderId: 'both' })).toEqual(
      placed,
    );
  });

  test('without a name, a call that is sent again to the byte is the same list', async () => {
    const [nowMs, asked] = [Date.now(), { ...OCO, quantity: '0.1' }];
    const send = (at: number) =>
      exchange.signed(key, 'POST', 'api/v3/orderList/oco', asked, { nowMs: at });
    const first = await send(nowMs);
    expect(await send(nowMs)).toEqual(first);
    const other = await send(nowMs - 1);
    expect(other.body['orderListId']).not.toBe(first.body['orderListId']);
  });

  test.each<[string, Asked, readonly object[]]>([
    [
      'a buy: the stop stands above',
      BUYING,
      [
        { type: 'TAKE_PROFIT', stopPrice: '90.00' },
        { type: 'STOP_LOSS_LIMIT', stopPrice: '105.00', price: '106.00', timeInForce: 'GTC' },
      ],
    ],
    [
      'two that wait',
      { ...OCO, aboveType: 'TAKE_PROFIT', abovePrice: '', aboveStopPrice: '110.00' },
      [{ type: 'TAKE_PROFIT', stopPrice: '110.00' }, { type: 'STOP_LOSS' }],
    ],
    [
      'an iceberg',
      { ...OCO, aboveIcebergQty: '0.2' },
      [{ type: 'LIMIT_MAKER', icebergQty: '0.200' }, { type: 'STOP_LOSS' }],
    ],
  ])('%s', async (_name, given, reports) => {
    const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    expect(await call('POST', 'orderList/oco', asked)).toMatchObject({ orderReports: reports });
  });

  test('by its older name and names', async () => {
    expect(await call('POST', 'order/oco', { ...OLD, limitClientOrderId: 'up' })).toMatchObject({
      contingencyType: 'OCO',
      orderReports: [
        { type: 'LIMIT_MAKER', price: '110.00', clientOrderId: 'up' },
        { type: 'STOP_LOSS_LIMIT', stopPrice: '95.00', price: '94.00' },
      ],
    });
  });

  test('with a distance from the best price, and who goes where it meets its owner’s', async () => {
    const { belowStopPrice: _, ...rest } = OCO;
    const trailing = { ...rest, belowTrailingDelta: '200', selfTradePreventionMode: 'EXPIRE_BOTH' };
    const own = { selfTradePreventionMode: 'EXPIRE_BOTH' };
    expect(await call('POST', 'orderList/oco', trailing)).toMatchObject({
      orderReports: [
        { type: 'LIMIT_MAKER', ...own },
        { type: 'STOP_LOSS', trailingDelta: 200, stopPrice: '98.00', ...own },
      ],
    });
    const old = { ...OLD, stopPrice: '', trailingDelta: '200', stopIcebergQty: '0.2' };
    const asked = Object.fromEntries(Object.entries(old).filter(([, value]) => value !== ''));
    expect(await call('POST', 'order/oco', asked)).toMatchObject({
      orderReports: [
        { type: 'LIMIT_MAKER' },
        { type: 'STOP_LOSS_LIMIT', trailingDelta: 200, icebergQty: '0.200' },
      ],
    });
  });

  test('a market order behind another is placed once that is filled', async () => {
    const { pendingStopPrice: _, ...rest } = OTO;
    const placed = await call('POST', 'orderList/oto', { ...rest, pendingType: 'MARKET' });
    expect(placed).toMatchObject({
      orderReports: [{ status: 'NEW' }, { type: 'MARKET', status: 'PENDING_NEW', price: '0' }],
    });
    const bid = await make('buy', '89.00');
    await reach(9_000n);
    const ask = await make('sell', '90.00');
    const { orderId } = placed.orderReports[1];
    expect(await find(orderId)).toMatchObject({ type: 'MARKET', status: 'FILLED' });
    expect([bid, ask]).toHaveLength(2);
  });

  test('what is pending may be an iceberg', async () => {
    const shown = { ...OTOCO, pendingAboveIcebergQty: '0.2' };
    expect(await call('POST', 'orderList/otoco', shown)).toMatchObject({
      orderReports: [{}, { type: 'LIMIT_MAKER', icebergQty: '0.200' }, {}],
    });
  });

  test('and these at the newer path, where neither of its own is', async () => {
    expect(await call('POST', 'orderList/oco', { ...OLD, type: 'OCO' })).toMatchObject({
      contingencyType: 'OCO',
      orderReports: [{ type: 'LIMIT_MAKER' }, { type: 'STOP_LOSS_LIMIT' }],
    });
    const { price: _, ...priceless } = OLD;
    const counted: unknown[] = [];
    const { metrics } = exchange.server.context;
    const count = metrics.answered.bind(metrics);
    metrics.answered = (answer) => {
      counted.push(answer.status);
      count(answer);
    };
    expect((await call('POST', 'orderList/oco', { ...priceless, type: 'OCO' })).code).toBe(-1102);
    expect((await call('POST', 'orderList/oco', { ...OCO, type: 'LIMIT' })).code).toBe(-1116);
    metrics.answered = count;
    // A refusal is counted as what it was.
    expect(counted).toEqual([400, 400]);
  });

  test('newOrderRespType says how much is told', async () => {
    const ack = await call('POST', 'orderList/oco', { ...OCO, newOrderRespType: 'ACK' });
    for (const report of ack.orderReports)
      expect(Object.keys(report)).toEqual([
        ...['symbol', 'orderId', 'orderListId', 'clientOrderId', 'transactTime'],
      ]);
  });

  test('the stop that fires takes the limit back, and both say so', async () => {
    await make('buy', '94.90');
    const placed = await call('POST', 'orderList/oco', OCO);
    await reach(9_490n);
    const [limit, stop] = placed.orders;
    expect(await find(limit.orderId)).toMatchObject({ status: 'EXPIRED', executedQty: '0.000' });
    expect(await find(stop.orderId)).toMatchObject({
      ...{ status: 'FILLED', orderListId: placed.orderListId, executedQty: '1.000' },
    });
    const listed = await call('GET', 'orderList', { orderListId: String(placed.orderListId) });
    expect(listed).toMatchObject({ listStatusType: 'ALL_DONE', orders: placed.orders });
    expect(await call('GET', 'openOrderList')).toEqual([]);
  });
});

describe('behind a working order', () => {
  test('oto: what is pending is put up when that is filled, and found by its id', async () => {
    const placed = await call('POST', 'orderList/oto', OTO);
    expect(placed).toMatchObject({
      contingencyType: 'OTO',
      orderReports: [
        { type: 'LIMIT', side: 'BUY', status: 'NEW', price: '90.00' },
        { type: 'STOP_LOSS', side: 'SELL', status: 'PENDING_NEW', stopPrice: '80.00' },
      ],
    });
    const [, pending] = placed.orders;
    expect(await find(pending.orderId)).toMatchObject({ status: 'PENDING_NEW' });
    await make('sell', '90.00');
    expect(await find(pending.orderId)).toMatchObject({ status: 'NEW', type: 'STOP_LOSS' });
    // The list is over, and what goes on by itself is taken back under its name too.
    const orderListId = String(placed.orderListId);
    const asked = { symbol: 'BTCUSDT', orderListId };
    expect(await call('DELETE', 'orderList', asked)).toMatchObject({
      orderReports: [{ orderId: pending.orderId, status: 'CANCELED' }],
    });
    expect(await call('DELETE', 'orderList', asked)).toMatchObject({
      ...{ code: -2011, msg: 'Unknown order list sent.' },
    });
  });

  test('otoco: a limit keeps its id, whatever order it becomes', async () => {
    const placed = await call('POST', 'orderList/otoco', OTOCO);
    expect(placed).toMatchObject({
      contingencyType: 'OTO',
      orderReports: [
        { type: 'LIMIT', status: 'NEW' },
        { type: 'LIMIT_MAKER', status: 'PENDING_NEW', price: '100.00' },
        { type: 'STOP_LOSS', status: 'PENDING_NEW', stopPrice: '85.00' },
      ],
    });
    expect(placed.orderReports[1]).not.toHaveProperty('stopPrice');
    await make('sell', '90.00');
    const [working, limit, stop] = placed.orders;
    expect(await find(working.orderId)).toMatchObject({ status: 'FILLED' });
    expect(await find(limit.orderId)).toMatchObject({ type: 'LIMIT_MAKER', status: 'NEW' });
    const list = { orderListId: String(placed.orderListId) };
    expect(await call('GET', 'orderList', list)).toMatchObject({ orders: placed.orders });
    const ended = await call('DELETE', 'orderList', { symbol: 'BTCUSDT', ...list });
    expect(ended).toMatchObject({
      ...{ listStatusType: 'ALL_DONE', orders: placed.orders },
      orderReports: [
        { orderId: limit.orderId, status: 'CANCELED', type: 'LIMIT_MAKER' },
        { orderId: stop.orderId, status: 'CANCELED' },
      ],
    });
  });

  test('one that is filled at once is told as it was placed, and has its trades', async () => {
    await make('sell', '90.00');
    const asked = { ...OTOCO, workingIcebergQty: '0.5', newOrderRespType: 'FULL' };
    const placed = await call('POST', 'orderList/otoco', asked);
    expect(placed).toMatchObject({
      listOrderStatus: 'EXECUTING',
      orderReports: [
        { status: 'FILLED', icebergQty: '0.500', fills: [{ qty: '1.000' }] },
        { status: 'PENDING_NEW', type: 'LIMIT_MAKER' },
        { status: 'PENDING_NEW', type: 'STOP_LOSS' },
      ],
    });
    expect(await find(placed.orders[2].orderId)).toMatchObject({ status: 'NEW' });
    const trades = await call('GET', 'myTrades', { symbol: 'BTCUSDT' });
    expect(trades).toMatchObject([{ orderListId: placed.orderListId }]);
  });

  test('the working order made smaller tells of its list', async () => {
    const placed = await call('POST', 'orderList/oto', OTO);
    const [working] = placed.orders;
    const asked = { symbol: 'BTCUSDT', orderId: String(working.orderId), newQty: '0.5' };
    expect(await call('PUT', 'order/amend/keepPriority', asked)).toMatchObject({
      amendedOrder: { qty: '0.500', orderListId: placed.orderListId },
      listStatus: { contingencyType: 'OTO', listOrderStatus: 'EXECUTING', orders: placed.orders },
    });
  });
});

describe('is taken back', () => {
  test.each([0, 1])('whole with its order %i', async (at) => {
    const placed = await call('POST', 'orderList/oco', OCO);
    const asked = { symbol: 'BTCUSDT', orderId: String(placed.orders[at].orderId) };
    expect(await call('DELETE', 'order', { ...asked, newClientOrderId: 'gone' })).toMatchObject({
      ...{ orderListId: placed.orderListId, listStatusType: 'ALL_DONE' },
      orderReports: [
        { status: 'CANCELED', clientOrderId: 'gone' },
        { status: 'CANCELED', clientOrderId: 'gone' },
      ],
    });
    expect(await call('GET', 'openOrders', { symbol: 'BTCUSDT' })).toEqual([]);
  });

  test('with all others, as one', async () => {
    const placed = await call('POST', 'orderList/oco', OCO);
    const limit = { symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', timeInForce: 'GTC' };
    const { orderId } = await call('POST', 'order', { ...limit, price: '120.00', quantity: '1' });
    expect(await call('DELETE', 'openOrders', { symbol: 'BTCUSDT' })).toMatchObject([
      { orderId, orderListId: -1, status: 'CANCELED' },
      { orderListId: placed.orderListId, contingencyType: 'OCO', orderReports: [{}, {}] },
    ]);
  });

  test('by nobody else, nor in another market', async () => {
    const { orderListId } = await call('POST', 'orderList/oco', OCO);
    const asked = { orderListId: String(orderListId) };
    const unknown = { code: -2011, msg: 'Unknown order list sent.' };
    expect(await call('DELETE', 'orderList', { symbol: 'ETHUSDT', ...asked })).toEqual(unknown);
    const both = { ...asked, listClientOrderId: 'another' };
    expect(await call('DELETE', 'orderList', { symbol: 'BTCUSDT', ...both })).toEqual(unknown);
    const own = key;
    key = await exchange.key(await exchange.server.trader());
    expect(await call('DELETE', 'orderList', { symbol: 'BTCUSDT', ...asked })).toEqual(unknown);
    expect(await call('GET', 'orderList', asked)).toEqual({
      ...{ code: -2018, msg: 'Order list does not exist.' },
    });
    key = own;
  });
});

describe('is refused', () => {
  const AMISS = 'The relationship of the prices for the orders is not correct.';
  test.each<[string, Asked, number, string?]>([
    ['orderList/oco', { ...OCO, aboveType: '' }, -1102],
    ['orderList/oco', { ...OCO, abovePrice: '' }, -1102],
    ['orderList/oco', { ...OCO, belowStopPrice: '' }, -1102],
    ['orderList/oco', { ...OCO, aboveType: 'LIMIT' }, -1158],
    ['orderList/oco', { ...OCO, belowType: 'LIMIT_MAKER' }, -1168],
    ['orderList/oco', { ...OCO, aboveTimeInForce: 'GTC' }, -1106],
    ['orderList/oco', { ...OCO, aboveStopPrice: '100.00' }, -1106],
    ['orderList/oco', { ...OCO, belowPrice: '94.00' }, -1106],
    ['orderList/oco', { ...OCO, belowTrailingDelta: '100' }, -1014],
    ['orderList/oco', { ...OCO, belowStopPrice: '', belowTrailingDelta: '5' }, -1013],
    ['orderList/oco', { ...OCO, belowIcebergQty: '0.1' }, -1014],
    ['orderList/oco', { ...OCO, selfTradePreventionMode: 'NONE' }, -1013],
    ['orderList/oco', { ...OCO, aboveType: 'STOP_LOSS', aboveStopPrice: '105.00' }, -1197],
    ['orderList/oco', { ...OCO, belowType: 'TAKE_PROFIT' }, -1199],
    ['orderList/oco', { ...OCO, side: 'BUY' }, -1165],
    ['orderList/oco', { ...BUYING, belowType: 'STOP_LOSS' }, -1196],
    ['orderList/oco', { ...BUYING, aboveType: 'TAKE_PROFIT' }, -1198],
    ['orderList/oco', { ...OCO, belowStopPrice: '111.00' }, -2010, AMISS],
    ['orderList/oco', { ...OCO, belowStopPrice: '105.00' }, -2010, AMISS],
    ['orderList/oco', { ...OCO, quantity: '0.0001' }, -1013, 'Filter failure: LOT_SIZE'],
    ['orderList/oco', { ...OCO, abovePrice: '110.001' }, -1013, 'Filter failure: PRICE_FILTER'],
    ['orderList/oco', { ...OCO, misspelt: '1' }, -1104],
    ['order/oco', { ...OLD, stopPrice: '' }, -1102],
    ['order/oco', { ...OLD, stopLimitPrice: '' }, -1106],
    ['orderList/oto', { ...OTO, workingType: 'MARKET' }, -1116],
    ['orderList/oto', { ...OTO, pendingType: 'MARKET' }, -1106],
    ['orderList/oto', { ...OTO, workingTimeInForce: '' }, -1102],
    ['orderList/oto', { ...OTO, workingTimeInForce: 'IOC', workingIcebergQty: '0.5' }, -1014],
    ['orderList/otoco', { ...OTOCO, pendingBelowIcebergQty: '0.5' }, -1014],
    ['orderList/otoco', { ...OTOCO, pendingBelowType: 'LIMIT_MAKER' }, -1168],
  ])('%s %o: %i', async (path, given, code, msg) => {
    const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const refused = await call('POST', path, asked);
    expect(refused).toMatchObject(msg === undefined ? { code } : { code, msg });
    expect(await call('GET', 'openOrders', { symbol: 'BTCUSDT' })).toEqual([]);
  });

  test('where the limit would take, in the words that clients know', async () => {
    await make('buy', '99.00');
    await reach(9_600n);
    const taking = { ...OCO, abovePrice: '98.00', belowStopPrice: '90.00' };
    expect(await call('POST', 'orderList/oco', taking)).toEqual({
      ...{ code: -2010, msg: 'Order would immediately match and take.' },
    });
    await exchange.server.data('cancelOrder', { order_id: await lastOfMaker() }, maker);
  });

  test('without a name of the list', async () => {
    expect(await call('DELETE', 'orderList', { symbol: 'BTCUSDT' })).toMatchObject({ code: -1102 });
    expect(await call('GET', 'orderList')).toMatchObject({ code: -1128 });
    const both = { fromId: '1', startTime: '1' };
    expect(await call('GET', 'allOrderList', both)).toMatchObject({ code: -1128 });
  });

  const lastOfMaker = async () =>
    (await exchange.server.data('orders', { status: 'waiting' }, maker)).list[0]?.id ?? 0;
});

test('allOrderList: from an id on, and by time', async () => {
  const first = await call('POST', 'orderList/oco', { ...OCO, quantity: '0.1' });
  const second = await call('POST', 'orderList/oco', { ...OCO, quantity: '0.1' });
  const ids = async (asked: Asked) =>
    (await call('GET', 'allOrderList', asked)).map(({ orderListId }: Body) => orderListId);
  const both = [first.orderListId, second.orderListId];
  expect(await ids({ fromId: String(first.orderListId) })).toEqual(both);
  expect(await ids({ fromId: String(second.orderListId) })).toEqual(both.slice(1));
  expect(await ids({ limit: '1' })).toEqual(both.slice(1));
  expect(await ids({ startTime: String(first.transactionTime) })).toEqual(both);
  expect(await ids({ endTime: String(first.transactionTime - 1) })).toEqual([]);
});

test('counts for as many orders as it has', async () => {
  const used = async () => (await call('GET', 'rateLimit/order'))[0].count;
  const before = await used();
  await call('POST', 'orderList/otoco', OTOCO);
  expect(await used()).toBe(before + 3);
  await call('POST', 'orderList/oco', OCO);
  expect(await used()).toBe(before + 5);
});

describe('over a socket', () => {
  test('it is the same call, and streams tell of list and orders', async () => {
    const probe = await exchange.connect('ws-api/v3');
    const ask = async (method: string, asked: Asked = {}): Promise<Body> =>
      (await probe.ask(signedMessage(key, method, asked))).result;
    await ask('userDataStream.subscribe.signature');
    const placed = await ask('orderList.place.otoco', { ...OTOCO, listClientOrderId: 'told' });
    const { orderListId, orders } = placed;
    const g = orderListId;
    const [working, limit, stop] = orders;
    const O = orders.map(({ symbol: s, orderId: i, clientOrderId: c }: Body) => ({ s, i, c }));
    const tells = (expected: Record<string, unknown>) =>
      probe.until(({ event = {} }) =>
        Object.entries(expected).every(([name, value]) => event[name] === value),
      );
    const begun = await tells({ e: 'listStatus', g, l: 'EXEC_STARTED' });
    expect(begun.event).toMatchObject({ s: 'BTCUSDT', c: 'OTO', L: 'EXECUTING', C: 'told', O });
    await tells({ e: 'executionReport', i: working.orderId, g, X: 'NEW' });
    await tells({ e: 'executionReport', i: limit.orderId, g, x: 'NEW', X: 'PENDING_NEW' });
    await tells({ e: 'executionReport', i: stop.orderId, g, x: 'NEW', X: 'PENDING_NEW' });
    expect(await ask('orderList.status', { origClientOrderId: 'told' })).toMatchObject({ orders });
    expect(await ask('openOrderLists.status')).toMatchObject([{ orderListId }]);
    expect(await ask('allOrderLists')).toMatchObject([{ orderListId }]);
    await make('sell', '90.00');
    await tells({ e: 'executionReport', i: working.orderId, X: 'FILLED' });
    await tells({ e: 'executionReport', i: stop.orderId, g, x: 'NEW', X: 'NEW', P: '85.00' });
    await make('buy', '100.00');
    await tells({ e: 'executionReport', i: stop.orderId, g, x: 'EXPIRED', X: 'EXPIRED' });
    const over = await tells({ e: 'listStatus', g, l: 'ALL_DONE' });
    expect(over.event).toMatchObject({ L: 'ALL_DONE', C: 'told', O });
    // In the order in which they came to be.
    const kinds = probe.told.flatMap(({ event }) => (event === undefined ? [] : [event['e']]));
    expect(kinds.indexOf('listStatus')).toBeLessThan(kinds.indexOf('executionReport'));
    probe.socket.close();
  });

  test.each([
    ['orderList.place', OLD],
    ['orderList.place.oco', OCO],
    ['orderList.place.oto', OTO],
  ])('%s, and orderList.cancel', async (method, asked) => {
    const probe = await exchange.connect('ws-api/v3');
    const placed = await probe.ask(signedMessage(key, method, asked));
    const orderListId = placed.result?.['orderListId'] as number;
    const cancel = signedMessage(key, 'orderList.cancel', { symbol: 'BTCUSDT', orderListId });
    expect(await probe.ask(cancel)).toMatchObject({
      status: 200,
      result: { orderListId, listOrderStatus: 'ALL_DONE', orderReports: [{}, {}] },
    });
    probe.socket.close();
  });
});
