/**
 * Short stories of positions with all balances before and after, as total (frozen) in USDT: BTC/USDT at 10,000, lots of
 * 0.01 BTC, users with 1,000 each, a house with a million and an insurance fund with 1,000.
 */
import { describe, expect, test } from 'vitest';
import { text, usdt } from '../../../test/kit/words.ts';
import { FREE_FUTURES, FuturesExchange, positionOf, priceWord } from './words.ts';

const ADA = 1;
const BOB = 2;

/** Balances of everybody who can have part in a position. */
const board = (exchange: FuturesExchange) => ({
  ada: exchange.contract(ADA),
  house: exchange.house('contract_house'),
  insurance: exchange.house('insurance_fund'),
  fees: exchange.house('fees'),
});

const last = (exchange: FuturesExchange) => {
  const row = exchange.engine.takeChanges().positions.at(-1);
  return [row?.status, row?.closeReason, priceWord(row?.closePrice), text(row?.realisedPnl)];
};

describe('at the market', () => {
  test('margin is frozen, the fee paid, and the greatest gain kept ready', () => {
    const exchange = FuturesExchange.begin();
    const row = exchange.open(ADA, 'long', [10, 20]);
    // 0.1 BTC at 10,001 (the index plus 0.01 %) is 1,000.1; a twentieth is 50.005, 0.05 % is 0.50005.
    expect(priceWord(row.openPrice)).toBe('10001');
    expect([text(row.margin), text(row.maintenance), text(row.openFee)]).toEqual([
      '50.005',
      '5.0005',
      '0.50005',
    ]);
    expect(board(exchange)).toEqual({
      ada: '999.49995 (50.005)',
      house: '1000000 (500.05)',
      insurance: '1000.10001 (0)',
      fees: '0.40004 (0)',
    });
    exchange.engine.checkInvariants();
  });

  test('a short opens below the index, and a close has no spread', () => {
    const exchange = FuturesExchange.begin();
    const opened = exchange.open(ADA, 'short', [10, 20]);
    expect(priceWord(opened.openPrice)).toBe('9999');
    exchange.tick(9_900);
    const row = positionOf(exchange.close(ADA, opened.positionId));
    // 0.1 × 99 = 9.9 is won; the fee is 0.05 % of 990.
    expect([row.closeReason, text(row.realisedPnl), text(row.closeFee)]).toEqual([
      'user',
      '9.9',
      '0.495',
    ]);
    expect(board(exchange)).toEqual({
      ada: '1008.90505 (0)',
      house: '999990.1 (0)',
      insurance: '1000.19899 (0)',
      fees: '0.79596 (0)',
    });
    exchange.engine.checkInvariants();
  });

  test('what is worse than shown by more than 0.05 % is refused, what is better is taken', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    expect(exchange.askMarket(ADA, 'long', [1, 10], { shown: '9995.00249875' }).ok).toBe(false);
    expect(exchange.askMarket(ADA, 'long', [1, 10], { shown: '9995.00249876' }).ok).toBe(true);
    expect(exchange.askMarket(ADA, 'short', [1, 10], { shown: '10005.00250126' }).ok).toBe(false);
    expect(exchange.askMarket(ADA, 'short', [1, 10], { shown: '10005.00250125' }).ok).toBe(true);
    expect(exchange.askMarket(ADA, 'long', [1, 10], { shown: 20_000 }).ok).toBe(true);
  });

  test('it needs a sample of at most 2 s, from quotes at most 2 s older', () => {
    const exchange = FuturesExchange.begin();
    exchange.timeMs += 2_000;
    expect(exchange.askMarket(ADA, 'long', [1, 10]).ok).toBe(true);
    exchange.timeMs += 1;
    expect(exchange.askMarket(ADA, 'long', [1, 10])).toMatchObject({ reject: 'price_stale' });
    const tick = { kind: 'index_tick', marketId: 1 } as const;
    for (const [age, isTaken] of [
      [2_001, false],
      [2_000, true],
      [undefined, false],
    ] as const) {
      exchange.timeMs += 1_000;
      const { timeMs: sampleTimeMs } = exchange;
      const price = exchange.engine.indexOf(1)?.price;
      const quoted = age === undefined ? {} : { quotedAtMs: sampleTimeMs - age };
      exchange.run({ ...tick, sampleTimeMs, ...(price === undefined ? {} : { price }), ...quoted });
      expect(exchange.askMarket(ADA, 'long', [1, 10]).ok).toBe(isTaken);
    }
  });

  test('the receipts say by which sample and terms, and name no owner in public', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20], { shown: 10_002 });
    const openedAtMs = exchange.timeMs;
    exchange.tick(9_400);
    const [open, close] = exchange.engine.takeChanges().receipts;
    expect(open).toEqual({
      receiptId: 1,
      kind: 'open',
      owner: ADA,
      marketId: 1,
      symbol: 'BTC/USDT',
      timeMs: openedAtMs,
      subjectId: positionId,
      terms: {
        side: 'long',
        type: 'market',
        multiple: 20,
        maintenance_rate: '0.005000',
        half_spread: '0.000100',
        open_fee_rate: '0.000500',
        close_fee_rate: '0.000500',
        profit_cap: 10,
        price_step: '0.01000000',
        shown_price: '10002.00000000',
      },
      sampleTimesMs: [openedAtMs],
      result: { open_price: '10001.00000000' },
      details: {
        owner: ADA,
        position: positionId,
        currency: 'USDT',
        lots: 10,
        lot_size: '0.01000000',
        margin: '50.005000',
        maintenance: '5.000500',
        open_fee: '0.500050',
        insurance_share: '0.100010',
      },
    });
    expect(close).toMatchObject({
      receiptId: 2,
      kind: 'liquidation',
      strike: 1_000_100_000_000n,
      terms: { open_receipt: 1, trigger_price: '9550.95500999' },
      result: { close_price: '9400.00000000' },
      details: { realised_pnl: '-50.005000', close_fee: '0.000000', insurance_paid: '10.095000' },
    });
  });
});

