/**
 * Tells users of what was committed: after the commit, off its way, in the order of the commits. Each capability says what
 * of its rows its owners are told (`Told`). What a crash or a failure kept from being told is found in the tables again and
 * told then, once by its key.
 */
import type { Changes } from '@fairlead/engine';
import type { Logger } from 'pino';
import type { Sequencer } from '../core/sequencer/sequencer.ts';
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
  /** What was committed within so many ms, of which owners may not have been told. */
  readonly missedRows: (withinMs: number) => Promise<readonly Row[]>;
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
  #isBehind = true;
  #last: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => {};

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
      const rows = this.#told.rowsOf(changes, lastSequence);
      if (rows.length > 0 || isBehindGap) this.#enqueue(rows);
    });
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
    this.#last = this.#last
      .then(async () => {
        if (this.#isBehind) await this.#catchUp();
        await this.#tell(rows, false);
      })
      .catch((error: unknown) => {
        // The next commit reads these rows again.
        this.#isBehind = true;
        this.#parts.log.warn({ err: error }, `users could not be told of their ${name}`);
      })
      .finally(() => {
        this.#waiting -= rows.length;
      });
  }

  async #catchUp(): Promise<void> {
    const missed = await this.#told.missedRows(CATCH_UP_MS);
    this.#isBehind = false;
    await this.#tell(missed, true);
  }

  async #tell(rows: readonly Row[], isRepeat: boolean): Promise<void> {
    if (rows.length === 0) return;
    const { messages } = this.#parts;
    for (const notice of await this.#told.notices(rows)) {
      const { userId, kind, params, key, isMailed = false } = notice;
      const telling = { key, isRepeat };
      if (isMailed) await messages.tellAndMail(userId, kind, params, telling);
      else await messages.tell(userId, kind, params, telling);
    }
  }
}
