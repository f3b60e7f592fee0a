/**
 * Every screen of the app in two made-up languages: one from right to left, in which nothing is said that no catalogue
 * has; and one of the longest words that any language has, in which no control is cut. Nothing is out of reach in either.
 */
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { openWithin, settled } from './support/audit.ts';
import { launchBrowser, openPhone, openTerminal, photograph } from './support/browser.ts';
import { unreachable } from './support/hostile.ts';
import { longestOf, textAt } from './support/longest.ts';
import { FIRST, FIRST_OPERATOR, logInOperator, newHolder } from './support/people.ts';
import { pseudo, speak, speakPseudo } from './support/pseudo.ts';
import { GUEST_SCREENS, USER_SCREENS } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';

const WALK_TIMEOUT_MS = 1_800_000;

/** What the app says where there is no page. */
const NOTHING = pseudo('There is nothing at this address.');

/** What the app says where there is no page, in the longest words. */
const LONGEST_NOTHING = textAt(longestOf('core'), 'errors', 'notFound');

let server: TestServer;
let browser: Browser;
let token: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', COOLING_OFF_HOURS: '0', ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
  const owner = await logInOperator(server.url, FIRST);
  ({ token } = await newHolder(server.url, owner, '181081'));
  await indexPrice(server.url, 'BTC/USDT');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('the made-up language has the values of English and none of its words', () => {
  expect(pseudo('Buy {amount} <b>now</b>')).toBe('بقن {amount} <b>صضل</b>');
  expect(pseudo('{side, select, buy {Buy {currency}?} other {Sell}}')).toBe(
    '{side, select, buy {بقن {currency}?} other {غجسس}}',
  );
});

/** Of articles: their list may come out of the browser's cache, of which nothing is heard. */
const TITLES = ['news', 'help']
  .map((kind) => new URL(`../apps/server/texts/en/${kind}/`, import.meta.url))
  .flatMap((folder) => fs.readdirSync(folder).map((name) => new URL(name, folder)))
  .map((file) => fs.readFileSync(file, 'utf8').split('---')[1] ?? '')
  .join('\n')
  .toLowerCase();

/** What the page was answered, up to now, heard before the page has it: the server's sentences are not of the app's catalogues. */
async function heardBy(page: Page): Promise<() => string> {
  let heard = TITLES;
  await page.route('**/api/**', async (route) => {
    try {
      const response = await route.fetch();
      // Read first: an answer that comes meanwhile would be forgotten.
      const text = await response.text();
      if (response.headers()['content-type']?.startsWith('application/json'))
        heard += text.toLowerCase();
      await route.fulfill({ response });
    } catch {
      // The page has gone on, and waits for nothing.
      await route.abort().catch(() => undefined);
    }
  });
  return () => heard;
}

/** Names, units, files, a licence, and what Intl says of days: English by right. */
const BY_RIGHT = new Set(
  `Fairlead English Español Bahasa Indonesia Deutsch Français Português Brasil Polski Türkçe Tiếng Việt
  Jan Feb Mar Apr May Jun Jul Aug Sept Sep Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun
  January February March April June July August September October November December
  Bitcoin Ethereum Tether GitHub Koinly CoinTracking Apache`.split(/\s+/),
);

/** But the countries, which Intl names. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const names = new Intl.DisplayNames('en', { type: 'region' });
    const countries = new Set(
      letters.flatMap((first) => letters.map((second) => names.of(first + second))),
    );
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent === null || parent.closest('script, style, noscript, code, [lang]:not(html)'))
        continue;
      const text = walker.currentNode.textContent ?? '';
      if (!countries.has(text)) found.push(text);
    }
    return found;
  });

/** As the page says it, and as its styles have it. */
const directionOf = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    return [root.dir, getComputedStyle(root).getPropertyValue('--flow').trim()];
  });

