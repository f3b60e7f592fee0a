/**
 * The streams' sockets (docs/operating/bots.md): plain WebSockets on the site's own HTTP server. `/binance/ws/…` and
 * `/binance/stream?streams=…` tell of markets, or of a user by a stream's name; `/binance/ws-api/v3` takes calls.
 */

import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Config } from '../../../core/config/config.ts';
import type { Events } from '../../../core/http/events.ts';
import { isAdmitted } from '../../../core/http/ip-list.ts';
import { addressKey } from '../../../core/http/rates.ts';
import type { Metrics } from '../../../core/operations/metrics.ts';
import type { Database } from '../../../core/store/database.ts';
import type { Candles } from '../../../market/candles/index.ts';
import type { MarketData } from '../../../market/data/index.ts';
import { isOwnOrigin } from '../../../realtime/index.ts';
import { findListenKey, livingListenKeys } from '../../api-key-queries.ts';
import { type ApiKeys, keyHash } from '../../api-keys.ts';
import type { Binance } from '../binance.ts';
import { BinanceError } from '../errors.ts';
import {
  CLOSING_MS,
  FRAME_BYTES_MAX,
  PING_EVERY_MS,
  SILENT_MAX_MS,
  SLOW_BYTES_MAX,
  SOCKETS_MAX,
  SOCKETS_PER_ADDRESS_MAX,
  SOCKETS_PER_USER_MAX,
  STREAMS_MAX,
  SWEEP_EVERY_MS,
} from '../limits.ts';
import { LISTEN_KEY_FORM } from '../other-calls.ts';
import { FanOut } from './fan-out.ts';
import { KlineStreams } from './kline-streams.ts';
import { MarketStreams, plainName } from './market-streams.ts';
import { SocketApi } from './socket-api.ts';
import {
  invalid,
  readStreamMessage,
  type StreamMessage,
  textOf,
  tooManyStreams,
  urlOf,
} from './socket-messages.ts';
import { parseStream } from './stream-names.ts';
import { StreamSocket, type UserStream } from './stream-socket.ts';
import { SwitchBoard } from './switch-board.ts';
import { UserStreams } from './user-streams.ts';

export interface BinanceSocketsOptions {
  readonly httpServer: HttpServer;
  readonly binance: Binance;
  readonly context: {
    readonly apiKeys: ApiKeys;
    readonly candles: Candles;
    readonly clock: { now(): number };
    readonly config: Config;
    readonly database: Database;
    readonly events: Events;
    readonly log: Logger;
    readonly marketData: MarketData;
    readonly metrics: Pick<Metrics, 'answered'>;
  };
  readonly addressOf: (request: IncomingMessage) => string;
  /** Tests give less. */
  readonly slowBytesMax?: number;
}

const STREAM_PATH = /^\/binance\/(ws|stream)(\/[^?]*)?$/;
const API_PATH = '/binance/ws-api/v3';

