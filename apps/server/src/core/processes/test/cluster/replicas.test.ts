/**
 * Reads at replicas, on real servers: nobody reads less than was committed before they asked, nor what the primary has not
 * acknowledged, also where replicas lag, the primary is away, or one of them is of a past that was lost.
 */
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPostgres, type PostgresDatabase } from '../../../store/postgres/database.ts';
import { ReplicaReads } from '../../../store/replicas/replica-reads.ts';
import { Cluster, POSTGRES_BINARIES } from './clusters.ts';

const DATABASE = 'exchange';
const PATIENCE = { timeout: 30_000, interval: 20 };
const FIRST_EPOCH = 'first';
const ROUNDS = 100;

describe.skipIf(POSTGRES_BINARIES === undefined)('reads at replicas (PostgreSQL)', () => {
  let primary: Cluster;
  /** The one that commits wait for. */
  let waited: Cluster;
  let other: Cluster;
  let database: PostgresDatabase;
  let reads: ReplicaReads;
  let last = 0;

  const urlOf = (...clusters: readonly Cluster[]) =>
    `postgres://postgres@${clusters.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${DATABASE}`;
  const open = async () => {
    database = await openPostgres({ url: urlOf(primary, waited, other) });
    reads = new ReplicaReads({ url: urlOf(primary, waited, other), primary: database });
    await reads.look();
  };
  /** A batch: its rows and the number of its last command, in one commit. */
  const write = async (owner: number, at = primary): Promise<number> => {
    last += 1;
    await at.query(
      `BEGIN; UPDATE leader SET last_sequence = ${last}; INSERT INTO orders VALUES (${last}, ${owner}); COMMIT`,
      DATABASE,
    );
    return last;
  };
  const newest = async (owner: number, source: Pick<ReplicaReads, 'query'> = reads) => {
    const [row] = await source.query<{ id: number | null }>(
      'SELECT max(order_id) AS id FROM orders WHERE owner_id = $1',
      [owner],
    );
    return row?.id ?? undefined;
  };
  const shownAt = async (cluster: Cluster) =>
    Number(
      (await cluster.query('SELECT last_sequence FROM leader', DATABASE))[0]?.['last_sequence'],
    );
  /** Has a replica receive nothing, and go on. */
  const stopReceiving = async (cluster: Cluster): Promise<() => void> => {
    const pid = await vi.waitFor(async () => {
      const [row] = await cluster.query('SELECT pid FROM pg_stat_wal_receiver');
      expect(row).toBeDefined();
      return Number(row?.['pid']);
    }, PATIENCE);
    process.kill(pid, 'SIGSTOP');
    return () => process.kill(pid, 'SIGCONT');
  };
  const replaying = (cluster: Cluster, what: 'pause' | 'resume') =>
    cluster.query(`SELECT pg_wal_replay_${what}()`);
  /** Until a replica has on its disk all that the primary has on its own. */
  const untilReceived = async (cluster: Cluster) => {
    const [row] = await primary.query('SELECT pg_current_wal_flush_lsn() AS lsn');
    await vi.waitFor(async () => {
      const received = await cluster.query(
        `SELECT pg_last_wal_receive_lsn() >= '${row?.['lsn']}' AS is_so`,
      );
      expect(received).toEqual([{ is_so: true }]);
    }, PATIENCE);
  };
  const answeredSince = async (run: () => Promise<unknown>) => {
    const before = { ...reads.answered };
    await run();
    const { replica, agreed, primary: atPrimary, refused } = reads.answered;
    return {
      replica: replica - before.replica,
      agreed: agreed - before.agreed,
      primary: atPrimary - before.primary,
      refused: refused - before.refused,
    };
  };
  const untilCurrent = () =>
    vi.waitFor(async () => {
      const states = (await reads.look()).map(({ state }) => state);
      expect(states).toEqual(['primary', 'current', 'current']);
      expect(reads.mayAgree).toBe(true);
    }, PATIENCE);

  beforeAll(async () => {
    primary = await Cluster.create();
    await primary.query(`CREATE DATABASE ${DATABASE}`);
    await primary.query(
      `CREATE TABLE leader (nonce text, last_sequence bigint); INSERT INTO leader VALUES ('${FIRST_EPOCH}', 0);
       CREATE TABLE orders (order_id int PRIMARY KEY, owner_id int)`,
      DATABASE,
    );
    waited = await primary.replica('waited');
    other = await primary.replica('other');
    await primary.set('synchronous_standby_names', 'waited');
    await open();
  }, 600_000);
  beforeEach(() => untilCurrent());
  afterAll(async () => {
    await reads?.close();
    await database?.close();
    for (const cluster of [other, waited, primary]) await cluster?.remove();
  }, 600_000);

  test('what was committed before a read is in it, and replicas give it', async () => {
    const counted = await answeredSince(async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await write(1);
        expect(await newest(1)).toBe(id);
      }
    });
    expect(counted.replica).toBeGreaterThan(ROUNDS / 2);
    expect(counted.refused).toBe(0);
  });

  test('a replica that lags is waited for, then the primary is asked', async () => {
    await replaying(waited, 'pause');
    await replaying(other, 'pause');
    try {
      const id = await write(1);
      expect(await answeredSince(async () => expect(await newest(1)).toBe(id))).toEqual({
        replica: 0,
        agreed: 0,
        primary: 1,
        refused: 0,
      });
    } finally {
      await replaying(waited, 'resume');
      await replaying(other, 'resume');
    }
    await untilCurrent();
    expect(await answeredSince(() => newest(1))).toMatchObject({ replica: 1 });
  });

  test('what a replica has before the primary has acknowledged it is not shown', async () => {
    const before = await write(1);
    await untilCurrent();
    const goOn = await stopReceiving(waited);
    let isOver = false;
    const writing = write(1).finally(() => {
      isOver = true;
    });
    try {
      await vi.waitFor(async () => expect(await shownAt(other)).toBe(before + 1), PATIENCE);
      // As often as there are replicas, so that each is asked.
      for (const _replica of [waited, other]) expect(await newest(1)).toBe(before);
      expect(isOver).toBe(false);
    } finally {
      goOn();
    }
    const id = await writing;
    expect(await newest(1)).toBe(id);
  });

  test('a body sees one moment of a replica', async () => {
    await write(1);
    await untilCurrent();
    const counted = await answeredSince(() =>
      reads.transaction(async (source) => {
        await source.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
        const before = await newest(1, source);
        await write(1);
        expect(await newest(1, source)).toBe(before);
      }),
    );
    expect(counted).toMatchObject({ replica: 1, refused: 0 });
  });

  test('a statement that is wrong says so, in the words of the primary', async () => {
    await expect(reads.query('SELECT nothing FROM orders')).rejects.toThrow('"nothing"');
  });

  test('without the primary replicas that say the same answer; nobody gets less than they were told', async () => {
    const seen = await write(1);
    await untilCurrent();
    // Acknowledged, and on one of the two only.
    const goOn = await stopReceiving(other);
    const told = await write(2);
    await vi.waitFor(async () => expect(await shownAt(waited)).toBe(told), PATIENCE);
    await primary.stop('immediate');
    expect(await answeredSince(async () => expect(await newest(1)).toBe(seen))).toMatchObject({
      agreed: 1,
      refused: 0,
    });
    expect(await answeredSince(() => expect(newest(2)).rejects.toThrow())).toMatchObject({
      agreed: 0,
      refused: 1,
    });
    goOn();
    // One that has not shown what it received may have more to say.
    await primary.start();
    await untilCurrent();
    for (const cluster of [waited, other]) await replaying(cluster, 'pause');
    const hidden = await write(1);
    await untilReceived(other);
    await primary.stop('immediate');
    await expect(newest(1)).rejects.toThrow();
    for (const cluster of [waited, other]) await replaying(cluster, 'resume');
    await vi.waitFor(async () => expect(await newest(1)).toBe(hidden), PATIENCE);
    // Of two that must agree one is no agreement; what it had on its disk it shows again once it is back.
    await other.stop('immediate');
    await expect(newest(1)).rejects.toThrow();
    await other.start();
    await vi.waitFor(async () => expect(await newest(1)).toBe(hidden), PATIENCE);
    await primary.start();
    await vi.waitFor(async () => expect(await newest(2)).toBe(told), PATIENCE);
  }, 90_000);

  test('where commits wait for nobody, or for machines that are not listed, the primary alone can say', async () => {
    const partly = new ReplicaReads({ url: urlOf(primary, waited), primary: database });
    try {
      await partly.look();
      expect(partly.mayAgree).toBe(false);
    } finally {
      await partly.close();
    }
    await primary.set('synchronous_standby_names', '');
    await vi.waitFor(async () => {
      await reads.look();
      expect(reads.mayAgree).toBe(false);
    }, PATIENCE);
    await write(1);
    await primary.stop('immediate');
    await expect(newest(1)).rejects.toThrow();
    await primary.start();
    await primary.set('synchronous_standby_names', 'waited');
  }, 600_000);

  test('a replica of a past that was lost is read by nobody, before and after the next epoch', async () => {
    await primary.set('synchronous_standby_names', '');
    const kept = await write(1);
    await untilStreamed(kept);
    await waited.stop('fast');
    const lost = await write(1);
    await vi.waitFor(async () => expect(await shownAt(other)).toBe(lost), PATIENCE);
    await primary.stop('immediate');
    await waited.start();
    await waited.query('SELECT pg_promote()');
    const shown: (number | undefined)[] = [];
    await vi.waitFor(async () => shown.push(await newest(1)), PATIENCE);
    for (let count = 0; count < 5; count += 1) shown.push(await newest(1));
    expect(new Set(shown)).toEqual(new Set([kept]));
    // As far as one look can tell it keeps up; the next epoch reaches the number of what was lost, and passes it.
    const statesNow = async () => (await reads.look()).map(({ state }) => state);
    expect(await statesNow()).toEqual(['away', 'primary', 'current']);
    last = kept;
    await waited.query("UPDATE leader SET nonce = 'second'", DATABASE);
    for (let count = 0; count < 5; count += 1) {
      const id = await write(2, waited);
      const counted = await answeredSince(async () =>
        expect([await newest(1), await newest(2)]).toEqual([kept, id]),
      );
      expect(counted).toMatchObject({ replica: 0, agreed: 0, refused: 0 });
    }
    expect(await shownAt(other)).toBe(lost);
    expect(await statesNow()).toEqual(['away', 'primary', 'behind']);
  }, 600_000);

  const untilStreamed = (sequence: number) =>
    vi.waitFor(async () => {
      expect(await shownAt(waited)).toBe(sequence);
      expect(await shownAt(other)).toBe(sequence);
    }, PATIENCE);
});
