/**
 * Short stories of one market, told so that an operator can follow them: BTC/USDT at 100.00, prices in
 * USDT, quantities in lots of 0.001 BTC, with the book drawn before and after. Maker fee 0.1 %, taker
 * fee 0.2 %. Ada and Bob buy, Cid sells, unless they do otherwise.
 */
import type { OrderRow, PlaceMarketOrder, TimeInForce } from '@fairlead/engine';
import { BTC_USDT, orderOf, rejectOf, TestExchange } from '@fairlead/testkit';
import { amountMinor, type QuantityLots } from '@fairlead/units';
import { beforeEach, describe, expect, test } from 'vitest';

const ADA = 1;
const BOB = 2;
const CID = 3;
const NAMES = ['', 'Ada', 'Bob', 'Cid'];

let exchange: TestExchange;

beforeEach(() => {
  exchange = TestExchange.withMarket(ADA, BOB, CID);
  for (const owner of [ADA, BOB, CID]) {
    exchange.fund(owner, 3, 1_000_000_000n);
    exchange.fund(owner, 1, 1_000_000_000n);
  }
});

/** Every waiting order, sells above buys, as one would draw it on a board. */
function board(): string[] {
  const orders = [ADA, BOB, CID].flatMap((owner) => exchange.engine.openOrders(owner));
  const sign = (order: OrderRow) => (order.side === 'buy' ? order.orderId : -order.orderId);
  orders.sort((left, right) => (right.price ?? 0) - (left.price ?? 0) || sign(left) - sign(right));
  return orders.map(({ owner, side, price = 0, quantity = 0, filledQuantity }) => {
    const remaining = String(quantity - filledQuantity).padStart(3);
    return `${side.padEnd(4)} ${(price / 100).toFixed(2)} ${remaining} ${NAMES[owner]}`;
  });
}

/** Changes of an owner's money since the beginning, e.g. "USDT -5.000000, BTC +0.04990000 frozen …". */
function money(owner: number): {
  usdt: bigint;
  btc: bigint;
  frozenUsdt: bigint;
  frozenBtc: bigint;
} {
  const usdt = exchange.engine.balance(owner, 'coin', 3);
  const btc = exchange.engine.balance(owner, 'coin', 1);
  return {
    usdt: usdt.total - 1_000_000_000n,
    btc: btc.total - 1_000_000_000n,
    frozenUsdt: usdt.frozen,
    frozenBtc: btc.frozen,
  };
}

function market(
  owner: number,
  side: 'buy' | 'sell',
  size: { lots: number } | { usdt: bigint },
  timeInForce: TimeInForce = 'ioc',
) {
  const command: PlaceMarketOrder = {
    kind: 'place_order',
    owner,
    marketId: 1,
    side,
    type: 'market',
    timeInForce,
    size:
      'lots' in size
        ? { by: 'quantity', quantity: size.lots as QuantityLots }
        : { by: 'amount', amount: amountMinor(size.usdt) },
  };
  return exchange.execute(command);
}

const ending = ({ status, cancelReason, filledQuantity }: OrderRow) => ({
  status,
  cancelReason,
  filledQuantity,
});

