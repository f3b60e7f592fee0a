/** Buying options: what is sold and to whom, what a purchase does, and each refusal. */
import { LANGUAGES } from '@fairlead/contract';
import { BTC_USDT, ETH_USDT } from '@fairlead/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { verify } from '../../custody/test/fixture.ts';
import {
  ask,
  balanceOf,
  buy,
  buyer,
  fundOptions,
  OPTION_TERMS,
  passSeconds,
  priceOf,
  purchase,
  sample,
  startOptionServer,
} from './fixture.ts';

/** Waits for samples end when a test says so. */
const timers = new Set<() => void>();
const startTimer = (run: () => void) => {
  timers.add(run);
  return () => timers.delete(run);
};

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startOptionServer({ startTimer });
  user = await buyer(server);
});
afterAll(() => server.stop());

const optionOf = (owner: TestUser) => balanceOf(server, 'option', owner.userId);

/** Asks, lets one second pass with its sample, and gives the code that it was refused with. */
async function refusal(
  more: Record<string, unknown> = {},
  { of = user, price = '100' }: { readonly of?: TestUser; readonly price?: string } = {},
): Promise<string | undefined> {
  const before = await server.ledger();
  const { answer } = await ask(server, of, { more });
  await passSeconds(server, 1, () => price);
  const { error } = await answer;
  expect(await server.ledger()).toBe(before);
  return error;
}

describe('what is sold', () => {
  test('delivery times with pay-out, bounds and window', async () => {
    const times = await server.data('optionTimes', { symbol: 'BTC/USDT' });
    expect(times).toEqual([
      {
        seconds: 30,
        payout_ratio: '0.75',
        min_amount: '10',
        max_amount: '500',
        window_seconds: 5,
      },
      { seconds: 60, payout_ratio: '0.8', min_amount: '10', max_amount: '500', window_seconds: 6 },
    ]);
    expect(await server.data('optionTimes')).toEqual(times);
    expect(await server.data('optionTimes', { symbol: 'ETH/USDT' })).toEqual([]);
    expect((await server.call('optionTimes', { symbol: 'NO/USDT' })).error).toBe('not_found');
  });

  test('what it is paid in, with what the user has and without for guests', async () => {
    const usdt = { currency_id: 3, name: 'USDT', fee_rate: '0.01', amounts: ['10', '50', '100'] };
    expect(await server.data('payableCurrencies')).toEqual([usdt]);
    const own = await server.data('payableCurrencies', {}, user);
    expect(own).toEqual([{ ...usdt, available: '1000.000000' }]);
    const poor = await server.register();
    const [none] = await server.data('payableCurrencies', {}, poor);
    expect(none?.available).toBe('0.000000');
  });

  test('a quotation says where options are sold', async () => {
    const quotations = await server.data('quotations');
    expect(quotations.map(({ symbol, option }) => [symbol, option])).toEqual([
      ['BTC/USDT', true],
      ['ETH/USDT', false],
    ]);
  });
});

test('buying puts stake and fee into escrow at the next sample and reserves the pay-out', async () => {
  const one = await buyer(server);
  const house = await balanceOf(server, 'option_house');
  const order = await buy(server, one, { price: '100.12345678' });
  const bought = {
    id: order.id,
    symbol: 'BTC/USDT',
    direction: 'rise',
    currency_id: 3,
    currency: 'USDT',
    amount: '100.000000',
    fee: '1.000000',
    seconds: 30,
    window_seconds: 5,
    payout_ratio: '0.75',
    expected_income: '74.000000',
    purchase_price: '100.12345678',
    current_price: '100.12345678',
    purchased_at: server.clock.nowMs,
    delivers_at: server.clock.nowMs + 30_000,
    remaining_ms: 30_000,
    status: 'open',
    purchase_receipt_id: order.purchase_receipt_id,
  };
  expect(order).toEqual(bought);
  expect(await optionOf(one)).toEqual({ total: 899_000000n, frozen: 0n });
  expect(await balanceOf(server, 'option_house')).toEqual({
    total: house.total,
    frozen: house.frozen + 75_000000n,
  });
  await passSeconds(server, 3, () => '101.5');
  const { list, total } = await server.data('optionOrders', {}, one);
  expect([list, total]).toEqual([
    [{ ...bought, current_price: '101.50', remaining_ms: 27_000 }],
    1,
  ]);
  server.clock.nowMs += 11_000;
  const stale = (await server.data('optionOrders', { status: 'open' }, one)).list;
  const { current_price: _none, ...unpriced } = bought;
  expect(stale).toEqual([{ ...unpriced, remaining_ms: 16_000 }]);
  await sample(server, { price: '100' });
  const none = { list: [], page: 1, limit: 20, total: 0 };
  expect(await server.data('optionOrders', { status: 'settled' }, one)).toEqual(none);
  expect(await server.data('optionOrders', { symbol: 'ETH/USDT' }, one)).toEqual(none);
  expect(await server.data('optionOrders', {}, await server.register())).toEqual(none);
});

