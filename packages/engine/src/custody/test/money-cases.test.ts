/**
 * Cases (cases.md) that end in the engine, cited by name: what went wrong at other exchanges must
 * not be possible here. The HTTP side of each is the server's tests' matter.
 */
import type { PostEntry, UserAccount } from '@fairlead/engine';
import { ledgerAccount, ledgerAccountId } from '@fairlead/engine';
import { BTC_USDT, orderOf, rejectOf, Seeded, TestExchange } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const ADA = 1;
const CID = 2;

function funded(): TestExchange {
  const exchange = TestExchange.withMarket(ADA, CID);
  for (const owner of [ADA, CID]) {
    exchange.fund(owner, 3, 1_000_000_000n);
    exchange.fund(owner, 1, 1_000_000_000n);
  }
  return exchange;
}

function post(change: Partial<PostEntry>): PostEntry {
  return {
    kind: 'post_entry',
    reason: 'deposit',
    reference: 'ERC20:0xabc:4',
    currencyId: 3,
    amount: amountMinor(5n),
    source: { house: 'external' },
    target: { owner: ADA, account: 'coin' },
    ...change,
  };
}

test('B1: nobody cancels another owner’s order, by id or by client order id', () => {
  const exchange = funded();
  const { orderId } = exchange.limit(ADA, 'buy', [10_000, 5], { clientOrderId: 'a' });
  expect(rejectOf(exchange.cancel(CID, orderId))).toBe('order_not_found');
  const byName = { kind: 'cancel_order', owner: CID, order: { clientOrderId: 'a' } } as const;
  expect(rejectOf(exchange.execute(byName))).toBe('order_not_found');
  expect(exchange.engine.order(orderId)?.status).toBe('waiting');
});

test('an order that waits is found by either name, by its owner only and only while it waits', () => {
  const exchange = funded();
  const { orderId } = exchange.limit(ADA, 'buy', [10_000, 5], { clientOrderId: 'a' });
  const found = (owner: number) => [
    exchange.engine.waitingOrderId({ owner, order: { orderId } }),
    exchange.engine.waitingOrderId({ owner, order: { clientOrderId: 'a' } }),
  ];
  expect(found(ADA)).toEqual([orderId, orderId]);
  expect(found(CID)).toEqual([undefined, undefined]);
  exchange.cancel(ADA, orderId);
  expect(found(ADA)).toEqual([undefined, undefined]);
});

test('B2: cancelling again, or after the last fill, releases nothing twice', () => {
  const exchange = funded();
  exchange.limit(ADA, 'buy', [10_000, 5]);
  exchange.limit(CID, 'sell', [10_000, 5]);
  const before = exchange.engine.balance(ADA, 'coin', 3);
  for (let at = 0; at < 50; at += 1) {
    expect(rejectOf(exchange.cancel(ADA, 1))).toBe('order_not_open');
  }
  expect(exchange.engine.balance(ADA, 'coin', 3)).toEqual(before);
});

test('B3: any order is refused, or what it froze is what its cancel releases', () => {
  const wild = fc.oneof(fc.integer({ min: -5, max: 20_000 }), fc.double(), fc.maxSafeInteger());
  fc.assert(
    fc.property(
      wild,
      wild,
      fc.constantFrom('buy' as const, 'sell' as const),
      (price, lots, side) => {
        const exchange = funded();
        const before = exchange.engine.stateHash();
        const result = exchange.placeLimit(ADA, side, [price, lots]);
        if (!result.ok) {
          expect(exchange.engine.stateHash()).toBe(before);
          return;
        }
        const order = orderOf(result);
        const currencyId = side === 'buy' ? 3 : 1;
        expect(exchange.engine.balance(ADA, 'coin', currencyId).frozen).toBe(order.hold);
        exchange.cancel(ADA, order.orderId);
        expect(exchange.engine.balance(ADA, 'coin', currencyId)).toMatchObject({
          total: 1_000_000_000n,
          frozen: 0n,
        });
      },
    ),
    { seed: 3, numRuns: 500 },
  );
});

