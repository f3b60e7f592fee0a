/**
 * A duplex stream that speaks PostgreSQL's protocol with the PGlite worker, so that the same client
 * library serves both databases. It passes on whole message groups (up to a Sync, Flush or Query).
 */
import { Duplex } from 'node:stream';

const SYNC = 0x53;
const FLUSH = 0x48;
const QUERY = 0x51;
const TERMINATE = 0x58;
/** AuthenticationOk and ReadyForQuery: the worker's session needs no log-in. */
const GREETING = Uint8Array.of(0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49);

type Callback = (error?: Error | null) => void;

export class PgliteStream extends Duplex {
  readonly #exchange: (messages: Uint8Array) => Promise<Uint8Array>;
  #pending: Buffer[] = [];
  #isStarted = false;

  constructor(exchange: (messages: Uint8Array) => Promise<Uint8Array>) {
    super({ decodeStrings: true });
    this.#exchange = exchange;
  }

  // The client library treats its stream as a socket.
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: Callback): void {
    this.#accept([chunk], callback);
  }

  override _writev(chunks: { chunk: Buffer }[], callback: Callback): void {
    this.#accept(
      chunks.map(({ chunk }) => chunk),
      callback,
    );
  }

  override _final(callback: Callback): void {
    this.push(null);
    callback();
  }

  #accept(chunks: Buffer[], callback: Callback): void {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.push(GREETING);
      callback();
      return;
    }
    this.#pending.push(...chunks);
    const bytes =
      this.#pending.length === 1 ? (this.#pending[0] as Buffer) : Buffer.concat(this.#pending);
    const { end, isTerminated } = completeGroups(bytes);
    this.#pending = end < bytes.length && !isTerminated ? [bytes.subarray(end)] : [];
    if (isTerminated) this.push(null);
    if (end === 0) {
      callback();
      return;
    }
    this.#exchange(bytes.subarray(0, end)).then(
      (answer) => {
        this.push(answer);
        callback();
      },
      (error: Error) => callback(error),
    );
  }
}

/** Where the last complete group of messages ends; a Terminate ends the stream. */
function completeGroups(bytes: Buffer): { end: number; isTerminated: boolean } {
  let at = 0;
  let end = 0;
  while (at + 5 <= bytes.length) {
    const type = bytes[at];
    const next = at + 1 + bytes.readInt32BE(at + 1);
    if (type === TERMINATE) return { end, isTerminated: true };
    if (next > bytes.length) break;
    at = next;
    if (type === SYNC || type === FLUSH || type === QUERY) end = at;
  }
  return { end, isTerminated: false };
}
