/**
 * ccxt's own `binance` class, unmodified but for its URLs, against a listening server. Goal: what its
 * users do works, and what is refused becomes the exception they catch. No network beyond this machine.
 */
import ccxt from 'ccxt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../test/support/fixture.ts';
import { BinanceServer, type Credentials } from './binance-fixture.ts';

type Client = ReturnType<BinanceServer['client']>;

let exchange: BinanceServer;
let maker: TestUser;
let trader: TestUser;
let credentials: Credentials;
let bot: Client;

const SYMBOL = 'BTC/USDT';
const SELL = { symbol: SYMBOL, side: 'sell', type: 'limit', price: '100.00', quantity: '5' };

beforeAll(async () => {
  exchange = await BinanceServer.start();
  const { server } = exchange;
  [maker, trader] = [await server.trader(), await server.trader()];
  credentials = await exchange.key(trader);
  bot = exchange.client(credentials);
  await bot.loadMarkets();
});
afterAll(() => exchange.stop());
// Market orders need a fresh index.
beforeEach(() => exchange.server.tick());

const sell = (more: object = {}) => exchange.server.data('placeOrder', { ...SELL, ...more }, maker);

describe('market data', () => {
  test('loadMarkets has our markets with their steps and limits, and none that we have not', () => {
    expect(bot.symbols).toEqual([SYMBOL, 'ETH/USDT']);
    expect(bot.market(SYMBOL)).toMatchObject({
      id: 'BTCUSDT',
      spot: true,
      active: true,
      precision: { price: 0.01, amount: 0.001 },
      limits: { price: { min: 0.01 }, amount: { min: 0.001 }, cost: { min: 0.001 } },
    });
    expect(bot.market(SYMBOL).swap).toBe(false);
  });

  test('fetchCurrencies, fetchTime, fetchStatus', async () => {
    const currencies = await bot.fetchCurrencies();
    expect(Object.keys(currencies).sort()).toEqual(['BTC', 'ETH', 'USDT']);
    expect(currencies['USDT']).toMatchObject({ id: 'USDT', active: true, deposit: true });
    expect(Math.abs(((await bot.fetchTime()) ?? 0) - Date.now())).toBeLessThan(5_000);
    expect(await bot.fetchStatus()).toMatchObject({ status: 'ok' });
  });

  test('fetchOrderBook, fetchTrades, fetchTicker(s), fetchOHLCV, fetchBidsAsks', async () => {
    await sell();
    await bot.createOrder(SYMBOL, 'limit', 'buy', 2, 100);
    const book = await bot.fetchOrderBook(SYMBOL);
    expect(book.asks[0]).toEqual([100, 3]);
    expect(book.nonce).toBeGreaterThan(0);
    const [trade] = (await bot.fetchTrades(SYMBOL)).slice(-1);
    expect(trade).toMatchObject({ price: 100, amount: 2, side: 'buy', symbol: SYMBOL });
    expect((await bot.fetchTrades(SYMBOL, (trade?.timestamp ?? 0) - 1, 1))[0]?.id).toBe(trade?.id);
    expect(await bot.fetchTrades(SYMBOL, (trade?.timestamp ?? 0) + 1)).toEqual([]);
    expect(await bot.fetchTicker(SYMBOL)).toMatchObject({
      last: 100,
      ask: 100,
      baseVolume: 2,
      quoteVolume: 200,
    });
    expect(Object.keys(await bot.fetchTickers())).toEqual([SYMBOL, 'ETH/USDT']);
    expect((await bot.fetchTickers([SYMBOL]))[SYMBOL]?.vwap).toBe(100);
    expect((await bot.fetchBidsAsks())[SYMBOL]).toMatchObject({ ask: 100, askVolume: 3 });
    expect((await bot.fetchLastPrices())[SYMBOL]).toMatchObject({ price: 100 });
    for (const timeframe of ['1m', '3m', '1h', '12h', '1d', '3d', '1w', '1M']) {
      const [bar] = (await bot.fetchOHLCV(SYMBOL, timeframe)).slice(-1);
      expect([timeframe, bar?.slice(1)]).toEqual([timeframe, [100, 100, 100, 100, 2]]);
    }
    await bot
      .fetchTradingFee(SYMBOL)
      .then((fee) => expect(fee).toMatchObject({ maker: 0.001, taker: 0.002 }));
  });
});

