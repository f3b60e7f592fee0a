/** One program's WebSocket: what it listens to, and what is sent to it. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { Allowance } from '../../../realtime/index.ts';
import {
  BEHIND_BYTES_MAX,
  CALLS_BURST,
  CALLS_PER_SECOND,
  CALLS_UNDER_WAY_MAX,
  MESSAGES_BURST,
  MESSAGES_PER_SECOND,
} from '../limits.ts';

/** RFC 6455: the endpoint goes away; it refuses a message by its own policy. */
const GOING_AWAY = 1001;
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
  /** What carries it. */
  readonly stream: Pick<Duplex, 'cork' | 'uncork'>;
  readonly ip: string;
  readonly nowMs: number;
  readonly limitFactor: number;
  /** Whether it takes calls. */
  readonly isApi: boolean;
}

export class StreamSocket {
  readonly ip: string;
  /** Names of market streams. */
  readonly names = new Set<string>();
  readonly userStreams = new Map<number, UserStream>();
  /** Whether messages say which stream they are of. */
  isCombined = false;
  /** Who logged on, and when. */
  session:
    | { readonly apiKey: string; readonly apiKeyId: number; readonly sinceMs: number }
    | undefined;
  readonly connectedAtMs: number;
  readonly closed: Promise<void>;
  /** When the other side last showed that it is there. */
  heardAtMs: number;
  #lastId = -1;
  #callsUnderWay = 0;
  #isCorked = false;
  readonly #socket: WebSocket;
  readonly #stream: Pick<Duplex, 'cork' | 'uncork'>;
  readonly #allowance: Allowance;

  constructor({ socket, stream, ip, nowMs, limitFactor, isApi }: StreamSocketOptions) {
    this.ip = ip;
    this.#socket = socket;
    this.#stream = stream;
    this.closed = new Promise((resolve) => {
      socket.once('close', () => resolve());
    });
    this.connectedAtMs = nowMs;
    this.heardAtMs = nowMs;
    const limits = isApi
      ? { burst: CALLS_BURST, perSecond: CALLS_PER_SECOND }
      : { burst: MESSAGES_BURST, perSecond: MESSAGES_PER_SECOND };
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
    // What is told of after the last answer may be what keeps it from being read.
    this.#write(text, this.#socket.isPaused ? this.#readOn : undefined);
  }

  /** What is sent in one turn, as the answers of a commit and its events, goes to the system in one call. */
  #write(text: string, written?: () => void): void {
    if (!this.isOpen) return;
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#stream.cork();
      process.nextTick(this.#uncork);
    }
    this.#socket.send(text, written);
  }

  readonly #uncork = (): void => {
    this.#isCorked = false;
    this.#stream.uncork();
  };

  /** A call begins. While too many are under way, or too much of what was answered is not read, no more is read. */
  begin(): void {
    this.#callsUnderWay += 1;
    if (this.#isFull && this.isOpen) this.#socket.pause();
  }

  /** Answers a call that began. */
  answer(text: string): void {
    this.#callsUnderWay -= 1;
    this.#write(text, this.#readOn);
  }

  get #isFull(): boolean {
    return this.#callsUnderWay >= CALLS_UNDER_WAY_MAX || this.waitingBytes > BEHIND_BYTES_MAX;
  }

  readonly #readOn = (): void => {
    if (this.#socket.isPaused && !this.#isFull) this.#socket.resume();
  };

  ping(): void {
    if (this.isOpen) this.#socket.ping();
  }

  /** Says why and closes. */
  end(reason: string): void {
    this.#close(POLICY, reason);
  }

  /** Closes because this process ends. */
  leave(): void {
    this.#close(GOING_AWAY, 'this server is going away');
  }

  #close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    // The other side's own close must be read.
    this.#socket.resume();
  }

  /** Ends the connection without waiting for the other side, which does not read. */
  cutOff(): void {
    this.#socket.terminate();
  }
}
