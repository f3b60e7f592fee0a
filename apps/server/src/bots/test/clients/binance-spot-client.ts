/** Binance's own `@binance/spot`: REST, the WebSocket API and market streams, by the kind of key that it is given. */
import { Spot } from '@binance/spot';
import { expect } from 'vitest';
import type { Credentials } from '../binance-fixture.ts';
import { acting, type TriedClient, trade, type World } from './tried-client.ts';

type Socket = Awaited<ReturnType<Spot['websocketAPI']['connect']>>;
type Streams = Awaited<ReturnType<Spot['websocketStreams']['connect']>>;

interface Opened {
  readonly rest: Spot['restAPI'];
  readonly api: Socket;
  readonly streams: Streams;
}

const symbol = 'BTCUSDT';
const LIMIT = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.1 } as const;
const MARKET = { symbol, side: 'BUY', type: 'MARKET', quantity: 0.1 } as const;

/** What a call gives, as JSON. */
async function dataOf<Data>(asked: Promise<{ data(): Promise<Data> } | { data: Data }>) {
  const { data } = await asked;
  return (typeof data === 'function' ? await (data as () => Promise<Data>)() : data) as Data;
}

const rest =
  (ask: (rest: Opened['rest']) => Promise<{ data(): Promise<unknown> }>, expected: unknown) =>
  async (client: Opened) =>
    expect(await dataOf(ask(client.rest) as never)).toMatchObject(expected as object);
const socket =
  (ask: (api: Socket) => Promise<unknown>, expected: unknown) => async (client: Opened) =>
    expect(await dataOf(ask(client.api) as never)).toMatchObject(expected as object);
/** What is asked of an order that waits. */
const waiting =
  (use: (client: Opened, orderId: number) => Promise<unknown>, expected: unknown) =>
  async (client: Opened) => {
    const { orderId = 0 } = await dataOf(client.rest.newOrder({ ...LIMIT, price: 90 } as never));
    expect(await dataOf(use(client, Number(orderId)) as never)).toMatchObject(expected as object);
    await client.rest.deleteOpenOrders({ symbol }).catch(() => undefined);
  };
const stream =
  (
    listen: (streams: Streams) => { on(event: 'message', told: (data: unknown) => void): void },
    expected: object,
  ) =>
  async ({ streams }: Opened, world: World) => {
    const told = new Promise((resolve) => listen(streams).on('message', resolve));
    expect(await acting(told, () => trade(world))).toMatchObject(expected);
  };

const some = expect.any(Array);
const last = [{ price: '100.00' }];
const canceled = { status: 'CANCELED' };
const replaced = {
  cancelResult: 'SUCCESS',
  newOrderResult: 'SUCCESS',
  cancelResponse: canceled,
  newOrderResponse: { price: '89.00', status: 'NEW' },
};
const replacing = (cancelOrderId: number) =>
  ({ ...LIMIT, price: 89, cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId }) as never;
const amended = { amendedOrder: { qty: '0.050', status: 'NEW', price: '90.00' } };
const filled = { status: 'FILLED', executedQty: '0.100', fills: some };

