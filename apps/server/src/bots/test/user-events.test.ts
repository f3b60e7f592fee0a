/** A batch's row of an order as the events of its life: sums rise by its trades and end at the row. */
import type { OrderRow, TradeRow } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceTicks, quantityLots } from '@fairlead/units';
import { expect, test } from 'vitest';
import { Terms } from '../../market/catalogue.ts';
import { orderEvents } from '../binance/streams/user-streams.ts';

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
