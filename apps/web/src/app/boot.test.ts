// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGE_TAGS, LANGUAGES, plainTag } from '@fairlead/contract/constants';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const source = readFileSync(path.join(import.meta.dirname, '../../public/boot.js'), 'utf8');

/** How many files of code were asked for before each call. */
const preloadsBefore: number[] = [];

function boot({ isSystemLight = false, hash = '' } = {}): void {
  vi.stubGlobal('matchMedia', () => ({ matches: isSystemLight }));
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      preloadsBefore.push(preloads().length);
      return new Response('{}');
    }),
  );
  window.location.hash = hash;
  // Runs as the browser runs it: a classic script on the page.
  new Function(source)();
}

beforeEach(() => {
  document.head.innerHTML = `<meta name="theme-color" content="#0b0e14" /><meta name="languages" /><meta name="chunks" />`;
  const tags = LANGUAGES.map((language) => [language, plainTag(language)]);
  document
    .querySelector('meta[name="languages"]')
    ?.setAttribute('content', JSON.stringify(Object.fromEntries(tags)));
  document.querySelector('meta[name="chunks"]')?.setAttribute(
    'content',
    JSON.stringify({
      en: ['./en.js'],
      th: ['./th.js'],
      'pages/index/index': ['./home.js', './ui.js'],
      'pages/trade/index': ['./markets.js', './ui.js'],
    }),
  );
});
afterEach(() => {
  window.localStorage.clear();
  vi.unstubAllGlobals();
  delete window.early;
  preloadsBefore.length = 0;
});

const preloads = () =>
  [...document.querySelectorAll('link[rel="modulepreload"]')].map((link) =>
    link.getAttribute('href'),
  );
const store = (state: object) =>
  window.localStorage.setItem('settings', JSON.stringify({ state, version: 1 }));

describe('before the first paint', () => {
  test('the theme follows the system until one is chosen', () => {
    boot({ isSystemLight: true });
    expect(document.documentElement.dataset['theme']).toBe('light');
    expect(document.querySelector('meta[name="theme-color"]')?.getAttribute('content')).toBe(
      '#ffffff',
    );
    store({ theme: 'dark', rise: 'red' });
    boot({ isSystemLight: true });
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(document.documentElement.dataset['rise']).toBe('red');
  });
  test.each(LANGUAGES)('the document speaks %s', (language) => {
    window.localStorage.setItem('lang', language);
    boot();
    expect(document.documentElement.lang).toBe(plainTag(language));
    expect(LANGUAGE_TAGS[language]).toContain(document.documentElement.lang);
  });
  test.each(['xx', 'constructor', ''])('an unknown language %j is English', (language) => {
    window.localStorage.setItem('lang', language);
    boot();
    expect(document.documentElement.lang).toBe('en');
  });
  test.each([
    ['th-TH', 'th'],
    ['zh-TW', 'zh-HK'],
    ['zh-CN', 'zh-CN'],
    ['it', 'en'],
  ])('until one is chosen a browser of %s has %s', (asked, spoken) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([asked]);
    boot();
    expect(document.documentElement.lang).toBe(spoken);
    vi.restoreAllMocks();
  });
  test('spoiled settings change nothing', () => {
    window.localStorage.setItem('settings', '{"state":');
    boot();
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });
});

describe('downloads', () => {
  test('home and its language are asked for at once', () => {
    boot();
    expect(preloads()).toEqual(['./en.js', './home.js', './ui.js']);
  });
  test('so is the page of the address', () => {
    window.localStorage.setItem('lang', 'th');
    boot({ hash: '#/pages/trade/index?search=1' });
    expect(preloads()).toEqual(['./th.js', './markets.js', './ui.js']);
  });
  test('and what every page asks first', () => {
    boot();
    expect([...(window.early?.keys() ?? [])]).toEqual([
      '/api/config',
      '/api/currency/quotation_new',
    ]);
    // Of the six requests that a browser has under way they are the first.
    expect(preloadsBefore).toEqual([0, 0]);
  });
  test('without a list of files, as in development, nothing is asked for', () => {
    document.querySelector('meta[name="chunks"]')?.remove();
    boot();
    expect(preloads()).toEqual([]);
    expect(window.early).toBeUndefined();
  });
});
