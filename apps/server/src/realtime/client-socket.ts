/** What one connected client may ask for, and how often. */

import type { ErrorCode } from '@fairlead/contract';
import { SUBSCRIPTIONS_MAX, zChannels, zSocketLogin } from '@fairlead/contract';
import type { Session } from '../identity/index.ts';
import type { MarketData } from '../market/data/index.ts';
import { Allowance } from './allowance.ts';
import type { Broadcasts } from './broadcasts.ts';
import { parseChannel } from './channel.ts';
import { type Connections, cutOff } from './connections.ts';
import {
  COST_BURST,
  COSTS_PER_SECOND,
  FLOOD_MESSAGES,
  SOCKETS_PER_USER_MAX,
  WRONG_LOGINS_MAX,
} from './limits.ts';
import { type LiveSocket, replyTo } from './types.ts';

export interface ClientSocketOptions {
  readonly sessions: { find(token: string): Session | undefined | Promise<Session | undefined> };
  readonly marketData: Pick<MarketData, 'terms'>;
  readonly broadcasts: Broadcasts;
  readonly connections: Connections;
  readonly clock: { now(): number };
  /** Multiplies the limits; tests and measurements raise it. */
  readonly limitFactor: number;
  readonly onFailure: (error: unknown) => void;
}

type Outcome = ErrorCode | undefined;

/** Serves a socket from its connection on. */
export function serveClient(socket: LiveSocket, options: ClientSocketOptions): void {
  const { clock, limitFactor } = options;
  const client = new ClientSocket(socket, options);
  const floodLimits = { burst: FLOOD_MESSAGES, perSecond: FLOOD_MESSAGES };
  const flood = new Allowance(floodLimits, limitFactor, clock.now());
  // Before anything is decoded: even a packet that nobody listens to has cost something.
  socket.conn.on('data', () => {
    if (!flood.take(1, clock.now())) cutOff(socket);
  });
  /** A fault of ours is told and answered; thrown here it would end the process. */
  const serve = (run: (request: unknown) => Outcome | Promise<Outcome>) => {
    return async (request: unknown, reply: unknown) => {
      try {
        const error = await run(request);
        replyTo(
          reply,
          error === undefined ? { ok: true, time: clock.now() } : { ok: false, error },
        );
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
}

class ClientSocket {
  readonly #socket: LiveSocket;
  readonly #options: ClientSocketOptions;
  readonly #allowance: Allowance;
  #wrongLogins = 0;

  constructor(socket: LiveSocket, options: ClientSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    const limits = { burst: COST_BURST, perSecond: COSTS_PER_SECOND };
    this.#allowance = new Allowance(limits, options.limitFactor, options.clock.now());
  }

  async login(request: unknown): Promise<Outcome> {
    if (!this.#allows(1)) return 'rate_limited';
    const parsed = zSocketLogin.safeParse(request);
    if (!parsed.success) return 'validation_failed';
    if (this.#wrongLogins >= WRONG_LOGINS_MAX) return 'rate_limited';
    const { token, lang = 'en' } = parsed.data;
    const { sessions, connections } = this.#options;
    const session = await sessions.find(token);
    if (session === undefined || !this.#socket.connected) {
      this.#wrongLogins += 1;
      return 'not_logged_in';
    }
    const { userId, sessionKey, expiresAtMs } = session;
    connections.leave(this.#socket);
    if (connections.ofUser(userId).size >= SOCKETS_PER_USER_MAX) return 'rate_limited';
    this.#socket.data.session = { userId, sessionKey, expiresAtMs, language: lang };
    connections.join(this.#socket, userId);
    // It may have ended while it was looked up, before its end could reach this socket.
    if ((await sessions.find(token)) !== undefined) return undefined;
    connections.endSession(userId, sessionKey);
    return 'not_logged_in';
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
    // One room is the socket's own, one its user's.
    const ownRooms = this.#socket.data.session === undefined ? 1 : 2;
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
