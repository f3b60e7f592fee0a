/**
 * What could carry calls between gateways and engine, with the same messages over each: Redis streams (what is used), NATS core
 * and PostgreSQL's NOTIFY. A message of 200 bytes goes there and one of 400 comes back, one or sixteen of them an entry, eight
 * entries under way. Both ends are this process, so the figure to read is processor time a round trip: its own, and the server's.
 * NATS is spoken as its protocol is written (https://docs.nats.io/reference/reference-protocols/nats-protocol): there is no client to be
 * measured with it. Needs Redis, NATS and PostgreSQL on their standard ports.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Client } from 'pg';
import { addEntry, closeRedis, openRedis } from '../apps/server/src/core/processes/redis.ts';
import { StreamReader } from '../apps/server/src/core/processes/stream-reader.ts';
import type { Measurement } from './run.ts';
import { cpuMs } from './support/cpu.ts';
import { createDatabase, sessionsOf } from './support/databases.ts';

const ASKED_BYTES = 200;
const ANSWERED_BYTES = 400;
const UNDER_WAY = 8;
const WARM_UP_MS = 1_000;
const DURATION_MS = 4_000;
/** What one NOTIFY may hold is less than 8,000 bytes. */
const NOTIFY_MESSAGES_MAX = 12;

/** Two ends of a connection: what one sends the other takes. */
interface Transport {
  readonly name: string;
  send(to: 'engine' | 'gateway', bytes: Buffer): Promise<unknown>;
  /** Process ids of the server, as of now. */
  servers(): Promise<readonly number[]>;
  readonly messagesMax?: number;
  close(): Promise<void>;
}

type Take = (at: 'engine' | 'gateway', bytes: Buffer) => void;

export async function run(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const open of [redis, nats, notify]) {
    for (const messages of [1, 16]) {
      try {
        rows.push(await measure(open, messages));
      } catch (error) {
        rows.push({ name: `calls over ${open.name}`, value: 'skipped', note: String(error) });
      }
    }
  }
  return rows;
}

async function measure(
  open: (take: Take) => Promise<Transport>,
  wanted: number,
): Promise<Measurement> {
  let trips = 0;
  let isOver = false;
  const times: number[] = [];
  const sent: number[] = [];
  const transport = await open((at, bytes) => {
    if (at === 'engine') return void transport.send('gateway', answer);
    trips += 1;
    times.push(performance.now() - (sent.shift() ?? 0));
    if (!isOver) ask();
    return bytes;
  });
  const messages = Math.min(wanted, transport.messagesMax ?? wanted);
  const asked = randomBytes(ASKED_BYTES * messages);
  const answer = randomBytes(ANSWERED_BYTES * messages);
  const ask = () => {
    sent.push(performance.now());
    void transport.send('engine', asked);
  };
  for (let at = 0; at < UNDER_WAY; at += 1) ask();
  await delay(WARM_UP_MS);
  const servers = await transport.servers();
  const look = () => ({ trips, own: cpuMs([process.pid]), server: cpuMs(servers) });
  const before = look();
  times.length = 0;
  await delay(DURATION_MS);
  const after = look();
  const taken = times.toSorted((left, right) => left - right);
  isOver = true;
  await delay(100);
  await transport.close();
  const count = (after.trips - before.trips) * messages;
  const each = (name: 'own' | 'server') =>
    (((after[name] - before[name]) * 1_000) / count).toFixed(1);
  return {
    name: `a call and its answer over ${transport.name}, ${messages} an entry`,
    value: `${each('own')} µs of both ends, ${each('server')} µs of the server`,
    note: `${Math.round((count * 1_000) / DURATION_MS).toLocaleString('en-US')}/s, p50 ${(taken[taken.length >> 1] ?? 0).toFixed(2)} ms`,
  };
}

