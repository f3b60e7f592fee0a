/**
 * The WebSocket API: the same calls as over HTTP by other names, and the signed subscription to one's own events.
 */
import { type Binance, weightOf } from '../binance.ts';
import type { Endpoint, KeyedCall, KeyedEndpoint } from '../endpoint.ts';
import { BinanceError } from '../errors.ts';
import { USER_STREAMS_MAX } from '../limits.ts';
import { Parameters } from '../parameters.ts';
import { signedParameters } from '../signature.ts';
import { isId, readObject } from './socket-messages.ts';
import type { StreamSocket, UserStream } from './stream-socket.ts';
import type { UserStreams } from './user-streams.ts';

const UNSUBSCRIBE = 'userDataStream.unsubscribe';
/** Parameters of the connection, not of the call. */
const OWN = 'returnRateLimits';

export interface SocketApiParts {
  readonly binance: Binance;
  readonly userStreams: UserStreams;
  readonly clock: { now(): number };
  /** Throws when the user has as many sockets as one may have. */
  readonly countUser: (userId: number, socket: StreamSocket) => void;
}

export class SocketApi {
  readonly #parts: SocketApiParts;
  readonly #endpoints: ReadonlyMap<string, Endpoint>;

  constructor(parts: SocketApiParts) {
    this.#parts = parts;
    this.#endpoints = new Map(
      parts.binance.endpoints.flatMap((endpoint) =>
        endpoint.socketMethod === undefined ? [] : [[endpoint.socketMethod, endpoint]],
      ),
    );
  }

  /** Answers one message; whatever goes wrong is its answer. */
  async serve(socket: StreamSocket, text: string): Promise<void> {
    let id: unknown = null;
    try {
      const message = readObject(text);
      if (isId(message['id'])) id = message['id'];
      const result = await this.#run(socket, message);
      this.#answer(socket, { id, status: 200, result });
    } catch (error) {
      const refusal = this.#parts.binance.errorOf(error);
      this.#answer(socket, { id, status: refusal.status, error: refusal.body });
    }
  }

  #answer(socket: StreamSocket, answer: object): void {
    socket.send(JSON.stringify({ ...answer, rateLimits: [] }));
  }

  async #run(socket: StreamSocket, message: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { method, params = {} } = message;
    const parameters = readParameters(params);
    const { binance } = this.#parts;
    if (method === UNSUBSCRIBE) return this.#unsubscribe(socket, parameters);
    const endpoint =
      method === 'userDataStream.subscribe.signature'
        ? this.#subscription(socket)
        : this.#endpoints.get(String(method));
    if (endpoint === undefined)
      throw new BinanceError(-1020, 'This operation is not supported.', { status: 404 });
    const weight = weightOf(endpoint, parameters);
    await binance.gate.count(socket.ip, weight);
    parameters.text(OWN);
    return binance.run(endpoint, {
      parameters,
      signedText: signedParameters(parameters),
      apiKey: parameters.text('apiKey'),
      ip: socket.ip,
      weight,
    });
  }

  #subscription(socket: StreamSocket): KeyedEndpoint {
    return {
      method: 'GET',
      path: 'userDataStream.subscribe.signature',
      security: 'read',
      weight: 2,
      run: (call) => this.#subscribe(socket, call),
    };
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

/** Values as texts, as they are signed. */
function readParameters(params: unknown): Parameters {
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new BinanceError(-1130, "Data sent for parameter 'params' is not valid.");
  const values = Object.entries(params).map(([name, value]): [string, string] => {
    if (typeof value === 'string' || typeof value === 'boolean') return [name, String(value)];
    if (typeof value === 'number' && Number.isFinite(value)) return [name, String(value)];
    if (Array.isArray(value)) return [name, JSON.stringify(value)];
    throw new BinanceError(-1130, `Data sent for parameter '${name.slice(0, 40)}' is not valid.`);
  });
  return new Parameters(new Map(values));
}
