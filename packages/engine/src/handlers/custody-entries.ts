/** Journal entries of deposits and withdrawals: one amount out of one account and into one or two others. */
import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import { AMOUNT_MAX } from '../limits.ts';
import { HOUSE, type HouseAccount, type OwnerId } from '../terms.ts';
import { beginEntry, postTo } from './journal.ts';
import type { EntryReference } from './recent-references.ts';
import type { EngineState } from './state.ts';

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

export function coinSlot(state: EngineState, owner: OwnerId, currencyId: number): number {
  return state.ledger.open(ledgerAccountId(owner, 'coin', currencyId));
}

export function houseSlot(state: EngineState, account: HouseAccount, currencyId: number): number {
  return state.ledger.open(ledgerAccountId(HOUSE, account, currencyId));
}

/** Whether an amount more of a currency may exist. */
export function canIssue(state: EngineState, currencyId: number, amount: AmountMinor): boolean {
  return amount - state.ledger.total(houseSlot(state, 'external', currencyId)) <= AMOUNT_MAX;
}
