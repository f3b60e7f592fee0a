/** `binance` and `node-binance-api`, which others wrote, and Binance's own older `@binance/connector`. */
import { createRequire } from 'node:module';
import { MainClient, WebsocketClient } from 'binance';
import { expect } from 'vitest';
import { acting, type TriedClient, trade, type World } from './tried-client.ts';

const symbol = 'BTCUSDT';
const LIMIT = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.1 } as const;
const some = expect.any(Array);
const canceled = { status: 'CANCELED' };

const OCO = {
  ...{ symbol, side: 'SELL', quantity: 0.1, aboveType: 'LIMIT_MAKER', abovePrice: 110 },
  ...{ belowType: 'STOP_LOSS', belowStopPrice: 95 },
} as const;
const WORKING = {
  ...{ symbol, workingType: 'LIMIT', workingSide: 'BUY', workingTimeInForce: 'GTC' },
  ...{ workingPrice: 90, workingQuantity: 0.1, pendingSide: 'SELL', pendingQuantity: 0.1 },
} as const;
/** The same with what each order may say beside. */
const OWN = { selfTradePreventionMode: 'EXPIRE_BOTH' } as const;
const OCO_TERMS = {
  ...{ symbol, side: 'SELL', quantity: 0.1, ...OWN },
  ...{ aboveType: 'LIMIT_MAKER', abovePrice: 110, aboveIcebergQty: 0.02 },
  ...{ belowType: 'STOP_LOSS', belowTrailingDelta: 200 },
} as const;
const ownReports = {
  orderReports: [
    { icebergQty: '0.020', ...OWN },
    { trailingDelta: 200, ...OWN },
  ],
};
const STOP = { symbol, side: 'SELL', type: 'STOP_LOSS', quantity: 0.1 } as const;
const twoNew = { contingencyType: 'OCO', orderReports: [{ status: 'NEW' }, { status: 'NEW' }] };
const pendingNew = { status: 'PENDING_NEW' };

interface Binance {
  readonly rest: MainClient;
  readonly streams: WebsocketClient;
}
const gives =
  <Client>(ask: (client: Client) => Promise<unknown>, expected: unknown) =>
  async (client: Client) =>
    expect(await ask(client)).toMatchObject(expected as object);
const placed =
  (use: (client: Binance, orderId: number) => Promise<unknown>, expected: unknown) =>
  async (client: Binance) => {
    const order = await client.rest.submitNewOrder({ ...LIMIT, price: 90 });
    expect(await use(client, Number(order.orderId))).toMatchObject(expected as object);
    await client.rest.cancelAllSymbolOrders({ symbol }).catch(() => undefined);
  };
/** What is placed is taken back. */
const listing =
  (place: (client: Binance) => Promise<unknown>, expected: unknown) => async (client: Binance) => {
    expect(await place(client)).toMatchObject(expected as object);
    await client.rest.cancelAllSymbolOrders({ symbol });
  };
const listed =
  (use: (client: Binance, orderListId: number) => Promise<unknown>, expected: unknown) =>
  async (client: Binance) => {
    // It writes the names that it makes into what it is given.
    const { orderListId } = await client.rest.submitNewOrderList({ ...OCO } as never);
    expect(await use(client, orderListId)).toMatchObject(expected as object);
    await client.rest.cancelAllSymbolOrders({ symbol }).catch(() => undefined);
  };
const QUIET = { trace() {}, info() {}, error() {} };

export const binanceClient: TriedClient<Binance> = {
  name: 'binance',
  open: async ({ exchange, credentials: { key, secret } }) => {
    const [host, ws] = [`${exchange.url}/binance`, `${exchange.url.replace('http', 'ws')}/binance`];
    const keys = { api_key: key, api_secret: secret };
    return {
      rest: new MainClient({ ...keys, baseUrl: host }),
      streams: new WebsocketClient({ wsUrl: `${ws}/stream` }, QUIET),
    };
  },
  close: ({ streams }) => streams.closeAll(true),
  calls: {
    testConnectivity: gives(({ rest }) => rest.testConnectivity(), {}),
    getExchangeInfo: gives(({ rest }) => rest.getExchangeInfo(), { symbols: [{ symbol }, {}] }),
    getOrderBook: gives(({ rest }) => rest.getOrderBook({ symbol }), { asks: some }),
    getRecentTrades: gives(({ rest }) => rest.getRecentTrades({ symbol, limit: 1 }), [{}]),
    getHistoricalTrades: gives(({ rest }) => rest.getHistoricalTrades({ symbol, limit: 1 }), [{}]),
    getAggregateTrades: gives(({ rest }) => rest.getAggregateTrades({ symbol, limit: 1 }), [{}]),
    getKlines: gives(({ rest }) => rest.getKlines({ symbol, interval: '1s', limit: 1 }), [some]),
    getUIKlines: gives(
      ({ rest }) => rest.getUIKlines({ symbol, interval: '1M', limit: 1 }),
      [some],
    ),
    getAvgPrice: gives(({ rest }) => rest.getAvgPrice({ symbol }), { mins: 5 }),
    get24hrChangeStatistics: gives(({ rest }) => rest.get24hrChangeStatistics({ symbol }), {
      symbol,
    }),
    getTradingDayTicker: gives(({ rest }) => rest.getTradingDayTicker({ symbol }), { symbol }),
    getRollingWindowTicker: gives(
      ({ rest }) => rest.getRollingWindowTicker({ symbol, windowSize: '59m' }),
      { symbol },
    ),
    getSymbolPriceTicker: gives(({ rest }) => rest.getSymbolPriceTicker({ symbol }), { symbol }),
    getSymbolOrderBookTicker: gives(({ rest }) => rest.getSymbolOrderBookTicker({ symbol }), {
      symbol,
    }),
    submitNewOrder: gives(
      ({ rest }) => rest.submitNewOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: 0.1 }),
      { status: 'FILLED', fills: some },
    ),
    testNewOrder: gives(({ rest }) => rest.testNewOrder({ ...LIMIT, price: 90 }), {}),
    getOrder: placed(({ rest }, orderId) => rest.getOrder({ symbol, orderId }), { status: 'NEW' }),
    cancelOrder: placed(({ rest }, orderId) => rest.cancelOrder({ symbol, orderId }), canceled),
    replaceOrder: placed(
      ({ rest }, cancelOrderId) =>
        rest.replaceOrder({
          ...LIMIT,
          price: 89,
          cancelReplaceMode: 'STOP_ON_FAILURE',
          cancelOrderId,
        }),
      { cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS', newOrderResponse: { status: 'NEW' } },
    ),
    'putPrivate (order/amend/keepPriority)': placed(
      ({ rest }, orderId) =>
        rest.putPrivate('api/v3/order/amend/keepPriority', { symbol, orderId, newQty: 0.05 }),
      { amendedOrder: { status: 'NEW', qty: '0.050' } },
    ),
    'putPrivate (order/amend/keepPriority of a stop)': listing(
      async ({ rest }) => {
        const { orderId } = await rest.submitNewOrder({ ...STOP, stopPrice: 90 } as never);
        const asked = { symbol, orderId, newQty: 0.05 };
        return rest.putPrivate('api/v3/order/amend/keepPriority', asked);
      },
      { amendedOrder: { status: 'NEW', qty: '0.050', type: 'STOP_LOSS' } },
    ),
    'replaceOrder (stop)': listing(
      async ({ rest }) => {
        const { orderId } = await rest.submitNewOrder({ ...STOP, stopPrice: 90 } as never);
        return rest.replaceOrder({
          ...{ ...STOP, stopPrice: 89 },
          ...{ cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: Number(orderId) },
        } as never);
      },
      { cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' },
    ),
    'submitNewOrderList (iceberg, trailing stop, self-trade)': listing(
      ({ rest }) => rest.submitNewOrderList({ ...OCO_TERMS } as never),
      ownReports,
    ),
    'submitNewOrderListOTO (market, self-trade)': listing(
      ({ rest }) =>
        rest.submitNewOrderListOTO({ ...WORKING, ...OWN, pendingType: 'MARKET' } as never),
      { orderReports: [OWN, { status: 'PENDING_NEW', type: 'MARKET', ...OWN }] },
    ),
    cancelAllSymbolOrders: placed(({ rest }) => rest.cancelAllSymbolOrders({ symbol }), [canceled]),
    getOpenOrders: placed(({ rest }) => rest.getOpenOrders({ symbol }), [{ status: 'NEW' }]),
    submitNewOrderList: listing(({ rest }) => rest.submitNewOrderList({ ...OCO } as never), twoNew),
    submitNewOCO: listing(
      ({ rest }) =>
        rest.submitNewOCO({
          ...{ symbol, side: 'SELL', quantity: 0.1, price: 110, stopPrice: 95 },
          ...{ stopLimitPrice: 94, stopLimitTimeInForce: 'GTC' },
        } as never),
      twoNew,
    ),
    submitNewOrderListOTO: listing(
      ({ rest }) =>
        rest.submitNewOrderListOTO({
          ...WORKING,
          ...{ pendingType: 'STOP_LOSS', pendingStopPrice: 80 },
        } as never),
      { contingencyType: 'OTO', orderReports: [{ status: 'NEW' }, pendingNew] },
    ),
    submitNewOrderListOTOCO: listing(
      ({ rest }) =>
        rest.submitNewOrderListOTOCO({
          ...WORKING,
          ...{ pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: 110 },
          ...{ pendingBelowType: 'STOP_LOSS', pendingBelowStopPrice: 80 },
        } as never),
      { contingencyType: 'OTO', orderReports: [{ status: 'NEW' }, pendingNew, pendingNew] },
    ),
    getOCO: listed(({ rest }, orderListId) => rest.getOCO({ orderListId }), {
      listOrderStatus: 'EXECUTING',
    }),
    getAllOCO: listed(
      ({ rest }) => rest.getAllOCO({ limit: 1 }),
      [{ listOrderStatus: 'EXECUTING' }],
    ),
    getAllOpenOCO: listed(({ rest }) => rest.getAllOpenOCO(), [{ listOrderStatus: 'EXECUTING' }]),
    cancelOCO: listed(({ rest }, orderListId) => rest.cancelOCO({ symbol, orderListId }), {
      ...{ listOrderStatus: 'ALL_DONE', orderReports: [canceled, canceled] },
    }),
    getAllOrders: gives(({ rest }) => rest.getAllOrders({ symbol, limit: 1 }), [{ symbol }]),
    getAccountInformation: gives(({ rest }) => rest.getAccountInformation(), { balances: some }),
    getAccountTradeList: gives(({ rest }) => rest.getAccountTradeList({ symbol, limit: 1 }), [{}]),
    getOrderRateLimit: gives(({ rest }) => rest.getOrderRateLimit(), [{ rateLimitType: 'ORDERS' }]),
    getCommissionRates: gives(({ rest }) => rest.getCommissionRates({ symbol }), { symbol }),
    getTradeFee: gives(({ rest }) => rest.getTradeFee(), [{ symbol }, {}]),
    getBalances: gives(({ rest }) => rest.getBalances(), some),
    getApiKeyPermissions: gives(({ rest }) => rest.getApiKeyPermissions(), { enableReading: true }),
    getSystemStatus: gives(({ rest }) => rest.getSystemStatus(), { status: 0 }),
    getSpotUserDataListenKey: gives(({ rest }) => rest.getSpotUserDataListenKey(), {
      listenKey: expect.any(String),
    }),
    'stream kline': async ({ streams }, world) => {
      const told = new Promise((resolve) => streams.on('message', resolve));
      streams.on('exception', () => {});
      await streams.subscribe('btcusdt@kline_3d', 'main');
      expect(await acting(told, () => trade(world))).toMatchObject({
        e: 'kline',
        k: { i: '3d' },
      });
    },
  },
  streams: { 'stream kline': 'kline' },
  refused: {
    // It asks for the path of futures, which its host of spot has nowhere: not ours to serve.
    amendOrderKeepPriority: ({ rest }) =>
      rest.amendOrderKeepPriority({ symbol, newQty: '1' } as never),
    'submitNewOrder (pegged)': ({ rest }) =>
      rest.submitNewOrder({ ...LIMIT, price: 90, pegPriceType: 'PRIMARY_PEG' } as never),
    submitNewOrderListOPO: ({ rest }) => rest.submitNewOrderListOPO({ symbol } as never),
  },
};

