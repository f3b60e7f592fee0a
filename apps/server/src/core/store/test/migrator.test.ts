import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { StartRefusedError } from '../database.ts';
import { type Migration, migrate, migration, readMigrations } from '../migrator.ts';

/** Statements of a migration file; bodies of functions hold semicolons and stay whole. */
function statementsOf({ sql }: Migration): string[] {
  const statements: string[] = [];
  let current = '';
  let isInBody = false;
  for (const line of sql.split('\n')) {
    current += `${line}\n`;
    if ((line.match(/\$\$/g) ?? []).length % 2 === 1) isInBody = !isInBody;
    if (isInBody || !line.trimEnd().endsWith(';')) continue;
    statements.push(current);
    current = '';
  }
  return statements;
}

describeDatabases('migrations', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openTestDatabase(kind, { isEmpty: true });
  });
  afterEach(() => test.remove());

  const tables = async (): Promise<string[]> => {
    const rows = await test.database.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.tables
       WHERE table_schema = 'public' ORDER BY table_name`,
    );
    return rows.map(({ table_name }) => table_name);
  };

  it('bring an empty database up once, and then there is nothing to do', async () => {
    const migrations = readMigrations();
    expect(await migrate(test.database)).toBe(migrations.length);
    expect(await migrate(test.database)).toBe(0);
    expect(await tables()).toEqual(expect.arrayContaining(['leader', 'orders', 'postings']));
  });

  it('I12: interrupted at any statement, one leaves nothing, and a later start completes it', async () => {
    const [foundation, trading] = readMigrations() as [Migration, Migration];
    await migrate(test.database, [foundation]);
    const before = await tables();
    const statements = statementsOf(trading);
    expect(statements.length).toBeGreaterThan(10);
    for (let at = 0; at < statements.length; at += 1) {
      const cut = [...statements.slice(0, at + 1), 'SELECT 1 / 0;'].join('\n');
      const interrupted = migration(trading.version, trading.name, cut);
      await expect(migrate(test.database, [foundation, interrupted])).rejects.toThrow();
    }
    expect(await tables()).toEqual(before);
    expect(await migrate(test.database, [foundation, trading])).toBe(1);
    expect(await tables()).toContain('orders');
  }, 600_000);

  it('I12: a database that knows more than the program is refused in one line', async () => {
    const migrations = readMigrations();
    await migrate(test.database, [...migrations, migration(9_999, 'future', 'SELECT 1')]);
    const refused = migrate(test.database, migrations);
    await expect(refused).rejects.toThrow(StartRefusedError);
    await expect(migrate(test.database, migrations)).rejects.toThrow(
      'the database is newer than this program: it has migration 9999 (future); update the program',
    );
  });

  it('a migration changed after it landed is refused', async () => {
    await migrate(test.database, [migration(1, 'first', 'CREATE TABLE a (b integer)')]);
    const changed = migration(1, 'first', 'CREATE TABLE a (b bigint)');
    await expect(migrate(test.database, [changed])).rejects.toThrow(
      'migration 1 (first) was changed after it had been applied',
    );
  });

  it('two programs that start at once migrate once', async () => {
    const other = await test.openAnother();
    const migrations = readMigrations();
    const applied = await Promise.all([migrate(test.database), migrate(other)]);
    expect((applied[0] ?? 0) + (applied[1] ?? 0)).toBe(migrations.length);
  });
});

describe('migration files', () => {
  it('are numbered without a gap up to 9 and named by what they hold', () => {
    const versions = readMigrations().map(({ version }) => version);
    expect(versions.filter((version) => version < 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(versions).size).toBe(versions.length);
  });
});
