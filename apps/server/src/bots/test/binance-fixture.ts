/** A listening server with a clock that runs, and ccxt as anybody has it: unmodified, with other URLs. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import ccxt from 'ccxt';
import { WebSocket } from 'ws';
import {
  FakeClock,
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { BinanceSockets, type BinanceSocketsOptions } from '../binance/streams/sockets.ts';

/** A message of the WebSocket API, signed as programs sign it. */
export function signedMessage(
  { key, secret }: Credentials,
  method: string,
  params: Readonly<Record<string, string | number>> = {},
  id: string | number = ++lastId,
) {
  const all = { apiKey: key, timestamp: Date.now(), ...params };
  const text = Object.entries(all)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  return { id, method, params: { ...all, signature } };
}
let lastId = 0;

/** What came on a socket of programs. */
export type Told = Record<string, unknown> & {
  readonly id?: unknown;
  readonly event?: Record<string, unknown>;
  readonly status?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly msg: string };
};

/** A plain WebSocket that remembers what it was told. */
export class SocketProbe {
  readonly socket: WebSocket;
  readonly told: Told[] = [];
  readonly opened: Promise<void>;
  readonly closed: Promise<number>;
  readonly #waiting: (() => void)[] = [];

  constructor(url: string, options: object = {}) {
    this.socket = new WebSocket(url, options);
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('open', resolve);
      this.socket.once('error', reject);
    });
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.on('message', (data) => {
      this.told.push(JSON.parse(String(data)));
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  async until(is: (message: Told) => unknown): Promise<Told> {
    for (;;) {
      const found = this.told.find(is);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** A question and its answer. */
  ask(message: { readonly id: number | string; readonly [name: string]: unknown }): Promise<Told> {
    this.socket.send(JSON.stringify(message));
    return this.until(({ id }) => id === message.id);
  }
}

/** Programs send the time of their own clock. */
export class RunningClock extends FakeClock {
  override now(): number {
    return Date.now();
  }
}

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export class BinanceServer {
  readonly server: TestServer;
  readonly url: string;
  readonly sockets: BinanceSockets;
  readonly #closing: (() => Promise<unknown>)[] = [];

  constructor(server: TestServer, url: string, sockets: BinanceSockets) {
    this.server = server;
    this.url = url;
    this.sockets = sockets;
  }

  static async start(
    options: Partial<BinanceSocketsOptions> = {},
    environment: Readonly<Record<string, string>> = {},
    opened?: TestServerOptions['opened'],
  ): Promise<BinanceServer> {
    const server = await startTestServer({
      clock: new RunningClock(),
      environment,
      ...(opened !== undefined && { opened }),
    });
    const { app, binance, context } = server;
    const addressOf = (request: IncomingMessage) => request.socket.remoteAddress ?? '';
    const sockets = new BinanceSockets({
      httpServer: app.server,
      binance,
      context,
      addressOf,
      ...options,
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return new BinanceServer(server, url, sockets);
  }

  async stop(): Promise<void> {
    for (const close of this.#closing) await close();
    await this.sockets.stop();
    await this.server.stop();
  }

  /** A key of a user. */
  async key(user: TestUser, more: object = { trade: true }): Promise<Credentials> {
    const request = { label: 'bot', password: PASSWORD, ...more };
    const { key, secret = '' } = await this.server.data('createApiKey', request, user);
    return { key, secret };
  }

  /** A socket below /binance/, once it is open. */
  async connect(path: string, options: object = {}): Promise<SocketProbe> {
    const probe = this.probe(path, options);
    await probe.opened;
    return probe;
  }

  probe(path: string, options: object = {}): SocketProbe {
    return new SocketProbe(`${this.url.replace('http', 'ws')}/binance/${path}`, options);
  }

  /** ccxt's `binance` with its hosts replaced by this server, and nothing else. */
  client(credentials?: Credentials): InstanceType<typeof ccxt.binance> {
    const made = new ccxt.binance(configOf(credentials));
    this.#point(made);
    return made;
  }

  /** The same for `pro`, which watches. */
  async watcher(credentials?: Credentials): Promise<InstanceType<typeof ccxt.pro.binance>> {
    const made = new ccxt.pro.binance(configOf(credentials));
    this.#point(made);
    // ccxt asks for this where sockets are not encrypted.
    await made.loadHttpProxyAgent();
    return made;
  }

  /** Calls as a program without a library. */
  async signed(
    { key, secret }: Credentials,
    method: string,
    path: string,
    parameters: Readonly<Record<string, string>> = {},
    options: { readonly nowMs?: number; readonly signature?: string } = {},
  ): Promise<{
    readonly status: number;
    readonly body: { code?: number; msg?: string } & Record<string, unknown>;
  }> {
    const { nowMs = Date.now() } = options;
    const query = new URLSearchParams({ ...parameters, timestamp: String(nowMs) }).toString();
    const signature = options.signature ?? createHmac('sha256', secret).update(query).digest('hex');
    const response = await fetch(`${this.url}/binance/${path}?${query}&signature=${signature}`, {
      method,
      headers: { 'X-MBX-APIKEY': key },
    });
    return { status: response.status, body: (await response.json()) as never };
  }

  #point(exchange: { urls: Record<string, unknown>; close?: () => Promise<unknown> }): void {
    const { close } = exchange;
    if (close !== undefined) this.#closing.push(() => close.call(exchange));
    const socket = this.url.replace('http', 'ws');
    const api = exchange.urls['api'] as Record<string, unknown>;
    for (const [name, value] of Object.entries(api))
      if (typeof value === 'string') api[name] = `${this.url}/binance${new URL(value).pathname}`;
    const sockets = api['ws'] as Record<string, unknown> | undefined;
    if (sockets === undefined) return;
    for (const [name, value] of Object.entries(sockets))
      if (typeof value === 'string') sockets[name] = `${socket}/binance${new URL(value).pathname}`;
    const apis = sockets['ws-api'] as Record<string, string>;
    for (const [name, value] of Object.entries(apis))
      apis[name] = `${socket}/binance${new URL(value).pathname}`;
  }
}

/** Without ccxt's own waits, which are for the real Binance's limits. */
const configOf = (credentials: Credentials | undefined) => ({
  ...(credentials !== undefined && { apiKey: credentials.key, secret: credentials.secret }),
  enableRateLimit: false,
});
