/** What one connected client may ask for, and how often. */

import type { ErrorCode } from '@fairlead/contract';
import { SUBSCRIPTIONS_MAX, zChannels, zSocketLogin } from '@fairlead/contract';
import type { Session } from '../services/identity-sessions.ts';
import type { MarketData } from '../services/market-data/market-data.ts';
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
  const allowance = new Allowance(
    { burst: COST_BURST * limitFactor, perSecond: COSTS_PER_SECOND * limitFactor },
    clock.now(),
  );
  const flood = new Allowance(
    { burst: FLOOD_MESSAGES * limitFactor, perSecond: FLOOD_MESSAGES * limitFactor },
    clock.now(),
  );
  let wrongLogins = 0;

  // Before anything is decoded: even a packet that nobody listens to has cost something.
  socket.conn.on('data', () => {
    if (!flood.take(1, clock.now())) cutOff(socket);
  });

  async function login(request: unknown): Promise<Outcome> {
    if (!allowance.take(1, clock.now())) return 'rate_limited';
    const parsed = zSocketLogin.safeParse(request);
    if (!parsed.success) return 'validation_failed';
    if (wrongLogins >= WRONG_LOGINS_MAX) return 'rate_limited';
    const { token, lang = 'en' } = parsed.data;
    const session = await options.sessions.find(token);
    if (session === undefined || !socket.connected) {
      wrongLogins += 1;
      return 'not_logged_in';
    }
    const { userId, sessionKey, expiresAtMs } = session;
    options.connections.leave(socket);
    if (options.connections.ofUser(userId).size >= SOCKETS_PER_USER_MAX) return 'rate_limited';
    socket.data.session = { userId, sessionKey, expiresAtMs, language: lang };
    options.connections.join(socket, userId);
    // It may have ended while it was looked up, before its end could reach this socket.
    if ((await options.sessions.find(token)) !== undefined) return undefined;
    options.connections.endSession(userId, sessionKey);
    return 'not_logged_in';
  }

  function subscribe(request: unknown): Outcome {
    const parsed = zChannels.safeParse(request);
    if (!allowance.take(parsed.success ? parsed.data.channels.length : 1, clock.now())) {
      return 'rate_limited';
    }
    if (!parsed.success) return 'validation_failed';
    const channels = new Set(parsed.data.channels);
    for (const channel of channels) {
      const place = parseChannel(channel);
      if (place.kind === 'ticker') continue;
      if (options.marketData.terms.market(place.symbol) === undefined) return 'not_found';
    }
    const added = [...channels].filter((channel) => !socket.rooms.has(channel));
    // One room is the socket's own.
    if (socket.rooms.size - 1 + added.length > SUBSCRIPTIONS_MAX) return 'above_maximum';
    for (const channel of channels) {
      void socket.join(channel);
      options.broadcasts.sendState(socket, channel);
    }
    return undefined;
  }

  function unsubscribe(request: unknown): Outcome {
    if (!allowance.take(1, clock.now())) return 'rate_limited';
    const parsed = zChannels.safeParse(request);
    if (!parsed.success) return 'validation_failed';
    for (const channel of parsed.data.channels) void socket.leave(channel);
    return undefined;
  }

  const answer = (reply: unknown, error: Outcome) =>
    replyTo(reply, error === undefined ? { ok: true, time: clock.now() } : { ok: false, error });

  socket.on('subscribe', (request, reply) => answer(reply, subscribe(request)));
  socket.on('unsubscribe', (request, reply) => answer(reply, unsubscribe(request)));
  socket.on('login', (request, reply) => {
    login(request).then(
      (error) => answer(reply, error),
      (failure: unknown) => {
        options.onFailure(failure);
        answer(reply, 'unavailable');
      },
    );
  });
}