describe('limit orders', () => {
  test('the better price trades first, and at one price who came first', () => {
    exchange.limit(ADA, 'buy', [9_900, 5]);
    exchange.limit(BOB, 'buy', [10_000, 5]);
    exchange.limit(ADA, 'buy', [10_000, 5]);
    expect(board()).toEqual(['buy  100.00   5 Bob', 'buy  100.00   5 Ada', 'buy  99.00   5 Ada']);

    exchange.limit(CID, 'sell', [9_900, 7]);
    expect(board()).toEqual(['buy  100.00   3 Ada', 'buy  99.00   5 Ada']);
  });

  test('a partial fill keeps time priority', () => {
    exchange.limit(BOB, 'buy', [10_000, 5]);
    exchange.limit(ADA, 'buy', [10_000, 5]);
    exchange.limit(CID, 'sell', [10_000, 1]);
    expect(board()).toEqual(['buy  100.00   4 Bob', 'buy  100.00   5 Ada']);

    exchange.limit(CID, 'sell', [10_000, 5]);
    expect(board()).toEqual(['buy  100.00   4 Ada']);
  });

  test('a taker pays the maker’s price, and what it saved is not frozen', () => {
    exchange.limit(CID, 'sell', [9_900, 4]);
    const order = exchange.limit(ADA, 'buy', [10_000, 10]);

    expect(ending(order)).toMatchObject({ status: 'waiting', filledQuantity: 4 });
    expect(board()).toEqual(['buy  100.00   6 Ada']);
    // 4 lots at 99.00 are 0.396 USDT; 6 lots at 100.00 are 0.6 USDT.
    // The fee is 0.2 % of 0.004 BTC.
    expect(money(ADA)).toEqual({
      usdt: -396_000n,
      btc: 400_000n - 800n,
      frozenUsdt: 600_000n,
      frozenBtc: 0n,
    });
    expect(money(CID)).toEqual({
      usdt: 396_000n - 396n,
      btc: -400_000n,
      frozenUsdt: 0n,
      frozenBtc: 0n,
    });
    expect(exchange.engine.houseBalance('fees', 3).total).toBe(396n);
    expect(exchange.engine.houseBalance('fees', 1).total).toBe(800n);
  });

  test('cancelling gives back what is frozen, at once and once only', () => {
    const { orderId } = exchange.limit(ADA, 'buy', [10_000, 10]);
    exchange.limit(CID, 'sell', [10_000, 4]);
    expect(money(ADA).frozenUsdt).toBe(600_000n);

    const cancelled = orderOf(exchange.cancel(ADA, orderId));
    expect(ending(cancelled)).toEqual({
      status: 'cancelled',
      cancelReason: 'user',
      filledQuantity: 4,
    });
    expect(money(ADA).frozenUsdt).toBe(0n);
    expect(rejectOf(exchange.cancel(ADA, orderId))).toBe('order_not_open');
    expect(money(ADA).frozenUsdt).toBe(0n);
  });

  test('a client order id names a waiting order, and is free again afterwards', () => {
    const by = { clientOrderId: 'mine' };
    exchange.limit(ADA, 'buy', [10_000, 1], by);
    const taken = exchange.placeLimit(ADA, 'buy', [10_000, 1], by);
    expect(rejectOf(taken)).toBe('duplicate_client_order_id');
    exchange.limit(BOB, 'buy', [10_000, 1], by);

    const cancelled = exchange.run({ kind: 'cancel_order', owner: ADA, order: by });
    expect(orderOf(cancelled).orderId).toBe(1);
    expect(exchange.limit(ADA, 'buy', [10_000, 1], by).clientOrderId).toBe('mine');
    expect(board()).toEqual(['buy  100.00   1 Bob', 'buy  100.00   1 Ada']);
  });
});

