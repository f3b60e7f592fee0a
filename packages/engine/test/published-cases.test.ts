/**
 * The bare book against results that others have published: edge cases and an order flow of the
 * flash1 benchmark, and the LOB-1M workload on which twelve engines agree. Money is out of scope.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { LobTradeHash, makeLobWorkload } from '@fairlead/testkit';
import { describe, expect, test } from 'vitest';
import { BookDriver } from '../src/spot/test/book-driver.ts';

interface EdgeCase {
  readonly name: string;
  readonly messages: readonly string[];
  readonly reports: readonly string[];
  readonly best: readonly [number | null, number | null][];
}

const dataFile = (name: string): Buffer => readFileSync(new URL(`data/${name}`, import.meta.url));
const { cases }: { cases: EdgeCase[] } = JSON.parse(dataFile('edge-cases.json').toString());

describe('edge cases of the flash1 benchmark', () => {
  test.each(cases)('$name', ({ messages, reports, best }) => {
    const driver = new BookDriver();
    const got = messages.map((message) => ({ reports: driver.run(message), best: driver.best() }));
    expect(got.flatMap((step) => step.reports)).toEqual(reports);
    expect(got.map((step) => step.best)).toEqual(best);
  });

  test('one order sweeps 5,000 makers of one level in their order', () => {
    const driver = new BookDriver();
    for (let id = 1; id <= 5_000; id += 1) driver.run(`${id - 1},N,S,0,1,${id},100`);
    const reports = driver.run('5000,N,B,1,5000,5001,100');
    const trades = Array.from({ length: 5_000 }, (_, at) => `1,5000,100,1,${at + 1},5001`);
    expect(reports).toEqual(['0,5000,0,5001,100,5000', ...trades]);
    expect(driver.best()).toEqual([null, null]);
  });
});

test('16,000 messages of the flash1 order flow give the published reports', () => {
  const driver = new BookDriver();
  const lines = gunzipSync(dataFile('order-flow-16000.csv.gz')).toString().trim().split('\n');
  const reports = lines.flatMap((line) => driver.run(line));
  const hash = createHash('sha256')
    .update(`${reports.join('\n')}\n`)
    .digest('hex');
  expect(reports).toHaveLength(17_636);
  expect(hash).toBe('dbc11f8551af8c1b938336d187c28de62ade3306413b7520818519d57cca8766');
});

describe('the LOB-1M workload, shortened', () => {
  const rows = [
    {
      options: { count: 20_000 },
      facts: {
        trades: 6_187,
        lots: 55_761,
        bestBid: [100_011, 187],
        bestAsk: [100_012, 2_330],
        live: 1_073,
        levels: 96,
        hash32: '100939db',
      },
    },
    {
      options: { count: 30_000, liveMin: 5_000 },
      facts: {
        trades: 11_268,
        lots: 140_478,
        bestBid: [100_000, 2_442],
        bestAsk: [100_001, 151],
        live: 4_999,
        levels: 126,
        hash32: '69688edf',
      },
    },
  ] as const;

  test.each(rows)('$options gives the reference facts', ({ options, facts }) => {
    const workload = makeLobWorkload(options);
    expect(workload.facts).toEqual(facts);
    const driver = new BookDriver();
    const hash = new LobTradeHash();
    const orders: string[] = [];
    const { kinds, sides, ids, prices, lots } = workload;
    for (let at = 0; at < workload.count; at += 1) {
      const side = sides[at] === 0 ? 'B' : 'S';
      const anyPrice = side === 'B' ? Number.MAX_SAFE_INTEGER : 1;
      const op = kinds[at] === 1 ? 'C' : 'N';
      const price = kinds[at] === 2 ? anyPrice : prices[at];
      const isMarket = kinds[at] === 2 ? 1 : 0;
      orders.push(`${at},${op},${side},${isMarket},${lots[at]},${ids[at]},${price}`);
    }
    let trades = 0;
    for (const report of orders.flatMap((order) => driver.run(order))) {
      const [code, , price = 0, quantity = 0, maker = 0, taker = 0] = report.split(',').map(Number);
      if (code !== 1) continue;
      hash.add(taker, maker, price, quantity);
      trades += 1;
    }
    expect([trades, hash.text()]).toEqual([facts.trades, facts.hash32]);
    expect(driver.best()).toEqual([facts.bestBid[0], facts.bestAsk[0]]);
  });
});
