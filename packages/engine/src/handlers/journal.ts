/** Writes journal entries: each posting changes a balance and leaves a row that says so. */
import type { AmountMinor } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import type { EntryReference } from './recent-references.ts';
import type { EngineState } from './state.ts';

/** Opens the next entry and returns its id. */
export function beginEntry(state: EngineState, cause: EntryReference, stamp: Stamp): number {
  const entryId = state.counters.entryId + 1;
  state.counters.entryId = entryId;
  state.log.rows.entries.push({
    entryId,
    sequence: stamp.sequence,
    reason: cause.reason,
    reference: cause.reference,
    timeMs: stamp.timeMs,
  });
  return entryId;
}

/** Posts a signed amount to a ledger account; nothing is no posting. */
export function postTo(
  state: EngineState,
  entryId: number,
  posting: { slot: number; amount: AmountMinor },
): void {
  const { slot, amount } = posting;
  if (amount === 0n) return;
  const balance = state.ledger.post(slot, amount);
  const { owner, kind, currencyId } = state.ledger.account(slot);
  state.log.rows.postings.push({
    entryId,
    accountId: state.ledger.accountId(slot),
    owner,
    account: kind,
    currencyId,
    amount,
    balance,
  });
}
