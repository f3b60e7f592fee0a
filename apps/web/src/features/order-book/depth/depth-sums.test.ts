import { describe, expect, test } from 'vitest';
import { axisPrices, depthAt, depthPath, depthSums, depthView } from './depth-sums.ts';

const sums = depthSums({
  bids: [
    ['99.5', '0.1'],
    ['99.0', '0.2'],
    ['90.0', '1'],
  ],
  asks: [
    ['100.5', '0.30000001'],
    ['101.0', '0.1'],
  ],
});

describe('the depth of a book', () => {
  test('is summed exactly, in both currencies, best price first', () => {
    expect(sums.bids.map(({ quantity }) => quantity)).toEqual([
      '0.10000000',
      '0.30000000',
      '1.30000000',
    ]);
    // 0.1 and 0.2 are no 0.3 to a float, and 9.95 + 19.8 + 90 is.
    expect(sums.bids.map(({ amount }) => amount)).toEqual([
      '9.950000000',
      '29.750000000',
      '119.750000000',
    ]);
    expect(sums.asks.at(-1)).toEqual({
      price: '101.0',
      quantity: '0.40000001',
      amount: '40.250001005',
    });
  });

  test('has its middle in the middle, and the whole of the longer side', () => {
    expect(depthView(sums, 1)).toEqual({ from: 90, to: 110, most: 1.3 });
    expect(depthView(sums, 10)).toEqual({ from: 99, to: 101, most: 0.400_000_01 });
    expect(depthView({ bids: sums.bids, asks: [] }, 1)).toBeUndefined();
  });

  test.each([
    [{ from: 90, to: 110 }, '0.5', ['95.0', '100.0', '105.0']],
    [{ from: 99.2, to: 101 }, '0.5', ['99.5', '100.0', '100.5']],
    [
      { from: 0.000_01, to: 0.000_02 },
      '0.000001',
      ['0.000012', '0.000014', '0.000016', '0.000018'],
    ],
    [{ from: 64_000, to: 66_000 }, '0.01', ['64500.00', '65000.00', '65500.00']],
  ])('from %o in ticks of %s has %o under it', (range, tick, prices) => {
    expect(axisPrices({ ...range, most: 1 }, tick)).toEqual(prices);
  });

  test('at a place is what one would take on the way there', () => {
    expect(depthAt(sums, 95)?.point.quantity).toBe('0.30000000');
    expect(depthAt(sums, 90)?.point.quantity).toBe('1.30000000');
    expect(depthAt(sums, 99.9)).toEqual({ side: 'bid', point: sums.bids[0] });
    expect(depthAt(sums, 150)).toEqual({ side: 'ask', point: sums.asks[1] });
  });

  test('is drawn as steps: a sum holds until the next price', () => {
    expect(depthPath(sums, 'asks', { from: 99, to: 103, most: 1 })).toBe(
      'M37.50 100H37.50V72.40H50.00V63.20H100V100Z',
    );
    expect(depthPath({ bids: [], asks: [] }, 'bids', { from: 1, to: 2, most: 1 })).toBe('');
  });
});
