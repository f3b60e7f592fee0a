import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { OrderOwner } from '../state/order-owner.ts';
import type { EngineState, PaidFee } from '../state/state.ts';
import { postTo } from './journal.ts';

interface Fee extends Pick<PaidFee, 'currencyId' | 'fee'> {
  /** Of the fees account. */
  readonly feesSlot: number;
  /** Of it, what the insurance fund gets by other postings. */
  readonly insuranceShare?: AmountMinor;
}

const NO_SHARE = amountMinor(0n);

/** Posts what the house keeps of a fee in the running entry, and apart what goes to others by the hook of the state. */
export function postFee(
  state: EngineState,
  payer: OrderOwner,
  { currencyId, feesSlot, fee, insuranceShare = NO_SHARE }: Fee,
): void {
  const kept = amountMinor(fee - insuranceShare);
  const share = state.shareFee(state, payer, { currencyId, fee, insuranceShare });
  if (share === undefined) {
    postTo(state, feesSlot, kept);
    return;
  }
  postTo(state, feesSlot, amountMinor(kept - share.amount));
  postTo(state, share.slot, share.amount);
}
