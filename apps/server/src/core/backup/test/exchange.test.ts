/** A whole exchange into another database: equal to the last row, and going on as if nothing had been. */
import { mkdtemp, readdir, rm, unlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Engine, stateHash } from '@fairlead/engine';
import { BTC } from '@fairlead/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../../test/support/fixture.ts';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { uploaded } from '../../../verification/test/upload-fixture.ts';
import { quickCheck } from '../../checks/reconciliation.ts';
import { startSequencer } from '../../sequencer/sequencer.ts';
import type { BulkDatabase } from '../../store/bulk-session.ts';
import type { Database } from '../../store/database.ts';
import { writeSetting } from '../../store/settings-queries.ts';
import { readExchange } from '../dump.ts';
import { loadExchange, takeBegin } from '../load.ts';
import type { BackupRecord, End } from '../records.ts';

/** Both classes behind the port are. */
const bulk = (database: Database): BulkDatabase => database as Database & BulkDatabase;

type Tamper = (record: BackupRecord) => readonly BackupRecord[];

interface Pour {
  readonly source: Database;
  readonly uploads: string;
  readonly target: Database;
  readonly targetUploads: string;
  readonly tamper?: Tamper;
}

function pour({ source, uploads, target, targetUploads, tamper }: Pour): Promise<End> {
  return bulk(source).bulk(async (from) => {
    const read = readExchange(from, { tables: EXCHANGE_TABLES, uploadsFolder: uploads, nowMs: 1 });
    const begin = await takeBegin(read);
    async function* tampered(): AsyncGenerator<BackupRecord> {
      for await (const record of read) yield* tamper?.(record) ?? [record];
    }
    return bulk(target).bulk((to) =>
      loadExchange(to, {
        tables: EXCHANGE_TABLES,
        begin,
        records: tampered(),
        uploadsFolder: targetUploads,
      }),
    );
  });
}

