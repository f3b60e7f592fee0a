import { expect, test } from 'vitest';
import { NUMBERS_APART } from '../../core/config/engines.ts';
import type { Reads } from '../../core/store/database.ts';
import { readMovements } from './read-movements.ts';

const FUTURES = NUMBERS_APART;
const WEALTH = 3 * NUMBERS_APART;

/** Postings as the tables of several engines hold them together: by entry, not by time. */
const ENTRIES = [
  [1, 10],
  [2, 40],
  [3, 40],
  [4, 90],
  [FUTURES + 1, 20],
  [FUTURES + 2, 40],
  [FUTURES + 3, 95],
  [WEALTH + 1, 5],
  [WEALTH + 2, 60],
] as const;

const reads = {
  query: async (sql: string, parameters: readonly unknown[] = []) => {
    if (!sql.includes('FROM postings JOIN journal_entries')) return [];
    const [, after, , , , until] = parameters.map(Number);
    return ENTRIES.filter(([id]) => id > (after ?? 0) && id <= (until ?? 0)).map(([id, time]) => ({
      entry_id: BigInt(id),
      ordinal: 0,
      account: 'coin',
      currency_id: 1,
      reason: 'faucet',
      reference: String(id),
      amount_minor: 1n,
      balance_minor: 1n,
      time_ms: BigInt(time),
    }));
  },
} as unknown as Reads;

test('what the books of several engines hold is read in the order of time', async () => {
  const read: number[] = [];
  for await (const page of readMovements(reads, { owners: [7], toMs: 1_000, feesFromMs: 1_000 }))
    read.push(...page.map(({ entryId }) => entryId));
  const wanted = ENTRIES.toSorted(
    ([left, first], [right, second]) => first - second || left - right,
  );
  expect(read).toEqual(wanted.map(([id]) => id));
});
