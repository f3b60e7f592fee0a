/** Why operators changed balances, and who: what users read beside a correction. Operators by number, never by name. */
import type { Queryable } from '../core/store/database.ts';

/** What stands behind an entry that is no act of its owner. */
export interface Correction {
  readonly entryId: number;
  /** A word of the catalogues' `reasons`, or what the operator who proposed it wrote. */
  readonly reason: string;
  /** Who proposed and who approved; none where a chain undid a payment. */
  readonly operatorIds: readonly number[];
}

/** An entry as it is looked up. */
export interface LookedUpEntry {
  readonly entryId: number;
  readonly reason: string;
  readonly reference: string;
}

const PROPOSED = /^proposal:(\d{1,15})$/;
const REFUNDED = /^withdrawal:(\d{1,15}):refund$/;
const REVERSED = /^reversal:\d+$/;

/** Of these entries those that operators or a chain caused, by the entry's id. */
export async function correctionsOf(
  source: Queryable,
  entries: readonly LookedUpEntry[],
): Promise<ReadonlyMap<number, Correction>> {
  const proposals = numbersOf(entries, 'correction', PROPOSED);
  const refunds = numbersOf(entries, 'withdrawal', REFUNDED);
  const found = new Map<number, Correction>();
  for (const { entryId, reason, reference } of entries)
    if (reason === 'correction' && REVERSED.test(reference))
      found.set(entryId, { entryId, reason: 'orphaned', operatorIds: [] });
  if (proposals.size + refunds.size === 0) return found;
  const rows = await source.query<{
    readonly proposal_id: bigint;
    readonly withdrawal_id: bigint | null;
    readonly reason: string;
    readonly proposed_by: bigint;
    readonly decided_by: bigint;
  }>(
    `SELECT proposal_id, NULL::bigint AS withdrawal_id, reason, proposed_by, decided_by
     FROM proposals WHERE proposal_id = ANY($1::bigint[]) AND decided_by IS NOT NULL
     UNION ALL
     SELECT proposal_id, (payload ->> 'id')::bigint, reason, proposed_by, decided_by
     FROM proposals WHERE kind = 'refund_withdrawal' AND status = 'passed' AND failure IS NULL
       AND (payload ->> 'id') = ANY($2::text[])
     ORDER BY proposal_id`,
    [[...proposals.keys()], [...refunds.keys()].map(String)],
  );
  for (const row of rows) {
    const operatorIds = [Number(row.proposed_by), Number(row.decided_by)];
    const isRefund = row.withdrawal_id !== null;
    const entryId = isRefund
      ? refunds.get(Number(row.withdrawal_id))
      : proposals.get(Number(row.proposal_id));
    if (entryId === undefined) continue;
    // Why operators refund is theirs; the user reads that it was given back (A19).
    found.set(entryId, { entryId, reason: isRefund ? 'refunded' : row.reason, operatorIds });
  }
  return found;
}

/** Entry ids by the number in their reference. */
function numbersOf(
  entries: readonly LookedUpEntry[],
  reason: string,
  form: RegExp,
): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const entry of entries) {
    const number = entry.reason === reason ? form.exec(entry.reference)?.[1] : undefined;
    if (number !== undefined) numbers.set(Number(number), entry.entryId);
  }
  return numbers;
}

/** One posting of a correction to a user's account. */
export interface CorrectedPosting extends LookedUpEntry {
  readonly owner: number;
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

/** Corrections of users' balances by operators since a time, oldest first: to be told after a crash. */
export async function correctedPostings(
  source: Queryable,
  sinceMs: number,
): Promise<CorrectedPosting[]> {
  const rows = await source.query<{
    readonly entry_id: bigint;
    readonly reason: string;
    readonly reference: string;
    readonly owner_id: bigint;
    readonly currency_id: number;
    readonly amount_minor: bigint;
  }>(
    `SELECT entry_id, reason, reference, owner_id, currency_id, amount_minor
     FROM journal_entries JOIN postings USING (entry_id)
     WHERE reason = 'correction' AND reference LIKE 'proposal:%' AND owner_id <> 0
       AND journal_entries.time_ms >= $1 AND postings.time_ms >= $1 ORDER BY entry_id`,
    [sinceMs],
  );
  return rows.map((row) => ({
    entryId: Number(row.entry_id),
    reason: row.reason,
    reference: row.reference,
    owner: Number(row.owner_id),
    currencyId: row.currency_id,
    amountMinor: row.amount_minor,
  }));
}

export interface CorrectionCounts {
  /** By two operators. */
  readonly operators: number;
  /** Of deposits whose block was orphaned. */
  readonly chain: number;
  /** Withdrawals that two operators gave back. */
  readonly refunds: number;
  readonly lastAtMs: number | undefined;
}

/** How often what the ledger says was changed by an entry that is no act of its owner, ever. */
export async function countCorrections(source: Queryable): Promise<CorrectionCounts> {
  const [row] = await source.query<Record<string, bigint | null>>(
    `SELECT count(*) FILTER (WHERE reason = 'correction' AND reference LIKE 'proposal:%') AS operators,
       count(*) FILTER (WHERE reason = 'correction' AND reference LIKE 'reversal:%') AS chain,
       count(*) FILTER (WHERE reason = 'withdrawal') AS refunds,
       max(time_ms) AS last
     FROM journal_entries
     WHERE reason = 'correction' OR (reason = 'withdrawal' AND reference LIKE 'withdrawal:%:refund')`,
  );
  const count = (name: string): number => Number(row?.[name] ?? 0n);
  const last = row?.['last'] ?? null;
  return {
    operators: count('operators'),
    chain: count('chain'),
    refunds: count('refunds'),
    lastAtMs: last === null ? undefined : Number(last),
  };
}
