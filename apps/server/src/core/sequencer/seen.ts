/**
 * What anybody of a deployment is known to have seen: the highest numbers of each kind. A leader row behind them means that
 * the database lost commits, for every one of them was committed before anybody saw it.
 */
import { type Counters, LOSS_SKIP } from '@fairlead/engine';
import type { MissingNumbers, NumberKind } from '../checks/missing-queries.ts';

/** The last numbers given out, by the tables or by somebody's memory. */
export interface Seen extends Counters {
  readonly epoch: number;
}

const NUMBERS = [
  'epoch',
  'sequence',
  'orderId',
  'tradeId',
  'entryId',
  'receiptId',
] as const satisfies readonly (keyof Seen)[];

/**
 * Whether `tables` lacks anything that was seen. Times are no proof: they are a clock's. Nor is an epoch that nothing was
 * committed in: the next one is beyond it, and no command is missing.
 */
export const isBehind = (tables: Seen, seen: Seen): boolean =>
  NUMBERS.some((name) => name !== 'epoch' && tables[name] < seen[name]);

/** Whether commands are missing: a database that went back lacks the newest of them, whatever else it lacks. */
export const isLost = (tables: Seen, seen: Seen): boolean => tables.sequence < seen.sequence;

const KINDS: readonly (readonly [NumberKind, keyof Seen])[] = [
  ['order', 'orderId'],
  ['trade', 'tradeId'],
  ['entry', 'entryId'],
  ['receipt', 'receiptId'],
];

/**
 * What `tables` lacks although it has every command, whose numbers moved with these: no failover and no backup makes that,
 * so nothing may explain it. What is given next goes as far beyond as after a loss.
 */
export function missingOf(tables: Seen, seen: Seen): readonly MissingNumbers[] {
  if (isLost(tables, seen)) return [];
  return KINDS.filter(([, name]) => tables[name] < seen[name]).map(([kind, name]) => ({
    kind,
    afterId: tables[name],
    seenId: seen[name],
    givenTo: seen[name] + LOSS_SKIP,
  }));
}

/** By whoever has not looked yet. */
export const NOTHING_SEEN: Seen = {
  epoch: 0,
  sequence: 0,
  timeMs: 0,
  orderId: 0,
  tradeId: 0,
  entryId: 0,
  receiptId: 0,
};

/** The highest of each; undefined where nothing was seen. */
export function highestOf(all: readonly Seen[]): Seen | undefined {
  if (all.length === 0) return undefined;
  const highest = (name: keyof Seen): number => Math.max(...all.map((each) => each[name]));
  return {
    epoch: highest('epoch'),
    sequence: highest('sequence'),
    timeMs: highest('timeMs'),
    orderId: highest('orderId'),
    tradeId: highest('tradeId'),
    entryId: highest('entryId'),
    receiptId: highest('receiptId'),
  };
}

/** Beyond it a loss, which leaves numbers out, would have none left that are exact. */
const NUMBER_MAX = 2 ** 52;

/** Whether a value from outside is one. */
export function isSeen(value: unknown): value is Seen {
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Readonly<Record<string, unknown>>;
  return [...NUMBERS, 'timeMs'].every(
    (name) =>
      Number.isSafeInteger(members[name]) &&
      Number(members[name]) >= 0 &&
      Number(members[name]) <= NUMBER_MAX,
  );
}

/** The database is behind what was seen: nothing in this process's memory may be believed any more. */
export class LossError extends Error {
  override readonly name = 'LossError';
  readonly tables: Seen;
  readonly seen: Seen;

  constructor(tables: Seen, seen: Seen) {
    super(
      `the database lost commits: its leader row is of epoch ${tables.epoch}, sequence ${tables.sequence}; ` +
        `epoch ${seen.epoch}, sequence ${seen.sequence} had been seen`,
    );
    this.tables = tables;
    this.seen = seen;
  }
}
