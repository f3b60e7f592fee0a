import { DRAWINGS_MAX } from '@fairlead/contract/constants';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  clearDrawings,
  type Drawing,
  drawingStore,
  isFull,
  keepDrawing,
  readDrawings,
  removeDrawing,
  undoDrawing,
} from './drawings.ts';

const BTC = 'BTC/USDT';
const line = (id: string, price = 1): Drawing => ({
  id,
  tool: 'segment',
  points: [
    { timeMs: 0, price },
    { timeMs: 60_000, price: 2 },
  ],
});
const shown = (symbol = BTC) => drawingStore.getState().bySymbol[symbol] ?? [];
const idsOf = (symbol = BTC) => shown(symbol).map(({ id }) => id);

const NONE = { bySymbol: {}, heard: {}, owner: undefined, aside: [], past: {} };

beforeEach(() => drawingStore.setState(NONE, true));

describe('drawings', () => {
  test('stand in their own market, and move by their id', () => {
    keepDrawing(BTC, line('a'));
    keepDrawing('ETH/USDT', line('b'));
    keepDrawing(BTC, line('a', 7));
    expect(shown()).toEqual([line('a', 7)]);
    expect(idsOf('ETH/USDT')).toEqual(['b']);
  });

  test('each change is taken back in turn, also that all were deleted', () => {
    keepDrawing(BTC, line('a'));
    keepDrawing(BTC, line('b'));
    removeDrawing(BTC, 'a');
    clearDrawings(BTC);
    expect(idsOf()).toEqual([]);
    undoDrawing(BTC);
    expect(idsOf()).toEqual(['b']);
    undoDrawing(BTC);
    expect(idsOf()).toEqual(['a', 'b']);
    undoDrawing(BTC);
    undoDrawing(BTC);
    expect(idsOf()).toEqual([]);
    undoDrawing(BTC);
    expect(idsOf()).toEqual([]);
  });

  test('a market that is full takes no more, but lets one move', () => {
    for (let at = 0; at < DRAWINGS_MAX; at += 1) keepDrawing(BTC, line(String(at)));
    expect(isFull(BTC)).toBe(true);
    keepDrawing(BTC, line('one more'));
    keepDrawing(BTC, line('0', 9));
    expect(shown()).toHaveLength(DRAWINGS_MAX);
    expect(shown()[0]).toEqual(line('0', 9));
  });
});

describe('stored drawings', () => {
  test('are read back as they were', () => {
    const text: Drawing = { id: 't', tool: 'text', points: [{ timeMs: 5, price: 3 }], text: 'top' };
    const bySymbol = { [BTC]: [{ ...line('a'), number: 4 }, text], 'ETH/USDT': [] };
    const heard = {
      [BTC]: { userId: 1, numbers: { a: 4 } },
      'ETH/USDT': { userId: 1, numbers: {} },
    };
    const aside = [{ userId: 2, bySymbol: { [BTC]: [line('b')] } }];
    const kept = { bySymbol, heard, owner: 1, aside };
    expect(readDrawings(JSON.parse(JSON.stringify(kept)))).toEqual({ ...kept, past: {} });
    // As an older version wrote it.
    expect(readDrawings({ bySymbol, heard }).owner).toBe(1);
  });

  test.each([
    undefined,
    null,
    'x',
    { bySymbol: null },
    { bySymbol: { [BTC]: 'x' } },
    { bySymbol: {}, heard: { [BTC]: { userId: '1', numbers: null } } },
    { bySymbol: {}, heard: { [BTC]: { userId: 1, numbers: {} } } },
    { bySymbol: { [BTC]: [null, 7, {}] } },
    { owner: '1', aside: 'x' },
    { aside: [null, 7, {}, { userId: 1 }, { userId: '1', bySymbol: { [BTC]: [line('a')] } }] },
    { aside: [{ userId: 1, bySymbol: { [BTC]: [{}], 'ETH/USDT': null } }] },
    { bySymbol: { [BTC]: [{ ...line('a'), tool: 'brush' }] } },
    { bySymbol: { [BTC]: [{ ...line('a'), points: [{ timeMs: 0, price: 1 }] }] } },
    { bySymbol: { [BTC]: [{ ...line('a'), points: [null, { timeMs: 0, price: '1' }] }] } },
    { bySymbol: { [BTC]: [{ id: 't', tool: 'text', points: [{ timeMs: 0, price: 1 }] }] } },
  ])('anything else gives none: %j', (stored) => {
    expect(readDrawings(stored)).toEqual(NONE);
  });
});
