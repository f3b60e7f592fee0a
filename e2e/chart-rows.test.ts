/**
 * The rows of a chart (periods, indicators, drawing tools) from a narrow phone to a large screen, in three languages: what
 * fits stands whole in one line, the rest behind a chevron that keys open too. Nothing is cut, nothing lies over another.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readMessages } from '../apps/web/message-files.ts';
import { indexPrice } from './support/api.ts';
import { openDeep } from './support/audit.ts';
import { launchBrowser, openPhone, openTerminal, Pages } from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';

const SYMBOL = 'BTC/USDT';
/** Where each product has a chart with such rows: a phone has the one of spot and options on a page of its own. */
const linksOf = (width: number) =>
  width < 1_280
    ? ({ 'spot and options': 'pages/trade/kline', futures: 'pages/lever/index' } as const)
    : ({
        spot: 'pages/trade/spot',
        futures: 'pages/lever/index',
        options: 'pages/option/detail',
      } as const);
const SIZES = [
  [360, 740],
  [390, 844],
  [768, 1_024],
  [1_280, 800],
  [1_920, 1_080],
] as const;
const LANGUAGES = [
  ['en', 'en'],
  ['th', 'th'],
  ['esp', 'es'],
] as const;
const WALK_TIMEOUT_MS = 600_000;

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, SYMBOL);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What is said of the chart in a language, by its path: "draw.open". */
function wordsOf(tag: string): (path: string) => string {
  const { chart } = readMessages(tag, 'core');
  const { trade } = readMessages(tag, 'core');
  return (path) => {
    const found = path
      .split('.')
      .reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], { chart, trade });
    if (typeof found !== 'string') throw new Error(`no text ${path} in ${tag}`);
    return found;
  };
}

/** What is wrong with a row as it stands: in one line, or open. In the page. */
const faultsOf = (row: Locator, isOpen: boolean): Promise<readonly string[]> =>
  row.evaluate((element, open) => {
    const faults: string[] = [];
    const box = element.getBoundingClientRect();
    const nameOf = (one: Element) =>
      one.textContent || one.getAttribute('aria-label') || one.tagName.toLowerCase();
    // A pixel is what rounding makes of two that touch.
    const [right, down] = [window.innerWidth + 1, open ? 1 : 0];
    const children = [...element.children].filter((child) => child.tagName !== 'I');
    const boxes = children.map((child) => ({ child, at: child.getBoundingClientRect() }));
    // As the app tells it: what begins lower is folded away.
    const shown = boxes.filter(({ at }) => open || at.top - box.top < 40);
    if (box.left < -1 || box.right > right) faults.push('the row leaves the screen');
    if (shown.length === 0) faults.push('nothing is shown');
    for (const { child, at } of shown) {
      const name = nameOf(child);
      // The first letter lines up with what stands above: its padding reaches over the row's edge.
      if (at.left < box.left - 9 || at.right > box.right + 3) faults.push(`${name} is cut`);
      if (at.top < box.top - 1 || at.bottom > box.bottom + 1 + down)
        faults.push(`${name} is cut below`);
      if (child.scrollWidth > child.clientWidth + 1) faults.push(`${name} does not fit its place`);
      for (const { child: other, at: there } of shown) {
        if (other === child) continue;
        const across = Math.min(at.right, there.right) - Math.max(at.left, there.left);
        const along = Math.min(at.bottom, there.bottom) - Math.max(at.top, there.top);
        if (across > 1 && along > 1) faults.push(`${name} lies over ${nameOf(other)}`);
      }
    }
    // The chevron and the buttons beside it.
    for (const beside of element.parentElement?.children ?? []) {
      if (beside === element) continue;
      const there = beside.getBoundingClientRect();
      if (there.width === 0) continue;
      if (there.right > right || there.left < -1)
        faults.push(`${nameOf(beside)} leaves the screen`);
      if (
        there.left < box.right - 1 &&
        there.right > box.left + 1 &&
        there.top < box.bottom - 1 &&
        there.bottom > box.top + 1
      )
        faults.push(`${nameOf(beside)} lies over the row`);
    }
    return faults;
  }, isOpen);

