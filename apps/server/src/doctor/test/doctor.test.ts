/**
 * `npm run doctor`. Goal: what is wrong with anything that the exchange stands on is named with what to do, what is right is
 * said to be, and nothing is changed by looking. Method: real databases, Redis, mail, TLS and nodes of this machine, each right
 * and wrong.
 */
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  POSTGRES_TEMPLATE,
  urlOf,
} from '../../../test/support/postgres-server.ts';
import { hasRedis, REDIS_URL } from '../../../test/support/redis-server.ts';
import { inherited } from '../../../test/support/spawned.ts';
import { accountKey } from '../../chains/test/chain-fixture.ts';
import { HttpNode } from '../../chains/test/http-node.ts';
import { type ControlParts, startControl } from '../../core/backup/control.ts';
import { loadConfig } from '../../core/config/config.ts';
import { deploymentOf, proveSecret } from '../../core/operations/deployment.ts';
import { openPglite } from '../../core/store/embedded/database.ts';
import { migrate } from '../../core/store/migrator.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { openAsApp, type RolesDatabase } from '../../core/store/test/roles-database.ts';
import { settleMode } from '../../demo/first-start.ts';
import { KEPT_REQUEST, readKept } from '../../demo/kept.ts';
import { VenueServer } from '../../market/test/feeds/venue-server.ts';
import { makeMailServer } from '../../notices/test/mail-server.ts';
import { notePasskeyDomain } from '../../operators/access/passkey-domain.ts';
import { insertOperatorPasskey } from '../../operators/access/passkey-queries.ts';
import { insertOperator } from '../../operators/queries.ts';
import { lookAtFolder } from '../embedded.ts';
import { examine } from '../examine.ts';
import { type Finding, type OpenSubject, wordsOf } from '../finding.ts';
import { lookAtDisk } from '../machine.ts';
import {
  lookAtCertificate,
  lookAtChains,
  lookAtMail,
  lookAtSms,
  lookAtVenues,
} from '../outside.ts';
import { lookAtServer } from '../processes.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const SECRET = 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH';
const REAL = { FEED: 'live:kraken', SECRET_KEY: SECRET } as const;

let scratch: string;
const open: Server[] = [];
beforeAll(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-doctor-'));
});
afterAll(async () => {
  for (const server of open) await new Promise((resolve) => server.close(resolve));
  fs.rmSync(scratch, { recursive: true, force: true });
});

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

type Settings = Readonly<Record<string, string>>;
const subjectOf = (settings: Settings, more: Partial<OpenSubject> = {}): OpenSubject => ({
  config: loadConfig({ DATA_DIR: path.join(scratch, 'data'), ...settings }),
  environment: settings,
  database: undefined,
  ...more,
});
const look = (settings: Settings, ignored: readonly string[] = []): Promise<Finding[]> =>
  examine({
    environment: { DATA_DIR: path.join(scratch, 'data'), PORT: '0', ...settings },
    ignored,
  });
const of = (found: readonly Finding[], about: string): Finding[] =>
  found.filter((each) => each.about === about);
const states = (found: readonly Finding[]): string[] => found.map(({ state }) => state);

