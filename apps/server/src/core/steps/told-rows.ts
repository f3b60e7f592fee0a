/** What users are told of a batch: rows of their own, as the batch left them. */
import {
  type BalanceRow,
  type Changes,
  type EntryReason,
  type PostingRow,
  USER_ACCOUNTS,
  type UserAccount,
} from '@fairlead/engine';
import { assert } from '@fairlead/units';

/** Room for the postings of one entry in a posting's id. */
export const POSTINGS_PER_ENTRY = 1_000;

export interface OwnBalance extends Omit<BalanceRow, 'accountId' | 'account'> {
  readonly account: UserAccount;
}

/** One posting with the reason of its entry. */
export interface OwnPosting extends Omit<PostingRow, 'entryId' | 'accountId' | 'account'> {
  /** Unique among postings; rises with time. */
  readonly postingId: number;
  readonly account: UserAccount;
  readonly reason: EntryReason;
  readonly reference: string;
  readonly timeMs: number;
}

type ToldChanges = Pick<
  Changes,
  'orders' | 'triggers' | 'orderLists' | 'positions' | 'options' | 'balances'
>;

export interface ToldRows extends Omit<ToldChanges, 'balances'> {
  readonly balances: readonly OwnBalance[];
  /** With their entries. */
  readonly records: readonly OwnPosting[];
}

type Source = ToldChanges & Pick<Changes, 'entries' | 'postings'>;

/** A batch is written and told of: both ask. */
const known = new WeakMap<Source, ToldRows>();

export function toldRowsOf(changes: Source): ToldRows {
  const before = known.get(changes);
  if (before !== undefined) return before;
  const { orders, triggers, orderLists, positions, options } = changes;
  const balances = changes.balances.filter(isOwn);
  const told = { orders, triggers, orderLists, positions, options, balances };
  const made = { ...told, records: recordsOf(changes) };
  known.set(changes, made);
  return made;
}

const NAMES: ReadonlySet<string> = new Set(USER_ACCOUNTS);
const isOwn = <Row extends { readonly account: string }>(
  row: Row,
): row is Row & { readonly account: UserAccount } => NAMES.has(row.account);

/** Both lists are in the order of the entries. */
function recordsOf({ entries, postings }: Source): OwnPosting[] {
  const records: OwnPosting[] = [];
  let at = 0;
  let ordinal = 0;
  for (const posting of postings) {
    const { entryId, owner, currencyId, amount, balance } = posting;
    while (entries[at]?.entryId !== entryId) {
      at += 1;
      ordinal = 0;
      assert(at < entries.length, 'a posting has its entry in its batch');
    }
    const entry = entries[at];
    if (entry !== undefined && isOwn(posting)) {
      const { reason, reference, timeMs } = entry;
      const { account } = posting;
      const postingId = entryId * POSTINGS_PER_ENTRY + ordinal;
      const own = { postingId, owner, account, currencyId };
      records.push({ ...own, reason, reference, amount, balance, timeMs });
    }
    ordinal += 1;
  }
  return records;
}
