/**
 * ccxt's own `pro.binance`, unmodified but for its URLs, watches a listening server. Goal: what it
 * shows is what the tables hold after the commit; each test acts and then awaits what must come.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../../../test/support/fixture.ts';
import { BinanceServer, type Credentials } from './binance-fixture.ts';

let exchange: BinanceServer;
let maker: TestUser;
let trader: TestUser;
let credentials: Credentials;
let bot: Awaited<ReturnType<BinanceServer['watcher']>>;

const SYMBOL = 'BTC/USDT';

beforeAll(async () => {
  exchange = await BinanceServer.start();
  const { server } = exchange;
  [maker, trader] = [await server.trader(), await server.trader()];
  credentials = await exchange.key(trader);
  bot = await exchange.watcher(credentials);
  await bot.loadMarkets();
});
afterAll(() => exchange.stop());

const order = (user: TestUser, side: string, price: string, quantity = '1') =>
  exchange.server.data(
    'placeOrder',
    { symbol: SYMBOL, side, type: 'limit', price, quantity },
    user,
  );

/** Acts again and again until what is awaited has come: a subscription is not there at once. */
async function acting<Value>(awaited: Promise<Value>, act: () => Promise<unknown>): Promise<Value> {
  let isThere = false;
  const done = awaited.finally(() => {
    isThere = true;
  });
  while (!isThere) {
    await act();
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  return done;
}

/** What ccxt is told before it waits for it by this name is told to nobody. */
const isWaitedFor = (...names: string[]) =>
  expect
    .poll(() => Object.values(bot.clients).flatMap((client) => Object.keys(client.futures)), {
      timeout: 30_000,
    })
    .toEqual(expect.arrayContaining(names));

test('watchOrderBook follows the book', async () => {
  await order(maker, 'sell', '101.00');
  const first = await bot.watchOrderBook(SYMBOL);
  expect(first.asks[0]).toEqual([101, 1]);
  const next = bot.watchOrderBook(SYMBOL);
  const { order: bid } = await order(maker, 'buy', '99.50', '2');
  expect((await next).bids[0]).toEqual([99.5, 2]);
  const then = bot.watchOrderBook(SYMBOL);
  await exchange.server.data('cancelOrder', { order_id: bid.id }, maker);
  const book = await then;
  expect(book.bids).toHaveLength(0);
  expect(book.nonce).toBe(exchange.server.context.marketData.book(SYMBOL, 1)?.sequence);
});

test('watchTrades, watchTicker, watchOHLCV, watchBidsAsks see a trade', async () => {
  const trade = async () => {
    await order(maker, 'sell', '100.00', '0.1');
    await order(trader, 'buy', '100.00', '0.1');
  };
  const [last] = (await acting(bot.watchTrades(SYMBOL), trade)).slice(-1);
  expect(last).toMatchObject({ symbol: SYMBOL, price: 100, amount: 0.1, side: 'buy' });
  expect(await acting(bot.watchTicker(SYMBOL), trade)).toMatchObject({ last: 100, symbol: SYMBOL });
  const [bar] = (await acting(bot.watchOHLCV(SYMBOL, '1m'), trade)).slice(-1);
  expect(bar?.slice(1, 5)).toEqual([100, 100, 100, 100]);
  const bests = await acting(bot.watchBidsAsks([SYMBOL]), trade);
  expect(Object.keys(bests)).toEqual([SYMBOL]);
  const tickers = await acting(bot.watchTickers([SYMBOL]), trade);
  expect(tickers[SYMBOL]).toMatchObject({ last: 100 });
});

test('watchOrders, watchMyTrades and watchBalance see an order from placing to its end', async () => {
  const [first, balance] = [bot.watchOrders(SYMBOL), bot.watchBalance()];
  // The subscription is signed and answered before anything is told.
  await bot.authenticate();
  await isWaitedFor(`orders:${SYMBOL}`, 'spot:balance');
  const placed = await bot.createOrder(SYMBOL, 'limit', 'buy', 2, 98);
  expect((await first).at(-1)).toMatchObject({ id: placed.id, status: 'open', filled: 0 });
  expect((await balance)['USDT']?.used).toBe(196);
  const [filling, mine] = [bot.watchOrders(SYMBOL), bot.watchMyTrades(SYMBOL)];
  await isWaitedFor(`orders:${SYMBOL}`, `myTrades:${SYMBOL}`);
  await order(maker, 'sell', '98.00', '0.5');
  expect((await filling).at(-1)).toMatchObject({ id: placed.id, status: 'open', filled: 0.5 });
  expect((await mine).at(-1)).toMatchObject({
    order: placed.id,
    side: 'buy',
    takerOrMaker: 'maker',
    price: 98,
    amount: 0.5,
    fee: { currency: 'BTC' },
  });
  const ending = bot.watchOrders(SYMBOL);
  await isWaitedFor(`orders:${SYMBOL}`);
  await bot.cancelOrder(String(placed.id), SYMBOL);
  expect((await ending).at(-1)).toMatchObject({ id: placed.id, status: 'canceled', filled: 0.5 });
});

test('orders and balances over the WebSocket API', async () => {
  const placed = await bot.createOrderWs(SYMBOL, 'limit', 'buy', 1, 97);
  expect(placed).toMatchObject({ status: 'open', price: 97 });
  expect(await bot.fetchOrderWs(String(placed.id), SYMBOL)).toMatchObject({ id: placed.id });
  expect((await bot.fetchOpenOrdersWs(SYMBOL)).map(({ id }) => id)).toEqual([placed.id]);
  expect((await bot.fetchBalanceWs())['info']).toMatchObject({ canTrade: true });
  expect(await bot.cancelOrderWs(String(placed.id), SYMBOL)).toMatchObject({ status: 'canceled' });
  await expect(bot.createOrderWs(SYMBOL, 'limit', 'buy', 1_000, 97)).rejects.toThrow(
    /insufficient balance/,
  );
});

test('orders of a client’s id over the WebSocket API, many under way, and all cancelled', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `ccxt-${at}`);
  const placeAll = () =>
    Promise.all(
      ids.map((newClientOrderId) =>
        bot.createOrderWs(SYMBOL, 'limit', 'buy', 0.01, 95, { newClientOrderId }),
      ),
    );
  const placed = await placeAll();
  expect(placed.map(({ clientOrderId }) => clientOrderId)).toEqual(ids);
  // Sent again they are the same orders.
  expect((await placeAll()).map(({ id }) => id)).toEqual(placed.map(({ id }) => id));
  await expect(
    bot.createOrderWs(SYMBOL, 'limit', 'buy', 0.02, 95, { newClientOrderId: 'ccxt-0' }),
  ).rejects.toThrow(/Duplicate order/);
  expect(await bot.fetchOpenOrdersWs(SYMBOL)).toHaveLength(ids.length);
  await bot.cancelAllOrdersWs(SYMBOL);
  expect(await bot.fetchOpenOrdersWs(SYMBOL)).toEqual([]);
  const ended = await bot.fetchOrdersWs(SYMBOL);
  expect(ended.slice(-ids.length).every(({ status }) => status === 'canceled')).toBe(true);
  const wrong = await exchange.watcher({ ...credentials, secret: 'x'.repeat(64) });
  await expect(wrong.createOrderWs(SYMBOL, 'limit', 'buy', 0.01, 95)).rejects.toThrow(/Signature/);
});
