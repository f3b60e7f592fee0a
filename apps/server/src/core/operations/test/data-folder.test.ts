/**
 * What the server leaves on the disk, and on which folders it starts. Goal: nobody but its own user
 * reads or writes any of it, and no start begins a second exchange where one was. Method: real processes, a walk over
 * everything they wrote, folders opened and emptied as people do.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  POSTGRES_TEMPLATE,
  urlOf,
} from '../../../../test/support/postgres-server.ts';
import {
  inherited,
  RECORDED,
  refusalOf as refusalIn,
  SHORT_LIVED,
  type Spawned,
  spawnServer,
} from '../../../../test/support/spawned.ts';
import { multipartBody, picture } from '../../../verification/test/upload-fixture.ts';
import { openPglite } from '../../store/embedded/database.ts';
import { readMark } from '../../store/exchange-mark.ts';

const root = path.resolve(import.meta.dirname, '../../../../../..');
let scratch: string;
const running: Spawned[] = [];
beforeAll(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-folder-'));
});
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
  fs.rmSync(scratch, { recursive: true, force: true });
});

const environmentOf = (dataDir: string, more: Readonly<Record<string, string>> = {}) => ({
  DATA_DIR: dataDir,
  BOTS: 'false',
  FEED: RECORDED,
  ...more,
});

async function start(dataDir: string, more?: Readonly<Record<string, string>>): Promise<Spawned> {
  const server = await spawnServer(environmentOf(dataDir, more));
  running.push(server);
  await server.said('Fairlead is ready at');
  return server;
}

async function stop({ child, ended }: Spawned): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

const refusalOf = (dataDir: string, more?: Readonly<Record<string, string>>): Promise<string> =>
  refusalIn(environmentOf(dataDir, more));

/** Everything within a folder, itself included, that others than its user may do anything to. */
function openWithin(folder: string): string[] {
  const places = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['.', ...places].filter(
    (place) => (fs.lstatSync(path.join(folder, place)).mode & 0o077) !== 0,
  );
}

async function uploadTo({ address }: Spawned): Promise<void> {
  const post = async <Data>(url: string, fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams(fields);
    const response = await fetch(`${address}/api/${url}`, { method: 'POST', body });
    return (await response.json()) as { message: Data };
  };
  const email = 'walker@example.com';
  await post('sms_mail', { email, scene: 'register' });
  const { message } = await post<{ code: string }[]>('dev/inbox', { to: email });
  const words = { password: 'harbour-42', password_confirmation: 'harbour-42', agreed: 'true' };
  const named = { account_type: 'email', account: email, code: message[0]?.code ?? '' };
  const { token } = (await post<{ token: string }>('user/register', { ...named, ...words }))
    .message;
  const { body, type } = multipartBody({ bytes: await picture() });
  const response = await fetch(`${address}/api/upload`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': type },
    body: new Uint8Array(body),
  });
  expect(response.status).toBe(200);
}

const backUp = (dataDir: string, to: string): void => {
  const command = ['apps/server/src/backup.ts', 'backup', '--to', to];
  execFileSync(process.execPath, [...SHORT_LIVED, ...command], {
    cwd: root,
    env: { ...inherited, ...environmentOf(dataDir) },
  });
};

