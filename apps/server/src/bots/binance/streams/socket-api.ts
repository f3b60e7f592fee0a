/**
 * The WebSocket API: the same calls as over HTTP by other names, and the signed subscription to one's own events. Calls of a
 * socket run side by side and are answered as they end.
 */
import { randomUUID } from 'node:crypto';
import type { AnsweredCall } from '../../../core/http/asked-route.ts';
import { isSwitch } from '../../../realtime/index.ts';
import { type Binance, weightOf } from '../binance.ts';
import type { BinanceCall, Endpoint, KeyedCall, OpenEndpoint, Used } from '../endpoint.ts';
import { BinanceError, NOT_SERVED } from '../errors.ts';
import { rateLimits } from '../exchange-info.ts';
import { USER_STREAMS_MAX } from '../limits.ts';
import { Parameters } from '../parameters.ts';
import { signedParameters } from '../signature.ts';
import { isId, readObject } from './socket-messages.ts';
import type { StreamSocket, UserStream } from './stream-socket.ts';
import type { SwitchBoard } from './switch-board.ts';
import type { UserStreams } from './user-streams.ts';

/** Of the connection, not of the call: whether the answer says what was used of the limits. */
const SHOWS_LIMITS = 'returnRateLimits';
/** Methods may say which version they are of; there is one. */
const VERSION = /^v3\//;

export interface SocketApiParts {
  readonly binance: Binance;
  readonly userStreams: UserStreams;
  readonly clock: { now(): number };
  readonly limitFactor: number;
  /** Told of every answer with how long it took. */
  readonly answered: (answer: AnsweredCall) => void;
  readonly switches: Pick<SwitchBoard, 'ask'>;
  /** Throws when the user has as many sockets as one may have. */
  readonly countUser: (userId: number, socket: StreamSocket) => void;
}

/** A message on its way, with what is known of it by now. */
interface Asked {
  id: number | string | null;
  method: string | undefined;
  showsLimits: boolean;
  used: Used | undefined;
}

export class SocketApi {
  readonly #parts: SocketApiParts;
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: SocketApiParts) {
    this.#parts = parts;
    this.#endpoints = new Map(
      parts.binance.endpoints.flatMap((endpoint) =>
        endpoint.socketMethod === undefined ? [] : [[endpoint.socketMethod, endpoint]],
      ),
    );
  }

  /** Answers one message; whatever goes wrong is its answer. */
  serve(socket: StreamSocket, text: string, showsLimits: boolean): Promise<void> {
    const serving = this.#serve(socket, text, showsLimits).finally(() =>
      this.#underWay.delete(serving),
    );
    this.#underWay.add(serving);
    return serving;
  }

  /** Resolves when all is answered that was taken. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #serve(socket: StreamSocket, text: string, showsLimits: boolean): Promise<void> {
    const asked: Asked = { id: null, method: undefined, showsLimits, used: undefined };
    const startedAt = performance.now();
    socket.begin();
    let answer: { readonly status: number; readonly result?: unknown; readonly error?: object };
    try {
      answer = { status: 200, result: await this.#run(socket, text, asked) };
    } catch (error) {
      answer = this.#refusal(error);
    }
    const { id, method } = asked;
    const limits = asked.showsLimits ? { rateLimits: this.#limits(asked.used) } : {};
    socket.answer(JSON.stringify({ id, ...answer, ...limits }));
    if (method === undefined) return;
    const milliseconds = performance.now() - startedAt;
    const { status } = answer;
    const route = `WS binance/${method}`;
    this.#parts.answered({ route, status, code: undefined, milliseconds });
  }

  #refusal(thrown: unknown): { readonly status: number; readonly error: object } {
    const { status, body, retryAfterMs } = this.#parts.binance.errorOf(thrown);
    if (retryAfterMs === undefined) return { status, error: body };
    const serverTime = this.#parts.clock.now();
    const data = { serverTime, retryAfter: Math.ceil(serverTime + retryAfterMs) };
    return { status, error: { ...body, data } };
  }

  /** Of the limits that the call was counted for. */
  #limits(used: Used | undefined): object[] {
    if (used === undefined) return [];
    const { binance, limitFactor } = this.#parts;
    const [weight, orders] = rateLimits(binance.gate.limit, limitFactor);
    return [
      ...(used.orders === undefined ? [] : [{ ...orders, count: used.orders }]),
      { ...weight, count: used.weight },
    ];
  }

  async #run(socket: StreamSocket, text: string, asked: Asked): Promise<unknown> {
    const { id = null, method, params = {} } = readMessage(text);
    if (!isId(id)) throw malformed('id');
    asked.id = id;
    if (typeof method !== 'string') throw malformed('method');
    const parameters = readParameters(params);
    asked.showsLimits = parameters.flag(SHOWS_LIMITS) ?? asked.showsLimits;
    const name = method.replace(VERSION, '');
    const endpoint = this.#endpoints.get(name) ?? this.#ownEndpoint(name, socket);
    if (endpoint === undefined) throw NOT_SERVED();
    asked.method = name;
    const { binance } = this.#parts;
    const weight = weightOf(endpoint, parameters);
    const used = { weight: await binance.gate.count(socket.ip, weight) };
    asked.used = used;
    const result = await binance.run(endpoint, {
      parameters,
      signedText: signedParameters(parameters),
      apiKey: parameters.text('apiKey'),
      session: socket.session?.apiKey,
      // Without an id of its own a message is only itself: two alike are two, as there.
      messageName: id === null ? randomUUID() : JSON.stringify(id),
      ip: socket.ip,
      weight,
      used,
    });
    const { besidesOnSocket } = endpoint;
    return besidesOnSocket === undefined
      ? result
      : { ...(result as object), ...besidesOnSocket(result) };
  }

  /** What is about the socket itself. */
  #ownEndpoint(name: string, socket: StreamSocket): Endpoint | undefined {
    const own = { method: 'GET', path: name, weight: 2 } as const;
    const open = (run: OpenEndpoint['run']): Endpoint => ({ ...own, security: 'none', run });
    switch (name) {
      case 'userDataStream.subscribe.signature':
        return { ...own, security: 'read', run: (call) => this.#subscribe(socket, call) };
      // Of a socket that was logged on: it asks for nothing, not even a time.
      case 'userDataStream.subscribe':
        if (socket.session === undefined) return open(notLoggedOn);
        return { ...own, security: 'key', run: (call) => this.#subscribeOwn(socket, call) };
      case 'userDataStream.unsubscribe':
        return open(({ parameters }) => this.#unsubscribe(socket, parameters));
      case 'cancelOnDisconnect':
        return { ...own, security: 'trade', run: (call) => this.#cancelOnDisconnect(socket, call) };
      case 'session.logon':
        return { ...own, security: 'read', run: (call) => logOn(socket, call) };
      case 'session.status':
        return open((call) => sessionStatus(socket, call));
      case 'session.logout':
        return open((call) => {
          socket.session = undefined;
          return sessionStatus(socket, call);
        });
      default:
        return undefined;
    }
  }

  /** A key that is only named, not proved, opens nothing: it must be the one that logged on. */
  #subscribeOwn(socket: StreamSocket, call: KeyedCall): object {
    return call.key.apiKeyId === socket.session?.apiKeyId
      ? this.#subscribe(socket, call)
      : notLoggedOn();
  }

  #subscribe(socket: StreamSocket, { key }: KeyedCall): object {
    if (socket.userStreams.size >= USER_STREAMS_MAX)
      throw new BinanceError(-1003, 'Too many user streams on one connection.', { status: 429 });
    // It may have closed while its key was looked up.
    if (!socket.isOpen) return {};
    const { userId, apiKeyId } = key;
    this.#parts.countUser(userId, socket);
    const subscriptionId = socket.nextStreamId();
    const stream: UserStream = {
      userId,
      apiKeyId,
      tell: (event) => socket.send(JSON.stringify({ subscriptionId, event })),
    };
    socket.userStreams.set(subscriptionId, stream);
    this.#parts.userStreams.add(stream);
    return { subscriptionId };
  }

  /** Our own: a timer that cancels, kept set while this connection is there and its key may. */
  async #cancelOnDisconnect(socket: StreamSocket, call: KeyedCall): Promise<object> {
    const { parameters, key, nowMs } = call;
    const seconds = parameters.integer('seconds') ?? -1;
    const timer = parameters.integer('timer') ?? 1;
    const symbol = this.#parts.binance.symbolIn(parameters);
    const apiKey = parameters.text('apiKey') ?? socket.session?.apiKey ?? '';
    parameters.finish();
    const asked = { seconds, timer, symbol };
    if (!isSwitch(asked))
      throw new BinanceError(-1130, "Data sent for parameter 'seconds' or 'timer' is not valid.");
    // It may have closed while its key was looked up.
    if (!socket.isOpen) return {};
    await this.#parts.switches.ask(socket, { key, apiKey }, asked);
    return { seconds, timer, time: nowMs };
  }

  #unsubscribe(socket: StreamSocket, parameters: Parameters): object {
    const asked = parameters.integer('subscriptionId');
    parameters.finish();
    for (const [id, stream] of [...socket.userStreams]) {
      if (asked !== undefined && asked !== id) continue;
      socket.userStreams.delete(id);
      this.#parts.userStreams.delete(stream);
    }
    return {};
  }
}