async function redis(take: Take): Promise<Transport> {
  const url = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
  const onError = () => undefined;
  const names = { engine: `bench ${randomBytes(6).toString('hex')} calls`, gateway: '' };
  names.gateway = names.engine.replace('calls', 'answers');
  const [gateway, engine, atEngine, atGateway] = (await Promise.all(
    Array.from({ length: 4 }, () => openRedis({ url, onError })),
  )) as [RedisLike, RedisLike, RedisLike, RedisLike];
  const reader = (client: RedisLike, at: 'engine' | 'gateway') =>
    new StreamReader(
      client,
      [{ key: names[at], after: '0', take: ({ bytes }) => take(at, bytes) }],
      { onFailure: onError },
    );
  const readers = [reader(atEngine, 'engine'), reader(atGateway, 'gateway')];
  for (const each of readers) each.start();
  const trim = ['MAXLEN', '~', '4096'] as const;
  return {
    name: 'Redis streams',
    send: (to, bytes) => addEntry(to === 'engine' ? gateway : engine, names[to], bytes, { trim }),
    servers: async () => pidsOf('redis-server'),
    async close() {
      await gateway.sendCommand(['DEL', names.engine, names.gateway]);
      for (const each of readers) await each.stop();
      for (const each of [gateway, engine]) closeRedis(each);
    },
  };
}

type RedisLike = Awaited<ReturnType<typeof openRedis>>;

async function nats(take: Take): Promise<Transport> {
  const subject = `bench.${randomBytes(6).toString('hex')}`;
  const [gateway, engine] = await Promise.all([
    natsClient(`${subject}.gateway`, (bytes) => take('gateway', bytes)),
    natsClient(`${subject}.engine`, (bytes) => take('engine', bytes)),
  ]);
  return {
    name: 'NATS core',
    async send(to, bytes) {
      const socket = to === 'engine' ? gateway : engine;
      socket.cork();
      socket.write(`PUB ${subject}.${to} ${bytes.length}\r\n`);
      socket.write(bytes);
      socket.write('\r\n');
      socket.uncork();
    },
    servers: async () => pidsOf('nats-server'),
    async close() {
      gateway.destroy();
      engine.destroy();
    },
  };
}

/** A connection that hears one subject. */
async function natsClient(subject: string, take: (bytes: Buffer) => void): Promise<Socket> {
  const socket = connect(4222, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.write(`CONNECT {"verbose":false,"pedantic":false}\r\nSUB ${subject} 1\r\n`);
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf('\r\n');
      if (end < 0) return;
      const words = rest.toString('latin1', 0, end).split(' ');
      let next = end + 2;
      if (words[0] === 'MSG') {
        const length = Number(words.at(-1));
        if (rest.length < next + length + 2) return;
        take(rest.subarray(next, next + length));
        next += length + 2;
      } else if (words[0] === 'PING') socket.write('PONG\r\n');
      rest = rest.subarray(next);
    }
  });
  return socket;
}

async function notify(take: Take): Promise<Transport> {
  const { url, drop } = await createDatabase();
  const clients = Array.from({ length: 2 }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const [gateway, engine] = clients as [Client, Client];
  await Promise.all([gateway.query('LISTEN gateway'), engine.query('LISTEN engine')]);
  for (const [client, at] of [
    [gateway, 'gateway'],
    [engine, 'engine'],
  ] as const)
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === at) take(at, Buffer.from(payload, 'base64'));
    });
  return {
    name: 'NOTIFY of PostgreSQL',
    messagesMax: NOTIFY_MESSAGES_MAX,
    send: (to, bytes) =>
      (to === 'engine' ? gateway : engine).query('SELECT pg_notify($1, $2)', [
        to,
        bytes.toString('base64'),
      ]),
    servers: () => sessionsOf(url),
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await drop();
    },
  };
}

/** Processes of this name. */
function pidsOf(name: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => Number.isInteger(Number(entry)))
    .filter((entry) => {
      try {
        return readFileSync(`/proc/${entry}/comm`, 'utf8').trim() === name;
      } catch {
        return false;
      }
    })
    .map(Number);
}

const delay = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });
