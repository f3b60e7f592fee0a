/** Answers what proves that money went to another engine or came from one (apps/server/src/ledger/proof-queries.ts), as its SQL has it. */
import { type AccountKind, ledgerAccountId } from '@fairlead/engine';
import type { SqlValue } from '../../../src/core/store/database.ts';
import type { MemoryTables } from './memory-tables.ts';
import type { Row } from './sql-expression.ts';

type Answer = Record<string, unknown>;
type Run = (tables: MemoryTables, parameters: readonly SqlValue[]) => Answer[];

export const PROOF_QUERIES: readonly (readonly [mark: RegExp, run: Run])[] = [
  [/^SELECT transfer_id FROM unnest\(.+ AS sent /, provenSent],
  [/^SELECT FROM journal_entries AS left_by JOIN postings/, restored],
  [/^SELECT FROM journal_entries AS came_by JOIN postings/, bookedIn],
];

const whole = (value: unknown): bigint => BigInt(String(value));

const named = (tables: MemoryTables, reason: string, reference: string): Row | undefined =>
  tables.table('journal_entries').findBy(['reason', 'reference'], [reason, reference]);

interface Side {
  readonly owner: number;
  readonly account: AccountKind;
  readonly currencyId: number;
  readonly amount: bigint;
}

/** Whether an entry has a posting of just that. */
function hasPosting(tables: MemoryTables, entryId: unknown, side: Side): boolean {
  const accountId = ledgerAccountId(side.owner, side.account, side.currencyId);
  for (const row of tables.table('posting_rows').rows())
    if (
      row['entry_id'] === entryId &&
      Number(row['account_id']) === accountId &&
      whole(row['amount_minor']) === side.amount
    )
      return true;
  return false;
}

function provenSent(tables: MemoryTables, parameters: readonly SqlValue[]): Answer[] {
  const [ids = [], owners = [], sources = [], currencies = [], amounts = [], references = []] =
    parameters as readonly (readonly (string | number)[])[];
  const times = (parameters[6] ?? []) as readonly number[];
  return ids.flatMap((id, at) => {
    const isRebate = sources[at] === 'referral_rebates';
    const reason = isRebate ? 'rebate_payout' : 'transfer';
    const reference = String(references[at]);
    const entry = named(tables, reason, reference);
    const amount = whole(amounts[at]);
    const owner = Number(owners[at]);
    const currencyId = Number(currencies[at]);
    const isProven =
      entry !== undefined &&
      whole(entry['entry_id']) === whole(id) &&
      whole(entry['time_ms']) === whole(times[at]) &&
      (!isRebate || reference.startsWith(`${owner}:${currencyId}:`)) &&
      hasPosting(tables, entry['entry_id'], {
        owner: isRebate ? 0 : owner,
        account: String(sources[at]) as AccountKind,
        currencyId,
        amount: -amount,
      }) &&
      hasPosting(tables, entry['entry_id'], {
        owner: 0,
        account: 'other_engines',
        currencyId,
        amount,
      }) &&
      named(tables, reason, `${reference}:back`) === undefined;
    return isProven ? [{ transfer_id: whole(id) }] : [];
  });
}

function restored(tables: MemoryTables, parameters: readonly SqlValue[]): Answer[] {
  const [reference, reason, currencyId, amount] = parameters;
  const entry = named(tables, String(reason), String(reference));
  const side = {
    owner: 0,
    account: 'other_engines',
    currencyId: Number(currencyId),
    amount: whole(amount),
  } as const;
  return entry !== undefined && hasPosting(tables, entry['entry_id'], side) ? [{}] : [];
}

function bookedIn(tables: MemoryTables, parameters: readonly SqlValue[]): Answer[] {
  const [reason, name, owner, account, currencyId, amount] = parameters;
  const [prefix = '', suffix] = String(name).split('%');
  const entries =
    suffix === undefined
      ? [named(tables, String(reason), prefix)]
      : [...tables.table('journal_entries').rows()].filter(
          (row) =>
            row['reason'] === reason &&
            String(row['reference']).startsWith(prefix) &&
            String(row['reference']).endsWith(suffix),
        );
  const side = {
    owner: Number(owner),
    account: String(account) as AccountKind,
    currencyId: Number(currencyId),
    amount: whole(amount),
  };
  return entries.some((entry) => entry !== undefined && hasPosting(tables, entry['entry_id'], side))
    ? [{}]
    : [];
}