/** How many of a row begin below its first line. */
const foldedOf = (row: Locator): Promise<number> =>
  row.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return [...element.children].filter(
      (child) => child.getBoundingClientRect().top - top + element.scrollTop >= 40,
    ).length;
  });

const heightOf = async (row: Locator): Promise<number> => (await row.boundingBox())?.height ?? 0;

/** A row folded, opened by a key and folded again by another; what is wrong on the way. */
async function walk(page: Page, row: Locator, more: string): Promise<readonly string[]> {
  const chevron = page.getByRole('button', { name: more, exact: true });
  const faults = [...(await faultsOf(row, false))];
  const folded = await foldedOf(row);
  if ((await chevron.count()) === 0)
    return folded === 0 ? faults : [...faults, `${folded} lie below and no chevron opens them`];
  if (folded === 0) return [...faults, 'a chevron opens nothing'];
  if ((await heightOf(row)) !== 44) faults.push('the folded row is not one line high');
  await chevron.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (name) => document.querySelector(`[aria-label="${name}"][aria-expanded=true]`) !== null,
    more,
  );
  if ((await heightOf(row)) < 88) faults.push('opened, it is one line high');
  faults.push(...(await faultsOf(row, true)).map((fault) => `open: ${fault}`));
  await page.keyboard.press('Space');
  await page.waitForFunction(
    (name) => document.querySelector(`[aria-label="${name}"][aria-expanded=false]`) !== null,
    more,
  );
  if ((await heightOf(row)) !== 44) faults.push('closed again, it is not one line high');
  return faults;
}

async function openChart(page: Page, link: string, say: (path: string) => string): Promise<void> {
  await openDeep(page, link);
  const periods = page.getByRole('radiogroup', { name: say('chart.periods'), exact: true });
  const fold = page.getByRole('button', { name: say('chart.fold'), exact: true });
  // On a narrow page it lies behind a row of its own.
  await periods
    .or(fold.and(page.locator('[aria-expanded]')))
    .first()
    .waitFor();
  if ((await periods.count()) === 0) await fold.click();
  await periods.waitFor();
}

describe.each(SIZES)('at %i × %i', (width, height) => {
  test.each(LANGUAGES)(
    'the rows of a chart in %s',
    async (language, tag) => {
      const say = wordsOf(tag);
      const openOn = width < 1_280 ? openPhone : openTerminal;
      const viewport = { width, height };
      const page = pages.add(await openOn(browser, { baseURL: server.url, viewport }));
      await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
      const faults: string[] = [];
      let folded = 0;
      for (const [product, link] of Object.entries(linksOf(width))) {
        await openChart(page, `/#/${link}?symbol=${SYMBOL}`, say);
        const tools = page.getByRole('button', { name: say('chart.draw.open'), exact: true });
        await tools.click();
        const rows = [
          ['radiogroup', 'chart.periods'],
          ['group', 'chart.indicators'],
          ['toolbar', 'chart.draw.open'],
        ] as const;
        for (const [role, name] of rows) {
          const row = page.getByRole(role, { name: say(name), exact: true });
          await row.waitFor();
          folded += await foldedOf(row);
          const found = await walk(page, row, `${say('trade.more')}: ${say(name)}`);
          faults.push(...found.map((fault) => `${product}, ${name}: ${fault}`));
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) faults.push(`${product}: the page is ${wide} wide`);
      }
      expect(faults).toEqual([]);
      // A phone has more of each than fits: a walk that opened no chevron there has looked at nothing.
      if (width <= 390) expect(folded).toBeGreaterThan(0);
    },
    WALK_TIMEOUT_MS,
  );
});