describe('time in force', () => {
  beforeEach(() => {
    exchange.limit(CID, 'sell', [10_000, 5]);
    exchange.limit(BOB, 'sell', [10_100, 5]);
  });
  const limit = (at: [number, number], timeInForce: TimeInForce, owner = ADA) =>
    exchange.placeLimit(owner, 'buy', at, { timeInForce });

  test('ioc takes what it can and cancels the rest', () => {
    const order = orderOf(limit([10_000, 8], 'ioc'));
    expect(ending(order)).toEqual({
      status: 'cancelled',
      cancelReason: 'remainder',
      filledQuantity: 5,
    });
    expect(board()).toEqual(['sell 101.00   5 Bob']);
    expect(money(ADA).frozenUsdt).toBe(0n);
  });

  test('ioc without any fill is refused', () => {
    expect(rejectOf(limit([9_999, 1], 'ioc'))).toBe('would_not_fill');
  });

  test('fok fills whole over several prices, or is refused', () => {
    expect(rejectOf(limit([10_100, 11], 'fok'))).toBe('would_not_fill');
    expect(rejectOf(limit([10_000, 6], 'fok'))).toBe('would_not_fill');
    expect(board()).toEqual(['sell 101.00   5 Bob', 'sell 100.00   5 Cid']);

    expect(ending(orderOf(limit([10_100, 10], 'fok'))).status).toBe('completed');
    expect(board()).toEqual([]);
  });

  test('post_only rests, and is refused where it would take', () => {
    expect(rejectOf(limit([10_000, 1], 'post_only'))).toBe('would_not_fill');
    expect(ending(orderOf(limit([9_999, 1], 'post_only'))).status).toBe('waiting');
    expect(rejectOf(limit([10_000, 1], 'post_only', CID))).toBe('would_not_fill');
  });

  test('a market order cannot be post_only', () => {
    expect(rejectOf(market(ADA, 'buy', { lots: 1 }, 'post_only'))).toBe('would_not_fill');
  });
});

describe('self-trade prevention (B13)', () => {
  test('the newer order ends where it would meet an order of its owner', () => {
    exchange.limit(CID, 'sell', [10_000, 2]);
    exchange.limit(ADA, 'sell', [10_000, 5]);
    exchange.limit(CID, 'sell', [10_000, 5]);

    const order = exchange.limit(ADA, 'buy', [10_000, 4]);
    expect(ending(order)).toEqual({
      status: 'cancelled',
      cancelReason: 'self_trade',
      filledQuantity: 2,
    });
    expect(board()).toEqual(['sell 100.00   5 Cid', 'sell 100.00   5 Ada']);
    expect(money(ADA).frozenUsdt).toBe(0n);
  });

  test('an order that meets its owner’s first is cancelled unfilled, an immediate one refused', () => {
    exchange.limit(ADA, 'sell', [10_000, 5]);
    exchange.limit(CID, 'sell', [10_100, 5]);
    const order = exchange.limit(ADA, 'buy', [10_100, 4]);
    expect(ending(order)).toMatchObject({ cancelReason: 'self_trade', filledQuantity: 0 });
    for (const timeInForce of ['ioc', 'fok'] as const) {
      const result = exchange.placeLimit(ADA, 'buy', [10_100, 4], { timeInForce });
      expect(rejectOf(result)).toBe('would_not_fill');
    }
    expect(rejectOf(market(ADA, 'buy', { lots: 4 }))).toBe('would_not_fill');
  });

  test('fok does not count what lies behind an order of its owner', () => {
    exchange.limit(CID, 'sell', [10_000, 2]);
    exchange.limit(ADA, 'sell', [10_000, 5]);
    exchange.limit(CID, 'sell', [10_000, 5]);
    const fok = { timeInForce: 'fok' } as const;
    expect(rejectOf(exchange.placeLimit(ADA, 'buy', [10_000, 3], fok))).toBe('would_not_fill');
    expect(exchange.limit(ADA, 'buy', [10_000, 2], fok).status).toBe('completed');
  });
});