test('B4: an order pays in its market’s currency, whatever else its owner has', () => {
  const exchange = TestExchange.withMarket(ADA);
  exchange.fund(ADA, 3, 1_000_000_000n);
  expect(rejectOf(exchange.placeLimit(ADA, 'sell', [10_000, 1]))).toBe('insufficient_balance');
});

test('B6: the sums of 20,000 random trades are exact', () => {
  const exchange = funded();
  const random = new Seeded(6);
  const received = { fees: 0n, trades: 0 };
  for (let at = 0; at < 22_000; at += 1) {
    const [maker, taker] = random.chance(50) ? [ADA, CID] : [CID, ADA];
    const side = random.chance(50) ? 'buy' : 'sell';
    const price = 9_900 + random.below(200);
    const lots = 1 + random.below(9);
    exchange.placeLimit(maker, side, [price, lots]);
    exchange.placeLimit(taker, side === 'buy' ? 'sell' : 'buy', [price, lots]);
    if (at % 1_000 !== 0) continue;
    const { trades } = exchange.engine.takeChanges();
    for (const { makerFee, takerFee } of trades) received.fees += makerFee + takerFee;
    received.trades += trades.length;
    exchange.engine.checkInvariants();
  }
  const last = exchange.engine.takeChanges().trades;
  for (const { makerFee, takerFee } of last) received.fees += makerFee + takerFee;
  const { engine } = exchange;
  expect(received.trades + last.length).toBeGreaterThan(20_000);
  expect(engine.houseBalance('fees', 1).total + engine.houseBalance('fees', 3).total).toBe(
    received.fees,
  );
  for (const currencyId of [1, 3]) {
    const users = [ADA, CID].map((owner) => engine.balance(owner, 'coin', currencyId).total);
    const sum = users.reduce<bigint>((left, right) => left + right, 0n);
    const external = engine.houseBalance('external', currencyId).total;
    expect(sum + engine.houseBalance('fees', currencyId).total + external).toBe(0n);
  }
});

describe('B7: tiny orders', () => {
  /** Without a minimum, at a price where one lot's fee is a fraction of a minor unit. */
  function feesOf(orders: number, lots: number): bigint {
    const exchange = funded();
    const terms = {
      ...BTC_USDT,
      takerFeePpm: 10n,
      makerFeePpm: 10n,
      minNotionalMinor: 0n,
    } as typeof BTC_USDT;
    exchange.run({ kind: 'configure_market', market: terms });
    exchange.index(undefined);
    for (let at = 0; at < orders; at += 1) {
      exchange.limit(ADA, 'buy', [1, lots]);
      exchange.limit(CID, 'sell', [1, lots]);
    }
    return exchange.engine.houseBalance('fees', 3).total;
  }

  test('splitting one order into 1,000 never lowers the fee', () => {
    expect(feesOf(1, 1_000)).toBe(1n);
    expect(feesOf(1_000, 1)).toBe(1_000n);
  });

  test('a notional is never nothing', () => {
    const exchange = funded();
    exchange.index(undefined);
    expect(rejectOf(exchange.placeLimit(ADA, 'buy', [1, 1]))).toBe('below_minimum');
    expect(exchange.limit(ADA, 'buy', [100, 1]).hold).toBe(1_000n);
  });
});

test('B9: house accounts obey the same checks; only external may be negative', () => {
  const exchange = funded();
  for (const house of ['capital', 'fees', 'demo_faucet', 'insurance_fund'] as const) {
    const result = exchange.execute(post({ source: { house }, reference: house }));
    expect(rejectOf(result)).toBe('insufficient_balance');
  }
  expect(rejectOf(exchange.execute(post({})))).toBe('ok');
  expect(exchange.engine.houseBalance('external', 3).total).toBe(-2_000_000_005n);
});

test('B16: a cancel that comes before its order finds nothing, and the order stands', () => {
  const exchange = funded();
  const cancel = { kind: 'cancel_order', owner: ADA, order: { clientOrderId: 'late' } } as const;
  expect(rejectOf(exchange.execute(cancel))).toBe('order_not_found');
  exchange.limit(ADA, 'buy', [10_000, 1], { clientOrderId: 'late' });
  expect(rejectOf(exchange.execute(cancel))).toBe('ok');
  expect(rejectOf(exchange.execute(cancel))).toBe('order_not_found');
});

