/** An engine and gateways on one database and one Redis, each a whole server with sockets, in the test's own process. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { ResponseOf, RouteName } from '@fairlead/contract';
import { routes } from '@fairlead/contract';
import { loadConfig } from '../../src/core/config/config.ts';
import { ENGINE_NAMES, type EngineName } from '../../src/core/config/engines.ts';
import { createLog } from '../../src/core/http/log.ts';
import { Secrets } from '../../src/core/operations/secrets.ts';
import type { RunningServer } from '../../src/core/processes/lifetime.ts';
import { Names } from '../../src/core/processes/names.ts';
import { closeRedis, command, openRedis } from '../../src/core/processes/redis.ts';
import { startGateway, startProductEngine } from '../../src/gateway.ts';
import { startServer } from '../../src/server.ts';
import type { Reply } from './fixture.ts';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  POSTGRES_TEMPLATE,
  takeSessions,
  urlOf,
} from './postgres-server.ts';
import { hasRedis, REDIS_URL } from './redis-server.ts';
import { RECORDED } from './spawned.ts';

export const canDeploy = hasPostgres && hasRedis;
export const PASSWORD = 'harbour-42';
export const BTC_USDT = 'BTC/USDT';

/** Databases beside the home's, in the order of the engines. */
const DIVIDED = ['FUTURES', 'OPTIONS', 'WEALTH', 'REPORTS'] as const;

/** Where its databases are. */
export interface DatabaseServer {
  /** Waits until no other test has many sessions there; gives how to let the next one. */
  takeSessions?(): Promise<() => Promise<void>>;
  create(): Promise<string>;
  urlOf(name: string): string;
  drop(name: string): Promise<void>;
}

/** The one that all tests share. */
const SHARED: DatabaseServer = {
  takeSessions,
  create: () => createDatabase(process.env[POSTGRES_TEMPLATE]),
  urlOf,
  drop: dropDatabase,
};

/** One of a test's own, which is removed with all that is on it. */
export function onCluster(cluster: {
  readonly port: number;
  query(sql: string): Promise<unknown>;
}): DatabaseServer {
  let made = 0;
  return {
    async create() {
      made += 1;
      await cluster.query(`CREATE DATABASE books_${made}`);
      return `books_${made}`;
    },
    urlOf: (name) => `postgres://postgres@127.0.0.1:${cluster.port}/${name}`,
    drop: async () => undefined,
  };
}

const dividedBy = (
  databases: readonly string[],
  server: Pick<DatabaseServer, 'urlOf'>,
): Record<string, string> => ({
  ENGINES: '4',
  ...Object.fromEntries(
    DIVIDED.map((name, at) => [`DATABASE_URL_${name}`, server.urlOf(databases[at] ?? '')]),
  ),
});

/** What all processes of one deployment are given. */
export class Deployment {
  readonly environment: Readonly<Record<string, string>>;
  readonly names: Names;
  readonly #folder: string;
  readonly #databases: readonly string[];
  readonly #server: DatabaseServer;
  readonly #giveSessions: (() => Promise<void>) | undefined;
  readonly #running: RunningServer[] = [];

  constructor(
    folder: string,
    databases: readonly string[],
    server = SHARED,
    giveSessions?: () => Promise<void>,
  ) {
    this.#giveSessions = giveSessions;
    const [home = '', ...others] = databases;
    const secret = randomBytes(32).toString('base64url');
    this.#folder = folder;
    this.#databases = databases;
    this.#server = server;
    this.names = new Names(new Secrets(secret).keyId);
    this.environment = {
      DATABASE_URL: server.urlOf(home),
      ...(others.length > 0 && dividedBy(others, server)),
      REDIS_URL,
      DATA_DIR: folder,
      SECRET_KEY: secret,
      HOST: '127.0.0.1',
      PORT: '0',
      BOTS: 'false',
      FEED: RECORDED,
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      RATE_LIMIT_FACTOR: '1000',
    };
  }