/** Neither has types that compile here. */
const load = createRequire(import.meta.url);
type Loose = Record<string, (...parts: unknown[]) => Promise<unknown>>;
const bodyOf = async (asked: Promise<unknown> | undefined) =>
  ((await asked) as { readonly data: unknown }).data;
const answers = (ask: (client: Loose) => Promise<unknown> | undefined, expected: unknown) =>
  gives<Loose>((client) => bodyOf(ask(client)), expected);
const connectorOrder =
  (use: (client: Loose, orderId: number) => Promise<unknown> | undefined, expected: unknown) =>
  async (client: Loose) => {
    const { symbol: _symbol, side, type, ...rest } = LIMIT;
    const asked = client['newOrder']?.(symbol, side, type, { ...rest, price: 90 });
    const { orderId } = (await bodyOf(asked)) as { readonly orderId: number };
    expect(await bodyOf(use(client, orderId))).toMatchObject(expected as object);
    await client['cancelOpenOrders']?.(symbol).catch(() => undefined);
  };

const connectorList =
  (use: (client: Loose, orderListId: number) => Promise<unknown> | undefined, expected: unknown) =>
  async (client: Loose) => {
    const { symbol: _symbol, side, quantity, aboveType, belowType, ...rest } = OCO;
    const asked = client['newOCOOrder']?.(symbol, side, quantity, aboveType, belowType, rest);
    const placed = await bodyOf(asked);
    expect(placed).toMatchObject(twoNew);
    const { orderListId } = placed as { readonly orderListId: number };
    expect(await bodyOf(use(client, orderListId))).toMatchObject(expected as object);
    await client['cancelOpenOrders']?.(symbol).catch(() => undefined);
  };

