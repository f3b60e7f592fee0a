/** Where accounts lie in the ledger, by whose they are. */
import type { AmountMinor } from '@fairlead/units';
import { AMOUNT_MAX } from '../limits.ts';
import type { EngineState } from '../state/state.ts';
import { HOUSE, type HouseAccount, type OwnerId } from '../terms.ts';
import { ledgerAccountId } from './account-id.ts';

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
