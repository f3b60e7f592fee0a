/** One amount from one account to another. */
import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Reject } from '../command.ts';
import { AMOUNT_MAX } from '../limits.ts';
import type { EngineState } from '../state/state.ts';
import { NONE } from '../table/slot-table.ts';
import type { LedgerAccountId } from '../terms.ts';
import { ledgerAccount } from './account-id.ts';
import { postTo } from './journal.ts';

export interface Move {
  readonly sourceId: LedgerAccountId;
  readonly targetId: LedgerAccountId;
  readonly amount: AmountMinor;
}

/** Only `external` pays what it does not have, up to what may exist of a currency. */
export function checkMove(
  state: EngineState,
  { sourceId, targetId, amount }: Move,
): Reject | undefined {
  if (sourceId === targetId) return 'same_account';
  if (amount <= 0n) return 'amount_not_positive';
  if (amount > AMOUNT_MAX) return 'quantity_out_of_range';
  const { ledger } = state;
  const source = ledger.find(sourceId);
  if (ledgerAccount(sourceId).kind !== 'external') {
    return ledger.canPay(source, amount) ? undefined : 'insufficient_balance';
  }
  const issued = source === NONE ? 0n : -ledger.total(source);
  return issued + amount <= AMOUNT_MAX ? undefined : 'quantity_out_of_range';
}

export function postMove(state: EngineState, { sourceId, targetId, amount }: Move): void {
  const { ledger } = state;
  postTo(state, ledger.open(sourceId), amountMinor(-amount));
  postTo(state, ledger.open(targetId), amount);
}
