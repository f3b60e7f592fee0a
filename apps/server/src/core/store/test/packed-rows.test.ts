/** Rows read many to a value are the rows of the table: at the ends of a page, and to the ends of what a column holds. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { readPacked } from '../packed-rows.ts';

const EXTREMES = [-(2n ** 63n), -1n, 0n, 1n, 2n ** 63n - 1n];

describeDatabases('packed rows', (kind) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    await opened.database.query('CREATE TABLE counted (id bigint PRIMARY KEY, amount bigint)');
  });
  afterEach(() => opened.remove());

  const rows = () =>
    readPacked(
      opened.database,
      { table: 'counted', key: 'id', others: ['amount'] },
      (number) => [number(0), number(1)],
      2,
    );

  test.each([0, 1, 2, 3, 4, 5])('of %i rows, two to a page', async (count) => {
    const expected = EXTREMES.slice(0, count).map((amount, at) => [BigInt(at * 3), amount]);
    // From the last to the first: they come by key.
    for (const row of expected.toReversed())
      await opened.database.query('INSERT INTO counted VALUES ($1, $2)', row);
    const read = await rows();
    expect([...read]).toEqual(expected);
    // It may be gone through again.
    expect([...read]).toEqual(expected);
  });
});