/** Addresses, hashes and codes that would be read backwards. */
const backwards = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { direction, fontFamily } = getComputedStyle(element);
        const isCode = /mono/i.test(fontFamily) && (element.textContent?.length ?? 0) > 1;
        return isCode && direction === 'rtl';
      })
      .map((element) => `turns “${element.textContent}”`),
  );

describe.concurrent('from right to left', { timeout: WALK_TIMEOUT_MS }, () => {
  test.each([
    ['a guest on a phone', GUEST_SCREENS, false, openPhone],
    ['a user on a phone', USER_SCREENS, true, openPhone],
    ['a guest at a desk', GUEST_SCREENS, false, openTerminal],
    ['a user at a desk', USER_SCREENS, true, openTerminal],
  ] as const)(
    'every screen of %s is whole, and its words are of a catalogue',
    async (who, screens, isUser, openOn) => {
      const { page, close } = await openOn(browser, { baseURL: server.url });
      await speakPseudo(page);
      const heard = await heardBy(page);
      if (isUser) await keepLogin(page, server.url, token);
      const found: string[] = [];
      const said: { readonly screen: string; readonly text: string }[] = [];
      for (const screen of screens) {
        await openWithin(page, `/#/${screen}`, NOTHING);
        await settled(page);
        expect(await directionOf(page)).toEqual(['rtl', '-1']);
        for (const what of [...(await unreachable(page)), ...(await backwards(page))])
          found.push(`${screen || 'home'}: ${what}`);
        await photograph(page, `${who} ${screen || 'home'}`.replaceAll(/\W+/g, '-'));
        said.push(...(await shownTexts(page)).map((text) => ({ screen, text })));
      }
      // At the end, when all has been heard that was shown.
      const known = heard();
      for (const { screen, text } of said) {
        const words = text.match(/\b[A-Z]?[a-z]{2,}\b/g) ?? [];
        if (words.some((word) => !BY_RIGHT.has(word) && !known.includes(word.toLowerCase())))
          found.push(`${screen || 'home'} says “${text.trim()}”`);
      }
      await close();
      expect(found).toEqual([]);
    },
  );
});

/** The invitation to search takes what the desk's links leave it. */
const SEARCH = textAt(longestOf('desk'), 'desk', 'search');

/** What is said on controls and does not fit them. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(
    (search) =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'button *, button, [role=tab], h1, h2, label, dt, th',
        ),
      ]
        .filter((element) => {
          const { overflowX, clipPath } = getComputedStyle(element);
          return (
            overflowX !== 'visible' &&
            overflowX !== 'auto' &&
            overflowX !== 'scroll' &&
            clipPath === 'none' &&
            element.clientWidth > 1 &&
            element.textContent !== search &&
            element.scrollWidth > element.clientWidth + 1
          );
        })
        .map(
          (element) =>
            `cuts “${element.textContent}” to ${element.clientWidth} of ${element.scrollWidth} px`,
        ),
    SEARCH,
  );

describe.concurrent('in the longest words', { timeout: WALK_TIMEOUT_MS }, () => {
  test.each([
    ['a guest on a phone', GUEST_SCREENS, false, openPhone, { width: 360, height: 740 }],
    ['a user on a phone', USER_SCREENS, true, openPhone, { width: 360, height: 740 }],
    ['a user at a desk', USER_SCREENS, true, openTerminal, { width: 1280, height: 800 }],
  ] as const)('every screen of %s is whole', async (who, screens, isUser, openOn, viewport) => {
    const { page, close } = await openOn(browser, { baseURL: server.url, viewport });
    await speak(page, longestOf);
    if (isUser) await keepLogin(page, server.url, token);
    const found: string[] = [];
    for (const screen of screens) {
      await openWithin(page, `/#/${screen}`, LONGEST_NOTHING);
      await settled(page);
      for (const what of [...(await unreachable(page)), ...(await cut(page))])
        found.push(`${screen || 'home'}: ${what}`);
      await photograph(page, `longest ${who} ${screen || 'home'}`.replaceAll(/\W+/g, '-'));
    }
    await close();
    expect(found).toEqual([]);
  });
});
