// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { type Drawing, drawingStore, keepDrawing, readDrawings } from './drawings.ts';

const BTC = 'BTC/USDT';
const line = (id: string): Drawing => ({ id, tool: 'ray', points: [{ timeMs: 0, price: 1 }] });
const stored = () => localStorage.getItem('drawings') ?? '{}';

test('what another tab drew is kept when this one draws', () => {
  keepDrawing(BTC, line('here'));
  const kept = JSON.parse(stored());
  kept.state.bySymbol[BTC].push(line('there'));
  localStorage.setItem('drawings', JSON.stringify(kept));
  window.dispatchEvent(new StorageEvent('storage', { key: 'drawings' }));
  expect(drawingStore.getState().bySymbol[BTC]?.map(({ id }) => id)).toEqual(['here', 'there']);
  keepDrawing(BTC, line('later'));
  const { bySymbol } = readDrawings(JSON.parse(stored()).state);
  expect(bySymbol[BTC]?.map(({ id }) => id)).toEqual(['here', 'there', 'later']);
});
