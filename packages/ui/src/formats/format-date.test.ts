import { describe, expect, it } from 'vitest';
import { formatClock, formatDate } from './format-date.ts';
import { languageTag } from './language-tag.ts';

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

const atMs = Date.UTC(2026, 10, 21, 14, 32, 5);

describe('dates', () => {
  it.each([
    ['en', 'full', '21 Nov 2026, 14:32:05'],
    ['en', 'day', '21 Nov'],
    ['en', 'dayMinute', '21 Nov, 14:32'],
    ['en', 'month', 'November 2026'],
    ['ja', 'date', '2026年11月21日'],
    ['ko', 'date', '2026년 11월 21일'],
    ['es', 'date', '21 nov 2026'],
    ['zh-CN', 'date', '2026年11月21日'],
    ['zh-HK', 'date', '2026年11月21日'],
  ] as const)('in %s the style %s reads %s', (language, style, expected) => {
    expect(formatDate(atMs, style, language, 'UTC')).toBe(expected);
  });

  it('Thai counts Gregorian years', () => {
    expect(formatDate(atMs, 'date', 'th', 'UTC')).toContain('2026');
  });

  it('figures are written in the digits of every market, in Arabic too', () => {
    expect(formatDate(atMs, 'full', 'ar', 'UTC')).toMatch(/2026.*14:32:05/);
    for (const language of TAGS)
      expect(formatDate(atMs, 'full', language, 'UTC').replaceAll(/[0-9]/g, '')).not.toMatch(
        /\p{N}/u,
      );
  });

  it('a full tag is read as its language, an unknown one as English', () => {
    expect(languageTag('th-u-ca-gregory')).toBe('th-u-ca-gregory');
    expect(languageTag('en-US')).toBe('en-GB');
    expect(['xx', '', 'x', 'en_GB', 'zh-'].map(languageTag)).toEqual(Array(5).fill('en-GB'));
    expect(['zh-CN', 'zh-HK', 'ja', 'th'].map(languageTag)).toEqual([
      'zh-CN',
      'zh-HK',
      'ja',
      'th-u-ca-gregory',
    ]);
  });

  it('clock times are 24 hours in every language, and midnight is 00', () => {
    for (const language of TAGS) {
      // Indonesian writes a point between hours and minutes.
      const written = (text: string) => (language === 'id' ? text.replaceAll('.', ':') : text);
      expect(written(formatDate(atMs, 'time', language, 'UTC'))).toBe('14:32:05');
      expect(written(formatDate(Date.UTC(2026, 0, 1), 'minute', language, 'UTC'))).toBe('00:00');
    }
  });

  it('a missing moment is a dash', () => {
    expect(formatDate(undefined, 'full', 'en')).toBe('–');
    expect(formatDate(Number.NaN, 'full', 'en')).toBe('–');
  });
});

describe('clocks', () => {
  it.each([
    [75, '1:15'],
    [3675, '1:01:15'],
    [9.9, '0:09'],
    [-3, '0:00'],
  ])('%d s reads %s', (seconds, expected) => {
    expect(formatClock(seconds)).toBe(expected);
  });
});