/** Lists of orders: two of which one cancels the other, and one or two behind another, by the words of each call. */
const PAIR = {
  ...{ aboveType: 'LIMIT_MAKER', abovePrice: 110 },
  ...{ belowType: 'STOP_LOSS', belowStopPrice: 95 },
};
const OCO = { symbol, side: 'SELL', quantity: 0.1, ...PAIR } as never;
const OLD_OCO = { symbol, side: 'SELL', quantity: 0.1, price: 110, stopPrice: 95 } as never;
const WORKING = {
  ...{ symbol, workingType: 'LIMIT', workingSide: 'BUY', workingTimeInForce: 'GTC' },
  ...{ workingPrice: 90, workingQuantity: 0.1, pendingSide: 'SELL', pendingQuantity: 0.1 },
};
const OTO = { ...WORKING, pendingType: 'STOP_LOSS', pendingStopPrice: 80 } as never;
const OTOCO = {
  ...WORKING,
  ...{ pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: 110 },
  ...{ pendingBelowType: 'STOP_LOSS', pendingBelowStopPrice: 80 },
} as never;
/** The same with what each of its orders may say beside. */
const OWN = { selfTradePreventionMode: 'EXPIRE_BOTH' };
const OCO_TERMS = {
  ...{ symbol, side: 'SELL', quantity: 0.1, ...OWN },
  ...{ aboveType: 'LIMIT_MAKER', abovePrice: 110, aboveIcebergQty: 0.02 },
  ...{ belowType: 'STOP_LOSS', belowTrailingDelta: 200 },
} as never;
const OTOCO_TERMS = {
  ...{ ...WORKING, ...OWN, workingIcebergQty: 0.02 },
  ...{ pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: 110, pendingAboveIcebergQty: 0.02 },
  ...{ pendingBelowType: 'STOP_LOSS', pendingBelowTrailingDelta: 200 },
} as never;
const OTO_MARKET = { ...WORKING, ...OWN, pendingType: 'MARKET' } as never;
const shown = { icebergQty: '0.020', ...OWN };
const trailing = { trailingDelta: 200, ...OWN };
const STOP = { symbol, side: 'SELL', type: 'STOP_LOSS', quantity: 0.1, stopPrice: 90 };
const lower = (cancelOrderId: number) =>
  ({ ...STOP, stopPrice: 89, cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId }) as never;
const stopAmended = { amendedOrder: { qty: '0.050', status: 'NEW', type: 'STOP_LOSS' } };
const stopReplaced = {
  cancelResult: 'SUCCESS',
  newOrderResult: 'SUCCESS',
  cancelResponse: canceled,
};
/** What is asked of a stop that waits. */
const stopped =
  (use: (client: Opened, orderId: number) => Promise<unknown>, expected: unknown) =>
  async (client: Opened) => {
    const { orderId = 0 } = await dataOf(client.rest.newOrder(STOP as never));
    expect(await dataOf(use(client, Number(orderId)) as never)).toMatchObject(expected as object);
    await client.rest.deleteOpenOrders({ symbol });
  };
const begun = (contingencyType: string, statuses: readonly string[]) => ({
  ...{ contingencyType, listOrderStatus: 'EXECUTING', symbol },
  orderReports: statuses.map((status) => ({ status })),
});
const twoNew = begun('OCO', ['NEW', 'NEW']);
const pending = begun('OTO', ['NEW', 'PENDING_NEW']);
const twoPending = begun('OTO', ['NEW', 'PENDING_NEW', 'PENDING_NEW']);
/** What is placed is taken back. */
const listing =
  (place: (client: Opened) => Promise<unknown>, expected: unknown) => async (client: Opened) => {
    expect(await dataOf(place(client) as never)).toMatchObject(expected as object);
    await client.rest.deleteOpenOrders({ symbol });
  };
/** What is asked of a list whose orders wait. */
const listed =
  (use: (client: Opened, orderListId: number) => Promise<unknown>, expected: unknown) =>
  async (client: Opened) => {
    const { orderListId = 0 } = await dataOf(client.rest.orderListOco(OCO));
    const answer = await dataOf(use(client, Number(orderListId)) as never);
    expect([answer].flat()).toContainEqual(expect.objectContaining({ orderListId }));
    expect([answer].flat().at(-1)).toMatchObject(expected as object);
    await client.rest.deleteOpenOrders({ symbol }).catch(() => undefined);
  };
const executing = { contingencyType: 'OCO', listOrderStatus: 'EXECUTING', orders: [{}, {}] };
const allDone = { listOrderStatus: 'ALL_DONE', orderReports: [canceled, canceled] };

