/** Who is connected, by address and by user; ends the sockets of sessions that ended and of slow readers. */

import { setTimeout as wait } from 'node:timers/promises';
import { familyOf } from '@fairlead/engine';
import { FLUSH_MAX_MS, SLOW_BYTES_MAX, SLOW_PACKETS_MAX } from './limits.ts';
import type { LiveSocket } from './types.ts';

/** What is counted of a connection of Engine.IO. */
interface Closable {
  once(event: 'close', listener: () => void): unknown;
}

/** By which other processes find a user's sockets; no channel has such a name. */
export const userRoom = (userId: number): string => `user:${userId}`;

export class Connections {
  readonly #sockets = new Set<LiveSocket>();
  readonly #perAddress = new Map<string, number>();
  #open = 0;
  readonly #byUser = new Map<number, Set<LiveSocket>>();
  readonly #slowBytesMax: number;
  readonly #onGone: (userId: number) => void;

  /** `onGone` is told of users whose last socket has left. */
  constructor(slowBytesMax = SLOW_BYTES_MAX, onGone: (userId: number) => void = () => {}) {
    this.#slowBytesMax = slowBytesMax;
    this.#onGone = onGone;
  }

  /** Sockets that have joined. */
  get size(): number {
    return this.#sockets.size;
  }

  /** Connections from their handshake on, those that never join included. */
  get open(): number {
    return this.#open;
  }

  /** Open connections of one address. */
  countOf(address: string): number {
    return this.#perAddress.get(address) ?? 0;
  }

  ofUser(userId: number): ReadonlySet<LiveSocket> {
    return this.#byUser.get(userId) ?? NONE;
  }

  /** Those of a user that are told of what is the user's own. */
  toldOf(userId: number): readonly LiveSocket[] {
    const sockets = this.#byUser.get(userId);
    return sockets === undefined ? [] : [...sockets].filter(({ data }) => data.session?.isTold);
  }

  /** Counts a connection until its transport closes. */
  count(connection: Closable, address: string): void {
    this.#open += 1;
    this.#perAddress.set(address, this.countOf(address) + 1);
    connection.once('close', () => {
      this.#open -= 1;
      const left = this.countOf(address) - 1;
      if (left > 0) this.#perAddress.set(address, left);
      else this.#perAddress.delete(address);
    });
  }

  add(socket: LiveSocket): void {
    this.#sockets.add(socket);
    socket.on('disconnect', () => {
      this.#sockets.delete(socket);
      this.leave(socket);
    });
  }

  /** Joins a socket to its user's; it has `data.session`. */
  join(socket: LiveSocket, userId: number): void {
    const sockets = this.#byUser.get(userId) ?? new Set();
    sockets.add(socket);
    this.#byUser.set(userId, sockets);
    if (socket.data.session?.isTold) void socket.join(userRoom(userId));
  }

  leave(socket: LiveSocket): void {
    const userId = socket.data.session?.userId;
    if (userId === undefined) return;
    const sockets = this.#byUser.get(userId);
    sockets?.delete(socket);
    if (sockets?.size === 0) {
      this.#byUser.delete(userId);
      this.#onGone(userId);
    }
    void socket.leave(userRoom(userId));
    delete socket.data.session;
  }

  /** Each once. */
  sessions(): { readonly userId: number; readonly sessionKey: string }[] {
    const bySession = new Map<string, number>();
    for (const [userId, sockets] of this.#byUser)
      for (const { data } of sockets)
        if (data.session !== undefined) bySession.set(data.session.sessionKey, userId);
    return [...bySession].map(([sessionKey, userId]) => ({ sessionKey, userId }));
  }

  /** Resolves when what was sent is on its way, or after a moment for those who do not read. */
  async flushed(): Promise<void> {
    const writing = [...this.#sockets].filter((socket) => waitingFor(socket).packets > 0);
    const all = writing.map(({ conn }) => new Promise((resolve) => conn.once('drain', resolve)));
    await Promise.race([Promise.all(all), wait(FLUSH_MAX_MS, undefined, { ref: false })]);
  }

  /** Ends all connections; clients come back by themselves. */
  cutAll(): void {
    for (const socket of [...this.#sockets]) cutOff(socket);
  }

  /** Says that the session has ended and closes its sockets, those of sub-accounts too. */
  endSession(userId: number, sessionKey: string): void {
    for (const account of familyOf(userId))
      for (const socket of [...this.ofUser(account)])
        if (socket.data.session?.sessionKey === sessionKey) this.#end(socket);
  }

  endExpired(nowMs: number): void {
    for (const sockets of [...this.#byUser.values()]) {
      for (const socket of [...sockets]) {
        if ((socket.data.session?.expiresAtMs ?? 0) <= nowMs) this.#end(socket);
      }
    }
  }

  /** Whether more waits for its reader than may. */
  isSlow(socket: LiveSocket): boolean {
    const { bytes, packets } = waitingFor(socket);
    return bytes > this.#slowBytesMax || packets > SLOW_PACKETS_MAX;
  }

  /** Cuts off who reads too slowly; returns how many. What waited for them is freed at once. */
  cutOffSlow(): number {
    let count = 0;
    for (const socket of [...this.#sockets]) {
      if (!this.isSlow(socket)) continue;
      cutOff(socket);
      count += 1;
    }
    return count;
  }

  #end(socket: LiveSocket): void {
    socket.emit('session_ended');
    this.leave(socket);
    socket.disconnect(true);
  }
}

const NONE: ReadonlySet<LiveSocket> = new Set();

/** What Engine.IO 6 keeps of a connection and does not type: packets not yet handed over, and the WebSocket. */
interface ConnectionInside {
  readonly writeBuffer?: readonly unknown[];
  readonly transport: {
    readonly socket?: { readonly bufferedAmount?: number; terminate?(): void };
  };
}
const insideOf = (socket: LiveSocket): ConnectionInside =>
  socket.conn as unknown as ConnectionInside;

function waitingFor(socket: LiveSocket): { readonly bytes: number; readonly packets: number } {
  const { writeBuffer, transport } = insideOf(socket);
  return { bytes: transport.socket?.bufferedAmount ?? 0, packets: writeBuffer?.length ?? 0 };
}

/** Resolves when a socket has taken what was sent, or is gone. */
export function drained(socket: LiveSocket): Promise<void> {
  const { bytes, packets } = waitingFor(socket);
  if (!socket.connected || (bytes === 0 && packets === 0)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      socket.conn.off('drain', done);
      socket.off('disconnect', done);
      resolve();
    };
    socket.conn.on('drain', done);
    socket.on('disconnect', done);
  });
}

/** Ends a connection without waiting for the other side, which does not read. */
export function cutOff(socket: LiveSocket): void {
  const { transport } = insideOf(socket);
  socket.conn.close(true);
  transport.socket?.terminate?.();
}
