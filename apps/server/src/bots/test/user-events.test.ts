/** A batch's row of an order as the events of its life: sums rise by its trades and end at the row. */
import type { OrderListRow, OrderRow, TradeRow, TriggerRow } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceTicks, quantityLots, ratePpm } from '@fairlead/units';
import { expect, test } from 'vitest';
import { Terms } from '../../market/catalogue.ts';
import type { PublishedUpdate } from '../../market/data/index.ts';
import type { UserStream } from '../binance/streams/stream-socket.ts';
import { orderEvents, UserStreams } from '../binance/streams/user-streams.ts';

const terms = new Terms();
terms.apply({
  currencies: [BTC, USDT],
  markets: [BTC_USDT],
  grids: [{ ...BTC_USDT, afterOrderId: 0, afterTradeId: 0 }],
});

const ORDER: OrderRow = {
  orderId: 5,
  owner: 1,
  marketId: 1,
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  clientOrderId: 'mine',
  price: priceTicks(10_000),
  quantity: quantityLots(3_000),
  filledQuantity: quantityLots(0),
  filledAmount: amountMinor(0n),
  fee: amountMinor(0n),
  hold: amountMinor(0n),
  status: 'waiting',
  createdAtMs: 10,
  updatedAtMs: 20,
};
const trade = (tradeId: number, lots: number, isMaker: boolean): TradeRow => ({
  tradeId,
  marketId: 1,
  price: priceTicks(10_000),
  quantity: quantityLots(lots),
  notional: amountMinor(BigInt(lots) * 100_000n),
  side: isMaker ? 'sell' : 'buy',
  makerOrderId: isMaker ? 5 : 9,
  takerOrderId: isMaker ? 9 : 5,
  makerOwner: isMaker ? 1 : 2,
  takerOwner: isMaker ? 2 : 1,
  makerFee: amountMinor(7n),
  takerFee: amountMinor(9n),
  timeMs: 15,
});

interface Told {
  readonly x: string;
  readonly X: string;
  readonly l: string;
  readonly z: string;
  readonly Z: string;
  readonly m: boolean;
  readonly n: string;
}
const told = (order: OrderRow, isNew: boolean, trades: readonly TradeRow[]) =>
  (orderEvents(order, { terms, nowMs: 30, isNew, trades }) as Told[]).map(
    ({ x, X, l, z, Z, m, n }) => [x, X, l, z, Z, m ? 'maker' : 'taker', n],
  );
const filled = (
  lots: number,
  status: OrderRow['status'],
  more: Partial<OrderRow> = {},
): OrderRow => ({
  ...ORDER,
  filledQuantity: quantityLots(lots),
  filledAmount: amountMinor(BigInt(lots) * 100_000n),
  status,
  ...more,
});

test('placed, taken from, filled by others, all in one batch', () => {
  const trades = [trade(1, 1_000, false), trade(2, 2_000, true)];
  expect(told(filled(3_000, 'completed'), true, trades)).toEqual([
    ['NEW', 'NEW', '0', '0.000', '0.000000', 'taker', '0'],
    ['TRADE', 'PARTIALLY_FILLED', '1.000', '1.000', '100.000000', 'taker', '0.00000009'],
    ['TRADE', 'FILLED', '2.000', '3.000', '300.000000', 'maker', '0.00000007'],
  ]);
});

test('of an older order only what this batch did', () => {
  expect(told(filled(1_500, 'waiting'), false, [trade(3, 500, true)])).toEqual([
    ['TRADE', 'PARTIALLY_FILLED', '0.500', '1.500', '150.000000', 'maker', '0.00000007'],
  ]);
});

test.each([
  ['user', 'CANCELED', 'CANCELED'],
  ['market_terms', 'CANCELED', 'CANCELED'],
  ['remainder', 'EXPIRED', 'EXPIRED'],
  ['self_trade', 'EXPIRED', 'EXPIRED_IN_MATCH'],
] as const)('cancelled by %s', (cancelReason, execution, status) => {
  const order = filled(500, 'cancelled', { cancelReason });
  expect(told(order, false, [])).toEqual([
    [execution, status, '0', '0.500', '50.000000', 'taker', '0'],
  ]);
});

const LIST: OrderListRow = {
  ...{ listId: 6, owner: 1, marketId: 1, kind: 'oco', clientListId: 'both' },
  ...{ firstId: 5, secondId: 7, status: 'done', endReason: 'filled' },
  ...{ createdAtMs: 10, updatedAtMs: 20 },
};

