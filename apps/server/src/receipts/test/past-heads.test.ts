/** The walk over published heads leaves out numbers that nobody gave, and none that anybody did. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { readFalseHeads } from '../past-queries.ts';

const FAR = 50_000_000_000;

describeDatabases('published heads', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    // Whoever rewrites the past takes the rules away first.
    await test.database.query(
      'ALTER TABLE receipt_heads DROP CONSTRAINT receipt_heads_receipt_id_fkey',
    );
    await test.database.query('ALTER TABLE receipt_heads DISABLE TRIGGER USER');
    for (const count of [3, FAR, FAR + 1])
      await test.database.query(
        'INSERT INTO receipt_heads (receipt_id, hash, time_ms) VALUES ($1, $2, 1)',
        [count, 'ab'.repeat(32)],
      );
  });
  afterEach(() => test.remove());

  it('of numbers far apart are found in as many steps as there are places', async () => {
    const found: string[] = [];
    let steps = 0;
    for (let after: number | undefined = 0; after !== undefined; steps += 1) {
      const { lastId, subjects } = await readFalseHeads(test.database, { after, limit: 2_000 });
      found.push(...subjects.map(String));
      after = lastId;
    }
    const at = (count: number) => `head ${count} of settlement/heads`;
    expect(found).toEqual([at(3), at(FAR), at(FAR + 1)]);
    expect(steps).toBeLessThan(5);
  });
});
