/** Journal entries of deposits and withdrawals: one amount out of one account and into one or two others. */
import { amountMinor } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import { beginEntry, postTo } from '../ledger/journal.ts';
import type { EntryReference } from '../ledger/recent-references.ts';
import type { EngineState } from '../state/state.ts';

/** One signed change to one account, by its slot. */
export type Leg = readonly [slot: number, amount: bigint];

export interface CustodyEntry extends EntryReference {
  readonly currencyId: number;
  readonly legs: readonly Leg[];
  readonly stamp: Stamp;
}

/** Posts an entry whose legs sum to zero, and remembers its reference. */
export function postCustodyEntry(state: EngineState, entry: CustodyEntry): void {
  state.references.add(entry);
  beginEntry(state, entry, entry.stamp);
  for (const [slot, amount] of entry.legs) postTo(state, slot, amountMinor(amount));
  state.ledger.assertBalanced(entry.currencyId);
}
