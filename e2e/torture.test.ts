/**
 * A few rounds of `npm run torture`, and proof that it would see what it looks for: each kind of loss is made by hand and
 * told. The numbers of goals.md come from the script.
 */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { POSTGRES_BINARIES } from '../apps/server/src/core/processes/test/cluster/clusters.ts';
import {
  startTestServer,
  type TestServer,
  type TestUser,
} from '../apps/server/test/support/fixture.ts';
import { hasPostgres } from '../apps/server/test/support/postgres-server.ts';
import { hasRedis } from '../apps/server/test/support/redis-server.ts';
import { Draw } from './support/torture/draw.ts';
import { Journal, readJournal } from './support/torture/journal.ts';
import { examine, onePerKey, type Witness } from './support/torture/post-mortem.ts';
import { losePower } from './support/torture/power-loss.ts';
import { torture } from './support/torture/torture.ts';

describe('rounds of load, SIGKILL and restart', () => {
  test.concurrent('G2: the embedded database keeps what was acknowledged when its power fails', async () => {
    const figures = await torture({ store: 'pglite', rounds: 1, seed: 1, isPowerLoss: true });
    expect(figures.acknowledged).toBeGreaterThan(0);
    expect(figures.inDoubt).toBeGreaterThan(0);
    expect(figures.pagesLost).toBeGreaterThan(0);
  });

  test
    .runIf(hasPostgres)
    .concurrent('G1: PostgreSQL has every acknowledged effect once', async () => {
      const figures = await torture({ store: 'postgres', rounds: 2, seed: 1 });
      expect(figures.acknowledged).toBeGreaterThan(0);
      expect(figures.inDoubt).toBeGreaterThan(0);
    });

  // The home is the one that is killed alone.
  test
    .runIf(hasRedis && POSTGRES_BINARIES !== undefined)
    .concurrent(
      'G1: of four engines each has its part of every acknowledged effect once',
      async () => {
        const figures = await torture({ store: 'postgres', engines: 4, rounds: 1, seed: 4 });
        expect(figures.acknowledged).toBeGreaterThan(0);
        expect(figures.inDoubt).toBeGreaterThan(0);
        expect(figures.carried).toBeGreaterThan(0);
      },
    );
});

describe('a post-mortem', () => {
  const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '95.00', quantity: '1' };
  let server: TestServer;
  let trader: TestUser;
  let witness: Witness;

  beforeAll(async () => {
    server = await startTestServer();
    trader = await server.trader();
    const { userId, token } = trader;
    const replies = [
      ['placeOrder', await server.call('placeOrder', BUY, { token, key: 'order' })],
      [
        'transfer',
        await server.call(
          'transfer',
          { from_account: 'coin', to_account: 'trust', currency_id: '3', amount: '5' },
          { token, key: 'transfer' },
        ),
      ],
      [
        'faucet',
        await server.call('faucet', { currency_id: '3', amount: '1' }, { token, key: 'faucet' }),
      ],
    ] as const;
    witness = {
      owners: [userId],
      acknowledged: replies.map(([route, { text }], index) => ({
        userId,
        route,
        key: ['order', 'transfer', 'faucet'][index] ?? '',
        form: '',
        body: text,
      })),
      inDoubt: [{ userId, route: 'placeOrder', key: 'never arrived', form: '' }],
    };
  });
  afterAll(() => server?.stop());

  /** What a store that loses or doubles would have done; taken back afterwards. */
  async function examineAfter(harm: string): Promise<unknown> {
    const undone = new Error('taken back');
    let found: unknown;
    await server.context.database
      .transaction(async (transaction) => {
        await transaction.query("SET LOCAL session_replication_role = 'replica'");
        await transaction.query(harm);
        const inside = { ...server.context.database, query: transaction.query };
        // Its own transactions are this one, without their first words.
        const seen = {
          ...inside,
          transaction: (run: (source: object) => Promise<unknown>) =>
            run({
              query: (sql: string, parameters?: never) =>
                sql.startsWith('SET ') ? [] : transaction.query(sql, parameters),
            }),
        };
        found = await examine([seen as never], witness).catch((error: Error) => error.message);
        throw undone;
      })
      .catch((error) => {
        if (error !== undone) throw error;
      });
    return found;
  }

  test('finds nothing where all is well, and tells what never arrived', async () => {
    expect(await examineAfter('SELECT 1')).toEqual(new Map());
  });

  test.each([
    ['an acknowledged answer is gone', "DELETE FROM first_answers WHERE key = 'order'", 'is lost'],
    [
      'an answer is another',
      "UPDATE first_answers SET body = replace(body, '95', '96') WHERE key = 'order'",
      'is kept as',
    ],
    ['an order is gone', 'DELETE FROM orders', 'has no row'],
    [
      'a transfer is there twice',
      `INSERT INTO transfers SELECT transfer_id + 1000, owner_id, source, target, currency_id, amount_minor, time_ms
       FROM transfers`,
      'has no answer',
    ],
    [
      'a grant is not booked',
      "DELETE FROM journal_entries WHERE reference LIKE 'faucet:%'",
      'faucet grants',
    ],
    [
      'something left for another engine and was never booked',
      `INSERT INTO sent_transfers (transfer_id, owner_id, source, target, currency_id, amount_minor, reference, time_ms, status)
       VALUES (1000001, 1000001, 'coin', 'trust', 3, 5, 'forged', 1, 'sent')`,
      'have -5 of one another',
    ],
    ['a posting is gone', 'DELETE FROM posting_rows WHERE entry_id = 3', 'do not add up'],
  ])('tells when %s', async (_what, harm, told) => {
    expect(await examineAfter(harm)).toContain(told);
  });
});

