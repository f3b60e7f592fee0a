/** What one connected client may ask for, and how often. */
import { randomUUID } from 'node:crypto';

import type { Ack, CallAck, ErrorCode, Language, SocketCall } from '@fairlead/contract';
import {
  ERRORS,
  ProblemError,
  SOCKET_CALLS,
  SUBSCRIPTIONS_MAX,
  zCancelOnDisconnect,
  zChannels,
  zSocketCall,
  zSocketLogin,
} from '@fairlead/contract';
import { failureBody } from '../core/http/envelope.ts';
import type { AskedOverSocket, SocketCalls } from '../core/http/socket-calls.ts';
import type { Session } from '../identity/index.ts';
import type { MarketData } from '../market/data/index.ts';
import { Allowance } from './allowance.ts';
import type { Broadcasts } from './broadcasts.ts';
import { CancelSwitches, type SwitchAsked } from './cancel-switches.ts';
import { parseChannel } from './channel.ts';
import { type Connections, cutOff } from './connections.ts';
import {
  CALLS_UNDER_WAY_MAX,
  COST_BURST,
  COSTS_PER_SECOND,
  FLOOD_MESSAGES,
  MESSAGE_BYTES,
  SOCKETS_PER_USER_MAX,
  WRONG_LOGINS_MAX,
} from './limits.ts';
import type { NumberedSteps } from './numbered.ts';
import { type LiveSocket, replyTo } from './types.ts';

export interface ClientSocketOptions {
  readonly sessions: { find(token: string): Session | undefined | Promise<Session | undefined> };
  readonly marketData: Pick<MarketData, 'terms'>;
  readonly broadcasts: Broadcasts;
  readonly connections: Connections;
  readonly numbers: Pick<NumberedSteps<unknown>, 'begin'>;
  /** Absent where only the market is told. */
  readonly calls?: Pick<SocketCalls, 'answer'> | undefined;
  /** Calls until they are acknowledged. */
  readonly underWay: Set<Promise<void>>;
  /** The caller's address. */
  readonly ip: string;
  readonly clock: { now(): number };
  /** Multiplies the limits; tests and measurements raise it. */
  readonly limitFactor: number;
  readonly onFailure: (error: unknown) => void;
}

/** A refusal; of a login with steps the number that it begins with. */
type Outcome = ErrorCode | number | undefined;

/** Serves a socket from its connection on. */
export function serveClient(socket: LiveSocket, options: ClientSocketOptions): void {
  const { clock, limitFactor } = options;
  const client = new ClientSocket(socket, options);
  const floodLimits = { burst: FLOOD_MESSAGES, perSecond: FLOOD_MESSAGES };
  const flood = new Allowance(floodLimits, limitFactor, clock.now());
  // Before anything is decoded: even a packet that nobody listens to has cost something.
  socket.conn.on('data', (data: string | Buffer) => {
    const cost = Math.ceil(Math.max(1, data.length) / MESSAGE_BYTES);
    if (!flood.take(cost, clock.now())) cutOff(socket);
  });
  /** A fault of ours is told and answered; thrown here it would end the process. */
  const serve = (run: (request: unknown) => Outcome | Promise<Outcome>) => {
    return async (request: unknown, reply: unknown) => {
      try {
        const outcome = await run(request);
        replyTo(reply, ackOf(outcome, clock.now()));
      } catch (failure) {
        options.onFailure(failure);
        replyTo(reply, { ok: false, error: 'unavailable' });
      }
    };
  };
  socket.on(
    'login',
    serve((request) => client.login(request)),
  );
  socket.on(
    'subscribe',
    serve((request) => client.subscribe(request)),
  );
  socket.on(
    'unsubscribe',
    serve((request) => client.unsubscribe(request)),
  );
  socket.on(
    'cancel_on_disconnect',
    serve((request) => client.cancelOnDisconnect(request)),
  );
  socket.on('disconnect', () => client.end());
  for (const event of Object.keys(SOCKET_CALLS) as SocketCall[])
    socket.on(event, (request: unknown, reply: unknown) => {
      const { underWay } = options;
      const answering = client
        .call(event, request)
        .then((ack) => replyTo(reply, ack))
        .catch(options.onFailure)
        .finally(() => underWay.delete(answering));
      underWay.add(answering);
    });
}

class ClientSocket {
  readonly #socket: LiveSocket;
  readonly #options: ClientSocketOptions;
  readonly #allowance: Allowance;
  #wrongLogins = 0;
  /** What calls are made with: they ask anew whether its session is open, as HTTP does. */
  #token: string | undefined;
  #callsUnderWay = 0;
  readonly #switches: CancelSwitches;

  constructor(socket: LiveSocket, options: ClientSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#switches = new CancelSwitches({ isFinal, onFailure: options.onFailure });
    const limits = { burst: COST_BURST, perSecond: COSTS_PER_SECOND };
    this.#allowance = new Allowance(limits, options.limitFactor, options.clock.now());
  }