test('B17: a transfer to the same account is refused and leaves no entry', () => {
  const exchange = funded();
  exchange.engine.takeChanges();
  const amount = amountMinor(5n);
  const base = { kind: 'transfer', owner: ADA, source: 'coin', currencyId: 3, amount } as const;
  expect(rejectOf(exchange.execute({ ...base, target: 'coin' }))).toBe('same_account');
  expect(exchange.engine.takeChanges().entries).toEqual([]);
});

test('a transfer moves available money only, and says so in one entry', () => {
  const exchange = funded();
  exchange.limit(ADA, 'buy', [10_000, 5]);
  exchange.engine.takeChanges();
  const move = (amount: bigint, source: UserAccount, target: UserAccount) =>
    exchange.execute({
      kind: 'transfer',
      owner: ADA,
      source,
      target,
      currencyId: 3,
      amount: amountMinor(amount),
    });
  expect(rejectOf(move(999_500_001n, 'coin', 'option'))).toBe('insufficient_balance');
  const result = move(999_500_000n, 'coin', 'option');
  const { entries, postings, transfers } = exchange.engine.takeChanges();
  expect(result).toEqual({ ok: true, value: { kind: 'transfer', transfer: transfers[0] } });
  expect(entries).toMatchObject([{ entryId: 5, reason: 'transfer', reference: '5' }]);
  expect(postings.map(({ account, amount, balance }) => [account, amount, balance])).toEqual([
    ['coin', -999_500_000n, 500_000n],
    ['option', 999_500_000n, 999_500_000n],
  ]);
});

test('the journal entry of a trade names who paid what, and omits what is nothing', () => {
  const exchange = funded();
  const terms = { ...BTC_USDT, takerFeePpm: 0n } as typeof BTC_USDT;
  exchange.run({ kind: 'configure_market', market: terms });
  exchange.limit(ADA, 'buy', [10_000, 5]);
  exchange.engine.takeChanges();
  exchange.limit(CID, 'sell', [10_000, 5]);
  const { entries, postings } = exchange.engine.takeChanges();
  expect(entries).toMatchObject([{ reason: 'trade', reference: '1' }]);
  expect(
    postings.map(({ owner, account, currencyId, amount }) => [owner, account, currencyId, amount]),
  ).toEqual([
    [ADA, 'coin', 3, -500_000n],
    [CID, 'coin', 3, 500_000n],
    [CID, 'coin', 1, -500_000n],
    [ADA, 'coin', 1, 499_500n],
    [0, 'fees', 1, 500n],
  ]);
});

test('a reference is posted once for its reason', () => {
  const exchange = funded();
  expect(rejectOf(exchange.execute(post({})))).toBe('ok');
  expect(rejectOf(exchange.execute(post({ amount: amountMinor(6n) })))).toBe('duplicate_reference');
  expect(rejectOf(exchange.execute(post({ reason: 'faucet' })))).toBe('ok');
  const reloaded = new TestExchange(exchange.engine.takeSnapshot());
  reloaded.timeMs = exchange.timeMs;
  expect(rejectOf(reloaded.execute(post({})))).toBe('duplicate_reference');
});

test('the engine remembers the latest 65,536 references; older ones are the tables’ matter', () => {
  const exchange = TestExchange.withMarket(ADA);
  for (let at = 0; at <= 65_536; at += 1) {
    exchange.run(post({ reference: `r${at}`, amount: amountMinor(1n) }));
  }
  const again = (reference: string) => rejectOf(exchange.execute(post({ reference })));
  expect([again('r1'), again('r65536'), again('r0')]).toEqual([
    'duplicate_reference',
    'duplicate_reference',
    'ok',
  ]);
});

