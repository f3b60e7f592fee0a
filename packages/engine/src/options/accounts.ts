import { ledgerAccountId } from '../ledger/account-id.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { HOUSE, type OwnerId } from '../terms.ts';

/** The ledger slots that an option order moves money between. */
export interface OptionSlots {
  readonly user: number;
  readonly escrow: number;
  readonly house: number;
  readonly fees: number;
}

export function optionSlots(
  ledger: Ledger,
  { owner, currencyId }: { readonly owner: OwnerId; readonly currencyId: number },
): OptionSlots {
  return {
    user: ledger.open(ledgerAccountId(owner, 'option', currencyId)),
    escrow: ledger.open(ledgerAccountId(HOUSE, 'option_escrow', currencyId)),
    house: ledger.open(ledgerAccountId(HOUSE, 'option_house', currencyId)),
    fees: ledger.open(ledgerAccountId(HOUSE, 'fees', currencyId)),
  };
}
