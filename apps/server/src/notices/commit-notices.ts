/**
 * Tells users of what was committed: after the commit, off its way, in the order of the commits. Each capability says what
 * of its rows its owners are told (`Told`). What a crash or a failure kept from being told is found in the tables again and
 * told then, once by its key.
 */
import type { Changes } from '@fairlead/engine';
import type { Logger } from 'pino';
import type { Sequencer } from '../core/sequencer/sequencer.ts';
import { DatabaseAwayError } from '../core/store/database.ts';
import type { Messages } from './messages.ts';
import type { Notice } from './notice.ts';

/** As far back as a start looks. */
const CATCH_UP_MS = 10 * 60_000;

/** What a capability tells its owners of. */
export interface Told<Row> {
  /** The capability, in the log. */
  readonly name: string;
  /** What of a commit its owners are told of; nothing of most. */
  readonly rowsOf: (changes: Changes, sequence: number) => readonly Row[];
  /**
   * What was committed within so many ms, of which owners may not have been told: at once, or page by page, each asked for when
   * the one before was told.
   */
  readonly missedRows: (
    withinMs: number,
  ) => Promise<readonly Row[]> | AsyncIterable<readonly Row[]>;
  /** What owners must have been told of each. */
  readonly notices: (rows: readonly Row[]) => readonly Notice[] | Promise<readonly Notice[]>;
  /** Rows that wait to be told of; what more there is, is read again once the database answers. */
  readonly waitingMax?: number;
}

export interface CommitNoticesParts {
  readonly sequencer: Pick<Sequencer, 'onCommitted'>;
  readonly messages: Pick<Messages, 'tell' | 'tellAndMail'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Tells what was missed, then follows the commits. */
export function startCommitNotices<Row>(
  parts: CommitNoticesParts,
  told: Told<Row>,
): CommitNotices<Row> {
  const notices = new CommitNotices(parts, told);
  notices.start();
  return notices;
}

export class CommitNotices<Row> {
  readonly name: string;
  readonly #parts: CommitNoticesParts;
  readonly #told: Told<Row>;
  #waiting = 0;
  /** Of what waits, the commits that it came with. */
  readonly #covered: number[] = [];
  #isBehind = true;
  #isCatchingUp = false;
  #last: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => {};
  #seen: number | undefined;

  constructor(parts: CommitNoticesParts, told: Told<Row>) {
    this.#parts = parts;
    this.#told = told;
    this.name = `${told.name} notices`;
  }

  start(): void {
    this.#enqueue([]);
    this.#stopListening = this.#parts.sequencer.onCommitted((batch) => {
      const { changes, lastSequence, isBehindGap = false } = batch;
      if (isBehindGap) this.#isBehind = true;
      this.#seen = lastSequence;
      const rows = this.#told.rowsOf(changes, lastSequence);
      if (rows.length > 0 || isBehindGap) this.#enqueue(rows);
    });
  }

  /** A commit up to which everything was told; undefined while something was missed, and before the first. */
  get toldTo(): number | undefined {
    if (this.#seen === undefined || this.#isBehind || this.#isCatchingUp) return undefined;
    const [next] = this.#covered;
    return next === undefined ? this.#seen : next - 1;
  }

  /** Tries again what could not be told, where nobody waits for that. */
  retry(): void {
    if (this.#isBehind && this.#covered.length === 0) this.#enqueue([]);
  }

  /** What follows from no commit of its own. */
  add(rows: readonly Row[]): void {
    if (rows.length > 0) this.#enqueue(rows);
  }

  /** Resolves when all that was committed so far is told, or has failed to be. */
  settled(): Promise<void> {
    return this.#last;
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#last;
  }

  #enqueue(rows: readonly Row[]): void {
    const { name, waitingMax = Number.POSITIVE_INFINITY } = this.#told;
    if (this.#waiting + rows.length > waitingMax) {
      this.#isBehind = true;
      return;
    }
    this.#waiting += rows.length;
    this.#covered.push(this.#seen ?? 0);
    this.#last = this.#last
      .then(async () => {
        if (this.#isBehind) await this.#catchUp();
        await this.#tell(rows, false);
      })
      .catch((error: unknown) => {
        // What is told next reads these rows again.
        this.#isBehind = true;
        this.#parts.log.warn({ err: error }, `users could not be told of their ${name}`);
      })
      .finally(() => {
        this.#waiting -= rows.length;
        this.#covered.shift();
      });
  }

  async #catchUp(): Promise<void> {
    this.#isCatchingUp = true;
    // What does not find room from here on is read by the next.
    this.#isBehind = false;
    try {
      const missed = this.#told.missedRows(CATCH_UP_MS);
      for await (const rows of Symbol.asyncIterator in missed ? missed : [missed])
        await this.#tell(rows, true);
    } finally {
      this.#isCatchingUp = false;
    }
  }

  async #tell(rows: readonly Row[], isRepeat: boolean): Promise<void> {
    for (const notice of await this.#noticesOf(rows))
      await this.#orSkip(() => this.#tellOne(notice, isRepeat));
  }

  /** Of all but those rows of which nothing can be said. */
  async #noticesOf(rows: readonly Row[]): Promise<readonly Notice[]> {
    if (rows.length === 0) return [];
    const all = await this.#orSkip(async () => this.#told.notices(rows));
    if (all !== undefined || rows.length === 1) return all ?? [];
    const each: Notice[] = [];
    for (const row of rows) each.push(...(await this.#noticesOf([row])));
    return each;
  }

  async #tellOne(notice: Notice, isRepeat: boolean): Promise<void> {
    const { messages } = this.#parts;
    const { userId, kind, params, key, isMailed = false } = notice;
    const telling = { key, isRepeat };
    if (isMailed) await messages.tellAndMail(userId, kind, params, telling);
    else await messages.tell(userId, kind, params, telling);
  }

  /** What fails for ever would keep all others from being told: only for a database that is away it is tried again. */
  async #orSkip<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof DatabaseAwayError) throw error;
      this.#parts.log.warn({ err: error }, `one of the ${this.#told.name} cannot be told`);
      return undefined;
    }
  }
}
