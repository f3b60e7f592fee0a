/**
 * The live socket (docs/internals/realtime.md): Socket.IO on the site's own HTTP server. It sends what is
 * committed, and only that: its one source is market data, which is fed after each commit.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { ChatChange } from '../chat/index.ts';
import type { Events, TellChanges } from '../core/http/events.ts';
import { addressKey } from '../core/http/rates.ts';
import type { SocketCalls } from '../core/http/socket-calls.ts';
import type { Presence } from '../core/operations/presence.ts';
import type { Sessions } from '../identity/index.ts';
import type { Candles } from '../market/candles/index.ts';
import type { MarketData } from '../market/data/index.ts';
import type { MessageRow } from '../notices/index.ts';
import type { ReadSteps, StepSource } from '../steps/index.ts';
import type { SubAccounts } from '../sub-accounts/index.ts';
import { Broadcasts } from './broadcasts.ts';
import { serveClient } from './client-socket.ts';
import { Connections, userRoom } from './connections.ts';
import { FRAME_BYTES_MAX, SOCKETS_MAX, SOCKETS_PER_ADDRESS_MAX, SWEEP_EVERY_MS } from './limits.ts';
import { OwnTeller, sendChat, sendNotice } from './private-events.ts';
import { inTurn } from './step-replay.ts';
import type { LiveServer, LiveSocket } from './types.ts';

export interface RealtimeOptions {
  readonly httpServer: HttpServer;
  readonly marketData: MarketData;
  readonly candles: Candles;
  /** Tells users what of a commit is theirs. */
  readonly told: TellChanges;
  /** Where users' steps stand, and what they were. */
  readonly steps: StepSource & { readonly read: ReadSteps };
  readonly sessions: Pick<Sessions, 'find'>;
  readonly subAccounts: Pick<SubAccounts, 'isOf'>;
  /** Answers calls that come over the socket. */
  readonly calls?: Pick<SocketCalls, 'answer' | 'stop'>;
  readonly events: Pick<Events, 'on' | 'off'>;
  /** Is told who is connected. */
  readonly presence?: Pick<Presence, 'watch'>;
  /** The origin that users see. */
  readonly publicUrl: string;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Multiplies the limits; only in demo mode other than 1. */
  readonly limitFactor?: number;
  /** The caller's address, where a proxy stands in front. */
  readonly addressOf?: (request: IncomingMessage) => string;
  /** Bytes a reader may be behind; tests give less. */
  readonly slowBytesMax?: number;
  /** Joins the sockets of several processes (docs/internals/processes.md). */
  readonly adapter?: ReturnType<typeof createAdapter>;
}

export interface Realtime {
  /** Sockets connected now. */
  readonly connected: number;
  /** Sessions of users that have sockets here. */
  sessions(): { readonly userId: number; readonly sessionKey: string }[];
  /** Closes all sockets: on their return they get everything anew. */
  cutAll(): void;
  /** Answers the calls under way, closes all sockets and takes no more. */
  stop(): Promise<void>;
}

