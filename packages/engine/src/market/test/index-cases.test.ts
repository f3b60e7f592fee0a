/**
 * What our own book and what size may not do to positions: F5 and F6 of cases.md. The other cases of the index are
 * proved where its rule is, on what venues really said.
 */
import { BTC_USDT, rejectOf } from '@fairlead/testkit';
import { ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { usdt } from '../../../test/kit/words.ts';
import { BTC_FUTURES, FREE_FUTURES, FuturesExchange } from '../../futures/test/words.ts';
import { BTC_OPTIONS, buying, USDT_OPTIONS } from '../../options/test/words.ts';

const ADA = 1;
const BOB = 2;

describe('F5: a wick of 20 % in our own book, the widest that bands allow, while the index stands', () => {
  /** Bands as wide as they may be. */
  const WILD = { ...BTC_USDT, marketBandPpm: ratePpm(200_000n), limitBandPpm: ratePpm(200_000n) };

  test('closes no position and decides no option', () => {
    const exchange = FuturesExchange.begin({ users: [10_000, 10_000] });
    exchange.run({ kind: 'configure_market', market: WILD });
    exchange.run({ kind: 'configure_options', terms: BTC_OPTIONS });
    exchange.run({ kind: 'configure_option_currency', currency: USDT_OPTIONS });
    exchange.capital('option_house', 1_000);
    exchange.run({
      kind: 'transfer',
      owner: ADA,
      source: 'contract',
      target: 'option',
      currencyId: 3,
      amount: usdt(101),
    });
    exchange.fund(BOB, 3, usdt(10_000));
    exchange.fund(ADA, 1, 100_000_000n);
    const open = [
      exchange.open(ADA, 'long', [10, 100]),
      exchange.open(ADA, 'long', [10, 5], { stopLoss: 9_999 }),
      exchange.open(BOB, 'short', [10, 100], { takeProfit: 9_900 }),
      exchange.wait(BOB, 'long', [1, 10, 9_000]),
    ];
    exchange.run({ ...buying(ADA), seconds: 30 });
    exchange.engine.takeChanges();
    for (let second = 1; second <= 29; second += 1) {
      exchange.limit(BOB, 'buy', [800_000, 1]);
      exchange.limit(ADA, 'sell', [800_000, 1]);
      exchange.tick(10_000);
    }
    const wick = exchange.engine.takeChanges();
    expect(wick.trades).toHaveLength(29);
    expect(wick.trades.every(({ price }) => price === 800_000)).toBe(true);
    expect(wick.positions).toEqual([]);
    for (const row of open) expect(exchange.engine.position(row.positionId)).toEqual(row);
    exchange.tick(10_000);
    expect(exchange.engine.takeChanges().options).toMatchObject([
      { outcome: 'even', result: 'flat' },
    ]);
    exchange.engine.checkInvariants();
  });

  test('is refused by the bands that a market has', () => {
    const exchange = FuturesExchange.begin();
    exchange.fund(BOB, 3, usdt(10_000));
    expect(rejectOf(exchange.placeLimit(BOB, 'buy', [650_000, 1]))).toBe('price_out_of_band');
  });
});

describe('F6: a position that is too large for its market', () => {
  test('is refused where the open interest of all would be more than its limit, to the unit', () => {
    // A lot is worth 100 at 10,000: 48 lots are the limit, and 12 of one owner.
    const terms = { ...FREE_FUTURES, openInterestMaxMinor: usdt(4_800) };
    const users = [10_000, 10_000, 10_000, 10_000, 10_000];
    const exchange = FuturesExchange.begin({ terms, users });
    for (const owner of [ADA, BOB, 3]) exchange.open(owner, 'long', [12, 10]);
    exchange.open(4, 'short', [1, 10]);
    exchange.wait(4, 'long', [1, 10, 9_000]);
    // 3,700 are held and leave 1,100; what waits far below keeps nothing.
    expect(rejectOf(exchange.askMarket(5, 'long', [12, 10]))).toBe('house_limit');
    expect(rejectOf(exchange.askMarket(5, 'long', [11, 10]))).toBe('ok');
    expect(rejectOf(exchange.askMarket(4, 'short', [1, 10]))).toBe('house_limit');
  });

  test('needs more margin: a higher multiple takes less', () => {
    // 50,000 at 100 times, 200,000 at 50 times.
    const exchange = FuturesExchange.begin({ house: 10_000_000, users: [100_000] });
    const ask = (lots: number, multiple: number) =>
      rejectOf(exchange.askMarket(ADA, 'long', [lots, multiple]));
    expect([ask(501, 100), ask(499, 100)]).toEqual(['quantity_out_of_range', 'ok']);
    expect([ask(2_001, 50), ask(1_999, 50)]).toEqual(['quantity_out_of_range', 'ok']);
  });

  test('is refused where the house could not pay all that may be won', () => {
    // Ten times a margin of 100 each.
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES, house: 2_999, users: [10_000] });
    const answers = [1, 2, 3].map(() => rejectOf(exchange.askMarket(ADA, 'long', [10, 10])));
    expect(answers).toEqual(['ok', 'ok', 'house_limit']);
    expect(exchange.house('contract_house')).toBe('2999 (2000)');
  });

  test('is handed to nobody when it falls: it is closed, and the house pays winners at most what it kept ready', () => {
    const exchange = FuturesExchange.begin({
      terms: FREE_FUTURES,
      house: 3_000,
      insurance: 50,
      users: [1_000, 1_000],
    });
    exchange.open(ADA, 'long', [10, 10]);
    exchange.open(BOB, 'short', [10, 10]);
    // The thin token of the story rises five times in a second.
    exchange.tick(50_000);
    const { positions } = exchange.engine.takeChanges();
    expect(positions.map(({ closeReason }) => closeReason)).toEqual(['profit_cap', 'liquidation']);
    expect([exchange.contract(ADA), exchange.contract(BOB)]).toEqual(['2000 (0)', '900 (0)']);
    // It won Bob's margin and what the fund had, and paid Ada's cap.
    expect(exchange.house('contract_house')).toBe('2150 (0)');
    expect(exchange.house('insurance_fund')).toBe('0 (0)');
    exchange.engine.checkInvariants();
  });

  test('opens no more when its terms are closed', () => {
    const terms = { ...BTC_FUTURES, isOpen: false };
    const exchange = FuturesExchange.begin({ terms });
    expect(rejectOf(exchange.askMarket(ADA, 'long', [1, 10]))).toBe('market_closed');
  });
});
