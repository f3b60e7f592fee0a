/**
 * What an opening or a purchase that waits for the next sample must have ready, told without changing anything: before it
 * is executed nobody has looked at its owner's money.
 */
import type { LedgerAccountId } from '../terms.ts';
import type { EngineState } from './state.ts';

/** An amount of an account, and what of the account is available now; both in minor units. */
export interface ParkingNeed {
  readonly accountId: LedgerAccountId;
  readonly amount: bigint;
  readonly available: bigint;
}

export function needIn(
  state: EngineState,
  accountId: LedgerAccountId,
  amount: bigint,
): ParkingNeed {
  const { ledger } = state;
  return { accountId, amount, available: ledger.balance(ledger.find(accountId)).available };
}