describe('waiting for a limit', () => {
  test('it opens when the index reaches the limit, at the limit or better', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    exchange.wait(ADA, 'long', [10, 10, 9_500]);
    expect(board(exchange)).toMatchObject({ ada: '1000 (95)', house: '1000000 (0)' });
    exchange.tick('9500.01');
    expect(exchange.contract(ADA)).toBe('1000 (95)');
    exchange.tick(9_400);
    expect(board(exchange)).toMatchObject({ ada: '1000 (94)', house: '1000000 (940)' });
    const [row] = exchange.engine.openPositions(ADA);
    expect([row?.status, priceWord(row?.price), priceWord(row?.openPrice)]).toEqual([
      'holding',
      '9500',
      '9400',
    ]);
    exchange.engine.checkInvariants();
  });

  test('the spread does not make the limit worse', () => {
    const exchange = FuturesExchange.begin();
    exchange.wait(ADA, 'long', [1, 10, 9_500]);
    exchange.wait(ADA, 'short', [1, 10, 10_500]);
    exchange.tick(9_500);
    exchange.tick(10_500);
    const rows = exchange.engine.openPositions(ADA);
    expect(rows.map(({ openPrice }) => priceWord(openPrice))).toEqual(['9500', '10500']);
  });

  test('a limit that the index has passed opens at the next sample', () => {
    const exchange = FuturesExchange.begin();
    const row = exchange.wait(ADA, 'long', [1, 10, 10_100]);
    expect(row.status).toBe('waiting');
    exchange.tick(10_000);
    const [opened] = exchange.engine.openPositions(ADA);
    expect(priceWord(opened?.openPrice)).toBe('10001');
  });

  test('it freezes margin and fee, a short a hundredth more, of which the rest comes back', () => {
    const exchange = FuturesExchange.begin();
    exchange.wait(ADA, 'short', [10, 20, 10_500]);
    // 52.5 of margin and 0.525 of fee; a hundredth of them is 0.53025.
    expect(exchange.contract(ADA)).toBe('1000 (53.55525)');
    exchange.tick(10_510);
    const [row] = exchange.engine.openPositions(ADA);
    expect(priceWord(row?.openPrice)).toBe('10508.94');
    expect(exchange.contract(ADA)).toBe('999.474553 (52.5447)');
    exchange.engine.checkInvariants();
  });

  test('a short that the index jumped over takes what it lacks from the account, or is cancelled', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES, users: ['53.03', 54] });
    exchange.wait(ADA, 'short', [10, 20, 10_500]);
    exchange.wait(BOB, 'short', [10, 20, 10_500]);
    exchange.tick(10_700);
    expect(exchange.contract(ADA)).toBe('53.03 (0)');
    expect(exchange.contract(BOB)).toBe('54 (53.5)');
    const [ada] = exchange.engine.takeChanges().positions;
    expect([ada?.status, ada?.closeReason, ada?.hold, ada?.openFee]).toEqual([
      'cancelled',
      'insufficient_balance',
      0n,
      0n,
    ]);
    exchange.engine.checkInvariants();
  });

  test('what the house cannot keep ready at the better price cancels it, with reason house_limit', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES, house: 530 });
    exchange.wait(ADA, 'short', [10, 20, 10_500]);
    expect(exchange.house('contract_house')).toBe('530 (0)');
    exchange.tick(10_610);
    expect(last(exchange)).toEqual(['cancelled', 'house_limit', '', '']);
    expect(board(exchange)).toMatchObject({ ada: '1000 (0)', house: '530 (0)' });
  });

  test('open interest that only grew by the better price counts like any other', () => {
    // Others hold 3,100 of 4,135; at its limit it would be 1,030 more, and at the price it meets 1,036.
    const terms = { ...FREE_FUTURES, openInterestMaxMinor: usdt(4_135) };
    const exchange = FuturesExchange.begin({ terms, users: [1_000, 1_000, 1_000, 1_000, 1_000] });
    for (const owner of [3, 4, 5]) exchange.open(owner, 'long', [10, 5]);
    exchange.open(BOB, 'long', [1, 5]);
    exchange.wait(ADA, 'short', [10, 20, 10_300]);
    exchange.tick(10_360);
    expect(last(exchange)).toEqual(['cancelled', 'house_limit', '', '']);
  });

  test('a limit lowered below what is worth waiting for cancels what reaches its own', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    exchange.wait(ADA, 'long', [10, 20, 9_500]);
    const terms = { ...FREE_FUTURES, openInterestMaxMinor: usdt(1) };
    exchange.run({ kind: 'configure_futures', terms });
    exchange.tick(9_500);
    expect(last(exchange)).toEqual(['cancelled', 'house_limit', '', '']);
    expect(exchange.contract(ADA)).toBe('1000 (0)');
  });

  test('it may be far from a price nobody knows, but not from one that is fresh', () => {
    const exchange = FuturesExchange.begin();
    expect(exchange.askLimit(ADA, 'long', [1, 10, 5_000])).toMatchObject({
      reject: 'price_out_of_band',
    });
    exchange.tick(undefined);
    expect(exchange.askLimit(ADA, 'long', [1, 10, 5_000]).ok).toBe(true);
  });

  test('taken back, everything is given back', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.wait(ADA, 'short', [10, 20, 10_500]);
    const row = positionOf(exchange.cancelPosition(ADA, positionId));
    expect([row.status, row.closeReason, row.hold, row.reserved]).toEqual([
      'cancelled',
      'user',
      0n,
      0n,
    ]);
    expect(board(exchange)).toEqual({
      ada: '1000 (0)',
      house: '1000000 (0)',
      insurance: '1000 (0)',
      fees: '0 (0)',
    });
  });
});

