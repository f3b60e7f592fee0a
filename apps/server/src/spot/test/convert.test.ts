/** Conversions over HTTP: quoted by the published book, carried out at the quote's bounds or not at all. */
import { verifyReceipt } from '@fairlead/receipt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';

let server: TestServer;
let maker: TestUser;
let ada: TestUser;

const [BTC, ETH, USDT] = [1, 2, 3];

beforeEach(async () => {
  server = await startTestServer();
  maker = await server.trader();
  ada = await server.trader();
  await server.fund(maker.userId, ETH, 100_00000000n);
});
afterEach(() => server.stop());

const offer = (
  symbol: string,
  side: 'buy' | 'sell',
  [price, quantity]: readonly [string, string],
) => server.data('placeOrder', { symbol, side, type: 'limit', price, quantity }, maker);

const asked = (from: number, to: number, amount: string) => ({
  from_currency_id: from,
  to_currency_id: to,
  amount,
});

/** What a client sends along of a quote. */
async function agreed(request: ReturnType<typeof asked>) {
  const { legs, expires_at } = await server.data('conversionQuote', request, ada);
  const worst = (side: string) => legs.find((leg) => leg.side === side)?.worst_price;
  const [sale, purchase] = [worst('sell'), worst('buy')];
  return {
    ...{ ...request, expires_at },
    ...(sale !== undefined && { worst_sale_price: sale }),
    ...(purchase !== undefined && { worst_purchase_price: purchase }),
    shown_fee_rate: '0.002',
  };
}

async function held(currencyId: number): Promise<string> {
  const question = { account: 'coin', currency_id: currencyId } as const;
  return (await server.data('walletDetail', question, { token: ada.token })).available;
}

