/**
 * The highest numbers that this process gave out and the last receipt's hash, in a file beside the data: what it knows of its
 * own past after a restart, whatever became of the database meanwhile. Written behind the commits, one write at a time and not
 * for each: a process that is killed in the milliseconds between has told nobody else of more than that, and a loss leaves
 * numbers out beyond. The file belongs to the exchange that the folder is of, by a note that is in the folder as well: what
 * the database calls itself does not take it away.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { type ChainHead, otherThan } from '../../receipts/queries.ts';
import { type Queryable, StartRefusedError } from '../store/database.ts';
import { HIGH_WATER_FILE, readMark } from '../store/exchange-mark.ts';
import { highestOf, isBehind, isSeen, type Seen } from './seen.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Between two writes: a hundredth of what a loss leaves out, at full speed. */
const WRITE_EACH_MS = 50;
/** Between two writes that are forced to the disk, for a machine that loses power. */
const SYNC_EACH_MS = 1_000;

export interface HighWaterParts {
  readonly folder: string;
  /** What the database calls itself. */
  readonly deployment: string;
  readonly onFailure: (error: unknown) => void;
}

export class HighWater {
  readonly #parts: HighWaterParts;
  #seen: Seen | undefined;
  #written: Seen | undefined;
  #kept: ChainHead | undefined;
  #head: ChainHead | undefined;
  #isHeadHeld = false;
  #isAgreedBegun = false;
  #areListsAgreed = false;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #syncedAtMs = Number.NEGATIVE_INFINITY;
  #hasFailed = false;

  constructor(parts: HighWaterParts) {
    this.#parts = parts;
  }

  /** What was written before; undefined when there is none. Throws StartRefusedError for a file of another exchange. */
  async read(): Promise<Seen | undefined> {
    const text = await readFile(this.#path(), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const { exchange, deployment, seen, head, isAgreedBegun, areListsAgreed } = parsed(text);
    if (!isSeen(seen)) return undefined;
    const mark = readMark(this.#parts.folder);
    const isOfFolder = mark !== undefined && exchange === mark;
    if (!isOfFolder && deployment !== this.#parts.deployment)
      throw new StartRefusedError(
        `DATA_DIR: ${this.#path()} is of another exchange than the database says it is; keep it, and see docs/operating/runbooks.md#fairleadbooksunsound`,
      );
    if (isHead(head)) this.#kept ??= head;
    this.#head ??= this.#kept;
    this.#isAgreedBegun ||= isAgreedBegun === true;
    this.#areListsAgreed ||= areListsAgreed === true;
    this.#seen = highestOf(this.#seen === undefined ? [seen] : [this.#seen, seen]);
    return seen;
  }

  /** The end of the chain as it was written before this start, once that is read. */
  get keptHead(): ChainHead | undefined {
    return this.#kept;
  }

  /** Whether every open order and position is known to have had the digest of what was agreed. */
  get isAgreedBegun(): boolean {
    return this.#isAgreedBegun;
  }

  /** And that every list of orders is. */
  get areListsAgreed(): boolean {
    return this.#areListsAgreed;
  }

  /** They have; written with the next numbers. */
  noteAgreed(): void {
    this.#isAgreedBegun = true;
    this.#areListsAgreed = true;
  }

  /** Where the chain has another past than the one that was written, the file goes on saying what it was: it is evidence. */
  async holdHead(chain: Queryable): Promise<void> {
    const kept = this.#kept;
    if (kept === undefined || (await otherThan(chain, kept)) === undefined) return;
    this.#isHeadHeld = true;
    this.#head = kept;
  }

  /** Keeps numbers that were committed. Never lower ones than before. */
  note(seen: Seen, head?: ChainHead): void {
    this.#seen = this.#seen === undefined ? seen : highestOf([this.#seen, seen]);
    if (head !== undefined && !this.#isHeadHeld) this.#head = head;
    if (this.#timer !== undefined || this.#writing !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#begin();
    }, WRITE_EACH_MS);
    this.#timer.unref();
  }

  /** Writes what is left to write. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    this.#syncedAtMs = Number.NEGATIVE_INFINITY;
    this.#begin();
    await this.#writing;
    clearTimeout(this.#timer);
  }

  #begin(): void {
    const seen = this.#seen;
    if (seen === undefined || this.#writing !== undefined) return;
    const isOld = this.#written !== undefined && !isBehind(this.#written, seen);
    if (isOld) return;
    this.#writing = this.#write(seen).then(
      () => {
        this.#written = seen;
        this.#hasFailed = false;
      },
      (error: unknown) => {
        if (!this.#hasFailed) this.#parts.onFailure(error);
        this.#hasFailed = true;
      },
    );
    void this.#writing.then(() => {
      this.#writing = undefined;
      if (this.#seen !== undefined && this.#seen !== seen) this.note(this.#seen);
    });
  }

  async #write(seen: Seen): Promise<void> {
    const { folder, deployment } = this.#parts;
    const exchange = readMark(folder);
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    const unfinished = `${this.#path()}.${process.pid}`;
    const file = await open(unfinished, 'w', FILE_MODE);
    try {
      await file.writeFile(
        `${JSON.stringify({ exchange, deployment, seen, head: this.#head, isAgreedBegun: this.#isAgreedBegun, areListsAgreed: this.#areListsAgreed })}\n`,
      );
      const now = performance.now();
      if (now - this.#syncedAtMs >= SYNC_EACH_MS) {
        this.#syncedAtMs = now;
        await file.datasync();
      }
    } finally {
      await file.close();
    }
    await rename(unfinished, this.#path());
  }

  #path(): string {
    return path.join(this.#parts.folder, HIGH_WATER_FILE);
  }
}

interface Written {
  readonly exchange?: unknown;
  readonly deployment?: unknown;
  readonly seen?: unknown;
  readonly head?: unknown;
  readonly isAgreedBegun?: unknown;
  readonly areListsAgreed?: unknown;
}

function parsed(text: string): Written {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isHead(value: unknown): value is ChainHead {
  if (typeof value !== 'object' || value === null) return false;
  const { receiptId, hash } = value as Readonly<Record<string, unknown>>;
  return Number.isSafeInteger(receiptId) && typeof hash === 'string';
}