export const connectorClient: TriedClient<Loose> = {
  name: '@binance/connector',
  open: async ({ exchange, credentials: { key, secret } }: World) => {
    const { Spot } = load('@binance/connector') as {
      readonly Spot: new (key: string, secret: string, options: object) => Loose;
    };
    return new Spot(key, secret, { baseURL: `${exchange.url}/binance` });
  },
  close: () => {},
  calls: {
    ping: answers((client) => client['ping']?.(), {}),
    time: answers((client) => client['time']?.(), { serverTime: expect.any(Number) }),
    exchangeInfo: answers((client) => client['exchangeInfo']?.(), { symbols: [{ symbol }, {}] }),
    depth: answers((client) => client['depth']?.(symbol), { asks: some }),
    trades: answers((client) => client['trades']?.(symbol, { limit: 1 }), [{}]),
    historicalTrades: answers((client) => client['historicalTrades']?.(symbol, { limit: 1 }), [{}]),
    aggTrades: answers((client) => client['aggTrades']?.(symbol, { limit: 1 }), [{}]),
    klines: answers((client) => client['klines']?.(symbol, '1m', { limit: 1 }), [some]),
    avgPrice: answers((client) => client['avgPrice']?.(symbol), { mins: 5 }),
    ticker24hr: answers((client) => client['ticker24hr']?.(symbol), { symbol }),
    tickerPrice: answers((client) => client['tickerPrice']?.(symbol), { symbol }),
    bookTicker: answers((client) => client['bookTicker']?.(symbol), { symbol }),
    rollingWindowTicker: answers(
      (client) => client['rollingWindowTicker']?.(symbol, undefined, { windowSize: '2d' }),
      { symbol },
    ),
    newOrder: answers(
      (client) => client['newOrder']?.(symbol, 'BUY', 'MARKET', { quantity: 0.1 }),
      { status: 'FILLED' },
    ),
    newOrderTest: answers(
      (client) => client['newOrderTest']?.(symbol, 'BUY', 'MARKET', { quantity: 0.1 }),
      {},
    ),
    getOrder: connectorOrder((client, orderId) => client['getOrder']?.(symbol, { orderId }), {
      status: 'NEW',
    }),
    cancelOrder: connectorOrder(
      (client, orderId) => client['cancelOrder']?.(symbol, { orderId }),
      canceled,
    ),
    cancelAndReplace: connectorOrder(
      (client, cancelOrderId) =>
        client['cancelAndReplace']?.(symbol, 'BUY', 'LIMIT', 'STOP_ON_FAILURE', {
          ...{ timeInForce: 'GTC', quantity: 0.1, price: 89 },
          cancelOrderId,
        }),
      { cancelResult: 'SUCCESS', newOrderResponse: { price: '89.00', status: 'NEW' } },
    ),
    cancelOpenOrders: connectorOrder((client) => client['cancelOpenOrders']?.(symbol), [canceled]),
    openOrders: connectorOrder((client) => client['openOrders']?.({ symbol }), [{ status: 'NEW' }]),
    allOrders: answers((client) => client['allOrders']?.(symbol, { limit: 1 }), [{ symbol }]),
    newOCOOrder: connectorList(async () => ({ data: {} }), {}),
    'newOCOOrder (iceberg, trailing stop, self-trade)': async (client) => {
      const { symbol: _symbol, side, quantity, aboveType, belowType, ...rest } = OCO_TERMS;
      const asked = client['newOCOOrder']?.(symbol, side, quantity, aboveType, belowType, rest);
      expect(await bodyOf(asked)).toMatchObject(ownReports);
      await client['cancelOpenOrders']?.(symbol);
    },
    'cancelAndReplace (stop)': async (client) => {
      const stop = { quantity: 0.1, stopPrice: 90 };
      const placed = await bodyOf(client['newOrder']?.(symbol, 'SELL', 'STOP_LOSS', stop));
      const { orderId: cancelOrderId } = placed as { readonly orderId: number };
      const mode = 'STOP_ON_FAILURE';
      const lower = { quantity: 0.1, stopPrice: 89, cancelOrderId };
      const asked = client['cancelAndReplace']?.(symbol, 'SELL', 'STOP_LOSS', mode, lower);
      expect(await bodyOf(asked)).toMatchObject({ newOrderResult: 'SUCCESS' });
      await client['cancelOpenOrders']?.(symbol);
    },
    getOCOOrder: connectorList((client, orderListId) => client['getOCOOrder']?.({ orderListId }), {
      listOrderStatus: 'EXECUTING',
    }),
    getOCOOrders: connectorList(
      (client) => client['getOCOOrders']?.({ limit: 1 }),
      [{ listOrderStatus: 'EXECUTING' }],
    ),
    getOpenOCOOrders: connectorList(
      (client) => client['getOpenOCOOrders']?.(),
      [{ listOrderStatus: 'EXECUTING' }],
    ),
    cancelOCOOrder: connectorList(
      (client, orderListId) => client['cancelOCOOrder']?.(symbol, { orderListId }),
      { listOrderStatus: 'ALL_DONE' },
    ),
    account: answers((client) => client['account']?.(), { balances: some }),
    myTrades: answers((client) => client['myTrades']?.(symbol, { limit: 1 }), [{ symbol }]),
    orderCount: answers((client) => client['orderCount']?.(), [{ rateLimitType: 'ORDERS' }]),
    tradeFee: answers((client) => client['tradeFee']?.(), [{ symbol }, {}]),
    coinInfo: answers((client) => client['coinInfo']?.(), some),
    systemStatus: answers((client) => client['systemStatus']?.(), { status: 0 }),
    apiPermissions: answers((client) => client['apiPermissions']?.(), { enableReading: true }),
    createListenKey: answers((client) => client['createListenKey']?.(), {
      listenKey: expect.any(String),
    }),
  },
  refused: {},
};