/** As whoever owns the database does. */
async function rewrite(change: string): Promise<void> {
  await server.context.database.transaction(async (transaction) => {
    for (const table of ['conversions', 'receipts'])
      await transaction.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await transaction.query(change);
    for (const table of ['conversions', 'receipts'])
      await transaction.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
}

async function driftsOfPast(): Promise<string[]> {
  const { drifts } = await server.context.reconciler.checkPast();
  return drifts.map(({ check, subject }) => `${check} ${subject}`);
}

describe('a quote', () => {
  test('says what the book makes of it, and its spread beside the book’s', async () => {
    await offer('BTC/USDT', 'buy', ['99.90', '0.5']);
    await offer('BTC/USDT', 'buy', ['99.80', '5']);
    await offer('BTC/USDT', 'sell', ['100.10', '1']);
    const quote = await server.data('conversionQuote', asked(BTC, USDT, '1.0005'), ada);
    // 0.5 at 99.90 and 0.5 at 99.80 are 99.85; 0.2 % of it is the fee; worse by half a percent than the last at most.
    expect(quote).toEqual({
      from_currency: 'BTC',
      to_currency: 'USDT',
      spends: '1.00000000',
      receives: '99.650300',
      receives_at_least: expect.stringMatching(/^99\.10\d{4}$/),
      cost_rate: '0.003497',
      legs: [
        {
          ...{ symbol: 'BTC/USDT', side: 'sell', quantity: '1.000', best_price: '99.90' },
          ...{ average_price: '99.85000000', worst_price: '99.30', index_price: '100.00' },
          ...{ slippage_rate: '0.000501', index_spread_rate: '0.0015', book_spread_rate: '0.002' },
          ...{ fee_rate: '0.002', fee: '0.199700', fee_currency: 'USDT' },
        },
      ],
      quoted_at: server.clock.now(),
      expires_at: server.clock.now() + 10_000,
    });
  });

  test('is refused where the book has not that much, or it is too little', async () => {
    await offer('BTC/USDT', 'buy', ['99.90', '0.5']);
    const call = (amount: string) => server.call('conversionQuote', asked(BTC, USDT, amount), ada);
    expect((await call('0.6')).error).toBe('would_not_fill');
    expect((await call('0.000001')).error).toBe('below_minimum');
    expect((await call('0.0000000001')).fields).toHaveProperty('amount');
    const same = await server.call('conversionQuote', asked(BTC, BTC, '1'), ada);
    expect(same.error).toBe('not_found');
  });
});

describe('a conversion', () => {
  test('over two books is two orders in one answer, and again the same by its key', async () => {
    await offer('BTC/USDT', 'buy', ['99.90', '5']);
    await offer('ETH/USDT', 'sell', ['10.01', '50']);
    const request = await agreed(asked(BTC, ETH, '1'));
    const before = { btc: Number(await held(BTC)), usdt: Number(await held(USDT)) };
    const done = await server.data('convert', request, { ...ada, key: 'once' });
    expect(done.orders).toMatchObject([
      { symbol: 'BTC/USDT', side: 'sell', status: 'completed', average_price: '99.9000' },
      { symbol: 'ETH/USDT', side: 'buy', status: 'completed', average_price: '10.0100' },
    ]);
    expect(done).toMatchObject({ spent: '1.00000000', received: '9.94008000' });
    const again = await server.data('convert', request, { ...ada, key: 'once' });
    expect(again).toEqual(done);
    expect(Number(await held(BTC))).toBe(before.btc - 1);
    // Only what is less than a lot stays in between.
    expect(Number(await held(USDT)) - before.usdt).toBeCloseTo(99.7002 - 9.96 * 10.01, 6);
    const { list } = await server.data('orders', { status: 'completed' }, ada);
    expect(list.map(({ id }) => id).sort()).toEqual(done.orders.map(({ id }) => id).sort());
  });

  test('stands in the list with what was quoted and got, and a receipt of each leg that verifies', async () => {
    await offer('BTC/USDT', 'buy', ['99.90', '5']);
    await offer('ETH/USDT', 'sell', ['10.01', '50']);
    const request = await agreed(asked(BTC, ETH, '1'));
    const done = await server.data('convert', { ...request, quoted_receives: '9.95' }, ada);
    const { list, total } = await server.data('conversions', {}, ada);
    expect(total).toBe(1);
    const [sold, bought] = done.orders;
    const [first = 0, second = 0] = done.receipts ?? [];
    expect(list).toEqual([
      {
        ...{ id: sold?.id, at: server.clock.now(), from_currency: 'BTC', to_currency: 'ETH' },
        ...{ spent: '1.00000000', received: '9.94008000', quoted: '9.95000000' },
        // 100 at the index were given, 99.4008 came.
        cost_rate: '0.005992',
        legs: [
          {
            ...{ symbol: 'BTC/USDT', side: 'sell', order_id: sold?.id, receipt_id: first },
            ...{ average_price: '99.90000000', index_price: '100.00' },
            ...{ index_spread_rate: '0.001', fee: '0.199800', fee_currency: 'USDT' },
          },
          {
            ...{ symbol: 'ETH/USDT', side: 'buy', order_id: bought?.id, receipt_id: second },
            ...{ average_price: '10.01000000', index_price: '10.00' },
            ...{ index_spread_rate: '0.001', fee: '0.01992000', fee_currency: 'ETH' },
          },
        ],
      },
    ]);
    for (const [id, previous] of [
      [first, undefined],
      [second, await server.data('receipt', { id: first }, ada)],
    ] as const) {
      const own = await server.data('receipt', { id }, ada);
      const { checks } = await verifyReceipt(own, previous && { previous });
      // The index of this server is set by hand: its samples are made of no quotes.
      const failed = checks.filter(({ status }) => status === 'failed');
      expect(failed.map(({ name }) => name)).toEqual(['samples']);
      expect(checks.map(({ name }) => name)).toContain('amounts');
      const others = await server.data('receipt', { id }, maker);
      expect(others).not.toHaveProperty('own');
      expect(JSON.stringify(others)).not.toMatch(/"(owner|quantity|amount)"/);
    }
    expect((await server.data('conversions', {}, maker)).list).toEqual([]);
    expect(await driftsOfPast()).toEqual([]);
  });

  test.each([
    ['received_minor = received_minor - 1', 'received'],
    ['quoted_received_minor = 1', 'quoted'],
    ['sale_index_e8 = sale_index_e8 + 1', 'index'],
    ['owner_id = 0', 'owner'],
  ])('of which a row says %s is found by its receipts', async (change, name) => {
    await offer('BTC/USDT', 'buy', ['99.90', '5']);
    const request = await agreed(asked(BTC, USDT, '1'));
    await server.data('convert', { ...request, quoted_receives: '99' }, ada);
    await rewrite(`UPDATE conversions SET ${change}`);
    const found = await driftsOfPast();
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(name);
  });

  test('whose receipt is gone is missed', async () => {
    await offer('BTC/USDT', 'buy', ['99.90', '5']);
    await server.data('convert', await agreed(asked(BTC, USDT, '1')), ada);
    await rewrite('DELETE FROM receipts');
    expect((await driftsOfPast()).join()).toContain('conversion 2');
  });

  test('gets the better price where the book has one by then', async () => {
    await offer('BTC/USDT', 'buy', ['99.50', '5']);
    const request = await agreed(asked(BTC, USDT, '1'));
    await offer('BTC/USDT', 'buy', ['99.90', '5']);
    expect((await server.data('convert', request, ada)).received).toBe('99.700200');
  });

  test('does nothing once the book is beyond its bound, or its ten seconds are over', async () => {
    const { order } = await offer('BTC/USDT', 'buy', ['99.90', '5']);
    await offer('ETH/USDT', 'sell', ['10.01', '50']);
    const request = await agreed(asked(BTC, ETH, '1'));
    await server.data('cancelOrder', { order_id: order.id }, maker);
    await offer('BTC/USDT', 'buy', ['99.00', '5']);
    const before = [await held(BTC), await held(ETH), await held(USDT)];
    const moved = await server.call('convert', request, ada);
    expect([moved.status, moved.error]).toEqual([400, 'price_moved']);
    await offer('BTC/USDT', 'buy', ['99.90', '5']);
    server.clock.nowMs += 10_001;
    expect((await server.call('convert', request, ada)).error).toBe('quote_expired');
    expect([await held(BTC), await held(ETH), await held(USDT)]).toEqual(before);
  });

  test('needs the bound of each leg', async () => {
    const missing = await server.call(
      'convert',
      { ...asked(BTC, ETH, '1'), worst_sale_price: '99.00', expires_at: 2 ** 45 },
      ada,
    );
    expect(Object.keys(missing.fields ?? {})).toEqual(['worst_purchase_price']);
    const dearer = { ...(await agreedAfter()), shown_fee_rate: '0.001' };
    expect((await server.call('convert', dearer, ada)).error).toBe('terms_changed');
  });

  async function agreedAfter() {
    await offer('BTC/USDT', 'buy', ['99.90', '5']);
    return agreed(asked(BTC, USDT, '1'));
  }
});
