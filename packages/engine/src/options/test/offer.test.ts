/** At which price, how much and to whom options are sold: P5 and P6 of cases.md, and the terms. */
import { BTC_USDT, rejectOf } from '@fairlead/testkit';
import { amountMinor, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { e8, usdt } from '../../../test/kit/words.ts';
import { BTC_OPTIONS, buying, OptionExchange, USDT_OPTIONS } from './words.ts';

const ADA = 1;
const BOB = 2;

describe('P5: the price of a purchase', () => {
  test.each([
    ['of a sample 2 s old', 2_000, 0, 'ok'],
    ['of a sample older than that', 2_001, 0, 'price_stale'],
    ['of quotes 2 s older than their sample', 0, 2_000, 'ok'],
    ['of older quotes', 0, 2_001, 'price_stale'],
  ] as const)('%s', (_, sampleAge, quoteAge, answer) => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 1_000;
    const sampleTimeMs = exchange.timeMs;
    const quotedAtMs = sampleTimeMs - quoteAge;
    exchange.run({ kind: 'index_tick', marketId: 1, sampleTimeMs, quotedAtMs, price: e8(100) });
    exchange.timeMs += sampleAge;
    expect(exchange.answer(ADA)).toBe(answer);
  });

  test('is none while it is not known when the venues quoted, nor after a reload', () => {
    const exchange = OptionExchange.begin();
    const { timeMs } = exchange;
    const reloaded = OptionExchange.reloaded(exchange.engine.takeSnapshot(), timeMs);
    expect(reloaded.answer(ADA)).toBe('price_stale');
    reloaded.tick(100);
    expect(reloaded.answer(ADA)).toBe('ok');
    exchange.timeMs += 1_000;
    const sampleTimeMs = exchange.timeMs;
    exchange.run({ kind: 'index_tick', marketId: 1, sampleTimeMs, price: e8(100) });
    expect(exchange.answer(ADA)).toBe('price_stale');
  });

  test.each([
    ['rise', '99.95', 'price_moved'],
    ['rise', '99.95002498', 'price_moved'],
    ['rise', '99.95002499', 'ok'],
    ['rise', '200', 'ok'],
    ['fall', '100.05002501', 'ok'],
    ['fall', '100.05002502', 'price_moved'],
    ['fall', '50', 'ok'],
  ] as const)('at 100: a %s that was shown %s is answered %s', (direction, shown, answer) => {
    const exchange = OptionExchange.begin();
    expect(exchange.answer(ADA, { direction, shown })).toBe(answer);
  });
});

describe('P6: limits, to the unit', () => {
  test.each([
    ['9.999999', 'below_minimum'],
    ['10', 'ok'],
    ['5000', 'ok'],
    ['5000.000001', 'quantity_out_of_range'],
    ['0', 'amount_not_positive'],
  ] as const)('a stake of %s is answered %s', (stake, answer) => {
    expect(OptionExchange.begin({ users: [10_000] }).answer(ADA, { stake })).toBe(answer);
  });

  test.each([0, 29, 31, 60.5])('%d seconds are not offered', (seconds) => {
    expect(OptionExchange.begin().answer(ADA, { seconds })).toBe('not_offered');
  });

  test('the last unit of an account buys, one less does not', () => {
    expect(OptionExchange.begin({ users: [101] }).answer(ADA)).toBe('ok');
    expect(OptionExchange.begin({ users: ['100.999999'] }).answer(ADA)).toBe(
      'insufficient_balance',
    );
  });

  test('of 100 at once as many are sold as the house limit covers', () => {
    // Each may win 80: 37 of them come to 2,960.
    const terms = { ...BTC_OPTIONS, exposureMaxMinor: usdt(2_999), ordersMax: 100 };
    const exchange = OptionExchange.begin({ terms, users: [100_000, 100_000] });
    const answers = Array.from({ length: 100 }, (_, at) => exchange.answer(1 + (at % 2)));
    expect(answers.slice(0, 37).every((answer) => answer === 'ok')).toBe(true);
    expect(answers.slice(37).every((answer) => answer === 'house_limit')).toBe(true);
    expect(exchange.money().house).toBe('100000 (2960)');
    expect(exchange.answer(ADA, { stake: '48.75' })).toBe('ok');
    expect(exchange.answer(ADA, { stake: 10 })).toBe('house_limit');
    exchange.engine.checkInvariants();
  });

  test('no more is sold than the house has, which nobody can take out meanwhile', () => {
    const exchange = OptionExchange.begin({ house: 799, users: [100_000] });
    const answers = Array.from({ length: 100 }, () => exchange.answer(ADA));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(9);
    expect(exchange.money().house).toBe('799 (720)');
    const take = (amount: number, reference: string) =>
      rejectOf(
        exchange.execute({
          kind: 'post_entry',
          reason: 'capital',
          reference,
          currencyId: 3,
          amount: usdt(amount),
          source: { house: 'option_house' },
          target: { house: 'capital' },
        }),
      );
    expect([take(80, 'a'), take(79, 'b')]).toEqual(['insufficient_balance', 'ok']);
    exchange.calm(61, 101);
    // All nine were right: 79 of 799 had gone, 720 were kept for them.
    expect(exchange.money()).toMatchObject({ escrow: '0', house: '0 (0)', fees: '9' });
  });

  test('an owner has so many open orders in a market, and more when one is delivered', () => {
    const exchange = OptionExchange.begin({ terms: { ...BTC_OPTIONS, ordersMax: 2 } });
    exchange.buy(ADA, { seconds: 30 });
    exchange.buy(ADA);
    expect([exchange.answer(ADA), exchange.answer(BOB)]).toEqual(['too_many_orders', 'ok']);
    exchange.calm(31);
    expect([exchange.answer(ADA), exchange.answer(ADA)]).toEqual(['ok', 'too_many_orders']);
  });
});