describe('refusals', () => {
  test('bad input', async () => {
    const bad: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ amount: '100.0000001' }, 'amount'],
      [{ amount: '-5' }, 'amount'],
      [{ amount: '0' }, 'amount'],
      [{ amount: '1e3' }, 'amount'],
      [{ shown_price: '100.000000001' }, 'shown_price'],
      [{ shown_price: '0' }, 'shown_price'],
      [{ direction: 'even' }, 'direction'],
      [{ seconds: '0' }, 'seconds'],
      [{ seconds: '30.5' }, 'seconds'],
      [{ symbol: 'btc' }, 'symbol'],
      [{ currency_id: 'USDT' }, 'currency_id'],
      [{ price: '100' }, 'price'],
      [{ result: 'win' }, 'result'],
    ];
    for (const [more, field] of bad) {
      const reply = await server.call('buyOption', purchase(more), user);
      expect([reply.status, reply.error, Object.keys(reply.fields ?? {})]).toEqual([
        422,
        'validation_failed',
        [field],
      ]);
    }
    const headers = { 'idempotency-key': '' };
    expect((await server.call('buyOption', purchase(), { ...user, headers })).error).toBe(
      'idempotency_key_required',
    );
  });

  test('without a session', async () => {
    expect((await server.call('buyOption', purchase())).error).toBe('not_logged_in');
    expect((await server.call('optionOrders')).error).toBe('not_logged_in');
  });

  test('what is not there', async () => {
    expect(await refusal({ symbol: 'NO/USDT' })).toBe('not_found');
    expect(await refusal({ currency_id: 99 })).toBe('not_found');
  });

  test.each([
    ['another delivery time', { seconds: 31 }],
    ['a currency in which nothing is sold', { currency_id: 1, amount: '1' }],
    ['a market without options', { symbol: ETH_USDT.symbol }],
  ])('not_offered: %s', async (_name, more) => {
    const { answer } = await ask(server, user, { more });
    server.clock.nowMs += 1_000;
    await server.tick();
    expect((await answer).error).toBe('not_offered');
  });

  test.each([
    ['below_minimum', { amount: '9.999999' }],
    ['above_maximum', { amount: '500.000001' }],
    ['above_maximum', { amount: '99999999999999999999' }],
  ])('P6: %s: %j', async (code, more) => {
    expect(await refusal(more)).toBe(code);
  });

  test('insufficient_balance counts the fee', async () => {
    const poor = await buyer(server, 100);
    expect(await refusal({ amount: '99.009901' }, { of: poor })).toBe('insufficient_balance');
    const order = await buy(server, poor, { more: { amount: '99.0099' } });
    expect(order.fee).toBe('0.990099');
    expect((await optionOf(poor)).total).toBe(1n);
  });

  test('P5: price_moved by more than 0.05 % against the buyer, exactly', async () => {
    expect(await refusal({ shown_price: '100' }, { price: '100.05000001' })).toBe('price_moved');
    const fall = { direction: 'fall', shown_price: '100' };
    expect(await refusal(fall, { price: '99.94999999' })).toBe('price_moved');
    const one = await buyer(server);
    await buy(server, one, { more: { shown_price: '100' }, price: '100.05' });
    await buy(server, one, { more: fall, price: '99.95' });
    await buy(server, one, { more: { shown_price: '100' }, price: '1' });
    await buy(server, one, { more: fall, price: '900' });
  });

  test('P5: price_stale when no sample with a price comes in time', async () => {
    const { answer } = await ask(server, user);
    await passSeconds(server, 1, () => undefined);
    expect(timers.size).toBe(1);
    for (const end of timers) end();
    expect((await answer).error).toBe('price_stale');
  });

  test('P5: price_stale when the quotes are more than two seconds old', async () => {
    const one = await buyer(server);
    const { answer } = await ask(server, one);
    server.clock.nowMs += 1_000;
    await sample(server, { price: '100', quoteAgeMs: 2_001 });
    expect((await answer).error).toBe('price_stale');
    const { answer: second } = await ask(server, one);
    server.clock.nowMs += 1_000;
    await sample(server, { price: '100', quoteAgeMs: 2_000 });
    expect((await second).status).toBe(200);
  });

  test('P5: price_stale when the sample reaches the engine more than two seconds late', async () => {
    const { answer } = await ask(server, user);
    server.clock.nowMs += 1_000;
    const sampleTimeMs = server.clock.nowMs;
    server.clock.nowMs += 2_001;
    const tick = {
      kind: 'index_tick',
      marketId: 1,
      sampleTimeMs,
      quotedAtMs: sampleTimeMs,
    } as const;
    await server.run({ ...tick, price: priceOf('100') });
    expect((await answer).error).toBe('price_stale');
  });

  test('market_closed while the market is halted or its options are closed', async () => {
    const state = (to: 'open' | 'halted') =>
      server.run({ kind: 'set_market_state', marketId: BTC_USDT.marketId, state: to });
    await state('halted');
    expect(await refusal()).toBe('market_closed');
    await state('open');
    await server.run({ kind: 'configure_options', terms: { ...OPTION_TERMS, isOpen: false } });
    expect(await refusal()).toBe('market_closed');
    expect(await server.data('optionTimes', { symbol: 'BTC/USDT' })).toEqual([]);
    await server.run({ kind: 'configure_options', terms: OPTION_TERMS });
  });

  test('account_frozen', async () => {
    const frozen = await buyer(server);
    const { userId: owner } = frozen;
    await server.run({ kind: 'set_owner_state', owner, isFrozen: true });
    expect(await refusal({}, { of: frozen })).toBe('account_frozen');
  });

  test('too_many_orders', async () => {
    await server.run({ kind: 'configure_options', terms: { ...OPTION_TERMS, ordersMax: 2 } });
    const eager = await buyer(server);
    for (const amount of ['10', '10']) await buy(server, eager, { more: { amount } });
    expect(await refusal({ amount: '10' }, { of: eager })).toBe('too_many_orders');
    await server.run({ kind: 'configure_options', terms: OPTION_TERMS });
  });

  test('kyc_required until basic verification has passed', async () => {
    const new_ = await server.register();
    await fundOptions(server, new_, 500);
    expect(await refusal({}, { of: new_ })).toBe('kyc_required');
    const { verification } = server.context;
    const claim = { country: 'JP', name: 'A', idNumber: `waits ${new_.userId}` };
    await verification.askBasic(new_.userId, claim);
    expect(await refusal({}, { of: new_ })).toBe('kyc_required');
    const later = await server.register();
    await fundOptions(server, later, 500);
    await verify(server, later.userId);
    expect((await buy(server, later)).status).toBe('open');
  });

  test('unavailable while the books do not add up, and what is open is settled all the same', async () => {
    const one = await buyer(server);
    const { id } = await buy(server, one);
    const { reconciler, database } = server.context;
    const drift = (by: number) =>
      database.query(
        `UPDATE balances SET total_minor = total_minor + ${by}
         WHERE account = 'demo_faucet' AND currency_id = 1`,
      );
    await drift(1);
    await reconciler.checkQuick();
    expect(await refusal({}, { of: one })).toBe('unavailable');
    await passSeconds(server, 30);
    await drift(-1);
    await server.settleBooks();
    const { list } = await server.data('optionOrders', { status: 'settled' }, one);
    expect(list.map((order) => order.id)).toEqual([id]);
  });
});

