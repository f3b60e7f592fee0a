/** What the doctor says of the databases of several engines: of each whether it is its own, and what its server leaves it. */
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  POSTGRES_TEMPLATE,
  urlOf,
} from '../../../test/support/postgres-server.ts';
import { loadConfig } from '../../core/config/config.ts';
import { PRODUCT_ENGINES } from '../../core/config/engines.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { writeSetting } from '../../core/store/settings-queries.ts';
import { lookAtEngines } from '../engines.ts';

describe.skipIf(!hasPostgres)('the doctor of several engines', () => {
  const names = new Map<string, string>();

  beforeAll(async () => {
    for (const engine of PRODUCT_ENGINES) {
      const name = await createDatabase(process.env[POSTGRES_TEMPLATE]);
      names.set(engine, name);
      const books = await openPostgres({ url: urlOf(name) });
      for (const [key, value] of [
        ['engine', engine],
        ['deployment', 'here'],
      ] as const)
        await writeSetting(books, key, { value: JSON.stringify(value), nowMs: 1 });
      if (engine === 'options')
        await books.query(`ALTER DATABASE "${name}" SET idle_session_timeout = '10s'`);
      await books.close();
    }
  });
  afterAll(async () => {
    for (const name of names.values()) await dropDatabase(name);
  });

  test('each one is looked at for what ends its sessions', async () => {
    const url = (engine: string) => urlOf(names.get(engine) ?? '');
    const config = loadConfig({
      ENGINES: '4',
      DATABASE_URL: 'postgres://127.0.0.1/nowhere',
      DATABASE_URL_FUTURES: url('futures'),
      DATABASE_URL_OPTIONS: url('options'),
      DATABASE_URL_WEALTH: url('wealth'),
      DATABASE_URL_REPORTS: 'postgres://127.0.0.1/reports',
      DATA_DIR: '/tmp/nowhere',
    });
    const found = await lookAtEngines({ config, environment: {}, database: undefined });
    for (const engine of PRODUCT_ENGINES)
      expect(found).toContainEqual(
        expect.objectContaining({
          state: 'good',
          said: `${engine}: its database answers and is its own`,
        }),
      );
    const bad = found.filter(({ state }) => state === 'bad').map(({ said }) => said);
    expect(bad.filter((said) => said.includes('idle_session_timeout'))).toEqual([
      expect.stringMatching(/^options: /),
    ]);
    expect(found.filter(({ about }) => about === 'limits').length).toBeGreaterThanOrEqual(3);
  });
});