describe('settings', () => {
  test('that are wrong are all there is to say, with the names that nobody reads', async () => {
    const line = 'FEED_FOO: is no setting; the nearest is FEED_URLS';
    expect(await look({ PORT: 'http' }, [line])).toEqual([
      expect.objectContaining({ about: 'settings', state: 'note', said: line }),
      expect.objectContaining({ state: 'bad', said: expect.stringMatching(/^PORT: "http"/) }),
    ]);
    const venue = await look({ FEED: 'live:krakn', DEMO: 'true' });
    expect(venue).toMatchObject([{ state: 'bad', said: 'FEED: no venue is called "krakn"' }]);
    // Before what a real exchange would need, and a right one after it.
    const first = await look({ FEED: 'live:krakn' });
    expect(first).toMatchObject([{ state: 'bad', said: 'FEED: no venue is called "krakn"' }]);
    const second = await look({ FEED: 'live:kraken' });
    expect(second).toMatchObject([{ state: 'bad', said: expect.stringMatching(/^SECRET_KEY: /) }]);
  });

  test('of a demo are well without anything, and looking makes nothing', async () => {
    const found = await look({});
    expect(found.filter(({ state }) => state === 'bad')).toEqual([]);
    for (const about of ['settings', 'database', 'disk', 'fsync', 'secrets'])
      expect(of(found, about).length, about).toBeGreaterThan(0);
    expect(fs.existsSync(path.join(scratch, 'data'))).toBe(false);
  });

  test('secrets that others may read, or that are missing, are named with what to do', async () => {
    const open = path.join(scratch, 'open');
    fs.mkdirSync(open, { mode: 0o755 });
    const file = path.join(open, 'metrics');
    fs.writeFileSync(file, 'a-token-of-the-tests', { mode: 0o644 });
    const found = of(
      await look({ METRICS_TOKEN: 'k3Jd9sLq0xZpW8vBn2Rt', METRICS_TOKEN_FILE: file }),
      'secrets',
    );
    expect(found).toContainEqual(
      expect.objectContaining({ state: 'note', todo: `chmod go= ${file}` }),
    );
    expect(found.some(({ said }) => said.includes('BACKUP_KEY'))).toBe(true);
    // As deploy/make-secrets.sh leaves them, for the users of containers.
    const closed = path.join(scratch, 'closed');
    fs.mkdirSync(closed, { mode: 0o700 });
    const kept = path.join(closed, 'metrics');
    fs.copyFileSync(file, kept);
    fs.chmodSync(kept, 0o444);
    expect(of(await look({ METRICS_TOKEN_FILE: kept }), 'secrets')).toContainEqual(
      expect.objectContaining({ state: 'good', said: expect.stringContaining(kept) }),
    );
  });

  test('an error is told once, whatever repeats it', () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:1');
    expect(wordsOf(new Error(`no answer: ${cause.message}`, { cause }))).toBe(
      'no answer: connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(wordsOf(new Error('no answer', { cause }))).toBe(
      'no answer: connect ECONNREFUSED 127.0.0.1:1',
    );
  });
});

