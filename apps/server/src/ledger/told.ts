/** Tells users of their balances and of what was posted to them, from committed rows. */
import { type AccountName, USER_ACCOUNT_NAMES } from '@fairlead/contract';
import type { AccountKind, Changes } from '@fairlead/engine';
import { assert } from '@fairlead/units';
import type { TellChanges } from '../core/http/events.ts';
import type { LedgerNeeds } from './needs.ts';
import type { PostingView } from './queries.ts';
import { balanceView, postingView } from './views.ts';

const USER_ACCOUNTS: ReadonlySet<string> = new Set(USER_ACCOUNT_NAMES);
const isUserAccount = (account: AccountKind): account is AccountName => USER_ACCOUNTS.has(account);

/** Room for the postings of one entry in a posting's id, as in the records' list. */
const ORDINALS = 1_000;

export const tellBooks =
  ({ terms }: Pick<LedgerNeeds, 'terms'>): TellChanges =>
  (changes, tell) => {
    for (const { owner, account, currencyId, total, frozen } of changes.balances) {
      if (!isUserAccount(account)) continue;
      tell(owner, 'balance', () => ({
        account,
        ...balanceView(terms.knownCurrency(currencyId), { total, frozen }),
      }));
    }
    for (const { owner, posting } of userPostings(changes))
      tell(owner, 'record', (say) => postingView(posting, terms, say));
  };

/** Postings of users with their entries; both lists are in the order of the entries. */
function* userPostings({
  entries,
  postings,
}: Changes): Generator<{ readonly owner: number; readonly posting: PostingView }> {
  let at = 0;
  let ordinal = 0;
  for (const { entryId, owner, account, currencyId, amount, balance } of postings) {
    while (entries[at]?.entryId !== entryId) {
      at += 1;
      ordinal = 0;
      assert(at < entries.length, 'a posting has its entry in its batch');
    }
    const entry = entries[at];
    if (entry !== undefined && isUserAccount(account)) {
      const { reason, reference, timeMs } = entry;
      const postingId = entryId * ORDINALS + ordinal;
      const posting = {
        postingId,
        entryId,
        account,
        currencyId,
        reason,
        reference,
        amount,
        balance,
        timeMs,
      };
      yield { owner, posting };
    }
    ordinal += 1;
  }
}
