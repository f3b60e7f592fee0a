import { describe, expect, test } from 'vitest';
import { type KeptGrid, ONE_CHART, placed, readGrids, replaced } from './chart-grid.ts';

const MARKETS = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA'];
const kept = (symbols: string[], active: number, count: 1 | 2 | 4 = 4): KeptGrid => ({
  ...{ count, symbols, active },
});

describe('places', () => {
  test('are filled with the first markets, the active one among them', () => {
    expect(placed(kept([], 0, 2), 'BTC', MARKETS)).toEqual({ symbols: ['BTC', 'ETH'], active: 0 });
    expect(placed(kept([], 0), 'ADA', MARKETS)).toEqual({
      symbols: ['ADA', 'BTC', 'ETH', 'SOL'],
      active: 0,
    });
  });

  test('stay where they are when another of them becomes the active one', () => {
    const symbols = ['BTC', 'ETH', 'SOL', 'XRP'];
    expect(placed(kept(symbols, 0), 'SOL', MARKETS)).toEqual({ symbols, active: 2 });
  });

  test('a market that was chosen elsewhere takes the place of the one that was active', () => {
    const symbols = ['BTC', 'ETH', 'SOL', 'XRP'];
    const next = placed(kept(symbols, 1), 'ADA', MARKETS);
    expect(next).toEqual({ symbols: ['BTC', 'ADA', 'SOL', 'XRP'], active: 1 });
  });

  test('with fewer of them the active one is always seen', () => {
    const next = placed(kept(['BTC', 'ETH', 'SOL', 'XRP'], 3, 2), 'XRP', MARKETS);
    expect(next).toEqual({ symbols: ['BTC', 'XRP'], active: 1 });
  });

  test('a market that is no more leaves its place, and few markets fill few places', () => {
    expect(placed(kept(['GONE', 'ETH'], 1, 2), 'ETH', MARKETS).symbols).toEqual(['ETH', 'BTC']);
    expect(placed(kept([], 0), 'ETH', ['ETH'])).toEqual({ symbols: ['ETH'], active: 0 });
    expect(placed(kept([], 0), 'NEW', [])).toEqual({ symbols: ['NEW'], active: 0 });
  });

  test('no market stands twice: one that is chosen again changes its place', () => {
    expect(replaced(['BTC', 'ETH', 'SOL'], 0, 'SOL')).toEqual(['SOL', 'ETH', 'BTC']);
    expect(replaced(['BTC', 'ETH'], 1, 'ADA')).toEqual(['BTC', 'ADA']);
  });
});

test.each([undefined, null, 7, { spot: 'x' }, { spot: { count: 3, symbols: [7], active: -1 } }])(
  'what is no grid is one chart: %j',
  (stored) => {
    expect(readGrids(stored)).toEqual({ spot: ONE_CHART, futures: ONE_CHART, options: ONE_CHART });
  },
);

test('what was kept is read back', () => {
  const spot = kept(['BTC', 'ETH'], 1, 2);
  expect(readGrids(JSON.parse(JSON.stringify({ spot }))).spot).toEqual(spot);
});