test('no more than 2^62 of a currency can exist', () => {
  const exchange = TestExchange.withMarket(ADA);
  const most = post({ amount: amountMinor(2n ** 62n) });
  expect(rejectOf(exchange.execute(most))).toBe('ok');
  const more = post({ reference: 'more', amount: amountMinor(1n) });
  expect(rejectOf(exchange.execute(more))).toBe('quantity_out_of_range');
  exchange.run(
    post({
      reason: 'withdrawal',
      source: { owner: ADA, account: 'coin' },
      target: { house: 'external' },
    }),
  );
  expect(rejectOf(exchange.execute(more))).toBe('ok');
  exchange.engine.checkInvariants();
});

test('an order worth more than 2^61 minor units is refused', () => {
  const exchange = funded();
  const grid = { tickSizeE8: 10n ** 14n, tickLotQuoteMinor: amountMinor(10n ** 9n) };
  exchange.index(undefined);
  exchange.run({ kind: 'configure_market', market: { ...BTC_USDT, ...grid } });
  const code = (price: number) => rejectOf(exchange.placeLimit(ADA, 'buy', [price, 1]));
  expect(code(2_305_843_009)).toBe('insufficient_balance');
  expect(code(2_305_843_010)).toBe('price_out_of_range');
});

test('a side of a book holds no more lots than count exactly', () => {
  const exchange = TestExchange.withMarket(ADA, CID);
  const grid = { tickSizeE8: 100_000_000n, lotBaseMinor: 1n, tickLotQuoteMinor: 1n };
  const terms = { ...BTC_USDT, ...grid, minNotionalMinor: 0n } as typeof BTC_USDT;
  exchange.run({ kind: 'configure_currency', currency: currency(1, 'BTC') });
  exchange.index(undefined);
  const fine = { ...terms, baseCurrencyId: 1 };
  expect(rejectOf(exchange.execute({ kind: 'configure_market', market: fine }))).toBe(
    'terms_invalid',
  );
  const sameScale = { ...terms, lotBaseMinor: 100n } as typeof BTC_USDT;
  exchange.run({ kind: 'configure_market', market: sameScale });
  exchange.fund(ADA, 1, 2n ** 62n);
  const most = Number.MAX_SAFE_INTEGER;
  expect(rejectOf(exchange.placeLimit(ADA, 'sell', [1, most - 1]))).toBe('ok');
  expect(rejectOf(exchange.placeLimit(ADA, 'sell', [1, 2]))).toBe('quantity_out_of_range');
  expect(rejectOf(exchange.placeLimit(ADA, 'sell', [1, 1]))).toBe('ok');
  exchange.engine.checkInvariants();
});

function currency(currencyId: number, name: string) {
  return { currencyId, name, fullName: name, scale: 8, isEnabled: true };
}

test('ledger account ids pack and unpack at every bound', () => {
  const rows = [
    [0, 'other_engines', 1, 15 * 2 ** 15 + 1],
    [0, 'external', 1, 524_289],
    [1, 'coin', 1, 2 ** 20 + 2 ** 15 + 1],
    [2 ** 33 - 1, 'trust', 2 ** 15 - 1, (2 ** 33 - 1) * 2 ** 20 + 5 * 2 ** 15 - 1],
    [0, 'demo_faucet', 32_767, 30 * 2 ** 15 - 1],
  ] as const;
  for (const [owner, kind, currencyId, accountId] of rows) {
    expect(ledgerAccountId(owner, kind, currencyId)).toBe(accountId);
    expect(ledgerAccount(accountId)).toEqual({ owner, kind, currencyId });
    expect(Number.isSafeInteger(accountId)).toBe(true);
  }
  expect(() => ledgerAccountId(2 ** 33, 'coin', 1)).toThrow();
  expect(() => ledgerAccountId(1, 'coin', 0)).toThrow();
  expect(() => ledgerAccountId(1, 'coin', 2 ** 15)).toThrow();
  expect(() => ledgerAccountId(0, 'coin', 1)).toThrow();
  expect(() => ledgerAccountId(1, 'fees', 1)).toThrow();
  expect(() => ledgerAccount(-1)).toThrow();
  expect(() => ledgerAccount(14 * 2 ** 15 + 1)).toThrow();
});
