/**
 * Reads across all engines, in the database that logical replication fills from theirs. A read sees one moment that has all that any
 * engine's database showed when the read came: its log is applied as far (so also what no batch wrote), and the mark
 * of its batches is there, in the same snapshot. What a snapshot has beyond that is shown only once the engine's own database shows it: it
 * may not be confirmed yet. Where the reports are behind, incomplete, away, or an engine's database is, the caller hears
 * `unavailable`: an old sum is never shown as the present one.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { ProblemError } from '@fairlead/contract';
import type { EngineName } from '../../core/config/engines.ts';
import type { Database, Queryable, Reads, SqlValue } from '../../core/store/database.ts';
import { CATCH_UP_LOOK_MS } from '../../core/store/limits.ts';
import { ReadIndex } from '../../core/store/replicas/read-index.ts';
import { type EnginePosition, readEnginePosition } from './publication-queries.ts';
import {
  beginSnapshot,
  type Progress,
  readMarks,
  readPasts,
  readProgress,
  subscriptionOf,
} from './subscription-queries.ts';

/** How long a read waits for what is on its way: a restart of whoever applies it takes longer. */
const WAIT_MS = 2_000;

/** An engine's database: its primary. */
export interface ReportedEngine {
  readonly name: EngineName;
  readonly database: Queryable;
}

export interface ReportReadsOptions {
  readonly engines: readonly ReportedEngine[];
  readonly reports: Database;
  /** 2 s unless a test has less. */
  readonly waitMs?: number;
}

/** Why a read was refused. */
class BehindError extends Error {
  override readonly name = 'BehindError';
}

/** `copying`: the first copy is not there; `stopped`: not subscribed, or switched off; `other past`: setUpReports is needed. */
export const ENGINE_STATES = [
  'current',
  'behind',
  'copying',
  'stopped',
  'other past',
  'away',
] as const;

/** How one engine's rows are in the reports database. */
export interface EngineSeen {
  readonly name: EngineName;
  readonly state: (typeof ENGINE_STATES)[number];
  /** Of its log, what is not applied yet; undefined where it is not known. */
  readonly behindBytes: number | undefined;
  /** Tries to apply that failed, since the server's statistics began. */
  readonly errors: number;
}

type Known = ReadonlyMap<EngineName, EnginePosition>;

export class ReportReads implements Reads {
  readonly #reports: Database;
  readonly #engines: readonly { name: EngineName; index: ReadIndex<EnginePosition> }[];
  readonly #progress: ReadIndex<ReadonlyMap<string, Progress>>;
  readonly #pasts: ReadIndex<ReadonlyMap<string, string>>;
  readonly #waitMs: number;
  readonly #answered = { reports: 0, refused: 0 };