describe('answers of several engines', () => {
  const TRANSFER = 'POST wallet/change';
  const kept = { owner_id: 1n, key: 'a', route: TRANSFER, body: '{"type":"ok"}' };

  test('of a transfer two may keep the one', () => {
    const other = { ...kept, owner_id: 2n };
    expect(onePerKey([kept, other, { ...kept }])).toEqual([kept, other]);
  });

  test.each([
    ['says something else', [kept, { ...kept, body: '{"type":"error"}' }], 'two engines keep'],
    ['is of another call', [{ ...kept, route: 'POST coin/order' }, kept], 'two engines keep'],
    [
      'is of a call that one engine answers',
      Array.from({ length: 2 }, () => ({ ...kept, route: 'POST coin/order' })),
      'by two engines',
    ],
  ])('are told where the second %s', (_what, rows, told) => {
    expect(() => onePerKey(rows)).toThrow(told);
  });
});

describe('a journal of clients', () => {
  test('counts as acknowledged what was answered, the rest as in doubt', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-journal-'));
    const journal = new Journal(path.join(folder, 'acknowledged.jsonl'));
    const attempt = { userId: 1, route: 'faucet', form: 'a=1' } as const;
    journal.sent({ ...attempt, key: 'one' });
    journal.sent({ ...attempt, key: 'two' });
    journal.answered('two', '{"type":"ok"}');
    journal.close();
    expect(readJournal(journal.file)).toEqual({
      acknowledged: [{ ...attempt, key: 'two', body: '{"type":"ok"}' }],
      inDoubt: [{ ...attempt, key: 'one' }],
    });
    rmSync(folder, { recursive: true });
  });
});

describe('a power failure', () => {
  let folder: string;
  let log: string;
  beforeEach(() => {
    const scratch = mkdtempSync(path.join(os.tmpdir(), 'fairlead-power-'));
    folder = path.join(scratch, 'data');
    log = path.join(scratch, 'writes.log');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'old'), 'kept');
    writeFileSync(log, '');
  });

  function did(head: Readonly<Record<string, unknown>>, text = ''): void {
    const bytes = Buffer.from(text);
    const words = Buffer.from(JSON.stringify({ ...head, bytes: bytes.length }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(words.length);
    appendFileSync(log, Buffer.concat([length, words, bytes]));
  }

  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

  test('keeps what was synced, under its last name, and lets go of the rest for some seeds', () => {
    did({ does: 'create', file: 'new.tmp' });
    did({ does: 'write', file: 'new.tmp', position: 0 }, 'certain');
    did({ does: 'sync', file: 'new.tmp' });
    did({ does: 'renameSync', file: 'new.tmp', to: 'new' });
    did({ does: 'sync', file: '' });
    did({ does: 'write', file: 'old', position: 0 }, 'lost');
    const seen = new Set<string>();
    for (let seed = 1; seed <= 12; seed += 1) {
      writeFileSync(path.join(folder, 'old'), 'kept');
      rmSync(path.join(folder, 'new'), { force: true });
      losePower({ folder, log, draw: new Draw(seed) });
      expect(read('new')).toBe('certain');
      seen.add(read('old'));
    }
    expect(seen).toEqual(new Set(['kept', 'lost']));
  });

  test('of a disk that only promises to sync can lose anything', () => {
    did({ does: 'write', file: 'old', position: 0 }, 'lost');
    did({ does: 'sync', file: 'old' });
    const seen = new Set<string>();
    for (let seed = 1; seed <= 12; seed += 1) {
      writeFileSync(path.join(folder, 'old'), 'kept');
      losePower({ folder, log, draw: new Draw(seed), isLying: true });
      seen.add(read('old'));
    }
    expect(seen).toEqual(new Set(['kept', 'lost']));
  });

  test('may lose a file that nobody synced, and reads a log that ends within a record', () => {
    did({ does: 'create', file: 'new' });
    did({ does: 'write', file: 'new', position: 0 }, 'unsure');
    appendFileSync(log, Uint8Array.of(0, 0));
    const seen = new Set<string>();
    for (let seed = 1; seed <= 24; seed += 1) {
      rmSync(path.join(folder, 'new'), { force: true });
      losePower({ folder, log, draw: new Draw(seed) });
      seen.add(
        ((): string => {
          try {
            return read('new');
          } catch {
            return 'absent';
          }
        })(),
      );
    }
    expect([...seen].sort()).toEqual(['', 'absent', 'unsure']);
  });
});
