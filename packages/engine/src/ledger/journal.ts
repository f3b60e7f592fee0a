/** Writes journal entries: each posting changes a balance and leaves a row that says so. */
import type { AmountMinor } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import type { EngineState } from '../state/state.ts';
import type { EntryReason } from './rows.ts';

/** Begins the next entry, to which postings go until the next, and returns its id. */
export function beginEntry(
  state: EngineState,
  { reason, reference }: { reason: EntryReason; reference: string },
  { sequence, timeMs }: Stamp,
): number {
  const entryId = state.counters.entryId + 1;
  state.counters.entryId = entryId;
  state.log.rows.entries.push({ entryId, sequence, reason, reference, timeMs });
  return entryId;
}

/** Posts a signed amount to a ledger account; nothing is no posting. */
export function postTo(state: EngineState, slot: number, amount: AmountMinor): void {
  if (amount === 0n) return;
  const { ledger, counters, log } = state;
  const balance = ledger.post(slot, amount);
  const { accountId, owner, kind, currencyId } = ledger.account(slot);
  const { entryId } = counters;
  log.rows.postings.push({
    entryId,
    accountId,
    owner,
    account: kind,
    currencyId,
    amount,
    balance,
  });
}
