/**
 * Conversions, first told, then drawn. The oracle is the same engine that is given the legs as plain orders, one after another,
 * on a copy of the state: where all of them fill at prices no worse than the bounds, the conversion makes the same trades; where
 * they do not, it is refused and nothing changes.
 */
import type { Convert, OrderRow, Result, Snapshot, TradeRow } from '@fairlead/engine';
import {
  BTC,
  BTC_USDT,
  ETH,
  ETH_USDT,
  RandomCommands,
  rejectOf,
  Seeded,
  TestExchange,
  triggerOrder,
  USDT,
} from '@fairlead/testkit';
import { amountMinor, type PriceTicks, type QuantityLots, ratePpm } from '@fairlead/units';
import { beforeEach, expect, test } from 'vitest';

const ADA = 1;
const BOB = 2;
const FUNDS = 100_000_000_000n;
const [BITCOIN, ETHER] = [BTC_USDT.marketId, ETH_USDT.marketId];

let exchange: TestExchange;

/** BTC/USDT and ETH/USDT at 100.00; lots of 0.001, prices in hundredths. Fees are 0.2 % for who takes. */
function opened(): TestExchange {
  const begun = TestExchange.withMarket(ADA, BOB);
  begun.run({ kind: 'configure_currency', currency: ETH });
  begun.run({ kind: 'configure_market', market: ETH_USDT });
  begun.index(10_000, ETHER);
  for (const { currencyId } of [BTC, ETH, USDT]) begun.fund(BOB, currencyId, FUNDS);
  begun.fund(ADA, BTC.currencyId, FUNDS);
  begun.engine.takeChanges();
  return begun;
}

beforeEach(() => {
  exchange = opened();
});

const sale = (quantity: number, worst: number, marketId = BITCOIN) => ({
  marketId,
  quantity: quantity as QuantityLots,
  worst: worst as PriceTicks,
});

const through = (quantity: number, [sold, bought]: readonly [number, number]): Convert => ({
  kind: 'convert',
  owner: ADA,
  sale: sale(quantity, sold),
  purchase: { marketId: ETHER, worst: bought as PriceTicks },
});

function ordersOf(result: Result): readonly OrderRow[] {
  if (!result.ok || result.value.kind !== 'conversion') throw new TypeError(rejectOf(result));
  return result.value.orders;
}

const total = (currencyId: number) => exchange.engine.balance(ADA, 'coin', currencyId).total;

/** Nothing is changed but the number of commands. */
function refused(command: Convert): string {
  const before = { ...exchange.engine.takeSnapshot(), counters: undefined };
  const result = exchange.execute(command);
  expect({ ...exchange.engine.takeSnapshot(), counters: undefined }).toEqual(before);
  return rejectOf(result);
}

test('goes over the quote: what the sale brought after its fee buys, and the rest of a lot stays', () => {
  exchange.limit(BOB, 'buy', [10_000, 50]);
  exchange.limit(BOB, 'sell', [10_010, 100], { marketId: ETHER });
  const [sold, bought] = ordersOf(exchange.execute(through(50, [9_990, 10_020])));
  // 50 lots at 100.00 are 5 USDT; 0.2 % of it is the fee; 10.010 USDT buy ten lots of ether.
  expect(sold).toMatchObject({ status: 'completed', filledAmount: 5_000_000n, fee: 10_000n });
  expect(bought).toMatchObject({ status: 'completed', amount: 4_990_000n, filledQuantity: 49 });
  expect(total(USDT.currencyId)).toBe(4_990_000n - 49n * 100_100n);
  expect(total(BTC.currencyId)).toBe(FUNDS - 50n * 100_000n);
  expect(total(ETH.currencyId)).toBe(49n * 100_000n - 9_800n);
  exchange.engine.checkInvariants();
});