describe('orders', () => {
  test('a limit order is placed, found by either id, listed and cancelled', async () => {
    const placed = await bot.createOrder(SYMBOL, 'limit', 'buy', 1, 99, {
      clientOrderId: 'mine-1',
    });
    expect(placed).toMatchObject({
      status: 'open',
      clientOrderId: 'mine-1',
      price: 99,
      amount: 1,
      filled: 0,
    });
    expect(await bot.fetchOrder(String(placed.id), SYMBOL)).toMatchObject({
      id: placed.id,
      status: 'open',
    });
    const byClientId = await bot.fetchOrder('', SYMBOL, { clientOrderId: 'mine-1' });
    expect(byClientId.id).toBe(placed.id);
    expect((await bot.fetchOpenOrders(SYMBOL)).map(({ id }) => id)).toEqual([placed.id]);
    // The same order as the app has it.
    const { list } = await exchange.server.data('orders', { status: 'waiting' }, trader);
    expect(list[0]).toMatchObject({
      id: Number(placed.id),
      client_order_id: 'mine-1',
      price: '99.00',
    });
    expect(await bot.fetchBalance()).toMatchObject({ USDT: { used: 99 } });
    expect(await bot.cancelOrder(String(placed.id), SYMBOL)).toMatchObject({ status: 'canceled' });
    expect(await bot.fetchOpenOrders(SYMBOL)).toEqual([]);
    expect((await bot.fetchOrders(SYMBOL)).at(-1)).toMatchObject({
      id: placed.id,
      status: 'canceled',
    });
  });

  test('market orders by quantity and by cost are filled, with their trades and fees', async () => {
    const before = await bot.fetchBalance();
    const bought = await bot.createOrder(SYMBOL, 'market', 'buy', 0.5);
    expect(bought).toMatchObject({ status: 'closed', filled: 0.5, average: 100, cost: 50 });
    expect(bought.trades).toHaveLength(1);
    expect(bought.trades[0]).toMatchObject({
      price: 100,
      amount: 0.5,
      fee: { cost: 0.001, currency: 'BTC' },
    });
    const spent = await bot.createMarketBuyOrderWithCost(SYMBOL, 50);
    expect(spent).toMatchObject({ status: 'closed', filled: 0.5, cost: 50 });
    const after = await bot.fetchBalance();
    expect((before['USDT']?.free ?? 0) - (after['USDT']?.free ?? 0)).toBe(100);
    const trades = await bot.fetchMyTrades(SYMBOL);
    expect(trades.slice(-2).map(({ order }) => order)).toEqual([bought.id, spent.id]);
    expect(trades.at(-1)).toMatchObject({
      side: 'buy',
      takerOrMaker: 'taker',
      price: 100,
      amount: 0.5,
    });
    expect(
      (await bot.fetchOrderTrades(String(bought.id), SYMBOL)).map(({ order }) => order),
    ).toEqual([bought.id]);
    const since = trades.at(-1)?.timestamp ?? 0;
    expect((await bot.fetchMyTrades(SYMBOL, since)).at(-1)?.id).toBe(trades.at(-1)?.id);
    expect(await bot.fetchMyTrades(SYMBOL, since + 1)).toEqual([]);
  });

  test('post-only rests or is refused; ioc ends what is not filled', async () => {
    const resting = await bot.createOrder(SYMBOL, 'limit', 'buy', 1, 98, { postOnly: true });
    expect(resting).toMatchObject({ status: 'open', postOnly: true });
    const found = await bot.fetchOrder(String(resting.id), SYMBOL);
    expect(found).toMatchObject({ status: 'open', postOnly: true, type: 'limit' });
    await expect(
      bot.createOrder(SYMBOL, 'limit', 'buy', 1, 100, { postOnly: true }),
    ).rejects.toThrow(ccxt.OrderImmediatelyFillable);
    const { asks } = await bot.fetchOrderBook(SYMBOL);
    const left = asks[0]?.[1] ?? 0;
    const ioc = await bot.createOrder(SYMBOL, 'limit', 'buy', left + 1, 100, {
      timeInForce: 'IOC',
    });
    expect(ioc).toMatchObject({ status: 'expired', filled: left, timeInForce: 'IOC' });
    // One that gets nothing has expired, as at Binance, and is none of the owner's orders.
    const orders = await bot.fetchOrders(SYMBOL);
    expect(
      await bot.createOrder(SYMBOL, 'limit', 'buy', 1, 100, { timeInForce: 'FOK' }),
    ).toMatchObject({ status: 'expired', filled: 0, amount: 1, price: 100, timeInForce: 'FOK' });
    expect(await bot.fetchOrders(SYMBOL)).toEqual(orders);
    await bot.createOrder(SYMBOL, 'limit', 'buy', 1, 97);
    const cancelled = await bot.cancelAllOrders(SYMBOL);
    expect(cancelled.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  });

  test('sent twice under one client id it is one order; another order under it is refused', async () => {
    const place = (amount: number) =>
      bot.createOrder(SYMBOL, 'limit', 'buy', amount, 90, { clientOrderId: 'once-1' });
    const [first, again] = [await place(1), await place(1)];
    expect(again.id).toBe(first.id);
    await expect(place(2)).rejects.toThrow(ccxt.InvalidOrder);
    expect(await bot.fetchOpenOrders(SYMBOL)).toHaveLength(1);
    await bot.cancelAllOrders(SYMBOL);
  });

  test('a test order is checked and not placed', async () => {
    await bot.createOrder(SYMBOL, 'limit', 'buy', 1, 99, { test: true });
    expect(await bot.fetchOpenOrders(SYMBOL)).toEqual([]);
    await expect(
      bot.createOrder(SYMBOL, 'stop_loss', 'buy', 1, 99, { stopPrice: 98 }),
    ).rejects.toThrow(ccxt.InvalidOrder);
  });
});

describe('refusals as exceptions', () => {
  test.each([
    ['InsufficientFunds', () => bot.createOrder(SYMBOL, 'limit', 'buy', 1_000, 100)],
    ['InvalidOrder', () => bot.createOrder(SYMBOL, 'limit', 'buy', 1, 1)],
    ['OrderNotFound', () => bot.fetchOrder('999999', SYMBOL)],
    ['OrderNotFound', () => bot.cancelOrder('999999', SYMBOL)],
    ['OrderNotFound', () => bot.cancelAllOrders('ETH/USDT')],
    ['BadSymbol', () => bot.publicGetDepth({ symbol: 'NONEUSDT' })],
    ['BadRequest', () => bot.publicGetKlines({ symbol: 'BTCUSDT', interval: '7m' })],
    ['BadRequest', () => bot.publicGetDepth({ symbol: 'BTCUSDT', levels: 5 })],
  ] as const)('%s', async (name, ask) => {
    await expect(ask()).rejects.toThrow(ccxt[name]);
  });

  test('AuthenticationError, PermissionDenied, InvalidNonce', async () => {
    const unknown = exchange.client({ key: 'x'.repeat(64), secret: 'y' });
    await expect(unknown.privateGetAccount()).rejects.toThrow(ccxt.AuthenticationError);
    const forged = exchange.client({ ...credentials, secret: 'not it' });
    await expect(forged.privateGetAccount()).rejects.toThrow(ccxt.AuthenticationError);
    const reader = exchange.client(await exchange.key(trader, {}));
    await reader.loadMarkets();
    expect(await reader.fetchBalance()).toHaveProperty('USDT');
    await expect(reader.createOrder(SYMBOL, 'limit', 'buy', 1, 99)).rejects.toThrow(
      ccxt.PermissionDenied,
    );
    const late = exchange.client(credentials);
    late.options['timeDifference'] = 60_000;
    await expect(late.privateGetAccount()).rejects.toThrow(ccxt.InvalidNonce);
  });
});
