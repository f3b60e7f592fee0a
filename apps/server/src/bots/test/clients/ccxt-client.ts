/** ccxt's `pro.binance`: its calls over REST, over the WebSocket API, and what it watches. */
import { expect } from 'vitest';
import type { BinanceServer } from '../binance-fixture.ts';
import { acting, make, type TriedClient, trade, type World } from './tried-client.ts';

type Bot = Awaited<ReturnType<BinanceServer['watcher']>>;

const SYMBOL = 'BTC/USDT';
const buy = (bot: Bot, price = 90, params: object = {}) =>
  bot.createOrder(SYMBOL, 'limit', 'buy', 0.1, price, params);
/** An order that waits, handed on and then taken away. */
const withOrder = async (bot: Bot, use: (id: string) => Promise<unknown>) => {
  const { id } = await buy(bot);
  await use(String(id));
  await bot.cancelAllOrders(SYMBOL);
};
/** A stop that waits, as it is found and taken away like an order. */
const withStop = async (bot: Bot, place: () => Promise<{ readonly id?: string | undefined }>) => {
  const { id = '' } = await place();
  expect(await bot.fetchOrder(id, SYMBOL)).toMatchObject({ id, status: 'open', filled: 0 });
  expect((await bot.fetchOpenOrders(SYMBOL)).map((order) => order.id)).toEqual([id]);
  expect(await bot.cancelOrder(id, SYMBOL)).toMatchObject({ id, status: 'canceled' });
};
const filled = { status: 'closed', filled: 0.1 };
const watched = (watch: (bot: Bot) => Promise<unknown>) => async (bot: Bot, world: World) => {
  expect(await acting(watch(bot), () => trade(world))).toBeTruthy();
};
/** Events of one's own: what is awaited has come when the trader traded. */
const watchedOwn = (watch: (bot: Bot) => Promise<unknown>) => async (bot: Bot, world: World) => {
  await bot.authenticate();
  expect(await acting(watch(bot), () => trade(world))).toBeTruthy();
};

