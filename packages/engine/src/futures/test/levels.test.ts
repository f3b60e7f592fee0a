/** Stops of parts, and waiting positions that are amended. BTC/USDT at 10,000, lots of 0.01 BTC, as in changes.test.ts. */
import { describe, expect, test } from 'vitest';
import { usdt } from '../../../test/kit/words.ts';
import { BTC_FUTURES, FREE_FUTURES, FuturesExchange, positionOf } from './words.ts';

const ADA = 1;

const begin = () => FuturesExchange.begin({ terms: FREE_FUTURES });
const held = (exchange: FuturesExchange) => exchange.engine.openPositions(ADA);
const ends = (exchange: FuturesExchange) =>
  exchange.engine
    .takeChanges()
    .positions.filter(({ status }) => status === 'closed')
    .map((row) => [row.positionId, row.lots, row.closeReason]);

function levelOf(exchange: FuturesExchange, ...asked: Parameters<FuturesExchange['level']>) {
  const { levels = [] } = positionOf(exchange.level(...asked));
  return Math.max(...levels.map(({ levelId }) => levelId));
}

describe('stops of parts', () => {
  test('each closes its lots when the index reaches it, and the rest goes on', () => {
    const exchange = begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    const first = levelOf(exchange, ADA, positionId, ['take_profit', 10_100, 3]);
    const second = levelOf(exchange, ADA, positionId, ['take_profit', 10_200, 4]);
    const third = levelOf(exchange, ADA, positionId, ['stop_loss', 9_900, 2]);
    exchange.engine.takeChanges();
    exchange.tick('10099.99999999');
    expect(ends(exchange)).toEqual([]);
    exchange.tick(10_150);
    expect(held(exchange)[0]).toMatchObject({ lots: 7, margin: usdt(35) });
    expect(held(exchange)[0]?.levels?.map(({ levelId }) => levelId)).toEqual([second, third]);
    const { positions, receipts } = exchange.engine.takeChanges();
    expect(positions.find((row) => row.positionId === first)).toMatchObject({
      partOf: positionId,
      lots: 3,
      closeReason: 'take_profit',
      realisedPnl: usdt('4.5'),
    });
    expect(receipts).toMatchObject([
      {
        kind: 'take_profit',
        subjectId: first,
        terms: { trigger_price: '10100.00000000' },
        result: { close_price: '10150.00000000' },
        details: { lots: 3, lots_before: 10, rest_lots: 7 },
      },
    ]);
    exchange.tick(9_900);
    expect(ends(exchange)).toEqual([[third, 2, 'stop_loss']]);
    exchange.tick(10_200);
    expect(ends(exchange)).toEqual([[second, 4, 'take_profit']]);
    expect(held(exchange)).toMatchObject([{ positionId, lots: 1 }]);
    expect(held(exchange)[0]?.levels).toBeUndefined();
    exchange.engine.checkInvariants();
  });

  test('a jump fires all that it passes, by id, and none for more than is left', () => {
    const exchange = begin();
    const { positionId } = exchange.open(ADA, 'short', [10, 20]);
    const far = levelOf(exchange, ADA, positionId, ['take_profit', 9_700, 6]);
    const near = levelOf(exchange, ADA, positionId, ['take_profit', 9_900, 9]);
    exchange.engine.takeChanges();
    exchange.tick(9_600);
    // Six by the older; the other, of nine, closes the four that are left, which is the position itself.
    expect(ends(exchange)).toEqual([
      [positionId, 4, 'take_profit'],
      [far, 6, 'take_profit'],
    ]);
    expect(near).toBeGreaterThan(far);
    expect(held(exchange)).toEqual([]);
    expect(exchange.contract(ADA)).toBe('1040 (0)');
    exchange.engine.checkInvariants();
  });

  test('what closes the whole goes first: liquidation, its own stops, the cap', () => {
    for (const [price, stops, reason] of [
      [9_000, {}, 'liquidation'],
      [9_700, { stopLoss: 9_800 }, 'stop_loss'],
      [10_300, { takeProfit: 10_200 }, 'take_profit'],
      [16_000, {}, 'profit_cap'],
    ] as const) {
      const exchange = begin();
      const { positionId } = exchange.open(ADA, 'long', [10, 20], stops);
      exchange.level(ADA, positionId, ['stop_loss', 9_900, 2]);
      exchange.level(ADA, positionId, ['take_profit', 10_100, 2]);
      exchange.engine.takeChanges();
      exchange.tick(price);
      expect(ends(exchange)).toEqual([[positionId, 10, reason]]);
    }
  });

  test('one is amended and taken back; ten are the most', () => {
    const exchange = begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    const level = levelOf(exchange, ADA, positionId, ['take_profit', 10_100, 3]);
    expect(exchange.level(ADA, positionId, ['stop_loss', 9_900, 3], level)).toMatchObject({
      reject: 'order_not_found',
    });
    const amended = positionOf(exchange.level(ADA, positionId, ['take_profit', 10_300, 5], level));
    expect(amended.levels).toMatchObject([{ levelId: level, lots: 5 }]);
    exchange.tick(10_200);
    expect(held(exchange)).toMatchObject([{ lots: 10 }]);
    for (let at = 0; at < 9; at += 1) exchange.level(ADA, positionId, ['stop_loss', 9_900, 1]);
    expect(exchange.level(ADA, positionId, ['stop_loss', 9_900, 1])).toMatchObject({
      reject: 'too_many_orders',
    });
    expect(exchange.level(ADA, positionId, ['take_profit', 10_400, 5], level).ok).toBe(true);
    const left = positionOf(exchange.removeLevel(ADA, positionId, level)).levels ?? [];
    expect(left).toHaveLength(9);
    exchange.tick(10_500);
    expect(held(exchange)).toMatchObject([{ lots: 10 }]);
  });

  test('those of a waiting position open with it', () => {
    const exchange = begin();
    const { positionId } = exchange.wait(ADA, 'long', [10, 20, 9_900]);
    expect(exchange.level(ADA, positionId, ['take_profit', 9_900, 4])).toMatchObject({
      reject: 'stops_invalid',
    });
    const level = levelOf(exchange, ADA, positionId, ['take_profit', 9_950, 4]);
    exchange.tick(9_890);
    exchange.engine.takeChanges();
    exchange.tick(9_960);
    expect(ends(exchange)).toEqual([[level, 4, 'take_profit']]);
  });

  test('they are as they were after a restart, and fire on the first fresh sample', () => {
    const exchange = begin();
    const { positionId } = exchange.open(ADA, 'long', [10, 20]);
    const level = levelOf(exchange, ADA, positionId, ['stop_loss', 9_900, 4]);
    const again = FuturesExchange.reloaded(exchange.engine.takeSnapshot(), exchange.timeMs);
    again.engine.checkInvariants();
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    again.tick(9_800);
    expect(ends(again)).toEqual([[level, 4, 'stop_loss']]);
  });
});