// One story, because a first start takes seconds.
test('Q16: all that is written is its own user’s, and open or emptied folders are refused', async () => {
  const dataDir = path.join(scratch, 'data of ours');
  const first = await start(dataDir);
  await uploadTo(first);
  const backups = path.join(scratch, 'backups');
  backUp(dataDir, backups);
  const names = fs.readdirSync(dataDir);
  expect(names).toEqual(expect.arrayContaining(['control', 'database', 'exchange-id', 'uploads']));
  expect(openWithin(dataDir)).toEqual([]);
  expect(openWithin(backups)).toEqual([]);
  await stop(first);
  expect(openWithin(dataDir)).toEqual([]);

  // As an earlier version left it.
  execFileSync('chmod', ['-R', 'go=rwX', dataDir]);
  const line = await refusalOf(dataDir);
  expect(line).toBe(
    `Fairlead cannot start. DATA_DIR: others than this user may enter ${dataDir}; run: chmod -R go= '${dataDir}'`,
  );
  // Closed at its door only: the rest is closed by the start.
  fs.chmodSync(dataDir, 0o700);
  await stop(await start(dataDir));
  expect(openWithin(path.join(dataDir, 'database'))).toEqual([]);
  execFileSync('chmod', ['-R', 'go=rwX', dataDir]);
  execFileSync('sh', ['-c', line.slice(line.indexOf('chmod'))]);
  expect(openWithin(dataDir)).toEqual([]);

  // The database is lost; what names the exchange, or what its users sent, is there.
  const kept = path.join(scratch, 'kept');
  fs.renameSync(path.join(dataDir, 'database'), kept);
  const lost =
    /^Fairlead cannot start\. DATA_DIR: .* held an exchange .*docs\/operating\/backup\.md/;
  expect(await refusalOf(dataDir)).toMatch(lost);
  fs.renameSync(path.join(dataDir, 'exchange-id'), path.join(scratch, 'exchange-id'));
  expect(await refusalOf(dataDir)).toMatch(lost);
  expect(fs.readdirSync(dataDir)).not.toContain('database');

  // Back in its place it starts, and is noted as before.
  fs.renameSync(kept, path.join(dataDir, 'database'));
  await stop(await start(dataDir));
  const noted = fs.readFileSync(path.join(scratch, 'exchange-id'), 'utf8').trim();
  expect(readMark(dataDir)).toBe(noted);
}, 600_000);

test('Q16: a database behind a link is refused, and what the engine throws is told in words', async () => {
  const away = path.join(scratch, 'away');
  fs.mkdirSync(away);
  fs.chmodSync(away, 0o777);
  const linked = path.join(scratch, 'linked');
  fs.mkdirSync(linked, { mode: 0o700 });
  fs.symlinkSync(away, path.join(linked, 'database'));
  expect(await refusalOf(linked)).toMatch(
    /^Fairlead cannot start\. DATA_DIR: .*database is a link, which the embedded database cannot follow/,
  );
  const broken = path.join(scratch, 'broken');
  fs.mkdirSync(path.join(broken, 'database', 'PG_VERSION'), { recursive: true, mode: 0o700 });
  const line = await refusalOf(broken);
  expect(line).toMatch(/^Fairlead cannot start\. \S+ /);
  expect(line).not.toContain('[object');
}, 600_000);

test('Q16: an embedded database is closed whatever the process’s umask is', async () => {
  const folder = fs.mkdtempSync(path.join(scratch, 'umask-'));
  const database = await openPglite({ folder });
  await database.query('CREATE TABLE something AS SELECT generate_series(1, 1000) AS number');
  await database.query('CHECKPOINT');
  await database.close();
  expect(openWithin(folder)).toEqual([]);
}, 600_000);

test.skipIf(!hasPostgres)(
  'Q16: beside PostgreSQL the folder knows its database',
  async () => {
    const dataDir = path.join(scratch, 'beside');
    const template = process.env[POSTGRES_TEMPLATE];
    const [one, other] = [await createDatabase(template), await createDatabase(template)];
    try {
      await stop(await start(dataDir, { DATABASE_URL: urlOf(one) }));
      expect(readMark(dataDir)).toBeDefined();
      expect(await refusalOf(dataDir, { DATABASE_URL: urlOf(other) })).toContain(
        'held an exchange whose database is gone',
      );
      // An embedded exchange that was given a server's address is not lost: it can be moved.
      const embedded = path.join(scratch, 'embedded');
      await stop(await start(embedded));
      expect(await refusalOf(embedded, { DATABASE_URL: urlOf(other) })).toContain(
        'npm run move-to-postgres',
      );
      // Nothing was set up in it.
      await stop(await start(path.join(scratch, 'another'), { DATABASE_URL: urlOf(other) }));
      expect(await refusalOf(dataDir, { DATABASE_URL: urlOf(other) })).toContain(
        'belongs to another exchange',
      );
      await stop(await start(dataDir, { DATABASE_URL: urlOf(one) }));
    } finally {
      for (const name of [one, other]) await dropDatabase(name);
    }
  },
  180_000,
);