  async login(request: unknown): Promise<Outcome> {
    if (!this.#allows(1)) return 'rate_limited';
    const parsed = zSocketLogin.safeParse(request);
    if (!parsed.success) return 'validation_failed';
    if (this.#wrongLogins >= WRONG_LOGINS_MAX) return 'rate_limited';
    const { token, lang = 'en', events: isTold = true, steps: isNumbered = false } = parsed.data;
    if (isNumbered && !isTold) return 'validation_failed';
    const { sessions, connections } = this.#options;
    const session = await sessions.find(token);
    if (session === undefined || !this.#socket.connected) {
      this.#wrongLogins += 1;
      return 'not_logged_in';
    }
    const { userId, sessionKey, expiresAtMs } = session;
    connections.leave(this.#socket);
    this.#token = undefined;
    // They would be set for whoever is logged in then.
    this.#switches.drop();
    if (connections.ofUser(userId).size >= SOCKETS_PER_USER_MAX) return 'rate_limited';
    const own = { userId, sessionKey, expiresAtMs, language: lang, isTold, isNumbered };
    this.#socket.data.session = own;
    connections.join(this.#socket, userId);
    const number = isNumbered ? await this.#options.numbers.begin(userId) : undefined;
    // It may have ended while it was looked up, before its end could reach this socket.
    if ((await sessions.find(token)) !== undefined) {
      // Of two logins under way the one that the socket is told of by now calls too.
      if (this.#socket.data.session === own) this.#token = token;
      return number;
    }
    connections.endSession(userId, sessionKey);
    return 'not_logged_in';
  }

  /**
   * Answers a call as HTTP would. Whoever does not read the answers is cut off, and what more than so many are asked at
   * once is refused before anything is done.
   */
  async call(event: SocketCall, request: unknown): Promise<CallAck> {
    const language = this.#socket.data.session?.language ?? 'en';
    const { calls, connections } = this.#options;
    if (calls === undefined) return refusal('unavailable', language);
    const isSlow = connections.isSlow(this.#socket);
    if (isSlow) cutOff(this.#socket);
    if (isSlow || this.#callsUnderWay >= CALLS_UNDER_WAY_MAX)
      return refusal('overloaded', language);
    const parsed = zSocketCall.safeParse(request);
    if (!parsed.success) return refusal('validation_failed', language);
    const { key, request: fields } = parsed.data;
    this.#callsUnderWay += 1;
    try {
      return await calls.answer(event, { ...this.#asker(), language, key, fields });
    } finally {
      this.#callsUnderWay -= 1;
    }
  }

  /** Sets a timer that cancels, and keeps it set for as long as the socket is there and its session open. */
  async cancelOnDisconnect(request: unknown): Promise<Outcome> {
    if (!this.#allows(1)) return 'rate_limited';
    const parsed = zCancelOnDisconnect.safeParse(request);
    if (!parsed.success) return 'validation_failed';
    if (this.#options.calls === undefined) return 'unavailable';
    const { seconds, timer = 1, symbol } = parsed.data;
    try {
      await this.#switches.ask({ seconds, timer, symbol }, (asked) => this.#setTimer(asked));
      return undefined;
    } catch (error) {
      if (error instanceof ProblemError) return error.code;
      throw error;
    }
  }

  /** The socket is gone. */
  end(): void {
    this.#switches.stop();
  }

  async #setTimer({ seconds, timer, symbol }: SwitchAsked): Promise<void> {
    const answer = await this.#options.calls?.answer('cancel_after', {
      ...this.#asker(),
      language: 'en',
      key: randomUUID(),
      fields: { seconds, timer, ...(symbol !== undefined && { symbol }) },
    });
    if (answer === undefined || answer.status === 200) return;
    throw new ProblemError(JSON.parse(answer.body).error);
  }

  #asker(): Pick<AskedOverSocket, 'token' | 'ip' | 'userAgent'> {
    // Whoever was logged in and is no longer has none.
    const token = this.#socket.data.session === undefined ? undefined : this.#token;
    const userAgent = this.#socket.handshake.headers['user-agent'];
    return { token, ip: this.#options.ip, userAgent };
  }

  subscribe(request: unknown): Outcome {
    const parsed = zChannels.safeParse(request);
    if (!this.#allows(parsed.success ? parsed.data.channels.length : 1)) return 'rate_limited';
    if (!parsed.success) return 'validation_failed';
    const channels = new Set(parsed.data.channels);
    for (const channel of channels) {
      const place = parseChannel(channel);
      if (place.kind === 'ticker') continue;
      if (this.#options.marketData.terms.market(place.symbol) === undefined) return 'not_found';
    }
    const { rooms } = this.#socket;
    const added = [...channels].filter((channel) => !rooms.has(channel));
    // One room is the socket's own, one its user's where it is told of that.
    const ownRooms = this.#socket.data.session?.isTold ? 2 : 1;
    if (rooms.size - ownRooms + added.length > SUBSCRIPTIONS_MAX) return 'above_maximum';
    for (const channel of channels) {
      void this.#socket.join(channel);
      this.#options.broadcasts.sendState(this.#socket, channel);
    }
    return undefined;
  }

  unsubscribe(request: unknown): Outcome {
    if (!this.#allows(1)) return 'rate_limited';
    const parsed = zChannels.safeParse(request);
    if (!parsed.success) return 'validation_failed';
    for (const channel of parsed.data.channels) void this.#socket.leave(channel);
    return undefined;
  }

  #allows(cost: number): boolean {
    return this.#allowance.take(cost, this.#options.clock.now());
  }
}

const ackOf = (outcome: Outcome, time: number): Ack => {
  if (outcome === undefined) return { ok: true, time };
  return typeof outcome === 'number'
    ? { ok: true, time, number: outcome }
    : { ok: false, error: outcome };
};

/** Whether a timer that was refused would be again. A fault of ours is none of those. */
const isFinal = (error: unknown): boolean =>
  error instanceof ProblemError && error.code !== 'internal' && !ERRORS[error.code].isRetryable;

const refusal = (code: ErrorCode, language: Language): CallAck => ({
  status: ERRORS[code].status,
  body: failureBody(code, language),
  is_replay: false,
});
