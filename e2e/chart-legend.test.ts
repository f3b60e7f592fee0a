/** The words over a chart as they are drawn, on the narrowest phone: whole, beside one another, and never over the line. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { indexPrice } from './support/api.ts';
import { launchBrowser, openPhone, Pages } from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';

const SYMBOL = 'BTC/USDT';
const WAIT = { timeout: 240_000 };
/** Between the parts of a legend; a part may touch the next one's room, not its letters. */
const TOUCH_PX = 1;

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ BOTS: 'false' }), launchBrowser()]);
  await indexPrice(server.url, SYMBOL);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
interface Drawn {
  readonly width: number;
  readonly words: readonly Word[];
  /** The highest place of the longest line that was drawn at the same place. */
  readonly lineTop: number;
}

/** Runs in the page before anything else: notes what is drawn on each canvas since it was last cleared. */
function note(): void {
  interface Notes {
    words: Word[];
    line: number[];
    path: number[];
  }
  const notes = new Map<HTMLCanvasElement, Notes>();
  const of = (canvas: HTMLCanvasElement): Notes => {
    const found = notes.get(canvas) ?? { words: [], line: [], path: [] };
    notes.set(canvas, found);
    return found;
  };
  const proto = CanvasRenderingContext2D.prototype;
  const { clearRect, fillText, lineTo, beginPath, stroke } = proto;
  proto.clearRect = function (...of_) {
    notes.delete(this.canvas);
    clearRect.apply(this, of_);
  };
  proto.fillText = function (text, x, y, ...rest) {
    const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = this.measureText(text);
    const left = this.textAlign === 'center' ? x - width / 2 : x;
    const [top, bottom] = [y - actualBoundingBoxAscent, y + actualBoundingBoxDescent];
    of(this.canvas).words.push({ text, left, right: left + width, top, bottom });
    fillText.call(this, text, x, y, ...rest);
  };
  proto.beginPath = function () {
    of(this.canvas).path = [];
    beginPath.call(this);
  };
  proto.lineTo = function (x, y) {
    of(this.canvas).path.push(y);
    lineTo.call(this, x, y);
  };
  proto.stroke = function (this: CanvasRenderingContext2D, ...path: [Path2D?]) {
    const own = of(this.canvas);
    if (own.path.length > own.line.length) own.line = own.path;
    stroke.apply(this, path as [Path2D]);
  };
  (window as unknown as { drawn: (word: string) => Drawn | undefined }).drawn = (word) => {
    const canvases = [...notes].filter(([canvas]) => canvas.isConnected);
    const [canvas, own] = canvases.find(([, { words }]) =>
      words.some(({ text }) => text.includes(word)),
    ) ?? [undefined, undefined];
    if (canvas === undefined || own === undefined) return undefined;
    const at = canvas.getBoundingClientRect();
    const lines = canvases
      .filter(([other]) => Math.abs(other.getBoundingClientRect().top - at.top) < 1)
      .map(([, { line }]) => line)
      .sort((one, other) => other.length - one.length);
    return { width: at.width, words: own.words, lineTop: Math.min(...(lines[0] ?? [])) };
  };
}

async function open(language: string): Promise<Page> {
  const page = pages.add(
    await openPhone(browser, { baseURL: server.url, viewport: { width: 360, height: 740 } }),
  );
  await page.addInitScript(note);
  await page.addInitScript((lang) => {
    localStorage.setItem('lang', lang);
    localStorage.setItem('chart', JSON.stringify({ state: { period: 'time' }, version: 1 }));
  }, language);
  await page.goto(`/#/pages/trade/kline?symbol=${SYMBOL}`);
  await page.locator('[aria-busy=false][role=img]').waitFor();
  return page;
}

test.each([
  ['th', ['ราคา', 'เฉลี่ย']],
  ['en', ['Price', 'Mean']],
])('the legend in %s', async (language, names) => {
  const page = await open(language);
  const drawn = () =>
    page.evaluate(
      (word) => (window as unknown as { drawn: (word: string) => Drawn | undefined }).drawn(word),
      names[0] ?? '',
    );
  await expect.poll(async () => (await drawn())?.lineTop ?? 0, WAIT).toBeGreaterThan(0);
  const { width, words, lineTop } = (await drawn()) ?? { width: 0, words: [], lineTop: 0 };
  const [first] = words.filter(({ text }) => text.includes(names[0] ?? ''));
  if (first === undefined) throw new Error('no legend is drawn');
  // The names and, beside each, its value; what else the canvas has stands lower.
  const row = words.filter(({ top, bottom }) => top < first.bottom && bottom > first.top);
  const said = row.map(({ text }) => text.trim());
  for (const name of names) expect(said).toContain(name);
  expect(said.filter((text) => /^[\d,.]+$/.test(text))).toHaveLength(names.length);
  const sorted = row.toSorted((one, other) => one.left - other.left);
  for (const [at, word] of sorted.entries()) {
    expect(word.left).toBeGreaterThanOrEqual(0);
    expect(word.right).toBeLessThanOrEqual(width);
    const next = sorted[at + 1];
    if (next !== undefined) expect(word.right).toBeLessThanOrEqual(next.left + TOUCH_PX);
    expect(word.bottom).toBeLessThanOrEqual(lineTop);
  }
});