describeDatabases('an exchange in another database', (kind) => {
  let server: TestServer;
  let maker: TestUser;
  let taker: TestUser;
  let opened: TestDatabase;
  let uploads: string;
  const KEY = 'answered-before';
  const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100.00', quantity: '1' };

  beforeAll(async () => {
    server = await startTestServer({ kind });
    const { database } = server.context;
    await writeSetting(database, 'mode', { value: '"demo"', nowMs: 1 });
    [maker, taker] = [await server.trader(), await server.trader()];
    await server.data('placeOrder', { ...BUY, side: 'sell', quantity: '3' }, maker);
    await server.data('placeOrder', BUY, { ...taker, key: KEY });
    await server.data('placeOrder', { ...BUY, price: '95.00' }, taker);
    // What is hard to carry: marks of the format itself, nothing at all, other alphabets.
    await uploaded(server, taker);
    await database.query("INSERT INTO settings VALUES ('odd', $1::jsonb, 5)", [
      JSON.stringify({ text: 'tab\t line\n back\\slash \\N "日本"', none: null }),
    ]);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    uploads = await mkdtemp(path.join(os.tmpdir(), 'fairlead-uploads-'));
  });
  afterEach(async () => {
    await opened.remove();
    await rm(uploads, { recursive: true, force: true });
  });

  const pourHere = (tamper?: Tamper): Promise<End> =>
    pour({
      source: server.context.database,
      uploads: path.join(server.folder, 'uploads'),
      target: opened.database,
      targetUploads: uploads,
      ...(tamper !== undefined && { tamper }),
    });

  const allIn = async (database: Database, table: string): Promise<unknown[]> =>
    database.query(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);

  it('O11: has every row, every file and the engine’s hash', async () => {
    const end = await pourHere();
    const { lastSequence } = server.sequencer.health();
    const hash = await server.sequencer.atRest(async (engine) => stateHash(engine.holdSnapshot()));
    expect(end).toMatchObject({ lastSequence, stateHash: hash, missingFiles: 0 });
    expect(end.files.count).toBe(1);
    expect(await readdir(uploads)).toHaveLength(1);
    // What the source writes by itself meanwhile is compared by its digest only.
    const still = Object.keys(end.tables).filter(
      (table) => !['candles', 'user_messages'].includes(table),
    );
    for (const table of still)
      expect(await allIn(opened.database, table), table).toEqual(
        await allIn(server.context.database, table),
      );
  });

  it('keeps its guards: triggers, foreign keys and counters are as they were', async () => {
    const guards = (database: Database) =>
      database.query(
        `SELECT conrelid::regclass::text AS place, conname::text AS name, convalidated AS is_on
           FROM pg_constraint WHERE connamespace = 'public'::regnamespace
         UNION ALL SELECT tgrelid::regclass::text, tgname::text, tgenabled = 'O' FROM pg_trigger
           WHERE NOT tgisinternal ORDER BY 1, 2`,
      );
    const before = await guards(opened.database);
    await pourHere();
    expect(await guards(opened.database)).toEqual(before);
    await expect(opened.database.query('DELETE FROM postings')).rejects.toThrow('append-only');
    const [next] = await opened.database.query<{ id: bigint }>(
      "SELECT nextval('users_user_id_seq') AS id",
    );
    expect(next?.id).toBeGreaterThan(BigInt(taker.userId));
  });

  it('I13: goes on at the next number, answers old keys as before, and tells nobody of anything twice', async () => {
    const end = await pourHere();
    const unsent = 'SELECT message_id FROM outbox_messages WHERE sent_at_ms IS NULL';
    expect(await opened.database.query(unsent)).toEqual(
      await server.context.database.query(unsent),
    );
    const sequencer = await startSequencer({
      tables: EXCHANGE_TABLES,
      database: opened.database,
      clock: server.clock,
      createEngine: (snapshot) => new Engine(snapshot),
    });
    const published: number[] = [];
    sequencer.onCommitted(({ firstSequence }) => published.push(firstSequence));
    const hash = await sequencer.atRest(async (engine) => stateHash(engine.holdSnapshot()));
    expect(hash).toBe(end.stateHash);
    expect(sequencer.health().lastSequence).toBe(end.lastSequence);
    expect(published).toEqual([]);
    const [stored] = await opened.database.query<{ body: string }>(
      'SELECT body FROM first_answers WHERE key = $1',
      [KEY],
    );
    expect(stored).toEqual(
      (
        await server.context.database.query('SELECT body FROM first_answers WHERE key = $1', [KEY])
      )[0],
    );
    await sequencer.run({ kind: 'open_account', owner: 9_999 });
    expect(published).toEqual([end.lastSequence + 1]);
    await sequencer.stop();
  });

  it('is refused where something is already, and that stays as it is', async () => {
    await pourHere();
    const before = await allIn(opened.database, 'balances');
    await expect(pourHere()).rejects.toThrow(/not empty: it has an exchange at sequence \d+/);
    expect(await allIn(opened.database, 'balances')).toEqual(before);
  });

  it.each<readonly [string, Tamper, string]>([
    [
      'a row is missing',
      (record) =>
        record.kind === 'bytes' && Buffer.from(record.bytes).includes('back')
          ? [{ kind: 'bytes', bytes: record.bytes.subarray(record.bytes.indexOf(10) + 1) }]
          : [record],
      'is not what was backed up',
    ],
    [
      'a table is missing',
      ((): Tamper => {
        let isSkipped = false;
        return (record) => {
          if (record.kind === 'note')
            isSkipped = record.note.section === 'table' && record.note.name === 'balances';
          return isSkipped ? [] : [record];
        };
      })(),
      'table balances is not what was backed up',
    ],
    [
      'the state is another',
      (record) =>
        record.kind === 'note' && record.note.section === 'end'
          ? [{ kind: 'note', note: { ...record.note, stateHash: '0' } }]
          : [record],
      'its hash differs',
    ],
    [
      'the end is missing',
      (record) => (record.kind === 'note' && record.note.section === 'end' ? [] : [record]),
      'ends too early',
    ],
  ])('I11: nothing is there when %s', async (_what, tamper, refusal) => {
    await expect(pourHere(tamper)).rejects.toThrow(refusal);
    const rows = await opened.database.query('SELECT key FROM settings');
    expect(rows).toEqual([]);
    const [leader] = await opened.database.query<{ epoch: bigint }>('SELECT epoch FROM leader');
    expect(leader?.epoch).toBe(0n);
  });

  it('B10: a negative row in a copy alarms, though its sums are right, and it cannot be restored', async () => {
    await pourHere();
    await opened.database.query('ALTER TABLE balances DROP CONSTRAINT available');
    // From one user to the other: every currency still sums to zero.
    for (const [owner, sign] of [
      [maker, 1],
      [taker, -1],
    ] as const)
      await opened.database.query(
        `UPDATE balances SET total_minor = total_minor + $1
         WHERE owner_id = $2 AND account = 'coin' AND currency_id = $3`,
        [sign * 100_00000000, owner.userId, BTC.currencyId],
      );
    const [drift, ...others] = await quickCheck(opened.database, EXCHANGE_TABLES);
    expect(drift).toMatchObject({
      check: 'negative_balance',
      subject: `${taker.userId} coin ${BTC.currencyId}`,
    });
    expect(drift?.difference).toBeLessThan(0n);
    expect(others).toEqual([]);
    // The copy's own CHECK is gone, that of whatever it would be restored into is not.
    const again = await openTestDatabase(kind);
    const carried = pour({
      source: opened.database,
      uploads,
      target: again.database,
      targetUploads: uploads,
    });
    await expect(carried).rejects.toThrow('violates check constraint');
    await again.remove();
    await opened.database.query('DROP TABLE balances CASCADE');
  });

  it('tells of uploads that are gone, and does not need them', async () => {
    const folder = path.join(server.folder, 'uploads');
    const [sub = ''] = await readdir(folder);
    const [name = ''] = await readdir(path.join(folder, sub));
    await unlink(path.join(folder, sub, name));
    const end = await pourHere();
    expect(end).toMatchObject({ missingFiles: 1, files: { count: 0 } });
  });
});
