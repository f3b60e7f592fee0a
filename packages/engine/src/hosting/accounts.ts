import { ledgerAccountId } from '../ledger/account-id.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { HOUSE, type OwnerId } from '../terms.ts';

/** The ledger slots that a hosting order moves money between. */
export interface HostingSlots {
  readonly user: number;
  readonly treasury: number;
}

export function hostingSlots(
  ledger: Ledger,
  { owner, currencyId }: { readonly owner: OwnerId; readonly currencyId: number },
): HostingSlots {
  return {
    user: ledger.open(ledgerAccountId(owner, 'trust', currencyId)),
    treasury: ledger.open(ledgerAccountId(HOUSE, 'yield_treasury', currencyId)),
  };
}