describe('what the house stands for', () => {
  test('an opening is refused unless the house could pay its greatest gain', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES, house: 1_000 });
    exchange.open(ADA, 'long', [10, 20]);
    expect(exchange.askMarket(BOB, 'short', [11, 20])).toMatchObject({ reject: 'house_limit' });
    exchange.open(BOB, 'short', [10, 20]);
    expect(exchange.house('contract_house')).toBe('1000 (1000)');
  });

  test('no journal entry takes out what is promised', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES, house: 1_000 });
    exchange.open(ADA, 'long', [10, 20]);
    const take = (amount: number) =>
      exchange.execute({
        kind: 'post_entry',
        reason: 'capital',
        reference: `take:${amount}`,
        currencyId: 3,
        amount: usdt(amount),
        source: { house: 'contract_house' },
        target: { house: 'capital' },
      });
    expect(take(501)).toMatchObject({ reject: 'insufficient_balance' });
    expect(take(500).ok).toBe(true);
    // The whole reserve is won, and is there.
    exchange.tick(15_000);
    expect(last(exchange)).toEqual(['closed', 'profit_cap', '15000', '500']);
    expect(board(exchange)).toMatchObject({ ada: '1500 (0)', house: '0 (0)' });
  });

  test('margin cannot be transferred away', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES });
    exchange.open(ADA, 'long', [10, 20]);
    const move = (amount: number) =>
      exchange.execute({
        kind: 'transfer',
        owner: ADA,
        source: 'contract',
        target: 'coin',
        currencyId: 3,
        amount: usdt(amount),
      });
    expect(move(951)).toMatchObject({ reject: 'insufficient_balance' });
    expect(move(950).ok).toBe(true);
    expect(exchange.contract(ADA)).toBe('50 (50)');
  });

  test('open interest is the worth of all that is held', () => {
    const terms = { ...FREE_FUTURES, openInterestMaxMinor: usdt(4_000) };
    const exchange = FuturesExchange.begin({ terms, users: [1_000, 1_000, 1_000, 1_000, 1_000] });
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    for (const owner of [BOB, 3, 4]) exchange.open(owner, 'short', [10, 20]);
    expect(exchange.askMarket(5, 'short', [1, 20])).toMatchObject({ reject: 'house_limit' });
    exchange.close(ADA, positionId);
    expect(exchange.askMarket(5, 'short', [10, 20]).ok).toBe(true);
  });

  test('a notional above what a multiple takes is refused, and the same at a smaller one taken', () => {
    const exchange = FuturesExchange.begin({
      terms: FREE_FUTURES,
      users: [100_000],
      house: 9_000_000,
    });
    expect(exchange.askMarket(ADA, 'long', [501, 100])).toMatchObject({
      reject: 'quantity_out_of_range',
    });
    expect(exchange.askMarket(ADA, 'long', [500, 100]).ok).toBe(true);
    expect(exchange.askMarket(ADA, 'long', [501, 50]).ok).toBe(true);
  });
});

