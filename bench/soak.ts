/**
 * Hours of steady orders: `SOAK_MINUTES=1440 npm run bench -- soak`. Every half minute is a window:
 * latency from the timetable, the lowest heap between collections, and what the checks of the books found. The slope is
 * that of the lowest heaps over the second half, where caches are full; drift compares the last windows with the first
 * after the warm-up. Stored answers fill for the first 100,000 orders, so a short run shows a slope that is theirs.
 */
import { startServer } from '../e2e/support/server.ts';
import { openUsers, orderBodies } from './http.ts';
import type { Measurement } from './run.ts';
import { createDatabase } from './support/databases.ts';
import type { LoadResult } from './support/generator.ts';
import { runLoad } from './support/load.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 4);
const WINDOW_MS = 30_000;
const PER_SECOND = Number(process.env['SOAK_ORDERS'] ?? 200);
const SCRAPE_MS = 1_000;
const MB = 1e6;

interface Window {
  readonly load: LoadResult;
  readonly heap: number;
  readonly resident: number;
  readonly drifts: number;
  readonly checkAge: number;
}

export async function run(): Promise<Measurement[]> {
  const database = await createDatabase();
  const server = await startServer({
    RATE_LIMIT_FACTOR: '1000000',
    BOTS: 'false',
    DATABASE_URL: database.url,
  });
  try {
    const tokens = await openUsers(server.url);
    const windows: Window[] = [];
    const end = Date.now() + MINUTES * 60_000;
    while (Date.now() < end) {
      windows.push(await window(server.url, tokens));
      const { load, heap, drifts, checkAge } = windows.at(-1) as Window;
      process.stderr.write(
        `${windows.length}: p99 ${load.p99Ms.toFixed(1)} ms, heap ${(heap / MB).toFixed(1)} MB, ` +
          `${drifts} drifts, checked ${checkAge.toFixed(0)} s ago\n`,
      );
    }
    return summary(windows);
  } finally {
    await server.stop();
    await database.drop();
  }
}

async function window(url: string, tokens: readonly string[]): Promise<Window> {
  // The index walks: the price of the orders walks with it.
  const bodies = await orderBodies(url);
  const clients = tokens.slice(0, 32).map((token, index) => ({
    headers: `authorization: ${token}\r\n`,
    bodies: index % 2 === 0 ? bodies : bodies.toReversed(),
  }));
  let heap = Number.POSITIVE_INFINITY;
  const scrape = setInterval(async () => {
    heap = Math.min(heap, figure(await figures(url), 'nodejs_heap_size_used_bytes'));
  }, SCRAPE_MS);
  try {
    const load = await runLoad({
      port: Number(new URL(url).port),
      method: 'POST',
      path: '/api/coin/trade',
      clients,
      warmUpMs: 1_000,
      durationMs: WINDOW_MS - 1_000,
      hasKeys: true,
      perSecond: PER_SECOND,
    });
    const text = await figures(url);
    return {
      load,
      heap,
      resident: figure(text, 'process_resident_memory_bytes'),
      drifts: figure(text, 'fairlead_check_drifts{check="quick"}'),
      checkAge: figure(text, 'fairlead_check_age_seconds{check="quick"}'),
    };
  } finally {
    clearInterval(scrape);
  }
}

const figures = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();

function figure(text: string, name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`no figure ${name}`);
  return Number(line.slice(name.length + 1));
}

function summary(windows: readonly Window[]): Measurement[] {
  const settled = windows.slice(Math.floor(windows.length / 2));
  const slope = slopePerHour(settled.map(({ heap }) => heap)) / MB;
  const p99 = (some: readonly Window[]) =>
    some.reduce((sum, { load }) => sum + load.p99Ms, 0) / some.length;
  const [first, last] = [p99(windows.slice(1, 3)), p99(windows.slice(-2))];
  const bad = windows.filter(({ drifts }) => drifts > 0).length;
  const refused = windows.reduce(
    (sum, { load }) => sum + (load.byStatus[503] ?? 0) + (load.byStatus[500] ?? 0),
    0,
  );
  const heaps = windows.map(({ heap }) => (heap / MB).toFixed(0)).join(', ');
  const oldest = Math.max(...windows.map(({ checkAge }) => checkAge));
  return [
    {
      name: `soak, ${MINUTES} minutes at ${PER_SECOND} orders/s, PostgreSQL: heap`,
      value: `${slope.toFixed(1)} MB/h over the second half`,
      note: `lowest of each half minute, MB: ${heaps}`,
    },
    {
      name: 'soak: p99 of an order',
      value: `${first.toFixed(1)} → ${last.toFixed(1)} ms`,
      note: `${refused} answers of 500 or 503`,
    },
    {
      name: 'soak: books checked each minute',
      value: `${bad} of ${windows.length} windows with a difference`,
      note: `never older than ${oldest.toFixed(0)} s`,
    },
  ];
}

/** Of values half a minute apart, by least squares. */
function slopePerHour(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  let over = 0;
  let under = 0;
  for (const [at, value] of values.entries()) {
    over += (at - middle) * (value - mean);
    under += (at - middle) ** 2;
  }
  return under === 0 ? 0 : (over / under) * (3_600_000 / WINDOW_MS);
}
