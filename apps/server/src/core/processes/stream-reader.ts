/** Reads streams from a place on, in order, on a connection of its own; waits where there is nothing yet. */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { READ_BLOCK_MS, READ_COUNT, RETRY_MS } from './limits.ts';
import { closeRedis, command, type RedisClient, type StreamEntry } from './redis.ts';

export interface ReadStream {
  readonly key: string;
  /** The id behind which it begins. */
  after: string;
  /** Takes an entry; what it waits for, all streams of the reader wait for. */
  take(entry: StreamEntry): void | Promise<void>;
}

export interface ReaderReports {
  /** A read failed; the next goes on from where it was. */
  onFailure(error: unknown): void;
  /** Redis answered, with entries or without. */
  onRead?(): void;
}

type Reply = readonly (readonly [key: Buffer, entries: readonly RawEntry[]])[] | null;
type RawEntry = readonly [id: Buffer, fields: readonly Buffer[]];

export class StreamReader {
  readonly #client: RedisClient;
  readonly #streams: readonly ReadStream[];
  readonly #reports: ReaderReports;
  #isStopping = false;
  #loop: Promise<void> | undefined;

  /**
   * Entries that come together are taken stream by stream in the order given: what was written to the first
   * before something was written to the second is taken before it.
   */
  constructor(client: RedisClient, streams: readonly ReadStream[], reports: ReaderReports) {
    this.#client = client;
    this.#streams = streams;
    this.#reports = reports;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Ends the connection too. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    closeRedis(this.#client);
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#read();
      } catch (error) {
        if (this.#isStopping) return;
        this.#reports.onFailure(error);
        await setTimeoutPromise(RETRY_MS);
      }
    }
  }

  async #read(): Promise<void> {
    const reply = await command<Reply>(this.#client, [
      'XREAD',
      'COUNT',
      String(READ_COUNT),
      'BLOCK',
      String(READ_BLOCK_MS),
      'STREAMS',
      ...this.#streams.map(({ key }) => key),
      ...this.#streams.map(({ after }) => after),
    ]);
    this.#reports.onRead?.();
    if (reply === null) return;
    const entries = new Map(reply.map(([key, list]) => [key.toString(), list]));
    for (const stream of this.#streams) {
      const list = entries.get(stream.key) ?? [];
      for (const [id, fields] of list) {
        if (this.#isStopping) return;
        const bytes = fields[1];
        if (bytes !== undefined) await stream.take({ id: id.toString(), bytes });
        stream.after = id.toString();
      }
      // There may be more of it, written before what the next streams hold.
      if (list.length >= READ_COUNT) return;
    }
  }
}
