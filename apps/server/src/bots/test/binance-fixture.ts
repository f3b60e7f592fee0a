/** A listening server with a clock that runs, and ccxt as anybody has it: unmodified, with other URLs. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import ccxt from 'ccxt';
import {
  FakeClock,
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { BinanceSockets, type BinanceSocketsOptions } from '../binance/streams/sockets.ts';

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
  ): Promise<BinanceServer> {
    const server = await startTestServer({ clock: new RunningClock(), environment });
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
    this.sockets.stop();
    await this.server.stop();
  }

  /** A key of a user. */
  async key(user: TestUser, more: object = { trade: true }): Promise<Credentials> {
    const request = { label: 'bot', password: PASSWORD, ...more };
    return this.server.data('createApiKey', request, user);
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
