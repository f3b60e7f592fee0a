/** Shares fees with inviters: in the entry that takes the fee, from what would go to the fees account, paid out day by day. */
import { rebateAmount } from '@fairlead/formula';
import { amountMinor, DAY_MS } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import { beginEntry, postTo } from '../ledger/journal.ts';
import { coinSlot, houseSlot } from '../ledger/slots.ts';
import { sendRebate } from '../ledger/transfer.ts';
import type { OrderOwner } from '../state/order-owner.ts';
import type { Schedule } from '../state/product.ts';
import type { EngineState, FeeShare, PaidFee } from '../state/state.ts';

/** What the inviter of who pays a fee is owed of it; nothing where nobody invited them. */
export function shareFee(
  state: EngineState,
  { owner, inviter }: OrderOwner,
  { currencyId, fee, insuranceShare }: PaidFee,
): FeeShare | undefined {
  if (inviter === undefined || fee === 0n) return undefined;
  const { timeMs, entryId } = state.counters;
  const { ratio: ratioPpm } = inviter;
  const amount = rebateAmount({ fee, ratio: ratioPpm, insuranceShare });
  state.vouches.pass(owner, inviter.owner, timeMs);
  const day = Math.floor(timeMs / DAY_MS);
  const row = { entryId, invitee: owner, inviter: inviter.owner, currencyId, fee, amount };
  state.referrals.addRebate({ ...row, ratioPpm, day, timeMs });
  return { slot: houseSlot(state, 'referral_rebates', currencyId), amount };
}

/** Each inviter's rebates of a UTC day and a currency are paid to their coin account when the day is over: one entry. */
export const rebateSchedule: Schedule = {
  nextDueAtMs({ referrals }: EngineState): number | undefined {
    return referrals.days.nextDueAtMs;
  },

  runNext(state: EngineState, stamp: Stamp): void {
    const { inviter, currencyId, day, amount } = state.referrals.days.takeNext(stamp.timeMs);
    const name = `${inviter}:${currencyId}:${day}`;
    const isHere = state.keeps('coin');
    // Each engine pays what was earned in it: of several each has a name of its own.
    const reference = isHere ? name : `${name}:${state.counters.entryId + 1}`;
    beginEntry(state, { reason: 'rebate_payout', reference }, stamp);
    postTo(state, houseSlot(state, 'referral_rebates', currencyId), amountMinor(-amount));
    if (isHere) postTo(state, coinSlot(state, inviter, currencyId), amount);
    else {
      const owed = { owner: inviter, target: 'coin', currencyId, amount, reference } as const;
      sendRebate(state, owed, stamp);
    }
    state.ledger.assertBalanced(currencyId);
  },
};
