/** What a sequencer is started with, and what it tells of itself. */
import type { Command } from '@fairlead/engine';
import type { ChainHead } from '../../receipts/queries.ts';
import type { AgreedDigests } from '../store/batch/writer.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import type { Epoch } from '../store/leader-queries.ts';
import {
  ANSWERS_MAX,
  BATCH_COMMANDS_MAX,
  BATCHES_IN_FLIGHT_MAX,
  QUEUE_COMMANDS_MAX,
} from './limits.ts';
import type { StartTimer } from './next-sample.ts';
import type { Clock, CreateEngine, EnginePort, RandomBytes, SequencerReports } from './ports.ts';
import type { Seen } from './seen.ts';
import type { CommittedBatch } from './submission.ts';
import type { SubmitError } from './submit-error.ts';

export interface SequencerOptions {
  readonly database: Database;
  readonly createEngine: CreateEngine;
  /** What the capabilities have in the database. */
  readonly tables: ExchangeTables;
  readonly clock: Clock;
  readonly reports?: SequencerReports;
  /** Waits between attempts to reach the database; tests give their own. */
  readonly delay?: (milliseconds: number) => Promise<void>;
  /** Ends the wait for an index sample; tests give their own. */
  readonly startTimer?: StartTimer;
  /** Salts of receipts; tests that must come out the same each time give their own. */
  readonly randomBytes?: RandomBytes;
  /** Digests of what is open; tests of other things do without. */
  readonly agreed?: AgreedDigests;
  /** What a command is refused with before anything of it is written: the disk may be full. */
  readonly refusal?: (command: Command) => SubmitError | undefined;
  readonly limits?: Partial<SequencerLimits>;
  /**
   * The highest numbers that anybody is known to have seen, asked for once the lock is held, of which `session` is. Where the
   * tables are behind them the database lost commits. Others' sessions may be held until these are known (`holdReads`). A
   * process that connects again (`isAgain`) takes what it can be told.
   */
  readonly readSeen?: (session: Queryable, isAgain?: boolean) => Promise<readonly Seen[]>;
  /** Where a process has to prove that it may lead; a server that is everything need not. */
  readonly candidate?: Candidacy;
  /** Ends the wait for another writer's lock. */
  readonly signal?: AbortSignal;
  readonly onWaitingForLock?: () => void;
}

export interface Candidacy {
  /** Resolves once it may wait for the lock. */
  untilProven(): Promise<void>;
  /** Asked once the lock is held, before anything is done with it; where it is false the lock is given back. */
  isProven(): Promise<boolean>;
  /** Told of its epoch before it reads the tables, which may take longer than others wait for a sign of it. */
  begun?(epoch: Epoch): void;
}

export interface SequencerLimits {
  readonly batchCommandsMax: number;
  readonly queueCommandsMax: number;
  readonly batchesInFlightMax: number;
  readonly answersMax: number;
}

export type SequencerState = 'running' | 'recovering' | 'halted' | 'stopped';

export interface SequencerHealth {
  readonly state: SequencerState;
  readonly queuedCommands: number;
  /** Submissions that wait for the next index sample. */
  readonly parkedCommands: number;
  readonly batchesInFlight: number;
  readonly lastSequence: number;
  readonly epoch: number;
  /** How long the oldest batch has waited for its commit; 0 without one. */
  readonly commitWaitMs: number;
  /** The last commit that was tried failed, and none has succeeded since. */
  readonly isCommitFailing: boolean;
  /** Of an engine that another process runs: it is not heard, or says that it commits nothing; undefined of one's own. */
  readonly isAway?: boolean;
}

/** What was committed last, and in whose epoch. */
export interface Committed {
  readonly seen: Seen;
  readonly nonce: string;
  /** The end of the chain of receipts. */
  readonly head?: ChainHead;
}

/** The engine while nothing runs: it may be looked at, not changed. */
export type EngineAtRest = Pick<EnginePort, 'holdSnapshot'>;

export type CommitListener = (batch: CommittedBatch) => void;

export const DEFAULT_LIMITS: SequencerLimits = {
  batchCommandsMax: BATCH_COMMANDS_MAX,
  queueCommandsMax: QUEUE_COMMANDS_MAX,
  batchesInFlightMax: BATCHES_IN_FLIGHT_MAX,
  answersMax: ANSWERS_MAX,
};
