/** Ends an order before its days are over: what they would still bring stays with the treasury, which is paid for it. */
import { hostingDaysDue, hostingRedemption } from '@fairlead/formula';
import { amountMinor } from '@fairlead/units';
import type { Reject, Stamp } from '../command.ts';
import { beginEntry, postTo } from '../ledger/journal.ts';
import type { Result } from '../result.ts';
import { hostingResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { hostingSlots } from './accounts.ts';
import type { RedeemHosting } from './commands.ts';
import { postDay } from './interest.ts';
import type { HostingRow } from './rows.ts';

export function redeemHosting(state: EngineState, command: RedeemHosting, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const found = findHosting(state, command, stamp);
  if (found === 'hosting_not_found') return reject(found);
  if (owner.isFrozen) return reject('account_frozen');
  // From its completion on the principal is its owner's, whether the schedule has come to it or not (Y1).
  if (typeof found === 'string' || stamp.timeMs >= found.completesAtMs) {
    return reject('hosting_not_open');
  }

  // From here on the command must succeed.
  let row = found;
  const due = hostingDaysDue(row, stamp.timeMs);
  while (row.postedDays < due) row = postDay(state, row, stamp);
  const { damages, penalty } = hostingRedemption(row);
  const redeemed: HostingRow = {
    ...row,
    damages,
    penalty,
    status: 'redeemed',
    endedAtMs: stamp.timeMs,
  };
  giveBack(state, redeemed, stamp);
  state.hostings.end(redeemed);
  return hostingResult(redeemed);
}

/**
 * An owner's order in hosting, or why there is none. Another owner's looks like a missing one. An id that was given out and
 * is not in hosting is not open: whether it was this owner's is known to the tables, not to the engine.
 */
function findHosting(
  state: EngineState,
  { owner, hostingId }: RedeemHosting,
  { sequence }: Stamp,
): HostingRow | Extract<Reject, 'hosting_not_found' | 'hosting_not_open'> {
  const isGivenOut = Number.isSafeInteger(hostingId) && hostingId >= 1 && hostingId < sequence;
  if (!isGivenOut) return 'hosting_not_found';
  const row = state.hostings.find(hostingId);
  if (row === undefined) return 'hosting_not_open';
  return row.owner === owner ? row : 'hosting_not_found';
}

/** Both holds end; what is taken from the principal goes to the treasury. */
function giveBack(state: EngineState, row: HostingRow, stamp: Stamp): void {
  const { ledger } = state;
  const slots = hostingSlots(ledger, row);
  ledger.release(slots.user, row.amount);
  ledger.release(slots.treasury, amountMinor(row.interest - row.earned));
  const taken = amountMinor(row.damages + row.penalty);
  if (taken === 0n) return;
  beginEntry(state, { reason: 'hosting_redemption', reference: String(row.hostingId) }, stamp);
  postTo(state, slots.user, amountMinor(-taken));
  postTo(state, slots.treasury, taken);
  ledger.assertBalanced(row.currencyId);
}
