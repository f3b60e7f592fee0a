/**
 * The chart with a CPU four times slower while its market ticks ten times a second and somebody drags: the candles to and fro by finger
 * or mouse, and in a terminal the line of a waiting order up and down. Frames a second, and the longest wait for one.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { call, indexPrice } from '../e2e/support/api.ts';
import { keepLogin } from '../e2e/support/app.ts';
import { launchBrowser } from '../e2e/support/browser.ts';
import { newPerson, type Person, USDT } from '../e2e/support/people.ts';
import { startServer, type TestServer } from '../e2e/support/server.ts';
import type { Measurement } from './run.ts';
import { begin, tick } from './trading-page.ts';
import { slowCpu } from './web.ts';

const SYMBOL = 'BTC/USDT';
const WATCH_MS = 8_000;
const SLOWER = 4;
/** A finger's reports of where it is, as often as screens draw. */
const STEP_MS = 16;
const AWAY_PX = 120;
/** Of a whole movement to and fro. */
const SWING_MS = 1_600;

interface Seen {
  readonly frames: number;
  readonly late: number;
  readonly ms: number;
  readonly longest: number;
}
interface Place {
  readonly x: number;
  readonly y: number;
}
type Drag = (page: Page) => Promise<void>;

const DRAGS = [
  { name: 'candles, phone', size: { width: 390, height: 844 }, drag: panByFinger },
  { name: 'candles, terminal', size: { width: 1280, height: 800 }, drag: panByMouse },
  { name: 'line of an order, terminal', size: { width: 1280, height: 800 }, drag: moveLine },
] as const;

export async function run(): Promise<Measurement[]> {
  const server = await startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' });
  const browser = await launchBrowser();
  try {
    const person = await newPerson(server.url);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '5000' }, person.token);
    // A line that can be dragged.
    const price = (Number(await indexPrice(server.url, SYMBOL)) * 0.999).toFixed(1);
    const order = { symbol: SYMBOL, side: 'buy', type: 'limit', quantity: '0.01', price } as const;
    await call(server.url, 'placeOrder', order, person.token);
    const rows: Measurement[] = [];
    for (const one of DRAGS) rows.push(await measure(browser, server, { ...one, person }));
    return rows;
  } finally {
    await browser.close();
    await server.stop();
  }
}

interface Measured {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly drag: Drag;
  readonly person: Person;
}

async function measure(
  browser: Browser,
  server: TestServer,
  { name, size, drag, person }: Measured,
): Promise<Measurement> {
  const isPhone = size.width < 1024;
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: size,
    isMobile: isPhone,
    hasTouch: isPhone,
    deviceScaleFactor: isPhone ? 2 : 1,
  });
  const page = await context.newPage();
  await keepLogin(page, server.url, person.token);
  await page.goto(`/#/pages/trade/kline?symbol=${SYMBOL}`);
  await page.locator('[aria-busy=false][role=img]').first().waitFor();
  await slowCpu(page, SLOWER);
  const ticking = new AbortController();
  const ticks = tick(server, person, ticking.signal);
  await drag(page);
  const { frames, late, ms, longest } = await page.evaluate(
    () => (window as unknown as { seen: Seen }).seen,
  );
  ticking.abort();
  await ticks;
  await context.close();
  return {
    name: `chart dragged: ${name}, ${SLOWER}× slower CPU`,
    value: `${((frames * 1000) / ms).toFixed(0)} frames/s, ${((late * 100) / frames).toFixed(1)} % late, longest ${longest.toFixed(0)} ms`,
    note: 'ten changes of the book a second; aim 50',
  };
}

async function chartBox(page: Page) {
  const box = await page.locator('[aria-busy=false][role=img]').first().boundingBox();
  if (box === null) throw new Error('the chart is not shown');
  return box;
}

/** Calls with how far from the start it is, px, while frames are counted. */
async function swing(page: Page, to: (away: number) => Promise<unknown>): Promise<void> {
  await page.evaluate(begin);
  const startedAt = performance.now();
  for (let at = 0; at < WATCH_MS; at = performance.now() - startedAt) {
    await to(Math.sin((at / SWING_MS) * 2 * Math.PI) * AWAY_PX);
    await page.waitForTimeout(STEP_MS);
  }
}

async function panByFinger(page: Page): Promise<void> {
  const { x, y, width, height } = await chartBox(page);
  const from = { x: x + width * 0.5, y: y + height * 0.4 };
  const session: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await swing(page, (away) => touch('touchMove', [{ ...from, x: from.x + away }]));
  await touch('touchEnd', []);
}

async function dragByMouse(page: Page, from: Place, isUpright: boolean): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await swing(page, (away) =>
    page.mouse.move(from.x + (isUpright ? 0 : away), from.y + (isUpright ? away : 0)),
  );
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

async function panByMouse(page: Page): Promise<void> {
  const { x, y, width, height } = await chartBox(page);
  await dragByMouse(page, { x: x + width * 0.5, y: y + height * 0.25 }, false);
}

/** Where the mouse can take a line, the chart says so. */
async function moveLine(page: Page): Promise<void> {
  const { x, y, width, height } = await chartBox(page);
  for (let down = 4; down < height; down += 3) {
    const from = { x: x + width * 0.5, y: y + down };
    await page.mouse.move(from.x, from.y);
    if ((await page.locator('[data-grip]').count()) > 0) return dragByMouse(page, from, true);
  }
  throw new Error('no line can be taken');
}