  constructor({ engines, reports, waitMs = WAIT_MS }: ReportReadsOptions) {
    this.#reports = reports;
    this.#waitMs = waitMs;
    this.#engines = engines.map(({ name, database }) => ({
      name,
      index: new ReadIndex(() => readEnginePosition(database)),
    }));
    this.#progress = new ReadIndex(() => readProgress(reports));
    this.#pasts = new ReadIndex(() => readPasts(reports));
  }

  /** Reads since the start. */
  get answered(): Readonly<Record<'reports' | 'refused', number>> {
    return this.#answered;
  }

  query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.transaction((source) => source.query<Row>(sql, parameters));
  }

  /** The body sees one moment; it only reads. Throws `unavailable`. */
  async transaction<Answer>(run: (source: Queryable) => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await this.#read(run);
      this.#answered.reports += 1;
      return answer;
    } catch (error) {
      this.#answered.refused += 1;
      throw error;
    }
  }

  async #read<Answer>(run: (source: Queryable) => Promise<Answer>): Promise<Answer> {
    const byMs = performance.now() + this.#waitMs;
    const known = await unlessAway(this.#arrive(byMs));
    return this.#reports.transaction(async (transaction) => {
      await beginSnapshot(transaction);
      const shown = await unlessAway(this.#compare(transaction, known));
      const [answer] = await Promise.all([
        run(transaction),
        unlessAway(this.#confirm(shown, known, byMs)),
      ]);
      return answer;
    });
  }

  /** How far each engine had come; resolves when a snapshot that is taken now has it. */
  async #arrive(byMs: number): Promise<Known> {
    const [pasts, ...positions] = await Promise.all([
      this.#pasts.ask(),
      ...this.#engines.map(({ index }) => index.ask()),
    ]);
    const known = new Map<EngineName, EnginePosition>();
    for (const [at, position] of positions.entries()) {
      const name = this.#engines[at]?.name;
      if (name === undefined) continue;
      if (pasts.get(name) !== position.past)
        throw new BehindError(`what was copied of ${name} is of another past`);
      known.set(name, position);
    }
    // Of each that has applied enough, the transaction that wrote then: it may be the one that is needed, a moment before it is shown.
    const writing = new Map<EngineName, string | undefined>();
    const done = new Set<EngineName>();
    for (;;) {
      const progress = await this.#progress.ask();
      for (const [name, { logBytes }] of known) {
        const found = progress.get(subscriptionOf(name));
        if (found === undefined || found.unready > 0)
          throw new BehindError(`not all of ${name} is there`);
        if (done.has(name) || found.appliedBytes < logBytes) continue;
        const { running } = found;
        const isOver = writing.has(name) && writing.get(name) !== running;
        if (isOver || running === undefined) done.add(name);
        else writing.set(name, running);
      }
      if (done.size === known.size) return known;
      if (performance.now() > byMs) throw new BehindError('the reports are behind');
      await setTimeoutPromise(CATCH_UP_LOOK_MS);
    }
  }

  /** The marks of a snapshot. What was applied has to be in it; if it is not, something is wrong that waiting does not mend. */
  async #compare(transaction: Queryable, known: Known): Promise<ReadonlyMap<string, Mark>> {
    const shown = await readMarks(transaction);
    for (const [name, position] of known) {
      const mark = shown.get(name);
      if (mark === undefined) throw new BehindError(`${name} has no mark`);
      if (mark.nonce === position.nonce && mark.sequence < position.sequence)
        throw new BehindError(`what is there of ${name} is less than its log says`);
    }
    return shown;
  }

  /** Until each engine's database shows all that the snapshot has of it, in the same epoch. */
  async #confirm(shown: ReadonlyMap<string, Mark>, known: Known, byMs: number): Promise<void> {
    await Promise.all(
      this.#engines.map(async ({ name, index }) => {
        const mark = shown.get(name);
        let position = known.get(name);
        while (position === undefined || !hasShown(position, mark)) {
          position = await index.ask();
          if (hasShown(position, mark)) return;
          if (performance.now() > byMs)
            throw new BehindError(`${name} has not acknowledged what is there of it`);
          await setTimeoutPromise(CATCH_UP_LOOK_MS);
        }
      }),
    );
  }

  /** How each engine's rows are now. Never throws. */
  async look(): Promise<readonly EngineSeen[]> {
    const [progress, pasts] = await Promise.all([
      this.#progress.ask().catch(() => undefined),
      this.#pasts.ask().catch(() => undefined),
    ]);
    return Promise.all(
      this.#engines.map(async ({ name, index }) => {
        const position = await index.ask().catch(() => undefined);
        return seenOf(name, position, progress?.get(subscriptionOf(name)), pasts?.get(name));
      }),
    );
  }
}

interface Mark {
  readonly nonce: string;
  readonly sequence: number;
}

const hasShown = (position: EnginePosition, mark: Mark | undefined): boolean =>
  position.nonce === mark?.nonce && position.sequence >= mark.sequence;

function seenOf(
  name: EngineName,
  position: EnginePosition | undefined,
  found: Progress | undefined,
  past: string | undefined,
): EngineSeen {
  const errors = found?.errors ?? 0;
  const behindBytes =
    position === undefined || found === undefined
      ? undefined
      : Math.max(0, Number(position.logBytes - found.appliedBytes));
  const rest = { name, behindBytes, errors };
  if (position === undefined) return { ...rest, state: 'away' };
  if (found === undefined || !found.isEnabled) return { ...rest, state: 'stopped' };
  if (past !== position.past) return { ...rest, state: 'other past' };
  if (found.unready > 0) return { ...rest, state: 'copying' };
  return { ...rest, state: behindBytes === 0 ? 'current' : 'behind' };
}

/** Whatever keeps the reports from being the present is told as one thing: ask again. */
async function unlessAway<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw new ProblemError('unavailable', { cause: error });
  }
}
