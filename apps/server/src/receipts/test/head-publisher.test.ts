/**
 * Q9: heads are given to others to keep, over the real protocols: a calendar that answers as OpenTimestamps' do, an
 * HTTPS server with a certificate of its own, and a bare git repository.
 */

import { execFile, execFileSync } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { attestedBy, bitcoinHeight, headLine, pendingUri, readOts } from '@fairlead/receipt';
import { MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../../test/support/fixture.ts';
import type { HeadsConfig } from '../../core/config/heads.ts';
import { createLog } from '../../core/http/log.ts';
import { Metrics } from '../../core/operations/metrics.ts';
import { ask, buyer, startOptionServer } from '../../options/test/fixture.ts';
import { HeadPublisher } from '../head-publisher.ts';
import { HEADS_FILE } from '../head-targets.ts';
import { DerivativeStory } from './receipt-story.ts';

const VERIFY = path.resolve(
  import.meta.dirname,
  '../../../../../packages/receipt/bin/fairlead-verify.mjs',
);
const SECRET = 'a lantern on the quay';

let server: TestServer;
let story: DerivativeStory;
let folder: string;
const listening: (http.Server | https.Server)[] = [];

async function listen(each: http.Server | https.Server): Promise<number> {
  listening.push(each);
  await new Promise<void>((resolve) => {
    each.listen(0, '127.0.0.1', resolve);
  });
  return (each.address() as AddressInfo).port;
}

const bodyOf = async (request: http.IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** A calendar: it appends a nonce, hashes, and promises; once `block` is set it anchors what it promised. */
class Calendar {
  block: number | undefined;
  isDown = false;
  readonly digests: string[] = [];
  readonly #promised = new Set<string>();
  url = '';

  async start(): Promise<void> {
    const port = await listen(
      http.createServer((request, response) => {
        void this.#answer(request, response);
      }),
    );
    this.url = `http://127.0.0.1:${port}`;
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (this.isDown) return void response.writeHead(503).end();
    expect(request.headers.accept).toBe('application/vnd.opentimestamps.v1');
    if (request.method === 'POST' && request.url === '/digest') {
      const digest = await bodyOf(request);
      if (digest.length !== 32) return void response.writeHead(400).end();
      this.digests.push(digest.toString('hex'));
      const nonce = randomBytes(16);
      const promised = createHash('sha256').update(digest).update(nonce).digest('hex');
      this.#promised.add(promised);
      const uri = Buffer.from(this.url);
      const payload = Buffer.concat([Buffer.of(uri.length), uri]);
      response.end(
        Buffer.concat([
          ...[Buffer.of(0xf0, 16), nonce, Buffer.of(0x08, 0x00)],
          ...[Buffer.from('83dfe30d2ef90c8e', 'hex'), Buffer.of(payload.length), payload],
        ]),
      );
      return;
    }
    const asked = /^\/timestamp\/([0-9a-f]{64})$/.exec(request.url ?? '')?.[1];
    if (asked === undefined || !this.#promised.has(asked) || this.block === undefined)
      return void response.writeHead(404).end();
    const height = Buffer.of(
      (this.block & 0x7f) | 0x80,
      ((this.block >> 7) & 0x7f) | 0x80,
      this.block >> 14,
    );
    const attestation = [Buffer.from('0588960d73d71901', 'hex'), Buffer.of(height.length), height];
    response.end(Buffer.concat([Buffer.of(0x08, 0x08, 0x00), ...attestation]));
  }
}

const calendar = new Calendar();
const posted: { readonly body: string; readonly signature: string | undefined }[] = [];
let bare: string;
let heads: HeadsConfig;
let ca: string;
let publisher: HeadPublisher;
let metrics: Metrics;

/** One more option: a receipt. */
async function grow(): Promise<void> {
  const user = await buyer(server);
  const { answer } = await ask(server, user);
  await story.tick('100.00');
  expect((await answer).type).toBe('ok');
}

beforeAll(async () => {
  server = await startOptionServer();
  story = new DerivativeStory(server.sequencer, server.clock);
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-heads-'));
  await calendar.start();
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  );
  ca = await readFile(cert, 'utf8');
  const keeper = https.createServer({ key: await readFile(key), cert: ca }, (request, response) => {
    void bodyOf(request).then((body) => {
      const signature = request.headers['x-fairlead-signature'];
      posted.push({ body: body.toString(), signature: signature?.toString() });
      response.writeHead(204).end();
    });
  });
  bare = path.join(folder, 'heads.git');
  execFileSync('git', ['init', '--quiet', '--bare', bare]);
  heads = {
    calendars: [calendar.url],
    https: { url: `https://127.0.0.1:${await listen(keeper)}/secret/path`, secret: SECRET },
    git: { remote: bare, branch: 'main' },
    everyMinutes: 60,
  };
  const { database } = server.context;
  publisher = new HeadPublisher({
    ...{ database, clock: server.clock, log: createLog('silent') },
    ...{ heads, publicUrl: 'https://exchange.example', dataDir: folder, ca },
  });
  metrics = new Metrics();
  publisher.gauge(metrics.registry);
});
afterAll(async () => {
  for (const each of listening) each.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const behind = async () =>
  (await metrics.registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('fairlead_heads_behind_seconds{'))
    .map((line) => line.replace(/^.*target="(\w+) .*\} /, '$1 '));
const inGit = () =>
  execFileSync('git', ['-C', bare, 'show', `main:${HEADS_FILE}`], { encoding: 'utf8' });
const published = async () => (await server.data('headPublications', {})).list;
const headNow = async () => {
  const { count, hash = '' } = await server.data('receiptHashes', {});
  return { count, hash };
};

test('Q9: nothing is published before there is a receipt', async () => {
  await publisher.publishDue();
  expect([await published(), calendar.digests, posted]).toEqual([[], [], []]);
  expect(await behind()).toEqual(['calendar 0', 'https 0', 'git 0']);
});

test('Q9: the newest head goes to a calendar, an address and a git remote', async () => {
  await grow();
  await publisher.publishDue();
  const head = await headNow();
  expect(calendar.digests).toEqual([head.hash]);
  const text = JSON.stringify({
    ...{ exchange: 'https://exchange.example', time: server.clock.nowMs },
    ...head,
  });
  const signature = `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`;
  expect(posted).toEqual([{ body: text, signature }]);
  expect(inGit()).toBe(`${headLine(head)} ${new Date(server.clock.nowMs).toISOString()}\n`);
  const list = await published();
  expect(list.map(({ target, is_complete }) => [target.kind, is_complete]).sort()).toEqual([
    ['calendar', false],
    ['git', true],
    ['https', true],
  ]);
  // Paths and names may be secrets: everybody sees where it is, and no more.
  expect(JSON.stringify(list)).not.toContain('secret/path');
  const { digest, timestamp } = readOts(otsOf(list));
  expect(digest).toBe(head.hash);
  const [attested] = await attestedBy(timestamp, digest);
  expect(attested && pendingUri(attested.attestation)).toBe(calendar.url);
});

const otsOf = (list: Awaited<ReturnType<typeof published>>): Buffer =>
  Buffer.from(list.find(({ ots }) => ots !== undefined)?.ots ?? '', 'base64');

test('Q9: no head is published twice, nor more often than is set', async () => {
  await publisher.publishDue();
  await grow();
  await publisher.publishDue();
  expect(calendar.digests).toHaveLength(1);
  server.clock.nowMs += 60 * MINUTE_MS;
  await publisher.publishDue();
  await publisher.publishDue();
  expect(calendar.digests).toHaveLength(2);
  expect(inGit().trim().split('\n')).toHaveLength(2);
});

test('Q9: a target that fails is gauged, keeps no other waiting, and is caught up', async () => {
  calendar.isDown = true;
  await grow();
  server.clock.nowMs += 60 * MINUTE_MS;
  await publisher.publishDue();
  server.clock.nowMs += 30 * MINUTE_MS;
  await publisher.publishDue();
  expect(await behind()).toEqual(['calendar 1800', 'https 0', 'git 0']);
  expect(posted).toHaveLength(3);
  calendar.isDown = false;
  await publisher.publishDue();
  expect(await behind()).toEqual(['calendar 0', 'https 0', 'git 0']);
  expect(calendar.digests.at(-1)).toBe((await headNow()).hash);
});

test('Q9: what a calendar anchored completes the proof', async () => {
  calendar.block = 830_000;
  server.clock.nowMs += 31 * MINUTE_MS;
  await publisher.publishDue();
  const list = (await published()).filter(({ target }) => target.kind === 'calendar');
  expect(list.map(({ is_complete }) => is_complete)).toEqual([true, true, true]);
  const { digest, timestamp } = readOts(otsOf(list));
  const heights = (await attestedBy(timestamp, digest)).map(({ attestation }) =>
    bitcoinHeight(attestation),
  );
  expect(heights).toContain(830_000);
});

test('Q9: a history that was written anew in the remote is not overwritten', async () => {
  const before = execFileSync('git', ['-C', bare, 'rev-parse', 'main'], { encoding: 'utf8' });
  await grow();
  server.clock.nowMs += 60 * MINUTE_MS;
  await publisher.publishDue();
  const log = execFileSync('git', ['-C', bare, 'log', '--format=%H', 'main'], { encoding: 'utf8' });
  expect(log).toContain(before.trim());
  expect(log.trim().split('\n')).toHaveLength(4);
});

test('Q9: a remote that cannot be reached is told without its password', async () => {
  const lines: string[] = [];
  const { database } = server.context;
  const remote = 'https://name:a-password@127.0.0.1:1/heads.git';
  const lost = new HeadPublisher({
    ...{
      database,
      clock: server.clock,
      log: createLog('warn', { write: (line) => lines.push(line) }),
    },
    heads: { calendars: [], git: { remote, branch: 'main' }, everyMinutes: 60 },
    ...{ publicUrl: 'https://exchange.example', dataDir: path.join(folder, 'lost') },
  });
  await lost.publishDue();
  expect(lines.join('')).toContain('a head of the receipts was not published');
  expect(lines.join('')).not.toContain('a-password');
});

test('Q9: fairlead-verify reads the git file, and the timestamp, of the running server', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const [lines, ots] = [path.join(folder, 'lines'), path.join(folder, 'head.ots')];
  await writeFile(lines, inGit());
  await writeFile(ots, otsOf(await published()));
  const args = [VERIFY, `http://127.0.0.1:${port}`, '--heads', lines, '--heads', ots];
  const [code, output] = await new Promise<[number, string]>((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve([error === null ? 0 : Number(error.code), stdout + stderr]);
    });
  });
  expect(output).toContain('4 heads of 1 to 7 receipts, 4 met');
  expect(output).toContain('Bitcoin block 830000');
  expect([code, output.endsWith('all right\n')]).toEqual([0, true]);
});
