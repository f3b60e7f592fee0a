/** The live socket on a loopback port over real market data, and plain clients of it. */

import { EventEmitter } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ack, DataMessage } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { io, type Socket } from 'socket.io-client';
import { toldOf } from '../../src/capabilities.ts';
import type { ServerEvents } from '../../src/core/http/events.ts';
import { readStepHead } from '../../src/core/steps/queries.ts';
import type { Session } from '../../src/identity/sessions/sessions.ts';
import { MarketFixture } from '../../src/market/test/market-fixture.ts';
import { type Realtime, type RealtimeOptions, startRealtime } from '../../src/realtime/realtime.ts';

export class LiveFixture {
  readonly market: MarketFixture;
  readonly sessions: Map<string, Session>;
  readonly events: EventEmitter<ServerEvents>;
  readonly realtime: Realtime;
  readonly url: string;
  readonly warnings: string[];
  readonly #server: http.Server;
  readonly #clients: LiveClientProbe[] = [];

  private constructor(parts: {
    market: MarketFixture;
    sessions: Map<string, Session>;
    events: EventEmitter<ServerEvents>;
    realtime: Realtime;
    server: http.Server;
    warnings: string[];
  }) {
    this.market = parts.market;
    this.sessions = parts.sessions;
    this.events = parts.events;
    this.realtime = parts.realtime;
    this.warnings = parts.warnings;
    this.#server = parts.server;
    this.url = `http://127.0.0.1:${(parts.server.address() as AddressInfo).port}`;
  }

  static async open(options: Partial<RealtimeOptions> = {}): Promise<LiveFixture> {
    const market = await MarketFixture.open();
    const server = http.createServer((_request, response) => response.writeHead(404).end());
    const sessions = new Map<string, Session>();
    const events = new EventEmitter<ServerEvents>();
    const warnings: string[] = [];
    const warn = (_fields: object, message: string) => warnings.push(message);
    const realtime = startRealtime({
      httpServer: server,
      marketData: market.marketData,
      candles: market.candles,
      told: toldOf({ ...market, terms: market.marketData.terms }),
      steps: {
        engines: ['spot'],
        readHead: (userId) => readStepHead(market.opened.database, userId),
        read: () => Promise.reject(new Error('nothing is read again here')),
      },
      sessions: { find: (token) => sessions.get(token) },
      subAccounts: { isOf: async () => false },
      events,
      publicUrl: 'https://exchange.example',
      clock: market.clock,
      log: { warn, error: warn } as unknown as RealtimeOptions['log'],
      ...options,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new LiveFixture({ market, sessions, events, realtime, server, warnings });
  }

  addSession(token: string, userId: number, lifetimeMs = DAY_MS): Session {
    const expiresAtMs = this.market.clock.nowMs + lifetimeMs;
    const session = { userId, sessionId: userId, sessionKey: `key of ${token}`, expiresAtMs };
    this.sessions.set(token, session);
    return session;
  }

  endSession(token: string): void {
    const session = this.sessions.get(token);
    this.sessions.delete(token);
    if (session !== undefined) this.events.emit('session_ended', session);
  }

  async connect(options: object = {}): Promise<LiveClientProbe> {
    const probe = new LiveClientProbe(this.url, options);
    this.#clients.push(probe);
    await probe.connected();
    return probe;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.socket.disconnect();
    await this.realtime.stop();
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
    await this.market.close();
  }
}

/** A client that remembers what it was told and waits for what is still to come. */
export class LiveClientProbe {
  readonly socket: Socket;
  readonly told: { readonly event: string; readonly value: unknown }[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(url: string, options: object = {}) {
    this.socket = io(url, {
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
      ...options,
    });
    this.socket.onAny((event: string, value: unknown) => this.#note(event, value));
    this.socket.on('disconnect', (reason) => this.#note('disconnect', reason));
    this.socket.on('connect_error', (error) => this.#note('connect_error', error.message));
  }

  async connected(): Promise<void> {
    if (this.socket.connected) return;
    await new Promise<void>((resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('connect_error', reject);
    });
  }

  ask(event: string, request?: unknown): Promise<Ack> {
    return this.socket.timeout(5_000).emitWithAck(event, request);
  }

  subscribe(...channels: string[]): Promise<Ack> {
    return this.ask('subscribe', { channels });
  }

  /** Messages of a channel so far. */
  data<Data>(channel: string): Data[] {
    return this.told.flatMap(({ event, value }) => {
      const message = value as DataMessage;
      return event === 'data' && message.channel === channel ? [message.data as Data] : [];
    });
  }

  of<Value>(event: string): Value[] {
    return this.told.flatMap((each) => (each.event === event ? [each.value as Value] : []));
  }

  /** Waits until `read` gives something. */
  async until<Value>(read: () => Value | undefined | false): Promise<Value> {
    for (;;) {
      const value = read();
      if (value !== undefined && value !== false) return value;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** A question and its answer: whatever was sent before has come. */
  async settle(): Promise<void> {
    await this.ask('unsubscribe', { channels: ['ticker'] });
  }

  #note(event: string, value: unknown): void {
    this.told.push({ event, value });
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
