/**
 * What the capabilities have in the tables: what each writes of a batch, reads for a start, says must add up and has done when
 * it is due. Store, checks and schedules know no product; they take all of it as one value, made in one place (tables.ts).
 */
import type { Changes, StoredSnapshot } from '@fairlead/engine';
import { stepsPart, type ToldLayouts } from '../steps/batch.ts';
import type { Write } from './batch/table-writer.ts';
import type { BatchPart } from './batch/writer.ts';
import type { Queryable } from './database.ts';

type RowsName = {
  [Name in keyof Changes]: Changes[Name] extends readonly unknown[] ? Name : never;
}[keyof Changes];

/** The part that writes a list of changes as it is. */
export const rowsOf =
  <Name extends NonNullable<RowsName>>(
    name: Name,
    write: Write<Changes[Name][number]>,
  ): BatchPart =>
  (encoder, { changes }) =>
    write(encoder, changes[name] as readonly Changes[Name][number][]);

/** What the sequencer itself goes on from, and what a snapshot may leave out. */
type OwnName =
  | 'counters'
  | 'index'
  | 'windowSamples'
  | 'takenSamples'
  | 'trading'
  | 'references'
  | 'chainOutputs'
  | 'drift';

/** Reads each list of a snapshot; `nowMs` is the last time that the engine was told. */
export type SnapshotReads = {
  readonly [Name in Exclude<keyof StoredSnapshot, OwnName>]: (
    source: Queryable,
    nowMs: number,
  ) => Promise<StoredSnapshot[Name]>;
};

/** A sum that must be nothing: its rows are what it is not. */
export interface SumCheck {
  readonly check: string;
  /** Selects `subject` and `difference`, both as text, of those that differ; the limit is added to it. */
  readonly sql: string;
}

/** A row that is open, with the digest that vouches for what was agreed of it. */
export interface AgreedRow {
  readonly id: number;
  /** All that its owner agreed to, which the digest is made of. */
  readonly agreed: string;
  /** The same as the version before said it, which counts at the first start with this one. */
  readonly before?: string;
  readonly digest: string | undefined;
  /** What it is and says, for whoever looks why it differs. */
  readonly subject: string;
}

/** The open rows of a table that has a column `agreed_digest`. */
export interface AgreedRows {
  readonly table: string;
  /** The column that names a row. */
  readonly id: string;
  /** All of them, a page at a time. */
  readonly read: (source: Queryable) => AsyncIterable<readonly AgreedRow[]>;
  /** The first version of digests that its rows have one in; absent: all. */
  readonly since?: number;
}

/** What of a capability must add up. */
export interface TableChecks {
  readonly agreed?: AgreedRows;
  /**
   * What is frozen for it: SELECTs of `owner account currency` and minus the amount, which together with what balances say
   * is frozen come to nothing.
   */
  readonly holds?: readonly string[];
  readonly sums?: readonly SumCheck[];
  /** Rows whose numbers a counter of the leader gave out: what they are, the largest, and the counter's column. */
  readonly numbers?: readonly (readonly [what: string, largest: string, counter: string])[];
}

/** When what a batch changed is due to be gone on with by `run_schedules`; nothing for what never is. */
export type Due = (changes: Changes) => readonly number[];

/**
 * In what order a batch is written: owners; terms, after the currencies and markets that they name; what was done under them;
 * what is told of it. Within one moment capabilities come in the order of their list.
 */
export const WRITE_MOMENTS = ['owners', 'terms', 'acts', 'told'] as const;
export type WriteMoment = (typeof WRITE_MOMENTS)[number];

/** One capability's share. */
export interface TablesPart {
  readonly writes: Readonly<Partial<Record<WriteMoment, readonly BatchPart[]>>>;
  readonly reads?: Partial<SnapshotReads>;
  readonly checks?: TableChecks;
  readonly due?: Due;
  /** How what users are told of it lies in a step. */
  readonly told?: Partial<ToldLayouts>;
}

export interface ExchangeTables {
  /** In the order in which a batch writes them. */
  readonly writes: readonly BatchPart[];
  readonly reads: SnapshotReads;
  readonly checks: readonly TableChecks[];
  readonly due: readonly Due[];
  readonly told: ToldLayouts;
}

/** What no share of a list reads. */
type Unread<Parts extends readonly TablesPart[]> = Exclude<
  keyof SnapshotReads,
  Parts[number] extends infer Each
    ? Each extends { reads: infer Reads }
      ? keyof Reads
      : never
    : never
>;

/** What no share of a list says how it lies in a step. */
type Untold<Parts extends readonly TablesPart[]> = Exclude<
  keyof ToldLayouts,
  Parts[number] extends infer Each
    ? Each extends { told: infer Told }
      ? keyof Told
      : never
    : never
>;

/**
 * All shares as one, in the order of the list. A list of the snapshot that none of them reads is a type error, and so is one that
 * users are told of without a layout.
 */
export function exchangeTables<const Parts extends readonly TablesPart[]>(
  parts: Parts &
    ([Unread<Parts>] extends [never] ? unknown : { readonly unread: Unread<Parts> }) &
    ([Untold<Parts>] extends [never] ? unknown : { readonly untold: Untold<Parts> }),
): ExchangeTables {
  const shares: readonly TablesPart[] = parts;
  const told = Object.assign({}, ...shares.map((share) => share.told)) as ToldLayouts;
  const own = WRITE_MOMENTS.flatMap((moment) =>
    shares.flatMap(({ writes }) => writes[moment] ?? []),
  );
  return {
    writes: [...own, stepsPart(told)],
    reads: Object.assign({}, ...shares.map(({ reads }) => reads)) as SnapshotReads,
    checks: shares.flatMap(({ checks }) => checks ?? []),
    due: shares.flatMap(({ due }) => due ?? []),
    told,
  };
}