export class BinanceSockets {
  readonly #options: BinanceSocketsOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES_MAX,
    perMessageDeflate: false,
    clientTracking: false,
  });
  readonly #sockets = new Set<StreamSocket>();
  readonly #perAddress = new Map<string, number>();
  readonly #fanOut = new FanOut();
  readonly #markets: MarketStreams;
  readonly #klines: KlineStreams;
  readonly #users: UserStreams;
  readonly #switches: SwitchBoard;
  readonly #api: SocketApi;
  readonly #sweep: ReturnType<typeof setInterval>;
  #pingedAtMs: number;
  #isLooking = false;
  #isStopping = false;

  constructor(options: BinanceSocketsOptions) {
    const { httpServer, binance, context } = options;
    const { apiKeys, marketData, candles, clock, config, database, events, metrics } = context;
    const limitFactor = config.rateLimitFactor;
    this.#options = options;
    const onFailure = (error: unknown) => this.#failed(error);
    const parts = { marketData, clock, fanOut: this.#fanOut, onFailure };
    this.#markets = new MarketStreams(parts);
    this.#klines = new KlineStreams({ ...parts, candles });
    this.#users = new UserStreams({ marketData, clock, reads: database, onFailure });
    this.#switches = new SwitchBoard({ binance, apiKeys, limitFactor, onFailure });
    this.#api = new SocketApi({
      binance,
      userStreams: this.#users,
      clock,
      limitFactor,
      answered: (answer) => metrics.answered(answer),
      countUser: (userId, socket) => this.#countUser(userId, socket),
      switches: this.#switches,
    });
    this.#pingedAtMs = clock.now();
    this.#sweep = setInterval(() => {
      this.#look().catch(onFailure);
    }, SWEEP_EVERY_MS);
    httpServer.on('upgrade', this.#upgrade);
    events.on('api_key_ended', this.#endKey);
  }

  /** Sockets connected now. */
  get connected(): number {
    return this.#sockets.size;
  }

  /** Closes all: the copies were taken anew, and what was missed is in no stream. */
  cutAll(): void {
    this.#markets.beginAnew();
    for (const socket of this.#sockets) socket.end('updates were missed');
  }

  /** Answers the calls that were taken, takes no more and closes all sockets. */
  async stop(): Promise<void> {
    this.#options.httpServer.off('upgrade', this.#upgrade);
    this.#isStopping = true;
    await this.#api.idle();
    clearInterval(this.#sweep);
    this.#options.context.events.off('api_key_ended', this.#endKey);
    this.#markets.stop();
    this.#klines.stop();
    this.#users.stop();
    for (const socket of this.#sockets) socket.leave();
    // Cut off at once, a socket would take answers with it that its reader has not got yet.
    const closing = [...this.#sockets].map(({ closed }) => closed);
    await Promise.race([Promise.all(closing), wait(CLOSING_MS, undefined, { ref: false })]);
    for (const socket of this.#sockets) socket.cutOff();
  }

  readonly #endKey = ({ apiKeyId }: { readonly apiKeyId: number }): void => {
    this.#endWhere((stream) => stream.apiKeyId === apiKeyId);
    this.#switches.endWhere((keyId) => keyId === apiKeyId);
  };

  readonly #upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const url = urlOf(request);
    // Others listen for upgrades too: what is not ours is theirs.
    if (url === undefined || !(STREAM_PATH.test(url.pathname) || url.pathname === API_PATH)) return;
    const ip = this.#options.addressOf(request);
    const refusal = this.#refusalOf(request, addressKey(ip));
    if (refusal !== undefined) {
      stream.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      this.#connect(socket, { url, ip, stream }).catch((error) => this.#failed(error));
    });
  };

  #refusalOf(request: IncomingMessage, address: string): string | undefined {
    const { config } = this.#options.context;
    if (!isOwnOrigin(request, config.publicUrl)) return '403 Forbidden';
    const perAddressMax = SOCKETS_PER_ADDRESS_MAX * config.rateLimitFactor;
    const isCrowded = (this.#perAddress.get(address) ?? 0) >= perAddressMax;
    if (isCrowded) return '429 Too Many Requests';
    return this.#sockets.size >= SOCKETS_MAX ? '503 Service Unavailable' : undefined;
  }

  async #connect(
    raw: WebSocket,
    { url, ip, stream }: { readonly url: URL; readonly ip: string; readonly stream: Duplex },
  ): Promise<void> {
    const { clock, config } = this.#options.context;
    const limitFactor = config.rateLimitFactor;
    const isApi = url.pathname === API_PATH;
    const nowMs = clock.now();
    const socket = new StreamSocket({ socket: raw, stream, ip, nowMs, limitFactor, isApi });
    this.#add(socket, raw);
    const showsLimits = url.searchParams.get('returnRateLimits') !== 'false';
    raw.on('message', (data, isBinary) => {
      // It was ended: what it had sent by then is nobody's any more.
      if (!socket.isOpen || this.#isStopping) return;
      if (!socket.allows(clock.now())) {
        socket.end('too many messages');
        return;
      }
      const text = isBinary ? '' : textOf(data);
      if (isApi) this.#api.serve(socket, text, showsLimits).catch((error) => this.#failed(error));
      else this.#serveStreams(socket, text);
    });
    if (!isApi) await this.#open(socket, url);
  }

  #add(socket: StreamSocket, raw: WebSocket): void {
    const address = addressKey(socket.ip);
    this.#sockets.add(socket);
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
    const heard = () => {
      socket.heardAtMs = this.#options.context.clock.now();
    };
    raw.on('pong', heard);
    raw.on('ping', heard);
    // A frame that breaks the protocol; the socket closes by itself.
    raw.on('error', () => {});
    raw.on('close', () => {
      this.#sockets.delete(socket);
      this.#switches.leave(socket);
      const left = (this.#perAddress.get(address) ?? 0) - 1;
      if (left > 0) this.#perAddress.set(address, left);
      else this.#perAddress.delete(address);
      for (const name of socket.names) this.#fanOut.delete(name, socket);
      for (const stream of socket.userStreams.values()) this.#users.delete(stream);
    });
  }

  /** What the address names: streams, or a user's by its name. Names of no stream are passed over, as there. */
  async #open(socket: StreamSocket, url: URL): Promise<void> {
    socket.isCombined = url.pathname.startsWith('/binance/stream');
    const named = socket.isCombined
      ? (url.searchParams.get('streams') ?? '').split('/')
      : url.pathname.split('/').slice(3);
    const { terms } = this.#options.context.marketData;
    for (const name of named.slice(0, STREAMS_MAX)) {
      if (LISTEN_KEY_FORM.test(name)) await this.#openUser(socket, name);
      else if (parseStream(name, terms) !== undefined) this.#listen(socket, plainName(name));
    }
  }

  async #openUser(socket: StreamSocket, listenKey: string): Promise<void> {
    const { database, clock, log } = this.#options.context;
    try {
      await this.#options.binance.gate.count(socket.ip, 2);
    } catch {
      socket.end('too many requests');
      return;
    }
    const hash = keyHash(listenKey);
    const found = await findListenKey(database, hash, clock.now());
    // Whoever learnt the name is not where the key may be used from.
    if (found === undefined || !isAdmitted(found.ips, socket.ip)) {
      log.info({ event: 'listen_key_refused', ip: socket.ip }, 'listen key refused');
      socket.end('This listenKey does not exist.');
      return;
    }
    if (!socket.isOpen) return;
    this.#countUser(found.userId, socket);
    const { userId, apiKeyId } = found;
    const stream: UserStream = {
      userId,
      apiKeyId,
      listenKeyHash: hash,
      tell: (event) =>
        socket.send(JSON.stringify(socket.isCombined ? { stream: listenKey, data: event } : event)),
    };
    socket.userStreams.set(socket.nextStreamId(), stream);
    this.#users.add(stream);
  }

  #countUser(userId: number, socket: StreamSocket): void {
    const { rateLimitFactor } = this.#options.context.config;
    if (this.#users.ofUser(userId).size < SOCKETS_PER_USER_MAX * rateLimitFactor) return;
    if (socket.userStreams.size === 0) socket.end('too many user streams');
    throw new BinanceError(-1003, 'Too many user streams of this account.', { status: 429 });
  }

  #serveStreams(socket: StreamSocket, text: string): void {
    let id: StreamMessage['id'] = null;
    try {
      const message = readStreamMessage(text);
      id = message.id;
      socket.send(JSON.stringify({ result: this.#answer(socket, message), id }));
    } catch (error) {
      const { body } = this.#options.binance.errorOf(error);
      socket.send(JSON.stringify({ error: body, id }));
    }
  }

  #answer(socket: StreamSocket, { method, params }: StreamMessage): unknown {
    switch (method) {
      case 'SUBSCRIBE':
        return this.#subscribe(socket, params);
      case 'UNSUBSCRIBE':
        for (const name of params) {
          const plain = plainName(String(name));
          if (socket.names.delete(plain)) this.#fanOut.delete(plain, socket);
        }
        return null;
      case 'LIST_SUBSCRIPTIONS':
        return [...socket.names];
      case 'SET_PROPERTY': {
        const [name, value] = params;
        if (name !== 'combined' || typeof value !== 'boolean')
          throw invalid('the property is combined, true or false');
        socket.isCombined = value;
        return null;
      }
      case 'GET_PROPERTY':
        if (params[0] !== 'combined') throw invalid('the property is combined');
        return socket.isCombined;
      default:
        throw invalid(`unknown method ${method.slice(0, 40)}`);
    }
  }

  /** All of them or none. */
  #subscribe(socket: StreamSocket, params: readonly unknown[]): null {
    const { terms } = this.#options.context.marketData;
    const names = params.map((name) => {
      if (typeof name !== 'string' || parseStream(name, terms) === undefined)
        throw invalid(`unknown stream ${String(name).slice(0, 60)}`);
      return plainName(name);
    });
    if (new Set([...socket.names, ...names]).size > STREAMS_MAX) throw tooManyStreams();
    for (const name of names) this.#listen(socket, name);
    return null;
  }

  #listen(socket: StreamSocket, name: string): void {
    if (!socket.isOpen) return;
    socket.names.add(name);
    if (this.#fanOut.add(name, socket)) this.#klines.greet(name);
  }

  /** Ends who reads too slowly or is silent, and whose key or stream's name is over, wherever it was ended. */
  async #look(): Promise<void> {
    const { context, slowBytesMax = SLOW_BYTES_MAX } = this.#options;
    const nowMs = context.clock.now();
    const isPingDue = nowMs - this.#pingedAtMs >= PING_EVERY_MS;
    if (isPingDue) this.#pingedAtMs = nowMs;
    let slow = 0;
    for (const socket of [...this.#sockets]) {
      if (socket.waitingBytes > slowBytesMax) {
        slow += 1;
        socket.cutOff();
      } else if (nowMs - socket.heardAtMs > SILENT_MAX_MS) socket.cutOff();
      else if (isPingDue) socket.ping();
    }
    if (slow > 0) context.log.warn({ count: slow }, 'slow readers of streams were cut off');
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#endOver();
    } finally {
      this.#isLooking = false;
    }
  }

  async #endOver(): Promise<void> {
    const { apiKeys, database, clock } = this.#options.context;
    const streams = [...this.#sockets].flatMap(({ userStreams }) => [...userStreams.values()]);
    const used = new Set([...streams.map((each) => each.apiKeyId), ...this.#switches.apiKeyIds]);
    if (used.size === 0) return;
    const asked = new Set(streams);
    const living = await apiKeys.living([...used]);
    this.#endWhere((stream) => asked.has(stream) && !living.has(stream.apiKeyId));
    this.#switches.endWhere((keyId) => used.has(keyId) && !living.has(keyId));
    const named = streams.filter(({ listenKeyHash }) => listenKeyHash !== undefined);
    if (named.length === 0) return;
    const keyIds = [...new Set(named.map(({ apiKeyId }) => apiKeyId))];
    const names = await livingListenKeys(database, keyIds, clock.now());
    const isNamed = ({ listenKeyHash }: UserStream) =>
      listenKeyHash === undefined || names.has(Buffer.from(listenKeyHash).toString('hex'));
    this.#endWhere((stream) => asked.has(stream) && !isNamed(stream));
  }

  /** A socket that was opened with a key ends with it. */
  #endWhere(isOver: (stream: UserStream) => boolean): void {
    for (const socket of [...this.#sockets]) {
      const over = [...socket.userStreams.values()].filter(isOver);
      if (over.length === 0) continue;
      const E = this.#options.context.clock.now();
      for (const stream of over) {
        stream.tell({ e: stream.listenKeyHash ? 'listenKeyExpired' : 'eventStreamTerminated', E });
        this.#users.delete(stream);
      }
      socket.end('the key has ended');
    }
  }

  /** A fault here must not end the process that trades. */
  #failed(error: unknown): void {
    if (error instanceof BinanceError) return;
    this.#options.context.log.error({ err: error }, 'a stream of programs failed');
  }
}
