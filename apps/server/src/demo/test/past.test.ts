/** A demo's past in whole servers: which of them have one, and that kills and restarts leave one only. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Candle, Quotation } from '@fairlead/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RECORDED, type Spawned, spawnServer } from '../../../test/support/spawned.ts';

let scratch: string;
const running: Spawned[] = [];
beforeEach(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-past-'));
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map(({ ended }) => ended));
  fs.rmSync(scratch, { recursive: true, force: true });
});

async function spawn(settings: Readonly<Record<string, string>> = {}): Promise<Spawned> {
  const server = await spawnServer({
    DATA_DIR: path.join(scratch, 'data'),
    FEED: RECORDED,
    ...settings,
  });
  running.push(server);
  return server;
}

async function read<Data>({ address }: Spawned, call: string): Promise<Data> {
  const reply = await fetch(`${address}/api/${call}`);
  return ((await reply.json()) as { readonly message: Data }).message;
}

/** What a server that is up shows of BTC: the made-up minutes, and the figures of the day. */
async function shown(server: Spawned) {
  await server.said('Fairlead is ready at');
  const series = 'currency/new_timeshar?symbol=BTC/USDT&period=1m&kind=trade&limit=1500';
  const candles = await read<Candle[]>(server, series);
  const quotations = await read<Quotation[]>(server, 'currency/quotation_new');
  const quotation = quotations.find(({ symbol }) => symbol === 'BTC/USDT');
  return { past: candles.filter(({ source }) => source === 'simulated'), quotation };
}

async function end(server: Spawned, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  server.child.kill(signal);
  await server.ended;
}

test('a first start that is killed is completed, and a restart adds nothing', async () => {
  const killed = await spawn({ LOG_LEVEL: 'info' });
  await killed.said('first start completed');
  await end(killed, 'SIGKILL');
  const first = await spawn();
  const begun = await shown(first);
  expect(begun.past.length).toBeGreaterThan(60);
  expect(begun.past.every(({ volume }) => Number(volume) > 0)).toBe(true);
  expect(begun.quotation).toMatchObject({ is_simulated_24h: true });
  expect(Number(begun.quotation?.volume_24h)).toBeGreaterThan(0);
  await end(first, 'SIGKILL');
  const second = await spawn();
  const again = await shown(second);
  expect(again.past).toEqual(begun.past);
  // The checks of the start found the books as the ledger has them.
  expect(again.quotation?.cancel_only).toBeUndefined();
  expect(second.output()).not.toContain('drift');
  await end(second, 'SIGTERM');
  expect(second.child.exitCode).toBe(0);
}, 600_000);

test('none without bots, none on a database that is there, none in a sandbox', async () => {
  for (const settings of [
    { BOTS: 'false' },
    // The same database, now with bots.
    { BOTS: 'true' },
    { SANDBOX: 'true', DATA_DIR: path.join(scratch, 'sandbox') },
  ]) {
    const server = await spawn(settings);
    const { past, quotation } = await shown(server);
    expect(past).toEqual([]);
    expect(quotation).toMatchObject({ symbol: 'BTC/USDT' });
    expect(quotation).not.toHaveProperty('is_simulated_24h');
    await end(server, 'SIGTERM');
  }
}, 600_000);