describe('an embedded database', () => {
  const OTHER = 'uP7xR2mK9vT4qZ1wL8nB3cY6hF5dS0jG';
  let dataDir: string;
  beforeAll(async () => {
    dataDir = path.join(scratch, 'embedded');
    const database = await openPglite({ folder: dataDir });
    await migrate(database);
    await settleMode(database, { isDemo: true }, 1);
    const deployment = await deploymentOf(database, 1);
    await proveSecret(database, { secretKey: SECRET }, { deployment, nowMs: 1 });
    await database.close();
    // Making one takes seconds, and longer on a machine that is busy.
  }, 600_000);
  /** How it stands with the folder's database, by the last line about it. */
  const ofFolder = async (settings: Settings) =>
    (await lookAtFolder(subjectOf({ DATA_DIR: dataDir, ...settings }))).at(-1);
  const bytes = () =>
    fs
      .readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => [name, fs.statSync(path.join(dataDir, name)).mtimeMs]);
  const otherSecret = {
    state: 'bad',
    said: expect.stringMatching(/^SECRET_KEY: this database is of an exchange with another secret/),
  };

  test('of another secret or mode is bad, as a start refuses it, and nothing in it is touched', async () => {
    const before = bytes();
    expect(await ofFolder({ SECRET_KEY: OTHER })).toMatchObject(otherSecret);
    expect(await ofFolder({ SECRET_KEY: SECRET })).toMatchObject({
      state: 'good',
      said: expect.stringContaining('of this SECRET_KEY'),
    });
    expect(bytes()).toEqual(before);
  }, 600_000);

  test('is copied where nothing of it stays, nor of a copy whose doctor was killed', async () => {
    const temporary = path.join(scratch, 'temporary');
    const left = path.join(temporary, 'fairlead-doctor-copy-aaaaaa', 'data');
    fs.mkdirSync(left, { recursive: true, mode: 0o700 });
    fs.chmodSync(path.dirname(left), 0o700);
    fs.writeFileSync(path.join(left, 'rows'), 'x');
    vi.stubEnv('TMPDIR', temporary);
    try {
      expect(await ofFolder({ SECRET_KEY: SECRET })).toMatchObject({ state: 'good' });
      expect(fs.readdirSync(temporary)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  }, 600_000);

  test('that a server uses is answered for by it, and by nobody where it does not answer', async () => {
    const database = await openPglite({ folder: dataDir });
    try {
      expect(await ofFolder({ SECRET_KEY: OTHER })).toMatchObject({ state: 'left' });
      const requests = { [KEPT_REQUEST]: () => readKept(database) };
      const control = await startControl({
        dataDir,
        requests,
        database,
      } as unknown as ControlParts);
      const found = await ofFolder({ SECRET_KEY: OTHER });
      expect(found).toMatchObject(otherSecret);
      expect(found?.said).toContain('of a server that runs on it');
      expect(await ofFolder({ SECRET_KEY: SECRET })).toMatchObject({ state: 'good' });
      expect(await ofFolder({ ...REAL })).toMatchObject({
        state: 'bad',
        said: expect.stringMatching(/^DEMO: /),
      });
      await control.stop();
    } finally {
      await database.close();
    }
  }, 600_000);

  test('that was moved away, or that others may enter, is bad', async () => {
    const moved = path.join(scratch, 'moved');
    fs.mkdirSync(path.join(moved, 'database.moved'), { recursive: true, mode: 0o700 });
    fs.chmodSync(moved, 0o700);
    expect(await ofFolder({ DATA_DIR: moved })).toMatchObject({ state: 'bad' });
    fs.chmodSync(moved, 0o755);
    expect(await ofFolder({ DATA_DIR: moved })).toMatchObject({
      state: 'bad',
      said: expect.stringContaining('chmod -R go='),
    });
  });
});

describe('the machine', () => {
  test('without room is told of as the server would be stopped', async () => {
    const [found] = await lookAtDisk(
      subjectOf({ DISK_OPENINGS_MB: '1000000', DISK_ENDINGS_MB: '0' }),
    );
    // The limit is at most 5 % of the volume.
    const { bavail, blocks } = fs.statfsSync(scratch);
    expect(found?.state).toBe(bavail / blocks < 0.05 ? 'bad' : 'good');
    expect(found?.said).toMatch(/GB free for/);
  });

  test('a server that runs says whether it is ready', async () => {
    let isReady = false;
    const server = createHttpServer((_request, response) => {
      response.statusCode = isReady ? 200 : 503;
      response.end(JSON.stringify({ status: isReady ? 'ready' : 'standby' }));
    });
    const PORT = String(await listen(server));
    expect(await lookAtServer(subjectOf({ PORT }))).toMatchObject([
      { state: 'note', said: expect.stringContaining('standby') },
    ]);
    isReady = true;
    expect(states(await lookAtServer(subjectOf({ PORT })))).toEqual(['good']);
    expect(states(await lookAtServer(subjectOf({ PORT: '1' })))).toEqual(['left']);
  });
});

describe('outside', () => {
  test('a test mail is really sent, and what does not take it is named', async () => {
    const { server, lines } = makeMailServer(['nobody@x.example']);
    const settings = {
      ...REAL,
      SMTP_URL: `smtp://127.0.0.1:${await listen(server)}`,
      MAIL_FROM: 'Fairlead <codes@fair.example>',
    };
    expect(states(await lookAtMail(subjectOf(settings)))).toEqual(['good']);
    expect(lines).toContain('RCPT TO:<codes@fair.example>');
    const mailTo = 'nobody@x.example';
    expect(await lookAtMail(subjectOf(settings, { mailTo }))).toMatchObject([
      { state: 'bad', said: expect.stringMatching(/not taken for nobody@x\.example: .*550/) },
    ]);
    expect(states(await lookAtMail(subjectOf(REAL)))).toEqual(['note']);
    expect(states(await lookAtMail(subjectOf({})))).toEqual(['left']);
  });

  test('a test SMS is really sent to the number that was given, and to none where none was', async () => {
    const got: string[] = [];
    let status = 202;
    const server = createHttpServer(async (request, response) => {
      got.push(await textOf(request));
      response.writeHead(status).end();
    });
    const SMS_WEBHOOK_URL = `http://127.0.0.1:${await listen(server)}/sms-secret`;
    const settings = { ...REAL, SMS_WEBHOOK_URL };
    const smsTo = '+66 81-234-5678';
    expect(await lookAtSms(subjectOf(settings))).toMatchObject([
      { state: 'left', said: expect.stringContaining('--sms-to') },
    ]);
    expect(states(await lookAtSms(subjectOf({}, { smsTo })))).toEqual(['left']);
    expect(states(await lookAtSms(subjectOf(settings, { smsTo: '0812345678' })))).toEqual(['bad']);
    expect(got).toEqual([]);
    expect(states(await lookAtSms(subjectOf(settings, { smsTo })))).toEqual(['good']);
    expect(got.map((body) => JSON.parse(body))).toEqual([
      { to: '+66812345678', text: expect.stringContaining('npm run doctor') },
    ]);
    status = 500;
    const refused = await lookAtSms(subjectOf(settings, { smsTo }));
    expect(refused).toMatchObject([{ state: 'bad', said: expect.stringMatching(/answered 500$/) }]);
    expect(JSON.stringify(refused)).not.toContain('sms-secret');
    expect(states(await lookAtSms(subjectOf(REAL, { smsTo })))).toEqual(['bad']);
    expect(states(await lookAtSms(subjectOf(REAL)))).toEqual(['left']);
  });

  test('a certificate that nobody trusts, or none at all, is what users would see', async () => {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(scratch, name));
    const made = ['-nodes', '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert].map(String);
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...made], { stdio: 'ignore' });
    const pair = { key: fs.readFileSync(String(key)), cert: fs.readFileSync(String(cert)) };
    const port = await listen(createHttpsServer(pair));
    const found = await lookAtCertificate(subjectOf({ PUBLIC_URL: `https://127.0.0.1:${port}` }));
    expect(found).toMatchObject([{ state: 'bad', said: expect.stringContaining('self-signed') }]);
    const none = await lookAtCertificate(subjectOf({ PUBLIC_URL: 'https://127.0.0.1:1' }));
    expect(none).toMatchObject([{ state: 'bad', said: expect.stringContaining('ECONNREFUSED') }]);
    expect(states(await lookAtCertificate(subjectOf({})))).toEqual(['left']);
  });

  test('each node says its network and block; another network and silence are named, keys are not', async () => {
    class Node extends HttpNode {
      chainId = '0xaa36a7';
      protected answer(_path: string, { id, method }: Readonly<Record<string, unknown>>): object {
        return { jsonrpc: '2.0', id, result: method === 'eth_chainId' ? this.chainId : '0x10' };
      }
    }
    const [right, wrong] = [new Node(), new Node()];
    wrong.chainId = '0x1';
    const urls = [await right.listen(), await wrong.listen()];
    const found = await lookAtChains(
      subjectOf({
        XPUB_EVM: accountKey().publicExtendedKey,
        RPC_EVM: [...urls, 'http://127.0.0.1:1/canary'].join(','),
        CONFIRMATIONS_EVM: '3',
      }),
    );
    expect(found).toMatchObject([
      { state: 'good', said: expect.stringMatching(/network 11155111, block 16$/) },
      { state: 'bad', todo: expect.stringContaining('test network') },
      { state: 'bad' },
    ]);
    expect(JSON.stringify(found)).not.toContain('canary');
    await Promise.all([right.close(), wrong.close()]);
  });

  test('a venue that answers, one that does not, and too few of them', async () => {
    const venue = new VenueServer('kraken', ['BTC/USDT']);
    const FEED_URLS = `kraken=${await venue.listen()},okx=http://127.0.0.1:1`;
    const found = await lookAtVenues(
      subjectOf({ DEMO: 'true', FEED: 'live:kraken,okx', FEED_URLS }),
    );
    await venue.close();
    expect(found).toMatchObject([
      {
        state: 'good',
        said: expect.stringMatching(/^kraken answers; it does not list .*ETH\/USDT/),
      },
      { state: 'bad', said: expect.stringMatching(/^okx: /) },
      { state: 'note', said: '1 answer' },
    ]);
  });
});