/** Opens the three ways with a key; `secret` is what signs. */
export async function openSpot(
  { exchange }: World,
  { key, secret, privateKey }: Credentials & { readonly privateKey?: string },
): Promise<Opened> {
  const host = `${exchange.url}/binance`;
  const ws = host.replace('http', 'ws');
  const by = privateKey === undefined ? { apiSecret: secret } : { privateKey };
  const spot = new Spot({
    configurationRestAPI: { apiKey: key, ...by, basePath: host },
    configurationWebsocketAPI: { apiKey: key, ...by, wsURL: `${ws}/ws-api/v3` },
    configurationWebsocketStreams: { wsURL: ws },
  } as never);
  const [api, streams] = [await spot.websocketAPI.connect(), await spot.websocketStreams.connect()];
  return { rest: spot.restAPI, api, streams };
}

export const binanceSpotClient: TriedClient<Opened> = {
  name: '@binance/spot',
  open: (world) => openSpot(world, world.credentials),
  close: async ({ api, streams }) => {
    await api.disconnect();
    await streams.disconnect();
  },
  calls: {
    ping: rest((api) => api.ping(), {}),
    time: rest((api) => api.time(), { serverTime: expect.any(Number) }),
    exchangeInfo: rest((api) => api.exchangeInfo(), { symbols: [{ symbol }, {}] }),
    depth: rest((api) => api.depth({ symbol }), { asks: some }),
    getTrades: rest((api) => api.getTrades({ symbol, limit: 1 }), last),
    historicalTrades: rest((api) => api.historicalTrades({ symbol, limit: 1 }), last),
    aggTrades: rest((api) => api.aggTrades({ symbol, limit: 1 }), [{ p: '100.00' }]),
    klines: rest((api) => api.klines({ symbol, interval: '1m', limit: 1 } as never), [some]),
    uiKlines: rest((api) => api.uiKlines({ symbol, interval: '1s', limit: 1 } as never), [some]),
    avgPrice: rest((api) => api.avgPrice({ symbol }), { mins: 5 }),
    ticker24hr: rest((api) => api.ticker24hr({ symbol }), { lastPrice: '100.00' }),
    tickerTradingDay: rest((api) => api.tickerTradingDay({ symbol }), { lastPrice: '100.00' }),
    ticker: rest((api) => api.ticker({ symbol, windowSize: '7d' } as never), {
      lastPrice: '100.00',
    }),
    tickerPrice: rest((api) => api.tickerPrice({ symbol }), { price: '100.00' }),
    tickerBookTicker: rest((api) => api.tickerBookTicker({ symbol }), { askPrice: '100.00' }),
    newOrder: async ({ rest: api }) => {
      const asked = { ...LIMIT, price: 90, newClientOrderId: 'spot-1' };
      const placed = await dataOf(api.newOrder(asked as never));
      expect(placed).toMatchObject({ status: 'NEW', clientOrderId: 'spot-1', price: '90.00' });
      await api.deleteOrder({ symbol, origClientOrderId: 'spot-1' });
    },
    'newOrder (market)': rest((api) => api.newOrder(MARKET as never), filled),
    'newOrder (IOC that gets nothing)': rest(
      (api) => api.newOrder({ ...LIMIT, timeInForce: 'IOC', price: 91 } as never),
      { status: 'EXPIRED', executedQty: '0' },
    ),
    orderTest: rest((api) => api.orderTest({ ...LIMIT, price: 90 } as never), {}),
    getOrder: waiting(({ rest: api }, orderId) => api.getOrder({ symbol, orderId }), {
      status: 'NEW',
    }),
    getOpenOrders: waiting(({ rest: api }) => api.getOpenOrders({ symbol }), [{ status: 'NEW' }]),
    deleteOrder: waiting(
      ({ rest: api }, orderId) => api.deleteOrder({ symbol, orderId }),
      canceled,
    ),
    orderCancelReplace: waiting(
      ({ rest: api }, orderId) => api.orderCancelReplace(replacing(orderId)),
      replaced,
    ),
    orderAmendKeepPriority: waiting(
      ({ rest: api }, orderId) => api.orderAmendKeepPriority({ symbol, orderId, newQty: 0.05 }),
      amended,
    ),
    orderAmendments: waiting(
      async ({ rest: api }, orderId) => {
        await api.orderAmendKeepPriority({ symbol, orderId, newQty: 0.05 });
        return api.orderAmendments({ symbol, orderId });
      },
      [{ origQty: '0.100', newQty: '0.050' }],
    ),
    deleteOpenOrders: waiting(({ rest: api }) => api.deleteOpenOrders({ symbol }), [canceled]),
    orderListOco: listing(({ rest: api }) => api.orderListOco(OCO), twoNew),
    orderOco: listing(({ rest: api }) => api.orderOco(OLD_OCO), twoNew),
    orderListOto: listing(({ rest: api }) => api.orderListOto(OTO), pending),
    orderListOtoco: listing(({ rest: api }) => api.orderListOtoco(OTOCO), twoPending),
    'orderListOco (iceberg, trailing stop, self-trade)': listing(
      ({ rest: api }) => api.orderListOco(OCO_TERMS),
      { orderReports: [shown, trailing] },
    ),
    'orderListOtoco (icebergs, trailing stop, self-trade)': listing(
      ({ rest: api }) => api.orderListOtoco(OTOCO_TERMS),
      { orderReports: [shown, { ...shown, status: 'PENDING_NEW' }, trailing] },
    ),
    'orderListOto (market, self-trade)': listing(({ rest: api }) => api.orderListOto(OTO_MARKET), {
      orderReports: [OWN, { type: 'MARKET', status: 'PENDING_NEW', ...OWN }],
    }),
    'newOrder (stop, iceberg, self-trade)': listing(
      ({ rest: api }) =>
        api.newOrder({
          ...{ ...STOP, ...OWN, type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', price: 89 },
          ...{ icebergQty: 0.02, newOrderRespType: 'RESULT' },
        } as never),
      { type: 'STOP_LOSS_LIMIT', ...shown },
    ),
    'orderAmendKeepPriority (stop)': stopped(
      ({ rest: api }, orderId) => api.orderAmendKeepPriority({ symbol, orderId, newQty: 0.05 }),
      stopAmended,
    ),
    'orderAmendKeepPriority (pending)': async ({ rest: api }) => {
      const { orderReports = [] } = await dataOf(api.orderListOtoco(OTOCO));
      const orderId = Number(orderReports[1]?.orderId);
      const asked = api.orderAmendKeepPriority({ symbol, orderId, newQty: 0.05 });
      expect(await dataOf(asked)).toMatchObject({
        amendedOrder: { qty: '0.050', status: 'PENDING_NEW' },
        listStatus: { listOrderStatus: 'EXECUTING' },
      });
      await api.deleteOpenOrders({ symbol });
    },
    'orderCancelReplace (stop)': stopped(
      ({ rest: api }, orderId) => api.orderCancelReplace(lower(orderId)),
      stopReplaced,
    ),
    getOrderList: listed(
      ({ rest: api }, orderListId) => api.getOrderList({ orderListId }),
      executing,
    ),
    openOrderList: listed(({ rest: api }) => api.openOrderList(), executing),
    allOrderList: listed(({ rest: api }) => api.allOrderList({ limit: 1 }), executing),
    deleteOrderList: listed(
      ({ rest: api }, orderListId) => api.deleteOrderList({ symbol, orderListId }),
      allDone,
    ),
    allOrders: rest((api) => api.allOrders({ symbol, limit: 1 }), [{ symbol }]),
    myTrades: rest((api) => api.myTrades({ symbol, limit: 1 }), last),
    getAccount: rest((api) => api.getAccount({ omitZeroBalances: true }), { accountType: 'SPOT' }),
    accountCommission: rest((api) => api.accountCommission({ symbol }), { symbol }),
    rateLimitOrder: rest((api) => api.rateLimitOrder(), [{ rateLimitType: 'ORDERS' }]),
    'ws ping': socket((api) => api.ping(), {}),
    'ws time': socket((api) => api.time(), { serverTime: expect.any(Number) }),
    'ws exchangeInfo': socket((api) => api.exchangeInfo({ symbol }), { symbols: [{ symbol }] }),
    'ws depth': socket((api) => api.depth({ symbol }), { asks: some }),
    'ws tradesRecent': socket((api) => api.tradesRecent({ symbol, limit: 1 }), last),
    'ws tradesHistorical': socket((api) => api.tradesHistorical({ symbol, limit: 1 }), last),
    'ws tradesAggregate': socket(
      (api) => api.tradesAggregate({ symbol, limit: 1 }),
      [{ p: '100.00' }],
    ),
    'ws klines': socket((api) => api.klines({ symbol, interval: '1m', limit: 1 } as never), [some]),
    'ws uiKlines': socket(
      (api) => api.uiKlines({ symbol, interval: '4h', limit: 1 } as never),
      [some],
    ),
    'ws avgPrice': socket((api) => api.avgPrice({ symbol }), { mins: 5 }),
    'ws ticker24hr': socket((api) => api.ticker24hr({ symbol }), { lastPrice: '100.00' }),
    'ws tickerTradingDay': socket((api) => api.tickerTradingDay({ symbol }), {
      lastPrice: '100.00',
    }),
    'ws ticker': socket((api) => api.ticker({ symbol }), { lastPrice: '100.00' }),
    'ws tickerPrice': socket((api) => api.tickerPrice({ symbol }), { price: '100.00' }),
    'ws tickerBook': socket((api) => api.tickerBook({ symbol }), { askPrice: '100.00' }),
    'ws orderPlace': socket((api) => api.orderPlace(MARKET as never), filled),
    'ws orderTest': socket((api) => api.orderTest({ ...LIMIT, price: 90 } as never), {}),
    'ws orderStatus': waiting(({ api }, orderId) => api.orderStatus({ symbol, orderId }), {
      status: 'NEW',
    }),
    'ws orderCancel': waiting(({ api }, orderId) => api.orderCancel({ symbol, orderId }), canceled),
    'ws orderCancelReplace': waiting(
      ({ api }, orderId) => api.orderCancelReplace(replacing(orderId)),
      replaced,
    ),
    'ws orderAmendKeepPriority': waiting(
      ({ api }, orderId) => api.orderAmendKeepPriority({ symbol, orderId, newQty: 0.05 }),
      amended,
    ),
    'ws orderAmendKeepPriority (stop)': stopped(
      ({ api }, orderId) => api.orderAmendKeepPriority({ symbol, orderId, newQty: 0.05 }),
      stopAmended,
    ),
    'ws orderCancelReplace (stop)': stopped(
      ({ api }, orderId) => api.orderCancelReplace(lower(orderId)),
      stopReplaced,
    ),
    'ws orderAmendments': waiting(
      ({ api }, orderId) => api.orderAmendments({ symbol, orderId }),
      [],
    ),
    'ws openOrdersStatus': waiting(
      ({ api }) => api.openOrdersStatus({ symbol }),
      [{ status: 'NEW' }],
    ),
    'ws openOrdersCancelAll': waiting(({ api }) => api.openOrdersCancelAll({ symbol }), [canceled]),
    'ws orderListPlace': listing(({ api }) => api.orderListPlace(OLD_OCO), twoNew),
    'ws orderListPlaceOco': listing(({ api }) => api.orderListPlaceOco(OCO), twoNew),
    'ws orderListPlaceOto': listing(({ api }) => api.orderListPlaceOto(OTO), pending),
    'ws orderListPlaceOtoco': listing(({ api }) => api.orderListPlaceOtoco(OTOCO), twoPending),
    'ws orderListStatus': listed(
      ({ api }, orderListId) => api.orderListStatus({ orderListId }),
      executing,
    ),
    'ws openOrderListsStatus': listed(({ api }) => api.openOrderListsStatus(), executing),
    'ws allOrderLists': listed(({ api }) => api.allOrderLists({ limit: 1 }), executing),
    'ws orderListCancel': listed(
      ({ api }, orderListId) => api.orderListCancel({ symbol, orderListId }),
      allDone,
    ),
    'ws allOrders': socket((api) => api.allOrders({ symbol, limit: 1 }), [{ symbol }]),
    'ws myTrades': socket((api) => api.myTrades({ symbol, limit: 1 }), last),
    'ws accountStatus': socket((api) => api.accountStatus(), { accountType: 'SPOT' }),
    'ws accountCommission': socket((api) => api.accountCommission({ symbol }), { symbol }),
    'ws accountRateLimitsOrders': socket(
      (api) => api.accountRateLimitsOrders(),
      [{ rateLimitType: 'ORDERS' }],
    ),
    'ws sessionStatus': socket((api) => api.sessionStatus(), {}),
    'ws userDataStreamSubscribeSignature': async ({ api }, world) => {
      const { stream: own } = await api.userDataStreamSubscribeSignature();
      const told = new Promise((resolve) => own.on('message', resolve));
      const event = await acting(told, () => trade(world));
      expect(event).toMatchObject({ e: expect.any(String) });
      await api.userDataStreamUnsubscribe();
    },
    'ws userDataStream (listStatus)': async ({ api, rest: calls }) => {
      const { stream: own } = await api.userDataStreamSubscribeSignature();
      const told = new Promise((resolve) =>
        own.on('message', (event: { readonly e?: string }) => {
          if (event.e === 'listStatus') resolve(event);
        }),
      );
      await calls.orderListOco(OCO);
      expect(await told).toMatchObject({
        ...{ s: symbol, c: 'OCO', l: 'EXEC_STARTED', L: 'EXECUTING', O: [{}, {}] },
      });
      await calls.deleteOpenOrders({ symbol });
      await api.userDataStreamUnsubscribe();
    },
    'stream trade': stream((streams) => streams.trade({ symbol }), { e: 'trade' }),
    'stream aggTrade': stream((streams) => streams.aggTrade({ symbol }), { e: 'aggTrade' }),
    'stream kline': stream((streams) => streams.kline({ symbol, interval: '4h' } as never), {
      e: 'kline',
    }),
    'stream miniTicker': stream((streams) => streams.miniTicker({ symbol }), {
      e: '24hrMiniTicker',
    }),
    'stream ticker': stream((streams) => streams.ticker({ symbol }), { e: '24hrTicker' }),
    'stream bookTicker': stream((streams) => streams.bookTicker({ symbol }), { s: symbol }),
    'stream diffBookDepth': stream((streams) => streams.diffBookDepth({ symbol }), {
      e: 'depthUpdate',
    }),
    'stream partialBookDepth': stream(
      (streams) => streams.partialBookDepth({ symbol, levels: '5' } as never),
      { asks: some },
    ),
  },
  streams: {
    'stream trade': 'trade',
    'stream aggTrade': 'aggTrade',
    'stream kline': 'kline',
    'stream miniTicker': 'miniTicker',
    'stream ticker': 'ticker',
    'stream bookTicker': 'bookTicker',
    'stream diffBookDepth': 'depth',
    'stream partialBookDepth': 'depth5',
  },
  refused: {
    orderListOpo: ({ rest: api }) => api.orderListOpo(OTO),
    myPreventedMatches: ({ rest: api }) => api.myPreventedMatches({ symbol }),
    'newOrder (pegged)': ({ rest: api }) =>
      api.newOrder({ ...LIMIT, price: 90, pegPriceType: 'PRIMARY_PEG' } as never),
    'orderListOtoco (pegged)': ({ rest: api }) =>
      api.orderListOtoco({
        ...(OTOCO as object),
        pendingAbovePegPriceType: 'PRIMARY_PEG',
      } as never),
    sorOrder: ({ rest: api }) => api.sorOrder({ ...LIMIT, price: 90 } as never),
    referencePrice: ({ rest: api }) => api.referencePrice({ symbol } as never),
  },
};
