/**
 * Q8: positions that wait cost nothing and are refundable, so they take nothing from others: only near the index do they
 * keep some of the house's room, together at most half of what is left, and no owner takes more than a quarter of a market.
 */

import { amountMinor } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { usdt } from '../../../test/kit/words.ts';
import { FREE_FUTURES, FuturesExchange } from './words.ts';

const ADA = 1;
const ATTACKERS = [2, 3, 4, 5, 6] as const;
const USERS = Array.from({ length: 6 }, () => 100_000);
/** A lot is worth 100 at 10,000: 400 lots are the limit, 100 of one owner. */
const TERMS = { ...FREE_FUTURES, openInterestMaxMinor: usdt(40_000) };

const begin = (house = 1_000_000): FuturesExchange =>
  FuturesExchange.begin({ terms: TERMS, users: USERS, house });

const answer = (exchange: FuturesExchange, owner: number, lots: number): string => {
  const result = exchange.askMarket(owner, 'long', [lots, 10]);
  return result.ok ? 'ok' : result.reject;
};

describe('Q8: the five accounts', () => {
  test('whose orders wait far away keep a market from nobody', () => {
    const exchange = begin();
    for (const owner of ATTACKERS) exchange.wait(owner, 'long', [100, 10, 9_900]);
    expect(exchange.house('contract_house')).toBe('1000000 (0)');
    expect(answer(exchange, ADA, 100)).toBe('ok');
    exchange.engine.checkInvariants();
  });

  test('nor do those who wait at its edge, where they keep half of what is left', () => {
    const exchange = begin();
    for (const owner of ATTACKERS) exchange.wait(owner, 'long', [100, 10, 9_999]);
    expect(answer(exchange, ADA, 100)).toBe('ok');
    // 10,000 are held; of the 30,000 that are left half is kept.
    exchange.close(ADA, exchange.engine.openPositions(ADA)[0]?.positionId ?? 0);
    const terms = { ...TERMS, openInterestMaxMinor: usdt(40_001) };
    exchange.run({ kind: 'configure_futures', terms });
    expect(answer(exchange, ADA, 100)).toBe('ok');
    exchange.engine.checkInvariants();
  });

  test('and of the money that the house keeps ready they keep half at most', () => {
    // Ten times a margin of a tenth: what a position may win is its worth.
    const exchange = begin(20_000);
    for (const owner of ATTACKERS) exchange.wait(owner, 'long', [100, 10, 9_999]);
    expect(answer(exchange, ADA, 100)).toBe('ok');
    expect(exchange.house('contract_house')).toBe('20000 (10000)');
    expect(exchange.askMarket(2, 'short', [100, 10])).toMatchObject({ reject: 'per_user_limit' });
  });

  test('one owner alone cannot have more than a quarter, waiting and holding together', () => {
    const exchange = begin();
    exchange.wait(ADA, 'long', [40, 10, 9_000]);
    exchange.open(ADA, 'long', [60, 10]);
    // 36,000 ÷ 10 wait below, 6,000 are held: 400 are left of 10,000.
    expect(exchange.askMarket(ADA, 'short', [5, 10])).toMatchObject({ reject: 'per_user_limit' });
    expect(exchange.askLimit(ADA, 'short', [4, 10, 10_100])).toMatchObject({
      reject: 'per_user_limit',
    });
    expect(exchange.askMarket(ADA, 'short', [4, 10]).ok).toBe(true);
    exchange.engine.checkInvariants();
  });
});

describe('Q8: a position that waits', () => {
  test('near the index keeps room for itself: others do not take all of it', () => {
    const exchange = begin();
    for (const owner of [2, 3, 4]) exchange.open(owner, 'long', [90, 10]);
    exchange.wait(5, 'long', [50, 10, 9_960]);
    // 13,000 are left, of which the one that waits keeps 4,980: 80 lots are 8,000.
    expect(answer(exchange, ADA, 81)).toBe('house_limit');
    expect(answer(exchange, ADA, 80)).toBe('ok');
    exchange.tick(9_960);
    expect(exchange.engine.openPositions(5)[0]?.status).toBe('holding');
  });

  test('and keeps none from half a percent on, nor once the index has left it', () => {
    const exchange = begin();
    for (const owner of [2, 3, 4]) exchange.open(owner, 'long', [90, 10]);
    exchange.wait(5, 'long', [50, 10, '9949.99']);
    exchange.wait(5, 'short', [50, 10, '10050.01']);
    exchange.tick(10_000);
    const far = FuturesExchange.reloaded(exchange.engine.takeSnapshot(), exchange.timeMs);
    far.tick(10_000);
    expect(answer(far, ADA, 100)).toBe('ok');
    // 0.01 nearer, and the long is near.
    exchange.tick('9999.98');
    expect(answer(exchange, ADA, 100)).toBe('house_limit');
    exchange.tick(10_000);
    expect(answer(exchange, ADA, 100)).toBe('ok');
    exchange.engine.checkInvariants();
  });

  test('that finds no room when its limit is reached is cancelled, by id, with what it held back', () => {
    const exchange = begin();
    for (const owner of ATTACKERS) exchange.wait(owner, 'long', [100, 10, 9_900]);
    exchange.tick(9_900);
    const states = ATTACKERS.map((owner) => exchange.engine.openPositions(owner)[0]?.status);
    // Four times 9,900 are 39,600 of 40,000.
    expect(states).toEqual(['holding', 'holding', 'holding', 'holding', undefined]);
    const ended = exchange.engine.takeChanges().positions.filter((row) => row.owner === 6);
    expect(ended.at(-1)).toMatchObject({
      status: 'cancelled',
      closeReason: 'house_limit',
      hold: 0n,
    });
    expect(exchange.contract(6)).toBe('100000 (0)');
  });

  test('is the same after a reload, to the hash and to the room that it keeps', () => {
    const exchange = begin();
    for (const owner of [2, 3, 4]) exchange.open(owner, 'long', [90, 10]);
    exchange.wait(5, 'long', [50, 10, 9_960]);
    const again = FuturesExchange.reloaded(exchange.engine.takeSnapshot(), exchange.timeMs);
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    again.tick(10_000);
    expect(answer(again, ADA, 81)).toBe('house_limit');
    expect(answer(again, ADA, 80)).toBe('ok');
    again.engine.checkInvariants();
  });

  test('whose row says that the house keeps something for it is refused', () => {
    const exchange = begin();
    exchange.wait(5, 'long', [50, 10, 9_960]);
    const snapshot = exchange.engine.takeSnapshot();
    const positions = snapshot.positions.map((row) => ({ ...row, reserved: amountMinor(1n) }));
    expect(() => FuturesExchange.reloaded({ ...snapshot, positions }, exchange.timeMs)).toThrow(
      'the house keeps the greatest gain of what is held ready',
    );
  });
});
