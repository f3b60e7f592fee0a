/** What a read of steps costs. Goal: it looks at what it answers with, however much is kept of its owner and of others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres } from '../../../test/support/postgres-server.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { readStepHead, readSteps } from '../../core/steps/queries.ts';
import type { Database } from '../../core/store/database.ts';

const BATCHES = 20_000;
const INDEXED = 15_000;
const OWNER = 7;

describe.skipIf(!hasPostgres)('a read of steps', () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await openTestDatabase('postgres');
    const { database } = own;
    await database.query(
      `INSERT INTO batch_steps (sequence, time_ms, owners, ends, rows)
       SELECT at, at, ARRAY[1000 + at % 500, $1::bigint], ARRAY[2, 4], '\\x01020304'
       FROM generate_series(1, $2::bigint) AS at`,
      [OWNER, BATCHES],
    );
    await database.query(
      `INSERT INTO owner_steps (owner_id, last_sequence, sequences)
       SELECT owner, max(sequence), array_agg(sequence ORDER BY sequence)
       FROM batch_steps, unnest(owners) AS owner WHERE sequence <= $1 GROUP BY owner, sequence / 5`,
      [INDEXED],
    );
    await database.query('UPDATE step_marks SET indexed_to = $1', [INDEXED]);
    await database.query('UPDATE leader SET last_sequence = $1, steps_nonce = nonce', [BATCHES]);
    await database.query('ANALYZE batch_steps');
    await database.query('ANALYZE owner_steps');
  });
  afterAll(() => own.remove());

  /** The plan of the very statement that is asked, with what each part of it went through. */
  async function planOf(ask: (source: Database) => Promise<unknown>): Promise<string> {
    let plan = '';
    const query: Database['query'] = async (sql, parameters) => {
      const rows = await own.database.query<Record<string, string>>(
        `EXPLAIN (ANALYZE, TIMING off, SUMMARY on) ${sql}`,
        parameters,
      );
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return [];
    };
    await ask({ ...own.database, query });
    return plan;
  }

  /** No part went through many rows, and none was compiled. */
  function isSmall(plan: string): void {
    const counts = /(?:actual rows=|Removed by Filter: )(\d+)/g;
    const seen = [...plan.matchAll(counts)].map(([, rows]) => Number(rows));
    expect(seen).not.toHaveLength(0);
    expect(Math.max(...seen)).toBeLessThan(500);
    expect(plan).not.toContain('JIT');
  }

  test.each([[undefined], [0], [9_999], [14_999], [17_000]])(
    'after %s is bounded by indexes, and ends with its answer',
    async (after) => {
      const plan = await planOf((source) => readSteps(source, { owner: OWNER, after, limit: 20 }));
      const bounds = plan.match(/Index Cond: .*/g) ?? [];
      expect(bounds).toContainEqual(expect.stringMatching(/owner_id = .* AND \(last_sequence > /));
      expect(bounds).toContainEqual(expect.stringMatching(/\(sequence > /));
      isSmall(plan);
    },
  );

  test('begins where its owner stands', async () => {
    isSmall(await planOf((source) => readStepHead(source, OWNER)));
    expect(await readStepHead(own.database, OWNER)).toEqual({
      sequence: BATCHES,
      previous: BATCHES,
    });
  });

  test('is whole where it passes from the index to what is behind it', async () => {
    const { steps, hasMore } = await readSteps(own.database, {
      owner: OWNER,
      after: INDEXED - 7,
      limit: 20,
    });
    expect(steps.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 20 }, (_, at) => INDEXED - 6 + at),
    );
    expect(hasMore).toBe(true);
  });
});
