import { describe, expect, it } from 'vitest';
import {
  directionOf,
  formatAmount,
  formatCompact,
  formatExactShare,
  formatNumber,
  formatPercent,
  formatPrice,
  formatRateShare,
  formatShare,
  formatSigned,
  MISSING,
  splitNumber,
} from './format.ts';

/** Of every language that the app has or is getting. */
const TAGS = [
  'en',
  'ja',
  'ko',
  'es',
  'zh-CN',
  'zh-HK',
  'th',
  'ar',
  'he',
  'de',
  'fr',
  'pt-BR',
  'ru',
  'tr',
  'vi',
  'id',
  'pl',
];

describe('prices and amounts', () => {
  it.each([
    ['64812.4', 2, '64,812.40'],
    ['64812.409', 2, '64,812.40'],
    ['0.999999', 2, '0.99'],
    ['-0.999999', 2, '\u22120.99'],
    ['0', 2, '0.00'],
    ['007.5', 1, '7.5'],
    ['.5', 2, '0.50'],
    ['1234567', 0, '1,234,567'],
    ['1234567.89', 0, '1,234,567'],
    ['123', 0, '123'],
    ['1000', 0, '1,000'],
  ])('%s with %i decimals reads %s', (value, decimals, expected) => {
    expect(formatPrice(value, decimals)).toBe(expected);
  });

  it('keeps the decimals as written when none are asked for', () => {
    expect(formatPrice('0.12400')).toBe('0.12400');
    expect(formatPrice('9007199254740993.000000000000000001')).toBe(
      '9,007,199,254,740,993.000000000000000001',
    );
  });

  it('keeps every digit of huge and tiny values', () => {
    const huge = '123456789012345678901234567890';
    expect(formatNumber(huge, 2)).toBe('123,456,789,012,345,678,901,234,567,890.00');
    expect(formatNumber('0.000000000000000001')).toBe('0.000000000000000001');
    expect(formatNumber('0.000000000000000001', 8)).toBe('0.00000000');
    expect(formatNumber('1e-8', 8)).toBe('0.00000001');
    expect(formatNumber('1.25e21', 0)).toBe('1,250,000,000,000,000,000,000');
  });

  it('gives no sign to what is cut to zero', () => {
    expect(formatNumber('-0.004', 2)).toBe('0.00');
    expect(formatSigned('0.004', 2)).toBe('0.00');
  });

  it('shows a dash for what is missing or not a number, never a zero', () => {
    for (const value of [undefined, null, '', '.', '-', 'NaN', 'Infinity', '1,5', '0x10', '1 2']) {
      expect(formatNumber(value, 2)).toBe(MISSING);
    }
    expect(formatAmount(undefined, 2, 'USDT')).toBe(MISSING);
  });

  it('joins the unit without a break', () => {
    expect(formatAmount('12960', 2, 'USDT')).toBe('12,960.00\u00a0USDT');
  });

  it('signs gains and losses', () => {
    expect(formatSigned('73.11')).toBe('+73.11');
    expect(formatSigned('-4')).toBe('\u22124');
    expect(formatSigned('0')).toBe('0');
  });

  it('parts the decimals of a big number and keeps the sign with the whole', () => {
    expect(splitNumber('-34532.899', 2)).toEqual({ whole: '\u221234,532', decimals: '.89' });
    expect(splitNumber('7', 0)).toEqual({ whole: '7', decimals: '' });
    expect(splitNumber(undefined, 2)).toEqual({ whole: MISSING, decimals: '' });
  });
});

describe('percentages', () => {
  it.each([
    ['0.0184', '+1.84%'],
    ['-0.0073', '\u22120.73%'],
    ['0', '0.00%'],
    ['0.00004', '0.00%'],
    ['1', '+100.00%'],
    ['12.3456789', '+1,234.56%'],
    ['-0.5', '\u221250.00%'],
    ['0.1', '+10.00%'],
    ['', MISSING],
  ])('the fraction %s reads %s', (fraction, expected) => {
    expect(formatPercent(fraction)).toBe(expected);
  });

  it('a rate carries no plus', () => {
    expect(formatShare('0.001')).toBe('0.10%');
    expect(formatShare('-0.001')).toBe('\u22120.10%');
    expect(formatShare('0.000125', 4)).toBe('0.0125%');
  });

  it('a share shows all its digits, a rate four decimals where two are not enough', () => {
    expect(['0.004', '0.00125', '0.060000'].map((text) => formatExactShare(text))).toEqual([
      '0.40%',
      '0.125%',
      '6.00%',
    ]);
    expect(['0.8', '0.125'].map((text) => formatExactShare(text, 0))).toEqual(['80%', '12.5%']);
    expect([1_000n, 50n, 0n].map(formatRateShare)).toEqual(['0.10%', '0.0050%', '0.00%']);
  });

  it('the direction is that of the number as shown', () => {
    expect(directionOf('0.00004', 4)).toBe('flat');
    expect(directionOf('0.0001', 4)).toBe('rise');
    expect(directionOf('-0.0001', 4)).toBe('fall');
    expect(directionOf(undefined)).toBeUndefined();
  });
});

describe('compact volumes', () => {
  it.each([
    ['71999999', 'en', '71.9\u00a0M'],
    ['1280000000', 'en', '1.2\u00a0B'],
    ['999', 'en', '999'],
    ['71912345', 'ja', '7191.2万'],
    ['71912345', 'zh-CN', '7191.2万'],
    ['71912345', 'zh-HK', '71.9\u00a0M'],
    ['71912345', 'ko', '7191.2만'],
    ['-71912345', 'en', '\u221271.9\u00a0M'],
  ])('%s in %s reads %s', (value, language, expected) => {
    expect(formatCompact(value, language)).toBe(expected);
  });

  it('has a form in every language and never rounds up', () => {
    for (const language of TAGS) {
      expect(formatCompact('1999.99', language, 0)).not.toContain('2');
      expect(formatCompact(undefined, language)).toBe(MISSING);
    }
  });

  it('reads values beyond the safe integers exactly', () => {
    expect(formatCompact('9007199254740993', 'en')).toBe(formatCompact('9007199254740993.9', 'en'));
  });
});
