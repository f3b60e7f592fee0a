import { amountMinor } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import { coinSlot, houseSlot } from './custody-entries.ts';
import { beginEntry, postTo } from './journal.ts';
import type { Schedule } from './schedule.ts';
import type { EngineState } from './state.ts';

/** Each inviter's rebates of a UTC day and a currency are paid to their coin account when the day is over: one entry. */
export const rebateSchedule: Schedule = {
  nextDueAtMs({ referrals }: EngineState): number | undefined {
    return referrals.days.nextDueAtMs;
  },

  runNext(state: EngineState, stamp: Stamp): void {
    const { inviter, currencyId, day, amount } = state.referrals.days.takeNext(stamp.timeMs);
    const reference = `${inviter}:${currencyId}:${day}`;
    beginEntry(state, { reason: 'rebate_payout', reference }, stamp);
    postTo(state, houseSlot(state, 'referral_rebates', currencyId), amountMinor(-amount));
    postTo(state, coinSlot(state, inviter, currencyId), amount);
    state.ledger.assertBalanced(currencyId);
  },
};