describe('the worked example of docs/internals/futures.md', () => {
  const begin = (): FuturesExchange => {
    const exchange = FuturesExchange.begin();
    exchange.tick('64812.40');
    return exchange;
  };

  test('opens, wins and is closed', () => {
    const exchange = begin();
    const opened = exchange.open(ADA, 'long', [3, 20]);
    expect(priceWord(opened.openPrice)).toBe('64818.89');
    expect(
      [opened.margin, opened.maintenance, opened.openFee, opened.reserved].map((amount) =>
        text(amount),
      ),
    ).toEqual(['97.228335', '9.722834', '0.972284', '972.28335']);
    expect(board(exchange)).toEqual({
      ada: '999.027716 (97.228335)',
      house: '1000000 (972.28335)',
      insurance: '1000.194456 (0)',
      fees: '0.777828 (0)',
    });
    exchange.tick(66_000);
    const closed = positionOf(exchange.close(ADA, opened.positionId));
    expect([closed.realisedPnl, closed.closeFee].map((amount) => text(amount))).toEqual([
      '35.4333',
      '0.99',
    ]);
    expect(board(exchange)).toEqual({
      ada: '1033.471016 (0)',
      house: '999964.5667 (0)',
      insurance: '1000.392456 (0)',
      fees: '1.569828 (0)',
    });
  });

  test('is liquidated by a sample beyond its margin, and the insurance fund pays the rest', () => {
    const exchange = begin();
    exchange.open(ADA, 'long', [3, 20]);
    exchange.tick('61902.04');
    expect(exchange.engine.openPositions(ADA)).toHaveLength(1);
    exchange.tick(61_000);
    const [closed] = exchange.engine.takeChanges().positions;
    expect([closed?.closeReason, text(closed?.realisedPnl), text(closed?.insurancePaid)]).toEqual([
      'liquidation',
      '-97.228335',
      '17.338365',
    ]);
    expect(board(exchange)).toEqual({
      ada: '901.799381 (0)',
      house: '1000114.5667 (0)',
      insurance: '982.856091 (0)',
      fees: '0.777828 (0)',
    });
  });
});
