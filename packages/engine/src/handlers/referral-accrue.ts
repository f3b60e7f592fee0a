/** Shares fees with inviters: in the entry that takes the fee, from what would go to the fees account. */
import { rebateAmount } from '@fairlead/formula';
import { type AmountMinor, amountMinor } from '@fairlead/units';
import { DAY_MS } from '../limits.ts';
import type { OrderOwner } from '../orders/order-owner.ts';
import { houseSlot } from './custody-entries.ts';
import { postTo } from './journal.ts';
import type { EngineState } from './state.ts';

interface PaidFee {
  readonly currencyId: number;
  /** Of the fees account. */
  readonly feesSlot: number;
  /** All that the owner pays. */
  readonly fee: AmountMinor;
  /** Of it, what the insurance fund gets by other postings. */
  readonly insuranceShare?: AmountMinor;
}

const NO_SHARE = amountMinor(0n);

/** Posts what the house keeps of a fee in the running entry, and apart what it owes the inviter of who pays. */
export function postFee(state: EngineState, { owner, inviter }: OrderOwner, paid: PaidFee): void {
  const { currencyId, feesSlot, fee, insuranceShare = NO_SHARE } = paid;
  const kept = amountMinor(fee - insuranceShare);
  if (inviter === undefined || fee === 0n) {
    postTo(state, feesSlot, kept);
    return;
  }
  const { timeMs, entryId } = state.counters;
  const { ratio: ratioPpm } = inviter;
  const amount = rebateAmount({ fee, ratio: ratioPpm, insuranceShare });
  postTo(state, feesSlot, amountMinor(kept - amount));
  postTo(state, houseSlot(state, 'referral_rebates', currencyId), amount);
  state.vouches.pass(owner, inviter.owner, timeMs);
  const day = Math.floor(timeMs / DAY_MS);
  const row = { entryId, invitee: owner, inviter: inviter.owner, currencyId, fee, amount };
  state.referrals.addRebate({ ...row, ratioPpm, day, timeMs });
}