describe('market orders', () => {
  beforeEach(() => {
    exchange.limit(CID, 'sell', [10_000, 5]);
    exchange.limit(BOB, 'sell', [10_200, 5]);
    exchange.limit(CID, 'sell', [10_201, 50]);
    exchange.limit(BOB, 'buy', [9_800, 5]);
    exchange.limit(CID, 'buy', [9_799, 50]);
  });

  test('fills stop at the edge of the band, 2 % from the index (B14)', () => {
    const buy = orderOf(market(ADA, 'buy', { lots: 30 }));
    expect(ending(buy)).toEqual({
      status: 'cancelled',
      cancelReason: 'remainder',
      filledQuantity: 10,
    });
    const sell = orderOf(market(ADA, 'sell', { lots: 30 }));
    expect(sell.filledQuantity).toBe(5);
    expect(board()).toEqual(['sell 102.01  50 Cid', 'buy  97.99  50 Cid']);
    expect(rejectOf(market(ADA, 'buy', { lots: 1 }))).toBe('would_not_fill');
  });

  test('a buy by amount buys the whole lots it can pay for', () => {
    // 5 lots at 100.00 cost 0.5 USDT; 0.25 more buys 2 lots at 102.00 for 0.204.
    const order = orderOf(market(ADA, 'buy', { usdt: 750_000n }));
    expect(order).toMatchObject({
      status: 'completed',
      amount: 750_000n,
      filledQuantity: 7,
      filledAmount: 704_000n,
    });
    expect(order.quantity).toBeUndefined();
    expect(money(ADA)).toMatchObject({ usdt: -704_000n, frozenUsdt: 0n });
  });

  test('a buy by amount that the band leaves money to is cancelled', () => {
    const order = orderOf(market(ADA, 'buy', { usdt: 5_000_000n }));
    expect(order).toMatchObject({ cancelReason: 'remainder', filledAmount: 1_010_000n });
    expect(money(ADA)).toMatchObject({ usdt: -1_010_000n });
  });

  test('a buy by amount is complete when what is left buys no lot at the last price', () => {
    const order = orderOf(market(ADA, 'buy', { usdt: 1_010_000n + 101_999n }));
    expect(order).toMatchObject({ status: 'completed', filledAmount: 1_010_000n });
  });

  test('fok by amount fills whole or not at all', () => {
    expect(rejectOf(market(ADA, 'buy', { usdt: 1_112_001n }, 'fok'))).toBe('would_not_fill');
    expect(orderOf(market(ADA, 'buy', { usdt: 1_111_999n }, 'fok')).filledQuantity).toBe(10);
  });

  test('an amount below one lot’s price fills nothing', () => {
    expect(rejectOf(market(ADA, 'buy', { usdt: 99_999n }))).toBe('would_not_fill');
  });

  test('a buy by quantity needs its cost at the upper edge of the band', () => {
    exchange.run({
      kind: 'transfer',
      owner: ADA,
      source: 'coin',
      target: 'trust',
      currencyId: 3,
      amount: amountMinor(1_000_000_000n - 510_000n),
    });
    expect(rejectOf(market(ADA, 'buy', { lots: 6 }))).toBe('insufficient_balance');
    expect(orderOf(market(ADA, 'buy', { lots: 5 })).status).toBe('completed');
    expect(money(ADA).usdt).toBe(-1_000_000_000n + 510_000n - 500_000n);
  });

  test('an order by quantity must be worth the minimum at the index', () => {
    const terms = { ...BTC_USDT, minNotionalMinor: amountMinor(300_000n) };
    exchange.run({ kind: 'configure_market', market: terms });
    expect(rejectOf(market(ADA, 'sell', { lots: 2 }))).toBe('below_minimum');
    expect(rejectOf(market(ADA, 'sell', { lots: 3 }))).toBe('ok');
  });

  test('good till cancelled means immediate or cancel', () => {
    expect(orderOf(market(ADA, 'buy', { lots: 1 }, 'gtc')).timeInForce).toBe('ioc');
  });
});

