/** What the sequencer is given: the engine behind a type, the clock, and where it reports to. */
import type {
  CancelOrder,
  Changes,
  Command,
  ParkingNeed,
  Result,
  SentTransferRow,
  Stamp,
  StoredSnapshot,
} from '@fairlead/engine';
import type { ClockReturn } from './clock-return.ts';
import type { LossError } from './seen.ts';

/** The engine as the sequencer uses it; only the sequencer calls `execute`. */
export interface EnginePort {
  execute(command: Command, stamp: Stamp): Result;
  /** What happened since the last call. */
  takeChanges(): Changes;
  /** Everything as it is now, to be gone through while the engine runs on. */
  holdSnapshot(): StoredSnapshot;
  /** The id of an owner's waiting order, by either of its names; undefined when none waits. */
  waitingOrderId(target: Pick<CancelOrder, 'owner' | 'order'>): number | undefined;
  /** What is on its way to another engine as of now; undefined of what is over, or was never sent. */
  sentTransfer(transferId: number): SentTransferRow | undefined;
  /** The money that a command must have ready to wait for the next sample; undefined where it needs none. */
  parkingNeed(command: Command): ParkingNeed | undefined;
  /** From when on options that wait for a price may yet name a market's samples; undefined while none waits. */
  awaitedFromMs(marketId: number): number | undefined;
}

/** Of a large state it may take seconds, and let others have their turn meanwhile. */
export type CreateEngine = (snapshot: StoredSnapshot) => EnginePort | Promise<EnginePort>;

/** So many bytes that nobody can foresee. */
export type RandomBytes = (size: number) => Buffer;

export interface Clock {
  /** Milliseconds since 1970 UTC. May jump; the sequencer never goes back. */
  now(): number;
}

/** What the sequencer tells the outside; every member is optional and must not throw. */
export interface SequencerReports {
  /** A batch was committed, `commitMs` after it was sent. */
  batchCommitted?(batch: { readonly commands: number; readonly commitMs: number }): void;
  /** The state is being taken from the tables again, because of `cause`. */
  recovering?(cause: Error): void;
  recovered?(): void;
  /** Another writer took over: the process must end now. */
  fenced?(cause: Error): void;
  /** The clock had run ahead and is right again: the time at the index went back, and samples made ahead were voided. */
  clockReturned?(made: ClockReturn): void;
  /** The database lost commits: everything in memory must be dropped, and the next start declares it. */
  lost?(cause: LossError): void;
  /** This start found the tables behind what was seen, and has declared it. */
  lossDeclared?(loss: LossError): void;
  /** Too many faults in a row: nothing is taken any more. */
  halted?(cause: Error): void;
  /** A listener of committed batches threw; the batch stands. */
  listenerFailed?(cause: unknown): void;
}
