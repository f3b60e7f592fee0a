/** Orders, trades and candles keep their price and quantity when a market's tick and lot change. */
import type { Order, PublicTrade } from '@fairlead/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { saveMarketByTwo } from '../../operators/test/fixture.ts';

const SYMBOL = 'BTC/USDT';
const LIMIT = { symbol: SYMBOL, type: 'limit' };
const CANDLES = ['1m', '15m', '1d'] as const;

let server: TestServer;
let maker: TestUser;
let taker: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [maker, taker] = [await server.trader(), await server.trader()];
});
afterAll(() => server.stop());

async function place(user: TestUser, side: string, price: string, quantity: string) {
  return (await server.data('placeOrder', { ...LIMIT, side, price, quantity }, user)).order;
}

async function changeGrid(tickSize: string, lotSize: string): Promise<void> {
  const token = await server.ownerToken();
  const markets = await server.data('operatorMarkets', {}, { token });
  const market = markets.find(({ symbol }) => symbol === SYMBOL);
  const terms = { ...market, tick_size: tickSize, lot_size: lotSize };
  await saveMarketByTwo(server, terms, token);
}

/** All that is shown of what happened: both users' orders, trades, candles, the last price. */
async function shown() {
  const ordersOf = async (user: TestUser): Promise<readonly Order[]> =>
    (await server.data('orders', { limit: 100 }, user)).list;
  const deal = await server.data('deal', { symbol: SYMBOL });
  const trades: readonly PublicTrade[] = deal.trades;
  const candles = await Promise.all(
    CANDLES.map((period) => server.data('candles', { symbol: SYMBOL, period, kind: 'trade' })),
  );
  const [quotation] = await server.data('quotations');
  return {
    orders: [...(await ordersOf(maker)), ...(await ordersOf(taker))],
    trades,
    candles,
    lastPrices: [deal.last_price, quotation?.last_price],
    sums: [quotation?.volume_24h, quotation?.turnover_24h],
  };
}

test('old orders, trades and candles stay as they were, new ones are on the new grid', async () => {
  await place(maker, 'sell', '100.05', '1.005');
  await place(maker, 'sell', '100.11', '1.000');
  const filled = await place(taker, 'buy', '100.11', '1.505');
  const waiting = await place(taker, 'buy', '98.76', '0.123');
  const before = await shown();
  expect(before.trades).toMatchObject([
    { price: '100.11', quantity: '0.500' },
    { price: '100.05', quantity: '1.005' },
  ]);
  expect(filled).toMatchObject({ average_price: '100.0699', quantity: '1.505' });
  expect(before.candles[0]).toMatchObject([
    { open: '100.05', high: '100.11', low: '100.05', close: '100.11', volume: '1.505' },
  ]);

  await changeGrid('0.05', '0.01');
  // The change cancels what waited, in the tick and lot in which it was placed.
  const ended = { status: 'cancelled', cancel_reason: 'market_terms' };
  const waitingIds = new Set([waiting.id, before.orders.find(isWaiting)?.id]);
  const orders = before.orders.map((order) =>
    waitingIds.has(order.id) ? { ...order, ...ended } : order,
  );
  expect(await shown()).toEqual({ ...before, orders });
  await server.restart();
  expect(await shown()).toEqual({ ...before, orders });

  // New ones, in ticks and lots of which the old would make another price.
  await place(maker, 'sell', '100.3', '0.21');
  const bought = await place(taker, 'buy', '100.3', '0.11');
  expect(bought).toMatchObject({
    price: '100.30',
    quantity: '0.11',
    filled_quantity: '0.11',
    average_price: '100.3000',
  });
  const off = { ...LIMIT, side: 'buy', price: '100.03', quantity: '0.005' };
  expect((await server.call('placeOrder', off, taker)).fields).toEqual({
    price: 'Must be a multiple of 0.05',
    quantity: 'Must be a multiple of 0.01',
  });
  const after = await shown();
  expect(after.trades).toEqual([
    expect.objectContaining({ price: '100.30', quantity: '0.11' }),
    ...before.trades,
  ]);
  expect(after.candles[0]).toMatchObject([
    { open: '100.05', high: '100.30', low: '100.05', close: '100.30', volume: '1.615' },
  ]);
  expect(after.orders).toEqual(expect.arrayContaining(orders));

  // Back to the first grid, which is a third one: the orders of the second keep theirs.
  await changeGrid('0.01', '0.001');
  await server.restart();
  const last = await shown();
  expect(last.trades).toEqual(after.trades);
  expect(last.sums).toEqual(after.sums);
  expect(last.orders).toEqual(expect.arrayContaining([...orders, bought]));
  expect(await place(taker, 'buy', '99.99', '0.005')).toMatchObject({
    price: '99.99',
    quantity: '0.005',
  });
});

const isWaiting = (order: Order): boolean => order.status === 'waiting';
