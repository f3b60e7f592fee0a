/** The app against its budgets: sizes of the build, and how it loads on a slow phone (1.6 Mbit/s, 150 ms, 4× slower CPU). */
import type { Browser, Page } from 'playwright-core';
import { indexPrice } from '../e2e/support/api.ts';
import { launchBrowser } from '../e2e/support/browser.ts';
import { startServer } from '../e2e/support/server.ts';
import { measure } from '../tools/size.ts';
import type { Measurement } from './run.ts';

const RUNS = 5;
const PAGES = [
  ['home', ''],
  ['markets', 'pages/trade/index'],
  ['spot ticket', 'pages/trade/spot?symbol=BTC/USDT'],
] as const;

interface Vitals {
  readonly lcp: number;
  /** When the app's own page stood in place of what index.html shows first. */
  readonly stood: number;
  readonly cls: number;
  readonly inp: number;
}

export async function run(): Promise<Measurement[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    await indexPrice(server.url, 'BTC/USDT');
    const rows = [...sizes()];
    for (const [name, route] of PAGES)
      rows.push(await load(browser, `${server.url}/#/${route}`, name));
    return rows;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Initial load, style and the largest of each other kind. */
function sizes(): Measurement[] {
  const all = measure();
  const largest = (kind: string) =>
    all
      .filter(({ name }) => name.startsWith(kind))
      .toSorted((left, right) => right.kb - left.kb)[0];
  return ['initial JavaScript', 'CSS', 'language', 'route', 'chart'].flatMap((kind) => {
    const found = largest(kind);
    if (found === undefined) return [];
    const { name, kb, budgetKb } = found;
    return [
      { name: `app size: ${name}`, value: `${kb.toFixed(1)} kB gzip`, note: `budget ${budgetKb}` },
    ];
  });
}

async function load(browser: Browser, url: string, name: string): Promise<Measurement> {
  const results: Vitals[] = [];
  for (let run = 0; run < RUNS; run += 1) results.push(await visit(browser, url));
  const median = (of: (vitals: Vitals) => number) =>
    results.map(of).toSorted((left, right) => left - right)[Math.floor(RUNS / 2)] ?? 0;
  const seconds = (of: (vitals: Vitals) => number) => (median(of) / 1000).toFixed(2);
  return {
    name: `app load: ${name}`,
    value: `LCP ${seconds(({ lcp }) => lcp)} s, the page itself ${seconds(({ stood }) => stood)} s, INP ${Math.round(median(({ inp }) => inp))} ms, CLS ${median(({ cls }) => cls).toFixed(3)}`,
    note: `median of ${RUNS}; aims 1.5 s, 100 ms, 0; three taps on the tab bar or page while prices tick`,
  };
}

async function visit(browser: Browser, url: string): Promise<Vitals> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
  try {
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForFunction(() => (window as unknown as { vitals: Vitals }).vitals.stood > 0);
    await page.waitForTimeout(2_500);
    for (const y of [300, 420, 540]) {
      await page.touchscreen.tap(8, y);
      await page.waitForTimeout(300);
    }
    return await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  });
  await slowCpu(page, 4);
}

export async function slowCpu(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Runs in the page before anything else. */
function observe(): void {
  const vitals = { lcp: 0, stood: 0, cls: 0, inp: 0 };
  (window as unknown as { vitals: typeof vitals }).vitals = vitals;
  new MutationObserver((_, observer) => {
    if (document.querySelector('#root > :not([data-first]) main') === null) return;
    observer.disconnect();
    vitals.stood = performance.now();
  }).observe(document, { childList: true, subtree: true });
  const watch = (type: string, each: (entry: PerformanceEntry) => void, extra: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry);
    }).observe({ type, buffered: true, ...extra } as PerformanceObserverInit);
  watch('largest-contentful-paint', ({ startTime }) => {
    vitals.lcp = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) vitals.cls += value;
  });
  watch(
    'event',
    (entry) => {
      vitals.inp = Math.max(vitals.inp, entry.duration);
    },
    { durationThreshold: 16 },
  );
}
