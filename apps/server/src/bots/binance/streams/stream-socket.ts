/** One program's WebSocket: what it listens to, and what is sent to it. */
import type { WebSocket } from 'ws';
import { Allowance } from '../../../realtime/index.ts';
import { MESSAGES_BURST, MESSAGES_PER_SECOND } from '../limits.ts';

/** RFC 6455: the endpoint refuses a message by its own policy. */
const POLICY = 1008;

/** A stream of one user's events on a socket. */
export interface UserStream {
  readonly userId: number;
  readonly apiKeyId: number;
  /** Digest of the name it was opened by, of the older way. */
  readonly listenKeyHash?: Uint8Array;
  /** Tells an event in the way in which the stream was opened. */
  tell(event: object): void;
}

export interface StreamSocketOptions {
  readonly socket: WebSocket;
  readonly ip: string;
  readonly nowMs: number;
  readonly limitFactor: number;
}

export class StreamSocket {
  readonly ip: string;
  /** Names of market streams. */
  readonly names = new Set<string>();
  readonly userStreams = new Map<number, UserStream>();
  /** Whether messages say which stream they are of. */
  isCombined = false;
  /** When the other side last showed that it is there. */
  heardAtMs: number;
  #lastId = -1;
  readonly #socket: WebSocket;
  readonly #allowance: Allowance;

  constructor({ socket, ip, nowMs, limitFactor }: StreamSocketOptions) {
    this.ip = ip;
    this.#socket = socket;
    this.heardAtMs = nowMs;
    const limits = { burst: MESSAGES_BURST, perSecond: MESSAGES_PER_SECOND };
    this.#allowance = new Allowance(limits, limitFactor, nowMs);
  }

  /** Bytes that wait for its reader. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Whether it may send another message now. */
  allows(nowMs: number): boolean {
    this.heardAtMs = nowMs;
    return this.#allowance.take(1, nowMs);
  }

  nextStreamId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  send(text: string): void {
    if (this.isOpen) this.#socket.send(text);
  }

  ping(): void {
    if (this.isOpen) this.#socket.ping();
  }

  /** Says why and closes. */
  end(reason: string): void {
    this.#socket.close(POLICY, reason);
  }

  /** Ends the connection without waiting for the other side, which does not read. */
  cutOff(): void {
    this.#socket.terminate();
  }
}
