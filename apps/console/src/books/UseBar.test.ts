import { describe, expect, test } from 'vitest';
import { inUse, inUseText } from './UseBar.tsx';

describe('how much is in use', () => {
  test.each([
    ['0', '100', 0, 'calm'],
    ['79.9', '100', 799, 'calm'],
    // Rounded up: a thousandth of a thousandth more than 79.9 % is 80 %.
    ['79.900001', '100', 800, 'near'],
    ['94.9', '100', 949, 'near'],
    ['95', '100', 950, 'full'],
    ['100', '100', 1_000, 'full'],
    ['120', '100', 1_200, 'full'],
    // Something promised by an account that has nothing.
    ['1', '0', 1_000, 'full'],
  ] as const)('%s of %s', (part, whole, permille, tone) => {
    expect(inUse(part, whole)).toEqual({ permille, tone });
  });
  test('nothing of nothing, or of no limit, is not said', () => {
    expect(inUse('0', '0')).toBeUndefined();
    expect(inUse('5', undefined)).toBeUndefined();
  });
  test('is written as a percentage', () => {
    expect(inUseText({ permille: 925, tone: 'near' })).toBe('92.5%');
    expect(inUseText({ permille: 7, tone: 'calm' })).toBe('0.7%');
  });
});
