/** Tells users of their balances and of what was posted to them, from committed rows. */
import type { TellChanges } from '../core/http/events.ts';
import type { LedgerNeeds } from './needs.ts';
import { balanceView, postingView } from './views.ts';

export const tellBooks =
  ({ terms }: Pick<LedgerNeeds, 'terms'>): TellChanges =>
  ({ balances, records }, tell) => {
    for (const { owner, account, currencyId, total, frozen } of balances)
      tell(owner, 'balance', () => ({
        account,
        ...balanceView(terms.knownCurrency(currencyId), { total, frozen }),
      }));
    for (const record of records)
      tell(record.owner, 'record', (say) => postingView(record, terms, say));
  };