describe.skipIf(!hasPostgres || !hasRedis)('database and processes', () => {
  let app: RolesDatabase;
  let appUrl: string;
  beforeAll(async () => {
    app = await openAsApp();
    const [row] = await app.database.query<{ name: string }>('SELECT current_database() AS name');
    appUrl = urlOf(row?.name ?? '').replace('postgres@', `${app.roles.app}@`);
  });
  afterAll(() => app.remove());

  test('a role of its own, its schema, clock and replicas are well; another secret is not', async () => {
    await settleMode(app.database, { isDemo: true }, 1);
    const deployment = await deploymentOf(app.database, 1);
    await proveSecret(app.database, { secretKey: SECRET }, { deployment, nowMs: 1 });
    const kept = () => app.database.query('SELECT * FROM settings ORDER BY key');
    const before = await kept();
    const settings = { DATABASE_URL: appUrl, SECRET_KEY: SECRET, ROLE: 'gateway', REDIS_URL };
    const found = await look(settings);
    expect(states(of(found, 'database'))).toEqual(['good', 'good']);
    expect(of(found, 'role')).toMatchObject([{ state: 'good' }]);
    expect(of(found, 'replicas')).toMatchObject([{ state: 'good' }]);
    expect(of(found, 'clock')[0]).toMatchObject({ state: 'good' });
    expect(of(found, 'Redis')[0]?.said).toMatch(/^Redis \d/);
    // The tests' own sessions.
    expect(of(found, 'peers')[0]).toMatchObject({ state: 'good', said: '3 all' });
    const other = { ...settings, SECRET_KEY: 'uP7xR2mK9vT4qZ1wL8nB3cY6hF5dS0jG' };
    expect(of(await look(other), 'database')).toContainEqual(
      expect.objectContaining({ state: 'bad', said: expect.stringMatching(/^SECRET_KEY: /) }),
    );
    expect(await kept()).toEqual(before);
  });

  test('operators’ passkeys of another domain are bad, with its name', async () => {
    const { database } = app;
    const owner = { name: 'owner', role: 'owner', passwordHash: 'x', createdAtMs: 1 } as const;
    const operatorId = (await insertOperator(database, owner)) ?? 0;
    await insertOperatorPasskey(database, {
      operatorId,
      credentialId: 'one',
      publicKey: new Uint8Array(1),
      signCount: 0,
      transports: [],
      isSynced: false,
      name: 'Key ring',
      createdAtMs: 1,
    });
    await notePasskeyDomain(database, { rpId: 'exchange.example' }, 1);
    const settings = { DATABASE_URL: appUrl, SECRET_KEY: SECRET };
    const passkeys = async (publicUrl: string) =>
      of(await look({ ...settings, PUBLIC_URL: publicUrl }), 'passkeys');
    const isBad = [
      {
        state: 'bad',
        said: expect.stringMatching(/belong to exchange\.example, and .*no operator/),
      },
    ];
    for (const url of ['https://other.example', 'https://192.0.2.1'])
      expect(await passkeys(url)).toMatchObject(isBad);
    expect(await passkeys('https://exchange.example')).toMatchObject([{ state: 'good' }]);
    await database.query('DELETE FROM operator_passkeys');
  });

  test('a gateway without an engine, and in another Redis, is a peer that is not well', async () => {
    const url = `${appUrl}?application_name=${encodeURIComponent('fairlead gateway 0123456789ab')}`;
    const { default: pg } = await import('pg');
    const peer = new pg.Client({ connectionString: url });
    await peer.connect();
    const settings = { DATABASE_URL: appUrl, SECRET_KEY: SECRET, ROLE: 'gateway', REDIS_URL };
    const found = of(await look(settings), 'peers');
    await peer.end();
    expect(found).toMatchObject([
      // Sessions of the tests before this one end when they have been idle.
      { state: 'good', said: expect.stringMatching(/^\d all, 1 gateway$/) },
      { state: 'bad', said: 'no engine is among them' },
      { state: 'bad', said: expect.stringContaining('not in this Redis') },
    ]);
  });

  test('what is old, owned by the server, on one machine or away says what to do', async () => {
    const name = await createDatabase(process.env[POSTGRES_TEMPLATE]);
    try {
      const database = await openPostgres({ url: urlOf(name) });
      await migrate(database);
      await settleMode(database, { isDemo: false }, 1);
      await database.query('DELETE FROM schema_migrations WHERE version = 44');
      await database.close();
      const real = { DATABASE_URL: urlOf(name), ...REAL, DATA_DIR: scratch };
      const { openSubject, lookAtDatabase } = await import('../database.ts');
      const subject = await openSubject(subjectOf(real));
      const found = await lookAtDatabase(subject);
      await subject.database?.close();
      expect(of(found, 'database')[1]).toMatchObject({
        state: 'note',
        todo: expect.stringContaining('npm run migrate'),
      });
      expect(of(found, 'role')).toMatchObject([{ state: 'note' }]);
      expect(of(found, 'replicas')).toMatchObject([{ state: 'note' }]);
      expect(of(found, 'archive')).toMatchObject([
        { state: 'note', said: expect.stringMatching(/^no WAL/) },
      ]);
      const away = await openSubject(subjectOf({ DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }));
      expect(away.found).toMatchObject([
        {
          state: 'bad',
          said: expect.not.stringMatching(/ECONNREFUSED.*ECONNREFUSED/),
          todo: expect.stringMatching(/^start Post/),
        },
      ]);
    } finally {
      await dropDatabase(name);
    }
  });
});