/** Attaches the socket to the HTTP server, before it listens. */
export function startRealtime(options: RealtimeOptions): Realtime {
  const { marketData, candles, events, log, told, steps } = options;
  const connections = new Connections(options.slowBytesMax, (userId) => own.numbers.end(userId));
  const own = new OwnTeller({ connections, told, steps, log });
  const io = openServer(options, connections);
  // A fault here must not end the process that trades.
  const onFailure = (error: unknown) => log.error({ err: error }, 'the live socket failed');
  const underWay = new Set<Promise<void>>();
  const readSteps = inTurn(steps.read);
  const broadcasts = new Broadcasts({ io, marketData, candles, onFailure });
  io.engine.on('connection', (connection: EngineConnection) => {
    connections.count(connection, addressOf(options, connection.request));
  });
  io.on('connection', (socket) => {
    connections.add(socket);
    const { sessions, subAccounts, calls, clock, limitFactor = 1 } = options;
    const shared = { sessions, subAccounts, calls, underWay, marketData, broadcasts };
    serveClient(socket, {
      ...shared,
      ...{ connections, numbers: own.numbers },
      readSteps,
      clock,
      limitFactor,
      ip: ipOf(options, socket.request),
      onFailure,
    });
  });

  const stopPublished = marketData.onPublished((update) => {
    broadcasts.take(update);
    own.take(update.batch);
  });
  const stopCandles = candles.onChange((change) => broadcasts.takeCandle(change));
  const endSession = (ended: { userId: number; sessionKey: string }) =>
    connections.endSession(ended.userId, ended.sessionKey);
  events.on('session_ended', endSession);
  const showNotice = ({ userId, message }: { userId: number; message: MessageRow }) =>
    sendNotice(message, connections.toldOf(userId));
  events.on('message', showNotice);
  const showChat = (change: ChatChange) => sendChat(change, connections.toldOf(change.userId));
  events.on('chat', showChat);
  options.presence?.watch(async (userId) => {
    if (connections.toldOf(userId).length > 0) return true;
    if (options.adapter === undefined) return false;
    return (await io.in(userRoom(userId)).fetchSockets()).length > 0;
  });
  const sweep = setInterval(() => {
    try {
      connections.endExpired(options.clock.now());
      const count = connections.cutOffSlow();
      if (count > 0) log.warn({ count }, 'slow readers were cut off');
      broadcasts.look();
    } catch (error) {
      onFailure(error);
    }
  }, SWEEP_EVERY_MS);

  return {
    get connected() {
      return connections.size;
    },
    sessions: () => connections.sessions(),
    cutAll: () => connections.cutAll(),
    async stop() {
      options.calls?.stop();
      await Promise.all(underWay);
      await connections.flushed();
      clearInterval(sweep);
      stopPublished();
      stopCandles();
      events.off('session_ended', endSession);
      events.off('message', showNotice);
      events.off('chat', showChat);
      broadcasts.stop();
      io.local.disconnectSockets(true);
      // The HTTP server belongs to its maker: only the sockets are closed here.
      io.engine.close();
      await io.sockets.adapter.close();
    },
  };
}

function openServer(options: RealtimeOptions, connections: Connections): LiveServer {
  return new Server(options.httpServer, {
    serveClient: false,
    maxHttpBufferSize: FRAME_BYTES_MAX,
    perMessageDeflate: false,
    ...(options.adapter !== undefined && { adapter: options.adapter }),
    // No cookies and no CORS: a page of another origin gets nothing.
    allowRequest: (request, decide) => {
      const refusal = refusalOf(request, options, connections);
      decide(refusal ?? null, refusal === undefined);
    },
  });
}

/** A connection as Engine.IO tells of it, before Socket.IO's own handshake. */
type EngineConnection = LiveSocket['conn'];

const ipOf = (options: RealtimeOptions, request: IncomingMessage): string =>
  options.addressOf?.(request) ?? request.socket.remoteAddress ?? '';

/** Whom a connection is counted for; of IPv6 the /64, which is what one subscriber has. */
const addressOf = (options: RealtimeOptions, request: IncomingMessage): string =>
  addressKey(ipOf(options, request));

function refusalOf(
  request: IncomingMessage,
  options: RealtimeOptions,
  connections: Connections,
): string | undefined {
  if (!isOwnOrigin(request, options.publicUrl)) return 'origin';
  if (isOfKnownConnection(request)) return undefined;
  const perAddressMax = SOCKETS_PER_ADDRESS_MAX * (options.limitFactor ?? 1);
  const isCrowded = connections.countOf(addressOf(options, request)) >= perAddressMax;
  return isCrowded || connections.open >= SOCKETS_MAX ? 'too many connections' : undefined;
}

/** Read as Engine.IO reads it: of several the last counts, and an empty one is a new handshake. */
function isOfKnownConnection({ url = '' }: IncomingMessage): boolean {
  const base = 'http://localhost';
  if (!URL.canParse(url, base)) return false;
  return Boolean(new URL(url, base).searchParams.getAll('sid').at(-1));
}

/** A browser's page must be ours: of the public address, or of the very host that was asked. */
export function isOwnOrigin({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
