/** `npm run reports` and `npm run doctor` over the reports of four engines, with roles that are missing, or may not read. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENGINE_NAMES } from '../../../core/config/engines.ts';
import { POSTGRES_BINARIES } from '../../../core/processes/test/cluster/clusters.ts';
import { settleMode } from '../../../demo/first-start.ts';
import { examine } from '../../../doctor/examine.ts';
import { runReports } from '../command.ts';
import { NOW_MS, PATIENCE, Reported, urlOf } from './reported.ts';

describe.skipIf(POSTGRES_BINARIES === undefined)('the roles of the reports (PostgreSQL)', () => {
  let reported: Reported;
  let folder: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-reports-'));
    reported = await Reported.create();
    for (const role of ['server', 'looker', 'stranger'])
      await reported.server.query(`CREATE ROLE ${role} LOGIN`);
  });
  afterAll(async () => {
    await reported?.remove();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const settings = (role: string) => ({
    DATABASE_URL: urlOf(reported.engines, 'spot'),
    DATABASE_URL_FUTURES: urlOf(reported.engines, 'futures'),
    DATABASE_URL_OPTIONS: urlOf(reported.engines, 'options'),
    DATABASE_URL_WEALTH: urlOf(reported.engines, 'wealth'),
    DATABASE_URL_REPORTS: urlOf(reported.server, 'reports').replace('postgres@', `${role}@`),
  });
  const refused = (words: string) => ({
    name: 'StartRefusedError',
    message: expect.stringContaining(words),
  });

  it('the command names a role that is missing before it writes, and one that may not read', async () => {
    const lines: string[] = [];
    const command = (role: string, app = 'server', copier?: string) =>
      runReports({
        environment: {
          ...settings(role),
          REPORTS_OWNER: 'postgres',
          ...(copier !== undefined && { REPORTS_COPIER: copier }),
        },
        roles: { app, reader: 'looker' },
        nowMs: NOW_MS,
        onStep: (line) => lines.push(line),
      });
    await expect(command('server', 'absent')).rejects.toMatchObject(
      refused('the reports database has no role absent'),
    );
    await expect(command('server', 'server', 'absent:secret')).rejects.toMatchObject(
      refused('the database of spot has no role absent'),
    );
    expect(lines).toEqual([]);
    const schemas = "SELECT FROM pg_namespace WHERE nspname = 'reports'";
    for (const name of ENGINE_NAMES) expect(await reported.of(name).query(schemas)).toEqual([]);
    await expect(command('stranger')).rejects.toMatchObject(
      refused('DATABASE_URL_REPORTS: everything is there, but stranger cannot read it: '),
    );
    await expect(command('server')).resolves.toBeDefined();
  });

  it('the doctor looks at them with the settings of the server', async () => {
    const look = async (given: Readonly<Record<string, string>>) => {
      const environment = { ENGINES: '4', PORT: '0', DATA_DIR: folder, ...given };
      const found = await examine({ environment, ignored: [] });
      expect(found.filter(({ about }) => about.startsWith('lookAt'))).toEqual([]);
      return found
        .filter(({ about }) => about === 'reports')
        .map(({ state, said }) => `${state} ${said}`);
    };
    // Before the first start there is nothing to look at, and nothing that fails; with tables or without.
    const bare = { ...settings('server'), DATABASE_URL: urlOf(reported.engines, 'postgres') };
    expect(await look(bare)).toEqual([]);
    expect(await look(settings('server'))).toEqual([]);

    await settleMode(reported.of('spot'), { isDemo: true }, 1);
    await reported.setUp({ roles: { app: 'server', reader: 'looker' } });
    await vi.waitFor(
      async () =>
        expect((await look(settings('server'))).map((line) => line.split(/[;]/, 1)[0])).toEqual(
          ENGINE_NAMES.map((name) => `good all of ${name} is there`),
        ),
      PATIENCE,
    );
    expect(await look(settings('stranger'))).toContainEqual(
      expect.stringMatching(/^bad they cannot be read: permission denied/),
    );
    const away = { ...settings('server'), DATABASE_URL_REPORTS: 'postgres://a@127.0.0.1:1/b' };
    expect(await look(away)).toEqual([expect.stringMatching(/^bad .*ECONNREFUSED/)]);
  });
});
