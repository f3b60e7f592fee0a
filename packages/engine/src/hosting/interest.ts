/** Posts interest day by day, each day in its own entry, and gives the principal back with the last one. */
import { hostingEarned } from '@fairlead/formula';
import { amountMinor } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import { beginEntry, postTo } from '../ledger/journal.ts';
import type { Schedule } from '../state/product.ts';
import type { EngineState } from '../state/state.ts';
import { hostingSlots } from './accounts.ts';
import type { HostingRow } from './rows.ts';

/** Days that were missed are posted one by one like any others: what is behind is due first. */
export const hostingSchedule: Schedule = {
  nextDueAtMs: (state) => state.hostings.nextDueAtMs,
  runNext(state, stamp) {
    const { hostings, ledger } = state;
    const row = postDay(state, hostings.first(), stamp);
    if (row.postedDays < row.days) {
      hostings.advance(row);
      return;
    }
    ledger.release(hostingSlots(ledger, row).user, row.amount);
    hostings.end({ ...row, status: 'completed', endedAtMs: stamp.timeMs });
  },
};

/**
 * Pays the next day of an order from what the treasury set aside for it, and returns its next state, which nobody has
 * taken note of yet. A day that brings nothing is no entry.
 */
export function postDay(state: EngineState, row: HostingRow, stamp: Stamp): HostingRow {
  const { hostingId, interest, days, currencyId } = row;
  const postedDays = row.postedDays + 1;
  const earned = hostingEarned(interest, { days, postedDays });
  const amount = amountMinor(earned - row.earned);
  if (amount > 0n) {
    const { ledger } = state;
    const slots = hostingSlots(ledger, row);
    const reference = `${hostingId}:${postedDays}`;
    ledger.release(slots.treasury, amount);
    beginEntry(state, { reason: 'hosting_interest', reference }, stamp);
    postTo(state, slots.treasury, amountMinor(-amount));
    postTo(state, slots.user, amount);
    ledger.assertBalanced(currencyId);
  }
  return { ...row, postedDays, earned };
}
