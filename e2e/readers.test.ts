/** What the readers of `npm run chaos` were shown and is not true afterwards is found, each kind of it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routes } from '@fairlead/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../apps/server/src/core/store/database.ts';
import { Readers } from './support/chaos/readers.ts';
import type { Trader } from './support/torture/workload.ts';

const TRADER = { id: 7, token: 'token' } as unknown as Trader;
const SHOWN: Readonly<Record<string, unknown>> = {
  [routes.orders.path]: { list: [{ id: 3, client_order_id: 'name', status: 'completed' }] },
  [routes.receipts.path]: { list: [{ id: 2, hash: 'ab' }] },
  [routes.deal.path]: { sequence: 40, trades: [{ id: 5, time: 1_000 }] },
  [routes.wallet.path]: {
    accounts: [
      {
        account: 'coin',
        balances: [
          { currency_id: 3, total: '12.50' },
          { currency_id: 4, total: '0.00' },
        ],
      },
    ],
  },
};

let server: Server;
const readers = new Readers();
beforeAll(async () => {
  const seen = new Set<string>();
  server = createServer((request, response) => {
    const path = request.url?.replace('/api/', '').replace(/\?.*/, '') ?? '';
    seen.add(path);
    response.end(JSON.stringify({ type: 'ok', message: SHOWN[path] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = new AbortController();
  const running = readers.run([`http://127.0.0.1:${port}`], [TRADER], stop.signal);
  await vi.waitFor(() => expect(readers.reads).toBeGreaterThanOrEqual(Object.keys(SHOWN).length));
  stop.abort();
  await running;
  expect([...seen].sort()).toEqual(Object.keys(SHOWN).sort());
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const TRUE = {
  leader: [{ last_sequence: 40n }],
  orders: [{ id: 3n, name: 'name', status: 'completed' }],
  receipts: [{ id: 2n, hash: '\\xab' }],
  trades: [{ id: 5n, time: 1_000n }],
  postings: [
    { name: '7 coin 3', total: 1_250n },
    { name: '7 coin 3', total: 900n },
  ],
};
const databaseOf = (tables: Readonly<Record<string, readonly object[]>>) =>
  ({
    query: async (sql: string) => tables[/FROM (\w+)/.exec(sql)?.[1] ?? ''],
  }) as unknown as Database;

test('what is true still is none', async () => {
  await readers.check(databaseOf(TRUE));
});

test.each([
  ['a sequence', { leader: [{ last_sequence: 39n }] }, /sequence 40 was shown/],
  ['an order', { orders: [] }, /order 3 was shown and is withdrawn/],
  ['an order’s end', { orders: [{ ...TRUE.orders[0], status: 'waiting' }] }, /is waiting/],
  ['a receipt', { receipts: [] }, /receipt 2 was shown/],
  ['a trade', { trades: [{ id: 5n, time: 1_001n }] }, /trade 5 was shown/],
  ['a balance', { postings: [TRUE.postings[1] ?? {}] }, /balance of 12\.50 was shown/],
])('%s that was shown and is withdrawn is found', async (_what, changed, said) => {
  await expect(readers.check(databaseOf({ ...TRUE, ...changed }))).rejects.toThrow(said);
});
