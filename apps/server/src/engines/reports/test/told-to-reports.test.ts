/**
 * The trigger `told_to_reports` in an engine's own database, without replication: what each commit leaves for the reports, and what
 * growth.md says of a migration that takes a column from under it.
 */
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  POSTGRES_TEMPLATE,
  urlOf,
} from '../../../../test/support/postgres-server.ts';
import { openPostgres, type PostgresDatabase } from '../../../core/store/postgres/database.ts';
import { tellReports } from '../publication-queries.ts';

const OF_ENGINE = { isHome: false, isAnew: false };

describe.runIf(hasPostgres)('the trigger told_to_reports (PostgreSQL)', () => {
  let name: string;
  let books: PostgresDatabase;

  beforeEach(async () => {
    name = await createDatabase(process.env[POSTGRES_TEMPLATE]);
    books = await openPostgres({ url: urlOf(name) });
  });
  afterEach(async () => {
    await books.close();
    await dropDatabase(name);
  });

  const put = (accountId: number, owner: number, total: number) =>
    books.query(
      `INSERT INTO balances (account_id, owner_id, account, currency_id, total_minor, frozen_minor)
       VALUES ($1, $2, 'external', 3, $3, 0)
       ON CONFLICT (account_id) DO UPDATE SET total_minor = excluded.total_minor`,
      [accountId, owner, total],
    );
  const told = async (): Promise<string[]> =>
    (
      await books.query<{ row: string }>(
        "SELECT concat_ws(' ', engine, account_id, total_minor) AS row FROM reports.balances ORDER BY account_id",
      )
    ).map(({ row }) => row);

  test('copies what the house has, as it was found and as it changes, and nothing of users', async () => {
    await put(11, 0, 5);
    await put(12, 7, 6);
    await tellReports(books, 'futures', OF_ENGINE);
    expect(await told()).toEqual(['futures 11 5']);
    await put(11, 0, 8);
    await put(13, 0, 9);
    await put(12, 7, 10);
    await put(14, 7, 11);
    expect(await told()).toEqual(['futures 11 8', 'futures 13 9']);
  });

  test('is of the transaction that changes the row: what is taken back was never told', async () => {
    await tellReports(books, 'wealth', OF_ENGINE);
    const undone = new Error('taken back');
    const taken = books.transaction(async (transaction) => {
      await transaction.query(
        `INSERT INTO balances (account_id, owner_id, account, currency_id, total_minor, frozen_minor)
         VALUES (11, 0, 'external', 3, 5, 0)`,
      );
      throw undone;
    });
    await expect(taken).rejects.toBe(undone);
    expect(await told()).toEqual([]);
  });

  test('at the home tells how far it has come, and copies no balance', async () => {
    await tellReports(books, 'spot', { isHome: true, isAnew: false });
    await put(11, 0, 5);
    const triggers = await books.query<{ table: string }>(
      "SELECT tgrelid::regclass::text AS table FROM pg_trigger WHERE tgname = 'told_to_reports'",
    );
    expect(triggers).toEqual([{ table: 'leader' }]);
    expect(await told()).toEqual([]);
  });

  test('fails a batch whose column was renamed from under it, unless the migration dropped it first', async () => {
    await tellReports(books, 'futures', OF_ENGINE);
    await put(11, 0, 5);
    await books.query('ALTER TABLE balances RENAME COLUMN total_minor TO amount_minor');
    const add = () =>
      books.query(
        "UPDATE balances SET amount_minor = amount_minor + 1 WHERE account_id = 11 AND account = 'external'",
      );
    await expect(add()).rejects.toThrow(/total_minor/);
    await books.query('DROP TRIGGER told_to_reports ON balances');
    await add();
    // Set up again, the copy is made anew with the columns of now.
    expect(await tellReports(books, 'futures', OF_ENGINE)).toBe(true);
    await add();
    expect(
      await books.query('SELECT engine, account_id, amount_minor FROM reports.balances'),
    ).toEqual([{ engine: 'futures', account_id: 11n, amount_minor: 7n }]);
  });
});