describe('a waiting position that is amended', () => {
  test('waits at its new limit for its new lots, under its id and name, with what that holds', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.wait(ADA, 'long', [10, 20, 9_900], { clientOrderId: 'mine' });
    expect(exchange.contract(ADA)).toBe('1000 (49.995)');
    const row = positionOf(exchange.amend(ADA, positionId, { price: 9_800, lots: 20 }));
    expect(row).toMatchObject({ positionId, clientOrderId: 'mine', lots: 20, status: 'waiting' });
    expect(exchange.contract(ADA)).toBe('1000 (98.98)');
    exchange.tick(9_850);
    expect(held(exchange)).toMatchObject([{ status: 'waiting' }]);
    exchange.tick(9_800);
    expect(held(exchange)).toMatchObject([{ positionId, status: 'holding', lots: 20 }]);
    exchange.engine.checkInvariants();
  });

  test('stops that are left out stay, "none" clears, and each must fit the new limit', () => {
    const exchange = begin();
    const stops = { takeProfit: 10_500, stopLoss: 9_700 };
    const { positionId } = exchange.wait(ADA, 'long', [10, 20, 9_900], stops);
    expect(exchange.amend(ADA, positionId, { price: 9_700 })).toMatchObject({
      reject: 'stops_invalid',
    });
    const row = positionOf(exchange.amend(ADA, positionId, { price: 9_700, stopLoss: 'none' }));
    expect(row.stopLoss).toBeUndefined();
    expect(row.takeProfit).toBe(1_050_000_000_000n);
    exchange.level(ADA, positionId, ['stop_loss', 9_600, 4]);
    expect(exchange.amend(ADA, positionId, { price: 9_600 })).toMatchObject({
      reject: 'stops_invalid',
    });
  });

  test('what it holds counts for what it needs, to the unit', () => {
    const exchange = FuturesExchange.begin({ terms: FREE_FUTURES, users: [100] });
    const { positionId } = exchange.wait(ADA, 'long', [10, 10, 9_900]);
    expect(exchange.amend(ADA, positionId, { price: '10000.00001' })).toMatchObject({
      reject: 'insufficient_balance',
    });
    expect(exchange.contract(ADA)).toBe('100 (99)');
    expect(exchange.amend(ADA, positionId, { price: 10_000 }).ok).toBe(true);
    expect(exchange.contract(ADA)).toBe('100 (100)');
  });

  test('under terms that are no longer offered only its stops change', () => {
    const exchange = FuturesExchange.begin();
    const { positionId } = exchange.wait(ADA, 'long', [10, 20, 9_900]);
    const terms = { ...BTC_FUTURES, profitCapMultiple: 9 };
    exchange.run({ kind: 'configure_futures', terms });
    expect(exchange.amend(ADA, positionId, { lots: 1 })).toMatchObject({ reject: 'terms_changed' });
    expect(exchange.stops(ADA, positionId, { stopLoss: 9_800 }).ok).toBe(true);
  });

  test('one that has opened meanwhile is left alone', () => {
    const exchange = begin();
    const { positionId } = exchange.wait(ADA, 'long', [10, 20, 9_900]);
    exchange.tick(9_900);
    expect(exchange.amend(ADA, positionId, { lots: 1 })).toMatchObject({
      reject: 'position_not_open',
    });
    expect(held(exchange)).toMatchObject([{ lots: 10 }]);
  });
});