const notLoggedOn = (): never => {
  throw new BinanceError(-4103, 'The session has not been authenticated.');
};

/** Sockets are logged on with keys of Ed25519, as there: what signs with a secret signs each call. */
function logOn(socket: StreamSocket, { parameters, key, nowMs }: KeyedCall): object {
  if (key.signer.kind !== 'ed25519')
    throw new BinanceError(-4056, 'HMAC_SHA256 API key is not supported.');
  const apiKey = parameters.required('apiKey');
  parameters.finish();
  socket.session = { apiKey, apiKeyId: key.apiKeyId, sinceMs: nowMs };
  return sessionStatus(socket, { nowMs });
}

const sessionStatus = (socket: StreamSocket, { nowMs }: Pick<BinanceCall, 'nowMs'>): object => ({
  apiKey: socket.session?.apiKey ?? null,
  authorizedSince: socket.session?.sinceMs ?? null,
  connectedSince: socket.connectedAtMs,
  serverTime: nowMs,
  userDataStream: socket.userStreams.size > 0,
});

function readMessage(text: string): Readonly<Record<string, unknown>> {
  try {
    return readObject(text);
  } catch {
    throw malformed('');
  }
}

const malformed = (name: string): BinanceError =>
  new BinanceError(
    -1135,
    name === '' ? 'Invalid JSON Request.' : `JSON sent for parameter '${name}' is not valid.`,
  );

/** Values as texts, as they are signed. */
function readParameters(params: unknown): Parameters {
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new BinanceError(-1130, "Data sent for parameter 'params' is not valid.");
  const values = Object.entries(params).map(([name, value]): [string, string] => {
    if (typeof value === 'string' || typeof value === 'boolean') return [name, String(value)];
    if (typeof value === 'number' && Number.isFinite(value)) return [name, String(value)];
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
      return [name, JSON.stringify(value)];
    throw new BinanceError(-1130, `Data sent for parameter '${name.slice(0, 40)}' is not valid.`);
  });
  return new Parameters(new Map(values));
}