test('as a command it says all of it, the sum last, and ends with 1 where something is bad', async () => {
  const run = async (settings: Settings, words: readonly string[] = []) => {
    const env = { ...inherited, DATA_DIR: path.join(scratch, 'data'), PORT: '0', ...settings };
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['apps/server/src/doctor.ts', ...words],
        {
          cwd: root,
          env,
        },
      );
      return { code: 0, stdout };
    } catch (error) {
      return error as { readonly code: number; readonly stdout: string };
    }
  };
  const well = await run({});
  expect(well.code).toBe(0);
  expect(well.stdout).toMatch(/^✓ settings {3}a demo, prices simulated, role all$/m);
  expect(well.stdout).toMatch(/^\d+ good, \d+ to be better, 0 bad\.\n$/m);
  const inside = await run({ WEBHOOK_PRIVATE_HOSTS: '10.0.0.1:80' });
  expect(inside.stdout).toMatch(
    /^! webhooks {3}every user can have requests sent to 10\.0\.0\.1:80$/m,
  );
  const wrong = await run({ FEED_SPEDE: '10' });
  expect([wrong.code, wrong.stdout]).toEqual([
    1,
    '✗ settings   FEED_SPEDE: is no setting; did you mean FEED_SPEED?\n             → docs/operating/configure.md\n0 good, 0 to be better, 1 bad.\n',
  ]);
  const asked = await run({}, ['--sms-to', '0812345678']);
  expect([asked.code, asked.stdout]).toEqual([
    1,
    expect.stringMatching(/^✗ SMS {8}0812345678 is no number$/m),
  ]);
  const usage = /^npm run doctor -- /;
  expect(await run({}, ['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(usage),
  });
  expect(await run({}, ['--mial-to', 'x'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--mial-to'.*\nnpm run doctor -- /),
  });
});