describe('what is offered', () => {
  test('an open order keeps the terms of its purchase', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    const times = [{ ...BTC_OPTIONS.times[0], seconds: 30, payoutRatioPpm: ratePpm(500_000n) }];
    exchange.run({
      kind: 'configure_options',
      terms: { ...BTC_OPTIONS, times, isOpen: false } as typeof BTC_OPTIONS,
    });
    const dearer = { ...USDT_OPTIONS, feePpm: ratePpm(50_000n) };
    exchange.run({ kind: 'configure_option_currency', currency: dearer });
    exchange.calm(61, 101);
    expect(exchange.money()).toEqual({ user: '1079', escrow: '0', house: '99920 (0)', fees: '1' });
  });

  test('nothing while options, or their currency, are closed', () => {
    const closed = OptionExchange.begin({ terms: { ...BTC_OPTIONS, isOpen: false } });
    expect(closed.answer(ADA)).toBe('market_closed');
    const unpaid = OptionExchange.begin({ currency: { ...USDT_OPTIONS, isOpen: false } });
    expect(unpaid.answer(ADA)).toBe('not_offered');
  });

  test('only for the quote currency of the market', () => {
    const exchange = OptionExchange.begin();
    const currency = { ...USDT_OPTIONS, currencyId: 1 };
    exchange.run({ kind: 'configure_option_currency', currency });
    const inBitcoin = { ...buying(ADA), currencyId: 1 };
    expect(rejectOf(exchange.execute(inBitcoin))).toBe('not_offered');
  });

  test('a market with open orders is not closed, neither by its state nor by its terms', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    const close = () => [
      rejectOf(exchange.execute({ kind: 'set_market_state', marketId: 1, state: 'closed' })),
      rejectOf(
        exchange.execute({ kind: 'configure_market', market: { ...BTC_USDT, state: 'closed' } }),
      ),
    ];
    expect(close()).toEqual(['market_in_use', 'market_in_use']);
    exchange.calm(61);
    expect(close()).toEqual(['ok', 'ok']);
  });

  test('an order is known while it is open', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    const order = exchange.buy(ADA);
    expect(exchange.engine.option(order.optionId)).toEqual(order);
    exchange.calm(61);
    expect(exchange.engine.option(order.optionId)).toBeUndefined();
  });
});

describe('terms that are refused', () => {
  const [time] = BTC_OPTIONS.times;
  if (time === undefined) throw new Error('terms');
  test.each([
    { times: [] },
    { times: [{ ...time, seconds: 4 }] },
    { times: [{ ...time, seconds: 3_601 }] },
    { times: [{ ...time, seconds: 30.5 }] },
    { times: [time, time] },
    { times: [{ ...time, seconds: 60 }, time] },
    { times: Array.from({ length: 21 }, (_, at) => ({ ...time, seconds: 30 + at })) },
    { times: [{ ...time, payoutRatioPpm: ratePpm(499_999n) }] },
    { times: [{ ...time, payoutRatioPpm: ratePpm(1_000_001n) }] },
    { times: [{ ...time, minMinor: amountMinor(0n) }] },
    { times: [{ ...time, minMinor: amountMinor(1n) }] },
    { times: [{ ...time, minMinor: usdt(5_001) }] },
    { times: [{ ...time, maxMinor: amountMinor(2n ** 62n + 1n) }] },
    { exposureMaxMinor: amountMinor(0n) },
    { exposureMaxMinor: amountMinor(2n ** 62n + 1n) },
    { ordersMax: 0 },
    { ordersMax: 1.5 },
    { ordersMax: 10_001 },
    { isOpen: undefined as unknown as boolean },
  ])('%o', (change) => {
    const terms = { ...BTC_OPTIONS, ...change };
    const exchange = OptionExchange.begin();
    expect(rejectOf(exchange.execute({ kind: 'configure_options', terms }))).toBe('terms_invalid');
  });

  test.each([
    { feePpm: ratePpm(-1n) },
    { feePpm: ratePpm(50_001n) },
    { presets: [usdt(0)] },
    { presets: [usdt(10), usdt(10)] },
    { presets: Array.from({ length: 21 }, (_, at) => usdt(1 + at)) },
    { isOpen: undefined as unknown as boolean },
  ])('currency %o', (change) => {
    const currency = { ...USDT_OPTIONS, ...change };
    const command = { kind: 'configure_option_currency', currency } as const;
    expect(rejectOf(OptionExchange.begin().execute(command))).toBe('terms_invalid');
  });
});