describe('where options are not sold', () => {
  test('OPTIONS=off: nothing is offered, buying is refused, what is open is settled', async () => {
    const one = await buyer(server);
    const { id } = await buy(server, one);
    await server.restart({ OPTIONS: 'off' });
    expect((await server.data('config')).options).toBe(false);
    expect(await server.data('optionTimes', { symbol: 'BTC/USDT' })).toEqual([]);
    expect(await server.data('payableCurrencies', {}, one)).toEqual([]);
    expect(await refusal({}, { of: one })).toBe('options_closed');
    await passSeconds(server, 30);
    const { list } = await server.data('optionOrders', { status: 'settled' }, one);
    expect(list.map((order) => order.id)).toEqual([id]);
    await server.restart();
    expect((await server.data('config')).options).toBe(true);
  });

  test('OPTIONS_COUNTRIES: refused by the verified country, unverified people first', async () => {
    await server.restart({ OPTIONS_COUNTRIES: 'JP,GB' });
    const [verified, unverified] = [await buyer(server), await server.register()];
    expect(await refusal({}, { of: verified })).toBe('options_closed');
    expect(await refusal({}, { of: unverified })).toBe('kyc_required');
    await server.restart({ OPTIONS_COUNTRIES: 'US,GB' });
    expect((await buy(server, verified)).status).toBe('open');
    await server.restart();
  });
});

test('every refusal of buying is said in the language asked for', async () => {
  const messages = new Set<string>();
  for (const mark of LANGUAGES) {
    const headers = { 'language-mark': mark };
    const stranger = await server.register();
    const reply = await server.call('buyOption', purchase(), { ...stranger, headers });
    expect(reply.error).toBe('kyc_required');
    messages.add(String(reply.message));
  }
  expect(messages.size).toBe(LANGUAGES.length);
});

test('the books add up, and a reload gives the running engine', async () => {
  const { reconciler } = server.context;
  for (const check of ['checkQuick', 'checkAll', 'checkEngine'] as const)
    expect((await reconciler[check]()).drifts).toEqual([]);
});