export const ccxtClient: TriedClient<Bot> = {
  name: 'ccxt',
  open: async ({ exchange, credentials }) => {
    const bot = await exchange.watcher(credentials);
    await bot.loadMarkets();
    return bot;
  },
  close: (bot) => bot.close(),
  calls: {
    fetchMarkets: async (bot) =>
      expect((await bot.fetchMarkets()).map((market) => market?.symbol)).toEqual([
        SYMBOL,
        'ETH/USDT',
      ]),
    fetchCurrencies: async (bot) =>
      expect(Object.keys(await bot.fetchCurrencies())).toContain('USDT'),
    fetchTime: async (bot) => expect(await bot.fetchTime()).toBeGreaterThan(0),
    fetchStatus: async (bot) => expect(await bot.fetchStatus()).toMatchObject({ status: 'ok' }),
    fetchOrderBook: async (bot) =>
      expect((await bot.fetchOrderBook(SYMBOL)).asks[0]).toEqual([100, expect.any(Number)]),
    fetchL2OrderBook: async (bot) =>
      expect((await bot.fetchL2OrderBook(SYMBOL)).asks.length).toBeGreaterThan(0),
    fetchTrades: async (bot) =>
      expect((await bot.fetchTrades(SYMBOL)).at(-1)).toMatchObject({ price: 100, side: 'buy' }),
    'fetchTrades (historicalTrades)': async (bot) =>
      expect(
        await bot.fetchTrades(SYMBOL, undefined, 1, {
          fetchTradesMethod: 'publicGetHistoricalTrades',
        }),
      ).toMatchObject([{ price: 100, side: 'buy' }]),
    fetchTicker: async (bot) =>
      expect(await bot.fetchTicker(SYMBOL)).toMatchObject({ last: 100, ask: 100 }),
    'fetchTicker (rolling)': async (bot) =>
      expect(await bot.publicGetTicker({ symbol: 'BTCUSDT', windowSize: '4h' })).toMatchObject({
        lastPrice: '100.00',
      }),
    'fetchTicker (tradingDay)': async (bot) =>
      expect(await bot.publicGetTickerTradingDay({ symbol: 'BTCUSDT' })).toMatchObject({
        lastPrice: '100.00',
      }),
    'fetchOHLCV (since before the first candle)': async (bot) => {
      const all = await bot.fetchOHLCV(SYMBOL, '1m');
      expect((await bot.fetchOHLCV(SYMBOL, '1m', 1, 1))[0]?.[0]).toBe(all[0]?.[0]);
    },
    fetchTickers: async (bot) => expect(Object.keys(await bot.fetchTickers())).toContain(SYMBOL),
    fetchBidsAsks: async (bot) =>
      expect((await bot.fetchBidsAsks())[SYMBOL]).toMatchObject({ ask: 100 }),
    fetchLastPrices: async (bot) =>
      expect((await bot.fetchLastPrices())[SYMBOL]).toMatchObject({ price: 100 }),
    fetchOHLCV: async (bot) => {
      for (const timeframe of Object.keys(bot.timeframes)) {
        const bars = await bot.fetchOHLCV(SYMBOL, timeframe);
        expect([timeframe, bars.at(-1)?.[4]]).toEqual([timeframe, 100]);
        // Since before the first one: the first ones.
        const first = await bot.fetchOHLCV(SYMBOL, timeframe, 1, 2);
        expect([timeframe, first[0]?.[0]]).toEqual([timeframe, bars.find((bar) => bar[5])?.[0]]);
      }
    },
    fetchTradingFee: async (bot) =>
      expect(await bot.fetchTradingFee(SYMBOL)).toMatchObject({ maker: 0.001, taker: 0.002 }),
    fetchTradingFees: async (bot) =>
      expect((await bot.fetchTradingFees())[SYMBOL]).toMatchObject({ maker: 0.001 }),
    fetchDepositWithdrawFees: async (bot) =>
      expect(Object.keys(await bot.fetchDepositWithdrawFees())).toContain('USDT'),
    fetchTransactionFees: async (bot) => expect(await bot.fetchTransactionFees()).toBeTruthy(),
    fetchBalance: async (bot) =>
      expect((await bot.fetchBalance())['USDT']?.free).toBeGreaterThan(0),
    createOrder: async (bot) => {
      const placed = await buy(bot, 90, { clientOrderId: 'ccxt-rest-1' });
      expect(placed).toMatchObject({ status: 'open', price: 90, clientOrderId: 'ccxt-rest-1' });
      await bot.cancelOrder(String(placed.id), SYMBOL);
    },
    'createOrder (test)': (bot) => buy(bot, 90, { test: true }),
    createLimitOrder: async (bot) => {
      await bot.createLimitOrder(SYMBOL, 'buy', 0.1, 90);
      await bot.cancelAllOrders(SYMBOL);
    },
    createLimitBuyOrder: async (bot) => {
      await bot.createLimitBuyOrder(SYMBOL, 0.1, 90);
      await bot.cancelAllOrders(SYMBOL);
    },
    createLimitSellOrder: async (bot) => {
      await bot.createLimitSellOrder(SYMBOL, 0.1, 110);
      await bot.cancelAllOrders(SYMBOL);
    },
    createMarketOrder: async (bot) =>
      expect(await bot.createMarketOrder(SYMBOL, 'buy', 0.1)).toMatchObject(filled),
    createMarketBuyOrder: async (bot) =>
      expect(await bot.createMarketBuyOrder(SYMBOL, 0.1)).toMatchObject(filled),
    createMarketSellOrder: async (bot, world) => {
      await make(world, 'buy', '99.00', '0.1');
      expect(await bot.createMarketSellOrder(SYMBOL, 0.1)).toMatchObject(filled);
    },
    createMarketBuyOrderWithCost: async (bot) =>
      expect(await bot.createMarketBuyOrderWithCost(SYMBOL, 10)).toMatchObject(filled),
    createMarketOrderWithCost: async (bot) =>
      expect(await bot.createMarketOrderWithCost(SYMBOL, 'buy', 10)).toMatchObject(filled),
    createStopOrder: (bot) =>
      withStop(bot, () => bot.createStopOrder(SYMBOL, 'market', 'sell', 0.1, undefined, 95)),
    createStopLimitOrder: (bot) =>
      withStop(bot, () => bot.createStopLimitOrder(SYMBOL, 'sell', 0.1, 94, 95)),
    createStopLossOrder: (bot) =>
      withStop(bot, () => bot.createStopLossOrder(SYMBOL, 'market', 'sell', 0.1, undefined, 95)),
    createTakeProfitOrder: (bot) =>
      withStop(bot, () => bot.createTakeProfitOrder(SYMBOL, 'market', 'sell', 0.1, undefined, 110)),
    createTriggerOrder: (bot) =>
      withStop(bot, () => bot.createTriggerOrder(SYMBOL, 'limit', 'sell', 0.1, 94, 95)),
    createTrailingPercentOrder: (bot) =>
      withStop(bot, () =>
        bot.createTrailingPercentOrder(SYMBOL, 'market', 'sell', 0.1, undefined, 2, undefined, {
          stopLossOrTakeProfit: 'stopLoss',
        }),
      ),
    createPostOnlyOrder: async (bot) => {
      const placed = await bot.createPostOnlyOrder(SYMBOL, 'limit', 'buy', 0.1, 90);
      expect(placed).toMatchObject({ status: 'open', postOnly: true });
      await bot.cancelAllOrders(SYMBOL);
    },
    'createOrder (IOC that gets nothing)': async (bot) =>
      expect(await buy(bot, 91, { timeInForce: 'IOC' })).toMatchObject({
        status: 'expired',
        filled: 0,
      }),
    'createOrder (FOK that gets nothing)': async (bot) =>
      expect(await buy(bot, 91, { timeInForce: 'FOK' })).toMatchObject({
        status: 'expired',
        filled: 0,
      }),
    fetchOrder: (bot) =>
      withOrder(bot, async (id) =>
        expect(await bot.fetchOrder(id, SYMBOL)).toMatchObject({ id, status: 'open' }),
      ),
    fetchOpenOrders: (bot) =>
      withOrder(bot, async (id) =>
        expect((await bot.fetchOpenOrders(SYMBOL)).map((order) => order.id)).toEqual([id]),
      ),
    fetchOrders: async (bot) => expect((await bot.fetchOrders(SYMBOL)).length).toBeGreaterThan(0),
    fetchClosedOrders: async (bot) =>
      expect((await bot.fetchClosedOrders(SYMBOL)).length).toBeGreaterThan(0),
    fetchCanceledOrders: async (bot) =>
      expect((await bot.fetchCanceledOrders(SYMBOL)).length).toBeGreaterThan(0),
    fetchCanceledAndClosedOrders: async (bot) =>
      expect((await bot.fetchCanceledAndClosedOrders(SYMBOL)).length).toBeGreaterThan(0),
    fetchOrderTrades: async (bot) => {
      const { id } = await bot.createMarketBuyOrder(SYMBOL, 0.1);
      expect(await bot.fetchOrderTrades(String(id), SYMBOL)).toMatchObject([{ order: id }]);
    },
    fetchMyTrades: async (bot) =>
      expect((await bot.fetchMyTrades(SYMBOL)).at(-1)).toMatchObject({ price: expect.any(Number) }),
    cancelOrder: async (bot) => {
      const { id } = await buy(bot);
      expect(await bot.cancelOrder(String(id), SYMBOL)).toMatchObject({ status: 'canceled' });
    },
    editOrder: (bot) =>
      withOrder(bot, async (id) => {
        const edited = await bot.editOrder(id, SYMBOL, 'limit', 'buy', 0.2, 89);
        expect(edited).toMatchObject({ status: 'open', price: 89, amount: 0.2 });
        expect(edited.id).not.toBe(id);
      }),
    editOrderWs: (bot) =>
      withOrder(bot, async (id) =>
        expect(await bot.editOrderWs(id, SYMBOL, 'limit', 'buy', 0.2, 89)).toMatchObject({
          status: 'open',
          price: 89,
        }),
      ),
    'createOrder (selfTradePreventionMode)': async (bot) => {
      const params = { selfTradePreventionMode: 'EXPIRE_MAKER' };
      expect((await buy(bot, 90, params)).info).toMatchObject(params);
      await bot.cancelAllOrders(SYMBOL);
    },
    'createOrder (stop-limit, icebergQty, selfTradePreventionMode)': async (bot) => {
      const own = { icebergQty: '0.02', selfTradePreventionMode: 'EXPIRE_BOTH' };
      const params = { triggerPrice: 95, ...own, newOrderRespType: 'RESULT' };
      const placed = await bot.createOrder(SYMBOL, 'limit', 'sell', 0.1, 94, params);
      expect(placed).toMatchObject({ triggerPrice: 95, price: 94, status: 'open' });
      expect(placed.info).toMatchObject({ ...own, icebergQty: '0.020' });
      await bot.cancelAllOrders(SYMBOL);
    },
    'editOrder (stop)': async (bot) => {
      const stop = await bot.createOrder(SYMBOL, 'market', 'sell', 0.1, undefined, {
        triggerPrice: 95,
      });
      const params = { stopPrice: 94 };
      const edited = await bot.editOrder(
        String(stop.id),
        SYMBOL,
        'market',
        'sell',
        0.1,
        undefined,
        params,
      );
      expect(edited.id).not.toBe(stop.id);
      expect(await bot.fetchOpenOrders(SYMBOL)).toMatchObject([
        { id: edited.id, triggerPrice: 94 },
      ]);
      await bot.cancelAllOrders(SYMBOL);
    },
    'orderList (icebergs, trailing stops, market, selfTradePreventionMode)': async (bot) => {
      const own = { symbol: 'BTCUSDT', selfTradePreventionMode: 'EXPIRE_BOTH' };
      const oco = await bot.privatePostOrderListOco({
        ...{ ...own, side: 'SELL', quantity: '0.1', aboveType: 'LIMIT_MAKER', abovePrice: '110' },
        ...{ aboveIcebergQty: '0.02', belowType: 'STOP_LOSS', belowTrailingDelta: 200 },
      });
      expect(oco).toMatchObject({
        orderReports: [{ icebergQty: '0.020' }, { trailingDelta: 200 }],
      });
      await bot.cancelAllOrders(SYMBOL);
      const working = {
        ...{ ...own, workingType: 'LIMIT', workingSide: 'BUY', workingTimeInForce: 'GTC' },
        ...{ workingPrice: '90', workingQuantity: '0.1' },
        ...{ pendingSide: 'SELL', pendingQuantity: '0.1' },
      };
      const two = {
        ...{ pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: '110' },
        ...{ pendingBelowType: 'STOP_LOSS', pendingBelowTrailingDelta: 200 },
      };
      const pending = { status: 'PENDING_NEW', selfTradePreventionMode: 'EXPIRE_BOTH' };
      expect(await bot.privatePostOrderListOtoco({ ...working, ...two })).toMatchObject({
        orderReports: [{ status: 'NEW' }, pending, { ...pending, trailingDelta: 200 }],
      });
      expect(
        await bot.privatePostOrderListOto({ ...working, pendingType: 'MARKET' }),
      ).toMatchObject({ orderReports: [{ status: 'NEW' }, { ...pending, type: 'MARKET' }] });
      await bot.cancelAllOrders(SYMBOL);
    },
    cancelAllOrders: async (bot) => {
      await buy(bot);
      expect(await bot.cancelAllOrders(SYMBOL)).toMatchObject([{ status: 'canceled' }]);
    },
    'orderList (oco, oto, otoco)': async (bot) => {
      const symbol = 'BTCUSDT';
      const pair = { aboveType: 'LIMIT_MAKER', abovePrice: '110', belowType: 'STOP_LOSS' };
      const oco = { symbol, side: 'SELL', quantity: '0.1', ...pair, belowStopPrice: '95' };
      const { orderListId } = await bot.privatePostOrderListOco(oco);
      expect(await bot.privateGetOrderList({ orderListId })).toMatchObject({ orderListId });
      expect(await bot.privateGetOpenOrderList()).toMatchObject([{ orderListId }]);
      expect(await bot.privateGetAllOrderList({ limit: 1 })).toMatchObject([{ orderListId }]);
      // What ccxt makes of its orders is what it makes of all.
      const open = await bot.fetchOpenOrders(SYMBOL);
      expect(open).toMatchObject([
        { type: 'limit', postOnly: true, side: 'sell', price: 110 },
        { type: 'market', triggerPrice: 95, status: 'open' },
      ]);
      expect(await bot.privateDeleteOrderList({ symbol, orderListId })).toMatchObject({
        listOrderStatus: 'ALL_DONE',
      });
      const working = {
        ...{ symbol, workingType: 'LIMIT', workingSide: 'BUY', workingTimeInForce: 'GTC' },
        ...{ workingPrice: '90', workingQuantity: '0.1' },
        ...{ pendingSide: 'SELL', pendingQuantity: '0.1' },
      };
      const one = { pendingType: 'STOP_LOSS', pendingStopPrice: '80' };
      const two = {
        ...{ pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: '110' },
        ...{ pendingBelowType: 'STOP_LOSS', pendingBelowStopPrice: '80' },
      };
      await bot.privatePostOrderListOto({ ...working, ...one });
      await bot.privatePostOrderListOtoco({ ...working, ...two });
      await bot.cancelAllOrders(SYMBOL);
    },
    'rateLimit/order': async (bot) =>
      expect(await bot.privateGetRateLimitOrder()).toMatchObject([{ rateLimitType: 'ORDERS' }]),
    createOrderWs: async (bot) => {
      const placed = await bot.createOrderWs(SYMBOL, 'limit', 'buy', 0.1, 90);
      expect(placed).toMatchObject({ status: 'open', price: 90 });
      await bot.cancelAllOrdersWs(SYMBOL);
    },
    createMarketOrderWs: async (bot) =>
      expect(await bot.createMarketOrderWs(SYMBOL, 'buy', 0.1)).toMatchObject(filled),
    cancelOrderWs: async (bot) => {
      const { id } = await buy(bot);
      expect(await bot.cancelOrderWs(String(id), SYMBOL)).toMatchObject({ status: 'canceled' });
    },
    cancelAllOrdersWs: async (bot) => {
      await buy(bot);
      expect(await bot.cancelAllOrdersWs(SYMBOL)).toMatchObject([{ status: 'canceled' }]);
    },
    fetchOrderWs: (bot) =>
      withOrder(bot, async (id) =>
        expect(await bot.fetchOrderWs(id, SYMBOL)).toHaveProperty('id', id),
      ),
    fetchOpenOrdersWs: (bot) =>
      withOrder(bot, async (id) =>
        expect((await bot.fetchOpenOrdersWs(SYMBOL)).map((order) => order.id)).toEqual([id]),
      ),
    fetchOrdersWs: async (bot) =>
      expect((await bot.fetchOrdersWs(SYMBOL)).length).toBeGreaterThan(0),
    fetchMyTradesWs: async (bot) =>
      expect((await bot.fetchMyTradesWs(SYMBOL)).length).toBeGreaterThan(0),
    fetchBalanceWs: async (bot) => {
      const [rest, socket] = [await bot.fetchBalance(), await bot.fetchBalanceWs()];
      expect(socket['USDT']).toEqual(rest['USDT']);
    },
    fetchTradesWs: async (bot) =>
      expect((await bot.fetchTradesWs(SYMBOL)).at(-1)).toMatchObject({ price: 100 }),
    fetchOHLCVWs: async (bot) =>
      expect((await bot.fetchOHLCVWs(SYMBOL, '1m')).at(-1)?.[4]).toBe(100),
    fetchCurrenciesWs: async (bot) =>
      expect(Object.keys(await bot.fetchCurrenciesWs())).toContain('USDT'),
    watchTrades: watched((bot) => bot.watchTrades(SYMBOL)),
    watchTradesForSymbols: watched((bot) => bot.watchTradesForSymbols([SYMBOL])),
    watchTicker: watched((bot) => bot.watchTicker(SYMBOL)),
    watchTickers: watched((bot) => bot.watchTickers([SYMBOL])),
    watchOHLCV: watched((bot) => bot.watchOHLCV(SYMBOL, '1m')),
    'watchOHLCV (1s, 4h, 3d)': async (bot, world) => {
      for (const timeframe of ['1s', '4h', '3d'])
        expect(await acting(bot.watchOHLCV(SYMBOL, timeframe), () => trade(world))).toBeTruthy();
    },
    watchOHLCVForSymbols: watched((bot) => bot.watchOHLCVForSymbols([[SYMBOL, '5m']])),
    watchOrderBook: watched((bot) => bot.watchOrderBook(SYMBOL)),
    watchOrderBookForSymbols: watched((bot) => bot.watchOrderBookForSymbols([SYMBOL])),
    watchBidsAsks: watched((bot) => bot.watchBidsAsks([SYMBOL])),
    watchOrders: watchedOwn((bot) => bot.watchOrders(SYMBOL)),
    watchMyTrades: watchedOwn((bot) => bot.watchMyTrades(SYMBOL)),
    watchBalance: watchedOwn((bot) => bot.watchBalance()),
    unWatchTrades: (bot) => bot.unWatchTrades(SYMBOL),
    unWatchTradesForSymbols: (bot) => bot.unWatchTradesForSymbols([SYMBOL]),
    unWatchTicker: (bot) => bot.unWatchTicker(SYMBOL),
    unWatchTickers: (bot) => bot.unWatchTickers([SYMBOL]),
    unWatchOHLCV: (bot) => bot.unWatchOHLCV(SYMBOL, '1m'),
    unWatchOHLCVForSymbols: (bot) => bot.unWatchOHLCVForSymbols([[SYMBOL, '5m']]),
    unWatchOrderBook: (bot) => bot.unWatchOrderBook(SYMBOL),
    unWatchOrderBookForSymbols: (bot) => bot.unWatchOrderBookForSymbols([SYMBOL]),
    unWatchBidsAsks: (bot) => bot.unWatchBidsAsks([SYMBOL]),
  },
  streams: {
    watchTrades: 'trade',
    watchTicker: 'ticker',
    watchOHLCV: 'kline',
    watchOrderBook: 'depth',
    watchBidsAsks: 'bookTicker',
  },
  refused: {
    'createOrder (pegged)': (bot) =>
      bot.createOrder(SYMBOL, 'limit', 'buy', 0.1, 90, { pegPriceType: 'PRIMARY_PEG' }),
    createMarketSellOrderWithCost: (bot) => bot.createMarketSellOrderWithCost(SYMBOL, 10),
  },
};