/** A batch with an order's end, its list's and what became of the money, told while reads of lists do as they are made to. */
async function listTold(read: () => Promise<never[]>) {
  const told: Record<string, unknown>[] = [];
  const failures: unknown[] = [];
  const all = Promise.withResolvers<void>();
  let publish: (update: PublishedUpdate) => void = () => {};
  const streams = new UserStreams({
    marketData: {
      terms,
      onPublished: (take) => {
        publish = take;
        return () => {};
      },
    },
    clock: { now: () => 30 },
    reads: { query: read },
    onFailure: (error) => failures.push(error),
  });
  const tell = (event: object) => {
    if (told.push(event as Record<string, unknown>) === 3) all.resolve();
  };
  streams.add({ userId: 1, tell } as unknown as UserStream);
  const money = { owner: 1, account: 'coin', currencyId: 3, total: 5n, frozen: 0n };
  const changes = {
    ...{ trades: [], amendments: [], triggers: [], orderLists: [LIST], balances: [money] },
    orders: [filled(3_000, 'completed')],
    counters: { orderId: 9 },
  };
  const waiting = { ...changes, orders: [], orderLists: [], balances: [] };
  publish({ batch: { changes: waiting } } as unknown as PublishedUpdate);
  const cancelled = [filled(0, 'cancelled', { cancelReason: 'user' })];
  publish({ batch: { changes: { ...changes, orders: cancelled } } } as unknown as PublishedUpdate);
  await all.promise;
  return { told, failures };
}

test('a leg that trails is told as new once, however often its best price moves', () => {
  const told: Record<string, unknown>[] = [];
  let publish: (update: PublishedUpdate) => void = () => {};
  const streams = new UserStreams({
    marketData: {
      terms,
      onPublished: (take) => {
        publish = take;
        return () => {};
      },
    },
    clock: { now: () => 30 },
    reads: { query: async () => [] },
    onFailure: (error) => {
      throw error;
    },
  });
  const tell = (event: object) => void told.push(event as Record<string, unknown>);
  streams.add({ userId: 1, tell } as unknown as UserStream);
  const leg: TriggerRow = {
    ...{ triggerId: 7, owner: 1, marketId: 1, listId: 6, sinceId: 10, side: 'sell' },
    ...{ quantity: quantityLots(3_000), hold: amountMinor(0n), status: 'waiting' },
    ...{ triggerKind: 'stop', triggerBy: 'index', triggerPrice: priceTicks(9_800) },
    ...{ trailPpm: ratePpm(20_000n), bestPrice: priceTicks(10_000) },
    ...{ type: 'market', timeInForce: 'ioc', makerFeePpm: ratePpm(0n), takerFeePpm: ratePpm(0n) },
    ...{ createdAtMs: 10, updatedAtMs: 20 },
  };
  const batch = (orderId: number, triggers: readonly TriggerRow[]) => {
    const changes = {
      ...{ trades: [], amendments: [], orderLists: [], balances: [], orders: [], triggers },
      counters: { orderId },
    };
    publish({ batch: { changes } } as unknown as PublishedUpdate);
  };
  batch(9, []);
  batch(10, [leg]);
  for (let move = 0; move < 3; move += 1) batch(10, [leg]);
  expect(told).toMatchObject([{ e: 'executionReport', x: 'NEW' }]);
  // Whoever listens later is told of none that was put up before.
  batch(20, [leg]);
  expect(told).toHaveLength(1);
});

test('what comes behind a list waits until that is read', async () => {
  const { told, failures } = await listTold(async () => []);
  expect(told.map(({ e }) => e)).toEqual([
    ...['executionReport', 'listStatus', 'outboundAccountPosition'],
  ]);
  expect(told[1]).toMatchObject({ g: 6, c: 'OCO', l: 'ALL_DONE', L: 'ALL_DONE', C: 'both', T: 20 });
  expect(failures).toEqual([]);
});

test('a list that cannot be read is told of without its orders, and nothing stops', async () => {
  const gone = new Error('the database is gone');
  const { told, failures } = await listTold(() => Promise.reject(gone));
  expect(told.map(({ e }) => e)).toContain('outboundAccountPosition');
  expect(told[1]).toMatchObject({ e: 'listStatus', g: 6, O: [] });
  expect(failures).toEqual([gone]);
});
