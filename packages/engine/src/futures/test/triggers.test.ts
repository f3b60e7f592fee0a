/** What closes positions by itself, and what happens when two want to: F7, F8, F10, F13. Balances as total (frozen) in USDT. */
import { amountMinor, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { text, usdt } from '../../../test/kit/words.ts';
import { FREE_FUTURES, FuturesExchange, positionOf, priceWord } from './words.ts';

const ADA = 1;
const BOB = 2;

/** Ends of the batch: id, reason, price and profit of each closed position. */
const ends = (exchange: FuturesExchange) =>
  exchange.engine
    .takeChanges()
    .positions.filter(({ status }) => status === 'closed')
    .map((row) => [
      row.positionId,
      row.closeReason,
      priceWord(row.closePrice),
      text(row.realisedPnl),
    ]);

function free(begin: { house?: number; insurance?: number } = {}): FuturesExchange {
  return FuturesExchange.begin({ terms: FREE_FUTURES, ...begin });
}

describe('liquidation', () => {
  test('it comes at the first price at which what is left is no more than the maintenance', () => {
    const exchange = free();
    // 1,000 at 10 times: margin 100, maintenance 5, so a loss of 95: 950 a bitcoin.
    const { positionId } = exchange.open(ADA, 'long', [10, 10]);
    exchange.tick('9050.00001');
    expect(ends(exchange)).toEqual([]);
    exchange.tick('9050.00000999');
    expect(ends(exchange)).toEqual([[positionId, 'liquidation', '9050.00000999', '-95']]);
    expect(exchange.contract(ADA)).toBe('905 (0)');
    expect(exchange.house('contract_house')).toBe('1000095 (0)');
  });

  test('the close fee comes from what is left, and never from anywhere else', () => {
    const terms = { ...FREE_FUTURES, closeFeePpm: ratePpm(10_000n) };
    const exchange = FuturesExchange.begin({ terms });
    exchange.open(ADA, 'long', [10, 10]);
    exchange.tick(9_040);
    // 4 of the margin is left, and 1 % of 904 is more.
    const [row] = exchange.engine.takeChanges().positions;
    expect([text(row?.realisedPnl), text(row?.closeFee)]).toEqual(['-96', '4']);
    expect(exchange.contract(ADA)).toBe('900 (0)');
    expect(exchange.house('fees')).toBe('3.2 (0)');
    expect(exchange.house('insurance_fund')).toBe('1000.8 (0)');
  });

  test('F7: beyond the margin the insurance fund pays exactly the deficit to the house', () => {
    const exchange = free();
    exchange.open(ADA, 'long', [10, 10]);
    exchange.tick(8_000);
    const [row] = exchange.engine.takeChanges().positions;
    expect([text(row?.realisedPnl), text(row?.insurancePaid)]).toEqual(['-100', '100']);
    expect(exchange.contract(ADA)).toBe('900 (0)');
    expect(exchange.house('insurance_fund')).toBe('900 (0)');
    // The house has what the price moved: 0.1 × 2,000.
    expect(exchange.house('contract_house')).toBe('1000200 (0)');
    exchange.engine.checkInvariants();
  });

  test('F7: a fund that has less pays what it has, and the house bears the rest', () => {
    const exchange = free({ insurance: 30 });
    exchange.open(ADA, 'short', [10, 10]);
    exchange.open(BOB, 'short', [10, 10]);
    exchange.tick(12_000);
    const rows = exchange.engine.takeChanges().positions;
    expect(rows.map(({ insurancePaid }) => text(insurancePaid))).toEqual(['30', '0']);
    expect(exchange.house('insurance_fund')).toBe('0 (0)');
    expect(exchange.house('contract_house')).toBe('1000230 (0)');
    for (const owner of [ADA, BOB]) expect(exchange.contract(owner)).toBe('900 (0)');
    exchange.engine.checkInvariants();
  });
});

describe('the cap', () => {
  test('a position closes by itself when it has won ten times its margin, and is paid no more', () => {
    const exchange = free();
    const { positionId } = exchange.open(ADA, 'long', [10, 100]);
    exchange.tick('10999.99');
    expect(ends(exchange)).toEqual([]);
    exchange.tick(12_000);
    expect(ends(exchange)).toEqual([[positionId, 'profit_cap', '12000', '100']]);
    expect(exchange.contract(ADA)).toBe('1100 (0)');
  });

  test('a take-profit that the same price reaches gives its name to it', () => {
    const exchange = free();
    const { positionId } = exchange.open(ADA, 'short', [10, 100], { takeProfit: 9_500 });
    exchange.tick(8_000);
    expect(ends(exchange)).toEqual([[positionId, 'take_profit', '8000', '100']]);
  });
});

describe('F10: stops', () => {
  test('a stop fires at the sample that reaches it, at the price of that sample', () => {
    const exchange = free();
    const long = exchange.open(ADA, 'long', [10, 10], { takeProfit: 10_200, stopLoss: 9_900 });
    const short = exchange.open(BOB, 'short', [10, 10], { takeProfit: 9_900, stopLoss: 10_200 });
    exchange.tick('10199.99');
    exchange.tick('9900.01');
    expect(ends(exchange)).toEqual([]);
    exchange.tick(9_890);
    expect(ends(exchange)).toEqual([
      [long.positionId, 'stop_loss', '9890', '-11'],
      [short.positionId, 'take_profit', '9890', '11'],
    ]);
  });

  test('a liquidation goes before a stop-loss that the same sample reaches', () => {
    const exchange = free();
    const { positionId } = exchange.open(ADA, 'long', [10, 10], { stopLoss: 9_900 });
    exchange.tick(9_000);
    expect(ends(exchange)).toEqual([[positionId, 'liquidation', '9000', '-100']]);
  });

  test('both crossed within one second: one fires, and nothing after it', () => {
    const exchange = free();
    const { positionId } = exchange.open(ADA, 'long', [10, 10], {
      takeProfit: 10_200,
      stopLoss: 9_900,
    });
    exchange.tick(9_800);
    exchange.tick(10_300);
    expect(ends(exchange)).toEqual([[positionId, 'stop_loss', '9800', '-20']]);
    expect(exchange.engine.position(positionId)).toBeUndefined();
  });

  test('set while there was no index, both may be met by one price: one fires, once', () => {
    const exchange = free();
    const { positionId } = exchange.open(ADA, 'long', [10, 10]);
    exchange.tick(undefined);
    expect(exchange.stops(ADA, positionId, { takeProfit: 8_900 }).ok).toBe(true);
    exchange.tick(9_000);
    expect(ends(exchange)).toEqual([[positionId, 'liquidation', '9000', '-100']]);
    expect(exchange.house('insurance_fund')).toBe('1000 (0)');
    exchange.engine.checkInvariants();
  });

  test('a stop already through the index is refused, the index itself included', () => {
    const exchange = FuturesExchange.begin();
    const refused = { reject: 'stops_invalid' };
    // The index is 10,000, the ask 10,001 and the bid 9,999.
    for (const stopLoss of [10_000, '10000.5', 10_001, 10_002]) {
      expect(exchange.askMarket(ADA, 'long', [1, 10], { stopLoss })).toMatchObject(refused);
    }
    for (const takeProfit of [10_001, '10000.5', 10_000, 9_000]) {
      expect(exchange.askMarket(ADA, 'long', [1, 10], { takeProfit })).toMatchObject(refused);
    }
    for (const stopLoss of [10_000, '9999.5', 9_999, 9_998]) {
      expect(exchange.askMarket(ADA, 'short', [1, 10], { stopLoss })).toMatchObject(refused);
    }
    for (const takeProfit of [9_999, '9999.5', 10_000, 11_000]) {
      expect(exchange.askMarket(ADA, 'short', [1, 10], { takeProfit })).toMatchObject(refused);
    }
    exchange.open(ADA, 'long', [1, 10], { stopLoss: '9999.99', takeProfit: '10001.01' });
    exchange.open(ADA, 'short', [1, 10], { stopLoss: '10000.01', takeProfit: '9998.99' });
    exchange.tick(10_000);
    expect(ends(exchange)).toEqual([]);
  });

  test('of what waits they are measured against its limit, of what holds against the index', () => {
    const exchange = free();
    const waits = exchange.wait(ADA, 'long', [1, 10, 9_500], { stopLoss: 9_400 });
    expect(exchange.stops(ADA, waits.positionId, { stopLoss: 9_500 }).ok).toBe(false);
    expect(exchange.stops(ADA, waits.positionId, { takeProfit: 9_501 }).ok).toBe(true);
    const holds = exchange.open(BOB, 'long', [1, 10]);
    exchange.tick(9_600);
    expect(exchange.stops(BOB, holds.positionId, { stopLoss: 9_600 }).ok).toBe(false);
    expect(exchange.stops(BOB, holds.positionId, { stopLoss: 9_599, takeProfit: 9_601 }).ok).toBe(
      true,
    );
    expect(exchange.stops(BOB, holds.positionId, { stopLoss: 9_599, takeProfit: 9_599 }).ok).toBe(
      false,
    );
  });

  test('setting replaces both: one that is left out is cleared', () => {
    const exchange = free();
    const { positionId } = exchange.open(ADA, 'long', [1, 10], { takeProfit: 10_100 });
    const row = positionOf(exchange.stops(ADA, positionId, { stopLoss: 9_000 }));
    expect([row.takeProfit, priceWord(row.stopLoss)]).toEqual([undefined, '9000']);
    exchange.tick(10_200);
    expect(ends(exchange)).toEqual([]);
    const bare = positionOf(exchange.stops(ADA, positionId, {}));
    expect([bare.takeProfit, bare.stopLoss]).toEqual([undefined, undefined]);
  });

  test.each([
    ['stale', undefined],
    ['a price beyond what is computed with', '90071992.54740992'],
  ])('nothing fires while the index is %s', (_, price) => {
    const exchange = free();
    const { positionId } = exchange.open(ADA, 'short', [1, 10], { stopLoss: 10_001 });
    exchange.tick(price);
    expect(exchange.close(ADA, positionId)).toMatchObject({ reject: 'price_stale' });
    expect(ends(exchange)).toEqual([]);
    exchange.tick(10_001);
    expect(ends(exchange)).toEqual([[positionId, 'stop_loss', '10001', '-0.01']]);
  });

  test('a sample that was held up for more than 10 s triggers nothing', () => {
    const exchange = free();
    exchange.open(ADA, 'long', [1, 10], { stopLoss: 9_900 });
    const sampleTimeMs = exchange.timeMs + 1_000;
    const price = exchange.open(BOB, 'long', [1, 10]).openPrice;
    exchange.timeMs = sampleTimeMs + 10_001;
    const low = amountMinor((price ?? 0n) / 2n) as bigint as NonNullable<typeof price>;
    exchange.run({ kind: 'index_tick', marketId: 1, sampleTimeMs, price: low });
    expect(ends(exchange)).toEqual([]);
    exchange.tick(9_900);
    expect(ends(exchange)).toHaveLength(1);
  });

  test('what opens by a sample is looked at from the next one on', () => {
    const exchange = free();
    exchange.wait(ADA, 'long', [1, 10, 9_500], { stopLoss: 9_400 });
    exchange.tick(9_300);
    const [row] = exchange.engine.openPositions(ADA);
    expect([row?.status, priceWord(row?.openPrice)]).toEqual(['holding', '9300']);
    exchange.tick(9_300);
    expect(ends(exchange)).toEqual([[row?.positionId, 'stop_loss', '9300', '0']]);
  });
});

describe('F8: when two want the same position', () => {
  test('the sample comes first: the close finds nothing', () => {
    const exchange = free();
    const { positionId } = exchange.open(ADA, 'long', [10, 10]);
    exchange.tick(9_000);
    expect(exchange.close(ADA, positionId)).toMatchObject({ reject: 'position_not_found' });
    expect(exchange.stops(ADA, positionId, {})).toMatchObject({ reject: 'position_not_found' });
    expect(exchange.cancelPosition(ADA, positionId)).toMatchObject({
      reject: 'position_not_found',
    });
    expect(exchange.contract(ADA)).toBe('900 (0)');
  });

  test('the close comes first: the sample finds nothing, and no second one closes again', () => {
    const exchange = free();
    const { positionId } = exchange.open(ADA, 'long', [10, 10], { stopLoss: 9_900 });
    expect(exchange.close(ADA, positionId).ok).toBe(true);
    expect(exchange.close(ADA, positionId).ok).toBe(false);
    exchange.tick(9_000);
    expect(ends(exchange)).toEqual([[positionId, 'user', '10000', '0']]);
    expect(exchange.contract(ADA)).toBe('1000 (0)');
  });

  test('a cancel never closes what opened meanwhile, and a close never cancels what waits', () => {
    const exchange = free();
    const { positionId } = exchange.wait(ADA, 'long', [10, 10, 9_900]);
    expect(exchange.close(ADA, positionId)).toMatchObject({ reject: 'position_not_open' });
    exchange.tick(9_900);
    expect(exchange.cancelPosition(ADA, positionId)).toMatchObject({
      reject: 'position_not_open',
    });
    expect(exchange.engine.position(positionId)?.status).toBe('holding');
  });

  test('50 closes of all: each position is closed once', () => {
    const exchange = free();
    for (let count = 0; count < 20; count += 1) exchange.open(ADA, 'long', [1, 10]);
    const closed = Array.from({ length: 50 }, () => {
      const result = exchange.run({ kind: 'close_positions', owner: ADA });
      return result.value.kind === 'closed' ? result.value.positionIds.length : -1;
    });
    expect(closed).toEqual([20, ...Array.from({ length: 49 }, () => 0)]);
    expect(exchange.engine.takeChanges().entries.filter(isOfFutures)).toEqual([]);
    expect(exchange.contract(ADA)).toBe('1000 (0)');
  });

  test('closing all takes those of one side or market, by id, and leaves what waits', () => {
    const exchange = free();
    const first = exchange.open(ADA, 'long', [1, 10]);
    exchange.open(ADA, 'short', [1, 10]);
    exchange.wait(ADA, 'long', [1, 10, 9_000]);
    const third = exchange.open(ADA, 'long', [1, 10]);
    const result = exchange.run({
      kind: 'close_positions',
      owner: ADA,
      marketIds: [1],
      side: 'long',
    });
    expect(result.value).toEqual({
      kind: 'closed',
      positionIds: [first.positionId, third.positionId],
    });
    expect(exchange.engine.openPositions(ADA)).toHaveLength(2);
    const none = exchange.run({ kind: 'close_positions', owner: ADA, marketIds: [] });
    expect(none.value).toEqual({ kind: 'closed', positionIds: [] });
  });
});

describe('F13: the smallest and the largest', () => {
  const dust = { ...FREE_FUTURES, lotBaseMinor: amountMinor(1n), lotsMax: Number.MAX_SAFE_INTEGER };

  test('a margin is at least one unit, and what it could not tell from its maintenance is not opened', () => {
    const exchange = FuturesExchange.begin({ terms: dust });
    // A satoshi at 10,000 is worth 100 units: at 100 times 1 of margin, and 1 of maintenance.
    expect(exchange.askMarket(ADA, 'long', [1, 100])).toMatchObject({ reject: 'below_minimum' });
    const row = exchange.open(ADA, 'long', [2, 100]);
    expect([row.margin, row.maintenance]).toEqual([2n, 1n]);
    exchange.tick(10_000);
    expect(exchange.engine.position(row.positionId)?.status).toBe('holding');
    exchange.engine.checkInvariants();
  });

  test('below one step there is an ask and no bid', () => {
    const exchange = FuturesExchange.begin({
      terms: { ...FREE_FUTURES, halfSpreadPpm: ratePpm(100n), lotsMax: 10_000_000 },
    });
    exchange.tick('0.00000001');
    expect(exchange.askMarket(ADA, 'short', [10_000_000, 2])).toMatchObject({
      reject: 'price_out_of_range',
    });
    expect(priceWord(exchange.open(ADA, 'long', [10_000_000, 2]).openPrice)).toBe('0.00000002');
  });

  test('sizes whose worth is beyond 64 bits are refused, not wrapped', () => {
    const exchange = FuturesExchange.begin({ terms: dust, users: ['4000000000000'] });
    const most = Number.MAX_SAFE_INTEGER;
    expect(exchange.askMarket(ADA, 'long', [most, 2])).toMatchObject({
      reject: 'quantity_out_of_range',
    });
    expect(exchange.askLimit(ADA, 'short', [most, 2, 12_000])).toMatchObject({
      reject: 'quantity_out_of_range',
    });
  });

  test('a loss beyond 64 bits is paid as far as the fund has it', () => {
    const all = amountMinor(2n ** 61n);
    const terms = {
      ...FREE_FUTURES,
      multiples: [{ multiple: 100, maintenanceRatePpm: ratePpm(1n), notionalMaxMinor: all }],
      openInterestMaxMinor: amountMinor(2n ** 62n),
      profitCapMultiple: 1,
      lotsMax: Number.MAX_SAFE_INTEGER,
    };
    const exchange = FuturesExchange.begin({
      terms,
      house: '1000000000000',
      users: ['1000000000000'],
    });
    // 10^12 USDT of notional, and an index that rises nine thousandfold.
    const { positionId } = exchange.open(ADA, 'short', [10_000_000_000, 100]);
    exchange.tick('90071992.5');
    const [row] = exchange.engine.takeChanges().positions;
    expect([row?.positionId, row?.closeReason, row?.realisedPnl]).toEqual([
      positionId,
      'liquidation',
      -usdt('10000000000'),
    ]);
    expect(exchange.house('insurance_fund')).toBe('0 (0)');
    exchange.engine.checkInvariants();
  });
});

const isOfFutures = ({ reason }: { reason: string }): boolean => reason.startsWith('futures');