test('leaves a row and a receipt of each leg: bound, trades, index, fee, and what was quoted', () => {
  exchange.limit(BOB, 'buy', [10_000, 30]);
  exchange.limit(BOB, 'buy', [9_990, 30]);
  exchange.limit(BOB, 'sell', [10_010, 100], { marketId: ETHER });
  exchange.engine.takeChanges();
  const asked = { ...through(50, [9_985, 10_020]), quotedReceived: amountMinor(4_900_000n) };
  const [sold, bought] = ordersOf(
    exchange.execute({ ...asked, shownFeePpm: ratePpm(2_000n), plan: { planId: 7, dueMs: 9 } }),
  );
  const { conversions, receipts, trades } = exchange.engine.takeChanges();
  const ids = trades.map(({ tradeId }) => tradeId);
  // 30 lots at 100.00 and 20 at 99.90 are 4.998 USDT: 99.96 on average, 0.04 % below the index.
  expect(receipts).toMatchObject([
    {
      ...{ kind: 'conversion', owner: ADA, subjectId: sold?.orderId, marketId: BITCOIN },
      terms: {
        ...{ side: 'sell', leg: 1, legs: 2, worst_price: '99.85000000' },
        ...{ fee_rate: '0.002000', shown_fee_rate: '0.002000' },
      },
      result: {
        ...{ first_trade: ids[0], last_trade: ids[1], best_price: '100.00000000' },
        ...{ last_price: '99.90000000', average_price: '99.96000000' },
        index_spread_rate: '0.000400',
      },
      details: {
        ...{ order: sold?.orderId, conversion: sold?.orderId, plan: 7, due: 9 },
        ...{ quantity: '0.05000000', amount: '4.998000', fee: '0.009996', received: '4.988004' },
      },
    },
    {
      ...{ subjectId: bought?.orderId, marketId: ETHER, terms: { side: 'buy', leg: 2 } },
      result: { first_trade: ids[2], last_trade: ids[2], index_spread_rate: '0.001000' },
      details: { conversion: sold?.orderId, received: '0.04890200', quoted: '0.04900000' },
    },
  ]);
  expect(receipts[0]?.details).not.toHaveProperty('quoted');
  expect(conversions).toEqual([
    {
      ...{ conversionId: sold?.orderId, owner: ADA, planId: 7, dueMs: 9 },
      ...{ fromCurrencyId: BTC.currencyId, toCurrencyId: ETH.currencyId },
      ...{ spent: 5_000_000n, received: 4_890_200n, quotedReceived: 4_900_000n },
      ...{ saleOrderId: sold?.orderId, saleReceiptId: receipts[0]?.receiptId },
      ...{ purchaseOrderId: bought?.orderId, purchaseReceiptId: receipts[1]?.receiptId },
      ...{ saleIndex: 10_000_000_000n, purchaseIndex: 10_000_000_000n },
      timeMs: exchange.timeMs,
    },
  ]);
  expect(refused(through(5_000, [9_990, 10_020]))).toBe('price_moved');
  expect(exchange.engine.takeChanges().receipts).toEqual([]);
});

test('takes the better price where the book has one, and none beyond what was agreed', () => {
  exchange.limit(BOB, 'buy', [10_000, 10]);
  exchange.limit(BOB, 'buy', [9_990, 10]);
  expect(refused({ kind: 'convert', owner: ADA, sale: sale(20, 9_995) })).toBe('price_moved');
  const [sold] = ordersOf(exchange.execute({ kind: 'convert', owner: ADA, sale: sale(20, 9_990) }));
  expect(sold?.filledAmount).toBe(100_000n * 10n + 99_900n * 10n);
});

test('does nothing at all where the second leg would not go through', () => {
  exchange.limit(BOB, 'buy', [10_000, 50]);
  exchange.limit(BOB, 'sell', [10_010, 48], { marketId: ETHER });
  expect(refused(through(50, [9_990, 10_020]))).toBe('price_moved');
  expect(refused(through(50, [9_990, 10_000]))).toBe('price_moved');
  exchange.limit(BOB, 'sell', [10_030, 100], { marketId: ETHER });
  expect(refused(through(50, [9_990, 10_020]))).toBe('price_moved');
  expect(exchange.execute(through(50, [9_990, 10_030])).ok).toBe(true);
});

test('is refused after its quote, by another fee, without the money, and before the own order', () => {
  exchange.limit(BOB, 'buy', [10_000, 50]);
  const one: Convert = { kind: 'convert', owner: ADA, sale: sale(10, 9_990) };
  expect(refused({ ...one, goodTillMs: exchange.timeMs - 1 })).toBe('quote_expired');
  expect(refused({ ...one, shownFeePpm: ratePpm(1_999n) })).toBe('terms_changed');
  const two = { marketId: BITCOIN, worst: 10_000 as PriceTicks, amount: amountMinor(1_000_000n) };
  exchange.limit(BOB, 'sell', [10_000 + 1, 50]);
  expect(
    refused({ kind: 'convert', owner: ADA, purchase: { ...two, worst: 10_001 as PriceTicks } }),
  ).toBe('insufficient_balance');
  exchange.limit(ADA, 'sell', [10_000 + 5, 5]);
  exchange.fund(ADA, USDT.currencyId, FUNDS);
  const own = { ...two, worst: 10_005 as PriceTicks, amount: amountMinor(5_200_000n) };
  expect(refused({ kind: 'convert', owner: ADA, purchase: own })).toBe('would_not_fill');
  expect(exchange.execute({ ...one, goodTillMs: exchange.timeMs }).ok).toBe(true);
});

test('has one leg, or two that share their quote', () => {
  const buys = { marketId: ETHER, worst: 10_020 as PriceTicks };
  const amount = amountMinor(1_000_000n);
  expect(refused({ kind: 'convert', owner: ADA })).toBe('list_invalid');
  expect(refused({ kind: 'convert', owner: ADA, purchase: buys })).toBe('list_invalid');
  expect(refused({ ...through(5, [9_990, 10_020]), purchase: { ...buys, amount } })).toBe(
    'list_invalid',
  );
  expect(
    refused({ ...through(5, [9_990, 10_020]), purchase: { ...buys, marketId: BITCOIN } }),
  ).toBe('list_invalid');
});

test('what its own trades set off does not take the money of the second leg', () => {
  // Bob's bid is the working order of nothing; Ada's stop buys ether with all her USDT once bitcoin traded at 100.00.
  exchange.limit(BOB, 'buy', [10_000, 50]);
  exchange.limit(BOB, 'sell', [10_010, 60], { marketId: ETHER });
  exchange.limit(BOB, 'sell', [10_010, 60]);
  exchange.fund(ADA, USDT.currencyId, 1_100_000n);
  exchange.run(
    triggerOrder(ADA, ['buy', 'take_profit'], [10_000, 10], { by: 'last', limit: 10_010 }),
  );
  const orders = ordersOf(exchange.execute(through(50, [9_990, 10_020])));
  expect(orders.map(({ status }) => status)).toEqual(['completed', 'completed']);
  exchange.engine.checkInvariants();
});

/** The same legs as plain orders on a copy; undefined where one does not fill, or goes beyond its bound. */
function plainly(snapshot: Snapshot, command: Convert, timeMs: number): TradeRow[] | undefined {
  const other = new TestExchange(snapshot);
  other.timeMs = timeMs;
  const trades: TradeRow[] = [];
  let amount = command.purchase?.amount;
  for (const side of ['sell', 'buy'] as const) {
    const leg = side === 'sell' ? command.sale : command.purchase;
    if (leg === undefined) continue;
    const size =
      'quantity' in leg
        ? ({ by: 'quantity', quantity: leg.quantity } as const)
        : ({ by: 'amount', amount: amount ?? amountMinor(0n) } as const);
    const { owner } = command;
    const { marketId, worst } = leg;
    const result = other.execute({
      ...{ kind: 'place_order', type: 'market', owner, marketId, side, size },
      timeInForce: 'fok',
    });
    if (!result.ok || result.value.kind !== 'order') return undefined;
    const { order } = result.value;
    const made = other.engine
      .takeChanges()
      .trades.filter(({ takerOrderId }) => takerOrderId === order.orderId);
    const isWithin = ({ price }: TradeRow) => (side === 'sell' ? price >= worst : price <= worst);
    if (!made.every(isWithin)) return undefined;
    trades.push(...made);
    amount = amountMinor(order.filledAmount - order.fee);
  }
  return trades;
}

function drawn(random: Seeded): Convert {
  const near = () => (9_990 + random.below(21)) as PriceTicks;
  const [from, to] = random.chance(50) ? [BITCOIN, ETHER] : [ETHER, BITCOIN];
  const form = random.below(4);
  const quantity = (1 + random.below(60)) as QuantityLots;
  const amount = amountMinor(BigInt(random.below(4_000_000)));
  return {
    kind: 'convert',
    owner: random.pick([ADA, BOB]),
    ...(form > 0 && { sale: { marketId: from, quantity, worst: near() } }),
    ...(form === 0 && { purchase: { marketId: to, amount, worst: near() } }),
    ...(form > 1 && { purchase: { marketId: to, worst: near() } }),
  };
}

test.each([1, 2, 4, 5])('does what its legs would do alone, or nothing: seed %i', (seed) => {
  const random = new Seeded(seed);
  const ends = new Map<string, number>();
  exchange.fund(ADA, ETH.currencyId, FUNDS);
  exchange.fund(ADA, USDT.currencyId, 20_000_000n);
  for (let at = 0; at < 400; at += 1) {
    if (at % 20 === 0) for (const id of [BITCOIN, ETHER]) exchange.index(10_000, id);
    if (random.chance(70)) {
      const side = random.pick(['buy', 'sell'] as const);
      const price = 10_000 + (side === 'buy' ? -1 : 1) * random.below(8);
      const display = random.chance(20) ? { display: 3 } : {};
      exchange.placeLimit(random.pick([BOB, BOB, BOB, ADA]), side, [price, 20 + random.below(20)], {
        ...{ marketId: random.pick([BITCOIN, ETHER]), timeInForce: 'post_only' },
        ...(random.chance(50) ? { timeInForce: 'gtc', ...display } : {}),
      });
      continue;
    }
    const command = { ...drawn(random), owner: ADA };
    exchange.engine.takeChanges();
    const snapshot = exchange.engine.takeSnapshot();
    const expected = plainly(snapshot, command, exchange.timeMs);
    const result = exchange.execute(command);
    exchange.engine.checkInvariants();
    const made = exchange.engine.takeChanges().trades;
    ends.set(rejectOf(result), (ends.get(rejectOf(result)) ?? 0) + 1);
    const fields = ({ tradeId: _, takerOrderId: __, ...trade }: TradeRow) => trade;
    if (!result.ok) {
      expect(made).toEqual([]);
      expect({ ...exchange.engine.takeSnapshot(), counters: 0 }).toEqual({
        ...snapshot,
        counters: 0,
      });
    }
    // Where a lot more or less of dust decides, it is refused rather than half done.
    const isDust = !result.ok && result.reject === 'below_minimum';
    if (!isDust) expect(result.ok ? made.map(fields) : undefined).toEqual(expected?.map(fields));
  }
  expect(ends.get('ok')).toBeGreaterThan(5);
  expect(ends.get('price_moved')).toBeGreaterThan(10);
});

test.each([11, 12, 13])('holds among everything else that trades: seed %i', (seed) => {
  const random = new Seeded(seed);
  const commands = new RandomCommands(seed);
  const other = new TestExchange();
  let done = 0;
  for (let at = 0; at < 1_500; at += 1) {
    const { command, timeMs } = commands.next();
    other.timeMs = timeMs;
    other.execute(command);
    if (!random.chance(60)) continue;
    const one = drawn(random);
    const near = () => (990 + random.below(21)) as PriceTicks;
    const result = other.execute({
      ...one,
      owner: random.pick([11, 12, 13, 14]),
      ...(one.sale && { sale: { ...one.sale, worst: near() } }),
      ...(one.purchase && { purchase: { ...one.purchase, worst: near() } }),
    });
    other.engine.checkInvariants();
    if (result.ok) done += 1;
  }
  expect(done).toBeGreaterThan(2);
  expect(new TestExchange(other.engine.takeSnapshot()).engine.stateHash()).toBe(
    other.engine.stateHash(),
  );
});
