/** What one connected client may ask for, and how often. */

import { randomUUID } from 'node:crypto';
import type {
  Ack,
  CallAck,
  ErrorCode,
  Language,
  SocketCall,
  StepNumbers,
} from '@fairlead/contract';
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
import { isSubAccount } from '@fairlead/engine';
import { ENGINE_NAMES, type EngineName } from '../core/config/engines.ts';
import { failureBody } from '../core/http/envelope.ts';
import type { AskedOverSocket, SocketCalls } from '../core/http/socket-calls.ts';
import type { Session } from '../identity/index.ts';
import type { MarketData } from '../market/data/index.ts';
import type { ReadSteps } from '../steps/index.ts';
import type { SubAccounts } from '../sub-accounts/index.ts';
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
  REPLAY_PAGE_COST,
  REPLAY_SPARED,
  SOCKETS_PER_USER_MAX,
  WRONG_LOGINS_MAX,
} from './limits.ts';
import type { NumberedEngines } from './numbered-engines.ts';
import { replaySteps } from './step-replay.ts';
import { type LiveSocket, replyTo, type SocketSession } from './types.ts';

export interface ClientSocketOptions {
  readonly subAccounts: Pick<SubAccounts, 'isOf'>;
  readonly sessions: { find(token: string): Session | undefined | Promise<Session | undefined> };
  readonly marketData: Pick<MarketData, 'terms'>;
  readonly broadcasts: Broadcasts;
  readonly connections: Connections;
  readonly numbers: Pick<NumberedEngines<unknown>, 'begin' | 'beginAll'>;
  readonly readSteps: ReadSteps;
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

/** The numbers that a login with steps begins with, and what is done once they are told. */
interface Begun {
  readonly number: number;
  readonly numbers?: StepNumbers;
  readonly replay?: () => Promise<void>;
}

/** A refusal, or what a login begins with. */
type Outcome = ErrorCode | Begun | undefined;

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
        if (typeof outcome === 'object') await outcome.replay?.();
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
    const { token, lang = 'en', events: isTold = true, from } = parsed.data;
    const { steps: isNumbered = false, products: areAllNumbered = false } = parsed.data;
    const named = engineNamesOf(from);
    if (isNumbered ? !isTold : areAllNumbered || from !== undefined) return 'validation_failed';
    if (!areAllNumbered && named.some((name) => name !== 'spot')) return 'validation_failed';
    const { sessions, connections, subAccounts } = this.#options;
    const session = await sessions.find(token);
    if (session === undefined || !this.#socket.connected) {
      this.#wrongLogins += 1;
      return 'not_logged_in';
    }
    const { sessionKey, expiresAtMs } = session;
    const { sub_account: userId = session.userId } = parsed.data;
    if (userId !== session.userId && !(await subAccounts.isOf(session.userId, userId))) {
      this.#wrongLogins += 1;
      return 'not_found';
    }
    // One that left meanwhile would never leave the connections again.
    if (!this.#socket.connected) return 'not_logged_in';
    connections.leave(this.#socket);
    this.#token = undefined;
    // They would be set for whoever is logged in then.
    this.#switches.drop();
    if (connections.ofUser(userId).size >= SOCKETS_PER_USER_MAX) return 'rate_limited';
    const behind = new Map(named.map((name) => [name, []]));
    const who = { userId, sessionKey, expiresAtMs, language: lang };
    const own: SocketSession = { ...who, isTold, isNumbered, areAllNumbered, behind };
    this.#socket.data.session = own;
    connections.join(this.#socket, userId);
    const begun = isNumbered ? await this.#beginOrLeave(own, from) : undefined;
    // It may have ended while it was looked up, before its end could reach this socket.
    if ((await sessions.find(token)) !== undefined) {
      // Of two logins under way the one that the socket is told of by now calls too.
      if (this.#socket.data.session === own) this.#token = token;
      return begun;
    }
    connections.endSession(userId, sessionKey);
    return 'not_logged_in';
  }

  /** One that cannot begin is not logged in: what it would be told waited for ever behind what was before. */
  async #beginOrLeave(session: SocketSession, from: StepNumbers | undefined): Promise<Begun> {
    try {
      return await this.#begin(session, from);
    } catch (error) {
      const { connections } = this.#options;
      if (this.#socket.data.session === session) connections.leave(this.#socket);
      throw error;
    }
  }

  /** Where its steps begin; what it named is told behind the answer. */
  async #begin(session: SocketSession, from: StepNumbers | undefined): Promise<Begun> {
    const { numbers, readSteps: read, onFailure, clock } = this.#options;
    const mayRead = () => this.#allowance.take(REPLAY_PAGE_COST, clock.now(), REPLAY_SPARED);
    const { userId, areAllNumbered, behind } = session;
    const known = areAllNumbered
      ? await numbers.beginAll(userId)
      : { spot: await numbers.begin(userId) };
    const replay = () =>
      replaySteps(
        this.#socket,
        { session, from: from ?? {}, known },
        { read, mayRead, onFailure },
      ).catch((error: unknown) => {
        // What waits behind it would wait for ever: its owner comes again.
        cutOff(this.#socket);
        throw error;
      });
    return {
      number: known.spot,
      ...(areAllNumbered && { numbers: known }),
      ...(behind.size > 0 && { replay }),
    };
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

  #asker(): Pick<AskedOverSocket, 'token' | 'ip' | 'userAgent' | 'subAccount'> {
    // Whoever was logged in and is no longer has none.
    const token = this.#socket.data.session === undefined ? undefined : this.#token;
    const userAgent = this.#socket.handshake.headers['user-agent'];
    const userId = this.#socket.data.session?.userId ?? 0;
    const named = isSubAccount(userId) ? { subAccount: String(userId) } : {};
    return { token, ip: this.#options.ip, userAgent, ...named };
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
  if (typeof outcome === 'string') return { ok: false, error: outcome };
  const { number, numbers } = outcome;
  return { ok: true, time, number, ...(numbers !== undefined && { numbers }) };
};

/** Which engines a login names numbers of. */
const engineNamesOf = (from: StepNumbers = {}): EngineName[] =>
  ENGINE_NAMES.filter((name) => from[name] !== undefined);

/** Whether a timer that was refused would be again. A fault of ours is none of those. */
const isFinal = (error: unknown): boolean =>
  error instanceof ProblemError && error.code !== 'internal' && !ERRORS[error.code].isRetryable;

const refusal = (code: ErrorCode, language: Language): CallAck => ({
  status: ERRORS[code].status,
  body: failureBody(code, language),
  is_replay: false,
});