  static async open(): Promise<Deployment> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-processes-'));
    return new Deployment(folder, [await SHARED.create()]);
  }

  /** With an engine for each product: one test at a time on a server, as each of its processes has sessions in five databases. */
  static async openDivided(server = SHARED): Promise<Deployment> {
    const giveSessions = await server.takeSessions?.();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-engines-'));
    const databases: string[] = [];
    for (let count = 0; count <= DIVIDED.length; count += 1) databases.push(await server.create());
    return new Deployment(folder, databases, server, giveSessions);
  }

  /** Where an engine keeps its books. */
  booksUrl(engine: EngineName): string {
    const at = ENGINE_NAMES.indexOf(engine);
    return this.#server.urlOf(this.#databases[at] ?? '');
  }

  /** Where its database is. */
  get databaseUrl(): string {
    return this.#server.urlOf(this.#databases[0] ?? '');
  }

  async engine(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
    return this.#start('engine', environment);
  }

  async gateway(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
    return this.#start('gateway', environment);
  }

  async #start(
    role: 'engine' | 'gateway',
    environment: Readonly<Record<string, string>>,
  ): Promise<RunningServer> {
    const config = loadConfig({ ...this.environment, ...environment, ROLE: role });
    const log = createLog(config.logLevel);
    const isProduct = role === 'engine' && config.engines?.own.includes('spot') === false;
    const start = isProduct ? startProductEngine : role === 'engine' ? startServer : startGateway;
    const server = await start({
      config,
      log,
      onFatal: (cause) => log.fatal({ err: cause }, 'a part of the test failed'),
    });
    this.#running.push(server);
    return server;
  }

  /** Stops all and leaves nothing. */
  async remove(): Promise<void> {
    for (const server of this.#running.toReversed()) await server.stop();
    const redis = await openRedis({ url: REDIS_URL, onError: () => undefined });
    const pattern = this.names.leader.replace(/leader$/, '*');
    const keys = await command<Buffer[]>(redis, ['KEYS', pattern]);
    if (keys.length > 0) await command(redis, ['DEL', ...keys]);
    closeRedis(redis);
    for (const database of this.#databases) await this.#server.drop(database);
    await this.#giveSessions?.();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export interface Asked {
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let keys = 0;

/** Calls a route over HTTP; a money call gets a fresh key unless one is given. */
export async function ask<Name extends RouteName>(
  server: { readonly address: string },
  name: Name,
  request: Readonly<Record<string, unknown>> = {},
  { token, key, headers }: Asked = {},
): Promise<Reply<Name>> {
  const { method, path: place, isMoney } = routes[name];
  keys += 1;
  const form = new URLSearchParams(
    Object.entries(request).map(([field, value]) => [field, String(value)]),
  ).toString();
  const isQuery = method === 'GET';
  const response = await fetch(
    `${server.address}/api/${place}${isQuery && form !== '' ? `?${form}` : ''}`,
    {
      method,
      headers: {
        ...(!isQuery && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(isMoney && { 'idempotency-key': key ?? `key-${process.pid}-${keys}` }),
        ...(token !== undefined && { authorization: token }),
        ...headers,
      },
      ...(!isQuery && { body: form }),
    },
  );
  const text = await response.text();
  const envelope = text.startsWith('{') ? JSON.parse(text) : {};
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    ...envelope,
  };
}

/** Calls and gives DATA; throws on a refusal. */
export async function data<Name extends RouteName>(
  server: { readonly address: string },
  name: Name,
  request: Readonly<Record<string, unknown>> = {},
  asked: Asked = {},
): Promise<ResponseOf<Name>> {
  const reply = await ask(server, name, request, asked);
  if (reply.type !== 'ok') throw new Error(`${name}: ${reply.status} ${reply.text}`);
  return reply.message;
}

/** A price of BTC/USDT that rests far enough below the index, in whole units: once there is an index, which a start does not wait for. */
export async function priceBelow(
  server: { readonly address: string },
  share = 0.95,
): Promise<string> {
  const giveUpMs = Date.now() + 60_000;
  for (;;) {
    const quotes = await data(server, 'quotations');
    const index = Number(quotes.find(({ symbol }) => symbol === BTC_USDT)?.index_price);
    if (index > 0) return (index * share).toFixed(0);
    if (Date.now() > giveUpMs) throw new Error(`${BTC_USDT} has no index`);
    await setTimeout(100);
  }
}

let users = 0;

/** Registers by e-mail through a server; gives the token. */
export async function register(server: {
  readonly address: string;
}): Promise<{ readonly token: string; readonly email: string; readonly userId: number }> {
  users += 1;
  const email = `user${users}@example.com`;
  await data(server, 'smsMail', { email, scene: 'register' });
  const [message] = await data(server, 'inbox', { to: email });
  const { token, user } = await data(server, 'register', {
    account_type: 'email',
    account: email,
    code: message?.code,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    agreed: 'true',
  });
  return { token, email, userId: user.id };
}