describe('the index', () => {
  beforeEach(() => {
    exchange.limit(CID, 'sell', [10_000, 50]);
  });

  test('is stale 10 s after its sample: market orders wait for no one, the rest goes on', () => {
    exchange.timeMs += 10_000;
    expect(orderOf(market(ADA, 'buy', { lots: 1 })).status).toBe('completed');
    exchange.timeMs += 1;
    expect(rejectOf(market(ADA, 'buy', { lots: 1 }))).toBe('price_stale');
    expect(exchange.limit(ADA, 'buy', [10_000, 1]).status).toBe('completed');
    expect(exchange.limit(ADA, 'buy', [1_000, 1]).status).toBe('waiting');
    exchange.index(10_000);
    expect(orderOf(market(ADA, 'buy', { lots: 1 })).status).toBe('completed');
  });

  test('is stale at once when a sample has no price', () => {
    exchange.index(undefined);
    expect(rejectOf(market(ADA, 'sell', { lots: 1 }))).toBe('price_stale');
    expect(exchange.engine.indexOf(1)).toEqual({ marketId: 1, sampleTimeMs: exchange.timeMs });
  });

  test('keeps limit prices within 20 %, both edges included (B15)', () => {
    const code = (price: number) => rejectOf(exchange.placeLimit(ADA, 'buy', [price, 1]));
    expect([7_999, 8_000, 12_000, 12_001].map(code)).toEqual([
      'price_out_of_band',
      'ok',
      'ok',
      'price_out_of_band',
    ]);
  });
});

describe('operators', () => {
  beforeEach(() => {
    exchange.limit(ADA, 'buy', [9_900, 5]);
    exchange.limit(CID, 'sell', [10_100, 5]);
  });

  test('a halt refuses new orders, lets cancels through and keeps the book', () => {
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'halted' });
    expect(rejectOf(exchange.placeLimit(BOB, 'buy', [9_900, 1]))).toBe('market_closed');
    expect(rejectOf(exchange.cancel(ADA, 1))).toBe('ok');
    expect(board()).toEqual(['sell 101.00   5 Cid']);
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'open' });
    expect(rejectOf(exchange.placeLimit(BOB, 'buy', [9_900, 1]))).toBe('ok');
  });

  test('closing a market cancels its orders and frees their money', () => {
    exchange.engine.takeChanges();
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'closed' });
    const { orders } = exchange.engine.takeChanges();
    expect(orders.map(({ cancelReason }) => cancelReason)).toEqual(['operator', 'operator']);
    expect([money(ADA).frozenUsdt, money(CID).frozenBtc]).toEqual([0n, 0n]);
    exchange.engine.checkInvariants();
  });

  test('a new tick or lot cancels the orders of the old one (B12)', () => {
    exchange.engine.takeChanges();
    const coarse = { ...BTC_USDT, tickSizeE8: 5_000_000n, tickLotQuoteMinor: amountMinor(50n) };
    exchange.run({ kind: 'configure_market', market: coarse });
    const { orders, depth } = exchange.engine.takeChanges();
    expect(orders.map(({ cancelReason }) => cancelReason)).toEqual([
      'market_terms',
      'market_terms',
    ]);
    expect(depth[0]?.levels.map(({ quantity }) => quantity)).toEqual([0, 0]);
    expect(board()).toEqual([]);
    expect(exchange.limit(ADA, 'buy', [2_000, 5]).hold).toBe(500_000n);
  });

  test('new fees apply to the next trade and leave orders alone', () => {
    const terms = { ...BTC_USDT, takerFeePpm: 0n, makerFeePpm: 0n };
    exchange.run({ kind: 'configure_market', market: terms as typeof BTC_USDT });
    expect(board()).toEqual(['sell 101.00   5 Cid', 'buy  99.00   5 Ada']);
    expect(exchange.limit(BOB, 'buy', [10_100, 5]).fee).toBe(0n);
  });

  test('Q1: a fee above 1 % is refused, whoever agreed on it, and 1 % is taken exactly', () => {
    const configure = (change: object) =>
      exchange.execute({ kind: 'configure_market', market: { ...BTC_USDT, ...change } });
    for (const fee of ['takerFeePpm', 'makerFeePpm'])
      expect(configure({ [fee]: 10_001n })).toEqual({ ok: false, reject: 'terms_invalid' });
    expect(configure({ takerFeePpm: 10_000n }).ok).toBe(true);
    const order = exchange.limit(BOB, 'buy', [10_100, 5]);
    expect([order.fee, money(BOB).btc]).toEqual([5_000n, 495_000n]);
    exchange.engine.checkInvariants();
  });
});
