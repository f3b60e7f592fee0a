// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { formatPercent, formatSigned } from './format.ts';

afterEach(() => {
  document.documentElement.dir = '';
});

it('a sign stays before its figure where lines run from right to left', () => {
  expect(formatSigned('-12.5')).toBe('\u221212.5');
  document.documentElement.dir = 'rtl';
  expect(formatSigned('-12.5')).toBe('\u200e\u221212.5');
  expect(formatPercent('0.0184')).toBe('\u200e+1.84%');
  expect(formatPercent('0.005', 1, 'negative')).toBe('\u200e0.5%');
  expect(formatSigned('0')).toBe('0');
});