/**
 * What ccxt says that its `binance` has and is not of a spot account that trades: margin, futures, options, conversions, money in and
 * out, and orders that are not served yet. Whatever is in neither list fails.
 */
export const CCXT_NOT_HERE = new Set(
  `publicAPI privateAPI sandbox spot margin swap future option ws
  addMargin borrowCrossMargin borrowIsolatedMargin fetchADLRank fetchBorrowInterest fetchBorrowRateHistory fetchConvertCurrencies
  fetchConvertQuote fetchConvertTrade fetchConvertTradeHistory fetchCrossBorrowRate createConvertTrade
  fetchDepositAddress fetchDeposits fetchDepositWithdrawFee fetchWithdrawals fetchTransfers transfer withdraw fetchTransactionFee
  fetchFundingHistory fetchFundingRate fetchFundingRateHistory fetchFundingInterval fetchFundingIntervals fetchFundingRates
  fetchGreeks fetchAllGreeks fetchIndexOHLCV fetchIsolatedBorrowRate fetchIsolatedBorrowRates fetchMarginAdjustmentHistory
  fetchLedger fetchLedgerEntry fetchLeverage fetchLeverages fetchLeverageTiers fetchLongShortRatioHistory fetchMarginMode
  fetchMarginModes fetchMarketLeverageTiers fetchMarkOHLCV fetchMyLiquidations fetchMySettlementHistory fetchOpenInterest
  fetchOpenInterestHistory fetchOption fetchPosition fetchPositionADLRank fetchPositionsADLRank fetchPositionWs fetchPositionMode
  fetchPositions fetchPositionsWs fetchPositionsRisk fetchPremiumIndexOHLCV fetchSettlementHistory fetchMarkPrices fetchMarkPrice
  fetchPositionForSymbolWs reduceMargin repayCrossMargin repayIsolatedMargin setLeverage setMarginMode setPositionMode fetchTradingLimits
  watchPositions watchLiquidations watchLiquidationsForSymbols watchMyLiquidations watchMyLiquidationsForSymbols
  watchMarkPrices watchMarkPrice unWatchMarkPrices unWatchMarkPrice
  fetchOpenOrder fetchOrderBookWs fetchTickerWs watchOrdersForSymbols cancelOrders createOrders editOrders createReduceOnlyOrder`.split(
    /\s+/,
  ),
);
