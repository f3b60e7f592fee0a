/** Terms of futures: which are taken, and what they leave alone (F12). */
import type { FuturesTerms, MultipleTerms } from '@fairlead/engine';
import { amountMinor, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { text, usdt } from '../../../test/kit/words.ts';
import { BTC_FUTURES, FREE_FUTURES, FuturesExchange, positionOf, priceWord } from './words.ts';

const ADA = 1;
const BOB = 2;

const [FIRST] = BTC_FUTURES.multiples;
const one = (change: Partial<MultipleTerms>): Partial<FuturesTerms> => ({
  multiples: FIRST === undefined ? [] : [{ ...FIRST, ...change }],
});

describe('terms that are refused', () => {
  const offers = Array.from({ length: 21 }, (_, at) => ({
    multiple: at + 2,
    maintenanceRatePpm: ratePpm(1n),
    notionalMaxMinor: usdt(1),
  }));
  const wrong: readonly (readonly [string, Partial<FuturesTerms>])[] = [
    ['lots of nothing', { lotBaseMinor: amountMinor(0n) }],
    ['lots of more than there may be', { lotBaseMinor: amountMinor(2n ** 62n + 1n) }],
    ['no lots', { lotsMin: 0 }],
    ['half a lot', { lotsMin: 1.5 }],
    ['fewer lots at most than at least', { lotsMin: 11, lotsMax: 10 }],
    ['more lots than can be counted', { lotsMax: 2 ** 53 }],
    ['a negative fee', { openFeePpm: ratePpm(-1n) }],
    ['a fee above the whole', { closeFeePpm: ratePpm(1_000_001n) }],
    ['a share above the whole', { insuranceSharePpm: ratePpm(1_000_001n) }],
    ['a negative share', { insuranceSharePpm: ratePpm(-1n) }],
    ['a negative spread', { halfSpreadPpm: ratePpm(-1n) }],
    ['a spread above 1 %', { ...one({}), halfSpreadPpm: ratePpm(10_001n) }],
    ['no cap', { profitCapMultiple: 0 }],
    ['a cap above a hundred margins', { profitCapMultiple: 101 }],
    ['no open interest', { openInterestMaxMinor: amountMinor(0n) }],
    ['open interest above what may exist', { openInterestMaxMinor: amountMinor(2n ** 62n + 1n) }],
    ['no positions', { positionsMax: 0 }],
    ['too many positions', { positionsMax: 10_001 }],
    ['no multiples', { multiples: [] }],
    ['too many multiples', { multiples: offers }],
    ['multiples that fall', { multiples: [...BTC_FUTURES.multiples].reverse() }],
    [
      'a multiple twice',
      { multiples: [...BTC_FUTURES.multiples.slice(0, 1), ...BTC_FUTURES.multiples] },
    ],
    ['a multiple of one', one({ multiple: 1 })],
    ['a multiple of two and a half', one({ multiple: 2.5 })],
    ['a multiple above a thousand', one({ multiple: 1_001, maintenanceRatePpm: ratePpm(1n) })],
    ['no maintenance', one({ maintenanceRatePpm: ratePpm(0n) })],
    ['maintenance above half the margin', one({ maintenanceRatePpm: ratePpm(250_001n) })],
    [
      'a spread that liquidates what it opens',
      {
        ...one({ multiple: 100, maintenanceRatePpm: ratePpm(5_000n) }),
        // With a tenth of it for the step.
        halfSpreadPpm: ratePpm(4_546n),
      },
    ],
    ['no step', { priceStepE8: 0n }],
    ['a step beyond any price', { priceStepE8: 2n ** 53n }],
    // Half the spread is 1 at the index of 10,000.
    ['Q1: a step of more than a tenth of half the spread', { priceStepE8: 10_000_001n }],
    ['Q1: a step without a spread', { halfSpreadPpm: ratePpm(0n), priceStepE8: 2n }],
    ['no notional', one({ notionalMaxMinor: amountMinor(0n) })],
    [
      'a cap that is more than there may be',
      { ...one({ notionalMaxMinor: amountMinor(2n ** 62n / 10n) }), profitCapMultiple: 21 },
    ],
  ];
  test.each(wrong)('%s', (_, change) => {
    const exchange = FuturesExchange.begin();
    const terms = { ...BTC_FUTURES, ...change };
    expect(exchange.execute({ kind: 'configure_futures', terms })).toEqual({
      ok: false,
      reject: 'terms_invalid',
    });
    expect(exchange.engine.futuresTerms(1)).toEqual(BTC_FUTURES);
  });

  const right: readonly (readonly [string, Partial<FuturesTerms>])[] = [
    ['maintenance of half the margin', one({ maintenanceRatePpm: ratePpm(250_000n) })],
    [
      'a spread just below',
      {
        ...one({ multiple: 100, maintenanceRatePpm: ratePpm(5_000n) }),
        halfSpreadPpm: ratePpm(4_545n),
      },
    ],
    [
      'a cap of all that there may be',
      { ...one({ notionalMaxMinor: amountMinor(2n ** 62n / 10n) }), profitCapMultiple: 20 },
    ],
    ['a product that is closed', { isOpen: false }],
    ['a step of a tenth of half the spread', { priceStepE8: 10_000_000n }],
    ['the finest step without a spread', { halfSpreadPpm: ratePpm(0n), priceStepE8: 1n }],
  ];
  test.each(right)('%s is taken', (_, change) => {
    const exchange = FuturesExchange.begin();
    const terms = { ...BTC_FUTURES, ...change };
    exchange.run({ kind: 'configure_futures', terms });
    expect(exchange.engine.futuresTerms(1)).toEqual(terms);
  });

  test('terms are copied: nobody changes them from outside', () => {
    const exchange = FuturesExchange.begin();
    const multiples = BTC_FUTURES.multiples.map((each) => ({ ...each }));
    exchange.run({ kind: 'configure_futures', terms: { ...BTC_FUTURES, multiples } });
    for (const each of multiples) each.multiple = 3;
    expect(exchange.engine.futuresTerms(1)).toEqual(BTC_FUTURES);
  });
});

describe('terms that change', () => {
  test('F12: what is open keeps the terms of its opening', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    exchange.wait(BOB, 'long', [10, 20, 9_900]);
    exchange.run({
      kind: 'configure_futures',
      terms: {
        ...BTC_FUTURES,
        lotBaseMinor: amountMinor(9_000_000n),
        multiples: BTC_FUTURES.multiples.filter(({ multiple }) => multiple === 2),
        openFeePpm: ratePpm(9_000n),
        closeFeePpm: ratePpm(9_000n),
        halfSpreadPpm: ratePpm(9_000n),
        priceStepE8: 100_000_000n,
        profitCapMultiple: 1,
      },
    });
    exchange.tick(9_900);
    const row = positionOf(exchange.close(ADA, positionId));
    expect([text(row.realisedPnl), text(row.closeFee)]).toEqual(['-10.1', '0.495']);
    const [waited] = exchange.engine.openPositions(BOB);
    expect([priceWord(waited?.openPrice), text(waited?.margin), text(waited?.openFee)]).toEqual([
      '9900',
      '49.5',
      '0.495',
    ]);
    expect(text(waited?.reserved)).toBe('495');
    exchange.engine.checkInvariants();
  });

  test('while a product is closed nothing opens, and all else goes on', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    const { positionId } = exchange.open(ADA, 'long', [10, 20], { stopLoss: 9_900 });
    const other = exchange.open(ADA, 'long', [10, 20]);
    exchange.wait(BOB, 'long', [10, 20, 9_950]);
    exchange.run({ kind: 'configure_futures', terms: { ...FREE_FUTURES, isOpen: false } });
    for (const asked of [
      exchange.askMarket(BOB, 'long', [1, 20]),
      exchange.askLimit(BOB, 'long', [1, 20, 9_000]),
    ]) {
      expect(asked).toMatchObject({ reject: 'market_closed' });
    }
    exchange.tick(9_900);
    expect(exchange.engine.position(positionId)).toBeUndefined();
    expect(exchange.engine.openPositions(BOB)[0]?.status).toBe('waiting');
    expect(exchange.close(ADA, other.positionId).ok).toBe(true);
    exchange.run({ kind: 'configure_futures', terms: FREE_FUTURES });
    exchange.tick(9_900);
    expect(exchange.engine.openPositions(BOB)[0]?.status).toBe('holding');
  });

  test('a halt stops openings only', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    const { positionId } = exchange.open(ADA, 'long', [10, 100]);
    exchange.wait(BOB, 'long', [10, 20, 9_950]);
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'halted' });
    expect(exchange.askMarket(BOB, 'long', [1, 20])).toMatchObject({ reject: 'market_closed' });
    exchange.tick(9_900);
    expect(exchange.engine.position(positionId)).toBeUndefined();
    expect(exchange.engine.openPositions(BOB)[0]?.status).toBe('waiting');
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'open' });
    exchange.tick(9_940);
    expect(exchange.engine.openPositions(BOB)[0]?.status).toBe('holding');
  });

  test('a market with holding positions cannot be closed; one with waiting ones cancels them', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    exchange.wait(BOB, 'long', [10, 20, 9_950]);
    exchange.wait(BOB, 'short', [10, 20, 10_500]);
    const close = { kind: 'set_market_state', marketId: 1, state: 'closed' } as const;
    expect(exchange.execute(close)).toMatchObject({ reject: 'market_in_use' });
    exchange.close(ADA, positionId);
    exchange.engine.takeChanges();
    exchange.run(close);
    const rows = exchange.engine.takeChanges().positions;
    expect(rows.map(({ status, closeReason }) => [status, closeReason])).toEqual([
      ['cancelled', 'market_closed'],
      ['cancelled', 'market_closed'],
    ]);
    expect(exchange.contract(BOB)).toBe('1000 (0)');
  });

  test('a frozen owner opens nothing, by a limit neither; closing and stops work', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    exchange.wait(ADA, 'long', [10, 20, 9_900]);
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    expect(exchange.stops(ADA, positionId, { stopLoss: 9_000 }).ok).toBe(true);
    exchange.tick(9_900);
    expect(exchange.engine.openPositions(ADA).map(({ status }) => status)).toEqual([
      'holding',
      'waiting',
    ]);
    expect(exchange.close(ADA, positionId).ok).toBe(true);
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: false });
    exchange.tick(9_900);
    expect(exchange.engine.openPositions(ADA).map(({ status }) => status)).toEqual(['holding']);
  });
});
