/** What only a server can show: two processes, timeouts, and settings that would lose orders. */
import { Engine } from '@fairlead/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPostgres, urlOf } from '../../../../test/support/postgres-server.ts';
import { openTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { limit, MAKER, seed, start, submitKeyed } from '../../../../test/support/test-sequencer.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { BatchEncoder } from '../batch/encoder.ts';
import { encodeBatch } from '../batch/writer.ts';
import {
  FencedError,
  type Queryable,
  StartRefusedError,
  UnknownOutcomeError,
} from '../database.ts';
import { openPostgres } from '../postgres/database.ts';
import { batchOf, ORDER } from './batch-rows.ts';

describe.skipIf(!hasPostgres)('a PostgreSQL server', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openTestDatabase('postgres');
  });
  afterEach(() => test.remove());

  it('I8: a second leader waits for the lock and takes over when the first is gone', async () => {
    const first = await start(test.database);
    await seed(first);
    await submitKeyed(first, 'k', limit(MAKER, 'sell', [10_000, 5]));
    const isWaiting = Promise.withResolvers<void>();
    const standby = start(await test.openAnother(), { onWaitingForLock: isWaiting.resolve });
    await isWaiting.promise;
    let hasTakenOver = false;
    void standby.then(() => {
      hasTakenOver = true;
    });
    await first.run(limit(MAKER, 'sell', [10_000, 6]));
    expect(hasTakenOver).toBe(false);
    await first.stop();
    const second = await standby;
    expect(second.health().epoch).toBe(first.health().epoch + 1);
    expect(second.health().lastSequence).toBe(first.health().lastSequence);
    expect((await submitKeyed(second, 'k', limit(MAKER, 'sell', [10_000, 5]))).isReplay).toBe(true);
    await second.stop();
  });

  it('I8: a standby can be told to stop waiting', async () => {
    const first = await start(test.database);
    const stop = new AbortController();
    const isWaiting = Promise.withResolvers<void>();
    const standby = start(await test.openAnother(), {
      signal: stop.signal,
      onWaitingForLock: isWaiting.resolve,
    });
    await isWaiting.promise;
    stop.abort();
    await expect(standby).rejects.toThrow();
    await first.stop();
  });

  it('I8: a leader whose lock connection dies takes it again, unless another was faster', async () => {
    const recovered = Promise.withResolvers<void>();
    const fenced = Promise.withResolvers<Error>();
    const first = await start(test.database, {
      reports: { recovered: recovered.resolve, fenced: fenced.resolve },
    });
    await seed(first);
    await killWriter(test);
    await recovered.promise;
    await first.run(limit(MAKER, 'sell', [10_000, 5]));
    const isWaiting = Promise.withResolvers<void>();
    const standby = start(await test.openAnother(), { onWaitingForLock: isWaiting.resolve });
    await isWaiting.promise;
    await killWriter(test);
    const second = await standby;
    // The first waits for the lock now; when it gets it, the epoch tells that another acted.
    await second.run(limit(MAKER, 'sell', [10_000, 6]));
    await second.stop();
    expect(await fenced.promise).toBeInstanceOf(FencedError);
    await first.stop();
  });

  it('I7: in progress: the epoch waits for the transaction that still holds the leader row', async () => {
    const recovered = Promise.withResolvers<void>();
    const sequencer = await start(test.database, { reports: { recovered: recovered.resolve } });
    await seed(sequencer);
    const blocking = await test.openAnother();
    const release = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const slow = blocking.transaction(async (transaction) => {
      await transaction.query('SELECT FROM leader FOR UPDATE');
      isHeld.resolve();
      await release.promise;
    });
    await isHeld.promise;
    const order = submitKeyed(sequencer, 'k', limit(MAKER, 'sell', [10_000, 5]));
    await untilBlocked(blocking, () => true);
    // The connection dies while the commit waits: its outcome is open.
    await killWriter(test);
    await untilBlocked(blocking, () => sequencer.health().state === 'recovering');
    release.resolve();
    await slow;
    await expect(order).rejects.toMatchObject({ code: 'unavailable' });
    await recovered.promise;
    const again = await submitKeyed(sequencer, 'k', limit(MAKER, 'sell', [10_000, 5]));
    expect(again).toMatchObject({ status: 200, isReplay: false });
    await sequencer.stop();
  });

  it('a lost connection makes a batch’s outcome unknown, and no later batch is sent on it', async () => {
    const writer = await test.database.openWriter();
    const encoder = new BatchEncoder();
    await killWriter(test);
    await writer.lost;
    for (let at = 0; at < 2; at += 1) {
      const written = writer.write(
        encodeBatch(encoder, EXCHANGE_TABLES, batchOf({ orders: [ORDER] })),
      );
      await expect(written).rejects.toThrow(UnknownOutcomeError);
    }
    await writer.close();
  });

  it('plans the writer’s statements by key, however small the tables were', async () => {
    const writer = await test.database.openWriter();
    const plan = await writer.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN UPDATE orders SET hold_minor = changed.hold
       FROM unnest(ARRAY[1, 2]::bigint[], ARRAY[1, 2]::bigint[]) AS changed (order_id, hold)
       WHERE orders.order_id = changed.order_id`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan using orders_pkey');
    expect(text).not.toContain('Seq Scan');
    await writer.close();
  });

  it.each(['synchronous_commit'])('refuses a database with %s off', async (setting) => {
    const [row] = await test.database.query<{ name: string }>('SELECT current_database() AS name');
    const name = row?.name ?? '';
    await test.database.query(`ALTER DATABASE ${name} SET ${setting} = off`);
    try {
      await expect(openPostgres({ url: urlOf(name) })).rejects.toThrow(
        `DATABASE_URL: the server has ${setting} = off and would lose orders`,
      );
    } finally {
      await test.database.query(`ALTER DATABASE ${name} RESET ${setting}`);
    }
  });

  it('a transaction ends when its body takes too long between statements', async () => {
    const setting = await test.database.query('SHOW idle_in_transaction_session_timeout');
    expect(setting).toEqual([{ idle_in_transaction_session_timeout: '5s' }]);
    expect(await test.database.query('SHOW statement_timeout')).toEqual([
      { statement_timeout: '5s' },
    ]);
  });

  it('compiles no statement of the writer for speed, and leaves a URL its own options', async () => {
    const [own] = await test.database.query<{ name: string }>('SELECT current_database() AS name');
    const url = new URL(urlOf(own?.name ?? ''));
    url.searchParams.set('options', '-c work_mem=7MB');
    const database = await openPostgres({ url: url.href });
    try {
      const writer = await database.openWriter();
      expect(await writer.query('SHOW jit')).toEqual([{ jit: 'off' }]);
      for (const session of [database, writer])
        expect(await session.query('SHOW work_mem')).toEqual([{ work_mem: '7MB' }]);
      await writer.close();
    } finally {
      await database.close();
    }
  });

  it('restarts with 100,000 open orders (G9 is measured by the bench `restart`)', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    await sequencer.stop();
    await test.database.query(
      `INSERT INTO orders
       SELECT place, ${MAKER}, 1, 'sell', 'limit', 'gtc', NULL, 10000 + place % 1000, 1, NULL, 0, 0, 0,
         100000, 'waiting', NULL, 1800000000000, 1800000000000, 1000, 2000
       FROM generate_series(1, 100000) AS place`,
    );
    await test.database.query(
      `UPDATE balances SET frozen_minor = 100000 * 100000::bigint
       WHERE owner_id = ${MAKER} AND currency_id = 1`,
    );
    await test.database.query('UPDATE leader SET last_order_id = 100000');
    const restarted = await start(await test.openAnother(), {
      createEngine: (snapshot) => new Engine(snapshot),
    });
    expect((await restarted.run(limit(MAKER, 'sell', [10_000, 1]))).ok).toBe(false);
    await restarted.stop();
  });
});

describe('a server that does not answer', () => {
  it('is named in one line', async () => {
    const opened = openPostgres({ url: 'postgres://postgres@127.0.0.1:1/none' });
    await expect(opened).rejects.toThrow(StartRefusedError);
    await expect(openPostgres({ url: 'postgres://postgres@127.0.0.1:1/none' })).rejects.toThrow(
      'DATABASE_URL: no answer from the database',
    );
  });
});

/** Cuts the connection that holds the writer's lock of this database. */
function killWriter(test: TestDatabase): Promise<unknown> {
  return test.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
}

/** Asks the server until a session waits for a row and the condition holds. */
/** Asks by a process of its own: one that recovers keeps its reads waiting. */
async function untilBlocked(source: Queryable, condition: () => boolean): Promise<void> {
  for (;;) {
    const [row] = await source.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (row?.count === 1 && condition()) return;
  }
}