const nodeOrder =
  (use: (client: Loose, orderId: number) => Promise<unknown> | undefined, expected: unknown) =>
  async (client: Loose) => {
    const bought = await client['buy']?.(symbol, 0.1, 90);
    const { orderId } = bought as { readonly orderId: number };
    expect(await use(client, orderId)).toMatchObject(expected as object);
    await client['cancelAll']?.(symbol).catch(() => undefined);
  };
const nodeList =
  (place: (client: Loose) => Promise<unknown> | undefined) => async (client: Loose) => {
    expect(await place(client)).toMatchObject(twoNew);
    await client['cancelAll']?.(symbol).catch(() => undefined);
  };
const node = (ask: (client: Loose) => Promise<unknown> | undefined, expected: unknown) =>
  gives<Loose>(async (client) => ask(client), expected);

export const nodeBinanceApiClient: TriedClient<Loose> = {
  name: 'node-binance-api',
  open: async ({ exchange, credentials: { key, secret } }: World) => {
    const loaded = load('node-binance-api') as { readonly default?: unknown };
    const Binance = (loaded.default ?? loaded) as new (options: object) => Loose;
    const [host, ws] = [`${exchange.url}/binance`, `${exchange.url.replace('http', 'ws')}/binance`];
    const urls = {
      base: `${host}/api/`,
      sapi: `${host}/sapi/`,
      stream: `${ws}/ws/`,
      combineStream: `${ws}/stream?streams=`,
    };
    return new Binance({ APIKEY: key, APISECRET: secret, urls, reconnect: false, log: () => {} });
  },
  close: async (client) => {
    const open = (await client['getSubscriptions']?.()) as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(open ?? {})) await client['terminate']?.(name);
  },
  calls: {
    ping: node((client) => client['ping']?.(), {}),
    time: node((client) => client['time']?.(), { serverTime: expect.any(Number) }),
    exchangeInfo: node((client) => client['exchangeInfo']?.(), { symbols: [{ symbol }, {}] }),
    depth: node((client) => client['depth']?.(symbol), { symbol }),
    prices: node((client) => client['prices']?.(), { BTCUSDT: '100.00' }),
    bookTickers: node((client) => client['bookTickers']?.(), {}),
    prevDay: node((client) => client['prevDay']?.(symbol), { symbol }),
    avgPrice: node((client) => client['avgPrice']?.(symbol), {}),
    recentTrades: node((client) => client['recentTrades']?.(symbol, 1), [{}]),
    historicalTrades: node((client) => client['historicalTrades']?.(symbol, 1), [{}]),
    aggTrades: node((client) => client['aggTrades']?.(symbol, { limit: 1 }), [{}]),
    candlesticks: node(
      (client) => client['candlesticks']?.(symbol, '3m', { limit: 1 }),
      [{ close: '100.00' }],
    ),
    buy: nodeOrder(async () => ({}), {}),
    marketBuy: node((client) => client['marketBuy']?.(symbol, 0.1), { status: 'FILLED' }),
    orderStatus: nodeOrder((client, orderId) => client['orderStatus']?.(symbol, orderId), {
      status: 'NEW',
    }),
    'order (STOP_LOSS_LIMIT)': async (client) => {
      const stop = { type: 'STOP_LOSS_LIMIT', stopPrice: 95 };
      const placed = await client['order']?.('STOP_LOSS_LIMIT', 'SELL', symbol, 0.1, 94, stop);
      const { orderId } = placed as { readonly orderId: number };
      expect(await client['cancel']?.(symbol, orderId)).toMatchObject({
        ...canceled,
        type: 'STOP_LOSS_LIMIT',
      });
    },
    // It sends no price of its own: whoever calls says it beside.
    'order (OCO)': nodeList((client) =>
      client['order']?.('OCO', 'SELL', symbol, 0.1, 110, {
        ...{ type: 'OCO', price: 110, stopPrice: 95 },
        ...{ stopLimitPrice: 94, stopLimitTimeInForce: 'GTC' },
      }),
    ),
    'order (OCO, above and below)': nodeList((client) => {
      const { symbol: _symbol, side, quantity, ...rest } = OCO;
      return client['order']?.('OCO', side, symbol, quantity, undefined, rest);
    }),
    ocoOrder: nodeList((client) => {
      const { symbol: _symbol, side, quantity, ...rest } = OCO;
      return client['ocoOrder']?.(side, symbol, quantity, rest);
    }),
    'ocoOrder (iceberg, trailing stop, self-trade)': async (client) => {
      const { symbol: _symbol, side, quantity, ...rest } = OCO_TERMS;
      expect(await client['ocoOrder']?.(side, symbol, quantity, rest)).toMatchObject(ownReports);
      await client['cancelAll']?.(symbol);
    },
    cancel: nodeOrder((client, orderId) => client['cancel']?.(symbol, orderId), canceled),
    cancelAll: nodeOrder((client) => client['cancelAll']?.(symbol), [canceled]),
    openOrders: nodeOrder((client) => client['openOrders']?.(symbol), [{ status: 'NEW' }]),
    allOrders: node((client) => client['allOrders']?.(symbol), some),
    account: node((client) => client['account']?.(), { balances: some }),
    balance: node((client) => client['balance']?.(), { USDT: { available: expect.any(String) } }),
    trades: node((client) => client['trades']?.(symbol), some),
    tradeFee: node((client) => client['tradeFee']?.(), [{ symbol }, {}]),
    systemStatus: node((client) => client['systemStatus']?.(), { status: 0 }),
    'stream trades': async (client, world) => {
      const told = new Promise((resolve) => void client['tradesStream']?.([symbol], resolve));
      expect(await acting(told, () => trade(world))).toMatchObject({ e: 'trade', s: symbol });
    },
    'stream candlesticks': async (client, world) => {
      const told = new Promise(
        (resolve) => void client['candlesticksStream']?.([symbol], '6h', resolve),
      );
      expect(await acting(told, () => trade(world))).toMatchObject({ e: 'kline' });
    },
  },
  streams: { 'stream trades': 'trade', 'stream candlesticks': 'kline' },
  refused: {
    'order (OCO) without a price beside': async (client) =>
      client['order']?.('OCO', 'SELL', symbol, 0.1, 110, { type: 'OCO', stopPrice: 90 }),
  },
};
