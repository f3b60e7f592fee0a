/** History goes into a file that checks, and only then out of the database; what stays adds up as before. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DAY_MS } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/support/fixture.ts';
import { describeDatabases } from '../../../../test/support/test-database.ts';
import { buy, buyer, passSeconds, startOptionServer } from '../../../options/test/fixture.ts';
import { ensurePartitions } from '../../store/maintenance.ts';
import { writeSetting } from '../../store/settings-queries.ts';
import { archiveHistory, archiveMonth, readArchive } from '../archive.ts';

const SELL = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '101.00', quantity: '1' };
const VERIFY = path.resolve(
  import.meta.dirname,
  '../../../../../../packages/receipt/bin/fairlead-verify.mjs',
);

let server: TestServer;
let to: string;

const count = async (from: string): Promise<number> => {
  const [row] = await server.context.database.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM ${from}`,
  );
  return Number(row?.count);
};

async function drifts(): Promise<string[]> {
  const { reconciler } = server.context;
  await reconciler.checkStart(20_000);
  await reconciler.checkBalances();
  const all = [
    await reconciler.checkEngine(),
    await reconciler.checkAll(),
    await reconciler.checkNewest(),
    await reconciler.checkPast(),
  ];
  return all.flatMap((result) => result.drifts.map(({ check, subject }) => `${check} ${subject}`));
}

const archiveBefore = (month: string) =>
  archiveHistory(server.context.database, {
    beforeMs: archiveMonth(month, server.clock.nowMs),
    to,
    nowMs: server.clock.nowMs,
  });

/** A year of which the first days have trades, a transfer and a settled option; real money's mode. */
async function aYear(kind: 'pglite' | 'postgres'): Promise<void> {
  server = await startOptionServer({ kind });
  const { database } = server.context;
  await ensurePartitions(database, server.clock.nowMs);
  await writeSetting(database, 'mode', { value: '"real"', nowMs: 0 });
  const [alice, bob] = [await server.trader(), await server.trader()];
  await server.data('placeOrder', { ...SELL, quantity: '3' }, alice);
  await server.data('placeOrder', { ...SELL, side: 'buy' }, bob);
  await server.data('placeOrder', { ...SELL, side: 'buy', client_order_id: 'mine' }, bob);
  await buy(server, await buyer(server));
  await passSeconds(server, 40, () => '100');
  await server.pass(480 * DAY_MS);
  await server.trader();
}

describeDatabases('npm run archive', (kind) => {
  beforeEach(() => {
    to = mkdtempSync(path.join(os.tmpdir(), 'fairlead-archive-'));
  });
  afterEach(async () => {
    await server.stop();
    rmSync(to, { recursive: true });
  });

  test('what is archived can be checked by anybody who has the file, and every check goes on from it', async () => {
    await aYear(kind);
    const ledger = await server.ledger();
    const postings = await count('postings');
    const { file, counts, digest } = await archiveBefore('2028-01');
    expect(counts).toMatchObject({ trade: 2, order: 2, transfer: 1 });
    expect(execFileSync(process.execPath, [VERIFY, file], { encoding: 'utf8' })).toMatch(
      new RegExp(`2 trades[^]*sealed as ${digest}[^]*all right`),
    );
    expect(await count('trades')).toBe(0);
    expect(await count('postings')).toBeLessThan(postings);
    expect(await count('index_samples')).toBeGreaterThan(40);
    // An order that waits, and one that a client named.
    expect(await count('orders')).toBe(2);
    expect(await server.ledger()).toBe(ledger);
    expect(await drifts()).toEqual([]);
    await server.restart();
    expect(await drifts()).toEqual([]);
    await expect(archiveBefore('2028-01')).rejects.toThrow('archived already');
  });

  test('a file that was changed, cut off or forged does not check', async () => {
    await aYear(kind);
    const { file } = await archiveBefore('2028-01');
    const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
    const faultsOf = async (changed: readonly string[]) => {
      const forged = path.join(to, 'forged.ndjson.gz');
      writeFileSync(forged, gzipSync(`${changed.join('\n')}\n`));
      return (await readArchive(forged)).faults.join('; ');
    };
    expect(await faultsOf(lines)).toBe('');
    expect(await faultsOf(lines.slice(0, -1))).toContain('it has no end');
    expect(await faultsOf(lines.toSpliced(2, 1))).toContain('its bytes are not those');
    const trade = lines.findIndex((line) => line.includes('"t":"trade"'));
    expect(await faultsOf(lines.toSpliced(trade, 1))).toContain('its entry is there, it is not');
    const entry = lines.findIndex((line) => line.includes('"reason":"trade"'));
    const moved = lines.with(
      entry,
      (lines[entry] ?? '').replace(/"(\d)(\d*)","(\d+)"\]/, '"9$2","$3"]'),
    );
    expect(await faultsOf(moved)).toMatch(/does not go on|sums to/);
  });

  test('nothing goes where the file does not check, of this year, or of the last hundred days', async () => {
    server = await startTestServer({ kind });
    const { nowMs } = server.clock;
    for (const month of ['2027-02', '2027-01', '2027-13', undefined])
      expect(() => archiveMonth(month, nowMs)).toThrow();
    expect(archiveMonth('2026-10', nowMs)).toBe(Date.UTC(2026, 9));
    await expect(archiveBefore('2026-10')).rejects.toThrow('nothing before that');
    expect(await count('history_cuts')).toBe(0);
  });

  test('nothing goes while money of that time is on its way to another engine', async () => {
    await aYear(kind);
    const { database } = server.context;
    await database.query(
      `INSERT INTO sent_transfers (transfer_id, owner_id, source, target, currency_id, amount_minor, reference, time_ms, status)
       VALUES (77, 1, 'coin', 'contract', 3, 5, '77', $1, 'sent')`,
      [server.clock.nowMs - 470 * DAY_MS],
    );
    const entries = await count('journal_entries');
    await expect(archiveBefore('2028-01')).rejects.toThrow('transfer 77 of before that is on its');
    expect(await count('journal_entries')).toBe(entries);
  });

  test('books that do not add up are not archived', async () => {
    await aYear(kind);
    const { database } = server.context;
    for (const place of ['posting_rows', 'trades'])
      await database.query(`ALTER TABLE ${place} DISABLE TRIGGER USER`);
    await database.query(
      'UPDATE posting_rows SET balance_minor = balance_minor + 1 WHERE ordinal = 0',
    );
    const before = await count('postings');
    await expect(archiveBefore('2028-01')).rejects.toThrow('nothing was removed');
    expect([await count('postings'), await count('history_cuts')]).toEqual([before, 0]);
  });
});
