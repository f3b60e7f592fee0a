/**
 * The spot ticket on a phone and in a terminal with a CPU four times slower, while its market ticks ten times a second: frames a second
 * and how long a tap waits for its answer. Beside the ticks, the server and the browser share this machine's cores.
 */
import type { Browser, Page } from 'playwright-core';
import { call, indexPrice } from '../e2e/support/api.ts';
import { keepLogin } from '../e2e/support/app.ts';
import { launchBrowser } from '../e2e/support/browser.ts';
import { newPerson, type Person, USDT } from '../e2e/support/people.ts';
import { startServer, type TestServer } from '../e2e/support/server.ts';
import type { Measurement } from './run.ts';
import { slowCpu } from './web.ts';

const SYMBOL = 'BTC/USDT';
const TICK_MS = 100;
const WATCH_MS = 10_000;
const SLOWER = 4;

const WINDOWS = [
  { name: 'spot ticket', size: { width: 390, height: 844 }, scale: 2 },
  { name: 'spot terminal', size: { width: 1280, height: 800 }, scale: 1 },
] as const;
type Window = (typeof WINDOWS)[number];

interface Watched {
  readonly frames: number;
  /** Frames that came later than two of 60 in a second. */
  readonly late: number;
  readonly ms: number;
  readonly depthMessages: number;
  /** Event to next paint, ms, of each tap. */
  readonly taps: readonly number[];
}

export async function run(): Promise<Measurement[]> {
  const server = await startServer({ RATE_LIMIT_FACTOR: '1000' });
  const browser = await launchBrowser();
  try {
    const person = await newPerson(server.url);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '50000' }, person.token);
    await indexPrice(server.url, SYMBOL);
    const rows: Measurement[] = [];
    for (const window of WINDOWS)
      rows.push(rowOf(window, await watch(browser, server, { person, window })));
    return rows;
  } finally {
    await browser.close();
    await server.stop();
  }
}

function rowOf({ name }: Window, { frames, late, ms, depthMessages, taps }: Watched): Measurement {
  const worst = Math.max(...taps);
  const median = taps.toSorted((one, other) => one - other)[Math.floor(taps.length / 2)] ?? 0;
  return {
    name: `${name}, ${((depthMessages * 1000) / ms).toFixed(0)} book changes/s, ${SLOWER}× slower CPU`,
    value: `${((frames * 1000) / ms).toFixed(0)} frames/s, ${((late * 100) / frames).toFixed(1)} % late; taps ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
    note: `${taps.length} taps on percent buttons and sides; aims 60 and 100 ms`,
  };
}

interface Watches {
  readonly person: Person;
  readonly window: Window;
}

async function watch(
  browser: Browser,
  server: TestServer,
  { person, window }: Watches,
): Promise<Watched> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: window.size,
    isMobile: window.size.width < 1024,
    hasTouch: true,
    deviceScaleFactor: window.scale,
  });
  const page = await context.newPage();
  let depthMessages = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"depth:')) depthMessages += 1;
    }),
  );
  await keepLogin(page, server.url, person.token);
  await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}`);
  await page.getByRole('button', { name: 'Buy BTC' }).waitFor();
  await slowCpu(page, SLOWER);
  const ticking = new AbortController();
  const ticks = tick(server, person, ticking.signal);
  await page.evaluate(begin);
  depthMessages = 0;
  await tapAbout(page);
  const seen = await page.evaluate(
    () => (window as unknown as { seen: Omit<Watched, 'depthMessages'> }).seen,
  );
  const result = { ...seen, depthMessages };
  ticking.abort();
  await ticks;
  await context.close();
  return result;
}

/** Places an order near the touch and takes it back, ten changes of the book a second. */
export async function tick(
  server: Pick<TestServer, 'url'>,
  { token }: Person,
  stop: AbortSignal,
): Promise<void> {
  const index = Number(await indexPrice(server.url, SYMBOL));
  const order = { symbol: SYMBOL, side: 'buy', type: 'limit', quantity: '0.01' };
  let open: string | undefined;
  for (let step = 0; !stop.aborted; step += 1) {
    const pause = new Promise((resolve) => setTimeout(resolve, TICK_MS));
    if (open === undefined) {
      const price = (index * (0.995 - (step % 7) * 0.0001)).toFixed(1);
      const placed = await call(server.url, 'placeOrder', { ...order, price }, token);
      open = String(placed.order.id);
    } else {
      await call(server.url, 'cancelOrder', { order_id: open }, token);
      open = undefined;
    }
    await pause;
  }
}

async function tapAbout(page: Page): Promise<void> {
  const until = Date.now() + WATCH_MS;
  const targets = ['25%', '75%', 'Sell', '50%', 'Buy'];
  for (let at = 0; Date.now() < until; at += 1) {
    const name = targets[at % targets.length] ?? '';
    await page.getByText(name, { exact: true }).first().tap();
    await page.waitForTimeout(400);
  }
}

/** Runs in the page: counts frames and times taps. */
export function begin(): void {
  const seen = { frames: 0, late: 0, ms: 0, longest: 0, taps: [] as number[] };
  (window as unknown as { seen: typeof seen }).seen = seen;
  const startedAt = performance.now();
  let last = startedAt;
  const frame = (now: number) => {
    seen.frames += 1;
    if (now - last > 33.4) seen.late += 1;
    seen.longest = Math.max(seen.longest, now - last);
    last = now;
    seen.ms = now - startedAt;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name === 'click' || entry.name === 'pointerup') seen.taps.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
